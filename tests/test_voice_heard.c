// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is heard is what the functions of voices tell: after each change, the place in the rendered samples is compared
// with coir_voice_position.

#include "sound/world.h"
#include "support/sounds.h"

static CoirSound *ramp; // a second, from 0 to 1: a sample tells its place

static int set_up_ramp(void **state)
{
    static float samples[RATE];
    for (int i = 0; i < RATE; i++)
        samples[i] = (float)i / RATE;
    int failed = set_up_sound(state);
    ramp = coir_sound_from_samples(1, RATE, RATE, samples);
    return failed || !ramp;
}

static int tear_down_ramp(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_mixer_close();
    coir_sound_destroy(ramp);
    return tear_down_sound(state);
}

#define ramp_test(function) cmocka_unit_test_setup_teardown(function, set_up_ramp, tear_down_ramp)

// Plays frames of 1/64 s, and renders each. The last sample of a frame is at the voice's place; a voice that stands is
// silent.
static void hear(CoirVoice voice, double seconds, bool stands)
{
    float pairs[2 * RATE / 64];
    for (long i = lround(seconds * 64); i > 0; i--) {
        play_frames(1.0 / 64, 64);
        assert_int_equal(coir_sound_render(1.0 / 64, pairs), RATE / 64);
        double last = (double)pairs[2 * (RATE / 64 - 1)], place = stands ? 0 : coir_voice_position(voice);
        if (fabs(last - place) > 1e-3)
            fail_msg("at %g s: heard %g, told %g", coir_sound_now(), last, place);
    }
}

static void a_pitch_that_is_set_while_the_voice_is_paused_holds_with_slow_motion(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 0.5);
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_voice_pause(voice);
    hear(voice, 0.125, true);
    coir_voice_set_pitch(voice, 0.75F);
    coir_voice_resume(voice);
    hear(voice, 0.5, false);
}

static void a_time_scale_that_is_set_while_the_node_is_paused_holds(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_node_pause(scene);
    coir_node_set_time_scale(scene, 0.5);
    hear(voice, 0.125, true);
    coir_node_resume(scene);
    hear(voice, 0.5, false);
}

static void a_time_scale_that_is_set_while_the_voice_is_paused_holds(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play(scene, ramp);
    hear(voice, 0.125, false);
    coir_voice_pause(voice);
    coir_node_set_time_scale(scene, 0.5);
    hear(voice, 0.125, true);
    coir_voice_resume(voice);
    hear(voice, 0.5, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ramp_test(a_pitch_that_is_set_while_the_voice_is_paused_holds_with_slow_motion),
        ramp_test(a_time_scale_that_is_set_while_the_node_is_paused_holds),
        ramp_test(a_time_scale_that_is_set_while_the_voice_is_paused_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
