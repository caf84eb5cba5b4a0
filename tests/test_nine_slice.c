// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine-slices as nodes: creation, properties and drawing. test_slices.c checks how slices look.

#include "support/drawn.h"

#include <math.h>

static const CoirInsets one_left = {1, 0, 0, 0};

static CoirNineSlice *panel_at_5(void)
{
    CoirNineSlice *panel = coir_nine_slice_with_texture(drawing.texture, one_left);
    assert_non_null(panel);
    panel->node.anchor = coir_vec2(0, 0);
    panel->node.position = coir_vec2(5, 5);
    return panel;
}

static void a_nine_slice_is_a_sprite_with_insets(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirNineSlice *panel = coir_nine_slice_add(parent, "coconut.png", (CoirInsets){5, 6, 7, 8}, 30, 40);
    CoirTexture *coconut = coir_texture_load("coconut.png");
    (void)state;
    assert_size(&panel->node, (float)coir_texture_width(coconut), (float)coir_texture_height(coconut));
    assert_true(panel->insets.left == 5 && panel->insets.top == 6 && panel->insets.right == 7 &&
                panel->insets.bottom == 8);
    assert_true(panel->node.position.x == 30 && panel->node.position.y == 40 && panel->node.anchor.x == 0.5f);
    assert_ptr_equal(coir_node_parent(&panel->node), parent);
    assert_ptr_equal(coir_sprite_texture(&panel->sprite), coconut);
    assert_true(coir_node_is(&panel->node, &CoirSprite_class) && coir_node_is(&panel->node, &CoirNineSlice_class));
    assert_non_null(strstr(panel->node.made_file_, "test_nine_slice.c"));
    panel = coir_nine_slice_new("coconut.png", coir_insets_all(3));
    assert_true(panel->insets.left == 3 && panel->insets.bottom == 3);
    coir_node_destroy(&panel->node);
    coir_node_destroy(parent);
}

static void a_nine_slice_that_cannot_be_made_is_reported(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirFrame outside = {.texture = drawing.texture, .region = {3, 0, 2, 2}};
    (void)state;
    assert_null(coir_nine_slice_new("no such.png", one_left));
    assert_non_null(strstr(coir_error(), "no such.png"));
    assert_null(coir_nine_slice_add(parent, "no such.png", one_left, 1, 2));
    assert_null(coir_nine_slice_add((CoirNode *)NULL, "coconut.png", one_left, 1, 2));
    assert_mistake("coir_nine_slice_add (parent)");
    assert_null(coir_nine_slice_with_texture(NULL, one_left));
    assert_mistake("texture is NULL");
    assert_null(coir_nine_slice_with_frame(NULL, one_left));
    assert_mistake("frame is NULL");
    assert_null(coir_nine_slice_with_frame(&outside, one_left));
    assert_mistake("not inside");
    assert_null(coir_nine_slice_with_texture(drawing.texture, coir_insets_all(1.5f)));
    assert_mistake("do not fit a picture of 4 x 2");
    assert_null(coir_nine_slice_new("coconut.png", coir_insets_all(-1)));
    assert_mistake("do not fit");
    assert_int_equal(coir_node_child_count(parent), 0);
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy(parent);
}

static void another_picture_does_not_change_the_size(void **state)
{
    CoirFrame frame = {.texture = drawing.texture, .region = {0, 0, 2, 2}};
    CoirNineSlice *panel = coir_nine_slice_with_frame(&frame, one_left);
    (void)state;
    assert_size(&panel->node, 2, 2);
    assert_true(coir_sprite_set_texture(&panel->sprite, drawing.texture));
    assert_size(&panel->node, 2, 2);
    panel->node.size = coir_vec2(30, 20);
    assert_true(coir_sprite_set_frame(&panel->sprite, &frame));
    assert_size(&panel->node, 30, 20);
    assert_true(coir_sprite_set_texture(&panel->sprite, NULL));
    assert_size(&panel->node, 30, 20);
    panel->node.size = coir_vec2(0, 0);
    assert_true(coir_sprite_set_texture(&panel->sprite, drawing.texture));
    assert_size(&panel->node, 4, 2);
    coir_node_destroy(&panel->node);
}

static void an_animation_on_a_nine_slice_does_not_change_the_size(void **state)
{
    CoirNineSlice *panel = panel_at_5();
    (void)state;
    panel->node.size = coir_vec2(30, 20);
    CoirStage *stage = animated(&panel->sprite);
    assert_size(&panel->node, 30, 20);
    coir_stage_destroy(stage);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

// Checks that at least one vertex lies at the pixel position `at` (on the x axis if `is_x`, else on the y axis), and
// that each such vertex shows the point at `part` of the texture's width or height.
static void assert_edge(bool is_x, float at, float part)
{
    int count = 0;
    for (int i = 0; i < drawing.painter->vertex_count; i++) {
        const CoirVertex *v = &drawing.painter->vertices[i];
        if (fabsf((is_x ? v->x : v->y) - at) > 0.02f)
            continue;
        const CoirTexture *shown = drawing.texture;
        float texel = is_x ? shown->place.x + part * (float)shown->width : shown->place.y + part * (float)shown->height;
        assert_true(fabsf((is_x ? v->u : v->v) * COIR_PAGE_SIZE - texel) < 0.1f);
        count++;
    }
    assert_true(count > 0);
}

static void flips_take_the_insets_along(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirNineSlice *panel = panel_at_5();
        bool x = i & 1, y = i & 2;
        panel->node.size = coir_vec2(13, 8);
        panel->insets = coir_insets(1, 1, 2, 0);
        panel->sprite.flip_x = x;
        panel->sprite.flip_y = y;
        draw_node(&panel->node);
        assert_int_equal(drawing.painter->vertex_count, 6 * 4);
        assert_edge(true, 5, x ? 1 : 0);
        assert_edge(true, x ? 7 : 6, x ? 0.5f : 0.25f);
        assert_edge(true, x ? 17 : 16, x ? 0.25f : 0.5f);
        assert_edge(true, 18, x ? 0 : 1);
        assert_edge(false, HEIGHT - 13, y ? 1 : 0);
        assert_edge(false, y ? HEIGHT - 6 : HEIGHT - 12, 0.5f);
        assert_edge(false, HEIGHT - 5, y ? 0 : 1);
    }
}

static void a_nine_slice_shares_a_draw_call_with_its_neighbours(void **state)
{
    (void)state;
    assert_one_call(&panel_at_5()->sprite, &panel_at_5()->sprite);
}

static void a_nine_slice_that_cannot_be_shown_draws_nothing(void **state)
{
    CoirNineSlice *panel = panel_at_5();
    (void)state;
    panel->insets.left = 5;
    draw_node(&panel->node);
    assert_mistake("CoirNineSlice: insets of 5");
    assert_int_equal(drawing.painter->vertex_count, 0);
    panel = panel_at_5();
    panel->node.size.x = (float)NAN;
    draw_node(&panel->node);
    assert_mistake("finite");
    panel = panel_at_5();
    panel->node.size.x = -3;
    draw_node(&panel->node);
    panel = panel_at_5();
    coir_sprite_set_texture(&panel->sprite, NULL);
    draw_node(&panel->node);
    assert_int_equal(drawing.painter->vertex_count, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
}

static CoirSprite *add_coconut(CoirNode *parent)
{
    return (CoirSprite *)coir_nine_slice_add(parent, "coconut.png", coir_insets_all(3), 5, 5);
}

static void make_coconut(void)
{
    make_and_draw(add_coconut);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_coconut(); // the painter keeps its arrays, so they are not allocated again
    assert_true(support_fail_each_allocation(make_coconut) > 10);
}

TEST_FILE(nine_slice)
{
    const struct CMUnitTest tests[] = {
        drawn_test(a_nine_slice_is_a_sprite_with_insets),
        drawn_test(a_nine_slice_that_cannot_be_made_is_reported),
        drawn_test(another_picture_does_not_change_the_size),
        drawn_test(an_animation_on_a_nine_slice_does_not_change_the_size),
        drawn_test(flips_take_the_insets_along),
        drawn_test(a_nine_slice_shares_a_draw_call_with_its_neighbours),
        drawn_test(a_nine_slice_that_cannot_be_shown_draws_nothing),
        drawn_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("nine_slice", tests, folder_setup, folder_teardown);
}
