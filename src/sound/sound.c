// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A sound has one holder: the cache, or the program, if it made the sound from samples or a tone. A sound may have many
// users: voices, actions, and the queue of music. The sound is freed when the holder and all users have released the
// sound.
//
// The table `sounds` has all sounds by address. So a pointer to a freed sound is recognized without reading the freed
// memory. The tables `caches` have the sounds of files by path: one table for loaded sounds, one for streamed sounds.

#include "sound/sound.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "base/world.h"
#include "media/file.h"
#include "sound/decoder.h"

static CoirSound *sounds, *caches[2];
static size_t byte_count;       // size of the samples of all sounds
static CoirRandom *user_random; // NULL: own_random is used
static CoirRandom own_random;
static bool has_own_random; // own_random has been set to its seed
static bool is_walking;     // true while coir_sounds_each is running
static bool ends;           // coir_sounds_end was called inside coir_sounds_each

// Lifetime -----------------------------------------------------------------------------------------------------------

static size_t bytes_of(const CoirSound *sound)
{
    const CoirSoundFormat *format = &sound->format;
    return sound->samples ? (size_t)format->length * (size_t)format->channels * sizeof *sound->samples : 0;
}

bool coir_sound_format_is_good(const CoirSoundFormat *format)
{
    return (format->channels == 1 || format->channels == 2) && format->rate >= COIR_SOUND_RATE_MIN &&
           format->rate <= COIR_SOUND_RATE_MAX && format->length >= 1 &&
           format->length <= (int64_t)format->rate * COIR_SOUND_SECONDS_MAX &&
           format->length <= COIR_SOUND_SAMPLES_MAX && format->loop_begin >= 0 &&
           format->loop_begin < format->loop_end && format->loop_end <= format->length;
}

CoirSound *coir_sound_make(const CoirSoundFormat *format, char *path, float *samples)
{
    CoirSound *sound = coir_alloc(sizeof *sound);
    if (sound) {
        *sound = (CoirSound){.format = *format, .is_kept = true, .last_start = -1, .key = sound};
        HASH_ADD_PTR(sounds, key, sound);
    }
    if (!sound || sound->hash_failed) {
        coir_free(samples);
        coir_free(path);
        coir_free(sound);
        return NULL;
    }
    sound->samples = samples;
    sound->path = path;
    byte_count += bytes_of(sound);
    return sound;
}

static void free_sound(CoirSound *sound)
{
    HASH_DEL(sounds, sound);
    byte_count -= bytes_of(sound);
    coir_free(sound->samples);
    coir_free(sound->path);
    coir_free(sound);
}

// Frees the sound if it has no holder and no users.
static void let_go(CoirSound *sound)
{
    if (!sound->is_kept && sound->users == 0)
        free_sound(sound);
}

void coir_sound_retain(CoirSound *sound)
{
    if (sound)
        sound->users++;
}

void coir_sound_release(CoirSound *sound)
{
    if (!sound)
        return;
    if (sound->users == 0) {
        MISTAKE("a sound is released more often than it was retained");
        return;
    }
    sound->users--;
    let_go(sound);
}

bool coir_sound_is_alive(const CoirSound *sound)
{
    CoirSound *found;
    HASH_FIND_PTR(sounds, &sound, found);
    return found;
}

bool coir_sound_check(const CoirSound *sound, const char *function)
{
    if (!coir_world_check(function))
        return false;
    if (!sound)
        return MISSING("%s: the sound is NULL", function);
    return coir_sound_is_alive(sound) ||
           MISTAKE("%s: this sound has been destroyed or purged; make or load the sound again", function);
}

void coir_sounds_forget_starts(void)
{
    for (CoirSound *sound = sounds; sound; sound = sound->hh.next)
        sound->last_start = -1;
}

bool coir_sounds_exist(void)
{
    return sounds;
}

size_t coir_sounds_bytes(void)
{
    return byte_count;
}

// Files --------------------------------------------------------------------------------------------------------------

// Loads the file `full`. Takes ownership of `full`. `path` is the path from the user, for the advice in an error.
static CoirSound *load(char *full, const char *path, bool is_streamed)
{
    CoirSoundFormat format;
    float *samples = NULL;
    if (!coir_sound_file_read(full, coir_path_advice(path), is_streamed, &format, &samples)) {
        coir_free(full);
        return NULL;
    }
    CoirSound *sound = coir_sound_make(&format, full, samples);
    if (!sound)
        return NULL;
    sound->is_streamed = is_streamed;
    HASH_ADD_KEYPTR(by_path, caches[is_streamed], sound->path, strlen(sound->path), sound);
    if (!sound->hash_failed)
        return sound;
    free_sound(sound);
    return NULL;
}

static CoirSound *find_or_load(const char *path, bool is_streamed, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    if (!path || !path[0])
        return MISTAKE("%s: the path is %s; give the path of a file", function, path ? "empty" : "NULL"), NULL;
    if (is_walking)
        return MISTAKE("%s: '%s' is loaded inside coir_sounds_each; load before or after coir_sounds_each", function,
                       path),
               NULL;
    char *full = coir_path_resolve(path);
    if (!full)
        return NULL;
    CoirSound *sound = NULL;
    HASH_FIND(by_path, caches[is_streamed], full, strlen(full), sound);
    if (!sound)
        return load(full, path, is_streamed);
    coir_free(full);
    return sound;
}

CoirSound *coir_sound_load(const char *path)
{
    return find_or_load(path, false, "coir_sound_load");
}

CoirSound *coir_sound_stream(const char *path)
{
    return find_or_load(path, true, "coir_sound_stream");
}

int coir_sounds_purge(void)
{
    if (!coir_world_check("coir_sounds_purge"))
        return 0;
    CoirSound *sound, *next;
    int count = 0;
    if (is_walking) {
        MISTAKE("coir_sounds_purge: called inside coir_sounds_each; purge before or after coir_sounds_each");
        return 0;
    }
    HASH_ITER(hh, sounds, sound, next)
    {
        if (!sound->path || sound->users > 0)
            continue;
        HASH_DELETE(by_path, caches[sound->is_streamed], sound);
        free_sound(sound);
        count++;
    }
    return count;
}

int coir_sounds_each(void (*function)(const CoirSoundInfo *info, void *user), void *user)
{
    if (!coir_world_check("coir_sounds_each"))
        return 0;
    int count = 0;
    bool outer = is_walking;
    is_walking = true;
    for (CoirSound *sound = sounds; sound; sound = sound->hh.next) {
        CoirSoundInfo info = {sound->path,        coir_sound_length(sound), sound->format.channels,
                              sound->format.rate, sound->is_streamed,       bytes_of(sound),
                              sound->users};
        if (sound->path && function)
            function(&info, user);
        count += sound->path != NULL;
    }
    is_walking = outer;
    if (ends && !is_walking)
        coir_sounds_end();
    return count;
}

void coir_sounds_end(void)
{
    ends = is_walking;
    if (is_walking)
        return;
    coir_sounds_purge();
    has_own_random = false;
}

// From samples -------------------------------------------------------------------------------------------------------

// Returns the index of the first number that is not finite; `count` if all numbers are finite.
static int64_t find_bad(const float *numbers, int64_t count)
{
    int64_t i = 0;
    while (i < count && isfinite(numbers[i]))
        i++;
    return i;
}

static bool check_samples(const CoirSoundFormat *format, const float *samples)
{
    if (!samples)
        return MISTAKE("coir_sound_from_samples: the samples are NULL");
    if (!coir_sound_format_is_good(format))
        return MISTAKE("coir_sound_from_samples: %d channels, %d samples a second, %lld samples; channels must be 1 or "
                       "2, samples a second %d to %d, and samples 1 to %d, for at most %d seconds",
                       format->channels, format->rate, (long long)format->length, COIR_SOUND_RATE_MIN,
                       COIR_SOUND_RATE_MAX, COIR_SOUND_SAMPLES_MAX, COIR_SOUND_SECONDS_MAX);
    int64_t numbers = format->length * format->channels, bad = find_bad(samples, numbers);
    return bad == numbers || MISTAKE("coir_sound_from_samples: samples[%lld] is not finite", (long long)bad);
}

CoirSound *coir_sound_from_samples(int channels, int rate, int64_t count, const float *samples)
{
    if (!coir_world_check("coir_sound_from_samples"))
        return NULL;
    CoirSoundFormat format = {channels, rate, count, 0, count};
    if (!check_samples(&format, samples))
        return NULL;
    float *copy = coir_samples_resize(NULL, channels, count);
    if (!copy)
        return NULL;
    memcpy(copy, samples, (size_t)(count * channels) * sizeof *copy);
    return coir_sound_make(&format, NULL, copy);
}

void coir_sound_destroy(CoirSound *sound)
{
    if (!sound || !coir_world_check("coir_sound_destroy"))
        return;
    if (!coir_sound_is_alive(sound) || !sound->is_kept) {
        MISTAKE("coir_sound_destroy: this sound has already been destroyed or purged");
    } else if (sound->path) {
        MISTAKE("coir_sound_destroy: '%s' belongs to the cache; coir_sounds_purge frees it", sound->path);
    } else {
        sound->is_kept = false;
        let_go(sound);
    }
}

// Questions ----------------------------------------------------------------------------------------------------------

bool coir_sound_is_readable(const CoirSound *sound, const char *function)
{
    return sound && coir_sound_check(sound, function);
}

double coir_sound_length(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_length") ? (double)sound->format.length / sound->format.rate : 0;
}

int coir_sound_channels(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_channels") ? sound->format.channels : 0;
}

int coir_sound_rate(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_rate") ? sound->format.rate : 0;
}

const char *coir_sound_path(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_path") ? sound->path : NULL;
}

// Random numbers -----------------------------------------------------------------------------------------------------

void coir_sounds_use_random(CoirRandom *random)
{
    user_random = random;
}

CoirRandom *coir_sounds_random(void)
{
    if (user_random)
        return user_random;
    if (!has_own_random)
        own_random = coir_random(0);
    has_own_random = true;
    return &own_random;
}
