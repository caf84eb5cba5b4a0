// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal declarations of the Scheduler. A CoirScheduled is a timer or a per-frame update, and is one block of
// memory. A target has no object: a target is the list of the timers and updates that are scheduled for one address,
// its *members*. All members of a target agree about the target's state (paused, clock).

#ifndef COIR_TIME_SCHEDULED_H
#define COIR_TIME_SCHEDULED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/owned.h"
#include "base/world.h"
#include "coir/scheduler.h"
#include "time/queue/timer_queue.h"
#include "time/scheduler/calls.h"
#include "time/scheduler/targets.h"

typedef enum CoirScheduledKind {
    COIR_SCHEDULED_CLASS_UPDATE, // the `update` hook of a node's type
    COIR_SCHEDULED_UPDATE,
    COIR_SCHEDULED_KEYED_TIMER,
    COIR_SCHEDULED_TIMER, // a timer without a key, known by its callback
} CoirScheduledKind;

// The fields that a call does not read come first, so that the rest of a timer lies in few cache lines.
struct CoirScheduled {
    CoirScheduled *next; // next member of the target
    union {
        CoirScheduled *previous; // previous member of the target
        CoirScheduled *chain;    // of a first member: first member of the next target in the bucket (targets.h)
    };
    void *address;      // address of the target
    CoirAnyFn callback; // a CoirCallFn if `is_call`, else a CoirTickFn
    void *user;
    union {
        int calls_left; // of a timer: number of calls after the next call; or COIR_FOREVER
        int priority;   // of an update
    };
    uint8_t kind;             // a CoirScheduledKind
    bool is_first : 1;        // first member of its target
    bool paused : 1;          // the target is paused
    bool of_node : 1;         // the target is a node
    bool lacks_call : 1;      // lacks its CoirCall, because there was no memory
    bool is_call : 1;         // `callback` is a CoirCallFn
    bool is_endless_tick : 1; // a timer with an interval, a CoirTickFn, and no last call
    bool has_release : 1;     // of a timer: CoirTimerDef.release follows the key
    bool is_of_pool : 1;      // the memory is a block of the pool of timers
};

// A timer waits in the queue that is its target's clock. Exception: a timer without an interval waits there only for
// its delay, and is then called in each update (CoirCall).
typedef struct CoirScheduledTimer {
    CoirScheduled scheduled; // first field, for casts

    // Clock's time at which the target was paused, or the timer left its clock. When the target is resumed, or the
    // timer gets another clock, `last` and the due time move by the present time of the (new) clock minus `paused_at`.
    int64_t paused_at;

    // Clock's time of the last call, or of scheduling. If the timer has a CoirCall, CoirCall.last counts instead.
    int64_t last;

    // Where pointers have 64 bits, this is the second cache line of a timer, so that sorting reads only this line.
    CoirTimer timer;

    char key[]; // with a final zero; nothing for a timer without a key
} CoirScheduledTimer;

struct CoirScheduledUpdate {
    CoirScheduled scheduled; // first field, for casts
    CoirTimerQueue *clock;
    CoirCallList *list;     // list with the CoirCall of the update; NULL: none
    CoirCallList *old_list; // after a change of priority: list that calls the update in this step; NULL: none
    int index, old_index;   // indexes in these lists
};

typedef struct CoirPost CoirPost;

// State of a target, for the first timer or update of the target. Later members take the state from the first member.
typedef struct CoirTargetState {
    CoirTimerQueue *clock;
    bool paused, of_node;
} CoirTargetState;

// Functions that a scheduler needs for targets that are nodes. The schedulers of stages and the scheduler of the nodes
// off stage have these functions.
typedef struct CoirNodeTargets {
    int (*name)(const void *node, char *text, size_t size); // writes the node's name for the dump, like snprintf
    void (*pause_changed)(void *node, bool paused);         // called after a node was paused or resumed as a target

    // Called before targets are paused or resumed. May call user code, which may remove any target, and destroy any
    // stage. The schedulers of destroyed stages have no targets, and are freed later.
    void (*pauses_changing)(void);

    // Returns the scheduler that has the timers and updates of an address. A node off stage, or on another stage, has
    // another scheduler.
    CoirScheduler *(*scheduler_of)(const CoirScheduler *scheduler, const void *address);

    // Called instead of `scheduler_of` before something is scheduled. Also writes the state that a node has as a target
    // to `state`. Returns NULL, and reports a mistake under the name of `function`, if the node is destroyed.
    CoirScheduler *(*scheduler_for)(CoirScheduler *scheduler, void *address, CoirTargetState *state,
                                    const char *function);
} CoirNodeTargets;

struct CoirScheduler {
    CoirTimerQueue clock;
    CoirTargets targets;
    CoirCallList **updates; // sorted by priority
    int update_count, update_capacity;
    CoirCallList each_update;   // timers without an interval
    int lacking;                // number of timers and updates that lack a CoirCall
    _Atomic(CoirPost *) posted; // posted functions, newest first
    CoirPost *calling;          // posted functions that this update still has to call
    int64_t until;              // clock's time at the end of the present update, or as set by coir_scheduler_announce
    double time_scale, dt;      // `dt`: seconds of the present update, times `time_scale`
    enum { COIR_PHASE_NONE, COIR_PHASE_UPDATES, COIR_PHASE_TIMERS, COIR_PHASE_POSTED } phase;
    bool has_new_lacking; // `lacking` has grown, and no error was logged since
    bool owned;           // a stage owns and destroys the scheduler
    bool dead;            // destroyed, but not freed yet

    CoirWorld *world;             // world in which the scheduler was made
    const CoirNodeTargets *nodes; // NULL: nodes are treated like other targets
    void (*update_begins)(void);  // of a stage: called before an update that a user calls
    void (*update_ended)(void);   // of a stage: called after this update; frees destroyed nodes
    const CoirScheduler *leader;  // scheduler that is stepped earlier in each step of the stage; NULL: none
};

extern const CoirTimerKind coir_scheduled_timer_kind;

// The scheduler (scheduler.c, update.c) -------------------------------------------------------------------------------

// Checks `def`, and reports a mistake under the name of `function`. `of_node`: the target is a node.
bool coir_timer_def_check(const CoirTimerDef *def, bool of_node, const char *function);

// Make, empty and free a scheduler:
//
// 1. coir_scheduler_init takes no memory.
// 2. coir_scheduler_empty removes all timers, updates and posted functions.
// 3. coir_scheduler_clear also frees all memory but the block of the scheduler. The scheduler may be used afterwards.
//    Must not be called in an update of the scheduler.
// 4. coir_scheduler_free also frees the block of the scheduler. Must not be called in an update of the scheduler.
void coir_scheduler_init(CoirScheduler *scheduler);
void coir_scheduler_empty(CoirScheduler *scheduler);
void coir_scheduler_clear(CoirScheduler *scheduler);
void coir_scheduler_free(CoirScheduler *scheduler);

// Returns true if this thread uses the world in which a scheduler was made. Otherwise reports a mistake in `function`'s
// name. coir_scheduler_refuse_world is the part that reports, and returns false.
bool coir_scheduler_refuse_world(const char *function);
static inline bool coir_scheduler_check_world(const CoirScheduler *scheduler, const char *function)
{
    return scheduler->world == coir_world() || coir_scheduler_refuse_world(function);
}

// Does the work of coir_scheduler_destroy where no user code may be called: release functions of timers wait for
// coir_timers_release.
void coir_scheduler_drop(CoirScheduler *scheduler);

// Does the work of coir_scheduler_update for several public functions. Messages begin with `function`.
bool coir_scheduler_step(CoirScheduler *scheduler, double dt, const char *function);

// Sets the length of the next step of a scheduler with a leader, in seconds of the scheduler's clock. Called before the
// step of the leader, during which coir_scheduler_reads needs the end of the scheduler's step.
void coir_scheduler_announce(CoirScheduler *scheduler, double dt);

// Called instead of coir_scheduler_step while the time of the scheduler is frozen. Calls only posted functions.
// Returns false, and reports a mistake, only inside an update of the same scheduler.
bool coir_scheduler_step_frozen(CoirScheduler *scheduler, const char *function);

// Returns the scheduler that has the timers and updates of an address. `named`: the scheduler that the user named.
static inline CoirScheduler *coir_scheduler_of(const CoirScheduler *named, const void *address)
{
    return named->nodes ? named->nodes->scheduler_of(named, address) : (CoirScheduler *)named;
}

// Returns the logical time. In a per-frame update, this is the time at the end of the scheduler's update. During a step
// of the leader, this is the end of the scheduler's own step minus the time that is left in the leader's step, but at
// least the time of the scheduler's clock. coir_scheduler_reads_ahead is the part for these two cases.
int64_t coir_scheduler_reads_ahead(const CoirScheduler *scheduler);
static inline int64_t coir_scheduler_reads(const CoirScheduler *named)
{
    bool may_be_ahead = named->leader || named->phase == COIR_PHASE_UPDATES;
    return may_be_ahead ? coir_scheduler_reads_ahead(named) : named->clock.base;
}

// Calls a timer. `last` is the time of the previous call. Counts the call, and removes the timer before its last call.
// If a timer without an interval was waiting for its delay, adds the CoirCall for the further calls.
void coir_call_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer, int64_t now, int64_t last);

// Scheduling, pausing and removing (schedule.c) -----------------------------------------------------------------------

// Schedule a timer or an update. `state` is used if nothing is scheduled for the target yet. If a timer replaces an
// old timer, user code is called (coir_timers_release). Return false, and change nothing, if there is no memory.
bool coir_schedule_timer(CoirScheduler *scheduler, void *address, const CoirTargetState *state,
                         const CoirTimerDef *def);
bool coir_schedule_update(CoirScheduler *scheduler, void *address, const CoirTargetState *state, CoirScheduledKind kind,
                          CoirTickFn tick, void *user, int priority);

// Find a timer or an update; NULL: there is none. If `key` is NULL, finds the timer without a key that has this
// callback.
CoirScheduledTimer *coir_find_timer(const CoirScheduler *scheduler, const void *address, const char *key,
                                    CoirAnyFn callback);
CoirScheduledUpdate *coir_find_update(const CoirScheduler *scheduler, const void *address, CoirScheduledKind kind);

// Removes a timer or an update. If a timer owns a pointer, the pointer waits for coir_timers_release.
void coir_unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Removes all members of a target. Pointers that timers own go to the list `owned`. If `owned` is NULL, the pointers
// wait for coir_timers_release.
void coir_unschedule_target(CoirScheduler *scheduler, const void *address, CoirOwned **owned);

// Removes the members of a target with this priority or a greater number, except the `update` hook of a node's type.
// Returns false if there was none.
bool coir_unschedule_from(CoirScheduler *scheduler, const void *address, int min_priority);

// Frees the memory that a world keeps for new timers, if no timer uses the memory.
void coir_timers_free_memory(CoirWorld *world);

// Pauses or resumes a target. Returns false if nothing is scheduled for the target.
bool coir_target_set_paused(CoirScheduler *scheduler, const void *address, bool paused);

// Moves a target to another clock of the scheduler's tree. The time to the next call of each timer stays the same.
void coir_target_set_clock(CoirScheduler *scheduler, const void *address, CoirTimerQueue *clock);

// Moves all members of a target to another scheduler, where timers get new insertion numbers. The time to the next call
// of each timer counts from the time that the new clock reads. In a per-frame update this is the time at the start of
// the scheduler's update, not coir_scheduler_reads.
void coir_target_move(CoirScheduler *from, CoirScheduler *to, void *address, const CoirTargetState *state);

static inline bool coir_is_timer(const CoirScheduled *scheduled)
{
    return scheduled->kind >= COIR_SCHEDULED_KEYED_TIMER;
}

// Timers count as updates of priority 0.
static inline int coir_priority_of(const CoirScheduled *scheduled)
{
    return coir_is_timer(scheduled) ? 0 : scheduled->priority;
}

// Returns true for a timer with a CoirCall.
static inline bool coir_is_in_calls(const CoirScheduledTimer *timer)
{
    return timer->timer.state == COIR_TIMER_IN_CALLS;
}

// Returns true for a timer that waits in the queue of its clock, or would wait there if its target were not paused.
static inline bool coir_waits_in_queue(const CoirScheduledTimer *timer)
{
    return !coir_is_in_calls(timer) && !timer->scheduled.lacks_call;
}

static inline CoirTimerQueue *coir_clock_of(const CoirScheduled *scheduled)
{
    return coir_is_timer(scheduled) ? ((const CoirScheduledTimer *)scheduled)->timer.queue
                                    : ((const CoirScheduledUpdate *)scheduled)->clock;
}

// Release functions of timers (schedule.c) ----------------------------------------------------------------------------

// Greatest number of rounds of release functions at one time. Release functions may end timers and destroy nodes that
// have release functions, which may do the same, and so on.
#define COIR_RELEASES_MAX 10000

// Returns true if there are release functions of removed timers to call, and release functions need not wait.
static inline bool coir_timers_may_release(void)
{
    const CoirWorld *world = coir_world();
    return world->unreleased && world->releases_wait == 0;
}

// coir_timers_release_once calls the release functions of timers that were removed, but not of timers that are
// removed meanwhile. coir_timers_release_all repeats this until no release function is left, up to COIR_RELEASES_MAX
// times.
void coir_timers_release_once(void);
void coir_timers_release_all(void);

// Calls all release functions of removed timers, unless they must wait. Call this only where user code may be called.
static inline void coir_timers_release(void)
{
    if (coir_timers_may_release())
        coir_timers_release_all();
}

// Posting (posts.c) ---------------------------------------------------------------------------------------------------

// Calls the posted functions.
void coir_call_posted(CoirScheduler *scheduler);

// Returns the number of posted functions that the present update, or the next update, still has to call.
// coir_scheduler_drop_posts drops these functions, and returns their number, too.
int coir_scheduler_posted_count(const CoirScheduler *scheduler);
int coir_scheduler_drop_posts(CoirScheduler *scheduler);

// Queries (queries.c) -------------------------------------------------------------------------------------------------

// Returns the number of timers, paused timers included.
int coir_scheduler_count_timers(const CoirScheduler *scheduler);

// Returns the time until the next call, in nanoseconds. Like `dt` of coir_scheduler_step, the result is not scaled by
// `time_scale`. The result is right if nothing is scheduled or posted meanwhile. 0: the next update calls something;
// COIR_NEVER: no update does. The cost is mainly a loop over per-frame updates and timers without an interval, up to
// the first that is not frozen.
int64_t coir_scheduler_quiet_for(const CoirScheduler *scheduler);

// Do the work of the public functions, for a target of this scheduler.
bool coir_target_remaining(const CoirScheduler *scheduler, const void *address, const char *key, CoirAnyFn callback,
                           double *seconds);
int coir_target_timers(const CoirScheduler *scheduler, const void *address, CoirTimerInfo *timers, int capacity);

#endif
