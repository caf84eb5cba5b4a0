// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of runs, and of the managers that step them.
//
// Runs lie side by side in one table, in the order in which they were made, so that stepping them all reads memory from
// front to back. A run of a plain timeline (timeline.h) is nothing but its record; any other has a block with the state
// of all that its timeline may have in progress. Either way, while one straight leaf is all that is in progress, what
// it needs stands in the hot part of the record, which lies apart from the rest, and the manager steps it without
// looking at anything else.

#ifndef COIR_ACTION_RUN_H
#define COIR_ACTION_RUN_H

#include "action/scope.h"
#include "coir/action_manager.h"
#include "coir/run.h"
#include "time/nanoseconds.h"

#define COIR_RUN_HOT_MAX 4

typedef struct CoirRunBlock {
    const CoirTimeline *timeline;
    CoirTimeline *own_timeline; // the same, if it is of this run alone
    double speed;
    int64_t from; // with COIR_RUN_RATED: the local time at the record's `base`
    CoirRunEndFn on_done;
    void *on_done_user;
    int tag;
    uint32_t flags;
    int64_t sought; // asked for by a call of the run itself, to be done when the call is over
    unsigned sought_flags;
    bool is_sought, is_changed; // `is_changed`: so is another speed or direction
    bool is_reversed;
    bool was_going;    // before user code was called
    bool is_halted;    // a call has ended the run, stopped its node, changed its time or taken it to another manager
    bool is_muted;     // calls are not made
    bool is_seeking;   // loops have no limit
    bool is_replaying; // something inside whose time has turned back
    bool is_skipping;  // objects are left alone
    bool loops_said;
    CoirObjectState *objects; // that have been started, the last one first
    int left;                 // so many have been left in a silent replay
    int64_t seeks;            // there have been
    int64_t muted_step;       // last step in which loops were played without calls (loops.c)
    int muted_loops;          // number of these loops in that step
    int hot_count; // of leaves that may be stepped alone until the local time `calm_until`; one is in the record
    int64_t calm_until;
    CoirHotLeaf hot[COIR_RUN_HOT_MAX];
} CoirRunBlock; // the state of the timeline follows

// Offset of the timeline's state in a block; the scope comes first. The state contains user data, which is aligned like
// the block itself.
#define COIR_RUN_STATE_AT COIR_STATE_ALIGNED(sizeof(CoirRunBlock))

static inline CoirScope *coir_run_scope(const CoirRunBlock *block)
{
    return (CoirScope *)((uintptr_t)block + COIR_RUN_STATE_AT);
}

enum {
    COIR_RUN_LISTED = 1u << 0,   // it is in its manager's list
    COIR_RUN_MOVING = 1u << 1,   // and is to be stepped
    COIR_RUN_ASLEEP = 1u << 2,   // or waits for its time among the sleepers
    COIR_RUN_BLOCK = 1u << 3,    // it has a block
    COIR_RUN_RATED = 1u << 4,    // its speed is not 1, or it goes backwards
    COIR_RUN_PAUSED = 1u << 5,   // by coir_run_pause
    COIR_RUN_GOING = 1u << 6,    // its local time passes; otherwise `base` is the local time
    COIR_RUN_STEPPING = 1u << 7, // its memory stays until that is over
    COIR_RUN_ENDED = 1u << 8,    // its memory stays until it is out of its manager's list
    COIR_RUN_KNOWN = 1u << 9,    // a plain run: it has taken in where it starts
    COIR_RUN_STEPPED = 1u << 10, // it has been stepped
};
#define COIR_RUN_FLAG_BITS 12

// What is read in each frame. With a leaf the run moves, and its local time is its clock's less the record's `base`.
typedef struct CoirRunHot {
    CoirNode *node;
    const CoirItem *leaf;    // the only thing in progress, if the manager steps it; NULL: see the record
    int64_t since : 63;      // its clock's time at which `leaf` began, at which the run wakes, or at which it stopped
    uint64_t is_clocked : 1; // it goes by the clock of a subtree
    double at[2];            // what `leaf` starts from; without one, a plain run
    float wrote[2];
} CoirRunHot;

#define COIR_RUN_BEFORE_ALL (-COIR_TIME_MAX) // a `since`

struct CoirRunRecord {
    int64_t base; // the clock's time at which the local time was 0
    union {
        const CoirTimeline *timeline;
        CoirRunBlock *block;
    };
    uint32_t flags : COIR_RUN_FLAG_BITS;
    uint32_t clock : 32 - COIR_RUN_FLAG_BITS; // of the subtree that its node is in; 0: the manager's
    uint32_t index;                           // its own
    uint32_t next, previous;                  // of the same node, a ring in the order of adding
    uint32_t order;                           // of adding
    uint32_t generation;
};

typedef struct CoirSleeper {
    int64_t time;
    uint32_t index, generation;
} CoirSleeper;

typedef struct CoirSleepers {
    CoirSleeper *heap;
    int count, capacity;
} CoirSleepers;

struct CoirActionManager {
    uint32_t number; // that nodes know it by
    CoirActionManager *next;
    CoirScheduler *scheduler;        // whose clock it follows; NULL: its own
    const CoirActionManager *leader; // is stepped before this manager in each step of a stage; NULL: none
    bool is_of_stage;
    int64_t time, instant; // `instant`: of the call that is being made
    int64_t before;        // the time of the update before
    uint32_t update;
    int count;      // of runs
    uint32_t *list; // of those that move, by order of adding; some have ended, and some wait
    int listed, capacity;
    int sorted;     // so many of them are in order
    int stale;      // so many have ended
    int at, kept;   // in an update: the next one to be stepped, and how many before it stay
    uint32_t due;   // in an update: a bit for each of the next ones, if it will need more than its hot part
    uint32_t order; // in an update: of the one that is stepped
    uint32_t born;  // in an update: the first order of those that are added in it
    CoirSleepers sleepers;
    bool has_lost; // some that move are not in the list, for want of memory
    bool has_late; // in an update: some began to move when their turn was over
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
    uint32_t used; // so many have been in use at some time; number 0 never is
    uint32_t free; // the first that is free, by `next`; 0: none
    uint32_t count;
    uint32_t first_generation;
    uint32_t orders; // that have been given out
    int busy;        // nesting depth of coir_runs_busy_begin
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

// The number of a record, all zero but that and its generation; 0: no memory. And giving it back.
uint32_t coir_runs_take(void);
void coir_runs_give(uint32_t index);

// Returns the record of a run that has not ended, NULL for a stale run. A run is stale as soon as its node is
// destroyed.
CoirRunRecord *coir_runs_find(CoirRun run);

// Frees the table, if there is neither a run nor a manager; what was in it stays stale.
void coir_runs_clear_if_unused(void);
void coir_runs_clear(void);

// Returns how long no run of a manager will do anything, in nanoseconds of its clock; 0: a run moves; COIR_NEVER: none
// will. Looks at the runs up to the first that moves.
int64_t coir_manager_quiet_for(const CoirActionManager *manager);

// Runs ---------------------------------------------------------------------------------------------------------------

static inline CoirNode *coir_run_node_of(const CoirRunRecord *run)
{
    return coir_run_hot(run)->node;
}

static inline const CoirTimeline *coir_run_timeline(const CoirRunRecord *run)
{
    return run->flags & COIR_RUN_BLOCK ? run->block->timeline : run->timeline;
}

static inline bool coir_run_is_alive(const CoirRunRecord *run)
{
    return !(run->flags & COIR_RUN_ENDED);
}

// Called around steps, seeks and ends of runs, which call user code: no node is freed in between. These calls nest.
static inline void coir_runs_busy_begin(void)
{
    coir_runs.busy++;
}

static inline void coir_runs_busy_end(void)
{
    coir_runs.busy--;
}

// Called before and after all user code that a run calls in a step or seek. Runs that user code starts in a step begin
// at the run's instant. coir_run_call_end sets `is_halted` if the run no longer moves.
typedef struct CoirRunCall {
    uint32_t number; // of the manager
    int64_t instant;
    bool is_calling;
} CoirRunCall;
void coir_run_call_begin(CoirRunRecord *run, CoirRunCall *call);
void coir_run_call_end(CoirRunRecord *run, const CoirRunCall *call);

// coir_action_eased that also calls ease functions of the user. A run that has ended calls no ease function. A paused
// or detached run does, so that the values of this instant are complete.
double coir_run_eased(CoirRunRecord *run, const CoirAction *action, double t);

// Gives a run a block, if it has none. False: no memory.
bool coir_run_expand(CoirRunRecord *run);

// Brings a run to a local time in silence; `flags` as of coir_run_seek, and:
#define COIR_SEEK_ANEW (1u << 31) // as if nothing had begun, not even what begins at 0
void coir_run_seek_to(CoirRunRecord *run, int64_t local, unsigned flags);

// Does the seek that was requested in a block (`is_sought`), and seeks that user code of the run requests meanwhile.
void coir_run_do_seeks(CoirRunRecord *run);

// What a run's clock reads, when the manager's reads `time` and now; and the run's local time at the one, and now, not
// beyond the begin or the end. And both now: there the local time may be beyond them, until the next step ends the run.
int64_t coir_run_clock_at(const CoirRunRecord *run, int64_t time);
int64_t coir_run_clock(const CoirRunRecord *run);
int64_t coir_run_local_at(const CoirRunRecord *run, int64_t clock);
int64_t coir_run_local(const CoirRunRecord *run);
int64_t coir_run_now(const CoirRunRecord *run, int64_t *clock);

// Gives it another local time, now that its clock reads `clock`.
void coir_run_set_local(CoirRunRecord *run, int64_t local, int64_t clock);

// The time on the manager's clock at which the local time of a run is what its scope's is.
int64_t coir_run_instant(const CoirRunRecord *run);

// True if the local time of a run passes, but for its clock; and with it.
bool coir_run_is_going(const CoirRunRecord *run);
bool coir_run_moves(const CoirRunRecord *run);

// These stand around whatever changes how the local time passes: it is taken before, and goes on after.
void coir_run_stand(CoirRunRecord *run);
void coir_run_go_on(uint32_t index);

// Wakes one that sleeps, since what it does next may come at another time.
void coir_run_wake(uint32_t index);

// Lets a run that does nothing before a local time sleep until then, if that pays.
void coir_run_doze(uint32_t index, CoirRunRecord *run, int64_t local, int64_t until);

// Plain runs (plain.c): brings one to a local time; without a leaf in the record, `at` is where it started. Where the
// property's numbers are that an item changes; and what the leaves before it have added to number `i` since the begin.
void coir_run_step_plain(uint32_t index, CoirRunRecord *run, int64_t local);
float *coir_run_plain_values(const CoirRunRecord *run, const CoirItem *item);
double coir_run_plain_sum(const CoirTimeline *timeline, const CoirItem *item, int64_t loop, int i);

// What stands in the record of a leaf that the manager steps goes back to where the run keeps it.
void coir_run_put_back(CoirRunRecord *run);

// Brings a run to its local time at `clock`, and finds the run's next wake time. The run may have ended afterwards.
// Does nothing to a run that is already being stepped or sought.
void coir_run_step(uint32_t index, int64_t clock);

// What a new run needs to play a timeline. False: no memory.
bool coir_run_set_timeline(CoirRunRecord *run, const CoirTimeline *timeline);

// Frees what a run that has ended has, and its record unless its manager's list has it.
void coir_run_dispose(uint32_t index);

// Ends a run; everything that it calls then, it calls when it is forgotten.
void coir_run_end(uint32_t index, CoirRunEnd reason);

// The runs of a node --------------------------------------------------------------------------------------------------

// `node->runs_` is the first, `node->manager_` says to whom they belong.

// The one after a run; 0: it is the last.
uint32_t coir_run_next_of(const CoirNode *node, uint32_t index);

// Starts a run that goes by a clock, and takes the action over. {0, 0}: no memory.
CoirRun coir_node_start_run(CoirNode *node, CoirAction *action, uint32_t clock);

// Ends those that there are now; what they call may start others.
void coir_node_end_runs(CoirNode *node, CoirRunEnd reason);

// Hands them to a manager, or (NULL) to none; they keep their local times.
void coir_node_set_manager(CoirNode *node, CoirActionManager *manager);

// Lets them go by another clock; they keep their local times.
void coir_node_set_run_clock(CoirNode *node, uint32_t clock);

// Their local times are taken, and go on: around what pauses a node or takes it off stage.
void coir_node_stand(CoirNode *node);
void coir_node_go_on(CoirNode *node);

// Clocks of subtrees (clocks.c) -------------------------------------------------------------------------------------

typedef struct CoirClock {
    const struct CoirTimerQueue *queue; // NULL: the number is free
    CoirSleepers sleepers;              // by its time
    int64_t reads;                      // as of `stamp`
    uint32_t stamp;
    uint32_t next_free; // of a free one: another; 0: none
    bool stands;        // still
} CoirClock;

typedef struct CoirClocks {
    CoirClock *entries; // of number 1 and so on
    int count, capacity;
    int used;            // so many of the numbers
    uint32_t first_free; // a number, by `next_free` the others; 0: none
    uint32_t stamp;      // what clocks read is asked anew with each
} CoirClocks;

extern CoirClocks coir_clocks;

// The number of a clock, and giving it back. 0: no memory, or there are too many, which is said.
#define COIR_CLOCKS_MAX ((1 << (32 - COIR_RUN_FLAG_BITS)) - 1)
uint32_t coir_clock_add(const struct CoirTimerQueue *queue);
void coir_clock_remove(uint32_t number);

static inline const struct CoirTimerQueue *coir_clock_get(uint32_t number)
{
    return coir_clocks.entries[number - 1].queue;
}

// Steps a leaf at the fraction `t` of its time. False, and nothing is written: somebody else has changed the property.
static inline bool coir_hot_step(const CoirItem *leaf, CoirNode *node, double t, const double *at, float *wrote)
{
    float *values = (float *)((char *)node + leaf->offset);
    bool is_pair = leaf->numbers == 2;
    double x, y = 0;
    if (leaf->hot == COIR_HOT_BY) {
        if (values[0] != wrote[0] || (is_pair && values[1] != wrote[1]))
            return false;
        x = at[0] + (double)leaf->value[0] * t;
        y = is_pair ? at[1] + (double)leaf->value[1] * t : 0;
    } else if (leaf->hot == COIR_HOT_TO) {
        x = at[0] + ((double)leaf->value[0] - at[0]) * t;
        y = is_pair ? at[1] + ((double)leaf->value[1] - at[1]) * t : 0;
    } else {
        x = at[0] + at[1] * t;
    }
    values[0] = leaf->is_opacity ? coir_property_shown(COIR_PROPERTY_OPACITY, x) : (float)x;
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

// The manager of a node's runs; NULL: none, or it is gone.
CoirActionManager *coir_manager_of(const CoirNode *node);

static inline CoirActionManager *coir_run_manager(const CoirRunRecord *run)
{
    return coir_manager_of(coir_run_node_of(run));
}

// The one of a number; NULL: it is gone.
CoirActionManager *coir_manager_find(uint32_t number);

// Returns true for a run that has not ended and belongs to the manager with this number. Returns false for a free
// record, and for a run whose node has been destroyed.
static inline bool coir_run_is_of(const CoirRunRecord *run, uint32_t number)
{
    const CoirNode *node = coir_run_node_of(run);
    return node && coir_run_is_alive(run) && node->manager_ == number && !node->dead_;
}

// What a manager's clock reads.
int64_t coir_manager_reads(const CoirActionManager *manager);

// A run comes to a manager, and goes; `list` only while it is to be stepped.
bool coir_manager_add(CoirActionManager *manager);
void coir_manager_remove(CoirActionManager *manager, uint32_t index);
void coir_manager_list(CoirActionManager *manager, uint32_t index);

// Lets a run wait until a time on its clock; COIR_NEVER: until something wakes it. False: no memory.
bool coir_manager_sleep(CoirActionManager *manager, uint32_t index, int64_t time);

// Wakes those whose time has come.
void coir_manager_wake_up(CoirActionManager *manager);

// Brings every run to `time` on the manager's clock.
bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time, const char *function);

// Ends all runs of the manager of a number, in no useful order.
void coir_manager_end_all(uint32_t number, CoirRunEnd reason);

// What is left of a stage's manager's runs waits for another one.
void coir_action_manager_give_up(CoirActionManager *manager);

// An order of adding, later than all others.
uint32_t coir_runs_next_order(void);

#endif
