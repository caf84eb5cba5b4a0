// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Looks at the header of a picture file before the file is decoded.

#ifndef COIR_DRAW_PICTURE_CHECK_H
#define COIR_DRAW_PICTURE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file that has been read.
typedef struct CoirPictureFile {
    const char *path;
    const uint8_t *bytes;
    size_t size;
} CoirPictureFile;

// The kinds that are read. SDL_image knows more, but some of its readers write where they should not when a file is
// damaged: that of GIF did.
typedef enum CoirPictureKind {
    COIR_PICTURE_PNG,
    COIR_PICTURE_JPEG,
    COIR_PICTURE_WEBP,
    COIR_PICTURE_BMP,
    COIR_PICTURE_TGA, // told by the name only
    COIR_PICTURE_NONE
} CoirPictureKind;

CoirPictureKind coir_picture_kind(const CoirPictureFile *file);

// Checks the size that the header of a file of this kind says, and that the pixels can be there. False: said.
bool coir_picture_check(const CoirPictureFile *file, CoirPictureKind kind);

// Checks the size of a picture. False: said.
bool coir_picture_check_size(const CoirPictureFile *file, int64_t width, int64_t height);

#endif
