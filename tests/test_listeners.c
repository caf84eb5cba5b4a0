// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Which listeners receive an event, and in which order.

#include "support/events.h"

static bool record_as(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    note("%s ", (const char *)user);
    return answers != 0;
}

static bool record_on_stage(CoirStage *of, const CoirEvent *event, void *user)
{
    assert_ptr_equal(of, stage);
    (void)event;
    note("%s ", (const char *)user);
    return answers != 0;
}

static char first[] = "first", second[] = "second", third[] = "third";

// Listeners of a node ------------------------------------------------------------------------------------------------

static void a_listener_for_one_type_gets_no_other_type(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    assert_true(coir_node_on(a, COIR_EVENT_KEY_DOWN, record, NULL));
    send_type(COIR_EVENT_KEY_UP);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("a:key ");
    assert_true(coir_node_on(a, COIR_EVENT_KEY_UP, record, NULL));
    send_type(COIR_EVENT_KEY_UP);
    assert_trace("a:key up ");
}

static void a_node_has_any_number_of_listeners_called_in_the_order_of_adding(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen(a, record_as, first);
    coir_node_on(a, COIR_EVENT_KEY_DOWN, record_as, second);
    coir_node_listen(a, record_as, third);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first second third ");
    assert_true(coir_node_unlisten(a, record_as, second));
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first third ");
    answers = 1;
    assert_true(send_type(COIR_EVENT_KEY_DOWN));
    assert_trace("first ");
    assert_false(coir_node_unlisten(a, record_as, second));
    assert_valid(scene);
}

static void adding_a_listener_twice_changes_nothing(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(coir_node_listen(a, record_as, first));
        assert_true(coir_node_listen_with_priority(a, -1, record_as, second));
        assert_true(coir_stage_listen(stage, 1, record_on_stage, third));
    }
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("second first third ");
}

static void removing_a_listener_removes_all_its_types(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_on(a, COIR_EVENT_KEY_DOWN, record_as, first);
    coir_node_on(a, COIR_EVENT_KEY_UP, record_as, first);
    coir_node_listen_with_priority(a, 3, record_as, first);
    assert_true(coir_node_unlisten(a, record_as, first));
    send_type(COIR_EVENT_KEY_DOWN);
    send_type(COIR_EVENT_KEY_UP);
    assert_trace("");
    assert_int_equal(scene->listeners_, 0);
}

static bool remove_second_and_third(CoirNode *node, const CoirEvent *event, void *user)
{
    coir_node_unlisten(node, record_as, second);
    coir_node_unlisten(node, record_as, third);
    coir_node_listen(node, record_as, third); // receives the next event
    return record_as(node, event, user);
}

static void a_listener_that_is_removed_or_added_in_an_event_does_not_get_the_event(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen(a, record_as, second);
    coir_node_listen(a, remove_second_and_third, first);
    coir_node_listen(a, record_as, third);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("second first ");
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first ");
    coir_node_unlisten(a, remove_second_and_third, first);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("third ");
}

static void custom_events_are_known_by_their_name(void **state)
{
    char name[] = "scored";
    int points = 5;
    CoirNode *a = box_new(scene, "a", 0, 0), *b = box_new(scene, "b", 0, 0);
    (void)state;
    coir_node_on_custom(a, "scored", record_as, first);
    coir_node_on_custom(a, "died", record_as, second);
    coir_node_on(b, COIR_EVENT_CUSTOM, record_as, third);
    assert_false(coir_stage_send(stage, name, &points));
    assert_trace("third first ");
    assert_false(coir_stage_send(stage, "won", NULL));
    assert_trace("third ");
    answers = 1;
    assert_true(coir_stage_send(stage, name, &points));
    assert_trace("third ");
}

static bool check_data(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    assert_string_equal(event->name, "scored");
    assert_ptr_equal(event->data, user);
    note("checked ");
    return true;
}

static void a_custom_event_brings_data(void **state)
{
    int points = 5;
    (void)state;
    coir_node_on_custom(scene, "scored", check_data, &points);
    assert_true(coir_stage_send(stage, "scored", &points));
    assert_trace("checked ");
}

static int received;

static bool send_again(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node, (void)user;
    received++;
    assert_false(event->type == COIR_EVENT_CUSTOM ? coir_stage_send(stage, event->name, NULL)
                                                  : coir_stage_event(stage, event));
    return false;
}

static void a_listener_that_sends_its_own_event_is_stopped(void **state)
{
    (void)state;
    coir_node_on(scene, COIR_EVENT_CUSTOM, send_again, NULL);
    coir_node_on(scene, COIR_EVENT_KEY_DOWN, send_again, NULL);
    for (int round = 0; round < 2; round++) {
        received = 0;
        assert_false(coir_stage_send(stage, "again", NULL));
        assert_int_equal(received, 100);
        assert_mistake("coir_stage_send: 100 events are being sent inside each other, through 100 levels of nodes; no "
                       "more events are sent until the first event is delivered; look for a listener that sends an "
                       "event for each event that it receives, or send the event later, with coir_scheduler_post");
        received = 0;
        assert_false(send_type(COIR_EVENT_KEY_DOWN));
        assert_int_equal(received, 100);
        assert_mistake("coir_stage_event: 100 events are being sent");
    }
}

// Returns how often a listener receives its own event in a tree of `levels` levels. The scene is one of the levels.
static int receive_own_event_in(int levels)
{
    CoirNode *node = scene;
    for (int i = 1; i < levels; i++)
        assert_true(coir_node_add(node, coir_node_new())), node = node->first_;
    coir_node_on(node, COIR_EVENT_CUSTOM, send_again, NULL);
    received = 0;
    assert_false(coir_stage_send(stage, "again", NULL));
    if (scene->first_)
        coir_node_destroy(scene->first_);
    return received;
}

static void a_listener_in_a_deep_tree_that_sends_its_own_event_is_stopped(void **state)
{
    (void)state;
    assert_int_equal(receive_own_event_in(1000), 2);
    assert_mistake("coir_stage_send: 2 events are being sent inside each other, through 2000 levels of nodes; ");
    assert_int_equal(receive_own_event_in(20), 51);
    assert_mistake("coir_stage_send: 51 events are being sent inside each other, through 1020 levels of nodes");
    assert_int_equal(receive_own_event_in(10), 100);
    assert_mistake("coir_stage_send: 100 events are being sent inside each other, through 1000 levels of nodes");
}

static bool send_on(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node, (void)user;
    // The limit of 1000 ends the test if the stage fails to stop the listeners.
    return ++received < 1000 && coir_stage_send(stage, event->name, NULL);
}

static void two_listeners_that_send_their_own_event_are_stopped(void **state)
{
    (void)state;
    coir_node_on(scene, COIR_EVENT_CUSTOM, send_on, NULL);
    coir_node_on(scene, COIR_EVENT_CUSTOM, send_on, &received);
    for (int round = 0; round < 2; round++) {
        received = 0;
        assert_false(coir_stage_send(stage, "again", NULL));
        assert_int_equal(received, 200); // both listeners receive each of the 100 events
        assert_mistake("no more events are sent until the first event is delivered");
    }
}

static bool quits; // true if COIR_EVENT_QUIT was not refused

static bool send_until_quit(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node, (void)user;
    if (++received == 100)
        quits = !send_type(COIR_EVENT_QUIT);
    return received < 100 && coir_stage_send(stage, event->name, NULL);
}

static void a_quit_that_the_stage_cannot_send_counts_as_refused(void **state)
{
    (void)state;
    coir_node_on(scene, COIR_EVENT_CUSTOM, send_until_quit, NULL);
    received = 0;
    quits = true;
    coir_stage_send(stage, "again", NULL);
    assert_int_equal(received, 100);
    assert_false(quits);
    assert_mistake("coir_stage_event: ");
    assert_false(send_type(COIR_EVENT_QUIT)); // no listener refuses
}

// Priorities ---------------------------------------------------------------------------------------------------------

static void listeners_with_a_priority_are_called_before_and_after_the_nodes(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen(a, record, NULL);
    coir_stage_listen(stage, 0, record_on_stage, first);
    coir_node_listen_with_priority(a, -1, record_as, second);
    coir_stage_listen(stage, -5, record_on_stage, third);
    coir_node_listen_with_priority(a, INT_MAX, record_as, third);
    coir_node_listen_with_priority(a, INT_MIN, record_as, first);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first third second a:key first third ");
    assert_true(coir_stage_unlisten(stage, record_on_stage, third));
    assert_false(coir_stage_unlisten(stage, record_on_stage, third));
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first second a:key first third ");
}

static void a_listener_with_a_priority_needs_no_hit_and_no_visible_node(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    a->visible = false;
    coir_node_listen(a, record, NULL);
    coir_node_listen_with_priority(a, 1, record_as, first);
    down(100, 100);
    assert_trace("first ");
}

static void a_listener_with_a_priority_gets_events_while_its_node_is_on_stage(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_detach(a);
    coir_node_listen_with_priority(a, 1, record_as, first);
    coir_node_listen_with_priority(scene, 1, record_as, second);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("second ");
    coir_node_add(scene, a);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("second first ");
    coir_node_destroy(a);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("second ");
}

static bool rearrange(CoirNode *node, const CoirEvent *event, void *user)
{
    note("%s ", (const char *)user);
    (void)event;
    coir_stage_unlisten(stage, record_on_stage, second);
    coir_stage_listen(stage, 2, record_on_stage, third);
    CoirNode *parent = coir_node_parent(node);
    coir_node_detach(node);
    coir_node_add(parent, node); // the listener is now the last of its priority, but must not get this event twice
    return false;
}

static void listeners_with_a_priority_may_be_changed_while_they_are_called(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen_with_priority(a, 2, rearrange, first);
    coir_stage_listen(stage, 2, record_on_stage, second);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first ");
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("third first ");
}

// Hits ---------------------------------------------------------------------------------------------------------------

static void a_pointer_comes_to_the_topmost_node_that_is_hit(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0), *b = box_new(scene, "b", 5, 0);
    (void)state;
    coir_node_listen(scene, record, NULL);
    coir_node_listen(a, record, NULL);
    coir_node_listen(b, record, NULL);
    move(7, 5);
    assert_trace("b:move a:move scene:move ");
    move(2, 5);
    assert_trace("a:move scene:move ");
    move(50, 50);
    assert_trace("scene:move ");
    answers = ANSWER(COIR_EVENT_POINTER_MOVE);
    move(7, 5);
    assert_trace("b:move ");
    a->z = 1;
    move(7, 5);
    assert_trace("a:move ");
}

static void a_node_is_hit_at_its_rotated_scaled_and_moved_place(void **state)
{
    CoirNode *group = coir_node_new();
    (void)state;
    coir_node_add(scene, group);
    group->position = coir_vec2(100, 0);
    group->rotation = 90;
    group->scale = coir_vec2(2, 1);
    CoirNode *a = box_new(group, "a", 0, 0);
    coir_node_on(a, COIR_EVENT_WHEEL, record, NULL);
    for (int x = 91; x < 130; x += 3) {
        for (int y = -39; y < 30; y += 3) {
            send_at(COIR_EVENT_WHEEL, 0, (float)x, (float)y);
            assert_trace(coir_node_contains(a, coir_vec2((float)x, (float)y)) ? "a:wheel " : "");
        }
    }
    group->scale.x = 0; // the node is invisible
    a->size = coir_vec2(0, 0);
    send_at(COIR_EVENT_WHEEL, 0, 100, 0);
    assert_trace("");
}

typedef struct Round {
    CoirNode node;
} Round;

static bool round_hit(CoirNode *node, CoirVec2 point)
{
    return coir_vec2_distance(point, coir_vec2(node->size.x / 2, node->size.y / 2)) < node->size.x / 2;
}

static COIR_NODE_CLASS(Round, .hit = round_hit);

static bool hit_everywhere(CoirNode *node, CoirVec2 point, void *user)
{
    (void)node;
    (void)point;
    return *(bool *)user;
}

static void a_class_or_a_function_decides_about_hits(void **state)
{
    bool everywhere = true;
    Round *ball = COIR_NEW(Round);
    CoirNode *node = &ball->node;
    (void)state;
    node->name = "ball";
    node->size = coir_vec2(10, 10);
    coir_node_add(scene, node);
    coir_node_listen(node, record, NULL);
    move(1, 1);
    assert_trace("");
    move(5, 5);
    assert_trace("ball:move ");
    assert_false(coir_node_is_hit(node, coir_vec2(1, 1)));
    assert_true(coir_node_is_hit(node, coir_vec2(3, 5)));
    assert_true(coir_node_set_hit(node, hit_everywhere, &everywhere));
    move(50, 1);
    assert_trace("ball:move ");
    everywhere = false;
    move(5, 5);
    assert_trace("");
    assert_true(coir_node_set_hit(node, NULL, NULL));
    move(5, 5);
    assert_trace("ball:move ");
}

static void a_circle_is_hit_inside_of_the_circle(void **state)
{
    CoirCircle *circle = coir_circle_add(scene, 10, 10, 5, COIR_WHITE);
    (void)state;
    assert_non_null(circle);
    for (int x = 4; x < 17; x++)
        for (int y = 4; y < 17; y++)
            assert_int_equal(coir_node_is_hit(circle, coir_vec2((float)x, (float)y)),
                             coir_circle_contains(circle, coir_vec2((float)x, (float)y)));
}

static void a_turned_and_skewed_node_with_a_scale_of_0_is_not_hit(void **state)
{
    bool everywhere = true;
    CoirNode *card = box_new(scene, "card", 0, 0), *child = box_new(card, "child", 0, 0);
    (void)state;
    coir_node_listen(card, record, NULL);
    coir_node_listen(child, record, NULL);
    assert_true(coir_node_set_hit(card, hit_everywhere, &everywhere));
    assert_true(coir_node_set_hit(child, hit_everywhere, &everywhere));
    card->scale = coir_vec2(0, 1);
    card->skew.y = 20;
    for (int i = 5; i < 90; i += 5) {
        card->rotation = (float)i;
        child->rotation = (float)(90 - i);
        assert_false(coir_node_is_hit(card, coir_vec2(2, 3)) || coir_node_is_hit(child, coir_vec2(2, 3)));
        move(2, 3);
        assert_trace("");
    }
}

// Text ---------------------------------------------------------------------------------------------------------------

static void text_comes_to_one_node_and_keys_come_to_that_node_first(void **state)
{
    CoirNode *field = box_new(scene, "field", 0, 0), *above = box_new(scene, "above", 0, 0);
    (void)state;
    coir_node_listen(field, record, NULL);
    coir_node_listen(above, record, NULL);
    send_type(COIR_EVENT_TEXT);
    assert_trace("");
    assert_true(coir_node_start_text(field));
    assert_ptr_equal(coir_stage_text_node(stage), field);
    send_type(COIR_EVENT_TEXT);
    send_type(COIR_EVENT_TEXT_EDITING);
    assert_trace("field:text field:editing ");
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("field:key above:key ");
    answers = ANSWER(COIR_EVENT_KEY_DOWN);
    assert_true(send_type(COIR_EVENT_KEY_DOWN));
    assert_trace("field:key ");
    coir_stage_stop_text(stage);
    send_type(COIR_EVENT_TEXT);
    assert_true(send_type(COIR_EVENT_KEY_DOWN));
    assert_trace("above:key ");
}

static void text_input_ends_when_its_node_leaves_the_stage(void **state)
{
    CoirNode *field = box_new(scene, "field", 0, 0);
    (void)state;
    coir_node_start_text(field);
    coir_node_detach(field);
    assert_null(coir_stage_text_node(stage));
    step(stage);
    coir_node_add(scene, field);
    assert_null(coir_stage_text_node(stage));
    coir_node_start_text(field);
    coir_node_detach(field);
    coir_node_add(scene, field); // the node returns before the next frame
    assert_null(coir_stage_text_node(stage));
    coir_node_start_text(field);
    coir_node_destroy(field);
    assert_null(coir_stage_text_node(stage));
}

// Anything in a listener ---------------------------------------------------------------------------------------------

static bool destroy_scene(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    coir_node_destroy(scene);
    return record_as(NULL, event, user);
}

static bool destroy_stage(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    coir_stage_destroy(stage);
    return record_as(NULL, event, user);
}

static void text_input_ends_when_a_transition_takes_its_scene_away(void **state)
{
    CoirNode *field = box_new(scene, "field", 0, 0), *coming = coir_node_new();
    CoirNode *next_field = box_new(coming, "next", 0, 0);
    (void)state;
    coir_node_listen(next_field, record, NULL);
    coir_node_start_text(field);
    assert_true(coir_stage_push_with(stage, coming, coir_transition_fade(1, COIR_BLACK)));
    assert_ptr_equal(coir_stage_text_node(stage), field); // until the step, the scene may still stay
    step(stage);
    assert_true(coir_node_is_on_stage(field)); // the transition still draws the scene
    assert_null(coir_stage_text_node(stage));
    assert_false(coir_node_start_text(field));
    assert_mistake("coir_node_start_text: a transition is removing the node's scene");
    assert_null(coir_stage_text_node(stage));
    assert_true(coir_node_start_text(next_field));
    assert_ptr_equal(coir_stage_text_node(stage), next_field);
    assert_true(coir_stage_update(stage, 1.5));
    step(stage);
    assert_ptr_equal(coir_stage_text_node(stage), next_field);
    send_type(COIR_EVENT_TEXT);
    assert_trace("next:text ");
    assert_true(coir_stage_pop(stage));
    step(stage);
    assert_null(coir_stage_text_node(stage)); // the earlier text input does not come back
}

static void a_listener_may_destroy_the_scene(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen(a, destroy_scene, first);
    coir_node_listen(a, record_as, second);
    coir_node_listen(scene, record_as, second);
    coir_node_listen_with_priority(a, 0, record_as, second);
    coir_stage_listen(stage, 0, record_on_stage, third);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first third ");
}

static void a_listener_may_destroy_the_stage(void **state)
{
    CoirNode *a = box_new(scene, "a", 0, 0);
    (void)state;
    coir_node_listen_with_priority(a, -1, destroy_stage, first);
    coir_node_listen(a, record_as, second);
    coir_stage_listen(stage, -1, record_on_stage, second);
    coir_stage_listen(stage, 0, record_on_stage, second);
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("first ");
    stage = NULL;
}

static bool destroy_and_hit(CoirNode *node, CoirVec2 point, void *user)
{
    int *hits = user;
    (void)point;
    if (++*hits == 3) // a press, a release, a click
        coir_node_destroy(node);
    return true;
}

static void a_hit_function_may_destroy_the_node_of_a_click(void **state)
{
    int hits = 0;
    (void)state;
    CoirNode *node = coir_node_new();
    coir_node_add(scene, node);
    coir_node_on(node, COIR_EVENT_CLICK, record, NULL);
    coir_node_set_hit(node, destroy_and_hit, &hits);
    for (int i = 0; i < 3 && hits < 3; i++) {
        down(5, 5);
        up(5, 5);
    }
    assert_int_equal(hits, 3);
    assert_string_equal(coir_error(), "");
}

static void scenario(void)
{
    CoirNode *node = coir_node_new();
    if (!node)
        return;
    coir_node_listen(node, record, NULL);
    coir_node_on_custom(node, "name", record, NULL);
    coir_node_listen_with_priority(node, 1, record, NULL);
    coir_node_set_hit(node, hit_everywhere, NULL);
    coir_node_unlisten(node, record, NULL);
    coir_node_destroy(node);
    coir_nodes_sweep();
}

static void without_memory_a_listener_is_refused(void **state)
{
    (void)state;
    for (long nth = 1;; nth++) {
        coir_error_clear();
        support_fail_allocation(nth);
        scenario();
        if (!support_failed())
            break;
        assert_non_null(strstr(coir_error(), "out of memory"));
    }
    support_fail_allocation(1);
    assert_false(coir_stage_listen(stage, 1, record_on_stage, first));
    send_type(COIR_EVENT_KEY_DOWN);
    assert_trace("");
}

static void mistakes_are_reported(void **state)
{
    (void)state;
    assert_false(coir_node_on(scene, COIR_EVENT_COUNT, record, NULL));
    assert_mistake("coir_node_on: there is no event type");
    assert_false(coir_node_on(scene, COIR_EVENT_KEY_UP, NULL, NULL));
    assert_mistake("coir_node_on: the listener is NULL");
    assert_false(coir_node_on_custom(scene, NULL, record, NULL));
    assert_mistake("coir_node_on_custom");
    assert_false(coir_node_listen((CoirNode *)NULL, record, NULL));
    assert_mistake("coir_node_listen");
    assert_false(coir_node_listen_with_priority(scene, 0, NULL, NULL));
    assert_mistake("coir_node_listen_with_priority");
    assert_false(coir_node_unlisten(scene, NULL, NULL));
    assert_mistake("coir_node_unlisten");
    assert_false(coir_stage_listen(NULL, 0, record_on_stage, NULL));
    assert_mistake("coir_stage_listen");
    assert_false(coir_stage_unlisten(stage, NULL, NULL));
    assert_mistake("coir_stage_unlisten");
    assert_false(coir_node_set_hit((CoirNode *)NULL, NULL, NULL));
    assert_mistake("coir_node_set_hit");
    assert_false(coir_node_is_hit((CoirNode *)NULL, coir_vec2(0, 0)));
    assert_mistake("coir_node_is_hit");
    assert_false(coir_node_start_text((CoirNode *)NULL));
    assert_mistake("coir_node_start_text");
    coir_stage_stop_text(NULL);
    assert_mistake("coir_stage_stop_text");
    assert_false(coir_stage_send(stage, NULL, NULL));
    assert_mistake("coir_stage_send");
    assert_false(send_type((CoirEventType)-1));
    assert_mistake("coir_stage_event: there is no event type -1; give a CoirEventType below COIR_EVENT_COUNT");
}

static void an_event_with_bad_numbers_or_texts_reaches_no_listener(void **state)
{
    (void)state;
    const struct {
        CoirEvent event;
        const char *told;
    } bad[] = {
        {{.type = COIR_EVENT_POINTER_MOVE, .position = {NAN, 0}}, "coir_stage_event: the position's x is nan"},
        {{.type = COIR_EVENT_POINTER_DOWN, .position = {0, 3e38f}}, "coir_stage_event: the position's y is 3e+38"},
        {{.type = COIR_EVENT_DRAG, .start = {-2e12f, 0}}, "coir_stage_event: the start's x is -2e+12"},
        {{.type = COIR_EVENT_PINCH, .scale = NAN}, "coir_stage_event: the scale is nan"},
        {{.type = COIR_EVENT_PINCH, .scale = -3}, "coir_stage_event: the scale is -3"},
        {{.type = COIR_EVENT_RESIZED, .size = {0, NAN}}, "coir_stage_event: the size's y is nan"},
        {{.type = COIR_EVENT_AXIS, .value = NAN}, "coir_stage_event: the value is nan"},
        {{.type = COIR_EVENT_POINTER_DOWN, .button = 77}, "coir_stage_event: there is no mouse button 77"},
        {{.type = COIR_EVENT_POINTER_UP, .finger = 1}, "coir_stage_event: a finger with the button 0"},
        {{.type = COIR_EVENT_BUTTON_DOWN, .button = 99}, "coir_stage_event: there is no controller button 99"},
        {{.type = COIR_EVENT_AXIS, .axis = 99}, "coir_stage_event: there is no axis 99"},
        {{.type = COIR_EVENT_KEY_DOWN, .key = (CoirKey)102}, "coir_stage_event: there is no key 102"},
        {{.type = COIR_EVENT_CLICK, .clicks = -5}, "coir_stage_event: clicks are -5"},
        {{.type = COIR_EVENT_TEXT_EDITING, .text = "", .cursor = -4}, "coir_stage_event: the cursor is -4"},
        {{.type = COIR_EVENT_TEXT_EDITING, .text = "", .selection = -4}, "coir_stage_event: the selection is -4"},
        {{.type = COIR_EVENT_TEXT}, "coir_stage_event: the text of COIR_EVENT_TEXT is NULL"},
        {{.type = COIR_EVENT_TEXT_DROPPED}, "coir_stage_event: the text of COIR_EVENT_TEXT_DROPPED is NULL"},
        {{.type = COIR_EVENT_TEXT, .text = "a\xff"}, "COIR_EVENT_TEXT is not UTF-8: byte 0xff at 1"},
        {{.type = COIR_EVENT_TEXT_EDITING, .text = "\xc3"}, "COIR_EVENT_TEXT_EDITING is not UTF-8: byte 0xc3 at 0"},
        {{.type = COIR_EVENT_CUSTOM}, "coir_stage_event: a custom event has no name"},
    };
    coir_node_listen(scene, record, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_stage_event(stage, &bad[i].event));
        assert_mistake(bad[i].told);
    }
    assert_trace("");
    coir_stage_event(stage, &(CoirEvent){.type = COIR_EVENT_FILE_DROPPED, .text = "a\xff"}); // paths may have any bytes
    assert_trace("scene:other ");
}

TEST_FILE(listeners)
{
    const struct CMUnitTest tests[] = {
        event_test(a_listener_for_one_type_gets_no_other_type),
        event_test(a_node_has_any_number_of_listeners_called_in_the_order_of_adding),
        event_test(adding_a_listener_twice_changes_nothing),
        event_test(removing_a_listener_removes_all_its_types),
        event_test(a_listener_that_is_removed_or_added_in_an_event_does_not_get_the_event),
        event_test(custom_events_are_known_by_their_name),
        event_test(a_custom_event_brings_data),
        event_test(a_listener_that_sends_its_own_event_is_stopped),
        event_test(a_listener_in_a_deep_tree_that_sends_its_own_event_is_stopped),
        event_test(two_listeners_that_send_their_own_event_are_stopped),
        event_test(a_quit_that_the_stage_cannot_send_counts_as_refused),
        event_test(listeners_with_a_priority_are_called_before_and_after_the_nodes),
        event_test(a_listener_with_a_priority_needs_no_hit_and_no_visible_node),
        event_test(a_listener_with_a_priority_gets_events_while_its_node_is_on_stage),
        event_test(listeners_with_a_priority_may_be_changed_while_they_are_called),
        event_test(a_pointer_comes_to_the_topmost_node_that_is_hit),
        event_test(a_node_is_hit_at_its_rotated_scaled_and_moved_place),
        event_test(a_class_or_a_function_decides_about_hits),
        event_test(a_circle_is_hit_inside_of_the_circle),
        event_test(a_turned_and_skewed_node_with_a_scale_of_0_is_not_hit),
        event_test(text_comes_to_one_node_and_keys_come_to_that_node_first),
        event_test(text_input_ends_when_its_node_leaves_the_stage),
        event_test(text_input_ends_when_a_transition_takes_its_scene_away),
        event_test(a_listener_may_destroy_the_scene),
        event_test(a_listener_may_destroy_the_stage),
        event_test(without_memory_a_listener_is_refused),
        event_test(a_hit_function_may_destroy_the_node_of_a_click),
        event_test(mistakes_are_reported),
        event_test(an_event_with_bad_numbers_or_texts_reaches_no_listener),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
