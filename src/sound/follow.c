// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices that follow a run (coir_play_whole). The run reports the position in the sound at the end of each step. If
// the run turns back, freezes or resumes in the middle of a step, the run also reports the position at this time. The
// motion between two reports is a *way*: a number of samples in a time. The voice plays a way with a constant speed.

#include "sound/follow.h"

#include <math.h>

#include "sound/voices.h"
#include "time/nanoseconds.h"

#define PITCH_MOST 64.0           // above this speed a voice is frozen, and jumps
#define WAY_LEAST 0.5             // samples; on a shorter way the voice is frozen
#define TIME_LEAST INT64_C(20000) // ns, about one sample; a way of less time becomes part of the next way

static void freeze_from(CoirVoiceRecord *record, int64_t time)
{
    coir_voice_note_position(record, time);
    coir_voice_set_frozen(record, true, time);
}

void coir_voices_freeze(void)
{
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (record->state != COIR_VOICE_PLAYS || !record->follows)
            continue;
        if (!record->was_followed && !record->is_frozen)
            freeze_from(record, coir_later(record->followed_until, coir_sounds.now));
        record->was_followed = false;
    }
}

int64_t coir_voice_step_begin(const CoirVoiceRecord *record)
{
    return coir_later(record->since, coir_sounds.now);
}

// Returns the start time of the next way.
static int64_t way_begin(const CoirVoiceRecord *record)
{
    int64_t begin = record->is_behind ? coir_sounds.now : coir_voice_step_begin(record);
    return coir_later(begin, record->followed_until);
}

// Returns the time from which the voice may be heard on the next way. After a pause, this time may be inside the way.
static int64_t heard_from(const CoirVoiceRecord *record)
{
    return coir_later(way_begin(record), record->since);
}

// Moves a silent voice on the game's side only, and sends nothing to the mixer.
static void follow_silently(CoirVoiceRecord *record, double position, int64_t end)
{
    record->position = position;
    record->followed_until = end;
    record->is_behind = true;
}

// If the silent voice has moved in a pause, sends the mixer the position at which the voice is heard again: a position
// on the way to `position` at `end`. Returns the record; NULL: the voice has ended.
static CoirVoiceRecord *send_position(CoirVoiceRecord *record, double position, int64_t end)
{
    if (!record->is_behind)
        return record;
    CoirVoice name = coir_voice_name(record);
    int64_t begin = way_begin(record), heard = heard_from(record);
    double part = (double)(heard - begin) / (double)(end - begin);
    record->is_behind = false;
    coir_voice_go_to(record, record->position + (position - record->position) * part, heard);
    return coir_voice_find(name); // NULL: opening a stream has logged, and the log hook has ended the voice
}

// Returns the pitch with which a voice moves from its position at `begin` to `position` at `end`.
static double pitch_to(const CoirVoiceRecord *record, double position, int64_t begin, int64_t end)
{
    return (position - coir_voice_played_at(record, begin)) /
           (coir_to_seconds(end - begin) * record->sound->format.rate);
}

static void play_on(CoirVoiceRecord *record, double pitch, int64_t begin)
{
    if (record->is_frozen)
        coir_voice_note_position(record, begin);
    if ((float)pitch != record->pitch)
        coir_voice_change_pitch(record, (float)pitch, begin);
    coir_voice_set_frozen(record, false, begin);
}

void coir_voice_jump(CoirVoiceRecord *record, double position, int64_t time, bool is_frozen)
{
    CoirVoice name = coir_voice_name(record);
    time = coir_later(time, way_begin(record));
    record->was_followed = true;
    if (record->is_silenced || record->is_behind) {
        follow_silently(record, position, time);
        return;
    }
    record->followed_until = time;
    if (fabs(position - coir_voice_played_at(record, time)) >= 1)
        coir_voice_go_to(record, position, time);
    record = coir_voice_find(name); // NULL: opening a stream has logged, and the log hook has ended the voice
    if (record && is_frozen)
        freeze_from(record, time);
}

void coir_voice_follow(CoirVoiceRecord *record, double position, int64_t end)
{
    record->was_followed = true;
    if (record->is_silenced || (record->is_behind && end <= heard_from(record))) {
        follow_silently(record, position, end);
        return;
    }
    record = send_position(record, position, end);
    if (!record)
        return;
    int64_t begin = way_begin(record);
    if (end - begin < TIME_LEAST) {
        if (fabs(position - coir_voice_played_at(record, begin)) >= 1)
            coir_voice_go_to(record, position, begin);
        return;
    }
    if (fabs(position - coir_voice_played_at(record, begin)) <
        WAY_LEAST) { // the run is frozen, or the ease is flat here
        record->followed_until = end;
        if (!record->is_frozen)
            freeze_from(record, begin);
        return;
    }
    double pitch = pitch_to(record, position, begin, end);
    bool jumps = !(fabs(pitch) <= PITCH_MOST);
    // The mixer plays no stream backwards: the stream is still at the position from which the voice went backwards.
    bool turns = record->stream && record->pitch < 0 && pitch >= 0;
    record->followed_until = end;
    if (jumps && !record->is_frozen)
        freeze_from(record, begin);
    if (jumps || turns) {
        CoirVoice name = coir_voice_name(record);
        coir_voice_go_to(record, position, end);
        record = coir_voice_find(name); // NULL: `position` is not inside the sound, or a log hook has ended the voice
    }
    if (record && jumps) // a stream that went backwards before is at `position` now, and need not jump again
        coir_voice_change_pitch(record, 0, end);
    if (record && !jumps)
        play_on(record, pitch, begin);
}

// Lets the voice play to `position` at `end`. Does nothing if the voice would have to jump, or on a way of less than
// TIME_LEAST.
static void come_to(CoirVoiceRecord *record, double position, int64_t begin, int64_t end)
{
    if (end - begin < TIME_LEAST)
        return;
    double pitch = pitch_to(record, position, begin, end);
    if (!(fabs(pitch) <= PITCH_MOST) || (record->stream && record->pitch < 0))
        return;
    record->followed_until = end;
    play_on(record, pitch, begin);
}

void coir_voice_follow_quietly(CoirVoiceRecord *record, double position, int64_t end, bool is_frozen)
{
    int64_t begin = way_begin(record);
    end = coir_later(end, begin);
    record->was_followed = true;
    if (record->is_silenced || record->is_behind) {
        follow_silently(record, position, end);
    } else if (record->is_frozen && fabs(position - record->position) < 1) {
        record->followed_until = end; // start of the next way
    } else {
        come_to(record, position, begin, end);
        if (!is_frozen)
            return;
        freeze_from(record, end);
    }
}
