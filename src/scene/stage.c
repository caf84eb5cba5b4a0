// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stage: two schedulers with an action manager each, one pair for the game and one for the interface, and the steps
// of a frame. The scenes of a stage are in scenes.c.

#include "scene/stage.h"

#include <math.h>

#include <utlist.h>

#include "action/run/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "node/reference.h"
#include "node/store.h"
#include "node/timers.h"
#include "scene/sound.h"
#include "sound/advance.h"

#define SCENES_AT_FIRST 8 // size of the stack from the start, so that the first requests need no memory

static void end_update(void)
{
    coir_nodes_busy_end();
    coir_nodes_sweep_if_safe();
}

// Makes an action manager on the clock of `scheduler`. Returns NULL for NULL, or if there is no memory.
static CoirActionManager *new_manager(CoirScheduler *scheduler)
{
    CoirActionManager *manager = scheduler ? coir_action_manager_new() : NULL;
    if (!manager)
        return NULL;
    scheduler->owned = manager->is_of_stage = true;
    scheduler->nodes = &coir_node_targets;
    scheduler->update_begins = coir_nodes_busy_begin;
    scheduler->update_ended = end_update;
    manager->scheduler = scheduler;
    return manager;
}

static void free_pair(CoirScheduler *scheduler, CoirActionManager *manager)
{
    if (manager) {
        coir_action_manager_give_up(manager); // runs of nodes that are now off stage wait for another stage
        manager->is_of_stage = false;
    }
    coir_action_manager_destroy(manager);
    if (scheduler) {
        scheduler->owned = false; // so that the end of an update in progress frees the scheduler
        coir_scheduler_drop(scheduler);
    }
}

static void free_pairs(CoirStage *stage)
{
    free_pair(stage->base.interface_scheduler, stage->base.interface_actions);
    free_pair(stage->base.scheduler, stage->base.actions);
}

CoirStage *coir_stage_new(void)
{
    CoirStage *stage = coir_alloc(sizeof *stage);
    if (!stage)
        return NULL;
    stage->base.interface_scheduler = coir_scheduler_new();
    stage->base.interface_actions = new_manager(stage->base.interface_scheduler);
    stage->base.scheduler = coir_scheduler_new();
    stage->base.actions = new_manager(stage->base.scheduler);
    stage->scenes = coir_grow(NULL, &stage->scene_capacity, SCENES_AT_FIRST, sizeof *stage->scenes);
    if (!stage->base.interface_actions || !stage->base.actions || !stage->scenes) {
        free_pairs(stage);
        coir_free(stage->scenes);
        coir_free(stage);
        return NULL;
    }
    stage->base.interface_scheduler->leader = stage->base.scheduler;
    stage->base.interface_actions->leader = stage->base.actions;
    stage->sound_speed = stage->sound_scale = 1;
    stage->base.world = coir_world();
    stage->base.forget = coir_stage_forget;
    stage->base.world->stage_count++;
    return stage;
}

static void free_stage(CoirStage *stage)
{
    stage->base.world->stage_count--;
    coir_stage_drop_listeners(stage);
    if (coir_world_is_default())
        coir_sound_unlead(stage);
    free_pairs(stage);
    coir_free(stage->scenes);
    coir_interpolation_free(&stage->interpolation);
    coir_free(stage);
}

void coir_stages_sweep(void)
{
    CoirWorld *world = coir_world();
    CoirStage *closed = world->closed_stages;
    world->closed_stages = NULL;
    while (closed) {
        CoirStage *stage = closed;
        closed = stage->next_closed;
        if (!stage->owned)
            free_stage(stage);
        else
            LL_PREPEND2(world->closed_stages, stage, next_closed);
    }
    if (world->stage_count == 0) {
        coir_nodes_trim();
        coir_runs_clear_if_unused();
    }
}

void coir_stage_close(CoirStage *stage)
{
    if (!stage->base.dead) {
        stage->base.dead = true;
        LL_PREPEND2(stage->base.world->closed_stages, stage, next_closed);
        coir_nodes_busy_begin();
        coir_stage_drop_listeners(stage);
        coir_stage_clear(stage);
        stage->base.scheduler->dead = stage->base.interface_scheduler->dead = true;
        coir_scheduler_empty(stage->base.scheduler);
        coir_scheduler_empty(stage->base.interface_scheduler);
        coir_nodes_busy_end();
    }
    coir_nodes_sweep_if_safe(); // frees the stage, too
}

void coir_stage_destroy(CoirStage *stage)
{
    if (!stage || stage->base.dead || !coir_stage_check_world(stage, "coir_stage_destroy"))
        return;
    if (stage->owned)
        MISTAKE("coir_stage_destroy: this stage belongs to a director, which destroys the stage");
    else
        coir_stage_close(stage);
}

CoirScheduler *coir_stage_scheduler(CoirStage *stage)
{
    return stage ? stage->base.scheduler : NULL;
}

CoirActionManager *coir_stage_actions(CoirStage *stage)
{
    return stage ? stage->base.actions : NULL;
}

// The frame ----------------------------------------------------------------------------------------------------------

void coir_stage_begin(CoirStage *stage)
{
    stage->updating = true;
    coir_nodes_busy_begin();
}

// Steps the game first, then the interface. A callback of the game may schedule a timer of the interface. This timer
// counts from the logical time of the callback, which is computed back from the end of the interface's step. So the
// scheduler of the interface must know this end before the game is stepped (coir_scheduler_announce).
bool coir_stage_step_scheduler(CoirStage *stage, double dt, const char *function)
{
    coir_scheduler_announce(stage->base.interface_scheduler, dt);
    bool done = stage->is_held ? coir_scheduler_step_frozen(stage->base.scheduler, function)
                               : coir_scheduler_step(stage->base.scheduler, dt - stage->held, function);
    if (!done || stage->base.dead || stage->base.interface_nodes == 0)
        return done;
    return coir_scheduler_step(stage->base.interface_scheduler, dt, function);
}

static void step_actions(const CoirStage *stage, CoirActionManager *actions)
{
    if (!stage->base.dead)
        coir_action_manager_run_to(actions, coir_scheduler_reads(actions->scheduler), "coir_stage_update");
}

void coir_stage_step_actions(CoirStage *stage)
{
    if (!stage->is_held)
        step_actions(stage, stage->base.actions);
    if (stage->base.interface_nodes > 0)
        step_actions(stage, stage->base.interface_actions);
}

void coir_stage_end(CoirStage *stage)
{
    stage->updating = false;
    coir_nodes_busy_end();
    coir_nodes_sweep_if_safe(); // frees the stage, too, if it has been destroyed
}

void coir_stage_count(const CoirStage *stage, int *runs, int *timers)
{
    *runs = stage->base.actions->count + stage->base.interface_actions->count;
    *timers = coir_scheduler_count_timers(stage->base.scheduler) +
              coir_scheduler_count_timers(stage->base.interface_scheduler);
}

static int64_t shorter(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t quiet_for(const CoirScheduler *scheduler, const CoirActionManager *actions)
{
    return coir_manager_moves(actions) ? 0 : coir_scheduler_quiet_for(scheduler);
}

double coir_stage_quiet_for(const CoirStage *stage, bool is_held)
{
    if (coir_stage_is_changing(stage) || coir_interpolation_is_moving(&stage->interpolation) ||
        coir_scheduler_posted_count(stage->base.scheduler) > 0)
        return 0;
    int64_t quiet = quiet_for(stage->base.interface_scheduler, stage->base.interface_actions);
    if (!is_held)
        quiet = shorter(quiet, quiet_for(stage->base.scheduler, stage->base.actions));
    return quiet == COIR_NEVER ? INFINITY : coir_to_seconds(quiet);
}

void coir_stage_draw(CoirStage *stage, CoirPainter *painter)
{
    if (!stage || !painter) {
        MISSING("coir_stage_draw: the %s is NULL", stage ? "painter" : "stage");
        return;
    }
    if (!coir_world_check("coir_stage_draw") || !coir_stage_check_world(stage, "coir_stage_draw") ||
        !coir_painter_check(painter, "coir_stage_draw"))
        return;
    coir_nodes_busy_begin();
    if (stage->transition && painter->has_canvases)
        coir_transition_draw(stage, painter);
    else if (stage->scene)
        coir_stage_draw_root(stage, stage->scene, painter);
    if (stage->base.overlay)
        coir_stage_draw_root(stage, stage->base.overlay, painter);
    coir_nodes_busy_end();
    coir_nodes_sweep_if_safe();
}

static bool step(CoirStage *stage, double dt)
{
    if (!coir_stage_step_scheduler(stage, dt, "coir_stage_update"))
        return false;
    coir_stage_step_actions(stage);
    coir_stage_change_scene(stage);
    return true;
}

// Steps the stage inside a step of the sound clock. If the stage leads the sound clock, also advances that clock.
static bool step_with_sound(CoirStage *stage, double dt)
{
    CoirSoundStep sound;
    bool leads = coir_sound_lead(stage, false);
    int64_t end = coir_sound_time(NULL);
    if (leads)
        end = coir_sound_after(end, dt);
    coir_stage_begin_sound(stage, &sound, end, 1);
    bool done = step(stage, dt);
    coir_sound_end_step(&sound);
    if (leads && done)
        coir_sound_advance(end);
    return done;
}

bool coir_stage_update(CoirStage *stage, double dt)
{
    if (!coir_stage_check(stage, "coir_stage_update"))
        return false;
    if (stage->updating)
        return MISTAKE(
            "coir_stage_update: called in an update of the same stage; call coir_stage_update outside of callbacks");
    coir_stage_begin(stage);
    stage->held = 0; // a director holds the game only in its own frames
    stage->is_held = false;
    bool done = coir_world_is_default() ? step_with_sound(stage, dt) : step(stage, dt);
    if (done)
        coir_stage_step_input(stage, dt);
    coir_stage_end(stage);
    return done;
}
