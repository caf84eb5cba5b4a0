// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Gestures of one pointer: clicks, long presses and drags. Gestures are timed by the real time of frames, so that a
// menu works while the game is paused or in slow motion.

#include <math.h>

#include "base/fail.h"
#include "scene/pointers.h"
#include "scene/stage.h"
#include "time/nanoseconds.h"

#define LONG_PRESS 0.5        // seconds
#define DOUBLE_CLICK 0.4      // seconds
#define DRAG_DISTANCE 8.0f    // points
#define DOUBLE_CLICK_SPREAD 3 // longest distance between two clicks, in drag distances: fingers are not exact

static double or_default(double value, double preset)
{
    return value > 0 ? value : preset;
}

float coir_drag_distance(const CoirStage *stage)
{
    float distance = stage->input.gestures.drag_distance;
    return distance > 0 ? distance : DRAG_DISTANCE;
}

static bool is_limit(double value)
{
    return value >= 0 && value <= COIR_SECONDS_MAX;
}

bool coir_stage_set_gestures(CoirStage *stage, const CoirGestureDef *def)
{
    if (!stage)
        return MISSING("coir_stage_set_gestures: the stage is NULL");
    if (!coir_stage_check_world(stage, "coir_stage_set_gestures"))
        return false;
    if (def && (!is_limit(def->long_press) || !is_limit(def->double_click) || !is_limit((double)def->drag_distance)))
        return MISTAKE(
            "coir_stage_set_gestures: long_press %g s, double_click %g s and drag_distance %g points must be "
            "numbers from 0 to %g; 0 is the default",
            def->long_press, def->double_click, (double)def->drag_distance, COIR_SECONDS_MAX);
    stage->input.gestures = def ? *def : (CoirGestureDef){.long_press = 0};
    return true;
}

CoirEvent coir_gesture_event(const CoirPointer *pointer, CoirEventType type)
{
    CoirEvent event = {.type = type,
                       .finger = pointer->finger,
                       .button = 1,
                       .clicks = pointer->clicks,
                       .position = pointer->position,
                       .start = pointer->start,
                       .modifiers = pointer->modifiers};
    return event;
}

// Beginning ----------------------------------------------------------------------------------------------------------

// Returns true if the press before was in the scene of this press. "No scene" counts as a scene: then, and during a
// transition, the overlay is clicked.
static bool is_in_same_scene(const CoirStageInput *input, const CoirPointer *pointer)
{
    return input->last_scene.index == pointer->scene.index && input->last_scene.generation == pointer->scene.generation;
}

// Returns true if the press before was in the same scene, and either both presses are of fingers, or both are of the
// same mouse button.
static bool has_press_before(const CoirStageInput *input, const CoirPointer *pointer, const CoirEvent *event)
{
    return input->last_clicks > 0 && input->last_button == event->button &&
           input->last_is_mouse == (event->finger == 0) && is_in_same_scene(input, pointer);
}

static bool is_soon_and_near(const CoirStageInput *input, const CoirEvent *event, float distance)
{
    double limit = or_default(input->gestures.double_click, DOUBLE_CLICK);
    return coir_to_seconds(input->now - input->last_press) <= limit &&
           coir_vec2_distance(input->last_position, event->position) <= distance;
}

// Counts presses that follow each other closely, at almost the same position. If the event has a count, this count
// decides instead, unless the count also has presses of an earlier scene.
static void count_clicks(CoirStageInput *input, CoirPointer *pointer, const CoirEvent *event, float distance)
{
    bool is_counted = event->clicks > 0;
    if (event->clicks <= 1)
        input->counts_earlier_scene = false;
    else if (input->last_clicks > 0 && !is_in_same_scene(input, pointer))
        input->counts_earlier_scene = true;
    bool follows = is_counted ? event->clicks > 1 : is_soon_and_near(input, event, distance);
    bool again = follows && has_press_before(input, pointer, event) && input->last_clicks < 1000;
    pointer->press_before = again ? input->last_position : event->position;
    input->last_clicks = again ? input->last_clicks + 1 : 1;
    input->last_press = input->now;
    input->last_position = event->position;
    input->last_scene = pointer->scene;
    input->last_button = event->button;
    input->last_is_mouse = event->finger == 0;
    pointer->clicks = is_counted && !input->counts_earlier_scene ? event->clicks : input->last_clicks;
}

void coir_gestures_begin(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event)
{
    pointer->recognises = pointer->clickable = pointer->waits = event->button == 1;
    count_clicks(&stage->input, pointer, event, DOUBLE_CLICK_SPREAD * coir_drag_distance(stage));
}

// Drags --------------------------------------------------------------------------------------------------------------

static void drag(CoirStage *stage, CoirPointer *pointer, CoirEventType type, CoirVec2 delta)
{
    uint32_t press = pointer->press;
    CoirEvent event = coir_gesture_event(pointer, type);
    event.delta = delta;
    CoirDealt dealt = coir_pointer_send(stage, pointer, &event);
    if (coir_pointer_is_down(pointer, press) && dealt != COIR_DEALT_NOT)
        pointer->clickable = false;
}

void coir_gestures_move(CoirStage *stage, CoirPointer *pointer, const CoirEvent *event)
{
    uint32_t press = pointer->press;
    CoirVec2 delta = coir_vec2_sub(event->position, pointer->position);
    pointer->position = event->position;
    pointer->modifiers = event->modifiers;
    coir_gestures_follow_scene(stage, pointer);
    if (coir_pointer_is_down(pointer, press))
        coir_pinch_move(stage, pointer);
    if (!coir_pointer_is_down(pointer, press) || !pointer->recognises)
        return;
    if (!pointer->dragging) {
        delta = coir_vec2_sub(pointer->position, pointer->start);
        if (!(coir_vec2_length(delta) > coir_drag_distance(stage)))
            return;
        pointer->dragging = true;
        pointer->is_late_drag = coir_pointer_is_from_before(stage, pointer);
        pointer->waits = false;
        drag(stage, pointer, COIR_EVENT_DRAG_BEGIN, coir_vec2(0, 0));
    }
    if (coir_pointer_is_down(pointer, press) && pointer->dragging)
        drag(stage, pointer, COIR_EVENT_DRAG, delta);
}

void coir_drag_end(CoirStage *stage, CoirPointer *pointer, bool is_cancelled)
{
    if (!pointer->dragging)
        return;
    CoirEvent event = coir_gesture_event(pointer, COIR_EVENT_DRAG_END);
    event.cancelled = is_cancelled;
    pointer->dragging = false;
    coir_pointer_send(stage, pointer, &event);
}

// Clicks and long presses --------------------------------------------------------------------------------------------

static void click(CoirStage *stage, CoirPointer *pointer)
{
    uint32_t press = pointer->press;
    const CoirEvent event = coir_gesture_event(pointer, COIR_EVENT_CLICK);
    CoirEvent twice = coir_gesture_event(pointer, COIR_EVENT_DOUBLE_CLICK);
    twice.start = pointer->press_before; // both clicks must be on the node
    pointer->clickable = false;
    coir_pointer_send(stage, pointer, &event);
    if (coir_pointer_is_down(pointer, press) && twice.clicks == 2)
        coir_pointer_send(stage, pointer, &twice);
}

// Returns true if the end of a press is a click. If the scene has changed since the press, only the overlay can be
// clicked, because the overlay stays when scenes change.
static bool is_click(CoirStage *stage, CoirPointer *pointer)
{
    bool was_captured = pointer->is_captured, only_overlay = coir_pointer_is_from_before(stage, pointer);
    if (!pointer->clickable || (only_overlay && !stage->base.overlay))
        return false;
    CoirNode *captor = coir_pointer_captor(stage, pointer);
    if (!was_captured)
        return true;
    if (!captor || (only_overlay && !coir_stage_has_in_overlay(stage, captor)))
        return false;
    return coir_node_is_hit(captor, pointer->position) && pointer->clickable;
}

void coir_gestures_follow_scene(CoirStage *stage, CoirPointer *pointer)
{
    uint32_t press = pointer->press;
    if (!press || pointer->is_from_before || !coir_pointer_is_from_before(stage, pointer))
        return;
    pointer->is_from_before = true;
    CoirNode *captor = coir_pointer_captor(stage, pointer);
    if (!coir_pointer_is_down(pointer, press) || (captor && coir_stage_has_in_overlay(stage, captor)))
        return;
    coir_pinch_end(stage, pointer, true);
    if (!coir_pointer_is_down(pointer, press) || !pointer->dragging)
        return;
    pointer->recognises = pointer->clickable = false;
    coir_drag_end(stage, pointer, true);
}

void coir_gestures_end(CoirStage *stage, CoirPointer *pointer, bool is_lost)
{
    uint32_t press = pointer->press;
    pointer->recognises = false; // so that no drag begins if a listener moves the pointer
    pointer->pinches = false;
    coir_gestures_follow_scene(stage, pointer);
    if (coir_pointer_is_down(pointer, press))
        coir_pinch_end(stage, pointer, is_lost);
    if (!coir_pointer_is_down(pointer, press))
        return;
    coir_drag_end(stage, pointer, is_lost);
    if (!is_lost && coir_pointer_is_down(pointer, press) && is_click(stage, pointer) &&
        coir_pointer_is_down(pointer, press))
        click(stage, pointer);
}

static void press_long(CoirStage *stage, CoirPointer *pointer)
{
    uint32_t press = pointer->press;
    const CoirEvent event = coir_gesture_event(pointer, COIR_EVENT_LONG_PRESS);
    pointer->waits = false;
    CoirDealt dealt = coir_pointer_send(stage, pointer, &event);
    if (coir_pointer_is_down(pointer, press) && dealt != COIR_DEALT_NOT)
        pointer->clickable = false;
}

void coir_gestures_step(CoirStage *stage)
{
    CoirStageInput *input = &stage->input;
    double limit = or_default(input->gestures.long_press, LONG_PRESS);
    for (int i = 0; i < COIR_POINTERS; i++) {
        CoirPointer *pointer = &input->pointers[i];
        uint32_t press = pointer->press;
        coir_gestures_follow_scene(stage, pointer);
        coir_pointer_captor(stage, pointer); // ends the capture if the node is gone
        if (coir_pointer_is_down(pointer, press) && pointer->waits &&
            coir_to_seconds(input->now - pointer->pressed_at) >= limit)
            press_long(stage, pointer);
    }
}

bool coir_stage_waits_for_gesture(const CoirStage *stage)
{
    for (int i = 0; i < COIR_POINTERS; i++) {
        const CoirPointer *pointer = &stage->input.pointers[i];
        if (coir_pointer_is_down(pointer, pointer->press) && pointer->waits)
            return true;
    }
    return false;
}
