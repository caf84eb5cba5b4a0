// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Picture files, good and bad ones, as coir_texture_load takes them.

#include "support/support.h"

#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/error.h"
#include "coir/texture.h"
#include "draw/texture.h"
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

// A JPEG of 20 x 10; false when this SDL_image cannot write one.
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

// Checks that the file is refused with `text` and its path in coir_error(), quickly, and that nothing is kept of it.
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

// Good ones ----------------------------------------------------------------------------------------------------------

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

// Bad ones -----------------------------------------------------------------------------------------------------------

static void a_missing_file_is_refused(void **state)
{
    (void)state;
    assert_refused(folder_path("no_such.png"), "missing");
    assert_null(strstr(coir_error(), "coir_assets_set_folder")); // of no use for an absolute path
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

static void what_is_no_picture_is_refused(void **state)
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

static void a_damaged_png_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    for (size_t i = 0; i < 20; i++)
        file.bytes[file.size / 2 + i] ^= 0x55;
    assert_refused(folder_write("damaged.png", file.bytes, file.size), "damaged");
}

static void lengths_that_lie_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i += 5) {
        Bytes file = png_bytes();
        memset(file.bytes + 33, i, 4); // the length of the second chunk
        assert_refused(folder_write("lie.png", file.bytes, file.size), "damaged");
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
}

static void a_picture_without_pixels_is_refused(void **state)
{
    Bytes file = png_bytes();
    (void)state;
    put_big_endian(file.bytes + 16, 0);
    assert_refused(folder_write("flat.png", file.bytes, file.size), "0 x 10");
}

static void formats_without_a_look_at_the_header_are_checked_after_decoding(void **state)
{
    SDL_Surface *surface = make_surface(COIR_TEXTURE_SIZE_MAX + 1, 1);
    (void)state;
    assert_int_equal(SDL_SaveBMP(surface, folder_path("wide.bmp")), 0);
    SDL_FreeSurface(surface);
    assert_refused(folder_path("wide.bmp"), "16385 x 1");
    assert_refused(folder_write("cut.bmp", "BM and then nothing of use", 26), "damaged");
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(a_png_is_decoded_exactly),
        support_test(other_formats_are_decoded),
        support_test(a_wrong_ending_does_not_matter),
        support_test(the_largest_size_is_taken),
        support_test(a_missing_file_is_refused),
        support_test(an_empty_file_is_refused),
        support_test(a_folder_is_refused),
        support_test(what_is_no_picture_is_refused),
        support_test(a_png_cut_off_anywhere_is_refused),
        support_test(a_damaged_png_is_refused),
        support_test(lengths_that_lie_are_refused),
        support_test(a_picture_that_is_too_large_is_refused_before_it_is_decoded),
        support_test(a_picture_without_pixels_is_refused),
        support_test(formats_without_a_look_at_the_header_are_checked_after_decoding),
        support_test(a_jpeg_cut_off_anywhere_is_refused),
        support_test(a_jpeg_that_is_too_large_is_refused_before_it_is_decoded),
    };
    return cmocka_run_group_tests_name("picture", tests, folder_setup, folder_teardown);
}
