// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sounds: samples in memory, or a file that is read while it plays.
//
//     CoirSound *hit = coir_sound_load("hit.wav");
//     coir_sound_play(hit); // coir/voice.h
//
// One sound may play many times at once. Each playing is a voice (coir/voice.h). Sounds without files: coir/tone.h.
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

// Returns the sound in a file, WAV or Ogg Vorbis, from the cache if the sound is there. The cache owns the sound. The
// sound is valid until you call coir_sounds_purge or the last Director is destroyed. A relative `path` is counted from
// the assets folder (coir_assets_set_folder). The first bytes of the file tell its kind, not its name. A sound has one
// or two channels. More channels of a file are mixed into two, so that they are never louder than one channel can be:
// the centre goes to both sides, the surround channels to their side at 0.7 of the front channels, and the channel for
// subwoofers is left out.
//
// 1. coir_sound_load reads the whole file into memory, 4 bytes a sample: for effects.
// 2. coir_sound_stream reads an Ogg Vorbis file while it plays, a second ahead: for music. A WAV file is read whole.
//
// A file may have loop points: the tags LOOPSTART and LOOPLENGTH (or LOOPEND, the sample behind the loop; with neither,
// the end of the sound) of Ogg Vorbis, in samples. Tags that are no loop in the sound are left out, with a warning in
// the log.
//
// A file that was cut short is a sound as far as it goes. Damaged parts of an Ogg Vorbis file are skipped: the sound is
// shorter, which is logged as a warning, by coir_sound_load at once, and for a streamed sound when a voice gets there.
//
// Return NULL if the file is missing, no sound, damaged so that nothing can be decoded, beyond the limits above, if it
// changes its rate or its channels in the middle, if Coir was built without Ogg Vorbis and the file needs it, or if
// there is no memory; coir_error() says which and names the file.
COIR_API CoirSound *coir_sound_load(const char *path);
COIR_API CoirSound *coir_sound_stream(const char *path);

// Makes a sound of `count` samples (of each channel, >= 1), `rate` a second. `channels` is 1 or 2; two channels
// alternate in `samples`: left, right. A sample is from -1 to 1; samples beyond are kept. The samples are copied. The
// sound is yours: coir_sound_destroy. Returns NULL for a number out of range, for a sample that is not finite, or
// without memory.
COIR_API CoirSound *coir_sound_from_samples(int channels, int rate, int64_t count, const float *samples);

// Destroys a sound that was made from samples or from a tone. Voices that play the sound play on. A sound of the cache
// is a mistake; NULL does nothing.
COIR_API void coir_sound_destroy(CoirSound *sound);

// Return the length in seconds, the number of channels, the samples a second, and the path of the file (NULL: the sound
// has no file). 0 and NULL for NULL.
COIR_API double coir_sound_length(const CoirSound *sound);
COIR_API int coir_sound_channels(const CoirSound *sound);
COIR_API int coir_sound_rate(const CoirSound *sound);
COIR_API const char *coir_sound_path(const CoirSound *sound);

// Sets the part of the sound that voices repeat, in seconds: a voice that loops plays from the sound's begin to `end`,
// then from `begin` to `end` again and again, and the rest of the sound after the last loop. `end` 0: the sound's end.
// At first the part is the whole sound, or the loop points of the file. Voices that play already keep their part.
// Returns false, and changes nothing, for a NULL sound, for numbers out of the sound, and for a part without samples.
COIR_API bool coir_sound_set_loop(CoirSound *sound, double begin, double end);
COIR_API double coir_sound_loop_begin(const CoirSound *sound);
COIR_API double coir_sound_loop_end(const CoirSound *sound);

// Sets the tempo of a sound, for changes of music on the beat (coir/music.h): beats a minute (1 to 1000; 0: none),
// beats in a bar (1 to 64), and the time of the first beat in seconds from the sound's begin. Returns false, and
// changes nothing, for NULL and a number out of range.
COIR_API bool coir_sound_set_tempo(CoirSound *sound, double beats_per_minute, int beats_per_bar, double offset);

// How a sound may be played. A field that you leave out is 0, and means the default.
typedef struct CoirSoundRules {
    int voices;          // at most so many voices of the sound at once; one more stops the oldest. 0: no limit
    double gap;          // seconds between two starts, at least; a voice in between is not played. 0: no limit
    int priority;        // while too many voices play, a voice of the lowest priority makes room; at first 0
    float volume_spread; // 0..1: each voice is quieter by a random part of this
    float pitch_spread;  // 0..1: the pitch of each voice is multiplied by a random number of 1 - spread to 1 + spread
} CoirSoundRules;

// Sets the rules for voices that start later; `rules` is copied. NULL: no rules. Returns false, and changes nothing,
// for a NULL sound and a number out of range.
COIR_API bool coir_sound_set_rules(CoirSound *sound, const CoirSoundRules *rules);
COIR_API CoirSoundRules coir_sound_rules(const CoirSound *sound);

// Sets the random numbers for volume_spread and pitch_spread: the game's own, so that a replay sounds alike. A sound
// with a spread takes one number for each spread and voice. `random` stays yours, and must stay valid until another is
// set. NULL: Coir's own numbers, which start from the seed 0.
COIR_API void coir_sounds_set_random(CoirRandom *random);

// Frees the cached sounds that no voice plays and no action or queue of music holds. Returns their number.
COIR_API int coir_sounds_purge(void);

// A sound of the cache, as coir_sounds_each tells it.
typedef struct CoirSoundInfo {
    const char *path;
    double length; // seconds
    int channels, rate;
    bool is_streamed; // loaded with coir_sound_stream
    size_t bytes;     // of samples in memory
    int users;        // voices, actions and queues that hold the sound
} CoirSoundInfo;

// Calls `function` for each sound in the cache, in the order of loading; `function` must not load or purge sounds.
// NULL: counts only. Returns the number of sounds.
COIR_API int coir_sounds_each(void (*function)(const CoirSoundInfo *info, void *user), void *user);

#endif
