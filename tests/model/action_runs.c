// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_runs.h"

#include <math.h>
#include <string.h>

static bool moves(const ModelManager *manager, const ModelRun *run)
{
    return run->is_running && !run->is_paused && !manager->node_paused[run->node];
}

static int64_t time_of(const ModelManager *manager)
{
    return manager->is_calling ? manager->instant : manager->now;
}

static void rebase(const ModelManager *manager, ModelRun *run, int64_t local)
{
    run->base = run->local = local;
    run->clock_base = time_of(manager);
}

static int64_t unbounded_local(const ModelRun *run, int64_t time)
{
    return run->base + llround((double)(time - run->clock_base) * (run->is_reversed ? -run->speed : run->speed));
}

static int64_t bounded(const ModelRun *run, int64_t local)
{
    return local < 0 ? 0 : local > run->tree->length ? run->tree->length : local;
}

// Returns the least time of the manager's clock at which a run that plays forwards has reached `local`.
static int64_t instant_of(const ModelRun *run, int64_t local)
{
    int64_t time = run->clock_base;
    if (local > run->base)
        time += (int64_t)((double)(local - run->base - 1) / run->speed) - 1;
    time = time < run->clock_base ? run->clock_base : time;
    while (unbounded_local(run, time) < local)
        time++;
    return time;
}

static void set_local_time(ModelRun *run, int64_t local)
{
    run->local = local;
    run->done = action_plan_count(run->plan, local);
    run->halted = -1;
    run->was_stepped = true;
    run->is_anew = false;
}

static void see(ModelManager *manager, Sight sight)
{
    if (manager->sight_count < MODEL_SIGHTS)
        manager->sights[manager->sight_count++] = sight;
}

void model_end(ModelManager *manager, int index, CoirRunEnd reason)
{
    ModelRun *run = &manager->runs[index];
    if (!run->is_running)
        return;
    run->is_running = false;
    see(manager, (Sight){.is_end = true, .reason = reason, .run = index});
}

static void make_call(ModelManager *manager, ModelRun *run, int index, int64_t instant)
{
    PlanCall call = action_plan_call(run->plan, index);
    Sight sight = {.run = (int)(run - manager->runs), .name = call.name, .node = call.node, .instant = instant};
    sight.local = call.time;
    run->local = call.time;
    run->done = index + 1;
    run->halted = index;
    run->was_stepped = true;
    run->is_anew = false;
    action_plan_values_in_call(run->plan, index, false, &sight.values);
    see(manager, sight);
    const Deed *deed = &run->deeds[call.name];
    if (++run->calls[call.name] != deed->nth || manager->is_quiet)
        return;
    bool was_calling = manager->is_calling;
    int64_t outer = manager->instant;
    manager->is_calling = true;
    manager->instant = instant;
    model_do(manager, deed);
    manager->is_calling = was_calling;
    manager->instant = outer;
}

static void step(ModelManager *manager, ModelRun *run)
{
    while (moves(manager, run)) {
        int64_t local = unbounded_local(run, manager->now), stop = bounded(run, local);
        int call = run->is_reversed ? -1 : action_plan_next_call(run->plan, run->done, stop);
        if (call >= 0) {
            make_call(manager, run, call, instant_of(run, action_plan_call(run->plan, call).time));
            continue;
        }
        set_local_time(run, stop);
        if (run->is_reversed ? local <= 0 : local >= run->tree->length)
            model_end(manager, (int)(run - manager->runs), COIR_END_DONE);
        return;
    }
}

void model_add(ModelManager *manager, int index)
{
    ModelRun *run = &manager->runs[index];
    run->clock_base = time_of(manager);
    run->halted = -1;
    run->speed = 1;
    run->is_running = true;
    manager->order[manager->run_count++] = index;
}

void model_update(ModelManager *manager, int64_t dt)
{
    manager->now += dt;
    for (int i = 0; i < manager->run_count; i++)
        step(manager, &manager->runs[manager->order[i]]);
}

// Deeds --------------------------------------------------------------------------------------------------------------

static void seek(ModelManager *manager, ModelRun *run, int64_t time, bool with_calls)
{
    int64_t goal = bounded(run, time);
    manager->is_quiet = true; // deeds of calls in a seek are not tested
    while (with_calls && goal >= run->local) {
        int call = action_plan_next_call(run->plan, run->done, goal);
        if (call < 0)
            break;
        make_call(manager, run, call, time_of(manager));
    }
    manager->is_quiet = false;
    rebase(manager, run, goal);
    set_local_time(run, goal);
}

void model_do(ModelManager *manager, const Deed *deed)
{
    ModelRun *run = &manager->runs[deed->run];
    if (!run->is_running)
        return;
    switch (deed->kind) {
    case DEED_STOP: model_end(manager, deed->run, COIR_END_STOPPED); break;
    case DEED_PAUSE:
    case DEED_RESUME:
        if (run->is_paused != (deed->kind == DEED_PAUSE))
            rebase(manager, run, run->local);
        run->is_paused = deed->kind == DEED_PAUSE;
        break;
    case DEED_REVERSE:
        rebase(manager, run, run->local);
        run->is_reversed = !run->is_reversed;
        break;
    case DEED_SPEED:
        rebase(manager, run, run->local);
        run->speed = deed->speed;
        break;
    case DEED_SEEK:
    case DEED_SEEK_CALLS: seek(manager, run, deed->time, deed->kind == DEED_SEEK_CALLS); break;
    case DEED_RESTART:
        rebase(manager, run, 0);
        run->is_reversed = false;
        run->done = 0;
        run->halted = -1;
        run->is_anew = true;
        break;
    case DEED_NONE:
    case DEED_COUNT: break;
    }
}

void model_pause_node(ModelManager *manager, int node, bool is_paused)
{
    if (manager->node_paused[node] == is_paused)
        return;
    for (int i = 0; i < MODEL_RUNS; i++)
        if (manager->runs[i].is_running && manager->runs[i].node == node)
            rebase(manager, &manager->runs[i], manager->runs[i].local);
    manager->node_paused[node] = is_paused;
}

void model_find_values(ModelManager *manager)
{
    for (int i = 0; i < manager->run_count; i++) {
        ModelRun *run = &manager->runs[manager->order[i]];
        if (!run->was_stepped || !run->plan)
            continue;
        if (run->halted >= 0)
            action_plan_values_in_call(run->plan, run->halted, !run->is_running, &manager->values);
        else
            action_plan_values(run->plan, run->is_anew ? -1 : run->local, !run->is_running, &manager->values);
    }
}
