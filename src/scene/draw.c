// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Draws a tree: parents before their children, but children with z < 0 before their parent. All transforms are
// computed anew in each frame. Most nodes are sprites without children, in an upright parent: one call of their class
// draws a row of them.

#include "scene/draw.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "node/reference.h"
#include "node/transform.h"
#include "node/tree.h"
#include "scene/stage.h"

typedef struct Look { // values that a node hands down to its children
    CoirAffine transform;
    float opacity;
    CoirColor color;
    bool simple; // opaque, white and upright, and the painter does not move pictures to whole pixels
} Look;

static bool is_simple(const Look *look, const CoirPainter *painter)
{
    return look->opacity >= 1 && (look->color.r & look->color.g & look->color.b) == 255 && look->transform.b == 0 &&
           look->transform.c == 0 && !painter->whole_positions;
}

static Look handed_down(const CoirNode *node, const Look *look, const CoirPainter *painter)
{
    Look handed = *look;
    if (!node->cascade_color)
        handed.color = COIR_WHITE;
    handed.simple = is_simple(&handed, painter);
    return handed;
}

// Writes the transform of a node, multiplied with `outer`, the transform of the node's parent.
static void transform_in(const CoirAffine *outer, const CoirNode *node, CoirAffine *result)
{
    *result = coir_node_is_turned(node) ? coir_node_transform_in(node, outer, true, COIR_TURN_ANY)
                                        : coir_node_transform_in(node, outer, true, COIR_TURN_NONE);
}

static void refuse_opacity(const CoirNode *node)
{
    MISTAKE("the %s made at %s:%d: its opacity is %g; it goes from 0 to 1", node->class_->name, node->made_file_,
            (int)node->made_line_, (double)node->opacity);
}

CoirBlend coir_node_bad_blend(const CoirNode *node, CoirBlend blend)
{
    MISTAKE("the %s made at %s:%d: its blend is %d; it must be a CoirBlend", node->class_->name, node->made_file_,
            (int)node->made_line_, (int)blend);
    return COIR_BLEND_ALPHA;
}

bool coir_node_check_length(const CoirNode *node, float length, const char *field)
{
    if (length >= 0 && isfinite(length))
        return true;
    return MISTAKE("the %s made at %s:%d: its %s is %g; it must be a finite number of at least 0", node->class_->name,
                   node->made_file_, (int)node->made_line_, field, (double)length);
}

static inline bool is_here(const CoirNode *node, const CoirStage *stage)
{
    return !node->dead_ && node->stage_ == stage;
}

// Returns false for a node that is invisible or transparent. The children of such a node are not drawn either.
static bool is_shown(const CoirNode *node, const CoirStage *stage)
{
    if (!node->visible)
        return false;
    bool is_shown = node->opacity > 0;
    if (is_shown ? node->opacity > 1 : node->opacity != 0) {
        refuse_opacity(node);
        return is_shown && is_here(node, stage); // the log hook may have destroyed the node
    }
    return is_shown;
}

static float opacity_in(const Look *parent, const CoirNode *node)
{
    return node->opacity < 1 ? parent->opacity * node->opacity : parent->opacity;
}

static CoirColor color_in(const Look *parent, const CoirNode *node)
{
    return coir_color_multiply(node->color, parent->color);
}

static CoirColor with_opacity(CoirColor color, float opacity)
{
    color.a = (uint8_t)(opacity * 255 + 0.5f);
    return color;
}

// Calls the draw hook of a node. The painter already has the node's transform and tint.
static inline void call_hook(CoirNode *node, CoirPainter *painter)
{
    int clips = painter->clip_count, blends = painter->blend_count, pushed = painter->pushed;
    node->class_->state_->draw_(node, painter);
    if (painter->pushed != pushed || painter->clip_count != clips)
        coir_painter_pop_all(painter, clips, blends, node->class_->name);
    if (painter->raw_waits && painter->sink)
        coir_painter_flush(painter);
}

static void draw_self(CoirNode *node, const Look *look, CoirPainter *painter)
{
    if (!node->class_->state_->draw_)
        return;
    painter->transform = look->transform;
    painter->tint = with_opacity(look->color, look->opacity);
    call_hook(node, painter);
}

// Draws a node and its children. `drawn`: the node itself is already drawn.
static void draw_with_children(CoirNode *node, const CoirStage *stage, const Look *parent, CoirPainter *painter,
                               bool drawn);

static void draw(CoirNode *node, const CoirStage *stage, const Look *parent, CoirPainter *painter)
{
    if (!is_shown(node, stage))
        return;
    if (node->first_) {
        draw_with_children(node, stage, parent, painter, false);
        return;
    }
    if (!node->class_->state_->draw_)
        return;
    transform_in(&parent->transform, node, &painter->transform);
    painter->tint = with_opacity(color_in(parent, node), opacity_in(parent, node));
    call_hook(node, painter);
    if (node->first_) // the hook has added children
        draw_with_children(node, stage, parent, painter, true);
}

// Lets the class of `child` draw the child and its next siblings, without user code. Returns the first node that was
// not drawn, or NULL.
static CoirNode *draw_row(CoirWalk *walk, CoirNode *child, const CoirStage *stage, const Look *parent,
                          CoirPainter *painter)
{
    if (!child || child->stage_ != stage || !child->class_->state_->draw_row_ || !coir_walk_is_straight(walk))
        return child;
    child = child->class_->state_->draw_row_(child, &parent->transform, painter);
    coir_walk_jump(walk, child);
    return child;
}

static void draw_with_children(CoirNode *node, const CoirStage *stage, const Look *parent, CoirPainter *painter,
                               bool drawn)
{
    CoirWalk walk;
    Look look = {.opacity = opacity_in(parent, node), .color = color_in(parent, node)};
    transform_in(&parent->transform, node, &look.transform);
    const Look handed = handed_down(node, &look, painter);
    coir_node_sort_children(node);
    coir_walk_begin(&walk, node, false);
    while (is_here(node, stage)) {
        CoirNode *child = coir_walk_next(&walk, false);
        if (drawn && handed.simple)
            child = draw_row(&walk, child, stage, &handed, painter);
        if (!drawn && (!child || child->z >= 0)) {
            drawn = true;
            draw_self(node, &look, painter);
        }
        if (!child)
            break;
        if (child->parent_ == node && is_here(child, stage))
            draw(child, stage, &handed, painter);
    }
    coir_walk_end(&walk);
}

void coir_stage_draw_root(CoirStage *stage, CoirNode *root, CoirPainter *painter)
{
    Look look = {painter->view, 1, COIR_WHITE, false};
    coir_painter_begin_hooks(painter);
    draw(root, stage, &look, painter);
    coir_painter_end_hooks(painter);
}
