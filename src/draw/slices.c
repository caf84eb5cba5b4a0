// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nine slices and tiles are both drawn as cells. Each axis is divided into spans. A span is a part of the picture,
// and the two lines of a CoirLattice between which the part is shown. A cell is a span of x and a span of y.
//
// Only `put_cell` handles both axes at once. It cuts each span to the part of the picture that is in the texture: a
// frame may have been stored without its transparent borders. The vectors of the CoirImage turn a rotated picture
// upright.

#include "draw/slices.h"

#include <math.h>

#include "base/fail.h"
#include "draw/lattice.h"
#include "media/frame.h"

#define TILES_MAX 1000000

typedef struct Span {
    double from, to;    // lines of the lattice
    double first, last; // pixels of the flipped picture, from its lower left corner
} Span;

typedef struct Cells {
    CoirPainter *painter;
    const CoirFace *face;
    CoirImage image; // picture without the trimmed borders
    CoirRect rest;   // rectangle of `image` in the whole picture
    CoirLattice lattice;
} Cells;

static Cells cells_of(CoirPainter *painter, const CoirFace *face, CoirRect where)
{
    const CoirFrame *frame = &face->frame;
    CoirImage image = coir_image(frame->texture, frame->region, frame->rotated);
    if (face->flip_x)
        image = coir_image_mirrored(image);
    if (face->flip_y)
        image = coir_image_upside_down(image);
    Cells cells = {painter, face, image, coir_frame_trimmed_rect(frame, face->flip_x, face->flip_y),
                   coir_lattice(painter, where)};
    return cells;
}

// Spans --------------------------------------------------------------------------------------------------------------

static bool is_empty(Span span)
{
    return span.from == span.to || !(span.first < span.last);
}

static double whole_between(double from, double to, double t)
{
    return floor(from + (to - from) * t + 0.5);
}

// Returns the part of a span that shows the picture from `first` to `last`.
static Span cut_picture(Span span, double first, double last)
{
    Span cut = span;
    double length = span.last - span.first;
    if (first > span.first) {
        cut.first = first;
        cut.from = whole_between(span.from, span.to, (first - span.first) / length);
    }
    if (last < span.last) {
        cut.last = last;
        cut.to = whole_between(span.from, span.to, (last - span.first) / length);
    }
    return cut;
}

// Returns the part of a span that is between two lines.
static Span cut_lines(Span span, double from, double to)
{
    Span cut = span;
    double length = span.to - span.from, sign = length < 0 ? -1 : 1, pixels = span.last - span.first;
    if ((from - span.from) * sign > 0) {
        cut.from = from;
        cut.first = span.first + pixels * ((from - span.from) / length);
    }
    if ((span.to - to) * sign > 0) {
        cut.to = to;
        cut.last = span.first + pixels * ((to - span.from) / length);
    }
    return cut;
}

// Widens a span that is inside one pixel of the texture to the whole pixel. SDL's software renderer cuts off fractions
// of the texture's pixels. If no pixel is left, the renderer fills the quad with a plain colour.
static Span with_a_pixel(Span span)
{
    double pixel = floorf((float)span.first);
    if ((float)span.last > (float)pixel + 1)
        return span;
    span.first = pixel;
    span.last = pixel + 1;
    return span;
}

static void put_cell(const Cells *cells, Span x, Span y)
{
    CoirRect rest = cells->rest;
    double right = (double)rest.x + rest.width, top = (double)rest.y + rest.height;
    x = cut_picture(x, rest.x, right);
    y = cut_picture(y, rest.y, top);
    if (is_empty(x) || is_empty(y))
        return;
    x = with_a_pixel(x);
    y = with_a_pixel(y);
    CoirImage image = cells->image;
    CoirVec2 across = coir_vec2_scale(image.across, 1 / rest.width),
             down = coir_vec2_scale(image.down, 1 / rest.height);
    image.corner = coir_vec2_add(image.corner, coir_vec2_add(coir_vec2_scale(across, (float)(x.first - rest.x)),
                                                             coir_vec2_scale(down, (float)(top - y.last))));
    image.across = coir_vec2_scale(across, (float)(x.last - x.first));
    image.down = coir_vec2_scale(down, (float)(y.last - y.first));
    coir_painter_put(cells->painter, &image, coir_lattice_rect(&cells->lattice, x.from, y.from, x.to, y.to),
                     cells->face->blend, COIR_WHITE);
}

// Arguments ----------------------------------------------------------------------------------------------------------

// Returns true if `where` has an area. Reports a mistake if `where` is not finite.
static bool check_where(CoirRect where, const char *function)
{
    if (!coir_rect_is_finite(where))
        return MISTAKE("%s: the rectangle %g, %g, %g x %g is not finite", function, (double)where.x, (double)where.y,
                       (double)where.width, (double)where.height);
    return where.width > 0 && where.height > 0;
}

// Makes the face of a frame that the user gave. Returns false if there is nothing to draw. Reports mistakes in the name
// of `function`.
static bool face_of(const CoirPainter *painter, const CoirFrame *frame, const char *function, CoirFace *face)
{
    if (!painter || !frame)
        return MISSING("%s: the %s is NULL", function, painter ? "frame" : "painter");
    *face = (CoirFace){.blend = coir_painter_blend(painter)};
    return frame->texture && coir_frame_complete(frame, function, &face->frame);
}

void coir_painter_frame(CoirPainter *painter, const CoirFrame *frame, CoirRect where)
{
    CoirFace face;
    if (!face_of(painter, frame, "coir_painter_frame", &face))
        return;
    CoirImage image = coir_image(face.frame.texture, face.frame.region, face.frame.rotated);
    coir_painter_put(painter, &image, coir_frame_rect(&face.frame, false, false, where), face.blend, COIR_WHITE);
}

// Nine slices --------------------------------------------------------------------------------------------------------

bool coir_insets_fit(CoirInsets insets, CoirVec2 size, const char *function)
{
    float across = insets.left + insets.right, down = insets.top + insets.bottom;
    if (insets.left >= 0 && insets.top >= 0 && insets.right >= 0 && insets.bottom >= 0 && across <= size.x &&
        down <= size.y)
        return true;
    return MISTAKE("%s: insets of %g, %g, %g, %g pixels (left, top, right, bottom) do not fit a picture of %g x %g",
                   function, (double)insets.left, (double)insets.top, (double)insets.right, (double)insets.bottom,
                   (double)size.x, (double)size.y);
}

// Finds the three spans of an axis. The axis begins at `start`, and shows `pixels` pixels in `size` points. The first
// and the last span show the insets, with `scale` points for each pixel.
static void slice_axis(CoirLatticeAxis axis, double start, double size, const double insets[2], double pixels,
                       double scale, bool flip, Span spans[3])
{
    double low = insets[flip], high = insets[!flip];
    const double positions[4] = {start, start + low * scale, start + size - high * scale, start + size};
    const double parts[4] = {0, low, pixels - high, pixels};
    for (int i = 0; i < 3; i++)
        spans[i] = (Span){coir_lattice_line(axis, positions[i]), coir_lattice_line(axis, positions[i + 1]), parts[i],
                          parts[i + 1]};
}

// Returns the factor by which corners shrink if the rectangle is too small. The factor is the same for all corners,
// as for the corners of boxes in CSS.
static double corner_scale(CoirInsets insets, CoirRect where)
{
    double across = (double)insets.left + insets.right, down = (double)insets.top + insets.bottom, scale = 1;
    scale = across * scale > where.width ? where.width / across : scale;
    return down * scale > where.height ? where.height / down : scale;
}

void coir_face_slice(CoirPainter *painter, const CoirFace *face, CoirInsets insets, CoirRect where,
                     const char *function)
{
    CoirVec2 size = face->frame.size;
    Span x[3], y[3];
    if (!check_where(where, function) || !coir_insets_fit(insets, size, function))
        return;
    Cells cells = cells_of(painter, face, where);
    const double across[2] = {insets.left, insets.right}, up[2] = {insets.bottom, insets.top};
    double scale = corner_scale(insets, where);
    slice_axis(cells.lattice.x, where.x, where.width, across, size.x, scale, face->flip_x, x);
    slice_axis(cells.lattice.y, where.y, where.height, up, size.y, scale, face->flip_y, y);
    for (int i = 0; i < 9; i++)
        put_cell(&cells, x[i % 3], y[i / 3]);
}

void coir_painter_nine_slice(CoirPainter *painter, const CoirFrame *frame, CoirInsets insets, CoirRect where)
{
    CoirFace face;
    if (face_of(painter, frame, "coir_painter_nine_slice", &face))
        coir_face_slice(painter, &face, insets, where, "coir_painter_nine_slice");
}

// Tiles --------------------------------------------------------------------------------------------------------------

// The tiles of one axis. Tile number i begins at origin + i * size points.
typedef struct Row {
    double origin, size, pixels;
    double low, high;    // lines of the ends of the filled rectangle
    double first, count; // number of the first visible tile, and number of visible tiles
} Row;

// Returns the tiles of an axis. `seen_from` and `seen_to` are the ends of the part inside the clip, in points.
static Row row_of(CoirLatticeAxis axis, double start, double length, double tile, double offset, double pixels,
                  double seen_from, double seen_to)
{
    Row row = {.size = tile > 0 ? tile : pixels, .pixels = pixels};
    row.origin = start + fmod(offset, row.size);
    row.low = coir_lattice_line(axis, start);
    row.high = coir_lattice_line(axis, start + length);
    double from = fmax(start, seen_from), to = fmin(start + length, seen_to);
    row.first = floor((from - row.origin) / row.size);
    row.count = from < to ? ceil((to - row.origin) / row.size) - row.first : 0;
    return row;
}

static Span tile_of(const Row *row, CoirLatticeAxis axis, double number)
{
    double from = row->origin + number * row->size, to = row->origin + (number + 1) * row->size;
    Span span = {coir_lattice_line(axis, from), coir_lattice_line(axis, to), 0, row->pixels};
    return cut_lines(span, row->low, row->high);
}

// Returns the bounds of the clip and a pixel around the clip, in points of the node. An empty clip has empty bounds.
static CoirRect seen_part(const CoirPainter *painter)
{
    CoirClip clip = {0};
    CoirAffine inverse = coir_affine_inverse(painter->transform);
    if (painter->clip_count > 0)
        clip = painter->clips[painter->clip_count - 1];
    if (clip.width == 0 || clip.height == 0)
        return coir_rect(0, 0, 0, 0);
    return coir_affine_apply_rect(
        inverse, coir_rect((float)clip.x - 1, (float)clip.y - 1, (float)clip.width + 2, (float)clip.height + 2));
}

static bool check_tiles(CoirVec2 tile, CoirVec2 offset, const char *function)
{
    if (!(tile.x >= 0 && tile.y >= 0 && isfinite(tile.x) && isfinite(tile.y)))
        return MISTAKE("%s: a tile of %g x %g points; its width and height must be finite numbers of at least 0",
                       function, (double)tile.x, (double)tile.y);
    if (!isfinite(offset.x) || !isfinite(offset.y))
        return MISTAKE("%s: the offset %g, %g is not finite", function, (double)offset.x, (double)offset.y);
    return true;
}

void coir_face_tile(CoirPainter *painter, const CoirFace *face, CoirRect where, CoirVec2 tile, CoirVec2 offset,
                    const char *function)
{
    if (!check_where(where, function) || !check_tiles(tile, offset, function))
        return;
    Cells cells = cells_of(painter, face, where);
    CoirLatticeAxis across = cells.lattice.x, up = cells.lattice.y;
    CoirRect seen = seen_part(painter);
    CoirVec2 size = face->frame.size;
    Row x = row_of(across, where.x, where.width, tile.x, offset.x, size.x, seen.x, (double)seen.x + seen.width);
    Row y = row_of(up, where.y, where.height, tile.y, offset.y, size.y, seen.y, (double)seen.y + seen.height);
    if (x.count == 0 || y.count == 0)
        return;
    if (!(x.count * y.count <= TILES_MAX)) {
        MISTAKE("%s: %g x %g tiles would be visible, and at most %d can be drawn; make the tiles larger", function,
                x.count, y.count, TILES_MAX);
        return;
    }
    for (double row = 0; row < y.count; row++)
        for (double column = 0; column < x.count; column++)
            put_cell(&cells, tile_of(&x, across, x.first + column), tile_of(&y, up, y.first + row));
}

void coir_painter_tiles(CoirPainter *painter, const CoirFrame *frame, CoirRect where, CoirVec2 tile, CoirVec2 offset)
{
    CoirFace face;
    if (face_of(painter, frame, "coir_painter_tiles", &face))
        coir_face_tile(painter, &face, where, tile, offset, "coir_painter_tiles");
}
