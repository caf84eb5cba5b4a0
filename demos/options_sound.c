// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Writes all sound of a program to a WAV file: a header of 44 bytes, then pairs of samples of 16 bits.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

#define SECONDS_MAX 10800 // a WAV file has at most 4 GB, which is 3 hours at 96000 pairs a second

static void put(uint8_t *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static bool write_head(FILE *file, uint32_t rate, uint32_t pairs)
{
    uint8_t head[44] = "RIFF....WAVEfmt ....................data";
    put(head + 4, 36 + pairs * 4, 4);
    put(head + 16, 16, 4);       // bytes in the description of the format
    put(head + 20, 1, 2);        // sample format: whole numbers
    put(head + 22, 2, 2);        // channels
    put(head + 24, rate, 4);     // pairs a second
    put(head + 28, rate * 4, 4); // bytes a second
    put(head + 32, 4, 2);        // bytes of a pair
    put(head + 34, 16, 2);       // bits of a sample
    put(head + 40, pairs * 4, 4);
    return fwrite(head, sizeof head, 1, file) == 1;
}

// Writes the next `seconds` of sound, at most 1, and adds the number of pairs to `*pairs`. `samples` has room for one
// second.
static bool write_part(FILE *file, double seconds, float *samples, uint32_t *pairs)
{
    int64_t count = coir_sound_render(seconds, samples);
    for (int64_t i = 0; i < count * 2; i++) {
        uint8_t bytes[2];
        put(bytes, (uint32_t)(int32_t)lrintf(samples[i] * 32767), 2);
        if (fwrite(bytes, sizeof bytes, 1, file) != 1)
            return false;
    }
    *pairs += (uint32_t)(count > 0 ? count : 0);
    return count >= 0;
}

static bool write_all(FILE *file, float *samples)
{
    uint32_t rate = (uint32_t)coir_mixer_rate(), pairs = 0;
    double left = fmin(coir_sound_now(), SECONDS_MAX);
    if (!write_head(file, rate, 0))
        return false;
    for (; left > 0; left -= 1)
        if (!write_part(file, fmin(left, 1), samples, &pairs))
            return false;
    return fseek(file, 0, SEEK_SET) == 0 && write_head(file, rate, pairs);
}

bool options_write_sound(const char *path)
{
    float *samples = malloc(sizeof *samples * 2 * (size_t)coir_mixer_rate());
    FILE *file = samples ? fopen(path, "wb") : NULL;
    bool done = file && write_all(file, samples);
    if (file && fclose(file) != 0)
        done = false;
    if (!done)
        coir_log(COIR_LOG_ERROR, "the sound was not written to %s: %s", path,
                 file ? "writing or mixing failed" : strerror(errno));
    free(samples);
    return done;
}
