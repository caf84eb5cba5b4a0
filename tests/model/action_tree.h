// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random descriptions of actions, as trees that both the library's action and the model of it are made from.

#ifndef COIR_TESTS_MODEL_ACTION_TREE_H
#define COIR_TESTS_MODEL_ACTION_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/action.h"
#include "coir/frame.h"
#include "model/chance.h"

#define TREE_NODES 3   // that a description may act on
#define TREE_PARTS 4   // of a composition, at most
#define TREE_MAX 120   // parts of a whole description, at most
#define TREE_ITEMS 240 // leaves of it, at most, each counted as often as it is repeated up to the horizon
#define TREE_NUMBERS 6 // of a leaf
#define TREE_FRAMES 5  // that sprites may show
#define ANIMATE_FRAMES 3
#define TREE_NEVER INT64_MAX

// What leaves write, up to three numbers each. What is shown or not is a number, too: 0 or 1.
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

// How many numbers a group is.
int action_tree_width(TreeGroup group);

typedef enum TreeForm {
    FORM_TO,     // to the numbers
    FORM_BY,     // by the numbers
    FORM_TIMES,  // by (number - 1) times what is found
    FORM_SET,    // at once to the numbers
    FORM_TOGGLE, // at once to 1 - what is found
    FORM_BLINK,
    FORM_ANIMATE, // ANIMATE_FRAMES frames from the number on
    FORM_VISIT,   // the same, and at the end the frame that was found
    FORM_DELAY,
    FORM_CALL,
} TreeForm;

typedef enum TreeShape {
    SHAPE_STRAIGHT,
    SHAPE_TURN,   // the shorter way round
    SHAPE_JUMP,   // x, y, height, jumps
    SHAPE_BEZIER, // two controls and the end
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
    int64_t length; // nanoseconds, TREE_NEVER: without end
    const TreeLeaf *leaf;
    float numbers[TREE_NUMBERS];
    int name;  // of a call: 1, 2, ...
    int times; // of a repeat
    CoirEase ease;
    double number; // the ease's parameter (0: its usual one), or the speed
    int node;      // of a targeted
    int part_count;
    struct ActionTree *parts[TREE_PARTS];
    CoirAction *action; // once built
} ActionTree;

typedef struct TreeForest {
    ActionTree trees[TREE_MAX];
    int count, names;
} TreeForest;

// What a random description is to be like.
typedef struct TreeWish {
    Chance *chance;
    int64_t unit;                  // all lengths are so many times this
    int64_t horizon;               // to which loops without end are counted
    int node;                      // on which it will run
    unsigned groups[TREE_NODES];   // what it may write on each node: 1 << TreeGroup
    bool may_bend, may_be_endless; // ease, speed, reverse_time and yoyo of compositions; loops without end
} TreeWish;

// A random description, in `forest`, which is emptied before.
ActionTree *action_tree_random(TreeForest *forest, const TreeWish *wish);

// Works out the lengths of all but leaves. False: it repeats for ever what has no length.
bool action_tree_measure(ActionTree *tree);

// False if a leaf in a repeat, or in what bends time, and another one beside that write the same property, and not both
// by amounts, or if two blink at once: what comes of that is not a matter of rules. Random descriptions are clear.
bool action_tree_is_clear(const ActionTree *tree, int node);

// How many times leaves of it begin up to the horizon; more than TREE_ITEMS means only that.
int action_tree_items(const ActionTree *tree, int64_t horizon);

// The library's action. `make_call` makes the leaves of form FORM_CALL. NULL: an error.
typedef CoirAction *(*TreeCallMaker)(const ActionTree *leaf, void *user);
CoirAction *action_tree_build(ActionTree *tree, CoirNode *const *nodes, TreeCallMaker make_call, void *user);

// Prints it nearly as it would be written in C.
void action_tree_print(const ActionTree *tree);

// The frame with a number, which counts on from TREE_FRAMES at 0. action_frames_open makes the texture of the frames,
// and action_frames_close frees the texture.
CoirFrame action_frame(int number);
void action_frames_open(void);
void action_frames_close(void);

// The tree that eases (and reverse) stand around; the tree itself if it is neither.
const ActionTree *action_tree_eased(const ActionTree *tree);

#endif
