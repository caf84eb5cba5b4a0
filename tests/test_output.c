// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The output of sound to a device: the game must stay ahead of the device by the lead, although the clocks of both
// drift apart, and changes must be heard at their exact times. The device is a stub (support/device.h) that asks for a
// block of samples when a test calls ask().

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"
#include "coir/mixer.h"
#include "sound/output.h"
#include "sound/voices.h"
#include "support/constant_sound.h"
#include "support/device.h"
#include "support/sound_files.h"

#define FRAME (RATE / 60)

// The device ---------------------------------------------------------------------------------------------------------

static struct {
    float pairs[2 * BUFFER]; // last block
    int64_t given;
    float *record; // samples of the left channel, from `record_begin` on; NULL: no recording
    int64_t record_begin, record_size;
} blocks; // samples that the device got

static void ask(void)
{
    if (!device.is_open || device.is_paused)
        return;
    device.give(blocks.pairs, BUFFER, device.user);
    for (int i = 0; blocks.record && i < BUFFER; i++)
        if (blocks.given + i - blocks.record_begin < blocks.record_size)
            blocks.record[blocks.given + i - blocks.record_begin] = blocks.pairs[2 * i];
    blocks.given += BUFFER;
}

// The game -----------------------------------------------------------------------------------------------------------

static CoirStage *stage;
static CoirSound *ramp; // sample i has the value (i + 1) / LENGTH
static double debt;     // number of samples that the device has yet to ask for

#define LENGTH (60 * RATE)

static int set_up(void **state)
{
    float *samples = malloc(LENGTH * sizeof *samples);
    support_setup(state);
    memset(&device, 0, sizeof device);
    memset(&blocks, 0, sizeof blocks);
    debt = 0;
    for (int i = 0; i < LENGTH; i++)
        samples[i] = (float)(i + 1) / LENGTH;
    ramp = coir_sound_from_samples(1, RATE, LENGTH, samples);
    free(samples);
    stage = coir_stage_new();
    return ramp && coir_stage_show(stage, coir_node_new()) && coir_mixer_open(NULL) ? 0 : 1;
}

static int tear_down(void **state)
{
    coir_stage_destroy(stage);
    coir_mixer_close();
    coir_nodes_sweep();
    coir_sound_destroy(ramp);
    coir_sounds_purge();
    return support_teardown(state);
}

#define output_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static void ask_for(double samples)
{
    for (debt += samples; debt >= BUFFER; debt -= BUFFER)
        ask();
}

// Plays frames. The device asks for `rate` samples per second.
static void play_frames_at(double frames_a_second, double seconds, double rate)
{
    for (int i = 0; i < (int)lround(seconds * frames_a_second); i++) {
        assert_true(coir_stage_update(stage, 1 / frames_a_second));
        ask_for(rate / frames_a_second);
    }
}

static void play_frames(double seconds, double rate)
{
    play_frames_at(60, seconds, rate);
}

// Records the next `count` samples that the device takes.
static void record(float *samples, int64_t count)
{
    blocks.record = samples;
    blocks.record_begin = blocks.given;
    blocks.record_size = count;
    memset(samples, 0, (size_t)count * sizeof *samples);
}

// Returns the position in the ramp that was heard last, in samples.
static double heard(void)
{
    return (double)blocks.pairs[2 * (BUFFER - 1)] * LENGTH;
}

static double lead(void)
{
    return coir_mixer_stats().lead;
}

static void the_lead_is_as_wanted_and_nothing_is_late(void **state)
{
    (void)state;
    for (double rate = RATE * 0.999; rate < RATE * 1.002; rate += RATE * 0.001) { // no two clocks have the same rate
        play_frames(20, rate);
        assert_true(fabs(lead() - 0.05) < 0.02);
    }
    assert_int_equal(coir_mixer_stats().underruns, 0);
    assert_int_equal(coir_mixer_stats().late, 0);
}

static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

// Measures the time from the call of coir_sound_play to the start of the buffer that begins with the sound.
static void a_voice_that_no_timer_starts_begins_with_the_next_buffer(void **state)
{
    enum { TIMES = 500 };
    static int delays[TIMES];
    (void)state;
    play_frames(2, RATE);
    for (int i = 0; i < TIMES; i++) {
        play_frames(0.1, RATE);
        ask_for(i * 37 % BUFFER); // between two blocks
        CoirVoice voice = coir_sound_play(ramp);
        delays[i] = BUFFER - (int)debt;
        assert_true(coir_stage_update(stage, 1.0 / 60));
        ask();
        debt = 0;
        assert_float_equal((double)blocks.pairs[0] * LENGTH, 1, 0.01);
        coir_voice_stop(voice);
    }
    qsort(delays, TIMES, sizeof *delays, by_size);
    print_message("delay: %.1f ms, at most %.1f ms\n", 1000.0 * delays[TIMES / 2] / RATE,
                  1000.0 * delays[TIMES - 1] / RATE);
    assert_in_range(delays[TIMES - 1], 1, BUFFER);
}

static void a_game_resumes_after_a_stop(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    ask_for(RATE); // the game has no frame for a second
    play_frames(3, RATE);
    assert_true(fabs(lead() - 0.05) < 0.02);
    assert_true(coir_voice_is_playing(voice));
    assert_true(heard() > 5.9 * RATE); // the voice that plays goes on as before
    play_frames(1, RATE);
    assert_int_equal(coir_mixer_stats().underruns, 0);
}

static void a_device_that_was_stopped_skips(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    play_frames(5, 0); // the device asks for nothing
    play_frames(2, RATE);
    assert_true(fabs(lead() - 0.05) < 0.02);
    double behind = coir_voice_position(voice) * RATE - heard();
    if (fabs(behind) > 0.1 * RATE)
        fail_msg("%.0f samples behind", behind);
}

static void a_lost_device_is_looked_for_less_and_less_often(void **state)
{
    (void)state;
    int attempts;
    coir_sound_play(ramp);
    play_frames(1, RATE);
    device.is_gone = true;
    device.is_missing = true;
    attempts = device.attempts;
    play_frames(1.9, 0);
    assert_int_equal(device.attempts - attempts, 0);
    play_frames(0.2, 0);
    assert_int_equal(device.attempts - attempts, 1);
    play_frames(4, 0);
    assert_int_equal(device.attempts - attempts, 2);
    play_frames(600, 0);
    assert_in_range(device.attempts - attempts, 10, 15);
    device.is_missing = false;
    play_frames(61, 0);
    assert_true(coir_mixer_has_device());
    device.is_missing = true;
    device.is_gone = true;
    attempts = device.attempts;
    play_frames(2.1, 0);
    assert_int_equal(device.attempts - attempts, 1);
}

static void a_device_that_returns_plays_at_the_games_time(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    ask_for(RATE); // the game has no frame, so the mixer gets ahead
    play_frames(2, RATE);
    double before = coir_voice_position(voice) * RATE - heard();
    device.is_gone = true;
    device.is_missing = true;
    play_frames(4, 0);
    assert_false(coir_mixer_has_device());
    device.is_missing = false;
    device.was_added = true;
    play_frames(2, RATE);
    assert_true(coir_mixer_has_device());
    double behind = coir_voice_position(voice) * RATE - heard();
    if (fabs(behind - before) > 0.1 * RATE)
        fail_msg("%.0f samples behind, and before %.0f", behind, before);
}

static void a_new_mixer_does_not_skip_for_the_old_mixer(void **state)
{
    (void)state;
    coir_sound_play(ramp);
    play_frames(2, RATE);
    play_frames(5, 0);
    assert_true(coir_mixer_open(NULL));
    coir_sound_play(ramp);
    assert_true(coir_stage_update(stage, 1.0 / 60));
    ask();
    assert_float_equal((double)blocks.pairs[0] * LENGTH, 1, 0.01);
    assert_int_equal(coir_mixer_stats().underruns, 0);
}

// Exact times --------------------------------------------------------------------------------------------------------

#define SECONDS 10

static float recorded[SECONDS * RATE];

static void play_now(CoirNode *node, void *user)
{
    (void)node;
    coir_sound_play(user);
}

// Plays frames. Like a real device, the stub takes the samples of a frame before the frame ends.
static void play_frames_late(double seconds)
{
    for (int i = 0; i < (int)lround(seconds * 60); i++) {
        ask_for(FRAME);
        assert_true(coir_stage_update(stage, 1.0 / 60));
    }
}

static void a_beat_of_a_timer_is_exact_on_a_device(void **state)
{
    (void)state;
    CoirSound *click = constant_sound(1, 0.5F);
    play_frames_late(2);
    coir_node_every(coir_stage_scene(stage), 0.1, play_now, click);
    record(recorded, 5 * RATE);
    play_frames_late(5.5);
    int last = -1, clicks = 0;
    for (int i = 0; i < 5 * RATE; i++) {
        if (recorded[i] == 0)
            continue;
        if (last >= 0)
            assert_int_equal(i - last, RATE / 10);
        last = i;
        clicks++;
    }
    assert_in_range(clicks, 48, 50);
    assert_int_equal(coir_mixer_stats().late, 0);
    coir_mixer_close();
    coir_sound_destroy(click);
}

static void follow_up(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason;
    coir_sound_play_with(user, &(CoirPlay){.on_end = follow_up, .user = user});
}

static void start_chain(CoirNode *node, void *user)
{
    (void)node;
    follow_up((CoirVoice){0}, COIR_VOICE_DONE, user);
}

static void sounds_that_follow_one_another_have_no_gap_on_a_device(void **state)
{
    (void)state;
    CoirSound *part = constant_sound(RATE / 10, 0.5F);
    play_frames_late(2);
    coir_node_once_after(coir_stage_scene(stage), 0.05, start_chain, part);
    record(recorded, 2 * RATE);
    play_frames_late(2.5);
    int begin = 0;
    while (recorded[begin] == 0)
        begin++;
    assert_in_range(begin, RATE / 20, RATE / 5);
    for (int i = begin; i < 2 * RATE; i++)
        if (recorded[i] != 0.5F)
            fail_msg("%g at sample %d", (double)recorded[i], i);
    coir_voices_stop_all();
    coir_mixer_close();
    coir_sound_destroy(part);
}

static void start_in_call(CoirNode *node, void *user)
{
    (void)node;
    *(CoirVoice *)user = coir_sound_play(ramp);
}

static void start_in_update(void *target, double dt, void *user)
{
    (void)dt;
    CoirVoice *voice = user;
    if (voice->generation == 0)
        start_in_call(target, user);
}

static void start_at_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason;
    start_in_call(NULL, user);
}

static bool is_prompt(CoirVoice voice)
{
    assert_true(coir_voice_is_playing(voice));
    return coir_voice_find(voice)->is_prompt;
}

static void changes_with_a_time_of_their_own_are_not_prompt_and_others_are(void **state)
{
    (void)state;
    play_frames(0.1, RATE);
    CoirNode *scene = coir_stage_scene(stage);
    CoirVoice timer = {0}, action = {0}, update = {0}, end = {0}, group = {0}, panel_timer = {0}, panel_update = {0};
    CoirNode *panel = coir_node_new();
    coir_node_set_interface(panel, true);
    coir_node_add(scene, panel);
    CoirVoice outside = coir_sound_play(ramp);
    assert_true(is_prompt(outside));
    coir_node_once_after(scene, 0.02, start_in_call, &timer);
    coir_node_once_after(panel, 0.02, start_in_call, &panel_timer);
    coir_node_run(scene, coir_sequence(coir_delay(0.02), coir_call(start_in_call, &action)));
    coir_node_every_frame(scene, start_in_update, &update, 0);
    coir_node_every_frame(panel, start_in_update, &panel_update, 0);
    coir_voice_on_end(outside, start_at_end, &end);
    coir_group_run(COIR_GROUP_MUSIC, coir_sequence(coir_delay(0.02), coir_call(start_in_call, &group)));
    coir_voice_stop(outside);
    play_frames(0.1, RATE);
    assert_false(is_prompt(timer) || is_prompt(panel_timer) || is_prompt(action) || is_prompt(end) || is_prompt(group));
    assert_true(is_prompt(update) && is_prompt(panel_update));
}

static void changes_right_after_the_start_count_from_the_first_buffer_on(void **state)
{
    (void)state;
    CoirSound *level = constant_sound(RATE, 0.5F);
    play_frames(2, RATE);
    CoirVoice voice = coir_sound_play(level);
    coir_voice_set_volume(voice, 0.5F);
    assert_true(coir_stage_update(stage, 1.0 / 60));
    ask();
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0.25, 1e-6);
    coir_voice_stop(voice);
    assert_true(coir_stage_update(stage, 1.0 / 60));
    ask();
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0, 0);
    coir_mixer_close();
    coir_sound_destroy(level);
}

static void a_voice_in_a_new_group_plays_at_once_also_after_many_groups(void **state)
{
    (void)state;
    CoirSound *level = constant_sound(RATE, 0.5F);
    play_frames(2, RATE);
    CoirGroup group = coir_group_new("new", COIR_GROUP_ALL);
    for (int i = 0; i < 2 * COIR_GROUPS_MAX; i++) {
        CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.group = group});
        assert_true(coir_stage_update(stage, 1.0 / 60));
        ask();
        assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0.5, 1e-6);
        coir_voice_stop(voice);
        play_frames(0.2, RATE);
        coir_group_destroy(group);
        play_frames(i % 3 * 0.2, RATE); // has the mixer ended the group, or not yet
        group = coir_group_new("next", COIR_GROUP_ALL);
    }
    coir_mixer_close();
    coir_sound_destroy(level);
}

// The lead -----------------------------------------------------------------------------------------------------------

static void a_drift_is_made_good_without_a_step_in_the_sound(void **state)
{
    (void)state;
    const double rates[] = {RATE * 0.9995, RATE * 1.0005};
    for (int i = 0; i < 2; i++) {
        coir_mixer_open(NULL);
        coir_sound_play(ramp);
        play_frames(1, rates[i]);
        record(recorded, (SECONDS - 1) * RATE);
        double most = 0;
        for (int frame = 0; frame < 60 * 40; frame++) {
            play_frames(1.0 / 60, rates[i]);
            most = fmax(most, fabs(lead() - 0.05));
        }
        // The drift is 20 ms in 40 s. The lead varies by one buffer.
        if (most > 0.0125)
            fail_msg("the lead was %g s off", most);
        for (int at = 1; at < (SECONDS - 1) * RATE; at++) {
            double step = (double)(recorded[at] - recorded[at - 1]) * LENGTH;
            if (fabs(step - 1) > 0.3)
                fail_msg("a step of %g samples at %d", step, at);
        }
        assert_int_equal(coir_mixer_stats().late, 0);
        coir_voices_stop_all();
    }
}

static void the_lead_grows_with_long_frames_and_a_single_long_frame_is_an_accident(void **state)
{
    (void)state;
    play_frames_at(10, 10, RATE);
    int64_t late = coir_mixer_stats().late;
    assert_true(lead() > 0.1 && lead() < 0.25);
    CoirSound *click = constant_sound(1, 0.5F);
    coir_node_every(coir_stage_scene(stage), 0.1, play_now, click);
    play_frames_at(10, 10, RATE);
    assert_int_equal(coir_mixer_stats().late, late);
    play_frames_at(2, 10, RATE); // a frame lasts 0.5 s, longer than the largest lead
    assert_true(lead() < 0.3 + 0.5);
    coir_mixer_open(NULL);
    play_frames(5, RATE);
    assert_true(coir_stage_update(stage, 0.2));
    ask_for(0.2 * RATE);
    play_frames(3, RATE);
    assert_true(fabs(lead() - 0.05) < 0.02);
    coir_mixer_open(&(CoirMixerDef){.lead = 0.5});
    play_frames(5, RATE);
    assert_true(fabs(lead() - 0.5) < 0.02);
    coir_mixer_close();
    coir_sound_destroy(click);
}

// A device may ask for samples before the first frame. The first correction soon restores the lead.
static void the_first_correction_comes_soon(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        ask(); // 32 ms before the first frame
    play_frames(0.5, RATE);
    assert_true(fabs(lead() - 0.05) < 0.012);
}

static void a_sudden_change_of_the_lead_is_made_good_at_once(void **state)
{
    (void)state;
    play_frames(3, RATE);
    play_frames(0.1, 0); // the device asks for nothing
    assert_true(lead() > 0.13);
    play_frames(2.5, RATE);
    assert_true(fabs(lead() - 0.05) < 0.0125);
    coir_mixer_open(&(CoirMixerDef){.lead = 0.5});
    play_frames(3, RATE);
    ask_for(RATE / 10); // the device asks early
    play_frames(1.0 / 60, RATE);
    assert_true(lead() < 0.42);
    play_frames(2.5, RATE);
    assert_true(fabs(lead() - 0.5) < 0.0125);
}

static void a_small_difference_is_made_good_once(void **state)
{
    (void)state;
    coir_sound_play(ramp);
    play_frames(3, RATE);
    play_frames(1.0 / 60, 0); // the device asks for nothing in one frame
    play_frames(14, RATE);
    assert_true(fabs(lead() - 0.05) < 0.0125);
    record(recorded, 3 * RATE);
    play_frames(3.5, RATE);
    for (int at = 1; at < 3 * RATE; at++) { // no block is stretched any more
        double step = (double)(recorded[at] - recorded[at - 1]) * LENGTH;
        if (fabs(step - 1) > 0.3 ||
            (at % BUFFER == BUFFER / 2 && fabs((double)(recorded[at + 200] - recorded[at]) * LENGTH - 200) > 0.3))
            fail_msg("a step of %g samples at %d", step, at);
    }
}

static void one_long_frame_does_not_change_the_lead(void **state)
{
    (void)state;
    play_frames_late(3);
    ask_for(0.15 * RATE);
    assert_true(coir_stage_update(stage, 0.15));
    for (int i = 0; i < 60; i++) {
        play_frames_late(1.0 / 60);
        assert_true(lead() < 0.08);
    }
    for (int i = 0; i < 60; i++) { // but many long frames let the lead grow at once
        ask_for(RATE / 10);
        assert_true(coir_stage_update(stage, 0.1));
        assert_true(i < 3 || lead() > 0.1);
    }
    int64_t late = coir_mixer_stats().late;
    CoirSound *click = constant_sound(1, 0.5F);
    coir_node_every(coir_stage_scene(stage), 0.01, play_now, click);
    for (int i = 0; i < 30; i++) {
        ask_for(RATE / 10);
        assert_true(coir_stage_update(stage, 0.1));
    }
    assert_int_equal(coir_mixer_stats().late, late);
    for (int i = 0; i < 30; i++) { // the lead grows to a quarter of a second at most
        ask_for(RATE / 2);
        assert_true(coir_stage_update(stage, 0.5));
        assert_true(lead() < 0.27);
    }
    coir_mixer_close();
    coir_sound_destroy(click);
}

static void the_load_and_the_underruns_are_measured(void **state)
{
    (void)state;
    play_frames(1, RATE);
    assert_float_equal(coir_mixer_stats().load, 0, 0);
    device.work = 0.25 * BUFFER / RATE;
    play_frames(3, RATE);
    assert_float_equal(coir_mixer_stats().load, 0.25, 0.01);
    assert_int_equal(coir_mixer_stats().underruns, 0);
    device.work = 0.5 * BUFFER / RATE;
    play_frames(3, RATE);
    assert_float_equal(coir_mixer_stats().load, 0.5, 0.01); // the load of the last buffers
    device.work = 1.5 * BUFFER / RATE;
    ask();
    assert_int_equal(coir_mixer_stats().underruns, 1); // mixing took longer than the block lasts
}

static void a_stream_is_read_as_long_as_frames_continue(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_long.ogg");
    if (!streamed)
        skip();
    coir_sound_play_with(streamed, &(CoirPlay){.loops = COIR_FOREVER});
    play_frames(20, RATE); // 8 s of this file are read ahead
    assert_int_equal(coir_mixer_stats().underruns, 0);
    ask_for(10 * RATE); // no frame reads the file
    assert_true(coir_mixer_stats().underruns > 0);
    coir_mixer_close();
    coir_sounds_purge();
}

// Pauses and losses of the device ------------------------------------------------------------------------------------

static void a_paused_device_is_not_corrected(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    double before = coir_voice_position(voice) * RATE - heard();
    coir_sound_pause_device(true);
    assert_true(device.is_paused);
    coir_voice_pause(voice); // imitates a game in the background: its voices are paused, and it has no frames
    for (int i = 0; i < 120; i++)
        ask(); // the paused device takes no samples
    coir_sound_pause_device(false);
    assert_false(device.is_paused);
    coir_voice_resume(voice);
    play_frames(2, RATE);
    double behind = coir_voice_position(voice) * RATE - heard();
    assert_true(fabs(behind - before) < 0.02 * RATE);
    coir_sound_pause_device(true);
    device.is_gone = true;
    play_frames(0.5, 0);
    device.was_added = true;
    play_frames(0.5, 0);
    assert_true(coir_mixer_has_device() && device.is_paused); // a device that appears during a pause is paused, too
    coir_sound_pause_device(false);
    assert_false(device.is_paused);
}

static void a_device_is_opened_once_a_sound_exists_but_not_after_a_refusal(void **state)
{
    (void)state;
    coir_mixer_close();
    int attempts = device.attempts;
    coir_sound_destroy(ramp);
    ramp = NULL;
    coir_sound_request_device();
    assert_int_equal(device.attempts, attempts);
    ramp = constant_sound(RATE, 0.5F);
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true}));
    coir_sound_request_device();
    assert_int_equal(device.attempts, attempts);
    device.was_added = true;
    play_frames(0.1, 0);
    assert_false(coir_mixer_has_device());
    device.was_added = false;
    coir_mixer_close();
    coir_sound_request_device();
    coir_sound_request_device();
    assert_int_equal(device.attempts, attempts + 1);
    assert_int_equal(device.rate, 0); // 0: the rate of the device
    coir_mixer_close();
    device.is_missing = true;
    coir_sound_request_device();
    coir_sound_play(ramp); // opens the mixer
    play_frames(0.1, 0);
    assert_false(coir_mixer_has_device());
    device.is_missing = false;
    device.was_added = true;
    play_frames(0.1, RATE);
    assert_true(coir_mixer_has_device());
    assert_int_equal(device.rate, RATE); // the rate of the mixer
    assert_int_equal(device.attempts, attempts + 3);
    assert_true(coir_mixer_open(&(CoirMixerDef){.rate = 22050}));
    assert_int_equal(device.rate, 22050);
}

static void samples_cannot_be_rendered_while_a_device_plays(void **state)
{
    (void)state;
    float pairs[2];
    assert_int_equal(coir_sound_render(1.0 / RATE, pairs), -1);
    assert_mistake("coir_sound_render: the samples go to a device");
    play_frames(1, RATE);
    CoirMixerStats stats = coir_mixer_stats();
    assert_true(stats.has_device && stats.buffer == BUFFER && stats.rate == RATE && stats.lead > 0);
    device.is_gone = true;
    play_frames(0.1, 0);
    stats = coir_mixer_stats();
    assert_true(!stats.has_device && stats.lead == 0 && stats.load == 0 && stats.rate == RATE);
    assert_int_equal(coir_sound_render(1.0 / RATE, pairs), 1);
}

// Checks that a voice that no timer starts is heard, with all its changes, after the device was missing or stopped.
static void hear_and_stop(void)
{
    CoirSound *level = constant_sound(10 * RATE, 0.5F);
    CoirVoice voice = coir_sound_play(level);
    coir_voice_set_volume(voice, 0.5F);
    play_frames(0.5, RATE);
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0.25, 1e-6);
    coir_voice_stop(voice);
    play_frames(0.5, RATE);
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0, 0);
    coir_sound_destroy(level);
}

static void voices_that_start_while_the_device_is_stopped_play_in_order(void **state)
{
    (void)state;
    play_frames(2, RATE);
    play_frames(2, 0);
    CoirSound *level = constant_sound(10 * RATE, 0.5F);
    CoirVoice voice = coir_sound_play(level);
    play_frames(0.5, 0);
    coir_voice_set_volume(voice, 0.5F);
    play_frames(0.5, 0);
    play_frames(1, RATE);
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0.25, 1e-6);
    coir_voice_stop(voice);
    play_frames(0.5, RATE);
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0, 0);
    hear_and_stop();
    device.is_gone = true;
    play_frames(2, 0);
    device.was_added = true;
    play_frames(1, RATE);
    hear_and_stop();
    coir_mixer_close();
    coir_sound_destroy(level);
}

static void a_voice_started_while_the_device_is_stopped_gets_changes_made_after_it_resumes(void **state)
{
    (void)state;
    CoirSound *level = constant_sound(10 * RATE, 0.5F);
    play_frames(2, RATE);
    play_frames(2, 0);
    CoirVoice voice = coir_sound_play(level);
    play_frames(1.0 / 60, 0);
    ask(); // the device starts again
    play_frames(1.0 / 60, 0);
    coir_voice_set_volume(voice, 0.5F);
    play_frames(0.5, RATE);
    assert_float_equal(blocks.pairs[2 * (BUFFER - 1)], 0.25, 1e-6);
    coir_mixer_close();
    coir_sound_destroy(level);
}

// Returns one second of a sound, recorded after the device asked for nothing while the sound played on. The caller
// frees the samples.
static float *play_over_a_rest(CoirSound *sound)
{
    float *samples = malloc(RATE * sizeof *samples);
    assert_true(coir_mixer_open(NULL));
    coir_sound_play_with(sound, &(CoirPlay){.loops = COIR_FOREVER});
    play_frames(2, RATE);
    play_frames(12, 0); // longer than the stream is read ahead
    play_frames(2, RATE);
    record(samples, RATE);
    play_frames(1.5, RATE);
    return samples;
}

static void after_a_stop_of_the_device_a_stream_is_where_the_sound_in_memory_is(void **state)
{
    (void)state;
    const char *path = COIR_TESTS "/fuzz/corpus_ogg/good_long.ogg";
    CoirSound *streamed = coir_sound_stream(path);
    if (!streamed)
        skip();
    debt = 0;
    float *one = play_over_a_rest(streamed);
    debt = 0;
    float *other = play_over_a_rest(coir_sound_load(path));
    double best = INFINITY;
    int window = 2000, most = RATE / 10; // the two recordings may be `most` samples apart
    for (int shift = -most; shift < most; shift++) {
        double off = 0;
        for (int i = 0; i < window && off < best; i++) {
            double difference = fabs((double)one[RATE / 2 + i] - (double)other[RATE / 2 + shift + i]);
            off = difference > off ? difference : off;
        }
        best = off < best ? off : best;
    }
    if (best > 0.05)
        fail_msg("%g off", best);
    free(one);
    free(other);
    coir_mixer_close();
    coir_sounds_purge();
}

static void a_device_that_was_missing_is_looked_for_again_after_the_mixer_was_closed(void **state)
{
    (void)state;
    coir_mixer_close();
    device.is_missing = true;
    coir_sound_request_device(); // a director calls this before any sound is played
    assert_false(coir_mixer_has_device());
    coir_mixer_close();
    device.is_missing = false;
    coir_sound_request_device();
    assert_true(coir_mixer_has_device());
}

static void lose_device(void)
{
    device.is_gone = true;
    assert_true(coir_stage_update(stage, 1.0 / 60));
    assert_false(coir_mixer_has_device());
}

static void play_fast_stream(CoirSound *sound)
{
    play_frames(1, RATE);
    coir_sound_play_with(sound, &(CoirPlay){.pitch = COIR_PITCH_MAX, .loops = COIR_FOREVER});
    assert_true(coir_stage_update(stage, 1.0 / 60));
}

// Lets time pass without a device, and then brings a device back. Checks that the stream of play_fast_stream is heard
// at the position of the game.
static void check_fast_stream_after(double seconds, const CoirSound *sound)
{
    assert_true(coir_stage_update(stage, seconds));
    device.was_added = true;
    assert_true(coir_stage_update(stage, 1.0 / 60));
    assert_true(coir_mixer_has_device());
    double speed = (double)coir_sound_rate(sound) * COIR_PITCH_MAX, played = (coir_sound_now() - 1) * speed;
    double heard_to = (double)(uint32_t)((uint64_t)coir_sounds.mixer->voices[0].position >> 32); // wraps around at 2^32
    assert_float_equal(heard_to, fmod(played, 4294967296.0), 0.2 * speed);
}

static void a_fast_stream_is_where_the_game_is_after_minutes_without_a_device(void **state)
{
    (void)state;
    CoirSound *sound = coir_sound_stream(sound_file("good_long.ogg"));
    if (!sound)
        skip(); // Coir was built without Ogg Vorbis
    play_fast_stream(sound);
    ask();
    lose_device();
    check_fast_stream_after(600, sound);
}

// The time passes before the mixer has taken the start of the voice.
static void a_fast_stream_that_no_device_has_begun_is_where_the_game_is(void **state)
{
    (void)state;
    CoirSound *sound = coir_sound_stream(sound_file("good_long.ogg"));
    if (!sound)
        skip(); // Coir was built without Ogg Vorbis
    play_fast_stream(sound);
    lose_device();
    check_fast_stream_after(6000, sound); // more than 2^31 samples of the sound
}

TEST_FILE(output)
{
    const struct CMUnitTest tests[] = {
        output_test(the_lead_is_as_wanted_and_nothing_is_late),
        output_test(a_voice_that_no_timer_starts_begins_with_the_next_buffer),
        output_test(a_game_resumes_after_a_stop),
        output_test(a_device_that_was_stopped_skips),
        output_test(a_lost_device_is_looked_for_less_and_less_often),
        output_test(a_device_that_returns_plays_at_the_games_time),
        output_test(a_device_that_was_missing_is_looked_for_again_after_the_mixer_was_closed),
        output_test(a_new_mixer_does_not_skip_for_the_old_mixer),
        output_test(a_beat_of_a_timer_is_exact_on_a_device),
        output_test(sounds_that_follow_one_another_have_no_gap_on_a_device),
        output_test(changes_with_a_time_of_their_own_are_not_prompt_and_others_are),
        output_test(changes_right_after_the_start_count_from_the_first_buffer_on),
        output_test(a_voice_in_a_new_group_plays_at_once_also_after_many_groups),
        output_test(a_drift_is_made_good_without_a_step_in_the_sound),
        output_test(the_lead_grows_with_long_frames_and_a_single_long_frame_is_an_accident),
        output_test(the_first_correction_comes_soon),
        output_test(a_sudden_change_of_the_lead_is_made_good_at_once),
        output_test(a_small_difference_is_made_good_once),
        output_test(one_long_frame_does_not_change_the_lead),
        output_test(the_load_and_the_underruns_are_measured),
        output_test(a_stream_is_read_as_long_as_frames_continue),
        output_test(a_paused_device_is_not_corrected),
        output_test(a_device_is_opened_once_a_sound_exists_but_not_after_a_refusal),
        output_test(samples_cannot_be_rendered_while_a_device_plays),
        output_test(voices_that_start_while_the_device_is_stopped_play_in_order),
        output_test(a_voice_started_while_the_device_is_stopped_gets_changes_made_after_it_resumes),
        output_test(after_a_stop_of_the_device_a_stream_is_where_the_sound_in_memory_is),
        output_test(a_fast_stream_is_where_the_game_is_after_minutes_without_a_device),
        output_test(a_fast_stream_that_no_device_has_begun_is_where_the_game_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
