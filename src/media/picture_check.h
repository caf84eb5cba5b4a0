// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks the header of a picture file before the file is decoded.

#ifndef COIR_MEDIA_PICTURE_CHECK_H
#define COIR_MEDIA_PICTURE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A picture file in memory.
typedef struct CoirPictureFile {
    const char *path;
    const uint8_t *bytes;
    size_t size;
} CoirPictureFile;

// The supported kinds. SDL_image reads more kinds, but some of its readers write outside their memory when a file is
// damaged: the GIF reader did.
typedef enum CoirPictureKind {
    COIR_PICTURE_PNG,
    COIR_PICTURE_JPEG,
    COIR_PICTURE_WEBP,
    COIR_PICTURE_BMP,
    COIR_PICTURE_TGA, // recognised by the name of the file only
    COIR_PICTURE_NONE
} CoirPictureKind;

// Returns the kind of a picture: by its first bytes, or for TGA by the name of the file.
CoirPictureKind coir_picture_kind(const CoirPictureFile *file);

// Checks the size in the header, and the length of the file where the length is easy to check. Returns false for a
// bad file; coir_error() says why.
bool coir_picture_check(const CoirPictureFile *file, CoirPictureKind kind);

// Checks the size of a picture. Returns false for a size out of range; coir_error() says why.
bool coir_picture_check_size(const CoirPictureFile *file, int64_t width, int64_t height);

#endif
