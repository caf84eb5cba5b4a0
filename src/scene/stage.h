// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of stages: scenes, transitions and everything else that the modules of scene/ share.

#ifndef COIR_SCENE_STAGE_H
#define COIR_SCENE_STAGE_H

#include "coir/listener.h"
#include "coir/stage.h"
#include "node/stage.h"
#include "scene/interpolation.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/transition.h"

// A change of scene that was asked for: the stack is cut to `level` scenes, then `scene` is put on top.
typedef struct CoirSceneChange {
    bool pending;                  // false: no change was asked for
    bool ends;                     // a pop asked for the change: if no scene is left, the program ends
    int level;                     // number of scenes that stay in the stack
    CoirNode *scene;               // NULL: the last of the scenes that stay comes
    CoirTransitionRun *transition; // NULL: none
} CoirSceneChange;

struct CoirStage {
    CoirStageBase base; // first: it is cast
    double held;        // of the next step: seconds in which the world stands, before it goes on
    bool is_held;       // of the next step: the world stands all the time
    CoirNode *scene;    // on stage, and the last one in the stack; NULL: none
    CoirNode **scenes;  // the stack, the root first
    int scene_count, scene_capacity;
    CoirSceneChange change;
    CoirTransitionRun *transition; // under way; NULL: none
    CoirNode *going;               // during a transition: the scene that goes, which is on stage, too; NULL: none
    CoirInterpolation interpolation;
    int64_t step_began;     // time of the scheduler when the last whole step began, in ns
    double step_ahead;      // part of the next whole step that the frame to be drawn has reached, 0..1
    CoirStage *next_closed; // of the stages that were destroyed and are not freed yet
    bool settled;           // the scene's `entered` hooks have run, and `leaving` will
    bool overlay_settled;   // the same for the overlay
    bool ends;              // the change that happened last was a pop
    bool over;              // the last scene was popped; for the director
    bool ended; // coir_director_frame has returned false as its loop ended, and no scene was asked for since
    bool owned; // by a director, which destroys it
    bool updating;
    CoirFixedListeners fixed; // listeners with a priority
    CoirStageInput input;
    double sound_rate;           // seconds of the sound clock in a second of the scheduler, in this step; stage_sound.c
    double interface_sound_rate; // the same for the interface
    double sound_scale;          // time scale of the scheduler in the last step: a new one holds from the next step on
    double sound_speed;          // stage seconds in a second of the sound clock, in the last step
    bool sound_is_held;          // `is_held` of the last step
    bool refuses_events;         // the events under way have reached a limit
    int events;                  // events under way: listeners send events inside of events
    int levels;                  // levels of nodes that the events under way have gone down, together
};

// Do the work of coir_stage_show, coir_stage_push, coir_stage_pop, coir_stage_pop_to_level and coir_stage_set_overlay
// for several public functions: messages begin with `function`. `transition` may be NULL.
bool coir_stage_show_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function);
bool coir_stage_push_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function);
bool coir_stage_pop_for(CoirStage *stage, const CoirTransition *transition, const char *function);
bool coir_stage_pop_to_for(CoirStage *stage, int level, const CoirTransition *transition, const char *function);
bool coir_stage_set_overlay_for(CoirStage *stage, CoirNode *overlay, const char *function);

// Draws one scene, or the overlay.
void coir_stage_draw_root(CoirStage *stage, CoirNode *root, CoirPainter *painter);

// Closes a stage: the first call destroys the scenes and forgets the listeners and timers. If no callback runs, each
// call also frees the memory of destroyed nodes and of closed stages, but not of a stage that belongs to a director
// (`owned`).
void coir_stage_close(CoirStage *stage);

// Destroys all scenes and the overlay of a stage that is dead.
void coir_stage_clear(CoirStage *stage);

// Returns the scene that hears events, below the overlay; NULL: none, also during a transition.
CoirNode *coir_stage_listening_scene(const CoirStage *stage);

// Lets the stage of a scene or an overlay forget the node, which is being destroyed. Calls the node's `leaving` hooks
// first.
void coir_stage_forget(CoirNode *node);

// Frees the stages that have been destroyed, and what is kept for nodes once there are no stages.
void coir_stages_sweep(void);

// Frees destroyed nodes, transitions, stages and textures, unless a callback is running. The functions that end a frame
// or a stage call it: until then a pointer to a destroyed node stays good.
void coir_nodes_sweep_if_idle(void);

// What a stage does in a frame, for the Director. `begin` and `end` stand around all of it; nothing is freed between.
void coir_stage_begin(CoirStage *stage);
bool coir_stage_step_scheduler(CoirStage *stage, double dt, const char *function);
void coir_stage_step_actions(CoirStage *stage);
void coir_stage_change_scene(CoirStage *stage); // at each safe point: after each step of time, and before drawing
void coir_stage_step_input(CoirStage *stage, double dt); // before drawing, also while time is paused
void coir_stage_end(CoirStage *stage);

// Counts the runs and timers of the world and the interface.
void coir_stage_count(const CoirStage *stage, int *runs, int *timers);

// True while a pointer is down that may become a long press: then frames must go on.
bool coir_stage_waits_for_gesture(const CoirStage *stage);

// Returns for how many stage seconds nothing will move or be called, unless an event or a post comes; 0: the next step
// may do something; INFINITY: no step will. The time may be shorter than need be where actions were stopped or moved.
// `is_held`: the world is held all the time, and only the interface may move.
double coir_stage_quiet_for(const CoirStage *stage, bool is_held);

#endif
