// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reading JSON through cJSON, so that every error names the file, and the line or the key.

#ifndef COIR_MEDIA_JSON_H
#define COIR_MEDIA_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "coir/api.h"

// A value, and where it stands; those around it must live as long. The text of keys and values lives until
// coir_json_free.
typedef struct CoirJson {
    const struct CoirJson *outer; // NULL: it is all of the file
    const char *key;              // NULL: in an array; of all of the file: its name
    int index;                    // in what is around it
    const struct cJSON *value;
} CoirJson;

// Reads a text of `size` bytes with a 0 behind them; errors call it `file`. False: it is no JSON, or no memory, said;
// then there is nothing to be freed.
bool coir_json_parse(CoirJson *all, const char *file, const char *text, size_t size);
void coir_json_free(CoirJson *all);

// Says in coir_error() what is wrong with a value: file, key, and the text. Returns false.
bool coir_json_fail(const CoirJson *json, const char *format, ...) COIR_PRINTF(2, 3);

// A member of an object. The first one is false, without a word, if there is none; the others say that it is missing,
// or no such thing, or not between `low` and `high`.
bool coir_json_has(const CoirJson *json, const char *key, CoirJson *member);
bool coir_json_object(const CoirJson *json, const char *key, CoirJson *member);
bool coir_json_text(const CoirJson *json, const char *key, const char **text);
bool coir_json_number(const CoirJson *json, const char *key, double low, double high, double *number);
bool coir_json_whole(const CoirJson *json, const char *key, int low, int high, int *number);

// True or false, false if it is missing.
bool coir_json_flag(const CoirJson *json, const char *key, bool *flag);

// What kind of value it is.
bool coir_json_is_object(const CoirJson *json);
bool coir_json_is_array(const CoirJson *json);
bool coir_json_is_text(const CoirJson *json);

// How many values there are in an object or array, and the first of them and the next one. False: there is none.
int coir_json_count(const CoirJson *json);
bool coir_json_first(const CoirJson *json, CoirJson *item);
bool coir_json_next(CoirJson *item);

#endif
