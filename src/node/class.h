// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Classes of nodes: the hooks of all levels, and the pool of each class. A level of a class is the class itself or one
// of its bases.

#ifndef COIR_NODE_CLASS_INTERNAL_H
#define COIR_NODE_CLASS_INTERNAL_H

#include <assert.h>

#include "base/world.h"
#include "coir/node.h"

// Checks a class before a node is made. Reports a mistake at `file` and `line`, and returns false, for a class that is
// NULL or wrong.
bool coir_class_check(const CoirNodeClass *node_class, const char *file, int line);

// Type by which threads that share a class read CoirNodeClassState.index_. The public header declares a plain number,
// since C++ has no _Atomic.
typedef _Atomic(uint32_t) CoirAtomicIndex;
static_assert(sizeof(CoirAtomicIndex) == sizeof(uint32_t), "the index in the header can be read as an atomic number");

// Returns the index of a class in CoirWorld.class_pools, the same index in all worlds; 0: no node of the class was made
// yet, in any world.
static inline uint32_t coir_class_index(const CoirNodeClass *node_class)
{
    return atomic_load_explicit((CoirAtomicIndex *)&node_class->state_->index_, memory_order_acquire);
}

// Finds the hooks of a class, and makes the pool of the class in a world that has no pool of the class yet. Returns
// NULL if there is no memory.
CoirPool *coir_class_prepare(CoirWorld *world, const CoirNodeClass *node_class);

// Returns the pool of a class in a world. NULL: no node of the class was made since the last trim of the world.
static inline CoirPool *coir_class_pool(const CoirWorld *world, const CoirNodeClass *node_class)
{
    uint32_t index = coir_class_index(node_class);
    return index < world->class_capacity ? world->class_pools[index] : NULL;
}

// Frees the pools of all classes in this world. There must be no nodes.
void coir_classes_free(void);

// Call the hook of every level: `entered` from the base to the type, the others from the type to the base.
void coir_node_call_entered(CoirNode *node);
void coir_node_call_leaving(CoirNode *node);
void coir_node_call_destroy(CoirNode *node);

// Call `enter` and `leave` of every level. A hook may take the node off the stage, or put the node back. Even then,
// `enter` and `leave` of each level alternate, and in the end either all levels have entered, or none.
void coir_node_call_enter(CoirNode *node);
void coir_node_call_leave(CoirNode *node);

// Calls the `made` hooks from the base to the type, up to the first hook that fails. Returns the class of this hook;
// NULL: no hook failed.
const CoirNodeClass *coir_node_call_made(CoirNode *node);

#endif
