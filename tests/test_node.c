// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes without a stage: classes, references, destruction and self-checks. The tests of hooks on a stage are in
// test_stage_hooks.c.

#include "support/nodes.h"

#include <string.h>

#include "coir/node_time.h"
#include "coir/sprite.h"

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
static const char *failing; // class level with a `made` hook that fails ("low", "mid", "high"); NULL: none
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

static void fail_at_the_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    assert_null(coir_sprite_new("other.png"));
    note("run ended ");
}

static bool hero_made(CoirNode *node)
{
    coir_run_on_done(coir_node_run(node, coir_delay(1)), fail_at_the_end, NULL);
    return coir_texture_load("hero.png") != NULL;
}

typedef struct Hero {
    CoirNode node;
} Hero;

static COIR_NODE_CLASS(Hero, .made = hero_made);

static void the_error_of_a_failed_made_outlives_the_ends_of_runs(void **state)
{
    (void)state;
    fail_at_the_end(NULL, COIR_END_STOPPED, NULL); // logs the error, which is not logged again
    assert_int_equal(support_logged(COIR_LOG_ERROR), 1);
    assert_null(COIR_NEW(Hero));
    assert_trace("run ended run ended ");
    assert_non_null(strstr(coir_error(), "COIR_NEW(Hero): "));
    assert_non_null(strstr(coir_error(), "hero.png"));
    assert_int_equal(support_logged(COIR_LOG_ERROR), 2);
    assert_string_equal(support_last_message(), coir_error());
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

static void an_invalid_class_makes_no_node(void **state)
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

static void stale_references_stay_stale_when_everything_was_freed_and_is_used_again(void **state)
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
            destroy(root); // also sweeps, which frees the pools
        else
            coir_node_destroy(root);
    }
    coir_nodes_sweep();
    for (int i = 0; i < count; i++)
        assert_null(coir_node_get(old[i]));
}

// Destruction --------------------------------------------------------------------------------------------------------

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
    coir_node_destroy_children(user); // must not free `node`: its callback still runs
    assert_true(node->dead_);
}

static void a_destroyed_node_stays_in_memory_while_its_call_continues(void **state)
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

static void destroy_child(CoirNode *node, void *user)
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
    coir_node_each_child(gone, destroy_child, NULL);
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
    CoirNode *before = child_of(NULL, "before"); // freed first, so that the pool has a list of free blocks
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

static void nodes_that_a_destroy_hook_destroys_are_freed_in_the_same_sweep(void **state)
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

static void living_nodes_are_reported_with_file_and_line(void **state)
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

static void act_report(Probe *probe)
{
    (void)probe;
    assert_int_equal(coir_nodes_count(), 1);
    assert_int_equal(coir_nodes_report(), 1);
    note("reported ");
}

// The scene is the only node that is left.
static void a_node_that_is_being_destroyed_is_not_reported(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = coir_node_new();
    Probe *probe = probe_new(scene, "probe", 0);
    (void)state;
    show(stage, scene);
    probe_acts(probe, PROBE_LEAVE, act_report, NULL);
    coir_node_destroy(&probe->node);
    assert_trace("reported ");
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    coir_stage_destroy(stage);
}

// Self-checks --------------------------------------------------------------------------------------------------------

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
    check_link(f.root, &f.b->next_, f.a, "links of the CoirNode"); // a cycle
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

// Memory -------------------------------------------------------------------------------------------------------------

static void without_memory_a_new_node_is_null(void **state)
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

TEST_FILE(node)
{
    const struct CMUnitTest tests[] = {
        node_test(made_runs_from_the_base_upwards_and_destroy_downwards),
        node_test(made_may_fail_at_each_level),
        node_test(a_node_whose_made_fails_leaves_nothing_behind),
        node_test(a_node_that_is_destroyed_in_its_made_is_not_made),
        node_test(the_error_of_a_failed_made_outlives_the_ends_of_runs),
        node_test(as_casts_to_the_class_and_its_bases_only),
        node_test(an_invalid_class_makes_no_node),
        node_test(a_reference_finds_its_node_until_it_is_destroyed),
        node_test(references_that_name_nothing_find_nothing),
        node_test(stale_references_stay_stale_when_everything_was_freed_and_is_used_again),
        node_test(destroying_takes_the_subtree_along_in_order),
        node_test(a_destroyed_node_stays_in_memory_while_its_call_continues),
        node_test(destroying_the_children_leaves_the_node),
        node_test(destroying_twice_is_reported_and_harmless),
        node_test(use_after_destroying_is_reported_and_harmless),
        node_test(nodes_that_a_destroy_hook_destroys_are_freed_in_the_same_sweep),
        node_test(a_sweep_has_an_end_even_if_destroying_has_none),
        node_test(sweeping_in_a_callback_is_a_mistake),
        node_test(living_nodes_are_reported_with_file_and_line),
        node_test(a_tree_that_lives_on_is_reported_in_one_line),
        node_test(a_node_that_is_being_destroyed_is_not_reported),
        node_test(validate_finds_wrong_links),
        node_test(validate_finds_wrong_counts_stages_and_dead_nodes),
        node_test(without_memory_a_new_node_is_null),
        node_test(pools_give_back_everything_after_the_last_node),
    };
    return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}
