// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory for the library. All allocations go through the hook of coir_memory_set_hook.

#ifndef COIR_ALLOC_H
#define COIR_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/memory.h"

// Returns a new block of `size` bytes, all zero. NULL: no memory, said in coir_error().
void *coir_alloc(size_t size);

// Resizes a block, as realloc does. NULL: no memory, said in coir_error(), and `block` is as before.
void *coir_realloc(void *block, size_t size);

// Frees a block. NULL does nothing.
void coir_free(void *block);

// The user's hook, which makes all allocations; NULL: there is none.
extern CoirMemoryHook coir_memory_hook;

// Returns the number of blocks that the library holds.
int64_t coir_memory_blocks(void);

// Returns a copy of a text. The caller frees the copy with coir_free. NULL: no memory, said in coir_error().
char *coir_copy_text(const char *text);

// Makes room for at least `count` items in an array that has room for `*capacity` items of `size` bytes. An array that
// grows grows at least to double its size. Returns the array, which may have moved. NULL: no memory, said in
// coir_error(), and the array and its capacity are as before.
void *coir_grow(void *items, int *capacity, int count, size_t size);

#endif
