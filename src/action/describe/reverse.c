// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Opposites of actions:
//
// 1. The opposite of a leaf that adds an amount adds the negative amount. The opposite of a leaf that multiplies by a
//    factor divides by the factor.
// 2. The opposite of a composition is a composition of the opposites of its parts. In the opposite of a sequence, the
//    parts are in reverse order.
// 3. The opposite of a coir_timeline (a spawn with `is_timeline`) is mirrored in time: if a part ends 1 s before the
//    end of the timeline, the opposite of the part begins 1 s after the start.

#include <string.h>

#include "action/describe/action.h"
#include "action/describe/path.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

static CoirAction *reversed(CoirAction *action);

CoirAction *coir_action_is_its_opposite(const void *parameters, double duration)
{
    (void)parameters, (void)duration;
    return NULL; // never called: reversed_object returns the action itself
}

static CoirAction *has_none(const char *what)
{
    MISTAKE("coir_reverse: %s has no opposite, since its start value is not known in advance; use a `by`", what);
    return NULL;
}

// The opposite of a tween with a start value goes from the end value to the start value. The opposite of a leaf that
// adds has the negative amount.
static CoirAction *reversed_field(const CoirAction *action)
{
    CoirFieldLeaf back = *coir_leaf_field(action);
    if (action->kind == COIR_ACTION_TO && !back.has_from)
        return has_none("a tween to a value");
    for (int i = 0; i < COIR_PROPERTY_WIDTH; i++) {
        float value = back.value[i];
        back.value[i] = back.has_from ? back.from[i] : -value;
        back.from[i] = back.has_from ? value : 0;
    }
    return coir_action_make_field_leaf((CoirActionKind)action->kind, coir_to_seconds(action->duration), &back,
                                       "coir_reverse");
}

static CoirAction *copy_of_leaf(const CoirAction *action)
{
    CoirAction *copy = coir_action_make(action->kind, 0);
    if (!copy)
        return NULL;
    copy->property = action->property;
    copy->manner = action->manner;
    copy->divides = action->divides;
    copy->duration = action->duration;
    memcpy(copy->value, action->value, sizeof copy->value);
    return copy;
}

// Returns an instant that sets 1 instead of 0, or 0 instead of 1.
static CoirAction *other_switch(const CoirAction *action)
{
    CoirAction *copy = copy_of_leaf(action);
    if (copy)
        copy->value[0] = 1 - copy->value[0];
    return copy;
}

static CoirAction *reversed_to(CoirAction *action)
{
    if (action->manner == COIR_MANNER_SAME)
        return coir_action_retain(action);
    if (action->manner == COIR_MANNER_OTHER)
        return other_switch(action);
    double duration = coir_to_seconds(action->duration);
    if (action->manner == COIR_MANNER_FADE_IN)
        return coir_fade_out(duration);
    if (action->manner == COIR_MANNER_FADE_OUT)
        return coir_fade_in(duration);
    return has_none("a `to`");
}

static CoirAction *reversed_by(const CoirAction *action)
{
    CoirAction *copy = copy_of_leaf(action);
    for (int i = 0; copy && i < 3; i++)
        copy->value[i] = -copy->value[i];
    if (!copy || !action->path)
        return copy;
    copy->path = coir_path_turned(action->path);
    return copy->path ? copy : coir_action_refuse(copy);
}

static CoirAction *reversed_times(const CoirAction *action)
{
    if (!action->divides && (action->value[0] == 0 || action->value[1] == 0))
        return MISTAKE("coir_reverse: nothing undoes a scale by 0"), NULL;
    CoirAction *copy = copy_of_leaf(action);
    if (copy)
        copy->divides = !action->divides;
    return copy;
}

static CoirAction *reversed_object(CoirAction *action)
{
    const CoirActionClass *class = action->object;
    if (class->reverse == coir_action_is_its_opposite)
        return coir_action_retain(action);
    if (class->reverse)
        return class->reverse(coir_action_parameters(action), coir_to_seconds(action->duration));
    MISTAKE("coir_reverse: an action of the class %s has no opposite: its class has no `reverse`",
            class->name ? class->name : "without a name");
    return NULL;
}

// Delays a part of a mirrored coir_timeline, so that the part ends with the whole.
static CoirAction *pad(CoirAction *part, int64_t length)
{
    if (!part || length == COIR_NEVER || part->duration >= length)
        return part;
    CoirAction *parts[] = {coir_delay(coir_to_seconds(length - part->duration)), part};
    return coir_action_sequence(parts, 2, "coir_reverse");
}

static CoirAction *reversed_composition(const CoirAction *action)
{
    int count = action->part_count;
    CoirAction **parts = coir_alloc((size_t)count * sizeof *parts), *made = NULL;
    if (!parts)
        return NULL;
    bool is_sequence = action->kind == COIR_ACTION_SEQUENCE, is_good = true;
    for (int i = 0; i < count && is_good; i++) {
        CoirAction *part = reversed(coir_action_parts(action)[i]);
        if (action->is_timeline)
            part = pad(part, action->duration);
        parts[is_sequence ? count - 1 - i : i] = part;
        is_good = part != NULL;
    }
    if (is_good)
        made = is_sequence                         ? coir_action_sequence(parts, count, "coir_reverse")
               : action->kind == COIR_ACTION_SPAWN ? coir_action_spawn(parts, count, "coir_reverse")
                                                   : coir_action_like(action, parts);
    for (int i = 0; i < count && !is_good; i++)
        coir_action_release(parts[i]);
    coir_free(parts);
    if (made)
        made->is_timeline = action->is_timeline;
    return made;
}

static CoirAction *opposite_of(CoirAction *action)
{
    if (coir_action_kinds[action->kind].changes_property && coir_leaf_field(action))
        return reversed_field(action);
    switch (action->kind) {
    case COIR_ACTION_TO: return reversed_to(action);
    case COIR_ACTION_BY: return reversed_by(action);
    case COIR_ACTION_TIMES: return reversed_times(action);
    case COIR_ACTION_OBJECT: return reversed_object(action);
    case COIR_ACTION_FRAMES: return coir_leaf_property(action)->frames->reverse(coir_action_parameters(action));
    case COIR_ACTION_TOGGLE:
    case COIR_ACTION_BLINK:
    case COIR_ACTION_CALL:
    case COIR_ACTION_REMOVE:
    case COIR_ACTION_DELAY: return coir_action_retain(action);
    case COIR_ACTION_SPAWN:
        if (action->reverses_first)
            return opposite_of(coir_action_parts(action)[0]);
        break;
    case COIR_ACTION_SEQUENCE:
    case COIR_ACTION_REPEAT:
    case COIR_ACTION_SPEED:
    case COIR_ACTION_EASE:
    case COIR_ACTION_REVERSE_TIME:
    case COIR_ACTION_YOYO:
    case COIR_ACTION_TARGETED:
    case COIR_ACTION_MARKED:
    case COIR_ACTION_PLACED: break;
    }
    return reversed_composition(action);
}

// Returns the opposite of an action. The opposite has the `user` pointers of the action, and the action may own these
// pointers. So the opposite keeps the action.
static CoirAction *reversed(CoirAction *action)
{
    return coir_action_keep_for(opposite_of(action), action);
}

CoirAction *coir_reverse(CoirAction *action)
{
    if (!action) {
        if (!coir_error()[0])
            FAIL("coir_reverse: the action is NULL");
        return NULL;
    }
    if (!coir_action_may_take(action, "coir_reverse"))
        return NULL;
    CoirAction *opposite = reversed(action);
    coir_action_release(action);
    return opposite;
}
