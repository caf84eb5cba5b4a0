// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Uses the devices at random. Most input comes from calls of coir/input.h, and some input from events of SDL.

#include <SDL.h>

#include "monkey/monkey.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define PADS 3    // controllers have the numbers 1 to 3
#define FINGERS 4 // fingers have the numbers 1 to 4

static CoirInput *input_of(Monkey *monkey)
{
    return coir_director_input(monkey->director);
}

// Keys ---------------------------------------------------------------------------------------------------------------

static CoirKey any_key(Monkey *monkey)
{
    static const CoirKey usual[] = {COIR_KEY_SPACE, COIR_KEY_ENTER,  COIR_KEY_LEFT, COIR_KEY_RIGHT, COIR_KEY_UP,
                                    COIR_KEY_DOWN,  COIR_KEY_ESCAPE, COIR_KEY_TAB,  COIR_KEY_1,     COIR_KEY_F3};
    if (one_in(monkey, 3)) {
        int key = below(monkey, COIR_KEY_COUNT);
        while (!coir_key_name((CoirKey)key))
            key = (key + 1) % COIR_KEY_COUNT;
        return (CoirKey)key;
    }
    return one_in(monkey, 2) ? usual[below(monkey, COUNT(usual))] : (CoirKey)(COIR_KEY_A + below(monkey, 26));
}

// Presses a key, which stays down for some frames. The key replaces a random element of `held`. The key that was there
// is released, except one time in ten.
static void press_key(Monkey *monkey)
{
    CoirKey *held = &monkey->held[below(monkey, DEVICE_KEYS)], before = *held;
    *held = any_key(monkey);
    coir_input_key(input_of(monkey), *held, true);
    if (monkey->director && !one_in(monkey, 10) && before != COIR_KEY_NONE)
        coir_input_key(input_of(monkey), before, false);
}

static void repeat_key(Monkey *monkey)
{
    CoirEvent event = {.type = COIR_EVENT_KEY_DOWN, .key = monkey->held[0], .repeated = true};
    coir_input_event(input_of(monkey), &event);
}

static void write_text(Monkey *monkey)
{
    static const char *const texts[] = {"a", "Coir", "\xc3\xa4", "\xf0\x9f\xa5\xa5", "", "\xef\xbf\xbd", "a\nb\tc"};
    CoirEvent event = {.type = COIR_EVENT_TEXT_EDITING, .text = texts[below(monkey, COUNT(texts))], .cursor = 1};
    if (one_in(monkey, 3))
        coir_input_event(input_of(monkey), &event);
    else
        coir_input_text(input_of(monkey), event.text);
}

// Pointers -----------------------------------------------------------------------------------------------------------

static void move_mouse(Monkey *monkey)
{
    CoirVec2 place = monkey_pick_place(monkey);
    coir_input_pointer_move(input_of(monkey), place.x, place.y);
}

static void press_mouse(Monkey *monkey)
{
    coir_input_pointer(input_of(monkey), one_in(monkey, 3) ? 1 + below(monkey, 5) : 1, one_in(monkey, 2));
}

static void click(Monkey *monkey)
{
    move_mouse(monkey);
    for (int i = 0; i < 2 && monkey->director; i++)
        coir_input_pointer(input_of(monkey), 1, i == 0);
}

static void turn_wheel(Monkey *monkey)
{
    coir_input_wheel(input_of(monkey), (float)(below(monkey, 3) - 1), (float)(below(monkey, 9) - 4) / 2);
}

static void put_finger(Monkey *monkey)
{
    CoirVec2 place = monkey_pick_place(monkey);
    coir_input_touch(input_of(monkey), 1 + below(monkey, FINGERS), place.x, place.y);
}

static void lift_finger(Monkey *monkey)
{
    int count = coir_input_finger_count(input_of(monkey));
    if (count > 0)
        coir_input_lift(input_of(monkey), coir_input_finger(input_of(monkey), below(monkey, count)).finger);
}

// Controllers --------------------------------------------------------------------------------------------------------

// Connects or disconnects a controller. In a callback, controller 1 is not disconnected: the demo "input" may be using
// its own controller, which has number 1.
static void plug_controller(Monkey *monkey)
{
    int pad = 1 + below(monkey, PADS);
    if (!coir_input_controller_name(input_of(monkey), pad))
        coir_input_connect(input_of(monkey), pad, "monkey");
    else if (pad != 1 || monkey->depth == 0)
        coir_input_disconnect(input_of(monkey), pad);
}

static void use_controller(Monkey *monkey)
{
    int pad = 1 + below(monkey, PADS);
    CoirAxis axis = (CoirAxis)below(monkey, COIR_AXIS_COUNT);
    float value = (float)(below(monkey, 41) - 20) / 20;
    if (!coir_input_controller_name(input_of(monkey), pad))
        return;
    if (one_in(monkey, 2))
        coir_input_button(input_of(monkey), pad, (CoirButton)below(monkey, COIR_BUTTON_COUNT), one_in(monkey, 2));
    else
        coir_input_axis(input_of(monkey), pad, axis, axis >= COIR_AXIS_LEFT_TRIGGER ? fabsf(value) : value);
}

// Others -------------------------------------------------------------------------------------------------------------

static void drop(Monkey *monkey)
{
    static const CoirEvent events[] = {{.type = COIR_EVENT_DROP_BEGIN},
                                       {.type = COIR_EVENT_FILE_DROPPED, .text = "a missing file.png"},
                                       {.type = COIR_EVENT_TEXT_DROPPED, .text = "a text"},
                                       {.type = COIR_EVENT_DROP_END}};
    for (int i = 0; i < COUNT(events) && monkey->director; i++)
        coir_input_event(input_of(monkey), &events[i]);
}

static void release_all(Monkey *monkey)
{
    if (one_in(monkey, 10))
        coir_input_release_all(input_of(monkey));
}

static void push_mouse_event(Monkey *monkey)
{
    CoirVec2 size = coir_window_size(coir_director_window(monkey->director));
    int x = below(monkey, (int)size.x), y = below(monkey, (int)size.y);
    SDL_Event motion = {.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y, .xrel = 3, .yrel = -2}};
    SDL_Event button = {.button = {.x = x, .y = y, .button = SDL_BUTTON_LEFT, .clicks = 1}};
    button.type = one_in(monkey, 2) ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    SDL_PushEvent(one_in(monkey, 2) ? &motion : &button);
}

static void push_key_event(Monkey *monkey)
{
    SDL_Event event = {.key = {.keysym = {.scancode = (SDL_Scancode)below(monkey, SDL_NUM_SCANCODES), .sym = 'a'}}};
    event.type = one_in(monkey, 2) ? SDL_KEYDOWN : SDL_KEYUP;
    SDL_PushEvent(&event);
}

static void push_other_event(Monkey *monkey)
{
    static const Uint32 types[] = {SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP};
    SDL_Event finger = {.tfinger = {.type = types[below(monkey, 3)], .fingerId = below(monkey, 2)}};
    SDL_Event reset = {.type = one_in(monkey, 2) ? SDL_RENDER_DEVICE_RESET : SDL_RENDER_TARGETS_RESET};
    finger.tfinger.x = (float)below(monkey, 101) / 100;
    finger.tfinger.y = (float)below(monkey, 101) / 100;
    if (one_in(monkey, 40))
        SDL_PushEvent(&reset);
    else
        SDL_PushEvent(&finger);
}

typedef struct Habit {
    void (*act)(Monkey *monkey);
    int weight;
} Habit;

void monkey_use_device(Monkey *monkey)
{
    static const Habit habits[] = {
        {press_key, 20},       {repeat_key, 3},      {write_text, 3},       {move_mouse, 15},
        {press_mouse, 12},     {click, 12},          {turn_wheel, 4},       {put_finger, 8},
        {lift_finger, 5},      {plug_controller, 2}, {use_controller, 10},  {drop, 1},
        {push_mouse_event, 4}, {push_key_event, 4},  {push_other_event, 3}, {release_all, 1}};
    int sum = 0, chosen = 0;
    for (int i = 0; i < COUNT(habits); i++)
        sum += habits[i].weight;
    for (int left = below(monkey, sum); left >= habits[chosen].weight; chosen++)
        left -= habits[chosen].weight;
    habits[chosen].act(monkey);
}
