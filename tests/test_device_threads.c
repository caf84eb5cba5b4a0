// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A game and a device that run at the same time, for the thread sanitizer. The device is a stub (support/device.h) with
// a thread. The thread asks for blocks of 512 samples as fast as the thread can, but only while the device is behind
// the frames of the game. Streams are read from files.

#include "support/support.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "coir/error.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "coir/scheduler.h"
#include "coir/tone.h"
#include "sound/advance.h"
#include "sound/clock.h"
#include "sound/output.h"
#include "support/device.h"

#define FRAMES 150 // frames of 1/60 s

// The device ---------------------------------------------------------------------------------------------------------

static pthread_t thread;
static atomic_llong wanted; // samples that the device may ask for: the samples of the frames so far
static atomic_llong given;  // samples that the device has got
static atomic_int loud;     // number of blocks with sound

// Reads the counters in relaxed order. A stronger order would synchronise the two threads, and so would hide data races
// of the library from the thread sanitizer.
static bool may_ask(void)
{
    return !atomic_load_explicit(&device.is_paused, memory_order_acquire) &&
           atomic_load_explicit(&given, memory_order_relaxed) < atomic_load_explicit(&wanted, memory_order_relaxed);
}

static void *run_device(void *argument)
{
    float pairs[2 * BUFFER];
    (void)argument;
    while (atomic_load_explicit(&device.is_open, memory_order_relaxed)) {
        if (!may_ask()) {
            sched_yield();
            continue;
        }
        device.give(pairs, BUFFER, device.user);
        bool is_loud = false;
        for (int i = 0; i < 2 * BUFFER; i++)
            is_loud |= pairs[i] != 0;
        if (is_loud)
            atomic_fetch_add_explicit(&loud, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&given, BUFFER, memory_order_relaxed);
    }
    return NULL;
}

static bool start_thread(void)
{
    return pthread_create(&thread, NULL, run_device, NULL) == 0;
}

static void end_thread(void)
{
    pthread_join(thread, NULL);
}

// The game -----------------------------------------------------------------------------------------------------------

static CoirSound *sounds[3];
static CoirVoice voices[16];
static CoirGroup groups[4];
static CoirRandom numbers;

static int draw(int count)
{
    return coir_random_int(&numbers, 0, count - 1);
}

static float draw_part(void)
{
    return (float)coir_random_range(&numbers, 0, 1);
}

static int set_up(void **state)
{
    support_setup(state);
    numbers = coir_random(3);
    wanted = 0;
    given = 0;
    loud = 0;
    device.opened = start_thread;
    device.closed = end_thread;
    sounds[0] = coir_sound_tone(&(CoirTone){.hold = 0.4});
    sounds[1] = coir_sound_tone(&(CoirTone){.shape = COIR_TONE_NOISE, .hold = 2});
#ifdef COIR_TESTS_VORBIS
    sounds[2] = coir_sound_stream(COIR_ASSETS "/breaker/breaker.ogg");
    assert_non_null(sounds[2]);
#endif
    return coir_mixer_open(NULL) ? 0 : 1;
}

static int tear_down(void **state)
{
    coir_mixer_close();
    coir_sound_destroy(sounds[0]);
    coir_sound_destroy(sounds[1]);
    coir_sounds_purge();
    return support_teardown(state);
}

#define device_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static int64_t step_end(void)
{
    return coir_sound_clock() + 1000000000 / 60;
}

// Pretends at random that the present callback is a timer with a random time, or a callback without a time of its own.
// Returns the time from the timer to the end of the step, in ns; 0 for the other callback.
static int64_t lag(const CoirSoundStep *step, bool *is_instant)
{
    (void)step;
    *is_instant = draw(2);
    return *is_instant ? draw(1000000000 / 60) : 0;
}

// Plays a frame, and allows the device to ask for the samples of this frame.
static void frame(void)
{
    coir_sound_advance(step_end());
    atomic_fetch_add(&wanted, RATE / 60);
}

// Waits until the device has asked for all samples that are allowed.
static void wait_for_device(void)
{
    while (given < wanted)
        sched_yield();
}

static void play_something(void)
{
    CoirSound *sound = sounds[draw(3)];
    CoirPlay play = {.group = groups[draw(4)],
                     .pitch = 0.2f + 2 * draw_part(),
                     .loops = draw(3) ? draw(3) : COIR_FOREVER,
                     .from = draw(2) ? 0.1 : 0,
                     .fade_in = draw(2) * 0.1};
    if (!coir_group_exists(play.group))
        play.group = COIR_GROUP_MUSIC;
    if (sound)
        voices[draw(16)] = coir_sound_play_with(sound, &play);
}

static void change_voice(CoirVoice voice)
{
    switch (draw(9)) {
    case 0: coir_voice_stop(voice); break;
    case 1: coir_voice_pause(voice); break;
    case 2: coir_voice_resume(voice); break;
    case 3: coir_voice_seek(voice, draw_part() * 0.3); break;
    case 4: coir_voice_set_volume(voice, draw_part()); break;
    case 5: coir_voice_set_pan(voice, 2 * draw_part() - 1); break;
    case 6: coir_voice_set_pitch(voice, 3 * draw_part()); break;
    case 7: coir_voice_fade_out(voice, 0.2); break;
    case 8: coir_voice_set_group(voice, COIR_GROUP_INTERFACE); break;
    }
}

static void change_group(void)
{
    CoirGroup group = groups[draw(4)];
    if (!coir_group_exists(group)) {
        groups[draw(4)] = coir_group_new(NULL, COIR_GROUP_EFFECTS);
        return;
    }
    switch (draw(7)) {
    case 0: coir_group_fade_to(group, draw_part(), 0.1); break;
    case 1:
        coir_group_set_echo(group, draw(2) ? &(CoirEcho){0.05 + 0.1 * (double)draw_part(), 0.5f, 0.5f} : NULL);
        break;
    case 2: coir_group_set_low_pass(group, draw(2) ? 500 : 0); break;
    case 3: coir_group_pause(group); break;
    case 4: coir_group_resume(group); break;
    case 5: coir_group_set_muted(group, draw(2)); break;
    case 6:
        if (group > COIR_GROUP_ALL)
            coir_group_destroy(group);
        break;
    }
}

static void the_game_and_the_device_have_no_data_race(void **state)
{
    (void)state;
    for (int i = 0; i < FRAMES; i++) {
        CoirSoundStep step = {.end = step_end(), .lag = lag};
        coir_sound_begin_step(&step);
        for (int times = draw(4); times > 0; times--)
            play_something();
        for (int times = draw(8); times > 0; times--)
            change_voice(voices[draw(16)]);
        if (draw(4) == 0)
            change_group();
        coir_sound_end_step(&step);
        if (draw(100) == 0)
            coir_sound_pause_device(true), coir_sound_pause_device(false);
        if (draw(400) == 0)
            atomic_fetch_add(&wanted, RATE); // as if the game stopped for a second
        if (draw(400) == 0)
            atomic_fetch_sub(&wanted, RATE / 2); // as if the device stopped for half a second
        frame();
    }
    wait_for_device();
    assert_true(loud > 100);
    assert_true(coir_mixer_stats().has_device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        device_test(the_game_and_the_device_have_no_data_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
