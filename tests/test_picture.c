// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Picture files that coir_texture_load reads: good files and bad files.

#include "support/support.h"

#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/error.h"
#include "coir/texture.h"
#include "media/picture.h"
#include "media/texture.h"
#include "support/folder.h"

#define FILE_ROOM 20000

typedef struct Bytes {
    uint8_t bytes[FILE_ROOM];
    size_t size;
} Bytes;

static SDL_Surface *make_surface(int width, int height)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_non_null(surface);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            ((Uint32 *)surface->pixels)[y * surface->pitch / 4 + x] = 0xff000000u | (Uint32)(x * 7919 + y * 104729);
    return surface;
}

static const char *save_png(const char *name, int width, int height)
{
    SDL_Surface *surface = make_surface(width, height);
    assert_int_equal(IMG_SavePNG(surface, folder_path(name)), 0);
    SDL_FreeSurface(surface);
    return folder_path(name);
}

static Bytes png_bytes(void)
{
    Bytes file;
    save_png("whole.png", 20, 10);
    file.size = folder_read("whole.png", file.bytes, sizeof file.bytes);
    assert_in_range(file.size, 100, FILE_ROOM - 1);
    return file;
}

// Writes a JPEG of 20 x 10 pixels. Returns false if this SDL_image cannot write a JPEG.
static bool jpeg_bytes(Bytes *file)
{
    SDL_Surface *surface = make_surface(20, 10);
    int status = IMG_SaveJPG(surface, folder_path("whole.jpg"), 90);
    SDL_FreeSurface(surface);
    if (status != 0)
        return false;
    file->size = folder_read("whole.jpg", file->bytes, sizeof file->bytes);
    return file->size < FILE_ROOM;
}

// Checks that the file is quickly refused, with `text` and the path in coir_error(), and that no memory is kept.
static void assert_refused(const char *path, const char *text)
{
    size_t blocks = support_blocks();
    Uint64 start = SDL_GetTicks64();
    coir_error_clear();
    assert_null(coir_texture_load(path));
    assert_in_range(SDL_GetTicks64() - start, 0, 500);
    if (!strstr(coir_error(), text) || !strstr(coir_error(), path))
        fail_msg("expected \"%s\" and the path %s in: %s", text, path, coir_error());
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    assert_int_equal(support_blocks(), blocks);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void assert_loads(const char *path, int width, int height)
{
    CoirTexture *texture = coir_texture_load(path);
    if (!texture)
        fail_msg("%s", coir_error());
    assert_int_equal(coir_texture_width(texture), width);
    assert_int_equal(coir_texture_height(texture), height);
    assert_int_equal(coir_textures_purge(), 1);
    coir_textures_sweep();
}

// Good files ---------------------------------------------------------------------------------------------------------

static void a_png_is_decoded_exactly(void **state)
{
    CoirTexture *texture = coir_texture_load(save_png("exact.png", 20, 10));
    SDL_Surface *surface = make_surface(20, 10);
    (void)state;
    assert_non_null(texture);
    assert_int_equal(texture->surface->format->format, SDL_PIXELFORMAT_ARGB8888);
    for (int y = 0; y < 10; y++)
        assert_memory_equal((Uint8 *)texture->surface->pixels + y * texture->surface->pitch,
                            (Uint8 *)surface->pixels + y * surface->pitch, 20 * 4);
    SDL_FreeSurface(surface);
    coir_textures_purge();
    coir_textures_sweep();
}

static void other_formats_are_decoded(void **state)
{
    SDL_Surface *surface = make_surface(20, 10);
    Bytes jpeg;
    (void)state;
    assert_int_equal(SDL_SaveBMP(surface, folder_path("good.bmp")), 0);
    SDL_FreeSurface(surface);
    assert_loads(folder_path("good.bmp"), 20, 10);
    if (jpeg_bytes(&jpeg))
        assert_loads(folder_path("whole.jpg"), 20, 10);
}

static void a_wrong_ending_does_not_matter(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    assert_loads(folder_write("really_png.jpg", file.bytes, file.size), 20, 10);
    assert_loads(folder_write("really_png", file.bytes, file.size), 20, 10);
}

static void the_largest_size_is_taken(void **state)
{
    (void)state;
    assert_loads(save_png("wide.png", COIR_TEXTURE_SIZE_MAX, 1), COIR_TEXTURE_SIZE_MAX, 1);
    assert_loads(save_png("high.png", 1, COIR_TEXTURE_SIZE_MAX), 1, COIR_TEXTURE_SIZE_MAX);
}

// Bad files ----------------------------------------------------------------------------------------------------------

static void a_missing_file_is_refused(void **state)
{
    (void)state;
    assert_refused(folder_path("no_such.png"), "missing");
    assert_null(strstr(coir_error(), "coir_assets_set_folder")); // no advice on the folder for an absolute path
    assert_refused(folder_path("no_such_folder/no_such.png"), "missing");
    assert_refused("coir_no_such.png", "coir_assets_set_folder");
    assert_true(coir_assets_set_folder(folder.path));
    assert_null(coir_texture_load("no_such.png"));
    assert_non_null(strstr(coir_error(), folder_path("no_such.png")));
    assert_non_null(strstr(coir_error(), "coir_assets_set_folder"));
    assert_true(coir_assets_set_folder(NULL));
}

static void an_empty_file_is_refused(void **state)
{
    (void)state;
    assert_refused(folder_write("empty.png", "", 0), "empty");
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    assert_refused(folder.path, "folder");
}

static void files_that_are_no_pictures_are_refused(void **state)
{
    static const char text[] = "Dear reader, this is a letter and not a picture.\n";
    (void)state;
    assert_refused(folder_write("text.png", text, sizeof text), "is no picture");
    assert_refused(folder_write("byte.png", "\x89", 1), "is no picture");
    assert_refused(folder_write("zeros.png", (char[1000]){0}, 1000), "is no picture");
    static const char gif[] = "GIF89a\2\0\2\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\2\0\2\0\0\2\3D\2\5\0;";
    assert_refused(folder_write("whole.gif", gif, sizeof gif - 1), "PNG, JPEG, WebP, BMP, TGA");
}

static void a_png_cut_off_anywhere_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    for (size_t size = 8; size < file.size; size += size < 60 || size + 60 > file.size ? 1 : 13)
        assert_refused(folder_write("cut.png", file.bytes, size), "ends too early");
    assert_refused(folder_write("cut.png", file.bytes, 4), "damaged");
}

// Returns true if this SDL_image can decode the file.
static bool image_decodes(const char *path)
{
    SDL_Surface *surface = IMG_Load(path);
    SDL_FreeSurface(surface);
    return surface != NULL;
}

static void a_damaged_png_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    file.bytes[file.size - 13] ^= 0x55;
    if (image_decodes(folder_write("sum.png", file.bytes, file.size)))
        skip(); // an SDL_image with stb_image ignores the checksums of a PNG
    for (size_t i = 0; i < 20; i++)
        file.bytes[file.size / 2 + i] ^= 0x55;
    assert_refused(folder_write("damaged.png", file.bytes, file.size), "damaged");
}

static void a_png_with_a_wrong_chunk_length_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i += 5) {
        Bytes file = png_bytes();
        memset(file.bytes + 33, i, 4); // the length of the second chunk
        assert_refused(folder_write("wrong_length.png", file.bytes, file.size), "damaged");
    }
}

static void put_big_endian(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void a_picture_that_is_too_large_is_refused_before_it_is_decoded(void **state)
{
    static const uint32_t sizes[][2] = {{30000, 30000},
                                        {COIR_TEXTURE_SIZE_MAX + 1, 1},
                                        {1, COIR_TEXTURE_SIZE_MAX + 1},
                                        {0xffffffffu, 0xffffffffu},
                                        {0x80000000u, 2}};
    (void)state;
    for (int i = 0; i < 5; i++) {
        Bytes file = png_bytes();
        char text[40];
        put_big_endian(file.bytes + 16, sizes[i][0]);
        put_big_endian(file.bytes + 20, sizes[i][1]);
        snprintf(text, sizeof text, "%u x %u", (unsigned)sizes[i][0], (unsigned)sizes[i][1]);
        assert_refused(folder_write("huge.png", file.bytes, file.size), text);
    }
    assert_refused(save_png("wide.png", COIR_TEXTURE_SIZE_MAX + 1, 1), "16385 x 1");
    Bytes file = png_bytes();
    put_big_endian(file.bytes + 16, COIR_TEXTURE_SIZE_MAX);
    put_big_endian(file.bytes + 20, COIR_TEXTURE_SIZE_MAX);
    assert_refused(folder_write("huge.png", file.bytes, file.size), "ends too early");
}

static void a_picture_without_pixels_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    put_big_endian(file.bytes + 16, 0);
    assert_refused(folder_write("flat.png", file.bytes, file.size), "0 x 10");
}

static void put_little_endian(uint8_t *bytes, uint32_t value, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

// Writes a TGA of `size` bytes. Type 2 has rows of BGRA pixels; type 10 has packets (run lengths) of BGRA pixels.
static const char *write_tga(int type, int width, int height, size_t size)
{
    uint8_t bytes[200] = {0};
    assert_true(size <= sizeof bytes);
    bytes[2] = (uint8_t)type;
    put_little_endian(bytes + 12, (uint32_t)width, 2);
    put_little_endian(bytes + 14, (uint32_t)height, 2);
    bytes[16] = 32;
    return folder_write("some.tga", bytes, size);
}

static void a_tga_that_is_too_large_is_refused_before_it_is_decoded(void **state)
{
    (void)state;
    for (int type = 2; type <= 10; type += 8) {
        assert_refused(write_tga(type, 65535, 65535, 82), "65535 x 65535 pixels; each side must be 1 to 16384");
        assert_refused(write_tga(type, 16385, 1, 82), "16385 x 1");
        assert_refused(write_tga(type, 0, 1, 82), "0 x 1");
    }
}

static void a_tga_whose_last_run_is_longer_than_the_picture_is_read(void **state)
{
    uint8_t bytes[18 + 1 + 16 * 4] = {[2] = 10, [12] = 4, [14] = 4, [16] = 32, [18] = 31}; // a packet of 32 pixels
    (void)state;
    assert_loads(folder_write("some.tga", bytes, sizeof bytes), 4, 4);
    assert_refused(folder_write("some.tga", bytes, sizeof bytes - 1), "ends too early");
}

static void a_tga_with_too_few_bytes_for_its_size_is_refused(void **state)
{
    (void)state;
    for (int type = 2; type <= 10; type += 8) {
        assert_refused(write_tga(type, 16384, 16384, 82), "ends too early");
        assert_refused(write_tga(type, 2, 1, 17), "ends too early");
    }
    assert_refused(write_tga(2, 4, 4, 18 + 63), "ends too early");
    assert_loads(write_tga(2, 4, 4, 18 + 64), 4, 4);
    assert_refused(write_tga(10, 4, 4, 18 + 16 * 5 - 1), "ends too early"); // 16 packets of one pixel
    assert_loads(write_tga(10, 4, 4, 18 + 16 * 5), 4, 4);
}

// Writes a BMP of `size` bytes with 24 bits per pixel. A header of 12 or 64 bytes is from OS/2, a header of 40 or 124
// bytes from Windows.
static const char *write_bmp(uint32_t header, int32_t width, int32_t height, uint32_t packing, size_t size)
{
    uint8_t bytes[200] = {'B', 'M'};
    assert_true(size <= sizeof bytes);
    put_little_endian(bytes + 10, 14 + header, 4);
    put_little_endian(bytes + 14, header, 4);
    put_little_endian(bytes + 18, (uint32_t)width, header == 12 ? 2 : 4);
    put_little_endian(bytes + (header == 12 ? 20 : 22), (uint32_t)height, header == 12 ? 2 : 4);
    bytes[header == 12 ? 22 : 26] = 1;
    bytes[header == 12 ? 24 : 28] = 24;
    if (header != 12)
        put_little_endian(bytes + 30, packing, 4);
    return folder_write("some.bmp", bytes, size);
}

static void a_bmp_that_is_too_large_is_refused_before_it_is_decoded(void **state)
{
    (void)state;
    for (uint32_t packing = 0; packing <= 3; packing++) {
        assert_refused(write_bmp(40, 1, 2147483647, packing, 80), "1 x 2147483647");
        assert_refused(write_bmp(40, 1, -2147483647 - 1, packing, 80), "1 x 2147483648");
        assert_refused(write_bmp(40, 16385, -1, packing, 80), "16385 x 1");
        assert_refused(write_bmp(124, 1, 100000, packing, 150), "1 x 100000");
        assert_refused(write_bmp(64, 100000, 1, packing, 80), "100000 x 1");
        assert_refused(write_bmp(40, -1, 1, packing, 80), "-1 x 1");
    }
    assert_refused(write_bmp(12, 65535, 65535, 0, 80), "65535 x 65535");
    assert_refused(write_bmp(16, 1, 1, 0, 80), "damaged");
}

static void a_bmp_with_too_few_bytes_for_its_size_is_refused(void **state)
{
    (void)state;
    assert_refused(write_bmp(40, 16384, 16384, 0, 80), "ends too early");
    assert_refused(write_bmp(40, 16384, -16384, 0, 80), "ends too early");
    assert_refused(write_bmp(12, 16384, 16384, 0, 80), "ends too early");
    assert_refused(write_bmp(40, 4, 4, 0, 54 + 47), "ends too early");
    assert_loads(write_bmp(40, 4, 4, 0, 54 + 48), 4, 4);
    assert_loads(write_bmp(40, 4, -4, 0, 54 + 48), 4, 4);
    assert_loads(write_bmp(12, 4, 4, 0, 26 + 48), 4, 4);
    for (size_t size = 2; size < 54; size += 4)
        assert_refused(write_bmp(40, 4, 4, 0, size), "ends too early");
    assert_refused(folder_write("cut.bmp", "BM and then nothing of use", 26), "damaged");
}

static void the_widest_bmp_is_taken(void **state)
{
    (void)state;
    for (int width = COIR_TEXTURE_SIZE_MAX; width <= COIR_TEXTURE_SIZE_MAX + 1; width++) {
        SDL_Surface *surface = make_surface(width, 1);
        assert_int_equal(SDL_SaveBMP(surface, folder_path("wide.bmp")), 0);
        SDL_FreeSurface(surface);
        if (width == COIR_TEXTURE_SIZE_MAX)
            assert_loads(folder_path("wide.bmp"), width, 1);
        else
            assert_refused(folder_path("wide.bmp"), "16385 x 1");
    }
}

// Writes the first 30 bytes of a WebP. `kind` is the last letter in the name of the first chunk, and `sizes` are the
// bytes for width and height.
static const char *write_webp(char kind, const char *sizes)
{
    uint8_t bytes[30] = "RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\x2f";
    bytes[15] = (uint8_t)kind;
    memcpy(bytes + (kind == 'L' ? 21 : kind == 'X' ? 24 : 26), sizes, kind == 'X' ? 6 : 4);
    return folder_write("some.webp", bytes, sizeof bytes);
}

static void a_webp_that_is_too_large_is_refused_before_it_is_decoded(void **state)
{
    (void)state;
    assert_refused(write_webp('X', "\xff\xff\xff\xff\xff\xff"), "16777216 x 16777216");
    assert_refused(write_webp('X', "\x00\x40\x00\x00\x00\x00"), "16385 x 1");
    assert_refused(write_webp('X', "\x00\x00\x00\x00\x40\x00"), "1 x 16385");
    assert_refused(write_webp(' ', "\x00\xc0\x05\x00"), "0 x 5");
    assert_refused(write_webp('?', "\x00\x00\x00\x00"), "damaged");
    assert_refused(write_webp('L', "\x63\xc0\x18\x00"), "damaged"); // 100 x 100, but without pixels
    assert_refused(folder_write("cut.webp", "RIFF\x1e\0\0\0WEBPVP8 ", 16), "ends too early");
}

static void each_kind_of_webp_is_taken(void **state)
{
    static const char *const names[] = {"lossy", "lossless", "lossy_alpha", "extended"};
    (void)state;
    if (!(IMG_Init(IMG_INIT_WEBP) & IMG_INIT_WEBP))
        skip();
    for (int i = 0; i < 4; i++) {
        char path[600];
        snprintf(path, sizeof path, COIR_TESTS "/fuzz/corpus_picture/good_%s.webp", names[i]);
        assert_loads(path, 20, 10);
    }
}

static void a_jpeg_cut_off_anywhere_is_refused(void **state)
{
    Bytes file;
    (void)state;
    if (!jpeg_bytes(&file))
        skip();
    for (size_t size = 3; size < file.size; size += 7)
        assert_refused(folder_write("cut.jpg", file.bytes, size), "ends too early");
    assert_refused(folder_write("cut.jpg", file.bytes, file.size - 1), "ends too early");
}

static void a_jpeg_that_is_too_large_is_refused_before_it_is_decoded(void **state)
{
    Bytes file;
    (void)state;
    if (!jpeg_bytes(&file))
        skip();
    size_t at = 2;
    while (file.bytes[at + 1] != 0xc0 && file.bytes[at + 1] != 0xc2)
        at += 2u + (size_t)(file.bytes[at + 2] << 8 | file.bytes[at + 3]);
    memcpy(file.bytes + at + 5, "\x75\x30\x75\x30", 4); // height and width: 30000
    assert_refused(folder_write("huge.jpg", file.bytes, file.size), "30000 x 30000");
    memcpy(file.bytes + at + 5, "\x40\x00\x40\x00", 4); // 16384: a decoder would fill the missing part with grey
    assert_refused(folder_write("huge.jpg", file.bytes, file.size), "ends too early");
}

// Decoders skip bytes between two segments, so that the size may come later in the file.
static void a_jpeg_with_bytes_before_its_size_is_refused_before_it_is_decoded(void **state)
{
    Bytes file;
    (void)state;
    if (!jpeg_bytes(&file))
        skip();
    size_t at = 2;
    while (file.bytes[at + 1] != 0xc0 && file.bytes[at + 1] != 0xc2)
        at += 2u + (size_t)(file.bytes[at + 2] << 8 | file.bytes[at + 3]);
    memmove(file.bytes + at + 7, file.bytes + at, file.size - at);
    // "junk" and 0xff 0 are no marker; the last 0xff is the first of two before a marker.
    memcpy(file.bytes + at, "junk\xff\0\xff", 7);
    file.size += 7;
    if (!image_decodes(folder_write("junk.jpg", file.bytes, file.size)))
        skip(); // an SDL_image with stb_image refuses the file
    assert_loads(folder_path("junk.jpg"), 20, 10);
    memcpy(file.bytes + at + 7 + 5, "\xff\xff\xff\xff", 4);
    assert_refused(folder_write("huge.jpg", file.bytes, file.size), "65535 x 65535");
}

static void a_jpeg_without_a_size_is_refused(void **state)
{
    static const uint8_t bytes[] = {0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9};
    (void)state;
    assert_refused(folder_write("unsized.jpg", bytes, sizeof bytes), "damaged");
    assert_refused(folder_write("ended.jpg", "\xff\xd8\xff\xd9", 4), "damaged");
}

static void a_png_that_begins_otherwise_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    file.bytes[12] = 'X';
    assert_refused(folder_write("other.png", file.bytes, file.size), "damaged");
}

// Noise cannot be compressed: the file of a narrow picture is larger than its pixels.
static void a_narrow_picture_of_noise_is_saved(void **state)
{
    (void)state;
    for (int width = 1; width < 10; width += 4) {
        SDL_Surface *surface = make_surface(width, COIR_TEXTURE_SIZE_MAX);
        Uint32 noise = 1, *pixels = surface->pixels;
        for (int i = 0; i < surface->pitch / 4 * surface->h; i++) {
            noise = noise * 1664525 + 1013904223;
            pixels[i] = (noise >> 16 & 0xffff) * 0x9e3779b1u;
        }
        assert_true(coir_picture_save(surface, folder_path("noise.png")));
        SDL_FreeSurface(surface);
        assert_loads(folder_path("noise.png"), width, COIR_TEXTURE_SIZE_MAX);
    }
}

TEST_FILE(picture)
{
    const struct CMUnitTest tests[] = {
        support_test(a_png_is_decoded_exactly),
        support_test(other_formats_are_decoded),
        support_test(a_wrong_ending_does_not_matter),
        support_test(the_largest_size_is_taken),
        support_test(a_missing_file_is_refused),
        support_test(an_empty_file_is_refused),
        support_test(a_folder_is_refused),
        support_test(files_that_are_no_pictures_are_refused),
        support_test(a_png_cut_off_anywhere_is_refused),
        support_test(a_damaged_png_is_refused),
        support_test(a_png_with_a_wrong_chunk_length_is_refused),
        support_test(a_picture_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(a_picture_without_pixels_is_refused),
        support_test(a_tga_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(a_tga_whose_last_run_is_longer_than_the_picture_is_read),
        support_test(a_tga_with_too_few_bytes_for_its_size_is_refused),
        support_test(a_bmp_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(a_bmp_with_too_few_bytes_for_its_size_is_refused),
        support_test(the_widest_bmp_is_taken),
        support_test(a_webp_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(each_kind_of_webp_is_taken),
        support_test(a_jpeg_cut_off_anywhere_is_refused),
        support_test(a_jpeg_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(a_jpeg_with_bytes_before_its_size_is_refused_before_it_is_decoded),
        support_test(a_jpeg_without_a_size_is_refused),
        support_test(a_png_that_begins_otherwise_is_refused),
        support_test(a_narrow_picture_of_noise_is_saved),
    };
    return cmocka_run_group_tests_name("picture", tests, folder_setup, folder_teardown);
}
