// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads JSON through cJSON. Each error names the file, and the line or the key.

#ifndef COIR_MEDIA_JSON_H
#define COIR_MEDIA_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "coir/api.h"

// A value and its path in the file. The CoirJson that `outer` points to must exist as long as this CoirJson. The text
// of keys and values is valid until coir_json_free.
typedef struct CoirJson {
    const struct CoirJson *outer; // object or array that contains the value; NULL: the value is the whole file
    const char *key;              // key in `outer`; NULL: an item of an array; for the whole file: name of the file
    int index;                    // position in `outer`, from 0; set by coir_json_first and coir_json_next
    const struct cJSON *value;
} CoirJson;

// Parses a text of `size` bytes, with a 0 after the text. `file` is the name of the file in errors. Returns false if
// the text is not JSON, or if there is no memory: coir_error() then says why, and there is nothing to free.
bool coir_json_parse(CoirJson *all, const char *file, const char *text, size_t size);
void coir_json_free(CoirJson *all);

// Sets coir_error() to the name of the file, the path of the value, and the formatted text. Returns false.
bool coir_json_fail(const CoirJson *json, const char *format, ...) COIR_PRINTF(2, 3);

// Finds a member of an object. Returns false if the member is missing, and leaves coir_error() alone. coir_json_fail
// then accepts `member`, and names the missing key.
bool coir_json_has(const CoirJson *json, const char *key, CoirJson *member);

// Read a member of an object. Return false if the member is missing, of another kind, or not from `low` to `high`;
// coir_error() says why.
bool coir_json_object(const CoirJson *json, const char *key, CoirJson *member);
bool coir_json_text(const CoirJson *json, const char *key, const char **text);
bool coir_json_number(const CoirJson *json, const char *key, double low, double high, double *number);
bool coir_json_whole(const CoirJson *json, const char *key, int low, int high, int *number);

// Reads a member that is true or false. A missing member is false. Returns false if the member is of another kind;
// coir_error() says so.
bool coir_json_flag(const CoirJson *json, const char *key, bool *flag);

bool coir_json_is_object(const CoirJson *json);
bool coir_json_is_array(const CoirJson *json);
bool coir_json_is_text(const CoirJson *json);

// Returns the number of values in an object or array.
int coir_json_count(const CoirJson *json);

// Set `item` to the first value in an object or array, and to the next value. Return false if there is no such value.
bool coir_json_first(const CoirJson *json, CoirJson *item);
bool coir_json_next(CoirJson *item);

#endif
