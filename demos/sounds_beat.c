// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A beat machine: a grid of four rows and sixteen steps, and a tune over four chords. One timer plays the steps. Each
// sound begins at exactly the sample at which the timer is due, so the beat is exact at any frame rate.

#include "sounds.h"

#define PATTERNS 3
#define STEP_SECONDS 0.125

typedef struct Beat {
    CoirNode node;
    const SoundsKit *kit;
    SoundsGrid *grid;
    int pattern;
    int step; // number of the next step, counted from the start of the beat
    bool plays;
} Beat;

static const CoirNodeClass Beat_class;
static const CoirRect panel = {20, 20, 640, 154};
static const SoundsButton buttons[] = {{{444, 146, 100, 22}, COIR_KEY_B, "stop", {92, 214, 164, 255}},
                                       {{550, 146, 100, 22}, COIR_KEY_N, "pattern", {142, 138, 255, 255}}};

static const char *const patterns[PATTERNS][SOUNDS_ROWS] = {
    {"x...x...x...x...", "....x.......x..x", "..x...x...x...x.", "...x..x....x..x."},
    {"x.....x...x.....", "....x.......x...", "x.xxx.x.x.xxx.x.", "x..x..x..x..x..."},
    {"x..x..x.x..x..x.", "....x..x....x.xx", "xxxxxxxxxxxxxxxx", "..x.......x....."},
};

// Playing ------------------------------------------------------------------------------------------------------------

static void play_note(const Beat *beat, SoundsTone tone, int semitones, float pan)
{
    coir_sound_play_with(beat->kit->sounds[tone],
                         &(CoirPlay){.group = COIR_GROUP_MUSIC, .pitch = sounds_pitch(semitones), .pan = pan});
}

// Plays the notes of a step. The chords are A minor, F, C and G; the numbers are semitones above an A.
static void play_tune(const Beat *beat)
{
    static const int chords[4][3] = {{0, 3, 7}, {-4, 0, 3}, {-5, -2, 3}, {-2, 2, 5}}, bass[4] = {0, -4, 3, -2};
    static const int order[8] = {0, 1, 2, 1, 2, 0, 1, 2};
    int step = beat->step % SOUNDS_STEPS, bar = beat->step / SOUNDS_STEPS % 4;
    if (step % 4 == 0 || step % 16 == 6 || step == 14)
        play_note(beat, SOUNDS_BASS, bass[bar] + (step == 14 ? 12 : 0), 0);
    if (step % 2 == 0)
        play_note(beat, SOUNDS_PLUCK, chords[bar][order[step / 2]] + (step % 6 == 4 ? 12 : 0),
                  step % 4 == 0 ? -0.5f : 0.5f);
    for (int i = 0; step == 0 && i < 3; i++)
        play_note(beat, SOUNDS_PAD, chords[bar][i], 0.7f * (float)(i - 1));
}

static void play_step(CoirNode *node, void *user)
{
    Beat *beat = COIR_AS(Beat, node);
    (void)user;
    beat->grid->now = beat->step % SOUNDS_STEPS;
    for (int row = 0; row < SOUNDS_ROWS; row++)
        if (beat->grid->cells[row][beat->grid->now]) {
            coir_sound_play_with(beat->kit->sounds[SOUNDS_KICK + row], &(CoirPlay){.group = beat->kit->beat});
            beat->grid->light[row] = 1;
        }
    play_tune(beat);
    beat->step++;
}

static void start(Beat *beat, bool plays)
{
    beat->plays = plays;
    beat->step = 0;
    beat->grid->now = -1;
    if (plays)
        coir_node_every(beat, STEP_SECONDS, play_step, NULL);
    else
        coir_node_unschedule_callback(beat, play_step);
}

static void load_pattern(Beat *beat, int pattern)
{
    beat->pattern = pattern;
    for (int row = 0; row < SOUNDS_ROWS; row++)
        for (int step = 0; step < SOUNDS_STEPS; step++)
            beat->grid->cells[row][step] = patterns[pattern][row][step] == 'x';
}

// The panel ----------------------------------------------------------------------------------------------------------

static bool beat_event(CoirNode *node, const CoirEvent *event)
{
    Beat *beat = COIR_AS(Beat, node);
    int button = sounds_pressed(event, buttons, 2);
    if (button < 0)
        return false;
    if (button == 0)
        start(beat, !beat->plays);
    else
        load_pattern(beat, (beat->pattern + 1) % PATTERNS);
    sounds_click(beat->kit);
    return true;
}

static void beat_draw(CoirNode *node, CoirPainter *painter)
{
    const Beat *beat = COIR_AS(Beat, node);
    SoundsButton first = buttons[0];
    first.words = beat->plays ? "stop" : "play";
    sounds_panel(painter, panel, "Beat machine: click, or comma, period, up, down and Enter", "");
    sounds_button(painter, &first, !beat->plays);
    sounds_button(painter, &buttons[1], 0);
}

static COIR_NODE_CLASS(Beat, .draw = beat_draw, .event = beat_event);

CoirNode *sounds_beat_new(const SoundsKit *kit)
{
    Beat *beat = COIR_NEW(Beat);
    if (!beat)
        return NULL;
    beat->kit = kit;
    beat->grid = sounds_grid_new();
    if (!beat->grid || !coir_node_add(beat, beat->grid)) {
        coir_node_destroy(beat);
        return NULL;
    }
    load_pattern(beat, 0);
    start(beat, true);
    return &beat->node;
}
