// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The ActionManager: steps the runs of actions, in the order in which they were added. The Director's stage has one;
// others may be made and driven alone, without any window, and know nothing of each other.

#ifndef COIR_ACTION_MANAGER_H
#define COIR_ACTION_MANAGER_H

#include <stddef.h>

#include "coir/action.h"
#include "coir/run.h"
#include "coir/scheduler.h"

typedef struct CoirActionManager CoirActionManager;

// Makes a manager with a clock of its own at 0. It is yours, to be destroyed. NULL: no memory.
COIR_API CoirActionManager *coir_action_manager_new(void);

// Makes a manager that goes by a scheduler's clock, so that what a timer runs begins at its due time. The scheduler
// must outlive it. NULL: a NULL scheduler, or no memory.
COIR_API CoirActionManager *coir_action_manager_new_on(CoirScheduler *scheduler);

// Stops all its runs, without making any of their calls, and frees it; also inside its update. NULL does nothing.
COIR_API void coir_action_manager_destroy(CoirActionManager *manager);

// Moves the manager's clock on by `dt` seconds (>= 0) and brings every run to it. False for a bad `dt`, inside itself,
// or if it goes by a scheduler.
COIR_API bool coir_action_manager_update(CoirActionManager *manager, double dt);

// Brings every run to its scheduler's clock; call it after each coir_scheduler_update. False inside itself, or if it
// goes by no scheduler.
COIR_API bool coir_action_manager_catch_up(CoirActionManager *manager);

// Runs an action on a node that is on no stage, under this manager, and takes the description over. {0, 0} as
// coir_node_run, and for a node whose runs belong to another manager.
COIR_API CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action);

// What its clock reads, in seconds; in a call of an action that instant's time.
COIR_API double coir_action_manager_now(const CoirActionManager *manager);

// How many runs there are.
COIR_API int coir_action_manager_count(const CoirActionManager *manager);

// Stops all runs.
COIR_API void coir_action_manager_stop_all(CoirActionManager *manager);

// Nodes, remembered by reference.
typedef struct CoirNodeSet CoirNodeSet;

// Pauses (coir_node_pause) every node that has a moving run, and gives back which they are: what was paused before is
// not among them. The set is yours, to be destroyed. NULL, and nothing is paused: a NULL manager, or no memory.
COIR_API CoirNodeSet *coir_action_manager_pause_all(CoirActionManager *manager);

// Resumes those nodes of a set that still are. The set stays yours. False for a NULL.
COIR_API bool coir_node_set_resume(const CoirNodeSet *set);

// How many nodes there are in a set, and whether one is. NULL is an empty set, and destroying it does nothing.
COIR_API int coir_node_set_count(const CoirNodeSet *set);
COIR_API bool coir_node_set_contains(const CoirNodeSet *set, const CoirNode *node);
COIR_API void coir_node_set_destroy(CoirNodeSet *set);

// Writes in words what runs, on which node and how far it is: for debugging. At most `size` bytes, the final zero
// included, are stored in `text`. The length of the whole text, as from snprintf, so that `NULL, 0` measures it.
COIR_API size_t coir_action_manager_dump(const CoirActionManager *manager, char *text, size_t size);

#endif
