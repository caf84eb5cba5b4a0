// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions: immutable trees of actions. Runs, other actions and the user own an action together; each owner has a
// reference.

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
    COIR_ACTION_TO,     // sets a property to `value`, or along `path`
    COIR_ACTION_BY,     // adds `value` to a property, or the way along `path`
    COIR_ACTION_TIMES,  // adds (`value` - 1) times the start value to a property
    COIR_ACTION_TOGGLE, // changes a discrete property from 0 to 1, or from 1 to 0
    COIR_ACTION_BLINK,  // sets a discrete property to 0 and then 1, `times` times, and at the end to the start value
    COIR_ACTION_FRAMES, // shows frames on a sprite, one after the other; the parameters have the frames
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
    COIR_ACTION_PLACED, // a part of coir_timeline, which begins at `offset` from `place`
} CoirActionKind;

// Time from which the `offset` of a COIR_ACTION_PLACED counts: the beginning of the timeline, the end of the part
// before, the beginning of the part before, or a mark.
typedef enum CoirPlacedAt { COIR_PLACED_AT, COIR_PLACED_AFTER, COIR_PLACED_WITH, COIR_PLACED_MARK } CoirPlacedAt;

// The opposite that coir_reverse makes of a leaf that sets a property.
typedef enum CoirManner {
    COIR_MANNER_PLAIN,    // none
    COIR_MANNER_FADE_IN,  // a fade out
    COIR_MANNER_FADE_OUT, // a fade in
    COIR_MANNER_SAME,     // the leaf itself
    COIR_MANNER_OTHER     // an instant that sets 1 instead of 0, or 0 instead of 1
} CoirManner;

// Curve of an ease: a CoirEase, a Bezier curve, or a function of the user.
typedef enum CoirBend { COIR_BEND_EASE, COIR_BEND_BEZIER, COIR_BEND_FUNCTION } CoirBend;

typedef struct CoirTimeline CoirTimeline;

// The first fields of every timeline (play/timeline.h). The code of descriptions uses no other fields of a timeline.
typedef struct CoirTimelineHead {
    // The action that was flattened. The action owns the timeline, unless a run (CoirRunBlock.own_timeline) or an outer
    // timeline is the owner.
    CoirAction *action;

    void (*free)(CoirTimeline *timeline);
} CoirTimelineHead;

typedef struct CoirPath CoirPath;

// An action has memory for the fields of its kind only: see `fields_size` in coir_action_kinds.
struct CoirAction {
    int references;
    int given;    // number of references from runs and other actions; the user has the other references
    uint8_t kind; // CoirActionKind
    bool has_mark : 1;
    bool has_target : 1;
    bool is_timeline : 1;    // of a spawn: each part begins at its own time
    bool reverses_first : 1; // of a spawn of frames and calls (coir_animate): coir_reverse reverses only the frames,
                             // and makes new calls for the reversed frames
    bool divides : 1;        // of a COIR_ACTION_TIMES: `value` has divisors instead of factors
    bool is_of_pool : 1;     // the memory is a block of a pool
    union {
        uint8_t property; // of a leaf that changes a property: CoirProperty
        uint8_t turns;    // of a composition: nesting depth of actions with a time that may turn back
    };
    union {
        uint8_t manner; // of a `to`: CoirManner
        uint8_t place;  // of a COIR_ACTION_PLACED: CoirPlacedAt
        uint8_t bend;   // of an ease: CoirBend
    };
    int part_count;
    union {
        float value[3];      // of a leaf that changes a property
        struct {             // of a composition
            int leaves;      // number of leaves inside; a part that is used several times counts each time
            int instants;    // upper bound of the items at one point of time: a sum over the parts; 0: no items
            uint16_t levels; // nesting depth of the parts below
            uint16_t bends;  // nesting depth of repeats and of actions that change time
        };
    };
    int times;        // of a repeat (-1: forever), and of a blink
    int64_t duration; // COIR_NEVER: without end
    union {           // NULL until the first run; may be the timeline of an equal description (equal.c)
        CoirTimeline *timeline;
        CoirTimelineHead *timeline_head;
    };
    CoirOwned *owned;         // pointers given to coir_action_own
    CoirAction *next, **link; // in the list of all actions, the newest first
    union {
        CoirPath *path; // of a leaf that changes a property
        struct {        // an object
            const CoirActionClass *object;
            bool is_users;   // the class is the user's own
            bool calls_user; // the class is Coir's, and calls functions of the user
            bool is_exact;   // the object plays a sound, and is updated also where items begin or end (play/exact.c)
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
        struct { // a COIR_ACTION_PLACED, or an action with a mark
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
    const char *name;    // name in texts for people, after the prefix of a property
    uint8_t fields_size; // bytes of the last union for which actions of the kind have memory
    bool is_composition;
    bool is_item;          // of a leaf: the action becomes an item of a timeline
    bool changes_property; // of a leaf
    bool sets;             // of a leaf that changes a property: the leaf sets the property, and does not add
    bool is_straight; // of a leaf that changes a property: if there is no path, a formula of leaf.h gives the value
} CoirActionTraits;
extern const CoirActionTraits coir_action_kinds[];

// The parameters of a leaf that changes a field of the user's node type.
typedef struct CoirFieldLeaf {
    CoirPropertyTraits property;
    float value[COIR_PROPERTY_WIDTH]; // replaces `value` of the action
    float from[COIR_PROPERTY_WIDTH];  // with `has_from`: the start value
    bool has_from;
} CoirFieldLeaf;

#define COIR_ACTION_FIELDS_AT offsetof(CoirAction, path)

// Returns the parts of a composition.
static inline CoirAction **coir_action_parts(const CoirAction *action)
{
    return (CoirAction **)((uintptr_t)action + COIR_ACTION_FIELDS_AT + coir_action_kinds[action->kind].fields_size);
}

// Return the number of leaves of an action, and an upper bound of the number of items at one time in its timeline.
static inline int coir_action_leaves(const CoirAction *action)
{
    return coir_action_kinds[action->kind].is_composition ? action->leaves : 1;
}

static inline int coir_action_instants(const CoirAction *action)
{
    const CoirActionTraits *traits = &coir_action_kinds[action->kind];
    return traits->is_composition ? action->instants : traits->is_item;
}

// Returns the equal description that lends its timeline to an action. The action keeps this description. NULL: the
// action has its own timeline, or none.
static inline CoirAction *coir_action_original(const CoirAction *action)
{
    const CoirTimelineHead *head = action->timeline_head;
    return head && head->action != action ? head->action : NULL;
}

// Makes a description of a kind, with one reference and with room for parts. The fields that describe the action are 0.
// NULL: no memory.
CoirAction *coir_action_make(CoirActionKind kind, int part_count);

// Copies the fields of the last union, and `bend`, to an action of the same kind.
void coir_action_copy_fields(CoirAction *to, const CoirAction *from);

// Makes a leaf with a duration. Messages begin with `function`. NULL: a bad duration, or no memory.
CoirAction *coir_action_make_timed(CoirActionKind kind, double duration, const char *function);

// Makes a leaf that changes a property. NULL: as above, or a number is not finite.
CoirAction *coir_action_make_leaf(CoirActionKind kind, CoirProperty property, double duration, const float *value,
                                  const char *function);

// Makes an instant that sets a discrete property of one bool. NULL: no memory.
CoirAction *coir_action_make_switch(CoirProperty property, bool value);

// Makes an object. Copies `size` bytes of parameters, which may be more than the class says.
CoirAction *coir_action_make_object(const CoirActionClass *object, double duration, const void *parameters, size_t size,
                                    const char *function);
void *coir_action_parameters(const CoirAction *action);

// Makes a leaf that shows frames. Copies `size` bytes of parameters. NULL: no memory.
CoirAction *coir_action_make_frames(CoirActionKind kind, int64_t duration, const void *parameters, size_t size);

// Makes a leaf that changes a field. NULL: a bad duration, or no memory.
CoirAction *coir_action_make_field_leaf(CoirActionKind kind, double duration, const CoirFieldLeaf *field,
                                        const char *function);

// Return the field that a leaf changes (NULL: the leaf changes a property of Coir's nodes), the property that the leaf
// changes, and the numbers of the leaf.
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

// Makes a composition. Takes the parts over, also on error. NULL: a part is NULL (coir_error() says why), is a
// COIR_ACTION_PLACED or cannot be taken over (coir_action_may_take_all), there are no parts, too many parts or too many
// levels, or no memory.
CoirAction *coir_action_compose(CoirActionKind kind, CoirAction *const *parts, int count, const char *function);

// Do the work of coir_sequence_of, coir_spawn_of, coir_timeline_of and coir_targeted for several public functions:
// messages begin with `function`.
CoirAction *coir_action_sequence(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_spawn(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_place(CoirAction *const *parts, int count, const char *function);
CoirAction *coir_action_targeted(CoirNode *node, CoirAction *part, const char *function);

// Makes a copy of a composition with another part, and takes this part over. The duration follows from the part. NULL:
// as above, or the part cannot be in such a composition.
CoirAction *coir_action_like(const CoirAction *action, CoirAction *const *parts);

// Value of `reverse` in a class with actions that are their own opposites. Never called.
CoirAction *coir_action_is_its_opposite(const void *parameters, double duration);

// Return true if a run or composition may take an action over. Return false, and report a mistake, if the user has no
// reference to give: all owners of the action are runs and other actions already. coir_action_may_take_all checks all
// parts of a composition. Parts may be NULL, and may be the same action. Before returning false,
// coir_action_may_take_all releases, for each part, one reference of the user, if there is one.
bool coir_action_may_take(const CoirAction *action, const char *function);
bool coir_action_may_take_all(CoirAction *const *parts, int count, const char *function);

// Logs a warning if the user still owns actions: they were never run, or were retained and not released.
void coir_actions_report(void);

// Releases an action as coir_action_release does, but calls no user code. coir_actions_release_owned then releases the
// pointers that the freed actions owned. Call coir_actions_release_owned only where user code may be called.
void coir_action_drop(CoirAction *action);
void coir_actions_release_owned(void);

// Keeps an action, with all pointers that the action owns, until `opposite` is freed: the opposite may use these
// pointers. Returns the opposite. Without memory, releases the opposite and returns NULL.
CoirAction *coir_action_keep_for(CoirAction *opposite, CoirAction *action);

// Releases an action that a failed constructor was given. Does not release an action that only runs and other actions
// own. Reports nothing. Returns NULL.
CoirAction *coir_action_refuse(CoirAction *action);

// Finds the time of a mark, counted from the beginning of the action. False: there is no such mark.
bool coir_action_find_mark(const CoirAction *action, const char *mark, int64_t *time);

// Returns true if a part of the action is targeted at this node.
bool coir_action_names(const CoirAction *action, CoirNodeRef node);

// Equal descriptions (equal.c). Two descriptions are equal if all parts have the same kinds, times and numbers, so that
// their runs do the same. coir_action_hash returns the same number for equal descriptions; 0: the description equals no
// other, or is large. coir_action_may_borrow returns true if `action` may use the timeline of `original`, and keep
// `original` as long as `action` exists: the two are equal, the user owns neither `original` nor its parts, and
// `original` and its parts own no pointers. Call coir_action_may_borrow only if the hash of `action` is not 0.
uint32_t coir_action_hash(const CoirAction *action);
bool coir_action_may_borrow(const CoirAction *action, const CoirAction *original);

// Eases (ease.c). coir_ease_at_known does the work of coir_ease_at_with for a known ease, and a parameter in its range.
// coir_ease_only_rises returns true for an ease that never goes back, and jumps by at most 0.001.
double coir_ease_at_known(CoirEase ease, double parameter, double t);
bool coir_ease_only_rises(CoirEase ease);

// Return the fraction of the way at the fraction `t` of the time: through one ease, and through all eases around a
// part. For ease functions of the user call coir_run_eased instead.
double coir_action_eased_once(const CoirAction *ease, double t);
double coir_action_eased(const CoirAction *action, double t);
bool coir_action_has_curve(const CoirAction *action);  // returns true if an ease is a function of the user
bool coir_action_only_rises(const CoirAction *action); // returns true if coir_ease_only_rises holds for all eases
const CoirAction *coir_action_core(const CoirAction *action); // returns the action inside all eases

#endif
