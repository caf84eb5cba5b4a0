// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads a script line by line and does each line at once. A moment is a call at which a script can do operations. Its
// name is the start of the line that defines the operations: "on 1 a 2" is the second call of target 1's timer a, and
// "proc p" is a call of the function p by a post or an action. The TraceMoment "on 1 a", without a number, has no
// operations, and only counts the calls of the timer.

#include "trace/script.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "trace/run.h"

struct TraceMoment {
    char *name;
    int calls;
    TraceOperations *operations;
    UT_hash_handle hh;
};

bool trace_count(TraceRun *run)
{
    if (run->left == 0)
        return false;
    if (run->left != SIZE_MAX)
        run->left--;
    return true;
}

// Moments ------------------------------------------------------------------------------------------------------------

static TraceMoment *find_moment(TraceRun *run, const char *name)
{
    TraceMoment *moment;
    HASH_FIND_STR(run->moments, name, moment);
    return moment;
}

static TraceMoment *find_or_make_moment(TraceRun *run, const char *name)
{
    TraceMoment *moment = find_moment(run, name);
    if (moment)
        return moment;
    moment = trace_allocate(NULL, sizeof *moment);
    *moment = (TraceMoment){.name = trace_copy(name, strlen(name))};
    HASH_ADD_KEYPTR(hh, run->moments, moment->name, strlen(moment->name), moment);
    return moment;
}

static void do_moment(TraceRun *run, const TraceText *name)
{
    const TraceMoment *moment = find_moment(run, name->text);
    if (moment)
        trace_run_operations(run, moment->operations);
}

// Counts a call of the timer or update `name`, and does the operations of this call. Frees the name.
static void count_call(TraceRun *run, TraceText *name)
{
    TraceMoment *moment = find_or_make_moment(run, name->text);
    if (moment->calls < INT_MAX)
        trace_text_add(name, " %d", ++moment->calls);
    do_moment(run, name);
    free(name->text);
}

static void free_moments(TraceRun *run)
{
    TraceMoment *moment, *next;
    HASH_ITER(hh, run->moments, moment, next)
    {
        HASH_DEL(run->moments, moment);
        trace_free_operations(moment->operations);
        free(moment->name);
        free(moment);
    }
}

// Functions that the engine calls ------------------------------------------------------------------------------------

static void on_update(void *listener, int target, double dt)
{
    TraceRun *run = listener;
    TraceText name = {0};
    if (!trace_count(run))
        return;
    trace_text_add(run->output, "update %d %.9g\n", target, dt);
    trace_text_add(&name, "on %d update", target);
    count_call(run, &name);
}

static void on_fire(void *listener, int target, const char *key, double elapsed)
{
    TraceRun *run = listener;
    TraceText name = {0};
    if (!trace_count(run))
        return;
    trace_text_add(run->output, "fire %d %s %.9g @%.9g\n", target, key, elapsed, run->class->now(run->engine));
    trace_text_add(&name, "on %d %s", target, key);
    count_call(run, &name);
}

static void do_proc(TraceRun *run, const char *proc)
{
    TraceText name = {0};
    trace_text_add(&name, "proc %s", proc);
    do_moment(run, &name);
    free(name.text);
}

static void on_posted(void *listener, const char *proc)
{
    TraceRun *run = listener;
    if (!trace_count(run))
        return;
    trace_text_add(run->output, "post %s\n", proc);
    do_proc(run, proc);
}

static void on_timer(void *listener, const char *queue, const char *id)
{
    TraceRun *run = listener;
    TraceText name = {0};
    if (!trace_count(run))
        return;
    trace_text_add(run->output, "timer %s %s @%.9g\n", queue, id, run->class->queue_now(run->engine, queue));
    trace_text_add(&name, "on-queue %s %s", queue, id);
    count_call(run, &name);
}

static void on_called(void *listener, const char *proc)
{
    TraceRun *run = listener;
    if (!trace_count(run))
        return;
    trace_text_add(run->output, "call %s @%.9g\n", proc, run->class->actions->now(run->engine));
    do_proc(run, proc);
}

static void on_ended(void *listener, const char *name, CoirRunEnd reason)
{
    static const char *const reasons[] = {
        [COIR_END_DONE] = "done", [COIR_END_STOPPED] = "stopped", [COIR_END_GONE] = "gone"};
    TraceRun *run = listener;
    trace_text_add(run->output, "end %s %s\n", name, reasons[reason]);
}

// Lines --------------------------------------------------------------------------------------------------------------

static void name_on(TraceText *name, const TraceValue *v)
{
    trace_text_add(name, "on %d %s %d", v[0].number, v[1].word, v[2].number);
}

static void name_on_queue(TraceText *name, const TraceValue *v)
{
    trace_text_add(name, "on-queue %s %s %d", v[0].word, v[1].word, v[2].number);
}

static void name_proc(TraceText *name, const TraceValue *v)
{
    trace_text_add(name, "proc %s", v[0].word);
}

typedef struct Definition {
    const char *word, *pattern;
    void (*name)(TraceText *name, const TraceValue *values);
    bool replaces; // true: replaces the operations of the same moment; false: adds operations to the moment
} Definition;

static const Definition definitions[] = {
    {"on", "iwi", name_on, false},
    {"on-queue", "wwi", name_on_queue, false},
    {"proc", "w", name_proc, true},
};

static const Definition *find_definition(const char *line)
{
    size_t length = strcspn(line, TRACE_BLANKS);
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        if (strlen(definitions[i].word) == length && !strncmp(line, definitions[i].word, length))
            return &definitions[i];
    return NULL;
}

// Returns the colon that ends the words of a definition: the first colon in the last word or after the last word.
static char *find_colon(char *line, const Definition *definition)
{
    for (size_t words = strlen(definition->pattern); words > 0; words--) {
        line += strcspn(line, TRACE_BLANKS);
        line += strspn(line, TRACE_BLANKS);
    }
    return strchr(line, ':');
}

static void keep(TraceRun *run, const char *name, TraceOperations *operations, bool replaces)
{
    TraceMoment *moment = find_or_make_moment(run, name);
    TraceOperations **end = &moment->operations;
    if (replaces) {
        trace_free_operations(moment->operations);
        moment->operations = NULL;
    }
    while (*end)
        end = &(*end)->next;
    *end = operations;
}

static bool define(TraceRun *run, const Definition *definition, char *line)
{
    TraceValue values[TRACE_VALUES];
    TraceText name = {0};
    char *colon = find_colon(line, definition);
    if (!colon)
        return false;
    *colon = '\0';
    if (!trace_read_values(definition->pattern, line + strlen(definition->word), values))
        return false;
    TraceOperations *operations = trace_read_operations(colon + 1, true);
    if (!operations)
        return false;
    definition->name(&name, values);
    keep(run, name.text, operations, definition->replaces);
    free(name.text);
    return true;
}

static bool do_line(TraceRun *run, char *line)
{
    const Definition *definition = find_definition(line);
    if (definition)
        return define(run, definition, line);
    TraceOperations *operations = trace_read_operations(line, false);
    if (!operations)
        return false;
    trace_run_operations(run, operations);
    trace_free_operations(operations);
    return true;
}

// Reads a line and does the operation or definition. If the line cannot be read, prints "bad" with the line, and
// returns false.
static bool run_line(TraceRun *run, const char *line, size_t length)
{
    trace_trim(&line, &length);
    char *copy = trace_copy(line, length);
    bool readable = !memchr(copy, '\0', length) && do_line(run, copy);
    free(copy);
    if (readable)
        return true;
    trace_text_add(run->output, "bad ");
    trace_text_add_bytes(run->output, line, length);
    trace_text_add(run->output, "\n");
    return false;
}

int trace_run_limited(const TraceEngineClass *class, const char *script, size_t size, size_t limit, TraceText *output)
{
    static const TraceListener calls = {on_update, on_fire, on_posted, on_timer};
    static const TraceActionListener action_calls = {on_called, on_ended};
    TraceRun run = {.class = class, .output = output, .left = limit};
    const char *end = size ? script + size : script;
    bool readable = true;
    run.engine = class->new (&calls, &run);
    if (class->actions)
        class->actions->listen(run.engine, &action_calls);
    while (readable && script < end && run.left > 0) {
        const char *line_end = memchr(script, '\n', (size_t)(end - script));
        line_end = line_end ? line_end : end;
        readable = run_line(&run, script, (size_t)(line_end - script));
        script = line_end < end ? line_end + 1 : end;
    }
    class->destroy(run.engine);
    free_moments(&run);
    return readable ? 0 : 2;
}

int trace_run(const TraceEngineClass *class, const char *script, size_t size, TraceText *output)
{
    return trace_run_limited(class, script, size, SIZE_MAX, output);
}
