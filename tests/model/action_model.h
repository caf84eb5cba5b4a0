// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A model of what a run of an action is at a local time: every leaf is written out with the times at which it begins
// and ends, as often as it is repeated; the state at a time is worked out from that list anew each time. Nothing is
// stepped, so there is no way that the state could depend on how one came there.

#ifndef COIR_TESTS_MODEL_ACTION_MODEL_H
#define COIR_TESTS_MODEL_ACTION_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "model/action_tree.h"

// What leaves can write. In results NAN means: either will do.
typedef struct ModelValues {
    double groups[TREE_NODES][GROUP_COUNT][3];
} ModelValues;

typedef struct ActionPlan ActionPlan;

// The plan of a tree that begins on the node `node` with these values, up to the local time `horizon`. It must be
// freed; the tree must live as long.
ActionPlan *action_plan_new(const ActionTree *tree, int node, const ModelValues *found, int64_t horizon);
void action_plan_free(ActionPlan *plan);

// What happens is counted in time order, then order of writing. How much of it has happened at a local time.
int action_plan_count(const ActionPlan *plan, int64_t time);

// The next call that is not among the first `from` things and not after `until`: as the number of things that have
// happened before it. -1: none.
int action_plan_next_call(const ActionPlan *plan, int from, int64_t until);

typedef struct PlanCall {
    int name, node;
    int64_t time;
} PlanCall;
PlanCall action_plan_call(const ActionPlan *plan, int index);

// The values at a local time, and those that the call `index` finds; `is_stopped`: after the run was ended there. What
// the plan does not write is left as it is.
void action_plan_values(const ActionPlan *plan, int64_t time, bool is_stopped, ModelValues *values);
void action_plan_values_in_call(const ActionPlan *plan, int index, bool is_stopped, ModelValues *values);

// The groups that it writes on a node: 1 << TreeGroup.
unsigned action_plan_groups(const ActionPlan *plan, int node);

#endif
