// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/tween.h"

#include <math.h>
#include <string.h>

#include "action/describe/action.h"
#include "action/describe/leaf.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

// Fields -------------------------------------------------------------------------------------------------------------

static const size_t sizes[] = {sizeof(float), sizeof(CoirVec2), sizeof(CoirColor)};

static bool is_field(CoirField field, CoirFieldKind kind, const char *function)
{
    if (!field.node_class || field.kind != kind || !field.get != !field.set)
        return MISTAKE("%s: this is a field of another kind; use COIR_FIELD, or COIR_FIELD_FUNCTIONS with both "
                       "functions",
                       function);
    if (!field.get && (field.offset > field.node_class->size || field.node_class->size - field.offset < sizes[kind]))
        return MISTAKE("%s: a field at byte %lu is not in a %s", function, (unsigned long)field.offset,
                       field.node_class->name);
    return true;
}

// Returns the storage of the numbers of a field. If the field is also a property of every node, returns the storage of
// the property, so that the field and the property share a channel. Exception: CoirNode.color has four numbers as a
// field and three as a property, so there are two channels. A colour is stored in bytes. But functions of the user get
// the numbers of a colour without rounding and without limits: with some eases, numbers outside of 0..255.
static uint8_t storage_of(CoirField field, int count)
{
    for (int i = 0; i < COIR_PROPERTY_COUNT; i++)
        if (!field.get && !coir_properties[i].node_class && coir_properties[i].offset == field.offset &&
            coir_properties[i].count == count)
            return coir_properties[i].storage;
    return field.kind == COIR_FIELD_COLOR && !field.get ? COIR_STORAGE_BYTE : COIR_STORAGE_FLOAT;
}

static CoirPropertyTraits property_of(CoirField field)
{
    static const uint8_t counts[] = {1, 2, 4};
    bool is_of_every_node = !field.get && field.offset + sizes[field.kind] <= sizeof(CoirNode);
    return (CoirPropertyTraits){.prefix = "tween_",
                                .offset = field.offset,
                                .count = counts[field.kind],
                                .storage = storage_of(field, counts[field.kind]),
                                .node_class = is_of_every_node ? NULL : field.node_class,
                                .get = field.get,
                                .set = field.set};
}

// `from` NULL: the leaf starts with the value of the field.
static CoirAction *make(CoirActionKind kind, double duration, CoirField field, CoirFieldKind field_kind,
                        const float *from, const float *value, const char *function)
{
    if (!is_field(field, field_kind, function))
        return NULL;
    CoirFieldLeaf leaf = {.property = property_of(field), .has_from = from != NULL};
    for (int i = 0; i < leaf.property.count; i++) {
        leaf.value[i] = value[i];
        leaf.from[i] = from ? from[i] : 0;
        if (!isfinite(leaf.from[i]) || !isfinite(leaf.value[i]))
            return MISTAKE("%s: %g is not a finite number", function,
                           (double)(isfinite(leaf.from[i]) ? leaf.value[i] : leaf.from[i])),
                   NULL;
    }
    return coir_action_make_field_leaf(kind, duration, &leaf, function);
}

CoirAction *coir_tween_float(double duration, CoirField field, float from, float to)
{
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_FLOAT, &from, &to, "coir_tween_float");
}

CoirAction *coir_tween_vec2(double duration, CoirField field, CoirVec2 from, CoirVec2 to)
{
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_VEC2, (float[]){from.x, from.y}, (float[]){to.x, to.y},
                "coir_tween_vec2");
}

CoirAction *coir_tween_color(double duration, CoirField field, CoirColor from, CoirColor to)
{
    float first[] = {from.r, from.g, from.b, from.a}, last[] = {to.r, to.g, to.b, to.a};
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_COLOR, first, last, "coir_tween_color");
}

CoirAction *coir_tween_to_float(double duration, CoirField field, float to)
{
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_FLOAT, NULL, &to, "coir_tween_to_float");
}

CoirAction *coir_tween_to_vec2(double duration, CoirField field, CoirVec2 to)
{
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_VEC2, NULL, (float[]){to.x, to.y}, "coir_tween_to_vec2");
}

CoirAction *coir_tween_to_color(double duration, CoirField field, CoirColor to)
{
    float last[] = {to.r, to.g, to.b, to.a};
    return make(COIR_ACTION_TO, duration, field, COIR_FIELD_COLOR, NULL, last, "coir_tween_to_color");
}

CoirAction *coir_tween_by_float(double duration, CoirField field, float amount)
{
    return make(COIR_ACTION_BY, duration, field, COIR_FIELD_FLOAT, NULL, &amount, "coir_tween_by_float");
}

CoirAction *coir_tween_by_vec2(double duration, CoirField field, CoirVec2 amount)
{
    return make(COIR_ACTION_BY, duration, field, COIR_FIELD_VEC2, NULL, (float[]){amount.x, amount.y},
                "coir_tween_by_vec2");
}

// A function ---------------------------------------------------------------------------------------------------------

typedef struct Each {
    double from, to;
    CoirTickFn function;
    void *user;
} Each;

static void each_update(CoirNode *node, const void *parameters, void *state, double t)
{
    const Each *each = parameters;
    (void)state;
    double by = each->to - each->from, value = isfinite(by) ? each->from + by * t : each->from * (1 - t) + each->to * t;
    each->function(node, t == 1 ? each->to : value, each->user);
}

static CoirAction *each_reverse(const void *parameters, double duration)
{
    const Each *each = parameters;
    return coir_each(duration, each->to, each->from, each->function, each->user);
}

static const CoirActionClass each_class = {"each", sizeof(Each), 0, .update = each_update, .reverse = each_reverse};

CoirAction *coir_each(double duration, double from, double to, CoirTickFn function, void *user)
{
    if (!function || !isfinite(from) || !isfinite(to))
        return MISTAKE("coir_each: from %g to %g: both must be finite, and the function not NULL", from, to), NULL;
    Each each = {from, to, function, user};
    CoirAction *action = coir_action_make_object(&each_class, duration, &each, sizeof each, "coir_each");
    if (action)
        action->calls_user = true;
    return action;
}
