// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes of class CoirTiled: making, the size after a change of the picture, and drawing. test_tiles.c tests
// coir_painter_tiles, which draws the tiles.

#include "support/drawn.h"

#include <math.h>

static CoirTiled *tiled_at_0(void)
{
    CoirTiled *tiled = coir_tiled_with_texture(drawing.texture);
    assert_non_null(tiled);
    tiled->node.anchor = coir_vec2(0, 0);
    tiled->node.size = coir_vec2(WIDTH, HEIGHT);
    return tiled;
}

static void a_tiled_picture_is_a_sprite(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirTiled *tiled = coir_tiled_add(parent, "coconut.png", 30, 40);
    CoirTexture *coconut = coir_texture_load("coconut.png");
    (void)state;
    assert_size(&tiled->node, (float)coir_texture_width(coconut), (float)coir_texture_height(coconut));
    assert_true(tiled->tile.x == 0 && tiled->tile.y == 0 && tiled->offset.x == 0 && tiled->offset.y == 0);
    assert_true(tiled->node.position.x == 30 && tiled->node.position.y == 40 && tiled->node.anchor.x == 0.5f);
    assert_ptr_equal(coir_node_parent(&tiled->node), parent);
    assert_true(coir_node_is(&tiled->node, &CoirSprite_class) && coir_node_is(&tiled->node, &CoirTiled_class));
    assert_non_null(strstr(tiled->node.made_file_, "test_tiled.c"));
    tiled = coir_tiled_new("coconut.png");
    assert_ptr_equal(coir_sprite_texture(&tiled->sprite), coconut);
    coir_node_destroy(&tiled->node);
    coir_node_destroy(parent);
}

static void a_tiled_node_that_cannot_be_made_is_reported(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirFrame outside = {.texture = drawing.texture, .region = {3, 0, 2, 2}};
    (void)state;
    assert_null(coir_tiled_new("no such.png"));
    assert_non_null(strstr(coir_error(), "no such.png"));
    assert_null(coir_tiled_add(parent, "no such.png", 1, 2));
    assert_null(coir_tiled_add((CoirNode *)NULL, "coconut.png", 1, 2));
    assert_mistake("coir_tiled_add (parent)");
    assert_null(coir_tiled_with_texture(NULL));
    assert_mistake("texture is NULL");
    assert_null(coir_tiled_with_frame(NULL));
    assert_mistake("frame is NULL");
    assert_null(coir_tiled_with_frame(&outside));
    assert_mistake("not inside");
    assert_int_equal(coir_node_child_count(parent), 0);
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy(parent);
}

static void another_picture_does_not_change_the_size(void **state)
{
    CoirFrame frame = {.texture = drawing.texture, .region = {0, 0, 2, 2}};
    CoirTiled *tiled = coir_tiled_with_frame(&frame);
    (void)state;
    assert_size(&tiled->node, 2, 2);
    tiled->node.size = coir_vec2(30, 20);
    assert_true(coir_sprite_set_texture(&tiled->sprite, drawing.texture));
    assert_size(&tiled->node, 30, 20);
    tiled->node.size = coir_vec2(0, 0);
    assert_true(coir_sprite_set_texture(&tiled->sprite, drawing.texture));
    assert_size(&tiled->node, 4, 2);
    coir_node_destroy(&tiled->node);
}

static CoirColor texel(int x, int y)
{
    const uint8_t *p = eight_pixels + 4 * (4 * y + x);
    return coir_rgb(p[0], p[1], p[2]);
}

// Checks every pixel of the target. `x` and `y` are the pixel of the texture in the upper left corner of the target.
static void assert_tiled(int x, int y, bool flip_x, bool flip_y)
{
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            int u = (column + (flip_x ? 3 - x : x)) % 4, v = (row + (flip_y ? 1 - y : y)) % 2;
            assert_pixel(picture, column, row, texel(flip_x ? 3 - u : u, flip_y ? 1 - v : v), 0);
        }
    SDL_FreeSurface(picture);
}

static void the_offset_scrolls_the_tiles_and_does_not_move_the_node(void **state)
{
    const CoirVec2 offsets[] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {7, -3}};
    const int firsts[][2] = {{0, 0}, {3, 0}, {1, 0}, {0, 1}, {1, 1}};
    (void)state;
    for (int i = 0; i < 5; i++) {
        CoirTiled *tiled = tiled_at_0();
        tiled->offset = offsets[i];
        draw_node(&tiled->node);
        assert_tiled(firsts[i][0], firsts[i][1], false, false);
    }
}

static void each_tile_is_flipped_on_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirTiled *tiled = tiled_at_0();
        tiled->sprite.flip_x = i & 1;
        tiled->sprite.flip_y = i & 2;
        draw_node(&tiled->node);
        assert_tiled(i & 1 ? 3 : 0, i & 2 ? 1 : 0, i & 1, i & 2);
    }
}

static void the_tiles_have_the_size_that_is_set(void **state)
{
    CoirTiled *tiled = tiled_at_0();
    (void)state;
    tiled->tile = coir_vec2(8, 10);
    draw_node(&tiled->node);
    assert_int_equal(coir_painter_counted(drawing.painter).quads, 5 * 3);
    assert_int_equal(drawing.painter->call_count, 1);
}

static void an_animation_runs_on_a_tiled_node(void **state)
{
    CoirTiled *tiled = tiled_at_0();
    (void)state;
    CoirStage *stage = animated(&tiled->sprite);
    assert_size(&tiled->node, WIDTH, HEIGHT);
    draw_stage(stage);
    assert_int_equal(coir_painter_counted(drawing.painter).quads, WIDTH * HEIGHT / 2);
    coir_stage_destroy(stage);
}

static void a_tiled_node_shares_a_draw_call_with_its_neighbours(void **state)
{
    (void)state;
    assert_one_call(&tiled_at_0()->sprite, &tiled_at_0()->sprite);
}

static void a_tiled_node_that_cannot_be_drawn_is_reported(void **state)
{
    CoirTiled *tiled = tiled_at_0();
    (void)state;
    tiled->tile.x = -1;
    draw_node(&tiled->node);
    assert_mistake("CoirTiled: a tile of -1");
    tiled = tiled_at_0();
    tiled->offset.y = INFINITY;
    draw_node(&tiled->node);
    assert_mistake("CoirTiled: the offset");
    tiled = tiled_at_0();
    tiled->tile = coir_vec2(0.01f, 0.01f);
    draw_node(&tiled->node);
    assert_mistake("CoirTiled: 40");
    tiled = tiled_at_0();
    coir_sprite_set_texture(&tiled->sprite, NULL);
    draw_node(&tiled->node);
    assert_int_equal(drawing.painter->vertex_count, 0);
}

static CoirSprite *add_coconut(CoirNode *parent)
{
    return (CoirSprite *)coir_tiled_add(parent, "coconut.png", 5, 5);
}

static void make_coconut(void)
{
    make_and_draw(add_coconut);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_coconut(); // allocates the painter's arrays, which stay
    assert_true(support_fail_each_allocation(make_coconut) > 10);
}

TEST_FILE(tiled)
{
    const struct CMUnitTest tests[] = {
        drawn_test(a_tiled_picture_is_a_sprite),
        drawn_test(a_tiled_node_that_cannot_be_made_is_reported),
        drawn_test(another_picture_does_not_change_the_size),
        drawn_test(the_offset_scrolls_the_tiles_and_does_not_move_the_node),
        drawn_test(each_tile_is_flipped_on_its_own),
        drawn_test(the_tiles_have_the_size_that_is_set),
        drawn_test(an_animation_runs_on_a_tiled_node),
        drawn_test(a_tiled_node_shares_a_draw_call_with_its_neighbours),
        drawn_test(a_tiled_node_that_cannot_be_drawn_is_reported),
        drawn_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("tiled", tests, folder_setup, folder_teardown);
}
