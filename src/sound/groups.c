// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal functions of groups. The functions of coir/group.h are in group.c.
//
// The lower INDEX_BITS bits of a group's number (CoirGroup) are the index of the group. The upper bits are the
// generation of the index, which grows when the group is destroyed. So the number of a destroyed group is never used
// again.

#include "sound/groups.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "sound/changes.h"
#include "time/nanoseconds.h"

#define INDEX_BITS 5
#define GENERATION_MAX (INT32_MAX >> INDEX_BITS)

_Static_assert(COIR_GROUPS_MAX == 1 << INDEX_BITS, "the index of a group has INDEX_BITS bits");

static uint32_t generations[COIR_GROUPS_MAX]; // one for each index; kept when the mixer is closed

static CoirGroupRecord *at(int index)
{
    return &coir_sounds.groups[index];
}

CoirGroup coir_group_number(int index)
{
    return (CoirGroup)(generations[index] << INDEX_BITS) | index;
}

int coir_group_index(CoirGroup group)
{
    if (!coir_world_is_default())
        return -1;
    int index = group >= 0 ? group & (COIR_GROUPS_MAX - 1) : -1;
    return index >= 0 && at(index)->is_used && coir_group_number(index) == group ? index : -1;
}

// Returns the index of the group above; -1 for the root.
static int parent_of(int index)
{
    return index == COIR_GROUP_ALL ? -1 : at(index)->parent;
}

bool coir_group_is_below(int group, int above)
{
    while (group >= 0 && group != above)
        group = parent_of(group);
    return group >= 0;
}

bool coir_group_is_dying(int group)
{
    while (group >= 0 && !at(group)->is_dying)
        group = parent_of(group);
    return group >= 0;
}

bool coir_group_is_frozen(int group)
{
    for (; group >= 0; group = parent_of(group))
        if (at(group)->is_paused)
            return true;
    return false;
}

int64_t coir_group_not_before(int group, int64_t time)
{
    return group >= 0 && at(group)->made_at > time ? at(group)->made_at : time;
}

float coir_group_loudness(int group, int64_t time)
{
    float loudness = 1;
    for (; group >= 0; group = parent_of(group))
        loudness *= at(group)->is_muted ? 0 : coir_fade_at(&at(group)->volume, time);
    return loudness;
}

// Making and destroying ----------------------------------------------------------------------------------------------

static void begin(int index, int parent)
{
    *at(index) = (CoirGroupRecord){.is_used = true, .parent = (uint8_t)parent, .volume = {1, 1, 0, 0}};
}

void coir_groups_reset(void)
{
    for (int index = 0; index <= COIR_GROUP_ALL; index++)
        begin(index, COIR_GROUP_ALL);
}

void coir_groups_free(void)
{
    for (int index = 0; index < COIR_GROUPS_MAX; index++) {
        coir_free(at(index)->name);
        coir_free(at(index)->echo);
        generations[index] += index > COIR_GROUP_ALL && at(index)->is_used;
    }
}

// Returns a free index; -1: none. Prefers an index whose earlier groups have all ended in the mixer, too (`endings` is
// 0). An index that has used up all its generations is never returned again.
static int free_index(void)
{
    int found = -1;
    for (int index = COIR_GROUP_ALL + 1; index < COIR_GROUPS_MAX; index++)
        if (!at(index)->is_used && !at(index)->echo && generations[index] < GENERATION_MAX &&
            (found < 0 || (coir_sounds.endings[found] > 0 && coir_sounds.endings[index] == 0)))
            found = index;
    return found;
}

int coir_groups_add(const char *name, int parent, int64_t time)
{
    int index = free_index();
    if (index < 0)
        return FAIL("coir_group_new: there are %d groups already; destroy one first", COIR_GROUPS_MAX), -1;
    char *copy = name ? coir_copy_text(name) : NULL;
    // The mixer applies a prompt change in its next buffer (mixer.h), so that a voice can begin in the group at once.
    // If the mixer may not have taken the end of an earlier group with this index (`endings`), the change is timed: the
    // earlier end is a timed change, which a prompt change could overtake.
    bool is_prompt = coir_sounds.endings[index] == 0;
    CoirChange change = {
        .kind = COIR_CHANGE_GROUP, .group = (uint8_t)index, .slot = (uint16_t)parent, .is_prompt = is_prompt};
    if ((name && !copy) || !coir_sounds_reserve() || !coir_send(change, time)) {
        coir_free(copy);
        return -1;
    }
    begin(index, parent);
    at(index)->made_at = coir_sounds.groups_time;
    at(index)->name = copy;
    return index;
}

// Removes the duck of all groups that the group `index` lowers.
static void end_ducks_by(int index, int64_t time)
{
    for (int each = 0; each < COIR_GROUPS_MAX; each++)
        if (at(each)->is_used && at(each)->has_duck && (at(each)->duck.by & (COIR_GROUPS_MAX - 1)) == index)
            coir_group_change_duck(each, NULL, time);
}

void coir_groups_remove(int index, CoirSlotId *carriers, int64_t time)
{
    CoirGroupRecord *record = at(index);
    for (int child = COIR_GROUP_ALL + 1; child < COIR_GROUPS_MAX; child++)
        if (at(child)->is_used && at(child)->parent == index)
            coir_groups_remove(child, carriers, time);
    end_ducks_by(index, time);
    carriers[index] = record->carrier;
    coir_free(record->name);
    coir_send_end((CoirChange){.kind = COIR_CHANGE_GROUP_END, .group = (uint8_t)index}, time);
    coir_retire((CoirRetired){.group = index, .echo = record->echo}, time);
    coir_sounds.endings[index]++;
    *record = (CoirGroupRecord){0};
    generations[index]++;
}

// Volume -------------------------------------------------------------------------------------------------------------

static void send_ramp(CoirChangeKind kind, int index, float value, int64_t begin_time, int64_t end)
{
    int32_t samples = coir_samples_between(begin_time, end);
    coir_send((CoirChange){.kind = (uint8_t)kind, .group = (uint8_t)index, .value = value, .samples = samples},
              begin_time);
}

void coir_group_change_volume(int index, float volume, int64_t begin_time, int64_t end)
{
    CoirGroupRecord *record = at(index);
    bool is_sudden = end - begin_time <= COIR_SOUND_FADE; // the fade only avoids a click
    float from = is_sudden ? volume : coir_fade_at(&record->volume, begin_time);
    record->volume = (CoirFade){from, volume, begin_time, end};
    send_ramp(COIR_CHANGE_GROUP_VOLUME, index, volume, begin_time, end);
}

void coir_group_change_muted(int index, bool is_muted, int64_t time)
{
    CoirGroupRecord *record = at(index);
    if (record->is_muted == is_muted)
        return;
    record->is_muted = is_muted;
    send_ramp(COIR_CHANGE_GROUP_MUTE, index, is_muted ? 0 : 1, time, time + COIR_SOUND_FADE);
}

// Ducking ------------------------------------------------------------------------------------------------------------

// Returns true if a voice plays in `group` or below.
static bool is_playing(int group)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (record->state == COIR_VOICE_PLAYS && !record->is_frozen &&
            coir_group_is_below(coir_group_index(record->group), group))
            return true;
    }
    return false;
}

// Lowers a group, or raises the group to its own volume again.
static void set_ducked(int index, bool is_ducked, int64_t time)
{
    CoirGroupRecord *record = at(index);
    if (record->is_ducked == is_ducked)
        return;
    record->is_ducked = is_ducked;
    double seconds = is_ducked ? record->duck.attack : record->duck.release;
    int64_t length = 0;
    coir_to_nanoseconds(seconds, &length);
    coir_send((CoirChange){.kind = COIR_CHANGE_GROUP_DUCK,
                           .group = (uint8_t)index,
                           .value = is_ducked ? record->duck.volume : 1,
                           .samples = coir_samples_between(0, length)},
              time);
}

void coir_groups_duck(int64_t time)
{
    for (int index = 0; coir_sounds.may_duck && index < COIR_GROUPS_MAX; index++)
        if (at(index)->is_used && at(index)->has_duck)
            set_ducked(index, is_playing(coir_group_index(at(index)->duck.by)), time);
}

void coir_group_change_duck(int index, const CoirDuck *duck, int64_t time)
{
    CoirGroupRecord *record = at(index);
    set_ducked(index, false, time);
    record->has_duck = duck;
    if (!duck)
        return;
    record->duck = *duck;
    record->duck.attack = duck->attack > 0 ? duck->attack : 0.1;
    record->duck.release = duck->release > 0 ? duck->release : 0.5;
    coir_sounds.may_duck = true;
    coir_groups_duck(time);
}
