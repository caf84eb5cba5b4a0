// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory of the library. The hook of coir_memory_set_hook makes all allocations; without a hook, the C library does.

#ifndef COIR_ALLOC_H
#define COIR_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/memory.h"

// Returns a new block of `size` bytes, all zero. Without memory, returns NULL and sets coir_error().
void *coir_alloc(size_t size);

// Resizes a block, as realloc does. Without memory, returns NULL, sets coir_error(), and leaves `block` as before.
void *coir_realloc(void *block, size_t size);

// Frees a block. NULL does nothing.
void coir_free(void *block);

// Hook of the user (coir_memory_set_hook); NULL: none.
extern CoirMemoryHook coir_memory_hook;

// Returns the number of blocks that the library holds.
int64_t coir_memory_blocks(void);

// Returns a copy of a text. The caller frees the copy with coir_free. Without memory, returns NULL and sets
// coir_error().
char *coir_copy_text(const char *text);

// Makes room for at least `count` items in an array that has room for `*capacity` items of `size` bytes. An array that
// must grow gets at least twice its capacity, up to INT_MAX; the new room is not zeroed. Returns the array, which may
// have moved. Without memory, returns NULL, sets coir_error(), and leaves the array and its capacity as before.
void *coir_grow(void *items, int *capacity, int count, size_t size);

#endif
