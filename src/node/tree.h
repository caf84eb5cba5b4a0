// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The tree of nodes: links between parents and children, and walks over children.

#ifndef COIR_NODE_TREE_H
#define COIR_NODE_TREE_H

#include "base/world.h"
#include "coir/node.h"

// A walk over the children of a node. Callbacks may add, move and destroy children meanwhile: coir_node_unlink moves
// the cursor of each walk off a child that is removed. No walk visits a child twice. A forward walk also visits a child
// that is added or moved to the end, unless coir_walk_has_visited returns true. A backward walk may leave out such a
// child.
typedef struct CoirWalk {
    CoirNode *parent, *at; // `at`: the cursor
    struct CoirWalk *outer;
    CoirWorld *world;       // world in which the walk began
    uint32_t number, links; // number of the walk; CoirWorld.links when the walk began
    bool backwards;
} CoirWalk;

void coir_walk_begin(CoirWalk *walk, CoirNode *parent, bool backwards);
void coir_walk_end(CoirWalk *walk);

// Returns true if `child` was added to its parent after this walk began, and this walk, or a walk inside of this walk,
// has visited `child`. Does not know of children that an inner walk has passed by a jump to the end (coir_walk_jump).
// The walk calls the function only after children were added: without an addition, no child can come a second time.
bool coir_walk_has_visited(const CoirWalk *walk, const CoirNode *child);

// Returns the next child; NULL after the last child. `backwards`: the same as in coir_walk_begin. Callers pass a
// constant, so that the compiler leaves out the other direction.
static inline CoirNode *coir_walk_next(CoirWalk *walk, bool backwards)
{
    do {
        if (backwards)
            walk->at = walk->at ? walk->at->previous_ : walk->parent->last_;
        else
            walk->at = walk->at ? walk->at->next_ : walk->parent->first_;
    } while (walk->at && walk->world->links != walk->links && coir_walk_has_visited(walk, walk->at));
    if (walk->at)
        walk->at->walked_ = walk->world->walk_number;
    return walk->at;
}

// Returns true if no node was added to any parent since the walk began. Then the walk has visited none of the children
// after the cursor.
static inline bool coir_walk_is_straight(const CoirWalk *walk)
{
    return walk->world->links == walk->links;
}

// Moves the cursor of a straight walk forward to `child`, as if the walk had visited all children up to `child`. NULL:
// as if the walk had visited all children; the caller must then end the walk before user code is called. A jump to NULL
// does not mark the children, because the marks would cost each sprite of a row a write to memory. So if a draw hook
// moves such a sprite to the end of a parent that is still being drawn, this parent draws the sprite a second time.
static inline void coir_walk_jump(CoirWalk *walk, CoirNode *child)
{
    for (CoirNode *given = walk->at; child && given != child;) {
        given = given->next_;
        given->walked_ = walk->world->walk_number;
    }
    walk->at = child;
}

// Put a node and all nodes below on a stage, and take them off their stage. Call the `enter` and `leave` hooks.
void coir_node_enter(CoirNode *node, CoirStage *stage);
void coir_node_leave(CoirNode *node);

// Returns the root of the tree that a node is in.
static inline const CoirNode *coir_node_root(const CoirNode *node)
{
    while (node->parent_)
        node = node->parent_;
    return node;
}

// Takes a node out of its parent's list, and moves the cursors of walks off the node. A node on stage then runs on the
// clock of the stage.
void coir_node_unlink(CoirNode *node);

// Returns true if `node` may become a child of `parent`. Otherwise reports a mistake under the name of `function`.
bool coir_node_may_become_child(CoirNode *node, const CoirNode *parent, const char *function);

// Adds `child` as the last child of `parent`. If the parent is on stage, the child enters this stage.
// coir_node_may_become_child must have returned true.
void coir_node_link(CoirNode *parent, CoirNode *child);

// Adds `count` to the number of listening nodes (`listeners_`) of the node and of all nodes above.
void coir_node_count_listeners(CoirNode *node, int count);

// Sorts the children by z, if their order is wrong. Does nothing while a walk over these children is in progress.
void coir_node_sort_children(CoirNode *node);

#endif
