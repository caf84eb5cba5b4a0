// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The properties of a node that actions change. coir_properties has the traits of the properties that every node has,
// coir_sprite_properties the traits of the further properties of sprites. docs/architecture.md lists the files that a
// new property changes. A field of the user's own node type (coir/tween.h) has traits of its own, which are in the
// parameters of the leaf.

#ifndef COIR_ACTION_PROPERTY_H
#define COIR_ACTION_PROPERTY_H

#include <stdatomic.h>
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
    COIR_PROPERTY_VISIBLE,
    COIR_PROPERTY_Z,
    COIR_PROPERTY_COUNT,                        // number of properties that every node has
    COIR_PROPERTY_FLIP_X = COIR_PROPERTY_COUNT, // properties of sprites
    COIR_PROPERTY_FLIP_Y,
    COIR_PROPERTY_FRAME,
    COIR_PROPERTY_FIELD, // a field of the user's own node type
} CoirProperty;

#define COIR_PROPERTY_WIDTH 4 // numbers of the widest property

// How a node stores the numbers of a property.
typedef enum CoirStorage {
    COIR_STORAGE_FLOAT,
    COIR_STORAGE_FRACTION, // a float, clamped to 0..1
    COIR_STORAGE_BYTE,     // a byte, rounded and clamped to 0..255
    COIR_STORAGE_BOOL,     // a bool
    COIR_STORAGE_INT,      // an int in two numbers: upper * 65536 + lower, since a float holds 24 bits
    COIR_STORAGE_ADDRESS,  // the address of a frame in three numbers of 22 bits; CoirFrameTraits reads and shows the
                           // frame, so CoirPropertyTraits.offset is only compared
} CoirStorage;

typedef struct CoirAction CoirAction;

// The functions of COIR_PROPERTY_FRAME, the frame that a sprite shows (scene/animation.c). A value of this property is
// the address of a frame. The frame is part of the parameters of a leaf, or a *note*: a copy, in the state of a run, of
// the frame that the run found on the sprite.
typedef struct CoirFrameTraits {
    size_t note_size; // bytes; a note that is all zero is empty

    // Returns `frame` if the node shows this frame. Otherwise copies the frame that the node shows to `note`, and
    // returns `note`. `frame`: may be NULL.
    const void *(*find)(CoirNode *node, const void *frame, void *note);
    void (*show)(CoirNode *node, const void *frame); // lets the node show a frame

    // Returns the frame of a leaf at the fraction `t` of the leaf's time; NULL: the frame that the sprite showed when
    // the leaf began.
    const void *(*at)(const void *parameters, double t);

    // Returns a time up to which the frame at `t` stays, in nanoseconds from the beginning of the leaf. The frame may
    // stay some nanoseconds longer.
    int64_t (*stays_until)(const void *parameters, double t);

    CoirAction *(*reverse)(const void *parameters);
    void (*release_parameters)(const void *parameters);
    void (*release_note)(const void *note);
} CoirFrameTraits;

typedef struct CoirPropertyTraits {
    const char *prefix; // of the names of the property's actions: "move_" for coir_move_to
    size_t offset;      // of the first number in the node
    uint8_t count;      // number of numbers
    uint8_t storage;    // CoirStorage
    bool is_angle;      // degrees: a leaf with an end value turns the node the shorter way round

    // True for a discrete property, which only instants and coir_blink set. Inside of a time bender each instant takes
    // effect once, when its time is first reached, and stays in effect.
    bool is_discrete;

    const char *name; // of the action that sets a discrete property or a frame, without "coir_"; NULL: other properties
    const CoirFrameTraits *frames; // NULL: the values are numbers

    const CoirNodeClass *node_class; // the type that has the property; NULL: every node

    // Functions of a field.
    void (*get)(CoirNode *node, float *values); // NULL: the numbers are at `offset`
    void (*set)(CoirNode *node, const float *values);
} CoirPropertyTraits;

extern const CoirPropertyTraits coir_properties[COIR_PROPERTY_COUNT];

// The traits of the properties of sprites, from COIR_PROPERTY_FLIP_X on. scene/sprite_actions.c sets the pointer before
// a description has such a property. Atomic, since all worlds share the pointer.
extern _Atomic(const CoirPropertyTraits *) coir_sprite_properties;

// Returns the traits of a property that is no field.
static inline const CoirPropertyTraits *coir_property_traits(uint8_t property)
{
    if (property < COIR_PROPERTY_COUNT)
        return &coir_properties[property];
    const CoirPropertyTraits *of_sprites = atomic_load_explicit(&coir_sprite_properties, memory_order_relaxed);
    return &of_sprites[property - COIR_PROPERTY_FLIP_X];
}

// Returns the number that a node stores for `value`.
static inline float coir_stored(CoirStorage storage, double value)
{
    if (storage == COIR_STORAGE_FRACTION)
        return (float)(value < 0 ? 0 : value > 1 ? 1 : value);
    if (storage == COIR_STORAGE_BYTE)
        return !(value > 0) ? 0 : value >= 255 ? 255 : (float)(int)(value + 0.5); // 0 also for NaN
    if (storage == COIR_STORAGE_BOOL)
        return value > 0.5;
    return (float)value;
}

static inline float coir_property_stored(const CoirPropertyTraits *property, double value)
{
    return coir_stored((CoirStorage)property->storage, value);
}

static inline bool coir_property_is_same(const CoirPropertyTraits *one, const CoirPropertyTraits *other)
{
    return one->offset == other->offset && one->count == other->count && one->storage == other->storage &&
           one->get == other->get && one->set == other->set && one->node_class == other->node_class;
}

// Returns false for a property that the node does not have.
static inline bool coir_property_fits(const CoirPropertyTraits *property, const CoirNode *owner)
{
    return !property->node_class || coir_node_is(owner, property->node_class);
}

// Read the numbers from a node that has the property, and write numbers that coir_property_stored has returned. May
// call functions of the user. Frames are not read: CoirFrameTraits.find finds the frame of a node.
void coir_property_read(CoirNode *node, const CoirPropertyTraits *property, float *values);
void coir_property_write(CoirNode *node, const CoirPropertyTraits *property, const float *values);

// Stores the two numbers of an int (COIR_STORAGE_INT).
void coir_property_split(int whole, float *values);

// Store the three numbers of an address (COIR_STORAGE_ADDRESS), and return the address of three such numbers.
void coir_property_split_address(const void *address, float *values);
const void *coir_property_address(const float *values);

#endif
