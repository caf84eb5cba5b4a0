// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The frame rate depends on the rate that the user has set, on the display, on a pause and on the background.
// Whenever the frame rate changes, pacing starts again.

#include "app/loop.h"

#include <SDL.h>

#include "base/fail.h"

#define RATE_LEAST 0.01 // frames per second; the clock ticks of a frame must fit into 64 bits
#define RATE_MOST 10000.0
#define PAUSED_RATE 15
#define SLOW_RATE 10

CoirLoop coir_loop_make(const CoirDirectorDef *def)
{
    return (CoirLoop){.frame_rate = def->frame_rate,
                      .in_background = def->in_background,
                      .starts_hidden = def->hidden,
                      .is_idle = def->idle,
                      .draws_again = true};
}

bool coir_loop_check_rate(double rate, const char *function)
{
    if (rate == 0 || (rate >= RATE_LEAST && rate <= RATE_MOST))
        return true;
    return MISTAKE("%s: a frame rate of %g; it must be from %g to %g, or 0 for the display's rate", function, rate,
                   RATE_LEAST, RATE_MOST);
}

bool coir_loop_check_background(CoirBackground background, const char *function)
{
    if ((unsigned)background <= COIR_BACKGROUND_SLOW)
        return true;
    return MISTAKE("%s: in_background is %d; it must be a CoirBackground", function, (int)background);
}

void coir_loop_wake(CoirLoop *loop)
{
    loop->draws_again = true;
}

// The background -----------------------------------------------------------------------------------------------------

void coir_loop_event(CoirLoop *loop, const SDL_Event *event)
{
    coir_loop_wake(loop);
    if (event->type != SDL_WINDOWEVENT)
        return;
    switch (event->window.event) {
    case SDL_WINDOWEVENT_HIDDEN: loop->is_hidden = !loop->starts_hidden; break;
    case SDL_WINDOWEVENT_MINIMIZED: loop->is_hidden = true; break;
    case SDL_WINDOWEVENT_SHOWN: loop->starts_hidden = loop->is_hidden = false; break;
    case SDL_WINDOWEVENT_MAXIMIZED:
    case SDL_WINDOWEVENT_RESTORED: loop->is_hidden = false; break;
    case SDL_WINDOWEVENT_FOCUS_LOST: loop->is_unfocused = true; break;
    case SDL_WINDOWEVENT_FOCUS_GAINED: loop->is_unfocused = false; break;
    default: break;
    }
}

bool coir_loop_is_paused(const CoirLoop *loop)
{
    switch (loop->in_background) {
    case COIR_BACKGROUND_PAUSE_HIDDEN: return loop->is_hidden;
    case COIR_BACKGROUND_PAUSE: return loop->is_hidden || loop->is_unfocused;
    case COIR_BACKGROUND_GO_ON:
    case COIR_BACKGROUND_SLOW: break;
    }
    return false;
}

static bool is_slow(const CoirLoop *loop)
{
    return loop->in_background == COIR_BACKGROUND_SLOW && (loop->is_hidden || loop->is_unfocused);
}

// The rate -----------------------------------------------------------------------------------------------------------

// Returns a rate for frames that are not urgent: `rate`, or a lower rate that the game has set.
static double at_most(const CoirLoop *loop, double rate)
{
    return loop->frame_rate > 0 && loop->frame_rate < rate ? loop->frame_rate : rate;
}

double coir_loop_rate(const CoirLoop *loop, const CoirLoopState *state)
{
    if (state->is_paused || coir_loop_is_paused(loop))
        return at_most(loop, PAUSED_RATE);
    if (is_slow(loop))
        return at_most(loop, SLOW_RATE);
    if (loop->frame_rate > 0)
        return loop->frame_rate;
    bool is_hidden = loop->is_hidden || loop->starts_hidden; // presenting a hidden window does not wait
    return state->has_vsync && !is_hidden ? 0 : state->refresh_rate;
}

void coir_loop_start(CoirLoop *loop)
{
    loop->pacing = coir_pacing_start(0);
}

double coir_loop_wait(CoirLoop *loop, const CoirLoopState *state)
{
    coir_pacing_set_rate(&loop->pacing, coir_loop_rate(loop, state));
    return coir_pacing_wait(&loop->pacing);
}

// Idle ---------------------------------------------------------------------------------------------------------------

bool coir_loop_take_reason(CoirLoop *loop)
{
    bool draws_again = loop->draws_again;
    loop->draws_again = false;
    return draws_again;
}

void coir_loop_sleep(double seconds, bool listens)
{
    double milliseconds = (seconds < COIR_SLEEP_MOST ? seconds : COIR_SLEEP_MOST) * 1000;
    int wait = milliseconds < 1 ? 1 : (int)milliseconds;
    if (listens)
        SDL_WaitEventTimeout(NULL, wait);
    else
        SDL_Delay((Uint32)wait);
}
