// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The record of the calls: counts, which are printed at the end, and the last calls, which are printed when the program
// dies or hangs.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/driver.h"
#include "support/dying.h"

#define LAST 48
#define NO_CALLBACK CALLBACK_COUNT

typedef struct Entry {
    Function function; // FUNCTION_COUNT: a callback
    Callback callback;
    int depth;
} Entry;

#define FUNCTION(name) #name,
#define CALLBACK(name)
const char *const function_names[FUNCTION_COUNT] = {
#include "random_functions.inc"
    "write node fields",  "write sprite fields", "write label fields",  "write nine-slice fields",
    "write tiled fields", "write box fields",    "write circle fields", "push an SDL event",
    "put right",          "show a new scene",
};
#undef FUNCTION
#undef CALLBACK
#define FUNCTION(name)
#define CALLBACK(name) #name,
const char *const callback_names[CALLBACK_COUNT] = {
#include "random_functions.inc"
};

static Entry last[LAST];
static long long last_count, function_counts[FUNCTION_COUNT], callback_counts[CALLBACK_COUNT];
static bool inside_counts[CALLBACK_COUNT][FUNCTION_COUNT]; // true if the function was called inside the callback
static Callback present[DEPTHS + 1];

void record_call(Function function)
{
    record.calls++;
    function_counts[function]++;
    if (record.depth > 0)
        inside_counts[present[record.depth]][function] = true;
    last[last_count++ % LAST] = (Entry){function, NO_CALLBACK, record.depth};
    if (record.trace) {
        printf("\n%*s%s", record.depth * 4, "", function_names[function]);
        fflush(stdout);
    }
}

void record_callback(Callback callback)
{
    callback_counts[callback]++;
    if (callback == CB_memory_CoirMemoryHook)
        return;
    present[record.depth + 1] = callback;
    last[last_count++ % LAST] = (Entry){FUNCTION_COUNT, callback, record.depth};
    if (record.trace)
        printf("\n%*s  in %s", record.depth * 4, "", callback_names[callback]);
}

void record_print(void)
{
    fflush(stdout);
    fprintf(stderr, "\nthe last calls, of seed %llu (%lld calls of all seeds):\n", (unsigned long long)record.seed,
            record.calls);
    for (long long i = last_count > LAST ? last_count - LAST : 0; i < last_count; i++) {
        const Entry *entry = &last[i % LAST];
        if (entry->function == FUNCTION_COUNT)
            fprintf(stderr, "%*s  in %s\n", entry->depth * 4, "", callback_names[entry->callback]);
        else
            fprintf(stderr, "%*s%s\n", entry->depth * 4, "", function_names[entry->function]);
    }
    fflush(stderr);
}

void record_fault(const char *what, Callback callback, const CoirNode *node)
{
    fprintf(stderr, "%s: %s, %p\n", callback == NO_CALLBACK ? "between calls" : callback_names[callback], what,
            (const void *)node);
    abort();
}

bool record_is_whole(void)
{
    bool whole = true;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        whole = whole && function_counts[i] > 0;
    for (int i = 0; i < CALLBACK_COUNT; i++)
        whole = whole && callback_counts[i] > 0;
    return whole;
}

void record_print_counts(void)
{
    long long least = function_counts[0];
    int called = 0, entered = 0, pairs = 0;
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        least = function_counts[i] < least ? function_counts[i] : least;
        called += function_counts[i] > 0;
        if (function_counts[i] == 0)
            printf("never called: %s\n", function_names[i]);
    }
    for (int i = 0; i < CALLBACK_COUNT; i++) {
        entered += callback_counts[i] > 0;
        if (callback_counts[i] == 0)
            printf("never entered: %s\n", callback_names[i]);
        int from = 0;
        for (int k = 0; k < FUNCTION_COUNT; k++)
            from += inside_counts[i][k];
        pairs += from;
        printf("%-32s entered %lld times, %d functions called from there\n", callback_names[i], callback_counts[i],
               from);
    }
    printf("%d of %d functions called, each at least %lld times; %d of %d kinds of callbacks entered; %d pairs\n",
           called, FUNCTION_COUNT, least, entered, CALLBACK_COUNT, pairs);
}

void record_begin(void)
{
    print_when_dying(record_print);
}
