// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director. coir_director_frame is the whole frame, in the order in which things happen; all else serves it. Only
// the loop of coir_director_run reads a clock, and statistics while somebody wants them.

#include "coir/director.h"

#include <math.h>

#include <SDL.h>

#include "action/action.h"
#include "app/controllers.h"
#include "app/frame_clock.h"
#include "app/input.h"
#include "app/loop.h"
#include "app/statistics.h"
#include "app/text_input.h"
#include "app/window.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/font.h"
#include "coir/sheet.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "draw/texture.h"
#include "input/input.h"
#include "scene/dispatch.h"
#include "scene/node.h"

#define STEP_LEAST 0.0001 // seconds
#define STEP_MOST 1.0

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
    double quiet; // idle: seconds of this frame that the loop has slept
    int64_t frames;
    bool asked_to_quit; // in this frame: closing the last window makes two events of SDL
    bool paused, next_dt_zero, ending, in_frame, in_run, dead;
    bool controllers; // SDL's part for controllers was started for this director
};

#define OWNER "CoirDirector" // what a window's director is kept under

static int directors;  // how many there are
static int busy;       // how many frames and screenshots are under way, of all of them
static bool pixel_art; // one of them has set the filter

// Making and destroying ----------------------------------------------------------------------------------------------

static bool check_size(int width, int height, const char *function)
{
    if (width >= 0 && height >= 0 && width <= COIR_TEXTURE_SIZE_MAX && height <= COIR_TEXTURE_SIZE_MAX)
        return true;
    return MISTAKE("%s: a size of %d x %d; each side must be from 1 to %d, 0: the default", function, width, height,
                   COIR_TEXTURE_SIZE_MAX);
}

static bool check_resolution(CoirResolution resolution, const char *function)
{
    return (unsigned)resolution <= COIR_RESOLUTION_INTEGER_SCALE
               ? true
               : MISTAKE("%s: %d is no resolution policy", function, (int)resolution);
}

static bool check_def(const CoirDirectorDef *def)
{
    if (!def)
        return MISTAKE("coir_director_create: the description is NULL");
    if (!check_size(def->width, def->height, "coir_director_create") ||
        !check_size(def->window_width, def->window_height, "coir_director_create") ||
        !check_resolution(def->resolution, "coir_director_create"))
        return false;
    if (!coir_loop_check_rate(def->frame_rate, "coir_director_create") ||
        !coir_loop_check_background(def->in_background, "coir_director_create"))
        return false;
    if (!(def->max_dt >= 0) || isinf(def->max_dt))
        return MISTAKE("coir_director_create: a max_dt of %g s; it must be a finite number of at least 0", def->max_dt);
    if (def->step != 0 && !(def->step >= STEP_LEAST && def->step <= STEP_MOST))
        return MISTAKE("coir_director_create: a step of %g s; it must be from %g to %g, or 0: a frame is one step",
                       def->step, STEP_LEAST, STEP_MOST);
    if (def->max_steps < 0)
        return MISTAKE("coir_director_create: max_steps is %d; it must be at least 1, or 0: the default",
                       def->max_steps);
    return true;
}

static void free_director(CoirDirector *director)
{
    if (director->stage)
        director->stage->owned = false;
    coir_stage_destroy(director->stage);
    coir_text_input_set(&director->text, false, coir_rect(0, 0, 0, 0));
    if (director->input)
        coir_controllers_forget(director->input);
    coir_input_free(director->input);
    if (director->controllers)
        coir_controllers_stop();
    coir_painter_destroy(director->painter);
    coir_window_destroy(director->window);
    coir_free(director);
}

// Every event comes here from the input. Nodes may refuse to quit. A listener may destroy the director; the input lives
// until the event has been handed out.
static bool hand_to_nodes(void *user, const CoirEvent *event)
{
    CoirDirector *director = user;
    const InputState *input = director->input->state;
    coir_loop_wake(&director->loop);
    bool dealt = coir_stage_event(director->stage, event);
    if (input->dead)
        return dealt;
    director->ending |= event->type == COIR_EVENT_QUIT && !dealt;
    coir_input_set_typing(director->input, coir_stage_text_node(director->stage));
    return dealt;
}

static bool open_input(CoirDirector *director)
{
    director->input = coir_input_new();
    if (!director->input)
        return false;
    director->input->state->owned = true;
    coir_input_set_sink(director->input, hand_to_nodes, director);
    director->controllers = director->window->sdl && coir_controllers_start();
    coir_controllers_hear(director->input);
    return true;
}

static bool open(CoirDirector *director)
{
    const CoirDirectorDef *def = &director->def;
    director->stage = coir_stage_new();
    if (director->stage)
        director->stage->owned = true;
    director->painter = director->stage ? coir_painter_new() : NULL;
    if (!director->painter)
        return false;
    director->window = coir_window_create(def);
    if (!director->window)
        return false;
    if (director->window->sdl)
        SDL_SetWindowData(director->window->sdl, OWNER, director);
    director->renderer = director->window->renderer;
    coir_painter_set_sink(director->painter, coir_renderer_sink, director->renderer);
    director->painter->has_canvases = coir_renderer_has_canvases(director->renderer);
    return true;
}

// The filter is for all textures.
static bool begin_pixel_art(CoirDirector *director)
{
    if (!director->def.pixel_art)
        return true;
    director->painter->whole_positions = true;
    if (!coir_textures_set_filter(COIR_FILTER_NEAREST))
        return false;
    pixel_art = true;
    return true;
}

CoirDirector *coir_director_create(const CoirDirectorDef *def)
{
    if (!check_def(def))
        return NULL;
    CoirDirector *director = coir_alloc(sizeof *director);
    if (!director)
        return NULL;
    director->def = *def;
    director->def.width = def->width ? def->width : 960;
    director->def.height = def->height ? def->height : 540;
    director->def.max_dt = def->max_dt > 0 ? def->max_dt : 0.25;
    director->def.background.a = 255;
    director->clock = coir_frame_clock_make(def->step, def->max_steps);
    director->loop = coir_loop_make(def);
    if (!open(director) || !open_input(director) || !begin_pixel_art(director)) {
        free_director(director);
        return NULL;
    }
    director->def.title = NULL; // the caller's
    directors++;
    return director;
}

// When there is no director left. What is drawn next is drawn by another one.
static void end_pixel_art(void)
{
    if (!pixel_art)
        return;
    pixel_art = false;
    coir_textures_set_filter(COIR_FILTER_DEFAULT);
    coir_textures_sweep();
}

// Frees a director that was destroyed, once nothing stands on it any more.
static void free_if_dead(CoirDirector *director)
{
    if (!director->dead || director->in_frame || director->in_run)
        return;
    director->in_frame = true; // for what the last hooks of its scene call
    free_director(director);
    if (--directors > 0)
        return;
    coir_sheets_purge();
    coir_fonts_purge();
    coir_textures_end();
    end_pixel_art();
    coir_nodes_report();
    coir_actions_report();
}

void coir_director_destroy(CoirDirector *director)
{
    if (!director)
        return;
    director->dead = director->ending = true;
    free_if_dead(director);
}

// The frame ----------------------------------------------------------------------------------------------------------

// From window units to points.
static void place_event(const CoirDirector *director, CoirEvent *event)
{
    CoirView view = coir_window_view(director->window);
    event->position = coir_view_to_points(&view, event->position);
    if (event->type == COIR_EVENT_POINTER_MOVE)
        event->delta = coir_view_delta(&view, event->delta);
}

static void handle_event(CoirDirector *director, const SDL_Event *sdl)
{
    CoirEvent event;
    CoirVec2 size = coir_window_size(director->window);
    coir_loop_hear(&director->loop, sdl);
    coir_input_follow_mouse(sdl);
    if (director->sdl_hook && director->sdl_hook(sdl, director->sdl_user))
        return;
    if (sdl->type == SDL_RENDER_DEVICE_RESET || sdl->type == SDL_RENDER_TARGETS_RESET) {
        coir_renderer_reset(director->renderer);
    } else if (coir_controllers_event(sdl)) {
        return;
    } else if (coir_input_translate(sdl, (int)size.x, (int)size.y, &event)) {
        bool is_quit = event.type == COIR_EVENT_QUIT, was_asked = director->asked_to_quit;
        director->asked_to_quit |= is_quit;
        if (coir_event_has_place(event.type))
            place_event(director, &event);
        if (event.type == COIR_EVENT_FOCUS_GAINED)
            coir_controllers_look(director->input);
        if (!is_quit || !was_asked)
            coir_input_event(director->input, &event);
    }
}

// Called before events and before drawing, so that a scene is never drawn, and never hit, in a view that nobody has
// told the scene of.
static void tell_of_resize(CoirDirector *director)
{
    if (!coir_window_has_changed(director->window))
        return;
    CoirEvent event = {.type = COIR_EVENT_RESIZED, .size = coir_window_size(director->window)};
    coir_input_event(director->input, &event);
}

// Whose an event is: that of its window, or, when it has none, this director's. NULL: its window has been closed.
static const CoirDirector *owner_of(const SDL_Event *sdl, const CoirDirector *director)
{
    Uint32 id = coir_input_window(sdl);
    SDL_Window *window = id ? SDL_GetWindowFromID(id) : NULL;
    const CoirDirector *owner = window ? SDL_GetWindowData(window, OWNER) : NULL;
    return owner || (id && !window) ? owner : director;
}

// Takes what is there now, and puts back, in their order, those of other directors.
static void take_events(CoirDirector *director)
{
    SDL_Event event;
    if (!SDL_WasInit(SDL_INIT_EVENTS))
        return;
    director->asked_to_quit = false;
    SDL_PumpEvents();
    tell_of_resize(director);
    int count = SDL_PeepEvents(NULL, 0, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    for (; count > 0 && SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) == 1; count--) {
        const CoirDirector *owner = owner_of(&event, director);
        if (owner && owner != director) {
            SDL_PeepEvents(&event, 1, SDL_ADDEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
            continue;
        }
        if (owner)
            handle_event(director, &event);
        coir_input_let_go(&event);
    }
}

// Keeps SDL's text input as the stage wants, with the window of the input method at the node.
static void update_text_input(CoirDirector *director)
{
    const CoirNode *node = coir_stage_text_node(director->stage);
    coir_input_set_typing(director->input, node);
    if (!director->window->sdl || (!node && !director->text.started))
        return;
    CoirView view = coir_window_view(director->window);
    CoirRect box = coir_node_world_bounds(node);
    CoirVec2 upper = coir_view_to_units(&view, coir_vec2(box.x, box.y + box.height));
    CoirVec2 lower = coir_view_to_units(&view, coir_vec2(box.x + box.width, box.y));
    coir_text_input_set(&director->text, node != NULL,
                        coir_rect(upper.x, upper.y, lower.x - upper.x, lower.y - upper.y));
}

// True while nothing of the stage moves: the user has paused it, or the background has.
static bool is_standing(const CoirDirector *director)
{
    return director->paused || coir_loop_is_standing(&director->loop);
}

// What of the frame's time counts. Time that the loop has slept, as nothing was to be done, counts in full.
static double clock_dt(CoirDirector *director, double dt)
{
    double most = director->def.max_dt + director->quiet;
    if (is_standing(director)) {
        director->next_dt_zero |= !director->paused; // the background ends without a call
        return 0;
    }
    if (director->next_dt_zero)
        dt = 0;
    director->next_dt_zero = false;
    return dt > most ? most : dt;
}

// One step of the stage. The change of scene belongs to the step, so that the number of steps of each scene does not
// depend on the frame rate.
static void take_step(CoirDirector *director, const CoirFrameStep *step)
{
    coir_input_step(director->input);
    if (director->clock.step > 0)
        coir_interpolation_begin_step(&director->stage->interpolation);
    director->stage->held = step->held;
    director->stage->is_held = step->is_held;
    coir_stage_step_scheduler(director->stage, step->dt, "coir_director_frame");
    coir_meter_mark(&director->meter, COIR_FRAME_UPDATE);
    coir_stage_step_actions(director->stage);
    coir_meter_mark(&director->meter, COIR_FRAME_ACTIONS);
    coir_stage_change_scene(director->stage);
    coir_meter_mark(&director->meter, COIR_FRAME_UPDATE);
}

// Takes the steps of a frame. A callback that pauses or destroys the director ends them. A change of scene waits for
// the next step, unless no step will come or the stage is empty.
static void take_steps(CoirDirector *director, double dt)
{
    CoirFrameClock *clock = &director->clock;
    int64_t before = clock->steps;
    CoirFrameStep step;
    if (!is_standing(director)) {
        coir_frame_clock_begin(clock, dt, director->quiet);
        while (!director->paused && !director->dead && coir_frame_clock_next(clock, &step))
            take_step(director, &step);
        coir_frame_clock_end(clock);
    }
    bool waits = !is_standing(director) && clock->scale > 0 && director->stage->scene;
    if (clock->steps == before && !waits)
        coir_stage_change_scene(director->stage);
}

static void draw_statistics(CoirDirector *director, int height)
{
    if (!director->meter.is_measuring)
        return;
    CoirStatistics statistics = director->meter.is_shown ? coir_director_statistics(director) : (CoirStatistics){0};
    coir_meter_draw(&director->meter, &statistics, director->painter, height);
}

// Nothing outside of the visible rectangle is drawn, also where the window is wider or higher.
static bool paint(CoirDirector *director, int width, int height)
{
    CoirView view = coir_window_view(director->window);
    if (!coir_painter_begin(director->painter, coir_view_pixels(&view), width, height))
        return false;
    director->window->drawing = true;
    coir_painter_push_clip(director->painter, coir_view_visible(&view));
    coir_stage_draw(director->stage, director->painter);
    coir_painter_pop_clip(director->painter);
    draw_statistics(director, height);
    bool painted = coir_painter_end(director->painter); // which may call functions of coir_painter_raw
    director->window->drawing = false;
    return painted;
}

static bool draw(CoirDirector *director)
{
    int width, height;
    CoirInterpolation *interpolation = &director->stage->interpolation;
    coir_renderer_size(director->renderer, &width, &height);
    coir_interpolation_show(interpolation, coir_frame_clock_fraction(&director->clock));
    bool drawn = coir_renderer_begin(director->renderer, director->def.background) && paint(director, width, height) &&
                 coir_renderer_end(director->renderer);
    coir_interpolation_hide(interpolation);
    return drawn;
}

static void sweep(CoirDirector *director)
{
    director->ending |= director->stage->over;
    director->stage->over = false;
    coir_stage_end(director->stage);
    if (--busy == 0)
        coir_textures_sweep(); // what another one has drawn and not yet shown may need them
    director->frames++;
    director->in_frame = false;
}

// True in all callbacks: of a frame, of a screenshot, or of the stage if somebody drives that alone.
static bool is_given(const CoirDirector *director, const char *function)
{
    return director ? true : MISSING("%s: the director is NULL", function);
}

static bool is_busy(const CoirDirector *director)
{
    return director->in_frame || director->stage->updating;
}

static bool may_start_frame(const CoirDirector *director, double dt)
{
    if (!is_given(director, "coir_director_frame"))
        return false;
    if (is_busy(director))
        return MISTAKE("coir_director_frame: called inside a frame");
    if (!(dt >= 0) || isinf(dt))
        return MISTAKE("coir_director_frame: dt %g s must be a finite number of at least 0", dt);
    return true;
}

// One frame. False: nothing could be drawn.
static bool frame(CoirDirector *director, double dt)
{
    director->in_frame = true;
    busy++;
    coir_stage_begin(director->stage);
    coir_meter_begin(&director->meter);
    take_events(director);
    coir_meter_mark(&director->meter, COIR_FRAME_EVENTS);
    take_steps(director, clock_dt(director, dt));
    tell_of_resize(director);
    coir_stage_step_input(director->stage, dt);
    update_text_input(director);
    bool drawn = draw(director);
    coir_meter_mark(&director->meter, COIR_FRAME_DRAW);
    if (drawn)
        coir_renderer_present(director->renderer);
    coir_meter_mark(&director->meter, COIR_FRAME_PRESENT);
    coir_meter_end(&director->meter);
    sweep(director);
    return drawn;
}

bool coir_director_frame(CoirDirector *director, double dt)
{
    if (!may_start_frame(director, dt))
        return false;
    bool drawn = frame(director, dt), ending = director->ending;
    director->ending = false;
    free_if_dead(director);
    return drawn && !ending;
}

// The loop -----------------------------------------------------------------------------------------------------------

static CoirLoopState loop_state(const CoirDirector *director)
{
    return (CoirLoopState){
        .is_paused = director->paused,
        .has_vsync = coir_renderer_has_vsync(director->renderer),
        .refresh_rate = director->def.headless ? 0 : coir_window_refresh_rate(director->window),
    };
}

// Returns for how many seconds after the last frame no frame would show anything new, unless an event or a post comes.
static double quiet_for(const CoirDirector *director)
{
    const CoirFrameClock *clock = &director->clock;
    if (coir_stage_waits_for_gesture(director->stage))
        return 0;
    if (is_standing(director))
        return INFINITY;
    double quiet = clock->hold > 0 ? 0 : coir_stage_quiet_for(director->stage);
    if (quiet == 0)
        return 0;
    if (clock->step > 0)
        quiet = ceil(quiet / clock->step) * clock->step - clock->waiting;
    return quiet / clock->scale;
}

// Idle: sleeps until there is a reason for a frame, which would have been due after `dt` seconds. Returns its seconds.
static double sleep_while_quiet(CoirDirector *director, double dt)
{
    CoirLoop *loop = &director->loop;
    bool listens = SDL_WasInit(SDL_INIT_EVENTS);
    double left;
    while ((left = quiet_for(director) - dt) > 0 && !coir_loop_settles(loop)) {
        if (coir_loop_sleep(left, listens))
            coir_loop_wake(loop);
        double slept = coir_pacing_begin_now(&loop->pacing);
        director->quiet += slept < director->def.max_dt ? slept : director->def.max_dt; // else the machine slept, too
        dt += slept;
    }
    if (left <= 0)
        coir_loop_wake(loop);
    return dt;
}

static double wait_for_frame(CoirDirector *director)
{
    CoirLoopState state = loop_state(director);
    double dt = coir_loop_wait(&director->loop, &state);
    director->quiet = 0;
    return director->loop.is_idle ? sleep_while_quiet(director, dt) : dt;
}

static bool loop(CoirDirector *director)
{
    double dt = 0;
    coir_loop_start(&director->loop);
    for (;;) {
        bool drawn = frame(director, dt);
        if (!drawn || director->ending)
            return drawn;
        dt = wait_for_frame(director);
    }
}

static bool may_run(CoirDirector *director, const CoirNode *scene)
{
    if (!is_given(director, "coir_director_run"))
        return false;
    if (is_busy(director) || director->in_run)
        return MISTAKE("coir_director_run: called inside a frame of the same director");
    if (scene || coir_stage_next_scene(director->stage) || coir_stage_is_changing(director->stage))
        return true;
    return MISSING("coir_director_run: the scene is NULL, and there is no scene to go on with");
}

bool coir_director_run(CoirDirector *director, CoirNode *scene)
{
    if (!may_run(director, scene) || (scene && !coir_stage_show_for(director->stage, scene, NULL, "coir_director_run")))
        return false;
    director->in_run = true;
    bool done = loop(director);
    director->in_run = director->ending = false;
    director->quiet = 0;
    free_if_dead(director);
    return done;
}

void coir_director_end(CoirDirector *director)
{
    if (is_given(director, "coir_director_end"))
        director->ending = true;
}

// The rest -----------------------------------------------------------------------------------------------------------

bool coir_director_show(CoirDirector *director, CoirNode *scene)
{
    return is_given(director, "coir_director_show") &&
           coir_stage_show_for(director->stage, scene, NULL, "coir_director_show");
}

bool coir_director_push(CoirDirector *director, CoirNode *scene)
{
    return is_given(director, "coir_director_push") &&
           coir_stage_push_for(director->stage, scene, NULL, "coir_director_push");
}

bool coir_director_pop(CoirDirector *director)
{
    return is_given(director, "coir_director_pop") && coir_stage_pop_for(director->stage, NULL, "coir_director_pop");
}

bool coir_director_pop_to_root(CoirDirector *director)
{
    return is_given(director, "coir_director_pop_to_root") &&
           coir_stage_pop_to_for(director->stage, 1, NULL, "coir_director_pop_to_root");
}

bool coir_director_pop_to_level(CoirDirector *director, int level)
{
    return is_given(director, "coir_director_pop_to_level") &&
           coir_stage_pop_to_for(director->stage, level, NULL, "coir_director_pop_to_level");
}

bool coir_director_show_with(CoirDirector *director, CoirNode *scene, CoirTransition transition)
{
    return is_given(director, "coir_director_show_with") &&
           coir_stage_show_for(director->stage, scene, &transition, "coir_director_show_with");
}

bool coir_director_push_with(CoirDirector *director, CoirNode *scene, CoirTransition transition)
{
    return is_given(director, "coir_director_push_with") &&
           coir_stage_push_for(director->stage, scene, &transition, "coir_director_push_with");
}

bool coir_director_pop_with(CoirDirector *director, CoirTransition transition)
{
    return is_given(director, "coir_director_pop_with") &&
           coir_stage_pop_for(director->stage, &transition, "coir_director_pop_with");
}

bool coir_director_pop_to_level_with(CoirDirector *director, int level, CoirTransition transition)
{
    return is_given(director, "coir_director_pop_to_level_with") &&
           coir_stage_pop_to_for(director->stage, level, &transition, "coir_director_pop_to_level_with");
}

bool coir_director_set_overlay(CoirDirector *director, CoirNode *overlay)
{
    return is_given(director, "coir_director_set_overlay") &&
           coir_stage_set_overlay_for(director->stage, overlay, "coir_director_set_overlay");
}

void coir_director_pause(CoirDirector *director)
{
    if (is_given(director, "coir_director_pause"))
        director->paused = true;
}

void coir_director_resume(CoirDirector *director)
{
    if (!is_given(director, "coir_director_resume") || !director->paused)
        return;
    director->paused = false;
    director->next_dt_zero = true;
    coir_input_forget_presses(director->input);
}

bool coir_director_is_paused(const CoirDirector *director)
{
    return director && director->paused;
}

bool coir_director_set_time_scale(CoirDirector *director, double scale)
{
    if (!is_given(director, "coir_director_set_time_scale"))
        return false;
    if (!(scale >= 0) || isinf(scale))
        return MISTAKE("coir_director_set_time_scale: %g is not a finite number of at least 0", scale);
    coir_frame_clock_set_scale(&director->clock, scale);
    return true;
}

double coir_director_time_scale(const CoirDirector *director)
{
    return director ? director->clock.scale : 0;
}

bool coir_director_set_frame_rate(CoirDirector *director, double rate)
{
    if (!is_given(director, "coir_director_set_frame_rate") ||
        !coir_loop_check_rate(rate, "coir_director_set_frame_rate"))
        return false;
    director->loop.frame_rate = rate;
    if (!director->def.headless &&
        !coir_renderer_set_vsync(director->renderer, rate == 0, "coir_director_set_frame_rate"))
        coir_error_clear(); // the loop keeps the rate without the display
    return true;
}

double coir_director_frame_rate(const CoirDirector *director)
{
    return director ? director->loop.frame_rate : 0;
}

void coir_director_redraw(CoirDirector *director)
{
    if (is_given(director, "coir_director_redraw"))
        coir_loop_wake(&director->loop);
}

bool coir_director_hold(CoirDirector *director, double seconds)
{
    if (!is_given(director, "coir_director_hold"))
        return false;
    if (!(seconds >= 0) || isinf(seconds))
        return MISTAKE("coir_director_hold: %g s is not a finite number of at least 0", seconds);
    coir_frame_clock_hold(&director->clock, seconds);
    return true;
}

double coir_director_hold_left(const CoirDirector *director)
{
    return director ? director->clock.hold : 0;
}

void coir_director_next_dt_zero(CoirDirector *director)
{
    if (is_given(director, "coir_director_next_dt_zero"))
        director->next_dt_zero = true;
}

bool coir_director_screenshot(CoirDirector *director, const char *path)
{
    if (!director || !path)
        return MISSING("coir_director_screenshot: the %s is NULL", director ? "path" : "director");
    if (director->window->drawing)
        return MISTAKE("coir_director_screenshot: called while drawing; call it from an update or an event");
    bool inside = director->in_frame;
    director->in_frame = true;
    busy++;
    coir_nodes_busy_begin();
    bool done = draw(director) && coir_renderer_save(director->renderer, path);
    coir_nodes_busy_end();
    busy--;
    director->in_frame = inside;
    free_if_dead(director);
    return done;
}

void coir_director_on_sdl_event(CoirDirector *director, CoirSdlEventFn hook, void *user)
{
    if (!is_given(director, "coir_director_on_sdl_event"))
        return;
    director->sdl_hook = hook;
    director->sdl_user = user;
}

CoirStage *coir_director_stage(CoirDirector *director)
{
    return director ? director->stage : NULL;
}

CoirNode *coir_director_scene(const CoirDirector *director)
{
    return director ? coir_stage_scene(director->stage) : NULL;
}

CoirInput *coir_director_input(CoirDirector *director)
{
    return director ? director->input : NULL;
}

CoirVec2 coir_director_size(const CoirDirector *director)
{
    if (!director)
        return coir_vec2(0, 0);
    return coir_vec2((float)director->window->stage_width, (float)director->window->stage_height);
}

CoirRect coir_director_visible(const CoirDirector *director)
{
    if (!director)
        return coir_rect(0, 0, 0, 0);
    CoirView view = coir_window_view(director->window);
    return coir_view_visible(&view);
}

bool coir_director_set_resolution(CoirDirector *director, CoirResolution resolution, int width, int height)
{
    const char *function = "coir_director_set_resolution";
    if (!is_given(director, function) || !check_resolution(resolution, function) ||
        !check_size(width, height, function))
        return false;
    CoirWindow *window = director->window;
    coir_window_set_resolution(window, resolution, width ? width : window->stage_width,
                               height ? height : window->stage_height);
    return true;
}

CoirWindow *coir_director_window(const CoirDirector *director)
{
    return director ? director->window : NULL;
}

int64_t coir_director_frame_count(const CoirDirector *director)
{
    return director ? director->frames : 0;
}

int64_t coir_director_step_count(const CoirDirector *director)
{
    return director ? director->clock.steps : 0;
}

int64_t coir_director_dropped_steps(const CoirDirector *director)
{
    return director ? director->clock.dropped : 0;
}

bool coir_director_show_statistics(CoirDirector *director, bool shown)
{
    if (!is_given(director, "coir_director_show_statistics"))
        return false;
    director->meter.is_shown = shown;
    return true;
}

bool coir_director_shows_statistics(const CoirDirector *director)
{
    return director && director->meter.is_shown;
}

bool coir_director_measure(CoirDirector *director, bool measured)
{
    if (!is_given(director, "coir_director_measure"))
        return false;
    director->meter.is_asked = measured;
    return true;
}

CoirStatistics coir_director_statistics(const CoirDirector *director)
{
    CoirStatistics statistics = {0};
    if (!director)
        return statistics;
    coir_meter_read(&director->meter, &statistics);
    if (!director->meter.is_measuring)
        statistics.painter = coir_painter_stats(director->painter);
    coir_stage_count(director->stage, &statistics.runs, &statistics.timers);
    statistics.nodes = coir_nodes_count();
    statistics.frames = director->frames;
    statistics.steps = director->clock.steps;
    statistics.dropped_steps = director->clock.dropped;
    return statistics;
}

CoirPainterStats coir_director_painter_stats(const CoirDirector *director)
{
    return director ? coir_painter_stats(director->painter) : (CoirPainterStats){0};
}
