// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A model of an action manager and its runs: the local times of the runs, the calls with their times, and the ends of
// runs. The plan (action_model.h) computes how the actions of a run change properties.

#ifndef COIR_TESTS_MODEL_ACTION_RUNS_H
#define COIR_TESTS_MODEL_ACTION_RUNS_H

#include "coir/run.h"
#include "model/action_model.h"

// A deed is something that a script does to a run, from outside or inside a call.
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
    int run;      // index of the run
    int nth;      // for a deed of a call: the deed is done the nth time that the call is made
    int64_t time; // goal of a seek
    double speed;
} Deed;

typedef struct ModelRun {
    const ActionTree *tree;
    ActionPlan *plan;
    const Deed *deeds;       // deeds of the run's calls, by the names of the calls
    int calls[TREE_MAX + 1]; // number of times that each call was made
    int node;
    int64_t base, clock_base; // the local time was `base` when the manager's clock was at `clock_base`
    int64_t local;
    int done;   // number of events of the plan that have happened
    int halted; // index of the last call's event, while the run has not moved on from this call; -1: none
    double speed;
    bool is_reversed, is_paused, is_running, was_stepped;
    bool is_anew; // true from a restart to the next step: all values are as the run found them
} ModelRun;

// A sight is something that a script can see: a call, or the end of a run.
typedef struct Sight {
    bool is_end;
    CoirRunEnd reason;
    int run, name, node;
    int64_t instant, local; // time of a call: on the manager's clock, and in the run
    ModelValues values;     // in a call: the values that the run writes
} Sight;

#define MODEL_RUNS 8
#define MODEL_SIGHTS 4000

typedef struct ModelManager {
    int64_t now, instant;      // reading of the clock; time of the call in progress
    bool is_calling, is_quiet; // `is_calling`: inside a call; `is_quiet`: calls do no deeds
    ModelRun runs[MODEL_RUNS];
    int order[MODEL_RUNS], run_count; // indices of the added runs, in insertion order
    bool node_paused[TREE_NODES];
    Sight *sights; // array of MODEL_SIGHTS, which the caller sets
    int sight_count;
    ModelValues values;
} ModelManager;

// Adds the run with the index `run`. The caller must have set the tree, plan, deeds and node of the run.
void model_add(ModelManager *manager, int run);
void model_update(ModelManager *manager, int64_t dt);
void model_do(ModelManager *manager, const Deed *deed);
void model_pause_node(ModelManager *manager, int node, bool is_paused);
void model_end(ModelManager *manager, int run, CoirRunEnd reason);

// Brings `values` to the local times of the runs.
void model_find_values(ModelManager *manager);

#endif
