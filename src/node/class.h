// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Classes of nodes: the hooks of all levels, and the pool of each class.

#ifndef COIR_NODE_CLASS_INSIDE_H
#define COIR_NODE_CLASS_INSIDE_H

#include "coir/node.h"

// Checks a class before a node is made. Reports a mistake at `file` and `line`, and returns false, for a class that is
// NULL or wrong.
bool coir_class_check(const CoirNodeClass *node_class, const char *file, int line);

// Returns a zeroed block from the pool of a class, and sets `*chunk`. The first call finds the hooks of the class and
// makes the pool. NULL: no memory.
CoirNode *coir_class_take(const CoirNodeClass *node_class, struct CoirPoolChunk **chunk);

// Frees the pools of all classes. There must be no nodes.
void coir_classes_free(void);

// Calls the hook of every level: ENTERED from the base to the type, the others from the type to the base.
typedef enum CoirHook { COIR_HOOK_ENTERED, COIR_HOOK_LEAVING, COIR_HOOK_DESTROY } CoirHook;
void coir_node_call_hook(CoirNode *node, CoirHook hook);

// Call `enter` and `leave` of every level. A hook may take the node off the stage, or put the node back. The hooks of
// each level alternate nevertheless, and in the end either all levels have entered, or none.
void coir_node_call_enter(CoirNode *node);
void coir_node_call_leave(CoirNode *node);

// Calls the `made` hooks from the plain node to the type. Returns the class whose hook failed, or NULL.
const CoirNodeClass *coir_node_call_made(CoirNode *node);

#endif
