// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sea of the demo `animation`: tiles of water and sand, seaweed, a bubble, a puff of sand, and two pictures that
// are drawn in nine parts.
#include "canvas.h"

#include <math.h>

// ---- water: 256 x 256, goes on at all four edges -----------------------------------------------------------------

enum { TILE = 256, CELLS = 5 };

// Returns the light on the bottom of the sea, which is bright where two cells of an irregular mesh meet.
static float light_at(float x, float y, uint32_t seed)
{
    float nearest = 9, second = 9, u = x / TILE * CELLS, v = y / TILE * CELLS;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            int cx = (int)floorf(u) + i, cy = (int)floorf(v) + j;
            uint32_t wx = (uint32_t)((cx + 2 * CELLS) % CELLS), wy = (uint32_t)((cy + 2 * CELLS) % CELLS);
            Dice d = {seed + wx * 7919 + wy * 104729};
            float dx = (float)cx + dice(&d, 0.1f, 0.9f) - u, dy = (float)cy + dice(&d, 0.1f, 0.9f) - v;
            float far = sqrtf(dx * dx + dy * dy);
            second = far < nearest ? nearest : far < second ? far : second;
            nearest = far < nearest ? far : nearest;
        }
    }
    float edge = 1 - clamp01((second - nearest) / 0.34f);
    return edge * edge * edge;
}

static Rgba water_at(const void *data, float x, float y)
{
    (void)data;
    float u = x / TILE * TAU, v = y / TILE * TAU;
    float bx = x + 7 * sinf(2 * v) + 3 * sinf(5 * v + u), by = y + 6 * sinf(2 * u + 1) + 3 * sinf(4 * u - v);
    float light = 0.75f * light_at(bx, by, 3) + 0.4f * light_at(x + 5 * sinf(3 * v), y + 6 * cosf(3 * u), 71);
    float swell = 0.5f + 0.25f * sinf(u) * cosf(v) + 0.25f * sinf(u + v);
    Rgba deep = mix(rgba(0x0f6aa0ff), rgba(0x1787b0ff), swell);
    return mix(deep, rgba(0x8af0e4ff), clamp01(light * 0.4f));
}

static bool water(const char *folder)
{
    Canvas *c = cv_new(TILE, TILE);
    cv_fill_all(c, painted(water_at, NULL));
    return cv_done(c, folder, "water.png", 1);
}

// ---- sand: 240 x 112, goes on to the left and right ---------------------------------------------------------------

enum { SAND_W = 240, SAND_H = 112 };

static void dune(Canvas *c, float top, float swing, float turns, float phase)
{
    cv_begin(c);
    cv_move(c, -8, SAND_H + 8);
    for (int x = -8; x <= SAND_W + 8; x += 2) {
        cv_line(c, (float)x, top + swing * sinf((float)x / SAND_W * TAU * turns + phase));
    }
    cv_line(c, SAND_W + 8, SAND_H + 8);
}

static void shell_on_sand(Canvas *c, float x, float y, uint32_t hue)
{
    cv_begin(c);
    cv_ellipse(c, x, y + 3.5f, 8, 2.6f);
    cv_fill_soft(c, flat(0x9a643c90), 1);
    cv_begin(c);
    cv_move(c, x, y + 4);
    cv_cubic(c, x - 9, y + 1, x - 7, y - 6, x, y - 7);
    cv_cubic(c, x + 7, y - 6, x + 9, y + 1, x, y + 4);
    cv_fill(c, linear(0, y - 7, 0, y + 4, 0xfffaf0ff, hue));
    cv_begin(c);
    for (int i = -1; i <= 1; i++) {
        cv_taper(c, (Taper){{x, y + 3}, {x + 2.4f * (float)i, y}, {x + 3.6f * (float)i, y - 5}, 0.5f, 1, 0.5f});
    }
    cv_fill(c, flat(0xa04a5a70));
}

static bool sand(const char *folder)
{
    Canvas *c = cv_new(SAND_W, SAND_H);
    dune(c, 15, 5, 1, 0.5f);
    cv_fill(c, linear(0, 10, 0, SAND_H, 0xe8c48cff, 0xb88a64ff));
    cv_inner(c, flat(0xfff4d0e0), 0, 2, 1.5f);
    dune(c, 36, 4, 2, 2);
    cv_fill(c, linear(0, 30, 0, SAND_H, 0xffe6b4ff, 0xd8a878ff));
    cv_inner(c, flat(0xfffbe4ff), 0, 1.6f, 1.2f);
    dune(c, 84, 4, 1, 4);
    cv_fill(c, linear(0, 78, 0, SAND_H, 0xf4d0a0ff, 0xb8845cff));
    cv_inner(c, flat(0xfff4d8d0), 0, 1.4f, 1.2f);
    Dice d = {5};
    for (int i = 0; i < 120; i++) {
        float x = dice(&d, 3, SAND_W - 3), y = dice(&d, 26, SAND_H);
        cv_begin(c);
        cv_ellipse(c, x, y, dice(&d, 0.6f, 1.8f), dice(&d, 0.5f, 1));
        cv_fill(c, i % 3 ? flat(0xa8704c70) : flat(0xfffbe8b0));
    }
    shell_on_sand(c, 46, 98, 0xf090a8ff);
    shell_on_sand(c, 168, 30, 0xf0a060ff);
    return cv_done(c, folder, "sand.png", 1);
}

// ---- things in the sea -------------------------------------------------------------------------------------------

static bool weed(const char *folder)
{
    Canvas *c = cv_new(96, 160);
    for (int i = 0; i < 5; i++) {
        static const float tops[] = {44, 20, 6, 30, 58}, roots[] = {30, 40, 48, 57, 66};
        float sway = (float)(i - 2) * 13, root = roots[i];
        cv_begin(c);
        cv_taper(
            c,
            (Taper){
                {root, 158}, {root - sway * 0.8f + (i % 2 ? 14.0f : -14.0f), 100}, {root + sway, tops[i]}, 10, 13, 1});
        cv_fill(c, i % 2 ? linear(0, tops[i], 0, 158, 0x9ae86cff, 0x0f7a68ff)
                         : linear(0, tops[i], 0, 158, 0x4cc878ff, 0x0a5a60ff));
        cv_inner(c, flat(0xe8ffc0a0), 1, 0.8f, 0.9f);
        cv_inner(c, flat(0x06405080), -1.5f, -0.5f, 1.6f);
    }
    return cv_done(c, folder, "weed.png", 0);
}

static bool bubble(const char *folder)
{
    Canvas *c = cv_new(24, 24);
    cv_begin(c);
    cv_circle(c, 12, 12, 10);
    cv_fill(c, radial(12, 12, 10, 10, 0xd8fff820, 0xe8ffff90));
    cv_outline(c, flat(0xf4ffffc0), 1);
    cv_begin(c);
    cv_ellipse(c, 8.5f, 8, 2.6f, 2);
    cv_fill_soft(c, flat(0xffffffff), 0.5f);
    return cv_done(c, folder, "bubble.png", 0);
}

static bool puff(const char *folder)
{
    Canvas *c = cv_new(32, 32);
    cv_begin(c);
    cv_circle(c, 12, 18, 6.5f);
    cv_circle(c, 20, 19, 5.5f);
    cv_circle(c, 16, 13, 6);
    cv_fill_soft(c, flat(0xfffaeaff), 1.6f);
    cv_inner(c, flat(0xb87c50d0), -1, -2.5f, 2.5f);
    return cv_done(c, folder, "puff.png", 0);
}

// ---- for nine parts ----------------------------------------------------------------------------------------------

// Draws a speech bubble. Its pointer is inside the lower left corner of the nine parts, 32 wide and 30 high, and so is
// never stretched.
static bool speech(const char *folder)
{
    Canvas *c = cv_new(64, 64);
    for (int pass = 0; pass < 2; pass++) {
        float grow = pass ? 0 : 2.5f;
        cv_begin(c);
        cv_round(c, 5 - grow, 5 - grow, 54 + 2 * grow, 40 + 2 * grow, 12 + grow);
        cv_move(c, 14 - grow, 40);
        cv_quad(c, 14, 54, 6 - grow, 60 + grow);
        cv_quad(c, 24 + grow, 58 + grow, 30 + 2 * grow, 40);
        cv_close(c);
        if (pass == 0) {
            cv_fill(c, flat(0x12305cff));
        } else {
            cv_fill(c, linear(0, 4, 0, 60, 0xffffffff, 0xe4f4f8ff));
            cv_inner(c, flat(0x6ab0c880), 0, -2.5f, 1.5f);
        }
    }
    return cv_done(c, folder, "speech.png", 0);
}

// Draws a board with a thin bright rim. The corners of the nine parts are 14 x 14.
static bool board(const char *folder)
{
    Canvas *c = cv_new(48, 48);
    cv_begin(c);
    cv_round(c, 2, 2, 44, 44, 11);
    cv_fill(c, flat(0x06243cc8));
    cv_outline(c, flat(0x8af0e4b0), 1.6f);
    cv_begin(c);
    cv_round(c, 5, 5, 38, 38, 8);
    cv_outline(c, flat(0x8af0e430), 1);
    return cv_done(c, folder, "board.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return water(folder) && sand(folder) && weed(folder) && bubble(folder) && puff(folder) && speech(folder) &&
                   board(folder)
               ? 0
               : 1;
}
