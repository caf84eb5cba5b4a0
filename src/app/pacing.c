// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Without a display that keeps the rate, frames are due at whole multiples of the interval, counted from the start.
// So late wake-ups and rounding errors do not add up. A sleep ends later than requested, on Linux usually by 0.1 ms. So
// the requested sleep is shorter by the worst recent oversleep, and a loop then reads the clock until the frame is due.

#include "app/pacing.h"

#include <SDL.h>

#define OVERSLEEP_LEAST 0.0005 // seconds
#define OVERSLEEP_MOST 0.004   // seconds; a longer oversleep is a hitch, which earlier waking cannot prevent
#define FORGETTING 0.99        // factor by which the worst oversleep shrinks in each frame

static double seconds_of(uint64_t ticks)
{
    return (double)ticks / (double)SDL_GetPerformanceFrequency();
}

CoirPacing coir_pacing_start(double rate)
{
    uint64_t now = SDL_GetPerformanceCounter();
    return (CoirPacing){.rate = rate, .start = now, .count = 1, .last = now, .oversleep = OVERSLEEP_LEAST};
}

void coir_pacing_set_rate(CoirPacing *pacing, double rate)
{
    if (rate == pacing->rate)
        return;
    pacing->rate = rate;
    pacing->start = pacing->last;
    pacing->count = 1;
}

static uint64_t due(const CoirPacing *pacing)
{
    return pacing->start +
           (uint64_t)((double)pacing->count * ((double)SDL_GetPerformanceFrequency() / pacing->rate) + 0.5);
}

// Sleeps for whole milliseconds, and measures how much longer the sleep took.
static void sleep_for(CoirPacing *pacing, Uint32 milliseconds)
{
    uint64_t before = SDL_GetPerformanceCounter();
    SDL_Delay(milliseconds);
    double over = seconds_of(SDL_GetPerformanceCounter() - before) - milliseconds / 1000.0;
    if (over > pacing->oversleep)
        pacing->oversleep = over < OVERSLEEP_MOST ? over : OVERSLEEP_MOST;
}

static void sleep_until(CoirPacing *pacing, uint64_t tick)
{
    pacing->oversleep *= FORGETTING;
    if (pacing->oversleep < OVERSLEEP_LEAST)
        pacing->oversleep = OVERSLEEP_LEAST;
    for (uint64_t now; (now = SDL_GetPerformanceCounter()) < tick;) {
        double left = (seconds_of(tick - now) - pacing->oversleep) * 1000;
        if (left >= 1)
            sleep_for(pacing, (Uint32)left);
    }
}

static double begin_frame(CoirPacing *pacing, uint64_t now)
{
    double elapsed = seconds_of(now - pacing->last);
    pacing->last = now;
    return elapsed;
}

double coir_pacing_begin_now(CoirPacing *pacing)
{
    pacing->start = SDL_GetPerformanceCounter();
    pacing->count = 1;
    return begin_frame(pacing, pacing->start);
}

double coir_pacing_wait(CoirPacing *pacing)
{
    if (pacing->rate == 0)
        return begin_frame(pacing, SDL_GetPerformanceCounter());
    sleep_until(pacing, due(pacing));
    pacing->count++;
    if (due(pacing) < SDL_GetPerformanceCounter())
        return coir_pacing_begin_now(pacing); // too slow for the rate: missed frames are dropped
    return begin_frame(pacing, SDL_GetPerformanceCounter());
}

// Refreshes ----------------------------------------------------------------------------------------------------------

#define EARLY 0.002 // seconds; a refresh that comes this much before its frame is due still takes the frame

bool coir_refresh_is_due(CoirRefreshPacing *pacing, double rate, double now)
{
    if (rate != pacing->rate) {
        pacing->rate = rate;
        pacing->due = rate > 0 ? pacing->last + 1 / rate : pacing->last;
    }
    return rate == 0 || !pacing->has_last || now >= pacing->due - EARLY;
}

double coir_refresh_begin(CoirRefreshPacing *pacing, double now)
{
    double interval = pacing->rate > 0 ? 1 / pacing->rate : 0, elapsed = pacing->has_last ? now - pacing->last : 0;
    pacing->due += interval;
    if (!pacing->has_last || pacing->due < now)
        pacing->due = now + interval; // too slow for the rate: missed frames are dropped
    pacing->last = now;
    pacing->has_last = true;
    return elapsed > 0 ? elapsed : 0;
}
