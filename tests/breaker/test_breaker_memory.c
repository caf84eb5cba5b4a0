// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plays breaker from the start until some bricks are hit, again and again, and lets each allocation fail in turn. The
// game must not crash and must leave no memory behind. An object that cannot be allocated is missing from the game,
// or the game does not begin.
//
// The test plays many games, and computing the tones would take most of the time. So this test includes sounds.c with a
// function in place of coir_sound_tone. The function computes a tone in the first game, in the games in which an
// allocation of this tone fails, and in the game after these games. In all other games the function copies the samples
// of the first game. The copy takes as many allocations as the computed tone.

#include "bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sound/sound.h"
#include "support/support.h"

static CoirSound *tone_or_copy(const CoirTone *tone);

#define coir_sound_tone tone_or_copy
#include "../../demos/breaker/sounds.c"
#undef coir_sound_tone

#define STEPS 300      // number of steps of the bot, enough for the title, the change to the game, and the first bricks
#define FRAME_STEPS 12 // steps in a frame

static const CoirDirectorDef small = {.window_width = 96, .window_height = 54};

// Tones --------------------------------------------------------------------------------------------------------------

static struct {
    float *samples; // samples of the first game
    int64_t length;
    int failures;   // how often coir_sound_tone has failed
    bool is_tested; // true once each allocation of the tone has failed in a game
} kept[TONES];

static void keep(const CoirSound *sound, int i)
{
    size_t size = (size_t)sound->format.length * sizeof(float);
    kept[i].length = sound->format.length;
    kept[i].samples = malloc(size);
    assert_non_null(kept[i].samples);
    memcpy(kept[i].samples, sound->samples, size);
}

static CoirSound *tone_or_copy(const CoirTone *tone)
{
    int i = (int)(tone - tones);
    if (kept[i].is_tested || support_failed()) // no allocation of the tone fails in this game
        return coir_sound_from_samples(1, 44100, kept[i].length, kept[i].samples);
    CoirSound *sound = coir_sound_tone(tone);
    kept[i].failures += !sound;
    if (!kept[i].samples)
        keep(sound, i);
    else if (!support_failed())
        // The allocation that fails comes after this tone, in this game and in all later games.
        kept[i].is_tested = true;
    return sound;
}

// Runs ---------------------------------------------------------------------------------------------------------------

// Plays a game. Returns true if the game went on up to about step STEPS.
static bool play(void)
{
    Bot bot = {0};
    CoirDirector *director = bot_begin(&bot, COIR_TESTS "/breaker/levels.txt", small);
    for (int frame = 0; director && frame < STEPS / FRAME_STEPS && coir_director_frame(director, FRAME_STEPS / 120.0);
         frame++)
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
    for (int i = 0; i < TONES; i++) {
        assert_true(kept[i].is_tested && kept[i].failures >= 2); // one for the samples, one for the sound
        free(kept[i].samples);
    }
    assert_true(nth > 400);
    printf("%ld allocations, each failed once; %ld times the game could not go on\n", nth - 1, ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {support_test(the_game_survives_every_failing_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
