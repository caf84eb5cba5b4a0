// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The begin and the end of nodes.

#ifndef COIR_NODE_STORE_H
#define COIR_NODE_STORE_H

#include "coir/node.h"

// Frees the destroyed nodes, and calls release functions. Both may destroy other nodes, which are freed, too. Returns
// the number of nodes that were freed.
int coir_nodes_free_dead(void);

// Returns true if coir_nodes_free_dead has something to do.
bool coir_nodes_any_dead(void);

// Frees the memory that is kept for new nodes, if there are no nodes.
void coir_nodes_trim(void);

// Ends a maker (base/fail.h) that adds its node: sets the position and adds the node to its parent. If the node cannot
// be added, destroys the node. Returns NULL then, and for a NULL node.
CoirNode *coir_node_put_in(CoirNode *parent, CoirNode *node, float x, float y, const char *macro, const char *file,
                           int line);

#endif
