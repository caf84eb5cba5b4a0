// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Finds the node under the mouse: when the mouse moves, and in each frame, because nodes move, too. Nothing is searched
// while no node on stage receives POINTER_ENTER or POINTER_LEAVE.

#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/stage.h"

static CoirPointer *pressed_mouse(CoirStage *stage)
{
    for (int i = 0; i < COIR_POINTERS; i++)
        if (stage->input.pointers[i].press && stage->input.pointers[i].finger == 0)
            return &stage->input.pointers[i];
    return NULL;
}

// Returns the hovered node; NULL: none. While a node has captured the mouse, no other node is hovered.
static CoirNode *find(CoirStage *stage)
{
    const CoirStageInput *input = &stage->input;
    if (!input->mouse_is_here || stage->prioritized.hover_nodes == 0)
        return NULL;
    CoirNode *captor = coir_pointer_captor(stage, pressed_mouse(stage));
    if (!captor)
        return stage->base.dead ? NULL : coir_stage_find_hovered(stage, input->mouse);
    bool hovers = captor->listener_list_ && (captor->listener_list_->types & COIR_TYPES_HOVER);
    return hovers && coir_node_is_hit(captor, input->mouse) ? captor : NULL;
}

static void tell(CoirStage *stage, CoirNodeRef ref, CoirEventType type)
{
    CoirNode *node = coir_node_get(ref);
    const CoirEvent event = {.type = type, .position = stage->input.mouse};
    if (node && node->stage_)
        coir_node_deliver(node, node->stage_, &event);
}

static bool is_same(CoirNodeRef a, CoirNodeRef b)
{
    return a.index == b.index && a.generation == b.generation;
}

void coir_hover_step(CoirStage *stage)
{
    CoirStageInput *input = &stage->input;
    if (stage->prioritized.hover_nodes == 0 && input->hovered.generation == 0)
        return;
    const CoirNodeRef before = input->hovered;
    CoirNodeRef found = coir_node_ref(find(stage));
    if (is_same(found, before) || !is_same(input->hovered, before))
        return; // no change, or a callback of `find` has moved the mouse, and `hovered` is set already
    input->hovered = (CoirNodeRef){0, 0};
    tell(stage, before, COIR_EVENT_POINTER_LEAVE);
    found = coir_node_ref(find(stage));
    if (input->hovered.generation != 0)
        return; // the listener has moved the mouse to another node
    input->hovered = found;
    tell(stage, found, COIR_EVENT_POINTER_ENTER);
}

void coir_hover_move(CoirStage *stage, CoirVec2 position)
{
    stage->input.mouse = position;
    stage->input.mouse_is_here = true;
    coir_hover_step(stage);
}

void coir_hover_end(CoirStage *stage)
{
    stage->input.mouse_is_here = false;
    coir_hover_step(stage);
}
