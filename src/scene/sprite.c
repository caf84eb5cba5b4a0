// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/sprite.h"

#include "base/fail.h"
#include "draw/texture.h"
#include "scene/node.h"

static bool sprite_made(CoirNode *node)
{
    CoirSprite *sprite = COIR_AS(CoirSprite, node);
    node->anchor = coir_vec2(0.5f, 0.5f);
    sprite->u1_ = sprite->v1_ = 1;
    return true;
}

static void sprite_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirSprite *sprite = (const CoirSprite *)node;
    if (!sprite->texture_)
        return;
    float left = sprite->flip_x ? sprite->u1_ : sprite->u0_, right = sprite->flip_x ? sprite->u0_ : sprite->u1_;
    float top = sprite->flip_y ? sprite->v1_ : sprite->v0_, bottom = sprite->flip_y ? sprite->v0_ : sprite->v1_;
    float width = node->size.x, height = node->size.y;
    const CoirColor white = {255, 255, 255, 255};
    const CoirVertex corners[4] = {
        {0, height, white, left, top},
        {width, height, white, right, top},
        {width, 0, white, right, bottom},
        {0, 0, white, left, bottom},
    };
    coir_painter_quad(painter, sprite->texture_, sprite->blend, corners);
}

static void sprite_destroy(CoirNode *node)
{
    CoirSprite *sprite = (CoirSprite *)node;
    coir_texture_release(sprite->texture_);
    sprite->texture_ = NULL;
}

COIR_NODE_CLASS(CoirSprite, .made = sprite_made, .draw = sprite_draw, .destroy = sprite_destroy);

static bool usable(CoirSprite *sprite, const char *function)
{
    if (!sprite || !coir_node_check(&sprite->node, function))
        return sprite ? false : coir_node_check(NULL, function);
    if (!coir_node_is(&sprite->node, &CoirSprite_class))
        return MISTAKE("%s: this is a %s, no CoirSprite", function, sprite->node.class_->name);
    return true;
}

static void show(CoirSprite *sprite, CoirTexture *texture, CoirRect region)
{
    float width = (float)coir_texture_width(texture), height = (float)coir_texture_height(texture);
    coir_texture_retain(texture);
    coir_texture_release(sprite->texture_);
    sprite->texture_ = texture;
    sprite->region_ = region;
    sprite->node.size = coir_vec2(region.width, region.height);
    sprite->u0_ = texture ? region.x / width : 0;
    sprite->v0_ = texture ? region.y / height : 0;
    sprite->u1_ = texture ? (region.x + region.width) / width : 1;
    sprite->v1_ = texture ? (region.y + region.height) / height : 1;
}

static CoirRect whole(const CoirTexture *texture)
{
    return coir_rect(0, 0, (float)coir_texture_width(texture), (float)coir_texture_height(texture));
}

static bool is_inside(CoirRect region, const CoirTexture *texture)
{
    return region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0 &&
           region.x + region.width <= (float)coir_texture_width(texture) &&
           region.y + region.height <= (float)coir_texture_height(texture);
}

bool coir_sprite_set_texture(CoirSprite *sprite, CoirTexture *texture)
{
    if (!usable(sprite, "coir_sprite_set_texture"))
        return false;
    show(sprite, texture, whole(texture));
    return true;
}

bool coir_sprite_set_region(CoirSprite *sprite, CoirTexture *texture, CoirRect region)
{
    if (!usable(sprite, "coir_sprite_set_region"))
        return false;
    if (!texture)
        return MISTAKE("coir_sprite_set_region: the texture is NULL");
    if (!is_inside(region, texture))
        return MISTAKE("coir_sprite_set_region: the part %g, %g, %g x %g is not inside the texture of %d x %d pixels",
                       (double)region.x, (double)region.y, (double)region.width, (double)region.height,
                       coir_texture_width(texture), coir_texture_height(texture));
    show(sprite, texture, region);
    return true;
}

bool coir_sprite_set_file(CoirSprite *sprite, const char *path)
{
    if (!usable(sprite, "coir_sprite_set_file"))
        return false;
    CoirTexture *texture = coir_texture_load(path);
    return texture && coir_sprite_set_texture(sprite, texture);
}

CoirTexture *coir_sprite_texture(const CoirSprite *sprite)
{
    return sprite ? sprite->texture_ : NULL;
}

CoirRect coir_sprite_region(const CoirSprite *sprite)
{
    return sprite ? sprite->region_ : coir_rect(0, 0, 0, 0);
}

// Making -------------------------------------------------------------------------------------------------------------

static CoirSprite *make(const char *file, int line)
{
    return (CoirSprite *)coir_node_make(&CoirSprite_class, file, line);
}

CoirSprite *coir_sprite_make_from_region(CoirTexture *texture, CoirRect region, const char *file, int line)
{
    if (!texture)
        return MISTAKE("coir_sprite_with_region: the texture is NULL (%s:%d)", file, line), NULL;
    CoirSprite *sprite = make(file, line);
    if (!sprite)
        return NULL;
    if (coir_sprite_set_region(sprite, texture, region))
        return sprite;
    coir_node_destroy(&sprite->node);
    return NULL;
}

CoirSprite *coir_sprite_make_from_texture(CoirTexture *texture, const char *file, int line)
{
    return coir_sprite_make_from_region(texture, whole(texture), file, line);
}

CoirSprite *coir_sprite_make_from_file(const char *path, const char *file, int line)
{
    CoirTexture *texture = coir_texture_load(path);
    return texture ? coir_sprite_make_from_texture(texture, file, line) : NULL;
}

CoirSprite *coir_sprite_make_in(CoirNode *parent, const char *path, float x, float y, const char *file, int line)
{
    if (!coir_node_check(parent, "coir_sprite_add (parent)"))
        return NULL;
    CoirSprite *sprite = coir_sprite_make_from_file(path, file, line);
    if (!sprite)
        return NULL;
    sprite->node.position = coir_vec2(x, y);
    if (coir_node_add(parent, &sprite->node))
        return sprite;
    coir_node_destroy(&sprite->node);
    return NULL;
}
