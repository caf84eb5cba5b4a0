// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Slow motion: a ball hums while it moves, and makes a sound when it lands. Both sounds are voices of the ball, so they
// run on the ball's clock: slow motion makes them slower and deeper, and a pause stops them. With CoirPlay.keeps_pitch
// slow motion does not change the sounds; it only makes the ball land later.

#include "ink.h"
#include "sounds.h"

#define FLOOR 222.0f
#define HOPS 5
#define TRAIL 28
#define SPEEDS 4 // number of speeds, each with a button; one more button switches keeps_pitch

typedef struct Ball {
    CoirNode node;
    const SoundsKit *kit;
    CoirNode *world; // parent of the ball, with a clock of its own
    CoirCircle *circle;
    CoirVoice hum;
    CoirVec2 trail[TRAIL];
    int trail_count, speed;
    bool keeps_pitch;
    float light;     // 1 at a landing, fading to 0
    CoirVec2 landed; // position of the last landing
} Ball;

static const CoirNodeClass Ball_class;
static const CoirRect panel = {426, 184, 514, 192};
static const double speeds[SPEEDS] = {1, 0.5, 0.25, 0};
static const SoundsButton buttons[] = {
    {{438, 320, 66, 26}, COIR_KEY_7, "1", {92, 214, 164, 255}},
    {{508, 320, 66, 26}, COIR_KEY_8, "1/2", {92, 214, 164, 255}},
    {{578, 320, 66, 26}, COIR_KEY_9, "1/4", {92, 214, 164, 255}},
    {{648, 320, 84, 26}, COIR_KEY_0, "pause", {92, 214, 164, 255}},
    {{744, 320, 184, 26}, COIR_KEY_SPACE, "pitch follows", {80, 186, 246, 255}},
};

static CoirPlay how(const Ball *ball)
{
    return (CoirPlay){.group = ball->kit->ball, .pans = true, .keeps_pitch = ball->keeps_pitch};
}

static void start_hum(Ball *ball, double from)
{
    CoirPlay play = how(ball);
    play.volume = 0.2f;
    play.loops = COIR_FOREVER;
    play.from = from;
    ball->hum = coir_node_play_with(&ball->circle->node, ball->kit->sounds[SOUNDS_HUM], &play);
}

static void land(CoirNode *circle, void *user)
{
    Ball *ball = user;
    CoirPlay play = how(ball);
    coir_node_play_with(circle, ball->kit->sounds[SOUNDS_BOUNCE], &play);
    ball->landed = circle->position;
    ball->light = 1;
}

static CoirAction *hops(Ball *ball, float way)
{
    return coir_repeat(HOPS, coir_sequence(coir_jump_by(0.6, way, 0, 72, 1), coir_call(land, ball)));
}

static void leave_trail(CoirNode *circle, void *user)
{
    Ball *ball = user;
    (void)circle;
    ball->trail[ball->trail_count++ % TRAIL] = circle->position;
}

// Controls -----------------------------------------------------------------------------------------------------------

static void press(Ball *ball, int button)
{
    if (button < SPEEDS) {
        ball->speed = button;
        coir_node_set_time_scale(ball->world, speeds[button]);
    } else {
        double place = coir_voice_position(ball->hum);
        ball->keeps_pitch = !ball->keeps_pitch;
        coir_voice_stop(ball->hum);
        start_hum(ball, place);
    }
    sounds_click(ball->kit);
}

static bool ball_event(CoirNode *node, const CoirEvent *event)
{
    Ball *ball = COIR_AS(Ball, node);
    int button = sounds_pressed(event, buttons, SPEEDS + 1);
    if (button >= 0)
        press(ball, button);
    return button >= 0;
}

static void ball_enter(CoirNode *node)
{
    coir_sound_set_ear(panel.x + panel.width / 2, panel.width / 2);
    start_hum(COIR_AS(Ball, node), 0);
}

static void ball_leave(CoirNode *node)
{
    (void)node;
    coir_sound_set_ear(0, 0);
}

// Makes the hum higher, the higher the ball is.
static void ball_update(CoirNode *node, double dt)
{
    Ball *ball = COIR_AS(Ball, node);
    coir_voice_set_pitch(ball->hum, 1 + (ball->circle->node.position.y - FLOOR) / 72);
    ball->light -= 2 * (float)(dt * speeds[ball->speed]);
}

static void ball_draw(CoirNode *node, CoirPainter *painter)
{
    const Ball *ball = COIR_AS(Ball, node);
    sounds_panel(painter, panel, "Slow motion", "the ball's sounds run on the ball's clock");
    for (int i = 0; i <= SPEEDS; i++)
        sounds_button(painter, &buttons[i], i < SPEEDS ? i == ball->speed : !ball->keeps_pitch);
    coir_painter_rect(painter, coir_rect(438, FLOOR - 16, 490, 2), INK_DIM);
    for (int i = 0; i < TRAIL && i < ball->trail_count; i++) {
        float age = (float)((ball->trail_count - 1 - i) % TRAIL) / TRAIL;
        coir_painter_circle(painter, ball->trail[i], 3, ink_alpha(ink_hue(0.15f), 0.6f - 0.5f * age));
    }
    if (ball->light > 0)
        coir_painter_rect(painter, coir_rect(ball->landed.x - 24, FLOOR - 16, 48, 3),
                          ink_alpha(ink_hue(0.15f), ball->light));
}

static COIR_NODE_CLASS(Ball, .enter = ball_enter, .leave = ball_leave, .update = ball_update, .draw = ball_draw,
                       .event = ball_event);

CoirNode *sounds_ball_new(const SoundsKit *kit)
{
    Ball *ball = COIR_NEW(Ball);
    if (!ball)
        return NULL;
    ball->kit = kit;
    ball->world = coir_node_new();
    if (coir_node_add(ball, ball->world) &&
        (ball->circle = coir_circle_add(ball->world, 463, FLOOR, 14, ink_hue(0.15f))) &&
        coir_node_every(ball->circle, 0.05, leave_trail, ball) &&
        coir_node_run(ball->circle, coir_repeat_forever(coir_sequence(hops(ball, 88), hops(ball, -88)))).generation)
        return &ball->node;
    coir_node_destroy(ball);
    return NULL;
}
