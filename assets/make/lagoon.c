// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The background of the demo `hello`: a lagoon at the golden hour.
#include "palm.h"

#include <math.h>

enum { W = 960, H = 540 };

static const float horizon = 322;
static const Point sun = {590, 288};

static void sky(Canvas *c)
{
    Paint p = linear(0, 0, 0, horizon, 0x2d3a78ff, 0xffe0a0ff);
    p = stop(p, 0.25f, 0x5c4b8eff);
    p = stop(p, 0.5f, 0xb0628fff);
    p = stop(p, 0.72f, 0xee8a78ff);
    p = stop(p, 0.88f, 0xffb873ff);
    cv_fill_all(c, p);
    cv_fill_all(c, blended(glow(sun.x, sun.y, 560, 420, 0xffb060b0), BLEND_SCREEN));
    cv_fill_all(c, blended(glow(sun.x, sun.y, 210, 190, 0xffe2a0e0), BLEND_SCREEN));
    cv_begin(c);
    cv_circle(c, sun.x, sun.y, 37);
    cv_fill_soft(c, flat(0xfff0c0a0), 6);
    cv_fill(c, linear(0, sun.y - 37, 0, sun.y + 37, 0xfffbe6ff, 0xffe9a8ff));
}

// A bank of cloud: a row of flat lenses, lit from below where the sun is.
static void cloud(Canvas *c, float x, float y, float size, uint32_t seed)
{
    Dice d = {seed};
    cv_begin(c);
    // With one lens instead of three, the cloud would look too regular.
    cv_ellipse(c, x - size * 0.1f, y, size * 0.8f, size * 0.04f);
    cv_ellipse(c, x + size * 0.45f, y - size * 0.035f, size * 0.6f, size * 0.03f);
    cv_ellipse(c, x - size * 0.5f, y + size * 0.045f, size * 0.45f, size * 0.022f);
    for (int i = 0; i < 9; i++) {
        float at = dice(&d, -0.6f, 0.7f);
        float r = size * dice(&d, 0.1f, 0.22f) * (1 - 0.6f * fabsf(at));
        cv_ellipse(c, x + at * size, y - r * 0.28f, r * 1.9f, r * 0.5f);
    }
    float near = 1 - clamp01(fabsf(x - sun.x) / 700);
    cv_fill_soft(c, linear(0, y - size * 0.14f, 0, y + size * 0.06f, 0x9a5a8e66, 0xffc890d8), 1.2f);
    cv_fill_soft(c, faded(linear(0, y - size * 0.02f, 0, y + size * 0.06f, 0xffe0a000, 0xffe6b0ff), near), 1);
}

static void hill(Canvas *c, float x, float rx, float height, uint32_t seed, Paint p)
{
    cv_begin(c);
    cv_move(c, x - rx, horizon);
    for (int i = 1; i < 80; i++) {
        float t = (float)i / 80;
        float form = powf(sinf(PI * t), 0.9f) * (0.55f + 0.6f * clouds(t * 4 + (float)seed, 0.5f, 3, seed));
        cv_line(c, x - rx + 2 * rx * t, horizon - height * form);
    }
    cv_line(c, x + rx, horizon);
    cv_fill(c, p);
}

static void island(Canvas *c)
{
    hill(c, 300, 150, 58, 12, linear(0, 260, 0, horizon, 0xa6608cff, 0xe8937cff));
    hill(c, 246, 104, 44, 5, linear(0, 270, 0, horizon, 0x7e4a80ff, 0xc06f80ff));
    hill(c, 356, 80, 22, 31, linear(0, 290, 0, horizon, 0x74447cff, 0xa75f7cff));
    hill(c, 862, 170, 26, 44, linear(0, 290, 0, horizon, 0xd07c80ff, 0xf0a078ff));
    Dice d = {5};
    for (int i = 0; i < 9; i++) {
        float x = 330 + (float)i * 12 + dice(&d, -5, 5), tall = dice(&d, 12, 22);
        float lean = dice(&d, -5, 6);
        Palm p = {.foot = {x, horizon - 6},
                  .bend = {x, horizon - tall * 0.6f},
                  .crown = {x + lean, horizon - 4 - tall},
                  .thick = 1.3f,
                  .reach = 11,
                  .seed = (uint32_t)i * 31,
                  .dark = 0x5e3a70ff,
                  .back = 0x6e4478ff,
                  .rim = 0x5e3a7000,
                  .sun = 1};
        palm_tree(c, &p);
    }
}

static void sea(Canvas *c)
{
    Paint p = linear(0, horizon, 0, H, 0xffcf94ff, 0x57b7a6ff);
    p = stop(p, 0.1f, 0xf0a283ff);
    p = stop(p, 0.26f, 0xb9748eff);
    p = stop(p, 0.45f, 0x6c6896ff);
    p = stop(p, 0.66f, 0x3f7f9cff);
    cv_begin(c);
    cv_rect(c, 0, horizon, W, H - horizon);
    cv_fill(c, p);
    cv_fill(c, blended(glow(sun.x, horizon, 330, 170, 0xffd080b0), BLEND_SCREEN));
    // The island's mirror image, drawn out and fading.
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_ellipse(c, 276, horizon, 128, 22);
    cv_fill_soft(c, linear(0, horizon, 0, horizon + 26, 0x7e4a80b0, 0x7e4a8000), 2.5f);
    cv_pop(c);
}

// Ripples get longer and farther apart towards us; those under the sun glitter.
static void ripples(Canvas *c)
{
    Dice d = {77};
    for (int i = 0; i < 520; i++) {
        float depth = dice(&d, 0, 1);
        depth *= depth;
        float y = horizon + 2 + depth * 160;
        float x = dice(&d, -40, W + 40);
        float rx = (6 + 46 * depth) * dice(&d, 0.5f, 1.3f), ry = 0.5f + 1.5f * depth;
        cv_begin(c);
        cv_ellipse(c, x, y, rx, ry);
        cv_fill(c, i % 2 ? flat(0xffe0b830) : flat(0x3a4a8438));
    }
    for (int i = 0; i < 330; i++) {
        float depth = dice(&d, 0, 1);
        depth *= sqrtf(depth);
        float spread = 16 + 56 * depth;
        float x = sun.x + spread * (dice(&d, -1, 1) + dice(&d, -1, 1));
        float off = fabsf(x - sun.x) / (spread * 2);
        cv_begin(c);
        cv_ellipse(c, x, horizon + 1 + depth * 150, (5 + 20 * depth) * dice(&d, 0.5f, 1.2f), 0.7f + 1.3f * depth);
        cv_fill(c, faded(flat(0xffefbeff), (1 - off) * dice(&d, 0.35f, 1) * (1 - 0.45f * depth)));
    }
}

static float shore(float x)
{
    return 482 + 0.00011f * (x - 520) * (x - 520) * -1 + 9 * sinf(x * 0.009f + 0.6f) + 4 * sinf(x * 0.023f);
}

static void below_shore(Canvas *c, float lift, float wobble)
{
    cv_begin(c);
    cv_move(c, -20, H + 20);
    for (float x = -20; x <= W + 20; x += 8) {
        cv_line(c, x, shore(x) - lift + wobble * sinf(x * 0.03f + lift));
    }
    cv_line(c, W + 20, H + 20);
}

static void beach(Canvas *c)
{
    below_shore(c, 38, 2.5f);
    cv_fill_soft(c, flat(0x8fe0c060), 8);
    below_shore(c, 17, 2.5f);
    cv_fill(c, flat(0xfff4dc70));
    below_shore(c, 14.5f, 2.5f);
    cv_fill(c, flat(0x7fcdb8c0));
    below_shore(c, 6, 1.5f);
    cv_fill(c, flat(0xfff8e8f0));
    below_shore(c, 2.5f, 1.5f);
    cv_fill(c, linear(0, 470, 0, 500, 0xb98a78ff, 0xcf9a78ff));
    below_shore(c, -7, 1);
    cv_fill_soft(c, linear(0, 480, 0, H, 0xf6c890ff, 0xb8787aff), 2.5f);
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_ellipse(c, sun.x, 500, 260, 22);
    cv_fill_soft(c, flat(0xffe6b070), 14);
    Dice d = {3};
    for (int i = 0; i < 150; i++) {
        float x = dice(&d, 0, W), y = dice(&d, 490, H);
        cv_begin(c);
        cv_ellipse(c, x, y, dice(&d, 0.8f, 2.2f), 0.8f);
        cv_fill(c, i % 3 ? flat(0x8a4f6240) : flat(0xfff0d080));
    }
    cv_pop(c);
}

static void starfish(Canvas *c, float x, float y, float r, float turn)
{
    cv_push(c);
    cv_move_by(c, x, y);
    cv_scale(c, 1, 0.55f);
    cv_turn(c, turn);
    cv_begin(c);
    for (int i = 0; i < 5; i++) {
        float a = TAU * (float)i / 5;
        Point tip = {r * cosf(a), r * sinf(a)}, mid = {tip.x / 2, tip.y / 2};
        cv_taper(c, (Taper){{0, 0}, mid, tip, r * 0.62f, r * 0.46f, r * 0.2f});
    }
    cv_shadow(c, flat(0x6a3a5880), -3, 3, 2);
    cv_fill(c, flat(0xe8664fff));
    cv_inner(c, flat(0xffc08aff), -1.6f, 1.2f, 1.2f);
    cv_pop(c);
}

// Dark tufts close to the eye frame the picture and hide the feet of the palms.
static void tuft(Canvas *c, float x, float y, float size, int n, uint32_t seed, uint32_t hex)
{
    Dice d = {seed};
    cv_begin(c);
    for (int i = 0; i < n; i++) {
        float a = -TAU / 4 + dice(&d, -1.15f, 1.15f), len = size * dice(&d, 0.55f, 1.1f);
        float from = x + dice(&d, -0.35f, 0.35f) * size;
        Point tip = {from + len * sinf(a + TAU / 4), y - len * cosf(a + TAU / 4) + len * 0.12f};
        Point mid = {from + (tip.x - from) * 0.3f, y - len * 0.65f};
        cv_taper(c, (Taper){{from, y + 6}, mid, tip, size * 0.09f, size * 0.07f, 0});
    }
    cv_fill(c, linear(0, y - size, 0, y, hex, 0x1d1838ff));
}

static void dunes(Canvas *c)
{
    static const Point left[] = {{-40, 470}, {60, 474}, {150, 502}, {240, 548}, {100, 600}, {-60, 590}};
    static const Point right[] = {{1000, 462}, {900, 478}, {820, 508}, {735, 550}, {880, 600}, {1020, 590}};
    cv_begin(c);
    cv_blob(c, left, 6);
    cv_blob(c, right, 6);
    cv_fill(c, linear(0, 470, 0, H, 0x4a2c56ff, 0x1d1838ff));
    cv_inner(c, flat(0xff9a6a80), 0, 3, 2.5f);
}

static void birds(Canvas *c)
{
    static const Point at[] = {{428, 150}, {462, 136}, {486, 158}, {700, 112}, {724, 124}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        float x = at[i].x, y = at[i].y, s = 8 - (float)(i % 3);
        cv_begin(c);
        cv_taper(c, (Taper){{x, y}, {x - s * 0.6f, y - s * 0.8f}, {x - s * 1.5f, y - s * 0.1f}, 1.8f, 1.4f, 0.1f});
        cv_taper(c, (Taper){{x, y}, {x + s * 0.6f, y - s * 0.8f}, {x + s * 1.5f, y - s * 0.1f}, 1.8f, 1.4f, 0.1f});
        cv_fill(c, flat(0x4a2f6ac0));
    }
}

static void frame(Canvas *c)
{
    static const Palm palms[] = {
        {{196, 530}, {150, 400}, {214, 262}, 9, 92, 21, 0x4a2c5cff, 0x7a4470ff, 0xff9c70ff, 1},
        {{760, 540}, {806, 420}, {776, 300}, 8, 78, 90, 0x4a2c5cff, 0x7a4470ff, 0xff9c70ff, -1},
        {{70, 540}, {10, 330}, {120, 128}, 19, 190, 3, 0x1f1a3eff, 0x43284fff, 0xf5836aff, 1},
        {{868, 545}, {965, 380}, {862, 176}, 17, 176, 58, 0x1f1a3eff, 0x43284fff, 0xf5836aff, -1},
    };
    palm_tree(c, &palms[0]);
    palm_tree(c, &palms[1]);
    dunes(c);
    palm_tree(c, &palms[2]);
    palm_tree(c, &palms[3]);
    tuft(c, 20, 530, 90, 26, 1, 0x3a2650ff);
    tuft(c, 120, 540, 60, 20, 2, 0x4a2c56ff);
    tuft(c, 205, 545, 38, 14, 3, 0x4a2c56ff);
    tuft(c, 930, 530, 92, 26, 4, 0x3a2650ff);
    tuft(c, 836, 542, 58, 20, 5, 0x4a2c56ff);
    tuft(c, 762, 546, 34, 12, 6, 0x4a2c56ff);
}

int main(int argc, char **argv)
{
    Canvas *c = cv_new(W, H);
    sky(c);
    cloud(c, 700, 214, 190, 4);
    cloud(c, 420, 238, 120, 9);
    cloud(c, 250, 160, 170, 15);
    cloud(c, 560, 92, 150, 23);
    birds(c);
    island(c);
    sea(c);
    ripples(c);
    beach(c);
    starfish(c, 610, 520, 11, 0.4f);
    frame(c);
    return cv_done(c, argc > 1 ? argv[1] : ".", "background.png", 0) ? 0 : 1;
}
