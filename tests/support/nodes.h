// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of nodes without a stage: a sweep after each test, and checks of children.

#ifndef COIR_TESTS_NODES_H
#define COIR_TESTS_NODES_H

#include "support/probe.h"

static inline int sweep_after(void **state)
{
    coir_nodes_sweep(); // also frees the pools, because no node is left
    forget_trace();
    return support_teardown(state);
}

#define node_test(function) cmocka_unit_test_setup_teardown(function, support_setup, sweep_after)

static inline CoirNode *set_up_child(CoirNode *node, CoirNode *parent, const char *name)
{
    assert_non_null(node);
    node->name = name;
    if (parent)
        assert_true(coir_node_add(parent, node));
    return node;
}

// Makes a node and adds the node to `parent`, unless `parent` is NULL. A macro, so that messages name the file of the
// test as the file where the node was made.
#define child_of(parent, name) set_up_child(coir_node_new(), (parent), (name))

// Checks the names of the children, each followed by a space, and the links of the tree.
static inline void assert_children(const CoirNode *parent, const char *expected)
{
    for (CoirNode *child = coir_node_first_child(parent); child; child = coir_node_next_sibling(child))
        note("%s ", child->name);
    assert_trace(expected);
    assert_valid(parent);
}

static inline void destroy(CoirNode *node)
{
    coir_node_destroy(node);
    coir_nodes_sweep();
}

#endif
