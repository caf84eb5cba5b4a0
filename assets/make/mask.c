// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Number of sample lines in each row of pixels. Along a line, the coverage is exact.
enum { SUB = 8 };

typedef struct Crossing {
    int row;
    float x;
    int dir;
} Crossing;

typedef struct Crossings {
    Crossing *at;
    size_t count, room;
} Crossings;

void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

// ---- paths -------------------------------------------------------------------------------------------------------

void path_clear(Path *p)
{
    p->count = 0;
    p->contours = 0;
}

void path_free(Path *p)
{
    free(p->pts);
    free(p->ends);
    *p = (Path){0};
}

void path_add(Path *p, float x, float y)
{
    if (p->count == p->room) {
        p->room = p->room ? p->room * 2 : 64;
        p->pts = need(realloc(p->pts, p->room * sizeof *p->pts));
    }
    p->pts[p->count++] = (Point){x, y};
}

static float signed_area(const Point *p, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = (i + 1) % n;
        sum += p[i].x * p[k].y - p[k].x * p[i].y;
    }
    return sum;
}

// Closes the open contour, and makes it run in the same direction as all others, so that the nonzero rule unites
// overlapping contours.
void path_close(Path *p)
{
    size_t start = p->contours ? p->ends[p->contours - 1] : 0;
    size_t n = p->count - start;
    if (n < 3) {
        p->count = start;
        return;
    }
    Point *q = p->pts + start;
    if (signed_area(q, n) < 0) {
        for (size_t i = 0; i < n / 2; i++) {
            Point t = q[i];
            q[i] = q[n - 1 - i];
            q[n - 1 - i] = t;
        }
    }
    if (p->contours == p->contour_room) {
        p->contour_room = p->contour_room ? p->contour_room * 2 : 16;
        p->ends = need(realloc(p->ends, p->contour_room * sizeof *p->ends));
    }
    p->ends[p->contours++] = p->count;
}

// ---- rasterising -------------------------------------------------------------------------------------------------

static void cross(Crossings *cs, int row, float x, int dir)
{
    if (cs->count == cs->room) {
        cs->room = cs->room ? cs->room * 2 : 1024;
        cs->at = need(realloc(cs->at, cs->room * sizeof *cs->at));
    }
    cs->at[cs->count++] = (Crossing){row, x, dir};
}

static void cross_edge(Crossings *cs, Point a, Point b, const Mask *m)
{
    int dir = 1;
    if (a.y > b.y) {
        Point t = a;
        a = b;
        b = t;
        dir = -1;
    }
    // A sample line is in the middle of its slice of the row.
    int first = (int)ceilf((a.y - (float)m->y) * SUB - 0.5f);
    int last = (int)ceilf((b.y - (float)m->y) * SUB - 0.5f);
    if (first < 0) {
        first = 0;
    }
    if (last > m->h * SUB) {
        last = m->h * SUB;
    }
    float slope = (b.x - a.x) / (b.y - a.y);
    for (int row = first; row < last; row++) {
        float y = ((float)row + 0.5f) / SUB + (float)m->y;
        cross(cs, row, a.x + (y - a.y) * slope - (float)m->x, dir);
    }
}

static int compare(const void *a, const void *b)
{
    const Crossing *p = a, *q = b;
    if (p->row != q->row) {
        return p->row < q->row ? -1 : 1;
    }
    return (p->x > q->x) - (p->x < q->x);
}

static void add_span(float *row, int w, float x0, float x1)
{
    x0 = fmaxf(x0, 0);
    x1 = fminf(x1, (float)w);
    if (x1 <= x0) {
        return;
    }
    int i0 = (int)x0, i1 = (int)x1;
    const float unit = 1.0f / SUB;
    if (i0 == i1) {
        row[i0] += (x1 - x0) * unit;
        return;
    }
    row[i0] += ((float)(i0 + 1) - x0) * unit;
    for (int i = i0 + 1; i < i1; i++) {
        row[i] += unit;
    }
    if (i1 < w) {
        row[i1] += (x1 - (float)i1) * unit;
    }
}

static void fill_spans(Mask *m, Crossings *cs)
{
    if (cs->count == 0) {
        return;
    }
    qsort(cs->at, cs->count, sizeof *cs->at, compare);
    int winding = 0;
    for (size_t i = 0; i + 1 < cs->count; i++) {
        const Crossing *p = &cs->at[i];
        if (i > 0 && p->row != p[-1].row) {
            winding = 0;
        }
        winding += p->dir;
        if (winding != 0 && p[1].row == p->row) {
            add_span(m->a + (size_t)(p->row / SUB) * (size_t)m->w, m->w, p->x, p[1].x);
        }
    }
}

static Mask bounds(const Path *p, int width, int height, float margin)
{
    float x0 = 1e9f, y0 = 1e9f, x1 = -1e9f, y1 = -1e9f;
    for (size_t i = 0; i < p->count; i++) {
        x0 = fminf(x0, p->pts[i].x);
        y0 = fminf(y0, p->pts[i].y);
        x1 = fmaxf(x1, p->pts[i].x);
        y1 = fmaxf(y1, p->pts[i].y);
    }
    // A blur also needs the parts of the path outside the canvas, up to the margin.
    x0 = floorf(fmaxf(x0 - margin, -margin));
    y0 = floorf(fmaxf(y0 - margin, -margin));
    x1 = ceilf(fminf(x1 + margin, (float)width + margin));
    y1 = ceilf(fminf(y1 + margin, (float)height + margin));
    Mask m = {(int)x0, (int)y0, (int)fmaxf(x1 - x0, 0), (int)fmaxf(y1 - y0, 0), NULL};
    return m;
}

Mask mask_make(const Path *p, int width, int height, float margin)
{
    Mask m = bounds(p, width, height, margin);
    size_t n = (size_t)m.w * (size_t)m.h;
    m.a = need(calloc(n + 1, sizeof *m.a));
    if (n == 0) {
        return m;
    }
    Crossings cs = {0};
    size_t start = 0;
    for (size_t k = 0; k < p->contours; k++) {
        size_t end = p->ends[k];
        for (size_t i = start; i < end; i++) {
            cross_edge(&cs, p->pts[i], p->pts[i + 1 == end ? start : i + 1], &m);
        }
        start = end;
    }
    fill_spans(&m, &cs);
    free(cs.at);
    return m;
}

// ---- masks -------------------------------------------------------------------------------------------------------

Mask mask_copy(const Mask *m)
{
    Mask copy = *m;
    if (m->a != NULL) {
        size_t n = (size_t)m->w * (size_t)m->h;
        copy.a = need(malloc((n + 1) * sizeof *copy.a));
        memcpy(copy.a, m->a, n * sizeof *copy.a);
    }
    return copy;
}

void mask_free(Mask *m)
{
    free(m->a);
    *m = (Mask){0};
}

float mask_get(const Mask *m, int x, int y)
{
    x -= m->x;
    y -= m->y;
    if (x < 0 || y < 0 || x >= m->w || y >= m->h) {
        return 0;
    }
    return m->a[(size_t)y * (size_t)m->w + (size_t)x];
}

static void blur_line(const float *from, float *to, int n, size_t step, const float *kernel, int reach)
{
    for (int i = 0; i < n; i++) {
        int first = i - reach < 0 ? 0 : i - reach;
        int last = i + reach >= n ? n - 1 : i + reach;
        float sum = 0;
        for (int k = first; k <= last; k++) {
            sum += from[(size_t)k * step] * kernel[k - i + reach];
        }
        to[(size_t)i * step] = sum;
    }
}

void mask_blur(Mask *m, float sigma)
{
    if (sigma <= 0 || m->w == 0 || m->h == 0) {
        return;
    }
    int reach = (int)ceilf(sigma * 2.7f);
    float *kernel = need(malloc((size_t)(2 * reach + 1) * sizeof *kernel));
    float sum = 0;
    for (int i = -reach; i <= reach; i++) {
        kernel[i + reach] = expf(-(float)(i * i) / (2 * sigma * sigma));
        sum += kernel[i + reach];
    }
    for (int i = 0; i <= 2 * reach; i++) {
        kernel[i] /= sum;
    }
    size_t w = (size_t)m->w, h = (size_t)m->h;
    float *other = need(malloc(w * h * sizeof *other));
    for (size_t y = 0; y < h; y++) {
        blur_line(m->a + y * w, other + y * w, m->w, 1, kernel, reach);
    }
    for (size_t x = 0; x < w; x++) {
        blur_line(other + x, m->a + x, m->h, w, kernel, reach);
    }
    free(other);
    free(kernel);
}
