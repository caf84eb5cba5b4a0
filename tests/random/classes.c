// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Classes of nodes that inherit from each of the library's classes, classes of actions and transitions, and fields for
// tweens. All hooks make random calls.

#include <stddef.h>

#include "random/values.h"
#include "random/world.h"

typedef struct Plain {
    CoirNode node;
    float heat;
    CoirVec2 goal;
    CoirColor glow;
} Plain;

typedef struct Deep {
    COIR_INHERIT(Plain, plain);
    int more;
} Deep;

typedef struct Picture {
    COIR_INHERIT(CoirSprite, sprite);
} Picture;

typedef struct Words {
    COIR_INHERIT(CoirLabel, label);
} Words;

typedef struct Panel {
    COIR_INHERIT(CoirNineSlice, panel);
} Panel;

typedef struct Floor {
    COIR_INHERIT(CoirTiled, tiled);
} Floor;

typedef struct Brick {
    COIR_INHERIT(CoirBox, box);
} Brick;

typedef struct Ball {
    COIR_INHERIT(CoirCircle, circle);
} Ball;

// Hooks of nodes -----------------------------------------------------------------------------------------------------

static bool made(CoirNode *node)
{
    keep_node(node);
    inside(CB_node_class_made);
    return !one_in(20);
}

static void enter(CoirNode *node)
{
    inside_node(CB_node_class_enter, node);
}

static void entered(CoirNode *node)
{
    inside_node(CB_node_class_entered, node);
}

static void leaving(CoirNode *node)
{
    (void)node;
    inside(CB_node_class_leaving);
}

static void leave(CoirNode *node)
{
    (void)node;
    inside(CB_node_class_leave);
}

static void update(CoirNode *node, double dt)
{
    (void)dt;
    inside_node(CB_node_class_update, node);
}

static void draw(CoirNode *node, CoirPainter *painter)
{
    painter_begin(painter);
    inside_node(CB_node_class_draw, node);
    painter_end();
}

static bool event(CoirNode *node, const CoirEvent *what)
{
    (void)what;
    inside_node(CB_node_class_event, node);
    return one_in(4);
}

static bool hit(CoirNode *node, CoirVec2 point)
{
    inside_node(CB_node_class_hit, node);
    return point.x < 1000;
}

// The node is valid until this hook returns, so calls inside the hook may still use the node.
static void destroy(CoirNode *node)
{
    inside(CB_node_class_destroy);
    forget_node(node);
}

static COIR_NODE_CLASS(Plain, .made = made, .enter = enter, .entered = entered, .leaving = leaving, .leave = leave,
                       .update = update, .draw = draw, .event = event, .hit = hit, .destroy = destroy);
static COIR_NODE_CLASS(Deep, .super = &Plain_class, .made = made, .enter = enter, .leave = leave, .destroy = destroy);
static COIR_NODE_CLASS(Picture, .super = &CoirSprite_class, .enter = enter, .leave = leave, .destroy = destroy);
static COIR_NODE_CLASS(Words, .super = &CoirLabel_class, .update = update, .destroy = destroy);
static COIR_NODE_CLASS(Panel, .super = &CoirNineSlice_class, .event = event, .destroy = destroy);
static COIR_NODE_CLASS(Floor, .super = &CoirTiled_class, .draw = draw, .destroy = destroy);
static COIR_NODE_CLASS(Brick, .super = &CoirBox_class, .update = update, .destroy = destroy);
static COIR_NODE_CLASS(Ball, .super = &CoirCircle_class, .event = event, .destroy = destroy);
static const CoirNodeClass small_class = {.name = "small", .size = 8, .state_ = &(CoirNodeClassState){.index_ = 0}};
static const CoirNodeClass stateless_class = {.name = "stateless", .size = sizeof(CoirNode)};

const CoirNodeClass *any_node_class(void)
{
    static const CoirNodeClass *const classes[] = {
        &Plain_class,   &Plain_class,      &Plain_class,    &Deep_class,      &Picture_class,
        &Words_class,   &Panel_class,      &Floor_class,    &Brick_class,     &Ball_class,
        &CoirBox_class, &CoirSprite_class, &CoirNode_class, &CoirLabel_class, &CoirTiled_class};
    static const CoirNodeClass *const bad[] = {NULL, &small_class, &stateless_class};
    return badly() && one_in(2) ? bad[below(3)] : classes[below(15)];
}

bool has_destroy_hook(const CoirNode *node)
{
    for (const CoirNodeClass *level = node->class_; level; level = level->super)
        if (level->destroy == destroy)
            return true;
    return false;
}

// Fields -------------------------------------------------------------------------------------------------------------

static void get(CoirNode *node, float *values)
{
    (void)node;
    values[0] = 0;
    inside(CB_tween_get);
}

static void set(CoirNode *node, const float *values)
{
    (void)values;
    inside_node(CB_tween_set, node);
}

CoirField any_field(CoirFieldKind kind)
{
    CoirField fields[] = {COIR_FIELD(Plain, heat), COIR_FIELD(Plain, goal), COIR_FIELD(Plain, glow)};
    if (badly())
        return (CoirField){(CoirFieldKind)any_int(), &Plain_class, offsetof(Plain, heat), NULL, NULL};
    if (one_in(2))
        return COIR_FIELD_FUNCTIONS(Plain, kind, get, set);
    return fields[badly() ? below(3) : (int)kind];
}

// Kinds of actions ---------------------------------------------------------------------------------------------------

typedef struct State {
    CoirVec2 start;
} State;

static void action_start(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    ((State *)state)->start = node->position;
    inside_node(CB_action_class_start, node);
}

static void action_update(CoirNode *node, const void *parameters, void *state, double t)
{
    (void)parameters;
    node->position.x = ((State *)state)->start.x + (float)t;
    inside_node(CB_action_class_update, node);
}

static void action_end(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason)
{
    (void)node;
    (void)parameters;
    (void)state;
    (void)reason;
    inside(CB_action_class_end);
}

static void action_undo(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    node->position = ((State *)state)->start;
    inside_node(CB_action_class_undo, node);
}

static CoirAction *action_reverse(const void *parameters, double duration);

static const CoirActionClass whole_class = {"whole",       sizeof(int), sizeof(State), action_start,
                                            action_update, action_end,  action_undo,   action_reverse};
static const CoirActionClass bare_class = {"bare", 0, sizeof(State), .update = action_update};
static const CoirActionClass empty_class = {"empty", 0, 0, .start = NULL};

static CoirAction *action_reverse(const void *parameters, double duration)
{
    inside(CB_action_class_reverse);
    return one_in(8) ? NULL : coir_action_new(&whole_class, duration, parameters);
}

const CoirActionClass *any_action_class(void)
{
    if (badly())
        return one_in(2) ? NULL : &empty_class;
    return one_in(3) ? &bare_class : &whole_class;
}

// Kinds of transitions -----------------------------------------------------------------------------------------------

static bool transition_made(void *parameters)
{
    (void)parameters;
    inside(CB_transition_made);
    return !one_in(8);
}

static void transition_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    painter_begin(painter);
    coir_painter_image(painter, view->from, any_rect());
    if (one_in(4))
        coir_sprite_set_texture(any_sprite(), one_in(2) ? view->from : view->to);
    if (one_in(4))
        coir_texture_set_filter(view->to, any_filter());
    inside(CB_transition_draw);
    coir_painter_image(painter, view->to, coir_rect(0, 0, view->size.x * view->progress, view->size.y));
    painter_end();
}

static void transition_destroy(void *parameters)
{
    (void)parameters;
    inside(CB_transition_destroy);
}

const CoirTransitionClass *any_transition_class(void)
{
    static const CoirTransitionClass classes[] = {
        {"whole", COIR_TRANSITION_BYTES, transition_made, transition_draw, transition_destroy},
        {.name = "bare", .draw = transition_draw},
        {.name = "empty"},
        {.name = "large", .size = COIR_TRANSITION_BYTES + 1, .draw = transition_draw},
    };
    return badly() ? one_in(3) ? NULL : &classes[below(4)] : &classes[0];
}
