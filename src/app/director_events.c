// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How events reach a director. SDL's events become events of Coir, with positions in points. These events, and the
// events of the program, go through the director's input, which passes the events to the stage.

#include "app/director.h"

#include <SDL.h>

#include "app/controllers.h"
#include "app/input.h"
#include "input/event.h"

// Called by the input for each event. Nodes may refuse to quit. A listener may destroy the director; the input is
// freed only after the event.
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

static bool is_typing(void *user)
{
    const CoirDirector *director = user;
    return coir_stage_text_node(director->stage) != NULL;
}

bool coir_director_open_input(CoirDirector *director)
{
    director->input = coir_input_new();
    if (!director->input)
        return false;
    director->input->state->owned = true;
    director->input->state->is_typing = is_typing;
    coir_input_set_sink(director->input, hand_to_nodes, director);
    director->controllers = director->window->sdl && coir_controllers_start();
    coir_controllers_attach(director->input);
    return true;
}

// Converts the position and the movement of an event from window units to points.
static void locate_event(const CoirDirector *director, CoirEvent *event)
{
    CoirView view = coir_window_view(director->window);
    event->position = coir_view_to_points(&view, event->position);
    if (event->type == COIR_EVENT_POINTER_MOVE)
        event->delta = coir_view_delta(&view, event->delta);
}

// Returns true for an event of a window that the program has opened itself. Must not be called for an event of another
// director's window. Exception: for a headless director, such a window counts as the director's window.
static bool is_of_program(const CoirDirector *director, const SDL_Event *sdl)
{
    Uint32 id = coir_input_window(sdl);
    return id && director->window->sdl && SDL_GetWindowFromID(id) != director->window->sdl;
}

static void take_event(CoirDirector *director, const SDL_Event *sdl)
{
    CoirEvent event;
    CoirVec2 size = coir_window_size(director->window);
    if (is_of_program(director, sdl) || coir_controllers_event(sdl) ||
        !coir_input_translate(sdl, (int)size.x, (int)size.y, &event))
        return;
    bool is_quit = event.type == COIR_EVENT_QUIT, was_asked = director->asked_to_quit;
    director->asked_to_quit |= is_quit;
    if (coir_event_has_position(event.type))
        locate_event(director, &event);
    if (event.type == COIR_EVENT_FOCUS_GAINED)
        coir_controllers_read(director->input);
    if (!is_quit || !was_asked)
        coir_input_event(director->input, &event);
}

static void handle_event(CoirDirector *director, const SDL_Event *sdl)
{
    if (is_of_program(director, sdl))
        coir_loop_wake(&director->loop);
    else
        coir_loop_event(&director->loop, sdl);
    coir_input_follow_mouse(sdl);
    bool is_taken = director->sdl_hook && director->sdl_hook(sdl, director->sdl_user);
    if (sdl->type == SDL_RENDER_DEVICE_RESET || sdl->type == SDL_RENDER_TARGETS_RESET)
        coir_renderers_lose_textures(); // also with the hook: otherwise pictures would stay lost
    else if (!is_taken)
        take_event(director, sdl);
}

void coir_director_report_resize(CoirDirector *director)
{
    if (!coir_window_has_changed(director->window))
        return;
    CoirEvent event = {.type = COIR_EVENT_RESIZED, .size = coir_window_size(director->window)};
    coir_input_event(director->input, &event);
}

// Returns the director that owns the event's window, or `director` for an event without a window or of a window that no
// director owns. NULL: the window has been closed.
static const CoirDirector *owner_of(const SDL_Event *sdl, const CoirDirector *director)
{
    Uint32 id = coir_input_window(sdl);
    SDL_Window *window = id ? SDL_GetWindowFromID(id) : NULL;
    const CoirDirector *owner = window ? SDL_GetWindowData(window, COIR_DIRECTOR_OF_WINDOW) : NULL;
    return owner || (id && !window) ? owner : director;
}

typedef struct Search {
    const CoirDirector *director;
    bool found;
} Search;

// Called by SDL for each event in the queue. Returns 1: the event stays in the queue.
static int SDLCALL look_at(void *user, SDL_Event *event)
{
    Search *search = user;
    const CoirDirector *owner = owner_of(event, search->director);
    bool is_of_sdl = event->type == SDL_POLLSENTINEL; // mark that SDL_WaitEventTimeout leaves in the queue
    search->found |= !is_of_sdl && (!owner || owner == search->director);
    return 1;
}

bool coir_director_has_events(const CoirDirector *director)
{
    Search search = {director, false};
    SDL_FilterEvents(look_at, &search);
    return search.found;
}

void coir_director_take_events(CoirDirector *director)
{
    SDL_Event event;
    bool listens = SDL_WasInit(SDL_INIT_EVENTS);
    director->asked_to_quit = false;
    if (listens)
        SDL_PumpEvents();
    coir_director_report_resize(director);
    coir_controllers_remove_closed();
    if (!listens)
        return;
    int count = SDL_PeepEvents(NULL, 0, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    for (; count > 0 && SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) == 1; count--) {
        const CoirDirector *owner = owner_of(&event, director);
        if (owner && owner != director) {
            SDL_PeepEvents(&event, 1, SDL_ADDEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
            continue;
        }
        if (owner)
            handle_event(director, &event);
        coir_input_free_text(&event);
    }
}

void coir_director_update_text_input(CoirDirector *director)
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
