// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sound clock: nanoseconds of the time of frames. Whoever leads the clock (a director; without directors a stage)
// begins a step of the clock, plays a step of its stage, and ends the step. During the step the sound clock reads the
// time of the stage's callback.

#ifndef COIR_SOUND_CLOCK_H
#define COIR_SOUND_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

// A step of a stage, while it is under way. The steps of several stages may be nested.
typedef struct CoirSoundStep {
    int64_t end; // time of the sound clock at the end of the step
    // Returns the time from the callback that is being called now to the end of the step, in ns of the sound clock.
    // Sets `*is_instant` if the callback is a timer's or an action's, which have a time of their own.
    int64_t (*lag)(const struct CoirSoundStep *step, bool *is_instant);
    const void *source; // for `lag`
    struct CoirSoundStep *outer;
} CoirSoundStep;

void coir_sound_begin_step(CoirSoundStep *step);
void coir_sound_end_step(const CoirSoundStep *step);

// Returns true during a step, and while coir_sound_advance is running.
bool coir_sound_is_in_step(void);

// Returns `time` plus `seconds`, at most COIR_TIME_MAX. Seconds below 0, above a hundred years and NaN count as 0.
int64_t coir_sound_after(int64_t time, double seconds);

// Returns the time of the sound clock. `is_instant` may be NULL; see CoirSoundStep.
int64_t coir_sound_time(bool *is_instant);

// Does the starts and ends of voices, and the changes of music, up to the time of the timer or action that is being
// called now. Public functions call coir_sounds_catch_up before they change something that voices or music depend on,
// or ask about voices or music. May call functions of the user: those that are told of the end of a run on a voice, and
// log hooks. Does nothing outside of timers and actions.
void coir_sounds_catch_up(void);

// Returns true if `who` leads the sound clock, or takes the lead now: `who` takes a lead that nobody has, and a
// director also takes the lead of a stage. coir_sound_unlead gives the lead back.
bool coir_sound_lead(const void *who, bool is_director);
void coir_sound_unlead(const void *who);

// Returns the time up to which the sound clock has gone. coir_sound_advance goes on to `time` (ns): starts, ends and
// changes up to this time happen, `on_end` functions are called, and the mixer is told. Called outside of steps.
int64_t coir_sound_clock(void);
void coir_sound_advance(int64_t time);

#endif
