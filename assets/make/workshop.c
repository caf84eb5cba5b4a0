// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The background of the demo `timers`: six niches in a sunlit wall, each with a shelf for a thing to stand on.
#include "palm.h"

#include <math.h>

enum { W = 960, H = 540, CELL_W = 320, CELL_H = 270, SHELF = 200 };

// ---- the wall ----------------------------------------------------------------------------------------------------

static void plaster(Canvas *c)
{
    Paint p = stop(linear(0, 0, W, H, 0xf8d3a0ff, 0xc77f6cff), 0.5f, 0xe9af86ff);
    cv_fill_all(c, p);
    Dice d = {12};
    for (int i = 0; i < 150; i++) {
        float x = dice(&d, 0, W), y = dice(&d, 0, H), len = dice(&d, 20, 70), bow = dice(&d, -8, 8);
        cv_begin(c);
        cv_taper(c, (Taper){{x, y}, {x + len / 2, y + bow}, {x + len, y}, 0, dice(&d, 2, 5), 0});
        cv_fill(c, i % 2 ? flat(0xffe9c820) : flat(0xa8604c18));
    }
}

// Draws the light of a window on the wall, with the shadow of a palm.
static void window_light(Canvas *c)
{
    for (int i = 0; i < 3; i++) {
        float x = 60 + (float)i * 250;
        const Point pane[] = {{x, -40}, {x + 190, -40}, {x - 90, 600}, {x - 280, 600}};
        cv_begin(c);
        cv_poly(c, pane, 4);
        cv_fill_soft(c, linear(0, 0, 0, H, 0xfff0c06c, 0xffe0a838), 5);
    }
    Dice d = {40};
    cv_begin(c);
    for (int i = 0; i < 4; i++) {
        float a = 0.22f + 0.62f * (float)i;
        float len = 470;
        Frond f = {.root = {330, -70}, .leaf = 120, .width = 12, .sag = 0.15f, .count = 15};
        f.bend = (Point){330 + cosf(a) * len * 0.6f, -90 + sinf(a) * len * 0.55f};
        f.tip = (Point){330 + cosf(a) * len, -60 + sinf(a) * len};
        palm_frond(c, &f, &d);
    }
    cv_fill_soft(c, flat(0x9a4a4c48), 2.5f);
}

// ---- the niches --------------------------------------------------------------------------------------------------

static void niche_path(Canvas *c, float grow)
{
    float l = 58 - grow, r = 262 + grow, top = 14 - grow, low = SHELF + 4;
    cv_begin(c);
    cv_move(c, l, low);
    cv_line(c, l, 86);
    cv_cubic(c, l, 40, 106, top, 160, top);
    cv_cubic(c, 214, top, r, 40, r, 86);
    cv_line(c, r, low);
}

static void niche(Canvas *c)
{
    niche_path(c, 9);
    cv_shadow(c, flat(0x7a3a40a0), 4, 6, 6);
    cv_fill(c, linear(50, 0, 270, 200, 0xffe8c4ff, 0xd98f70ff));
    cv_inner(c, flat(0xfffae8c0), 1.5f, 1.5f, 1);
    cv_inner(c, flat(0x9a50507f), -2, -2, 2.5f);
    niche_path(c, 0);
    cv_fill(c, stop(linear(90, 10, 230, 204, 0x1d4a58ff, 0x57a293ff), 0.55f, 0x2f7278ff));
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_circle(c, 170, 130, 120);
    cv_fill(c, blended(glow(172, 140, 120, 110, 0xffe0a058), BLEND_SCREEN));
    niche_path(c, 0);
    cv_inner(c, flat(0x0e2238e0), 12, 14, 13);
    cv_inner(c, flat(0xffd8a050), -3, 0, 3);
    cv_pop(c);
}

// ---- the shelves -------------------------------------------------------------------------------------------------

static void grain(Canvas *c, float x, float y, float w, float h, uint32_t seed)
{
    Dice d = {seed};
    for (int i = 0; i < 14; i++) {
        float gx = x + dice(&d, 0, w * 0.8f), gy = y + dice(&d, 1, h - 1), len = dice(&d, 20, 70);
        cv_begin(c);
        cv_taper(c, (Taper){{gx, gy}, {gx + len / 2, gy + dice(&d, -1, 1)}, {gx + len, gy}, 0, 1.3f, 0});
        cv_fill(c, i % 3 ? flat(0x5c2e2a50) : flat(0xffd29a70));
    }
}

static void bracket(Canvas *c, float x)
{
    cv_begin(c);
    cv_move(c, x - 7, SHELF + 14);
    cv_line(c, x + 7, SHELF + 14);
    cv_cubic(c, x + 7, SHELF + 28, x + 4, SHELF + 34, x, SHELF + 38);
    cv_cubic(c, x - 4, SHELF + 34, x - 7, SHELF + 28, x - 7, SHELF + 14);
    cv_shadow(c, flat(0x6a303c90), 5, 5, 3);
    cv_fill(c, linear(x - 7, 0, x + 7, 0, 0xa3623fff, 0x6e3a34ff));
    cv_inner(c, flat(0xffc88a70), 1, 0, 0.8f);
}

static void shelf(Canvas *c, uint32_t seed)
{
    // The long soft shadow of the board on the wall.
    cv_begin(c);
    cv_round(c, 46, SHELF + 10, 236, 22, 6);
    cv_fill_soft(c, flat(0x6a303c90), 7);
    bracket(c, 84);
    bracket(c, 236);
    cv_begin(c);
    cv_round(c, 40, SHELF - 5, 240, 21, 4);
    cv_fill(c, linear(0, SHELF, 0, SHELF + 16, 0xb4703fff, 0x7e4636ff));
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_rect(c, 40, SHELF - 5, 240, 9);
    cv_fill(c, linear(40, 0, 280, 0, 0xf3bd7cff, 0xcf8a56ff));
    cv_begin(c);
    cv_rect(c, 40, SHELF + 3.5f, 240, 1.6f);
    cv_fill(c, flat(0xffe2aaff));
    grain(c, 44, SHELF - 4, 220, 7, seed);
    grain(c, 44, SHELF + 6, 220, 9, seed + 5);
    cv_pop(c);
    cv_begin(c);
    cv_round(c, 40, SHELF - 5, 240, 21, 4);
    cv_inner(c, flat(0x4a202a90), -1.5f, -2, 1.5f);
}

// A garland of leaves trails along the upper edge, clear of the shelves.
static void vine(Canvas *c, float x, float len, uint32_t seed)
{
    Dice d = {seed};
    float bow = dice(&d, -14, 14);
    Point a = {x, -8}, b = {x + bow, len * 0.5f}, e = {x + bow * 0.3f, len};
    cv_begin(c);
    cv_taper(c, (Taper){a, b, e, 2.6f, 2, 0.8f});
    cv_fill(c, flat(0x4f7a4aff));
    int n = (int)(len / 9);
    for (int i = 1; i <= n; i++) {
        Point p = quad_at(a, b, e, (float)i / (float)n);
        float side = i % 2 ? 1.0f : -1.0f, size = dice(&d, 13, 18) * (1.1f - 0.5f * (float)i / (float)n);
        Point tip = {p.x + side * size * 0.9f, p.y + size * 0.75f};
        cv_begin(c);
        cv_taper(c, (Taper){p, {p.x + side * size * 0.75f, p.y + size * 0.1f}, tip, 1, size * 0.55f, 0});
        cv_shadow(c, flat(0x7a3a4060), 3, 4, 2);
        cv_fill(c, i % 3 ? linear(p.x, p.y, tip.x, tip.y, 0x8fbf62ff, 0x3f8a62ff)
                         : linear(p.x, p.y, tip.x, tip.y, 0xb8d878ff, 0x5aa068ff));
        cv_inner(c, flat(0xe8f5a890), 0.6f, 1, 0.7f);
    }
}

int main(int argc, char **argv)
{
    Canvas *c = cv_new(W, H);
    plaster(c);
    window_light(c);
    for (int i = 0; i < 6; i++) {
        cv_push(c);
        cv_move_by(c, (float)(i % 3 * CELL_W), (float)(i / 3 * CELL_H));
        niche(c);
        shelf(c, (uint32_t)i * 17 + 1);
        cv_pop(c);
    }
    vine(c, 14, 150, 1);
    vine(c, 32, 84, 2);
    vine(c, 316, 96, 3);
    vine(c, 332, 54, 4);
    vine(c, 640, 72, 5);
    vine(c, 950, 124, 6);
    vine(c, 930, 60, 7);
    return cv_done(c, argc > 1 ? argv[1] : ".", "workshop.png", 0) ? 0 : 1;
}
