// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of gestures: boxes that listen to all gestures, functions that send fingers and clicks, and
// listeners of the stage.

#ifndef COIR_TESTS_GESTURES_H
#define COIR_TESTS_GESTURES_H

#include "support/events.h"

static const CoirEventType gestures[] = {COIR_EVENT_CLICK,       COIR_EVENT_DOUBLE_CLICK, COIR_EVENT_LONG_PRESS,
                                         COIR_EVENT_DRAG_BEGIN,  COIR_EVENT_DRAG,         COIR_EVENT_DRAG_END,
                                         COIR_EVENT_PINCH_BEGIN, COIR_EVENT_PINCH,        COIR_EVENT_PINCH_END};

static CoirEvent last; // last event that a box received

static inline bool note_fields(CoirNode *node, const CoirEvent *event, void *user)
{
    last = *event;
    return record(node, event, user);
}

static inline CoirNode *gesture_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        assert_true(coir_node_on(node, gestures[i], note_fields, NULL));
    return node;
}

static inline void wait(double seconds)
{
    assert_true(coir_stage_update(stage, seconds));
}

static inline void finger(CoirEventType type, int64_t number, float x, float y)
{
    send_at(type, number, x, y);
}

static inline void click(float x, float y)
{
    down(x, y);
    up(x, y);
}

// Shows a new scene with a box at the position of the pointer, at once or by a transition. Returns after the
// transition.
static inline void show_next(bool by_transition)
{
    if (by_transition)
        coir_stage_show_with(stage, scene = coir_node_new(), coir_transition_cross_fade(0.1));
    else
        coir_stage_show(stage, scene = coir_node_new());
    scene->name = "scene";
    gesture_box("new", 0, 0);
    wait(0.01);
    if (by_transition) {
        move(6, 5); // during the transition
        wait(0.2);
    }
}

static inline bool record_on_stage(CoirStage *of, const CoirEvent *event, void *user)
{
    uint64_t types = 0;
    (void)of;
    (void)user;
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        types |= ANSWER(gestures[i]);
    if (types & ANSWER(event->type))
        note("stage:%s%s ", name_of(event->type), event->cancelled ? " cancelled" : "");
    return false;
}

// Destroys the stage at an event of the type to which `user` points. A listener of a stage.
static inline bool end_stage(CoirStage *of, const CoirEvent *event, void *user)
{
    const CoirEventType *type = user;
    if (event->type != *type)
        return false;
    coir_stage_destroy(of);
    stage = NULL;
    return false;
}

#endif
