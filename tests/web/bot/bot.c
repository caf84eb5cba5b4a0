// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The bot of tests/breaker plays breaker in a window, with a time scale of 4. At the end of the game, the program logs
// the line that tests/breaker/test_breaker.c prints.

#include "../../breaker/bot.h"

static void end_with_game(CoirNode *overlay, void *user)
{
    Bot *bot = user;
    if (!bot->done)
        return;
    coir_log(COIR_LOG_INFO, "%s: score %d, steps %lld, hash 0x%016llx", bot->game.heading, bot->game.score,
             (long long)bot->steps, (unsigned long long)bot->hash);
    coir_director_end(bot->game.director);
}

int main(void)
{
    static Bot bot = {.shown = true};
    CoirDirector *director = bot_begin(&bot, "assets/levels.txt", (CoirDirectorDef){.title = "Breaker"});
    if (!director || coir_error()[0]) {
        coir_log(COIR_LOG_ERROR, "%s", coir_error());
        return 1;
    }
    coir_director_set_time_scale(director, 4);
    coir_node_every(bot.overlay, 0.1, end_with_game, &bot);
    bool done = coir_director_run(director, NULL);
    bot_end(&bot);
    return done ? 0 : 1;
}
