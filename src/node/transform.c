// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transforms and bounds of nodes. Each function computes the transforms anew: computing is cheaper than tracking
// changes.

#include "node/transform.h"

#include "base/fail.h"

static float tangent(float degrees)
{
    return degrees == 0 ? 0 : tanf(degrees * (float)(COIR_PI / 180));
}

CoirAffine coir_node_skewed(const CoirNode *node, CoirAffine m)
{
    CoirAffine skew = {1, tangent(node->skew.y), tangent(node->skew.x), 1, 0, 0};
    return node->skew.x == 0 && node->skew.y == 0 ? m : coir_affine_multiply(m, skew);
}

CoirAffine coir_node_transform(const CoirNode *node)
{
    const CoirAffine identity = coir_affine_identity();
    if (!node)
        return identity;
    return coir_node_is_turned(node) ? coir_node_transform_in(node, &identity, false, COIR_TURN_ANY)
                                     : coir_node_transform_in(node, &identity, false, COIR_TURN_NONE);
}

CoirAffine coir_node_world_transform(const CoirNode *node)
{
    CoirAffine m = coir_node_transform(node);
    if (node)
        for (const CoirNode *above = node->parent_; above; above = above->parent_)
            m = coir_affine_multiply(coir_node_transform(above), m);
    return m;
}

// Reads the fields, and not the determinant of the transform: with rotations or skews around a scale of 0, rounding
// errors make the determinant other than 0.
static bool is_flat(const CoirNode *node)
{
    return node->scale.x == 0 || node->scale.y == 0;
}

CoirAffine coir_node_inverse(const CoirNode *node)
{
    static const CoirAffine none;
    return node && is_flat(node) ? none : coir_affine_inverse(coir_node_transform(node));
}

CoirAffine coir_node_world_inverse(const CoirNode *node)
{
    static const CoirAffine none;
    for (const CoirNode *above = node; above; above = above->parent_)
        if (is_flat(above))
            return none;
    return coir_affine_inverse(coir_node_world_transform(node));
}

CoirVec2 coir_node_to_parent(const CoirNode *node, CoirVec2 point)
{
    return coir_affine_apply(coir_node_transform(node), point);
}

CoirVec2 coir_node_from_parent(const CoirNode *node, CoirVec2 point)
{
    return coir_affine_apply(coir_node_inverse(node), point);
}

CoirVec2 coir_node_to_world(const CoirNode *node, CoirVec2 point)
{
    return coir_affine_apply(coir_node_world_transform(node), point);
}

CoirVec2 coir_node_from_world(const CoirNode *node, CoirVec2 point)
{
    return coir_affine_apply(coir_node_world_inverse(node), point);
}

static CoirRect own_rect(const CoirNode *node)
{
    return node ? coir_rect(0, 0, node->size.x, node->size.y) : coir_rect(0, 0, 0, 0);
}

CoirRect coir_node_bounds(const CoirNode *node)
{
    return coir_affine_apply_rect(coir_node_transform(node), own_rect(node));
}

CoirRect coir_node_world_bounds(const CoirNode *node)
{
    return coir_affine_apply_rect(coir_node_world_transform(node), own_rect(node));
}

void coir_node_world_corners(const CoirNode *node, CoirVec2 corners[4])
{
    if (!corners) {
        MISTAKE("coir_node_world_corners: the corners are NULL; give an array of four points");
        return;
    }
    CoirAffine m = coir_node_world_transform(node);
    CoirVec2 size = node ? node->size : coir_vec2(0, 0);
    corners[0] = coir_affine_apply(m, coir_vec2(0, 0));
    corners[1] = coir_affine_apply(m, coir_vec2(size.x, 0));
    corners[2] = coir_affine_apply(m, size);
    corners[3] = coir_affine_apply(m, coir_vec2(0, size.y));
}

bool coir_node_contains(const CoirNode *node, CoirVec2 world_point)
{
    CoirAffine inverse = coir_node_world_inverse(node);
    bool has_area = inverse.a != 0 || inverse.b != 0;
    return node && has_area && coir_rect_contains(own_rect(node), coir_affine_apply(inverse, world_point));
}

float coir_node_shown_opacity(const CoirNode *node)
{
    float opacity = 1;
    for (; node; node = node->parent_)
        opacity *= !(node->opacity > 0) ? 0 : node->opacity > 1 ? 1 : node->opacity;
    return opacity;
}

CoirColor coir_node_shown_color(const CoirNode *node)
{
    CoirColor color = node ? node->color : COIR_WHITE;
    if (node)
        for (const CoirNode *above = node->parent_; above && above->cascade_color; above = above->parent_)
            color = coir_color_multiply(color, above->color);
    color.a = 255;
    return color;
}
