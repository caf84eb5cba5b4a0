// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions: immutable trees that count their owners. This file allocates and frees descriptions, counts their
// owners, and has the constructors of straight leaves, delays, calls and objects. Other constructors: path.c,
// instant.c, tween.c, follow.c, compose.c, placement.c, and files of src/scene/.

#include "action/describe/action.h"

#include <math.h>
#include <string.h>

#include "action/describe/path.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/pool.h"
#include "base/world.h"
#include "time/nanoseconds.h"

// Bytes of the last union of CoirAction up to the end of a field, aligned for the parts that follow.
#define UP_TO(FIELD) \
    (offsetof(CoirAction, FIELD) + sizeof(((CoirAction *)NULL)->FIELD) - COIR_ACTION_FIELDS_AT + 7) / 8 * 8

#define LEAF(NAME) .name = NAME, .fields_size = UP_TO(path), .is_item = true, .changes_property = true

const CoirActionTraits coir_action_kinds[] = {
    [COIR_ACTION_TO] = {LEAF("to"), .sets = true, .is_straight = true},
    [COIR_ACTION_BY] = {LEAF("by"), .is_straight = true},
    [COIR_ACTION_TIMES] = {LEAF("by"), .is_straight = true},
    [COIR_ACTION_TOGGLE] = {LEAF("toggle_visibility"), .sets = true},
    [COIR_ACTION_BLINK] = {LEAF("blink"), .sets = true},
    [COIR_ACTION_FRAMES] = {LEAF("animate"), .sets = true},
    [COIR_ACTION_OBJECT] = {.name = "object", .fields_size = UP_TO(is_exact), .is_item = true},
    [COIR_ACTION_CALL] = {.name = "call", .fields_size = UP_TO(user), .is_item = true},
    [COIR_ACTION_REMOVE] = {.name = "remove", .is_item = true},
    [COIR_ACTION_DELAY] = {.name = "delay"},
    [COIR_ACTION_SEQUENCE] = {.name = "sequence", .is_composition = true},
    [COIR_ACTION_SPAWN] = {.name = "spawn", .is_composition = true},
    [COIR_ACTION_REPEAT] = {.name = "repeat", .is_composition = true},
    [COIR_ACTION_SPEED] = {.name = "speed", .fields_size = UP_TO(speed), .is_composition = true},
    [COIR_ACTION_EASE] = {.name = "ease", .fields_size = UP_TO(numbers), .is_composition = true},
    [COIR_ACTION_REVERSE_TIME] = {.name = "reverse_time", .is_composition = true},
    [COIR_ACTION_YOYO] = {.name = "yoyo", .is_composition = true},
    [COIR_ACTION_TARGETED] = {.name = "targeted", .fields_size = UP_TO(target), .is_composition = true},
    [COIR_ACTION_MARKED] = {.name = "marked", .fields_size = UP_TO(mark), .is_composition = true},
    [COIR_ACTION_PLACED] = {.name = "placed", .fields_size = UP_TO(mark), .is_composition = true},
};

static size_t size_without_parts(CoirActionKind kind)
{
    return COIR_ACTION_FIELDS_AT + coir_action_kinds[kind].fields_size;
}

// Pools of actions, one for each size. Actions with many parts are larger than the last size, and are allocated without
// a pool. So are objects, and actions with parameters.
#define SIZE_STEP 8
#define LEAST_SIZE (COIR_ACTION_FIELDS_AT / SIZE_STEP * SIZE_STEP)

// Returns the pool of actions of a size; NULL: there is none.
static CoirPool *pool_of(size_t size)
{
    size_t number = (size - LEAST_SIZE + SIZE_STEP - 1) / SIZE_STEP;
    if (number >= COIR_ACTION_POOLS)
        return NULL;
    CoirPool *pool = &coir_world()->action_pools[number];
    pool->block_size = LEAST_SIZE + number * SIZE_STEP;
    return pool;
}

static void link_action(CoirAction *action)
{
    CoirWorld *world = coir_world();
    action->next = world->actions;
    action->link = &world->actions;
    if (action->next)
        action->next->link = &action->next;
    world->actions = action;
}

static void unlink_action(CoirAction *action)
{
    *action->link = action->next;
    if (action->next)
        action->next->link = action->link;
}

// Moves an action without owners from the list of all actions to the beginning of a list of dead actions. Returns this
// list.
static CoirAction *bury(CoirAction *action, CoirAction *dead)
{
    unlink_action(action);
    action->next = dead;
    return action;
}

CoirAction *coir_action_make(CoirActionKind kind, int part_count)
{
    size_t size = size_without_parts(kind) + (size_t)part_count * sizeof(CoirAction *);
    CoirPool *pool = pool_of(size);
    CoirAction *action = pool ? coir_pool_take(pool) : coir_realloc(NULL, size);
    if (!action)
        return NULL;
    memset(action, 0, size);
    action->references = 1;
    action->kind = (uint8_t)kind;
    action->is_of_pool = pool != NULL;
    action->part_count = part_count;
    link_action(action);
    return action;
}

void coir_action_copy_fields(CoirAction *to, const CoirAction *from)
{
    to->bend = from->bend;
    memcpy((char *)to + COIR_ACTION_FIELDS_AT, (const char *)from + COIR_ACTION_FIELDS_AT,
           coir_action_kinds[from->kind].fields_size);
}

static void free_memory(CoirAction *action)
{
    size_t size = size_without_parts(action->kind) + (size_t)action->part_count * sizeof(CoirAction *);
    CoirWorld *world = coir_world();
    if (action->is_of_pool)
        coir_pool_give(pool_of(size), action);
    else
        coir_free(action);
    for (int i = 0; i < COIR_ACTION_POOLS && !world->actions; i++)
        coir_pool_clear_if_unused(&world->action_pools[i]);
}

CoirAction *coir_action_retain(CoirAction *action)
{
    if (action)
        action->references++;
    return action;
}

// A release function may free more actions, and call this function again. The outer call then releases the pointers of
// these actions, so that calls do not nest deeper and deeper.
void coir_actions_release_owned(void)
{
    CoirWorld *world = coir_world();
    if (world->is_releasing_of_actions || !world->unreleased_of_actions)
        return;
    coir_world_mark(world);
    world->is_releasing_of_actions = true;
    coir_owned_release(&world->unreleased_of_actions);
    world->is_releasing_of_actions = false;
}

static void free_own(CoirAction *action)
{
    coir_owned_move(&action->owned, &coir_world()->unreleased_of_actions);
    if (action->timeline)
        action->timeline_head->free(action->timeline);
    if (action->kind == COIR_ACTION_TO || action->kind == COIR_ACTION_BY)
        coir_free(action->path);
    if (coir_action_kinds[action->kind].changes_property && action->property == COIR_PROPERTY_FRAME)
        coir_leaf_property(action)->frames->release_parameters(coir_action_parameters(action));
    if (action->kind == COIR_ACTION_MARKED || action->kind == COIR_ACTION_PLACED)
        coir_free(action->mark);
    free_memory(action);
}

// Removes the reference to a part of a freed composition, or to an action that has lent its timeline to a freed action.
// Returns the list of dead actions.
static CoirAction *give_up(CoirAction *action, CoirAction *dead)
{
    action->given--;
    return --action->references == 0 ? bury(action, dead) : dead;
}

// Uses a list of dead actions and no recursion, since a tree may be deep.
void coir_action_drop(CoirAction *action)
{
    if (!action || --action->references > 0)
        return;
    CoirAction *dead = bury(action, NULL);
    while (dead) {
        CoirAction *now = dead;
        dead = now->next;
        for (int i = 0; i < now->part_count; i++)
            dead = give_up(coir_action_parts(now)[i], dead);
        CoirAction *original = coir_action_original(now);
        if (original) {
            dead = give_up(original, dead);
            now->timeline = NULL;
        }
        free_own(now);
    }
}

void coir_action_release(CoirAction *action)
{
    if (action && action->given >= action->references) {
        MISTAKE("coir_action_release: the action runs, or is a part of another action, and is released there; release "
                "only an action that you have retained");
        return;
    }
    coir_action_drop(action);
    coir_actions_release_owned();
}

CoirAction *coir_action_refuse(CoirAction *action)
{
    if (action && action->given < action->references)
        coir_action_drop(action);
    coir_actions_release_owned();
    return NULL;
}

// Calls a release function. If the release function frees actions, the release functions of these actions are called
// afterwards.
static void release_at_once(void *user, CoirUserFn release)
{
    CoirWorld *world = coir_world();
    bool was_releasing = world->is_releasing_of_actions;
    coir_world_mark(world);
    world->is_releasing_of_actions = true;
    release(user);
    world->is_releasing_of_actions = was_releasing;
    coir_actions_release_owned();
}

CoirAction *coir_action_own(CoirAction *action, void *user, CoirUserFn release)
{
    if (!release)
        return MISTAKE("coir_action_own: the release function is NULL; give a function, such as free"),
               coir_action_refuse(action);
    if (!action && !coir_error()[0])
        FAIL("coir_action_own: the action is NULL");
    // coir_timeline frees a COIR_ACTION_PLACED, and keeps only the part inside.
    CoirAction *owner = action && action->kind == COIR_ACTION_PLACED ? coir_action_parts(action)[0] : action;
    if (owner && coir_owned_add(&owner->owned, user, release))
        return action;
    coir_action_refuse(action);
    release_at_once(user, release);
    return NULL;
}

static void let_go(void *user)
{
    CoirAction *action = user;
    action->given--;
    coir_action_drop(action);
}

// If `action` is itself an opposite that keeps another action, and owns nothing else, the new opposite keeps this other
// action instead of `action`. So opposites of opposites form no chain.
CoirAction *coir_action_keep_for(CoirAction *opposite, CoirAction *action)
{
    const CoirOwned *owned = action->owned;
    if (!opposite || opposite == action || !owned)
        return opposite;
    CoirAction *kept = owned->release == let_go && !owned->next ? owned->user : action;
    if (!coir_owned_add(&opposite->owned, kept, let_go))
        return coir_action_refuse(opposite);
    coir_action_retain(kept)->given++;
    return opposite;
}

double coir_action_duration(const CoirAction *action)
{
    if (!action)
        return 0;
    return action->duration == COIR_NEVER ? INFINITY : coir_to_seconds(action->duration);
}

// Leaves -------------------------------------------------------------------------------------------------------------

static bool read_duration(double duration, int64_t *nanoseconds, const char *function)
{
    if (coir_to_nanoseconds(duration, nanoseconds) && duration >= 0)
        return true;
    return MISTAKE("%s: a duration of %g s; it must be between 0 and a hundred years", function, duration);
}

CoirAction *coir_action_make_timed(CoirActionKind kind, double duration, const char *function)
{
    int64_t nanoseconds = 0;
    if (!read_duration(duration, &nanoseconds, function))
        return NULL;
    CoirAction *action = coir_action_make(kind, 0);
    if (action)
        action->duration = nanoseconds;
    return action;
}

CoirAction *coir_action_make_leaf(CoirActionKind kind, CoirProperty property, double duration, const float *value,
                                  const char *function)
{
    int count = coir_property_traits((uint8_t)property)->count;
    for (int i = 0; i < count; i++)
        if (!isfinite(value[i]))
            return MISTAKE("%s: %g is not a finite number", function, (double)value[i]), NULL;
    CoirAction *action = coir_action_make_timed(kind, duration, function);
    if (!action)
        return NULL;
    action->property = (uint8_t)property;
    memcpy(action->value, value, (size_t)count * sizeof *value);
    return action;
}

static CoirAction *make_pair(CoirActionKind kind, CoirProperty property, double duration, float x, float y,
                             const char *function)
{
    float value[] = {x, y};
    return coir_action_make_leaf(kind, property, duration, value, function);
}

static CoirAction *make_times(double duration, float x, float y, const char *function)
{
    return make_pair(COIR_ACTION_TIMES, COIR_PROPERTY_SCALE, duration, x, y, function);
}

CoirAction *coir_move_to(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_POSITION, duration, x, y, "coir_move_to");
}

CoirAction *coir_move_by(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_BY, COIR_PROPERTY_POSITION, duration, x, y, "coir_move_by");
}

CoirAction *coir_scale_to(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_SCALE, duration, x, y, "coir_scale_to");
}

CoirAction *coir_scale_by(double duration, float x, float y)
{
    return make_times(duration, x, y, "coir_scale_by");
}

CoirAction *coir_scale_to_uniform(double duration, float scale)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_SCALE, duration, scale, scale, "coir_scale_to_uniform");
}

CoirAction *coir_scale_by_uniform(double duration, float factor)
{
    return make_times(duration, factor, factor, "coir_scale_by_uniform");
}

CoirAction *coir_rotate_to(double duration, float degrees)
{
    return coir_action_make_leaf(COIR_ACTION_TO, COIR_PROPERTY_ROTATION, duration, &degrees, "coir_rotate_to");
}

CoirAction *coir_rotate_by(double duration, float degrees)
{
    return coir_action_make_leaf(COIR_ACTION_BY, COIR_PROPERTY_ROTATION, duration, &degrees, "coir_rotate_by");
}

CoirAction *coir_skew_to(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_SKEW, duration, x, y, "coir_skew_to");
}

CoirAction *coir_skew_by(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_BY, COIR_PROPERTY_SKEW, duration, x, y, "coir_skew_by");
}

CoirAction *coir_size_to(double duration, float width, float height)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_SIZE, duration, width, height, "coir_size_to");
}

CoirAction *coir_size_by(double duration, float width, float height)
{
    return make_pair(COIR_ACTION_BY, COIR_PROPERTY_SIZE, duration, width, height, "coir_size_by");
}

CoirAction *coir_anchor_to(double duration, float x, float y)
{
    return make_pair(COIR_ACTION_TO, COIR_PROPERTY_ANCHOR, duration, x, y, "coir_anchor_to");
}

static CoirAction *make_fade(double duration, float opacity, CoirManner manner, const char *function)
{
    CoirAction *action = coir_action_make_leaf(COIR_ACTION_TO, COIR_PROPERTY_OPACITY, duration, &opacity, function);
    if (action)
        action->manner = (uint8_t)manner;
    return action;
}

CoirAction *coir_fade_to(double duration, float opacity)
{
    if (!(opacity >= 0 && opacity <= 1))
        return MISTAKE("coir_fade_to: an opacity of %g; it goes from 0 to 1", (double)opacity), NULL;
    return make_fade(duration, opacity, COIR_MANNER_PLAIN, "coir_fade_to");
}

CoirAction *coir_fade_in(double duration)
{
    return make_fade(duration, 1, COIR_MANNER_FADE_IN, "coir_fade_in");
}

CoirAction *coir_fade_out(double duration)
{
    return make_fade(duration, 0, COIR_MANNER_FADE_OUT, "coir_fade_out");
}

CoirAction *coir_tint_to(double duration, CoirColor color)
{
    float value[] = {color.r, color.g, color.b};
    return coir_action_make_leaf(COIR_ACTION_TO, COIR_PROPERTY_COLOR, duration, value, "coir_tint_to");
}

CoirAction *coir_tint_by(double duration, float red, float green, float blue)
{
    float value[] = {red, green, blue};
    return coir_action_make_leaf(COIR_ACTION_BY, COIR_PROPERTY_COLOR, duration, value, "coir_tint_by");
}

CoirAction *coir_place(float x, float y)
{
    CoirAction *action = make_pair(COIR_ACTION_TO, COIR_PROPERTY_POSITION, 0, x, y, "coir_place");
    if (action)
        action->manner = COIR_MANNER_SAME;
    return action;
}

CoirAction *coir_delay(double duration)
{
    return coir_action_make_timed(COIR_ACTION_DELAY, duration, "coir_delay");
}

CoirAction *coir_call(CoirCallFn function, void *user)
{
    if (!function)
        return MISTAKE("coir_call: the function is NULL"), NULL;
    CoirAction *action = coir_action_make(COIR_ACTION_CALL, 0);
    if (!action)
        return NULL;
    action->function = function;
    action->user = user;
    return action;
}

CoirAction *coir_remove_self(void)
{
    return coir_action_make(COIR_ACTION_REMOVE, 0);
}

// Objects ------------------------------------------------------------------------------------------------------------

// Returns the offset of the parameters in an action, aligned for parameters of any type.
static size_t parameters_at(CoirActionKind kind)
{
    return (size_without_parts(kind) + 15) / 16 * 16;
}

void *coir_action_parameters(const CoirAction *action)
{
    return (char *)(uintptr_t)action + parameters_at(action->kind);
}

static CoirAction *make_with(CoirActionKind kind, const void *parameters, size_t size)
{
    CoirAction *action = coir_alloc(parameters_at(kind) + size);
    if (!action)
        return NULL;
    action->references = 1;
    action->kind = (uint8_t)kind;
    link_action(action);
    if (size > 0)
        memcpy(coir_action_parameters(action), parameters, size);
    return action;
}

CoirAction *coir_action_make_object(const CoirActionClass *object, double duration, const void *parameters, size_t size,
                                    const char *function)
{
    int64_t nanoseconds = 0;
    if (!read_duration(duration, &nanoseconds, function))
        return NULL;
    CoirAction *action = make_with(COIR_ACTION_OBJECT, parameters, size);
    if (!action)
        return NULL;
    action->duration = nanoseconds;
    action->object = object;
    return action;
}

CoirAction *coir_action_make_frames(CoirActionKind kind, int64_t duration, const void *parameters, size_t size)
{
    CoirAction *action = make_with(kind, parameters, size);
    if (!action)
        return NULL;
    action->duration = duration;
    action->property = COIR_PROPERTY_FRAME;
    return action;
}

CoirAction *coir_action_make_field_leaf(CoirActionKind kind, double duration, const CoirFieldLeaf *field,
                                        const char *function)
{
    int64_t nanoseconds = 0;
    if (!read_duration(duration, &nanoseconds, function))
        return NULL;
    CoirAction *action = make_with(kind, field, sizeof *field);
    if (!action)
        return NULL;
    action->duration = nanoseconds;
    action->property = COIR_PROPERTY_FIELD;
    return action;
}

CoirAction *coir_action_make_call(CoirCallFn function, const void *parameters, size_t size)
{
    CoirAction *action = make_with(COIR_ACTION_CALL, parameters, size);
    if (!action)
        return NULL;
    action->function = function;
    action->user = coir_action_parameters(action);
    return action;
}

CoirAction *coir_action_new(const CoirActionClass *action_class, double duration, const void *parameters)
{
    if (!action_class || !action_class->update)
        return MISTAKE("coir_action_new: the class is NULL or has no `update`"), NULL;
    if (action_class->state_size > SIZE_MAX / 8 || action_class->parameters_size > SIZE_MAX / 8)
        return MISTAKE("coir_action_new: the sizes of the class cannot be right"), NULL;
    if (!parameters && action_class->parameters_size > 0)
        return MISTAKE("coir_action_new: the parameters are NULL, and the class %s needs parameters",
                       action_class->name ? action_class->name : ""),
               NULL;
    CoirAction *action =
        coir_action_make_object(action_class, duration, parameters, action_class->parameters_size, "coir_action_new");
    if (action)
        action->is_users = true;
    return action;
}
