// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Your own kinds of actions: a table of functions, parameters, and a state for each run.
//
//     typedef struct Shake { float strength; } Shake;           // parameters, given to coir_action_new
//     typedef struct ShakeState { CoirVec2 start; } ShakeState; // state of each run
//
//     static void shake_start(CoirNode *node, const void *parameters, void *state)
//     {
//         ((ShakeState *)state)->start = node->position;
//     }
//
//     static void shake_update(CoirNode *node, const void *parameters, void *state, double t)
//     {
//         const Shake *shake = parameters;
//         ShakeState *self = state;
//         node->position.x = self->start.x + shake->strength * (float)((1 - t) * sin(t * 60));
//     }
//
//     static const CoirActionClass shake_class = {"shake", sizeof(Shake), sizeof(ShakeState),
//                                                 .start = shake_start, .update = shake_update};
//
//     coir_node_run(node, coir_action_new(&shake_class, 0.5, &(Shake){12}));

#ifndef COIR_ACTION_CLASS_H
#define COIR_ACTION_CLASS_H

#include <stddef.h>

#include "coir/action.h"
#include "coir/run.h"

// A kind of action. The functions may do anything to the node, to other nodes and to the run. `update` is required,
// the others may be NULL.
//
// A run may seek, and its time may turn back. So the functions are called as follows:
//
// 1. `start` is called each time the action begins, with a state that is all zero. In a repeat, this is once for each
//    loop. If one step or seek has more than a thousand loops, the further loops call no function.
// 2. `update` is called in each step, with a `t` that may grow and shrink, and with t = 1 when the time passes the end.
//    When the time of an ease, yoyo or reverse_time goes back into an action or an earlier loop, `update` is called for
//    the new time, without another `start`. If an action ends before the new time, for example in an earlier loop,
//    `update` is called with t = 1, unless the last call was already for t = 1.
// 3. `undo` is called, with the state of the last `start`, when the time of an ease, yoyo or reverse_time goes back
//    before the action's start. When the time reaches the start again, the action begins with `start`.
// 4. A seek of the run to an earlier time undoes all actions that have begun, once each and in reverse order, and then
//    plays the run anew. `undo` gets the state of the first `start` of the action, in a repeat that of the first loop.
//    The seek also undoes actions that rule 3 has undone already. If no part and no loop begins or ends between the two
//    times, and no yoyo, reverse_time or eased composition is in progress, the seek only calls `update` for the new
//    time. A step of a run that goes backwards (coir_run_reverse) calls the functions as such a seek does.
//
// No function is called when a state is dropped, so the state must not hold anything that has to be freed.
typedef struct CoirActionClass {
    const char *name;
    size_t parameters_size; // bytes of the parameters, which coir_action_new copies; 0: none
    size_t state_size;      // bytes of the state, aligned like allocated memory; 0: none

    // Called when the action begins. Stores in the state the values of the node that `update` needs.
    void (*start)(CoirNode *node, const void *parameters, void *state);

    // Changes the node. `t` is the eased fraction of the action's time: 0 at the start, 1 at the end. Some eases leave
    // 0..1 on the way.
    void (*update)(CoirNode *node, const void *parameters, void *state, double t);

    // Called if the run ends while the action is in progress, and not when the action reaches its own end. With
    // COIR_END_GONE, the run's node is being destroyed; inside coir_targeted, `node` is another node.
    void (*end)(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason);

    // Sets the node back to the values that `start` found. If NULL, `update` is called with t = 0, and the action
    // begins again without `start`, unless the action then begins in another loop than at its last `start`.
    void (*undo)(CoirNode *node, const void *parameters, void *state);

    // Makes the opposite of the action, for coir_reverse; returns NULL on error. The opposite may last longer or
    // shorter than `duration`, the duration of the action. If NULL, the action has no opposite.
    CoirAction *(*reverse)(const void *parameters, double duration);
} CoirActionClass;

// Makes an action of a class. The class must stay valid; `parameters` is copied. Returns NULL for a NULL class, a class
// without `update`, NULL `parameters` if `parameters_size` is above 0, a bad duration, or if there is no memory.
COIR_API CoirAction *coir_action_new(const CoirActionClass *action_class, double duration, const void *parameters);

#endif
