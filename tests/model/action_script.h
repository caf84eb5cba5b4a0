// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random scripts that start runs of actions and change the runs.

#ifndef COIR_TESTS_MODEL_ACTION_SCRIPT_H
#define COIR_TESTS_MODEL_ACTION_SCRIPT_H

#include "model/action_runs.h"

#define SCRIPT_RUNS MODEL_RUNS
#define SCRIPT_STEPS 80
#define SCRIPT_LANES 3 // groups of runs: only one run of a lane runs at a time, and no two lanes write one property

typedef struct ScriptRun {
    TreeForest forest;
    ActionTree *tree;
    int node;
    Deed deeds[TREE_MAX + 1]; // deeds of the run's calls, by the names of the calls
} ScriptRun;

typedef enum StepKind {
    STEP_NONE,
    STEP_RUN, // starts the run `deed.run`
    STEP_UPDATE,
    STEP_DEED,
    STEP_PAUSE_NODE,
    STEP_RESUME_NODE,
    STEP_STOP_NODE,
    STEP_STOP_TAG, // the tag of a run is its index % 2
    STEP_DESTROY_NODE,
} StepKind;

typedef struct ScriptStep {
    StepKind kind;
    int64_t dt;
    Deed deed;
    int node, tag;
} ScriptStep;

typedef struct Script {
    int64_t unit, horizon; // as in TreeWish
    ScriptRun runs[SCRIPT_RUNS];
    int run_count;
    ScriptStep steps[SCRIPT_STEPS];
    int step_count;
} Script;

typedef struct ScriptWish {
    bool may_bend, may_be_endless, has_deeds;
} ScriptWish;

// Fills a script. The same seed always gives the same script. Trees have pointers into the script, so the script must
// stay at its address.
void action_script_random(Script *script, uint64_t seed, ScriptWish wish);
void action_script_print(const Script *script);

// Makes the script shorter and simpler. Keeps only changes after which `differs` still returns true for the script.
void action_script_shrink(Script *script, bool (*differs)(Script *script));

#endif
