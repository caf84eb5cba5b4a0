// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions: descriptions of what happens to a node over time, and runs of them.
//
// A description does not change and may run on any number of nodes at once. Constructors take over the descriptions
// given to them, and coir_node_run takes over its own, so that a whole expression needs no names and leaks nothing:
//
//     CoirAction *there = coir_move_by(1, 100, 0), *back = coir_move_by(1, -100, 0);
//     coir_node_run(node, coir_repeat_forever(coir_sequence(there, coir_delay(0.5), back)));
//
// To run one twice, coir_action_retain it before. When a part is NULL because it could not be made, the whole becomes
// NULL, the other parts are released, and coir_error() keeps the first reason: one check at the end serves the
// expression.

#ifndef COIR_ACTION_H
#define COIR_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/ease.h"
#include "coir/node_class.h"

typedef struct CoirAction CoirAction;

// A description that is run on a node. A value: once the run has ended it names nothing, and using it is harmless.
typedef struct CoirRun {
    uint32_t index, generation;
} CoirRun;

typedef void (*CoirCallFn)(CoirNode *node, void *user);

// One more owner for a description, and one less; the last one frees it. Runs own theirs by themselves. retain returns
// `action`; NULL does nothing.
COIR_API CoirAction *coir_action_retain(CoirAction *action);
COIR_API void coir_action_release(CoirAction *action);

// How long it takes in seconds, infinity for one that repeats forever; 0 for NULL.
COIR_API double coir_action_duration(const CoirAction *action);

// All durations are seconds, 0 to a hundred years. A description may have 10 000 levels and 16 million parts. Every
// constructor returns NULL on error: a number that is not finite or out of range (a reported mistake), or no memory.

// Moves to a place, or by a distance, in the parent's points. Two moves by at once add up.
COIR_API CoirAction *coir_move_to(double duration, float x, float y);
COIR_API CoirAction *coir_move_by(double duration, float x, float y);

// Scales to a size, or by a factor (2, 2: twice as large).
COIR_API CoirAction *coir_scale_to(double duration, float x, float y);
COIR_API CoirAction *coir_scale_by(double duration, float x, float y);

// Turns to an angle, the shorter way round, or by an angle, in degrees clockwise.
COIR_API CoirAction *coir_rotate_to(double duration, float degrees);
COIR_API CoirAction *coir_rotate_by(double duration, float degrees);

// Fades to an opacity of 0..1; in: to 1; out: to 0.
COIR_API CoirAction *coir_fade_to(double duration, float opacity);
COIR_API CoirAction *coir_fade_in(double duration);
COIR_API CoirAction *coir_fade_out(double duration);

// Waits.
COIR_API CoirAction *coir_delay(double duration);

// Calls `function` with the node and `user`. It may do anything, destroy the node included. NULL is a mistake.
COIR_API CoirAction *coir_call(CoirCallFn function, void *user);

// Destroys the node.
COIR_API CoirAction *coir_remove_self(void);

// One after the other, or all at once; from one part on. The second forms take an array of `count` parts, which stays
// the caller's while its parts are taken over.
#define coir_sequence(...) coir_sequence_to_end_(COIR_PARTS_(__VA_ARGS__))
#define coir_spawn(...) coir_spawn_to_end_(COIR_PARTS_(__VA_ARGS__))
COIR_API CoirAction *coir_sequence_of(CoirAction *const *parts, int count);
COIR_API CoirAction *coir_spawn_of(CoirAction *const *parts, int count);

// What the macros are made of: an array with a mark at its end. Counting the parts with sizeof would write each of them
// twice, and so a composition that is ten levels deep a thousand times.
#define COIR_PARTS_(...) ((CoirAction *[]){__VA_ARGS__, &coir_parts_end_})
COIR_API extern CoirAction coir_parts_end_;
COIR_API CoirAction *coir_sequence_to_end_(CoirAction *const *parts);
COIR_API CoirAction *coir_spawn_to_end_(CoirAction *const *parts);

// `times` times (0: nothing; below 0 is a mistake), or without end. What repeats forever may only be run, or be the
// last part of a sequence or a part of a spawn; what follows it is never reached.
COIR_API CoirAction *coir_repeat(int times, CoirAction *action);
COIR_API CoirAction *coir_repeat_forever(CoirAction *action);

// Lets an action's time pass along a curve. One that repeats forever is a mistake.
COIR_API CoirAction *coir_ease(CoirEase ease, CoirAction *action);

// Stops a run; what it has changed stays as it is. A stale run does nothing.
COIR_API void coir_run_stop(CoirRun run);

// True until the run is done or stopped.
COIR_API bool coir_run_is_running(CoirRun run);

#endif
