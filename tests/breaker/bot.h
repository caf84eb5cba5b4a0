// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A bot that plays the game breaker (demos/breaker). It acts once in each fixed step, so its game does not depend on
// the frame rate, and it plays by input alone: for some seconds each by mouse, keys, touch and controller.

#ifndef BOT_H
#define BOT_H

#include "../../demos/breaker/breaker.h"

typedef struct Bot {
    Breaker game;
    CoirNode *overlay; // in which the bot acts
    bool lazy;         // launches the ball, and never moves
    bool catches;      // leaves the ball for a brick that falls
    bool waits;        // launches nothing
    bool shown;        // in a window, in real time
    bool done;         // the game has ended, and its last screen was shown for a while
    int64_t steps;     // in all
    int idle_steps;    // on the last screen
    uint64_t hash;     // of the places, sizes and opacities of all nodes in all steps so far
} Bot;

// Makes a director, headless unless `shown`, and starts the game in it. NULL: something is missing. bot_end destroys
// the director.
CoirDirector *bot_begin(Bot *bot, const char *levels, CoirDirectorDef def);
void bot_end(Bot *bot);

#endif
