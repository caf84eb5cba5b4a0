// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// uthash with the library's memory, in its form that survives a failed allocation: HASH_ADD then leaves the element
// out and calls uthash_nonfatal_oom. Whether an element is in is told by its
// `hash_failed`.

#ifndef COIR_HASH_H
#define COIR_HASH_H

#include "base/alloc.h"

#define uthash_malloc(size) coir_realloc(NULL, size)
#define uthash_free(block, size) coir_free(block)
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((element)->hash_failed = true)

#include <uthash.h>

#endif
