// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Cutouts, the textures of scaled, mirrored or tinted parts of a page: when a cutout is made, how long a cutout is
// kept, and how many cutouts there are.

#include "support/canvas.h"

#include "draw/soft/cutouts.h"

typedef struct Bench {
    SDL_Surface *target;
    SDL_Renderer *device;
    CoirCutouts *cutouts;
    CoirTexture *texture;
    const CoirPage *page;
    SDL_Texture *copy;
} Bench;

static Bench open_bench(void)
{
    Bench bench = {.target = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGB888)};
    bench.device = SDL_CreateSoftwareRenderer(bench.target);
    bench.cutouts = coir_cutouts_new(bench.device);
    bench.texture = coir_texture_from_pixels(4, 2, eight_pixels);
    assert_true(bench.device && bench.cutouts && bench.texture);
    bench.page = bench.texture->place.page;
    bench.copy = coir_page_copy(bench.texture->place.page, bench.device, COIR_TEXTURE_STRAIGHT);
    assert_non_null(bench.copy);
    coir_cutouts_begin(bench.cutouts);
    return bench;
}

static void close_bench(Bench bench)
{
    coir_cutouts_destroy(bench.cutouts);
    coir_page_drop_copies(bench.texture->place.page);
    coir_texture_destroy(bench.texture);
    coir_textures_sweep();
    SDL_DestroyRenderer(bench.device);
    SDL_FreeSurface(bench.target);
}

// Returns a cut of the whole picture, drawn with `width` * `height` pixels.
static CoirCut cut_of(Bench bench, int width, int height)
{
    const CoirPlace *place = &bench.texture->place;
    CoirCut cut = {.stamp = bench.page->stamp, .x = place->x, .y = place->y, .width = 4, .height = 2};
    cut.to_width = width;
    cut.to_height = height;
    cut.tint = COIR_WHITE;
    return cut;
}

static const CoirCutout *find(Bench bench, CoirCut cut)
{
    return coir_cutouts_find(bench.cutouts, &cut, bench.page, bench.copy, false);
}

static bool has_texture(Bench bench, CoirCut cut)
{
    const CoirCutout *cutout = find(bench, cut);
    return cutout && cutout->texture;
}

static void pass(Bench bench, int frames)
{
    for (int i = 0; i < frames; i++)
        coir_cutouts_begin(bench.cutouts);
}

static void a_cutout_is_made_in_the_second_frame(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4);
    (void)state;
    for (int i = 0; i < 3; i++) // several uses in one frame count as one
        assert_null(find(bench, cut));
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 0);
    pass(bench, 1);
    assert_true(has_texture(bench, cut));
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 8 * 4 * 4);
    SDL_Texture *texture = find(bench, cut)->texture;
    pass(bench, 1);
    assert_ptr_equal(find(bench, cut)->texture, texture);
    close_bench(bench);
}

static void a_cutout_that_is_wanted_at_once_is_made_in_the_first_frame(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4);
    (void)state;
    const CoirCutout *cutout = coir_cutouts_find(bench.cutouts, &cut, bench.page, bench.copy, true);
    assert_true(cutout && cutout->texture);
    SDL_Texture *texture = cutout->texture;
    assert_ptr_equal(coir_cutouts_find(bench.cutouts, &cut, bench.page, bench.copy, true)->texture, texture);
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 8 * 4 * 4);
    close_bench(bench);
}

static void a_picture_drawn_as_it_is_gets_no_cutout(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 4, 2);
    (void)state;
    assert_true(coir_cut_is_unchanged(&cut));
    find(bench, cut);
    pass(bench, 1);
    assert_null(find(bench, cut)->texture);
    assert_true(find(bench, cut)->opaque);
    close_bench(bench);
}

static void each_difference_makes_another_cutout(void **state)
{
    Bench bench = open_bench();
    CoirCut cuts[8];
    SDL_Texture *textures[8];
    (void)state;
    for (int i = 0; i < 8; i++)
        cuts[i] = cut_of(bench, 8, 4);
    cuts[1].to_width++;
    cuts[2].to_height++;
    cuts[3].tint.a = 128;
    cuts[4].tint.g = 128;
    cuts[5].turn = COIR_CUT_MIRRORED;
    cuts[6].margin = 1;
    cuts[7].width--;
    for (int frame = 0; frame < 2; frame++, pass(bench, 1))
        for (int i = 0; i < 8; i++)
            find(bench, cuts[i]);
    for (int i = 0; i < 8; i++) {
        textures[i] = find(bench, cuts[i])->texture;
        assert_non_null(textures[i]);
        for (int k = 0; k < i; k++)
            assert_ptr_not_equal(textures[i], textures[k]);
        assert_int_equal(find(bench, cuts[i])->opaque, i != 3 && i != 6);
    }
    close_bench(bench);
}

static void a_picture_that_changes_in_every_frame_gets_no_cutout(void **state)
{
    Bench bench = open_bench();
    (void)state;
    for (int i = 0; i < 1000; i++, pass(bench, 1))
        assert_null(find(bench, cut_of(bench, 5 + i, 4)));
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 0);
    close_bench(bench);
}

static void a_reset_drops_all(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4);
    (void)state;
    find(bench, cut);
    pass(bench, 1);
    assert_true(has_texture(bench, cut));
    coir_cutouts_reset(bench.cutouts);
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 0);
    assert_null(find(bench, cut));
    pass(bench, 1);
    assert_true(has_texture(bench, cut));
    close_bench(bench);
}

// Returns how many more blocks SDL has allocated after `frames` frames and a reset.
static int blocks_after_reset(int frames)
{
    Drawing drawing = open_drawing();
    int before = SDL_GetNumAllocations();
    for (int i = 0; i < frames; i++) {
        assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
        coir_painter_image(drawing.painter, drawing.texture, coir_rect(5, 5, 16, 8));
        draw(drawing);
    }
    coir_renderer_reset(drawing.renderer);
    int blocks = SDL_GetNumAllocations() - before;
    close_drawing(drawing);
    return blocks;
}

static void a_renderer_drops_its_cutouts_when_reset(void **state)
{
    (void)state;
    assert_int_equal(blocks_after_reset(3), blocks_after_reset(1)); // a single frame makes no cutout
}

static void unused_cutouts_are_dropped_after_some_frames(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4), used = cut_of(bench, 9, 4);
    (void)state;
    for (int i = 0; i < 2; i++, pass(bench, 1)) {
        find(bench, cut);
        find(bench, used);
    }
    for (int i = 0; i < 1000; i++, pass(bench, 1))
        assert_true(has_texture(bench, used));
    assert_int_equal(coir_cutouts_bytes(bench.cutouts), 9 * 4 * 4);
    close_bench(bench);
}

// Returns a cut that needs a quarter of the budget.
static CoirCut large(Bench bench, int number)
{
    return cut_of(bench, 1000 + number, COIR_CUTOUTS_BUDGET / 4 / 4 / (1000 + number));
}

static void beyond_the_budget_the_oldest_go(void **state)
{
    Bench bench = open_bench();
    (void)state;
    for (int i = 0; i < 4; i++) { // requested in the frames 1, 101, ..., and made one frame later
        find(bench, large(bench, i));
        pass(bench, 1);
        assert_true(has_texture(bench, large(bench, i)));
        pass(bench, 99);
    }
    find(bench, large(bench, 4));
    pass(bench, 1);
    assert_true(has_texture(bench, large(bench, 4)));
    assert_true(coir_cutouts_bytes(bench.cutouts) <= COIR_CUTOUTS_BUDGET);
    assert_null(find(bench, large(bench, 0)));
    assert_true(has_texture(bench, large(bench, 3)));
    close_bench(bench);
}

static void cutouts_in_use_stay_when_there_is_no_room(void **state)
{
    Bench bench = open_bench();
    SDL_Texture *textures[4];
    (void)state;
    for (int frame = 0; frame < 5; frame++, pass(bench, 1))
        for (int k = 0; k < 6; k++) {
            int i = frame < 2 ? k : 5 - k; // from frame 2 on, the cuts without room come first
            const CoirCutout *cutout = find(bench, large(bench, i));
            if (frame == 1 && i < 4)
                textures[i] = cutout->texture;
            if (frame > 0 && i < 4)
                assert_ptr_equal(cutout->texture, textures[i]);
            else if (frame > 0)
                assert_null(cutout->texture);
        }
    assert_true(coir_cutouts_bytes(bench.cutouts) <= COIR_CUTOUTS_BUDGET);
    close_bench(bench);
}

static void more_cutouts_than_slots_do_no_harm(void **state)
{
    Bench bench = open_bench();
    int found = 0;
    (void)state;
    for (int frame = 0; frame < 4; frame++, pass(bench, 1))
        for (int i = 0; i < 2 * COIR_CUTOUTS_MOST; i++) {
            CoirCut cut = cut_of(bench, 4, 2);
            cut.tint = coir_rgb((uint8_t)(i % 256), (uint8_t)(i / 256), 0);
            found += has_texture(bench, cut) && frame == 3;
        }
    assert_true(found > COIR_CUTOUTS_MOST / 2 && found <= COIR_CUTOUTS_MOST);
    close_bench(bench);
}

static void another_stamp_is_another_picture(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4);
    CoirTexture *other = coir_texture_from_pixels(4, 2, eight_pixels);
    (void)state;
    assert_ptr_equal(other->place.page, bench.page);
    assert_int_equal(bench.page->stamp, cut.stamp); // a picture that is added does not change the stamp
    find(bench, cut);
    pass(bench, 1);
    assert_true(has_texture(bench, cut));
    coir_texture_destroy(other);
    coir_textures_sweep();
    assert_int_not_equal(bench.page->stamp, cut.stamp);
    assert_null(find(bench, cut_of(bench, 8, 4)));
    close_bench(bench);
}

static void no_page_has_the_stamp_of_an_earlier_page(void **state)
{
    uint32_t last = 0;
    (void)state;
    for (int i = 0; i < 10; i++) { // each texture has a new page, sometimes at the same address
        CoirTexture *texture = coir_texture_from_pixels(4, 2, eight_pixels);
        assert_true(texture->place.page->stamp > last);
        last = texture->place.page->stamp;
        coir_texture_destroy(texture);
        coir_textures_sweep();
    }
}

static void making_a_cutout_leaves_the_target_and_its_clip_unchanged(void **state)
{
    Bench bench = open_bench();
    CoirCut cut = cut_of(bench, 8, 4);
    SDL_Texture *target = SDL_CreateTexture(bench.device, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, 9, 9);
    const SDL_Rect clip = {1, 2, 3, 4};
    SDL_Rect after;
    (void)state;
    find(bench, cut);
    pass(bench, 1);
    assert_int_equal(SDL_SetRenderTarget(bench.device, target), 0);
    assert_int_equal(SDL_RenderSetClipRect(bench.device, &clip), 0);
    assert_true(has_texture(bench, cut));
    assert_ptr_equal(SDL_GetRenderTarget(bench.device), target);
    SDL_RenderGetClipRect(bench.device, &after);
    assert_memory_equal(&after, &clip, sizeof clip);
    assert_int_equal(SDL_SetRenderTarget(bench.device, NULL), 0);
    SDL_DestroyTexture(target);
    close_bench(bench);
}

TEST_FILE(cutouts)
{
    const struct CMUnitTest tests[] = {
        support_test(a_cutout_is_made_in_the_second_frame),
        support_test(a_cutout_that_is_wanted_at_once_is_made_in_the_first_frame),
        support_test(a_picture_drawn_as_it_is_gets_no_cutout),
        support_test(each_difference_makes_another_cutout),
        support_test(a_picture_that_changes_in_every_frame_gets_no_cutout),
        support_test(a_reset_drops_all),
        support_test(a_renderer_drops_its_cutouts_when_reset),
        support_test(unused_cutouts_are_dropped_after_some_frames),
        support_test(beyond_the_budget_the_oldest_go),
        support_test(cutouts_in_use_stay_when_there_is_no_room),
        support_test(more_cutouts_than_slots_do_no_harm),
        support_test(another_stamp_is_another_picture),
        support_test(no_page_has_the_stamp_of_an_earlier_page),
        support_test(making_a_cutout_leaves_the_target_and_its_clip_unchanged),
    };
    return cmocka_run_group_tests_name("cutouts", tests, folder_setup, folder_teardown);
}
