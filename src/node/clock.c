// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clock and the pause of a node, and how a node enters and leaves the clocks of a stage. The functions of the
// node's attachments are called at each change (CoirAttachment).
//
// A node that is marked as interface, and all nodes below, are in the stage's second scheduler.
//
// A node that was given a time scale, or was paused with its tree, has a clock of its own: a timer queue. On stage this
// queue is a child of the nearest clock above the node. The timers and actions of a node run on the node's own clock,
// or else on the nearest clock above the node.

#include "node/clock.h"

#include <math.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/node_time.h"
#include "node/reference.h"
#include "node/timers.h"

// The interface ------------------------------------------------------------------------------------------------------
//
// A stage has two schedulers, each with an action manager. One pair is for the game, and the other for the interface,
// which moves during a hold, too. A node that is marked as interface belongs to the interface with all nodes below. A
// hold is a step without the pair of the game, so holds cost nothing in other steps.

static bool is_marked(const CoirNode *node)
{
    return node->interface_ || (node->stage_ && node == coir_stage_base(node->stage_)->overlay);
}

// Returns true if a node on stage should be on the clock of the interface. `on_interface_` is true while the node is on
// this clock.
static bool belongs_to_interface(const CoirNode *node)
{
    const CoirNode *parent = node->parent_;
    return is_marked(node) || (parent && parent->stage_ == node->stage_ && parent->on_interface_);
}

CoirActionManager *coir_node_actions(const CoirNode *node)
{
    const CoirStageBase *stage = coir_stage_base(node->stage_);
    return node->on_interface_ ? stage->interface_actions : stage->actions;
}

// Returns, for a node on stage, the clock of the nearest node above that has a clock of its own; NULL: there is none. A
// node that is marked as interface ignores the clocks above. So does a node with a parent that is not on this stage:
// while hooks run, the parent may have left the stage already, or may be on another stage.
static CoirTimerQueue *subtree_clock_above(const CoirNode *node)
{
    const CoirNode *parent = is_marked(node) ? NULL : node->parent_;
    return parent && parent->stage_ == node->stage_ ? parent->clock_ : NULL;
}

static CoirTimerQueue *clock_above(const CoirNode *node)
{
    CoirTimerQueue *clock = subtree_clock_above(node);
    return clock ? clock : &coir_node_scheduler(node)->clock;
}

// Clocks -------------------------------------------------------------------------------------------------------------

static void set_clock(CoirNode *node, CoirTimerQueue *clock)
{
    if (node->clock_ == clock)
        return;
    if (node->runs_)
        coir_attachment(COIR_ATTACHED_RUNS)->changing(node, clock && coir_timer_queue_is_frozen(clock));
    node->clock_ = clock;
    if (node->runs_)
        coir_attachment(COIR_ATTACHED_RUNS)->clock_changed(node);
}

static bool follows_parent(const CoirNode *child, const CoirStage *stage)
{
    return child->stage_ == stage && !child->interface_;
}

static void show_runs_of_tree(CoirNode *node)
{
    if (node->runs_)
        coir_attachment(COIR_ATTACHED_RUNS)->clock_stopping(node);
    for (CoirNode *child = node->first_; child; child = child->next_)
        if (follows_parent(child, node->stage_))
            show_runs_of_tree(child);
}

// Called before the own clock of a node stops. Brings the runs of the nodes on this clock to the time at which the
// clock stops. Not needed in per-frame updates: the clock still reads the end of the step before, which the nodes show.
static void clock_stopping(CoirNode *node)
{
    const CoirAttachment *runs = coir_attachment(COIR_ATTACHED_RUNS);
    if (runs && node->stage_ && !coir_timer_queue_is_frozen(node->clock_) &&
        coir_node_scheduler(node)->phase != COIR_PHASE_UPDATES && runs->is_mid_frame(node))
        show_runs_of_tree(node);
}

// Makes the own clock of a node a child of the clock `outer`.
static void move_clock(CoirNode *node, CoirTimerQueue *outer)
{
    if (coir_timer_queue_is_frozen(outer))
        clock_stopping(node);
    coir_timer_queue_move(node->clock_, outer);
}

static void run_on(CoirNode *node, CoirTimerQueue *clock);

// Moves the nodes below `node` that are on `stage` to `clock` (NULL: to the clock of the stage). Own clocks of these
// nodes become children of `clock`. Nodes that are marked as interface stay where they are.
static void run_children_on(CoirNode *node, const CoirStage *stage, CoirTimerQueue *clock)
{
    for (CoirNode *child = node->first_; child; child = child->next_) {
        if (!follows_parent(child, stage))
            continue; // a child that is not on `stage` is about to enter or to leave
        if (child->owns_clock_)
            move_clock(child, clock ? clock : &coir_node_scheduler(child)->clock);
        else
            run_on(child, clock);
    }
}

// Moves the timers and runs of a node, and of the nodes below without a clock of their own, to `clock` (NULL: to the
// clock of the stage).
static void run_on(CoirNode *node, CoirTimerQueue *clock)
{
    set_clock(node, clock);
    if (node->scheduled_)
        coir_attachment(COIR_ATTACHED_TIMERS)->clock_changed(node);
    run_children_on(node, node->stage_, clock);
}

// Between the game and the interface ---------------------------------------------------------------------------------
//
// The nodes change their clocks as if they left the stage and entered again, but without hooks. First all nodes leave,
// each node before its children. Then all nodes enter, in the same order.

static void take_off(CoirNode *node, bool to_interface)
{
    CoirStage *stage = node->stage_;
    node->stage_ = NULL;
    coir_node_leave_time(node, stage);
    node->stage_ = stage;
    node->on_interface_ = to_interface;
    for (CoirNode *child = node->first_; child; child = child->next_)
        if (follows_parent(child, stage))
            take_off(child, to_interface);
}

static void put_on(CoirNode *node)
{
    coir_node_enter_time(node);
    for (CoirNode *child = node->first_; child; child = child->next_)
        if (follows_parent(child, node->stage_))
            put_on(child);
}

static bool is_on_wrong_side(const CoirNode *node)
{
    return node->on_interface_ != belongs_to_interface(node);
}

static void change_side(CoirNode *node)
{
    take_off(node, belongs_to_interface(node));
    put_on(node);
}

bool coir_node_set_interface(CoirNode *node, bool is_interface)
{
    coir_clocks_changing();
    if (!coir_node_check(node, "coir_node_set_interface"))
        return false;
    const CoirTimerQueue *outer = coir_node_outer_clock(node);
    node->interface_ = is_interface;
    if (node->stage_ && is_on_wrong_side(node))
        change_side(node);
    else
        coir_node_move_time(node, outer);
    coir_clocks_changed();
    return true;
}

bool coir_node_is_interface(const CoirNode *node)
{
    return node && node->interface_;
}

// Coming and going ---------------------------------------------------------------------------------------------------

// Called when a node has got its clock. Some children may be on stage already, for example if a `leave` hook has put
// the node back on stage before these children had left. These children now move to the clock of the node.
static void enter_children_time(CoirNode *node)
{
    for (CoirNode *child = node->first_; child; child = child->next_)
        if (child->stage_ == node->stage_ && is_on_wrong_side(child))
            change_side(child);
    run_children_on(node, node->stage_, node->clock_);
}

void coir_node_enter_time(CoirNode *node)
{
    node->on_interface_ = belongs_to_interface(node);
    coir_stage_base(node->stage_)->interface_nodes += node->on_interface_;
    if (node->owns_clock_)
        coir_timer_queue_move(node->clock_, clock_above(node));
    else
        set_clock(node, subtree_clock_above(node));
    enter_children_time(node);
    COIR_TELL(node, entered, node);
    if (node->sounds_)
        coir_clocks_changed();
}

void coir_node_leave_time(CoirNode *node, CoirStage *stage)
{
    CoirScheduler *scheduler = coir_scheduler_on(stage, node->on_interface_);
    COIR_TELL(node, leaving, node, stage); // first, while the node's clock is on the stage
    node->suspended_ = true;
    if (!node->owns_clock_)
        set_clock(node, NULL);
    COIR_TELL(node, left, node, scheduler);
    coir_stage_base(stage)->interface_nodes -= node->on_interface_;
    node->on_interface_ = false;
    if (node->sounds_)
        coir_clocks_changed();
    if (!node->owns_clock_)
        return;
    run_children_on(node, stage, NULL); // until the children leave the stage, too
    coir_timer_queue_move(node->clock_, NULL);
}

CoirTimerQueue *coir_node_outer_clock(const CoirNode *node)
{
    return node->stage_ ? clock_above(node) : NULL;
}

void coir_node_move_time(CoirNode *node, const CoirTimerQueue *outer)
{
    if (node->stage_ && node->parent_ && is_on_wrong_side(node)) { // no parent: the node is about to leave or to move
        change_side(node);
        return;
    }
    CoirTimerQueue *clock = coir_node_outer_clock(node);
    if (!clock || clock == outer)
        return;
    if (node->owns_clock_)
        move_clock(node, clock);
    else
        run_on(node, subtree_clock_above(node));
}

void coir_node_drop_time(CoirNode *node)
{
    if (node->owns_clock_) {
        coir_timer_queue_clear(node->clock_);
        coir_free(node->clock_);
    }
    node->clock_ = NULL;
    node->owns_clock_ = false;
}

// A clock of its own -------------------------------------------------------------------------------------------------

static bool need_clock(CoirNode *node)
{
    if (node->owns_clock_)
        return true;
    CoirClock *made = coir_alloc(sizeof *made);
    if (!made)
        return false;
    CoirTimerQueue *clock = &made->queue;
    coir_timer_queue_init(clock, &coir_scheduled_timer_kind);
    if (node->stage_) {
        coir_timer_queue_move(clock, clock_above(node));
        run_on(node, clock);
    } else {
        set_clock(node, clock);
    }
    node->owns_clock_ = true;
    return true;
}

static void change_clock(CoirNode *node, double scale, bool is_paused)
{
    if (scale == 0 || is_paused)
        clock_stopping(node);
    coir_timer_queue_change(node->clock_, scale, is_paused);
}

bool coir_node_set_time_scale(CoirNode *node, double scale)
{
    coir_clocks_changing();
    if (!coir_node_check(node, "coir_node_set_time_scale"))
        return false;
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_node_set_time_scale: %g is not a finite number of at least 0", scale);
    if (!need_clock(node))
        return false;
    change_clock(node, scale, node->clock_->paused);
    coir_clocks_changed();
    return true;
}

double coir_node_time_scale(const CoirNode *node)
{
    if (!node)
        return 0;
    return node->owns_clock_ ? coir_timer_queue_scale(node->clock_) : 1;
}

static bool set_tree_paused(CoirNode *node, bool paused)
{
    if (!need_clock(node))
        return false;
    change_clock(node, node->clock_->scale, paused);
    coir_clocks_changed();
    return true;
}

bool coir_node_pause_tree(CoirNode *node)
{
    coir_clocks_changing();
    return coir_node_check(node, "coir_node_pause_tree") && set_tree_paused(node, true);
}

bool coir_node_resume_tree(CoirNode *node)
{
    coir_clocks_changing();
    return coir_node_check(node, "coir_node_resume_tree") && (!node->owns_clock_ || set_tree_paused(node, false));
}

bool coir_node_is_tree_paused(const CoirNode *node)
{
    return node && node->owns_clock_ && coir_timer_queue_is_paused(node->clock_);
}

// Pause --------------------------------------------------------------------------------------------------------------

void coir_node_set_paused(CoirNode *node, bool is_paused)
{
    if (node->paused_ == is_paused)
        return;
    if (is_paused && node->runs_)
        coir_attachment(COIR_ATTACHED_RUNS)->changing(node, true);
    node->paused_ = is_paused;
    if (node->runs_)
        coir_attachment(COIR_ATTACHED_RUNS)->paused(node);
    if (node->sounds_)
        coir_clocks_changed();
}

static void set_paused(CoirNode *node, bool paused)
{
    coir_node_set_paused(node, paused);
    if (node->scheduled_)
        coir_attachment(COIR_ATTACHED_TIMERS)->paused(node);
}

void coir_node_pause(CoirNode *node)
{
    coir_clocks_changing();
    if (coir_node_check(node, "coir_node_pause"))
        set_paused(node, true);
}

void coir_node_resume(CoirNode *node)
{
    coir_clocks_changing();
    if (coir_node_check(node, "coir_node_resume"))
        set_paused(node, false);
}

bool coir_node_is_paused(const CoirNode *node)
{
    return node && node->paused_;
}

// Checking -----------------------------------------------------------------------------------------------------------

bool coir_node_time_is_right(const CoirNode *node)
{
    const CoirScheduler *scheduler = coir_node_scheduler(node);
    const CoirTimerQueue *clock = coir_node_target_state(node).clock;
    if (node->owns_clock_ ? node->clock_->parent != coir_node_outer_clock(node)
                          : node->clock_ != (node->stage_ ? subtree_clock_above(node) : NULL))
        return false;
    if (node->stage_ && is_on_wrong_side(node))
        return false;
    for (const CoirScheduled *each = coir_targets_find(&scheduler->targets, node); each; each = each->next)
        if (coir_clock_of(each) != clock)
            return false;
    return true;
}
