// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What descriptions are flattened into when they are first run: sequences and spawns vanish into leaves on [begin, end)
// and instants, sorted by time.

#ifndef COIR_ACTION_TIMELINE_H
#define COIR_ACTION_TIMELINE_H

#include "action/action.h"

// Leaves that a manager steps by itself (manager.c): straight ones that change one or two numbers.
typedef enum CoirHot { COIR_HOT_NOT, COIR_HOT_BY, COIR_HOT_TO, COIR_HOT_TURN } CoirHot;

// A leaf over [begin, end), an instant (begin == end), or a timeline inside: a repeat, or what bends time around a
// composition.
typedef struct CoirItem {
    int64_t begin, end;       // end COIR_NEVER: without end
    double length;            // of a leaf: its duration
    const CoirAction *action; // with the eases that stand around it
    const CoirAction *leaf;   // without; NULL: a timeline inside
    CoirTimeline *inner;
    CoirNodeRef target; // by coir_targeted; {0, 0}: the node of the run
    double done[2];     // in a plain timeline: how far the leaves before it go
    size_t state;       // where its state lies
    int order;          // of writing
    int link;           // its first link; a leaf that changes a property has one
    bool is_eased;
    uint8_t hot; // CoirHot, and for it:
    uint8_t numbers;
    bool is_opacity;
    uint16_t offset; // of the property in the node
    float value[2];
} CoirItem;

// A property of a node that something in the timeline changes.
typedef struct CoirChannelDef {
    CoirProperty property;
    CoirNodeRef target;
    bool adds, sets; // there are leaves that change it by an amount, and such that set it
    bool is_even;    // and every loop moves it alike
} CoirChannelDef;

// What changes a channel: an item, or (`part` >= 0) the part-th channel of the timeline inside it.
typedef struct CoirLinkDef {
    int item, channel, part;
} CoirLinkDef;

struct CoirTimeline {
    CoirAction *action; // that it is of
    int64_t length;     // of one loop; COIR_NEVER: without end
    int64_t total;
    int times; // -1: forever
    size_t state_size;
    size_t channels_at, links_at; // in the state
    bool is_plain;                // see run.h
    bool holds;                   // something inside holds textures
    bool has_calls, has_objects;  // there are some inside
    bool has_users;               // and objects of the user's own, of which every loop counts
    bool toggles;                 // something inside does something else in every second loop
    double loop_sum[2];           // of a plain one: how far a loop goes
    int count, end_count, channel_count, link_count;
    int item_capacity, channel_capacity, link_capacity;
    CoirItem *items; // in order of begin, then of writing
    int *ends;       // the leaves with a length and an end, in order of end, then of writing
    CoirChannelDef *channels;
    CoirLinkDef *links; // in order of items
};

// The timeline of an action, made if need be; it is the action's. NULL: no memory.
const CoirTimeline *coir_action_timeline(CoirAction *action);

// Makes one in which what has no target of its own is about `target`, and frees one. NULL: no memory.
CoirTimeline *coir_timeline_make(CoirAction *action, CoirNodeRef target);
void coir_timeline_free(CoirTimeline *timeline);

// The number that stands for an item without a link.
#define COIR_NO_LINK (-1)

#endif
