// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//   breaker_shot STEPS FILE.png title|play|lose|pause
//
// Lets the bot play breaker and writes the picture after STEPS steps: `title`, of the title, which the bot does not
// leave; `play`, of a game; `lose`, of a game in which the bot never moves the paddle; `pause`, of a game that is
// paused after these steps.

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
