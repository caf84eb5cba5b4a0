// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Music: one piece at a time, with cross fades, a queue, and changes on the beat.
//
//     CoirSound *forest = coir_sound_stream("forest.ogg"), *fight = coir_sound_stream("fight.ogg");
//     coir_sound_set_tempo(forest, 120, 4, 0);
//     coir_music_play(forest, NULL);
//     ...
//     coir_music_play(fight, &(CoirMusic){.start = COIR_MUSIC_AT_BAR, .fade = 0.2});
//
// The piece is a voice of COIR_GROUP_MUSIC. The rules of its sound (CoirSoundRules) do not apply to music, and only
// another piece may stop the piece for lack of room.

#ifndef COIR_MUSIC_H
#define COIR_MUSIC_H

#include "coir/voice.h"

// The start of a piece. If no piece plays, every piece starts at once. If the piece that plays has no tempo, AT_BEAT
// and AT_BAR start at once.
typedef enum CoirMusicStart {
    COIR_MUSIC_NOW,
    COIR_MUSIC_AT_BEAT, // at the next beat of the piece that plays
    COIR_MUSIC_AT_BAR,  // at the next bar of the piece that plays
    COIR_MUSIC_AT_END,  // at the end of the sound, or of the loop, of the piece that plays
} CoirMusicStart;

// Settings of a piece. A field that you leave out is 0, and means the default.
typedef struct CoirMusic {
    CoirMusicStart start;
    double fade;   // seconds in which the old piece fades out and the new piece fades in, from `start` on; 0: no fade
    float volume;  // up to 16; 0: 1
    bool once;     // true: the piece plays once; false: the piece loops without end
    bool in_place; // true: the new piece begins at the position of the old piece, for two versions of one piece
} CoirMusic;

// Plays a piece instead of the piece that plays. Pieces that wait (COIR_MUSIC_AT_..., coir_music_queue) are dropped.
// `music` is copied; NULL: the defaults. Returns the voice, which may still wait for its start. Returns {0, 0} for a
// NULL sound, a number out of range, if the file of a streamed sound that starts at once can no longer be read, and if
// there is no memory or no free voice (see coir_sound_play); then the piece that plays goes on. If the voice of this
// piece had to make room for the new piece, the next piece that waits begins instead.
COIR_API CoirVoice coir_music_play(CoirSound *sound, const CoirMusic *music);

// Appends a piece to the queue: the piece begins when all pieces before have ended. A piece that loops without end ends
// at the end of its loop if a piece waits in the queue. `music->start` counts as COIR_MUSIC_AT_END. If no piece plays,
// the piece plays at once. At most 64 pieces wait. Returns false for a NULL sound, a number out of range, a full queue,
// if the file of a streamed sound that starts at once can no longer be read, or if there is no memory or no free voice.
COIR_API bool coir_music_queue(CoirSound *sound, const CoirMusic *music);

// Drop all pieces that wait, and fade the music out in `seconds`; 0 stops the music at once. coir_music_stop_at begins
// the fade at a time such as the next bar. Return false for a number out of range.
COIR_API bool coir_music_stop(double seconds);
COIR_API bool coir_music_stop_at(CoirMusicStart time, double seconds);

// Returns the voice of the piece that plays; {0, 0} if no piece plays. During a cross fade this is the new piece. A
// piece that still waits for its start does not count, nor does a piece that coir_music_stop fades out.
COIR_API CoirVoice coir_music_voice(void);

// Return the beat and the time to the next beat and bar. coir_music_beat returns the number of beats since the first
// beat of the piece, with a fraction; below 0 before the first beat. The other functions return the seconds to the
// next beat, and to the next bar. All return 0 if no piece plays, or if the piece has no tempo. The seconds are also
// 0 while the piece is paused, and on the beat or bar itself. So a timer that follows the beat must repeat with the
// length of a beat, and not ask again on each beat. In a loop without a beat or without a bar, the end of the loop
// counts.
COIR_API double coir_music_beat(void);
COIR_API double coir_music_next_beat(void);
COIR_API double coir_music_next_bar(void);

#endif
