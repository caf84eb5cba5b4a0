// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Moves the sound clock on, and does the events of voices and music.

#ifndef COIR_SOUND_ADVANCE_H
#define COIR_SOUND_ADVANCE_H

#include <stdint.h>

// Moves the sound clock to `time` (ns): does the events up to this time (starts and ends of voices, changes of music),
// calls the `on_end` functions, and sends the changes for the mixer. Does nothing if the clock has passed `time`. Call
// coir_sound_advance only outside of steps.
void coir_sound_advance(int64_t time);

// Processes the starts and ends of voices, and the changes of music, up to the time of the timer or action that is
// being called now. Does nothing outside of timers and actions. Public functions call coir_sounds_bring_to_now before
// they read the state of voices or music, and before they change anything on which this state depends. May call
// functions of the user: end callbacks of runs on voices, and log hooks.
void coir_sounds_bring_to_now(void);

// Called before the clock of the owner of a voice is paused, scaled or moved, and before an owner is destroyed. If any
// voice has an owner, calls coir_sounds_bring_to_now, which may call functions of the user.
void coir_voices_clock_changing(void);

// Returns for an idle loop the seconds until the sound clock must be advanced; INFINITY: nothing plays.
double coir_sound_quiet_for(void);

#endif
