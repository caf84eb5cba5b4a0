// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The runs of a node, which are a ring in insertion order.

#include "action/run/run.h"
#include "base/fail.h"
#include "node/clock.h"

// The ring -----------------------------------------------------------------------------------------------------------

static void link_run(CoirNode *node, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (node->runs_ == 0) {
        run->next = run->previous = node->runs_ = index;
        return;
    }
    CoirRunRecord *first = coir_run_at(node->runs_);
    run->next = node->runs_;
    run->previous = first->previous;
    coir_run_at(first->previous)->next = index;
    first->previous = index;
}

// Beginning ----------------------------------------------------------------------------------------------------------

// Wraps an endless repeat of an action without length in a sequence. Such a repeat has one loop in each update, and
// must be an item of a timeline.
static CoirAction *wrap(CoirAction *action)
{
    if (action->kind == COIR_ACTION_PLACED) {
        MISTAKE(
            "an action is run: coir_at, coir_after, coir_with and coir_at_mark are for the parts of a coir_timeline");
        return coir_action_refuse(action);
    }
    bool is_empty_loop =
        action->kind == COIR_ACTION_REPEAT && action->times < 0 && coir_action_parts(action)[0]->duration == 0;
    return is_empty_loop ? coir_sequence(action) : action;
}

// Gives a new run its timeline. If a coir_targeted inside the action names the node of the run, the run gets a
// timeline of its own, in which both are the same target.
static bool set_timeline(CoirRunRecord *run, CoirNode *node, CoirAction *action)
{
    if (!coir_action_names(action, coir_node_ref(node))) {
        const CoirTimeline *timeline = coir_action_timeline(action);
        return timeline && coir_run_set_timeline(run, node, action, timeline);
    }
    CoirTimeline *own = coir_timeline_make(action, coir_node_ref(node));
    if (!own)
        return false;
    if (!coir_run_set_timeline(run, node, action, own))
        return coir_timeline_free(own), false;
    run->block->own_timeline = own;
    return true;
}

static uint32_t new_run(CoirNode *node, CoirAction *action)
{
    uint32_t index = coir_runs_take();
    if (index == 0)
        return 0;
    CoirRunRecord *run = coir_run_at(index);
    CoirActionManager *manager = coir_manager_of(node);
    if (!set_timeline(run, node, action)) {
        coir_runs_give(index);
        return 0;
    }
    coir_run_hot(run)->node = node;
    if (!manager || coir_manager_add(manager))
        return index;
    coir_run_free_block(run);
    coir_runs_give(index);
    return 0;
}

static const CoirAttachment attachment;

CoirRun coir_node_start_run(CoirNode *node, CoirAction *action)
{
    action = wrap(action);
    uint32_t index = action ? new_run(node, action) : 0;
    if (index == 0) {
        coir_action_release(action);
        return (CoirRun){0, 0};
    }
    action->given++;
    CoirRunRecord *run = coir_run_at(index);
    run->order = coir_runs_next_order();
    coir_run_hot(run)->since = COIR_RUN_BEFORE_ALL;
    coir_attachment_use(COIR_ATTACHED_RUNS, &attachment);
    link_run(node, index);
    CoirRun name = {index, run->generation};
    coir_run_thaw(index);
    if (coir_run_has_exact(run))
        coir_run_begin_exact(index);
    return name;
}

// All runs of a node -------------------------------------------------------------------------------------------------

// Forgets the time of the last freeze, which does not count with another manager. One case is different: a run that
// has come to the frame's end, and moves from the world to the interface, has come to the end of the interface's
// frame, too. The interface's manager is stepped after the world's.
static void forget_or_move_change(uint32_t index, const CoirActionManager *from, const CoirActionManager *to)
{
    CoirRunRecord *run = coir_run_at(index);
    bool is_ahead = run->flags & COIR_RUN_AHEAD && to && to->leader && to->leader == from;
    if (!is_ahead)
        run->flags &= ~(uint32_t)COIR_RUN_AHEAD;
    coir_run_hot(run)->since = is_ahead ? coir_scheduler_reads(to->scheduler) : COIR_RUN_BEFORE_ALL;
}

void coir_node_set_manager(CoirNode *node, CoirActionManager *manager)
{
    CoirActionManager *before = coir_manager_of(node);
    uint32_t number = manager ? manager->number : 0;
    if (before == manager) {
        node->manager_ = number;
        return;
    }
    coir_node_freeze_runs(node);
    for (uint32_t i = node->runs_; i && before; i = coir_run_next_of(node, i))
        coir_manager_remove(before, i);
    node->manager_ = number;
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i)) {
        coir_run_at(i)->order = coir_runs_next_order();
        forget_or_move_change(i, before, manager);
        if (manager && !coir_manager_add(manager))
            manager->count++; // the run is listed as soon as there is memory
    }
    coir_node_thaw_runs(node);
}

void coir_node_runs_enter(CoirNode *node)
{
    coir_node_set_manager(node, coir_node_actions(node));
    node->suspended_ = false;
    coir_node_thaw_runs(node);
}

// The attachment -----------------------------------------------------------------------------------------------------

static void changing(CoirNode *node, bool stops)
{
    if (stops)
        coir_node_show_runs(node);
    coir_node_freeze_runs(node);
}

static void paused(CoirNode *node)
{
    if (!node->paused_)
        coir_node_thaw_runs(node);
}

// Forgets the times of freezes and thaws, which do not count on another clock.
static void forget_thaws(const CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        if (!(coir_run_at(i)->flags & COIR_RUN_AHEAD))
            coir_run_hot_at(i)->since = COIR_RUN_BEFORE_ALL;
}

static void clock_changed(CoirNode *node)
{
    forget_thaws(node);
    coir_node_thaw_runs(node);
    forget_thaws(node);
}

static bool is_mid_frame(const CoirNode *node)
{
    return coir_manager_is_mid_frame(coir_node_actions(node));
}

static void clock_stopping(CoirNode *node)
{
    coir_node_show_runs(node);
}

static void leaving(CoirNode *node, CoirStage *stage)
{
    (void)stage;
    changing(node, true);
}

static void ended(CoirNode *node)
{
    coir_node_end_runs(node, COIR_END_GONE);
}

static const CoirAttachment attachment = {.changing = changing,
                                          .paused = paused,
                                          .clock_changed = clock_changed,
                                          .entered = coir_node_runs_enter,
                                          .leaving = leaving,
                                          .is_mid_frame = is_mid_frame,
                                          .clock_stopping = clock_stopping,
                                          .ended = ended};
