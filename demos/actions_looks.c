// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fills the page that shows changes of colour, opacity and frame, instants, tweens of the fields of a node type, and an
// action class of the demo's own.

#include "actors.h"

static CoirAction *rest(CoirAction *action, double seconds)
{
    return coir_sequence(action, coir_delay(seconds));
}

// Plays two actions one after the other, with a rest after each.
static CoirAction *in_turn(CoirAction *first, CoirAction *second, double seconds)
{
    return coir_sequence(rest(first, seconds), rest(second, seconds));
}

static Actor *grown(Actor *actor)
{
    if (actor)
        coir_node_set_scale(actor, 1.5f);
    return actor;
}

static void fill_fades(Page *page)
{
    CoirAction *tint = coir_tint_by(0.9, 110, -60, -90), *back = coir_reverse(coir_action_retain(tint));
    grown(page_play(page, "fade_to", 0, 0, in_turn(coir_fade_to(0.8, 0.2f), coir_fade_to(0.8, 1), 0.2)));
    grown(page_play(page, "fade_in", 0, 0, coir_sequence(coir_fade_to(0, 0), rest(coir_fade_in(1.2), 0.6))));
    grown(page_play(page, "fade_out", 0, 0,
                    coir_sequence(coir_fade_to(0, 1), coir_delay(0.4), rest(coir_fade_out(1.2), 0.2))));
    grown(page_play(page, "tint_to", 0, 0,
                    in_turn(coir_tint_to(0.9, ink_hue(0.9f)), coir_tint_to(0.9, ink_hue(0.3f)), 0.2)));
    grown(page_play(page, "tint_by", 0, 0, in_turn(tint, back, 0.2)));
    grown(page_play(page, "blink", 0, 0, rest(coir_blink(1.5, 4), 0.6)));
}

// Instants -----------------------------------------------------------------------------------------------------------

// Shows the phases of the moon as frames.
static void fill_frames(Page *page)
{
    CoirFrame frames[INK_MOON_PHASES];
    CoirAction *steps[INK_MOON_PHASES];
    CoirAnimation phases = {.frames = frames, .count = INK_MOON_PHASES, .delay = 0.15};
    for (int i = 0; i < INK_MOON_PHASES; i++) {
        CoirFrame other = {.texture = page->shapes, .region = ink_region(INK_MOON + i * 3 % INK_MOON_PHASES)};
        frames[i] = (CoirFrame){.texture = page->shapes, .region = ink_region(INK_MOON + i)};
        steps[i] = rest(coir_set_frame(&other), 0.5);
    }
    grown(page_play(page, "animate", 0, 0, coir_animate(&phases)));
    grown(page_play(page, "set_frame", 0, 0, coir_sequence_of(steps, INK_MOON_PHASES)));
}

// Makes sparks fly away from the node.
static void burst(CoirNode *node, void *user)
{
    CoirTexture *shapes = user;
    for (int i = 0; i < 10; i++) {
        CoirSprite *spark = coir_sprite_with_region(shapes, ink_region(INK_DOT));
        CoirVec2 way = coir_vec2_rotate(coir_vec2(38, 0), (float)i * 36);
        if (!spark || !coir_node_add(coir_node_parent(node), spark)) {
            coir_node_destroy(spark);
            return;
        }
        spark->node.position = node->position;
        spark->node.color = node->color;
        spark->node.z = -1;
        coir_node_set_scale(spark, 0.25f);
        CoirAction *fly = coir_ease(COIR_EASE_OUT_CUBIC, coir_move_by(0.7, way.x, way.y));
        coir_node_run(spark, coir_sequence(coir_spawn(fly, coir_fade_out(0.7)), coir_remove_self()));
    }
}

// Adds a sprite that hops across the cell and then removes itself.
static void drop(CoirNode *place, void *user)
{
    CoirSprite *sprite = coir_sprite_with_region(user, ink_region(INK_FACE));
    if (!sprite || !coir_node_add(place, sprite)) {
        coir_node_destroy(sprite);
        return;
    }
    sprite->node.size = coir_vec2(30, 30);
    sprite->node.position = coir_vec2(-58, -10);
    sprite->node.color = place->color;
    coir_node_set_scale(sprite, 0.6f);
    CoirAction *hops = coir_spawn(coir_jump_by(1.4, 88, 0, 40, 3), coir_rotate_by(1.4, 360));
    coir_node_run(sprite, coir_sequence(hops, coir_call(burst, user), coir_remove_self()));
}

static void fill_instants(Page *page)
{
    grown(page_play(page, "show", 0, 0, coir_sequence(rest(coir_hide(), 0.3), rest(coir_show(), 1.2))));
    grown(page_play(page, "hide", 0, 0, coir_sequence(rest(coir_show(), 1.2), rest(coir_hide(), 0.3))));
    grown(page_play(page, "toggle_visibility", 0, 0, rest(coir_toggle_visibility(), 0.6)));
    fill_frames(page);
    Actor *behind = page_play(page, "set_z", -12, 6, in_turn(coir_set_z(2), coir_set_z(-1), 0.7));
    Actor *still = page_actor(page, behind ? coir_node_parent(grown(behind)) : NULL, 14, -6);
    if (still)
        grown(still)->node.color = coir_color_lerp(still->node.color, COIR_BLACK, 0.4f);
    grown(page_play(page, "flip_x", 0, 0, in_turn(coir_flip_x(true), coir_flip_x(false), 0.7)));
    grown(page_play(page, "flip_y", 0, 0, in_turn(coir_flip_y(true), coir_flip_y(false), 0.7)));
    page_play(page, "place", 0, 0,
              coir_sequence(in_turn(coir_place(-44, -18), coir_place(44, 18), 0.4),
                            in_turn(coir_place(-44, 18), coir_place(44, -18), 0.4)));
    grown(page_play(page, "call", 0, 0, rest(coir_call(burst, page->shapes), 0.8)));
    CoirNode *place = page_cell(page, "remove_self");
    if (!coir_node_every(place, 0.6, drop, page->shapes))
        page->failed = true;
}

// An action class ----------------------------------------------------------------------------------------------------

typedef struct Circle {
    float width, height;
} Circle;

static void circle_start(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    *(CoirVec2 *)state = node->position;
}

static void circle_update(CoirNode *node, const void *parameters, void *state, double t)
{
    const Circle *circle = parameters;
    const CoirVec2 *middle = state;
    float angle = (float)(t * 2 * COIR_PI);
    node->position = coir_vec2(middle->x + circle->width * sinf(angle), middle->y + circle->height * sinf(3 * angle));
}

static const CoirActionClass circle_class = {"circle", sizeof(Circle), sizeof(CoirVec2), .start = circle_start,
                                             .update = circle_update};

// Fields -------------------------------------------------------------------------------------------------------------

// A field with one number, which makes a node wider and at the same time lower.
static void get_stretch(CoirNode *node, float *values)
{
    values[0] = node->scale.x;
}

static void set_stretch(CoirNode *node, const float *values)
{
    node->scale = coir_vec2(values[0], 2.2f / values[0]);
}

static void swing(void *target, double value, void *user)
{
    CoirNode *node = target;
    (void)user;
    node->position = coir_vec2((float)(46 * sin(value)), (float)(24 * sin(2 * value)));
    node->rotation = (float)(20 * sin(value));
}

static void fill_fields(Page *page)
{
    CoirField halo = COIR_FIELD(Actor, halo), light = COIR_FIELD(Actor, light), glow = COIR_FIELD(Actor, glow);
    CoirField stretch = COIR_FIELD_FUNCTIONS(Actor, COIR_FIELD_FLOAT, get_stretch, set_stretch);
    CoirVec2 left = {-50, 10}, right = {50, -10};
    page_play(page, "action_new", 0, 0, coir_action_new(&circle_class, 3, &(Circle){46, 24}));
    page_play(page, "tween_float", 0, 0,
              coir_yoyo(coir_ease(COIR_EASE_IN_OUT_SINE, coir_tween_float(1, halo, 0.4f, 2.2f))));
    page_play(page, "tween_vec2", 0, 0,
              coir_yoyo(coir_ease(COIR_EASE_IN_OUT_SINE, coir_tween_vec2(1.2, light, left, right))));
    page_play(page, "tween_color", 0, 0, coir_yoyo(coir_tween_color(1.2, glow, ink_hue(0), ink_hue(0.6f))));
    page_play(page, "field_functions", 0, 0,
              coir_yoyo(coir_ease(COIR_EASE_IN_OUT_SINE, coir_tween_float(1.2, stretch, 1, 3))));
    page_play(page, "each", 0, 0, coir_each(3, 0, 2 * COIR_PI, swing, NULL));
    page_play(page, "delay", -45, -20,
              coir_sequence(coir_delay(0.8), coir_jump_by(0.5, 90, 0, 40, 1), coir_delay(0.8),
                            coir_jump_by(0.5, -90, 0, 40, 1)));
}

void fill_looks(Page *page)
{
    fill_fades(page);
    fill_instants(page);
    fill_fields(page);
}
