// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of the director: probes, which note their callbacks as "name.callback" and call a function in one
// of the callbacks; directors without a window and with a window; screenshots.

#ifndef COIR_TESTS_DIRECTED_H
#define COIR_TESTS_DIRECTED_H

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "media/texture.h"
#include "support/folder.h"

#define WIDTH 64
#define HEIGHT 36

// Probes -------------------------------------------------------------------------------------------------------------

// Callbacks of a frame.
typedef enum Callback {
    EVENT,
    TICK,
    UPDATE,
    TIMER,
    CALL,
    LEAVING,
    LEAVE,
    ENTER,
    ENTERED,
    DRAW,
    RAW,
    DESTROY,
    CALLBACKS
} Callback;

static const char *const callback_names[CALLBACKS] = {"event", "tick",  "update",  "timer", "call", "leaving",
                                                      "leave", "enter", "entered", "draw",  "raw",  "destroy"};

static struct {
    CoirDirector *director;
    void (*act)(void); // called once, in `callback`
    Callback callback;
    int counts[CALLBACKS];
    double dt;       // time of the last update
    CoirEvent event; // last event
} at;

typedef struct Probe {
    COIR_INHERIT(CoirSprite, sprite);
} Probe;

static inline void reach(const CoirNode *node, Callback callback)
{
    void (*act)(void) = at.callback == callback ? at.act : NULL;
    at.counts[callback]++;
    note("%s%s.%s", noted()[0] ? " " : "", node->name, callback_names[callback]);
    if (!act)
        return;
    at.act = NULL;
    act();
}

// Returns true for an event that SDL may send by itself when a window opens or closes. Probes do not note such events.
static inline bool is_of_window(CoirEventType type)
{
    return type == COIR_EVENT_POINTER_AWAY || (type >= COIR_EVENT_RESIZED && type <= COIR_EVENT_QUIT);
}

static bool refuses_to_quit;

static inline bool probe_event(CoirNode *node, const CoirEvent *event)
{
    if (is_of_window(event->type))
        return refuses_to_quit && event->type == COIR_EVENT_QUIT;
    at.event = *event;
    reach(node, EVENT);
    return false;
}

static inline void probe_update(CoirNode *node, double dt)
{
    at.dt = dt;
    reach(node, UPDATE);
}

static inline void probe_leaving(CoirNode *node)
{
    reach(node, LEAVING);
}

static inline void probe_leave(CoirNode *node)
{
    reach(node, LEAVE);
}

static inline void probe_enter(CoirNode *node)
{
    reach(node, ENTER);
}

static inline void probe_entered(CoirNode *node)
{
    reach(node, ENTERED);
}

static inline void raw(struct SDL_Renderer *device, void *node)
{
    (void)device;
    reach(node, RAW);
}

static inline void probe_draw(CoirNode *node, CoirPainter *painter)
{
    coir_painter_rect(painter, coir_rect(0, 0, 8, 8), coir_rgb(250, 0, 0));
    if (at.act && at.callback == RAW)
        coir_painter_raw(painter, raw, node);
    reach(node, DRAW);
}

static inline void probe_destroy(CoirNode *node)
{
    reach(node, DESTROY);
}

static COIR_NODE_CLASS(Probe, .super = &CoirSprite_class, .event = probe_event, .update = probe_update,
                       .leaving = probe_leaving, .leave = probe_leave, .enter = probe_enter, .entered = probe_entered,
                       .draw = probe_draw, .destroy = probe_destroy);

static inline CoirNode *probe(const char *name)
{
    Probe *made = COIR_NEW(Probe);
    assert_non_null(made);
    made->node.name = name;
    return &made->node;
}

static inline void on_tick(void *node, double dt, void *user)
{
    (void)dt;
    (void)user;
    reach(node, TICK);
}

static inline void on_timer(CoirNode *node, void *user)
{
    (void)user;
    reach(node, TIMER);
}

static inline void on_call(CoirNode *node, void *user)
{
    (void)user;
    reach(node, CALL);
}

// Makes a probe with a per-frame function, a timer and a run.
static inline CoirNode *busy_probe(const char *name)
{
    CoirNode *node = probe(name);
    assert_true(coir_node_every_frame(node, on_tick, NULL, -1));
    assert_true(coir_node_every(node, 0.1, on_timer, NULL));
    coir_node_run(node, coir_repeat_forever(coir_sequence(coir_delay(0.1), coir_call(on_call, NULL))));
    return node;
}

// Functions to call in a callback ------------------------------------------------------------------------------------

static inline void end_director(void)
{
    coir_director_end(at.director);
}

static inline void destroy_director(void)
{
    coir_director_destroy(at.director);
    coir_director_destroy(at.director); // a second time, in the same callback
    at.director = NULL;
}

// Directors ----------------------------------------------------------------------------------------------------------

static inline int setup(void **state)
{
    memset(&at, 0, sizeof at);
    return support_setup(state) || SDL_InitSubSystem(SDL_INIT_EVENTS);
}

static inline int teardown(void **state)
{
    SDL_QuitSubSystem(SDL_INIT_EVENTS); // drops events that no director has taken
    return support_teardown(state);
}

#define director_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static inline CoirDirector *create(CoirDirectorDef def)
{
    def.width = def.width ? def.width : WIDTH;
    def.height = def.height ? def.height : HEIGHT;
    CoirDirector *director = coir_director_create(&def);
    if (!director)
        fail_msg("%s", coir_error());
    return director;
}

// Makes a headless director that shows `scene`, and forgets the trace.
static inline CoirDirector *open_director(CoirNode *scene)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
    memset(at.counts, 0, sizeof at.counts);
    forget_trace();
    at.director = director;
    return director;
}

static inline void close_director(CoirDirector *director)
{
    coir_director_destroy(director);
    assert_true(coir_assets_set_folder(NULL));
}

// Pushes an event of SDL, which the next frame takes.
static inline void push(SDL_Event event)
{
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static inline SDL_Event key_down(SDL_Keycode key)
{
    return (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key}}};
}

// Windows ------------------------------------------------------------------------------------------------------------

// Makes a director with a window, and forgets the trace. SDL_VIDEODRIVER selects SDL's dummy driver, which shows
// nothing.
static inline CoirDirector *open_window(CoirNode *scene, CoirDirectorDef def)
{
    system_set_variable("SDL_VIDEODRIVER", "dummy");
    assert_true(coir_display_available());
    def.resizable = true;
    CoirDirector *director = create(def);
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
    memset(at.counts, 0, sizeof at.counts);
    forget_trace();
    at.director = director;
    return director;
}

// Returns the `nth` open window, counted from 0.
static inline SDL_Window *window(int nth)
{
    for (Uint32 id = 0; id < 10000; id++)
        if (SDL_GetWindowFromID(id) && nth-- == 0)
            return SDL_GetWindowFromID(id);
    fail_msg("there are too few open windows");
    return NULL;
}

static inline SDL_Event window_closed(int nth)
{
    return (SDL_Event){
        .window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE, .windowID = SDL_GetWindowID(window(nth))}};
}

// Pictures -----------------------------------------------------------------------------------------------------------

static inline void keep_picture(CoirDirector *director, const char *name)
{
    if (!coir_director_screenshot(director, folder_path(name)))
        fail_msg("%s", coir_error());
}

static inline bool looks_as(CoirDirector *director, const char *name)
{
    static unsigned char kept[100000], now[100000];
    keep_picture(director, "now.png");
    size_t size = folder_read("now.png", now, sizeof now);
    return size == folder_read(name, kept, sizeof kept) && memcmp(now, kept, size) == 0;
}

static inline CoirNode *scene_with_picture(void)
{
    CoirNode *scene = coir_node_new();
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    if (!coir_sprite_add(scene, "bead.png", 30, 20))
        fail_msg("%s", coir_error());
    return scene;
}

#endif
