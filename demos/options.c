// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void options_print_help(void)
{
    puts("gallery [NAME] [OPTIONS]    shows the demo NAME, or the first; the arrow keys go to the others, F3 shows\n"
         "                            statistics, Escape ends\n"
         "  --list            the demos, a line each\n"
         "  --frames N        ends after N frames\n"
         "  --headless        draws into memory, without a window\n"
         "  --shot FILE.png   writes the last frame to a file\n"
         "  --dt SECONDS      each frame counts as this, whatever the clock says\n"
         "  --seed N          for what is random; 1 if left out\n"
         "  --bench           headless, as fast as it goes, and says how long a frame takes");
}

static bool read_number(const char *option, const char *word, double least, double most, double *value)
{
    char *end = NULL;
    errno = 0;
    *value = word ? strtod(word, &end) : 0;
    if (word && end != word && !*end && errno == 0 && *value >= least && *value <= most)
        return true;
    fprintf(stderr, "gallery: %s wants a number from %g to %g, not %s\n", option, least, most, word ? word : "nothing");
    return false;
}

static bool read_count(const char *option, const char *word, double least, double most, int64_t *value)
{
    double number;
    if (!read_number(option, word, least, most, &number))
        return false;
    *value = (int64_t)number;
    if ((double)*value == number)
        return true;
    fprintf(stderr, "gallery: %s wants a whole number, not %s\n", option, word);
    return false;
}

static bool read_text(const char *option, const char *word, const char **value)
{
    *value = word;
    if (word && *word)
        return true;
    fprintf(stderr, "gallery: %s wants the name of a file\n", option);
    return false;
}

// Reads an option that has a value behind it. False: there is an error, or (`*known` false) it is none of these.
static bool read_valued(Options *options, const char *option, const char *value, bool *known)
{
    int64_t number = 0;
    *known = true;
    if (!strcmp(option, "--frames"))
        return read_count(option, value, 1, 1e15, &options->frames);
    if (!strcmp(option, "--dt"))
        return read_number(option, value, 1e-9, 3600, &options->dt);
    if (!strcmp(option, "--shot"))
        return read_text(option, value, &options->shot);
    *known = !strcmp(option, "--seed");
    if (!*known || !read_count(option, value, 0, 9e15, &number))
        return false;
    options->seed = (uint64_t)number;
    return true;
}

static bool read_flag(Options *options, const char *word)
{
    bool *flag = !strcmp(word, "--headless")                      ? &options->headless
                 : !strcmp(word, "--bench")                       ? &options->bench
                 : !strcmp(word, "--list")                        ? &options->list
                 : !strcmp(word, "--help") || !strcmp(word, "-h") ? &options->help
                                                                  : NULL;
    if (flag)
        *flag = true;
    return flag != NULL;
}

bool options_read(Options *options, int count, char **words)
{
    *options = (Options){.seed = 1};
    for (int i = 1; i < count; i++) {
        bool known;
        if (read_flag(options, words[i]))
            continue;
        if (words[i][0] != '-') {
            options->name = words[i];
            continue;
        }
        if (read_valued(options, words[i], i + 1 < count ? words[i + 1] : NULL, &known)) {
            i++;
            continue;
        }
        if (!known)
            fprintf(stderr, "gallery: there is no option %s; --help lists them\n", words[i]);
        return false;
    }
    return true;
}
