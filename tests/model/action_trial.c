// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "action/run/run.h"
#include "coir/action_manager.h"
#include "coir/node_time.h"
#include "coir/sprite.h"
#include "model/action_values.h"

typedef struct Trial Trial;

typedef struct CallSite {
    Trial *trial;
    int run, name;
} CallSite;

// A run of the library.
typedef struct Player {
    CoirRun handle;
    CoirAction *action;
    ModelValues found;
    CallSite sites[TREE_MAX + 1];
    int calls[TREE_MAX + 1];
} Player;

struct Trial {
    Script *script;
    CoirActionManager *manager;
    CoirNode *nodes[TREE_NODES];
    Player players[SCRIPT_RUNS];
    ModelManager model;
    int seen;                    // number of the model's sights that the library has shown, too
    bool is_repeating, is_quiet; // `is_repeating`: calls are not part of the script; `is_quiet`: calls do no deeds
    const char *kind;            // format of the difference
    char difference[400];        // text of the difference; empty: none
};

static Trial trial;
static Sight sights[MODEL_SIGHTS];

static void differ(const char *format, ...) COIR_PRINTF(1, 2);

static void differ(const char *format, ...)
{
    va_list arguments;
    if (trial.difference[0])
        return;
    trial.kind = format;
    va_start(arguments, format);
    vsnprintf(trial.difference, sizeof trial.difference, format, arguments);
    va_end(arguments);
}

// Comparing ----------------------------------------------------------------------------------------------------------

static void read_all(CoirNode *const *nodes, ModelValues *values)
{
    for (int i = 0; i < TREE_NODES; i++)
        action_values_read(nodes[i], values->groups[i]);
}

static void compare_values(const char *when, int node, unsigned groups, const ModelValues *model, double library[][3])
{
    for (int group = 0; group < GROUP_COUNT; group++)
        for (int k = 0; groups & 1u << group && k < action_tree_width((TreeGroup)group); k++)
            if (!action_values_near((TreeGroup)group, model->groups[node][group][k], library[group][k]))
                differ("%s: nodes[%d] %s %d is %.9g in the library, %.9g in the model", when, node,
                       action_group_names[group], k, library[group][k], model->groups[node][group][k]);
}

static int64_t nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}

static int node_number(const CoirNode *node)
{
    for (int i = 0; i < TREE_NODES; i++)
        if (trial.nodes[i] == node)
            return i;
    return -1;
}

static const Sight *next_sight(void)
{
    if (trial.seen < trial.model.sight_count)
        return &sights[trial.seen++];
    return NULL;
}

static void library_do(const Deed *deed);

static void compare_call(const CallSite *site, CoirNode *node)
{
    const ModelRun *run = &trial.model.runs[site->run];
    const Sight *sight = next_sight();
    int64_t local = nanoseconds(coir_run_elapsed(trial.players[site->run].handle));
    if (!sight || sight->is_end || sight->run != site->run || sight->name != site->name) {
        differ("run %d makes call %d in the library, the model expects %s %d of run %d", site->run, site->name,
               !sight          ? "nothing"
               : sight->is_end ? "the end for reason"
                               : "call",
               !sight          ? 0
               : sight->is_end ? (int)sight->reason
                               : sight->name,
               sight ? sight->run : -1);
        return;
    }
    if (sight->node != node_number(node))
        differ("call %d of run %d: on nodes[%d], in the model on nodes[%d]", site->name, site->run, node_number(node),
               sight->node);
    if (sight->local != local)
        differ("call %d of run %d: the local time is %lld, in the model %lld", site->name, site->run, (long long)local,
               (long long)sight->local);
    if (sight->instant != trial.manager->instant)
        differ("call %d of run %d: at %lld, in the model at %lld", site->name, site->run,
               (long long)trial.manager->instant, (long long)sight->instant);
    for (int i = 0; i < TREE_NODES; i++) {
        double values[GROUP_COUNT][3];
        action_values_read(trial.nodes[i], values);
        compare_values("in a call", i, action_plan_groups(run->plan, i), &sight->values, values);
    }
}

static void on_call(CoirNode *node, void *user)
{
    const CallSite *site = user;
    if (trial.is_repeating || trial.difference[0])
        return;
    compare_call(site, node);
    const Deed *deed = &trial.script->runs[site->run].deeds[site->name];
    if (++trial.players[site->run].calls[site->name] == deed->nth && !trial.is_quiet)
        library_do(deed);
}

static void on_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    const CallSite *site = user;
    const Sight *sight = trial.is_repeating ? NULL : next_sight();
    (void)node;
    if (trial.is_repeating)
        return;
    if (!sight || !sight->is_end || sight->run != site->run)
        differ("run %d has ended for reason %d, in the model the run has not ended", site->run, (int)reason);
    else if (sight->reason != reason)
        differ("run %d has ended for reason %d, in the model for %d", site->run, (int)reason, (int)sight->reason);
    if (coir_run_is_running(trial.players[site->run].handle))
        differ("run %d: the handle is still valid in the done hook of the run", site->run);
}

// Returns how many loops the model has completed. Returns the library's number if the action is no repeat, and for
// loops without length, which the model cannot count.
static int64_t loops_of(const ModelRun *run)
{
    const ActionTree *tree = run->tree;
    bool is_loop = tree->kind == TREE_REPEAT || tree->kind == TREE_FOREVER;
    if (!is_loop || tree->parts[0]->length == 0 || tree->length == 0)
        return coir_run_loops(trial.players[run - trial.model.runs].handle);
    return run->local / tree->parts[0]->length;
}

static double progress_of(const ModelRun *run)
{
    if (run->tree->length == TREE_NEVER)
        return 0;
    if (run->tree->length == 0)
        return coir_run_progress(trial.players[run - trial.model.runs].handle);
    return (double)run->local / (double)run->tree->length;
}

static void compare_run(int index)
{
    const ModelRun *run = &trial.model.runs[index];
    CoirRun handle = trial.players[index].handle;
    if (coir_run_is_running(handle) != run->is_running) {
        differ("run %d is %s in the library but not in the model", index, run->is_running ? "over" : "running");
        return;
    }
    if (!run->is_running)
        return;
    if (nanoseconds(coir_run_elapsed(handle)) != run->local)
        differ("run %d: the local time is %.9f, in the model %.9f", index, coir_run_elapsed(handle),
               (double)run->local / 1e9);
    if (coir_run_is_paused(handle) != run->is_paused || coir_run_is_reversed(handle) != run->is_reversed)
        differ("run %d: paused %d, reversed %d, in the model %d, %d", index, coir_run_is_paused(handle),
               coir_run_is_reversed(handle), run->is_paused, run->is_reversed);
    if (coir_run_speed(handle) < run->speed || coir_run_speed(handle) > run->speed)
        differ("run %d: the speed is %g, in the model %g", index, coir_run_speed(handle), run->speed);
    if (coir_run_loops(handle) != loops_of(run))
        differ("run %d has completed %lld loops, in the model %lld", index, (long long)coir_run_loops(handle),
               (long long)loops_of(run));
    if (fabs(coir_run_progress(handle) - progress_of(run)) > 1e-12)
        differ("run %d: the progress is %.17g, in the model %.17g", index, coir_run_progress(handle), progress_of(run));
    if (coir_run_node(handle) != trial.nodes[run->node])
        differ("run %d is on another node", index);
}

static void compare_all(void)
{
    double values[GROUP_COUNT][3];
    model_find_values(&trial.model);
    for (int i = 0; i < TREE_NODES; i++) {
        if (!trial.nodes[i])
            continue;
        action_values_read(trial.nodes[i], values);
        compare_values("after the step", i, ~0u, &trial.model.values, values);
    }
    int running = 0;
    for (int i = 0; i < trial.model.run_count; i++) {
        compare_run(trial.model.order[i]);
        running += trial.model.runs[trial.model.order[i]].is_running;
    }
    if (coir_action_manager_count(trial.manager) != running)
        differ("there are %d runs, in the model %d", coir_action_manager_count(trial.manager), running);
    if (trial.seen < trial.model.sight_count)
        differ("run %d of the model has made %s %d, which the library has not made", sights[trial.seen].run,
               sights[trial.seen].is_end ? "an end for the reason" : "the call",
               sights[trial.seen].is_end ? (int)sights[trial.seen].reason : sights[trial.seen].name);
    trial.seen = trial.model.sight_count = 0;
}

// Playing again in another way ---------------------------------------------------------------------------------------

#define WAYS 4

// Brings a new run to `time` in one of four ways:
// 0. one update;
// 1. a seek;
// 2. an update to a third of `time`, a seek beyond `time`, and a seek back;
// 3. an update to a third of `time`, a seek beyond `time`, and an update backwards (a seek back if `time` is 0).
// An update that reaches the start or the end of the run ends the run. So only a seek goes beyond `time`, and an update
// backwards stops after the start.
static void play_anew(CoirRun run, CoirActionManager *manager, int64_t time, int way)
{
    double there = (double)time / 1e9, beyond = there + 0.03;
    if (way == 0) {
        coir_action_manager_update(manager, there);
        return;
    }
    if (way > 1) {
        coir_action_manager_update(manager, there / 3);
        coir_run_seek(run, beyond, 0);
        beyond = coir_run_elapsed(run);
    }
    if (way < 3 || time == 0) {
        coir_run_seek(run, there, 0);
        return;
    }
    coir_run_reverse(run);
    coir_action_manager_update(manager, beyond - there);
}

static void compare_bits(int index, int way, CoirNode *const *nodes, const ModelValues *library)
{
    ModelValues anew;
    read_all(nodes, &anew);
    for (int i = 0; i < TREE_NODES; i++)
        for (int group = 0; group < GROUP_COUNT; group++) {
            const double *one = library->groups[i][group], *other = anew.groups[i][group];
            if (action_plan_groups(trial.model.runs[index].plan, i) & 1u << group &&
                memcmp(one, other, 3 * sizeof *one))
                differ("run %d at %.9f: nodes[%d] %s is %.17g, %.17g, %.17g; %s %.17g, %.17g, %.17g", index,
                       (double)trial.model.runs[index].local / 1e9, i, action_group_names[group], one[0], one[1],
                       one[2],
                       way == 0  ? "played in one step"
                       : way < 3 ? "sought"
                                 : "played backwards",
                       other[0], other[1], other[2]);
        }
}

// Plays the action of a run again, on a new node. If the action changes other nodes, too, restores the values of these
// nodes at the end.
static void repeat(int index, int way)
{
    const ModelRun *run = &trial.model.runs[index];
    ModelValues before;
    CoirNode *nodes[TREE_NODES];
    CoirActionManager *manager = coir_action_manager_new();
    read_all(trial.nodes, &before);
    memcpy(nodes, trial.nodes, sizeof nodes);
    nodes[run->node] = &COIR_NEW(CoirSprite)->node;
    for (int i = 0; i < TREE_NODES; i++)
        action_values_write(nodes[i], (const double(*)[3])trial.players[index].found.groups[i]);
    CoirRun again = coir_action_manager_run(manager, nodes[run->node], coir_action_retain(trial.players[index].action));
    trial.is_repeating = true;
    play_anew(again, manager, run->local, way);
    compare_bits(index, way, nodes, &before);
    coir_action_manager_destroy(manager);
    coir_node_destroy(nodes[run->node]);
    trial.is_repeating = false;
    for (int i = 0; i < TREE_NODES; i++)
        action_values_write(trial.nodes[i], (const double(*)[3])before.groups[i]);
    coir_nodes_sweep();
}

static void repeat_one(int number)
{
    if (trial.difference[0] || trial.model.run_count == 0)
        return;
    int index = trial.model.order[number % trial.model.run_count];
    const ModelRun *run = &trial.model.runs[index];
    if (run->is_running && run->was_stepped && !run->is_anew && run->halted < 0 && run->tree->length > 0)
        repeat(index, number / 8 % WAYS);
}

// Doing --------------------------------------------------------------------------------------------------------------

static void library_do(const Deed *deed)
{
    CoirRun run = trial.players[deed->run].handle;
    switch (deed->kind) {
    case DEED_STOP: coir_run_stop(run); break;
    case DEED_PAUSE: coir_run_pause(run); break;
    case DEED_RESUME: coir_run_resume(run); break;
    case DEED_REVERSE: coir_run_reverse(run); break;
    case DEED_SPEED: coir_run_set_speed(run, deed->speed); break;
    case DEED_SEEK: coir_run_seek(run, (double)deed->time / 1e9, 0); break;
    case DEED_SEEK_CALLS:
        trial.is_quiet = true;
        coir_run_seek(run, (double)deed->time / 1e9, COIR_SEEK_CALLS);
        trial.is_quiet = false;
        break;
    case DEED_RESTART: coir_run_restart(run); break;
    case DEED_NONE:
    case DEED_COUNT: break;
    }
}

static CoirAction *make_call(const ActionTree *leaf, void *user)
{
    Player *player = user;
    CallSite *site = &player->sites[leaf->name];
    *site = (CallSite){&trial, (int)(player - trial.players), leaf->name};
    return coir_call(on_call, site);
}

static bool is_lane_free(int index)
{
    for (int i = index % SCRIPT_LANES; i < trial.script->run_count; i += SCRIPT_LANES)
        if (trial.model.runs[i].is_running || (i == index && trial.model.runs[i].plan))
            return false;
    return true;
}

static void run(int index)
{
    ScriptRun *script = &trial.script->runs[index];
    Player *player = &trial.players[index];
    ModelRun *model = &trial.model.runs[index];
    if (!is_lane_free(index))
        return;
    for (int i = 0; i < script->forest.count; i++)
        script->forest.trees[i].action = NULL;
    player->action = action_tree_build(script->tree, trial.nodes, make_call, player);
    if (!player->action)
        return;
    read_all(trial.nodes, &player->found);
    player->sites[0] = (CallSite){&trial, index, 0};
    player->handle =
        coir_action_manager_run(trial.manager, trial.nodes[script->node], coir_action_retain(player->action));
    coir_run_on_done(player->handle, on_end, &player->sites[0]);
    coir_run_set_tag(player->handle, index % 2);
    model->tree = script->tree;
    model->deeds = script->deeds;
    model->node = script->node;
    model->plan = action_plan_new(script->tree, script->node, &player->found, trial.script->horizon);
    model_add(&trial.model, index);
}

static void stop_node(int node, int tag, CoirRunEnd reason)
{
    for (int i = 0; i < trial.model.run_count; i++) {
        int index = trial.model.order[i];
        if (trial.model.runs[index].node == node && (tag < 0 || index % 2 == tag))
            model_end(&trial.model, index, reason);
    }
    if (reason == COIR_END_GONE) {
        coir_node_destroy(trial.nodes[node]);
        trial.nodes[node] = NULL;
    } else if (tag < 0)
        coir_node_stop_all(trial.nodes[node]);
    else
        coir_node_stop_all_tag(trial.nodes[node], tag);
}

static void do_step(const ScriptStep *step)
{
    switch (step->kind) {
    case STEP_RUN: run(step->deed.run); break;
    case STEP_UPDATE:
        model_update(&trial.model, step->dt);
        coir_action_manager_update(trial.manager, (double)step->dt / 1e9);
        break;
    case STEP_DEED:
        model_do(&trial.model, &step->deed);
        library_do(&step->deed);
        break;
    case STEP_PAUSE_NODE:
    case STEP_RESUME_NODE:
        model_pause_node(&trial.model, step->node, step->kind == STEP_PAUSE_NODE);
        (step->kind == STEP_PAUSE_NODE ? coir_node_pause : coir_node_resume)(trial.nodes[step->node]);
        break;
    case STEP_STOP_NODE: stop_node(step->node, -1, COIR_END_STOPPED); break;
    case STEP_STOP_TAG: stop_node(step->node, step->tag, COIR_END_STOPPED); break;
    case STEP_DESTROY_NODE: stop_node(step->node, -1, COIR_END_GONE); break;
    case STEP_NONE: break;
    }
}

// Seeks runs without end back to an early time, before the runs reach the end of their plans.
static void bring_back(void)
{
    for (int i = 0; i < trial.script->run_count; i++) {
        const ModelRun *endless = &trial.model.runs[i];
        if (!endless->is_running || endless->tree->length != TREE_NEVER || endless->local < trial.script->horizon / 2)
            continue;
        Deed deed = {.kind = DEED_SEEK, .run = i, .time = endless->local % (50 * trial.script->unit)};
        model_do(&trial.model, &deed);
        library_do(&deed);
    }
}

static void begin(Script *script)
{
    memset(&trial, 0, sizeof trial);
    trial.script = script;
    trial.model.sights = sights;
    trial.manager = coir_action_manager_new();
    action_frames_open();
    for (int i = 0; i < TREE_NODES; i++) {
        trial.nodes[i] = &COIR_NEW(CoirSprite)->node;
        trial.nodes[i]->position = coir_vec2((float)i * 10, 5);
        trial.nodes[i]->rotation = (float)i * 90;
        trial.nodes[i]->opacity = 0.5f;
        trial.nodes[i]->color = coir_rgb(200, 100, 50);
        trial.nodes[i]->size = coir_vec2(8, 6);
        CoirFrame frame = action_frame(i);
        ((CoirSprite *)trial.nodes[i])->keeps_size_ = true;
        coir_sprite_set_frame((CoirSprite *)trial.nodes[i], &frame);
    }
    read_all(trial.nodes, &trial.model.values);
}

static void end(void)
{
    trial.is_repeating = true;
    coir_action_manager_destroy(trial.manager);
    for (int i = 0; i < TREE_NODES; i++)
        coir_node_destroy(trial.nodes[i]);
    coir_nodes_sweep();
    for (int i = 0; i < trial.script->run_count; i++) {
        coir_action_release(trial.players[i].action);
        action_plan_free(trial.model.runs[i].plan);
    }
    action_frames_close();
}

int action_trial_do(Script *script)
{
    begin(script);
    int i;
    for (i = 0; i < script->step_count && !trial.difference[0]; i++) {
        const ScriptStep *step = &script->steps[i];
        do_step(step);
        compare_all();
        if (step->kind == STEP_DESTROY_NODE)
            break;
        repeat_one(i);
        bring_back();
    }
    end();
    return i;
}

const char *action_trial_difference_kind(void)
{
    return trial.kind;
}

const char *action_trial_difference(void)
{
    return trial.difference[0] ? trial.difference : NULL;
}
