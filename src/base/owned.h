// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lists of what an object of Coir owns for the user: a pointer and the function that releases the pointer.

#ifndef COIR_BASE_OWNED_H
#define COIR_BASE_OWNED_H

#include <stdbool.h>

#include "coir/callback.h"

typedef struct CoirOwned {
    struct CoirOwned *next;
    void *user;
    CoirUserFn release;
} CoirOwned;

// Adds a pointer at the beginning of a list. False: no memory.
bool coir_owned_add(CoirOwned **list, void *user, CoirUserFn release);

// Moves a whole list to the beginning of another one, which waits until user code may be called.
void coir_owned_move(CoirOwned **list, CoirOwned **waiting);

// Calls all release functions, from first to last, and empties the list. The functions may add to the list.
void coir_owned_release(CoirOwned **list);

#endif
