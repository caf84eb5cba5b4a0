// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs random scripts of the trace language on the library and on the model. Both must print the same, byte for byte. A
// script with a difference is made as short as possible and printed.
//
//     test_time_model [--crowds] [--seed N] [--every K] [--steps N] [--seconds S] [--script FILE] [--print]
//
// Scripts have the seeds N, N + K, ..., so `--seed N --steps 1` repeats one script. K is 1 by default. Even seeds make
// scripts for the Scheduler, and odd seeds make scripts for timer queues, so a K of 2 makes one kind only. The program
// ends when the steps are done or the seconds have passed. A step is one operation, also in a callback. --script runs
// the script of a file instead. --print prints each script before the script is run, in case the script crashes the
// program. --crowds makes scripts with many timers that come due together.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "model/random_script.h"
#include "model/shrink.h"
#include "support/system.h"
#include "trace/script.h"

#define TRIES 20000        // maximum number of tries when a script is shortened
#define OPERATIONS 200000u // maximum number of operations and calls in a script

typedef struct Options {
    unsigned long long seed, every;
    double steps, seconds;
    const char *script;
    bool crowds, prints;
} Options;

typedef struct Outcome {
    TraceText output;
    int status;
} Outcome;

static Outcome run(const TraceEngineClass *class, const TraceText *script)
{
    Outcome outcome = {0};
    outcome.status = trace_run_limited(class, script->text, script->length, OPERATIONS, &outcome.output);
    trace_text_add_bytes(&outcome.output, "", 0); // makes the text of an empty output "", not NULL
    return outcome;
}

static bool is_same(const Outcome *library, const Outcome *model)
{
    return library->status == model->status && !strcmp(library->output.text, model->output.text);
}

static bool tells_apart(const TraceText *script)
{
    Outcome library = run(&trace_library, script), model = run(&trace_model, script);
    bool same = is_same(&library, &model);
    free(library.output.text);
    free(model.output.text);
    return !same;
}

// Steps --------------------------------------------------------------------------------------------------------------

// Returns how many lines of the output begin with `start`. Calls no string functions on the output: under the address
// sanitizer, each such call searches for the end of the whole output (strict_string_checks).
static long count_lines(const TraceText *output, const char *start)
{
    const char *line = output->text, *end = line + output->length;
    size_t length = strlen(start);
    long count = 0;
    while (line && (size_t)(end - line) >= length) {
        count += memcmp(line, start, length) == 0;
        line = memchr(line, '\n', (size_t)(end - line));
        line = line ? line + 1 : NULL;
    }
    return count;
}

// Returns how often the operations of a line were done. For a line with operations of callbacks, looks for the calls in
// the output.
static long times_done(const char *line, const TraceText *output)
{
    char name[64] = "", key[64] = "", start[160] = "";
    int number;
    if (sscanf(line, "proc %63[^:]", name) == 1)
        snprintf(start, sizeof start, "post %s\n", name);
    else if (sscanf(line, "on-queue %63s %63s %d:", name, key, &number) == 3)
        snprintf(start, sizeof start, "timer %s %s ", name, key);
    else if (sscanf(line, "on %63s update %d:", name, &number) == 2)
        snprintf(start, sizeof start, "update %s ", name);
    else if (sscanf(line, "on %63s %63s %d:", name, key, &number) == 3)
        snprintf(start, sizeof start, "fire %s %s ", name, key);
    else
        return 1;
    long calls = count_lines(output, start);
    return !strncmp(line, "proc", 4) ? calls : calls >= number;
}

static long count_steps(const TraceText *script, const TraceText *output)
{
    long steps = 0;
    for (const char *line = script->text; *line; line += strcspn(line, "\n") + 1) {
        long operations = 1;
        for (const char *at = line; *at != '\n'; at++)
            operations += *at == ';';
        steps += operations * times_done(line, output);
    }
    return steps;
}

// Scripts with a difference ------------------------------------------------------------------------------------------

static const char *line_after(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static bool is_same_line(const char *a, const char *b)
{
    size_t length = strcspn(a, "\n");
    return length == strcspn(b, "\n") && !strncmp(a, b, length);
}

static void print_line(const char *what, const char *line)
{
    const char *text = *line ? line : "(nothing more)";
    printf("%s%.*s\n", what, (int)strcspn(text, "\n"), text);
}

// Prints the first line that is different, with up to eight lines of context above.
static void print_difference(const char *library, const char *model)
{
    int same = 0;
    const char *line = library;
    while (*library && is_same_line(library, model)) {
        library = line_after(library);
        model = line_after(model);
        same++;
    }
    printf("--- output of library and model, from line %d\n", same > 8 ? same - 7 : 1);
    for (int i = 0; i < same; i++, line = line_after(line))
        if (same - i <= 8)
            print_line("both:    ", line);
    print_line("library: ", library);
    print_line("model:   ", model);
}

static void report(TraceText *script)
{
    printf("--- the shortest script that tells the library from the model:\n");
    fflush(stdout);
    shrink(script, tells_apart, TRIES);
    Outcome library = run(&trace_library, script), model = run(&trace_model, script);
    printf("%s", script->text);
    print_difference(library.output.text, model.output.text);
    free(library.output.text);
    free(model.output.text);
}

// Runs a script on the library and on the model. Returns the number of steps, or 0 if the outputs differ.
static long compare(const TraceText *script)
{
    Outcome library = run(&trace_library, script), model = run(&trace_model, script);
    bool same = is_same(&library, &model);
    long steps = same ? count_steps(script, &model.output) : 0;
    free(library.output.text);
    free(model.output.text);
    return steps;
}

// The program --------------------------------------------------------------------------------------------------------

static double seconds_now(void)
{
    return (double)system_now() / 1e9;
}

static int run_file(const char *name)
{
    char bytes[4096];
    size_t count;
    TraceText script = {0};
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        return 2;
    }
    trace_text_add_bytes(&script, "", 0);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        trace_text_add_bytes(&script, bytes, count);
    fclose(file);
    bool differs = tells_apart(&script);
    if (differs)
        report(&script);
    free(script.text);
    return differs;
}

static bool run_seed(const Options *options, unsigned long long seed, long *steps)
{
    TraceText script = {0};
    (options->crowds ? random_crowd : random_script)(seed, &script);
    if (options->prints) {
        printf("# seed %llu\n%s", seed, script.text);
        fflush(stdout);
    }
    *steps = compare(&script);
    if (*steps == 0) {
        printf("--- library and model differ: %s--seed %llu --steps 1\n", options->crowds ? "--crowds " : "", seed);
        report(&script);
    }
    free(script.text);
    return *steps > 0;
}

static int run_seeds(const Options *options)
{
    double begin = seconds_now(), sum = 0;
    unsigned long long seed = options->seed, scripts = 0;
    printf("seed %llu\n", seed);
    while (sum < options->steps && seconds_now() - begin < options->seconds) {
        long steps;
        if (!run_seed(options, seed, &steps))
            return 1;
        sum += (double)steps;
        seed += options->every;
        scripts++;
    }
    double seconds = seconds_now() - begin;
    printf("%llu scripts, %.0f steps, %.0f steps per second\n", scripts, sum, sum / seconds);
    return 0;
}

// Returns false if the next word is not an option.
static bool read_option(Options *options, int *left, char ***words)
{
    const char *word = **words, *value = *left > 1 ? (*words)[1] : NULL;
    if (!strcmp(word, "--print") || !strcmp(word, "--crowds")) {
        *(!strcmp(word, "--print") ? &options->prints : &options->crowds) = true;
        return true;
    }
    if (!value)
        return false;
    --*left;
    ++*words;
    if (!strcmp(word, "--seed"))
        options->seed = strtoull(value, NULL, 10);
    else if (!strcmp(word, "--every"))
        options->every = strtoull(value, NULL, 10);
    else if (!strcmp(word, "--steps"))
        options->steps = strtod(value, NULL);
    else if (!strcmp(word, "--seconds"))
        options->seconds = strtod(value, NULL);
    else if (!strcmp(word, "--script"))
        options->script = value;
    else
        return false;
    return true;
}

// Drops all log messages: the traces say which operations are refused.
static void stay_quiet(CoirLogLevel level, const char *message, void *user)
{
    (void)user, (void)level, (void)message;
}

int main(int argc, char **argv)
{
    Options options = {.seed = 1, .every = 1, .steps = 300000, .seconds = 1e9};
    while (--argc > 0) {
        ++argv;
        if (!read_option(&options, &argc, &argv)) {
            fprintf(stderr, "usage: test_time_model [--crowds] [--seed N] [--every K] [--steps N] [--seconds S] "
                            "[--script FILE] [--print]\n");
            return 2;
        }
    }
    coir_log_set_hook(stay_quiet, NULL);
    return options.script ? run_file(options.script) : run_seeds(&options);
}
