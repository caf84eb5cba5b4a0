// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The part of a stage that the code of nodes uses. A CoirStage (scene/stage.h) begins with this part.

#ifndef COIR_NODE_STAGE_H
#define COIR_NODE_STAGE_H

#include "coir/node.h"
#include "time/scheduler/scheduled.h"

typedef struct CoirActionManager CoirActionManager;

typedef struct CoirStageBase {
    CoirWorld *world;         // world in which the stage was made
    CoirScheduler *scheduler; // of the game: of all nodes but the interface
    CoirActionManager *actions;
    CoirScheduler *interface_scheduler; // keeps moving during a hold
    CoirActionManager *interface_actions;
    CoirNode *overlay;   // NULL: none
    CoirNodeRef text;    // node that text input was started for
    int interface_nodes; // number of nodes on stage that belong to the interface; 0: the interface is not stepped
    bool dead;

    // Called when `root`, a scene or an overlay of the stage, is being destroyed. Calls the `leaving` hooks of `root`,
    // and removes `root` from the stage.
    void (*forget)(CoirNode *root);
} CoirStageBase;

// Returns the part of a stage that the code of nodes uses; NULL for NULL.
static inline CoirStageBase *coir_stage_base(const CoirStage *of)
{
    return (CoirStageBase *)of;
}

// Return true if a stage may be used. coir_stage_check returns false, and reports the mistake under the name of
// `function`, for NULL, for a destroyed stage, and for a stage of another world than this thread uses.
// coir_stage_check_world checks only the world.
bool coir_stage_check(const CoirStage *stage, const char *function);
bool coir_stage_check_world(const CoirStage *stage, const char *function);

#endif
