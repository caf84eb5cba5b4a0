// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plain runs: the items change one property of the run's node, one item after the other, and all of them add; or there
// is only one leaf. The state of a plain run follows from its local time, its start value and the value written last.

#include "action/describe/leaf.h"
#include "action/run/run.h"

float *coir_run_plain_values(const CoirRunRecord *run, const CoirItem *item)
{
    return (float *)((char *)coir_run_node_of(run) + item->offset);
}

static float stored(const CoirItem *item, double value)
{
    return coir_stored(item->is_fraction ? COIR_STORAGE_FRACTION : COIR_STORAGE_FLOAT, value);
}

// Reads the start value, and adds changes that others have made since the last write.
static void catch_up(CoirRunRecord *run, const CoirItem *item)
{
    const float *values = coir_run_plain_values(run, item);
    CoirRunHot *hot = coir_run_hot(run);
    for (int i = 0; i < item->numbers; i++) {
        if (!(run->flags & COIR_RUN_KNOWN))
            hot->at[i] = (double)values[i];
        else if (item->hot == COIR_HOT_BY && values[i] != hot->wrote[i])
            hot->at[i] += (double)values[i] - (double)hot->wrote[i];
        hot->wrote[i] = values[i];
    }
    run->flags |= COIR_RUN_KNOWN;
}

// Returns the amount that the leaves before an item have added since the begin of the run.
double coir_run_plain_sum(const CoirTimeline *timeline, const CoirItem *item, int64_t loop, int number)
{
    return item->hot == COIR_HOT_BY ? (double)loop * timeline->loop_sum[number] + item->done[number] : 0;
}

static double plain_value(const CoirTimeline *timeline, const CoirRunRecord *run, const CoirItem *item, int64_t loop,
                          double t, bool is_over, int i)
{
    double start = coir_run_hot(run)->at[i] + coir_run_plain_sum(timeline, item, loop, i);
    if (item->hot == COIR_HOT_BY)
        return coir_leaf_by(start, (double)item->value[i], t);
    double way = coir_leaf_way(start, (double)item->value[i], item->hot == COIR_HOT_TURN);
    return is_over ? (double)item->value[i] : coir_leaf_to(start, way, t);
}

static void write_plain(CoirRunRecord *run, const CoirItem *item, int64_t loop, double t, bool is_over)
{
    float *values = coir_run_plain_values(run, item);
    for (int i = 0; i < item->numbers; i++)
        coir_run_hot(run)->wrote[i] = values[i] =
            stored(item, plain_value(run->action->timeline, run, item, loop, t, is_over, i));
}

// Returns the last item that has begun at a time of a loop; NULL: none.
static const CoirItem *last_begun(const CoirTimeline *timeline, int64_t time)
{
    int low = 0, high = timeline->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (timeline->items[middle].begin <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &timeline->items[low - 1] : NULL;
}

// The item that a run has reached at a local time.
typedef struct Reached {
    const CoirItem *item;     // last item that has begun; NULL: none
    int64_t loop, loop_begin; // number of the item's loop, and the local time at which this loop began
    int64_t time;             // local time, counted from the begin of the loop
} Reached;

static Reached reach(const CoirTimeline *timeline, int64_t local)
{
    if (timeline->times == 1)
        return (Reached){last_begun(timeline, local), 0, 0, local};
    int64_t length = timeline->length, loop = local / length;
    loop -= loop == timeline->times;
    const CoirItem *item = last_begun(timeline, local - loop * length);
    if (!item && loop > 0) { // the last item of the loop before
        loop--;
        item = &timeline->items[timeline->count - 1];
    }
    return (Reached){item, loop, loop * length, local - loop * length};
}

// Returns the local time at which the next item begins; COIR_NEVER: there is none.
static int64_t next_begin(const CoirTimeline *timeline, const Reached *reached)
{
    const CoirItem *next = reached->item ? reached->item + 1 : timeline->items;
    if (next < timeline->items + timeline->count)
        return reached->loop_begin + next->begin;
    return timeline->times == 1 ? COIR_NEVER : reached->loop_begin + timeline->length + timeline->items[0].begin;
}

// Lets the manager step the item that is in progress.
static void put_into_hot(CoirRunRecord *run, const Reached *reached)
{
    const CoirItem *item = reached->item;
    CoirRunHot *hot = coir_run_hot(run);
    for (int i = 0; i < item->numbers; i++)
        hot->at[i] += coir_run_plain_sum(run->action->timeline, item, reached->loop, i);
    if (item->hot == COIR_HOT_TURN)
        hot->at[1] = coir_leaf_way(hot->at[0], (double)item->value[0], true);
    hot->leaf = item;
    hot->since = run->base + reached->loop_begin + item->begin;
}

// Without a leaf in the hot part, `at` is the start value of the run.
void coir_run_step_plain(uint32_t index, CoirRunRecord *run, int64_t local)
{
    Reached reached = reach(run->action->timeline, local);
    const CoirItem *item = reached.item;
    if (item && !(run->flags & COIR_RUN_OVER)) { // a leaf that does not add has its last value only once
        bool is_over = reached.time >= item->end;
        double t = is_over ? 1 : coir_action_eased(item->action, (double)(reached.time - item->begin) / item->length);
        catch_up(run, item);
        write_plain(run, item, reached.loop, t, is_over);
        if (!is_over) {
            put_into_hot(run, &reached);
            return;
        }
        if (item->hot != COIR_HOT_BY)
            run->flags |= COIR_RUN_OVER;
    }
    coir_run_doze(index, run, local, next_begin(run->action->timeline, &reached));
}
