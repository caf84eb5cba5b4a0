// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pinches: two fingers on one node or on two nodes, fingers that come and go during a pinch, and pinches over a change
// of scenes.

#include "support/gestures.h"

static void near(float value, float expected)
{
    assert_float_equal(value, expected, 1e-3);
}

static void two_fingers_pinch(void **state)
{
    CoirNode *map = gesture_box("map", 0, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    answers = ANSWER(COIR_EVENT_PINCH_BEGIN) | ANSWER(COIR_EVENT_PINCH);
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 208, 100);
    assert_trace("");
    finger(COIR_EVENT_POINTER_MOVE, 2, 220, 100);
    assert_trace("map:pinch begin ");
    near(last.scale, 1);
    near(last.rotation, 0);
    near(last.position.x, 160);
    finger(COIR_EVENT_POINTER_MOVE, 2, 340, 100);
    assert_trace("map:pinch ");
    near(last.scale, 2);
    near(last.delta.x, 60);
    finger(COIR_EVENT_POINTER_MOVE, 2, 100, -140);
    near(last.rotation, 90);
    finger(COIR_EVENT_POINTER_MOVE, 2, -140, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 100, 340);
    near(last.rotation, 270); // and not -90
    forget_trace();
    finger(COIR_EVENT_POINTER_UP, 1, 100, 100);
    assert_trace("map:pinch end ");
    near(last.rotation, 270);
    finger(COIR_EVENT_POINTER_MOVE, 2, 100, 330);
    assert_trace("map:drag begin map:drag ");
    finger(COIR_EVENT_POINTER_UP, 2, 100, 330);
    assert_trace("map:drag end ");
}

static bool put_a_finger_down(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 300, 100);
    return false;
}

static void no_pinch_begins_with_a_finger_that_goes_up(void **state)
{
    CoirNode *map = gesture_box("map", 0, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    assert_true(coir_node_on(map, COIR_EVENT_DRAG_END, put_a_finger_down, NULL));
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_MOVE, 1, 150, 100);
    finger(COIR_EVENT_POINTER_UP, 1, 150, 100);
    assert_null(strstr(noted(), "pinch"));
    forget_trace();
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_MOVE, 1, 50, 100);
    assert_non_null(strstr(noted(), "pinch begin"));
}

static void no_pinch_begins_with_the_mouse_after_a_third_finger(void **state)
{
    CoirNode *map = gesture_box("map", 0, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    for (int i = 1; i <= 3; i++)
        finger(COIR_EVENT_POINTER_DOWN, i, (float)i * 100, 100);
    finger(COIR_EVENT_POINTER_UP, 1, 100, 100); // two fingers are left, but neither has just gone down
    down(50, 50);
    finger(COIR_EVENT_POINTER_MOVE, 3, 350, 100);
    assert_null(strstr(noted(), "pinch"));
}

static void a_drag_ends_where_a_pinch_begins(void **state)
{
    CoirNode *map = gesture_box("map", 0, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    answers = ANSWER(COIR_EVENT_DRAG) | ANSWER(COIR_EVENT_PINCH);
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_MOVE, 1, 120, 100);
    assert_trace("map:drag begin map:drag ");
    finger(COIR_EVENT_POINTER_DOWN, 2, 220, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 240, 100);
    assert_trace("map:pinch begin map:drag begin map:drag ");
    finger(COIR_EVENT_POINTER_MOVE, 2, 260, 100);
    assert_trace("map:pinch map:drag end map:drag end ");
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("map:pinch end cancelled ");
}

static void fingers_of_two_nodes_do_not_pinch(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0), *b = gesture_box("b", 50, 0);
    (void)state;
    coir_node_on(a, COIR_EVENT_POINTER_DOWN, record, NULL);
    coir_node_on(b, COIR_EVENT_POINTER_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    finger(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    finger(COIR_EVENT_POINTER_DOWN, 2, 55, 5);
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    assert_trace("a:down b:down b:drag begin b:drag ");
}

static bool record_pinch(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of, (void)user;
    if (event->type >= COIR_EVENT_PINCH_BEGIN && event->type <= COIR_EVENT_PINCH_END)
        note("stage:%s%s ", name_of(event->type), event->cancelled ? " cancelled" : "");
    return false;
}

// Makes a node that receives pinches and no other gestures.
static CoirNode *pinch_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    for (CoirEventType type = COIR_EVENT_PINCH_BEGIN; type <= COIR_EVENT_PINCH_END; type++)
        assert_true(coir_node_on(node, type, record, NULL));
    return node;
}

static void two_fingers_down(void)
{
    finger(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    finger(COIR_EVENT_POINTER_DOWN, 2, 55, 5);
}

static void two_fingers_up(void)
{
    finger(COIR_EVENT_POINTER_UP, 2, 55, 5);
    finger(COIR_EVENT_POINTER_UP, 1, 5, 5);
}

static void listeners_with_a_priority_get_no_pinch_of_fingers_of_two_nodes(void **state)
{
    (void)state;
    coir_node_on(box_new(scene, "left", 0, 0), COIR_EVENT_POINTER_DOWN, record, NULL);
    coir_node_on(box_new(scene, "right", 50, 0), COIR_EVENT_POINTER_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    for (int priority = -1; priority <= 0; priority++) {
        assert_true(coir_stage_listen(stage, priority, record_pinch, NULL));
        two_fingers_down();
        finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
        finger(COIR_EVENT_POINTER_MOVE, 2, 95, 5);
        two_fingers_up();
        assert_trace("left:down right:down ");
        coir_stage_unlisten(stage, record_pinch, NULL);
    }
}

static void a_pinch_ends_once_for_all_listeners_when_two_nodes_take_its_fingers(void **state)
{
    CoirNode *map = pinch_box("map", 0, 0), *a = pinch_box("a", 0, 0), *b = box_new(scene, "b", 50, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    for (int of_a = 0; of_a < 2; of_a++) { // if `of_a`, node a captures a finger: no other node receives the pinch
        assert_true(coir_stage_listen(stage, -1, record_pinch, NULL));
        assert_true(coir_stage_listen(stage, 1, record_pinch, NULL));
        two_fingers_down();
        if (of_a)
            assert_true(coir_node_capture(a, 1));
        finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
        assert_trace(of_a ? "stage:pinch begin a:pinch begin stage:pinch begin "
                          : "stage:pinch begin map:pinch begin stage:pinch begin ");
        assert_true(coir_node_capture(a, 1));
        assert_true(coir_node_capture(b, 2));
        finger(COIR_EVENT_POINTER_MOVE, 2, 85, 5);
        finger(COIR_EVENT_POINTER_MOVE, 2, 95, 5);
        two_fingers_up();
        assert_trace(of_a ? "stage:pinch end cancelled a:pinch end cancelled stage:pinch end cancelled "
                          : "stage:pinch end cancelled map:pinch end cancelled stage:pinch end cancelled ");
        coir_stage_unlisten(stage, record_pinch, NULL);
    }
}

static void a_node_that_loses_a_captured_pinch_gets_its_end(void **state)
{
    enum { PUSHED, HIDDEN, DETACHED, TAKEN_OVER, DESTROYED, WAYS };
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        show(stage, scene = coir_node_new());
        CoirNode *below = pinch_box("below", 0, 0), *map = pinch_box("map", 0, 0);
        below->size = map->size = coir_vec2(400, 400);
        coir_node_on(map, COIR_EVENT_POINTER_CANCEL, record, NULL);
        assert_true(coir_stage_listen(stage, -1, record_pinch, NULL));
        answers = ANSWER(COIR_EVENT_PINCH_BEGIN);
        two_fingers_down();
        finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
        assert_trace("stage:pinch begin map:pinch begin ");
        switch (way) {
        case PUSHED: coir_stage_push(stage, coir_node_new()); break;
        case HIDDEN: map->visible = false; break;
        case DETACHED: coir_node_detach(map); break;
        case TAKEN_OVER: coir_node_capture(below, 1), coir_node_capture(below, 2); break;
        default: coir_node_destroy(map); break;
        }
        step(stage);
        assert_trace(way == DESTROYED ? "stage:pinch end cancelled "
                                      : "stage:pinch end cancelled map:pinch end cancelled map:cancel map:cancel ");
        finger(COIR_EVENT_POINTER_MOVE, 2, 95, 5);
        finger(COIR_EVENT_POINTER_MOVE, 2, 115, 5);
        two_fingers_up();
        assert_trace("");
        if (way == DETACHED)
            coir_node_destroy(map);
        coir_stage_unlisten(stage, record_pinch, NULL);
    }
}

static void the_stage_may_be_destroyed_where_a_pinch_is_lost(void **state)
{
    CoirNode *map = pinch_box("map", 0, 0);
    CoirEventType type = COIR_EVENT_PINCH_END;
    (void)state;
    map->size = coir_vec2(400, 400);
    assert_true(coir_stage_listen(stage, -1, end_stage, &type));
    answers = ANSWER(COIR_EVENT_PINCH_BEGIN);
    two_fingers_down();
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    forget_trace();
    map->visible = false;
    finger(COIR_EVENT_POINTER_MOVE, 2, 95, 5);
    assert_null(stage);
    assert_trace("");
}

// Lifts the second finger and puts a third finger down once, at the start of a pinch.
static bool change_fingers(CoirStage *of, const CoirEvent *event, void *user)
{
    bool *done = user;
    record_pinch(of, event, NULL);
    if (event->type == COIR_EVENT_PINCH_BEGIN && !*done) {
        *done = true;
        finger(COIR_EVENT_POINTER_UP, 2, 75, 5);
        finger(COIR_EVENT_POINTER_DOWN, 3, 55, 5);
    }
    return false;
}

static void a_pinch_that_a_listener_has_ended_does_not_continue_with_other_fingers(void **state)
{
    CoirNode *map = pinch_box("map", 0, 0);
    bool done = false;
    (void)state;
    map->size = coir_vec2(400, 400);
    assert_true(coir_stage_listen(stage, -1, change_fingers, &done));
    answers = ANSWER(COIR_EVENT_PINCH_BEGIN);
    two_fingers_down();
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    assert_trace("stage:pinch begin stage:pinch end ");
    assert_null(coir_stage_captor(stage, 1));
    assert_null(coir_stage_captor(stage, 3));
    finger(COIR_EVENT_POINTER_MOVE, 3, 75, 5);
    assert_trace("stage:pinch begin map:pinch begin ");
    finger(COIR_EVENT_POINTER_UP, 3, 75, 5);
    assert_trace("stage:pinch end map:pinch end ");
    finger(COIR_EVENT_POINTER_UP, 1, 5, 5);
    coir_stage_unlisten(stage, change_fingers, &done);
}

static bool swallow_begin(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of;
    (void)user;
    return event->type == COIR_EVENT_PINCH_BEGIN;
}

static void nodes_receive_no_end_of_a_pinch_whose_begin_was_swallowed(void **state)
{
    CoirNode *map = gesture_box("map", 0, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    assert_true(coir_stage_listen(stage, -1, swallow_begin, NULL));
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 220, 100);
    finger(COIR_EVENT_POINTER_UP, 1, 100, 100);
    assert_trace("map:drag begin map:drag map:click "); // gestures of one finger alone
    coir_stage_unlisten(stage, swallow_begin, NULL);
}

// Swallows the press of the finger in `user`.
static bool swallow_finger(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of;
    return event->type == COIR_EVENT_POINTER_DOWN && event->finger == *(const int64_t *)user;
}

static void no_pinch_begins_with_a_finger_whose_press_was_swallowed(void **state)
{
    (void)state;
    pinch_box("map", 0, 0)->size = coir_vec2(400, 400);
    for (int64_t swallowed = 1; swallowed <= 3; swallowed++) { // a third finger changes no pinch
        assert_true(coir_stage_listen(stage, -1, swallow_finger, &swallowed));
        two_fingers_down();
        finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
        assert_trace(swallowed < 3 ? "" : "map:pinch begin ");
        finger(COIR_EVENT_POINTER_DOWN, 3, 100, 100);
        finger(COIR_EVENT_POINTER_MOVE, 3, 120, 100);
        assert_trace(swallowed < 3 ? "map:pinch begin " : "");
        finger(COIR_EVENT_POINTER_UP, 3, 120, 100);
        two_fingers_up();
        forget_trace();
        coir_stage_unlisten(stage, swallow_finger, &swallowed);
    }
}

// In a long press, lets two nodes capture the first finger, one after the other. The second capture ends the pinch. In
// the end of the pinch, checks that the stage refuses an event: the long press and the end of the pinch are both being
// sent to a node at level 1000, and these levels add up.
static bool take_twice(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirNode *const *takers = user;
    if (event->type == COIR_EVENT_LONG_PRESS) {
        coir_node_capture(takers[0], 1);
        coir_node_capture(takers[1], 1);
    } else if (event->type == COIR_EVENT_PINCH_END) {
        note("%s:pinch end ", node->name);
        assert_false(coir_stage_send(stage, "deep", NULL));
        assert_mistake("coir_stage_send: 0 events are being sent inside each other, through 2000 levels");
    }
    return false;
}

static void a_stage_that_refused_an_event_in_a_gesture_sends_the_next_event(void **state)
{
    CoirNode *takers[2] = {box_new(scene, "a", 50, 0), box_new(scene, "b", 50, 0)}, *node = scene;
    (void)state;
    for (int i = 1; i < 1000; i++)
        node = box_new(node, "deep", 0, 0);
    node->size = coir_vec2(400, 400);
    coir_node_on(node, COIR_EVENT_LONG_PRESS, take_twice, takers);
    coir_node_on(node, COIR_EVENT_PINCH_END, take_twice, takers);
    coir_node_on(takers[0], COIR_EVENT_CUSTOM, record, NULL);
    two_fingers_down();
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    wait(1);
    assert_trace("deep:pinch end ");
    coir_stage_send(stage, "received", NULL);
    assert_trace("a:custom ");
}

static void a_pinch_with_a_press_from_before_the_scene_comes_to_the_overlay_alone(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
    for (int in_overlay = 0; in_overlay < 2; in_overlay++) {
        if (in_overlay) {
            scene = overlay;
            gesture_box("chart", 0, 0)->size = coir_vec2(400, 400);
        }
        finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
        show_next(false);
        gesture_box("map", 0, 0)->size = coir_vec2(400, 400);
        finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
        finger(COIR_EVENT_POINTER_MOVE, 1, 80, 100);
        finger(COIR_EVENT_POINTER_MOVE, 1, 70, 100);
        finger(COIR_EVENT_POINTER_UP, 1, 70, 100);
        assert_trace(in_overlay ? "chart:pinch begin chart:drag begin chart:drag chart:pinch chart:drag "
                                  "chart:pinch end chart:drag end chart:click "
                                : "");
        finger(COIR_EVENT_POINTER_MOVE, 2, 230, 100); // this press began after the change of scene
        finger(COIR_EVENT_POINTER_UP, 2, 230, 100);
        forget_trace();
    }
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

static void a_pinch_that_the_overlay_has_captured_outlives_a_scene_for_all(void **state)
{
    (void)state;
    CoirNode *overlay = coir_node_new();
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    scene = overlay;
    gesture_box("chart", 0, 0)->size = coir_vec2(400, 400);
    answers = ANSWER(COIR_EVENT_PINCH_BEGIN);
    finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
    finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
    finger(COIR_EVENT_POINTER_MOVE, 2, 220, 100);
    assert_trace("stage:pinch begin chart:pinch begin ");
    show_next(false);
    finger(COIR_EVENT_POINTER_MOVE, 2, 230, 100);
    finger(COIR_EVENT_POINTER_UP, 2, 230, 100);
    assert_trace("stage:pinch chart:pinch stage:pinch end chart:pinch end ");
    finger(COIR_EVENT_POINTER_UP, 1, 100, 100);
    forget_trace();
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

TEST_FILE(gesture_pinches)
{
    const struct CMUnitTest tests[] = {
        event_test(two_fingers_pinch),
        event_test(nodes_receive_no_end_of_a_pinch_whose_begin_was_swallowed),
        event_test(no_pinch_begins_with_a_finger_whose_press_was_swallowed),
        event_test(no_pinch_begins_with_a_finger_that_goes_up),
        event_test(no_pinch_begins_with_the_mouse_after_a_third_finger),
        event_test(a_drag_ends_where_a_pinch_begins),
        event_test(fingers_of_two_nodes_do_not_pinch),
        event_test(listeners_with_a_priority_get_no_pinch_of_fingers_of_two_nodes),
        event_test(a_pinch_ends_once_for_all_listeners_when_two_nodes_take_its_fingers),
        event_test(a_node_that_loses_a_captured_pinch_gets_its_end),
        event_test(the_stage_may_be_destroyed_where_a_pinch_is_lost),
        event_test(a_pinch_that_a_listener_has_ended_does_not_continue_with_other_fingers),
        event_test(a_stage_that_refused_an_event_in_a_gesture_sends_the_next_event),
        event_test(a_pinch_with_a_press_from_before_the_scene_comes_to_the_overlay_alone),
        event_test(a_pinch_that_the_overlay_has_captured_outlives_a_scene_for_all),
    };
    return cmocka_run_group_tests_name("gesture_pinches", tests, NULL, NULL);
}
