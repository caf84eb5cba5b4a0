// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random scripts of what is done with runs of actions, done to the library and to the model of it. After each step
// every property of every node, every run's state, and every call and end since then must be the same. And, bit for
// bit, what a run has done to the properties must be what it does when it is played there anew: in one step, or from
// the other side. A script that tells them apart is made as short as possible and printed.
//
//     test_action_model [--seed N] [--steps N] [--seconds S] [--kind 0..7] [--long] [--print]
//
// Scripts have the seeds N, N + 1, ... until so many steps have been done or seconds have passed; `--seed N --steps 1`
// is one of them. Kinds are sums: 1 compositions bend time, 2 some loop for ever, 4 calls do something; without it a
// seed chooses. --long does not shorten what is found; --print prints each script before it is done.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "model/action_world.h"
#include "support/system.h"

typedef struct Options {
    unsigned long long seed;
    double steps, seconds;
    int kind; // -1: the seed's
    bool is_long, prints;
} Options;

static const char *sought_kind; // of difference

static bool differs(Script *script)
{
    action_world_do(script);
    return action_world_difference() && action_world_difference_kind() == sought_kind;
}

static void report(Script *script, bool is_long)
{
    printf("--- %s\n", action_world_difference());
    sought_kind = action_world_difference_kind();
    if (!is_long)
        action_script_shrink(script, differs);
    int steps = action_world_do(script);
    printf("--- the shortest script that tells the library from the model, up to step %d:\n", steps);
    action_script_print(script);
    printf("--- %s\n", action_world_difference());
}

static bool do_seed(const Options *options, unsigned long long seed, double *steps)
{
    static Script script;
    int kind = options->kind >= 0 ? options->kind : (int)(seed % 8);
    ScriptWish wish = {.may_bend = kind & 1, .may_be_endless = kind & 2, .has_deeds = kind & 4};
    action_script_random(&script, seed, wish);
    if (options->prints) {
        printf("# seed %llu\n", seed);
        action_script_print(&script);
        fflush(stdout);
    }
    *steps += action_world_do(&script);
    if (!action_world_difference())
        return true;
    report(&script, options->is_long);
    printf("--- they differ: --seed %llu --kind %d --steps 1\n", seed, kind);
    return false;
}

static double seconds_now(void)
{
    return (double)system_now() / 1e9;
}

static int do_seeds(const Options *options)
{
    double start = seconds_now(), steps = 0;
    unsigned long long seed = options->seed;
    printf("seed %llu\n", seed);
    for (; steps < options->steps && seconds_now() - start < options->seconds; seed++)
        if (!do_seed(options, seed, &steps))
            return 1;
    printf("%llu scripts, %.0f steps, %.0f steps per second\n", seed - options->seed, steps,
           steps / (seconds_now() - start));
    return 0;
}

// False: not an option.
static bool read_option(Options *options, int *left, char ***words)
{
    const char *word = **words, *value = *left > 1 ? (*words)[1] : NULL;
    if (!strcmp(word, "--print"))
        return options->prints = true;
    if (!strcmp(word, "--long"))
        return options->is_long = true;
    if (!value)
        return false;
    --*left;
    ++*words;
    if (!strcmp(word, "--seed"))
        options->seed = strtoull(value, NULL, 10);
    else if (!strcmp(word, "--steps"))
        options->steps = strtod(value, NULL);
    else if (!strcmp(word, "--seconds"))
        options->seconds = strtod(value, NULL);
    else if (!strcmp(word, "--kind"))
        options->kind = atoi(value);
    else
        return false;
    return true;
}

static void stay_quiet(CoirLogLevel level, const char *message, void *user)
{
    (void)user, (void)level, (void)message;
}

int main(int argc, char **argv)
{
    Options options = {.seed = 1, .steps = 200000, .seconds = 1e9, .kind = -1};
    while (--argc > 0) {
        ++argv;
        if (!read_option(&options, &argc, &argv)) {
            fprintf(stderr, "usage: test_action_model [--seed N] [--steps N] [--seconds S] [--kind 0..7] [--long] "
                            "[--print]\n");
            return 2;
        }
    }
    coir_log_set_hook(stay_quiet, NULL);
    return do_seeds(&options);
}
