// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// uthash with the library's memory, in its form that survives a failed allocation: HASH_ADD then leaves the element
// out and calls uthash_nonfatal_oom. Since a failed first HASH_ADD leaves the head NULL, ask whether an element is in
// by HASH_ADDED.

#ifndef COIR_HASH_H
#define COIR_HASH_H

#include "base/alloc.h"

#define uthash_malloc(size) coir_realloc(NULL, size)
#define uthash_free(block, size) coir_free(block)
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((element)->hash_failed = true)

#include <uthash.h>

#endif
