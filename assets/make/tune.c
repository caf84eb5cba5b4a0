// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The music of the game `breaker`: 32 bars in A minor that loop without a seam. There are four parts of eight bars:
// the theme; the theme again with a second voice; a quiet part that rises; and a part that leads back to the theme.
// Neighbouring chords are close to each other, so that each voice of the arpeggio moves by a step or not at all.
#include "synth.h"

#include <stdio.h>
#include <string.h>

enum { STEP = 5250, BAR = 16 * STEP, BARS = 32, PART = 8 }; // samples: a 16th at 126 beats a minute

// clang-format off
// ---- instruments -------------------------------------------------------------------------------------------------

static const Instrument lead = {
    .shape = PULSE, .duty = 0.25, .duty_slide = 0.12, .volume = 0.15, .pan = -0.06, .echo = 0.45,
    .attack = 0.006, .decay = 0.22, .sustain = 0.55, .release = 0.09,
    .cutoff = 3200, .bite = 1.2, .bite_time = 0.12, .vibrato = 0.16, .scoop = 0.5,
};
static const Instrument flute = {
    .shape = TRIANGLE, .width = 0.07, .volume = 0.22, .echo = 0.7,
    .attack = 0.03, .decay = 0.4, .sustain = 0.75, .release = 0.2,
    .cutoff = 2400, .bite = 0.5, .bite_time = 0.2, .vibrato = 0.22, .scoop = 0.3,
};
static const Instrument second = {
    .shape = PULSE, .duty = 0.5, .volume = 0.085, .pan = 0.35, .echo = 0.35,
    .attack = 0.01, .decay = 0.25, .sustain = 0.5, .release = 0.09,
    .cutoff = 1900, .bite = 0.8, .bite_time = 0.1, .vibrato = 0.12,
};
static const Instrument bell = {
    .shape = TRIANGLE, .volume = 0.11, .pan = 0.45, .echo = 0.6,
    .attack = 0.002, .decay = 0.16, .release = 0.12,
    .cutoff = 6000, .bite_time = 1,
};
static const Instrument pluck = {
    .shape = PULSE, .duty = 0.125, .duty_slide = 0.9, .volume = 0.14, .pan = -0.45, .echo = 0.4,
    .attack = 0.002, .decay = 0.11, .release = 0.05,
    .cutoff = 2000, .bite = 1.6, .bite_time = 0.05,
};
static const Instrument bass = {
    .shape = TRIANGLE, .volume = 0.29,
    .attack = 0.004, .decay = 0.5, .sustain = 0.6, .release = 0.04,
    .cutoff = 1400, .bite_time = 1,
};
static const Instrument growl = { // over the bass, for small loudspeakers
    .shape = PULSE, .duty = 0.3, .volume = 0.14,
    .attack = 0.004, .decay = 0.18, .sustain = 0.3, .release = 0.04,
    .cutoff = 320, .bite = 2, .bite_time = 0.07,
};
static const Instrument pad = {
    .shape = SAW, .width = 0.16, .volume = 0.05, .echo = 0.25,
    .attack = 0.3, .decay = 1, .sustain = 0.9, .release = 0.5,
    .cutoff = 750, .bite = 0.5, .bite_time = 1.5,
};
// clang-format on

// ---- the score ---------------------------------------------------------------------------------------------------

typedef struct Chord {
    const char *name;
    int bass, keys[4]; // keys of a piano, 60 is the middle C
} Chord;

static const Chord chords[] = {
    {"Am", 45, {57, 60, 64, 69}},    {"Am7", 45, {55, 60, 64, 67}},  {"F", 41, {57, 60, 65, 69}},
    {"Fmaj7", 41, {57, 60, 64, 69}}, {"C", 36, {55, 60, 64, 67}},    {"C/E", 40, {55, 60, 64, 67}},
    {"G", 43, {55, 59, 62, 67}},     {"G/B", 47, {55, 59, 62, 67}},  {"Dm7", 38, {57, 60, 62, 65}},
    {"Em7", 40, {55, 59, 62, 64}},   {"Esus", 40, {57, 59, 64, 69}}, {"E7", 40, {56, 59, 62, 64}},
};

// A bar: a chord for each half, and the melody: notes with their lengths in sixteenths; - is a rest.
typedef struct Bar {
    const char *chords[2], *melody;
} Bar;

static const Bar bars[BARS] = {
    {{"Am", "Am"}, "E5:3 A5:3 G5:2 E5:4 D5:2 C5:2"},
    {{"F", "Fmaj7"}, "D5:3 C5:3 A4:2 C5:6 -:2"},
    {{"C", "C"}, "E5:3 G5:3 A5:2 G5:4 E5:2 D5:2"},
    {{"G/B", "G/B"}, "D5:3 E5:3 D5:2 B4:6 -:2"},
    {{"Am", "Am"}, "E5:3 A5:3 G5:2 E5:4 G5:2 A5:2"},
    {{"F", "Fmaj7"}, "C6:3 B5:3 A5:2 G5:2 A5:4 -:2"},
    {{"Dm7", "Dm7"}, "A5:3 F5:3 D5:2 F5:4 E5:2 D5:2"},
    {{"Esus", "E7"}, "E5:6 D5:2 B4:4 G#4:4"},

    {{"Am", "Am"}, "E5:3 A5:3 G5:2 E5:2 -:1 E5:1 D5:2 C5:2"},
    {{"F", "Fmaj7"}, "D5:3 C5:3 A4:2 C5:4 A4:2 C5:2"},
    {{"C", "C"}, "E5:3 G5:3 A5:2 C6:4 B5:2 G5:2"},
    {{"G/B", "G"}, "A5:3 G5:3 D5:2 G5:6 -:2"},
    {{"Am", "Am7"}, "A5:3 B5:3 C6:2 B5:2 A5:2 G5:2 E5:2"},
    {{"F", "F"}, "F5:3 A5:3 C6:2 A5:6 -:2"},
    {{"G", "G"}, "B5:3 A5:3 G5:2 A5:4 G5:2 D5:2"},
    {{"C", "C/E"}, "E5:6 -:2 G5:2 E5:2 C5:2 G4:2"},

    {{"Fmaj7", "Fmaj7"}, "A5:6 C6:6 B5:4"},
    {{"G", "G"}, "G5:10 -:2 D5:2 G5:2"},
    {{"Em7", "Em7"}, "B5:6 D6:6 B5:4"},
    {{"Am7", "Am7"}, "A5:10 -:2 E5:2 A5:2"},
    {{"Dm7", "Dm7"}, "F5:6 A5:6 G5:4"},
    {{"Em7", "Em7"}, "G5:6 B5:6 A5:4"},
    {{"Fmaj7", "Fmaj7"}, "A5:6 C6:6 E6:4"},
    {{"G", "E7"}, "D6:8 B5:4 G#5:4"},

    {{"Am", "Am"}, "A5:3 C6:3 B5:2 A5:4 G5:2 E5:2"},
    {{"F", "F"}, "F5:3 G5:3 A5:2 C6:6 -:2"},
    {{"C", "C"}, "G5:3 C6:3 B5:2 G5:4 E5:2 G5:2"},
    {{"G/B", "G"}, "D5:3 G5:3 B5:2 A5:4 G5:4"},
    {{"F", "F"}, "A5:2 G5:2 F5:2 A5:2 C6:4 A5:4"},
    {{"G", "G"}, "B5:2 A5:2 G5:2 B5:2 D6:4 B5:4"},
    {{"Am", "Dm7"}, "C6:4 B5:2 A5:6 F5:4"},
    {{"Esus", "E7"}, "E5:4 -:2 E5:2 G#5:4 B5:2 -:2"},
};

// Patterns of the instruments in a part, with a character for each sixteenth; . is a rest. Bass: 1 is the root, 5 the
// fifth, 8 the octave, `a` a step beside the next root, and - holds the note. Arpeggio: the number of a key of the
// chord, counted from the lowest; from 4 on, an octave higher. Drums: loudness 1 to 9.
typedef struct Style {
    const char *bass, *arpeggio, *kick, *snare, *hat, *open, *shaker;
    const Instrument *melody;
    bool pad, second, bell;
} Style;

// clang-format off
static const Style styles[BARS / PART] = {
    {
        .bass =     "1--.1-8.1--.5-a-",
        .arpeggio = "0.2.3.2.1.2.3.2.",
        .kick =     "9.....6.9..5....",
        .snare =    "....8.......8..2",
        .hat =      "7.3.7.3.7.3.7.3.",
        .open =     "................",
        .shaker =   "1.2.1.2.1.2.1.2.",
        .melody = &lead,
    },
    {
        .bass =     "1--.1-8.1-8.5-a-",
        .arpeggio = "0123231201232312",
        .kick =     "9.....6.9.5.....",
        .snare =    "....8..2....8..2",
        .hat =      "7.3.7.3.7.3.7...",
        .open =     "..............4.",
        .shaker =   "1323132313231323",
        .melody = &lead, .second = true,
    },
    {
        .bass =     "1-----1-1---5-a-",
        .arpeggio = "0.2.4.5.6.5.4.2.",
        .kick =     "8.........5.....",
        .snare =    "........7.......",
        .hat =      "5...3...5...3...",
        .open =     "................",
        .shaker =   "1.2.1.2.1.2.1.2.",
        .melody = &flute, .pad = true, .bell = true,
    },
    {
        .bass =     "1-8-1-8-1-8-1-a-",
        .arpeggio = "0123456432103456",
        .kick =     "9...9...9...9..4",
        .snare =    "....8..2....8.2.",
        .hat =      "..6...6...6...6.",
        .open =     "..3...3...3...3.",
        .shaker =   "1323132313231323",
        .melody = &lead, .pad = true, .second = true,
    },
};
// clang-format on

// ---- playing -----------------------------------------------------------------------------------------------------

static const Chord *chord_at(int bar, int step)
{
    const char *name = bars[bar % BARS].chords[step / 8];
    for (size_t i = 0; i < sizeof chords / sizeof *chords; i++)
        if (strcmp(chords[i].name, name) == 0)
            return &chords[i];
    fprintf(stderr, "tune: there is no chord %s\n", name);
    return &chords[0];
}

static int64_t time_of(int bar, int step)
{
    return (int64_t)bar * BAR + (int64_t)step * STEP;
}

// Returns the loudness of a sixteenth: strong sixteenths are a little louder.
static double stress(int step)
{
    return step % 8 == 0 ? 1 : step % 4 == 0 ? 0.94 : step % 2 == 0 ? 0.88 : 0.82;
}

static int key_of(const char *name)
{
    static const int keys[] = {9, 11, 0, 2, 4, 5, 7}; // A to G
    return keys[name[0] - 'A'] + (name[1] == '#') + 12 * (name[name[1] == '#' ? 2 : 1] - '0' + 1);
}

// Returns the highest key of the chord, in any octave, that is not above `most`.
static int chord_key(const Chord *chord, int most)
{
    for (int key = most;; key--)
        for (int i = 0; i < 4; i++)
            if ((key - chord->keys[i]) % 12 == 0)
                return key;
}

static void play_melody(Tape *tape, int bar, const Style *style)
{
    const char *rest = bars[bar].melody;
    char name[4];
    int length, used, step = 0;
    for (; sscanf(rest, " %3[^:]:%d%n", name, &length, &used) == 2; rest += used, step += length) {
        if (name[0] == '-')
            continue;
        int key = key_of(name), below = chord_key(chord_at(bar, step), key - 3);
        int64_t held = (int64_t)length * STEP - STEP / (length > 2 ? 3 : 4);
        play_note(tape, style->melody, time_of(bar, step), held, key, stress(step));
        if (style->second && length > 1)
            play_note(tape, &second, time_of(bar, step), held, below, stress(step));
        if (style->bell)
            play_note(tape, &bell, time_of(bar, step), held, key + 12, stress(step));
    }
    if (step != 16)
        fprintf(stderr, "tune: bar %d has %d sixteenths\n", bar + 1, step);
}

// Returns a key beside the next root, on the side of the present root: a white key, or a key of the present chord.
static int approach(const Chord *from, const Chord *to)
{
    static const bool is_black[12] = {[1] = true, [3] = true, [6] = true, [8] = true, [10] = true};
    int way = from->bass > to->bass ? 1 : -1, key = to->bass + way;
    return is_black[key % 12] && chord_key(from, key) != key ? key + way : key;
}

static int bass_key(char letter, const Chord *chord, const Chord *next)
{
    switch (letter) {
    case '5': return chord_key(chord, chord->bass + 7); // in an inverted chord, another key of the chord
    case '8': return chord->bass + 12;
    case 'a': return approach(chord, next);
    default: return chord->bass;
    }
}

static void play_bass(Tape *tape, int bar, const char *pattern)
{
    for (int step = 0; step < 16; step++) {
        int length = 1 + (int)strspn(pattern + step + 1, "-");
        if (pattern[step] == '-' || pattern[step] == '.')
            continue;
        int key = bass_key(pattern[step], chord_at(bar, step), chord_at(bar + 1, 0));
        int64_t held = (int64_t)length * STEP - STEP / 4;
        play_note(tape, &bass, time_of(bar, step), held, key, stress(step));
        play_note(tape, &growl, time_of(bar, step), held, key, stress(step));
    }
}

// Plays the pattern of a bar. In every second bar, the pattern begins with its second beat.
static void play_arpeggio(Tape *tape, int bar, const char *pattern)
{
    for (int step = 0; step < 16; step++) {
        const Chord *chord = chord_at(bar, step);
        char letter = pattern[(step + bar % 2 * 4) % 16];
        int number = letter - '0';
        if (letter != '.')
            play_note(tape, &pluck, time_of(bar, step), STEP, chord->keys[number % 4] + number / 4 * 12, stress(step));
    }
}

static void play_pad(Tape *tape, int bar)
{
    bool changes = strcmp(bars[bar].chords[0], bars[bar].chords[1]) != 0;
    for (int half = 0; half < (changes ? 2 : 1); half++)
        for (int i = 0; i < 4; i++)
            play_note(tape, &pad, time_of(bar, 8 * half), changes ? BAR / 2 : BAR, chord_at(bar, 8 * half)->keys[i], 1);
}

static void play_pattern(Tape *tape, int bar, Drum drum, const char *pattern, double loudness)
{
    for (int step = 0; step < 16; step++)
        if (pattern[step] != '.')
            play_drum(tape, drum, time_of(bar, step), 0, loudness * (pattern[step] - '0') / 9);
}

// Plays the drums of a bar. The last bar of a part ends with a roll over the toms, the fourth bar with a short fill.
static void play_drums(Tape *tape, int bar, const Style *style)
{
    static const double toms[] = {165, 165, 130, 130, 98, 98};
    bool fill = bar % PART == PART - 1;
    char snare[17];
    snprintf(snare, sizeof snare, "%.*s%s", fill ? 10 : 16, style->snare, fill ? "......" : "");
    play_pattern(tape, bar, KICK, style->kick, 0.62);
    play_pattern(tape, bar, SNARE, snare, 0.6);
    play_pattern(tape, bar, HAT, style->hat, 0.42);
    play_pattern(tape, bar, OPEN_HAT, style->open, 0.36);
    play_pattern(tape, bar, SHAKER, style->shaker, 0.7);
    if (bar % PART == 0)
        play_drum(tape, CRASH, time_of(bar, 0), 0, 0.22);
    if (bar % PART == PART / 2 - 1) {
        play_drum(tape, OPEN_HAT, time_of(bar, 14), 0, 0.2);
        play_drum(tape, SNARE, time_of(bar, 13), 0, 0.14);
        play_drum(tape, SNARE, time_of(bar, 15), 0, 0.22);
    }
    for (int i = 0; fill && i < 6; i++)
        play_drum(tape, TOM, time_of(bar, 10 + i), toms[i], i % 2 ? 0.22 : 0.34);
}

int main(int count, char **words)
{
    char path[1024];
    Tape tape;
    bool done = tape_new(&tape, (int64_t)BARS * BAR);
    for (int bar = 0; done && bar < BARS; bar++) {
        const Style *style = &styles[bar / PART];
        play_melody(&tape, bar, style);
        play_bass(&tape, bar, style->bass);
        play_arpeggio(&tape, bar, style->arpeggio);
        if (style->pad)
            play_pad(&tape, bar);
        play_drums(&tape, bar, style);
    }
    if (done) {
        add_echo(&tape, 3 * STEP, 0.4);
        master(&tape, 0.47);
    }
    snprintf(path, sizeof path, "%s/breaker.wav", count > 1 ? words[1] : ".");
    done = done && write_wav(&tape, BAR, path);
    tape_free(&tape);
    return done ? 0 : 1;
}
