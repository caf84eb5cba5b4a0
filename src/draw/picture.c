// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A file is read whole, checked (picture_check.h), and only then decoded.

#include "draw/picture.h"

#include <limits.h>

#include <SDL.h>
#include <SDL_image.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/file.h"
#include "draw/picture_check.h"

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
    if (!surface) { // without a word where SDL_image was built without the kind
        const char *why = SDL_GetError();
        FAIL("the picture '%s' is damaged: %s", file->path, why[0] ? why : "or this SDL_image does not read its kind");
    }
    SDL_RWclose(stream);
    return surface;
}

// Hands over `surface` in the one form that all textures have.
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
