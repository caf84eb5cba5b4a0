// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Opens and closes the mixer. A call of coir_mixer_close between coir_sounds_busy_begin and coir_sounds_busy_end takes
// effect in the last coir_sounds_busy_end.

#include "base/fail.h"
#include "base/world.h"
#include "sound/output.h"
#include "sound/pieces.h"
#include "sound/setup.h"
#include "sound/voices.h"

static bool is_power_of_2(int number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

static bool check_def(const CoirMixerDef *def)
{
    if (def->rate != 0 && (def->rate < 8000 || def->rate > 192000))
        return MISTAKE("coir_mixer_open: a rate of %d; it must be 8000 to 192000, or 0", def->rate);
    if (def->buffer != 0 && (def->buffer < 64 || def->buffer > 8192 || !is_power_of_2(def->buffer)))
        return MISTAKE("coir_mixer_open: a buffer of %d; it must be a power of 2 from 64 to 8192, or 0", def->buffer);
    if (def->voices != 0 && (def->voices < 1 || def->voices > 256))
        return MISTAKE("coir_mixer_open: %d voices; it must be 1 to 256, or 0", def->voices);
    if (def->lead != 0 && !(def->lead >= 0.005 && def->lead <= 1))
        return MISTAKE("coir_mixer_open: a lead of %g s; it must be 0.005 to 1, or 0", def->lead);
    return true;
}

bool coir_mixer_open(const CoirMixerDef *def)
{
    if (!coir_world_check("coir_mixer_open"))
        return false;
    CoirMixerDef wanted = def ? *def : (CoirMixerDef){0};
    if (!check_def(&wanted))
        return false;
    if (coir_sounds.busy > 0)
        return MISTAKE(
            "coir_mixer_open: called from a callback for the end of a voice, or from a callback of a run on a voice or "
            "group; open the mixer outside these callbacks");
    coir_mixer_close();
    coir_sounds.def = wanted;
    if (!wanted.no_device)
        coir_output_open();
    return coir_sounds_need();
}

// Ends all voices, and calls their end callbacks.
static void end_all(void)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (coir_voice_is_alive(record))
            coir_voice_end(record, COIR_VOICE_GONE, coir_sounds.now);
    }
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        CoirVoiceEndFn on_end = record->state == COIR_VOICE_ENDED ? record->on_end : NULL;
        record->on_end = NULL;
        if (on_end)
            on_end(coir_voice_name(record), (CoirVoiceEnd)record->reason, record->user);
    }
}

void coir_mixer_close(void)
{
    if (!coir_world_check("coir_mixer_close"))
        return;
    if (coir_sounds.busy > 0) {
        coir_sounds.deferred_close = coir_mixer_close;
        return;
    }
    if (coir_sounds.mixer) {
        coir_sounds.busy = 1;
        coir_sounds.is_refusing = true; // end callbacks must not start voices
        coir_pieces_forget();
        end_all();
        if (coir_sounds.hooks)
            coir_sounds.hooks->close();
    }
    coir_output_close(); // also without a mixer: Coir may be looking for a device
    coir_sounds_reset();
}
