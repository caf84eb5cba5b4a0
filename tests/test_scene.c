// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stack of scenes: the hooks of every change, requested from every callback, and the overlay.

#include "scene/stage.h"
#include "support/staged.h"

#include <stdio.h>
#include <string.h>

#include "coir/coir.h"

static void push_now(CoirNode *scene)
{
    assert_true(coir_stage_push(stage, scene));
    step(stage);
}

// Every change from every callback -----------------------------------------------------------------------------------

static CoirTransition how; // all zero: no transition

static void ask_show(void)
{
    assert_true(coir_stage_show_with(stage, scene_new("b"), how));
}

static void ask_show_nothing(void)
{
    assert_true(coir_stage_show_with(stage, NULL, how));
}

static void ask_push(void)
{
    assert_true(coir_stage_push_with(stage, scene_new("b"), how));
}

static void ask_pop(void)
{
    assert_true(coir_stage_pop_with(stage, how));
}

static void ask_pop_to_root(void)
{
    assert_true(coir_stage_pop_to_level_with(stage, 1, how));
}

static void ask_pop_all(void)
{
    assert_true(coir_stage_pop_to_level_with(stage, 0, how));
}

// The hooks that a change of the stack `root`, `mid`, `a` calls. `plain`: the change is requested while `a` is on stage
// and no other change is under way. The others: the change is requested from a hook of `a` or `c` while `c` replaces
// `a`.
typedef struct Change {
    const char *name;
    void (*ask)(void);
    const char *plain, *from_leaving, *from_leave, *from_enter, *from_entered;
} Change;

#define A_TO_C "a.leaving a.leave c.enter c.entered a.destroy "

static const Change without_transition[] = {
    {"show", ask_show, "a.leaving a.leave b.enter b.entered a.destroy ",
     "a.leaving a.leave b.enter b.entered a.destroy c.destroy ",
     "a.leaving a.leave b.enter b.entered a.destroy c.destroy ",
     A_TO_C "c.leaving c.leave b.enter b.entered c.destroy ", A_TO_C "c.leaving c.leave b.enter b.entered c.destroy "},
    {"show nothing", ask_show_nothing, "a.leaving a.leave root.destroy mid.destroy a.destroy ",
     "a.leaving a.leave root.destroy mid.destroy a.destroy c.destroy ",
     "a.leaving a.leave root.destroy mid.destroy a.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.destroy mid.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.destroy mid.destroy c.destroy "},
    {"push", ask_push, "a.leaving a.leave b.enter b.entered ", "a.leaving a.leave b.enter b.entered c.destroy ",
     "a.leaving a.leave b.enter b.entered c.destroy ", A_TO_C "c.leaving c.leave b.enter b.entered ",
     A_TO_C "c.leaving c.leave b.enter b.entered "},
    {"pop", ask_pop, "a.leaving a.leave mid.enter mid.entered a.destroy ",
     "a.leaving a.leave mid.enter mid.entered a.destroy c.destroy ",
     "a.leaving a.leave mid.enter mid.entered a.destroy c.destroy ",
     A_TO_C "c.leaving c.leave mid.enter mid.entered c.destroy ",
     A_TO_C "c.leaving c.leave mid.enter mid.entered c.destroy "},
    {"pop to root", ask_pop_to_root, "a.leaving a.leave root.enter root.entered mid.destroy a.destroy ",
     "a.leaving a.leave root.enter root.entered mid.destroy a.destroy c.destroy ",
     "a.leaving a.leave root.enter root.entered mid.destroy a.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.enter root.entered mid.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.enter root.entered mid.destroy c.destroy "},
    {"pop all", ask_pop_all, "a.leaving a.leave root.destroy mid.destroy a.destroy ",
     "a.leaving a.leave root.destroy mid.destroy a.destroy c.destroy ",
     "a.leaving a.leave root.destroy mid.destroy a.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.destroy mid.destroy c.destroy ",
     A_TO_C "c.leaving c.leave root.destroy mid.destroy c.destroy "},
};

// The hooks of the change from `a` to `c` with a transition. In the SHORT form, the next change ends the transition
// before `a` is freed.
#define A_FADES_TO_C "a.leaving c.enter a.leave c.entered a.destroy "
#define A_FADES_TO_C_SHORT "a.leaving c.enter a.leave c.entered "

static const Change with_transition[] = {
    {"show", ask_show, "a.leaving b.enter a.leave b.entered a.destroy ",
     "a.leaving b.enter c.destroy a.leave b.entered a.destroy ",
     A_FADES_TO_C "c.leaving b.enter c.leave b.entered c.destroy ",
     A_FADES_TO_C_SHORT "c.leaving b.enter a.destroy c.leave b.entered c.destroy ",
     A_FADES_TO_C "c.leaving b.enter c.leave b.entered c.destroy "},
    {"show nothing", ask_show_nothing, "a.leaving root.destroy mid.destroy a.leave a.destroy ",
     "a.leaving root.destroy mid.destroy c.destroy a.leave a.destroy ",
     A_FADES_TO_C "c.leaving root.destroy mid.destroy c.leave c.destroy ",
     A_FADES_TO_C_SHORT "c.leaving root.destroy mid.destroy a.destroy c.leave c.destroy ",
     A_FADES_TO_C "c.leaving root.destroy mid.destroy c.leave c.destroy "},
    {"push", ask_push, "a.leaving b.enter a.leave b.entered ", "a.leaving b.enter c.destroy a.leave b.entered ",
     A_FADES_TO_C "c.leaving b.enter c.leave b.entered ",
     A_FADES_TO_C_SHORT "c.leaving b.enter a.destroy c.leave b.entered ",
     A_FADES_TO_C "c.leaving b.enter c.leave b.entered "},
    {"pop", ask_pop, "a.leaving mid.enter a.leave mid.entered a.destroy ",
     "a.leaving mid.enter c.destroy a.leave mid.entered a.destroy ",
     A_FADES_TO_C "c.leaving mid.enter c.leave mid.entered c.destroy ",
     A_FADES_TO_C_SHORT "c.leaving mid.enter a.destroy c.leave mid.entered c.destroy ",
     A_FADES_TO_C "c.leaving mid.enter c.leave mid.entered c.destroy "},
    {"pop to root", ask_pop_to_root, "a.leaving root.enter mid.destroy a.leave root.entered a.destroy ",
     "a.leaving root.enter mid.destroy c.destroy a.leave root.entered a.destroy ",
     A_FADES_TO_C "c.leaving root.enter mid.destroy c.leave root.entered c.destroy ",
     A_FADES_TO_C_SHORT "c.leaving root.enter mid.destroy a.destroy c.leave root.entered c.destroy ",
     A_FADES_TO_C "c.leaving root.enter mid.destroy c.leave root.entered c.destroy "},
    {"pop all", ask_pop_all, "a.leaving root.destroy mid.destroy a.leave a.destroy ",
     "a.leaving root.destroy mid.destroy c.destroy a.leave a.destroy ",
     A_FADES_TO_C "c.leaving root.destroy mid.destroy c.leave c.destroy ",
     A_FADES_TO_C_SHORT "c.leaving root.destroy mid.destroy a.destroy c.leave c.destroy ",
     A_FADES_TO_C "c.leaving root.destroy mid.destroy c.leave c.destroy "},
};

#define CHANGES ((int)(sizeof without_transition / sizeof *without_transition))

// Calls `check` for each change, without a transition and with one.
static void each_change(void (*check)(const Change *change))
{
    how = (CoirTransition){.kind = NULL};
    for (int i = 0; i < CHANGES; i++)
        check(&without_transition[i]);
    how = coir_transition_cross_fade(2 * FRAME);
    for (int i = 0; i < CHANGES; i++)
        check(&with_transition[i]);
}

static const Change *change; // the change to request

static void act_ask(Probe *probe)
{
    (void)probe;
    change->ask();
}

static void call_asks(CoirNode *node, void *user)
{
    (void)node, (void)user;
    change->ask();
}

static Probe *make_stack(void)
{
    Probe *a = ear_new(NULL, "a", SCENE_HOOKS);
    push_now(scene_new("root"));
    push_now(scene_new("mid"));
    push_now(&a->node);
    assert_int_equal(coir_stage_level(stage), 3);
    forget_trace();
    return a;
}

// Runs frames, compares the noted hooks with `expected`, and replaces the stage with a new one.
static void check_frames(const char *place, const char *expected)
{
    for (int i = 0; i < 10; i++) {
        step(stage);
        send_event();
        draw_frame();
    }
    step(stage);
    if (strcmp(noted(), expected) != 0)
        fail_msg("%s%s asked for from %s: expected \"%s\", called \"%s\"", change->name,
                 how.kind ? " with a transition" : "", place, expected, noted());
    forget_trace();
    coir_stage_destroy(stage);
    forget_trace();
    assert_int_equal(coir_nodes_count(), 0);
    stage = coir_stage_new();
}

static void check_from_outside(const Change *asked)
{
    change = asked;
    make_stack();
    change->ask();
    assert_trace("");
    check_frames("outside", change->plain);
}

static void check_from_frame(const Change *asked)
{
    static const ProbeHook hooks[] = {PROBE_UPDATE, PROBE_EVENT, PROBE_DRAW};
    change = asked;
    for (int i = 0; i < 3; i++) {
        probe_acts(make_stack(), hooks[i], act_ask, NULL);
        check_frames(i == 0 ? "update" : i == 1 ? "an event" : "draw", change->plain);
    }
}

static void check_from_time(const Change *asked)
{
    change = asked;
    Probe *a = make_stack();
    assert_true(coir_node_once_after(&a->node, FRAME / 2, call_asks, NULL));
    check_frames("a timer", change->plain);
    a = make_stack();
    coir_node_run(&a->node, coir_sequence(coir_delay(FRAME / 2), coir_call(call_asks, NULL)));
    check_frames("an action", change->plain);
}

static void check_from_destroy(const Change *asked)
{
    change = asked;
    make_stack();
    Probe *other = probe_new(NULL, "other", 0);
    probe_acts(other, PROBE_DESTROY, act_ask, NULL);
    coir_node_destroy(&other->node);
    check_frames("destroy", change->plain);
}

static void check_change_by_leaving_scene(const Change *asked)
{
    change = asked;
    probe_acts(make_stack(), PROBE_LEAVING, act_ask, NULL);
    assert_true(coir_stage_show_with(stage, scene_new("c"), how));
    check_frames("leaving", change->from_leaving);
    probe_acts(make_stack(), PROBE_LEAVE, act_ask, NULL);
    assert_true(coir_stage_show_with(stage, scene_new("c"), how));
    check_frames("leave", change->from_leave);
}

static void check_change_by_entering_scene(const Change *asked)
{
    change = asked;
    for (int i = 0; i < 2; i++) {
        make_stack();
        Probe *c = probe_new(NULL, "c", SCENE_HOOKS);
        probe_acts(c, i == 0 ? PROBE_ENTER : PROBE_ENTERED, act_ask, NULL);
        assert_true(coir_stage_show_with(stage, &c->node, how));
        check_frames(i == 0 ? "enter" : "entered", i == 0 ? change->from_enter : change->from_entered);
    }
}

static void check_after_a_step(const Change *asked)
{
    change = asked;
    make_stack();
    assert_true(coir_stage_show_with(stage, scene_new("c"), how));
    step(stage);
    change->ask();
    check_frames("outside, during a transition", change->from_enter);
}

#define CHANGE_TEST(name, check)   \
    static void name(void **state) \
    {                              \
        (void)state;               \
        each_change(check);        \
    }
CHANGE_TEST(a_change_may_be_asked_for_outside_of_callbacks, check_from_outside)
CHANGE_TEST(a_change_may_be_asked_for_in_updates_events_and_drawing, check_from_frame)
CHANGE_TEST(a_change_may_be_asked_for_in_timers_and_actions, check_from_time)
CHANGE_TEST(a_change_may_be_asked_for_in_a_destroy_hook, check_from_destroy)
CHANGE_TEST(a_change_requested_by_the_leaving_scene_replaces_the_current_change_or_follows_it,
            check_change_by_leaving_scene)
CHANGE_TEST(a_change_requested_by_the_entering_scene_follows_the_current_change, check_change_by_entering_scene)
CHANGE_TEST(a_change_asked_for_during_a_transition_ends_the_transition_first, check_after_a_step)

// The stack ----------------------------------------------------------------------------------------------------------

static void a_scene_that_is_pushed_over_waits_with_the_time_that_remains(void **state)
{
    CoirNode *root = scene_new("root");
    (void)state;
    show(stage, root);
    coir_node_run(root, coir_move_by(1, 64, 0));
    assert_true(coir_stage_update(stage, 0.25));
    assert_float_equal(root->position.x, 16, 1e-4);
    assert_true(coir_stage_push(stage, scene_new("over")));
    step(stage);
    assert_false(coir_node_is_on_stage(root));
    float x = root->position.x;
    assert_true(coir_stage_update(stage, 10));
    assert_float_equal(root->position.x, x, 0);
    assert_true(coir_stage_pop(stage));
    step(stage);
    assert_ptr_equal(coir_stage_scene(stage), root);
    assert_true(coir_stage_update(stage, 0.25));
    assert_float_equal(root->position.x, x + 16, 1e-4);
    forget_trace();
}

static void the_last_of_several_changes_wins_and_the_scenes_of_the_others_are_destroyed(void **state)
{
    (void)state;
    show(stage, scene_new("root"));
    assert_true(coir_stage_push(stage, scene_new("b")));
    assert_true(coir_stage_show(stage, scene_new("c")));
    assert_true(coir_stage_push(stage, scene_new("d")));
    forget_trace();
    step(stage);
    assert_trace("root.leaving root.leave d.enter d.entered c.destroy b.destroy ");
    assert_int_equal(coir_stage_level(stage), 2);
    assert_true(coir_stage_pop(stage));
    assert_true(coir_stage_pop(stage));
    step(stage);
    assert_trace("d.leaving d.leave root.enter root.entered d.destroy ");
    forget_trace();
}

static void a_pop_to_a_scene_that_is_destroyed_meanwhile_shows_the_scene_below(void **state)
{
    (void)state;
    CoirNode *root = scene_new("root"), *mid = scene_new("mid");
    show(stage, root);
    assert_true(coir_stage_push(stage, mid));
    step(stage);
    assert_true(coir_stage_push(stage, scene_new("a")));
    step(stage);
    forget_trace();
    assert_true(coir_stage_pop(stage));
    coir_node_destroy(mid);
    step(stage);
    assert_trace("a.leaving a.leave root.enter root.entered a.destroy mid.destroy ");
    assert_true(coir_stage_push(stage, scene_new("b")));
    step(stage);
    forget_trace();
    assert_true(coir_stage_pop(stage));
    coir_node_destroy(root); // the lowest scene
    step(stage);
    assert_trace("b.leaving b.leave b.destroy root.destroy ");
    assert_null(coir_stage_scene(stage));
}

static void popping_to_a_level_that_is_not_lower_calls_the_pending_change_off(void **state)
{
    (void)state;
    show(stage, scene_new("root"));
    forget_trace();
    assert_true(coir_stage_push(stage, scene_new("b")));
    assert_true(coir_stage_pop_to_root(stage));
    assert_false(coir_stage_is_changing(stage));
    step(stage);
    assert_trace("b.destroy ");
    assert_true(coir_stage_pop_to_level(stage, 7));
    assert_false(coir_stage_is_changing(stage));
}

static void the_pending_scene_can_be_queried(void **state)
{
    (void)state;
    CoirNode *root = scene_new("root"), *over = scene_new("over");
    assert_false(coir_stage_is_changing(stage));
    assert_null(coir_stage_next_scene(stage));
    assert_true(coir_stage_show(stage, root));
    assert_true(coir_stage_is_changing(stage));
    assert_ptr_equal(coir_stage_next_scene(stage), root);
    assert_null(coir_stage_scene(stage));
    assert_int_equal(coir_stage_level(stage), 0);
    step(stage);
    assert_false(coir_stage_is_changing(stage));
    assert_ptr_equal(coir_stage_next_scene(stage), root);
    push_now(over);
    assert_ptr_equal(coir_stage_scene_at(stage, 1), root);
    assert_ptr_equal(coir_stage_scene_at(stage, 2), over);
    assert_null(coir_stage_scene_at(stage, 0));
    assert_null(coir_stage_scene_at(stage, 3));
    assert_true(coir_stage_pop(stage));
    assert_ptr_equal(coir_stage_next_scene(stage), root);
    assert_true(coir_stage_pop_to_level(stage, 0));
    assert_null(coir_stage_next_scene(stage));
    assert_true(coir_stage_is_changing(stage));
    forget_trace();
}

static void act_note_what_comes(Probe *probe)
{
    const CoirNode *next = coir_stage_next_scene(stage);
    note("%s:%s%s ", probe->node.name, coir_stage_is_changing(stage) ? "changing," : "", next ? next->name : "none");
}

static void the_hooks_of_a_change_can_query_the_pending_scene(void **state)
{
    (void)state;
    Probe *a = probe_new(NULL, "a", 0), *b = probe_new(NULL, "b", 0);
    probe_acts(a, SCENE_HOOKS, act_note_what_comes, NULL);
    probe_acts(b, SCENE_HOOKS, act_note_what_comes, NULL);
    a->acts_left = b->acts_left = -1;
    show(stage, &a->node);
    assert_trace("a:changing,a a:a ");
    show(stage, &b->node);
    assert_trace("a:changing,b a:changing,b b:changing,b b:b a:b ");
    a = b = NULL;
    coir_stage_destroy(stage);
    stage = NULL;
    forget_trace();
}

static void when_the_scene_on_stage_is_destroyed_the_scene_below_comes(void **state)
{
    (void)state;
    make_stack();
    coir_node_destroy(coir_stage_scene_at(stage, 2));
    assert_int_equal(coir_stage_level(stage), 2);
    coir_node_destroy(coir_stage_scene(stage));
    assert_trace("a.leaving a.leave ");
    assert_null(coir_stage_scene(stage));
    assert_true(coir_stage_is_changing(stage));
    step(stage);
    assert_trace("root.enter root.entered a.destroy mid.destroy ");
}

static void destroying_the_scene_on_stage_does_not_alter_a_pending_change(void **state)
{
    (void)state;
    make_stack();
    assert_true(coir_stage_show(stage, scene_new("b")));
    coir_node_destroy(coir_stage_scene(stage));
    forget_trace();
    step(stage);
    assert_trace("b.enter b.entered a.destroy ");
    assert_int_equal(coir_stage_level(stage), 3);
    assert_true(coir_stage_pop(stage));
    coir_node_destroy(coir_stage_scene_at(stage, 1));
    step(stage);
    assert_trace("b.leaving b.leave mid.enter mid.entered b.destroy root.destroy ");
    assert_int_equal(coir_stage_level(stage), 1);
}

static CoirNode *unwanted;

static void act_destroy_unwanted(Probe *probe)
{
    (void)probe;
    coir_node_destroy(unwanted);
}

static void a_scene_stays_or_comes_back_when_its_hooks_call_the_change_off(void **state)
{
    (void)state;
    probe_acts(make_stack(), PROBE_LEAVING, act_destroy_unwanted, NULL);
    assert_true(coir_stage_show(stage, unwanted = scene_new("b")));
    step(stage);
    assert_trace("a.leaving a.entered b.destroy ");
    Probe *a = (Probe *)coir_stage_scene(stage);
    probe_acts(a, PROBE_LEAVE, act_destroy_unwanted, NULL);
    assert_true(coir_stage_show(stage, unwanted = scene_new("b")));
    step(stage);
    assert_trace("a.leaving a.leave a.enter a.entered b.destroy ");
    assert_ptr_equal(coir_stage_scene(stage), a);
    assert_int_equal(coir_stage_level(stage), 3);
}

static void act_destroy_self(Probe *probe)
{
    coir_node_destroy(&probe->node);
}

static void a_scene_that_destroys_itself_as_it_enters_uncovers_the_scene_below(void **state)
{
    Probe *b = probe_new(NULL, "b", SCENE_HOOKS);
    (void)state;
    show(stage, scene_new("root"));
    forget_trace();
    probe_acts(b, PROBE_ENTER, act_destroy_self, NULL);
    assert_true(coir_stage_push(stage, &b->node));
    step(stage);
    assert_trace("root.leaving root.leave b.enter b.leave b.destroy ");
    assert_null(coir_stage_scene(stage));
    step(stage);
    assert_trace("root.enter root.entered ");
}

static void a_scene_without_memory_for_its_place_is_not_handed_over(void **state)
{
    CoirNode *scene = scene_new("scene");
    (void)state;
    while (coir_stage_level(stage) < stage->scene_capacity)
        push_now(coir_node_new());
    support_fail_allocation(1);
    assert_false(coir_stage_push(stage, scene));
    assert_non_null(strstr(coir_error(), "out of memory"));
    assert_false(coir_stage_is_changing(stage));
    support_fail_allocation(0);
    push_now(scene);
    forget_trace();
}

static void mistakes_are_reported_and_change_nothing(void **state)
{
    CoirNode *root = scene_new("root"), *below;
    (void)state;
    assert_false(coir_stage_pop(stage));
    assert_mistake("there is no scene to pop");
    assert_false(coir_stage_push(stage, (CoirNode *)NULL));
    assert_mistake("coir_stage_push: the scene is NULL");
    assert_false(coir_stage_push(NULL, root));
    assert_mistake("the stage is NULL");
    assert_false(coir_stage_pop(NULL));
    assert_mistake("the stage is NULL");
    assert_false(coir_stage_pop_to_root(NULL));
    assert_mistake("the stage is NULL");
    push_now(root);
    push_now(scene_new("over"));
    assert_false(coir_stage_pop_to_level(stage, -1));
    assert_mistake("a level of -1");
    below = coir_stage_scene_at(stage, 1);
    assert_false(coir_stage_push(stage, below));
    assert_mistake("already a scene or an overlay of a stage");
    assert_false(coir_node_add(coir_stage_scene(stage), below));
    assert_mistake("belongs to its stage");
    assert_false(coir_stage_set_overlay(stage, below));
    assert_mistake("already a scene or an overlay of a stage");
    assert_int_equal(coir_stage_level(NULL), 0);
    assert_null(coir_stage_scene_at(NULL, 1));
    assert_null(coir_stage_next_scene(NULL));
    assert_null(coir_stage_overlay(NULL));
    assert_false(coir_stage_is_changing(NULL));
    forget_trace();
}

static void a_stage_that_is_destroyed_takes_its_stack_along(void **state)
{
    (void)state;
    make_stack();
    assert_true(coir_stage_push(stage, scene_new("b")));
    assert_true(coir_stage_set_overlay(stage, scene_new("overlay")));
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("overlay.enter overlay.entered a.leaving a.leave overlay.leaving overlay.leave overlay.destroy "
                 "root.destroy mid.destroy a.destroy b.destroy ");
}

static void act_destroy_stage(Probe *probe)
{
    (void)probe;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void the_stage_may_be_destroyed_in_every_hook_of_a_change(void **state)
{
    static const ProbeHook hooks[] = {PROBE_LEAVING, PROBE_LEAVE, PROBE_ENTER, PROBE_ENTERED, PROBE_DESTROY};
    (void)state;
    for (int i = 0; i < 5; i++) {
        Probe *a = make_stack(), *b = probe_new(NULL, "b", SCENE_HOOKS);
        bool is_of_b = hooks[i] == PROBE_ENTER || hooks[i] == PROBE_ENTERED;
        probe_acts(is_of_b ? b : a, hooks[i], act_destroy_stage, NULL);
        assert_true(coir_stage_show(stage, &b->node));
        assert_true(coir_stage_update(stage, FRAME));
        assert_null(stage);
        assert_int_equal(coir_nodes_count(), 0);
        stage = coir_stage_new();
        forget_trace();
    }
}

// The overlay --------------------------------------------------------------------------------------------------------

static void an_overlay_is_above_all_scenes_and_gets_events_first(void **state)
{
    Probe *overlay = ear_new(NULL, "overlay", SCENE_HOOKS | PROBE_UPDATE | PROBE_DRAW | PROBE_EVENT);
    (void)state;
    show(stage, &ear_new(NULL, "a", PROBE_UPDATE | PROBE_DRAW | PROBE_EVENT)->node);
    assert_true(coir_stage_set_overlay(stage, &overlay->node));
    assert_trace("overlay.enter overlay.entered ");
    assert_ptr_equal(coir_stage_overlay(stage), &overlay->node);
    step(stage);
    send_event();
    draw_frame();
    assert_trace("a.update overlay.update overlay.event a.event a.draw overlay.draw ");
    overlay->handles = true;
    send_event();
    assert_trace("overlay.event ");
    show(stage, NULL);
    forget_trace();
    step(stage);
    send_event();
    draw_frame();
    assert_trace("overlay.update overlay.event overlay.draw ");
    assert_true(coir_stage_set_overlay(stage, NULL));
    assert_trace("overlay.leaving overlay.leave ");
    step(stage);
    assert_trace("overlay.destroy ");
    assert_null(coir_stage_overlay(stage));
}

static void act_set_other_overlay(Probe *probe)
{
    assert_true(coir_stage_set_overlay(stage, probe->other));
}

static void an_overlay_may_be_changed_in_its_own_hooks(void **state)
{
    static const char *const called[] = {"a.leaving a.leave c.enter c.entered ", "a.leaving a.leave c.enter c.entered ",
                                         "a.leaving a.leave b.enter b.leave c.enter c.entered ",
                                         "a.leaving a.leave b.enter b.entered b.leaving b.leave c.enter c.entered "};
    static const ProbeHook hooks[] = {PROBE_LEAVING, PROBE_LEAVE, PROBE_ENTER, PROBE_ENTERED};
    (void)state;
    for (int i = 0; i < 4; i++) {
        Probe *a = probe_new(NULL, "a", SCENE_HOOKS), *b = probe_new(NULL, "b", SCENE_HOOKS);
        CoirNode *c = scene_new("c");
        assert_true(coir_stage_set_overlay(stage, &a->node));
        forget_trace();
        probe_acts(i < 2 ? a : b, hooks[i], act_set_other_overlay, c);
        assert_true(coir_stage_set_overlay(stage, &b->node));
        assert_trace(called[i]);
        assert_ptr_equal(coir_stage_overlay(stage), c);
        step(stage);
        coir_node_destroy(c);
        assert_null(coir_stage_overlay(stage));
        step(stage);
        assert_int_equal(coir_nodes_count(), 0);
        forget_trace();
    }
}

TEST_FILE(scene)
{
    const struct CMUnitTest tests[] = {
        stage_test(a_change_may_be_asked_for_outside_of_callbacks),
        stage_test(a_change_may_be_asked_for_in_updates_events_and_drawing),
        stage_test(a_change_may_be_asked_for_in_timers_and_actions),
        stage_test(a_change_may_be_asked_for_in_a_destroy_hook),
        stage_test(a_change_requested_by_the_leaving_scene_replaces_the_current_change_or_follows_it),
        stage_test(a_change_requested_by_the_entering_scene_follows_the_current_change),
        stage_test(a_change_asked_for_during_a_transition_ends_the_transition_first),
        stage_test(a_scene_that_is_pushed_over_waits_with_the_time_that_remains),
        stage_test(the_last_of_several_changes_wins_and_the_scenes_of_the_others_are_destroyed),
        stage_test(a_pop_to_a_scene_that_is_destroyed_meanwhile_shows_the_scene_below),
        stage_test(popping_to_a_level_that_is_not_lower_calls_the_pending_change_off),
        stage_test(the_pending_scene_can_be_queried),
        stage_test(the_hooks_of_a_change_can_query_the_pending_scene),
        stage_test(when_the_scene_on_stage_is_destroyed_the_scene_below_comes),
        stage_test(destroying_the_scene_on_stage_does_not_alter_a_pending_change),
        stage_test(a_scene_stays_or_comes_back_when_its_hooks_call_the_change_off),
        stage_test(a_scene_that_destroys_itself_as_it_enters_uncovers_the_scene_below),
        stage_test(a_scene_without_memory_for_its_place_is_not_handed_over),
        stage_test(mistakes_are_reported_and_change_nothing),
        stage_test(a_stage_that_is_destroyed_takes_its_stack_along),
        stage_test(the_stage_may_be_destroyed_in_every_hook_of_a_change),
        stage_test(an_overlay_is_above_all_scenes_and_gets_events_first),
        stage_test(an_overlay_may_be_changed_in_its_own_hooks),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
