// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random runs with user code that does anything, from inside steps, seeks and ends. Calls, ease functions, functions of
// fields, hooks of classes, done hooks and timers destroy, stop, seek, pause, update, run and move nodes and runs at
// random. The test checks three rules:
// 1. After a run has ended, no user code of the run is called, except end hooks and done hooks.
// 2. No user code of a run is called inside other user code of the run.
// 3. No user code is called with a destroyed node.
// Functions of fields check nothing, because they get no pointer to their run. Timers check nothing, either. End hooks
// and done hooks do not check rules 2 and 3. At the end of a script, no node and no run may be left. Only the address
// sanitizer reports a use after free.
//
//     test_action_anything [--seed N] [--steps N]
//
// In `--steps` and the output, a step is one deed. Deeds of user code count, too. Scripts have the seeds N, N + 1, ...

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/action_class.h"
#include "coir/action_manager.h"
#include "coir/log.h"
#include "coir/node_time.h"
#include "coir/stage.h"
#include "coir/tween.h"
#include "model/chance.h"

// DEPTH: maximum nesting of user code that does deeds. DEEDS: maximum number of deeds that one deed of the script may
// cause, itself included.
enum { NODES = 6, PLAYS = 48, STAGES = 2, DEPTH = 5, DEEDS = 60, SCRIPT_DEEDS = 400 };

// A run, and the state that the user code of the run checks.
typedef struct Play {
    CoirRun run;
    int inside; // number of calls of the run's user code in progress
    bool is_over;
} Play;

static struct {
    Chance chance;
    Play plays[PLAYS];
    CoirNodeRef nodes[NODES];
    CoirStage *stages[STAGES];
    CoirActionManager *manager;
    Play *made; // play for which a description is being made
    int depth, deeds_left;
    double deeds; // number of deeds done
} trial;

static int below(int count)
{
    return chance_below(&trial.chance, count);
}

static void check(bool is_good, const char *what)
{
    if (is_good)
        return;
    printf("--- %s\n", what);
    fflush(stdout);
    abort();
}

static void do_deed(Play *own, CoirNode *node);

// User code ----------------------------------------------------------------------------------------------------------

static void do_some_deeds(Play *own, CoirNode *node)
{
    CoirNodeRef ref = coir_node_ref(node);
    if (trial.depth == DEPTH || below(2) > 0)
        return;
    trial.depth++;
    for (int count = 1 + below(3); count > 0 && trial.deeds_left > 0; count--)
        do_deed(own, coir_node_get(ref));
    trial.depth--;
}

static void be_called(Play *play, CoirNode *node)
{
    check(!play->is_over && coir_run_is_running(play->run), "user code of a run that has ended is called");
    check(play->inside == 0, "user code of a run is called inside other user code of the run");
    check(!node || coir_node_get(coir_node_ref(node)) == node, "user code is called with a destroyed node");
    play->inside++;
    do_some_deeds(play, node);
    play->inside--;
}

static void called(CoirNode *node, void *play)
{
    be_called(play, node);
}

static void each(void *node, double value, void *play)
{
    (void)value;
    be_called(play, node);
}

// Does deeds in only a few of the calls, because an ease is called some thousand times in a step.
static double eased(double t, void *play)
{
    if (below(100) == 0)
        be_called(play, NULL);
    return below(8) ? t : 1 - t;
}

static void started(CoirNode *node, const void *play, void *state)
{
    (void)state;
    be_called(*(Play *const *)play, node);
}

static void updated(CoirNode *node, const void *play, void *state, double t)
{
    ++*(int *)state;
    check(t >= -1 && t <= 2, "a class is told a fraction far beyond 0..1");
    be_called(*(Play *const *)play, node);
}

static void ended(CoirNode *node, const void *play, void *state, CoirRunEnd reason)
{
    Play *self = *(Play *const *)play;
    (void)state, (void)reason;
    check(!coir_run_is_running(self->run), "an end hook is called before the end");
    do_some_deeds(NULL, node);
}

static void undone(CoirNode *node, const void *play, void *state)
{
    (void)state;
    be_called(*(Play *const *)play, node);
}

static void done(CoirNode *node, CoirRunEnd reason, void *play)
{
    Play *self = play;
    (void)reason;
    check(!self->is_over && !coir_run_is_running(self->run), "a done hook is called twice, or before the end");
    self->is_over = true;
    do_some_deeds(NULL, node);
}

static void get(CoirNode *node, float *values)
{
    values[0] = node->rotation;
    do_some_deeds(NULL, node);
}

static void set(CoirNode *node, const float *values)
{
    node->rotation = values[0];
    do_some_deeds(NULL, node);
}

static void fired(CoirNode *node, void *user)
{
    (void)user;
    do_some_deeds(NULL, node);
}

static const CoirActionClass acting_class = {"acting", sizeof(Play *), sizeof(int), started,
                                             updated,  ended,          undone,      NULL};

// Descriptions -------------------------------------------------------------------------------------------------------

static CoirNode *some_node(void)
{
    CoirNode *node = NULL;
    for (int i = 0; i < 4 && !node; i++)
        node = coir_node_get(trial.nodes[below(NODES)]);
    return node;
}

static double some_time(void)
{
    static const double times[] = {0, 0, 0.05, 0.1, 0.1, 0.2, 0.3, 0.5, 1};
    return times[below(sizeof times / sizeof *times)];
}

static float some_number(void)
{
    return (float)(below(41) - 20);
}

static CoirAction *some_leaf(void)
{
    Play *play = trial.made;
    switch (below(14)) {
    case 0: return coir_delay(some_time());
    case 1: return coir_move_by(some_time(), some_number(), some_number());
    case 2: return coir_move_to(some_time(), some_number(), some_number());
    case 3: return coir_scale_by(some_time(), 1.5f, 0.75f);
    case 4: return coir_blink(some_time(), 2);
    case 5: return coir_toggle_visibility();
    case 6: return coir_each(some_time(), 0, 1, each, play);
    case 7:
        return coir_tween_float(some_time(), COIR_FIELD_FUNCTIONS(CoirNode, COIR_FIELD_FLOAT, get, set), some_number(),
                                some_number());
    case 8: return below(20) ? coir_hide() : coir_remove_self();
    case 9:
    case 10: return coir_action_new(&acting_class, some_time(), &play);
    default: return coir_call(called, play);
    }
}

static CoirAction *some_action(int levels);

static CoirAction *some_parts(int levels)
{
    CoirAction *first = some_action(levels), *second = some_action(levels), *third = some_action(levels);
    return below(2) ? coir_sequence(first, second, third) : coir_spawn(first, second, third);
}

static CoirAction *some_action(int levels)
{
    if (levels == 0)
        return some_leaf();
    switch (below(14)) {
    case 0: return coir_repeat(below(4), some_action(levels - 1));
    case 1: return below(3) ? coir_repeat(3, some_action(levels - 1)) : coir_repeat_forever(some_action(levels - 1));
    case 2: return coir_yoyo(some_action(levels - 1));
    case 3: return coir_reverse_time(some_action(levels - 1));
    case 4: return coir_ease(COIR_EASE_IN_OUT_BACK, some_action(levels - 1));
    case 5: return coir_speed(1 + below(3), some_action(levels - 1));
    case 6: return coir_targeted(some_node(), some_action(levels - 1));
    case 7:
    case 8: return coir_ease_function(eased, trial.made, some_action(levels - 1));
    case 9: return some_leaf();
    default: return some_parts(levels - 1);
    }
}

// Deeds --------------------------------------------------------------------------------------------------------------

static Play *some_play(void)
{
    Play *play = &trial.plays[below(PLAYS)];
    for (int i = 0; i < 8 && !coir_run_is_running(play->run); i++)
        play = &trial.plays[below(PLAYS)];
    return play;
}

static Play *free_play(void)
{
    for (int i = 0; i < PLAYS; i++) {
        Play *play = &trial.plays[i];
        if ((play->is_over || play->run.generation == 0) && play->inside == 0)
            return play;
    }
    return NULL;
}

static void run_one(CoirNode *node)
{
    Play *play = free_play();
    if (!play || !node)
        return;
    *play = (Play){.run = {0, 0}};
    trial.made = play;
    CoirAction *action = some_action(1 + below(3));
    bool is_alone = !coir_node_is_on_stage(node) && below(2);
    play->run = is_alone ? coir_action_manager_run(trial.manager, node, action) : coir_node_run(node, action);
    play->is_over = !coir_run_on_done(play->run, done, play);
}

static void destroy_something(CoirNode *node)
{
    switch (below(6)) {
    case 0: coir_action_manager_stop_all(trial.manager); break;
    case 1:
        coir_action_manager_destroy(trial.manager);
        trial.manager = coir_action_manager_new();
        break;
    case 2: {
        int which = below(STAGES);
        CoirStage *stage = trial.stages[which];
        trial.stages[which] = coir_stage_new();
        coir_stage_destroy(stage);
        break;
    }
    default: coir_node_destroy(node); break;
    }
}

static void move_node(CoirNode *node)
{
    CoirNode *other = some_node();
    CoirStage *stage = trial.stages[below(STAGES)];
    if (!node)
        return;
    coir_node_detach(node);
    if (below(3) == 0 && coir_node_get(coir_node_ref(node)))
        coir_stage_show(stage, node);
    else if (other && other != node && coir_node_get(coir_node_ref(node)))
        coir_node_add(other, node);
}

static void change_time(CoirNode *node)
{
    static const double scales[] = {0, 0.5, 1, 2};
    switch (below(6)) {
    case 0: coir_node_pause(node); break;
    case 1: coir_node_resume(node); break;
    case 2: coir_node_pause_tree(node); break;
    case 3: coir_node_resume_tree(node); break;
    case 4: coir_node_set_time_scale(node, scales[below(4)]); break;
    default: coir_node_once_after(node, 0.1, fired, NULL); break;
    }
}

static void control(CoirRun run)
{
    static const double speeds[] = {0, 0.5, 1, 1, 2, 3};
    switch (below(12)) {
    case 0: coir_run_stop(run); break;
    case 1: coir_run_pause(run); break;
    case 2:
    case 3: coir_run_resume(run); break;
    case 4: coir_run_reverse(run); break;
    case 5: coir_run_set_speed(run, speeds[below(6)]); break;
    case 6: coir_run_restart(run); break;
    case 7:
    case 8: coir_run_seek(run, some_time() * below(6), 0); break;
    default: coir_run_seek(run, some_time() * below(6), COIR_SEEK_CALLS); break;
    }
}

static void update_something(void)
{
    static const double steps[] = {0, 0.05, 0.1, 0.3, 1, 2.5};
    double dt = steps[below(6)];
    switch (below(5)) {
    case 0:
    case 1: coir_action_manager_update(trial.manager, dt); break;
    case 2: coir_nodes_sweep(); break;
    default: coir_stage_update(trial.stages[below(STAGES)], dt); break;
    }
}

static void make_node(void)
{
    int which = below(NODES);
    for (int i = 0; i < NODES && coir_node_get(trial.nodes[which]); i++)
        which = (which + 1) % NODES;
    if (coir_node_get(trial.nodes[which]))
        return;
    CoirNode *node = coir_node_new(), *parent = some_node();
    trial.nodes[which] = coir_node_ref(node);
    if (below(3) == 0)
        coir_stage_show(trial.stages[below(STAGES)], node);
    else if (parent)
        coir_node_add(parent, node);
}

// Does one deed. `own` is the play of the user code that does the deed. `own` is NULL in end hooks, done hooks,
// functions of fields and timers, and outside of user code.
static void do_deed(Play *own, CoirNode *node)
{
    if (trial.deeds_left-- <= 0)
        return;
    trial.deeds++;
    Play *play = own && below(2) ? own : some_play();
    node = node && below(2) ? node : some_node();
    switch (below(20)) {
    case 0: destroy_something(node); break;
    case 1:
    case 2: make_node(); break;
    case 3: move_node(node); break;
    case 4:
    case 5: change_time(node); break;
    case 6:
    case 7:
    case 8: run_one(node); break;
    case 9:
    case 10:
    case 11:
    case 12:
    case 13: control(play->run); break;
    default: update_something(); break;
    }
}

// Scripts ------------------------------------------------------------------------------------------------------------

static void begin_trial(uint64_t seed)
{
    double deeds = trial.deeds;
    memset(&trial, 0, sizeof trial);
    trial.deeds = deeds;
    trial.chance.state = seed;
    for (int i = 0; i < STAGES; i++)
        trial.stages[i] = coir_stage_new();
    trial.manager = coir_action_manager_new();
}

static void end_trial(void)
{
    for (int i = 0; i < NODES; i++)
        if (coir_node_get(trial.nodes[i]))
            coir_node_destroy(coir_node_get(trial.nodes[i]));
    coir_action_manager_destroy(trial.manager);
    for (int i = 0; i < STAGES; i++)
        coir_stage_destroy(trial.stages[i]);
    coir_nodes_sweep();
    check(coir_nodes_count() == 0, "there are nodes left");
    for (int i = 0; i < PLAYS; i++)
        check(!coir_run_is_running(trial.plays[i].run), "there are runs left");
}

static void do_script(uint64_t seed)
{
    begin_trial(seed);
    for (int i = 0; i < SCRIPT_DEEDS; i++) {
        trial.deeds_left = DEEDS;
        do_deed(NULL, NULL);
    }
    trial.deeds_left = 0; // user code does nothing but checks while the trial ends
    end_trial();
}

static void stay_quiet(CoirLogLevel level, const char *message, void *user)
{
    (void)user, (void)level, (void)message;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    double steps = 200000;
    for (int i = 1; i < argc; i += 2) {
        const char *value = argv[i + 1];
        if (value && !strcmp(argv[i], "--seed"))
            seed = strtoull(value, NULL, 10);
        else if (value && !strcmp(argv[i], "--steps"))
            steps = strtod(value, NULL);
        else
            return fprintf(stderr, "usage: test_action_anything [--seed N] [--steps N]\n"), 2;
    }
    coir_log_set_hook(stay_quiet, NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    fflush(stdout);
    for (uint64_t first = seed; trial.deeds < steps; seed++) {
        if (seed > first && (seed - first) % 1000 == 0)
            printf("seed %llu, %.0f steps\n", (unsigned long long)seed, trial.deeds), fflush(stdout);
        do_script(seed);
    }
    printf("%.0f steps\n", trial.deeds);
    return 0;
}
