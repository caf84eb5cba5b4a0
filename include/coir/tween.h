// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tweens: actions that change a field of your own node type, or call a function with a number that changes.
//
//     coir_node_run(comet, coir_tween_float(2, COIR_FIELD(Comet, heat), 0, 1));

#ifndef COIR_TWEEN_H
#define COIR_TWEEN_H

#include <stddef.h>

#include "coir/action.h"
#include "coir/callback.h"
#include "coir/node.h"

typedef enum CoirFieldKind { COIR_FIELD_FLOAT, COIR_FIELD_VEC2, COIR_FIELD_COLOR } CoirFieldKind;

// A field of a node type: its offset, or functions that read and write the field. `values` has one number for a float,
// two for a vec2, four (0..255) for a colour. `set` gets the numbers of a colour without rounding. With an ease that
// leads beyond the start or the end of the action, `set` also gets numbers below 0 or above 255.
typedef struct CoirField {
    CoirFieldKind kind;
    const CoirNodeClass *node_class;            // the type that has the field
    size_t offset;                              // bytes from the start of the node
    void (*get)(CoirNode *node, float *values); // NULL: the field is at `offset`
    void (*set)(CoirNode *node, const float *values);
} CoirField;

// COIR_FIELD names the field `member` of a type: a float, a CoirVec2 or a CoirColor. COIR_FIELD_FUNCTIONS names a field
// that two functions read and write.
#if defined(__cplusplus)
inline CoirFieldKind coir_field_kind_(const float *)
{
    return COIR_FIELD_FLOAT;
}

inline CoirFieldKind coir_field_kind_(const CoirVec2 *)
{
    return COIR_FIELD_VEC2;
}

inline CoirFieldKind coir_field_kind_(const CoirColor *)
{
    return COIR_FIELD_COLOR;
}

inline CoirField coir_field_(CoirFieldKind kind, const CoirNodeClass *node_class, size_t offset,
                             void (*get)(CoirNode *node, float *values),
                             void (*set)(CoirNode *node, const float *values))
{
    CoirField field = {kind, node_class, offset, get, set};
    return field;
}

#define COIR_FIELD(Type, member)                                                                          \
    coir_field_(coir_field_kind_(static_cast<decltype(static_cast<Type *>(nullptr)->member) *>(nullptr)), \
                &Type##_class, offsetof(Type, member), nullptr, nullptr)
#define COIR_FIELD_FUNCTIONS(Type, kind, get, set) coir_field_((kind), &Type##_class, 0, (get), (set))
#else
// clang-format off
#define COIR_FIELD(Type, member)                \
    ((CoirField){_Generic(((Type *)0)->member,  \
                     float: COIR_FIELD_FLOAT,   \
                     CoirVec2: COIR_FIELD_VEC2, \
                     CoirColor: COIR_FIELD_COLOR), \
                 &Type##_class, offsetof(Type, member), NULL, NULL})
// clang-format on
#define COIR_FIELD_FUNCTIONS(Type, kind, get, set) ((CoirField){(kind), &Type##_class, 0, (get), (set)})
#endif

// Change a field from one value to another. A tween is an action like coir_move_to: eases, seeks and time that goes
// backwards work in the same way. On a node of another type the action does nothing, and a mistake is reported. A field
// of CoirNode, such as COIR_FIELD(Comet, node.position), is a field of every node. Return NULL for a field of another
// kind, a bad number, or if there is no memory.
COIR_API CoirAction *coir_tween_float(double duration, CoirField field, float from, float to);
COIR_API CoirAction *coir_tween_vec2(double duration, CoirField field, CoirVec2 from, CoirVec2 to);
COIR_API CoirAction *coir_tween_color(double duration, CoirField field, CoirColor from, CoirColor to);

// Change a field from the value that the action finds to another value (`to`), or by an amount (`by`). Two `by`
// actions that change a field at the same time add up. Return NULL on the same errors.
COIR_API CoirAction *coir_tween_to_float(double duration, CoirField field, float to);
COIR_API CoirAction *coir_tween_to_vec2(double duration, CoirField field, CoirVec2 to);
COIR_API CoirAction *coir_tween_to_color(double duration, CoirField field, CoirColor to);
COIR_API CoirAction *coir_tween_by_float(double duration, CoirField field, float amount);
COIR_API CoirAction *coir_tween_by_vec2(double duration, CoirField field, CoirVec2 amount);

// Calls `function(node, value, user)` in each step, with a value that goes from `from` to `to`. Returns NULL for a
// NULL function, a number that is not finite, or if there is no memory.
COIR_API CoirAction *coir_each(double duration, double from, double to, CoirTickFn function, void *user);

#endif
