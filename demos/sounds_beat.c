// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A beat machine: four rows of sixteen steps, and a tune over four chords. One timer plays the steps. Each sound begins
// on the sample of its call's due time, so the beat is exact at any frame rate.

#include <math.h>
#include <stdio.h>

#include "ink.h"
#include "sounds.h"

#define STEPS 16
#define ROWS 4
#define PATTERNS 3
#define STEP_SECONDS 0.125

typedef struct Beat {
    CoirNode node;
    const SoundsKit *kit;
    bool cells[ROWS][STEPS];
    int pattern, row, column;  // `row`, `column`: the cell that the keys have chosen
    int step;                  // of the next call, counted from the start
    bool plays, paints, paint; // `paints`: a pointer draws over cells, and sets them to `paint`
    int64_t finger;
    float light[ROWS];
} Beat;

static const CoirNodeClass Beat_class;
static const CoirRect panel = {20, 20, 640, 154};
static const SoundsButton buttons[] = {{{444, 146, 100, 22}, COIR_KEY_B, "stop", {92, 214, 164, 255}},
                                       {{550, 146, 100, 22}, COIR_KEY_N, "pattern", {142, 138, 255, 255}}};

static const char *const patterns[PATTERNS][ROWS] = {
    {"x...x...x...x...", "....x.......x..x", "..x...x...x...x.", "...x..x....x..x."},
    {"x.....x...x.....", "....x.......x...", "x.xxx.x.x.xxx.x.", "x..x..x..x..x..."},
    {"x..x..x.x..x..x.", "....x..x....x.xx", "xxxxxxxxxxxxxxxx", "..x.......x....."},
};

static CoirRect cell(int row, int column)
{
    return coir_rect(88 + 34.2f * (float)column + 4 * (float)(column / 4), 118 - 29 * (float)row, 32, 25);
}

// Playing ------------------------------------------------------------------------------------------------------------

static void play_note(const Beat *beat, SoundsTone tone, int semitones, float pan)
{
    coir_sound_play_with(beat->kit->sounds[tone],
                         &(CoirPlay){.group = COIR_GROUP_MUSIC, .pitch = sounds_pitch(semitones), .pan = pan});
}

// The chords are A minor, F, C and G; the numbers are semitones above an A.
static void play_tune(const Beat *beat)
{
    static const int chords[4][3] = {{0, 3, 7}, {-4, 0, 3}, {-5, -2, 3}, {-2, 2, 5}}, bass[4] = {0, -4, 3, -2};
    static const int order[8] = {0, 1, 2, 1, 2, 0, 1, 2};
    int step = beat->step % STEPS, bar = beat->step / STEPS % 4;
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
    for (int row = 0; row < ROWS; row++)
        if (beat->cells[row][beat->step % STEPS]) {
            coir_sound_play_with(beat->kit->sounds[SOUNDS_KICK + row], &(CoirPlay){.group = beat->kit->beat});
            beat->light[row] = 1;
        }
    play_tune(beat);
    beat->step++;
}

static void start(Beat *beat, bool plays)
{
    beat->plays = plays;
    beat->step = 0;
    if (plays)
        coir_node_every(beat, STEP_SECONDS, play_step, NULL);
    else
        coir_node_unschedule_callback(beat, play_step);
}

static void load_pattern(Beat *beat, int pattern)
{
    beat->pattern = pattern;
    for (int i = 0; i < ROWS * STEPS; i++)
        beat->cells[i / STEPS][i % STEPS] = patterns[pattern][i / STEPS][i % STEPS] == 'x';
}

// Events -------------------------------------------------------------------------------------------------------------

static bool press(Beat *beat, int button)
{
    if (button == 0)
        start(beat, !beat->plays);
    if (button == 1)
        load_pattern(beat, (beat->pattern + 1) % PATTERNS);
    sounds_click(beat->kit);
    return true;
}

static bool press_key(Beat *beat, CoirKey key)
{
    switch (key) {
    case COIR_KEY_COMMA: return beat->column = (beat->column + STEPS - 1) % STEPS, true;
    case COIR_KEY_PERIOD: return beat->column = (beat->column + 1) % STEPS, true;
    case COIR_KEY_UP: return beat->row = (beat->row + ROWS - 1) % ROWS, true;
    case COIR_KEY_DOWN: return beat->row = (beat->row + 1) % ROWS, true;
    case COIR_KEY_ENTER: beat->cells[beat->row][beat->column] = !beat->cells[beat->row][beat->column]; return true;
    default: return false;
    }
}

// A press turns the cell under the pointer. The cells that the pointer then moves over become the same.
static bool draw_cells(Beat *beat, const CoirEvent *event)
{
    bool is_press = event->type == COIR_EVENT_POINTER_DOWN;
    for (int i = 0; i < ROWS * STEPS; i++) {
        bool *on = &beat->cells[i / STEPS][i % STEPS];
        if (!coir_rect_contains(cell(i / STEPS, i % STEPS), event->position))
            continue;
        if (is_press) {
            beat->paints = true;
            beat->paint = !*on;
            beat->finger = event->finger;
        }
        *on = beat->paint;
        return true;
    }
    return !is_press;
}

static bool beat_event(CoirNode *node, const CoirEvent *event)
{
    Beat *beat = COIR_AS(Beat, node);
    int button = sounds_pressed(event, buttons, 2);
    bool is_painter = beat->paints && event->finger == beat->finger;
    if (button >= 0)
        return press(beat, button);
    if (event->type == COIR_EVENT_KEY_DOWN)
        return press_key(beat, event->key);
    if (event->type == COIR_EVENT_POINTER_DOWN || (event->type == COIR_EVENT_POINTER_MOVE && is_painter))
        return draw_cells(beat, event);
    if ((event->type == COIR_EVENT_POINTER_UP || event->type == COIR_EVENT_POINTER_CANCEL) && is_painter)
        beat->paints = false;
    return false;
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void beat_update(CoirNode *node, double dt)
{
    Beat *beat = COIR_AS(Beat, node);
    for (int row = 0; row < ROWS; row++)
        beat->light[row] = fmaxf(beat->light[row] - 5 * (float)dt, 0);
}

static void draw_cell(const Beat *beat, CoirPainter *painter, int row, int column)
{
    bool is_now = beat->plays && beat->step > 0 && column == (beat->step - 1) % STEPS;
    bool is_chosen = row == beat->row && column == beat->column;
    CoirColor hue = ink_hue(0.05f + 0.28f * (float)row), empty = coir_rgb(column / 4 % 2 ? 36 : 42, 44, 70);
    CoirColor fill = beat->cells[row][column] ? coir_color_lerp(hue, INK_PANEL, 0.25f) : empty;
    fill = is_now ? coir_color_lerp(fill, COIR_WHITE, beat->cells[row][column] ? 0.7f : 0.2f) : fill;
    ink_panel(painter, cell(row, column), fill, is_chosen ? COIR_WHITE : coir_color_lerp(fill, INK_PANEL, 0.4f));
}

static void beat_draw(CoirNode *node, CoirPainter *painter)
{
    static const char *const names[ROWS] = {"kick", "snare", "hat", "blip"};
    const Beat *beat = COIR_AS(Beat, node);
    sounds_panel(painter, panel, "Beat machine: click, or , . up down and Enter", "");
    SoundsButton button = buttons[0];
    button.words = beat->plays ? "stop" : "play";
    sounds_button(painter, &button, !beat->plays);
    sounds_button(painter, &buttons[1], 0);
    for (int row = 0; row < ROWS; row++) {
        sounds_text(painter, coir_rect(32, cell(row, 0).y, 56, 25), COIR_ALIGN_LEFT,
                    coir_color_lerp(INK_DIM, COIR_WHITE, beat->light[row]), names[row]);
        for (int column = 0; column < STEPS; column++)
            draw_cell(beat, painter, row, column);
    }
}

static COIR_NODE_CLASS(Beat, .update = beat_update, .draw = beat_draw, .event = beat_event);

CoirNode *sounds_beat_new(const SoundsKit *kit)
{
    Beat *beat = COIR_NEW(Beat);
    if (!beat)
        return NULL;
    beat->kit = kit;
    load_pattern(beat, 0);
    start(beat, true);
    return &beat->node;
}
