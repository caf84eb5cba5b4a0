// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of sprites: how draw.c draws those of which there are many.

#ifndef COIR_SCENE_SPRITE_H
#define COIR_SCENE_SPRITE_H

#include "coir/sprite.h"
#include "draw/put.h"

// The class's hook.
void coir_sprite_draw(CoirNode *node, CoirPainter *painter);

// True for one that shows its picture as it is.
static inline bool coir_sprite_is_simple(const CoirSprite *sprite)
{
    const CoirNode *node = &sprite->node;
    return !(sprite->flip_x | sprite->flip_y | sprite->rotated_ | sprite->trimmed_) && node->skew.x == 0 &&
           node->skew.y == 0 && sprite->blend <= COIR_BLEND_ADD && sprite->texture_;
}

static inline CoirVertex *coir_sprite_put_upright(const CoirNode *node, CoirPage *page, CoirBlend blend,
                                                  const CoirAffine *outer, CoirPainter *painter)
{
    float width = outer->a * node->scale.x * node->size.x, height = -outer->d * node->scale.y * node->size.y;
    float left = outer->a * node->position.x + outer->tx - node->anchor.x * width;
    float top = outer->d * node->position.y + outer->ty + node->anchor.y * height - height;
    return coir_put_upright(painter, page, left, top, width, height, blend, node->color);
}

static inline CoirVertex *coir_sprite_put_turned(const CoirNode *node, CoirPage *page, CoirBlend blend,
                                                 const CoirAffine *outer, CoirPainter *painter)
{
    float radians = node->rotation * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    float width = node->scale.x * node->size.x, height = node->scale.y * node->size.y;
    float across_x = outer->a * c * width, across_y = -outer->d * s * width;
    float down_x = -outer->a * s * height, down_y = -outer->d * c * height;
    float above = 1 - node->anchor.y; // what part of it is above the anchor
    CoirEdges edges = {outer->a * node->position.x + outer->tx - node->anchor.x * across_x - above * down_x,
                       outer->d * node->position.y + outer->ty - node->anchor.x * across_y - above * down_y,
                       across_x,
                       across_y,
                       down_x,
                       down_y};
    painter->tint = node->color;
    return coir_put_corners(painter, page, edges, blend, NULL);
}

// Draws a simple sprite in its own tint, with `outer` leading upright from its parent's points to pixels.
static inline void coir_sprite_draw_simple(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    const CoirPlace *place = &sprite->texture_->place;
    CoirVertex *corners;
    if (sprite->node.rotation == 0)
        corners = coir_sprite_put_upright(&sprite->node, place->page, sprite->blend, outer, painter);
    else
        corners = coir_sprite_put_turned(&sprite->node, place->page, sprite->blend, outer, painter);
    if (corners)
        coir_show_region(corners, place, sprite->region_);
}

#endif
