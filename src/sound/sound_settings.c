// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The loop, the rules and the tempo of a sound, and the random numbers for the rules. Events of voices and music depend
// on these settings. So the functions that change a setting first process the events up to the time of the call.

#include "base/fail.h"
#include "base/world.h"
#include "sound/advance.h"
#include "sound/sound.h"

// Returns the sample nearest to a time of at most COIR_SOUND_SECONDS_MAX.
static int64_t sample_at(const CoirSound *sound, double seconds)
{
    return (int64_t)(seconds * sound->format.rate + 0.5);
}

static bool is_time(double seconds)
{
    return seconds >= 0 && seconds <= COIR_SOUND_SECONDS_MAX;
}

bool coir_sound_set_loop(CoirSound *sound, double begin, double end)
{
    coir_sounds_bring_to_now();
    if (!coir_sound_check(sound, "coir_sound_set_loop"))
        return false;
    CoirSoundFormat format = sound->format;
    bool are_times = is_time(begin) && is_time(end);
    if (are_times) {
        format.loop_begin = sample_at(sound, begin);
        format.loop_end = end > 0 ? sample_at(sound, end) : format.length;
    }
    if (!are_times || !coir_sound_format_is_good(&format))
        return MISTAKE("coir_sound_set_loop: from %g to %g seconds; the loop must be inside of the sound, which has %g "
                       "seconds, and have at least one sample",
                       begin, end, coir_sound_length(sound));
    sound->format = format;
    return true;
}

double coir_sound_loop_begin(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_loop_begin")
               ? (double)sound->format.loop_begin / sound->format.rate
               : 0;
}

double coir_sound_loop_end(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_loop_end") ? (double)sound->format.loop_end / sound->format.rate
                                                                : 0;
}

static bool is_part(float number)
{
    return number >= 0 && number <= 1;
}

bool coir_sound_set_rules(CoirSound *sound, const CoirSoundRules *rules)
{
    CoirSoundRules copy = rules ? *rules : (CoirSoundRules){0};
    coir_sounds_bring_to_now();
    if (!coir_sound_check(sound, "coir_sound_set_rules"))
        return false;
    if (copy.voices < 0 || !is_time(copy.gap))
        return MISTAKE("coir_sound_set_rules: %d voices and a gap of %g seconds; voices must be 0 or more, and the gap "
                       "0 to %d",
                       copy.voices, copy.gap, COIR_SOUND_SECONDS_MAX);
    if (!is_part(copy.volume_spread) || !is_part(copy.pitch_spread))
        return MISTAKE("coir_sound_set_rules: a volume_spread of %g and a pitch_spread of %g; both must be 0 to 1",
                       (double)copy.volume_spread, (double)copy.pitch_spread);
    sound->rules = copy;
    return true;
}

CoirSoundRules coir_sound_rules(const CoirSound *sound)
{
    return coir_sound_is_readable(sound, "coir_sound_rules") ? sound->rules : (CoirSoundRules){0};
}

bool coir_sound_set_tempo(CoirSound *sound, double beats_per_minute, int beats_per_bar, double offset)
{
    coir_sounds_bring_to_now();
    if (!coir_sound_check(sound, "coir_sound_set_tempo"))
        return false;
    if (beats_per_minute == 0) {
        sound->tempo = sound->tempo_offset = 0;
        sound->beats_per_bar = 0;
        return true;
    }
    if (!(beats_per_minute >= 1 && beats_per_minute <= 1000))
        return MISTAKE("coir_sound_set_tempo: %g beats a minute; it must be 1 to 1000, or 0 for no tempo",
                       beats_per_minute);
    if (beats_per_bar < 1 || beats_per_bar > 64 || !is_time(offset))
        return MISTAKE("coir_sound_set_tempo: %d beats in a bar, and the first beat at %g seconds; a bar must have 1 "
                       "to 64 beats, and the first beat must be at 0 to %d seconds",
                       beats_per_bar, offset, COIR_SOUND_SECONDS_MAX);
    sound->tempo = beats_per_minute;
    sound->beats_per_bar = beats_per_bar;
    sound->tempo_offset = offset;
    return true;
}

void coir_sounds_set_random(CoirRandom *random)
{
    if (!coir_world_check("coir_sounds_set_random"))
        return;
    coir_sounds_bring_to_now();
    coir_sounds_use_random(random);
}
