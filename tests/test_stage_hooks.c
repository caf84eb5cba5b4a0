// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Hooks of nodes on a stage: their order over the levels of a class, over the nodes of a tree, and in a change of
// scenes. Hooks that move or destroy their own node.

#include "support/staged.h"

#include "coir/coir.h"

// A class of three levels. The hooks of each level note their calls with the number of the level.
typedef struct First {
    CoirNode node;
    int leave_in_enter_of, come_back_in_leave_of, destroy_in_enter_of; // level whose hook does so; 0: none
} First;

typedef struct Second {
    COIR_INHERIT(First, first);
} Second;

typedef struct Third {
    COIR_INHERIT(Second, second);
} Third;

static CoirNode *stage_scene; // scene to which a hook adds a node again

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
    assert_true(coir_node_add(stage_scene, node));
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

// A class without hooks of its own.
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
    stage_scene = coir_node_new();
    show(stage, stage_scene);
    Third *third = COIR_NEW(Third);
    forget_trace();
    return &third->second.first;
}

static void a_node_that_leaves_in_an_enter_hook_leaves_with_the_levels_that_have_entered(void **state)
{
    static const char *const called[] = {"enter1 leave1 | ", "enter1 enter2 leave2 leave1 | ",
                                         "enter1 enter2 enter3 leave3 leave2 leave1 | "};
    First *first = add_third();
    (void)state;
    for (int level = 1; level <= 3; level++) {
        first->leave_in_enter_of = level;
        assert_true(coir_node_add(stage_scene, &first->node));
        assert_trace(called[level - 1]);
        assert_false(coir_node_is_on_stage(&first->node));
    }
    assert_true(coir_node_add(stage_scene, &first->node));
    assert_trace("enter1 enter2 enter3 ");
}

static void a_node_that_returns_in_a_leave_hook_enters_with_the_levels_that_have_left(void **state)
{
    static const char *const called[] = {"leave3 leave2 leave1 enter1 enter2 enter3 | ",
                                         "leave3 leave2 enter2 enter3 | ", "leave3 enter3 | "};
    First *first = add_third();
    (void)state;
    assert_true(coir_node_add(stage_scene, &first->node));
    assert_trace("enter1 enter2 enter3 ");
    for (int level = 1; level <= 3; level++) {
        first->come_back_in_leave_of = level;
        coir_node_detach(&first->node);
        assert_trace(called[level - 1]);
        assert_true(coir_node_is_on_stage(&first->node));
        assert_valid(stage_scene);
    }
}

static void a_node_destroyed_in_an_enter_hook_leaves_the_levels_that_it_has_entered(void **state)
{
    static const char *const called[] = {"enter1 leave1 ", "enter1 enter2 leave2 leave1 ",
                                         "enter1 enter2 enter3 leave3 leave2 leave1 "};
    (void)state;
    for (int level = 1; level <= 3; level++) {
        First *first = add_third();
        first->destroy_in_enter_of = level;
        assert_true(coir_node_add(stage_scene, &first->node));
        note("| ");
        step(stage);
        char expected[100];
        snprintf(expected, sizeof expected, "%s| destroy3 destroy2 destroy1 ", called[level - 1]);
        assert_trace(expected);
    }
}

static void act_destroy_stage_and_add(Probe *probe)
{
    CoirNode *child = coir_node_first_child(&probe->node);
    coir_stage_destroy(stage);
    stage = NULL;
    assert_true(coir_node_add(child, &probe_new(NULL, "late", COMING_AND_GOING)->node));
}

static void the_scheduler_and_the_manager_of_a_stage_cannot_be_destroyed(void **state)
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

static void detach_returns_null_for_a_node_that_destroys_itself_in_its_leave_hook(void **state)
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

static void parents_enter_and_leave_before_their_children(void **state)
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

static void after_a_node_that_removes_itself_in_its_enter_hook_the_next_node_enters_once(void **state)
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

static void validate_root(Probe *probe)
{
    CoirNode *root = &probe->node;
    while (coir_node_parent(root))
        root = coir_node_parent(root);
    if (coir_node_ref(root).generation && !coir_node_validate(root)) // not for a scene that is being destroyed
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

static void a_tree_on_two_stages_is_a_fault(void **state)
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

TEST_FILE(stage_hooks)
{
    const struct CMUnitTest tests[] = {
        stage_test(a_tree_is_right_also_in_its_enter_and_leave_hooks),
        stage_test(a_tree_on_two_stages_is_a_fault),
        stage_test(hooks_run_once_for_each_level_in_their_order),
        stage_test(the_nearest_level_that_has_an_update_is_called),
        stage_test(a_node_that_leaves_in_an_enter_hook_leaves_with_the_levels_that_have_entered),
        stage_test(a_node_that_returns_in_a_leave_hook_enters_with_the_levels_that_have_left),
        stage_test(a_node_destroyed_in_an_enter_hook_leaves_the_levels_that_it_has_entered),
        stage_test(the_scheduler_and_the_manager_of_a_stage_cannot_be_destroyed),
        stage_test(nothing_enters_a_stage_that_has_been_destroyed),
        stage_test(detach_returns_null_for_a_node_that_destroys_itself_in_its_leave_hook),
        stage_test(parents_enter_and_leave_before_their_children),
        stage_test(entered_and_leaving_are_for_the_scene),
        stage_test(a_leaving_hook_that_updates_the_stage_brings_the_next_scene),
        stage_test(a_child_added_in_a_siblings_enter_hook_enters_once),
        stage_test(after_a_node_that_removes_itself_in_its_enter_hook_the_next_node_enters_once),
    };
    return cmocka_run_group_tests_name("stage_hooks", tests, NULL, NULL);
}
