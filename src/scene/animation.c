// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Animations: leaves that change the frame of a sprite. The description holds the textures of its frames, and a run
// holds the texture of the frame that the run found on the sprite. So coir_textures_purge does not free these
// textures.

#include "coir/animation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "action/describe/action.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/sprite.h"
#include "media/frame.h"
#include "media/texture.h"
#include "scene/sprite_actions.h"
#include "time/nanoseconds.h"

#define FRAMES_MAX 1000000

// Frame of an animation. Also used as the note of a run (action/describe/property.h): the frame and the size that the
// run found on the sprite.
typedef struct SizedFrame {
    CoirFrame frame;
    bool has_size; // true only in a note, if the sprite takes the size of its frames; false: `size` is not used
    CoirVec2 size;
} SizedFrame;

typedef struct TimedFrame {
    SizedFrame seen;
    int64_t end; // time at which the next frame is shown, in ns from the start of a loop
} TimedFrame;

// Parameters of an animation. `shown` has the frames in the order in which they are shown, without frames that take no
// time. If no frame takes time, `shown` has only the frame that is shown at the end.
typedef struct Animation {
    int loops, count, last; // `last`: index of the frame that is shown at the end
    bool is_round; // there and back: at the end, the first frame of `shown` is shown; in a reversed animation, the last
    bool restore;
    int64_t length; // length of one loop in ns
    void (*on_event)(CoirNode *node, const char *event, void *user);
    void *user;
    TimedFrame shown[];
} Animation;

static bool is_shown(const CoirSprite *sprite, const CoirFrame *frame)
{
    CoirFrame shown = coir_sprite_frame(sprite);
    return shown.texture == frame->texture && memcmp(&shown.region, &frame->region, sizeof shown.region) == 0 &&
           shown.rotated == frame->rotated && memcmp(&shown.size, &frame->size, sizeof shown.size) == 0 &&
           memcmp(&shown.offset, &frame->offset, sizeof shown.offset) == 0;
}

static bool is_of_size(const CoirSprite *sprite, const SizedFrame *seen)
{
    if (sprite->keeps_size_)
        return true;
    CoirVec2 size = seen->has_size ? seen->size : seen->frame.size;
    return sprite->node.size.x == size.x && sprite->node.size.y == size.y;
}

static const void *find_shown(CoirNode *node, const void *frame, void *note)
{
    CoirSprite *sprite = (CoirSprite *)node;
    const SizedFrame *seen = frame;
    SizedFrame *found = note;
    if (seen && is_shown(sprite, &seen->frame) && is_of_size(sprite, seen))
        return frame;
    coir_texture_retain(sprite->texture_);
    coir_texture_release(found->frame.texture);
    *found = (SizedFrame){coir_sprite_frame(sprite), !sprite->keeps_size_, node->size};
    return note;
}

static void show(CoirNode *node, const void *frame)
{
    CoirSprite *sprite = (CoirSprite *)node;
    const SizedFrame *seen = frame;
    if (seen->frame.texture)
        coir_sprite_set_frame(sprite, &seen->frame);
    else
        coir_sprite_set_texture(sprite, NULL);
    if (seen->has_size)
        node->size = seen->size;
}

static void release_note(const void *note)
{
    coir_texture_release(((const SizedFrame *)note)->frame.texture);
}

// Returns the index of the frame at the time `time` of a loop: the first frame that ends after `time`.
static int find(const Animation *animation, int64_t time)
{
    int low = 0, high = animation->count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (time < animation->shown[middle].end)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Returns the index of the frame at the fraction `t` of the time. With an ease, `t` may be below 0 or above 1.
static int frame_at(const Animation *animation, double t)
{
    int64_t whole = animation->length * animation->loops;
    if (whole == 0 || !(t < 1))
        return animation->last;
    int64_t elapsed = t > 0 ? llround(t * (double)whole) : 0;
    return find(animation, (elapsed < whole ? elapsed : whole - 1) % animation->length);
}

static const void *seen_at(const void *parameters, double t)
{
    const Animation *animation = parameters;
    return t == 1 && animation->restore ? NULL : &animation->shown[frame_at(animation, t)].seen;
}

// Returns the time up to which the frame at `t` stays, in ns from the start of the animation. The time is 1 ns early,
// because `t` is rounded. Returns 0 for a `t` below 0 or from 1 on, and for an animation without length.
static int64_t stays_until(const void *parameters, double t)
{
    const Animation *animation = parameters;
    int64_t whole = animation->length * animation->loops;
    if (whole == 0 || !(t >= 0 && t < 1))
        return 0;
    int64_t elapsed = llround(t * (double)whole), loop = elapsed / animation->length;
    return loop * animation->length + animation->shown[find(animation, elapsed % animation->length)].end - 1;
}

static void release_frames(const void *parameters)
{
    const Animation *animation = parameters;
    for (int i = 0; i < animation->count; i++)
        coir_texture_release(animation->shown[i].seen.frame.texture);
}

static CoirAction *backwards(const void *parameters);

const CoirFrameTraits coir_sprite_frames = {
    .note_size = sizeof(SizedFrame),
    .find = find_shown,
    .show = show,
    .at = seen_at,
    .stays_until = stays_until,
    .reverse = backwards,
    .release_parameters = release_frames,
    .release_note = release_note,
};

// Events -------------------------------------------------------------------------------------------------------------
//
// The events of an animation are calls that are spawned with the frames. So all rules for calls hold for events.

typedef struct Telling {
    void (*on_event)(CoirNode *node, const char *event, void *user);
    const char *event;
    void *user;
} Telling;

static void tell(CoirNode *node, void *user)
{
    const Telling *telling = user;
    telling->on_event(node, telling->event, telling->user); // last, because the function may free the action
}

static bool has_events(const Animation *animation)
{
    for (int i = 0; animation->on_event && i < animation->count; i++)
        if (animation->shown[i].seen.frame.event)
            return true;
    return false;
}

static CoirAction *wait_for(int64_t duration)
{
    CoirAction *action = coir_action_make(COIR_ACTION_DELAY, 0);
    if (action)
        action->duration = duration;
    return action;
}

// Stores the calls of one loop in `parts`, with delays between the calls. Returns the number of parts.
static int fill_loop(const Animation *animation, CoirAction **parts)
{
    int count = 0;
    int64_t at = 0, begin = 0;
    for (int i = 0; i < animation->count; begin = animation->shown[i++].end) {
        Telling telling = {animation->on_event, animation->shown[i].seen.frame.event, animation->user};
        if (!telling.event)
            continue;
        if (begin > at)
            parts[count++] = wait_for(begin - at);
        parts[count++] = coir_action_make_call(tell, &telling, sizeof telling);
        at = begin;
    }
    if (animation->length > at)
        parts[count++] = wait_for(animation->length - at);
    return count;
}

static CoirAction *make_calls(const Animation *animation)
{
    CoirAction **parts = coir_alloc(((size_t)animation->count * 2 + 1) * sizeof *parts);
    if (!parts)
        return NULL;
    CoirAction *loop = coir_action_sequence(parts, fill_loop(animation, parts), "coir_animate");
    coir_free(parts);
    return coir_repeat(animation->loops, loop);
}

// Building -----------------------------------------------------------------------------------------------------------

static size_t size_for(int count)
{
    return sizeof(Animation) + (size_t)count * sizeof(TimedFrame);
}

// Makes an action with a copy of `animation`, and retains the textures.
static CoirAction *make_frames(CoirActionKind kind, const Animation *animation)
{
    int64_t duration = animation->length * animation->loops;
    coir_sprite_use_properties();
    CoirAction *action = coir_action_make_frames(kind, duration, animation, size_for(animation->count));
    for (int i = 0; action && i < animation->count; i++)
        coir_texture_retain(animation->shown[i].seen.frame.texture);
    return action;
}

static CoirAction *make(const Animation *animation)
{
    CoirAction *frames = make_frames(COIR_ACTION_FRAMES, animation);
    if (!frames || !has_events(animation))
        return frames;
    CoirAction *both = coir_spawn(frames, make_calls(animation));
    if (both)
        both->reverses_first = true;
    return both;
}

static CoirAction *backwards(const void *parameters)
{
    const Animation *animation = parameters;
    int count = animation->count;
    Animation *turned = coir_alloc(size_for(count));
    if (!turned)
        return NULL;
    *turned = *animation;
    turned->last = animation->is_round ? count - 1 - animation->last : count - 1;
    for (int i = 0; i < count; i++) {
        turned->shown[i].seen = animation->shown[count - 1 - i].seen;
        turned->shown[i].end = animation->length - (i < count - 1 ? animation->shown[count - 2 - i].end : 0);
    }
    CoirAction *action = make(turned);
    coir_free(turned);
    return action;
}

// Making -------------------------------------------------------------------------------------------------------------

static bool is_good_delay(double delay, const char *function)
{
    if (delay >= 0 && delay <= COIR_SECONDS_MAX)
        return true;
    return MISTAKE("%s: a delay of %g s; it must be between 0 and a hundred years", function, delay);
}

static bool is_good_frame(const CoirFrame *frame, const char *function)
{
    CoirFrame full;
    return coir_frame_complete(frame, function, &full) && is_good_delay(frame->delay, function);
}

static bool is_good(const CoirAnimation *animation)
{
    char name[40];
    if (!animation)
        return MISTAKE("coir_animate: the animation is NULL");
    if (!animation->frames)
        return MISSING("coir_animate: the animation's frames are NULL");
    if (animation->count < 1 || animation->count > FRAMES_MAX || animation->loops < 0)
        return MISTAKE("coir_animate: %d loops of %d frames; there must be at least 0 loops, of 1 to %d frames",
                       animation->loops, animation->count, FRAMES_MAX);
    if ((unsigned)animation->order > COIR_ANIMATION_PING_PONG_REVERSE)
        return MISTAKE("coir_animate: there is no order %d", (int)animation->order);
    for (int i = 0; i < animation->count; i++) {
        snprintf(name, sizeof name, "coir_animate: frame %d", i);
        if (!is_good_frame(&animation->frames[i], name))
            return false;
    }
    return is_good_delay(animation->delay, "coir_animate");
}

// Converts the index of a frame in a loop to the index of the frame in `animation->frames`.
static int frame_in_order(const CoirAnimation *animation, int index)
{
    int last = animation->count - 1, there = index <= last ? index : 2 * last - index;
    bool from_last = animation->order == COIR_ANIMATION_REVERSE || animation->order == COIR_ANIMATION_PING_PONG_REVERSE;
    return from_last ? last - there : there;
}

static bool is_round(const CoirAnimation *animation)
{
    return animation->order >= COIR_ANIMATION_PING_PONG && animation->count > 1;
}

static int loop_length(const CoirAnimation *animation)
{
    return is_round(animation) ? 2 * animation->count - 2 : animation->count;
}

// Fills in the frames and their ends. The ends are rounded, and not the delays, so that 60 frames of 1/60 s take
// exactly one second. Returns false if the animation is too long.
static bool fill(Animation *shown, const CoirAnimation *animation)
{
    int length = loop_length(animation);
    double seconds = 0;
    for (int i = 0; i < length; i++) {
        const CoirFrame *frame = &animation->frames[frame_in_order(animation, i)];
        seconds += frame->delay > 0 ? frame->delay : animation->delay;
        if (seconds * shown->loops > COIR_SECONDS_MAX)
            return MISTAKE("coir_animate: %d loops of %g s or more are too long; together they may take at most a "
                           "hundred years",
                           shown->loops, seconds);
        int64_t end = llround(seconds * 1e9);
        if (end == shown->length)
            continue;
        coir_frame_complete(frame, "coir_animate", &shown->shown[shown->count].seen.frame);
        shown->shown[shown->count++].end = shown->length = end;
    }
    if (shown->count == 0)
        coir_frame_complete(&animation->frames[frame_in_order(animation, shown->is_round ? 0 : length - 1)],
                            "coir_animate", &shown->shown[shown->count++].seen.frame);
    shown->last = shown->is_round ? 0 : shown->count - 1;
    return true;
}

CoirAction *coir_animate(const CoirAnimation *animation)
{
    if (!is_good(animation))
        return NULL;
    Animation *shown = coir_alloc(size_for(loop_length(animation)));
    if (!shown)
        return NULL;
    *shown = (Animation){.loops = animation->loops ? animation->loops : 1,
                         .is_round = is_round(animation),
                         .restore = animation->restore,
                         .on_event = animation->on_event,
                         .user = animation->user};
    CoirAction *action = fill(shown, animation) ? make(shown) : NULL;
    coir_free(shown);
    return action;
}

CoirAction *coir_set_frame(const CoirFrame *frame)
{
    if (!is_good_frame(frame, "coir_set_frame"))
        return NULL;
    Animation *shown = coir_alloc(size_for(1));
    if (!shown)
        return NULL;
    *shown = (Animation){.loops = 1, .count = 1};
    coir_frame_complete(frame, "coir_set_frame", &shown->shown[0].seen.frame);
    CoirAction *action = make_frames(COIR_ACTION_TO, shown);
    coir_free(shown);
    if (!action)
        return NULL;
    const Animation *animation = coir_action_parameters(action);
    coir_property_split_address(&animation->shown[0].seen, action->value);
    action->manner = COIR_MANNER_SAME;
    return action;
}
