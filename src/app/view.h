// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The view maps the points of the stage to a window. There are three kinds of coordinates:
//
// 1. points of the stage: the origin is the lower left corner, y goes up;
// 2. pixels of the target (the window's picture): the origin is the upper left corner, y goes down;
// 3. window units, in which SDL reports the pointer: like pixels, but on some displays a unit is more than one pixel.
//
// A view is a value. The functions have no side effects.

#ifndef COIR_APP_VIEW_H
#define COIR_APP_VIEW_H

#include <stdbool.h>

#include "coir/director.h"

// The two sizes of a window. A size below 1 counts as 1.
typedef struct CoirViewTarget {
    int pixel_width, pixel_height;
    int unit_width, unit_height;
} CoirViewTarget;

// One axis. Coordinates count from the left or from the bottom edge of the target.
typedef struct CoirViewAxis {
    double scale;         // pixels per point
    double origin;        // position of point 0 in pixels
    double first, extent; // visible part in points
    double pixels, units; // size of the target in pixels and in window units
} CoirViewAxis;

typedef struct CoirView {
    CoirViewAxis x, y;
} CoirView;

// Returns the view for a stage of `width` * `height` points. `resolution` must be a valid policy.
CoirView coir_view(CoirResolution resolution, int width, int height, CoirViewTarget target);

// coir_view_pixels returns the map from points to pixels. coir_view_visible returns the visible rectangle in points.
CoirAffine coir_view_pixels(const CoirView *view);
CoirRect coir_view_visible(const CoirView *view);

// Convert a position between window units and points.
CoirVec2 coir_view_to_points(const CoirView *view, CoirVec2 units);
CoirVec2 coir_view_to_units(const CoirView *view, CoirVec2 points);

// Converts a movement from window units to points.
CoirVec2 coir_view_delta(const CoirView *view, CoirVec2 units);

#endif
