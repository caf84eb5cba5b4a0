// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes the timeline of a description: flattens the description into items, sorts the items by time, links the items to
// channels, and lays out the state of a playhead. Repeats, and actions that change time, become items with inner
// timelines. An ease or a coir_speed around a leaf needs no inner timeline.

#include "action/play/timeline.h"

#include <math.h>
#include <string.h>

#include "action/play/playhead.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "base/world.h"
#include "time/nanoseconds.h"

static bool add_item(CoirTimeline *timeline, const CoirAction *action, int64_t begin, int64_t duration,
                     CoirNodeRef target)
{
    CoirItem *items =
        coir_grow(timeline->items, &timeline->item_capacity, timeline->count + 1, sizeof *timeline->items);
    if (!items)
        return false;
    timeline->items = items;
    items[timeline->count] = (CoirItem){.begin = begin,
                                        .end = duration == COIR_NEVER ? COIR_NEVER : begin + duration,
                                        .length = (double)duration,
                                        .action = action,
                                        .target = target,
                                        .order = timeline->count,
                                        .link = COIR_NO_LINK};
    timeline->count++;
    return true;
}

static bool flatten(CoirTimeline *timeline, CoirAction *action, int64_t begin, CoirNodeRef target);

// Flattens a repeat, a yoyo, a reverse_time, or an ease or a coir_speed around a composition.
static bool flatten_inner(CoirTimeline *timeline, CoirAction *action, int64_t begin, CoirNodeRef target)
{
    bool is_repeat = action->kind == COIR_ACTION_REPEAT;
    CoirAction *part = coir_action_parts(action)[0];
    while (action->kind == COIR_ACTION_EASE && part->kind == COIR_ACTION_EASE)
        part = coir_action_parts(part)[0]; // eases around eases bend time together, in one inner timeline
    if (!is_repeat && part->duration == 0)
        return flatten(timeline, part, begin, target); // there is no time to bend
    if (is_repeat && (action->times == 1 || part->duration == COIR_NEVER))
        return flatten(timeline, part, begin, target); // there is no second loop
    CoirTimeline *inner = coir_timeline_make(is_repeat ? action : part, target);
    if (!inner || !add_item(timeline, action, begin, action->duration, target))
        return coir_timeline_free(inner), false;
    timeline->items[timeline->count - 1].inner = inner;
    inner->can_wait = is_repeat && !coir_timeline_is_empty_loop(inner) && !inner->has_watched && !inner->has_exact;
    return true;
}

static bool flatten_leaf(CoirTimeline *timeline, const CoirAction *action, const CoirAction *leaf, int64_t begin,
                         CoirNodeRef target)
{
    if (!add_item(timeline, action, begin, action->duration, target))
        return false;
    CoirItem *item = &timeline->items[timeline->count - 1];
    item->leaf = leaf;
    item->is_eased = action->kind == COIR_ACTION_EASE;
    return true;
}

// Flattens a coir_speed around a leaf: the item is the leaf with the duration of the coir_speed.
static bool flatten_slowed(CoirTimeline *timeline, const CoirAction *speed, const CoirAction *leaf, int64_t begin,
                           CoirNodeRef target)
{
    if (!add_item(timeline, coir_action_parts(speed)[0], begin, speed->duration, target))
        return false;
    CoirItem *item = &timeline->items[timeline->count - 1];
    item->leaf = leaf;
    item->is_eased = coir_action_parts(speed)[0]->kind == COIR_ACTION_EASE;
    return true;
}

// Parts after an endless part are never reached, and neither are parts that begin after a hundred years.
static bool flatten_sequence(CoirTimeline *timeline, const CoirAction *action, int64_t begin, CoirNodeRef target)
{
    for (int i = 0; i < action->part_count && begin <= COIR_TIME_MAX; i++) {
        CoirAction *part = coir_action_parts(action)[i];
        if (!flatten(timeline, part, begin, target))
            return false;
        if (part->duration == COIR_NEVER)
            return true;
        begin += part->duration;
    }
    return true;
}

// Looks inside of an action: first skips eases; then skips each coir_targeted, each mark and each repeat of one loop.
// Returns the leaf inside, and stores the leaf's target if there is a coir_targeted around the leaf; NULL: there is no
// leaf inside.
static const CoirAction *leaf_inside(const CoirAction *action, CoirNodeRef *target)
{
    for (action = coir_action_core(action);; action = coir_action_parts(action)[0]) {
        if (action->kind == COIR_ACTION_TARGETED)
            *target = action->target;
        else if (action->kind != COIR_ACTION_MARKED && !(action->kind == COIR_ACTION_REPEAT && action->times == 1))
            return coir_action_kinds[action->kind].is_item ? action : NULL;
    }
}

static bool flatten(CoirTimeline *timeline, CoirAction *action, int64_t begin, CoirNodeRef target)
{
    CoirNodeRef own_target = target;
    const CoirAction *core = leaf_inside(action, &own_target);
    if (coir_action_instants(action) == 0) // the action only takes time
        return true;
    if (core && (core == action || action->kind == COIR_ACTION_EASE))
        return flatten_leaf(timeline, action, core, begin, own_target);
    switch (action->kind) {
    case COIR_ACTION_SEQUENCE: return flatten_sequence(timeline, action, begin, target);
    case COIR_ACTION_SPAWN:
        for (int i = 0; i < action->part_count; i++)
            if (!flatten(timeline, coir_action_parts(action)[i], begin, target))
                return false;
        return true;
    case COIR_ACTION_TARGETED: return flatten(timeline, coir_action_parts(action)[0], begin, action->target);
    case COIR_ACTION_MARKED:
    case COIR_ACTION_PLACED: return flatten(timeline, coir_action_parts(action)[0], begin, target);
    case COIR_ACTION_SPEED:
        core = leaf_inside(coir_action_parts(action)[0], &own_target);
        if (core)
            return flatten_slowed(timeline, action, core, begin, own_target);
        return flatten_inner(timeline, action, begin, target);
    default: return flatten_inner(timeline, action, begin, target);
    }
}

// Order --------------------------------------------------------------------------------------------------------------

typedef struct Entry {
    struct Entry *next;
    int64_t time;
    const CoirItem *item;
} Entry;

static bool is_before(const void *one, const void *other)
{
    const Entry *a = one, *b = other;
    return a->time != b->time ? a->time < b->time : a->item->order < b->item->order;
}

// Sorts all items of a timeline by the time at which they begin. `by_end`: sorts only the leaves that have a length and
// an end, by the time at which they end. Items with the same time are in the order of the description. Returns the
// first one of the sorted `entries`.
static const Entry *sort(const CoirTimeline *timeline, Entry *entries, bool by_end)
{
    Entry *list = NULL;
    for (int i = timeline->count - 1; i >= 0; i--) {
        const CoirItem *item = &timeline->items[i];
        bool ends = item->leaf && item->end > item->begin && item->end != COIR_NEVER;
        if (by_end && !ends)
            continue;
        entries[i] = (Entry){list, by_end ? item->end : item->begin, item};
        list = &entries[i];
    }
    bool is_short = !list || !list->next;
    return is_short ? list : coir_sort_list(list, &(const CoirListKind){offsetof(Entry, next), is_before, NULL});
}

static bool sort_by_time(CoirTimeline *timeline)
{
    size_t count = (size_t)timeline->count;
    CoirItem *items = coir_realloc(NULL, count * sizeof *items), *end = items;
    Entry *entries = coir_realloc(NULL, count * sizeof *entries);
    timeline->ends = coir_realloc(NULL, count * sizeof *timeline->ends);
    if (!items || !entries || !timeline->ends)
        return coir_free(items), coir_free(entries), false;
    for (const Entry *entry = sort(timeline, entries, false); entry; entry = entry->next)
        *end++ = *entry->item;
    coir_free(timeline->items);
    timeline->items = items;
    timeline->item_capacity = timeline->count;
    for (const Entry *entry = sort(timeline, entries, true); entry; entry = entry->next)
        timeline->ends[timeline->end_count++] = (int)(entry->item - items);
    coir_free(entries);
    return true;
}

// Channels -----------------------------------------------------------------------------------------------------------

static bool is_same_target(CoirNodeRef one, CoirNodeRef other)
{
    return one.index == other.index && one.generation == other.generation;
}

// Returns the index of the channel of a property, and makes the channel if needed; -1: no memory.
static int channel_of(CoirTimeline *timeline, const CoirPropertyTraits *property, CoirNodeRef target)
{
    for (int i = timeline->channel_count - 1; i >= 0; i--)
        if (coir_property_is_same(timeline->channels[i].property, property) &&
            is_same_target(timeline->channels[i].target, target))
            return i;
    CoirChannelDef *channels = coir_grow(timeline->channels, &timeline->channel_capacity, timeline->channel_count + 1,
                                         sizeof *timeline->channels);
    if (!channels)
        return -1;
    timeline->channels = channels;
    channels[timeline->channel_count] = (CoirChannelDef){.property = property, .target = target, .adds_equally = true};
    return timeline->channel_count++;
}

static bool add_link(CoirTimeline *timeline, int item, int part, CoirChannelDef def)
{
    CoirLinkDef *links =
        coir_grow(timeline->links, &timeline->link_capacity, timeline->link_count + 1, sizeof *timeline->links);
    if (!links)
        return false;
    timeline->links = links;
    int channel = channel_of(timeline, def.property, def.target);
    if (channel < 0)
        return false;
    timeline->channels[channel].adds |= def.adds;
    timeline->channels[channel].sets |= def.sets;
    timeline->channels[channel].adds_equally &= def.adds_equally;
    timeline->channels[channel].multiplies |= def.multiplies;
    timeline->channels[channel].link_count++;
    links[timeline->link_count++] = (CoirLinkDef){item, channel, part};
    return true;
}

static bool link_inner(CoirTimeline *timeline, int index)
{
    const CoirItem *item = &timeline->items[index];
    const CoirTimeline *inner = item->inner;
    for (int i = 0; i < inner->channel_count; i++) {
        CoirChannelDef def = inner->channels[i];
        if (!add_link(timeline, index, i, def))
            return false;
    }
    timeline->holds |= inner->holds;
    timeline->has_calls |= inner->has_calls;
    timeline->has_objects |= inner->has_objects;
    timeline->has_users |= inner->has_users;
    timeline->has_exact |= inner->has_exact;
    timeline->calls_users |= inner->calls_users;
    timeline->bend_calls_users |= inner->bend_calls_users || (inner->calls_users && coir_item_turns_back(item));
    timeline->has_fields |= inner->has_fields;
    timeline->toggles |= inner->toggles;
    timeline->blinks |= inner->blinks;
    timeline->has_watched |= !inner->can_wait;
    return true;
}

static bool link_leaf(CoirTimeline *timeline, int index)
{
    CoirItem *item = &timeline->items[index];
    const CoirAction *leaf = item->leaf;
    timeline->has_calls |= leaf->kind == COIR_ACTION_CALL;
    timeline->has_objects |= leaf->kind == COIR_ACTION_OBJECT || leaf->kind == COIR_ACTION_REMOVE;
    timeline->calls_users |= coir_item_calls_user(item);
    if (leaf->kind == COIR_ACTION_OBJECT) {
        timeline->has_users |= leaf->is_users;
        timeline->has_exact |= leaf->is_exact;
        return true;
    }
    if (!coir_action_kinds[leaf->kind].changes_property)
        return true;
    const CoirPropertyTraits *property = coir_leaf_property(leaf);
    bool sets = coir_action_kinds[leaf->kind].sets;
    timeline->toggles |= leaf->kind == COIR_ACTION_TOGGLE;
    timeline->blinks |= leaf->kind == COIR_ACTION_BLINK;
    timeline->has_fields |= coir_leaf_field(leaf) != NULL;
    timeline->holds |= property->frames != NULL;
    timeline->calls_users |= property->get != NULL;
    timeline->bend_calls_users |= property->get != NULL;
    CoirChannelDef def = {.property = property,
                          .target = item->target,
                          .adds = !sets,
                          .sets = sets,
                          .adds_equally = leaf->kind == COIR_ACTION_BY,
                          .multiplies = leaf->kind == COIR_ACTION_TIMES};
    return add_link(timeline, index, -1, def);
}

static bool has_function(const CoirAction *action)
{
    while (action->kind == COIR_ACTION_EASE && action->bend != COIR_BEND_FUNCTION)
        action = coir_action_parts(action)[0];
    return action->kind == COIR_ACTION_EASE;
}

static bool link_items(CoirTimeline *timeline)
{
    for (int i = 0; i < timeline->count; i++) {
        bool asks = has_function(timeline->items[i].action);
        timeline->calls_users |= asks;
        timeline->bend_calls_users |= asks;
        timeline->items[i].link = timeline->link_count;
        if (!(timeline->items[i].inner ? link_inner(timeline, i) : link_leaf(timeline, i)))
            return false;
        if (timeline->items[i].link == timeline->link_count)
            timeline->items[i].link = COIR_NO_LINK;
    }
    return true;
}

// State --------------------------------------------------------------------------------------------------------------

static size_t item_state_size(const CoirItem *item)
{
    if (item->inner)
        return item->inner->state_size;
    if (item->leaf->kind == COIR_ACTION_OBJECT)
        return COIR_STATE_ALIGNED(sizeof(CoirObjectState)) + 2 * COIR_STATE_ALIGNED(item->leaf->object->state_size);
    bool has_start = coir_action_kinds[item->leaf->kind].sets || item->leaf->kind == COIR_ACTION_TIMES;
    return has_start ? sizeof(CoirLeafState) : 0;
}

static void lay_out(CoirTimeline *timeline)
{
    size_t size = COIR_STATE_ALIGNED(sizeof(CoirPlayhead));
    timeline->channels_at = size;
    size += COIR_STATE_ALIGNED((size_t)timeline->channel_count * sizeof(CoirChannel));
    timeline->links_at = size;
    size += COIR_STATE_ALIGNED((size_t)timeline->link_count * sizeof(CoirLink));
    for (int i = 0; i < timeline->count; i++) {
        timeline->items[i].state = size;
        size += COIR_STATE_ALIGNED(item_state_size(&timeline->items[i]));
    }
    for (int i = 0; i < timeline->channel_count; i++) {
        const CoirFrameTraits *frames = timeline->channels[i].property->frames;
        timeline->channels[i].notes = size;
        size += frames ? 2 * COIR_STATE_ALIGNED(frames->note_size) : 0;
    }
    timeline->state_size = size;
}

// Making -------------------------------------------------------------------------------------------------------------

static void free_inner(const CoirTimeline *timeline)
{
    for (int i = 0; i < timeline->count; i++)
        coir_timeline_free(timeline->items[i].inner);
}

void coir_timeline_free(CoirTimeline *timeline)
{
    if (!timeline)
        return;
    if (timeline->known_at)
        coir_world()->known_timelines[timeline->known_at - 1] = NULL;
    free_inner(timeline);
    coir_free(timeline);
}

static bool fill(CoirTimeline *timeline, CoirAction *action, CoirNodeRef target)
{
    bool is_loop = action->kind == COIR_ACTION_REPEAT && action->times != 1 && action->times != 0 &&
                   coir_action_parts(action)[0]->duration != COIR_NEVER;
    CoirAction *body = is_loop ? coir_action_parts(action)[0] : action;
    timeline->times = is_loop ? action->times : 1;
    timeline->length = body->duration;
    timeline->total = action->duration;
    if (!flatten(timeline, body, 0, target))
        return false;
    if (timeline->count > 0 && (!sort_by_time(timeline) || !link_items(timeline)))
        return false;
    lay_out(timeline);
    return coir_timeline_prepare(timeline);
}

static size_t array_size(int count, size_t size)
{
    return ((size_t)count * size + 7) / 8 * 8;
}

// Copies an array to `to`. Returns the address after the copy, aligned for the next array.
static void *copy_array(void *to, const void *array, int count, size_t size)
{
    if (count > 0)
        memcpy(to, array, (size_t)count * size);
    return (char *)to + array_size(count, size);
}

// Returns a copy of a timeline and its arrays in one block of memory; NULL: no memory.
static CoirTimeline *pack(const CoirTimeline *draft)
{
    size_t items_size = array_size(draft->count, sizeof *draft->items);
    size_t channels_size = array_size(draft->channel_count, sizeof *draft->channels);
    size_t links_size = array_size(draft->link_count, sizeof *draft->links);
    size_t ends_size = array_size(draft->end_count, sizeof *draft->ends);
    int grouped_count = draft->is_sequential ? draft->count : 0;
    size_t grouped_size = array_size(grouped_count, sizeof *draft->channel_items);
    CoirTimeline *timeline =
        coir_realloc(NULL, sizeof *timeline + items_size + channels_size + links_size + ends_size + grouped_size);
    if (!timeline)
        return NULL;
    *timeline = *draft;
    timeline->items = (CoirItem *)(timeline + 1);
    timeline->channels = copy_array(timeline->items, draft->items, draft->count, sizeof *draft->items);
    timeline->links = copy_array(timeline->channels, draft->channels, draft->channel_count, sizeof *draft->channels);
    timeline->ends = copy_array(timeline->links, draft->links, draft->link_count, sizeof *draft->links);
    timeline->channel_items = copy_array(timeline->ends, draft->ends, draft->end_count, sizeof *draft->ends);
    copy_array(timeline->channel_items, draft->channel_items, grouped_count, sizeof *draft->channel_items);
    return timeline;
}

CoirTimeline *coir_timeline_make(CoirAction *action, CoirNodeRef target)
{
    CoirTimeline draft = {.head = {action, coir_timeline_free}};
    CoirTimeline *timeline = fill(&draft, action, target) ? pack(&draft) : NULL;
    if (!timeline)
        free_inner(&draft);
    coir_free(draft.items);
    coir_free(draft.ends);
    coir_free(draft.channel_items);
    coir_free(draft.channels);
    coir_free(draft.links);
    return timeline;
}

// Changes the target `node` to {0, 0}, the node of the run.
static void leave_out_target(CoirTimeline *timeline, CoirNodeRef node)
{
    const CoirNodeRef of_run = {0, 0};
    for (int i = 0; i < timeline->count; i++) {
        CoirItem *item = &timeline->items[i];
        if (is_same_target(item->target, node))
            item->target = of_run;
        if (item->inner)
            leave_out_target(item->inner, node);
    }
    for (int i = 0; i < timeline->channel_count; i++)
        if (is_same_target(timeline->channels[i].target, node))
            timeline->channels[i].target = of_run;
}

CoirTimeline *coir_timeline_make_for(CoirAction *action, CoirNodeRef node)
{
    CoirTimeline *timeline = coir_timeline_make(action, node);
    if (timeline)
        leave_out_target(timeline, node);
    return timeline;
}

// Lets an action use the timeline of `original`, an equal description. The action retains `original`, which has the
// timeline.
static void borrow_timeline(CoirAction *action, CoirAction *original)
{
    coir_action_retain(original)->given++;
    action->timeline = original->timeline;
}

// Puts a timeline into the world's table of the timelines that were made last, by the hash of the description. Users
// mostly write a description for each run, and many descriptions are equal. A run of an equal description needs no new
// timeline, and the items that all these runs read stay in the processor's cache.
static void keep_timeline(CoirTimeline *timeline, uint32_t index)
{
    CoirTimeline **known = &coir_world()->known_timelines[index];
    if (*known)
        (*known)->known_at = 0;
    *known = timeline;
    timeline->known_at = (uint16_t)(index + 1);
}

const CoirTimeline *coir_action_timeline(CoirAction *action)
{
    if (action->timeline)
        return action->timeline;
    uint32_t hash = coir_action_hash(action), index = hash % COIR_KNOWN_TIMELINES;
    const CoirTimeline *known = coir_world()->known_timelines[index];
    if (hash != 0 && known && coir_action_may_borrow(action, known->head.action)) {
        borrow_timeline(action, known->head.action);
        return action->timeline;
    }
    action->timeline = coir_timeline_make(action, (CoirNodeRef){0, 0});
    if (action->timeline && hash != 0)
        keep_timeline(action->timeline, index);
    return action->timeline;
}
