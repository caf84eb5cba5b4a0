// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The private part of a sound. A sample has the numbers of all channels at one time: one or two adjacent floats.

#ifndef COIR_SOUND_SOUND_H
#define COIR_SOUND_SOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "coir/sound.h"

// Format, length and loop of a sound.
typedef struct CoirSoundFormat {
    int channels;                         // 1 or 2
    int rate;                             // samples per second
    int64_t length, loop_begin, loop_end; // samples; the loop is [loop_begin, loop_end)
} CoirSoundFormat;

struct CoirSound {
    CoirSoundFormat format;
    float *samples; // NULL: streamed
    char *path;     // path of the file; NULL: made from samples or a tone
    CoirSoundRules rules;
    double tempo, tempo_offset; // beats per minute (0: no tempo); time of the first beat, in seconds
    int beats_per_bar;
    int64_t last_start; // time of the sound clock at which the last voice (except music) started, in ns; below 0: none
    int users;          // number of voices (also ended voices that the mixer may still read), actions and queue entries
    bool is_kept;       // the sound is in the cache, or the program that made the sound has not destroyed the sound
    bool is_streamed;   // from coir_sound_stream; the cache may have a loaded sound of the same file
    bool hash_failed;   // see base/hash.h
    CoirSound *key;     // address of this sound, for the hash table
    UT_hash_handle hh;  // in the table of all sounds
    UT_hash_handle by_path; // in the table of the cache
};

// Returns true if the numbers of a format are within the limits of coir/sound.h and the loop is inside the sound.
bool coir_sound_format_is_good(const CoirSoundFormat *format);

// Makes a sound, which is kept and is not in the cache. Takes ownership of `path` and `samples`, also on failure.
// `samples` may be NULL only for a streamed sound. `path` is NULL for a sound made from samples or a tone. Returns NULL
// if there is no memory.
CoirSound *coir_sound_make(const CoirSoundFormat *format, char *path, float *samples);

// Add and remove a user of the sound; NULL does nothing. A sound that is not kept and has no users is freed at once.
void coir_sound_retain(CoirSound *sound);
void coir_sound_release(CoirSound *sound);

// Return true if `sound` is the address of an existing sound, without reading the memory at this address. A destroyed
// sound exists until its last user has released the sound. For NULL and for a sound that was freed, coir_sound_check
// reports a mistake under the name of `function`; coir_sound_is_alive does not. In another world than the default
// world, coir_sound_check always reports a mistake.
bool coir_sound_check(const CoirSound *sound, const char *function);
bool coir_sound_is_alive(const CoirSound *sound);

// Returns true if the fields of the sound may be read. NULL is not a mistake; a sound that was freed is a mistake,
// reported under the name of `function`.
bool coir_sound_is_readable(const CoirSound *sound, const char *function);

// Purges the cache, and restarts Coir's own random numbers. Called when the last Director is destroyed. Inside
// coir_sounds_each, the work is put off until coir_sounds_each returns.
void coir_sounds_end(void);

// Resets the start times of voices in all sounds, since the sound clock starts again at 0.
void coir_sounds_forget_starts(void);

// Returns true if any sound exists.
bool coir_sounds_exist(void);

// Returns the size of the samples of all sounds, in bytes.
size_t coir_sounds_bytes(void);

// coir_sounds_use_random sets the generator for the rules of sounds; NULL: Coir's own generator. coir_sounds_random
// returns the generator.
void coir_sounds_use_random(CoirRandom *random);
CoirRandom *coir_sounds_random(void);

#endif
