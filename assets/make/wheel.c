// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The moving parts of the demo `tree`: a wooden wheel, a palm leaf, a blossom and a bead.
#include "palm.h"

#include <math.h>

// ---- the hub -----------------------------------------------------------------------------------------------------

// Draws a carved petal of the wheel, which points up from the middle.
static void wheel_petal(Canvas *c, bool odd)
{
    cv_begin(c);
    cv_move(c, 0, -14);
    cv_cubic(c, -25, -27, -13, -46, 0, -61);
    cv_cubic(c, 13, -46, 25, -27, 0, -14);
    cv_shadow(c, flat(0x2a0f3070), 0, 0, 2);
    cv_fill(c, odd ? linear(0, -14, 0, -61, 0x2c8a86ff, 0x7fe0c0ff) : linear(0, -14, 0, -61, 0xb0603cff, 0xf6b46cff));
    cv_inner(c, odd ? flat(0x0f4a60a0) : flat(0x5a2038a0), 0, 0, 3);
    cv_outline(c, odd ? flat(0x1a5f6cff) : flat(0x6a2e34ff), 1.6f);
    cv_begin(c);
    cv_move(c, 0, -24);
    cv_cubic(c, -9, -31, -10, -42, 0, -51);
    cv_cubic(c, 10, -42, 9, -31, 0, -24);
    cv_fill(c, odd ? flat(0x1f7a80ff) : flat(0x8f4a38ff));
    cv_inner(c, flat(0x200a28a0), 0, 1.5f, 1.5f);
    cv_outline(c, odd ? flat(0xb8f4dcc0) : flat(0xffd8a0c0), 1);
    cv_begin(c);
    cv_circle(c, 0, -37, 2.6f);
    cv_fill(c, flat(0xffe6b0ff));
}

static void wheel_rim(Canvas *c)
{
    cv_begin(c);
    cv_circle(c, 0, 0, 52);
    cv_fill(c, radial(0, 0, 52, 52, 0x3f1c34ff, 0x6a3038ff));
    cv_outline(c, flat(0x4a2030ff), 7);
    cv_outline(c, flat(0xc07a48ff), 5);
    cv_outline(c, flat(0xf2b878ff), 1.6f);
}

static void wheel_middle(Canvas *c)
{
    cv_begin(c);
    cv_circle(c, 0, 0, 21);
    cv_shadow(c, flat(0x2a0f30a0), 0, 0, 3);
    cv_fill(c, radial(0, 0, 21, 21, 0xf0a860ff, 0x9a5238ff));
    cv_outline(c, flat(0x5a2432ff), 2);
    for (int i = 0; i < 16; i++) {
        float a = TAU * (float)i / 16;
        cv_begin(c);
        cv_circle(c, 16.5f * cosf(a), 16.5f * sinf(a), i % 2 ? 1.2f : 1.9f);
        cv_fill(c, i % 2 ? flat(0x5a2432ff) : flat(0xffe6b0ff));
    }
    cv_begin(c);
    cv_star(c, 0, 0, 13.5f, 6.2f, 8);
    cv_fill(c, flat(0x6e3034ff));
    cv_begin(c);
    cv_circle(c, 0, 0, 7);
    cv_fill(c, radial(-2, -2.5f, 9, 9, 0xfff0c8ff, 0xe08a4aff));
    cv_inner(c, flat(0x7a3030a0), 0, 0, 1.5f);
}

static bool hub(const char *folder)
{
    Canvas *c = cv_new(128, 128);
    cv_move_by(c, 64, 64);
    cv_scale(c, 0.97f, 0.97f);
    wheel_rim(c);
    for (int i = 0; i < 8; i++) {
        cv_push(c);
        cv_turn(c, TAU * (float)i / 8);
        wheel_petal(c, i % 2);
        cv_pop(c);
    }
    wheel_middle(c);
    return cv_done(c, folder, "hub.png", 0);
}

// ---- the leaf ----------------------------------------------------------------------------------------------------

// Draws a leaflet of the frond. `t` is 0 for the lowest pair and 1 for the top.
static void leaflet(Canvas *c, float t, float side)
{
    Point p = {24, 97 - 78 * t};
    float turn = side * (0.98f - 0.6f * t), len = 22 + 14 * t - 22 * t * t;
    Point tip = {p.x + sinf(turn) * len, p.y - cosf(turn) * len};
    Point bend = {p.x + sinf(turn) * len * 0.5f - side * 1.5f, p.y - cosf(turn) * len * 0.5f - 3};
    cv_taper(c, (Taper){p, bend, tip, 1.6f, 5.4f, 0});
}

static void paint_leaflet(Canvas *c, float t, float side)
{
    const Paint sunny = stop(linear(0, 104, 0, 4, 0x2f9474ff, 0xe4f48aff), 0.5f, 0x7ccb6cff);
    const Paint shady = stop(linear(0, 104, 0, 4, 0x1a6a6cff, 0xa6d86cff), 0.5f, 0x3f9f68ff);
    cv_begin(c);
    leaflet(c, t, side);
    cv_outline(c, flat(0x135a60a0), 0.9f);
    cv_fill(c, side < 0 ? sunny : shady);
    cv_inner(c, flat(0xf8ffd090), 0.4f, 0.8f, 0.5f);
}

static bool leaf(const char *folder)
{
    Canvas *c = cv_new(48, 112);
    for (int i = 0; i < 13; i++) {
        float t = (float)i / 12;
        paint_leaflet(c, t, 1);
        paint_leaflet(c, t, -1);
    }
    cv_begin(c);
    cv_taper(c, (Taper){{24, 22}, {23.5f, 12}, {24, 2.5f}, 1.6f, 4.6f, 0});
    cv_fill(c, linear(0, 24, 0, 3, 0xb8e07aff, 0xf0fa9cff));
    cv_begin(c);
    cv_taper(c, (Taper){{24, 108}, {24, 60}, {24, 14}, 4.4f, 2.6f, 0.8f});
    cv_fill(c, linear(0, 110, 0, 14, 0x9a7440ff, 0xf4ffb8ff));
    cv_inner(c, flat(0x3f4a2ca0), -0.8f, 0, 0.6f);
    return cv_done(c, folder, "leaf.png", 0);
}

// ---- the blossom -------------------------------------------------------------------------------------------------

static void petal(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 0, 2);
    cv_cubic(c, -9, -6, -17, -18, -10, -26);
    cv_cubic(c, -5, -32, 9, -30, 12, -20);
    cv_cubic(c, 13, -12, 6, -4, 0, 2);
    cv_shadow(c, flat(0x8a3f6a60), 1, 1, 1.6f);
    Paint p = stop(radial(0, 0, 31, 31, 0xff9a2cff, 0xffffffff), 0.28f, 0xffc848ff);
    cv_fill(c, stop(stop(p, 0.5f, 0xfff0a8ff), 0.7f, 0xfffdf4ff));
    cv_inner(c, flat(0xf09ab090), -1.6f, 0.4f, 1.6f);
    cv_inner(c, flat(0xffffffff), 1, 0.3f, 0.8f);
    cv_begin(c);
    cv_taper(c, (Taper){{0, -4}, {-3, -14}, {0, -23}, 0.2f, 1, 0.1f});
    cv_fill(c, flat(0xe8a86a50));
}

static bool blossom(const char *folder)
{
    Canvas *c = cv_new(64, 64);
    cv_move_by(c, 32, 33);
    cv_scale(c, 0.93f, 0.93f);
    for (int i = 0; i < 5; i++) {
        cv_push(c);
        cv_turn(c, TAU * (float)i / 5);
        petal(c);
        cv_pop(c);
    }
    // Each petal overlaps the petal before. So half of the first petal is drawn again, over the last petal.
    cv_push(c);
    cv_begin(c);
    cv_rect(c, 0, -40, 40, 44);
    cv_clip(c);
    petal(c);
    cv_pop(c);
    cv_begin(c);
    cv_circle(c, 0, 0, 3.4f);
    cv_fill_soft(c, flat(0xe8702cc0), 1);
    return cv_done(c, folder, "blossom.png", 0);
}

// ---- the bead ----------------------------------------------------------------------------------------------------

static bool bead(const char *folder)
{
    Canvas *c = cv_new(32, 32);
    cv_begin(c);
    cv_circle(c, 16, 16, 14);
    cv_fill(c, stop(radial(12, 10.5f, 22, 22, 0xffffffff, 0x74747cff), 0.45f, 0xdcdce0ff));
    cv_inner(c, flat(0x40404ca0), -1.5f, -2, 2.5f);
    cv_inner(c, flat(0xffffff90), -0.8f, -1.2f, 0.7f);
    cv_push(c);
    cv_move_by(c, 11, 9);
    cv_turn(c, -0.65f);
    cv_begin(c);
    cv_ellipse(c, 0, 0, 5, 2.8f);
    cv_fill_soft(c, flat(0xffffffff), 0.7f);
    cv_pop(c);
    cv_begin(c);
    cv_ellipse(c, 20.5f, 23, 3.5f, 1.6f);
    cv_fill_soft(c, flat(0xffffff90), 1);
    return cv_done(c, folder, "bead.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return hub(folder) && leaf(folder) && blossom(folder) && bead(folder) ? 0 : 1;
}
