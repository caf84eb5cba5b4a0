// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The runs of a node, which are a ring in insertion order. On stage, runs belong to an action manager of the stage. Off
// stage, runs are frozen, unless coir_action_manager_run has given the node a manager.

#include "action/run/run.h"
#include "base/fail.h"
#include "coir/node_time.h"
#include "node/clock.h"
#include "node/reference.h"

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

// Returns the action to run: a sequence around an endless repeat of an action without length, otherwise `action`. Such
// a repeat (coir_timeline_is_empty_loop) has one loop in each update. A playhead handles these loops only in an inner
// timeline, so the repeat becomes the item of a sequence. A placed action (coir_at) is a mistake, and the function
// returns NULL.
static CoirAction *wrap(CoirAction *action)
{
    if (action->kind == COIR_ACTION_PLACED) {
        MISTAKE("an action of coir_at, coir_after, coir_with or coir_at_mark cannot be run alone; make the action a "
                "part of a coir_timeline");
        return coir_action_refuse(action);
    }
    bool is_empty_loop =
        action->kind == COIR_ACTION_REPEAT && action->times < 0 && coir_action_parts(action)[0]->duration == 0;
    return is_empty_loop ? coir_sequence(action) : action;
}

// Gives a new run its timeline. If a coir_targeted inside the action names the node of the run, the run gets a
// timeline of its own, in which items with and without coir_targeted share the channels of the node.
static bool set_timeline(CoirRunRecord *run, CoirNode *node, CoirAction *action)
{
    // coir_action_names checks `has_target`, too. With the check here, most starts call neither coir_action_names nor
    // coir_node_ref.
    if (!action->has_target || !coir_action_names(action, coir_node_ref(node))) {
        const CoirTimeline *timeline = coir_action_timeline(action);
        return timeline && coir_run_set_timeline(run, node, action, timeline);
    }
    CoirTimeline *own = coir_timeline_make_for(action, coir_node_ref(node));
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
    if (!manager || coir_manager_count_run(manager))
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

// Called when a run goes from the manager `from` to `to`. Resets `since`, the time of the last freeze, because this is
// a time of the old manager. Exception: a run that was frozen after its turn in an update (COIR_RUN_AHEAD), and goes
// from the game to the interface. The run has had its part of this step, and the interface's manager is stepped later.
// So `since` becomes the end of the interface's step.
static void reset_or_move_since(uint32_t index, const CoirActionManager *from, const CoirActionManager *to)
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
        reset_or_move_since(i, before, manager);
        if (manager && !coir_manager_count_run(manager))
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

// Resets `since`, the time of the last freeze or thaw, in the runs of the node. Keeps `since` with COIR_RUN_AHEAD:
// there `since` is a time of the manager.
static void reset_since(const CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        if (!(coir_run_at(i)->flags & COIR_RUN_AHEAD))
            coir_run_hot_at(i)->since = COIR_RUN_BEFORE_ALL;
}

static void clock_changed(CoirNode *node)
{
    reset_since(node); // times of the old clock
    coir_node_thaw_runs(node);
    // In a per-frame update, the thaw has set `since` to the time that the new clock reads at the end of the step. If
    // the clock is slowed down later, it reaches this time late, and a run that is frozen and thawed before then would
    // wait for this time.
    reset_since(node);
}

static bool is_mid_frame(const CoirNode *node)
{
    return coir_manager_is_mid_frame(coir_node_actions(node));
}

static void clock_stopping(CoirNode *node)
{
    coir_node_show_stop(node);
}

static void leaving(CoirNode *node, CoirStage *stage)
{
    (void)stage;
    changing(node, true);
}

static void ended(CoirNode *node)
{
    coir_nodes_busy_begin();
    while (node->runs_)
        coir_run_end(node->runs_, COIR_END_GONE);
    coir_nodes_busy_end();
}

static const CoirAttachment attachment = {.changing = changing,
                                          .paused = paused,
                                          .clock_changed = clock_changed,
                                          .entered = coir_node_runs_enter,
                                          .leaving = leaving,
                                          .is_mid_frame = is_mid_frame,
                                          .clock_stopping = clock_stopping,
                                          .ended = ended};

// Functions of nodes and managers ------------------------------------------------------------------------------------

CoirRun coir_node_run(CoirNode *node, CoirAction *action)
{
    const CoirRun none = {0, 0};
    if (!action)
        return MISSING("coir_node_run: the action is NULL, nothing is run"), none;
    if (!coir_action_may_take(action, "coir_node_run"))
        return none;
    if (!coir_node_check(node, "coir_node_run"))
        return coir_action_release(action), none;
    if (node->stage_ && !node->runs_)
        coir_node_runs_enter(node);
    return coir_node_start_run(node, action);
}

static bool may_run(const CoirActionManager *manager, const CoirNode *node, const CoirAction *action)
{
    if (!manager || !action)
        return MISSING("coir_action_manager_run: the %s is NULL", manager ? "action" : "manager");
    if (!coir_node_check(node, "coir_action_manager_run"))
        return false;
    if (!coir_manager_check(manager, "coir_action_manager_run"))
        return false;
    if (node->stage_)
        return MISTAKE("coir_action_manager_run: the node is on a stage; use coir_node_run");
    if (manager->is_of_stage)
        return MISTAKE("coir_action_manager_run: this manager belongs to a stage; use coir_node_run, and put the node "
                       "on the stage");
    if (node->manager_ != manager->number && node->runs_ && coir_manager_of(node))
        return MISTAKE("coir_action_manager_run: the node's runs belong to another manager");
    return true;
}

CoirRun coir_action_manager_run(CoirActionManager *manager, CoirNode *node, CoirAction *action)
{
    if (action && !coir_action_may_take(action, "coir_action_manager_run"))
        return (CoirRun){0, 0};
    if (!may_run(manager, node, action))
        return coir_action_release(action), (CoirRun){0, 0};
    if (node->manager_ != manager->number || node->suspended_) {
        coir_node_set_manager(node, manager);
        node->suspended_ = false;
        coir_node_thaw_runs(node);
    }
    return coir_node_start_run(node, action);
}

// Runs by tag and by flags --------------------------------------------------------------------------------------------

// Returns the first run of a node. 0: the node is NULL, or has no runs in the world of this thread.
static uint32_t first_run(const CoirNode *node)
{
    const CoirRunTable *table = coir_runs();
    uint32_t first = node && node->runs_ <= table->used ? node->runs_ : 0;
    return first && coir_run_hot_in(table, first)->node == node ? first : 0;
}

int coir_node_run_count(const CoirNode *node)
{
    int count = 0;
    for (uint32_t i = first_run(node); i; i = coir_run_next_of(node, i))
        count++;
    return count;
}

// Selects runs: all, or those with a tag, or with one of the flags of a mask.
typedef struct Filter {
    bool is_all, is_tag;
    int tag;
    uint32_t mask;
} Filter;

static bool matches(const CoirRunRecord *run, Filter filter)
{
    const CoirRunBlock *block = run->flags & COIR_RUN_BLOCK ? run->block : NULL;
    int tag = block ? block->tag : 0;
    uint32_t flags = block ? block->flags : 0;
    return filter.is_all || (filter.is_tag ? tag == filter.tag : (flags & filter.mask) != 0);
}

// Returns the index of the first run that matches the filter and has all of the bits `bits`; 0: none.
static uint32_t first_match(const CoirNode *node, Filter filter, uint32_t bits)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        if (matches(coir_run_at(i), filter) && (coir_run_at(i)->flags & bits) == bits)
            return i;
    return 0;
}

// Stops the runs that match the filter, and returns the number of stopped runs. The runs are marked first: runs that
// callbacks start meanwhile are not stopped. Callbacks may change a marked run, so that the run does not match any more
// and goes on. The marks of such runs are removed at the end, but not in a callback of another call of this function:
// there, runs that the other call has yet to stop are marked, too.
static int stop_matches(CoirNode *node, Filter filter)
{
    uint32_t index;
    int stopped = 0;
    bool is_inside = first_match(node, (Filter){.is_all = true}, COIR_RUN_STOPPING) != 0;
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        if (matches(coir_run_at(i), filter))
            coir_run_at(i)->flags |= COIR_RUN_STOPPING;
    coir_nodes_busy_begin();
    for (; (index = first_match(node, filter, COIR_RUN_STOPPING)) != 0; stopped++)
        coir_run_end(index, COIR_END_STOPPED);
    for (uint32_t i = is_inside ? 0 : node->runs_; i; i = coir_run_next_of(node, i))
        coir_run_at(i)->flags &= ~(uint32_t)COIR_RUN_STOPPING;
    coir_nodes_busy_end();
    return stopped;
}

void coir_node_stop_all(CoirNode *node)
{
    if (coir_node_check(node, "coir_node_stop_all"))
        stop_matches(node, (Filter){.is_all = true});
}

int coir_node_stop_tag(CoirNode *node, int tag)
{
    if (!coir_node_check(node, "coir_node_stop_tag"))
        return 0;
    uint32_t index = first_match(node, (Filter){.is_tag = true, .tag = tag}, 0);
    if (index)
        coir_run_end(index, COIR_END_STOPPED);
    return index != 0;
}

int coir_node_stop_all_tag(CoirNode *node, int tag)
{
    if (!coir_node_check(node, "coir_node_stop_all_tag"))
        return 0;
    return stop_matches(node, (Filter){.is_tag = true, .tag = tag});
}

int coir_node_stop_flags(CoirNode *node, uint32_t mask)
{
    return coir_node_check(node, "coir_node_stop_flags") ? stop_matches(node, (Filter){.mask = mask}) : 0;
}

CoirRun coir_node_find_run(const CoirNode *node, int tag)
{
    uint32_t index = first_run(node) ? first_match(node, (Filter){.is_tag = true, .tag = tag}, 0) : 0;
    return index ? (CoirRun){index, coir_run_at(index)->generation} : (CoirRun){0, 0};
}
