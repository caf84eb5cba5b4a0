// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director: owns the window and the timing of frames, and drives one stage.
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
// part.
typedef enum CoirResolution {
    COIR_RESOLUTION_SHOW_ALL,      // the whole stage is visible, as large as it fits, with bars beside it or above it
    COIR_RESOLUTION_NO_BORDER,     // fills the window; the stage is cut off on two sides, an inner part is visible
    COIR_RESOLUTION_EXACT_FIT,     // fills the window; the whole stage is visible, stretched in one direction
    COIR_RESOLUTION_FIXED_WIDTH,   // `width` points across, and as many points up as the window has room for
    COIR_RESOLUTION_FIXED_HEIGHT,  // `height` points up, and as many points across as the window has room for
    COIR_RESOLUTION_INTEGER_SCALE, // for pixel art: as SHOW_ALL, but a point is a whole number of pixels. In a window
                                   // with less than a pixel per point, a point is 1 pixel, and the stage is cut off.
} CoirResolution;

// What happens to time while the window is in the background. When time has stood, the next frame counts as 0 seconds.
typedef enum CoirBackground {
    COIR_BACKGROUND_PAUSE_HIDDEN, // stands while the window is minimised or hidden; without the focus it goes on
    COIR_BACKGROUND_GO_ON,        // goes on
    COIR_BACKGROUND_PAUSE,        // stands, also while another window has the focus
    COIR_BACKGROUND_SLOW,         // goes on, in ten frames a second
} CoirBackground;

// A field that you leave out is 0, and means the default.
typedef struct CoirDirectorDef {
    const char *title;               // UTF-8, copied; NULL: "Coir"
    int width, height;               // of the stage in points; 0: 960 x 540
    int window_width, window_height; // of the window in window units (coir/window.h); 0: as `width` and `height`
    CoirResolution resolution;       // how the stage fills the window
    bool headless; // no window: frames are drawn into memory, as fast as they come; SDL's events are heard if you
                   // have called SDL_InitSubSystem(SDL_INIT_EVENTS)
    bool resizable;
    bool fullscreen;
    bool hidden;       // a window that is not shown
    bool pixel_art;    // pictures are drawn with the nearest pixel, and upright ones on whole pixels of the window
    double frame_rate; // frames a second, 0.01 to 10000; 0: the display's
    double max_dt;     // seconds; a longer frame counts as this. 0: 0.25
    double step;       // seconds, 0.0001 to 1: updates, timers and actions run in whole steps. 0: a frame is one step
    int max_steps;     // steps in a frame; the rest is dropped. 0: so many steps that they make up 0.125 s
    CoirBackground in_background; // of time, while the window is in the background
    bool idle;                    // coir_director_run draws only when something has changed; see coir_director_redraw
    CoirColor background;         // black
} CoirDirectorDef;

// Opens the window, or (headless) makes a picture in memory. You destroy the director. Returns NULL for a NULL or bad
// description, if there is no display, or without memory; coir_error() says which. `pixel_art` calls
// coir_textures_set_filter(COIR_FILTER_NEAREST), which changes all textures, also the textures that another director
// shows. Destroying the last director restores the default.
//
// SDL's software renderer draws headless frames, and the frames of a window without a graphics device. Such frames look
// as on a graphics device, with two exceptions:
//
// 1. The corners of circles, polygons and slanted lines are on whole pixels.
// 2. A turned or scaled picture is smooth from its second frame in the same size on.
COIR_API CoirDirector *coir_director_create(const CoirDirectorDef *def);

// Closes the window and destroys the scenes. Nodes that live on are reported with the place where they were made. A
// call inside a frame ends the loop, and takes effect after the frame. NULL does nothing.
COIR_API void coir_director_destroy(CoirDirector *director);

// Shows `scene`, which is handed over, and loops over frames until coir_director_end, the last scene is popped, or the
// player closes the window and no listener refuses (COIR_EVENT_QUIT). A NULL scene: goes on with the scene that is on
// stage, or that was asked for. Without a window only coir_director_end and a pop end the loop. Returns false, and
// coir_error() says why:
//
// 1. For a NULL director, a scene that cannot be shown, a NULL scene without a scene to go on with, and inside a frame
//    or another loop of this director. Nothing has changed: `scene` is still yours.
// 2. If drawing failed. The director owns the scene.
//
// On a web page the function does not return, except with false for case 1: the browser calls each frame, and the code
// after the call is never reached. So write a game whose end needs no code: save when something changes, not at the end
// (coir/save.h), and let the page free the memory. Local variables of the caller stay valid. When the game has ended,
// the page offers to play again. A page has one such loop; a second director calls coir_director_frame. Nothing can be
// drawn while the browser has taken the graphics device away: the frames wait until the device is given back, and the
// next frame counts as 0 seconds. A browser calls the frames of a hidden page about once a second.
COIR_API bool coir_director_run(CoirDirector *director, CoirNode *scene);

// Plays one frame: events, updates, actions, drawing. `dt` is the time since the last frame, in seconds; a longer time
// than CoirDirectorDef.max_dt counts as that. For loops of your own: a test, a web page. Returns false when the loop is
// to end: after coir_director_end, after the pop of the last scene, when the player closes the window and no listener
// refuses, or because drawing failed or `dt` is negative or not finite. After the frame that ends a loop, the function
// still draws frames, but returns false, until a scene is shown or pushed, or coir_director_run is called.
//
// With CoirDirectorDef.step, a frame takes as many whole steps as its time makes up: none, one or several. Each step is
// the updates, timers and actions of `step` seconds, then a change of scene. So a game takes the same steps at any
// frame rate. Nodes that coir_node_set_interpolated names are drawn between the last two steps.
COIR_API bool coir_director_frame(CoirDirector *director, double dt);

// Lets the run loop end after this frame. Legal from any callback. Outside of frames: the next frame is the last one,
// also if a scene is shown before that frame.
COIR_API void coir_director_end(CoirDirector *director);

// Scenes: as the functions of the director's stage (coir/stage.h has the rules and the order of hooks), false also for
// a NULL director. After the pop of the last scene coir_director_run returns true, and coir_director_frame false.
// coir_director_show with NULL destroys all scenes, and ends no loop: frames show the overlay alone until you show a
// scene.
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

// Stop all timers, updates and actions, and set them going again. Events and drawing go on; in coir_director_run,
// drawing goes on more slowly. The first frame after the pause counts as 0 seconds. Presses that no step has seen by
// then are forgotten (coir/input.h).
COIR_API void coir_director_pause(CoirDirector *director);
COIR_API void coir_director_resume(CoirDirector *director);
COIR_API bool coir_director_is_paused(const CoirDirector *director);

// Lets everything run `scale` (>= 0) times as fast. With CoirDirectorDef.step, the length of a step stays, and steps
// come `scale` times as often: with a scale of 0 no step comes, and posted functions wait. Returns false, and changes
// nothing, for another number.
COIR_API bool coir_director_set_time_scale(CoirDirector *director, double scale);
COIR_API double coir_director_time_scale(const CoirDirector *director);

// Hit-stop: holds the world for `seconds`, and lets the interface go on (coir_node_set_interface). Nodes are drawn and
// hear events, posted functions are called; timers, updates and actions of the world wait. Presses of named inputs
// (coir/input.h) wait, too, also for the interface. The hold begins with the next step. It passes in the time of
// frames, whatever the time scale of the director, also at a scale of 0; while the director is paused, the hold waits.
// With CoirDirectorDef.step it lasts the nearest number of whole steps, at least one. A call during a hold lengthens
// the hold if `seconds` is longer than the time left; 0 ends the hold. Returns false, and changes nothing, for a NULL
// director, and for `seconds` that are negative or not finite.
COIR_API bool coir_director_hold(CoirDirector *director, double seconds);

// Returns the seconds that the world is still held; 0: the world goes on, or `director` is NULL. With
// CoirDirectorDef.step the number changes with each step, not with each frame: between two steps it stays the same.
// (At a time scale of 0 there are no steps, and the number changes with each frame.) Before the first step of a hold
// the number is the `seconds` that were given.
COIR_API double coir_director_hold_left(const CoirDirector *director);

// Lets the next frame count as 0 seconds. Call this function after something slow, such as loading.
COIR_API void coir_director_next_dt_zero(CoirDirector *director);

// Writes a picture of the scene to a PNG file. An existing file is replaced when the new file is complete. Returns
// false, and changes nothing, if the file could not be written, or if called while drawing.
COIR_API bool coir_director_screenshot(CoirDirector *director, const char *path);

// Lets `hook` see each event of SDL before Coir does, for devices and events that Coir does not know. If the hook
// returns true, Coir ignores the event. The event, and the texts in it, are valid during the call only. One hook a
// director; NULL: none.
union SDL_Event;
typedef bool (*CoirSdlEventFn)(const union SDL_Event *event, void *user);
COIR_API void coir_director_on_sdl_event(CoirDirector *director, CoirSdlEventFn hook, void *user);

// Return the director's stage, which has the scheduler and the action manager, and the scene on stage. The director
// owns both. NULL for NULL.
COIR_API CoirStage *coir_director_stage(CoirDirector *director);
COIR_API CoirNode *coir_director_scene(const CoirDirector *director);

// Returns the director's input: keys, pointer, controllers, and the names bound to them. The director owns it. NULL for
// NULL.
COIR_API CoirInput *coir_director_input(CoirDirector *director);

// Returns the size of the stage in points: the size that was asked for.
COIR_API CoirVec2 coir_director_size(const CoirDirector *director);

// Returns the part of the stage that the window shows, in points. For COIR_RESOLUTION_FIXED_WIDTH and _FIXED_HEIGHT the
// part begins at (0, 0) and may be larger or smaller than the stage. Nothing is drawn outside of this rectangle.
//
// The scene is told by COIR_EVENT_RESIZED when this rectangle, or the size of the window in pixels, has changed for
// whatever reason: before the other events of a frame, or before drawing. So a scene lays itself out in two places:
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

// Sets the frames a second, 0.01 to 10000; 0: the display's. Counts for the loop of coir_director_run. A rate turns
// waiting for the display off, 0 turns it on (coir_window_set_vsync). Returns false, and changes nothing, for NULL and
// other numbers.
COIR_API bool coir_director_set_frame_rate(CoirDirector *director, double rate);
COIR_API double coir_director_frame_rate(const CoirDirector *director); // set last; 0: the rate of the display

// With CoirDirectorDef.idle, coir_director_run draws no frame, and uses hardly any of the processor's time, while
//
// 1. no event comes, no timer is due and nothing is posted;
// 2. no action moves: actions that wait, or are paused, do not count;
// 3. no node has an `update` hook, a per-frame function or a timer without an interval, unless it is paused.
//
// While the director holds the world, only events, posts and the interface count. Two frames are drawn whenever one of
// these ends. This function has two frames drawn for any other reason. The loop looks at its own stage and window only:
// what changes on the stage of another director is not drawn until that director's next frame.
COIR_API void coir_director_redraw(CoirDirector *director);

// Sets how the stage fills the window, and the size of the stage in points; 0: the size stays. Returns false, and
// changes nothing, for NULL and bad arguments.
COIR_API bool coir_director_set_resolution(CoirDirector *director, CoirResolution resolution, int width, int height);

// Returns the number of steps. Without CoirDirectorDef.step each frame that is not paused is a step.
COIR_API int64_t coir_director_step_count(const CoirDirector *director);

// Returns the number of whole steps that were dropped, because the frames were too long for `max_steps`.
COIR_API int64_t coir_director_dropped_steps(const CoirDirector *director);

// Return the number of frames, and what the last frame drew.
COIR_API int64_t coir_director_frame_count(const CoirDirector *director);
COIR_API CoirPainterStats coir_director_painter_stats(const CoirDirector *director);

// Returns true if a window can be opened on this machine.
COIR_API bool coir_display_available(void);

#endif
