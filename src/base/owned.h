// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lists of the pointers that an object of Coir owns for the user. Each pointer has a function that releases the
// pointer.

#ifndef COIR_BASE_OWNED_H
#define COIR_BASE_OWNED_H

#include <stdbool.h>

#include "coir/callback.h"

typedef struct CoirOwned {
    struct CoirOwned *next;
    void *user;
    CoirUserFn release;
} CoirOwned;

// Adds a pointer at the beginning of a list. Returns false if there is no memory.
bool coir_owned_add(CoirOwned **list, void *user, CoirUserFn release);

// Moves a whole list to the beginning of the list `waiting`, which waits until user code may be called.
void coir_owned_move(CoirOwned **list, CoirOwned **waiting);

// Calls all release functions, from first to last, and empties the list. The functions may add to the list.
void coir_owned_release(CoirOwned **list);

#endif
