// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// SDL's software renderer draws two triangles that are an upright rectangle as a copy or a fill, which is exact and
// many times faster; but it takes some pairs for rectangles that are none. So each quad, and each triangle, is looked
// at here.

#include "draw/software.h"

#include <limits.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"

struct CoirSoftware {
    SDL_Renderer *device;
};

CoirSoftware *coir_software_new(SDL_Renderer *device)
{
    CoirSoftware *software = coir_alloc(sizeof *software);
    if (software)
        software->device = device;
    return software;
}

void coir_software_destroy(CoirSoftware *software)
{
    coir_free(software);
}

static bool draw_geometry(const CoirSoftware *software, SDL_Texture *copy, const CoirVertex *vertices, int count)
{
    static const int quad[6] = {0, 1, 2, 2, 3, 0};
    const int stride = (int)sizeof *vertices, index_count = count == 4 ? 6 : 0;
    int status = SDL_RenderGeometryRaw(software->device, copy, &vertices->x, stride,
                                       (const SDL_Color *)&vertices->color, stride, &vertices->u, stride, count,
                                       index_count ? quad : NULL, index_count, index_count ? sizeof *quad : 0);
    return status == 0 ? true : FAIL("%d vertices could not be drawn: %s", count, SDL_GetError());
}

static bool is_white(const CoirPage *page, const CoirVertex *vertices, int count)
{
    if (!page || !page->shared)
        return !page;
    float u = (page->white.x + 0.5f) * page->u, v = (page->white.y + 0.5f) * page->v;
    for (int i = 0; i < count; i++)
        if (vertices[i].u != u || vertices[i].v != v)
            return false;
    return true;
}

static bool is_one_colour(const CoirVertex q[4])
{
    for (int i = 1; i < 4; i++)
        if (memcmp(&q[i].color, &q[0].color, sizeof q->color) != 0)
            return false;
    return true;
}

// Chooses the diagonal along which an upright rectangle of one colour is cut. Two triangles are drawn as a copy if the
// cut goes from the upper left to the lower right corner; SDL does not see that a picture is turned by a quarter, and
// fills without a texture only in blend mode ALPHA: those must be cut the other way.
static void choose_diagonal(CoirVertex q[4], bool textured, CoirBlend blend)
{
    int h = q[1].y == q[0].y ? 1 : 3, v = 4 - h; // the neighbours of q[0] in its row and column
    bool upright = q[h].y == q[0].y && q[v].x == q[0].x && q[2].x == q[h].x && q[2].y == q[v].y;
    if (!upright || !is_one_colour(q))
        return;
    bool straight = q[h].v == q[0].v && q[v].u == q[0].u && q[2].u == q[h].u && q[2].v == q[v].v;
    bool falling = (q[0].x < q[2].x) == (q[0].y < q[2].y);
    if (falling == (textured ? straight : blend == COIR_BLEND_ALPHA))
        return;
    CoirVertex first = q[0];
    memmove(q, q + 1, 3 * sizeof *q);
    q[3] = first;
}

// A place in a texture, and a little further on: it was most often divided by the texture's size, and may be rounded
// down; SDL multiplies, cuts off, and draws one pixel less of every tenth region.
static float a_little_more(float value)
{
    value *= 1.000001f;
    return value < 1 ? value : 1;
}

// The colour as it was before it was multiplied with alpha: for what cannot be blended PREMULTIPLIED here.
static CoirColor divided(CoirColor color)
{
    if (color.a == 0)
        return color;
    int r = color.r * 255 / color.a, g = color.g * 255 / color.a, b = color.b * 255 / color.a;
    return coir_rgba((uint8_t)(r < 255 ? r : 255), (uint8_t)(g < 255 ? g : 255), (uint8_t)(b < 255 ? b : 255), color.a);
}

static CoirVertex prepared(CoirVertex vertex, const CoirPaintRun *run)
{
    if (run->page && !run->page->shared) { // the size of a shared one is a power of two
        vertex.u = a_little_more(vertex.u);
        vertex.v = a_little_more(vertex.v);
    }
    if (run->blend == COIR_BLEND_PREMULTIPLIED)
        vertex.color = divided(vertex.color);
    return vertex;
}

static bool set_blend(const CoirSoftware *software, const SDL_Texture *copy)
{
    SDL_BlendMode mode = SDL_BLENDMODE_NONE;
    SDL_GetTextureBlendMode((SDL_Texture *)copy, &mode);
    return SDL_SetRenderDrawBlendMode(software->device, mode) == 0;
}

static bool draw_quads(const CoirSoftware *software, const CoirPainter *painter, const CoirPaintRun *run,
                       SDL_Texture *copy)
{
    const CoirVertex *from = painter->vertices + run->first_vertex;
    for (int i = 0; i < run->vertex_count; i += 4) {
        bool white = is_white(run->page, from + i, 4);
        CoirVertex quad[4];
        for (int k = 0; k < 4; k++)
            quad[k] = prepared(from[i + k], run);
        choose_diagonal(quad, !white, run->blend);
        if (!draw_geometry(software, white ? NULL : copy, quad, 4))
            return false;
    }
    return true;
}

// Neighbouring triangles are taken for rectangles, wrongly if their picture is sheared or turned, or if they are
// blended otherwise than ALPHA. One that comes alone is drawn as what it is.
static bool draw_triangles(const CoirSoftware *software, const CoirPainter *painter, const CoirPaintRun *run,
                           SDL_Texture *copy)
{
    const CoirVertex *from = painter->vertices + run->first_vertex;
    const int *indices = painter->indices + run->first_index;
    for (int i = 0; i < run->index_count; i += 3) {
        const CoirVertex corners[3] = {prepared(from[indices[i]], run), prepared(from[indices[i + 1]], run),
                                       prepared(from[indices[i + 2]], run)};
        bool white = is_white(run->page, from + indices[i], 1) && is_white(run->page, from + indices[i + 1], 1) &&
                     is_white(run->page, from + indices[i + 2], 1);
        if (!draw_geometry(software, white ? NULL : copy, corners, 3))
            return false;
    }
    return true;
}

bool coir_software_draw(CoirSoftware *software, const CoirPainter *painter, const CoirPaintRun *run, SDL_Texture *copy)
{
    if (copy && run->page->shared && !set_blend(software, copy)) // for what shows the white spot
        return FAIL("the blend mode could not be set: %s", SDL_GetError());
    return run->indexed ? draw_triangles(software, painter, run, copy) : draw_quads(software, painter, run, copy);
}
