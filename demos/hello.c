// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The smallest demo: pictures, an action that repeats, a timer, and an end by click or Escape.

#include "demo.h"

typedef struct Hello {
    CoirNode node;
    CoirDirector *director;
    CoirRandom random;
    int coconuts;
} Hello;

static const CoirNodeClass Hello_class;

// Called twice a second. A coconut drops onto the beach, rolls a little, fades and is removed.
static void drop_coconut(CoirNode *node, void *user)
{
    Hello *hello = COIR_AS(Hello, node);
    (void)user;
    float x = (float)coir_random_range(&hello->random, 120, 840), y = (float)coir_random_range(&hello->random, 30, 60);
    float roll = (float)coir_random_range(&hello->random, -90, 90);
    CoirSprite *coconut = coir_sprite_add(hello, "coconut.png", x, 580);
    if (!coconut)
        return;
    coconut->node.z = 70 - (int)y; // near coconuts in front of far coconuts
    coir_node_set_scale(coconut, 1.1f - y / 140);
    coir_node_run(coconut, coir_sequence(coir_ease(COIR_EASE_IN_SINE,
                                                   coir_spawn(coir_move_to(1.1, x, y), coir_rotate_by(1.1, 3 * roll))),
                                         coir_ease(COIR_EASE_OUT_SINE, coir_spawn(coir_move_by(0.9, roll, 0),
                                                                                  coir_rotate_by(0.9, 2 * roll))),
                                         coir_fade_out(0.6), coir_remove_self()));
    coir_log(COIR_LOG_INFO, "coconut number %d", ++hello->coconuts);
}

static bool hello_event(CoirNode *node, const CoirEvent *event)
{
    Hello *hello = COIR_AS(Hello, node);
    bool ends =
        event->type == COIR_EVENT_POINTER_DOWN || (event->type == COIR_EVENT_KEY_DOWN && event->key == COIR_KEY_ESCAPE);
    if (ends)
        coir_director_end(hello->director);
    return ends;
}

static COIR_NODE_CLASS(Hello, .event = hello_event);

static CoirNode *make_hello(CoirDirector *director, uint64_t seed)
{
    Hello *hello = COIR_NEW(Hello);
    if (!hello)
        return NULL;
    CoirSprite *background = coir_sprite_add(hello, "background.png", 480, 270);
    CoirSprite *logo = coir_sprite_add(hello, "logo.png", 500, 330);
    if (!background || !logo) {
        coir_node_destroy(hello);
        return NULL;
    }
    hello->director = director;
    hello->random = coir_random(seed);
    background->node.z = -1;
    logo->node.rotation = -5;

    CoirAction *rise = coir_spawn(coir_move_by(2, 0, 50), coir_rotate_by(2, 10));
    CoirAction *sink = coir_spawn(coir_move_by(2, 0, -50), coir_rotate_by(2, -10));
    coir_node_run(logo,
                  coir_repeat_forever(coir_sequence(coir_ease(COIR_EASE_IN_OUT_SINE, rise), coir_fade_to(0.4, 0.4f),
                                                    coir_fade_in(0.4), coir_ease(COIR_EASE_IN_OUT_SINE, sink))));
    coir_node_every(hello, 0.5, drop_coconut, NULL);
    return COIR_NODE(hello);
}

const CoirDemo demo_hello = {"hello", "pictures, an action, a timer; a click or Escape ends it", make_hello};
