// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A tone is computed as a whole, in four parts. Each part needs only the CoirTone and the samples of the previous part:
//
// 1. The wave, at full loudness. An oscillator runs at FOLD times the rate of the samples. The corners of square and
//    saw are rounded (PolyBLEP: V. Valimaki, A. Huovilainen, "Antialiasing Oscillators in Subtractive Synthesis",
//    2007). Then a filter removes frequencies above PASS, and every FOLDth value is kept. So overtones above the
//    highest frequency of the samples do not alias to false low tones.
// 2. Low-pass and high-pass filters (state variable filters in trapezoidal form: V. Zavalishin, "The Art of VA Filter
//    Design", 2012).
// 3. The delayed copy of `flange`.
// 4. The loudness. This part is the last, so that no filter rings after the end of the tone.
//
// The phase is a sum of increments, not a function of the time. Slides, jumps and vibrato change the increment, so
// the wave has no gap. The increment is updated for each sample.

#include "coir/tone.h"

#include <math.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "sound/sound.h"
#include "sound/wave.h"

#define NAME "coir_sound_tone"
#define RATE 44100
#define SECONDS_MAX 60
#define FADE 0.002 // seconds in which a tone without decay fades out

#define FOLD 4
#define PASS 20000.0                   // hertz
#define HISTORY 128                    // length of the filter, in values of the oscillator; a power of 2
#define AHEAD (HISTORY / 2 / FOLD - 1) // samples by which the oscillator is ahead of the middle of the filter

// Checking -----------------------------------------------------------------------------------------------------------

typedef struct Field {
    const char *name;
    size_t offset;
    double least, most, usual; // range and default; a 0 means the default, also if `least` is above 0
} Field;

#define FIELD(name, least, most, usual)                     \
    {                                                       \
#name, offsetof(CoirTone, name), least, most, usual \
    }
#define JUMP(i) FIELD(jumps[i].time, 0, SECONDS_MAX, 0), FIELD(jumps[i].octaves, -10, 10, 0)

static const Field fields[] = {
    FIELD(pitch, 1, 20000, 440),
    FIELD(volume, 0, 1, 0.5),
    FIELD(attack, 0, SECONDS_MAX, 0),
    FIELD(hold, 0, SECONDS_MAX, 0),
    FIELD(decay, 0, SECONDS_MAX, 0),
    FIELD(punch, 0, 1, 0),
    FIELD(slide, -100, 100, 0),
    FIELD(slide_change, -1000, 1000, 0),
    FIELD(vibrato, 0, 2, 0),
    FIELD(vibrato_rate, 0, 100, 6),
    FIELD(duty, 0.01, 0.99, 0.5),
    FIELD(duty_slide, -100, 100, 0),
    JUMP(0),
    JUMP(1),
    JUMP(2),
    JUMP(3),
    FIELD(repeat, 0.001, SECONDS_MAX, 0),
    FIELD(low_pass, 10, 20000, 0),
    FIELD(low_pass_slide, -100, 100, 0),
    FIELD(resonance, 0, 1, 0),
    FIELD(high_pass, 10, 20000, 0),
    FIELD(high_pass_slide, -100, 100, 0),
    FIELD(flange, 0, 0.05, 0),
    FIELD(flange_slide, -1, 1, 0),
};

// Checks the value of a field, and replaces 0 by the default.
static bool check_field(CoirTone *tone, const Field *field)
{
    double *number = (double *)((char *)tone + field->offset);
    if (*number == 0)
        *number = field->usual;
    else if (!(*number >= field->least && *number <= field->most))
        return MISTAKE(NAME ": `%s` is %g; it goes from %g to %g%s", field->name, *number, field->least, field->most,
                       field->least > 0 ? ", or is 0" : "");
    return true;
}

static double length_of(const CoirTone *tone)
{
    return tone->attack + tone->hold + tone->decay;
}

// Checks all fields, and replaces 0 by the defaults.
static bool complete(CoirTone *tone)
{
    if ((int)tone->shape < COIR_TONE_SQUARE || (int)tone->shape > COIR_TONE_NOISE)
        return MISTAKE(NAME ": `shape` is %d; give one of COIR_TONE_...", (int)tone->shape);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!check_field(tone, &fields[i]))
            return false;
    if (length_of(tone) == 0)
        tone->decay = 0.2;
    if (length_of(tone) > SECONDS_MAX)
        return MISTAKE(NAME ": `attack`, `hold` and `decay` make %g s; a tone lasts at most %d s", length_of(tone),
                       SECONDS_MAX);
    return true;
}

// The wave -----------------------------------------------------------------------------------------------------------

typedef struct Oscillator {
    const CoirTone *tone;
    double phase, step;      // phase and its increment, in periods; 0 <= phase < 1
    double octaves;          // octaves above the pitch of the tone, for which `step` was computed
    double duty;             // present duty
    uint32_t period;         // number of the period
    unsigned count;          // number of values so far, wraps around
    double steps[HISTORY];   // last values of the oscillator; value i is at i % HISTORY
    double weights[HISTORY]; // weights of the filter, for the oldest value first
} Oscillator;

static double limit(double number, double least, double most)
{
    return number < least ? least : number > most ? most : number;
}

// Returns `frequency` moved up by `octaves`.
static double moved(double frequency, double octaves)
{
    return frequency * coir_wave_exp2(limit(octaves, -30, 30));
}

// Returns the correction that rounds the edge of a wave that rises by 2 at phase 0. Most phases are more than one
// increment away from the edge, and cost no division.
static double edge(double phase, double step)
{
    if (phase >= step && phase - 1 <= -step)
        return 0;
    double before = (phase - 1) / step + 1, after = 1 - phase / step;
    return after > 0 ? -after * after : before * before;
}

// Returns the level of a square wave. With a duty other than 0.5, the mean of a square wave is not 0, which would
// thump at the start and the end of the tone. So the mean is subtracted.
static double square(const Oscillator *o)
{
    double since_fall = coir_wave_part(o->phase - o->duty);
    double level = o->phase < o->duty ? 1 : -1;
    return level - (2 * o->duty - 1) + edge(o->phase, o->step) - edge(since_fall, o->step);
}

static double triangle(const Oscillator *o)
{
    return 1 - 4 * fabs(coir_wave_part(o->phase + 0.25) - 0.5);
}

static double saw(const Oscillator *o)
{
    double phase = coir_wave_part(o->phase + 0.5);
    return 2 * phase - 1 - edge(phase, o->step);
}

static double level_of(const Oscillator *o)
{
    switch (o->tone->shape) {
    case COIR_TONE_TRIANGLE: return triangle(o);
    case COIR_TONE_SAW: return saw(o);
    case COIR_TONE_SINE: return coir_wave_sine(o->phase);
    case COIR_TONE_NOISE: return coir_wave_noise(o->period, o->tone->seed);
    default: return square(o);
    }
}

// Returns the octaves of the last jump up to a time.
static double jump_at(const CoirTone *tone, double time)
{
    double latest = 0, octaves = 0;
    for (const CoirToneJump *jump = tone->jumps; jump < tone->jumps + COIR_TONE_JUMPS; jump++)
        if (jump->time > 0 && jump->time <= time && jump->time >= latest) {
            latest = jump->time;
            octaves = jump->octaves;
        }
    return octaves;
}

// Sets the phase increment and the duty for a time. A constant pitch costs no power of two.
static void tune(Oscillator *o, double time)
{
    const CoirTone *tone = o->tone;
    double since = tone->repeat > 0 ? tone->repeat * coir_wave_part(time / tone->repeat) : time;
    double octaves = tone->slide * since + tone->slide_change * since * since / 2 + jump_at(tone, since) +
                     (tone->vibrato > 0 ? tone->vibrato * coir_wave_sine(tone->vibrato_rate * time) : 0);
    if (octaves != o->octaves)
        o->step = limit(moved(tone->pitch, octaves), 1, 20000) / (RATE * FOLD);
    o->octaves = octaves;
    o->duty = limit(tone->duty + tone->duty_slide * since, 0.01, 0.99);
}

static void advance(Oscillator *o)
{
    for (int i = 0; i < FOLD; i++) {
        o->steps[o->count++ % HISTORY] = level_of(o);
        o->phase += o->step;
        if (o->phase >= 1) {
            o->phase -= 1;
            o->period++;
        }
    }
}

// Sets the weights of the filter that lets frequencies below PASS through: a sinc in a Blackman window, with a sum of
// 1. The first weight, at the border of the window, is 0.
static void weigh(double *weights)
{
    double sum = 0;
    weights[0] = 0;
    for (int i = 1; i < HISTORY; i++) {
        int from_middle = i - HISTORY / 2;
        double angle = PASS / (RATE * FOLD) * from_middle, turn = i / (double)HISTORY;
        double window = 0.42 - 0.5 * coir_wave_sine(turn + 0.25) + 0.08 * coir_wave_sine(2 * turn + 0.25);
        weights[i] = window * (from_middle == 0 ? 6.283185307179586 * PASS / (RATE * FOLD)
                                                : coir_wave_sine(angle) / from_middle);
        sum += weights[i];
    }
    for (int i = 1; i < HISTORY; i++)
        weights[i] /= sum;
}

// Returns the filtered sample in the middle of the last HISTORY values. Four sums are faster than a single sum, in
// which each addition would wait for the previous addition. `count` is a multiple of 4, so the four values are
// adjacent.
static double sample_of(const Oscillator *o)
{
    double sums[4] = {0};
    for (unsigned i = 0; i < HISTORY; i += 4) {
        const double *weights = o->weights + i, *steps = o->steps + (o->count + i) % HISTORY;
        for (int j = 0; j < 4; j++)
            sums[j] += weights[j] * steps[j];
    }
    return sums[1] + sums[2] + (sums[3] + sums[0]);
}

static void make_wave(const CoirTone *tone, float *samples, int64_t count)
{
    Oscillator o = {.tone = tone, .octaves = NAN};
    weigh(o.weights);
    for (int64_t i = 0; i < count + AHEAD; i++) {
        tune(&o, (double)i / RATE);
        advance(&o);
        if (i >= AHEAD)
            samples[i - AHEAD] = (float)sample_of(&o);
    }
}

// Filters ------------------------------------------------------------------------------------------------------------

typedef struct Filter {
    double first, second; // state of the two integrators
    double low, high;     // results
    double frequency;     // frequency for the last sample
    double g;             // tangent for `frequency`
} Filter;

// Filters a sample. With a `damping` of 1.414 the filter has no resonance peak; with 0 the filter would ring for
// ever. A constant frequency costs no tangent.
static void filter_sample(Filter *filter, double sample, double frequency, double damping)
{
    if (frequency != filter->frequency)
        filter->g = coir_wave_tangent(limit(frequency, 10, 20000) / (2 * RATE));
    filter->frequency = frequency;
    double g = filter->g;
    filter->high = (sample - (g + damping) * filter->first - filter->second) / (1 + g * (g + damping));
    double band = filter->first + g * filter->high;
    filter->first = band + g * filter->high;
    filter->low = filter->second + g * band;
    filter->second = filter->low + g * band;
}

static void pass_low(const CoirTone *tone, float *samples, int64_t count)
{
    Filter filter = {0};
    for (int64_t i = 0; i < count; i++) {
        double frequency = moved(tone->low_pass, tone->low_pass_slide * (double)i / RATE);
        filter_sample(&filter, samples[i], frequency, 1.41421356 - 1.3 * tone->resonance);
        samples[i] = (float)filter.low;
    }
}

static void pass_high(const CoirTone *tone, float *samples, int64_t count)
{
    Filter filter = {0};
    for (int64_t i = 0; i < count; i++) {
        double frequency = moved(tone->high_pass, tone->high_pass_slide * (double)i / RATE);
        filter_sample(&filter, samples[i], frequency, 1.41421356);
        samples[i] = (float)filter.high;
    }
}

// Flange and loudness ------------------------------------------------------------------------------------------------

// Adds the delayed copy to each sample, from the end to the start, so that the copy is made of samples that are still
// unchanged.
static void add_copy(const CoirTone *tone, float *samples, int64_t count)
{
    for (int64_t i = count - 1; i >= 0; i--) {
        double delay = limit(tone->flange + tone->flange_slide * (double)i / RATE, 0, 0.05) * RATE;
        double position = (double)i - fmax(delay, 1), copy = 0;
        if (position >= 0) {
            double part = coir_wave_part(position);
            const float *at = samples + (int64_t)position;
            copy = at[0] + part * ((double)at[1] - at[0]);
        }
        samples[i] = (float)(0.7 * (samples[i] + copy));
    }
}

// Returns the loudness at a time, `left` seconds before the end.
static double loudness(const CoirTone *tone, double time, double left)
{
    double punch = tone->hold > 0 ? tone->punch : 0, held = time - tone->attack;
    double level = left < tone->decay ? left / tone->decay * (left / tone->decay) : 1;
    if (held < 0)
        level *= time / tone->attack * (1 + punch);
    else if (held < tone->hold)
        level *= 1 + punch * (1 - held / tone->hold);
    return level * fmin(left / FADE, 1);
}

static void shape_loudness(const CoirTone *tone, float *samples, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        samples[i] *= (float)(tone->volume * loudness(tone, (double)i / RATE, (double)(count - 1 - i) / RATE));
}

CoirSound *coir_sound_tone(const CoirTone *tone)
{
    if (!coir_world_check("coir_sound_tone"))
        return NULL;
    CoirTone full;
    if (!tone)
        return MISTAKE(NAME ": the tone is NULL; give a CoirTone"), NULL;
    full = *tone;
    if (!complete(&full))
        return NULL;
    int64_t count = (int64_t)fmax(length_of(&full) * RATE + 0.5, 1);
    float *samples = coir_alloc((size_t)count * sizeof *samples);
    if (!samples)
        return NULL;
    make_wave(&full, samples, count);
    if (full.low_pass > 0)
        pass_low(&full, samples, count);
    if (full.high_pass > 0)
        pass_high(&full, samples, count);
    if (full.flange > 0)
        add_copy(&full, samples, count);
    shape_loudness(&full, samples, count);
    CoirSoundFormat format = {.channels = 1, .rate = RATE, .length = count, .loop_end = count};
    return coir_sound_make(&format, NULL, samples);
}
