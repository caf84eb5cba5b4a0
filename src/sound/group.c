// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The functions of coir/group.h check their arguments, and change groups at the time of the sound clock.

#include "coir/group.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "sound/advance.h"
#include "sound/changes.h"
#include "sound/clock.h"
#include "sound/groups.h"
#include "sound/pieces.h"
#include "sound/setup.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

#define PI 3.14159265358979323846

static CoirGroupRecord *at(int index)
{
    return &coir_sounds.groups[index];
}

static int64_t now(void)
{
    return coir_sound_time(NULL);
}

// Making and destroying ----------------------------------------------------------------------------------------------

CoirGroup coir_group_new(const char *name, CoirGroup parent)
{
    int above = coir_group_check_living(parent, "coir_group_new");
    int index = above >= 0 ? coir_groups_add(name, above, now()) : -1;
    return index >= 0 ? coir_group_number(index) : COIR_GROUP_NONE;
}

// Stops the voices of a group and of the groups below. The end callback of a run may destroy the group, and make a
// group with the same index.
static void stop_voices(CoirGroup group)
{
    coir_sounds_busy_begin();
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (coir_voice_is_alive(record) &&
            coir_group_is_below(coir_group_index(record->group), coir_group_index(group)))
            coir_voice_end(record, COIR_VOICE_STOPPED, now());
    }
    coir_sounds_busy_end();
}

void coir_group_destroy(CoirGroup group)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, "coir_group_destroy");
    if (index < 0)
        return;
    if (index <= COIR_GROUP_ALL) {
        MISTAKE("coir_group_destroy: group %d is always there; destroy groups that coir_group_new has made", index);
        return;
    }
    at(index)->is_dying = true;
    coir_pieces_drop(index);
    stop_voices(group);
    if (coir_group_index(group) < 0)
        return; // the end callback of a run has destroyed the group, or closed the mixer
    CoirSlotId carriers[COIR_GROUPS_MAX] = {{0}};
    coir_groups_remove(index, carriers, now());
    for (int i = 0; i < COIR_GROUPS_MAX; i++) // last: end callbacks of runs may do anything
        if (carriers[i].generation != 0)
            coir_sounds.hooks->drop_carrier(carriers[i]);
}

// Questions ----------------------------------------------------------------------------------------------------------

const char *coir_group_name(CoirGroup group)
{
    static const char *const names[] = {"effects", "music", "interface", "all"};
    if (group >= 0 && group <= COIR_GROUP_ALL)
        return names[group];
    int index = coir_group_index(group);
    return index < 0 ? NULL : at(index)->name;
}

CoirGroup coir_group_find(const char *name)
{
    if (!coir_world_check("coir_group_find"))
        return COIR_GROUP_NONE;
    for (int index = 0; name && index < COIR_GROUPS_MAX; index++) {
        const char *each =
            index <= COIR_GROUP_ALL || at(index)->is_used ? coir_group_name(coir_group_number(index)) : NULL;
        if (each && strcmp(each, name) == 0)
            return coir_group_number(index);
    }
    return COIR_GROUP_NONE;
}

CoirGroup coir_group_parent(CoirGroup group)
{
    if (group == COIR_GROUP_ALL)
        return COIR_GROUP_NONE;
    if (group >= 0 && group < COIR_GROUP_ALL)
        return COIR_GROUP_ALL;
    int index = coir_group_index(group);
    return index < 0 ? COIR_GROUP_NONE : coir_group_number(at(index)->parent);
}

bool coir_group_exists(CoirGroup group)
{
    return (group >= 0 && group <= COIR_GROUP_ALL) || coir_group_index(group) >= 0;
}

// Volume -------------------------------------------------------------------------------------------------------------

static bool check_volume(float volume, const char *function)
{
    if (volume >= 0 && volume <= COIR_VOLUME_MAX)
        return true;
    return MISTAKE("%s: a volume of %g; it must be 0 to %d", function, (double)volume, COIR_VOLUME_MAX);
}

bool coir_group_set_volume(CoirGroup group, float volume)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, "coir_group_set_volume");
    if (index < 0 || !check_volume(volume, "coir_group_set_volume"))
        return false;
    coir_group_change_volume(index, volume, now(), now() + COIR_SOUND_FADE);
    return true;
}

bool coir_group_fade_to(CoirGroup group, float volume, double seconds)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, "coir_group_fade_to");
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
    int index = coir_group_index(group);
    return index < 0 ? 0 : coir_fade_at(&at(index)->volume, now());
}

bool coir_group_set_muted(CoirGroup group, bool muted)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, "coir_group_set_muted");
    if (index >= 0)
        coir_group_change_muted(index, muted, now());
    return index >= 0;
}

bool coir_group_is_muted(CoirGroup group)
{
    int index = coir_group_index(group);
    return index >= 0 && at(index)->is_muted;
}

// Pausing and stopping -----------------------------------------------------------------------------------------------

static bool set_paused(CoirGroup group, bool paused, const char *function)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, function);
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
    int index = coir_group_index(group);
    return index >= 0 && at(index)->is_paused;
}

bool coir_group_stop_all(CoirGroup group)
{
    coir_sounds_bring_to_now();
    int index = coir_group_check(group, "coir_group_stop_all");
    if (index < 0)
        return false;
    coir_pieces_drop(index);
    stop_voices(group);
    return true;
}

// Effects ------------------------------------------------------------------------------------------------------------

bool coir_group_set_low_pass(CoirGroup group, double hertz)
{
    int index = coir_group_check(group, "coir_group_set_low_pass");
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
    int index = coir_group_check(group, "coir_group_set_echo");
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

static bool check_duck(const CoirDuck *duck, int index)
{
    int by = coir_group_check(duck->by, "coir_group_set_duck");
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
    int index = coir_group_check(group, "coir_group_set_duck");
    if (index < 0 || (duck && !check_duck(duck, index)))
        return false;
    coir_group_change_duck(index, duck, now());
    return true;
}
