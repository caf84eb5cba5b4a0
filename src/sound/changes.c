// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sends changes to the mixer. At the end of a step, the changes of the step are sorted by the samples at which they are
// due, and go into the mixer's two rings, for timed and for prompt changes (mixer.h). Changes for which the rings have
// no room wait in the array. No change of a step is due before the changes that still wait from earlier steps. So new
// changes are added behind the waiting changes, and only the new changes are sorted. Without a device, the mixer takes
// changes only when samples are rendered or skipped (output.c).

#include "sound/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "time/nanoseconds.h"

// Times and samples --------------------------------------------------------------------------------------------------

#define SECOND INT64_C(1000000000)

int64_t coir_sample_of(int64_t time)
{
    int64_t rate = coir_sounds.def.rate;
    return time / SECOND * rate + (time % SECOND * rate + SECOND / 2) / SECOND;
}

int32_t coir_samples_between(int64_t begin, int64_t end)
{
    int64_t samples = coir_sample_of(end) - coir_sample_of(begin);
    return samples <= 0 ? 0 : samples < INT32_MAX ? (int32_t)samples : INT32_MAX;
}

// Sending ------------------------------------------------------------------------------------------------------------

// Returns the time at which a change is due. Two sorts of changes keep the order of the calls, even if the time of a
// call is earlier than the time of the previous call:
//
// 1. Changes that set an echo, make a group or destroy a group, for all groups together.
// 2. Changes of one other kind of the same group. These changes are not due before the group is made.
static int64_t in_order(const CoirChange *change, int64_t time)
{
    CoirGroupRecord *group = &coir_sounds.groups[change->group];
    int64_t *last = &coir_sounds.groups_time;
    if (change->kind < COIR_CHANGE_GROUP)
        return time;
    if (change->kind >= COIR_CHANGE_GROUP_VOLUME && change->kind <= COIR_CHANGE_LOW_PASS) {
        last = &group->changed_at[change->kind - COIR_CHANGE_GROUP_VOLUME];
        time = coir_later(time, group->made_at);
    }
    *last = coir_later(time, *last);
    return *last;
}

// Makes room for `more` changes, and for one additional change of each voice and group. The additional room is for the
// changes that end voices and groups. So the end is always sent to the mixer, which never reads freed memory.
static bool reserve_changes(int more)
{
    int count = coir_sounds.change_count + more + coir_sounds.slot_count + COIR_GROUPS_MAX;
    CoirChange *changes = coir_grow(coir_sounds.changes, &coir_sounds.change_capacity, count, sizeof *changes);
    if (changes)
        coir_sounds.changes = changes;
    return changes;
}

// Makes room to retire the sounds with the streams of all voices, the echoes of all groups, and one replaced stream or
// echo.
static bool reserve_retired(void)
{
    int count = coir_sounds.retired_count + 1 + coir_sounds.slot_count + COIR_GROUPS_MAX;
    CoirRetired *retired = coir_grow(coir_sounds.retired, &coir_sounds.retired_capacity, count, sizeof *retired);
    if (retired)
        coir_sounds.retired = retired;
    return retired;
}

bool coir_sounds_reserve(void)
{
    return reserve_changes(1) && reserve_retired();
}

static void add(CoirChange change, int64_t time)
{
    change.at = coir_sample_of(in_order(&change, time));
    change.order = (uint32_t)coir_sounds.change_count;
    coir_sounds.changes[coir_sounds.change_count++] = change;
}

bool coir_send(CoirChange change, int64_t time)
{
    if (!coir_sounds.mixer)
        return false;
    bool has_room = reserve_changes(1);
    if (has_room)
        add(change, time);
    else
        coir_sounds.has_lost = true; // this change is never sent to the mixer
    return has_room;
}

void coir_send_end(CoirChange change, int64_t time)
{
    if (coir_sounds.mixer)
        add(change, time);
}

// Returns the change with its voice filled in.
static CoirChange of_voice(const CoirVoiceRecord *voice, CoirChange change)
{
    change.slot = (uint16_t)(voice - coir_sounds.voices);
    change.serial = voice->generation;
    change.is_prompt = voice->is_prompt;
    return change;
}

bool coir_send_voice(const CoirVoiceRecord *voice, CoirChange change, int64_t time)
{
    return coir_send(of_voice(voice, change), coir_later(time, voice->since));
}

void coir_send_cut(const CoirVoiceRecord *voice, int64_t time)
{
    coir_send_end(of_voice(voice, (CoirChange){.kind = COIR_CHANGE_CUT}), coir_later(time, voice->since));
}

static int by_sample(const void *one, const void *other)
{
    const CoirChange *a = one, *b = other;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void sort_changes(void)
{
    int fresh = coir_sounds.change_count - coir_sounds.changes_sorted;
    if (fresh > 1)
        qsort(coir_sounds.changes + coir_sounds.changes_sorted, (size_t)fresh, sizeof *coir_sounds.changes, by_sample);
    coir_sounds.changes_sorted = coir_sounds.change_count;
}

// Called when a prompt change of a voice must be timed, because the device is stalled. Makes this change and all later
// changes of the voice timed; otherwise a later prompt change would overtake this change.
static void end_promptness(const CoirChange *change)
{
    CoirVoiceRecord *record = &coir_sounds.voices[change->slot];
    if (record->generation == change->serial)
        record->is_prompt = false;
    for (int i = coir_sounds.changes_sent; i < coir_sounds.change_count; i++) {
        CoirChange *other = &coir_sounds.changes[i];
        if (other->is_prompt && other->slot == change->slot && other->serial == change->serial)
            other->is_prompt = false;
    }
}

void coir_end_all_promptness(void)
{
    for (int slot = 0; slot < coir_sounds.used; slot++)
        coir_sounds.voices[slot].is_prompt = false;
    for (int i = coir_sounds.changes_sent; i < coir_sounds.change_count; i++)
        coir_sounds.changes[i].is_prompt = false;
}

// Adds a change to its ring. Returns false if the ring is full.
static bool push(const CoirChange *change)
{
    bool may_be_prompt = coir_sounds.has_device && !coir_sounds.is_stalled;
    bool is_of_voice = change->kind < COIR_CHANGE_GROUP;
    if (change->is_prompt && coir_sounds.is_stalled && is_of_voice)
        end_promptness(change);
    CoirChange placed = *change;
    placed.is_prompt = placed.is_prompt && may_be_prompt;
    placed.at += coir_sounds.offset;
    return coir_change_add(placed.is_prompt ? &coir_sounds.mixer->prompt : &coir_sounds.mixer->timed, &placed);
}

// Moves the unsent changes to the front of the array, as soon as the array has at least as many sent changes as unsent
// changes.
static void forget_sent(void)
{
    int sent = coir_sounds.changes_sent, rest = coir_sounds.change_count - sent;
    if (sent == 0 || sent < rest)
        return;
    coir_sounds.changes_forgotten += sent;
    memmove(coir_sounds.changes, coir_sounds.changes + sent, (size_t)rest * sizeof *coir_sounds.changes);
    coir_sounds.changes_sent = 0;
    coir_sounds.changes_sorted = coir_sounds.change_count = rest;
}

// Called when the waiting changes are sorted. Stores the number of the last waiting change in each thing that was
// retired since the last call. A retired thing is kept until all changes up to this number are in the rings, and the
// mixer no longer reads the thing (note_taken).
static void note_changes(void)
{
    int64_t last = coir_sounds.changes_forgotten + coir_sounds.change_count;
    for (int i = coir_sounds.retired_count - 1; i >= 0 && coir_sounds.retired[i].last_change < 0; i--)
        coir_sounds.retired[i].last_change = last;
}

int64_t coir_push_changes(void)
{
    sort_changes();
    note_changes();
    while (coir_sounds.changes_sent < coir_sounds.change_count && push(&coir_sounds.changes[coir_sounds.changes_sent]))
        coir_sounds.changes_sent++;
    forget_sent();
    if (coir_sounds.changes_sent == coir_sounds.change_count)
        return COIR_SOUND_NEVER;
    return coir_sounds.changes[coir_sounds.changes_sent].at + coir_sounds.offset;
}

// Retired things -----------------------------------------------------------------------------------------------------

static void free_one(const CoirRetired *retired)
{
    coir_sounds.retired_streams -= retired->stream != NULL;
    coir_stream_close(retired->stream); // first: a stream has the path of its sound
    coir_sound_release(retired->sound);
    if (retired->group > 0)
        coir_sounds.endings[retired->group]--;
    coir_free(retired->echo);
}

void coir_retire(CoirRetired retired, int64_t time)
{
    retired.at = coir_sample_of(time);
    retired.last_change = -1;
    coir_sounds.retired_streams += retired.stream != NULL;
    coir_sounds.retired[coir_sounds.retired_count++] = retired;
}

void coir_read_mixed(void)
{
    uint32_t shown = (uint32_t)atomic_load_explicit(&coir_sounds.mixer->time_shown, memory_order_acquire);
    coir_sounds.mixed += (uint32_t)(shown - (uint32_t)coir_sounds.mixed);
}

// Returns true if all changes for which a retired thing waits are in the rings. The first time, stores how many changes
// of each ring the mixer must take before the thing is freed.
static bool note_sent(CoirRetired *retired)
{
    int64_t sent = coir_sounds.changes_forgotten + coir_sounds.changes_sent;
    if (retired->is_sent || retired->last_change < 0 || retired->last_change > sent)
        return retired->is_sent;
    retired->is_sent = true;
    retired->at += coir_sounds.offset;
    retired->timed = coir_changes_added(&coir_sounds.mixer->timed);
    retired->prompt = coir_changes_added(&coir_sounds.mixer->prompt);
    return true;
}

// Sets `is_taken` if the mixer has taken the changes for which a retired thing waits. The mixer applies a late change
// after its sample, so the voice may still be fading out. So the thing is kept for at least COIR_SOUND_REUSE from now.
static void note_taken(CoirRetired *retired)
{
    CoirMixer *mixer = coir_sounds.mixer;
    if (retired->is_taken || !coir_changes_taken(&mixer->timed, retired->timed) ||
        !coir_changes_taken(&mixer->prompt, retired->prompt))
        return;
    coir_read_mixed();
    int64_t soonest = coir_sounds.mixed + coir_sample_of(COIR_SOUND_REUSE);
    retired->at = retired->at > soonest ? retired->at : soonest;
    retired->is_taken = true;
}

static bool is_unused(CoirRetired *retired)
{
    note_taken(retired);
    return retired->is_taken && retired->at < coir_sounds.mixed;
}

// Frees the unused things among the first `count` retired things, and moves all other things to the front.
static void free_of_first(int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (is_unused(&coir_sounds.retired[i]))
            free_one(&coir_sounds.retired[i]);
        else
            coir_sounds.retired[kept++] = coir_sounds.retired[i];
    if (kept == count)
        return;
    memmove(coir_sounds.retired + kept, coir_sounds.retired + count,
            (size_t)(coir_sounds.retired_count - count) * sizeof *coir_sounds.retired);
    coir_sounds.retired_count -= count - kept;
}

void coir_free_retired(void)
{
    int sent = 0;
    while (sent < coir_sounds.retired_count && note_sent(&coir_sounds.retired[sent]))
        sent++;
    free_of_first(sent);
}

void coir_changes_free(void)
{
    for (int i = 0; i < coir_sounds.retired_count; i++)
        free_one(&coir_sounds.retired[i]);
    coir_free(coir_sounds.retired);
    coir_free(coir_sounds.changes);
}
