// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "draw/strip.h"

#include <math.h>

#include "base/fail.h"

#define SEGMENTS_MIN 8
#define SEGMENTS_MAX 384
#define CHORD_MOST 0.125 // largest distance in pixels from a circle to the middle of a segment; corners show from 0.25

#define ROW_INDICES ((COIR_STRIP_WIDTH - 1) * 6 + 3) // most indices between two rows; the last three are for the fill

bool coir_length_check(float length, const char *name, const char *function)
{
    if (length >= 0 && isfinite(length))
        return true;
    return MISTAKE("%s: a %s of %g; it must be a finite number of at least 0", function, name, (double)length);
}

bool coir_points_are_finite(const CoirVec2 *points, int count, const char *function)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return MISTAKE("%s: point %d is not finite", function, i);
    return true;
}

float coir_strip_pixel(const CoirPainter *painter, const char *function)
{
    const CoirAffine m = painter->transform;
    double area = fabs((double)m.a * m.d - (double)m.b * m.c);
    if (!isfinite(area) || !isfinite(m.tx) || !isfinite(m.ty)) {
        MISTAKE("%s: the node's transform is not finite: look for a division by zero in positions and scales",
                function);
        return 0;
    }
    float pixel = (float)(1 / sqrt(area));
    return isfinite(pixel) ? pixel : 0;
}

// The distance between the circle and the middle of a segment is radius * (1 - cos(pi / n)).
int coir_strip_segments(const CoirPainter *painter, float radius)
{
    const CoirAffine m = painter->transform;
    double pixels = radius * fmax(hypot(m.a, m.b), hypot(m.c, m.d)), wanted = SEGMENTS_MIN;
    if (pixels > CHORD_MOST)
        wanted = ceil(COIR_PI / acos(1 - CHORD_MOST / pixels));
    return (int)fmax(SEGMENTS_MIN, fmin(wanted, SEGMENTS_MAX));
}

void coir_strip_begin_colors(CoirStrip *strip, CoirPainter *painter, const char *function, bool filled, int width,
                             const CoirColor *colors)
{
    strip->painter = painter;
    strip->function = function;
    strip->filled = filled;
    strip->width = width;
    strip->has_first = false;
    strip->rows = 0;
    for (int i = 0; i < width; i++)
        strip->colors[i] = colors[i];
}

void coir_strip_fill_from(CoirStrip *strip, CoirVec2 middle)
{
    strip->vertices[0] = (CoirVertex){.x = middle.x, .y = middle.y, .color = strip->colors[0]};
    strip->has_first = true;
}

static void begin(CoirStrip *strip, CoirPainter *painter, const char *function, CoirColor color, float strength)
{
    CoirColor clear = coir_rgba(color.r, color.g, color.b, 0);
    bool soft = strip->width == 4 || (strip->filled && strip->width == 2);
    color.a = (uint8_t)((float)color.a * strength + 0.5f);
    CoirColor colors[COIR_STRIP_WIDTH];
    for (int i = 0; i < strip->width; i++) {
        bool outer = i == strip->width - 1 || (i == 0 && !strip->filled);
        colors[i] = soft && outer ? clear : color;
    }
    coir_strip_begin_colors(strip, painter, function, strip->filled, strip->width, colors);
}

void coir_strip_begin_stroke(CoirStrip *strip, CoirPainter *painter, const char *function, float width, float softness,
                             CoirColor color)
{
    float half = fmaxf(width, softness) / 2, outer = half + softness / 2, inner = half - softness / 2;
    const float soft[4] = {outer, inner, -inner, -outer}, sharp[2] = {half, -half};
    strip->filled = false;
    strip->width = softness > 0 ? 4 : 2;
    for (int i = 0; i < strip->width; i++)
        strip->offsets[i] = softness > 0 ? soft[i] : sharp[i];
    begin(strip, painter, function, color, width < softness ? width / softness : 1);
}

void coir_strip_begin_fill(CoirStrip *strip, CoirPainter *painter, const char *function, float reach, float softness,
                           CoirColor color)
{
    float edge = fmaxf(reach, softness / 2);
    strip->filled = true;
    strip->width = softness > 0 ? 2 : 1;
    strip->offsets[0] = edge - softness / 2;
    strip->offsets[1] = edge + softness / 2;
    begin(strip, painter, function, color, 2 * reach < softness ? 2 * reach / softness : 1);
}

// Writes the indices of the triangles between a row and the next row. Returns the number of indices.
static int join(const CoirStrip *strip, int row, int *indices)
{
    int count = 0, width = strip->width;
    for (int i = 0; i + 1 < width; i++) {
        int a = 1 + row * width + i, b = a + 1, c = a + width, d = c + 1;
        const int quad[6] = {a, b, d, d, c, a};
        for (int k = 0; k < 6; k++)
            indices[count++] = quad[k];
    }
    if (strip->filled) {
        indices[count++] = 0;
        indices[count++] = 1 + row * width;
        indices[count++] = 1 + (row + 1) * width;
    }
    return count;
}

static void flush(CoirStrip *strip)
{
    int indices[COIR_STRIP_ROWS * ROW_INDICES], count = 0, last = strip->rows - 1, width = strip->width;
    for (int i = 0; i < last; i++)
        count += join(strip, i, indices + count);
    if (count > 0)
        coir_painter_put_triangles(strip->painter, NULL, strip->vertices, 1 + strip->rows * width, indices, count,
                                   strip->function);
    for (int i = 0; i < width; i++)
        strip->vertices[1 + i] = strip->vertices[1 + last * width + i];
    strip->rows = 1;
}

void coir_strip_add(CoirStrip *strip, const CoirVec2 *row, bool seen)
{
    if (strip->rows == COIR_STRIP_ROWS)
        flush(strip);
    for (int i = 0; i < strip->width; i++) {
        CoirVertex vertex = {.x = row[i].x, .y = row[i].y, .color = strip->colors[i]};
        if (!seen)
            vertex.color.a = 0;
        strip->vertices[1 + strip->rows * strip->width + i] = vertex;
    }
    if (!strip->has_first)
        strip->vertices[0] = strip->vertices[1];
    strip->has_first = true;
    strip->rows++;
}

void coir_strip_end(CoirStrip *strip)
{
    if (strip->rows > 1)
        flush(strip);
}
