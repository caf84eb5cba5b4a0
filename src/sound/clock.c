// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The time of the sound clock. During a step, the clock reads the time of the callback that is being called: the end of
// the step minus the time that is left from the callback to the end. advance.c moves the clock on.

#include "sound/clock.h"

#include "base/world.h"
#include "sound/state.h"
#include "time/nanoseconds.h"

static CoirSoundStep *current; // innermost step that is in progress
static const void *leader;
static bool is_led_by_director;

void coir_sound_begin_step(CoirSoundStep *step)
{
    step->outer = current;
    current = step;
}

void coir_sound_end_step(const CoirSoundStep *step)
{
    current = step->outer;
}

int64_t coir_sound_after(int64_t time, double seconds)
{
    int64_t length = 0;
    if (!(seconds >= 0) || !coir_to_nanoseconds(seconds, &length))
        return time;
    return length < COIR_TIME_MAX - time ? time + length : COIR_TIME_MAX;
}

int64_t coir_sound_time(bool *is_instant)
{
    bool ignored;
    is_instant = is_instant ? is_instant : &ignored;
    *is_instant = false;
    if (!current)
        return coir_sounds.now;
    int64_t lag = current->lag(current, is_instant), time = current->end - (lag > 0 ? lag : 0);
    return time > coir_sounds.now ? time : coir_sounds.now;
}

bool coir_sound_is_in_step(void)
{
    return current || coir_sounds.is_advancing;
}

int64_t coir_sound_clock(void)
{
    return coir_sounds.now;
}

int64_t coir_sound_step_end(void)
{
    int64_t end = current ? current->end : coir_sounds.until;
    return end > coir_sounds.now ? end : coir_sounds.now;
}

double coir_sound_now(void)
{
    if (!coir_world_check("coir_sound_now"))
        return 0;
    return coir_to_seconds(coir_sound_time(NULL));
}

bool coir_sound_lead(const void *who, bool is_director)
{
    if (!leader || (is_director && !is_led_by_director)) {
        leader = who;
        is_led_by_director = is_director;
    }
    return leader == who;
}

void coir_sound_unlead(const void *who)
{
    if (leader == who)
        leader = NULL;
}
