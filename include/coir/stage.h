// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stage: what a scene needs to live, a scheduler and an action manager, without a window, a clock or a Director.
// The Director has one; tests and servers make their own:
//
//     CoirStage *stage = coir_stage_new();
//     coir_stage_show(stage, scene);
//     coir_stage_update(stage, 1.0 / 60);

#ifndef COIR_STAGE_H
#define COIR_STAGE_H

#include "coir/action_manager.h"
#include "coir/event.h"
#include "coir/node.h"
#include "coir/scheduler.h"

// Makes an empty stage whose time is 0. It is yours, to be destroyed. NULL: no memory.
COIR_API CoirStage *coir_stage_new(void);

// Destroys the stage and the scene on it; also inside its update. NULL does nothing.
COIR_API void coir_stage_destroy(CoirStage *stage);

// Hands `scene`, a node without a parent, over to the stage. It enters, and the scene before it is destroyed, at the
// next safe point: after the updates of a frame, before it is drawn. NULL: an empty stage. False for a node that has a
// parent, is on stage or destroyed.
COIR_API bool coir_stage_show(CoirStage *stage, CoirNode *scene);

// The scene that is on stage, NULL: none.
COIR_API CoirNode *coir_stage_scene(const CoirStage *stage);

// One frame without drawing: the scheduler, the actions, the change of scene if one is asked for, and freeing what was
// destroyed. `dt` in seconds. False for a bad `dt` or inside itself.
COIR_API bool coir_stage_update(CoirStage *stage, double dt);

// Asks the listening nodes, topmost first. True when one has dealt with it.
COIR_API bool coir_stage_event(CoirStage *stage, const CoirEvent *event);

// Draws the scene into a painter.
COIR_API void coir_stage_draw(CoirStage *stage, CoirPainter *painter);

// The stage's own scheduler and action manager. coir_stage_update drives them: do not update them yourself.
COIR_API CoirScheduler *coir_stage_scheduler(CoirStage *stage);
COIR_API CoirActionManager *coir_stage_actions(CoirStage *stage);

#endif
