// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A keyboard of sounds: a row of tones, and a row of notes, which are one tone at ten pitches. The position of a pad
// is the pan of its sound.

#include <math.h>

#include "ink.h"
#include "sounds.h"

#define TONES 9
#define NOTES 10
#define PADS (TONES + NOTES)

typedef struct Pads {
    CoirNode node;
    const SoundsKit *kit;
    SoundsButton buttons[PADS];
    float light[PADS]; // 1 when played, fading to 0
} Pads;

static const CoirNodeClass Pads_class;
static const CoirRect panel = {20, 386, 920, 134};

static void play(Pads *pads, int pad)
{
    static const int scale[NOTES] = {3, 5, 7, 10, 12, 15, 17, 19, 22, 24}; // semitones above an A: C D E G A C D E G A
    CoirRect where = pads->buttons[pad].where;
    CoirPlay how = {.pan = (where.x + where.width / 2 - 480) / 448};
    if (pad >= TONES)
        how.pitch = sounds_pitch(scale[pad - TONES]);
    coir_sound_play_with(pads->kit->sounds[pad < TONES ? pad : SOUNDS_BELL], &how);
    pads->light[pad] = 1;
}

static bool pads_event(CoirNode *node, const CoirEvent *event)
{
    Pads *pads = COIR_AS(Pads, node);
    int pad = sounds_pressed(event, pads->buttons, PADS);
    if (pad >= 0)
        play(pads, pad);
    return pad >= 0;
}

static void pads_update(CoirNode *node, double dt)
{
    Pads *pads = COIR_AS(Pads, node);
    for (int i = 0; i < PADS; i++)
        pads->light[i] = fmaxf(pads->light[i] - 3 * (float)dt, 0);
}

static void pads_draw(CoirNode *node, CoirPainter *painter)
{
    const Pads *pads = COIR_AS(Pads, node);
    sounds_panel(painter, panel, "Sounds without files",
                 "A to L: tones   Q to P: notes   left pads sound from the left");
    for (int i = 0; i < PADS; i++)
        sounds_button(painter, &pads->buttons[i], pads->light[i]);
}

static COIR_NODE_CLASS(Pads, .update = pads_update, .draw = pads_draw, .event = pads_event);

static SoundsButton make_button(int pad)
{
    static const char keys[] = "ASDFGHJKLQWERTYUIOP";
    static const char *const words[PADS] = {"coin",     "laser", "explosion", "jump", "hit", "power-up", "blip",
                                            "teleport", "fall",  "C",         "D",    "E",   "G",        "A",
                                            "C",        "D",     "E",         "G",    "A"};
    bool is_note = pad >= TONES;
    int place = is_note ? pad - TONES : pad, count = is_note ? NOTES : TONES;
    float pitch = 900.0f / (float)count;
    CoirRect where = coir_rect(30 + pitch * (float)place + 2, is_note ? 396 : 440, pitch - 4, is_note ? 38 : 48);
    return (SoundsButton){where, (CoirKey)(COIR_KEY_A + keys[pad] - 'A'), words[pad],
                          ink_hue((float)place / (float)(count - 1))};
}

CoirNode *sounds_pads_new(const SoundsKit *kit)
{
    Pads *pads = COIR_NEW(Pads);
    if (!pads)
        return NULL;
    pads->kit = kit;
    for (int i = 0; i < PADS; i++)
        pads->buttons[i] = make_button(i);
    return &pads->node;
}
