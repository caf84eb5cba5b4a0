// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sweeps: known cases, seams between tiles, agreement with small steps, long random walks, and bad numbers.

#include "coir/sweep.h"

#include <string.h>

#include "coir/error.h"
#include "support/solids.h"
#include "support/support.h"

static const CoirRect wall = {10, 0, 10, 10};

static void assert_sweep_at(CoirSweep sweep, CoirSweep expected, int line)
{
    if (sweep.hit == expected.hit && sweep.index == expected.index &&
        fabsf(sweep.fraction - expected.fraction) < 1e-6f && fabsf(sweep.moved.x - expected.moved.x) < 1e-5f &&
        fabsf(sweep.moved.y - expected.moved.y) < 1e-5f && fabsf(sweep.normal.x - expected.normal.x) < 1e-5f &&
        fabsf(sweep.normal.y - expected.normal.y) < 1e-5f)
        return;
    fail_msg("line %d: hit %d, box %d, fraction %g, moved %g %g, normal %g %g", line, sweep.hit, sweep.index,
             (double)sweep.fraction, (double)sweep.moved.x, (double)sweep.moved.y, (double)sweep.normal.x,
             (double)sweep.normal.y);
}

#define assert_sweep(sweep, ...) assert_sweep_at((sweep), (CoirSweep)__VA_ARGS__, __LINE__)

static void assert_free_at(CoirSweep sweep, CoirVec2 motion, int line)
{
    assert_sweep_at(sweep, (CoirSweep){false, -1, 1, motion, {0, 0}}, line);
}

#define assert_free(sweep, ...) assert_free_at((sweep), (CoirVec2)__VA_ARGS__, __LINE__)

static CoirSweep sweep_box(float x, float y, float dx, float dy) // a box of 2 x 2
{
    return coir_sweep_rect(coir_rect(x, y, 2, 2), coir_vec2(dx, dy), &wall, 1);
}

static CoirSweep sweep_ball(float x, float y, float dx, float dy) // a ball of radius 2
{
    return coir_sweep_circle(coir_vec2(x, y), 2, coir_vec2(dx, dy), &wall, 1);
}

// Known cases --------------------------------------------------------------------------------------------------------

static void a_box_stops_at_each_side(void **state)
{
    (void)state;
    assert_sweep(sweep_box(0, 4, 16, 2), {true, 0, 0.5f, {8, 1}, {-1, 0}});
    assert_sweep(sweep_box(24, 4, -8, 0), {true, 0, 0.5f, {-4, 0}, {1, 0}});
    assert_sweep(sweep_box(14, 14, 1, -16), {true, 0, 0.25f, {0.25f, -4}, {0, 1}});
    assert_sweep(sweep_box(14, -6, 0, 5), {true, 0, 0.8f, {0, 4}, {0, -1}});
    assert_free(sweep_box(0, 4, 8, 0), {8, 0}); // ends at the contact: no hit
    assert_free(sweep_box(0, 20, 50, 0), {50, 0});
    assert_free(sweep_box(0, 4, 0, 0), {0, 0});
}

static void a_ball_stops_at_sides_and_round_corners(void **state)
{
    (void)state;
    assert_sweep(sweep_ball(0, 4, 16, 2), {true, 0, 0.5f, {8, 1}, {-1, 0}});
    assert_sweep(sweep_ball(14, 20, 0, -16), {true, 0, 0.5f, {0, -8}, {0, 1}});
    float s = sqrtf(0.5f), way = 4 - 2 * s;
    assert_sweep(sweep_ball(6, 14, 8, -8), {true, 0, way / 8, {way, -way}, {-s, s}});
    assert_sweep(sweep_ball(8.8f, 20, 0, -20), {true, 0, 0.42f, {0, -8.4f}, {-0.6f, 0.8f}});
    assert_free(sweep_ball(8, 20, 0, -40), {0, -40}); // touches the side in passing
    assert_free(sweep_ball(7.9f, 20, 0, -40), {0, -40});
    assert_free(sweep_ball(6.5f, 13.4f, 8, 8), {8, 8});
}

static void a_reflected_velocity_points_back(void **state)
{
    CoirVec2 back = coir_vec2_reflect(coir_vec2(3, -4), coir_vec2(0, 1)),
             aside = coir_vec2_reflect(coir_vec2(5, 0), coir_vec2(-0.6f, 0.8f));
    (void)state;
    assert_true(back.x == 3 && back.y == 4);
    assert_true(fabsf(aside.x - 1.4f) < 1e-6f && fabsf(aside.y - 4.8f) < 1e-6f);
}

static void nothing_is_jumped_over_at_any_speed(void **state)
{
    const CoirRect thin = {1000, -50, 0.01f, 100};
    (void)state;
    for (float speed = 2000; speed < 1e30f; speed *= 7) {
        CoirSweep box = coir_sweep_rect(coir_rect(0, 0, 1, 1), coir_vec2(speed, 0), &thin, 1);
        CoirSweep ball = coir_sweep_circle(coir_vec2(0, 0), 1, coir_vec2(speed, 0), &thin, 1);
        CoirSweep ray = coir_sweep_circle(coir_vec2(0, 0), 0, coir_vec2(speed, 0), &thin, 1);
        assert_true(box.hit && ball.hit && ray.hit);
        assert_true(box.moved.x == 999 && fabsf(ball.moved.x - 999) < 1e-3f && fabsf(ray.moved.x - 1000) < 1e-3f);
    }
}

static void nothing_is_jumped_over_from_far_away(void **state)
{
    (void)state;
    for (float start = -100; start > -2e9f; start *= 10)
        for (float y = -1.875f; y < 10; y += 0.125f) {
            CoirSweep box = sweep_box(start, y, -2 * start, 0);
            CoirSweep ball = sweep_ball(start, y, -2 * start, 0);
            assert_true(box.hit && ball.hit);
            box = coir_sweep_rect(coir_rect(y + 10, -start, 2, 2), coir_vec2(0, 2 * start), &wall, 1);
            ball = coir_sweep_circle(coir_vec2(y + 10, -start), 2, coir_vec2(0, 2 * start), &wall, 1);
            assert_true(box.hit && ball.hit);
        }
}

static void contacts_stop_only_motion_into_a_box(void **state)
{
    (void)state;
    assert_sweep(sweep_box(8, 4, 3, 3), {true, 0, 0, {0, 0}, {-1, 0}});
    assert_free(sweep_box(8, 4, 0, 3), {0, 3});
    assert_free(sweep_box(8, 4, -3, 3), {-3, 3});
    assert_sweep(sweep_ball(8, 4, 3, 3), {true, 0, 0, {0, 0}, {-1, 0}});
    assert_free(sweep_ball(8, 4, 0, 3), {0, 3});
    assert_free(sweep_ball(8, 4, -3, 3), {-3, 3});
    assert_free(sweep_ball(8, -4, 0, 30), {0, 30});
}

static void a_shape_that_starts_inside_a_box_may_only_leave(void **state)
{
    (void)state;
    assert_sweep(sweep_box(9, 4, 1, 0), {true, 0, 0, {0, 0}, {-1, 0}});
    assert_free(sweep_box(9, 4, -5, 0), {-5, 0});
    assert_free(sweep_box(9, 4, 0, 50), {0, 50});
    assert_sweep(sweep_box(14, 9, 0, -1), {true, 0, 0, {0, 0}, {0, 1}});
    assert_sweep(sweep_ball(9, 4, 1, 0), {true, 0, 0, {0, 0}, {-1, 0}});
    assert_free(sweep_ball(9, 4, -5, 0), {-5, 0});
    assert_free(sweep_ball(14, 9, 0, 5), {0, 5});
    assert_sweep(sweep_ball(14, 9, 0, -1), {true, 0, 0, {0, 0}, {0, 1}});
}

// Tests a floor or, if `upright`, a wall. The side that the box and the ball overlap is at 0. Motions away from the
// side are free; motions into the side stop at once.
static void leave_side_at_0(float along, float overlap, bool upright)
{
    CoirRect side = upright ? coir_rect(-20, 0, 20, 2 * along) : coir_rect(0, -20, 2 * along, 20);
    CoirRect box = upright ? coir_rect(-overlap, along, 20, 20) : coir_rect(along, -overlap, 20, 20);
    CoirVec2 ball = upright ? coir_vec2(10 - overlap, along) : coir_vec2(along, 10 - overlap);
    for (float aside = -50; aside <= 50; aside += 25) {
        CoirVec2 out = upright ? coir_vec2(50, aside) : coir_vec2(aside, 50), in = coir_vec2_scale(out, -1);
        assert_free_at(coir_sweep_rect(box, out, &side, 1), out, __LINE__);
        assert_free_at(coir_sweep_circle(ball, 10, out, &side, 1), out, __LINE__);
        CoirSweep stopped[2] = {coir_sweep_rect(box, in, &side, 1), coir_sweep_circle(ball, 10, in, &side, 1)};
        for (int i = 0; i < 2; i++)
            assert_true(stopped[i].hit && stopped[i].fraction == 0);
    }
}

static void a_shape_that_overlaps_by_less_than_the_slack_may_leave(void **state)
{
    static const float overlaps[] = {1e-5f, 3e-5f, 1e-4f, 5e-4f, 1e-3f, 5e-3f, 0.01f, 0.05f};
    (void)state;
    for (int i = 0; i < 8; i++)
        for (int upright = 0; upright < 2; upright++) {
            leave_side_at_0(1e3f, overlaps[i], upright);
            leave_side_at_0(1e5f, overlaps[i], upright);
        }
}

// Sweeps a ball of radius 10 over the left corner of a floor. The middle of the ball passes the corner at `height`,
// which is a little less than the radius. The ball must not fall through the floor. This is difficult: a sweep ignores
// an overlap up to a depth, the slack (src/geometry/sweep.c), which grows with the coordinate of the edge. At the
// corner, the large slack of the left edge counts, so most of these balls pass the corner without a hit. Then the ball
// is deeper in the top than the small slack of the top, so the ball does not enter the top from above.
static void fall_past_corner(float left, float height, float slope)
{
    const CoirRect floor = {left, -20, 2000, 20};
    CoirVec2 start = {left - 100, height + 100 * slope}, motion = {2000, -2000 * slope};
    CoirSweep sweep = coir_sweep_circle(start, 10, motion, &floor, 1);
    assert_true(sweep.hit && sweep.normal.y > 0.9f && start.y + sweep.moved.y > 9.85f);
}

static void a_ball_does_not_slip_in_between_a_corner_and_a_side(void **state)
{
    (void)state;
    for (float height = 9.89f; height < 10; height += 0.001f)
        for (float slope = 0.0005f; slope < 0.5f; slope *= 1.5f)
            fall_past_corner(1e5f, height, slope);
    fall_past_corner(4096, 9.999f, 0.001f);
}

static void a_motion_out_of_a_shallow_overlap_is_free(void **state)
{
    Chance chance = {15};
    int overlaps = 0;
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(200000); i++) {
        const CoirRect box = {chance_one_in(&chance, 2) ? 0 : solid_number(&chance, -9000, 9000),
                              chance_one_in(&chance, 2) ? 0 : solid_number(&chance, -9000, 9000), 20, 20};
        double angle = chance_below(&chance, 360) * COIR_PI / 180, depth = pow(10, -chance_below(&chance, 6));
        CoirVec2 out = {(float)cos(angle), (float)sin(angle)};
        CoirVec2 edge = {box.x + 10 + fmaxf(-10, fminf(10, 15 * out.x)),
                         box.y + 10 + fmaxf(-10, fminf(10, 15 * out.y))};
        CoirVec2 ball = coir_vec2_add(edge, coir_vec2_scale(out, 10 - (float)depth));
        CoirOverlap overlap;
        if (!coir_overlap_circle_rect(ball, 10, box, &overlap))
            continue;
        CoirVec2 motion = coir_vec2(solid_number(&chance, -60, 60), solid_number(&chance, -60, 60));
        if (coir_vec2_dot(motion, overlap.normal) < 0.01f)
            motion = coir_vec2_reflect(motion, overlap.normal);
        if (coir_vec2_dot(motion, overlap.normal) < 0.01f)
            continue;
        assert_false(coir_sweep_circle(ball, 10, motion, &box, 1).hit);
        overlaps++;
    }
    assert_true(overlaps > SUPPORT_TRIES(100000));
}

static void motion_that_ends_beside_a_box_is_no_hit(void **state)
{
    const CoirRect floor = {995, 990, 10, 10};
    (void)state;
    CoirSweep sweep = coir_sweep_rect(coir_rect(990, 1000.00012f, 2, 2), coir_vec2(1, -0.0002f), &floor, 1);
    assert_free(sweep, {1, -0.0002f}); // the box sinks below the top of the floor before the floor begins
}

static void corners_that_meet_exactly_leave_no_gap(void **state)
{
    (void)state;
    CoirSweep sweep = sweep_box(0, 18, 40, -40);
    assert_true(sweep.hit && sweep.fraction == 0.2f && sweep.moved.x == 8 && sweep.moved.y == -8);
    assert_true(coir_sweep_circle(coir_vec2(0, 20), 0, coir_vec2(40, -40), &wall, 1).hit);
    assert_free(sweep_box(0, 2, 20, 20), {20, 20}); // leads past the corner
}

static void the_first_box_on_the_way_is_hit(void **state)
{
    const CoirRect boxes[4] = {{30, 0, 5, 5}, {10, 0, 5, 5}, {10, 0, 5, 5}, {20, 0, 5, 5}};
    (void)state;
    assert_int_equal(coir_sweep_rect(coir_rect(0, 1, 2, 2), coir_vec2(50, 0), boxes, 4).index, 1);
    assert_int_equal(coir_sweep_circle(coir_vec2(0, 2), 1, coir_vec2(50, 0), boxes, 4).index, 1);
    assert_int_equal(coir_sweep_circle(coir_vec2(50, 2), 1, coir_vec2(-50, 0), boxes, 4).index, 0);
    assert_false(coir_sweep_rect(coir_rect(0, 1, 2, 2), coir_vec2(50, 0), NULL, 0).hit);
}

static void a_side_comes_before_a_corner(void **state)
{
    const CoirRect tiles[2] = {{10, -10, 10, 10}, {10, 0, 10, 10}}; // a wall of two tiles
    (void)state;
    CoirSweep sweep = coir_sweep_rect(coir_rect(0, 8, 2, 2), coir_vec2(20, -20), tiles, 2);
    assert_sweep(sweep, {true, 1, 0.4f, {8, -8}, {-1, 0}}); // the corner of tile 0 is hit at the same time
}

static void for_a_ball_a_side_comes_before_a_corner(void **state)
{
    const CoirRect tiles[2] = {{-10, -10, 10, 10}, {0, -10, 10, 10}}; // a floor of two tiles
    (void)state;
    CoirSweep sweep = coir_sweep_circle(coir_vec2(1e-9f, 10), 2, coir_vec2(0, -10), tiles, 2);
    assert_sweep(sweep, {true, 1, 0.8f, {0, -8}, {0, 1}}); // the corner of tile 0 is hit at the same time
}

// Sliding ------------------------------------------------------------------------------------------------------------

static void a_slide_returns_the_sides_that_were_hit(void **state)
{
    const CoirRect room[4] = {{0, 0, 100, 10}, {0, 90, 100, 10}, {0, 10, 10, 80}, {90, 10, 10, 80}};
    CoirRect box = {40, 40, 10, 20};
    (void)state;
    CoirSlide slide = coir_sweep_slide(box, coir_vec2(500, -500), room, 4);
    assert_true(slide.right && slide.below && !slide.left && !slide.above);
    assert_true(slide.index_x == 3 && slide.index_y == 0 && slide.box.x == 80 && slide.box.y == 10);
    assert_true(slide.moved.x == 40 && slide.moved.y == -30);
    slide = coir_sweep_slide(box, coir_vec2(-500, 500), room, 4);
    assert_true(!slide.right && !slide.below && slide.left && slide.above);
    assert_true(slide.index_x == 2 && slide.index_y == 1 && slide.box.x == 10 && slide.box.y == 70);
    slide = coir_sweep_slide(box, coir_vec2(5, -5), room, 4);
    assert_true(!slide.right && !slide.below && !slide.left && !slide.above);
    assert_true(slide.index_x == -1 && slide.index_y == -1 && slide.box.x == 45 && slide.box.y == 35);
    assert_true(slide.box.width == 10 && slide.box.height == 20);
}

static void the_rest_of_a_motion_continues_along_the_box(void **state)
{
    const CoirRect floor = {0, 0, 100, 10};
    (void)state;
    CoirSlide slide = coir_sweep_slide(coir_rect(10, 12, 4, 4), coir_vec2(8, -8), &floor, 1);
    assert_true(slide.below && slide.box.x == 18 && slide.box.y == 10);
    slide = coir_sweep_slide(slide.box, coir_vec2(8, -8), &floor, 1);
    assert_true(slide.below && slide.box.x == 26 && slide.box.y == 10);
    slide = coir_sweep_slide(slide.box, coir_vec2(8, 0), &floor, 1);
    assert_true(!slide.below && slide.box.x == 34 && slide.box.y == 10);
    slide = coir_sweep_slide(slide.box, coir_vec2(80, -1), &floor, 1); // beyond the end of the floor
    assert_true(slide.below && slide.box.x == 114 && slide.box.y == 10);
    slide = coir_sweep_slide(slide.box, coir_vec2(0, -1), &floor, 1);
    assert_true(!slide.below && slide.box.y == 9);
}

#define TILES 60

// Lays tiles side by side and shuffles the array. The common edges of two tiles differ a little by rounding.
static void lay_tiles(Chance *chance, CoirRect *tiles, float x, float y, float width, bool upright)
{
    for (int i = 0; i < TILES; i++)
        tiles[i] = upright ? coir_rect(x, y + (float)i * width, width, width)
                           : coir_rect(x + (float)i * width, y, width, width);
    for (int i = 0; i < TILES; i++) {
        int k = chance_below(chance, TILES);
        CoirRect swap = tiles[i];
        tiles[i] = tiles[k];
        tiles[k] = swap;
    }
}

static const CoirVec2 places[] = {{0, 0}, {-300.3f, 17.1f}, {1000.7f, 333.3f}, {20000.1f, -7000.7f}};
static const float widths[] = {16, 16.1f, 7.3f, 3.7f};

// Returns the box of a node with the anchor in the middle. Rounding may leave the box a little inside the tile that the
// box touches.
static CoirRect box_around(CoirVec2 middle, CoirVec2 size)
{
    return coir_rect(middle.x - size.x * 0.5f, middle.y - size.y * 0.5f, size.x, size.y);
}

static void a_box_does_not_catch_at_the_seams_of_a_floor(void **state)
{
    CoirRect tiles[TILES];
    Chance chance = {1};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            lay_tiles(&chance, tiles, places[i].x, places[i].y, widths[k], false);
            CoirVec2 middle = {places[i].x + 4, places[i].y + widths[k] + 4.7f}, size = {5.3f, 8.7f};
            float end = places[i].x + (TILES - 1) * widths[k], way = 1.7f;
            for (int frame = 0; frame < 500; frame++) {
                way = middle.x + way > end ? -1.7f : middle.x + way < places[i].x ? 1.3f : way;
                CoirSlide slide = coir_sweep_slide(box_around(middle, size), coir_vec2(way, -0.9f), tiles, TILES);
                assert_true(slide.below && !slide.left && !slide.right && !slide.above);
                assert_true(fabsf(slide.moved.x - way) < 0.01f && slide.box.y == places[i].y + widths[k]);
                middle = coir_vec2_add(middle, slide.moved);
            }
        }
}

static void a_box_does_not_catch_at_the_seams_of_a_wall(void **state)
{
    CoirRect tiles[TILES];
    Chance chance = {2};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            lay_tiles(&chance, tiles, places[i].x, places[i].y, widths[k], true);
            CoirVec2 middle = {places[i].x - 2.8f, places[i].y + 30 * widths[k]}, size = {5.3f, 8.7f};
            float fall = -1.1f;
            for (int frame = 0; frame < 60; frame++) {
                CoirSlide slide = coir_sweep_slide(box_around(middle, size), coir_vec2(1.1f, fall), tiles, TILES);
                assert_true(slide.right && !slide.left && !slide.below && !slide.above);
                assert_true(fabsf(slide.moved.y - fall) < 0.01f);
                middle = coir_vec2_add(middle, slide.moved);
                fall = frame % 20 < 10 ? -1.1f : 1.3f;
            }
        }
}

static void a_ball_does_not_catch_at_the_seams_of_a_floor(void **state)
{
    CoirRect tiles[TILES];
    Chance chance = {3};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            lay_tiles(&chance, tiles, places[i].x, places[i].y, widths[k], false);
            CoirVec2 ball = {places[i].x + 1, places[i].y + widths[k] + 6};
            for (int frame = 0; frame < 100; frame++) {
                CoirSweep fall = coir_sweep_circle(ball, 6, coir_vec2(0, -0.7f), tiles, TILES);
                assert_true(fall.hit && fall.normal.y > 0.9999f && fall.moved.y > -0.01f);
                CoirSweep both = coir_sweep_circle(ball, 6, coir_vec2(1.7f, -0.7f), tiles, TILES);
                assert_true(both.hit && both.normal.y > 0.9999f && both.fraction < 0.02f);
                CoirSweep roll = coir_sweep_circle(ball, 6, coir_vec2(1.7f, 0), tiles, TILES);
                assert_false(roll.hit);
                ball = coir_vec2_add(ball, roll.moved);
            }
        }
}

static void balls_that_fall_on_seams_bounce_straight(void **state)
{
    CoirRect tiles[TILES];
    Chance chance = {4};
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(20000); i++) {
        float width = widths[i % 4];
        lay_tiles(&chance, tiles, 100, 50, width, false);
        CoirVec2 ball = {100 + width * (float)chance_between(&chance, 20, 40), 50 + width + 20};
        CoirVec2 motion = {solid_number(&chance, -30, 30), -100};
        CoirSweep sweep = coir_sweep_circle(ball, 3, motion, tiles, TILES);
        assert_true(sweep.hit && sweep.normal.y > 0.9999f);
        CoirSweep box = coir_sweep_rect(coir_rect(ball.x, ball.y, 3, 3), motion, tiles, TILES);
        assert_true(box.hit && box.normal.y == 1);
    }
}

// Properties that hold for all boxes ---------------------------------------------------------------------------------

#define BOXES 6
#define STEPS 200

typedef struct SweepInput {
    CoirRect boxes[BOXES];
    CoirVec2 motion;
} SweepInput;

static SweepInput random_input(Chance *chance)
{
    SweepInput input;
    for (int i = 0; i < BOXES; i++)
        input.boxes[i] = solid_rect(chance);
    input.motion = coir_vec2(solid_number(chance, -60, 60), solid_number(chance, -60, 60));
    if (chance_one_in(chance, 4))
        input.motion.x = 0;
    else if (chance_one_in(chance, 4))
        input.motion.y = 0;
    return input;
}

// A box or, if `round`, a ball.
typedef struct Mover {
    bool round;
    CoirRect box;
    CoirVec2 center;
    float radius;
} Mover;

static Mover any_mover(Chance *chance, bool round)
{
    Mover mover = {round, solid_rect(chance), solid_position(chance), solid_number(chance, 0, 5)};
    return mover;
}

// Returns how deep the mover is in `box` after a motion by `by`.
static float depth_after(const Mover *mover, CoirVec2 by, CoirRect box)
{
    CoirOverlap overlap;
    CoirRect moved = {mover->box.x + by.x, mover->box.y + by.y, mover->box.width, mover->box.height};
    CoirVec2 center = coir_vec2_add(mover->center, by);
    if (!mover->round)
        coir_overlap_rect_rect(moved, box, &overlap);
    else if (mover->radius > 0)
        coir_overlap_circle_rect(center, mover->radius, box, &overlap);
    else
        coir_overlap_segment_rect(center, center, box, &overlap);
    return overlap.depth;
}

static float deepest(const Mover *mover, CoirVec2 by, const SweepInput *input)
{
    float depth = 0;
    for (int i = 0; i < BOXES; i++)
        depth = fmaxf(depth, depth_after(mover, by, input->boxes[i]));
    return depth;
}

static CoirSweep sweep_mover(const Mover *mover, const SweepInput *input)
{
    return mover->round ? coir_sweep_circle(mover->center, mover->radius, input->motion, input->boxes, BOXES)
                        : coir_sweep_rect(mover->box, input->motion, input->boxes, BOXES);
}

// Checks a sweep in small steps:
// 1. The mover is in no box on the way to the contact.
// 2. The mover touches the box at the contact.
// 3. Beyond the contact the motion leads into the box.
static void check_steps(const Mover *mover, const SweepInput *input)
{
    CoirSweep sweep = sweep_mover(mover, input);
    for (int i = 0; i <= STEPS; i++) {
        CoirVec2 by = coir_vec2_scale(input->motion, sweep.fraction * (float)i / STEPS);
        assert_true(deepest(mover, by, input) < 1e-3f);
    }
    if (!sweep.hit)
        return;
    CoirRect hit = input->boxes[sweep.index];
    assert_true(coir_vec2_dot(input->motion, sweep.normal) < 0);
    CoirVec2 into = coir_vec2_sub(sweep.moved, coir_vec2_scale(sweep.normal, 0.01f));
    float touching = depth_after(mover, into, hit), behind = 0;
    for (float way = 1e-6f; way < 2 && behind <= 0; way *= 1.03f)
        behind = depth_after(mover, coir_vec2_add(sweep.moved, coir_vec2_scale(input->motion, way)), hit);
    assert_true(touching > 0 && behind > 0);
}

static void check_many_steps(uint64_t seed, bool round)
{
    Chance chance = {seed};
    for (int count = 0; count < SUPPORT_TRIES(10000);) {
        SweepInput input = random_input(&chance);
        Mover mover = any_mover(&chance, round);
        if (deepest(&mover, coir_vec2(0, 0), &input) > 0)
            continue;
        check_steps(&mover, &input);
        count++;
    }
}

static void boxes_go_as_far_as_in_small_steps(void **state)
{
    (void)state;
    check_many_steps(11, false);
}

static void balls_go_as_far_as_in_small_steps(void **state)
{
    (void)state;
    check_many_steps(12, true);
}

// Moves the mover and all boxes by the same vector and reverses the order of the boxes. The fraction of the motion up
// to the contact must stay the same.
static void contacts_depend_on_neither_place_nor_order(void **state)
{
    Chance chance = {13};
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(300000); i++) {
        SweepInput input = random_input(&chance), other = input;
        Mover mover = any_mover(&chance, i % 2), moved = mover;
        CoirVec2 by = {solid_number(&chance, -100, 100), solid_number(&chance, -100, 100)};
        for (int k = 0; k < BOXES; k++) {
            other.boxes[k] = input.boxes[BOXES - 1 - k];
            other.boxes[k].x += by.x;
            other.boxes[k].y += by.y;
        }
        moved.box.x += by.x;
        moved.box.y += by.y;
        moved.center = coir_vec2_add(moved.center, by);
        CoirSweep a = sweep_mover(&mover, &input), b = sweep_mover(&moved, &other);
        assert_int_equal(a.hit, b.hit);
        assert_true(fabsf(a.fraction - b.fraction) < 1e-3f);
    }
}

// Returns a mover at whole coordinates. A float holds whole numbers exactly up to 16777216, so a mover that is moved
// far away is not rounded.
static Mover whole_mover(Chance *chance, bool round)
{
    Mover mover = {.round = round, .radius = solid_number(chance, 0, 5)};
    mover.center = coir_vec2((float)chance_between(chance, -20, 20), (float)chance_between(chance, -20, 20));
    mover.box = coir_rect(mover.center.x, mover.center.y, solid_number(chance, 1, 9), solid_number(chance, 1, 9));
    return mover;
}

static Mover moved_by(Mover mover, CoirVec2 by)
{
    mover.box.x += by.x;
    mover.box.y += by.y;
    mover.center = coir_vec2_add(mover.center, by);
    return mover;
}

// A box that is hit from nearby is also hit from far away, on the same side. The same holds for a very long box.
static void contacts_do_not_depend_on_how_far_the_way_is(void **state)
{
    Chance chance = {14};
    int hits = 0;
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(300000); i++) {
        SweepInput input = {{{0, 0, 0, 0}},
                            {(float)chance_between(&chance, -3, 3), (float)chance_between(&chance, -3, 3)}};
        CoirRect *box = &input.boxes[0];
        Mover mover = whole_mover(&chance, i % 2);
        *box = coir_rect(solid_number(&chance, -20, 20), solid_number(&chance, -20, 20), solid_number(&chance, 1, 9),
                         solid_number(&chance, 1, 9));
        CoirVec2 way = input.motion;
        if (way.x > 0 && chance_one_in(&chance, 4))
            box->width = 1e7f; // the near end of the box is hit
        if (way.y > 0 && chance_one_in(&chance, 4))
            box->height = 1e7f;
        Mover near = moved_by(mover, coir_vec2_scale(way, -60)), far = moved_by(mover, coir_vec2_scale(way, -5e6f));
        input.motion = coir_vec2_scale(way, 120);
        CoirSweep from_near = sweep_mover(&near, &input);
        if (deepest(&near, coir_vec2(0, 0), &input) > 0 || deepest(&far, coir_vec2(0, 0), &input) > 0)
            continue;
        input.motion = coir_vec2_scale(way, 5e6f + 60);
        CoirSweep from_far = sweep_mover(&far, &input);
        assert_int_equal(from_near.hit, from_far.hit);
        assert_true(coir_vec2_distance(from_near.normal, from_far.normal) < 1e-3f);
        hits += from_near.hit;
    }
    assert_true(hits > SUPPORT_TRIES(50000));
}

// Long walks ---------------------------------------------------------------------------------------------------------

#define COLUMNS 12
#define CELL 9.7f

typedef struct Maze {
    CoirRect tiles[COLUMNS * COLUMNS];
    int count;
} Maze;

// Returns a maze: the border is closed, inside about every third cell is a tile, and the middle is empty.
static Maze any_maze(Chance *chance)
{
    Maze maze = {.count = 0};
    for (int i = 0; i < COLUMNS * COLUMNS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        bool edge = x == 0 || y == 0 || x == COLUMNS - 1 || y == COLUMNS - 1, middle = x / 2 == 3 && y / 2 == 3;
        if (edge || (!middle && chance_one_in(chance, 3)))
            maze.tiles[maze.count++] = coir_rect((float)x * CELL, (float)y * CELL, CELL, CELL);
    }
    return maze;
}

static float deepest_in(const Maze *maze, const Mover *mover)
{
    float depth = 0;
    for (int i = 0; i < maze->count; i++)
        depth = fmaxf(depth, depth_after(mover, coir_vec2(0, 0), maze->tiles[i]));
    return depth;
}

static void a_box_never_gets_into_a_wall(void **state)
{
    Chance chance = {21};
    (void)state;
    for (int round = 0; round < SUPPORT_TRIES(100); round++) {
        Maze maze = any_maze(&chance);
        float side = 3 + solid_number(&chance, 0, 6);
        Mover mover = {false, {6.5f * CELL, 6.5f * CELL, side, side * 0.9f}, {0, 0}, 0};
        for (int i = 0; i < 1000; i++) {
            CoirVec2 motion = {solid_number(&chance, -20, 20), solid_number(&chance, -20, 20)};
            CoirSlide slide = coir_sweep_slide(mover.box, motion, maze.tiles, maze.count);
            mover.box = slide.box;
            assert_true(deepest_in(&maze, &mover) < 1e-3f);
            assert_int_equal(slide.left || slide.right, slide.index_x >= 0);
            assert_int_equal(slide.below || slide.above, slide.index_y >= 0);
        }
    }
}

static void a_ball_never_gets_into_a_wall(void **state)
{
    Chance chance = {22};
    (void)state;
    for (int round = 0; round < SUPPORT_TRIES(100); round++) {
        Maze maze = any_maze(&chance);
        Mover mover = {true, {0, 0, 0, 0}, {6.5f * CELL, 6.5f * CELL}, 0.5f + solid_number(&chance, 0, 4)};
        CoirVec2 motion = {solid_number(&chance, -20, 20) + 0.3f, solid_number(&chance, -20, 20)};
        float speed = coir_vec2_length(motion);
        for (int i = 0; i < 1000; i++) {
            CoirSweep sweep = coir_sweep_circle(mover.center, mover.radius, motion, maze.tiles, maze.count);
            mover.center = coir_vec2_add(mover.center, sweep.moved);
            if (sweep.hit)
                motion = coir_vec2_reflect(motion, sweep.normal);
            assert_true(deepest_in(&maze, &mover) < 1e-3f);
            assert_true(fabsf(coir_vec2_length(motion) - speed) < 0.01f * speed);
        }
    }
}

// Bad numbers --------------------------------------------------------------------------------------------------------

static void assert_refused(CoirSweep sweep)
{
    assert_sweep(sweep, {false, -1, 0, {0, 0}, {0, 0}});
}

static void bad_arguments_are_mistakes(void **state)
{
    CoirRect box = {0, 0, 2, 2};
    CoirVec2 right = {50, 0}, nowhere = {(float)NAN, 0};
    (void)state;
    assert_refused(coir_sweep_rect(box, right, NULL, 1));
    assert_mistake("coir_sweep_rect: 1 boxes, and the array is NULL; give an array, and how many boxes are in it");
    assert_refused(coir_sweep_rect(box, right, &wall, -1));
    assert_mistake("coir_sweep_rect: -1 boxes");
    assert_refused(coir_sweep_rect(box, nowhere, &wall, 1));
    assert_mistake("; both numbers must be finite: look for a division by zero");
    assert_refused(coir_sweep_rect(coir_rect(0, 0, -1, 2), right, &wall, 1));
    assert_mistake(
        "coir_sweep_rect: a rectangle of -1 x 2 at 0, 0; its edges must be finite, its width and height at least 0");
    assert_refused(coir_sweep_circle(coir_vec2(0, 0), -1, right, &wall, 1));
    assert_mistake("coir_sweep_circle: a circle");
    assert_refused(coir_sweep_circle(nowhere, 1, right, &wall, 1));
    assert_mistake("coir_sweep_circle: a circle");
    assert_refused(coir_sweep_circle(coir_vec2(0, 0), 1, nowhere, &wall, 1));
    assert_mistake("coir_sweep_circle: a motion");
    CoirSlide slide = coir_sweep_slide(box, nowhere, &wall, 1);
    assert_mistake("coir_sweep_slide: a motion");
    assert_true(slide.index_x == -1 && slide.index_y == -1 && memcmp(&slide.box, &box, sizeof box) == 0);
    assert_true(slide.moved.x == 0 && slide.moved.y == 0 && !slide.below && !slide.above && !slide.left);
}

static void bad_boxes_are_mistakes_and_are_passed(void **state)
{
    const CoirRect boxes[4] = {{5, 0, (float)NAN, 9}, {6, 0, -1, 9}, {7, 0, 0, 9}, wall};
    (void)state;
    CoirSweep sweep = coir_sweep_rect(coir_rect(0, 0, 2, 2), coir_vec2(50, 0), boxes, 4);
    assert_mistake("coir_sweep_rect: a rectangle of");
    assert_sweep(sweep, {true, 3, 0.16f, {8, 0}, {-1, 0}});
    sweep = coir_sweep_circle(coir_vec2(0, 4), 2, coir_vec2(50, 0), boxes, 4);
    assert_mistake("coir_sweep_circle: a rectangle of");
    assert_sweep(sweep, {true, 3, 0.16f, {8, 0}, {-1, 0}});
}

static float any_float(Chance *chance)
{
    static const float numbers[] = {
        0,      1,     -1,    8,    16777216,   FLT_MAX,         -FLT_MAX, FLT_MIN, FLT_TRUE_MIN,
        1e-20f, 1e20f, 1e37f, 0.1f, (float)NAN, (float)INFINITY, -1e30f,   -3,      5};
    return numbers[chance_below(chance, 18)];
}

static CoirRect any_rect(Chance *chance)
{
    return coir_rect(any_float(chance), any_float(chance), any_float(chance), any_float(chance));
}

static void assert_possible(CoirSweep sweep)
{
    assert_true(sweep.fraction >= 0 && sweep.fraction <= 1 && sweep.index >= -1 && sweep.index < BOXES);
    assert_true(isfinite(sweep.moved.x) && isfinite(sweep.moved.y));
    assert_true(sweep.hit == (sweep.index >= 0));
    float length = coir_vec2_length(sweep.normal);
    assert_true(sweep.hit ? fabsf(length - 1) < 1e-3f : length == 0);
}

static void any_numbers_give_possible_results(void **state)
{
    Chance chance = {31};
    (void)state;
    for (int i = 0; i < SUPPORT_TRIES(300000); i++) {
        CoirRect boxes[BOXES];
        for (int k = 0; k < BOXES; k++)
            boxes[k] = chance_one_in(&chance, 2) ? any_rect(&chance) : solid_rect(&chance);
        CoirVec2 motion = {any_float(&chance), any_float(&chance)}, center = {any_float(&chance), any_float(&chance)};
        assert_possible(coir_sweep_rect(any_rect(&chance), motion, boxes, BOXES));
        assert_possible(coir_sweep_circle(center, any_float(&chance), motion, boxes, BOXES));
        coir_sweep_slide(any_rect(&chance), motion, boxes, BOXES);
    }
}

TEST_FILE(sweep)
{
    const struct CMUnitTest tests[] = {
        support_test(a_box_stops_at_each_side),
        support_test(a_ball_stops_at_sides_and_round_corners),
        support_test(a_reflected_velocity_points_back),
        support_test(nothing_is_jumped_over_at_any_speed),
        support_test(nothing_is_jumped_over_from_far_away),
        support_test(contacts_stop_only_motion_into_a_box),
        support_test(a_shape_that_starts_inside_a_box_may_only_leave),
        support_test(a_shape_that_overlaps_by_less_than_the_slack_may_leave),
        support_test(a_ball_does_not_slip_in_between_a_corner_and_a_side),
        support_test(a_motion_out_of_a_shallow_overlap_is_free),
        support_test(motion_that_ends_beside_a_box_is_no_hit),
        support_test(corners_that_meet_exactly_leave_no_gap),
        support_test(the_first_box_on_the_way_is_hit),
        support_test(a_side_comes_before_a_corner),
        support_test(for_a_ball_a_side_comes_before_a_corner),
        support_test(a_slide_returns_the_sides_that_were_hit),
        support_test(the_rest_of_a_motion_continues_along_the_box),
        support_test(a_box_does_not_catch_at_the_seams_of_a_floor),
        support_test(a_box_does_not_catch_at_the_seams_of_a_wall),
        support_test(a_ball_does_not_catch_at_the_seams_of_a_floor),
        support_test(balls_that_fall_on_seams_bounce_straight),
        support_test(boxes_go_as_far_as_in_small_steps),
        support_test(balls_go_as_far_as_in_small_steps),
        support_test(contacts_depend_on_neither_place_nor_order),
        support_test(contacts_do_not_depend_on_how_far_the_way_is),
        support_test(a_box_never_gets_into_a_wall),
        support_test(a_ball_never_gets_into_a_wall),
        support_test(bad_arguments_are_mistakes),
        support_test(bad_boxes_are_mistakes_and_are_passed),
        support_test(any_numbers_give_possible_results),
    };
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
