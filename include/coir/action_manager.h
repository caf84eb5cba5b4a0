// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The ActionManager: steps the runs of actions, in the order in which they were added. A stage has a manager for the
// game (coir_stage_actions) and a manager for the interface (coir_node_set_interface). You may make further managers,
// and update them without a window. Managers are independent of each other.
//
// Functions that change a manager report a NULL manager as a mistake. Queries of NULL return 0 or false.

#ifndef COIR_ACTION_MANAGER_H
#define COIR_ACTION_MANAGER_H

#include <stddef.h>

#include "coir/action.h"
#include "coir/run.h"
#include "coir/scheduler.h"

typedef struct CoirActionManager CoirActionManager;

// Makes a manager with its own clock, which starts at 0. You destroy the manager. Returns NULL if there is no memory,
// or if there are 262 144 managers already; a stage has two.
COIR_API CoirActionManager *coir_action_manager_new(void);

// Makes a manager that uses the clock of a scheduler: an action that a timer runs begins at the due time of the
// timer. Destroy the manager before the scheduler. Returns NULL for a NULL scheduler, and in the same cases as
// coir_action_manager_new.
COIR_API CoirActionManager *coir_action_manager_new_on(CoirScheduler *scheduler);

// Stops all runs of a manager (coir_run_stop), and destroys the manager. May be called inside an update of the manager.
// The manager of a stage is a reported mistake. NULL does nothing.
COIR_API void coir_action_manager_destroy(CoirActionManager *manager);

// Advances the manager's clock by `dt` seconds (>= 0), and steps all runs. Returns false, and does nothing, if called
// inside an update of the same manager, for a manager that uses a scheduler's clock, and for a `dt` that is negative,
// not finite, or would bring the clock beyond a hundred years.
COIR_API bool coir_action_manager_update(CoirActionManager *manager, double dt);

// Steps all runs to the time of the manager's scheduler. Call this function after each coir_scheduler_update. Returns
// false if called inside itself, for a manager with its own clock, and for the manager of a stage.
COIR_API bool coir_action_manager_catch_up(CoirActionManager *manager);

// Runs an action in this manager, on a node that is on no stage, and takes ownership of the action. Fails as
// coir_node_run does. Three more mistakes release the action and return {0, 0}: a node on a stage (use coir_node_run),
// the manager of a stage, and a node with runs in another manager.
COIR_API CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action);

// Returns the time of the manager's clock, in seconds; during a call of an action, the exact time of the call.
COIR_API double coir_action_manager_now(const CoirActionManager *manager);

// Returns the number of runs in the manager, including paused runs.
COIR_API int coir_action_manager_count(const CoirActionManager *manager);

// Stops all runs of the manager (coir_run_stop).
COIR_API void coir_action_manager_stop_all(CoirActionManager *manager);

// A set of nodes, stored as references.
typedef struct CoirNodeSet CoirNodeSet;

// Pauses (coir_node_pause) the node of each run that moves. A run does not move while the run or its node is paused,
// while the node has left the stage, and while the clock of the node stands: because of coir_node_pause_tree or a time
// scale of 0, for the node or a node above. Returns the set of the nodes that this call has paused. You destroy the
// set. Returns NULL, and pauses nothing, for a NULL manager, if there is no memory, or if a function at the end of a
// sound, which this call may call first, destroys the manager.
COIR_API CoirNodeSet *coir_action_manager_pause_all(CoirActionManager *manager);

// Resumes the nodes of a set that still exist. The set stays yours. This call may call functions at the ends of sounds,
// which must not destroy the set. Returns false, and reports a mistake, for NULL, and for a set that was made in
// another world than this thread uses.
COIR_API bool coir_node_set_resume(const CoirNodeSet *set);

// Count the nodes of a set, tell whether a node is in the set, and destroy the set. NULL counts as an empty set;
// destroying NULL does nothing.
COIR_API int coir_node_set_count(const CoirNodeSet *set);
COIR_API bool coir_node_set_contains(const CoirNodeSet *set, const CoirNode *node);
COIR_API void coir_node_set_destroy(CoirNodeSet *set);

// Writes all runs as text, with their nodes and times, for debugging. At most `size` bytes, with the final zero, are
// stored in `text`. Returns the length of the whole text, as snprintf does: call with `NULL, 0` to measure.
COIR_API size_t coir_action_manager_dump(const CoirActionManager *manager, char *text, size_t size);

#endif
