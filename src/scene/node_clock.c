// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clock and the scheduler of a node's timers. On stage the scheduler is the stage's. Off stage the scheduler is the
// waiting room, which is never updated: timers can be queried and changed there as on stage, but do not fire.
//
// A node that was given a time scale, or was paused with its tree, has a clock of its own: a timer queue. On stage this
// queue is a child of the nearest clock above the node. The timers and actions of a node run on the node's own clock,
// or else on the nearest clock above the node.

#include <math.h>
#include <stdio.h>

#include "action/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/node_time.h"
#include "scene/node.h"
#include "time/scheduled.h"

static CoirScheduler waiting; // timers of all nodes off stage
static bool waiting_is_ready;

static CoirScheduler *waiting_room(void)
{
    if (!waiting_is_ready)
        coir_scheduler_init(&waiting);
    waiting.nodes = &coir_node_targets;
    waiting_is_ready = true;
    return &waiting;
}

void coir_waiting_room_clear(void)
{
    coir_scheduler_clear(waiting_room());
}

CoirScheduler *coir_node_scheduler(const CoirNode *node)
{
    return node->stage_ ? node->stage_->scheduler : waiting_room();
}

// Returns the clock of `node`, or of the nearest node above that has a clock; else the stage's clock. The search ends
// at the first node that is not on this stage: while hooks run, nodes above may have left the stage already, or may be
// on another stage.
static CoirTimerQueue *nearest_clock(const CoirNode *node, const CoirStage *stage)
{
    for (; node && node->stage_ == stage; node = node->parent_)
        if (node->clock_)
            return node->clock_;
    return &stage->scheduler->clock;
}

CoirTargetState coir_node_target_state(const CoirNode *node)
{
    CoirTimerQueue *clock = node->stage_ ? nearest_clock(node, node->stage_) : &waiting_room()->clock;
    return (CoirTargetState){.clock = clock, .paused = node->paused_, .of_node = true};
}

// Nodes as targets ---------------------------------------------------------------------------------------------------
//
// Timers and updates that are scheduled in a stage's scheduler with a node as the target belong to the node: they
// are kept in the node's scheduler and run on the node's clock, wherever the node is.

// Writes the name of a node for the scheduler's dump.
static int name(const void *address, char *text, size_t size)
{
    const CoirNode *node = address;
    if (node->name)
        return snprintf(text, size, "%s \"%s\"", node->class_->name, node->name);
    return snprintf(text, size, "the %s made at %s:%d", node->class_->name, node->made_file_, (int)node->made_line_);
}

// Called when the scheduler pauses or resumes a node as a target. Pauses or resumes the node itself, with its actions.
static void was_paused(void *address, bool paused)
{
    CoirNode *node = address;
    if (node->paused_ == paused)
        return;
    coir_node_stand(node);
    node->paused_ = paused;
    coir_node_go_on(node);
}

static CoirScheduler *scheduler_of(const CoirScheduler *scheduler, const void *address)
{
    const CoirNode *node = coir_node_at(address);
    return node && node->class_ ? coir_node_scheduler(node) : (CoirScheduler *)scheduler;
}

static CoirScheduler *scheduler_for(CoirScheduler *scheduler, void *address, CoirTargetState *state,
                                    const char *function)
{
    CoirNode *node = coir_node_at(address);
    if (!node)
        return scheduler;
    if (!coir_node_check(node, function))
        return NULL;
    node->scheduled_ = true;
    *state = coir_node_target_state(node);
    return coir_node_scheduler(node);
}

const CoirNodeTargets coir_node_targets = {name, was_paused, scheduler_of, scheduler_for};

// Clocks -------------------------------------------------------------------------------------------------------------

// A node's own clock, and the number by which runs refer to this clock.
typedef struct NodeClock {
    CoirTimerQueue queue; // first: it is cast
    uint32_t number;
} NodeClock;

static uint32_t number_of(const CoirNode *node, const CoirTimerQueue *clock)
{
    return clock == &node->stage_->scheduler->clock ? 0 : ((const NodeClock *)clock)->number;
}

uint32_t coir_node_run_clock(const CoirNode *node)
{
    return node->stage_ ? number_of(node, nearest_clock(node, node->stage_)) : 0;
}

void coir_node_enter_runs(CoirNode *node)
{
    coir_node_set_manager(node, node->stage_->actions);
    coir_node_set_run_clock(node, coir_node_run_clock(node));
    node->suspended_ = false;
    coir_node_go_on(node);
}

static void run_on(CoirNode *node, CoirTimerQueue *clock);

// Moves the nodes below `node` that are on `stage` to `clock`. Own clocks of these nodes become children of `clock`.
static void run_children_on(CoirNode *node, const CoirStage *stage, CoirTimerQueue *clock)
{
    for (CoirNode *child = node->first_; child; child = child->next_) {
        if (child->stage_ != stage)
            continue; // the child is about to enter or to leave
        if (child->clock_)
            coir_timer_queue_move(child->clock_, clock);
        else
            run_on(child, clock);
    }
}

// Moves the timers and runs of a node, and of the nodes below without a clock of their own, to `clock`.
static void run_on(CoirNode *node, CoirTimerQueue *clock)
{
    if (node->scheduled_)
        coir_target_set_clock(node->stage_->scheduler, node, clock);
    if (node->runs_)
        coir_node_set_run_clock(node, number_of(node, clock));
    run_children_on(node, node->stage_, clock);
}

// Coming and going ---------------------------------------------------------------------------------------------------

void coir_node_enter_time(CoirNode *node)
{
    if (node->clock_)
        coir_timer_queue_move(node->clock_, nearest_clock(node->parent_, node->stage_));
    CoirTargetState state = coir_node_target_state(node);
    run_children_on(node, node->stage_, state.clock); // a hook may have brought children on stage before
    if (node->scheduled_)
        coir_target_move(waiting_room(), node->stage_->scheduler, node, &state);
    if (node->runs_)
        coir_node_enter_runs(node);
    if (node->interpolated_)
        coir_interpolation_add(&node->stage_->interpolation, node); // without memory the node is drawn where it is
}

void coir_node_leave_time(CoirNode *node, CoirStage *stage)
{
    if (!stage)
        return;
    if (node->interpolated_)
        coir_interpolation_remove(&stage->interpolation, node);
    coir_node_stand(node); // first, while the node's clock is on the stage
    node->suspended_ = true;
    coir_node_set_run_clock(node, 0);
    CoirTargetState state = coir_node_target_state(node);
    if (node->scheduled_)
        coir_target_move(stage->scheduler, waiting_room(), node, &state);
    if (!node->clock_)
        return;
    run_children_on(node, stage, &stage->scheduler->clock); // until the children leave the stage, too
    coir_timer_queue_move(node->clock_, NULL);
}

CoirTimerQueue *coir_node_outer_clock(const CoirNode *node)
{
    return node->stage_ ? nearest_clock(node->parent_, node->stage_) : NULL;
}

void coir_node_move_time(CoirNode *node, const CoirTimerQueue *outer)
{
    CoirTimerQueue *clock = coir_node_outer_clock(node);
    if (!clock || clock == outer)
        return;
    if (node->clock_)
        coir_timer_queue_move(node->clock_, clock);
    else
        run_on(node, clock);
}

void coir_node_drop_time(CoirNode *node)
{
    if (node->scheduled_)
        coir_unschedule_target(coir_node_scheduler(node), node);
    node->scheduled_ = false;
    if (!node->clock_)
        return;
    coir_timer_queue_clear(node->clock_);
    coir_clock_remove(((NodeClock *)node->clock_)->number);
    coir_free(node->clock_);
    node->clock_ = NULL;
}

// A clock of its own -------------------------------------------------------------------------------------------------

static bool need_clock(CoirNode *node)
{
    if (node->clock_)
        return true;
    NodeClock *made = coir_alloc(sizeof *made);
    if (!made)
        return false;
    CoirTimerQueue *clock = &made->queue;
    made->number = coir_clock_add(clock);
    if (made->number == 0)
        return coir_free(made), false;
    coir_timer_queue_init(clock, NULL, &coir_scheduled_timer_kind);
    if (node->stage_) {
        coir_timer_queue_move(clock, nearest_clock(node->parent_, node->stage_));
        run_on(node, clock);
    }
    node->clock_ = clock;
    return true;
}

bool coir_node_set_time_scale(CoirNode *node, double scale)
{
    if (!coir_node_check(node, "coir_node_set_time_scale"))
        return false;
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_node_set_time_scale: %g is not a finite number of at least 0", scale);
    if (!need_clock(node))
        return false;
    coir_timer_queue_change_scale(node->clock_, scale);
    return true;
}

double coir_node_time_scale(const CoirNode *node)
{
    if (!node)
        return 0;
    return node->clock_ ? coir_timer_queue_scale(node->clock_) : 1;
}

static bool set_tree_paused(CoirNode *node, bool paused)
{
    if (!need_clock(node))
        return false;
    coir_timer_queue_set_paused(node->clock_, paused);
    return true;
}

bool coir_node_pause_tree(CoirNode *node)
{
    return coir_node_check(node, "coir_node_pause_tree") && set_tree_paused(node, true);
}

bool coir_node_resume_tree(CoirNode *node)
{
    return coir_node_check(node, "coir_node_resume_tree") && (!node->clock_ || set_tree_paused(node, false));
}

bool coir_node_is_tree_paused(const CoirNode *node)
{
    return node && node->clock_ && coir_timer_queue_is_paused(node->clock_);
}

// Checking -----------------------------------------------------------------------------------------------------------

bool coir_node_time_is_right(const CoirNode *node)
{
    const CoirScheduler *scheduler = coir_node_scheduler(node);
    const CoirTimerQueue *clock = coir_node_target_state(node).clock;
    if (node->clock_ && node->clock_->parent != coir_node_outer_clock(node))
        return false;
    for (const CoirScheduled *each = coir_targets_find(&scheduler->targets, node); each; each = each->next)
        if (coir_clock_of(each) != clock)
            return false;
    return true;
}
