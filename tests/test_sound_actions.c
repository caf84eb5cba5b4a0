// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions of sounds in long frames, backwards, beyond their ends and beside other voices. Also the choice of the
// voices that an action changes.

#include "support/ramp.h"

static CoirNode *add_node(void)
{
    CoirNode *node = coir_node_new();
    coir_node_add(scene, node);
    return node;
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    note("%s %d %.4f; ", (const char *)user, (int)reason, coir_sound_now());
}

// Voices of nodes ----------------------------------------------------------------------------------------------------

static void stop_voices(CoirNode *node, void *user)
{
    (void)user;
    assert_int_equal(coir_node_stop_voices(node), 1);
}

static void the_voices_of_one_node_stop_at_the_time_of_the_timer(void **state)
{
    (void)state;
    CoirNode *one = add_node(), *two = add_node();
    CoirVoice other = coir_node_play(two, level);
    coir_node_play_with(one, level, &(CoirPlay){.on_end = note_end, .user = "one"});
    coir_node_once_after(one, 0.3, stop_voices, NULL);
    play_frames(0.5, 2);
    assert_trace("one 1 0.3000; ");
    assert_true(coir_voice_is_playing(other));
    assert_int_equal(coir_node_stop_voices(one), 0);
}

static void the_time_scale_of_the_scheduler_is_not_for_voices_of_the_interface(void **state)
{
    (void)state;
    CoirNode *panel = coir_node_new();
    coir_node_set_interface(panel, true);
    coir_node_add(scene, panel);
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 0.25);
    play_frames(0.25, 64);
    CoirVoice world = coir_node_play(scene, ramp), interface = coir_node_play(panel, ramp);
    play_frames(0.5, 64);
    assert_float_equal(coir_voice_position(world), 0.125, 1e-7);
    assert_float_equal(coir_voice_position(interface), 0.5, 1e-7);
}

// coir_play ----------------------------------------------------------------------------------------------------------

static void time_that_turns_back_stops_only_voices_of_the_action(void **state)
{
    (void)state;
    CoirVoice other = coir_node_play_with(scene, level, &(CoirPlay){.loops = COIR_FOREVER});
    CoirRun run = coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_play(level), coir_delay(1)));
    play_frames(0.5, 64);
    assert_int_equal(coir_voices_count(NULL), 2);
    coir_run_reverse(run);
    play_frames(0.5, 64);
    assert_int_equal(coir_voices_count(NULL), 1);
    assert_true(coir_voice_is_playing(other));
}

static void time_that_turns_back_over_a_later_instant_starts_nothing(void **state)
{
    (void)state;
    CoirAction *program =
        coir_sequence(coir_delay(0.125), coir_play(click), coir_delay(0.25), coir_play(level), coir_delay(1));
    CoirRun run = coir_node_run(scene, program);
    play_frames(0.5, 64);
    coir_run_reverse(run);
    play_frames(0.25, 64); // back at 0.25 s, between the two instants
    assert_int_equal(coir_voices_count(NULL), 0);
    float *samples = render(0.75);
    assert_int_equal(first_sound(samples, RATE * 65 / 100, RATE * 3 / 4), -1);
    free(samples);
}

static void in_a_yoyo_a_sound_plays_on_when_the_time_goes_back_before_its_instant(void **state)
{
    (void)state;
    coir_node_run(scene, coir_yoyo(coir_sequence(coir_delay(0.125), coir_play_with(level, &(CoirPlay){.loops = 9}),
                                                 coir_delay(0.125), coir_play(click), coir_delay(0.125))));
    play_frames(0.25, 64);
    assert_int_equal(coir_voices_count(level), 1);
    play_frames(1, 64);
    assert_int_equal(coir_node_run_count(scene), 0);
    assert_int_equal(coir_voices_count(level), 1);
}

static void a_reversed_sequence_plays_its_sounds(void **state)
{
    (void)state;
    coir_node_run(scene, coir_reverse(coir_sequence(coir_delay(0.1), coir_play(click), coir_delay(0.2))));
    play_frames(0.5, 4);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), RATE / 5);
    free(samples);
}

// coir_play_whole ----------------------------------------------------------------------------------------------------

static void in_a_long_frame_a_whole_sound_begins_at_its_time(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_play_whole(ramp), coir_delay(1)));
    play_frames(1, 4);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), RATE / 10 + 1); // the ramp begins with 0
    for (double time = 0.12; time < 1; time += 0.02)
        assert_float_equal(heard(samples, time), time - 0.1, 1e-3);
    free(samples);
}

static void a_whole_sound_backwards_sounds_from_its_very_end(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(coir_reverse(coir_play_whole(ramp)), coir_delay(1)));
    play_frames(0.5, 64);
    float *samples = render(0.5);
    for (double time = 0.006; time < 0.5; time += 0.01)
        assert_float_equal(heard(samples, time), 1 - time, 1e-3);
    free(samples);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void the_opposite_of_the_opposite_is_the_sound(void **state)
{
    (void)state;
    coir_node_run(scene, coir_reverse(coir_reverse(coir_play_whole(ramp))));
    play_frames(0.5, 64);
    float *samples = render(0.5);
    assert_float_equal(heard(samples, 0.25), 0.25, 1e-3);
    free(samples);
}

static void after_a_pause_of_its_group_a_whole_sound_continues_smoothly(void **state)
{
    (void)state;
    coir_node_run(scene, coir_play_whole(ramp));
    play_frames(0.25, 64);
    coir_group_pause(COIR_GROUP_EFFECTS);
    play_frames(0.25, 64);
    coir_group_resume(COIR_GROUP_EFFECTS);
    play_frames(0.375, 64);
    float *samples = render(0.875);
    for (double time = 0.51; time < 0.87; time += 0.001)
        assert_float_equal(heard(samples, time), time, 1e-3);
    free(samples);
}

static void a_seek_over_a_whole_sound_is_silent(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(scene, coir_sequence(coir_delay(0.5), coir_play_whole(level), coir_delay(1)));
    play_frames(0.25, 64);
    assert_true(coir_run_seek(run, 2, 0));
    play_frames(0.25, 64);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), -1);
    free(samples);
}

static double to_half(double t, void *user)
{
    (void)user;
    return t / 2;
}

static void a_whole_sound_that_an_ease_keeps_from_its_end_leaves_no_voice(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(scene, coir_repeat_forever(coir_ease_function(to_half, NULL, coir_play_whole(ramp))));
    for (int i = 0; i < 8; i++) {
        play_frames(0.375, 64);
        assert_int_equal(coir_voices_count(NULL), 1);
    }
    coir_run_stop(run);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static double beyond_and_back(double t, void *user)
{
    (void)user;
    return t < 0.125 ? -1 : t < 0.25 ? t : t < 0.375 ? 1.5 : t < 0.5 ? NAN : t < 0.625 ? 1 : 1 - t;
}

static void hear_beyond_and_back(CoirAction *whole, bool is_backwards)
{
    coir_mixer_close();
    CoirRun run = coir_node_run(scene, coir_ease_function(beyond_and_back, NULL, whole));
    play_frames(0.875, 64);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    float *samples = render(0.875);
    assert_float_equal(heard(samples, 0.12), 0, 0);
    assert_float_equal(heard(samples, 0.2), is_backwards ? 0.8 : 0.2, 1e-3);
    assert_float_equal(heard(samples, 0.3), 0, 0);
    assert_float_equal(heard(samples, 0.6), 0, 0);
    assert_float_equal(heard(samples, 0.7), is_backwards ? 0.7 : 0.3, 1e-3);
    free(samples);
    coir_run_stop(run);
}

static void a_whole_sound_that_an_ease_brings_beyond_its_ends_returns(void **state)
{
    (void)state;
    hear_beyond_and_back(coir_play_whole(ramp), false);
    hear_beyond_and_back(coir_reverse(coir_play_whole(ramp)), true);
}

// Plays a sound forwards, backwards and forwards again. A streamed sound must give the same samples as the same sound
// in memory, except backwards.
static float *play_there_and_back(CoirSound *sound)
{
    coir_mixer_close();
    double length = coir_sound_length(sound);
    CoirRun run = coir_node_run(scene, coir_play_whole(sound));
    play_frames(0.375, 64);
    coir_run_reverse(run);
    play_frames(0.125, 64);
    coir_run_reverse(run);
    play_frames(0.375, 64);
    assert_true(length > 0.7);
    coir_run_stop(run);
    return render(0.875);
}

static void a_streamed_whole_sound_is_silent_backwards_and_resumes_at_its_position(void **state)
{
    (void)state;
    const char *path = COIR_TESTS "/fuzz/corpus_ogg/good_long.ogg";
    CoirSound *streamed = coir_sound_stream(path);
    if (!streamed)
        skip();
    float *one = play_there_and_back(streamed), *other = play_there_and_back(coir_sound_load(path));
    int begin = RATE * 54 / 100, count = RATE * 7 / 8 - begin;
    bool is_loud = false;
    assert_int_equal(first_sound(one, RATE * 39 / 100, RATE / 2), -1);
    for (int i = begin; i < begin + count; i++)
        is_loud = is_loud || fabsf(one[i]) > 0.1F;
    assert_true(is_loud);
    double off = largest_difference(one + begin, other + begin, count);
    if (off > 0.01)
        fail_msg("%g off", off);
    free(one);
    free(other);
}

// Numbers ------------------------------------------------------------------------------------------------------------

static void an_action_of_a_voice_changes_no_other_voice(void **state)
{
    (void)state;
    CoirVoice one = coir_sound_play(level), two = coir_sound_play(level);
    coir_voice_run(two, coir_spawn(coir_volume_to(0.25, 0.5F), coir_pan_to(0.25, 1), coir_pitch_to(0.25, 2)));
    play_frames(0.5, 64);
    assert_float_equal(coir_voice_volume(one), 1, 0);
    assert_float_equal(coir_voice_pan(one), 0, 0);
    assert_float_equal(coir_voice_pitch(one), 1, 0);
    assert_float_equal(coir_voice_volume(two), 0.5, 0);
    assert_float_equal(coir_voice_pan(two), 1, 0);
    assert_float_equal(coir_voice_pitch(two), 2, 0);
}

static void an_action_begins_with_the_volume_of_now(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    coir_voice_fade_to(voice, 0, 0.5);
    play_frames(0.25, 64);
    coir_voice_run(voice, coir_volume_to(0.25, 1));
    play_frames(0.125, 64);
    assert_float_equal(coir_voice_volume(voice), 0.75, 1e-3);
}

static void a_fade_out_wins_over_an_action(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    coir_voice_run(voice, coir_volume_to(0.75, 1));
    play_frames(0.125, 64);
    coir_voice_fade_out(voice, 0.25);
    play_frames(0.125, 64);
    assert_float_equal(coir_voice_volume(voice), 0.5, 1e-6);
    play_frames(0.1875, 64);
    assert_false(coir_voice_is_playing(voice));
}

static void several_voices_begin_with_the_number_of_the_oldest(void **state)
{
    (void)state;
    CoirVoice first = coir_sound_play(click), second = coir_sound_play(level);
    CoirVoice oldest = coir_node_play_with(scene, level, &(CoirPlay){.volume = 0.5F, .pan = -0.5F, .pitch = 0.5F});
    play_frames(0.25, 64); // frees the slot of the click
    CoirVoice newer = coir_node_play_with(scene, level, &(CoirPlay){.volume = 0.125F});
    coir_voice_stop(second);
    play_frames(0.25, 64);
    CoirVoice newest = coir_node_play(scene, level);
    assert_true(newer.index == first.index && newest.index == second.index && oldest.index > newest.index);
    coir_node_run(scene, coir_spawn(coir_volume_to(0.5, 1), coir_pan_to(0.5, 0.5F), coir_pitch_to(0.5, 1)));
    play_frames(0.25, 64);
    const CoirVoice all[] = {oldest, newer, newest};
    for (int i = 0; i < 3; i++) {
        assert_float_equal(coir_voice_volume(all[i]), 0.75, 1e-6);
        assert_float_equal(coir_voice_pan(all[i]), 0, 1e-6);
        assert_float_equal(coir_voice_pitch(all[i]), 0.75, 1e-6);
    }
}

static void an_action_of_a_group_begins_with_its_volume_and_is_smooth(void **state)
{
    (void)state;
    coir_group_set_volume(COIR_GROUP_MUSIC, 0.5F);
    coir_sound_play_with(level, &(CoirPlay){.group = COIR_GROUP_MUSIC});
    play_frames(0.0625, 64);
    coir_group_run(COIR_GROUP_MUSIC, coir_volume_to(0.5, 1));
    play_frames(0.25, 64);
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.75, 1e-6);
    play_frames(0.5, 64);
    float *samples = render(0.8125);
    for (int i = RATE / 16; i < RATE * 13 / 16; i++)
        if (fabsf(samples[i] - samples[i - 1]) > 1e-4F)
            fail_msg("a step of %g at sample %d", (double)(samples[i] - samples[i - 1]), i);
    free(samples);
}

static void a_group_has_a_volume_only(void **state)
{
    (void)state;
    coir_group_set_volume(COIR_GROUP_MUSIC, 0.5F);
    coir_group_run(COIR_GROUP_MUSIC, coir_spawn(coir_pan_to(0.25, -1), coir_pitch_to(0.25, 2)));
    for (int i = 0; i < 24; i++) {
        play_frames(1.0 / 64, 64);
        assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.5, 0);
    }
}

static void actions_reach_the_limits_of_numbers(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    coir_voice_run(voice, coir_spawn(coir_volume_to(0.125, 16), coir_pan_to(0.125, -1), coir_pitch_to(0.125, 64)));
    play_frames(0.25, 64);
    assert_float_equal(coir_voice_volume(voice), 16, 0);
    assert_float_equal(coir_voice_pan(voice), -1, 0);
    assert_float_equal(coir_voice_pitch(voice), 64, 0);
    assert_null(coir_volume_to(1, 16.1F));
    assert_null(coir_pan_to(1, -1.1F));
    assert_null(coir_pitch_to(1, 64.1F));
}

static void click_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_sound_play(click);
}

static void calls_of_actions_of_groups_and_voices_sound_at_their_instant_in_long_frames(void **state)
{
    (void)state;
    coir_group_run(COIR_GROUP_MUSIC, coir_sequence(coir_delay(0.1), coir_call(click_now, NULL)));
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.group = COIR_GROUP_MUSIC});
    coir_group_set_muted(COIR_GROUP_MUSIC, true);
    coir_voice_run(voice, coir_sequence(coir_delay(0.3), coir_call(click_now, NULL)));
    play_frames(0.5, 2);
    float *samples = render(0.5);
    int64_t first = first_sound(samples, RATE / 20, RATE / 2); // after the fade of the mute
    assert_int_equal(first, RATE / 10);
    assert_int_equal(first_sound(samples, first + 1, RATE / 2), RATE * 3 / 10);
    free(samples);
}

static void many_actions_of_a_voice_one_after_the_other_take_no_memory(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play_with(scene, level, &(CoirPlay){.loops = COIR_FOREVER});
    size_t bytes = 0;
    for (int i = 0; i < 1000; i++) {
        coir_voice_run(voice, coir_volume_to(0.01, (float)(i % 2)));
        play_frames(1.0 / 64, 64);
        free(render(1.0 / 64));
        if (i == 100)
            bytes = support_bytes();
    }
    assert_true(support_bytes() <= bytes);
}

// The stage that leads the sound clock -------------------------------------------------------------------------------

static void the_sound_clock_goes_on_after_a_stage_that_does_not_lead_is_destroyed(void **state)
{
    (void)state;
    CoirStage *second = coir_stage_new(), *third = coir_stage_new();
    play_frames(0.25, 64);
    coir_stage_destroy(second);
    assert_true(coir_stage_update(third, 0.25));
    assert_float_equal(coir_sound_now(), 0.25, 1e-9);
    play_frames(0.25, 64);
    assert_float_equal(coir_sound_now(), 0.5, 1e-9);
    coir_stage_destroy(third);
}

// Returns an action that brings a volume to 0 in 0.95 s, and then to 1 in 0.55 s.
static CoirAction *dip(void)
{
    return coir_sequence(coir_volume_to(0.95, 0), coir_volume_to(0.55, 1));
}

static void a_volume_action_in_a_sequence_begins_where_the_one_before_ended(void **state)
{
    static const double rates[] = {10, 30, 60, 144};
    (void)state;
    for (int i = 0; i < 4; i++) {
        const CoirPlay loops = {.loops = COIR_FOREVER};
        CoirVoice voice = coir_sound_play_with(level, &loops), other = coir_node_play_with(scene, level, &loops);
        CoirRun run = coir_voice_run(voice, dip());
        coir_group_run(COIR_GROUP_MUSIC, dip());
        coir_node_run(scene, dip());
        play_frames(1.2, rates[i]);
        double wanted = (coir_run_elapsed(run) - 0.95) / 0.55;
        assert_float_equal(coir_voice_volume(voice), wanted, 1e-5);
        assert_float_equal(coir_voice_volume(other), wanted, 1e-5);
        assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), wanted, 1e-5);
        coir_voices_stop_all();
        play_frames(1, rates[i]);
    }
}

static void an_eased_whole_sound_plays_up_to_its_end(void **state)
{
    static const double rates[] = {10, 50, 60, 144};
    (void)state;
    CoirSound *sound = constant_sound(RATE * 3 / 10, 0.5F);
    for (int i = 0; i < 4; i++) {
        coir_mixer_close();
        CoirRun run = coir_node_run(scene, coir_ease(COIR_EASE_OUT_SINE, coir_play_whole(sound)));
        play_frames(0.5, rates[i]);
        float *samples = render(0.5);
        assert_float_equal(samples[RATE * 3 / 10 - 300], 0.5, 0.01);
        assert_int_equal(first_sound(samples, RATE * 3 / 10 + 300, RATE / 2), -1);
        free(samples);
        assert_false(coir_run_is_running(run));
    }
    coir_mixer_close();
    coir_sound_destroy(sound);
}

TEST_FILE(sound_actions)
{
    const struct CMUnitTest tests[] = {
        ramp_test(the_voices_of_one_node_stop_at_the_time_of_the_timer),
        ramp_test(the_time_scale_of_the_scheduler_is_not_for_voices_of_the_interface),
        ramp_test(time_that_turns_back_stops_only_voices_of_the_action),
        ramp_test(time_that_turns_back_over_a_later_instant_starts_nothing),
        ramp_test(in_a_yoyo_a_sound_plays_on_when_the_time_goes_back_before_its_instant),
        ramp_test(a_reversed_sequence_plays_its_sounds),
        ramp_test(in_a_long_frame_a_whole_sound_begins_at_its_time),
        ramp_test(a_whole_sound_backwards_sounds_from_its_very_end),
        ramp_test(the_opposite_of_the_opposite_is_the_sound),
        ramp_test(after_a_pause_of_its_group_a_whole_sound_continues_smoothly),
        ramp_test(a_seek_over_a_whole_sound_is_silent),
        ramp_test(a_whole_sound_that_an_ease_keeps_from_its_end_leaves_no_voice),
        ramp_test(a_whole_sound_that_an_ease_brings_beyond_its_ends_returns),
        ramp_test(a_streamed_whole_sound_is_silent_backwards_and_resumes_at_its_position),
        ramp_test(an_action_of_a_voice_changes_no_other_voice),
        ramp_test(an_action_begins_with_the_volume_of_now),
        ramp_test(a_fade_out_wins_over_an_action),
        ramp_test(several_voices_begin_with_the_number_of_the_oldest),
        ramp_test(an_action_of_a_group_begins_with_its_volume_and_is_smooth),
        ramp_test(a_group_has_a_volume_only),
        ramp_test(actions_reach_the_limits_of_numbers),
        ramp_test(calls_of_actions_of_groups_and_voices_sound_at_their_instant_in_long_frames),
        ramp_test(many_actions_of_a_voice_one_after_the_other_take_no_memory),
        ramp_test(the_sound_clock_goes_on_after_a_stage_that_does_not_lead_is_destroyed),
        ramp_test(a_volume_action_in_a_sequence_begins_where_the_one_before_ended),
        ramp_test(an_eased_whole_sound_plays_up_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
