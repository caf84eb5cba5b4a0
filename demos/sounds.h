// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The shared code of the parts of the demo "sounds": the tones, two groups, and the drawing of panels and buttons.

#ifndef DEMO_SOUNDS_H
#define DEMO_SOUNDS_H

#include <coir/coir.h>

// The tones of the pads come first, in the order of their keys. SOUNDS_KICK to SOUNDS_TICK are the rows of the beat
// machine.
typedef enum SoundsTone {
    SOUNDS_COIN,
    SOUNDS_LASER,
    SOUNDS_EXPLOSION,
    SOUNDS_JUMP,
    SOUNDS_HIT,
    SOUNDS_POWER_UP,
    SOUNDS_BLIP,
    SOUNDS_TELEPORT,
    SOUNDS_FALL,
    SOUNDS_BELL, // a note, A of 440 hertz
    SOUNDS_CLICK,
    SOUNDS_KICK,
    SOUNDS_SNARE,
    SOUNDS_HAT,
    SOUNDS_TICK,
    SOUNDS_BASS,  // A of 110 hertz
    SOUNDS_PLUCK, // A of 440 hertz
    SOUNDS_PAD,   // A of 220 hertz, two seconds long
    SOUNDS_BOUNCE,
    SOUNDS_HUM, // loops without a seam
    SOUNDS_COUNT
} SoundsTone;

typedef struct SoundsKit {
    CoirSound *sounds[SOUNDS_COUNT];
    CoirGroup beat, ball; // own groups while the desk is on stage, otherwise COIR_GROUP_EFFECTS
} SoundsKit;

// Makes the tones. Returns false if there is no memory. Call sounds_kit_free in both cases.
bool sounds_kit_make(SoundsKit *kit);
void sounds_kit_free(SoundsKit *kit);

// Plays the click of a button, in the group of the interface.
void sounds_click(const SoundsKit *kit);

// Returns the pitch (CoirPlay.pitch) that raises a tone by `semitones`.
float sounds_pitch(int semitones);

// Make the parts of the demo. Return NULL if there is no memory.
CoirNode *sounds_pads_new(const SoundsKit *kit);
CoirNode *sounds_desk_new(SoundsKit *kit); // the desk makes the groups of the kit when the desk enters the stage
CoirNode *sounds_ball_new(const SoundsKit *kit);
CoirNode *sounds_beat_new(const SoundsKit *kit);
CoirNode *sounds_frames_new(const SoundsKit *kit, CoirDirector *director);

// Strips and the grid ------------------------------------------------------------------------------------------------

#define SOUNDS_STRIPS 6
#define SOUNDS_SWITCHES 3

// A strip of the desk.
typedef struct SoundsStrip {
    CoirNode node;
    const SoundsKit *kit;
    const char *words;
    CoirGroup group;
    int index, *chosen; // `chosen`: index of the strip on which the keys act; shared by all strips
    bool on[SOUNDS_SWITCHES];
    bool is_held;   // a pointer holds the fader
    int64_t finger; // number of the pointer
} SoundsStrip;

SoundsStrip *sounds_strip_new(const SoundsKit *kit, const char *words, int index, int *chosen);

// Resets the group of a strip: full volume, and no effects.
void sounds_strip_reset(SoundsStrip *strip);

#define SOUNDS_ROWS 4
#define SOUNDS_STEPS 16

// The grid of the beat machine.
typedef struct SoundsGrid {
    CoirNode node;
    bool cells[SOUNDS_ROWS][SOUNDS_STEPS];
    float light[SOUNDS_ROWS]; // 1 when the row plays, fading to 0
    int now;                  // column that plays; -1: no column
    int row, column;          // cell that the keys have chosen
    bool is_painting, paint;  // `is_painting`: a pointer sets cells to `paint`
    int64_t finger;           // number of the pointer
} SoundsGrid;

SoundsGrid *sounds_grid_new(void);

// Drawing and buttons ------------------------------------------------------------------------------------------------

void sounds_panel(CoirPainter *painter, CoirRect where, const char *title, const char *help);
void sounds_text(CoirPainter *painter, CoirRect where, CoirAlign align, CoirColor color, const char *words);

typedef struct SoundsButton {
    CoirRect where;
    CoirKey key; // key that presses the button; COIR_KEY_NONE: no key
    const char *words;
    CoirColor color;
} SoundsButton;

// Draws a button. `light`, 0..1, blends the fill from a dark colour (0) to the colour of the button (1).
void sounds_button(CoirPainter *painter, const SoundsButton *button, float light);

// Returns the index of the button that an event presses, by the key of the button or by a pointer; -1: no button.
int sounds_pressed(const CoirEvent *event, const SoundsButton *buttons, int count);

#endif
