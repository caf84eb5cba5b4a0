// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls with nodes of other types than CoirNode. tests/whole/any_node.sh checks which calls compile.

#include "support/support.h"

#include "coir/coir.h"

typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
    double life;
} Comet;

typedef struct Giant {
    COIR_INHERIT(Comet, comet);
    int age;
} Giant;

static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class);
static COIR_NODE_CLASS(Giant, .super = &Comet_class);

static void a_node_of_any_type_is_the_node_in_its_first_field(void **state)
{
    (void)state;
    Comet *comet = COIR_NEW(Comet);
    Giant *giant = COIR_NEW(Giant);
    const Giant *fixed = giant;
    assert_ptr_equal(COIR_NODE(giant), &giant->comet.sprite.node);
    assert_ptr_equal(COIR_NODE(&giant->node), &giant->node);
    assert_ptr_equal(COIR_NODE(fixed), &giant->node);
    assert_true(coir_node_add(comet, giant));
    assert_ptr_equal(coir_node_parent(fixed), &comet->node);
    assert_true(coir_node_is(giant, &CoirSprite_class));
    assert_ptr_equal(COIR_AS(Comet, giant), &giant->comet);
    coir_node_destroy(comet);
    assert_int_equal(coir_nodes_sweep(), 2);
}

static int asked;

static Comet *ask(Comet *comet)
{
    asked++;
    return comet;
}

static void the_argument_is_evaluated_once(void **state)
{
    (void)state;
    Comet *comet = COIR_NEW(Comet), *child = COIR_NEW(Comet);
    asked = 0;
    assert_true(coir_node_add(ask(comet), ask(child)));
    assert_int_equal(asked, 2);
    coir_node_set_scale(ask(comet), 2);
    assert_int_equal(asked, 3);
    assert_null(coir_node_parent(coir_node_parent(ask(child))));
    assert_int_equal(asked, 4);
    coir_node_destroy(ask(comet));
    assert_int_equal(asked, 5);
    coir_nodes_sweep();
}

static void a_null_of_any_type_is_the_same_mistake(void **state)
{
    (void)state;
    Giant *none = NULL;
    assert_null(COIR_NODE(none));
    assert_false(coir_node_add(none, none));
    assert_mistake("coir_node_add (parent): the node is NULL");
    coir_node_destroy(none);
    assert_int_equal(coir_node_child_count(none), 0);
    assert_null(coir_sprite_add(none, "coconut.png", 1, 2));
    assert_mistake("coir_sprite_add");
}

static void a_stage_shows_a_node_of_any_type_or_null(void **state)
{
    (void)state;
    CoirStage *stage = coir_stage_new();
    Comet *comet = COIR_NEW(Comet);
    assert_true(coir_stage_show(stage, comet));
    assert_true(coir_stage_update(stage, 0));
    assert_ptr_equal(coir_stage_scene(stage), &comet->node);
    assert_true(coir_stage_show(stage, NULL));
    assert_true(coir_stage_update(stage, 0));
    assert_null(coir_stage_scene(stage));
    coir_stage_destroy(stage);
}

TEST_FILE(any_node)
{
    const struct CMUnitTest tests[] = {
        support_test(a_node_of_any_type_is_the_node_in_its_first_field),
        support_test(the_argument_is_evaluated_once),
        support_test(a_null_of_any_type_is_the_same_mistake),
        support_test(a_stage_shows_a_node_of_any_type_or_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
