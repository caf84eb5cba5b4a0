// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal functions of music. The functions of coir/music.h are in music.c.
//
// Music has three parts: the piece that plays, at most one change, and a queue. The change waits for a beat, a bar or
// the end of the piece that plays. The time of the change is computed in each call of coir_pieces_next_change, since
// the piece may be paused or change its speed.

#include "sound/pieces.h"

#include <math.h>

#include "base/fail.h"
#include "coir/scheduler.h"
#include "sound/clock.h"
#include "sound/groups.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

#define QUEUE_MAX 64
#define FOR_EVER 1e9 // seconds; delay of a voice that waits for the music
#define SLACK 1e-6   // seconds; a beat that passed less than this ago counts as now, since timers round their times

typedef struct Piece {
    CoirSound *sound;
    CoirMusic music;
    int64_t asked; // time of the sound clock at which the piece was appended
} Piece;

static struct {
    CoirVoice voice;  // the piece that plays
    bool waits;       // a change waits
    CoirVoice next;   // voice that the change starts; {0, 0}: the change stops the music
    CoirMusic change; // options of the change
    int64_t asked;    // earliest time of the change, on the sound clock
    Piece queue[QUEUE_MAX];
    int queued;
    bool is_making; // make_voice is running, and may steal the voice that plays; the queue must not continue then
} music;

// Times --------------------------------------------------------------------------------------------------------------

// The functions to_... return times in seconds of the sound: the speed of the voice does not count.

// Returns the time from `position` to the next line of a grid: one line is at `offset`, and the lines are `period`
// seconds apart.
static double to_grid(double position, double offset, double period)
{
    double points = (position - offset) / period, rest = ceil(points - SLACK / period) - points;
    return rest > 0 ? rest * period : 0;
}

// Returns the length of a beat or a bar, in seconds of the sound.
static double period_of(const CoirSound *sound, CoirMusicStart start)
{
    double beat = 60 / sound->tempo;
    return start == COIR_MUSIC_AT_BAR ? beat * sound->beats_per_bar : beat;
}

static bool is_looping(const CoirVoiceRecord *record, int64_t time)
{
    return coir_voice_loops_left(record, time) > 0;
}

// Returns the position at `time`, in seconds of the sound.
static double position_at(const CoirVoiceRecord *record, int64_t time)
{
    return coir_voice_position_at(record, time) / record->sound->format.rate;
}

// Returns the time from the position at `time` to the next beat or bar. If the end of the loop comes first, looks for
// the beat or bar from the start of the loop on. In a loop without a beat or bar, the end of the loop counts: otherwise
// each loop would put off the change until the next loop.
static double to_next(const CoirVoiceRecord *record, int64_t time, CoirMusicStart start)
{
    const CoirSound *sound = record->sound;
    double rate = sound->format.rate, period = period_of(sound, start), position = position_at(record, time);
    double wait = to_grid(position, sound->tempo_offset, period);
    double end = (double)record->loop_end / rate, begin = (double)record->loop_begin / rate;
    if (!is_looping(record, time) || position + wait < end - SLACK)
        return wait;
    double first = to_grid(begin, sound->tempo_offset, period);
    return end - position + (begin + first < end - SLACK ? first : 0);
}

// Returns the time from the position at `time` to the end of the loop, or of the sound.
static double to_end(const CoirVoiceRecord *record, int64_t time)
{
    const CoirSoundFormat *format = &record->sound->format;
    double position = position_at(record, time),
           end = (double)(is_looping(record, time) ? record->loop_end : format->length) / format->rate;
    return end > position ? end - position : 0;
}

// Returns the first time at which a change that was asked for at `asked` can happen.
static int64_t earliest(const CoirVoiceRecord *record, int64_t asked)
{
    return coir_later(asked, coir_later(record->since, coir_sounds.now));
}

// Returns the time of the sound clock at which a change that was asked for at `asked` happens. The change does not wait
// if the piece has not begun, or has no tempo for a beat or bar. COIR_SOUND_NEVER: the change waits, and the piece does
// not move.
static int64_t time_of_change(const CoirVoiceRecord *record, CoirMusicStart start, int64_t asked)
{
    int64_t from = earliest(record, asked);
    bool has_grid = start == COIR_MUSIC_AT_END || record->sound->tempo > 0;
    if (start == COIR_MUSIC_NOW || !has_grid || record->state == COIR_VOICE_WAITS)
        return from;
    double speed = record->is_frozen ? 0 : record->slope * (double)record->pitch;
    double wait = start == COIR_MUSIC_AT_END ? to_end(record, from) : to_next(record, from, start);
    int64_t length = 0;
    if (wait > 0 && (speed <= 0 || !coir_to_nanoseconds(wait / speed, &length)))
        return COIR_SOUND_NEVER;
    return from + length;
}

int64_t coir_pieces_next_change(void)
{
    const CoirVoiceRecord *record = coir_voice_find(music.voice);
    if (!record)
        return COIR_SOUND_NEVER; // no piece plays: changes were made at once
    if (music.waits)
        return time_of_change(record, music.change.start, music.asked);
    bool has_begun = record->state == COIR_VOICE_PLAYS; // a piece that is frozen before its start keeps its turn
    int64_t asked = music.queue[0].asked;
    return music.queued > 0 && has_begun && is_looping(record, earliest(record, asked))
               ? time_of_change(record, COIR_MUSIC_AT_END, asked)
               : COIR_SOUND_NEVER;
}

// Changes ------------------------------------------------------------------------------------------------------------

// Lets a voice that has just reached the end of its loop continue after the loop while the voice fades out. The
// position is already reported as `loop_begin`, but the mixer has not jumped back yet. With a stream, the voice fades
// out in the next repetition: the loops of a stream are read ahead.
static void leave_loop(CoirVoice voice, int64_t time)
{
    CoirVoiceRecord *record = coir_voice_find(voice);
    if (!record || !record->sound->samples || !is_looping(record, time))
        return;
    double position = coir_voice_position_at(record, time), begun = position - (double)record->loop_begin;
    bool is_in_a_repetition = coir_voice_played_at(record, time) > position;
    if (is_in_a_repetition && begun >= 0 && begun < 1)
        coir_voice_change_loops(record, 0, time);
}

static void stop_voice(CoirVoice voice)
{
    CoirVoiceRecord *record = coir_voice_find(voice);
    if (record)
        coir_voice_end(record, COIR_VOICE_STOPPED, coir_sound_time(NULL));
}

static void fade_voice_out(CoirVoice voice, double seconds)
{
    CoirVoiceRecord *record = coir_voice_find(voice);
    int64_t now = coir_sound_time(NULL), length = 0;
    if (!record)
        return;
    coir_to_nanoseconds(seconds, &length);
    coir_voice_change_volume(record, 0, now, now + length);
    record->stops_after_fade = true;
}

static void end_piece(CoirVoice voice, double fade, int64_t time)
{
    leave_loop(voice, time);
    if (fade > 0)
        fade_voice_out(voice, fade);
    else
        stop_voice(voice);
}

// Starts a voice that waits; a frozen voice starts when it is resumed. Returns false if the voice has ended, or ends
// because its start fails.
static bool begin_piece(CoirVoice voice, const CoirMusic *options, double position, int64_t time)
{
    CoirVoiceRecord *record = coir_voice_find(voice);
    if (!record)
        return false;
    int64_t fade = 0;
    coir_to_nanoseconds(options->fade, &fade);
    if (options->in_place && position < (double)record->sound->format.length)
        record->begin = position;
    coir_voice_fade_in(record, fade);
    record->position = 0;
    record->since = time;
    if (!record->is_frozen)
        coir_voice_do_next(record, time);
    return coir_voice_find(voice);
}

// Starts `next`, and makes `next` the piece that plays; {0, 0}: no piece plays. The old piece is not stopped. Returns
// false if `next` cannot start.
static bool begin_next(CoirVoice next, const CoirMusic *options, int64_t time)
{
    const CoirVoiceRecord *record = coir_voice_find(music.voice), *new_record = coir_voice_find(next);
    double position = 0;
    if (record && new_record)
        position = position_at(record, time) * new_record->sound->format.rate;
    if (next.generation != 0 && !begin_piece(next, options, position, time))
        return false;
    music.voice = next;
    return true;
}

// Changes from the piece that plays to `next`; {0, 0}: to silence. Returns false if `next` cannot start: the old
// piece then continues.
static bool change_to(CoirVoice next, const CoirMusic *options, int64_t time)
{
    CoirVoice old = music.voice;
    double fade = options->fade;
    if (!begin_next(next, options, time))
        return false;
    end_piece(old, fade, time);
    return true;
}

// Makes the voice of a piece. The voice waits until begin_piece.
static CoirVoice make_voice(CoirSound *sound, const CoirMusic *options, const char *function)
{
    CoirPlay play = {.group = COIR_GROUP_MUSIC,
                     .volume = options->volume,
                     .loops = options->once ? 0 : COIR_FOREVER,
                     .delay = FOR_EVER};
    CoirVoiceStart start = {.play = &play, .is_music = true};
    bool was_making = music.is_making; // the end callback of a run on a stolen voice may queue a piece
    music.is_making = true;
    CoirVoice voice = coir_voice_start(sound, &start, function);
    music.is_making = was_making;
    return voice;
}

static void drop_queue(void)
{
    int count = music.queued;
    music.queued = 0;
    for (int i = 0; i < count; i++)
        coir_sound_release(music.queue[i].sound);
}

// Replaces the change that waits. Stops the voice of the old change last: the end callback of a run on this voice may
// ask for another change.
static void replace_change(bool waits, CoirVoice next)
{
    CoirVoice old = music.next;
    music.waits = waits;
    music.next = next;
    stop_voice(old);
}

static Piece take_first(void)
{
    Piece piece = music.queue[0];
    for (int i = 1; i < music.queued; i++)
        music.queue[i - 1] = music.queue[i];
    music.queued--;
    return piece;
}

// Takes pieces from the queue until a piece can be played, and changes to this piece.
static void change_to_queued(int64_t time)
{
    for (bool is_done = false; !is_done && music.queued > 0;) {
        Piece piece = take_first();
        CoirVoice next = make_voice(piece.sound, &piece.music, "coir_music_queue");
        is_done = next.generation != 0 &&
                  change_to(next, &piece.music, coir_later(piece.asked, time)); // not before `piece.asked`
        coir_sound_release(piece.sound);
    }
}

// Makes the waiting change. If no piece plays afterwards, begins the first piece of the queue. The call that asked for
// the change emptied the queue, so all pieces of the queue were queued later.
static void change_to_next(int64_t time)
{
    CoirVoice next = music.next;
    time = coir_later(music.asked, time); // not before the call that asked for the change
    music.waits = false;
    music.next = (CoirVoice){0};
    change_to(next, &(CoirMusic){.fade = music.change.fade, .in_place = music.change.in_place}, time);
    if (music.voice.generation == 0 && music.queued > 0)
        change_to_queued(time);
}

void coir_pieces_change(int64_t time)
{
    if (music.waits)
        change_to_next(time);
    else
        change_to_queued(time);
}

void coir_pieces_voice_ended(CoirVoice voice, int64_t time)
{
    bool is_next = music.waits && voice.index == music.next.index && voice.generation == music.next.generation;
    if (is_next) {
        music.waits = false; // the voice was stopped before its change
        music.next = (CoirVoice){0};
    }
    if (voice.index != music.voice.index || voice.generation != music.voice.generation)
        return;
    music.voice = (CoirVoice){0};
    if (coir_sounds.is_refusing || music.is_making)
        return;
    if (music.waits)
        change_to_next(time);
    else if (music.queued > 0)
        change_to_queued(time);
}

void coir_pieces_drop(int group)
{
    const CoirVoiceRecord *record = coir_voice_find(music.voice);
    if (record && !coir_group_is_below(coir_group_index(record->group), group))
        return;
    drop_queue();
    replace_change(false, (CoirVoice){0});
}

void coir_pieces_forget(void)
{
    drop_queue();
    music.waits = false;
    music.voice = music.next = (CoirVoice){0};
}

// Calls of the user --------------------------------------------------------------------------------------------------

CoirVoice coir_pieces_play(CoirSound *sound, const CoirMusic *options)
{
    CoirVoice next = make_voice(sound, options, "coir_music_play");
    CoirVoice old = music.voice;
    bool is_now = options->start == COIR_MUSIC_NOW || !coir_voice_find(old);
    if (next.generation == 0 || (is_now && !begin_next(next, options, coir_sound_time(NULL)))) {
        // The new voice may have stolen the voice of the piece that played. While another piece makes its voice
        // (`is_making`), that piece plays next.
        if (!coir_voice_find(music.voice) && !music.is_making)
            coir_pieces_change(coir_sound_time(NULL));
        return (CoirVoice){0};
    }
    int64_t now = coir_sound_time(NULL);
    drop_queue();
    music.change = *options;
    music.asked = now;
    replace_change(!is_now, is_now ? (CoirVoice){0} : next);
    if (is_now)
        end_piece(old, options->fade, now); // last: the end callback of a run on `old` may queue a piece
    return next;
}

bool coir_pieces_queue(CoirSound *sound, const CoirMusic *options)
{
    if (music.queued == QUEUE_MAX)
        return FAIL("coir_music_queue: %d pieces wait already; wait until one has begun", QUEUE_MAX);
    int64_t now = coir_sound_time(NULL);
    if (!coir_voice_find(music.voice) && !music.waits) {
        CoirVoice next = make_voice(sound, options, "coir_music_queue");
        return next.generation != 0 && change_to(next, options, now);
    }
    coir_sound_retain(sound);
    music.queue[music.queued++] = (Piece){sound, *options, now};
    return true;
}

void coir_pieces_stop(const CoirMusic *options)
{
    int64_t now = coir_sound_time(NULL);
    CoirVoice old = music.voice;
    bool is_now = options->start == COIR_MUSIC_NOW || !coir_voice_find(old);
    drop_queue();
    music.change = *options;
    music.asked = now;
    if (is_now)
        music.voice = (CoirVoice){0};
    replace_change(!is_now, (CoirVoice){0});
    if (is_now)
        end_piece(old, options->fade, now);
}

CoirVoice coir_pieces_voice(void)
{
    return coir_voice_find(music.voice) ? music.voice : (CoirVoice){0};
}

double coir_pieces_beat_at(const CoirVoiceRecord *record, int64_t time)
{
    return (position_at(record, time) - record->sound->tempo_offset) * record->sound->tempo / 60;
}

double coir_pieces_seconds_to(const CoirVoiceRecord *record, int64_t time, CoirMusicStart start)
{
    double speed = record->is_frozen ? 0 : record->slope * (double)record->pitch;
    return speed > 0 ? to_next(record, time, start) / speed : 0;
}
