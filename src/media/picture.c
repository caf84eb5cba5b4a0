// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A file is read completely, checked (picture_check.h), and then decoded.

#include "media/picture.h"

#include <limits.h>

#include <SDL.h>
#include <SDL_image.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "media/file.h"
#include "media/picture_check.h"

static SDL_Surface *decode(const CoirPictureFile *file, CoirPictureKind kind)
{
    static SDL_Surface *(*const decoders[])(SDL_RWops * stream) = {[COIR_PICTURE_PNG] = IMG_LoadPNG_RW,
                                                                   [COIR_PICTURE_JPEG] = IMG_LoadJPG_RW,
                                                                   [COIR_PICTURE_WEBP] = IMG_LoadWEBP_RW,
                                                                   [COIR_PICTURE_BMP] = IMG_LoadBMP_RW,
                                                                   [COIR_PICTURE_TGA] = IMG_LoadTGA_RW};
    SDL_RWops *stream = SDL_RWFromConstMem(file->bytes, (int)file->size);
    if (!stream)
        return FAIL("the picture '%s' cannot be decoded: %s", file->path, SDL_GetError()), NULL;
    SDL_ClearError();
    SDL_Surface *surface = decoders[kind](stream);
    if (!surface) { // SDL sets no error if SDL_image was built without this kind
        const char *why = SDL_GetError();
        FAIL("the picture '%s' is damaged%s%s", file->path,
             why[0] ? ": " : ", or of a kind that this SDL_image does not read", why);
    }
    SDL_RWclose(stream);
    return surface;
}

// Converts `surface` to ARGB8888, the format of all textures, and frees `surface`.
static SDL_Surface *convert(const CoirPictureFile *file, SDL_Surface *surface)
{
    SDL_Surface *result = NULL;
    if (coir_picture_check_size(file, surface->w, surface->h)) {
        result = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_ARGB8888, 0);
        if (!result)
            FAIL("the picture '%s' cannot be converted: %s", file->path, SDL_GetError());
    }
    SDL_FreeSurface(surface);
    return result;
}

SDL_Surface *coir_picture_decode(const char *path, const uint8_t *bytes, size_t size)
{
    CoirPictureFile file = {path, bytes, size};
    CoirPictureKind kind = coir_picture_kind(&file);
    SDL_Surface *surface = coir_picture_check(&file, kind) ? decode(&file, kind) : NULL;
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

// SDL_image ignores write errors. So SDL_image writes into memory that has room for the whole file, and
// coir_file_write writes the file from this memory. A row of a PNG has one byte more than a row of pixels. Some
// versions of SDL_image write four bytes for each pixel, whatever the format of the surface.
bool coir_picture_save(SDL_Surface *surface, const char *path)
{
    size_t rows = ((size_t)surface->w * 4 + 1) * (size_t)surface->h, room = rows + rows / 64 + 4096;
    uint8_t *bytes = coir_realloc(NULL, room);
    if (!bytes)
        return false;
    SDL_RWops *stream = SDL_RWFromMem(bytes, (int)room);
    bool done = stream && IMG_SavePNG_RW(surface, stream, 0) == 0;
    CoirPictureFile file = {path, bytes, done ? (size_t)SDL_RWtell(stream) : 0};
    if (!done)
        FAIL("the picture '%s' could not be packed: %s", path, SDL_GetError());
    if (stream)
        SDL_RWclose(stream);
    done = done && coir_picture_check(&file, COIR_PICTURE_PNG) && coir_file_write("picture", path, bytes, file.size);
    coir_free(bytes);
    return done;
}
