// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A WAV file is a list of chunks, each with its size. SDL allocates memory for the size of a chunk, even if the file
// is smaller. So sizes that reach beyond the end of the file are corrected before SDL decodes the bytes. A file that
// was truncated, or with placeholders such as 0xffffffff for sizes, then becomes a sound of the samples in the file.
//
// Channels and rate are checked here, too: some versions of SDL accept numbers that do not fit into SDL's own fields.

#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "sound/decoder.h"
#include "sound/pcm.h"

#define BLOCK 1024 // numbers that are converted at once

static uint32_t read_number(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Limits the size of a chunk to `following`, the number of bytes that follow the size in the file. The size is stored
// in the four bytes at `bytes`. Returns the corrected size.
static uint32_t limit_size(uint8_t *bytes, size_t following)
{
    uint32_t size = read_number(bytes);
    if (size <= following)
        return size;
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(following >> 8 * i);
    return (uint32_t)following;
}

// Checks a chunk "fmt ": two bytes for the kind of the format, two bytes for the channels, then the rate.
static bool check_format(const char *path, const uint8_t *bytes)
{
    unsigned channels = bytes[2] | (unsigned)bytes[3] << 8;
    uint32_t rate = read_number(bytes + 4);
    if (channels < 1 || channels > COIR_FILE_CHANNELS_MAX)
        return FAIL("the sound '%s' has %u channels; it must be 1 to %d", path, channels, COIR_FILE_CHANNELS_MAX);
    if (rate < COIR_SOUND_RATE_MIN || rate > COIR_SOUND_RATE_MAX)
        return FAIL("the sound '%s' has %lu samples a second; it must be %d to %d", path, (unsigned long)rate,
                    COIR_SOUND_RATE_MIN, COIR_SOUND_RATE_MAX);
    return true;
}

// Corrects the sizes of all chunks. Returns false for a format beyond the limits, and for a file that does not begin
// with "RIFF". SDL also reads files that begin with "WAVE", but looks for their chunks at other offsets than this
// function.
static bool check_chunks(const char *path, uint8_t *bytes, size_t size)
{
    if (size < 12 || memcmp(bytes, "RIFF", 4) != 0)
        return FAIL("the sound '%s' is damaged: it does not begin with the header of a WAV file", path);
    limit_size(bytes + 4, size - 8);
    for (size_t at = 12; size - at >= 8;) {
        size_t length = limit_size(bytes + at + 4, size - at - 8), padded = length + length % 2;
        if (memcmp(bytes + at, "fmt ", 4) == 0 && length >= 8 && !check_format(path, bytes + at + 8))
            return false;
        at += SDL_min(8 + padded, size - at);
    }
    return true;
}

static CoirPcmFormat pcm_format(SDL_AudioFormat format)
{
    return (CoirPcmFormat){.size = SDL_AUDIO_BITSIZE(format) / 8,
                           .is_float = SDL_AUDIO_ISFLOAT(format),
                           .is_signed = SDL_AUDIO_ISSIGNED(format),
                           .is_big_endian = SDL_AUDIO_ISBIGENDIAN(format)};
}

// Converts and mixes all samples, block by block.
static void convert(CoirPcmFormat pcm, const CoirDownmix *mix, const uint8_t *bytes, int64_t count, float *samples)
{
    float block[BLOCK];
    int64_t room = BLOCK / mix->from;
    for (int64_t at = 0; at < count; at += room) {
        int64_t length = SDL_min(room, count - at);
        coir_pcm_convert(pcm, bytes + at * mix->from * pcm.size, (size_t)(length * mix->from), block);
        for (int i = 0; i < mix->from; i++)
            coir_downmix_add(mix, i, block + i, mix->from, length, samples + at * mix->to);
    }
}

// Makes the samples of a sound from the bytes that SDL has decoded.
static float *make_samples(const char *path, const SDL_AudioSpec *spec, const uint8_t *bytes, size_t size,
                           CoirSoundFormat *format)
{
    CoirPcmFormat pcm = pcm_format(spec->format);
    if (spec->channels < 1 || pcm.size < 1)
        return FAIL("the sound '%s' is damaged: SDL finds no channels", path), NULL;
    CoirDownmix mix = coir_downmix(COIR_ORDER_WAV, spec->channels);
    int64_t count = (int64_t)(size / (size_t)(pcm.size * mix.from));
    *format = (CoirSoundFormat){mix.to, spec->freq, count, 0, count};
    if (!coir_sound_file_check(path, format))
        return NULL;
    float *samples = coir_samples_resize(NULL, mix.to, count);
    if (!samples)
        return NULL;
    memset(samples, 0, (size_t)(count * mix.to) * sizeof *samples);
    convert(pcm, &mix, bytes, count, samples);
    return samples;
}

float *coir_wav_decode(const char *path, uint8_t *bytes, size_t size, CoirSoundFormat *format)
{
    SDL_AudioSpec spec = {0};
    Uint8 *decoded = NULL;
    Uint32 decoded_size = 0;
    if (!check_chunks(path, bytes, size))
        return NULL;
    SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)size);
    if (!stream || !SDL_LoadWAV_RW(stream, 1, &spec, &decoded, &decoded_size))
        return FAIL("the sound '%s' is damaged, or of a kind of WAV that SDL does not read: %s", path, SDL_GetError()),
               NULL;
    float *samples = make_samples(path, &spec, decoded, decoded_size, format);
    SDL_FreeWAV(decoded);
    return samples;
}
