// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sounds of Breaker: tones, and the music.

#ifndef BREAKER_SOUNDS_H
#define BREAKER_SOUNDS_H

#include <coir/coir.h>

typedef enum Tone {
    TONE_BLIP,    // sounds of the menu
    TONE_SERVE,   // the ball leaves the paddle
    TONE_PADDLE,  // the ball hits the paddle
    TONE_WALL,    // the ball hits a wall
    TONE_BRICK,   // a note; played with the pitch of the brick's row
    TONE_CRUMBLE, // the brick breaks; played together with TONE_BRICK
    TONE_POWER,   // a falling brick is caught, or a level is done
    TONE_MISS,    // a life is lost
    TONE_WIN,     // the last level is done
    TONE_LOSE,    // the last life is lost
    TONES
} Tone;

typedef struct Sounds {
    CoirSound *tones[TONES], *music; // `music` NULL: no music
    CoirGroup news;                  // child of the group of effects; its sounds lower the music while they play
    CoirRandom random;               // for the spread of pitch and volume; leaves Breaker.random to the game
} Sounds;

// Makes the sounds. Returns false if there is no memory. Missing music is no failure.
bool sounds_load(Sounds *sounds, uint64_t seed);
void sounds_destroy(Sounds *sounds);

// Play a tone in one of three ways:
//
// 1. sounds_play_at plays at the position of a node, with a pitch (0 means 1), on the node's clock;
// 2. sounds_play_news plays without a node, and lowers the music for a moment;
// 3. sounds_play_blip plays in a menu.
void sounds_play_at(const Sounds *sounds, Tone tone, CoirNode *node, float pitch);
void sounds_play_news(const Sounds *sounds, Tone tone);
void sounds_play_blip(const Sounds *sounds);

void sounds_play_music(const Sounds *sounds);

// Glides the pitch of the music to `pitch`.
void sounds_bend_music(float pitch);

// Pauses the effects and muffles the music, or sets both back.
void sounds_set_paused(bool paused);

// Returns the pitch (CoirPlay.pitch) for a brick in row number `row`; row 0 is the top row. The nearer a row is to the
// top, the higher is its note.
float sounds_brick_pitch(int row);

#endif
