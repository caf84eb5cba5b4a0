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

// Where it is, in pixels from the upper left corner.
static inline CoirRect coir_sprite_rect(const CoirNode *node, const CoirAffine *outer)
{
    float width = outer->a * node->scale.x * node->size.x, height = -outer->d * node->scale.y * node->size.y;
    float x = outer->a * node->position.x + outer->tx - node->anchor.x * width;
    float y = outer->d * node->position.y + outer->ty + node->anchor.y * height - height;
    return coir_rect(x, y, width, height);
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
    return coir_put_corners(painter, page, edges, blend, node->color);
}

// Draws an opaque sprite without skew in its own colour. `outer` is upright, and leads from the points of the sprite's
// parent to pixels. Returns false for a sprite that is not plain: the hook is to draw the sprite. The blend mode does
// not matter, since multiplying by an alpha of 255 changes no colour. A sprite outside the clip is left out before the
// sprite's own fields are read, which lie in other cache lines than the node's.
static inline bool coir_sprite_draw_plain(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    const CoirNode *node = &sprite->node;
    CoirVertex *corners;
    if (node->rotation == 0) {
        CoirRect where = coir_sprite_rect(node, outer);
        if (!coir_is_rect_seen(painter, where))
            return true;
        if (!coir_sprite_is_plain(sprite))
            return false;
        corners = coir_put_rect(painter, sprite->texture_->place.page, where, sprite->blend, node->color);
    } else {
        if (!coir_sprite_is_plain(sprite))
            return false;
        corners = coir_sprite_put_turned(node, sprite->texture_->place.page, sprite->blend, outer, painter);
    }
    if (corners)
        coir_show_region(corners, &sprite->texture_->place, sprite->region_);
    return true;
}

#endif
