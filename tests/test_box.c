// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Box nodes: constructors and drawing. The pixels of rectangles are tested in test_rectangle.c.

#include "coir/box.h"

#include <math.h>

#include "support/drawn.h"

#define RED coir_rgb(255, 0, 0)
#define BLUE coir_rgb(0, 0, 255)

static CoirBox *red_box(void)
{
    CoirBox *box = coir_box_new(12, 8, RED);
    assert_non_null(box);
    box->node.position = coir_vec2(20, 15);
    return box;
}

static void a_box_is_made_and_placed_in_one_line(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirBox *box = coir_box_add(parent, 480, 40, 120, 16, (CoirColor){1, 2, 3, 4});
    (void)state;
    assert_size(&box->node, 120, 16);
    assert_true(box->node.position.x == 480 && box->node.position.y == 40);
    assert_true(box->node.anchor.x == 0.5f && box->node.anchor.y == 0.5f);
    assert_true(box->fill.r == 1 && box->fill.g == 2 && box->fill.b == 3 && box->fill.a == 4);
    assert_true(box->outline.a == 0 && box->outline_width == 0 && box->radius == 0 && box->blend == COIR_BLEND_ALPHA);
    assert_ptr_equal(coir_node_parent(&box->node), parent);
    assert_true(coir_node_is(&box->node, &CoirBox_class));
    assert_non_null(strstr(box->node.made_file_, "test_box.c"));
    coir_node_destroy(parent);
}

static void a_box_that_cannot_be_made_is_reported(void **state)
{
    CoirNode *parent = coir_node_new();
    (void)state;
    assert_null(coir_box_new(-1, 2, RED));
    assert_mistake("coir_box_new: a box of -1 x 2 points; its width and height must be finite numbers of at least 0");
    assert_null(coir_box_add(parent, 1, 2, 3, (float)NAN, RED));
    assert_mistake("coir_box_add: a box of 3 x");
    assert_null(coir_box_add(parent, (float)NAN, 2, 3, 4, RED));
    assert_mistake("coir_box_add: the position is nan, 2; ");
    assert_null(coir_box_add(parent, 1, (float)-INFINITY, 3, 4, RED));
    assert_mistake("coir_box_add: the position is 1, -inf; ");
    assert_null(coir_box_add((CoirNode *)NULL, 1, 2, 3, 4, RED));
    assert_mistake("coir_box_add (parent)");
    assert_int_equal(coir_node_child_count(parent), 0);
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy(parent);
}

static void a_mistake_in_a_macro_is_logged_once_for_each_line(void **state)
{
    CoirNode *parent = coir_node_new();
    (void)state;
    for (int i = 1; i <= 3; i++)
        assert_null(coir_box_add(parent, 0, 0, (float)-i, 3, RED));
    assert_mistake("coir_box_add: a box of -3 x");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    coir_node_destroy(parent);
}

static void a_plain_box_is_one_quad_of_its_colour(void **state)
{
    CoirBox *box = red_box();
    (void)state;
    box->node.color = coir_rgb(128, 255, 255);
    box->node.opacity = 0.5f;
    draw_node(&box->node);
    assert_int_equal(drawing.painter->vertex_count, 4);
    for (int i = 0; i < 4; i++) {
        const CoirVertex *v = &drawing.painter->vertices[i];
        assert_true(fabsf(v->x - 20) == 6 && fabsf(v->y - 15) == 4);
        assert_true(v->color.r == 128 && v->color.g == 0 && v->color.b == 0 && v->color.a == 128);
    }
    draw_node(&red_box()->node);
    assert_drawn(drawing, (SDL_Rect){14, 11, 12, 8}, RED, 0);
}

static void a_box_shares_a_draw_call_with_neighbouring_sprites(void **state)
{
    CoirNode *parent = coir_node_new();
    (void)state;
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(drawing.texture)->node));
    assert_true(coir_node_add(parent, &red_box()->node));
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(drawing.texture)->node));
    draw_node(parent);
    assert_int_equal(drawing.painter->call_count, 1);
    assert_int_equal(drawing.painter->vertex_count, 12);
}

static void a_box_outside_the_window_is_left_out(void **state)
{
    CoirBox *box = red_box();
    (void)state;
    box->node.position = coir_vec2(-100, 15);
    draw_node(&box->node);
    assert_int_equal(drawing.painter->vertex_count, 0);
    assert_int_equal(coir_painter_counted(drawing.painter).culled, 1);
}

static void outlines_and_round_corners_are_drawn(void **state)
{
    CoirBox *box = red_box();
    (void)state;
    box->outline = BLUE;
    box->outline_width = 2;
    draw_node(&box->node);
    SDL_Surface *picture = take_picture(drawing);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bool in = x >= 14 && x < 26 && y >= 11 && y < 19, inner = x >= 16 && x < 24 && y >= 13 && y < 17;
            assert_pixel(picture, x, y, inner ? RED : in ? BLUE : background, 0);
        }
    SDL_FreeSurface(picture);
    box = red_box();
    box->radius = 4;
    draw_node(&box->node);
    picture = take_picture(drawing);
    assert_pixel(picture, 14, 11, background, 0);
    assert_pixel(picture, 20, 12, RED, 0);
    SDL_FreeSurface(picture);
}

static void blend_modes_apply(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirBox *box = red_box();
        box->blend = COIR_BLEND_ADD;
        box->radius = (float)i;
        draw_node(&box->node);
        assert_int_equal(drawing.painter->call_count, 1);
        assert_int_equal(drawing.painter->calls[0].blend, COIR_BLEND_ADD);
    }
}

// Tests all types of nodes that have a blend mode.
static void a_bad_blend_mode_is_reported_and_the_node_is_drawn_with_alpha(void **state)
{
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        CoirBlend bad = (CoirBlend)(kind % 2 ? -1 : 99);
        CoirNode *node = NULL;
        CoirSprite *sprite = kind == 4   ? coir_sprite_with_texture(drawing.texture)
                             : kind == 5 ? &coir_tiled_with_texture(drawing.texture)->sprite
                             : kind == 6
                                 ? &coir_nine_slice_with_texture(drawing.texture, (CoirInsets){1, 1, 1, 1})->sprite
                                 : NULL;
        if (kind < 2) {
            CoirBox *box = red_box();
            box->blend = bad;
            box->radius = (float)kind;
            node = &box->node;
        } else if (kind < 4) {
            CoirCircle *circle = coir_circle_new(5, RED);
            circle->blend = bad;
            node = &circle->node;
        } else if (sprite) {
            sprite->blend = bad;
            sprite->flip_x = kind == 4;
            node = &sprite->node;
        } else {
            CoirLabel *label = coir_label_new("text");
            label->blend = bad;
            node = &label->node;
        }
        node->position = coir_vec2(10, 10);
        draw_node(node);
        assert_mistake(kind % 2 ? "its blend is -1; it must be a CoirBlend"
                                : "its blend is 99; it must be a CoirBlend");
        assert_true(drawing.painter->call_count > 0);
        for (int i = 0; i < drawing.painter->call_count; i++)
            assert_int_equal(drawing.painter->calls[i].blend, COIR_BLEND_ALPHA);
    }
    coir_fonts_purge();
}

static void a_transparent_or_empty_box_draws_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        CoirBox *box = red_box();
        box->fill.a = i < 3 ? 0 : 255;
        box->outline = i == 1 ? BLUE : coir_rgba(0, 0, 0, 0);
        box->outline_width = i == 2 ? 3 : 0;
        box->radius = i % 2 ? 2 : 0;
        box->node.size = i == 3 ? coir_vec2(0, 5) : i == 4 ? coir_vec2(5, -5) : box->node.size;
        draw_node(&box->node);
        assert_nothing_drawn(drawing);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void bad_fields_are_mistakes(void **state)
{
    CoirBox *box = red_box();
    (void)state;
    box->radius = -1;
    draw_node(&box->node);
    assert_mistake("the CoirBox made at ");
    box = red_box();
    box->radius = -2;
    draw_node(&box->node);
    assert_mistake("its radius is -2; it must be a finite number of at least 0");
    box = red_box();
    box->radius = (float)INFINITY;
    draw_node(&box->node);
    assert_mistake("its radius is inf; it must be a finite number of at least 0");
    box = red_box();
    box->outline = BLUE;
    box->outline_width = (float)INFINITY;
    draw_node(&box->node);
    assert_mistake("its outline_width is inf; it must be a finite number of at least 0");
    box = red_box();
    box->node.size.x = (float)INFINITY;
    draw_node(&box->node);
    assert_mistake("is not a finite number");
    assert_nothing_drawn(drawing);
}

static void boxes_add(void)
{
    CoirNode *parent = coir_node_new();
    CoirBox *box = parent ? coir_box_add(parent, 20, 15, 9, 9, RED) : NULL;
    if (parent && !box)
        assert_non_null(strstr(coir_error(), "out of memory"));
    CoirStage *stage = coir_stage_new();
    if (box && stage && coir_stage_show(stage, parent)) {
        box->radius = 3;
        parent = NULL; // the stage owns the scene
        if (coir_stage_update(stage, 0) && coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT))
            coir_stage_draw(stage, drawing.painter);
    }
    coir_node_destroy(parent);
    coir_stage_destroy(stage);
    coir_nodes_sweep();
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    assert_true(support_fail_each_allocation(boxes_add) > 3);
}

TEST_FILE(box)
{
    const struct CMUnitTest tests[] = {
        drawn_test(a_box_is_made_and_placed_in_one_line),
        drawn_test(a_box_that_cannot_be_made_is_reported),
        drawn_test(a_mistake_in_a_macro_is_logged_once_for_each_line),
        drawn_test(a_plain_box_is_one_quad_of_its_colour),
        drawn_test(a_box_shares_a_draw_call_with_neighbouring_sprites),
        drawn_test(a_box_outside_the_window_is_left_out),
        drawn_test(outlines_and_round_corners_are_drawn),
        drawn_test(blend_modes_apply),
        drawn_test(a_bad_blend_mode_is_reported_and_the_node_is_drawn_with_alpha),
        drawn_test(a_transparent_or_empty_box_draws_nothing),
        drawn_test(bad_fields_are_mistakes),
        drawn_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("box", tests, folder_setup, folder_teardown);
}
