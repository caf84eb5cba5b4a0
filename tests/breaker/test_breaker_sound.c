// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sound of the bot's games, without music, so that the samples do not depend on a decoder. The samples are the same
// bytes at each frame rate, with every compiler and on every processor. If you change the game or its sounds, listen to
// the sounds first (demos/run breaker --sound FILE.wav). Then set GAME and LOSS to the hashes that the failing tests
// print.

#include "bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

#define RATE 48000
#define SPIKY 0 // used as a frame rate: frames of random lengths, 0.1 to 200 ms

static Bot bot;
static CoirSound *music; // NULL: no music
static float *samples;   // pairs of samples, left and right
static double rendered;  // end of the rendered sound, in seconds

static void begin(bool lazy)
{
    bot = (Bot){.lazy = lazy};
    CoirDirectorDef small = {.window_width = 96, .window_height = 54}; // a small window is drawn faster
    assert_non_null(bot_begin(&bot, COIR_TESTS "/breaker/levels.txt", small));
    bot.game.sounds.music = NULL;
    // The title must be shown before the first step.
    assert_true(coir_director_frame(bot.game.director, 0));
}

static int tear_down(void **state)
{
    free(samples);
    samples = NULL;
    bot_end(&bot);
    coir_sound_destroy(music);
    music = NULL;
    bot = (Bot){0};
    rendered = 0;
    coir_assets_set_folder(NULL);
    return support_teardown(state);
}

static double next_dt(CoirRandom *random, double rate)
{
    if (rate != SPIKY)
        return 1 / rate;
    return coir_random_int(random, 1, 12) == 1 ? coir_random_range(random, 0.02, 0.2)
                                               : coir_random_range(random, 0.0001, 0.02);
}

// Plays until the sound clock reads `time` or later.
static void play_until(double time, double rate)
{
    CoirRandom random = coir_random(3);
    while (coir_sound_now() < time)
        assert_true(coir_director_frame(bot.game.director, next_dt(&random, rate)));
}

// Renders up to `time`. Returns the number of samples of both sides together.
static int64_t render_to(double time)
{
    double seconds = time - rendered;
    rendered = time;
    free(samples);
    samples = malloc((size_t)(seconds * RATE + 1) * 2 * sizeof *samples);
    assert_non_null(samples);
    return 2 * coir_sound_render(seconds, samples);
}

static uint64_t hash_of(int64_t count)
{
    uint64_t hash = 14695981039346656037u;
    for (int64_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &samples[i], sizeof bits);
        hash = (hash ^ bits) * 1099511628211u; // FNV-1a, applied to words of 32 bits instead of bytes
    }
    return hash;
}

static float peak_of(int64_t count)
{
    float peak = 0;
    for (int64_t i = 0; i < count; i++)
        peak = fmaxf(peak, fabsf(samples[i]));
    return peak;
}

// Returns the mean square of the samples on one side (0: left, 1: right).
static double power_of(int64_t count, int side)
{
    double sum = 0;
    for (int64_t i = side; i < count; i += 2)
        sum += (double)samples[i] * (double)samples[i];
    return sum / (double)(count / 2);
}

// Games ---------------------------------------------------------------------------------------------------------------

static void check_game(bool lazy, double seconds, double rate, uint64_t expected)
{
    begin(lazy);
    play_until(seconds, rate);
    int64_t count = render_to(seconds);
    uint64_t hash = hash_of(count);
    float peak = peak_of(count);
    printf("peak %.3f, left %.5f, right %.5f, hash 0x%016llx\n", (double)peak, power_of(count, 0), power_of(count, 1),
           (unsigned long long)hash);
    assert_true(count == (int64_t)(seconds * RATE) * 2);
    assert_true(peak > 0.2f && peak < 1.0f); // a sum beyond 1 is cut off at 1
    assert_true(power_of(count, 0) > 1e-4 && power_of(count, 1) > 1e-4);
    assert_true(power_of(count, 0) != power_of(count, 1)); // sounds are panned by position
    assert_int_equal(coir_mixer_stats().late, 0);
    assert_true(hash == expected);
}

#define GAME 0xef3bccf53c38100f
#define LOSS 0xc8585dce72b4a7ed

static void a_game_at_30_frames_a_second(void **state)
{
    check_game(false, 20, 30, GAME);
}

static void a_game_at_60_frames_a_second(void **state)
{
    check_game(false, 20, 60, GAME);
}

static void a_game_at_144_frames_a_second(void **state)
{
    check_game(false, 20, 144, GAME);
}

static void a_game_at_spiky_frames(void **state)
{
    check_game(false, 20, SPIKY, GAME);
}

static void a_loss_at_60_frames_a_second(void **state)
{
    check_game(true, 13, 60, LOSS);
}

static void a_loss_at_144_frames_a_second(void **state)
{
    check_game(true, 13, 144, LOSS);
}

// Music ---------------------------------------------------------------------------------------------------------------

// Replaces the music by a sound that needs no decoder.
static void begin_with_music(void)
{
    float level[480] = {0};
    begin(false);
    bot.game.sounds.music = music = coir_sound_from_samples(1, RATE, 480, level);
}

static void the_music_plays_from_the_first_level_to_the_end_of_the_game(void **state)
{
    begin_with_music();
    while (!bot.done) {
        CoirNode *scene = coir_director_scene(bot.game.director);
        bool plays = coir_voice_sound(coir_music_voice()) == music;
        assert_true(coir_director_frame(bot.game.director, 1.0 / 60));
        if (scene && coir_node_find(scene, "ball") && bot.game.score == 0 && bot.steps < 7000)
            assert_true(plays);
        if (scene && !coir_node_find(scene, "ball") && bot.game.score > 0)
            assert_false(plays);
    }
    assert_true(bot.game.score == 200);
}

// The bot catches the bricks that slow the ball down. The music takes 0.4 seconds to slow down and to speed up again.
static void the_music_is_as_slow_as_the_ball(void **state)
{
    begin_with_music();
    int slow = 0, fast = 0; // consecutive frames up to now with a slow ball, with a fast ball
    bool was_slow = false;
    bot.catches = true;
    for (int frame = 0; !bot.done && frame < 120 * 60; frame++) {
        assert_true(coir_director_frame(bot.game.director, 1.0 / 60));
        CoirNode *ball = coir_node_find(coir_director_scene(bot.game.director), "ball");
        bool is_slow = ball && coir_node_time_scale(ball) < 1, plays = coir_voice_is_playing(coir_music_voice());
        slow = is_slow ? slow + 1 : 0;
        fast = ball && !is_slow ? fast + 1 : 0;
        was_slow = was_slow || slow > 60;
        if (plays && slow > 30)
            assert_true(coir_voice_pitch(coir_music_voice()) == 0.6f);
        if (plays && fast > 30)
            assert_true(coir_voice_pitch(coir_music_voice()) == 1);
    }
    assert_true(was_slow);
}

// Keys ----------------------------------------------------------------------------------------------------------------

static void press(CoirKey key)
{
    coir_input_key(bot.game.input, key, true);
    coir_director_frame(bot.game.director, 1.0 / 60);
    coir_input_key(bot.game.input, key, false);
    coir_director_frame(bot.game.director, 1.0 / 60);
}

// Plays `seconds` of frames and returns the peak of the second half.
static float peak_of_next(double seconds)
{
    double end = coir_sound_now() + seconds;
    play_until(end, 60);
    render_to(end - seconds / 2);
    return peak_of(render_to(end));
}

static void a_paused_game_is_silent(void **state)
{
    begin(false);
    play_until(4, 60);
    assert_true(peak_of_next(2) > 0.1f);
    press(COIR_KEY_P);
    assert_true(coir_group_is_paused(COIR_GROUP_EFFECTS));
    assert_true(peak_of_next(2) == 0);
    press(COIR_KEY_P);
    assert_false(coir_group_is_paused(COIR_GROUP_EFFECTS));
    assert_true(peak_of_next(4) > 0.1f);
}

// A game that ends while it is paused must not leave a group paused.
static void the_title_after_a_paused_game_has_sound(void **state)
{
    begin(false);
    play_until(4, 60);
    press(COIR_KEY_P);
    bot.waits = bot.lazy = true;
    press(COIR_KEY_ESCAPE);
    press(COIR_KEY_1); // has no effect during the change of scenes
    assert_true(bot.game.volumes[COIR_GROUP_MUSIC] == 10);
    press(COIR_KEY_P);
    press(COIR_KEY_P);
    play_until(coir_sound_now() + 2, 60);
    assert_null(coir_node_find(coir_director_scene(bot.game.director), "ball"));
    assert_false(coir_group_is_paused(COIR_GROUP_EFFECTS));
}

static void m_mutes(void **state)
{
    begin(false);
    play_until(4, 60);
    press(COIR_KEY_M);
    assert_true(coir_group_is_muted(COIR_GROUP_ALL));
    assert_true(peak_of_next(2) == 0);
    press(COIR_KEY_M);
    assert_true(peak_of_next(2) > 0.1f);
}

static void keys_set_the_volumes(void **state)
{
    begin(false);
    play_until(2, 60);
    press(COIR_KEY_2); // has no effect: a volume is at most 10
    press(COIR_KEY_1);
    for (int i = 0; i < 11; i++)
        press(COIR_KEY_3);
    press(COIR_KEY_4);
    assert_true(coir_group_volume(COIR_GROUP_MUSIC) == 0.9f);
    assert_true(coir_group_volume(COIR_GROUP_EFFECTS) == 0.1f);
    assert_true(coir_group_volume(COIR_GROUP_INTERFACE) == 0.1f);
}

#define sound_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_game_at_30_frames_a_second),
        sound_test(a_game_at_60_frames_a_second),
        sound_test(a_game_at_144_frames_a_second),
        sound_test(a_game_at_spiky_frames),
        sound_test(a_loss_at_60_frames_a_second),
        sound_test(a_loss_at_144_frames_a_second),
        sound_test(the_music_plays_from_the_first_level_to_the_end_of_the_game),
        sound_test(the_music_is_as_slow_as_the_ball),
        sound_test(a_paused_game_is_silent),
        sound_test(the_title_after_a_paused_game_has_sound),
        sound_test(m_mutes),
        sound_test(keys_set_the_volumes),
    };
    return cmocka_run_group_tests_name("breaker_sound", tests, NULL, NULL);
}
