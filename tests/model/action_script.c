// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HORIZON 400  // in units: runs without end are not played beyond this local time
#define SEEK_MAX 100 // in units
#define DT_MAX 40    // in units
#define SPEED_MAX 4

// Random scripts -----------------------------------------------------------------------------------------------------

static int64_t random_time(Chance *chance, int64_t unit, int most)
{
    int64_t time = chance_between(chance, 0, most) * unit;
    return chance_one_in(chance, 3) ? time + chance_between(chance, 0, 9999) * unit / 10000 : time;
}

static double random_speed(Chance *chance)
{
    static const double speeds[] = {0, 0.25, 0.5, 1, 1, 1, 2, 3};
    return chance_one_in(chance, 3) ? chance_between(chance, 1, 1000 * SPEED_MAX) / 1000.0
                                    : speeds[chance_below(chance, 8)];
}

static int64_t random_goal(Chance *chance, const Script *script, const ActionTree *tree)
{
    int64_t goal = random_time(chance, script->unit, SEEK_MAX);
    if (chance_one_in(chance, 8))
        return -goal;
    if (tree->length != TREE_NEVER && chance_one_in(chance, 2))
        return (int64_t)((double)tree->length * chance_between(chance, 0, 10) / 8);
    return goal;
}

static Deed random_deed(Chance *chance, const Script *script, int run)
{
    static const DeedKind kinds[] = {DEED_SEEK,    DEED_SEEK,   DEED_SEEK,    DEED_SEEK_CALLS, DEED_REVERSE,
                                     DEED_REVERSE, DEED_SPEED,  DEED_SPEED,   DEED_PAUSE,      DEED_RESUME,
                                     DEED_RESUME,  DEED_RESUME, DEED_RESTART, DEED_STOP};
    Deed deed = {.kind = kinds[chance_below(chance, sizeof kinds / sizeof *kinds)], .run = run};
    deed.nth = chance_between(chance, 1, 3);
    deed.time = random_goal(chance, script, script->runs[run].tree);
    deed.speed = random_speed(chance);
    return deed;
}

static void random_run(Chance *chance, Script *script, ScriptWish wish, int index, const unsigned lanes[][TREE_NODES])
{
    ScriptRun *run = &script->runs[index];
    run->node = chance_below(chance, TREE_NODES);
    TreeWish trees = {.chance = chance,
                      .unit = script->unit,
                      .horizon = HORIZON * script->unit,
                      .node = run->node,
                      .may_bend = wish.may_bend,
                      .may_be_endless = wish.may_be_endless};
    memcpy(trees.groups, lanes[index % SCRIPT_LANES], sizeof trees.groups);
    run->tree = action_tree_random(&run->forest, &trees);
    for (int i = 1; i <= run->forest.names && wish.has_deeds; i++)
        if (chance_one_in(chance, 4))
            run->deeds[i] =
                random_deed(chance, script, chance_one_in(chance, 6) ? chance_below(chance, index + 1) : index);
    for (int i = 1; i <= run->forest.names; i++) {
        if (run->deeds[i].kind != DEED_NONE && run->deeds[i].run != index)
            run->deeds[i].kind = DEED_STOP; // the result of other deeds would depend on the order of the two runs
        // A seek that a call requests is done after the call. Then the calls that the seek makes would do deeds.
        if (run->deeds[i].kind == DEED_SEEK_CALLS)
            run->deeds[i].kind = DEED_SEEK;
    }
}

static ScriptStep random_step(Chance *chance, const Script *script)
{
    int which = chance_below(chance, 40), run = chance_below(chance, script->run_count);
    ScriptStep step = {.kind = STEP_UPDATE, .node = chance_below(chance, TREE_NODES), .tag = chance_below(chance, 2)};
    step.dt = random_time(chance, script->unit, chance_one_in(chance, 3) ? DT_MAX : 8);
    step.deed = random_deed(chance, script, run);
    if (which < 20)
        return step;
    static const StepKind rare[] = {STEP_PAUSE_NODE, STEP_RESUME_NODE, STEP_RESUME_NODE, STEP_STOP_NODE, STEP_STOP_TAG};
    step.kind = which < 32 ? STEP_DEED : which < 37 ? STEP_RUN : rare[chance_below(chance, 5)];
    return step;
}

void action_script_random(Script *script, uint64_t seed, ScriptWish wish)
{
    static const int64_t units[] = {10000000, 1000000, 1234567, 16666667};
    Chance chance = {seed};
    unsigned lanes[SCRIPT_LANES][TREE_NODES] = {{0}};
    memset(script, 0, sizeof *script);
    script->unit = units[chance_below(&chance, 4)];
    script->horizon = HORIZON * script->unit;
    for (int i = 0; i < TREE_NODES * GROUP_COUNT; i++)
        lanes[chance_below(&chance, SCRIPT_LANES)][i / GROUP_COUNT] |= 1u << i % GROUP_COUNT;
    script->run_count = chance_between(&chance, 1, SCRIPT_RUNS);
    for (int i = 0; i < script->run_count; i++)
        random_run(&chance, script, wish, i, (const unsigned(*)[TREE_NODES])lanes);
    script->step_count = chance_between(&chance, 4, SCRIPT_STEPS);
    for (int i = 0; i < script->step_count; i++)
        script->steps[i] = random_step(&chance, script);
    script->steps[0].kind = STEP_RUN;
    script->steps[script->step_count - 1].kind = STEP_DESTROY_NODE;
}

// Printing -----------------------------------------------------------------------------------------------------------

static void print_deed(const Deed *deed)
{
    static const char *const names[] = {"none",  "stop", "pause",      "resume", "reverse",
                                        "speed", "seek", "seek_calls", "restart"};
    printf("%s run %d", names[deed->kind], deed->run);
    if (deed->kind == DEED_SPEED)
        printf(" to %.17g", deed->speed);
    if (deed->kind == DEED_SEEK || deed->kind == DEED_SEEK_CALLS)
        printf(" to %.9f", (double)deed->time / 1e9);
    printf("\n");
}

static void print_run(const Script *script, int index)
{
    const ScriptRun *run = &script->runs[index];
    printf("run %d on nodes[%d]: ", index, run->node);
    action_tree_print(run->tree);
    printf("\n");
    for (int i = 1; i <= run->forest.names; i++)
        if (run->deeds[i].kind != DEED_NONE) {
            printf("    call %d, when made %d times: ", i, run->deeds[i].nth);
            print_deed(&run->deeds[i]);
        }
}

static void print_step(const Script *script, const ScriptStep *step)
{
    switch (step->kind) {
    case STEP_RUN: print_run(script, step->deed.run); break;
    case STEP_UPDATE: printf("update %.9f\n", (double)step->dt / 1e9); break;
    case STEP_DEED: print_deed(&step->deed); break;
    case STEP_PAUSE_NODE: printf("pause nodes[%d]\n", step->node); break;
    case STEP_RESUME_NODE: printf("resume nodes[%d]\n", step->node); break;
    case STEP_STOP_NODE: printf("stop all on nodes[%d]\n", step->node); break;
    case STEP_STOP_TAG: printf("stop tag %d on nodes[%d]\n", step->tag, step->node); break;
    case STEP_DESTROY_NODE: printf("destroy nodes[%d]\n", step->node); break;
    case STEP_NONE: break;
    }
}

void action_script_print(const Script *script)
{
    for (int i = 0; i < script->step_count; i++)
        if (script->steps[i].kind != STEP_NONE) {
            printf("%2d  ", i);
            print_step(script, &script->steps[i]);
        }
}

// Shrinking ----------------------------------------------------------------------------------------------------------

static bool can_run(Script *script)
{
    for (int i = 0; i < script->run_count; i++) {
        ScriptRun *run = &script->runs[i];
        if (!action_tree_measure(run->tree) || (run->tree->length != TREE_NEVER && run->tree->length > script->horizon))
            return false;
        if (!action_tree_is_clear(run->tree, run->node))
            return false;
    }
    return true;
}

// Returns true if the changed script can run and still differs. Otherwise takes the change back and returns false.
static bool keep(Script *script, const Script *before, bool (*differs)(Script *script))
{
    if (can_run(script) && differs(script))
        return true;
    memcpy(script, before, sizeof *script);
    return false;
}

static bool drop_steps(Script *script, Script *before, bool (*differs)(Script *script))
{
    bool any = false;
    for (int i = script->step_count; i-- > 0;) {
        if (script->steps[i].kind == STEP_NONE)
            continue;
        memcpy(before, script, sizeof *script);
        script->steps[i].kind = STEP_NONE;
        any |= keep(script, before, differs);
    }
    return any;
}

// Applies simplification number `which` to a tree. Returns false if there is no such simplification.
static bool simplify(ActionTree *tree, int which)
{
    if (which < tree->part_count) { // leave out a part
        if (tree->part_count == 1)
            return true;
        memmove(&tree->parts[which], &tree->parts[which + 1],
                (size_t)(tree->part_count - which - 1) * sizeof *tree->parts);
        tree->part_count--;
        return true;
    }
    if (which < 2 * tree->part_count) { // replace the tree by a part
        ActionTree part = *tree->parts[which - tree->part_count];
        *tree = part;
        return true;
    }
    if (which > 2 * tree->part_count)
        return false;
    tree->times = tree->times > 1 ? tree->times - 1 : tree->times;
    tree->ease = COIR_EASE_LINEAR;
    tree->number = tree->kind == TREE_SPEED ? tree->number : 0;
    for (int i = 0; i < TREE_NUMBERS; i++)
        tree->numbers[i] = roundf(tree->numbers[i]);
    return true;
}

static bool simplify_tree(Script *script, Script *before, ActionTree *tree, bool (*differs)(Script *script))
{
    bool any = false;
    for (int which = 0;; which++) {
        memcpy(before, script, sizeof *script);
        if (!simplify(tree, which))
            return any;
        if (memcmp(before, script, sizeof *script) != 0)
            any |= keep(script, before, differs);
    }
}

static bool drop_deeds(Script *script, Script *before, ScriptRun *run, bool (*differs)(Script *script))
{
    bool any = false;
    for (int i = 1; i <= run->forest.names; i++) {
        memcpy(before, script, sizeof *script);
        if (run->deeds[i].kind == DEED_NONE)
            continue;
        run->deeds[i].kind = DEED_NONE;
        any |= keep(script, before, differs);
    }
    return any;
}

void action_script_shrink(Script *script, bool (*differs)(Script *script))
{
    Script *before = malloc(sizeof *before);
    bool any = before != NULL;
    for (int round = 0; any && round < 10; round++) {
        any = drop_steps(script, before, differs);
        for (int i = 0; i < script->run_count; i++) {
            any |= drop_deeds(script, before, &script->runs[i], differs);
            for (int k = 0; k < script->runs[i].forest.count; k++)
                any |= simplify_tree(script, before, &script->runs[i].forest.trees[k], differs);
        }
    }
    free(before);
}
