// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The program: options, the list of themes, and the output, which is a table or, with --json, an object per line. A
// missed figure is only marked in the table, because timings depend on the machine. The status is 1 if a benchmark did
// not do its work, or if an argument is wrong.

#include "bench.h"

#include <stdio.h>
#include <string.h>

static const Bench *const themes[] = {
    bench_scheduler, bench_intervals, bench_churn,  bench_memory,   bench_queues,      bench_actions,
    bench_runs,      bench_making,    bench_stages, bench_sleepers, bench_sprites,     bench_frame,
    bench_labels,    bench_software,  bench_pacing, bench_input,    bench_input_state, bench_voices,
};

enum { THEMES = sizeof themes / sizeof *themes };

typedef struct Options {
    bool json, instructions, help, list;
    int names; // number of names that were given
} Options;

// The output ---------------------------------------------------------------------------------------------------------

static void show_json(const BenchRow *row)
{
    printf("{\"name\": \"%s\", \"n\": %d, \"ns_per_item\": %.6g, \"ns_per_frame\": %.1f", row->name, row->n,
           row->ns_per_item, row->ns_per_frame);
    if (row->floor_ns_per_item > 0)
        printf(", \"floor_ns_per_item\": %.3f", row->floor_ns_per_item);
    if (row->bytes_per_item > 0)
        printf(", \"bytes_per_item\": %.1f", row->bytes_per_item);
    puts("}");
}

static double ratio(const BenchRow *row)
{
    return row->floor_ns_per_item > 0 ? row->ns_per_item / row->floor_ns_per_item : 0;
}

// Shows a figure to reach, and "MISSED" if the row missed the figure. Shows nothing if `figure` is 0. `*shown` counts
// the figures shown for the row. Returns 1 if the figure was missed, else 0.
static int show_figure(double value, double figure, const char *unit, int *shown)
{
    if (figure <= 0)
        return 0;
    bool missed = !(value <= figure);
    printf("%s<= %g %s%s", (*shown)++ ? ", " : "  ", figure, unit, missed ? " MISSED" : "");
    return missed;
}

static double figure_ns_per_item(const BenchRow *row)
{
    const BenchFigure *figure = row->figure;
    bool is_other = row->n == figure->most_n && figure->ns_per_item_of_most > 0;
    return is_other ? figure->ns_per_item_of_most : figure->ns_per_item;
}

static int show_figures(const BenchRow *row)
{
    const BenchFigure *figure = row->figure;
    int shown = 0, missed = 0;
    if (!figure)
        return 0;
    missed += show_figure(row->ns_per_item, figure_ns_per_item(row), "ns/item", &shown);
    missed += show_figure(row->ns_per_frame, figure->ns_per_frame, "ns/frame", &shown);
    missed += show_figure(ratio(row), figure->ratio, "x floor", &shown);
    missed += show_figure(row->bytes_per_item, figure->bytes_per_item, "bytes", &shown);
    return missed;
}

static void show_number(double number, int width, int digits)
{
    if (number > 0)
        printf(" %*.*f", width, digits, number);
    else
        printf(" %*s", width, "-");
}

static void show_heading(void)
{
    printf("%-19s %8s %10s %13s %8s %6s %7s  %s\n", "name", "n", "ns/item", "ns/frame", "floor", "ratio", "bytes",
           "to reach");
}

// Returns the number of figures that were missed.
static int show_line(const BenchRow *row)
{
    printf("%-19s %8d %10.2f %13.1f", row->name, row->n, row->ns_per_item, row->ns_per_frame);
    show_number(row->floor_ns_per_item, 8, 2);
    show_number(ratio(row), 6, 2);
    show_number(row->bytes_per_item, 7, 1);
    int missed = show_figures(row);
    puts("");
    for (int i = 0; i < BENCH_PARTS && row->parts[i].name; i++)
        printf("  %-26s %10.*f ns\n", row->parts[i].name, row->parts[i].ns < 1e6 ? 2 : 0, row->parts[i].ns);
    return missed;
}

// Running ------------------------------------------------------------------------------------------------------------

typedef struct Result {
    int missed, failed;
} Result;

static void run_size(const Bench *bench, int n, const Options *options, Result *result)
{
    const BenchFigure *figure = &bench->figure;
    BenchRow row = {.name = bench->name, .n = n};
    if (n >= figure->least_n && n <= figure->most_n)
        row.figure = figure;
    bench->run(&row);
    if (row.failed)
        result->failed++;
    else if (options->instructions)
        printf("%s %.0f\n", row.name, row.counted);
    else if (options->json)
        show_json(&row);
    else
        result->missed += show_line(&row);
    fflush(stdout);
}

static bool is_name(const char *argument)
{
    return argument[0] != '-';
}

static bool is_wanted(const char *name, int count, char **arguments)
{
    bool wanted = false;
    for (int i = 1; i < count; i++)
        wanted = wanted || strcmp(arguments[i], name) == 0;
    return wanted;
}

static int run_wanted(const Options *options, int count, char **arguments)
{
    Result result = {0};
    if (options->instructions)
        bench_count_instructions();
    else if (!options->json)
        show_heading();
    for (int i = 0; i < THEMES; i++)
        for (const Bench *bench = themes[i]; bench->name; bench++)
            if (options->names == 0 || is_wanted(bench->name, count, arguments))
                for (const int *n = bench->sizes; *n && (n == bench->sizes || !options->instructions); n++)
                    run_size(bench, *n, options, &result);
    if (!options->json && result.missed)
        printf("%d missed\n", result.missed);
    return result.failed ? 1 : 0;
}

// Options ------------------------------------------------------------------------------------------------------------

static bool is_known(const char *name)
{
    for (int i = 0; i < THEMES; i++)
        for (const Bench *bench = themes[i]; bench->name; bench++)
            if (strcmp(bench->name, name) == 0)
                return true;
    return false;
}

static bool read_argument(const char *argument, Options *options)
{
    if (is_name(argument)) {
        options->names++;
        return is_known(argument) || (fprintf(stderr, "bench: no benchmark is called %s; see --list\n", argument), 0);
    }
    if (strcmp(argument, "--json") == 0)
        options->json = true;
    else if (strcmp(argument, "--instructions") == 0)
        options->instructions = true;
    else if (strcmp(argument, "--help") == 0)
        options->help = true;
    else if (strcmp(argument, "--list") == 0)
        options->list = true;
    else
        return fprintf(stderr, "bench: there is no option %s; see --help\n", argument), false;
    return true;
}

static int help(void)
{
    puts("usage: bench [--json | --instructions] [NAME...]\n"
         "Measures the benchmarks named, or all of them, and shows a table.\n"
         "\n"
         "  --json   prints an object a line instead: name, n, ns_per_item and ns_per_frame;\n"
         "           floor_ns_per_item and bytes_per_item if the benchmark measures them\n"
         "  --instructions\n"
         "           measures nothing, but does a few frames of the smallest n for\n"
         "           tests/benchmarks/instructions.sh to count, and prints the number of items\n"
         "  --list   prints the names of all benchmarks\n"
         "  --help   prints this text\n"
         "\n"
         "The floor is work to compare with, mostly the same work done by a loop over an array.\n"
         "Times are medians. A figure to reach that was missed is marked. The status is 1 when the\n"
         "check of a benchmark's work fails. Benchmarks that draw to a window need a display;\n"
         "tests/benchmarks/drawing.sh runs them on a display of its own.");
    return 0;
}

static int list(void)
{
    for (int i = 0; i < THEMES; i++)
        for (const Bench *bench = themes[i]; bench->name; bench++)
            puts(bench->name);
    return 0;
}

int main(int count, char **arguments)
{
    Options options = {0};
    for (int i = 1; i < count; i++)
        if (!read_argument(arguments[i], &options))
            return 1;
    if (options.help)
        return help();
    return options.list ? list() : run_wanted(&options, count, arguments);
}
