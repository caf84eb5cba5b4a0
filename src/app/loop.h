// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// When the run loop shows the next frame: the frame rate, the background, and idling. Knows nothing of stages.

#ifndef COIR_APP_LOOP_H
#define COIR_APP_LOOP_H

#include <stdbool.h>

#include "app/pacing.h"
#include "coir/director.h"

union SDL_Event;

typedef struct CoirLoop {
    double frame_rate; // as asked for; 0: the display's
    CoirBackground in_background;
    bool starts_hidden; // CoirDirectorDef.hidden: such a window is not in the background
    bool is_hidden;     // the window is minimised or hidden
    bool is_unfocused;  // the window does not have the keyboard
    bool is_idle;       // CoirDirectorDef.idle
    bool is_settling;   // idle: the next frame is drawn without a further reason
    CoirPacing pacing;
} CoirLoop;

// What the frame rate depends on, beside the loop.
typedef struct CoirLoopState {
    bool is_paused;      // by the user
    bool has_vsync;      // presenting a frame waits for the display
    double refresh_rate; // the display's; 0: there is no window
} CoirLoopState;

// Makes a loop whose window is shown and has the keyboard.
CoirLoop coir_loop_make(const CoirDirectorDef *def);

// Return false for a bad value, and report a mistake in `function`'s name.
bool coir_loop_check_rate(double rate, const char *function);
bool coir_loop_check_background(CoirBackground background, const char *function);

// Takes any event: an event of the window may change the background, and each event is a reason to draw.
void coir_loop_hear(CoirLoop *loop, const union SDL_Event *event);

// True while the background stops time.
bool coir_loop_is_standing(const CoirLoop *loop);

// Returns the frames a second to keep; 0: frames come as fast as they can.
double coir_loop_rate(const CoirLoop *loop, const CoirLoopState *state);

// Begins the first frame.
void coir_loop_start(CoirLoop *loop);

// Waits until the next frame is due and returns the seconds since the last frame began.
double coir_loop_wait(CoirLoop *loop, const CoirLoopState *state);

// Idle: notes that there is a reason to draw. The frame after the one with the reason is drawn, too: a picture that the
// software renderer has scaled or turned is smooth in the second frame.
void coir_loop_wake(CoirLoop *loop);

// Idle: returns true for the frame after the one with a reason.
bool coir_loop_settles(CoirLoop *loop);

// Idle: sleeps for `seconds` at most, less if other threads are to be asked for posts, or an event comes. `listens`:
// SDL's events are there.
void coir_loop_sleep(double seconds, bool listens);

#endif
