// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Groups of the mixer, their effects, and the time at which changes take effect.

#include "support/mixed.h"

static float constant[MANY], pulse[MANY];

static int make_sounds(void **state)
{
    (void)state;
    for (int i = 0; i < MANY; i++)
        constant[i] = 0.5f;
    pulse[0] = 0.5f;
    return 0;
}

// Returns the amplitude of a sine in the left channel. `count` samples must be a whole number of periods.
static double amplitude(int from, int count)
{
    double sum = 0;
    for (int i = from; i < from + count; i++)
        sum += left(i) * left(i);
    return sqrt(2 * sum / count);
}

static void change_group(int64_t at, int group, CoirChange change)
{
    change.at = at;
    change.group = (uint8_t)group;
    add_change(mixer, change);
}

static void start_in(int group, int slot, const float *sound)
{
    CoirMixVoice voice = voice_of(sound, 1, MANY);
    voice.group = (uint8_t)group;
    start_voice(mixer, mixer->time, slot, voice);
}

// The tree -----------------------------------------------------------------------------------------------------------

// The number of a group may be lower than the number of its parent.
static void volumes_multiply_up_the_tree(void **state)
{
    (void)state;
    change_group(0, 9, (CoirChange){.kind = COIR_CHANGE_GROUP, .slot = COIR_GROUP_MUSIC});
    change_group(0, 4, (CoirChange){.kind = COIR_CHANGE_GROUP, .slot = 9}); // below group 9
    change_group(0, COIR_GROUP_ALL, (CoirChange){.kind = COIR_CHANGE_GROUP_VOLUME, .value = 0.5f});
    change_group(0, COIR_GROUP_MUSIC, (CoirChange){.kind = COIR_CHANGE_GROUP_VOLUME, .value = 0.25f});
    change_group(0, 9, (CoirChange){.kind = COIR_CHANGE_GROUP_DUCK, .value = 0.5f});
    change_group(0, 4, (CoirChange){.kind = COIR_CHANGE_GROUP_VOLUME, .value = 0.5f});
    const double wanted[][2] = {{COIR_GROUP_EFFECTS, 0.25}, {COIR_GROUP_MUSIC, 0.0625}, {9, 0.03125}, {4, 0.015625}};
    double sum = 0;
    for (int i = 0; i < COUNT(wanted); i++) {
        start_in((int)wanted[i][0], i, constant);
        sum += wanted[i][1];
        mix(100);
        assert_true(left(50) == sum); // exact, as all volumes are powers of 2
    }
}

static void a_group_fades_evenly(void **state)
{
    (void)state;
    start_in(COIR_GROUP_MUSIC, 0, constant);
    change_group(1000, COIR_GROUP_MUSIC, (CoirChange){.kind = COIR_CHANGE_GROUP_VOLUME, .samples = 10000});
    mix(20000);
    assert_true(left(1000) == 0.5);
    for (int i = 1000; i <= 11000; i += 500)
        assert_near(left(i), 0.5 * (11000 - i) / 10000, 1e-6);
    assert_true(loudest(11000, 9000) == 0);
}

static void the_sum_is_clamped(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        start_in(i % 3, i, constant);
    mix(10);
    assert_true(left(5) == 1);
    for (int i = 0; i < 5; i++) {
        CoirMixVoice voice = voice_of(constant, 1, MANY);
        voice.left = voice.right = voice.left_from = voice.right_from = -1;
        start_voice(mixer, mixer->time, i, voice);
    }
    mix(10);
    assert_true(left(5) == -1);
}

// Effects ------------------------------------------------------------------------------------------------------------

static double factor_of(double hertz)
{
    double turns = 2 * PI * hertz / RATE;
    return turns / (1 + turns);
}

// Returns the gain of two filters y += factor * (x - y) in a row, for a sine of `hertz`.
static double wanted_gain(double factor, double hertz)
{
    double c = cos(2 * PI * hertz / RATE), rest = 1 - factor;
    return factor * factor / (1 + rest * rest - 2 * rest * c);
}

static void the_low_pass_weakens_each_frequency_as_two_filters_of_the_first_order(void **state)
{
    const double limits[] = {100, 1000, 8000}, heard[] = {50, 300, 1000, 3000, 12000};
    (void)state;
    for (int i = 0; i < COUNT(limits); i++) {
        float factor = (float)factor_of(limits[i]);
        change_group(mixer->time, COIR_GROUP_EFFECTS, (CoirChange){.kind = COIR_CHANGE_LOW_PASS, .value = factor});
        for (int j = 0; j < COUNT(heard); j++) {
            float *sound = sine(1, MANY, RATE / heard[j]);
            start_in(COIR_GROUP_EFFECTS, 0, sound);
            mix(48000);
            assert_near(amplitude(24000, 24000) / 0.5, wanted_gain((double)factor, heard[j]), 0.0005);
            free(sound);
        }
    }
    assert_near(wanted_gain(factor_of(1000), 1000), 0.5, 0.1); // half of a sine at the limit passes
}

static void the_low_pass_switches_on_and_off_without_a_jump(void **state)
{
    float *sound = sine(1, MANY, 600);
    (void)state;
    start_in(COIR_GROUP_EFFECTS, 0, sound);
    mix(20000);
    double most = largest_step(0, 20000) + 1.0 / FADE;
    for (int i = 0; i < 10; i++)
        change_group(20000 + 3070 * i, COIR_GROUP_EFFECTS,
                     (CoirChange){.kind = COIR_CHANGE_LOW_PASS, .value = i % 2 ? 1 : 0.01f});
    mix(40000);
    assert_true(largest_step(0, 40000) < most);
    free(sound);
}

static void the_low_pass_ends_with_the_sound(void **state)
{
    (void)state;
    change_group(0, COIR_GROUP_EFFECTS, (CoirChange){.kind = COIR_CHANGE_LOW_PASS, .value = 0.01f});
    start_voice(mixer, 0, 0, voice_of(constant, 1, 1000));
    mix(20000);
    assert_true(loudest(1001, 100) > 0);
    assert_true(loudest(10000, 10000) == 0);
    assert_false(mixer->groups[COIR_GROUP_EFFECTS].is_sounding);
}

static void the_echo_repeats_at_multiples_of_its_delay(void **state)
{
    float *echo = calloc(2 * 5000, sizeof *echo);
    (void)state;
    change_group(
        0, COIR_GROUP_EFFECTS,
        (CoirChange){.kind = COIR_CHANGE_ECHO, .pointer = echo, .samples = 5000, .value = 0.5f, .value2 = 0.25f});
    start_voice(mixer, 100, 0, voice_of(pulse, 1, 10));
    mix(90000);
    for (int i = 0; i < 90000; i++) {
        bool is_echo = i >= 100 && (i - 100) % 5000 == 0;
        int number = (i - 100) / 5000;
        assert_true(left(i) == (!is_echo ? 0 : number == 0 ? 0.5 : 0.125 * pow(0.5, number - 1)));
    }
    free(echo);
}

static void an_echo_ends(void **state)
{
    float *echo = calloc(2 * 1000, sizeof *echo);
    (void)state;
    change_group(0, COIR_GROUP_EFFECTS,
                 (CoirChange){.kind = COIR_CHANGE_ECHO, .pointer = echo, .samples = 1000, .value = 0.5f, .value2 = 1});
    start_voice(mixer, 0, 0, voice_of(pulse, 1, 10));
    mix(50000);
    assert_false(mixer->groups[COIR_GROUP_EFFECTS].is_sounding);
    assert_true(loudest(40000, 10000) == 0);
    free(echo);
}

static void skipped_samples_have_no_echo(void **state)
{
    float *echo = calloc(2 * 1000, sizeof *echo);
    (void)state;
    change_group(0, COIR_GROUP_EFFECTS,
                 (CoirChange){.kind = COIR_CHANGE_ECHO, .pointer = echo, .samples = 1000, .value = 0.9f, .value2 = 1});
    start_voice(mixer, 0, 0, voice_of(constant, 1, 900));
    mix(1000);
    coir_mixer_mix(mixer, NULL, 100000);
    mix(2000);
    assert_true(loudest(0, 2000) == 0);
    free(echo);
}

// When changes take effect -------------------------------------------------------------------------------------------

static void late_changes_are_counted_and_done_at_once(void **state)
{
    (void)state;
    mix(1000);
    start_voice(mixer, 999, 0, voice_of(constant, 1, MANY));
    change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_VOLUME, .value = 0.5f});
    mix(10);
    assert_int_equal(mixer->late, 1);
    assert_true(left(0) == 0.25);
    assert_true(mixer->voices[0].position == 10 * COIR_MIX_ONE);
}

static void a_late_start_of_a_voice_skips_the_samples_that_are_past(void **state)
{
    (void)state;
    coir_mixer_mix(mixer, NULL, 20000);
    start_voice(mixer, 1000, 0, voice_of(constant, 1, MANY));
    start_voice(mixer, 1000, 1, voice_of(constant, 1, 18000)); // has already ended
    mix(10);
    assert_true(mixer->voices[0].position == (19000 + 10) * COIR_MIX_ONE);
    assert_false(mixer->voices[1].is_active);
}

static void prompt_changes_are_done_with_the_next_call(void **state)
{
    CoirChange start = {.kind = COIR_CHANGE_START, .at = 5000, .is_prompt = true};
    (void)state;
    mix(100);
    start.voice = voice_of(constant, 1, MANY);
    assert_true(coir_change_add(&mixer->prompt, &start));
    mix(1);
    assert_true(left(0) == 0.5);
    start.at = 0; // long ago, but a prompt voice starts at the start of its sound
    mix(20000);
    assert_true(coir_change_add(&mixer->prompt, &start));
    mix(10);
    assert_true(mixer->voices[0].position == 10 * COIR_MIX_ONE);
    assert_int_equal(mixer->late, 0);
}

static void changes_for_an_older_voice_of_a_slot_are_ignored(void **state)
{
    CoirMixVoice voice = voice_of(constant, 1, MANY);
    (void)state;
    voice.serial = 2;
    start_voice(mixer, 0, 0, voice);
    change_voice(mixer, 10, (CoirChange){.kind = COIR_CHANGE_CUT}); // for an older voice of the slot
    mix(100);
    assert_true(left(99) == 0.5);
}

static void a_full_ring_refuses_further_changes(void **state)
{
    CoirChange change = {.kind = COIR_CHANGE_VOLUME, .at = 10};
    (void)state;
    for (int i = 0; i < COIR_MIX_RING; i++)
        assert_true(coir_change_add(&mixer->timed, &change));
    assert_false(coir_change_add(&mixer->timed, &change));
    mix(10);
    assert_false(coir_change_add(&mixer->timed, &change));
    mix(1);
    for (int i = 0; i < COIR_MIX_RING; i++)
        assert_true(coir_change_add(&mixer->timed, &change));
}

// A device may stop for hours. No position may overflow.
static void skipping_hours_of_sound_does_not_overflow(void **state)
{
    CoirMixVoice voice = voice_of(constant, 1, 1000);
    (void)state;
    voice.loops = COIR_FOREVER;
    voice.speed = speed_of(60);
    start_voice(mixer, 0, 0, voice);
    coir_mixer_mix(mixer, NULL, 2000000000);
    assert_true(mixer->voices[0].is_active);
    assert_true(mixer->voices[0].position <= 1060 * COIR_MIX_ONE && mixer->voices[0].position >= 0);
    mix(10);
    assert_true(left(5) == 0.5);
}

static void ended_voices_free_their_slots(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        start_voice(mixer, 0, i, voice_of(constant, 1, 100 + i));
    mix(200);
    assert_int_equal(mixer->limit, 0);
    assert_true(sizeof(CoirMixVoice) <= 256);
}

TEST_FILE(mixer_groups)
{
    const struct CMUnitTest tests[] = {
        mixer_test(volumes_multiply_up_the_tree),
        mixer_test(a_group_fades_evenly),
        mixer_test(the_sum_is_clamped),
        mixer_test(the_low_pass_weakens_each_frequency_as_two_filters_of_the_first_order),
        mixer_test(the_low_pass_switches_on_and_off_without_a_jump),
        mixer_test(the_low_pass_ends_with_the_sound),
        mixer_test(the_echo_repeats_at_multiples_of_its_delay),
        mixer_test(an_echo_ends),
        mixer_test(skipped_samples_have_no_echo),
        mixer_test(late_changes_are_counted_and_done_at_once),
        mixer_test(a_late_start_of_a_voice_skips_the_samples_that_are_past),
        mixer_test(prompt_changes_are_done_with_the_next_call),
        mixer_test(changes_for_an_older_voice_of_a_slot_are_ignored),
        mixer_test(a_full_ring_refuses_further_changes),
        mixer_test(skipping_hours_of_sound_does_not_overflow),
        mixer_test(ended_voices_free_their_slots),
    };
    return cmocka_run_group_tests(tests, make_sounds, NULL);
}
