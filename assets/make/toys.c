// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Further pictures for the demo `timers`: a drum, a crab, an egg and its chick.
#include "canvas.h"

#include <math.h>

// ---- the drum ----------------------------------------------------------------------------------------------------

static void barrel(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 10, 24);
    cv_cubic(c, 11, 52, 15, 72, 20, 86);
    cv_cubic(c, 28, 95, 68, 95, 76, 86);
    cv_cubic(c, 81, 72, 85, 52, 86, 24);
    cv_cubic(c, 74, 34, 22, 34, 10, 24);
}

static void staves(Canvas *c)
{
    for (int i = 0; i < 7; i++) {
        float u0 = -1 + 2 * (float)i / 7, u1 = -1 + 2 * (float)(i + 1) / 7;
        // The barrel is round, so the outer staves look narrower.
        float l = sinf(u0 * TAU / 4), r = sinf(u1 * TAU / 4);
        const Point p[] = {{48 + 39 * l, 20}, {48 + 39 * r, 20}, {48 + 29 * r, 96}, {48 + 29 * l, 96}};
        cv_begin(c);
        cv_poly(c, p, 4);
        cv_fill(c, i % 2 ? flat(0xe8703fff) : flat(0xf29a4cff));
        cv_begin(c);
        cv_strip(c, (const Point[]){p[1], p[2]}, 2, 1);
        cv_fill(c, flat(0x8a2f3490));
    }
}

// A hoop that follows the curve of the barrel.
static void hoop(Canvas *c, float y, float half, float thick, uint32_t top, uint32_t low)
{
    cv_begin(c);
    cv_taper(c, (Taper){{48 - half, y}, {48, y + half * 0.5f}, {48 + half, y}, thick, thick, thick});
    cv_shadow(c, flat(0x5a1f3070), 0, 2, 1);
    cv_fill(c, linear(48 - half, 0, 48 + half, 0, top, low));
    cv_inner(c, flat(0xffffff70), 0.5f, 1, 0.7f);
}

static void lacing(Canvas *c)
{
    cv_begin(c);
    for (int i = 0; i < 8; i++) {
        float u0 = (-1 + 2 * (float)i / 8) * 0.96f, u1 = (-1 + 2 * (float)(i + 1) / 8) * 0.96f;
        float a0 = sinf(u0 * TAU / 4), a1 = sinf(u1 * TAU / 4);
        float top0 = 31 + 7 * sqrtf(1 - a0 * a0), low1 = 78 + 8 * sqrtf(1 - a1 * a1);
        float top1 = 31 + 7 * sqrtf(1 - a1 * a1), low0 = 78 + 8 * sqrtf(1 - a0 * a0);
        Point p = {48 + 37 * a0, i % 2 ? low0 : top0}, q = {48 + (i % 2 ? 37 : 30) * a1, i % 2 ? top1 : low1};
        p.x = 48 + (i % 2 ? 30 : 37) * a0;
        cv_taper(c, (Taper){p, {(p.x + q.x) / 2, (p.y + q.y) / 2}, q, 2, 2, 2});
    }
    cv_shadow(c, flat(0x5a1f3070), 1, 1, 0.8f);
    cv_fill(c, flat(0xfff0d0ff));
}

static bool drum(const char *folder)
{
    Canvas *c = cv_new(96, 96);
    barrel(c);
    cv_fill(c, flat(0xe8703fff));
    cv_push(c);
    cv_clip(c);
    staves(c);
    lacing(c);
    hoop(c, 80, 35, 6, 0xfff0b8ff, 0xc87a3cff);
    cv_pop(c);
    barrel(c);
    cv_inner(c, flat(0x5a1540c0), -9, -3, 8);
    cv_inner(c, flat(0xffe0a0a0), 3, 0, 2.5f);
    hoop(c, 25, 39, 8, 0xffe9a8ff, 0xc06c3aff);
    cv_begin(c);
    cv_ellipse(c, 48, 22, 41, 13.5f);
    cv_fill(c, linear(8, 0, 88, 0, 0xfff0b8ff, 0xd08444ff));
    cv_begin(c);
    cv_ellipse(c, 48, 20.5f, 38, 11);
    cv_fill(c, stop(radial(40, 18, 46, 15, 0xfffaecff, 0xe2c095ff), 0.6f, 0xf8e6c6ff));
    cv_inner(c, flat(0x9a6a5a90), 0, 2, 2);
    cv_begin(c);
    cv_ellipse(c, 48, 21, 15, 4.2f);
    cv_fill_soft(c, flat(0xd8a87870), 1.5f);
    return cv_done(c, folder, "drum.png", 0);
}

// ---- the crab ----------------------------------------------------------------------------------------------------

static const uint32_t shell_light = 0xff8f66ff, shell_dark = 0xc8324cff;

static void crab_legs(Canvas *c)
{
    for (int i = 0; i < 3; i++) {
        float y = 46 + (float)i * 5, out = 43 - (float)i * 6, low = 62 + (float)i * 3.5f;
        cv_begin(c);
        cv_taper(c, (Taper){{48 - 18, y}, {48 - out - 2, y - 6}, {48 - out, low}, 7, 5.5f, 1.5f});
        cv_fill(c, linear(0, 44, 0, 72, 0xea5a50ff, 0xa82648ff));
        cv_inner(c, flat(0xffb890a0), 0.8f, 1, 0.8f);
    }
}

static void crab_claw(Canvas *c)
{
    cv_begin(c);
    cv_taper(c, (Taper){{28, 44}, {10, 42}, {15, 26}, 8, 7, 6});
    cv_fill(c, linear(0, 26, 0, 48, 0xea5a50ff, 0xb02a48ff));
    cv_inner(c, flat(0x7a163c80), -1, -1.5f, 1.2f);
    cv_begin(c);
    cv_move(c, 13, 30);
    cv_cubic(c, 1, 26, 1, 9, 13, 3);
    cv_cubic(c, 11.5f, 9, 13, 12, 16, 15);
    cv_cubic(c, 18, 11, 22, 8, 26, 8);
    cv_cubic(c, 31, 16, 26, 29, 13, 30);
    cv_fill(c, linear(4, 4, 24, 30, shell_light, shell_dark));
    cv_inner(c, flat(0x7a163c90), -1.5f, -2, 1.8f);
    cv_inner(c, flat(0xffd8b8c0), 1, 1.2f, 0.9f);
}

static void crab_body(Canvas *c)
{
    static const Point body[] = {{22, 46}, {28, 32}, {48, 27}, {68, 32}, {74, 46}, {66, 60}, {48, 65}, {30, 60}};
    cv_begin(c);
    cv_blob(c, body, 8);
    cv_fill(c, stop(radial(40, 34, 40, 34, 0xffa476ff, 0xb8284aff), 0.55f, 0xf0604fff));
    cv_inner(c, flat(0x7a163c90), -2, -4, 3.5f);
    cv_inner(c, flat(0xffe2c4b0), 1, 2, 1.4f);
    cv_begin(c);
    cv_circle(c, 39, 33.5f, 1.6f);
    cv_circle(c, 47, 31, 1.2f);
    cv_circle(c, 56, 33, 1.7f);
    cv_fill(c, flat(0xffd0a0c0));
    // The cheeks and the smile.
    cv_begin(c);
    cv_ellipse(c, 32, 50, 4.2f, 2.8f);
    cv_ellipse(c, 64, 50, 4.2f, 2.8f);
    cv_fill_soft(c, flat(0xff9aa0e0), 0.9f);
    cv_begin(c);
    cv_move(c, 40.5f, 49);
    cv_quad(c, 48, 52, 55.5f, 49);
    cv_quad(c, 54, 58.5f, 48, 58.5f);
    cv_quad(c, 42, 58.5f, 40.5f, 49);
    cv_fill(c, flat(0x6a1234ff));
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_ellipse(c, 48, 59, 5, 3.6f);
    cv_fill(c, flat(0xff8a8aff));
    cv_pop(c);
}

static void crab_eye(Canvas *c)
{
    cv_begin(c);
    cv_taper(c, (Taper){{41, 34}, {39, 28}, {38.5f, 20}, 5, 4.2f, 4});
    cv_fill(c, linear(0, 20, 0, 34, shell_light, 0xe0504eff));
    cv_begin(c);
    cv_circle(c, 38, 16, 7.6f);
    cv_fill(c, flat(0xc8384cff));
    cv_begin(c);
    cv_circle(c, 38, 16, 6.6f);
    cv_fill(c, flat(0xffffffff));
    cv_inner(c, flat(0x8a6aa070), -1, -1.5f, 1.4f);
}

static void crab_look(Canvas *c, float x)
{
    cv_begin(c);
    cv_ellipse(c, x, 17, 3.7f, 4.2f);
    cv_fill(c, flat(0x2a1438ff));
    cv_begin(c);
    cv_circle(c, x - 1.2f, 15.2f, 1.5f);
    cv_circle(c, x + 1.4f, 18.6f, 0.7f);
    cv_fill(c, flat(0xffffffff));
}

static bool crab(const char *folder)
{
    Canvas *c = cv_new(96, 72);
    for (int mirror = 0; mirror < 2; mirror++) {
        cv_push(c);
        cv_move_by(c, mirror ? 96 : 0, 0);
        cv_scale(c, mirror ? -1.0f : 1.0f, 1);
        crab_legs(c);
        crab_claw(c);
        cv_pop(c);
    }
    crab_body(c);
    for (int mirror = 0; mirror < 2; mirror++) {
        cv_push(c);
        cv_move_by(c, mirror ? 96 : 0, 0);
        cv_scale(c, mirror ? -1.0f : 1.0f, 1);
        crab_eye(c);
        cv_pop(c);
    }
    crab_look(c, 39);
    crab_look(c, 57);
    return cv_done(c, folder, "crab.png", 0);
}

// ---- the egg -----------------------------------------------------------------------------------------------------

static void egg_path(Canvas *c, float x, float top, float low, float half)
{
    float h = low - top, mid = top + h * 0.6f;
    cv_begin(c);
    cv_move(c, x, top);
    cv_cubic(c, x + half * 0.62f, top, x + half, mid - h * 0.26f, x + half, mid);
    cv_cubic(c, x + half, mid + h * 0.24f, x + half * 0.55f, low, x, low);
    cv_cubic(c, x - half * 0.55f, low, x - half, mid + h * 0.24f, x - half, mid);
    cv_cubic(c, x - half, mid - h * 0.26f, x - half * 0.62f, top, x, top);
}

static void speckles(Canvas *c, float w, float h, uint32_t seed, int n)
{
    Dice d = {seed};
    for (int i = 0; i < n; i++) {
        float r = dice(&d, 0.9f, 2.4f), x = dice(&d, 0, w), y = dice(&d, 0, h);
        cv_begin(c);
        cv_ellipse(c, x, y, r * dice(&d, 0.8f, 1.3f), r);
        cv_fill(c, i % 3 ? flat(0x6fa8a0b0) : flat(0xc98a6ab0));
    }
}

static bool egg(const char *folder)
{
    Canvas *c = cv_new(64, 80);
    egg_path(c, 32, 3, 77, 27);
    cv_fill(c, stop(radial(24, 28, 46, 56, 0xffffffff, 0xe2b89cff), 0.5f, 0xfff2dcff));
    cv_push(c);
    cv_clip(c);
    speckles(c, 64, 80, 24, 34);
    cv_pop(c);
    egg_path(c, 32, 3, 77, 27);
    cv_inner(c, flat(0x8a4f6ab0), -4, -5, 6);
    cv_inner(c, flat(0xffd0a0b0), -1, -1.5f, 1);
    cv_inner(c, flat(0xffffffd0), 1.5f, 2, 1.5f);
    cv_begin(c);
    cv_push(c);
    cv_move_by(c, 22, 25);
    cv_turn(c, -0.95f);
    cv_ellipse(c, 0, 0, 8, 3.4f);
    cv_fill_soft(c, flat(0xffffffe0), 1.2f);
    cv_pop(c);
    return cv_done(c, folder, "egg.png", 0);
}

// ---- the chick ---------------------------------------------------------------------------------------------------

static void chick_body(Canvas *c)
{
    static const Point body[] = {{40, 12}, {57, 18}, {64, 36}, {64, 58}, {40, 72}, {16, 58}, {16, 36}, {23, 18}};
    // Three downy feathers on the crown.
    cv_begin(c);
    cv_taper(c, (Taper){{40, 15}, {39, 8}, {33, 5}, 4, 3, 0.5f});
    cv_taper(c, (Taper){{40, 15}, {41, 7}, {41, 2}, 4, 3, 0.5f});
    cv_taper(c, (Taper){{41, 15}, {43, 8}, {48, 6}, 4, 3, 0.5f});
    cv_fill(c, linear(0, 2, 0, 16, 0xffe98aff, 0xffcf4aff));
    cv_begin(c);
    cv_taper(c, (Taper){{20, 42}, {8, 40}, {4, 30}, 12, 9, 3});
    cv_taper(c, (Taper){{60, 42}, {72, 40}, {76, 30}, 12, 9, 3});
    cv_fill(c, linear(0, 28, 0, 52, 0xffdf68ff, 0xf2a238ff));
    cv_inner(c, flat(0xd9782f90), 0, -1.5f, 1.5f);
    cv_begin(c);
    cv_blob(c, body, 8);
    cv_fill(c, stop(radial(33, 24, 46, 50, 0xfff4a8ff, 0xf09a34ff), 0.55f, 0xffd452ff));
    cv_inner(c, flat(0xd9702fa0), -2, -3, 4);
    cv_inner(c, flat(0xfffbd8c0), 1.4f, 2, 1.4f);
}

static void chick_face(Canvas *c)
{
    for (int i = 0; i < 2; i++) {
        float x = i ? 50.5f : 29.5f;
        cv_begin(c);
        cv_ellipse(c, x, 31, 4, 4.8f);
        cv_fill(c, flat(0x35184aff));
        cv_begin(c);
        cv_circle(c, x - 1.2f, 29, 1.7f);
        cv_circle(c, x + 1.4f, 33, 0.8f);
        cv_fill(c, flat(0xffffffff));
        cv_begin(c);
        cv_ellipse(c, i ? 56.5f : 23.5f, 39, 4, 2.6f);
        cv_fill_soft(c, flat(0xff8a6ac0), 0.9f);
    }
    cv_begin(c);
    cv_move(c, 34, 36);
    cv_quad(c, 40, 31, 46, 36);
    cv_quad(c, 42, 41, 40, 44);
    cv_quad(c, 38, 41, 34, 36);
    cv_fill(c, linear(0, 33, 0, 44, 0xff9f4aff, 0xe0602eff));
    cv_inner(c, flat(0xffe0a0c0), 0.5f, 0.9f, 0.6f);
    cv_begin(c);
    cv_taper(c, (Taper){{34.5f, 36.4f}, {40, 40}, {45.5f, 36.4f}, 0.6f, 1.1f, 0.6f});
    cv_fill(c, flat(0xa03a2cc0));
}

static void shell_path(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 11, 52);
    static const Point edge[] = {{18, 58}, {24, 51}, {31, 59}, {38, 52}, {46, 60}, {53, 52}, {60, 58}, {69, 51}};
    for (int i = 0; i < 8; i++) {
        cv_line(c, edge[i].x, edge[i].y);
    }
    cv_cubic(c, 70, 68, 58, 78, 40, 78);
    cv_cubic(c, 22, 78, 10, 68, 11, 52);
}

static void half_shell(Canvas *c)
{
    shell_path(c);
    cv_shadow(c, flat(0xa04a2c90), 0, -3, 1);
    cv_fill(c, stop(radial(30, 58, 44, 34, 0xffffffff, 0xdcae98ff), 0.6f, 0xfff0daff));
    cv_push(c);
    cv_clip(c);
    speckles(c, 80, 80, 61, 40);
    cv_pop(c);
    shell_path(c);
    cv_inner(c, flat(0x8a4f6aa0), -3, -4, 4.5f);
    cv_inner(c, flat(0xffffffff), 0.5f, 1.2f, 0.7f);
}

static bool chick(const char *folder)
{
    Canvas *c = cv_new(80, 80);
    chick_body(c);
    chick_face(c);
    half_shell(c);
    return cv_done(c, folder, "chick.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return drum(folder) && crab(folder) && egg(folder) && chick(folder) ? 0 : 1;
}
