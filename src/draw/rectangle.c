// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A rectangle is drawn in one of three ways:
//
// 1. A rectangle with square corners and without an outline is one quad.
// 2. In a node that is upright or turned by a multiple of 90 degrees, a rectangle with square corners and an outline is
//    drawn as quads on whole pixels (lattice.h). The quads are exact, and share a draw call with coir_painter_rect.
// 3. Every other rectangle is one strip around the edge, with soft edges (strip.h). A vertex of the strip is given by
//    its inset: the distance of the vertex inside the edge.

#include "draw/rectangle.h"

#include <math.h>

#include "base/fail.h"
#include "draw/lattice.h"
#include "draw/strip.h"

// Upright ------------------------------------------------------------------------------------------------------------

// Positions and widths are counted in lines of the lattice (lattice.h). Returns the position that is `width` lines from
// `line` towards `other`.
static double inner_line(double line, double other, double width)
{
    return other < line ? line - width : line + width;
}

static void put_lines(CoirPainter *painter, const CoirLattice *lattice, CoirColor color, double left, double bottom,
                      double right, double top)
{
    if (left != right && bottom != top)
        coir_painter_rect(painter, coir_lattice_rect(lattice, left, bottom, right, top), color);
}

static void draw_upright(CoirPainter *painter, const CoirLattice *lattice, const CoirRectangle *r)
{
    CoirLatticeAxis x = lattice->x, y = lattice->y;
    CoirRect where = r->where;
    double left = coir_lattice_line(x, where.x), right = coir_lattice_line(x, (double)where.x + where.width),
           across = coir_lattice_lines(x, r->width);
    double bottom = coir_lattice_line(y, where.y), top = coir_lattice_line(y, (double)where.y + where.height),
           up = coir_lattice_lines(y, r->width);
    if (fabs(right - left) <= 2 * across || fabs(top - bottom) <= 2 * up) {
        put_lines(painter, lattice, r->outline, left, bottom, right, top);
        return;
    }
    double inner_left = inner_line(left, right, across), inner_right = inner_line(right, left, across);
    double inner_bottom = inner_line(bottom, top, up), inner_top = inner_line(top, bottom, up);
    put_lines(painter, lattice, r->outline, left, bottom, right, inner_bottom);
    put_lines(painter, lattice, r->outline, left, inner_top, right, top);
    put_lines(painter, lattice, r->outline, left, inner_bottom, inner_left, inner_top);
    put_lines(painter, lattice, r->outline, inner_right, inner_bottom, right, inner_top);
    if (r->filled)
        put_lines(painter, lattice, r->fill, inner_left, inner_bottom, inner_right, inner_top);
}

// Strips -------------------------------------------------------------------------------------------------------------

// Vertices of a row, from the inside to the outside.
typedef struct Profile {
    bool filled;
    int count;
    float insets[COIR_STRIP_WIDTH];
    CoirColor colors[COIR_STRIP_WIDTH];
} Profile;

static void add(Profile *profile, float inset, CoirColor color)
{
    profile->insets[profile->count] = inset;
    profile->colors[profile->count++] = color;
}

static CoirColor faded(CoirColor color, float part)
{
    color.a = (uint8_t)((float)color.a * part + 0.5f);
    return color;
}

// Returns the profile of a fill alone. A rectangle that is thinner than a soft edge gets a paler colour.
static Profile fill_profile(const CoirRectangle *r, float half, float softness)
{
    Profile profile = {.filled = true};
    float inner = fminf(softness / 2, half);
    float part = softness > 0 ? fminf(r->where.width / softness, 1) * fminf(r->where.height / softness, 1) : 1;
    add(&profile, inner, faded(r->fill, part));
    if (softness > 0)
        add(&profile, inner - softness, faded(r->fill, 0));
    return profile;
}

// Returns the profile of an outline, and of the fill if there is one. The outline must be at least as wide as a soft
// edge.
static Profile outline_profile(const CoirRectangle *r, float half, float softness)
{
    Profile profile = {.filled = r->filled};
    float soft = softness / 2;
    if (softness > 0 || r->filled)
        add(&profile, fminf(r->width + soft, half), r->filled ? r->fill : faded(r->outline, 0));
    add(&profile, r->width - soft, r->outline);
    add(&profile, soft, r->outline);
    if (softness > 0)
        add(&profile, -soft, faded(r->outline, 0));
    return profile;
}

// Returns the point at an inset of corner `i` (lower left, lower right, upper right, upper left), in the direction
// `out` from the middle of the round corner. At insets beyond the radius, the corner is square.
static CoirVec2 corner_point(const CoirRectangle *r, int i, CoirVec2 out, float inset)
{
    bool right = i == 1 || i == 2, upper = i >= 2;
    bool round = r->radius > 0 && inset <= r->radius;
    float in = round ? r->radius : inset, reach = round ? r->radius - inset : 0;
    return coir_vec2((right ? r->where.x + r->where.width - in : r->where.x + in) + out.x * reach,
                     (upper ? r->where.y + r->where.height - in : r->where.y + in) + out.y * reach);
}

// Adds the rows of corner `i`: `steps` + 1 rows, spread evenly over a quarter of a turn.
static void go_round_corner(CoirStrip *strip, const CoirRectangle *r, const Profile *profile, int i, int steps)
{
    CoirVec2 row[COIR_STRIP_WIDTH];
    for (int step = 0; step <= steps; step++) {
        double part = steps > 0 ? (double)step / steps : 0, angle = COIR_PI + (i + part) * COIR_PI / 2;
        CoirVec2 out = coir_vec2((float)cos(angle), (float)sin(angle));
        for (int k = 0; k < profile->count; k++)
            row[k] = corner_point(r, i, out, profile->insets[k]);
        coir_strip_add(strip, row, true);
    }
}

static void draw_strip(CoirPainter *painter, const CoirRectangle *r, const Profile *profile, const char *function)
{
    CoirStrip strip;
    int steps = r->radius > 0 ? (coir_strip_segments(painter, r->radius) + 3) / 4 : 0;
    CoirVec2 first[COIR_STRIP_WIDTH];
    coir_strip_begin_colors(&strip, painter, function, profile->filled, profile->count, profile->colors);
    coir_strip_fill_from(&strip, coir_vec2(r->where.x + r->where.width / 2, r->where.y + r->where.height / 2));
    for (int i = 0; i < 4; i++)
        go_round_corner(&strip, r, profile, i, steps);
    for (int k = 0; k < profile->count; k++)
        first[k] = corner_point(r, 0, coir_vec2(-1, 0), profile->insets[k]);
    coir_strip_add(&strip, first, true);
    coir_strip_end(&strip);
}

static void draw_soft(CoirPainter *painter, CoirRectangle *r, float pixel, const char *function)
{
    float half = fminf(r->where.width, r->where.height) / 2, softness = coir_strip_softness(painter, pixel);
    bool has_outline = r->width > 0;
    r->width = fmaxf(r->width, pixel);     // at least a pixel, as for upright outlines
    if (has_outline && r->width >= half) { // no room for a fill
        r->fill = r->outline;
        has_outline = false;
    }
    r->radius = fminf(r->radius, half);
    Profile profile = has_outline ? outline_profile(r, half, softness) : fill_profile(r, half, softness);
    draw_strip(painter, r, &profile, function);
}

// Public functions ---------------------------------------------------------------------------------------------------

static bool check(const CoirPainter *painter, const CoirRectangle *r, const char *function)
{
    if (!painter)
        return MISTAKE("%s: the painter is NULL", function);
    if (!coir_rect_is_finite(r->where))
        return MISTAKE("%s: a number of the rectangle is not finite; look at the position and the size", function);
    return coir_length_check(r->width, "width", function) && coir_length_check(r->radius, "radius", function);
}

void coir_painter_rectangle(CoirPainter *painter, CoirRectangle rectangle, const char *function)
{
    CoirRect where = rectangle.where;
    bool has_outline = rectangle.width > 0;
    if (!check(painter, &rectangle, function))
        return;
    float pixel = coir_strip_pixel(painter, function);
    if (pixel == 0 || !(where.width > 0 && where.height > 0) || (!has_outline && !rectangle.filled))
        return;
    if (rectangle.radius > 0) {
        draw_soft(painter, &rectangle, pixel, function);
        return;
    }
    CoirLattice lattice = coir_lattice(painter, where);
    if (!has_outline)
        coir_painter_rect(painter, where, rectangle.fill);
    else if (lattice.whole)
        draw_upright(painter, &lattice, &rectangle);
    else
        draw_soft(painter, &rectangle, pixel, function);
}

void coir_painter_rect_outline(CoirPainter *painter, CoirRect where, float width, CoirColor color)
{
    CoirRectangle rectangle = {.where = where, .width = width, .outline = color};
    coir_painter_rectangle(painter, rectangle, "coir_painter_rect_outline");
}

void coir_painter_rounded_rect(CoirPainter *painter, CoirRect where, float radius, CoirColor color)
{
    CoirRectangle rectangle = {.where = where, .radius = radius, .filled = true, .fill = color};
    coir_painter_rectangle(painter, rectangle, "coir_painter_rounded_rect");
}

void coir_painter_rounded_rect_outline(CoirPainter *painter, CoirRect where, float radius, float width, CoirColor color)
{
    CoirRectangle rectangle = {.where = where, .radius = radius, .width = width, .outline = color};
    coir_painter_rectangle(painter, rectangle, "coir_painter_rounded_rect_outline");
}
