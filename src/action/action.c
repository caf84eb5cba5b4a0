// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions: small trees that do not change once they are made, counted by their owners.

#include <math.h>
#include <string.h>

#include "action/action.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

#define ITEMS_MAX (1 << 24) // of one description: more come from parts retained again and again
#define LEVELS_MAX 10000    // running recurses through repeats, and eases around compositions

static CoirAction *make(CoirActionKind kind, int part_count)
{
    CoirAction *action = coir_alloc(sizeof *action + (size_t)part_count * sizeof action->parts[0]);
    if (!action)
        return NULL;
    action->references = 1;
    action->kind = kind;
    action->part_count = part_count;
    action->items = action->parallel = kind != COIR_ACTION_DELAY;
    return action;
}

CoirAction *coir_action_retain(CoirAction *action)
{
    if (action)
        action->references++;
    return action;
}

// Without recursion, however deep the tree is.
void coir_action_release(CoirAction *action)
{
    if (!action || --action->references > 0)
        return;
    CoirAction *dead = action;
    dead->next_dead = NULL;
    while (dead) {
        CoirAction *now = dead;
        dead = now->next_dead;
        for (int i = 0; i < now->part_count; i++) {
            CoirAction *part = now->parts[i];
            if (--part->references > 0)
                continue;
            part->next_dead = dead;
            dead = part;
        }
        coir_free(now->timeline);
        coir_free(now);
    }
}

double coir_action_duration(const CoirAction *action)
{
    if (!action)
        return 0;
    return action->duration == COIR_NEVER ? INFINITY : coir_to_seconds(action->duration);
}

// Leaves -------------------------------------------------------------------------------------------------------------

static CoirAction *make_timed(CoirActionKind kind, double duration, const char *function)
{
    int64_t nanoseconds;
    if (!coir_to_nanoseconds(duration, &nanoseconds) || duration < 0)
        return MISTAKE("%s: a duration of %g s; it must be between 0 and a hundred years", function, duration), NULL;
    CoirAction *action = make(kind, 0);
    if (action)
        action->duration = nanoseconds;
    return action;
}

static CoirAction *make_leaf(CoirActionKind kind, CoirProperty property, double duration, float x, float y,
                             const char *function)
{
    if (!isfinite(x) || !isfinite(y))
        return MISTAKE("%s: %g, %g must be finite numbers", function, (double)x, (double)y), NULL;
    CoirAction *action = make_timed(kind, duration, function);
    if (!action)
        return NULL;
    action->property = property;
    action->value[0] = x;
    action->value[1] = y;
    return action;
}

CoirAction *coir_move_to(double duration, float x, float y)
{
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_POSITION, duration, x, y, "coir_move_to");
}

CoirAction *coir_move_by(double duration, float x, float y)
{
    return make_leaf(COIR_ACTION_BY, COIR_PROPERTY_POSITION, duration, x, y, "coir_move_by");
}

CoirAction *coir_scale_to(double duration, float x, float y)
{
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_SCALE, duration, x, y, "coir_scale_to");
}

CoirAction *coir_scale_by(double duration, float x, float y)
{
    return make_leaf(COIR_ACTION_TIMES, COIR_PROPERTY_SCALE, duration, x, y, "coir_scale_by");
}

CoirAction *coir_rotate_to(double duration, float degrees)
{
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_ROTATION, duration, degrees, 0, "coir_rotate_to");
}

CoirAction *coir_rotate_by(double duration, float degrees)
{
    return make_leaf(COIR_ACTION_BY, COIR_PROPERTY_ROTATION, duration, degrees, 0, "coir_rotate_by");
}

CoirAction *coir_fade_to(double duration, float opacity)
{
    if (!(opacity >= 0 && opacity <= 1))
        return MISTAKE("coir_fade_to: an opacity of %g; it goes from 0 to 1", (double)opacity), NULL;
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_OPACITY, duration, opacity, 0, "coir_fade_to");
}

CoirAction *coir_fade_in(double duration)
{
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_OPACITY, duration, 1, 0, "coir_fade_in");
}

CoirAction *coir_fade_out(double duration)
{
    return make_leaf(COIR_ACTION_TO, COIR_PROPERTY_OPACITY, duration, 0, 0, "coir_fade_out");
}

CoirAction *coir_delay(double duration)
{
    return make_timed(COIR_ACTION_DELAY, duration, "coir_delay");
}

CoirAction *coir_call(CoirCallFn function, void *user)
{
    if (!function)
        return MISTAKE("coir_call: the function is NULL"), NULL;
    CoirAction *action = make(COIR_ACTION_CALL, 0);
    if (!action)
        return NULL;
    action->function = function;
    action->user = user;
    return action;
}

// Compositions -------------------------------------------------------------------------------------------------------

static CoirAction *release_parts(CoirAction *const *parts, int count)
{
    for (int i = 0; i < count; i++)
        coir_action_release(parts[i]);
    return NULL;
}

static CoirAction *refuse(CoirAction *action)
{
    coir_action_release(action);
    return NULL;
}

// How deep a composition is, how many items it is flattened into if it is a sequence or a spawn, and how many of them
// can be in progress at once. False: too many.
static bool count_items(CoirAction *action)
{
    int items = 0, most = 0, sum = 0, levels = 0;
    for (int i = 0; i < action->part_count; i++) {
        const CoirAction *part = action->parts[i];
        items += part->items;
        sum += part->parallel;
        most = part->parallel > most ? part->parallel : most;
        levels = part->levels >= levels ? part->levels + 1 : levels;
        if (items > ITEMS_MAX || levels > LEVELS_MAX)
            return false;
    }
    action->levels = levels;
    action->items = items;
    action->parallel = action->kind == COIR_ACTION_SPAWN ? sum : most;
    return true;
}

// A composition that takes the parts over, whether it can be made or not.
static CoirAction *compose(CoirActionKind kind, CoirAction *const *parts, int count, const char *function)
{
    if (!parts || count < 1)
        return MISTAKE("%s: there are no parts", function), NULL;
    for (int i = 0; i < count; i++)
        if (!parts[i]) { // coir_error() says already why, if it was made by Coir
            if (!coir_error()[0])
                FAIL("%s: part %d of %d is NULL", function, i + 1, count);
            return release_parts(parts, count);
        }
    CoirAction *action = make(kind, count);
    if (!action)
        return release_parts(parts, count);
    memcpy(action->parts, parts, (size_t)count * sizeof *parts);
    if (count_items(action))
        return action;
    MISTAKE("%s: the whole has more than %d parts or %d levels", function, ITEMS_MAX, LEVELS_MAX);
    return refuse(action);
}

static CoirAction *too_long(CoirAction *action, const char *function)
{
    MISTAKE("%s: the whole would last more than a hundred years", function);
    return refuse(action);
}

CoirAction *coir_sequence_of(CoirAction *const *parts, int count)
{
    CoirAction *action = compose(COIR_ACTION_SEQUENCE, parts, count, "coir_sequence");
    for (int i = 0; action && i < count && action->duration != COIR_NEVER; i++) {
        if (parts[i]->duration == COIR_NEVER)
            action->duration = COIR_NEVER;
        else if (parts[i]->duration > COIR_TIME_MAX - action->duration)
            return too_long(action, "coir_sequence");
        else
            action->duration += parts[i]->duration;
    }
    return action;
}

CoirAction *coir_spawn_of(CoirAction *const *parts, int count)
{
    CoirAction *action = compose(COIR_ACTION_SPAWN, parts, count, "coir_spawn");
    for (int i = 0; action && i < count; i++)
        if (parts[i]->duration > action->duration)
            action->duration = parts[i]->duration;
    return action;
}

CoirAction coir_parts_end_;

static int count_parts(CoirAction *const *parts)
{
    int count = 0;
    while (parts[count] != &coir_parts_end_)
        count++;
    return count;
}

CoirAction *coir_sequence_to_end_(CoirAction *const *parts)
{
    return coir_sequence_of(parts, count_parts(parts));
}

CoirAction *coir_spawn_to_end_(CoirAction *const *parts)
{
    return coir_spawn_of(parts, count_parts(parts));
}

CoirAction *coir_repeat(int times, CoirAction *part)
{
    if (part && times < 0) {
        MISTAKE("coir_repeat: %d times; coir_repeat_forever has no end", times);
        return refuse(part);
    }
    CoirAction *action = compose(COIR_ACTION_REPEAT, &part, 1, "coir_repeat");
    if (!action)
        return NULL;
    action->times = times;
    action->items = action->parallel = times > 0 && part->items > 0;
    if (times == 0 || part->duration == 0)
        return action;
    if (part->duration == COIR_NEVER)
        action->duration = COIR_NEVER;
    else if (part->duration > COIR_TIME_MAX / times)
        return too_long(action, "coir_repeat");
    else
        action->duration = part->duration * times;
    return action;
}

CoirAction *coir_repeat_forever(CoirAction *part)
{
    CoirAction *action = compose(COIR_ACTION_REPEAT, &part, 1, "coir_repeat_forever");
    if (!action)
        return NULL;
    action->times = -1;
    action->items = action->parallel = part->items > 0;
    action->duration = COIR_NEVER;
    return action;
}

CoirAction *coir_ease(CoirEase ease, CoirAction *part)
{
    if (part && !coir_ease_name(ease)) {
        MISTAKE("coir_ease: %d is no CoirEase", (int)ease);
        return refuse(part);
    }
    if (part && part->duration == COIR_NEVER) {
        MISTAKE("coir_ease: an action without end has no end to ease to; ease what it repeats");
        return refuse(part);
    }
    CoirAction *action = compose(COIR_ACTION_EASE, &part, 1, "coir_ease");
    if (!action)
        return NULL;
    action->ease = ease;
    action->items = action->parallel = part->items > 0;
    action->duration = part->duration;
    return action;
}
