// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs that sleep on many clocks: n nodes, each with a clock of its own and a delay of 31 years. A parent has ten of
// the nodes as children, and every other parent has a scaled clock, too. An item is a node, and a frame is an update of
// the stage.

#include "bench.h"

#include <stdlib.h>

#include "coir/action.h"
#include "coir/action_manager.h"
#include "coir/node.h"
#include "coir/node_time.h"
#include "coir/stage.h"

#define CHILDREN 10

static void update(void *stage, int frames)
{
    for (int i = 0; i < frames; i++)
        coir_stage_update(stage, BENCH_DT);
}

static CoirNode *new_parent(CoirNode *scene, bool is_scaled)
{
    CoirNode *parent = coir_node_new();
    coir_node_add(scene, parent);
    if (is_scaled)
        coir_node_set_time_scale(parent, 0.5);
    return parent;
}

static void sleepers_clocks(BenchRow *row)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = coir_node_new(), *parent = NULL;
    int running = 0;
    coir_stage_show(stage, scene);
    coir_stage_update(stage, 0);
    for (int i = 0; i < row->n; i++) {
        if (i % CHILDREN == 0)
            parent = new_parent(scene, i / CHILDREN % 2);
        CoirNode *node = coir_node_new();
        coir_node_add(parent, node);
        coir_node_set_time_scale(node, 0.5 + i % 7 * 0.1);
        coir_node_run(node, coir_delay(1e9));
    }
    bench_measure(
        row, &(BenchLoop){.state = stage, .measured = update, .items = row->n, .warm_up = 10, .least_frames = 100});
    running = coir_action_manager_count(coir_stage_actions(stage));
    bench_expect(row, running == row->n, "%d actions run instead of %d", running, row->n);
    coir_stage_destroy(stage);
    coir_nodes_sweep();
}

const Bench bench_sleepers[] = {
    {"sleepers-clocks", sleepers_clocks, {1000, 10000, 100000}, {100000, 100000, .ns_per_frame = 1000}},
    {0},
};
