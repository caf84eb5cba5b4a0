// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sound device and a director with a window, on SDL's drivers for tests. The driver "disk" writes the samples
// into a file, and the test compares the file with the samples that the same game renders into memory. The driver
// "dummy" drops the samples in real time. The tests do not depend on the speed of the machine: they count samples
// where time plays a part, and their limits are generous.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/coir.h"
#include "coir/mixer.h"
#include "coir/node_sound.h"
#include "coir/tone.h"
#include "sound/device.h"
#include "sound/state.h"

#define RATE 48000
#define SECONDS 2
#define FILE_NAME "test_device_samples.raw"

static CoirSound *tone, *blip;
static CoirDirector *director;
static int beats;

static void start_driver(const char *name, const char *delay)
{
    SDL_setenv("SDL_AUDIODRIVER", name, 1);
    SDL_setenv("SDL_DISKAUDIOFILE", FILE_NAME, 1);
#if !defined(_WIN32) // SDL for Windows would write the delay over the name of the file
    SDL_setenv("SDL_DISKAUDIODELAY", delay, 1);
#else
    (void)delay;
#endif
}

static CoirNode *start_game(const CoirMixerDef *def)
{
    beats = 0;
    CoirDirectorDef window = {.width = 64, .height = 64, .hidden = true};
    director = coir_director_create(&window);
    tone = coir_sound_tone(&(CoirTone){.pitch = 600, .slide = -1, .hold = 0.1, .decay = 0.3});
    blip = coir_sound_tone(&(CoirTone){.shape = COIR_TONE_TRIANGLE, .hold = 0.05, .decay = 0.05});
    if (!director || !coir_mixer_open(def))
        fail_msg("%s", coir_error());
    CoirNode *scene = coir_node_new();
    assert_true(coir_director_show(director, scene));
    return scene;
}

static void end_game(void)
{
    coir_director_destroy(director);
    coir_sound_destroy(tone);
    coir_sound_destroy(blip);
}

// Returns the position of the mixer: the number of samples that the device has taken or the mixer has skipped.
static uint32_t taken(void)
{
    return (uint32_t)atomic_load(&coir_sounds.mixer->time_shown);
}

// Plays frames until the sound clock shows `seconds`. Each frame waits until the device has taken the samples of all
// previous frames.
static void play_until(double seconds)
{
    uint32_t begin = taken();
    for (uint32_t frames = 0; coir_sound_now() < seconds; frames++) {
        while (taken() - begin < frames * (RATE / 60))
            SDL_Delay(1);
        assert_true(coir_director_frame(director, 1.0 / 60));
    }
}

// The file -----------------------------------------------------------------------------------------------------------

static void beat(CoirNode *node, void *user)
{
    (void)user;
    coir_node_play_with(node, beats % 3 ? blip : tone, &(CoirPlay){.pitch = 1 + 0.1f * (float)(beats % 4)});
    beats++;
}

static void begin_program(CoirNode *scene, void *user)
{
    (void)user;
    coir_node_every(scene, 0.0917, beat, NULL);
    coir_node_run(scene, coir_repeat_forever(coir_sequence(coir_delay(0.31), coir_play(blip))));
}

// Starts the sounds one second after the start of the game: by then the mixer has corrected the lead for the first
// time.
static void program(CoirNode *scene)
{
    coir_node_once_after(scene, 1, begin_program, NULL);
}

static int first_loud(const float *pairs, int count)
{
    int i = 0;
    while (i < 2 * count && pairs[i] == 0)
        i++;
    return i / 2;
}

static float *render_program(int *count)
{
    float *pairs = malloc((SECONDS + 1) * RATE * 2 * sizeof *pairs);
    program(start_game(&(CoirMixerDef){.no_device = true, .rate = RATE}));
    while (coir_sound_now() < SECONDS + 0.5)
        assert_true(coir_director_frame(director, 1.0 / 60));
    *count = (int)coir_sound_render(SECONDS, pairs);
    end_game();
    return pairs;
}

static float *read_file(int *count)
{
    float *pairs = malloc((SECONDS + 20) * RATE * 2 * sizeof *pairs);
    FILE *file = fopen(FILE_NAME, "rb");
    assert_non_null(file);
    *count = (int)fread(pairs, 2 * sizeof *pairs, (SECONDS + 20) * RATE, file);
    fclose(file);
    remove(FILE_NAME);
    return pairs;
}

// Plays the program on the driver "disk". Compares the file with the wanted samples, both from the first sound on.
// Returns the fraction (0 to 1) of the wanted samples that comes before the first difference.
static double part_that_is_the_same(const float *wanted, int wanted_count)
{
    int count, same = 0;
    start_driver("disk", "10");
    program(start_game(&(CoirMixerDef){.rate = RATE, .lead = 0.5}));
    assert_true(coir_mixer_has_device());
    play_until(SECONDS + 1);
    end_game();
    float *pairs = read_file(&count);
    int begin = first_loud(pairs, count), wanted_begin = first_loud(wanted, wanted_count);
    while (begin + same < count && wanted_begin + same < wanted_count &&
           memcmp(&pairs[2 * (begin + same)], &wanted[2 * (wanted_begin + same)], 2 * sizeof *pairs) == 0)
        same++;
    free(pairs);
    return (double)same / (wanted_count - wanted_begin);
}

// If the machine stops for a while, the clocks of game and device are brought together, and samples differ. Then the
// test plays the program again, up to five times in all.
static void the_disk_gets_the_rendered_samples(void **state)
{
    int count;
    (void)state;
    float *wanted = render_program(&count);
    double best = 0;
    for (int attempt = 0; attempt < 5 && best < 1; attempt++)
        best = fmax(best, part_that_is_the_same(wanted, count));
    free(wanted);
    if (best < 1)
        fail_msg("only %g of the samples are the same", best);
}

// Plays frames in real time.
static void play_for(int frames)
{
    for (int i = 0; i < frames; i++) {
        assert_true(coir_director_frame(director, 1.0 / 60));
        SDL_Delay(16);
    }
}

// Waits until the lead is near 50 ms, for about 20 s at most. Up to 120 ms count as near, since a slow machine needs a
// longer lead.
static bool lead_comes_near(void)
{
    for (int i = 0; i < 40; i++) {
        play_for(30);
        double lead = coir_mixer_stats().lead;
        if (lead > 0.02 && lead < 0.12)
            return true;
    }
    return false;
}

static void a_game_and_a_device_resume_after_a_stop(void **state)
{
    (void)state;
    start_driver("dummy", "0");
    CoirNode *scene = start_game(NULL);
    CoirVoice hum = coir_node_play_with(scene, tone, &(CoirPlay){.loops = COIR_FOREVER});
    assert_true(coir_mixer_has_device());
    assert_true(lead_comes_near());
    SDL_Delay(1000); // the game stops for a second
    assert_true(lead_comes_near());
    coir_device_pause(true); // the device's thread stops
    play_for(60);
    uint32_t before = taken();
    coir_device_pause(false);
    play_for(30);
    assert_true(taken() - before > RATE); // 30 frames, and the samples that the mixer skipped
    assert_true(lead_comes_near());
    assert_true(coir_voice_is_playing(hum));
    coir_node_destroy(scene);
    end_game();
}

// The driver "missing" does not exist, so SDL's audio subsystem cannot start. Two seconds after the first attempt, Coir
// tries again.
static void a_device_is_opened_after_a_start_without_sound(void **state)
{
    (void)state;
    start_driver("missing", "0");
    start_game(NULL);
    assert_false(coir_mixer_has_device());
    start_driver("dummy", "0");
    for (int i = 0; i < 126 && !coir_mixer_has_device(); i++)
        assert_true(coir_director_frame(director, 1.0 / 60));
    assert_true(coir_mixer_has_device());
    end_game();
}

TEST_FILE(device)
{
    const struct CMUnitTest tests[] = {
        support_not_on_page(support_test, the_disk_gets_the_rendered_samples),
        support_not_on_page(support_test, a_game_and_a_device_resume_after_a_stop),
        support_not_on_page(support_test, a_device_is_opened_after_a_start_without_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
