// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The properties of a node that actions change. coir_properties has all traits of a property: a new property is an enum
// constant, a row of this table, and its constructors in action.c.

#ifndef COIR_ACTION_PROPERTY_H
#define COIR_ACTION_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/node.h"

typedef enum CoirProperty {
    COIR_PROPERTY_POSITION,
    COIR_PROPERTY_SCALE,
    COIR_PROPERTY_ROTATION,
    COIR_PROPERTY_SKEW,
    COIR_PROPERTY_ANCHOR,
    COIR_PROPERTY_SIZE,
    COIR_PROPERTY_OPACITY,
    COIR_PROPERTY_COLOR,
    COIR_PROPERTY_COUNT,
} CoirProperty;

#define COIR_PROPERTY_WIDTH 3 // numbers of the widest

// How a node stores the numbers of a property.
typedef enum CoirStorage {
    COIR_STORAGE_FLOAT,
    COIR_STORAGE_FRACTION, // a float, clamped to 0..1
    COIR_STORAGE_BYTE,     // rounded, and clamped to 0..255
} CoirStorage;

typedef struct CoirPropertyTraits {
    const char *prefix; // of the names of the property's actions: "move_" for coir_move_to
    uint16_t offset;    // of the first number in the node
    uint8_t count;      // number of numbers
    uint8_t storage;    // CoirStorage
    bool is_angle;      // degrees: `to` turns the shorter way round
} CoirPropertyTraits;

extern const CoirPropertyTraits coir_properties[COIR_PROPERTY_COUNT];

static inline int coir_property_count(CoirProperty property)
{
    return coir_properties[property].count;
}

// Returns the number that a node stores for `value`.
static inline float coir_stored(CoirStorage storage, double value)
{
    if (storage == COIR_STORAGE_FRACTION)
        return (float)(value < 0 ? 0 : value > 1 ? 1 : value);
    if (storage == COIR_STORAGE_BYTE)
        return value <= 0 ? 0 : value >= 255 ? 255 : (float)(int)(value + 0.5);
    return (float)value;
}

static inline float coir_property_stored(CoirProperty property, double value)
{
    return coir_stored((CoirStorage)coir_properties[property].storage, value);
}

// Read the numbers from a node, and write numbers that coir_property_stored has returned.
void coir_property_read(const CoirNode *node, CoirProperty property, float *values);
void coir_property_write(CoirNode *node, CoirProperty property, const float *values);

#endif
