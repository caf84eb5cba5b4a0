// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes: the tree, places, classes, references, destroying. All without a stage; hooks on stage are in test_stage_hooks.c.

#include "support/support.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "coir/sprite.h"
#include "support/probe.h"

static int sweep_after(void **state)
{
    coir_nodes_sweep(); // the pools go with the last node
    forget_trace();
    return support_teardown(state);
}

#define node_test(function) cmocka_unit_test_setup_teardown(function, support_setup, sweep_after)

static CoirNode *child_of(CoirNode *parent, const char *name)
{
    CoirNode *node = coir_node_new();
    assert_non_null(node);
    node->name = name;
    if (parent)
        assert_true(coir_node_add(parent, node));
    return node;
}

// Checks the names of the children, each followed by a space.
static void assert_children(const CoirNode *parent, const char *expected)
{
    for (CoirNode *child = coir_node_first_child(parent); child; child = coir_node_next_sibling(child))
        note("%s ", child->name);
    assert_trace(expected);
    assert_valid(parent);
}

static void destroy(CoirNode *node)
{
    coir_node_destroy(node);
    coir_nodes_sweep();
}

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

static void children_stand_in_the_order_of_adding(void **state)
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

static void null_in_the_tree_is_reported_or_nothing(void **state)
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
        coir_node_detach(children[(long long)i * 70001 % MANY]); // 70001 has no divisor in common with 100000
    for (int i = 0; i < MANY; i++)
        assert_true(coir_node_add(root, children[i]));
    for (int i = 0; i < MANY; i++)
        coir_node_destroy(children[(long long)i * 30011 % MANY]);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 5); // 3 * 10^10 steps take longer on every machine
    assert_int_equal(coir_node_child_count(root), 0);
    assert_int_equal(coir_nodes_sweep(), MANY);
    destroy(root);
}

// Walking the children -----------------------------------------------------------------------------------------------

static void note_child(CoirNode *child, void *user)
{
    (void)user;
    note("%s ", child->name);
}

static void each_child_calls_in_order_with_the_user(void **state)
{
    CoirNode *root = child_of(NULL, "root");
    (void)state;
    coir_node_each_child(root, note_child, NULL);
    assert_trace("");
    child_of(child_of(root, "a"), "deep");
    child_of(root, "b");
    coir_node_each_child(root, note_child, NULL);
    assert_trace("a b ");
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
    const char *at; // the child at which it is done; NULL: at each
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
    case SORT_INSIDE: child->z = -child->z; break;
    }
}

static void note_and_do(CoirNode *child, void *user)
{
    Doing *doing = user;
    note_child(child, NULL);
    if (!doing->at || strcmp(child->name, doing->at) == 0)
        do_deed(child, doing);
}

static void each_child_goes_on_whatever_is_done_to_the_children(void **state)
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

static void a_child_that_walks_inside_and_goes_to_the_end_each_time_is_given_once(void **state)
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

// Classes ------------------------------------------------------------------------------------------------------------

typedef struct Low {
    CoirNode node;
    int low;
} Low;

typedef struct Mid {
    COIR_INHERIT(Low, low);
    int mid;
} Mid;

typedef struct High {
    COIR_INHERIT(Mid, mid);
    int high;
    void *memory;
} High;

static const CoirNodeClass Mid_class, High_class;
static const char *failing; // the level whose `made` fails
static void (*in_made)(CoirNode *node);

static bool level_made(const char *name, CoirNode *node)
{
    note("%s.made ", name);
    if (failing && strcmp(failing, name) == 0)
        return false;
    if (in_made)
        in_made(node);
    return true;
}

static bool low_made(CoirNode *node)
{
    ((Low *)node)->low = 1;
    return level_made("low", node);
}

static bool mid_made(CoirNode *node)
{
    COIR_AS(Mid, node)->mid = COIR_AS(Mid, node)->low.low + 1;
    return level_made("mid", node);
}

static bool high_made(CoirNode *node)
{
    High *high = COIR_AS(High, node);
    high->high = high->mid.mid + 1;
    return level_made("high", node);
}

static void low_destroy(CoirNode *node)
{
    (void)node;
    note("low.destroy ");
}

static void mid_destroy(CoirNode *node)
{
    assert_int_equal(((Mid *)node)->mid, 2);
    note("mid.destroy ");
}

static void high_destroy(CoirNode *node)
{
    assert_int_equal(COIR_AS(High, node)->high, 3);
    note("high.destroy ");
}

static COIR_NODE_CLASS(Low, .made = low_made, .destroy = low_destroy);
static COIR_NODE_CLASS(Mid, .super = &Low_class, .made = mid_made, .destroy = mid_destroy);
static COIR_NODE_CLASS(High, .super = &Mid_class, .made = high_made, .destroy = high_destroy);

static void made_runs_from_the_base_upwards_and_destroy_downwards(void **state)
{
    High *high = COIR_NEW(High);
    (void)state;
    assert_trace("low.made mid.made high.made ");
    assert_int_equal(high->high, 3);
    assert_int_equal(high->mid.mid, 2);
    assert_true(high->node.scale.x == 1 && high->node.visible);
    coir_node_destroy(&high->node);
    assert_trace("");
    assert_int_equal(coir_nodes_sweep(), 1);
    assert_trace("high.destroy mid.destroy low.destroy ");
}

static void made_may_fail_at_each_level(void **state)
{
    static const struct {
        const char *level, *called;
    } cases[] = {
        {"low", "low.made low.destroy "},
        {"mid", "low.made mid.made mid.destroy low.destroy "},
        {"high", "low.made mid.made high.made high.destroy mid.destroy low.destroy "},
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        failing = cases[i].level;
        assert_null(COIR_NEW(High));
        coir_nodes_sweep();
        assert_trace(cases[i].called);
        assert_int_equal(coir_nodes_count(), 0);
    }
    failing = NULL;
}

static CoirNodeRef made_ref;
static CoirNode *made_parent;

static void settle_in(CoirNode *node)
{
    if (coir_node_parent(node) || coir_node_first_child(node))
        return;
    made_ref = coir_node_ref(node);
    child_of(node, "child");
    if (made_parent)
        coir_node_add(made_parent, node);
}

static void a_node_whose_made_fails_leaves_nothing_behind(void **state)
{
    (void)state;
    in_made = settle_in;
    failing = "mid";
    made_parent = child_of(NULL, "parent");
    assert_null(COIR_NEW(High));
    coir_nodes_sweep();
    assert_trace("low.made mid.made mid.destroy low.destroy ");
    assert_null(coir_node_get(made_ref));
    assert_children(made_parent, "");
    assert_int_equal(coir_nodes_count(), 1);
    destroy(made_parent);
    in_made = NULL;
    failing = NULL;
    made_parent = NULL;
}

static void a_node_that_is_destroyed_in_its_made_is_not_made(void **state)
{
    (void)state;
    in_made = coir_node_destroy;
    assert_null(COIR_NEW(Low));
    assert_mistake("has destroyed its node");
    coir_nodes_sweep();
    assert_trace("low.made low.destroy ");
    in_made = NULL;
    assert_int_equal(coir_nodes_count(), 0);
}

static void as_casts_to_the_class_and_its_bases_only(void **state)
{
    Mid *mid = COIR_NEW(Mid);
    CoirNode *node = &mid->node;
    (void)state;
    assert_ptr_equal(COIR_AS(Mid, node), mid);
    assert_ptr_equal(COIR_AS(Low, node), &mid->low);
    assert_ptr_equal(COIR_AS(CoirNode, node), node);
    assert_string_equal(coir_error(), "");
    assert_null(COIR_AS(High, node));
    assert_mistake("COIR_AS(High, ...) was given a Mid");
    assert_null(COIR_AS(CoirSprite, node));
    assert_mistake("COIR_AS(CoirSprite, ...) was given a Mid");
    assert_null(COIR_AS(Low, (CoirNode *)NULL));
    assert_mistake("was given NULL");
    assert_null(coir_node_cast(node, NULL, __FILE__, __LINE__));
    assert_mistake("a class that is NULL");
    assert_true(coir_node_is(node, &Low_class) && coir_node_is(node, &CoirNode_class) &&
                coir_node_is(node, &Mid_class));
    assert_false(coir_node_is(node, &High_class) || coir_node_is(NULL, &Low_class) || coir_node_is(node, NULL));
    destroy(node);
    forget_trace();
}

static CoirNodeClassState small_state, smaller_state;
static const CoirNodeClass without_state = {.name = "Without", .size = sizeof(CoirNode)};
static const CoirNodeClass small = {.name = "Small", .size = 8, .state_ = &small_state};
static const CoirNodeClass smaller_than_base = {
    .name = "Smaller", .size = sizeof(CoirNode), .super = &Mid_class, .state_ = &smaller_state};

static void a_class_that_is_none_makes_no_node(void **state)
{
    (void)state;
    assert_null(coir_node_make(NULL, "there.c", 7));
    assert_mistake("there.c:7");
    assert_null(coir_node_make(&without_state, "there.c", 8));
    assert_mistake("COIR_NODE_CLASS");
    assert_null(coir_node_make(&small, "there.c", 9));
    assert_mistake("smaller than its base");
    assert_null(coir_node_make(&smaller_than_base, "there.c", 9));
    assert_mistake("smaller than its base");
}

// References ---------------------------------------------------------------------------------------------------------

static void a_reference_finds_its_node_until_it_is_destroyed(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *child = child_of(root, "child");
    CoirNodeRef ref = coir_node_ref(root), child_ref = coir_node_ref(child);
    (void)state;
    assert_ptr_equal(coir_node_get(ref), root);
    assert_ptr_equal(coir_node_get(child_ref), child);
    coir_node_detach(child);
    assert_ptr_equal(coir_node_get(child_ref), child);
    assert_true(coir_node_add(root, child));
    coir_node_destroy(root);
    assert_null(coir_node_get(ref));
    assert_null(coir_node_get(child_ref));
    assert_int_equal(coir_node_ref(root).generation, 0);
    assert_int_equal(coir_nodes_sweep(), 2);
    assert_null(coir_node_get(ref));
}

static void references_that_name_nothing_find_nothing(void **state)
{
    CoirNodeRef none = {0, 0}, wild = {1000000, 7}, far = {UINT32_MAX, UINT32_MAX};
    CoirNode *node = child_of(NULL, "node");
    CoirNodeRef next = coir_node_ref(node);
    (void)state;
    next.generation++;
    assert_null(coir_node_get(none));
    assert_null(coir_node_get(wild));
    assert_null(coir_node_get(far));
    assert_null(coir_node_get(next));
    destroy(node);
}

static void stale_references_stay_stale_when_everything_was_freed_and_is_used_anew(void **state)
{
    enum { ROUNDS = 20, NODES = 50 };
    static CoirNodeRef old[ROUNDS * NODES];
    int count = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        CoirNode *root = child_of(NULL, "root");
        for (int i = 0; i < NODES; i++)
            old[count++] = coir_node_ref(child_of(root, "child"));
        for (int i = 0; i < NODES; i++)
            assert_non_null(coir_node_get(old[count - NODES + i]));
        for (int i = 0; i < count - NODES; i++)
            assert_null(coir_node_get(old[i]));
        if (round % 2)
            destroy(root); // the pools are freed, too
        else
            coir_node_destroy(root);
    }
    coir_nodes_sweep();
    for (int i = 0; i < count; i++)
        assert_null(coir_node_get(old[i]));
}

// Destroying ---------------------------------------------------------------------------------------------------------

static void destroying_takes_the_subtree_along_in_order(void **state)
{
    Probe *root = probe_new(NULL, "root", PROBE_DESTROY), *a = probe_new(&root->node, "a", PROBE_DESTROY);
    (void)state;
    probe_new(&a->node, "deep", PROBE_DESTROY | PROBE_LEAVE);
    probe_new(&root->node, "b", PROBE_DESTROY);
    coir_node_destroy(&root->node);
    assert_trace("");
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(coir_nodes_sweep(), 4);
    assert_trace("root.destroy a.destroy deep.destroy b.destroy ");
    assert_int_equal(coir_nodes_sweep(), 0);
}

static void destroy_and_go_on(CoirNode *node, void *user)
{
    coir_node_destroy(node);
    coir_node_destroy_children(user); // a call that has finished something, outside of any frame
    assert_true(node->dead_);
}

static void a_destroyed_node_stays_in_memory_while_its_call_goes_on(void **state)
{
    CoirActionManager *manager = coir_action_manager_new();
    CoirNode *node = child_of(NULL, "node"), *other = child_of(NULL, "other");
    (void)state;
    child_of(other, "child");
    coir_action_manager_run(manager, node, coir_call(destroy_and_go_on, other));
    assert_true(coir_action_manager_update(manager, 0.1));
    coir_action_manager_destroy(manager);
    assert_int_equal(coir_nodes_sweep(), 2);
    destroy(other);
}

static void destroying_the_children_leaves_the_node(void **state)
{
    CoirNode *root = child_of(NULL, "root");
    (void)state;
    child_of(child_of(root, "a"), "deep");
    child_of(root, "b");
    coir_node_destroy_children(root);
    assert_children(root, "");
    assert_int_equal(coir_nodes_count(), 1);
    coir_node_destroy_children(root);
    destroy(root);
}

static void destroying_twice_is_reported_and_harmless(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node"), *child = child_of(node, "child");
    (void)state;
    coir_node_destroy(node);
    coir_node_destroy(node);
    assert_mistake("test_node.c");
    coir_node_destroy(child);
    assert_mistake("destroyed already");
    assert_int_equal(coir_nodes_sweep(), 2);
    coir_node_destroy(node);
    assert_mistake("no node any more");
    coir_node_destroy(child);
    assert_mistake("no node any more");
    assert_children(root, "");
    destroy(root);
}

static void nothing(CoirNode *node, void *user)
{
    (void)user;
    coir_node_destroy(node);
}

static void assert_every_call_refuses(CoirNode *gone, CoirNode *alive, const char *why)
{
    assert_false(coir_node_add(alive, gone));
    assert_mistake(why);
    assert_false(coir_node_add(gone, alive));
    assert_mistake(why);
    assert_null(coir_node_detach(gone));
    assert_mistake(why);
    assert_false(coir_node_set_parent(gone, alive));
    assert_mistake(why);
    assert_false(coir_node_set_parent(alive, gone));
    assert_mistake(why);
    coir_node_destroy_children(gone);
    assert_mistake(why);
    coir_node_each_child(gone, nothing, NULL);
    assert_mistake(why);
    assert_false(coir_node_validate(gone));
    assert_mistake(why);
    assert_false(coir_node_listen(gone, NULL, NULL));
    assert_mistake(why);
    assert_int_equal(coir_node_ref(gone).generation, 0);
    assert_false(coir_node_is_on_stage(gone));
    assert_valid(alive);
}

static void use_after_destroying_is_reported_and_harmless(void **state)
{
    CoirNode *alive = child_of(NULL, "alive"), *gone = child_of(NULL, "gone"), *below = child_of(gone, "below");
    CoirNode *before = child_of(NULL, "before"); // freed first: the pool has free blocks that know of each other
    (void)state;
    coir_node_destroy(before);
    coir_node_destroy(gone);
    assert_every_call_refuses(gone, alive, "destroyed already");
    assert_every_call_refuses(below, alive, "destroyed already");
    coir_nodes_sweep();
    assert_every_call_refuses(before, alive, "no node any more");
    assert_every_call_refuses(gone, alive, "no node any more");
    assert_every_call_refuses(below, alive, "no node any more");
    assert_null(coir_node_first_child(gone));
    assert_null(COIR_AS(Low, gone));
    assert_mistake("has been freed");
    destroy(alive);
}

static void act_destroy_other(Probe *probe)
{
    coir_node_destroy(probe->other);
}

static void what_a_destroy_hook_destroys_goes_in_the_same_sweep(void **state)
{
    Probe *owner = probe_new(NULL, "owner", PROBE_DESTROY), *spare = probe_new(NULL, "spare", PROBE_DESTROY);
    (void)state;
    probe_acts(owner, PROBE_DESTROY, act_destroy_other, &spare->node);
    coir_node_destroy(&owner->node);
    assert_int_equal(coir_nodes_sweep(), 2);
    assert_trace("owner.destroy spare.destroy ");
    assert_int_equal(coir_nodes_count(), 0);
}

static int rebirths;
static bool sterile;

static void act_be_born_again(Probe *probe)
{
    (void)probe;
    if (sterile)
        return;
    Probe *next = probe_new(NULL, "next", 0);
    probe_acts(next, PROBE_DESTROY, act_be_born_again, NULL);
    coir_node_destroy(&next->node);
    rebirths++;
}

static void a_sweep_has_an_end_even_if_destroying_has_none(void **state)
{
    Probe *probe = probe_new(NULL, "probe", 0);
    (void)state;
    probe_acts(probe, PROBE_DESTROY, act_be_born_again, NULL);
    coir_node_destroy(&probe->node);
    int swept = coir_nodes_sweep();
    assert_int_equal(swept, rebirths);
    sterile = true;
    assert_int_equal(coir_nodes_sweep(), 1);
}

static int sweeps_refused;

static void act_sweep(Probe *probe)
{
    (void)probe;
    assert_int_equal(coir_nodes_sweep(), 0);
    assert_mistake("called in a callback");
    sweeps_refused++;
}

static void sweeping_in_a_callback_is_a_mistake(void **state)
{
    Probe *probe = probe_new(NULL, "probe", 0);
    (void)state;
    probe_acts(probe, PROBE_DESTROY, act_sweep, NULL);
    destroy(&probe->node);
    assert_int_equal(sweeps_refused, 1);
}

static void living_nodes_are_reported_with_the_place_where_they_were_made(void **state)
{
    char place[80];
    const int line = __LINE__ + 1;
    CoirNode *node = coir_node_new();
    (void)state;
    assert_int_equal(coir_nodes_report(), 1);
    snprintf(place, sizeof place, "CoirNode made at %s:%d", __FILE__, line);
    assert_non_null(strstr(support_last_message(), place));
    assert_null(strstr(support_last_message(), "name"));
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    node->name = "lost";
    assert_int_equal(coir_nodes_report(), 1);
    assert_non_null(strstr(support_last_message(), "was never destroyed; its name is lost"));
    destroy(node);
    assert_int_equal(coir_nodes_report(), 0);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 2);
}

static void a_tree_that_lives_on_is_reported_in_one_line(void **state)
{
    CoirNode *root = child_of(NULL, "root");
    (void)state;
    for (int i = 0; i < 4; i++)
        for (CoirNode *group = child_of(root, "group"); coir_node_child_count(group) < 20;)
            child_of(group, "leaf");
    assert_int_equal(coir_nodes_report(), 85);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "was never destroyed, and 84 below it; its name is root"));
    destroy(root);
}

// Checking -----------------------------------------------------------------------------------------------------------

typedef struct Family {
    CoirNode *root, *a, *b, *deep;
} Family;

static Family make_family(void)
{
    Family family;
    family.root = child_of(NULL, "root");
    family.a = child_of(family.root, "a");
    family.deep = child_of(family.a, "deep");
    family.b = child_of(family.root, "b");
    return family;
}

static void assert_invalid(const CoirNode *root, const char *text)
{
    coir_error_clear();
    assert_false(coir_node_validate(root));
    assert_non_null(strstr(coir_error(), text));
}

static void check_link(CoirNode *root, CoirNode **link, CoirNode *wrong, const char *text)
{
    CoirNode *right = *link;
    assert_ptr_not_equal(right, wrong);
    *link = wrong;
    assert_invalid(root, text);
    *link = right;
    assert_valid(root);
}

static void validate_finds_wrong_links(void **state)
{
    Family f = make_family();
    (void)state;
    check_link(f.root, &f.a->parent_, NULL, "links of the CoirNode");
    check_link(f.root, &f.deep->parent_, f.root, "links of the CoirNode");
    check_link(f.root, &f.b->previous_, NULL, "links of the CoirNode");
    check_link(f.root, &f.a->previous_, f.b, "links of the CoirNode");
    check_link(f.root, &f.b->next_, f.a, "links of the CoirNode"); // round and round
    check_link(f.root, &f.a->next_, NULL, "last child");
    check_link(f.root, &f.root->last_, f.a, "last child");
    check_link(f.root, &f.root->last_, NULL, "last child");
    check_link(f.root, &f.a->last_, NULL, "last child");
    check_link(f.root, &f.root->first_, f.b, "links of the CoirNode");
    check_link(f.root, &f.b->first_, f.deep, "links of the CoirNode");
    destroy(f.root);
}

static void validate_finds_wrong_counts_stages_and_dead_nodes(void **state)
{
    Family f = make_family();
    CoirNodeRef ref = f.deep->ref_;
    uint16_t height = f.a->height_;
    (void)state;
    f.a->listeners_++;
    assert_invalid(f.root, "listeners");
    f.a->listeners_--;
    f.deep->listening_ = true;
    assert_invalid(f.root, "listeners");
    f.deep->listening_ = false;
    f.a->height_ = 0;
    assert_invalid(f.root, "heights");
    f.a->height_ = height;
    f.deep->dead_ = true;
    assert_invalid(f.root, "destroyed");
    f.deep->dead_ = false;
    f.deep->ref_ = f.b->ref_;
    assert_invalid(f.root, "destroyed");
    f.deep->ref_ = ref;
    f.deep->stage_ = (CoirStage *)&ref;
    assert_invalid(f.root, "stage");
    f.deep->stage_ = NULL;
    assert_valid(f.root);
    destroy(f.root);
}

// Places -------------------------------------------------------------------------------------------------------------

#define assert_near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (double)(within))

static void assert_point(CoirVec2 point, float x, float y)
{
    assert_near(point.x, x, 1e-4);
    assert_near(point.y, y, 1e-4);
}

static void a_position_moves_points(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->position = coir_vec2(10, 20);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 2)), 11, 22);
    assert_point(coir_node_from_parent(node, coir_vec2(11, 22)), 1, 2);
    destroy(node);
}

static void rotation_is_clockwise_in_degrees_with_y_upwards(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->rotation = 90;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 0, -1);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 1, 0);
    node->rotation = 30;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), sqrtf(3) / 2, -0.5f);
    destroy(node);
}

static void scale_comes_before_rotation(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    coir_node_set_scale(node, 2);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 1)), 2, 2);
    node->scale = coir_vec2(2, 3);
    node->rotation = 90;
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 0, -2);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 3, 0);
    destroy(node);
}

static void skew_x_leans_the_vertical_edges_and_skew_y_the_horizontal_ones(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->skew = coir_vec2(45, 0);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 1, 0);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 1, 1);
    node->skew = coir_vec2(0, 45);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 1, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 0, 1);
    node->skew = coir_vec2(30, 45); // rotation * scale * (1 tan x; tan y 1), as in cocos2d
    node->rotation = 90;
    node->scale = coir_vec2(2, 3);
    assert_point(coir_node_to_parent(node, coir_vec2(1, 0)), 3, -2);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 1)), 3, -2 * tanf((float)COIR_PI / 6));
    destroy(node);
}

static void the_anchor_is_placed_and_turned_about(void **state)
{
    CoirNode *node = coir_node_new();
    (void)state;
    node->size = coir_vec2(40, 20);
    node->anchor = coir_vec2(0.5f, 0.5f);
    node->position = coir_vec2(100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(20, 10)), 100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 0)), 80, 40);
    node->rotation = 90;
    node->scale = coir_vec2(2, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(20, 10)), 100, 50);
    assert_point(coir_node_to_parent(node, coir_vec2(0, 0)), 90, 90);
    node->anchor = coir_vec2(1, 1);
    assert_point(coir_node_to_parent(node, coir_vec2(40, 20)), 100, 50);
    destroy(node);
}

static uint32_t random_state = 12345;

static float random_between(float low, float high)
{
    random_state = random_state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(random_state >> 8) / (float)(1 << 24);
}

static void place_at_random(CoirNode *node)
{
    node->position = coir_vec2(random_between(-100, 100), random_between(-100, 100));
    node->scale = coir_vec2(random_between(0.5f, 2), random_between(-2, -0.5f));
    node->rotation = random_between(-360, 360);
    node->skew = coir_vec2(random_between(-40, 40), random_between(-40, 40));
    node->size = coir_vec2(random_between(1, 50), random_between(1, 50));
    node->anchor = coir_vec2(random_between(0, 1), random_between(0, 1));
}

static void points_go_there_and_back(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *middle = child_of(root, "middle"), *leaf = child_of(middle, "leaf");
    (void)state;
    for (int i = 0; i < 1000; i++) {
        place_at_random(root);
        place_at_random(middle);
        place_at_random(leaf);
        CoirVec2 point = coir_vec2(random_between(-50, 50), random_between(-50, 50));
        CoirVec2 world = coir_node_to_world(leaf, point), back = coir_node_from_world(leaf, world);
        CoirVec2 by_parents = coir_node_to_parent(root, coir_node_to_parent(middle, coir_node_to_parent(leaf, point)));
        CoirVec2 parent_back = coir_node_from_parent(leaf, coir_node_to_parent(leaf, point));
        assert_near(coir_vec2_distance(back, point), 0, 0.01);
        assert_near(coir_vec2_distance(parent_back, point), 0, 0.01);
        assert_near(coir_vec2_distance(world, by_parents), 0, 0.01);
    }
    destroy(root);
}

static void corners_go_around_a_turned_node(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    CoirVec2 corners[4];
    (void)state;
    root->position = coir_vec2(100, 0);
    node->size = coir_vec2(10, 20);
    node->position = coir_vec2(5, 5);
    node->rotation = 90;
    coir_node_world_corners(node, corners);
    assert_point(corners[0], 105, 5);
    assert_point(corners[1], 105, -5);
    assert_point(corners[2], 125, -5);
    assert_point(corners[3], 125, 5);
    coir_node_world_corners((const CoirNode *)NULL, corners);
    assert_point(corners[2], 0, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    coir_node_world_corners(node, NULL);
    assert_mistake("coir_node_world_corners: the corners are NULL");
    destroy(root);
}

static void bounds_are_upright_and_as_small_as_can_be(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    (void)state;
    node->size = coir_vec2(10, 20);
    node->position = coir_vec2(5, 5);
    CoirRect r = coir_node_bounds(node);
    assert_true(r.x == 5 && r.y == 5 && r.width == 10 && r.height == 20);
    node->rotation = 90;
    r = coir_node_bounds(node);
    assert_point(coir_vec2(r.x, r.y), 5, -5);
    assert_point(coir_vec2(r.width, r.height), 20, 10);
    root->scale = coir_vec2(-2, 1);
    r = coir_node_world_bounds(node);
    assert_point(coir_vec2(r.x, r.y), -50, -5);
    assert_point(coir_vec2(r.width, r.height), 40, 10);
    for (int i = 0; i < 100; i++) {
        place_at_random(root);
        place_at_random(node);
        r = coir_node_world_bounds(node);
        float left = INFINITY, right = -INFINITY;
        for (int corner = 0; corner < 4; corner++) {
            CoirVec2 p =
                coir_node_to_world(node, coir_vec2(corner & 1 ? node->size.x : 0, corner & 2 ? node->size.y : 0));
            left = fminf(left, p.x);
            right = fmaxf(right, p.x);
        }
        assert_near(r.x, left, 0.01);
        assert_near(r.x + r.width, right, 0.01);
    }
    destroy(root);
}

static void a_node_contains_the_points_of_its_turned_rectangle(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node");
    (void)state;
    node->size = coir_vec2(10, 10);
    node->anchor = coir_vec2(0.5f, 0.5f);
    node->rotation = 45;
    root->position = coir_vec2(100, 100);
    assert_true(coir_node_contains(node, coir_vec2(100, 106)));
    assert_false(coir_node_contains(node, coir_vec2(104, 104))); // in the bounds, not in the node
    assert_false(coir_node_contains(node, coir_vec2(0, 6)));
    node->scale = coir_vec2(0, 1);
    assert_false(coir_node_contains(node, coir_vec2(1000, 1000)));
    destroy(root);
}

static void opacity_is_multiplied_with_the_parents(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node"), *leaf = child_of(node, "leaf");
    (void)state;
    root->opacity = 0.5f;
    leaf->opacity = 0.5f;
    assert_near(coir_node_shown_opacity(root), 0.5, 1e-6);
    assert_near(coir_node_shown_opacity(node), 0.5, 1e-6);
    assert_near(coir_node_shown_opacity(leaf), 0.25, 1e-6);
    node->opacity = 7; // out of range counts as the end of the range
    assert_near(coir_node_shown_opacity(leaf), 0.25, 1e-6);
    node->opacity = -1;
    assert_near(coir_node_shown_opacity(leaf), 0, 0);
    root->opacity = NAN; // is drawn as 0, too
    assert_near(coir_node_shown_opacity(root), 0, 0);
    destroy(root);
}

static void assert_color(CoirColor color, int r, int g, int b)
{
    assert_int_equal(color.r, r);
    assert_int_equal(color.g, g);
    assert_int_equal(color.b, b);
}

static void colour_goes_for_children_only_when_asked_to(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *node = child_of(root, "node"), *leaf = child_of(node, "leaf");
    (void)state;
    root->color = coir_rgb(255, 0, 102);
    node->color = coir_rgb(51, 255, 255);
    assert_color(coir_node_shown_color(leaf), 255, 255, 255);
    assert_color(coir_node_shown_color(node), 51, 255, 255);
    root->cascade_color = true;
    assert_color(coir_node_shown_color(node), 51, 0, 102);
    assert_color(coir_node_shown_color(leaf), 255, 255, 255); // the node between does not hand it on
    node->cascade_color = true;
    leaf->color = coir_rgb(255, 255, 51);
    assert_color(coir_node_shown_color(leaf), 51, 0, 20);
    root->cascade_color = false;
    assert_color(coir_node_shown_color(leaf), 51, 255, 51);
    destroy(root);
}

// Changing the parent ------------------------------------------------------------------------------------------------

static void corners_of(const CoirNode *node, CoirVec2 corners[4])
{
    for (int i = 0; i < 4; i++)
        corners[i] = coir_node_to_world(node, coir_vec2(i & 1 ? node->size.x : 0, i & 2 ? node->size.y : 0));
}

static void set_parent_keeps_the_place_in_the_world(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *b = child_of(child_of(root, "between"), "b");
    CoirNode *node = child_of(a, "node");
    (void)state;
    for (int i = 0; i < 2000; i++) {
        CoirVec2 before[4], after[4];
        place_at_random(root);
        place_at_random(a);
        place_at_random(b);
        place_at_random(coir_node_parent(b));
        place_at_random(node);
        corners_of(node, before);
        assert_true(coir_node_set_parent(node, coir_node_parent(node) == a ? b : a));
        corners_of(node, after);
        for (int corner = 0; corner < 4; corner++)
            assert_near(coir_vec2_distance(before[corner], after[corner]), 0, 0.05);
        assert_valid(root);
    }
    destroy(root);
}

static void set_parent_takes_a_node_without_a_parent_and_puts_it_last(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *a = child_of(root, "a"), *node = child_of(NULL, "node");
    (void)state;
    child_of(root, "b");
    root->position = coir_vec2(10, 0);
    node->position = coir_vec2(15, 5);
    assert_true(coir_node_set_parent(node, root));
    assert_children(root, "a b node ");
    assert_point(node->position, 5, 5);
    assert_true(coir_node_set_parent(a, root));
    assert_children(root, "b node a ");
    assert_point(a->position, 0, 0);
    destroy(root);
}

static void set_parent_to_a_flat_parent_leaves_the_fields(void **state)
{
    CoirNode *root = child_of(NULL, "root"), *flat = child_of(root, "flat"), *node = child_of(root, "node");
    (void)state;
    flat->scale = coir_vec2(1, 0);
    node->position = coir_vec2(3, 4);
    node->rotation = 20;
    assert_true(coir_node_set_parent(node, flat));
    assert_ptr_equal(coir_node_parent(node), flat);
    assert_true(node->position.x == 3 && node->position.y == 4 && node->rotation == 20 && node->scale.x == 1);
    node->scale = coir_vec2(0, 0); // a flat node may go, too
    assert_true(coir_node_set_parent(node, root));
    assert_true(isfinite(node->position.x) && isfinite(node->rotation) && isfinite(node->scale.y));
    destroy(root);
}

// Memory -------------------------------------------------------------------------------------------------------------

static void a_node_that_cannot_be_had_is_null(void **state)
{
    CoirNode *node = NULL;
    long nth = 0;
    (void)state;
    do {
        support_fail_allocation(++nth);
        node = coir_node_new();
        if (!node)
            assert_non_null(strstr(coir_error(), "out of memory"));
        assert_true(node || support_failed());
        coir_error_clear();
        coir_nodes_sweep();
    } while (!node);
    assert_true(nth > 2);
    support_fail_allocation(0);
    destroy(node);
}

static void pools_give_back_everything_after_the_last_node(void **state)
{
    size_t before = support_blocks();
    (void)state;
    CoirNode *root = child_of(NULL, "root");
    for (int i = 0; i < 10000; i++)
        child_of(root, "child");
    probe_new(root, "probe", 0);
    assert_true(support_blocks() > before + 100);
    coir_node_destroy(root);
    assert_int_equal(coir_nodes_sweep(), 10002);
    assert_int_equal(support_blocks(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        node_test(a_new_node_has_its_defaults),
        node_test(children_stand_in_the_order_of_adding),
        node_test(detaching_a_node_without_a_parent_is_a_mistake),
        node_test(a_child_with_a_parent_is_not_added),
        node_test(a_node_does_not_become_its_own_ancestor),
        node_test(a_tree_has_1000_levels_at_most),
        node_test(levels_that_were_taken_out_do_not_count),
        node_test(null_in_the_tree_is_reported_or_nothing),
        node_test(questions_about_null_are_answered),
        node_test(nodes_are_found_by_name_and_tag_parents_before_children),
        node_test(removing_one_of_100000_children_does_not_look_at_the_others),
        node_test(each_child_calls_in_order_with_the_user),
        node_test(each_child_goes_on_whatever_is_done_to_the_children),
        node_test(a_child_that_walks_inside_and_goes_to_the_end_each_time_is_given_once),
        node_test(made_runs_from_the_base_upwards_and_destroy_downwards),
        node_test(made_may_fail_at_each_level),
        node_test(a_node_whose_made_fails_leaves_nothing_behind),
        node_test(a_node_that_is_destroyed_in_its_made_is_not_made),
        node_test(as_casts_to_the_class_and_its_bases_only),
        node_test(a_class_that_is_none_makes_no_node),
        node_test(a_reference_finds_its_node_until_it_is_destroyed),
        node_test(references_that_name_nothing_find_nothing),
        node_test(stale_references_stay_stale_when_everything_was_freed_and_is_used_anew),
        node_test(destroying_takes_the_subtree_along_in_order),
        node_test(a_destroyed_node_stays_in_memory_while_its_call_goes_on),
        node_test(destroying_the_children_leaves_the_node),
        node_test(destroying_twice_is_reported_and_harmless),
        node_test(use_after_destroying_is_reported_and_harmless),
        node_test(what_a_destroy_hook_destroys_goes_in_the_same_sweep),
        node_test(a_sweep_has_an_end_even_if_destroying_has_none),
        node_test(sweeping_in_a_callback_is_a_mistake),
        node_test(living_nodes_are_reported_with_the_place_where_they_were_made),
        node_test(a_tree_that_lives_on_is_reported_in_one_line),
        node_test(validate_finds_wrong_links),
        node_test(validate_finds_wrong_counts_stages_and_dead_nodes),
        node_test(a_position_moves_points),
        node_test(rotation_is_clockwise_in_degrees_with_y_upwards),
        node_test(scale_comes_before_rotation),
        node_test(skew_x_leans_the_vertical_edges_and_skew_y_the_horizontal_ones),
        node_test(the_anchor_is_placed_and_turned_about),
        node_test(points_go_there_and_back),
        node_test(corners_go_around_a_turned_node),
        node_test(bounds_are_upright_and_as_small_as_can_be),
        node_test(a_node_contains_the_points_of_its_turned_rectangle),
        node_test(opacity_is_multiplied_with_the_parents),
        node_test(colour_goes_for_children_only_when_asked_to),
        node_test(set_parent_keeps_the_place_in_the_world),
        node_test(set_parent_takes_a_node_without_a_parent_and_puts_it_last),
        node_test(set_parent_to_a_flat_parent_leaves_the_fields),
        node_test(a_node_that_cannot_be_had_is_null),
        node_test(pools_give_back_everything_after_the_last_node),
    };
    return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}
