// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sounds, voices and groups. Destroyed and purged sounds are still used: each use is a reported mistake. A cached sound
// is valid until the cache is purged or the last director is destroyed.

#include <stdio.h>

#include "random/world.h"
#include "random/world_parts.h"
#include "sound/check.h"
#include "sound/sound.h"

#define VOICES_MOST 32
#define GROUPS_MOST 8

static Table made = {"sound", .most = 8}, cached = {"cached sound", .most = 8}, destroyed = {"old sound", .most = 8};
static CoirVoice voices[VOICES_MOST];
static CoirGroup groups[GROUPS_MOST];
static int voice_count, group_count;

static void note_destroyed(CoirSound *sound)
{
    if (table_is_full(&destroyed))
        destroyed.count--;
    table_add(&destroyed, sound);
}

void keep_sound(CoirSound *sound)
{
    note_pointer("-> sound", sound);
    table_remove(&destroyed, sound);
    if (table_is_full(&made)) {
        CoirSound *old = made.of[below(made.count)];
        table_remove(&made, old);
        note_destroyed(old);
        coir_sound_destroy(old);
    }
    table_add(&made, sound);
}

void keep_cached_sound(CoirSound *sound)
{
    note_pointer("-> cached sound", sound);
    table_remove(&destroyed, sound);
    if (table_is_full(&cached))
        table_remove(&cached, cached.of[below(cached.count)]);
    table_add(&cached, sound);
}

CoirSound *any_sound(void)
{
    CoirSound *sound = badly() ? table_any(&destroyed) : table_any(one_in(3) ? &cached : &made);
    note_pointer("sound", sound);
    return sound;
}

CoirSound *take_sound(void)
{
    if (badly())
        return one_in(2) ? table_any(&cached) : table_any(&destroyed);
    CoirSound *sound = table_take(&made);
    if (sound)
        note_destroyed(sound);
    note_pointer("sound", sound);
    return sound;
}

void keep_voice(CoirVoice voice)
{
    voices[voice_count++ % VOICES_MOST] = voice;
}

CoirVoice any_voice(void)
{
    CoirVoice wild = {(uint32_t)any_int(), (uint32_t)any_int()};
    if (badly() || voice_count == 0)
        return wild;
    CoirVoice voice = voices[below(voice_count < VOICES_MOST ? voice_count : VOICES_MOST)];
    note_number(voice.index);
    note_number(voice.generation);
    return voice;
}

void keep_group(CoirGroup group)
{
    groups[group_count++ % GROUPS_MOST] = group;
}

CoirGroup any_group(void)
{
    int kept = group_count < GROUPS_MOST ? group_count : GROUPS_MOST;
    CoirGroup group = badly() ? any_int() : one_in(2) && kept > 0 ? groups[below(kept)] : below(COIR_GROUP_ALL + 1);
    note_number(group);
    return group;
}

void check_sounds(void)
{
    const char *fault = coir_sounds_fault();
    if (fault)
        record_fault(fault, CALLBACK_COUNT, NULL);
}

void world_end_sound(void)
{
    coir_mixer_close();
    while (made.count > 0)
        coir_sound_destroy(table_take(&made));
    cached.count = destroyed.count = voice_count = group_count = 0;
    coir_sounds_purge();
    coir_sounds_set_random(NULL);
    coir_sound_set_ear(0, 0);
    check_sounds();
    if (coir_sounds_exist())
        record_fault("a sound is left at the end of the round", CALLBACK_COUNT, NULL);
}
