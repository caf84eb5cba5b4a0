// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An operation is read once, when its line is read. So an error in an operation is found at the line, and not when the
// operation is done. A pattern describes the arguments of a verb, with one letter for each argument: see TraceValue in
// run.h.

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

static bool read_calls(const char *word, TraceValue *value)
{
    value->number = 1;
    return !strcmp(word, "calls");
}

static bool read_value(char kind, const char *word, TraceValue *value)
{
    value->word = word;
    switch (kind) {
    case 'i': return trace_read_int(word, &value->number);
    case 'm': return trace_read_bits(word, &value->mask);
    case 'l': return read_calls(word, value);
    case 's': return trace_read_double(word, &value->seconds);
    case 'b': return read_flag(word, value);
    case 'r': return read_repeat(word, value);
    case 'c': return read_catch_up(word, value);
    case 'k': return strcmp(word, "update") != 0; // `update` means the per-frame update
    default: return true;
    }
}

static bool may_be_left_out(char kind)
{
    return kind == 'c' || kind == 'o' || kind == 'l';
}

// Reads an argument that takes all remaining words.
static bool read_rest(char kind, char *words, TraceValue *value)
{
    if (kind == 'P')
        return trace_read_property(words, value);
    value->spec = trace_read_spec(words);
    return value->spec != NULL;
}

bool trace_read_values(const char *pattern, char *text, TraceValue *values)
{
    for (; *pattern; pattern++, values++) {
        *values = (TraceValue){.number = 0}; // default of an argument that is left out: COIR_CATCH_UP_ALL, no calls
        if (*pattern == 'P' || *pattern == 'S')
            return read_rest(*pattern, text, values);
        const char *word = trace_next_word(&text);
        if (word ? !read_value(*pattern, word, values) : !may_be_left_out(*pattern))
            return false;
    }
    return !trace_next_word(&text);
}

static const TraceVerb *find_verb(const TraceVerb *verb, const char *word)
{
    while (verb->word && strcmp(word, verb->word) != 0)
        verb++;
    return verb->word ? verb : NULL;
}

// Reads one operation and adds the operation at the end. A text without words adds nothing.
static bool read_operation(char *text, TraceOperation ***end)
{
    const char *word = trace_next_word(&text);
    if (!word)
        return true;
    TraceOperation *operation = trace_allocate(NULL, sizeof *operation);
    *operation = (TraceOperation){.verb = find_verb(trace_time_verbs, word)};
    if (!operation->verb) {
        operation->verb = find_verb(trace_action_verbs, word);
        operation->acts = true;
    }
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

void trace_refuse_unless(TraceRun *run, bool done)
{
    if (!done)
        trace_text_add(run->output, "refused\n");
}

static void run_operation(TraceRun *run, const TraceOperation *operation)
{
    if (operation->acts && !run->class->actions)
        trace_refuse_unless(run, false);
    else
        operation->verb->run(run, operation->values);
}

void trace_run_operations(TraceRun *run, const TraceOperations *operations)
{
    for (; operations; operations = operations->next)
        for (const TraceOperation *each = operations->first; each && trace_count(run); each = each->next)
            run_operation(run, each);
}

static void free_operation(TraceOperation *operation)
{
    for (int i = 0; i < TRACE_VALUES; i++)
        trace_free_spec(operation->values[i].spec);
    free(operation);
}

void trace_free_operations(TraceOperations *operations)
{
    for (TraceOperations *next; operations; operations = next) {
        next = operations->next;
        for (TraceOperation *each = operations->first, *after; each; each = after) {
            after = each->next;
            free_operation(each);
        }
        free(operations->text);
        free(operations);
    }
}
