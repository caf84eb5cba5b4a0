// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rows of siblings, which a class draws with one call: which nodes are given to the class, and in which order all nodes
// are drawn.

#include "support/support.h"

#include <string.h>

#include "coir/coir.h"

typedef struct Bead {
    CoirNode node;
    char letter;
    bool ends_row; // true: draw_row stops at this node
} Bead;

// Letters of the drawn nodes, in the order of drawing: capital letters for nodes that draw_row drew, small letters for
// nodes that their draw hooks drew. Each call of draw_row notes a bar. The first child with z >= 0 is always drawn by
// its hook, since the draw hook of the parent is called between this child and the children before.
static char drawn[64];

static void note_letter(char letter)
{
    size_t length = strlen(drawn);
    assert_true(length + 1 < sizeof drawn);
    drawn[length] = letter;
}

static void bead_draw(CoirNode *node, CoirPainter *painter)
{
    (void)painter;
    note_letter(((Bead *)node)->letter);
}

static CoirNode *draw_row(CoirNode *first, const CoirAffine *outer, CoirPainter *painter)
{
    CoirNode *node = first;
    (void)outer;
    (void)painter;
    note_letter('|');
    for (; node && node->class_->state_->draw_row_ == draw_row && !((Bead *)node)->ends_row; node = node->next_)
        note_letter((char)(((Bead *)node)->letter - 'a' + 'A'));
    return node;
}

static const CoirNodeClass Bead_class = {
    .name = "Bead", .size = sizeof(Bead), .draw = bead_draw, .state_ = &(CoirNodeClassState){.draw_row_ = draw_row}};

typedef struct Heir {
    COIR_INHERIT(Bead, bead);
} Heir;

static COIR_NODE_CLASS(Heir, .super = &Bead_class);

typedef struct Painted {
    COIR_INHERIT(Bead, bead);
} Painted;

static COIR_NODE_CLASS(Painted, .super = &Bead_class, .draw = bead_draw);

static CoirNode *scene;
static CoirDirector *director;

static int set_up(void **state)
{
    support_setup(state);
    scene = coir_node_new();
    director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
    return director && coir_director_show(director, scene) ? 0 : 1;
}

static int tear_down(void **state)
{
    coir_director_destroy(director);
    return support_teardown(state);
}

static Bead *add(const CoirNodeClass *node_class, char letter)
{
    Bead *bead = (Bead *)coir_node_make(node_class, __FILE__, __LINE__);
    assert_non_null(bead);
    bead->letter = letter;
    assert_true(coir_node_add(scene, bead));
    return bead;
}

static void assert_drawn(const char *expected)
{
    memset(drawn, 0, sizeof drawn);
    assert_true(coir_director_frame(director, 0));
    assert_string_equal(drawn, expected);
}

static void a_class_draws_all_siblings_but_the_first_with_one_call(void **state)
{
    (void)state;
    for (char letter = 'a'; letter < 'f'; letter++)
        add(&Bead_class, letter);
    assert_drawn("a|BCDE");
}

static void a_node_at_which_the_row_stops_is_drawn_by_its_hook(void **state)
{
    (void)state;
    for (char letter = 'a'; letter < 'f'; letter++)
        add(&Bead_class, letter)->ends_row = letter == 'b' || letter == 'e';
    assert_drawn("a|b|CDe");
}

static void a_derived_class_inherits_the_row_with_the_draw_hook(void **state)
{
    (void)state;
    add(&Bead_class, 'a');
    add(&Heir_class, 'b');
    add(&Bead_class, 'c');
    assert_drawn("a|BC");
}

static void a_derived_class_with_a_draw_hook_has_no_row(void **state)
{
    (void)state;
    add(&Painted_class, 'a');
    add(&Bead_class, 'b');
    add(&Painted_class, 'c');
    add(&Bead_class, 'd');
    assert_drawn("a|Bc|D");
}

static void only_an_opaque_white_and_upright_parent_has_rows(void **state)
{
    (void)state;
    add(&Bead_class, 'a');
    add(&Bead_class, 'b');
    scene->opacity = 0.5f;
    assert_drawn("ab");
    scene->opacity = 1;
    scene->cascade_color = true;
    scene->color = coir_rgb(200, 255, 255);
    assert_drawn("ab");
    scene->color = COIR_WHITE;
    scene->rotation = 20;
    assert_drawn("ab");
    scene->rotation = 0;
    assert_drawn("a|B");
}

static void children_below_the_parent_are_drawn_by_their_hooks(void **state)
{
    (void)state;
    add(&Bead_class, 'a')->node.z = 1;
    add(&Bead_class, 'b')->node.z = -1;
    add(&Bead_class, 'c');
    assert_drawn("bc|A");
}

#define TEST_OF(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

TEST_FILE(draw_row)
{
    const struct CMUnitTest tests[] = {
        TEST_OF(a_class_draws_all_siblings_but_the_first_with_one_call),
        TEST_OF(a_node_at_which_the_row_stops_is_drawn_by_its_hook),
        TEST_OF(a_derived_class_inherits_the_row_with_the_draw_hook),
        TEST_OF(a_derived_class_with_a_draw_hook_has_no_row),
        TEST_OF(only_an_opaque_white_and_upright_parent_has_rows),
        TEST_OF(children_below_the_parent_are_drawn_by_their_hooks),
    };
    return cmocka_run_group_tests_name("draw_row", tests, NULL, NULL);
}
