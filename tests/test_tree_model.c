// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes the same random calls in the library and in a simple model of the tree: arrays of numbers. The calls are made
// outside and inside of hooks. After each step the library and the model must agree on the parents, the order of the
// children, the nodes on stage, the nodes that are alive, and every hook that was called.
//
// Environment: COIR_SEED  one more seed to run, COIR_STEPS  number of steps of this seed

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "coir/node.h"
#include "coir/stage.h"
#include "draw/painter.h"

enum { NODES_MAX = 28, CALLS_MAX = 4096, NOBODY = -1 }; // the number of a node is an index in the arrays

typedef enum Hook { ENTER, LEAVE, UPDATE, DRAW, HOOKS, EACH = HOOKS } Hook;

typedef enum Kind {
    NOTHING,
    MAKE,
    ADD,
    DETACH,
    SET_PARENT,
    DESTROY,
    DESTROY_CHILDREN,
    SET_Z,
    SHOW,
    SHOW_NOTHING,
    EACH_CHILD,
    INNER_KINDS, // hooks call the kinds above, too
    FRAME_ = INNER_KINDS,
    DRAW_,
    KINDS,
} Kind;

typedef struct Call {
    Kind kind;
    int a, b; // numbers of nodes, or values of the next enum; `b` of SET_Z is the z order
} Call;

enum { THE_SCENE = -2, SELF = -3, PARENT = -4 };

// One side, the library or the model: the results to compare, and the plans for the calls of the hooks.
typedef struct Side {
    bool used[NODES_MAX];         // numbers in use; free again after the step in which the node dies
    Call plans[NODES_MAX][HOOKS]; // call that the hook makes when it runs next; NOTHING afterwards
    unsigned born;                // number of nodes that were made
    int called[CALLS_MAX];        // calls of hooks: number of the node * 8 + hook
    int called_count;
    int destroyed[NODES_MAX];
} Side;

static Side real, model;
static uint32_t seed_now;
static long step_now;

static void complain(const char *what, int number)
{
    fail_msg("COIR_SEED=%u, step %ld: %s, node %d", (unsigned)seed_now, step_now, what, number);
}

// Chance -------------------------------------------------------------------------------------------------------------

// Returns a number that depends on `state` alone, so that both sides draw the same numbers.
static uint32_t next_random(uint32_t *state)
{
    *state += 0x9e3779b9u;
    uint32_t x = *state;
    x = (x ^ (x >> 16)) * 0x85ebca6bu;
    x = (x ^ (x >> 13)) * 0xc2b2ae35u;
    return x ^ (x >> 16);
}

static int below(uint32_t *state, int limit)
{
    return (int)(next_random(state) % (uint32_t)limit);
}

static int random_node(uint32_t *state, bool inside)
{
    int number = below(state, inside ? 2 * NODES_MAX : NODES_MAX);
    return number < NODES_MAX ? number : number % 2 ? SELF : PARENT;
}

static Call random_call(uint32_t *state, bool inside)
{
    // Likelihood of each kind. The sum of the inner kinds is 80, the sum of all kinds is 100.
    static const int weights[KINDS] = {
        [MAKE] = 24, [ADD] = 18, [DETACH] = 8,       [SET_PARENT] = 10, [DESTROY] = 5, [DESTROY_CHILDREN] = 1,
        [SET_Z] = 6, [SHOW] = 4, [SHOW_NOTHING] = 1, [EACH_CHILD] = 3,  [FRAME_] = 12, [DRAW_] = 8};
    Call call = {NOTHING, 0, 0};
    int left = below(state, inside ? 80 : 100);
    while (left >= weights[call.kind])
        left -= weights[call.kind++];
    call.a = random_node(state, inside);
    call.b = call.kind == SET_Z ? below(state, 5) - 2 : random_node(state, inside);
    if ((call.kind == MAKE || call.kind == ADD) && below(state, 3) == 0)
        call.a = THE_SCENE;
    if (call.kind == SET_PARENT && below(state, 3) == 0)
        call.b = THE_SCENE;
    return call;
}

static void plan(Side *side, int number)
{
    uint32_t state = seed_now ^ (side->born++ * 2654435761u);
    for (int hook = 0; hook < HOOKS; hook++)
        side->plans[number][hook] = below(&state, 4) ? (Call){NOTHING, 0, 0} : random_call(&state, true);
}

static int take_number(Side *side)
{
    for (int number = 0; number < NODES_MAX; number++) {
        if (side->used[number])
            continue;
        side->used[number] = true;
        side->destroyed[number] = 0;
        plan(side, number);
        return number;
    }
    return NOBODY;
}

static void remember(Side *side, int number, Hook hook)
{
    if (side->called_count == CALLS_MAX)
        complain("too many hooks are called", number);
    side->called[side->called_count++] = number * 8 + (int)hook;
}

static Call take_plan(Side *side, int number, Hook hook)
{
    Call call = side->plans[number][hook];
    side->plans[number][hook].kind = NOTHING;
    return call;
}

// The library --------------------------------------------------------------------------------------------------------

typedef struct Thing {
    CoirNode node;
    int number;
} Thing;

static CoirNodeRef refs[NODES_MAX];
static CoirStage *stage;
static CoirPainter *painter;

static void real_call(Call call, const CoirNode *self);

static void real_hook(CoirNode *node, Hook hook)
{
    int number = ((Thing *)node)->number;
    remember(&real, number, hook);
    real_call(take_plan(&real, number, hook), node);
}

static void thing_enter(CoirNode *node)
{
    real_hook(node, ENTER);
}

static void thing_leave(CoirNode *node)
{
    real_hook(node, LEAVE);
}

static void thing_update(CoirNode *node, double dt)
{
    (void)dt;
    real_hook(node, UPDATE);
}

static void thing_draw(CoirNode *node, CoirPainter *on)
{
    (void)on;
    real_hook(node, DRAW);
}

static void thing_destroy(CoirNode *node)
{
    real.destroyed[((Thing *)node)->number]++;
}

static COIR_NODE_CLASS(Thing, .enter = thing_enter, .leave = thing_leave, .update = thing_update, .draw = thing_draw,
                       .destroy = thing_destroy);

static CoirNode *real_node(int number, const CoirNode *self)
{
    if (number == THE_SCENE)
        return coir_stage_scene(stage);
    if (number == SELF || number == PARENT) {
        CoirNode *node = coir_node_get(coir_node_ref(self));
        return number == SELF ? node : coir_node_get(coir_node_ref(coir_node_parent(node)));
    }
    return real.used[number] ? coir_node_get(refs[number]) : NULL;
}

static void real_each(CoirNode *child, void *user)
{
    (void)user;
    remember(&real, ((Thing *)child)->number, EACH);
}

static void real_make(CoirNode *parent)
{
    int number = take_number(&real);
    if (number == NOBODY)
        return;
    Thing *thing = COIR_NEW(Thing);
    thing->number = number;
    refs[number] = coir_node_ref(&thing->node);
    if (parent)
        coir_node_add(parent, &thing->node);
}

static void real_draw(void)
{
    coir_painter_begin(painter, coir_affine_identity(), 64, 64);
    coir_stage_draw(stage, painter);
}

static void real_call(Call call, const CoirNode *self)
{
    CoirNode *a = call.kind == NOTHING ? NULL : real_node(call.a, self);
    CoirNode *b = call.kind == NOTHING || call.kind == SET_Z ? NULL : real_node(call.b, self);
    switch (call.kind) {
    case MAKE: real_make(a); break;
    case ADD: coir_node_add(a, b); break;
    case DETACH: coir_node_detach(a); break;
    case SET_PARENT: coir_node_set_parent(a, b); break;
    case DESTROY: coir_node_destroy(a); break;
    case DESTROY_CHILDREN: coir_node_destroy_children(a); break;
    case SET_Z:
        if (a)
            a->z = call.b;
        break;
    case SHOW:
        while (coir_node_parent(a))
            a = coir_node_parent(a);
        if (a)
            coir_stage_show(stage, a);
        break;
    case SHOW_NOTHING: coir_stage_show(stage, NULL); break;
    case EACH_CHILD: coir_node_each_child(a, real_each, NULL); break;
    case FRAME_: coir_stage_update(stage, 0.125); break;
    case DRAW_: real_draw(); break;
    case NOTHING:
    case KINDS: break;
    }
}

// The model ----------------------------------------------------------------------------------------------------------

typedef struct Item {
    bool alive, entered, on_stage;
    int parent, z, order; // order: rank in the updates, set at each entry on stage; NOBODY before the first
    int children[NODES_MAX], count;
} Item;

// A walk returns each child once. The walk skips a child that was moved during the walk if an inner walk has returned
// the child.
typedef struct Walk {
    int parent;
    bool given[NODES_MAX], moved[NODES_MAX], seen[NODES_MAX];
    struct Walk *outer;
} Walk;

static Item items[NODES_MAX];
static Walk *walks;
static int scene, pending, next_order;
static int leaving; // the scene that leaves the stage in the change in progress
static bool changes;

static void model_call(Call call, int self);

static void model_hook(int n, Hook hook)
{
    remember(&model, n, hook);
    model_call(take_plan(&model, n, hook), n);
}

static void begin_walk(Walk *walk, int parent)
{
    memset(walk, 0, sizeof *walk);
    walk->parent = parent;
    walk->outer = walks;
    walks = walk;
}

static int next_child(Walk *walk)
{
    const Item *parent = &items[walk->parent];
    for (int i = 0; i < parent->count; i++) {
        int child = parent->children[i];
        if (walk->given[child] || (walk->moved[child] && walk->seen[child]))
            continue;
        walk->given[child] = true;
        for (Walk *each = walks; each; each = each->outer)
            each->seen[child] = true;
        return child;
    }
    return NOBODY;
}

static void end_walk(const Walk *walk)
{
    walks = walk->outer;
}

static void put_last(int parent, int child)
{
    items[child].parent = parent;
    items[parent].children[items[parent].count++] = child;
    for (Walk *each = walks; each; each = each->outer)
        each->moved[child] = true;
}

static void take_out(int child)
{
    Item *parent = items[child].parent == NOBODY ? NULL : &items[items[child].parent];
    items[child].parent = NOBODY;
    if (!parent)
        return;
    int i = 0;
    while (parent->children[i] != child)
        i++;
    parent->count--;
    memmove(&parent->children[i], &parent->children[i + 1], (size_t)(parent->count - i) * sizeof(int));
}

static void enter(int n)
{
    Walk walk;
    items[n].on_stage = true;
    items[n].order = next_order++;
    if (!items[n].entered) {
        items[n].entered = true;
        model_hook(n, ENTER);
    }
    begin_walk(&walk, n);
    for (int child; items[n].on_stage && items[n].alive && (child = next_child(&walk)) != NOBODY;)
        if (!items[child].on_stage)
            enter(child);
    end_walk(&walk);
}

static void leave(int n)
{
    Walk walk;
    items[n].on_stage = false;
    if (items[n].entered) {
        items[n].entered = false;
        model_hook(n, LEAVE);
    }
    begin_walk(&walk, n);
    for (int child; !items[n].on_stage && (child = next_child(&walk)) != NOBODY;)
        leave(child);
    end_walk(&walk);
}

static bool is_below(int n, int top)
{
    while (n != NOBODY && n != top)
        n = items[n].parent;
    return n == top;
}

static bool is_scene(int n)
{
    return n == scene || n == pending || n == leaving;
}

static void model_make(int parent)
{
    int n = take_number(&model);
    if (n == NOBODY)
        return;
    items[n] = (Item){.alive = true, .parent = NOBODY, .order = NOBODY};
    if (parent == NOBODY)
        return;
    put_last(parent, n);
    if (items[parent].on_stage)
        enter(n);
}

static void model_add(int parent, int child)
{
    if (parent == NOBODY || child == NOBODY || items[child].parent != NOBODY || is_below(parent, child) ||
        is_scene(child))
        return;
    put_last(parent, child);
    if (items[parent].on_stage)
        enter(child);
}

static void model_detach(int n)
{
    if (n == NOBODY || items[n].parent == NOBODY)
        return;
    take_out(n);
    if (items[n].on_stage)
        leave(n);
}

static void model_set_parent(int n, int parent)
{
    if (n == NOBODY || parent == NOBODY || is_below(parent, n) || is_scene(n))
        return;
    take_out(n);
    put_last(parent, n);
    if (items[n].on_stage && !items[parent].on_stage)
        leave(n);
    int above = items[n].parent;
    if (!items[n].on_stage && items[n].alive && above != NOBODY && items[above].on_stage)
        enter(n);
}

static void kill(int n)
{
    items[n].alive = false;
    model.destroyed[n]++;
    for (int i = 0; i < items[n].count; i++)
        kill(items[n].children[i]);
}

static void model_destroy(int n)
{
    if (n == NOBODY)
        return;
    if (n == scene)
        scene = NOBODY;
    if (n == leaving)
        leaving = NOBODY;
    if (n == pending) {
        pending = NOBODY;
        changes = false;
    }
    items[n].alive = false;
    take_out(n);
    leave(n);
    kill(n);
}

static void model_destroy_children(int n)
{
    while (n != NOBODY && items[n].alive && items[n].count > 0)
        model_destroy(items[n].children[0]);
}

static void model_show(int n)
{
    if (n != NOBODY && (items[n].parent != NOBODY || is_scene(n)))
        return;
    model_destroy(pending);
    pending = n;
    changes = true;
}

static bool is_here(int n)
{
    return items[n].alive && items[n].on_stage;
}

// Returns the next node to update after the order `last`, or NOBODY.
static int next_to_update(int last)
{
    int next = NOBODY;
    for (int n = 0; n < NODES_MAX; n++) {
        bool comes = model.used[n] && is_here(n) && items[n].order > last;
        if (comes && (next == NOBODY || items[n].order < items[next].order))
            next = n;
    }
    return next;
}

static void model_frame(void)
{
    int orders = next_order; // nodes that come on stage from here on are updated in the next frame
    for (int n = next_to_update(-1); n != NOBODY && items[n].order < orders;) {
        int order = items[n].order;
        model_hook(n, UPDATE);
        n = next_to_update(order);
    }
    if (!changes)
        return;
    leaving = scene;
    scene = NOBODY;
    if (leaving != NOBODY)
        leave(leaving);
    if (!changes) // a leave hook has cancelled the change: the old scene comes back
        pending = leaving;
    else
        model_destroy(leaving);
    scene = pending;
    leaving = pending = NOBODY;
    changes = false;
    if (scene != NOBODY)
        enter(scene);
}

static void sort_children(Item *parent)
{
    for (int i = 1; i < parent->count; i++)
        for (int k = i; k > 0 && items[parent->children[k]].z < items[parent->children[k - 1]].z; k--) {
            int child = parent->children[k];
            parent->children[k] = parent->children[k - 1];
            parent->children[k - 1] = child;
        }
}

static void model_draw(int n)
{
    Walk walk;
    bool drawn = items[n].count == 0;
    if (drawn)
        model_hook(n, DRAW);
    sort_children(&items[n]); // no other kind of walk is in progress here, because hooks do not draw
    begin_walk(&walk, n);
    while (is_here(n)) {
        int child = next_child(&walk);
        if (!drawn && (child == NOBODY || items[child].z >= 0)) {
            drawn = true;
            model_hook(n, DRAW);
        }
        if (child == NOBODY)
            break;
        if (is_here(n) && items[child].parent == n && is_here(child))
            model_draw(child);
    }
    end_walk(&walk);
}

static void model_each(int n)
{
    Walk walk;
    if (n == NOBODY)
        return;
    begin_walk(&walk, n);
    for (int child; (child = next_child(&walk)) != NOBODY;)
        remember(&model, child, EACH);
    end_walk(&walk);
}

static int model_node(int number, int self)
{
    if (number == THE_SCENE)
        return scene;
    if (number == SELF || number == PARENT)
        number = number == SELF || !items[self].alive ? self : items[self].parent;
    return number != NOBODY && model.used[number] && items[number].alive ? number : NOBODY;
}

static void model_call(Call call, int self)
{
    int a = call.kind == NOTHING ? NOBODY : model_node(call.a, self);
    int b = call.kind == NOTHING || call.kind == SET_Z ? NOBODY : model_node(call.b, self);
    switch (call.kind) {
    case MAKE: model_make(a); break;
    case ADD: model_add(a, b); break;
    case DETACH: model_detach(a); break;
    case SET_PARENT: model_set_parent(a, b); break;
    case DESTROY: model_destroy(a); break;
    case DESTROY_CHILDREN: model_destroy_children(a); break;
    case SET_Z:
        if (a != NOBODY)
            items[a].z = call.b;
        break;
    case SHOW:
        while (a != NOBODY && items[a].parent != NOBODY)
            a = items[a].parent;
        if (a != NOBODY && items[a].alive)
            model_show(a);
        break;
    case SHOW_NOTHING: model_show(NOBODY); break;
    case EACH_CHILD: model_each(a); break;
    case FRAME_: model_frame(); break;
    case DRAW_:
        if (scene != NOBODY)
            model_draw(scene);
        break;
    case NOTHING:
    case KINDS: break;
    }
}

// Comparing ----------------------------------------------------------------------------------------------------------

static int number_of(const CoirNode *node)
{
    return node ? ((const Thing *)node)->number : NOBODY;
}

static void compare_node(int n)
{
    const CoirNode *node = coir_node_get(refs[n]);
    int i = 0;
    if ((node != NULL) != items[n].alive)
        complain("only the model or only the stage has destroyed the node", n);
    if (real.destroyed[n] != model.destroyed[n])
        complain("the destroy hook was not called exactly once, or was called too early", n);
    if (!node)
        return;
    if (number_of(coir_node_parent(node)) != items[n].parent)
        complain("another parent", n);
    if (coir_node_is_on_stage(node) != items[n].on_stage)
        complain("on stage in only one of model and library", n);
    for (const CoirNode *child = coir_node_first_child(node); child; child = coir_node_next_sibling(child), i++)
        if (i >= items[n].count || number_of(child) != items[n].children[i])
            complain("other children, or in another order", n);
    if (i != items[n].count)
        complain("fewer children", n);
    if (!coir_node_parent(node) && !coir_node_validate(node))
        complain(coir_error(), n);
}

static void compare_calls(void)
{
    for (int i = 0; i < real.called_count || i < model.called_count; i++)
        if (i >= real.called_count || i >= model.called_count || real.called[i] != model.called[i])
            complain("other hooks were called", i < real.called_count ? real.called[i] / 8 : NOBODY);
    real.called_count = model.called_count = 0;
}

static void compare(void)
{
    int alive = 0;
    compare_calls();
    if (number_of(coir_stage_scene(stage)) != scene)
        complain("another scene", scene);
    for (int n = 0; n < NODES_MAX; n++) {
        if (real.used[n] != model.used[n])
            complain("only the model or only the stage has made the node", n);
        if (!real.used[n])
            continue;
        compare_node(n);
        alive += items[n].alive;
        real.used[n] = model.used[n] = items[n].alive;
    }
    if (coir_nodes_count() != alive)
        complain("another count of nodes", alive);
}

static void set_up(uint32_t seed)
{
    memset(&real, 0, sizeof real);
    memset(&model, 0, sizeof model);
    seed_now = seed;
    scene = pending = leaving = NOBODY;
    next_order = 0;
    changes = false;
    stage = coir_stage_new();
    painter = coir_painter_new();
    assert_true(stage && painter);
}

static void tear_down(void)
{
    memset(real.plans, 0, sizeof real.plans);
    coir_stage_destroy(stage);
    for (int n = 0; n < NODES_MAX; n++) {
        CoirNode *node = real.used[n] ? coir_node_get(refs[n]) : NULL;
        if (node && !coir_node_parent(node))
            coir_node_destroy(node);
    }
    coir_nodes_sweep();
    coir_painter_destroy(painter);
    assert_int_equal(coir_nodes_count(), 0);
}

static void run(uint32_t seed, long steps)
{
    uint32_t state = seed * 977u;
    set_up(seed);
    for (step_now = 0; step_now < steps; step_now++) {
        Call call = random_call(&state, false);
        real_call(call, NULL);
        coir_nodes_sweep();
        model_call(call, NOBODY);
        compare();
    }
    tear_down();
}

static void fixed_seeds(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 100; seed++)
        run(seed, 10000);
}

static void the_seed_of_the_environment(void **state)
{
    const char *seed = getenv("COIR_SEED"), *steps = getenv("COIR_STEPS");
    (void)state;
    if (seed)
        run((uint32_t)strtoul(seed, NULL, 0), steps ? strtol(steps, NULL, 0) : 100000);
}

TEST_FILE(tree_model)
{
    const struct CMUnitTest tests[] = {
        support_test(fixed_seeds),
        support_test(the_seed_of_the_environment),
    };
    return cmocka_run_group_tests_name("tree_model", tests, NULL, NULL);
}
