// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of nodes that show pictures: nodes on a stage, drawn with a Drawing of support/canvas.h, with
// the assets of Coir.

#ifndef COIR_TESTS_DRAWN_H
#define COIR_TESTS_DRAWN_H

#include "support/canvas.h"

#include <string.h>

#include "coir/coir.h"
#include "support/probe.h"

static Drawing drawing;

static int drawn_setup(void **state)
{
    support_setup(state);
    drawing = open_drawing(); // has a texture of 4 x 2 pixels
    return coir_assets_set_folder(COIR_ASSETS) ? 0 : 1;
}

static int drawn_teardown(void **state)
{
    coir_nodes_sweep();
    close_drawing(drawing);
    coir_textures_purge();
    coir_textures_sweep();
    coir_assets_set_folder(NULL);
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define drawn_test(function) cmocka_unit_test_setup_teardown(function, drawn_setup, drawn_teardown)

static inline void assert_size(const CoirNode *node, float width, float height)
{
    assert_non_null(node);
    assert_true(node->size.x == width && node->size.y == height);
}

static inline void draw_stage(CoirStage *stage)
{
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    coir_stage_draw(stage, drawing.painter);
}

// Shows the node on a new stage, draws the stage, and destroys the stage together with the node.
static inline void draw_node(CoirNode *node)
{
    CoirStage *stage = coir_stage_new();
    show(stage, node);
    draw_stage(stage);
    coir_stage_destroy(stage);
}

// Returns a stage that shows the sprite. The sprite shows the second frame of an animation; this frame is 1 pixel wide.
static inline CoirStage *animated(CoirSprite *sprite)
{
    CoirFrame frames[2] = {{.texture = drawing.texture, .region = {0, 0, 2, 2}, .delay = FRAME},
                           {.texture = drawing.texture, .region = {2, 0, 1, 2}, .delay = FRAME}};
    CoirStage *stage = coir_stage_new();
    show(stage, &sprite->node);
    coir_node_run(&sprite->node, coir_animate(&(CoirAnimation){.frames = frames, .count = 2}));
    step(stage);
    assert_true(coir_sprite_region(sprite).width == 1);
    return stage;
}

// Checks that `between`, drawn between two sprites with the same texture, shares one draw call with them. Checks that
// `another` is drawn with its own blend mode.
static inline void assert_one_call(CoirSprite *between, CoirSprite *another)
{
    CoirNode *parent = coir_node_new();
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(drawing.texture)->node));
    assert_true(coir_node_add(parent, &between->node));
    assert_true(coir_node_add(parent, &coir_sprite_with_texture(drawing.texture)->node));
    draw_node(parent);
    assert_int_equal(drawing.painter->call_count, 1);
    another->blend = COIR_BLEND_MULTIPLY;
    draw_node(&another->node);
    assert_int_equal(drawing.painter->calls[0].blend, COIR_BLEND_MULTIPLY);
}

// Makes a sprite in a scene with `add` and draws the scene. For support_fail_each_allocation: any allocation may fail.
static inline void make_and_draw(CoirSprite *(*add)(CoirNode *parent))
{
    CoirStage *stage = coir_stage_new();
    CoirNode *parent = stage ? coir_node_new() : NULL;
    if (parent && coir_stage_show(stage, parent) && coir_stage_update(stage, 0)) {
        if (!add(parent))
            assert_non_null(strstr(coir_error(), "out of memory"));
        if (coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT))
            coir_stage_draw(stage, drawing.painter);
    }
    coir_stage_destroy(stage);
    coir_nodes_sweep();
    coir_textures_purge();
    coir_textures_sweep();
}

#endif
