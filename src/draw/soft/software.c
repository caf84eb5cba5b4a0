// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Draws each quad in the quickest way that SDL's software renderer has for the quad:
//
// - A rectangle of one colour is filled.
// - An upright picture is copied: from the page if the picture is drawn in its own size, orientation and colours, else
//   from a cutout (cutouts.h). A cutout is made when the picture is drawn in a second frame.
// - A turned picture is turned by SDL, from a cutout. Unless the filter is COIR_FILTER_NEAREST, the turn is smooth,
//   which takes four times as long.
// - All other quads are geometry, without smoothing. So are turned pictures in their first frame, with COIR_BLEND_NONE,
//   and from a canvas. Geometry is three times slower than turning without smoothing, and sixteen times slower than
//   copying.
//
// Upright quads cover whole pixels: the pixels with their middle inside the quad, as on a graphics device.

#include "draw/soft/software.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/soft/cutouts.h"
#include "draw/soft/geometry.h"

#define NEARLY 0.0625f   // pixels; a smaller difference is not visible
#define FAR_AWAY 1e6f    // pixels; floats are too coarse for larger coordinates
#define TURNED_MOST 2048 // pixels of width or height: SDL turns in integers with 16 bits of fraction

struct CoirSoftware {
    SDL_Renderer *device;
    CoirCutouts *cutouts;
};

// A draw call, with values that are the same for all quads of the draw call.
typedef struct Job {
    CoirSoftware *software;
    const CoirDrawCall *call;
    const CoirBlendTraits *blend; // blend mode of the draw call
    SDL_Texture *copy;
    SDL_BlendMode mode;
} Job;

CoirSoftware *coir_software_new(SDL_Renderer *device)
{
    CoirSoftware *software = coir_alloc(sizeof *software);
    CoirCutouts *cutouts = coir_cutouts_new(device);
    if (!software || !cutouts) {
        coir_free(software);
        coir_cutouts_destroy(cutouts);
        return NULL;
    }
    software->device = device;
    software->cutouts = cutouts;
    return software;
}

void coir_software_destroy(CoirSoftware *software)
{
    if (software)
        coir_cutouts_destroy(software->cutouts);
    coir_free(software);
}

void coir_software_reset(CoirSoftware *software)
{
    coir_cutouts_reset(software->cutouts);
}

void coir_software_begin(CoirSoftware *software)
{
    coir_cutouts_begin(software->cutouts);
}

// Geometry -----------------------------------------------------------------------------------------------------------

static bool is_white(const CoirPage *page, const CoirVertex *vertices, int count)
{
    if (!page || !page->shared)
        return !page;
    CoirVec2 white = coir_page_white(page);
    for (int i = 0; i < count; i++)
        if (vertices[i].u != white.x || vertices[i].v != white.y)
            return false;
    return true;
}

// Returns a slightly larger u or v. A u is a number of pixels divided by the size of the texture, and may be rounded
// down. SDL multiplies u by the size and cuts off the fraction: without the correction, SDL draws one pixel less of
// every tenth region.
static float a_little_more(float value)
{
    value *= 1.000001f;
    return value < 1 ? value : 1;
}

// Returns the colour of a vertex for SDL.
static CoirColor color_for(const Job *job, CoirColor color)
{
    if (!job->blend->divides_colors || color.a == 0)
        return color;
    int half = color.a / 2, r = (color.r * 255 + half) / color.a, g = (color.g * 255 + half) / color.a,
        b = (color.b * 255 + half) / color.a;
    return coir_rgba((uint8_t)(r < 255 ? r : 255), (uint8_t)(g < 255 ? g : 255), (uint8_t)(b < 255 ? b : 255), color.a);
}

// Returns a vertex for geometry, on a whole pixel, since SDL cuts off fractions of pixels.
static CoirVertex prepared(CoirVertex vertex, const Job *job)
{
    const CoirPage *page = job->call->page;
    vertex.x = coir_first_pixel(vertex.x);
    vertex.y = coir_first_pixel(vertex.y);
    if (page && !page->shared) { // the size of a shared page is a power of two
        vertex.u = a_little_more(vertex.u);
        vertex.v = a_little_more(vertex.v);
    }
    vertex.color = color_for(job, vertex.color);
    return vertex;
}

static CoirGeometry geometry_for(const Job *job, SDL_Texture *copy)
{
    const CoirDrawCall *call = job->call;
    CoirTriangles triangles = {call->clip, call->page ? call->page->width : 0, call->page ? call->page->height : 0};
    CoirGeometry geometry = {job->software->device, copy, triangles};
    return geometry;
}

static bool draw_as_geometry(const Job *job, const CoirVertex q[4], SDL_Texture *copy)
{
    CoirGeometry geometry = geometry_for(job, copy);
    CoirVertex quad[4];
    for (int i = 0; i < 4; i++)
        quad[i] = prepared(q[i], job);
    if (copy)
        SDL_SetTextureBlendMode(copy, job->mode);
    return coir_geometry_quad(&geometry, quad);
}

// Rectangles of one colour -------------------------------------------------------------------------------------------

// Finds the edges of an upright rectangle. Returns false for another quad.
static bool find_edges(const CoirVertex q[4], CoirBounds *edges)
{
    int h = fabsf(q[1].y - q[0].y) < NEARLY ? 1 : 3, v = 4 - h; // the neighbours of q[0] in its row and column
    edges->left = fminf(q[0].x, q[2].x);
    edges->right = fmaxf(q[0].x, q[2].x);
    edges->top = fminf(q[0].y, q[2].y);
    edges->bottom = fmaxf(q[0].y, q[2].y);
    return fabsf(q[h].y - q[0].y) < NEARLY && fabsf(q[v].x - q[0].x) < NEARLY && fabsf(q[2].x - q[h].x) < NEARLY &&
           fabsf(q[2].y - q[v].y) < NEARLY;
}

// Returns the number of pixels whose middles are between two edges. If there is none, returns 1, or 0 if the edges are
// nearer than NEARLY.
static float pixels_between(float low, float high)
{
    float count = coir_first_pixel(high) - coir_first_pixel(low);
    return count >= 1 ? count : high - low < NEARLY ? 0 : 1;
}

// Returns the quickest blend mode that fills a rectangle of `width` pixels with an opaque colour. Replacing and
// blending give the same result. SDL replaces several pixels at a time and blends single pixels, so replacing 10 x 10
// pixels is three times quicker, and replacing 500 x 500 pixels ten times. But on x86, SDL replaces rows of more than
// 16 pixels in main memory, past the caches. A row of 20 to 32 pixels then takes up to three times as long as blending
// the row, and a row of 64 pixels takes as long.
static SDL_BlendMode quickest_mode(SDL_BlendMode mode, float width)
{
    if (mode != SDL_BLENDMODE_NONE && mode != SDL_BLENDMODE_BLEND)
        return mode;
    return width > 16 && width < 64 ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE;
}

static bool fill(const Job *job, CoirBounds edges, CoirColor color)
{
    SDL_Renderer *device = job->software->device;
    const CoirClip *clip = &job->call->clip;
    edges.left = fmaxf(edges.left, (float)clip->x - 1); // edges far outside may overflow SDL's integers
    edges.right = fminf(edges.right, (float)(clip->x + clip->width) + 1);
    edges.top = fmaxf(edges.top, (float)clip->y - 1);
    edges.bottom = fminf(edges.bottom, (float)(clip->y + clip->height) + 1);
    const SDL_FRect where = {coir_first_pixel(edges.left), coir_first_pixel(edges.top),
                             pixels_between(edges.left, edges.right), pixels_between(edges.top, edges.bottom)};
    if (where.w < 1 || where.h < 1)
        return true;
    SDL_BlendMode mode = color.a == 255 ? quickest_mode(job->mode, where.w) : job->mode;
    if (SDL_SetRenderDrawBlendMode(device, mode) == 0 &&
        SDL_SetRenderDrawColor(device, color.r, color.g, color.b, color.a) == 0 &&
        SDL_RenderFillRectF(device, &where) == 0)
        return true;
    return FAIL("a rectangle could not be drawn: %s", SDL_GetError());
}

static bool draw_colours(const Job *job, const CoirVertex q[4])
{
    CoirBounds edges;
    if (coir_is_one_colour(q) && find_edges(q, &edges))
        return fill(job, edges, color_for(job, q[0].color));
    if (SDL_SetRenderDrawBlendMode(job->software->device, job->mode) != 0)
        return FAIL("the blend mode could not be set: %s", SDL_GetError());
    return draw_as_geometry(job, q, NULL);
}

// Pictures -----------------------------------------------------------------------------------------------------------

// A part of a page as a parallelogram in the target: the position of the part's upper left corner, and the edges from
// this corner.
typedef struct Picture {
    CoirCut cut;
    CoirVec2 corner, across, down;
} Picture;

static bool is_near(float a, float b)
{
    return fabsf(a - b) < NEARLY;
}

// Finds the position on the page that a vertex shows, in whole pixels. Returns false if the position has a fraction.
static bool find_pixel(const CoirVertex *vertex, const CoirPage *page, int *x, int *y)
{
    float u = vertex->u * (float)page->width, v = vertex->v * (float)page->height;
    *x = (int)(u + 0.5f);
    *y = (int)(v + 0.5f);
    return is_near(u, (float)*x) && is_near(v, (float)*y);
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

// Finds the part of the page that a quad shows. `first` is the vertex at the upper left corner of the part; the next
// corner clockwise is the vertex `step` further on. Returns false if the part is not an upright rectangle of whole
// pixels.
static bool find_region(const CoirVertex q[4], const CoirPage *page, CoirCut *cut, int *first, int *step)
{
    int x[4], y[4];
    for (int i = 0; i < 4; i++)
        if (!find_pixel(&q[i], page, &x[i], &y[i]))
            return false;
    cut->x = lesser(x[0], x[2]);
    cut->y = lesser(y[0], y[2]);
    cut->width = abs(x[2] - x[0]);
    cut->height = abs(y[2] - y[0]);
    for (int i = 0; i < 4; i++)
        if (x[i] == cut->x && y[i] == cut->y)
            *first = i;
    *step = y[(*first + 1) % 4] == cut->y ? 1 : 3;
    int right = (*first + *step) % 4, left = (*first + 4 - *step) % 4;
    return cut->width > 0 && cut->height > 0 && x[right] == cut->x + cut->width && y[right] == cut->y &&
           x[left] == cut->x && y[left] == cut->y + cut->height;
}

// Finds the picture of a quad. Returns false for a quad that can only be drawn as geometry.
static bool find_picture(const CoirVertex q[4], const Job *job, Picture *picture)
{
    const CoirDrawCall *call = job->call;
    int first = 0, step = 1;
    CoirCut *cut = &picture->cut;
    memset(picture, 0, sizeof *picture);
    if (!coir_is_one_colour(q) || !find_region(q, call->page, cut, &first, &step))
        return false;
    const CoirVertex *a = &q[first], *b = &q[(first + step) % 4], *c = &q[(first + 2) % 4],
                     *d = &q[(first + 4 - step) % 4];
    picture->corner = coir_vec2(a->x, a->y);
    picture->across = coir_vec2(b->x - a->x, b->y - a->y);
    picture->down = coir_vec2(d->x - a->x, d->y - a->y);
    cut->stamp = call->page->stamp;
    cut->tint = color_for(job, a->color);
    cut->form = (uint8_t)job->blend->software.form;
    return is_near(b->x + d->x - a->x, c->x) && is_near(b->y + d->y - a->y, c->y) && fabsf(a->x) < FAR_AWAY &&
           fabsf(a->y) < FAR_AWAY && fabsf(c->x) < FAR_AWAY && fabsf(c->y) < FAR_AWAY;
}

// Returns the cutout for a cut, with its blend mode and opacity set, or NULL. A picture that fades uses the cutout of
// the opaque picture. `mode` becomes the cheapest blend mode that gives the same result.
static SDL_Texture *find_cutout(const Job *job, const CoirCut *cut, SDL_BlendMode *mode)
{
    CoirCutouts *cutouts = job->software->cutouts;
    *mode = job->mode == SDL_BLENDMODE_BLEND && cut->tint.a == 255 && job->call->page->canvas ? SDL_BLENDMODE_NONE
                                                                                              : job->mode;
    if (job->call->page->canvas) // the pixels of a canvas change in each frame
        return NULL;
    bool at_once = cut->turn && job->mode == SDL_BLENDMODE_NONE; // SDL3 cannot draw such a cut without a cutout
    const CoirCutout *cutout = coir_cutouts_find(cutouts, cut, job->call->page, job->copy, at_once);
    uint8_t alpha = 255;
    if (cut->tint.a < 255 && !(cutout && cutout->texture)) {
        CoirCut solid = *cut;
        solid.tint.a = 255;
        alpha = cut->tint.a;
        cutout = coir_cutouts_find(cutouts, &solid, job->call->page, job->copy, at_once);
    }
    bool replaces = cutout && cutout->opaque && alpha == 255 && job->mode == SDL_BLENDMODE_BLEND;
    *mode = replaces ? SDL_BLENDMODE_NONE : job->mode;
    if (!cutout || !cutout->texture)
        return NULL;
    SDL_SetTextureAlphaMod(cutout->texture, alpha);
    SDL_SetTextureBlendMode(cutout->texture, *mode);
    return cutout->texture;
}

static bool say_if_failed(bool done)
{
    return done ? true : FAIL("a picture could not be drawn: %s", SDL_GetError());
}

// Finds the mirroring and the quarter turn of an upright picture. Returns false for another picture.
static bool find_turn(const Picture *picture, uint8_t *turn)
{
    CoirVec2 across = picture->across, down = picture->down;
    if (is_near(across.y, 0) && is_near(down.x, 0)) {
        *turn = (uint8_t)((across.x < 0 ? COIR_CUT_MIRRORED : 0) | (down.y < 0 ? COIR_CUT_UPSIDE_DOWN : 0));
        return true;
    }
    *turn = (uint8_t)(COIR_CUT_QUARTER_TURN | (across.y < 0 ? COIR_CUT_MIRRORED : 0) |
                      (down.x > 0 ? COIR_CUT_UPSIDE_DOWN : 0));
    return is_near(across.x, 0) && is_near(down.y, 0);
}

// Returns the number of pixels between two edges. A picture that is drawn in its own size keeps this size wherever the
// picture is.
static int size_between(float low, float high, int size)
{
    return is_near(high - low, (float)size) ? size : (int)pixels_between(low, high);
}

static bool draw_upright(const Job *job, const CoirVertex q[4], Picture *picture)
{
    CoirCut *cut = &picture->cut;
    CoirVec2 a = picture->corner, c = coir_vec2_add(coir_vec2_add(a, picture->across), picture->down);
    bool quarter = cut->turn & COIR_CUT_QUARTER_TURN;
    float left = fminf(a.x, c.x), top = fminf(a.y, c.y);
    cut->to_width = size_between(left, fmaxf(a.x, c.x), quarter ? cut->height : cut->width);
    cut->to_height = size_between(top, fmaxf(a.y, c.y), quarter ? cut->width : cut->height);
    if (cut->to_width == 0 || cut->to_height == 0)
        return true;
    if (!coir_cut_is_unchanged(cut) && (float)cut->to_width * (float)cut->to_height > COIR_COPY_MOST)
        return draw_as_geometry(job, q, job->copy);
    const SDL_FRect where = {coir_first_pixel(left), coir_first_pixel(top), (float)cut->to_width,
                             (float)cut->to_height};
    SDL_BlendMode mode = job->mode;
    SDL_Texture *texture = find_cutout(job, cut, &mode);
    if (texture)
        return say_if_failed(SDL_RenderCopyF(job->software->device, texture, NULL, &where) == 0);
    SDL_SetTextureBlendMode(job->copy, mode);
    return say_if_failed(coir_cut_draw(cut, job->software->device, job->copy, (int)where.x, (int)where.y));
}

// Turned pictures ----------------------------------------------------------------------------------------------------

// Returns true if SDL is to turn the picture, which is quicker than geometry or costs little. SDL turns the whole
// picture. Geometry draws only the part inside the clip, but rounds differently, so small pictures never change to
// geometry at the edge of the clip.
static bool is_worth_turning(const Picture *picture, CoirClip clip)
{
    float width = fabsf(picture->across.x) + fabsf(picture->down.x);
    float height = fabsf(picture->across.y) + fabsf(picture->down.y);
    float left = picture->corner.x + fminf(picture->across.x, 0) + fminf(picture->down.x, 0);
    float top = picture->corner.y + fminf(picture->across.y, 0) + fminf(picture->down.y, 0);
    float seen_width = fminf(left + width, (float)(clip.x + clip.width)) - fmaxf(left, (float)clip.x);
    float seen_height = fminf(top + height, (float)(clip.y + clip.height)) - fmaxf(top, (float)clip.y);
    return width * height <= 256 * 256 ||
           (seen_width > 0 && seen_height > 0 && 3 * seen_width * seen_height >= width * height);
}

// Sets the cut of a turned picture to the picture before the turn. Returns false if the picture is sheared, too large,
// or turned so little that the centre that `turn` chooses would be too far away.
static bool find_upright_form(Picture *picture, bool smooth)
{
    CoirVec2 *across = &picture->across, *down = &picture->down;
    CoirCut *cut = &picture->cut;
    float width = sqrtf(coir_vec2_dot(*across, *across)), height = sqrtf(coir_vec2_dot(*down, *down));
    if (across->x * down->y - across->y * down->x < 0) {
        cut->turn = COIR_CUT_UPSIDE_DOWN;
        picture->corner = coir_vec2_add(picture->corner, *down);
        *down = coir_vec2_scale(*down, -1);
    } else {
        cut->turn = 0;
    }
    cut->to_width =
        (int)ceilf(width - COIR_ROUNDING); // larger rather than smaller, or there are gaps between neighbours
    cut->to_height = (int)ceilf(height - COIR_ROUNDING);
    cut->margin = 1; // SDL may leave out a row or column at the edge
    cut->smooth = smooth;
    return cut->to_width > 0 && cut->to_height > 0 && cut->to_width <= TURNED_MOST && cut->to_height <= TURNED_MOST &&
           fabsf(coir_vec2_dot(*across, *down)) <= NEARLY * fmaxf(width, 1) && fabsf(across->y) >= 1e-4f * across->x;
}

// SDL puts a texture on whole pixels and turns the texture about any point. This point is chosen so that the middle
// of the picture ends at its exact position, between pixels. In a texture without smoothing, SDL reads pixels half a
// pixel too far to the upper left.
static bool turn(const Job *job, const Picture *picture, SDL_Texture *texture)
{
    const CoirCut *cut = &picture->cut;
    double angle = atan2((double)picture->across.y, (double)picture->across.x), c = cos(angle), s = sin(angle);
    double width = cut->to_width + 2 * cut->margin, height = cut->to_height + 2 * cut->margin;
    double half = cut->smooth ? 0 : 0.5;
    double x = picture->corner.x + (picture->across.x + picture->down.x) / 2 - half * (c - s);
    double y = picture->corner.y + (picture->across.y + picture->down.y) / 2 - half * (s + c);
    const SDL_FRect where = {(float)floor(x - width / 2 + 0.5), (float)floor(y - height / 2 + 0.5), (float)width,
                             (float)height};
    double dx = x - width / 2 - where.x, dy = y - height / 2 - where.y, cotangent = s / (1 - c);
    const SDL_FPoint centre = {(float)((width + dx - cotangent * dy) / 2), (float)((height + dy + cotangent * dx) / 2)};
    return SDL_RenderCopyExF(job->software->device, texture, NULL, &where, angle * 180 / 3.14159265358979323846,
                             &centre, SDL_FLIP_NONE) == 0;
}

static bool draw_turned(const Job *job, const CoirVertex q[4], Picture *picture)
{
    SDL_BlendMode mode = job->mode;
    SDL_Texture *texture = NULL;
    bool worth = mode != SDL_BLENDMODE_NONE && is_worth_turning(picture, job->call->clip); // NONE draws the margin, too
    if (worth && find_upright_form(picture, job->call->page->filter == COIR_FILTER_LINEAR))
        texture = find_cutout(job, &picture->cut, &mode);
    return texture ? say_if_failed(turn(job, picture, texture)) : draw_as_geometry(job, q, job->copy);
}

static bool draw_picture(const Job *job, const CoirVertex q[4])
{
    Picture picture;
    if (find_picture(q, job, &picture)) {
        if (find_turn(&picture, &picture.cut.turn))
            return draw_upright(job, q, &picture);
        return draw_turned(job, q, &picture);
    }
    return draw_as_geometry(job, q, job->copy);
}

// Draw calls ---------------------------------------------------------------------------------------------------------

static bool draw_quads(const Job *job, const CoirPainter *painter)
{
    const CoirVertex *from = painter->vertices + job->call->first_vertex;
    for (int i = 0; i < job->call->vertex_count; i += 4) {
        bool white = is_white(job->call->page, from + i, 4);
        if (!(white ? draw_colours(job, from + i) : draw_picture(job, from + i)))
            return false;
    }
    return true;
}

// Returns true if SDL can draw all visible triangles of a draw call undivided.
static bool are_small(const CoirTriangles *triangles, const CoirDrawCall *call, const CoirVertex *from,
                      const int *indices)
{
    for (int i = 0; i < call->index_count; i += 3) {
        const CoirVertex corners[3] = {from[indices[i]], from[indices[i + 1]], from[indices[i + 2]]};
        if (coir_triangles_are_seen(triangles, corners, 3) && !coir_triangles_are_small(triangles, corners, 3))
            return false;
    }
    return true;
}

// Draws triangles one by one. SDL takes two neighbouring triangles for a rectangle, which is wrong if their picture
// is sheared or turned. Without a picture, SDL fills this rectangle with SDL_BLENDMODE_BLEND, whatever the blend mode
// is. Either all triangles are cut into small triangles, or none: a cut adds corners on an edge, and the neighbour must
// have the same corners.
static bool draw_triangles(const Job *job, const CoirPainter *painter)
{
    const CoirDrawCall *call = job->call;
    const CoirVertex *from = painter->vertices + call->first_vertex;
    const int *indices = painter->indices + call->first_index;
    CoirGeometry geometry = geometry_for(job, job->copy);
    bool whole = are_small(&geometry.triangles, call, from, indices);
    for (int i = 0; i < call->index_count; i += 3) {
        const CoirVertex corners[3] = {prepared(from[indices[i]], job), prepared(from[indices[i + 1]], job),
                                       prepared(from[indices[i + 2]], job)};
        bool white = is_white(call->page, from + indices[i], 1) && is_white(call->page, from + indices[i + 1], 1) &&
                     is_white(call->page, from + indices[i + 2], 1);
        geometry.copy = white ? NULL : job->copy;
        if (!coir_geometry_triangle(&geometry, corners, whole))
            return false;
    }
    return true;
}

bool coir_software_draw(CoirSoftware *software, const CoirPainter *painter, const CoirDrawCall *call, SDL_Texture *copy)
{
    Job job = {software, call, &coir_blends[call->blend], copy, SDL_BLENDMODE_NONE};
    if (copy)
        SDL_GetTextureBlendMode(copy, &job.mode);
    else
        SDL_GetRenderDrawBlendMode(software->device, &job.mode);
    if (!call->indexed)
        return draw_quads(&job, painter);
    if (SDL_SetRenderDrawBlendMode(software->device, job.mode) != 0) // for triangles that show the white pixel
        return FAIL("the blend mode could not be set: %s", SDL_GetError());
    return draw_triangles(&job, painter);
}
