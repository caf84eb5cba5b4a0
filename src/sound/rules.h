// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Decides if a voice may start, and finds a slot for the voice.

#ifndef COIR_SOUND_RULES_H
#define COIR_SOUND_RULES_H

#include "sound/state.h"

// Returns true if the numbers of `play` are in their ranges, and the group exists and is not being destroyed; otherwise
// reports a mistake in the name of `function`.
bool coir_play_check(const CoirPlay *play, const char *function);

// Applies the rules of `sound` and the limit of voices to a new voice that begins at `begin`. Steals voices to make
// room. Music ignores the rules. Returns false if the new voice must not start. May call functions of the user: end
// callbacks of runs on stolen voices.
bool coir_voice_may_start(CoirSound *sound, bool is_music, int64_t now, int64_t begin);

// Returns true if the gap of the sound allows a start of the voice at `time`. Called at the start, too: the start of a
// frozen voice is not known before.
bool coir_voice_keeps_gap(const CoirVoiceRecord *record, int64_t time);

// Returns the first free slot; NULL: each slot has a voice that waits, plays or has just ended. The choice depends on
// times only, not on frames: the mixer adds up voices in the order of their slots, and the order changes the rounding.
CoirVoiceRecord *coir_voice_free_slot(int64_t time);

// Returns the number of voices of `sound` that wait or play; NULL: of all sounds.
int coir_voices_living(const CoirSound *sound);

// Frees the slots of voices that ended at least COIR_SOUND_REUSE before `time`, if `on_end` was called or is NULL.
void coir_voices_free_slots(int64_t time);

#endif
