// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "action/describe/property.h"

#define AT(FIELD) .offset = offsetof(CoirNode, FIELD)

const CoirPropertyTraits coir_properties[COIR_PROPERTY_COUNT] = {
    [COIR_PROPERTY_POSITION] = {.prefix = "move_", AT(position), .count = 2},
    [COIR_PROPERTY_SCALE] = {.prefix = "scale_", AT(scale), .count = 2},
    [COIR_PROPERTY_ROTATION] = {.prefix = "rotate_", AT(rotation), .count = 1, .is_angle = true},
    [COIR_PROPERTY_SKEW] = {.prefix = "skew_", AT(skew), .count = 2},
    [COIR_PROPERTY_ANCHOR] = {.prefix = "anchor_", AT(anchor), .count = 2},
    [COIR_PROPERTY_SIZE] = {.prefix = "size_", AT(size), .count = 2},
    [COIR_PROPERTY_OPACITY] = {.prefix = "fade_", AT(opacity), .count = 1, .storage = COIR_STORAGE_FRACTION},
    [COIR_PROPERTY_COLOR] = {.prefix = "tint_", AT(color), .count = 3, .storage = COIR_STORAGE_BYTE},
    [COIR_PROPERTY_VISIBLE] = {.prefix = "",
                               .name = "show or hide",
                               AT(visible),
                               .count = 1,
                               .storage = COIR_STORAGE_BOOL,
                               .is_discrete = true},
    [COIR_PROPERTY_Z] =
        {.prefix = "", .name = "set_z", AT(z), .count = 2, .storage = COIR_STORAGE_INT, .is_discrete = true},
};

_Atomic(const CoirPropertyTraits *) coir_sprite_properties;

// The division rounds towards 0. So `upper * 65536` is between 0 and `whole`, and no int overflows.
void coir_property_split(int whole, float *values)
{
    int upper = whole / 65536;
    values[0] = (float)upper;
    values[1] = (float)(whole - upper * 65536);
}

static int joined(const float *values)
{
    return (int)values[0] * 65536 + (int)values[1];
}

#define ADDRESS_BITS 22 // bits of the address in each number; a float holds 24 bits

void coir_property_split_address(const void *address, float *values)
{
    uint64_t bits = (uintptr_t)address;
    for (int i = 0; i < 3; i++)
        values[i] = (float)(bits >> (i * ADDRESS_BITS) & ((UINT64_C(1) << ADDRESS_BITS) - 1));
}

const void *coir_property_address(const float *values)
{
    uint64_t bits = 0;
    for (int i = 0; i < 3; i++)
        bits |= (uint64_t)values[i] << (i * ADDRESS_BITS);
    return (const void *)(uintptr_t)bits;
}

static float read_number(const void *from, CoirStorage storage, int number)
{
    switch (storage) {
    case COIR_STORAGE_BYTE: return (float)((const uint8_t *)from)[number];
    case COIR_STORAGE_BOOL: return *(const bool *)from;
    default: return ((const float *)from)[number];
    }
}

static void write_number(void *to, CoirStorage storage, int number, float value)
{
    switch (storage) {
    case COIR_STORAGE_BYTE: ((uint8_t *)to)[number] = (uint8_t)value; break;
    case COIR_STORAGE_BOOL: *(bool *)to = value != 0; break;
    default: ((float *)to)[number] = value; break;
    }
}

// The loops here and in coir_property_write copy one to four numbers, which takes less time than a call of memcpy.
void coir_property_read(CoirNode *node, const CoirPropertyTraits *property, float *values)
{
    const void *from = (const char *)node + property->offset;
    if (property->get)
        property->get(node, values);
    else if (property->storage == COIR_STORAGE_INT)
        coir_property_split(*(const int *)from, values);
    else
        for (int i = 0; i < property->count; i++)
            values[i] = read_number(from, property->storage, i);
}

void coir_property_write(CoirNode *node, const CoirPropertyTraits *property, const float *values)
{
    void *to = (char *)node + property->offset;
    if (property->set)
        property->set(node, values);
    else if (property->storage == COIR_STORAGE_INT)
        *(int *)to = joined(values);
    else if (property->frames)
        property->frames->show(node, coir_property_address(values));
    else
        for (int i = 0; i < property->count; i++)
            write_number(to, property->storage, i, values[i]);
}
