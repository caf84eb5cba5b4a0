// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The run loop: one frame after the other, each when the loop says so (loop.h); an idle loop sleeps while the stage has
// nothing new to show.

#include "app/director.h"

#include <math.h>

#include <SDL.h>

#include "base/fail.h"
#include "scene/dispatch.h"
#include "scene/node.h"
#include "sound/world.h"

#define FOREIGN_SLEEP 0.01 // seconds, after which SDL's queue is looked at while it has events of other windows

static CoirLoopState loop_state(const CoirDirector *director)
{
    return (CoirLoopState){
        .is_paused = director->paused,
        .has_vsync = coir_renderer_has_vsync(director->renderer),
        .refresh_rate = director->def.headless ? 0 : coir_window_refresh_rate(director->window),
    };
}

// Returns for how many seconds after the last frame no frame would show anything new, unless an event or a post comes.
static double stage_quiet_for(const CoirDirector *director)
{
    const CoirFrameClock *clock = &director->clock;
    if (coir_stage_waits_for_gesture(director->stage))
        return 0;
    if (coir_director_is_standing(director))
        return INFINITY;
    bool is_held = clock->hold > 0;
    double quiet = coir_stage_quiet_for(director->stage, is_held);
    if (quiet == 0)
        return 0;
    if (clock->scale == 0)
        return is_held ? clock->hold : INFINITY;
    if (is_held)
        quiet = fmin(quiet, clock->hold * clock->scale);
    if (clock->step > 0)
        quiet = ceil(quiet / clock->step) * clock->step - clock->waiting;
    return quiet / clock->scale;
}

// Sleeps for a while, less if an event comes. Returns true if there is an event for this director. SDL does not wait
// while its queue has events: beside events of other windows, the loop looks every FOREIGN_SLEEP seconds.
static bool sleep_for(const CoirDirector *director, double seconds)
{
    bool listens = SDL_WasInit(SDL_INIT_EVENTS);
    bool has_any = listens && SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    if (has_any && coir_director_has_events(director))
        return true;
    coir_loop_sleep(has_any ? fmin(seconds, FOREIGN_SLEEP) : seconds, listens && !has_any);
    if (has_any)
        SDL_PumpEvents();
    return listens && coir_director_has_events(director);
}

// Returns the seconds for which nothing needs a frame: neither the stage nor sound.
static double quiet_for(const CoirDirector *director)
{
    double quiet = stage_quiet_for(director);
    bool is_silent = coir_loop_is_standing(&director->loop); // the sound clock stands, too
    return quiet == 0 || is_silent ? quiet : fmin(quiet, coir_sound_quiet_for());
}

// Idle: sleeps until there is a reason for a frame, which would have been due after `dt` seconds. Returns
// the seconds of this frame.
static double sleep_while_quiet(CoirDirector *director, double dt)
{
    CoirLoop *loop = &director->loop;
    double left;
    while ((left = quiet_for(director) - dt) > 0 && !coir_loop_settles(loop)) {
        if (sleep_for(director, left))
            coir_loop_wake(loop);
        double slept = coir_pacing_begin_now(&loop->pacing);
        director->quiet += slept < director->def.max_dt ? slept : director->def.max_dt; // else the machine slept, too
        dt += slept;
    }
    if (left <= 0)
        coir_loop_wake(loop);
    return dt;
}

static double wait_for_frame(CoirDirector *director)
{
    CoirLoopState state = loop_state(director);
    double dt = coir_loop_wait(&director->loop, &state);
    director->quiet = 0;
    return director->loop.is_idle ? sleep_while_quiet(director, dt) : dt;
}

static bool loop(CoirDirector *director)
{
    double dt = 0;
    coir_loop_start(&director->loop);
    for (;;) {
        bool drawn = coir_director_draw_frame(director, dt);
        if (!drawn || director->ending)
            return drawn;
        dt = wait_for_frame(director);
    }
}

// False also after a call that destroys all scenes; but the pop of the last scene ends a loop, which may begin.
static bool can_go_on(const CoirStage *stage)
{
    bool is_emptied = stage->change.pending && !stage->change.ends;
    return coir_stage_next_scene(stage) || (coir_stage_is_changing(stage) && !is_emptied);
}

static bool may_run(CoirDirector *director, const CoirNode *scene)
{
    if (!coir_director_is_given(director, "coir_director_run"))
        return false;
    if (coir_director_is_busy(director) || director->in_run)
        return MISTAKE(
            "coir_director_run: called inside a frame of the same director; show a scene with coir_director_show");
    if (scene || can_go_on(director->stage))
        return true;
    return MISSING(
        "coir_director_run: the scene is NULL, and there is no scene to go on with; give a scene, or show one before");
}

bool coir_director_run(CoirDirector *director, CoirNode *scene)
{
    if (!may_run(director, scene) || (scene && !coir_stage_show_for(director->stage, scene, NULL, "coir_director_run")))
        return false;
    director->stage->ended = false;
    director->in_run = true;
    bool done = loop(director);
    director->stage->ended |= director->ending;
    director->in_run = director->ending = false;
    director->quiet = 0;
    coir_director_free_if_dead(director);
    return done;
}

void coir_director_end(CoirDirector *director)
{
    if (coir_director_is_given(director, "coir_director_end"))
        director->ending = true;
}
