// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of directors: what the files director*.c share.

#ifndef COIR_APP_DIRECTOR_H
#define COIR_APP_DIRECTOR_H

#include "app/frame_clock.h"
#include "app/loop.h"
#include "app/statistics.h"
#include "app/text_input.h"
#include "app/window.h"
#include "coir/director.h"
#include "input/input.h"

struct CoirDirector {
    CoirDirectorDef def;
    CoirWindow *window;
    CoirRenderer *renderer; // the window's
    CoirPainter *painter;
    CoirStage *stage;
    CoirTextInput text;
    CoirSdlEventFn sdl_hook; // NULL: none
    void *sdl_user;
    CoirFrameClock clock;
    CoirInput *input;
    CoirLoop loop;
    CoirMeter meter;
    int64_t sound_ahead; // ns of frames that the sound clock has not counted yet, since whole steps have not
    double quiet;        // idle: seconds of this frame that the loop has slept
    int64_t frames;
    bool asked_to_quit; // in this frame: closing the last window makes two events of SDL
    bool paused, next_dt_zero, ending, in_frame, in_run, dead;
    bool controllers; // SDL's part for controllers was started for this director
};

// The name under which SDL keeps the director of a window.
#define COIR_DIRECTOR_OF_WINDOW "CoirDirector"

// director.c ---------------------------------------------------------------------------------------------------------

// Draws one frame, between checks and the end of a destroyed director. Returns false if nothing could be drawn.
bool coir_director_draw_frame(CoirDirector *director, double dt);

// Frees a director that was destroyed, unless a frame or a run loop of the director is under way.
void coir_director_free_if_dead(CoirDirector *director);

// Reports a NULL director in `function`'s name and returns false.
bool coir_director_is_given(const CoirDirector *director, const char *function);

// True in all callbacks: of a frame, of a screenshot, or of the stage if somebody drives the stage alone.
bool coir_director_is_busy(const CoirDirector *director);

// True while nothing of the stage moves: the user has paused the director, or the background has.
bool coir_director_is_standing(const CoirDirector *director);

// director_run.c -----------------------------------------------------------------------------------------------------

// Returns what the rate of frames depends on.
CoirLoopState coir_director_loop_state(const CoirDirector *director);

// Returns the seconds, counted from the last frame, for which nothing needs a frame: neither the stage nor sound.
double coir_director_quiet_for(const CoirDirector *director);

// Ends what coir_director_run has begun. May free the director.
void coir_director_leave_loop(CoirDirector *director);

// director_loop.c, or director_web.c on a web page -------------------------------------------------------------------

// Takes frames until the program is to end. Returns false if drawing failed. On a web page the function does not
// return: it calls coir_director_leave_loop itself.
bool coir_director_loop(CoirDirector *director);

// Returns false, with an error, if no further loop can begin now.
bool coir_director_may_loop(void);

// director_events.c --------------------------------------------------------------------------------------------------

// Makes the director's input, which hears of controllers and hands events to the stage. Returns false without memory.
bool coir_director_open_input(CoirDirector *director);

// Returns true if SDL's queue has an event that the next frame of this director will take.
bool coir_director_has_events(const CoirDirector *director);

// Takes the events that SDL has now. Events of other directors go back to SDL, in their order.
void coir_director_take_events(CoirDirector *director);

// Sends COIR_EVENT_RESIZED if the view has changed. Called before events and before drawing, so that a scene is never
// hit, and never drawn, in a view that nobody has told the scene of.
void coir_director_tell_of_resize(CoirDirector *director);

// Keeps SDL's text input as the stage wants, with the window of the input method at the node.
void coir_director_update_text_input(CoirDirector *director);

// director_settings.c ------------------------------------------------------------------------------------------------

// Reports mistakes in a description and returns false.
bool coir_director_check_def(const CoirDirectorDef *def);

#endif
