// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "canvas.h"

#include <math.h>

float clamp01(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

float ease(float low, float high, float x)
{
    float t = clamp01((x - low) / (high - low));
    return t * t * (3 - 2 * t);
}

Rgba rgba(uint32_t hex)
{
    return (Rgba){(float)(hex >> 24) / 255, (float)(hex >> 16 & 255) / 255, (float)(hex >> 8 & 255) / 255,
                  (float)(hex & 255) / 255};
}

Rgba mix(Rgba a, Rgba b, float t)
{
    return (Rgba){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

// ---- Oklab: a colour space in which a mix of two colours looks like what lies between them --------------------

static float to_light(float v)
{
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static float from_light(float v)
{
    v = clamp01(v);
    return v <= 0.0031308f ? v * 12.92f : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
}

static Rgba to_lab(Rgba c)
{
    float r = to_light(c.r), g = to_light(c.g), b = to_light(c.b);
    float l = cbrtf(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    float m = cbrtf(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    float s = cbrtf(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return (Rgba){0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
                  1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
                  0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s, c.a};
}

static Rgba from_lab(Rgba c)
{
    float l = c.r + 0.3963377774f * c.g + 0.2158037573f * c.b;
    float m = c.r - 0.1055613458f * c.g - 0.0638541728f * c.b;
    float s = c.r - 0.0894841775f * c.g - 1.2914855480f * c.b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (Rgba){from_light(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
                  from_light(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
                  from_light(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s), c.a};
}

// ---- paints ------------------------------------------------------------------------------------------------------

static Paint blank(void)
{
    Paint p = {0};
    p.alpha = 1;
    return p;
}

Paint flat(uint32_t hex)
{
    Paint p = blank();
    p.kind = PAINT_FLAT;
    p.lab[0] = rgba(hex);
    return p;
}

Paint stop(Paint p, float at, uint32_t hex)
{
    if (p.stops == MAX_STOPS) {
        return p;
    }
    int i = p.stops++;
    while (i > 0 && p.at[i - 1] > at) {
        p.at[i] = p.at[i - 1];
        p.lab[i] = p.lab[i - 1];
        i--;
    }
    p.at[i] = at;
    p.lab[i] = to_lab(rgba(hex));
    return p;
}

Paint linear(float x0, float y0, float x1, float y1, uint32_t from, uint32_t to)
{
    Paint p = blank();
    p.kind = PAINT_LINEAR;
    p.x0 = x0;
    p.y0 = y0;
    p.x1 = x1;
    p.y1 = y1;
    return stop(stop(p, 0, from), 1, to);
}

Paint radial(float x, float y, float rx, float ry, uint32_t centre, uint32_t edge)
{
    Paint p = linear(x, y, rx, ry, centre, edge);
    p.kind = PAINT_RADIAL;
    return p;
}

Paint glow(float x, float y, float rx, float ry, uint32_t hex)
{
    Paint p = flat(hex);
    p.kind = PAINT_GLOW;
    p.x0 = x;
    p.y0 = y;
    p.x1 = rx;
    p.y1 = ry;
    return p;
}

Paint painted(PaintFn call, const void *data)
{
    Paint p = blank();
    p.kind = PAINT_CALL;
    p.call = call;
    p.data = data;
    return p;
}

Paint blended(Paint p, Blend blend)
{
    p.blend = blend;
    return p;
}

Paint faded(Paint p, float alpha)
{
    p.alpha *= alpha;
    return p;
}

static Rgba ramp(const Paint *p, float t)
{
    int last = p->stops - 1;
    if (t <= p->at[0]) {
        return from_lab(p->lab[0]);
    }
    if (t >= p->at[last]) {
        return from_lab(p->lab[last]);
    }
    int i = 1;
    while (p->at[i] < t) {
        i++;
    }
    float span = fmaxf(p->at[i] - p->at[i - 1], 1e-6f);
    return from_lab(mix(p->lab[i - 1], p->lab[i], (t - p->at[i - 1]) / span));
}

static Rgba colour_at(const Paint *p, float x, float y)
{
    float u = (x - p->x0) / p->x1, v = (y - p->y0) / p->y1;
    switch (p->kind) {
    case PAINT_LINEAR: {
        float dx = p->x1 - p->x0, dy = p->y1 - p->y0;
        return ramp(p, ((x - p->x0) * dx + (y - p->y0) * dy) / (dx * dx + dy * dy));
    }
    case PAINT_RADIAL: return ramp(p, sqrtf(u * u + v * v));
    case PAINT_GLOW: {
        float fall = fmaxf(0, 1 - sqrtf(u * u + v * v));
        Rgba c = p->lab[0];
        c.a *= fall * fall * (3 - 2 * fall) * fall;
        return c;
    }
    case PAINT_CALL: return p->call(p->data, x, y);
    default: return p->lab[0];
    }
}

Rgba paint_at(const Paint *p, float x, float y)
{
    Rgba c = colour_at(p, x, y);
    c.a *= p->alpha;
    return c;
}

// ---- chance ------------------------------------------------------------------------------------------------------

static uint32_t scramble(uint32_t v)
{
    v ^= v >> 16;
    v *= 0x7feb352dU;
    v ^= v >> 15;
    v *= 0x846ca68bU;
    return v ^ v >> 16;
}

float dice(Dice *d, float low, float high)
{
    d->s += 0x9e3779b9U;
    return low + (high - low) * (float)(scramble(d->s) >> 8) / 16777216.0f;
}

static float lattice(int x, int y, uint32_t seed)
{
    return (float)(scramble((uint32_t)x * 0x27d4eb2dU ^ scramble((uint32_t)y + seed * 0x165667b1U)) >> 8) / 16777216.0f;
}

float noise(float x, float y, uint32_t seed)
{
    int i = (int)floorf(x), k = (int)floorf(y);
    float u = ease(0, 1, x - (float)i), v = ease(0, 1, y - (float)k);
    float top = lattice(i, k, seed) * (1 - u) + lattice(i + 1, k, seed) * u;
    float low = lattice(i, k + 1, seed) * (1 - u) + lattice(i + 1, k + 1, seed) * u;
    return top * (1 - v) + low * v;
}

float clouds(float x, float y, int octaves, uint32_t seed)
{
    float sum = 0, weight = 0.5f, total = 0;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise(x, y, seed + (uint32_t)i);
        total += weight;
        weight *= 0.5f;
        // Each octave is scaled by 2 and turned, so that the grid of the noise is not visible.
        float t = x * 1.6f - y * 1.2f;
        y = x * 1.2f + y * 1.6f;
        x = t;
    }
    return sum / total;
}
