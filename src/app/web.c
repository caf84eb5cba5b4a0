// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A hidden page gets no refreshes. So a timer of the browser calls the frames of a hidden page, and the display calls
// the frames of a visible page. The browser calls on_visibility when the page is hidden or shown, which switches
// between the timer and the display. SDL sends an event as well, but only for a visible window.

#include "app/web.h"

#include <emscripten.h>
#include <emscripten/html5.h>

#include "base/fail.h"

#define CANVAS "#canvas"
#define HIDDEN_WAIT (1000.0 / 15) // milliseconds between two frames of a hidden page; browsers wait longer

static struct {
    CoirWebFrame frame; // NULL: no loop is running
    void *user;
    long refresh, timer; // ids of pending requests; 0: none
    bool is_lost, is_back;
} web;

void coir_web_report_end(void); // in web.js

static void request_frame(void);

// Frames -------------------------------------------------------------------------------------------------------------

static bool is_hidden(void)
{
    EmscriptenVisibilityChangeEvent page = {0};
    return emscripten_get_visibility_status(&page) == EMSCRIPTEN_RESULT_SUCCESS && page.hidden;
}

static void take_frame(double now)
{
    if (web.frame(now, web.user)) {
        request_frame();
        return;
    }
    web.frame = NULL;
    coir_web_report_end();
}

static EM_BOOL on_refresh(double milliseconds, void *user)
{
    (void)user;
    web.refresh = 0;
    take_frame(milliseconds / 1000);
    return EM_FALSE;
}

static void on_timer(void *user)
{
    (void)user;
    web.timer = 0;
    take_frame(emscripten_performance_now() / 1000); // the same clock as for refreshes
}

// Requests the next frame, and cancels pending requests.
static void request_frame(void)
{
    if (web.refresh)
        emscripten_cancel_animation_frame(web.refresh);
    if (web.timer)
        emscripten_clear_timeout(web.timer);
    web.refresh = web.timer = 0;
    if (is_hidden())
        web.timer = emscripten_set_timeout(on_timer, HIDDEN_WAIT, NULL);
    else
        web.refresh = emscripten_request_animation_frame(on_refresh, NULL);
}

static EM_BOOL on_visibility(int type, const EmscriptenVisibilityChangeEvent *event, void *user)
{
    (void)type, (void)event, (void)user;
    // If no refresh or timer is requested, a frame is in progress, which requests the next frame itself, or the loop
    // has ended.
    if (web.refresh || web.timer)
        request_frame();
    return EM_FALSE;
}

// The graphics device ------------------------------------------------------------------------------------------------

static EM_BOOL on_device_lost(int type, const void *reserved, void *user)
{
    (void)type, (void)reserved, (void)user;
    coir_log(COIR_LOG_WARNING, "the browser has taken the graphics device away; the game waits until it comes back");
    web.is_lost = true;
    return EM_TRUE; // otherwise the browser does not give the device back
}

static EM_BOOL on_device_back(int type, const void *reserved, void *user)
{
    (void)type, (void)reserved, (void)user;
    web.is_lost = false;
    web.is_back = true;
    return EM_TRUE;
}

bool coir_web_has_lost_device(void)
{
    return web.is_lost;
}

bool coir_web_device_is_back(void)
{
    bool is_back = web.is_back;
    web.is_back = false;
    return is_back;
}

// Running ------------------------------------------------------------------------------------------------------------

bool coir_web_is_running(void)
{
    return web.frame != NULL;
}

_Noreturn void coir_web_run(CoirWebFrame frame, void *user)
{
    web.frame = frame;
    web.user = user;
    emscripten_set_visibilitychange_callback(NULL, EM_FALSE, on_visibility);
    emscripten_set_webglcontextlost_callback(CANVAS, NULL, EM_TRUE, on_device_lost);
    emscripten_set_webglcontextrestored_callback(CANVAS, NULL, EM_TRUE, on_device_back);
    request_frame();
    emscripten_exit_with_live_runtime();
}
