// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stage: a scheduler, an action manager and scenes. A stage needs no window, no clock and no Director. The
// Director has a stage; tests and servers make stages of their own:
//
//     CoirStage *stage = coir_stage_new();
//     coir_stage_show(stage, scene);
//     coir_stage_update(stage, 1.0 / 60);
//
// Functions that change a stage report a NULL or destroyed stage as a mistake. Exceptions: coir_stage_event,
// coir_stage_draw and coir_stage_destroy do nothing for a destroyed stage. Queries of NULL return NULL, 0 or false.

#ifndef COIR_STAGE_H
#define COIR_STAGE_H

#include "coir/action_manager.h"
#include "coir/listener.h"
#include "coir/node.h"
#include "coir/scheduler.h"
#include "coir/transition.h"

// Makes an empty stage whose time is 0. You destroy the stage. Returns NULL if there is no memory.
COIR_API CoirStage *coir_stage_new(void);

// Destroys the stage, its scenes and its overlay. May be called inside an update of the stage. Destroying the stage
// of a director is a reported mistake: destroy the director instead. NULL does nothing.
COIR_API void coir_stage_destroy(CoirStage *stage);

// Scenes -------------------------------------------------------------------------------------------------------------
//
// The scenes of a stage are a stack; the top scene of the stack is on stage. The scenes below are kept off stage:
// their timers and actions stop, and go on at the same point when the scene is on stage again.
//
// The functions below request a change, from any callback. The change happens at the next safe point: after the
// updates of the frame, before drawing; with steps of equal length (CoirDirectorDef.step), after the step. The hooks
// of both scenes run once each. If A is on stage
// and B comes (in a pop, B is the scene below), the order is:
//
//     without a transition    A leaving, A leave, B enter, B entered
//     with a transition       A leaving, B enter; at the end of the transition A leave, B entered
//
// After a show and a pop, A is destroyed, and its `destroy` hook runs at the end of the frame. A push keeps A. During
// a transition both scenes are on stage.
//
// One change is pending at a time:
//
// 1. The latest request wins. The new scene of a request that was replaced is destroyed.
// 2. Until B's `enter` hook runs, the change is still pending: a request from A's `leaving` hook, or from A's `leave`
//    hook without a transition, replaces the change.
// 3. All other hooks request the next change. A change that is requested during a transition ends the transition
//    first.
// 4. If B is destroyed before it enters, a show or a push is cancelled: A stays; if A has left already, A enters again.
//    After a pop, the scene below B comes instead, or no scene if B was the lowest.
// 5. If the scene on stage is destroyed, the scene below comes. During a transition, B counts as the scene on stage, as
//    in coir_stage_scene. If B is destroyed during the transition of a show, A is destroyed with B.
//
// The functions return false, and change nothing, for a stage that is NULL or destroyed, for a scene that has a parent,
// belongs to a stage or was destroyed, and if there is no memory. Otherwise the stage takes ownership of the scene.

// Requests that `scene` replaces the scene on stage, which is destroyed. NULL destroys all scenes.
COIR_API bool coir_stage_show(CoirStage *stage, CoirNode *scene);

// Requests that `scene` is put above the scene on stage, which is kept. Returns false for a NULL scene.
COIR_API bool coir_stage_push(CoirStage *stage, CoirNode *scene);

// Requests the scene below the scene on stage, which is destroyed. After the last scene the stage is empty, and
// coir_director_run ends. Returns false if there is no scene.
COIR_API bool coir_stage_pop(CoirStage *stage);

// Request the scene of a level; all scenes above are destroyed. The root has level 1. Level 0 pops all scenes, and
// coir_director_run ends. If no scene is above `level`, a pending change is cancelled, and the scene that only this
// change would have shown is destroyed. Return false if there is no scene, or `level` is below 0.
COIR_API bool coir_stage_pop_to_root(CoirStage *stage);
COIR_API bool coir_stage_pop_to_level(CoirStage *stage, int level);

// Request the same changes with a transition (coir/transition.h). Also return false if a number of the transition is
// bad, or if the transition cannot be made.
COIR_API bool coir_stage_show_with(CoirStage *stage, CoirNode *scene, CoirTransition transition);
COIR_API bool coir_stage_push_with(CoirStage *stage, CoirNode *scene, CoirTransition transition);
COIR_API bool coir_stage_pop_with(CoirStage *stage, CoirTransition transition);
COIR_API bool coir_stage_pop_to_level_with(CoirStage *stage, int level, CoirTransition transition);

// Returns the number of scenes in the stack, without a scene that was requested.
COIR_API int coir_stage_level(const CoirStage *stage);

// Returns the scene on stage; during a transition, the incoming scene. Returns NULL if there is no scene.
COIR_API CoirNode *coir_stage_scene(const CoirStage *stage);

// Returns a scene of the stack; level 1 is the root. Returns NULL if no scene has this level.
COIR_API CoirNode *coir_stage_scene_at(const CoirStage *stage, int level);

// Returns true while a change is pending or happens: from the request until the `entered` hook of the incoming scene.
COIR_API bool coir_stage_is_changing(const CoirStage *stage);

// Returns the scene that is on stage after the pending change; without a pending change, the scene on stage. Returns
// NULL if there is no such scene.
COIR_API CoirNode *coir_stage_next_scene(const CoirStage *stage);

// Sets the overlay, a node above all scenes: the overlay is drawn above the scenes, receives events before the scenes,
// and stays when scenes change. The stage owns the overlay, which enters at once (`enter`, `entered`); the previous
// overlay is destroyed. NULL means no overlay. Returns false in the same cases as for a scene.
COIR_API bool coir_stage_set_overlay(CoirStage *stage, CoirNode *overlay);
COIR_API CoirNode *coir_stage_overlay(const CoirStage *stage);

// The frame ----------------------------------------------------------------------------------------------------------

// Plays one frame without drawing: steps the scheduler and the actions, makes the pending change of scenes, recognises
// long presses, and frees destroyed nodes. `dt` is in seconds. Returns false, and does nothing, for a `dt` that is
// negative, not finite, above a hundred years, or would bring the time beyond a hundred years, and if called inside an
// update of the same stage.
COIR_API bool coir_stage_update(CoirStage *stage, double dt);

// Passes an event to all listeners (coir/listener.h): the overlay before the scene; during a transition, the scenes do
// not receive the player's input (coir/transition.h). Recognises gestures. Returns true if a listener has swallowed the
// event. Games send events with coir_input_event, which also keeps the state of keys and pointers, and passes the
// events on to this function. Returns false, and does nothing, for an unknown type, and for numbers and texts that
// coir_input_event refuses. Unlike coir_input_event, this function takes any number as `controller`.
COIR_API bool coir_stage_event(CoirStage *stage, const CoirEvent *event);

// Draws the scene or the transition, and the overlay above them, with a painter.
COIR_API void coir_stage_draw(CoirStage *stage, CoirPainter *painter);

// Return the stage's scheduler and action manager, which the stage owns; NULL for NULL. coir_stage_update steps both:
// do not update them yourself.
COIR_API CoirScheduler *coir_stage_scheduler(CoirStage *stage);
COIR_API CoirActionManager *coir_stage_actions(CoirStage *stage);

#endif
