// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timelines: parts at given times, that may overlap; and one thing on many nodes, one after the other.
//
//     coir_node_run(scene, coir_timeline(
//         coir_after(0, coir_targeted(logo, coir_fade_in(1))),
//         coir_after(-0.5, coir_targeted(logo, coir_rotate_by(1, 360))), // before the one before it has ended
//         coir_mark("title"),
//         coir_with(0.2, coir_stagger(letters, 8, 0.05, COIR_FROM_CENTER, coir_jump_by(0.4, 0, 0, 30, 1))),
//         coir_at_mark("title", 1, coir_call(say_hello, NULL)),
//         coir_at(5, coir_targeted(logo, coir_fade_out(1)))));

#ifndef COIR_ACTION_TIMELINE_H
#define COIR_ACTION_TIMELINE_H

#include "coir/action.h"
#include "coir/node.h"

// All parts, each at its time; from one part on. A part that does not say when begins when the one before it ends. As
// long as what ends last. The second form takes an array of `count` parts, which stays the caller's while its parts are
// taken over. NULL on error, as all actions: a part before time 0, one relative to a part that has no end, a mark that
// does not stand before it, or no memory.
#if !defined(__cplusplus)
#define coir_timeline(...) coir_timeline_to_end_(COIR_PARTS_(__VA_ARGS__))
#endif
COIR_API CoirAction *coir_timeline_of(CoirAction *const *parts, int count);
COIR_API CoirAction *coir_timeline_to_end_(CoirAction *const *parts);

#if defined(__cplusplus)
template <typename... Parts> inline CoirAction *coir_timeline(Parts... parts)
{
    CoirAction *const all[] = {parts..., &coir_parts_end_};
    return coir_timeline_to_end_(all);
}
#endif

// When a part begins, in seconds: from the timeline's begin, from the end of the part before it, from that one's begin
// (for the first part both are the timeline's begin; below 0: earlier), or from a mark of the same timeline. Only as
// parts of a timeline.
COIR_API CoirAction *coir_at(double seconds, CoirAction *action);
COIR_API CoirAction *coir_after(double seconds, CoirAction *action);
COIR_API CoirAction *coir_with(double seconds, CoirAction *action);
COIR_API CoirAction *coir_at_mark(const char *mark, double seconds, CoirAction *action);

// Names (the name is copied) the time at which the part before it ends.
COIR_API CoirAction *coir_mark(const char *mark);

// Where a stagger begins: its parts begin `each` seconds after one another, counted by how far they are from there.
typedef enum CoirStaggerFrom {
    COIR_FROM_START,
    COIR_FROM_END,
    COIR_FROM_CENTER, // the middle ones first
    COIR_FROM_EDGES,  // the first and the last one first
    COIR_FROM_RANDOM, // in an order given by the seed
} CoirStaggerFrom;

// Runs one action on each of `count` (>= 1) nodes, as coir_targeted does, one after the other. NULL on error: a NULL
// node, a negative `each`, a NULL action, or no memory.
COIR_API CoirAction *coir_stagger(CoirNode *const *nodes, int count, double each, CoirStaggerFrom from,
                                  CoirAction *action);

// The same with all that can be said. All zero but `each` and one of `action` and `make` is usual.
typedef struct CoirStaggerDef {
    double each; // seconds between one and the next
    CoirStaggerFrom from;
    uint64_t seed;                                              // for COIR_FROM_RANDOM
    CoirEase ease;                                              // spreads the begins along a curve
    CoirAction *action;                                         // taken over
    CoirAction *(*make)(CoirNode *node, int index, void *user); // or one for each node; NULL ends it all
    void *user;                                                 // for `make`
} CoirStaggerDef;
COIR_API CoirAction *coir_stagger_with(CoirNode *const *nodes, int count, const CoirStaggerDef *def);

#endif
