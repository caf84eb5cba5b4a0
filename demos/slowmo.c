// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Clocks for subtrees. Comets fly through the node `world`. The time of `world` runs at normal speed, slowly, not at
// all, or fast; the slower, the darker is the sky. Inside a wreath, time runs at a quarter of this speed: a comet that
// flies in or out gets another parent, and so another clock. The clock in the lower corner is a sibling of `world`, and
// always runs at normal speed.

#include "demo.h"

#define RADIUS 220 // of the wreath
static const CoirVec2 middle = {480, 270};

static void fade(void *target, double dt, void *user)
{
    CoirNode *spark = target;
    (void)user;
    if ((spark->opacity -= 0.8f * (float)dt) <= 0)
        coir_node_destroy(spark);
}

// Adds a spark to the parent of the comet. The spark stays with this parent, and fades on its clock, even if the comet
// gets another parent.
static void shed_spark(CoirNode *comet, void *user)
{
    CoirSprite *spark = coir_sprite_add(coir_node_parent(comet), "spark.png", comet->position.x, comet->position.y);
    (void)user;
    if (!spark)
        return;
    spark->blend = COIR_BLEND_ADD;
    spark->node.color = comet->color;
    spark->node.z = -1;
    coir_node_every_frame(spark, fade, NULL, 0);
}

// The tag of a comet is its speed, in points a second.
static void fly(void *target, double dt, void *user)
{
    CoirNode *comet = target, *bubble = user;
    CoirVec2 way = coir_vec2((float)comet->tag * (float)dt, 0);
    comet->position = coir_vec2_add(comet->position, coir_vec2_rotate(way, comet->rotation));
    if (comet->position.x > 1000)
        comet->position = coir_vec2(-40, 540 - comet->position.y);
    CoirNode *place = coir_vec2_distance(comet->position, middle) < RADIUS ? bubble : coir_node_parent(bubble);
    if (coir_node_parent(comet) != place)
        coir_node_set_parent(comet, place);
}

static bool add_comet(CoirNode *bubble, CoirRandom *random)
{
    static const CoirColor tints[] = {
        {255, 226, 170, 255}, {150, 240, 225, 255}, {255, 175, 205, 255}, {200, 190, 255, 255}};
    float x = (float)coir_random_range(random, -40, 1000), y = (float)coir_random_range(random, 10, 530);
    CoirSprite *comet = coir_sprite_add(coir_node_parent(bubble), "comet.png", x, y);
    if (!comet)
        return false;
    comet->node.tag = coir_random_int(random, 150, 230);
    comet->node.rotation = (float)coir_random_range(random, -5, 5);
    comet->node.color = tints[coir_random_int(random, 0, 3)];
    coir_node_set_scale(comet, (float)comet->node.tag / 330);
    return coir_node_every_frame(comet, fly, bubble, 0) && coir_node_every(comet, 0.06, shed_spark, NULL);
}

// Turns a node. The node turns on the clock of the subtree that it is in.
static void turn(void *target, double dt, void *user)
{
    (void)user;
    ((CoirNode *)target)->rotation += 60 * (float)dt;
}

static bool add_clock(CoirNode *parent, float x, float y)
{
    CoirSprite *clock = coir_sprite_add(parent, "clock.png", x, y);
    CoirSprite *hand = clock ? coir_sprite_add(clock, "hand.png", 80, 80) : NULL;
    if (!hand)
        return false;
    coir_node_set_scale(clock, 0.6f);
    clock->node.z = 1;
    hand->node.anchor.y = 8.0f / 72;
    return coir_node_every_frame(hand, turn, NULL, 0);
}

static bool add_wreath(CoirNode *bubble)
{
    for (float angle = 0; angle < 360; angle += 18) {
        CoirVec2 place = coir_vec2_add(middle, coir_vec2_rotate(coir_vec2(RADIUS, 0), angle));
        CoirSprite *blossom = coir_sprite_add(bubble, "blossom.png", place.x, place.y);
        if (!blossom || !coir_node_every_frame(blossom, turn, NULL, 0))
            return false;
        coir_node_set_scale(blossom, 0.5f);
    }
    return coir_node_set_time_scale(bubble, 0.25);
}

// Sets the next time scale of `world`. The timer of this function belongs to the sky, a sibling of `world`, so that the
// time scale does not change the timer.
static void next_beat(CoirNode *sky, void *user)
{
    static const double scales[] = {1, 0.25, 0, 3}, seconds[] = {3, 2, 1.5, 2.5};
    CoirNode *world = user;
    int beat = sky->tag++ % 4;
    coir_node_set_time_scale(world, scales[beat]);
    sky->color = coir_color_lerp(coir_rgb(95, 105, 150), COIR_WHITE, fminf((float)scales[beat], 1));
    coir_node_once_after(sky, seconds[beat], next_beat, world);
}

static bool furnish(CoirNode *scene, CoirRandom random)
{
    CoirSprite *sky = coir_sprite_add(scene, "dusk.png", middle.x, middle.y);
    CoirNode *world = coir_node_new(), *bubble = world ? coir_node_new() : NULL;
    if (!coir_node_add(scene, world) || !coir_node_add(world, bubble) || !sky || !add_wreath(bubble))
        return false;
    for (int i = 0; i < 110; i++)
        if (!add_comet(bubble, &random))
            return false;
    next_beat(COIR_NODE(sky), world);
    return add_clock(bubble, middle.x, middle.y) && add_clock(world, 890, 470) && add_clock(scene, 70, 70);
}

static CoirNode *make_slowmo(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new();
    (void)director;
    if (scene && furnish(scene, coir_random(seed)))
        return scene;
    coir_node_destroy(scene);
    return NULL;
}

const CoirDemo demo_slowmo = {"slowmo", "a world in slow motion, a slower place in it, a clock beside it", make_slowmo};
