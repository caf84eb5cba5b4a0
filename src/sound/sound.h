// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of a sound. A sample is the numbers of all channels at one time: one or two floats, side by side.

#ifndef COIR_SOUND_SOUND_H
#define COIR_SOUND_SOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "coir/sound.h"

// Format, length and loop of a sound.
typedef struct CoirSoundFormat {
    int channels;                         // 1 or 2
    int rate;                             // samples a second
    int64_t length, loop_begin, loop_end; // samples; the loop is [loop_begin, loop_end)
} CoirSoundFormat;

struct CoirSound {
    CoirSoundFormat format;
    float *samples; // NULL: streamed
    char *path;     // path of the file; NULL: made from samples
    CoirSoundRules rules;
    double tempo, tempo_offset; // beats a minute (0: none); time of the first beat, seconds
    int beats_per_bar;
    int64_t last_start; // sound clock of the last voice's start, in ns; below 0: none
    int users;         // voices (also ended ones that the mixer may still read), actions and queues that hold the sound
    bool held;         // the cache holds the sound, or the user who made the sound has not destroyed it
    bool is_streamed;  // asked for with coir_sound_stream: a cached sound of its own, beside the loaded one
    bool hash_failed;  // see base/hash.h
    CoirSound *key;    // address of this sound, for the hash table
    UT_hash_handle hh; // all sounds
    UT_hash_handle by_path; // sounds of the cache
};

// Returns true if the numbers of a format are within the limits of coir/sound.h and the loop is inside of the sound.
bool coir_sound_format_is_good(const CoirSoundFormat *format);

// Makes a sound. `path` and `samples` are taken over in any case. `samples` may be NULL for a streamed sound only, and
// `path` for a sound from samples. The sound is held, and is not in the cache. Returns NULL without memory.
CoirSound *coir_sound_make(const CoirSoundFormat *format, char *path, float *samples);

// Add and remove a user of the sound; NULL does nothing. A sound that nobody holds and without users is freed at once.
void coir_sound_retain(CoirSound *sound);
void coir_sound_release(CoirSound *sound);

// Returns true if `sound` is the address of a sound that lives; reads nothing at the address. Otherwise reports a
// mistake (NULL, or a destroyed sound) in the name of `function`.
bool coir_sound_check(const CoirSound *sound, const char *function);

// The same without a report.
bool coir_sound_lives(const CoirSound *sound);

// Purges the cache when the last Director ends. Inside of coir_sounds_each, the purge waits until coir_sounds_each is
// over.
void coir_sounds_end(void);

// Forgets when voices of the sounds have started, since the sound clock begins anew.
void coir_sounds_forget_starts(void);

// Returns true if there is a sound.
bool coir_sounds_exist(void);

// Returns the bytes of the samples of all sounds.
size_t coir_sounds_bytes(void);

// Returns the generator of coir_sounds_set_random, or Coir's own.
CoirRandom *coir_sounds_random(void);

#endif
