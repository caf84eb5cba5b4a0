// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of nodes: a node type that notes its hooks in the trace.

#ifndef COIR_TESTS_PROBE_H
#define COIR_TESTS_PROBE_H

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "coir/event.h"
#include "coir/node.h"
#include "coir/stage.h"

// Probes -------------------------------------------------------------------------------------------------------------

typedef enum ProbeHook {
    PROBE_ENTER = 1,
    PROBE_ENTERED = 2,
    PROBE_LEAVING = 4,
    PROBE_LEAVE = 8,
    PROBE_UPDATE = 16,
    PROBE_DRAW = 32,
    PROBE_DESTROY = 64,
    PROBE_EVENT = 128,
} ProbeHook;

// `noted` is the set of hooks whose calls are noted, as "name.hook "; `at` is the set of hooks that call `act`.
typedef struct Probe {
    CoirNode node;
    unsigned noted, at; // ProbeHook bits
    void (*act)(struct Probe *probe);
    CoirNode *other; // used by `act`
    int acts_left;   // remaining calls of `act`; -1: no limit
    bool handles;    // return value of the event hook
} Probe;

static inline void probe_hook(CoirNode *node, ProbeHook hook, const char *name)
{
    Probe *probe = (Probe *)node;
    if (probe->noted & hook)
        note("%s.%s ", node->name ? node->name : "?", name);
    if ((probe->at & hook) && probe->act && probe->acts_left != 0) {
        probe->acts_left--;
        probe->act(probe);
    }
}

static inline void probe_enter(CoirNode *node)
{
    probe_hook(node, PROBE_ENTER, "enter");
}

static inline void probe_entered(CoirNode *node)
{
    probe_hook(node, PROBE_ENTERED, "entered");
}

static inline void probe_leaving(CoirNode *node)
{
    probe_hook(node, PROBE_LEAVING, "leaving");
}

static inline void probe_leave(CoirNode *node)
{
    probe_hook(node, PROBE_LEAVE, "leave");
}

static inline void probe_update(CoirNode *node, double dt)
{
    (void)dt;
    probe_hook(node, PROBE_UPDATE, "update");
}

static inline void probe_draw(CoirNode *node, CoirPainter *painter)
{
    (void)painter;
    probe_hook(node, PROBE_DRAW, "draw");
}

static inline void probe_destroy(CoirNode *node)
{
    probe_hook(node, PROBE_DESTROY, "destroy");
}

static COIR_NODE_CLASS(Probe, .enter = probe_enter, .entered = probe_entered, .leaving = probe_leaving,
                       .leave = probe_leave, .update = probe_update, .draw = probe_draw, .destroy = probe_destroy);

// A probe with an event hook.
typedef struct Ear {
    COIR_INHERIT(Probe, probe);
} Ear;

static inline bool ear_event(CoirNode *node, const CoirEvent *event)
{
    bool handles = ((Probe *)node)->handles;
    (void)event;
    probe_hook(node, PROBE_EVENT, "event");
    return handles;
}

static COIR_NODE_CLASS(Ear, .super = &Probe_class, .event = ear_event);

static inline Probe *set_up_probe(void *made, CoirNode *parent, const char *name, unsigned noted)
{
    Probe *probe = made;
    assert_non_null(probe);
    probe->node.name = name;
    probe->noted = noted;
    probe->acts_left = 1;
    if (parent)
        assert_true(coir_node_add(parent, &probe->node));
    return probe;
}

// Make a probe or an ear and add the node to `parent`, unless `parent` is NULL.
#define probe_new(parent, name, noted) set_up_probe(COIR_NEW(Probe), (parent), (name), (noted))
#define ear_new(parent, name, noted) set_up_probe(COIR_NEW(Ear), (parent), (name), (noted))

// Lets a probe call `act` once, in the next call of a hook that is in `at`. `act` may use `other`.
static inline void probe_acts(Probe *probe, unsigned at, void (*act)(Probe *probe), CoirNode *other)
{
    probe->at = at;
    probe->act = act;
    probe->other = other;
    probe->acts_left = 1;
}

// Stages -------------------------------------------------------------------------------------------------------------

#define FRAME (1.0 / 64)

static inline void step(CoirStage *stage)
{
    assert_true(coir_stage_update(stage, FRAME));
}

// Shows `scene` and lets the scene enter in a step of 0 seconds.
static inline void show(CoirStage *stage, CoirNode *scene)
{
    assert_true(coir_stage_show(stage, scene));
    assert_true(coir_stage_update(stage, 0));
}

#define assert_valid(node) assert_valid_at((node), __FILE__, __LINE__)
static inline void assert_valid_at(const CoirNode *node, const char *file, int line)
{
    if (coir_node_validate(node))
        return;
    fprintf(stderr, "%s\n", coir_error());
    _fail(file, line);
}

#endif
