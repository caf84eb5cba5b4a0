// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Without a display that keeps the rate, frames are due at whole multiples of the interval, so that a late wake-up is
// not added to the next frame. Sleeping is precise to about a millisecond at best: the last two are spent looking at
// the clock.

#include "app/pacing.h"

#include <SDL.h>

CoirPacing coir_pacing_start(double rate)
{
    CoirPacing pacing = {.last = SDL_GetPerformanceCounter()};
    if (rate > 0)
        pacing.frame_ticks = (uint64_t)((double)SDL_GetPerformanceFrequency() / rate + 0.5);
    pacing.next = pacing.last + pacing.frame_ticks;
    return pacing;
}

static void sleep_until(uint64_t due)
{
    uint64_t frequency = SDL_GetPerformanceFrequency(), now = SDL_GetPerformanceCounter();
    while (now < due) {
        uint64_t milliseconds = (due - now) * 1000 / frequency;
        if (milliseconds > 2)
            SDL_Delay((Uint32)(milliseconds - 2));
        now = SDL_GetPerformanceCounter();
    }
}

double coir_pacing_wait(CoirPacing *pacing)
{
    if (pacing->frame_ticks) {
        sleep_until(pacing->next);
        pacing->next += pacing->frame_ticks;
    }
    uint64_t now = SDL_GetPerformanceCounter();
    if (pacing->next < now)
        pacing->next = now; // too slow for the rate: no frames are made up for
    double elapsed = (double)(now - pacing->last) / (double)SDL_GetPerformanceFrequency();
    pacing->last = now;
    return elapsed;
}
