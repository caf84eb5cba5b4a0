// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The mixer by itself: the tests push changes into the mixer's ring of timed changes, and measure the samples.

#include "support/mixed.h"

static void anew(void)
{
    coir_mixer_free(mixer);
    mixer = coir_mixer_new(RATE, 16);
    assert_non_null(mixer);
}

static void assert_pairs(int from, int count, const float *wanted, int step)
{
    for (int i = 0; i < count; i++)
        if (pairs[2 * (from + i)] != wanted[i * step])
            fail_msg("sample %d is %.9g, not %.9g", from + i, (double)pairs[2 * (from + i)], (double)wanted[i * step]);
}

// Voices -------------------------------------------------------------------------------------------------------------

static void a_voice_begins_on_its_sample_and_ends_with_its_sound(void **state)
{
    float sound[1000];
    (void)state;
    for (int i = 0; i < 1000; i++)
        sound[i] = (float)(i + 1) / 2000;
    start_voice(mixer, 1234, 0, voice_of(sound, 1, 1000));
    mix(3000);
    assert_true(loudest(0, 1234) == 0);
    assert_pairs(1234, 1000, sound, 1);
    assert_true(loudest(2234, 700) == 0);
    assert_false(mixer->voices[0].is_active);
    assert_int_equal(mixer->late, 0);
}

static void two_channels_stay_apart(void **state)
{
    float sound[200];
    (void)state;
    for (int i = 0; i < 200; i++)
        sound[i] = (float)i / (i % 2 ? 200 : -200);
    for (int speed = 1; speed <= 2; speed++) { // speed 1 copies the samples, speed 2 interpolates at whole samples
        anew();
        CoirMixVoice voice = voice_of(sound, 2, 100);
        voice.speed *= speed;
        start_voice(mixer, 0, 0, voice);
        mix(50);
        for (int i = 0; i < 50; i++) {
            assert_true(pairs[2 * i] == sound[2 * i * speed]);
            assert_true(pairs[2 * i + 1] == sound[2 * i * speed + 1]);
        }
    }
}

// A sine of 440 Hz with 44 100 samples a second has 660 Hz at pitch 1.5.
static void after_a_minute_at_a_pitch_position_and_frequency_are_exact(void **state)
{
    const int length = 44100; // 440 whole periods
    float *sound = sine(1, length, 44100 / 440.0);
    CoirMixVoice voice = voice_of(sound, 1, length);
    int rising = 0;
    (void)state;
    voice.loops = COIR_FOREVER;
    voice.speed = speed_of(1.5 * 44100 / RATE);
    start_voice(mixer, 0, 0, voice);
    for (int second = 0; second < 60; second++) {
        float last = second > 0 ? pairs[2 * (RATE - 1)] : -1;
        mix(RATE);
        for (int i = 0; i < RATE; last = pairs[2 * i], i++)
            rising += last < 0 && pairs[2 * i] >= 0;
    }
    assert_in_range(rising, 660 * 60 - 1, 660 * 60 + 1);
    int64_t played = voice.speed * 60 * RATE; // position that the voice would have without loops
    assert_true(mixer->voices[0].position % COIR_MIX_ONE == played % COIR_MIX_ONE);
    assert_int_equal((played - mixer->voices[0].position) % (length * COIR_MIX_ONE), 0);
    for (int i = 0; i < RATE; i++) {
        double at = (double)voice.speed / (double)COIR_MIX_ONE * (59.0 * RATE + i);
        assert_near((double)pairs[2 * i], 0.5 * sin(2 * PI * at * 440 / 44100), 4e-5);
    }
    free(sound);
}

#define SEAM_BEGIN 64
#define SEAM_END (SEAM_BEGIN + 480)

// Returns the largest step between two samples of a sine without a seam.
static double step_without_seams(int channels, int64_t speed)
{
    float *endless = sine(channels, 400000, 48);
    CoirMixVoice voice = voice_of(endless, channels, 400000);
    voice.speed = speed;
    anew();
    start_voice(mixer, 0, 0, voice);
    mix(20000);
    free(endless);
    return largest_step(0, 20000);
}

// Returns the largest step between two samples of a sine that loops after an intro. The loop has whole periods, so that
// its seam should add no step.
static double step_with_seams(int channels, int64_t speed, bool is_stream)
{
    float *sound = sine(channels, SEAM_END, 48);
    MemoryStream source = {.samples = sound, .length = SEAM_END, .loop_begin = SEAM_BEGIN, .loop_end = SEAM_END};
    source.loops = COIR_FOREVER;
    memory_stream_begin(&source, channels);
    memory_stream_fill(&source, COIR_STREAM_SAMPLES);
    CoirMixVoice looped = is_stream ? voice_of_stream(&source.stream) : voice_of(sound, channels, SEAM_END);
    looped.loop_begin = SEAM_BEGIN;
    looped.loops = COIR_FOREVER;
    looped.speed = speed;
    anew();
    start_voice(mixer, 0, 0, looped);
    mix(7000);
    assert_true(loudest(6000, 1000) > 0.4);
    memory_stream_end(&source);
    free(sound);
    return largest_step(0, 7000);
}

static void loops_have_no_step_at_their_seams(void **state)
{
    (void)state;
    for (int channels = 1; channels <= 2; channels++)
        for (double pitch = 0.11; pitch < 9; pitch *= 1.37) {
            double most = step_without_seams(channels, speed_of(pitch)) + 1e-6;
            for (int is_stream = 0; is_stream < 2; is_stream++) {
                double step = step_with_seams(channels, speed_of(pitch), is_stream);
                if (step > most)
                    fail_msg("pitch %g: a step of %g, more than %g", pitch, step, most);
            }
        }
}

// A stream must give the same result as the same samples in memory, even with short loops.
static void streams_sound_as_memory(void **state)
{
    static float other[2 * 3000];
    float sound[40];
    (void)state;
    for (int i = 0; i < 40; i++)
        sound[i] = (float)((i * 37 + 11) % 41) / 41 - 0.5f;
    for (int length = 1; length <= 20; length++)
        for (int pitch = 1; pitch < 30; pitch += 3) {
            int begin = length > 6 ? 5 : 0, end = begin + (length - begin + 1) / 2;
            MemoryStream source = {
                .samples = sound, .length = length, .loop_begin = begin, .loop_end = end, .loops = 40};
            CoirMixVoice voice = voice_of(sound, 2, length);
            voice.loops = 40;
            voice.loop_begin = begin;
            voice.loop_end = end;
            voice.speed = COIR_MIX_ONE / 9 * pitch;
            anew();
            start_voice(mixer, 0, 0, voice);
            mix(3000);
            memcpy(other, pairs, sizeof other);
            memory_stream_begin(&source, 2);
            memory_stream_fill(&source, COIR_STREAM_SAMPLES);
            CoirMixVoice streamed = voice_of_stream(&source.stream);
            streamed.speed = voice.speed;
            anew();
            start_voice(mixer, 0, 0, streamed);
            mix(3000);
            memory_stream_end(&source);
            assert_pairs(0, 3000, other, 2);
        }
}

// For samples before the start of a stream, the interpolation must use silence. In a full ring, the slot of sample -1
// has a later sample.
static void a_slow_stream_begins_as_a_slow_sound(void **state)
{
    static float sound[COIR_STREAM_SAMPLES], other[2 * 1000];
    MemoryStream source = {.samples = sound, .length = COUNT(sound)};
    (void)state;
    for (int i = 0; i < COUNT(sound); i++)
        sound[i] = i % 2 ? 0.5f : -0.5f;
    memory_stream_begin(&source, 1);
    memory_stream_fill(&source, COIR_STREAM_SAMPLES);
    CoirMixVoice voice = voice_of(sound, 1, COUNT(sound)), streamed = voice_of_stream(&source.stream);
    voice.speed = streamed.speed = COIR_MIX_ONE / 3;
    start_voice(mixer, 0, 0, voice);
    mix(1000);
    memcpy(other, pairs, sizeof other);
    anew();
    start_voice(mixer, 0, 0, streamed);
    mix(1000);
    assert_pairs(0, 1000, other, 2);
    memory_stream_end(&source);
}

static void a_stream_that_goes_backwards_is_silent_and_stays(void **state)
{
    float sound[1000];
    MemoryStream source = {.samples = sound, .length = 1000};
    (void)state;
    for (int i = 0; i < 1000; i++)
        sound[i] = 0.5f;
    memory_stream_begin(&source, 1);
    memory_stream_fill(&source, 1000);
    start_voice(mixer, 0, 0, voice_of_stream(&source.stream));
    change_voice(mixer, 500, (CoirChange){.kind = COIR_CHANGE_SPEED, .position = -COIR_MIX_ONE});
    change_voice(mixer, 2000, (CoirChange){.kind = COIR_CHANGE_SPEED, .position = COIR_MIX_ONE});
    mix(2100);
    assert_true(loudest(500, 1500) == 0);
    assert_pairs(2000, 100, sound, 1);
    assert_int_equal(mixer->underruns, 0);
    memory_stream_end(&source);
}

static void a_stream_that_was_not_read_in_time_counts_once_and_continues(void **state)
{
    float sound[3000];
    MemoryStream source = {.samples = sound, .length = 3000};
    (void)state;
    for (int i = 0; i < 3000; i++)
        sound[i] = (float)i / 3000;
    memory_stream_begin(&source, 1);
    memory_stream_fill(&source, 1000);
    start_voice(mixer, 0, 0, voice_of_stream(&source.stream));
    mix(5000);
    assert_int_equal(mixer->underruns, 1);
    assert_true(loudest(1000, 4000) == 0);
    memory_stream_fill(&source, 1000);
    mix(900);
    assert_pairs(0, 900, sound + 998, 1);
    mix(200);
    assert_int_equal(mixer->underruns, 2);
    memory_stream_end(&source);
}

// Fades --------------------------------------------------------------------------------------------------------------

static float constant[MANY];

static void fill_constant(void)
{
    for (int i = 0; i < MANY; i++)
        constant[i] = 0.5f;
}

// Returns samples that rise evenly: sample i is i / MANY.
static const float *numbered(void)
{
    static float samples[MANY];
    for (int i = 0; i < MANY; i++)
        samples[i] = (float)i / MANY;
    return samples;
}

static void a_stopped_voice_fades_and_ends(void **state)
{
    (void)state;
    fill_constant();
    start_voice(mixer, 0, 0, voice_of(constant, 1, MANY));
    change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_STOP});
    mix(1000 + FADE - 1);
    assert_true(mixer->voices[0].is_active);
    assert_true(pairs[2 * 1000] == 0.5f && pairs[2 * (1000 + FADE - 1)] < 0.01f);
    assert_true(largest_step(0, 1000 + FADE - 1) < 0.5 / FADE * 1.01);
    mix(100);
    assert_false(mixer->voices[0].is_active);
    assert_true(loudest(1, 99) == 0);
}

static void a_frozen_voice_resumes_at_its_sample(void **state)
{
    const float *sound = numbered();
    (void)state;
    for (int is_stream = 0; is_stream < 2; is_stream++) {
        MemoryStream source = {.samples = sound, .length = MANY};
        memory_stream_begin(&source, 1);
        memory_stream_fill(&source, COIR_STREAM_SAMPLES);
        anew();
        start_voice(mixer, 0, 0, is_stream ? voice_of_stream(&source.stream) : voice_of(sound, 1, MANY));
        change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_FREEZE});
        mix(2000);
        assert_true(mixer->voices[0].is_frozen);
        assert_true(loudest(1000 + FADE, 1000 - FADE) == 0);
        memory_stream_fill(&source, COIR_STREAM_SAMPLES); // must not overwrite samples that the frozen voice needs
        change_voice(mixer, 3000, (CoirChange){.kind = COIR_CHANGE_RESUME});
        mix(2000);
        assert_pairs(1000 + FADE, 700, sound + 1000 + FADE, 1);
        assert_true(pairs[2 * 1000] == 0);
        assert_near((double)pairs[2 * 1100], (double)sound[1100] * 100 / FADE, 1e-6);
        memory_stream_end(&source);
    }
}

static void a_voice_that_plays_on_during_a_fade_has_the_right_position(void **state)
{
    const float *sound = numbered();
    (void)state;
    start_voice(mixer, 0, 0, voice_of(sound, 1, MANY));
    change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_FREEZE});
    change_voice(mixer, 1100, (CoirChange){.kind = COIR_CHANGE_RESUME});
    mix(3000);
    // The gate closes until sample 1240 and opens until sample 1480. The voice was frozen for 100 samples.
    assert_true(pairs[2 * (1000 + FADE)] == 0);
    assert_pairs(1000 + 2 * FADE, 1000, sound + 900 + 2 * FADE, 1);
}

static void a_sought_voice_is_at_the_exact_position_after_its_fade(void **state)
{
    const float *sound = numbered();
    (void)state;
    for (int is_stream = 0; is_stream < 2; is_stream++) {
        MemoryStream source = {.samples = sound, .length = MANY},
                     next = {.samples = sound, .length = MANY, .at = 50000};
        memory_stream_begin(&source, 1);
        memory_stream_fill(&source, 5000);
        memory_stream_begin(&next, 1);
        memory_stream_fill(&next, 5000);
        anew();
        start_voice(mixer, 0, 0, is_stream ? voice_of_stream(&source.stream) : voice_of(sound, 1, MANY));
        change_voice(mixer, 1000,
                     (CoirChange){.kind = COIR_CHANGE_SEEK,
                                  .position = 50000 * COIR_MIX_ONE,
                                  .pointer = is_stream ? &next.stream : NULL});
        mix(3000);
        assert_true(pairs[2 * (1000 + FADE)] == 0);
        assert_pairs(1000 + 2 * FADE, 1000, sound + 50000 + 2 * FADE, 1);
        memory_stream_end(&source);
        memory_stream_end(&next);
    }
}

static void a_voice_that_is_sought_while_frozen_resumes_at_the_new_position(void **state)
{
    const float *sound = numbered();
    (void)state;
    for (int wait = 0; wait <= 500; wait += 100) { // seeks during the fade, and after the fade
        anew();
        start_voice(mixer, 0, 0, voice_of(sound, 1, MANY));
        change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_FREEZE});
        change_voice(mixer, 1000 + wait, (CoirChange){.kind = COIR_CHANGE_SEEK, .position = 70000 * COIR_MIX_ONE});
        change_voice(mixer, 2000, (CoirChange){.kind = COIR_CHANGE_RESUME});
        mix(4000);
        assert_true(loudest(1000 + FADE, 1000 - FADE) == 0);
        assert_pairs(2000 + FADE, 1000, sound + 70000 + FADE, 1);
    }
}

// The position passes the end of the sound during the fade, but the voice must not end.
static void a_voice_frozen_or_sought_just_before_its_end_does_not_end(void **state)
{
    const float *sound = numbered();
    (void)state;
    for (int is_stream = 0; is_stream < 2; is_stream++)
        for (int is_sought = 0; is_sought < 2; is_sought++) {
            MemoryStream source = {.samples = sound, .length = 1000}, next = {.samples = sound, .length = 1000};
            memory_stream_begin(&source, 1);
            memory_stream_fill(&source, 1000);
            memory_stream_begin(&next, 1);
            memory_stream_fill(&next, 1000);
            anew();
            start_voice(mixer, 0, 0, is_stream ? voice_of_stream(&source.stream) : voice_of(sound, 1, 1000));
            if (is_sought) {
                CoirChange seek = {.kind = COIR_CHANGE_SEEK, .pointer = is_stream ? &next.stream : NULL};
                change_voice(mixer, 900, seek);
                mix(900 + 2 * FADE + 500);
                assert_pairs(900 + 2 * FADE, 500, sound + 2 * FADE, 1);
            } else {
                change_voice(mixer, 900, (CoirChange){.kind = COIR_CHANGE_FREEZE});
                change_voice(mixer, 2000, (CoirChange){.kind = COIR_CHANGE_RESUME});
                mix(2200);
                assert_near((double)pairs[2 * 2099], (double)sound[999] * 99 / FADE, 1e-6);
                assert_false(mixer->voices[0].is_active);
            }
            memory_stream_end(&source);
            memory_stream_end(&next);
        }
}

// The position passes the seam during the fade. The voice resumes before the seam, and must still play both loops.
static void a_voice_frozen_just_before_its_seam_keeps_its_loops(void **state)
{
    const float *sound = numbered();
    CoirMixVoice voice = voice_of(sound, 1, 1000);
    (void)state;
    voice.loops = 2;
    start_voice(mixer, 0, 0, voice);
    change_voice(mixer, 900, (CoirChange){.kind = COIR_CHANGE_FREEZE});
    change_voice(mixer, 2000, (CoirChange){.kind = COIR_CHANGE_RESUME});
    mix(6000);
    assert_int_equal(mixer->voices[0].is_active, false);
    assert_pairs(2100 + 200, 800, sound + 200, 1);
    assert_pairs(3100, 1000, sound, 1);
    assert_true(loudest(4100, 1000) == 0);
}

static void changes_of_loops_count(void **state)
{
    const float *sound = numbered();
    CoirMixVoice voice = voice_of(sound, 1, 1000);
    (void)state;
    voice.loops = COIR_FOREVER;
    start_voice(mixer, 0, 0, voice);
    change_voice(mixer, 10500, (CoirChange){.kind = COIR_CHANGE_LOOPS, .samples = 1});
    mix(20000);
    assert_pairs(11000, 1000, sound, 1);
    assert_true(loudest(12000, 8000) == 0);
}

static void volume_and_pan_change_evenly(void **state)
{
    (void)state;
    fill_constant();
    start_voice(mixer, 0, 0, voice_of(constant, 1, MANY));
    change_voice(mixer, 1000, (CoirChange){.kind = COIR_CHANGE_VOLUME, .value = 0.5f, .samples = 2000});
    change_voice(mixer, 5000, (CoirChange){.kind = COIR_CHANGE_PAN, .value = 0, .value2 = 1, .samples = 1000});
    change_voice(mixer, 5500, (CoirChange){.kind = COIR_CHANGE_PAN, .value = 1, .value2 = 1, .samples = 1000});
    mix(8000);
    assert_near((double)pairs[2 * 2000], 0.375, 1e-6);
    assert_true(pairs[2 * 3000] == 0.25f);
    assert_near((double)pairs[2 * 5250], 0.25 * 0.75, 1e-6);
    assert_near((double)pairs[2 * 6000], 0.25 * 0.75, 1e-6);
    assert_true(pairs[2 * 6500] == 0.25f && pairs[2 * 6000 + 1] == 0.25f);
    assert_true(largest_step(0, 8000) < 0.001);
}

static void a_change_of_pan_lasts_as_long_as_the_longest_frame_at_the_highest_rate(void **state)
{
    (void)state;
    fill_constant();
    start_voice(mixer, 0, 0, voice_of(constant, 1, MANY));
    change_voice(mixer, 0, (CoirChange){.kind = COIR_CHANGE_PAN, .value = 0, .value2 = 1, .samples = 192000 / 4});
    mix(60000);
    assert_near(left(12000), 0.375, 1e-6);
    assert_near(left(36000), 0.125, 1e-6);
    assert_true(left(47999) > 0 && left(48000) == 0);
}

static void after_the_longest_fade_the_volume_stays_while_the_pan_changes(void **state)
{
    (void)state;
    fill_constant();
    CoirMixVoice voice = voice_of(constant, 1, MANY);
    voice.loop_end = MANY;
    voice.loops = COIR_FOREVER;
    start_voice(mixer, 0, 0, voice);
    change_voice(mixer, 0, (CoirChange){.kind = COIR_CHANGE_VOLUME, .value = 0, .samples = INT32_MAX});
    coir_mixer_mix(mixer, NULL, INT32_MAX);
    change_voice(mixer, INT32_MAX, (CoirChange){.kind = COIR_CHANGE_PAN, .value = 0, .value2 = 1, .samples = 1000});
    mix(1000);
    assert_true(loudest(0, 1000) == 0);
}

TEST_FILE(mixer)
{
    const struct CMUnitTest tests[] = {
        mixer_test(a_voice_begins_on_its_sample_and_ends_with_its_sound),
        mixer_test(two_channels_stay_apart),
        mixer_test(after_a_minute_at_a_pitch_position_and_frequency_are_exact),
        mixer_test(loops_have_no_step_at_their_seams),
        mixer_test(streams_sound_as_memory),
        mixer_test(a_slow_stream_begins_as_a_slow_sound),
        mixer_test(a_stream_that_goes_backwards_is_silent_and_stays),
        mixer_test(a_stream_that_was_not_read_in_time_counts_once_and_continues),
        mixer_test(a_stopped_voice_fades_and_ends),
        mixer_test(a_frozen_voice_resumes_at_its_sample),
        mixer_test(a_voice_that_plays_on_during_a_fade_has_the_right_position),
        mixer_test(a_sought_voice_is_at_the_exact_position_after_its_fade),
        mixer_test(a_voice_that_is_sought_while_frozen_resumes_at_the_new_position),
        mixer_test(a_voice_frozen_or_sought_just_before_its_end_does_not_end),
        mixer_test(a_voice_frozen_just_before_its_seam_keeps_its_loops),
        mixer_test(changes_of_loops_count),
        mixer_test(volume_and_pan_change_evenly),
        mixer_test(a_change_of_pan_lasts_as_long_as_the_longest_frame_at_the_highest_rate),
        mixer_test(after_the_longest_fade_the_volume_stays_while_the_pan_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
