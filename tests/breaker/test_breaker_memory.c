// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Breaker, from its start until some bricks are hit, with every allocation failing in turn: the game does not crash,
// and leaves nothing behind. What cannot be had is missing, or the game does not begin.

#include "bot.h"

#include <stdio.h>

#include "support/support.h"

#define STEPS 300 // of the bot; in them the title, the change to the game, and the first bricks

static const CoirDirectorDef small = {.window_width = 96, .window_height = 54};

// Returns true if the game has come to its last step.
static bool play(void)
{
    Bot bot = {0};
    CoirDirector *director = bot_begin(&bot, COIR_TESTS "/breaker/levels.txt", small);
    for (int frame = 0; director && frame < STEPS / 4 && coir_director_frame(director, 4.0 / 120); frame++)
        ;
    bot_end(&bot);
    coir_assets_set_folder(NULL);
    return bot.steps >= STEPS - 8;
}

static void the_game_survives_every_failing_allocation(void **state)
{
    size_t blocks = support_blocks();
    long nth = 0, ends = 0;
    assert_true(play());
    do {
        coir_error_clear();
        support_fail_allocation(++nth);
        ends += !play();
        if (support_failed() && !coir_error()[0])
            fail_msg("allocation %ld failed without an error", nth);
        if (support_blocks() != blocks)
            fail_msg("allocation %ld failed, and %d blocks were left behind", nth, (int)(support_blocks() - blocks));
        assert_int_equal(coir_nodes_count(), 0);
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 400);
    printf("%ld allocations, each failed once; %ld times the game could not go on\n", nth - 1, ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {support_test(the_game_survives_every_failing_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
