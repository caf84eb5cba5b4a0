// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of events: a stage with a scene, listeners that note each event as "node:event ", and functions
// that send events.

#ifndef COIR_TESTS_EVENTS_H
#define COIR_TESTS_EVENTS_H

#include "support/staged.h"

#include "coir/coir.h"

static CoirNode *scene;

// Return values of the listeners: bit n is set if the listeners return true for events of type n.
static uint64_t answers;
#define ANSWER(type) (UINT64_C(1) << (type))

static inline const char *name_of(CoirEventType type)
{
    static const char *const names[COIR_EVENT_COUNT] = {[COIR_EVENT_KEY_DOWN] = "key",
                                                        [COIR_EVENT_KEY_UP] = "key up",
                                                        [COIR_EVENT_POINTER_DOWN] = "down",
                                                        [COIR_EVENT_POINTER_UP] = "up",
                                                        [COIR_EVENT_POINTER_MOVE] = "move",
                                                        [COIR_EVENT_POINTER_CANCEL] = "cancel",
                                                        [COIR_EVENT_POINTER_ENTER] = "enter",
                                                        [COIR_EVENT_POINTER_LEAVE] = "leave",
                                                        [COIR_EVENT_POINTER_AWAY] = "away",
                                                        [COIR_EVENT_WHEEL] = "wheel",
                                                        [COIR_EVENT_CLICK] = "click",
                                                        [COIR_EVENT_DOUBLE_CLICK] = "double",
                                                        [COIR_EVENT_LONG_PRESS] = "long",
                                                        [COIR_EVENT_DRAG_BEGIN] = "drag begin",
                                                        [COIR_EVENT_DRAG] = "drag",
                                                        [COIR_EVENT_DRAG_END] = "drag end",
                                                        [COIR_EVENT_PINCH_BEGIN] = "pinch begin",
                                                        [COIR_EVENT_PINCH] = "pinch",
                                                        [COIR_EVENT_PINCH_END] = "pinch end",
                                                        [COIR_EVENT_TEXT] = "text",
                                                        [COIR_EVENT_TEXT_EDITING] = "editing",
                                                        [COIR_EVENT_CUSTOM] = "custom",
                                                        [COIR_EVENT_FOCUS_LOST] = "focus lost",
                                                        [COIR_EVENT_QUIT] = "quit"};
    return names[type] ? names[type] : "other";
}

static inline bool record(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)user;
    note("%s:%s%s ", node->name, name_of(event->type), event->cancelled ? " cancelled" : "");
    return (answers & ANSWER(event->type)) != 0;
}

// Makes a node of 10 x 10 points with its lower left corner at (x, y), without a listener.
static inline CoirNode *box_new(CoirNode *parent, const char *name, float x, float y)
{
    CoirNode *node = coir_node_new();
    assert_non_null(node);
    node->name = name;
    node->position = coir_vec2(x, y);
    node->size = coir_vec2(10, 10);
    assert_true(coir_node_add(parent, node));
    return node;
}

static inline int set_up_events(void **state)
{
    if (set_up_stage(state) != 0)
        return 1;
    answers = 0;
    scene = coir_node_new();
    assert_non_null(scene);
    scene->name = "scene";
    show(stage, scene);
    return 0;
}

#define event_test(function) cmocka_unit_test_setup_teardown(function, set_up_events, tear_down_stage)

static inline bool send_type(CoirEventType type)
{
    return coir_stage_event(stage, &(CoirEvent){.type = type, .text = "a text"});
}

static inline bool send_at(CoirEventType type, int64_t finger, float x, float y)
{
    int button = type == COIR_EVENT_POINTER_DOWN || type == COIR_EVENT_POINTER_UP;
    return coir_stage_event(
        stage, &(CoirEvent){.type = type, .button = button, .finger = finger, .position = coir_vec2(x, y)});
}

static inline bool right_button(CoirEventType type, float x, float y)
{
    return coir_stage_event(stage, &(CoirEvent){.type = type, .button = 3, .position = coir_vec2(x, y)});
}

// Presses the left button of the mouse.
static inline bool down(float x, float y)
{
    return send_at(COIR_EVENT_POINTER_DOWN, 0, x, y);
}

static inline bool move(float x, float y)
{
    return send_at(COIR_EVENT_POINTER_MOVE, 0, x, y);
}

static inline bool up(float x, float y)
{
    return send_at(COIR_EVENT_POINTER_UP, 0, x, y);
}

#endif
