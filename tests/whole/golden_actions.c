// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//   golden_actions FILE
//
// Compares the effect of actions on a node with the results of another implementation. FILE has scripts of the trace
// language, with blank lines between the scripts. A line with `props` has an `=` and then the numbers that the line
// must print. There is a tolerance, because the other implementation rounds some numbers and computes with floats.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "trace/script.h"
#include "trace/words.h"

#define FIRST_LOOK 7  // index of the first number of opacity and colour
#define FIRST_FLAG 11 // index of the first number that is 0 or 1

// Scripts without a comparison of the position, by the start of the line with `run`. In these scripts a spawn sets the
// position and adds to the position at the same time, and the other implementation gets another position.
static const char *const mixed[] = {
    "run 1 A (spawn (repeat 3 (moveby 1 -40 49.25)) (spawn (moveto 4 ",
    "run 1 A (spawn (sequence (bezierby 4 -63.29 145 -77.82 -34.64 104.49 110.68) (blink 4 5) (bezierto 0.5 ",
    "run 1 A (sequence (spawn (jumpto 0.5 -133.25 -107.51 42 1) (scaleto 2 0.5 3) (moveto 4 -0.72 134) (cardinalby 1 ",
};

// A script of which one line with `props` is not compared: the line number CROOKED_LINE, counted from 1. When a step
// ends a loop of this repeat, the other implementation uses only half of the rest of the step. The next step is right
// again.
static const char crooked[] = "run 1 A (repeat 2 (bezierby 0.5 -95 ";
#define CROOKED_LINE 5

typedef struct Block {     // a script, and the numbers that the script must print
    TraceText script, run; // `run`: the line of the script that begins with "run "
    double (*expected)[TRACE_PROPS];
    size_t count;
} Block;

typedef struct Counts {
    size_t blocks, lines, skipped, wrong;
} Counts;

// Reading ------------------------------------------------------------------------------------------------------------

// Returns false if the text is not TRACE_PROPS numbers.
static bool read_numbers(char *text, double numbers[TRACE_PROPS])
{
    const char *word;
    for (int i = 0; i < TRACE_PROPS; i++)
        if (!(word = trace_next_word(&text)) || !trace_read_double(word, &numbers[i]))
            return false;
    return !trace_next_word(&text);
}

static bool add_line(Block *block, char *line)
{
    char *equals = strchr(line, '=');
    if (!strncmp(line, "run ", 4))
        trace_text_add(&block->run, "%s", line);
    if (equals) {
        *equals = '\0';
        block->expected = trace_allocate(block->expected, (block->count + 1) * sizeof *block->expected);
        if (!read_numbers(equals + 1, block->expected[block->count++]))
            return false;
    }
    trace_text_add(&block->script, "%s\n", line);
    return true;
}

static void empty(Block *block)
{
    free(block->script.text);
    free(block->run.text);
    free(block->expected);
    *block = (Block){.count = 0};
}

// Comparing ----------------------------------------------------------------------------------------------------------

static bool is_close(int index, double value, double expected)
{
    double off = fabs(value - expected);
    if (index >= FIRST_FLAG)
        return off == 0;
    return off <= (index >= FIRST_LOOK ? 1.5 : 1e-3 * fmax(1, fabs(expected)));
}

static bool begins(const Block *block, const char *run)
{
    return block->run.text && !strncmp(block->run.text, run, strlen(run));
}

static bool is_mixed(const Block *block)
{
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        if (begins(block, mixed[i]))
            return true;
    return false;
}

static bool is_crooked(const Block *block, size_t number)
{
    return number == CROOKED_LINE && begins(block, crooked);
}

// Returns true if a printed line, "props N" and the numbers, has the numbers expected. `without_position`: the position
// is not compared.
static bool agrees(char *line, const double expected[TRACE_PROPS], bool without_position)
{
    double numbers[TRACE_PROPS];
    char *rest = line;
    trace_next_word(&rest);
    trace_next_word(&rest);
    if (!read_numbers(rest, numbers))
        return false;
    for (int i = without_position ? 2 : 0; i < TRACE_PROPS; i++)
        if (!is_close(i, numbers[i], expected[i]))
            return false;
    return true;
}

static bool report(const Block *block, size_t number, const char *printed)
{
    printf("FAILED: %s: in line %zu of its props\n  expected", block->run.text, number);
    for (int i = 0; number <= block->count && i < TRACE_PROPS; i++)
        printf(" %.9g", block->expected[number - 1][i]);
    printf("\n  printed  %s\n", printed);
    return false;
}

static bool compare(const Block *block, char *output)
{
    size_t number = 0;
    bool without_position = is_mixed(block);
    for (char *line = output, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        bool is_wrong = !strncmp(line, "refused", 7) || !strncmp(line, "bad", 3);
        if (strncmp(line, "props", 5) != 0 && !is_wrong)
            continue;
        char *copy = trace_copy(line, strlen(line));
        bool is_right = !is_wrong && ++number <= block->count &&
                        (agrees(copy, block->expected[number - 1], without_position) || is_crooked(block, number));
        free(copy);
        if (!is_right)
            return report(block, number ? number : 1, line);
    }
    return number == block->count || report(block, number + 1, "nothing");
}

static void run_block(Block *block, Counts *counts)
{
    TraceText output = {0};
    if (block->script.length == 0)
        return;
    trace_text_add(&output, "%s", "");
    trace_run(trace_whole(), block->script.text, block->script.length, &output);
    trace_text_add_bytes(&output, "", 0);
    counts->blocks++;
    counts->lines += block->count;
    counts->wrong += !compare(block, output.text);
    if (is_mixed(block))
        printf("skipped: the position in: %s\n", block->run.text);
    if (begins(block, crooked))
        printf("skipped: props %d in: %s\n", CROOKED_LINE, block->run.text);
    counts->skipped += is_mixed(block) || begins(block, crooked);
    free(output.text);
    empty(block);
}

static bool run_file(FILE *file, Counts *counts)
{
    Block block = {.count = 0};
    char line[4096];
    bool is_good = true;
    while (is_good && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line)
            run_block(&block, counts);
        else if (*line != '#')
            is_good = add_line(&block, line);
    }
    if (is_good)
        run_block(&block, counts);
    else
        printf("FAILED: %s: there are not %d numbers after the =\n", line, TRACE_PROPS);
    empty(&block);
    return is_good;
}

int main(int argc, char **argv)
{
    Counts counts = {0};
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "golden_actions FILE\n");
        return 2;
    }
    coir_log_set_level(COIR_LOG_ERROR);
    bool is_good = run_file(file, &counts);
    fclose(file);
    if (!is_good)
        return 1;
    printf("%zu scripts, %zu lines with numbers, parts of %zu skipped, %zu wrong\n", counts.blocks, counts.lines,
           counts.skipped, counts.wrong);
    return counts.wrong > 0 || counts.lines == 0 || counts.skipped != sizeof mixed / sizeof *mixed + 1;
}
