// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The filters linear and nearest, of one texture and of all textures.

#include "support/pages.h"

// Filters ------------------------------------------------------------------------------------------------------------

static CoirTexture *black_and_white(void)
{
    static const uint8_t pixels[8] = {0, 0, 0, 255, 255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(2, 1, pixels);
    assert_non_null(texture);
    return texture;
}

static bool is_smooth(SDL_Surface *picture)
{
    int greys = 0;
    for (int x = 0; x < WIDTH; x++) {
        Uint8 value = ((const Uint8 *)picture->pixels)[15 * picture->pitch + 4 * x];
        greys += value != 0 && value != 255;
    }
    SDL_FreeSurface(picture);
    assert_true(greys == 0 || greys > WIDTH / 4);
    return greys > 0;
}

static bool shows_smooth(Drawing drawing, CoirTexture *texture)
{
    return is_smooth(picture_with(drawing, texture));
}

static void a_filter_is_in_force_from_the_next_frame_on(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = black_and_white();
    (void)state;
    assert_int_equal(coir_texture_filter(texture), COIR_FILTER_DEFAULT);
    assert_true(shows_smooth(drawing, texture));
    for (int i = 0; i < 3; i++) {
        CoirFilter filter = i % 2 ? COIR_FILTER_LINEAR : COIR_FILTER_NEAREST;
        begin(drawing);
        coir_painter_image(drawing.painter, texture, coir_rect(0, 0, WIDTH, HEIGHT));
        assert_true(coir_texture_set_filter(texture, filter));
        assert_int_equal(coir_texture_filter(texture), filter);
        draw(drawing);
        assert_int_equal(is_smooth(picture_of(drawing.renderer)), i % 2 == 0); // this frame still has the old filter
        coir_textures_sweep();
        assert_int_equal(shows_smooth(drawing, texture), i % 2);
    }
    destroy(texture);
    close_drawing(drawing);
}

static void a_picture_that_moves_to_another_page_frees_its_old_place_in_the_sweep(void **state)
{
    CoirTexture *texture = black_and_white();
    (void)state;
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_NEAREST));
    assert_int_equal(look().count, 2);
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_NEAREST)); // nothing to do
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_LINEAR));
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_NEAREST));
    assert_int_equal(look().count, 2);
    coir_texture_destroy(texture);
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_DEFAULT)); // the texture exists until the end of the frame
    coir_textures_sweep();
    assert_int_equal(look().count, 0);
}

static void each_filter_has_pages_of_its_own(void **state)
{
    CoirTexture *smooth = black_and_white(), *sharp = black_and_white(), *large = plain(600, 1, COIR_WHITE);
    (void)state;
    assert_true(coir_texture_set_filter(sharp, COIR_FILTER_NEAREST));
    assert_true(coir_texture_set_filter(large, COIR_FILTER_NEAREST));
    coir_textures_sweep();
    Pages pages = look();
    assert_int_equal(pages.count, 2);
    assert_true(pages.infos[0].images == 1 && pages.infos[1].images == 1);
    assert_int_equal(pages.infos[0].filter + pages.infos[1].filter, COIR_FILTER_LINEAR + COIR_FILTER_NEAREST);
    assert_int_equal(large->place.page->filter, COIR_FILTER_NEAREST);
    destroy(smooth);
    destroy(sharp);
    destroy(large);
    assert_int_equal(look().count, 0);
}

static void the_default_filter_is_for_all_that_have_no_other(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = black_and_white(), *smooth = black_and_white(), *sharp = black_and_white();
    (void)state;
    assert_true(coir_texture_set_filter(smooth, COIR_FILTER_LINEAR));
    assert_true(coir_texture_set_filter(sharp, COIR_FILTER_NEAREST));
    for (int i = 0; i < 3; i++) {
        static const CoirFilter filters[] = {COIR_FILTER_NEAREST, COIR_FILTER_DEFAULT, COIR_FILTER_NEAREST};
        assert_true(coir_textures_set_filter(filters[i]));
        CoirTexture *new = black_and_white();
        assert_int_equal(shows_smooth(drawing, texture), i == 1);
        assert_int_equal(shows_smooth(drawing, new), i == 1);
        assert_true(shows_smooth(drawing, smooth));
        assert_false(shows_smooth(drawing, sharp));
        destroy(new);
    }
    assert_true(coir_texture_set_filter(smooth, COIR_FILTER_DEFAULT));
    assert_false(shows_smooth(drawing, smooth));
    assert_true(coir_textures_set_filter(COIR_FILTER_LINEAR));
    assert_true(shows_smooth(drawing, smooth));
    assert_true(shows_smooth(drawing, texture));
    assert_false(shows_smooth(drawing, sharp));
    destroy(texture);
    destroy(smooth);
    destroy(sharp);
    close_drawing(drawing);
}

static void a_bad_filter_is_a_mistake(void **state)
{
    CoirTexture *texture = black_and_white();
    (void)state;
    assert_false(coir_texture_set_filter(NULL, COIR_FILTER_LINEAR));
    assert_mistake("texture is NULL");
    assert_false(coir_texture_set_filter(texture, (CoirFilter)3));
    assert_mistake("3 is no filter");
    assert_false(coir_texture_set_filter(texture, (CoirFilter)-1));
    assert_mistake("-1 is no filter");
    assert_false(coir_textures_set_filter((CoirFilter)3));
    assert_mistake("3 is no filter");
    assert_int_equal(coir_texture_filter(NULL), COIR_FILTER_DEFAULT);
    assert_int_equal(coir_texture_filter(texture), COIR_FILTER_DEFAULT);
    destroy(texture);
}

static void without_memory_for_all_no_texture_gets_another_filter(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *textures[3];
    CoirPackedRect boxes[3];
    long nth = 1;
    (void)state;
    for (int i = 0; i < 3; i++) {
        textures[i] = i < 2 ? black_and_white() : plain(600, 1, COIR_WHITE);
        boxes[i] = textures[i]->place.box;
    }
    for (bool failed = true; failed; nth++) {
        support_fail_allocation(nth);
        bool done = coir_textures_set_filter(COIR_FILTER_NEAREST);
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(done, !failed);
        for (int i = 0; i < 3 && failed; i++) {
            assert_int_equal(textures[i]->place.page->filter, COIR_FILTER_LINEAR);
            assert_memory_equal(&textures[i]->place.box, &boxes[i], sizeof boxes[i]);
        }
        assert_int_equal(shows_smooth(drawing, textures[nth % 2]), failed);
        assert_int_equal(look().count, failed ? 1 : 2); // two pages until the sweep
        CoirTexture *new = black_and_white();
        assert_int_equal(new->place.page->filter, failed ? COIR_FILTER_LINEAR : COIR_FILTER_NEAREST);
        destroy(new);
    }
    assert_true(nth > 5);
    assert_true(coir_textures_set_filter(COIR_FILTER_LINEAR));
    for (int i = 0; i < 3; i++)
        destroy(textures[i]);
    close_drawing(drawing);
}

TEST_FILE(filter)
{
    const struct CMUnitTest tests[] = {
        support_test(a_filter_is_in_force_from_the_next_frame_on),
        support_test(a_picture_that_moves_to_another_page_frees_its_old_place_in_the_sweep),
        support_test(each_filter_has_pages_of_its_own),
        support_test(the_default_filter_is_for_all_that_have_no_other),
        support_test(a_bad_filter_is_a_mistake),
        support_test(without_memory_for_all_no_texture_gets_another_filter),
    };
    return cmocka_run_group_tests_name("filter", tests, folder_setup, folder_teardown);
}
