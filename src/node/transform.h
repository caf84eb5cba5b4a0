// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The transform of a node, as an inline function: a frame computes the transform of every node that is drawn.

#ifndef COIR_NODE_TRANSFORM_H
#define COIR_NODE_TRANSFORM_H

#include "base/inline.h"
#include "coir/node.h"

// The turn of a node relative to its parent.
typedef enum CoirTurn {
    COIR_TURN_NONE,     // neither a rotation nor a skew
    COIR_TURN_ROTATION, // no skew
    COIR_TURN_ANY,
} CoirTurn;

// Returns true for a node with a rotation or a skew.
static inline bool coir_node_is_turned(const CoirNode *node)
{
    return node->rotation != 0 || node->skew.x != 0 || node->skew.y != 0;
}

// Return the transforms that undo coir_node_transform and coir_node_world_transform. If a scale on the way is 0, the
// result is all 0.
CoirAffine coir_node_inverse(const CoirNode *node);
CoirAffine coir_node_world_inverse(const CoirNode *node);

// Returns the transform that applies the skew of the node first, then `m`.
CoirAffine coir_node_skewed(const CoirNode *node, CoirAffine m);

// Returns a transform with the scale, the rotation and the skew of a node. A rotation or skew that `turn` excludes must
// be 0.
static COIR_INLINE CoirAffine coir_node_turn(const CoirNode *node, CoirTurn turn)
{
    CoirAffine upright = {node->scale.x, 0, 0, node->scale.y, 0, 0};
    if (turn == COIR_TURN_NONE)
        return upright;
    float radians = node->rotation * (float)(COIR_PI / 180), c = cosf(radians), s = sinf(radians);
    CoirAffine turned = {c * node->scale.x, -(s * node->scale.x), s * node->scale.y, c * node->scale.y, 0, 0};
    return turn == COIR_TURN_ANY ? coir_node_skewed(node, turned) : turned;
}

// Returns p + q. `has_p` may be false only if p is 0, and `has_q` only if q is 0.
static COIR_INLINE float coir_sum(float p, bool has_p, float q, bool has_q)
{
    return has_p && has_q ? p + q : has_p ? p : has_q ? q : 0;
}

// Returns the transform of a node, multiplied with `outer`, the transform of the node's parent. `outer_is_turned` may
// be false only if b and c of `outer` are 0. `outer_is_turned` and `turn` are constants in each caller, so that the
// compiler leaves out products with 0.
//
// The function subtracts the anchor after the transform. The products a * size.x and so on are also edges of the node's
// quad (coir_quad_at_origin), so the compiler computes them once. A sprite outside the clip takes 90 instructions; with
// the anchor subtracted before the transform, 98.
static COIR_INLINE CoirAffine coir_node_transform_in(const CoirNode *node, const CoirAffine *outer,
                                                     bool outer_is_turned, CoirTurn turn)
{
    const CoirAffine m = coir_node_turn(node, turn);
    const CoirVec2 at = node->position, size = node->size, anchor = node->anchor;
    const bool is_turned = turn != COIR_TURN_NONE;
    const bool both = outer_is_turned && is_turned, either = outer_is_turned || is_turned;
    float a = coir_sum(outer->a * m.a, true, outer->c * m.b, both);
    float b = coir_sum(outer->b * m.a, outer_is_turned, outer->d * m.b, is_turned);
    float c = coir_sum(outer->a * m.c, is_turned, outer->c * m.d, outer_is_turned);
    float d = coir_sum(outer->b * m.c, both, outer->d * m.d, true);
    float x = coir_sum(outer->a * at.x, true, outer->c * at.y, outer_is_turned) + outer->tx;
    float y = coir_sum(outer->b * at.x, outer_is_turned, outer->d * at.y, true) + outer->ty;
    float tx = x - coir_sum(anchor.x * (a * size.x), true, anchor.y * (c * size.y), either);
    float ty = y - coir_sum(anchor.x * (b * size.x), either, anchor.y * (d * size.y), true);
    return (CoirAffine){a, b, c, d, tx, ty};
}

#endif
