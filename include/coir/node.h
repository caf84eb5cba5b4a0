// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes: the elements of the tree that is drawn. Timers, actions and listeners belong to nodes.
//
// You own the node that coir_node_new returns. coir_node_add makes a parent the owner, coir_node_detach makes you the
// owner again. A parent destroys its children, and the Director destroys its scenes. To remember a node that is not
// yours, keep a CoirNodeRef.
//
// Coordinates are points, with the y axis upwards, from the lower left corner of the parent. World points are the
// points of the stage, in which scenes are positioned. Angles are in degrees clockwise.
//
// Functions that change a node report a NULL or destroyed node as a mistake, and do nothing. Queries of NULL return
// NULL, false or 0; other results for NULL are described at the function.

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

// A reference to a node: a value that does not own the node. All zero means no node.
typedef struct CoirNodeRef {
    uint32_t index, generation;
} CoirNodeRef;

// You may read and write the fields without `_` at their end at any time; the other fields belong to the library.
struct CoirNode {
    // Fields that each frame reads in each node.
    union {
        const CoirNodeClass *class_;
        CoirNodeSelf node; // for COIR_NODE; stores nothing
    };
    CoirNode *parent_, *first_, *next_;
    CoirStage *stage_;  // NULL: off stage
    int z;              // order among the siblings: lower first, below 0 behind the parent, equal values as added
    float opacity;      // 0..1 (else a mistake when drawn), default 1; multiplied with the parents' opacity
    CoirColor color;    // tint; default white: no tint; alpha is not used
    bool visible;       // default true; false: the node and its children are not drawn
    bool cascade_color; // default false; true: tints the children, too
    bool dead_ : 1, paused_ : 1, listening_ : 1, scheduled_ : 1; // `scheduled_`: the node has had timers or updates
    bool suspended_ : 1;                                         // the actions are frozen: the node has left the stage
    bool interpolated_ : 1;                                      // drawn between the last two steps
    bool crossing_ : 1; // the node is entering or leaving the stage; its children have not followed yet
    bool scene_ : 1;    // the node belongs to a stage: a scene on stage, in the stack or requested, or the overlay
    uint8_t entered_;   // number of class levels whose `enter` hook has run, and whose `leave` hook has not
    uint32_t walked_;   // number of the newest tree walk when a tree walk last visited the node
    float rotation;     // degrees clockwise
    CoirVec2 position;  // of the anchor, in the parent's points
    CoirVec2 scale;     // default (1, 1)
    CoirVec2 anchor;    // point of the node at `position`, center of rotation and scale, as a fraction of the size,
                        // 0..1; default (0, 0), for a sprite (0.5, 0.5)
    CoirVec2 size;      // points; default (0, 0), for a sprite the size of the picture
    CoirVec2 skew;      // degrees: x leans the vertical edges, y leans the horizontal edges

    // Fields that are seldom read.
    CoirNode *last_;
    union {
        CoirNode *previous_;
        CoirStage *scene_of_; // with `scene_`: the stage of the node; a scene has no siblings
    };
    struct CoirTimerQueue *clock_; // on stage: nearest clock; NULL: the stage's. Off stage: own clock, or NULL
    uint32_t runs_, manager_;      // the node's first run, and the manager of its runs; 0: no run
    int listeners_;                // number of listening nodes: this node and all nodes below
    uint32_t linked_;              // number of the last tree walk that had begun before the node was added
    const char *name;              // for coir_node_find; not copied, must live as long as the node. May be NULL
    void *user;                    // for your own use
    int tag;                       // for coir_node_find_tag
    uint32_t made_line_ : 18, height_ : 10; // `height_`: at least the number of levels below; kept when nodes leave
    uint32_t owns_clock_ : 1;               // `clock_` is the node's own clock
    uint32_t sounds_ : 1;                   // the node has played a sound
    uint32_t interface_ : 1;                // marked by coir_node_set_interface
    uint32_t on_interface_ : 1;             // the stage steps the node's timers and runs with the interface
    const char *made_file_;
    struct CoirOwned *owned_;                // pointers given to coir_node_own, the latest first
    struct CoirListenerList *listener_list_; // NULL: the node has never had listeners
    struct CoirPoolChunk *chunk_;
    CoirNodeRef ref_;
};

// Making and destroying ----------------------------------------------------------------------------------------------

// Makes a plain node: a group, or a scene. The node is yours until you add it to a parent or show it. Returns NULL
// if there is no memory.
#define coir_node_new() coir_node_make(&CoirNode_class, __FILE__, __LINE__)

// Destroys a node and all nodes below. May be called at any time, even in the node's own callbacks. When the function
// returns, the node has left the tree (its `leave` hooks have run), its timers, actions and listeners are dropped,
// references to the node give NULL, and no callback of the node is called any more. The `destroy` hooks run at the end
// of the frame (outside of frames: at the end of the update or event that is being processed), and then the memory is
// freed. NULL does nothing.
COIR_API void coir_node_destroy(CoirNode *node);

// Destroys all children of a node.
COIR_API void coir_node_destroy_children(CoirNode *node);

// Gives `user` to a node: `release(user)` is called when the node's memory is freed, after its `destroy` hooks. Use
// the function for the `user` of listeners and per-frame functions; a timer may own its `user` itself
// (CoirTimerDef.release). A node may own any number of pointers; the latest is released first. `release` may do
// anything, but must not use the node, which no longer exists. Returns false, and `user` stays yours, for a NULL or
// destroyed node, a NULL `release`, or if there is no memory.
COIR_API bool coir_node_own(CoirNode *node, void *user, CoirUserFn release);

// Returns a reference to a node; {0, 0} for NULL and for a destroyed node.
COIR_API CoirNodeRef coir_node_ref(const CoirNode *node);

// Returns the node of a reference; NULL if the node was destroyed.
COIR_API CoirNode *coir_node_get(CoirNodeRef ref);

// Frees the nodes that have been destroyed. The Director does this at the end of each frame, and coir_stage_update at
// its end. Without both, call the function yourself, outside of any callback. Nodes that `destroy` hooks or release
// functions destroy meanwhile are freed, too, in up to 10 000 rounds. If there are nodes to free after these rounds, a
// mistake is logged, and the nodes wait for the next sweep. Returns the number of nodes that were freed. In a callback,
// the call is a mistake and returns 0.
COIR_API int coir_nodes_sweep(void);

// Return the number of nodes in the world of this thread (coir/world.h), except nodes that have been destroyed.
// coir_nodes_report also logs a warning for each node without a parent, with the file and line that made the node and
// the number of nodes below. Nodes that Coir has made for its own use (their line is 0) are counted, but cause no
// warning.
COIR_API int coir_nodes_count(void);
COIR_API int coir_nodes_report(void);

// The tree -----------------------------------------------------------------------------------------------------------

// Makes `child` the last child of `parent`, which then owns `child`. If the parent is on stage, the child enters at
// once. Returns false, and changes nothing, for a NULL, a child that already has a parent, a node that would become
// its own ancestor, a scene (shown, requested or pushed) or the overlay of a stage, or a tree of more than 1000
// levels.
COIR_API bool coir_node_add(CoirNode *parent, CoirNode *child);

// Removes a node from its parent, and makes you its owner. The node leaves the stage; its timers and actions are frozen
// until the node is on stage again. Returns the node. Returns NULL for a NULL or destroyed node, for a node without a
// parent, and for a node that its `leave` hooks have destroyed.
COIR_API CoirNode *coir_node_detach(CoirNode *node);

// Moves a node to another parent, without moving it on the screen: position, rotation, scale and skew change so that
// the world transform stays the same. Below a new parent with a scale of 0 these four fields do not change. Only the
// position changes if `scale.x` of the node is 0, and `skew.y` or `scale.y` is 0, too; or if a scale of 0 above shrinks
// the node's x axis to nothing. If both parents are on the same stage, the node stays on stage. The node need not have
// a parent before. Returns false, and changes nothing, for a NULL, a node that would become its own ancestor, a scene
// (shown, requested or pushed) or the overlay of a stage, or a tree of more than 1000 levels.
COIR_API bool coir_node_set_parent(CoirNode *node, CoirNode *parent);

// Return the parent (NULL: no parent), and the number of children, without the nodes below them.
COIR_API CoirNode *coir_node_parent(const CoirNode *node);
COIR_API int coir_node_child_count(const CoirNode *node);

// Return the first child, and the next child, in the order of drawing; NULL after the last. Until drawing or an event
// sorts the children by `z`, a new child is the last, and a change of `z` has no effect:
//     for (CoirNode *child = coir_node_first_child(node); child; child = coir_node_next_sibling(child))
// If the loop destroys or moves children, use coir_node_each_child.
COIR_API CoirNode *coir_node_first_child(const CoirNode *node);
COIR_API CoirNode *coir_node_next_sibling(const CoirNode *node);

// Calls `function(child, user)` for each child, in the same order. `function` may add, destroy and move children. A
// child that is removed before its turn is not visited. Children that `function` adds to `node` are visited, too,
// except children that a walk over children has visited since the call began: this call, or, inside `function`, a
// coir_node_each_child, an event, or a parent that enters or leaves the stage. Drawing inside `function` does not count
// for each sprite.
COIR_API void coir_node_each_child(CoirNode *node, CoirCallFn function, void *user);

// Return the first node with a name or tag: `root`, or a node below, parents before children. Return NULL if there is
// no such node, and for a NULL name.
COIR_API CoirNode *coir_node_find(CoirNode *root, const char *name);
COIR_API CoirNode *coir_node_find_tag(CoirNode *root, int tag);

// Returns true from the `enter` hook on; in the `leave` hook, already returns false.
COIR_API bool coir_node_is_on_stage(const CoirNode *node);

// Checks the invariants of a tree (links, counts, stages), for tests and debugging. Returns false, with the first
// fault in coir_error(), if an invariant is broken.
COIR_API bool coir_node_validate(const CoirNode *root);

// Coordinates --------------------------------------------------------------------------------------------------------

// Return the transform from the node's own points to its parent's points, and to world points. The transform of NULL
// is the identity.
COIR_API CoirAffine coir_node_transform(const CoirNode *node);
COIR_API CoirAffine coir_node_world_transform(const CoirNode *node);

// Convert a point from the node's own points to the parent's points or to world points, and back. NULL returns the
// point unchanged. If a scale on the way is 0, the conversion back returns (0, 0).
COIR_API CoirVec2 coir_node_to_parent(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_from_parent(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_to_world(const CoirNode *node, CoirVec2 point);
COIR_API CoirVec2 coir_node_from_world(const CoirNode *node, CoirVec2 point);

// Return the smallest upright rectangle around the node's own rectangle (its size, without children), in the parent's
// points or in world points.
COIR_API CoirRect coir_node_bounds(const CoirNode *node);
COIR_API CoirRect coir_node_world_bounds(const CoirNode *node);

// Writes the corners of the node's own rectangle, turned or not, in world points: lower left, lower right, upper
// right, upper left. coir/overlap.h takes these corners as a polygon. The corners of NULL are (0, 0).
COIR_API void coir_node_world_corners(const CoirNode *node, CoirVec2 corners[4]);

// Returns true if a world point is inside the node's own rectangle, turned or not.
COIR_API bool coir_node_contains(const CoirNode *node, CoirVec2 world_point);

// Sets the scale of both axes. `node` must not be NULL.
static inline void coir_node_set_scale(CoirNode *node, float scale)
{
    node->scale = coir_vec2(scale, scale);
}

// Return the opacity (0..1) and the tint with which the node is drawn: its own values, multiplied with the parents'
// values. A parent without `cascade_color` passes on no tint, neither its own nor the tints from above. Return 1 and
// white for NULL.
COIR_API float coir_node_shown_opacity(const CoirNode *node);
COIR_API CoirColor coir_node_shown_color(const CoirNode *node);

#endif
