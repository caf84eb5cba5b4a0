// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pinches: gestures of the two fingers that are down, when exactly two are. The scale is 1 and the rotation 0 where the
// pinch begins. A node that deals with a pinch captures both fingers.

#include <math.h>

#include "scene/listeners.h"
#include "scene/node.h"
#include "scene/pointers.h"

typedef struct Span { // from the first finger to the second
    CoirVec2 middle;
    float distance, angle; // radians
} Span;

static Span span_of(const CoirPinch *pinch)
{
    CoirVec2 a = pinch->fingers[0]->position, b = pinch->fingers[1]->position, d = coir_vec2_sub(b, a);
    Span span = {coir_vec2_lerp(a, b, 0.5f), coir_vec2_length(d), atan2f(d.y, d.x)};
    if (!(span.distance > 1)) // a scale is a quotient of distances
        span.distance = 1;
    return span;
}

static bool is_ready(const CoirPinch *pinch)
{
    return pinch->ready && coir_pointer_is_down(pinch->fingers[0], pinch->presses[0]) &&
           coir_pointer_is_down(pinch->fingers[1], pinch->presses[1]);
}

// Returns true if the scene has changed since one of the fingers went down.
static bool is_from_before(const CoirStage *stage, const CoirPinch *pinch)
{
    return coir_pointer_is_from_before(stage, pinch->fingers[0]) ||
           coir_pointer_is_from_before(stage, pinch->fingers[1]);
}

// From -pi to pi.
static float turn_between(float from, float to)
{
    return remainderf(to - from, (float)(2 * COIR_PI));
}

void coir_pinch_begin(CoirStage *stage)
{
    CoirPinch *pinch = &stage->input.pinch;
    int count = 0;
    if (is_ready(pinch))
        return; // a third finger
    pinch->ready = false;
    for (int i = 0; i < COIR_POINTERS; i++) {
        CoirPointer *pointer = &stage->input.pointers[i];
        if (!pointer->press || pointer->finger == 0)
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

// Returns the node that has captured a finger, NULL for none. False: each finger belongs to another node.
static bool find_captor(CoirStage *stage, const CoirPinch *pinch, CoirNode **captor)
{
    CoirNode *a = coir_pointer_captor(stage, pinch->fingers[0]), *b = coir_pointer_captor(stage, pinch->fingers[1]);
    *captor = a ? a : b;
    return is_ready(pinch) && (!a || !b || a == b);
}

// The fingers make no other gestures from here on.
static void take_fingers(CoirStage *stage, const CoirNode *node)
{
    CoirPinch *pinch = &stage->input.pinch;
    const CoirNodeRef ref = coir_node_ref(node);
    pinch->dealt = true;
    for (int i = 0; i < 2 && is_ready(pinch); i++) {
        CoirPointer *finger = pinch->fingers[i];
        finger->clickable = finger->waits = finger->recognises = false;
        coir_drag_end(stage, finger, false);
        if (is_ready(pinch) && coir_node_get(ref) && !finger->is_captured)
            coir_pointer_capture(finger, coir_node_get(ref));
    }
}

// Nodes of a scene that has come meanwhile hear nothing of a pinch.
static CoirNode *ask(CoirStage *stage, const CoirPinch *pinch, const CoirEvent *event)
{
    if (stage->dead)
        return NULL;
    return is_from_before(stage, pinch) ? coir_stage_ask_overlay(stage, event)
                                        : coir_stage_ask_nodes(stage, event, NULL);
}

// Listeners with a priority hear a pinch whole or not at all, as a drag (coir_pointer_send).
static void send(CoirStage *stage, CoirEvent event)
{
    CoirPinch *pinch = &stage->input.pinch;
    CoirNode *node = NULL;
    bool to_all = !pinch->is_late;
    if ((to_all && coir_stage_tell_before(stage, &event)) || !is_ready(pinch))
        return;
    if (!find_captor(stage, pinch, &node)) {
        pinch->ready = false;
        return;
    }
    if (node)
        node = coir_node_tell(node, stage, &event) ? node : NULL;
    else
        node = ask(stage, pinch, &event);
    if (!node && to_all)
        coir_stage_tell_after(stage, &event);
    else if (node && !pinch->dealt && event.type != COIR_EVENT_PINCH_END && is_ready(pinch))
        take_fingers(stage, node);
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
    pinch->angle = pinch->turned = span.angle;
    pinch->scale = 1;
    pinch->rotation = 0;
    pinch->middle = span.middle;
    send(stage, event_of(pinch, COIR_EVENT_PINCH_BEGIN));
}

void coir_pinch_move(CoirStage *stage, CoirPointer *pointer)
{
    CoirPinch *pinch = &stage->input.pinch;
    if (!is_ready(pinch) || (pinch->fingers[0] != pointer && pinch->fingers[1] != pointer))
        return;
    Span span = span_of(pinch);
    if (!pinch->begun) {
        if (has_begun(stage, pinch, span))
            begin(stage, span);
        return;
    }
    CoirVec2 delta = coir_vec2_sub(span.middle, pinch->middle);
    pinch->scale = span.distance / pinch->distance;
    pinch->rotation -= turn_between(pinch->turned, span.angle) * (float)(180 / COIR_PI);
    pinch->turned = span.angle;
    pinch->middle = span.middle;
    CoirEvent event = event_of(pinch, COIR_EVENT_PINCH);
    event.delta = delta;
    send(stage, event);
}

// The finger that stays down may begin a drag from where it is.
static void go_on_with(CoirPointer *finger)
{
    finger->start = finger->position;
    finger->recognises = true;
}

void coir_pinch_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled)
{
    CoirPinch *pinch = &stage->input.pinch;
    bool is_first = pinch->fingers[0] == pointer;
    if (!is_ready(pinch) || (!is_first && pinch->fingers[1] != pointer))
        return;
    if (pinch->begun) {
        CoirEvent event = event_of(pinch, COIR_EVENT_PINCH_END);
        event.cancelled = is_cancelled;
        pinch->begun = false;
        send(stage, event);
    }
    if (is_ready(pinch) && pinch->dealt)
        go_on_with(pinch->fingers[is_first]);
    pinch->ready = false;
}
