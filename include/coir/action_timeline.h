// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timelines: parts at given times, which may overlap. Staggers: an action on many nodes, one after the other.
//
//     coir_node_run(scene, coir_timeline(
//         coir_after(0, coir_targeted(logo, coir_fade_in(1))),
//         coir_after(-0.5, coir_targeted(logo, coir_rotate_by(1, 360))), // 0.5 s before the fade has ended
//         coir_mark("title"),
//         coir_with(0.2, coir_stagger(letters, 8, 0.05, COIR_FROM_CENTER, coir_jump_by(0.4, 0, 0, 30, 1))),
//         coir_at_mark("title", 1, coir_call(say_hello, NULL)),
//         coir_at(5, coir_targeted(logo, coir_fade_out(1)))));

#ifndef COIR_ACTION_TIMELINE_H
#define COIR_ACTION_TIMELINE_H

#include "coir/action.h"
#include "coir/node.h"

// Play all parts, each at its time; at least one part is needed. A part without a time begins when the part before
// ends. The timeline ends with the part that ends last. coir_timeline_of takes an array of `count` parts: the parts
// are taken over, the array stays yours. Return NULL for a part that begins before time 0, a part that is relative to
// the end of a part without end, a mark that is not written before its use, or if there is no memory.
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

// Set the time at which a part of a timeline begins, in seconds (below 0: earlier):
//
// 1. coir_at counts from the start of the timeline,
// 2. coir_after from the end of the part before,
// 3. coir_with from the start of the part before,
// 4. coir_at_mark from a mark of the same timeline; `mark` is copied.
//
// For the first part, coir_after and coir_with count from the start of the timeline.
COIR_API CoirAction *coir_at(double seconds, CoirAction *action);
COIR_API CoirAction *coir_after(double seconds, CoirAction *action);
COIR_API CoirAction *coir_with(double seconds, CoirAction *action);
COIR_API CoirAction *coir_at_mark(const char *mark, double seconds, CoirAction *action);

// Makes a part that names the time at which the part before ends (coir_at_mark, coir_run_seek_mark). The name is
// copied.
COIR_API CoirAction *coir_mark(const char *mark);

// The nodes of a stagger that begin first. A node that is n nodes away from them begins n times `each` seconds later.
typedef enum CoirStaggerFrom {
    COIR_FROM_START,
    COIR_FROM_END,
    COIR_FROM_CENTER, // the nodes in the middle first
    COIR_FROM_EDGES,  // the first node and the last node first
    COIR_FROM_RANDOM, // in an order that the seed decides
} CoirStaggerFrom;

// Plays an action on each of `count` (>= 1) nodes, as coir_targeted does, one node after the other; `each` is the time
// between two nodes in seconds. The array stays yours. Returns NULL for a NULL node, a negative `each`, a NULL action,
// or if there is no memory.
COIR_API CoirAction *coir_stagger(CoirNode *const *nodes, int count, double each, CoirStaggerFrom from,
                                  CoirAction *action);

// A stagger with further settings. Most staggers set only `each`, and `action` or `make`.
typedef struct CoirStaggerDef {
    double each; // seconds from one node to the next
    CoirStaggerFrom from;
    uint64_t seed;                                              // for COIR_FROM_RANDOM
    CoirEase ease;                                              // spreads the start times along a curve
    CoirAction *action;                                         // taken over
    CoirAction *(*make)(CoirNode *node, int index, void *user); // an action for each node, instead of `action`; if it
                                                                // returns NULL, no stagger is made
    void *user;                                                 // for `make`
} CoirStaggerDef;

// Makes a stagger with the settings of `def`. Returns NULL as coir_stagger does, and if `make` returns NULL.
COIR_API CoirAction *coir_stagger_with(CoirNode *const *nodes, int count, const CoirStaggerDef *def);

#endif
