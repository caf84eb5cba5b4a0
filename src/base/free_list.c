// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "base/free_list.h"

#include <stdint.h>

#include "base/alloc.h"

#define CHUNK_MIN 16 // blocks
#define CHUNK_MAX 1024
#define LINE 64 // bytes of a cache line

typedef struct CoirFreeBlock {
    struct CoirFreeBlock *next;
} CoirFreeBlock;

typedef struct CoirFreeListChunk {
    struct CoirFreeListChunk *next; // the chunk before
    char memory[];                  // blocks, from the next cache line on
} CoirFreeListChunk;

// Adds a chunk with as many blocks as the list has, so that the number of allocations grows slowly.
static bool grow(CoirFreeList *list)
{
    int count = list->capacity < CHUNK_MIN ? CHUNK_MIN : list->capacity;
    count = count < CHUNK_MAX ? count : CHUNK_MAX;
    CoirFreeListChunk *chunk = coir_realloc(NULL, sizeof *chunk + LINE - 1 + (size_t)count * list->block_size);
    if (!chunk)
        return false;
    chunk->next = list->chunk;
    list->chunk = chunk;
    list->rest = chunk->memory + (-(uintptr_t)chunk->memory & (LINE - 1));
    list->rest_count = count;
    list->capacity += count;
    return true;
}

void *coir_free_list_take(CoirFreeList *list)
{
    if (coir_memory_hook)
        return coir_realloc(NULL, list->block_size);
    if (!list->free && list->rest_count == 0 && !grow(list))
        return NULL;
    list->used++;
    CoirFreeBlock *block = list->free;
    if (block) {
        list->free = block->next;
        return block;
    }
    void *fresh = list->rest;
    list->rest += list->block_size;
    list->rest_count--;
    return fresh;
}

void coir_free_list_give(CoirFreeList *list, void *block)
{
    if (coir_memory_hook) {
        coir_free(block);
        return;
    }
    CoirFreeBlock *given = block;
    given->next = list->free;
    list->free = given;
    list->used--;
}

void coir_free_list_clear_if_unused(CoirFreeList *list)
{
    CoirFreeListChunk *chunk = list->chunk;
    if (list->used > 0)
        return;
    while (chunk) {
        CoirFreeListChunk *next = chunk->next;
        coir_free(chunk);
        chunk = next;
    }
    *list = (CoirFreeList){.block_size = list->block_size};
}
