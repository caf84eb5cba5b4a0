// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An action class of the demo's own, which shakes a node: here the beach, when a coconut hits the ground.

#include "demo.h"

// Parameters of coir_action_new.
typedef struct Shake {
    float strength, turns; // largest distance on an axis, in points; number of swings
} Shake;

static void shake_start(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    *(CoirVec2 *)state = node->position;
}

static void shake_update(CoirNode *node, const void *parameters, void *state, double t)
{
    const Shake *shake = parameters;
    float fading = (1 - (float)t) * (1 - (float)t), angle = (float)(2 * COIR_PI * t) * shake->turns;
    CoirVec2 way = {fading * shake->strength * sinf(angle), fading * shake->strength * sinf(angle * 1.5f)};
    node->position = coir_vec2_add(*(CoirVec2 *)state, way);
}

static void shake_undo(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    node->position = *(CoirVec2 *)state;
}

static void shake_end(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason)
{
    if (reason == COIR_END_STOPPED) // so that the node is not left displaced
        shake_undo(node, parameters, state);
}

static const CoirActionClass shake_class = {"shake",      sizeof(Shake), sizeof(CoirVec2), shake_start,
                                            shake_update, shake_end,     shake_undo,       NULL};

static CoirNode *make_shake(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new();
    CoirSprite *beach = coir_sprite_add(scene, "background.png", 480, 270);
    CoirSprite *nut = beach ? coir_sprite_add(beach, "coconut.png", 480, 620) : NULL;
    (void)director, (void)seed;
    if (!nut) {
        coir_node_destroy(scene);
        return NULL;
    }
    coir_node_set_scale(beach, 1.05f); // so that the shaking shows no edge
    CoirAction *fall = coir_ease(COIR_EASE_IN_QUAD, coir_move_to(0.8, 480, 70));
    CoirAction *shake = coir_targeted(beach, coir_action_new(&shake_class, 0.8, &(Shake){14, 6}));
    CoirAction *roll = coir_spawn(coir_jump_by(1.6, 600, 0, 120, 2), coir_rotate_by(1.6, 900), shake);
    coir_node_run(nut, coir_repeat_forever(coir_sequence(coir_place(480, 620), fall, roll)));
    return scene;
}

const CoirDemo demo_shake = {"shake", "an action of a kind of its own", make_shake};
