// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The drawing of a stage: the order of nodes, changes of the tree while the stage is drawn, and transforms, opacities
// and tints that nodes inherit. A clip that is not popped, and opacities outside 0 to 1, are reported.

#include "support/staged.h"

#include <math.h>
#include <string.h>

#include "coir/coir.h"

static void children_are_drawn_by_z_stably_those_below_0_before_the_node(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *probes[6];
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    static const int z[] = {1, -1, 0, 1, -2, -1};
    (void)state;
    show_probe(scene);
    for (int i = 0; i < 6; i++) {
        probes[i] = probe_new(&scene->node, names[i], PROBE_DRAW);
        probes[i]->node.z = z[i];
    }
    draw_frame();
    assert_trace("e.draw b.draw f.draw scene.draw c.draw a.draw d.draw ");
    probes[0]->node.z = -5;
    probes[4]->node.z = 5;
    draw_frame();
    assert_trace("a.draw b.draw f.draw scene.draw c.draw d.draw e.draw ");
    for (int i = 0; i < 6; i++)
        probes[i]->node.z = -1;
    draw_frame();
    assert_trace("a.draw b.draw f.draw c.draw d.draw e.draw scene.draw ");
    assert_valid(&scene->node);
}

static void many_children_are_sorted_stably(void **state)
{
    enum { MANY = 5000 };
    CoirNode *scene = coir_node_new();
    (void)state;
    show(stage, scene);
    unsigned random = 7;
    for (int i = 0; i < MANY; i++) {
        CoirNode *child = coir_node_new();
        random = random * 1664525u + 1013904223u;
        child->z = (int)((random >> 16) % 50) - 25;
        child->tag = i;
        coir_node_add(scene, child);
    }
    draw_frame();
    assert_valid(scene);
    assert_int_equal(coir_node_child_count(scene), MANY);
    for (CoirNode *child = coir_node_first_child(scene); coir_node_next_sibling(child);
         child = coir_node_next_sibling(child)) {
        const CoirNode *next = coir_node_next_sibling(child);
        assert_true(child->z < next->z || (child->z == next->z && child->tag < next->tag));
    }
}

static void an_invisible_node_is_not_drawn_nor_are_its_children(void **state)
{
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *a = probe_new(&scene->node, "a", PROBE_DRAW);
    (void)state;
    probe_new(&a->node, "deep", PROBE_DRAW);
    show_probe(scene);
    a->node.visible = false;
    draw_frame();
    assert_trace("scene.draw ");
    a->node.visible = true;
    a->node.opacity = 0;
    draw_frame();
    assert_trace("scene.draw ");
    a->node.opacity = 0.01f;
    draw_frame();
    assert_trace("scene.draw a.draw deep.draw ");
}

static void after_a_node_that_removes_itself_while_drawing_the_next_node_is_drawn(void **state)
{
    static void (*const acts[])(Probe *) = {act_detach, act_destroy};
    (void)state;
    for (int i = 0; i < 2; i++) {
        Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
        CoirNodeRef ref = coir_node_ref(&a->node);
        show_probe(scene);
        probe_acts(a, PROBE_DRAW, acts[i], NULL);
        draw_frame();
        assert_trace("a.draw b.draw c.draw ");
        draw_frame();
        assert_trace("b.draw c.draw ");
        coir_node_destroy(coir_node_get(ref));
    }
}

static void a_child_added_while_drawing_enters_at_once_and_is_drawn(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_add_other, &probe_new(NULL, "late", PROBE_DRAW | PROBE_ENTER)->node);
    draw_frame();
    assert_trace("a.draw late.enter b.draw c.draw late.draw ");
}

static void a_node_that_moves_to_the_end_while_drawing_is_drawn_once(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_to_the_end, NULL);
    a->acts_left = -1;
    draw_frame();
    assert_trace("a.draw b.draw c.draw ");
    draw_frame();
    assert_trace("b.draw c.draw a.draw ");
}

static void note_name(CoirNode *child, void *user)
{
    (void)user;
    note("%s ", child->name);
}

static void act_walk_and_to_the_end(Probe *probe)
{
    coir_node_each_child(coir_node_parent(&probe->node), note_name, NULL);
    act_to_the_end(probe);
}

static void a_node_that_visits_its_siblings_and_moves_to_the_end_while_drawing_is_drawn_once(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0), *a = add_three(scene, PROBE_DRAW);
    (void)state;
    show_probe(scene);
    probe_acts(a, PROBE_DRAW, act_walk_and_to_the_end, NULL);
    a->acts_left = -1;
    draw_frame();
    assert_trace("a.draw a b c b.draw c.draw ");
    draw_frame();
    assert_trace("b.draw c.draw a.draw b c a ");
}

static void act_clip(Probe *probe)
{
    (void)probe;
    coir_painter_push_clip(stage_painter, coir_rect(0, 0, 1, 1));
}

static void a_clip_that_was_not_popped_is_reported_and_removed(void **state)
{
    Probe *scene = probe_new(NULL, "scene", 0);
    (void)state;
    show_probe(scene);
    probe_acts(scene, PROBE_DRAW, act_clip, NULL);
    draw_frame();
    assert_mistake("more often");
}

// A node that draws a white rectangle of the node's size, in the tint of the node.
typedef struct Patch {
    CoirNode node;
} Patch;

static void patch_draw(CoirNode *node, CoirPainter *on)
{
    coir_painter_rect(on, coir_rect(0, 0, node->size.x, node->size.y), COIR_WHITE);
}

static COIR_NODE_CLASS(Patch, .draw = patch_draw);

static void drawing_has_the_transform_opacity_and_tint_of_all_parents(void **state)
{
    CoirNode *scene = coir_node_new(), *group = coir_node_new(), *patch = &COIR_NEW(Patch)->node;
    (void)state;
    coir_node_add(scene, group);
    coir_node_add(group, patch);
    scene->position = coir_vec2(100, 50);
    scene->opacity = 0.5f;
    scene->color = coir_rgb(0, 0, 0); // without cascade_color, children do not inherit the color
    group->scale = coir_vec2(2, 3);
    group->color = coir_rgb(255, 51, 0);
    group->cascade_color = true;
    patch->position = coir_vec2(1, 1);
    patch->size = coir_vec2(10, 10);
    patch->color = coir_rgb(51, 255, 255);
    show(stage, scene);
    draw_frame();
    assert_int_equal(stage_painter->vertex_count, 4);
    float left = 1e9f, top = -1e9f;
    for (int i = 0; i < 4; i++) {
        const CoirVertex *v = &stage_painter->vertices[i];
        left = v->x < left ? v->x : left;
        top = v->y > top ? v->y : top;
        assert_int_equal(v->color.r, 51);
        assert_int_equal(v->color.g, 51);
        assert_int_equal(v->color.b, 0);
        assert_int_equal(v->color.a, 128);
    }
    assert_true(left == 102 && top == 83);
}

static void an_opacity_outside_0_to_1_is_reported_once_and_clamped(void **state)
{
    (void)state;
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *child = probe_new(&scene->node, "child", PROBE_DRAW);
    show_probe(scene);
    forget_trace();
    for (int i = 0; i < 3; i++) {
        child->node.opacity = 255 + (float)i;
        draw_frame();
        assert_trace("scene.draw child.draw ");
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_mistake("its opacity is 257; it goes from 0 to 1");
    child->node.opacity = -1;
    draw_frame();
    assert_mistake("its opacity is -1");
    child->node.opacity = NAN;
    draw_frame();
    assert_mistake("its opacity is ");
    assert_trace("scene.draw scene.draw ");
    child->node.opacity = 0;
    draw_frame();
    assert_string_equal(coir_error(), "");
    forget_trace();
}

static void destroy_from_log(CoirLogLevel level, const char *message, void *user)
{
    CoirNode *node = user;
    (void)level, (void)message;
    coir_node_destroy(node);
}

static void a_node_that_a_log_hook_destroys_for_its_opacity_is_not_drawn(void **state)
{
    (void)state;
    Probe *scene = probe_new(NULL, "scene", PROBE_DRAW), *child = probe_new(&scene->node, "child", PROBE_DRAW);
    show_probe(scene);
    forget_trace();
    child->node.opacity = 2;
    coir_log_set_hook(destroy_from_log, &child->node);
    draw_frame();
    assert_mistake("its opacity is 2");
    assert_trace("scene.draw ");
}

static void a_sprite_whose_opacity_is_255_is_reported(void **state)
{
    (void)state;
    const uint8_t pixel[4] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
    CoirNode *scene = coir_node_new();
    CoirSprite *sprite = coir_sprite_with_texture(texture);
    assert_true(coir_node_add(scene, &sprite->node));
    show(stage, scene);
    sprite->node.opacity = 255;
    draw_frame();
    assert_mistake("its opacity is 255");
    coir_texture_destroy(texture);
}

static void destroy_siblings_from_log(CoirLogLevel level, const char *message, void *user)
{
    CoirNode *scene = user;
    (void)level, (void)message;
    coir_node_destroy_children(scene);
}

static void a_log_hook_destroys_the_row_of_a_sprite_at_nan_while_the_row_is_drawn(void **state)
{
    (void)state;
    const uint8_t pixel[4] = {255, 255, 255, 255};
    CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
    CoirNode *scene = coir_node_new();
    show(stage, scene);
    coir_log_set_hook(destroy_siblings_from_log, scene);
    for (int bad = 0; bad < 4; bad++) {
        for (int i = 0; i < 4; i++) {
            CoirSprite *sprite = coir_sprite_with_texture(texture);
            sprite->node.position.x = i == bad ? NAN : 0;
            assert_true(coir_node_add(scene, &sprite->node));
        }
        draw_frame();
        assert_mistake("one of its corners is not a finite number");
        assert_int_equal(coir_node_child_count(scene), 0);
    }
    coir_texture_destroy(texture);
}

TEST_FILE(stage_drawing)
{
    const struct CMUnitTest tests[] = {
        stage_test(an_opacity_outside_0_to_1_is_reported_once_and_clamped),
        stage_test(a_node_that_a_log_hook_destroys_for_its_opacity_is_not_drawn),
        stage_test(a_sprite_whose_opacity_is_255_is_reported),
        stage_test(a_log_hook_destroys_the_row_of_a_sprite_at_nan_while_the_row_is_drawn),
        stage_test(children_are_drawn_by_z_stably_those_below_0_before_the_node),
        stage_test(many_children_are_sorted_stably),
        stage_test(an_invisible_node_is_not_drawn_nor_are_its_children),
        stage_test(after_a_node_that_removes_itself_while_drawing_the_next_node_is_drawn),
        stage_test(a_child_added_while_drawing_enters_at_once_and_is_drawn),
        stage_test(a_node_that_moves_to_the_end_while_drawing_is_drawn_once),
        stage_test(a_node_that_visits_its_siblings_and_moves_to_the_end_while_drawing_is_drawn_once),
        stage_test(a_clip_that_was_not_popped_is_reported_and_removed),
        stage_test(drawing_has_the_transform_opacity_and_tint_of_all_parents),
    };
    return cmocka_run_group_tests_name("stage_drawing", tests, NULL, NULL);
}
