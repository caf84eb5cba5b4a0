// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Drags: begin, end and loss of a drag, drags over a change of scenes, and gestures that a listener or a node ends
// before other nodes receive them.

#include "support/gestures.h"

static void a_drag_reports_each_move_and_its_end(void **state)
{
    CoirVec2 sum = {0, 0};
    CoirNode *a = gesture_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(13, 5);
    assert_trace("");
    move(14, 5);
    assert_trace("a:drag begin a:drag ");
    assert_true(last.delta.x == 9 && last.start.x == 5 && last.position.x == 14);
    sum = last.delta;
    move(100, 50);
    sum = coir_vec2_add(sum, last.delta);
    assert_trace("a:drag ");
    assert_true(sum.x == 95 && sum.y == 45);
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    up(100, 50);
    assert_trace("a:drag end ");
    assert_true(last.start.x == 5 && last.position.x == 100);
    move(5, 5);
    assert_trace("");
}

static bool add_delta(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirVec2 *sum = user;
    (void)node;
    *sum = coir_vec2_add(*sum, event->delta);
    return true;
}

static void the_deltas_of_a_drag_add_up_while_other_buttons_go_down_and_up(void **state)
{
    CoirVec2 sum = {0, 0};
    (void)state;
    coir_node_on(box_new(scene, "a", 0, 0), COIR_EVENT_DRAG, add_delta, &sum);
    down(5, 5);
    move(25, 5);
    right_button(COIR_EVENT_POINTER_DOWN, 55, 5);
    move(65, 6);
    assert_true(sum.x == 60 && sum.y == 1);
    right_button(COIR_EVENT_POINTER_UP, 75, 8);
    move(85, 9);
    assert_true(sum.x == 80 && sum.y == 4);
    down(95, 9); // the left button is down already
    move(105, 9);
    assert_true(sum.x == 100 && sum.y == 4);
    up(105, 9);
}

static void a_drag_goes_to_the_topmost_node_that_wants_drags(void **state)
{
    CoirNode *list = gesture_box("list", 0, 0), *button = box_new(scene, "button", 0, 0);
    (void)state;
    coir_node_on(button, COIR_EVENT_CLICK, record, NULL);
    coir_node_unlisten(list, note_fields, NULL);
    coir_node_on(list, COIR_EVENT_DRAG, record, NULL);
    answers = ANSWER(COIR_EVENT_DRAG) | ANSWER(COIR_EVENT_CLICK);
    down(5, 5);
    move(14, 5);
    move(5, 5);
    up(5, 5);
    assert_trace("list:drag list:drag "); // the button is not clicked
    click(5, 5);
    assert_trace("button:click ");
}

static void a_drag_that_is_lost_ends_cancelled(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(20, 5);
    forget_trace();
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("a:drag end cancelled ");
    down(5, 5);
    move(20, 5);
    forget_trace();
    a->visible = false;
    step(stage);
    assert_trace("a:drag end cancelled ");
}

static void the_end_of_a_drag_has_the_fields_of_its_beginning(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_DRAG);
    for (int is_lost = 0; is_lost < 2; is_lost++) {
        wait(1);
        down(5, 5);
        move(20, 5);
        a->visible = !is_lost;
        up(20, 5);
        assert_trace(is_lost ? "a:drag begin a:drag a:drag end cancelled " : "a:drag begin a:drag a:drag end ");
        assert_int_equal(last.button, 1);
        assert_int_equal(last.clicks, 1);
        assert_true(last.start.x == 5 && last.position.x == 20);
    }
}

static void a_node_that_takes_a_drag_over_begins_a_drag(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0), *b = gesture_box("b", 50, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(20, 5);
    assert_true(coir_node_capture(b, 0));
    assert_trace("a:drag begin a:drag a:drag end cancelled ");
    move(21, 5);
    assert_trace("b:drag begin b:drag ");
    coir_node_destroy(a);
}

typedef struct DragCount {
    int begins, drags, ends;
} DragCount;

static void count_drag(DragCount *count, const CoirEvent *event)
{
    count->begins += event->type == COIR_EVENT_DRAG_BEGIN;
    count->drags += event->type == COIR_EVENT_DRAG;
    count->ends += event->type == COIR_EVENT_DRAG_END;
}

static bool count_on_stage(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of;
    count_drag(user, event);
    return false;
}

static bool count_on_node(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    count_drag(user, event);
    return false;
}

typedef enum Change { SHOW, SHOW_NONE, PUSH, POP, POP_TO_ROOT, DESTROY, CHANGES } Change;

static void ask_change(Change change, bool by_transition)
{
    const CoirTransition fade = coir_transition_cross_fade(0.1);
    switch (change) {
    case SHOW:
        if (by_transition)
            coir_stage_show_with(stage, coir_node_new(), fade);
        else
            coir_stage_show(stage, coir_node_new());
        break;
    case SHOW_NONE:
        if (by_transition)
            coir_stage_show_with(stage, NULL, fade);
        else
            coir_stage_show(stage, NULL);
        break;
    case PUSH:
        if (by_transition)
            coir_stage_push_with(stage, coir_node_new(), fade);
        else
            coir_stage_push(stage, coir_node_new());
        break;
    case POP:
        if (by_transition)
            coir_stage_pop_with(stage, fade);
        else
            coir_stage_pop(stage);
        break;
    case POP_TO_ROOT:
        if (by_transition)
            coir_stage_pop_to_level_with(stage, 1, fade);
        else
            coir_stage_pop_to_root(stage);
        break;
    default: coir_node_destroy(scene); break;
    }
}

// Drags the mouse, and changes the scene during the drag. The captor captures the pointer in an event of the type
// `capturing`.
static void drag_over_change(Change change, bool by_transition, bool in_overlay, CoirEventType capturing)
{
    DragCount before = {.begins = 0}, after = before, overlay_before = before, overlay_after = before;
    CoirNode *overlay = coir_node_new();
    coir_stage_push(stage, scene = coir_node_new());
    wait(0.01);
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, count_on_stage, &before));
    assert_true(coir_stage_listen(stage, 1, count_on_stage, &after));
    assert_true(coir_node_listen_with_priority(overlay, -1, count_on_node, &overlay_before));
    assert_true(coir_node_listen_with_priority(overlay, 1, count_on_node, &overlay_after));
    CoirNode *captor = box_new(in_overlay ? overlay : scene, "captor", 0, 0);
    coir_node_listen(captor, record, NULL);
    answers = ANSWER(capturing);
    down(5, 5);
    move(20, 5);
    ask_change(change, by_transition);
    wait(0.01);
    move(30, 5);
    wait(0.2);
    move(40, 5);
    up(40, 5);
    bool goes_on = in_overlay && capturing != COIR_EVENT_CLICK;
    assert_int_equal(before.begins, 1);
    assert_int_equal(before.drags, goes_on ? 3 : 1);
    assert_int_equal(before.ends, 1);
    assert_memory_equal(&overlay_before, &before, sizeof before);
    assert_int_equal(after.begins, capturing == COIR_EVENT_DRAG_BEGIN ? 0 : 1); // the captor has dealt with the event
    assert_int_equal(after.drags, before.drags);
    assert_int_equal(after.ends, 1);
    assert_memory_equal(&overlay_after, &after, sizeof after);
    coir_stage_unlisten(stage, count_on_stage, &before);
    coir_stage_unlisten(stage, count_on_stage, &after);
    coir_node_destroy(overlay);
    forget_trace();
}

static void each_change_of_scene_ends_a_drag_once_for_listeners_with_a_priority(void **state)
{
    // With COIR_EVENT_CLICK nothing is captured: a drag causes no click.
    const CoirEventType captures[] = {COIR_EVENT_CLICK, COIR_EVENT_POINTER_DOWN, COIR_EVENT_DRAG_BEGIN};
    (void)state;
    for (int change = 0; change < CHANGES; change++)
        for (int by_transition = 0; by_transition < 2; by_transition++)
            for (int in_overlay = 0; in_overlay < 2; in_overlay++)
                for (size_t i = 0; i < sizeof captures / sizeof *captures; i++)
                    drag_over_change((Change)change, by_transition, in_overlay, captures[i]);
}

static void a_drag_that_is_lost_or_taken_over_ends_for_listeners_with_a_priority(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0), *b = gesture_box("b", 0, 0);
    (void)state;
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(20, 5);
    forget_trace();
    assert_true(coir_node_capture(a, 0));
    assert_trace("stage:drag end cancelled b:drag end cancelled ");
    move(21, 5);
    assert_trace("stage:drag begin a:drag begin stage:drag a:drag ");
    a->visible = false;
    move(22, 5);
    assert_trace("stage:drag end cancelled a:drag end cancelled ");
    up(22, 5);
    assert_trace("");
    down(5, 5);
    move(20, 5);
    forget_trace();
    coir_node_destroy(b);
    wait(0.01);
    assert_trace("stage:drag end cancelled ");
    up(20, 5);
    assert_trace("");
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

static void capture_mouse(Probe *probe)
{
    assert_true(coir_node_capture(&probe->node, 0));
}

static void a_drag_ends_before_a_node_of_the_next_scene_captures_the_pointer(void **state)
{
    (void)state;
    gesture_box("old", 0, 0);
    assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
    down(5, 5);
    move(20, 5);
    forget_trace();
    assert_true(coir_stage_show(stage, scene = coir_node_new()));
    Probe *probe = probe_new(scene, "new", 0);
    probe_acts(probe, PROBE_ENTER, capture_mouse, NULL);
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        assert_true(coir_node_on(&probe->node, gestures[i], record, NULL));
    wait(0.01);
    assert_trace("stage:drag end cancelled ");
    move(30, 5);
    move(40, 5);
    up(40, 5);
    assert_trace("new:drag begin new:drag new:drag new:drag end "); // a drag of its own
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

static void a_node_that_carries_a_drag_into_the_next_scene_gets_its_end(void **state)
{
    CoirNode *next = coir_node_new(), *a = gesture_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(20, 5);
    forget_trace();
    assert_true(coir_stage_show(stage, next));
    assert_true(coir_node_set_parent(a, next));
    scene = next;
    wait(0.01);
    assert_trace("a:drag end cancelled ");
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    move(30, 5);
    up(30, 5);
    assert_trace("");
}

static void the_stage_may_be_destroyed_where_a_drag_is_lost(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0);
    CoirEventType type = COIR_EVENT_DRAG_END;
    (void)state;
    assert_true(coir_stage_listen(stage, -1, end_stage, &type));
    answers = ANSWER(COIR_EVENT_DRAG);
    down(5, 5);
    move(20, 5);
    forget_trace();
    a->visible = false;
    move(21, 5);
    assert_null(stage);
    assert_trace("");
}

static void listeners_with_a_priority_that_missed_the_start_of_a_drag_miss_its_end(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
    scene = overlay;
    gesture_box("stick", 0, 0);
    down(5, 5);
    show_next(false);
    move(20, 5);
    assert_trace("stick:drag begin stick:drag ");
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("stick:drag end cancelled ");
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

// Data of break_gesture, a listener that receives events before the nodes. At the first event of the type `type`, the
// listener lets `taker` capture the mouse, or makes `hidden` invisible, or, if both are NULL, cancels the press.
typedef struct Breaker {
    CoirEventType type;
    CoirNode *taker, *hidden;
} Breaker;

static bool break_gesture(CoirStage *of, const CoirEvent *event, void *user)
{
    Breaker *breaker = user;
    record_on_stage(of, event, NULL);
    if (event->type != breaker->type)
        return false;
    breaker->type = COIR_EVENT_COUNT;
    if (breaker->taker)
        assert_true(coir_node_capture(breaker->taker, 0));
    else if (breaker->hidden)
        breaker->hidden->visible = false;
    else
        send_type(COIR_EVENT_FOCUS_LOST);
    return false;
}

static void no_node_gets_a_gesture_that_a_listener_has_ended_before(void **state)
{
    const struct {
        CoirEventType type;
        const char *trace;
    } cases[] = {
        {COIR_EVENT_DRAG_BEGIN, "stage:drag begin stage:drag end cancelled a:drag end cancelled "},
        {COIR_EVENT_DRAG, "stage:drag begin a:drag begin stage:drag stage:drag end cancelled a:drag end cancelled "},
        {COIR_EVENT_LONG_PRESS, "stage:long "},
        {COIR_EVENT_CLICK, "stage:click "},
        {COIR_EVENT_DRAG_END, "stage:drag begin a:drag begin stage:drag a:drag stage:drag end a:drag end "},
    };
    (void)state;
    gesture_box("a", 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Breaker breaker = {cases[i].type, NULL, NULL};
        bool is_drag = cases[i].type >= COIR_EVENT_DRAG_BEGIN;
        assert_true(coir_stage_listen(stage, -1, break_gesture, &breaker));
        wait(1);
        down(5, 5);
        if (cases[i].type == COIR_EVENT_LONG_PRESS)
            wait(1);
        if (is_drag)
            move(20, 5);
        up(is_drag ? 20 : 5, 5);
        assert_trace(cases[i].trace);
        coir_stage_unlisten(stage, break_gesture, &breaker);
    }
}

static void a_node_that_takes_the_pointer_over_in_a_drag_gets_the_next_drag_whole(void **state)
{
    Breaker breaker = {COIR_EVENT_DRAG, gesture_box("taker", 50, 0), NULL};
    (void)state;
    gesture_box("a", 0, 0);
    answers = ANSWER(COIR_EVENT_DRAG_BEGIN);
    assert_true(coir_stage_listen(stage, -1, break_gesture, &breaker));
    down(5, 5);
    move(20, 5);
    assert_trace("stage:drag begin a:drag begin stage:drag stage:drag end cancelled a:drag end cancelled ");
    move(21, 5);
    assert_trace("stage:drag begin taker:drag begin stage:drag taker:drag ");
    coir_stage_unlisten(stage, break_gesture, &breaker);
}

static void a_node_below_gets_no_drag_that_a_hidden_node_has_lost(void **state)
{
    (void)state;
    gesture_box("below", 0, 0);
    Breaker breaker = {COIR_EVENT_DRAG, NULL, gesture_box("a", 0, 0)};
    answers = ANSWER(COIR_EVENT_DRAG_BEGIN);
    assert_true(coir_stage_listen(stage, -1, break_gesture, &breaker));
    down(5, 5);
    move(20, 5);
    move(21, 5);
    assert_trace("stage:drag begin a:drag begin stage:drag stage:drag end cancelled a:drag end cancelled ");
    coir_stage_unlisten(stage, break_gesture, &breaker);
}

static bool lose_focus(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    send_type(COIR_EVENT_FOCUS_LOST);
    return false;
}

static void no_listener_gets_a_drag_that_a_node_has_ended_before(void **state)
{
    (void)state;
    coir_node_on(box_new(scene, "a", 0, 0), COIR_EVENT_DRAG, lose_focus, NULL);
    assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
    down(5, 5);
    move(20, 5);
    up(20, 5);
    assert_trace("stage:drag begin a:drag stage:drag end cancelled ");
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

// Cancels the pointers once, in the event of the type in `user`.
static bool cancel_at(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirEventType *type = user;
    record(node, event, NULL);
    if (event->type == *type) {
        *type = COIR_EVENT_COUNT;
        send_type(COIR_EVENT_FOCUS_LOST);
    }
    return false;
}

static void no_node_gets_a_gesture_that_a_node_has_ended_before(void **state)
{
    const struct {
        CoirEventType type;
        const char *of_two_nodes, *of_two_listeners;
    } cases[] = {
        {COIR_EVENT_DRAG_BEGIN, "b:drag begin b:drag end cancelled a:drag end cancelled ",
         "b:drag begin b:drag end cancelled b:drag end cancelled "},
        {COIR_EVENT_DRAG, "b:drag begin a:drag begin b:drag b:drag end cancelled a:drag end cancelled ",
         "b:drag begin b:drag begin b:drag b:drag end cancelled b:drag end cancelled "},
        {COIR_EVENT_LONG_PRESS, "b:long ", "b:long "},
    };
    (void)state;
    for (int i = 0; i < 6; i++) {
        CoirEventType type = cases[i / 2].type;
        CoirNode *a = box_new(scene, "a", 0, 0), *b = box_new(scene, "b", 0, 0);
        for (CoirEventType each = COIR_EVENT_LONG_PRESS; each <= COIR_EVENT_DRAG_END; each++) {
            assert_true(coir_node_on(b, each, cancel_at, &type));
            assert_true(coir_node_on(i % 2 ? b : a, each, record, NULL));
        }
        down(5, 5);
        if (type == COIR_EVENT_LONG_PRESS)
            wait(1);
        else
            move(20, 5);
        assert_trace(i % 2 ? cases[i / 2].of_two_listeners : cases[i / 2].of_two_nodes);
        coir_node_destroy(a);
        coir_node_destroy(b);
    }
}

static void no_listener_gets_a_drag_that_a_listener_has_ended_before(void **state)
{
    Breaker breaker = {COIR_EVENT_DRAG_BEGIN, NULL, NULL};
    (void)state;
    assert_true(coir_stage_listen(stage, -2, break_gesture, &breaker));
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    down(5, 5);
    move(20, 5);
    assert_trace("stage:drag begin stage:drag end cancelled stage:drag end cancelled ");
    coir_stage_unlisten(stage, break_gesture, &breaker);
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

// Moves the mouse by 20 points once, in the event of the type in `user`.
static bool move_at(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirEventType *type = user;
    record(node, event, NULL);
    if (event->type == *type) {
        *type = COIR_EVENT_COUNT;
        move(event->position.x + 20, 5);
    }
    return false;
}

static void no_drag_begins_while_a_press_ends(void **state)
{
    CoirEventType type = COIR_EVENT_CLICK;
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    for (CoirEventType each = COIR_EVENT_CLICK; each <= COIR_EVENT_DRAG_END; each++)
        assert_true(coir_node_on(a, each, move_at, &type));
    click(5, 5);
    assert_trace("a:click ");
    type = COIR_EVENT_DRAG_END;
    down(5, 5);
    move(20, 5);
    up(20, 5);
    assert_trace("a:drag begin a:drag a:drag end ");
    type = COIR_EVENT_DRAG_END;
    down(5, 5);
    move(20, 5);
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("a:drag begin a:drag a:drag end cancelled ");
}

TEST_FILE(gesture_drags)
{
    const struct CMUnitTest tests[] = {
        event_test(a_drag_reports_each_move_and_its_end),
        event_test(the_deltas_of_a_drag_add_up_while_other_buttons_go_down_and_up),
        event_test(a_drag_goes_to_the_topmost_node_that_wants_drags),
        event_test(a_drag_that_is_lost_ends_cancelled),
        event_test(the_end_of_a_drag_has_the_fields_of_its_beginning),
        event_test(a_node_that_takes_a_drag_over_begins_a_drag),
        event_test(each_change_of_scene_ends_a_drag_once_for_listeners_with_a_priority),
        event_test(a_drag_that_is_lost_or_taken_over_ends_for_listeners_with_a_priority),
        event_test(a_drag_ends_before_a_node_of_the_next_scene_captures_the_pointer),
        event_test(a_node_that_carries_a_drag_into_the_next_scene_gets_its_end),
        event_test(the_stage_may_be_destroyed_where_a_drag_is_lost),
        event_test(listeners_with_a_priority_that_missed_the_start_of_a_drag_miss_its_end),
        event_test(no_node_gets_a_gesture_that_a_listener_has_ended_before),
        event_test(a_node_that_takes_the_pointer_over_in_a_drag_gets_the_next_drag_whole),
        event_test(a_node_below_gets_no_drag_that_a_hidden_node_has_lost),
        event_test(no_listener_gets_a_drag_that_a_node_has_ended_before),
        event_test(no_node_gets_a_gesture_that_a_node_has_ended_before),
        event_test(no_listener_gets_a_drag_that_a_listener_has_ended_before),
        event_test(no_drag_begins_while_a_press_ends),
    };
    return cmocka_run_group_tests_name("gesture_drags", tests, NULL, NULL);
}
