// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "app/input.h"

#include <SDL.h>

#include "input/event.h"
#include "input/input.h"

// SDL's scancodes below this number are the codes of the USB usage table. Higher scancodes are SDL's own.
#define USB_CODES 255

// Returns COIR_KEY_NONE for keys without a name in Coir.
static CoirKey key_of(SDL_Scancode code)
{
    if (code == SDL_SCANCODE_AC_BACK)
        return COIR_KEY_BACK;
    return (int)code < USB_CODES && coir_event_is_key((int)code) ? (CoirKey)code : COIR_KEY_NONE;
}

static bool is_on_keypad(CoirKey key)
{
    return (key >= COIR_KEY_KEYPAD_DIVIDE && key <= COIR_KEY_KEYPAD_PERIOD) || key == COIR_KEY_KEYPAD_EQUALS;
}

// Returns the character of a key; 0: none. SDL's key codes are Unicode characters, except the codes with the bit
// SDLK_SCANCODE_MASK. These codes belong to keys without a character, such as dead keys, and to the keys of the keypad.
// A key of the keypad gets its character on a US keyboard, because the code does not tell the player's layout: '.' also
// where the keypad has a comma.
static uint32_t character_of(SDL_Keycode code)
{
    if (!(code & SDLK_SCANCODE_MASK))
        return code > 0 ? (uint32_t)code : 0;
    CoirKey key = key_of((SDL_Scancode)(code & ~SDLK_SCANCODE_MASK));
    return is_on_keypad(key) ? coir_key_character(key) : 0;
}

static int modifiers_of(unsigned mod)
{
    return (mod & KMOD_SHIFT ? COIR_MODIFIER_SHIFT : 0) | (mod & KMOD_CTRL ? COIR_MODIFIER_CTRL : 0) |
           (mod & KMOD_ALT ? COIR_MODIFIER_ALT : 0) | (mod & KMOD_GUI ? COIR_MODIFIER_GUI : 0) |
           (mod & KMOD_NUM ? COIR_MODIFIER_NUM_LOCK : 0) | (mod & KMOD_CAPS ? COIR_MODIFIER_CAPS_LOCK : 0);
}

int coir_input_modifiers(void)
{
    return modifiers_of(SDL_GetModState());
}

static void translate_key(const SDL_KeyboardEvent *key, CoirEvent *event)
{
    event->type = key->type == SDL_KEYDOWN ? COIR_EVENT_KEY_DOWN : COIR_EVENT_KEY_UP;
    event->key = key_of(key->keysym.scancode);
    event->character = character_of(key->keysym.sym);
    event->modifiers = modifiers_of(key->keysym.mod);
    event->repeated = key->repeat != 0;
}

// Returns false for mouse buttons beyond POINTER_BUTTONS, and for mouse events that SDL makes from touches.
static bool translate_button(const SDL_MouseButtonEvent *button, CoirEvent *event)
{
    event->type = button->type == SDL_MOUSEBUTTONDOWN ? COIR_EVENT_POINTER_DOWN : COIR_EVENT_POINTER_UP;
    event->position = coir_vec2((float)button->x, (float)button->y);
    event->button = button->button;
    event->clicks = button->clicks;
    return button->which != SDL_TOUCH_MOUSEID && button->button >= 1 && button->button <= POINTER_BUTTONS;
}

// Some systems number fingers from 0 on. In Coir, 0 is the mouse.
static int64_t finger_of(SDL_FingerID id)
{
    return id >= 0 && id < INT64_MAX ? id + 1 : id;
}

static void translate_finger(const SDL_TouchFingerEvent *finger, int width, int height, CoirEvent *event)
{
    event->type = finger->type == SDL_FINGERDOWN ? COIR_EVENT_POINTER_DOWN
                  : finger->type == SDL_FINGERUP ? COIR_EVENT_POINTER_UP
                                                 : COIR_EVENT_POINTER_MOVE;
    event->position = coir_vec2(finger->x * (float)width, finger->y * (float)height);
    if (finger->type == SDL_FINGERMOTION)
        event->delta = coir_vec2(finger->dx * (float)width, finger->dy * (float)height);
    event->button = finger->type != SDL_FINGERMOTION;
    event->finger = finger_of(finger->fingerId);
}

static void translate_wheel(const SDL_MouseWheelEvent *wheel, CoirEvent *event)
{
    float sign = wheel->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    int x, y;
    SDL_GetMouseState(&x, &y);
    event->type = COIR_EVENT_WHEEL;
    event->position = coir_vec2((float)x, (float)y);
    event->delta = coir_vec2(sign * wheel->preciseX, sign * wheel->preciseY);
}

// Returns COIR_EVENT_COUNT for window events that are not sent to nodes. The director sends events for new sizes.
static CoirEventType window_type(Uint8 event)
{
    switch (event) {
    case SDL_WINDOWEVENT_FOCUS_GAINED: return COIR_EVENT_FOCUS_GAINED;
    case SDL_WINDOWEVENT_FOCUS_LOST: return COIR_EVENT_FOCUS_LOST;
    case SDL_WINDOWEVENT_MINIMIZED: return COIR_EVENT_MINIMIZED;
    case SDL_WINDOWEVENT_RESTORED: return COIR_EVENT_RESTORED;
    case SDL_WINDOWEVENT_SHOWN: return COIR_EVENT_SHOWN;
    case SDL_WINDOWEVENT_HIDDEN: return COIR_EVENT_HIDDEN;
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: return COIR_EVENT_DISPLAY_CHANGED;
    case SDL_WINDOWEVENT_LEAVE: return COIR_EVENT_POINTER_AWAY;
    case SDL_WINDOWEVENT_CLOSE: return COIR_EVENT_QUIT;
    default: return COIR_EVENT_COUNT;
    }
}

static bool translate_text(const SDL_Event *sdl, CoirEvent *event)
{
    event->type = sdl->type == SDL_TEXTINPUT ? COIR_EVENT_TEXT : COIR_EVENT_TEXT_EDITING;
    event->text = sdl->type == SDL_TEXTINPUT ? sdl->text.text : sdl->edit.text;
    if (sdl->type == SDL_TEXTEDITING) {
        event->cursor = sdl->edit.start;
        event->selection = sdl->edit.length;
    }
#if SDL_VERSION_ATLEAST(2, 0, 22)
    if (sdl->type == SDL_TEXTEDITING_EXT) {
        event->text = sdl->editExt.text;
        event->cursor = sdl->editExt.start;
        event->selection = sdl->editExt.length;
    }
#endif
    event->cursor = event->cursor > 0 ? event->cursor : 0; // SDL reports -1 if the cursor is not known
    event->selection = event->selection > 0 ? event->selection : 0;
    return event->text != NULL;
}

static bool translate_drop(const SDL_DropEvent *drop, CoirEvent *event)
{
    bool is_content = drop->type == SDL_DROPFILE || drop->type == SDL_DROPTEXT;
    event->type = drop->type == SDL_DROPFILE    ? COIR_EVENT_FILE_DROPPED
                  : drop->type == SDL_DROPTEXT  ? COIR_EVENT_TEXT_DROPPED
                  : drop->type == SDL_DROPBEGIN ? COIR_EVENT_DROP_BEGIN
                                                : COIR_EVENT_DROP_END;
    event->text = is_content ? drop->file : NULL;
    return !is_content || event->text;
}

bool coir_input_translate(const SDL_Event *sdl, int window_width, int window_height, CoirEvent *event)
{
    *event = (CoirEvent){.modifiers = coir_input_modifiers()};
    switch (sdl->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP: translate_key(&sdl->key, event); return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return translate_button(&sdl->button, event);
    case SDL_MOUSEMOTION:
        event->type = COIR_EVENT_POINTER_MOVE;
        event->position = coir_vec2((float)sdl->motion.x, (float)sdl->motion.y);
        event->delta = coir_vec2((float)sdl->motion.xrel, (float)sdl->motion.yrel);
        return sdl->motion.which != SDL_TOUCH_MOUSEID;
    case SDL_MOUSEWHEEL: translate_wheel(&sdl->wheel, event); return true;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
        translate_finger(&sdl->tfinger, window_width, window_height, event);
        return sdl->tfinger.touchId != SDL_MOUSE_TOUCHID;
    case SDL_TEXTINPUT:
    case SDL_TEXTEDITING:
#if SDL_VERSION_ATLEAST(2, 0, 22)
    case SDL_TEXTEDITING_EXT:
#endif
        return translate_text(sdl, event);
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
    case SDL_DROPBEGIN:
    case SDL_DROPCOMPLETE: return translate_drop(&sdl->drop, event);
    case SDL_WINDOWEVENT: event->type = window_type(sdl->window.event); return event->type != COIR_EVENT_COUNT;
    case SDL_QUIT: event->type = COIR_EVENT_QUIT; return true;
    default: return false;
    }
}

void coir_input_follow_mouse(const SDL_Event *sdl)
{
#if SDL_VERSION_ATLEAST(2, 0, 22)
    (void)sdl;
#else
    if (sdl->type == SDL_MOUSEBUTTONDOWN)
        SDL_CaptureMouse(SDL_TRUE);
    if (sdl->type == SDL_MOUSEBUTTONUP && SDL_GetMouseState(NULL, NULL) == 0)
        SDL_CaptureMouse(SDL_FALSE);
#endif
}

// Returns the window of an event that the program has pushed; 0: none. The number of no window counts as 0: many
// programs do not set the field.
static uint32_t window_of_program_event(const SDL_UserEvent *event)
{
    return SDL_GetWindowFromID(event->windowID) ? event->windowID : 0;
}

uint32_t coir_input_window(const SDL_Event *sdl)
{
    switch (sdl->type) {
    case SDL_WINDOWEVENT: return sdl->window.windowID;
    case SDL_KEYDOWN:
    case SDL_KEYUP: return sdl->key.windowID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return sdl->button.windowID;
    case SDL_MOUSEMOTION: return sdl->motion.windowID;
    case SDL_MOUSEWHEEL: return sdl->wheel.windowID;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION: return sdl->tfinger.windowID;
    case SDL_TEXTINPUT: return sdl->text.windowID;
    case SDL_TEXTEDITING: return sdl->edit.windowID;
#if SDL_VERSION_ATLEAST(2, 0, 22)
    case SDL_TEXTEDITING_EXT: return sdl->editExt.windowID;
#endif
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
    case SDL_DROPBEGIN:
    case SDL_DROPCOMPLETE: return sdl->drop.windowID;
    default: return sdl->type >= SDL_USEREVENT ? window_of_program_event(&sdl->user) : 0;
    }
}

void coir_input_free_text(SDL_Event *sdl)
{
#if SDL_VERSION_ATLEAST(2, 0, 22)
    if (sdl->type == SDL_TEXTEDITING_EXT) {
        SDL_free(sdl->editExt.text);
        sdl->editExt.text = NULL;
    }
#endif
    if (sdl->type != SDL_DROPFILE && sdl->type != SDL_DROPTEXT)
        return;
    SDL_free(sdl->drop.file);
    sdl->drop.file = NULL;
}
