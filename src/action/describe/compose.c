// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compositions: descriptions with parts.

#include <math.h>
#include <string.h>

#include "action/describe/action.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/action_timeline.h"
#include "node/reference.h"
#include "time/nanoseconds.h"

#define LEAVES_MAX (1 << 24) // leaves of one description; a part that is used several times counts each time
#define LEVELS_MAX 2000      // nesting depth of parts: flattening recurses
#define INSTANTS_MAX ((int64_t)INT32_MAX)
#define BENDS_MAX 1000 // nesting depth of repeats and of actions that change time: playing recurses
#define TURNS_MAX 12   // nesting depth of actions with a time that turns back: each level replays the levels inside

static CoirAction *release_parts(CoirAction *const *parts, int count)
{
    for (int i = 0; i < count; i++)
        coir_action_drop(parts[i]);
    coir_actions_release_owned(); // called last: a release function may free the array `parts`
    return NULL;
}

bool coir_action_may_take(const CoirAction *action, const char *function)
{
    return action->given < action->references || MISTAKE("%s: the action runs already, or is a part of another action; "
                                                         "call coir_action_retain before each further use",
                                                         function);
}

// Lends the references that the user lacks. Then each entry of `parts` has a reference to release, and no part is freed
// before its last entry.
bool coir_action_may_take_all(CoirAction *const *parts, int count, const char *function)
{
    bool are_owned = true;
    for (int i = 0; i < count; i++)
        if (parts[i] && ++parts[i]->given > parts[i]->references) {
            parts[i]->references++;
            are_owned = false;
        }
    for (int i = 0; i < count; i++) {
        if (!parts[i])
            continue;
        parts[i]->given--;
        if (!are_owned)
            coir_action_drop(parts[i]);
    }
    if (!are_owned)
        coir_actions_release_owned();
    return are_owned ||
           MISTAKE("%s: an action is given twice; call coir_action_retain before each further use", function);
}

// Returns true for an action that may become an item with an inner timeline (play/timeline.h): a time bender, a repeat
// or a speed. Eases around eases become one item: only the innermost ease counts.
static bool bends_time(const CoirAction *action)
{
    CoirActionKind part = coir_action_parts(action)[0]->kind;
    switch (action->kind) {
    case COIR_ACTION_REPEAT: return action->times != 1 && coir_action_parts(action)[0]->duration != COIR_NEVER;
    case COIR_ACTION_EASE: return part != COIR_ACTION_EASE && coir_action_kinds[part].is_composition;
    case COIR_ACTION_SPEED:
    case COIR_ACTION_REVERSE_TIME:
    case COIR_ACTION_YOYO: return true;
    default: return false;
    }
}

// Computes the counts and flags of a composition from its parts. Returns false if there are too many leaves or levels.
static bool count_inside(CoirAction *action)
{
    int leaves = 0, levels = 1, bends = 0, turns = 0;
    int64_t instants = 0;
    for (int i = 0; i < action->part_count; i++) {
        const CoirAction *part = coir_action_parts(action)[i];
        leaves += coir_action_leaves(part);
        instants += coir_action_instants(part);
        instants = instants < INSTANTS_MAX ? instants : INSTANTS_MAX;
        action->has_mark |= part->has_mark;
        action->has_target |= part->has_target;
        if (leaves > LEAVES_MAX)
            return false;
        if (!coir_action_kinds[part->kind].is_composition)
            continue;
        levels = part->levels >= levels ? part->levels + 1 : levels;
        bends = part->bends > bends ? part->bends : bends;
        turns = part->turns > turns ? part->turns : turns;
    }
    action->levels = (uint16_t)levels;
    action->leaves = leaves;
    action->instants = (int)instants;
    action->bends = (uint16_t)bends;
    action->turns = (uint8_t)turns;
    return levels <= LEVELS_MAX;
}

CoirAction *coir_action_compose(CoirActionKind kind, CoirAction *const *parts, int count, const char *function)
{
    if (!parts || count < 1)
        return MISTAKE("%s: there are no parts; give at least one action", function), NULL;
    if (!coir_action_may_take_all(parts, count, function))
        return NULL;
    for (int i = 0; i < count; i++)
        if (!parts[i]) { // coir_error() says why already, if a constructor of Coir has failed
            if (!coir_error()[0])
                FAIL("%s: part %d of %d is NULL", function, i + 1, count);
            return release_parts(parts, count);
        }
    for (int i = 0; i < count; i++)
        if (parts[i]->kind == COIR_ACTION_PLACED) {
            MISTAKE("%s: coir_at, coir_after, coir_with and coir_at_mark are for the parts of a coir_timeline",
                    function);
            return release_parts(parts, count);
        }
    CoirAction *action = coir_action_make(kind, count);
    if (!action)
        return release_parts(parts, count);
    for (int i = 0; i < count; i++) {
        coir_action_parts(action)[i] = parts[i];
        parts[i]->given++;
    }
    if (count_inside(action))
        return action;
    MISTAKE("%s: the whole has more than %d parts or %d levels", function, LEAVES_MAX, LEVELS_MAX);
    return coir_action_refuse(action);
}

// Returns true for a time bender whose time may turn back. Eases around eases become one item: only the innermost ease
// that goes back counts.
static bool turns_back(const CoirAction *action)
{
    if (action->kind == COIR_ACTION_EASE)
        return coir_action_kinds[coir_action_core(action)->kind].is_composition && !coir_action_only_rises(action) &&
               coir_action_only_rises(coir_action_parts(action)[0]);
    return action->kind == COIR_ACTION_REVERSE_TIME || action->kind == COIR_ACTION_YOYO;
}

static bool count_nesting(CoirAction *action)
{
    action->bends = (uint16_t)(action->bends + bends_time(action));
    action->turns = (uint8_t)(action->turns + turns_back(action));
    return action->bends <= BENDS_MAX && action->turns <= TURNS_MAX;
}

// A new composition has the greatest nesting depths of its parts. Adds the level of the composition itself. If a depth
// is then too great, releases the composition and returns NULL.
static CoirAction *nest(CoirAction *action, const char *function)
{
    if (count_nesting(action))
        return action;
    MISTAKE("%s: more than %d repeats and actions that change time are nested, or more than %d actions whose time may "
            "turn back",
            function, BENDS_MAX, TURNS_MAX);
    return coir_action_refuse(action);
}

static CoirAction *too_long(CoirAction *action, const char *function)
{
    MISTAKE("%s: the whole would last more than a hundred years", function);
    return coir_action_refuse(action);
}

// Reports parts after an endless part. The sequence is made nevertheless, since the earlier parts work.
static void say_unreached(int number, int count, const char *function)
{
    MISTAKE("%s: part %d of %d has no end, so the later parts are never reached; make this part the last part, or use "
            "coir_spawn",
            function, number, count);
}

CoirAction *coir_action_sequence(CoirAction *const *parts, int count, const char *function)
{
    CoirAction *action = coir_action_compose(COIR_ACTION_SEQUENCE, parts, count, function);
    for (int i = 0; action && i < count && action->duration != COIR_NEVER; i++) {
        if (parts[i]->duration == COIR_NEVER) {
            action->duration = COIR_NEVER;
            if (i + 1 < count)
                say_unreached(i + 1, count, function);
        } else if (parts[i]->duration > COIR_TIME_MAX - action->duration)
            return too_long(action, function);
        else
            action->duration += parts[i]->duration;
    }
    return action;
}

CoirAction *coir_action_spawn(CoirAction *const *parts, int count, const char *function)
{
    CoirAction *action = coir_action_compose(COIR_ACTION_SPAWN, parts, count, function);
    for (int i = 0; action && i < count; i++)
        if (parts[i]->duration > action->duration)
            action->duration = parts[i]->duration;
    return action;
}

CoirAction *coir_sequence_of(CoirAction *const *parts, int count)
{
    return coir_action_sequence(parts, count, "coir_sequence_of");
}

CoirAction *coir_spawn_of(CoirAction *const *parts, int count)
{
    return coir_action_spawn(parts, count, "coir_spawn_of");
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
    return coir_action_sequence(parts, count_parts(parts), "coir_sequence");
}

CoirAction *coir_spawn_to_end_(CoirAction *const *parts)
{
    return coir_action_spawn(parts, count_parts(parts), "coir_spawn");
}

CoirAction *coir_timeline_to_end_(CoirAction *const *parts)
{
    return coir_action_place(parts, count_parts(parts), "coir_timeline");
}

// Compute the duration and the counts of a composition with one part, from the part and the other fields. `measure`
// calls the function for the kind of the composition. On error, release the composition and return NULL.
static CoirAction *measure_repeat(CoirAction *action, const char *function)
{
    const CoirAction *part = coir_action_parts(action)[0];
    int times = action->times;
    if (times == 0) {
        action->instants = 0;
        action->has_mark = false; // the marks inside are never reached
        return action;
    }
    if (part->duration == 0 && times > 0) {
        if (coir_action_instants(part) > INSTANTS_MAX / times) {
            MISTAKE("%s: more than %lld instants at one time", function, (long long)INSTANTS_MAX);
            return coir_action_refuse(action);
        }
        action->instants = coir_action_instants(part) * times;
    }
    if (times < 0 || part->duration == COIR_NEVER)
        action->duration = COIR_NEVER;
    else if (part->duration > COIR_TIME_MAX / times)
        return too_long(action, function);
    else
        action->duration = part->duration * times;
    return nest(action, function);
}

static CoirAction *measure_speed(CoirAction *action, const char *function)
{
    int64_t inner = coir_action_parts(action)[0]->duration;
    double duration = (double)inner / action->speed;
    if (inner == COIR_NEVER)
        action->duration = COIR_NEVER;
    else if (!(duration <= (double)COIR_TIME_MAX))
        return too_long(action, function);
    else
        action->duration = llround(duration);
    return nest(action, function);
}

static CoirAction *measure_bender(CoirAction *action, const char *function)
{
    int64_t inner = coir_action_parts(action)[0]->duration;
    if (inner == COIR_NEVER) {
        MISTAKE("%s: the action has no end; use the part that the action repeats", function);
        return coir_action_refuse(action);
    }
    if (action->kind == COIR_ACTION_YOYO && inner > COIR_TIME_MAX / 2)
        return too_long(action, function);
    action->duration = action->kind == COIR_ACTION_YOYO ? 2 * inner : inner;
    return nest(action, function);
}

static CoirAction *measure(CoirAction *action, const char *function)
{
    switch (action->kind) {
    case COIR_ACTION_REPEAT: return measure_repeat(action, function);
    case COIR_ACTION_SPEED: return measure_speed(action, function);
    case COIR_ACTION_EASE:
    case COIR_ACTION_REVERSE_TIME:
    case COIR_ACTION_YOYO: return measure_bender(action, function);
    default: action->duration = coir_action_parts(action)[0]->duration; return action;
    }
}

CoirAction *coir_repeat(int times, CoirAction *part)
{
    if (part && times < 0) {
        MISTAKE("coir_repeat: %d times; it must be at least 0; coir_repeat_forever repeats without end", times);
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_REPEAT, &part, 1, "coir_repeat");
    if (!action)
        return NULL;
    if (part->duration == COIR_NEVER && times > 1)
        MISTAKE("coir_repeat: %d times an action without end: the first time never ends; leave out coir_repeat, or "
                "repeat the part inside the action",
                times);
    action->times = times;
    return measure(action, "coir_repeat");
}

CoirAction *coir_repeat_forever(CoirAction *part)
{
    CoirAction *action = coir_action_compose(COIR_ACTION_REPEAT, &part, 1, "coir_repeat_forever");
    if (!action)
        return NULL;
    action->times = -1;
    return measure(action, "coir_repeat_forever");
}

CoirAction *coir_speed(double speed, CoirAction *part)
{
    if (part && (!(speed > 0) || isinf(speed))) {
        MISTAKE("coir_speed: %g times as fast; it must be a finite number above 0", speed);
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_SPEED, &part, 1, "coir_speed");
    if (!action)
        return NULL;
    action->speed = speed;
    return measure(action, "coir_speed");
}

CoirAction *coir_reverse_time(CoirAction *part)
{
    CoirAction *action = coir_action_compose(COIR_ACTION_REVERSE_TIME, &part, 1, "coir_reverse_time");
    return action ? measure(action, "coir_reverse_time") : NULL;
}

CoirAction *coir_yoyo(CoirAction *part)
{
    CoirAction *action = coir_action_compose(COIR_ACTION_YOYO, &part, 1, "coir_yoyo");
    return action ? measure(action, "coir_yoyo") : NULL;
}

static CoirAction *ease_with(CoirEase ease, double parameter, CoirAction *part, const char *function)
{
    if (part && !coir_ease_name(ease)) {
        MISTAKE("%s: %d is no CoirEase", function, (int)ease);
        return coir_action_refuse(part);
    }
    if (part && !coir_ease_takes(ease, parameter)) {
        MISTAKE("%s: %s does not take a parameter of %g; coir/ease.h says which", function, coir_ease_name(ease),
                parameter);
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_EASE, &part, 1, function);
    if (!action)
        return NULL;
    action->bend = COIR_BEND_EASE;
    action->ease = ease;
    action->numbers[0] = parameter;
    return measure(action, function);
}

CoirAction *coir_ease_with(CoirEase ease, double parameter, CoirAction *part)
{
    return ease_with(ease, parameter, part, "coir_ease_with");
}

CoirAction *coir_ease(CoirEase ease, CoirAction *part)
{
    return ease_with(ease, coir_ease_parameter(ease), part, "coir_ease");
}

CoirAction *coir_ease_bezier(double x1, double y1, double x2, double y2, CoirAction *part)
{
    bool is_good = x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1 && isfinite(y1) && isfinite(y2);
    if (part && !is_good) {
        MISTAKE("coir_ease_bezier: %g, %g, %g, %g; the first and the third must be 0..1, the others finite", x1, y1, x2,
                y2);
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_EASE, &part, 1, "coir_ease_bezier");
    if (!action)
        return NULL;
    action->bend = COIR_BEND_BEZIER;
    memcpy(action->numbers, (double[]){x1, y1, x2, y2}, sizeof action->numbers);
    return measure(action, "coir_ease_bezier");
}

CoirAction *coir_ease_function(CoirEaseFn function, void *user, CoirAction *part)
{
    if (part && !function) {
        MISTAKE("coir_ease_function: the function is NULL");
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_EASE, &part, 1, "coir_ease_function");
    if (!action)
        return NULL;
    action->bend = COIR_BEND_FUNCTION;
    action->curve = function;
    action->curve_user = user;
    return measure(action, "coir_ease_function");
}

double coir_action_eased_once(const CoirAction *ease, double t)
{
    const double *n = ease->numbers;
    if (ease->bend == COIR_BEND_EASE)
        return coir_ease_at_known(ease->ease, n[0], t);
    return coir_ease_bezier_at(n[0], n[1], n[2], n[3], t);
}

double coir_action_eased(const CoirAction *action, double t)
{
    for (; action->kind == COIR_ACTION_EASE; action = coir_action_parts(action)[0])
        t = coir_action_eased_once(action, t);
    return t;
}

bool coir_action_has_curve(const CoirAction *action)
{
    for (; action->kind == COIR_ACTION_EASE; action = coir_action_parts(action)[0])
        if (action->bend == COIR_BEND_FUNCTION)
            return true;
    return false;
}

bool coir_action_only_rises(const CoirAction *action)
{
    for (; action->kind == COIR_ACTION_EASE; action = coir_action_parts(action)[0])
        if (action->bend != COIR_BEND_EASE || !coir_ease_only_rises(action->ease))
            return false;
    return true;
}

const CoirAction *coir_action_core(const CoirAction *action)
{
    while (action->kind == COIR_ACTION_EASE)
        action = coir_action_parts(action)[0];
    return action;
}

CoirAction *coir_action_targeted(CoirNode *node, CoirAction *part, const char *function)
{
    if (part && !coir_node_check(node, function))
        return coir_action_refuse(part);
    CoirAction *action = coir_action_compose(COIR_ACTION_TARGETED, &part, 1, function);
    if (!action)
        return NULL;
    action->duration = part->duration;
    action->target = coir_node_ref(node);
    action->has_target = true;
    return action;
}

CoirAction *coir_targeted(CoirNode *node, CoirAction *part)
{
    return coir_action_targeted(node, part, "coir_targeted");
}

bool coir_action_names(const CoirAction *action, CoirNodeRef node)
{
    if (!action->has_target)
        return false;
    if (action->kind == COIR_ACTION_TARGETED && action->target.index == node.index &&
        action->target.generation == node.generation)
        return true;
    for (int i = 0; i < action->part_count; i++)
        if (coir_action_names(coir_action_parts(action)[i], node))
            return true;
    return false;
}

CoirAction *coir_action_like(const CoirAction *action, CoirAction *const *parts)
{
    CoirAction *like = coir_action_compose(action->kind, parts, action->part_count, "coir_reverse");
    if (!like)
        return NULL;
    coir_action_copy_fields(like, action);
    like->times = action->times;
    like->is_timeline = action->is_timeline;
    like->has_target |= action->has_target;
    like->has_mark = like->has_mark || action->kind == COIR_ACTION_MARKED;
    bool is_named = action->kind == COIR_ACTION_MARKED || (action->kind == COIR_ACTION_PLACED && action->mark);
    if (is_named) {
        like->mark = coir_copy_text(action->mark);
        if (!like->mark)
            return coir_action_refuse(like);
    }
    return measure(like, "coir_reverse");
}
