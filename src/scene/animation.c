// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Pictures of a sprite as actions. The description holds the textures of its frames, and a run the one that the sprite
// showed before, so that what is purged meanwhile does no harm.

#include "coir/animation.h"

#include <math.h>
#include <string.h>

#include "action/action.h"
#include "action/held.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/sprite.h"
#include "draw/texture.h"
#include "scene/frame.h"
#include "time/nanoseconds.h"

#define FRAMES_MAX 1000000

typedef struct Animation {
    int loops, count;
    bool restore;
    double length; // of one loop, seconds
    CoirFrame frames[];
} Animation;

// What the sprite showed before.
typedef struct Found {
    CoirFrame frame;
    CoirVec2 size;
} Found;

static CoirSprite *sprite_of(CoirNode *node)
{
    if (coir_node_is(node, &CoirSprite_class))
        return (CoirSprite *)node;
    MISTAKE("an animation runs on a %s, which is no sprite: nothing is shown", node->class_->name);
    return NULL;
}

static bool is_shown(const CoirSprite *sprite, const CoirFrame *frame)
{
    CoirFrame shown = coir_sprite_frame(sprite);
    return shown.texture == frame->texture && memcmp(&shown.region, &frame->region, sizeof shown.region) == 0 &&
           shown.rotated == frame->rotated && memcmp(&shown.size, &frame->size, sizeof shown.size) == 0 &&
           memcmp(&shown.offset, &frame->offset, sizeof shown.offset) == 0;
}

static void show(CoirSprite *sprite, const CoirFrame *frame)
{
    if (is_shown(sprite, frame))
        return;
    if (frame->texture)
        coir_sprite_set_frame(sprite, frame);
    else
        coir_sprite_set_texture(sprite, NULL);
}

static void note(CoirNode *node, const void *parameters, void *state)
{
    CoirSprite *sprite = sprite_of(node);
    Found *found = state;
    (void)parameters;
    if (!sprite)
        return;
    coir_texture_retain(sprite->texture_);
    coir_texture_release(found->frame.texture); // of a loop before
    *found = (Found){coir_sprite_frame(sprite), node->size};
}

static void restore(CoirNode *node, const void *parameters, void *state)
{
    CoirSprite *sprite = sprite_of(node);
    const Found *found = state;
    (void)parameters;
    if (!sprite)
        return;
    show(sprite, &found->frame);
    node->size = found->size;
}

static int frame_at(const Animation *animation, double t)
{
    double loops = t * animation->loops, rest = (loops - floor(loops)) * animation->length, end = 0;
    if (t == 1)
        return animation->count - 1;
    for (int i = 0; i < animation->count; i++) {
        end += animation->frames[i].delay;
        if (rest < end)
            return i;
    }
    return animation->count - 1;
}

static void animate(CoirNode *node, const void *parameters, void *state, double t)
{
    const Animation *animation = parameters;
    CoirSprite *sprite = sprite_of(node);
    if (!sprite)
        return;
    if (t == 1 && animation->restore) {
        restore(node, parameters, state);
        return;
    }
    show(sprite, &animation->frames[frame_at(animation, t)]);
}

static CoirAction *make(const CoirActionClass *class, const CoirFrame *frames, int count, int loops, bool restores);

static CoirAction *backwards(const void *parameters, double duration);

static const CoirActionClass animate_class = {"animate", 0, sizeof(Found), note, animate, NULL, restore, backwards};
static const CoirActionClass frame_class = {"set_frame", 0,    sizeof(Found), note,
                                            animate,     NULL, restore,       coir_action_is_its_opposite};

static CoirAction *backwards(const void *parameters, double duration)
{
    const Animation *animation = parameters;
    CoirFrame *frames = coir_alloc((size_t)animation->count * sizeof *frames);
    (void)duration;
    if (!frames)
        return NULL;
    for (int i = 0; i < animation->count; i++)
        frames[i] = animation->frames[animation->count - 1 - i];
    CoirAction *action = make(&animate_class, frames, animation->count, animation->loops, animation->restore);
    coir_free(frames);
    return action;
}

static CoirAction *make(const CoirActionClass *class, const CoirFrame *frames, int count, int loops, bool restores)
{
    size_t size = sizeof(Animation) + (size_t)count * sizeof *frames;
    Animation *animation = coir_alloc(size);
    if (!animation)
        return NULL;
    *animation = (Animation){.loops = loops, .count = count, .restore = restores};
    for (int i = 0; i < count; i++) {
        coir_frame_complete(&frames[i], "coir_animate", &animation->frames[i]);
        animation->length += frames[i].delay;
    }
    CoirAction *action = coir_action_make_object(class, animation->length * loops, animation, size, "coir_animate");
    coir_free(animation);
    for (int i = 0; action && i < count; i++)
        coir_texture_retain(frames[i].texture);
    return action;
}

// What they hold -----------------------------------------------------------------------------------------------------

bool coir_action_holds(const CoirAction *action)
{
    return action->kind == COIR_ACTION_OBJECT && (action->object == &animate_class || action->object == &frame_class);
}

void coir_action_let_go(const CoirAction *action)
{
    const Animation *animation = coir_action_parameters(action);
    for (int i = 0; i < animation->count; i++)
        coir_texture_release(animation->frames[i].texture);
}

void coir_state_hold(const void *state)
{
    coir_texture_retain(((const Found *)state)->frame.texture);
}

void coir_state_let_go(const void *state)
{
    coir_texture_release(((const Found *)state)->frame.texture);
}

// Making -------------------------------------------------------------------------------------------------------------

static bool is_good(const CoirFrame *frame, const char *function)
{
    CoirFrame full;
    if (!coir_frame_complete(frame, function, &full))
        return false;
    if (!(frame->delay >= 0 && frame->delay <= COIR_SECONDS_MAX))
        return MISTAKE("%s: a delay of %g s; it must be between 0 and a hundred years", function, frame->delay);
    return true;
}

CoirAction *coir_animate(const CoirFrame *frames, int count, int loops, bool restores)
{
    if (!frames || count < 1 || count > FRAMES_MAX || loops < 1)
        return MISTAKE("coir_animate: %d loops of %d frames; it wants at least one of each, and at most %d frames",
                       loops, count, FRAMES_MAX),
               NULL;
    for (int i = 0; i < count; i++)
        if (!is_good(&frames[i], "coir_animate"))
            return NULL;
    return make(&animate_class, frames, count, loops, restores);
}

CoirAction *coir_set_frame(const CoirFrame *frame)
{
    return is_good(frame, "coir_set_frame") ? make(&frame_class, frame, 1, 1, false) : NULL;
}
