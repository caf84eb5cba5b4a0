// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A table of numbered slots. An id is an index and a generation. Removing an item raises the generation of the slot, so
// that old ids find nothing.

#ifndef COIR_SLOTS_H
#define COIR_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CoirSlot {
    void *item;          // NULL: free
    uint32_t generation; // from 1, so that {0, 0} names nothing; 0: all were used, the slot is not used again
    uint32_t next_free;  // of a free slot: index of the next free slot, plus 1; 0: none
} CoirSlot;

// A table with all fields 0 is empty.
typedef struct CoirSlots {
    CoirSlot *slots;
    int capacity, used;        // number of slots in memory; number of slots that were ever in use
    int count;                 // number of items
    uint32_t free;             // index of the first free slot, plus 1; 0: none
    uint32_t first_generation; // generation of new slots, minus 1
} CoirSlots;

typedef struct CoirSlotId {
    uint32_t index, generation;
} CoirSlotId;

// Puts `item`, which must not be NULL, into a slot. Without memory, returns {0, 0} and sets coir_error().
CoirSlotId coir_slots_add(CoirSlots *slots, void *item);

// Returns the item of an id; NULL: the id is stale.
static inline void *coir_slots_get(const CoirSlots *slots, CoirSlotId id)
{
    if (id.index >= (uint32_t)slots->used || slots->slots[id.index].generation != id.generation)
        return NULL;
    return slots->slots[id.index].item;
}

// Empties the slot of an id. A stale id does nothing.
void coir_slots_remove(CoirSlots *slots, CoirSlotId id);

// Frees the table, but not the items. If the table is filled anew, old ids may name new items.
void coir_slots_free(CoirSlots *slots);

// Frees the memory of a table without items. Old ids stay stale: new slots begin after the highest generation so far.
// If a slot has reached its last generation, the table keeps its memory.
void coir_slots_trim(CoirSlots *slots);

#endif
