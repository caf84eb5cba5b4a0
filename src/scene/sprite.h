// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of sprites: the quick way in which draw.c draws plain sprites.

#ifndef COIR_SCENE_SPRITE_H
#define COIR_SCENE_SPRITE_H

#include "coir/sprite.h"
#include "draw/put.h"
#include "node/transform.h"

// The draw hook of CoirSprite_class.
void coir_sprite_draw(CoirNode *node, CoirPainter *painter);

// Returns true for a sprite with an untrimmed picture that is neither flipped nor rotated, and a valid blend mode.
static inline bool coir_sprite_is_plain(const CoirSprite *sprite)
{
    return !(sprite->flip_x | sprite->flip_y | sprite->rotated_ | sprite->trimmed_) && coir_is_blend(sprite->blend) &&
           sprite->texture_;
}

// Does the work of coir_sprite_draw_plain. `turn` is a constant in each caller: the rotation of the sprite.
static COIR_INLINE bool coir_sprite_draw_with(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter,
                                              CoirTurn turn)
{
    const bool is_upright = turn == COIR_TURN_NONE;
    const CoirNode *node = &sprite->node;
    const CoirAffine m = coir_node_transform_in(node, outer, false, turn);
    const CoirQuad quad = coir_quad_at_origin(&m, &node->size, is_upright);
    if (!coir_quad_is_seen(painter, &quad, is_upright))
        return true;
    if (!coir_sprite_is_plain(sprite))
        return false;
    const CoirPlace *place = &sprite->texture_->place;
    coir_write_quad(painter, place->page, sprite->blend, &quad, coir_region_uv(place, sprite->region_), node->color);
    return true;
}

// Does the work of coir_sprite_draw_plain for a sprite with a rotation. The function is not inline: with the code for
// both kinds of sprites in one loop, an upright sprite would take 30 instructions more.
bool coir_sprite_draw_turned(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter);

// Draws an opaque sprite without skew in its own colour. `outer` is upright, and maps the points of the sprite's
// parent to pixels. Returns false for a sprite that is not plain: the caller must call the draw hook. The blend mode
// does not matter, since multiplying by an alpha of 255 changes no colour. A sprite outside the clip is left out
// before the sprite's own fields are read: these are in other cache lines than the fields of the node.
static inline bool coir_sprite_draw_plain(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    return sprite->node.rotation == 0 ? coir_sprite_draw_with(sprite, outer, painter, COIR_TURN_NONE)
                                      : coir_sprite_draw_turned(sprite, outer, painter);
}

#endif
