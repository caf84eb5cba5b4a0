// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The two axes are independent of each other as soon as their scales are known. So a policy chooses two scales, and
// the position of point 0 on each axis. Numbers are doubles, because floats are not exact for a position far from the
// origin on a stage with a large scale.

#include "app/view.h"

#include <math.h>

#define NEARLY 1e-6 // pixels; a stage that is larger than the target by less than this still fits

static CoirViewAxis axis_of(int pixels, int units)
{
    CoirViewAxis axis = {.pixels = pixels < 1 ? 1 : pixels, .units = units < 1 ? 1 : units};
    return axis;
}

// Puts the stage into the middle of the target. Points beside the stage are not visible.
static void center(CoirViewAxis *axis, double scale, int points, bool on_whole_pixels)
{
    double rest = axis->pixels - scale * points; // below 0: the stage is cut off at both ends
    axis->scale = scale;
    axis->origin = on_whole_pixels ? floor(rest / 2) : rest / 2;
    axis->first = 0;
    axis->extent = points;
    if (rest > -NEARLY)
        return;
    axis->first = -axis->origin / scale;
    axis->extent = axis->pixels / scale;
}

// Puts point 0 at the edge of the target. All points up to the other edge are visible.
static void begin_at_edge(CoirViewAxis *axis, double scale)
{
    axis->scale = scale;
    axis->origin = axis->first = 0;
    axis->extent = axis->pixels / scale;
}

static CoirView from_corner(CoirView view, double scale)
{
    begin_at_edge(&view.x, scale);
    begin_at_edge(&view.y, scale);
    return view;
}

CoirView coir_view(CoirResolution resolution, int width, int height, CoirViewTarget target)
{
    CoirView view = {axis_of(target.pixel_width, target.unit_width), axis_of(target.pixel_height, target.unit_height)};
    double across = view.x.pixels / width, up = view.y.pixels / height;
    double scale = across < up ? across : up;
    bool whole = resolution == COIR_RESOLUTION_INTEGER_SCALE, stretches = resolution == COIR_RESOLUTION_EXACT_FIT;
    if (resolution == COIR_RESOLUTION_FIXED_WIDTH || resolution == COIR_RESOLUTION_FIXED_HEIGHT)
        return from_corner(view, resolution == COIR_RESOLUTION_FIXED_WIDTH ? across : up);
    if (resolution == COIR_RESOLUTION_NO_BORDER)
        scale = across < up ? up : across;
    if (whole)
        scale = scale < 1 ? 1 : floor(scale);
    center(&view.x, stretches ? across : scale, width, whole);
    center(&view.y, stretches ? up : scale, height, whole);
    return view;
}

CoirAffine coir_view_pixels(const CoirView *view)
{
    CoirAffine pixels = {(float)view->x.scale,
                         0,
                         0,
                         (float)-view->y.scale,
                         (float)view->x.origin,
                         (float)(view->y.pixels - view->y.origin)};
    return pixels;
}

CoirRect coir_view_visible(const CoirView *view)
{
    return coir_rect((float)view->x.first, (float)view->y.first, (float)view->x.extent, (float)view->y.extent);
}

static double points_of(const CoirViewAxis *axis, double units)
{
    return (units * axis->pixels / axis->units - axis->origin) / axis->scale;
}

static double units_of(const CoirViewAxis *axis, double points)
{
    return (points * axis->scale + axis->origin) * axis->units / axis->pixels;
}

CoirVec2 coir_view_to_points(const CoirView *view, CoirVec2 units)
{
    double up = view->y.units - (double)units.y;
    return coir_vec2((float)points_of(&view->x, (double)units.x), (float)points_of(&view->y, up));
}

CoirVec2 coir_view_to_units(const CoirView *view, CoirVec2 points)
{
    double up = units_of(&view->y, (double)points.y);
    return coir_vec2((float)units_of(&view->x, (double)points.x), (float)(view->y.units - up));
}

CoirVec2 coir_view_delta(const CoirView *view, CoirVec2 units)
{
    double x = (double)units.x * view->x.pixels / view->x.units / view->x.scale;
    double y = (0 - (double)units.y) * view->y.pixels / view->y.units / view->y.scale;
    return coir_vec2((float)x, (float)y);
}
