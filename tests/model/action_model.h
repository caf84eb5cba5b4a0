// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A model of the state of a run at a local time. A plan is a list of all items: every leaf with the times at which the
// leaf begins and ends, once for each repetition. The state at a time is always computed from the whole list. Nothing
// is stepped, so the state cannot depend on the steps by which the run reached the time.

#ifndef COIR_TESTS_MODEL_ACTION_MODEL_H
#define COIR_TESTS_MODEL_ACTION_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "model/action_tree.h"

// The values that leaves can write. NAN in a result means that any value is right.
typedef struct ModelValues {
    double groups[TREE_NODES][GROUP_COUNT][3];
} ModelValues;

typedef struct ActionPlan ActionPlan;

// Makes the plan of a run of `tree` on the node with the index `node`, up to the local time `horizon`. `found` has the
// values when the run begins. The caller frees the plan with action_plan_free. The tree must exist as long as the plan.
ActionPlan *action_plan_new(const ActionTree *tree, int node, const ModelValues *found, int64_t horizon);
void action_plan_free(ActionPlan *plan);

// Returns how many events of the plan have happened at a local time. Each item has two events, its start and its end.
// Events are sorted by time. At one time, items with a length end before anything begins; otherwise the order is the
// order of the description.
int action_plan_count(const ActionPlan *plan, int64_t time);

// Returns the index, among all events, of the next call: the first call at or after event `from`, and not later than
// the local time `until`. -1: there is no such call.
int action_plan_next_call(const ActionPlan *plan, int from, int64_t until);

typedef struct PlanCall {
    int name, node;
    int64_t time;
} PlanCall;
PlanCall action_plan_call(const ActionPlan *plan, int index);

// Writes the values at a local time into `values`. `is_stopped`: the values after the run was ended at this time.
// Leaves values unchanged that the plan does not change.
void action_plan_values(const ActionPlan *plan, int64_t time, bool is_stopped, ModelValues *values);

// Writes the values that the call `index` finds.
void action_plan_values_in_call(const ActionPlan *plan, int index, bool is_stopped, ModelValues *values);

// Returns the groups that the plan writes on a node, as bits 1 << TreeGroup.
unsigned action_plan_groups(const ActionPlan *plan, int node);

#endif
