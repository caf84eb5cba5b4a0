// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pointers that actions, nodes and timers own for the user: when and how often the release functions are called.

#include "base/owned.h"

#include <stdlib.h>
#include <string.h>

#include "coir/action_timeline.h"
#include "coir/error.h"
#include "coir/node_time.h"
#include "coir/scheduler.h"
#include "coir/stage.h"
#include "support/support.h"

static CoirStage *stage;
static CoirNode *scene;

static int set_up_stage(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    scene = coir_node_new();
    if (!stage || !scene || !coir_stage_show(stage, scene) || !coir_stage_update(stage, 0))
        return 1;
    return 0;
}

static int tear_down_stage(void **state)
{
    coir_stage_destroy(stage);
    coir_nodes_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define own_test(function) cmocka_unit_test_setup_teardown(function, set_up_stage, tear_down_stage)

static void release(void *user)
{
    note("-%s ", (const char *)user);
}

static void call(CoirNode *node, void *user)
{
    (void)node;
    note("%s ", (const char *)user);
}

// Returns an action that notes its name, and that owns the name.
static CoirAction *say(const char *name)
{
    return coir_action_own(coir_call(call, (void *)name), (void *)name, release);
}

static void update(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static void a_list_releases_the_last_added_pointer_first(void **state)
{
    CoirOwned *list = NULL, *waiting = NULL;
    (void)state;
    assert_true(coir_owned_add(&list, "a", release) && coir_owned_add(&list, "b", release));
    assert_true(coir_owned_add(&waiting, "c", release));
    coir_owned_move(&list, &waiting);
    assert_null(list);
    coir_owned_release(&list);
    assert_trace("");
    coir_owned_release(&waiting);
    assert_null(waiting);
    assert_trace("-b -a -c ");
}

// Actions ------------------------------------------------------------------------------------------------------------

static void an_action_releases_once_with_its_last_owner(void **state)
{
    (void)state;
    CoirAction *action = say("a");
    coir_node_run(scene, coir_action_retain(action));
    coir_node_run(scene, coir_action_retain(action));
    update(1);
    assert_trace("a a ");
    coir_action_release(action);
    assert_trace("-a ");
}

static void a_part_releases_with_the_whole(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(say("a"), coir_delay(1), coir_spawn(say("b"), coir_hide())));
    update(0.5);
    assert_trace("a ");
    update(0.5);
    assert_true(strstr(noted(), "b -") != NULL && strstr(noted(), "-a ") && strstr(noted(), "-b "));
    forget_trace();
}

static void an_action_owns_any_number_of_pointers(void **state)
{
    (void)state;
    coir_action_release(coir_action_own(coir_action_own(coir_delay(1), "a", release), "b", release));
    assert_trace("-b -a ");
}

static void an_action_that_could_not_be_made_releases_at_once(void **state)
{
    (void)state;
    assert_null(coir_action_own(coir_move_by(-1, 0, 0), "a", release));
    assert_trace("-a ");
    assert_mistake("coir_move_by");
    assert_null(coir_action_own(NULL, "a", release));
    assert_trace("-a ");
    assert_string_equal(coir_error(), "coir_action_own: the action is NULL");
    coir_error_clear();
    assert_null(coir_sequence(say("b"), coir_delay(-1)));
    assert_trace("-b ");
    assert_mistake("coir_delay");
    assert_null(coir_timeline(coir_at(1, say("c")), coir_at(-1, say("d"))));
    assert_trace("-c -d ");
    assert_mistake("coir_timeline");
    assert_null(coir_repeat(-1, say("e")));
    assert_trace("-e ");
    assert_mistake("coir_repeat");
    coir_node_run(NULL, say("f"));
    assert_trace("-f ");
    assert_mistake("coir_node_run");
}

static void without_a_release_function_nothing_is_taken_over(void **state)
{
    (void)state;
    assert_null(coir_action_own(coir_delay(1), "a", NULL));
    assert_mistake("coir_action_own: the release function is NULL");
    assert_trace("");
}

static void without_memory_an_action_releases_at_once(void **state)
{
    (void)state;
    CoirAction *action = coir_delay(1);
    support_fail_allocation(1);
    assert_null(coir_action_own(action, "a", release));
    assert_trace("-a ");
}

static void a_placed_part_of_a_timeline_keeps_its_owned_pointers(void **state)
{
    (void)state;
    CoirAction *placed = coir_action_own(coir_after(0.5, coir_call(call, "a")), "a", release);
    coir_node_run(scene, coir_timeline(coir_delay(0.5), placed));
    assert_trace("");
    update(2);
    assert_trace("a -a ");
}

static void an_opposite_keeps_the_pointers_of_the_action(void **state)
{
    (void)state;
    CoirAction *action = coir_action_own(coir_sequence(coir_move_by(1, 9, 0), coir_call(call, "a")), "a", release);
    CoirAction *opposite = coir_reverse(coir_action_retain(action));
    coir_action_release(action);
    assert_trace("");
    size_t blocks = support_blocks();
    for (int i = 0; i < 10; i++)
        opposite = coir_reverse(opposite);
    assert_int_equal(support_blocks(), blocks);
    coir_node_run(scene, opposite);
    update(0.5);
    assert_trace("a ");
    update(0.5);
    assert_trace("-a ");
}

static void without_memory_an_opposite_loses_nothing(void **state)
{
    (void)state;
    for (long nth = 1; nth < 12; nth++) {
        CoirAction *action = coir_action_own(coir_sequence(say("a"), coir_move_by(1, 9, 0)), "b", release);
        support_fail_allocation(nth);
        CoirAction *opposite = coir_reverse(action);
        support_fail_allocation(0);
        assert_true(opposite || strlen(noted()) == strlen("-a -b "));
        coir_action_release(opposite);
        assert_int_equal(strlen(noted()), strlen("-a -b "));
        forget_trace();
        coir_error_clear();
    }
}

static void stop_runs(CoirNode *node, void *user)
{
    coir_node_stop_all(node);
    note("%s ", (const char *)user);
}

static void destroy(CoirNode *node, void *user)
{
    coir_node_destroy(node);
    note("%s ", (const char *)user);
}

static void a_call_that_ends_its_run_still_has_its_owned_pointers(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(coir_action_own(coir_call(stop_runs, "a"), "a", release), coir_delay(1)));
    update(0);
    assert_trace("a -a ");
    CoirNode *child = coir_node_new();
    assert_true(coir_node_add(scene, child));
    coir_node_run(child, coir_sequence(coir_action_own(coir_call(destroy, "b"), "b", release), coir_delay(1)));
    update(0);
    assert_trace("b -b ");
}

typedef struct Parts {
    CoirAction *parts[3];
} Parts;

static void an_array_of_parts_may_belong_to_a_part(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Parts *parts = malloc(sizeof *parts);
        assert_non_null(parts);
        parts->parts[0] = coir_action_own(coir_delay(1), parts, free);
        parts->parts[1] = NULL;
        parts->parts[2] = coir_delay(1);
        assert_null(i ? coir_timeline_of(parts->parts, 3) : coir_sequence_of(parts->parts, 3));
        coir_error_clear();
    }
}

static void an_array_of_parts_may_belong_to_a_part_of_a_timeline_that_fails_later(void **state)
{
    (void)state;
    for (long nth = 0; nth < 12; nth++) { // 0: the first part would end too late
        double begin = nth > 0 ? 1 : 3e9;
        Parts *parts = malloc(sizeof *parts);
        assert_non_null(parts);
        parts->parts[0] = coir_at(begin, coir_action_own(coir_delay(begin), parts, free));
        parts->parts[1] = say("a");
        parts->parts[2] = coir_at(1, say("b"));
        support_fail_allocation(nth);
        CoirAction *timeline = coir_timeline_of(parts->parts, 3);
        support_fail_allocation(0);
        assert_true(nth > 0 || !timeline);
        coir_action_release(timeline);
        assert_true(strstr(noted(), "-a ") && strstr(noted(), "-b ") && strlen(noted()) == strlen("-a -b "));
        forget_trace();
        coir_error_clear();
    }
}

static void run_another(void *user)
{
    coir_node_run(scene, coir_call(call, user));
    note("-%s ", (const char *)user);
}

static void destroy_stage(void *user)
{
    (void)user;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void a_release_function_may_do_anything(void **state)
{
    (void)state;
    coir_node_run(scene, coir_action_own(coir_delay(0.5), "again", run_another));
    update(1);
    update(1);
    assert_trace("-again again ");
    coir_node_run(scene, coir_action_own(coir_delay(0.5), NULL, destroy_stage));
    CoirRun other = coir_node_run(scene, coir_delay(5));
    assert_true(coir_stage_update(stage, 1));
    assert_false(coir_run_is_running(other));
    assert_null(stage);
}

typedef struct Link {
    CoirAction *next;
    int *depth, *deepest;
} Link;

static void release_link(void *user)
{
    Link *link = user;
    if (++*link->depth > *link->deepest)
        *link->deepest = *link->depth;
    coir_action_release(link->next);
    --*link->depth;
    note("-");
    free(link);
}

// Nested releases of a long chain would overflow the stack.
static void a_release_inside_a_release_function_waits_for_the_function(void **state)
{
    CoirAction *chain = NULL;
    int depth = 0, deepest = 0;
    (void)state;
    for (int i = 0; i < 10; i++) {
        Link *link = malloc(sizeof *link);
        assert_non_null(link);
        *link = (Link){chain, &depth, &deepest};
        chain = coir_action_own(coir_delay(1), link, release_link);
    }
    coir_action_release(chain);
    assert_int_equal(deepest, 1);
    assert_trace("----------");
}

// Nodes --------------------------------------------------------------------------------------------------------------

static void note_destroyed(CoirNode *node)
{
    note("%s.destroyed ", node->name);
}

typedef struct Thing {
    CoirNode node;
} Thing;

static COIR_NODE_CLASS(Thing, .destroy = note_destroyed);

static CoirNode *thing_new(CoirNode *parent, const char *name)
{
    Thing *thing = COIR_NEW(Thing);
    assert_non_null(thing);
    thing->node.name = name;
    assert_true(coir_node_add(parent, &thing->node));
    return &thing->node;
}

static void a_node_releases_when_its_memory_goes_the_last_one_first(void **state)
{
    (void)state;
    CoirNode *thing = thing_new(scene, "thing");
    assert_true(coir_node_own(thing, "a", release) && coir_node_own(thing, "b", release));
    coir_node_destroy(thing);
    assert_trace("");
    update(0);
    assert_trace("thing.destroyed -b -a ");
}

static void children_release_after_all_destroy_hooks(void **state)
{
    (void)state;
    CoirNode *outer = thing_new(scene, "outer"), *inner = thing_new(outer, "inner");
    assert_true(coir_node_own(outer, "outer", release) && coir_node_own(inner, "inner", release));
    coir_node_destroy(outer);
    update(0);
    assert_trace("outer.destroyed inner.destroyed -outer -inner ");
}

static CoirNode *other;

static void destroy_other(void *user)
{
    note("-%s ", (const char *)user);
    coir_node_destroy(other);
    assert_int_equal(coir_nodes_sweep(), 0);
    assert_mistake("coir_nodes_sweep: called in a callback");
}

static void nodes_that_a_release_function_destroys_are_freed_in_the_same_frame(void **state)
{
    (void)state;
    CoirNode *thing = thing_new(scene, "thing");
    other = thing_new(scene, "other");
    assert_true(coir_node_own(thing, "a", destroy_other) && coir_node_own(other, "b", release));
    coir_node_destroy(thing);
    update(0);
    assert_trace("thing.destroyed -a other.destroyed -b ");
}

static void a_node_that_cannot_own_leaves_the_pointer_to_the_caller(void **state)
{
    (void)state;
    assert_false(coir_node_own(NULL, "a", release));
    assert_mistake("coir_node_own: the node is NULL");
    assert_false(coir_node_own(scene, "a", NULL));
    assert_mistake("coir_node_own: the release function is NULL");
    support_fail_allocation(1);
    assert_false(coir_node_own(scene, "a", release));
    coir_error_clear();
    CoirNode *thing = thing_new(scene, "thing");
    coir_node_destroy(thing);
    assert_false(coir_node_own(thing, "a", release));
    assert_mistake("destroyed already");
    update(0);
    assert_trace("thing.destroyed ");
}

// Timers -------------------------------------------------------------------------------------------------------------

// Returns a timer that notes its name, and that owns the name.
static CoirTimerDef timer(const char *key, double interval, int repeat)
{
    return (CoirTimerDef){
        .key = key, .call = call, .user = (void *)key, .release = release, .interval = interval, .repeat = repeat};
}

static void schedule(CoirNode *node, const char *key)
{
    CoirTimerDef def = timer(key, 1, COIR_FOREVER);
    assert_true(coir_node_schedule(node, &def));
}

static void a_timer_releases_after_its_last_call(void **state)
{
    CoirTimerDef thrice = timer("a", 0.25, 2), at_once = timer("b", 0, 1), unnamed = timer("c", 0, 0);
    (void)state;
    unnamed.key = NULL;
    assert_true(coir_node_schedule(scene, &thrice));
    update(0.5);
    assert_trace("a a ");
    update(0.25);
    assert_trace("a -a ");
    assert_true(coir_node_schedule(scene, &at_once) && coir_node_schedule(scene, &unnamed));
    update(0.1);
    assert_trace("b c -c ");
    update(0.1);
    assert_trace("b -b ");
    update(9);
    assert_trace("");
}

static void a_removed_timer_releases_its_pointer(void **state)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    CoirTimerDef unnamed = timer("c", 1, 0);
    (void)state;
    schedule(scene, "a");
    schedule(scene, "b");
    assert_true(coir_node_unschedule(scene, "a"));
    assert_trace("-a ");
    coir_node_pause(scene);
    assert_true(coir_scheduler_unschedule(scheduler, scene, "b"));
    assert_trace("-b ");
    unnamed.key = NULL;
    assert_true(coir_node_schedule(scene, &unnamed));
    assert_true(coir_node_unschedule_callback(scene, (CoirAnyFn)call));
    assert_trace("-c ");
    schedule(scene, "d");
    schedule(scene, "e");
    coir_node_unschedule_all(scene);
    assert_trace("-e -d ");
    schedule(scene, "f");
    assert_true(coir_scheduler_unschedule_target(scheduler, scene));
    assert_trace("-f ");
    schedule(scene, "g");
    assert_true(coir_scheduler_unschedule_all(scheduler, COIR_PRIORITY_SYSTEM));
    assert_trace("-g ");
    assert_false(coir_node_unschedule(scene, "g"));
    assert_trace("");
}

static void a_timer_that_is_replaced_releases(void **state)
{
    CoirTimerDef def = timer("a", 1, COIR_FOREVER);
    (void)state;
    schedule(scene, "a");
    def.user = "again";
    assert_true(coir_node_schedule(scene, &def));
    assert_trace("-a ");
    def.release = NULL;
    assert_true(coir_node_schedule(scene, &def));
    assert_trace("-again ");
    assert_true(coir_node_unschedule(scene, "a"));
    assert_trace("");
}

static void timers_release_with_their_node(void **state)
{
    CoirNode *thing = thing_new(scene, "thing");
    (void)state;
    schedule(thing, "a");
    coir_node_detach(thing);
    schedule(thing, "b");
    update(5);
    assert_trace("");
    coir_node_destroy(thing);
    schedule(scene, "of another node");
    assert_true(coir_node_unschedule(scene, "of another node"));
    assert_trace("-of another node ");
    coir_nodes_sweep();
    assert_trace("thing.destroyed -a -b ");
    schedule(scene, "c");
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("-c ");
}

static void a_timer_keeps_its_pointer_on_another_stage(void **state)
{
    CoirStage *another = coir_stage_new();
    CoirNode *root = coir_node_new(), *thing = thing_new(scene, "thing");
    (void)state;
    assert_true(coir_stage_show(another, root) && coir_stage_update(another, 0));
    schedule(thing, "a");
    assert_true(coir_node_set_parent(thing, root));
    update(1);
    assert_true(coir_stage_update(another, 1));
    assert_trace("a ");
    coir_stage_destroy(another);
    assert_trace("thing.destroyed -a ");
}

static void tick_once(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed;
    note("%s ", (const char *)user);
}

static void a_destroyed_scheduler_releases_the_pointers_of_its_timers(void **state)
{
    int target;
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirTimerDef def = {.tick = tick_once, .user = "a", .release = release};
    (void)state;
    assert_true(coir_scheduler_schedule(scheduler, &target, &def));
    assert_true(coir_scheduler_update(scheduler, 0));
    assert_trace("a -a ");
    assert_true(coir_scheduler_schedule(scheduler, &target, &def));
    coir_scheduler_destroy(scheduler);
    assert_trace("-a ");
    assert_true(coir_scheduler_schedule(coir_stage_scheduler(stage), &target, &def));
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("-a ");
}

static void unschedule_first(CoirNode *node, void *user)
{
    CoirNode *child = coir_node_new();
    assert_true(coir_node_unschedule(node, user));
    assert_true(coir_node_once_after(child, 1, call, NULL) && coir_node_unschedule_callback(child, (CoirAnyFn)call));
    coir_node_destroy(child);
    note("%s ", (const char *)user);
}

static void detach_first(CoirNode *node, void *user)
{
    coir_node_detach(node);
    unschedule_first(node, user);
    coir_node_destroy(node);
}

static void replace_first(CoirNode *node, void *user)
{
    CoirTimerDef def = {.key = user, .call = call, .user = "again", .release = release, .interval = 5};
    assert_true(coir_node_schedule(node, &def));
    note("%s ", (const char *)user);
}

static void destroy_first(CoirNode *node, void *user)
{
    coir_node_destroy(node);
    note("%s ", (const char *)user);
}

// Until the callback returns, the callback may use the pointer that its timer owns.
static void a_timer_that_ends_in_its_own_callback_releases_after_the_callback(void **state)
{
    static const struct {
        CoirCallFn call;
        const char *trace;
    } cases[] = {{unschedule_first, "a -a "},
                 {detach_first, "a -a thing.destroyed "},
                 {replace_first, "a -a "},
                 {destroy_first, "a thing.destroyed -a "}};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int in_each_update = 0; in_each_update < 2; in_each_update++) {
            CoirNode *thing = thing_new(scene, "thing");
            CoirTimerDef def = timer("a", in_each_update ? 0 : 1, COIR_FOREVER);
            def.call = cases[i].call;
            assert_true(coir_node_schedule(thing, &def));
            update(1);
            assert_trace(cases[i].trace);
            if (i == 0 || i == 2)
                coir_node_destroy(thing);
            update(0);
            assert_trace(i == 0 ? "thing.destroyed " : i == 2 ? "thing.destroyed -again " : "");
        }
}

static void a_timer_that_cannot_be_scheduled_leaves_the_pointer_to_the_caller(void **state)
{
    CoirTimerDef bad = timer("a", -1, 0), good = timer("a", 1, 0);
    (void)state;
    assert_false(coir_node_schedule(scene, &bad));
    assert_mistake("coir_node_schedule");
    assert_false(coir_node_schedule(NULL, &good));
    assert_mistake("coir_node_schedule");
    assert_true(coir_node_schedule(scene, &good));
    good.user = "again";
    support_fail_allocation(1);
    assert_false(coir_node_schedule(scene, &good));
    coir_error_clear();
    assert_trace("");
    update(1);
    assert_trace("a -a ");
}

static void schedule_again(void *user)
{
    static int times;
    note("-%s ", (const char *)user);
    CoirTimerDef def = timer("again", 0, 0);
    def.release = ++times < 3 ? schedule_again : release;
    assert_true(coir_node_schedule(scene, &def));
}

static void unschedule_others(void *user)
{
    note("-%s ", (const char *)user);
    coir_node_unschedule_all(scene);
}

static void a_release_function_of_a_timer_may_do_anything(void **state)
{
    CoirTimerDef def = timer("a", 0.5, 0);
    CoirNode *thing = thing_new(scene, "thing");
    (void)state;
    def.release = schedule_again;
    assert_true(coir_node_schedule(scene, &def));
    for (int i = 0; i < 5; i++)
        update(0.5);
    assert_trace("a -a again -again again -again again -again ");
    schedule(scene, "b");
    schedule(scene, "c");
    def.release = unschedule_others;
    assert_true(coir_node_schedule(thing, &def));
    assert_true(coir_node_unschedule(thing, "a"));
    assert_trace("-a -c -b ");
    other = thing;
    schedule(thing, "d");
    def.release = destroy_other;
    assert_true(coir_node_schedule(scene, &def));
    update(0.5);
    assert_trace("a -a thing.destroyed -d ");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1); // logged in destroy_other
    def.release = destroy_stage;
    assert_true(coir_node_schedule(scene, &def));
    schedule(scene, "e");
    assert_true(coir_stage_update(stage, 0.5));
    assert_trace("a -e ");
    assert_null(stage);
}

// Called while the stage is being destroyed. The memory of the stage is still valid, but coir_stage_show and
// coir_stage_update refuse.
static void use_dying(void *user)
{
    note("-%s ", (const char *)user);
    assert_false(coir_stage_show(stage, scene));
    assert_false(coir_stage_update(stage, 1));
    assert_null(coir_stage_scene(stage));
    assert_non_null(coir_stage_scheduler(stage));
    support_forget_messages();
}

static void timers_release_before_the_memory_of_their_stage_goes(void **state)
{
    int target;
    CoirTimerDef def = timer("a", 1, 0), ticks = {.tick = tick_once, .user = "b", .release = use_dying};
    (void)state;
    def.release = use_dying;
    assert_true(coir_node_schedule(scene, &def));
    assert_true(coir_scheduler_schedule(coir_stage_scheduler(stage), &target, &ticks));
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("-b -a ");
}

static void schedule_again_on_stage(void *user)
{
    int target;
    CoirTimerDef def = {.tick = tick_once, .user = user, .release = schedule_again_on_stage};
    note("-%s ", (const char *)user);
    assert_false(coir_scheduler_schedule(coir_stage_scheduler(stage), &target, &def));
    assert_mistake("coir_scheduler_schedule: the scheduler has been destroyed");
    assert_false(coir_scheduler_update(coir_stage_scheduler(stage), 1));
    assert_mistake("coir_scheduler_update: the scheduler has been destroyed");
}

static void a_destroyed_stage_takes_no_more_timers(void **state)
{
    int target;
    CoirTimerDef def = {.tick = tick_once, .user = "a", .release = schedule_again_on_stage, .interval = 1};
    (void)state;
    assert_true(coir_scheduler_schedule(coir_stage_scheduler(stage), &target, &def));
    coir_stage_destroy(stage);
    stage = NULL;
    assert_trace("-a ");
}

static CoirScheduler *dying;

static void use_dying_scheduler(void *user)
{
    int target;
    CoirTimerDef def = {.tick = tick_once, .user = "again", .release = release};
    note("-%s ", (const char *)user);
    assert_false(coir_scheduler_schedule(dying, &target, &def));
    assert_mistake("coir_scheduler_schedule: the scheduler has been destroyed");
    assert_false(coir_scheduler_update(dying, 1));
    assert_mistake("coir_scheduler_update: the scheduler has been destroyed");
    coir_scheduler_destroy(dying);
}

static void destroy_dying(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
    coir_scheduler_destroy(dying);
}

static void timers_release_before_the_memory_of_their_scheduler_goes(void **state)
{
    int target;
    CoirTimerDef def = {.tick = destroy_dying, .user = "a", .release = use_dying_scheduler, .interval = 1};
    (void)state;
    for (int in_update = 0; in_update < 2; in_update++) {
        dying = coir_scheduler_new();
        assert_true(coir_scheduler_schedule(dying, &target, &def));
        if (in_update)
            assert_true(coir_scheduler_update(dying, 1));
        else
            coir_scheduler_destroy(dying);
        assert_trace("-a ");
    }
}

static int rounds;
static bool is_endless;

static void end_another_node(void *user)
{
    (void)user;
    rounds++;
    if (!is_endless)
        return;
    CoirNode *node = coir_node_new();
    CoirTimerDef def = {.call = call, .release = end_another_node, .interval = 1};
    assert_true(coir_node_schedule(node, &def));
    coir_node_destroy(node);
}

static void own_another_node(void *user)
{
    (void)user;
    rounds++;
    if (!is_endless)
        return;
    CoirNode *node = coir_node_new();
    assert_true(coir_node_own(node, NULL, own_another_node));
    coir_node_destroy(node);
}

static void a_sweep_has_an_end_although_its_release_functions_destroy_nodes(void **state)
{
    static const CoirUserFn functions[] = {end_another_node, own_another_node};
    (void)state;
    for (int i = 0; i < 2; i++) {
        int count = coir_nodes_count();
        rounds = 0;
        is_endless = true;
        functions[i](NULL);
        assert_int_equal(coir_nodes_sweep(), 10000);
        assert_mistake("coir_nodes_sweep: `destroy` hooks or release functions have destroyed further nodes");
        assert_int_equal(rounds, 10001);
        is_endless = false;
        assert_int_equal(coir_nodes_sweep(), 1);
        assert_int_equal(rounds, 10002);
        assert_int_equal(coir_nodes_count(), count);
    }
}

static void end_another_timer(void *user)
{
    int target;
    CoirTimerDef def = {.tick = tick_once, .user = user, .release = end_another_timer, .interval = 1};
    rounds++;
    if (!is_endless)
        return;
    assert_true(coir_scheduler_schedule(dying, &target, &def));
    assert_true(coir_scheduler_unschedule_target(dying, &target));
}

static void release_functions_that_end_timers_come_to_an_end(void **state)
{
    (void)state;
    dying = coir_scheduler_new();
    rounds = 0;
    is_endless = true;
    end_another_timer(NULL);
    assert_int_equal(rounds, 10001);
    is_endless = false;
    assert_mistake("CoirTimerDef.release: a release function ends a timer");
    assert_true(coir_scheduler_update(dying, 0));
    assert_int_equal(rounds, 10002);
    coir_scheduler_destroy(dying);
}

static void release_of_b(void *user)
{
    note("b%d ", *(int *)user);
}

static CoirAction *b_action;

static void release_a_and_free_b(void *user)
{
    int *depth = user;
    ++*depth;
    coir_action_release(b_action);
    --*depth;
    note("a ");
}

static void a_release_function_that_is_called_at_once_ends_before_others_are_called(void **state)
{
    int depth = 0;
    (void)state;
    b_action = coir_action_own(coir_delay(1), &depth, release_of_b);
    assert_null(coir_action_own(NULL, &depth, release_a_and_free_b));
    assert_trace("a b0 ");
    support_forget_messages();
}

TEST_FILE(owned)
{
    const struct CMUnitTest tests[] = {
        own_test(a_list_releases_the_last_added_pointer_first),
        own_test(a_release_function_that_is_called_at_once_ends_before_others_are_called),
        own_test(an_action_releases_once_with_its_last_owner),
        own_test(a_part_releases_with_the_whole),
        own_test(an_action_owns_any_number_of_pointers),
        own_test(an_action_that_could_not_be_made_releases_at_once),
        own_test(without_a_release_function_nothing_is_taken_over),
        own_test(without_memory_an_action_releases_at_once),
        own_test(a_placed_part_of_a_timeline_keeps_its_owned_pointers),
        own_test(an_opposite_keeps_the_pointers_of_the_action),
        own_test(without_memory_an_opposite_loses_nothing),
        own_test(a_call_that_ends_its_run_still_has_its_owned_pointers),
        own_test(an_array_of_parts_may_belong_to_a_part),
        own_test(an_array_of_parts_may_belong_to_a_part_of_a_timeline_that_fails_later),
        own_test(a_release_function_may_do_anything),
        own_test(a_release_inside_a_release_function_waits_for_the_function),
        own_test(a_node_releases_when_its_memory_goes_the_last_one_first),
        own_test(children_release_after_all_destroy_hooks),
        own_test(nodes_that_a_release_function_destroys_are_freed_in_the_same_frame),
        own_test(a_node_that_cannot_own_leaves_the_pointer_to_the_caller),
        own_test(a_timer_releases_after_its_last_call),
        own_test(a_removed_timer_releases_its_pointer),
        own_test(a_timer_that_is_replaced_releases),
        own_test(timers_release_with_their_node),
        own_test(a_timer_keeps_its_pointer_on_another_stage),
        own_test(a_destroyed_scheduler_releases_the_pointers_of_its_timers),
        own_test(a_timer_that_ends_in_its_own_callback_releases_after_the_callback),
        own_test(a_timer_that_cannot_be_scheduled_leaves_the_pointer_to_the_caller),
        own_test(a_release_function_of_a_timer_may_do_anything),
        own_test(timers_release_before_the_memory_of_their_stage_goes),
        own_test(a_destroyed_stage_takes_no_more_timers),
        own_test(timers_release_before_the_memory_of_their_scheduler_goes),
        own_test(a_sweep_has_an_end_although_its_release_functions_destroy_nodes),
        own_test(release_functions_that_end_timers_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
