// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The properties of a node that actions change: numbers at known places.

#ifndef COIR_ACTION_PROPERTY_H
#define COIR_ACTION_PROPERTY_H

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

// Where a property's numbers are in a node, and how many.
typedef struct CoirPropertyPlace {
    uint16_t offset;
    uint8_t count;
} CoirPropertyPlace;

extern const CoirPropertyPlace coir_property_places[COIR_PROPERTY_COUNT];

static inline int coir_property_count(CoirProperty property)
{
    return coir_property_places[property].count;
}

// How a number is shown: opacity between 0 and 1, a colour as a whole number between 0 and 255.
static inline float coir_property_shown(CoirProperty property, double value)
{
    if (property == COIR_PROPERTY_OPACITY)
        return (float)(value < 0 ? 0 : value > 1 ? 1 : value);
    if (property == COIR_PROPERTY_COLOR)
        return value <= 0 ? 0 : value >= 255 ? 255 : (float)(int)(value + 0.5);
    return (float)value;
}

// Reads the numbers, and writes some that coir_property_shown has given.
void coir_property_read(const CoirNode *node, CoirProperty property, float *values);
void coir_property_write(CoirNode *node, CoirProperty property, const float *values);

#endif
