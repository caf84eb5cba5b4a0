// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a node has going: timers, a per-frame function, actions. All of it belongs to the node and goes with it; while
// the node is off stage or paused it waits, and goes on with what remained.
//
//     static void spawn(void *target, double elapsed, void *user)
//     {
//         CoirNode *scene = target;
//         ...
//     }
//
//     coir_node_every(scene, 0.5, spawn, NULL);
//     coir_node_run(logo, coir_repeat_forever(coir_sequence(coir_move_by(1, 0, 80), coir_move_by(1, 0, -80))));

#ifndef COIR_NODE_TIME_H
#define COIR_NODE_TIME_H

#include "coir/action.h"
#include "coir/node.h"
#include "coir/scheduler.h"

// Calls `callback(node, dt, user)` in each frame, lower priorities first; the types' own `update` hooks have priority
// 0. A node has one such function: another one replaces it; NULL ends it. False: a NULL node, or no memory.
COIR_API bool coir_node_every_frame(CoirNode *node, CoirTickFn callback, void *user, int priority);

// Calls `callback(node, elapsed, user)` every `interval` seconds, or once after `delay` seconds. On a node a callback
// names its timer: starting it again replaces it. False: a mistake (a NULL, a bad number), or no memory.
COIR_API bool coir_node_every(CoirNode *node, double interval, CoirTickFn callback, void *user);
COIR_API bool coir_node_once_after(CoirNode *node, double delay, CoirTickFn callback, void *user);

// Any timer: see CoirTimerDef, whose `paused` means nothing here. `def` is copied. False as above.
COIR_API bool coir_node_schedule(CoirNode *node, const CoirTimerDef *def);

// Removes a timer by its key or by its callback; false when there is none. The third removes all timers and the
// per-frame function (not the type's `update`).
COIR_API bool coir_node_unschedule(CoirNode *node, const char *key);
COIR_API bool coir_node_unschedule_callback(CoirNode *node, CoirTickFn callback);
COIR_API void coir_node_unschedule_all(CoirNode *node);

// True while there is such a timer, also off stage or paused.
COIR_API bool coir_node_is_scheduled(const CoirNode *node, const char *key);
COIR_API bool coir_node_is_callback_scheduled(const CoirNode *node, CoirTickFn callback);

// Runs an action on the node and takes the description over: coir_action_retain it before to run it again. The run
// begins now, on stage or as soon as the node is there. {0, 0} when it cannot: a NULL node, no memory, or a NULL action
// (because a part of it could not be made: coir_error() says why).
COIR_API CoirRun coir_node_run(CoirNode *node, CoirAction *action);

// Stops all runs of the node; its properties stay as they are.
COIR_API void coir_node_stop_all(CoirNode *node);

// How many runs the node has, paused ones, too.
COIR_API int coir_node_run_count(const CoirNode *node);

// Stops and sets going the node's timers, updates and actions; not those of its children.
COIR_API void coir_node_pause(CoirNode *node);
COIR_API void coir_node_resume(CoirNode *node);
COIR_API bool coir_node_is_paused(const CoirNode *node);

#endif
