// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// uthash with the library's memory. A failed allocation is not fatal. Each element has a field `hash_failed`, which is
// false before HASH_ADD, and true afterwards if there was no memory to add the element.

#ifndef COIR_HASH_H
#define COIR_HASH_H

#include "base/alloc.h"

#define uthash_malloc(size) coir_realloc(NULL, size)
#define uthash_free(block, size) coir_free(block)
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((element)->hash_failed = true)

#include <uthash.h>

#endif
