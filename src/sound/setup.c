// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes the mixer together with the tables of voices and groups, when a function first needs the mixer, and frees all
// of them.

#include "sound/setup.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "sound/changes.h"
#include "sound/clock.h"
#include "sound/groups.h"

#define DEFAULT_RATE 48000
#define DEFAULT_BUFFER 512
#define DEFAULT_VOICES 64
#define DEFAULT_LEAD 0.05

static CoirMixerDef with_defaults(CoirMixerDef def)
{
    def.rate = def.rate ? def.rate : DEFAULT_RATE;
    def.buffer = def.buffer ? def.buffer : DEFAULT_BUFFER;
    def.voices = def.voices ? def.voices : DEFAULT_VOICES;
    def.lead = def.lead != 0 ? def.lead : DEFAULT_LEAD;
    return def;
}

static void free_all(void)
{
    for (int slot = 0; slot < coir_sounds.slot_count; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (record->stream)
            coir_stream_close(record->stream);
        coir_sound_release(record->sound);
    }
    coir_groups_free();
    coir_changes_free();
    coir_free(coir_sounds.voices);
    coir_mixer_free(coir_sounds.mixer);
}

void coir_sounds_reset(void)
{
    if (coir_sounds.mixer)
        free_all();
    coir_sounds_forget_starts();
    coir_sounds = (CoirSoundState){.generation = coir_sounds.generation,
                                   .hooks = coir_sounds.hooks,
                                   .now = coir_sound_is_in_step() ? coir_sounds.now : 0};
}

// Makes the mixer and the table of voices with settings that were checked.
static bool make_mixer(const CoirMixerDef *def)
{
    int slots = def->voices + COIR_SLOTS_SPARE;
    CoirMixer *mixer = coir_mixer_new(def->rate, slots);
    CoirVoiceRecord *voices = mixer ? coir_alloc((size_t)slots * sizeof *voices) : NULL;
    if (!voices)
        return coir_mixer_free(mixer), false;
    coir_sounds.mixer = mixer;
    coir_sounds.voices = voices;
    coir_sounds.slot_count = slots;
    coir_sounds.def = *def;
    coir_sounds.mixed = 0;
    coir_groups_reset();
    return coir_sounds_reserve();
}

CoirMixerDef coir_mixer_settings(void)
{
    return with_defaults(coir_sounds.def);
}

bool coir_sounds_need_at(int rate)
{
    if (coir_sounds.mixer)
        return true;
    CoirMixerDef wanted = coir_sounds.def, def = coir_mixer_settings();
    int64_t now = coir_sounds.now;
    def.rate = rate > 0 ? rate : def.rate;
    if (make_mixer(&def))
        return true;
    coir_sounds_reset();
    coir_sounds.def = wanted;
    coir_sounds.now = now;
    return false;
}

bool coir_sounds_need(void)
{
    return coir_sounds_need_at(0);
}

int coir_group_check(CoirGroup group, const char *function)
{
    if (!coir_world_check(function) || !coir_sounds_need())
        return -1;
    int index = coir_group_index(group);
    if (index < 0)
        MISTAKE("%s: there is no group %d; it may have been destroyed", function, (int)group);
    return index;
}

int coir_group_check_living(CoirGroup group, const char *function)
{
    int index = coir_group_check(group, function);
    if (index >= 0 && coir_group_is_dying(index))
        return MISTAKE("%s: the group %d is being destroyed", function, (int)group), -1;
    return index;
}
