// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Comparing descriptions, so that equal ones share a timeline (timeline.c).

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "action/action.h"

#define ACTIONS_MAX 256 // a larger description is not compared: comparing must stay cheap, and recursion needs a bound

// The fields from the kind to the duration are compared byte by byte, and the fields of the last union. Unused bytes
// are 0.
#define FIRST_AT offsetof(CoirAction, kind)
#define FIRST_SIZE (offsetof(CoirAction, duration) + sizeof(int64_t) - FIRST_AT)
static_assert(FIRST_SIZE % sizeof(uint64_t) == 0, "the fields are read in words");

static size_t fields_size(const CoirAction *action)
{
    return coir_action_kinds[action->kind].fields_size;
}

// Objects have parameters of any size.
static bool may_be_compared(const CoirAction *action, int *left)
{
    if (--*left < 0 || action->kind == COIR_ACTION_OBJECT)
        return false;
    for (int i = 0; i < action->part_count; i++)
        if (!may_be_compared(coir_action_parts(action)[i], left))
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
    if (!may_be_compared(action, &left))
        return 0;
    uint32_t hash = (uint32_t)(hash_of(action, 0) >> 32);
    return hash ? hash : 1;
}

static bool are_bytes_equal(const CoirAction *one, const CoirAction *other, size_t offset, size_t size)
{
    return memcmp((const char *)one + offset, (const char *)other + offset, size) == 0;
}

// An action that owns pointers is equal to none, since another run would keep what the action owns.
bool coir_action_equals(const CoirAction *one, const CoirAction *other)
{
    if (one == other)
        return true;
    if (one->owned || other->owned || !are_bytes_equal(one, other, FIRST_AT, FIRST_SIZE) ||
        !are_bytes_equal(one, other, COIR_ACTION_FIELDS_AT, fields_size(one)))
        return false;
    for (int i = 0; i < one->part_count; i++)
        if (!coir_action_equals(coir_action_parts(one)[i], coir_action_parts(other)[i]))
            return false;
    return true;
}
