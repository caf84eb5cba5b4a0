// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The timers and updates of nodes. On stage they are in a scheduler of the stage. Off stage they are in the waiting
// room, a scheduler that is never updated: timers there can be queried and changed as on stage, but do not fire.

#include "node/timers.h"

#include <stdio.h>

#include "base/alloc.h"
#include "node/clock.h"
#include "node/reference.h"

// Returns the scheduler of all nodes off stage. Every world with nodes has this scheduler.
static CoirScheduler *waiting_room(void)
{
    return coir_world()->waiting;
}

CoirScheduler *coir_scheduler_on(const CoirStage *stage, bool on_interface)
{
    const CoirStageBase *base = coir_stage_base(stage);
    return on_interface ? base->interface_scheduler : base->scheduler;
}

CoirScheduler *coir_node_scheduler(const CoirNode *node)
{
    return node->stage_ ? coir_scheduler_on(node->stage_, node->on_interface_) : waiting_room();
}

CoirTargetState coir_node_target_state(const CoirNode *node)
{
    bool has_clock = node->stage_ && node->clock_;
    CoirTimerQueue *clock = has_clock ? node->clock_ : &coir_node_scheduler(node)->clock;
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

// Called when the scheduler pauses or resumes a node as a target. Pauses or resumes the node itself, with its actions
// and voices.
static void pause_changed(void *address, bool paused)
{
    coir_node_set_paused(address, paused);
}

static void pauses_changing(void)
{
    coir_clocks_changing(); // calls user code only in the update of a stage, during which no stage is freed
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

const CoirNodeTargets coir_node_targets = {name, pause_changed, pauses_changing, scheduler_of, scheduler_for};

// Attached -----------------------------------------------------------------------------------------------------------

static void paused(CoirNode *node)
{
    coir_target_set_paused(coir_node_scheduler(node), node, node->paused_);
}

static void clock_changed(CoirNode *node)
{
    coir_target_set_clock(coir_node_scheduler(node), node, coir_node_target_state(node).clock);
}

static void move(CoirNode *node, CoirScheduler *from, CoirScheduler *to)
{
    CoirTargetState state = coir_node_target_state(node);
    coir_target_move(from, to, node, &state);
}

static void entered(CoirNode *node)
{
    move(node, waiting_room(), coir_node_scheduler(node));
}

static void left(CoirNode *node, CoirScheduler *from)
{
    move(node, from, waiting_room());
}

static void dropped(CoirNode *node)
{
    coir_unschedule_target(coir_node_scheduler(node), node, &node->owned_);
    node->scheduled_ = false;
}

static const CoirAttachment attachment = {
    .entered = entered, .left = left, .paused = paused, .clock_changed = clock_changed, .dropped = dropped};

// The waiting room ---------------------------------------------------------------------------------------------------

bool coir_waiting_room_open(void)
{
    CoirWorld *world = coir_world();
    CoirScheduler *waiting = coir_alloc(sizeof *waiting);
    if (!waiting)
        return false;
    coir_scheduler_init(waiting);
    waiting->nodes = &coir_node_targets;
    world->waiting = waiting;
    world->attachments[COIR_ATTACHED_TIMERS] = &attachment;
    return true;
}

void coir_waiting_room_close(void)
{
    CoirWorld *world = coir_world();
    if (!world->waiting)
        return;
    coir_scheduler_clear(world->waiting);
    coir_free(world->waiting);
    world->waiting = NULL;
}
