// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The functions of coir/music.h check their arguments, and change music at the time of the sound clock.

#include "coir/music.h"

#include "base/fail.h"
#include "base/world.h"
#include "sound/advance.h"
#include "sound/clock.h"
#include "sound/pieces.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

static bool check(const CoirMusic *options, const char *function)
{
    if (!coir_world_check(function))
        return false;
    if ((unsigned)options->start > COIR_MUSIC_AT_END)
        return MISTAKE("%s: start is %d; it must be a CoirMusicStart", function, (int)options->start);
    if (!(options->fade >= 0 && options->fade <= COIR_SECONDS_MAX))
        return MISTAKE("%s: a fade of %g s; it must be 0 to %g", function, options->fade, COIR_SECONDS_MAX);
    if (!(options->volume >= 0 && options->volume <= COIR_VOLUME_MAX))
        return MISTAKE("%s: a volume of %g; it must be 0 to %d", function, (double)options->volume, COIR_VOLUME_MAX);
    return true;
}

CoirVoice coir_music_play(CoirSound *sound, const CoirMusic *options)
{
    static const CoirMusic defaults;
    options = options ? options : &defaults;
    coir_sounds_bring_to_now();
    if (!coir_sound_check(sound, "coir_music_play") || !check(options, "coir_music_play"))
        return (CoirVoice){0};
    return coir_pieces_play(sound, options);
}

bool coir_music_queue(CoirSound *sound, const CoirMusic *options)
{
    static const CoirMusic defaults;
    options = options ? options : &defaults;
    coir_sounds_bring_to_now();
    if (!coir_sound_check(sound, "coir_music_queue") || !check(options, "coir_music_queue"))
        return false;
    return coir_pieces_queue(sound, options);
}

static bool stop(const CoirMusic *options, const char *function)
{
    if (!coir_world_check(function))
        return false;
    coir_sounds_bring_to_now();
    if (!check(options, function))
        return false;
    coir_pieces_stop(options);
    return true;
}

bool coir_music_stop(double seconds)
{
    return stop(&(CoirMusic){.fade = seconds}, "coir_music_stop");
}

bool coir_music_stop_at(CoirMusicStart time, double seconds)
{
    return stop(&(CoirMusic){.start = time, .fade = seconds}, "coir_music_stop_at");
}

CoirVoice coir_music_voice(void)
{
    if (!coir_world_check("coir_music_voice"))
        return (CoirVoice){0};
    coir_sounds_bring_to_now();
    return coir_pieces_voice();
}

// Beats --------------------------------------------------------------------------------------------------------------

// Returns the record of the piece that plays; NULL if no piece plays or the piece has no tempo.
static const CoirVoiceRecord *with_tempo(const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    coir_sounds_bring_to_now();
    const CoirVoiceRecord *record = coir_voice_find(coir_pieces_voice());
    bool has_beats = record && record->sound->tempo > 0 && record->state == COIR_VOICE_PLAYS;
    return has_beats ? record : NULL;
}

double coir_music_beat(void)
{
    const CoirVoiceRecord *record = with_tempo("coir_music_beat");
    return record ? coir_pieces_beat_at(record, coir_sound_time(NULL)) : 0;
}

double coir_music_next_beat(void)
{
    const CoirVoiceRecord *record = with_tempo("coir_music_next_beat");
    return record ? coir_pieces_seconds_to(record, coir_sound_time(NULL), COIR_MUSIC_AT_BEAT) : 0;
}

double coir_music_next_bar(void)
{
    const CoirVoiceRecord *record = with_tempo("coir_music_next_bar");
    return record ? coir_pieces_seconds_to(record, coir_sound_time(NULL), COIR_MUSIC_AT_BAR) : 0;
}
