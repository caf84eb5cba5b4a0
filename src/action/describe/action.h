// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of descriptions: trees that do not change once they are made.

#ifndef COIR_ACTION_ACTION_H
#define COIR_ACTION_ACTION_H

#include <stddef.h>
#include <stdint.h>

#include "action/describe/property.h"
#include "base/owned.h"
#include "coir/action.h"
#include "coir/action_class.h"
#include "coir/node.h"

typedef enum CoirActionKind {
    // Leaves.
    COIR_ACTION_TO,     // a property to `value`, or along `path`
    COIR_ACTION_BY,     // a property by `value`, or along `path`
    COIR_ACTION_TIMES,  // a property by (`value` - 1) times its value at the start
    COIR_ACTION_TOGGLE, // a discrete property to the other of 0 and 1
    COIR_ACTION_BLINK,  // a discrete property to 0 and 1, `times` times, and at the end to its value at the start
    COIR_ACTION_FRAMES, // the frame of a sprite to frames of the parameters, by the time
    COIR_ACTION_OBJECT, // an action of a class; the parameters follow the fields
    COIR_ACTION_CALL,
    COIR_ACTION_REMOVE,
    COIR_ACTION_DELAY,
    // Compositions.
    COIR_ACTION_SEQUENCE,
    COIR_ACTION_SPAWN,
    COIR_ACTION_REPEAT,
    COIR_ACTION_SPEED,
    COIR_ACTION_EASE,
    COIR_ACTION_REVERSE_TIME,
    COIR_ACTION_YOYO,
    COIR_ACTION_TARGETED,
    COIR_ACTION_MARKED,
    COIR_ACTION_PLACED, // a part of a timeline: at `offset` from `place`
} CoirActionKind;

typedef enum CoirPlacedAt { COIR_PLACED_AT, COIR_PLACED_AFTER, COIR_PLACED_WITH, COIR_PLACED_MARK } CoirPlacedAt;

// Actions that are a `to`, but have an opposite, for coir_reverse: the fade in the other direction, the same instant,
// or an instant with the other of 0 and 1.
typedef enum CoirManner {
    COIR_MANNER_PLAIN,
    COIR_MANNER_FADE_IN,
    COIR_MANNER_FADE_OUT,
    COIR_MANNER_SAME,
    COIR_MANNER_OTHER
} CoirManner;

typedef enum CoirBend { COIR_BEND_EASE, COIR_BEND_BEZIER, COIR_BEND_FUNCTION } CoirBend;

typedef struct CoirTimeline CoirTimeline;

// What an action knows of a timeline (play/timeline.h): the begin of every timeline.
typedef struct CoirTimelineHead {
    CoirAction *action; // the action that was flattened, which owns the timeline
    void (*free)(CoirTimeline *timeline);
} CoirTimelineHead;

typedef struct CoirPath CoirPath;

// An action has memory for the fields of its kind only: see coir_action_kinds.
struct CoirAction {
    int references;
    int given;    // number of owners that are runs or other actions; the user holds the others
    uint8_t kind; // CoirActionKind
    bool has_mark : 1;
    bool has_target : 1;
    bool is_timeline : 1;    // of a spawn: each part begins at its own time
    bool reverses_first : 1; // of a spawn made by coir_animate: coir_reverse reverses the first part alone, which then
                             // makes calls of its own
    bool divides : 1;        // of a COIR_ACTION_TIMES: by the factors in `value`, instead of multiplying
    bool is_of_pool : 1;     // the memory is a block of a free list
    union {
        uint8_t property; // of a leaf that changes a property: CoirProperty
        uint8_t turns;    // of a composition: levels of actions whose time may turn back
    };
    union {
        uint8_t manner; // of a `to`: CoirManner
        uint8_t place;  // of a part of a timeline: CoirPlacedAt
        uint8_t bend;   // of an ease: CoirBend
    };
    int part_count;
    union {
        float value[3];      // of a leaf that changes a property
        struct {             // of a composition
            int items;       // number of items in the action's timeline
            int instants;    // greatest number of instants at the same time
            uint16_t levels; // greatest number of levels of parts below
            uint16_t bends;  // levels of repeats and of actions that change time
        };
    };
    int times;        // of a repeat (-1: forever), and of a blink
    int64_t duration; // COIR_NEVER: without end
    union {           // NULL until the first run; may be that of an equal description (equal.c)
        CoirTimeline *timeline;
        CoirTimelineHead *timeline_head;
    };
    CoirOwned *owned;         // pointers given to coir_action_own
    CoirAction *next, **link; // all actions, the newest first
    union {
        CoirPath *path; // of a leaf that changes a property
        struct {        // an object
            const CoirActionClass *object;
            bool is_users;   // of a class of the user's own
            bool calls_user; // the class of Coir calls functions of the user
            bool is_exact;   // see exact.c
        };
        struct { // a call
            CoirCallFn function;
            void *user;
        };
        struct { // an ease
            CoirEase ease;
            union {
                double numbers[4];
                struct {
                    CoirEaseFn curve;
                    void *curve_user;
                };
            };
        };
        struct { // a part of a timeline, or an action with a mark
            int64_t offset;
            char *mark;
        };
        double speed;
        CoirNodeRef target;
    };
    // The parts follow, or the parameters of an object, of a call, or of a leaf that changes a field or shows frames.
};

// The traits of a kind of action. coir_action_kinds has one row for each CoirActionKind.
typedef struct CoirActionTraits {
    const char *name;    // in texts for people, behind the prefix of a property
    uint8_t fields_size; // number of bytes of the last union that actions of the kind have
    bool is_composition;
    bool is_item;          // of a leaf: the action becomes an item of a timeline
    bool changes_property; // of a leaf
    bool sets;             // of a leaf that changes a property: the leaf sets the property, and does not add
    bool is_straight;      // of a leaf that changes a property: the numbers of the leaf say how, if there is no path
} CoirActionTraits;
extern const CoirActionTraits coir_action_kinds[];

// What a leaf of a field has beside the fields of other leaves.
typedef struct CoirFieldLeaf {
    CoirPropertyTraits property;
    float value[COIR_PROPERTY_WIDTH]; // instead of that of the action
    float from[COIR_PROPERTY_WIDTH];  // with `has_from`: the start value
    bool has_from;
} CoirFieldLeaf;

#define COIR_ACTION_FIELDS_AT offsetof(CoirAction, path)

// Returns the parts of a composition.
static inline CoirAction **coir_action_parts(const CoirAction *action)
{
    return (CoirAction **)((uintptr_t)action + COIR_ACTION_FIELDS_AT + coir_action_kinds[action->kind].fields_size);
}

// Return the number of items in the action's timeline, and the greatest number of instants at the same time.
static inline int coir_action_items(const CoirAction *action)
{
    const CoirActionTraits *traits = &coir_action_kinds[action->kind];
    return traits->is_composition ? action->items : traits->is_item;
}

static inline int coir_action_instants(const CoirAction *action)
{
    const CoirActionTraits *traits = &coir_action_kinds[action->kind];
    return traits->is_composition ? action->instants : traits->is_item;
}

// Returns the equal description whose timeline an action uses, and which the action therefore keeps; NULL: the action
// has its own timeline, or none.
static inline CoirAction *coir_action_original(const CoirAction *action)
{
    const CoirTimelineHead *head = action->timeline_head;
    return head && head->action != action ? head->action : NULL;
}

// Makes a description of a kind, with room for parts. All other fields but `references` are 0. NULL: no memory.
CoirAction *coir_action_make(CoirActionKind kind, int part_count);

// Copies the fields of the last union, and `bend`, to an action of the same kind.
void coir_action_copy_fields(CoirAction *to, const CoirAction *from);

// Makes a leaf with a duration. Mistakes begin with `function`. NULL: a bad duration, or no memory.
CoirAction *coir_action_make_timed(CoirActionKind kind, double duration, const char *function);

// Makes a leaf that changes a property. NULL on error, as above, and for numbers that are not finite.
CoirAction *coir_action_make_leaf(CoirActionKind kind, CoirProperty property, double duration, const float *value,
                                  const char *function);

// Makes an instant that sets a discrete property of one bool. NULL: no memory.
CoirAction *coir_action_make_switch(CoirProperty property, bool value);

// Makes an object. Copies `size` bytes of parameters, which may be more than the class says.
CoirAction *coir_action_make_object(const CoirActionClass *object, double duration, const void *parameters, size_t size,
                                    const char *function);
void *coir_action_parameters(const CoirAction *action);

// Makes a leaf that shows frames: `size` bytes of parameters are copied. NULL: no memory.
CoirAction *coir_action_make_frames(CoirActionKind kind, int64_t duration, const void *parameters, size_t size);

// Makes a leaf of a field. NULL: a bad duration, or no memory.
CoirAction *coir_action_make_field_leaf(CoirActionKind kind, double duration, const CoirFieldLeaf *field,
                                        const char *function);

// Return the field of a leaf (NULL: a property of every node), the property that a leaf changes, and its numbers.
static inline const CoirFieldLeaf *coir_leaf_field(const CoirAction *leaf)
{
    return leaf->property == COIR_PROPERTY_FIELD ? coir_action_parameters(leaf) : NULL;
}

static inline const CoirPropertyTraits *coir_leaf_property(const CoirAction *leaf)
{
    const CoirFieldLeaf *field = coir_leaf_field(leaf);
    return field ? &field->property : coir_property_traits(leaf->property);
}

static inline const float *coir_leaf_value(const CoirAction *leaf)
{
    const CoirFieldLeaf *field = coir_leaf_field(leaf);
    return field ? field->value : leaf->value;
}

// Makes a call whose `user` is a copy of `size` bytes of parameters. NULL: no memory.
CoirAction *coir_action_make_call(CoirCallFn function, const void *parameters, size_t size);

// Makes a composition. The parts are taken over also on error. NULL: a part is NULL (coir_error() says why), there are
// no parts, there are too many, or no memory.
CoirAction *coir_action_compose(CoirActionKind kind, CoirAction *const *parts, int count, const char *function);

// Do the work of coir_sequence_of, coir_spawn_of, coir_timeline_of and coir_targeted for several public functions:
// messages begin with `function`.
CoirAction *coir_action_sequence(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_spawn(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_place(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_targeted(CoirNode *node, CoirAction *part, const char *function);

// Makes a copy of a composition with other parts, which are taken over. NULL as above.
CoirAction *coir_action_like(const CoirAction *action, CoirAction *const *parts);

// `reverse` of a class whose actions are their own opposite.
CoirAction *coir_action_is_its_opposite(const void *parameters, double duration);

// Returns whether a run or composition may take an action over. False, and a reported mistake, if all owners of the
// action are runs and compositions already. coir_action_may_take_all checks all parts of a composition; parts may be
// NULL, and may be the same action. If it returns false, the parts are released as often as the user owned them.
bool coir_action_may_take(const CoirAction *action, const char *function);
bool coir_action_may_take_all(CoirAction *const *parts, int count, const char *function);

// All actions, the newest first.
extern CoirAction *coir_actions;

// Logs a warning if there are actions with an owner that is neither a run nor a composition.
void coir_actions_report(void);

// Releases an action as coir_action_release does, but calls no user code. coir_actions_release_owned then releases what
// the freed actions owned. Call that function only where user code may be called.
void coir_action_drop(CoirAction *action);
void coir_actions_release_owned(void);

// Keeps an action, with all that the action owns, until its opposite is freed. Releases the opposite and returns NULL
// if there is no memory.
CoirAction *coir_action_keep_for(CoirAction *opposite, CoirAction *action);

// Releases an action that a failed constructor was given. Does not release an action that only runs and compositions
// own. Reports nothing. Returns NULL.
CoirAction *coir_action_refuse(CoirAction *action);

// Finds the time of a mark, counted from the begin of the action. False: there is no such mark.
bool coir_action_find_mark(const CoirAction *action, const char *mark, int64_t *time);

// Returns true if a part of the action is targeted at this node.
bool coir_action_names(const CoirAction *action, CoirNodeRef node);

// Equal descriptions (equal.c). Two descriptions are equal if all parts have the same kinds, times and numbers, so that
// their runs do the same. coir_action_hash returns the same number for equal descriptions; 0: the description equals no
// other, or is large. coir_action_may_borrow returns true if a description may use the timeline of an equal one, and
// keep that one until its own end: only runs and compositions hold the other one and its parts.
uint32_t coir_action_hash(const CoirAction *action);
bool coir_action_may_borrow(const CoirAction *action, const CoirAction *original);

// Eases (ease.c). coir_ease_at_checked does the work of coir_ease_at_with for an ease that exists, and a parameter in
// its range. coir_ease_only_rises returns true for an ease that neither goes back nor jumps.
double coir_ease_at_checked(CoirEase ease, double parameter, double t);
bool coir_ease_only_rises(CoirEase ease);

// Return the fraction of the way at the fraction `t` of the time: through one ease, and through all eases around a
// part. For ease functions of the user call coir_run_eased instead.
double coir_action_eased_once(const CoirAction *ease, double t);
double coir_action_eased(const CoirAction *action, double t);
bool coir_action_has_curve(const CoirAction *action);         // true: an ease is a function of the user
bool coir_action_only_rises(const CoirAction *action);        // true: no ease goes back or jumps
const CoirAction *coir_action_core(const CoirAction *action); // returns the action inside all eases

#endif
