// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The rendered samples must agree with the functions of voices: after each change, the position that is heard in the
// samples is compared with coir_voice_position.

#include "support/ramp.h"

// Plays frames of 1/64 s and renders each frame. The last sample of a frame must be the sample of `ramp` at the
// position of the voice. If `is_frozen`, the voice must be silent.
static void hear(CoirVoice voice, double seconds, bool is_frozen)
{
    float pairs[2 * RATE / 64];
    for (long i = lround(seconds * 64); i > 0; i--) {
        play_frames(1.0 / 64, 64);
        assert_int_equal(coir_sound_render(1.0 / 64, pairs), RATE / 64);
        double last = (double)pairs[2 * (RATE / 64 - 1)], position = is_frozen ? 0 : coir_voice_position(voice);
        if (fabs(last - position) > 1e-3)
            fail_msg("at %g s: the samples are at %g, coir_voice_position is %g", coir_sound_now(), last, position);
    }
}

static void a_pitch_that_is_set_while_the_voice_is_paused_holds_with_slow_motion(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 0.5);
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_voice_pause(voice);
    hear(voice, 0.125, true);
    coir_voice_set_pitch(voice, 0.75F);
    coir_voice_resume(voice);
    hear(voice, 0.5, false);
}

static void a_time_scale_that_is_set_while_the_node_is_paused_holds(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_node_pause(scene);
    coir_node_set_time_scale(scene, 0.5);
    hear(voice, 0.125, true);
    coir_node_resume(scene);
    hear(voice, 0.5, false);
}

static void a_time_scale_that_is_set_while_the_voice_is_paused_holds(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_voice_pause(voice);
    coir_node_set_time_scale(scene, 0.5);
    hear(voice, 0.125, true);
    coir_voice_resume(voice);
    hear(voice, 0.5, false);
}

static void a_frozen_clock_resumes_with_its_new_scale(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play(scene, ramp);
    coir_node_set_time_scale(scene, 2);
    hear(voice, 0.125, false);
    coir_node_set_time_scale(scene, 0);
    hear(voice, 0.125, true);
    coir_node_set_time_scale(scene, 0.5);
    hear(voice, 0.5, false);
}

// Positions in the sound ---------------------------------------------------------------------------------------------

static void a_loop_plays_at_the_reported_position(void **state)
{
    (void)state;
    coir_sound_set_loop(ramp, 0.25, 0.51);
    CoirVoice voice = coir_sound_play_with(ramp, &(CoirPlay){.loops = 2});
    assert_int_equal(coir_voice_loops(voice), 2);
    hear(voice, 0.625, false);
    assert_float_equal(coir_voice_position(voice), 0.365, 1e-9);
    assert_int_equal(coir_voice_loops(voice), 1);
    hear(voice, 0.75, false);
    assert_float_equal(coir_voice_position(voice), 0.855, 1e-9); // the last loop is over
    assert_int_equal(coir_voice_loops(voice), 0);
}

static void a_voice_may_begin_inside_of_a_sound_of_any_rate(void **state)
{
    (void)state;
    static float samples[RATE / 2];
    for (int i = 0; i < RATE / 2; i++)
        samples[i] = (float)i / (RATE / 2);
    CoirSound *half = coir_sound_from_samples(1, RATE / 2, RATE / 2, samples);
    CoirVoice voice = coir_sound_play_with(half, &(CoirPlay){.from = 0.25});
    hear(voice, 0.25, false);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_true(coir_voice_seek(voice, 0.125));
    hear(voice, 0.25, false);
    assert_float_equal(coir_voice_position(voice), 0.375, 1e-9);
    coir_mixer_close();
    coir_sound_destroy(half);
}

static void a_voice_that_waits_may_be_asked_and_sought(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(ramp, &(CoirPlay){.delay = 0.125, .from = 0.5, .loops = 3});
    play_frames(0.0625, 64);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_int_equal(coir_voice_loops(voice), 3);
    assert_true(coir_voice_seek(voice, 0.25));
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    play_frames(0.0625, 64);
    free(render(0.125));
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    hear(voice, 0.25, false);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
}

static void a_voice_started_frozen_is_silent_until_resumed(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    CoirVoice off_stage = coir_node_play(child, ramp);
    hear(off_stage, 0.125, true);
    coir_node_add(scene, child);
    hear(off_stage, 0.125, false);
    coir_voice_stop(off_stage);
    coir_group_pause(COIR_GROUP_EFFECTS);
    CoirVoice paused = coir_sound_play(ramp);
    hear(paused, 0.125, true);
    coir_group_resume(COIR_GROUP_EFFECTS);
    hear(paused, 0.125, false);
    assert_float_equal(coir_voice_position(paused), 0.125, 1e-9);
}

static void a_delay_with_keeps_pitch_may_end_inside_of_a_frame(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 0.5);
    coir_node_play_with(scene, ramp, &(CoirPlay){.keeps_pitch = true, .delay = 0.1});
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_float_equal(samples[RATE * 4 / 10], 0.2, 1e-3);
    free(samples);
}

static void a_clock_of_any_speed_runs_forwards(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 1e12);
    CoirVoice voice = coir_node_play_with(scene, ramp, &(CoirPlay){.pitch = 64, .loops = COIR_FOREVER});
    play_frames(0.125, 64);
    assert_true(coir_voice_is_playing(voice));
    free(render(0.125));
    assert_true(coir_sounds.mixer->voices[voice.index].speed > COIR_MIX_ONE);
}

// Times --------------------------------------------------------------------------------------------------------------

static CoirVoice changed;

static void pause_voice(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_float_equal(coir_voice_position(changed), 0.21, 1e-9);
    coir_voice_pause(changed);
}

static void resume_voice(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_resume(changed);
}

static void pause_effects(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_group_pause(COIR_GROUP_EFFECTS);
}

static void resume_effects(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_group_resume(COIR_GROUP_EFFECTS);
}

static void a_pause_counts_from_its_timer(void **state)
{
    (void)state;
    changed = coir_sound_play(ramp);
    coir_node_once_after(scene, 0.21, pause_voice, NULL);
    coir_node_once_after(scene, 0.31, resume_voice, NULL);
    coir_node_once_after(scene, 0.61, pause_effects, NULL);
    coir_node_once_after(scene, 0.81, resume_effects, NULL);
    play_frames(1, 2);
    assert_float_equal(coir_voice_position(changed), 0.7, 1e-9);
    float *samples = render(1);
    assert_float_equal(samples[RATE * 20 / 100], 0.2, 1e-3);
    assert_float_equal(samples[RATE * 22 / 100], 0, 0);
    assert_float_equal(samples[RATE * 30 / 100], 0, 0);
    assert_float_equal(samples[RATE * 32 / 100], 0.22, 1e-3);
    assert_float_equal(samples[RATE * 60 / 100], 0.5, 1e-3);
    assert_float_equal(samples[RATE * 62 / 100], 0, 0);
    assert_float_equal(samples[RATE * 80 / 100], 0, 0);
    assert_float_equal(samples[RATE * 82 / 100], 0.52, 1e-3);
    free(samples);
}

static void quieten(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0.5F);
}

static void let_go(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_int_equal(coir_voice_loops(changed), 8); // at 0.21 s, two loops of 0.1 s have ended
    coir_voice_set_loops(changed, 1);
}

static void to_music(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_set_group(changed, COIR_GROUP_MUSIC);
}

static void a_change_counts_from_its_timer(void **state)
{
    (void)state;
    changed = coir_sound_play(level);
    coir_group_set_volume(COIR_GROUP_MUSIC, 0.25F);
    coir_node_once_after(scene, 0.21, quieten, NULL);
    coir_node_once_after(scene, 0.31, to_music, NULL);
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_float_equal(samples[RATE * 20 / 100], 0.5, 1e-6);
    assert_float_equal(samples[RATE * 22 / 100], 0.25, 1e-6);
    assert_float_equal(samples[RATE * 30 / 100], 0.25, 1e-6);
    assert_float_equal(samples[RATE * 32 / 100], 0.125, 1e-6);
    free(samples);
}

static void loops_that_are_set_count_from_their_timer(void **state)
{
    (void)state;
    coir_sound_set_loop(ramp, 0, 0.1);
    changed = coir_sound_play_with(ramp, &(CoirPlay){.loops = 10});
    coir_node_once_after(scene, 0.21, let_go, NULL);
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_position(changed), 0.2, 1e-9); // one more loop, then 0.1 s after the loop
    float *samples = render(0.5);
    assert_float_equal(samples[RATE * 39 / 100], 0.09, 1e-3);
    assert_float_equal(samples[RATE * 45 / 100], 0.15, 1e-3);
    free(samples);
}

static void a_voice_that_enters_a_paused_group_is_frozen(void **state)
{
    (void)state;
    changed = coir_sound_play(ramp);
    coir_group_pause(COIR_GROUP_MUSIC);
    coir_node_once_after(scene, 0.21, to_music, NULL);
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_position(changed), 0.21, 1e-9);
    assert_false(coir_voice_is_paused(changed)); // only the group is paused
}

// In a frame, timers are called before actions. So in a long frame, an action with the time 0.1 s is called after a
// timer with the time 0.3 s. In the next tests, the action changes a voice that the timer has started, or plays a sound
// of its own.
static void play_changed(CoirNode *node, void *user)
{
    (void)node;
    changed = coir_sound_play_with(level, user);
}

static void soften(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_float_equal(coir_voice_position(changed), 0, 0);
    coir_voice_set_volume(changed, 0.5F);
}

static void rewind_and_pause(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_set_pitch(changed, 2);
    coir_voice_seek(changed, 0.5);
    coir_voice_pause(changed);
}

static void stop_changed(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_stop(changed);
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)user;
    note("%d %.6f; ", (int)reason, coir_sound_now());
}

static void an_earlier_change_of_an_action_counts_from_the_begin_of_the_voice(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, play_changed, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(soften, NULL)));
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), RATE * 3 / 10);
    assert_float_equal(samples[RATE * 35 / 100], 0.25, 1e-6);
    free(samples);
}

static void an_earlier_seek_and_pause_of_an_action_count_from_the_begin_of_the_voice(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, play_changed, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(rewind_and_pause, NULL)));
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_position(changed), 0.5, 1e-9);
    coir_voice_resume(changed);
    play_frames(0.125, 8);
    assert_float_equal(coir_voice_position(changed), 0.75, 1e-9);
}

static void seek_to_middle(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_seek(changed, 0.5);
}

static void an_earlier_seek_of_an_action_counts_from_the_begin_of_the_voice(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.25, play_changed, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.125), coir_call(seek_to_middle, NULL)));
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_position(changed), 0.75, 1e-9);
}

static void an_earlier_stop_of_an_action_ends_the_voice_at_its_begin(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, play_changed, &(CoirPlay){.on_end = note_end});
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(stop_changed, NULL)));
    play_frames(0.5, 2);
    assert_trace("1 0.300000; ");
    float *samples = render(0.5);
    assert_float_equal(samples[RATE * 32 / 100], 0, 0);
    free(samples);
}

static void click_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_sound_play(click);
}

static void a_timer_and_an_earlier_action_of_one_frame_sound_at_their_times(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, click_now, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(click_now, NULL)));
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), RATE / 10);
    assert_int_equal(first_sound(samples, RATE / 10 + 1, RATE / 2), RATE * 3 / 10);
    free(samples);
}

static void play_level(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_sound_play(level);
}

static void two_voices_of_one_frame_begin_in_the_order_of_their_times(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, play_level, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(play_level, NULL)));
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), RATE / 10);
    assert_float_equal(samples[RATE * 29 / 100], 0.5, 0);
    assert_float_equal(samples[RATE * 31 / 100], 1, 0);
    free(samples);
}

static void speed_up(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_set_pitch(changed, 2);
}

static void an_earlier_pitch_of_an_action_counts_from_the_begin_of_the_voice(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.25, play_changed, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.125), coir_call(speed_up, NULL)));
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_position(changed), 0.5, 1e-9);
}

static void fade_away(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_fade_to(changed, 0, 0.1);
}

static void look_at_volume(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_float_equal(coir_voice_volume(changed), 1, 0);
}

static void before_a_fade_of_the_same_frame_the_volume_is_as_before(void **state)
{
    (void)state;
    changed = coir_sound_play(level);
    coir_node_once_after(scene, 0.3, fade_away, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(look_at_volume, NULL)));
    play_frames(0.5, 2);
    assert_float_equal(coir_voice_volume(changed), 0, 0);
}

static void set_echo(CoirNode *node, void *user)
{
    (void)node;
    coir_group_set_echo(COIR_GROUP_EFFECTS, user);
}

static void of_two_echoes_of_one_frame_the_one_that_was_set_last_stays(void **state)
{
    (void)state;
    CoirEcho echo = {.delay = 0.1, .mix = 1};
    coir_node_once_after(scene, 0.3, set_echo, &echo);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(set_echo, NULL)));
    play_frames(0.5, 2);
    coir_sound_play(click);
    play_frames(0.5, 2);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), RATE / 2);
    assert_int_equal(first_sound(samples, RATE / 2 + 1, RATE), -1);
    free(samples);
}

static void make_group(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_group_new("late", COIR_GROUP_ALL);
}

static void a_group_that_is_made_delays_no_sound(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.3, make_group, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(play_level, NULL)));
    play_frames(0.5, 2);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), RATE / 10);
    free(samples);
}

// Rendering ----------------------------------------------------------------------------------------------------------

static void more_changes_than_the_mixer_takes_at_once_come_in_time(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 700; j++)
            coir_voice_set_volume(voice, (float)(j % 2));
        play_frames(0.005, 200);
    }
    coir_voice_set_volume(voice, 0);
    coir_node_once_after(scene, 0.1, click_now, NULL);
    play_frames(0.25, 64);
    float *samples = render(0.75);
    assert_float_equal(samples[RATE * 49 / 100], 0.5, 1e-6);
    assert_int_equal(first_sound(samples, RATE * 51 / 100, RATE * 3 / 4), RATE * 6 / 10);
    assert_int_equal(coir_mixer_stats().late, 0);
    free(samples);
}

static void many_short_renderings_add_up(void **state)
{
    (void)state;
    float pairs[2];
    int64_t count = 0;
    for (int i = 0; i < 1000; i++)
        count += coir_sound_render(0.3 / RATE, pairs);
    assert_int_equal(count, 300);
    coir_mixer_close();
    assert_int_equal(coir_mixer_rate(), 48000); // also without a mixer
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .rate = 8000});
    assert_int_equal(coir_mixer_rate(), 8000);
    assert_int_equal(coir_sound_render(0.25, NULL), 2000);
}

static void the_rate_is_the_rate_of_the_next_samples_also_after_a_mixer_failed_to_open(void **state)
{
    (void)state;
    support_fail_allocation(1);
    assert_false(coir_mixer_open(&(CoirMixerDef){.no_device = true, .rate = 96000}));
    support_fail_allocation(0);
    int rate = coir_mixer_rate();
    assert_int_equal(coir_mixer_stats().rate, rate);
    assert_int_equal(coir_sound_render(1, NULL), rate);
}

static void rendering_frees_the_sounds_of_ended_voices(void **state)
{
    (void)state;
    CoirSound *cached = coir_sound_load(COIR_TESTS "/fuzz/corpus_wav/good_8.wav");
    coir_sound_play(cached);
    play_frames(coir_sound_length(cached) + 0.5, 64);
    assert_int_equal(coir_sounds_purge(), 0); // the samples are not rendered yet
    free(render(ceil(coir_sound_length(cached)) + 0.5));
    play_frames(1, 64);
    free(render(1));
    assert_int_equal(coir_sounds_purge(), 1);
}

static void a_streamed_loop_is_read_while_it_is_rendered(void **state)
{
    (void)state;
    const char *path = COIR_TESTS "/fuzz/corpus_ogg/good_long.ogg";
    CoirSound *streamed = coir_sound_stream(path);
    if (!streamed)
        skip();
    coir_sound_play_with(streamed, &(CoirPlay){.loops = COIR_FOREVER});
    play_frames(30, 4);
    float *one = render(30);
    assert_int_equal(coir_mixer_stats().underruns, 0);
    coir_mixer_close();
    coir_sound_play_with(coir_sound_load(path), &(CoirPlay){.loops = COIR_FOREVER});
    play_frames(30, 4);
    float *other = render(30);
    assert_memory_equal(one, other, sizeof *one * 30 * RATE);
    free(one);
    free(other);
}

static void a_fast_stream_does_not_wait_for_its_file(void **state)
{
    float *heard[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .rate = 8000}));
        CoirSound *sound =
            coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_six_channels.ogg"); // 48000 samples a second
        if (!sound)
            skip();
        CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.loops = COIR_FOREVER});
        play_frames(0.25, 64);
        coir_voice_set_pitch(voice, COIR_PITCH_MAX);
        play_frames(0.75, 64);
        heard[i] = calloc(2 * 8000, sizeof *heard[i]);
        for (int at = 0, part = i == 0 ? 8000 : 80; at < 8000; at += part)
            assert_int_equal(coir_sound_render(part / 8000.0, heard[i] + 2 * at), part);
        assert_int_equal(coir_mixer_stats().underruns, 0);
    }
    assert_memory_equal(heard[0], heard[1], 2 * 8000 * sizeof *heard[0]);
    free(heard[0]);
    free(heard[1]);
}

static void a_sought_stream_plays_like_the_sound_in_memory(void **state)
{
    (void)state;
    const char *path = COIR_TESTS "/fuzz/corpus_ogg/good_long.ogg";
    float *heard[2];
    if (!coir_sound_stream(path))
        skip();
    for (int i = 0; i < 2; i++) {
        coir_mixer_close();
        CoirVoice voice = coir_sound_play(i == 0 ? coir_sound_stream(path) : coir_sound_load(path));
        play_frames(0.25, 64);
        coir_voice_seek(voice, 5);
        play_frames(0.25, 64);
        coir_voice_pause(voice);
        coir_voice_seek(voice, 2.5);
        play_frames(0.25, 64);
        coir_voice_resume(voice);
        play_frames(0.25, 64);
        assert_float_equal(coir_voice_position(voice), 2.75, 1e-9);
        heard[i] = render(1);
    }
    double off = largest_difference(heard[0], heard[1], RATE); // a stream lacks the sample before its start
    if (off > 1e-3)
        fail_msg("%g off", off);
    assert_true(first_sound(heard[0], RATE * 9 / 10, RATE) >= 0);
    free(heard[0]);
    free(heard[1]);
}

// Clicks -------------------------------------------------------------------------------------------------------------

// Plays a frame. Fails if one side of the rendered samples has a jump. Returns the last pair.
static const float *hear_no_click(void)
{
    static float pairs[2 * RATE / 64];
    play_frames(1.0 / 64, 64);
    float before[2] = {pairs[2 * (RATE / 64 - 1)], pairs[2 * (RATE / 64) - 1]};
    assert_int_equal(coir_sound_render(1.0 / 64, pairs), RATE / 64);
    for (int i = 0; i < 2 * RATE / 64; i++) {
        float last = i < 2 ? before[i] : pairs[i - 2];
        if (fabsf(pairs[i] - last) > 0.01F)
            fail_msg("a step of %g at %g s, pair %d", (double)(pairs[i] - last), coir_sound_now(), i / 2);
    }
    return &pairs[2 * (RATE / 64 - 1)];
}

static void no_sudden_change_clicks(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER, .fade_in = 0.01});
    hear_no_click();
    coir_voice_set_volume(voice, 0);
    assert_float_equal(coir_voice_volume(voice), 0, 0); // the volume that was set, not a volume of the short fade
    assert_float_equal(hear_no_click()[0], 0, 0);
    coir_voice_set_volume(voice, 1);
    assert_float_equal(hear_no_click()[0], 0.5, 1e-6);
    coir_voice_set_pan(voice, -1);
    assert_float_equal(hear_no_click()[1], 0, 0);
    coir_voice_set_pan(voice, 1);
    assert_float_equal(hear_no_click()[0], 0, 0);
    coir_voice_set_pan(voice, 0);
    assert_float_equal(hear_no_click()[0], 0.5, 1e-6);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0);
    assert_float_equal(coir_group_volume(COIR_GROUP_EFFECTS), 0, 0);
    assert_float_equal(hear_no_click()[0], 0, 0);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 1);
    assert_float_equal(hear_no_click()[0], 0.5, 1e-6);
    coir_group_set_muted(COIR_GROUP_ALL, true);
    assert_float_equal(hear_no_click()[0], 0, 0);
    coir_group_set_muted(COIR_GROUP_ALL, false);
    assert_float_equal(hear_no_click()[0], 0.5, 1e-6);
    coir_voice_pause(voice);
    assert_float_equal(hear_no_click()[0], 0, 0);
    coir_voice_resume(voice);
    assert_float_equal(hear_no_click()[0], 0.5, 1e-6);
    coir_voice_stop(voice);
    assert_float_equal(hear_no_click()[0], 0, 0);
}

static void a_voice_that_changes_and_stops_at_the_same_time_fades_out(void **state)
{
    (void)state;
    for (int what = 0; what < 2; what++) {
        CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER, .fade_in = 0.01});
        hear_no_click();
        if (what == 0)
            coir_voice_set_loops(voice, 2);
        else
            coir_voice_seek(voice, 0.5);
        coir_voice_stop(voice);
        assert_float_equal(hear_no_click()[0], 0, 0);
    }
}

static void a_stopped_voice_fades_also_if_the_next_one_begins_at_once(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    play_frames(0.125, 64);
    coir_voice_stop(voice);
    assert_int_not_equal(coir_sound_play_with(level, &(CoirPlay){.pan = 1}).generation, 0);
    play_frames(0.125, 64);
    float *samples = render(0.25);
    assert_true(samples[RATE / 8 + 60] > 0.2F && samples[RATE / 8 + 60] < 0.45F);
    assert_float_equal(samples[RATE / 8 + RATE / 100], 0, 0);
    free(samples);
}

// Sides --------------------------------------------------------------------------------------------------------------

static void hear_sides(double left, double right)
{
    float pairs[2 * RATE / 64];
    play_frames(1.0 / 64, 64);
    assert_int_equal(coir_sound_render(1.0 / 64, pairs), RATE / 64);
    const float *last = &pairs[2 * (RATE / 64 - 1)];
    if (!(fabs((double)last[0] - 0.5 * left) < 1e-6 && fabs((double)last[1] - 0.5 * right) < 1e-6))
        fail_msg("%g, %g", (double)last[0], (double)last[1]);
}

static void the_pan_is_added_to_the_nodes_place(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.pan = -0.75F});
    hear_sides(1, 0.5);
    coir_voice_stop(voice);
    hear_sides(0, 0);
    assert_true(coir_sound_set_ear(100, 100));
    scene->position.x = 125;
    voice = coir_node_play_with(scene, level, &(CoirPlay){.pans = true, .pan = 0.5F});
    hear_sides(0.5, 1); // 0.25 + 0.5
    coir_voice_set_pan(voice, -1);
    hear_sides(1, 0.5);
    scene->position.x = -1e6F; // far on the left
    hear_sides(1, 0);
    coir_voice_set_pan(voice, 1);
    hear_sides(1, 1); // -1 + 1
    scene->position.x = 175;
    hear_sides(0, 1); // beyond the right side
    scene->size = coir_vec2(200, 0);
    scene->position.x = -1000;
    coir_voice_set_pan(voice, 0);
    scene->anchor.x = 0.5F;
    scene->position.x = 75; // the anchor is at the node's position
    hear_sides(1, sqrt(0.75));
    coir_voice_stop(voice);
    hear_sides(0, 0);
    coir_node_play(scene, level); // plays without panning
    hear_sides(1, 1);
    assert_true(coir_sound_set_ear(0, 0));
}

// Fades --------------------------------------------------------------------------------------------------------------

static void a_fade_begins_with_the_volume_of_now(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    coir_voice_fade_to(voice, 0, 0.5);
    play_frames(0.25, 64);
    coir_voice_fade_to(voice, 1, 0.25);
    play_frames(0.125, 64);
    assert_float_equal(coir_voice_volume(voice), 0.75, 1e-6);
    float *samples = render(0.375);
    assert_float_equal(samples[RATE * 3 / 8 - 1], 0.375, 1e-3);
    free(samples);
}

static void a_volume_that_is_set_after_a_fade_out_keeps_the_voice(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    coir_voice_fade_out(voice, 0.25);
    play_frames(0.125, 64);
    coir_voice_set_volume(voice, 0.75F);
    play_frames(0.25, 64);
    assert_true(coir_voice_is_playing(voice));
    assert_float_equal(coir_voice_volume(voice), 0.75, 0);
}

static void a_fade_of_a_voice_that_waits_takes_the_place_of_its_fade_in(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.25, .fade_in = 0.25});
    coir_voice_fade_to(voice, 0.5F, 0.375);
    play_frames(0.375, 64);
    assert_float_equal(coir_voice_volume(voice), 0.5, 1e-6);
    float *samples = render(0.375);
    assert_float_equal(samples[RATE * 3 / 8 - 1], 0.25, 1e-3);
    free(samples);
}

static void a_voice_that_begins_in_the_middle_of_a_fade_fades_on(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.delay = 0.25});
    coir_voice_fade_out(voice, 0.5);
    play_frames(0.5, 64);
    float *samples = render(0.5);
    assert_float_equal(samples[RATE / 4 + 1], 0.25, 1e-3);
    assert_float_equal(samples[RATE * 3 / 8], 0.125, 1e-3);
    free(samples);
}

TEST_FILE(voice_heard)
{
    const struct CMUnitTest tests[] = {
        ramp_test(a_pitch_that_is_set_while_the_voice_is_paused_holds_with_slow_motion),
        ramp_test(a_time_scale_that_is_set_while_the_node_is_paused_holds),
        ramp_test(a_time_scale_that_is_set_while_the_voice_is_paused_holds),
        ramp_test(a_frozen_clock_resumes_with_its_new_scale),
        ramp_test(a_loop_plays_at_the_reported_position),
        ramp_test(a_voice_may_begin_inside_of_a_sound_of_any_rate),
        ramp_test(a_voice_that_waits_may_be_asked_and_sought),
        ramp_test(a_voice_started_frozen_is_silent_until_resumed),
        ramp_test(a_delay_with_keeps_pitch_may_end_inside_of_a_frame),
        ramp_test(a_clock_of_any_speed_runs_forwards),
        ramp_test(a_pause_counts_from_its_timer),
        ramp_test(a_change_counts_from_its_timer),
        ramp_test(loops_that_are_set_count_from_their_timer),
        ramp_test(a_voice_that_enters_a_paused_group_is_frozen),
        ramp_test(an_earlier_change_of_an_action_counts_from_the_begin_of_the_voice),
        ramp_test(an_earlier_seek_and_pause_of_an_action_count_from_the_begin_of_the_voice),
        ramp_test(an_earlier_seek_of_an_action_counts_from_the_begin_of_the_voice),
        ramp_test(an_earlier_stop_of_an_action_ends_the_voice_at_its_begin),
        ramp_test(a_timer_and_an_earlier_action_of_one_frame_sound_at_their_times),
        ramp_test(two_voices_of_one_frame_begin_in_the_order_of_their_times),
        ramp_test(an_earlier_pitch_of_an_action_counts_from_the_begin_of_the_voice),
        ramp_test(before_a_fade_of_the_same_frame_the_volume_is_as_before),
        ramp_test(of_two_echoes_of_one_frame_the_one_that_was_set_last_stays),
        ramp_test(a_group_that_is_made_delays_no_sound),
        ramp_test(more_changes_than_the_mixer_takes_at_once_come_in_time),
        ramp_test(many_short_renderings_add_up),
        ramp_test(the_rate_is_the_rate_of_the_next_samples_also_after_a_mixer_failed_to_open),
        ramp_test(rendering_frees_the_sounds_of_ended_voices),
        ramp_test(a_streamed_loop_is_read_while_it_is_rendered),
        ramp_test(a_fast_stream_does_not_wait_for_its_file),
        ramp_test(a_sought_stream_plays_like_the_sound_in_memory),
        ramp_test(no_sudden_change_clicks),
        ramp_test(a_voice_that_changes_and_stops_at_the_same_time_fades_out),
        ramp_test(a_stopped_voice_fades_also_if_the_next_one_begins_at_once),
        ramp_test(the_pan_is_added_to_the_nodes_place),
        ramp_test(a_fade_begins_with_the_volume_of_now),
        ramp_test(a_volume_that_is_set_after_a_fade_out_keeps_the_voice),
        ramp_test(a_fade_of_a_voice_that_waits_takes_the_place_of_its_fade_in),
        ramp_test(a_voice_that_begins_in_the_middle_of_a_fade_fades_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
