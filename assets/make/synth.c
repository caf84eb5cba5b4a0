// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each note is one or two oscillators, a low-pass whose limit falls while the note sounds, and an envelope. The corners
// of pulse and saw are rounded (PolyBLEP: V. Valimaki, A. Huovilainen, "Antialiasing Oscillators in Subtractive
// Synthesis", 2007), so that high notes stay clean. The filter is a state variable filter in trapezoidal form (V.
// Zavalishin, "The Art of VA Filter Design", 2012).
#include "synth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// ---- the tape ----------------------------------------------------------------------------------------------------

bool tape_new(Tape *tape, int64_t length)
{
    *tape = (Tape){.length = length};
    bool done = true;
    for (int side = 0; side < 2; side++) {
        tape->sides[side] = calloc((size_t)length, sizeof(float));
        tape->echo_send[side] = calloc((size_t)length, sizeof(float));
        done = done && tape->sides[side] && tape->echo_send[side];
    }
    return done;
}

void tape_free(Tape *tape)
{
    for (int side = 0; side < 2; side++) {
        free(tape->sides[side]);
        free(tape->echo_send[side]);
    }
}

static void record(Tape *tape, int64_t at, int side, double sample, double echo)
{
    int64_t place = at % tape->length;
    tape->sides[side][place] += (float)sample;
    tape->echo_send[side][place] += (float)(sample * echo);
}

static double pan_gain(double pan, int side)
{
    double angle = (pan + 1) * pi / 4;
    return side == 0 ? cos(angle) : sin(angle);
}

// ---- oscillator, filter, envelope --------------------------------------------------------------------------------

static double fraction(double x)
{
    return x - floor(x);
}

// Returns the correction (PolyBLEP) that rounds the edge of a wave that rises by 2 at phase 0.
static double edge(double phase, double step)
{
    double before = (phase - 1) / step + 1, after = 1 - phase / step;
    return after > 0 ? -after * after : before > 0 ? before * before : 0;
}

static double oscillate(Shape shape, double phase, double step, double duty)
{
    if (shape == TRIANGLE)
        return 1 - 4 * fabs(fraction(phase + 0.25) - 0.5);
    if (shape == SAW)
        return 2 * phase - 1 - edge(phase, step);
    double level = phase < duty ? 1 : -1;
    return level - (2 * duty - 1) + edge(phase, step) - edge(fraction(phase - duty), step);
}

typedef struct Filter {
    double first, second; // states of the two integrators
} Filter;

typedef struct Bands {
    double low, band, high;
} Bands;

static Bands filter(Filter *f, double sample, double cutoff)
{
    double g = tan(pi * fmin(cutoff, 18000) / RATE), damping = 1.2;
    Bands b;
    b.high = (sample - (g + damping) * f->first - f->second) / (1 + g * (g + damping));
    b.band = f->first + g * b.high;
    f->first = b.band + g * b.high;
    b.low = f->second + g * b.band;
    f->second = b.low + g * b.band;
    return b;
}

// Returns the loudness, at a time in seconds, of a note that is held for `held` seconds.
static double envelope(const Instrument *in, double time, double held)
{
    double t = fmin(time, held), level;
    if (t < in->attack)
        level = t / in->attack;
    else
        level = in->sustain + (1 - in->sustain) * exp(-(t - in->attack) / in->decay);
    double left = 1 - (time - held) / in->release;
    return time > held ? level * left * left : level;
}

// Returns the semitones by which the pitch differs from the key.
static double bend(const Instrument *in, double time)
{
    double depth = in->vibrato * fmin(fmax((time - 0.18) / 0.3, 0), 1);
    return depth * sin(2 * pi * 5.6 * time) - in->scoop * exp(-time * 55);
}

static void play_side(Tape *tape, const Instrument *in, int64_t start, double held, double key, double gain, int side)
{
    Filter low = {0, 0};
    double phase = in->width > 0 ? side * 0.37 : 0;
    int64_t count = (int64_t)((held + in->release) * RATE);
    for (int64_t i = 0; i < count; i++) {
        double time = (double)i / RATE;
        double step = 440 * exp2((key + bend(in, time) - 69) / 12) / RATE;
        double duty = fmin(fmax(in->duty + in->duty_slide * time, 0.08), 0.5);
        double cutoff = in->cutoff * exp2(in->bite * exp(-time / in->bite_time));
        double sample = filter(&low, oscillate(in->shape, phase, step, duty), cutoff).low;
        phase = fraction(phase + step);
        record(tape, start + i, side, sample * gain * envelope(in, time, held), in->echo);
    }
}

void play_note(Tape *tape, const Instrument *in, int64_t start, int64_t length, double key, double loudness)
{
    double held = (double)length / RATE;
    for (int side = 0; side < 2; side++) {
        double gain = in->volume * loudness * pan_gain(in->pan, side);
        play_side(tape, in, start, held, key + (side - 0.5) * in->width, gain, side);
    }
}

// ---- drums -------------------------------------------------------------------------------------------------------

static double noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 8388608 - 1;
}

// Returns a sine that falls from `high` to `low` hertz; a greater `fall` falls faster.
static double thump(double time, double low, double high, double fall)
{
    return sin(2 * pi * (low * time + (high - low) * (1 - exp(-time * fall)) / fall));
}

static double drum_sample(Drum drum, double time, double key, double white, Filter *f)
{
    switch (drum) {
    case KICK: return thump(time, 48, 190, 38) * exp(-time * 13) + 0.12 * filter(f, white, 2500).low * exp(-time * 220);
    case TOM:
        return thump(time, key, 2 * key, 26) * exp(-time * 11) + 0.08 * filter(f, white, 1800).low * exp(-time * 60);
    case SNARE: {
        Bands b = filter(f, white, 2600);
        double body = thump(time, 175, 260, 30) * exp(-time * 26);
        return 0.45 * body + (0.5 * b.band + 0.22 * b.high) * exp(-time * 17);
    }
    case HAT: return 0.55 * filter(f, white, 8500).high * exp(-time * 75);
    case OPEN_HAT: return 0.5 * filter(f, white, 7800).high * exp(-time * 13);
    case CRASH: return 0.5 * filter(f, white, 4500).high * exp(-time * 3) * fmin(time * 300, 1);
    default: return 0.5 * filter(f, white, 6000).band * exp(-time * 40) * fmin(time * 90, 1);
    }
}

void play_drum(Tape *tape, Drum drum, int64_t start, double key, double loudness)
{
    static const double pans[] = {0, 0.08, 0.3, 0.3, 0, -0.4, -0.2};
    static const double echoes[] = {0, 0.12, 0.03, 0.05, 0.15, 0.08, 0.1};
    static const double lengths[] = {0.45, 0.3, 0.09, 0.35, 0.5, 0.14, 1.6};
    uint32_t state = (uint32_t)start + 77 * (uint32_t)drum;
    double pan = drum == TOM ? (key - 120) / 100 : pans[drum];
    Filter f = {0, 0};
    int64_t count = (int64_t)(lengths[drum] * RATE);
    for (int64_t i = 0; i < count; i++) {
        double fade = fmin((double)(count - i) / 400, 1);
        double sample = drum_sample(drum, (double)i / RATE, key, noise(&state), &f) * loudness * fade;
        for (int side = 0; side < 2; side++)
            record(tape, start + i, side, sample * pan_gain(pan, side), echoes[drum]);
    }
}

// ---- the whole ---------------------------------------------------------------------------------------------------

// Goes twice round the tape. The first round fills the echo with the sound from the end of the tape; only the second
// round is added to the tape.
void add_echo(Tape *tape, int64_t delay, double feedback)
{
    float *lines[2] = {calloc((size_t)delay, sizeof(float)), calloc((size_t)delay, sizeof(float))};
    Filter low[2] = {{0, 0}}, high[2] = {{0, 0}};
    for (int64_t i = 0; lines[0] && lines[1] && i < 2 * tape->length; i++) {
        int64_t at = i % tape->length, slot = i % delay;
        double left = lines[0][slot], right = lines[1][slot];
        double heard = (tape->echo_send[0][at] + tape->echo_send[1][at]) / 2;
        lines[0][slot] = (float)filter(&low[0], filter(&high[0], heard + feedback * right, 300).high, 3600).low;
        lines[1][slot] = (float)filter(&low[1], filter(&high[1], feedback * left, 300).high, 3600).low;
        if (i >= tape->length) {
            tape->sides[0][at] += (float)left;
            tape->sides[1][at] += (float)right;
        }
    }
    free(lines[0]);
    free(lines[1]);
}

void master(Tape *tape, double peak)
{
    double most = 0;
    for (int64_t i = 0; i < 2 * tape->length; i++) {
        float *sample = &tape->sides[i % 2][i / 2];
        *sample = (float)tanh(*sample);
        most = fmax(most, fabs(*sample));
    }
    for (int64_t i = 0; i < 2 * tape->length; i++)
        tape->sides[i % 2][i / 2] *= (float)(peak / most);
}

static void put(FILE *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(number >> 8 * i & 255), file);
}

static void put_header(FILE *file, uint32_t bytes)
{
    fputs("RIFF", file);
    put(file, 36 + bytes, 4);
    fputs("WAVEfmt ", file);
    put(file, 16, 4);
    put(file, 1, 2);
    put(file, 2, 2);
    put(file, RATE, 4);
    put(file, 4 * RATE, 4);
    put(file, 4, 2);
    put(file, 16, 2);
    fputs("data", file);
    put(file, bytes, 4);
}

bool write_wav(const Tape *tape, int64_t more, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    put_header(file, (uint32_t)(4 * (tape->length + more)));
    for (int64_t i = 0; i < tape->length + more; i++)
        for (int side = 0; side < 2; side++)
            put(file, (uint32_t)(int32_t)lrint(32767 * (double)tape->sides[side][i % tape->length]), 2);
    return fclose(file) == 0;
}
