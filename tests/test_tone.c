// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tones, measured in the samples: the pitch by zero crossings, the loudness by peaks, and the timbre by the strength
// of single frequencies.

#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/error.h"
#include "coir/memory.h"
#include "coir/random.h"
#include "coir/tone.h"
#include "sound/sound.h"
#include "sound/wave.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RATE 44100

static CoirSound *make(CoirTone tone)
{
    CoirSound *sound = coir_sound_tone(&tone);
    if (!sound)
        fail_msg("there is no tone: %s", coir_error());
    return sound;
}

static bool is_near(double a, double b, double error)
{
    if (fabs(a - b) <= error)
        return true;
    print_error("%.9g is not %.9g +- %g\n", a, b, error);
    return false;
}

#define assert_near(a, b, error) assert_true(is_near(a, b, error))

// Returns the pitch from `from` to `to` seconds. Counts rising zero crossings, interpolated between two samples.
static double pitch_of(const CoirSound *sound, double from, double to)
{
    int64_t begin = llround(from * RATE), end = llround(to * RATE);
    double first = 0, last = 0;
    int periods = -1;
    assert_true(end < sound->format.length);
    for (int64_t i = begin; i < end; i++) {
        double a = sound->samples[i], b = sound->samples[i + 1];
        if (a < 0 && b >= 0) {
            last = (double)i + a / (a - b);
            first = periods++ < 0 ? last : first;
        }
    }
    assert_true(periods > 0);
    return periods * RATE / (last - first);
}

static double peak_of(const CoirSound *sound, double from, double to)
{
    double peak = 0;
    for (int64_t i = llround(from * RATE); i < llround(to * RATE) && i < sound->format.length; i++)
        peak = fmax(peak, fabs(sound->samples[i]));
    return peak;
}

static double part_above_zero(const CoirSound *sound, double from, double to)
{
    int above = 0, all = 0;
    for (int64_t i = llround(from * RATE); i < llround(to * RATE); i++, all++)
        above += sound->samples[i] > 0;
    return above / (double)all;
}

// Returns the amplitude of a frequency, measured for one second. `from`: start of this second, in seconds. Turns a
// vector by the same angle from sample to sample: the sines of all angles would take an emulator two minutes.
static double strength_of(const CoirSound *sound, double from, double frequency)
{
    double angle = 6.283185307179586 * frequency / RATE, c = cos(angle), s = sin(angle);
    double x = 1, y = 0, cosines = 0, sines = 0;
    const float *samples = sound->samples + llround(from * RATE);
    for (int i = 0; i < RATE; i++) {
        cosines += samples[i] * x;
        sines += samples[i] * y;
        double turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;
    }
    return sqrt(cosines * cosines + sines * sines) * 2 / RATE;
}

static double decibels(double strength)
{
    return 20 * log10(strength);
}

// Numbers ------------------------------------------------------------------------------------------------------------

static void sine_is_that_of_the_c_library(void **state)
{
    (void)state;
    for (int i = -100000; i <= 100000; i++)
        assert_near(coir_wave_sine(i / 100.3), sin(6.283185307179586477 * fmod(i / 100.3, 1)), 1e-11);
    assert_true(coir_wave_sine(0) == 0);
    assert_true(coir_wave_sine(0.5) == 0);
}

static void tangent_is_that_of_the_c_library(void **state)
{
    (void)state;
    for (int i = -2400; i <= 2400; i++) {
        double right = tan(6.283185307179586477 * i / 10000);
        assert_near(coir_wave_tangent(i / 10000.0), right, fabs(right) * 1e-9);
    }
}

static void power_of_two_is_that_of_the_c_library(void **state)
{
    (void)state;
    for (int i = -100000; i <= 100000; i++)
        assert_near(coir_wave_exp2(i / 100.0) / exp2(i / 100.0), 1, 1e-12);
    assert_true(coir_wave_exp2(0) == 1);
    assert_true(coir_wave_exp2(-3) == 0.125);
}

static void part_is_from_0_up_to_1(void **state)
{
    (void)state;
    static const double numbers[] = {0, 0.25, 3.75, -0.25, -3, -1e-300, -DBL_EPSILON / 4, 4503599627370497.5, -1e18};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        double part = coir_wave_part(numbers[i]);
        assert_true(part >= 0 && part < 1);
        assert_near(part, numbers[i] - floor(numbers[i]), DBL_EPSILON);
    }
}

static void noise_is_even(void **state)
{
    (void)state;
    int counts[16] = {0};
    double neighbours = 0, seeds = 0;
    for (uint32_t i = 0; i < 160000; i++) {
        double level = coir_wave_noise(i, 7);
        assert_true(level >= -1 && level < 1);
        counts[(int)(8 * (level + 1))]++;
        neighbours += level * coir_wave_noise(i + 1, 7);
        seeds += level * coir_wave_noise(i, 8);
    }
    for (int i = 0; i < 16; i++)
        assert_near(counts[i], 10000, 500);
    assert_near(neighbours / 160000, 0, 0.005);
    assert_near(seeds / 160000, 0, 0.005);
}

// Pitch --------------------------------------------------------------------------------------------------------------

static void every_shape_has_the_pitch(void **state)
{
    (void)state;
    static const double pitches[] = {55, 440, 987.77, 5000};
    for (int shape = COIR_TONE_SQUARE; shape <= COIR_TONE_SINE; shape++)
        for (size_t i = 0; i < COUNT(pitches); i++) {
            CoirSound *sound = make((CoirTone){.shape = (CoirToneShape)shape, .pitch = pitches[i], .hold = 1});
            assert_near(pitch_of(sound, 0, 0.99), pitches[i], pitches[i] * 1e-4);
            coir_sound_destroy(sound);
        }
}

static void the_default_is_a_square_of_440_hertz_for_a_fifth_of_a_second(void **state)
{
    (void)state;
    CoirSound *sound = make((CoirTone){0}), *same = make((CoirTone){.pitch = 440, .volume = 0.5, .decay = 0.2});
    assert_int_equal(sound->format.length, RATE / 5);
    assert_int_equal(sound->format.channels, 1);
    assert_int_equal(sound->format.rate, RATE);
    assert_int_equal(sound->format.loop_begin, 0);
    assert_int_equal(sound->format.loop_end, sound->format.length);
    assert_near(pitch_of(sound, 0, 0.19), 440, 0.1);
    assert_memory_equal(sound->samples, same->samples, RATE / 5 * sizeof(float));
    coir_sound_destroy(sound);
    coir_sound_destroy(same);
}

static void a_slide_moves_the_pitch(void **state)
{
    (void)state;
    CoirSound *up = make((CoirTone){.shape = COIR_TONE_SINE, .pitch = 1000, .slide = 1, .hold = 1.1});
    CoirSound *down = make((CoirTone){.shape = COIR_TONE_SINE, .pitch = 8000, .slide = -2, .hold = 1.1});
    CoirSound *bent =
        make((CoirTone){.shape = COIR_TONE_SINE, .pitch = 1000, .slide = 2, .slide_change = -4, .hold = 1.1});
    for (double t = 0.1; t < 1.05; t += 0.1) {
        assert_near(pitch_of(up, t - 0.01, t + 0.01) / (1000 * exp2(t)), 1, 0.001);
        assert_near(pitch_of(down, t - 0.01, t + 0.01) / (8000 * exp2(-2 * t)), 1, 0.001);
        assert_near(pitch_of(bent, t - 0.01, t + 0.01) / (1000 * exp2(2 * t - 2 * t * t)), 1, 0.001);
    }
    coir_sound_destroy(up);
    coir_sound_destroy(down);
    coir_sound_destroy(bent);
}

static void a_slide_stops_at_the_limits_of_the_pitch(void **state)
{
    (void)state;
    CoirSound *up = make((CoirTone){.shape = COIR_TONE_SINE, .slide = 100, .hold = 1});
    CoirSound *down = make((CoirTone){.shape = COIR_TONE_SINE, .slide = -100, .hold = 5});
    assert_near(pitch_of(up, 0.5, 0.9), 20000, 1);
    assert_near(pitch_of(down, 2, 4.9), 1, 0.001);
    coir_sound_destroy(up);
    coir_sound_destroy(down);
}

// Neighbouring samples must differ by no more than in a smooth wave of the highest pitch.
static void no_change_of_the_pitch_tears_the_wave(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE,
                     .pitch = 500,
                     .volume = 1,
                     .slide = 1,
                     .vibrato = 0.1,
                     .jumps = {{0.05, 0.5}, {0.1, -0.5}},
                     .repeat = 0.173,
                     .hold = 1};
    CoirSound *sound = make(tone);
    double most = 0;
    for (int64_t i = 0; i + 1 < sound->format.length; i++)
        most = fmax(most, fabs((double)sound->samples[i + 1] - sound->samples[i]));
    assert_near(most, 6.2832 * 500 * exp2(0.1 + 0.1 + 0.5) / RATE, 0.01);
    coir_sound_destroy(sound);
}

static void the_latest_jump_counts(void **state)
{
    (void)state;
    CoirTone tone = {
        .shape = COIR_TONE_SINE, .pitch = 1000, .jumps = {{0.6, 1}, {0.2, 4 / 12.0}, {0, 5}, {0.4, -1}}, .hold = 1};
    CoirSound *sound = make(tone);
    assert_near(pitch_of(sound, 0.01, 0.195), 1000, 0.1);
    assert_near(pitch_of(sound, 0.201, 0.395), 1000 * exp2(4 / 12.0), 0.1);
    assert_near(pitch_of(sound, 0.401, 0.595), 500, 0.1);
    assert_near(pitch_of(sound, 0.601, 0.99), 2000, 0.1);
    coir_sound_destroy(sound);
}

static void repeat_restarts_slide_jumps_and_duty(void **state)
{
    (void)state;
    CoirTone tone = {.pitch = 2000, .slide = -4, .jumps = {{0.1, 2}}, .repeat = 0.25, .hold = 1};
    CoirSound *sound = make(tone);
    CoirSound *duty = make((CoirTone){.pitch = 500, .duty = 0.25, .duty_slide = 2, .repeat = 0.25, .hold = 1});
    for (double begin = 0; begin < 0.9; begin += 0.25) {
        assert_near(pitch_of(sound, begin + 0.04, begin + 0.06), 2000 * exp2(-0.2), 5);
        assert_near(pitch_of(sound, begin + 0.19, begin + 0.21), 2000 * exp2(2 - 0.8), 20);
        assert_near(part_above_zero(duty, begin + 0.02, begin + 0.04), 0.31, 0.01);
        assert_near(part_above_zero(duty, begin + 0.2, begin + 0.22), 0.67, 0.01);
    }
    coir_sound_destroy(sound);
    coir_sound_destroy(duty);
}

static void vibrato_has_its_depth_and_rate(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE, .pitch = 4000, .vibrato = 0.25, .vibrato_rate = 5, .hold = 1};
    CoirSound *sound = make(tone);
    for (int i = 0; i < 5; i++) {
        assert_near(pitch_of(sound, 0.2 * i + 0.045, 0.2 * i + 0.055), 4000 * exp2(0.25), 15);
        assert_near(pitch_of(sound, 0.2 * i + 0.145, 0.2 * i + 0.155), 4000 * exp2(-0.25), 15);
    }
    coir_sound_destroy(sound);
    tone.vibrato_rate = 0;
    sound = make(tone);
    assert_near(pitch_of(sound, 1 / 24.0 - 0.004, 1 / 24.0 + 0.004), 4000 * exp2(0.25), 15);
    coir_sound_destroy(sound);
}

// Timbre -------------------------------------------------------------------------------------------------------------

static void duty_is_the_part_of_a_period_that_is_high(void **state)
{
    (void)state;
    CoirSound *half = make((CoirTone){.pitch = 100, .hold = 1});
    CoirSound *thin = make((CoirTone){.pitch = 100, .duty = 0.125, .hold = 1});
    CoirSound *wide = make((CoirTone){.pitch = 100, .duty = 0.25, .duty_slide = 0.5, .hold = 2});
    assert_near(part_above_zero(half, 0, 0.9), 0.5, 0.005);
    assert_near(part_above_zero(thin, 0, 0.9), 0.125, 0.005);
    assert_near(part_above_zero(wide, 0.45, 0.55), 0.5, 0.01);
    assert_near(part_above_zero(wide, 0.95, 1.05), 0.75, 0.01);
    assert_near(part_above_zero(wide, 1.6, 1.9), 0.98, 0.005); // the limit is 0.99; the filter rounds the wave
    coir_sound_destroy(half);
    coir_sound_destroy(thin);
    coir_sound_destroy(wide);
}

static void a_thin_square_has_no_mean(void **state)
{
    (void)state;
    CoirSound *thin = make((CoirTone){.pitch = 100, .duty = 0.125, .hold = 1.1});
    assert_near(strength_of(thin, 0, 0) / 2, 0, 0.001);
    assert_true(strength_of(thin, 0, 100) > 0.2);
    coir_sound_destroy(thin);
}

// The strength of the overtone n falls as 1 / n in a square and as 1 / n^2 in a triangle, which have odd overtones
// only. The strength falls as 1 / n in a saw, which has all overtones. A sine has no overtones.
static void shapes_have_their_overtones(void **state)
{
    (void)state;
    CoirSound *sounds[4];
    for (int i = 0; i < 4; i++)
        sounds[i] = make((CoirTone){.shape = (CoirToneShape)i, .pitch = 500, .volume = 1, .hold = 1.1});
    for (int n = 1; n < 20; n++) {
        double odd = n % 2, pi = 3.14159265358979;
        assert_near(strength_of(sounds[COIR_TONE_SQUARE], 0.05, 500 * n), odd * 4 / pi / n, 0.01);
        assert_near(strength_of(sounds[COIR_TONE_TRIANGLE], 0.05, 500 * n), odd * 8 / pi / pi / n / n, 0.001);
        assert_near(strength_of(sounds[COIR_TONE_SAW], 0.05, 500 * n), 2 / pi / n, 0.01);
        assert_near(strength_of(sounds[COIR_TONE_SINE], 0.05, 500 * n), n == 1, 1e-6);
    }
    for (int i = 0; i < 4; i++)
        coir_sound_destroy(sounds[i]);
}

// Overtone n is at 3000 * n hertz. Aliasing would fold an overtone above 22050 hertz to another multiple of 300 hertz.
static void no_overtone_comes_back_as_a_low_tone(void **state)
{
    (void)state;
    for (int shape = COIR_TONE_SQUARE; shape <= COIR_TONE_SAW; shape++) {
        CoirTone tone = {.shape = (CoirToneShape)shape, .pitch = 3000, .volume = 1, .hold = 1.1};
        CoirSound *sound = make(tone);
        for (int frequency = 300; frequency < 20000; frequency += 300 * SUPPORT_STEP)
            if (frequency % 3000 != 0)
                assert_true(decibels(strength_of(sound, 0.05, frequency)) < -70);
        coir_sound_destroy(sound);
    }
}

static void noise_changes_its_level_as_often_as_its_pitch(void **state)
{
    (void)state;
    CoirSound *sound = make((CoirTone){.shape = COIR_TONE_NOISE, .pitch = 50, .volume = 1, .seed = 3, .hold = 1});
    for (uint32_t i = 0; i < 49; i++)
        assert_near(sound->samples[RATE / 50 * i + RATE / 100], coir_wave_noise(i, 3), 1e-6);
    coir_sound_destroy(sound);
}

static void low_pass_weakens_higher_frequencies(void **state)
{
    (void)state;
    static const double octaves[] = {-3, 0, 1, 2}, expected[] = {0, -3.01, -12.3, -24.3};
    for (size_t i = 0; i < COUNT(octaves); i++) {
        CoirTone tone = {.shape = COIR_TONE_SINE, .volume = 1, .hold = 1.2, .low_pass = 1000, .high_pass = 0};
        tone.pitch = 1000 * exp2(octaves[i]);
        CoirSound *sound = make(tone);
        assert_near(decibels(strength_of(sound, 0.1, tone.pitch)), expected[i], 0.5);
        coir_sound_destroy(sound);
        tone.low_pass = 0, tone.high_pass = 1000;
        tone.pitch = 1000 / exp2(octaves[i]);
        sound = make(tone);
        assert_near(decibels(strength_of(sound, 0.1, tone.pitch)), expected[i], 0.5);
        coir_sound_destroy(sound);
    }
}

static void resonance_makes_the_limit_louder(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE, .volume = 0.1, .hold = 1.2, .pitch = 1000, .low_pass = 1000};
    double before = 0;
    for (tone.resonance = 0; tone.resonance <= 1; tone.resonance += 0.25) {
        CoirSound *sound = make(tone);
        double strength = strength_of(sound, 0.1, 1000);
        assert_true(strength > before * 1.2);
        before = strength;
        coir_sound_destroy(sound);
    }
    assert_near(before, 0.1 / (1.41421356 - 1.3), 0.01);
}

static void limits_of_the_filters_slide(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE, .pitch = 2000, .volume = 1, .hold = 3};
    tone.low_pass = 500, tone.low_pass_slide = 1; // 2000 after 2 s
    CoirSound *low = make(tone);
    tone.low_pass = 0, tone.high_pass = 8000, tone.high_pass_slide = -1;
    CoirSound *high = make(tone);
    assert_near(decibels(peak_of(low, 1.99, 2.01)), -3.01, 0.3);
    assert_near(decibels(peak_of(high, 1.99, 2.01)), -3.01, 0.3);
    assert_near(decibels(peak_of(low, 0.1, 0.12)), -22.9, 0.5);
    coir_sound_destroy(low);
    coir_sound_destroy(high);
}

static void flange_adds_a_later_copy(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE, .pitch = 441, .volume = 1, .hold = 1, .flange = 50 / 44100.0};
    CoirSound *against = make(tone); // the copy is half a period late
    tone.flange *= 2;
    CoirSound *along = make(tone);
    tone.flange_slide = -tone.flange / 2;
    tone.hold = 1.1;
    CoirSound *moving = make(tone);
    assert_near(peak_of(against, 0, 50 / 44100.0), 0.7, 0.01); // before the copy begins
    assert_near(peak_of(against, 0.01, 0.9), 0, 0.01);
    assert_near(peak_of(along, 0.01, 0.9), 1.4, 0.01);
    assert_near(peak_of(moving, 0.995, 1.005), 0, 0.02);
    coir_sound_destroy(against);
    coir_sound_destroy(along);
    coir_sound_destroy(moving);
}

static void flange_stops_at_its_limits(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_SINE, .pitch = 210, .volume = 1, .hold = 1, .flange = 0.05, .flange_slide = 1};
    CoirSound *longest = make(tone); // the copy is ten periods and a half late
    tone.flange_slide = -1;
    CoirSound *shortest = make(tone);
    assert_near(peak_of(longest, 0.06, 0.9), 0, 0.001);
    assert_near(peak_of(shortest, 0.06, 0.9), 1.4, 0.01);
    coir_sound_destroy(longest);
    coir_sound_destroy(shortest);
}

// Loudness -----------------------------------------------------------------------------------------------------------

static void loudness_rises_stays_and_falls(void **state)
{
    (void)state;
    CoirTone tone = {
        .shape = COIR_TONE_SINE, .pitch = 2000, .volume = 0.8, .attack = 0.3, .hold = 0.4, .decay = 0.5, .punch = 0.5};
    CoirSound *sound = make(tone);
    assert_int_equal(sound->format.length, 1.2 * RATE);
    for (double t = 0.01; t < 1.2; t += 0.01) {
        double expected = t < 0.3 ? t / 0.3 * 1.5 : t < 0.7 ? 1 + 0.5 * (0.7 - t) / 0.4 : pow((1.2 - t) / 0.5, 2);
        assert_near(peak_of(sound, t - 0.0005, t + 0.0005), 0.8 * expected, 0.015);
    }
    coir_sound_destroy(sound);
}

static void punch_needs_a_hold(void **state)
{
    (void)state;
    CoirTone tone = {.attack = 0.1, .decay = 0.1};
    CoirSound *without = make(tone);
    tone.punch = 1;
    CoirSound *with = make(tone);
    assert_memory_equal(with->samples, without->samples, (size_t)without->format.length * sizeof(float));
    coir_sound_destroy(without);
    coir_sound_destroy(with);
}

// A length that is no whole number of samples is rounded.
static void the_length_is_the_sum_of_attack_hold_and_decay(void **state)
{
    (void)state;
    static const double lengths[][4] = {{0.5, 0, 0, 22050},  {0, 0.5, 0, 22050},  {0.1, 0.2, 0.3, 26460},
                                        {0, 0, 0.00051, 22}, {0, 0, 0.00052, 23}, {0, 0, 1e-9, 1}};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        const double *l = lengths[i];
        CoirSound *sound = make((CoirTone){.attack = l[0], .hold = l[1], .decay = l[2]});
        assert_int_equal(sound->format.length, l[3]);
        coir_sound_destroy(sound);
    }
    CoirSound *longest = make((CoirTone){.hold = 60});
    assert_int_equal(longest->format.length, 60 * RATE);
    assert_near(pitch_of(longest, 59, 59.9), 440, 0.01);
    coir_sound_destroy(longest);
}

// A filter with resonance would ring beyond the end of the tone.
static void every_tone_ends_in_silence(void **state)
{
    (void)state;
    for (int shape = COIR_TONE_SQUARE; shape <= COIR_TONE_NOISE; shape++)
        for (int kind = 0; kind < 4; kind++) {
            CoirTone tone = {.shape = (CoirToneShape)shape, .pitch = 100.3};
            *(double *[]){&tone.attack, &tone.hold, &tone.decay, &tone.decay}[kind] = kind == 3 ? 0.001 : 0.1;
            tone.low_pass = 200, tone.resonance = 1;
            CoirSound *sound = make(tone);
            int64_t last = sound->format.length - 1;
            assert_true(sound->samples[last] == 0);
            for (int i = 1; i < 20; i++)
                assert_true(fabsf(sound->samples[last - i]) < 0.02f * (float)i);
            coir_sound_destroy(sound);
        }
}

static void a_tone_without_attack_is_there_at_once(void **state)
{
    (void)state;
    CoirSound *sound = make((CoirTone){.volume = 1});
    assert_true(peak_of(sound, 0, 0.0002) > 0.9);
    coir_sound_destroy(sound);
}

// The same bytes -----------------------------------------------------------------------------------------------------

// Returns the FNV-1a hash of the bytes of the samples, the lowest byte first.
static uint64_t hash_of(const CoirSound *sound)
{
    uint64_t hash = 14695981039346656037u;
    for (int64_t i = 0; i < sound->format.length; i++) {
        uint32_t bits;
        memcpy(&bits, &sound->samples[i], sizeof bits);
        for (int byte = 0; byte < 4; byte++, bits >>= 8)
            hash = (hash ^ (bits & 255)) * 1099511628211u;
    }
    return hash;
}

static const struct {
    const char *name;
    uint64_t hash;
    CoirTone tone;
} golden[] = {
    {"blip", 0x7e74cd1c6c8977f0, {.pitch = 660, .hold = 0.03, .decay = 0.05}},
    {"coin", 0x5305d188da004bc6, {.pitch = 988, .jumps = {{0.07, 5 / 12.0}}, .hold = 0.07, .decay = 0.4}},
    {"laser",
     0xefa309d5184e2e68,
     {.shape = COIR_TONE_SAW,
      .pitch = 1800,
      .slide = -12,
      .slide_change = 20,
      .hold = 0.05,
      .decay = 0.2,
      .high_pass = 200}},
    {"explosion",
     0xc3ecacacc13fee91,
     {.shape = COIR_TONE_NOISE, .pitch = 6000, .slide = -3, .hold = 0.1, .punch = 0.7, .decay = 0.9}},
    {"power-up",
     0x41868c0dc72a2f00,
     {.pitch = 330, .slide = 2.5, .repeat = 0.09, .hold = 0.25, .decay = 0.3, .duty = 0.3}},
    {"hit",
     0xa9ed686710d43af4,
     {.shape = COIR_TONE_NOISE, .pitch = 9000, .slide = -14, .decay = 0.12, .high_pass = 150, .seed = 5}},
    {"jump",
     0x824b262c9355d511,
     {.pitch = 260, .slide = 1.5, .hold = 0.05, .decay = 0.2, .duty = 0.4, .duty_slide = -0.5}},
    {"siren",
     0x41b5b8f343d014d0,
     {.shape = COIR_TONE_TRIANGLE, .vibrato = 0.5, .vibrato_rate = 3, .attack = 0.1, .decay = 0.9}},
    {"flute",
     0x155b8a18791e283c,
     {.shape = COIR_TONE_SINE, .pitch = 880, .vibrato = 0.02, .attack = 0.1, .hold = 0.2, .decay = 0.3}},
    {"chord",
     0xc8a9c516f8307fa1,
     {.jumps = {{0.02, 4 / 12.0}, {0.04, 7 / 12.0}, {0.06, 1}}, .repeat = 0.08, .hold = 0.3, .decay = 0.3}},
    {"wind",
     0xdad63973f7b8737a,
     {.shape = COIR_TONE_NOISE,
      .pitch = 12000,
      .attack = 0.4,
      .decay = 0.6,
      .low_pass = 300,
      .low_pass_slide = 2,
      .resonance = 0.7}},
    {"jet",
     0x828e6856a4cb574d,
     {.shape = COIR_TONE_NOISE, .pitch = 15000, .hold = 0.4, .decay = 0.4, .flange = 0.001, .flange_slide = 0.004}},
};

static void tones_are_the_same_bytes_everywhere(void **state)
{
    (void)state;
    bool same = true;
    for (size_t i = 0; i < COUNT(golden); i++) {
        CoirSound *sound = make(golden[i].tone);
        if (hash_of(sound) != golden[i].hash) {
            print_error("%s: the hash is 0x%016llx\n", golden[i].name, (unsigned long long)hash_of(sound));
            same = false;
        }
        coir_sound_destroy(sound);
    }
    assert_true(same);
}

static void another_seed_is_another_noise(void **state)
{
    (void)state;
    CoirTone tone = {.shape = COIR_TONE_NOISE, .pitch = 5000};
    CoirSound *a = make(tone), *again = make(tone);
    tone.seed = 1;
    CoirSound *b = make(tone);
    assert_true(hash_of(a) == hash_of(again));
    assert_true(hash_of(a) != hash_of(b));
    coir_sound_destroy(a);
    coir_sound_destroy(again);
    coir_sound_destroy(b);
}

// Bad numbers --------------------------------------------------------------------------------------------------------

static const struct {
    const char *name, *range;
    size_t offset;
    double least, most;
} fields[] = {
#define FIELD(name, least, most, range)                     \
    {                                                       \
#name, range, offsetof(CoirTone, name), least, most \
    }
    FIELD(pitch, 1, 20000, "from 1 to 20000, or is 0"),
    FIELD(volume, 0, 1, "from 0 to 1"),
    FIELD(attack, 0, 60, "from 0 to 60"),
    FIELD(hold, 0, 60, "from 0 to 60"),
    FIELD(decay, 0, 60, "from 0 to 60"),
    FIELD(punch, 0, 1, "from 0 to 1"),
    FIELD(slide, -100, 100, "from -100 to 100"),
    FIELD(slide_change, -1000, 1000, "from -1000 to 1000"),
    FIELD(vibrato, 0, 2, "from 0 to 2"),
    FIELD(vibrato_rate, 0, 100, "from 0 to 100"),
    FIELD(duty, 0.01, 0.99, "from 0.01 to 0.99, or is 0"),
    FIELD(duty_slide, -100, 100, "from -100 to 100"),
    FIELD(jumps[0].time, 0, 60, "from 0 to 60"),
    FIELD(jumps[1].time, 0, 60, "from 0 to 60"),
    FIELD(jumps[2].octaves, -10, 10, "from -10 to 10"),
    FIELD(jumps[3].octaves, -10, 10, "from -10 to 10"),
    FIELD(repeat, 0.001, 60, "from 0.001 to 60, or is 0"),
    FIELD(low_pass, 10, 20000, "from 10 to 20000, or is 0"),
    FIELD(low_pass_slide, -100, 100, "from -100 to 100"),
    FIELD(resonance, 0, 1, "from 0 to 1"),
    FIELD(high_pass, 10, 20000, "from 10 to 20000, or is 0"),
    FIELD(high_pass_slide, -100, 100, "from -100 to 100"),
    FIELD(flange, 0, 0.05, "from 0 to 0.05"),
    FIELD(flange_slide, -1, 1, "from -1 to 1"),
};

static void set(CoirTone *tone, size_t field, double number)
{
    memcpy((char *)tone + fields[field].offset, &number, sizeof number);
}

static void every_field_has_a_range_that_the_message_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fields); i++) {
        double below = nextafter(fields[i].least, -INFINITY), above = nextafter(fields[i].most, INFINITY);
        const double bad[] = {NAN, INFINITY, -INFINITY, below, above, -1e300};
        for (size_t j = 0; j < COUNT(bad); j++) {
            char name[64];
            CoirTone tone = {0};
            set(&tone, i, bad[j]);
            assert_null(coir_sound_tone(&tone));
            snprintf(name, sizeof name, "coir_sound_tone: `%s` is ", fields[i].name);
            assert_non_null(strstr(coir_error(), fields[i].range));
            assert_mistake(name);
        }
    }
}

// A slow build tries only some fields, and none of the three lengths, whose ends are a minute of sound.
static void the_ends_of_every_range_are_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fields); i += SUPPORT_STEP)
        for (int end = 0; end < 2; end++) {
            CoirTone tone = {0};
            set(&tone, i, end ? fields[i].most : fields[i].least);
            coir_sound_destroy(make(tone));
        }
}

static void a_tone_lasts_at_most_a_minute(void **state)
{
    (void)state;
    assert_null(coir_sound_tone(&(CoirTone){.attack = 20, .hold = 20, .decay = 20.5}));
    assert_mistake("coir_sound_tone: `attack`, `hold` and `decay` make 60.5 s; a tone lasts at most 60 s");
}

static void a_shape_must_be_one(void **state)
{
    (void)state;
    assert_null(coir_sound_tone(&(CoirTone){.shape = (CoirToneShape)5}));
    assert_mistake("coir_sound_tone: `shape` is 5");
    assert_null(coir_sound_tone(NULL));
    assert_mistake("coir_sound_tone: the tone is NULL");
}

static void random_tones_are_finite(void **state)
{
    (void)state;
    CoirRandom random = coir_random(1);
    for (int i = 0; i < SUPPORT_TRIES(300); i++) {
        CoirTone tone = {.shape = (CoirToneShape)coir_random_int(&random, 0, 4)};
        for (size_t j = 0; j < COUNT(fields); j++)
            if (coir_random_int(&random, 0, 1))
                set(&tone, j, coir_random_range(&random, fields[j].least, fields[j].most));
        tone.attack *= 0.002, tone.hold *= 0.002, tone.decay *= 0.002; // short tones
        CoirSound *sound = make(tone);
        for (int64_t k = 0; k < sound->format.length; k++)
            assert_true(fabsf(sound->samples[k]) < 50);
        coir_sound_destroy(sound);
    }
}

static void without_memory_there_is_no_tone(void **state)
{
    (void)state;
    size_t blocks = support_blocks();
    int failures = 0;
    for (;; failures++) {
        support_fail_allocation(failures + 1);
        CoirSound *sound = coir_sound_tone(&(CoirTone){0});
        if (!support_failed()) {
            assert_non_null(sound);
            coir_sound_destroy(sound);
            break;
        }
        assert_null(sound);
        assert_non_null(strstr(coir_error(), "memory"));
        assert_int_equal(support_blocks(), blocks);
    }
    support_fail_allocation(0);
    assert_true(failures >= 2);
}

TEST_FILE(tone)
{
    const struct CMUnitTest tests[] = {
        support_test(sine_is_that_of_the_c_library),
        support_test(tangent_is_that_of_the_c_library),
        support_test(power_of_two_is_that_of_the_c_library),
        support_test(part_is_from_0_up_to_1),
        support_test(noise_is_even),
        support_test(every_shape_has_the_pitch),
        support_test(the_default_is_a_square_of_440_hertz_for_a_fifth_of_a_second),
        support_test(a_slide_moves_the_pitch),
        support_test(a_slide_stops_at_the_limits_of_the_pitch),
        support_test(no_change_of_the_pitch_tears_the_wave),
        support_test(the_latest_jump_counts),
        support_test(repeat_restarts_slide_jumps_and_duty),
        support_test(vibrato_has_its_depth_and_rate),
        support_test(duty_is_the_part_of_a_period_that_is_high),
        support_test(a_thin_square_has_no_mean),
        support_test(shapes_have_their_overtones),
        support_test(no_overtone_comes_back_as_a_low_tone),
        support_test(noise_changes_its_level_as_often_as_its_pitch),
        support_test(low_pass_weakens_higher_frequencies),
        support_test(resonance_makes_the_limit_louder),
        support_test(limits_of_the_filters_slide),
        support_test(flange_adds_a_later_copy),
        support_test(flange_stops_at_its_limits),
        support_test(loudness_rises_stays_and_falls),
        support_test(punch_needs_a_hold),
        support_test(the_length_is_the_sum_of_attack_hold_and_decay),
        support_test(every_tone_ends_in_silence),
        support_test(a_tone_without_attack_is_there_at_once),
        support_test(tones_are_the_same_bytes_everywhere),
        support_test(another_seed_is_another_noise),
        support_test(every_field_has_a_range_that_the_message_names),
        support_test(the_ends_of_every_range_are_good),
        support_test(a_tone_lasts_at_most_a_minute),
        support_test(a_shape_must_be_one),
        support_test(random_tones_are_finite),
        support_test(without_memory_there_is_no_tone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
