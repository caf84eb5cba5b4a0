// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timelines: a description is flattened into a timeline at its first run. The parts of sequences and spawns become
// items of one list, sorted by time: leaves over [begin, end), and instants. A part with loops, or with a time of its
// own, becomes an item with an inner timeline.
//
// The events of a timeline are the times at which an item begins or ends, also in an inner timeline, and at which a
// loop ends.

#ifndef COIR_TIMELINE_H
#define COIR_TIMELINE_H

#include "action/describe/action.h"

// Kind of a hot leaf. A manager steps hot leaves without a playhead (manager.c). A hot leaf changes one or two floats
// of a node by a formula of leaf.h, and has a length, no path and no functions of the user. BY adds an amount, TO sets
// numbers, TURN sets an angle and turns the shorter way round.
typedef enum CoirHot { COIR_HOT_NOT, COIR_HOT_BY, COIR_HOT_TO, COIR_HOT_TURN } CoirHot;

// Greatest number of hot leaves of a run that a manager steps together. A plain run may have more.
#define COIR_HOT_MAX 4

// An item is one of three things:
//
// 1. A leaf over [begin, end).
// 2. An instant: begin == end.
// 3. An inner timeline: of a repeat, a yoyo, a reverse_time, or of an ease or a coir_speed around a composition.
typedef struct CoirItem {
    // A step of a hot leaf reads these fields.
    int64_t begin, end;       // end COIR_NEVER: without end
    double length;            // of a leaf: its duration
    float value[2];           // of a hot leaf: numbers to add or to set
    uint16_t offset;          // of a hot leaf: offset of the property in the node
    uint8_t hot;              // CoirHot
    uint8_t numbers;          // of a hot leaf: count of numbers in `value`
    bool is_fraction;         // of a hot leaf: the property is stored as COIR_STORAGE_FRACTION
    bool is_eased;            // `action` is an ease around `leaf`
    const CoirAction *action; // the leaf, the outermost ease or other action around the leaf, or the action of `inner`

    const CoirAction *leaf; // the leaf inside of `action`; NULL: the item has an inner timeline
    CoirTimeline *inner;    // inner timeline; NULL: the item is a leaf
    CoirNodeRef target;     // node of the leaf or the call; {0, 0}: the node of the run

    // Of a leaf in a channel of a sequential timeline.
    int setter;                       // index, in the channel, of the last earlier leaf that sets; -1: none
    double done[COIR_PROPERTY_WIDTH]; // sum of the amounts of the leaves between `setter` and this leaf

    size_t state; // offset of the item's state in the state of the timeline
    int order;    // index in the order of the description
    int link;     // first link of the item, or COIR_NO_LINK; a leaf that changes a property has one link
} CoirItem;

// A channel: a property of a node that items of the timeline change. All items that change the property share the
// channel. The state of the channel is a CoirChannel of the playhead.
typedef struct CoirChannelDef {
    const CoirPropertyTraits *property;
    CoirNodeRef target;
    bool adds, sets;   // there are leaves that add to the property, leaves that set the property
    bool adds_equally; // every loop adds the same amount
    bool multiplies;   // there are leaves that add an amount that depends on the value at their begin
    int link_count;
    size_t notes; // of a channel of frames: offset, in the state of the timeline, of two notes (copies of frames,
                  // CoirFrameTraits): the frame that the run found first, and the frame that other code has shown last.
                  // Used only in the run's own playhead

    // In a sequential timeline.
    int first, count;                     // range of the channel in `channel_items`
    double loop_sum[COIR_PROPERTY_WIDTH]; // of a channel without leaves that set: sum of the amounts of one loop
} CoirChannelDef;

// A link: an item that changes a channel. `item` and `channel` are indices. `part` is the channel of the item's inner
// timeline that continues in this channel; -1: the item is a leaf.
typedef struct CoirLinkDef {
    int item, channel, part;
} CoirLinkDef;

// The arrays follow the timeline in one block of memory.
struct CoirTimeline {
    CoirTimelineHead head;        // must be first
    int64_t length;               // of one loop; COIR_NEVER: without end
    int64_t total;                // of all loops; COIR_NEVER: without end
    int times;                    // number of loops; -1: forever
    size_t state_size;            // of the state: a CoirPlayhead, and the states of channels, links and items
    size_t channels_at, links_at; // offsets in the state
    bool
        is_sequential; // only calls, and straight leaves (action.h) without a path; in each channel one after the other
    bool is_plain;     // sequential, only hot leaves without `target`, and the values follow from the time (plain.c)
    bool is_bare;      // plain, and the hot part of a run (run.h) has room for the whole state
    uint8_t hot_count; // number of hot leaves for which the block of a run has room
    bool holds;        // the state has notes of frames, which retain textures
    bool has_only_calls;         // all items are calls
    bool has_calls, has_objects; // there are calls; there are objects, or removals of nodes
    bool has_users;              // there are objects of a user's class: only loops beyond a limit are skipped (loops.c)
    bool has_exact;              // there are exact objects (exact.c)
    bool calls_users;            // playing may call functions of the user, or destroy nodes
    bool bend_calls_users;       // user code may be called between events: by eases, fields, or replays of time benders
    bool has_fields;             // there are leaves that change fields of the user's node types
    bool toggles;                // there are toggles
    bool blinks;                 // there are blinks
    bool has_watched;            // there are inner timelines that cannot wait
    bool can_wait;               // of an inner timeline: its playhead need not move before its next event
    uint16_t known_at;           // 1 + index in the table of known timelines; 0: the timeline is not in the table
    int count, end_count, channel_count, link_count;
    int item_capacity, channel_capacity, link_capacity; // only while the timeline is made
    CoirItem *items;                                    // in the order of begin, then of the description
    int *ends;          // indices of the leaves with a length and an end, in the order of end, then of the description
    int *channel_items; // of a sequential timeline: indices of the items, channel by channel, in the order of begin
    CoirChannelDef *channels;
    CoirLinkDef *links; // in the order of items
};

// Returns the timeline of an action. The first call finds the timeline of an equal description, or makes a timeline.
// NULL: no memory.
const CoirTimeline *coir_action_timeline(CoirAction *action);

// Returns true for a leaf that calls functions of the user or destroys a node. Ease functions, functions of fields and
// inner timelines do not count.
static inline bool coir_item_calls_user(const CoirItem *item)
{
    const CoirAction *leaf = item->leaf;
    if (!leaf)
        return false;
    if (leaf->kind == COIR_ACTION_OBJECT)
        return leaf->is_users || leaf->calls_user;
    return leaf->kind == COIR_ACTION_CALL || leaf->kind == COIR_ACTION_REMOVE;
}

// Returns true for an empty loop: an endless repeat with loops of zero length. Such a repeat has one loop in each
// update: first when the item begins, and in later updates at the end of the step. `loop` of its playhead is the number
// of the last update that had a loop.
static inline bool coir_timeline_is_empty_loop(const CoirTimeline *timeline)
{
    return timeline->times < 0 && timeline->length == 0;
}

// Make and free a timeline. `target`: the node of items without a target of their own; {0, 0}: the node of the run.
// coir_timeline_make returns NULL if there is no memory.
CoirTimeline *coir_timeline_make(CoirAction *action, CoirNodeRef target);
void coir_timeline_free(CoirTimeline *timeline);

// Makes the timeline of a run on `node` if a coir_targeted inside the action names the node: items with and without
// this coir_targeted share the channels of the node, and have no target. Returns NULL if there is no memory.
CoirTimeline *coir_timeline_make_for(CoirAction *action, CoirNodeRef node);

// Finds the hot leaves of a timeline, and whether the timeline is sequential, plain and bare (prepare.c). The items
// must have their links already. Returns false if there is no memory.
bool coir_timeline_prepare(CoirTimeline *timeline);

// Returns how many items of a sorted list have begun (`by_end`: have ended) at a time. `numbers`: the indices of the
// items, in the order of begin or end; NULL: all items.
int coir_items_until(const CoirItem *items, const int *numbers, int count, int64_t time, bool by_end);

// Returns leaf number `index` in a channel of a sequential timeline.
static inline const CoirItem *coir_timeline_leaf(const CoirTimeline *timeline, const CoirChannelDef *channel, int index)
{
    return &timeline->items[timeline->channel_items[channel->first + index]];
}

// Returns the number of the last leaf that has begun up to `time` in a channel of a sequential timeline; -1: none.
// `time` counts from the beginning of the loop.
static inline int coir_timeline_last_begun(const CoirTimeline *timeline, const CoirChannelDef *channel, int64_t time)
{
    const int *numbers = &timeline->channel_items[channel->first];
    return coir_items_until(timeline->items, numbers, channel->count, time, false) - 1;
}

// The `link` of an item without links.
#define COIR_NO_LINK (-1)

#endif
