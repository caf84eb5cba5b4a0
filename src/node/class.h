// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Classes of nodes: the hooks of all levels, and the pool of each class.

#ifndef COIR_NODE_CLASS_INTERNAL_H
#define COIR_NODE_CLASS_INTERNAL_H

#include "base/pool.h"
#include "coir/node.h"

// Checks a class before a node is made. Reports a mistake at `file` and `line`, and returns false, for a class that is
// NULL or wrong.
bool coir_class_check(const CoirNodeClass *node_class, const char *file, int line);

// Finds the hooks of a class, and makes its pool. Returns false if there is no memory.
bool coir_class_prepare(const CoirNodeClass *node_class);

// Returns a zeroed block from the pool of a class, and sets `*chunk`. NULL: no memory.
static inline CoirNode *coir_class_take(const CoirNodeClass *node_class, CoirPoolChunk **chunk)
{
    bool is_prepared = node_class->state_->pool_ || coir_class_prepare(node_class);
    return is_prepared ? coir_pool_take_findable(node_class->state_->pool_, chunk) : NULL;
}

// Frees the pools of all classes. There must be no nodes.
void coir_classes_free(void);

// Call the hook of every level: `entered` from the base to the type, the others from the type to the base.
void coir_node_call_entered(CoirNode *node);
void coir_node_call_leaving(CoirNode *node);
void coir_node_call_destroy(CoirNode *node);

// Call `enter` and `leave` of every level. A hook may take the node off the stage, or put the node back. The hooks of
// each level alternate nevertheless, and in the end either all levels have entered, or none.
void coir_node_call_enter(CoirNode *node);
void coir_node_call_leave(CoirNode *node);

// Calls the `made` hooks from the plain node to the type. Returns the class whose hook failed, or NULL.
const CoirNodeClass *coir_node_call_made(CoirNode *node);

#endif
