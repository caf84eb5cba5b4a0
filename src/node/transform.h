// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The transform of a node, as an inline function: a frame computes the transform of every node that is drawn.

#ifndef COIR_NODE_TRANSFORM_H
#define COIR_NODE_TRANSFORM_H

#include "base/inline.h"
#include "coir/node.h"

// Returns true for a node with a rotation or a skew.
static inline bool coir_node_is_turned(const CoirNode *node)
{
    return node->rotation != 0 || node->skew.x != 0 || node->skew.y != 0;
}

// Returns a transform that applies the skew of the node first.
CoirAffine coir_node_skewed(const CoirNode *node, CoirAffine m);

// Returns the scale, and if `is_turned` the rotation and the skew, of a node.
static COIR_INLINE CoirAffine coir_node_turn(const CoirNode *node, bool is_turned)
{
    CoirAffine upright = {node->scale.x, 0, 0, node->scale.y, 0, 0};
    if (!is_turned)
        return upright;
    float radians = node->rotation * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    CoirAffine turned = {c * node->scale.x, -(s * node->scale.x), s * node->scale.y, c * node->scale.y, 0, 0};
    return coir_node_skewed(node, turned);
}

// Returns the sum of two numbers, each of which the caller may know to be 0.
static COIR_INLINE float coir_sum(float p, bool has_p, float q, bool has_q)
{
    return has_p && has_q ? p + q : has_p ? p : has_q ? q : 0;
}

// Returns the transform from the points of a node to where `outer` leads from the points of its parent. The flags are
// constants in each caller, so that the compiler leaves out what is 0: `outer_is_turned` false if b and c of `outer`
// are 0, `is_turned` false if the node has no rotation and no skew.
static COIR_INLINE CoirAffine coir_node_transform_in(const CoirNode *node, const CoirAffine *outer,
                                                     bool outer_is_turned, bool is_turned)
{
    const CoirAffine m = coir_node_turn(node, is_turned);
    const bool both = outer_is_turned && is_turned;
    float x = node->anchor.x * node->size.x, y = node->anchor.y * node->size.y;
    float left = node->position.x - coir_sum(m.a * x, true, m.c * y, is_turned);
    float bottom = node->position.y - coir_sum(m.b * x, is_turned, m.d * y, true);
    float a = coir_sum(outer->a * m.a, true, outer->c * m.b, both);
    float b = coir_sum(outer->b * m.a, outer_is_turned, outer->d * m.b, is_turned);
    float c = coir_sum(outer->a * m.c, is_turned, outer->c * m.d, outer_is_turned);
    float d = coir_sum(outer->b * m.c, both, outer->d * m.d, true);
    float tx = coir_sum(outer->a * left, true, outer->c * bottom, outer_is_turned) + outer->tx;
    float ty = coir_sum(outer->b * left, outer_is_turned, outer->d * bottom, true) + outer->ty;
    return (CoirAffine){a, b, c, d, tx, ty};
}

#endif
