// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Consistency checks of the game's side of sound, for tests. Tables and counts must agree, and memory that the mixer
// reads must not have been freed.

#include "sound/check.h"

#include <math.h>

#include "sound/groups.h"
#include "sound/voices.h"

// Voices -------------------------------------------------------------------------------------------------------------

static bool numbers_are_finite(const CoirVoiceRecord *record)
{
    return isfinite(record->position) && isfinite(record->slope) &&
           (record->state != COIR_VOICE_WAITS || isfinite(record->begin)) && isfinite(record->volume.from) &&
           isfinite(record->volume.to) && isfinite(record->pitch) && isfinite(record->pan) &&
           isfinite(record->owner_pan);
}

static const char *fault_of_live_voice(const CoirVoiceRecord *record)
{
    if (!numbers_are_finite(record))
        return "a voice has a number that is not finite";
    if (record->slope < 0 || (record->pitch < 0 && !record->follows))
        return "a voice goes backwards";
    if (record->volume.from < 0 || record->volume.to < 0)
        return "a voice has a volume below 0";
    if (coir_group_index(record->group) < 0)
        return "a voice plays in a group that is not there";
    bool is_read = record->state == COIR_VOICE_PLAYS && !record->sound->samples;
    return is_read == (record->stream != NULL)
               ? NULL
               : "a streamed voice that plays has no stream, or another voice has a stream";
}

static const char *fault_of_voice(const CoirVoiceRecord *record)
{
    bool is_free = record->state == COIR_VOICE_FREE;
    if (is_free)
        return record->sound || record->stream || record->on_end ? "a free slot holds something" : NULL;
    if (!coir_sound_is_alive(record->sound) || record->sound->users < 1)
        return "a voice holds a sound that was freed";
    if (coir_voice_is_alive(record))
        return fault_of_live_voice(record);
    return record->owner.generation || record->carrier.generation ? "a voice that has ended has an owner" : NULL;
}

static const char *fault_of_voices(void)
{
    int active = 0, owned = 0;
    for (int slot = 0; slot < coir_sounds.slot_count; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        const char *fault = fault_of_voice(record);
        if (fault)
            return fault;
        if (record->state != COIR_VOICE_FREE && slot >= coir_sounds.used)
            return "a slot in use has an index that is not below `used`";
        active += coir_voice_is_alive(record);
        owned += coir_voice_is_alive(record) && record->owner.generation != 0;
    }
    if (active != coir_sounds.active)
        return "the number of voices is wrong";
    if (active > coir_sounds.def.voices)
        return "more voices play than the settings allow";
    return owned == coir_sounds.owned ? NULL : "the number of voices with an owner is wrong";
}

// Groups -------------------------------------------------------------------------------------------------------------

static const char *fault_of_group(int index)
{
    const CoirGroupRecord *record = &coir_sounds.groups[index];
    if (!record->is_used)
        return record->name || record->echo || record->carrier.generation ? "a free group holds something" : NULL;
    if (!coir_sounds.groups[record->parent].is_used || !coir_group_is_below(index, COIR_GROUP_ALL))
        return "a group is not below the group of all";
    if (!(record->volume.from >= 0) || !isfinite(record->volume.to) || record->volume.to < 0)
        return "a group has a volume that is no volume";
    if (record->has_duck && coir_group_index(record->duck.by) < 0)
        return "a group is lowered by a group that is not there";
    return NULL;
}

static const char *fault_of_groups(void)
{
    const char *fault = NULL;
    for (int index = 0; index < COIR_GROUPS_MAX && !fault; index++)
        fault = fault_of_group(index);
    return fault;
}

// Changes and the mixer ----------------------------------------------------------------------------------------------

static const char *fault_of_changes(void)
{
    int sent = coir_sounds.changes_sent, sorted = coir_sounds.changes_sorted, count = coir_sounds.change_count;
    if (sent < 0 || sent > sorted || sorted > count || count > coir_sounds.change_capacity)
        return "the numbers of changes are wrong";
    for (int i = sent; i < count; i++) {
        const CoirChange *change = &coir_sounds.changes[i];
        if (change->slot >= coir_sounds.slot_count && change->kind < COIR_CHANGE_GROUP)
            return "a change is for a slot that does not exist";
        if (i > sent && i < sorted && change[-1].at > change->at)
            return "the changes are not sorted";
    }
    return NULL;
}

// Returns true if a voice record or the list of retired things still keeps the samples or the stream that a voice of
// the mixer reads.
static bool is_kept(const CoirMixVoice *voice)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        bool is_sound = record->sound && voice->samples && record->sound->samples == voice->samples;
        if (is_sound || (voice->stream && record->stream == voice->stream))
            return true;
    }
    for (int i = 0; i < coir_sounds.retired_count; i++) {
        const CoirRetired *retired = &coir_sounds.retired[i];
        bool is_sound = retired->sound && voice->samples && retired->sound->samples == voice->samples;
        if (is_sound || (voice->stream && retired->stream == voice->stream))
            return true;
    }
    return false;
}

// Checks the voices of the mixer. Called only without a device: with a device, another thread changes the mixer.
static const char *fault_of_mixer(void)
{
    const CoirMixer *mixer = coir_sounds.mixer;
    for (int slot = 0; slot < mixer->slots; slot++) {
        if (mixer->voices[slot].is_active && slot >= mixer->limit)
            return "an active voice of the mixer is in a slot that is not below `limit`";
        if (mixer->voices[slot].is_active && !is_kept(&mixer->voices[slot]))
            return "a voice of the mixer reads samples that may be freed";
    }
    return NULL;
}

const char *coir_sounds_fault(void)
{
    if (!coir_sounds.mixer)
        return coir_sounds.changes || coir_sounds.retired || coir_sounds.voices ? "something is left without a mixer"
                                                                                : NULL;
    const char *fault = fault_of_voices();
    fault = fault ? fault : fault_of_groups();
    fault = fault ? fault : fault_of_changes();
    return fault || coir_sounds.has_device ? fault : fault_of_mixer();
}
