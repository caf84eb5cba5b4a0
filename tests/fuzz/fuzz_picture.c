// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as a picture file. Nothing may crash, hang, leak or be undefined. A refused file leaves an error with
// the file's name. A loaded picture has a size that a texture may have.
//
// With clang's libFuzzer: build/tests/fuzz_picture -dict=tests/fuzz/picture.dict NEW_FOLDER tests/fuzz/corpus_picture
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/error.h"
#include "coir/log.h"
#include "coir/texture.h"
#include "fuzz/target.h"
#include "media/picture.h"

// A TGA file is recognised by its name alone. Files of other formats are recognised by their bytes.
static const char *const names[] = {"the file", "the file.tga"};

#define MEMORY_MAX (64 << 20)

// Refuses large blocks. A file of a few bytes may declare a picture of gigabytes, and filling so much memory takes
// long.
static void *allocate(size_t size)
{
    return size <= MEMORY_MAX ? malloc(size ? size : 1) : NULL;
}

static void *allocate_zero(size_t count, size_t size)
{
    return !size || count <= MEMORY_MAX / size ? calloc(count ? count : 1, size ? size : 1) : NULL;
}

static void *reallocate(void *block, size_t size)
{
    return size <= MEMORY_MAX ? realloc(block, size ? size : 1) : NULL;
}

static SDL_Surface *read(const char *name, const uint8_t *data, size_t size)
{
    static bool limited;
    uint8_t *bytes = malloc(size ? size : 1); // exactly this size, so that sanitizers see reads beyond the end
    if (!bytes)
        abort();
    if (!limited)
        SDL_SetMemoryFunctions(allocate, allocate_zero, reallocate, free);
    limited = true;
    if (size > 0)
        memcpy(bytes, data, size);
    coir_error_clear();
    SDL_Surface *picture = coir_picture_decode(name, bytes, size);
    free(bytes);
    return picture;
}

static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\nthe last error: %s\n", what, coir_error());
    abort();
}

// Reads all pixels, so that sanitizers report a block that is too small for the picture.
static void look_at(const SDL_Surface *picture)
{
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            volatile uint32_t pixel = ((const uint32_t *)picture->pixels)[y * picture->pitch / 4 + x];
            (void)pixel;
        }
}

static void check_picture(const SDL_Surface *picture)
{
    check(picture->w >= 1 && picture->h >= 1 && picture->w <= COIR_TEXTURE_SIZE_MAX &&
              picture->h <= COIR_TEXTURE_SIZE_MAX && picture->format->format == SDL_PIXELFORMAT_ARGB8888,
          "a picture that no texture can have");
    look_at(picture);
}

// Reads the file under each name. Returns the number of names under which the file can be read.
static int try(const uint8_t *data, size_t size)
{
    int count = 0;
    for (int i = 0; i < 2; i++) {
        SDL_Surface *picture = read(names[i], data, size);
        if (picture)
            check_picture(picture);
        else
            check(strstr(coir_error(), names[i]), "a file is refused without an error that names the file");
        count += picture != NULL;
        SDL_FreeSurface(picture);
    }
    return count;
}

static bool is_good(const uint8_t *data, size_t size)
{
    return try(data, size) > 0;
}

const FuzzTarget fuzz_target = {is_good, 4000, "", '(', ')', .lines = 0, .forms = 0, .words = 0};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    coir_log_set_level(COIR_LOG_ERROR);
    try(data, size);
    return 0;
}
