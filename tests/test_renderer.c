// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The renderer and its device: textures, windows, files and errors. test_pixels.c checks the pixels.

#include "support/canvas.h"

#include <errno.h>
#include <string.h>

#if defined(SUPPORT_HAS_POSIX_FILES)
#include <signal.h>

#include <sys/resource.h>
#endif

#include "coir/random.h"
#include "media/disk.h"

// The device ---------------------------------------------------------------------------------------------------------

static void draw_images(Drawing drawing, CoirTexture *other)
{
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(7, 9, 4, 2));
    if (other)
        coir_painter_image(drawing.painter, other, coir_rect(20, 9, 4, 2));
    quad(drawing.painter, drawing.texture, COIR_BLEND_MULTIPLY, coir_rect(30, 20, 4, 2), COIR_WHITE);
    draw(drawing);
}

static void assert_same_picture(SDL_Surface *a, SDL_Surface *b)
{
    assert_int_equal(a->pitch * a->h, b->pitch * b->h);
    assert_memory_equal(a->pixels, b->pixels, (size_t)(a->pitch * a->h));
    SDL_FreeSurface(b);
}

static void after_a_reset_the_same_is_drawn(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    draw_images(drawing, NULL);
    SDL_Surface *before = picture_of(drawing.renderer);
    assert_non_null(drawing.texture->place.page->copies[COIR_TEXTURE_STRAIGHT]);
    coir_renderer_reset(drawing.renderer);
    assert_null(drawing.texture->place.page->copies[COIR_TEXTURE_STRAIGHT]);
    assert_null(drawing.texture->place.page->copies[COIR_TEXTURE_MULTIPLIED]);
    draw_images(drawing, NULL);
    assert_same_picture(before, picture_of(drawing.renderer));
    SDL_FreeSurface(before);
    close_drawing(drawing);
}

static void a_texture_is_uploaded_once(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    assert_null(drawing.texture->place.page->copies[COIR_TEXTURE_STRAIGHT]);
    draw_images(drawing, NULL);
    struct SDL_Texture *copy = drawing.texture->place.page->copies[COIR_TEXTURE_STRAIGHT];
    draw_images(drawing, NULL);
    assert_ptr_equal(drawing.texture->place.page->copies[COIR_TEXTURE_STRAIGHT], copy);
    close_drawing(drawing);
}

static void two_renderers_share_a_texture(void **state)
{
    Drawing one = open_drawing(), two = one;
    (void)state;
    two.renderer = coir_renderer_for_memory(WIDTH, HEIGHT);
    assert_non_null(two.renderer);
    draw_images(one, NULL);
    SDL_Surface *expected = picture_of(one.renderer);
    for (int i = 0; i < 2; i++) {
        draw_images(two, NULL);
        assert_same_picture(expected, picture_of(two.renderer));
        draw_images(one, NULL);
        assert_same_picture(expected, picture_of(one.renderer));
    }
    coir_renderer_destroy(two.renderer);
    draw_images(one, NULL);
    assert_same_picture(expected, picture_of(one.renderer));
    SDL_FreeSurface(expected);
    close_drawing(one);
}

static void renderers_and_textures_go_in_any_order(void **state)
{
    (void)state;
    for (int order = 0; order < 6; order++) {
        Drawing drawing = open_drawing();
        CoirTexture *other = coir_texture_from_pixels(4, 2, eight_pixels);
        CoirTexture *third = coir_texture_from_pixels(1, 1, eight_pixels);
        draw_images(drawing, other);
        draw_images(drawing, third);
        for (int step = 0; step < 3; step++) {
            if (step == order % 3)
                coir_texture_destroy(order < 3 ? other : third);
            else if (step == (order + 1) % 3)
                coir_texture_destroy(order < 3 ? third : other);
            else
                coir_renderer_destroy(drawing.renderer);
            coir_textures_sweep();
        }
        coir_painter_destroy(drawing.painter);
        coir_texture_destroy(drawing.texture);
        coir_textures_sweep();
    }
}

static void a_renderer_for_a_window_draws_the_same_also_when_it_is_renewed(void **state)
{
    Drawing memory = open_drawing(), window = memory;
    (void)state;
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_VIDEO), 0);
    SDL_Window *target = SDL_CreateWindow("test", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_HIDDEN);
    assert_non_null(target);
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "0");
    window.renderer = coir_renderer_for_window(target, true);
    assert_non_null(window.renderer);
    assert_string_equal(SDL_GetHint(SDL_HINT_RENDER_BATCHING), "1");
    assert_false(coir_renderer_has_vsync(window.renderer)); // SDL's software renderer only simulates vsync
    draw_images(memory, NULL);
    SDL_Surface *expected = picture_of(memory.renderer);
    for (int i = 0; i < 2; i++) {
        draw_images(window, NULL);
        assert_same_picture(expected, picture_of(window.renderer));
        coir_renderer_present(window.renderer);
    }
    assert_true(coir_renderer_renew(window.renderer));
    draw_images(window, NULL);
    assert_same_picture(expected, picture_of(window.renderer));
    SDL_FreeSurface(expected);
    coir_renderer_destroy(window.renderer);
    SDL_DestroyWindow(target);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    coir_renderer_present(memory.renderer);
    close_drawing(memory);
}

static void a_picture_in_memory_takes_on_another_size(void **state)
{
    Drawing drawing = open_drawing(), small = drawing;
    int width, height;
    (void)state;
    small.renderer = coir_renderer_for_memory(8, 8);
    draw_images(drawing, NULL);
    SDL_Surface *expected = picture_of(drawing.renderer);
    draw_images(small, NULL); // uploads the pages to the device that the resize replaces
    assert_true(coir_renderer_resize(small.renderer, WIDTH, HEIGHT));
    coir_renderer_size(small.renderer, &width, &height);
    assert_true(width == WIDTH && height == HEIGHT);
    draw_images(small, NULL);
    assert_same_picture(expected, picture_of(small.renderer));
    assert_false(coir_renderer_resize(small.renderer, 0, 8));
    assert_mistake("0 x 8");
    support_fail_allocation(1);
    assert_false(coir_renderer_resize(small.renderer, 8, 8));
    support_fail_allocation(0);
    draw_images(small, NULL);
    assert_same_picture(expected, picture_of(small.renderer));
    SDL_FreeSurface(expected);
    coir_renderer_destroy(small.renderer);
    close_drawing(drawing);
}

// Errors -------------------------------------------------------------------------------------------------------------

static void a_bad_renderer_is_refused(void **state)
{
    (void)state;
    assert_null(coir_renderer_for_memory(0, 10));
    assert_mistake("0 x 10");
    assert_null(coir_renderer_for_memory(10, -1));
    assert_mistake("10 x -1");
    assert_null(coir_renderer_for_memory(10, 100000));
    assert_mistake("10 x 100000");
    assert_null(coir_renderer_for_memory(100000, 10));
    assert_mistake("100000 x 10");
    assert_null(coir_renderer_for_window(NULL, true));
    assert_mistake("window is NULL");
    coir_renderer_destroy(NULL);
}

static void a_picture_that_cannot_be_written_is_named(void **state)
{
    Drawing drawing = open_drawing();
    const char *path = folder_path("no_such_folder/picture.png");
    (void)state;
    draw(drawing);
    assert_false(coir_renderer_save(drawing.renderer, path));
    assert_non_null(strstr(coir_error(), path));
    assert_false(coir_renderer_save(drawing.renderer, folder.path));
    assert_non_null(strstr(coir_error(), folder.path));
    assert_false(coir_renderer_save(drawing.renderer, NULL));
    assert_mistake("path is NULL");
    close_drawing(drawing);
}

// Loads and draws. Returns true if everything succeeded.
static bool whole_scenario(void)
{
    CoirTexture *file = coir_texture_load(folder_path("picture.png"));
    CoirTexture *pixels = coir_texture_from_pixels(4, 2, eight_pixels);
    CoirPainter *painter = coir_painter_new();
    CoirRenderer *renderer = coir_renderer_for_memory(WIDTH, HEIGHT);
    bool ok = painter && coir_painter_begin(painter, upwards, WIDTH, HEIGHT);
    for (int i = 0; i < 20 && painter; i++)
        coir_painter_image(painter, i % 2 ? file : pixels, coir_rect((float)i, 0, 4, 4));
    ok = ok && coir_painter_end(painter) && renderer && coir_renderer_begin(renderer, background) &&
         coir_renderer_draw(renderer, painter) && coir_renderer_end(renderer);
    coir_renderer_destroy(renderer);
    coir_painter_destroy(painter);
    coir_texture_destroy(pixels);
    coir_textures_purge();
    coir_textures_sweep();
    return ok && file && pixels;
}

static void every_failing_allocation_is_survived_and_reported(void **state)
{
    Drawing drawing = open_drawing();
    size_t blocks;
    long nth = 1;
    (void)state;
    draw(drawing);
    SDL_FreeSurface(picture_of(drawing.renderer));
    close_drawing(drawing);
    blocks = support_blocks();
    for (bool failed = true; failed; nth++) {
        coir_error_clear();
        support_fail_allocation(nth);
        bool ok = whole_scenario();
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(ok, !failed);
        assert_int_equal(strstr(coir_error(), "out of memory") != NULL, failed);
        assert_int_equal(support_blocks(), blocks);
    }
    assert_true(nth > 15);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

#if defined(SUPPORT_HAS_POSIX_FILES)

// Returns a renderer with a picture of noise, which PNG compresses badly.
static CoirRenderer *noisy_renderer(void)
{
    static uint8_t pixels[64 * 64 * 4];
    CoirRandom random = coir_random(7);
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = i % 4 == 3 ? 255 : (uint8_t)coir_random_bits(&random);
    CoirTexture *texture = coir_texture_from_pixels(64, 64, pixels);
    CoirPainter *painter = coir_painter_new();
    CoirRenderer *renderer = coir_renderer_for_memory(64, 64);
    assert_true(coir_painter_begin(painter, upwards, 64, 64));
    coir_painter_image(painter, texture, coir_rect(0, 0, 64, 64));
    assert_true(coir_painter_end(painter) && coir_renderer_begin(renderer, background));
    assert_true(coir_renderer_draw(renderer, painter) && coir_renderer_end(renderer));
    coir_painter_destroy(painter);
    coir_texture_destroy(texture);
    coir_textures_sweep();
    return renderer;
}

// Checks that the picture cannot be saved while files may have at most `most` bytes, and that no temporary file is
// left.
static void assert_not_saved(CoirRenderer *renderer, const char *name, rlim_t most)
{
    struct rlimit before, limit;
    char beside[700];
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = most;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    coir_error_clear();
    bool saved = coir_renderer_save(renderer, folder_path(name));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(saved);
    assert_non_null(strstr(coir_error(), folder_path(name)));
    assert_non_null(strstr(coir_error(), strerror(EFBIG)));
    snprintf(beside, sizeof beside, "%s.0.tmp", folder_path(name));
    assert_int_equal(coir_disk_kind(beside), COIR_DISK_UNKNOWN);
}

static void a_picture_that_does_not_fit_on_the_disk_keeps_the_old_file(void **state)
{
    static uint8_t before[20000], now[20000];
    CoirRenderer *renderer = noisy_renderer();
    (void)state;
    assert_true(coir_renderer_save(renderer, folder_path("kept.png")));
    size_t size = folder_read("kept.png", before, sizeof before);
    assert_in_range(size, 5000, sizeof before - 1); // so large that the file is written in several parts
    for (rlim_t most = 0; most < size; most += most < 16 ? 1 : 1000) {
        assert_not_saved(renderer, "kept.png", most);
        assert_int_equal(folder_read("kept.png", now, sizeof now), size);
        assert_memory_equal(now, before, size);
        assert_not_saved(renderer, "never.png", most);
        assert_int_equal(coir_disk_kind(folder_path("never.png")), COIR_DISK_UNKNOWN);
    }
    assert_true(coir_renderer_save(renderer, folder_path("kept.png")));
    coir_renderer_destroy(renderer);
}

#else

SUPPORT_SKIPPED(a_picture_that_does_not_fit_on_the_disk_keeps_the_old_file, "the size of files has no limit here")

#endif

static void a_picture_is_not_written_to_a_device(void **state)
{
    (void)state;
    if (coir_disk_kind("/dev/full") != COIR_DISK_OTHER)
        skip(); // this system has no device that is always full
    CoirRenderer *renderer = coir_renderer_for_memory(4, 4);
    assert_false(coir_renderer_save(renderer, "/dev/full"));
    assert_non_null(strstr(coir_error(), "/dev/full"));
    assert_int_equal(coir_disk_kind("/dev/full"), COIR_DISK_OTHER);
    coir_renderer_destroy(renderer);
}

static void an_existing_temporary_file_is_not_overwritten(void **state)
{
    CoirRenderer *renderer = coir_renderer_for_memory(4, 4);
    char text[8] = {0};
    (void)state;
    folder_write("mine.png.0.tmp", "mine", 4);
    assert_true(coir_renderer_save(renderer, folder_path("mine.png")));
    assert_int_equal(folder_read("mine.png.0.tmp", text, sizeof text), 4);
    assert_string_equal(text, "mine");
    coir_renderer_destroy(renderer);
}

TEST_FILE(renderer)
{
    const struct CMUnitTest tests[] = {
        support_test(a_picture_that_does_not_fit_on_the_disk_keeps_the_old_file),
        support_test(a_picture_is_not_written_to_a_device),
        support_test(an_existing_temporary_file_is_not_overwritten),
        support_test(after_a_reset_the_same_is_drawn),
        support_test(a_texture_is_uploaded_once),
        support_test(two_renderers_share_a_texture),
        support_test(renderers_and_textures_go_in_any_order),
        support_test(a_renderer_for_a_window_draws_the_same_also_when_it_is_renewed),
        support_test(a_picture_in_memory_takes_on_another_size),
        support_test(a_bad_renderer_is_refused),
        support_test(a_picture_that_cannot_be_written_is_named),
        support_test(every_failing_allocation_is_survived_and_reported),
    };
    return cmocka_run_group_tests_name("renderer", tests, folder_setup, folder_teardown);
}
