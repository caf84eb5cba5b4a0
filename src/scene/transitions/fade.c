// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions that fade: through a colour, or from one scene directly into the other.

#include "scene/transitions/parts.h"

static void fade_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    CoirColor color = *(const CoirColor *)view->parameters;
    bool is_outgoing = view->progress < 0.5f;
    float cover = is_outgoing ? 2 * view->progress : 2 - 2 * view->progress;
    color.a = coir_white(cover).a;
    coir_painter_image(painter, is_outgoing ? view->from : view->to, coir_whole(view));
    if (color.a > 0)
        coir_painter_rect(painter, coir_whole(view), color);
}

static const CoirTransitionClass fade_class = {.name = "fade", .size = sizeof(CoirColor), .draw = fade_draw};

CoirTransition coir_transition_fade(double duration, CoirColor color)
{
    return coir_transition_of(&fade_class, duration, &color);
}

static void cross_fade_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    float right = view->size.x, top = view->size.y;
    const CoirVec2 points[4] = {{0, top}, {right, top}, {right, 0}, {0, 0}};
    CoirVertex corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = coir_corner(view, points[i], points[i], view->progress);
    coir_painter_image(painter, view->from, coir_whole(view));
    coir_painter_quad(painter, view->to, corners);
}

static const CoirTransitionClass cross_fade_class = {.name = "cross_fade", .draw = cross_fade_draw};

CoirTransition coir_transition_cross_fade(double duration)
{
    return coir_transition_of(&cross_fade_class, duration, NULL);
}
