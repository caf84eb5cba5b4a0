// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of clocks for subtrees: two stages, and callbacks of nodes that note their calls. A CoirTickFn is
// noted as "NODE.TEXT elapsed@time ", a CoirCallFn as "NODE.TEXT@time ": NODE is the name of the node, TEXT is the
// callback's `user`, and the time is the time of `stage`. An update of a Runner is noted as "NODE.update dt ".

#ifndef COIR_TESTS_CLOCKED_H
#define COIR_TESTS_CLOCKED_H

#include "support/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/node_time.h"

// A node that notes its updates, unless `is_quiet`. `on_enter` is called once, in the next call of the hook `enter`;
// `on_leave` and `on_update` likewise.
typedef struct Runner {
    CoirNode node;
    void (*on_enter)(CoirNode *node), (*on_leave)(CoirNode *node), (*on_update)(CoirNode *node);
    bool is_quiet;
} Runner;

static CoirStage *stage, *other_stage;
static CoirNode *scene, *world, *hud; // on `stage`; `world` and `hud` are children of `scene`
static CoirNode *other_scene;         // on `other_stage`

static inline double now(void)
{
    return coir_scheduler_now(coir_stage_scheduler(stage));
}

static inline void act_once(CoirNode *node, void (**act)(CoirNode *))
{
    void (*function)(CoirNode *) = *act;
    *act = NULL;
    if (function)
        function(node);
}

static inline void runner_enter(CoirNode *node)
{
    act_once(node, &((Runner *)node)->on_enter);
}

static inline void runner_leave(CoirNode *node)
{
    act_once(node, &((Runner *)node)->on_leave);
}

static inline void runner_update(CoirNode *node, double dt)
{
    if (!((Runner *)node)->is_quiet)
        note("%s.update %g ", node->name, dt);
    act_once(node, &((Runner *)node)->on_update);
}

static COIR_NODE_CLASS(Runner, .enter = runner_enter, .leave = runner_leave, .update = runner_update);

static inline CoirNode *set_up_runner(Runner *runner, CoirNode *parent, const char *name)
{
    assert_non_null(runner);
    runner->node.name = name;
    if (parent)
        assert_true(coir_node_add(parent, &runner->node));
    return &runner->node;
}

#define runner_new(parent, name) set_up_runner(COIR_NEW(Runner), (parent), (name))

static inline CoirNode *plain_new(CoirNode *parent, const char *name)
{
    CoirNode *node = coir_node_new();
    assert_non_null(node);
    node->name = name;
    if (parent)
        assert_true(coir_node_add(parent, node));
    return node;
}

static inline int set_up_stages(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    other_stage = coir_stage_new();
    scene = plain_new(NULL, "scene");
    other_scene = plain_new(NULL, "other");
    show(stage, scene);
    show(other_stage, other_scene);
    world = plain_new(scene, "world");
    hud = plain_new(scene, "hud");
    return 0;
}

static inline int tear_down_stages(void **state)
{
    coir_stage_destroy(stage);
    coir_stage_destroy(other_stage);
    coir_nodes_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define clock_test(function) cmocka_unit_test_setup_teardown(function, set_up_stages, tear_down_stages)

static inline void note_call(void *target, double elapsed, void *user)
{
    const CoirNode *node = target;
    note("%s.%s %g@%g ", node->name, (const char *)user, elapsed, now());
}

static inline void note_timer(CoirNode *node, void *user)
{
    note("%s.%s@%g ", node->name, (const char *)user, now());
}

static inline void update(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static inline void *text(const char *name)
{
    return (void *)name;
}

static inline void schedule(CoirNode *node, const char *key, double interval, CoirTickFn tick)
{
    CoirTimerDef def = {.tick = tick, .user = text(key), .key = key, .interval = interval, .repeat = COIR_FOREVER};
    assert_true(coir_node_schedule(node, &def));
}

static inline void every(CoirNode *node, double interval)
{
    schedule(node, "timer", interval, note_call);
}

static inline void each(CoirNode *node)
{
    schedule(node, "each", 0, note_call);
}

static inline void frame(CoirNode *node)
{
    assert_true(coir_node_every_frame(node, note_call, text("frame"), 0));
}

static inline void start_everything(CoirNode *node)
{
    frame(node);
    every(node, 1);
    each(node);
}

static inline void set_scale(CoirNode *node, double scale)
{
    assert_true(coir_node_set_time_scale(node, scale));
    assert_true(coir_node_time_scale(node) == scale);
}

// Tolerance in seconds: a clock with a time scale rounds to nanoseconds. The tests in tests/model check the exact
// numbers.
#define ROUNDING 1e-8

static inline void assert_remains(const CoirNode *node, double expected)
{
    double seconds = -1;
    assert_true(coir_node_remaining(node, "timer", &seconds));
    if (!(fabs(seconds - expected) < ROUNDING))
        fail_msg("%.9g s remain, expected %.9g", seconds, expected);
}

#endif
