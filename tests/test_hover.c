// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Which node is under the mouse: enter and leave events.

#include "support/events.h"

#include "scene/stage.h"

static CoirNode *hover_box(const char *name, float x, float y)
{
    CoirNode *node = box_new(scene, name, x, y);
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_ENTER, record, NULL));
    assert_true(coir_node_on(node, COIR_EVENT_POINTER_LEAVE, record, NULL));
    return node;
}

static void the_mouse_enters_and_leaves_the_topmost_node(void **state)
{
    (void)state;
    hover_box("a", 0, 0);
    hover_box("b", 5, 0);
    move(2, 5);
    assert_trace("a:enter ");
    move(3, 5);
    assert_trace("");
    move(7, 5);
    assert_trace("a:leave b:enter ");
    move(50, 5);
    assert_trace("b:leave ");
    move(7, 5);
    send_type(COIR_EVENT_POINTER_AWAY);
    assert_trace("b:enter b:leave ");
    step(stage);
    assert_trace("");
}

static void nodes_that_move_come_below_the_mouse(void **state)
{
    CoirNode *a = hover_box("a", 0, 0), *b = hover_box("b", 20, 0);
    (void)state;
    move(5, 5);
    b->position.x = 0;
    assert_trace("a:enter ");
    step(stage);
    assert_trace("a:leave b:enter ");
    b->visible = false;
    step(stage);
    assert_trace("b:leave a:enter ");
    b->visible = true;
    coir_node_destroy(a);
    step(stage);
    assert_trace("b:enter ");
    coir_node_detach(b);
    step(stage);
    assert_trace(""); // an off-stage node gets no events
    coir_node_add(scene, b);
    step(stage);
    assert_trace("b:enter ");
}

static void only_nodes_that_listen_for_hover_are_entered(void **state)
{
    CoirNode *a = hover_box("a", 0, 0), *cover = box_new(scene, "cover", 0, 0);
    (void)state;
    coir_node_listen(cover, record, NULL);
    coir_node_listen(a, record, NULL);
    move(5, 5);
    assert_trace("cover:move a:move a:enter ");
    coir_node_unlisten(a, record, NULL);
    step(stage);
    assert_int_equal(stage->prioritized.hover_nodes, 0);
    assert_trace("");
}

static void fingers_do_not_hover(void **state)
{
    (void)state;
    hover_box("a", 0, 0);
    send_at(COIR_EVENT_POINTER_DOWN, 1, 5, 5);
    send_at(COIR_EVENT_POINTER_MOVE, 1, 6, 5);
    step(stage);
    assert_trace("");
}

static void only_the_node_that_captured_the_mouse_is_hovered(void **state)
{
    CoirNode *a = hover_box("a", 0, 0);
    (void)state;
    hover_box("b", 20, 0);
    coir_node_on(a, COIR_EVENT_POINTER_DOWN, record, NULL);
    answers = ANSWER(COIR_EVENT_POINTER_DOWN);
    down(5, 5);
    move(25, 5);
    assert_trace("a:down a:enter a:leave ");
    move(6, 5);
    assert_trace("a:enter ");
    move(25, 5);
    up(25, 5);
    assert_trace("a:leave b:enter ");
}

static bool move_on(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    move(*(float *)user, 5);
    return true;
}

static void a_listener_may_move_the_mouse_on(void **state)
{
    float nowhere = 50, to_c = 45;
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    hover_box("b", 20, 0);
    hover_box("c", 40, 0);
    coir_node_on(a, COIR_EVENT_POINTER_LEAVE, move_on, &nowhere);
    move(5, 5);
    move(25, 5);
    assert_trace("a:leave "); // the listener moved the mouse to x = 50 before b was entered
    coir_node_unlisten(a, move_on, &nowhere);
    coir_node_on(a, COIR_EVENT_POINTER_LEAVE, move_on, &to_c);
    move(5, 5);
    move(25, 5);
    assert_trace("a:leave c:enter ");
}

static bool destroy_all(CoirNode *node, const CoirEvent *event, void *user)
{
    record(node, event, user);
    coir_stage_destroy(stage);
    return true;
}

static void the_stage_may_be_destroyed_where_the_mouse_leaves(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    hover_box("b", 20, 0);
    coir_node_on(a, COIR_EVENT_POINTER_LEAVE, destroy_all, NULL);
    move(5, 5);
    move(25, 5);
    assert_trace("a:leave ");
    stage = NULL;
}

TEST_FILE(hover)
{
    const struct CMUnitTest tests[] = {
        event_test(the_mouse_enters_and_leaves_the_topmost_node),      event_test(nodes_that_move_come_below_the_mouse),
        event_test(only_nodes_that_listen_for_hover_are_entered),      event_test(fingers_do_not_hover),
        event_test(only_the_node_that_captured_the_mouse_is_hovered),  event_test(a_listener_may_move_the_mouse_on),
        event_test(the_stage_may_be_destroyed_where_the_mouse_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
