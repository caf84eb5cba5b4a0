// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What a demo is: a name, a line of help, and a function that makes its scene.

#ifndef DEMO_H
#define DEMO_H

#include <coir/coir.h>

typedef struct CoirDemo {
    const char *name, *help;

    // Makes the scene, 960 x 540 points. What is random comes from `seed`. NULL: something is missing, see
    // coir_error().
    CoirNode *(*make_scene)(CoirDirector *director, uint64_t seed);
} CoirDemo;

#endif
