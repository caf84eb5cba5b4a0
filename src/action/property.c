// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "action/property.h"

const CoirPropertyPlace coir_property_places[COIR_PROPERTY_COUNT] = {
    [COIR_PROPERTY_POSITION] = {offsetof(CoirNode, position), 2},
    [COIR_PROPERTY_SCALE] = {offsetof(CoirNode, scale), 2},
    [COIR_PROPERTY_ROTATION] = {offsetof(CoirNode, rotation), 1},
    [COIR_PROPERTY_SKEW] = {offsetof(CoirNode, skew), 2},
    [COIR_PROPERTY_ANCHOR] = {offsetof(CoirNode, anchor), 2},
    [COIR_PROPERTY_SIZE] = {offsetof(CoirNode, size), 2},
    [COIR_PROPERTY_OPACITY] = {offsetof(CoirNode, opacity), 1},
    [COIR_PROPERTY_COLOR] = {offsetof(CoirNode, color), 3},
};

void coir_property_read(const CoirNode *node, CoirProperty property, float *values)
{
    if (property == COIR_PROPERTY_COLOR) {
        values[0] = node->color.r;
        values[1] = node->color.g;
        values[2] = node->color.b;
        return;
    }
    CoirPropertyPlace place = coir_property_places[property];
    const float *from = (const float *)((const char *)node + place.offset);
    for (int i = 0; i < place.count; i++) // memcpy takes longer than this, not knowing how few they are
        values[i] = from[i];
}

void coir_property_write(CoirNode *node, CoirProperty property, const float *values)
{
    if (property == COIR_PROPERTY_COLOR) {
        node->color.r = (uint8_t)values[0];
        node->color.g = (uint8_t)values[1];
        node->color.b = (uint8_t)values[2];
        return;
    }
    CoirPropertyPlace place = coir_property_places[property];
    float *to = (float *)((char *)node + place.offset);
    for (int i = 0; i < place.count; i++)
        to[i] = values[i];
}
