// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Changes for the mixer, and memory that the mixer may still read.

#ifndef COIR_SOUND_CHANGES_H
#define COIR_SOUND_CHANGES_H

#include "sound/state.h"

// Returns the sample at a time of the sound clock.
int64_t coir_sample_of(int64_t time);

// Returns the number of samples from one time to another.
int32_t coir_samples_between(int64_t begin, int64_t end);

// Makes room for the changes that end one more voice or group. coir_send_end and coir_retire then cannot fail. Returns
// false if there is no memory.
bool coir_sounds_reserve(void);

// Send a change of a group or of a voice, due at `time`. If there is no memory, the change is lost, the loss is logged
// later, and the functions return false.
bool coir_send(CoirChange change, int64_t time);
bool coir_send_voice(const CoirVoiceRecord *voice, CoirChange change, int64_t time);

// Send the last change of a group or of a voice (COIR_CHANGE_CUT). Cannot fail: coir_sounds_reserve has made room.
void coir_send_end(CoirChange change, int64_t time);
void coir_send_cut(const CoirVoiceRecord *voice, int64_t time);

// coir_retire takes ownership of a sound, a stream or an echo that the mixer may read until `time`. coir_free_retired
// frees everything that the mixer no longer reads.
void coir_retire(CoirRetired retired, int64_t time);
void coir_free_retired(void);

// Frees the waiting changes, and everything that was retired, for a mixer that reads no more.
void coir_changes_free(void);

// Updates `mixed`, the number of samples that the mixer has mixed for a device.
void coir_read_mixed(void);

// Makes all voices and all waiting changes timed. Called when a device opens: sounds that were started earlier are
// mixed in the order of their times.
void coir_end_all_promptness(void);

// Moves as many changes into the rings as fit. Returns the sample of the first change that did not fit;
// COIR_SOUND_NEVER: all changes fit.
int64_t coir_push_changes(void);

#endif
