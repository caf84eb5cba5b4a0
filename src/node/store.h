// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes, destroys and frees nodes.

#ifndef COIR_NODE_STORE_H
#define COIR_NODE_STORE_H

#include "coir/node.h"

// Calls the `destroy` hooks of the destroyed nodes, frees these nodes, and calls release functions. Hooks and release
// functions may destroy more nodes, which wait for the next call. Returns the number of nodes that were freed.
int coir_nodes_free_dead(void);

// Returns true if coir_nodes_free_dead has something to do.
bool coir_nodes_any_dead(void);

// Frees the memory that is kept for new nodes, if there are no nodes.
void coir_nodes_trim(void);

// Destroys a node that a maker (base/fail.h) has just made, if the maker fails. Calls no user code: unlike
// coir_node_destroy, does not bring voices and their runs to the present time.
void coir_node_discard(CoirNode *node);

// Does the last part of a maker such as coir_sprite_add: sets the position, and adds the node to its parent. If the
// node cannot be added, discards the node and returns NULL. Returns NULL if `node` is NULL.
CoirNode *coir_node_put_in(CoirNode *parent, CoirNode *node, float x, float y, const char *macro, const char *file,
                           int line);

#endif
