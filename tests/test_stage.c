// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stage: scenes, hooks, events, the order of drawing, and that any call is legal in any callback.

#include "support/staged.h"

#include <math.h>
#include <string.h>

#include "coir/coir.h"

#define ALL_HOOKS                                                                                          \
    (PROBE_ENTER | PROBE_ENTERED | PROBE_LEAVING | PROBE_LEAVE | PROBE_UPDATE | PROBE_DRAW | PROBE_EVENT | \
     PROBE_DESTROY)
#define COMING_AND_GOING (PROBE_ENTER | PROBE_LEAVE)

static void show_probe(Probe *scene)
{
    show(stage, &scene->node);
}

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
    assert_mistake("on a stage already");
    assert_false(coir_stage_show(stage, scene));
    assert_mistake("on a stage already");
    assert_false(coir_stage_show(other, pending));
    assert_mistake("on a stage already");
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

static void a_stage_that_cannot_be_had_is_null(void **state)
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

static void nodes_outlive_their_stage_when_they_were_taken_off_it(void **state)
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

// Hooks --------------------------------------------------------------------------------------------------------------

// A type of three levels, each with all hooks.
typedef struct First {
    CoirNode node;
    int leave_in_enter_of, come_back_in_leave_of, destroy_in_enter_of; // the level that does it, 0: none
} First;

typedef struct Second {
    COIR_INHERIT(First, first);
} Second;

typedef struct Third {
    COIR_INHERIT(Second, second);
} Third;

static CoirNode *home; // where a node comes back to

static void level_enter(CoirNode *node, int level)
{
    First *first = (First *)node;
    note("enter%d ", level);
    if (first->leave_in_enter_of == level) {
        first->leave_in_enter_of = 0;
        assert_ptr_equal(coir_node_detach(node), node);
        note("| ");
    }
    if (first->destroy_in_enter_of == level)
        coir_node_destroy(node);
}

static void level_leave(CoirNode *node, int level)
{
    First *first = (First *)node;
    note("leave%d ", level);
    if (first->come_back_in_leave_of != level)
        return;
    first->come_back_in_leave_of = 0;
    assert_true(coir_node_add(home, node));
    note("| ");
}

#define LEVEL_HOOKS(level)                               \
    static bool made##level(CoirNode *node)              \
    {                                                    \
        (void)node;                                      \
        note("made%d ", level);                          \
        return true;                                     \
    }                                                    \
    static void enter##level(CoirNode *node)             \
    {                                                    \
        level_enter(node, level);                        \
    }                                                    \
    static void entered##level(CoirNode *node)           \
    {                                                    \
        (void)node;                                      \
        note("entered%d ", level);                       \
    }                                                    \
    static void leaving##level(CoirNode *node)           \
    {                                                    \
        (void)node;                                      \
        note("leaving%d ", level);                       \
    }                                                    \
    static void leave##level(CoirNode *node)             \
    {                                                    \
        level_leave(node, level);                        \
    }                                                    \
    static void update##level(CoirNode *node, double dt) \
    {                                                    \
        (void)node;                                      \
        note("update%d@%g ", level, dt);                 \
    }                                                    \
    static void destroy##level(CoirNode *node)           \
    {                                                    \
        (void)node;                                      \
        note("destroy%d ", level);                       \
    }

LEVEL_HOOKS(1)
LEVEL_HOOKS(2)
LEVEL_HOOKS(3)

#define LEVEL(n)                                                                                         \
    .made = made##n, .enter = enter##n, .entered = entered##n, .leaving = leaving##n, .leave = leave##n, \
    .update = update##n, .destroy = destroy##n

static COIR_NODE_CLASS(First, LEVEL(1));
static COIR_NODE_CLASS(Second, .super = &First_class, LEVEL(2));
static COIR_NODE_CLASS(Third, .super = &Second_class, LEVEL(3));

static void hooks_run_once_for_each_level_in_their_order(void **state)
{
    (void)state;
    show(stage, &COIR_NEW(Third)->node);
    assert_trace("made1 made2 made3 enter1 enter2 enter3 entered1 entered2 entered3 ");
    assert_true(coir_stage_update(stage, 0.5));
    assert_trace("update3@0.5 ");
    coir_stage_show(stage, NULL);
    assert_true(coir_stage_update(stage, 0));
    assert_trace("update3@0 leaving3 leaving2 leaving1 leave3 leave2 leave1 destroy3 destroy2 destroy1 ");
}

// A type without hooks of its own between two that have some.
typedef struct Silent {
    COIR_INHERIT(First, first);
} Silent;

static COIR_NODE_CLASS(Silent, .super = &First_class);

static void the_nearest_level_that_has_an_update_is_called(void **state)
{
    CoirNode *scene = coir_node_new();
    (void)state;
    coir_node_add(scene, &COIR_NEW(Silent)->node);
    show(stage, scene);
    assert_trace("made1 enter1 ");
    assert_true(coir_stage_update(stage, 1));
    assert_trace("update1@1 ");
    coir_node_destroy(scene);
    assert_trace("leave1 ");
    coir_nodes_sweep();
    assert_trace("destroy1 ");
}

static First *add_third(void)
{
    home = coir_node_new();
    show(stage, home);
    Third *third = COIR_NEW(Third);
    forget_trace();
    return &third->second.first;
}

static void what_leaves_in_an_enter_hook_leaves_with_the_levels_that_have_entered(void **state)
{
    static const char *const called[] = {"enter1 leave1 | ", "enter1 enter2 leave2 leave1 | ",
                                         "enter1 enter2 enter3 leave3 leave2 leave1 | "};
    First *first = add_third();
    (void)state;
    for (int level = 1; level <= 3; level++) {
        first->leave_in_enter_of = level;
        assert_true(coir_node_add(home, &first->node));
        assert_trace(called[level - 1]);
        assert_false(coir_node_is_on_stage(&first->node));
    }
    assert_true(coir_node_add(home, &first->node));
    assert_trace("enter1 enter2 enter3 ");
}

static void what_comes_back_in_a_leave_hook_enters_with_the_levels_that_have_left(void **state)
{
    static const char *const called[] = {"leave3 leave2 leave1 enter1 enter2 enter3 | ",
                                         "leave3 leave2 enter2 enter3 | ", "leave3 enter3 | "};
    First *first = add_third();
    (void)state;
    assert_true(coir_node_add(home, &first->node));
    assert_trace("enter1 enter2 enter3 ");
    for (int level = 1; level <= 3; level++) {
        first->come_back_in_leave_of = level;
        coir_node_detach(&first->node);
        assert_trace(called[level - 1]);
        assert_true(coir_node_is_on_stage(&first->node));
        assert_valid(home);
    }
}

static void what_is_destroyed_in_an_enter_hook_hears_of_nothing_but_that(void **state)
{
    static const char *const called[] = {"enter1 leave1 ", "enter1 enter2 leave2 leave1 ",
                                         "enter1 enter2 enter3 leave3 leave2 leave1 "};
    (void)state;
    for (int level = 1; level <= 3; level++) {
        First *first = add_third();
        first->destroy_in_enter_of = level;
        assert_true(coir_node_add(home, &first->node));
        note("| ");
        step(stage);
        char expected[100];
        snprintf(expected, sizeof expected, "%s| destroy3 destroy2 destroy1 ", called[level - 1]);
        assert_trace(expected);
    }
}

static void act_destroy(Probe *probe)
{
    coir_node_destroy(&probe->node);
}

static void act_destroy_stage_and_add(Probe *probe)
{
    CoirNode *child = coir_node_first_child(&probe->node);
    coir_stage_destroy(stage);
    stage = NULL;
    assert_true(coir_node_add(child, &probe_new(NULL, "late", COMING_AND_GOING)->node));
}

static void what_belongs_to_a_stage_is_not_destroyed_by_hand(void **state)
{
    (void)state;
    coir_scheduler_destroy(coir_stage_scheduler(stage));
    assert_mistake("this scheduler belongs to a stage");
    coir_action_manager_destroy(coir_stage_actions(stage));
    assert_mistake("this manager belongs to a stage");
    step(stage);
}

static void nothing_enters_a_stage_that_has_been_destroyed(void **state)
{
    Probe *scene = probe_new(NULL, "scene", COMING_AND_GOING);
    (void)state;
    probe_new(&scene->node, "child", COMING_AND_GOING);
    show_probe(scene);
    probe_acts(scene, PROBE_LEAVE, act_destroy_stage_and_add, NULL);
    coir_node_destroy(&scene->node);
    assert_trace("scene.enter child.enter scene.leave child.leave ");
}

static void one_that_destroys_itself_in_leaving_is_not_given_back(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = probe_new(&scene->node, "a", PROBE_LEAVE | PROBE_DESTROY);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_LEAVE, act_destroy, NULL);
    assert_null(coir_node_detach(&a->node));
    assert_trace("a.leave ");
    step(stage);
    assert_trace("a.destroy ");
}

static void parents_enter_before_children_and_leave_before_them(void **state)
{
    Probe *scene = probe_new(NULL, "scene", COMING_AND_GOING), *a = probe_new(&scene->node, "a", COMING_AND_GOING);
    (void)state;
    probe_new(&a->node, "deep", COMING_AND_GOING);
    probe_new(&scene->node, "b", COMING_AND_GOING);
    show_probe(scene);
    assert_trace("scene.enter a.enter deep.enter b.enter ");
    coir_node_detach(&a->node);
    assert_trace("a.leave deep.leave ");
    coir_node_add(&scene->node, &a->node);
    assert_trace("a.enter deep.enter ");
    coir_node_destroy(&scene->node);
    assert_trace("scene.leave b.leave a.leave deep.leave ");
}

static void entered_and_leaving_are_for_the_scene(void **state)
{
    const unsigned noted_hooks = PROBE_ENTERED | PROBE_LEAVING;
    Probe *scene = probe_new(NULL, "scene", noted_hooks);
    (void)state;
    probe_new(&scene->node, "child", noted_hooks);
    show_probe(scene);
    assert_trace("scene.entered ");
    coir_node_destroy(&scene->node);
    assert_trace("scene.leaving ");
}

static void act_update_stage(Probe *probe)
{
    (void)probe;
    coir_stage_update(stage, 0);
}

static void a_leaving_hook_that_updates_the_stage_brings_the_next_scene(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_LEAVING), *next = probe_new(NULL, "next", PROBE_ENTERED);
    (void)state;
    show_probe(scene);
    probe_acts(scene, PROBE_LEAVING, act_update_stage, NULL);
    assert_true(coir_stage_show(stage, &next->node));
    coir_node_destroy(&scene->node);
    assert_trace("scene.leaving next.entered ");
    assert_ptr_equal(coir_stage_scene(stage), &next->node);
    assert_true(coir_node_validate(&next->node));
}

static void act_add_other(Probe *probe)
{
    assert_true(coir_node_add(coir_node_parent(&probe->node), probe->other));
}

static void act_detach(Probe *probe)
{
    coir_node_detach(&probe->node);
}

static void act_to_the_end(Probe *probe)
{
    CoirNode *parent = coir_node_parent(&probe->node);
    coir_node_detach(&probe->node);
    assert_true(coir_node_add(parent, &probe->node));
}

static Probe *add_three(Probe *scene, unsigned hooks)
{
    Probe *a = probe_new(&scene->node, "a", hooks);
    probe_new(&scene->node, "b", hooks);
    probe_new(&scene->node, "c", hooks);
    return a;
}

static void a_child_added_in_a_siblings_enter_hook_enters_once(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_ENTER),
          *late = probe_new(NULL, "late", PROBE_ENTER);
    (void)state;
    probe_acts(a, PROBE_ENTER, act_add_other, &late->node);
    show_probe(scene);
    assert_trace("a.enter late.enter b.enter c.enter ");
    assert_valid(&scene->node);
}

static void after_one_that_removes_itself_in_its_enter_hook_the_next_enters_once(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, COMING_AND_GOING | PROBE_DRAW);
    (void)state;
    probe_acts(a, PROBE_ENTER, act_detach, NULL);
    show_probe(scene);
    assert_trace("a.enter a.leave b.enter c.enter ");
    draw_frame();
    assert_trace("b.draw c.draw ");
    coir_node_destroy(&a->node);
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void children_are_drawn_by_z_stably_those_below_0_before_the_node(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *probes[6];
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    static const int z[] = {1, -1, 0, 1, -2, -1};
    (void)state;
    show_probe(scene);
    for (int i = 0; i < 6; i++) {
        probes[i] = probe_new(&scene->node, names[i], PROBE_DRAW);
        probes[i]->node.z = z[i];
    }
    draw_frame();
    assert_trace("e.draw b.draw f.draw scene.draw c.draw a.draw d.draw ");
    probes[0]->node.z = -5;
    probes[4]->node.z = 5;
    draw_frame();
    assert_trace("a.draw b.draw f.draw scene.draw c.draw d.draw e.draw ");
    for (int i = 0; i < 6; i++)
        probes[i]->node.z = -1;
    draw_frame();
    assert_trace("a.draw b.draw f.draw c.draw d.draw e.draw scene.draw ");
    assert_valid(&scene->node);
}

static void many_children_are_sorted_stably(void **state)
{
    enum { MANY = 5000 };
    CoirNode *scene = coir_node_new();
    (void)state;
    show(stage, scene);
    unsigned random = 7;
    for (int i = 0; i < MANY; i++) {
        CoirNode *child = coir_node_new();
        random = random * 1664525u + 1013904223u;
        child->z = (int)((random >> 16) % 50) - 25;
        child->tag = i;
        coir_node_add(scene, child);
    }
    draw_frame();
    assert_valid(scene);
    assert_int_equal(coir_node_child_count(scene), MANY);
    for (CoirNode *child = coir_node_first_child(scene); coir_node_next_sibling(child);
         child = coir_node_next_sibling(child)) {
        const CoirNode *next = coir_node_next_sibling(child);
        assert_true(child->z < next->z || (child->z == next->z && child->tag < next->tag));
    }
}

static void what_is_not_visible_is_not_drawn_with_all_below(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *a = probe_new(&scene->node, "a", PROBE_DRAW);
    (void)state;
    probe_new(&a->node, "deep", PROBE_DRAW);
    show_probe(scene);
    a->node.visible = false;
    draw_frame();
    assert_trace("scene.draw ");
    a->node.visible = true;
    a->node.opacity = 0;
    draw_frame();
    assert_trace("scene.draw ");
    a->node.opacity = 0.01f;
    draw_frame();
    assert_trace("scene.draw a.draw deep.draw ");
}

static void after_one_that_removes_itself_while_drawing_the_next_is_drawn(void **state)
{
    static void (*const acts[])(Probe *) = {act_detach, act_destroy};
    (void)state;
    for (int i = 0; i < 2; i++) {
        Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
        CoirNodeRef ref = coir_node_ref(&a->node);
        show_probe(scene);
        probe_acts(a, PROBE_DRAW, acts[i], NULL);
        draw_frame();
        assert_trace("a.draw b.draw c.draw ");
        draw_frame();
        assert_trace("b.draw c.draw ");
        coir_node_destroy(coir_node_get(ref));
    }
}

static void a_child_added_while_drawing_enters_at_once_and_is_drawn(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_add_other, &probe_new(NULL, "late", PROBE_DRAW | PROBE_ENTER)->node);
    draw_frame();
    assert_trace("a.draw late.enter b.draw c.draw late.draw ");
}

static void one_that_goes_to_the_end_while_drawing_is_drawn_once(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_to_the_end, NULL);
    a->acts_left = -1;
    draw_frame();
    assert_trace("a.draw b.draw c.draw ");
    draw_frame();
    assert_trace("b.draw c.draw a.draw ");
}

static void note_name(CoirNode *child, void *user)
{
    (void)user;
    note("%s ", child->name);
}

static void act_walk_and_to_the_end(Probe *probe)
{
    coir_node_each_child(coir_node_parent(&probe->node), note_name, NULL);
    act_to_the_end(probe);
}

static void also_when_it_walks_over_its_siblings_meanwhile(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_walk_and_to_the_end, NULL);
    a->acts_left = -1;
    draw_frame();
    assert_trace("a.draw a b c b.draw c.draw ");
    draw_frame();
    assert_trace("b.draw c.draw a.draw b c a ");
}

static void act_clip(Probe *probe)
{
    (void)probe;
    coir_painter_push_clip(stage_painter, coir_rect(0, 0, 1, 1));
}

static void a_clip_that_was_left_is_reported_and_taken_off(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0);
    (void)state;
    show_probe(scene);
    probe_acts(scene, PROBE_DRAW, act_clip, NULL);
    draw_frame();
    assert_mistake("more often");
}

// A node that draws one rectangle of its own colour.
typedef struct Patch {
    CoirNode node;
} Patch;

static void patch_draw(CoirNode *node, CoirPainter *on)
{
    coir_painter_rect(on, coir_rect(0, 0, node->size.x, node->size.y), COIR_WHITE);
}

static COIR_NODE_CLASS(Patch, .draw = patch_draw);

static void what_is_drawn_has_the_place_the_opacity_and_the_tint_of_all_above(void **state)
{
    CoirNode *scene = coir_node_new(), *group = coir_node_new(), *patch = &COIR_NEW(Patch)->node;
    (void)state;
    coir_node_add(scene, group);
    coir_node_add(group, patch);
    scene->position = coir_vec2(100, 50);
    scene->opacity = 0.5f;
    scene->color = coir_rgb(0, 0, 0); // not for its children
    group->scale = coir_vec2(2, 3);
    group->color = coir_rgb(255, 51, 0);
    group->cascade_color = true;
    patch->position = coir_vec2(1, 1);
    patch->size = coir_vec2(10, 10);
    patch->color = coir_rgb(51, 255, 255);
    show(stage, scene);
    draw_frame();
    assert_int_equal(stage_painter->vertex_count, 4);
    float left = 1e9f, top = -1e9f;
    for (int i = 0; i < 4; i++) {
        const CoirVertex *v = &stage_painter->vertices[i];
        left = v->x < left ? v->x : left;
        top = v->y > top ? v->y : top;
        assert_int_equal(v->color.r, 51);
        assert_int_equal(v->color.g, 51);
        assert_int_equal(v->color.b, 0);
        assert_int_equal(v->color.a, 128);
    }
    assert_true(left == 102 && top == 83);
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

static void the_topmost_is_asked_first(void **state)
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
    b->node.z = -3; // counts before the next drawing, too
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

static void what_is_invisible_or_off_stage_or_destroyed_hears_nothing(void **state)
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
    coir_node_pause(&group->node); // has to do with time only
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

static void one_that_changes_its_z_and_sends_an_event_in_an_event_spoils_neither(void **state)
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

static void listener_counts_stay_right_whatever_is_moved(void **state)
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

// Any call in any callback -------------------------------------------------------------------------------------------

// Where the call is made: in what is called for the actor, or (EACH_CHILD) for its parent's children.
typedef enum Place {
    IN_UPDATE,
    IN_EVERY_FRAME,
    IN_TIMER,
    IN_ACTION,
    IN_DRAW,
    IN_EVENT,
    IN_LISTENER,
    IN_ENTER_BELOW, // the hook of the base
    IN_ENTER,
    IN_LEAVE,
    IN_LEAVE_BELOW,
    IN_LEAVE_FOR_EVER,        // it is being destroyed
    IN_LEAVE_WITH_ITS_PARENT, // which is being destroyed
    IN_DESTROY,
    IN_EACH_CHILD,
    IN_ENTERED, // of the scene; so are the following
    IN_LEAVING,
} Place;

// scene (root (before, actor (child, child2), after), elsewhere), on a stage; other_scene on another.
static struct World {
    CoirStage *other;
    CoirNodeRef scene, root, before, actor, after, child, child2, elsewhere, other_scene;
    Place place;
    void (*call)(void);
    const char *name;
    bool called;
} world;

// What has become of each node that was made; the library and these must agree.
enum { CELLS_MAX = 64 };
static struct {
    CoirNodeRef ref;
    int entered[2], left[2], destroyed[2]; // for both levels
} cells[CELLS_MAX];
static int cell_count;

#define check(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "in place %d, %s: %s\n", (int)world.place, world.name, coir_error()); \
            assert_true(condition);                                                               \
        }                                                                                         \
    } while (0)

static bool is_ref(const CoirNode *node, CoirNodeRef ref)
{
    return node->ref_.index == ref.index && node->ref_.generation == ref.generation;
}

static void visit(const CoirNode *node, Place place)
{
    bool is_actor = is_ref(node, world.place >= IN_ENTERED ? world.scene : world.actor);
    if (place != world.place || world.called || !is_actor)
        return;
    world.called = true;
    world.call();
}

typedef struct CellBase {
    CoirNode node;
    int id;
} CellBase;

typedef struct Cell {
    COIR_INHERIT(CellBase, base);
} Cell;

static int id_of(const CoirNode *node)
{
    return ((const CellBase *)node)->id;
}

static void cell_enters(CoirNode *node, int level, Place place)
{
    int id = id_of(node);
    check(!node->dead_ && coir_node_is_on_stage(node));
    check(cells[id].entered[level] == cells[id].left[level]);
    cells[id].entered[level]++;
    visit(node, place);
}

static void cell_leaves(CoirNode *node, int level, Place place)
{
    int id = id_of(node);
    check(!coir_node_is_on_stage(node));
    check(cells[id].entered[level] == cells[id].left[level] + 1);
    cells[id].left[level]++;
    visit(node, place);
    if (level == 1) {
        visit(node, IN_LEAVE_FOR_EVER);
        visit(node, IN_LEAVE_WITH_ITS_PARENT);
    }
}

static void cell_is_destroyed(CoirNode *node, int level)
{
    int id = id_of(node);
    check(node->dead_ && !coir_node_get(cells[id].ref));
    check(cells[id].entered[level] == cells[id].left[level]);
    check(cells[id].destroyed[level] == 0);
    cells[id].destroyed[level]++;
}

static void base_enter(CoirNode *node)
{
    cell_enters(node, 0, IN_ENTER_BELOW);
}

static void base_leave(CoirNode *node)
{
    cell_leaves(node, 0, IN_LEAVE_BELOW);
}

static void base_destroy(CoirNode *node)
{
    cell_is_destroyed(node, 0);
}

static void cell_enter(CoirNode *node)
{
    cell_enters(node, 1, IN_ENTER);
}

static void cell_leave(CoirNode *node)
{
    cell_leaves(node, 1, IN_LEAVE);
}

static void cell_destroy(CoirNode *node)
{
    cell_is_destroyed(node, 1);
    visit(node, IN_DESTROY);
}

static void cell_entered(CoirNode *node)
{
    check(cells[id_of(node)].entered[1] == cells[id_of(node)].left[1] + 1);
    visit(node, IN_ENTERED);
}

static void cell_leaving(CoirNode *node)
{
    check(coir_node_is_on_stage(node));
    visit(node, IN_LEAVING);
}

// What is called for a node that is on stage and alive.
static void is_called(CoirNode *node, Place place)
{
    check(!node->dead_ && coir_node_is_on_stage(node) && coir_node_get(cells[id_of(node)].ref) == node);
    visit(node, place);
}

static void cell_update(CoirNode *node, double dt)
{
    (void)dt;
    is_called(node, IN_UPDATE);
}

static void cell_draw(CoirNode *node, CoirPainter *on)
{
    (void)on;
    is_called(node, IN_DRAW);
}

static bool cell_event(CoirNode *node, const CoirEvent *event)
{
    (void)event;
    is_called(node, IN_EVENT);
    return false;
}

static void cell_every_frame(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    is_called(target, IN_EVERY_FRAME);
}

static void cell_timer(CoirNode *node, void *user)
{
    (void)user;
    is_called(node, IN_TIMER);
}

static void cell_action(CoirNode *node, void *user)
{
    (void)user;
    is_called(node, IN_ACTION);
}

static bool cell_listener(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event, (void)user;
    is_called(node, IN_LISTENER);
    return false;
}

static COIR_NODE_CLASS(CellBase, .enter = base_enter, .leave = base_leave, .destroy = base_destroy);
static COIR_NODE_CLASS(Cell, .super = &CellBase_class, .enter = cell_enter, .entered = cell_entered,
                       .leaving = cell_leaving, .leave = cell_leave, .update = cell_update, .draw = cell_draw,
                       .event = cell_event, .destroy = cell_destroy);

static CoirNodeRef new_cell(CoirNodeRef parent, const char *name)
{
    Cell *cell = COIR_NEW(Cell);
    check(cell && cell_count < CELLS_MAX);
    CoirNode *node = &cell->node;
    CoirNodeRef ref = coir_node_ref(node);
    node->name = name;
    cell->base.id = cell_count;
    memset(&cells[cell_count], 0, sizeof *cells);
    cells[cell_count++].ref = ref;
    check(coir_node_every_frame(node, cell_every_frame, NULL, 1));
    check(coir_node_every(node, FRAME / 2, cell_timer, NULL));
    check(coir_node_listen(node, cell_listener, NULL));
    check(coir_node_run(node, coir_repeat_forever(coir_sequence(coir_delay(FRAME / 2), coir_call(cell_action, NULL))))
              .generation);
    if (parent.generation && coir_node_get(parent))
        check(coir_node_add(coir_node_get(parent), node));
    return ref;
}

// The calls. What they name may be gone already: then they are harmless, and perhaps reported.
static void do_destroy(CoirNodeRef ref)
{
    coir_node_destroy(coir_node_get(ref));
    check(!coir_node_get(ref));
}

static void do_detach(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref);
    if (node && coir_node_parent(node))
        coir_node_detach(node);
}

static void do_move(CoirNodeRef ref, CoirNodeRef parent)
{
    coir_node_set_parent(coir_node_get(ref), coir_node_get(parent));
}

static void do_to_the_end(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref), *parent = coir_node_parent(node);
    if (!parent)
        return;
    coir_node_detach(node);
    coir_node_add(parent, node);
}

static void do_quiet(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref);
    coir_node_unschedule_all(node);
    coir_node_stop_all(node);
    coir_node_unlisten(node, cell_listener, NULL);
}

static void do_show(void)
{
    CoirNodeRef none = {0, 0}, scene = new_cell(none, "next");
    new_cell(scene, "next child");
    if (stage)
        check(coir_stage_show(stage, coir_node_get(scene)));
    else
        do_destroy(scene);
}

#define EACH_CALL(CALL)                                                                                         \
    CALL(nothing, (void)0)                                                                                      \
    CALL(destroy_self, do_destroy(world.actor))                                                                 \
    CALL(destroy_self_twice, do_destroy(world.actor); do_destroy(world.actor))                                  \
    CALL(destroy_parent, do_destroy(world.root))                                                                \
    CALL(destroy_earlier, do_destroy(world.before))                                                             \
    CALL(destroy_later, do_destroy(world.after))                                                                \
    CALL(destroy_child, do_destroy(world.child))                                                                \
    CALL(destroy_scene, do_destroy(world.scene))                                                                \
    CALL(destroy_elsewhere, do_destroy(world.elsewhere))                                                        \
    CALL(destroy_upwards, do_destroy(world.child); do_destroy(world.actor); do_destroy(world.root))             \
    CALL(destroy_children, coir_node_destroy_children(coir_node_get(world.actor)))                              \
    CALL(destroy_siblings, coir_node_destroy_children(coir_node_get(world.root)))                               \
    CALL(destroy_everything, coir_node_destroy_children(coir_node_get(world.scene)))                            \
    CALL(add_child, new_cell(world.actor, "new"))                                                               \
    CALL(add_sibling, new_cell(world.root, "new"))                                                              \
    CALL(add_far, new_cell(new_cell(world.elsewhere, "new"), "newer"))                                          \
    CALL(add_and_destroy, do_destroy(new_cell(world.root, "new")))                                              \
    CALL(detach_self, do_detach(world.actor))                                                                   \
    CALL(detach_parent, do_detach(world.root))                                                                  \
    CALL(detach_earlier, do_detach(world.before))                                                               \
    CALL(detach_later, do_detach(world.after))                                                                  \
    CALL(detach_child, do_detach(world.child))                                                                  \
    CALL(detach_and_destroy, do_detach(world.actor); do_destroy(world.actor))                                   \
    CALL(self_to_the_end, do_to_the_end(world.actor))                                                           \
    CALL(parent_to_the_end, do_to_the_end(world.root))                                                          \
    CALL(earlier_to_the_end, do_to_the_end(world.before))                                                       \
    CALL(later_to_the_end, do_to_the_end(world.after))                                                          \
    CALL(child_to_the_end, do_to_the_end(world.child))                                                          \
    CALL(all_to_the_end, do_to_the_end(world.before); do_to_the_end(world.actor); do_to_the_end(world.after))   \
    CALL(move_self, do_move(world.actor, world.elsewhere))                                                      \
    CALL(move_self_and_back, do_move(world.actor, world.elsewhere); do_move(world.actor, world.root))           \
    CALL(move_parent, do_move(world.root, world.elsewhere))                                                     \
    CALL(move_earlier_into_self, do_move(world.before, world.actor))                                            \
    CALL(move_later_into_self, do_move(world.after, world.actor))                                               \
    CALL(move_later_into_child, do_move(world.after, world.child))                                              \
    CALL(move_child_up, do_move(world.child, world.root))                                                       \
    CALL(move_elsewhere_here, do_move(world.elsewhere, world.actor))                                            \
    CALL(move_into_own_child, do_move(world.actor, world.child))                                                \
    CALL(self_to_other_stage, do_move(world.actor, world.other_scene))                                          \
    CALL(parent_to_other_stage, do_move(world.root, world.other_scene))                                         \
    CALL(there_and_back, do_move(world.root, world.other_scene); do_move(world.root, world.scene))              \
    CALL(other_here, new_cell(world.other_scene, "new"); coir_stage_show(world.other, NULL))                    \
    CALL(show, do_show())                                                                                       \
    CALL(show_twice, do_show(); do_show())                                                                      \
    CALL(show_and_destroy, do_show(); do_destroy(world.scene))                                                  \
    CALL(show_nothing, if (stage) coir_stage_show(stage, NULL))                                                 \
    CALL(destroy_stage, coir_stage_destroy(stage); stage = NULL)                                                \
    CALL(destroy_stage_and_add, coir_stage_destroy(stage); stage = NULL; new_cell(world.child2, "new"))         \
    CALL(destroy_other_stage, coir_stage_destroy(world.other); world.other = NULL)                              \
    CALL(self_to_other_and_destroy_stage, do_move(world.actor, world.other_scene); coir_stage_destroy(stage);   \
         stage = NULL)                                                                                          \
    CALL(quiet_self, do_quiet(world.actor))                                                                     \
    CALL(quiet_all, do_quiet(world.before); do_quiet(world.actor); do_quiet(world.after); do_quiet(world.root)) \
    CALL(pause_self, coir_node_pause(coir_node_get(world.actor)))                                               \
    CALL(pause_later, coir_node_pause(coir_node_get(world.after)))                                              \
    CALL(hide_parent, set_hidden(world.root))                                                                   \
    CALL(change_z, set_z(world.actor, 3); set_z(world.after, -3); set_z(world.before, 9))                       \
    CALL(event_inside, if (stage) send_event())                                                                 \
    CALL(update_inside, if (stage) coir_stage_update(stage, FRAME))                                             \
    CALL(update_other, if (world.other) coir_stage_update(world.other, FRAME))                                  \
    CALL(draw_inside, draw_again())                                                                             \
    CALL(each_inside, coir_node_each_child(coir_node_get(world.root), note_nothing, NULL))                      \
    CALL(sweep_inside, coir_nodes_sweep())

static void set_z(CoirNodeRef ref, int z)
{
    if (coir_node_get(ref))
        coir_node_get(ref)->z = z;
}

static void set_hidden(CoirNodeRef ref)
{
    if (coir_node_get(ref))
        coir_node_get(ref)->visible = false;
}

static void note_nothing(CoirNode *child, void *user)
{
    (void)user;
    check(!child->dead_);
}

static void draw_again(void)
{
    if (stage)
        coir_stage_draw(stage, stage_painter);
}

#define DEFINE_CALL(name, ...)    \
    static void call_##name(void) \
    {                             \
        __VA_ARGS__;              \
    }
EACH_CALL(DEFINE_CALL)

#define NAME_CALL(name, ...) {call_##name, #name},
static const struct {
    void (*call)(void);
    const char *name;
} calls[] = {EACH_CALL(NAME_CALL)};

// All that must hold between two steps.
static void check_world(void)
{
    for (int i = 0; i < cell_count; i++) {
        const CoirNode *node = coir_node_get(cells[i].ref);
        int on_stage = coir_node_is_on_stage(node);
        for (int level = 0; level < 2; level++) {
            check(cells[i].entered[level] - cells[i].left[level] == on_stage);
            check(cells[i].destroyed[level] == (node ? 0 : 1));
        }
        if (node && !node->parent_)
            check(coir_node_validate(node));
        if (on_stage && !node->parent_)
            check(node == coir_stage_scene(stage) || node == coir_stage_scene(world.other));
    }
}

static void make_world(void)
{
    const CoirNodeRef none = {0, 0};
    cell_count = 0;
    world.called = false;
    stage = coir_stage_new();
    world.other = coir_stage_new();
    world.scene = new_cell(none, "scene");
    world.root = new_cell(world.scene, "root");
    world.before = new_cell(world.root, "before");
    world.actor = new_cell(world.root, "actor");
    world.child = new_cell(world.actor, "child");
    world.child2 = new_cell(world.actor, "child2");
    world.after = new_cell(world.root, "after");
    world.elsewhere = new_cell(world.scene, "elsewhere");
    world.other_scene = new_cell(none, "other");
    check(coir_stage_show(world.other, coir_node_get(world.other_scene)));
    check(coir_stage_update(world.other, FRAME));
    check(coir_stage_show(stage, coir_node_get(world.scene)));
}

static void visit_child(CoirNode *child, void *user)
{
    (void)user;
    visit(child, IN_EACH_CHILD);
}

// Brings about what does not come by itself.
static void provoke(void)
{
    switch (world.place) {
    case IN_LEAVE:
    case IN_LEAVE_BELOW: do_detach(world.root); break;
    case IN_LEAVE_FOR_EVER: do_destroy(world.actor); break;
    case IN_LEAVE_WITH_ITS_PARENT:
    case IN_DESTROY: do_destroy(world.root); break;
    case IN_EACH_CHILD: coir_node_each_child(coir_node_get(world.root), visit_child, NULL); break;
    case IN_LEAVING: coir_stage_show(stage, NULL); break;
    default: break;
    }
    coir_nodes_sweep();
}

static void run_frames(int count)
{
    for (int i = 0; i < count; i++) {
        if (stage)
            check(coir_stage_update(stage, FRAME));
        check_world();
        if (stage)
            send_event();
        coir_nodes_sweep();
        check_world();
        if (stage)
            draw_frame();
        coir_nodes_sweep();
        check_world();
    }
}

static void end_world(void)
{
    coir_stage_destroy(stage);
    coir_stage_destroy(world.other);
    stage = NULL;
    for (int i = 0; i < cell_count; i++) {
        CoirNode *node = coir_node_get(cells[i].ref);
        if (node && !coir_node_parent(node))
            coir_node_destroy(node);
    }
    coir_nodes_sweep();
    check(world.called);
    check(coir_nodes_count() == 0);
    check_world();
}

static void make_every_call_in(Place place)
{
    coir_stage_destroy(stage);
    assert_true(coir_painter_begin(stage_painter, coir_affine_identity(), 640, 480));
    size_t blocks = support_blocks();
    world.place = place;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        world.call = calls[i].call;
        world.name = calls[i].name;
        make_world();
        run_frames(2);
        provoke();
        check_world();
        run_frames(2);
        end_world();
        check(support_blocks() == blocks);
    }
}

#define EVERY_CALL_IN(name, place)                          \
    static void every_call_is_legal_in_##name(void **state) \
    {                                                       \
        (void)state;                                        \
        make_every_call_in(place);                          \
    }
EVERY_CALL_IN(an_update_hook, IN_UPDATE)
EVERY_CALL_IN(a_per_frame_function, IN_EVERY_FRAME)
EVERY_CALL_IN(a_timer, IN_TIMER)
EVERY_CALL_IN(an_action, IN_ACTION)
EVERY_CALL_IN(a_draw_hook, IN_DRAW)
EVERY_CALL_IN(an_event_hook, IN_EVENT)
EVERY_CALL_IN(a_listener, IN_LISTENER)
EVERY_CALL_IN(an_enter_hook, IN_ENTER)
EVERY_CALL_IN(an_enter_hook_of_the_base, IN_ENTER_BELOW)
EVERY_CALL_IN(a_leave_hook, IN_LEAVE)
EVERY_CALL_IN(a_leave_hook_of_the_base, IN_LEAVE_BELOW)
EVERY_CALL_IN(a_leave_hook_of_a_node_that_is_being_destroyed, IN_LEAVE_FOR_EVER)
EVERY_CALL_IN(a_leave_hook_of_a_node_whose_parent_is_being_destroyed, IN_LEAVE_WITH_ITS_PARENT)
EVERY_CALL_IN(a_destroy_hook, IN_DESTROY)
EVERY_CALL_IN(each_child, IN_EACH_CHILD)
EVERY_CALL_IN(an_entered_hook, IN_ENTERED)
EVERY_CALL_IN(a_leaving_hook, IN_LEAVING)

static void validate_root(Probe *probe)
{
    CoirNode *root = &probe->node;
    while (coir_node_parent(root))
        root = coir_node_parent(root);
    if (coir_node_ref(root).generation && !coir_node_validate(root)) // not of a scene that is being destroyed
        note("%s: %s ", probe->node.name, coir_error());
    assert_true(coir_node_validate(&probe->node));
}

static Probe *validating(CoirNode *parent, const char *name)
{
    Probe *probe = probe_new(parent, name, 0);
    probe->at = COMING_AND_GOING;
    probe->act = validate_root;
    probe->acts_left = -1;
    return probe;
}

static void a_tree_is_right_also_in_its_enter_and_leave_hooks(void **state)
{
    (void)state;
    CoirNode *scene = coir_node_new(), *group = coir_node_new();
    Probe *first = validating(group, "first"), *second = validating(group, "second");
    validating(&first->node, "below first");
    validating(&second->node, "below second");
    assert_true(coir_node_set_time_scale(&second->node, 0.5));
    show(stage, scene);
    assert_true(coir_node_add(scene, group));
    assert_true(coir_node_validate(scene));
    coir_node_detach(group);
    assert_true(coir_node_validate(group));
    assert_true(coir_node_add(scene, group));
    coir_node_destroy(scene);
    assert_trace("");
}

static void two_parts_of_a_tree_that_stand_on_different_stages_are_a_fault(void **state)
{
    (void)state;
    CoirNode *scene = coir_node_new(), *child = coir_node_new();
    assert_true(coir_node_add(scene, child));
    show(stage, scene);
    child->stage_ = NULL;
    assert_false(coir_node_validate(scene));
    assert_non_null(strstr(coir_error(), "is not on its parent's stage"));
    child->stage_ = stage;
}

static void an_opacity_beyond_0_to_1_is_said_once_and_drawn_as_the_nearest(void **state)
{
    (void)state;
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *child = probe_new(&scene->node, "child", PROBE_DRAW);
    show_probe(scene);
    forget_trace();
    for (int i = 0; i < 3; i++) {
        child->node.opacity = 255 + (float)i;
        draw_frame();
        assert_trace("scene.draw child.draw ");
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_mistake("its opacity is 257; it goes from 0 to 1");
    child->node.opacity = -1;
    draw_frame();
    assert_mistake("its opacity is -1");
    child->node.opacity = NAN;
    draw_frame();
    assert_mistake("its opacity is ");
    assert_trace("scene.draw scene.draw ");
    child->node.opacity = 0;
    draw_frame();
    assert_string_equal(coir_error(), "");
    forget_trace();
}

static void a_sprite_whose_opacity_is_255_is_said(void **state)
{
    (void)state;
    const uint8_t pixel[4] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
    CoirNode *scene = coir_node_new();
    CoirSprite *sprite = coir_sprite_with_texture(texture);
    assert_true(coir_node_add(scene, &sprite->node));
    show(stage, scene);
    sprite->node.opacity = 255;
    draw_frame();
    assert_mistake("its opacity is 255");
    coir_texture_destroy(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stage_test(a_node_lives_to_the_end_of_an_update_of_its_stages_scheduler),
        stage_test(an_opacity_beyond_0_to_1_is_said_once_and_drawn_as_the_nearest),
        stage_test(a_sprite_whose_opacity_is_255_is_said),
        stage_test(a_tree_is_right_also_in_its_enter_and_leave_hooks),
        stage_test(two_parts_of_a_tree_that_stand_on_different_stages_are_a_fault),
        stage_test(a_scene_enters_after_the_updates_of_a_frame_and_the_one_before_is_destroyed),
        stage_test(showing_null_empties_the_stage),
        stage_test(of_two_scenes_asked_for_the_last_enters),
        stage_test(a_scene_that_is_destroyed_before_it_enters_is_forgotten),
        stage_test(a_scene_on_stage_or_to_come_has_no_parent_and_no_other_stage),
        stage_test(null_and_bad_numbers_are_reported),
        stage_test(a_stage_that_cannot_be_had_is_null),
        stage_test(nodes_outlive_their_stage_when_they_were_taken_off_it),
        stage_test(hooks_run_once_for_each_level_in_their_order),
        stage_test(the_nearest_level_that_has_an_update_is_called),
        stage_test(what_leaves_in_an_enter_hook_leaves_with_the_levels_that_have_entered),
        stage_test(what_comes_back_in_a_leave_hook_enters_with_the_levels_that_have_left),
        stage_test(what_is_destroyed_in_an_enter_hook_hears_of_nothing_but_that),
        stage_test(what_belongs_to_a_stage_is_not_destroyed_by_hand),
        stage_test(nothing_enters_a_stage_that_has_been_destroyed),
        stage_test(one_that_destroys_itself_in_leaving_is_not_given_back),
        stage_test(parents_enter_before_children_and_leave_before_them),
        stage_test(entered_and_leaving_are_for_the_scene),
        stage_test(a_leaving_hook_that_updates_the_stage_brings_the_next_scene),
        stage_test(a_child_added_in_a_siblings_enter_hook_enters_once),
        stage_test(after_one_that_removes_itself_in_its_enter_hook_the_next_enters_once),
        stage_test(children_are_drawn_by_z_stably_those_below_0_before_the_node),
        stage_test(many_children_are_sorted_stably),
        stage_test(what_is_not_visible_is_not_drawn_with_all_below),
        stage_test(after_one_that_removes_itself_while_drawing_the_next_is_drawn),
        stage_test(a_child_added_while_drawing_enters_at_once_and_is_drawn),
        stage_test(one_that_goes_to_the_end_while_drawing_is_drawn_once),
        stage_test(also_when_it_walks_over_its_siblings_meanwhile),
        stage_test(a_clip_that_was_left_is_reported_and_taken_off),
        stage_test(what_is_drawn_has_the_place_the_opacity_and_the_tint_of_all_above),
        stage_test(the_topmost_is_asked_first),
        stage_test(a_listener_is_asked_before_its_nodes_hook),
        stage_test(what_is_invisible_or_off_stage_or_destroyed_hears_nothing),
        stage_test(one_that_changes_its_z_and_sends_an_event_in_an_event_spoils_neither),
        stage_test(listener_counts_stay_right_whatever_is_moved),
        stage_test(every_call_is_legal_in_an_update_hook),
        stage_test(every_call_is_legal_in_a_per_frame_function),
        stage_test(every_call_is_legal_in_a_timer),
        stage_test(every_call_is_legal_in_an_action),
        stage_test(every_call_is_legal_in_a_draw_hook),
        stage_test(every_call_is_legal_in_an_event_hook),
        stage_test(every_call_is_legal_in_a_listener),
        stage_test(every_call_is_legal_in_an_enter_hook),
        stage_test(every_call_is_legal_in_an_enter_hook_of_the_base),
        stage_test(every_call_is_legal_in_a_leave_hook),
        stage_test(every_call_is_legal_in_a_leave_hook_of_the_base),
        stage_test(every_call_is_legal_in_a_leave_hook_of_a_node_that_is_being_destroyed),
        stage_test(every_call_is_legal_in_a_leave_hook_of_a_node_whose_parent_is_being_destroyed),
        stage_test(every_call_is_legal_in_a_destroy_hook),
        stage_test(every_call_is_legal_in_each_child),
        stage_test(every_call_is_legal_in_an_entered_hook),
        stage_test(every_call_is_legal_in_a_leaving_hook),
    };
    return cmocka_run_group_tests_name("stage", tests, NULL, NULL);
}
