// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The library's own way to memory: everything goes through coir_memory_set_hook's hook, and a failure is told to
// coir_error().

#ifndef COIR_ALLOC_H
#define COIR_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/memory.h"

// `size` bytes, all zero. NULL: no memory, said in coir_error().
void *coir_alloc(size_t size);

// As realloc; NULL: no memory, said, and `block` is as it was.
void *coir_realloc(void *block, size_t size);

// Gives a block back; NULL is nothing.
void coir_free(void *block);

// The user's hook, which makes all allocations; NULL: none.
extern CoirMemoryHook coir_memory_hook;

// Returns how many blocks of memory the library holds.
int64_t coir_memory_blocks(void);

// A copy of `text` to be freed with coir_free; NULL: no memory.
char *coir_copy_text(const char *text);

// The array `items` (room for `*capacity` items of `size` bytes) with room for at least `count`, at least doubled when
// it grows. NULL: no memory, said, and the array and its capacity are as they were.
void *coir_grow(void *items, int *capacity, int count, size_t size);

#endif
