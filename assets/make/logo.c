// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The wordmark and the coconut of the demo `hello`.
#include "canvas.h"

#include <math.h>

static const Point nut = {191, 112};
static const float husk = 55;

// ---- the letters -------------------------------------------------------------------------------------------------

static void arc(Canvas *c, float x, float y, float r, float from, float to, float width)
{
    Point p[40];
    for (int i = 0; i < 40; i++) {
        float a = from + (to - from) * (float)i / 39;
        p[i] = (Point){x + r * cosf(a), y + r * sinf(a)};
    }
    cv_strip(c, p, 40, width);
}

static void letters(Canvas *c, float drop)
{
    const float w = 37;
    const Point i_stem[] = {{285, 88 + drop}, {285, 149 + drop}};
    const Point r_stem[] = {{346, 88 + drop}, {346, 149 + drop}};
    cv_begin(c);
    arc(c, 84, 98 + drop, 51, -0.86f, -TAU + 0.86f, w);
    cv_strip(c, i_stem, 2, w);
    cv_strip(c, r_stem, 2, w);
    arc(c, 387, 129 + drop, 41, -PI * 0.96f, -PI * 0.47f, w);
}

// The dot of the i is a pair of young palm leaves.
static void leaf(Canvas *c, float turn, float len, float drop)
{
    float s = sinf(turn), k = -cosf(turn);
    Point foot = {285, 62 + drop}, tip = {foot.x + s * len, foot.y + k * len};
    Point bend = {foot.x + s * len * 0.4f, foot.y + k * len * 0.7f};
    cv_taper(c, (Taper){foot, bend, tip, 3, len * 0.5f, 0});
}

static void leaves(Canvas *c, float drop)
{
    cv_begin(c);
    leaf(c, -0.95f, 38, drop);
    leaf(c, 0.95f, 38, drop);
    leaf(c, 0.02f, 44, drop);
}

static void paint_leaves(Canvas *c)
{
    static const float turns[] = {-0.95f, 0.95f, 0.02f};
    for (int i = 0; i < 3; i++) {
        float turn = turns[i], len = i == 2 ? 44 : 38;
        cv_begin(c);
        leaf(c, turn, len, 0);
        cv_fill(c, linear(285, 18, 285, 64, 0xb5dc6aff, 0x2f9a72ff));
        cv_inner(c, flat(0x1f6f6890), -1.5f, -1.5f, 2);
        cv_inner(c, flat(0xe6f7a0c0), 1.2f, 1.5f, 1.2f);
        cv_begin(c);
        float s = sinf(turn), k = -cosf(turn);
        cv_taper(c, (Taper){{285, 61},
                            {285 + s * len * 0.4f, 62 + k * len * 0.7f},
                            {285 + s * len * 0.85f, 62 + k * len * 0.85f},
                            2,
                            1.4f,
                            0.3f});
        cv_fill(c, flat(0x1f7a66c0));
    }
}

static void paint_letters(Canvas *c)
{
    letters(c, 0);
    cv_fill(c, stop(linear(0, 40, 0, 168, 0xfffdf4ff, 0xffc878ff), 0.5f, 0xfff0cfff));
    cv_inner(c, flat(0xd9743fb0), 0, -4, 4);
    cv_inner(c, flat(0xffffffff), 0, 2.4f, 1);
    // A gleam along the upper left of each stroke.
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    arc(c, 84, 98, 57, -PI * 0.62f, -PI * 1.06f, 6);
    cv_fill_soft(c, flat(0xffffffd0), 1.2f);
    cv_begin(c);
    const Point gleam_i[] = {{277, 88}, {277, 118}}, gleam_r[] = {{338, 88}, {338, 118}};
    cv_strip(c, gleam_i, 2, 5);
    cv_strip(c, gleam_r, 2, 5);
    cv_fill_soft(c, flat(0xffffffd0), 1.2f);
    cv_pop(c);
}

// ---- the halved coconut ------------------------------------------------------------------------------------------

static void fibre(Canvas *c, Dice *d, float from, float to, float width)
{
    float a = dice(d, 0, TAU), swirl = dice(d, -0.22f, 0.3f);
    Point p = {nut.x + from * cosf(a), nut.y + from * sinf(a)};
    Point q = {nut.x + to * cosf(a + swirl), nut.y + to * sinf(a + swirl)};
    float half = (from + to) * 0.51f, b = a + swirl * 0.2f;
    Point mid = {nut.x + half * cosf(b), nut.y + half * sinf(b)};
    cv_taper(c, (Taper){p, mid, q, width, width * 0.8f, 0.2f});
}

static void fibres(Canvas *c, uint32_t seed, int n, float from, float to, float width)
{
    Dice d = {seed};
    cv_begin(c);
    for (int i = 0; i < n; i++) {
        // One random number in each statement, because C does not define in which order arguments are evaluated.
        float reach = to * dice(&d, 0.93f, 1.05f);
        fibre(c, &d, from, reach, width * dice(&d, 0.7f, 1.2f));
    }
}

static void paint_husk(Canvas *c)
{
    fibres(c, 11, 130, husk - 12, husk + 7, 2.2f);
    cv_fill(c, radial(nut.x, nut.y, husk + 8, husk + 8, 0x5a3020ff, 0xb47a42ff));
    cv_begin(c);
    cv_circle(c, nut.x, nut.y, husk);
    Paint p = stop(radial(nut.x, nut.y, husk, husk, 0x4a2618ff, 0x9c6236ff), 0.8f, 0x5f3520ff);
    cv_fill(c, stop(p, 0.92f, 0x8a5330ff));
    cv_push(c);
    cv_clip(c);
    fibres(c, 29, 200, husk - 11, husk + 2, 1.3f);
    cv_fill(c, flat(0xd29a5ac0));
    fibres(c, 47, 120, husk - 10, husk, 1.2f);
    cv_fill(c, flat(0x4a2416b0));
    cv_begin(c);
    cv_circle(c, nut.x, nut.y, husk);
    cv_inner(c, flat(0x2c1220b0), -4, -6, 6);
    cv_inner(c, flat(0xffd28a80), 3, 4, 3);
    cv_pop(c);
    fibres(c, 5, 46, husk - 5, husk + 9, 1.3f);
    cv_fill(c, flat(0xc68d52ff));
}

static void paint_flesh(Canvas *c)
{
    cv_begin(c);
    cv_circle(c, nut.x, nut.y, 44.5f);
    cv_fill(c, flat(0x3a1c18ff));
    cv_begin(c);
    cv_circle(c, nut.x, nut.y, 42);
    cv_fill(c, radial(nut.x - 10, nut.y - 14, 60, 60, 0xffffffff, 0xf3e4d0ff));
    cv_inner(c, flat(0xc99a7890), -3, -4, 5);
    cv_begin(c);
    cv_circle(c, nut.x, nut.y + 1, 25.5f);
    cv_fill_soft(c, flat(0xffffffff), 1.5f);
    cv_begin(c);
    cv_circle(c, nut.x, nut.y, 24);
    cv_fill(c, linear(nut.x - 12, nut.y - 24, nut.x + 12, nut.y + 24, 0xc9a78eff, 0xfdf6ecff));
    cv_inner(c, flat(0x7a4a48b0), 4, 7, 6);
    // Some coconut water with a glint.
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_ellipse(c, nut.x + 3, nut.y + 12, 20, 12);
    cv_fill(c, linear(0, nut.y, 0, nut.y + 24, 0xe6f4ecc0, 0xffffffe0));
    cv_begin(c);
    cv_ellipse(c, nut.x + 9, nut.y + 13, 6, 1.8f);
    cv_fill(c, flat(0xffffffff));
    cv_pop(c);
    cv_begin(c);
    arc(c, nut.x, nut.y, 34, -PI * 0.94f, -PI * 0.62f, 5);
    cv_fill_soft(c, flat(0xffffffff), 1.2f);
}

// Draws a shape behind all letters, so that the word can be read on any background.
static void backing(Canvas *c, float drop, Paint p, float blur)
{
    for (int part = 0; part < 3; part++) {
        if (part == 0) {
            letters(c, drop);
        } else if (part == 1) {
            leaves(c, drop);
        } else {
            cv_begin(c);
            cv_circle(c, nut.x, nut.y + drop, husk + 2);
        }
        cv_outline_soft(c, p, 13, blur);
        cv_fill_soft(c, p, blur);
    }
}

static bool logo(const char *folder)
{
    Canvas *c = cv_new(440, 200);
    cv_move_by(c, 8, 3);
    backing(c, 2, flat(0x1a0a2c60), 4.5f);
    for (int drop = 0; drop <= 6; drop += 2) {
        backing(c, (float)drop, flat(0x35184aff), 0);
    }
    letters(c, 5);
    cv_fill(c, linear(0, 60, 0, 180, 0xf08a5aff, 0xb54a62ff));
    paint_letters(c);
    paint_husk(c);
    paint_flesh(c);
    paint_leaves(c);
    return cv_done(c, folder, "logo.png", 0);
}

// ---- the whole coconut -------------------------------------------------------------------------------------------

static void whole_fibres(Canvas *c)
{
    Dice d = {8};
    for (int pass = 0; pass < 2; pass++) {
        cv_begin(c);
        for (int i = 0; i < 56; i++) {
            // Fibres run like meridians away from the eyes.
            float a = dice(&d, 0, TAU), from = dice(&d, 9, 20), to = from + dice(&d, 6, 14);
            float k = cosf(a), s = sinf(a), bow = dice(&d, -2, 2);
            Point p = {26 + from * k, 25 + from * s}, q = {26 + to * 1.1f * k, 25 + to * 1.1f * s};
            cv_taper(c, (Taper){p, {(p.x + q.x) / 2 - s * bow, (p.y + q.y) / 2 + k * bow}, q, 0.4f, 1.1f, 0.3f});
        }
        cv_fill(c, pass ? flat(0xdba468a0) : flat(0x4a2216a0));
    }
}

static void whole_eyes(Canvas *c)
{
    static const Point eyes[] = {{20, 21}, {32, 20}, {26.5f, 30}};
    for (int i = 0; i < 3; i++) {
        cv_begin(c);
        cv_ellipse(c, eyes[i].x, eyes[i].y, 3.9f, 4.1f);
        cv_outline(c, flat(0xd09a62a0), 1.2f);
        cv_fill(c, radial(eyes[i].x, eyes[i].y + 1, 4, 4, 0x3a1a1cff, 0x1f0c14ff));
        cv_inner(c, flat(0x00000080), 0.8f, 1.2f, 0.8f);
        cv_begin(c);
        cv_circle(c, eyes[i].x + 1.2f, eyes[i].y + 1.6f, 0.8f);
        cv_fill(c, flat(0xc98a62a0));
    }
}

static bool coconut(const char *folder)
{
    Canvas *c = cv_new(64, 64);
    Dice d = {19};
    cv_begin(c);
    for (int i = 0; i < 60; i++) {
        float a = dice(&d, 0, TAU), r = dice(&d, 27, 30), lean = dice(&d, -0.12f, 0.12f);
        Point p = {32 + 24 * cosf(a), 32 + 24 * sinf(a)}, q = {32 + r * cosf(a + lean), 32 + r * sinf(a + lean)};
        cv_taper(c, (Taper){p, {(p.x + q.x) / 2, (p.y + q.y) / 2}, q, 1.6f, 1.2f, 0.2f});
    }
    cv_fill(c, linear(12, 8, 52, 58, 0xb87c48ff, 0x4a2418ff));
    cv_begin(c);
    cv_ellipse(c, 32, 32, 26.5f, 26.5f);
    cv_fill(c, stop(radial(23, 19, 46, 46, 0xc98d55ff, 0x3c1c1aff), 0.5f, 0x8a5230ff));
    cv_push(c);
    cv_clip(c);
    whole_fibres(c);
    cv_pop(c);
    cv_begin(c);
    cv_ellipse(c, 32, 32, 26.5f, 26.5f);
    cv_inner(c, flat(0x220c1cd0), -4, -5, 5);
    cv_inner(c, flat(0xff9a6a60), -1.2f, -1.4f, 1);
    cv_inner(c, flat(0xffe2a890), 1.2f, 1.6f, 1.2f);
    whole_eyes(c);
    cv_begin(c);
    cv_push(c);
    cv_move_by(c, 17, 12.5f);
    cv_turn(c, -0.6f);
    cv_ellipse(c, 0, 0, 6.5f, 2.6f);
    cv_fill_soft(c, flat(0xfff2d2d0), 1);
    cv_pop(c);
    return cv_done(c, folder, "coconut.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return logo(folder) && coconut(folder) ? 0 : 1;
}
