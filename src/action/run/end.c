// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The end of runs.

#include "action/run/run.h"
#include "node/reference.h"

static void unlink_run(CoirNode *node, uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    coir_run_at(run->previous)->next = run->next;
    coir_run_at(run->next)->previous = run->previous;
    if (node->runs_ == index)
        node->runs_ = run->next == index ? 0 : run->next;
}

void coir_run_dispose(uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    CoirAction *action = coir_run_action(run);
    coir_run_free_block(run);
    run->flags &= COIR_RUN_LISTED | COIR_RUN_STATES;
    run->action = NULL;
    if (!(run->flags & COIR_RUN_LISTED))
        coir_runs_give(index);
    action->given--;
    coir_nodes_busy_begin();
    coir_action_release(action);
    coir_nodes_busy_end();
    coir_runs_clear_if_unused();
}

// Ends the blinks of a run, and calls the functions for its end: `end` of the objects in progress, then `on_done`.
static void tell(CoirRunRecord *run, CoirNode *node, CoirRunEnd reason)
{
    if (!(run->flags & COIR_RUN_BLOCK))
        return;
    CoirRunBlock *block = run->block;
    coir_nodes_busy_begin();
    if (block->playhead) {
        coir_channels_end(block->playhead, node);
        coir_objects_end(run, block->playhead, node, reason);
    }
    if (block->on_done) // an `end` function may have destroyed the node
        block->on_done(node, node->dead_ ? COIR_END_GONE : reason, block->on_done_user);
    coir_nodes_busy_end();
}

void coir_run_end(uint32_t index, CoirRunEnd reason)
{
    CoirRunRecord *run = coir_run_at(index);
    CoirNode *node = coir_run_node_of(run);
    CoirActionManager *manager = coir_manager_of(node);
    bool was_stepping = run->flags & COIR_RUN_STEPPING;
    coir_run_write_back(run, coir_run_hot(run));
    unlink_run(node, index);
    coir_run_wake_up(run);
    coir_run_set_state(run, COIR_RUN_ENDED);
    run->flags |= COIR_RUN_STEPPING;
    run->generation++; // 0: all generations are used up
    if (manager)
        coir_manager_remove(manager, index);
    tell(run, node, reason);
    if (!was_stepping)
        coir_run_dispose(index);
}
