// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is scheduled, and the inside of the Scheduler.
//
// There is no object for a target: a target is the list of what is scheduled for one address. All in the list agree
// about its state (paused, on which clock), so that one timer is one block of memory, found by its target's address.

#ifndef COIR_TIME_SCHEDULED_H
#define COIR_TIME_SCHEDULED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/owned.h"
#include "coir/scheduler.h"
#include "time/queue/timer_queue.h"
#include "time/scheduler/call_list.h"
#include "time/scheduler/targets.h"

typedef enum CoirScheduledKind {
    COIR_SCHEDULED_CLASS_UPDATE, // the `update` hook of a node's type
    COIR_SCHEDULED_UPDATE,
    COIR_SCHEDULED_KEYED_TIMER,
    COIR_SCHEDULED_TIMER, // known by its callback
} CoirScheduledKind;

// First what a call does not look at, so that the rest of a timer lies in as few cache lines as can be.
struct CoirScheduled {
    CoirScheduled *next; // of the same target
    union {
        CoirScheduled *previous; // of the same target
        CoirScheduled *chain;    // of the first one of a target: the first of another target
    };
    void *address;      // the target
    CoirAnyFn callback; // a CoirCallFn if `is_call`, else a CoirTickFn
    void *user;
    union {
        int calls_left; // of a timer, after the next one; COIR_FOREVER
        int priority;   // of an update
    };
    uint8_t kind;
    bool is_first : 1;
    bool paused : 1;      // its target is
    bool of_node : 1;     // its target is a node
    bool wants_place : 1; // in a list of calls, which has found no memory yet
    bool is_call : 1;
    bool has_release : 1; // of a timer: CoirTimerDef.release follows the key
    bool is_of_free_list : 1;
};

// It waits in the queue that is its target's clock, or, with no interval and past its delay, it is in the Scheduler's
// list of those that are called in each update.
typedef struct CoirScheduledTimer {
    CoirScheduled scheduled; // first: it is cast
    CoirTimer timer;
    int64_t last;      // when it was called or scheduled; of one that is in the list of calls, the list knows it
    int64_t paused_at; // of a paused target: the clock's reading to which all times of the timer refer
    char key[];
} CoirScheduledTimer;

typedef struct CoirScheduledUpdate {
    CoirScheduled scheduled; // first: it is cast
    CoirTimerQueue *clock;
    CoirCallList *list;     // of its priority; NULL: it is in none
    CoirCallList *old_list; // where it is still called in the present update, after a change of priority; or NULL
    int place, old_place;
} CoirScheduledUpdate;

typedef struct CoirPost CoirPost;
typedef struct CoirTargetState CoirTargetState;

// How the scheduler of a stage treats targets that are nodes.
typedef struct CoirNodeTargets {
    int (*name)(const void *node, char *text, size_t size); // writes the node's name for the dump, like snprintf
    void (*was_paused)(void *node, bool paused);

    // Returns the scheduler that has the timers and updates of an address. A node off stage, or on another stage, has
    // another scheduler.
    CoirScheduler *(*scheduler_of)(const CoirScheduler *scheduler, const void *address);

    // The same before something is scheduled. Writes the state of a node as a target to `state`. Returns NULL, and
    // reports a mistake in `function`'s name, if the node is destroyed.
    CoirScheduler *(*scheduler_for)(CoirScheduler *scheduler, void *address, CoirTargetState *state,
                                    const char *function);

    // Called around an update that a user calls. Destroyed nodes are freed after the update.
    void (*begin_update)(void);
    void (*end_update)(void);
} CoirNodeTargets;

struct CoirScheduler {
    CoirTimerQueue clock;
    CoirTargets targets;
    CoirCallList **updates; // by priority
    int update_count, update_capacity;
    CoirCallList each_update;            // timers without an interval
    int calling_priority, calling_place; // of the per-frame update that is being called
    int wanted;                          // how many places in lists are wanted, and found no memory
    _Atomic(CoirPost *) posted;          // the last one first
    CoirPost *batch;                     // those that are being called
    int64_t until;                       // the time that the present update goes to
    double time_scale, dt;               // of the present update
    enum { COIR_PHASE_NONE, COIR_PHASE_UPDATES, COIR_PHASE_TIMERS, COIR_PHASE_POSTED } phase;
    bool has_new_wants; // `wanted` has grown, and this was not logged yet
    bool owned;         // by a stage, which destroys it
    bool dead;

    const CoirNodeTargets *nodes; // NULL: nodes are targets like any other
    const CoirScheduler *leader;  // steps before this scheduler in each step of a stage; NULL: none
};

// How a target that has nothing scheduled yet begins.
struct CoirTargetState {
    CoirTimerQueue *clock;
    bool paused, of_node;
};

extern const CoirTimerKind coir_scheduled_timer_kind;

// `init` takes no memory. `empty` removes all that is scheduled or posted. `clear` also frees all memory but the
// scheduler's own; the scheduler may be used on. `free` frees everything.
void coir_scheduler_init(CoirScheduler *scheduler);
void coir_scheduler_empty(CoirScheduler *scheduler);
void coir_scheduler_clear(CoirScheduler *scheduler);
void coir_scheduler_free(CoirScheduler *scheduler);

// coir_scheduler_update for several public functions: messages begin with `function`.
bool coir_scheduler_step(CoirScheduler *scheduler, double dt, const char *function);

// Tells a scheduler with a leader that its next step will be `dt` seconds.
void coir_scheduler_announce(CoirScheduler *scheduler, double dt);

// A step in which time stands: only what was posted is called. False as coir_scheduler_step.
bool coir_scheduler_stand(CoirScheduler *scheduler, const char *function);

// Returns the scheduler that has the timers and updates of an address.
static inline CoirScheduler *coir_scheduler_of(const CoirScheduler *asked, const void *address)
{
    return asked->nodes ? asked->nodes->scheduler_of(asked, address) : (CoirScheduler *)asked;
}

// The logical time (in a per-frame update the frame's). While the leader is in its step, a time as far before the end
// of this scheduler's step as the leader's time is before the end of its own.
int64_t coir_scheduler_reads(const CoirScheduler *scheduler);

// Counts the timers, one by one, paused ones, too.
int coir_scheduler_count_timers(const CoirScheduler *scheduler);

// Returns how long nothing will be called, in nanoseconds of the time that updates of this scheduler are told, unless
// something is scheduled or posted meanwhile. 0: the next update calls something; COIR_NEVER: no update will. Looks at
// the per-frame updates up to the first that is not paused.
int64_t coir_scheduler_quiet_for(const CoirScheduler *scheduler);

// Returns true if the next update calls a posted function.
bool coir_scheduler_has_posted(const CoirScheduler *scheduler);

// Checks `def` and says what is wrong in `function`'s name. `of_node`: the target is a node.
bool coir_timer_def_check(const CoirTimerDef *def, bool of_node, const char *function);

// Returns the address of a timer's callback, NULL if the description has none.
static inline CoirAnyFn coir_timer_def_callback(const CoirTimerDef *def)
{
    return def->call ? (CoirAnyFn)def->call : (CoirAnyFn)def->tick;
}

// Scheduling; `state` counts if the target has nothing scheduled yet. A timer that is replaced calls user code
// (coir_timers_release). False: no memory, and nothing has changed.
bool coir_schedule_timer(CoirScheduler *scheduler, void *address, const CoirTargetState *state,
                         const CoirTimerDef *def);
bool coir_schedule_update(CoirScheduler *scheduler, void *address, const CoirTargetState *state, CoirScheduledKind kind,
                          CoirTickFn tick, void *user, int priority);

// What is scheduled, or NULL; `key` NULL: the timer that is known by `callback`.
CoirScheduledTimer *coir_find_timer(const CoirScheduler *scheduler, const void *address, const char *key,
                                    CoirAnyFn callback);
CoirScheduledUpdate *coir_find_update(const CoirScheduler *scheduler, const void *address, CoirScheduledKind kind);

// What removed timers own, the first to end first, until coir_timers_release; NULL: none.
extern CoirOwned *coir_timers_unreleased;

// Above 0 while release functions of timers must wait: in updates of schedulers, and in such functions.
extern int coir_releases_wait;

// Release functions may end timers and destroy nodes that have release functions, and so on: rounds of this at one
// time.
#define COIR_RELEASES_MAX 10000

// Returns true if release functions of removed timers are to be called, and need not wait.
static inline bool coir_timers_may_release(void)
{
    return coir_timers_unreleased && coir_releases_wait == 0;
}

// Calls the release functions of timers that were removed, but not of timers that are removed meanwhile.
void coir_timers_release_once(void);
void coir_timers_release_all(void);

// Calls all release functions of removed timers, unless they must wait. Call this only where user code may be called.
static inline void coir_timers_release(void)
{
    if (coir_timers_may_release())
        coir_timers_release_all();
}

// Does the work of coir_scheduler_destroy where no user code may be called.
void coir_scheduler_drop(CoirScheduler *scheduler);

// Frees the memory that waits for new timers, if no timer uses it.
void coir_timers_free_memory(void);

// Removes one thing; all that a target has; what it has of at least this priority, save for the `update` hook of a
// node's type (false: it has nothing). What the timers own waits for coir_timers_release, or goes to the list `owned`.
void coir_unschedule(CoirScheduler *scheduler, CoirScheduled *scheduled);
void coir_unschedule_target(CoirScheduler *scheduler, const void *address, CoirOwned **owned);
bool coir_unschedule_from(CoirScheduler *scheduler, const void *address, int min_priority);

// False for a target that has nothing scheduled.
bool coir_target_set_paused(CoirScheduler *scheduler, const void *address, bool paused);

// Lets a target run on another clock, a queue of the scheduler's tree; what remained of each interval remains.
void coir_target_set_clock(CoirScheduler *scheduler, const void *address, CoirTimerQueue *clock);

// Hands all that a target has to another scheduler, where it counts as scheduled now, with what remained.
void coir_target_move(CoirScheduler *from, CoirScheduler *to, void *address, const CoirTargetState *state);

// Calls a timer that was called last at `last`: counts the call, and removes the timer before its last call.
void coir_call_timer(CoirScheduler *scheduler, CoirScheduledTimer *timer, int64_t now, int64_t last);

// Calls what was posted, and counts what has not been called.
void coir_call_posted(CoirScheduler *scheduler);
int coir_scheduler_posted_count(const CoirScheduler *scheduler);

static inline bool coir_is_timer(const CoirScheduled *scheduled)
{
    return scheduled->kind >= COIR_SCHEDULED_KEYED_TIMER;
}

// True for a timer that is called in each update.
static inline bool coir_is_in_calls(const CoirScheduledTimer *timer)
{
    return timer->timer.place == COIR_TIMER_IN_CALLS;
}

static inline CoirTimerQueue *coir_clock_of(const CoirScheduled *scheduled)
{
    return coir_is_timer(scheduled) ? ((const CoirScheduledTimer *)scheduled)->timer.queue
                                    : ((const CoirScheduledUpdate *)scheduled)->clock;
}

// Places in the lists of calls ---------------------------------------------------------------------------------------

// Gives something the place that it should have; false: no memory. `need`: at the latest when there is memory again.
bool coir_give_place(CoirScheduler *scheduler, CoirScheduled *scheduled);
void coir_need_place(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Logs once that memory for `wanted` places is missing. Call this only where user code may run: the log hook may
// destroy anything.
void coir_say_wanted_places(CoirScheduler *scheduler);

// Takes it from its place. True if it had one, or wanted one.
bool coir_leave_place(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Moves an update to another priority. False: no memory, and it stays.
bool coir_change_priority(CoirScheduler *scheduler, CoirScheduledUpdate *update, int priority);

// The call at its place; NULL: it has none. What has changed about it is to be told to the call.
CoirCall *coir_call_of(CoirScheduler *scheduler, const CoirScheduled *scheduled);
void coir_refresh_call(CoirScheduler *scheduler, CoirScheduled *scheduled);

// Gets the lists ready for an update, which calls what is in them now, and for what comes after it.
void coir_scheduler_begin_calls(CoirScheduler *scheduler);
void coir_scheduler_end_calls(CoirScheduler *scheduler);

// As the public functions, for a target of this scheduler.
bool coir_target_remaining(const CoirScheduler *scheduler, const void *address, const char *key, CoirAnyFn callback,
                           double *seconds);
int coir_target_timers(const CoirScheduler *scheduler, const void *address, CoirTimerInfo *timers, int capacity);

#endif
