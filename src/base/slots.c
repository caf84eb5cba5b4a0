// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "base/slots.h"

#include "base/alloc.h"

CoirSlotId coir_slots_add(CoirSlots *slots, void *item)
{
    CoirSlotId id = {0, 0};
    if (slots->free) {
        id.index = slots->free - 1;
        slots->free = slots->slots[id.index].next_free;
    } else {
        CoirSlot *grown = coir_grow(slots->slots, &slots->capacity, slots->used + 1, sizeof *slots->slots);
        if (!grown)
            return id;
        slots->slots = grown;
        id.index = (uint32_t)slots->used++;
        slots->slots[id.index].generation = slots->first_generation + 1;
    }
    CoirSlot *slot = &slots->slots[id.index];
    slot->item = item;
    slots->count++;
    id.generation = slot->generation;
    return id;
}

void coir_slots_remove(CoirSlots *slots, CoirSlotId id)
{
    if (!coir_slots_get(slots, id))
        return;
    CoirSlot *slot = &slots->slots[id.index];
    slot->item = NULL;
    slots->count--;
    if (++slot->generation == 0)
        return; // every generation has been used: the slot retires, so that no stale id becomes valid again
    slot->next_free = slots->free;
    slots->free = id.index + 1;
}

void coir_slots_free(CoirSlots *slots)
{
    coir_free(slots->slots);
    *slots = (CoirSlots){0};
}

void coir_slots_trim(CoirSlots *slots)
{
    uint32_t highest = slots->first_generation;
    for (int i = 0; i < slots->used; i++) {
        uint32_t generation = slots->slots[i].generation;
        if (generation == 0 || generation == UINT32_MAX)
            return; // no generation would be left for new slots
        highest = generation > highest ? generation : highest;
    }
    coir_slots_free(slots);
    slots->first_generation = highest;
}
