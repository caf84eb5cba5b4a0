// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Interpolation: nodes are drawn between two steps. Outside of drawing, the fields of a node have the values that the
// game gave them.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/coir.h"
#include "draw/painter.h"

#define STEP (1.0 / 60)
#define SPEED 240.0 // points per second
#define DRAWN_MAX 4096

// A ball that flies to the right. `drawn` lists the x of its left edge in each drawing, in pixels.
typedef struct Ball {
    COIR_INHERIT(CoirNode, base);
    float drawn[DRAWN_MAX];
    int count;
    void (*act)(CoirNode *node); // called in the draw hook; may be NULL
} Ball;

static const CoirNodeClass Ball_class;

static void ball_update(CoirNode *node, double dt)
{
    node->position.x += (float)(SPEED * dt);
}

static void ball_draw(CoirNode *node, CoirPainter *painter)
{
    Ball *ball = COIR_AS(Ball, node);
    coir_painter_rect(painter, coir_rect(0, 0, 4, 4), COIR_WHITE);
    if (painter->vertex_count > 0 && ball->count < DRAWN_MAX)
        ball->drawn[ball->count++] = painter->vertices[painter->vertex_count - 4].x;
    if (ball->act)
        ball->act(node);
}

static COIR_NODE_CLASS(Ball, .update = ball_update, .draw = ball_draw);

static CoirDirector *director;
static Ball *ball;

static CoirDirector *create(CoirDirectorDef def)
{
    def.headless = true;
    def.width = 2000;
    def.height = 8;
    CoirDirector *created = coir_director_create(&def);
    assert_non_null(created);
    return created;
}

// Creates a director and shows a scene with one ball. Draws the first frame, and empties the list of drawn positions.
static void open(double step, bool interpolated)
{
    CoirNode *scene = coir_node_new();
    director = create((CoirDirectorDef){.step = step});
    ball = COIR_NEW(Ball);
    assert_non_null(ball);
    assert_true(coir_node_set_interpolated(&ball->node, interpolated));
    assert_true(coir_node_add(scene, &ball->node));
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
    ball->count = 0;
}

static void close(void)
{
    coir_director_destroy(director);
    director = NULL;
    ball = NULL;
}

static float last_drawn(void)
{
    assert_true(ball->count > 0);
    return ball->drawn[ball->count - 1];
}

static void frame(double dt)
{
    assert_true(coir_director_frame(director, dt));
}

// Evenness -----------------------------------------------------------------------------------------------------------

// Draws frames. For each frame, compares the distance that the ball moved on screen with the distance that the ball
// should move in the time of the frame. Returns the greatest difference in pixels. The first two steps do not count,
// as the drawn ball begins to move in these steps.
static double unevenness(const double *dt, int count, bool interpolated)
{
    double most = 0, passed = 0;
    float before = 0;
    open(STEP, interpolated);
    for (int i = 0; i < count; i++) {
        frame(dt[i]);
        passed += dt[i];
        if (passed - dt[i] > 2 * STEP)
            most = fmax(most, fabs((double)(last_drawn() - before) - SPEED * dt[i]));
        before = last_drawn();
    }
    close();
    return most;
}

static void a_ball_moves_evenly_at_any_frame_rate(void **state)
{
    const double rates[] = {30, 50, 60, 75, 120, 144, 240, 1000};
    double dt[200];
    (void)state;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        for (int k = 0; k < 200; k++)
            dt[k] = 1 / rates[i];
        assert_true(unevenness(dt, 200, true) < 0.001);
    }
}

static void a_ball_moves_evenly_in_frames_of_uneven_length(void **state)
{
    CoirRandom random = coir_random(7);
    double dt[600];
    (void)state;
    for (int k = 0; k < 600; k++)
        dt[k] = coir_random_range(&random, 0.001, 0.02);
    assert_true(unevenness(dt, 600, true) < 0.001);
}

static void without_interpolation_a_ball_moves_unevenly(void **state)
{
    double dt[300];
    (void)state;
    for (int k = 0; k < 300; k++)
        dt[k] = 1.0 / 144;
    assert_true(unevenness(dt, 300, false) > 2); // the ball moves 0 or 4 pixels in a frame instead of 1.67
}

static void the_picture_is_one_step_late(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 1.5);
    assert_float_equal(last_drawn(), SPEED * STEP * 0.5, 0.001);
    frame(STEP);
    assert_float_equal(last_drawn(), SPEED * STEP * 1.5, 0.001);
    assert_float_equal(ball->node.position.x, SPEED * STEP * 2, 0.001);
    close();
}

static void without_whole_steps_nothing_is_interpolated(void **state)
{
    (void)state;
    open(0, true);
    for (int i = 1; i <= 10; i++) {
        frame(0.01);
        assert_true(last_drawn() == ball->node.position.x);
        assert_float_equal(last_drawn(), SPEED * 0.01 * i, 0.001);
    }
    close();
}

static void nodes_that_do_not_move_are_drawn_at_their_positions(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 2.5);
    coir_node_pause(&ball->node);
    frame(STEP);
    for (int i = 0; i < 5; i++) {
        frame(STEP * 0.3);
        assert_true(last_drawn() == ball->node.position.x);
    }
    close();
}

static void a_paused_director_draws_the_same_again(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 2.3);
    float drawn = last_drawn();
    coir_director_pause(director);
    for (int i = 0; i < 3; i++) {
        frame(STEP * 0.4);
        assert_true(last_drawn() == drawn);
    }
    close();
}

static void a_screenshot_shows_the_same_as_a_frame(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 2.3);
    float drawn = last_drawn();
    assert_true(coir_director_screenshot(director, "interpolation.png"));
    remove("interpolation.png");
    assert_int_equal(ball->count, 2);
    assert_true(last_drawn() == drawn);
    close();
}

// Rotation and scale -------------------------------------------------------------------------------------------------

typedef struct Turn {
    float before, after, half;
} Turn;

static float shown_rotation, shown_scale;

static void remember_pose(CoirNode *node)
{
    shown_rotation = node->rotation;
    shown_scale = node->scale.x;
}

static void rotation_goes_the_shorter_way_round(void **state)
{
    const Turn turns[] = {{10, 30, 20}, {350, 10, 0}, {10, 350, 360}, {-170, 170, 180}, {0, 720, 720}};
    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        open(STEP, true);
        ball->act = remember_pose;
        ball->node.rotation = turns[i].before;
        frame(STEP * 1.5);
        ball->node.rotation = turns[i].after;
        frame(0);
        assert_float_equal(shown_rotation, turns[i].half, 0.001);
        assert_true(ball->node.rotation == turns[i].after);
        close();
    }
}

static void scale_is_interpolated(void **state)
{
    (void)state;
    open(STEP, true);
    ball->act = remember_pose;
    frame(STEP * 1.25);
    coir_node_set_scale(&ball->node, 5);
    frame(0);
    assert_float_equal(shown_scale, 2, 0.001);
    assert_true(ball->node.scale.x == 5);
    close();
}

// Nodes without a previous position ----------------------------------------------------------------------------------

static void a_teleported_node_is_not_drawn_on_its_way(void **state)
{
    (void)state;
    open(STEP, true);
    ball->act = remember_pose;
    frame(STEP * 2.5);
    coir_node_teleport(&ball->node, 1000, 0);
    coir_node_set_scale(&ball->node, 2);
    frame(STEP * 0.25);
    assert_true(last_drawn() == 1000);
    assert_true(shown_scale == 2);
    frame(STEP * 0.5); // contains a step
    assert_float_equal(last_drawn(), 1000 + SPEED * STEP * 0.25, 0.001);
    close();
}

static void teleport_left_ball(void *target, double dt, void *user)
{
    CoirNode *node = target;
    (void)dt;
    (void)user;
    if (node->position.x < 900)
        coir_node_teleport(node, 1000, 0);
}

static void a_node_may_be_teleported_inside_a_step(void **state)
{
    (void)state;
    open(STEP, true);
    assert_true(coir_node_every_frame(&ball->node, teleport_left_ball, NULL, 1));
    frame(STEP * 1.5);
    assert_true(last_drawn() == 1000);
    close();
}

static void a_node_that_enters_is_drawn_at_its_position(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 1.5);
    Ball *other = COIR_NEW(Ball);
    assert_true(coir_node_set_interpolated(&other->node, true));
    other->node.position.x = 500;
    assert_true(coir_node_add(coir_director_scene(director), &other->node));
    frame(STEP * 0.2);
    assert_true(other->drawn[0] == 500);
    coir_node_detach(&other->node);
    other->node.position.x = 700;
    assert_true(coir_node_add(coir_director_scene(director), &other->node));
    frame(STEP * 0.1);
    assert_true(other->drawn[1] == 700);
    close();
}

static void a_node_that_is_interpolated_late_is_drawn_at_its_position(void **state)
{
    (void)state;
    open(STEP, false);
    frame(STEP * 2.5);
    assert_false(coir_node_is_interpolated(&ball->node));
    assert_true(coir_node_set_interpolated(&ball->node, true));
    assert_true(coir_node_set_interpolated(&ball->node, true));
    assert_true(coir_node_is_interpolated(&ball->node));
    frame(0);
    assert_true(last_drawn() == ball->node.position.x);
    frame(STEP);
    assert_float_equal(last_drawn(), ball->node.position.x - SPEED * STEP * 0.5, 0.001);
    assert_true(coir_node_set_interpolated(&ball->node, false));
    frame(0);
    assert_true(last_drawn() == ball->node.position.x);
    close();
}

static CoirNode *cart; // another parent for the ball

static void add_cart(void)
{
    cart = coir_node_new();
    cart->position.x = 500;
    assert_true(coir_node_add(coir_director_scene(director), cart));
}

static void a_node_that_changes_its_parent_is_drawn_where_the_node_was(void **state)
{
    (void)state;
    open(STEP, true);
    add_cart();
    frame(STEP * 2.5);
    assert_true(coir_node_set_parent(&ball->node, cart));
    assert_float_equal(ball->node.position.x, 8 - 500, 0.001);
    frame(0);
    assert_float_equal(last_drawn(), 8, 0.001);
    frame(STEP);
    assert_float_equal(last_drawn(), 10, 0.001);          // interpolated again
    assert_true(coir_node_set_parent(&ball->node, cart)); // the same parent again
    frame(0);
    assert_float_equal(last_drawn(), 10, 0.001);
    close();
}

// In draw hooks ------------------------------------------------------------------------------------------------------

static CoirNode *parked; // node that a draw hook detached
static CoirNodeRef added;

static void write_x(CoirNode *node)
{
    node->position.x = 300;
}

static void teleport(CoirNode *node)
{
    coir_node_teleport(node, node->position.x, 3); // x is the interpolated position here
}

static void stop_interpolating(CoirNode *node)
{
    assert_true(coir_node_set_interpolated(node, false));
}

static void detach(CoirNode *node)
{
    parked = coir_node_detach(node);
}

static void destroy(CoirNode *node)
{
    coir_node_destroy(node);
}

static void add_another(CoirNode *node)
{
    Ball *other = COIR_NEW(Ball);
    assert_true(coir_node_set_interpolated(&other->node, true));
    other->node.position.x = 50;
    assert_true(coir_node_add(node->parent_, &other->node));
    added = coir_node_ref(&other->node);
}

// Draws a frame half way between the steps at x = 4 and x = 8, and calls `act` in the draw hook.
static void act_while_drawing(void (*act)(CoirNode *node))
{
    open(STEP, true);
    frame(STEP * 2.5);
    assert_float_equal(last_drawn(), 6, 0.001);
    ball->act = act;
    frame(0);
    if (coir_node_get(coir_node_ref(&ball->node)))
        ball->act = NULL;
}

static void a_field_that_a_draw_hook_writes_stays_written(void **state)
{
    (void)state;
    act_while_drawing(write_x);
    assert_true(ball->node.position.x == 300);
    close();
}

static void a_draw_hook_may_teleport_its_node(void **state)
{
    (void)state;
    act_while_drawing(teleport);
    assert_float_equal(ball->node.position.x, 6, 0.001);
    assert_true(ball->node.position.y == 3);
    close();
}

static void a_draw_hook_may_end_the_interpolation(void **state)
{
    (void)state;
    act_while_drawing(stop_interpolating);
    assert_float_equal(ball->node.position.x, 8, 0.001);
    frame(0);
    assert_float_equal(last_drawn(), 8, 0.001);
    close();
}

static void a_draw_hook_may_take_its_node_off_the_stage(void **state)
{
    (void)state;
    act_while_drawing(detach);
    assert_ptr_equal(parked, &ball->node);
    assert_float_equal(parked->position.x, 8, 0.001);
    frame(STEP);
    assert_float_equal(parked->position.x, 8, 0.001);
    coir_node_destroy(parked);
    close();
}

static void move_to_cart(CoirNode *node)
{
    add_cart();
    assert_true(coir_node_set_parent(node, cart));
    ball->act = NULL;
}

static void a_draw_hook_may_change_the_parent_of_its_node(void **state)
{
    (void)state;
    act_while_drawing(move_to_cart);
    assert_float_equal(ball->node.position.x, 8 - 500, 0.001);
    frame(0);
    assert_float_equal(last_drawn(), 8, 0.001);
    close();
}

static void a_draw_hook_may_destroy_its_node(void **state)
{
    (void)state;
    open(STEP, true);
    frame(STEP * 2.5);
    ball->act = destroy;
    frame(0);
    frame(STEP);
    close();
}

static void a_draw_hook_may_add_nodes(void **state)
{
    (void)state;
    act_while_drawing(add_another);
    CoirNode *other = coir_node_get(added);
    assert_non_null(other);
    assert_true(other->position.x == 50);
    frame(STEP);
    assert_float_equal(other->position.x, 50 + SPEED * STEP, 0.001);
    close();
}

// Many nodes and little memory ---------------------------------------------------------------------------------------

static void nodes_come_and_go_in_any_order(void **state)
{
    enum { COUNT = 200 };
    CoirNode *nodes[COUNT] = {NULL};
    CoirRandom random = coir_random(3);
    (void)state;
    open(STEP, true);
    for (int i = 0; i < 5000; i++) {
        int k = coir_random_int(&random, 0, COUNT - 1);
        if (nodes[k]) {
            coir_node_destroy(nodes[k]);
            nodes[k] = NULL;
        } else {
            nodes[k] = &COIR_NEW(Ball)->node;
            assert_true(coir_node_set_interpolated(nodes[k], true));
            assert_true(coir_node_add(coir_director_scene(director), nodes[k]));
            nodes[k]->position.x = (float)k;
        }
        if (i % 100 != 0)
            continue;
        frame(STEP * 0.7);
        for (k = 0; k < COUNT; k++)
            if (nodes[k])
                assert_float_equal(fmod(nodes[k]->position.x - (float)k + 0.001, SPEED * STEP), 0.001, 0.01);
    }
    close();
}

static void without_memory_a_node_is_drawn_at_its_position(void **state)
{
    (void)state;
    open(STEP, false);
    support_fail_allocation(1);
    assert_false(coir_node_set_interpolated(&ball->node, true));
    assert_true(support_failed());
    assert_false(coir_node_is_interpolated(&ball->node));
    support_fail_allocation(2);
    assert_false(coir_node_set_interpolated(&ball->node, true));
    support_fail_allocation(0);
    frame(STEP * 1.5);
    assert_true(last_drawn() == ball->node.position.x);
    assert_true(coir_node_set_interpolated(&ball->node, true));
    close();
}

static void null_is_no_node(void **state)
{
    (void)state;
    assert_false(coir_node_set_interpolated((CoirNode *)NULL, true));
    assert_mistake("coir_node_set_interpolated");
    coir_node_teleport((CoirNode *)NULL, 1, 2);
    assert_mistake("coir_node_teleport");
    assert_false(coir_node_is_interpolated((CoirNode *)NULL));
}

TEST_FILE(interpolation)
{
    const struct CMUnitTest tests[] = {
        support_test(a_ball_moves_evenly_at_any_frame_rate),
        support_test(a_ball_moves_evenly_in_frames_of_uneven_length),
        support_test(without_interpolation_a_ball_moves_unevenly),
        support_test(the_picture_is_one_step_late),
        support_test(without_whole_steps_nothing_is_interpolated),
        support_test(nodes_that_do_not_move_are_drawn_at_their_positions),
        support_test(a_paused_director_draws_the_same_again),
        support_test(a_screenshot_shows_the_same_as_a_frame),
        support_test(rotation_goes_the_shorter_way_round),
        support_test(scale_is_interpolated),
        support_test(a_teleported_node_is_not_drawn_on_its_way),
        support_test(a_node_may_be_teleported_inside_a_step),
        support_test(a_node_that_enters_is_drawn_at_its_position),
        support_test(a_node_that_is_interpolated_late_is_drawn_at_its_position),
        support_test(a_node_that_changes_its_parent_is_drawn_where_the_node_was),
        support_test(a_field_that_a_draw_hook_writes_stays_written),
        support_test(a_draw_hook_may_teleport_its_node),
        support_test(a_draw_hook_may_end_the_interpolation),
        support_test(a_draw_hook_may_take_its_node_off_the_stage),
        support_test(a_draw_hook_may_change_the_parent_of_its_node),
        support_test(a_draw_hook_may_destroy_its_node),
        support_test(a_draw_hook_may_add_nodes),
        support_test(nodes_come_and_go_in_any_order),
        support_test(without_memory_a_node_is_drawn_at_its_position),
        support_test(null_is_no_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
