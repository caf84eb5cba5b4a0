// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The tree of nodes, without a stage: children and parents, the limit of levels, searches, and walks over children that
// change during the walk.

#include "support/nodes.h"

#include <time.h>

#include "node/tree.h"

// The tree -----------------------------------------------------------------------------------------------------------

static void a_new_node_has_its_defaults(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    assert_true(node->position.x == 0 && node->position.y == 0 && node->size.x == 0 && node->size.y == 0);
    assert_true(node->scale.x == 1 && node->scale.y == 1 && node->opacity == 1 && node->rotation == 0);
    assert_true(node->anchor.x == 0 && node->anchor.y == 0 && node->skew.x == 0 && node->skew.y == 0);
    assert_true(node->visible && !node->cascade_color && node->z == 0 && node->tag == 0 && !node->name && !node->user);
    assert_true(node->color.r == 255 && node->color.g == 255 && node->color.b == 255);
    assert_null(coir_node_parent(node));
    assert_null(coir_node_first_child(node));
    assert_false(coir_node_is_on_stage(node));
    assert_valid(node);
    destroy(node);
}

static void children_are_in_the_order_of_adding(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *b = child_of(root, "b"),
             *c = child_of(root, "c");
    (void)state;
    assert_children(root, "a b c ");
    assert_int_equal(coir_node_child_count(root), 3);
    assert_ptr_equal(coir_node_parent(b), root);
    assert_ptr_equal(coir_node_detach(a), a);
    assert_null(coir_node_parent(a));
    assert_children(root, "b c ");
    assert_true(coir_node_add(root, a));
    assert_children(root, "b c a ");
    coir_node_detach(c);
    assert_children(root, "b a ");
    assert_true(coir_node_add(a, c));
    assert_children(a, "c ");
    destroy(root);
    assert_int_equal(coir_nodes_count(), 0);
}

static void detaching_a_node_without_a_parent_is_a_mistake(void **state)
{
    CoirNode *node = child_of(NULL, "node");
    (void)state;
    assert_null(coir_node_detach(node));
    assert_mistake("no parent");
    destroy(node);
}

static void a_child_with_a_parent_is_not_added(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *b = child_of(root, "b");
    (void)state;
    assert_false(coir_node_add(a, b));
    assert_mistake("has a parent already");
    assert_false(coir_node_add(root, b));
    assert_mistake("has a parent already");
    assert_children(root, "a b ");
    assert_children(a, "");
    destroy(root);
}

static void a_node_does_not_become_its_own_ancestor(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *b = child_of(a, "b");
    (void)state;
    assert_false(coir_node_add(root, root));
    assert_mistake("its own ancestor");
    assert_false(coir_node_add(b, root));
    assert_mistake("its own ancestor");
    assert_false(coir_node_set_parent(a, b));
    assert_mistake("its own ancestor");
    assert_false(coir_node_set_parent(a, a));
    assert_mistake("its own ancestor");
    assert_children(root, "a ");
    assert_children(a, "b ");
    assert_children(b, "");
    destroy(root);
}

static CoirNode *make_chain(CoirNode **deepest, int levels)
{
    CoirNode *first = coir_node_new(), *last = first;
    for (int i = 1; i < levels; i++)
        last = child_of(last, "level");
    *deepest = last;
    return first;
}

static void a_tree_has_1000_levels_at_most(void **state)
{
    CoirNode *deepest, *deeper, *root = make_chain(&deepest, 1000), *extra = child_of(NULL, "extra");
    (void)state;
    assert_false(coir_node_add(deepest, extra));
    assert_mistake("levels");
    assert_null(coir_node_parent(extra));
    assert_true(coir_node_add(coir_node_parent(deepest), extra));
    CoirNode *other = make_chain(&deeper, 600);
    assert_false(coir_node_set_parent(other, extra));
    assert_mistake("levels");
    CoirNode *middle = root;
    for (int i = 1; i < 400; i++)
        middle = coir_node_first_child(middle);
    assert_false(coir_node_add(coir_node_first_child(middle), other));
    assert_mistake("levels");
    assert_true(coir_node_add(middle, other));
    assert_valid(root);
    destroy(root);
    assert_int_equal(coir_nodes_count(), 0);
}

// After the removal of a chain, the heights of `a` and `b` are too great. They must become right together: otherwise
// the heights would not rise with the next chain.
static void levels_that_were_taken_out_of_a_child_do_not_count(void **state)
{
    CoirNode *a = child_of(NULL, "a"), *b = child_of(a, "b"), *deepest, *low, *long_deepest;
    (void)state;
    CoirNode *chain = make_chain(&deepest, 900), *root = make_chain(&low, 200), *long_root;
    assert_true(coir_node_add(b, chain));
    destroy(coir_node_detach(chain));
    assert_true(coir_node_add(low, a));
    assert_valid(root);
    assert_true(coir_node_add(b, make_chain(&deepest, 700)));
    assert_valid(root);
    coir_node_detach(a);
    long_root = make_chain(&long_deepest, 900);
    assert_false(coir_node_add(long_deepest, a));
    assert_mistake("levels");
    destroy(a);
    destroy(root);
    destroy(long_root);
}

static void levels_that_were_taken_out_do_not_count(void **state)
{
    CoirNode *deepest, *deeper, *root = make_chain(&deepest, 900), *other = make_chain(&deeper, 500);
    (void)state;
    CoirNode *second = coir_node_first_child(other);
    coir_node_detach(second);
    assert_true(coir_node_add(deepest, other));
    assert_false(coir_node_add(other, second));
    assert_mistake("levels");
    destroy(root);
    destroy(second);
}

static void null_nodes_are_reported_or_ignored(void **state)
{
    CoirNode *node = child_of(NULL, "node");
    (void)state;
    assert_false(coir_node_add(NULL, node));
    assert_mistake("parent");
    assert_false(coir_node_add(node, NULL));
    assert_mistake("child");
    assert_false(coir_node_add(NULL, NULL));
    assert_mistake("NULL");
    assert_null(coir_node_detach(NULL));
    assert_mistake("coir_node_detach");
    assert_false(coir_node_set_parent(NULL, node));
    assert_mistake("coir_node_set_parent (node)");
    assert_false(coir_node_set_parent(node, NULL));
    assert_mistake("coir_node_set_parent (parent)");
    coir_node_destroy_children(NULL);
    assert_mistake("coir_node_destroy_children");
    coir_node_each_child(NULL, NULL, NULL);
    assert_mistake("coir_node_each_child");
    coir_node_each_child(node, NULL, NULL);
    assert_mistake("function is NULL");
    assert_false(coir_node_validate(NULL));
    assert_mistake("coir_node_validate");
    assert_false(coir_node_listen(NULL, NULL, NULL));
    assert_mistake("coir_node_listen");
    coir_node_destroy(NULL);
    assert_string_equal(coir_error(), "");
    destroy(node);
}

static void questions_about_null_are_answered(void **state)
{
    CoirAffine m = coir_node_transform(NULL), world = coir_node_world_transform(NULL);
    (void)state;
    assert_null(coir_node_parent(NULL));
    assert_null(coir_node_first_child(NULL));
    assert_null(coir_node_next_sibling(NULL));
    assert_int_equal(coir_node_child_count(NULL), 0);
    assert_null(coir_node_find(NULL, "name"));
    assert_null(coir_node_find_tag(NULL, 0));
    assert_false(coir_node_is_on_stage(NULL));
    assert_int_equal(coir_node_ref(NULL).generation, 0);
    assert_true(m.a == 1 && m.b == 0 && m.c == 0 && m.d == 1 && m.tx == 0 && m.ty == 0);
    assert_true(world.a == 1 && world.d == 1 && world.tx == 0);
    assert_true(coir_node_to_world(NULL, coir_vec2(3, 4)).x == 3 && coir_node_from_world(NULL, coir_vec2(3, 4)).y == 4);
    assert_true(coir_node_to_parent(NULL, coir_vec2(3, 4)).x == 3 &&
                coir_node_from_parent(NULL, coir_vec2(3, 4)).y == 4);
    assert_true(coir_node_bounds(NULL).width == 0 && coir_node_world_bounds(NULL).height == 0);
    assert_false(coir_node_contains(NULL, coir_vec2(0, 0)));
    assert_true(coir_node_shown_opacity(NULL) == 1 && coir_node_shown_color(NULL).r == 255);
    assert_string_equal(coir_error(), "");
}

static void nodes_are_found_by_name_and_tag_parents_before_children(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *deep = child_of(a, "twice"),
             *b = child_of(root, "twice");
    CoirNode *last = child_of(b, "last");
    (void)state;
    deep->tag = b->tag = 7;
    last->tag = 9;
    assert_ptr_equal(coir_node_find(root, "root"), root);
    assert_ptr_equal(coir_node_find(root, "twice"), deep);
    assert_ptr_equal(coir_node_find(root, "last"), last);
    assert_null(coir_node_find(root, "nobody"));
    assert_null(coir_node_find(root, NULL));
    assert_null(coir_node_find(a, "last"));
    assert_null(coir_node_find(a, "root"));
    assert_ptr_equal(coir_node_find_tag(root, 7), deep);
    assert_ptr_equal(coir_node_find_tag(root, 9), last);
    assert_ptr_equal(coir_node_find_tag(b, 7), b);
    assert_ptr_equal(coir_node_find_tag(root, 0), root);
    assert_null(coir_node_find_tag(a, 9));
    coir_node_destroy(deep);
    assert_ptr_equal(coir_node_find(root, "twice"), b);
    destroy(root);
}

static void removing_one_of_100000_children_does_not_look_at_the_others(void **state)
{
    enum { MANY = 100000 };
    CoirNode *root = child_of(NULL, "root");
    static CoirNode *children[MANY];
    (void)state;
    for (int i = 0; i < MANY; i++)
        children[i] = child_of(root, "child");
    clock_t begin = clock();
    for (int i = 0; i < MANY; i++)
        coir_node_detach(children[(long long)i * 70001 % MANY]); // 70001 and 100000 have no common divisor
    for (int i = 0; i < MANY; i++)
        assert_true(coir_node_add(root, children[i]));
    for (int i = 0; i < MANY; i++)
        coir_node_destroy(children[(long long)i * 30011 % MANY]);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 5); // searching all children in each call takes longer
    assert_int_equal(coir_node_child_count(root), 0);
    assert_int_equal(coir_nodes_sweep(), MANY);
    destroy(root);
}

// Walking the children -----------------------------------------------------------------------------------------------

static void note_child(CoirNode *child, void *user)
{
    note("%s%s ", user ? (const char *)user : "", child->name);
}

static void each_child_calls_in_order_with_the_user(void **state)
{
    CoirNode *root = child_of(NULL, "root");
    (void)state;
    coir_node_each_child(root, note_child, NULL);
    assert_trace("");
    child_of(child_of(root, "a"), "deep");
    child_of(root, "b");
    char user[] = "my ";
    coir_node_each_child(root, note_child, user);
    assert_trace("my a my b ");
    destroy(root);
}

typedef enum Deed {
    DESTROY_IT,
    DESTROY_NEXT,
    DESTROY_PREVIOUS,
    DESTROY_ALL,
    DESTROY_PARENT,
    DETACH_IT,
    DETACH_NEXT,
    ADD_ONE,
    TO_THE_END,
    FIRST_TO_THE_END,
    NEXT_TO_OTHER,
    WALK_INSIDE_AND_TO_THE_END,
    SORT_INSIDE,
} Deed;

typedef struct Doing {
    Deed deed;
    const char *at; // name of the child where the deed is done; NULL: every child
    CoirNode *other, *given_back;
} Doing;

static void to_the_end(CoirNode *node)
{
    CoirNode *parent = coir_node_parent(node);
    coir_node_detach(node);
    assert_true(coir_node_add(parent, node));
}

static void do_deed(CoirNode *child, Doing *doing)
{
    CoirNode *next = coir_node_next_sibling(child), *parent = coir_node_parent(child);
    switch (doing->deed) {
    case DESTROY_IT: coir_node_destroy(child); break;
    case DESTROY_NEXT: coir_node_destroy(next); break;
    case DESTROY_PREVIOUS: coir_node_destroy(coir_node_first_child(parent)); break;
    case DESTROY_ALL: coir_node_destroy_children(parent); break;
    case DESTROY_PARENT: coir_node_destroy(parent); break;
    case DETACH_IT: doing->given_back = coir_node_detach(child); break;
    case DETACH_NEXT: doing->given_back = coir_node_detach(next); break;
    case ADD_ONE: child_of(parent, "new"); break;
    case TO_THE_END: to_the_end(child); break;
    case FIRST_TO_THE_END: to_the_end(coir_node_first_child(parent)); break;
    case NEXT_TO_OTHER: coir_node_set_parent(next, doing->other); break;
    case WALK_INSIDE_AND_TO_THE_END:
        coir_node_each_child(parent, note_child, NULL);
        to_the_end(child);
        break;
    case SORT_INSIDE:
        child->z = 1;
        coir_node_sort_children(parent);
        break;
    }
}

static void note_and_do(CoirNode *child, void *user)
{
    Doing *doing = user;
    note_child(child, NULL);
    if (!doing->at || strcmp(child->name, doing->at) == 0)
        do_deed(child, doing);
}

static void a_walk_visits_each_child_through_all_changes(void **state)
{
    static const struct {
        Deed deed;
        const char *at, *called;
    } cases[] = {
        {DESTROY_IT, NULL, "a b c d "},      {DESTROY_IT, "a", "a b c d "},
        {DESTROY_IT, "d", "a b c d "},       {DESTROY_NEXT, "b", "a b d "},
        {DESTROY_PREVIOUS, "c", "a b c d "}, {DESTROY_PREVIOUS, NULL, "a b c d "},
        {DESTROY_ALL, "b", "a b "},          {DESTROY_PARENT, "b", "a b "},
        {DETACH_IT, "b", "a b c d "},        {DETACH_NEXT, "a", "a c d "},
        {ADD_ONE, "b", "a b c d new "},      {TO_THE_END, "a", "a b c d "},
        {TO_THE_END, NULL, "a b c d "},      {FIRST_TO_THE_END, "c", "a b c d "},
        {NEXT_TO_OTHER, "b", "a b d "},      {WALK_INSIDE_AND_TO_THE_END, "c", "a b c a b c d d "},
        {SORT_INSIDE, "b", "a b c d "},      {SORT_INSIDE, NULL, "a b c d "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CoirNode *root = child_of(NULL, "root"), *other = child_of(NULL, "other");
        CoirNodeRef root_ref = coir_node_ref(root);
        Doing doing = {.deed = cases[i].deed, .at = cases[i].at, .other = other};
        child_of(root, "a");
        child_of(root, "b");
        child_of(root, "c");
        child_of(root, "d");
        coir_node_each_child(root, note_and_do, &doing);
        assert_trace(cases[i].called);
        coir_node_destroy(coir_node_get(root_ref));
        coir_node_destroy(doing.given_back);
        coir_node_destroy(other);
        coir_nodes_sweep();
        assert_int_equal(coir_nodes_count(), 0);
    }
}

static void a_child_that_walks_inside_and_goes_to_the_end_each_time_is_visited_once(void **state)
{
    CoirNode *root = child_of(NULL, "root");
    Doing doing = {.deed = WALK_INSIDE_AND_TO_THE_END};
    (void)state;
    child_of(root, "a");
    child_of(root, "b");
    coir_node_each_child(root, note_and_do, &doing);
    assert_trace("a a b b b a ");
    coir_node_each_child(root, note_child, NULL);
    assert_trace("a b ");
    destroy(root);
}

TEST_FILE(node_tree)
{
    const struct CMUnitTest tests[] = {
        node_test(a_new_node_has_its_defaults),
        node_test(children_are_in_the_order_of_adding),
        node_test(detaching_a_node_without_a_parent_is_a_mistake),
        node_test(a_child_with_a_parent_is_not_added),
        node_test(a_node_does_not_become_its_own_ancestor),
        node_test(a_tree_has_1000_levels_at_most),
        node_test(levels_that_were_taken_out_do_not_count),
        node_test(levels_that_were_taken_out_of_a_child_do_not_count),
        node_test(null_nodes_are_reported_or_ignored),
        node_test(questions_about_null_are_answered),
        node_test(nodes_are_found_by_name_and_tag_parents_before_children),
        node_test(removing_one_of_100000_children_does_not_look_at_the_others),
        node_test(each_child_calls_in_order_with_the_user),
        node_test(a_walk_visits_each_child_through_all_changes),
        node_test(a_child_that_walks_inside_and_goes_to_the_end_each_time_is_visited_once),
    };
    return cmocka_run_group_tests_name("node_tree", tests, NULL, NULL);
}
