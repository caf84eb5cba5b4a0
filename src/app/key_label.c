// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The label that is printed on a key. The player's keyboard layout is available as soon as there is a window.

#include <SDL.h>

#include "input/input.h"

// Returns true if a key code is a visible character. SDL's key codes are Unicode characters. Keys without a character
// have codes with the bit SDLK_SCANCODE_MASK.
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
    if (code == SDLK_UNKNOWN) // no window yet: use the US layout
        code = (SDL_Keycode)coir_key_character(key);
    return is_printed(code) ? SDL_GetKeyName(code) : name;
}
