// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director. coir_director_draw_frame is the whole frame; most other functions of this file are parts of the frame.
// The caller gives the length of a frame as `dt`. The frame itself reads the time of the computer only for the
// statistics, while the statistics are shown or measured.

#include "app/director.h"

#include <math.h>

#include <SDL.h>

#include "action/describe/action.h"
#include "app/controllers.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "coir/font.h"
#include "coir/mixer.h"
#include "coir/sheet.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "input/event.h"
#include "media/texture.h"
#include "node/reference.h"
#include "scene/sound.h"
#include "scene/stage.h"
#include "sound/advance.h"
#include "sound/clock.h"
#include "sound/output.h"
#include "sound/sound.h"
#include "time/nanoseconds.h"

static int directors;  // number of directors
static int busy;       // number of frames and screenshots in progress, of all directors
static bool pixel_art; // a director has set the filter of all textures

// Making and destroying ----------------------------------------------------------------------------------------------

static void free_director(CoirDirector *director)
{
    coir_sound_unlead(director);
    if (director->stage) {
        director->stage->owned = false;
        coir_stage_close(director->stage);
    }
    coir_text_input_set(&director->text, false, coir_rect(0, 0, 0, 0));
    if (director->input)
        coir_controllers_detach(director->input);
    coir_input_free(director->input);
    if (director->controllers)
        coir_controllers_stop();
    coir_painter_destroy(director->painter);
    coir_window_destroy(director->window);
    coir_free(director);
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
        SDL_SetWindowData(director->window->sdl, COIR_DIRECTOR_OF_WINDOW, director);
    director->renderer = director->window->renderer;
    coir_painter_set_sink(director->painter, coir_renderer_sink, director->renderer);
    director->painter->has_canvases = coir_renderer_has_canvases(director->renderer);
    return true;
}

// Sets the filter of all textures, if the director draws pixel art.
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
    if (!coir_world_check("coir_director_create"))
        return NULL;
    if (!coir_director_check_def(def))
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
    if (!open(director) || !coir_director_open_input(director) || !begin_pixel_art(director)) {
        free_director(director);
        return NULL;
    }
    director->def.title = NULL; // the text belongs to the caller
    directors++;
    return director;
}

// Called when no director is left. A new filter moves textures to other places. The old places can be freed at once,
// because no frame is being drawn.
static void end_pixel_art(void)
{
    if (!pixel_art)
        return;
    pixel_art = false;
    coir_textures_set_filter(COIR_FILTER_DEFAULT);
    coir_textures_sweep();
}

void coir_director_free_if_dead(CoirDirector *director)
{
    if (!director->dead || director->in_frame || director->in_run)
        return;
    director->in_frame = true; // the last hooks of the scene count as callbacks of a frame
    coir_sound_unlead(director);
    coir_stage_close(director->stage);
    if (directors == 1)
        coir_mixer_close();  // after the last hooks of nodes, which may use voices and groups
    free_director(director); // after the end callbacks of voices, which may read the director
    if (--directors > 0)
        return;
    coir_mixer_close();
    coir_nodes_sweep_if_safe(); // the nodes of actions that ran on voices
    coir_sounds_end();
    coir_sheets_purge();
    coir_fonts_purge();
    coir_textures_end();
    end_pixel_art();
    coir_nodes_report();
    coir_actions_report();
}

void coir_director_destroy(CoirDirector *director)
{
    if (!director || !coir_world_check("coir_director_destroy"))
        return;
    director->dead = director->ending = true;
    coir_director_free_if_dead(director);
}

// The frame ----------------------------------------------------------------------------------------------------------

bool coir_director_is_given(const CoirDirector *director, const char *function)
{
    if (!coir_world_check(function))
        return false;
    return director ? true : MISSING("%s: the director is NULL", function);
}

bool coir_director_is_busy(const CoirDirector *director)
{
    return director->in_frame || director->stage->updating;
}

bool coir_director_is_frozen(const CoirDirector *director)
{
    return director->paused || coir_loop_is_paused(&director->loop);
}

// Limits the seconds of the frame to `max_dt`. The time that an idle loop has slept does not count for the limit.
static double limit_dt(const CoirDirector *director, double dt)
{
    return fmin(dt, director->def.max_dt + director->quiet);
}

// Returns the seconds of the frame for the stage: 0 while the director is frozen, otherwise at most the limit.
static double clock_dt(CoirDirector *director, double dt)
{
    if (coir_director_is_frozen(director)) {
        director->next_dt_zero |= !director->paused; // set now: no call marks the return from the background
        return 0;
    }
    if (director->next_dt_zero)
        dt = 0;
    director->next_dt_zero = false;
    return limit_dt(director, dt);
}

// The sound clock ----------------------------------------------------------------------------------------------------

// Returns the seconds of the frame for the sound clock, which also advances while the user has paused the director.
static double sound_dt(const CoirDirector *director, double dt, double stage_dt)
{
    if (coir_loop_is_paused(&director->loop))
        return 0;
    return director->paused ? limit_dt(director, dt) : stage_dt;
}

// Returns the time of the sound clock at the end of the latest step, also while this step is in progress: the end of
// the frame, minus the time that waits for the next step. The result is never before the present time of the clock.
static int64_t sound_time(const CoirDirector *director, int64_t frame_end)
{
    const CoirFrameClock *clock = &director->clock;
    bool has_steps = clock->step > 0 && clock->scale > 0 && !coir_director_is_frozen(director);
    int64_t waiting = 0, now = coir_sound_clock();
    if (!coir_sound_lead(director, true))
        return coir_sound_time(NULL);
    if (has_steps)
        coir_to_nanoseconds(clock->waiting > 0 ? clock->waiting / clock->scale : 0, &waiting);
    return frame_end - waiting > now ? frame_end - waiting : now;
}

static int64_t begin_sound(CoirDirector *director, double seconds)
{
    if (!director->def.headless)
        coir_sound_request_device();
    if (coir_sound_lead(director, true)) {
        float half = (float)director->window->stage_width / 2;
        coir_sound_pause_device(coir_loop_is_paused(&director->loop));
        coir_sound_set_view(half, half);
    }
    if (coir_director_is_frozen(director) || director->clock.scale == 0)
        coir_stage_freeze_sound(director->stage);
    return coir_sound_after(coir_sound_clock() + director->sound_ahead, seconds);
}

static void end_sound(CoirDirector *director, int64_t frame_end)
{
    if (!coir_sound_lead(director, true))
        return;
    if (coir_director_is_frozen(director))
        coir_stage_freeze_sound(director->stage); // a step has paused the director: from now on the stage is frozen
    coir_sound_advance(sound_time(director, frame_end));
    director->sound_ahead = frame_end > coir_sound_clock() ? frame_end - coir_sound_clock() : 0;
}

// Takes one step of the stage. The change of scene belongs to the step, so that the number of steps of each scene
// does not depend on the frame rate.
static void take_step(CoirDirector *director, const CoirFrameStep *step, int64_t frame_end)
{
    CoirSoundStep sound;
    director->stage->held = step->held;
    director->stage->is_held = step->is_held;
    coir_stage_begin_sound(director->stage, &sound, sound_time(director, frame_end), director->clock.scale);
    if (step->is_held) // presses during a hold wait until the game continues
        coir_input_step_held(director->input);
    else
        coir_input_begin_step(director->input);
    if (director->clock.step > 0) {
        coir_interpolation_begin_step(&director->stage->interpolation);
        director->stage->step_began = coir_scheduler_reads(director->stage->base.scheduler);
    }
    coir_stage_step_scheduler(director->stage, step->dt, "coir_director_frame");
    coir_meter_mark(&director->meter, COIR_FRAME_UPDATE);
    coir_stage_step_actions(director->stage);
    coir_meter_mark(&director->meter, COIR_FRAME_ACTIONS);
    coir_stage_change_scene(director->stage);
    coir_meter_mark(&director->meter, COIR_FRAME_UPDATE);
    coir_sound_end_step(&sound);
    if (coir_sound_lead(director, true))
        coir_sound_advance(sound.end);
}

// Returns the seconds of a frame for the frame clock. Returns 0, and reports a mistake, if the frame is one step, and
// the time scale makes this step longer than a hundred years. With steps of equal length, the frame clock drops the
// steps that are too many.
static double playable(const CoirDirector *director, double dt)
{
    if (director->clock.step > 0 || dt * director->clock.scale <= COIR_SECONDS_MAX)
        return dt;
    MISTAKE(
        "coir_director_frame: dt %g s, with the time scale %g, is more than a hundred years; the frame counts as 0 s",
        dt, director->clock.scale);
    return 0;
}

// Takes the steps of a frame, until a callback pauses or destroys the director. In a frame without steps, a change of
// scene waits for the next step, unless no step will come or the stage is empty.
static void take_steps(CoirDirector *director, double dt, int64_t frame_end)
{
    CoirFrameClock *clock = &director->clock;
    int64_t before = clock->steps;
    CoirFrameStep step;
    if (coir_director_is_frozen(director)) {
        coir_input_step_held(director->input); // presses that the last step has seen are over
    } else {
        coir_frame_clock_begin(clock, playable(director, dt), director->quiet);
        while (!director->paused && !director->dead && coir_frame_clock_next(clock, &step))
            take_step(director, &step, frame_end);
        coir_frame_clock_end(clock);
    }
    bool waits = !coir_director_is_frozen(director) && clock->scale > 0 && director->stage->scene;
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

// Draws the stage and the statistics. The stage is clipped to the visible rectangle, since the window may be wider or
// higher.
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
    bool painted = coir_painter_end(director->painter); // may call functions of coir_painter_raw
    director->window->drawing = false;
    return painted;
}

static bool draw(CoirDirector *director)
{
    coir_director_report_resize(director);
    int width, height;
    CoirInterpolation *interpolation = &director->stage->interpolation;
    double fraction = coir_frame_clock_fraction(&director->clock);
    coir_renderer_size(director->renderer, &width, &height);
    coir_interpolation_show(interpolation, fraction);
    director->stage->step_ahead = director->clock.step > 0 ? fraction : 0;
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
        coir_textures_sweep(); // otherwise a frame of another director may still use the textures
    director->frames++;
    director->in_frame = false;
}

static bool may_start_frame(const CoirDirector *director, double dt)
{
    if (!coir_director_is_given(director, "coir_director_frame"))
        return false;
    if (coir_director_is_busy(director))
        return MISTAKE("coir_director_frame: called inside a frame; call it outside of callbacks");
    if (!(dt >= 0) || isinf(dt))
        return MISTAKE("coir_director_frame: dt %g s must be a finite number of at least 0", dt);
    return true;
}

bool coir_director_draw_frame(CoirDirector *director, double dt)
{
    director->in_frame = true;
    busy++;
    coir_stage_begin(director->stage);
    if (!director->meter.is_measuring)
        director->meter.painter = coir_painter_stats(director->painter);
    coir_meter_begin(&director->meter);
    coir_director_take_events(director);
    coir_meter_mark(&director->meter, COIR_FRAME_EVENTS);
    double stage_dt = clock_dt(director, dt);
    int64_t sound_end = begin_sound(director, sound_dt(director, dt, stage_dt));
    take_steps(director, stage_dt, sound_end);
    end_sound(director, sound_end);
    coir_director_report_resize(director);
    coir_stage_step_input(director->stage, dt);
    coir_director_update_text_input(director);
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
    bool drawn = coir_director_draw_frame(director, dt);
    director->stage->ended |= director->ending;
    director->ending = false;
    bool goes_on = drawn && !director->stage->ended;
    coir_director_free_if_dead(director);
    return goes_on;
}

bool coir_director_screenshot(CoirDirector *director, const char *path)
{
    if (!coir_director_is_given(director, "coir_director_screenshot"))
        return false;
    if (!path)
        return MISTAKE("coir_director_screenshot: the path is NULL; give the path of a PNG file");
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
    coir_director_free_if_dead(director);
    return done;
}
