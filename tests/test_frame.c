// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames made from the cells of a grid. test_sprite.c tests how frames are shown, and test_sheet_pixels.c tests the
// pixels of frames.

#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "coir/animation.h"
#include "coir/error.h"
#include "coir/sprite.h"
#include "media/texture.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static CoirTexture *texture; // 35 * 19 pixels

static int make_texture(void **state)
{
    static const uint8_t pixels[35 * 19 * 4];
    support_setup(state);
    texture = coir_texture_from_pixels(35, 19, pixels);
    return texture ? 0 : 1;
}

static int end_texture(void **state)
{
    coir_texture_destroy(texture);
    coir_nodes_sweep();
    coir_textures_sweep();
    return support_teardown(state);
}

#define frame_test(function) cmocka_unit_test_setup_teardown(function, make_texture, end_texture)

// Notes the number of cells and their positions.
static void note_cells(CoirGrid grid)
{
    CoirFrame frames[64];
    int count = coir_frames_grid(texture, &grid, frames, COUNT(frames));
    note("%d:", count);
    for (int i = 0; i < count; i++) {
        CoirRect r = frames[i].region;
        assert_true(r.width == grid.width && r.height == grid.height && frames[i].texture == texture);
        assert_true(!frames[i].rotated && frames[i].size.x == 0 && !frames[i].event && frames[i].delay == grid.delay);
        note(" %g,%g", (double)r.x, (double)r.y);
    }
    assert_int_equal(coir_frames_grid(texture, &grid, NULL, 0), count);
}

static void only_whole_cells_count_along_the_rows(void **state)
{
    (void)state;
    note_cells((CoirGrid){.width = 10, .height = 9, .delay = 0.25});
    assert_trace("6: 0,0 10,0 20,0 0,9 10,9 20,9");
    note_cells((CoirGrid){.width = 35, .height = 19});
    assert_trace("1: 0,0");
    note_cells((CoirGrid){.width = 17.5f, .height = 19});
    assert_trace("2: 0,0 17.5,0");
}

static void each_cell_of_a_grid_is_inside_the_texture_also_after_rounding(void **state)
{
    (void)state;
    static const uint8_t pixels[1699 * 16 * 4];
    CoirFrame frames[26];
    CoirTexture *wide = coir_texture_from_pixels(1699, 16, pixels);
    const CoirGrid grid = {.width = 63.4230766F, .height = 16, .spacing = 2};
    int count = coir_frames_grid(wide, &grid, frames, COUNT(frames));
    assert_int_equal(count, 25); // in exact numbers, the 26th cell would be inside
    for (int i = 0; i < count; i++) {
        CoirSprite *sprite = coir_sprite_with_frame(&frames[i]);
        assert_non_null(sprite);
        coir_node_destroy((CoirNode *)sprite);
    }
    coir_texture_destroy(wide);
}

static void margin_and_spacing_are_left_out(void **state)
{
    (void)state;
    note_cells((CoirGrid){.width = 10, .height = 8, .margin = 1, .spacing = 2});
    assert_trace("6: 1,1 13,1 25,1 1,11 13,11 25,11"); // the last column ends with the texture
    note_cells((CoirGrid){.width = 10, .height = 8, .margin = 1, .spacing = 2.5f});
    assert_trace("2: 1,1 13.5,1");
    note_cells((CoirGrid){.width = 10, .height = 8, .margin = 11, .spacing = 50});
    assert_trace("1: 11,11");
}

static void a_grid_may_have_a_first_cell_and_a_count(void **state)
{
    (void)state;
    note_cells((CoirGrid){.width = 10, .height = 9, .first = 2, .count = 3});
    assert_trace("3: 20,0 0,9 10,9");
    note_cells((CoirGrid){.width = 10, .height = 9, .first = 4});
    assert_trace("2: 10,9 20,9");
    note_cells((CoirGrid){.width = 10, .height = 9, .count = 6});
    assert_trace("6: 0,0 10,0 20,0 0,9 10,9 20,9");
}

static void no_more_than_there_is_room_for_are_written(void **state)
{
    CoirFrame frames[3] = {{.delay = 7}, {.delay = 7}, {.delay = 7}};
    (void)state;
    assert_int_equal(coir_frames_grid(texture, &(CoirGrid){.width = 10, .height = 9}, frames, 2), 2);
    assert_true(frames[1].region.x == 10 && frames[2].delay == 7);
    assert_int_equal(coir_frames_grid(texture, &(CoirGrid){.width = 10, .height = 9}, frames, 0), 0);
    assert_string_equal(coir_error(), "");
    assert_int_equal(coir_frames_grid(texture, &(CoirGrid){.width = 10, .height = 9, .count = 3}, frames, 2), 0);
    assert_mistake("3 cells are wanted, there is room for 2");
}

static void bad_grids_are_mistakes_that_write_nothing(void **state)
{
    static const CoirGrid bad[] = {
        {.width = 10, .height = 0},
        {.width = 0, .height = 10},
        {.width = -10, .height = 10},
        {.width = NAN, .height = 10},
        {.width = INFINITY, .height = 10},
        {.width = 36, .height = 1},
        {.width = 1, .height = 20},
        {.width = 1e-30f, .height = 1},
        {.width = 10, .height = 9, .margin = -1},
        {.width = 10, .height = 9, .margin = NAN},
        {.width = 10, .height = 9, .margin = 1e30f},
        {.width = 10, .height = 9, .margin = 26},
        {.width = 10, .height = 9, .spacing = -1},
        {.width = 10, .height = 9, .spacing = NAN},
        {.width = 10, .height = 9, .spacing = INFINITY},
        {.width = 10, .height = 9, .first = -1},
        {.width = 10, .height = 9, .first = 6},
        {.width = 10, .height = 9, .first = INT_MAX, .count = INT_MAX},
        {.width = 10, .height = 9, .count = -1},
        {.width = 10, .height = 9, .count = 7},
        {.width = 10, .height = 9, .first = 1, .count = 6},
        {.width = 10, .height = 9, .delay = -1},
        {.width = 10, .height = 9, .delay = NAN},
        {.width = 10, .height = 9, .delay = 1e12},
    };
    CoirFrame frames[8] = {{.delay = 7}};
    (void)state;
    for (int i = 0; i < COUNT(bad); i++) {
        assert_int_equal(coir_frames_grid(texture, &bad[i], frames, 8), 0);
        assert_mistake("coir_frames_grid");
        assert_true(frames[0].delay == 7);
    }
    assert_int_equal(coir_frames_grid(texture, &(CoirGrid){.width = 10, .height = 9}, NULL, -1), 6); // only counts
    assert_int_equal(coir_frames_grid(NULL, &(CoirGrid){.width = 1, .height = 1}, frames, 8), 0);
    assert_mistake("the texture is NULL");
    assert_int_equal(coir_frames_grid(texture, NULL, frames, 8), 0);
    assert_mistake("the grid is NULL");
    assert_int_equal(coir_frames_grid(texture, &(CoirGrid){.width = 10, .height = 9}, frames, -1), 0);
    assert_mistake("room for -1");
}

// Makes frames and an animation as the example at the head of coir/animation.h, and a sprite that shows a frame.
static void cells_are_frames_of_sprites_and_animations(void **state)
{
    CoirFrame run[8];
    int count = coir_frames_grid(texture, &(CoirGrid){.width = 16, .height = 8, .delay = 0.08}, run, COUNT(run));
    CoirAction *action = coir_animate(&(CoirAnimation){.frames = run, .count = count});
    CoirSprite *sprite = coir_sprite_with_frame(&run[3]);
    (void)state;
    assert_int_equal(count, 4);
    assert_true(coir_action_duration(action) == 0.32);
    assert_true(coir_sprite_region(sprite).x == 16 && coir_sprite_region(sprite).y == 8);
    coir_action_release(action);
    coir_node_destroy(&sprite->node);
}

TEST_FILE(frame)
{
    const struct CMUnitTest tests[] = {
        frame_test(only_whole_cells_count_along_the_rows),
        frame_test(margin_and_spacing_are_left_out),
        frame_test(each_cell_of_a_grid_is_inside_the_texture_also_after_rounding),
        frame_test(a_grid_may_have_a_first_cell_and_a_count),
        frame_test(no_more_than_there_is_room_for_are_written),
        frame_test(bad_grids_are_mistakes_that_write_nothing),
        frame_test(cells_are_frames_of_sprites_and_animations),
    };
    return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
