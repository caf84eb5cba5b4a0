// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Prints the video driver and the renderer that a window gets here.

#include <stdbool.h>
#include <stdio.h>

#include <SDL.h>

int main(int count, char **words)
{
    (void)count;
    (void)words;
    SDL_RendererInfo info = {0};
    SDL_Window *window = SDL_Init(SDL_INIT_VIDEO) == 0 ? SDL_CreateWindow("", 0, 0, 64, 64, SDL_WINDOW_HIDDEN) : NULL;
    SDL_Renderer *renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
    bool known = renderer && SDL_GetRendererInfo(renderer, &info) == 0;
    if (known)
        printf("video driver %s, renderer %s\n", SDL_GetCurrentVideoDriver(), info.name);
    else
        printf("no renderer: %s\n", SDL_GetError());
    if (renderer)
        SDL_DestroyRenderer(renderer);
    if (window)
        SDL_DestroyWindow(window);
    SDL_Quit();
    return known ? 0 : 1;
}
