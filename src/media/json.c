// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "media/json.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "base/fail.h"

// Parsing ------------------------------------------------------------------------------------------------------------
//
// cJSON fails in the same way for a text that is not JSON and for a lack of memory. So our allocation hook sets
// `out_of_memory` when an allocation fails.

static bool out_of_memory;

static void *CJSON_CDECL allocate(size_t size)
{
    void *block = coir_realloc(NULL, size);
    out_of_memory |= !block;
    return block;
}

static void CJSON_CDECL release(void *block)
{
    coir_free(block);
}

static void use_our_memory(bool ours)
{
    cJSON_Hooks hooks = {allocate, release};
    cJSON_InitHooks(ours ? &hooks : NULL);
}

static bool fail_at(const char *file, const char *text, const char *position)
{
    int line = 1, column = 1;
    for (; text < position; text++) {
        column = *text == '\n' ? 1 : column + 1;
        line += *text == '\n';
    }
    return FAIL("'%s', line %d, column %d: this is no JSON: something is wrong here or just before, or nested too "
                "deeply",
                file, line, column);
}

bool coir_json_parse(CoirJson *all, const char *file, const char *text, size_t size)
{
    const char *end = text;
    out_of_memory = false;
    use_our_memory(true);
    *all = (CoirJson){.key = file, .value = cJSON_ParseWithLengthOpts(text, size + 1, &end, true)};
    use_our_memory(false);
    return all->value || (!out_of_memory && fail_at(file, text, end));
}

void coir_json_free(CoirJson *all)
{
    use_our_memory(true);
    cJSON_Delete((cJSON *)all->value);
    use_our_memory(false);
    all->value = NULL;
}

// Errors -------------------------------------------------------------------------------------------------------------

static bool is_word(const char *text)
{
    if (!*text)
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return !*text;
}

// Writes the path of a value, such as frames["run 3"].frame.w, and cuts the path off if `room` is too small. Returns
// the length of the whole path.
static size_t describe(const CoirJson *json, char *text, size_t room)
{
    if (!json->outer)
        return 0;
    size_t length = describe(json->outer, text, room);
    char *rest = length < room ? text + length : NULL;
    size_t left = rest ? room - length : 0;
    int added;
    if (!json->key)
        added = snprintf(rest, left, "[%d]", json->index);
    else if (is_word(json->key))
        added = snprintf(rest, left, "%s%s", length ? "." : "", json->key);
    else
        added = snprintf(rest, left, "[\"%s\"]", json->key);
    return length + (size_t)added;
}

bool coir_json_fail(const CoirJson *json, const char *format, ...)
{
    char where[300] = "", what[300];
    const CoirJson *all = json;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    describe(json, where, sizeof where);
    while (all->outer)
        all = all->outer;
    return FAIL("'%s': %s%s%s", all->key, where, where[0] ? ": " : "", what);
}

static const char *kind_of(const CoirJson *json)
{
    const cJSON *value = json->value;
    return cJSON_IsObject(value)   ? "an object"
           : cJSON_IsArray(value)  ? "an array"
           : cJSON_IsString(value) ? "a text"
           : cJSON_IsNumber(value) ? "a number"
           : cJSON_IsBool(value)   ? "true or false"
                                   : "null";
}

static bool fail_kind(const CoirJson *json, const char *wanted)
{
    return coir_json_fail(json, "this is %s; it must be %s", kind_of(json), wanted);
}

// Members ------------------------------------------------------------------------------------------------------------

bool coir_json_has(const CoirJson *json, const char *key, CoirJson *member)
{
    *member = (CoirJson){.outer = json, .key = key, .value = cJSON_GetObjectItemCaseSensitive(json->value, key)};
    return member->value;
}

static bool need(const CoirJson *json, const char *key, CoirJson *member)
{
    if (!coir_json_is_object(json))
        return fail_kind(json, "an object");
    return coir_json_has(json, key, member) || coir_json_fail(member, "this is missing");
}

bool coir_json_object(const CoirJson *json, const char *key, CoirJson *member)
{
    return need(json, key, member) && (coir_json_is_object(member) || fail_kind(member, "an object"));
}

bool coir_json_text(const CoirJson *json, const char *key, const char **text)
{
    CoirJson member = {0};
    if (!need(json, key, &member))
        return false;
    if (!coir_json_is_text(&member))
        return fail_kind(&member, "a text");
    *text = member.value->valuestring;
    return true;
}

static bool read_number(const CoirJson *json, const char *key, CoirJson *member, double *number)
{
    if (!need(json, key, member))
        return false;
    if (!cJSON_IsNumber(member->value))
        return fail_kind(member, "a number");
    *number = member->value->valuedouble;
    return true;
}

bool coir_json_number(const CoirJson *json, const char *key, double low, double high, double *number)
{
    CoirJson member = {0};
    if (!read_number(json, key, &member, number))
        return false;
    if (*number >= low && *number <= high)
        return true;
    return coir_json_fail(&member, "%g; it must be a number from %g to %g", *number, low, high);
}

bool coir_json_whole(const CoirJson *json, const char *key, int low, int high, int *number)
{
    CoirJson member = {0};
    double value = 0;
    if (!read_number(json, key, &member, &value))
        return false;
    if (!(value >= low && value <= high) || value != floor(value))
        return coir_json_fail(&member, "%g; it must be a whole number from %d to %d", value, low, high);
    *number = (int)value;
    return true;
}

bool coir_json_flag(const CoirJson *json, const char *key, bool *flag)
{
    CoirJson member = {0};
    *flag = false;
    if (!coir_json_has(json, key, &member))
        return true;
    *flag = cJSON_IsTrue(member.value);
    return cJSON_IsBool(member.value) || fail_kind(&member, "true or false");
}

// Kinds and items ----------------------------------------------------------------------------------------------------

bool coir_json_is_object(const CoirJson *json)
{
    return cJSON_IsObject(json->value);
}

bool coir_json_is_array(const CoirJson *json)
{
    return cJSON_IsArray(json->value);
}

bool coir_json_is_text(const CoirJson *json)
{
    return cJSON_IsString(json->value);
}

int coir_json_count(const CoirJson *json)
{
    return cJSON_GetArraySize(json->value);
}

static bool take(CoirJson *item, const cJSON *value)
{
    item->value = value;
    item->key = value ? value->string : NULL;
    return value;
}

bool coir_json_first(const CoirJson *json, CoirJson *item)
{
    *item = (CoirJson){.outer = json};
    return take(item, json->value->child);
}

bool coir_json_next(CoirJson *item)
{
    item->index++;
    return take(item, item->value->next);
}
