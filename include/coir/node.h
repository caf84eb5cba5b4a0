// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes: the tree that is drawn, and that timers, actions and listeners belong to.
//
// `new` gives you a node, coir_node_add hands it to its parent, coir_node_detach gives it back; a parent destroys its
// children, and the Director its scenes. To remember a node that is not yours keep a CoirNodeRef.
//
// Coordinates are points with the y axis upwards; a child's are counted from its parent's lower left corner; angles are
// degrees clockwise.

#ifndef COIR_NODE_H
#define COIR_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/callback.h"
#include "coir/color.h"
#include "coir/geometry.h"
#include "coir/node_class.h"

typedef struct CoirStage CoirStage;

// Remembers a node without owning it. A value; all zero names none.
typedef struct CoirNodeRef {
    uint32_t index, generation;
} CoirNodeRef;

// The fields without `_` at their end may be read and written at any time; the others are the library's.
struct CoirNode {
    union {
        const CoirNodeClass *class_; // first what each frame looks at, of each node
        CoirNodeSelf node;           // for COIR_NODE; nothing is stored here
    };
    CoirNode *parent_, *first_, *next_;
    CoirStage *stage_;  // NULL: off stage
    int z;              // order among its siblings: lower first, below 0 behind the parent, equal ones as added
    float opacity;      // 0..1, multiplied with the parents'; drawing a node with another number reports a mistake
    CoirColor color;    // the tint, white: none; its alpha is not used
    bool visible;       // false: neither it nor its children are drawn
    bool cascade_color; // its tint goes for its children, too
    bool dead_ : 1, paused_ : 1, listening_ : 1, scheduled_ : 1; // `scheduled_`: it has had timers or updates
    bool suspended_ : 1;                                         // its actions wait, as it has left the stage
    bool interpolated_ : 1;                                      // drawn between the last two steps
    bool crossing_ : 1; // the node is entering or leaving the stage; its children have not followed yet
    bool scene_ : 1;    // the node belongs to a stage: a scene on stage, in the stack or to come, or the overlay
    uint8_t entered_;   // of how many levels of its class the `enter` hook has run, and not `leave`
    uint32_t walked_;   // the last walk that came by
    float rotation;     // degrees clockwise
    CoirVec2 position;  // of the anchor, in the parent's points
    CoirVec2 scale;     // 1, 1
    CoirVec2 anchor;    // what is placed and turned about, as a part of the size: 0..1; (0, 0), sprites (0.5, 0.5)
    CoirVec2 size;      // points; (0, 0), a sprite's is its picture's
    CoirVec2 skew;      // degrees: x leans the vertical edges, y the horizontal ones

    // Seldom looked at.
    CoirNode *last_, *previous_;
    struct CoirTimerQueue *clock_;          // its own, for itself and all below it; NULL: that of its parent
    uint32_t runs_, manager_;               // the first run of an action, and whose they are; 0: none
    int listeners_;                         // how many nodes listen, itself and all below
    uint32_t linked_;                       // the last walk that had begun when it came to its parent
    const char *name;                       // for coir_node_find; not copied, must live as long as the node; NULL: none
    void *user;                             // yours
    int tag;                                // for coir_node_find_tag
    uint32_t made_line_ : 20, height_ : 10; // `height_`: no subtree below it is deeper
    uint32_t interface_ : 1;                // marked by coir_node_set_interface
    uint32_t on_interface_ : 1;             // the stage steps the node's timers and runs with the interface
    const char *made_file_;
    struct CoirOwned *owned_;                // what coir_node_own was given, the last one first
    struct CoirListenerList *listener_list_; // NULL: the node has never had listeners
    struct CoirPoolChunk *chunk_;
    CoirNodeRef ref_;
};

// Making and destroying ----------------------------------------------------------------------------------------------

// Makes a plain node: a group, or a scene. It is yours until it is added or shown. NULL: no memory.
#define coir_node_new() coir_node_make(&CoirNode_class, __FILE__, __LINE__)

// Destroys a node and all below it; legal at any time, in its own callbacks, too. At once it is out of the tree, its
// `leave` hooks have run, its timers, actions and listeners are dropped, references to it are NULL, and nothing calls
// it any more. Its `destroy` hooks run and its memory goes at the end of the frame. NULL does nothing.
COIR_API void coir_node_destroy(CoirNode *node);

// Destroys all children of a node.
COIR_API void coir_node_destroy_children(CoirNode *node);

// Gives `user` to a node: `release(user)` is called when the node's memory goes, after its `destroy` hooks. For what
// listeners and per-frame functions of the node keep; a timer may own its `user` itself (CoirTimerDef.release). A node
// may own any number of pointers; the last one is released first. `release` may do anything, but the node is no more.
// False, and `user` stays yours: a NULL or destroyed node, a NULL `release`, or no memory.
COIR_API bool coir_node_own(CoirNode *node, void *user, CoirUserFn release);

// A reference to a node; {0, 0} for NULL or a destroyed one.
COIR_API CoirNodeRef coir_node_ref(const CoirNode *node);

// The node that a reference names, or NULL once it is destroyed.
COIR_API CoirNode *coir_node_get(CoirNodeRef ref);

// Frees the nodes that have been destroyed. The Director does this at the end of each frame; call it where there is
// none, and outside of any callback. Nodes that are destroyed meanwhile, by `destroy` hooks or release functions, are
// freed, too; after 10 000 rounds of this the rest waits for the next sweep, and a mistake is logged. Returns the
// number of nodes that were freed; in a callback, which is a mistake, 0.
COIR_API int coir_nodes_sweep(void);

// Returns the number of nodes. coir_nodes_report also logs a warning for each node without a parent, with the place
// where the node was made and the number of nodes below it.
COIR_API int coir_nodes_count(void);
COIR_API int coir_nodes_report(void);

// The tree -----------------------------------------------------------------------------------------------------------

// Hands `child` over to `parent`, as the last of its children. If the parent is on stage the child enters at once.
// False, and nothing changes, for a NULL, a child that has a parent already, a node that would become its own ancestor,
// a scene that is being shown, or a tree of more than 1000 levels.
COIR_API bool coir_node_add(CoirNode *parent, CoirNode *child);

// Takes a node out of its parent and gives it back to you; it leaves the stage, and what it had scheduled waits. NULL
// for a node without a parent, and for one that its `leave` hooks have destroyed.
COIR_API CoirNode *coir_node_detach(CoirNode *node);

// Moves a node to another parent so that it stays in the same place of the world: its position, rotation, scale and
// skew change as needed (a parent flattened by a scale of 0 leaves them as they are). It stays on stage if both parents
// are. False as for coir_node_add.
COIR_API bool coir_node_set_parent(CoirNode *node, CoirNode *parent);

COIR_API CoirNode *coir_node_parent(const CoirNode *node);
COIR_API int coir_node_child_count(const CoirNode *node); // counts them

// The children, in the order of drawing as it was in the last frame:
//     for (CoirNode *child = coir_node_first_child(node); child; child = coir_node_next_sibling(child))
// Where the loop destroys or moves children, use coir_node_each_child. NULL after the last.
COIR_API CoirNode *coir_node_first_child(const CoirNode *node);
COIR_API CoirNode *coir_node_next_sibling(const CoirNode *node);

// Calls `function(child, user)` for each child that is there when its turn comes; it may add, destroy and move any of
// them.
COIR_API void coir_node_each_child(CoirNode *node, CoirCallFn function, void *user);

// The first node with this name or tag, `root` itself or below it, parents before children. NULL: none.
COIR_API CoirNode *coir_node_find(CoirNode *root, const char *name);
COIR_API CoirNode *coir_node_find_tag(CoirNode *root, int tag);

// True between `enter` and `leave`.
COIR_API bool coir_node_is_on_stage(const CoirNode *node);

// Checks everything that must hold in a tree: links, counts, stages. False, with the first fault in coir_error().
COIR_API bool coir_node_validate(const CoirNode *root);

// Places -------------------------------------------------------------------------------------------------------------

// From the node's own points to its parent's, and to the world's (the scene's parent: the window's points).
COIR_API CoirAffine coir_node_transform(const CoirNode *node);
COIR_API CoirAffine coir_node_world_transform(const CoirNode *node);

// A point of the node's own, of its parent's or of the world's coordinates, in the others.
COIR_API CoirVec2 coir_node_to_parent(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_from_parent(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_to_world(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_from_world(const CoirNode *node, CoirVec2 point);

// The smallest upright rectangle around the node (its size, without children) in its parent's or the world's points.
COIR_API CoirRect coir_node_bounds(const CoirNode *node);
COIR_API CoirRect coir_node_world_bounds(const CoirNode *node);

// Writes the corners of the node's own rectangle, turned or not, in the world's points: lower left, lower right, upper
// right, upper left. For coir/overlap.h, which takes them as a polygon. The corners of NULL are (0, 0).
COIR_API void coir_node_world_corners(const CoirNode *node, CoirVec2 corners[4]);

// True when a point of the world lies in the node's own rectangle, turned or not.
COIR_API bool coir_node_contains(const CoirNode *node, CoirVec2 world_point);

// Sets both scales.
static inline void coir_node_set_scale(CoirNode *node, float scale)
{
    node->scale = coir_vec2(scale, scale);
}

// What is shown after the parents' share: opacity 0..1, and the tint.
COIR_API float coir_node_shown_opacity(const CoirNode *node);
COIR_API CoirColor coir_node_shown_color(const CoirNode *node);

#endif
