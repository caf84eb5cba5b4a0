// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "canvas.h"

#include <math.h>

// Number of straight pieces of a curve; more would not be visible, because the pictures are small.
enum { PIECES = 24 };

static void put(Canvas *c, float x, float y)
{
    Affine m = c->state[c->depth].m;
    path_add(&c->path, m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f);
    c->pen = (Point){x, y};
}

void cv_begin(Canvas *c)
{
    path_clear(&c->path);
}

void cv_close(Canvas *c)
{
    path_close(&c->path);
}

void cv_move(Canvas *c, float x, float y)
{
    cv_close(c);
    put(c, x, y);
}

void cv_line(Canvas *c, float x, float y)
{
    put(c, x, y);
}

Point quad_at(Point a, Point b, Point c, float t)
{
    float s = 1 - t;
    return (Point){s * s * a.x + 2 * s * t * b.x + t * t * c.x, s * s * a.y + 2 * s * t * b.y + t * t * c.y};
}

void cv_quad(Canvas *c, float cx, float cy, float x, float y)
{
    Point a = c->pen;
    for (int i = 1; i <= PIECES; i++) {
        Point p = quad_at(a, (Point){cx, cy}, (Point){x, y}, (float)i / PIECES);
        put(c, p.x, p.y);
    }
}

void cv_cubic(Canvas *c, float ax, float ay, float bx, float by, float x, float y)
{
    Point s = c->pen;
    for (int i = 1; i <= PIECES; i++) {
        float t = (float)i / PIECES;
        Point p = quad_at(s, (Point){ax, ay}, (Point){bx, by}, t);
        Point q = quad_at((Point){ax, ay}, (Point){bx, by}, (Point){x, y}, t);
        put(c, p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t);
    }
}

void cv_ellipse(Canvas *c, float x, float y, float rx, float ry)
{
    int n = 24 + (int)((rx + ry) * 0.5f);
    cv_close(c);
    for (int i = 0; i < n; i++) {
        float angle = TAU * (float)i / (float)n;
        put(c, x + rx * cosf(angle), y + ry * sinf(angle));
    }
    cv_close(c);
}

void cv_circle(Canvas *c, float x, float y, float r)
{
    cv_ellipse(c, x, y, r, r);
}

void cv_rect(Canvas *c, float x, float y, float w, float h)
{
    cv_move(c, x, y);
    put(c, x + w, y);
    put(c, x + w, y + h);
    put(c, x, y + h);
    cv_close(c);
}

void cv_round(Canvas *c, float x, float y, float w, float h, float r)
{
    cv_close(c);
    for (int corner = 0; corner < 4; corner++) {
        float cx = corner == 0 || corner == 3 ? x + w - r : x + r;
        float cy = corner < 2 ? y + h - r : y + r;
        for (int i = 0; i <= 10; i++) {
            float angle = ((float)corner + (float)i / 10) * TAU / 4;
            put(c, cx + r * cosf(angle), cy + r * sinf(angle));
        }
    }
    cv_close(c);
}

void cv_poly(Canvas *c, const Point *p, int n)
{
    cv_close(c);
    for (int i = 0; i < n; i++) {
        put(c, p[i].x, p[i].y);
    }
    cv_close(c);
}

void cv_blob(Canvas *c, const Point *p, int n)
{
    cv_move(c, p[0].x, p[0].y);
    for (int i = 0; i < n; i++) {
        Point before = p[(i + n - 1) % n], a = p[i], b = p[(i + 1) % n], after = p[(i + 2) % n];
        cv_cubic(c, a.x + (b.x - before.x) / 6, a.y + (b.y - before.y) / 6, b.x - (after.x - a.x) / 6,
                 b.y - (after.y - a.y) / 6, b.x, b.y);
    }
    cv_close(c);
}

void cv_star(Canvas *c, float x, float y, float outer, float inner, int points)
{
    cv_close(c);
    for (int i = 0; i < points * 2; i++) {
        float angle = -TAU / 4 + PI * (float)i / (float)points;
        float r = i % 2 ? inner : outer;
        put(c, x + r * cosf(angle), y + r * sinf(angle));
    }
    cv_close(c);
}

static void side(Canvas *c, const Taper *t, float at, float sign)
{
    float dx = 2 * ((1 - at) * (t->b.x - t->a.x) + at * (t->c.x - t->b.x));
    float dy = 2 * ((1 - at) * (t->b.y - t->a.y) + at * (t->c.y - t->b.y));
    float len = fmaxf(sqrtf(dx * dx + dy * dy), 1e-5f);
    // At the middle, the width is exactly `wb`: a quadratic curve with `wb` as control would not reach it.
    float s = 1 - at;
    float wide = s * s * t->wa + 2 * s * at * (2 * t->wb - (t->wa + t->wc) / 2) + at * at * t->wc;
    Point p = quad_at(t->a, t->b, t->c, at);
    float half = sign * fmaxf(wide, 0) * 0.5f / len;
    put(c, p.x - dy * half, p.y + dx * half);
}

void cv_taper(Canvas *c, Taper t)
{
    cv_close(c);
    for (int i = 0; i <= PIECES; i++) {
        side(c, &t, (float)i / PIECES, 1);
    }
    for (int i = PIECES; i >= 0; i--) {
        side(c, &t, (float)i / PIECES, -1);
    }
    cv_close(c);
    if (t.wa > 0.5f) {
        cv_circle(c, t.a.x, t.a.y, t.wa / 2);
    }
    if (t.wc > 0.5f) {
        cv_circle(c, t.c.x, t.c.y, t.wc / 2);
    }
}

void cv_strip(Canvas *c, const Point *p, int n, float width)
{
    for (int i = 0; i < n; i++) {
        cv_circle(c, p[i].x, p[i].y, width / 2);
        if (i + 1 < n) {
            Point mid = {(p[i].x + p[i + 1].x) / 2, (p[i].y + p[i + 1].y) / 2};
            cv_taper(c, (Taper){p[i], mid, p[i + 1], width, width, width});
        }
    }
}
