// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Changes for the mixer, and memory that the mixer may still read.

#ifndef COIR_SOUND_CHANGES_H
#define COIR_SOUND_CHANGES_H

#include "sound/state.h"

// Returns the sample nearest to a time of the sound clock.
int64_t coir_sample_of(int64_t time);

// Returns the number of samples from `begin` to `end`: 0 if `end` is earlier, INT32_MAX at most.
int32_t coir_samples_between(int64_t begin, int64_t end);

// Makes room for one more change, and for the changes that end all voices and groups. Makes room in the list of retired
// things for the sounds, streams and echoes of all voices and groups, and for one replaced stream or echo.
// coir_send_end, coir_send_cut and coir_retire then cannot fail. Returns false if there is no memory.
bool coir_sounds_reserve(void);

// Send a change of a group or of a voice, due at `time`. If there is no memory, the change is lost, the loss is logged
// later, and the functions return false.
bool coir_send(CoirChange change, int64_t time);
bool coir_send_voice(const CoirVoiceRecord *voice, CoirChange change, int64_t time);

// Send the last change of a group (COIR_CHANGE_GROUP_END) or of a voice (COIR_CHANGE_CUT). Cannot fail:
// coir_sounds_reserve has made room.
void coir_send_end(CoirChange change, int64_t time);
void coir_send_cut(const CoirVoiceRecord *voice, int64_t time);

// coir_retire takes ownership of a sound, a stream or an echo that the mixer may read until `time`. coir_free_retired
// frees everything that the mixer no longer reads.
void coir_retire(CoirRetired retired, int64_t time);
void coir_free_retired(void);

// Frees the waiting changes, and everything that was retired. The mixer must not run any more.
void coir_changes_free(void);

// Updates CoirSoundState.mixed from the count of the mixer, which may run in another thread.
void coir_read_mixed(void);

// Makes all voices and all waiting changes timed, not prompt (mixer.h). Called when a device opens: sounds that were
// started earlier are mixed in the order of their times.
void coir_end_all_promptness(void);

// Sorts the new changes, and moves as many changes into the rings as fit. Returns the sample of the first change that
// did not fit, as the mixer counts samples; COIR_SOUND_NEVER: all changes fit.
int64_t coir_push_changes(void);

#endif
