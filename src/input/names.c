// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The names of sources. Names have letters, digits and spaces only, because commas separate the names in a list of
// bindings.

#include <string.h>

#include "input/input.h"

static const char *const names[SOURCE_COUNT] = {
    [COIR_KEY_A] = "A",
    [COIR_KEY_B] = "B",
    [COIR_KEY_C] = "C",
    [COIR_KEY_D] = "D",
    [COIR_KEY_E] = "E",
    [COIR_KEY_F] = "F",
    [COIR_KEY_G] = "G",
    [COIR_KEY_H] = "H",
    [COIR_KEY_I] = "I",
    [COIR_KEY_J] = "J",
    [COIR_KEY_K] = "K",
    [COIR_KEY_L] = "L",
    [COIR_KEY_M] = "M",
    [COIR_KEY_N] = "N",
    [COIR_KEY_O] = "O",
    [COIR_KEY_P] = "P",
    [COIR_KEY_Q] = "Q",
    [COIR_KEY_R] = "R",
    [COIR_KEY_S] = "S",
    [COIR_KEY_T] = "T",
    [COIR_KEY_U] = "U",
    [COIR_KEY_V] = "V",
    [COIR_KEY_W] = "W",
    [COIR_KEY_X] = "X",
    [COIR_KEY_Y] = "Y",
    [COIR_KEY_Z] = "Z",
    [COIR_KEY_1] = "1",
    [COIR_KEY_2] = "2",
    [COIR_KEY_3] = "3",
    [COIR_KEY_4] = "4",
    [COIR_KEY_5] = "5",
    [COIR_KEY_6] = "6",
    [COIR_KEY_7] = "7",
    [COIR_KEY_8] = "8",
    [COIR_KEY_9] = "9",
    [COIR_KEY_0] = "0",
    [COIR_KEY_ENTER] = "Enter",
    [COIR_KEY_ESCAPE] = "Escape",
    [COIR_KEY_BACKSPACE] = "Backspace",
    [COIR_KEY_TAB] = "Tab",
    [COIR_KEY_SPACE] = "Space",
    [COIR_KEY_MINUS] = "Minus",
    [COIR_KEY_EQUALS] = "Equals",
    [COIR_KEY_LEFT_BRACKET] = "Left Bracket",
    [COIR_KEY_RIGHT_BRACKET] = "Right Bracket",
    [COIR_KEY_BACKSLASH] = "Backslash",
    [COIR_KEY_ISO_HASH] = "ISO hash",
    [COIR_KEY_SEMICOLON] = "Semicolon",
    [COIR_KEY_APOSTROPHE] = "Apostrophe",
    [COIR_KEY_GRAVE] = "Grave",
    [COIR_KEY_COMMA] = "Comma",
    [COIR_KEY_PERIOD] = "Period",
    [COIR_KEY_SLASH] = "Slash",
    [COIR_KEY_CAPS_LOCK] = "Caps Lock",
    [COIR_KEY_F1] = "F1",
    [COIR_KEY_F2] = "F2",
    [COIR_KEY_F3] = "F3",
    [COIR_KEY_F4] = "F4",
    [COIR_KEY_F5] = "F5",
    [COIR_KEY_F6] = "F6",
    [COIR_KEY_F7] = "F7",
    [COIR_KEY_F8] = "F8",
    [COIR_KEY_F9] = "F9",
    [COIR_KEY_F10] = "F10",
    [COIR_KEY_F11] = "F11",
    [COIR_KEY_F12] = "F12",
    [COIR_KEY_PRINT_SCREEN] = "Print Screen",
    [COIR_KEY_SCROLL_LOCK] = "Scroll Lock",
    [COIR_KEY_PAUSE] = "Pause",
    [COIR_KEY_INSERT] = "Insert",
    [COIR_KEY_HOME] = "Home",
    [COIR_KEY_PAGE_UP] = "Page Up",
    [COIR_KEY_DELETE] = "Delete",
    [COIR_KEY_END] = "End",
    [COIR_KEY_PAGE_DOWN] = "Page Down",
    [COIR_KEY_RIGHT] = "Right",
    [COIR_KEY_LEFT] = "Left",
    [COIR_KEY_DOWN] = "Down",
    [COIR_KEY_UP] = "Up",
    [COIR_KEY_NUM_LOCK] = "Num Lock",
    [COIR_KEY_KEYPAD_DIVIDE] = "Keypad Divide",
    [COIR_KEY_KEYPAD_MULTIPLY] = "Keypad Multiply",
    [COIR_KEY_KEYPAD_MINUS] = "Keypad Minus",
    [COIR_KEY_KEYPAD_PLUS] = "Keypad Plus",
    [COIR_KEY_KEYPAD_ENTER] = "Keypad Enter",
    [COIR_KEY_KEYPAD_1] = "Keypad 1",
    [COIR_KEY_KEYPAD_2] = "Keypad 2",
    [COIR_KEY_KEYPAD_3] = "Keypad 3",
    [COIR_KEY_KEYPAD_4] = "Keypad 4",
    [COIR_KEY_KEYPAD_5] = "Keypad 5",
    [COIR_KEY_KEYPAD_6] = "Keypad 6",
    [COIR_KEY_KEYPAD_7] = "Keypad 7",
    [COIR_KEY_KEYPAD_8] = "Keypad 8",
    [COIR_KEY_KEYPAD_9] = "Keypad 9",
    [COIR_KEY_KEYPAD_0] = "Keypad 0",
    [COIR_KEY_KEYPAD_PERIOD] = "Keypad Period",
    [COIR_KEY_ISO_BACKSLASH] = "ISO backslash",
    [COIR_KEY_APPLICATION] = "Application",
    [COIR_KEY_KEYPAD_EQUALS] = "Keypad Equals",
    [COIR_KEY_F13] = "F13",
    [COIR_KEY_F14] = "F14",
    [COIR_KEY_F15] = "F15",
    [COIR_KEY_F16] = "F16",
    [COIR_KEY_F17] = "F17",
    [COIR_KEY_F18] = "F18",
    [COIR_KEY_F19] = "F19",
    [COIR_KEY_F20] = "F20",
    [COIR_KEY_F21] = "F21",
    [COIR_KEY_F22] = "F22",
    [COIR_KEY_F23] = "F23",
    [COIR_KEY_F24] = "F24",
    [COIR_KEY_LEFT_CTRL] = "Left Ctrl",
    [COIR_KEY_LEFT_SHIFT] = "Left Shift",
    [COIR_KEY_LEFT_ALT] = "Left Alt",
    [COIR_KEY_LEFT_GUI] = "Left GUI",
    [COIR_KEY_RIGHT_CTRL] = "Right Ctrl",
    [COIR_KEY_RIGHT_SHIFT] = "Right Shift",
    [COIR_KEY_RIGHT_ALT] = "Right Alt",
    [COIR_KEY_RIGHT_GUI] = "Right GUI",
    [COIR_KEY_BACK] = "Back",
    [SOURCE_POINTER] = "Mouse left",
    [SOURCE_POINTER + 1] = "Mouse middle",
    [SOURCE_POINTER + 2] = "Mouse right",
    [SOURCE_POINTER + 3] = "Mouse 4",
    [SOURCE_POINTER + 4] = "Mouse 5",
    [SOURCE_WHEEL] = "Wheel up",
    [SOURCE_WHEEL + 1] = "Wheel down",
    [SOURCE_WHEEL + 2] = "Wheel left",
    [SOURCE_WHEEL + 3] = "Wheel right",
    [SOURCE_BUTTON + COIR_BUTTON_SOUTH] = "Pad south",
    [SOURCE_BUTTON + COIR_BUTTON_EAST] = "Pad east",
    [SOURCE_BUTTON + COIR_BUTTON_WEST] = "Pad west",
    [SOURCE_BUTTON + COIR_BUTTON_NORTH] = "Pad north",
    [SOURCE_BUTTON + COIR_BUTTON_BACK] = "Pad back",
    [SOURCE_BUTTON + COIR_BUTTON_GUIDE] = "Pad guide",
    [SOURCE_BUTTON + COIR_BUTTON_START] = "Pad start",
    [SOURCE_BUTTON + COIR_BUTTON_LEFT_STICK] = "Pad left stick press",
    [SOURCE_BUTTON + COIR_BUTTON_RIGHT_STICK] = "Pad right stick press",
    [SOURCE_BUTTON + COIR_BUTTON_LEFT_SHOULDER] = "Pad left shoulder",
    [SOURCE_BUTTON + COIR_BUTTON_RIGHT_SHOULDER] = "Pad right shoulder",
    [SOURCE_BUTTON + COIR_BUTTON_UP] = "Pad up",
    [SOURCE_BUTTON + COIR_BUTTON_DOWN] = "Pad down",
    [SOURCE_BUTTON + COIR_BUTTON_LEFT] = "Pad left",
    [SOURCE_BUTTON + COIR_BUTTON_RIGHT] = "Pad right",
    [SOURCE_BUTTON + COIR_BUTTON_MISC] = "Pad misc",
    [SOURCE_BUTTON + COIR_BUTTON_PADDLE_1] = "Pad paddle 1",
    [SOURCE_BUTTON + COIR_BUTTON_PADDLE_2] = "Pad paddle 2",
    [SOURCE_BUTTON + COIR_BUTTON_PADDLE_3] = "Pad paddle 3",
    [SOURCE_BUTTON + COIR_BUTTON_PADDLE_4] = "Pad paddle 4",
    [SOURCE_BUTTON + COIR_BUTTON_TOUCHPAD] = "Pad touchpad",
    [SOURCE_AXIS + 2 * COIR_AXIS_LEFT_X] = "Left stick left",
    [SOURCE_AXIS + 2 * COIR_AXIS_LEFT_X + 1] = "Left stick right",
    [SOURCE_AXIS + 2 * COIR_AXIS_LEFT_Y] = "Left stick down",
    [SOURCE_AXIS + 2 * COIR_AXIS_LEFT_Y + 1] = "Left stick up",
    [SOURCE_AXIS + 2 * COIR_AXIS_RIGHT_X] = "Right stick left",
    [SOURCE_AXIS + 2 * COIR_AXIS_RIGHT_X + 1] = "Right stick right",
    [SOURCE_AXIS + 2 * COIR_AXIS_RIGHT_Y] = "Right stick down",
    [SOURCE_AXIS + 2 * COIR_AXIS_RIGHT_Y + 1] = "Right stick up",
    [SOURCE_AXIS + 2 * COIR_AXIS_LEFT_TRIGGER + 1] = "Left trigger",
    [SOURCE_AXIS + 2 * COIR_AXIS_RIGHT_TRIGGER + 1] = "Right trigger",
};

const char *coir_source_name(Source source)
{
    return source < SOURCE_COUNT ? names[source] : NULL;
}

// Returns the lower case of an ASCII letter. tolower depends on the locale.
static char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

bool coir_is_same_word(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] == '\0' || lower(name[i]) != lower(text[i]))
            return false;
    return name[length] == '\0';
}

Source coir_source_from_name(const char *name, size_t length)
{
    while (length > 0 && (name[0] == ' ' || name[0] == '\t'))
        name++, length--;
    while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
        length--;
    for (int i = 1; length > 0 && i < SOURCE_COUNT; i++)
        if (names[i] && coir_is_same_word(names[i], name, length))
            return (Source)i;
    return SOURCE_NONE;
}

uint32_t coir_key_character(CoirKey key)
{
    static const char digits[] = "1234567890", signs[] = " -=[]\\#;'`,./", keypad[] = "/*-+\r1234567890.";
    if (key >= COIR_KEY_A && key <= COIR_KEY_Z)
        return (uint32_t)('a' + ((int)key - COIR_KEY_A));
    if (key >= COIR_KEY_1 && key <= COIR_KEY_0)
        return (uint32_t)digits[key - COIR_KEY_1];
    if (key >= COIR_KEY_SPACE && key <= COIR_KEY_SLASH)
        return (uint32_t)signs[key - COIR_KEY_SPACE];
    if (key >= COIR_KEY_KEYPAD_DIVIDE && key <= COIR_KEY_KEYPAD_PERIOD && key != COIR_KEY_KEYPAD_ENTER)
        return (uint32_t)keypad[key - COIR_KEY_KEYPAD_DIVIDE];
    switch (key) {
    case COIR_KEY_ENTER: return '\r';
    case COIR_KEY_KEYPAD_EQUALS: return '=';
    case COIR_KEY_ESCAPE: return 27;
    case COIR_KEY_BACKSPACE: return '\b';
    case COIR_KEY_TAB: return '\t';
    case COIR_KEY_DELETE: return 127;
    default: return 0;
    }
}

// Public functions ----------------------------------------------------------------------------------------------------

const char *coir_key_name(CoirKey key)
{
    return (int)key >= 0 && (int)key < COIR_KEY_COUNT ? names[key] : NULL;
}

const char *coir_button_name(CoirButton button)
{
    return (int)button >= 0 && button < COIR_BUTTON_COUNT ? names[SOURCE_BUTTON + (int)button] : NULL;
}

CoirKey coir_key_from_name(const char *name)
{
    Source source = name ? coir_source_from_name(name, strlen(name)) : SOURCE_NONE;
    return source < COIR_KEY_COUNT ? (CoirKey)source : COIR_KEY_NONE;
}

CoirButton coir_button_from_name(const char *name)
{
    Source source = name ? coir_source_from_name(name, strlen(name)) : SOURCE_NONE;
    return source >= SOURCE_BUTTON && source < SOURCE_AXIS ? (CoirButton)(source - SOURCE_BUTTON) : COIR_BUTTON_COUNT;
}
