// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of stages: an empty stage, and a painter to draw the stage.

#ifndef COIR_TESTS_STAGED_H
#define COIR_TESTS_STAGED_H

#include "support/probe.h"

#include "coir/event.h"
#include "draw/painter.h"

static CoirStage *stage;
static CoirPainter *stage_painter;

static inline int set_up_stage(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    stage_painter = coir_painter_new();
    return stage && stage_painter ? 0 : 1;
}

static inline int tear_down_stage(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_painter_destroy(stage_painter);
    coir_nodes_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define stage_test(function) cmocka_unit_test_setup_teardown(function, set_up_stage, tear_down_stage)

// Hooks that a change of scenes calls. A scene of scene_new notes these hooks.
#define SCENE_HOOKS (PROBE_ENTER | PROBE_ENTERED | PROBE_LEAVING | PROBE_LEAVE | PROBE_DESTROY)

static inline CoirNode *scene_new(const char *name)
{
    return &ear_new(NULL, name, SCENE_HOOKS)->node;
}

#define ALL_HOOKS                                                                                          \
    (PROBE_ENTER | PROBE_ENTERED | PROBE_LEAVING | PROBE_LEAVE | PROBE_UPDATE | PROBE_DRAW | PROBE_EVENT | \
     PROBE_DESTROY)
#define COMING_AND_GOING (PROBE_ENTER | PROBE_LEAVE)

static inline void show_probe(Probe *scene)
{
    show(stage, &scene->node);
}

static inline void draw_frame(void)
{
    assert_true(coir_painter_begin(stage_painter, coir_affine_identity(), 640, 480));
    coir_stage_draw(stage, stage_painter);
    assert_int_equal(stage_painter->clip_count, 1);
}

static inline bool send_event(void)
{
    CoirEvent event = {.type = COIR_EVENT_KEY_DOWN};
    return coir_stage_event(stage, &event);
}

// Values of Probe.act, and three siblings ----------------------------------------------------------------------------

static inline void act_destroy(Probe *probe)
{
    coir_node_destroy(&probe->node);
}

static inline void act_add_other(Probe *probe)
{
    assert_true(coir_node_add(coir_node_parent(&probe->node), probe->other));
}

static inline void act_detach(Probe *probe)
{
    coir_node_detach(&probe->node);
}

static inline void act_to_the_end(Probe *probe)
{
    CoirNode *parent = coir_node_parent(&probe->node);
    coir_node_detach(&probe->node);
    assert_true(coir_node_add(parent, &probe->node));
}

static inline Probe *add_three(Probe *scene, unsigned hooks)
{
    Probe *a = probe_new(&scene->node, "a", hooks);
    probe_new(&scene->node, "b", hooks);
    probe_new(&scene->node, "c", hooks);
    return a;
}

#endif
