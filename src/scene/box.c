// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/box.h"

#include "base/fail.h"
#include "draw/rectangle.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/draw.h"

static bool box_made(CoirNode *node)
{
    node->anchor = coir_vec2(0.5f, 0.5f);
    return true;
}

static void draw_rectangle(const CoirBox *box, float width, CoirPainter *painter)
{
    CoirVec2 size = box->node.size;
    CoirRectangle rectangle = {.where = coir_rect(0, 0, size.x, size.y),
                               .radius = box->radius,
                               .width = width,
                               .filled = box->fill.a > 0,
                               .fill = box->fill,
                               .outline = box->outline};
    coir_painter_push_blend(painter, coir_node_blend(&box->node, box->blend));
    coir_painter_rectangle(painter, rectangle, "CoirBox");
    coir_painter_pop_blend(painter);
}

static void box_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirBox *box = (const CoirBox *)node;
    float width = box->outline.a > 0 ? box->outline_width : 0;
    if (node->size.x <= 0 || node->size.y <= 0)
        return;
    if (!coir_node_check_length(node, width, "outline_width") || !coir_node_check_length(node, box->radius, "radius"))
        return;
    if (width != 0 || box->radius != 0)
        draw_rectangle(box, width, painter);
    else if (box->fill.a > 0)
        coir_painter_put_color(painter, node->size, coir_node_blend(node, box->blend), box->fill);
}

COIR_NODE_CLASS(CoirBox, .made = box_made, .draw = box_draw);

// Making -------------------------------------------------------------------------------------------------------------

static CoirBox *make(float width, float height, CoirColor fill, const char *file, int line)
{
    if (!(width >= 0 && height >= 0) || !isfinite(width) || !isfinite(height))
        return MISTAKE(
                   "coir_box_new: a box of %g x %g points; its width and height must be finite numbers of at least 0",
                   (double)width, (double)height),
               NULL;
    CoirBox *box = (CoirBox *)coir_node_make(&CoirBox_class, file, line);
    if (!box)
        return NULL;
    box->node.size = coir_vec2(width, height);
    box->fill = fill;
    return box;
}

CoirBox *coir_box_make(float width, float height, CoirColor fill, const char *file, int line)
{
    coir_making();
    return coir_made(make(width, height, fill, file, line), "coir_box_new", file, line);
}

CoirBox *coir_box_make_in(CoirNode *parent, float x, float y, float width, float height, CoirColor fill,
                          const char *file, int line)
{
    coir_making();
    CoirBox *box = coir_node_check(parent, "coir_box_add (parent)") ? make(width, height, fill, file, line) : NULL;
    return (CoirBox *)coir_node_put_in(parent, (CoirNode *)box, x, y, "coir_box_add", file, line);
}
