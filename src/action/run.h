// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of runs: how a timeline is played on a node.

#ifndef COIR_ACTION_RUN_H
#define COIR_ACTION_RUN_H

#include "action/action.h"
#include "base/slots.h"
#include "coir/action_manager.h"

typedef struct CoirActor CoirActor;
typedef struct CoirRunRecord CoirRunRecord;

// A leaf in progress: where it started, how far it goes, and how far one that changes its property by an amount has
// come.
typedef struct CoirLeafState {
    double from[2], way[2], moved[2];
    struct CoirLeafState *next; // of those that change the same property by an amount
} CoirLeafState;

// How far a timeline has been played; the items in progress follow it, then the items' own states.
typedef struct CoirPlayState {
    int64_t time;   // to which it has been brought
    int64_t loop;   // of a repeat: how many loops are behind it
    int64_t update; // the manager's last update in which loops have ended, and how many have in it
    int loops;
    int next;         // the first item that has not begun
    int active_count; // how many are in progress
    int active[];     // which, in the order of writing
} CoirPlayState;

// What all leaves of a run that change a property by an amount share, so that their amounts add up exactly: the
// property is start + sum, and what those in progress have moved. What somebody else changes meanwhile goes into the
// start.
typedef struct CoirSum {
    double start[2], sum[2];
    CoirLeafState *going;
    float wrote[2];
    bool known;
} CoirSum;

struct CoirRunRecord {
    CoirRunRecord *previous, *next;                 // of the same node
    CoirRunRecord *manager_previous, *manager_next; // of the same manager, in the order of adding
    CoirActor *actor;                               // NULL: the run has ended
    CoirAction *action;
    const CoirTimeline *timeline;
    CoirSlotId id;
    int64_t base, clock_base; // the local time was `base` when the manager's clock was at `clock_base`
    uint32_t born;            // the manager's update during which it was added; 0: between two
    bool stepping, loops_said;
    bool muted;    // calls are dropped
    bool halted;   // a call has ended the run, stopped its node or taken it to another manager
    CoirSum *sums; // one for each property of the timeline's by_mask
    unsigned char *state;
};

// What runs on one node. Its runs belong to `manager`, and move while nothing keeps it.
struct CoirActor {
    CoirNode *node;
    CoirActionManager *manager;                 // NULL: none yet
    CoirActor *manager_previous, *manager_next; // of the same manager
    const struct CoirTimerQueue *clock;         // of the subtree that the node is in; NULL: the manager's
    CoirRunRecord *runs;
    bool paused, suspended; // by the user; because the node is off stage
};

struct CoirActionManager {
    CoirActor *actors;
    CoirRunRecord *runs, *cursor;          // in the order of adding; the next one to be stepped
    const struct CoirScheduler *scheduler; // whose clock it follows; NULL: its own
    int64_t time, instant;                 // `instant`: of the call that is being made
    uint32_t update;
    int count;
    bool updating, calling, dead;
};

size_t coir_play_state_size(int parallel);

// Brings a run to a local time, forwards; a call may halt it before. coir_run_at is how far it has been brought.
void coir_run_play(CoirRunRecord *run, int64_t time);
int64_t coir_run_at(const CoirRunRecord *run);

// The same on the manager's clock.
int64_t coir_run_instant(const CoirRunRecord *run);

// Takes in where a leaf starts, and brings it to the fraction `t` of its way; `is_end`: it ends there.
void coir_leaf_start(CoirRunRecord *run, const CoirAction *leaf, CoirLeafState *state);
void coir_leaf_update(CoirRunRecord *run, const CoirAction *leaf, CoirLeafState *state, double t, bool is_end);

// What the run has changed a property by (one of its timeline's by_mask), and writing it to the node.
CoirSum *coir_run_sum(const CoirRunRecord *run, CoirProperty property);
void coir_run_write_sum(CoirRunRecord *run, CoirProperty property);

// Actors: one for a node, made when it is first needed. NULL: no memory.
CoirActor *coir_actor_new(CoirNode *node);
void coir_actor_destroy(CoirActor *actor);

// Hands an actor to a manager, or (NULL) to none; its runs keep their local times.
void coir_actor_set_manager(CoirActor *actor, CoirActionManager *manager);

// Lets its runs go by another clock; they keep their local times.
void coir_actor_set_clock(CoirActor *actor, const struct CoirTimerQueue *clock);
void coir_actor_set_paused(CoirActor *actor, bool paused);
void coir_actor_set_suspended(CoirActor *actor, bool suspended);
void coir_actor_stop_all(CoirActor *actor);
bool coir_actor_moves(const CoirActor *actor);

// Starts a run and takes the description over. {0, 0}: no memory.
CoirRun coir_actor_run(CoirActor *actor, CoirAction *action);

// Brings every run to `time` on the manager's clock.
bool coir_action_manager_run_to(CoirActionManager *manager, int64_t time);

#endif
