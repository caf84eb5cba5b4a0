// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sounds: samples in memory, or a file that is read while it plays.
//
//     CoirSound *hit = coir_sound_load("hit.wav");
//     coir_sound_play(hit); // coir/voice.h
//
// A sound may play many times at once; each playing is a voice (coir/voice.h). Sounds without files: coir/tone.h.
// Music: coir/music.h.

#ifndef COIR_SOUND_H
#define COIR_SOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/random.h"

typedef struct CoirSound CoirSound;

#define COIR_SOUND_RATE_MIN 1000 // samples a second of one channel
#define COIR_SOUND_RATE_MAX 384000
#define COIR_SOUND_SECONDS_MAX 36000     // length of a sound
#define COIR_SOUND_SAMPLES_MAX INT32_MAX // samples of each channel

// Return the sound in a file, WAV or Ogg Vorbis, from the cache if the sound is there. The cache owns the sound. The
// sound is valid until you call coir_sounds_purge or the last Director is destroyed. A relative `path` starts in the
// assets folder (coir_assets_set_folder). The first bytes of the file decide its kind, not its name. A sound has one or
// two channels. A file with more channels is mixed into two: the front channels go to their sides at 1, the centre to
// both sides at 0.7, the surround channels to their sides at 0.7, and a back centre to both sides at 0.5. The subwoofer
// channel is left out. More than eight channels go to the left and to the right in turn, the first one to the left. On
// each side the mix is scaled down, so that channels of at most 1 give samples of at most 1.
//
// 1. coir_sound_load reads the whole file into memory, 4 bytes a sample. Use it for effects.
// 2. coir_sound_stream reads an Ogg Vorbis file while it plays, a second ahead. Use it for music. A WAV file is read
//    whole.
//
// An Ogg Vorbis file may have loop points, in tags that count samples: LOOPSTART, and LOOPLENGTH or LOOPEND (the first
// sample after the loop). Without LOOPLENGTH and LOOPEND the loop ends with the sound. Tags that describe no loop
// inside the sound are ignored, with a warning in the log.
//
// If a file was cut short, the samples before the cut are the sound. Damaged parts of an Ogg Vorbis file are skipped,
// which makes the sound shorter and logs a warning: in coir_sound_load, or while a voice plays a streamed sound.
//
// Return NULL if the file is missing, is no sound file, is beyond the limits above, is larger than 1 GB (WAV) or 2 GB
// (Ogg Vorbis), or changes its rate or its channels in the middle; if no part of it can be decoded; if the file is Ogg
// Vorbis and Coir was built without Ogg Vorbis; and if there is no memory. coir_error() names the reason and the file.
COIR_API CoirSound *coir_sound_load(const char *path);
COIR_API CoirSound *coir_sound_stream(const char *path);

// Makes a sound of `count` samples (of each channel, >= 1), `rate` a second. `channels` is 1 or 2; two channels
// alternate in `samples`: left, right. A sample is from -1 to 1; samples beyond are kept. The samples are copied. You
// destroy the sound with coir_sound_destroy. Returns NULL for a number out of range, for a sample that is not finite,
// or if there is no memory.
COIR_API CoirSound *coir_sound_from_samples(int channels, int rate, int64_t count, const float *samples);

// Destroys a sound that was made from samples or from a tone. Voices that play the sound play on. Destroying a sound
// of the cache is a mistake; NULL does nothing.
COIR_API void coir_sound_destroy(CoirSound *sound);

// Return the length in seconds, the number of channels, the samples a second, and the path of the file (NULL if the
// sound has no file). Return 0, and NULL as the path, for NULL.
COIR_API double coir_sound_length(const CoirSound *sound);
COIR_API int coir_sound_channels(const CoirSound *sound);
COIR_API int coir_sound_rate(const CoirSound *sound);
COIR_API const char *coir_sound_path(const CoirSound *sound);

// Sets the loop of a sound, from `begin` to `end` in seconds; 0 as `end` means the sound's end. A voice that loops
// plays from the sound's start to `end`, then repeats the loop, and plays the rest of the sound after the last
// repetition. The default loop is given by the file's loop points, or is the whole sound. Voices that already play keep
// their loop. coir_sound_set_loop returns false, and changes nothing, for a NULL sound, for numbers outside the sound,
// and for a loop without samples. The other functions return seconds; 0 for NULL.
COIR_API bool coir_sound_set_loop(CoirSound *sound, double begin, double end);
COIR_API double coir_sound_loop_begin(const CoirSound *sound);
COIR_API double coir_sound_loop_end(const CoirSound *sound);

// Sets the tempo of a sound, for changes of music on the beat (coir/music.h): beats a minute (1 to 1000; 0: no
// tempo), beats in a bar (1 to 64), and the time of the first beat in seconds from the sound's start. Returns false,
// and changes nothing, for NULL and a number out of range.
COIR_API bool coir_sound_set_tempo(CoirSound *sound, double beats_per_minute, int beats_per_bar, double offset);

// Rules for playing a sound. A field that you leave out is 0, and means the default.
typedef struct CoirSoundRules {
    int voices;          // most voices of the sound at the same time; a further voice stops the oldest. 0: no limit
    double gap;          // least seconds between two starts, at most 36000; a voice that would start sooner is not
                         // played. 0: no limit
    int priority;        // when as many voices play as CoirMixerDef.voices allows, a new voice stops a voice of the
                         // lowest priority that is not music; the new voice is not played if all voices are music or
                         // have a higher priority
    float volume_spread; // 0..1: each voice's volume is multiplied by a random number from 1 - spread to 1
    float pitch_spread;  // 0..1: each voice's pitch is multiplied by a random number from 1 - spread to 1 + spread
} CoirSoundRules;

// Set and return the rules for voices that start later. `rules` is copied; NULL removes the rules.
// coir_sound_set_rules returns false, and changes nothing, for a NULL sound and a number out of range.
// coir_sound_rules returns all 0 for NULL, and for a sound without rules.
COIR_API bool coir_sound_set_rules(CoirSound *sound, const CoirSoundRules *rules);
COIR_API CoirSoundRules coir_sound_rules(const CoirSound *sound);

// Sets the generator of the random numbers for volume_spread and pitch_spread. With the game's own generator, a
// replay sounds the same. A sound with a spread takes one number for each spread and voice. `random` stays yours, and
// must stay valid until you set another generator. NULL: Coir's own generator, which starts from the seed 0.
COIR_API void coir_sounds_set_random(CoirRandom *random);

// Frees the cached sounds that no voice plays and that no action or queue of music holds. A voice that has ended holds
// its sound until the mixer has mixed the voice's end. Returns the number of freed sounds.
COIR_API int coir_sounds_purge(void);

// A sound in the cache, as described by coir_sounds_each.
typedef struct CoirSoundInfo {
    const char *path;
    double length;      // seconds
    int channels, rate; // 1 or 2 channels; samples a second
    bool is_streamed;   // loaded with coir_sound_stream
    size_t bytes;       // bytes of samples in memory
    int users;          // number of voices, actions and queues that hold the sound
} CoirSoundInfo;

// Calls `function` for each sound in the cache, in the order of loading; `function` must not load or purge sounds.
// NULL only counts. Returns the number of sounds.
COIR_API int coir_sounds_each(void (*function)(const CoirSoundInfo *info, void *user), void *user);

#endif
