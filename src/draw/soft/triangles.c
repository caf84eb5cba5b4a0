// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A triangle is clipped to the visible cells of the grid (Sutherland and Hodgman, "Reentrant polygon clipping",
// 1974). This bounds the work, however large the triangle is.
//
// SDL rounds the texture coordinates of corners to whole pixels. This is too coarse where a pixel of the texture covers
// many pixels of the target. There the pieces are also clipped to single pixels of the texture. The same function clips
// to the grid and to pixels: a corner is an array of numbers, and U and V are two more axes.

#include "draw/soft/triangles.h"

#include <string.h>

#define PRODUCT_MOST (1 << 28) // bound of width * height * texture coordinate; four times this must fit 31 bits
#define NEAR 16000             // greatest distance from the clip in pixels
#define LARGE_PIXEL 8          // side in target pixels; a texture pixel of this side or larger is a separate piece
#define CORNERS_MOST 11        // three corners, and one more for each of eight cuts

enum { X, Y, U, V, RED, GREEN, BLUE, ALPHA, NUMBERS };

typedef struct Corner {
    double at[NUMBERS]; // U and V in pixels of the texture
} Corner;

typedef struct Polygon {
    Corner corners[CORNERS_MOST];
    int count;
} Polygon;

typedef struct Cutter {
    const CoirTriangles *triangles;
    CoirTriangleSink sink;
    void *user;
    int tile;       // side of the grid's cells in pixels
    bool by_pixel;  // true if pieces are clipped to pixels of the texture
    bool clockwise; // true if the triangle is clockwise
    int first[4];   // first pixel of the texture that the triangle shows, at U and V
    int last[4];
    int cell[4]; // cell of the present piece: in the grid at X and Y, in the texture at U and V
} Cutter;

// Checks -------------------------------------------------------------------------------------------------------------

static CoirBounds bounds_of(const CoirVertex *corners, int count)
{
    CoirBounds bounds = {corners[0].x, corners[0].y, corners[0].x, corners[0].y};
    for (int i = 1; i < count; i++) {
        bounds.left = fminf(bounds.left, corners[i].x);
        bounds.right = fmaxf(bounds.right, corners[i].x);
        bounds.top = fminf(bounds.top, corners[i].y);
        bounds.bottom = fmaxf(bounds.bottom, corners[i].y);
    }
    return bounds;
}

bool coir_triangles_are_seen(const CoirTriangles *triangles, const CoirVertex *corners, int count)
{
    const CoirClip *clip = &triangles->clip;
    CoirBounds bounds = bounds_of(corners, count);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)corners[i].x + (double)corners[i].y;
    return isfinite(sum) && bounds.left <= (float)(clip->x + clip->width) && bounds.right >= (float)clip->x &&
           bounds.top <= (float)(clip->y + clip->height) && bounds.bottom >= (float)clip->y;
}

bool coir_triangles_are_near(const CoirTriangles *triangles, const CoirVertex *corners, int count)
{
    const CoirClip *clip = &triangles->clip;
    CoirBounds bounds = bounds_of(corners, count);
    return bounds.left >= (float)(clip->x - NEAR) && bounds.right <= (float)(clip->x + clip->width + NEAR) &&
           bounds.top >= (float)(clip->y - NEAR) && bounds.bottom <= (float)(clip->y + clip->height + NEAR);
}

// Returns the largest number that SDL multiplies with the area: a texture coordinate in pixels, or 255 for a colour
// that changes.
static float largest_factor(const CoirTriangles *triangles, const CoirVertex *corners, int count)
{
    float largest = 1;
    for (int i = 0; i < count; i++) {
        bool changes = memcmp(&corners[i].color, &corners[0].color, sizeof corners->color) != 0;
        largest = fmaxf(largest, changes ? 255 : 0);
        largest = fmaxf(largest, corners[i].u * (float)triangles->width);
        largest = fmaxf(largest, corners[i].v * (float)triangles->height);
    }
    return largest;
}

bool coir_triangles_are_small(const CoirTriangles *triangles, const CoirVertex *corners, int count)
{
    CoirBounds bounds = bounds_of(corners, count);
    float area = (bounds.right - bounds.left + 1) * (bounds.bottom - bounds.top + 1);
    return coir_triangles_are_near(triangles, corners, count) &&
           area * (largest_factor(triangles, corners, count) + 1) < PRODUCT_MOST;
}

// Pieces -------------------------------------------------------------------------------------------------------------

static Corner between(const Corner *a, const Corner *b, int axis, double bound)
{
    Corner corner;
    double part = (bound - a->at[axis]) / (b->at[axis] - a->at[axis]);
    for (int i = 0; i < NUMBERS; i++)
        corner.at[i] = a->at[i] + (b->at[i] - a->at[i]) * part;
    corner.at[axis] = bound;
    return corner;
}

// Returns the part of a polygon above `bound` (side 1) or below `bound` (side -1).
static Polygon clipped(const Polygon *from, int axis, double bound, int side)
{
    Polygon to = {.count = 0};
    for (int i = 0; i < from->count; i++) {
        const Corner *a = &from->corners[i], *b = &from->corners[(i + 1) % from->count];
        bool a_inside = side * (a->at[axis] - bound) >= 0, b_inside = side * (b->at[axis] - bound) >= 0;
        if (a_inside && to.count < CORNERS_MOST)
            to.corners[to.count++] = *a;
        if (a_inside != b_inside && to.count < CORNERS_MOST)
            to.corners[to.count++] = between(a, b, axis, bound);
    }
    return to;
}

static int limited(double value, int least, int most)
{
    return (int)fmin(fmax(value, least), most);
}

// Returns the pixel of the texture that SDL is to show at a corner.
static int pixel_at(const Cutter *cutter, const Corner *corner, int axis)
{
    return limited(cutter->by_pixel ? cutter->cell[axis] : floor(corner->at[axis] + 0.5), cutter->first[axis],
                   cutter->last[axis]);
}

// Finds texture coordinates for SDL. SDL subtracts 1 from the highest coordinate of a triangle if a corner has a
// lower coordinate.
static void find_positions(const Cutter *cutter, const Corner *corners[3], int axis, int size, float positions[3])
{
    int pixels[3];
    for (int i = 0; i < 3; i++)
        pixels[i] = pixel_at(cutter, corners[i], axis);
    int low = pixels[0], high = pixels[0];
    for (int i = 1; i < 3; i++) {
        low = pixels[i] < low ? pixels[i] : low;
        high = pixels[i] > high ? pixels[i] : high;
    }
    for (int i = 0; i < 3; i++) {
        float middle = (float)pixels[i] + (pixels[i] == high && low < high ? 1.5f : 0.5f);
        positions[i] = size > 0 ? fminf(middle / (float)size, 1) : 0;
    }
}

static uint8_t part_of_color(const Corner *corner, int axis)
{
    return (uint8_t)(limited(corner->at[axis] + 0.5, 0, 255));
}

static CoirVertex vertex_of(const Corner *corner)
{
    CoirVertex vertex = {.x = coir_first_pixel((float)corner->at[X]), .y = coir_first_pixel((float)corner->at[Y])};
    vertex.color = coir_rgba(part_of_color(corner, RED), part_of_color(corner, GREEN), part_of_color(corner, BLUE),
                             part_of_color(corner, ALPHA));
    return vertex;
}

// Returns twice the area of a triangle; below 0 if the triangle is anticlockwise.
static double cross(const CoirVertex v[3])
{
    return (double)(v[1].x - v[0].x) * (double)(v[2].y - v[0].y) -
           (double)(v[1].y - v[0].y) * (double)(v[2].x - v[0].x);
}

// Draws a piece. Rounding to whole pixels may turn a flat piece over. Such a piece is left out, since it would cover
// pixels of a neighbour.
static bool draw_piece(const Cutter *cutter, const Corner *a, const Corner *b, const Corner *c)
{
    const Corner *corners[3] = {a, b, c};
    CoirVertex vertices[3] = {vertex_of(a), vertex_of(b), vertex_of(c)};
    double area = cross(vertices);
    if (area == 0 || (area > 0) != cutter->clockwise)
        return true;
    float u[3], v[3];
    find_positions(cutter, corners, U, cutter->triangles->width, u);
    find_positions(cutter, corners, V, cutter->triangles->height, v);
    for (int i = 0; i < 3; i++) {
        vertices[i].u = u[i];
        vertices[i].v = v[i];
    }
    return cutter->sink(cutter->user, vertices);
}

static bool draw_polygon(const Cutter *cutter, const Polygon *polygon)
{
    for (int i = 2; i < polygon->count; i++)
        if (!draw_piece(cutter, &polygon->corners[0], &polygon->corners[i - 1], &polygon->corners[i]))
            return false;
    return true;
}

// Finds the visible cells that the polygon overlaps along an axis. `last` is below `first` if there are no such cells.
static void find_cells(const Cutter *cutter, const Polygon *polygon, int axis, int *first, int *last)
{
    const CoirClip *clip = &cutter->triangles->clip;
    double low = polygon->corners[0].at[axis], high = low;
    for (int i = 1; i < polygon->count; i++) {
        low = fmin(low, polygon->corners[i].at[axis]);
        high = fmax(high, polygon->corners[i].at[axis]);
    }
    if (axis < U) {
        double from = axis == X ? clip->x : clip->y, size = axis == X ? clip->width : clip->height;
        bool is_seen = low <= from + size && high >= from; // else a cell's number may be too large for an int
        *first = is_seen ? (int)floor(fmax(low, from) / cutter->tile) : 0;
        *last = is_seen ? (int)ceil(fmin(high, from + size) / cutter->tile) - 1 : -1;
    } else {
        *first = limited(floor(low), cutter->first[axis], cutter->last[axis]);
        *last = limited(ceil(high) - 1, *first, cutter->last[axis]);
    }
}

// Cuts a polygon along `axis`, and each piece along the following axes; then draws the pieces. The outer edges of the
// texture are not cuts.
static bool cut(Cutter *cutter, const Polygon *polygon, int axis)
{
    if (polygon->count < 3)
        return true;
    if (axis > V || (axis == U && !cutter->by_pixel))
        return draw_polygon(cutter, polygon);
    int first = 0, last = 0, size = axis < U ? cutter->tile : 1;
    find_cells(cutter, polygon, axis, &first, &last);
    for (int i = first; i <= last; i++) {
        Polygon piece = *polygon;
        if (axis < U || i > first)
            piece = clipped(&piece, axis, (double)i * size, 1);
        if (axis < U || i < last)
            piece = clipped(&piece, axis, (double)(i + 1) * size, -1);
        cutter->cell[axis] = i;
        if (!cut(cutter, &piece, axis + 1))
            return false;
    }
    return true;
}

static Corner corner_of(const CoirTriangles *triangles, const CoirVertex *vertex)
{
    Corner corner = {{(double)vertex->x, (double)vertex->y, (double)vertex->u * triangles->width,
                      (double)vertex->v * triangles->height, vertex->color.r, vertex->color.g, vertex->color.b,
                      vertex->color.a}};
    return corner;
}

// Returns the side of the grid's cells: a power of two that depends only on the texture, so that all triangles with
// the same texture are cut alike.
static int tile_for(const CoirTriangles *triangles)
{
    int factor = triangles->width > triangles->height ? triangles->width : triangles->height, tile = 8192;
    factor = factor > 255 ? factor : 255;
    while (tile > 1 && (double)(tile + 1) * (tile + 1) * (factor + 1) >= PRODUCT_MOST)
        tile /= 2;
    return tile;
}

static double cross_at(const Polygon *p, int x, int y)
{
    const double *a = p->corners[0].at, *b = p->corners[1].at, *c = p->corners[2].at;
    return (b[x] - a[x]) * (c[y] - a[y]) - (b[y] - a[y]) * (c[x] - a[x]);
}

// Finds the first and last pixel of the texture that the triangle shows. Rounding may have made a whole coordinate
// slightly larger or smaller.
static void find_limits(Cutter *cutter, const Polygon *p, int axis, int size)
{
    double a = p->corners[0].at[axis], b = p->corners[1].at[axis], c = p->corners[2].at[axis];
    int most = size > 0 ? size - 1 : 0;
    cutter->first[axis] = limited(floor(fmin(fmin(a, b), c) + (double)COIR_ROUNDING), 0, most);
    cutter->last[axis] = limited(ceil(fmax(fmax(a, b), c) - (double)COIR_ROUNDING) - 1, cutter->first[axis], most);
}

bool coir_triangles_cut(const CoirTriangles *triangles, const CoirVertex corners[3], CoirTriangleSink sink, void *user)
{
    Cutter cutter = {.triangles = triangles, .sink = sink, .user = user, .tile = tile_for(triangles)};
    Polygon whole = {.count = 3};
    if (!coir_triangles_are_seen(triangles, corners, 3))
        return true;
    for (int i = 0; i < 3; i++)
        whole.corners[i] = corner_of(triangles, &corners[i]);
    double area = cross_at(&whole, X, Y);
    cutter.clockwise = area > 0;
    cutter.by_pixel = triangles->width > 0 && fabs(area) >= LARGE_PIXEL * LARGE_PIXEL * fabs(cross_at(&whole, U, V));
    find_limits(&cutter, &whole, U, triangles->width);
    find_limits(&cutter, &whole, V, triangles->height);
    return cut(&cutter, &whole, X);
}
