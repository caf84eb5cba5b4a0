// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of sound outside of the mixer (state.h).

#include "sound/state.h"

CoirSoundState coir_sounds;

void coir_sounds_busy_begin(void)
{
    coir_sounds.busy++;
}

void coir_sounds_busy_end(void)
{
    if (--coir_sounds.busy == 0 && coir_sounds.deferred_close)
        coir_sounds.deferred_close();
}

float coir_fade_at(const CoirFade *fade, int64_t time)
{
    if (time >= fade->end)
        return fade->to;
    if (time <= fade->begin)
        return fade->from;
    double part = (double)(time - fade->begin) / (double)(fade->end - fade->begin);
    return fade->from + (fade->to - fade->from) * (float)part;
}
