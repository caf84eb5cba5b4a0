// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "node/class.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/pool.h"

// Classes are constants that all worlds share. The first use of a class finds its hooks, and gives the class an index.
// Two threads may begin to use a class at the same time. So this flag is a lock: one thread at a time prepares a class.
static atomic_flag is_preparing = ATOMIC_FLAG_INIT;
static uint32_t class_count; // number of classes with an index

const CoirNodeClass CoirNode_class = {
    .name = "CoirNode", .size = sizeof(CoirNode), .state_ = &(CoirNodeClassState){.index_ = 0}};

bool coir_class_check(const CoirNodeClass *node_class, const char *file, int line)
{
    if (!node_class || !node_class->state_)
        return MISTAKE("%s:%d: the node's class is NULL or was not defined with COIR_NODE_CLASS", file, line);
    size_t least = node_class->super ? node_class->super->size : sizeof(CoirNode);
    if (node_class->size < least)
        return MISTAKE(
            "%s:%d: the class %s is smaller than its base class; begin its struct with the struct of the base class",
            file, line, node_class->name);
    return true;
}

// Takes the draw hooks of a level, unless a nearer level has a draw hook.
static void resolve_draw(CoirNodeClassState *state, const CoirNodeClass *level)
{
    if (state->draw_)
        return;
    state->draw_ = level->draw;
    state->draw_row_ = level->draw && level->state_ ? level->state_->draw_row_ : NULL;
}

// Finds the hooks of a class. Each hook is taken from the nearest level that has the hook.
static void resolve(const CoirNodeClass *node_class)
{
    CoirNodeClassState *state = node_class->state_;
    for (const CoirNodeClass *level = node_class; level; level = level->super) {
        resolve_draw(state, level);
        state->update_ = state->update_ ? state->update_ : level->update;
        state->event_ = state->event_ ? state->event_ : level->event;
        state->hit_ = state->hit_ ? state->hit_ : level->hit;
    }
}

// Finds the hooks of a class, and then gives the class an index. So a thread that reads an index above 0 sees the
// hooks, too.
static void give_index(const CoirNodeClass *node_class)
{
    while (atomic_flag_test_and_set_explicit(&is_preparing, memory_order_acquire))
        ; // the other thread has the lock for some hundred instructions only
    if (coir_class_index(node_class) == 0) {
        resolve(node_class);
        atomic_store_explicit((CoirAtomicIndex *)&node_class->state_->index_, ++class_count, memory_order_release);
    }
    atomic_flag_clear_explicit(&is_preparing, memory_order_release);
}

// Makes room for the pool of a class. Returns false if there is no memory.
static bool grow_pools(CoirWorld *world, uint32_t index)
{
    uint32_t capacity = index + index / 2 + 8;
    if (index < world->class_capacity)
        return true;
    CoirPool **pools = coir_realloc(world->class_pools, capacity * sizeof *pools);
    if (!pools)
        return false;
    for (uint32_t i = world->class_capacity; i < capacity; i++)
        pools[i] = NULL;
    world->class_pools = pools;
    world->class_capacity = capacity;
    return true;
}

CoirPool *coir_class_prepare(CoirWorld *world, const CoirNodeClass *node_class)
{
    if (coir_class_index(node_class) == 0)
        give_index(node_class);
    uint32_t index = coir_class_index(node_class);
    CoirPool *pool = grow_pools(world, index) ? coir_alloc(sizeof *pool) : NULL;
    if (!pool)
        return NULL;
    *pool = (CoirPool){.block_size = node_class->size, .is_findable = true};
    return world->class_pools[index] = pool;
}

void coir_classes_free(void)
{
    CoirWorld *world = coir_world();
    for (uint32_t i = 0; i < world->class_capacity; i++) {
        if (!world->class_pools[i])
            continue;
        coir_pool_clear_if_unused(world->class_pools[i]);
        coir_free(world->class_pools[i]);
    }
    coir_free(world->class_pools);
    world->class_pools = NULL;
    world->class_capacity = 0;
}

static void call_entered(const CoirNodeClass *level, CoirNode *node)
{
    if (level->super)
        call_entered(level->super, node);
    if (level->entered && !node->dead_)
        level->entered(node);
}

void coir_node_call_entered(CoirNode *node)
{
    call_entered(node->class_, node);
}

void coir_node_call_leaving(CoirNode *node)
{
    for (const CoirNodeClass *level = node->class_; level; level = level->super)
        if (level->leaving && !node->dead_)
            level->leaving(node);
}

void coir_node_call_destroy(CoirNode *node)
{
    for (const CoirNodeClass *level = node->class_; level; level = level->super)
        if (level->destroy)
            level->destroy(node);
}

static int count_levels(const CoirNodeClass *level)
{
    int count = 0;
    for (; level; level = level->super)
        count++;
    return count;
}

// Returns the class of a level; level 0 is the base.
static const CoirNodeClass *level_of(const CoirNodeClass *node_class, int from_base)
{
    for (int above = count_levels(node_class) - 1 - from_base; above > 0; above--)
        node_class = node_class->super;
    return node_class;
}

void coir_node_call_enter(CoirNode *node)
{
    int levels = count_levels(node->class_);
    while (node->stage_ && !node->dead_ && node->entered_ < levels) {
        const CoirNodeClass *level = level_of(node->class_, node->entered_++);
        if (level->enter)
            level->enter(node);
    }
}

void coir_node_call_leave(CoirNode *node)
{
    while (!node->stage_ && node->entered_ > 0) {
        const CoirNodeClass *level = level_of(node->class_, --node->entered_);
        if (level->leave)
            level->leave(node);
    }
}

static const CoirNodeClass *call_made(const CoirNodeClass *level, CoirNode *node)
{
    const CoirNodeClass *failed = level->super ? call_made(level->super, node) : NULL;
    if (failed || !level->made || level->made(node))
        return failed;
    return level;
}

const CoirNodeClass *coir_node_call_made(CoirNode *node)
{
    return call_made(node->class_, node);
}
