// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pinches: gestures of two fingers. A pinch is ready when a second finger goes down; a third finger changes nothing.
// The pinch begins when the two fingers have changed their distance or turned (has_begun): then the scale is 1 and the
// rotation is 0. A node that deals with a pinch captures both fingers.

#include <math.h>

#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/stage.h"

// Line from the first finger to the second finger.
typedef struct Span {
    CoirVec2 middle;
    float distance, angle; // `angle`: radians
} Span;

static Span span_of(const CoirPinch *pinch)
{
    CoirVec2 a = pinch->fingers[0]->position, b = pinch->fingers[1]->position, d = coir_vec2_sub(b, a);
    Span span = {coir_vec2_lerp(a, b, 0.5f), coir_vec2_length(d), atan2f(d.y, d.x)};
    if (!(span.distance > 1)) // scales are quotients of distances
        span.distance = 1;
    return span;
}

// Returns true if the scene has changed since one of the fingers went down.
static bool is_from_before(const CoirStage *stage, const CoirPinch *pinch)
{
    return coir_pointer_is_from_before(stage, pinch->fingers[0]) ||
           coir_pointer_is_from_before(stage, pinch->fingers[1]);
}

// Returns the turn from one angle to another, from -pi to pi.
static float turn_between(float from, float to)
{
    return remainderf(to - from, (float)(2 * COIR_PI));
}

void coir_pinch_begin(CoirStage *stage)
{
    CoirPinch *pinch = &stage->input.pinch;
    int count = 0;
    if (coir_pinch_is_ready(pinch))
        return; // a third finger
    pinch->ready = false;
    for (int i = 0; i < COIR_POINTERS; i++) {
        CoirPointer *pointer = &stage->input.pointers[i];
        if (!pointer->pinches)
            continue;
        if (count < 2) {
            pinch->fingers[count] = pointer;
            pinch->presses[count] = pointer->press;
        }
        count++;
    }
    if (count != 2)
        return;
    Span span = span_of(pinch);
    pinch->distance = span.distance;
    pinch->angle = span.angle;
    pinch->ready = true;
    pinch->begun = pinch->dealt = false;
}

// Sending ------------------------------------------------------------------------------------------------------------

static CoirEvent event_of(const CoirPinch *pinch, CoirEventType type)
{
    CoirEvent event = {.type = type,
                       .finger = pinch->fingers[0]->finger,
                       .position = pinch->middle,
                       .start = pinch->middle,
                       .scale = pinch->scale,
                       .rotation = pinch->rotation,
                       .modifiers = pinch->fingers[0]->modifiers};
    return event;
}

// Stores the node that has captured a finger; NULL: none. Ends the pinch if two nodes have captured one finger each.
// Returns false if the pinch is over, also because a finger was lost.
static bool find_captor(CoirStage *stage, CoirNode **captor)
{
    const CoirPinch was = stage->input.pinch;
    CoirNode *a = coir_pointer_captor(stage, was.fingers[0]), *b = coir_pointer_captor(stage, was.fingers[1]);
    *captor = a ? a : b;
    if (a && b && a != b && coir_pinch_goes_on(stage, was.presses))
        coir_pinch_end(stage, was.fingers[0], true);
    return coir_pinch_goes_on(stage, was.presses);
}

// Sets the only node that receives the pinch; NULL: all nodes that are hit receive the pinch.
static void set_receiver(CoirPinch *pinch, const CoirNode *node)
{
    pinch->receiver = coir_node_ref(node);
    pinch->has_receiver = node != NULL;
}

// Returns true if a listener with a priority below 0 has swallowed PINCH_BEGIN, so that no node has received the pinch.
// Then no node receives PINCH_END.
static bool is_for_no_node(const CoirPinch *pinch)
{
    return pinch->has_receiver && pinch->receiver.generation == 0;
}

// Lets `node`, which has dealt with the pinch, capture the fingers. The fingers make no other gestures until the pinch
// ends.
static void take_fingers(CoirStage *stage, const CoirNode *node)
{
    CoirPinch *pinch = &stage->input.pinch;
    const CoirNodeRef ref = coir_node_ref(node);
    pinch->dealt = true;
    set_receiver(pinch, node);
    const CoirPinch was = *pinch;
    for (int i = 0; i < 2 && coir_pinch_goes_on(stage, was.presses); i++) {
        CoirPointer *finger = was.fingers[i];
        finger->clickable = finger->waits = finger->recognises = false;
        coir_drag_end(stage, finger, false);
        if (coir_pinch_goes_on(stage, was.presses) && coir_node_get(ref) && !finger->is_captured)
            coir_pointer_capture(finger, coir_node_get(ref));
    }
}

// Sends an event to the only node that receives the pinch. If all nodes that are hit receive the pinch (set_receiver),
// sends the event to these nodes; with `only_overlay`, to nodes of the overlay only, because a scene that came on stage
// after a finger went down receives no event of the pinch. Returns the node that has dealt with the event; NULL: none.
static CoirNode *deliver_to_nodes(CoirStage *stage, const CoirPinch *pinch, const CoirEvent *event, bool only_overlay)
{
    CoirNode *receiver = coir_node_get(pinch->receiver);
    if (stage->base.dead)
        return NULL;
    if (pinch->has_receiver)
        return receiver && coir_node_deliver(receiver, receiver->stage_, event) ? receiver : NULL;
    return only_overlay ? coir_stage_deliver_to_overlay(stage, event) : coir_stage_deliver_to_nodes(stage, event, NULL);
}

// Sends an event to listeners and nodes. Listeners with a priority receive either a whole pinch or nothing of the
// pinch, as with a drag (pointers.c).
static void tell(CoirStage *stage, const CoirEvent *event)
{
    CoirPinch *pinch = &stage->input.pinch;
    const CoirPinch was = *pinch;
    CoirNode *captor;
    bool to_all = !was.is_late;
    if ((to_all && coir_stage_deliver_before(stage, event)) || !coir_pinch_goes_on(stage, was.presses) ||
        !find_captor(stage, &captor))
        return;
    set_receiver(pinch, captor);
    const CoirNode *node = deliver_to_nodes(stage, pinch, event, is_from_before(stage, pinch));
    if (!coir_pinch_goes_on(stage, was.presses))
        return;
    if (!node && to_all)
        coir_stage_deliver_after(stage, event);
    else if (node && !pinch->dealt)
        take_fingers(stage, node);
}

static void send(CoirStage *stage, const CoirEvent *event)
{
    const uint32_t *presses = stage->input.pinch.presses;
    const CoirSending sending = {stage->input.sending, event, NULL, {presses[0], presses[1]}};
    stage->input.sending = &sending;
    tell(stage, event);
    stage->input.sending = sending.outer;
}

// Sends PINCH_END. `pinch` is a copy of the pinch that ends, because a listener may begin the next pinch.
static void send_end(CoirStage *stage, const CoirPinch *pinch, bool is_cancelled)
{
    bool to_all = !pinch->is_late, only_overlay = is_from_before(stage, pinch);
    CoirEvent event = event_of(pinch, COIR_EVENT_PINCH_END);
    event.cancelled = is_cancelled;
    if (to_all && coir_stage_deliver_before(stage, &event))
        return;
    if (!deliver_to_nodes(stage, pinch, &event, only_overlay) && to_all)
        coir_stage_deliver_after(stage, &event);
}

// Moving -------------------------------------------------------------------------------------------------------------

static bool has_begun(const CoirStage *stage, const CoirPinch *pinch, Span span)
{
    float arc = turn_between(pinch->angle, span.angle) * span.distance;
    return hypotf(span.distance - pinch->distance, arc) > coir_drag_distance(stage);
}

static void begin(CoirStage *stage, Span span)
{
    CoirPinch *pinch = &stage->input.pinch;
    pinch->begun = true;
    pinch->is_late = is_from_before(stage, pinch);
    pinch->distance = span.distance;
    pinch->angle = pinch->last_angle = span.angle;
    pinch->scale = 1;
    pinch->rotation = 0;
    pinch->middle = span.middle;
    pinch->receiver = coir_node_ref(NULL);
    pinch->has_receiver = true; // no node, until PINCH_BEGIN goes to nodes
    const CoirEvent event = event_of(pinch, COIR_EVENT_PINCH_BEGIN);
    send(stage, &event);
}

void coir_pinch_move(CoirStage *stage, CoirPointer *pointer)
{
    CoirPinch *pinch = &stage->input.pinch;
    if (!coir_pinch_is_ready(pinch) || (pinch->fingers[0] != pointer && pinch->fingers[1] != pointer))
        return;
    Span span = span_of(pinch);
    CoirNode *captor;
    if ((!pinch->begun && !has_begun(stage, pinch, span)) || !find_captor(stage, &captor))
        return;
    if (!pinch->begun) {
        begin(stage, span);
        return;
    }
    CoirVec2 delta = coir_vec2_sub(span.middle, pinch->middle);
    pinch->scale = span.distance / pinch->distance;
    pinch->rotation -= turn_between(pinch->last_angle, span.angle) * (float)(180 / COIR_PI);
    pinch->last_angle = span.angle;
    pinch->middle = span.middle;
    CoirEvent event = event_of(pinch, COIR_EVENT_PINCH);
    event.delta = delta;
    send(stage, &event);
}

// Lets the finger that stays down begin a drag from its present position.
static void begin_drag_from_here(CoirPointer *finger)
{
    finger->start = finger->position;
    finger->recognises = true;
}

void coir_pinch_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled)
{
    CoirPinch *pinch = &stage->input.pinch;
    bool is_first = pinch->fingers[0] == pointer;
    if (!coir_pinch_is_ready(pinch) || (!is_first && pinch->fingers[1] != pointer))
        return;
    if (pinch->begun && !is_cancelled) {
        CoirNode *captor;
        if (!find_captor(stage, &captor))
            return;
        if (!is_for_no_node(pinch))
            set_receiver(pinch, captor);
    }
    const CoirPinch was = *pinch;
    CoirPointer *other = was.fingers[is_first];
    pinch->ready = pinch->begun = false;
    if (was.begun)
        send_end(stage, &was, is_cancelled);
    if (was.dealt && coir_pointer_is_down(other, was.presses[is_first]))
        begin_drag_from_here(other);
}
