// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks of CoirDirectorDef, and the functions that set and return settings of a director.

#include "app/director.h"

#include <math.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "coir/mixer.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "media/texture.h"
#include "media/utf8.h"
#include "scene/stage.h"

#define STEP_LEAST 0.0001 // seconds
#define STEP_MOST 1.0

// Returns true if both sizes are in range; otherwise reports a mistake. `fields`: names of the two sizes, for the
// message. `zero`: meaning of 0, for the message.
static bool check_size(int width, int height, const char *fields, const char *zero, const char *function)
{
    if (width >= 0 && height >= 0 && width <= COIR_TEXTURE_SIZE_MAX && height <= COIR_TEXTURE_SIZE_MAX)
        return true;
    return MISTAKE("%s: %s are %d and %d; each must be from 1 to %d, or 0 %s", function, fields, width, height,
                   COIR_TEXTURE_SIZE_MAX, zero);
}

static bool check_resolution(CoirResolution resolution, const char *function)
{
    return (unsigned)resolution <= COIR_RESOLUTION_INTEGER_SCALE
               ? true
               : MISTAKE("%s: %d is no resolution policy; it must be a CoirResolution", function, (int)resolution);
}

bool coir_director_check_def(const CoirDirectorDef *def)
{
    if (!def)
        return MISTAKE("coir_director_create: the description is NULL; give a CoirDirectorDef, {0} for the defaults");
    const char *function = "coir_director_create", *zero = "for the default";
    if (def->title && !coir_utf8_check(def->title, "the title", function))
        return false;
    if (!check_size(def->width, def->height, "width and height", zero, function) ||
        !check_size(def->window_width, def->window_height, "window_width and window_height", zero, function) ||
        !check_resolution(def->resolution, function))
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

void coir_director_pause(CoirDirector *director)
{
    if (coir_director_is_given(director, "coir_director_pause"))
        director->paused = true;
}

void coir_director_resume(CoirDirector *director)
{
    if (!coir_director_is_given(director, "coir_director_resume") || !director->paused)
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
    if (!coir_director_is_given(director, "coir_director_set_time_scale"))
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
    if (!coir_director_is_given(director, "coir_director_set_frame_rate") ||
        !coir_loop_check_rate(rate, "coir_director_set_frame_rate"))
        return false;
    director->loop.frame_rate = rate;
    coir_renderer_set_vsync(director->renderer, rate == 0); // if the device refuses, the loop keeps the rate itself
    return true;
}

double coir_director_frame_rate(const CoirDirector *director)
{
    return director ? director->loop.frame_rate : 0;
}

void coir_director_redraw(CoirDirector *director)
{
    if (coir_director_is_given(director, "coir_director_redraw"))
        coir_loop_wake(&director->loop);
}

bool coir_director_hold(CoirDirector *director, double seconds)
{
    if (!coir_director_is_given(director, "coir_director_hold"))
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
    if (coir_director_is_given(director, "coir_director_next_dt_zero"))
        director->next_dt_zero = true;
}

void coir_director_on_sdl_event(CoirDirector *director, CoirSdlEventFn hook, void *user)
{
    if (!coir_director_is_given(director, "coir_director_on_sdl_event"))
        return;
    director->sdl_hook = hook;
    director->sdl_user = user;
}

CoirStage *coir_director_stage(CoirDirector *director)
{
    return director ? director->stage : NULL;
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
    if (!coir_director_is_given(director, function) || !check_resolution(resolution, function) ||
        !check_size(width, height, "width and height", "to keep the size", function))
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
    if (!coir_director_is_given(director, "coir_director_show_statistics"))
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
    if (!coir_director_is_given(director, "coir_director_measure"))
        return false;
    director->meter.is_asked = measured;
    return true;
}

CoirStatistics coir_director_statistics(const CoirDirector *director)
{
    CoirStatistics statistics = {0};
    if (!director || !coir_world_check("coir_director_statistics"))
        return statistics;
    coir_meter_read(&director->meter, &statistics);
    if (!director->meter.is_measuring)
        statistics.painter = coir_painter_stats(director->painter);
    coir_stage_count(director->stage, &statistics.runs, &statistics.timers);
    statistics.nodes = coir_nodes_count();
    statistics.blocks = coir_memory_blocks();
    statistics.texture_bytes = coir_textures_bytes();
    CoirMixerStats sound = coir_mixer_stats();
    statistics.voices = sound.voices;
    statistics.sound_load = sound.load;
    statistics.underruns = sound.underruns;
    statistics.frames = director->frames;
    statistics.steps = director->clock.steps;
    statistics.dropped_steps = director->clock.dropped;
    return statistics;
}

CoirPainterStats coir_director_painter_stats(const CoirDirector *director)
{
    return director ? coir_painter_stats(director->painter) : (CoirPainterStats){0};
}
