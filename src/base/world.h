// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Worlds: the state that stages, nodes, actions and schedulers share, in one struct. Each thread uses one world at a
// time. Functions of time, nodes, actions and scenes get this world from coir_world().
//
// The struct has the state of all layers, so that the default world is not allocated, and each field is one read away
// from the pointer of the thread. Of the layers above, this file uses only the names of structs.

#ifndef COIR_BASE_WORLD_H
#define COIR_BASE_WORLD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/inline.h"
#include "base/owned.h"
#include "base/pool.h"
#include "base/slots.h"
#include "coir/world.h"

#define COIR_ATTACHMENTS 4        // kinds of attachments of nodes (node/attachment.h)
#define COIR_ACTION_POOLS 8       // sizes of actions with a pool (action/describe/action.c)
#define COIR_KNOWN_TIMELINES 1024 // timelines that are found by a hash (action/play/timeline.c)

// The table of runs (action/run/table.c).
typedef struct CoirRunTable {
    struct CoirRunChunk **chunks;
    int chunk_count, chunk_capacity;
    uint32_t used;             // number of records that were ever in use; record 0 is never used
    uint32_t free;             // index of the first free record; 0: none
    uint32_t count;            // number of records in use
    uint32_t first_generation; // generation of new records, minus 1
    uint32_t last_order;       // last insertion number
    uint32_t round;            // number of the last loop over hot runs; see CoirClock.round
    int manager_count;
    CoirSlots managers;
    CoirPool alarms;   // alarms of runs that are asleep
    CoirSlotId caller; // run that makes the innermost call of user code; {0, 0}: none
    bool is_seeking;   // `caller` makes this call in a seek or a replay

    // Called once, at the end of the step or seek in which an object (CoirActionClass) has set this pointer; NULL: no
    // function.
    void (*after_pass)(void);
} CoirRunTable;

struct CoirWorld {
    atomic_bool is_used;          // a thread uses the world; in the default world always false
    _Atomic(const void *) thread; // mark of the thread that called coir_world_mark last; NULL: no call yet

    // base/pool.c: all chunks of all findable pools, sorted by address.
    CoirPoolChunk **chunks;
    int chunk_count, chunk_capacity;

    // time/scheduler
    int scheduler_count;        // schedulers of users and stages
    int releases_wait;          // above 0 in updates and in release functions: release functions of timers wait
    CoirOwned *unreleased;      // pointers that removed timers own, in the order of removal
    CoirOwned **unreleased_end; // link at the end of `unreleased`
    CoirPool timers[2];         // timers without a key, and with a short key

    // node
    int nodes_busy;              // nesting depth of calls during which no destroyed node is freed
    uint32_t walk_number, links; // number of the last walk; number of times that a node was added to a parent
    struct CoirWalk *walks;      // walks in progress, the innermost first
    CoirPool **class_pools;      // pools of nodes by the index of the class; NULL: the class has no pool yet
    uint32_t class_capacity;
    CoirSlots nodes;
    struct CoirNode *dead_first;   // destroyed nodes that are not freed yet
    struct CoirScheduler *waiting; // timers of nodes off stage; NULL: no node was made since the last trim
    void (*trim)(void);            // frees the memory that is kept for new nodes; NULL: there is no such memory
    const struct CoirClockWatch *clock_watch; // NULL: no node has played a sound

    // Functions of attachments of nodes, by kind. NULL: no node has had an attachment of the kind.
    const struct CoirAttachment *attachments[COIR_ATTACHMENTS];

    // action
    CoirRunTable runs;
    struct CoirAction *actions; // all actions
    CoirPool action_pools[COIR_ACTION_POOLS];
    CoirOwned *unreleased_of_actions; // pointers of freed actions, for which the release functions have not been called
    bool is_releasing_of_actions;     // these release functions are being called
    struct CoirTimeline *known_timelines[COIR_KNOWN_TIMELINES];

    // scene
    int stage_count;
    struct CoirStage *closed_stages;               // destroyed stages that are not freed yet
    struct CoirTransitionRun *retired_transitions; // transitions that are over and are not freed yet
};

// With the model initial-exec, no function is called to read the variable, also in object files that the shared and the
// static library have in common. The C library must then have room for the variable when a program loads Coir with
// dlopen. glibc has this room; other C libraries may not.
#if defined(__GNUC__) && defined(__ELF__) && defined(__GLIBC__)
#define COIR_FAST_THREAD_LOCAL __attribute__((tls_model("initial-exec")))
#else
#define COIR_FAST_THREAD_LOCAL
#endif

extern CoirWorld coir_default_world;
extern _Thread_local CoirWorld *coir_world_of_thread COIR_FAST_THREAD_LOCAL;

// Returns the world that this thread uses. Loops read the world once, since each read takes two instructions, and a
// call of a function where the compiler emulates thread-local variables.
static inline CoirWorld *coir_world(void)
{
    return coir_world_of_thread;
}

static inline bool coir_world_is_default(void)
{
    return coir_world() == &coir_default_world;
}

// Notes that this thread works in a world. Called when a scheduler or the first node of a class is made, and before
// release functions of actions are called. All threads begin with the default world, though only one of them may work
// in this world. By the mark, a thread that leaves the default world finds out whether callbacks in progress were
// called by this thread.
void coir_world_mark(CoirWorld *world);

// coir_world_check returns true if this thread uses the default world, to which textures, fonts, sounds, windows and
// settings belong. Otherwise reports a mistake under the name of `function`, and returns false. coir_world_refuse
// (error.c) is the part that reports.
bool coir_world_refuse(const char *function);
static inline bool coir_world_check(const char *function)
{
    return coir_world_is_default() || coir_world_refuse(function);
}

#endif
