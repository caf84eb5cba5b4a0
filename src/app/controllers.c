// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Controllers are identified by SDL's instance id, which SDL never uses again. No pointer to a controller is stored:
// SDL closes all controllers when its game controller subsystem ends, and any part of the program can end this
// subsystem.
//
// The list of inputs is a variable of this file, because SDL's controllers belong to the program. An event is sent to
// all inputs immediately, one after another. User code that is called for the event may destroy directors and their
// inputs. So each walk over the list stores its next input in a Walk, where coir_controllers_detach can advance the
// walk.

#include "app/controllers.h"

#include <assert.h>
#include <string.h>

#include <SDL.h>

#include "app/input.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "input/input.h"
#include "media/file.h"

#define MAPPINGS_MOST ((size_t)16 << 20) // bytes
#define RUMBLE_MOST 60.0                 // seconds

typedef struct Walk Walk;
struct Walk {
    InputState *next;
    Walk *outer;
};

static InputState *attached;
static Walk *walks;
static SDL_JoystickID ids[COIR_CONTROLLERS]; // by number - 1
static bool connected[COIR_CONTROLLERS];

static bool is_running(void)
{
    return SDL_WasInit(SDL_INIT_GAMECONTROLLER) != 0;
}

// Sending -------------------------------------------------------------------------------------------------------------

// Returns false for an event that an input must not get: a controller that is added twice or is already gone, an axis
// that has not moved (SDL may report both), and other events of a controller that the input does not have. The input
// may have a controller of its own with the same number.
static bool is_news(const InputState *state, const CoirEvent *event)
{
    const Pad *pad = &state->pads[event->controller - 1];
    if (event->type == COIR_EVENT_CONTROLLER_ADDED)
        return connected[event->controller - 1] && !pad->name;
    return pad->is_real && (event->type != COIR_EVENT_AXIS || pad->axes[event->axis] != event->value);
}

static void pass(InputState *state, const CoirEvent *event)
{
    if (event->type == COIR_EVENT_CONTROLLER_ADDED)
        coir_input_add_real(state, event);
    else
        coir_input_event(&state->views[0], event);
}

static void send_to_all(const CoirEvent *event)
{
    Walk walk = {attached, walks};
    CoirEvent sent = *event;
    sent.modifiers = coir_input_modifiers();
    walks = &walk;
    while (walk.next) {
        InputState *state = walk.next;
        walk.next = state->next_attached;
        if (is_news(state, &sent))
            pass(state, &sent);
    }
    walks = walk.outer;
}

// Adding and removing -------------------------------------------------------------------------------------------------

// Returns the number of the controller with an id; 0 for an unknown id.
static int number_of(SDL_JoystickID id)
{
    for (int i = 0; i < COIR_CONTROLLERS; i++)
        if (connected[i] && ids[i] == id)
            return i + 1;
    return 0;
}

// Returns true if no controller has this number: neither a controller of SDL, nor a controller that the program has
// added to an input.
static bool is_free(int number)
{
    for (const InputState *state = attached; state; state = state->next_attached)
        if (state->pads[number - 1].name)
            return false;
    return !connected[number - 1];
}

static CoirEvent added_event(int number)
{
    SDL_GameController *controller = SDL_GameControllerFromInstanceID(ids[number - 1]);
    const char *name = controller ? SDL_GameControllerName(controller) : NULL;
    return (CoirEvent){
        .type = COIR_EVENT_CONTROLLER_ADDED, .controller = number, .text = name, .modifiers = coir_input_modifiers()};
}

// User code may close the controller, which frees SDL's name. So the event has a copy of the name.
static void send_added(int number)
{
    CoirEvent event = added_event(number);
    char *name = event.text ? coir_copy_text(event.text) : NULL;
    event.text = name;
    send_to_all(&event);
    coir_free(name);
}

static void add(int device)
{
    SDL_JoystickID id = SDL_JoystickGetDeviceInstanceID(device);
    int number = 1;
    if (id < 0 || number_of(id) != 0 || !SDL_IsGameController(device))
        return;
    while (number <= COIR_CONTROLLERS && !is_free(number))
        number++;
    if (number > COIR_CONTROLLERS) {
        coir_log_once(COIR_LOG_INFO,
                      "there are more than %d controllers; the events of the other controllers are not received",
                      COIR_CONTROLLERS);
        return;
    }
    if (!SDL_GameControllerOpen(device)) {
        coir_log(COIR_LOG_WARNING, "a controller could not be opened: %s", SDL_GetError());
        return;
    }
    ids[number - 1] = id;
    connected[number - 1] = true;
    send_added(number);
}

static void remove_number(int number)
{
    SDL_GameController *controller = is_running() ? SDL_GameControllerFromInstanceID(ids[number - 1]) : NULL;
    CoirEvent event = {.type = COIR_EVENT_CONTROLLER_REMOVED, .controller = number};
    connected[number - 1] = false;
    if (controller)
        SDL_GameControllerClose(controller);
    send_to_all(&event);
}

void coir_controllers_remove_closed(void)
{
    for (int number = 1; number <= COIR_CONTROLLERS; number++)
        if (connected[number - 1] && !(is_running() && SDL_GameControllerFromInstanceID(ids[number - 1])))
            remove_number(number);
}

static void add_all(void)
{
    for (int i = 0; is_running() && i < SDL_NumJoysticks(); i++)
        add(i);
}

// The list of inputs --------------------------------------------------------------------------------------------------

void coir_controllers_attach(CoirInput *input)
{
    InputState *state = input->state;
    state->next_attached = attached;
    attached = state;
    for (int number = 1; number <= COIR_CONTROLLERS; number++) {
        CoirEvent event = added_event(number);
        if (connected[number - 1])
            coir_input_add_real(state, &event);
    }
    add_all();
}

void coir_controllers_detach(CoirInput *input)
{
    InputState **link = &attached, *state = input->state;
    while (*link && *link != state)
        link = &(*link)->next_attached;
    if (!*link)
        return;
    *link = state->next_attached;
    for (Walk *walk = walks; walk; walk = walk->outer)
        if (walk->next == state)
            walk->next = state->next_attached;
    for (int number = 1; !attached && number <= COIR_CONTROLLERS; number++)
        if (connected[number - 1])
            remove_number(number);
}

// The hint makes SDL name buttons by their position. Without the hint, SDL names the buttons of some makers by the
// printed letters.
bool coir_controllers_start(void)
{
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0");
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0)
        return true;
    coir_log(COIR_LOG_INFO, "there are no controllers here: %s", SDL_GetError());
    return false;
}

void coir_controllers_stop(void)
{
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    coir_controllers_remove_closed();
}

// Events --------------------------------------------------------------------------------------------------------------

static_assert((int)COIR_BUTTON_SOUTH == SDL_CONTROLLER_BUTTON_A && (int)COIR_BUTTON_WEST == SDL_CONTROLLER_BUTTON_X &&
                  (int)COIR_BUTTON_TOUCHPAD == SDL_CONTROLLER_BUTTON_TOUCHPAD,
              "buttons have the numbers that SDL gives them");
static_assert((int)COIR_AXIS_RIGHT_TRIGGER == SDL_CONTROLLER_AXIS_TRIGGERRIGHT,
              "axes have the numbers that SDL gives them");

static void send_button(const SDL_ControllerButtonEvent *button)
{
    CoirEvent event = {.type = button->state == SDL_PRESSED ? COIR_EVENT_BUTTON_DOWN : COIR_EVENT_BUTTON_UP};
    event.controller = number_of(button->which);
    event.button = button->button;
    if (event.controller && event.button < COIR_BUTTON_COUNT)
        send_to_all(&event);
}

// Converts the value of an axis to -1..1. SDL's y axes point down, Coir's y axes point up.
static float value_of(int axis, Sint16 value)
{
    float part = (float)value / 32767;
    if (part != 0 && (axis == COIR_AXIS_LEFT_Y || axis == COIR_AXIS_RIGHT_Y)) // -0 would be printed with its sign
        part = -part;
    return part < -1 ? -1 : part > 1 ? 1 : part;
}

static void send_axis(const SDL_ControllerAxisEvent *axis)
{
    CoirEvent event = {.type = COIR_EVENT_AXIS, .controller = number_of(axis->which), .axis = axis->axis};
    if (!event.controller || axis->axis >= COIR_AXIS_COUNT)
        return;
    event.value = value_of(axis->axis, axis->value);
    send_to_all(&event);
}

bool coir_controllers_event(const SDL_Event *sdl)
{
    switch (sdl->type) {
    case SDL_CONTROLLERDEVICEADDED: add_all(); return true;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (number_of(sdl->cdevice.which) != 0)
            remove_number(number_of(sdl->cdevice.which));
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP: send_button(&sdl->cbutton); return true;
    case SDL_CONTROLLERAXISMOTION: send_axis(&sdl->caxis); return true;
    default: return false;
    }
}

void coir_controllers_read(CoirInput *input)
{
    InputState *state = input->state;
    coir_input_hold(state);
    for (int i = 0; !state->dead && is_running() && i < COIR_CONTROLLERS * COIR_AXIS_COUNT; i++) {
        int number = 1 + i / COIR_AXIS_COUNT, axis = i % COIR_AXIS_COUNT;
        SDL_GameController *controller =
            connected[number - 1] ? SDL_GameControllerFromInstanceID(ids[number - 1]) : NULL;
        if (!controller || !state->pads[number - 1].is_real)
            continue;
        float value = value_of(axis, SDL_GameControllerGetAxis(controller, (SDL_GameControllerAxis)axis));
        if (value != state->pads[number - 1].axes[axis])
            coir_input_axis(input, number, (CoirAxis)axis, value);
    }
    coir_input_let_go_of(state);
}

// Rumble --------------------------------------------------------------------------------------------------------------

static bool is_part(double value)
{
    return value >= 0 && value <= 1;
}

bool coir_input_rumble(CoirInput *input, int controller, double low, double high, double seconds)
{
    const InputState *state = coir_input_state(input, "coir_input_rumble");
    if (!state || !coir_input_check_controller(state, controller, "coir_input_rumble"))
        return false;
    if (!is_part(low) || !is_part(high) || !(seconds >= 0 && seconds <= RUMBLE_MOST))
        return MISTAKE("coir_input_rumble: strengths of %g and %g for %g s; they must be 0 to 1, for 0 to %g s", low,
                       high, seconds, RUMBLE_MOST);
    bool is_real = state->pads[controller - 1].is_real && connected[controller - 1] && is_running();
    SDL_GameController *handle = is_real ? SDL_GameControllerFromInstanceID(ids[controller - 1]) : NULL;
    if (!handle)
        return FAIL("controller %d exists in this program only, and cannot rumble", controller);
    Uint16 slow = (Uint16)(low * 65535 + 0.5), fast = (Uint16)(high * 65535 + 0.5);
    Uint32 milliseconds = (Uint32)(seconds * 1000 + 0.5);
    if (milliseconds == 0) // for SDL, 0 ms mean without end
        slow = fast = 0;
    if (SDL_GameControllerRumble(handle, slow, fast, milliseconds) == 0)
        return true;
    return FAIL("controller %d cannot rumble: %s", controller, SDL_GetError());
}

// Mappings ------------------------------------------------------------------------------------------------------------

static bool is_for_this_system(const char *line)
{
    static const char key[] = "platform:";
    const char *at = strstr(line, key), *platform = SDL_GetPlatform();
    size_t length = strlen(platform);
    if (!at)
        return true;
    at += sizeof key - 1;
    return strncmp(at, platform, length) == 0 && (at[length] == ',' || at[length] == '\0');
}

// Adds the mapping in `line`, a string. Skips empty lines, comments and mappings for other systems. Returns false if
// the mapping is invalid.
static bool add_mapping(char *line)
{
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' '))
        line[--length] = '\0';
    if (length == 0 || line[0] == '#' || !is_for_this_system(line))
        return true;
    return SDL_GameControllerAddMapping(line) >= 0;
}

static bool add_mappings(const char *path, char *text, size_t size)
{
    bool good = true;
    int number = 1;
    for (char *line = text, *end; line < text + size; line = end + 1, number++) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        end = end ? end : text + size;
        *end = '\0';
        if (!add_mapping(line) && good)
            good = FAIL("'%s', line %d is no mapping: '%.40s': %s; a line has the GUID, the name and the mappings, "
                        "with commas between",
                        path, number, line, SDL_GetError());
    }
    return good;
}

bool coir_controllers_load_mappings(const char *path)
{
    if (!coir_world_check("coir_controllers_load_mappings"))
        return false;
    size_t size;
    if (!path)
        return MISTAKE("coir_controllers_load_mappings: the path is NULL; give the path of a mappings file");
    if (!is_running())
        return MISTAKE(
            "coir_controllers_load_mappings: no controllers are received; create a director with a window first, "
            "or call SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER)");
    char *full = coir_path_resolve(path);
    char *text =
        full ? (char *)coir_file_read("mappings file", full, coir_path_advice(path), MAPPINGS_MOST, &size) : NULL;
    bool good = text && add_mappings(path, text, size);
    coir_free(text);
    coir_free(full);
    return good;
}
