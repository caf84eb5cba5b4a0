// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of sprites: how draw.c draws those of which there are many.

#ifndef COIR_SCENE_SPRITE_H
#define COIR_SCENE_SPRITE_H

#include "coir/sprite.h"
#include "draw/put.h"

// The class's hook.
void coir_sprite_draw(CoirNode *node, CoirPainter *painter);

// Returns true for a sprite that shows its picture as it is.
static inline bool coir_sprite_is_plain(const CoirSprite *sprite)
{
    return !(sprite->flip_x | sprite->flip_y | sprite->rotated_ | sprite->trimmed_) && coir_is_blend(sprite->blend) &&
           sprite->texture_;
}

// Return the quad of a sprite without a rotation, and of any sprite without skew.
static inline CoirQuad coir_sprite_upright_quad(const CoirNode *node, const CoirAffine *outer)
{
    float width = outer->a * node->scale.x * node->size.x, height = -outer->d * node->scale.y * node->size.y;
    float x = outer->a * node->position.x + outer->tx - node->anchor.x * width;
    float y = outer->d * node->position.y + outer->ty + node->anchor.y * height - height;
    return coir_quad_from(coir_vec2(x, y), coir_vec2(width, 0), coir_vec2(0, -height), true);
}

static COIR_INLINE CoirQuad coir_sprite_turned_quad(const CoirNode *node, const CoirAffine *outer)
{
    float radians = node->rotation * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    float width = node->scale.x * node->size.x, height = node->scale.y * node->size.y;
    CoirVec2 across = {outer->a * c * width, -outer->d * s * width},
             up = {outer->a * s * height, outer->d * c * height};
    float above = 1 - node->anchor.y; // part of the sprite above the anchor
    CoirVec2 corner = {outer->a * node->position.x + outer->tx - node->anchor.x * across.x + above * up.x,
                       outer->d * node->position.y + outer->ty - node->anchor.x * across.y + above * up.y};
    return coir_quad_from(corner, across, up, false);
}

// Draws a quad that is seen.
static COIR_INLINE void coir_sprite_write(const CoirSprite *sprite, const CoirQuad *quad, CoirPainter *painter)
{
    const CoirPlace *place = &sprite->texture_->place;
    coir_write_quad(painter, place->page, sprite->blend, quad, coir_region_uv(place, sprite->region_),
                    sprite->node.color);
}

// Does the work of coir_sprite_draw_plain for a sprite with a rotation.
bool coir_sprite_draw_turned(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter);

// Draws an opaque sprite without skew in its own colour. `outer` is upright, and leads from the points of the sprite's
// parent to pixels. Returns false for a sprite that is not plain: the hook is to draw the sprite. The blend mode does
// not matter, since multiplying by an alpha of 255 changes no colour. A sprite outside the clip is left out before the
// sprite's own fields are read, which lie in other cache lines than the node's.
static inline bool coir_sprite_draw_plain(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    const CoirNode *node = &sprite->node;
    if (node->rotation != 0)
        return coir_sprite_draw_turned(sprite, outer, painter);
    const CoirQuad quad = coir_sprite_upright_quad(node, outer);
    if (!coir_quad_is_seen(painter, &quad, true))
        return true;
    if (!coir_sprite_is_plain(sprite))
        return false;
    coir_sprite_write(sprite, &quad, painter);
    return true;
}

#endif
