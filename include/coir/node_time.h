// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The timers, the per-frame function and the runs of a node. They belong to the node, and are removed with the node.
// While the node is off stage or paused they wait; then they go on with the time that remained. In a per-frame
// function, add a new node before you schedule its timers: a timer that was scheduled off stage goes on from the begin
// of the frame, and a timer that is scheduled on stage counts from the end.
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

// Calls `tick(node, dt, user)` in each frame, lower priorities first; the types' own `update` hooks have priority 0. A
// node has one such function. Another function replaces the first, which is logged once (COIR_LOG_INFO). NULL ends the
// calls. A CoirTickFn is told the node as a `void *`:
//
//     static void swim(void *target, double dt, void *user)
//     {
//         CoirNode *fish = target;
//         fish->position.x += 30 * (float)dt;
//     }
//
// If a node needs two functions, schedule the second as a timer with an interval of 0:
//     coir_node_schedule(node, &(CoirTimerDef){.tick = swim, .repeat = COIR_FOREVER});
// False: a NULL node, or no memory.
COIR_API bool coir_node_every_frame(CoirNode *node, CoirTickFn tick, void *user, int priority);

// Calls `call(node, user)` every `interval` seconds (0: in each frame), or once after `delay` seconds. On a node a
// callback names its timer: a second timer with the same callback replaces the first, which is logged once
// (COIR_LOG_INFO). If a node needs two timers with one callback, give each timer a key:
//     coir_node_schedule(node, &(CoirTimerDef){.key = "left gun", .call = fire, .user = left, .delay = 0.5});
//     coir_node_schedule(node, &(CoirTimerDef){.key = "right gun", .call = fire, .user = right, .delay = 0.7});
// False: a mistake (a NULL, a bad number), or no memory.
COIR_API bool coir_node_every(CoirNode *node, double interval, CoirCallFn call, void *user);
COIR_API bool coir_node_once_after(CoirNode *node, double delay, CoirCallFn call, void *user);

// Schedules any timer, such as a timer whose callback is told the elapsed seconds, or a timer that owns its `user`: see
// CoirTimerDef and coir_scheduler_schedule. The field `paused` means nothing here. `def` is copied. False as above.
COIR_API bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def);

// Removes a timer by its key or by its callback, a CoirCallFn or a CoirTickFn: coir_node_unschedule_callback(node,
// fire) (COIR_CALLBACK(fire) in programs that do not include coir/coir.h). False if there is no such timer.
// coir_node_unschedule_all removes all timers and the per-frame function (not the type's `update`).
COIR_API bool coir_node_unschedule(CoirNode *node, const char *key);
COIR_API bool coir_node_unschedule_callback(CoirNode *node, CoirAnyFn callback);
COIR_API void coir_node_unschedule_all(CoirNode *node);

// Return true while the node has such a timer, also off stage or paused.
COIR_API bool coir_node_is_scheduled(const CoirNode *node, const char *key);
COIR_API bool coir_node_is_callback_scheduled(const CoirNode *node, CoirAnyFn callback);

// Tell how long it is until a timer is called next, and which timers the node has: as coir_scheduler_remaining,
// coir_scheduler_callback_remaining and coir_scheduler_timers; also off stage or paused.
COIR_API bool coir_node_remaining(const CoirNode *node, const char *key, double *seconds);
COIR_API bool coir_node_callback_remaining(const CoirNode *node, CoirAnyFn callback, double *seconds);
COIR_API int coir_node_timers(const CoirNode *node, CoirTimerInfo *timers, int capacity);

// Runs an action on the node, and takes the action over. To run an action again, call coir_action_retain before. The
// run begins now if the node is on stage, otherwise when the node comes on stage. Returns {0, 0} for a NULL node,
// without memory, or for a NULL action (because a part of the action could not be made: coir_error() says why).
COIR_API CoirRun coir_node_run(CoirNode *node, CoirAction *action);

// Stops all runs of the node; the properties of the node stay as they are.
COIR_API void coir_node_stop_all(CoirNode *node);

// Stop the first run with a tag, all runs with a tag, or all runs that have one of the bits of `mask` among their
// flags. Return the number of runs that were stopped.
COIR_API int coir_node_stop_tag(CoirNode *node, int tag);
COIR_API int coir_node_stop_all_tag(CoirNode *node, int tag);
COIR_API int coir_node_stop_flags(CoirNode *node, uint32_t mask);

// Returns the first run with a tag; {0, 0}: none.
COIR_API CoirRun coir_node_find_run(const CoirNode *node, int tag);

// Returns the number of runs of the node; paused runs count, too.
COIR_API int coir_node_run_count(const CoirNode *node);

// Pause and resume the node's timers, updates and actions. The children of the node go on. A run that is paused in the
// middle of a frame shows this instant, as with coir_run_pause; so does a run whose tree is paused, whose time scale
// becomes 0, or whose node leaves the stage.
COIR_API void coir_node_pause(CoirNode *node);
COIR_API void coir_node_resume(CoirNode *node);
COIR_API bool coir_node_is_paused(const CoirNode *node);

// Clocks for subtrees ------------------------------------------------------------------------------------------------
//
// A node may have a clock of its own. The timers, updates and actions of the node, and of all nodes below, run on this
// clock. The clock runs on the clock of the nodes above, so that scales multiply. Nodes beside the node are untouched:
//
//     coir_node_set_time_scale(world, 0.25);    // slow motion, and the score beside it counts on as ever
//     coir_node_pause_tree(world);              // a menu over a world that stands still
//
// A node that is moved to another parent takes its clock along. The time that remains of each interval stays the same.

// Lets time run `scale` (>= 0) times as fast for a node and all below it; per-frame functions get their dt scaled, too.
// At 0 time stands still, and per-frame functions are not called, as with coir_node_pause_tree. The scale holds from
// the call on: if a timer makes the call, from the timer's due time; if a per-frame function does, from the begin of
// the frame; if a call of an action does, from the end of the frame, and until then coir_action_manager_now does not
// read the exact times of calls. Per-frame functions of the same frame have been called by then, so that the sum of
// their dt may differ from the time of the clock. The clock stops at a hundred years. False, and nothing changes: a
// NULL node, another number, or no memory.
COIR_API bool coir_node_set_time_scale(CoirNode *node, double scale);
COIR_API double coir_node_time_scale(const CoirNode *node); // the node's own scale, without the nodes above; at first 1

// Stops time for a node and all below it, and lets it go on; the paused state of each node (coir_node_pause) is left
// as it is. False, and nothing changes: a NULL node, or no memory.
COIR_API bool coir_node_pause_tree(CoirNode *node);
COIR_API bool coir_node_resume_tree(CoirNode *node);
COIR_API bool coir_node_is_tree_paused(const CoirNode *node); // the node itself, whatever the nodes above are

// Marks a node as interface: a score, a menu, a pop-up. Time of the interface goes on while the world is held
// (coir_director_hold). The mark counts for the node and all below it, and shields them from the clocks above: scales
// and pauses of the nodes above, and the time scale of the stage's scheduler, do not reach them. So slow motion of the
// world leaves a score alone that is a child of the world:
//
//     coir_node_set_interface(score, true);
//     coir_node_set_time_scale(world, 0.25);
//
// coir_director_pause and coir_director_set_time_scale count for the interface, too. Within a step the interface comes
// after the world. A timer of the world that starts a timer or run of the interface starts it at its own due time; but
// if a timer of the world pauses a node of the interface, or changes its time scale or parent, the change counts from
// the begin of the step. Functions for all that a stage's scheduler or action manager has, such as
// coir_scheduler_pause_all, leave the interface alone. The overlay of a stage is interface without a mark.
//
// The mark may be set at any time; the time that remains of each interval stays the same. False: a NULL node.
COIR_API bool coir_node_set_interface(CoirNode *node, bool is_interface);
COIR_API bool coir_node_is_interface(const CoirNode *node); // the node itself, whatever the nodes above are

#endif
