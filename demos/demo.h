// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A demo: a name, a line of help, and a function that makes the scene of the demo.

#ifndef DEMO_H
#define DEMO_H

#include <coir/coir.h>

typedef struct CoirDemo {
    const char *name, *help;

    // Makes the scene, 960 x 540 points. All random numbers come from `seed`. Returns NULL on error; coir_error()
    // then has the reason.
    CoirNode *(*make_scene)(CoirDirector *director, uint64_t seed);
} CoirDemo;

#endif
