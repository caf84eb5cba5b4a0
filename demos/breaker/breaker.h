// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Breaker, a whole small game: main.c opens the window, title.c has the screen before and after a game, the save and
// the volumes, game.c has the game, sounds.c has the sounds and the music, levels.c reads assets/breaker/levels.txt.

#ifndef BREAKER_H
#define BREAKER_H

#include "sounds.h"

enum { LEVELS = 20, ROWS = 10, COLUMNS = 12 }; // limits of a file of levels

// Letters of the bricks. a to f are colours. W and S are bricks that fall when the ball hits them: if the paddle
// catches the brick, W widens the paddle, and S slows the ball.
#define BRICKS "abcdefWS"

// State that is kept from scene to scene.
typedef struct Breaker {
    CoirDirector *director;
    CoirInput *input;
    CoirRandom random;
    Sounds sounds;
    char names[LEVELS][40], rows[LEVELS][ROWS][COLUMNS + 1]; // a row has letters of bricks, and dots for gaps
    int level_count, score, best;                            // `score` of the last game
    int volumes[2];                                          // of the groups of effects and of music, 0 to 10
    bool keeps;          // true: saves are open, and store the best score and the volumes for the next start
    const char *heading; // text of the title: the name of the game, or the result of the last game
} Breaker;

// Loads the save, the levels and the sounds, and shows the title. Before the call, set `keeps`; the call sets all other
// fields. Returns false if a file is missing or if there is no memory.
bool breaker_begin(Breaker *breaker, CoirDirector *director, const char *levels_path, uint64_t seed);
void breaker_end(Breaker *breaker);
void breaker_save(const Breaker *breaker);
bool breaker_go(Breaker *breaker, CoirNode *(*make_scene)(Breaker *breaker));
CoirNode *make_title(Breaker *breaker);
CoirNode *make_game(Breaker *breaker);
bool read_levels(Breaker *breaker, const char *path);
void add_volumes(CoirNode *parent, Breaker *breaker);
CoirLabel *add_text(CoirNode *parent, const char *text, float x, float y, float scale);

#endif
