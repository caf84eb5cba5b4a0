// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/nine_slice.h"

#include "base/fail.h"
#include "draw/slices.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/draw.h"

static bool nine_slice_made(CoirNode *node)
{
    ((CoirNineSlice *)node)->sprite.keeps_size_ = true;
    return true;
}

static void nine_slice_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirNineSlice *panel = (const CoirNineSlice *)node;
    const CoirSprite *sprite = &panel->sprite;
    CoirBlend blend = coir_node_blend(node, sprite->blend);
    CoirFace face = {coir_sprite_frame(sprite), sprite->flip_x, sprite->flip_y, blend};
    if (sprite->texture_)
        coir_face_slice(painter, &face, panel->insets, coir_rect(0, 0, node->size.x, node->size.y), "CoirNineSlice");
}

COIR_NODE_CLASS(CoirNineSlice, .super = &CoirSprite_class, .made = nine_slice_made, .draw = nine_slice_draw);

// Making -------------------------------------------------------------------------------------------------------------

static CoirNineSlice *from_frame(const CoirFrame *frame, CoirInsets insets, const char *file, int line)
{
    CoirNineSlice *panel = (CoirNineSlice *)coir_node_make(&CoirNineSlice_class, file, line);
    if (!panel)
        return NULL;
    panel->insets = insets;
    if (coir_sprite_set_frame(&panel->sprite, frame) &&
        coir_insets_fit(insets, panel->sprite.full_size_, "coir_nine_slice_with_frame"))
        return panel;
    coir_node_discard(&panel->node);
    return NULL;
}

static CoirNineSlice *from_texture(CoirTexture *texture, CoirInsets insets, const char *file, int line)
{
    CoirFrame frame = coir_frame_whole(texture);
    return from_frame(&frame, insets, file, line);
}

static CoirNineSlice *from_file(const char *path, CoirInsets insets, const char *file, int line)
{
    CoirTexture *texture = coir_texture_load(path);
    return texture ? from_texture(texture, insets, file, line) : NULL;
}

CoirNineSlice *coir_nine_slice_make_from_frame(const CoirFrame *frame, CoirInsets insets, const char *file, int line)
{
    coir_making();
    return coir_made(from_frame(frame, insets, file, line), "coir_nine_slice_with_frame", file, line);
}

CoirNineSlice *coir_nine_slice_make_from_texture(CoirTexture *texture, CoirInsets insets, const char *file, int line)
{
    coir_making();
    return coir_made(from_texture(texture, insets, file, line), "coir_nine_slice_with_texture", file, line);
}

CoirNineSlice *coir_nine_slice_make_from_file(const char *path, CoirInsets insets, const char *file, int line)
{
    coir_making();
    return coir_made(from_file(path, insets, file, line), "coir_nine_slice_new", file, line);
}

CoirNineSlice *coir_nine_slice_make_in(CoirNode *parent, const char *path, CoirInsets insets, float x, float y,
                                       const char *file, int line)
{
    coir_making();
    CoirNineSlice *panel =
        coir_node_check(parent, "coir_nine_slice_add (parent)") ? from_file(path, insets, file, line) : NULL;
    return (CoirNineSlice *)coir_node_put_in(parent, (CoirNode *)panel, x, y, "coir_nine_slice_add", file, line);
}
