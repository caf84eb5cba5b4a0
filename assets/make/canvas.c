// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Canvas *cv_new(int w, int h)
{
    Canvas *c = need(calloc(1, sizeof *c));
    c->w = w;
    c->h = h;
    c->px = need(calloc((size_t)w * (size_t)h * 4, sizeof *c->px));
    c->state[0].m = (Affine){1, 0, 0, 1, 0, 0};
    return c;
}

void cv_free(Canvas *c)
{
    while (c->depth > 0) {
        cv_pop(c);
    }
    mask_free(&c->state[0].clip);
    path_free(&c->path);
    free(c->px);
    free(c);
}

bool cv_done(Canvas *c, const char *folder, const char *name, float dither)
{
    bool ok = cv_write(c, folder, name, dither);
    cv_free(c);
    return ok;
}

// ---- state -------------------------------------------------------------------------------------------------------

void cv_push(Canvas *c)
{
    if (c->depth + 1 == MAX_STATES) {
        fprintf(stderr, "cv_push: too deep\n");
        exit(1);
    }
    State *from = &c->state[c->depth++];
    c->state[c->depth].m = from->m;
    c->state[c->depth].clip = mask_copy(&from->clip);
}

void cv_pop(Canvas *c)
{
    mask_free(&c->state[c->depth].clip);
    c->depth--;
}

static void transform(Canvas *c, Affine n)
{
    Affine *m = &c->state[c->depth].m;
    *m = (Affine){m->a * n.a + m->c * n.b, m->b * n.a + m->d * n.b,        m->a * n.c + m->c * n.d,
                  m->b * n.c + m->d * n.d, m->a * n.e + m->c * n.f + m->e, m->b * n.e + m->d * n.f + m->f};
}

void cv_move_by(Canvas *c, float x, float y)
{
    transform(c, (Affine){1, 0, 0, 1, x, y});
}

void cv_turn(Canvas *c, float angle)
{
    float s = sinf(angle), k = cosf(angle);
    transform(c, (Affine){k, s, -s, k, 0, 0});
}

void cv_scale(Canvas *c, float x, float y)
{
    transform(c, (Affine){x, 0, 0, y, 0, 0});
}

static Affine inverse(Affine m)
{
    float det = m.a * m.d - m.b * m.c;
    return (Affine){
        m.d / det, -m.b / det, -m.c / det, m.a / det, (m.c * m.f - m.d * m.e) / det, (m.b * m.e - m.a * m.f) / det};
}

// ---- painting through a mask -------------------------------------------------------------------------------------

/*
 * Blends shading into a shape that is already drawn. Shading and shape cover the same part of an edge pixel, so the
 * greater alpha counts. The alphas of two independent shapes would be combined.
 */
static void blend_within(float *d, Rgba s, float cover)
{
    float a = s.a * cover;
    float alpha = fmaxf(d[3], a);
    float t = a / alpha, keep = d[3] > 0 ? (1 - t) * alpha / d[3] : 0;
    d[0] = d[0] * keep + s.r * t * alpha;
    d[1] = d[1] * keep + s.g * t * alpha;
    d[2] = d[2] * keep + s.b * t * alpha;
    d[3] = alpha;
}

static void blend_pixel(float *d, Rgba s, float cover, Blend blend)
{
    float a = s.a * cover;
    float rgb[3] = {s.r, s.g, s.b};
    for (int i = 0; i < 3; i++) {
        float src = rgb[i] * a;
        switch (blend) {
        case BLEND_ADD: d[i] = fminf(d[i] + src * d[3], d[3]); break;
        case BLEND_SCREEN: d[i] += src * (d[3] - d[i]); break;
        case BLEND_MULTIPLY: d[i] = d[i] * (1 - a) + src * d[i]; break;
        default: d[i] = src + d[i] * (1 - a); break;
        }
    }
    if (blend == BLEND_NORMAL) {
        d[3] = a + d[3] * (1 - a);
    }
}

static void paint_mask(Canvas *c, const Mask *m, const Paint *p, bool within)
{
    const State *s = &c->state[c->depth];
    within = (within || s->clip.a != NULL) && p->blend == BLEND_NORMAL;
    Affine inv = inverse(s->m);
    int x0 = m->x < 0 ? 0 : m->x, x1 = m->x + m->w > c->w ? c->w : m->x + m->w;
    int y0 = m->y < 0 ? 0 : m->y, y1 = m->y + m->h > c->h ? c->h : m->y + m->h;
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            float cover = mask_get(m, x, y);
            if (s->clip.a != NULL) {
                cover *= mask_get(&s->clip, x, y);
            }
            if (cover <= 0.0005f) {
                continue;
            }
            float px = (float)x + 0.5f, py = (float)y + 0.5f;
            Rgba colour = paint_at(p, inv.a * px + inv.c * py + inv.e, inv.b * px + inv.d * py + inv.f);
            float *pixel = c->px + ((size_t)y * (size_t)c->w + (size_t)x) * 4;
            if (within && colour.a > 0) {
                blend_within(pixel, colour, fminf(cover, 1));
            } else {
                blend_pixel(pixel, colour, fminf(cover, 1), p->blend);
            }
        }
    }
}

// Returns the scale of the current transform. Lengths such as blurs are multiplied with the scale, as coordinates are.
static float scale_of(const Canvas *c)
{
    Affine m = c->state[c->depth].m;
    return sqrtf(fabsf(m.a * m.d - m.b * m.c));
}

static Mask soft_mask(Canvas *c, const Path *p, float blur)
{
    float sigma = blur * scale_of(c);
    Mask m = mask_make(p, c->w, c->h, sigma * 2.7f + 2);
    mask_blur(&m, sigma);
    return m;
}

void cv_fill_soft(Canvas *c, Paint p, float blur)
{
    cv_close(c);
    Mask m = soft_mask(c, &c->path, blur);
    paint_mask(c, &m, &p, false);
    mask_free(&m);
}

void cv_fill(Canvas *c, Paint p)
{
    cv_fill_soft(c, p, 0);
}

void cv_shadow(Canvas *c, Paint p, float dx, float dy, float blur)
{
    cv_close(c);
    Mask m = soft_mask(c, &c->path, blur);
    float k = scale_of(c);
    m.x += (int)lroundf(dx * k);
    m.y += (int)lroundf(dy * k);
    paint_mask(c, &m, &p, false);
    mask_free(&m);
}

// Reads a blurred mask between its pixels, for offsets that are not whole numbers.
static float between(const Mask *m, float x, float y)
{
    int i = (int)floorf(x), k = (int)floorf(y);
    float u = x - (float)i, v = y - (float)k;
    float top = mask_get(m, i, k) * (1 - u) + mask_get(m, i + 1, k) * u;
    float low = mask_get(m, i, k + 1) * (1 - u) + mask_get(m, i + 1, k + 1) * u;
    return top * (1 - v) + low * v;
}

void cv_inner(Canvas *c, Paint p, float dx, float dy, float blur)
{
    cv_close(c);
    Mask hard = soft_mask(c, &c->path, 0);
    Mask soft = soft_mask(c, &c->path, blur);
    float k = scale_of(c);
    for (int y = 0; y < hard.h; y++) {
        for (int x = 0; x < hard.w; x++) {
            float hole = between(&soft, (float)(x + hard.x) - dx * k, (float)(y + hard.y) - dy * k);
            hard.a[(size_t)y * (size_t)hard.w + (size_t)x] *= clamp01(1 - hole);
        }
    }
    paint_mask(c, &hard, &p, true);
    mask_free(&soft);
    mask_free(&hard);
}

void cv_clip(Canvas *c)
{
    cv_close(c);
    Mask m = soft_mask(c, &c->path, 0);
    Mask *old = &c->state[c->depth].clip;
    if (old->a != NULL) {
        for (int y = 0; y < m.h; y++) {
            for (int x = 0; x < m.w; x++) {
                m.a[(size_t)y * (size_t)m.w + (size_t)x] *= mask_get(old, x + m.x, y + m.y);
            }
        }
        mask_free(old);
    }
    *old = m;
}

void cv_fill_all(Canvas *c, Paint p)
{
    Path whole = {0};
    float w = (float)c->w, h = (float)c->h;
    path_add(&whole, 0, 0);
    path_add(&whole, w, 0);
    path_add(&whole, w, h);
    path_add(&whole, 0, h);
    path_close(&whole);
    Mask m = mask_make(&whole, c->w, c->h, 0);
    paint_mask(c, &m, &p, false);
    mask_free(&m);
    path_free(&whole);
}

// ---- outlines ----------------------------------------------------------------------------------------------------

static void add_disc(Path *to, Point at, float r)
{
    int n = 8 + (int)(r * 2);
    for (int i = 0; i < n; i++) {
        float angle = TAU * (float)i / (float)n;
        path_add(to, at.x + r * cosf(angle), at.y + r * sinf(angle));
    }
    path_close(to);
}

static void add_bar(Path *to, Point a, Point b, float r)
{
    float dx = b.x - a.x, dy = b.y - a.y;
    float len = sqrtf(dx * dx + dy * dy);
    if (len < 1e-4f) {
        return;
    }
    dx *= r / len;
    dy *= r / len;
    path_add(to, a.x - dy, a.y + dx);
    path_add(to, b.x - dy, b.y + dx);
    path_add(to, b.x + dy, b.y - dx);
    path_add(to, a.x + dy, a.y - dx);
    path_close(to);
}

void cv_outline_soft(Canvas *c, Paint p, float width, float blur)
{
    cv_close(c);
    Path edge = {0};
    float r = width * 0.5f * scale_of(c);
    size_t start = 0;
    for (size_t k = 0; k < c->path.contours; k++) {
        size_t end = c->path.ends[k];
        for (size_t i = start; i < end; i++) {
            Point a = c->path.pts[i], b = c->path.pts[i + 1 == end ? start : i + 1];
            add_disc(&edge, a, r);
            add_bar(&edge, a, b, r);
        }
        start = end;
    }
    Mask m = soft_mask(c, &edge, blur);
    paint_mask(c, &m, &p, false);
    mask_free(&m);
    path_free(&edge);
}

void cv_outline(Canvas *c, Paint p, float width)
{
    cv_outline_soft(c, p, width, 0);
}
