// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each interpolated node on stage has an entry in an array, with the node's pose at the start of the last step. The
// entry is found by the index of the node's reference. Before drawing, the fields of these nodes are set to the poses
// between the last two steps; after drawing, the fields are restored. So the code that draws does not handle
// interpolation, and nodes that are not interpolated cost nothing.

#include "scene/interpolation.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "node/attachment.h"
#include "node/reference.h"
#include "scene/stage.h"

// Poses --------------------------------------------------------------------------------------------------------------

static CoirPose pose_of(const CoirNode *node)
{
    return (CoirPose){node->position, node->scale, node->rotation};
}

static bool is_same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0; // compares bits, so a NaN is the same as itself
}

static float between(float before, float after, float fraction)
{
    return before + (after - before) * fraction;
}

static CoirVec2 between_points(CoirVec2 before, CoirVec2 after, float fraction)
{
    return coir_vec2(between(before.x, after.x, fraction), between(before.y, after.y, fraction));
}

// Returns an angle between two angles in degrees, on the shorter way round.
static float between_angles(float before, float after, float fraction)
{
    return after - remainderf(after - before, 360) * (1 - fraction);
}

static CoirPose between_poses(const CoirPose *before, const CoirPose *after, float fraction)
{
    return (CoirPose){between_points(before->position, after->position, fraction),
                      between_points(before->scale, after->scale, fraction),
                      between_angles(before->rotation, after->rotation, fraction)};
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void show(CoirInterpolated *entry, float fraction)
{
    CoirNode *node = entry->node;
    entry->after = pose_of(node);
    if (entry->is_new || is_same(&entry->before, &entry->after, sizeof entry->after))
        return;
    entry->shown = between_poses(&entry->before, &entry->after, fraction);
    node->position = entry->shown.position;
    node->scale = entry->shown.scale;
    node->rotation = entry->shown.rotation;
    entry->is_shown = true;
}

// Sets a field to the value `after`, unless the field has been changed since `shown` was written.
static void restore(float *field, float shown, float after)
{
    if (is_same(field, &shown, sizeof shown))
        *field = after;
}

static void hide(CoirInterpolated *entry)
{
    CoirNode *node = entry->node;
    if (!entry->is_shown)
        return;
    entry->is_shown = false;
    restore(&node->position.x, entry->shown.position.x, entry->after.position.x);
    restore(&node->position.y, entry->shown.position.y, entry->after.position.y);
    restore(&node->scale.x, entry->shown.scale.x, entry->after.scale.x);
    restore(&node->scale.y, entry->shown.scale.y, entry->after.scale.y);
    restore(&node->rotation, entry->shown.rotation, entry->after.rotation);
}

void coir_interpolation_begin_step(CoirInterpolation *interpolation)
{
    for (int i = 0; i < interpolation->count; i++) {
        CoirInterpolated *entry = &interpolation->entries[i];
        entry->before = pose_of(entry->node);
        entry->is_new = false;
    }
}

void coir_interpolation_show(CoirInterpolation *interpolation, double fraction)
{
    for (int i = 0; i < interpolation->count; i++)
        show(&interpolation->entries[i], (float)fraction);
}

void coir_interpolation_hide(CoirInterpolation *interpolation)
{
    for (int i = 0; i < interpolation->count; i++)
        hide(&interpolation->entries[i]);
}

bool coir_interpolation_is_moving(const CoirInterpolation *interpolation)
{
    for (int i = 0; i < interpolation->count; i++) {
        const CoirInterpolated *entry = &interpolation->entries[i];
        const CoirPose pose = pose_of(entry->node);
        if (!entry->is_new && !is_same(&entry->before, &pose, sizeof pose))
            return true;
    }
    return false;
}

// Entries ------------------------------------------------------------------------------------------------------------

static CoirInterpolated *find(CoirInterpolation *interpolation, const CoirNode *node)
{
    int index = (int)node->ref_.index;
    int number = index < interpolation->number_capacity ? interpolation->entry_numbers[index] : 0;
    return number > 0 ? &interpolation->entries[number - 1] : NULL;
}

static bool make_room(CoirInterpolation *interpolation, int index)
{
    int before = interpolation->number_capacity;
    CoirInterpolated *entries =
        coir_grow(interpolation->entries, &interpolation->capacity, interpolation->count + 1, sizeof *entries);
    if (!entries)
        return false;
    interpolation->entries = entries;
    int *entry_numbers =
        coir_grow(interpolation->entry_numbers, &interpolation->number_capacity, index + 1, sizeof *entry_numbers);
    if (!entry_numbers)
        return false;
    interpolation->entry_numbers = entry_numbers;
    memset(entry_numbers + before, 0, (size_t)(interpolation->number_capacity - before) * sizeof *entry_numbers);
    return true;
}

// Adds a node. Returns false if there is no memory.
static bool add(CoirInterpolation *interpolation, CoirNode *node)
{
    int index = (int)node->ref_.index;
    if (!make_room(interpolation, index))
        return false;
    interpolation->entries[interpolation->count++] = (CoirInterpolated){.node = node, .is_new = true};
    interpolation->entry_numbers[index] = interpolation->count;
    return true;
}

// Removes a node, if the node was added. While a frame is being drawn, first restores the node's own pose.
static void remove_node(CoirInterpolation *interpolation, CoirNode *node)
{
    CoirInterpolated *entry = find(interpolation, node);
    if (!entry)
        return;
    hide(entry);
    *entry = interpolation->entries[--interpolation->count];
    interpolation->entry_numbers[entry->node->ref_.index] = (int)(entry - interpolation->entries) + 1;
    interpolation->entry_numbers[node->ref_.index] = 0;
}

void coir_interpolation_free(CoirInterpolation *interpolation)
{
    coir_free(interpolation->entries);
    coir_free(interpolation->entry_numbers);
    *interpolation = (CoirInterpolation){0};
}

// Also called for a node without an entry: when the node entered, there was no memory for the entry. Such a node is
// drawn in its own pose.
static void leaving(CoirNode *node, CoirStage *stage)
{
    remove_node(&stage->interpolation, node);
}

static void entered(CoirNode *node)
{
    add(&node->stage_->interpolation, node);
}

static const CoirAttachment attachment = {.entered = entered, .leaving = leaving};

// The public functions -----------------------------------------------------------------------------------------------

bool coir_node_set_interpolated(CoirNode *node, bool interpolated)
{
    if (!coir_node_check(node, "coir_node_set_interpolated"))
        return false;
    if (interpolated == node->interpolated_)
        return true;
    if (node->stage_ && interpolated && !add(&node->stage_->interpolation, node))
        return false;
    if (node->stage_ && !interpolated)
        remove_node(&node->stage_->interpolation, node);
    coir_attachment_use(COIR_ATTACHED_POSES, &attachment);
    node->interpolated_ = interpolated;
    return true;
}

bool coir_node_is_interpolated(const CoirNode *node)
{
    return node && node->interpolated_;
}

void coir_node_teleport(CoirNode *node, float x, float y)
{
    if (!coir_node_check(node, "coir_node_teleport"))
        return;
    CoirInterpolated *entry = node->stage_ ? find(&node->stage_->interpolation, node) : NULL;
    if (entry) {
        hide(entry); // in case a draw hook calls this function
        entry->is_new = true;
    }
    node->position = coir_vec2(x, y);
}
