// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Decides when the run loop takes the next frame: by the frame rate, the background, and idling. Does not depend on
// stages.

#ifndef COIR_APP_LOOP_H
#define COIR_APP_LOOP_H

#include <stdbool.h>

#include "app/pacing.h"
#include "coir/director.h"

union SDL_Event;

typedef struct CoirLoop {
    double frame_rate; // requested frames per second; 0: rate of the display
    CoirBackground in_background;
    bool starts_hidden; // CoirDirectorDef.hidden, until the window is shown; does not count as being in the background
    bool is_hidden;     // the window is minimised or hidden
    bool is_unfocused;  // the window does not have the keyboard focus
    bool is_idle;       // CoirDirectorDef.idle
    bool draws_again;   // idle: there is a reason to draw, so the next frame comes without a sleep
    CoirPacing pacing;
} CoirLoop;

// State outside of the loop that also decides the frame rate.
typedef struct CoirLoopState {
    bool is_paused;      // the director is paused (coir_director_pause)
    bool has_vsync;      // presenting a frame waits for the display
    double refresh_rate; // refresh rate of the display; 0: there is no window
} CoirLoopState;

// Makes a loop. A window with CoirDirectorDef.hidden counts as hidden for the rate, until the window is shown, but not
// for the background (CoirDirectorDef.in_background).
CoirLoop coir_loop_make(const CoirDirectorDef *def);

// Return true for a valid value; otherwise report a mistake under the name of `function`.
bool coir_loop_check_rate(double rate, const char *function);
bool coir_loop_check_background(CoirBackground background, const char *function);

// Must be called for each event of SDL, but not for events of other windows. Each event is a reason to draw. Events of
// the window set `is_hidden` and `is_unfocused`.
void coir_loop_event(CoirLoop *loop, const union SDL_Event *event);

// Returns true while time is stopped because the window is hidden or unfocused (CoirDirectorDef.in_background).
bool coir_loop_is_paused(const CoirLoop *loop);

// Returns the wanted number of frames per second; 0: frames are taken as fast as possible.
double coir_loop_rate(const CoirLoop *loop, const CoirLoopState *state);

// Begins the first frame.
void coir_loop_start(CoirLoop *loop);

// Waits until the next frame is due and returns the seconds since the last frame began.
double coir_loop_wait(CoirLoop *loop, const CoirLoopState *state);

// For an idle loop: notes a reason to draw one more frame. If the reason comes inside a frame, as an event does, this
// frame shows the change already. The additional frame is needed, too: the software renderer draws a turned picture
// smoothly only in the second frame that shows the picture.
void coir_loop_wake(CoirLoop *loop);

// For an idle loop: returns true if there is a reason to draw, and removes the reason.
bool coir_loop_take_reason(CoirLoop *loop);

#define COIR_SLEEP_MOST 0.05 // seconds; longest sleep before the loop looks for posts of other threads

// For an idle loop: sleeps for `seconds`, at least 1 ms and at most COIR_SLEEP_MOST. With `listens` (SDL's event
// subsystem is running), an event ends the sleep.
void coir_loop_sleep(double seconds, bool listens);

#endif
