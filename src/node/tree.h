// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The tree of nodes: links between parents and children, and walks over children.

#ifndef COIR_NODE_TREE_H
#define COIR_NODE_TREE_H

#include "base/world.h"
#include "coir/node.h"

// A walk over the children of a node. Callbacks may add, move and destroy children meanwhile: coir_node_unlink moves
// the cursor of each walk off a child that is removed. The walk visits each child once, also a child that is moved to
// the end.
typedef struct CoirWalk {
    CoirNode *parent, *at; // `at`: the cursor
    struct CoirWalk *outer;
    CoirWorld *world; // world in which the walk began
    uint32_t number, links;
    bool backwards;
} CoirWalk;

void coir_walk_begin(CoirWalk *walk, CoirNode *parent, bool backwards);
void coir_walk_end(CoirWalk *walk);

// Returns true for a child that the walk has visited. Only a child that was added to the parent after the begin of the
// walk can come a second time.
bool coir_walk_gave(const CoirWalk *walk, const CoirNode *child);

// Returns the next child; NULL after the last child. `backwards`: as for coir_walk_begin, so that the compiler knows
// it.
static inline CoirNode *coir_walk_next(CoirWalk *walk, bool backwards)
{
    do {
        if (backwards)
            walk->at = walk->at ? walk->at->previous_ : walk->parent->last_;
        else
            walk->at = walk->at ? walk->at->next_ : walk->parent->first_;
    } while (walk->at && walk->world->links != walk->links && coir_walk_gave(walk, walk->at));
    if (walk->at)
        walk->at->walked_ = walk->world->walk_number;
    return walk->at;
}

// Returns true if the walk has visited none of the children behind the cursor.
static inline bool coir_walk_is_straight(const CoirWalk *walk)
{
    return walk->world->links == walk->links;
}

// Moves the cursor of a straight walk forward to `child`, as if the walk had visited the children before. NULL: the
// walk has visited all children, and no user code is called before the end of the walk.
static inline void coir_walk_jump(CoirWalk *walk, CoirNode *child)
{
    for (CoirNode *given = walk->at; child && given != child;) {
        given = given->next_;
        given->walked_ = walk->world->walk_number;
    }
    walk->at = child;
}

// Calls the `enter` or `leave` hooks of the node and of all nodes below.
void coir_node_enter(CoirNode *node, CoirStage *stage);
void coir_node_leave(CoirNode *node);

// Returns the root of the tree that a node is in.
static inline const CoirNode *coir_node_root(const CoirNode *node)
{
    while (node->parent_)
        node = node->parent_;
    return node;
}

// Takes a node out of its parent's list.
void coir_node_unlink(CoirNode *node);

// Returns true if `node` may become a child of `parent`. Otherwise reports a mistake in `function`'s name.
bool coir_node_may_become_child(CoirNode *node, const CoirNode *parent, const char *function);

// Adds a node that may become a child as the last child, and lets the node enter the stage of its parent.
void coir_node_link(CoirNode *parent, CoirNode *child);

// Adds `count` to the numbers of listening nodes at the node and above.
void coir_node_count_listeners(CoirNode *node, int count);

// Sorts the children by z, if z was changed.
void coir_node_sort_children(CoirNode *node);

#endif
