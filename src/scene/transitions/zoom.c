// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions that scale and turn whole scenes.

#include "scene/transitions/parts.h"

static CoirVec2 middle(const CoirTransitionView *view)
{
    return coir_vec2(view->size.x / 2, view->size.y / 2);
}

static void put(const CoirTransitionView *view, CoirPainter *painter, CoirTexture *picture, CoirAffine way)
{
    coir_put_part(view, painter, picture, coir_whole(view), way);
}

// Returns how far the visible scene has left, 0..1, and stores the picture of this scene. The outgoing scene leaves in
// the first half of the transition; the incoming scene arrives in the second half.
static float outness(const CoirTransitionView *view, CoirTexture **picture)
{
    *picture = view->progress < 0.5f ? view->from : view->to;
    return coir_limited(view->progress < 0.5f ? 2 * view->progress : 2 - 2 * view->progress, 0, 1);
}

static void shrink_grow_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    float t = view->progress;
    CoirVec2 left = coir_vec2(view->size.x / 3, view->size.y / 2), right = coir_vec2(2 * left.x, left.y);
    put(view, painter, view->from, coir_scaled(left, 1 - t, 1 - t, 0, 0, 0));
    put(view, painter, view->to, coir_scaled(right, t, t, 0, 0, 0));
}

static void roto_zoom_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    CoirTexture *picture;
    float out = outness(view, &picture);
    put(view, painter, picture, coir_scaled(middle(view), 1 - out, 1 - out, 720 * out, 0, 0));
}

// The outgoing scene shrinks to half its size, and then leaves to the left in two jumps that are a quarter of the area
// high. Shrinking and jumping take equally long. The incoming scene jumps in from the right, and then grows.
static void jump_zoom_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    CoirTexture *picture;
    float out = outness(view, &picture), shrunk = coir_limited(2 * out, 0, 1), gone = coir_limited(2 * out - 1, 0, 1);
    float jump = 2 * gone - floorf(2 * gone), side = picture == view->from ? -1 : 1;
    float x = side * gone * view->size.x, y = view->size.y / 4 * 4 * jump * (1 - jump);
    put(view, painter, picture, coir_scaled(middle(view), 1 - shrunk / 2, 1 - shrunk / 2, 0, x, y));
}

typedef struct Flip {
    bool is_about_x, zooms; // `is_about_x`: the picture turns about its horizontal axis; false: about its vertical axis
} Flip;

static void flip_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    const Flip *flip = view->parameters;
    CoirTexture *picture;
    float out = outness(view, &picture), turned = cosf(out * (float)(COIR_PI / 2));
    float zoom = flip->zooms ? 1 - out / 2 : 1;
    float x = flip->is_about_x ? zoom : zoom * turned, y = flip->is_about_x ? zoom * turned : zoom;
    put(view, painter, picture, coir_scaled(middle(view), x, y, 0, 0, 0));
}

static const CoirTransitionClass shrink_grow_class = {.name = "shrink_grow", .draw = shrink_grow_draw};
static const CoirTransitionClass roto_zoom_class = {.name = "roto_zoom", .draw = roto_zoom_draw};
static const CoirTransitionClass jump_zoom_class = {.name = "jump_zoom", .draw = jump_zoom_draw};
static const CoirTransitionClass flip_class = {.name = "flip", .size = sizeof(Flip), .draw = flip_draw};

CoirTransition coir_transition_shrink_grow(double duration)
{
    return coir_transition_with_ease(coir_transition_of(&shrink_grow_class, duration, NULL), COIR_EASE_OUT);
}

CoirTransition coir_transition_roto_zoom(double duration)
{
    return coir_transition_of(&roto_zoom_class, duration, NULL);
}

CoirTransition coir_transition_jump_zoom(double duration)
{
    return coir_transition_of(&jump_zoom_class, duration, NULL);
}

CoirTransition coir_transition_flip_x(double duration)
{
    return coir_transition_of(&flip_class, duration, &(Flip){false, false});
}

CoirTransition coir_transition_flip_y(double duration)
{
    return coir_transition_of(&flip_class, duration, &(Flip){true, false});
}

CoirTransition coir_transition_zoom_flip_x(double duration)
{
    return coir_transition_of(&flip_class, duration, &(Flip){false, true});
}

CoirTransition coir_transition_zoom_flip_y(double duration)
{
    return coir_transition_of(&flip_class, duration, &(Flip){true, true});
}
