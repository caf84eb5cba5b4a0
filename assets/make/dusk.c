// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The background of the demo `tree`: dusk, with orbits round an unseen centre.
#include "canvas.h"

#include <math.h>

enum { W = 960, H = 540 };

static const Point centre = {480, 270};

static void air(Canvas *c)
{
    Paint p = linear(60, -60, 900, 600, 0x1f8a8aff, 0x2a1450ff);
    p = stop(p, 0.3f, 0x23648aff);
    p = stop(p, 0.55f, 0x443a86ff);
    p = stop(p, 0.8f, 0x5a2a78ff);
    cv_fill_all(c, p);
    cv_fill_all(c, blended(glow(130, 60, 560, 420, 0x4fe0c070), BLEND_SCREEN));
    cv_fill_all(c, blended(glow(840, 470, 460, 340, 0xe85a9a80), BLEND_SCREEN));
    cv_fill_all(c, blended(glow(centre.x, centre.y, 420, 360, 0x7fb0ff50), BLEND_SCREEN));
}

static void discs(Canvas *c)
{
    static const struct {
        float x, y, r;
        uint32_t hex;
    } at[] = {
        {480, 270, 440, 0xffffff0a}, {480, 270, 330, 0xffffff0c}, {480, 270, 220, 0xffffff0e},
        {480, 270, 118, 0xffffff12}, {96, 470, 190, 0x7fffe010},  {890, 80, 210, 0xffb0e010},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        cv_begin(c);
        cv_circle(c, at[i].x, at[i].y, at[i].r);
        cv_fill(c, linear(at[i].x, at[i].y - at[i].r, at[i].x, at[i].y + at[i].r, at[i].hex, at[i].hex & 0xffffff00));
        cv_inner(c, flat(0xffffff14), 1, 2, 14);
    }
}

typedef struct Sweep {
    Point at;
    float from, span;
    Rgba colour;
} Sweep;

// An arc fades in and out, so that the circles stay airy.
static Rgba sweep_at(const void *data, float x, float y)
{
    const Sweep *s = data;
    float turn = (atan2f(y - s->at.y, x - s->at.x) - s->from) / TAU;
    float t = (turn - floorf(turn)) * TAU / s->span;
    Rgba c = s->colour;
    c.a *= t < 1 ? sinf(PI * t) : 0;
    return c;
}

static void orbit(Canvas *c, Point at, float r, float from, float span, float width, uint32_t hex)
{
    Point p[241];
    for (int i = 0; i <= 240; i++) {
        float a = from + span * (float)i / 240;
        p[i] = (Point){at.x + r * cosf(a), at.y + r * sinf(a)};
    }
    const Sweep s = {at, from, span, rgba(hex)};
    cv_begin(c);
    cv_strip(c, p, 241, width);
    cv_fill(c, painted(sweep_at, &s));
}

static void planet(Canvas *c, float r, float angle, float size, uint32_t hex)
{
    float x = centre.x + r * cosf(angle), y = centre.y + r * sinf(angle);
    cv_begin(c);
    cv_circle(c, x, y, size * 4);
    cv_fill(c, blended(faded(glow(x, y, size * 4, size * 4, hex), 0.6f), BLEND_SCREEN));
    cv_begin(c);
    cv_circle(c, x, y, size);
    cv_fill(c, radial(x - size * 0.4f, y - size * 0.4f, size * 1.6f, size * 1.6f, 0xffffffff, hex));
}

static void orbits(Canvas *c)
{
    orbit(c, centre, 118, -2.9f, 5.0f, 1.4f, 0xffffff70);
    orbit(c, centre, 220, -0.4f, 4.6f, 1.4f, 0xbff8f070);
    orbit(c, centre, 330, 1.9f, 4.4f, 1.3f, 0xffffff58);
    orbit(c, centre, 440, -1.2f, 3.8f, 1.3f, 0xffc8f050);
    orbit(c, (Point){96, 470}, 190, -2.2f, 3.4f, 1.2f, 0xbff8f048);
    orbit(c, (Point){890, 80}, 210, 1.2f, 3.2f, 1.2f, 0xffc8f048);
    planet(c, 220, 2.5f, 4, 0x7fe8d0ff);
    planet(c, 330, -0.55f, 5.5f, 0xff9ac8ff);
    planet(c, 440, 2.86f, 4.5f, 0xffd890ff);
    planet(c, 440, 0.25f, 3, 0xa8c8ffff);
    planet(c, 118, -0.4f, 2.5f, 0xffffffff);
}

static void stars(Canvas *c)
{
    Dice d = {33};
    cv_begin(c);
    for (int i = 0; i < 130; i++) {
        float x = dice(&d, 0, W), y = dice(&d, 0, H), r = dice(&d, 0.4f, 1.2f);
        cv_circle(c, x, y, r);
    }
    cv_fill(c, linear(0, 0, W, H, 0xe0fff8a0, 0xffe0f4a0));
    for (int i = 0; i < 9; i++) {
        float x = dice(&d, 30, W - 30), y = dice(&d, 20, H - 20), size = dice(&d, 4, 7.5f);
        cv_begin(c);
        cv_circle(c, x, y, size * 2.5f);
        cv_fill(c, faded(glow(x, y, size * 2.5f, size * 2.5f, 0xffffffff), 0.35f));
        cv_begin(c);
        cv_star(c, x, y, size, size * 0.16f, 4);
        cv_fill(c, flat(0xffffffe0));
    }
}

int main(int argc, char **argv)
{
    Canvas *c = cv_new(W, H);
    air(c);
    discs(c);
    orbits(c);
    stars(c);
    return cv_done(c, argc > 1 ? argv[1] : ".", "dusk.png", 0.6f) ? 0 : 1;
}
