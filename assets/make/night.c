// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pictures of the demo `comets`: a night sky, comets, sparks and the moon.
#include "palm.h"

#include <math.h>

enum { W = 960, H = 540 };

// ---- the sky -----------------------------------------------------------------------------------------------------

// Returns how near a point is to the middle of the milky way, 0 to 1. The milky way crosses the sky from the lower
// left to the upper right.
static float band(float x, float y, float width)
{
    float along = (x * 0.84f - y * 0.54f) / 420;
    float across = (x * 0.54f + y * 0.84f - 470) / width + 0.35f * sinf(along * 1.3f);
    return expf(-across * across);
}

static Rgba milk(const void *data, float x, float y)
{
    (void)data;
    float near = band(x, y, 120);
    float veil = clouds(x / 150, y / 150, 4, 7), dust = clouds(x / 95 + 9, y / 95, 4, 21);
    float light = near * ease(0.28f, 0.8f, veil);
    // A dark lane of dust is in the middle of the milky way.
    light *= 1 - 0.75f * band(x, y, 42) * ease(0.4f, 0.62f, dust);
    Rgba c = mix(rgba(0x5a4fc0ff), rgba(0xe8a8d8ff), clamp01(veil * 1.5f - 0.35f));
    c.a = light * 0.5f;
    return c;
}

static void sky(Canvas *c)
{
    Paint p = linear(0, 0, 0, 500, 0x080a26ff, 0x54869cff);
    p = stop(p, 0.35f, 0x131a4aff);
    p = stop(p, 0.68f, 0x28346fff);
    p = stop(p, 0.88f, 0x3b5f8aff);
    cv_fill_all(c, p);
    cv_fill_all(c, blended(glow(250, 330, 420, 260, 0x6a3fa860), BLEND_SCREEN));
    cv_fill_all(c, blended(glow(760, 110, 400, 260, 0x2f6fc060), BLEND_SCREEN));
    cv_fill_all(c, blended(painted(milk, NULL), BLEND_SCREEN));
}

static uint32_t star_colour(Dice *d)
{
    static const uint32_t colours[] = {0xffffffff, 0xdce8ffff, 0xfff0d8ff, 0xffd8c8ff, 0xc8dcffff};
    return colours[(int)dice(d, 0, 4.99f)];
}

static void small_stars(Canvas *c)
{
    Dice d = {4};
    for (int i = 0; i < 1300; i++) {
        float x = dice(&d, 0, W), y = dice(&d, 0, 470), keep = dice(&d, 0, 1);
        float size = dice(&d, 0.35f, 0.75f);
        uint32_t colour = star_colour(&d);
        if (keep > 0.28f + 0.72f * band(x, y, 100)) {
            continue;
        }
        cv_begin(c);
        cv_circle(c, x, y, size);
        cv_fill(c, faded(flat(colour), dice(&d, 0.3f, 0.9f) * (1 - ease(330, 480, y))));
    }
    for (int i = 0; i < 110; i++) {
        float x = dice(&d, 0, W), y = dice(&d, 0, 430);
        cv_begin(c);
        cv_circle(c, x, y, dice(&d, 0.8f, 1.35f));
        cv_fill(c, faded(flat(star_colour(&d)), 1 - 0.8f * ease(300, 440, y)));
    }
}

static void bright_star(Canvas *c, float x, float y, float size, uint32_t colour)
{
    cv_begin(c);
    cv_circle(c, x, y, size * 9);
    cv_fill(c, blended(faded(glow(x, y, size * 9, size * 9, colour), 0.55f), BLEND_SCREEN));
    cv_begin(c);
    for (int i = 0; i < 4; i++) {
        float k = cosf(TAU / 4 * (float)i), s = sinf(TAU / 4 * (float)i), len = size * 5.5f;
        cv_taper(
            c,
            (Taper){
                {x, y}, {x + k * len / 2, y + s * len / 2}, {x + k * len, y + s * len}, size * 0.8f, size * 0.3f, 0});
    }
    cv_circle(c, x, y, size);
    cv_fill(c, flat(0xffffffff));
}

static void bright_stars(Canvas *c)
{
    static const struct {
        float x, y, size;
        uint32_t hex;
    } at[] = {
        {118, 84, 1.9f, 0x9fc8ffff},  {842, 76, 2.1f, 0xffd0a0ff}, {604, 150, 1.5f, 0xbfd8ffff},
        {300, 210, 1.4f, 0xffc0d8ff}, {420, 60, 1.3f, 0xbfd8ffff}, {708, 262, 1.4f, 0x9fc8ffff},
        {902, 226, 1.5f, 0xbfd8ffff}, {52, 246, 1.2f, 0xffe0b0ff}, {512, 290, 1.1f, 0xbfd8ffff},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        bright_star(c, at[i].x, at[i].y, at[i].size, at[i].hex);
    }
}

// ---- the land ----------------------------------------------------------------------------------------------------

static float ridge(float x, float base, float height, float length, uint32_t seed)
{
    return base - height * clouds(x / length + (float)seed * 3.7f, 0.37f, 4, seed);
}

static void hills(Canvas *c, float base, float height, float length, uint32_t seed, Paint p, uint32_t rim)
{
    cv_begin(c);
    cv_move(c, -40, H + 40);
    for (float x = -40; x <= W + 40; x += 4) {
        cv_line(c, x, ridge(x, base, height, length, seed));
    }
    cv_line(c, W + 40, H + 40);
    cv_fill(c, p);
    cv_inner(c, flat(rim), 0, 2.5f, 2);
}

static void mist(Canvas *c, float y, uint32_t hex)
{
    cv_begin(c);
    cv_rect(c, -60, y, W + 120, 60);
    cv_fill_soft(c, flat(hex), 16);
}

static void grove(Canvas *c)
{
    static const struct {
        float x, tall, lean;
    } at[] = {
        {70, 92, 22}, {104, 66, -14}, {140, 46, 12}, {782, 44, -10}, {826, 74, 14}, {866, 104, -20}, {912, 70, 16},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        float x = at[i].x, y = ridge(x, 548, 70, 210, 91) + 6;
        Palm p = {.foot = {x, y},
                  .bend = {x - at[i].lean * 0.4f, y - at[i].tall * 0.6f},
                  .crown = {x + at[i].lean, y - at[i].tall},
                  .thick = at[i].tall * 0.05f,
                  .reach = at[i].tall * 0.52f,
                  .seed = (uint32_t)i * 13 + 2,
                  .dark = 0x080b20ff,
                  .back = 0x141b3cff,
                  .rim = 0x5f86b0ff,
                  .sun = 1};
        palm_tree(c, &p);
    }
}

// Draws a hut with a lit window.
static void hut(Canvas *c, float x)
{
    float y = ridge(x, 548, 70, 210, 91) + 3;
    cv_begin(c);
    cv_circle(c, x, y - 8, 46);
    cv_fill(c, blended(glow(x, y - 8, 46, 46, 0xffb05a90), BLEND_SCREEN));
    cv_begin(c);
    cv_rect(c, x - 13, y - 15, 26, 18);
    cv_fill(c, flat(0x0c1029ff));
    const Point roof[] = {{x - 20, y - 13}, {x - 3, y - 30}, {x + 3, y - 30}, {x + 20, y - 13}, {x, y - 15}};
    cv_begin(c);
    cv_poly(c, roof, 5);
    cv_fill(c, linear(0, y - 30, 0, y - 13, 0x1c2650ff, 0x0a0e25ff));
    cv_begin(c);
    cv_round(c, x - 7, y - 11, 6, 6, 1);
    cv_round(c, x + 2, y - 11, 5, 14, 1);
    cv_fill(c, linear(0, y - 11, 0, y, 0xffe6a0ff, 0xff9a4aff));
}

static bool night(const char *folder)
{
    Canvas *c = cv_new(W, H);
    sky(c);
    small_stars(c);
    bright_stars(c);
    hills(c, 520, 130, 260, 17, linear(0, 400, 0, 520, 0x2c4472ff, 0x4a7490ff), 0x8fc0d050);
    mist(c, 500, 0x6fa0b060);
    hills(c, 545, 110, 240, 40, linear(0, 440, 0, 540, 0x182750ff, 0x2c4a70ff), 0x6f9cc060);
    mist(c, 520, 0x4f7c9a60);
    hills(c, 548, 70, 210, 91, linear(0, 490, 0, 540, 0x0b1028ff, 0x05081aff), 0x4f74a070);
    hut(c, 690);
    grove(c);
    return cv_done(c, folder, "night.png", 0);
}

// ---- the sprites -------------------------------------------------------------------------------------------------

static void tail(Canvas *c, float wide, float len, Paint p, float blur)
{
    const float x = 79, y = 20;
    cv_begin(c);
    cv_taper(c, (Taper){{x, y}, {x - len / 2, y}, {x - len, y}, wide, wide * 0.42f, 0});
    cv_fill_soft(c, p, blur);
}

static bool comet(const char *folder)
{
    Canvas *c = cv_new(96, 40);
    tail(c, 21, 70, linear(8, 0, 80, 0, 0x7a5cff00, 0x5ac8ffb0), 1.9f);
    tail(c, 15, 72, stop(linear(5, 0, 80, 0, 0x9a7cff00, 0xc8f4ffff), 0.5f, 0x6fb8ffa0), 1.2f);
    cv_begin(c);
    Dice d = {6};
    for (int i = 0; i < 9; i++) {
        float y = 20 + dice(&d, -6, 6), len = dice(&d, 26, 58);
        cv_taper(c, (Taper){{78, y}, {60, y}, {78 - len, 20 + (y - 20) * 1.15f}, 1.8f, 1.2f, 0});
    }
    cv_fill(c, linear(20, 0, 78, 0, 0xbfe8ff00, 0xffffffc0));
    cv_begin(c);
    cv_circle(c, 79, 20, 15);
    cv_fill(c, glow(79, 20, 15, 15, 0xa8ecffff));
    cv_begin(c);
    cv_circle(c, 79, 20, 9);
    cv_fill_soft(c, radial(81, 20, 9, 9, 0xffffffff, 0xbff2ffff), 0.8f);
    cv_begin(c);
    cv_circle(c, 80, 20, 6.5f);
    cv_fill_soft(c, flat(0xffffffff), 1);
    return cv_done(c, folder, "comet.png", 0);
}

static bool spark(const char *folder)
{
    Canvas *c = cv_new(16, 16);
    cv_begin(c);
    cv_circle(c, 8, 8, 7);
    cv_fill(c, glow(8, 8, 7, 7, 0xffffffff));
    cv_fill(c, glow(8, 8, 7, 7, 0xffffffc0));
    cv_begin(c);
    cv_circle(c, 8, 8, 1.8f);
    cv_fill_soft(c, flat(0xffffffff), 0.7f);
    return cv_done(c, folder, "spark.png", 0);
}

static void crater(Canvas *c, float x, float y, float r)
{
    cv_begin(c);
    cv_ellipse(c, x, y, r, r * 0.95f);
    cv_outline_soft(c, flat(0xfffbe8c0), 1.2f, 0.5f);
    cv_fill(c, linear(x - r, y - r, x + r, y + r, 0xb7a8b4ff, 0xe6d8c8ff));
    cv_inner(c, flat(0x6f5f86c0), r * 0.22f, r * 0.26f, r * 0.2f);
}

static bool moon(const char *folder)
{
    static const Point sea_a[] = {{26, 30}, {44, 22}, {60, 30}, {56, 44}, {40, 42}, {28, 44}};
    static const Point sea_b[] = {{52, 58}, {70, 52}, {80, 60}, {72, 74}, {56, 72}};
    static const struct {
        float x, y, r;
    } at[] = {{34, 62, 9}, {62, 30, 6.5f}, {28, 38, 5}, {54, 78, 5.5f}, {72, 54, 4.5f}, {46, 20, 3.4f},
              {50, 50, 3}, {18, 52, 3},    {66, 68, 3}, {40, 80, 2.6f}, {76, 38, 2.6f}};
    Canvas *c = cv_new(96, 96);
    cv_begin(c);
    cv_circle(c, 48, 48, 44.5f);
    cv_fill(c, radial(36, 34, 66, 66, 0xfff8e0ff, 0xd8c2b8ff));
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_blob(c, sea_a, 6);
    cv_blob(c, sea_b, 5);
    cv_fill_soft(c, flat(0xb8a6b890), 2.5f);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        crater(c, at[i].x, at[i].y, at[i].r);
    }
    cv_pop(c);
    cv_begin(c);
    cv_circle(c, 48, 48, 44.5f);
    cv_inner(c, flat(0x2c2468f0), -17, -18, 13);
    cv_inner(c, flat(0xffffffc0), 2, 2.5f, 2);
    return cv_done(c, folder, "moon.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return night(folder) && comet(folder) && spark(folder) && moon(folder) ? 0 : 1;
}
