// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Captures of pointers.

#include "support/events.h"

static CoirNode *listening_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_DOWN, record, NULL));
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_MOVE, record, NULL));
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_UP, record, NULL));
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_CANCEL, record, NULL));
    return node;
}

static void a_node_that_takes_a_press_gets_the_pointer_until_its_release(void **state)
{
    CoirNode *a = listening_box("a", 0, 0);
    (void)state;
    listening_box("b", 20, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    assert_true(down(5, 5));
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    assert_false(move(25, 5));
    assert_false(up(25, 5));
    assert_trace("a:down a:move a:up ");
    assert_null(coir_stage_captor(stage, 0));
    move(25, 5);
    assert_trace("b:move ");
}

static void a_press_that_nobody_takes_is_not_captured(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    listening_box("b", 20, 0);
    down(5, 5);
    assert_null(coir_stage_captor(stage, 0));
    move(25, 5);
    up(25, 5);
    assert_trace("a:down b:move b:up ");
}

static void each_finger_is_captured_by_itself(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    listening_box("b", 20, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    send_at(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    send_at(COIR_EVENT_POINTER_DOWN, 2, 25, 5);
    assert_trace("a:down b:down ");
    send_at(COIR_EVENT_POINTER_MOVE, 2, 5, 5);
    send_at(COIR_EVENT_POINTER_MOVE, 1, 26, 5);
    assert_trace("b:move a:move ");
    send_at(COIR_EVENT_POINTER_UP, 1, 26, 5);
    assert_trace("a:up ");
    send_at(COIR_EVENT_POINTER_MOVE, 1, 26, 5);
    send_at(COIR_EVENT_POINTER_MOVE, 2, 5, 5);
    assert_trace("b:move b:move ");
}

static void a_capture_lasts_until_the_last_button_of_the_mouse_is_up(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    listening_box("b", 20, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    right_button(COIR_EVENT_POINTER_DOWN, 25, 5);
    up(25, 5);
    move(25, 5);
    assert_trace("a:down a:down a:up a:move ");
    right_button(COIR_EVENT_POINTER_UP, 25, 5);
    move(25, 5);
    assert_trace("a:up b:move ");
}

static void a_node_whose_pointer_was_cancelled_gets_no_release(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *b = listening_box("b", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    send_at(COIR_EVENT_POINTER_DOWN, 7, 5, 5);
    send_type(COIR_EVENT_FOCUS_LOST);
    up(5, 5);
    send_at(COIR_EVENT_POINTER_UP, 7, 5, 5);
    assert_trace("b:down b:down b:cancel b:cancel ");
    down(5, 5);
    up(5, 5);
    assert_trace("b:down b:up ");
    answers = 0; // no node captures the pointer
    down(5, 5);
    send_type(COIR_EVENT_FOCUS_LOST);
    up(5, 5);
    assert_trace("b:down a:down b:up a:up ");
    coir_node_destroy(a);
    coir_node_destroy(b);
}

static void a_press_of_another_finger_does_not_bring_the_release_of_a_cancelled_finger_back(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    send_at(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    send_type(COIR_EVENT_FOCUS_LOST);
    send_at(COIR_EVENT_POINTER_DOWN, 2, 5, 5);
    send_at(COIR_EVENT_POINTER_UP, 1, 5, 5);
    assert_trace("a:down a:cancel a:down ");
    send_at(COIR_EVENT_POINTER_UP, 2, 5, 5);
    assert_trace("a:up ");
}

static void a_listener_with_a_priority_gets_captured_pointers_too(void **state)
{
    CoirNode *a = listening_box("a", 0, 0);
    (void)state;
    coir_node_listen_with_priority(scene, -1, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5); // the scene takes the press before `a` receives the press
    assert_null(coir_stage_captor(stage, 0));
    up(5, 5);
    assert_trace("scene:down scene:up a:up ");
    coir_node_unlisten(scene, record, NULL);
    down(5, 5);
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    coir_node_listen_with_priority(scene, -1, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_UP);
    up(5, 5); // `a` does not receive this release, so a cancel must end its press
    assert_trace("a:down scene:up a:cancel ");
}

static void a_node_that_leaves_or_hides_loses_the_pointer(void **state)
{
    CoirNode *a = listening_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    scene->visible = false;
    move(6, 5);
    assert_trace("a:down a:cancel ");
    scene->visible = true;
    up(5, 5);
    assert_trace("a:up "); // like the release of any pointer above the node
    down(5, 5);
    a->visible = false;
    step(stage); // the step notices the hidden node without an event
    assert_trace("a:down a:cancel ");
    a->visible = true;
    up(5, 5);
    down(5, 5);
    forget_trace();
    coir_node_detach(a);
    step(stage);
    assert_trace("a:cancel ");
    assert_null(coir_stage_captor(stage, 0));
    coir_node_destroy(a);
}

static void a_node_that_is_destroyed_loses_the_pointer_in_silence(void **state)
{
    CoirNode *a = listening_box("a", 0, 0);
    (void)state;
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    coir_node_destroy(a);
    assert_null(coir_stage_captor(stage, 0));
    listening_box("b", 0, 0);
    move(6, 6);
    up(6, 6);
    assert_trace("a:down b:move b:up ");
}

static bool cancel_release(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of, (void)user;
    if (event->type == COIR_EVENT_POINTER_UP)
        send_type(COIR_EVENT_FOCUS_LOST);
    return false;
}

static void a_node_gets_no_release_that_a_listener_has_cancelled_before(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    assert_true(coir_stage_listen(stage, -1, cancel_release, NULL));
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    up(5, 5);
    assert_trace("a:down a:cancel ");
    coir_stage_unlisten(stage, cancel_release, NULL);
}

static void a_window_that_loses_the_focus_cancels_all_pointers(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    listening_box("b", 20, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    send_at(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    send_at(COIR_EVENT_POINTER_DOWN, 2, 25, 5);
    forget_trace();
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("a:cancel b:cancel ");
    send_at(COIR_EVENT_POINTER_CANCEL, 2, 0, 0);
    assert_trace("");
    send_at(COIR_EVENT_POINTER_DOWN, 2, 25, 5);
    send_at(COIR_EVENT_POINTER_CANCEL, 1, 0, 0);
    send_at(COIR_EVENT_POINTER_CANCEL, 2, 0, 0);
    assert_trace("b:down b:cancel ");
}

static void a_node_can_take_a_pointer_over(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *b = listening_box("b", 20, 0);
    (void)state;
    assert_false(coir_node_capture(b, 0));
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    assert_true(coir_node_capture(a, 0));
    assert_trace("a:down ");
    assert_true(coir_node_capture(b, 0));
    assert_trace("a:cancel ");
    move(6, 6);
    up(6, 6);
    assert_trace("b:move b:up ");
    coir_node_detach(a);
    assert_false(coir_node_capture(a, 0));
    assert_mistake("coir_node_capture");
    coir_node_destroy(a);
}

static bool detach_other(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, NULL);
    coir_node_detach((CoirNode *)user);
    return true;
}

static bool lift(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)user;
    record(node, event, NULL);
    up(5, 5);
    return true;
}

static bool capture_again(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    assert_true(coir_node_capture(node, event->finger));
    return true;
}

static void a_node_that_captures_a_lost_pointer_again_is_not_cancelled(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *b = listening_box("b", 20, 0);
    (void)state;
    coir_node_on(a, COIR_EVENT_DRAG_END, capture_again, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    move(20, 5);
    forget_trace();
    assert_false(coir_node_capture(b, 0));
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    assert_trace("a:drag end cancelled ");
    assert_true(coir_node_capture(b, 0)); // the drag is over: `a` loses the pointer for good
    up(25, 5);
    assert_trace("a:cancel b:up ");
}

static void a_failed_capture_reports_the_reason(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *b = listening_box("b", 20, 0);
    (void)state;
    coir_error_clear();
    assert_false(coir_node_capture(a, 7));
    assert_string_equal(coir_error(),
                        "coir_node_capture: pointer 7 is not down; capture a pointer while it is pressed");
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    coir_node_on(a, COIR_EVENT_POINTER_CANCEL, detach_other, b);
    down(5, 5);
    coir_error_clear();
    assert_false(coir_node_capture(b, 0));
    assert_string_equal(coir_error(),
                        "coir_node_capture: a listener that received POINTER_CANCEL or the end of a gesture has "
                        "taken the node off the stage, has ended the press, or has let another node capture the "
                        "pointer");
    coir_node_destroy(b);
    coir_node_unlisten(a, detach_other, b);
    coir_node_on(a, COIR_EVENT_POINTER_CANCEL, lift, NULL);
    CoirNode *c = listening_box("c", 20, 0);
    up(5, 5);
    down(5, 5);
    coir_error_clear();
    assert_false(coir_node_capture(c, 0));
    assert_non_null(strstr(coir_error(), "coir_node_capture: a listener"));
    forget_trace();
}

static void a_transition_takes_pointers_and_keys_from_the_scene(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *overlay = coir_node_new();
    (void)state;
    overlay->name = "overlay";
    assert_true(coir_stage_set_overlay(stage, overlay));
    coir_node_on(overlay, COIR_EVENT_POINTER_MOVE, record, NULL);
    coir_node_on(a, COIR_EVENT_KEY_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    coir_node_start_text(a);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("a:down a:key ");
    assert_true(coir_stage_show_with(stage, coir_node_new(), coir_transition_fade(1, COIR_BLACK)));
    step(stage);
    assert_true(coir_node_is_on_stage(a)); // the transition still draws the scene
    assert_trace("a:cancel ");
    move(6, 5);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("overlay:move ");
    assert_true(coir_stage_update(stage, 1.5));
    step(stage);
}

static bool destroy_node(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    coir_node_destroy(node);
    return true;
}

static void a_node_that_is_destroyed_by_its_press_captures_nothing(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen(a, destroy_node, NULL);
    assert_true(down(5, 5));
    coir_node_listen(scene, record, NULL);
    move(50, 50); // far enough for a drag
    up(50, 50);
    assert_trace("a:down scene:move scene:up "); // no click: the press was for another node
}

static bool press_again(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    coir_node_unlisten(node, press_again, user);
    up(5, 5);
    down(5, 5);
    return true;
}

static void a_press_inside_a_press_is_the_press_that_counts(void **state)
{
    CoirNode *a = listening_box("a", 0, 0), *b = box_new(scene, "b", 0, 0);
    (void)state;
    coir_node_on(b, COIR_EVENT_POINTER_DOWN, press_again, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    assert_ptr_equal(coir_stage_captor(stage, 0), a);
    assert_trace("b:down a:up a:down ");
}

static void more_than_ten_fingers_are_dispatched_too(void **state)
{
    (void)state;
    listening_box("a", 0, 0);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    for (int finger = 1; finger <= 30; finger++)
        assert_true(send_at(COIR_EVENT_POINTER_DOWN, finger, 5, 5));
    forget_trace();
    send_at(COIR_EVENT_POINTER_MOVE, 30, 50, 5);
    assert_trace("");
    send_at(COIR_EVENT_POINTER_MOVE, 3, 50, 5);
    send_at(COIR_EVENT_POINTER_UP, 30, 5, 5);
    assert_trace("a:move a:up ");
}

TEST_FILE(pointers)
{
    const struct CMUnitTest tests[] = {
        event_test(a_node_that_takes_a_press_gets_the_pointer_until_its_release),
        event_test(a_press_that_nobody_takes_is_not_captured),
        event_test(each_finger_is_captured_by_itself),
        event_test(a_capture_lasts_until_the_last_button_of_the_mouse_is_up),
        event_test(a_node_whose_pointer_was_cancelled_gets_no_release),
        event_test(a_press_of_another_finger_does_not_bring_the_release_of_a_cancelled_finger_back),
        event_test(a_listener_with_a_priority_gets_captured_pointers_too),
        event_test(a_node_that_leaves_or_hides_loses_the_pointer),
        event_test(a_node_that_is_destroyed_loses_the_pointer_in_silence),
        event_test(a_node_gets_no_release_that_a_listener_has_cancelled_before),
        event_test(a_window_that_loses_the_focus_cancels_all_pointers),
        event_test(a_node_can_take_a_pointer_over),
        event_test(a_node_that_captures_a_lost_pointer_again_is_not_cancelled),
        event_test(a_failed_capture_reports_the_reason),
        event_test(a_transition_takes_pointers_and_keys_from_the_scene),
        event_test(a_node_that_is_destroyed_by_its_press_captures_nothing),
        event_test(a_press_inside_a_press_is_the_press_that_counts),
        event_test(more_than_ten_fingers_are_dispatched_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
