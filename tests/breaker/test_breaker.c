// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A bot plays breaker to a win and to a loss, at several frame rates. The game runs in fixed steps, so the score, the
// number of steps, and the hash of all nodes in all steps are the same each time. The numbers are also the same for
// every compiler and processor: no sine and no power enters the numbers, but only sums, products, quotients and square
// roots, and IEEE 754 fixes the results of these. If you change the game, the bot or the levels, put the numbers that
// the failing test prints into `win` and `loss`.

#include "bot.h"

#include <stdio.h>
#include <string.h>

#include "support/support.h"

#define SPIKY 0 // used as a frame rate: frames of random lengths, 0.1 to 200 ms

typedef struct Result {
    int score;
    int64_t steps;
    uint64_t hash;
    const char *heading;
} Result;

static const Result win = {200, 7468, 0x05e46e9a29f6e0c4, "YOU WIN"};
static const Result loss = {60, 1491, 0xacbc073e96daeaf3, "GAME OVER"};

static double next_dt(CoirRandom *random, double rate)
{
    if (rate != SPIKY)
        return 1 / rate;
    return coir_random_int(random, 1, 12) == 1 ? coir_random_range(random, 0.02, 0.2)
                                               : coir_random_range(random, 0.0001, 0.02);
}

// A build that runs slowly plays at two of the rates only.
static void play(bool lazy, double rate, const Result *expected)
{
    Bot bot = {.lazy = lazy};
    if (SUPPORT_TRIES(10) < 10 && rate != 60 && rate != SPIKY)
        skip();
    CoirRandom random = coir_random(3);
    CoirDirectorDef small = {.window_width = 96, .window_height = 54}; // a small window is drawn faster
    CoirDirector *director = bot_begin(&bot, COIR_TESTS "/breaker/levels.txt", small);
    assert_non_null(director);
    for (double time = 0; !bot.done && time < 300; time += 1.0 / 240)
        assert_true(coir_director_frame(director, next_dt(&random, rate)));
    assert_true(bot.done);
    assert_int_equal(coir_director_dropped_steps(director), 0);
    printf("%s: score %d, steps %lld, hash 0x%016llx\n", bot.game.heading, bot.game.score, (long long)bot.steps,
           (unsigned long long)bot.hash);
    assert_string_equal(bot.game.heading, expected->heading);
    assert_int_equal(bot.game.score, expected->score);
    assert_int_equal(bot.steps, expected->steps);
    assert_true(bot.hash == expected->hash);
    bot_end(&bot);
}

static void win_at_30_frames_a_second(void **state)
{
    play(false, 30, &win);
}

static void win_at_60_frames_a_second(void **state)
{
    play(false, 60, &win);
}

static void win_at_144_frames_a_second(void **state)
{
    play(false, 144, &win);
}

static void win_at_240_frames_a_second(void **state)
{
    play(false, 240, &win);
}

static void win_at_spiky_frames(void **state)
{
    play(false, SPIKY, &win);
}

static void loss_at_30_frames_a_second(void **state)
{
    play(true, 30, &loss);
}

static void loss_at_60_frames_a_second(void **state)
{
    play(true, 60, &loss);
}

static void loss_at_144_frames_a_second(void **state)
{
    play(true, 144, &loss);
}

static void loss_at_240_frames_a_second(void **state)
{
    play(true, 240, &loss);
}

static void loss_at_spiky_frames(void **state)
{
    play(true, SPIKY, &loss);
}

// The bot catches the only falling brick. The paddle has the width 130, then 220 for ten seconds, and then 130 again.
static void a_paddle_is_wide_for_ten_seconds(void **state)
{
    Bot bot = {.catches = true};
    CoirDirector *director =
        bot_begin(&bot, COIR_TESTS "/breaker/wide.txt", (CoirDirectorDef){.window_width = 96, .window_height = 54});
    int steps = 0; // number of steps since the paddle began to grow
    assert_non_null(director);
    for (int step = 0; step < 6000 && (steps == 0 || steps < 1300); step++) {
        assert_true(coir_director_frame(director, 1.0 / 120));
        const CoirNode *paddle = coir_node_find(coir_director_scene(director), "paddle");
        assert_true(paddle || steps == 0);
        float width = paddle ? paddle->size.x : 130;
        steps += steps > 0 || width > 130;
        if (steps > 40 && steps < 1198)
            assert_true(width == 220);
        if (steps == 0 || steps > 1240)
            assert_true(width == 130);
    }
    assert_int_equal(steps, 1300);
    bot_end(&bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_at_30_frames_a_second),
        cmocka_unit_test(win_at_60_frames_a_second),
        cmocka_unit_test(win_at_144_frames_a_second),
        cmocka_unit_test(win_at_240_frames_a_second),
        cmocka_unit_test(win_at_spiky_frames),
        cmocka_unit_test(loss_at_30_frames_a_second),
        cmocka_unit_test(loss_at_60_frames_a_second),
        cmocka_unit_test(loss_at_144_frames_a_second),
        cmocka_unit_test(loss_at_240_frames_a_second),
        cmocka_unit_test(loss_at_spiky_frames),
        cmocka_unit_test(a_paddle_is_wide_for_ten_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
