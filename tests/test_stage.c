// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stage: scenes that are shown and destroyed, and the order in which nodes receive an event.

#include "support/staged.h"

#include "coir/coir.h"

// Scenes -------------------------------------------------------------------------------------------------------------

static void destroy_and_sweep(void *target, double dt, void *user)
{
    CoirNode *node = target;
    (void)dt, (void)user;
    coir_node_destroy(node);
    assert_int_equal(coir_nodes_sweep(), 0);
    assert_mistake("coir_nodes_sweep: called in a callback");
    note("swept ");
}

static void a_node_lives_to_the_end_of_an_update_of_its_stages_scheduler(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_DESTROY);
    (void)state;
    show_probe(scene);
    coir_node_every_frame(&scene->node, destroy_and_sweep, NULL, 0);
    assert_true(coir_scheduler_update(coir_stage_scheduler(stage), 1));
    assert_trace("swept scene.destroy ");
}

static void a_scene_enters_after_the_updates_of_a_frame_and_the_one_before_is_destroyed(void **state)
{
    Probe *first = probe_new(NULL, "first", ALL_HOOKS), *second = probe_new(NULL, "second", ALL_HOOKS);
    (void)state;
    assert_true(coir_stage_show(stage, &first->node));
    assert_null(coir_stage_scene(stage));
    assert_false(coir_node_is_on_stage(&first->node));
    step(stage);
    assert_trace("first.enter first.entered ");
    assert_ptr_equal(coir_stage_scene(stage), &first->node);
    assert_true(coir_node_is_on_stage(&first->node));
    draw_frame();
    assert_trace("first.draw ");
    assert_true(coir_stage_show(stage, &second->node));
    assert_trace("");
    step(stage);
    assert_trace("first.update first.leaving first.leave second.enter second.entered first.destroy ");
    step(stage);
    draw_frame();
    assert_trace("second.update second.draw ");
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("second.leaving second.leave second.destroy ");
}

static void showing_null_empties_the_stage(void **state)
{
    (void)state;
    show_probe(probe_new(NULL, "scene", COMING_AND_GOING | PROBE_DESTROY));
    assert_trace("scene.enter ");
    assert_true(coir_stage_show(stage, NULL));
    step(stage);
    assert_trace("scene.leave scene.destroy ");
    assert_null(coir_stage_scene(stage));
    step(stage);
    draw_frame();
    assert_false(send_event());
    assert_int_equal(coir_nodes_count(), 0);
}

static void of_two_scenes_asked_for_the_last_enters(void **state)
{
    (void)state;
    assert_true(coir_stage_show(stage, &probe_new(NULL, "first", ALL_HOOKS)->node));
    assert_true(coir_stage_show(stage, &probe_new(NULL, "second", COMING_AND_GOING)->node));
    step(stage);
    assert_trace("second.enter first.destroy ");
    assert_true(coir_stage_show(stage, &probe_new(NULL, "third", ALL_HOOKS)->node));
    assert_true(coir_stage_show(stage, NULL));
    step(stage);
    assert_trace("second.leave third.destroy ");
}

static void a_scene_that_is_destroyed_before_it_enters_is_forgotten(void **state)
{
    Probe *pending = probe_new(NULL, "pending", ALL_HOOKS);
    (void)state;
    show_probe(probe_new(NULL, "scene", COMING_AND_GOING));
    assert_true(coir_stage_show(stage, &pending->node));
    coir_node_destroy(&pending->node);
    step(stage);
    assert_trace("scene.enter pending.destroy ");
    coir_node_destroy(coir_stage_scene(stage));
    assert_trace("scene.leave ");
    assert_null(coir_stage_scene(stage));
    step(stage);
}

static void a_scene_on_stage_or_to_come_has_no_parent_and_no_other_stage(void **state)
{
    CoirNode *scene = coir_node_new(), *pending = coir_node_new(), *parent = coir_node_new(), *child = coir_node_new();
    CoirStage *other = coir_stage_new();
    (void)state;
    show(stage, scene);
    assert_true(coir_stage_show(stage, pending));
    assert_false(coir_node_add(parent, scene));
    assert_mistake("belongs to its stage");
    assert_false(coir_node_set_parent(pending, parent));
    assert_mistake("belongs to its stage");
    assert_false(coir_stage_show(other, scene));
    assert_mistake("already a scene or an overlay of a stage");
    assert_false(coir_stage_show(stage, scene));
    assert_mistake("already a scene or an overlay of a stage");
    assert_false(coir_stage_show(other, pending));
    assert_mistake("already a scene or an overlay of a stage");
    assert_true(coir_node_add(parent, child));
    assert_false(coir_stage_show(other, child));
    assert_mistake("has a parent");
    assert_null(coir_node_detach(scene));
    assert_mistake("no parent");
    coir_node_destroy(parent);
    assert_false(coir_stage_show(other, parent));
    assert_mistake("destroyed already");
    coir_stage_destroy(other);
}

static void null_and_bad_numbers_are_reported(void **state)
{
    CoirNode *node = coir_node_new();
    CoirEvent event = {.type = COIR_EVENT_WHEEL};
    (void)state;
    assert_false(coir_stage_show(NULL, node));
    assert_mistake("stage is NULL");
    assert_false(coir_stage_update(NULL, 1));
    assert_mistake("stage is NULL");
    assert_false(coir_stage_update(stage, -1));
    assert_mistake("dt");
    assert_false(coir_stage_event(NULL, &event));
    assert_mistake("stage is NULL");
    assert_false(coir_stage_event(stage, NULL));
    assert_mistake("event is NULL");
    coir_stage_draw(NULL, stage_painter);
    assert_mistake("stage is NULL");
    coir_stage_draw(stage, NULL);
    assert_mistake("painter is NULL");
    coir_stage_destroy(NULL);
    assert_null(coir_stage_scene(NULL));
    assert_null(coir_stage_scheduler(NULL));
    assert_null(coir_stage_actions(NULL));
    assert_string_equal(coir_error(), "");
    coir_node_destroy(node);
}

static void a_stage_without_memory_is_null(void **state)
{
    CoirStage *made = NULL;
    (void)state;
    for (long nth = 1; !made; nth++) {
        support_fail_allocation(nth);
        made = coir_stage_new();
        assert_true(made || strstr(coir_error(), "out of memory"));
    }
    support_fail_allocation(0);
    coir_stage_destroy(made);
}

static void detached_nodes_outlive_their_stage(void **state)
{
    CoirNode *scene = coir_node_new(), *kept = coir_node_new();
    (void)state;
    assert_true(coir_node_add(scene, kept));
    show(stage, scene);
    coir_node_detach(kept);
    coir_stage_destroy(stage);
    stage = coir_stage_new();
    assert_valid(kept);
    show(stage, kept);
    assert_true(coir_node_is_on_stage(kept));
}

// Events -------------------------------------------------------------------------------------------------------------

static bool listener_answer;

static bool note_event(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event;
    note("%s.%s ", node->name, (const char *)user);
    return listener_answer;
}

static void listen(CoirNode *node, const char *text)
{
    assert_true(coir_node_listen(node, note_event, (void *)text));
}

static void the_topmost_node_gets_an_event_first(void **state)
{
    Probe *scene = ear_new(NULL, "scene", PROBE_EVENT), *a = ear_new(&scene->node, "a", PROBE_EVENT);
    Probe *behind = ear_new(&scene->node, "behind", PROBE_EVENT), *b = ear_new(&scene->node, "b", PROBE_EVENT);
    (void)state;
    behind->node.z = -1;
    ear_new(&a->node, "deep", PROBE_EVENT);
    probe_new(&scene->node, "deaf", PROBE_EVENT);
    show_probe(scene);
    assert_false(send_event());
    assert_trace("b.event deep.event a.event scene.event behind.event ");
    b->node.z = -3; // the new z counts before the next drawing, too
    a->handles = true;
    assert_true(send_event());
    assert_trace("deep.event a.event ");
    a->handles = false;
    behind->handles = true;
    assert_true(send_event());
    assert_trace("deep.event a.event scene.event behind.event ");
}

static void a_listener_is_asked_before_its_nodes_hook(void **state)
{
    static const char listener[] = "listener";
    Probe *scene = ear_new(NULL, "scene", PROBE_EVENT);
    CoirNode *child = coir_node_new();
    (void)state;
    child->name = "child";
    coir_node_add(&scene->node, child);
    listen(&scene->node, listener);
    listen(child, listener);
    show_probe(scene);
    assert_false(send_event());
    assert_trace("child.listener scene.listener scene.event ");
    listener_answer = true;
    assert_true(send_event());
    assert_trace("child.listener ");
    assert_true(coir_node_unlisten(child, note_event, (void *)listener));
    assert_true(send_event());
    assert_trace("scene.listener ");
    listener_answer = false;
    assert_true(coir_node_unlisten(&scene->node, note_event, (void *)listener));
    assert_false(send_event());
    assert_trace("scene.event ");
    assert_valid(&scene->node);
}

static void invisible_off_stage_and_destroyed_nodes_get_no_events(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *group = ear_new(&scene->node, "group", PROBE_EVENT);
    Probe *child = ear_new(&group->node, "child", PROBE_EVENT);
    (void)state;
    listen(&child->node, "listener");
    assert_false(send_event());
    show_probe(scene);
    group->node.visible = false;
    assert_false(send_event());
    assert_trace("");
    group->node.visible = true;
    coir_node_detach(&group->node);
    assert_false(send_event());
    assert_trace("");
    coir_node_add(&scene->node, &group->node);
    coir_node_pause(&group->node); // a pause stops time, not events
    send_event();
    assert_trace("child.listener child.event group.event ");
    coir_node_destroy(&group->node);
    assert_false(send_event());
    assert_trace("");
    assert_valid(&scene->node);
}

static void act_lower_and_send_again(Probe *probe)
{
    probe->node.z = -9;
    send_event();
}

static void a_node_may_change_its_z_and_send_an_event_in_an_event(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = ear_new(&scene->node, "a", PROBE_EVENT);
    (void)state;
    ear_new(&scene->node, "b", PROBE_EVENT);
    Probe *c = ear_new(&scene->node, "c", PROBE_EVENT);
    show_probe(scene);
    probe_acts(c, PROBE_EVENT, act_lower_and_send_again, NULL);
    send_event();
    assert_trace("c.event c.event b.event a.event b.event a.event ");
    a->handles = true;
    assert_true(send_event());
    assert_trace("b.event a.event ");
}

static void listener_counts_stay_right_through_all_moves(void **state)
{
    enum { NODES = 60 };
    CoirNode *nodes[NODES], *scene = coir_node_new();
    unsigned random = 99;
    (void)state;
    show(stage, scene);
    for (int i = 0; i < NODES; i++)
        nodes[i] = i % 3 ? coir_node_new() : &ear_new(NULL, "ear", 0)->node;
    for (int i = 0; i < 20000; i++) {
        random = random * 1664525u + 1013904223u;
        CoirNode *node = nodes[(random >> 8) % NODES], *other = nodes[(random >> 16) % NODES];
        switch ((random >> 24) % 4) {
        case 0: coir_node_detach(node); break;
        case 1:
            if ((random >> 23) & 1)
                coir_node_listen(node, note_event, NULL);
            else
                coir_node_unlisten(node, note_event, NULL);
            break;
        case 2: coir_node_set_parent(node, (random >> 22) & 1 ? scene : other); break;
        case 3: coir_node_add((random >> 22) & 1 ? scene : other, node); break;
        }
        if (i % 16 == 0) {
            assert_valid(scene);
            assert_valid(node);
        }
    }
    for (int i = 0; i < NODES; i++)
        if (!coir_node_parent(nodes[i]))
            assert_true(coir_node_add(scene, nodes[i]));
    assert_valid(scene);
}

TEST_FILE(stage)
{
    const struct CMUnitTest tests[] = {
        stage_test(a_node_lives_to_the_end_of_an_update_of_its_stages_scheduler),
        stage_test(a_scene_enters_after_the_updates_of_a_frame_and_the_one_before_is_destroyed),
        stage_test(showing_null_empties_the_stage),
        stage_test(of_two_scenes_asked_for_the_last_enters),
        stage_test(a_scene_that_is_destroyed_before_it_enters_is_forgotten),
        stage_test(a_scene_on_stage_or_to_come_has_no_parent_and_no_other_stage),
        stage_test(null_and_bad_numbers_are_reported),
        stage_test(a_stage_without_memory_is_null),
        stage_test(detached_nodes_outlive_their_stage),
        stage_test(the_topmost_node_gets_an_event_first),
        stage_test(a_listener_is_asked_before_its_nodes_hook),
        stage_test(invisible_off_stage_and_destroyed_nodes_get_no_events),
        stage_test(a_node_may_change_its_z_and_send_an_event_in_an_event),
        stage_test(listener_counts_stay_right_through_all_moves),
    };
    return cmocka_run_group_tests_name("stage", tests, NULL, NULL);
}
