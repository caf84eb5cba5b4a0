// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// References to nodes: each node has a slot, and a reference is the index and the generation of the slot.

#ifndef COIR_NODE_REFERENCE_H
#define COIR_NODE_REFERENCE_H

#include "base/world.h"
#include "coir/node.h"

// Returns true if a node has its slot in the world of this thread. `node` must be a node that has not been freed.
static inline bool coir_node_is_here(const CoirNode *node)
{
    const CoirSlots *nodes = &coir_world()->nodes;
    return node->ref_.index < (uint32_t)nodes->used && nodes->slots[node->ref_.index].item == node;
}

// Returns true for a node of this world that has not been destroyed. Otherwise reports a mistake under the name of
// `function`. coir_node_refuse is the part that reports, and returns false.
bool coir_node_refuse(const CoirNode *node, const char *function);
static inline bool coir_node_check(const CoirNode *node, const char *function)
{
    return (node && node->class_ && !node->dead_ && coir_node_is_here(node)) || coir_node_refuse(node, function);
}

// Between these two calls no destroyed node is freed. The calls nest.
static inline void coir_nodes_busy_begin(void)
{
    coir_world()->nodes_busy++;
}

static inline void coir_nodes_busy_end(void)
{
    coir_world()->nodes_busy--;
}

// Returns true between coir_nodes_busy_begin and coir_nodes_busy_end.
static inline bool coir_nodes_are_busy(void)
{
    return coir_world()->nodes_busy > 0;
}

// Gives a node of this world a slot, and sets `ref_`. Returns false if there is no memory.
bool coir_reference_add(CoirWorld *world, CoirNode *node);

// Frees the slot of a node: references to the node find nothing from here on. A second call does nothing.
void coir_reference_remove(const CoirNode *node);

// Frees the memory of the slots. There must be no nodes.
void coir_references_trim(void);

// Returns the node of this thread's world that begins at this address. The node may be in use, destroyed or freed.
// Returns NULL if no block of a pool of nodes begins there.
CoirNode *coir_node_at(const void *address);

#endif
