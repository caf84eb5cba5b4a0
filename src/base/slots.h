// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A table of numbered slots, so that something may be remembered by index and generation: once it is removed its slot
// counts one generation further, and what remembers the old one finds nothing.

#ifndef COIR_SLOTS_H
#define COIR_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CoirSlot {
    void *item;          // NULL: free
    uint32_t generation; // starts at 1, so that {0, 0} names nothing
    uint32_t next_free;
} CoirSlot;

// All zero is an empty table.
typedef struct CoirSlots {
    CoirSlot *slots;
    int capacity, used;        // `used` slots have been in use at some time
    int count;                 // items in it
    uint32_t free;             // the first free slot + 1, 0: none
    uint32_t first_generation; // of new slots, less 1
} CoirSlots;

typedef struct CoirSlotId {
    uint32_t index, generation;
} CoirSlotId;

// Puts `item` (not NULL) into a slot. The id's generation is 0 when there is no memory.
CoirSlotId coir_slots_add(CoirSlots *slots, void *item);

// What is in the slot, NULL when the id is stale.
static inline void *coir_slots_get(const CoirSlots *slots, CoirSlotId id)
{
    if (id.index >= (uint32_t)slots->used || slots->slots[id.index].generation != id.generation)
        return NULL;
    return slots->slots[id.index].item;
}

// Empties the slot; a stale id does nothing.
void coir_slots_remove(CoirSlots *slots, CoirSlotId id);

// Frees the table, not the items. Ids from before are not stale in a table that is filled anew.
void coir_slots_free(CoirSlots *slots);

// Frees the memory of a table without items. Ids from before stay stale, so a table in which a slot has reached its
// last generation keeps its memory.
void coir_slots_trim(CoirSlots *slots);

#endif
