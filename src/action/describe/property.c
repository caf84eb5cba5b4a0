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

// The loops copy one to three numbers, which takes less time than a call of memcpy.
void coir_property_read(const CoirNode *node, CoirProperty property, float *values)
{
    const CoirPropertyTraits *traits = &coir_properties[property];
    const void *from = (const char *)node + traits->offset;
    for (int i = 0; i < traits->count; i++)
        values[i] = traits->storage == COIR_STORAGE_BYTE ? (float)((const uint8_t *)from)[i] : ((const float *)from)[i];
}

void coir_property_write(CoirNode *node, CoirProperty property, const float *values)
{
    const CoirPropertyTraits *traits = &coir_properties[property];
    void *to = (char *)node + traits->offset;
    for (int i = 0; i < traits->count; i++) {
        if (traits->storage == COIR_STORAGE_BYTE)
            ((uint8_t *)to)[i] = (uint8_t)values[i];
        else
            ((float *)to)[i] = values[i];
    }
}
