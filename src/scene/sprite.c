// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/sprite.h"

#include <string.h>

#include "base/fail.h"
#include "base/inline.h"
#include "draw/put.h"
#include "media/frame.h"
#include "media/texture.h"
#include "node/reference.h"
#include "node/store.h"
#include "node/transform.h"
#include "scene/draw.h"

static bool sprite_made(CoirNode *node)
{
    node->anchor = coir_vec2(0.5f, 0.5f);
    return true;
}

// Returns the rectangle of the frame in points of the node.
static CoirRect rect_of(const CoirSprite *sprite)
{
    CoirVec2 size = sprite->node.size;
    CoirFrame frame = coir_sprite_frame(sprite);
    return coir_frame_rect(&frame, sprite->flip_x, sprite->flip_y, coir_rect(0, 0, size.x, size.y));
}

static void draw_turned(const CoirSprite *sprite, CoirPainter *painter)
{
    CoirImage image = coir_image(sprite->texture_, sprite->region_, sprite->rotated_);
    if (sprite->flip_x)
        image = coir_image_mirrored(image);
    if (sprite->flip_y)
        image = coir_image_upside_down(image);
    coir_painter_put(painter, &image, rect_of(sprite), coir_node_blend(&sprite->node, sprite->blend), COIR_WHITE);
}

// Returns true for a sprite with an untrimmed picture that is neither flipped nor rotated, and a valid blend mode.
static inline bool has_simple_picture(const CoirSprite *sprite)
{
    return !(sprite->flip_x | sprite->flip_y | sprite->rotated_ | sprite->trimmed_) && coir_is_blend(sprite->blend) &&
           sprite->texture_;
}

// Does the work of draw_simple. `turn` says whether the sprite has a rotation. Each caller gives a constant, so that
// the compiler makes a version for each.
static COIR_INLINE bool draw_simple_with(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter,
                                         CoirTurn turn)
{
    const bool is_upright = turn == COIR_TURN_NONE;
    const CoirNode *node = &sprite->node;
    const CoirAffine m = coir_node_transform_in(node, outer, false, turn);
    const CoirQuad quad = coir_quad_at_origin(&m, &node->size, is_upright);
    const CoirSight sight = coir_quad_sight(painter, &quad, is_upright);
    if (sight == COIR_SIGHT_OUTSIDE) {
        painter->counted.culled++;
        return true;
    }
    if (sight == COIR_SIGHT_NOT_FINITE || !has_simple_picture(sprite))
        return false;
    const CoirPlace *place = &sprite->texture_->place;
    coir_write_quad(painter, place->page, sprite->blend, &quad, coir_region_uv(place, sprite->region_), node->color);
    return true;
}

// Does the work of draw_simple for a sprite with a rotation. The function is not inline: with the code for both kinds
// of sprites in one loop, an upright sprite would take 30 instructions more.
static COIR_NOINLINE bool draw_simple_rotated(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    return draw_simple_with(sprite, outer, painter, COIR_TURN_ROTATION);
}

// Draws an opaque sprite without skew in its own colour. `outer` is upright, and maps the points of the sprite's parent
// to pixels. Returns false for a sprite whose picture is not simple, or whose position is not finite: the caller must
// call the draw hook. Some blend modes multiply the colour by its alpha (coir_tint); with an alpha of 255 this would
// change nothing. A sprite outside the clip is left out before the sprite's own fields are read: these are in other
// cache lines than the fields of the node.
static inline bool draw_simple(const CoirSprite *sprite, const CoirAffine *outer, CoirPainter *painter)
{
    return sprite->node.rotation == 0 ? draw_simple_with(sprite, outer, painter, COIR_TURN_NONE)
                                      : draw_simple_rotated(sprite, outer, painter);
}

// Compares both numbers at once, since the function is called for every sprite.
static inline bool is_zero(CoirVec2 v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (bits & UINT64_C(0x7fffffff7fffffff)) == 0; // 0 or -0
}

static CoirNode *draw_row(CoirNode *first, const CoirAffine *outer, CoirPainter *painter)
{
    const CoirNodeClass *known = first->class_; // last class that was found to draw rows of sprites
    const CoirStage *stage = first->stage_;
    CoirNode *node = first;
    for (; node && node->stage_ == stage; node = node->next_) {
        if (node->class_ != known && node->class_->state_->draw_row_ != draw_row)
            break;
        known = node->class_;
        bool is_simple = !node->first_ && node->visible && node->opacity == 1 && node->color.a == 255;
        if (!is_simple || !is_zero(node->skew) || !draw_simple((const CoirSprite *)node, outer, painter))
            break;
    }
    return node;
}

static void sprite_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirSprite *sprite = (const CoirSprite *)node;
    if (!sprite->texture_)
        return;
    if (sprite->flip_x || sprite->flip_y || sprite->rotated_ || sprite->trimmed_) {
        draw_turned(sprite, painter);
        return;
    }
    const CoirPlace *place = &sprite->texture_->place;
    CoirQuad quad = coir_quad_at_origin(&painter->transform, &node->size, false);
    CoirBlend blend = coir_node_blend(node, sprite->blend);
    coir_quad_to_pixels(&quad, painter);
    if (coir_quad_is_seen(painter, &quad, false))
        coir_write_quad(painter, place->page, blend, &quad, coir_region_uv(place, sprite->region_),
                        coir_tint(painter, COIR_WHITE, blend));
}

static void sprite_destroy(CoirNode *node)
{
    CoirSprite *sprite = (CoirSprite *)node;
    coir_texture_release(sprite->texture_);
    sprite->texture_ = NULL;
}

const CoirNodeClass CoirSprite_class = {.name = "CoirSprite",
                                        .size = sizeof(CoirSprite),
                                        .made = sprite_made,
                                        .draw = sprite_draw,
                                        .destroy = sprite_destroy,
                                        .state_ = &(CoirNodeClassState){.draw_row_ = draw_row}};

static bool usable(CoirSprite *sprite, const char *function)
{
    if (!sprite || !coir_node_check(&sprite->node, function))
        return sprite ? false : coir_node_check(NULL, function);
    if (!coir_node_is(&sprite->node, &CoirSprite_class))
        return MISTAKE("%s: this is a %s, no CoirSprite", function, sprite->node.class_->name);
    return true;
}

// Shows a complete frame, or nothing if all fields of the frame are 0.
static void show(CoirSprite *sprite, const CoirFrame *frame)
{
    coir_texture_retain(frame->texture);
    coir_texture_release(sprite->texture_);
    sprite->texture_ = frame->texture;
    sprite->region_ = frame->region;
    sprite->full_size_ = frame->size;
    sprite->offset_ = frame->offset;
    sprite->rotated_ = frame->rotated;
    sprite->trimmed_ = frame->size.x != (frame->rotated ? frame->region.height : frame->region.width) ||
                       frame->size.y != (frame->rotated ? frame->region.width : frame->region.height);
    if (!sprite->keeps_size_ || (sprite->node.size.x == 0 && sprite->node.size.y == 0))
        sprite->node.size = frame->size;
}

static bool show_checked(CoirSprite *sprite, const CoirFrame *frame, const char *function)
{
    CoirFrame full;
    if (!usable(sprite, function) || !coir_frame_complete(frame, function, &full))
        return false;
    show(sprite, &full);
    return true;
}

bool coir_sprite_set_texture(CoirSprite *sprite, CoirTexture *texture)
{
    CoirFrame frame = coir_frame_whole(texture);
    if (texture)
        return show_checked(sprite, &frame, "coir_sprite_set_texture");
    if (!usable(sprite, "coir_sprite_set_texture"))
        return false;
    show(sprite, &frame);
    return true;
}

// Returns false and reports a mistake if a part of a texture has no size: in a frame, a region without a size stands
// for the whole texture.
static bool is_region(const CoirTexture *texture, CoirRect region, const char *function)
{
    if (!texture || (region.width > 0 && region.height > 0))
        return true;
    return MISTAKE("%s: a part of %g x %g pixels is empty, or not inside the texture", function, (double)region.width,
                   (double)region.height);
}

bool coir_sprite_set_region(CoirSprite *sprite, CoirTexture *texture, CoirRect region)
{
    CoirFrame frame = {.texture = texture, .region = region};
    return is_region(texture, region, "coir_sprite_set_region") &&
           show_checked(sprite, &frame, "coir_sprite_set_region");
}

bool coir_sprite_set_frame(CoirSprite *sprite, const CoirFrame *frame)
{
    return show_checked(sprite, frame, "coir_sprite_set_frame");
}

bool coir_sprite_set_file(CoirSprite *sprite, const char *path)
{
    if (!usable(sprite, "coir_sprite_set_file"))
        return false;
    CoirTexture *texture = coir_texture_load_for(path, "coir_sprite_set_file");
    return texture && coir_sprite_set_texture(sprite, texture);
}

CoirTexture *coir_sprite_texture(const CoirSprite *sprite)
{
    return sprite ? sprite->texture_ : NULL;
}

CoirRect coir_sprite_region(const CoirSprite *sprite)
{
    return coir_sprite_frame(sprite).region;
}

CoirFrame coir_sprite_frame(const CoirSprite *sprite)
{
    CoirFrame frame = {0};
    if (!sprite)
        return frame;
    frame.texture = sprite->texture_;
    frame.region = sprite->region_;
    frame.rotated = sprite->rotated_;
    frame.size = sprite->full_size_;
    frame.offset = sprite->offset_;
    return frame;
}

// Making -------------------------------------------------------------------------------------------------------------

// Makes a sprite that shows a frame. Returns NULL and reports an error under the name of `function` if this is not
// possible.
static CoirSprite *from_frame(const CoirFrame *frame, const char *function, const char *file, int line)
{
    CoirFrame full;
    if (!coir_frame_complete(frame, function, &full))
        return NULL;
    CoirSprite *sprite = (CoirSprite *)coir_node_make(&CoirSprite_class, file, line);
    if (sprite)
        show(sprite, &full);
    return sprite;
}

static CoirSprite *from_region(CoirTexture *texture, CoirRect region, const char *file, int line)
{
    CoirFrame frame = {.texture = texture, .region = region};
    return is_region(texture, region, "coir_sprite_with_region")
               ? from_frame(&frame, "coir_sprite_with_region", file, line)
               : NULL;
}

static CoirSprite *from_texture(CoirTexture *texture, const char *file, int line)
{
    CoirFrame frame = coir_frame_whole(texture);
    return from_frame(&frame, "coir_sprite_with_texture", file, line);
}

static CoirSprite *from_file(const char *path, const char *file, int line)
{
    CoirTexture *texture = coir_texture_load(path);
    return texture ? from_texture(texture, file, line) : NULL;
}

CoirSprite *coir_sprite_make_from_frame(const CoirFrame *frame, const char *file, int line)
{
    coir_making();
    return coir_made(from_frame(frame, "coir_sprite_with_frame", file, line), "coir_sprite_with_frame", file, line);
}

CoirSprite *coir_sprite_make_from_region(CoirTexture *texture, CoirRect region, const char *file, int line)
{
    coir_making();
    return coir_made(from_region(texture, region, file, line), "coir_sprite_with_region", file, line);
}

CoirSprite *coir_sprite_make_from_texture(CoirTexture *texture, const char *file, int line)
{
    coir_making();
    return coir_made(from_texture(texture, file, line), "coir_sprite_with_texture", file, line);
}

CoirSprite *coir_sprite_make_from_file(const char *path, const char *file, int line)
{
    coir_making();
    return coir_made(from_file(path, file, line), "coir_sprite_new", file, line);
}

CoirSprite *coir_sprite_make_in(CoirNode *parent, const char *path, float x, float y, const char *file, int line)
{
    coir_making();
    CoirSprite *sprite = coir_node_check(parent, "coir_sprite_add (parent)") ? from_file(path, file, line) : NULL;
    return (CoirSprite *)coir_node_put_in(parent, (CoirNode *)sprite, x, y, "coir_sprite_add", file, line);
}

CoirSprite *coir_sprite_make_frame_in(CoirNode *parent, const CoirFrame *frame, float x, float y, const char *file,
                                      int line)
{
    coir_making();
    CoirSprite *sprite = coir_node_check(parent, "coir_sprite_add_frame (parent)")
                             ? from_frame(frame, "coir_sprite_add_frame", file, line)
                             : NULL;
    return (CoirSprite *)coir_node_put_in(parent, (CoirNode *)sprite, x, y, "coir_sprite_add_frame", file, line);
}
