// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timelines: a description is flattened into a timeline when it is first run. The parts of sequences and spawns become
// items of one list, sorted by time: leaves over [begin, end), and instants.

#ifndef COIR_TIMELINE_H
#define COIR_TIMELINE_H

#include "action/describe/action.h"

// Leaves that a manager steps by itself (manager.c): straight leaves that change one or two numbers.
typedef enum CoirHot { COIR_HOT_NOT, COIR_HOT_BY, COIR_HOT_TO, COIR_HOT_TURN } CoirHot;

// Hot leaves that a manager steps together, of a run that is not plain.
#define COIR_HOT_MAX 4

// A leaf over [begin, end), an instant (begin == end), or a timeline inside: a repeat, or an action that changes the
// time of a composition.
typedef struct CoirItem {
    // A step of a hot leaf reads these fields.
    int64_t begin, end; // end COIR_NEVER: without end
    double length;      // of a leaf: its duration
    float value[2];     // of a hot leaf, as `offset`, `numbers` and `is_fraction`
    uint16_t offset;    // of the property in the node
    uint8_t hot;        // CoirHot
    uint8_t numbers;
    bool is_fraction; // stored as COIR_STORAGE_FRACTION
    bool is_eased;
    const CoirAction *action; // the action with the eases around it

    const CoirAction *leaf; // the action without eases; NULL: a timeline inside
    CoirTimeline *inner;    // the timeline inside; NULL: a leaf
    CoirNodeRef target;     // by coir_targeted; {0, 0}: the node of the run
    int setter; // in a sequential timeline: place in the channel of the last leaf before that sets; -1: none
    double done[COIR_PROPERTY_WIDTH]; // in a sequential timeline: the amounts that the leaves after `setter` have added
    size_t state;                     // offset of the item's state in the state of the timeline
    int order;                        // place in the order of writing
    int link;                         // first link of the item; a leaf that changes a property has one link
} CoirItem;

// A property of a node that items of the timeline change.
typedef struct CoirChannelDef {
    const CoirPropertyTraits *property;
    CoirNodeRef target;
    bool adds, sets; // there are leaves that add to the property, leaves that set it
    bool is_even;    // every loop adds the same amount
    bool multiplies; // there are leaves whose amount depends on the value at their begin
    int link_count;
    size_t notes; // of frames, used in the run's own playhead: offset in the state of two notes of CoirFrameTraits, for
                  // the frame that the run found first, and the frame that others have shown last

    // In a sequential timeline.
    int first, count;                     // the channel's items in `channel_items`
    double loop_sum[COIR_PROPERTY_WIDTH]; // sum of the amounts of a loop
} CoirChannelDef;

// A link: an item changes a channel, or (`part` >= 0) the channel number `part` of the item's timeline does.
typedef struct CoirLinkDef {
    int item, channel, part;
} CoirLinkDef;

// The arrays follow the timeline in one block of memory.
struct CoirTimeline {
    CoirTimelineHead head; // first
    int64_t length;        // of one loop; COIR_NEVER: without end
    int64_t total;         // of all loops; COIR_NEVER: without end
    int times;             // number of loops; -1: forever
    size_t state_size;
    size_t channels_at, links_at; // offsets in the state
    bool is_sequential;           // calls, and in each channel straight leaves, one after the other
    bool is_plain;               // sequential, hot leaves only, and the values in a loop follow from the time (plain.c)
    bool is_bare;                // plain, and the hot part of a run has room for the whole state
    uint8_t hot_count;           // number of hot leaves for which a block has room
    bool holds;                  // the state holds textures
    bool has_only_calls;         // all items are calls
    bool has_calls, has_objects; // there are calls, objects
    bool has_users;              // there are objects of a user's class, for which every loop counts
    bool has_exact;              // there are exact objects (exact.c)
    bool calls_users;            // playing may call functions of the user, or destroy nodes
    bool bend_calls_users;       // so may playing between two events: ease functions, and replays of time benders
    bool has_fields;             // there are leaves of fields
    bool toggles;                // there are toggles
    bool blinks;                 // there are blinks
    bool has_watched;            // there are timelines inside that cannot wait
    bool can_wait;               // as a timeline inside: nothing is done before its next event, which is known
    uint16_t known_at;           // 1 + index in the table of known timelines; 0: the timeline is not known
    int count, end_count, channel_count, link_count;
    int item_capacity, channel_capacity, link_capacity; // only while the timeline is made
    CoirItem *items;                                    // in the order of begin, then of writing
    int *ends;          // items that are leaves with a length and an end, in the order of end, then of writing
    int *channel_items; // of a sequential timeline: the items of each channel, in the order of begin
    CoirChannelDef *channels;
    CoirLinkDef *links; // in the order of items
};

// Returns the timeline of an action. At the first call, finds the timeline of an equal description, or makes one. NULL:
// no memory.
const CoirTimeline *coir_action_timeline(CoirAction *action);

// Returns true for an item at which the user's functions may be called, or a node is destroyed: ease functions aside.
static inline bool coir_item_calls_user(const CoirItem *item)
{
    const CoirAction *leaf = item->leaf;
    if (!leaf)
        return false;
    if (leaf->kind == COIR_ACTION_OBJECT)
        return leaf->is_users || leaf->calls_user;
    return leaf->kind == COIR_ACTION_CALL || leaf->kind == COIR_ACTION_REMOVE;
}

// Returns true for a repeat without end whose loops have no length: it has one loop in each update, at the end of the
// step. The `loop` of its playhead is the number of the last update in which it had a loop.
static inline bool coir_timeline_is_idle(const CoirTimeline *timeline)
{
    return timeline->times < 0 && timeline->length == 0;
}

// Makes a timeline in which items without a target of their own change `target`, and frees a timeline. NULL: no memory.
CoirTimeline *coir_timeline_make(CoirAction *action, CoirNodeRef target);
void coir_timeline_free(CoirTimeline *timeline);

// Finds out what is known of a timeline whose items are linked. Returns false without memory.
bool coir_timeline_prepare(CoirTimeline *timeline);

// Returns how many of the first items of a list have begun (`by_end`: have ended) at a time. `numbers`: the list, in
// the order of begin or end; NULL: all items.
int coir_items_until(const CoirItem *items, const int *numbers, int count, int64_t time, bool by_end);

// Return a leaf by its place in a channel of a sequential timeline, and the place of the last leaf that has begun at a
// time of a loop; -1: none.
static inline const CoirItem *coir_timeline_leaf(const CoirTimeline *timeline, const CoirChannelDef *channel, int place)
{
    return &timeline->items[timeline->channel_items[channel->first + place]];
}

static inline int coir_timeline_last_begun(const CoirTimeline *timeline, const CoirChannelDef *channel, int64_t time)
{
    const int *numbers = &timeline->channel_items[channel->first];
    return coir_items_until(timeline->items, numbers, channel->count, time, false) - 1;
}

// The `link` of an item without links.
#define COIR_NO_LINK (-1)

#endif
