// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs random scripts of actions on the library and on the model. After each step, every property of every node, the
// state of every run, and every call and end since the last step must be the same. The properties that a run has
// changed must also be the same, bit for bit, when the action is played again to the same time: in one step, by seeks,
// or backwards. A script with a difference is made as short as possible and printed.
//
//     test_action_model [--seed N] [--steps N] [--seconds S] [--kind 0..7] [--long] [--print]
//
// Scripts have the seeds N, N + 1, ... until the steps are done or the seconds have passed. `--seed N --steps 1` runs
// one script. A kind is a sum of 1 (compositions bend time), 2 (some compositions loop forever) and 4 (calls do deeds:
// they stop, seek or reverse a run). Without --kind, the seed chooses the kind. --long does not shorten a script with a
// difference. --print prints each script before the script is run.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "model/action_trial.h"
#include "support/system.h"

typedef struct Options {
    unsigned long long seed;
    double steps, seconds;
    int kind; // -1: the seed chooses
    bool is_long, prints;
} Options;

static const char *sought_kind; // kind of difference that must stay while a script is shortened

static bool differs(Script *script)
{
    action_trial_do(script);
    return action_trial_difference() && action_trial_difference_kind() == sought_kind;
}

static void report(Script *script, bool is_long)
{
    printf("--- %s\n", action_trial_difference());
    sought_kind = action_trial_difference_kind();
    if (!is_long)
        action_script_shrink(script, differs);
    int steps = action_trial_do(script);
    printf("--- a script that tells the library from the model, up to step %d:\n", steps);
    action_script_print(script);
    printf("--- %s\n", action_trial_difference());
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
    *steps += action_trial_do(&script);
    if (!action_trial_difference())
        return true;
    report(&script, options->is_long);
    printf("--- library and model differ: --seed %llu --kind %d --steps 1\n", seed, kind);
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

// Returns false if the next word is not an option.
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
