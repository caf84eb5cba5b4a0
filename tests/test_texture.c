// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Textures: the cache, owners and users. test_picture.c tests the reading of files.

#include "support/support.h"

#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/error.h"
#include "media/texture.h"
#include "support/folder.h"

static const uint8_t four_pixels[16] = {255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 1, 2, 3, 4};

static const char *save(const char *name, int width, int height)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_non_null(surface);
    assert_int_equal(IMG_SavePNG(surface, folder_path(name)), 0);
    SDL_FreeSurface(surface);
    return folder_path(name);
}

static CoirTexture *load(const char *path)
{
    CoirTexture *texture = coir_texture_load(path);
    if (!texture)
        fail_msg("%s", coir_error());
    return texture;
}

static void purge_all(int expected)
{
    assert_int_equal(coir_textures_purge(), expected);
    coir_textures_sweep();
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
}

// The cache ----------------------------------------------------------------------------------------------------------

static void a_path_is_loaded_once(void **state)
{
    const char *a = save("a.png", 3, 2), *b = save("b.png", 5, 4);
    (void)state;
    CoirTexture *first = load(a);
    assert_ptr_equal(load(a), first);
    assert_ptr_not_equal(load(b), first);
    assert_int_equal(coir_textures_each(NULL, NULL), 2);
    assert_true(system_remove(b)); // the file is not read again
    assert_int_equal(coir_texture_width(load(b)), 5);
    assert_int_equal(coir_texture_height(load(b)), 4);
    assert_string_equal(coir_texture_path(first), a);
    purge_all(2);
}

static void relative_paths_start_in_the_assets_folder(void **state)
{
    char with_slash[600];
    const char *a = save("a.png", 3, 2);
    (void)state;
    snprintf(with_slash, sizeof with_slash, "%s/", folder.path);
    assert_true(coir_assets_set_folder(folder.path));
    CoirTexture *texture = load("a.png");
    assert_string_equal(coir_texture_path(texture), a);
    assert_ptr_equal(load(a), texture);
    assert_true(coir_assets_set_folder(with_slash));
    assert_ptr_equal(load("a.png"), texture);
    assert_true(coir_assets_set_folder(""));
    assert_null(coir_texture_load("a.png"));
    assert_true(coir_assets_set_folder("/coir_no_such_folder"));
    assert_null(coir_texture_load("a.png"));
    assert_ptr_equal(load(a), texture);
    assert_true(coir_assets_set_folder(NULL));
    assert_null(coir_texture_load("a.png"));
    purge_all(1);
}

static void a_null_path_is_a_mistake(void **state)
{
    (void)state;
    assert_null(coir_texture_load(NULL));
    assert_mistake("path is NULL");
    assert_null(coir_texture_load(""));
    assert_mistake("path is empty");
}

static void purging_keeps_retained_textures(void **state)
{
    CoirTexture *a = load(save("a.png", 3, 2)), *b = load(save("b.png", 5, 4));
    (void)state;
    coir_texture_retain(a);
    coir_texture_retain(a);
    assert_int_equal(coir_textures_purge(), 1);
    coir_textures_sweep();
    assert_ptr_equal(load(folder_path("a.png")), a);
    coir_texture_release(a);
    assert_int_equal(coir_textures_purge(), 0);
    coir_texture_release(a);
    coir_textures_sweep(); // the cache keeps the texture
    assert_ptr_equal(load(folder_path("a.png")), a);
    (void)b;
    purge_all(1);
}

static void a_purged_texture_lives_until_the_sweep_or_longer_if_retained(void **state)
{
    CoirTexture *texture = load(save("a.png", 3, 2));
    (void)state;
    assert_int_equal(coir_textures_purge(), 1);
    assert_int_equal(coir_texture_width(texture), 3);
    CoirTexture *again = load(folder_path("a.png"));
    assert_ptr_not_equal(again, texture);
    coir_texture_retain(texture); // a user before the sweep keeps the texture
    coir_textures_sweep();
    assert_int_equal(coir_texture_width(texture), 3);
    coir_texture_release(texture);
    purge_all(1);
}

typedef struct Seen {
    CoirTextureInfo infos[4];
    int count;
} Seen;

static void see(const CoirTextureInfo *info, void *user)
{
    Seen *seen = user;
    assert_in_range(seen->count, 0, 3);
    seen->infos[seen->count++] = *info;
}

static void the_cache_is_listed_in_order_of_loading(void **state)
{
    static const char *const names[] = {"c.png", "a.png", "b.png"};
    Seen seen = {.count = 0};
    (void)state;
    for (int i = 0; i < 3; i++)
        load(save(names[i], 10 + i, 20 + i));
    coir_texture_retain(load(folder_path("a.png")));
    coir_texture_retain(load(folder_path("a.png")));
    assert_int_equal(coir_textures_each(see, &seen), 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(seen.infos[i].path, folder_path(names[i]));
        assert_int_equal(seen.infos[i].width, 10 + i);
        assert_int_equal(seen.infos[i].height, 20 + i);
        assert_int_equal(seen.infos[i].bytes, 4 * (10 + i) * (20 + i));
        assert_int_equal(seen.infos[i].users, i == 1 ? 2 : 0);
    }
    coir_texture_release(load(folder_path("a.png")));
    coir_texture_release(load(folder_path("a.png")));
    purge_all(3);
}

static void load_and_purge(const CoirTextureInfo *info, void *user)
{
    (void)user;
    assert_null(coir_texture_load(info->path));
    assert_mistake("inside coir_textures_each");
    assert_int_equal(coir_textures_purge(), 0);
    assert_mistake("inside coir_textures_each");
    assert_int_equal(coir_textures_each(NULL, NULL), 1);
    assert_int_equal(coir_textures_purge(), 0);
    assert_mistake("inside coir_textures_each");
}

static void the_cache_cannot_be_changed_while_listed(void **state)
{
    (void)state;
    load(save("a.png", 3, 2));
    assert_int_equal(coir_textures_each(load_and_purge, NULL), 1);
    purge_all(1);
}

// From pixels --------------------------------------------------------------------------------------------------------

static void pixels_are_copied_as_red_green_blue_alpha(void **state)
{
    static const Uint32 expected[4] = {0xffff0000u, 0x8000ff00u, 0x000000ffu, 0x04010203u};
    uint8_t pixels[16];
    (void)state;
    memcpy(pixels, four_pixels, sizeof pixels);
    CoirTexture *texture = coir_texture_from_pixels(2, 2, pixels);
    assert_non_null(texture);
    memset(pixels, 0, sizeof pixels);
    assert_int_equal(coir_texture_width(texture), 2);
    assert_int_equal(coir_texture_height(texture), 2);
    assert_null(coir_texture_path(texture));
    for (int y = 0; y < 2; y++)
        assert_memory_equal((Uint8 *)texture->surface->pixels + y * texture->surface->pitch, expected + 2 * y, 8);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    coir_texture_destroy(texture);
    coir_textures_sweep();
}

static void a_bad_size_or_no_pixels_are_mistakes(void **state)
{
    static const int sizes[][2] = {{0, 2},
                                   {2, 0},
                                   {-1, 2},
                                   {2, -5},
                                   {COIR_TEXTURE_SIZE_MAX + 1, 1},
                                   {1, COIR_TEXTURE_SIZE_MAX + 1},
                                   {2147483647, 2147483647}};
    (void)state;
    for (int i = 0; i < 7; i++) {
        assert_null(coir_texture_from_pixels(sizes[i][0], sizes[i][1], four_pixels));
        assert_mistake("each side must be 1 to 16384");
    }
    assert_null(coir_texture_from_pixels(2, 2, NULL));
    assert_mistake("pixels are NULL");
}

static void destroying_twice_is_a_mistake(void **state)
{
    CoirTexture *texture = coir_texture_from_pixels(2, 2, four_pixels);
    (void)state;
    load(save("a.png", 3, 2));
    coir_texture_destroy(texture);
    coir_texture_destroy(texture);
    assert_mistake("destroyed already");
    coir_textures_sweep();
    coir_texture_destroy(texture); // freed already: recognised by the address alone
    assert_mistake("destroyed already");
    coir_texture_destroy(NULL);
    assert_string_equal(coir_error(), "");
    purge_all(1);
}

static void destroying_a_texture_of_the_cache_is_a_mistake(void **state)
{
    CoirTexture *texture = load(save("a.png", 3, 2));
    (void)state;
    load(save("b.png", 3, 2));
    coir_texture_destroy(texture);
    assert_mistake("belongs to the cache");
    coir_textures_sweep();
    assert_ptr_equal(load(folder_path("a.png")), texture);
    purge_all(2);
}

static void a_destroyed_texture_lives_on_while_it_is_retained(void **state)
{
    CoirTexture *texture = coir_texture_from_pixels(2, 2, four_pixels);
    (void)state;
    coir_texture_retain(texture);
    coir_texture_destroy(texture);
    coir_textures_sweep();
    assert_int_equal(coir_texture_width(texture), 2);
    coir_texture_release(texture);
    assert_int_equal(coir_texture_width(texture), 2);
    coir_texture_retain(texture);
    coir_texture_release(texture);
    coir_textures_sweep();
}

static void a_texture_from_pixels_lives_until_its_maker_destroys_it(void **state)
{
    CoirTexture *texture = coir_texture_from_pixels(2, 2, four_pixels);
    (void)state;
    coir_texture_retain(texture);
    coir_texture_release(texture);
    assert_int_equal(coir_textures_purge(), 0);
    coir_textures_sweep();
    assert_int_equal(coir_texture_width(texture), 2);
    coir_texture_destroy(texture);
    coir_textures_sweep();
}

static void releasing_too_often_is_a_mistake(void **state)
{
    CoirTexture *texture = coir_texture_from_pixels(2, 2, four_pixels);
    (void)state;
    coir_texture_retain(texture);
    coir_texture_release(texture);
    coir_texture_release(texture);
    assert_mistake("more often");
    coir_texture_destroy(texture);
    coir_textures_sweep();
}

static void null_is_nothing(void **state)
{
    (void)state;
    assert_int_equal(coir_texture_width(NULL), 0);
    assert_int_equal(coir_texture_height(NULL), 0);
    assert_null(coir_texture_path(NULL));
    coir_texture_retain(NULL);
    coir_texture_release(NULL);
    coir_textures_sweep();
    assert_string_equal(coir_error(), "");
}

// Memory -------------------------------------------------------------------------------------------------------------

static void the_pixels_of_all_textures_are_counted_until_they_are_freed(void **state)
{
    int64_t before = coir_textures_bytes();
    CoirTexture *loaded = load(save("a.png", 30, 20)), *pixels = coir_texture_from_pixels(2, 2, four_pixels);
    (void)state;
    assert_ptr_equal(load(folder_path("a.png")), loaded); // is not counted again
    assert_int_equal(coir_textures_bytes() - before, 4 * (30 * 20 + 2 * 2));
    coir_texture_retain(pixels);
    coir_texture_destroy(pixels);
    coir_textures_sweep();
    assert_int_equal(coir_textures_bytes() - before, 4 * (30 * 20 + 2 * 2)); // still in use
    coir_texture_release(pixels);
    coir_textures_sweep();
    assert_int_equal(coir_textures_bytes() - before, 4 * 30 * 20);
    purge_all(1);
    assert_int_equal(coir_textures_bytes() - before, 0);
}

static void every_failing_allocation_of_a_load_keeps_the_cache_unchanged(void **state)
{
    long nth = 1;
    (void)state;
    save("a.png", 3, 2);
    assert_true(coir_assets_set_folder(folder.path));
    for (bool failed = true; failed; nth++) {
        size_t blocks = support_blocks();
        int64_t bytes = coir_textures_bytes();
        support_fail_allocation(nth);
        CoirTexture *texture = coir_texture_load("a.png");
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(!texture, failed);
        assert_int_equal(coir_textures_each(NULL, NULL), !failed);
        if (failed) {
            assert_non_null(strstr(coir_error(), "out of memory"));
            assert_int_equal(support_blocks(), blocks);
            assert_int_equal(coir_textures_bytes(), bytes);
        }
        coir_error_clear();
    }
    assert_true(nth > 5);
    purge_all(1);
    support_fail_allocation(1);
    assert_false(coir_assets_set_folder("elsewhere"));
    assert_non_null(load("a.png")); // still relative to the previous folder
    assert_true(coir_assets_set_folder(NULL));
    purge_all(1);
}

#define MANY 400 // enough for the hash table of textures to grow

static void every_failing_allocation_of_many_textures_is_survived(void **state)
{
    static CoirTexture *textures[MANY];
    (void)state;
    for (long nth = 1; nth <= MANY + 10; nth++) {
        support_fail_allocation(nth);
        for (int i = 0; i < MANY; i++) {
            bool before = support_failed();
            textures[i] = coir_texture_from_pixels(1, 1, four_pixels);
            if (!textures[i])
                assert_non_null(strstr(coir_error(), "out of memory"));
            assert_int_equal(!textures[i], support_failed() && !before);
        }
        for (int i = 0; i < MANY; i++)
            coir_texture_destroy(textures[i]);
        coir_textures_sweep();
        coir_error_clear();
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    }
    support_fail_allocation(0);
}

TEST_FILE(texture)
{
    const struct CMUnitTest tests[] = {
        support_test(a_path_is_loaded_once),
        support_test(relative_paths_start_in_the_assets_folder),
        support_test(a_null_path_is_a_mistake),
        support_test(purging_keeps_retained_textures),
        support_test(a_purged_texture_lives_until_the_sweep_or_longer_if_retained),
        support_test(the_cache_is_listed_in_order_of_loading),
        support_test(the_cache_cannot_be_changed_while_listed),
        support_test(pixels_are_copied_as_red_green_blue_alpha),
        support_test(a_bad_size_or_no_pixels_are_mistakes),
        support_test(destroying_twice_is_a_mistake),
        support_test(destroying_a_texture_of_the_cache_is_a_mistake),
        support_test(a_destroyed_texture_lives_on_while_it_is_retained),
        support_test(a_texture_from_pixels_lives_until_its_maker_destroys_it),
        support_test(releasing_too_often_is_a_mistake),
        support_test(null_is_nothing),
        support_test(the_pixels_of_all_textures_are_counted_until_they_are_freed),
        support_test(every_failing_allocation_of_a_load_keeps_the_cache_unchanged),
        support_test(every_failing_allocation_of_many_textures_is_survived),
    };
    return cmocka_run_group_tests_name("texture", tests, folder_setup, folder_teardown);
}
