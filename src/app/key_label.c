// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is printed on a key. SDL knows the player's keyboard layout once there is a window.

#include <SDL.h>

#include "input/input.h"

// SDL's key codes are Unicode characters, except for keys without a character, whose codes have the bit
// SDLK_SCANCODE_MASK.
static bool is_printed(SDL_Keycode code)
{
    return code > ' ' && code != SDLK_DELETE && !(code & SDLK_SCANCODE_MASK);
}

const char *coir_key_label(CoirKey key)
{
    const char *name = coir_key_name(key);
    if (!name || ((int)key >= COIR_KEY_CAPS_LOCK && key != COIR_KEY_ISO_BACKSLASH))
        return name;
    SDL_Keycode code = SDL_GetKeyFromScancode((SDL_Scancode)key);
    if (code == SDLK_UNKNOWN) // without a window
        code = (SDL_Keycode)coir_key_character(key);
    return is_printed(code) ? SDL_GetKeyName(code) : name;
}
