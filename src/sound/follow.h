// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices that follow a run (coir_play_whole).

#ifndef COIR_SOUND_FOLLOW_H
#define COIR_SOUND_FOLLOW_H

#include "sound/state.h"

// Move a voice that follows a run to `position` (samples) at the time `end`:
//
// 1. coir_voice_follow: with a constant speed.
// 2. coir_voice_jump: with a jump at this time, after a seek.
// 3. coir_voice_follow_quietly: as coir_voice_follow, but does not move the voice if the voice would have to jump. A
//    jump may open a stream, which may call the log hook; without a jump, no function of the user is called.
//
// With `is_frozen`, the voice is frozen afterwards. The next coir_voice_follow resumes a frozen voice.
void coir_voice_follow(CoirVoiceRecord *record, double position, int64_t end);
void coir_voice_jump(CoirVoiceRecord *record, double position, int64_t end, bool is_frozen);
void coir_voice_follow_quietly(CoirVoiceRecord *record, double position, int64_t end, bool is_frozen);

// Freezes each voice that follows a run, if the run has not moved the voice in this step.
void coir_voices_freeze(void);

// Returns the start time of a change that lasts for the rest of this step. The end time is coir_sound_step_end.
int64_t coir_voice_step_begin(const CoirVoiceRecord *record);

#endif
