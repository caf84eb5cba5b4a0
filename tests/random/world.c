// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes, descriptions and runs. Inputs are in drive_input.c, other objects in world_time.c, world_pictures.c and
// world_sound.c.

#include "random/world.h"

#include <limits.h>
#include <math.h>

#include "random/values.h"
#include "random/world_parts.h"

#define NODES_MOST 60
#define ACTIONS_MOST 24
#define RUNS_MOST 32
#define PARTS_MOST 60
#define CALLS_MOST 3000.0

typedef struct Node {
    CoirNode *node;
    CoirNodeRef ref;
    bool hooked; // true if the destroy hook of the class calls forget_node
} Node;

typedef struct Action {
    CoirAction *action;
    Cost cost;
} Action;

static Node nodes[NODES_MOST];
static int node_count;
static Action actions[ACTIONS_MOST];
static int action_count;
static CoirRun runs[RUNS_MOST];
static CoirNodeRef refs[RUNS_MOST];
static int run_count, ref_count;

Cost taken;

// Nodes --------------------------------------------------------------------------------------------------------------

static void drop_node(int i)
{
    nodes[i] = nodes[--node_count];
}

// Removes destroyed nodes without a destroy hook from the table: the driver does not learn when these nodes are freed.
static void drop_freed_nodes(void)
{
    for (int i = node_count - 1; i >= 0; i--)
        if (!nodes[i].hooked && !coir_node_get(nodes[i].ref))
            drop_node(i);
}

static int find_node(const CoirNode *node)
{
    for (int i = 0; i < node_count; i++)
        if (nodes[i].node == node)
            return i;
    return -1;
}

// Makes room for a node: destroys a node, preferably off stage, or removes a destroyed node from the table.
static void make_room(void)
{
    drop_freed_nodes();
    for (int tries = 0; node_count == NODES_MOST && tries < 100; tries++) {
        int i = below(node_count);
        CoirNode *node = coir_node_get(nodes[i].ref);
        if (node && tries < 8 && coir_node_is_on_stage(node))
            continue;
        if (node)
            coir_node_destroy(node);
        else
            drop_node(i);
        drop_freed_nodes();
    }
}

void keep_node(void *made)
{
    CoirNode *node = made;
    note_pointer("-> node", node);
    drop_freed_nodes(); // a freed node may have had the same address
    if (!node || find_node(node) >= 0)
        return;
    make_room();
    if (node_count == NODES_MOST)
        coir_node_destroy(node);
    else
        nodes[node_count++] = (Node){node, coir_node_ref(node), has_destroy_hook(node)};
    refs[ref_count++ % RUNS_MOST] = coir_node_ref(node);
}

void forget_node(const CoirNode *node)
{
    int i = find_node(node);
    if (i >= 0)
        drop_node(i);
}

bool is_alive(const CoirNode *node)
{
    return coir_node_get(coir_node_ref(node)) == node;
}

CoirNode *live_node(void)
{
    drop_freed_nodes();
    CoirNode *found = NULL;
    bool on_stage = one_in(2);
    for (int tries = 0; node_count > 0 && tries < 6; tries++) {
        CoirNode *node = coir_node_get(nodes[below(node_count)].ref);
        found = node ? node : found;
        if (node && (!on_stage || coir_node_is_on_stage(node)))
            return node;
    }
    return found;
}

CoirNode *any_node(void)
{
    CoirNode *node = NULL;
    drop_freed_nodes();
    if (!badly() && node_count > 0)
        node = one_in(4) ? nodes[below(node_count)].node : live_node();
    note_pointer("node", node);
    return node;
}

// Returns the first node of a class, from a random index of the table on. Returns NULL if no node has the class.
static CoirNode *any_of_class(const CoirNodeClass *node_class)
{
    drop_freed_nodes();
    int start = node_count > 0 ? below(node_count) : 0;
    for (int i = 0; i < node_count; i++) {
        CoirNode *node = nodes[(start + i) % node_count].node;
        if (coir_node_is(node, node_class)) {
            note_pointer(node_class->name, node);
            return node;
        }
    }
    return NULL;
}

CoirSprite *any_sprite(void)
{
    return (CoirSprite *)(badly() ? any_node() : any_of_class(&CoirSprite_class));
}

CoirLabel *any_label(void)
{
    return (CoirLabel *)(badly() ? any_node() : any_of_class(&CoirLabel_class));
}

CoirNineSlice *any_nine_slice(void)
{
    return (CoirNineSlice *)any_of_class(&CoirNineSlice_class);
}

CoirTiled *any_tiled(void)
{
    return (CoirTiled *)any_of_class(&CoirTiled_class);
}

CoirBox *any_box(void)
{
    return (CoirBox *)any_of_class(&CoirBox_class);
}

CoirCircle *any_circle(void)
{
    return (CoirCircle *)any_of_class(&CoirCircle_class);
}

CoirNodeRef any_ref(void)
{
    CoirNodeRef wild = {(uint32_t)below(100), (uint32_t)below(100)};
    if (badly() || ref_count == 0)
        return wild;
    return refs[below(ref_count < RUNS_MOST ? ref_count : RUNS_MOST)];
}

CoirNode *const *any_nodes(void)
{
    static CoirNode *several[DEPTHS][NODES];
    CoirNode **of = several[record.depth];
    if (badly())
        return NULL;
    for (int i = 0; i < NODES; i++)
        of[i] = badly() ? any_node() : live_node();
    return of;
}

// Actions ------------------------------------------------------------------------------------------------------------

static void drop_action(int i)
{
    actions[i] = actions[--action_count];
}

static void release_action(int i)
{
    CoirAction *action = actions[i].action;
    drop_action(i);
    coir_action_release(action);
}

CoirAction *any_action(void)
{
    CoirAction *action = action_count == 0 || badly() ? NULL : actions[below(action_count)].action;
    note_pointer("action", action);
    return action;
}

static CoirAction *take_leaf(void)
{
    CoirAction *leaf = coir_move_by(0.5, 3, 4);
    taken.parts++;
    taken.calls++;
    note_pointer("leaf", leaf);
    return leaf;
}

CoirAction *take_action(void)
{
    if (badly() && one_in(4))
        return NULL;
    if (action_count == 0)
        return take_leaf();
    int i = below(action_count);
    Action one = actions[i];
    if (taken.parts + one.cost.parts > PARTS_MOST || taken.calls + one.cost.calls > CALLS_MOST) {
        release_action(i);
        return take_leaf();
    }
    drop_action(i);
    taken.parts += one.cost.parts;
    taken.calls += one.cost.calls;
    note_pointer("action", one.action);
    return one.action;
}

void keep_action_times(CoirAction *action, int times)
{
    note_pointer("-> action", action);
    if (!action)
        return;
    while (action_count == ACTIONS_MOST)
        release_action(below(action_count));
    actions[action_count++] = (Action){action, {(taken.calls + 1) * times, taken.parts + 1}};
}

void keep_action(CoirAction *action)
{
    keep_action_times(action, 1);
}

// Returns a number of loops. Only cheap actions get large numbers: of all loops in a step, at most 1000 make their
// calls.
int any_times(void)
{
    static const int usual[] = {0, 1, 2, 2, 3, 3, 5, 10}, many[] = {100, 1000, 100000, INT_MAX};
    int times = usual[below(8)];
    if (one_in(8) && taken.calls * 1000 < CALLS_MOST)
        times = many[below(4)];
    else if (badly())
        times = -below(3);
    note_number(times);
    return times;
}

Parts take_parts(int count)
{
    Parts parts = {{NULL}};
    for (int i = 0; i < count && i < PARTS; i++)
        parts.of[i] = take_action();
    return parts;
}

CoirAction *const *take_parts_to_end(void)
{
    static Parts parts[DEPTHS];
    int count = 1 + below(PARTS);
    parts[record.depth] = take_parts(count);
    parts[record.depth].of[count] = &coir_parts_end_;
    return parts[record.depth].of;
}

// Runs ---------------------------------------------------------------------------------------------------------------

void keep_run(CoirRun run)
{
    runs[run_count++ % RUNS_MOST] = run;
}

CoirRun any_run(void)
{
    CoirRun wild = {(uint32_t)below(100), (uint32_t)below(100)};
    if (badly() || run_count == 0)
        return wild;
    CoirRun run = runs[below(run_count < RUNS_MOST ? run_count : RUNS_MOST)];
    note_number(run.index);
    note_number(run.generation);
    return run;
}

// ---------------------------------------------------------------------------------------------------------------------

static void destroy_nodes(void)
{
    for (int i = 0; i < node_count; i++) {
        CoirNode *node = coir_node_get(nodes[i].ref);
        if (node)
            coir_node_destroy(node);
    }
}

void world_end(void)
{
    destroy_nodes();
    coir_nodes_sweep();
    while (action_count > 0)
        release_action(action_count - 1);
    world_end_input();
    world_end_time();
    world_end_sound();
    coir_nodes_sweep();
    world_end_pictures();
    coir_nodes_sweep();
    node_count = run_count = ref_count = 0;
}
