// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The transition coir_transition_progress: an edge or a clock's hand passes by and uncovers the incoming scene.

#include "base/fail.h"
#include "scene/transitions/parts.h"

#define TURN (float)(2 * COIR_PI)

static bool progress_made(void *parameters)
{
    CoirProgress kind = *(const CoirProgress *)parameters;
    if ((unsigned)kind <= COIR_PROGRESS_OUT_IN)
        return true;
    return MISTAKE("coir_transition_progress: %d is no kind of progress; it must be a CoirProgress", (int)kind);
}

// Rectangles ----------------------------------------------------------------------------------------------------------

// Returns the rectangle in the middle of the area that has the fraction `t` of the area's width and height.
static CoirRect inner(const CoirTransitionView *view, const CoirPainter *painter, float t)
{
    CoirVec2 edge = coir_on_pixels(painter, view->size.x * (1 - t) / 2, view->size.y * (1 - t) / 2);
    return coir_rect(edge.x, edge.y, view->size.x - 2 * edge.x, view->size.y - 2 * edge.y);
}

static void draw_rect(const CoirTransitionView *view, CoirPainter *painter, CoirProgress kind, float t)
{
    bool shrinks = kind == COIR_PROGRESS_OUT_IN;
    CoirVec2 edge = coir_on_pixels(painter, view->size.x * t, view->size.y * t);
    CoirRect part = kind == COIR_PROGRESS_HORIZONTAL ? coir_rect(0, 0, edge.x, view->size.y)
                    : kind == COIR_PROGRESS_VERTICAL ? coir_rect(0, 0, view->size.x, edge.y)
                                                     : inner(view, painter, shrinks ? 1 - t : t);
    coir_painter_image(painter, shrinks ? view->to : view->from, coir_whole(view));
    coir_put_part(view, painter, shrinks ? view->from : view->to, part, coir_moved(0, 0));
}

// Sectors -------------------------------------------------------------------------------------------------------------

// Returns the point where a ray from the middle of the area meets the edge of the area. `angle`: radians clockwise
// from the top.
static CoirVec2 on_edge(const CoirTransitionView *view, float angle)
{
    CoirVec2 half = coir_vec2_scale(view->size, 0.5f);
    float x = sinf(angle), y = cosf(angle);
    float reach = fminf(half.x / fmaxf(fabsf(x), 1e-6f), half.y / fmaxf(fabsf(y), 1e-6f));
    return coir_vec2(coir_limited(half.x + reach * x, 0, view->size.x),
                     coir_limited(half.y + reach * y, 0, view->size.y));
}

// Stores the corners of the sector from the top clockwise to the angle `end`: first the middle of the area, then the
// corners on the edge. Returns the number of corners.
static int find_sector(const CoirTransitionView *view, float end, CoirVec2 points[8])
{
    float corner = atan2f(view->size.x, view->size.y); // angle of the upper right corner
    const float corners[4] = {corner, TURN / 2 - corner, TURN / 2 + corner, TURN - corner};
    int count = 0;
    points[count++] = coir_vec2_scale(view->size, 0.5f);
    points[count++] = on_edge(view, 0);
    for (int i = 0; i < 4 && corners[i] < end; i++)
        points[count++] = coir_vec2(i < 2 ? view->size.x : 0, i == 0 || i == 3 ? view->size.y : 0);
    points[count++] = on_edge(view, end);
    return count;
}

static void draw_sector(const CoirTransitionView *view, CoirPainter *painter, bool clockwise, float t)
{
    CoirVec2 points[8];
    CoirVertex vertices[8];
    int indices[3 * 6], index_count = 0, count = find_sector(view, TURN * t, points);
    for (int i = 0; i < count; i++) {
        points[i].x = clockwise ? points[i].x : view->size.x - points[i].x;
        vertices[i] = coir_corner(view, points[i], points[i], 1);
    }
    for (int i = 2; i < count; i++) {
        indices[index_count++] = 0;
        indices[index_count++] = i - 1;
        indices[index_count++] = i;
    }
    coir_painter_image(painter, view->from, coir_whole(view));
    coir_painter_triangles(painter, view->to, vertices, count, indices, index_count);
}

static void progress_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    CoirProgress kind = *(const CoirProgress *)view->parameters;
    float t = coir_limited(view->progress, 0, 1);
    if (kind == COIR_PROGRESS_CLOCKWISE || kind == COIR_PROGRESS_COUNTERCLOCKWISE)
        draw_sector(view, painter, kind == COIR_PROGRESS_CLOCKWISE, t);
    else
        draw_rect(view, painter, kind, t);
}

static const CoirTransitionClass progress_class = {
    .name = "progress", .size = sizeof(CoirProgress), .made = progress_made, .draw = progress_draw};

CoirTransition coir_transition_progress(double duration, CoirProgress kind)
{
    return coir_transition_of(&progress_class, duration, &kind);
}
