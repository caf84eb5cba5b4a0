// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sound clock counts the time of frames, in nanoseconds. One director leads the clock, or, without directors, one
// stage. The leader begins a step of the clock, takes a step of its stage, and ends the step of the clock. During the
// step the sound clock reads the time of the stage's callback.

#ifndef COIR_SOUND_CLOCK_H
#define COIR_SOUND_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

// Step of a stage that is in progress. The steps of several stages may be nested.
typedef struct CoirSoundStep {
    int64_t end; // time of the sound clock at the end of the step
    // Returns the time from the present callback to the end of the step, in ns of the sound clock. Sets `*is_instant`
    // if the callback belongs to a timer or an action: such a callback has a time of its own.
    int64_t (*lag)(const struct CoirSoundStep *step, bool *is_instant);
    const void *source; // data for `lag`
    struct CoirSoundStep *outer;
} CoirSoundStep;

void coir_sound_begin_step(CoirSoundStep *step);
void coir_sound_end_step(const CoirSoundStep *step);

// Returns true during a step and while coir_sound_advance is running.
bool coir_sound_is_in_step(void);

// Returns `time` plus `seconds`, at most COIR_TIME_MAX. Seconds below 0 or above a hundred years, and NaN, count as
// 0.
int64_t coir_sound_after(int64_t time, double seconds);

// Returns the time of the sound clock. `is_instant` may be NULL; see CoirSoundStep.
int64_t coir_sound_time(bool *is_instant);

// Processes the starts and ends of voices, and the changes of music, up to the time of the timer or action that is
// being called now. Does nothing outside of timers and actions. Public functions call coir_sounds_bring_to_now before
// they read the state of voices or music, and before they change anything on which this state depends. May call
// functions of the user: end callbacks of runs on voices, and log hooks.
void coir_sounds_bring_to_now(void);

// Returns true if `who` leads the sound clock, or becomes the leader now. `who` becomes the leader if nobody leads; a
// director also replaces a stage. coir_sound_unlead ends the lead.
bool coir_sound_lead(const void *who, bool is_director);
void coir_sound_unlead(const void *who);

// coir_sound_clock returns the time that the sound clock has reached. coir_sound_advance moves the clock to `time`
// (ns): starts, ends and changes up to this time happen, `on_end` functions are called, and changes are sent to the
// mixer. Call coir_sound_advance only outside of steps.
int64_t coir_sound_clock(void);
void coir_sound_advance(int64_t time);

#endif
