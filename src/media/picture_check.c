// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// SDL_image trusts the size in a header: a file of a few bytes may ask for gigabytes, and some sizes overflow
// SDL_image's integers. So the header of each kind of picture is checked here first. Files that are cut off are
// refused, too, where the missing bytes are easy to detect. Without these checks, libpng writes to stderr and accepts
// some cut off files, a cut off JPEG is shown with a grey lower half, and a cut off TGA with random pixels.

#include "media/picture_check.h"

#include <string.h>

#include <SDL.h>

#include "base/fail.h"
#include "coir/texture.h"

static uint32_t big_endian(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

static uint32_t little_endian(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = count - 1; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

bool coir_picture_check_size(const CoirPictureFile *file, int64_t width, int64_t height)
{
    if (width >= 1 && height >= 1 && width <= COIR_TEXTURE_SIZE_MAX && height <= COIR_TEXTURE_SIZE_MAX)
        return true;
    return FAIL("the picture '%s' has a size of %lld x %lld pixels; each side must be 1 to %d", file->path,
                (long long)width, (long long)height, COIR_TEXTURE_SIZE_MAX);
}

static bool fail_cut_off(const CoirPictureFile *file)
{
    return FAIL("the picture '%s' is damaged: it ends too early, after %zu bytes", file->path, file->size);
}

// PNG ----------------------------------------------------------------------------------------------------------------

// A PNG is a signature and chunks. A chunk has a length, a name, data and a checksum. The data of the first chunk,
// IHDR, begins with the width, the height and the bits of a channel. One packed byte unpacks to at most 1032 bytes.
static bool check_png(const CoirPictureFile *file)
{
    if (file->size < 25)
        return fail_cut_off(file);
    if (memcmp(file->bytes + 12, "IHDR", 4) != 0)
        return FAIL("the picture '%s' is damaged: the PNG does not begin with its size", file->path);
    int64_t width = big_endian(file->bytes + 16, 4), height = big_endian(file->bytes + 20, 4);
    if (!coir_picture_check_size(file, width, height))
        return false;
    if (width * height * file->bytes[24] / 8 / 1032 > (int64_t)file->size)
        return fail_cut_off(file);
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

// JPEG ---------------------------------------------------------------------------------------------------------------

// Returns true for the markers of segments that contain the size of the picture.
static bool is_frame_header(uint8_t marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

static bool has_length(uint8_t marker)
{
    return marker != 0x01 && !(marker >= 0xd0 && marker <= 0xd9);
}

// Returns the offset after the next marker, or 0 if there is no marker. A marker is at least one byte 0xff, and then a
// byte other than 0 and 0xff. Bytes before the marker are skipped, as decoders do.
static size_t behind_marker(const CoirPictureFile *file, size_t at)
{
    for (at += 2; at <= file->size; at++)
        if (file->bytes[at - 2] == 0xff && file->bytes[at - 1] != 0 && file->bytes[at - 1] != 0xff)
            return at;
    return 0;
}

// Reads and checks the size in a segment, and sets `least` to the fewest bytes that the pixels need: one bit for each
// block of 8 x 8 pixels, or 0 with arithmetic coding. Returns false if the size is refused; coir_error() says why.
static bool read_frame_header(const CoirPictureFile *file, size_t at, uint8_t marker, int64_t *least)
{
    int64_t height = big_endian(file->bytes + at + 3, 2), width = big_endian(file->bytes + at + 5, 2);
    *least = marker < 0xc8 ? width * height / 64 / 8 : 0;
    return coir_picture_check_size(file, width, height);
}

static bool check_pixels(const CoirPictureFile *file, size_t at, int64_t least)
{
    if (least < 0)
        return FAIL("the picture '%s' is damaged: the JPEG has no size before its pixels", file->path);
    for (size_t i = at; i + 1 < file->size && (int64_t)(file->size - at) >= least; i++)
        if (file->bytes[i] == 0xff && file->bytes[i + 1] == 0xd9)
            return true;
    return fail_cut_off(file);
}

// A JPEG is a list of segments: marker, length, data. From the first "start of scan" (0xda) on, packed pixels follow.
// The marker "end of image" (0xd9) cannot occur inside packed pixels.
static bool check_jpeg(const CoirPictureFile *file)
{
    int64_t least = -1; // fewest bytes of the pixels; below 0: unknown
    for (size_t at = behind_marker(file, 2); at != 0; at = behind_marker(file, at)) {
        uint8_t marker = file->bytes[at - 1];
        if (marker == 0xda)
            return check_pixels(file, at, least);
        if (marker == 0xd9)
            break;
        if (!has_length(marker))
            continue;
        size_t length = file->size - at >= 2 ? big_endian(file->bytes + at, 2) : SIZE_MAX;
        if (length > file->size - at || length < 2)
            break;
        if (is_frame_header(marker) && length >= 7 && !read_frame_header(file, at, marker, &least))
            return false;
        at += length;
    }
    return fail_cut_off(file);
}

// WebP ---------------------------------------------------------------------------------------------------------------

// A WebP is a RIFF file with the first chunk at byte 12. That chunk contains the size and lossy pixels ("VP8 "), the
// size and lossless pixels ("VP8L"), or only the size ("VP8X"), with the pixels in later chunks. A side has 14 bits, or
// 24 bits in "VP8X". "VP8L" and "VP8X" store each side minus 1.
static bool check_webp(const CoirPictureFile *file)
{
    char kind = (char)file->bytes[15];
    if (file->size < (kind == 'L' ? 25 : 30))
        return fail_cut_off(file);
    const uint8_t *data = file->bytes + 20;
    if (kind == ' ')
        return coir_picture_check_size(file, little_endian(data + 6, 2) & 0x3fff, little_endian(data + 8, 2) & 0x3fff);
    if (kind == 'X')
        return coir_picture_check_size(file, little_endian(data + 4, 3) + 1, little_endian(data + 7, 3) + 1);
    uint32_t sizes = little_endian(data + 1, 4);
    return kind == 'L' ? coir_picture_check_size(file, (sizes & 0x3fff) + 1, (sizes >> 14 & 0x3fff) + 1)
                       : FAIL("the picture '%s' is damaged: a WebP of an unknown kind", file->path);
}

// BMP ----------------------------------------------------------------------------------------------------------------

typedef struct BmpHeader {
    int64_t width, height; // height below 0: the file begins with the top row
    uint32_t bits;         // bits of a pixel
    bool packed;           // true for run lengths: the size of the file says nothing about the pixels
} BmpHeader;

// A BMP begins with a header of 14 bytes. The second header begins with its own length: 12 in the header of OS/2 1,
// where a side has 16 bits, and 40 or more in the headers of Windows and OS/2 2.
static bool read_bmp_header(const CoirPictureFile *file, BmpHeader *header)
{
    const uint8_t *bytes = file->bytes;
    uint32_t kind = file->size >= 18 ? little_endian(bytes + 14, 4) : 12;
    if (file->size < (kind == 12 ? 26 : 54))
        return fail_cut_off(file);
    if (kind != 12 && kind < 40)
        return FAIL("the picture '%s' is damaged: the length of its header is %u bytes, as in no kind of BMP",
                    file->path, (unsigned)kind);
    if (kind == 12) {
        *header = (BmpHeader){little_endian(bytes + 18, 2), little_endian(bytes + 20, 2), little_endian(bytes + 24, 2),
                              false};
        return true;
    }
    uint32_t packing = little_endian(bytes + 30, 4);
    *header = (BmpHeader){(int32_t)little_endian(bytes + 18, 4), (int32_t)little_endian(bytes + 22, 4),
                          little_endian(bytes + 28, 2), packing == 1 || packing == 2};
    return true;
}

// The rows begin at the offset that is stored at byte 10. Each row is padded to a multiple of 4 bytes.
static bool check_bmp(const CoirPictureFile *file)
{
    BmpHeader header = {0};
    if (!read_bmp_header(file, &header))
        return false;
    int64_t height = header.height < 0 ? -header.height : header.height;
    if (!coir_picture_check_size(file, header.width, height))
        return false;
    int64_t row = (header.width * header.bits + 7) / 8, stride = (row + 3) / 4 * 4;
    uint64_t end = little_endian(file->bytes + 10, 4) + (uint64_t)(stride * (height - 1) + row);
    return header.packed || end <= file->size || fail_cut_off(file);
}

// TGA ----------------------------------------------------------------------------------------------------------------

static bool is_named_tga(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && SDL_strcasecmp(dot, ".tga") == 0;
}

// Returns true if the packets in the file cover all pixels. A packet is a byte n and pixels: n + 1 pixels if n is
// below 128, otherwise one pixel, which the picture shows n - 127 times.
static bool has_runs(const CoirPictureFile *file, size_t at, int64_t pixels, size_t pixel_size)
{
    while (pixels > 0 && at < file->size) {
        int64_t length = file->bytes[at] % 128 + 1;
        bool repeats = file->bytes[at] >= 128;
        length = length < pixels ? length : pixels; // the last packet may reach beyond the picture
        at += 1 + (repeats ? 1 : (size_t)length) * pixel_size;
        pixels -= length;
    }
    return pixels <= 0 && at <= file->size;
}

// A TGA is a header of 18 bytes, a text, a palette, and the pixels.
static bool check_tga(const CoirPictureFile *file)
{
    const uint8_t *bytes = file->bytes;
    if (file->size < 18)
        return fail_cut_off(file);
    int64_t width = little_endian(bytes + 12, 2), height = little_endian(bytes + 14, 2);
    if (!coir_picture_check_size(file, width, height))
        return false;
    size_t pixel_size = (bytes[16] + 7u) / 8, colours = bytes[1] ? little_endian(bytes + 5, 2) : 0;
    size_t at = 18 + bytes[0] + colours * ((bytes[7] + 7u) / 8);
    bool packed = bytes[2] & 8;
    bool whole = packed ? has_runs(file, at, width * height, pixel_size)
                        : at + (uint64_t)(width * height) * pixel_size <= file->size;
    return whole || fail_cut_off(file);
}

// All ----------------------------------------------------------------------------------------------------------------

static bool begins_with(const CoirPictureFile *file, const char *text, size_t length)
{
    return file->size >= length && memcmp(file->bytes, text, length) == 0;
}

CoirPictureKind coir_picture_kind(const CoirPictureFile *file)
{
    if (begins_with(file, "\x89PNG", 4))
        return COIR_PICTURE_PNG;
    if (begins_with(file, "\xff\xd8\xff", 3))
        return COIR_PICTURE_JPEG;
    if (begins_with(file, "RIFF", 4) && file->size >= 16 && memcmp(file->bytes + 8, "WEBPVP8", 7) == 0)
        return COIR_PICTURE_WEBP;
    if (begins_with(file, "BM", 2))
        return COIR_PICTURE_BMP;
    return is_named_tga(file->path) ? COIR_PICTURE_TGA : COIR_PICTURE_NONE;
}

bool coir_picture_check(const CoirPictureFile *file, CoirPictureKind kind)
{
    switch (kind) {
    case COIR_PICTURE_PNG: return check_png(file);
    case COIR_PICTURE_JPEG: return check_jpeg(file);
    case COIR_PICTURE_WEBP: return check_webp(file);
    case COIR_PICTURE_BMP: return check_bmp(file);
    case COIR_PICTURE_TGA: return check_tga(file);
    case COIR_PICTURE_NONE: break;
    }
    return FAIL("'%s' is no picture of a kind that is read: PNG, JPEG, WebP, BMP, TGA", file->path);
}
