// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The timers, the per-frame function and the runs of a node. All of them belong to the node, and are removed with the
// node. While the node is off stage or paused, they wait; then they go on with the time that remained. In a per-frame
// function, add a new node to the stage before you schedule its timers: a timer that is scheduled on stage counts from
// the end of the step, but a timer that was scheduled off stage counts from the start of the step, and fires earlier.
// (A step is a frame, or with CoirDirectorDef.step a whole step, which may be shorter or longer than a frame.)
//
// Functions that change a node report a NULL or destroyed node as a mistake, and do nothing. Queries of NULL return
// false, 0 or {0, 0}.
//
//     static void spawn(CoirNode *scene, void *user)
//     {
//         ...
//     }
//
//     coir_node_every(scene, 0.5, spawn, NULL);
//     coir_node_run(logo, coir_repeat_forever(coir_sequence(coir_move_by(1, 0, 80), coir_move_by(1, 0, -80))));

#ifndef COIR_NODE_TIME_H
#define COIR_NODE_TIME_H

#include "coir/action.h"
#include "coir/callback.h"
#include "coir/node.h"
#include "coir/run.h"
#include "coir/scheduler.h"

// Calls `tick(node, dt, user)` in each frame (with CoirDirectorDef.step: in each step), lower priorities first; the
// `update` hooks of types have priority 0. A node has one per-frame function. Another function replaces the first,
// which is logged once (COIR_LOG_INFO). A NULL `tick` ends the calls. A CoirTickFn gets the node as a `void *`:
//
//     static void swim(void *target, double dt, void *user)
//     {
//         CoirNode *fish = target;
//         fish->position.x += 30 * (float)dt;
//     }
//
// If a node needs two functions, schedule the second as a timer with an interval of 0:
//     coir_node_schedule(node, &(CoirTimerDef){.tick = swim, .repeat = COIR_FOREVER});
// Returns false for a NULL node, or if there is no memory.
COIR_API bool coir_node_every_frame(CoirNode *node, CoirTickFn tick, void *user, int priority);

// Call `call(node, user)` every `interval` seconds, first after one interval (0: in each frame), or once after `delay`
// seconds. A node's timer is identified by its callback: a second timer with the same callback replaces the first,
// which is logged once (COIR_LOG_INFO). If a node needs two timers with one callback, give each timer a key:
//     coir_node_schedule(node, &(CoirTimerDef){.key = "left gun", .call = fire, .user = left, .delay = 0.5});
//     coir_node_schedule(node, &(CoirTimerDef){.key = "right gun", .call = fire, .user = right, .delay = 0.7});
// Return false for a mistake (a NULL, a bad number), or if there is no memory.
COIR_API bool coir_node_every(CoirNode *node, double interval, CoirCallFn call, void *user);
COIR_API bool coir_node_once_after(CoirNode *node, double delay, CoirCallFn call, void *user);

// Schedules any timer, such as a timer whose callback gets the elapsed seconds, or a timer that owns its `user`: see
// CoirTimerDef and coir_scheduler_schedule. The field `paused` has no effect here. `def` is copied. Returns false in
// the same cases as coir_node_every.
COIR_API bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def);

// Remove timers. coir_node_unschedule finds the timer by its key, coir_node_unschedule_callback by its callback, a
// CoirCallFn or a CoirTickFn: coir_node_unschedule_callback(node, fire) (COIR_CALLBACK(fire) in programs that do not
// include coir/coir.h). They return false if there is no such timer. coir_node_unschedule_all removes all timers and
// the per-frame function, but not the `update` hook of the type.
COIR_API bool coir_node_unschedule(CoirNode *node, const char *key);
COIR_API bool coir_node_unschedule_callback(CoirNode *node, CoirAnyFn callback);
COIR_API void coir_node_unschedule_all(CoirNode *node);

// Return true while the node has such a timer, even off stage or paused.
COIR_API bool coir_node_is_scheduled(const CoirNode *node, const char *key);
COIR_API bool coir_node_is_callback_scheduled(const CoirNode *node, CoirAnyFn callback);

// Return the time to the next call of a timer, and the timers of the node, like coir_scheduler_remaining,
// coir_scheduler_callback_remaining and coir_scheduler_timers; even off stage or paused.
COIR_API bool coir_node_remaining(const CoirNode *node, const char *key, double *seconds);
COIR_API bool coir_node_callback_remaining(const CoirNode *node, CoirAnyFn callback, double *seconds);
COIR_API int coir_node_timers(const CoirNode *node, CoirTimerInfo *timers, int capacity);

// Runs an action on the node, and takes ownership of the action. To run an action again, call coir_action_retain first.
// The run begins now if the node is on stage, otherwise when the node comes on stage. Exception: if
// coir_action_manager_run has put a node off stage into a manager, the run also goes into this manager, and begins now.
// An action that was not retained is freed when its run ends: do not use it afterwards. Returns {0, 0} in these cases;
// 2 to 4 are mistakes:
//
// 1. There is no memory. The action is released.
// 2. The node is NULL or destroyed, or the action is a part of a timeline (coir_at, coir_after, coir_with,
//    coir_at_mark), which runs only inside of a coir_timeline. The action is released.
// 3. The action is NULL, because a part of the action could not be made: coir_error() gives the reason.
// 4. The action already runs and was not retained (coir_action_retain). Nothing is released, and the first run goes on.
COIR_API CoirRun coir_node_run(CoirNode *node, CoirAction *action);

// Stops all runs of the node. The properties of the node keep their present values, as after coir_run_stop.
COIR_API void coir_node_stop_all(CoirNode *node);

// Stop the oldest run with a tag, all runs with a tag, or all runs that have one of the bits of `mask` in their flags
// (coir_run_set_tag, coir_run_set_flags). Return the number of runs that were stopped.
COIR_API int coir_node_stop_tag(CoirNode *node, int tag);
COIR_API int coir_node_stop_all_tag(CoirNode *node, int tag);
COIR_API int coir_node_stop_flags(CoirNode *node, uint32_t mask);

// Returns the oldest run with a tag; {0, 0} if there is no such run.
COIR_API CoirRun coir_node_find_run(const CoirNode *node, int tag);

// Returns the number of runs of the node, including paused runs.
COIR_API int coir_node_run_count(const CoirNode *node);

// Pause and resume the node's timers, updates and actions. The children of the node go on: to pause them, too, call
// coir_node_pause_tree. If a node is paused in the middle of a frame, for example in a timer, its runs stop at this
// time, and the node is drawn as at this time (see coir_run_pause). The same holds when a tree is paused, a time scale
// becomes 0, or a node leaves the stage.
COIR_API void coir_node_pause(CoirNode *node);
COIR_API void coir_node_resume(CoirNode *node);
COIR_API bool coir_node_is_paused(const CoirNode *node);

// Clocks for subtrees ------------------------------------------------------------------------------------------------
//
// A node may have a clock of its own. The timers, updates and actions of the node, and of all nodes below, run on
// this clock. The clock runs on the clock of the nodes above, so that scales multiply. Siblings of the node are not
// affected:
//
//     coir_node_set_time_scale(world, 0.25);    // slow motion; a score beside `world` counts at its usual speed
//     coir_node_pause_tree(world);              // a menu over a game that has stopped
//
// A node that is moved to another parent keeps its clock. The remaining time of each interval stays the same.

// Makes time run `scale` (>= 0) times as fast for a node and all nodes below. The dt of per-frame functions is scaled,
// too. At 0 time stops, and per-frame functions are not called, as with coir_node_pause_tree. The time at which the
// scale takes effect depends on the caller:
//
// 1. a timer: the due time of the timer;
// 2. a per-frame function: the start of the step;
// 3. a function that an action calls (coir_call): the end of the step. In the calls that actions on this clock still
//    make in this step, coir_action_manager_now is not exact.
//
// Per-frame functions that were called earlier in the same frame got the dt of the old scale, so the sum of their dt
// may differ from the time of the clock. The clock stops at a hundred years. Returns false, and changes nothing, for a
// NULL node, a scale that is below 0 or not finite, or if there is no memory.
COIR_API bool coir_node_set_time_scale(CoirNode *node, double scale);
COIR_API double coir_node_time_scale(const CoirNode *node); // own scale, without the nodes above; default 1

// Pause and resume time for a node and all nodes below. The paused state of each node (coir_node_pause) does not
// change. Return false, and change nothing, for a NULL node, or if there is no memory.
COIR_API bool coir_node_pause_tree(CoirNode *node);
COIR_API bool coir_node_resume_tree(CoirNode *node);
COIR_API bool coir_node_is_tree_paused(const CoirNode *node); // own state, without the nodes above

// Marks a node as interface: a score, a menu, a pop-up. The time of the interface goes on during a hold of the
// director (coir_director_hold). The mark covers the node and all nodes below, and shields them from the clocks
// above: scales and pauses of the nodes above, and the time scale of the stage's scheduler, do not reach them. So
// slow motion of the game does not slow down a score that is a child of the slow node:
//
//     coir_node_set_interface(score, true);
//     coir_node_set_time_scale(world, 0.25);
//
// coir_director_pause and coir_director_set_time_scale affect the interface, too. Within a step, the interface is
// stepped after the game. If a timer of the game starts a timer or run of the interface, this timer or run starts at
// the due time of the game's timer. But if a timer of the game pauses a node of the interface, or changes its time
// scale or parent, the change takes effect at the start of the step. Functions that act on a whole scheduler or
// action manager of a stage, such as coir_scheduler_pause_all, do not affect the interface. The overlay of a stage is
// interface without a mark.
//
// The mark may be set at any time; the remaining time of each interval stays the same. Returns false for a NULL node.
COIR_API bool coir_node_set_interface(CoirNode *node, bool is_interface);
COIR_API bool coir_node_is_interface(const CoirNode *node); // own mark, without the nodes above

#endif
