// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "bot.h"

#include <string.h>

enum { MOUSE, KEYS, TOUCH, CONTROLLER, DEVICES };

// The hash ------------------------------------------------------------------------------------------------------------

static void hash_numbers(Bot *bot, const float *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        bot->hash = (bot->hash ^ bits) * 1099511628211u; // FNV-1a, applied to words of 32 bits instead of bytes
    }
}

static void hash_tree(Bot *bot, const CoirNode *node)
{
    hash_numbers(bot, (float[]){node->position.x, node->position.y, node->rotation, node->scale.x, node->scale.y}, 5);
    hash_numbers(bot, (float[]){node->opacity, node->visible, node->size.x, node->size.y}, 4);
    for (const CoirNode *child = coir_node_first_child(node); child; child = coir_node_next_sibling(child))
        hash_tree(bot, child);
}

// Playing -------------------------------------------------------------------------------------------------------------

static void tap_key(CoirInput *input, CoirKey key)
{
    coir_input_key(input, key, true);
    coir_input_key(input, key, false);
}

static const CoirNode *first_brick(const CoirNode *solids)
{
    for (const CoirNode *solid = coir_node_first_child(solids); solid; solid = coir_node_next_sibling(solid))
        if (solid->tag)
            return solid;
    return NULL;
}

// Returns the x at which the paddle must be to send the ball to the first brick.
static float wanted(const CoirNode *paddle, const CoirNode *ball)
{
    const CoirNode *brick = first_brick(coir_node_parent(paddle));
    if (!brick)
        return ball->position.x;
    float slope = (brick->position.x - ball->position.x) / (brick->position.y - 60);
    float offset = fmaxf(-0.45f, fminf(0.4f * slope, 0.45f));
    return ball->position.x - offset * paddle->size.x;
}

// Returns the x of a falling brick that the paddle can catch, or `other` if no brick falls.
static float falling(const CoirNode *ball, float other)
{
    for (const CoirNode *node = coir_node_first_child(coir_node_parent(ball)); node;
         node = coir_node_next_sibling(node))
        if (node->tag == 'W' || node->tag == 'S')
            return node->position.x;
    return other;
}

static void move(Bot *bot, float from, float to)
{
    CoirInput *input = bot->game.input;
    int device = bot->steps / 500 % DEVICES;
    if (device == MOUSE)
        coir_input_pointer_move(input, to, 100);
    if (device == TOUCH)
        coir_input_touch(input, 1, to, 100);
    else if (coir_input_finger_count(input) > 0)
        coir_input_lift(input, 1);
    if (coir_input_is_key_down(input, COIR_KEY_LEFT) != (device == KEYS && to < from - 6))
        coir_input_key(input, COIR_KEY_LEFT, !coir_input_is_key_down(input, COIR_KEY_LEFT));
    if (coir_input_is_key_down(input, COIR_KEY_RIGHT) != (device == KEYS && to > from + 6))
        coir_input_key(input, COIR_KEY_RIGHT, !coir_input_is_key_down(input, COIR_KEY_RIGHT));
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, device == CONTROLLER ? fmaxf(-1, fminf((to - from) / 20, 1)) : 0);
}

static void bot_step(void *node, double dt, void *user)
{
    Bot *bot = user;
    CoirNode *scene = coir_director_scene(bot->game.director);
    if (!scene || bot->done) // no scene in the first step; a frame may have more steps after the end
        return;
    CoirNode *paddle = coir_node_find(scene, "paddle"), *ball = coir_node_find(scene, "ball");
    bool ended = bot->game.score > 0 && !paddle;
    bot->steps++;
    hash_tree(bot, scene);
    bot->idle_steps += ended;
    bot->done = bot->idle_steps >= 240;
    if (!ended && !bot->waits && bot->steps % 40 == 0)
        tap_key(bot->game.input, COIR_KEY_SPACE);
    if (!paddle || bot->lazy)
        return;
    float place = wanted(paddle, ball);
    move(bot, paddle->position.x, bot->catches ? falling(ball, place) : place);
}

CoirDirector *bot_begin(Bot *bot, const char *levels, CoirDirectorDef def)
{
    def.headless = !bot->shown;
    def.step = 1.0 / 120;
    def.max_steps = 100; // high enough that no step is dropped
    coir_assets_set_folder(COIR_ASSETS);
    CoirDirector *director = coir_director_create(&def);
    if (!director || !breaker_begin(&bot->game, director, levels, 7))
        return director;
    bot->overlay = coir_node_new();
    coir_node_every_frame(bot->overlay, bot_step, bot, 0);
    coir_director_set_overlay(director, bot->overlay);
    coir_input_connect(bot->game.input, 1, "bot");
    return director;
}

void bot_end(Bot *bot)
{
    breaker_end(&bot->game);
    coir_director_destroy(bot->game.director);
}
