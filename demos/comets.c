// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A node type of the demo's own: a comet flies, sheds sparks, fades at the end of its life, and removes itself.

#include "demo.h"

typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite); // comet->node and comet->sprite both work
    CoirVec2 velocity;
    double life, next_spark; // seconds until the end of the comet, and until its next spark
} Comet;

static const CoirNodeClass Comet_class;

static void shed_spark(const Comet *comet)
{
    CoirVec2 place = comet->node.position;
    CoirSprite *spark = coir_sprite_add(coir_node_parent(comet), "spark.png", place.x, place.y);
    if (!spark)
        return;
    spark->blend = COIR_BLEND_ADD;
    spark->node.color = comet->node.color;
    spark->node.opacity = comet->node.opacity;
    spark->node.z = -1;
    coir_node_run(spark, coir_sequence(coir_spawn(coir_fade_out(0.9), coir_scale_to(0.9, 0.2f, 0.2f),
                                                  coir_move_by(0.9, comet->velocity.x * 0.06f, -14)),
                                       coir_remove_self()));
}

static bool comet_made(CoirNode *node)
{
    return coir_sprite_set_file(COIR_AS(CoirSprite, node), "comet.png");
}

static void comet_update(CoirNode *node, double dt)
{
    Comet *comet = COIR_AS(Comet, node);
    node->position = coir_vec2_add(node->position, coir_vec2_scale(comet->velocity, (float)dt));
    comet->velocity.y -= 30 * (float)dt;
    node->rotation = coir_vec2_angle(comet->velocity);
    node->opacity = comet->life < 1 ? (float)comet->life : 1;
    for (comet->next_spark -= dt; comet->next_spark <= 0; comet->next_spark += 0.03)
        shed_spark(comet);
    if ((comet->life -= dt) <= 0)
        coir_node_destroy(node);
}

static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class, .made = comet_made, .update = comet_update);

// The sky ------------------------------------------------------------------------------------------------------------

typedef struct Sky {
    CoirNode node;
    CoirRandom random;
} Sky;

static COIR_NODE_CLASS(Sky);

static void launch(CoirNode *node, void *user)
{
    static const CoirColor tints[] = {
        {255, 255, 255, 255}, {255, 214, 150, 255}, {150, 220, 255, 255}, {235, 170, 255, 255}};
    Sky *sky = COIR_AS(Sky, node);
    Comet *comet = COIR_NEW(Comet);
    (void)user;
    if (!comet)
        return;
    float speed = (float)coir_random_range(&sky->random, 170, 330),
          lean = (float)coir_random_range(&sky->random, -25, 30);
    comet->node.position = coir_vec2(-60, (float)coir_random_range(&sky->random, 200, 520));
    comet->node.color = tints[coir_random_int(&sky->random, 0, 3)];
    coir_node_set_scale(comet, speed / 280);
    comet->velocity = coir_vec2_rotate(coir_vec2(speed, 0), lean - 15);
    comet->life = coir_random_range(&sky->random, 2, 4);
    coir_node_add(sky, comet);
}

static CoirNode *make_comets(CoirDirector *director, uint64_t seed)
{
    Sky *sky = COIR_NEW(Sky);
    (void)director;
    if (!sky)
        return NULL;
    CoirSprite *night = coir_sprite_add(sky, "night.png", 480, 270);
    CoirSprite *moon = coir_sprite_add(sky, "moon.png", 770, 430);
    if (!night || !moon) {
        coir_node_destroy(sky);
        return NULL;
    }
    sky->random = coir_random(seed);
    night->node.z = moon->node.z = -2;
    coir_node_every(sky, 0.35, launch, NULL);
    return COIR_NODE(sky);
}

const CoirDemo demo_comets = {"comets", "a node type of its own, that removes itself", make_comets};
