// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices: the times of start and end, pausing, seeking and looping, and the rules of sounds.

#include "support/sounds.h"

#define SECONDS_KEPT 60 // length of the sound that Coir keeps while the program does not render (coir/mixer.h)

// Exact times --------------------------------------------------------------------------------------------------------

static void play_click(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_int_not_equal(coir_sound_play(click).generation, 0);
}

// Returns the number of clicks. Fails if a click is at a sample that is no multiple of `period`.
static int count_clicks(const float *samples, int64_t count, int64_t begin, int64_t period)
{
    int clicks = 0;
    for (int64_t i = first_sound(samples, 0, count); i >= 0; i = first_sound(samples, i + 1, count), clicks++)
        assert_int_equal((begin + i) % period, 0);
    return clicks;
}

static void check_beat(double frames_a_second, int seconds)
{
    int clicks = 0;
    coir_mixer_close();
    coir_node_every(scene, 0.125, play_click, NULL);
    for (int second = 0; second < seconds; second++) {
        play_frames(1, frames_a_second);
        float *samples = render(1);
        clicks += count_clicks(samples, RATE, (int64_t)second * RATE, RATE / 8);
        free(samples);
    }
    assert_in_range(clicks, seconds * 8 - 1, seconds * 8);
    coir_node_unschedule_all(scene);
}

static void a_beat_of_a_timer_lies_on_its_exact_samples_at_30_60_and_144_frames_a_second(void **state)
{
    (void)state;
    check_beat(30, 10);
    tear_down_sound(state);
    set_up_sound(state);
    check_beat(60, 10);
    tear_down_sound(state);
    set_up_sound(state);
    check_beat(144, 10);
}

// Renders `seconds` and checks the sample at which the first sound begins.
static void assert_first_sound(double seconds, int64_t wanted)
{
    float *samples = render(seconds);
    assert_int_equal(first_sound(samples, 0, (int64_t)(seconds * RATE)), wanted);
    free(samples);
}

static void a_call_of_an_action_plays_at_the_sample_of_its_instant(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(coir_delay(0.0371), coir_call(play_click, NULL)));
    play_frames(0.5, 30);
    assert_first_sound(0.5, 1781); // 0.0371 s * 48000 = 1780.8
}

static void timers_sound_at_their_exact_time_with_a_time_scale_of_the_scheduler(void **state)
{
    (void)state;
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 0.5);
    coir_node_once_after(scene, 0.1, play_click, NULL); // 0.2 s of the sound clock
    play_frames(0.5, 30);
    assert_first_sound(0.5, RATE / 5);
}

static void a_delay_is_exact(void **state)
{
    (void)state;
    coir_sound_play_with(click, &(CoirPlay){.delay = 0.05});
    play_frames(0.2, 100);
    assert_first_sound(0.2, 2400);
}

static void voices_played_before_the_first_buffer_begin_in_time(void **state)
{
    (void)state;
    play_frames(1, 60);
    coir_sound_play(click);
    play_frames(1, 60);
    assert_first_sound(2, RATE);
}

// Ends ---------------------------------------------------------------------------------------------------------------

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    assert_false(coir_voice_is_playing(voice));
    note("%s %d %.6f; ", (const char *)user, (int)reason, coir_sound_now());
}

static CoirPlay told(const char *name)
{
    return (CoirPlay){.on_end = note_end, .user = (void *)name};
}

static void the_end_is_reported_with_its_exact_time(void **state)
{
    (void)state;
    CoirPlay once = told("once"), faster = told("faster"), looped = told("looped");
    faster.pitch = 2;
    looped.loops = 2;
    coir_sound_play_with(level, &once);
    coir_sound_play_with(level, &faster);
    coir_sound_play_with(level, &looped);
    play_frames(4, 60);
    assert_trace("faster 0 0.500000; once 0 1.000000; looped 0 3.000000; ");
}

static void the_end_of_a_stopped_voice_is_reported_at_the_end_of_the_step(void **state)
{
    (void)state;
    CoirPlay play = told("a");
    CoirVoice voice = coir_sound_play_with(level, &play);
    play_frames(0.5, 60);
    assert_true(coir_voice_stop(voice));
    assert_false(coir_voice_is_playing(voice));
    assert_trace("");
    play_frames(0.5, 60);
    assert_trace("a 1 0.500000; ");
}

static void play_next(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason, (void)user;
    coir_sound_play(level);
}

static void a_sound_that_is_played_at_the_end_of_another_follows_without_a_gap(void **state)
{
    (void)state;
    coir_sound_play_with(level, &(CoirPlay){.on_end = play_next});
    play_frames(2, 30);
    float *samples = render(2);
    for (int i = 0; i < RATE * 2; i++)
        if (samples[i] != 0.5F)
            fail_msg("%g at sample %d", (double)samples[i], i);
    free(samples);
}

static CoirVoice stopped_in_callback;

static void stop_other(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason, (void)user;
    coir_voice_stop(stopped_in_callback);
    coir_mixer_close();
}

static void closing_the_mixer_in_the_callback_of_an_end_is_legal(void **state)
{
    (void)state;
    CoirPlay other = told("other");
    stopped_in_callback = coir_sound_play_with(level, &other);
    coir_sound_play_with(click, &(CoirPlay){.on_end = stop_other});
    play_frames(0.1, 60);
    assert_trace("other 1 0.016667; ");
    assert_int_equal(coir_voices_count(NULL), 0);
    assert_int_not_equal(coir_sound_play(level).generation, 0);
}

static void a_stale_voice_does_nothing(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(click);
    play_frames(0.5, 60);
    assert_false(coir_voice_is_playing(voice));
    assert_false(coir_voice_stop(voice));
    assert_false(coir_voice_pause(voice));
    assert_false(coir_voice_set_volume(voice, 1));
    assert_false(coir_voice_seek(voice, 0));
    assert_float_equal(coir_voice_position(voice), 0, 0);
    assert_null(coir_voice_sound(voice));
    for (int i = 0; i < 300; i++) { // the slot is used again, and the reference stays stale
        assert_false(coir_voice_is_playing(voice));
        coir_sound_play(click);
        play_frames(0.5, 10);
    }
}

// Going on -----------------------------------------------------------------------------------------------------------

static void a_paused_voice_keeps_its_place(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    play_frames(0.25, 60);
    assert_true(coir_voice_pause(voice));
    play_frames(1, 60);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    assert_true(coir_voice_is_paused(voice) && coir_voice_is_playing(voice));
    assert_true(coir_voice_resume(voice));
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.75, 1e-9);
    float *samples = render(1.75);
    assert_float_equal(samples[RATE / 4 - 1], 0.5, 1e-6);
    assert_float_equal(samples[RATE / 2], 0, 0);
    assert_float_equal(samples[RATE * 5 / 4 + 1000], 0.5, 1e-6);
    free(samples);
}

static void loops_are_counted_and_may_be_changed(void **state)
{
    (void)state;
    coir_sound_set_loop(level, 0.5, 0.75);
    CoirPlay play = told("a");
    play.loops = COIR_FOREVER;
    CoirVoice voice = coir_sound_play_with(level, &play);
    play_frames(1, 60); // the first loop began at 0.75 s, and the second loop begins now
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_int_equal(coir_voice_loops(voice), COIR_FOREVER);
    assert_true(coir_voice_set_loops(voice, 2));
    play_frames(0.3, 60);
    assert_int_equal(coir_voice_loops(voice), 1);
    assert_float_equal(coir_voice_position(voice), 0.55, 1e-9);
    play_frames(2, 60);
    assert_trace("a 0 2.000000; "); // 1 + 0.25 + 2 * 0.25 + 0.25
}

static void loops_that_are_set_after_the_loop_has_ended_do_not_count(void **state)
{
    (void)state;
    coir_sound_set_loop(level, 0.25, 0.5);
    CoirPlay play = told("a");
    CoirVoice voice = coir_sound_play_with(level, &play);
    play_frames(0.75, 64);
    assert_true(coir_voice_set_loops(voice, 2));
    assert_float_equal(coir_voice_position(voice), 0.75, 1e-9);
    assert_int_equal(coir_voice_loops(voice), 0);
    play_frames(0.5, 64);
    assert_trace("a 0 1.000000; ");
    float *samples = render(1.2);
    assert_float_equal(samples[RATE - 10], 0.5, 0);
    assert_int_equal(first_sound(samples, RATE, (int64_t)(1.2 * RATE)), -1);
    free(samples);
}

static void a_sought_voice_continues_at_the_new_position(void **state)
{
    (void)state;
    CoirPlay play = told("a");
    CoirVoice voice = coir_sound_play_with(level, &play);
    play_frames(0.5, 60);
    assert_true(coir_voice_seek(voice, 0.25));
    assert_float_equal(coir_voice_position(voice), 0.25, 0);
    play_frames(1, 60);
    assert_trace("a 0 1.250000; ");
}

static void after_its_loop_a_voice_plays_to_the_end(void **state)
{
    (void)state;
    coir_sound_set_loop(level, 0.25, 0.5);
    CoirPlay sought = told("sought"), begun = told("begun");
    sought.loops = begun.loops = COIR_FOREVER;
    begun.from = 0.75;
    coir_sound_play_with(level, &begun);
    CoirVoice voice = coir_sound_play_with(level, &sought);
    play_frames(0.5, 60);
    assert_true(coir_voice_seek(voice, 0.5));
    assert_int_equal(coir_voice_loops(voice), 0);
    play_frames(1, 60);
    assert_trace("begun 0 0.250000; sought 0 1.000000; ");
    float *samples = render(1.5);
    assert_int_equal(first_sound(samples, RATE + 1, RATE * 3 / 2), -1);
    free(samples);
}

static void the_volume_fades_evenly_and_may_stop_the_voice(void **state)
{
    (void)state;
    CoirPlay play = told("a");
    CoirVoice voice = coir_sound_play_with(level, &play);
    assert_true(coir_voice_fade_to(voice, 0.5F, 0.25));
    play_frames(0.125, 48);
    assert_float_equal(coir_voice_volume(voice), 0.75, 1e-4);
    play_frames(0.25, 48);
    assert_float_equal(coir_voice_volume(voice), 0.5, 0);
    assert_true(coir_voice_fade_out(voice, 0.1));
    play_frames(0.25, 48);
    assert_trace("a 1 0.475000; ");
    float *samples = render(0.5);
    assert_float_equal(samples[RATE / 8], 0.375, 1e-3);
    assert_float_equal(samples[RATE * 375 / 1000], 0.25, 1e-3);
    assert_float_equal(samples[RATE * 42 / 100], 0.25 * 0.55, 1e-3);
    assert_float_equal(samples[RATE * 48 / 100 + 300], 0, 0);
    free(samples);
}

static void a_pitch_of_0_stops_the_voice(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    play_frames(0.25, 60);
    assert_true(coir_voice_set_pitch(voice, 0));
    play_frames(5, 60);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    assert_true(coir_voice_set_pitch(voice, 3));
    play_frames(0.2, 60);
    assert_float_equal(coir_voice_position(voice), 0.85, 1e-6);
}

static void pan_makes_the_other_side_quieter(void **state)
{
    (void)state;
    float pairs[200];
    coir_sound_play_with(level, &(CoirPlay){.pan = 0.75F});
    play_frames(0.1, 60);
    assert_int_equal(coir_sound_render(100.0 / RATE, pairs), 100);
    assert_float_equal(pairs[20], 0.25, 1e-6);
    assert_float_equal(pairs[21], 0.5, 1e-6);
}

// Rules --------------------------------------------------------------------------------------------------------------

static void one_voice_too_many_of_a_sound_stops_the_oldest(void **state)
{
    (void)state;
    coir_sound_set_rules(level, &(CoirSoundRules){.voices = 2});
    CoirVoice one = coir_sound_play(level), two = coir_sound_play(level), three = coir_sound_play(level);
    assert_false(coir_voice_is_playing(one));
    assert_true(coir_voice_is_playing(two) && coir_voice_is_playing(three));
    assert_int_equal(coir_voices_count(level), 2);
}

static void the_same_sound_is_not_played_again_within_its_gap(void **state)
{
    (void)state;
    coir_sound_set_rules(click, &(CoirSoundRules){.gap = 0.1});
    assert_int_not_equal(coir_sound_play(click).generation, 0);
    assert_int_equal(coir_sound_play(click).generation, 0);
    play_frames(0.05, 60);
    assert_int_equal(coir_sound_play(click).generation, 0);
    play_frames(0.05, 60);
    assert_int_not_equal(coir_sound_play(click).generation, 0);
    assert_int_equal(support_logged(COIR_LOG_WARNING) + support_logged(COIR_LOG_ERROR), 0);
}

static void when_all_voices_play_the_quietest_of_the_lowest_priority_makes_room(void **state)
{
    (void)state;
    CoirSound *important = constant_sound(RATE, 0.5F);
    coir_sound_set_rules(important, &(CoirSoundRules){.priority = 1});
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 3}));
    CoirPlay quiet = told("quiet"), loud = told("loud");
    quiet.volume = 0.25F;
    CoirVoice first = coir_sound_play_with(important, &quiet);
    coir_sound_play_with(level, &loud);
    coir_sound_play_with(level, &quiet);
    assert_int_not_equal(coir_sound_play(level).generation, 0); // replaces the quiet voice of `level`
    coir_sound_play(important);
    coir_sound_play(important);
    assert_int_equal(coir_sound_play(level).generation, 0); // all other voices are more important
    assert_true(coir_voice_is_playing(first));
    play_frames(1.0 / 60, 60);
    assert_trace("loud 2 0.000000; quiet 2 0.000000; ");
    assert_int_equal(coir_mixer_stats().stolen, 3);
    coir_mixer_close();
    forget_trace();
    coir_sound_destroy(important);
}

static void random_volume_and_pitch_repeat_with_the_same_random_numbers(void **state)
{
    (void)state;
    float volumes[10], pitches[10];
    coir_sound_set_rules(level, &(CoirSoundRules){.volume_spread = 0.5F, .pitch_spread = 0.1F});
    for (int round = 0; round < 2; round++) {
        CoirRandom random = coir_random(7);
        coir_sounds_set_random(&random);
        for (int i = 0; i < 10; i++) {
            CoirVoice voice = coir_sound_play(level);
            float volume = coir_voice_volume(voice), pitch = coir_voice_pitch(voice);
            assert_true(volume > 0.5F && volume <= 1 && pitch >= 0.9F && pitch <= 1.1F);
            if (round == 0) {
                volumes[i] = volume;
                pitches[i] = pitch;
            }
            assert_true(volumes[i] == volume && pitches[i] == pitch);
            assert_true(i == 0 || volume != volumes[i - 1]);
        }
        coir_sounds_set_random(NULL);
    }
}

// Bad input ----------------------------------------------------------------------------------------------------------

static void bad_numbers_are_mistakes_and_play_nothing(void **state)
{
    (void)state;
    const CoirPlay bad[] = {{.volume = NAN},       {.volume = -1},  {.volume = 17}, {.pan = 1.5F},
                            {.pan = NAN},          {.pitch = -1},   {.pitch = 65},  {.pitch = INFINITY},
                            {.loops = -1},         {.from = -1},    {.from = NAN},  {.delay = INFINITY},
                            {.fade_in = -0.1},     {.group = 77},   {.group = -2},  {.from = 2 /* of 1 s */},
                            {.fade_in = INFINITY}, {.delay = 1e300}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(coir_sound_play_with(level, &bad[i]).generation, 0);
        assert_mistake("coir_sound_play_with: ");
    }
    assert_int_equal(coir_sound_play(NULL).generation, 0);
    assert_mistake("coir_sound_play: the sound is NULL");
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void bad_numbers_do_not_change_a_voice(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    assert_false(coir_voice_set_volume(voice, NAN));
    assert_mistake("coir_voice_set_volume: a volume of nan");
    assert_false(coir_voice_set_pan(voice, 2));
    assert_mistake("coir_voice_set_pan: a pan of 2");
    assert_false(coir_voice_set_pitch(voice, -1));
    assert_mistake("coir_voice_set_pitch: a pitch of -1");
    assert_false(coir_voice_fade_to(voice, 1, -1));
    assert_mistake("coir_voice_fade_to: -1 s");
    assert_false(coir_voice_seek(voice, NAN));
    assert_mistake("coir_voice_seek: ");
    assert_false(coir_voice_set_loops(voice, -1));
    assert_mistake("coir_voice_set_loops: -1");
    assert_false(coir_voice_set_group(voice, 99));
    assert_mistake("coir_voice_set_group: there is no group 99");
    assert_float_equal(coir_voice_volume(voice), 1, 0);
    assert_float_equal(coir_voice_pitch(voice), 1, 0);
    assert_true(coir_sound_render(-1, NULL) == -1 && coir_sound_render(NAN, NULL) == -1);
    assert_false(coir_mixer_open(&(CoirMixerDef){.rate = 1}));
    assert_false(coir_mixer_open(&(CoirMixerDef){.buffer = 500}));
    assert_false(coir_mixer_open(&(CoirMixerDef){.voices = -1}));
    assert_false(coir_mixer_open(&(CoirMixerDef){.lead = NAN}));
    assert_true(coir_voice_is_playing(voice));
}

// Edges --------------------------------------------------------------------------------------------------------------

static void fades_are_even_after_many_hours(void **state)
{
    (void)state;
    assert_true(coir_stage_update(stage, 100000));
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    play_frames(1, 60);
    coir_voice_fade_to(voice, 0, 1);
    play_frames(1, 60);
    assert_int_equal(coir_sound_render(SECONDS_KEPT - 0.5, NULL), llround((SECONDS_KEPT - 0.5) * RATE));
    float *samples = render(0.01);
    assert_float_equal(samples[0], 0.25, 1e-3);
    free(samples);
}

static void without_rendering_the_last_minute_is_kept(void **state)
{
    (void)state;
    coir_sound_play(click);
    play_frames(SECONDS_KEPT + 30, 60);
    coir_sound_play(click);
    play_frames(30, 60);
    float *samples = render(SECONDS_KEPT);
    assert_int_equal(first_sound(samples, 0, (int64_t)SECONDS_KEPT * RATE), (int64_t)(SECONDS_KEPT - 30) * RATE);
    free(samples);
}

static void without_rendering_sounds_do_not_pile_up(void **state)
{
    (void)state;
    size_t most = 0;
    for (int second = 0; second < 1000; second++) {
        for (int i = 0; i < 40; i++) {
            CoirSound *sound = constant_sound(100, 0.5F);
            coir_sound_play(sound);
            coir_sound_destroy(sound);
            play_frames(1.0 / 40, 40);
        }
        size_t bytes = coir_mixer_stats().sound_bytes;
        most = bytes > most ? bytes : most;
    }
    assert_true(most < (SECONDS_KEPT + 3) * 40 * 100 * sizeof(float) + 2 * RATE * sizeof(float));
}

static void without_rendering_changes_do_not_pile_up(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    int64_t bytes = 0;
    for (int i = 0; i < 1000; i++) {
        for (int j = 0; j < 1000; j++)
            coir_voice_set_volume(voice, (float)(j % 10) / 10);
        play_frames(1.0 / 60, 60);
        if (i == 250)
            bytes = (int64_t)support_bytes();
    }
    assert_true((int64_t)support_bytes() <= bytes);
}

static void a_waiting_voice_that_is_sought_after_the_end_ends(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.1});
    assert_true(coir_voice_seek(voice, 1e9));
    assert_false(coir_voice_is_playing(voice));
    play_frames(0.5, 60);
    free(render(0.5));
}

static void the_volume_of_a_waiting_voice_counts_from_the_first_sample(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.1});
    coir_voice_set_volume(voice, 0.5F);
    CoirVoice out = coir_sound_play_with(level, &(CoirPlay){.delay = 0.1});
    coir_voice_fade_out(out, 0.2);
    play_frames(0.15, 100);
    assert_float_equal(coir_voice_volume(out), 0.25, 1e-6);
    coir_voice_stop(out);
    play_frames(0.1, 100);
    float *samples = render(0.25);
    assert_float_equal(samples[RATE / 10], 0.25 + 0.25, 1e-3);
    free(samples);
    assert_float_equal(coir_voice_volume(voice), 0.5, 0);
}

static void a_delay_counts_for_the_gap(void **state)
{
    (void)state;
    coir_sound_set_rules(click, &(CoirSoundRules){.gap = 0.1});
    assert_int_not_equal(coir_sound_play_with(click, &(CoirPlay){.delay = 0.2}).generation, 0);
    assert_int_equal(coir_sound_play_with(click, &(CoirPlay){.delay = 0.2}).generation, 0);
    assert_int_equal(coir_sound_play_with(click, &(CoirPlay){.delay = 0.25}).generation, 0);
    assert_int_not_equal(coir_sound_play_with(click, &(CoirPlay){.delay = 0.3}).generation, 0);
}

static void the_gap_also_holds_before_a_voice_that_waits(void **state)
{
    (void)state;
    coir_sound_set_rules(level, &(CoirSoundRules){.gap = 0.1});
    assert_true(coir_voice_is_playing(coir_sound_play_with(level, &(CoirPlay){.delay = 0.3})));
    assert_true(coir_voice_is_playing(coir_sound_play(level)));
    assert_false(coir_voice_is_playing(coir_sound_play_with(level, &(CoirPlay){.delay = 0.25})));
    assert_true(coir_voice_is_playing(coir_sound_play_with(level, &(CoirPlay){.delay = 0.15})));
    assert_true(coir_voice_is_playing(coir_sound_play_with(level, &(CoirPlay){.delay = 0.45})));
}

static int chain;

static void play_again(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason;
    if (++chain < 400)
        coir_sound_play_with(user, &(CoirPlay){.on_end = play_again, .user = user});
}

static void a_chain_of_short_sounds_does_not_break_in_a_long_frame(void **state)
{
    (void)state;
    CoirSound *brief = constant_sound(RATE / 1000, 0.5F);
    chain = 0;
    coir_sound_play_with(brief, &(CoirPlay){.on_end = play_again, .user = brief});
    assert_true(coir_stage_update(stage, 1));
    assert_int_equal(chain, 400);
    float *samples = render(0.4);
    for (int i = 0; i < RATE * 4 / 10; i++)
        assert_float_equal(samples[i], 0.5, 0);
    free(samples);
    coir_mixer_close();
    coir_sound_destroy(brief);
}

static void a_fade_in_begins_with_the_sound(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.5, .fade_in = 0.5});
    play_frames(0.75, 64);
    assert_float_equal(coir_voice_volume(voice), 0.5, 1e-6);
    play_frames(0.25, 64);
    float *samples = render(1);
    assert_float_equal(samples[RATE / 2 + 100], 0.5 * 100 / (RATE / 2), 1e-4);
    assert_float_equal(samples[RATE * 3 / 4], 0.25, 1e-4);
    free(samples);
}

static void a_voice_that_waits_has_the_volume_from_which_its_fade_in_begins(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.5, .fade_in = 0.25});
    play_frames(0.375, 64);
    assert_float_equal(coir_voice_volume(voice), 0, 0);
    coir_voice_fade_to(voice, 1, 0.5);
    play_frames(0.625, 64);
    float *samples = render(1);
    assert_float_equal(samples[RATE / 2 + 100], 0.5 * (0.25 + 100.0 / (RATE / 2)), 1e-4);
    assert_float_equal(samples[RATE * 3 / 4], 0.375, 1e-4);
    free(samples);
}

static void a_voice_that_ends_before_its_begin_keeps_no_gap(void **state)
{
    (void)state;
    coir_sound_set_rules(level, &(CoirSoundRules){.gap = 0.1});
    CoirVoice late = coir_sound_play_with(level, &(CoirPlay){.delay = 1});
    assert_true(coir_voice_fade_out(late, 0.2));
    play_frames(0.15, 20);
    assert_int_not_equal(coir_sound_play(level).generation, 0);
}

static void the_gap_of_a_sound_begins_again_with_the_mixer(void **state)
{
    (void)state;
    coir_sound_set_rules(click, &(CoirSoundRules){.gap = 0.1});
    assert_int_not_equal(coir_sound_play(click).generation, 0);
    coir_mixer_close();
    assert_int_not_equal(coir_sound_play(click).generation, 0);
}

static void play_once_more(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason, (void)user;
    assert_int_equal(coir_sound_play_with(level, &(CoirPlay){.on_end = play_once_more}).generation, 0);
}

static void a_sound_that_is_played_again_while_the_mixer_is_closed_is_no_mistake(void **state)
{
    (void)state;
    coir_sound_play_with(level, &(CoirPlay){.on_end = play_once_more});
    coir_mixer_close();
    if (support_logged(COIR_LOG_MISTAKE) > 0)
        fail_msg("%s", support_last_message());
}

static void changing_loops_of_a_streamed_sound_is_a_reported_mistake(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_loop_start.ogg");
    if (!streamed)
        skip();
    CoirVoice voice = coir_sound_play_with(streamed, &(CoirPlay){.loops = COIR_FOREVER});
    assert_false(coir_voice_set_loops(voice, 0));
    assert_non_null(strstr(coir_error(), "coir_voice_set_loops: '"));
    assert_non_null(strstr(coir_error(), "coir_sound_load"));
}

TEST_FILE(voice)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_beat_of_a_timer_lies_on_its_exact_samples_at_30_60_and_144_frames_a_second),
        sound_test(a_call_of_an_action_plays_at_the_sample_of_its_instant),
        sound_test(timers_sound_at_their_exact_time_with_a_time_scale_of_the_scheduler),
        sound_test(a_delay_is_exact),
        sound_test(voices_played_before_the_first_buffer_begin_in_time),
        sound_test(the_end_is_reported_with_its_exact_time),
        sound_test(the_end_of_a_stopped_voice_is_reported_at_the_end_of_the_step),
        sound_test(a_sound_that_is_played_at_the_end_of_another_follows_without_a_gap),
        sound_test(closing_the_mixer_in_the_callback_of_an_end_is_legal),
        sound_test(a_stale_voice_does_nothing),
        sound_test(a_paused_voice_keeps_its_place),
        sound_test(loops_are_counted_and_may_be_changed),
        sound_test(loops_that_are_set_after_the_loop_has_ended_do_not_count),
        sound_test(a_sought_voice_continues_at_the_new_position),
        sound_test(after_its_loop_a_voice_plays_to_the_end),
        sound_test(the_volume_fades_evenly_and_may_stop_the_voice),
        sound_test(a_pitch_of_0_stops_the_voice),
        sound_test(pan_makes_the_other_side_quieter),
        sound_test(one_voice_too_many_of_a_sound_stops_the_oldest),
        sound_test(the_same_sound_is_not_played_again_within_its_gap),
        sound_test(when_all_voices_play_the_quietest_of_the_lowest_priority_makes_room),
        sound_test(random_volume_and_pitch_repeat_with_the_same_random_numbers),
        sound_test(bad_numbers_are_mistakes_and_play_nothing),
        sound_test(bad_numbers_do_not_change_a_voice),
        sound_test(fades_are_even_after_many_hours),
        sound_test(without_rendering_the_last_minute_is_kept),
        sound_test(without_rendering_sounds_do_not_pile_up),
        sound_test(without_rendering_changes_do_not_pile_up),
        sound_test(a_waiting_voice_that_is_sought_after_the_end_ends),
        sound_test(the_volume_of_a_waiting_voice_counts_from_the_first_sample),
        sound_test(a_delay_counts_for_the_gap),
        sound_test(the_gap_also_holds_before_a_voice_that_waits),
        sound_test(a_chain_of_short_sounds_does_not_break_in_a_long_frame),
        sound_test(a_fade_in_begins_with_the_sound),
        sound_test(a_voice_that_waits_has_the_volume_from_which_its_fade_in_begins),
        sound_test(a_voice_that_ends_before_its_begin_keeps_no_gap),
        sound_test(the_gap_of_a_sound_begins_again_with_the_mixer),
        sound_test(a_sound_that_is_played_again_while_the_mixer_is_closed_is_no_mistake),
        sound_test(changing_loops_of_a_streamed_sound_is_a_reported_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
