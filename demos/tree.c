// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A tree of nodes: a node that turns takes its children along, `z` orders siblings and puts children behind their
// parent, and a branch fades with all its children.

#include "demo.h"

#define ARMS 6
#define LEAVES 8

static const CoirColor tints[ARMS] = {{255, 120, 110, 255}, {255, 190, 90, 255},  {190, 230, 110, 255},
                                      {110, 220, 200, 255}, {130, 170, 255, 255}, {220, 140, 250, 255}};

static bool turn(CoirNode *node, float degrees_a_second)
{
    return coir_run_is_running(coir_node_run(node, coir_repeat_forever(coir_rotate_by(36, 36 * degrees_a_second))));
}

// Adds leaves around the middle of a wheel, behind the wheel.
static bool add_leaves(CoirNode *wheel, int count, float scale)
{
    for (int i = 0; i < count; i++) {
        CoirSprite *leaf = coir_sprite_add(wheel, "leaf.png", wheel->size.x / 2, wheel->size.y / 2);
        if (!leaf)
            return false;
        leaf->node.anchor = coir_vec2(0.5f, -0.12f);
        leaf->node.rotation = 360 * (float)i / (float)count;
        leaf->node.z = i % 2 ? -1 : -2;
        leaf->node.color = i % 2 ? COIR_WHITE : coir_rgb(190, 210, 200);
        coir_node_set_scale(leaf, scale);
    }
    return true;
}

// Moves a bead around a blossom. Half of the time, the bead is behind the blossom. The tag of the bead is its angle, in
// thousandths of a degree.
static void circle(void *target, double dt, void *user)
{
    CoirNode *bead = target;
    (void)user;
    bead->tag = (bead->tag + (int)(dt * 120000 + 0.5)) % 360000;
    float angle = (float)bead->tag / 1000 * (float)(COIR_PI / 180);
    bead->position = coir_vec2(32 + 46 * cosf(angle), 32 + 14 * sinf(angle));
    bead->z = angle < (float)COIR_PI ? -1 : 1;
    coir_node_set_scale(bead, angle < (float)COIR_PI ? 0.6f : 0.8f);
}

static bool add_arm(CoirNode *hub, int index)
{
    CoirNode *arm = coir_node_new();
    if (!arm || !coir_node_add(hub, arm)) {
        coir_node_destroy(arm);
        return false;
    }
    arm->position = coir_vec2(64, 64);
    arm->rotation = 360 * (float)index / ARMS;
    CoirSprite *wheel = coir_sprite_add(arm, "hub.png", 0, 205), *blossom = coir_sprite_add(arm, "blossom.png", 0, 130);
    CoirSprite *bead = blossom ? coir_sprite_add(blossom, "bead.png", 0, 0) : NULL;
    if (!wheel || !bead)
        return false;
    coir_node_set_scale(wheel, 0.5f);
    bead->node.color = tints[index];
    bead->node.tag = index * 60000;
    CoirAction *fade = coir_sequence(coir_delay(0.8 * index), coir_fade_to(1.2, 0.15f), coir_fade_in(1.2),
                                     coir_delay(0.8 * (ARMS - index)));
    return add_leaves(COIR_NODE(wheel), LEAVES, 0.9f) && turn(COIR_NODE(wheel), -60) && turn(COIR_NODE(blossom), 40) &&
           coir_node_every_frame(bead, circle, NULL, 0) &&
           coir_run_is_running(coir_node_run(arm, coir_repeat_forever(fade)));
}

static bool grow(CoirNode *scene)
{
    CoirSprite *dusk = coir_sprite_add(scene, "dusk.png", 480, 270), *hub = coir_sprite_add(scene, "hub.png", 480, 270);
    if (!dusk || !hub || !add_leaves(COIR_NODE(hub), 12, 0.85f) || !turn(COIR_NODE(hub), 12))
        return false;
    dusk->node.z = -1;
    for (int i = 0; i < ARMS; i++)
        if (!add_arm(COIR_NODE(hub), i))
            return false;
    return true;
}

static CoirNode *make_tree(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new();
    (void)director;
    (void)seed;
    if (scene && grow(scene))
        return scene;
    coir_node_destroy(scene);
    return NULL;
}

const CoirDemo demo_tree = {"tree", "nested nodes that turn, z order, fading with the parent", make_tree};
