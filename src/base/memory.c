// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Memory: the hook of the user, and the functions by which the library allocates and frees blocks.

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"

CoirMemoryHook coir_memory_hook;
static void *memory_user;
static atomic_ptrdiff_t block_count; // atomic, since coir_scheduler_post and worlds allocate in other threads

void coir_memory_set_hook(CoirMemoryHook hook, void *user)
{
    if (!coir_world_check("coir_memory_set_hook"))
        return;
    coir_memory_hook = hook;
    memory_user = user;
}

void *coir_realloc(void *block, size_t size)
{
    void *result = coir_memory_hook ? coir_memory_hook(block, size, memory_user) : realloc(block, size);
    if (!result)
        coir_fail_memory(size);
    else if (!block)
        atomic_fetch_add_explicit(&block_count, 1, memory_order_relaxed);
    return result;
}

void *coir_alloc(size_t size)
{
    void *block = coir_realloc(NULL, size);
    if (block)
        memset(block, 0, size);
    return block;
}

void coir_free(void *block)
{
    if (!block)
        return;
    atomic_fetch_sub_explicit(&block_count, 1, memory_order_relaxed);
    if (coir_memory_hook)
        coir_memory_hook(block, 0, memory_user);
    else
        free(block);
}

int64_t coir_memory_blocks(void)
{
    return atomic_load_explicit(&block_count, memory_order_relaxed);
}

char *coir_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = coir_realloc(NULL, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

void *coir_grow(void *items, int *capacity, int count, size_t size)
{
    if (count <= *capacity)
        return items;
    int wanted = *capacity > INT_MAX / 2 ? INT_MAX : *capacity * 2;
    if (wanted < count)
        wanted = count;
    if (wanted < 4)
        wanted = 4;
    if ((size_t)wanted > SIZE_MAX / size)
        return coir_fail_memory(SIZE_MAX), NULL;
    void *grown = coir_realloc(items, (size_t)wanted * size);
    if (grown)
        *capacity = wanted;
    return grown;
}
