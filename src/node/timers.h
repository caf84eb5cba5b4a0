// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The timers and updates of nodes.

#ifndef COIR_NODE_TIMERS_H
#define COIR_NODE_TIMERS_H

#include "coir/node.h"
#include "node/stage.h"

// The functions by which the schedulers of stages treat nodes as targets.
extern const CoirNodeTargets coir_node_targets;

// Return the scheduler of a stage for the game or the interface; the scheduler that has the timers of a node; and the
// state of the node as a target.
CoirScheduler *coir_scheduler_on(const CoirStage *stage, bool on_interface);
CoirScheduler *coir_node_scheduler(const CoirNode *node);
CoirTargetState coir_node_target_state(const CoirNode *node);

// coir_waiting_room_open makes the scheduler of all nodes off stage, before the first node of a world is made. Returns
// false if there is no memory. coir_waiting_room_close frees this scheduler. There must be no nodes.
bool coir_waiting_room_open(void);
void coir_waiting_room_close(void);

#endif
