// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of runs, and of the managers that step them.
//
// Runs lie side by side in one table, in the order in which they were made, so stepping all runs reads memory from
// front to back. A run of a bare timeline (timeline.h), which changes one property, has only a record. Each other run
// also has a block. The block of a plain run has the state of each property. The block of a run with calls, objects or
// timelines inside has the state of everything that may be in progress. While one hot leaf alone is in progress, the
// data for its steps is in the hot part of the record, which lies apart: the manager steps this leaf with the hot part
// alone.

#ifndef COIR_ACTION_RUN_H
#define COIR_ACTION_RUN_H

#include <assert.h>

#include "action/describe/leaf.h"
#include "action/play/playhead.h"
#include "base/free_list.h"
#include "base/slots.h"
#include "coir/action_manager.h"
#include "coir/run.h"
#include "time/nanoseconds.h"
#include "time/queue/timer_queue.h"

#define COIR_RUN_NOT_CALM (-COIR_TIME_MAX) // a `calm_until`: the run needs a full step

// What a run needs beside its record: a run of a timeline that is not bare, and a run that was sought, tagged, or
// changed in speed or direction.
struct CoirRunBlock {
    // A step of hot leaves reads these fields, and `hot`. Until the local time `calm_until`, only the hot leaves change
    // the node; there may be no hot leaf. If the hot part of the run has a leaf, `hot_count` is 0 or 1, and `hot` has
    // the rest of the leaf's state.
    int64_t calm_until;
    int hot_count;

    int tag;
    CoirPlayhead *playhead; // NULL: the run is plain
    CoirPass *pass;         // the pass that is under way; NULL: none
    CoirAction *action;     // the description
    const CoirTimeline *timeline;
    CoirTimeline *own_timeline; // the same timeline, if no other run uses it; else NULL
    double speed;
    int64_t from; // with COIR_RUN_RATED: local time at the clock's time `base` of the record
    CoirRunEndFn on_done;
    void *on_done_user;
    uint32_t flags;
    unsigned sought_flags;
    int64_t sought;   // local time of a seek that the run's own callback requested; done when the callback returns
    bool is_sought;   // `sought` is requested
    bool is_changed;  // the run's own callback has changed speed or direction
    bool is_reversed; // the local time goes backwards
    bool was_moving;  // the local time passed before the callback
    bool is_halted;   // a callback has ended the run, stopped its node, changed its time, or changed its manager
    bool loops_said;  // the warning about too many loops was logged
    CoirObjectState *objects; // started objects, the last one first
    int64_t seeks;            // number of seeks so far
    int64_t muted_step;       // last step in which loops were played without calls (loops.c)
    int muted_loops;          // number of these loops in that step
    CoirHotLeaf hot[];        // the playhead with the state of the timeline follows, unless the run is plain
};

// A run is in one of four states:
//
// 1. Frozen: the run or its node is paused, or the node is off stage. The local time is the record's `base`.
// 2. Moving: the run is stepped in each update.
// 3. Asleep: the local time passes, and the run waits for its alarm, because nothing happens before.
// 4. Ended: the memory stays until the run's step is over, and the run has left its manager's list.
//
// time.c has a table of the states that may follow each state. A run that is asleep moves before it is frozen or ends.
typedef enum CoirRunState { // odd: the local time passes
    COIR_RUN_FROZEN = 0,
    COIR_RUN_MOVING = 1,
    COIR_RUN_ENDED = 2,
    COIR_RUN_ASLEEP = 3,
} CoirRunState;

// The state is in the lowest bits of the flags: a processor waits when a part of a word is written, and the word is
// read soon.
#define COIR_RUN_STATES 3u

enum {
    COIR_RUN_LISTED = 1u << 2,   // the run is in its manager's list
    COIR_RUN_BLOCK = 1u << 3,    // the run has a block
    COIR_RUN_RATED = 1u << 4,    // the speed is not 1, or the time goes backwards
    COIR_RUN_PAUSED = 1u << 5,   // paused by coir_run_pause
    COIR_RUN_STEPPING = 1u << 6, // a step is under way, during which the memory stays
    COIR_RUN_KNOWN = 1u << 7,    // a bare run: the start value is known
    COIR_RUN_STEPPED = 1u << 8,  // the run has had a step
    COIR_RUN_OVER = 1u << 9,     // a bare run with a leaf that sets: the leaf is over
    COIR_RUN_LATE = 1u << 10,    // the run began to move after its turn in the update that is under way
    COIR_RUN_AHEAD = 1u << 11,   // frozen after its turn: `since` is the manager's time that the run has come to
};

// The data that each frame reads. A run with a leaf moves: its local time is its clock's time minus the record's
// `base`.
typedef struct CoirRunHot {
    CoirNode *node;
    const CoirItem *leaf; // only leaf in progress, which the manager steps; NULL: see the record
    union {
        struct {
            int64_t since : 63;      // clock's time at which `leaf` began; without a leaf, of the last change
            uint64_t is_clocked : 1; // the run uses the clock of a subtree
        };
        struct CoirRunAlarm *alarm; // of a run that is asleep; NULL: the run sleeps until a call wakes it
    };
    double at[2];   // start value of `leaf`; without a leaf, of a bare run
    float wrote[2]; // value that was written last
} CoirRunHot;

#define COIR_RUN_BEFORE_ALL (-COIR_TIME_MAX) // a `since`

struct CoirRunRecord {
    int64_t base; // the clock's time at which the local time was 0
    union {
        CoirAction *action; // the description, which has the timeline
        CoirRunBlock *block;
    };
    uint32_t flags;          // the flags above, and a CoirRunState
    uint32_t index;          // index of this record
    uint32_t next, previous; // runs of the same node, a ring in the order of adding
    uint32_t order;          // place in the order of adding, among all runs
    uint32_t generation;
};

struct CoirActionManager {
    uint32_t number;                 // number by which nodes name their manager
    CoirScheduler *scheduler;        // gives the clock; NULL: the manager has its own clock
    const CoirActionManager *leader; // is stepped before this manager in each step of a stage; NULL: none
    bool is_of_stage;
    int64_t time, instant;    // `instant`: time of the call that is being made
    int64_t before;           // time of the update before
    uint32_t update;          // number of the update
    int count;                // number of runs
    uint32_t *list;           // moving runs, in the order of adding; some may have ended, or wait
    int listed, capacity;     // of `list`
    int sorted;               // entries of `list` that are in order
    int stale;                // entries of `list` that have ended
    int at, kept;             // in an update: next entry to be stepped, and entries before that stay
    uint32_t order;           // in an update: order of the run that is stepped
    uint32_t born;            // in an update: first order of the runs that were added in the update
    CoirTimerQueue own_clock; // alarms of the runs, if the manager is of no stage
    bool has_lost;            // moving runs are not in the list, for want of memory
    bool has_late;            // in an update: runs began to move after their turn
    bool is_updating, is_calling, is_dead;
};

// The table ----------------------------------------------------------------------------------------------------------

#define COIR_RUNS_CHUNK 512

typedef struct CoirRunChunk {
    CoirRunHot hot[COIR_RUNS_CHUNK];
    CoirRunRecord records[COIR_RUNS_CHUNK];
} CoirRunChunk;

typedef struct CoirRunTable {
    CoirRunChunk **chunks;
    int chunk_count, chunk_capacity;
    uint32_t used; // records that have been in use at some time; record 0 is never used
    uint32_t free; // first free record; `next` links them; 0: none
    uint32_t count;
    uint32_t first_generation;
    uint32_t orders;     // orders that have been given out
    int managers;        // number of managers
    CoirFreeList alarms; // of sleeping runs
    CoirRun caller;      // the run that makes the innermost call of user code; {0, 0}: no run does
    bool is_seeking;     // that call is made in a seek or a replay

    // Called once, at the end of the step or seek in which user code has set it; NULL: no function.
    void (*on_settled)(void);
} CoirRunTable;

extern CoirRunTable coir_runs;

static inline CoirRunRecord *coir_run_at(uint32_t index)
{
    return &coir_runs.chunks[index / COIR_RUNS_CHUNK]->records[index % COIR_RUNS_CHUNK];
}

static inline CoirRunHot *coir_run_hot_at(uint32_t index)
{
    return &coir_runs.chunks[index / COIR_RUNS_CHUNK]->hot[index % COIR_RUNS_CHUNK];
}

static inline CoirRunHot *coir_run_hot(const CoirRunRecord *run)
{
    return coir_run_hot_at(run->index);
}

// Take a record from the table, all zero but `index` and `generation`, and give a record back. coir_runs_take returns
// the index of the record; 0: no memory.
uint32_t coir_runs_take(void);
void coir_runs_give(uint32_t index);

// Returns the record of a run that has not ended, NULL for a stale run. A run is stale as soon as its node is
// destroyed.
CoirRunRecord *coir_runs_find(CoirRun run);

// Frees the table if there is neither a run nor a manager. Runs that were in the table stay stale.
void coir_runs_clear_if_unused(void);

// Returns true if a run of a stage's manager moves. Looks at the runs up to the first that moves. Runs that sleep do
// not move; their alarms are timers of the scheduler.
bool coir_manager_moves(const CoirActionManager *manager);

// Runs ---------------------------------------------------------------------------------------------------------------

static inline CoirNode *coir_run_node_of(const CoirRunRecord *run)
{
    return coir_run_hot(run)->node;
}

static inline const CoirTimeline *coir_run_timeline(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_BLOCK ? run->block->timeline : run->action->timeline;
}

// Returns the description that a run has taken over.
static inline CoirAction *coir_run_action(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_BLOCK ? run->block->action : run->action;
}

static inline CoirRunState coir_run_state(const CoirRunRecord *run)
{
    return (CoirRunState)(run->flags & COIR_RUN_STATES);
}

// For each state, a bit for each state that may follow.
extern const uint8_t coir_run_followers[];

static inline void coir_run_set_state(CoirRunRecord *run, CoirRunState state)
{
#ifdef COIR_SELF_CHECKS
    assert(coir_run_followers[coir_run_state(run)] & 1u << state);
#endif
    run->flags = (run->flags & ~COIR_RUN_STATES) | state;
}

static inline bool coir_run_is_alive(const CoirRunRecord *run)
{
    return coir_run_state(run) != COIR_RUN_ENDED;
}

// Returns true if the local time of a run passes, unless its clock stands still.
static inline bool coir_run_has_time(const CoirRunRecord *run)
{
    return coir_run_state(run) & 1;
}

// Called before and after all user code (play/calls.c) that a run calls in a step or seek. Runs that user code starts
// in a step begin at the run's instant. coir_run_call_end sets `is_halted` if the run no longer moves.
typedef struct CoirRunCall {
    uint32_t number; // of the manager
    int64_t instant;
    CoirRun caller; // of the call around this one
    bool is_calling, was_seeking;
} CoirRunCall;
void coir_run_call_begin(CoirRunRecord *run, CoirRunCall *call);
void coir_run_call_end(CoirRunRecord *run, const CoirRunCall *call);

// coir_action_eased that also calls ease functions of the user. A run that has ended calls no ease function. A paused
// or detached run does, so that the values of this instant are complete.
double coir_run_eased(CoirRunRecord *run, const CoirAction *action, double t);

// Gives a block to a bare run without one (block.c), and frees the block of a run. coir_run_expand returns false
// without memory.
bool coir_run_expand(CoirRunRecord *run);
void coir_run_free_block(CoirRunRecord *run);

// Seeks: brings a run to a local time. `flags`: as of coir_run_seek, and
#define COIR_SEEK_ANEW (1u << 31) // as if nothing had begun, not even what begins at 0
void coir_run_seek_to(CoirRunRecord *run, int64_t local, unsigned flags);

// Does the seek that was requested in a block (`is_sought`), and seeks that user code of the run requests meanwhile.
void coir_run_do_seeks(CoirRunRecord *run);

// Return times of a run (time.c):
//
// 1. coir_run_clock_at and coir_run_clock: the time of the run's clock, at the manager's time `time`, and now.
// 2. coir_run_local_at and coir_run_local: the local time, at the clock's time `clock`, and now; from the begin to the
//    end of the action.
// 3. coir_run_now: the local time now, and in `*clock` the clock's time. The local time may be after the end, until the
//    next step ends the run.
int64_t coir_run_clock_at(const CoirRunRecord *run, int64_t time);
int64_t coir_run_clock(const CoirRunRecord *run);
int64_t coir_run_local_at(const CoirRunRecord *run, int64_t clock);
int64_t coir_run_local(const CoirRunRecord *run);
int64_t coir_run_now(const CoirRunRecord *run, int64_t *clock);

// Sets the local time that a run has at the clock's time `clock`.
void coir_run_set_local(CoirRunRecord *run, int64_t local, int64_t clock);

// Returns the manager's time at which the local time of a run is the time of its playhead. If the clock of the run
// stands still, returns the manager's present time.
int64_t coir_run_instant(const CoirRunRecord *run);

// Returns true if neither the run nor its node nor its clock stands still.
bool coir_run_moves(const CoirRunRecord *run);

// Called before and after a change of the way in which the local time passes: the local time is kept.
void coir_run_freeze(CoirRunRecord *run);
void coir_run_thaw(uint32_t index);

// Called before a run, or all runs of a node, stop in the middle of a frame: bring them to the present time, so that
// the node shows this time. No user code is called: a run with a call that is due shows the time of this call.
void coir_run_show_now(CoirRunRecord *run);
void coir_node_show_runs(const CoirNode *node);

static inline bool coir_run_has_exact(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_BLOCK && run->block->timeline->has_exact;
}

// Exact objects (exact_runs.c). Called before the way in which the local time passes changes, for a run with exact
// objects:
//
// 1. coir_run_tell_exact brings the exact objects to the local time now, or to the first event on the way, and calls
//    nothing else. Also called when the local time goes on. `stands`: the local time stands from now on.
// 2. coir_run_reach_exact plays the run to its local time now. A run that would call the user is left alone, unless
//    `drops_calls`: then coir_call is not called. Returns false if the run has ended.
// 3. coir_run_begin_exact is called for a new run that will not be stepped before the next update: plays what begins at
//    the local time 0.
//
// A run whose local time stands already is left alone.
void coir_run_tell_exact(CoirRunRecord *run, bool stands);
bool coir_run_reach_exact(uint32_t index, bool drops_calls);
void coir_run_begin_exact(uint32_t index);

// Calls `on_settled`, which must not be NULL, unless a seek around is under way.
void coir_run_settle(CoirRunRecord *run);

// What the functions of a class may ask about the run that calls them.
typedef struct CoirRunCaller {
    int64_t time, goal; // the local time; in a seek, the local time to which the run is brought, otherwise -1
    bool is_seek;       // called in a seek, in which no time passes
    bool is_on_its_way; // the run is played on before it shows itself
    bool goes_back;     // the local time goes backwards
    bool is_telling;    // called by coir_run_tell_exact
    bool stands;        // the local time stands, or will stand from now on
} CoirRunCaller;
CoirRunCaller coir_run_caller(void);

// Plain runs (plain.c). coir_run_step_plain brings a plain run to a local time, and lets it sleep or be stepped by its
// hot leaves. coir_run_seek_plain brings a plain run to a local time; -1: as if nothing had begun.
// coir_run_inherit_bare gives a block the state of a bare run.
void coir_run_step_plain(uint32_t index, CoirRunRecord *run, int64_t local);
void coir_run_seek_plain(CoirRunRecord *run, int64_t local);
void coir_run_put_back_plain(CoirRunRecord *run, const CoirItem *item);
void coir_run_inherit_bare(const CoirRunRecord *run, CoirRunBlock *block, int64_t local);

// Returns the numbers of a node's property that a hot leaf changes.
const float *coir_run_leaf_values(const CoirRunRecord *run, const CoirItem *item);

// Copies the data of the leaf that the manager steps from the hot part back to the run's state.
void coir_run_put_back_leaves(CoirRunRecord *run, CoirRunHot *hot);
static inline void coir_run_put_back(CoirRunRecord *run, CoirRunHot *hot)
{
    if (hot->leaf || run->flags & COIR_RUN_BLOCK)
        coir_run_put_back_leaves(run, hot);
}

// Brings a run to its local time at `clock`, and finds the run's next wake time. The run may have ended afterwards.
// Does nothing to a run that is already being stepped or sought.
void coir_run_step(uint32_t index, int64_t clock);

// Gives a new run a description with its timeline, and a block if the timeline is not bare. Returns false without
// memory.
bool coir_run_set_timeline(CoirRunRecord *run, const CoirNode *node, CoirAction *action, const CoirTimeline *timeline);

// Frees the block of an ended run, and the record, unless the manager's list still has the record.
void coir_run_dispose(uint32_t index);

// Ends a run. The calls that tell of the end are made last, when nothing refers to the run any more.
void coir_run_end(uint32_t index, CoirRunEnd reason);

// The runs of a node --------------------------------------------------------------------------------------------------

// `node->runs_` is the first run of a node, `node->manager_` the number of the manager of its runs.

// Returns the run of the node after a run; 0: it is the last run.
static inline uint32_t coir_run_next_of(const CoirNode *node, uint32_t index)
{
    uint32_t next = coir_run_at(index)->next;
    return next == node->runs_ ? 0 : next;
}

// Starts a run, and takes the action over. Returns {0, 0} without memory.
CoirRun coir_node_start_run(CoirNode *node, CoirAction *action);

// Ends the runs that the node has now. Their calls may start further runs.
void coir_node_end_runs(CoirNode *node, CoirRunEnd reason);

// Hands the runs over to a manager, or (NULL) to none. The runs keep their local times.
void coir_node_set_manager(CoirNode *node, CoirActionManager *manager);

// Hands the runs of a node, and those to come, to the stage that the node is on.
void coir_node_runs_enter(CoirNode *node);

// Called before and after a node is paused, leaves the stage, or gets another manager or clock: the runs keep their
// local times.
void coir_node_freeze_runs(CoirNode *node);
void coir_node_thaw_runs(CoirNode *node);

// Hot leaves ---------------------------------------------------------------------------------------------------------

// Steps a leaf to the fraction `t` of its time. Returns false, and writes nothing, if somebody else has changed the
// property.
static inline bool coir_hot_step(const CoirItem *leaf, CoirNode *node, double t, const double *at, float *wrote)
{
    float *values = (float *)((char *)node + leaf->offset);
    bool is_pair = leaf->numbers == 2;
    double x, y = 0;
    if (leaf->hot == COIR_HOT_BY) {
        if (values[0] != wrote[0] || (is_pair && values[1] != wrote[1]))
            return false;
        x = coir_leaf_by(at[0], (double)leaf->value[0], t);
        y = is_pair ? coir_leaf_by(at[1], (double)leaf->value[1], t) : 0;
    } else if (leaf->hot == COIR_HOT_TO) {
        x = coir_leaf_to(at[0], coir_leaf_way(at[0], (double)leaf->value[0], false), t);
        y = is_pair ? coir_leaf_to(at[1], coir_leaf_way(at[1], (double)leaf->value[1], false), t) : 0;
    } else {
        x = coir_leaf_to(at[0], at[1], t);
    }
    values[0] = coir_stored(leaf->is_fraction ? COIR_STORAGE_FRACTION : COIR_STORAGE_FLOAT, x);
    if (is_pair)
        values[1] = (float)y;
    if (leaf->hot == COIR_HOT_BY) {
        wrote[0] = values[0];
        wrote[1] = is_pair ? values[1] : 0;
    }
    return true;
}

static inline double coir_hot_fraction(const CoirItem *leaf, int64_t elapsed)
{
    double t = (double)elapsed / leaf->length;
    return leaf->is_eased ? coir_action_eased(leaf->action, t) : t;
}

// Managers -----------------------------------------------------------------------------------------------------------

// All managers. A number of a manager has the index of a slot below, and the generation of the slot above. A slot whose
// generations are used up stays taken, so that a number of a manager that was destroyed never names another one.
#define COIR_MANAGER_INDEX_BITS 18
#define COIR_MANAGER_INDEX_MASK ((UINT32_C(1) << COIR_MANAGER_INDEX_BITS) - 1)
extern CoirSlots coir_managers;

// Returns the manager with a number; NULL: the manager was destroyed.
static inline CoirActionManager *coir_manager_find(uint32_t number)
{
    CoirSlotId id = {number & COIR_MANAGER_INDEX_MASK, number >> COIR_MANAGER_INDEX_BITS};
    return coir_slots_get(&coir_managers, id);
}

// Returns the manager of a node's runs; NULL: none, or the manager was destroyed.
static inline CoirActionManager *coir_manager_of(const CoirNode *node)
{
    return coir_manager_find(node->manager_);
}

static inline CoirActionManager *coir_run_manager(const CoirRunRecord *run)
{
    return coir_manager_of(coir_run_node_of(run));
}

// Returns the clock of the runs of a node in a subtree with a clock of its own; NULL: the runs use the manager's clock.
static inline CoirTimerQueue *coir_node_runs_clock(const CoirNode *node, const CoirActionManager *manager)
{
    return manager && manager->is_of_stage && !node->suspended_ ? node->clock_ : NULL;
}

// Returns true for a run that has not ended and belongs to the manager with this number. Returns false for a free
// record, and for a run whose node has been destroyed.
static inline bool coir_run_is_of(const CoirRunRecord *run, uint32_t number)
{
    const CoirNode *node = coir_run_node_of(run);
    return node && coir_run_is_alive(run) && node->manager_ == number && !node->dead_;
}

// Returns the time of a manager's clock.
int64_t coir_manager_scheduler_reads(const CoirActionManager *manager); // of a manager with a scheduler
static inline int64_t coir_manager_reads(const CoirActionManager *manager)
{
    if (manager->is_calling)
        return manager->instant;
    return manager->scheduler ? coir_manager_scheduler_reads(manager) : manager->time;
}

// Returns true if the clock of a manager reads another time than that of the last update.
static inline bool coir_manager_is_mid_frame(const CoirActionManager *manager)
{
    return manager->is_updating || coir_manager_reads(manager) != manager->time;
}

// The list of a manager (list.c):
//
// 1. coir_manager_add adds a run to a manager, and makes room for the run in the list; false: no memory.
//    coir_manager_remove removes a run. coir_manager_list puts a moving run into the list.
// 2. coir_manager_drop is called when an entry is removed from the list. coir_manager_compact removes the entries of
//    runs that do not move, and is not called in an update.
// 3. coir_manager_sort sorts a part of a list whose first `sorted` entries are sorted. Orders are counted from `base`.
// 4. coir_manager_has_passed returns true for an entry that the present update has kept or removed.
bool coir_manager_add(CoirActionManager *manager);
void coir_manager_remove(CoirActionManager *manager, uint32_t index);
void coir_manager_list(CoirActionManager *manager, uint32_t index);
void coir_manager_drop(CoirActionManager *manager, uint32_t index);
void coir_manager_compact(CoirActionManager *manager);
void coir_manager_sort(uint32_t *list, int sorted, int count, uint32_t base);
bool coir_manager_has_passed(const CoirActionManager *manager, int i);

// Returns true if an order of adding is before another one. Orders may have run over the greatest number.
static inline bool coir_order_is_before(uint32_t one, uint32_t other)
{
    return (int32_t)(one - other) < 0;
}

// Sleeping (sleep.c):
//
// 1. coir_run_sleep_until lets a run that does nothing between two local times sleep, if sleeping costs less. Without
//    memory the run stays awake.
// 2. coir_run_wake_up does nothing to a run that is awake. coir_run_wake also puts the run into the manager's list. It
//    is called when the next event of the run may come at another time.
// 3. coir_manager_wake_due wakes the runs whose time has come.
void coir_run_sleep_until(uint32_t index, CoirRunRecord *run, int64_t local, int64_t until);
void coir_run_wake(uint32_t index);
void coir_run_end_sleep(CoirRunRecord *run);
static inline void coir_run_wake_up(CoirRunRecord *run)
{
    if (coir_run_state(run) == COIR_RUN_ASLEEP)
        coir_run_end_sleep(run);
}
void coir_manager_wake_due(CoirActionManager *manager);

// Steps every run to `time` on the manager's clock.
bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time, const char *function);

// Ends all runs of the manager with a number, in no particular order.
void coir_manager_end_all(uint32_t number, CoirRunEnd reason);

// Called when a stage is destroyed: runs that are left wait for another manager.
void coir_action_manager_give_up(CoirActionManager *manager);

// Returns a new order of adding, after all others.
uint32_t coir_runs_next_order(void);

#endif
