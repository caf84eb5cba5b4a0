// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Groups on the game's side. The lower INDEX_BITS bits of a group's number (CoirGroup) are the index of the group.
// The upper bits are the generation of the index, which grows when the group is destroyed. So the number of a
// destroyed group is never used again.

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "sound/world.h"
#include "time/nanoseconds.h"

#define INDEX_BITS 5
#define GENERATION_MAX (INT32_MAX >> INDEX_BITS)
#define PI 3.14159265358979323846

_Static_assert(COIR_GROUPS_MAX == 1 << INDEX_BITS, "the index of a group has INDEX_BITS bits");

static uint32_t generations[COIR_GROUPS_MAX]; // kept when the mixer is closed

static CoirGroupRecord *at(int index)
{
    return &coir_sounds.groups[index];
}

static CoirGroup number_of(int index)
{
    return (CoirGroup)(generations[index] << INDEX_BITS) | index;
}

static int64_t now(void)
{
    return coir_sound_time(NULL);
}

int coir_group_index(CoirGroup group, const char *function)
{
    if (!(function ? coir_world_check(function) && coir_sounds_need() : coir_world_is_default()))
        return -1;
    int index = group >= 0 ? group & (COIR_GROUPS_MAX - 1) : -1;
    if (index >= 0 && at(index)->is_used && number_of(index) == group)
        return index;
    if (function)
        MISTAKE("%s: there is no group %d; it may have been destroyed", function, (int)group);
    return -1;
}

// Returns the group above; -1 for the root.
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

bool coir_group_is_frozen(int group)
{
    for (; group >= 0; group = parent_of(group))
        if (at(group)->is_paused)
            return true;
    return false;
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

// Returns a free index; -1: none. An index that has used up all its generations is never returned again.
static int free_index(void)
{
    for (int index = COIR_GROUP_ALL + 1; index < COIR_GROUPS_MAX; index++)
        if (!at(index)->is_used && !at(index)->echo && generations[index] < GENERATION_MAX)
            return index;
    return -1;
}

CoirGroup coir_group_new(const char *name, CoirGroup parent)
{
    int above = coir_group_index(parent, "coir_group_new"), index = free_index();
    if (above < 0)
        return COIR_GROUP_NONE;
    if (index < 0)
        return FAIL("coir_group_new: there are %d groups already; destroy one first", COIR_GROUPS_MAX), COIR_GROUP_NONE;
    char *copy = name ? coir_copy_text(name) : NULL;
    // A prompt change lets a voice begin in the group with the device's next buffer. If the index was used before, a
    // prompt change could overtake the end of the old group.
    bool is_prompt = generations[index] == 0;
    CoirChange change = {
        .kind = COIR_CHANGE_GROUP, .group = (uint8_t)index, .slot = (uint16_t)above, .is_prompt = is_prompt};
    if ((name && !copy) || !coir_send(change, now())) {
        coir_free(copy);
        return COIR_GROUP_NONE;
    }
    begin(index, above);
    at(index)->name = copy;
    return number_of(index);
}

static void stop_voices(int group)
{
    coir_sounds_busy_begin();
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (coir_voice_lives(record) && coir_group_is_below(coir_group_index(record->group, NULL), group))
            coir_voice_end(record, COIR_VOICE_STOPPED, now());
    }
    coir_sounds_busy_end();
}

// Removes the duck of all groups that the group `index` lowers.
static void end_ducks_by(int index)
{
    for (int each = 0; each < COIR_GROUPS_MAX; each++)
        if (at(each)->is_used && at(each)->has_duck && (at(each)->duck.by & (COIR_GROUPS_MAX - 1)) == index)
            coir_group_set_duck(number_of(each), NULL);
}

// Destroys a group with the groups below, and stores the carriers of their actions in `carriers`.
static void destroy(int index, CoirSlotId *carriers)
{
    CoirGroupRecord *record = at(index);
    for (int child = COIR_GROUP_ALL + 1; child < COIR_GROUPS_MAX; child++)
        if (at(child)->is_used && at(child)->parent == index)
            destroy(child, carriers);
    end_ducks_by(index);
    carriers[index] = record->carrier;
    coir_free(record->name);
    coir_send_end((CoirChange){.kind = COIR_CHANGE_GROUP_END, .group = (uint8_t)index}, now());
    if (record->echo)
        coir_retire((CoirRetired){.echo = record->echo}, now());
    *record = (CoirGroupRecord){0};
    generations[index]++;
}

void coir_group_destroy(CoirGroup group)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_destroy");
    if (index < 0)
        return;
    if (index <= COIR_GROUP_ALL) {
        MISTAKE("coir_group_destroy: group %d is always there; destroy groups that coir_group_new has made", index);
        return;
    }
    coir_music_drop(index);
    stop_voices(index);
    if (coir_group_index(group, NULL) < 0)
        return; // an end callback of an action has destroyed the group, or closed the mixer
    CoirSlotId carriers[COIR_GROUPS_MAX] = {{0}};
    destroy(index, carriers);
    for (int i = 0; i < COIR_GROUPS_MAX; i++) // last: end callbacks of actions may do anything
        if (carriers[i].generation != 0)
            coir_sounds.hooks->drop_carrier(carriers[i]);
}

// Questions ----------------------------------------------------------------------------------------------------------

const char *coir_group_name(CoirGroup group)
{
    static const char *const names[] = {"effects", "music", "interface", "all"};
    if (group >= 0 && group <= COIR_GROUP_ALL)
        return names[group];
    int index = coir_group_index(group, NULL);
    return index < 0 ? NULL : at(index)->name;
}

CoirGroup coir_group_find(const char *name)
{
    if (!coir_world_check("coir_group_find"))
        return COIR_GROUP_NONE;
    for (int index = 0; name && index < COIR_GROUPS_MAX; index++) {
        const char *each = index <= COIR_GROUP_ALL || at(index)->is_used ? coir_group_name(number_of(index)) : NULL;
        if (each && strcmp(each, name) == 0)
            return number_of(index);
    }
    return COIR_GROUP_NONE;
}

CoirGroup coir_group_parent(CoirGroup group)
{
    if (group == COIR_GROUP_ALL)
        return COIR_GROUP_NONE;
    if (group >= 0 && group < COIR_GROUP_ALL)
        return COIR_GROUP_ALL;
    int index = coir_group_index(group, NULL);
    return index < 0 ? COIR_GROUP_NONE : number_of(at(index)->parent);
}

bool coir_group_exists(CoirGroup group)
{
    return (group >= 0 && group <= COIR_GROUP_ALL) || coir_group_index(group, NULL) >= 0;
}

// Volume -------------------------------------------------------------------------------------------------------------

static void send_volume(int index, float volume, int64_t begin_time, int64_t end)
{
    int32_t samples = coir_samples_between(begin_time, end);
    coir_send(
        (CoirChange){.kind = COIR_CHANGE_GROUP_VOLUME, .group = (uint8_t)index, .value = volume, .samples = samples},
        begin_time);
}

void coir_group_change_volume(int index, float volume, int64_t begin_time, int64_t end)
{
    CoirGroupRecord *record = at(index);
    bool is_sudden = end - begin_time <= COIR_SOUND_FADE; // the fade only avoids a click
    float from = is_sudden ? volume : coir_fade_at(&record->volume, begin_time);
    record->volume = (CoirFade){from, volume, begin_time, end};
    if (!record->is_muted)
        send_volume(index, volume, begin_time, end);
}

static bool check_volume(float volume, const char *function)
{
    if (volume >= 0 && volume <= COIR_VOLUME_MAX)
        return true;
    return MISTAKE("%s: a volume of %g; it must be 0 to %d", function, (double)volume, COIR_VOLUME_MAX);
}

bool coir_group_set_volume(CoirGroup group, float volume)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_set_volume");
    if (index < 0 || !check_volume(volume, "coir_group_set_volume"))
        return false;
    coir_group_change_volume(index, volume, now(), now() + COIR_SOUND_FADE);
    return true;
}

bool coir_group_fade_to(CoirGroup group, float volume, double seconds)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_fade_to");
    int64_t wait = 0;
    if (index < 0 || !check_volume(volume, "coir_group_fade_to"))
        return false;
    if (!(seconds >= 0) || !coir_to_nanoseconds(seconds, &wait))
        return MISTAKE("coir_group_fade_to: %g seconds; give 0 to %g", seconds, COIR_SECONDS_MAX);
    coir_group_change_volume(index, volume, now(), now() + wait);
    return true;
}

float coir_group_volume(CoirGroup group)
{
    if (!coir_sounds.mixer)
        return coir_group_exists(group) ? 1 : 0;
    int index = coir_group_index(group, NULL);
    return index < 0 ? 0 : coir_fade_at(&at(index)->volume, now());
}

bool coir_group_set_muted(CoirGroup group, bool muted)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_set_muted");
    if (index < 0)
        return false;
    CoirGroupRecord *record = at(index);
    if (record->is_muted == muted)
        return true;
    record->is_muted = muted;
    int64_t soon = now() + COIR_SOUND_FADE;
    if (muted)
        send_volume(index, 0, now(), soon);
    else
        send_volume(index, record->volume.to, now(), record->volume.end > soon ? record->volume.end : soon);
    return true;
}

bool coir_group_is_muted(CoirGroup group)
{
    int index = coir_group_index(group, NULL);
    return index >= 0 && at(index)->is_muted;
}

// Pausing and stopping -----------------------------------------------------------------------------------------------

static bool set_paused(CoirGroup group, bool paused, const char *function)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, function);
    if (index < 0)
        return false;
    at(index)->is_paused = paused;
    coir_voices_refresh(now());
    return true;
}

bool coir_group_pause(CoirGroup group)
{
    return set_paused(group, true, "coir_group_pause");
}

bool coir_group_resume(CoirGroup group)
{
    return set_paused(group, false, "coir_group_resume");
}

bool coir_group_is_paused(CoirGroup group)
{
    int index = coir_group_index(group, NULL);
    return index >= 0 && at(index)->is_paused;
}

bool coir_group_stop_all(CoirGroup group)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_stop_all");
    if (index < 0)
        return false;
    coir_music_drop(index);
    stop_voices(index);
    return true;
}

// Effects ------------------------------------------------------------------------------------------------------------

bool coir_group_set_low_pass(CoirGroup group, double hertz)
{
    int index = coir_group_index(group, "coir_group_set_low_pass");
    if (index < 0)
        return false;
    if (hertz != 0 && !(hertz >= 20 && hertz <= 20000))
        return MISTAKE("coir_group_set_low_pass: %g Hz; it must be 20 to 20000, or 0: off", hertz);
    double turns = 2 * PI * hertz / coir_sounds.def.rate;
    float factor =
        hertz == 0 ? 1 : (float)(turns / (1 + turns)); // factor of a first-order filter, by backward differences
    coir_send((CoirChange){.kind = COIR_CHANGE_LOW_PASS, .group = (uint8_t)index, .value = factor}, now());
    return true;
}

static bool check_echo(const CoirEcho *echo)
{
    if (!(echo->delay >= 0.001 && echo->delay <= 2))
        return MISTAKE("coir_group_set_echo: a delay of %g s; it must be 0.001 to 2", echo->delay);
    if (!(echo->feedback >= 0 && echo->feedback <= 0.95F))
        return MISTAKE("coir_group_set_echo: a feedback of %g; it must be 0 to 0.95", (double)echo->feedback);
    if (!(echo->mix >= 0 && echo->mix <= 1))
        return MISTAKE("coir_group_set_echo: a mix of %g; it must be 0 to 1", (double)echo->mix);
    return true;
}

bool coir_group_set_echo(CoirGroup group, const CoirEcho *echo)
{
    int index = coir_group_index(group, "coir_group_set_echo");
    if (index < 0 || (echo && !check_echo(echo)))
        return false;
    CoirChange change = {.kind = COIR_CHANGE_ECHO, .group = (uint8_t)index};
    float *pairs = NULL;
    if (echo) {
        change.samples = (int32_t)(echo->delay * coir_sounds.def.rate);
        change.value = echo->feedback;
        change.value2 = echo->mix;
        pairs = coir_alloc((size_t)change.samples * 2 * sizeof *pairs);
        if (!pairs)
            return false;
    }
    change.pointer = pairs;
    if (!coir_sounds_reserve() || !coir_send(change, now())) {
        coir_free(pairs);
        return false;
    }
    if (at(index)->echo)
        coir_retire((CoirRetired){.echo = at(index)->echo}, now());
    at(index)->echo = pairs;
    return true;
}

// Ducking ------------------------------------------------------------------------------------------------------------

// Returns true if a voice plays in `group` or below.
static bool is_playing(int group)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (record->state == COIR_VOICE_PLAYS && !record->is_frozen &&
            coir_group_is_below(coir_group_index(record->group, NULL), group))
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
            set_ducked(index, is_playing(coir_group_index(at(index)->duck.by, NULL)), time);
}

static bool check_duck(const CoirDuck *duck, int index)
{
    int by = coir_group_index(duck->by, "coir_group_set_duck");
    if (by < 0)
        return false;
    if (coir_group_is_below(by, index) || coir_group_is_below(index, by))
        return MISTAKE("coir_group_set_duck: a group cannot be lowered by itself, or by a group above or below; give "
                       "another group");
    if (!(duck->volume >= 0 && duck->volume <= 1))
        return MISTAKE("coir_group_set_duck: a volume of %g; it must be 0 to 1", (double)duck->volume);
    if (!(duck->attack >= 0 && duck->attack <= 60) || !(duck->release >= 0 && duck->release <= 60))
        return MISTAKE("coir_group_set_duck: attack %g s, release %g s; each must be 0 to 60", duck->attack,
                       duck->release);
    return true;
}

bool coir_group_set_duck(CoirGroup group, const CoirDuck *duck)
{
    coir_sounds_bring_to_now();
    int index = coir_group_index(group, "coir_group_set_duck");
    if (index < 0 || (duck && !check_duck(duck, index)))
        return false;
    CoirGroupRecord *record = at(index);
    set_ducked(index, false, now());
    record->has_duck = duck;
    if (!duck)
        return true;
    record->duck = *duck;
    record->duck.attack = duck->attack > 0 ? duck->attack : 0.1;
    record->duck.release = duck->release > 0 ? duck->release : 0.5;
    coir_sounds.may_duck = true;
    coir_groups_duck(now());
    return true;
}
