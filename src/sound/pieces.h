// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of music: the piece that plays, the waiting change and the queue. The functions of coir/music.h
// are in music.c.

#ifndef COIR_SOUND_PIECES_H
#define COIR_SOUND_PIECES_H

#include "coir/music.h"
#include "sound/state.h"

// coir_pieces_next_change returns the time of the sound clock at which the next piece begins or the music stops;
// COIR_SOUND_NEVER: no change is due, or the next piece begins when the voice of the piece that plays ends.
// coir_pieces_change makes this change. coir_pieces_voice_ended is called when any voice has ended. If the voice was
// the piece that plays, changes to the next piece. coir_pieces_forget drops all pieces, before the mixer closes and
// ends all voices.
int64_t coir_pieces_next_change(void);
void coir_pieces_change(int64_t time);
void coir_pieces_voice_ended(CoirVoice voice, int64_t time);
void coir_pieces_forget(void);

// Drops the queue and the waiting change, if the piece that plays is in `group` or in a group below, or if no piece
// plays.
void coir_pieces_drop(int group);

// Do the work of the functions of coir/music.h, with arguments that were checked. The caller calls
// coir_sounds_bring_to_now first.
CoirVoice coir_pieces_play(CoirSound *sound, const CoirMusic *options);
bool coir_pieces_queue(CoirSound *sound, const CoirMusic *options);
void coir_pieces_stop(const CoirMusic *options);

// Returns the piece that plays; {0, 0}: no piece plays.
CoirVoice coir_pieces_voice(void);

// The functions below take the record of a voice that plays, and whose sound has a tempo.

// Returns the number of beats from the first beat of the sound to the position at a time.
double coir_pieces_beat_at(const CoirVoiceRecord *record, int64_t time);

// Returns the seconds from a time to the next beat or bar; 0 while the voice does not move.
double coir_pieces_seconds_to(const CoirVoiceRecord *record, int64_t time, CoirMusicStart start);

#endif
