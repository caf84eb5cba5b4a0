// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of director.h, statistics.h and stage.h, and events of SDL.

#include <stddef.h>

#include <SDL.h>

#include "random/world.h"

static CoirResolution any_resolution(void)
{
    return (CoirResolution)(badly() ? any_int() : below(COIR_RESOLUTION_INTEGER_SCALE + 1));
}

static CoirDirectorDef director_def(void)
{
    CoirDirectorDef def = {.title = any_text(), .headless = true, .width = 1 + below(64), .height = 1 + below(40)};
    def.pixel_art = one_in(4);
    def.max_dt = one_in(2) ? 0 : any_seconds();
    def.frame_rate = one_in(2) ? 0 : any_seconds();
    def.background = any_color();
    def.resolution = any_resolution();
    def.fullscreen = one_in(8);
    def.window_width = one_in(2) ? 0 : 1 + below(80);
    def.window_height = one_in(2) ? 0 : 1 + below(80);
    def.step = one_in(2) ? 0 : badly() ? any_seconds() : 1.0 / (1 + below(100));
    def.in_background = (CoirBackground)(badly() ? any_int() : below(COIR_BACKGROUND_SLOW + 1));
    def.idle = any_bool();
    def.max_steps = badly() ? any_int() : below(10);
    if (badly())
        def.width = any_int() % 100;
    if (badly())
        def.height = -below(3);
    return def;
}

static int any_side(void)
{
    return badly() ? any_int() : below(100);
}

static void create(void)
{
    CoirDirectorDef def = director_def();
    keep_director(coir_director_create(badly() && one_in(4) ? NULL : &def));
}

// Calls coir_director_run, which ends after one frame because of coir_director_end.
static void run(void)
{
    CoirDirector *director = any_director();
    CoirNode *scene = any_node();
    coir_director_end(director);
    coir_director_run(director, scene);
    forget_caches_without_director();
}

static void frame(void)
{
    coir_director_frame(any_director(), any_dt());
    forget_caches_without_director();
}

static void screenshot(void)
{
    coir_director_screenshot(any_director(), any_output());
    forget_caches_without_director();
}

static void destroy(void)
{
    coir_director_destroy(take_director());
    forget_caches_without_director();
}

static int any_level(void)
{
    return badly() ? any_int() : below(4);
}

static bool drive_director(Function function)
{
    switch (function) {
    case F_coir_director_create: create(); return true;
    case F_coir_director_destroy: destroy(); return true;
    case F_coir_director_run: run(); return true;
    case F_coir_director_frame: frame(); return true;
    case F_coir_director_screenshot: screenshot(); return true;
    case F_coir_director_end: coir_director_end(any_director()); return true;
    case F_coir_director_show: coir_director_show(any_director(), any_node()); return true;
    case F_coir_director_push: coir_director_push(any_director(), any_node()); return true;
    case F_coir_director_pop: coir_director_pop(any_director()); return true;
    case F_coir_director_pop_to_root: coir_director_pop_to_root(any_director()); return true;
    case F_coir_director_pop_to_level: coir_director_pop_to_level(any_director(), any_level()); return true;
    case F_coir_director_show_with: coir_director_show_with(any_director(), any_node(), any_transition()); return true;
    case F_coir_director_push_with: coir_director_push_with(any_director(), any_node(), any_transition()); return true;
    case F_coir_director_pop_with: coir_director_pop_with(any_director(), any_transition()); return true;
    case F_coir_director_pop_to_level_with:
        coir_director_pop_to_level_with(any_director(), any_level(), any_transition());
        return true;
    case F_coir_director_set_overlay: coir_director_set_overlay(any_director(), any_node()); return true;
    case F_coir_director_pause: coir_director_pause(any_director()); return true;
    case F_coir_director_resume: coir_director_resume(any_director()); return true;
    case F_coir_director_is_paused: coir_director_is_paused(any_director()); return true;
    case F_coir_director_set_time_scale: coir_director_set_time_scale(any_director(), any_seconds()); return true;
    case F_coir_director_time_scale: coir_director_time_scale(any_director()); return true;
    case F_coir_director_set_frame_rate: coir_director_set_frame_rate(any_director(), any_seconds()); return true;
    case F_coir_director_frame_rate: coir_director_frame_rate(any_director()); return true;
    case F_coir_director_redraw: coir_director_redraw(any_director()); return true;
    case F_coir_director_show_statistics: coir_director_show_statistics(any_director(), any_bool()); return true;
    case F_coir_director_shows_statistics: coir_director_shows_statistics(any_director()); return true;
    case F_coir_director_measure: coir_director_measure(any_director(), any_bool()); return true;
    case F_coir_director_statistics: coir_director_statistics(any_director()); return true;
    case F_coir_director_hold: coir_director_hold(any_director(), any_seconds()); return true;
    case F_coir_director_hold_left: coir_director_hold_left(any_director()); return true;
    case F_coir_director_next_dt_zero: coir_director_next_dt_zero(any_director()); return true;
    case F_coir_director_stage: coir_director_stage(any_director()); return true;
    case F_coir_director_on_sdl_event: coir_director_on_sdl_event(any_director(), any_sdl_hook(), NULL); return true;
    case F_coir_director_scene: coir_director_scene(any_director()); return true;
    case F_coir_director_size: coir_director_size(any_director()); return true;
    case F_coir_director_frame_count: coir_director_frame_count(any_director()); return true;
    case F_coir_director_step_count: coir_director_step_count(any_director()); return true;
    case F_coir_director_dropped_steps: coir_director_dropped_steps(any_director()); return true;
    case F_coir_director_painter_stats: coir_director_painter_stats(any_director()); return true;
    case F_coir_director_visible: coir_director_visible(any_director()); return true;
    case F_coir_director_set_resolution:
        coir_director_set_resolution(any_director(), any_resolution(), any_side(), any_side());
        return true;
    case F_coir_display_available: coir_display_available(); return true;
    default: return false;
    }
}

// Returns a point near (0, 0), where many nodes are, so that events hit nodes.
static CoirVec2 any_event_position(void)
{
    return badly() ? any_vec2() : coir_vec2((float)below(40), (float)below(30));
}

// Returns an event. Events come from few fingers, so that a finger goes down, moves and goes up.
static CoirEvent any_event(void)
{
    static const CoirEventType pointer[] = {COIR_EVENT_POINTER_DOWN, COIR_EVENT_POINTER_UP, COIR_EVENT_POINTER_MOVE};
    CoirEvent event = {.type = one_in(2) ? pointer[below(3)] : (CoirEventType)below(COIR_EVENT_COUNT),
                       .key = (CoirKey)any_int(),
                       .character = (uint32_t)any_int(),
                       .modifiers = any_int(),
                       .repeated = any_bool(),
                       .cancelled = any_bool(),
                       .button = badly() ? any_int() : 1,
                       .clicks = below(4),
                       .finger = badly() ? any_int() : below(4),
                       .position = any_event_position(),
                       .start = any_event_position(),
                       .delta = any_vec2(),
                       .scale = any_scale(),
                       .rotation = any_float(),
                       .size = any_vec2(),
                       .controller = any_int(),
                       .axis = any_int(),
                       .value = any_float(),
                       .text = any_text(),
                       .cursor = any_int(),
                       .selection = any_int(),
                       .name = any_key()};
    if (badly() && one_in(4))
        event.type = (CoirEventType)any_int();
    return event;
}

static void set_gestures(void)
{
    const CoirGestureDef def = {
        .long_press = any_seconds(), .double_click = any_seconds(), .drag_distance = badly() ? any_float() : 3};
    coir_stage_set_gestures(any_stage(), badly() ? NULL : &def);
}

static bool drive_stage(Function function)
{
    CoirEvent event;
    switch (function) {
    case F_coir_stage_new: keep_stage(coir_stage_new()); return true;
    case F_coir_stage_destroy: coir_stage_destroy(take_stage()); return true;
    case F_coir_stage_show: coir_stage_show(any_stage(), any_node()); return true;
    case F_coir_stage_scene: coir_stage_scene(any_stage()); return true;
    case F_coir_stage_push: coir_stage_push(any_stage(), any_node()); return true;
    case F_coir_stage_pop: coir_stage_pop(any_stage()); return true;
    case F_coir_stage_pop_to_root: coir_stage_pop_to_root(any_stage()); return true;
    case F_coir_stage_pop_to_level: coir_stage_pop_to_level(any_stage(), any_level()); return true;
    case F_coir_stage_show_with: coir_stage_show_with(any_stage(), any_node(), any_transition()); return true;
    case F_coir_stage_push_with: coir_stage_push_with(any_stage(), any_node(), any_transition()); return true;
    case F_coir_stage_pop_with: coir_stage_pop_with(any_stage(), any_transition()); return true;
    case F_coir_stage_pop_to_level_with:
        coir_stage_pop_to_level_with(any_stage(), any_level(), any_transition());
        return true;
    case F_coir_stage_level: coir_stage_level(any_stage()); return true;
    case F_coir_stage_scene_at: coir_stage_scene_at(any_stage(), any_level()); return true;
    case F_coir_stage_is_changing: coir_stage_is_changing(any_stage()); return true;
    case F_coir_stage_next_scene: coir_stage_next_scene(any_stage()); return true;
    case F_coir_stage_set_overlay: coir_stage_set_overlay(any_stage(), any_node()); return true;
    case F_coir_stage_overlay: coir_stage_overlay(any_stage()); return true;
    case F_coir_stage_update: coir_stage_update(any_stage(), any_dt()); return true;
    case F_coir_stage_event:
        event = any_event();
        coir_stage_event(any_stage(), badly() ? NULL : &event);
        return true;
    case F_coir_stage_set_gestures: set_gestures(); return true;
    case F_coir_stage_draw: coir_stage_draw(any_stage(), any_painter()); return true;
    case F_coir_stage_scheduler: coir_stage_scheduler(any_stage()); return true;
    case F_coir_stage_actions: coir_stage_actions(any_stage()); return true;
    default: return false;
    }
}

// Pushes an event that the next frame of a director takes. Texts are left out: SDL2 on top of SDL3 crashes for them.
static void push_sdl_event(void)
{
    static const Uint32 types[] = {SDL_KEYDOWN,
                                   SDL_KEYUP,
                                   SDL_MOUSEBUTTONDOWN,
                                   SDL_MOUSEBUTTONUP,
                                   SDL_MOUSEMOTION,
                                   SDL_MOUSEWHEEL,
                                   SDL_FINGERDOWN,
                                   SDL_FINGERMOTION,
                                   SDL_WINDOWEVENT,
                                   SDL_RENDER_TARGETS_RESET,
                                   SDL_QUIT,
                                   SDL_RENDER_DEVICE_RESET,
                                   SDL_USEREVENT};
    SDL_Event event = {.type = types[below((int)(sizeof types / sizeof *types))]};
    if (event.type == SDL_MOUSEBUTTONDOWN) {
        event.button.x = any_int();
        event.button.y = any_int();
    }
    if (event.type == SDL_WINDOWEVENT)
        event.window.event = (Uint8)below(19);
    SDL_PushEvent(&event);
}

static CoirNode *new_node(void)
{
    CoirNode *node = one_in(4)   ? (CoirNode *)coir_sprite_new("spark.png")
                     : one_in(4) ? (CoirNode *)coir_label_new("text")
                                 : coir_node_make(any_node_class(), "random", 1);
    if (node) {
        node->position = coir_vec2((float)below(30), (float)below(20));
        node->size = coir_vec2(10, 10);
        node->z = below(3) - 1;
    }
    keep_node(node);
    return node;
}

// Makes a scene with a few nodes, and hands the scene to a stage.
static void show_new_scene(void)
{
    CoirNodeRef scene = coir_node_ref(new_node());
    for (int count = 3 + below(6); count > 0; count--) {
        CoirNode *node = new_node(), *parent = one_in(3) ? live_node() : coir_node_get(scene);
        if (node && parent && is_alive(node) && is_alive(parent))
            coir_node_add(parent, node);
    }
    if (!coir_node_get(scene))
        return;
    switch (below(5)) {
    case 0: coir_stage_push_with(any_stage(), coir_node_get(scene), coir_transition_cross_fade(0.1)); break;
    case 1: coir_stage_push(any_stage(), coir_node_get(scene)); break;
    case 2: coir_stage_set_overlay(any_stage(), coir_node_get(scene)); break;
    default: coir_stage_show(any_stage(), coir_node_get(scene)); break;
    }
}

bool drive_app(Function function)
{
    switch (function) {
    case F_push_sdl_event: push_sdl_event(); return true;
    case F_show_new_scene: show_new_scene(); return true;
    default: return drive_director(function) || drive_stage(function);
    }
}
