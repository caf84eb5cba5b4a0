// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A bot that plays the game breaker (demos/breaker). The bot acts once in each fixed step, so the game does not
// depend on the frame rate. The bot controls the game by input alone, with the mouse, the keys, touch and a
// controller in turn, each for some seconds.

#ifndef BOT_H
#define BOT_H

#include "../../demos/breaker/breaker.h"

// Set `lazy`, `catches`, `waits` and `shown` before you call bot_begin.
typedef struct Bot {
    Breaker game;
    CoirNode *overlay; // node with the bot's callback
    bool lazy;         // true if the bot launches the ball and never moves the paddle
    bool catches;      // true if the bot catches falling bricks rather than the ball
    bool waits;        // true if the bot never launches the ball
    bool shown;        // true if the game runs in a window, in real time
    bool done;         // true once the last screen has been shown for 2 s after the end of the game
    int64_t steps;     // number of steps so far
    int idle_steps;    // number of steps on the last screen
    uint64_t hash;     // hash of the positions, sizes and opacities of all nodes in all steps so far
} Bot;

// Makes a director, headless unless `shown`, and starts the game. Returns NULL if the director cannot be made. If the
// game cannot start, returns the director, and coir_error() or the log has the reason. bot_end destroys the director.
CoirDirector *bot_begin(Bot *bot, const char *levels, CoirDirectorDef def);
void bot_end(Bot *bot);

#endif
