// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director. coir_director_frame is the whole frame, in the order in which things happen; all else serves it. Only
// coir_director_run reads a clock.

#include "coir/director.h"

#include <math.h>

#include <SDL.h>

#include "action/action.h"
#include "app/input.h"
#include "app/pacing.h"
#include "app/window.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/font.h"
#include "coir/sheet.h"
#include "draw/painter.h"
#include "draw/renderer.h"
#include "draw/texture.h"
#include "scene/node.h"

#define PAUSED_FRAME_RATE 15
#define FRAME_RATE_LEAST 0.01 // the clock ticks of a frame must fit into 64 bits
#define FRAME_RATE_MOST 10000.0

struct CoirDirector {
    CoirDirectorDef def;
    SDL_Window *window; // NULL: headless
    CoirRenderer *renderer;
    CoirPainter *painter;
    CoirStage *stage;
    double time_scale;
    int64_t frames;
    bool paused, next_dt_zero, ending, in_frame, in_run, drawing, dead;
};

#define OWNER "CoirDirector" // what a window's director is kept under

static int directors;  // how many there are
static int busy;       // how many frames and screenshots are under way, of all of them
static bool pixel_art; // one of them has set the filter

// Making and destroying ----------------------------------------------------------------------------------------------

static bool check_def(const CoirDirectorDef *def)
{
    if (!def)
        return MISTAKE("coir_director_create: the description is NULL");
    if (def->width < 0 || def->height < 0 || def->width > COIR_TEXTURE_SIZE_MAX || def->height > COIR_TEXTURE_SIZE_MAX)
        return MISTAKE("coir_director_create: a size of %d x %d; each side must be from 1 to %d, 0: the default",
                       def->width, def->height, COIR_TEXTURE_SIZE_MAX);
    if (def->frame_rate != 0 && !(def->frame_rate >= FRAME_RATE_LEAST && def->frame_rate <= FRAME_RATE_MOST))
        return MISTAKE("coir_director_create: a frame rate of %g; it must be from %g to %g, or 0: the display's",
                       def->frame_rate, FRAME_RATE_LEAST, FRAME_RATE_MOST);
    if (!(def->max_dt >= 0) || isinf(def->max_dt))
        return MISTAKE("coir_director_create: a max_dt of %g s; it must be a finite number of at least 0", def->max_dt);
    return true;
}

static void free_director(CoirDirector *director)
{
    if (director->stage)
        director->stage->owned = false;
    coir_stage_destroy(director->stage);
    coir_painter_destroy(director->painter);
    coir_renderer_destroy(director->renderer);
    coir_window_close(director->window);
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
    if (def->headless) {
        director->renderer = coir_renderer_for_memory(def->width, def->height);
        coir_painter_set_sink(director->painter, coir_renderer_sink, director->renderer);
        return director->renderer != NULL;
    }
    director->window = coir_window_open(def);
    if (director->window)
        SDL_SetWindowData(director->window, OWNER, director);
    director->renderer = director->window ? coir_renderer_for_window(director->window, def->frame_rate == 0) : NULL;
    coir_painter_set_sink(director->painter, coir_renderer_sink, director->renderer);
    return director->renderer != NULL;
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
    director->time_scale = 1;
    if (!open(director) || !begin_pixel_art(director)) {
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

// Points to pixels: the stage as large as it fits into the target, in its middle, the y axis turned over.
static CoirAffine view_of(const CoirDirector *director, int width, int height)
{
    float points_x = (float)director->def.width, points_y = (float)director->def.height;
    float scale_x = (float)width / points_x, scale_y = (float)height / points_y;
    float scale = scale_x < scale_y ? scale_x : scale_y;
    CoirAffine view = {
        scale, 0, 0, -scale, ((float)width - scale * points_x) / 2, ((float)height + scale * points_y) / 2};
    return view;
}

// From the window's units, which on some displays are not pixels, to the stage's points.
static void place_event(const CoirDirector *director, int window_width, int window_height, CoirEvent *event)
{
    CoirAffine points = coir_affine_inverse(view_of(director, window_width, window_height));
    event->position = coir_affine_apply(points, event->position);
    if (event->type == COIR_EVENT_POINTER_MOVE)
        event->delta = coir_vec2(event->delta.x * points.a, event->delta.y * points.d);
}

static void handle_event(CoirDirector *director, const SDL_Event *sdl)
{
    CoirEvent event;
    int width = director->def.width, height = director->def.height;
    if (director->window)
        SDL_GetWindowSize(director->window, &width, &height);
    if (sdl->type == SDL_QUIT || (sdl->type == SDL_WINDOWEVENT && sdl->window.event == SDL_WINDOWEVENT_CLOSE)) {
        director->ending = true;
    } else if (sdl->type == SDL_RENDER_DEVICE_RESET || sdl->type == SDL_RENDER_TARGETS_RESET) {
        coir_renderer_reset(director->renderer);
    } else if (coir_input_translate(sdl, width, height, &event)) {
        place_event(director, width, height, &event);
        coir_stage_event(director->stage, &event);
    }
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
    SDL_PumpEvents();
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

// What of the frame's time counts.
static double clock_dt(CoirDirector *director, double dt)
{
    if (director->next_dt_zero)
        dt = 0;
    director->next_dt_zero = false;
    if (dt > director->def.max_dt)
        dt = director->def.max_dt;
    return dt * director->time_scale;
}

// What is beside the stage is not seen, also where the window is wider or higher.
static bool paint(CoirDirector *director, int width, int height)
{
    if (!coir_painter_begin(director->painter, view_of(director, width, height), width, height))
        return false;
    director->drawing = true;
    coir_painter_push_clip(director->painter, coir_rect(0, 0, (float)director->def.width, (float)director->def.height));
    coir_stage_draw(director->stage, director->painter);
    coir_painter_pop_clip(director->painter);
    bool painted = coir_painter_end(director->painter); // which may call functions of coir_painter_raw
    director->drawing = false;
    return painted;
}

static bool draw(CoirDirector *director)
{
    int width, height;
    coir_renderer_size(director->renderer, &width, &height);
    return coir_renderer_begin(director->renderer, director->def.background) && paint(director, width, height) &&
           coir_renderer_end(director->renderer);
}

static void sweep(CoirDirector *director)
{
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
    take_events(director);
    if (!director->paused) {
        coir_stage_step_scheduler(director->stage, clock_dt(director, dt), "coir_director_frame");
        coir_stage_step_actions(director->stage);
    }
    coir_stage_change_scene(director->stage);
    bool drawn = draw(director);
    if (drawn)
        coir_renderer_present(director->renderer);
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

static CoirPacing start_pacing(const CoirDirector *director)
{
    double rate = director->def.frame_rate;
    if (director->paused)
        rate = PAUSED_FRAME_RATE;
    else if (rate == 0 && director->window && !coir_renderer_has_vsync(director->renderer))
        rate = coir_window_refresh_rate(director->window);
    return coir_pacing_start(rate);
}

static bool loop(CoirDirector *director)
{
    CoirPacing pacing = start_pacing(director);
    bool was_paused = director->paused;
    double dt = 0;
    for (;;) {
        if (!frame(director, dt))
            return false;
        if (director->ending)
            return true;
        if (director->paused != was_paused)
            pacing = start_pacing(director);
        was_paused = director->paused;
        dt = coir_pacing_wait(&pacing);
    }
}

static bool may_run(CoirDirector *director, const CoirNode *scene)
{
    if (!is_given(director, "coir_director_run"))
        return false;
    if (is_busy(director) || director->in_run)
        return MISTAKE("coir_director_run: called inside a frame of the same director");
    if (scene || director->stage->scene || director->stage->changes)
        return true;
    return MISSING("coir_director_run: the scene is NULL, and there is no scene to go on with");
}

bool coir_director_run(CoirDirector *director, CoirNode *scene)
{
    if (!may_run(director, scene) || (scene && !coir_stage_show_for(director->stage, scene, "coir_director_run")))
        return false;
    director->in_run = true;
    bool done = loop(director);
    director->in_run = director->ending = false;
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
           coir_stage_show_for(director->stage, scene, "coir_director_show");
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
    director->time_scale = scale;
    return true;
}

double coir_director_time_scale(const CoirDirector *director)
{
    return director ? director->time_scale : 0;
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
    if (director->drawing)
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

CoirStage *coir_director_stage(CoirDirector *director)
{
    return director ? director->stage : NULL;
}

CoirNode *coir_director_scene(const CoirDirector *director)
{
    return director ? coir_stage_scene(director->stage) : NULL;
}

CoirVec2 coir_director_size(const CoirDirector *director)
{
    return director ? coir_vec2((float)director->def.width, (float)director->def.height) : coir_vec2(0, 0);
}

int64_t coir_director_frame_count(const CoirDirector *director)
{
    return director ? director->frames : 0;
}

CoirPainterStats coir_director_painter_stats(const CoirDirector *director)
{
    return director ? coir_painter_stats(director->painter) : (CoirPainterStats){0};
}
