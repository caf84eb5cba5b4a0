// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Decides if a voice may start. Checks the numbers of CoirPlay, the rules of the sound, and the room for voices.

#include "sound/rules.h"

#include <math.h>

#include "base/fail.h"
#include "sound/changes.h"
#include "sound/groups.h"
#include "sound/setup.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN, too
}

static bool is_time(double seconds)
{
    return seconds >= 0 && seconds <= COIR_SECONDS_MAX;
}

bool coir_play_check(const CoirPlay *play, const char *function)
{
    if (!is_within(play->volume, 0, COIR_VOLUME_MAX))
        return MISTAKE("%s: a volume of %g; it must be 0 to %d", function, (double)play->volume, COIR_VOLUME_MAX);
    if (!is_within(play->pan, -1, 1))
        return MISTAKE("%s: a pan of %g; it must be -1 to 1", function, (double)play->pan);
    if (!is_within(play->pitch, 0, COIR_PITCH_MAX))
        return MISTAKE("%s: a pitch of %g; it must be 0 to %d", function, (double)play->pitch, COIR_PITCH_MAX);
    if (play->loops < 0)
        return MISTAKE("%s: %d loops; give 0 or more", function, play->loops);
    if (!is_time(play->from) || !is_time(play->delay) || !is_time(play->fade_in))
        return MISTAKE("%s: from %g, delay %g, fade_in %g; each must be 0 to %g seconds", function, play->from,
                       play->delay, play->fade_in, COIR_SECONDS_MAX);
    return coir_group_check_living(play->group, function) >= 0;
}

int coir_voices_living(const CoirSound *sound)
{
    int count = 0;
    for (int slot = 0; slot < coir_sounds.used; slot++)
        count += coir_voice_is_alive(&coir_sounds.voices[slot]) && (!sound || coir_sounds.voices[slot].sound == sound);
    return count;
}

// Returns the volume of a voice times the volumes of its groups. A voice that fades in counts with its full volume.
static float loudness(const CoirVoiceRecord *record, int64_t time)
{
    int group = coir_group_index(record->group);
    float volume = record->fades_in ? record->volume.to : coir_fade_at(&record->volume, time);
    return volume * (group >= 0 ? coir_group_loudness(group, time) : 0);
}

static bool is_older(const CoirVoiceRecord *one, const CoirVoiceRecord *other)
{
    return (int32_t)(one->generation - other->generation) < 0; // generations wrap around
}

// Returns true if `one` must make room before `other`. The first difference decides:
//
// 1. A voice that is not music makes room before music.
// 2. The voice of the lower priority makes room. Music has no priority.
// 3. The quieter voice makes room.
// 4. The older voice makes room.
static bool is_less(const CoirVoiceRecord *one, const CoirVoiceRecord *other, int64_t time)
{
    if (one->is_music != other->is_music)
        return other->is_music;
    int first = one->sound->rules.priority, second = other->sound->rules.priority;
    if (!one->is_music && first != second)
        return first < second;
    float loud = loudness(one, time), other_loud = loudness(other, time);
    return loud != other_loud ? loud < other_loud : is_older(one, other);
}

static void steal(CoirVoiceRecord *record, int64_t time)
{
    coir_sounds.stolen++;
    coir_voice_end(record, COIR_VOICE_STOLEN, time);
}

// Returns the oldest voice of a sound if the sound has as many voices as its rules allow; NULL: it has fewer. Music
// does not count.
static CoirVoiceRecord *voice_over_limit(const CoirSound *sound)
{
    CoirVoiceRecord *oldest = NULL;
    int count = 0;
    if (sound->rules.voices <= 0)
        return NULL;
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (!coir_voice_is_alive(record) || record->sound != sound || record->is_music)
            continue;
        count++;
        if (!oldest || is_older(record, oldest))
            oldest = record;
    }
    return count >= sound->rules.voices ? oldest : NULL;
}

// Steals a voice to make room for a voice of `sound`. At least one voice must be alive. Returns false if all other
// voices are more important.
static bool make_room(const CoirSound *sound, bool is_music, int64_t time)
{
    CoirVoiceRecord *least = NULL;
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (coir_voice_is_alive(record) && (!least || is_less(record, least, time)))
            least = record;
    }
    if (!is_music && (least->is_music || least->sound->rules.priority > sound->rules.priority))
        return false;
    steal(least, time);
    return true;
}

// Returns true if two voices would begin within the gap of the sound.
static bool is_too_close(const CoirSound *sound, int64_t one, int64_t other)
{
    return fabs(coir_to_seconds(one - other)) < sound->rules.gap;
}

// Returns true if the voice is of the sound, is not music, waits, and will begin. A fade may end the voice before its
// start.
static bool will_begin(const CoirVoiceRecord *record, const CoirSound *sound)
{
    bool waits = record->state == COIR_VOICE_WAITS && record->sound == sound && !record->is_music;
    return waits && !(record->stops_after_fade && record->volume.end <= coir_voice_next(record));
}

// Returns true if the gap of the sound forbids a start at `begin`. The gap is around the start of the voice that
// began last, and around the start of each voice that waits.
static bool is_in_gap(const CoirSound *sound, int64_t begin)
{
    if (sound->rules.gap <= 0)
        return false;
    bool is_in = sound->last_start >= 0 && is_too_close(sound, sound->last_start, begin);
    for (int slot = 0; slot < coir_sounds.used && !is_in; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        is_in = will_begin(record, sound) && is_too_close(sound, coir_voice_next(record), begin);
    }
    return is_in;
}

#define SLACK 1e-6 // seconds; the start of a voice that waited is rounded

bool coir_voice_keeps_gap(const CoirVoiceRecord *record, int64_t time)
{
    const CoirSound *sound = record->sound;
    if (record->is_music || sound->last_start < 0)
        return true;
    return fabs(coir_to_seconds(time - sound->last_start)) >= sound->rules.gap - SLACK;
}

#define STEALS_MOST 1000 // for one new voice: end callbacks of runs may start other voices

bool coir_voice_may_start(CoirSound *sound, bool is_music, int64_t now, int64_t begin)
{
    if (!is_music && is_in_gap(sound, begin))
        return false;
    for (int steals = 0; steals < STEALS_MOST; steals++) {
        CoirVoiceRecord *oldest = is_music ? NULL : voice_over_limit(sound);
        if (oldest)
            steal(oldest, now);
        else if (coir_sounds.active < coir_sounds.def.voices)
            return true;
        else if (!make_room(sound, is_music, now))
            return false;
    }
    return false;
}

// Slots --------------------------------------------------------------------------------------------------------------

// Returns true if the slot of an ended voice may be used again.
static bool is_over(const CoirVoiceRecord *record, int64_t time)
{
    return record->state == COIR_VOICE_ENDED && !record->on_end && time - record->since >= COIR_SOUND_REUSE;
}

static void free_voice(CoirVoiceRecord *record, int64_t time)
{
    record->state = COIR_VOICE_FREE;
    coir_send_cut(record, time);
    coir_retire((CoirRetired){.sound = record->sound, .stream = record->stream}, time);
    record->sound = NULL;
    record->stream = NULL;
}

CoirVoiceRecord *coir_voice_free_slot(int64_t time)
{
    for (int slot = 0; slot < coir_sounds.slot_count; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (is_over(record, time))
            free_voice(record, time);
        if (record->state == COIR_VOICE_FREE) {
            coir_sounds.used = slot >= coir_sounds.used ? slot + 1 : coir_sounds.used;
            return record;
        }
    }
    return NULL;
}

void coir_voices_free_slots(int64_t time)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (is_over(record, time))
            free_voice(record, time);
    }
    while (coir_sounds.used > 0 && coir_sounds.voices[coir_sounds.used - 1].state == COIR_VOICE_FREE)
        coir_sounds.used--;
}
