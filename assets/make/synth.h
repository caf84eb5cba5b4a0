// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A small synthesizer for music that loops: a tape as long as the loop, and instruments that play on it. What rings on
// behind the end of the tape goes on at its begin.

#ifndef SYNTH_H
#define SYNTH_H

#include <stdbool.h>
#include <stdint.h>

enum { RATE = 44100 };

typedef struct Tape {
    int64_t length;      // samples
    float *sides[2];     // left, right
    float *echo_send[2]; // what the echo hears
} Tape;

typedef enum Shape { PULSE, SAW, TRIANGLE } Shape;

typedef struct Instrument {
    Shape shape;
    double duty, duty_slide;        // of a pulse: the part of a period that is high, and its change in a second
    double attack, decay, release;  // seconds
    double sustain;                 // loudness after the decay, 0..1
    double cutoff, bite, bite_time; // low-pass, hertz; octaves more at the begin of a note, gone after some seconds
    double vibrato;                 // depth in semitones; comes late
    double scoop;                   // semitones by which a note begins too low
    double width;                   // semitones between two oscillators, one at each side; 0: one oscillator
    double volume, pan, echo;       // pan: -1 left, 1 right
} Instrument;

typedef enum Drum { KICK, SNARE, HAT, OPEN_HAT, TOM, SHAKER, CRASH } Drum;

// Returns false if there is no memory.
bool tape_new(Tape *tape, int64_t length);
void tape_free(Tape *tape);

// Plays a note: `key` 69 is A of 440 Hz, 1 more a semitone. Start and length are in samples.
void play_note(Tape *tape, const Instrument *instrument, int64_t start, int64_t length, double key, double loudness);

// `key` tunes toms.
void play_drum(Tape *tape, Drum drum, int64_t start, double key, double loudness);

// Adds an echo that goes from side to side, and comes again and again after `delay` samples.
void add_echo(Tape *tape, int64_t delay, double feedback);

// Rounds peaks off, and makes the highest one `peak`.
void master(Tape *tape, double peak);

// Writes the tape, and then its first `more` samples again, as a WAV file of 16 bits. Returns false if that fails.
bool write_wav(const Tape *tape, int64_t more, const char *path);

#endif
