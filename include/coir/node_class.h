// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Node types: a struct that begins with its base, and a table of hooks.
//
// A type of your own, whole:
//
//     typedef struct Comet {
//         COIR_INHERIT(CoirSprite, sprite); // comet->node and comet->sprite both work
//         double life;
//     } Comet;
//
//     static const CoirNodeClass Comet_class; // for COIR_AS; defined below
//
//     static void comet_update(CoirNode *node, double dt)
//     {
//         Comet *comet = COIR_AS(Comet, node);
//         if ((comet->life -= dt) <= 0)
//             coir_node_destroy(node); // legal here, as everywhere
//     }
//
//     static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class, .update = comet_update);
//
//     Comet *comet = COIR_NEW(Comet);
//
// A type that is derived from the plain node has `CoirNode node;` as its first member, and no `.super`.

#ifndef COIR_NODE_CLASS_H
#define COIR_NODE_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/callback.h"
#include "coir/geometry.h"

typedef struct CoirPainter CoirPainter;
typedef struct CoirEvent CoirEvent;
typedef struct CoirNodeClass CoirNodeClass;

// Data of a class that the library stores: its resolved hooks, and the index of its pools of nodes. Not for users.
typedef struct CoirNodeClassState {
    uint32_t index_; // 0: no node of the class was made yet
    void (*update_)(CoirNode *node, double dt);
    void (*draw_)(CoirNode *node, CoirPainter *painter);
    // Draws `first` and its next siblings without calling their draw hooks. Stops at a sibling whose class draws rows
    // in another way, or that needs its draw hook. `outer`: the transform from points of the parent to pixels, without
    // a rotation or skew. Calls no user code, and so reports no mistake: the log hook may destroy siblings. Returns the
    // first sibling that was not drawn.
    CoirNode *(*draw_row_)(CoirNode *first, const CoirAffine *outer, CoirPainter *painter);
    bool (*event_)(CoirNode *node, const CoirEvent *event);
    bool (*hit_)(CoirNode *node, CoirVec2 point);
} CoirNodeClassState;

// The hooks of a type; each may be NULL.
//
// 1. `made`, `enter`, `entered`, `leaving`, `leave` and `destroy` run for the type and for all its bases. Coir calls
//    these hooks: a hook must not call the hook of its base. `made`, `enter` and `entered` run from the plain node to
//    the type itself, the others from the type itself to the plain node.
// 2. `update`, `draw`, `event` and `hit` are called for the type, or for the nearest base that has the hook.
struct CoirNodeClass {
    const char *name;
    size_t size;
    const CoirNodeClass *super; // NULL: the plain node

    // Called when the node has just been made; the fields of the type are zero. To refuse the node, for example
    // because a picture is missing, return false with coir_error() set. Then `destroy` runs, also for this type, and
    // the maker of the node returns NULL.
    bool (*made)(CoirNode *node);

    void (*enter)(CoirNode *node);   // the node has come on stage, after its parent and before its children
    void (*entered)(CoirNode *node); // scenes and overlays: the change, with its transition, has ended
    void (*leaving)(CoirNode *node); // scenes and overlays: the change begins, before the transition
    void (*leave)(CoirNode *node);   // the node is leaving the stage

    // Called in each frame (with CoirDirectorDef.step: in each step) while the node is on stage and not paused. `dt` is
    // in seconds.
    void (*update)(CoirNode *node, double dt);

    // Draws the node itself, in the node's own points, after its children with z < 0 and before its other children.
    void (*draw)(CoirNode *node, CoirPainter *painter);

    // Called with an event (coir/event.h), for the topmost node first (coir/listener.h). Returns true to swallow the
    // event.
    bool (*event)(CoirNode *node, const CoirEvent *event);

    // Returns true if `point`, in the node's own points, is on the node. Write this hook if the shape is not the
    // node's box.
    bool (*hit)(CoirNode *node, CoirVec2 point);

    // Frees the memory that the type has allocated. Called at the end of the frame in which the node was destroyed.
    void (*destroy)(CoirNode *node);

    CoirNodeClassState *state_;
};

// Declares the base as the first member of a struct: `self->name` has the type of the base, `self->node` is the plain
// node. The base may use COIR_INHERIT, too.
#define COIR_INHERIT(Base, name) \
    union {                      \
        Base name;               \
        CoirNode node;           \
    }

// Defines `Type_class`: COIR_NODE_CLASS(Type, .super = &..., .update = ...), or COIR_NODE_CLASS(Type) for a class
// without hooks. Write `static` before the macro if only one file uses the type.
//
// In C++ the macro needs C++20. g++ -Wextra warns of each hook that is left out (-Wmissing-field-initializers); such
// a hook is NULL. Write the hooks in the order of CoirNodeClass. C++ takes no `static` declaration of a class as in the
// example above: to use COIR_AS or COIR_NEW before the definition, declare the class in C++ with
// `extern const CoirNodeClass Comet_class;`, and define the class without `static`.
#if defined(__cplusplus)
template <typename Type> struct CoirNodeClassStateOf {
    static CoirNodeClassState state_;
};
template <typename Type> CoirNodeClassState CoirNodeClassStateOf<Type>::state_;

#if __cplusplus > 201703L
#define COIR_NODE_CLASS(Type, ...)                                                       \
    const CoirNodeClass Type##_class = {.name = #Type,                                   \
                                        .size = sizeof(Type) __VA_OPT__(, ) __VA_ARGS__, \
                                        .state_ = &CoirNodeClassStateOf<Type>::state_};  \
    static_assert(offsetof(Type, node) == 0, #Type " must begin with its base: COIR_INHERIT or CoirNode node")
#endif
#else
#define COIR_NODE_CLASS(...) COIR_NODE_CLASS_(__VA_ARGS__, .state_ = &(CoirNodeClassState){.index_ = 0})

// Helper of COIR_NODE_CLASS, which always passes a second argument, because C11 requires an argument for `...`.
#define COIR_NODE_CLASS_(Type, ...)                                                        \
    const CoirNodeClass Type##_class = {.name = #Type, .size = sizeof(Type), __VA_ARGS__}; \
    _Static_assert(offsetof(Type, node) == 0, #Type " must begin with its base: COIR_INHERIT or CoirNode node")
#endif

// Makes a node of a type, with the defaults of its base: `Comet *comet = COIR_NEW(Comet)`. The node is yours until
// you add it to a parent or show it. Returns NULL if there is no memory, or if a `made` hook returned false.
#define COIR_NEW(Type) ((Type *)coir_node_make(&Type##_class, __FILE__, __LINE__))

// Returns the node as a `Type *`. If the node is NULL or of another type, reports a mistake and returns NULL.
#define COIR_AS(Type, node_) ((Type *)coir_node_cast(COIR_NODE(node_), &Type##_class, __FILE__, __LINE__))

// Any node -----------------------------------------------------------------------------------------------------------

// Type of the member `node` of CoirNode itself, so that COIR_NODE also accepts a CoirNode *.
typedef struct CoirNodeSelf {
    char unused_;
} CoirNodeSelf;

// Converts a pointer to a node of any type (CoirSprite *, Comet *) to a CoirNode *. Functions that take a node
// convert their arguments themselves (coir/any_node.h): coir_node_add(scene, comet). `node` is evaluated once, and
// may be NULL.
//
// The compiler checks that the type is a struct that begins with a CoirNode, by its member `node`. The errors mean:
//
// 1. "no member named 'node'": the struct does not begin with COIR_INHERIT or `CoirNode node`.
// 2. "invalid type argument", "is not a pointer": the argument is a number, or a struct instead of its address.
// 3. "not a structure or union": the argument is a `void *`, such as NULL. Give it a type: `CoirNode *node = target`.
// 4. "not compatible with any": the member `node` has another type, for example a pointer.
//
// COIR_NODE_OR_NULL is for calls in which NULL has a meaning. It converts NULL, and in C any other `void *`, to a
// CoirNode *, too.
#if defined(__cplusplus)
char coir_is_node_(const CoirNode *node); // only declared, for sizeof
char coir_is_node_(const CoirNodeSelf *node);

template <typename Type> inline CoirNode *COIR_NODE(Type *node)
{
    static_assert(sizeof(coir_is_node_(&static_cast<Type *>(nullptr)->node)) > 0, "`node` must be a CoirNode");
    static_assert(offsetof(Type, node) == 0, "a struct must begin with its node");
    return reinterpret_cast<CoirNode *>(node);
}

template <typename Type> inline const CoirNode *COIR_NODE(const Type *node)
{
    return COIR_NODE(const_cast<Type *>(node));
}

template <typename Type> inline CoirNode *COIR_NODE_OR_NULL(Type *node)
{
    return COIR_NODE(node);
}

inline CoirNode *COIR_NODE_OR_NULL(decltype(nullptr))
{
    return nullptr;
}
#else
// clang-format off
#define COIR_NODE(node_)                            \
    _Generic(&(node_)->node,                        \
        CoirNode *: coir_node_self_,                \
        CoirNodeSelf *: coir_node_self_,            \
        const CoirNode *: coir_node_self_const_,    \
        const CoirNodeSelf *: coir_node_self_const_ \
    )((node_), COIR_NODE_IS_FIRST_(node_))

#define COIR_NODE_OR_NULL(node_) COIR_NODE(_Generic((node_), void *: (CoirNode *)(node_), default: (node_)))
// clang-format on

// Helper of COIR_NODE. Compilers that can compute the offset of the member `node` refuse a node that is not the first
// member.
#if defined(__GNUC__)
#define COIR_NODE_IS_FIRST_(node_)                                                                                \
    sizeof(struct {                                                                                               \
        _Static_assert(__builtin_offsetof(__typeof__(*(node_)), node) == 0, "a struct must begin with its node"); \
        char unused_;                                                                                             \
    })
#else
#define COIR_NODE_IS_FIRST_(node_) 1
#endif

static inline CoirNode *coir_node_self_(void *node, size_t unused)
{
    (void)unused;
    return (CoirNode *)node;
}

static inline const CoirNode *coir_node_self_const_(const void *node, size_t unused)
{
    (void)unused;
    return (const CoirNode *)node;
}
#endif

// The macros COIR_NEW and COIR_AS call these functions with the caller's `file` and `line`; `file` must stay valid.
COIR_API CoirNode *coir_node_make(const CoirNodeClass *node_class, const char *file, int line);
COIR_API CoirNode *coir_node_cast(CoirNode *node, const CoirNodeClass *node_class, const char *file, int line);

// Returns true if the node is of this class, or of a class that is derived from it. Returns false for NULL.
COIR_API bool coir_node_is(const CoirNode *node, const CoirNodeClass *node_class);

// The class of the plain node; its `super` is NULL.
COIR_API_DATA const CoirNodeClass CoirNode_class;

#endif
