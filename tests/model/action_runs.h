// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A model of the ActionManager and its runs: where their local times are, which calls are made and when, and which runs
// have ended. What a run's actions do to properties is the plan's business (action_model.h).

#ifndef COIR_TESTS_MODEL_ACTION_RUNS_H
#define COIR_TESTS_MODEL_ACTION_RUNS_H

#include "coir/run.h"
#include "model/action_model.h"

// What is done to a run, from outside or in a call.
typedef enum DeedKind {
    DEED_NONE,
    DEED_STOP,
    DEED_PAUSE,
    DEED_RESUME,
    DEED_REVERSE,
    DEED_SPEED,
    DEED_SEEK,
    DEED_SEEK_CALLS,
    DEED_RESTART,
    DEED_COUNT,
} DeedKind;

typedef struct Deed {
    DeedKind kind;
    int run;      // to which run
    int nth;      // in a call: when it is made for the nth time
    int64_t time; // to which it is sought
    double speed;
} Deed;

typedef struct ModelRun {
    const ActionTree *tree;
    ActionPlan *plan;
    const Deed *deeds; // of its calls, by their names
    int calls[TREE_MAX + 1];
    int node;
    int64_t base, clock_base; // the local time was `base` when the manager's clock was at `clock_base`
    int64_t local;
    int done;   // how much of the plan has happened
    int halted; // the call after which it stands in the middle of what happens at one time; -1: it does not
    double speed;
    bool is_reversed, is_paused, is_running, was_stepped;
    bool is_anew; // it was restarted and not stepped since: all is as it was found
} ModelRun;

// What is to be seen: a call, or an end.
typedef struct Sight {
    bool is_end;
    CoirRunEnd reason;
    int run, name, node;
    int64_t instant, local;
    ModelValues values; // in a call: of what its run writes
} Sight;

#define MODEL_RUNS 8
#define MODEL_SIGHTS 4000

typedef struct ModelManager {
    int64_t now, instant;
    bool is_calling, is_quiet;
    ModelRun runs[MODEL_RUNS];
    int order[MODEL_RUNS], run_count; // those that have been added, in that order
    bool node_paused[TREE_NODES];
    Sight *sights; // room for MODEL_SIGHTS
    int sight_count;
    ModelValues values;
} ModelManager;

// Adds the run with this number; its tree, plan, deeds and node are set by the caller.
void model_add(ModelManager *manager, int run);
void model_update(ModelManager *manager, int64_t dt);
void model_do(ModelManager *manager, const Deed *deed);
void model_pause_node(ModelManager *manager, int node, bool is_paused);
void model_end(ModelManager *manager, int run, CoirRunEnd reason);

// Brings `values` to where the runs are.
void model_find_values(ModelManager *manager);

#endif
