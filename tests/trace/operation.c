// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Operations are read once, when their line is, so that one that cannot be read is found there and not when it is
// done. What follows a verb is described by a pattern, one letter an argument.

#include <stdlib.h>
#include <string.h>

#include "coir/scheduler.h"
#include "trace/run.h"

static bool read_repeat(const char *word, TraceValue *value)
{
    value->number = COIR_FOREVER;
    return !strcmp(word, "forever") || trace_read_int(word, &value->number);
}

static bool read_flag(const char *word, TraceValue *value)
{
    value->number = !strcmp(word, "1");
    return value->number || !strcmp(word, "0");
}

static bool read_catch_up(const char *word, TraceValue *value)
{
    static const char *const names[] = {
        [COIR_CATCH_UP_ALL] = "all", [COIR_CATCH_UP_ONE] = "one", [COIR_CATCH_UP_RESTART] = "restart"};
    for (value->number = 0; value->number < 3; value->number++)
        if (!strcmp(word, names[value->number]))
            return true;
    return false;
}

static bool read_value(char kind, const char *word, TraceValue *value)
{
    value->word = word;
    switch (kind) {
    case 'i': return trace_read_int(word, &value->number);
    case 's': return trace_read_double(word, &value->seconds);
    case 'b': return read_flag(word, value);
    case 'r': return read_repeat(word, value);
    case 'c': return read_catch_up(word, value);
    case 'k': return strcmp(word, "update") != 0; // that is the per-frame update
    default: return true;
    }
}

static bool may_be_left_out(char kind)
{
    return kind == 'c' || kind == 'o';
}

bool trace_read_values(const char *pattern, char *text, TraceValue *values)
{
    for (; *pattern; pattern++, values++) {
        const char *word = trace_next_word(&text);
        *values = (TraceValue){.number = COIR_CATCH_UP_ALL};
        if (word ? !read_value(*pattern, word, values) : !may_be_left_out(*pattern))
            return false;
    }
    return !trace_next_word(&text);
}

static const TraceVerb *find_verb(const char *word)
{
    static const TraceVerb *const tables[] = {trace_time_verbs};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const TraceVerb *verb = tables[i]; verb->word; verb++)
            if (!strcmp(word, verb->word))
                return verb;
    return NULL;
}

// Reads one operation and puts it at the end. One of no words is nothing.
static bool read_operation(char *text, TraceOperation ***end)
{
    const char *word = trace_next_word(&text);
    if (!word)
        return true;
    TraceOperation *operation = trace_allocate(NULL, sizeof *operation);
    *operation = (TraceOperation){.verb = find_verb(word)};
    **end = operation;
    *end = &operation->next;
    return operation->verb && trace_read_values(operation->verb->pattern, text, operation->values);
}

TraceOperations *trace_read_operations(const char *text, bool several)
{
    TraceOperations *operations = trace_allocate(NULL, sizeof *operations);
    TraceOperation **end = &operations->first;
    *operations = (TraceOperations){.text = trace_copy(text, strlen(text))};
    for (char *part = operations->text, *next; part; part = next) {
        next = several ? strchr(part, ';') : NULL;
        if (next)
            *next++ = '\0';
        if (!read_operation(part, &end)) {
            trace_free_operations(operations);
            return NULL;
        }
    }
    return operations;
}

void trace_run_operations(TraceRun *run, const TraceOperations *operations)
{
    for (; operations; operations = operations->next)
        for (const TraceOperation *each = operations->first; each && trace_count(run); each = each->next)
            each->verb->run(run, each->values);
}

void trace_free_operations(TraceOperations *operations)
{
    for (TraceOperations *next; operations; operations = next) {
        next = operations->next;
        for (TraceOperation *each = operations->first, *after; each; each = after) {
            after = each->next;
            free(each);
        }
        free(operations->text);
        free(operations);
    }
}
