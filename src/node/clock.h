// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clock of a node, and how a node enters and leaves the clocks of a stage.

#ifndef COIR_NODE_CLOCK_H
#define COIR_NODE_CLOCK_H

#include "coir/node.h"
#include "node/attachment.h"
#include "node/stage.h"

// The clock of a node that has a time scale of its own, or was paused with its tree. `node->clock_` points to it.
typedef struct CoirClock {
    CoirTimerQueue queue; // first field, for casts
    // Cache for one loop of a manager over hot runs. A loop ends before user code is called, which may change clocks:
    int64_t reads;  // the clock's time
    uint32_t round; // number of the loop (CoirRunTable.round)
    bool is_frozen; // the clock does not move
} CoirClock;

// Called before and after a change of clocks, and after nodes that play sounds were destroyed. `changing` and
// `owner_gone` may call user code.
typedef struct CoirClockWatch {
    void (*changing)(void);
    void (*changed)(void);
    void (*owner_gone)(void);
} CoirClockWatch;

// coir_clocks_changing and coir_clocks_changed call the watch of the world (scene/node_sound.c). There is no watch
// before a node plays a sound.
static inline void coir_clocks_changing(void)
{
    const CoirClockWatch *watch = coir_world()->clock_watch;
    if (watch)
        watch->changing();
}

static inline void coir_clocks_changed(void)
{
    const CoirClockWatch *watch = coir_world()->clock_watch;
    if (watch)
        watch->changed();
}

// Sets `paused_`, and freezes or thaws the runs and voices of the node. Call coir_clocks_changing before.
void coir_node_set_paused(CoirNode *node, bool is_paused);

// Returns the action manager of a node on stage.
CoirActionManager *coir_node_actions(const CoirNode *node);

// coir_node_enter_time moves the clock and the attachments of a node to the clocks of the stage that the node is on
// now. coir_node_leave_time takes both off the clocks of `stage`, which the node is leaving. coir_node_drop_time frees
// the clock of a node that is being destroyed.
void coir_node_enter_time(CoirNode *node);
void coir_node_leave_time(CoirNode *node, CoirStage *stage);
void coir_node_drop_time(CoirNode *node);

// Returns the nearest clock above a node, without the node's own clock; NULL off stage.
struct CoirTimerQueue *coir_node_outer_clock(const CoirNode *node);

// Called when the parent of a node on stage, or its mark as interface, has changed: moves the node to the nearest clock
// above. `outer`: the nearest clock above before the change.
void coir_node_move_time(CoirNode *node, const struct CoirTimerQueue *outer);

// Returns true if everything that is scheduled for a node is on the right clock; for coir_node_validate.
bool coir_node_time_is_right(const CoirNode *node);

#endif
