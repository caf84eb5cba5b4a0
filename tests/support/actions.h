// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of actions: an action manager without a stage, which runs actions on `node`; a stage with `scene`
// and its child `hero`; calls that are noted as "name@time "; functions that set and compare the properties of a node.

#ifndef COIR_TESTS_ACTIONS_H
#define COIR_TESTS_ACTIONS_H

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "action/run/run.h"
#include "coir/error.h"
#include "coir/node_time.h"
#include "coir/stage.h"
#include "media/texture.h"
#include "node/store.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static CoirStage *stage;
static CoirNode *scene, *hero;
static CoirActionManager *manager;
static CoirNode *node;
static CoirNodeRef node_ref;

static inline CoirNode *child_of(CoirNode *parent)
{
    CoirNode *child = coir_node_new();
    assert_true(child && coir_node_add(parent, child));
    return child;
}

static inline int setup_stage_and_manager(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    manager = coir_action_manager_new();
    scene = coir_node_new();
    node = coir_node_new();
    node_ref = coir_node_ref(node);
    hero = child_of(scene);
    return coir_stage_show(stage, scene) && coir_stage_update(stage, 0) ? 0 : 1;
}

// Destroys everything that setup_stage_and_manager has made. The sweeps free the destroyed nodes and textures, and also
// the pools of the nodes, because no node is left.
static inline void destroy_stage_and_manager(void)
{
    coir_node_destroy(coir_node_get(node_ref));
    coir_action_manager_destroy(manager);
    coir_stage_destroy(stage);
    coir_nodes_sweep();
    coir_textures_sweep();
    manager = NULL;
    stage = NULL;
}

static inline int teardown_stage_and_manager(void **state)
{
    destroy_stage_and_manager();
    return support_teardown(state);
}

#define action_test(function) \
    cmocka_unit_test_setup_teardown(function, setup_stage_and_manager, teardown_stage_and_manager)

// Running ------------------------------------------------------------------------------------------------------------

static inline CoirRun play(CoirAction *action)
{
    CoirRun run = coir_action_manager_run(manager, node, action);
    if (!coir_run_is_running(run))
        fail_msg("the run has not started: %s", coir_error());
    return run;
}

static inline CoirRun act_on(CoirNode *actor, CoirAction *action)
{
    CoirRun run = coir_node_run(actor, action);
    if (!coir_run_is_running(run))
        fail_msg("the run has not started: %s", coir_error());
    return run;
}

static inline void step(double dt)
{
    assert_true(coir_action_manager_update(manager, dt));
}

static inline void frame(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static inline void seek(CoirRun run, double seconds)
{
    assert_true(coir_run_seek(run, seconds, 0));
}

// Calls --------------------------------------------------------------------------------------------------------------

// Returns the time of the manager that steps the actions of `of`. For a node without runs, returns the time of the
// manager of `stage` if the node is on stage, else the time of `manager`. During a call of an action, this is the exact
// time of the call.
static inline double time_of(const CoirNode *of)
{
    const CoirActionManager *its = coir_manager_of(of);
    if (!its)
        its = coir_node_is_on_stage(of) ? coir_stage_actions(stage) : manager;
    return coir_action_manager_now(its);
}

static inline void note_name(CoirNode *of, void *name)
{
    note("%s@%.10g ", (const char *)name, time_of(of));
}

static inline CoirAction *say(const char *name)
{
    return coir_call(note_name, (void *)name);
}

static inline void count_up(CoirNode *of, void *count)
{
    (void)of;
    ++*(int *)count;
}

static inline CoirAction *counting(int *count)
{
    return coir_call(count_up, count);
}

// Notes "name:reason ". A callback for coir_run_on_done.
static inline void note_end(CoirNode *of, CoirRunEnd reason, void *name)
{
    static const char *const reasons[] = {"done", "stopped", "gone"};
    (void)of;
    note("%s:%s ", (const char *)name, reasons[reason]);
}

static inline CoirAction *walk(void)
{
    return coir_move_by(1, 100, 0);
}

// Looks --------------------------------------------------------------------------------------------------------------

typedef struct Looks {
    CoirVec2 position, scale, anchor, size, skew;
    float rotation, opacity;
    int z;
    CoirColor color;
    bool visible;
} Looks;

static inline Looks looks_of(const CoirNode *of)
{
    Looks looks = {of->position, of->scale,   of->anchor, of->size,  of->skew,
                   of->rotation, of->opacity, of->z,      of->color, of->visible};
    return looks;
}

static inline void dress(CoirNode *of, Looks looks)
{
    of->position = looks.position;
    of->scale = looks.scale;
    of->anchor = looks.anchor;
    of->size = looks.size;
    of->skew = looks.skew;
    of->rotation = looks.rotation;
    of->opacity = looks.opacity;
    of->z = looks.z;
    of->color = looks.color;
    of->visible = looks.visible;
}

// Properties with different values, most of which are not exact in binary, so that tests notice mixed-up properties and
// rounding errors.
static const Looks odd_looks = {.position = {10.1f, -20.7f},
                                .scale = {1.3f, 0.7f},
                                .anchor = {0.3f, 0.6f},
                                .size = {33.3f, 77.7f},
                                .skew = {5.1f, -6.1f},
                                .rotation = 30.3f,
                                .opacity = 0.55f,
                                .z = 3,
                                .color = {100, 150, 200, 250},
                                .visible = true};

static inline void describe_looks(char *text, size_t size, const Looks *l)
{
    snprintf(text, size,
             "position %a %a, scale %a %a, anchor %a %a, size %a %a, skew %a %a, rotation %a, opacity %a, z %d, "
             "color %d %d %d %d, %s",
             (double)l->position.x, (double)l->position.y, (double)l->scale.x, (double)l->scale.y, (double)l->anchor.x,
             (double)l->anchor.y, (double)l->size.x, (double)l->size.y, (double)l->skew.x, (double)l->skew.y,
             (double)l->rotation, (double)l->opacity, l->z, l->color.r, l->color.g, l->color.b, l->color.a,
             l->visible ? "visible" : "hidden");
}

// Checks that a node has exactly these properties, to the last bit.
#define assert_looks(of, expected) check_looks((of), (expected), "", __FILE__, __LINE__)
static inline void check_looks(const CoirNode *of, Looks expected, const char *what, const char *file, int line)
{
    char is[512], should_be[512];
    Looks looks = looks_of(of);
    describe_looks(is, sizeof is, &looks);
    describe_looks(should_be, sizeof should_be, &expected);
    if (strcmp(is, should_be) != 0)
        print_error("%s\n", what);
    _assert_string_equal(is, should_be, file, line);
}

#define assert_near(value, expected) check_near((double)(value), (expected), #value, __FILE__, __LINE__)
static inline void check_near(double value, double expected, const char *what, const char *file, int line)
{
    if (fabs(value - expected) <= 1e-4)
        return;
    print_error("%s is %.9g and not %.9g\n", what, value, expected);
    _fail(file, line);
}

#endif
