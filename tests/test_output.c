// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The clocks of game and device. The device is a stub (support/device.h) that asks for blocks when the test says so:
// all times are counted in samples.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"
#include "coir/mixer.h"
#include "sound/world.h"
#include "support/device.h"

// The device ---------------------------------------------------------------------------------------------------------

static float block[2 * BUFFER]; // the last block that the device got

static void ask(void)
{
    if (!device.is_open || device.is_paused)
        return;
    device.give(block, BUFFER, device.user);
}

// The game -----------------------------------------------------------------------------------------------------------

static CoirStage *stage;
static CoirSound *ramp; // each sample tells its number
static double debt;     // samples of time for which the device has not asked yet

#define LENGTH (60 * RATE)

static int set_up(void **state)
{
    float *samples = malloc(LENGTH * sizeof *samples);
    support_setup(state);
    memset(&device, 0, sizeof device);
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
    coir_nodes_sweep();
    coir_mixer_close();
    coir_sound_destroy(ramp);
    return support_teardown(state);
}

#define output_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static void ask_for(double samples)
{
    for (debt += samples; debt >= BUFFER; debt -= BUFFER)
        ask();
}

// Plays frames while the device asks for `rate` samples in a second.
static void play_frames(double seconds, double rate)
{
    for (int i = 0; i < (int)lround(seconds * 60); i++) {
        assert_true(coir_stage_update(stage, 1.0 / 60));
        ask_for(rate / 60);
    }
}

// Returns the place that was heard last, in samples of the sound.
static double heard(void)
{
    return (double)block[2 * (BUFFER - 1)] * LENGTH;
}

static double lead(void)
{
    return coir_mixer_stats().lead;
}

static void the_lead_is_as_wanted_and_nothing_is_late(void **state)
{
    (void)state;
    for (double rate = RATE * 0.999; rate < RATE * 1.002; rate += RATE * 0.001) { // no two clocks agree
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

// From the call of coir_sound_play to the begin of the buffer that begins with the sound.
static void a_voice_that_no_timer_starts_begins_with_the_next_buffer(void **state)
{
    enum { TIMES = 500 };
    static int delays[TIMES];
    (void)state;
    play_frames(2, RATE);
    for (int i = 0; i < TIMES; i++) {
        play_frames(0.1, RATE);
        ask_for(i * 37 % BUFFER); // at any time between two blocks
        CoirVoice voice = coir_sound_play(ramp);
        delays[i] = BUFFER - (int)debt;
        assert_true(coir_stage_update(stage, 1.0 / 60));
        ask();
        debt = 0;
        assert_float_equal((double)block[0] * LENGTH, 1, 0.01);
        coir_voice_stop(voice);
    }
    qsort(delays, TIMES, sizeof *delays, by_size);
    print_message("delay: %.1f ms, at most %.1f ms\n", 1000.0 * delays[TIMES / 2] / RATE,
                  1000.0 * delays[TIMES - 1] / RATE);
    assert_in_range(delays[TIMES - 1], 1, BUFFER);
}

static void a_game_that_stands_still_goes_on(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    ask_for(RATE); // the game stands still for a second
    play_frames(3, RATE);
    assert_true(fabs(lead() - 0.05) < 0.02);
    assert_true(coir_voice_is_playing(voice));
    assert_true(heard() > 5.9 * RATE); // what plays is not touched
    play_frames(1, RATE);
    assert_int_equal(coir_mixer_stats().underruns, 0);
}

static void a_device_that_stood_still_skips(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    play_frames(5, 0); // the device stands still
    play_frames(2, RATE);
    assert_true(fabs(lead() - 0.05) < 0.02);
    double behind = coir_voice_position(voice) * RATE - heard();
    if (fabs(behind) > 0.1 * RATE)
        fail_msg("%.0f samples behind", behind);
}

static int attempts; // to open the device

static bool refuse(void)
{
    attempts++;
    return false;
}

static void a_lost_device_is_looked_for_less_and_less_often(void **state)
{
    (void)state;
    coir_sound_play(ramp);
    play_frames(1, RATE);
    device.is_gone = true;
    device.opened = refuse;
    attempts = 0;
    play_frames(1.9, 0);
    assert_int_equal(attempts, 0);
    play_frames(0.2, 0);
    assert_int_equal(attempts, 1);
    play_frames(4, 0);
    assert_int_equal(attempts, 2);
    play_frames(600, 0);
    assert_in_range(attempts, 10, 15);
    device.opened = NULL;
    play_frames(61, 0);
    assert_true(coir_mixer_has_device());
    device.opened = refuse;
    device.is_gone = true;
    attempts = 0;
    play_frames(2.1, 0);
    assert_int_equal(attempts, 1);
}

static void a_device_that_was_gone_is_where_the_game_is(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(ramp);
    play_frames(2, RATE);
    ask_for(RATE); // the game stands still: the mixer is ahead
    play_frames(2, RATE);
    double before = coir_voice_position(voice) * RATE - heard();
    device.is_gone = true;
    device.opened = refuse;
    play_frames(4, 0);
    assert_false(coir_mixer_has_device());
    device.opened = NULL;
    device.was_added = true;
    play_frames(2, RATE);
    assert_true(coir_mixer_has_device());
    double behind = coir_voice_position(voice) * RATE - heard();
    if (fabs(behind - before) > 0.1 * RATE)
        fail_msg("%.0f samples behind, and before %.0f", behind, before);
}

static void a_new_mixer_skips_nothing_that_an_old_one_was_asked_to(void **state)
{
    (void)state;
    coir_sound_play(ramp);
    play_frames(2, RATE);
    play_frames(5, 0);
    assert_true(coir_mixer_open(NULL));
    coir_sound_play(ramp);
    assert_true(coir_stage_update(stage, 1.0 / 60));
    ask();
    assert_float_equal((double)block[0] * LENGTH, 1, 0.01);
    assert_int_equal(coir_mixer_stats().underruns, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        output_test(the_lead_is_as_wanted_and_nothing_is_late),
        output_test(a_voice_that_no_timer_starts_begins_with_the_next_buffer),
        output_test(a_game_that_stands_still_goes_on),
        output_test(a_device_that_stood_still_skips),
        output_test(a_lost_device_is_looked_for_less_and_less_often),
        output_test(a_device_that_was_gone_is_where_the_game_is),
        output_test(a_new_mixer_skips_nothing_that_an_old_one_was_asked_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
