// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal state of stages: scenes, transitions and everything else that the modules of scene/ share.

#ifndef COIR_SCENE_STAGE_H
#define COIR_SCENE_STAGE_H

#include "coir/listener.h"
#include "coir/stage.h"
#include "node/stage.h"
#include "scene/interpolation.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/transition.h"

// A requested change of scene: the stack is cut to `level` scenes, then `scene` is put on top.
typedef struct CoirSceneChange {
    bool pending;                  // false: no change was requested
    bool is_pop;                   // a pop requested the change: if no scene is left, the director's loop ends
    int level;                     // number of scenes that stay in the stack
    CoirNode *scene;               // NULL: the topmost scene that stays in the stack comes on stage
    CoirTransitionRun *transition; // NULL: none
} CoirSceneChange;

struct CoirStage {
    CoirStageBase base; // first field, for casts
    double held;        // stage seconds for which the game is held, from the start of the next step on
    bool is_held;       // true: the game is held during the whole next step
    CoirNode *scene;    // scene on stage, the topmost in the stack; NULL: none
    CoirNode **scenes;  // stack of scenes, the root first
    int scene_count, scene_capacity;
    CoirSceneChange change;
    CoirTransitionRun *transition; // transition in progress; NULL: none
    CoirNode *outgoing;            // outgoing scene of the transition, which is on stage, too; NULL: none
    CoirInterpolation interpolation;
    int64_t step_began;       // time of the scheduler at the beginning of the last whole step, in ns
    double step_ahead;        // time from the last whole step to the frame to be drawn, as a fraction of a step
    CoirStage *next_closed;   // next stage that was destroyed and is not freed yet
    bool has_entered;         // `entered` hooks of the scene have begun, and `leaving` hooks have not
    bool overlay_has_entered; // `entered` hooks of the overlay have begun, and `leaving` hooks have not
    bool was_pop;             // the last change of scene was a pop
    bool over;                // the last scene was popped; for the director
    bool ended;    // the director's loop has ended, and since then no scene was requested and no loop has begun
    bool owned;    // a director owns and destroys the stage
    bool updating; // coir_stage_update is running, or a frame of the director
    CoirPriorityListeners prioritized; // listeners with a priority
    CoirStageInput input;
    // The fields `sound_` are set when a step begins, and count until the next step begins (stage_sound.c). Exception:
    // coir_stage_freeze_sound sets `sound_speed` to 0 at once.
    double sound_rate;           // seconds of the sound clock in a second of the scheduler
    double interface_sound_rate; // seconds of the sound clock in a second of the interface's scheduler
    double sound_scale;          // time scale of the scheduler
    double sound_speed;          // stage seconds in a second of the sound clock; 0: the stage is frozen
    bool sound_is_held;          // copy of `is_held`
    bool refuses_events;         // the events in progress have reached a limit
    int events;                  // number of events in progress: listeners send events inside of events
    int levels;                  // levels of the tree that searches are in now, summed over all events in progress
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

// Closes a stage. The first call destroys the scenes, and removes the listeners and timers. If no callback runs, each
// call also frees the memory of destroyed nodes and of closed stages, but not of a stage that belongs to a director
// (`owned`).
void coir_stage_close(CoirStage *stage);

// Destroys all scenes and the overlay of a stage that is dead.
void coir_stage_clear(CoirStage *stage);

// Returns the scene that receives the player's input, below the overlay; NULL: none, also during a transition.
CoirNode *coir_stage_listening_scene(const CoirStage *stage);

// Called when a scene or an overlay is being destroyed. Calls the `leaving` hooks of the node if the node has entered.
// Then removes the node from its stage, and cancels a requested change of scene that would put the node on the stack.
void coir_stage_forget(CoirNode *node);

// Frees destroyed stages, but not a stage that belongs to a director (`owned`). If no stage and no node is left, also
// frees the memory that is kept for new nodes, and, if no action manager is left, the table of runs.
void coir_stages_sweep(void);

// Frees destroyed nodes, transitions, stages and textures, unless a callback is running. Called at the end of frames,
// updates, events and coir_stage_draw, and when a stage is closed. Until this call, or a call of coir_nodes_sweep, a
// pointer to a destroyed node stays valid.
void coir_nodes_sweep_if_safe(void);

// The parts of a stage's frame, for the Director. coir_stage_begin comes first and coir_stage_end last. Between these
// two calls nothing is freed. coir_stage_change_scene is called after each step. In a frame without steps, this happens
// only if the director is frozen, its time scale is 0, or no scene is on stage.
void coir_stage_begin(CoirStage *stage);
bool coir_stage_step_scheduler(CoirStage *stage, double dt, const char *function);
void coir_stage_step_actions(CoirStage *stage);
void coir_stage_change_scene(CoirStage *stage);
void coir_stage_step_input(CoirStage *stage, double dt); // before drawing, also while time is paused
void coir_stage_end(CoirStage *stage);

// Counts the runs and timers of the game and the interface.
void coir_stage_count(const CoirStage *stage, int *runs, int *timers);

// Returns true while a pointer is down that may become a long press, so that the loop must not sleep.
bool coir_stage_waits_for_gesture(const CoirStage *stage);

// Returns the stage seconds during which no node moves and no callback is called, unless an event or a post comes. 0:
// the next step may move a node or call a callback. INFINITY: no step will do so. The result may be too small if
// actions were stopped or moved to another stage. `is_held`: the game is held all the time, and only the interface
// moves.
double coir_stage_quiet_for(const CoirStage *stage, bool is_held);

#endif
