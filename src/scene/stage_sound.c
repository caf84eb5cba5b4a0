// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The time of the sound clock in callbacks of a stage. A step of the stage and a step of the sound clock end together.
// If the scheduler of a callback still has n ns to the end of its step, the sound clock reads the end of its own step
// minus n * rate. The rate is the number of seconds of the sound clock in a second of the scheduler.

#include "scene/sound.h"

#include <math.h>

#include "action/run/run.h"
#include "scene/stage.h"
#include "sound/clock.h"
#include "sound/voices.h"

#define RATE_MAX 1e18 // limit of a rate: 1 / speed may be too large for a double

// Converts a length of time from a clock of the stage to the sound clock. `rate`: seconds of the sound clock in a
// second of the stage's clock.
static int64_t scaled(int64_t lag, double rate)
{
    return rate == 1 ? lag : (int64_t)llround((double)lag * rate);
}

// Returns true while timers are being called at their due times, not while timers are called once in each update.
static bool is_firing(const CoirScheduler *scheduler)
{
    return scheduler->phase == COIR_PHASE_TIMERS && scheduler->clock.advancing;
}

static int64_t lag_of_scheduler(const CoirScheduler *scheduler, double rate, bool *is_instant)
{
    *is_instant = is_firing(scheduler);
    return scaled(scheduler->until - coir_scheduler_reads(scheduler), rate);
}

static int64_t lag_of_actions(const CoirActionManager *actions, double rate, bool *is_instant)
{
    *is_instant = true;
    int64_t end = actions->is_updating ? actions->time : actions->scheduler->until;
    return scaled(end - actions->instant, rate);
}

static int64_t lag(const CoirSoundStep *step, bool *is_instant)
{
    const CoirStage *stage = step->source;
    if (stage->base.actions->is_calling)
        return lag_of_actions(stage->base.actions, stage->sound_rate, is_instant);
    if (stage->base.interface_actions->is_calling)
        return lag_of_actions(stage->base.interface_actions, stage->interface_sound_rate, is_instant);
    if (stage->base.scheduler->phase != COIR_PHASE_NONE)
        return lag_of_scheduler(stage->base.scheduler, stage->sound_rate, is_instant);
    if (stage->base.interface_scheduler->phase != COIR_PHASE_NONE)
        return lag_of_scheduler(stage->base.interface_scheduler, stage->interface_sound_rate, is_instant);
    return 0;
}

void coir_stage_begin_sound(CoirStage *stage, CoirSoundStep *step, int64_t end, double speed)
{
    double scale = stage->base.scheduler->time_scale;
    bool has_changed =
        stage->sound_scale != scale || stage->sound_speed != speed || stage->sound_is_held != stage->is_held;
    stage->interface_sound_rate = speed > 0 ? fmin(1 / speed, RATE_MAX) : 0;
    stage->sound_rate = scale > 0 ? fmin(stage->interface_sound_rate / scale, RATE_MAX) : 0;
    stage->sound_scale = scale;
    stage->sound_speed = speed;
    stage->sound_is_held = stage->is_held;
    if (has_changed)
        coir_voices_clock_changed(); // before the step: its callbacks read positions of voices, and steal voices
    *step = (CoirSoundStep){.end = end, .lag = lag, .source = stage};
    coir_sound_begin_step(step);
}

void coir_stage_freeze_sound(CoirStage *stage)
{
    stage->sound_speed = 0;
}
