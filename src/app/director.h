// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of directors, shared by the files director*.c.

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
    CoirRenderer *renderer; // renderer of the window
    CoirPainter *painter;
    CoirStage *stage;
    CoirTextInput text;
    CoirSdlEventFn sdl_hook; // NULL: none
    void *sdl_user;
    CoirFrameClock clock;
    CoirInput *input;
    CoirLoop loop;
    CoirMeter meter;
    int64_t sound_ahead; // ns by which the end of the last frame is ahead of the sound clock, which stops at the end of
                         // the last whole step
    double quiet;        // idle loop: seconds of this frame during which the loop has slept
    int64_t frames;
    bool asked_to_quit; // this frame had a quit event: closing the last window causes two events of SDL
    bool paused, next_dt_zero, ending, in_frame, in_run, dead;
    bool controllers; // SDL's game controller subsystem was started for this director
};

// Key under which an SDL window stores its director.
#define COIR_DIRECTOR_OF_WINDOW "CoirDirector"

// director.c ---------------------------------------------------------------------------------------------------------

// Takes one frame. The caller has checked the arguments, and frees a destroyed director afterwards. Returns false if
// drawing failed.
bool coir_director_draw_frame(CoirDirector *director, double dt);

// Frees a director that was destroyed, unless a frame or a run loop of the director is in progress.
void coir_director_free_if_dead(CoirDirector *director);

// Returns false for NULL, and in another world than the default world. Reports the mistake under the name of
// `function`.
bool coir_director_is_given(const CoirDirector *director, const char *function);

// Returns true in all callbacks of a frame, of a screenshot, of coir_director_destroy, and of a coir_stage_update that
// the user has called for the director's stage.
bool coir_director_is_busy(const CoirDirector *director);

// Returns true while the stage is frozen: the user has paused the director, or the background stops time.
bool coir_director_is_frozen(const CoirDirector *director);

// director_run.c -----------------------------------------------------------------------------------------------------

// Returns the state that decides the frame rate.
CoirLoopState coir_director_loop_state(const CoirDirector *director);

// Returns the number of seconds, counted from the last frame, for which neither the stage nor sound needs a frame.
double coir_director_quiet_for(const CoirDirector *director);

// Cleans up after the loop of coir_director_run. May free the director.
void coir_director_leave_loop(CoirDirector *director);

// director_loop.c, or director_web.c on a web page -------------------------------------------------------------------

// Takes frames until the loop must end. Returns false if drawing failed, or if the picture of a trial (app/trial.h)
// could not be written. On a web page this function does not return, and the last frame calls coir_director_leave_loop.
bool coir_director_loop(CoirDirector *director);

// Returns false, with an error, on a web page on which the loop of a director is already running.
bool coir_director_may_loop(void);

// director_events.c --------------------------------------------------------------------------------------------------

// Makes the director's input, which receives events of controllers and passes events to the stage. Returns false if
// there is no memory.
bool coir_director_open_input(CoirDirector *director);

// Returns true if SDL's queue has an event that the next frame of this director will take.
bool coir_director_has_events(const CoirDirector *director);

// Takes the events that SDL's queue has now. Puts events of other directors back, in their order. Exception: an event
// that comes while user code handles an event gets in front of earlier events that are not put back yet.
void coir_director_take_events(CoirDirector *director);

// Sends COIR_EVENT_RESIZED if the view has changed. Called before events, before gestures and before drawing, so that
// the scene can adapt to the view before the view is used.
void coir_director_report_resize(CoirDirector *director);

// Starts and stops SDL's text input as the stage needs, and keeps the input method's window at the node with the
// text.
void coir_director_update_text_input(CoirDirector *director);

// director_settings.c ------------------------------------------------------------------------------------------------

// Returns true if `def` is valid; otherwise reports the mistake.
bool coir_director_check_def(const CoirDirectorDef *def);

#endif
