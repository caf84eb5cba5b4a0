// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory: a hook that makes every allocation of Coir.

#ifndef COIR_MEMORY_H
#define COIR_MEMORY_H

#include <stddef.h>

#include "coir/api.h"

// Allocates (`block` NULL), resizes, or frees (`size` 0, returns NULL) memory like realloc, aligned as malloc aligns.
// For a size above 0, NULL means that there is no memory, and that `block` is unchanged. `user` was given to
// coir_memory_set_hook.
typedef void *(*CoirMemoryHook)(void *block, size_t size, void *user);

// Makes all allocations with `hook` from now on; NULL: with the C library. Set the hook before you call any other
// function of Coir, and remove the hook when you have destroyed everything. A block that was allocated in one way must
// not be freed in another, and without a hook a block may be a part of a larger allocation.
COIR_API void coir_memory_set_hook(CoirMemoryHook hook, void *user);

#endif
