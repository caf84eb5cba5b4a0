// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pointers that are down, and the nodes that have captured pointers. Any callback may send an event that ends a
// press, such as POINTER_UP or FOCUS_LOST. So each press has a number, which is compared after each callback.

#include "scene/pointers.h"

#include "base/fail.h"
#include "node/reference.h"
#include "scene/listeners.h"
#include "scene/stage.h"

static CoirPointer *find(CoirStage *stage, int64_t finger)
{
    for (int i = 0; i < COIR_POINTERS; i++)
        if (stage->input.pointers[i].press && stage->input.pointers[i].finger == finger)
            return &stage->input.pointers[i];
    return NULL;
}

static CoirPointer *find_cancelled(CoirStage *stage, int64_t finger)
{
    for (int i = 0; i < COIR_POINTERS; i++)
        if (stage->input.pointers[i].is_cancelled && stage->input.pointers[i].finger == finger)
            return &stage->input.pointers[i];
    return NULL;
}

// Stores the position, the time and the scene at which gestures of a pointer start.
static void start_at(const CoirStage *stage, CoirPointer *pointer, const CoirEvent *event)
{
    pointer->pressed_at = stage->input.now;
    pointer->start = pointer->position = event->position;
    pointer->modifiers = event->modifiers;
    pointer->is_from_before = false;
    pointer->scene = coir_node_ref(coir_stage_listening_scene(stage));
}

// Returns an entry for a new pointer; NULL: too many pointers are down. Prefers an entry without the mark
// `is_cancelled`.
static CoirPointer *find_free(CoirStage *stage)
{
    CoirPointer *found = NULL;
    for (int i = 0; i < COIR_POINTERS; i++) {
        CoirPointer *candidate = &stage->input.pointers[i];
        if (!candidate->press && (!found || (found->is_cancelled && !candidate->is_cancelled)))
            found = candidate;
    }
    return found;
}

// Begins a press. Returns NULL if too many pointers are down.
static CoirPointer *begin(CoirStage *stage, const CoirEvent *event)
{
    CoirStageInput *input = &stage->input;
    CoirPointer *before = find_cancelled(stage, event->finger);
    if (before)
        before->is_cancelled = false;
    CoirPointer *pointer = find_free(stage);
    if (!pointer)
        return NULL;
    input->presses += input->presses == UINT32_MAX ? 2 : 1; // 0 means that the pointer is up
    *pointer = (CoirPointer){.press = input->presses, .finger = event->finger, .pinches = event->finger != 0};
    start_at(stage, pointer, event);
    return pointer;
}

static void release(CoirPointer *pointer)
{
    *pointer = (CoirPointer){.press = 0};
}

// Capture ------------------------------------------------------------------------------------------------------------

// Returns true if a node is visible and in a tree that gets the player's input. During a transition, the trees of
// scenes get no input.
static bool is_shown(const CoirNode *node, const CoirStage *stage)
{
    if (node->stage_ != stage || !coir_stage_reaches(stage, node))
        return false;
    while (node && node->visible)
        node = node->parent_;
    return !node;
}

static void deliver_cancel(CoirNode *node, const CoirPointer *pointer)
{
    const CoirEvent event = {.type = COIR_EVENT_POINTER_CANCEL,
                             .finger = pointer->finger,
                             .position = pointer->position,
                             .start = pointer->start,
                             .modifiers = pointer->modifiers};
    coir_node_deliver(node, node->stage_, &event);
}

// Sends a cancelled DRAG_END to listeners with a priority, and to the node that had captured the pointer.
static void deliver_drag_end(CoirStage *stage, const CoirPointer *pointer)
{
    CoirEvent end = coir_gesture_event(pointer, COIR_EVENT_DRAG_END);
    end.cancelled = true;
    if (!pointer->is_late_drag && coir_stage_deliver_before(stage, &end))
        return;
    CoirNode *node = coir_node_get(pointer->captor);
    if (node && coir_node_deliver(node, node->stage_, &end))
        return;
    if (!pointer->is_late_drag)
        coir_stage_deliver_after(stage, &end);
}

// Ends the capture and the gestures of a pointer that stays down. The node that had captured the pointer receives
// POINTER_CANCEL, unless the node captures the pointer again when the drag or pinch ends.
static void lose(CoirStage *stage, CoirPointer *pointer)
{
    const CoirPointer was = *pointer;
    pointer->is_captured = pointer->recognises = pointer->clickable = pointer->waits = pointer->dragging = false;
    if (stage->input.pinch.begun)
        coir_pinch_end(stage, pointer, true);
    if (was.dragging)
        deliver_drag_end(stage, &was);
    CoirNode *node = coir_node_get(was.captor);
    if (node && coir_stage_captor(stage, was.finger) != node)
        deliver_cancel(node, &was);
}

CoirNode *coir_pointer_captor(CoirStage *stage, CoirPointer *pointer)
{
    if (!pointer || !pointer->press || !pointer->is_captured)
        return NULL;
    CoirNode *node = coir_node_get(pointer->captor);
    if (node && is_shown(node, stage))
        return node;
    lose(stage, pointer);
    return NULL;
}

void coir_pointer_capture(CoirPointer *pointer, const CoirNode *node)
{
    pointer->captor = coir_node_ref(node);
    pointer->is_captured = true;
}

bool coir_pointer_is_from_before(const CoirStage *stage, const CoirPointer *pointer)
{
    // Compares references: a scene that was destroyed is not the same as no scene.
    const CoirNodeRef was = pointer->scene, is = coir_node_ref(coir_stage_listening_scene(stage));
    return pointer->is_from_before || was.index != is.index || was.generation != is.generation;
}

static bool is_gesture(CoirEventType type)
{
    return type >= COIR_EVENT_CLICK && type <= COIR_EVENT_DRAG_END;
}

static bool is_capturing(CoirEventType type)
{
    return type == COIR_EVENT_POINTER_DOWN || type == COIR_EVENT_LONG_PRESS || type == COIR_EVENT_DRAG_BEGIN ||
           type == COIR_EVENT_DRAG;
}

// Sends an event to the node that has captured the pointer. For a double click, `start` must also be on the node.
static bool deliver_to_captor(CoirStage *stage, CoirNode *captor, const CoirEvent *event)
{
    if (event->type == COIR_EVENT_DOUBLE_CLICK &&
        (!coir_node_is_hit(captor, event->start) || captor->dead_ || captor->stage_ != stage))
        return false;
    return coir_node_deliver(captor, stage, event);
}

static bool deliver_to_nodes(CoirStage *stage, CoirPointer *pointer, uint32_t press, const CoirEvent *event,
                             bool only_overlay)
{
    CoirNode *captor = pointer && coir_pointer_is_down(pointer, press) ? coir_pointer_captor(stage, pointer) : NULL;
    if (captor)
        return deliver_to_captor(stage, captor, event);
    bool is_down = pointer && coir_pointer_is_down(pointer, press);
    if (stage->base.dead || (!is_down && event->type == COIR_EVENT_POINTER_UP && find_cancelled(stage, event->finger)))
        return false;
    const CoirNode *node =
        only_overlay ? coir_stage_deliver_to_overlay(stage, event) : coir_stage_deliver_to_nodes(stage, event, NULL);
    if (node && is_capturing(event->type) && pointer && coir_pointer_is_down(pointer, press) && !pointer->is_captured)
        coir_pointer_capture(pointer, node);
    return node != NULL;
}

// Does the work of coir_pointer_send. Listeners with a priority receive either a whole drag or nothing of the drag. So
// `is_late_drag` decides for each event of a drag, and not `only_overlay`: a drag that a node of the overlay has
// captured goes on after a change of scene, and `only_overlay` is true from then on.
static CoirDealt send(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event)
{
    uint32_t press = pointer ? pointer->press : 0;
    bool only_overlay = pointer && is_gesture(event->type) && coir_pointer_is_from_before(stage, pointer);
    bool to_all = pointer && coir_event_is_drag(event->type) ? !pointer->is_late_drag : !only_overlay;
    if (to_all && coir_stage_deliver_before(stage, event))
        return COIR_DEALT_BEFORE;
    if (deliver_to_nodes(stage, pointer, press, event, only_overlay))
        return COIR_DEALT_NODE;
    return to_all && coir_stage_deliver_after(stage, event) ? COIR_DEALT_AFTER : COIR_DEALT_NOT;
}

CoirDealt coir_pointer_send(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event)
{
    bool may_end = pointer && is_gesture(event->type) && event->type != COIR_EVENT_DRAG_END;
    const CoirSending sending = {stage->input.sending, event, pointer, {pointer ? pointer->press : 0}};
    if (may_end)
        stage->input.sending = &sending;
    CoirDealt dealt = send(stage, pointer, event);
    if (may_end)
        stage->input.sending = sending.outer;
    return dealt;
}

// Events of pointers -------------------------------------------------------------------------------------------------

static unsigned bit_of(int button)
{
    return 1u << (button > 0 && button < 32 ? button : 0);
}

CoirDealt coir_pointer_down(CoirStage *stage, const CoirEvent *event)
{
    CoirPointer *pointer = find(stage, event->finger);
    CoirEvent sent = *event;
    bool is_first = !pointer, begins = is_first || (event->button == 1 && !(pointer->buttons & bit_of(1)));
    if (!pointer)
        pointer = begin(stage, event);
    else if (begins) // the left button went down while another button is held
        start_at(stage, pointer, event);
    uint32_t press = pointer ? pointer->press : 0;
    if (pointer) {
        pointer->buttons |= bit_of(event->button);
        if (begins)
            coir_gestures_begin(stage, pointer, event);
        sent.clicks = event->clicks > 0 ? event->clicks : begins ? pointer->clicks : 1;
    }
    CoirDealt dealt = coir_pointer_send(stage, pointer, &sent);
    if (pointer && begins && coir_pointer_is_down(pointer, press)) {
        if (dealt == COIR_DEALT_BEFORE)
            pointer->recognises = pointer->clickable = pointer->waits = pointer->pinches = false;
        else if (is_first && pointer->pinches)
            coir_pinch_begin(stage);
    }
    return dealt;
}

CoirDealt coir_pointer_move(CoirStage *stage, const CoirEvent *event)
{
    CoirPointer *pointer = find(stage, event->finger);
    uint32_t press = pointer ? pointer->press : 0;
    CoirDealt dealt = coir_pointer_send(stage, pointer, event);
    if (pointer && coir_pointer_is_down(pointer, press) && dealt != COIR_DEALT_BEFORE)
        coir_gestures_move(stage, pointer, event);
    return dealt;
}

// Ends the gestures of the left button while another button is held.
static void end_left(CoirStage *stage, CoirPointer *pointer, bool is_lost)
{
    uint32_t press = pointer->press;
    coir_gestures_end(stage, pointer, is_lost);
    if (coir_pointer_is_down(pointer, press))
        pointer->recognises = pointer->clickable = pointer->waits = false;
}

// Ends a press when its last button has gone up.
static void end_press(CoirStage *stage, CoirPointer *pointer, bool is_lost)
{
    uint32_t press = pointer->press;
    if (is_lost)
        coir_pointer_cancel(stage, pointer->finger);
    else
        coir_gestures_end(stage, pointer, false);
    if (coir_pointer_is_down(pointer, press))
        release(pointer);
}

CoirDealt coir_pointer_up(CoirStage *stage, const CoirEvent *event)
{
    CoirPointer *pointer = find(stage, event->finger);
    uint32_t press = pointer ? pointer->press : 0;
    CoirEvent sent = *event;
    if (pointer) {
        pointer->buttons &= ~bit_of(event->button);
        // While the left button is down, only moves change the position, so that the deltas of a drag add up.
        if (!(pointer->buttons & bit_of(1)))
            pointer->position = event->position;
        sent.clicks = event->clicks > 0 ? event->clicks : pointer->clicks;
    }
    CoirDealt dealt = coir_pointer_send(stage, pointer, &sent);
    bool is_down = pointer && coir_pointer_is_down(pointer, press);
    if (is_down && pointer->buttons == 0)
        end_press(stage, pointer, dealt == COIR_DEALT_BEFORE);
    else if (is_down && event->button == 1)
        end_left(stage, pointer, dealt == COIR_DEALT_BEFORE);
    return dealt;
}

void coir_pointer_cancel(CoirStage *stage, int64_t finger)
{
    CoirPointer *pointer = find(stage, finger);
    if (!pointer)
        return;
    uint32_t press = pointer->press;
    coir_gestures_end(stage, pointer, true);
    if (!coir_pointer_is_down(pointer, press))
        return;
    CoirNode *captor = coir_pointer_captor(stage, pointer);
    const CoirPointer was = *pointer;
    if (!coir_pointer_is_down(pointer, press))
        return;
    release(pointer);
    pointer->finger = was.finger;
    pointer->is_cancelled = captor != NULL;
    if (captor)
        deliver_cancel(captor, &was);
}

void coir_pointers_cancel(CoirStage *stage)
{
    for (int i = 0; i < COIR_POINTERS; i++)
        if (stage->input.pointers[i].press)
            coir_pointer_cancel(stage, stage->input.pointers[i].finger);
}

// Lets `node` capture a pointer. If another node had captured the pointer, this other node loses the pointer (see
// `lose`). Listeners may do anything meanwhile. Afterwards the pointer may begin a drag for `node`. Returns false if
// `node` has not captured the pointer in the end.
static bool take_over(CoirStage *stage, CoirPointer *pointer, const CoirNode *node)
{
    uint32_t press = pointer->press;
    bool recognises = pointer->recognises;
    coir_gestures_follow_scene(stage, pointer); // so that `node` gets nothing of a drag from the scene before
    const CoirNode *before = coir_pointer_captor(stage, pointer);
    if (before && before != node && coir_pointer_is_down(pointer, press))
        lose(stage, pointer);
    if (node->dead_ || node->stage_ != stage || !coir_pointer_is_down(pointer, press))
        return false;
    if (!pointer->is_captured) {
        coir_pointer_capture(pointer, node);
        pointer->recognises = recognises;
    }
    return coir_node_get(pointer->captor) == node;
}

bool coir_node_capture(CoirNode *node, int64_t finger)
{
    if (!coir_node_check(node, "coir_node_capture"))
        return false;
    CoirStage *stage = node->stage_;
    if (!stage)
        return MISTAKE("coir_node_capture: the node is not on stage; add the node to the scene on stage first");
    CoirPointer *pointer = find(stage, finger);
    if (!pointer)
        return FAIL("coir_node_capture: pointer %lld is not down; capture a pointer while it is pressed",
                    (long long)finger);
    coir_nodes_busy_begin();
    bool captures = take_over(stage, pointer, node);
    coir_nodes_busy_end();
    return captures ? true
                    : FAIL("coir_node_capture: a listener that received POINTER_CANCEL or the end of a gesture has "
                           "taken the node off the stage, has ended the press, or has let another node capture the "
                           "pointer");
}

CoirNode *coir_stage_captor(const CoirStage *stage, int64_t finger)
{
    for (int i = 0; stage && i < COIR_POINTERS; i++) {
        const CoirPointer *pointer = &stage->input.pointers[i];
        if (pointer->press && pointer->finger == finger)
            return pointer->is_captured ? coir_node_get(pointer->captor) : NULL;
    }
    return NULL;
}
