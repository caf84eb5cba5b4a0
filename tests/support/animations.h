// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of animations: a sprite on the stage. A test recognises the sprite's picture by the x of the
// picture's region.

#ifndef COIR_TESTS_ANIMATIONS_H
#define COIR_TESTS_ANIMATIONS_H

#include "support/actions.h"

#include "coir/animation.h"
#include "coir/sprite.h"

static CoirTexture *texture; // 8 * 2 pixels
static CoirSprite *sprite;   // on the stage, a child of the scene

static inline int make_sprite_world(void **state)
{
    static const uint8_t pixels[8 * 2 * 4];
    int result = setup_stage_and_manager(state);
    texture = coir_texture_from_pixels(8, 2, pixels);
    sprite = coir_sprite_with_region(texture, ((CoirRect){7, 0, 1, 2}));
    return result || !coir_node_add(scene, &sprite->node) || !coir_assets_set_folder(COIR_ASSETS) ? 1 : 0;
}

static inline int end_sprite_world(void **state)
{
    coir_texture_destroy(texture);
    coir_node_destroy(scene);
    coir_nodes_sweep();
    coir_textures_purge();
    coir_assets_set_folder(NULL);
    return teardown_stage_and_manager(state);
}

#define sprite_test(function) cmocka_unit_test_setup_teardown(function, make_sprite_world, end_sprite_world)

static inline CoirFrame picture(float x, double delay)
{
    return (CoirFrame){.texture = texture, .region = {x, 0, 1, 2}, .delay = delay};
}

#endif
