// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// coir_sound_advance moves the sound clock forward. Events up to the new time (starts and ends of voices, changes of
// music) happen in the order of time. While an `on_end` function is called, the clock reads the time of the end.
//
// A timer or an action may call functions of sound in the middle of a step. These functions must see the state at the
// time of the timer or action, whatever the length of the step. So most of the functions first call
// coir_sounds_bring_to_now, which processes the events up to this time. The `on_end` functions are called later, at the
// end of the step.

#include "sound/advance.h"

#include <math.h>

#include "base/world.h"
#include "coir/log.h"
#include "sound/changes.h"
#include "sound/clock.h"
#include "sound/follow.h"
#include "sound/output.h"
#include "sound/pieces.h"
#include "sound/rules.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

#define EVENTS_MAX 10000 // events in one call, at most; without a limit, `on_end` functions could start voices forever

// Events -------------------------------------------------------------------------------------------------------------

// The CoirSoundStep.lag of the steps that do_event makes: 0, because such a step is one event and ends at the time of
// the event. The callbacks of an event have a time of their own (`is_instant`).
static int64_t lag_of_instant(const CoirSoundStep *step, bool *is_instant)
{
    (void)step;
    *is_instant = true;
    return 0;
}

// Event of a voice (a start, a stop, an end, or the call of `on_end`), or a change of music.
typedef struct Event {
    int64_t time;            // COIR_SOUND_NEVER: there is no event
    CoirVoiceRecord *record; // NULL: change of music
} Event;

// Returns the time of the next event of a slot. Calls of `on_end` count only if `calls` is true.
static int64_t next_of(const CoirVoiceRecord *record, bool calls)
{
    switch ((CoirVoiceState)record->state) {
    case COIR_VOICE_WAITS:
    case COIR_VOICE_PLAYS: return coir_voice_next(record);
    case COIR_VOICE_ENDED: return record->on_end && calls ? record->since : COIR_SOUND_NEVER;
    case COIR_VOICE_FREE: break;
    }
    return COIR_SOUND_NEVER;
}

static Event first_event(bool calls)
{
    Event first = {.time = coir_pieces_next_change()};
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        int64_t next = next_of(&coir_sounds.voices[slot], calls);
        if (next < first.time)
            first = (Event){next, &coir_sounds.voices[slot]};
    }
    return first;
}

static void report_end(CoirVoiceRecord *record)
{
    CoirVoiceEndFn on_end = record->on_end;
    record->on_end = NULL;
    on_end(coir_voice_name(record), (CoirVoiceEnd)record->reason, record->user);
}

static void do_event(const Event *event)
{
    CoirSoundStep step = {.end = event->time, .lag = lag_of_instant};
    coir_sound_begin_step(&step);
    int64_t time = coir_sound_time(NULL); // the time of the event, but not before coir_sounds.now
    if (!event->record)
        coir_pieces_change(time);
    else if (event->record->state == COIR_VOICE_ENDED)
        report_end(event->record);
    else
        coir_voice_do_next(event->record, time);
    coir_sound_end_step(&step);
}

// Processes the earliest event, if its time is not later than `until`. Returns false if there is no such event.
static bool do_first_event(int64_t until)
{
    Event first = first_event(true);
    if (first.time > until)
        return false;
    coir_sounds.now = first.time > coir_sounds.now ? first.time : coir_sounds.now;
    do_event(&first);
    return true;
}

void coir_sounds_bring_to_now(void)
{
    if (!coir_world_is_default() || coir_sounds.busy > 0 || coir_sounds.active == 0)
        return;
    bool is_instant;
    int64_t time = coir_sound_time(&is_instant);
    coir_sounds_busy_begin();
    for (int events = 0; is_instant && events < EVENTS_MAX && !coir_sounds.deferred_close; events++) {
        Event first = first_event(false);
        if (first.time > time)
            break;
        do_event(&first);
    }
    coir_sounds_busy_end();
}

void coir_voices_clock_changing(void)
{
    if (coir_sounds.owned > 0)
        coir_sounds_bring_to_now();
}

// Advancing ----------------------------------------------------------------------------------------------------------

static void advance(int64_t time)
{
    int64_t passed = time - coir_sounds.now;
    coir_sounds.until = time;
    coir_voices_refresh(coir_sounds.now);
    if (passed > 0)
        coir_voices_freeze();
    if (coir_sounds.hooks)
        coir_sounds.hooks->step_runs(coir_to_seconds(passed));
    for (int events = 0; events < EVENTS_MAX && !coir_sounds.deferred_close && do_first_event(time);)
        events++;
    coir_sounds.now = time;
    coir_voices_free_slots(time);
    coir_output_step(passed);
    coir_free_retired();
}

static void report_losses(void)
{
    bool has_lost = coir_sounds.has_lost;
    coir_sounds.has_lost = false;
    if (has_lost)
        coir_log(COIR_LOG_ERROR, "out of memory: some changes of sounds are not heard");
}

void coir_sound_advance(int64_t time)
{
    if (time < coir_sounds.now || coir_sounds.busy > 0)
        return;
    if (!coir_sounds.mixer) {
        coir_sounds.now = time;
        return;
    }
    coir_sounds.is_advancing = true;
    coir_sounds_busy_begin();
    advance(time);
    report_losses();
    coir_sounds_busy_end();
    coir_sounds.is_advancing = false;
}

// Idle ---------------------------------------------------------------------------------------------------------------

#define LOOK_AGAIN 0.25 // seconds after which the streams of voices must be filled again

double coir_sound_quiet_for(void)
{
    if (coir_sounds.hooks && coir_sounds.hooks->has_runs())
        return 0;
    double quiet = coir_sounds.active > 0 ? LOOK_AGAIN : INFINITY;
    int64_t next = first_event(true).time;
    if (next == COIR_SOUND_NEVER)
        return quiet;
    double wait = next > coir_sounds.now ? coir_to_seconds(next - coir_sounds.now) : 0;
    return wait < quiet ? wait : quiet;
}
