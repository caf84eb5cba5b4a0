// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Comparing descriptions, so that equal ones share a timeline (timeline.c).

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "action/action.h"

#define ACTIONS_MAX 256 // a larger description is not compared: comparing must stay cheap, and recursion needs a bound

// The fields that depend on the kind. Unused bytes are 0.
#define FIELDS_AT offsetof(CoirAction, property)
#define FIELDS_SIZE (offsetof(CoirAction, items) - FIELDS_AT)
static_assert(FIELDS_SIZE % sizeof(uint64_t) == 0, "the fields are read in words");

// Objects have parameters of any size.
static bool may_be_compared(const CoirAction *action, int *left)
{
    if (--*left < 0 || action->kind == COIR_ACTION_OBJECT)
        return false;
    for (int i = 0; i < action->part_count; i++)
        if (!may_be_compared(action->parts[i], left))
            return false;
    return true;
}

// A multiplicative hash (D. Knuth, "The Art of Computer Programming", volume 3, 6.4), word by word.
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t hash_of(const CoirAction *action, uint64_t hash)
{
    uint64_t words[FIELDS_SIZE / sizeof(uint64_t)];
    memcpy(words, (const char *)action + FIELDS_AT, sizeof words);
    hash = mix(mix(hash, (uint64_t)action->kind << 32 | (uint64_t)action->part_count), (uint64_t)action->duration);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = mix(hash, words[i]);
    for (int i = 0; i < action->part_count; i++)
        hash = hash_of(action->parts[i], hash);
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

// An action that owns pointers is equal to none, since another run would keep what the action owns.
bool coir_action_equals(const CoirAction *one, const CoirAction *other)
{
    if (one->kind != other->kind || one->duration != other->duration || one->part_count != other->part_count ||
        one->is_timeline != other->is_timeline || one->owned || other->owned ||
        memcmp((const char *)one + FIELDS_AT, (const char *)other + FIELDS_AT, FIELDS_SIZE) != 0)
        return false;
    for (int i = 0; i < one->part_count; i++)
        if (one->parts[i] != other->parts[i] && !coir_action_equals(one->parts[i], other->parts[i]))
            return false;
    return true;
}
