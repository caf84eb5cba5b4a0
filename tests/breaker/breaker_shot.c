// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//   breaker_shot STEPS FILE.png title|play|lose|pause
//
// Lets the bot play breaker for STEPS steps, and writes a picture:
// - title: the bot does not leave the title.
// - play: the bot plays a game.
// - lose: the bot plays a game and never moves the paddle.
// - pause: the bot plays a game, which is paused after STEPS steps.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"

int main(int count, char **words)
{
    static Bot bot;
    if (count < 4) {
        fprintf(stderr, "breaker_shot STEPS FILE.png title|play|lose|pause\n");
        return 2;
    }
    bot.waits = !strcmp(words[3], "title");
    bot.lazy = !strcmp(words[3], "lose");
    CoirDirector *director = bot_begin(&bot, COIR_ASSETS "/breaker/levels.txt", (CoirDirectorDef){0});
    while (!bot.done && bot.steps < atoi(words[1]) && coir_director_frame(director, 1.0 / 60))
        ;
    if (!strcmp(words[3], "pause")) {
        coir_input_key(bot.game.input, COIR_KEY_P, true);
        coir_director_frame(director, 1.0 / 60);
    }
    bool done = coir_director_screenshot(director, words[2]);
    bot_end(&bot);
    return done ? 0 : 1;
}
