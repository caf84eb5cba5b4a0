// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/tween.h"

#include <math.h>
#include <string.h>

#include "action/describe/action.h"
#include "action/describe/leaf.h"
#include "base/fail.h"
#include "time/nanoseconds.h"

#define WIDTH 4

// Fields -------------------------------------------------------------------------------------------------------------

typedef struct Tween {
    CoirField field;
    float from[WIDTH], to[WIDTH];
} Tween;

static bool has_field(const CoirNode *node, const CoirField *field)
{
    if (coir_node_is(node, field->node_class))
        return true;
    return MISTAKE("coir_tween: it runs on a %s, which has no such field: that is one of %s", node->class_->name,
                   field->node_class->name);
}

static void *place(CoirNode *node, const CoirField *field)
{
    return (char *)node + field->offset;
}

static void read(CoirNode *node, const CoirField *field, float *values)
{
    if (field->get) {
        field->get(node, values);
    } else if (field->kind == COIR_FIELD_COLOR) {
        const CoirColor *color = place(node, field);
        memcpy(values, (float[]){color->r, color->g, color->b, color->a}, WIDTH * sizeof *values);
    } else {
        memcpy(values, place(node, field), (field->kind == COIR_FIELD_VEC2 ? 2 : 1) * sizeof *values);
    }
}

static void write(CoirNode *node, const CoirField *field, const float *values)
{
    if (field->set) {
        field->set(node, values);
    } else if (field->kind == COIR_FIELD_COLOR) {
        float shown[WIDTH];
        for (int i = 0; i < WIDTH; i++)
            shown[i] = coir_stored(COIR_STORAGE_BYTE, (double)values[i]);
        *(CoirColor *)place(node, field) =
            coir_rgba((uint8_t)shown[0], (uint8_t)shown[1], (uint8_t)shown[2], (uint8_t)shown[3]);
    } else {
        memcpy(place(node, field), values, (field->kind == COIR_FIELD_VEC2 ? 2 : 1) * sizeof *values);
    }
}

static void tween_start(CoirNode *node, const void *parameters, void *state)
{
    const Tween *tween = parameters;
    if (has_field(node, &tween->field))
        read(node, &tween->field, state);
}

static void tween_update(CoirNode *node, const void *parameters, void *state, double t)
{
    const Tween *tween = parameters;
    float values[WIDTH];
    (void)state;
    if (!has_field(node, &tween->field))
        return;
    for (int i = 0; i < WIDTH; i++)
        values[i] = t == 1
                        ? tween->to[i]
                        : (float)coir_leaf_to((double)tween->from[i], (double)tween->to[i] - (double)tween->from[i], t);
    write(node, &tween->field, values);
}

static void tween_undo(CoirNode *node, const void *parameters, void *state)
{
    const Tween *tween = parameters;
    if (has_field(node, &tween->field))
        write(node, &tween->field, state);
}

static CoirAction *tween_reverse(const void *parameters, double duration);

static const CoirActionClass tween_class = {"tween", sizeof(Tween), WIDTH * sizeof(float), tween_start, tween_update,
                                            NULL,    tween_undo,    tween_reverse};

static CoirAction *make_tween(double duration, const Tween *tween, const char *function)
{
    CoirAction *action = coir_action_make_object(&tween_class, duration, tween, sizeof *tween, function);
    if (!action)
        return NULL;
    action->has_from = true;
    action->calls_user = tween->field.get != NULL;
    return action;
}

static CoirAction *tween_reverse(const void *parameters, double duration)
{
    Tween tween = *(const Tween *)parameters, back = tween;
    memcpy(back.from, tween.to, sizeof back.from);
    memcpy(back.to, tween.from, sizeof back.to);
    return make_tween(duration, &back, "coir_reverse");
}

static bool is_field(CoirField field, CoirFieldKind kind, const char *function)
{
    static const size_t sizes[] = {sizeof(float), sizeof(CoirVec2), sizeof(CoirColor)};
    if (!field.node_class || field.kind != kind || !field.get != !field.set)
        return MISTAKE("%s: this is a field of another kind; use COIR_FIELD, or COIR_FIELD_FUNCTIONS with both "
                       "functions",
                       function);
    if (!field.get && (field.offset > field.node_class->size || field.node_class->size - field.offset < sizes[kind]))
        return MISTAKE("%s: a field at byte %lu is not in a %s", function, (unsigned long)field.offset,
                       field.node_class->name);
    return true;
}

static CoirAction *make(double duration, CoirField field, CoirFieldKind kind, const float *from, const float *to,
                        int count, const char *function)
{
    Tween tween = {.field = field};
    if (!is_field(field, kind, function))
        return NULL;
    for (int i = 0; i < count; i++) {
        if (!isfinite(from[i]) || !isfinite(to[i]))
            return MISTAKE("%s: from %g to %g: both must be finite", function, (double)from[i], (double)to[i]), NULL;
        tween.from[i] = from[i];
        tween.to[i] = to[i];
    }
    return make_tween(duration, &tween, function);
}

CoirAction *coir_tween_float(double duration, CoirField field, float from, float to)
{
    return make(duration, field, COIR_FIELD_FLOAT, &from, &to, 1, "coir_tween_float");
}

CoirAction *coir_tween_vec2(double duration, CoirField field, CoirVec2 from, CoirVec2 to)
{
    return make(duration, field, COIR_FIELD_VEC2, (float[]){from.x, from.y}, (float[]){to.x, to.y}, 2,
                "coir_tween_vec2");
}

CoirAction *coir_tween_color(double duration, CoirField field, CoirColor from, CoirColor to)
{
    float first[] = {from.r, from.g, from.b, from.a}, last[] = {to.r, to.g, to.b, to.a};
    return make(duration, field, COIR_FIELD_COLOR, first, last, WIDTH, "coir_tween_color");
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
    each->function(node, t == 1 ? each->to : each->from + (each->to - each->from) * t, each->user);
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
