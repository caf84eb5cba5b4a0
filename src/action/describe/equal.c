// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares descriptions, so that equal descriptions share a timeline (timeline.c).

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "action/describe/action.h"

#define ACTIONS_MAX 256 // a larger description is not compared: comparing must stay cheap, and recursion needs a bound

// The fields from `kind` to `duration` and the fields of the last union are compared byte by byte. Unused bytes are 0.
#define FIRST_AT offsetof(CoirAction, kind)
#define FIRST_SIZE (offsetof(CoirAction, duration) + sizeof(int64_t) - FIRST_AT)
static_assert(FIRST_SIZE % sizeof(uint64_t) == 0, "the fields are read in words");

static size_t fields_size(const CoirAction *action)
{
    return coir_action_kinds[action->kind].fields_size;
}

static bool may_property_be_equal(uint8_t property)
{
    return property != COIR_PROPERTY_FIELD && !coir_property_traits(property)->frames;
}

// Returns false for an action that equals no other action: an object, a call with parameters, a leaf that changes a
// field or a frame, a leaf with a path, and an action with a mark. Also returns false for an action that owns pointers:
// the run of another description must not delay their release.
static bool may_be_equal(const CoirAction *action)
{
    switch (action->kind) {
    case COIR_ACTION_TO:
    case COIR_ACTION_BY: return may_property_be_equal(action->property) && !action->path && !action->owned;
    case COIR_ACTION_CALL: return action->user != coir_action_parameters(action) && !action->owned;
    case COIR_ACTION_OBJECT:
    case COIR_ACTION_FRAMES:
    case COIR_ACTION_MARKED: return false;
    default: return !action->owned;
    }
}

static bool may_all_be_equal(const CoirAction *action, int *left)
{
    if (--*left < 0 || !may_be_equal(action))
        return false;
    for (int i = 0; i < action->part_count; i++)
        if (!may_all_be_equal(coir_action_parts(action)[i], left))
            return false;
    return true;
}

// A multiplicative hash (D. Knuth, "The Art of Computer Programming", volume 3, 6.4), word by word.
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t mix_all(uint64_t hash, const CoirAction *action, size_t offset, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (const char *)action + offset + i, sizeof word);
        hash = mix(hash, word);
    }
    return hash;
}

static uint64_t hash_of(const CoirAction *action, uint64_t hash)
{
    hash = mix_all(hash, action, FIRST_AT, FIRST_SIZE);
    hash = mix_all(hash, action, COIR_ACTION_FIELDS_AT, fields_size(action));
    for (int i = 0; i < action->part_count; i++)
        hash = hash_of(coir_action_parts(action)[i], hash);
    return hash;
}

uint32_t coir_action_hash(const CoirAction *action)
{
    int left = ACTIONS_MAX;
    if (!may_all_be_equal(action, &left))
        return 0;
    uint32_t hash = (uint32_t)(hash_of(action, 0) >> 32);
    return hash ? hash : 1;
}

static bool are_bytes_equal(const CoirAction *one, const CoirAction *other, size_t offset, size_t size)
{
    return memcmp((const char *)one + offset, (const char *)other + offset, size) == 0;
}

// Returns false if the action owns pointers, or if the user still owns the action and so can give pointers to the
// action (coir_action_own). The runs of other descriptions must not delay the release of these pointers.
static bool may_lend(const CoirAction *action)
{
    return action->given == action->references && !action->owned;
}

bool coir_action_may_borrow(const CoirAction *action, const CoirAction *original)
{
    if (!may_lend(original))
        return false;
    if (action == original) // both descriptions have this part
        return true;
    if (!are_bytes_equal(action, original, FIRST_AT, FIRST_SIZE) ||
        !are_bytes_equal(action, original, COIR_ACTION_FIELDS_AT, fields_size(action)))
        return false;
    for (int i = 0; i < action->part_count; i++)
        if (!coir_action_may_borrow(coir_action_parts(action)[i], coir_action_parts(original)[i]))
            return false;
    return true;
}
