// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The run loop on a web page, where the browser calls a function for each refresh of the display. A refresh takes no
// frame in three cases:
//
// 1. The frame rate is lower than the refresh rate, and no frame is due.
// 2. The loop is idle, and the stage has nothing new to show.
// 3. The browser has taken the graphics device away.

#include "app/director.h"

#include <math.h>

#include "app/trial.h"
#include "app/web.h"
#include "base/fail.h"
#include "draw/renderer.h"
#include "sound/output.h"

static struct {
    CoirRefreshPacing pacing;
    double looked; // time of the last refresh
    CoirTrial trial;
    int tried;    // number of frames of the trial so far
    bool is_back; // the browser has given the device back, and no frame has been drawn since
} page;

// Returns true if the loop is idle and needs no frame now. In this case adds `passed`, the seconds since the last
// refresh, to `director->quiet`, as a native loop adds a sleep. Both loops add at most COIR_SLEEP_MOST + max_dt at a
// time. If more time has passed on a web page, the page was hidden, a frame was slow, or the computer was suspended.
static bool is_quiet(CoirDirector *director, double now, double passed)
{
    CoirLoop *loop = &director->loop;
    page.is_back |= coir_web_device_is_back();
    bool has_reason = !loop->is_idle || !page.pacing.has_last || page.is_back || coir_director_has_events(director) ||
                      coir_director_quiet_for(director) <= now - page.pacing.last;
    if (has_reason) {
        coir_loop_wake(loop);
        return false;
    }
    if (coir_loop_take_reason(loop))
        return false;
    director->quiet += fmin(passed, COIR_SLEEP_MOST + director->def.max_dt);
    return true;
}

// Restores the device if the browser has taken the device away and given the device back. Returns false on failure.
static bool renew_device(CoirDirector *director)
{
    page.is_back |= coir_web_device_is_back();
    if (!page.is_back)
        return true;
    page.is_back = false;
    director->next_dt_zero = true;
    return coir_renderer_renew(director->renderer);
}

static bool needs_frame(CoirDirector *director, double now)
{
    CoirLoopState state = coir_director_loop_state(director);
    double passed = now - page.looked;
    page.looked = now;
    return !coir_web_has_lost_device() &&
           coir_refresh_is_due(&page.pacing, coir_loop_rate(&director->loop, &state), now) &&
           !is_quiet(director, now, passed);
}

// Counts a frame of the trial, and ends the loop after the last frame. Returns the seconds of the frame.
static double try_frame(CoirDirector *director)
{
    page.tried++;
    director->ending |= page.tried == page.trial.frames;
    return page.tried > 1 ? COIR_TRIAL_DT : 0;
}

static bool take_frame(double now, void *user)
{
    CoirDirector *director = user;
    if (page.trial.frames == 0 && !needs_frame(director, now))
        return true;
    double dt = coir_refresh_begin(&page.pacing, now);
    if (page.trial.frames > 0)
        dt = try_frame(director);
    bool drawn = renew_device(director) && coir_director_draw_frame(director, dt);
    director->quiet = 0;
    if (drawn && !director->ending)
        return true;
    if (!drawn)
        coir_log(COIR_LOG_ERROR, "%s", coir_error());
    coir_director_leave_loop(director);
    coir_sound_pause_device(true); // otherwise the sounds of the last frame continue
    return false;
}

bool coir_director_loop(CoirDirector *director)
{
    page.pacing = (CoirRefreshPacing){0};
    page.trial = coir_trial_from_environment();
    page.tried = 0;
    page.is_back = false;
    director->loop.starts_hidden = false; // a page always shows its canvas
    coir_web_run(take_frame, director);
}

bool coir_director_may_loop(void)
{
    if (!coir_web_is_running())
        return true;
    return FAIL("coir_director_run: a web page has one loop, which another director uses; call coir_director_frame for "
                "the second director");
}
