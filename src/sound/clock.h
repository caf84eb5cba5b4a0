// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sound clock counts the time of frames, in nanoseconds. One director leads the clock, or, without directors, one
// stage. Each step of a stage of the default world is inside a step of the clock. During the step, coir_sound_time
// returns the time of the callback that the stage is calling. After the step, the leader advances the clock
// (coir_sound_advance).

#ifndef COIR_SOUND_CLOCK_H
#define COIR_SOUND_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

// Step of the sound clock that is in progress: the step of a stage, the step of the runs on the sound clock, or the
// event of a voice or of music. Steps may be nested.
typedef struct CoirSoundStep {
    int64_t end; // time of the sound clock at the end of the step
    // Returns the time from the present callback to the end of the step, in ns of the sound clock. Sets `*is_instant`
    // if the callback belongs to a timer, an action or an event: such a callback has a time of its own.
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

// Returns the time that the sound clock reads: in a step, the time of the callback that is being called; outside of
// steps, the result of coir_sound_clock. `is_instant` may be NULL; see CoirSoundStep.
int64_t coir_sound_time(bool *is_instant);

// Returns true if `who` leads the sound clock, or becomes the leader now. `who` becomes the leader if nobody leads; a
// director also replaces a stage. coir_sound_unlead ends the lead.
bool coir_sound_lead(const void *who, bool is_director);
void coir_sound_unlead(const void *who);

// Returns the time that the sound clock has reached, which does not change during the step of a stage.
int64_t coir_sound_clock(void);

// Returns the end of the innermost step: the end time of a change that lasts for the rest of the step. Without a step,
// but inside of coir_sound_advance, returns the time to which the clock is being advanced.
int64_t coir_sound_step_end(void);

#endif
