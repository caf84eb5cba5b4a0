// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/circle.h"

#include <float.h>

#include "base/fail.h"
#include "draw/rectangle.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/draw.h"

static bool circle_made(CoirNode *node)
{
    node->anchor = coir_vec2(0.5f, 0.5f);
    return true;
}

static float radius_of(const CoirNode *node)
{
    return fminf(node->size.x, node->size.y) / 2;
}

static void circle_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirCircle *circle = (const CoirCircle *)node;
    CoirVec2 size = node->size;
    if (size.x <= 0 || size.y <= 0)
        return;
    float radius = radius_of(node), width = circle->outline.a > 0 ? circle->outline_width : 0;
    if (!coir_node_check_length(node, width, "outline_width"))
        return;
    CoirRectangle rectangle = {.where = coir_rect(size.x / 2 - radius, size.y / 2 - radius, 2 * radius, 2 * radius),
                               .radius = radius,
                               .width = width,
                               .filled = circle->fill.a > 0,
                               .fill = circle->fill,
                               .outline = circle->outline};
    coir_painter_push_blend(painter, coir_node_blend(&circle->node, circle->blend));
    coir_painter_rectangle(painter, rectangle, "CoirCircle");
    coir_painter_pop_blend(painter);
}

static bool circle_hit(CoirNode *node, CoirVec2 point)
{
    return coir_vec2_distance(point, coir_vec2_scale(node->size, 0.5f)) < radius_of(node);
}

COIR_NODE_CLASS(CoirCircle, .made = circle_made, .draw = circle_draw, .hit = circle_hit);

bool coir_circle_contains(const CoirCircle *circle, CoirVec2 world_point)
{
    if (!circle || !coir_node_contains(&circle->node, world_point)) // false also for a node that is scaled to nothing
        return false;
    CoirVec2 middle = coir_vec2_scale(circle->node.size, 0.5f);
    return coir_vec2_distance(coir_node_from_world(&circle->node, world_point), middle) < radius_of(&circle->node);
}

// Making -------------------------------------------------------------------------------------------------------------

static CoirCircle *make(float radius, CoirColor fill, const char *file, int line)
{
    if (!(radius >= 0) || !isfinite(2 * radius))
        return MISTAKE("coir_circle_new: a radius of %g points; it must be a number from 0 to %.2g", (double)radius,
                       (double)FLT_MAX / 2),
               NULL;
    CoirCircle *circle = (CoirCircle *)coir_node_make(&CoirCircle_class, file, line);
    if (!circle)
        return NULL;
    circle->node.size = coir_vec2(2 * radius, 2 * radius);
    circle->fill = fill;
    return circle;
}

CoirCircle *coir_circle_make(float radius, CoirColor fill, const char *file, int line)
{
    coir_making();
    return coir_made(make(radius, fill, file, line), "coir_circle_new", file, line);
}

CoirCircle *coir_circle_make_in(CoirNode *parent, float x, float y, float radius, CoirColor fill, const char *file,
                                int line)
{
    coir_making();
    CoirCircle *circle = coir_node_check(parent, "coir_circle_add (parent)") ? make(radius, fill, file, line) : NULL;
    return (CoirCircle *)coir_node_put_in(parent, (CoirNode *)circle, x, y, "coir_circle_add", file, line);
}
