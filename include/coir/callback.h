// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Callbacks: the function types that several modules share. A function that takes a callback also takes a pointer
// `user`. Coir passes `user` to the callback as the last argument, and never reads the memory behind it.
//
// 1. CoirCallFn is called with a node.
// 2. CoirTickFn is called with a target and a number: the time that has passed, or a number that changes.
// 3. CoirUserFn is called when there is no node and no number.
//
// The other callback types have arguments of their own, or return a value. They are in the header of their module.

#ifndef COIR_CALLBACK_H
#define COIR_CALLBACK_H

#include "coir/api.h"

typedef struct CoirNode CoirNode;

// Called with a node: by the action coir_call, by timers (coir_node_every, coir_node_once_after, CoirTimerDef), and for
// each child (coir_node_each_child).
typedef void (*CoirCallFn)(CoirNode *node, void *user);

// Called with a target and a number. The target is a node, or the address that was given to the Scheduler.
//
// 1. In a per-frame update (coir_node_every_frame, coir_scheduler_schedule_update), `value` is the time of the frame
//    (with CoirDirectorDef.step: of the step), in seconds on the target's clock: all time scales count.
// 2. In a timer (CoirTimerDef, coir_scheduler_every), `value` is the time since the previous call, in seconds on the
//    same clock; in the first call, the time since the timer was scheduled.
// 3. In the action coir_each, `value` is the number that changes.
typedef void (*CoirTickFn)(void *target, double value, void *user);

// Called with `user` alone: by coir_scheduler_post, and to release `user` (coir_action_own, coir_node_own,
// CoirTimerDef.release).
typedef void (*CoirUserFn)(void *user);

// A CoirCallFn or a CoirTickFn that identifies a timer of a node. Coir compares the function, and never calls it.
// COIR_CALLBACK makes a CoirAnyFn of a function; the compiler refuses functions of another type.
typedef void (*CoirAnyFn)(void);
#if defined(__cplusplus)
inline CoirAnyFn COIR_CALLBACK(CoirCallFn function)
{
    return reinterpret_cast<CoirAnyFn>(function);
}

inline CoirAnyFn COIR_CALLBACK(CoirTickFn function)
{
    return reinterpret_cast<CoirAnyFn>(function);
}

inline CoirAnyFn COIR_CALLBACK(CoirAnyFn function)
{
    return function;
}
#else
// clang-format off
#define COIR_CALLBACK(function)            \
    _Generic((function),                   \
        CoirCallFn: (CoirAnyFn)(function), \
        CoirTickFn: (CoirAnyFn)(function), \
        CoirAnyFn: (function))
// clang-format on
#endif

#endif
