// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The first bytes of a file decide its format. The name of the file does not matter.
//
// The length in an Ogg Vorbis file may be wrong. So a file that is loaded whole is decoded into an array that grows
// with the decoded samples.

#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "media/file.h"
#include "sound/decoder.h"

#define WAV_LIMIT ((size_t)1 << 30) // bytes
#define FIRST_SAMPLES 65536         // first size of the array of decoded samples

// Samples ------------------------------------------------------------------------------------------------------------

bool coir_sound_file_check(const char *path, const CoirSoundFormat *format)
{
    if (format->rate < COIR_SOUND_RATE_MIN || format->rate > COIR_SOUND_RATE_MAX)
        return FAIL("the sound '%s' has %d samples a second; it must be %d to %d", path, format->rate,
                    COIR_SOUND_RATE_MIN, COIR_SOUND_RATE_MAX);
    if (format->length < 1)
        return FAIL("the sound '%s' has no samples", path);
    if (format->length > (int64_t)format->rate * COIR_SOUND_SECONDS_MAX)
        return FAIL("the sound '%s' is longer than %d seconds", path, COIR_SOUND_SECONDS_MAX);
    if (format->length > COIR_SOUND_SAMPLES_MAX)
        return FAIL("the sound '%s' has more than %d samples", path, COIR_SOUND_SAMPLES_MAX);
    return true;
}

float *coir_samples_resize(float *samples, int channels, int64_t count)
{
    uint64_t bytes = (uint64_t)count * (uint64_t)channels * sizeof *samples;
    if (bytes > SIZE_MAX / 2)
        return coir_fail_memory(SIZE_MAX), NULL;
    return coir_realloc(samples, (size_t)bytes);
}

// Reading ------------------------------------------------------------------------------------------------------------

// Doubles the room for samples, at most to the length of the format. Returns false if there is no memory.
static bool grow(float **samples, const CoirSoundFormat *format, int64_t *room)
{
    int64_t wanted = *room == 0 ? FIRST_SAMPLES : 2 * *room;
    wanted = SDL_min(wanted, format->length);
    float *grown = coir_samples_resize(*samples, format->channels, wanted);
    if (!grown)
        return false;
    *samples = grown;
    *room = wanted;
    return true;
}

// Decodes to the end. Returns the number of samples; -1 if there is no memory.
static int64_t decode(CoirDecoder *decoder, const CoirSoundFormat *format, float **samples)
{
    int64_t room = 0, count = 0;
    while (count == room && count < format->length) {
        if (!grow(samples, format, &room))
            return -1;
        count += coir_decoder_read(decoder, *samples + count * format->channels, room - count);
    }
    return count;
}

// Shortens the length and the loop of a sound to the `count` samples that could be decoded. Fails for a `count` of 0.
static bool shorten(const char *path, CoirSoundFormat *format, int64_t count)
{
    if (count == 0)
        return FAIL("the sound '%s' is damaged: nothing of it can be decoded", path);
    coir_log(COIR_LOG_WARNING, "the sound '%s' is damaged: it ends after %lld of %lld samples", path, (long long)count,
             (long long)format->length);
    format->length = count;
    format->loop_end = SDL_min(format->loop_end, count);
    if (format->loop_begin >= format->loop_end) {
        format->loop_begin = 0;
        format->loop_end = count;
    }
    return true;
}

static float *decode_whole(const char *path, CoirDecoder *decoder, CoirSoundFormat *format)
{
    float *samples = NULL;
    int64_t count = decode(decoder, format, &samples);
    if (count < 0 || (count < format->length && !shorten(path, format, count))) {
        coir_free(samples);
        return NULL;
    }
    float *fitted = coir_samples_resize(samples, format->channels, format->length);
    if (!fitted)
        coir_free(samples);
    return fitted;
}

static bool read_vorbis(const char *path, SDL_RWops *stream, bool is_streamed, CoirSoundFormat *format, float **samples)
{
    CoirDecoder *decoder = coir_vorbis_open(path, stream, format);
    if (!decoder)
        return false;
    *samples = is_streamed ? NULL : decode_whole(path, decoder, format);
    coir_decoder_close(decoder);
    return is_streamed || *samples;
}

static bool read_wav(const char *path, const char *advice, CoirSoundFormat *format, float **samples)
{
    size_t size;
    uint8_t *bytes = coir_file_read("sound", path, advice, WAV_LIMIT, &size);
    *samples = bytes ? coir_wav_decode(path, bytes, size, format) : NULL;
    coir_free(bytes);
    return *samples;
}

// Reads the first four bytes of a file, and moves back to the start of the file.
static bool read_kind(const char *path, SDL_RWops *stream, char kind[4])
{
    if (SDL_RWsize(stream) == 0)
        return FAIL("the sound '%s' is an empty file", path);
    size_t count = SDL_RWread(stream, kind, 1, 4);
    if (count > 0 && SDL_RWseek(stream, 0, RW_SEEK_SET) == 0)
        return true;
    return FAIL("the sound '%s' cannot be read: %s", path, SDL_GetError());
}

bool coir_sound_file_read(const char *path, const char *advice, bool is_streamed, CoirSoundFormat *format,
                          float **samples)
{
    char kind[4] = "";
    SDL_RWops *stream = coir_file_open("sound", path, advice);
    if (!stream)
        return false;
    bool is_known = read_kind(path, stream, kind);
    if (is_known && memcmp(kind, "OggS", 4) == 0)
        return read_vorbis(path, stream, is_streamed, format, samples);
    SDL_RWclose(stream);
    if (is_known && memcmp(kind, "RIFF", 4) == 0)
        return read_wav(path, advice, format, samples);
    return is_known && FAIL("the sound '%s' is neither a WAV nor an Ogg Vorbis file", path);
}
