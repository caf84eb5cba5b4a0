// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clicks, double clicks and long presses, also with a change of scenes during a press; and a scene that every kind of
// gesture destroys.

#include "support/gestures.h"

// Clicks -------------------------------------------------------------------------------------------------------------

static void a_click_comes_to_the_node_where_the_press_began_and_ended(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    gesture_box("b", 5, 0);
    click(2, 5);
    assert_trace("a:click ");
    click(7, 5);
    assert_trace("b:click a:click a:double "); // the first click was not on b
    answers = ANSWER(COIR_EVENT_CLICK);
    wait(1);
    click(7, 5);
    assert_trace("b:click ");
    wait(1);
    down(2, 5);
    up(8, 5); // the press did not begin on b
    assert_trace("a:click ");
    down(2, 5);
    up(-1, 5);
    assert_trace("");
    assert_int_equal(last.button, 1);
}

static void only_the_left_button_and_fingers_click(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    right_button(COIR_EVENT_POINTER_DOWN, 5, 5);
    right_button(COIR_EVENT_POINTER_UP, 5, 5);
    assert_trace("");
    finger(COIR_EVENT_POINTER_DOWN, 7, 5, 5);
    finger(COIR_EVENT_POINTER_UP, 7, 5, 5);
    assert_trace("a:click ");
    assert_true(last.finger == 7);
}

static void gestures_of_the_left_button_need_no_other_button(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    right_button(COIR_EVENT_POINTER_DOWN, 25, 5);
    click(5, 5); // while the right button is held
    assert_trace("a:click ");
    assert_int_equal(last.clicks, 1);
    assert_true(last.start.x == 5);
    click(5, 5);
    assert_trace("a:click a:double ");
    down(5, 5);
    wait(0.5);
    assert_trace("a:long ");
    move(15, 5);
    up(15, 5);
    assert_trace("a:drag begin a:drag a:drag end ");
    move(30, 5); // the right button alone
    right_button(COIR_EVENT_POINTER_UP, 25, 5);
    down(5, 5);
    right_button(COIR_EVENT_POINTER_DOWN, 25, 5);
    up(5, 5);
    assert_trace("a:click ");
    right_button(COIR_EVENT_POINTER_UP, 25, 5);
    assert_trace("");
}

static bool swallow_right_press(CoirStage *of, const CoirEvent *event, void *user)
{
    (void)of, (void)user;
    return event->type == COIR_EVENT_POINTER_DOWN && event->button == 3;
}

static void a_swallowed_press_of_another_button_ends_no_gesture_of_the_left_button(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    assert_true(coir_stage_listen(stage, -1, swallow_right_press, NULL));
    down(5, 5);
    right_button(COIR_EVENT_POINTER_DOWN, 5, 5);
    wait(0.5);
    up(5, 5);
    right_button(COIR_EVENT_POINTER_UP, 5, 5);
    assert_trace("a:long a:click ");
    down(5, 5);
    move(25, 5);
    right_button(COIR_EVENT_POINTER_DOWN, 25, 5);
    move(45, 5);
    up(45, 5);
    right_button(COIR_EVENT_POINTER_UP, 45, 5);
    assert_trace("a:drag begin a:drag a:drag a:drag end ");
    coir_stage_unlisten(stage, swallow_right_press, NULL);
}

static void only_the_node_that_captured_the_press_is_clicked(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0), *b = box_new(scene, "b", 0, 0);
    (void)state;
    coir_node_on(b, COIR_EVENT_POINTER_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    click(5, 5);
    assert_trace("b:down ");
    coir_node_on(b, COIR_EVENT_CLICK, record, NULL);
    click(5, 5);
    assert_trace("b:down b:click ");
    down(5, 5);
    up(15, 5); // outside of b
    assert_trace("b:down ");
    coir_node_destroy(a);
}

static void a_scene_that_has_come_since_the_press_is_not_clicked(void **state)
{
    (void)state;
    down(5, 5);
    scene = coir_node_new();
    scene->name = "scene";
    show(stage, scene);
    gesture_box("new", 0, 0);
    up(5, 5);
    assert_trace("");
    click(5, 5);
    assert_trace("new:click ");
}

static void the_overlay_is_clicked_by_a_press_from_before_the_scene(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    overlay->name = "overlay";
    assert_true(coir_stage_set_overlay(stage, overlay));
    CoirNode *button = box_new(overlay, "button", 0, 0);
    coir_node_on(button, COIR_EVENT_CLICK, record, NULL);
    for (int captures = 0; captures < 2; captures++) {
        scene = coir_node_new();
        scene->name = "scene";
        show(stage, scene);
        down(5, 5);
        assert_true(coir_stage_show_with(stage, scene = coir_node_new(), coir_transition_cross_fade(0.1)));
        scene->name = "new";
        coir_node_on(scene, COIR_EVENT_CLICK, record, NULL);
        wait(0.05);
        up(5, 5); // during the transition
        down(5, 5);
        wait(0.1);
        wait(0.1);
        up(5, 5); // after the transition
        assert_trace(captures ? "button:down button:click button:down button:click " : "button:click button:click ");
        down(25, 5);
        show(stage, coir_node_new());
        up(25, 5);
        assert_trace("");
        coir_node_on(button, COIR_EVENT_POINTER_DOWN, record, NULL);
        answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    }
}

static void a_press_from_before_the_scene_is_no_long_press_and_no_drag(void **state)
{
    (void)state;
    for (int by_transition = 0; by_transition < 2; by_transition++) {
        gesture_box("old", 0, 0);
        down(5, 5);
        wait(0.1);
        show_next(by_transition);
        assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
        wait(1);
        assert_trace(""); // no long press
        move(30, 5);
        move(40, 5);
        up(40, 5);
        assert_trace("");
        down(5, 5);
        wait(0.6);
        up(5, 5);
        assert_trace("new:long stage:long new:click stage:click ");
        coir_stage_unlisten(stage, record_on_stage, NULL);
    }
}

static void a_press_does_not_become_long_when_its_scene_comes_back(void **state)
{
    (void)state;
    gesture_box("old", 0, 0);
    down(5, 5);
    coir_stage_push(stage, coir_node_new());
    wait(0.1);
    coir_stage_pop(stage);
    wait(0.1);
    wait(1);
    move(30, 5);
    up(30, 5);
    assert_trace("");
}

static void a_press_makes_no_gesture_after_the_last_scene(void **state)
{
    (void)state;
    assert_true(coir_stage_listen(stage, -1, record_on_stage, NULL));
    down(5, 5);
    coir_stage_show(stage, NULL);
    wait(0.1);
    wait(1);
    up(5, 5);
    assert_trace("");
    down(5, 5); // without a scene, a new press is a click for listeners of the stage
    up(5, 5);
    assert_trace("stage:click ");
    coir_stage_unlisten(stage, record_on_stage, NULL);
}

static void a_drag_ends_with_its_scene(void **state)
{
    (void)state;
    for (int by_transition = 0; by_transition < 2; by_transition++) {
        show(stage, scene = coir_node_new());
        gesture_box("old", 0, 0);
        assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
        down(5, 5);
        move(20, 5);
        assert_trace("old:drag begin stage:drag begin old:drag stage:drag ");
        show_next(by_transition);
        assert_trace("stage:drag end cancelled ");
        move(40, 5);
        move(5, 5);
        up(5, 5);
        assert_trace("");
        coir_stage_unlisten(stage, record_on_stage, NULL);
    }
}

static void a_pinch_ends_with_its_scene(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        show(stage, scene = coir_node_new());
        CoirNode *map = gesture_box("old", 0, 0);
        bool begins = mode & 1, captures = mode & 2;
        map->size = coir_vec2(400, 400);
        answers = captures ? ANSWER(COIR_EVENT_PINCH_BEGIN) : 0;
        finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
        finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
        if (begins)
            finger(COIR_EVENT_POINTER_MOVE, 2, 220, 100);
        forget_trace();
        assert_true(coir_stage_listen(stage, 1, record_on_stage, NULL));
        show_next(false);
        assert_trace(!begins    ? ""
                     : captures ? "stage:pinch end cancelled "
                                : "stage:pinch end cancelled stage:drag end cancelled ");
        coir_stage_unlisten(stage, record_on_stage, NULL);
        coir_node_listen(scene, record, NULL);
        finger(COIR_EVENT_POINTER_MOVE, 2, 300, 100);
        finger(COIR_EVENT_POINTER_MOVE, 1, 50, 100);
        finger(COIR_EVENT_POINTER_UP, 1, 50, 100);
        finger(COIR_EVENT_POINTER_MOVE, 2, 200, 100);
        finger(COIR_EVENT_POINTER_UP, 2, 200, 100);
        assert_trace("scene:move scene:move scene:up scene:move scene:up "); // events of pointers, no gestures
    }
}

static void gestures_in_the_overlay_outlive_a_scene(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    overlay->name = "overlay";
    assert_true(coir_stage_set_overlay(stage, overlay));
    CoirNode *stick = box_new(overlay, "stick", 0, 0);
    coir_node_on(stick, COIR_EVENT_LONG_PRESS, record, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG_BEGIN, record, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG, record, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG_END, record, NULL);
    answers = ANSWER(COIR_EVENT_DRAG);
    for (int by_transition = 0; by_transition < 2; by_transition++) {
        down(5, 5);
        show_next(by_transition);
        wait(0.6);
        assert_trace("stick:long ");
        move(20, 5);
        assert_trace("stick:drag begin stick:drag ");
        show_next(by_transition);
        assert_trace(by_transition ? "stick:drag " : "");
        move(30, 5);
        up(30, 5);
        assert_trace("stick:drag stick:drag end ");
    }
}

static void two_quick_clicks_are_a_double_click(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    click(5, 5);
    wait(0.4);
    click(5, 5);
    assert_trace("a:click a:click a:double ");
    assert_int_equal(last.clicks, 2);
    wait(0.3);
    click(5, 5);
    assert_trace("a:click ");
    assert_int_equal(last.clicks, 3);
    wait(0.41);
    click(5, 5);
    assert_trace("a:click ");
    assert_int_equal(last.clicks, 1);
}

static void clicks_at_two_places_are_no_double_click(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0);
    (void)state;
    a->size = coir_vec2(200, 10);
    click(5, 5);
    click(30, 5);
    assert_trace("a:click a:click ");
}

static void the_click_count_of_an_event_replaces_the_count_of_the_gesture(void **state)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_DOWN, .button = 1, .clicks = 2, .position = {5, 5}};
    (void)state;
    gesture_box("a", 0, 0);
    coir_stage_event(stage, &event);
    event.type = COIR_EVENT_POINTER_UP;
    coir_stage_event(stage, &event);
    assert_trace("a:click a:double ");
}

static void a_node_that_captures_the_press_is_double_clicked_only_by_a_second_click_on_the_node(void **state)
{
    (void)state;
    coir_node_on(gesture_box("a", 0, 0), COIR_EVENT_POINTER_DOWN, record, NULL);
    coir_node_on(gesture_box("b", 10, 0), COIR_EVENT_POINTER_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    click(9, 5);
    click(11, 5);
    assert_trace("a:down a:click b:down b:click ");
    wait(1);
    click(11, 5);
    click(12, 5);
    assert_trace("b:down b:click b:down b:click b:double ");
}

// Clicks with the left button of a mouse whose system counts the clicks.
static void counted_click(float x, float y, int clicks)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_DOWN, .button = 1, .clicks = clicks, .position = {x, y}};
    coir_stage_event(stage, &event);
    event.type = COIR_EVENT_POINTER_UP;
    coir_stage_event(stage, &event);
}

static void a_double_click_that_the_system_counts_has_both_clicks_in_one_scene(void **state)
{
    (void)state;
    gesture_box("old", 0, 0);
    counted_click(5, 5, 1);
    show_next(false);
    counted_click(5, 5, 2);
    assert_trace("old:click new:click ");
    assert_int_equal(last.clicks, 1);
    counted_click(5, 5, 3); // the second click in this scene
    assert_trace("new:click new:double ");
    counted_click(5, 5, 1);
    counted_click(5, 5, 2);
    assert_trace("new:click new:click new:double ");
}

static void a_double_click_that_the_system_counts_has_both_clicks_on_one_node(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    gesture_box("b", 10, 0);
    counted_click(9, 5, 1);
    wait(0.45); // longer than the limit of Coir
    counted_click(11, 5, 2);
    assert_trace("a:click b:click ");
    counted_click(11, 5, 1);
    wait(0.45);
    counted_click(11, 5, 2);
    assert_trace("b:click b:click b:double ");
}

static void the_overlay_is_double_clicked_without_a_scene_and_during_a_transition(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    assert_true(coir_stage_set_overlay(stage, overlay));
    coir_node_destroy(scene);
    scene = overlay;
    gesture_box("button", 0, 0);
    click(5, 5);
    click(5, 5);
    assert_trace("button:click button:click button:double ");
    show(stage, coir_node_new());
    coir_stage_show_with(stage, coir_node_new(), coir_transition_cross_fade(1));
    wait(0.41);
    click(5, 5);
    click(5, 5);
    assert_trace("button:click button:click button:double ");
}

// Long presses -------------------------------------------------------------------------------------------------------

static void a_press_of_half_a_second_is_long(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    down(5, 5);
    wait(0.25);
    wait(0.2499);
    assert_trace("");
    wait(0.0001);
    assert_trace("a:long ");
    wait(3);
    up(5, 5);
    assert_trace("a:click "); // no node has dealt with the long press
    answers = ANSWER(COIR_EVENT_LONG_PRESS);
    down(5, 5);
    wait(0.5);
    assert_ptr_equal(coir_stage_captor(stage, 0), coir_node_find(scene, "a"));
    up(5, 5);
    assert_trace("a:long ");
}

static void a_pointer_that_has_moved_is_no_long_press(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    down(5, 5);
    move(9, 5);
    wait(0.5);
    assert_trace("a:long ");
    up(9, 5);
    forget_trace();
    down(5, 5);
    move(14, 5);
    wait(1);
    assert_trace("a:drag begin a:drag ");
}

static void limits_of_gestures_can_be_set(void **state)
{
    (void)state;
    gesture_box("a", 0, 0);
    assert_true(coir_stage_set_gestures(stage, &(CoirGestureDef){.long_press = 0.1, .drag_distance = 2}));
    down(5, 5);
    wait(0.1);
    move(7.5f, 5);
    assert_trace("a:long a:drag begin a:drag ");
    up(7.5f, 5);
    forget_trace();
    assert_false(coir_stage_set_gestures(stage, &(CoirGestureDef){.double_click = -1}));
    assert_mistake(
        "coir_stage_set_gestures: long_press 0 s, double_click -1 s and drag_distance 0 points must be numbers "
        "from 0 to 3.15576e+09; 0 is the default");
    assert_false(coir_stage_set_gestures(stage, &(CoirGestureDef){.drag_distance = NAN}));
    assert_mistake("coir_stage_set_gestures");
    assert_true(coir_stage_set_gestures(stage, NULL));
    wait(1);
    down(5, 5);
    move(8, 5);
    wait(0.1);
    assert_trace("");
}

// Every gesture ------------------------------------------------------------------------------------------------------

static bool destroy_scene(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    coir_node_destroy(scene);
    return true;
}

static void the_scene_may_be_destroyed_in_each_gesture(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++) {
        scene = coir_node_new();
        show(stage, scene);
        CoirNode *map = box_new(scene, "map", 0, 0);
        map->size = coir_vec2(400, 400);
        coir_node_on(map, gestures[i], destroy_scene, NULL);
        click(5, 5);
        click(5, 5);
        down(5, 5);
        wait(0.5);
        move(50, 5);
        up(50, 5);
        finger(COIR_EVENT_POINTER_DOWN, 1, 100, 100);
        finger(COIR_EVENT_POINTER_DOWN, 2, 200, 100);
        finger(COIR_EVENT_POINTER_MOVE, 2, 300, 100);
        finger(COIR_EVENT_POINTER_MOVE, 2, 310, 100);
        finger(COIR_EVENT_POINTER_UP, 2, 310, 100);
        finger(COIR_EVENT_POINTER_UP, 1, 310, 100);
        assert_string_equal(strrchr(noted(), ':') + 1, strchr(noted(), ':') + 1); // the last call is the only call
        assert_null(coir_stage_scene(stage));
        forget_trace();
    }
}

TEST_FILE(gesture_clicks)
{
    const struct CMUnitTest tests[] = {
        event_test(a_click_comes_to_the_node_where_the_press_began_and_ended),
        event_test(only_the_left_button_and_fingers_click),
        event_test(gestures_of_the_left_button_need_no_other_button),
        event_test(a_swallowed_press_of_another_button_ends_no_gesture_of_the_left_button),
        event_test(only_the_node_that_captured_the_press_is_clicked),
        event_test(a_scene_that_has_come_since_the_press_is_not_clicked),
        event_test(the_overlay_is_clicked_by_a_press_from_before_the_scene),
        event_test(a_press_from_before_the_scene_is_no_long_press_and_no_drag),
        event_test(a_press_does_not_become_long_when_its_scene_comes_back),
        event_test(a_press_makes_no_gesture_after_the_last_scene),
        event_test(a_drag_ends_with_its_scene),
        event_test(a_pinch_ends_with_its_scene),
        event_test(gestures_in_the_overlay_outlive_a_scene),
        event_test(two_quick_clicks_are_a_double_click),
        event_test(clicks_at_two_places_are_no_double_click),
        event_test(the_click_count_of_an_event_replaces_the_count_of_the_gesture),
        event_test(a_node_that_captures_the_press_is_double_clicked_only_by_a_second_click_on_the_node),
        event_test(a_double_click_that_the_system_counts_has_both_clicks_in_one_scene),
        event_test(a_double_click_that_the_system_counts_has_both_clicks_on_one_node),
        event_test(the_overlay_is_double_clicked_without_a_scene_and_during_a_transition),
        event_test(a_press_of_half_a_second_is_long),
        event_test(a_pointer_that_has_moved_is_no_long_press),
        event_test(limits_of_gestures_can_be_set),
        event_test(the_scene_may_be_destroyed_in_each_gesture),
    };
    return cmocka_run_group_tests_name("gesture_clicks", tests, NULL, NULL);
}
