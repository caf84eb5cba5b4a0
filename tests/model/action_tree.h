// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random descriptions of actions, as trees. The action of the library and the model are both made from such a tree.

#ifndef COIR_TESTS_MODEL_ACTION_TREE_H
#define COIR_TESTS_MODEL_ACTION_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/action.h"
#include "coir/frame.h"
#include "model/chance.h"

#define TREE_NODES 3   // number of nodes on which a description may act
#define TREE_PARTS 4   // maximum number of parts in a composition
#define TREE_MAX 120   // maximum number of leaves and compositions in a description
#define TREE_ITEMS 240 // maximum number of items: leaves, each counted once for each repetition up to the horizon
#define TREE_NUMBERS 6 // maximum number of numbers in a leaf
#define TREE_FRAMES 5  // number of frames that sprites may show
#define ANIMATE_FRAMES 3
#define TREE_NEVER INT64_MAX

// A property that leaves write, as up to three numbers. A flag such as the visibility is a number, too: 0 or 1.
typedef enum TreeGroup {
    GROUP_POSITION,
    GROUP_SCALE,
    GROUP_ROTATION,
    GROUP_SKEW,
    GROUP_SIZE,
    GROUP_ANCHOR,
    GROUP_OPACITY,
    GROUP_COLOR,
    GROUP_VISIBLE,
    GROUP_FLIP_X,
    GROUP_FLIP_Y,
    GROUP_Z,
    GROUP_FRAME, // 0 to TREE_FRAMES - 1
    GROUP_COUNT,
    GROUP_NONE = GROUP_COUNT, // calls and delays
} TreeGroup;

// Returns how many numbers a group has.
int action_tree_width(TreeGroup group);

typedef enum TreeForm {
    FORM_TO,     // changes the values to the numbers
    FORM_BY,     // changes the values by the numbers
    FORM_TIMES,  // changes the values by (number - 1) times the values found
    FORM_SET,    // changes the values at once to the numbers
    FORM_TOGGLE, // changes the value at once to 1 - the value found
    FORM_BLINK,
    FORM_ANIMATE, // shows ANIMATE_FRAMES frames, beginning with the frame numbers[0]
    FORM_VISIT,   // like FORM_ANIMATE, but restores the frame that was found, at the end
    FORM_DELAY,
    FORM_CALL,
} TreeForm;

typedef enum TreeShape {
    SHAPE_STRAIGHT,
    SHAPE_TURN,   // turns the shorter way round
    SHAPE_JUMP,   // numbers: x, y, height, jumps
    SHAPE_BEZIER, // numbers: two control points and the end
} TreeShape;

typedef enum TreeKind {
    TREE_LEAF,
    TREE_SEQUENCE,
    TREE_SPAWN,
    TREE_REPEAT,
    TREE_FOREVER,
    TREE_EASE,
    TREE_SPEED,
    TREE_REVERSE,
    TREE_REVERSE_TIME,
    TREE_YOYO,
    TREE_TARGETED,
} TreeKind;

// A kind of leaf.
typedef struct TreeLeaf {
    const char *name;
    TreeGroup group;
    TreeForm form;
    TreeShape shape;
    int numbers;
    bool has_opposite;
    CoirAction *(*make)(double seconds, const float *numbers); // NULL: a call
} TreeLeaf;

typedef struct ActionTree {
    TreeKind kind;
    int64_t length; // in nanoseconds; TREE_NEVER: without end
    const TreeLeaf *leaf;
    float numbers[TREE_NUMBERS];
    int name;  // number of a call: 1, 2, ...
    int times; // loops of a repeat
    CoirEase ease;
    double number; // parameter of an ease (0: the usual parameter), or factor of a speed
    int node;      // index of the node of a targeted
    int part_count;
    struct ActionTree *parts[TREE_PARTS];
    CoirAction *action; // NULL until the tree is built
} ActionTree;

typedef struct TreeForest {
    ActionTree trees[TREE_MAX];
    int count, names; // number of trees; number of the last call
} TreeForest;

// Options for a random description.
typedef struct TreeWish {
    Chance *chance;
    int64_t unit;                  // unit of the lengths of leaves, in nanoseconds
    int64_t horizon;               // local time up to which loops without end are counted
    int node;                      // index of the node on which the description will run
    unsigned groups[TREE_NODES];   // groups that may be written on each node, as bits 1 << TreeGroup
    bool may_bend, may_be_endless; // may have ease, speed, reverse_time and yoyo; may have loops without end
} TreeWish;

// Empties `forest`, and makes a random description in `forest`.
ActionTree *action_tree_random(TreeForest *forest, const TreeWish *wish);

// Computes the lengths of compositions from the lengths of leaves. Returns false if a part without length is repeated
// forever.
bool action_tree_measure(ActionTree *tree);

// Returns false if no rule gives the result of a description. This is so if two parts of a spawn write the same
// property, at least one of the two parts writes inside a repeat, a speed or a time bender (except an ease of one
// leaf), and one of these holds:
//
// 1. At least one part has a leaf for the property whose form is not FORM_BY. Visibility, flips and z do not count.
// 2. Both parts blink.
//
// Random descriptions are clear.
bool action_tree_is_clear(const ActionTree *tree, int node);

// Returns an upper bound for how often leaves begin up to the horizon. A result above TREE_ITEMS only means that there
// are too many items.
int action_tree_items(const ActionTree *tree, int64_t horizon);

// Makes the action of the library, which the caller releases. `make_call` makes the leaves of the form FORM_CALL. Set
// `action` of all trees to NULL before a second build. Returns NULL after an error.
typedef CoirAction *(*TreeCallMaker)(const ActionTree *leaf, void *user);
CoirAction *action_tree_build(ActionTree *tree, CoirNode *const *nodes, TreeCallMaker make_call, void *user);

// Prints the tree nearly as C code.
void action_tree_print(const ActionTree *tree);

// Returns the frame `number` % TREE_FRAMES. action_frames_open makes the texture of the frames, and action_frames_close
// frees the texture.
CoirFrame action_frame(int number);
void action_frames_open(void);
void action_frames_close(void);

// Returns the tree inside all nested eases and reverses, or `tree` itself if `tree` is neither.
const ActionTree *action_tree_eased(const ActionTree *tree);

#endif
