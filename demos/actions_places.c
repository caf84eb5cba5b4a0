// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fills the page of the actions that change the position, rotation, scale, skew, size and anchor of a node.

#include "actors.h"

#define COUNT(array) ((int)(sizeof array / sizeof array[0]))

static CoirAction *smooth(CoirAction *action)
{
    return coir_ease(COIR_EASE_IN_OUT_SINE, action);
}

// Plays an action and its opposite, with a rest after each.
static CoirAction *there_and_back(CoirAction *by)
{
    CoirAction *there = smooth(coir_action_retain(by)), *back = smooth(coir_reverse(by));
    return coir_sequence(there, coir_delay(0.3), back, coir_delay(0.3));
}

// Plays two actions one after the other, with a rest after each.
static CoirAction *in_turn(CoirAction *first, CoirAction *second)
{
    return coir_sequence(smooth(first), coir_delay(0.3), smooth(second), coir_delay(0.3));
}

// Movement -----------------------------------------------------------------------------------------------------------

static void fill_moves(Page *page)
{
    CoirVec2 a = {-20, 70}, b = {20, -70}, end = {50, 0};
    page_play(page, "move_to", -48, -18, in_turn(coir_move_to(1, 48, 18), coir_move_to(1, -48, -18)));
    page_play(page, "move_by", -50, 0, there_and_back(coir_move_by(1, 100, 0)));
    page_play(page, "jump_to", -50, -22,
              coir_sequence(coir_jump_to(1.4, 50, -22, 42, 3), coir_delay(0.3), coir_jump_to(1, -50, -22, 50, 1),
                            coir_delay(0.3)));
    page_play(page, "jump_by", -50, -22,
              coir_sequence(coir_jump_by(0.9, 50, 0, 46, 1), coir_jump_by(0.9, 50, 0, 46, 2),
                            coir_jump_by(1.2, -100, 0, 30, 4)));
    page_play(page, "bezier_to", -50, 0,
              in_turn(coir_bezier_to(1.4, a, b, end), coir_bezier_to(1.4, a, b, coir_vec2(-50, 0))));
    page_play(page, "bezier_by", -50, -20,
              there_and_back(coir_bezier_by(1.4, coir_vec2(0, 62), coir_vec2(100, 62), coir_vec2(100, 0))));
}

typedef CoirAction *(*PathFn)(double duration, const CoirVec2 *points, int count);

static CoirAction *tight_to(double duration, const CoirVec2 *points, int count)
{
    return coir_cardinal_spline_to(duration, 0.1f, points, count);
}

static CoirAction *tight_by(double duration, const CoirVec2 *points, int count)
{
    return coir_cardinal_spline_by(duration, 0.1f, points, count);
}

// Adds an actor that moves along marked points. The points are relative to `from`.
static void path_cell(Page *page, const char *name, PathFn path, CoirVec2 from, const CoirVec2 *points, int count)
{
    CoirNode *cell = page_cell(page, name);
    for (int i = 0; i < count; i++) {
        CoirNode *peg = page_dot(page, cell, from.x + points[i].x, from.y + points[i].y, 6);
        if (peg)
            peg->opacity = 0.5f;
    }
    Actor *actor = page_actor(page, cell, from.x + points[0].x, from.y + points[0].y);
    page_loop(page, COIR_NODE(actor), coir_sequence(path(2.6, points, count), coir_delay(0.2)));
}

static void fill_paths(Page *page)
{
    static const CoirVec2 none = {0, 0}, corner = {-48, -22};
    static const CoirVec2 zigzag_to[] = {{-48, -22}, {-24, 24}, {0, -22}, {24, 24}, {48, -22}, {-48, -22}};
    static const CoirVec2 zigzag_by[] = {{0, 0}, {48, 46}, {96, 0}, {96, 46}, {48, 0}, {0, 46}, {0, 0}};
    static const CoirVec2 eight[] = {{0, 0}, {40, 24}, {40, -24}, {0, 0}, {-40, 24}, {-40, -24}, {0, 0}};
    static const CoirVec2 loop[] = {{0, 0}, {24, 46}, {72, 46}, {96, 0}, {48, 16}, {0, 0}};
    path_cell(page, "cardinal_spline_to", tight_to, none, eight, COUNT(eight));
    path_cell(page, "cardinal_spline_by", tight_by, corner, loop, COUNT(loop));
    path_cell(page, "catmull_rom_to", coir_catmull_rom_to, none, zigzag_to, COUNT(zigzag_to));
    path_cell(page, "catmull_rom_by", coir_catmull_rom_by, corner, zigzag_by, COUNT(zigzag_by));
    path_cell(page, "polyline_to", coir_polyline_to, none, zigzag_to, COUNT(zigzag_to));
    path_cell(page, "polyline_by", coir_polyline_by, corner, loop, COUNT(loop));
}

static void fill_turns(Page *page)
{
    page_play(page, "rotate_to", 0, 0,
              coir_sequence(smooth(coir_rotate_to(0.7, 120)), coir_delay(0.3), smooth(coir_rotate_to(0.7, 240)),
                            coir_delay(0.3), smooth(coir_rotate_to(0.7, 0)), coir_delay(0.3)));
    page_play(page, "rotate_by", 0, 0, there_and_back(coir_rotate_by(1.2, 360)));
    page_play(page, "scale_to", 0, 0, in_turn(coir_scale_to(0.8, 2.8f, 0.7f), coir_scale_to(0.8, 0.7f, 2.2f)));
    page_play(page, "scale_by", 0, 0, there_and_back(coir_scale_by(1, 3, 0.7f)));
    page_play(page, "scale_to_uniform", 0, 0,
              in_turn(coir_scale_to_uniform(0.9, 2.2f), coir_scale_to_uniform(0.9, 0.6f)));
    page_play(page, "scale_by_uniform", 0, 0, there_and_back(coir_scale_by_uniform(1, 2.3f)));
    page_play(page, "skew_to", 0, 0, in_turn(coir_skew_to(0.8, 45, 0), coir_skew_to(0.8, -45, 0)));
    page_play(page, "skew_by", 0, 0, there_and_back(coir_skew_by(1, 0, 40)));
    page_play(page, "size_to", 0, 0, in_turn(coir_size_to(0.8, 90, 30), coir_size_to(0.8, 30, 70)));
    page_play(page, "size_by", 0, 0, there_and_back(coir_size_by(1, 70, 30)));
    page_play(page, "anchor_to", 0, 0,
              coir_sequence(smooth(coir_anchor_to(0.6, 1.3f, 0.5f)), smooth(coir_anchor_to(0.6, 0.5f, 1.3f)),
                            smooth(coir_anchor_to(0.6, -0.3f, 0.5f)), smooth(coir_anchor_to(0.6, 0.5f, -0.3f))));
}

// A field of dots that is larger than its cell. Only the dots inside the view are drawn.
typedef struct World {
    CoirNode node;
    CoirTexture *shapes;
} World;

static const CoirNodeClass World_class;

static void world_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirRect view = {-node->position.x, -node->position.y, 132, 78};
    const World *world = COIR_AS(World, node);
    coir_painter_push_clip(painter, view);
    for (float x = 6; x < 300; x += 24)
        for (float y = 6; y < 180; y += 24)
            ink_shape(painter, world->shapes, INK_DOT, coir_affine_identity(), coir_rect(x, y, 8, 8),
                      ink_alpha(ink_hue(x / 300), 0.55f));
    coir_painter_pop_clip(painter);
}

static COIR_NODE_CLASS(World, .draw = world_draw);

// coir_follow moves the field of dots so that the hero is in the middle of the view. Only at the edges of the field the
// hero leaves the middle, because the view stays inside the field. The lower left corner of the view is the position of
// `corner`.
static void fill_follow(Page *page)
{
    static const CoirVec2 round[] = {{66, 39}, {150, 140}, {234, 39}, {234, 140}, {150, 39}, {66, 140}, {66, 39}};
    CoirNode *corner = page_add(page, page_cell(page, "follow"), coir_node_new());
    World *world = COIR_NEW(World);
    if (!world || !page_add(page, corner, COIR_NODE(world))) {
        page->failed = true;
        return;
    }
    world->shapes = page->shapes;
    world->node.color = coir_node_parent(corner)->color;
    Actor *hero = page_actor(page, COIR_NODE(world), 66, 39);
    page_loop(page, COIR_NODE(hero), coir_catmull_rom_to(7, round, COUNT(round)));
    coir_node_run(world, coir_follow(hero, coir_vec2(132, 78), coir_rect(0, 0, 300, 180)));
    corner->position = coir_vec2(-66, -38);
}

void fill_places(Page *page)
{
    fill_moves(page);
    fill_paths(page);
    fill_turns(page);
    fill_follow(page);
}
