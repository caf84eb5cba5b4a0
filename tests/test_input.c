// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Translation of SDL's events to the events that nodes receive.

#include "support/support.h"

#include <string.h>

#include <SDL.h>

#include "app/input.h"

#define WIDTH 200
#define HEIGHT 100

static CoirEvent translated(SDL_Event sdl)
{
    CoirEvent event;
    memset(&event, 0x5a, sizeof event); // shows up in fields that the translation does not set
    assert_true(coir_input_translate(&sdl, WIDTH, HEIGHT, &event));
    return event;
}

static void assert_not_translated(SDL_Event sdl)
{
    CoirEvent event;
    assert_false(coir_input_translate(&sdl, WIDTH, HEIGHT, &event));
}

static void assert_place(const CoirEvent *event, float x, float y, float dx, float dy)
{
    assert_float_equal(event->position.x, x, 1e-4);
    assert_float_equal(event->position.y, y, 1e-4);
    assert_float_equal(event->delta.x, dx, 1e-4);
    assert_float_equal(event->delta.y, dy, 1e-4);
}

static void assert_no_key(const CoirEvent *event)
{
    assert_int_equal(event->key, 0);
    assert_false(event->repeated);
}

static void assert_no_pointer(const CoirEvent *event)
{
    assert_place(event, 0, 0, 0, 0);
    assert_int_equal(event->button, 0);
    assert_true(event->finger == 0);
}

static void keys_go_down_and_up(void **state)
{
    const SDL_Keysym sym = {.scancode = SDL_SCANCODE_SPACE, .sym = SDLK_SPACE, .mod = KMOD_LSHIFT | KMOD_NUM};
    (void)state;
    CoirEvent event = translated((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = sym}});
    assert_int_equal(event.type, COIR_EVENT_KEY_DOWN);
    assert_int_equal(event.key, COIR_KEY_SPACE);
    assert_int_equal(event.character, ' ');
    assert_int_equal(event.modifiers, COIR_MODIFIER_SHIFT | COIR_MODIFIER_NUM_LOCK);
    assert_false(event.repeated);
    assert_no_pointer(&event);

    event = translated((SDL_Event){
        .key = {.type = SDL_KEYDOWN, .repeat = 3, .keysym = {.scancode = SDL_SCANCODE_F12, .sym = SDLK_F12}}});
    assert_int_equal(event.type, COIR_EVENT_KEY_DOWN);
    assert_int_equal(event.key, COIR_KEY_F12);
    assert_int_equal(event.character, 0);
    assert_true(event.repeated);

    const SDL_Keysym keypad_7 = {.scancode = SDL_SCANCODE_KP_7, .sym = SDLK_KP_7};
    event = translated((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = keypad_7}});
    assert_int_equal(event.key, COIR_KEY_KEYPAD_7);
    assert_int_equal(event.character, '7'); // coir_input_key sends the same character

    const SDL_Keysym french_a = {.scancode = SDL_SCANCODE_Q, .sym = 'a'};
    event = translated((SDL_Event){.key = {.type = SDL_KEYUP, .keysym = french_a}});
    assert_int_equal(event.type, COIR_EVENT_KEY_UP);
    assert_int_equal(event.key, COIR_KEY_Q);
    assert_int_equal(event.character, 'a');
    assert_int_equal(event.modifiers, 0);
    assert_false(event.repeated);
    assert_no_pointer(&event);
}

static uint32_t character_of(SDL_Scancode position, SDL_Keycode code)
{
    const SDL_Keysym sym = {.scancode = position, .sym = code};
    return translated((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = sym}}).character;
}

static void a_dead_key_has_no_character(void **state)
{
    (void)state;
    assert_int_equal(character_of(SDL_SCANCODE_GRAVE, SDL_SCANCODE_TO_KEYCODE(SDL_SCANCODE_UNKNOWN)), 0); // X11
    assert_int_equal(character_of(SDL_SCANCODE_EQUALS, SDL_SCANCODE_TO_KEYCODE(SDL_SCANCODE_EQUALS)), 0); // Wayland
    assert_int_equal(character_of(SDL_SCANCODE_KP_PERIOD, SDLK_KP_PERIOD), '.');
    assert_int_equal(character_of(SDL_SCANCODE_KP_EQUALS, SDLK_KP_EQUALS), '=');
    assert_int_equal(character_of(SDL_SCANCODE_KP_PERIOD, ','), ',');
    assert_int_equal(character_of(SDL_SCANCODE_UNKNOWN, SDLK_AUDIOPLAY), 0);
}

static CoirKey key_of(SDL_Scancode code)
{
    return translated((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.scancode = code}}}).key;
}

static void keys_have_the_codes_of_the_usb_table(void **state)
{
    const struct {
        SDL_Scancode code;
        CoirKey key;
    } keys[] = {
        {SDL_SCANCODE_A, COIR_KEY_A},
        {SDL_SCANCODE_Z, COIR_KEY_Z},
        {SDL_SCANCODE_1, COIR_KEY_1},
        {SDL_SCANCODE_0, COIR_KEY_0},
        {SDL_SCANCODE_RETURN, COIR_KEY_ENTER},
        {SDL_SCANCODE_GRAVE, COIR_KEY_GRAVE},
        {SDL_SCANCODE_NONUSHASH, COIR_KEY_ISO_HASH},
        {SDL_SCANCODE_F1, COIR_KEY_F1},
        {SDL_SCANCODE_F24, COIR_KEY_F24},
        {SDL_SCANCODE_PAUSE, COIR_KEY_PAUSE},
        {SDL_SCANCODE_LEFT, COIR_KEY_LEFT},
        {SDL_SCANCODE_UP, COIR_KEY_UP},
        {SDL_SCANCODE_KP_0, COIR_KEY_KEYPAD_0},
        {SDL_SCANCODE_KP_EQUALS, COIR_KEY_KEYPAD_EQUALS},
        {SDL_SCANCODE_NONUSBACKSLASH, COIR_KEY_ISO_BACKSLASH},
        {SDL_SCANCODE_APPLICATION, COIR_KEY_APPLICATION},
        {SDL_SCANCODE_LCTRL, COIR_KEY_LEFT_CTRL},
        {SDL_SCANCODE_RGUI, COIR_KEY_RIGHT_GUI},
        {SDL_SCANCODE_AC_BACK, COIR_KEY_BACK},
        {SDL_SCANCODE_UNKNOWN, COIR_KEY_NONE},
        {SDL_SCANCODE_AUDIOPLAY, COIR_KEY_NONE}, // a code of SDL's own, outside the USB table
        {SDL_SCANCODE_VOLUMEUP, COIR_KEY_NONE},  // in the USB table, without a name in Coir
        {SDL_SCANCODE_POWER, COIR_KEY_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_int_equal(key_of(keys[i].code), keys[i].key);
}

static void buttons_go_down_and_up(void **state)
{
    const Uint8 buttons[] = {SDL_BUTTON_LEFT, SDL_BUTTON_MIDDLE, SDL_BUTTON_RIGHT, SDL_BUTTON_X1};
    (void)state;
    for (int i = 0; i < 4; i++) {
        CoirEvent event =
            translated((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = buttons[i], .x = 30, .y = -7}});
        assert_int_equal(event.type, COIR_EVENT_POINTER_DOWN);
        assert_int_equal(event.button, i + 1);
        assert_place(&event, 30, -7, 0, 0);
        assert_true(event.finger == 0);
        assert_no_key(&event);
        event = translated((SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .button = buttons[i], .x = 199, .y = 99}});
        assert_int_equal(event.type, COIR_EVENT_POINTER_UP);
        assert_int_equal(event.button, i + 1);
        assert_place(&event, 199, 99, 0, 0);
    }
}

static void a_mouse_button_without_a_coir_number_is_ignored(void **state)
{
    SDL_Event sdl = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_X2 + 1}};
    CoirEvent event;
    (void)state;
    assert_false(coir_input_translate(&sdl, 200, 100, &event));
    sdl.button.button = 0;
    assert_false(coir_input_translate(&sdl, 200, 100, &event));
}

static void the_mouse_moves(void **state)
{
    (void)state;
    CoirEvent event =
        translated((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 12, .y = 34, .xrel = -5, .yrel = 6}});
    assert_int_equal(event.type, COIR_EVENT_POINTER_MOVE);
    assert_place(&event, 12, 34, -5, 6);
    assert_int_equal(event.button, 0);
    assert_true(event.finger == 0);
    assert_no_key(&event);
}

static void the_wheel_turns(void **state)
{
    SDL_MouseWheelEvent wheel = {.type = SDL_MOUSEWHEEL, .x = 1, .y = -2, .preciseX = 0.5f, .preciseY = -1.75f};
    (void)state;
    CoirEvent event = translated((SDL_Event){.wheel = wheel});
    assert_int_equal(event.type, COIR_EVENT_WHEEL);
    assert_place(&event, 0, 0, 0.5f, -1.75f); // without a window the mouse position is 0, 0
    assert_no_key(&event);
    wheel.direction = SDL_MOUSEWHEEL_FLIPPED; // "natural" scrolling
    event = translated((SDL_Event){.wheel = wheel});
    assert_place(&event, 0, 0, -0.5f, 1.75f);
}

static void fingers_touch_move_and_leave(void **state)
{
    SDL_TouchFingerEvent finger = {
        .type = SDL_FINGERDOWN, .touchId = 4, .fingerId = 77, .x = 0.5f, .y = 0.25f, .dx = 0.1f, .dy = -0.2f};
    (void)state;
    CoirEvent event = translated((SDL_Event){.tfinger = finger});
    assert_int_equal(event.type, COIR_EVENT_POINTER_DOWN);
    assert_place(&event, 100, 25, 0, 0); // a finger that goes down has not moved
    assert_int_equal(event.button, 1);
    assert_int_equal(event.clicks, 0); // 0: Coir counts the clicks
    assert_true(event.finger == 78);   // SDL's id + 1: 0 means the mouse, and SDL's first finger may be 0
    assert_no_key(&event);
    finger.type = SDL_FINGERMOTION;
    finger.fingerId = INT64_MAX;
    event = translated((SDL_Event){.tfinger = finger});
    assert_int_equal(event.type, COIR_EVENT_POINTER_MOVE);
    assert_place(&event, 100, 25, 20, -20);
    assert_true(event.finger == INT64_MAX);
    finger.type = SDL_FINGERUP;
    event = translated((SDL_Event){.tfinger = finger});
    assert_int_equal(event.type, COIR_EVENT_POINTER_UP);
    assert_place(&event, 100, 25, 0, 0);
    assert_int_equal(event.button, 1);
}

// SDL can send a mouse event for a finger, and a finger event for the mouse. Each tap must be received only once.
static void events_that_sdl_makes_from_other_events_are_ignored(void **state)
{
    (void)state;
    assert_not_translated(
        (SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .which = SDL_TOUCH_MOUSEID, .button = 1}});
    assert_not_translated((SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .which = SDL_TOUCH_MOUSEID, .button = 1}});
    assert_not_translated((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .which = SDL_TOUCH_MOUSEID}});
    assert_not_translated((SDL_Event){.tfinger = {.type = SDL_FINGERDOWN, .touchId = SDL_MOUSE_TOUCHID}});
    assert_not_translated((SDL_Event){.tfinger = {.type = SDL_FINGERMOTION, .touchId = SDL_MOUSE_TOUCHID}});
    assert_not_translated((SDL_Event){.tfinger = {.type = SDL_FINGERUP, .touchId = SDL_MOUSE_TOUCHID}});
}

static void the_modifiers_are_the_modifiers_that_are_pressed(void **state)
{
    (void)state;
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_EVENTS), 0);
    SDL_SetModState(KMOD_RCTRL);
    assert_int_equal(translated((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = 1}}).modifiers,
                     COIR_MODIFIER_CTRL);
    assert_int_equal(translated((SDL_Event){.motion = {.type = SDL_MOUSEMOTION}}).modifiers, COIR_MODIFIER_CTRL);
    assert_int_equal(translated((SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL}}).modifiers, COIR_MODIFIER_CTRL);
    assert_int_equal(translated((SDL_Event){.tfinger = {.type = SDL_FINGERDOWN}}).modifiers, COIR_MODIFIER_CTRL);
    assert_int_equal(translated((SDL_Event){.key = {.type = SDL_KEYDOWN}}).modifiers, 0); // from the key event itself
    SDL_SetModState(KMOD_NONE);
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
}

static void all_other_events_are_ignored(void **state)
{
    (void)state;
    for (Uint32 type = SDL_FIRSTEVENT; type < SDL_LASTEVENT; type++) {
        bool is_translated =
            type == SDL_KEYDOWN || type == SDL_KEYUP || (type >= SDL_MOUSEMOTION && type <= SDL_MOUSEWHEEL) ||
            (type >= SDL_FINGERDOWN && type <= SDL_FINGERMOTION) || type == SDL_QUIT || type == SDL_TEXTINPUT ||
            type == SDL_TEXTEDITING || type == SDL_DROPBEGIN || type == SDL_DROPCOMPLETE;
        SDL_Event sdl = {.type = type};
        CoirEvent event;
        if (type == SDL_MOUSEBUTTONDOWN || type == SDL_MOUSEBUTTONUP)
            sdl.button.button = 1;
        if (coir_input_translate(&sdl, WIDTH, HEIGHT, &event) != is_translated)
            fail_msg("an event of SDL's type 0x%x is %stranslated", (unsigned)type, is_translated ? "not " : "");
    }
}

static void an_event_goes_to_its_window(void **state)
{
    const SDL_Event events[] = {
        {.window = {.type = SDL_WINDOWEVENT, .windowID = 9}},
        {.key = {.type = SDL_KEYDOWN, .windowID = 9}},
        {.key = {.type = SDL_KEYUP, .windowID = 9}},
        {.button = {.type = SDL_MOUSEBUTTONDOWN, .windowID = 9}},
        {.button = {.type = SDL_MOUSEBUTTONUP, .windowID = 9}},
        {.motion = {.type = SDL_MOUSEMOTION, .windowID = 9}},
        {.wheel = {.type = SDL_MOUSEWHEEL, .windowID = 9}},
        {.tfinger = {.type = SDL_FINGERDOWN, .windowID = 9}},
        {.tfinger = {.type = SDL_FINGERUP, .windowID = 9}},
        {.tfinger = {.type = SDL_FINGERMOTION, .windowID = 9}},
        {.text = {.type = SDL_TEXTINPUT, .windowID = 9}},
        {.edit = {.type = SDL_TEXTEDITING, .windowID = 9}},
        {.drop = {.type = SDL_DROPFILE, .windowID = 9}},
        {.drop = {.type = SDL_DROPTEXT, .windowID = 9}},
        {.drop = {.type = SDL_DROPBEGIN, .windowID = 9}},
        {.drop = {.type = SDL_DROPCOMPLETE, .windowID = 9}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        assert_int_equal(coir_input_window(&events[i]), 9);
    assert_int_equal(coir_input_window(&(SDL_Event){.type = SDL_QUIT}), 0);
    assert_int_equal(coir_input_window(&(SDL_Event){.type = SDL_RENDER_DEVICE_RESET}), 0);
}

static void text_is_committed_and_edited(void **state)
{
    SDL_Event text = {.text = {.type = SDL_TEXTINPUT, .text = "\xc3\xa9t\xc3\xa9"}};
    SDL_Event edit = {.edit = {.type = SDL_TEXTEDITING, .text = "ka", .start = 2, .length = 1}};
    CoirEvent event;
    (void)state;
    assert_true(coir_input_translate(&text, WIDTH, HEIGHT, &event));
    assert_int_equal(event.type, COIR_EVENT_TEXT);
    assert_string_equal(event.text, "\xc3\xa9t\xc3\xa9");
    assert_true(coir_input_translate(&edit, WIDTH, HEIGHT, &event));
    assert_int_equal(event.type, COIR_EVENT_TEXT_EDITING);
    assert_string_equal(event.text, "ka");
    assert_true(event.cursor == 2 && event.selection == 1);
    edit.edit.start = edit.edit.length = -1; // some systems send -1 for an unknown cursor
    assert_true(coir_input_translate(&edit, WIDTH, HEIGHT, &event));
    assert_true(event.cursor == 0 && event.selection == 0);
#if SDL_VERSION_ATLEAST(2, 0, 22)
    SDL_Event more = {
        .editExt = {.type = SDL_TEXTEDITING_EXT, .text = SDL_strdup("a long text"), .start = 6, .length = 4}};
    assert_true(coir_input_translate(&more, WIDTH, HEIGHT, &event));
    assert_int_equal(event.type, COIR_EVENT_TEXT_EDITING);
    assert_string_equal(event.text, "a long text");
    assert_true(event.cursor == 6 && event.selection == 4);
    coir_input_free_text(&more);
    assert_null(more.editExt.text);
#endif
}

static void window_events_are_dispatched(void **state)
{
    static const struct {
        Uint8 event;
        CoirEventType type;
    } pairs[] = {
        {SDL_WINDOWEVENT_FOCUS_GAINED, COIR_EVENT_FOCUS_GAINED},
        {SDL_WINDOWEVENT_FOCUS_LOST, COIR_EVENT_FOCUS_LOST},
        {SDL_WINDOWEVENT_MINIMIZED, COIR_EVENT_MINIMIZED},
        {SDL_WINDOWEVENT_RESTORED, COIR_EVENT_RESTORED},
        {SDL_WINDOWEVENT_SHOWN, COIR_EVENT_SHOWN},
        {SDL_WINDOWEVENT_HIDDEN, COIR_EVENT_HIDDEN},
        {SDL_WINDOWEVENT_DISPLAY_CHANGED, COIR_EVENT_DISPLAY_CHANGED},
        {SDL_WINDOWEVENT_LEAVE, COIR_EVENT_POINTER_AWAY},
        {SDL_WINDOWEVENT_CLOSE, COIR_EVENT_QUIT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        CoirEvent event = translated((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = pairs[i].event}});
        assert_int_equal(event.type, pairs[i].type);
        assert_no_pointer(&event);
    }
    assert_int_equal(translated((SDL_Event){.type = SDL_QUIT}).type, COIR_EVENT_QUIT);
    assert_not_translated((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MOVED}});
}

// The leak sanitizer reports a file name or a text that is not freed.
static void dropped_files_and_texts_are_dispatched_and_freed(void **state)
{
    SDL_Event file = {.drop = {.type = SDL_DROPFILE, .file = SDL_strdup("a file")}};
    SDL_Event text = {.drop = {.type = SDL_DROPTEXT, .file = SDL_strdup("a text")}};
    SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = 'x'}}};
    CoirEvent event;
    (void)state;
    assert_true(coir_input_translate(&file, WIDTH, HEIGHT, &event));
    assert_int_equal(event.type, COIR_EVENT_FILE_DROPPED);
    assert_string_equal(event.text, "a file");
    assert_true(coir_input_translate(&text, WIDTH, HEIGHT, &event));
    assert_int_equal(event.type, COIR_EVENT_TEXT_DROPPED);
    assert_string_equal(event.text, "a text");
    assert_int_equal(translated((SDL_Event){.type = SDL_DROPBEGIN}).type, COIR_EVENT_DROP_BEGIN);
    assert_int_equal(translated((SDL_Event){.type = SDL_DROPCOMPLETE}).type, COIR_EVENT_DROP_END);
    coir_input_free_text(&file);
    assert_false(coir_input_translate(&file, WIDTH, HEIGHT, &event)); // the file name has been freed
    coir_input_free_text(&text);
    assert_null(file.drop.file);
    assert_null(text.drop.file);
    coir_input_free_text(&file); // a second call does nothing
    coir_input_free_text(&key);
    assert_int_equal(key.key.keysym.sym, 'x');
}

TEST_FILE(input)
{
    const struct CMUnitTest tests[] = {
        support_test(keys_go_down_and_up),
        support_test(a_dead_key_has_no_character),
        support_test(keys_have_the_codes_of_the_usb_table),
        support_test(buttons_go_down_and_up),
        support_test(a_mouse_button_without_a_coir_number_is_ignored),
        support_test(the_mouse_moves),
        support_test(the_wheel_turns),
        support_test(fingers_touch_move_and_leave),
        support_test(events_that_sdl_makes_from_other_events_are_ignored),
        support_test(the_modifiers_are_the_modifiers_that_are_pressed),
        support_test(all_other_events_are_ignored),
        support_test(an_event_goes_to_its_window),
        support_test(text_is_committed_and_edited),
        support_test(window_events_are_dispatched),
        support_test(dropped_files_and_texts_are_dispatched_and_freed),
    };
    return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
