// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of sound.h, tone.h, voice.h, group.h, music.h, mixer.h and node_sound.h.

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "random/world.h"

#define SAMPLES 4096
#define RATE_MOST 192000
#define RENDER_PART 2 // at most 1 / RENDER_PART seconds are rendered into memory and checked

static volatile double kept; // keeps the compiler from leaving out calls

// Sounds -------------------------------------------------------------------------------------------------------------

static const char *any_sound_path(void)
{
    static const char *const good[] = {"corpus_wav/good_mono16.wav",  "corpus_wav/good_stereo16.wav",
                                       "corpus_wav/good_8.wav",       "corpus_ogg/good_long.ogg",
                                       "corpus_ogg/good_short.ogg",   "corpus_ogg/good_stereo.ogg",
                                       "corpus_ogg/good_damaged.ogg", "corpus_ogg/good_loop_start.ogg"};
    static const char *const bad[] = {"corpus_wav/bad_half_sample.wav", "corpus_ogg/bad_cut.ogg", "missing.ogg"};
    static char paths[DEPTHS][600];
    if (badly() && one_in(4))
        return any_path();
    const char *name = badly() ? bad[below(3)] : good[below(8)];
    snprintf(paths[record.depth], sizeof paths[0], "%s/fuzz/%s", COIR_TESTS, name);
    note_text(name);
    return paths[record.depth];
}

static const float *any_samples(void)
{
    static float samples[SAMPLES * 2];
    for (int i = 0; i < SAMPLES * 2; i++)
        samples[i] = (float)((i * 37) % 201 - 100) / 100;
    samples[0] = badly() ? any_part() : 0;
    return badly() && one_in(4) ? NULL : samples;
}

static int64_t any_length(void)
{
    static const int64_t bad[] = {0, -1, INT64_MAX, INT64_MIN, (int64_t)1 << 40};
    static const int64_t good[] = {1, 2, 3, 100, 1000, SAMPLES, SAMPLES};
    return badly() ? bad[below(5)] : good[below(7)];
}

static int any_rate(void)
{
    static const int rates[] = {1000, 8000, 44100, 48000, 48000, 384000};
    return badly() ? any_int() : rates[below(6)];
}

static CoirTone any_tone(void)
{
    CoirTone tone = {.shape = (CoirToneShape)(badly() ? any_int() : below(5)), .seed = (uint32_t)below(9)};
    tone.pitch = badly() ? any_number() : 100 + below(1000);
    tone.hold = badly() ? any_seconds() : 0.01 * below(5);
    tone.decay = badly() ? any_seconds() : 0.01 * below(30);
    tone.attack = one_in(4) ? any_seconds() / 10 : 0;
    if (one_in(3))
        tone.slide = any_number();
    if (one_in(3))
        tone.vibrato = (double)any_part();
    if (one_in(4))
        tone.jumps[below(COIR_TONE_JUMPS)] = (CoirToneJump){any_seconds(), any_number()};
    if (one_in(4))
        tone.low_pass = 400 + any_number();
    if (one_in(4))
        tone.flange = (double)any_part() / 20;
    return tone;
}

static CoirSoundRules any_rules(void)
{
    CoirSoundRules rules = {.voices = one_in(2) ? any_int() : 0, .gap = one_in(2) ? any_seconds() / 8 : 0};
    rules.priority = any_int();
    rules.volume_spread = any_part();
    rules.pitch_spread = any_part();
    return rules;
}

static CoirRandom *any_random(void)
{
    static CoirRandom random;
    return one_in(3) ? NULL : &random;
}

static void sound_info(const CoirSoundInfo *info, void *user)
{
    (void)info;
    (void)user;
    inside(CB_sound_function);
}

static bool drive_sounds(Function function)
{
    CoirTone tone;
    CoirSoundRules rules;
    switch (function) {
    case F_coir_sound_load: keep_cached_sound(coir_sound_load(any_sound_path())); return true;
    case F_coir_sound_stream: keep_cached_sound(coir_sound_stream(any_sound_path())); return true;
    case F_coir_sound_from_samples:
        keep_sound(
            coir_sound_from_samples(badly() ? any_int() : 1 + below(2), any_rate(), any_length(), any_samples()));
        return true;
    case F_coir_sound_tone:
        tone = any_tone();
        keep_sound(coir_sound_tone(badly() && one_in(4) ? NULL : &tone));
        return true;
    case F_coir_sound_destroy: coir_sound_destroy(take_sound()); return true;
    case F_coir_sound_length: kept = coir_sound_length(any_sound()); return true;
    case F_coir_sound_channels: kept = coir_sound_channels(any_sound()); return true;
    case F_coir_sound_rate: kept = coir_sound_rate(any_sound()); return true;
    case F_coir_sound_path: kept = coir_sound_path(any_sound()) != NULL; return true;
    case F_coir_sound_set_loop:
        coir_sound_set_loop(any_sound(), any_seconds() / 64, one_in(2) ? 0 : any_seconds() / 16);
        return true;
    case F_coir_sound_loop_begin: kept = coir_sound_loop_begin(any_sound()); return true;
    case F_coir_sound_loop_end: kept = coir_sound_loop_end(any_sound()); return true;
    case F_coir_sound_set_rules:
        rules = any_rules();
        coir_sound_set_rules(any_sound(), one_in(3) ? NULL : &rules);
        return true;
    case F_coir_sound_rules: kept = coir_sound_rules(any_sound()).gap; return true;
    case F_coir_sounds_set_random: coir_sounds_set_random(any_random()); return true;
    case F_coir_sounds_purge: kept = coir_sounds_purge(); return true;
    case F_coir_sounds_each: kept = coir_sounds_each(badly() ? NULL : sound_info, NULL); return true;
    case F_coir_sound_set_tempo:
        coir_sound_set_tempo(any_sound(), badly() ? any_number() : 60 + below(400), badly() ? any_int() : 1 + below(8),
                             any_seconds() / 16);
        return true;
    default: return false;
    }
}

// Voices -------------------------------------------------------------------------------------------------------------

static void voice_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)reason;
    (void)user;
    if (coir_voice_is_playing(voice))
        record_fault("a voice plays after its end", CB_voice_CoirVoiceEndFn, NULL);
    inside(CB_voice_CoirVoiceEndFn);
}

static CoirVoiceEndFn any_voice_end(void)
{
    return one_in(3) ? NULL : voice_end;
}

// Returns options for playing a sound, or NULL for the defaults.
static const CoirPlay *any_play(void)
{
    static CoirPlay plays[DEPTHS];
    CoirPlay play = {.group = any_group(), .volume = any_part(), .on_end = any_voice_end()};
    if (one_in(4))
        return NULL;
    play.pan = one_in(2) ? 0 : any_part();
    play.pitch = one_in(2) ? 0 : (float)any_seconds();
    play.loops = badly() ? any_int() : one_in(4) ? COIR_FOREVER : below(3);
    play.from = one_in(3) ? any_seconds() / 100 : 0;
    play.delay = one_in(3) ? any_seconds() : 0;
    play.fade_in = one_in(3) ? any_seconds() : 0;
    play.rings_out = one_in(2);
    play.pans = one_in(2);
    play.keeps_pitch = one_in(3);
    plays[record.depth] = play;
    return &plays[record.depth];
}

static float any_volume(void)
{
    return badly() ? any_float() : any_part() * 2;
}

static bool drive_voices(Function function)
{
    switch (function) {
    case F_coir_sound_play: keep_voice(coir_sound_play(any_sound())); return true;
    case F_coir_sound_play_with: keep_voice(coir_sound_play_with(any_sound(), any_play())); return true;
    case F_coir_voice_stop: coir_voice_stop(any_voice()); return true;
    case F_coir_voice_is_playing: kept = coir_voice_is_playing(any_voice()); return true;
    case F_coir_voice_pause: coir_voice_pause(any_voice()); return true;
    case F_coir_voice_resume: coir_voice_resume(any_voice()); return true;
    case F_coir_voice_is_paused: kept = coir_voice_is_paused(any_voice()); return true;
    case F_coir_voice_set_volume: coir_voice_set_volume(any_voice(), any_volume()); return true;
    case F_coir_voice_set_pan: coir_voice_set_pan(any_voice(), any_part()); return true;
    case F_coir_voice_set_pitch: coir_voice_set_pitch(any_voice(), any_scale()); return true;
    case F_coir_voice_volume: kept = (double)coir_voice_volume(any_voice()); return true;
    case F_coir_voice_pan: kept = (double)coir_voice_pan(any_voice()); return true;
    case F_coir_voice_pitch: kept = (double)coir_voice_pitch(any_voice()); return true;
    case F_coir_voice_fade_to: coir_voice_fade_to(any_voice(), any_volume(), any_seconds()); return true;
    case F_coir_voice_fade_out: coir_voice_fade_out(any_voice(), any_seconds()); return true;
    case F_coir_voice_seek: coir_voice_seek(any_voice(), one_in(2) ? any_seconds() / 64 : any_seconds()); return true;
    case F_coir_voice_position: kept = coir_voice_position(any_voice()); return true;
    case F_coir_voice_loops: kept = coir_voice_loops(any_voice()); return true;
    case F_coir_voice_set_loops: coir_voice_set_loops(any_voice(), one_in(4) ? COIR_FOREVER : any_int()); return true;
    case F_coir_voice_set_group: coir_voice_set_group(any_voice(), any_group()); return true;
    case F_coir_voice_group: kept = coir_voice_group(any_voice()); return true;
    case F_coir_voice_sound: kept = coir_voice_sound(any_voice()) != NULL; return true;
    case F_coir_voice_on_end: coir_voice_on_end(any_voice(), any_voice_end(), NULL); return true;
    case F_coir_voices_stop_all: coir_voices_stop_all(); return true;
    case F_coir_voices_count: kept = coir_voices_count(any_sound()); return true;
    default: return false;
    }
}

// Groups -------------------------------------------------------------------------------------------------------------

static const CoirEcho *any_echo(void)
{
    static CoirEcho echo;
    echo = (CoirEcho){any_seconds(), any_part(), any_part()};
    return one_in(4) ? NULL : &echo;
}

static const CoirDuck *any_duck(void)
{
    static CoirDuck duck;
    duck = (CoirDuck){any_group(), any_part(), any_seconds(), any_seconds()};
    return one_in(4) ? NULL : &duck;
}

static bool drive_groups(Function function)
{
    switch (function) {
    case F_coir_group_new: keep_group(coir_group_new(any_key(), any_group())); return true;
    case F_coir_group_destroy: coir_group_destroy(any_group()); return true;
    case F_coir_group_find: kept = coir_group_find(one_in(3) ? "music" : any_key()); return true;
    case F_coir_group_name: kept = coir_group_name(any_group()) != NULL; return true;
    case F_coir_group_parent: kept = coir_group_parent(any_group()); return true;
    case F_coir_group_exists: kept = coir_group_exists(any_group()); return true;
    case F_coir_group_set_volume: coir_group_set_volume(any_group(), any_volume()); return true;
    case F_coir_group_fade_to: coir_group_fade_to(any_group(), any_volume(), any_seconds()); return true;
    case F_coir_group_volume: kept = (double)coir_group_volume(any_group()); return true;
    case F_coir_group_set_muted: coir_group_set_muted(any_group(), any_bool()); return true;
    case F_coir_group_is_muted: kept = coir_group_is_muted(any_group()); return true;
    case F_coir_group_pause: coir_group_pause(any_group()); return true;
    case F_coir_group_resume: coir_group_resume(any_group()); return true;
    case F_coir_group_is_paused: kept = coir_group_is_paused(any_group()); return true;
    case F_coir_group_stop_all: coir_group_stop_all(any_group()); return true;
    case F_coir_group_set_low_pass:
        coir_group_set_low_pass(any_group(), badly() ? any_number() : 50 * below(100));
        return true;
    case F_coir_group_set_echo: coir_group_set_echo(any_group(), any_echo()); return true;
    case F_coir_group_set_duck: coir_group_set_duck(any_group(), any_duck()); return true;
    default: return false;
    }
}

// Music --------------------------------------------------------------------------------------------------------------

static CoirMusicStart any_music_start(void)
{
    return (CoirMusicStart)(badly() ? any_int() : below(4));
}

static const CoirMusic *any_music(void)
{
    static CoirMusic musics[DEPTHS];
    CoirMusic music = {.start = any_music_start(), .once = any_bool()};
    music.fade = one_in(2) ? 0 : any_seconds();
    music.volume = one_in(2) ? 0 : any_part();
    music.in_place = one_in(4);
    musics[record.depth] = music;
    return one_in(4) ? NULL : &musics[record.depth];
}

static bool drive_music(Function function)
{
    switch (function) {
    case F_coir_music_play: keep_voice(coir_music_play(any_sound(), any_music())); return true;
    case F_coir_music_queue: coir_music_queue(any_sound(), any_music()); return true;
    case F_coir_music_stop: coir_music_stop(any_seconds()); return true;
    case F_coir_music_stop_at: coir_music_stop_at(any_music_start(), any_seconds()); return true;
    case F_coir_music_voice: keep_voice(coir_music_voice()); return true;
    case F_coir_music_beat: kept = coir_music_beat(); return true;
    case F_coir_music_next_beat: kept = coir_music_next_beat(); return true;
    case F_coir_music_next_bar: kept = coir_music_next_bar(); return true;
    default: return false;
    }
}

// The mixer ----------------------------------------------------------------------------------------------------------

// Opens a mixer without a device. Directors open no device either, because all directors are headless.
static void open_mixer(void)
{
    static const int rates[] = {0, 8000, 44100, 192000}, voice_counts[] = {0, 1, 4, 256};
    CoirMixerDef def = {.rate = badly() ? any_int() : rates[below(4)], .no_device = true};
    def.voices = badly() ? any_int() : voice_counts[below(4)];
    def.buffer = badly() ? any_int() : 64 << below(8);
    def.lead = one_in(2) ? 0 : any_seconds();
    coir_mixer_open(&def);
}

static void render(void)
{
    static float samples[(RATE_MOST / RENDER_PART + 2) * 2];
    static const double usual[] = {0, 0.001, 1.0 / 60, 1.0 / 60, 0.1, 1.0 / RENDER_PART};
    double seconds = usual[below(6)];
    note_number(seconds);
    if (badly() || one_in(20)) {
        coir_sound_render(one_in(20) ? 3600 : any_seconds() / 16, NULL);
        return;
    }
    int64_t count = coir_sound_render(seconds, samples);
    for (int64_t i = 0; i < 2 * count; i++)
        if (!(samples[i] >= -1 && samples[i] <= 1))
            record_fault("a sample is outside -1 to 1", CALLBACK_COUNT, NULL);
}

static bool drive_mixer(Function function)
{
    switch (function) {
    case F_coir_mixer_open: open_mixer(); return true;
    case F_coir_mixer_close: coir_mixer_close(); return true;
    case F_coir_mixer_has_device: kept = coir_mixer_has_device(); return true;
    case F_coir_mixer_rate: kept = coir_mixer_rate(); return true;
    case F_coir_sound_now: kept = coir_sound_now(); return true;
    case F_coir_sound_render: render(); return true;
    case F_coir_mixer_stats: kept = coir_mixer_stats().load; return true;
    default: return false;
    }
}

// Nodes and actions --------------------------------------------------------------------------------------------------

static void run_on_voice(void)
{
    CoirVoice voice = any_voice();
    keep_run(coir_voice_run(voice, take_action()));
}

static void run_on_group(void)
{
    CoirGroup group = any_group();
    keep_run(coir_group_run(group, take_action()));
}

static bool drive_nodes(Function function)
{
    switch (function) {
    case F_coir_node_play: keep_voice(coir_node_play(any_node(), any_sound())); return true;
    case F_coir_node_play_with: keep_voice(coir_node_play_with(any_node(), any_sound(), any_play())); return true;
    case F_coir_node_stop_voices: kept = coir_node_stop_voices(any_node()); return true;
    case F_coir_sound_set_ear: coir_sound_set_ear(any_float(), any_float()); return true;
    case F_coir_play: keep_action(coir_play(any_sound())); return true;
    case F_coir_play_with: keep_action(coir_play_with(any_sound(), any_play())); return true;
    case F_coir_play_whole: keep_action(coir_play_whole(any_sound())); return true;
    case F_coir_volume_to: keep_action(coir_volume_to(any_seconds(), any_volume())); return true;
    case F_coir_pan_to: keep_action(coir_pan_to(any_seconds(), any_part())); return true;
    case F_coir_pitch_to: keep_action(coir_pitch_to(any_seconds(), any_scale())); return true;
    case F_coir_voice_run: run_on_voice(); return true;
    case F_coir_group_run: run_on_group(); return true;
    default: return false;
    }
}

bool drive_sound(Function function)
{
    return drive_sounds(function) || drive_voices(function) || drive_groups(function) || drive_music(function) ||
           drive_mixer(function) || drive_nodes(function);
}
