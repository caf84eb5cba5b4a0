// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A file is read whole, looked at, and only then decoded. What SDL_image would do badly is refused before: a PNG whose
// header promises gigabytes, one that is cut off (libpng writes to stderr, and accepts some), a JPEG that is cut off
// (it would be shown with a grey lower half).

#include "draw/picture.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/texture.h"
#include "draw/file.h"

typedef struct File {
    const char *path;
    const uint8_t *bytes;
    size_t size;
} File;

static uint32_t big_endian(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

static bool check_size(const File *file, uint32_t width, uint32_t height)
{
    if (width >= 1 && height >= 1 && width <= COIR_TEXTURE_SIZE_MAX && height <= COIR_TEXTURE_SIZE_MAX)
        return true;
    return FAIL("the picture '%s' has a size of %u x %u pixels; each side must be 1 to %d", file->path, (unsigned)width,
                (unsigned)height, COIR_TEXTURE_SIZE_MAX);
}

static bool fail_cut_off(const File *file)
{
    return FAIL("the picture '%s' is damaged: it ends too early, after %zu bytes", file->path, file->size);
}

// A PNG is a signature and chunks: length, name, data, checksum. The first one, IHDR, begins with width and height.
static bool check_png(const File *file)
{
    if (file->size < 24)
        return fail_cut_off(file);
    if (!check_size(file, big_endian(file->bytes + 16, 4), big_endian(file->bytes + 20, 4)))
        return false;
    for (size_t at = 8; file->size - at >= 12;) {
        size_t length = big_endian(file->bytes + at, 4);
        if (length > file->size - at - 12)
            break;
        if (memcmp(file->bytes + at + 4, "IEND", 4) == 0)
            return true;
        at += 12 + length;
    }
    return fail_cut_off(file);
}

// True for the JPEG segments that begin with the size of the picture.
static bool is_frame_header(uint8_t marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

// A JPEG is segments (0xff, marker, length, data), from the first "start of scan" on packed pixels as well, in which
// the "end of image" cannot occur by chance.
static bool check_jpeg(const File *file)
{
    const uint8_t *bytes = file->bytes;
    size_t at = 2;
    while (file->size - at >= 9 && bytes[at] == 0xff && bytes[at + 1] != 0xda) {
        size_t length = bytes[at + 1] == 0xff ? 0 : 1 + big_endian(bytes + at + 2, 2); // 0xff may be repeated
        if (is_frame_header(bytes[at + 1]) &&
            !check_size(file, big_endian(bytes + at + 7, 2), big_endian(bytes + at + 5, 2)))
            return false;
        if (length + 1 > file->size - at)
            break;
        at += length + 1;
    }
    for (; at + 1 < file->size; at++)
        if (bytes[at] == 0xff && bytes[at + 1] == 0xd9)
            return true;
    return fail_cut_off(file);
}

static bool check(const File *file)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, jpeg[] = {0xff, 0xd8, 0xff};
    if (file->size >= sizeof png && memcmp(file->bytes, png, sizeof png) == 0)
        return check_png(file);
    if (file->size >= sizeof jpeg && memcmp(file->bytes, jpeg, sizeof jpeg) == 0)
        return check_jpeg(file);
    return true;
}

// The kinds that are read. SDL_image knows more, but some of its readers write where they should not when a file is
// damaged: that of GIF did.
static const struct {
    int (*is)(SDL_RWops *stream); // NULL: told by the name only
    SDL_Surface *(*load)(SDL_RWops *stream);
} kinds[] = {{IMG_isPNG, IMG_LoadPNG_RW},
             {IMG_isJPG, IMG_LoadJPG_RW},
             {IMG_isWEBP, IMG_LoadWEBP_RW},
             {IMG_isBMP, IMG_LoadBMP_RW},
             {NULL, IMG_LoadTGA_RW}};

static bool is_named_tga(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && SDL_strcasecmp(dot, ".tga") == 0;
}

static SDL_Surface *decode(const File *file)
{
    const int count = (int)(sizeof kinds / sizeof *kinds);
    SDL_RWops *stream = SDL_RWFromConstMem(file->bytes, (int)file->size);
    if (!stream)
        return FAIL("the picture '%s' cannot be decoded: %s", file->path, SDL_GetError()), NULL;
    int kind = 0;
    while (kind < count && !(kinds[kind].is ? kinds[kind].is(stream) : is_named_tga(file->path)))
        kind++;
    SDL_Surface *surface = kind < count ? kinds[kind].load(stream) : NULL;
    if (kind == count)
        FAIL("'%s' is no picture of a kind that is read: PNG, JPEG, WebP, BMP, TGA", file->path);
    else if (!surface)
        FAIL("the picture '%s' is damaged: %s", file->path, SDL_GetError());
    SDL_RWclose(stream);
    return surface;
}

// Hands over `surface` in the one form that all textures have.
static SDL_Surface *convert(const File *file, SDL_Surface *surface)
{
    SDL_Surface *result = NULL;
    if (check_size(file, (uint32_t)surface->w, (uint32_t)surface->h)) {
        result = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_ARGB8888, 0);
        if (!result)
            FAIL("the picture '%s' cannot be converted: %s", file->path, SDL_GetError());
    }
    SDL_FreeSurface(surface);
    return result;
}

SDL_Surface *coir_picture_decode(const char *path, const uint8_t *bytes, size_t size)
{
    File file = {path, bytes, size};
    SDL_Surface *surface = check(&file) ? decode(&file) : NULL;
    return surface ? convert(&file, surface) : NULL;
}

SDL_Surface *coir_picture_load(const char *path, const char *advice)
{
    size_t size;
    uint8_t *bytes = coir_file_read("picture", path, advice, INT_MAX, &size);
    if (!bytes)
        return NULL;
    SDL_Surface *surface = coir_picture_decode(path, bytes, size);
    coir_free(bytes);
    return surface;
}
