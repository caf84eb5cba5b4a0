// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A hash table with chains. The links of the chains are in the first members of targets, so that only growing the
// table takes memory. Without memory the chains get longer.
//
// Objects that lie side by side in memory are mostly scheduled, and unscheduled, one after the other. So the buckets of
// such objects lie side by side, too: a loop over 100 000 objects then takes half the time. Only the upper bits of an
// address are hashed, by multiplying with the golden ratio (D. Knuth, "The Art of Computer Programming", volume 3, 6.4:
// Fibonacci hashing). The addresses in 64 KiB of memory have the same upper bits, and share a window of neighbouring
// buckets, which begins at the hash. The windows overlap.
//
// Most targets have few timers, and a search through few timers is the fastest way to find a key. A target with many
// timers gets an index of its keys at the first long search. If there is no memory for an entry of an index, the whole
// index is freed, and the next long search makes the index anew.

#include "time/scheduler/targets.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/inline.h"
#include "time/scheduler/scheduled.h"

#define FIRST_BUCKETS 16
#define WINDOW_BITS 16
#define WINDOW_MASK ((UINT64_C(1) << WINDOW_BITS) - 1)
#define LOOKED_THROUGH_MAX 32 // members that a search looks at before an index is used

typedef struct Indexed {
    CoirScheduledTimer *timer;
    bool hash_failed;
    UT_hash_handle hh;
} Indexed;

typedef struct CoirKeyIndex {
    const void *address;
    Indexed *keyed;   // timers with a key, by the bytes of the key
    Indexed *unkeyed; // timers without a key, by the bytes of their callback
    bool hash_failed;
    UT_hash_handle hh; // by address
} CoirKeyIndex;

// Indexes ------------------------------------------------------------------------------------------------------------

static CoirKeyIndex *find_index(const CoirTargets *targets, const void *address)
{
    CoirKeyIndex *index = NULL;
    if (targets->indexes)
        HASH_FIND_PTR(targets->indexes, &address, index);
    return index;
}

static Indexed *find_indexed(const CoirKeyIndex *index, const char *key, CoirAnyFn callback)
{
    Indexed *found = NULL;
    if (key)
        HASH_FIND(hh, index->keyed, key, strlen(key), found);
    else
        HASH_FIND(hh, index->unkeyed, &callback, sizeof callback, found);
    return found;
}

static const char *key_text(const CoirScheduledTimer *timer)
{
    return timer->scheduled.kind == COIR_SCHEDULED_KEYED_TIMER ? timer->key : NULL;
}

static bool index_timer(CoirKeyIndex *index, CoirScheduledTimer *timer)
{
    Indexed *indexed = coir_alloc(sizeof *indexed);
    if (!indexed)
        return false;
    indexed->timer = timer;
    if (key_text(timer))
        HASH_ADD_KEYPTR(hh, index->keyed, timer->key, strlen(timer->key), indexed);
    else
        HASH_ADD_KEYPTR(hh, index->unkeyed, &timer->scheduled.callback, sizeof timer->scheduled.callback, indexed);
    if (!indexed->hash_failed)
        return true;
    coir_free(indexed);
    return false;
}

static void free_table(Indexed **table)
{
    Indexed *each, *next;
    HASH_ITER(hh, *table, each, next)
    {
        HASH_DEL(*table, each);
        coir_free(each);
    }
}

static void free_index(CoirTargets *targets, CoirKeyIndex *index)
{
    free_table(&index->keyed);
    free_table(&index->unkeyed);
    HASH_DEL(targets->indexes, index);
    coir_free(index);
}

// Returns the new index of a target; NULL: no memory.
static CoirKeyIndex *make_index(CoirTargets *targets, CoirScheduled *first)
{
    CoirKeyIndex *index = coir_alloc(sizeof *index);
    if (!index)
        return NULL;
    index->address = first->address;
    HASH_ADD_PTR(targets->indexes, address, index);
    if (index->hash_failed)
        return coir_free(index), NULL;
    for (CoirScheduled *each = first; each; each = each->next)
        if (coir_is_timer(each) && !index_timer(index, (CoirScheduledTimer *)each))
            return free_index(targets, index), NULL;
    return index;
}

static void add_to_index(CoirTargets *targets, CoirScheduled *scheduled)
{
    CoirKeyIndex *index = find_index(targets, scheduled->address);
    if (index && coir_is_timer(scheduled) && !index_timer(index, (CoirScheduledTimer *)scheduled))
        free_index(targets, index);
}

static void remove_from_index(CoirTargets *targets, CoirScheduled *scheduled)
{
    CoirKeyIndex *index = find_index(targets, scheduled->address);
    if (!index || !coir_is_timer(scheduled))
        return;
    CoirScheduledTimer *timer = (CoirScheduledTimer *)scheduled;
    Indexed *indexed = find_indexed(index, key_text(timer), scheduled->callback);
    if (key_text(timer))
        HASH_DEL(index->keyed, indexed);
    else
        HASH_DEL(index->unkeyed, indexed);
    coir_free(indexed);
    if (!index->keyed && !index->unkeyed)
        free_index(targets, index);
}

// The table ----------------------------------------------------------------------------------------------------------

static void free_buckets(const CoirTargets *targets, CoirScheduled **buckets)
{
    if (buckets != &targets->only)
        coir_free(buckets);
}

void coir_targets_init(CoirTargets *targets)
{
    *targets = (CoirTargets){.buckets = &targets->only};
}

void coir_targets_free(CoirTargets *targets)
{
    free_buckets(targets, targets->buckets);
    coir_targets_init(targets);
}

static CoirScheduled **bucket_of(const CoirTargets *targets, const void *address)
{
    uint64_t bits = (uint64_t)(uintptr_t)address;
    uint64_t window = ((bits >> WINDOW_BITS) * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    uint64_t within = ((bits & WINDOW_MASK) >> 4) + ((bits & 15) << (WINDOW_BITS - 4));
    return &targets->buckets[(window + within) & targets->mask];
}

CoirScheduled *coir_targets_find(const CoirTargets *targets, const void *address)
{
    CoirScheduled *first = *bucket_of(targets, address);
    while (first && first->address != address)
        first = first->chain;
    return first;
}

static void chain_into_bucket(CoirTargets *targets, CoirScheduled *first)
{
    CoirScheduled **bucket = bucket_of(targets, first->address);
    first->chain = *bucket;
    *bucket = first;
}

static void rechain(CoirTargets *targets, CoirScheduled *chain)
{
    while (chain) {
        CoirScheduled *first = chain;
        chain = first->chain;
        chain_into_bucket(targets, first);
    }
}

static void grow(CoirTargets *targets)
{
    CoirScheduled **old = targets->buckets;
    size_t old_count = (size_t)targets->mask + 1, count = old_count > 1 ? old_count * 2 : FIRST_BUCKETS;
    CoirScheduled **buckets = count <= UINT32_MAX / 2 ? coir_alloc(count * sizeof *buckets) : NULL;
    if (!buckets)
        return;
    targets->buckets = buckets;
    targets->mask = (uint32_t)(count - 1);
    for (size_t i = 0; i < old_count; i++)
        rechain(targets, old[i]);
    free_buckets(targets, old);
}

static CoirScheduled **link_to(const CoirTargets *targets, const CoirScheduled *first)
{
    CoirScheduled **link = bucket_of(targets, first->address);
    while (*link != first)
        link = &(*link)->chain;
    return link;
}

static void add_before(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first)
{
    *link_to(targets, first) = scheduled;
    scheduled->chain = first->chain;
    scheduled->is_first = true;
    scheduled->next = first;
    first->is_first = false;
    first->previous = scheduled;
}

static void add_after(CoirScheduled *scheduled, CoirScheduled *previous)
{
    scheduled->previous = previous;
    scheduled->next = previous->next;
    if (previous->next)
        previous->next->previous = scheduled;
    previous->next = scheduled;
}

// Adds a timer or an update to a target that has members. Updates come before timers, so that a search for an update
// ends early. Timers that were scheduled later come before timers that were scheduled earlier.
static void add_to_target(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first)
{
    if (!coir_is_timer(scheduled) || coir_is_timer(first)) {
        add_before(targets, scheduled, first);
    } else {
        while (first->next && !coir_is_timer(first->next))
            first = first->next;
        add_after(scheduled, first);
    }
    if (targets->indexes)
        add_to_index(targets, scheduled);
}

void coir_targets_add(CoirTargets *targets, CoirScheduled *scheduled, CoirScheduled *first)
{
    scheduled->next = NULL;
    scheduled->is_first = !first;
    if (first) {
        add_to_target(targets, scheduled, first);
        return;
    }
    if (++targets->count > targets->mask)
        grow(targets);
    chain_into_bucket(targets, scheduled);
}

// Makes `heir` the first member of a target, instead of `first`. `heir` NULL: the target has no member left.
static void replace_first(CoirTargets *targets, CoirScheduled *first, CoirScheduled *heir)
{
    CoirScheduled **link = link_to(targets, first);
    *link = first->chain;
    if (!heir) {
        targets->count--;
        return;
    }
    heir->is_first = true;
    heir->chain = *link;
    *link = heir;
}

void coir_targets_remove(CoirTargets *targets, CoirScheduled *scheduled)
{
    if (targets->indexes)
        remove_from_index(targets, scheduled);
    if (scheduled->is_first) {
        replace_first(targets, scheduled, scheduled->next);
        return;
    }
    scheduled->previous->next = scheduled->next;
    if (scheduled->next)
        scheduled->next->previous = scheduled->previous;
}

// Returns true for the timer with this key. If `key` is NULL, returns true for the timer without a key that has this
// callback.
static inline bool is_sought(const CoirScheduled *each, const char *key, CoirAnyFn callback)
{
    if (key)
        return each->kind == COIR_SCHEDULED_KEYED_TIMER && !strcmp(((const CoirScheduledTimer *)each)->key, key);
    return each->kind == COIR_SCHEDULED_TIMER && each->callback == callback;
}

// Searches a target with many timers. Without memory for an index, looks at all timers.
COIR_RARE static CoirScheduledTimer *find_among_many(CoirTargets *targets, CoirScheduled *first, const char *key,
                                                     CoirAnyFn callback)
{
    CoirKeyIndex *index = find_index(targets, first->address);
    if (!index)
        index = make_index(targets, first);
    if (index) {
        Indexed *indexed = find_indexed(index, key, callback);
        return indexed ? indexed->timer : NULL;
    }
    while (first && !is_sought(first, key, callback))
        first = first->next;
    return (CoirScheduledTimer *)first;
}

static inline CoirScheduledTimer *find(CoirTargets *targets, CoirScheduled *first, const char *key, CoirAnyFn callback)
{
    int left = LOOKED_THROUGH_MAX;
    for (CoirScheduled *each = first; each; each = each->next) {
        if (is_sought(each, key, callback))
            return (CoirScheduledTimer *)each;
        if (--left == 0)
            return find_among_many(targets, first, key, callback);
    }
    return NULL;
}

CoirScheduledTimer *coir_targets_find_key(CoirTargets *targets, CoirScheduled *first, const char *key)
{
    return find(targets, first, key, NULL);
}

CoirScheduledTimer *coir_targets_find_callback(CoirTargets *targets, CoirScheduled *first, CoirAnyFn callback)
{
    return find(targets, first, NULL, callback);
}

CoirScheduled *coir_targets_next(const CoirTargets *targets, const CoirScheduled *first)
{
    size_t bucket = 0;
    if (first && first->chain)
        return first->chain;
    if (first)
        bucket = (size_t)(bucket_of(targets, first->address) - targets->buckets) + 1;
    while (bucket <= targets->mask && !targets->buckets[bucket])
        bucket++;
    return bucket <= targets->mask ? targets->buckets[bucket] : NULL;
}
