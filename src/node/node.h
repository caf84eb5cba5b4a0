// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of nodes: what the modules of scene/ share.

#ifndef COIR_NODE_NODE_H
#define COIR_NODE_NODE_H

#include "coir/listener.h"
#include "coir/node.h"
#include "coir/stage.h"
#include "draw/painter.h"
#include "scene/interpolation.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/transition.h"
#include "time/scheduler/scheduled.h"

// A walk over the children of a node in which anything may happen to them. While it goes on it is known to
// coir_node_unlink, which moves it off a child that goes. Each child is given once, also one that is moved to the end.
typedef struct CoirWalk {
    CoirNode *parent, *at;
    struct CoirWalk *outer;
    uint32_t number, links;
    bool backwards;
} CoirWalk;

void coir_walk_begin(CoirWalk *walk, CoirNode *parent, bool backwards);
void coir_walk_end(CoirWalk *walk);

extern uint32_t coir_walk_number; // of the last walk
extern uint32_t coir_links;       // how often a node came to a parent

// True for a child that has been given already. Only one that came to the parent after the walk had begun can stand
// before it once more.
bool coir_walk_gave(const CoirWalk *walk, const CoirNode *child);

// The next child, NULL after the last; `backwards` as at the beginning.
static inline CoirNode *coir_walk_next(CoirWalk *walk, bool backwards)
{
    do {
        if (backwards)
            walk->at = walk->at ? walk->at->previous_ : walk->parent->last_;
        else
            walk->at = walk->at ? walk->at->next_ : walk->parent->first_;
    } while (walk->at && coir_links != walk->links && coir_walk_gave(walk, walk->at));
    if (walk->at)
        walk->at->walked_ = coir_walk_number;
    return walk->at;
}

// True while all children that stand behind the present one have yet to be given.
static inline bool coir_walk_is_straight(const CoirWalk *walk)
{
    return coir_links == walk->links;
}

// Of a walk that is straight: those up to `child`, which stands behind the present one, have been given. NULL: all have
// been, and nothing of the user's is called before the walk ends.
static inline void coir_walk_jump(CoirWalk *walk, CoirNode *child)
{
    for (CoirNode *given = walk->at; child && given != child;) {
        given = given->next_;
        given->walked_ = coir_walk_number;
    }
    walk->at = child;
}

// A change of scene that was asked for: the stack is cut to `level` scenes, then `scene` is put on top.
typedef struct CoirSceneChange {
    bool pending;                  // false: no change was asked for
    bool ends;                     // a pop asked for the change: if no scene is left, the program ends
    int level;                     // number of scenes that stay in the stack
    CoirNode *scene;               // NULL: the last of the scenes that stay comes
    CoirTransitionRun *transition; // NULL: none
} CoirSceneChange;

struct CoirStage {
    CoirScheduler *scheduler; // of the world: of all nodes but the interface
    CoirActionManager *actions;
    CoirScheduler *interface_scheduler; // goes on while the world is held
    CoirActionManager *interface_actions;
    int interface_nodes; // nodes on stage whose timers and runs are the interface's; 0: it is not stepped
    double held;         // of the next step: seconds in which the world stands, before it goes on
    bool is_held;        // of the next step: the world stands all the time
    CoirNode *scene;     // on stage, and the last one in the stack; NULL: none
    CoirNode **scenes;   // the stack, the root first
    int scene_count, scene_capacity;
    CoirSceneChange change;
    CoirTransitionRun *transition; // under way; NULL: none
    CoirNode *going;               // during a transition: the scene that goes, which is on stage, too; NULL: none
    CoirNode *overlay;             // NULL: none
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
    bool updating, dead;
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
    CoirNodeRef text;            // node that text input was started for
};

// Do the work of coir_stage_show, coir_stage_push, coir_stage_pop, coir_stage_pop_to_level and coir_stage_set_overlay
// for several public functions: messages begin with `function`. `transition` may be NULL.
bool coir_stage_show_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function);
bool coir_stage_push_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function);
bool coir_stage_pop_for(CoirStage *stage, const CoirTransition *transition, const char *function);
bool coir_stage_pop_to_for(CoirStage *stage, int level, const CoirTransition *transition, const char *function);
bool coir_stage_set_overlay_for(CoirStage *stage, CoirNode *overlay, const char *function);

// Returns the blend mode to draw a node with. Reports a number that is no CoirBlend, and returns COIR_BLEND_ALPHA then.
CoirBlend coir_node_bad_blend(const CoirNode *node, CoirBlend blend);
static inline CoirBlend coir_node_blend(const CoirNode *node, CoirBlend blend)
{
    return coir_is_blend(blend) ? blend : coir_node_bad_blend(node, blend);
}

// Returns true for a length that can be drawn. Otherwise reports `field` of the node, and returns false.
bool coir_node_check_length(const CoirNode *node, float length, const char *field);

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

// Calls hooks: for the node and all below it.
void coir_node_enter(CoirNode *node, CoirStage *stage);
void coir_node_leave(CoirNode *node);

// Takes a node out of its parent's list.
void coir_node_unlink(CoirNode *node);

// Ends a maker (base/fail.h) that adds its node: sets the position and adds the node to its parent. If the node cannot
// be added, destroys the node. Returns NULL then, and for a NULL node.
CoirNode *coir_node_put_in(CoirNode *parent, CoirNode *node, float x, float y, const char *macro, const char *file,
                           int line);

// Adds `count` to the numbers of listening nodes at the node and above.
void coir_node_count_listeners(CoirNode *node, int count);

// Sorts the children by z, if need be.
void coir_node_sort_children(CoirNode *node);

// Returns true for a node that has not been destroyed. Otherwise reports a mistake in `function`'s name.
// coir_node_refuse is the part that reports, and returns false.
bool coir_node_refuse(const CoirNode *node, const char *function);
static inline bool coir_node_check(const CoirNode *node, const char *function)
{
    return (node && node->class_ && !node->dead_) || coir_node_refuse(node, function);
}

// Between these two calls no node that is destroyed is freed. The calls nest.
extern int coir_nodes_busy; // nesting depth
static inline void coir_nodes_busy_begin(void)
{
    coir_nodes_busy++;
}

static inline void coir_nodes_busy_end(void)
{
    coir_nodes_busy--;
}

// Frees what has been destroyed, unless something is going on. Only what ends a frame or a stage calls it: a pointer to
// a node that was destroyed by hand stays good until then.
void coir_nodes_sweep_if_idle(void);

// Frees what is kept for the next node, if there are no nodes.
void coir_nodes_trim(void);

// Returns false, and reports the mistake in the name of `function`, for NULL and a destroyed stage.
bool coir_stage_check(const CoirStage *stage, const char *function);

// Frees the stages that have been destroyed, and what is kept for nodes once there are no stages.
void coir_stages_sweep(void);

// Calls the hook of every level: ENTERED from the base to the type, the others from the type to the base.
typedef enum CoirHook { COIR_HOOK_ENTERED, COIR_HOOK_LEAVING, COIR_HOOK_DESTROY } CoirHook;
void coir_node_call_hook(CoirNode *node, CoirHook hook);

// The same for `enter` and `leave`. A hook may take the node off the stage or put it there again: each level's hooks
// alternate all the same, and when all is over those of all levels have entered, or none.
void coir_node_call_enter(CoirNode *node);
void coir_node_call_leave(CoirNode *node);

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

// The functions by which the schedulers of stages treat nodes as targets.
extern const CoirNodeTargets coir_node_targets;

// Returns the node at this address, which may be in use, destroyed or freed. Returns NULL if no node was ever there.
CoirNode *coir_node_at(const void *address);

// What hangs on a node and goes with the node: timers (node_timers.c), and the runs of actions
// (action/run/node_runs.c). Node code calls these functions, and knows nothing else of timers and runs. A function that
// an attachment does not need is NULL, and is not called.
typedef struct CoirAttachment {
    // Called before a change of the pause, the clock or the stage of the node, or before the node is destroyed: times
    // are kept from here on. `stops`: the node stops, maybe in the middle of a frame.
    void (*changing)(CoirNode *node, bool stops);

    // Called after changes.
    void (*paused)(CoirNode *node);        // `paused_`
    void (*clock_changed)(CoirNode *node); // `clock_`
    void (*entered)(CoirNode *node);       // the node has come onto a stage
    void (*left)(CoirNode *node, CoirScheduler *from);

    // Called before the clock of the node stops, if is_mid_frame returns true: the node shows the present time.
    bool (*is_mid_frame)(const CoirNode *node);
    void (*clock_stopping)(CoirNode *node);

    // Called when the node has been destroyed. `dropped` calls no user code; `ended` is called when all nodes below
    // have been dropped, too.
    void (*dropped)(CoirNode *node);
    void (*ended)(CoirNode *node);
} CoirAttachment;

extern const CoirAttachment coir_timer_attachment;

// Is set before a node has its first run (`runs_`). NULL: no node has had one.
extern const CoirAttachment *coir_run_attachment;

// Sets `paused_`, and stops the runs of the node or lets them go on.
void coir_node_set_paused(CoirNode *node, bool is_paused);

// Where what a node schedules is kept, and how its target begins.
CoirScheduler *coir_scheduler_on(const CoirStage *stage, bool on_interface);
CoirScheduler *coir_node_scheduler(const CoirNode *node);
CoirActionManager *coir_node_actions(const CoirNode *node); // on stage
CoirTargetState coir_node_target_state(const CoirNode *node);

// The clock of a node that has a time scale of its own, or was paused with its tree. `node->clock_` points to one.
typedef struct CoirClock {
    CoirTimerQueue queue; // first: it is cast
    int64_t reads;        // in an update of a manager: the clock's time
    uint32_t pass;        // number of the pass over runs for which `reads` and `is_frozen` hold
    bool is_frozen;       // the clock does not move
} CoirClock;

// The clock and what is scheduled come along: to the stage that the node is on now, off the one that it was on (NULL:
// none), and to the end.
void coir_node_enter_time(CoirNode *node);
void coir_node_leave_time(CoirNode *node, CoirStage *stage);
void coir_node_drop_time(CoirNode *node);

// The nearest clock above a node, without its own; NULL off stage. And what comes along on stage, when what is above it
// has changed: `outer` was that clock before.
struct CoirTimerQueue *coir_node_outer_clock(const CoirNode *node);
void coir_node_move_time(CoirNode *node, const struct CoirTimerQueue *outer);

// True if what is scheduled for a node is where it should be; for coir_node_validate.
bool coir_node_time_is_right(const CoirNode *node);

// Frees what is kept for nodes that are off stage, if there are none.
void coir_waiting_room_clear(void);

#endif
