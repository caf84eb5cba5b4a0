// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal declarations of runs, and of the managers that step runs.
//
// Runs lie side by side in one table, mostly in insertion order, so stepping all runs reads memory from front to
// back. A run of a bare timeline (timeline.h), which changes one property, has only a record, until the run is
// sought, tagged, or changed in another way. Each other run also has a block. The block of a plain run has the state
// of each property. The block of a run with calls, objects or timelines inside has the state of everything that may
// be in progress. While a single hot leaf (timeline.h) is in progress, the data for its steps is in the hot part of
// the run, which is stored apart from the record. The manager steps this leaf with the hot part alone.

#ifndef COIR_ACTION_RUN_H
#define COIR_ACTION_RUN_H

#include <assert.h>

#include "action/describe/leaf.h"
#include "action/play/playhead.h"
#include "base/pool.h"
#include "base/slots.h"
#include "base/world.h"
#include "coir/action_manager.h"
#include "coir/run.h"
#include "time/nanoseconds.h"
#include "time/queue/timer_queue.h"

#define COIR_RUN_STEP_NOW (-COIR_TIME_MAX) // value of `event_time`: the run needs a full step

// State of a run for which the record has no room. A run has a block if its timeline is not bare, or if the run was
// sought, tagged, or changed in another way (coir_run_expand).
struct CoirRunBlock {
    // The manager reads these fields and `hot` to step hot leaves. Before the local time `event_time`, only the hot
    // leaves (maybe none) change the node. If the hot part of the run has a leaf, `hot_count` is 0 or 1, and `hot`
    // has the rest of the leaf's state.
    int64_t event_time;
    int hot_count;

    int tag;
    CoirPlayhead *playhead; // NULL: the run is plain
    CoirPass *pass;         // pass that is under way; NULL: none
    CoirAction *action;     // description
    const CoirTimeline *timeline;
    CoirTimeline *own_timeline; // `timeline`, if the timeline was made for this run alone; else NULL
    double speed;
    int64_t from; // with COIR_RUN_RATED: local time when the clock read the record's `base`
    CoirRunEndFn on_done;
    void *on_done_user;
    uint32_t flags;           // flags of coir_run_set_flags
    unsigned pending_flags;   // flags of the requested seek
    int64_t pending_seek;     // goal of a requested seek, which waits until the run's own callback returns
    bool is_seek_pending;     // a seek to `pending_seek` is requested
    bool is_changed;          // a callback of this run has changed the speed or direction
    bool is_reversed;         // the local time goes backwards
    bool was_moving;          // the run was moving when the step or seek began
    bool is_halted;           // a callback has ended or frozen the run, or set its time, speed, direction or manager
    bool loops_said;          // the warning about too many loops was logged
    bool requests_said;       // the warning about too many requests in a step was logged
    CoirObjectState *objects; // started objects, newest first
    int64_t seeks;            // number of seeks so far
    int64_t muted_step;       // number of the last step or seek in which loops were played without calls (loops.c)
    int muted_loops;          // number of loops without calls in `muted_step`
    CoirHotLeaf hot[];        // the playhead with the state of the timeline follows, unless the run is plain
};

// A run is in one of four states:
//
// 1. Frozen: the run or its node is paused, or the node is off stage. The local time is the record's `base`.
// 2. Moving: the run is stepped in each update.
// 3. Asleep: the local time passes, but nothing changes before an alarm or a call wakes the run.
// 4. Ended: the memory stays until the run's step is over, and the run has left its manager's list.
//
// time.c has a table of the states that may follow each state. A sleeping run becomes a moving run before the run is
// frozen or ends.
typedef enum CoirRunState { // in states with an odd number the local time passes
    COIR_RUN_FROZEN = 0,
    COIR_RUN_MOVING = 1,
    COIR_RUN_ENDED = 2,
    COIR_RUN_ASLEEP = 3,
} CoirRunState;

// The state is in the lowest bits of the flags, and not in a byte of its own: a processor waits if a part of a word
// is written shortly before the whole word is read.
#define COIR_RUN_STATES 3u

enum {
    COIR_RUN_LISTED = 1u << 2,   // the run is in its manager's list
    COIR_RUN_BLOCK = 1u << 3,    // the run has a block
    COIR_RUN_RATED = 1u << 4,    // the speed is not 1, or the time goes backwards
    COIR_RUN_PAUSED = 1u << 5,   // paused by coir_run_pause
    COIR_RUN_STEPPING = 1u << 6, // a step, a seek or the end of the run is under way; the memory stays meanwhile
    COIR_RUN_KNOWN = 1u << 7,    // of a bare run: the start value is known
    COIR_RUN_STEPPED = 1u << 8,  // the run was stepped or sought
    COIR_RUN_OVER = 1u << 9,     // of a bare run with a leaf that sets: the leaf is over
    COIR_RUN_LATE = 1u << 10,    // the run began to move after its turn in the present update
    COIR_RUN_AHEAD = 1u << 11,   // frozen after its turn in an update; `since`: the manager's time of the update
    COIR_RUN_STOPPING =
        1u << 12, // a call that stops runs of the node has chosen this run; runs that start later are not chosen
};

// The part of a run that each frame reads. A run with a `leaf` moves, and its local time is its clock's time minus
// the record's `base`.
typedef struct CoirRunHot {
    CoirNode *node;
    const CoirItem *leaf; // only leaf in progress, stepped by the manager; NULL: the manager reads the record
    union {
        struct {
            // Clock's time when `leaf` began. `leaf` NULL: when the local time was last set, or when the last `leaf`
            // of the run began.
            int64_t since : 63;
            uint64_t is_clocked : 1; // the run uses the clock of a subtree
        };
        struct CoirRunAlarm *alarm; // alarm of a sleeping run; NULL: the run sleeps until a call wakes the run
    };
    double at[2]; // start value of `leaf`, and with COIR_HOT_TURN the distance; `leaf` NULL: start value of a bare run

    // Of leaves that add: value that was written last. Of a plain run with leaves that set: value before the first
    // leaf.
    float wrote[2];
} CoirRunHot;

#define COIR_RUN_BEFORE_ALL (-COIR_TIME_MAX) // value of `since`: no change of the local time is known

struct CoirRunRecord {
    // Of a frozen run: the local time. Of a moving or sleeping run: the clock's time at which the local time was 0;
    // with COIR_RUN_RATED: the clock's time at which the local time was the block's `from`.
    int64_t base;

    union {
        CoirAction *action; // description, which has the timeline
        CoirRunBlock *block;
    };
    uint32_t flags;          // the flags above, and a CoirRunState
    uint32_t index;          // index of this record in the table
    uint32_t next, previous; // runs of the same node, a ring in insertion order; `next` also links free records
    uint32_t order;          // insertion number, among all runs
    uint32_t generation;
};

struct CoirActionManager {
    uint32_t number;                 // number by which nodes name their manager
    CoirScheduler *scheduler;        // scheduler with the manager's clock; NULL: the manager has a clock of its own
    const CoirActionManager *leader; // manager that is stepped earlier in each step of the stage; NULL: none
    bool is_of_stage;
    int64_t time, instant;    // time of the last update; time of the call that is being made
    int64_t before;           // time of the previous update
    uint32_t update;          // number of the last update
    int count;                // number of runs
    uint32_t *list;           // moving runs in insertion order, and entries that are out of use (list.c)
    int listed, capacity;     // number of entries of `list`; room for entries
    int sorted;               // number of sorted entries, which are the first entries of `list`
    int stale;                // number of entries of `list` that are 0, or of ended runs
    int at, kept;             // in an update: index of the next entry; number of visited entries that stay in the list
    uint32_t order;           // in an update: insertion number of the run that is stepped
    uint32_t born;            // in an update: lowest insertion number of the runs that were added in the update
    CoirTimerQueue own_clock; // queue of the alarms of runs, if the manager belongs to no stage
    bool has_lost;            // the list lacks moving runs, since there was no memory
    bool has_late;            // in an update: runs began to move, some maybe after their turn
    bool is_updating, is_calling, is_dead; // `is_calling`: a run makes a call, and the clock reads `instant`
};

// The table ----------------------------------------------------------------------------------------------------------

#define COIR_RUNS_CHUNK 512
#define COIR_RUNS_AHEAD 8 // distance in runs at which a node is prefetched

typedef struct CoirRunChunk {
    CoirRunHot hot[COIR_RUNS_CHUNK + COIR_RUNS_AHEAD]; // the last entries are empty, for prefetches
    CoirRunRecord records[COIR_RUNS_CHUNK];
} CoirRunChunk;

// Returns the table of all runs in this world.
static inline CoirRunTable *coir_runs(void)
{
    return &coir_world()->runs;
}

static inline CoirRunRecord *coir_run_in(const CoirRunTable *table, uint32_t index)
{
    return &table->chunks[index / COIR_RUNS_CHUNK]->records[index % COIR_RUNS_CHUNK];
}

static inline CoirRunRecord *coir_run_at(uint32_t index)
{
    return coir_run_in(coir_runs(), index);
}

static inline CoirRunHot *coir_run_hot_in(const CoirRunTable *table, uint32_t index)
{
    return &table->chunks[index / COIR_RUNS_CHUNK]->hot[index % COIR_RUNS_CHUNK];
}

static inline CoirRunHot *coir_run_hot_at(uint32_t index)
{
    return coir_run_hot_in(coir_runs(), index);
}

static inline CoirRunHot *coir_run_hot(const CoirRunRecord *run)
{
    return coir_run_hot_at(run->index);
}

// coir_runs_take takes a record from the table, all zero but `index` and `generation`, and returns the index of the
// record; 0: no memory. coir_runs_give gives a record back.
uint32_t coir_runs_take(void);
void coir_runs_give(uint32_t index);

// Returns the record of a run; NULL: the run has ended, or its node is destroyed.
CoirRunRecord *coir_runs_find(CoirRun run);

// Frees the table if there is no run, no manager and no node, and all records have generations left. A CoirRun of the
// old table stays stale. With a node left, the table is kept: the node may have the number of a destroyed manager.
void coir_runs_clear_if_unused(void);

// Returns true if any run of a stage's manager moves, or if the list lacks moving runs. Sleeping runs do not count:
// their alarms are timers of the scheduler. The search ends at the first run that moves.
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

// For each state, the states that may follow: the bit `1 << state` is set.
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

// Returns true if the local time of a run passes with the time of the run's clock. The clock may be frozen.
static inline bool coir_run_has_time(const CoirRunRecord *run)
{
    return coir_run_state(run) & 1;
}

// State that coir_run_call_begin saves and coir_run_call_end restores. The two functions are called before and after
// all user code (play/calls.c) that a run calls in a step or seek. Runs that user code starts in a step forwards
// begin at the instant of the calling run. coir_run_call_end sets `is_halted` if user code has ended or frozen the run,
// or changed the run's time, speed, direction or manager.
typedef struct CoirRunCall {
    uint32_t number; // number of the manager
    int64_t instant;
    CoirSlotId caller; // run that makes the call around this call
    bool is_calling, was_seeking;
} CoirRunCall;
void coir_run_call_begin(CoirRunRecord *run, CoirRunCall *call);
void coir_run_call_end(CoirRunRecord *run, const CoirRunCall *call);

// Does the work of coir_action_eased, and also calls ease functions of the user. A run that has ended calls no ease
// function. A frozen run calls ease functions, so that all values at this time are computed.
double coir_run_eased(CoirRunRecord *run, const CoirAction *action, double t);

// coir_run_expand gives a block (block.c) to a run that has no block. Returns false if there is no memory.
// coir_run_free_block frees the block of a run, if there is a block.
bool coir_run_expand(CoirRunRecord *run);
void coir_run_free_block(CoirRunRecord *run);

// Brings a run to a local time by a seek. `flags` are the flags of coir_run_seek, and COIR_SEEK_ANEW.
#define COIR_SEEK_ANEW (1u << 31) // rewinds the run: not even items at the time 0 have begun
void coir_run_seek_to(CoirRunRecord *run, int64_t local, unsigned flags);

// Does the requested seek of a run with a block (`is_seek_pending`), and further seeks that user code of the run
// requests meanwhile.
void coir_run_do_seeks(CoirRunRecord *run);

// Times of a run (time.c):
//
// 1. coir_run_clock_at and coir_run_clock return the time of the run's clock: at the manager's time `time`, and now.
// 2. coir_run_local_at and coir_run_local return the local time, limited to the time from the beginning to the end of
//    the action: at the clock's time `clock`, and now.
// 3. coir_run_now returns the local time now, without these limits. The local time may be after the end until the next
//    step ends the run. Stores in `*clock` the clock's time at which the run has this local time: now, or a later time
//    if the run was changed or stepped at a later time (coir_local_now).
int64_t coir_run_clock_at(const CoirRunRecord *run, int64_t time);
int64_t coir_run_clock(const CoirRunRecord *run);
int64_t coir_run_local_at(const CoirRunRecord *run, int64_t clock);
int64_t coir_run_local(const CoirRunRecord *run);
int64_t coir_run_now(const CoirRunRecord *run, int64_t *clock);

// Sets the local time of a run to `local`, at the clock's time `clock`.
void coir_run_set_local(CoirRunRecord *run, int64_t local, int64_t clock);

// Returns the manager's time at which the local time of a run is the time of its playhead; while a step backwards
// replays the run, CoirPass.goal counts instead of the playhead's time. If the run or its clock is frozen, returns the
// manager's present time.
int64_t coir_run_instant(const CoirRunRecord *run);

// Returns true if the local time passes: neither the run nor its node nor its clock is frozen.
bool coir_run_moves(const CoirRunRecord *run);

// Freeze a run, and let a frozen run move again, unless the run must stay frozen. Called before and after a change of
// pause, clock or manager. The local time stays the same.
void coir_run_freeze(CoirRunRecord *run);
void coir_run_thaw(uint32_t index);

// Bring a run, or all runs of a node, to the present time before the runs stop in the middle of a frame, so that the
// node shows this time. No user code is called: a run with a call that is due is brought only to the time of this
// call. At coir_playhead_show are the runs that are brought to an earlier time, or not at all.
// coir_node_show_stop is called before the clock of a node stops, and brings the runs to the time that this clock
// reads. In a call of an action, this is the end of the step, and not the present time.
void coir_run_show_now(CoirRunRecord *run);
void coir_node_show_runs(const CoirNode *node);
void coir_node_show_stop(const CoirNode *node);

static inline bool coir_run_has_exact(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_BLOCK && run->block->timeline->has_exact;
}

// Functions for a run with exact objects (exact_runs.c):
//
// 1. coir_run_update_exact is called before the run is frozen or sought, or changes its speed or direction, and after
//    the run was thawed. Brings the exact objects to the local time now; forwards, at most to the time just before the
//    first event on the way. Does nothing if the time goes backwards, and an event lies between or a time bender is in
//    progress. Calls nothing else. `is_frozen`: the local time is frozen from now on.
// 2. coir_run_reach_exact is called before coir_run_update_exact if a user's call pauses or seeks the run, or changes
//    its speed or direction. Plays the run to its local time now. A run that may call user code is left alone, unless
//    `drops_calls` is true: then the calls of coir_call are not made. Returns false if the run has ended.
// 3. coir_run_begin_exact is called for each new run. In an update of the run's manager, the first step comes only in
//    the next update, so the function plays the items that begin at the local time 0. Outside of an update, the
//    function does nothing. A run that may call user code is left alone.
//
// A run that is frozen already is left alone, except by coir_run_update_exact with `is_frozen`.
void coir_run_update_exact(CoirRunRecord *run, bool is_frozen);
bool coir_run_reach_exact(uint32_t index, bool drops_calls);
void coir_run_begin_exact(uint32_t index);

// Calls the function `after_pass` of the table of runs, and resets the pointer. The pointer must not be NULL. Does
// nothing inside of a seek: the seek calls the function at its end.
void coir_run_call_after_pass(CoirRunRecord *run);

// State of the calling run, for the functions of a class of objects (CoirActionClass).
typedef struct CoirRunCaller {
    int64_t time, goal;   // local time; local time to which a seek brings the run, -1: no seek is playing
    bool is_seek;         // the call is made in a seek, in which no time passes
    bool is_on_its_way;   // the run is at a time that the nodes do not show, on the way to the goal or in a replay
    bool goes_back;       // the local time goes backwards
    bool is_exact_update; // coir_run_update_exact makes the call
    bool is_frozen;       // the local time is frozen, or will be from now on
} CoirRunCaller;
CoirRunCaller coir_run_caller(void);

// Plain runs (plain.c):
//
// 1. coir_run_step_plain brings a plain run to a local time. Afterwards the manager steps the hot leaves of the run. If
//    no leaf is in progress, the run may sleep or be skipped until a leaf begins.
// 2. coir_run_seek_plain brings a plain run to a local time; -1: as if nothing had begun.
// 3. coir_run_write_back_plain is called when the leaf `item` has left the hot part of the run. Brings the rest of the
//    run's state up to date.
// 4. coir_run_inherit_bare copies the state of a bare run, which was stepped up to the local time `local`, to a block.
void coir_run_step_plain(uint32_t index, CoirRunRecord *run, int64_t local);
void coir_run_seek_plain(CoirRunRecord *run, int64_t local);
void coir_run_write_back_plain(CoirRunRecord *run, const CoirItem *item);
void coir_run_inherit_bare(const CoirRunRecord *run, CoirRunBlock *block, int64_t local);

// Returns the numbers that a hot leaf changes in the run's node.
const float *coir_run_leaf_values(const CoirRunRecord *run, const CoirItem *item);

// Copies the data of the hot leaves back to the run's state. The manager does not step the leaves alone any more: the
// run needs a full step.
void coir_run_write_back_leaves(CoirRunRecord *run, CoirRunHot *hot);
static inline void coir_run_write_back(CoirRunRecord *run, CoirRunHot *hot)
{
    if (hot->leaf || run->flags & COIR_RUN_BLOCK)
        coir_run_write_back_leaves(run, hot);
}

// Brings a run to its local time at `clock`, and finds the run's next wake time. The run may have ended afterwards.
// Does nothing to a run that is already being stepped or sought.
void coir_run_step(uint32_t index, int64_t clock);

// Gives a new run a description with its timeline, and a block if the timeline is not bare. Returns false if there is
// no memory.
bool coir_run_set_timeline(CoirRunRecord *run, const CoirNode *node, CoirAction *action, const CoirTimeline *timeline);

// Frees the block of an ended run. Also frees the record, unless the manager's list still has the record.
void coir_run_dispose(uint32_t index);

// Ends a run. The functions for the end (CoirRunEndFn, `end` of objects) are called last, when the CoirRun is stale.
void coir_run_end(uint32_t index, CoirRunEnd reason);

// The runs of a node --------------------------------------------------------------------------------------------------

// `node->runs_` is the index of the first run of a node, `node->manager_` the number of the manager of these runs.

// Returns the next run of the node; 0: `index` is the last run.
static inline uint32_t coir_run_next_of(const CoirNode *node, uint32_t index)
{
    uint32_t next = coir_run_at(index)->next;
    return next == node->runs_ ? 0 : next;
}

// Starts a run, and takes the action over. Returns {0, 0} if there is no memory, and for an action that cannot be run.
CoirRun coir_node_start_run(CoirNode *node, CoirAction *action);

// Moves the runs of a node to another manager; NULL: to no manager. The runs keep their local times, and get new
// insertion numbers.
void coir_node_set_manager(CoirNode *node, CoirActionManager *manager);

// Moves the runs of a node to the manager of the node's stage, and lets the runs move. Further runs of the node also
// get this manager.
void coir_node_runs_enter(CoirNode *node);

// Called before and after a node is paused, leaves the stage, or gets another manager or clock: the runs keep their
// local times.
void coir_node_freeze_runs(CoirNode *node);
void coir_node_thaw_runs(CoirNode *node);

// Hot leaves ---------------------------------------------------------------------------------------------------------

// Steps a leaf to the fraction `t` of its time. If the leaf adds, and other code has changed the property, returns
// false and writes nothing.
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

// All managers are in a table of slots. The number of a manager has the index of a slot in its low bits, and the
// generation of the slot in its high bits. A slot that has used all generations stays taken. So the number of a
// destroyed manager never names another manager.
#define COIR_MANAGER_INDEX_BITS 18
#define COIR_MANAGER_INDEX_MASK ((UINT32_C(1) << COIR_MANAGER_INDEX_BITS) - 1)

// Returns the manager with this number; NULL: the manager was destroyed.
static inline CoirActionManager *coir_manager_find(uint32_t number)
{
    CoirSlotId id = {number & COIR_MANAGER_INDEX_MASK, number >> COIR_MANAGER_INDEX_BITS};
    return coir_slots_get(&coir_runs()->managers, id);
}

// Returns true if the manager belongs to the world that this thread uses, and has not been destroyed. Otherwise reports
// a mistake under the name of `function`. coir_manager_refuse is the part that reports, and returns false.
bool coir_manager_refuse(const CoirActionManager *manager, const char *function);
static inline bool coir_manager_check(const CoirActionManager *manager, const char *function)
{
    return coir_manager_find(manager->number) == manager || coir_manager_refuse(manager, function);
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

// Returns the clock of a node's runs if the node is in a subtree with a clock of its own; NULL: the runs use the
// manager's clock.
static inline CoirTimerQueue *coir_node_runs_clock(const CoirNode *node, const CoirActionManager *manager)
{
    return manager && manager->is_of_stage && !node->suspended_ ? node->clock_ : NULL;
}

// Returns true for a run that has not ended and belongs to the manager with this number. Returns false for a free
// record, and for a run of a destroyed node.
static inline bool coir_run_is_of(const CoirRunRecord *run, uint32_t number)
{
    const CoirNode *node = coir_run_node_of(run);
    return node && coir_run_is_alive(run) && node->manager_ == number && !node->dead_;
}

// Return the time of a manager's clock.
int64_t coir_manager_scheduler_reads(const CoirActionManager *manager); // for a manager with a scheduler
static inline int64_t coir_manager_reads(const CoirActionManager *manager)
{
    if (manager->is_calling)
        return manager->instant;
    return manager->scheduler ? coir_manager_scheduler_reads(manager) : manager->time;
}

// Returns true while an update is under way, or the manager's clock reads another time than at the last update.
static inline bool coir_manager_is_mid_frame(const CoirActionManager *manager)
{
    return manager->is_updating || coir_manager_reads(manager) != manager->time;
}

// The list of a manager (list.c):
//
// 1. coir_manager_count_run counts one more run of a manager, and makes room for the run in the list; false: no memory.
//    coir_manager_remove removes a run. coir_manager_list puts a moving run into the list.
// 2. coir_manager_drop is called by code that removes an entry from the list: marks the run as not listed, and frees
//    the record of an ended run. coir_manager_compact removes the entries of all runs that do not move, and must
//    not be called in an update.
// 3. coir_manager_sort sorts a part of a list. The first `sorted` entries are sorted already. Insertion numbers are
//    counted from `base`, since they may have wrapped around.
// 4. coir_manager_has_passed returns true for an entry that the present update has already visited.
bool coir_manager_count_run(CoirActionManager *manager);
void coir_manager_remove(CoirActionManager *manager, uint32_t index);
void coir_manager_list(CoirActionManager *manager, uint32_t index);
void coir_manager_drop(CoirActionManager *manager, uint32_t index);
void coir_manager_compact(CoirActionManager *manager);
void coir_manager_sort(uint32_t *list, int sorted, int count, uint32_t base);
bool coir_manager_has_passed(const CoirActionManager *manager, int i);

// Returns true if an insertion number is before another number. The numbers may have wrapped around.
static inline bool coir_order_is_before(uint32_t one, uint32_t other)
{
    return (int32_t)(one - other) < 0;
}

// Sleeping (sleep.c):
//
// 1. coir_run_sleep_until lets a run sleep that does nothing between two local times, if the run goes forwards at the
//    speed 1, and the times are so far apart (LEAST_SLEEP) that sleeping costs less than stepping. Without memory the
//    run stays awake.
// 2. coir_run_wake_up wakes a sleeping run, and does nothing to other runs; coir_run_end_sleep is the part for a
//    sleeping run. coir_run_wake also puts the run into the manager's list, and is called when the next event of the
//    run may come at another time.
// 3. coir_manager_wake_due wakes the runs of a manager that belongs to no stage, if their alarms are due.
void coir_run_sleep_until(uint32_t index, CoirRunRecord *run, int64_t local, int64_t until);
void coir_run_wake(uint32_t index);
void coir_run_end_sleep(CoirRunRecord *run);
static inline void coir_run_wake_up(CoirRunRecord *run)
{
    if (coir_run_state(run) == COIR_RUN_ASLEEP)
        coir_run_end_sleep(run);
}
void coir_manager_wake_due(CoirActionManager *manager);

// Brings every moving run to `time` on the manager's clock. Inside an update of the same manager, reports a mistake in
// `function`'s name, and returns false.
bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time, const char *function);

// Ends all runs of the manager with this number, in no particular order.
void coir_manager_end_all(uint32_t number, CoirRunEnd reason);

// Called when a stage is destroyed. The remaining runs leave the manager, and wait for another manager.
void coir_action_manager_give_up(CoirActionManager *manager);

// Returns a new insertion number, after all others.
uint32_t coir_runs_next_order(void);

#endif
