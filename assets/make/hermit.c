// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The hermit crab of the demo `animation`: a step in eight cells of a grid. Its feet stand on y = 76 of a cell; a foot
// comes down in cells 0 and 4.
#include "canvas.h"

#include <math.h>

enum { CELL_W = 104, CELL_H = 84, COLUMNS = 4, CELLS = 8, GROUND = 76 };

// ---- legs --------------------------------------------------------------------------------------------------------

// Returns the position of a foot. In the first half of a step, the foot goes back along the ground; in the second
// half, it goes forward through the air.
static Point foot_at(float x, float step)
{
    float t = step - floorf(step);
    if (t < 0.5f) {
        return (Point){x + 9 - 36 * t, GROUND};
    }
    return (Point){x - 9 + 36 * (t - 0.5f), GROUND - 10 * sinf((t - 0.5f) * TAU)};
}

static void leg(Canvas *c, Point hip, float x, float step, bool far)
{
    Point foot = foot_at(x, step), knee = {(hip.x + foot.x) / 2 + (x > hip.x ? 9 : 3), (hip.y + foot.y) / 2 - 13};
    cv_begin(c);
    cv_taper(c, (Taper){hip, knee, foot, 8, 6.5f, 2});
    cv_fill(c, far ? linear(0, 50, 0, 78, 0xb03a4aff, 0x7a2046ff) : linear(0, 50, 0, 78, 0xff8a55ff, 0xc83a4aff));
    if (!far) {
        cv_inner(c, flat(0xffd0a0b0), 0.8f, 1, 0.8f);
    }
}

// ---- shell -------------------------------------------------------------------------------------------------------

static void shell_path(Canvas *c)
{
    static const Point rim[] = {{62, 60}, {66, 42}, {58, 20}, {40, 9}, {20, 14}, {9, 32}, {10, 50}, {22, 63}, {44, 67}};
    cv_begin(c);
    cv_blob(c, rim, 9);
}

static void shell(Canvas *c)
{
    shell_path(c);
    cv_fill(c, stop(radial(32, 24, 50, 54, 0xe2fff0ff, 0x155a86ff), 0.5f, 0x45c4b8ff));
    cv_push(c);
    cv_clip(c);
    for (int i = 0; i < 9; i++) { // ribs, out of the middle of the spiral
        float a = 0.4f + TAU * (float)i / 9, k = cosf(a), s = sinf(a);
        cv_begin(c);
        cv_taper(c, (Taper){{34 + 7 * k, 39 + 7 * s},
                            {34 + 20 * cosf(a + 0.3f), 39 + 20 * sinf(a + 0.3f)},
                            {34 + 40 * k, 39 + 40 * s},
                            1,
                            4,
                            7});
        cv_fill_soft(c, flat(0x0f5f8a60), 0.8f);
    }
    Point spiral[40];
    for (int i = 0; i < 40; i++) {
        float t = (float)i / 39, a = 0.6f - t * TAU * 1.75f, r = 27 * (1 - t) + 1;
        spiral[i] = (Point){35 + r * cosf(a), 40 + r * sinf(a) * 0.94f};
    }
    cv_begin(c);
    cv_strip(c, spiral, 40, 3.4f);
    cv_fill(c, flat(0x0e4a78c0));
    cv_move_by(c, 0.6f, 2);
    cv_begin(c);
    cv_strip(c, spiral, 40, 1.4f);
    cv_fill_soft(c, flat(0xd8fff4b0), 0.5f);
    cv_pop(c);
    shell_path(c);
    cv_inner(c, flat(0x0a2a5cc0), -4, -5, 5);
    cv_inner(c, flat(0xf4fff8d0), 1.4f, 2, 1.4f);
    cv_begin(c);
    cv_push(c);
    cv_move_by(c, 27, 19);
    cv_turn(c, -0.5f);
    cv_ellipse(c, 0, 0, 8, 3);
    cv_fill_soft(c, flat(0xffffffd0), 1.3f);
    cv_pop(c);
}

// ---- body --------------------------------------------------------------------------------------------------------

static void eye(Canvas *c, float x, float y, bool far)
{
    cv_begin(c);
    cv_taper(c, (Taper){{x - 5, 48}, {x - 3, 38}, {x, y + 4}, 6, 4.6f, 4});
    cv_fill(c, linear(0, 30, 0, 50, far ? 0xd0503cff : 0xff8a55ff, far ? 0x96304aff : 0xd84a4cff));
    cv_begin(c);
    cv_circle(c, x, y, 7.4f);
    cv_fill(c, far ? flat(0xa83448ff) : flat(0xc8384cff));
    cv_begin(c);
    cv_circle(c, x, y, 6.4f);
    cv_fill(c, far ? flat(0xf0e4ecff) : flat(0xffffffff));
    cv_inner(c, flat(0x8a6aa070), -1, -1.5f, 1.4f);
    cv_begin(c);
    cv_ellipse(c, x + 2.2f, y + 0.8f, 3.4f, 4);
    cv_fill(c, flat(0x2a1438ff));
    cv_begin(c);
    cv_circle(c, x + 1.2f, y - 1, 1.4f);
    cv_fill(c, flat(0xffffffff));
}

static void body(Canvas *c)
{
    static const Point rim[] = {{46, 54}, {56, 43}, {72, 42}, {82, 50}, {81, 61}, {68, 67}, {52, 66}};
    cv_begin(c);
    cv_blob(c, rim, 7);
    cv_fill(c, stop(radial(66, 46, 30, 26, 0xffb07aff, 0xb8284aff), 0.5f, 0xf4694fff));
    cv_inner(c, flat(0x7a163c90), -2, -3, 3);
    cv_inner(c, flat(0xffe2c4c0), 0.8f, 1.6f, 1.2f);
    cv_begin(c);
    cv_ellipse(c, 70, 57, 4, 2.6f);
    cv_fill_soft(c, flat(0xffa0a8e0), 0.9f);
    cv_begin(c);
    cv_taper(c, (Taper){{73, 55.5f}, {77, 60}, {81, 55}, 0.8f, 1.9f, 0.8f});
    cv_fill(c, flat(0x6a1234ff));
}

static void claw(Canvas *c, float lift)
{
    cv_push(c);
    cv_move_by(c, 78, 60);
    cv_turn(c, -lift);
    cv_begin(c);
    cv_taper(c, (Taper){{-6, 0}, {4, 6}, {8, -1}, 7, 6.5f, 6});
    cv_fill(c, linear(0, -4, 0, 8, 0xf0604fff, 0xb02a48ff));
    cv_begin(c);
    cv_move(c, 5, 3);
    cv_cubic(c, -2, -5, 4, -15, 14, -17);
    cv_cubic(c, 12, -13, 12, -10, 13, -7);
    cv_cubic(c, 16, -10, 19, -11, 22, -11);
    cv_cubic(c, 23, -2, 15, 7, 5, 3);
    cv_fill(c, linear(4, -16, 16, 6, 0xffa070ff, 0xc8324cff));
    cv_inner(c, flat(0x7a163c90), -1.2f, -1.6f, 1.6f);
    cv_inner(c, flat(0xffe0c8d0), 0.8f, 1, 0.8f);
    cv_pop(c);
}

static void crab(Canvas *c, float step)
{
    float bob = 1.6f * sinf(step * 2 * TAU);
    static const float hips[] = {52, 60, 69}, feet[] = {40, 58, 80}, late[] = {0.5f, 0.25f, 0};
    for (int i = 0; i < 3; i++) {
        leg(c, (Point){hips[i] + 3, 58 + bob}, feet[i] + 5, step + late[i] + 0.5f, true);
    }
    cv_push(c);
    cv_move_by(c, 0, bob);
    eye(c, 83, 29 + bob * 0.6f, true);
    cv_pop(c);
    cv_push(c);
    cv_move_by(c, 36, 66 + bob);
    cv_turn(c, 0.05f * sinf(step * TAU));
    cv_move_by(c, -36, -66);
    shell(c);
    cv_pop(c);
    for (int i = 0; i < 3; i++) {
        leg(c, (Point){hips[i], 60 + bob}, feet[i], step + late[i], false);
    }
    cv_push(c);
    cv_move_by(c, 0, bob);
    body(c);
    eye(c, 71, 27 + bob * 0.6f, false);
    claw(c, 0.12f * sinf(step * TAU));
    cv_pop(c);
}

int main(int argc, char **argv)
{
    Canvas *c = cv_new(CELL_W * COLUMNS, CELL_H * (CELLS / COLUMNS));
    for (int i = 0; i < CELLS; i++) {
        cv_push(c);
        cv_move_by(c, (float)(i % COLUMNS * CELL_W), (float)(i / COLUMNS * CELL_H));
        crab(c, (float)i / CELLS);
        cv_pop(c);
    }
    return cv_done(c, argc > 1 ? argv[1] : ".", "hermit.png", 0) ? 0 : 1;
}
