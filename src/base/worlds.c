// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Making, using and destroying worlds. coir_world_destroy checks the fields of all layers for objects that are left.
// The memory that is kept for nodes includes a scheduler, which this layer cannot free: CoirWorld.trim frees this
// memory.

#include "base/world.h"

#include "base/alloc.h"
#include "base/fail.h"

// Each world counts the generations of its nodes and runs from a number of its own. So a reference of one world names
// nothing in another, as long as no slot and no record of a run is used more than 2^24 times. Further uses have the
// generations of the world that was made next. The numbers repeat after 254 worlds. The default world counts from 0.
#define GENERATIONS 0x01000000u // from one world to the next
static atomic_uint world_number;

CoirWorld *coir_world_new(void)
{
    CoirWorld *world = coir_alloc(sizeof *world);
    if (!world)
        return NULL;
    uint32_t number = atomic_fetch_add_explicit(&world_number, 1, memory_order_relaxed) % 254 + 1;
    world->unreleased_end = &world->unreleased;
    world->nodes.first_generation = world->runs.first_generation = number * GENERATIONS;
    return world;
}

// Using --------------------------------------------------------------------------------------------------------------

// Returns the mark of this thread: the address of a thread-local variable.
static const void *mark(void)
{
    return &coir_world_of_thread;
}

void coir_world_mark(CoirWorld *world)
{
    atomic_store_explicit(&world->thread, mark(), memory_order_relaxed);
}

// Returns true while user code is being called that must return in the same world. Callbacks of the default world may
// have been called by another thread.
static bool is_calling(CoirWorld *world)
{
    bool is_own = world != &coir_default_world || atomic_load_explicit(&world->thread, memory_order_relaxed) == mark();
    return coir_log_is_calling() ||
           (is_own && (world->nodes_busy > 0 || world->releases_wait > 0 || world->is_releasing_of_actions));
}

static bool take(CoirWorld *world)
{
    return world == &coir_default_world || !atomic_exchange_explicit(&world->is_used, true, memory_order_acquire);
}

static void give_back(CoirWorld *world)
{
    if (world != &coir_default_world)
        atomic_store_explicit(&world->is_used, false, memory_order_release);
}

bool coir_world_use(CoirWorld *world)
{
    CoirWorld *before = coir_world(), *next = world ? world : &coir_default_world;
    if (next == before)
        return true;
    if (is_calling(before))
        return MISTAKE("coir_world_use: called in a callback, which must end in the world in which it has begun; call "
                       "coir_world_use outside of callbacks");
    if (!take(next))
        return MISTAKE("coir_world_use: another thread uses this world; let that thread call coir_world_use(NULL) "
                       "before it ends");
    coir_world_of_thread = next;
    give_back(before);
    return true;
}

CoirWorld *coir_world_used(void)
{
    return coir_world_is_default() ? NULL : coir_world();
}

// Destroying ---------------------------------------------------------------------------------------------------------

// Returns true if no object of a world is left. Otherwise reports a mistake: about stages first, because stages own
// other objects.
static bool check_empty(const CoirWorld *world)
{
    if (world->stage_count > 0)
        return MISTAKE("coir_world_destroy: the world still has stages: %d; destroy them with coir_stage_destroy",
                       world->stage_count);
    if (world->nodes.count > 0)
        return MISTAKE("coir_world_destroy: the world still has nodes: %d; destroy them. In this world, "
                       "coir_nodes_report says where they were made.",
                       world->nodes.count);
    if (world->scheduler_count > 0)
        return MISTAKE("coir_world_destroy: the world still has schedulers: %d; destroy them with "
                       "coir_scheduler_destroy",
                       world->scheduler_count);
    if (world->runs.manager_count > 0)
        return MISTAKE("coir_world_destroy: the world still has action managers: %d; destroy them with "
                       "coir_action_manager_destroy",
                       world->runs.manager_count);
    if (world->actions)
        return MISTAKE("coir_world_destroy: the world still has actions; release the actions that were never run or "
                       "that you have retained");
    if (world->dead_first || world->retired_transitions || world->unreleased)
        return MISTAKE("coir_world_destroy: destroyed nodes, transitions that are over, or release functions of timers "
                       "still wait for the sweep; call coir_nodes_sweep in this world");
    return true;
}

// Frees a world without objects, and the memory that the world keeps. The pools of timers were freed with the last
// scheduler, the pools of actions with the last action.
static void free_memory(CoirWorld *world)
{
    for (int i = 0; i < world->runs.chunk_count; i++)
        coir_free(world->runs.chunks[i]);
    coir_free(world->runs.chunks);
    coir_slots_free(&world->runs.managers);
    coir_pool_clear_if_unused(&world->runs.alarms);
    coir_slots_free(&world->nodes);
    coir_free(world);
}

bool coir_world_destroy(CoirWorld *world)
{
    CoirWorld *before = coir_world();
    if (!world)
        return true;
    if (world == before && is_calling(world))
        return MISTAKE("coir_world_destroy: called in a callback; call coir_world_destroy outside of callbacks");
    if (world != before && !take(world))
        return MISTAKE("coir_world_destroy: another thread uses this world; let that thread call coir_world_use(NULL) "
                       "first");
    if (!check_empty(world)) {
        if (world != before)
            give_back(world);
        return false;
    }
    coir_world_of_thread = world;
    if (world->trim)
        world->trim();
    coir_world_of_thread = world == before ? &coir_default_world : before;
    free_memory(world);
    return true;
}
