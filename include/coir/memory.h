// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory: one hook that every allocation of Coir goes through.

#ifndef COIR_MEMORY_H
#define COIR_MEMORY_H

#include <stddef.h>

#include "coir/api.h"

// Allocates (`block` NULL), resizes, or frees (`size` 0, returns NULL) like realloc; aligned as malloc aligns. NULL for
// a size above 0 means that there is no memory, `block` is then as it was. `user` is what coir_memory_set_hook was
// given.
typedef void *(*CoirMemoryHook)(void *block, size_t size, void *user);

// Takes memory from `hook` from now on; NULL: back to the C library. Blocks are given back to the hook that is set at
// that time, so set it before anything else is called.
COIR_API void coir_memory_set_hook(CoirMemoryHook hook, void *user);

#endif
