// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clicks, double clicks, long presses, drags and pinches.

#include "support/hearing.h"

static const CoirEventType gestures[] = {COIR_EVENT_CLICK,       COIR_EVENT_DOUBLE_CLICK, COIR_EVENT_LONG_PRESS,
                                         COIR_EVENT_DRAG_BEGIN,  COIR_EVENT_DRAG,         COIR_EVENT_DRAG_END,
                                         COIR_EVENT_PINCH_BEGIN, COIR_EVENT_PINCH,        COIR_EVENT_PINCH_END};

static CoirEvent last; // as note_fields heard it

static bool note_fields(CoirNode *node, const CoirEvent *event, void *user)
{
    last = *event;
    return hear(node, event, user);
}

static CoirNode *gesture_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        assert_true(coir_node_on(node, gestures[i], note_fields, NULL));
    return node;
}

static void wait(double seconds)
{
    assert_true(coir_stage_update(stage, seconds));
}

static void finger(CoirEventType type, int64_t number, float x, float y)
{
    send_at(type, number, x, y);
}

static void click(float x, float y)
{
    down(x, y);
    up(x, y);
}

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
    up(8, 5); // b was not pressed
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

static void a_node_that_has_captured_the_press_alone_is_clicked(void **state)
{
    CoirNode *a = gesture_box("a", 0, 0), *b = box_new(scene, "b", 0, 0);
    (void)state;
    coir_node_on(b, COIR_EVENT_POINTER_DOWN, hear, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    click(5, 5);
    assert_trace("b:down ");
    coir_node_on(b, COIR_EVENT_CLICK, hear, NULL);
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
    coir_node_on(button, COIR_EVENT_CLICK, hear, NULL);
    for (int captures = 0; captures < 2; captures++) {
        scene = coir_node_new();
        scene->name = "scene";
        show(stage, scene);
        down(5, 5);
        assert_true(coir_stage_show_with(stage, scene = coir_node_new(), coir_transition_cross_fade(0.1)));
        scene->name = "new";
        coir_node_on(scene, COIR_EVENT_CLICK, hear, NULL);
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
        coir_node_on(button, COIR_EVENT_POINTER_DOWN, hear, NULL);
        answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    }
}

// Shows a new scene with a box where the pointer went down, at once or by a transition that is over.
static void show_next(bool by_transition)
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

static bool hear_on_stage(CoirStage *heard, const CoirEvent *event, void *user)
{
    uint64_t types = 0;
    (void)heard;
    (void)user;
    for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++)
        types |= ANSWER(gestures[i]);
    if (types & ANSWER(event->type))
        note("stage:%s%s ", name_of(event->type), event->cancelled ? " cancelled" : "");
    return false;
}

static void a_press_from_before_the_scene_is_no_long_press_and_no_drag(void **state)
{
    (void)state;
    for (int by_transition = 0; by_transition < 2; by_transition++) {
        gesture_box("old", 0, 0);
        down(5, 5);
        wait(0.1);
        show_next(by_transition);
        assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
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
        coir_stage_unlisten(stage, hear_on_stage, NULL);
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

static void a_drag_ends_with_its_scene(void **state)
{
    (void)state;
    for (int by_transition = 0; by_transition < 2; by_transition++) {
        show(stage, scene = coir_node_new());
        gesture_box("old", 0, 0);
        assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
        down(5, 5);
        move(20, 5);
        assert_trace("old:drag begin stage:drag begin old:drag stage:drag ");
        show_next(by_transition);
        assert_trace("stage:drag end cancelled ");
        move(40, 5);
        move(5, 5);
        up(5, 5);
        assert_trace("");
        coir_stage_unlisten(stage, hear_on_stage, NULL);
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
        assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
        show_next(false);
        assert_trace(!begins    ? ""
                     : captures ? "stage:pinch end cancelled "
                                : "stage:pinch end cancelled stage:drag end cancelled ");
        coir_stage_unlisten(stage, hear_on_stage, NULL);
        coir_node_listen(scene, hear, NULL);
        finger(COIR_EVENT_POINTER_MOVE, 2, 300, 100);
        finger(COIR_EVENT_POINTER_MOVE, 1, 50, 100);
        finger(COIR_EVENT_POINTER_UP, 1, 50, 100);
        finger(COIR_EVENT_POINTER_MOVE, 2, 200, 100);
        finger(COIR_EVENT_POINTER_UP, 2, 200, 100);
        assert_trace("scene:move scene:move scene:up scene:move scene:up "); // pointers, and no gestures
    }
}

static void gestures_in_the_overlay_outlive_a_scene(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    overlay->name = "overlay";
    assert_true(coir_stage_set_overlay(stage, overlay));
    CoirNode *stick = box_new(overlay, "stick", 0, 0);
    coir_node_on(stick, COIR_EVENT_LONG_PRESS, hear, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG_BEGIN, hear, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG, hear, NULL);
    coir_node_on(stick, COIR_EVENT_DRAG_END, hear, NULL);
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

static void the_count_of_the_system_goes_before(void **state)
{
    CoirEvent event = {.type = COIR_EVENT_POINTER_DOWN, .button = 1, .clicks = 2, .position = {5, 5}};
    (void)state;
    gesture_box("a", 0, 0);
    coir_stage_event(stage, &event);
    event.type = COIR_EVENT_POINTER_UP;
    coir_stage_event(stage, &event);
    assert_trace("a:click a:double ");
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
    assert_trace("a:click "); // nobody has taken the long press
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
        "coir_stage_set_gestures: long_press 0 s, double_click -1 s and drag_distance 0 points must be finite "
        "numbers of at least 0; 0 is the default");
    assert_false(coir_stage_set_gestures(stage, &(CoirGestureDef){.drag_distance = NAN}));
    assert_mistake("coir_stage_set_gestures");
    assert_true(coir_stage_set_gestures(stage, NULL));
    wait(1);
    down(5, 5);
    move(8, 5);
    wait(0.1);
    assert_trace("");
}

// Drags --------------------------------------------------------------------------------------------------------------

static void a_drag_tells_each_way_and_ends(void **state)
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

static void a_drag_goes_to_the_topmost_node_that_wants_drags(void **state)
{
    CoirNode *list = gesture_box("list", 0, 0), *button = box_new(scene, "button", 0, 0);
    (void)state;
    coir_node_on(button, COIR_EVENT_CLICK, hear, NULL);
    coir_node_unlisten(list, note_fields, NULL);
    coir_node_on(list, COIR_EVENT_DRAG, hear, NULL);
    answers = ANSWER(COIR_EVENT_DRAG) | ANSWER(COIR_EVENT_CLICK);
    down(5, 5);
    move(14, 5);
    move(5, 5);
    up(5, 5);
    assert_trace("list:drag list:drag "); // and the button is not clicked
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

static bool count_on_stage(CoirStage *heard, const CoirEvent *event, void *user)
{
    (void)heard;
    count_drag(user, event);
    return false;
}

static bool count_on_node(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    count_drag(user, event);
    return false;
}

typedef enum Change { SHOW, PUSH, POP, POP_TO_ROOT, DESTROY, CHANGES } Change;

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

// Drags from before a change to after the change, while a node may have captured the pointer.
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
    coir_node_listen(captor, hear, NULL);
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
    const CoirEventType captures[] = {COIR_EVENT_CLICK, COIR_EVENT_POINTER_DOWN, COIR_EVENT_DRAG_BEGIN}; // CLICK: none
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
    assert_true(coir_stage_listen(stage, -1, hear_on_stage, NULL));
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
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

static bool end_stage(CoirStage *heard, const CoirEvent *event, void *user)
{
    const CoirEventType *type = user;
    if (event->type != *type)
        return false;
    coir_stage_destroy(heard);
    stage = NULL;
    return false;
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

static void a_drag_that_listeners_with_a_priority_heard_nothing_of_ends_without_them(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, hear_on_stage, NULL));
    assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
    scene = overlay;
    gesture_box("stick", 0, 0);
    down(5, 5);
    show_next(false);
    move(20, 5);
    assert_trace("stick:drag begin stick:drag ");
    send_type(COIR_EVENT_FOCUS_LOST);
    assert_trace("stick:drag end cancelled ");
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

// What a listener that hears `type` before the nodes does, once.
typedef struct Breaker {
    CoirEventType type;
    CoirNode *taker, *hidden; // `taker` captures the mouse, or `hidden` becomes invisible; else the press is cancelled
} Breaker;

static bool break_gesture(CoirStage *heard, const CoirEvent *event, void *user)
{
    Breaker *breaker = user;
    hear_on_stage(heard, event, NULL);
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

static void no_node_hears_a_gesture_that_a_listener_has_ended_before(void **state)
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

static void a_node_that_takes_the_pointer_over_in_a_drag_hears_the_next_drag_whole(void **state)
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

static void a_node_below_hears_no_drag_that_a_hidden_node_has_lost(void **state)
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
    hear(node, event, user);
    send_type(COIR_EVENT_FOCUS_LOST);
    return false;
}

static void no_listener_hears_a_drag_that_a_node_has_ended_before(void **state)
{
    (void)state;
    coir_node_on(box_new(scene, "a", 0, 0), COIR_EVENT_DRAG, lose_focus, NULL);
    assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
    down(5, 5);
    move(20, 5);
    up(20, 5);
    assert_trace("stage:drag begin a:drag stage:drag end cancelled ");
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

// Cancels the pointers where the type in `user` is heard, once.
static bool cancel_at(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirEventType *type = user;
    hear(node, event, NULL);
    if (event->type == *type) {
        *type = COIR_EVENT_COUNT;
        send_type(COIR_EVENT_FOCUS_LOST);
    }
    return false;
}

static void no_node_hears_a_gesture_that_a_node_has_ended_before(void **state)
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
            assert_true(coir_node_on(i % 2 ? b : a, each, hear, NULL));
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

static void no_listener_hears_a_drag_that_a_listener_has_ended_before(void **state)
{
    Breaker breaker = {COIR_EVENT_DRAG_BEGIN, NULL, NULL};
    (void)state;
    assert_true(coir_stage_listen(stage, -2, break_gesture, &breaker));
    assert_true(coir_stage_listen(stage, -1, hear_on_stage, NULL));
    down(5, 5);
    move(20, 5);
    assert_trace("stage:drag begin stage:drag end cancelled stage:drag end cancelled ");
    coir_stage_unlisten(stage, break_gesture, &breaker);
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

// Moves the mouse by 20 points where it hears the type in `user`, once.
static bool move_at(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirEventType *type = user;
    hear(node, event, NULL);
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

// Pinches ------------------------------------------------------------------------------------------------------------

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
    near(last.rotation, 270); // not -90
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
    coir_node_on(a, COIR_EVENT_POINTER_DOWN, hear, NULL);
    coir_node_on(b, COIR_EVENT_POINTER_DOWN, hear, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    finger(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    finger(COIR_EVENT_POINTER_DOWN, 2, 55, 5);
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    assert_trace("a:down b:down b:drag begin b:drag ");
}

static bool hear_pinch_on_stage(CoirStage *heard, const CoirEvent *event, void *user)
{
    (void)heard, (void)user;
    if (event->type >= COIR_EVENT_PINCH_BEGIN && event->type <= COIR_EVENT_PINCH_END)
        note("stage:%s%s ", name_of(event->type), event->cancelled ? " cancelled" : "");
    return false;
}

// A node that hears pinches, and no other gestures.
static CoirNode *pinch_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    for (CoirEventType type = COIR_EVENT_PINCH_BEGIN; type <= COIR_EVENT_PINCH_END; type++)
        assert_true(coir_node_on(node, type, hear, NULL));
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

static void listeners_with_a_priority_hear_no_pinch_of_fingers_of_two_nodes(void **state)
{
    (void)state;
    coir_node_on(box_new(scene, "left", 0, 0), COIR_EVENT_POINTER_DOWN, hear, NULL);
    coir_node_on(box_new(scene, "right", 50, 0), COIR_EVENT_POINTER_DOWN, hear, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    for (int priority = -1; priority <= 0; priority++) {
        assert_true(coir_stage_listen(stage, priority, hear_pinch_on_stage, NULL));
        two_fingers_down();
        finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
        finger(COIR_EVENT_POINTER_MOVE, 2, 95, 5);
        two_fingers_up();
        assert_trace("left:down right:down ");
        coir_stage_unlisten(stage, hear_pinch_on_stage, NULL);
    }
}

static void a_pinch_ends_once_for_all_who_heard_it_when_two_nodes_take_its_fingers(void **state)
{
    CoirNode *map = pinch_box("map", 0, 0), *a = pinch_box("a", 0, 0), *b = box_new(scene, "b", 50, 0);
    (void)state;
    map->size = coir_vec2(400, 400);
    for (int of_a = 0; of_a < 2; of_a++) { // `of_a`: a has captured a finger before, so that a hears the pinch alone
        assert_true(coir_stage_listen(stage, -1, hear_pinch_on_stage, NULL));
        assert_true(coir_stage_listen(stage, 1, hear_pinch_on_stage, NULL));
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
        coir_stage_unlisten(stage, hear_pinch_on_stage, NULL);
    }
}

static void a_node_that_loses_a_captured_pinch_hears_its_end(void **state)
{
    enum { PUSHED, HIDDEN, DETACHED, TAKEN_OVER, DESTROYED, WAYS };
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        show(stage, scene = coir_node_new());
        CoirNode *below = pinch_box("below", 0, 0), *map = pinch_box("map", 0, 0);
        below->size = map->size = coir_vec2(400, 400);
        coir_node_on(map, COIR_EVENT_POINTER_CANCEL, hear, NULL);
        assert_true(coir_stage_listen(stage, -1, hear_pinch_on_stage, NULL));
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
        coir_stage_unlisten(stage, hear_pinch_on_stage, NULL);
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

// Where a pinch begins: lifts the second finger and puts a third finger down, once.
static bool change_fingers(CoirStage *heard, const CoirEvent *event, void *user)
{
    bool *done = user;
    hear_pinch_on_stage(heard, event, NULL);
    if (event->type == COIR_EVENT_PINCH_BEGIN && !*done) {
        *done = true;
        finger(COIR_EVENT_POINTER_UP, 2, 75, 5);
        finger(COIR_EVENT_POINTER_DOWN, 3, 55, 5);
    }
    return false;
}

static void a_pinch_that_a_listener_has_ended_does_not_go_on_with_other_fingers(void **state)
{
    CoirNode *map = pinch_box("map", 0, 0);
    bool done = false;
    (void)state;
    map->size = coir_vec2(400, 400);
    assert_true(coir_stage_listen(stage, -1, change_fingers, &done));
    answers = ANSWER(COIR_EVENT_PINCH_BEGIN);
    two_fingers_down();
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    assert_trace("stage:pinch begin stage:pinch end map:pinch end ");
    assert_null(coir_stage_captor(stage, 1));
    assert_null(coir_stage_captor(stage, 3));
    finger(COIR_EVENT_POINTER_MOVE, 3, 75, 5);
    assert_trace("stage:pinch begin map:pinch begin ");
    finger(COIR_EVENT_POINTER_UP, 3, 75, 5);
    assert_trace("stage:pinch end map:pinch end ");
    finger(COIR_EVENT_POINTER_UP, 1, 5, 5);
    coir_stage_unlisten(stage, change_fingers, &done);
}

// Ends the pinch in a long press: lets one node take the first finger from another node.
static bool take_twice(CoirNode *node, const CoirEvent *event, void *user)
{
    CoirNode *const *takers = user;
    if (event->type == COIR_EVENT_LONG_PRESS) {
        coir_node_capture(takers[0], 1);
        coir_node_capture(takers[1], 1);
    } else if (event->type == COIR_EVENT_PINCH_END) {
        note("%s:pinch end ", node->name);
        assert_false(coir_stage_send(stage, "deep", NULL));
        assert_mistake("coir_stage_send: 0 events are under way inside of each other, at 2000 levels");
    }
    return false;
}

static void a_stage_that_refused_an_event_outside_of_events_hears_the_next_event(void **state)
{
    CoirNode *takers[2] = {box_new(scene, "a", 50, 0), box_new(scene, "b", 50, 0)}, *node = scene;
    (void)state;
    for (int i = 1; i < 1000; i++)
        node = box_new(node, "deep", 0, 0);
    node->size = coir_vec2(400, 400);
    coir_node_on(node, COIR_EVENT_LONG_PRESS, take_twice, takers);
    coir_node_on(node, COIR_EVENT_PINCH_END, take_twice, takers);
    coir_node_on(takers[0], COIR_EVENT_CUSTOM, hear, NULL);
    two_fingers_down();
    finger(COIR_EVENT_POINTER_MOVE, 2, 75, 5);
    wait(1);
    assert_trace("deep:pinch end ");
    coir_stage_send(stage, "heard", NULL);
    assert_trace("a:custom ");
}

static void a_pinch_with_a_press_from_before_the_scene_comes_to_the_overlay_alone(void **state)
{
    CoirNode *overlay = coir_node_new();
    (void)state;
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, hear_on_stage, NULL));
    assert_true(coir_stage_listen(stage, 1, hear_on_stage, NULL));
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
        finger(COIR_EVENT_POINTER_MOVE, 2, 230, 100); // the press of this scene
        finger(COIR_EVENT_POINTER_UP, 2, 230, 100);
        forget_trace();
    }
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

static void a_pinch_that_the_overlay_has_captured_outlives_a_scene_for_all(void **state)
{
    (void)state;
    CoirNode *overlay = coir_node_new();
    assert_true(coir_stage_set_overlay(stage, overlay));
    assert_true(coir_stage_listen(stage, -1, hear_on_stage, NULL));
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
    coir_stage_unlisten(stage, hear_on_stage, NULL);
}

// Any call -----------------------------------------------------------------------------------------------------------

static bool destroy_scene(CoirNode *node, const CoirEvent *event, void *user)
{
    hear(node, event, user);
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
        assert_string_equal(strrchr(noted(), ':') + 1, strchr(noted(), ':') + 1); // once
        assert_null(coir_stage_scene(stage));
        forget_trace();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        hearing_test(a_click_comes_to_the_node_where_the_press_began_and_ended),
        hearing_test(only_the_left_button_and_fingers_click),
        hearing_test(gestures_of_the_left_button_need_no_other_button),
        hearing_test(a_node_that_has_captured_the_press_alone_is_clicked),
        hearing_test(a_scene_that_has_come_since_the_press_is_not_clicked),
        hearing_test(the_overlay_is_clicked_by_a_press_from_before_the_scene),
        hearing_test(a_press_from_before_the_scene_is_no_long_press_and_no_drag),
        hearing_test(a_press_does_not_become_long_when_its_scene_comes_back),
        hearing_test(a_drag_ends_with_its_scene),
        hearing_test(a_pinch_ends_with_its_scene),
        hearing_test(gestures_in_the_overlay_outlive_a_scene),
        hearing_test(two_quick_clicks_are_a_double_click),
        hearing_test(clicks_at_two_places_are_no_double_click),
        hearing_test(the_count_of_the_system_goes_before),
        hearing_test(a_press_of_half_a_second_is_long),
        hearing_test(a_pointer_that_has_moved_is_no_long_press),
        hearing_test(limits_of_gestures_can_be_set),
        hearing_test(a_drag_tells_each_way_and_ends),
        hearing_test(a_drag_goes_to_the_topmost_node_that_wants_drags),
        hearing_test(a_drag_that_is_lost_ends_cancelled),
        hearing_test(the_end_of_a_drag_has_the_fields_of_its_beginning),
        hearing_test(a_node_that_takes_a_drag_over_begins_a_drag),
        hearing_test(each_change_of_scene_ends_a_drag_once_for_listeners_with_a_priority),
        hearing_test(a_drag_that_is_lost_or_taken_over_ends_for_listeners_with_a_priority),
        hearing_test(the_stage_may_be_destroyed_where_a_drag_is_lost),
        hearing_test(a_drag_that_listeners_with_a_priority_heard_nothing_of_ends_without_them),
        hearing_test(no_node_hears_a_gesture_that_a_listener_has_ended_before),
        hearing_test(a_node_that_takes_the_pointer_over_in_a_drag_hears_the_next_drag_whole),
        hearing_test(a_node_below_hears_no_drag_that_a_hidden_node_has_lost),
        hearing_test(no_listener_hears_a_drag_that_a_node_has_ended_before),
        hearing_test(no_node_hears_a_gesture_that_a_node_has_ended_before),
        hearing_test(no_listener_hears_a_drag_that_a_listener_has_ended_before),
        hearing_test(no_drag_begins_while_a_press_ends),
        hearing_test(two_fingers_pinch),
        hearing_test(no_pinch_begins_with_a_finger_that_goes_up),
        hearing_test(a_drag_ends_where_a_pinch_begins),
        hearing_test(fingers_of_two_nodes_do_not_pinch),
        hearing_test(listeners_with_a_priority_hear_no_pinch_of_fingers_of_two_nodes),
        hearing_test(a_pinch_ends_once_for_all_who_heard_it_when_two_nodes_take_its_fingers),
        hearing_test(a_node_that_loses_a_captured_pinch_hears_its_end),
        hearing_test(the_stage_may_be_destroyed_where_a_pinch_is_lost),
        hearing_test(a_pinch_that_a_listener_has_ended_does_not_go_on_with_other_fingers),
        hearing_test(a_stage_that_refused_an_event_outside_of_events_hears_the_next_event),
        hearing_test(a_pinch_with_a_press_from_before_the_scene_comes_to_the_overlay_alone),
        hearing_test(a_pinch_that_the_overlay_has_captured_outlives_a_scene_for_all),
        hearing_test(the_scene_may_be_destroyed_in_each_gesture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
