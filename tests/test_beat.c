// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// An hour of a regular beat: 28 799 clicks, each on its exact sample, at any frame rate.

#include "support/sounds.h"

#define HOUR 3600

static void play_click(CoirNode *node, void *user)
{
    (void)user;
    coir_node_play(node, click);
}

static void play_hour(double frames_a_second)
{
    static float pairs[2 * RATE];
    int64_t clicks = 0;
    coir_node_every(scene, 0.125, play_click, NULL);
    for (int second = 0; second < HOUR; second++) {
        while (coir_sound_now() < second + 1)
            assert_true(coir_stage_update(stage, 1 / frames_a_second));
        assert_int_equal(coir_sound_render(1, pairs), RATE);
        for (int i = 0; i < RATE; i++)
            if (pairs[2 * i] != 0)
                assert_int_equal((int64_t)second * RATE + i, ++clicks * RATE / 8);
    }
    assert_int_equal(clicks, HOUR * 8 - 1); // the last click is due at the end of the hour, after the last sample
    assert_int_equal(coir_mixer_stats().late, 0);
}

static void a_beat_is_exact_for_an_hour_at_30_frames_a_second(void **state)
{
    (void)state;
    play_hour(30);
}

static void a_beat_is_exact_for_an_hour_at_60_frames_a_second(void **state)
{
    (void)state;
    play_hour(60);
}

static void a_beat_is_exact_for_an_hour_at_144_frames_a_second(void **state)
{
    (void)state;
    play_hour(144);
}

TEST_FILE(beat)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_beat_is_exact_for_an_hour_at_30_frames_a_second),
        sound_test(a_beat_is_exact_for_an_hour_at_60_frames_a_second),
        sound_test(a_beat_is_exact_for_an_hour_at_144_frames_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
