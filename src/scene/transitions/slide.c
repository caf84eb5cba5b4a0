// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions that move whole scenes or strips of scenes.

#include "base/fail.h"
#include "scene/transitions/parts.h"

// From a side ---------------------------------------------------------------------------------------------------------

// Returns the distance by which a picture is moved to lie beside the stage, at this side.
static CoirVec2 beside(const CoirTransitionView *view, CoirSide side)
{
    switch (side) {
    case COIR_FROM_LEFT: return coir_vec2(-view->size.x, 0);
    case COIR_FROM_RIGHT: return coir_vec2(view->size.x, 0);
    case COIR_FROM_TOP: return coir_vec2(0, view->size.y);
    case COIR_FROM_BOTTOM: break;
    }
    return coir_vec2(0, -view->size.y);
}

static void draw_from_side(const CoirTransitionView *view, CoirPainter *painter, bool pushes)
{
    CoirVec2 start = beside(view, *(const CoirSide *)view->parameters);
    CoirVec2 to = coir_on_pixels(painter, start.x * (1 - view->progress), start.y * (1 - view->progress));
    CoirVec2 from = pushes ? coir_vec2_sub(to, start) : coir_vec2(0, 0);
    coir_put_part(view, painter, view->from, coir_whole(view), coir_moved(from.x, from.y));
    coir_put_part(view, painter, view->to, coir_whole(view), coir_moved(to.x, to.y));
}

static void move_in_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    draw_from_side(view, painter, false);
}

static void slide_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    draw_from_side(view, painter, true);
}

static bool is_side(const CoirSide *side, const char *function)
{
    return (unsigned)*side <= COIR_FROM_BOTTOM
               ? true
               : MISTAKE("%s: %d is no side; it must be a CoirSide", function, (int)*side);
}

static bool move_in_made(void *parameters)
{
    return is_side(parameters, "coir_transition_move_in");
}

static bool slide_made(void *parameters)
{
    return is_side(parameters, "coir_transition_slide");
}

static const CoirTransitionClass move_in_class = {
    .name = "move_in", .size = sizeof(CoirSide), .made = move_in_made, .draw = move_in_draw};
static const CoirTransitionClass slide_class = {
    .name = "slide", .size = sizeof(CoirSide), .made = slide_made, .draw = slide_draw};

CoirTransition coir_transition_move_in(double duration, CoirSide from)
{
    return coir_transition_with_ease(coir_transition_of(&move_in_class, duration, &from), COIR_EASE_OUT);
}

CoirTransition coir_transition_slide(double duration, CoirSide from)
{
    return coir_transition_with_ease(coir_transition_of(&slide_class, duration, &from), COIR_EASE_OUT);
}

// Split ---------------------------------------------------------------------------------------------------------------

#define STRIPS_MOST 1000

typedef struct Split {
    int count;
    bool rows;
} Split;

static bool split_made(void *parameters)
{
    const Split *split = parameters;
    if (split->count >= 1 && split->count <= STRIPS_MOST)
        return true;
    return MISTAKE("%s: %d %s; 1 to %d are possible",
                   split->rows ? "coir_transition_split_rows" : "coir_transition_split_columns", split->count,
                   split->rows ? "rows" : "columns", STRIPS_MOST);
}

// The first half of the transition moves out the strips of the outgoing scene. The second half moves in the strips of
// the incoming scene.
static void split_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    const Split *split = view->parameters;
    bool is_outgoing = view->progress < 0.5f;
    float out = is_outgoing ? 2 * view->progress : 2 - 2 * view->progress;
    CoirVec2 way = split->rows ? coir_vec2(view->size.x * out, 0) : coir_vec2(0, view->size.y * out);
    CoirVec2 end = split->rows ? coir_vec2(0, view->size.y) : coir_vec2(view->size.x, 0);
    way = coir_on_pixels(painter, way.x, way.y);
    for (int i = 0; i < split->count; i++) {
        float sign = i % 2 ? -1 : 1, low = (float)i / (float)split->count, high = (float)(i + 1) / (float)split->count;
        CoirVec2 first = coir_on_pixels(painter, end.x * low, end.y * low);
        CoirVec2 last = coir_on_pixels(painter, end.x * high, end.y * high);
        CoirRect strip = split->rows ? coir_rect(0, first.y, view->size.x, last.y - first.y)
                                     : coir_rect(first.x, 0, last.x - first.x, view->size.y);
        coir_put_part(view, painter, is_outgoing ? view->from : view->to, strip,
                      coir_moved(sign * way.x, sign * way.y));
    }
}

static const CoirTransitionClass split_class = {
    .name = "split", .size = sizeof(Split), .made = split_made, .draw = split_draw};

static CoirTransition split(double duration, Split parameters)
{
    return coir_transition_with_ease(coir_transition_of(&split_class, duration, &parameters), COIR_EASE_IN_OUT);
}

CoirTransition coir_transition_split_columns(double duration, int count)
{
    return split(duration, (Split){count, false});
}

CoirTransition coir_transition_split_rows(double duration, int count)
{
    return split(duration, (Split){count, true});
}
