// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine-slices as nodes: how they are made, what they keep, and what they draw. How slices look is in test_slices.c.

#include "support/canvas.h"

#include <math.h>
#include <string.h>

#include "coir/coir.h"
#include "support/probe.h"

static Scene scene;

static int set_up(void **state)
{
    support_setup(state);
    scene = open_scene(); // with a texture of 4 x 2 pixels
    return coir_assets_set_folder(COIR_ASSETS) ? 0 : 1;
}

static int tear_down(void **state)
{
    coir_nodes_sweep();
    close_scene(scene);
    coir_textures_purge();
    coir_textures_sweep();
    coir_assets_set_folder(NULL);
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define node_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static const CoirInsets one_left = {1, 0, 0, 0};

static void assert_size(const CoirNineSlice *panel, float width, float height)
{
    assert_non_null(panel);
    assert_true(panel->node.size.x == width && panel->node.size.y == height);
}

// Shows the node, which goes with it, on a stage, and draws that.
static void draw_node(CoirNode *node)
{
    CoirStage *stage = coir_stage_new();
    show(stage, node);
    assert_true(coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT));
    coir_stage_draw(stage, scene.painter);
    coir_stage_destroy(stage);
}

static CoirNineSlice *panel_at_5(void)
{
    CoirNineSlice *panel = coir_nine_slice_with_texture(scene.texture, one_left);
    assert_non_null(panel);
    panel->node.anchor = coir_vec2(0, 0);
    panel->node.position = coir_vec2(5, 5);
    return panel;
}

static void a_nine_slice_is_a_sprite_with_insets(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirNineSlice *panel = coir_nine_slice_add(parent, "coconut.png", coir_insets(5, 6, 7, 8), 30, 40);
    CoirTexture *coconut = coir_texture_load("coconut.png");
    (void)state;
    assert_size(panel, (float)coir_texture_width(coconut), (float)coir_texture_height(coconut));
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

static void what_cannot_be_made_is_said(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirFrame outside = {.texture = scene.texture, .region = {3, 0, 2, 2}};
    (void)state;
    assert_null(coir_nine_slice_new("no such.png", one_left));
    assert_non_null(strstr(coir_error(), "no such.png"));
    assert_null(coir_nine_slice_add(parent, "no such.png", one_left, 1, 2));
    assert_null(coir_nine_slice_add(NULL, "coconut.png", one_left, 1, 2));
    assert_mistake("coir_nine_slice_add (parent)");
    assert_null(coir_nine_slice_with_texture(NULL, one_left));
    assert_mistake("texture is NULL");
    assert_null(coir_nine_slice_with_frame(NULL, one_left));
    assert_mistake("frame is NULL");
    assert_null(coir_nine_slice_with_frame(&outside, one_left));
    assert_mistake("not inside");
    assert_null(coir_nine_slice_with_texture(scene.texture, coir_insets_all(1.5f)));
    assert_mistake("do not fit a picture of 4 x 2");
    assert_null(coir_nine_slice_new("coconut.png", coir_insets_all(-1)));
    assert_mistake("do not fit");
    assert_int_equal(coir_node_child_count(parent), 0);
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy(parent);
}

static void another_picture_leaves_the_size_as_it_is(void **state)
{
    CoirFrame frame = {.texture = scene.texture, .region = {0, 0, 2, 2}};
    CoirNineSlice *panel = coir_nine_slice_with_frame(&frame, one_left);
    (void)state;
    assert_size(panel, 2, 2);
    assert_true(coir_sprite_set_texture(&panel->sprite, scene.texture));
    assert_size(panel, 2, 2);
    panel->node.size = coir_vec2(30, 20);
    assert_true(coir_sprite_set_frame(&panel->sprite, &frame));
    assert_size(panel, 30, 20);
    assert_true(coir_sprite_set_texture(&panel->sprite, NULL));
    assert_size(panel, 30, 20);
    panel->node.size = coir_vec2(0, 0);
    assert_true(coir_sprite_set_texture(&panel->sprite, scene.texture));
    assert_size(panel, 4, 2);
    coir_node_destroy(&panel->node);
}

static void an_animation_runs_on_it_and_leaves_its_size(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirFrame frames[2] = {{.texture = scene.texture, .region = {0, 0, 2, 2}, .delay = FRAME},
                           {.texture = scene.texture, .region = {2, 0, 1, 2}, .delay = FRAME}};
    CoirNineSlice *panel = panel_at_5();
    (void)state;
    panel->node.size = coir_vec2(30, 20);
    show(stage, &panel->node);
    coir_node_run(&panel->node, coir_animate(&(CoirAnimation){.frames = frames, .count = 2}));
    step(stage);
    assert_true(coir_sprite_region(&panel->sprite).width == 1);
    assert_size(panel, 30, 20);
    coir_stage_destroy(stage);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

// Checks that all vertices at `x` (or else at `y`) pixels show this part of the texture, and that there are some.
static void assert_edge(bool is_x, float place, float part)
{
    int count = 0;
    for (int i = 0; i < scene.painter->vertex_count; i++) {
        const CoirVertex *v = &scene.painter->vertices[i];
        if (fabsf((is_x ? v->x : v->y) - place) > 0.02f)
            continue;
        const CoirTexture *shown = scene.texture;
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
        assert_int_equal(scene.painter->vertex_count, 6 * 4);
        assert_edge(true, 5, x ? 1 : 0);
        assert_edge(true, x ? 7 : 6, x ? 0.5f : 0.25f);
        assert_edge(true, x ? 17 : 16, x ? 0.25f : 0.5f);
        assert_edge(true, 18, x ? 0 : 1);
        assert_edge(false, HEIGHT - 13, y ? 1 : 0);
        assert_edge(false, y ? HEIGHT - 6 : HEIGHT - 12, 0.5f);
        assert_edge(false, HEIGHT - 5, y ? 0 : 1);
    }
}

static void it_is_one_run_with_its_neighbours(void **state)
{
    CoirNode *parent = coir_node_new();
    (void)state;
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(scene.texture)->node));
    assert_true(coir_node_add(parent, &panel_at_5()->node));
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(scene.texture)->node));
    draw_node(parent);
    assert_int_equal(scene.painter->run_count, 1);
    CoirNineSlice *panel = panel_at_5();
    panel->sprite.blend = COIR_BLEND_ADD;
    draw_node(&panel->node);
    assert_int_equal(scene.painter->runs[0].blend, COIR_BLEND_ADD);
}

static void what_does_not_fit_is_not_drawn(void **state)
{
    CoirNineSlice *panel = panel_at_5();
    (void)state;
    panel->insets.left = 5;
    draw_node(&panel->node);
    assert_mistake("CoirNineSlice: insets of 5");
    assert_int_equal(scene.painter->vertex_count, 0);
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
    assert_int_equal(scene.painter->vertex_count, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
}

static void make_and_draw(void)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *parent = stage ? coir_node_new() : NULL;
    if (parent && coir_stage_show(stage, parent) && coir_stage_update(stage, 0)) {
        CoirNineSlice *panel = coir_nine_slice_add(parent, "coconut.png", coir_insets_all(3), 5, 5);
        if (!panel)
            assert_non_null(strstr(coir_error(), "out of memory"));
        if (coir_painter_begin(scene.painter, upwards, WIDTH, HEIGHT))
            coir_stage_draw(stage, scene.painter);
    }
    coir_stage_destroy(stage);
    coir_nodes_sweep();
    coir_textures_purge();
    coir_textures_sweep();
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_and_draw(); // the painter's arrays stay
    assert_true(support_fail_each_allocation(make_and_draw) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        node_test(a_nine_slice_is_a_sprite_with_insets),
        node_test(what_cannot_be_made_is_said),
        node_test(another_picture_leaves_the_size_as_it_is),
        node_test(an_animation_runs_on_it_and_leaves_its_size),
        node_test(flips_take_the_insets_along),
        node_test(it_is_one_run_with_its_neighbours),
        node_test(what_does_not_fit_is_not_drawn),
        node_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("nine_slice", tests, folder_setup, folder_teardown);
}
