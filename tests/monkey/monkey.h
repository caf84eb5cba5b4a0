// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The monkey plays the demos like a mad player, with random keys, pointers, fingers, controllers, sizes of the window
// and lengths of frames. In some rounds the monkey also meddles with the program: random callbacks ask for other scenes
// and destroy nodes.
//
// main.c plays rounds, and checks memory and messages. devices.c uses the devices, window.c changes the window and the
// clock, and meddle.c makes calls from callbacks.

#ifndef COIR_TESTS_MONKEY_H
#define COIR_TESTS_MONKEY_H

#include "demo.h"
#include "model/chance.h"

typedef enum RoundKind {
    ROUND_STEADY, // devices, window and clock only: the demo stays
    ROUND_SCENES, // also other scenes, asked for from callbacks
    ROUND_BREAKS, // also nodes that are destroyed or detached
    ROUND_KINDS
} RoundKind;

#define DEVICE_KEYS 8
#define BANISHED 8

typedef struct Monkey {
    CoirDirector *director; // NULL: destroyed in a callback
    Chance chance;
    uint64_t seed; // seed of the round
    const CoirDemo *demo;
    RoundKind kind;
    int64_t frame;
    int depth;                      // number of meddling callbacks that are nested
    CoirKey held[DEVICE_KEYS];      // pressed keys, which are released later
    CoirNodeRef banished[BANISHED]; // detached nodes, which come back or are destroyed
    bool is_drawing, is_last_frame;
    bool is_ending; // true while the director is being destroyed, and refuses calls
} Monkey;

static inline bool one_in(Monkey *monkey, int count)
{
    return chance_one_in(&monkey->chance, count);
}

static inline int below(Monkey *monkey, int count)
{
    return chance_below(&monkey->chance, count);
}

// The demos.
extern const CoirDemo *const monkey_demos[];
extern const int monkey_demo_count;

// Uses a device once: a key, the mouse, a finger, a controller, a text.
void monkey_use_device(Monkey *monkey);

// Changes the window or the director once: size, title, time scale, pause, gestures. Or sends an event, such as a lost
// focus or a quit, or takes a screenshot.
void monkey_change_window(Monkey *monkey);

// Adds a callback of the monkey to a random node of the demo, or does at once what such a callback does.
void monkey_meddle(Monkey *monkey);

// Destroys the nodes that the monkey has detached.
void monkey_end_meddling(Monkey *monkey);

// Returns a random node of the scene on stage. Returns NULL if there is no scene.
CoirNode *monkey_pick_node(Monkey *monkey);

// Returns a random point: usually on the stage, sometimes on a node, sometimes far away.
CoirVec2 monkey_pick_place(Monkey *monkey);

// Returns a path for a picture in a folder for temporary files.
const char *monkey_picture_path(void);

// Prints a fault with the seed and the frame, and lets the program fail.
void monkey_fault(const Monkey *monkey, const char *what);

#endif
