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
};

// The loops copy one to four numbers, which takes less time than a call of memcpy.
void coir_property_read(CoirNode *node, const CoirPropertyTraits *property, float *values)
{
    const void *from = (const char *)node + property->offset;
    if (property->get) {
        property->get(node, values);
        return;
    }
    for (int i = 0; i < property->count; i++)
        values[i] =
            property->storage == COIR_STORAGE_BYTE ? (float)((const uint8_t *)from)[i] : ((const float *)from)[i];
}

void coir_property_write(CoirNode *node, const CoirPropertyTraits *property, const float *values)
{
    void *to = (char *)node + property->offset;
    if (property->set) {
        property->set(node, values);
        return;
    }
    for (int i = 0; i < property->count; i++) {
        if (property->storage == COIR_STORAGE_BYTE)
            ((uint8_t *)to)[i] = (uint8_t)values[i];
        else
            ((float *)to)[i] = values[i];
    }
}
