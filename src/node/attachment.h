// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Attachments: parts of a node that end with the node, such as timers and runs. When a node changes, the code of nodes
// calls the functions of the node's attachments, and uses no other part of an attachment.

#ifndef COIR_NODE_ATTACHMENT_H
#define COIR_NODE_ATTACHMENT_H

#include <assert.h>

#include "base/world.h"
#include "coir/node.h"
#include "time/scheduler/scheduled.h"

// The kinds of attachments, in the order in which COIR_TELL calls their functions.
typedef enum CoirAttachmentKind {
    COIR_ATTACHED_LISTENERS, // scene/listeners.c
    COIR_ATTACHED_POSES,     // scene/interpolation.c
    COIR_ATTACHED_TIMERS,    // node/timers.c
    COIR_ATTACHED_RUNS,      // action/run/node_runs.c
    COIR_ATTACHED_COUNT,
} CoirAttachmentKind;

// A function that an attachment does not need is NULL, and is not called.
typedef struct CoirAttachment {
    // Called when the node comes to a stage, and when the node leaves the stage.
    void (*joined)(CoirNode *node, CoirStage *stage);
    void (*parted)(CoirNode *node, CoirStage *stage);

    // `entered` is called when the node has come to the clocks of its stage, `leaving` before the node leaves these
    // clocks, and `left` afterwards. `from`: the scheduler that the node has left. A node that changes between the game
    // and the interface leaves one clock and enters another, but does not leave the stage.
    void (*entered)(CoirNode *node);
    void (*leaving)(CoirNode *node, CoirStage *stage);
    void (*left)(CoirNode *node, CoirScheduler *from);

    // Called before the node is paused, before `clock_` changes, and before the node is destroyed. The attachment of
    // runs freezes the runs here, so that they keep their local times. `stops`: time stops for the node, maybe in the
    // middle of a frame.
    void (*changing)(CoirNode *node, bool stops);

    // Called after a change.
    void (*paused)(CoirNode *node);        // `paused_` has changed
    void (*clock_changed)(CoirNode *node); // `clock_` has changed

    // `clock_stopping` brings the node to the time that its clock reads. Called before the clock of the node stops, if
    // `is_mid_frame` returns true; not called in per-frame updates.
    bool (*is_mid_frame)(const CoirNode *node);
    void (*clock_stopping)(CoirNode *node);

    // Called while the node is being destroyed. `dropped` calls no user code. `ended` is called when all nodes below
    // have been dropped, too. `freed` is called before the memory of the node is freed.
    void (*dropped)(CoirNode *node);
    void (*ended)(CoirNode *node);
    void (*freed)(CoirNode *node);
} CoirAttachment;

static_assert(COIR_ATTACHED_COUNT == COIR_ATTACHMENTS, "a world has room for all kinds of attachments");

// coir_attachment returns the functions of a kind of attachments; NULL: no node of this world has had such an
// attachment. The module of the attachment sets the functions before a node has the attachment: by coir_attachment_use,
// or for timers in coir_waiting_room_open.
static inline const CoirAttachment *coir_attachment(CoirAttachmentKind kind)
{
    return coir_world()->attachments[kind];
}

static inline void coir_attachment_use(CoirAttachmentKind kind, const CoirAttachment *attachment)
{
    coir_world()->attachments[kind] = attachment;
}

// Returns true if a node has an attachment of a kind.
static inline bool coir_node_has(const CoirNode *node, CoirAttachmentKind kind)
{
    switch (kind) {
    case COIR_ATTACHED_LISTENERS: return node->listener_list_ != NULL;
    case COIR_ATTACHED_POSES: return node->interpolated_;
    case COIR_ATTACHED_TIMERS: return node->scheduled_;
    case COIR_ATTACHED_RUNS: return node->runs_ != 0;
    case COIR_ATTACHED_COUNT: break;
    }
    return false;
}

#define COIR_TELL_KIND(kind, node, hook, ...)                         \
    do {                                                              \
        if (coir_node_has(node, kind) && coir_attachment(kind)->hook) \
            coir_attachment(kind)->hook(__VA_ARGS__);                 \
    } while (0)

// Calls the function `hook` of each attachment of `node` that has the function: COIR_TELL(node, joined, node, stage).
// The kinds are written out, because a loop over the kinds takes 70 instructions more for a node with actions.
#define COIR_TELL(node, hook, ...)                                        \
    do {                                                                  \
        COIR_TELL_KIND(COIR_ATTACHED_LISTENERS, node, hook, __VA_ARGS__); \
        COIR_TELL_KIND(COIR_ATTACHED_POSES, node, hook, __VA_ARGS__);     \
        COIR_TELL_KIND(COIR_ATTACHED_TIMERS, node, hook, __VA_ARGS__);    \
        COIR_TELL_KIND(COIR_ATTACHED_RUNS, node, hook, __VA_ARGS__);      \
    } while (0)

#endif
