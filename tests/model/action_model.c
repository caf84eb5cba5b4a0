// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A composition with a time of its own (speed, reverse_time, yoyo, and an ease around a composition) is a clock. The
// clocks form a tree below the run's own time. The start and the end of an item are times on the item's clock. All
// starts and ends are sorted by the time of the run at which the item's clock first reaches them.
//
// The value of a property is computed in three parts: 1. the value found when the run began; 2. the items that are
// over, in the order in which they were first over; 3. the items in progress, in the order of the description.

#include "model/action_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/action_bend.h"
#include "model/action_item.h"

// A clock. Clock 0 is the run's own time.
typedef struct Clock {
    const ActionTree *tree;
    int parent;
    int64_t begin; // time on the parent
    BendPeaks peaks;
} Clock;

typedef struct Event {
    int item;
    bool is_end;
    int64_t time, inner; // time on clock 0, and time on the item's clock
} Event;

// The moment for which values are computed: a time, or the instant just before an event.
typedef struct Moment {
    int64_t time;
    int count;          // number of events that have happened
    const Event *event; // event that comes next; NULL: the moment is a time
    bool is_stopped;
    bool is_begin; // true for the values that a new item finds: blinks in progress do not count
} Moment;

struct ActionPlan {
    ModelValues found;
    Clock *clocks;
    ModelItem *items;
    Event *events;
    int clock_count, clock_capacity, item_count, item_capacity, event_count;
    unsigned groups[TREE_NODES];
};

// Clocks -------------------------------------------------------------------------------------------------------------

// Returns the first time on the parent at which `clock` reads `inner` or more.
static int64_t on_parent(const Clock *clock, int64_t inner)
{
    return clock->begin + bend_first_time(clock->tree, &clock->peaks, inner);
}

static bool is_under(const ActionPlan *plan, int clock, int above)
{
    while (clock > above) // inner clocks have higher numbers
        clock = plan->clocks[clock].parent;
    return clock == above;
}

static int64_t time_of_event(const ActionPlan *plan, const Event *event, int clock)
{
    int64_t time = event->inner;
    for (int at = plan->items[event->item].clock; at != clock; at = plan->clocks[at].parent)
        time = on_parent(&plan->clocks[at], time);
    return time;
}

// Returns the time that a clock reads. Below 0: the clock has not begun.
static int64_t reading(const ActionPlan *plan, const Moment *moment, int clock)
{
    if (moment->event && is_under(plan, plan->items[moment->event->item].clock, clock))
        return time_of_event(plan, moment->event, clock);
    if (clock == 0)
        return moment->time;
    int64_t elapsed = reading(plan, moment, plan->clocks[clock].parent) - plan->clocks[clock].begin;
    return elapsed < 0 ? -1 : bend_time(plan->clocks[clock].tree, elapsed);
}

// Values -------------------------------------------------------------------------------------------------------------

static bool writes(const ModelItem *item, int node, TreeGroup group)
{
    return item->node == node && item->leaf->leaf->group == group;
}

// An item is LEFT in one of two cases:
// 1. The clock went back to the start of the item, and ended there.
// 2. The item is a blink that was over, and the clock went back before the start. The end of the blink stays in effect,
//    like an instant.
typedef enum Progress { NOT_BEGUN, IN_PROGRESS, OVER, LEFT } Progress;

// Returns true if a clock, or a clock around this clock, has ended. An item in progress is then LEFT if the clock ended
// at the start of the item.
static bool has_ended(const ActionPlan *plan, const Moment *moment, int clock)
{
    for (; clock > 0; clock = plan->clocks[clock].parent) {
        const Clock *at = &plan->clocks[clock];
        if (at->tree->length != TREE_NEVER && reading(plan, moment, at->parent) - at->begin >= at->tree->length)
            return true;
    }
    return false;
}

static Progress progress(const ActionPlan *plan, const Moment *moment, const ModelItem *item)
{
    if (moment->count <= item->begun_at)
        return NOT_BEGUN;
    bool was_over = moment->count > item->over_at;
    if (model_item_is_instant(item))
        return was_over ? OVER : NOT_BEGUN;
    int64_t time = reading(plan, moment, item->clock);
    if (was_over && time >= item->end)
        return OVER;
    if (time < item->begin)
        return was_over && item->leaf->leaf->form == FORM_BLINK ? LEFT : NOT_BEGUN;
    return time == item->begin && has_ended(plan, moment, item->clock) ? LEFT : IN_PROGRESS;
}

static bool sets(const ModelItem *item)
{
    return item->leaf->leaf->form == FORM_TO || item->leaf->leaf->form == FORM_SET;
}

static bool is_in_progress_at(const ModelItem *item, int64_t time)
{
    return item->begin < time && time < item->end;
}

// Returns true if `setter` absorbs the amount that `mover` has moved: the start value of `setter` contains the amount,
// so that only later moves of `mover` are added. `setter` absorbs if it sets the property that `mover` moves, is on the
// same clock, comes before `mover` in the description, and begins while `mover` is in progress; but not if another
// setter between the two is in progress at that time.
static bool takes_in(const ModelItem *setter, const ModelItem *mover)
{
    TreeGroup group = mover->leaf->leaf->group;
    if (!sets(setter) || !writes(setter, mover->node, group) || setter->clock != mover->clock ||
        !is_in_progress_at(mover, setter->begin))
        return false;
    for (const ModelItem *between = setter + 1; between < mover; between++)
        if (sets(between) && writes(between, mover->node, group) && is_in_progress_at(between, setter->begin))
            return false;
    return true;
}

// Returns the amount that `mover` has moved since the last item that absorbed an amount of `mover`.
static double moved_since(const ActionPlan *plan, const Moment *moment, const ModelItem *mover, int k, double t)
{
    const ModelItem *last = NULL;
    for (const ModelItem *setter = plan->items; setter < mover; setter++)
        if (takes_in(setter, mover) && progress(plan, moment, setter) != NOT_BEGUN &&
            (!last || setter->begin > last->begin))
            last = setter;
    double before = last ? model_item_moved(mover, k, model_item_fraction(mover, last->begin)) : 0;
    return model_item_moved(mover, k, t) - before;
}

static double value_after(const ActionPlan *plan, const Moment *moment, const ModelItem *item, int k, double value)
{
    return model_item_moves(item) ? value + moved_since(plan, moment, item, k, 1) : model_item_after(item, k, value);
}

// Returns true if an animation that comes later in the description is LEFT, too. The later animation then decides which
// frame shows.
static bool is_left_by_later(const ActionPlan *plan, const Moment *moment, const ModelItem *item)
{
    for (const ModelItem *later = item + 1; later < plan->items + plan->item_count; later++)
        if (writes(later, item->node, item->leaf->leaf->group) && later->clock == item->clock &&
            item->leaf->leaf->group == GROUP_FRAME && progress(plan, moment, later) == LEFT)
            return true;
    return false;
}

static void values_at(const ActionPlan *plan, const Moment *moment, int node, TreeGroup group, double *values)
{
    int width = action_tree_width(group);
    memcpy(values, plan->found.groups[node][group], sizeof plan->found.groups[node][group]);
    for (int i = 0; i < moment->count; i++) {
        const ModelItem *item = &plan->items[plan->events[i].item];
        if (!plan->events[i].is_end || !writes(item, node, group))
            continue;
        Progress now = progress(plan, moment, item);
        if (now == LEFT && is_left_by_later(plan, moment, item))
            continue;
        for (int k = 0; k < width && (now == OVER || (now == LEFT && !model_item_moves(item))); k++)
            values[k] = now == OVER ? value_after(plan, moment, item, k, values[k]) : model_item_left(item, k);
    }
    for (const ModelItem *item = plan->items; item < plan->items + plan->item_count; item++) {
        bool is_left_out = moment->is_begin && item->leaf->leaf->form == FORM_BLINK;
        if (is_left_out || !writes(item, node, group) || progress(plan, moment, item) != IN_PROGRESS)
            continue;
        double t = model_item_fraction(item, reading(plan, moment, item->clock));
        bool is_replayed = moment->count > item->over_at;
        for (int k = 0; k < width; k++)
            values[k] = model_item_moves(item) ? values[k] + moved_since(plan, moment, item, k, t)
                                               : model_item_during(item, k, t, moment->is_stopped, is_replayed);
    }
}

static void all_values_at(const ActionPlan *plan, const Moment *moment, ModelValues *values)
{
    for (int node = 0; node < TREE_NODES; node++)
        for (int group = 0; group < GROUP_COUNT; group++)
            if (plan->groups[node] & 1u << group)
                values_at(plan, moment, node, (TreeGroup)group, values->groups[node][group]);
}

// Values that items find ---------------------------------------------------------------------------------------------

static void hold(const ActionPlan *plan, const Moment *moment, ModelItem *item)
{
    for (const ModelItem *other = plan->items; other < item; other++) {
        if (!writes(other, item->node, item->leaf->leaf->group) || !model_item_moves(other) ||
            progress(plan, moment, other) != IN_PROGRESS)
            continue;
        double t = model_item_fraction(other, reading(plan, moment, other->clock));
        for (int k = 0; k < action_tree_width(item->leaf->leaf->group); k++)
            item->held[k] += moved_since(plan, moment, other, k, t);
    }
}

static void find_starts(ActionPlan *plan)
{
    for (int i = 0; i < plan->event_count; i++) {
        const Event *event = &plan->events[i];
        ModelItem *item = &plan->items[event->item];
        TreeForm form = item->leaf->leaf->form;
        Moment moment = {.time = event->time, .count = i, .event = event, .is_begin = true};
        if (item->leaf->leaf->group == GROUP_NONE)
            continue;
        if (event->is_end && (form == FORM_TO || form == FORM_SET))
            hold(plan, &moment, item);
        else if (!event->is_end)
            values_at(plan, &moment, item->node, item->leaf->leaf->group, item->from);
        for (int k = 0; !event->is_end && form == FORM_TO && k < 3; k++)
            item->from[k] = model_shown(item->leaf->leaf->group, item->from[k]);
    }
}

// The list of items --------------------------------------------------------------------------------------------------

typedef struct Slice {
    int node, clock;
    int64_t begin, until; // times on the clock
    bool is_opposite;
} Slice;

static void add_items(ActionPlan *plan, const ActionTree *tree, Slice slice);

static void *grown(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : 64;
    items = realloc(items, (size_t)*capacity * size);
    if (!items)
        abort();
    return items;
}

static void add_leaf(ActionPlan *plan, const ActionTree *eases, const ActionTree *leaf, Slice slice)
{
    plan->items = grown(plan->items, plan->item_count, &plan->item_capacity, sizeof *plan->items);
    plan->items[plan->item_count++] = (ModelItem){.leaf = leaf,
                                                  .eased = eases,
                                                  .is_opposite = slice.is_opposite,
                                                  .node = slice.node,
                                                  .clock = slice.clock,
                                                  .begin = slice.begin,
                                                  .end = slice.begin + leaf->length};
    if (leaf->leaf->group != GROUP_NONE)
        plan->groups[slice.node] |= 1u << leaf->leaf->group;
}

static void add_clock(ActionPlan *plan, const ActionTree *tree, Slice slice)
{
    int64_t elapsed = slice.until - slice.begin;
    plan->clocks = grown(plan->clocks, plan->clock_count, &plan->clock_capacity, sizeof *plan->clocks);
    Clock *clock = &plan->clocks[plan->clock_count];
    *clock = (Clock){.tree = tree, .parent = slice.clock, .begin = slice.begin};
    bend_find_peaks(tree, &clock->peaks);
    slice.clock = plan->clock_count++;
    slice.begin = 0;
    slice.until = tree->length == TREE_NEVER ? bend_time(tree, elapsed) : TREE_NEVER;
    add_items(plan, tree->kind == TREE_EASE ? action_tree_eased(tree) : tree->parts[0], slice);
}

// Adds the parts of a sequence, or the loops of a repeat, one after the other.
static void add_row(ActionPlan *plan, const ActionTree *tree, Slice slice)
{
    bool is_sequence = tree->kind == TREE_SEQUENCE;
    int count = is_sequence ? tree->part_count : tree->times;
    for (int i = 0; tree->kind == TREE_FOREVER || i < count; i++) {
        int which = slice.is_opposite ? count - 1 - i : i;
        const ActionTree *part = tree->parts[is_sequence ? which : 0];
        add_items(plan, part, slice);
        if (part->length == TREE_NEVER || part->length > slice.until - slice.begin)
            return;
        slice.begin += part->length;
    }
}

// Returns true if the number of reverses among nested eases is odd. The eases themselves stay the same: the opposite of
// an ease is the ease of the opposite.
static bool is_reversed_inside(const ActionTree *tree)
{
    bool is_reversed = false;
    for (; tree->kind == TREE_EASE || tree->kind == TREE_REVERSE; tree = tree->parts[0])
        is_reversed ^= tree->kind == TREE_REVERSE;
    return is_reversed;
}

// Returns the leaf inside an ease, and changes `slice` to the leaf's node and direction. A targeted, a reverse or a
// repeat of one loop may be around the leaf. Returns NULL if the ease contains any other composition.
static const ActionTree *leaf_inside(const ActionTree *tree, Slice *slice)
{
    for (tree = action_tree_eased(tree);; tree = tree->parts[0]) {
        if (tree->kind == TREE_TARGETED)
            slice->node = tree->node;
        else if (tree->kind == TREE_REVERSE)
            slice->is_opposite = !slice->is_opposite;
        else if (tree->kind != TREE_REPEAT || tree->times != 1)
            return tree->kind == TREE_LEAF ? tree : NULL;
    }
}

static void add_eased(ActionPlan *plan, const ActionTree *tree, Slice slice)
{
    slice.is_opposite ^= is_reversed_inside(tree);
    Slice inside = slice;
    const ActionTree *leaf = leaf_inside(tree, &inside);
    if (leaf)
        add_leaf(plan, tree, leaf, inside);
    else
        add_clock(plan, tree, slice);
}

static void add_items(ActionPlan *plan, const ActionTree *tree, Slice slice)
{
    if (slice.begin > slice.until)
        return;
    switch (tree->kind) {
    case TREE_LEAF: add_leaf(plan, tree, tree, slice); return;
    case TREE_SEQUENCE:
    case TREE_REPEAT:
    case TREE_FOREVER: add_row(plan, tree, slice); return;
    case TREE_SPAWN:
        for (int i = 0; i < tree->part_count; i++)
            add_items(plan, tree->parts[i], slice);
        return;
    case TREE_EASE: add_eased(plan, tree, slice); return;
    case TREE_SPEED:
    case TREE_REVERSE_TIME:
    case TREE_YOYO: add_clock(plan, tree, slice); return;
    case TREE_TARGETED: slice.node = tree->node; break;
    case TREE_REVERSE: slice.is_opposite = !slice.is_opposite; break;
    }
    add_items(plan, tree->parts[0], slice);
}

// The order of events ------------------------------------------------------------------------------------------------

static const ActionPlan *sorted; // plan whose events compare_events compares

static int compare_times(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

static int common_clock(const Event *a, const Event *b)
{
    int clock = sorted->items[a->item].clock;
    while (!is_under(sorted, sorted->items[b->item].clock, clock))
        clock = sorted->clocks[clock].parent;
    return clock;
}

// Returns true if the event is the end of an item that has a length and is on `clock`. At one time, all such ends come
// before anything begins.
static bool is_first(const Event *event, int clock)
{
    const ModelItem *item = &sorted->items[event->item];
    return event->is_end && item->end > item->begin && item->clock == clock;
}

static int compare_events(const void *first, const void *second)
{
    const Event *a = first, *b = second;
    int clock = common_clock(a, b), order = compare_times(a->time, b->time);
    if (!order)
        order = compare_times(time_of_event(sorted, a, clock), time_of_event(sorted, b, clock));
    if (order)
        return order;
    if (is_first(a, clock) != is_first(b, clock))
        return is_first(a, clock) ? -1 : 1;
    return a->item != b->item ? a->item - b->item : a->is_end - b->is_end;
}

static void add_event(ActionPlan *plan, int item, bool is_end)
{
    Event *event = &plan->events[plan->event_count++];
    *event = (Event){.item = item, .is_end = is_end};
    event->inner = is_end ? plan->items[item].end : plan->items[item].begin;
    event->time = time_of_event(plan, event, 0);
}

static void sort_events(ActionPlan *plan)
{
    plan->events = malloc((size_t)(2 * plan->item_count + 1) * sizeof *plan->events);
    if (!plan->events)
        abort();
    for (int i = 0; i < plan->item_count; i++) {
        add_event(plan, i, false);
        add_event(plan, i, true);
    }
    sorted = plan;
    qsort(plan->events, (size_t)plan->event_count, sizeof *plan->events, compare_events);
    for (int i = 0; i < plan->event_count; i++) {
        ModelItem *item = &plan->items[plan->events[i].item];
        *(plan->events[i].is_end ? &item->over_at : &item->begun_at) = i;
    }
}

// The public functions -----------------------------------------------------------------------------------------------

ActionPlan *action_plan_new(const ActionTree *tree, int node, const ModelValues *found, int64_t horizon)
{
    ActionPlan *plan = calloc(1, sizeof *plan);
    if (!plan)
        abort();
    plan->found = *found;
    plan->clocks = grown(NULL, 0, &plan->clock_capacity, sizeof *plan->clocks);
    plan->clocks[plan->clock_count++] = (Clock){.parent = -1};
    add_items(plan, tree, (Slice){.node = node, .until = horizon});
    sort_events(plan);
    find_starts(plan);
    return plan;
}

void action_plan_free(ActionPlan *plan)
{
    if (!plan)
        return;
    free(plan->clocks);
    free(plan->items);
    free(plan->events);
    free(plan);
}

int action_plan_count(const ActionPlan *plan, int64_t time)
{
    int count = 0;
    while (count < plan->event_count && plan->events[count].time <= time)
        count++;
    return count;
}

int action_plan_next_call(const ActionPlan *plan, int from, int64_t until)
{
    for (int i = from; i < plan->event_count && plan->events[i].time <= until; i++)
        if (plan->events[i].is_end && plan->items[plan->events[i].item].leaf->leaf->form == FORM_CALL)
            return i;
    return -1;
}

PlanCall action_plan_call(const ActionPlan *plan, int index)
{
    const ModelItem *item = &plan->items[plan->events[index].item];
    return (PlanCall){item->leaf->name, item->node, plan->events[index].time};
}

void action_plan_values(const ActionPlan *plan, int64_t time, bool is_stopped, ModelValues *values)
{
    all_values_at(plan, &(Moment){time, action_plan_count(plan, time), NULL, is_stopped, false}, values);
}

void action_plan_values_in_call(const ActionPlan *plan, int index, bool is_stopped, ModelValues *values)
{
    const Event *event = &plan->events[index];
    all_values_at(plan, &(Moment){event->time, index, event, is_stopped, false}, values);
}

unsigned action_plan_groups(const ActionPlan *plan, int node)
{
    return plan->groups[node];
}
