// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the files of the world share: tables of pointers.

#ifndef COIR_TESTS_RANDOM_WORLD_PARTS_H
#define COIR_TESTS_RANDOM_WORLD_PARTS_H

#include "random/driver.h"

#define TABLE_MOST 16

typedef struct Table {
    const char *type;
    int most, count;
    void *of[TABLE_MOST];
} Table;

// True when `item` was not NULL and has been added; the table must not be full.
bool table_add(Table *table, void *item);
bool table_is_full(const Table *table);
bool table_has(const Table *table, const void *item);
void table_remove(Table *table, const void *item);

// One of them; NULL: there is none, or it is a call with bad arguments.
void *table_any(const Table *table);
void *table_take(Table *table);

void world_end_time(void);
void world_end_pictures(void);

#endif
