// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random scripts of what is done with runs of actions.

#ifndef COIR_TESTS_MODEL_ACTION_SCRIPT_H
#define COIR_TESTS_MODEL_ACTION_SCRIPT_H

#include "model/action_runs.h"

#define SCRIPT_RUNS MODEL_RUNS
#define SCRIPT_STEPS 80
#define SCRIPT_LANES 3 // what runs of different lanes write never meets; a run waits until its lane is free

typedef struct ScriptRun {
    TreeForest forest;
    ActionTree *tree;
    int node;
    Deed deeds[TREE_MAX + 1]; // of its calls
} ScriptRun;

typedef enum StepKind {
    STEP_NONE,
    STEP_RUN, // begins the run `deed.run`
    STEP_UPDATE,
    STEP_DEED,
    STEP_PAUSE_NODE,
    STEP_RESUME_NODE,
    STEP_STOP_NODE,
    STEP_STOP_TAG, // every run's tag is its number % 2
    STEP_DESTROY_NODE,
} StepKind;

typedef struct ScriptStep {
    StepKind kind;
    int64_t dt;
    Deed deed;
    int node, tag;
} ScriptStep;

typedef struct Script {
    int64_t unit, horizon;
    ScriptRun runs[SCRIPT_RUNS];
    int run_count;
    ScriptStep steps[SCRIPT_STEPS];
    int step_count;
} Script;

typedef struct ScriptWish {
    bool may_bend, may_be_endless, has_deeds;
} ScriptWish;

// Fills a script; a seed always gives the same one. Trees point into it: it must stay where it is.
void action_script_random(Script *script, uint64_t seed, ScriptWish wish);
void action_script_print(const Script *script);

// Makes it shorter and simpler as long as `differs` is true of it.
void action_script_shrink(Script *script, bool (*differs)(Script *script));

#endif
