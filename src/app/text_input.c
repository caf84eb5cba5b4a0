// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "app/text_input.h"

#include <SDL.h>

#define COORDINATE_MOST 1e6f // limit for text fields far outside of the window

// SDL has one text input for all windows.
static int takers;           // number of directors that take text
static bool is_area_unknown; // true after a director has stopped: SDL may have the area of this director

void coir_text_input_prepare(void)
{
#if SDL_VERSION_ATLEAST(2, 0, 22)
    SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1"); // otherwise SDL cuts a text being edited after 31 bytes
#endif
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1"); // otherwise some systems leave the list of candidates to the program
}

void coir_text_input_stop_default(void)
{
    if (takers == 0)
        SDL_StopTextInput();
}

static int whole(float coordinate)
{
    return !(coordinate > -COORDINATE_MOST) ? (int)-COORDINATE_MOST
           : coordinate > COORDINATE_MOST   ? (int)COORDINATE_MOST
                                            : (int)SDL_floorf(coordinate);
}

static bool moves_to(CoirTextInput *input, CoirRect area)
{
    const CoirTextInput before = *input;
    input->x = whole(area.x);
    input->y = whole(area.y);
    input->width = whole(area.width) + 1;
    input->height = whole(area.height) + 1;
    return before.x != input->x || before.y != input->y || before.width != input->width ||
           before.height != input->height;
}

void coir_text_input_set(CoirTextInput *input, bool started, CoirRect area)
{
    if (!started && !input->started)
        return;
    if (!started) {
        if (--takers == 0)
            SDL_StopTextInput();
        is_area_unknown = true;
        *input = (CoirTextInput){.started = false};
        return;
    }
    if (moves_to(input, area) || !input->started || is_area_unknown)
        SDL_SetTextInputRect(&(SDL_Rect){input->x, input->y, input->width, input->height});
    is_area_unknown = false;
    if (input->started)
        return;
    SDL_StartTextInput();
    input->started = true;
    takers++;
}
