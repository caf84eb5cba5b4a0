// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tables of pointers. Each of the files world_*.c and drive_input.c has tables of its own.

#ifndef COIR_TESTS_RANDOM_WORLD_PARTS_H
#define COIR_TESTS_RANDOM_WORLD_PARTS_H

#include "random/driver.h"

#define TABLE_MOST 16

typedef struct Table {
    const char *type;
    int most, count;
    void *of[TABLE_MOST];
} Table;

// Adds `item`. Returns false if `item` is NULL or in the table already, or if the table is full.
bool table_add(Table *table, void *item);
bool table_is_full(const Table *table);
bool table_has(const Table *table, const void *item);
void table_remove(Table *table, const void *item);

// Return a random item, or NULL if the table is empty or `badly` returns true. table_take removes the item.
void *table_any(const Table *table);
void *table_take(Table *table);

// Destroy the objects in the tables of a file. Called by world_end.
void world_end_input(void);
void world_end_time(void);
void world_end_pictures(void);
void world_end_sound(void);

#endif
