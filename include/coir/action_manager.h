// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The ActionManager: steps the runs of actions, in the order in which they were added. The Director's stage has one;
// another may be made and driven alone, without any window.

#ifndef COIR_ACTION_MANAGER_H
#define COIR_ACTION_MANAGER_H

#include "coir/action.h"

typedef struct CoirActionManager CoirActionManager;

// Makes a manager with a clock of its own at 0. It is yours, to be destroyed. NULL: no memory.
COIR_API CoirActionManager *coir_action_manager_new(void);

// Stops all its runs, without calling anything, and frees it; also inside its update. NULL does nothing.
COIR_API void coir_action_manager_destroy(CoirActionManager *manager);

// Moves the manager's clock on by `dt` seconds (>= 0) and brings every run to it. False for a bad `dt` or inside
// itself.
COIR_API bool coir_action_manager_update(CoirActionManager *manager, double dt);

// Runs an action on a node that is on no stage, under this manager, and takes the description over. {0, 0} as
// coir_node_run, and for a node whose runs belong to another manager.
COIR_API CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action);

// How many runs there are.
COIR_API int coir_action_manager_count(const CoirActionManager *manager);

#endif
