// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random trees of nodes with listeners. When an event comes, the listeners add and remove listeners, move, hide and
// destroy nodes, and send events. A model, which consists of arrays, computes which listeners must be called in
// which order, and the result of the event.
//
// Environment: COIR_SEED  one more seed to run

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "coir/listener.h"
#include "coir/stage.h"
#include "model/chance.h"

enum { NODES = 12, LISTENERS = 40, ROUNDS = 8000, EVENTS = 8, CALLS_MAX = 2000, NONE = -1 };

typedef enum Kind { NOTHING, LISTEN, UNLISTEN, DESTROY, MOVE, SET_VISIBLE, SEND, KINDS } Kind;

typedef struct Operation {
    Kind kind;
    int a, b;
} Operation;

typedef enum Filter { KEYS, MOVES, ALL } Filter;

// Plan of a listener, shared by the library and the model: how the listener is made, and its behaviour in a call.
typedef struct Plan {
    int node; // number of the node; NONE: a listener of the stage
    Filter filter;
    bool has_priority, answer;
    int priority;
    Operation operation; // done at most once for an event
} Plan;
static Plan plans[LISTENERS];

typedef struct Called {
    int ids[CALLS_MAX], count;
    bool armed[LISTENERS];
} Called;
static Called real, model;

static uint64_t seed_now;

static void record(Called *side, int id)
{
    if (side->count < CALLS_MAX)
        side->ids[side->count++] = id;
}

// The library --------------------------------------------------------------------------------------------------------

static CoirStage *stage;
static CoirNodeRef refs[NODES];

static void real_do(Operation operation);

static CoirNode *node_of(int number)
{
    return coir_node_get(refs[number]);
}

static bool real_call(int id)
{
    record(&real, id);
    if (real.armed[id]) {
        real.armed[id] = false;
        real_do(plans[id].operation);
    }
    return plans[id].answer;
}

static bool receive(CoirNode *node, const CoirEvent *event, void *user)
{
    const Plan *plan = user;
    assert_ptr_equal(node, node_of(plan->node));
    (void)event;
    return real_call((int)(plan - plans));
}

static bool record_on_stage(CoirStage *of, const CoirEvent *event, void *user)
{
    assert_ptr_equal(of, stage);
    (void)event;
    return real_call((int)((Plan *)user - plans));
}

static void real_listen(int id)
{
    Plan *plan = &plans[id];
    CoirNode *node = plan->node == NONE ? NULL : node_of(plan->node);
    if (plan->node == NONE)
        coir_stage_listen(stage, plan->priority, record_on_stage, plan);
    else if (!node)
        return;
    else if (plan->has_priority)
        coir_node_listen_with_priority(node, plan->priority, receive, plan);
    else if (plan->filter == ALL)
        coir_node_listen(node, receive, plan);
    else
        coir_node_on(node, plan->filter == KEYS ? COIR_EVENT_KEY_DOWN : COIR_EVENT_POINTER_MOVE, receive, plan);
}

static void real_unlisten(int id)
{
    Plan *plan = &plans[id];
    if (plan->node == NONE)
        coir_stage_unlisten(stage, record_on_stage, plan);
    else if (node_of(plan->node))
        coir_node_unlisten(node_of(plan->node), receive, plan);
}

static bool is_below(const CoirNode *node, const CoirNode *top)
{
    while (node && node != top)
        node = coir_node_parent(node);
    return node == top;
}

static void real_move(int number, int parent_number)
{
    CoirNode *node = node_of(number), *parent = node_of(parent_number);
    if (number == 0 || !node || !parent || is_below(parent, node))
        return;
    if (coir_node_parent(node))
        coir_node_detach(node);
    assert_true(coir_node_add(parent, node));
}

static bool real_send(bool is_key, float x)
{
    CoirEventType type = is_key ? COIR_EVENT_KEY_DOWN : COIR_EVENT_POINTER_MOVE;
    return coir_stage_event(stage, &(CoirEvent){.type = type, .position = coir_vec2(x, 5)});
}

static void real_do(Operation operation)
{
    CoirNode *node = operation.a < NODES ? node_of(operation.a) : NULL;
    switch (operation.kind) {
    case LISTEN: real_listen(operation.a); break;
    case UNLISTEN: real_unlisten(operation.a); break;
    case DESTROY:
        if (node)
            coir_node_destroy(node);
        break;
    case MOVE: real_move(operation.a, operation.b); break;
    case SET_VISIBLE:
        if (node)
            node->visible = operation.b;
        break;
    case SEND: real_send(operation.b, (float)operation.a); break;
    default: break;
    }
}

// The model ----------------------------------------------------------------------------------------------------------

typedef struct ModelNode {
    bool alive, visible;
    int parent, z;
    float x, size;
    int children[NODES], count;
    // `linked`: walk_count when the node was added to its parent; `walked`: walk_count when a walk last returned the
    // node.
    unsigned linked, walked;
} ModelNode;

typedef struct ModelWalk {
    int parent, at;
    unsigned number;
    struct ModelWalk *outer;
} ModelWalk;

typedef struct ModelListener {
    bool active;
    unsigned order;  // insertion number among all listeners
    unsigned number; // insertion number on the stage, for a listener with a priority
} ModelListener;

static ModelNode nodes[NODES];
static ModelListener listeners[LISTENERS];
static ModelWalk *walks;
static unsigned walk_count, orders, numbers;

static void model_do(Operation operation);

static bool is_on_stage(int number)
{
    while (number != NONE && nodes[number].alive && nodes[number].parent != NONE)
        number = nodes[number].parent;
    return number == 0 && nodes[0].alive;
}

static bool model_call(int id)
{
    record(&model, id);
    if (model.armed[id]) {
        model.armed[id] = false;
        model_do(plans[id].operation);
    }
    return plans[id].answer;
}

static bool is_of_tree(int id, int number)
{
    return listeners[id].active && !plans[id].has_priority && plans[id].node == number;
}

static bool has_listener(int number)
{
    for (int id = 0; id < LISTENERS; id++)
        if (is_of_tree(id, number))
            return true;
    for (int i = 0; i < nodes[number].count; i++)
        if (has_listener(nodes[number].children[i]))
            return true;
    return false;
}

static bool passes(const Plan *plan, bool is_key)
{
    return plan->filter == ALL || (plan->filter == KEYS) == is_key;
}

// Returns the listener of a node with the smallest insertion number above `after`, or NONE. Leaves out listeners above
// `limit`, the last insertion number at the time at which the node received the event.
static int next_of_node(int number, unsigned after, unsigned limit)
{
    int best = NONE;
    for (int id = 0; id < LISTENERS; id++)
        if (is_of_tree(id, number) && listeners[id].order > after && listeners[id].order <= limit &&
            (best == NONE || listeners[id].order < listeners[best].order))
            best = id;
    return best;
}

static bool model_ask(int number, bool is_key, float x)
{
    unsigned limit = orders, after = 0;
    if (!is_key && nodes[number].size > 0 && !(x >= 0 && x < nodes[number].size))
        return false;
    for (int id; is_on_stage(number) && (id = next_of_node(number, after, limit)) != NONE;) {
        after = listeners[id].order;
        if (passes(&plans[id], is_key) && model_call(id))
            return true;
    }
    return false;
}

static bool is_walked(int number)
{
    const ModelWalk *walk = walks;
    while (walk && walk->parent != number)
        walk = walk->outer;
    return walk != NULL;
}

static void sort_children(ModelNode *node)
{
    for (int i = 1; i < node->count; i++) {
        int child = node->children[i], k = i;
        for (; k > 0 && nodes[node->children[k - 1]].z > nodes[child].z; k--)
            node->children[k] = node->children[k - 1];
        node->children[k] = child;
    }
}

static int place_of(const ModelNode *parent, int child)
{
    int place = 0;
    while (place < parent->count && parent->children[place] != child)
        place++;
    return place;
}

// Returns the next child of this walk, which goes from the last child to the first; NONE at the end. Leaves out a child
// if two things have happened since this walk began: the child was added to its parent, and any walk has returned the
// child.
static int next_child(ModelWalk *walk)
{
    const ModelNode *parent = &nodes[walk->parent];
    do {
        int place = walk->at == NONE ? parent->count : place_of(parent, walk->at);
        walk->at = place > 0 ? parent->children[place - 1] : NONE;
    } while (walk->at != NONE && nodes[walk->at].linked >= walk->number && nodes[walk->at].walked >= walk->number);
    if (walk->at != NONE)
        nodes[walk->at].walked = walk_count;
    return walk->at;
}

static bool model_visit(int number, bool is_key, float x)
{
    ModelNode *node = &nodes[number];
    ModelWalk walk = {number, NONE, 0, walks};
    bool asked = false, done = false;
    if (!node->visible || !has_listener(number))
        return false;
    x -= node->x;
    if (node->count == 0)
        return model_ask(number, is_key, x);
    if (!is_walked(number))
        sort_children(node);
    walk.number = ++walk_count;
    walks = &walk;
    while (!done && is_on_stage(number)) {
        int child = next_child(&walk);
        if (!asked && (child == NONE || nodes[child].z < 0)) {
            asked = true;
            done = model_ask(number, is_key, x);
        }
        if (child == NONE)
            break;
        if (!done && is_on_stage(number) && nodes[child].alive && nodes[child].parent == number)
            done = model_visit(child, is_key, x);
    }
    walks = walk.outer;
    return done;
}

static bool comes_before(int a, int b)
{
    return plans[a].priority != plans[b].priority ? plans[a].priority < plans[b].priority
                                                  : listeners[a].number < listeners[b].number;
}

static bool is_fixed_on_stage(int id)
{
    bool is_fixed = plans[id].node == NONE || plans[id].has_priority;
    return is_fixed && listeners[id].active && (plans[id].node == NONE || is_on_stage(plans[id].node));
}

static bool model_call_fixed(bool after)
{
    unsigned limit = numbers;
    Plan last = {0};
    unsigned last_number = 0;
    for (bool begun = false;; begun = true) {
        int best = NONE;
        for (int id = 0; id < LISTENERS; id++) {
            bool is_later = !begun || plans[id].priority > last.priority ||
                            (plans[id].priority == last.priority && listeners[id].number > last_number);
            if (is_fixed_on_stage(id) && is_later && (plans[id].priority >= 0) == after &&
                listeners[id].number <= limit && (best == NONE || comes_before(id, best)))
                best = id;
        }
        if (best == NONE)
            return false;
        last = plans[best];
        last_number = listeners[best].number;
        if (model_call(best))
            return true;
    }
}

static bool model_send(bool is_key, float x)
{
    return model_call_fixed(false) || (nodes[0].alive && model_visit(0, is_key, x)) || model_call_fixed(true);
}

static void model_listen(int id)
{
    if (listeners[id].active || (plans[id].node != NONE && !nodes[plans[id].node].alive))
        return;
    listeners[id] = (ModelListener){true, ++orders, 0};
    if (is_fixed_on_stage(id))
        listeners[id].number = ++numbers;
}

// Walks a subtree, as the library does when nodes enter or leave the stage.
static void model_walk(int number)
{
    walk_count++;
    for (int i = 0; i < nodes[number].count; i++) {
        nodes[nodes[number].children[i]].walked = walk_count;
        model_walk(nodes[number].children[i]);
    }
}

static void model_enter(int number)
{
    for (unsigned order = 1; order <= orders; order++)
        for (int id = 0; id < LISTENERS; id++)
            if (listeners[id].active && listeners[id].order == order && plans[id].node == number &&
                plans[id].has_priority)
                listeners[id].number = ++numbers;
    for (int i = 0; i < nodes[number].count; i++)
        model_enter(nodes[number].children[i]);
}

static void model_unlink(int number)
{
    ModelNode *parent = nodes[number].parent == NONE ? NULL : &nodes[nodes[number].parent];
    int kept = 0, place = parent ? place_of(parent, number) : 0;
    for (ModelWalk *walk = walks; walk; walk = walk->outer)
        if (walk->at == number)
            walk->at = place + 1 < parent->count ? parent->children[place + 1] : NONE;
    for (int i = 0; parent && i < parent->count; i++)
        if (parent->children[i] != number)
            parent->children[kept++] = parent->children[i];
    if (parent)
        parent->count = kept;
    nodes[number].parent = NONE;
}

static void model_kill(int number)
{
    nodes[number].alive = false;
    for (int id = 0; id < LISTENERS; id++)
        if (plans[id].node == number)
            listeners[id].active = false;
    for (int i = 0; i < nodes[number].count; i++)
        model_kill(nodes[number].children[i]);
}

static void model_move(int number, int parent)
{
    if (number == 0 || !nodes[number].alive || !nodes[parent].alive)
        return;
    for (int above = parent; above != NONE; above = nodes[above].parent)
        if (above == number)
            return;
    bool was_on_stage = is_on_stage(number);
    model_unlink(number);
    if (was_on_stage)
        model_walk(number);
    nodes[number].parent = parent;
    nodes[number].linked = walk_count;
    nodes[parent].children[nodes[parent].count++] = number;
    if (is_on_stage(number)) {
        model_walk(number);
        model_enter(number);
    }
}

static void model_do(Operation operation)
{
    switch (operation.kind) {
    case LISTEN: model_listen(operation.a); break;
    case UNLISTEN: listeners[operation.a].active = false; break;
    case DESTROY:
        if (nodes[operation.a].alive) {
            bool was_on_stage = is_on_stage(operation.a);
            model_unlink(operation.a);
            if (was_on_stage)
                model_walk(operation.a);
            model_kill(operation.a);
        }
        break;
    case MOVE: model_move(operation.a, operation.b); break;
    case SET_VISIBLE: nodes[operation.a].visible = operation.b; break;
    case SEND: model_send(operation.b, (float)operation.a); break;
    default: break;
    }
}

// Rounds -------------------------------------------------------------------------------------------------------------

static Operation random_operation(Chance *chance)
{
    Operation operation = {(Kind)chance_below(chance, KINDS), chance_below(chance, NODES), chance_below(chance, NODES)};
    if (operation.kind == LISTEN || operation.kind == UNLISTEN)
        operation.a = chance_below(chance, LISTENERS);
    if (operation.kind == SET_VISIBLE || operation.kind == SEND)
        operation.b = chance_below(chance, 2);
    if (operation.kind == DESTROY && chance_below(chance, 3))
        operation.kind = MOVE; // otherwise soon no node would be left
    return operation;
}

static void make_nodes(Chance *chance)
{
    memset(nodes, 0, sizeof nodes);
    walk_count = orders = numbers = 0;
    for (int i = 0; i < NODES; i++) {
        CoirNode *node = coir_node_new();
        assert_non_null(node);
        refs[i] = coir_node_ref(node);
        nodes[i] = (ModelNode){.alive = true, .visible = true, .parent = NONE};
        node->position.x = nodes[i].x = i ? (float)chance_between(chance, -3, 3) : 0;
        node->size.x = nodes[i].size = chance_one_in(chance, 3) ? 0 : 4;
        node->size.y = node->size.x > 0 ? 100 : 0;
        node->position.y = 0;
    }
    assert_true(coir_stage_show(stage, node_of(0)));
    assert_true(coir_stage_update(stage, 0));
    for (int i = 1; i < NODES; i++) {
        int parent = chance_below(chance, i);
        real_move(i, parent);
        model_move(i, parent);
    }
}

static void make_plans(Chance *chance)
{
    memset(listeners, 0, sizeof listeners);
    for (int id = 0; id < LISTENERS; id++) {
        bool has_priority = chance_one_in(chance, 4);
        plans[id] = (Plan){.node = chance_one_in(chance, 10) ? NONE : chance_below(chance, NODES),
                           .filter = has_priority ? ALL : (Filter)chance_below(chance, 3),
                           .has_priority = has_priority,
                           .priority = chance_between(chance, -2, 2)};
        if (chance_below(chance, 3) == 0)
            continue;
        real_listen(id);
        model_listen(id);
    }
}

// Sets new answers, operations and z orders for the next event.
static void arm(Chance *chance)
{
    for (int id = 0; id < LISTENERS; id++) {
        plans[id].answer = chance_one_in(chance, 25);
        plans[id].operation = random_operation(chance);
        real.armed[id] = model.armed[id] = chance_one_in(chance, 3);
    }
    for (int i = 1; i < NODES; i++) {
        nodes[i].z = chance_between(chance, -1, 1);
        if (node_of(i))
            node_of(i)->z = nodes[i].z;
    }
}

static void compare(bool real_done, bool model_done)
{
    for (int i = 0; i < real.count || i < model.count; i++) {
        int got = i < real.count ? real.ids[i] : NONE, expected = i < model.count ? model.ids[i] : NONE;
        if (got != expected)
            fail_msg("COIR_SEED=%llu: call %d was of listener %d instead of %d", (unsigned long long)seed_now, i, got,
                     expected);
    }
    if (real_done != model_done)
        fail_msg("COIR_SEED=%llu: the event returned %d instead of %d", (unsigned long long)seed_now, real_done,
                 model_done);
    for (int i = 0; i < NODES; i++)
        assert_int_equal(node_of(i) != NULL, nodes[i].alive);
    if (node_of(0) && !coir_node_validate(node_of(0)))
        fail_msg("COIR_SEED=%llu: %s", (unsigned long long)seed_now, coir_error());
}

static long play(uint64_t seed)
{
    Chance chance = {seed};
    long calls = 0;
    seed_now = seed;
    stage = coir_stage_new();
    assert_non_null(stage);
    make_nodes(&chance);
    make_plans(&chance);
    for (int i = 0; i < EVENTS; i++) {
        bool is_key = chance_below(&chance, 2);
        float x = (float)chance_between(&chance, -4, 8);
        arm(&chance);
        real.count = model.count = 0;
        bool done = real_send(is_key, x);
        compare(done, model_send(is_key, x));
        calls += real.count;
    }
    for (int i = 0; i < NODES; i++)
        if (node_of(i) && !coir_node_parent(node_of(i)) && i > 0)
            coir_node_destroy(node_of(i));
    coir_stage_destroy(stage);
    coir_nodes_sweep();
    return calls;
}

static void listeners_are_called_as_in_the_model(void **state)
{
    const char *seed = getenv("COIR_SEED");
    long calls = 0;
    (void)state;
    for (uint64_t i = 1; i <= ROUNDS; i++)
        calls += play(i);
    assert_true(calls > ROUNDS * EVENTS);
    if (seed)
        play(strtoull(seed, NULL, 10));
}

TEST_FILE(event_model)
{
    const struct CMUnitTest tests[] = {support_test(listeners_are_called_as_in_the_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
