// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// coir_director_run: checks if a loop may begin, and computes for how long an idle loop needs no frame. The loop itself
// is in director_loop.c, and in director_web.c for a web page.

#include "app/director.h"

#include <math.h>

#include "base/fail.h"
#include "input/event.h"
#include "scene/stage.h"
#include "sound/advance.h"

CoirLoopState coir_director_loop_state(const CoirDirector *director)
{
    return (CoirLoopState){
        .is_paused = director->paused,
        .has_vsync = coir_renderer_has_vsync(director->renderer),
        .refresh_rate = director->def.headless ? 0 : coir_window_refresh_rate(director->window),
    };
}

// Returns the seconds from the last frame to the first frame that may show something new, if no event and no post
// comes. INFINITY: there is no such frame.
static double stage_quiet_for(const CoirDirector *director)
{
    const CoirFrameClock *clock = &director->clock;
    if (coir_stage_waits_for_gesture(director->stage))
        return 0;
    if (coir_director_is_frozen(director)) // a change of scene begins, but its transition does not move
        return director->stage->change.pending ? 0 : INFINITY;
    bool is_held = clock->hold > 0;
    double quiet = coir_stage_quiet_for(director->stage, is_held);
    if (quiet == 0)
        return 0;
    if (clock->scale == 0)
        return is_held ? clock->hold : INFINITY;
    if (is_held)
        quiet = fmin(quiet, clock->hold * clock->scale);
    if (clock->step > 0)
        quiet = fmax(1, ceil((quiet - COIR_FRAME_SLACK) / clock->step)) * clock->step - clock->waiting;
    return quiet / clock->scale;
}

double coir_director_quiet_for(const CoirDirector *director)
{
    double quiet = stage_quiet_for(director);
    bool is_silent = coir_loop_is_paused(&director->loop); // the sound clock is frozen, too
    return quiet == 0 || is_silent ? quiet : fmin(quiet, coir_sound_quiet_for());
}

// Returns true if the stage will have a scene after the change that is requested or in progress; without a change,
// if the stage has a scene. Also true if the change is the pop of the last scene: the loop may begin, and the pop then
// ends the loop.
static bool has_next_scene(const CoirStage *stage)
{
    bool is_pop = stage->change.pending ? stage->change.is_pop : stage->was_pop;
    return coir_stage_next_scene(stage) || (coir_stage_is_changing(stage) && is_pop);
}

static bool may_run(CoirDirector *director, const CoirNode *scene)
{
    if (!coir_director_is_given(director, "coir_director_run"))
        return false;
    if (coir_director_is_busy(director) || director->in_run)
        return MISTAKE(
            "coir_director_run: called in a frame or loop of the same director; show a scene with coir_director_show");
    if (scene || has_next_scene(director->stage))
        return true;
    return MISSING(
        "coir_director_run: the scene is NULL, and there is no scene to go on with; give a scene, or show one before");
}

bool coir_director_run(CoirDirector *director, CoirNode *scene)
{
    if (!may_run(director, scene) || !coir_director_may_loop() ||
        (scene && !coir_stage_show_for(director->stage, scene, NULL, "coir_director_run")))
        return false;
    director->stage->ended = false;
    director->in_run = true;
    bool done = coir_director_loop(director);
    coir_director_leave_loop(director);
    return done;
}

void coir_director_leave_loop(CoirDirector *director)
{
    director->stage->ended |= director->ending;
    director->in_run = director->ending = false;
    director->quiet = 0;
    coir_director_free_if_dead(director);
}

void coir_director_end(CoirDirector *director)
{
    if (coir_director_is_given(director, "coir_director_end"))
        director->ending = true;
}
