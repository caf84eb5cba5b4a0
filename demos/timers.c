// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers, shown in the six niches of a wall: per-frame updates by priority, intervals, a timer that ends itself, a
// timer that fires once, and a node that is paused and resumed together with its timer.

#include "demo.h"

// Adds a picture on the shelf of niche 0..5. `offset` is the distance from the middle of the niche. `base` is the row
// of pixels, counted from the top of the picture, on which the picture stands.
static CoirSprite *stand(CoirNode *scene, const char *path, int niche, float offset, float base)
{
    float x = 160 + 320 * (float)(niche % 3) + offset, floor_y = niche < 3 ? 340 : 70;
    CoirSprite *sprite = coir_sprite_add(scene, path, x, floor_y);
    if (sprite)
        sprite->node.anchor.y = 1 - base / sprite->node.size.y;
    return sprite;
}

static CoirNode *node_of(CoirSprite *sprite)
{
    return COIR_NODE(sprite);
}

// Niche 0: a clock with a hand that turns in every frame.
static void turn_hand(void *target, double dt, void *user)
{
    CoirNode *hand = target;
    (void)user;
    hand->rotation += 90 * (float)dt;
}

// Niche 1: a crab that walks, and a chick that follows. The crab's update has the lower priority and runs first, so
// the chick follows the crab's position of this frame, not of the last frame.
static void walk(void *target, double dt, void *user)
{
    CoirNode *crab = target;
    (void)user;
    crab->position.x += (crab->tag ? -40 : 40) * (float)dt;
    if (crab->position.x > 550 || crab->position.x < 450)
        crab->tag = crab->position.x > 550; // 1: walks to the left
}

static void follow(void *target, double dt, void *user)
{
    CoirNode *chick = target, *crab = user;
    (void)dt;
    chick->position.x = crab->position.x - 62;
}

// Niche 2: a drum that is struck every half second. Each stroke makes a note rise.
static void strike(CoirNode *drum, void *user)
{
    (void)user;
    coir_node_set_scale(drum, 1.12f);
    coir_node_run(drum, coir_scale_to(0.25, 1, 1));
    CoirSprite *note = coir_sprite_add(coir_node_parent(drum), "note.png", drum->position.x, drum->position.y + 95);
    if (!note)
        return;
    note->node.color = coir_rgb(255, 224, 150);
    coir_node_run(note, coir_sequence(coir_spawn(coir_move_by(1, 24, 48), coir_fade_out(1)), coir_remove_self()));
}

// Niche 3: an hourglass that turns over every two seconds, and pauses or resumes the drum.
static void turn_over(CoirNode *glass, void *user)
{
    CoirNode *drum = user;
    coir_node_run(glass, coir_ease(COIR_EASE_IN_OUT_SINE, coir_rotate_by(0.5, 180)));
    if (coir_node_is_paused(drum))
        coir_node_resume(drum);
    else
        coir_node_pause(drum);
    drum->color = coir_node_is_paused(drum) ? coir_rgb(110, 110, 130) : COIR_WHITE;
}

// Niche 4: an egg that hatches once.
static void hatch(CoirNode *node, void *user)
{
    CoirSprite *egg = COIR_AS(CoirSprite, node);
    (void)user;
    coir_sprite_set_file(egg, "chick.png");
    egg->node.anchor.y = 1 - 78 / egg->node.size.y;
    CoirAction *up = coir_ease(COIR_EASE_OUT_SINE, coir_move_by(0.2, 0, 36));
    CoirAction *down = coir_ease(COIR_EASE_IN_SINE, coir_move_by(0.2, 0, -36));
    coir_node_run(egg, coir_repeat_forever(coir_sequence(up, down, coir_delay(0.6))));
}

// Niche 5: a lantern that is switched nine times, on and off in turn. The last time, the callback ends its timer, and
// the lantern stays lit.
static void blink(CoirNode *node, void *user)
{
    CoirSprite *lantern = COIR_AS(CoirSprite, node);
    (void)user;
    lantern->node.tag++;
    coir_sprite_set_file(lantern, lantern->node.tag % 2 ? "lantern_on.png" : "lantern_off.png");
    if (lantern->node.tag == 9)
        coir_node_unschedule_callback(lantern, blink);
}

static bool furnish(CoirNode *scene)
{
    CoirNode *wall = node_of(coir_sprite_add(scene, "workshop.png", 480, 270));
    CoirNode *clock = node_of(stand(scene, "clock.png", 0, 0, 157));
    CoirNode *hand = clock ? node_of(coir_sprite_add(clock, "hand.png", 80, 80)) : NULL;
    CoirNode *crab = node_of(stand(scene, "crab.png", 1, 20, 70)),
             *chick = node_of(stand(scene, "chick.png", 1, -40, 78));
    CoirNode *drum = node_of(stand(scene, "drum.png", 2, 0, 93)), *egg = node_of(stand(scene, "egg.png", 4, 0, 77));
    CoirNode *glass = node_of(coir_sprite_add(scene, "hourglass.png", 160, 124));
    CoirNode *lantern = node_of(stand(scene, "lantern_off.png", 5, 0, 127));
    if (!wall || !hand || !crab || !chick || !drum || !egg || !glass || !lantern)
        return false;
    hand->anchor.y = 8.0f / 72;
    coir_node_set_scale(chick, 0.7f);
    return coir_node_every_frame(hand, turn_hand, NULL, 0) && coir_node_every_frame(chick, follow, crab, 0) &&
           coir_node_every_frame(crab, walk, NULL, -10) && coir_node_every(drum, 0.5, strike, NULL) &&
           coir_node_every(glass, 2, turn_over, drum) && coir_node_once_after(egg, 3, hatch, NULL) &&
           coir_node_every(lantern, 0.4, blink, NULL);
}

static CoirNode *make_timers(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new();
    (void)director;
    (void)seed;
    if (scene && furnish(scene))
        return scene;
    coir_node_destroy(scene);
    return NULL;
}

const CoirDemo demo_timers = {"timers", "updates by priority, intervals, pauses, and a timer that ends itself",
                              make_timers};
