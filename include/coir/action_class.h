// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Kinds of actions of your own: a table of functions, and what they know.
//
//     typedef struct Shake { float strength; } Shake;           // given when it is made
//     typedef struct ShakeState { CoirVec2 start; } ShakeState; // of each run
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

// Those left out are NULL. All may do anything to the node, to others and to the run.
//
// A run may be sought, and time inside of it may turn back. So `start` is called once for each passing, with a state
// all zero (in a repeat once for each loop, save for those beyond a thousand in one step or seek, which are left out);
// `update` as often as it takes, in either direction; `undo` when the run, or what turns time back around it, goes back
// past its begin, or is played anew up to where it is sought: then `update` may follow without another `start`, with
// the state as the first start left it. `undo` may come again without an `update` in between. Nothing is called when a
// state is given up: keep nothing in it that must be freed.
typedef struct CoirActionClass {
    const char *name;
    size_t parameters_size; // bytes, copied when it is made; 0: none
    size_t state_size;      // bytes, aligned like allocated memory, all zero at each start; 0: none

    // Its turn has come: take in what is needed from the node.
    void (*start)(CoirNode *node, const void *parameters, void *state);

    // In each step, and for the last time with t = 1. `t` is the fraction of its time, eased, and may come from either
    // side.
    void (*update)(CoirNode *node, const void *parameters, void *state, double t);

    // The run has ended while this was in progress. The node is on its way out if it is COIR_END_GONE.
    void (*end)(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason);

    // Put back what `start` found. NULL: update with t = 0.
    void (*undo)(CoirNode *node, const void *parameters, void *state);

    // Makes the opposite, for coir_reverse; NULL on error. Left out: it has none.
    CoirAction *(*reverse)(const void *parameters, double duration);
} CoirActionClass;

// An action of a class, which must live on; `parameters` is copied. NULL on error: a NULL class, one without `update`,
// a bad duration, or no memory.
COIR_API CoirAction *coir_action_new(const CoirActionClass *action_class, double duration, const void *parameters);

#endif
