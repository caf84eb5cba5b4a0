// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Many stages, as a server or a tool has them: a node is made, added to the first stage, runs an action, and is
// destroyed, while n stages exist. The floor is the same work with the first stage alone, measured before.

#include "bench.h"

#include <stdlib.h>

#include "coir/action.h"
#include "coir/node.h"
#include "coir/node_time.h"
#include "coir/stage.h"

#define NODES 100 // nodes in a frame

static void make_run_destroy(void *data, int frames)
{
    CoirNode *scene = data;
    for (int i = 0; i < frames * NODES; i++) {
        CoirNode *node = coir_node_new();
        coir_node_add(scene, node);
        coir_node_run(node, coir_move_by(1, 10, 10));
        coir_node_destroy(node);
        coir_nodes_sweep();
    }
}

static CoirStage *new_stage(void)
{
    CoirStage *stage = coir_stage_new();
    coir_stage_show(stage, coir_node_new());
    coir_stage_update(stage, BENCH_DT);
    return stage;
}

static void stages(BenchRow *row)
{
    CoirStage **all = bench_alloc((size_t)row->n, sizeof *all);
    all[0] = new_stage();
    BenchRow alone = {.name = row->name, .n = 1};
    BenchLoop loop = {.state = coir_stage_scene(all[0]), .measured = make_run_destroy, .items = NODES, .warm_up = 100};
    bench_measure(&alone, &loop);
    for (int i = 1; i < row->n; i++)
        all[i] = new_stage();
    bench_measure(row, &loop);
    row->floor_ns_per_item = alone.ns_per_item;
    bench_expect(row, coir_nodes_count() == row->n, "%d nodes are left", coir_nodes_count() - row->n);
    for (int i = 0; i < row->n; i++)
        coir_stage_destroy(all[i]);
    coir_nodes_sweep();
    free(all);
}

const Bench bench_stages[] = {
    {"stages", stages, {1, 100, 10000}, {10000, 10000, .ratio = 1.2}},
    {0},
};
