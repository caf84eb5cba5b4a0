// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as a WAV file. Nothing may crash, hang, leak or be undefined. A refused file leaves an error with the
// file's name. A loaded file is a sound within the limits, with finite samples.
//
// With clang's libFuzzer: build/tests/fuzz_wav -dict=tests/fuzz/wav.dict NEW_FOLDER tests/fuzz/corpus_wav
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "coir/error.h"
#include "coir/log.h"
#include "fuzz/target.h"
#include "sound/decoder.h"

#define NAME "the file"
#define MEMORY_MAX (64 << 20)

// Aborts for a block of more than MEMORY_MAX bytes. A short file may declare a large size, so the library must limit
// the sizes to the length of the file before SDL allocates memory.
static void *allocate(size_t size)
{
    if (size > MEMORY_MAX)
        abort();
    return malloc(size ? size : 1);
}

static void *allocate_zero(size_t count, size_t size)
{
    if (size && count > MEMORY_MAX / size)
        abort();
    return calloc(count ? count : 1, size ? size : 1);
}

static void *reallocate(void *block, size_t size)
{
    if (size > MEMORY_MAX)
        abort();
    return realloc(block, size ? size : 1);
}

static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\nthe last error: %s\n", what, coir_error());
    abort();
}

static void check_sound(const CoirSoundFormat *format, const float *samples)
{
    check(coir_sound_format_is_good(format), "a sound of an impossible format");
    for (int64_t i = 0; i < format->length * format->channels; i++)
        check(isfinite(samples[i]), "a sample that is not finite");
}

static bool is_good(const uint8_t *data, size_t size)
{
    static bool limited;
    CoirSoundFormat format;
    uint8_t *bytes = malloc(size ? size : 1); // exactly this size, so that sanitizers see reads beyond the end
    if (!bytes)
        abort();
    if (!limited)
        SDL_SetMemoryFunctions(allocate, allocate_zero, reallocate, free);
    limited = true;
    if (size > 0)
        memcpy(bytes, data, size);
    coir_error_clear();
    float *samples = coir_wav_decode(NAME, bytes, size, &format);
    if (samples)
        check_sound(&format, samples);
    else
        check(strstr(coir_error(), NAME), "a file is refused without an error that names the file");
    coir_free(samples);
    free(bytes);
    return samples;
}

const FuzzTarget fuzz_target = {is_good, 4000, "", '(', ')', .lines = 0, .forms = 0, .words = 10};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    coir_log_set_level(COIR_LOG_ERROR);
    is_good(data, size);
    return 0;
}
