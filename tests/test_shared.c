// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A program that uses the shared library, as games do. The other tests use the static library.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coir/coir.h"

typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
    int updates;
} Comet;

static void comet_update(CoirNode *node, double dt);
static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class, .update = comet_update);

typedef struct Giant {
    COIR_INHERIT(Comet, comet);
} Giant;

static COIR_NODE_CLASS(Giant, .super = &Comet_class);

typedef struct Plain {
    CoirNode node;
} Plain;

static COIR_NODE_CLASS(Plain);

static void comet_update(CoirNode *node, double dt)
{
    (void)dt;
    COIR_AS(Comet, node)->updates++;
}

static void a_class_builds_on_a_class_of_the_library(void **state)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 64, .height = 36});
    CoirNode *scene = coir_node_new();
    Comet *comet = COIR_NEW(Comet);
    Giant *giant = COIR_NEW(Giant);
    Plain *plain = COIR_NEW(Plain);
    (void)state;
    assert_true(director && scene && comet && giant && plain);
    assert_ptr_equal(COIR_AS(CoirSprite, comet), &comet->sprite);
    assert_ptr_equal(COIR_AS(CoirSprite, giant), &giant->comet.sprite);
    assert_true(coir_node_add(scene, comet) && coir_node_add(scene, giant) && coir_node_add(scene, plain));
    assert_true(coir_director_show(director, scene) && coir_director_frame(director, 0.1));
    assert_true(coir_director_frame(director, 0.1)); // the first update; the frame before only showed the scene
    assert_true(comet->updates == 1 && giant->comet.updates == 1);
    coir_director_destroy(director);
}

static void the_library_makes_nodes_of_its_own_classes(void **state)
{
    CoirNode *node = coir_node_new();
    CoirSprite *sprite = COIR_NEW(CoirSprite);
    (void)state;
    assert_true(coir_node_is(node, &CoirNode_class));
    assert_true(coir_node_is(&sprite->node, &CoirSprite_class));
    coir_node_destroy(node);
    coir_node_destroy(sprite);
    coir_nodes_sweep();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_builds_on_a_class_of_the_library),
        cmocka_unit_test(the_library_makes_nodes_of_its_own_classes),
    };
    return cmocka_run_group_tests_name("shared", tests, NULL, NULL);
}
