// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory: a hook for every allocation of Coir.

#ifndef COIR_MEMORY_H
#define COIR_MEMORY_H

#include <stddef.h>

#include "coir/api.h"

// Allocates (`block` NULL), resizes, or frees (`size` 0, returns NULL) memory like realloc, with the alignment of
// malloc. For a size above 0, returns NULL if there is no memory, and leaves `block` unchanged. `user` was given to
// coir_memory_set_hook. With several worlds (coir/world.h), all their threads call the hook.
typedef void *(*CoirMemoryHook)(void *block, size_t size, void *user);

// Sets the hook that makes all allocations from now on; NULL: the C library makes them. Set the hook before you call
// any other function of Coir, and remove the hook after you have destroyed everything: the hook must free all blocks
// that the hook allocated, and no other blocks. Without a hook, Coir puts more of its small objects together in larger
// allocations. The hook needs to be thread-safe only if other threads call coir_scheduler_post or use worlds of their
// own.
COIR_API void coir_memory_set_hook(CoirMemoryHook hook, void *user);

#endif
