// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

/*
 * A little drawing board for the pictures of the demos: a float RGBA canvas, anti-aliased paths, gradients, soft
 * shadows and PNG output. It works like a pen plotter: begin a path, add shapes, then fill, clip or shade it.
 * All shapes added to one path are united; there are no holes (draw rings with cv_outline instead).
 */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PI 3.14159265f
#define TAU 6.28318531f

// ---- colours and paints ------------------------------------------------------------------------------------------

typedef struct Rgba {
    float r, g, b, a; // straight alpha, sRGB values from 0 to 1
} Rgba;

typedef enum Blend {
    BLEND_NORMAL,
    BLEND_ADD, // these three change only what is already there: the alpha of the canvas stays
    BLEND_SCREEN,
    BLEND_MULTIPLY
} Blend;

typedef Rgba (*PaintFn)(const void *data, float x, float y);

enum { MAX_STOPS = 10 };

typedef struct Paint {
    enum { PAINT_FLAT, PAINT_LINEAR, PAINT_RADIAL, PAINT_GLOW, PAINT_CALL } kind;
    Blend blend;
    float alpha;
    float x0, y0, x1, y1; // linear: from, to; radial and glow: centre, radii
    int stops;
    float at[MAX_STOPS];
    Rgba lab[MAX_STOPS]; // the stops are kept in Oklab, where mixing does not go grey
    PaintFn call;
    const void *data;
} Paint;

// Colours are written 0xRRGGBBAA.
Rgba rgba(uint32_t hex);
Rgba mix(Rgba a, Rgba b, float t);

Paint flat(uint32_t hex);
Paint linear(float x0, float y0, float x1, float y1, uint32_t from, uint32_t to);
Paint radial(float x, float y, float rx, float ry, uint32_t centre, uint32_t edge);
Paint glow(float x, float y, float rx, float ry, uint32_t hex); // falls off smoothly to nothing
Paint painted(PaintFn call, const void *data);
Paint stop(Paint p, float at, uint32_t hex); // adds a colour between the first and the last
Paint blended(Paint p, Blend blend);
Paint faded(Paint p, float alpha);
Rgba paint_at(const Paint *p, float x, float y);

// ---- masks: coverage of a part of the canvas ---------------------------------------------------------------------

typedef struct Mask {
    int x, y, w, h;
    float *a;
} Mask;

typedef struct Point {
    float x, y;
} Point;

typedef struct Path {
    Point *pts;
    size_t count, room;
    size_t *ends; // ends[i] is one past the last point of contour i; the open contour is not listed yet
    size_t contours, contour_room;
} Path;

void *need(void *memory); // ends the program if memory is NULL
void path_clear(Path *p);
void path_free(Path *p);
void path_add(Path *p, float x, float y);
void path_close(Path *p);
Mask mask_make(const Path *p, int width, int height, float margin);
Mask mask_copy(const Mask *m);
void mask_blur(Mask *m, float sigma);
float mask_get(const Mask *m, int x, int y);
void mask_free(Mask *m);

// ---- the canvas --------------------------------------------------------------------------------------------------

typedef struct Affine {
    float a, b, c, d, e, f; // x' = a x + c y + e, y' = b x + d y + f
} Affine;

enum { MAX_STATES = 12 };

typedef struct State {
    Affine m;
    Mask clip; // clip.a is NULL when nothing is clipped
} State;

typedef struct Canvas {
    int w, h;
    float *px; // premultiplied RGBA
    Path path;
    Point pen;
    State state[MAX_STATES];
    int depth;
} Canvas;

Canvas *cv_new(int w, int h);
void cv_free(Canvas *c);
bool cv_write(const Canvas *c, const char *folder, const char *name, float dither);
bool cv_done(Canvas *c, const char *folder, const char *name, float dither); // writes and frees

void cv_push(Canvas *c);
void cv_pop(Canvas *c);
void cv_move_by(Canvas *c, float x, float y);
void cv_turn(Canvas *c, float angle);
void cv_scale(Canvas *c, float x, float y);

void cv_begin(Canvas *c);
void cv_move(Canvas *c, float x, float y);
void cv_line(Canvas *c, float x, float y);
void cv_quad(Canvas *c, float cx, float cy, float x, float y);
void cv_cubic(Canvas *c, float ax, float ay, float bx, float by, float x, float y);
void cv_close(Canvas *c);

void cv_ellipse(Canvas *c, float x, float y, float rx, float ry);
void cv_circle(Canvas *c, float x, float y, float r);
void cv_rect(Canvas *c, float x, float y, float w, float h);
void cv_round(Canvas *c, float x, float y, float w, float h, float r);
void cv_poly(Canvas *c, const Point *p, int n);
void cv_blob(Canvas *c, const Point *p, int n); // a closed smooth curve through the points
void cv_star(Canvas *c, float x, float y, float outer, float inner, int points);

// A stroke along a quadratic curve that may swell and taper: widths at its start, middle and end.
typedef struct Taper {
    Point a, b, c; // b is the control point
    float wa, wb, wc;
} Taper;

void cv_taper(Canvas *c, Taper t);
void cv_strip(Canvas *c, const Point *p, int n, float width); // a polyline with round joints
Point quad_at(Point a, Point b, Point c, float t);

void cv_fill(Canvas *c, Paint p);
void cv_fill_soft(Canvas *c, Paint p, float blur);
void cv_outline(Canvas *c, Paint p, float width);
void cv_outline_soft(Canvas *c, Paint p, float width, float blur);
void cv_shadow(Canvas *c, Paint p, float dx, float dy, float blur);
// Paints along the inner edge of the path, as if a hole of that form were moved by (dx, dy): soft modelling.
void cv_inner(Canvas *c, Paint p, float dx, float dy, float blur);
void cv_clip(Canvas *c); // until cv_pop
void cv_fill_all(Canvas *c, Paint p);

// ---- chance ------------------------------------------------------------------------------------------------------

typedef struct Dice {
    uint32_t s;
} Dice;

float dice(Dice *d, float low, float high);
float noise(float x, float y, uint32_t seed);               // smooth, 0 to 1
float clouds(float x, float y, int octaves, uint32_t seed); // noise upon noise, 0 to 1
float clamp01(float x);
float ease(float low, float high, float x); // smoothstep

#endif
