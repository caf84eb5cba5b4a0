// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The run loop of a native program, which may block: takes one frame after another, at the times that loop.h decides.
// An idle loop sleeps while the stage has nothing new to show. On a web page, director_web.c replaces this file.

#include "app/director.h"

#include <math.h>

#include <SDL.h>

#include "app/trial.h"

#define FOREIGN_SLEEP 0.01 // seconds between two looks at SDL's queue while the queue has events of other windows

// Sleeps for at most `seconds`, or until an event comes. Returns true if SDL's queue has an event for this director.
// SDL does not wait while its queue has events. So while the queue has events of other windows, the loop looks at the
// queue every FOREIGN_SLEEP seconds.
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

// For an idle loop: sleeps until there is a reason for a frame. `dt`: seconds since the last frame began; a loop that
// is not idle would take a frame now. Returns the seconds since the last frame began. One sleep adds at most
// COIR_SLEEP_MOST + `max_dt` to `director->quiet`: in a longer sleep, the computer was probably suspended.
static double sleep_while_quiet(CoirDirector *director, double dt)
{
    CoirLoop *loop = &director->loop;
    double left;
    while ((left = coir_director_quiet_for(director) - dt) > 0 && !coir_loop_take_reason(loop)) {
        if (sleep_for(director, left))
            coir_loop_wake(loop);
        double slept = coir_pacing_begin_now(&loop->pacing);
        director->quiet += fmin(slept, COIR_SLEEP_MOST + director->def.max_dt);
        dt += slept;
    }
    if (left <= 0)
        coir_loop_wake(loop);
    return dt;
}

static double wait_for_frame(CoirDirector *director)
{
    CoirLoopState state = coir_director_loop_state(director);
    double dt = coir_loop_wait(&director->loop, &state);
    director->quiet = 0;
    return director->loop.is_idle ? sleep_while_quiet(director, dt) : dt;
}

static bool play_trial(CoirDirector *director, const CoirTrial *trial)
{
    bool drawn = true;
    for (int i = 0; i < trial->frames && drawn && !director->ending; i++)
        drawn = coir_director_draw_frame(director, i > 0 ? COIR_TRIAL_DT : 0);
    return drawn && (!trial->file[0] || coir_director_screenshot(director, trial->file));
}

bool coir_director_loop(CoirDirector *director)
{
    CoirTrial trial = coir_trial_from_environment();
    double dt = 0;
    if (trial.frames > 0)
        return play_trial(director, &trial);
    coir_loop_start(&director->loop);
    for (;;) {
        bool drawn = coir_director_draw_frame(director, dt);
        if (!drawn || director->ending)
            return drawn;
        dt = wait_for_frame(director);
    }
}

bool coir_director_may_loop(void)
{
    return true;
}
