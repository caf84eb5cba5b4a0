// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/tiled.h"

#include "base/fail.h"
#include "draw/slices.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/draw.h"

static bool tiled_made(CoirNode *node)
{
    ((CoirTiled *)node)->sprite.keeps_size_ = true;
    return true;
}

static void tiled_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirTiled *tiled = (const CoirTiled *)node;
    const CoirSprite *sprite = &tiled->sprite;
    CoirRect where = coir_rect(0, 0, node->size.x, node->size.y);
    CoirBlend blend = coir_node_blend(node, sprite->blend);
    CoirFace face = {coir_sprite_frame(sprite), sprite->flip_x, sprite->flip_y, blend};
    if (sprite->texture_)
        coir_face_tile(painter, &face, where, tiled->tile, tiled->offset, "CoirTiled");
}

COIR_NODE_CLASS(CoirTiled, .super = &CoirSprite_class, .made = tiled_made, .draw = tiled_draw);

// Making -------------------------------------------------------------------------------------------------------------

static CoirTiled *from_frame(const CoirFrame *frame, const char *file, int line)
{
    CoirTiled *tiled = (CoirTiled *)coir_node_make(&CoirTiled_class, file, line);
    if (!tiled || coir_sprite_set_frame(&tiled->sprite, frame))
        return tiled;
    coir_node_discard(&tiled->node);
    return NULL;
}

static CoirTiled *from_texture(CoirTexture *texture, const char *file, int line)
{
    CoirFrame frame = coir_frame_whole(texture);
    return from_frame(&frame, file, line);
}

static CoirTiled *from_file(const char *path, const char *file, int line)
{
    CoirTexture *texture = coir_texture_load(path);
    return texture ? from_texture(texture, file, line) : NULL;
}

CoirTiled *coir_tiled_make_from_frame(const CoirFrame *frame, const char *file, int line)
{
    coir_making();
    return coir_made(from_frame(frame, file, line), "coir_tiled_with_frame", file, line);
}

CoirTiled *coir_tiled_make_from_texture(CoirTexture *texture, const char *file, int line)
{
    coir_making();
    return coir_made(from_texture(texture, file, line), "coir_tiled_with_texture", file, line);
}

CoirTiled *coir_tiled_make_from_file(const char *path, const char *file, int line)
{
    coir_making();
    return coir_made(from_file(path, file, line), "coir_tiled_new", file, line);
}

CoirTiled *coir_tiled_make_in(CoirNode *parent, const char *path, float x, float y, const char *file, int line)
{
    coir_making();
    CoirTiled *tiled = coir_node_check(parent, "coir_tiled_add (parent)") ? from_file(path, file, line) : NULL;
    return (CoirTiled *)coir_node_put_in(parent, (CoirNode *)tiled, x, y, "coir_tiled_add", file, line);
}
