// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices on the game's side: start, position, speed and end. The functions of coir/voice.h are in voice.c.
//
// A voice waits for its delay, then plays. From the time `since` on, the voice has a constant speed. So the position
// at any time and the time of the end are computed, not counted. When a pause, a pitch or the owner's clock changes
// the speed, coir_voice_note_position stores a new `position` and `since`.

#include "sound/voices.h"

#include <math.h>

#include "base/fail.h"
#include "base/world.h"
#include "coir/scheduler.h"
#include "sound/changes.h"
#include "sound/clock.h"
#include "sound/groups.h"
#include "sound/pieces.h"
#include "sound/rules.h"
#include "sound/setup.h"
#include "time/nanoseconds.h"

_Static_assert(sizeof(CoirVoiceRecord) + sizeof(CoirMixVoice) <= 256, "memory of a voice");

// Finding ------------------------------------------------------------------------------------------------------------

CoirVoiceRecord *coir_voice_find(CoirVoice voice)
{
    if (!coir_world_is_default() || voice.generation == 0 || voice.index >= (uint32_t)coir_sounds.used)
        return NULL;
    CoirVoiceRecord *record = &coir_sounds.voices[voice.index];
    return coir_voice_is_alive(record) && record->generation == voice.generation ? record : NULL;
}

CoirVoice coir_voice_name(const CoirVoiceRecord *record)
{
    return (CoirVoice){(uint32_t)(record - coir_sounds.voices), record->generation};
}

// Positions and times ------------------------------------------------------------------------------------------------

static double seconds_since(const CoirVoiceRecord *record, int64_t time)
{
    return time > record->since ? coir_to_seconds(time - record->since) : 0;
}

// Returns the change of `position` per second of the sound clock.
static double speed_of(const CoirVoiceRecord *record)
{
    if (record->is_frozen)
        return 0;
    if (record->state == COIR_VOICE_WAITS)
        return record->slope;
    return record->slope * (double)record->pitch * record->sound->format.rate;
}

double coir_voice_played_at(const CoirVoiceRecord *record, int64_t time)
{
    return record->position + seconds_since(record, time) * speed_of(record);
}

// Returns the time at which a call changes a voice. In a step, all timers run before all actions. So the time of a call
// may be earlier than the time of the previous call. Both changes then happen at the later time.
static int64_t not_before(const CoirVoiceRecord *record, int64_t time)
{
    return time > record->since ? time : record->since;
}

void coir_voice_note_position(CoirVoiceRecord *record, int64_t time)
{
    record->position = coir_voice_played_at(record, time);
    record->is_new = record->is_new && time <= record->since;
    record->since = not_before(record, time);
}

static double loop_length(const CoirVoiceRecord *record)
{
    return (double)(record->loop_end - record->loop_begin);
}

// Returns the number of samples from the start to the end of the sound, with the loops of the voice.
static double whole_length(const CoirVoiceRecord *record)
{
    if (record->loops == COIR_FOREVER)
        return INFINITY;
    return (double)record->sound->format.length + record->loops * loop_length(record);
}

// Returns the number of loops that are over when a voice has played `played` samples.
static double loops_over(const CoirVoiceRecord *record, double played)
{
    double beyond = played - (double)record->loop_end;
    if (beyond < 0 || record->loops == 0)
        return 0;
    double over = floor(beyond / loop_length(record)) + 1;
    return record->loops == COIR_FOREVER || over < record->loops ? over : record->loops;
}

double coir_voice_position_at(const CoirVoiceRecord *record, int64_t time)
{
    if (record->state == COIR_VOICE_WAITS)
        return record->begin;
    double played = coir_voice_played_at(record, time);
    return played - loops_over(record, played) * loop_length(record);
}

static int32_t loops_left(const CoirVoiceRecord *record, int64_t time)
{
    if (record->loops == COIR_FOREVER || record->state == COIR_VOICE_WAITS)
        return record->loops;
    return record->loops - (int32_t)loops_over(record, coir_voice_played_at(record, time));
}

// Returns the time at which `position` reaches `goal`.
static int64_t time_of(const CoirVoiceRecord *record, double goal)
{
    double speed = speed_of(record), rest = goal - record->position;
    if (rest <= 0)
        return record->since;
    double wait = speed > 0 ? rest / speed * 1e9 : INFINITY;
    return wait < (double)(INT64_C(1) << 62) ? record->since + (int64_t)llround(wait) : COIR_SOUND_NEVER;
}

static int64_t end_of_fade(const CoirVoiceRecord *record)
{
    return record->stops_after_fade ? record->volume.end : COIR_SOUND_NEVER;
}

// Returns the time at which a waiting voice starts, or at which the sound of a voice is over.
static int64_t time_of_play(const CoirVoiceRecord *record)
{
    if (record->state == COIR_VOICE_WAITS)
        return record->is_frozen ? COIR_SOUND_NEVER : time_of(record, 0);
    return record->follows ? COIR_SOUND_NEVER : time_of(record, whole_length(record));
}

int64_t coir_voice_next(const CoirVoiceRecord *record)
{
    int64_t fade = end_of_fade(record), play = time_of_play(record);
    return fade < play ? fade : play;
}

// The mixer's side ---------------------------------------------------------------------------------------------------

#define SPEED_MAX 1e6 // samples of the sound per sample of the mixer; times COIR_MIX_ONE, this fits into an int64_t

static int64_t mixer_speed(const CoirVoiceRecord *record)
{
    double speed = record->slope * (double)record->pitch * record->sound->format.rate / coir_sounds.def.rate;
    return (int64_t)llround(fmax(-SPEED_MAX, fmin(speed, SPEED_MAX)) * (double)COIR_MIX_ONE);
}

static void pan_factors(const CoirVoiceRecord *record, float *left, float *right)
{
    float pan = record->pan + record->owner_pan;
    pan = pan < -1 ? -1 : pan > 1 ? 1 : pan;
    *left = pan > 0 ? sqrtf(1 - pan) : 1;
    *right = pan < 0 ? sqrtf(1 + pan) : 1;
}

static CoirRamp volume_ramp(const CoirVoiceRecord *record, int64_t time)
{
    return coir_ramp(coir_fade_at(&record->volume, time), record->volume.to,
                     coir_samples_between(time, record->volume.end));
}

// Returns the CoirMixVoice for a voice that begins at the sample `begin` of its sound. The gate of a frozen voice opens
// when the voice is resumed.
static CoirMixVoice mix_voice(const CoirVoiceRecord *record, double begin, int64_t time)
{
    const CoirSoundFormat *format = &record->sound->format;
    bool fades_in = begin > 0 || record->is_frozen;
    CoirMixVoice voice = {.is_active = true,
                          .is_frozen = record->is_frozen,
                          .speed = mixer_speed(record),
                          .loops = record->loops,
                          .channels = (uint8_t)format->channels,
                          .group = (uint8_t)coir_group_index(record->group),
                          .serial = record->generation,
                          .volume = volume_ramp(record, time),
                          .gate = coir_ramp(fades_in ? 0 : 1, 1, coir_mixer_fade(coir_sounds.mixer))};
    voice.is_stream = record->stream;
    if (voice.is_stream) {
        voice.stream = record->stream;
    } else {
        voice.samples = record->sound->samples;
        voice.position = (int64_t)(begin * (double)COIR_MIX_ONE);
        voice.length = (int32_t)format->length;
        voice.loop_begin = record->loop_begin;
        voice.loop_end = record->loop_end;
    }
    pan_factors(record, &voice.left, &voice.right);
    voice.left_from = voice.left;
    voice.right_from = voice.right;
    return voice;
}

static void send_speed(const CoirVoiceRecord *record, int64_t time)
{
    if (record->state == COIR_VOICE_PLAYS)
        coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_SPEED, .position = mixer_speed(record)}, time);
}

// Speed --------------------------------------------------------------------------------------------------------------

void coir_voice_set_frozen(CoirVoiceRecord *record, bool is_frozen, int64_t time)
{
    if (record->is_frozen == is_frozen)
        return;
    record->is_frozen = is_frozen;
    if (record->state == COIR_VOICE_PLAYS)
        coir_send_voice(record, (CoirChange){.kind = is_frozen ? COIR_CHANGE_FREEZE : COIR_CHANGE_RESUME}, time);
    coir_groups_duck(time);
}

static void follow_pan(CoirVoiceRecord *record, float pan, int64_t time)
{
    if (record->owner_pan == pan)
        return;
    record->owner_pan = pan;
    coir_voice_change_pan(record, record->pan, time, time + COIR_SOUND_FADE);
}

// Returns true if the voice or a group of the voice is paused.
static bool is_in_pause(const CoirVoiceRecord *record)
{
    int group = coir_group_index(record->group);
    return record->is_paused || (group >= 0 && coir_group_is_frozen(group));
}

// Silences a voice that follows a run; the run may continue.
static void silence(CoirVoiceRecord *record, int64_t time)
{
    if (record->is_frozen)
        return;
    int64_t until = record->followed_until > time ? record->followed_until : time;
    double position = coir_voice_played_at(record, until);
    coir_voice_note_position(record, time);
    coir_voice_set_frozen(record, true, time);
    record->position = position;
    record->followed_until = until;
    record->is_behind |= until > time;
}

// Called for a voice that follows a run. At the begin of a pause, silences the voice. At the end of a pause, stores in
// `since` the time from which the voice may be heard; the run then resumes the voice (follow.c).
static void follow_pause(CoirVoiceRecord *record, int64_t time)
{
    if (is_in_pause(record) == record->is_silenced)
        return;
    record->is_silenced = !record->is_silenced;
    if (record->is_silenced) {
        silence(record, time);
    } else {
        record->is_behind |= time > record->since;
        coir_voice_note_position(record, time);
    }
}

// Updates the speed and the pan of a voice. Without an owner, the pan stays. Returns false and does nothing if the
// owner is destroyed.
static bool refresh(CoirVoiceRecord *record, int64_t time)
{
    CoirOwnerState owner = {.slope = 1, .pan = record->owner_pan};
    if (record->owner.generation != 0 && !coir_sounds.hooks->read_owner(record->owner, record->pans, &owner))
        return false;
    time = not_before(record, time);
    if (record->follows) {
        follow_pause(record, time);
        return true;
    }
    bool is_frozen = is_in_pause(record) || owner.is_frozen || owner.slope == 0;
    bool keeps_pitch = record->keeps_pitch && record->state == COIR_VOICE_PLAYS;
    double slope = owner.slope == 0 ? record->slope : keeps_pitch ? 1 : owner.slope;
    follow_pan(record, owner.pan, time);
    if (is_frozen == record->is_frozen && slope == record->slope)
        return true;
    coir_voice_note_position(record, time);
    if (slope != record->slope) {
        record->slope = slope;
        send_speed(record, time);
    }
    coir_voice_set_frozen(record, is_frozen, time);
    return true;
}

void coir_voice_refresh(CoirVoiceRecord *record, int64_t time)
{
    if (refresh(record, time))
        return;
    record->owner = (CoirSlotId){0};
    coir_sounds.owned--;
    if (record->rings_out)
        refresh(record, time);
    else
        coir_voice_end(record, COIR_VOICE_GONE, time);
}

void coir_voices_refresh(int64_t time)
{
    coir_sounds_busy_begin();
    for (int slot = 0; slot < coir_sounds.used; slot++)
        if (coir_voice_is_alive(&coir_sounds.voices[slot]))
            coir_voice_refresh(&coir_sounds.voices[slot], time);
    coir_sounds_busy_end();
}

void coir_voices_clock_changed(void)
{
    if (coir_sounds.owned == 0 || coir_sounds.is_advancing)
        return;
    for (int slot = 0; slot < coir_sounds.used; slot++)
        if (coir_voice_is_alive(&coir_sounds.voices[slot]))
            refresh(&coir_sounds.voices[slot], coir_sound_time(NULL));
}

void coir_voices_owner_gone(void)
{
    if (coir_sounds.owned > 0)
        coir_voices_refresh(coir_sound_time(NULL));
}

// Numbers ------------------------------------------------------------------------------------------------------------

void coir_voice_change_volume(CoirVoiceRecord *record, float volume, int64_t begin, int64_t end)
{
    bool is_sudden = end - begin <= COIR_SOUND_FADE; // the fade only avoids a click
    record->volume = (CoirFade){is_sudden ? volume : coir_fade_at(&record->volume, begin), volume, begin, end};
    record->stops_after_fade = record->fades_in = false;
    if (record->state != COIR_VOICE_PLAYS)
        return;
    int32_t samples = coir_samples_between(begin, end);
    coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_VOLUME, .value = volume, .samples = samples}, begin);
}

void coir_voice_change_pan(CoirVoiceRecord *record, float pan, int64_t begin, int64_t end)
{
    record->pan = pan;
    if (record->state != COIR_VOICE_PLAYS)
        return;
    CoirChange change = {.kind = COIR_CHANGE_PAN, .samples = coir_samples_between(begin, end)};
    pan_factors(record, &change.value, &change.value2);
    coir_send_voice(record, change, begin);
}

void coir_voice_change_group(CoirVoiceRecord *record, CoirGroup group, int64_t time)
{
    int index = coir_group_index(group);
    record->group = group;
    if (record->state != COIR_VOICE_PLAYS)
        return;
    int64_t begin = coir_group_not_before(index, time);
    if (begin > time)
        coir_voice_note_position(record, begin); // no later change of the voice overtakes this change
    coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_VOICE_GROUP, .group = (uint8_t)index}, begin);
}

void coir_voice_change_pitch(CoirVoiceRecord *record, float pitch, int64_t time)
{
    coir_voice_note_position(record, time);
    record->pitch = pitch;
    send_speed(record, time);
}

// Starting -----------------------------------------------------------------------------------------------------------

// The rules of a sound do not apply to music.
static float spread_volume(const CoirSound *sound, bool is_music, float volume)
{
    float spread = is_music ? 0 : sound->rules.volume_spread;
    return spread > 0 ? volume * (1 - spread * (float)coir_random_range(coir_sounds_random(), 0, 1)) : volume;
}

static float spread_pitch(const CoirSound *sound, bool is_music, float pitch)
{
    float spread = is_music ? 0 : sound->rules.pitch_spread;
    return spread > 0 ? pitch * (1 + spread * (float)coir_random_range(coir_sounds_random(), -1, 1)) : pitch;
}

void coir_voice_fade_in(CoirVoiceRecord *record, int64_t fade)
{
    if (fade <= 0)
        return;
    record->volume = (CoirFade){0, record->volume.to, COIR_SOUND_NEVER - fade, COIR_SOUND_NEVER};
    record->fades_in = true;
}

// Fills the record of a new voice, which waits for its delay.
static void fill(CoirVoiceRecord *record, CoirSound *sound, const CoirVoiceStart *start, int64_t now)
{
    const CoirPlay *play = start->play;
    float volume = spread_volume(sound, start->is_music, play->volume > 0 ? play->volume : 1);
    int64_t fade = 0;
    coir_to_nanoseconds(play->fade_in, &fade);
    coir_sounds.generation += coir_sounds.generation == UINT32_MAX ? 2 : 1; // 0 names no voice
    *record = (CoirVoiceRecord){.sound = sound,
                                .on_end = play->on_end,
                                .user = play->user,
                                .owner = start->owner,
                                .slope = 1,
                                .since = now,
                                .position = -play->delay,
                                .begin = play->from * sound->format.rate,
                                .volume = {volume, volume, now, now},
                                .pitch = spread_pitch(sound, start->is_music, play->pitch > 0 ? play->pitch : 1),
                                .pan = play->pan,
                                .generation = coir_sounds.generation,
                                .loops = play->loops,
                                .group = play->group,
                                .state = COIR_VOICE_WAITS,
                                .rings_out = play->rings_out,
                                .pans = play->pans,
                                .keeps_pitch = play->keeps_pitch,
                                .follows = start->follows,
                                .is_music = start->is_music};
    coir_voice_fade_in(record, fade);
}

// Returns the number of loops of a voice that jumps to `position`. From a position after the loop, a voice plays to the
// end of the sound.
static int32_t loops_from(const CoirVoiceRecord *record, double position, int32_t loops)
{
    return position < record->loop_end ? loops : 0;
}

// Copies the loop points of the stream, or the present loop points of a sound in memory. Overwrites `begin`.
static void take_loop(CoirVoiceRecord *record)
{
    const CoirSoundFormat *format = record->stream ? &record->stream->format : &record->sound->format;
    record->loop_begin = (int32_t)format->loop_begin;
    record->loop_end = (int32_t)format->loop_end;
}

// Opens the stream of a voice that waits, if the sound is streamed. Returns false on failure, and if the voice has
// ended: opening a stream may log, and log hooks may do anything. If a log hook has sought the voice, opens the stream
// again.
static bool open_at_begin(CoirVoiceRecord *record)
{
    const CoirSound *sound = record->sound;
    double begin = -1;
    while (!sound->samples && coir_voice_is_alive(record) && begin != record->begin) {
        coir_stream_close(record->stream);
        record->stream = NULL;
        begin = record->begin;
        record->stream = coir_stream_open(sound, (CoirStreamPart){.from = (int64_t)begin,
                                                                  .loop_begin = sound->format.loop_begin,
                                                                  .loop_end = sound->format.loop_end,
                                                                  .loops = record->loops});
        if (!record->stream)
            return coir_log_failure(), false;
    }
    return coir_voice_is_alive(record);
}

// Sends the start to the mixer. Returns false on failure.
static bool send_start(CoirVoiceRecord *record, double begin, int64_t time)
{
    return coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_START, .voice = mix_voice(record, begin, time)},
                           time);
}

static void try_to_play(CoirVoiceRecord *record, int64_t time)
{
    time = coir_group_not_before(coir_group_index(record->group), time);
    if (record->fades_in) {
        record->volume.end += time - record->volume.begin;
        record->volume.begin = time;
    }
    record->slope = record->keeps_pitch ? 1 : record->slope;
    bool is_ready = coir_voice_keeps_gap(record, time) && open_at_begin(record);
    double begin = record->begin;
    take_loop(record);
    record->loops = loops_from(record, begin, record->loops);
    if (!is_ready || !send_start(record, begin, time)) {
        if (coir_voice_is_alive(record))
            coir_voice_end(record, COIR_VOICE_STOPPED, time);
        return;
    }
    record->state = COIR_VOICE_PLAYS;
    record->position = begin;
    record->since = time;
    record->is_new = true;
    if (!record->is_music)
        record->sound->last_start = time;
    coir_groups_duck(time);
}

// Starts to play at `time`, when the delay is over, but not before the mixer makes the voice's group.
static void begin_playing(CoirVoiceRecord *record, int64_t time)
{
    coir_sounds_busy_begin();
    try_to_play(record, time);
    coir_sounds_busy_end();
}

static CoirVoice start_voice(CoirSound *sound, const CoirVoiceStart *start)
{
    bool is_instant;
    int64_t now = coir_sound_time(&is_instant), delay = 0;
    coir_to_nanoseconds(start->play->delay, &delay);
    if (!coir_sounds_reserve() || !coir_voice_may_start(sound, start->is_music, now, now + delay))
        return (CoirVoice){0};
    bool has_group = coir_group_index(start->play->group) >= 0; // an end callback may have destroyed the group
    CoirVoiceRecord *record = has_group && coir_sounds_reserve() ? coir_voice_free_slot(now) : NULL;
    if (!record)
        return (CoirVoice){0};
    fill(record, sound, start, now);
    coir_sounds.active++;
    coir_sounds.owned += start->owner.generation != 0;
    coir_sound_retain(sound);
    coir_voice_refresh(record, now);
    bool may_begin = start->follows || !record->is_frozen; // a frozen voice waits, unless the voice follows a run
    bool begins = coir_voice_is_alive(record) && record->position == 0 && may_begin;
    record->is_prompt = begins && !is_instant;
    if (begins)
        begin_playing(record, now);
    if (coir_voice_is_alive(record))
        return coir_voice_name(record);
    record->on_end = NULL; // the voice was never returned to a caller
    return (CoirVoice){0};
}

CoirVoice coir_voice_start(CoirSound *sound, const CoirVoiceStart *start, const char *function)
{
    static const CoirPlay defaults;
    CoirVoiceStart with_play = *start;
    with_play.play = start->play ? start->play : &defaults;
    if (!coir_sound_check(sound, function) || !coir_sounds_need())
        return (CoirVoice){0};
    if (!coir_play_check(with_play.play, function))
        return (CoirVoice){0};
    if (coir_sounds.is_refusing)
        return (CoirVoice){0};
    if (with_play.play->from >= coir_sound_length(sound))
        return MISTAKE("%s: from %g s, but the sound has %g s; give a position inside of the sound", function,
                       with_play.play->from, coir_sound_length(sound)),
               (CoirVoice){0};
    coir_sounds_busy_begin();
    coir_sound_retain(sound); // functions of the user may destroy the sound
    CoirVoice voice = start_voice(sound, &with_play);
    coir_sound_release(sound);
    coir_sounds_busy_end();
    return coir_voice_find(voice) ? voice : (CoirVoice){0};
}

// Ending -------------------------------------------------------------------------------------------------------------

void coir_voice_end(CoirVoiceRecord *record, CoirVoiceEnd reason, int64_t time)
{
    time = not_before(record, time);
    bool was_heard = record->state == COIR_VOICE_PLAYS, is_unheard = record->is_new && time == record->since;
    CoirSlotId carrier = record->carrier;
    coir_sounds.active--;
    coir_sounds.owned -= record->owner.generation != 0;
    record->state = COIR_VOICE_ENDED;
    record->reason = (uint8_t)reason;
    record->since = time;
    record->carrier = (CoirSlotId){0};
    record->owner = (CoirSlotId){0};
    if (was_heard && reason != COIR_VOICE_DONE)
        coir_send_voice(record, (CoirChange){.kind = is_unheard ? COIR_CHANGE_CUT : COIR_CHANGE_STOP}, time);
    coir_sounds_busy_begin();
    coir_groups_duck(time);
    coir_pieces_voice_ended(coir_voice_name(record), time);
    if (carrier.generation != 0)
        coir_sounds.hooks->drop_carrier(carrier);
    coir_sounds_busy_end();
}

void coir_voice_do_next(CoirVoiceRecord *record, int64_t time)
{
    if (end_of_fade(record) <= time)
        coir_voice_end(record, COIR_VOICE_STOPPED, time);
    else if (record->state == COIR_VOICE_WAITS)
        begin_playing(record, time);
    else
        coir_voice_end(record, COIR_VOICE_DONE, time);
}

// Seeking ------------------------------------------------------------------------------------------------------------

// Opens a stream that plays the sound from a position, with the loop of the voice. Returns NULL on failure.
static CoirStream *open_stream(const CoirVoiceRecord *record, double position, int loops)
{
    return coir_stream_open(record->sound, (CoirStreamPart){.from = (int64_t)position,
                                                            .loop_begin = record->loop_begin,
                                                            .loop_end = record->loop_end,
                                                            .loops = loops});
}

static bool go_to(CoirVoiceRecord *record, double position, int64_t time)
{
    time = not_before(record, time);
    int32_t left = loops_left(record, time);
    CoirStream *stream = NULL;
    if (position >= (double)record->sound->format.length)
        return coir_voice_end(record, COIR_VOICE_STOPPED, time), true;
    if (record->state == COIR_VOICE_WAITS) {
        record->begin = position;
        return true;
    }
    left = loops_from(record, position, left);
    if (record->stream && (!coir_sounds_reserve() || !(stream = open_stream(record, position, left))))
        return false;
    CoirChange change = {.kind = COIR_CHANGE_SEEK, .pointer = stream};
    change.position = stream ? 0 : (int64_t)(position * (double)COIR_MIX_ONE);
    if (!coir_voice_is_alive(record) || !coir_send_voice(record, change, time)) { // a log hook may have ended the voice
        coir_stream_close(stream);
        return false;
    }
    if (stream)
        coir_retire((CoirRetired){.stream = record->stream}, time + COIR_SOUND_REUSE);
    record->stream = stream;
    coir_voice_note_position(record, time);
    record->position = position;
    record->loops = left;
    if (!stream)
        coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_LOOPS, .samples = left}, time);
    return true;
}

bool coir_voice_go_to(CoirVoiceRecord *record, double position, int64_t time)
{
    coir_sounds_busy_begin();
    bool is_done = go_to(record, position, time);
    coir_sounds_busy_end();
    return is_done;
}

int coir_voice_loops_left(const CoirVoiceRecord *record, int64_t time)
{
    return loops_left(record, time);
}

void coir_voice_change_loops(CoirVoiceRecord *record, int loops, int64_t time)
{
    double position = coir_voice_position_at(record, time);
    bool plays = record->state == COIR_VOICE_PLAYS;
    record->loops = plays ? loops_from(record, position, loops) : loops;
    if (!plays)
        return;
    coir_voice_note_position(record, time);
    record->position = position;
    coir_send_voice(record, (CoirChange){.kind = COIR_CHANGE_LOOPS, .samples = record->loops}, time);
}
