// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The functions of coir/voice.h check their arguments, and change voices at the time of the sound clock.

#include "coir/voice.h"

#include "base/fail.h"
#include "base/world.h"
#include "coir/scheduler.h"
#include "sound/advance.h"
#include "sound/changes.h"
#include "sound/clock.h"
#include "sound/groups.h"
#include "sound/pieces.h"
#include "sound/rules.h"
#include "sound/setup.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

static int64_t now(void)
{
    return coir_sound_time(NULL);
}

// Brings all voices to the time of the call, and returns the record of a voice; NULL for a stale voice. In another
// world than the default world, only reports a mistake under the name of `function`, and returns NULL.
static CoirVoiceRecord *find(CoirVoice voice, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    coir_sounds_bring_to_now();
    return coir_voice_find(voice);
}

// Returns true if `value` is in the range from `low` to `high`; otherwise reports a mistake under the name of
// `function`.
static bool check(float value, float low, float high, const char *what, const char *function)
{
    if (value >= low && value <= high)
        return true;
    return MISTAKE("%s: a %s of %g; it must be %g to %g", function, what, (double)value, (double)low, (double)high);
}

static bool check_seconds(double seconds, const char *function)
{
    if (seconds >= 0 && seconds <= COIR_SECONDS_MAX)
        return true;
    return MISTAKE("%s: %g seconds; give 0 to %g", function, seconds, COIR_SECONDS_MAX);
}

static int64_t after(int64_t time, double seconds)
{
    int64_t wait = 0;
    coir_to_nanoseconds(seconds, &wait);
    return time + wait;
}

// Playing and stopping -----------------------------------------------------------------------------------------------

static CoirVoice play_sound(CoirSound *sound, const CoirPlay *play, const char *function)
{
    coir_sounds_bring_to_now();
    return coir_voice_start(sound, &(CoirVoiceStart){.play = play}, function);
}

CoirVoice coir_sound_play(CoirSound *sound)
{
    return play_sound(sound, NULL, "coir_sound_play");
}

CoirVoice coir_sound_play_with(CoirSound *sound, const CoirPlay *play)
{
    return play_sound(sound, play, "coir_sound_play_with");
}

bool coir_voice_stop(CoirVoice voice)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_stop");
    if (record)
        coir_voice_end(record, COIR_VOICE_STOPPED, now());
    return record;
}

void coir_voices_stop_all(void)
{
    if (!coir_world_check("coir_voices_stop_all"))
        return;
    coir_sounds_bring_to_now();
    coir_sounds_busy_begin();
    coir_pieces_drop(COIR_GROUP_ALL); // first; otherwise the end of a piece would start the next piece
    for (int slot = 0; slot < coir_sounds.used; slot++)
        coir_voice_stop(coir_voice_name(&coir_sounds.voices[slot]));
    coir_sounds_busy_end();
}

int coir_voices_count(const CoirSound *sound)
{
    if (!coir_world_check("coir_voices_count"))
        return 0;
    coir_sounds_bring_to_now();
    return coir_voices_living(sound);
}

bool coir_voice_is_playing(CoirVoice voice)
{
    return find(voice, "coir_voice_is_playing");
}

static bool set_paused(CoirVoice voice, bool paused, const char *function)
{
    CoirVoiceRecord *record = find(voice, function);
    if (!record)
        return false;
    record->is_paused = paused;
    coir_voice_refresh(record, now());
    return true;
}

bool coir_voice_pause(CoirVoice voice)
{
    return set_paused(voice, true, "coir_voice_pause");
}

bool coir_voice_resume(CoirVoice voice)
{
    return set_paused(voice, false, "coir_voice_resume");
}

bool coir_voice_is_paused(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_is_paused");
    return record && record->is_paused;
}

// Numbers ------------------------------------------------------------------------------------------------------------

bool coir_voice_set_volume(CoirVoice voice, float volume)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_set_volume");
    if (!check(volume, 0, COIR_VOLUME_MAX, "volume", "coir_voice_set_volume") || !record)
        return false;
    coir_voice_change_volume(record, volume, now(), now() + COIR_SOUND_FADE);
    return true;
}

bool coir_voice_set_pan(CoirVoice voice, float pan)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_set_pan");
    if (!check(pan, -1, 1, "pan", "coir_voice_set_pan") || !record)
        return false;
    coir_voice_change_pan(record, pan, now(), now() + COIR_SOUND_FADE);
    return true;
}

bool coir_voice_set_pitch(CoirVoice voice, float pitch)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_set_pitch");
    if (!check(pitch, 0, COIR_PITCH_MAX, "pitch", "coir_voice_set_pitch") || !record)
        return false;
    coir_voice_change_pitch(record, pitch, now());
    return true;
}

float coir_voice_volume(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_volume");
    return record ? coir_fade_at(&record->volume, now()) : 0;
}

float coir_voice_pan(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_pan");
    return record ? record->pan : 0;
}

float coir_voice_pitch(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_pitch");
    return record ? record->pitch : 0;
}

// Fades the volume. Returns the record; NULL: nothing was changed.
static CoirVoiceRecord *fade(CoirVoice voice, float volume, double seconds, const char *function)
{
    CoirVoiceRecord *record = find(voice, function);
    if (!check(volume, 0, COIR_VOLUME_MAX, "volume", function) || !check_seconds(seconds, function) || !record)
        return NULL;
    coir_voice_change_volume(record, volume, now(), after(now(), seconds));
    return record;
}

bool coir_voice_fade_to(CoirVoice voice, float volume, double seconds)
{
    return fade(voice, volume, seconds, "coir_voice_fade_to");
}

bool coir_voice_fade_out(CoirVoice voice, double seconds)
{
    CoirVoiceRecord *record = fade(voice, 0, seconds, "coir_voice_fade_out");
    if (record)
        record->stops_after_fade = true;
    return record;
}

// Position -----------------------------------------------------------------------------------------------------------

bool coir_voice_seek(CoirVoice voice, double seconds)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_seek");
    if (!check_seconds(seconds, "coir_voice_seek") || !record)
        return false;
    return coir_voice_go_to(record, seconds * record->sound->format.rate, now());
}

double coir_voice_position(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_position");
    return record ? coir_voice_position_at(record, now()) / record->sound->format.rate : 0;
}

int coir_voice_loops(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_loops");
    return record ? coir_voice_loops_left(record, now()) : 0;
}

bool coir_voice_set_loops(CoirVoice voice, int loops)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_set_loops");
    if (loops < 0)
        return MISTAKE("coir_voice_set_loops: %d loops; give 0 or more", loops);
    if (!record)
        return false;
    if (!record->sound->samples)
        return FAIL(
            "coir_voice_set_loops: '%s' is streamed, and its loops are read ahead; load it with coir_sound_load",
            record->sound->path);
    coir_voice_change_loops(record, loops, now());
    return true;
}

// Group, sound and end -----------------------------------------------------------------------------------------------

bool coir_voice_set_group(CoirVoice voice, CoirGroup group)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_set_group");
    int index = coir_group_check_living(group, "coir_voice_set_group");
    if (!record || index < 0)
        return false;
    coir_voice_change_group(record, group, now());
    coir_voice_refresh(record, now());
    coir_groups_duck(now());
    return true;
}

CoirGroup coir_voice_group(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_group");
    return record ? record->group : 0;
}

CoirSound *coir_voice_sound(CoirVoice voice)
{
    const CoirVoiceRecord *record = find(voice, "coir_voice_sound");
    return record ? record->sound : NULL;
}

bool coir_voice_on_end(CoirVoice voice, CoirVoiceEndFn function, void *user)
{
    CoirVoiceRecord *record = find(voice, "coir_voice_on_end");
    if (!record)
        return false;
    record->on_end = function;
    record->user = user;
    return true;
}
