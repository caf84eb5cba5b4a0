// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director: owns the window and the timing of frames, and drives one stage. Functions that change a director
// report NULL as a mistake. Queries of NULL return 0, false or NULL.
//
//     CoirDirector *director = coir_director_create(&(CoirDirectorDef){.title = "Hello", .width = 960, .height = 540});
//     bool ok = director && coir_director_run(director, make_scene());
//     if (!ok)
//         coir_log(COIR_LOG_ERROR, "%s", coir_error());
//     coir_director_destroy(director);

#ifndef COIR_DIRECTOR_H
#define COIR_DIRECTOR_H

#include "coir/color.h"
#include "coir/input.h"
#include "coir/painter.h"
#include "coir/stage.h"

typedef struct CoirDirector CoirDirector;

// How a stage of `width` x `height` points fills a window of another shape. coir_director_visible returns the visible
// part of the stage.
typedef enum CoirResolution {
    COIR_RESOLUTION_SHOW_ALL,      // shows the whole stage, as large as it fits, with bars on two sides
    COIR_RESOLUTION_NO_BORDER,     // fills the window, and cuts the stage off on two sides
    COIR_RESOLUTION_EXACT_FIT,     // fills the window with the whole stage, stretched in one direction
    COIR_RESOLUTION_FIXED_WIDTH,   // shows `width` points across, and as many points up as the window has room for
    COIR_RESOLUTION_FIXED_HEIGHT,  // shows `height` points up, and as many points across as the window has room for
    COIR_RESOLUTION_INTEGER_SCALE, // for pixel art: as SHOW_ALL, but a point is a whole number of pixels. In a window
                                   // with less than a pixel per point, a point is 1 pixel, and the stage is cut off.
} CoirResolution;

// The flow of time while the window is in the background. After time has been stopped, the next frame counts as 0
// seconds.
typedef enum CoirBackground {
    COIR_BACKGROUND_PAUSE_HIDDEN, // time stops while the window is minimised, or hidden after it was shown; without the
                                  // focus, time goes on
    COIR_BACKGROUND_GO_ON,        // time goes on
    COIR_BACKGROUND_PAUSE,        // time stops, also while another window has the focus
    COIR_BACKGROUND_SLOW,         // time goes on, with at most ten frames a second
} CoirBackground;

// A field that you leave out is 0, and means the default.
typedef struct CoirDirectorDef {
    const char *title;               // UTF-8, copied; NULL: "Coir"
    int width, height;               // size of the stage in points; 0: 960 x 540
    int window_width, window_height; // size of the window in window units (coir/window.h); 0: as `width` and `height`
    CoirResolution resolution;       // how the stage fills the window
    bool headless;     // no window: frames are drawn into memory. With a `frame_rate` of 0, the loop waits only while
                       // paused or idle. SDL's events are read only while SDL's event subsystem runs, for example
                       // after your SDL_InitSubSystem(SDL_INIT_EVENTS), or while another director has a window
    bool resizable;    // the player may resize the window
    bool fullscreen;   // the window starts in full screen
    bool hidden;       // the window is not shown
    bool pixel_art;    // draws pictures with the nearest pixel, and upright pictures on whole pixels of the window
    double frame_rate; // frames a second, 0.01 to 10000; 0: the rate of the display
    double max_dt;     // longest frame in seconds; longer frames count as `max_dt`. 0: 0.25. The time that the loop
                       // sleeps because of `idle` is not limited by `max_dt` and `max_steps`
    double step;       // length of a step of updates, timers and actions in seconds, 0.0001 to 1. 0: a frame is a step
    int max_steps;     // most steps in a frame; further steps are dropped. 0: as many steps as make up 0.125 s
    CoirBackground in_background; // flow of time while the window is in the background
    bool idle;                    // coir_director_run draws only after a change; see coir_director_redraw
    CoirColor background;         // colour behind the scene, and of the bars; alpha is not used; 0: black
} CoirDirectorDef;

// Opens the window, or (headless) makes a picture in memory. You destroy the director. Returns NULL for a NULL or bad
// description, if there is no display, or if there is no memory; coir_error() gives the reason. `pixel_art` calls
// coir_textures_set_filter(COIR_FILTER_NEAREST), which changes all textures, including textures that another director
// shows. Destroying the last director restores the default.
//
// SDL's software renderer draws headless frames, and the frames of a window without a graphics device. These frames
// look as on a graphics device, with two exceptions:
//
// 1. The corners of polygons and slanted lines are on whole pixels; a circle is drawn as a polygon.
// 2. A turned picture is rough in the first frame with this picture, size and tint, and smooth afterwards. Skewed or
//    very large pictures, turned pictures with COIR_BLEND_NONE, and the turned scenes of a transition, are rough in
//    each frame.
COIR_API CoirDirector *coir_director_create(const CoirDirectorDef *def);

// Closes the window and destroys the scenes and the overlay. A call inside a frame ends the loop, and takes effect
// after the frame. NULL does nothing.
//
// Destroying the last director also closes the mixer, frees all cached sounds, textures, sheets and fonts, and logs
// each node that still exists and has no parent, with the file and line that made the node.
COIR_API void coir_director_destroy(CoirDirector *director);

// Shows `scene`, takes ownership of it, and loops over frames until coir_director_end is called, until the last scene
// is popped, or until the player closes the window and no listener refuses (COIR_EVENT_QUIT). With a NULL scene, goes
// on with the scene that is on stage or was requested. Without a window, the program itself can send a COIR_EVENT_QUIT
// (coir_input_event). Returns false in two cases; coir_error() gives the reason:
//
// 1. For a NULL director, a scene that cannot be shown, a NULL scene without a scene to go on with, and inside a
//    frame or another loop of this director. Nothing has changed: `scene` is still yours.
// 2. If drawing failed. The director owns the scene.
//
// On a web page the function does not return, except with false for case 1: the browser calls each frame, and the
// code after the call is never reached. So write a game that needs no code at its end: save when a value changes, not
// at the end (coir/save.h), and let the page free the memory. Local variables of the caller stay valid. When the game
// has ended, the page offers to play again. A page has one such loop; for a second director, call
// coir_director_frame. Nothing can be drawn while the browser has taken the graphics device away: the frames wait
// until the device is given back, and the next frame counts as 0 seconds. A browser calls the frames of a hidden page
// about once a second.
COIR_API bool coir_director_run(CoirDirector *director, CoirNode *scene);

// Plays one frame: events, updates, actions, drawing. `dt` is the time since the last frame, in seconds; a `dt` above
// CoirDirectorDef.max_dt counts as `max_dt`. Use the function for loops of your own: a test, a web page. Returns false
// when the loop is to end: after coir_director_end, after the pop of the last scene, when the player closes the window
// and no listener refuses, or because drawing failed. Also returns false, and does nothing, for NULL, for a `dt` that
// is negative or not finite, and inside a frame of this director. After the frame that ends a loop, the function still
// draws frames, but returns false, until a scene is shown or pushed, or coir_director_run is called. Exception: if only
// failed drawing has ended the loop, the function returns true again as soon as drawing succeeds.
//
// With CoirDirectorDef.step, a frame takes as many whole steps as its time makes up: none, one or several. Each step
// consists of the updates, timers and actions of `step` seconds, and then a change of scene. So a game takes the same
// steps at any frame rate. Interpolated nodes (coir_node_set_interpolated) are drawn between the last two steps.
COIR_API bool coir_director_frame(CoirDirector *director, double dt);

// Ends the loop of coir_director_run after the present frame. May be called from any callback. If called outside of
// frames, the next frame is the last frame, even if a scene is shown before the next frame.
COIR_API void coir_director_end(CoirDirector *director);

// Change the scenes of the director's stage, like the functions of coir/stage.h, which has the rules and the order of
// hooks. They also return false for a NULL director. After the pop of the last scene, coir_director_run returns true,
// and coir_director_frame returns false. coir_director_show with NULL destroys all scenes, and ends no loop: frames
// show the overlay alone until you show a scene.
COIR_API bool coir_director_show(CoirDirector *director, CoirNode *scene);
COIR_API bool coir_director_push(CoirDirector *director, CoirNode *scene);
COIR_API bool coir_director_pop(CoirDirector *director);
COIR_API bool coir_director_pop_to_root(CoirDirector *director);
COIR_API bool coir_director_pop_to_level(CoirDirector *director, int level);
COIR_API bool coir_director_show_with(CoirDirector *director, CoirNode *scene, CoirTransition transition);
COIR_API bool coir_director_push_with(CoirDirector *director, CoirNode *scene, CoirTransition transition);
COIR_API bool coir_director_pop_with(CoirDirector *director, CoirTransition transition);
COIR_API bool coir_director_pop_to_level_with(CoirDirector *director, int level, CoirTransition transition);
COIR_API bool coir_director_set_overlay(CoirDirector *director, CoirNode *overlay);

// Pause and resume all timers, updates and actions. Events and drawing go on; coir_director_run draws at most 15 frames
// a second. The first frame after the pause counts as 0 seconds. Presses that no step has seen before the end of the
// pause are forgotten (coir/input.h).
COIR_API void coir_director_pause(CoirDirector *director);
COIR_API void coir_director_resume(CoirDirector *director);
COIR_API bool coir_director_is_paused(const CoirDirector *director);

// Makes all time run `scale` (>= 0) times as fast. With CoirDirectorDef.step, the length of a step stays the same,
// and steps come `scale` times as often: with a scale of 0 no step comes, and posted functions wait. Without a step, a
// frame that becomes longer than a hundred years is a reported mistake, and counts as 0 seconds. Returns false, and
// changes nothing, for a NULL director, and for a `scale` that is negative or not finite.
COIR_API bool coir_director_set_time_scale(CoirDirector *director, double scale);
COIR_API double coir_director_time_scale(const CoirDirector *director);

// Hit-stop: stops the game for `seconds`, while the interface goes on (coir_node_set_interface). Nodes are drawn and
// receive events, and posted functions are called. Timers, updates and actions of the game wait. Presses of named
// inputs (coir/input.h) wait, too, also for the interface.
//
// The hold begins with the next step. With CoirDirectorDef.step and a time scale of 0, no step comes, and the hold
// begins with the next frame. The hold is measured in the time of frames, whatever the time scale of the director.
// While the director is paused, the hold waits. With CoirDirectorDef.step, the hold lasts the nearest number of whole
// steps, at least one. A call during a hold lengthens the hold if `seconds` is longer than the time left; 0 ends the
// hold. Returns false, and changes nothing, for a NULL director, and for `seconds` that are negative or not finite.
COIR_API bool coir_director_hold(CoirDirector *director, double seconds);

// Returns the seconds until the hold ends. Returns 0 if there is no hold, or for a NULL director. With
// CoirDirectorDef.step, the number changes with each step, not with each frame. (At a time scale of 0 there are no
// steps, and the number changes with each frame.) Before the first step of a hold, the number is the `seconds` that
// were given.
COIR_API double coir_director_hold_left(const CoirDirector *director);

// Makes the next frame count as 0 seconds. Call this function after a slow operation, such as loading.
COIR_API void coir_director_next_dt_zero(CoirDirector *director);

// Draws the stage once more, and writes the picture of the whole window to a PNG file. An existing file is replaced
// when the new file is complete. A relative path starts in the working directory. Returns false for a NULL, if drawing
// failed, if the file could not be written, or if called while drawing.
COIR_API bool coir_director_screenshot(CoirDirector *director, const char *path);

// Sets a hook that sees each event of SDL before Coir does, for devices and events that Coir does not support. If the
// hook returns true, no input and no node receives the event; CoirDirectorDef.in_background and `idle` still notice it.
// The event, and the texts in it, are valid only during the call. A director has one hook; NULL removes the hook.
//
// Events of windows that your program has opened with SDL reach only the hook. Exception: a headless director takes
// these events like events of its own window.
union SDL_Event;
typedef bool (*CoirSdlEventFn)(const union SDL_Event *event, void *user);
COIR_API void coir_director_on_sdl_event(CoirDirector *director, CoirSdlEventFn hook, void *user);

// Return the director's stage, and the scene on stage (NULL: none). The director owns the stage, and the stage owns the
// scene. Return NULL for NULL.
COIR_API CoirStage *coir_director_stage(CoirDirector *director);
COIR_API CoirNode *coir_director_scene(const CoirDirector *director);

// Returns the director's input: keys, pointer, controllers, and the names bound to them. The director owns the input.
// Returns NULL for NULL.
COIR_API CoirInput *coir_director_input(CoirDirector *director);

// Returns the size of the stage in points, as set by CoirDirectorDef or coir_director_set_resolution.
COIR_API CoirVec2 coir_director_size(const CoirDirector *director);

// Returns the part of the stage that the window shows, in points. For COIR_RESOLUTION_FIXED_WIDTH and _FIXED_HEIGHT
// the part begins at (0, 0) and may be larger or smaller than the stage. Nothing is drawn outside of this rectangle.
//
// COIR_EVENT_RESIZED tells the scene when this rectangle, or the size of the window in pixels, has changed for any
// reason. The event comes before the other events of a frame, or before drawing. So a scene lays itself out in two
// functions:
//
//     static void hud_enter(CoirNode *node)
//     {
//         CoirRect seen = coir_director_visible(director);
//         node->position = coir_vec2(seen.x + 10, seen.y + seen.height - 10); // near the upper left corner
//     }
//
//     static bool hud_event(CoirNode *node, const CoirEvent *event)
//     {
//         if (event->type == COIR_EVENT_RESIZED)
//             hud_enter(node);
//         return false;
//     }
COIR_API CoirRect coir_director_visible(const CoirDirector *director);

// Sets the frames a second, 0.01 to 10000; 0: the rate of the display. The rate applies to the loop of
// coir_director_run. A rate turns waiting for the display off, 0 turns it on (coir_window_set_vsync). Returns false,
// and changes nothing, for NULL and other numbers.
COIR_API bool coir_director_set_frame_rate(CoirDirector *director, double rate);
COIR_API double coir_director_frame_rate(const CoirDirector *director); // as set last; 0: the display's rate

// Makes coir_director_run draw the next frame for a change that CoirDirectorDef.idle does not notice. With
// CoirDirectorDef.idle, the loop draws no frame, and uses hardly any of the processor's time, while
//
// 1. no event comes, no timer is due and no function is posted;
// 2. no action moves: actions that wait, or are paused, do not count. Exceptions, which count: waits of less than
//    64 ms, waits inside a yoyo, a reverse_time or an ease of a composition, and waits in a run that is reversed or has
//    a speed other than 1;
// 3. no node, and no other target of the stage's scheduler, has an `update` hook, a per-frame function or a timer
//    without an interval, except nodes and targets that are paused;
// 4. no sound plays (else a frame is drawn at least every 0.25 s), and no action changes a voice or group;
// 5. no scene changes, and no pressed pointer may become a long press.
//
// During a hold (coir_director_hold), timers, actions and updates of the game do not count. When one of these
// conditions ends, at least two frames are drawn. The loop checks only its own stage and window: a change on the stage
// of another director is not drawn until that director's next frame.
COIR_API void coir_director_redraw(CoirDirector *director);

// Sets how the stage fills the window, and the size of the stage in points; with a size of 0 the size stays. Returns
// false, and changes nothing, for NULL and bad arguments.
COIR_API bool coir_director_set_resolution(CoirDirector *director, CoirResolution resolution, int width, int height);

// Returns the number of steps so far. Without CoirDirectorDef.step, each frame that is not paused is a step.
COIR_API int64_t coir_director_step_count(const CoirDirector *director);

// Returns the number of whole steps that were dropped because frames were too long for `max_steps`.
COIR_API int64_t coir_director_dropped_steps(const CoirDirector *director);

// Return the number of frames so far, and the painter's counts for the last frame (coir/painter.h).
COIR_API int64_t coir_director_frame_count(const CoirDirector *director);
COIR_API CoirPainterStats coir_director_painter_stats(const CoirDirector *director);

// Returns true if a window can be opened on this machine.
COIR_API bool coir_display_available(void);

#endif
