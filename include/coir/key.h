// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Keys and modifiers of the keyboard.
//
// A key is named by its position on the keyboard, with the letter of a US keyboard: COIR_KEY_W is the key above S,
// whatever letter is printed on the key. So WASD lie under the same fingers on every keyboard. The field `character`
// of an event has the character of the key in the user's keyboard layout. The numbers are the codes of the USB usage
// table "Keyboard/Keypad" (USB HID Usage Tables, page 0x07).
//
// Texts, such as words of bindings, use the name of the constant with spaces: "Left Shift" is COIR_KEY_LEFT_SHIFT.

#ifndef COIR_KEY_HEADER // COIR_KEY_H is a key
#define COIR_KEY_HEADER

typedef enum CoirKey {
    COIR_KEY_NONE = 0,
    COIR_KEY_A = 4,
    COIR_KEY_B,
    COIR_KEY_C,
    COIR_KEY_D,
    COIR_KEY_E,
    COIR_KEY_F,
    COIR_KEY_G,
    COIR_KEY_H,
    COIR_KEY_I,
    COIR_KEY_J,
    COIR_KEY_K,
    COIR_KEY_L,
    COIR_KEY_M,
    COIR_KEY_N,
    COIR_KEY_O,
    COIR_KEY_P,
    COIR_KEY_Q,
    COIR_KEY_R,
    COIR_KEY_S,
    COIR_KEY_T,
    COIR_KEY_U,
    COIR_KEY_V,
    COIR_KEY_W,
    COIR_KEY_X,
    COIR_KEY_Y,
    COIR_KEY_Z,
    COIR_KEY_1,
    COIR_KEY_2,
    COIR_KEY_3,
    COIR_KEY_4,
    COIR_KEY_5,
    COIR_KEY_6,
    COIR_KEY_7,
    COIR_KEY_8,
    COIR_KEY_9,
    COIR_KEY_0,
    COIR_KEY_ENTER, // called Return on some keyboards; the Enter key of the keypad is COIR_KEY_KEYPAD_ENTER
    COIR_KEY_ESCAPE,
    COIR_KEY_BACKSPACE,
    COIR_KEY_TAB,
    COIR_KEY_SPACE,
    COIR_KEY_MINUS,
    COIR_KEY_EQUALS,
    COIR_KEY_LEFT_BRACKET,
    COIR_KEY_RIGHT_BRACKET,
    COIR_KEY_BACKSLASH, // beside Enter, also on most keyboards that are not American
    COIR_KEY_ISO_HASH,  // beside Enter on the few keyboards that do not send COIR_KEY_BACKSLASH there
    COIR_KEY_SEMICOLON,
    COIR_KEY_APOSTROPHE,
    COIR_KEY_GRAVE, // left of 1
    COIR_KEY_COMMA,
    COIR_KEY_PERIOD,
    COIR_KEY_SLASH,
    COIR_KEY_CAPS_LOCK,
    COIR_KEY_F1,
    COIR_KEY_F2,
    COIR_KEY_F3,
    COIR_KEY_F4,
    COIR_KEY_F5,
    COIR_KEY_F6,
    COIR_KEY_F7,
    COIR_KEY_F8,
    COIR_KEY_F9,
    COIR_KEY_F10,
    COIR_KEY_F11,
    COIR_KEY_F12,
    COIR_KEY_PRINT_SCREEN,
    COIR_KEY_SCROLL_LOCK,
    COIR_KEY_PAUSE,
    COIR_KEY_INSERT,
    COIR_KEY_HOME,
    COIR_KEY_PAGE_UP,
    COIR_KEY_DELETE,
    COIR_KEY_END,
    COIR_KEY_PAGE_DOWN,
    COIR_KEY_RIGHT,
    COIR_KEY_LEFT,
    COIR_KEY_DOWN,
    COIR_KEY_UP,
    COIR_KEY_NUM_LOCK,
    COIR_KEY_KEYPAD_DIVIDE,
    COIR_KEY_KEYPAD_MULTIPLY,
    COIR_KEY_KEYPAD_MINUS,
    COIR_KEY_KEYPAD_PLUS,
    COIR_KEY_KEYPAD_ENTER,
    COIR_KEY_KEYPAD_1,
    COIR_KEY_KEYPAD_2,
    COIR_KEY_KEYPAD_3,
    COIR_KEY_KEYPAD_4,
    COIR_KEY_KEYPAD_5,
    COIR_KEY_KEYPAD_6,
    COIR_KEY_KEYPAD_7,
    COIR_KEY_KEYPAD_8,
    COIR_KEY_KEYPAD_9,
    COIR_KEY_KEYPAD_0,
    COIR_KEY_KEYPAD_PERIOD,
    COIR_KEY_ISO_BACKSLASH, // between the left Shift and Z on keyboards that are not American
    COIR_KEY_APPLICATION,   // the context menu
    COIR_KEY_KEYPAD_EQUALS = 103,
    COIR_KEY_F13 = 104,
    COIR_KEY_F14,
    COIR_KEY_F15,
    COIR_KEY_F16,
    COIR_KEY_F17,
    COIR_KEY_F18,
    COIR_KEY_F19,
    COIR_KEY_F20,
    COIR_KEY_F21,
    COIR_KEY_F22,
    COIR_KEY_F23,
    COIR_KEY_F24,
    COIR_KEY_LEFT_CTRL = 224,
    COIR_KEY_LEFT_SHIFT,
    COIR_KEY_LEFT_ALT,
    COIR_KEY_LEFT_GUI, // the Windows or Command key
    COIR_KEY_RIGHT_CTRL,
    COIR_KEY_RIGHT_SHIFT,
    COIR_KEY_RIGHT_ALT,
    COIR_KEY_RIGHT_GUI,
    COIR_KEY_BACK = 270, // Back on Android phones; the number is not from the USB table
    COIR_KEY_COUNT = 512 // all keys are below this number
} CoirKey;

// Modifiers that are held, and locks that are on, as bits of CoirEvent.modifiers. The left and the right key count as
// the same modifier.
enum {
    COIR_MODIFIER_SHIFT = 1,
    COIR_MODIFIER_CTRL = 2,
    COIR_MODIFIER_ALT = 4,
    COIR_MODIFIER_GUI = 8, // the Windows or Command key
    COIR_MODIFIER_NUM_LOCK = 16,
    COIR_MODIFIER_CAPS_LOCK = 32,
};

#endif
