// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal functions of voices: start, position, speed and end. Public functions call coir_sounds_bring_to_now
// (advance.h) first; code for events and for steps of runs does not.

#ifndef COIR_SOUND_VOICES_H
#define COIR_SOUND_VOICES_H

#include "sound/state.h"

// coir_voice_find returns the record of a voice; NULL for a stale voice, and in another world than the default world.
// coir_voice_name returns the voice of a record.
CoirVoiceRecord *coir_voice_find(CoirVoice voice);
CoirVoice coir_voice_name(const CoirVoiceRecord *record);

static inline bool coir_voice_is_alive(const CoirVoiceRecord *voice)
{
    return voice->state == COIR_VOICE_WAITS || voice->state == COIR_VOICE_PLAYS;
}

// Options of coir_voice_start.
typedef struct CoirVoiceStart {
    const CoirPlay *play; // NULL: the defaults
    CoirSlotId owner;     // {0, 0}: none
    bool follows;         // see CoirVoiceRecord
    bool is_music;        // music: the rules of the sound are ignored, and only other music can steal the voice
} CoirVoiceStart;

// Plays a sound. Mistakes are reported under the name of `function`. Call coir_sounds_bring_to_now before, so that
// ended voices make room.
CoirVoice coir_voice_start(CoirSound *sound, const CoirVoiceStart *start, const char *function);

// Lets the volume of a voice that waits rise from 0 in `fade` ns, from the start of the voice on; 0 does nothing.
void coir_voice_fade_in(CoirVoiceRecord *record, int64_t fade);

// Ends a voice at a time; the mixer then fades the voice out. `on_end` is called later, and the slot is freed later.
void coir_voice_end(CoirVoiceRecord *record, CoirVoiceEnd reason, int64_t time);

// Returns the time of the next event of a voice (start, stop or end), if nothing changes; COIR_SOUND_NEVER: none.
int64_t coir_voice_next(const CoirVoiceRecord *record);

// Processes the next event of a voice. `time` is coir_voice_next.
void coir_voice_do_next(CoirVoiceRecord *record, int64_t time);

// Returns the position at a time, in samples from the start of the sound. While the voice waits: the position at
// which the voice will begin.
double coir_voice_position_at(const CoirVoiceRecord *record, int64_t time);

// Update the speed and the pan of one voice or of all voices, after a change of a pause, a group or an owner. Voices of
// destroyed owners end, or, with CoirPlay.rings_out, go on without an owner.
void coir_voice_refresh(CoirVoiceRecord *record, int64_t time);
void coir_voices_refresh(int64_t time);

// Moves a voice to a position, in samples of the sound. Returns false if a stream cannot be opened, if there is no
// memory, or if a log hook, called while the stream opens, has ended the voice.
bool coir_voice_go_to(CoirVoiceRecord *record, double position, int64_t time);

// Return and set the number of loops that are still to come.
int coir_voice_loops_left(const CoirVoiceRecord *record, int64_t time);
void coir_voice_change_loops(CoirVoiceRecord *record, int loops, int64_t time);

// coir_voice_played_at returns the value that `position` (CoirVoiceRecord) has at a time. coir_voice_note_position
// stores this value in `position`, and the time in `since`, so that the speed may change at this time. A time before
// `since` counts as `since`.
double coir_voice_played_at(const CoirVoiceRecord *record, int64_t time);
void coir_voice_note_position(CoirVoiceRecord *record, int64_t time);

// Freezes or resumes a voice. coir_voice_note_position must have been called for this time.
void coir_voice_set_frozen(CoirVoiceRecord *record, bool is_frozen, int64_t time);

// Set a number or the group of a voice. The volume and the pan change linearly from the time `begin` to the time `end`.
void coir_voice_change_volume(CoirVoiceRecord *record, float volume, int64_t begin, int64_t end);
void coir_voice_change_pan(CoirVoiceRecord *record, float pan, int64_t begin, int64_t end);
void coir_voice_change_group(CoirVoiceRecord *record, CoirGroup group, int64_t time);
void coir_voice_change_pitch(CoirVoiceRecord *record, float pitch, int64_t time);

// Called when an owner changes. These functions cost nothing while no voice has an owner.
//
// 1. coir_voices_clock_changed: after the clock of an owner was paused, scaled or moved. Does nothing while
//    coir_sound_advance runs, which does the events of runs and of voices separately: the next step then makes the
//    change. See also coir_voices_clock_changing (advance.h).
// 2. coir_voices_owner_gone: after an owner was destroyed. Ends the voices of the owner; voices with CoirPlay.rings_out
//    go on without an owner. May call functions of the user.
void coir_voices_clock_changed(void);
void coir_voices_owner_gone(void);

#endif
