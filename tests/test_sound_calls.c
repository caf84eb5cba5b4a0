// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound functions in situations that easily go wrong: inside callbacks of voices that end, with enormous numbers, and
// called many times.

#include <float.h>
#include <math.h>

#include "coir/action.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "coir/node_sound.h"
#include "coir/scheduler.h"
#include "coir/tone.h"
#include "sound/advance.h"
#include "sound/check.h"
#include "sound/clock.h"
#include "sound/voices.h"
#include "support/sound_files.h"

#define RATE 48000
#define LENGTH 48000

static float numbers[LENGTH], pairs[2 * RATE];

static int setup(void **state)
{
    for (int i = 0; i < LENGTH; i++)
        numbers[i] = 0.25F;
    return support_setup(state) || !coir_mixer_open(&(CoirMixerDef){.rate = RATE, .no_device = true});
}

static int teardown(void **state)
{
    coir_mixer_close();
    coir_nodes_sweep();
    return sounds_teardown(state);
}

#define call_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static CoirSound *level(void)
{
    return coir_sound_from_samples(1, RATE, LENGTH, numbers);
}

// Without libvorbisfile, skips the test.
static CoirSound *long_stream(void)
{
#if !defined(COIR_TESTS_VORBIS)
    skip();
#endif
    return stream_sound("good_long.ogg");
}

static void go(double seconds)
{
    coir_sound_advance(coir_sound_clock() + (int64_t)llround(seconds * 1e9));
    const char *fault = coir_sounds_fault();
    if (fault)
        fail_msg("%s", fault);
}

static float loudest(double seconds)
{
    int64_t count = coir_sound_render(seconds, pairs);
    float most = 0;
    for (int64_t i = 0; i < 2 * count; i++)
        most = fabsf(pairs[i]) > most || isnan(pairs[i]) ? fabsf(pairs[i]) : most;
    return most;
}

// Plays a sound, and calls `function` when the voice ends.
static CoirVoice play_and_tell(CoirSound *sound, CoirRunEndFn function, void *user)
{
    CoirVoice voice = coir_sound_play(sound);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(10, 0.5F)), function, user);
    return voice;
}

// Inside of callbacks ------------------------------------------------------------------------------------------------

static void destroy_sound(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    coir_sound_destroy(user);
}

static void close_mixer(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_mixer_close();
}

static void destroy_group(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    coir_group_destroy(*(CoirGroup *)user);
}

// Makes a group below a group that is being destroyed.
static void make_group(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    CoirGroup *group = user;
    *group = coir_group_new("new", *group);
}

static void play_again(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    coir_sound_play(user);
}

static void one_voice_only(void)
{
    coir_mixer_open(&(CoirMixerDef){.rate = RATE, .voices = 1, .no_device = true});
}

static void the_end_of_a_stolen_voice_may_destroy_the_sound_that_steals(void **state)
{
    (void)state;
    one_voice_only();
    CoirSound *first = level(), *second = level();
    play_and_tell(first, destroy_sound, second);
    CoirVoice voice = coir_sound_play(second);
    go(0.1);
    assert_int_equal(coir_voice_is_playing(voice), voice.generation != 0);
    assert_true(loudest(0.1) < 0.51F);
    coir_mixer_close();
    assert_int_equal(coir_sounds_bytes(), LENGTH * sizeof(float));
    coir_sound_destroy(first);
}

static void the_end_of_a_stolen_voice_may_close_the_mixer(void **state)
{
    (void)state;
    one_voice_only();
    CoirSound *first = level(), *second = level();
    play_and_tell(first, close_mixer, NULL);
    assert_int_equal(coir_sound_play(second).generation, 0);
    assert_int_equal(coir_voices_count(NULL), 0);
    coir_sound_destroy(first);
    coir_sound_destroy(second);
}

static void the_end_of_a_stolen_voice_may_destroy_the_group_of_the_next(void **state)
{
    (void)state;
    one_voice_only();
    CoirSound *sound = level();
    CoirGroup group = coir_group_new("mine", COIR_GROUP_ALL);
    play_and_tell(sound, destroy_group, &group);
    CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.group = group});
    assert_int_equal(voice.generation, 0);
    go(0.1);
    coir_sound_render(0.1, pairs);
    coir_sound_destroy(sound);
}

static void the_end_of_a_stolen_voice_may_play_without_end(void **state)
{
    (void)state;
    one_voice_only();
    CoirSound *sound = level();
    play_and_tell(sound, play_again, sound);
    coir_sound_play(sound);
    assert_int_equal(coir_voices_count(NULL), 1);
    go(0.1);
    coir_sound_destroy(sound);
}

static void nobody_makes_a_group_below_a_group_that_is_destroyed(void **state)
{
    (void)state;
    CoirGroup group = coir_group_new("old", COIR_GROUP_ALL), made = group;
    coir_run_on_done(coir_group_run(group, coir_volume_to(10, 0.5F)), make_group, &made);
    coir_group_destroy(group);
    assert_mistake("coir_group_new: there is no group");
    assert_int_equal(made, COIR_GROUP_NONE);
    go(0.1);
}

static void the_end_of_a_group_may_close_the_mixer(void **state)
{
    (void)state;
    CoirGroup group = coir_group_new("old", COIR_GROUP_ALL);
    coir_run_on_done(coir_group_run(group, coir_volume_to(10, 0.5F)), close_mixer, NULL);
    coir_group_destroy(group);
    go(0.1);
    assert_false(coir_group_exists(group));
}

static void run_on_all(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    *(CoirRun *)user = coir_group_run(COIR_GROUP_ALL, coir_volume_to(1, 0.5F));
}

static void no_run_begins_while_the_mixer_is_closed(void **state)
{
    (void)state;
    CoirRun run = {1, 1};
    coir_run_on_done(coir_group_run(COIR_GROUP_ALL, coir_volume_to(10, 0.5F)), run_on_all, &run);
    coir_mixer_close();
    assert_mistake("coir_group_run: the mixer is being closed");
    assert_int_equal(run.generation, 0);
}

// Numbers ------------------------------------------------------------------------------------------------------------

static void enormous_samples_leave_nothing_in_a_filter_and_an_echo(void **state)
{
    (void)state;
    float enormous[4] = {FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX};
    CoirSound *bad = coir_sound_from_samples(1, 44100, 4, enormous), *good = level();
    coir_group_set_low_pass(COIR_GROUP_EFFECTS, 1000);
    coir_group_set_echo(COIR_GROUP_EFFECTS, &(CoirEcho){.delay = 0.01, .feedback = 0.5F, .mix = 0.5F});
    coir_sound_play_with(bad, &(CoirPlay){.volume = 16});
    go(0.5);
    float begin = loudest(0.01);
    assert_true(begin <= 1);
    loudest(0.49);
    coir_group_set_echo(COIR_GROUP_EFFECTS, NULL);
    coir_sound_play(good);
    go(0.5);
    loudest(0.4);
    float end = loudest(0.1);
    assert_true(end > 0.24F && end < 0.26F);
    coir_sound_destroy(bad);
    coir_sound_destroy(good);
}

static void a_clock_of_any_speed_is_no_fault(void **state)
{
    (void)state;
    CoirSound *sound = level();
    CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.pitch = 64, .loops = COIR_FOREVER});
    CoirVoiceRecord *record = coir_voice_find(voice);
    record->slope = 1e12; // as if the clock of a node ran this fast
    coir_voice_set_pitch(voice, 64);
    go(1);
    assert_true(loudest(0.5) < 0.51F);
    assert_true(coir_sounds.mixer->voices[voice.index].speed > COIR_MIX_ONE);
    coir_sound_render(0.5, NULL);
    coir_sound_destroy(sound);
}

static double enormous(double t, void *user)
{
    const double *value = user;
    return t > 0 ? *value : 0;
}

static void numbers_that_a_curve_brings_beyond_their_limits_are_clamped(void **state)
{
    (void)state;
    static const double values[] = {1e300, -1e300, 1e30, 30, -30};
    CoirSound *sound = level();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.loops = COIR_FOREVER});
        double value = values[i];
        coir_voice_run(voice, coir_ease_function(enormous, &value, coir_pitch_to(1, 2)));
        coir_voice_run(voice, coir_ease_function(enormous, &value, coir_volume_to(1, 2)));
        coir_voice_run(voice, coir_ease_function(enormous, &value, coir_pan_to(1, 0.5F)));
        coir_group_run(COIR_GROUP_EFFECTS, coir_ease_function(enormous, &value, coir_volume_to(1, 2)));
        go(0.5);
        coir_sound_render(0.5, pairs);
        assert_true(coir_voice_pitch(voice) >= 0 && coir_voice_pitch(voice) <= 64);
        assert_true(coir_voice_volume(voice) >= 0 && coir_voice_volume(voice) <= 16);
        assert_true(coir_voice_pan(voice) >= -1 && coir_voice_pan(voice) <= 1);
        assert_true(coir_group_volume(COIR_GROUP_EFFECTS) >= 0 && coir_group_volume(COIR_GROUP_EFFECTS) <= 16);
        coir_voice_stop(voice);
        go(1);
    }
    coir_sound_destroy(sound);
}

static void voices_keep_the_loop_with_which_they_began(void **state)
{
    (void)state;
    CoirSound *sound = level();
    CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.loops = COIR_FOREVER});
    go(0.1);
    coir_sound_set_loop(sound, 0, 0.01);
    go(0.4);
    assert_true(fabs(coir_voice_position(voice) - 0.5) < 1e-9);
    coir_sound_destroy(sound);
}

static void a_streamed_voice_that_is_sought_keeps_its_loop(void **state)
{
    (void)state;
    CoirSound *sound = long_stream();
    coir_sound_set_loop(sound, 0, 0.5);
    CoirVoice voice = coir_sound_play_with(sound, &(CoirPlay){.loops = COIR_FOREVER});
    go(0.25);
    coir_sound_set_loop(sound, 0, 1);
    assert_true(coir_voice_seek(voice, 0.125));
    go(0.5);
    assert_true(fabs(coir_voice_position(voice) - 0.125) < 1e-3);
}

static void a_streamed_voice_that_is_sought_sounds(void **state)
{
    (void)state;
    CoirSound *sound = long_stream();
    CoirVoice voice = coir_sound_play(sound);
    double length = coir_sound_length(sound);
    go(0.05);
    loudest(0.05);
    coir_voice_seek(voice, length / 2);
    go(0.1);
    loudest(0.02);
    assert_true(loudest(0.08) > 0.01F);
    assert_int_equal(coir_mixer_stats().underruns, 0);
}

static void a_stream_with_a_late_seek_is_read_until_the_fade_is_over(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(long_stream());
    go(0.1);
    coir_sound_render(0.3, pairs); // mixes ahead of the sound clock, so that the next changes come too late
    coir_voice_seek(voice, 0.2);
    go(0.05);
    for (int i = 0; i < 8; i++) {
        coir_sound_render(0.001, pairs);
        go(0);
    }
}

static void a_paused_stream_that_is_sought_reads_the_new_stream(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(long_stream());
    go(0.1);
    loudest(0.05);
    coir_voice_pause(voice);
    go(0.1);
    loudest(0.1);
    coir_voice_seek(voice, 0.2);
    for (int i = 0; i < 4; i++) {
        go(0.1);
        assert_true(loudest(0.1) == 0);
        go(0);
    }
    coir_voice_resume(voice);
    go(0.1);
    assert_true(loudest(0.1) > 0.01F);
}

static void the_numbers_of_groups_are_never_used_again(void **state)
{
    (void)state;
    CoirGroup group = coir_group_new("mine", COIR_GROUP_ALL);
    coir_mixer_close();
    assert_false(coir_group_exists(group));
    assert_int_not_equal(coir_group_new("mine", COIR_GROUP_ALL), group);
}

// Many ---------------------------------------------------------------------------------------------------------------

static void an_echo_is_not_freed_before_the_mixer_has_taken_its_removal(void **state)
{
    (void)state;
    CoirSound *sound = level();
    coir_group_set_echo(COIR_GROUP_EFFECTS, &(CoirEcho){.delay = 0.01, .mix = 1});
    coir_sound_play_with(sound, &(CoirPlay){.volume = 0.01F});
    go(0.1);
    for (int i = 0; i < 4 * COIR_MIX_RING; i++)
        coir_group_set_volume(COIR_GROUP_EFFECTS, 1);
    coir_group_set_echo(COIR_GROUP_EFFECTS, NULL);
    go(0.1);
    loudest(0.1);
    for (int i = 0; i < 10; i++)
        assert_true(loudest(1.0 / RATE) < 0.01F);
    coir_sound_destroy(sound);
}

static void stopping_all_voices_also_stops_queued_music(void **state)
{
    (void)state;
    CoirSound *sound = level();
    CoirVoice first = coir_sound_play(sound);
    coir_music_play(sound, NULL);
    coir_voice_stop(first);
    go(0.2); // the next voice takes the slot of the first
    for (int i = 0; i < 4; i++)
        assert_true(coir_music_queue(sound, NULL));
    coir_voices_stop_all();
    assert_int_equal(coir_voices_count(NULL), 0);
    coir_music_play(sound, NULL);
    assert_true(coir_music_queue(sound, NULL));
    coir_music_play(sound, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_true(coir_music_queue(sound, NULL));
    coir_group_stop_all(COIR_GROUP_MUSIC);
    assert_int_equal(coir_voices_count(NULL), 0);
    go(1);
    assert_int_equal(coir_voices_count(NULL), 0);
    coir_sound_destroy(sound);
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    note("%s %d; ", (const char *)user, (int)reason);
}

static void play_gone(CoirNode *node, CoirRunEnd reason, void *gone)
{
    (void)node, (void)reason;
    assert_int_equal(coir_music_play(gone, NULL).generation, 0);
}

static void a_piece_that_fails_while_the_next_takes_its_room_takes_no_piece_from_the_queue(void **state)
{
    (void)state;
    CoirSound *gone = coir_sound_stream(copy_sound("good_stereo.ogg", "gone.ogg"));
    if (!gone)
        skip();
    CoirSound *first = level(), *second = level(), *third = level();
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1}));
    CoirRun run = coir_voice_run(coir_music_play(first, NULL), coir_volume_to(10, 0.5F));
    coir_run_on_done(run, play_gone, gone);
    assert_true(system_remove(folder_path("gone.ogg")));
    assert_true(coir_music_queue(second, NULL) && coir_music_queue(third, NULL));
    go(1.5);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), second);
    go(1);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), third);
    coir_sound_destroy(gone);
    coir_sound_destroy(first);
    coir_sound_destroy(second);
    coir_sound_destroy(third);
}

static void a_piece_with_a_missing_file_is_left_out_of_the_queue(void **state)
{
    (void)state;
    CoirSound *gone = coir_sound_stream(copy_sound("good_stereo.ogg", "gone.ogg"));
    if (!gone)
        skip();
    CoirSound *sound = level(), *other = level();
    CoirVoice voice = coir_music_play(sound, &(CoirMusic){.once = true});
    coir_voice_on_end(voice, note_end, "first");
    assert_true(coir_music_queue(gone, NULL) && coir_music_queue(other, NULL));
    assert_true(system_remove(folder_path("gone.ogg")));
    go(1.5);
    assert_trace("first 0; ");
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), other);
    assert_true(fabs(coir_voice_position(coir_music_voice()) - 0.5) < 1e-9);
    voice = coir_sound_play_with(gone, &(CoirPlay){.on_end = note_end, .user = "gone"});
    assert_int_equal(voice.generation, 0);
    assert_int_equal(coir_music_play(gone, NULL).generation, 0);
    go(0.1);
    assert_trace("");
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), other); // the music goes on
    coir_sound_destroy(sound);
    coir_sound_destroy(other);
}

static CoirVoice waiting;

// Notes the position of the voice that waits, and seeks the voice to `*user`.
static void seek_at_a_warning(CoirLogLevel level, const char *message, void *user)
{
    double *position = user;
    if (level != COIR_LOG_WARNING || !strstr(message, "ends early"))
        return;
    note("at %g; ", coir_voice_position(waiting));
    assert_true(coir_voice_seek(waiting, *position));
    assert_float_equal(coir_voice_position(waiting), *position, 1e-9);
}

static void a_voice_may_be_sought_while_its_stream_is_opened(void **state)
{
    (void)state;
    double position = 0.5;
    long_stream(); // without libvorbisfile, skips the test
    CoirSound *damaged = stream_sound("good_damaged.ogg");
    coir_sound_set_loop(damaged, 0.25, 0.75);
    waiting = coir_sound_play_with(damaged, &(CoirPlay){.delay = 0.1, .from = 1, .loops = 3});
    coir_log_set_hook(seek_at_a_warning, &position);
    go(0.2);
    assert_trace("at 1; ");
    assert_float_equal(coir_voice_position(waiting), 0.6, 1e-9);
    assert_int_equal(coir_voice_loops(waiting), 3);
    go(0.2);
    assert_float_equal(coir_voice_position(waiting), 0.3, 1e-9);
    assert_int_equal(coir_voice_loops(waiting), 2);
}

TEST_FILE(sound_calls)
{
    const struct CMUnitTest tests[] = {
        call_test(the_end_of_a_stolen_voice_may_destroy_the_sound_that_steals),
        call_test(the_end_of_a_stolen_voice_may_close_the_mixer),
        call_test(the_end_of_a_stolen_voice_may_destroy_the_group_of_the_next),
        call_test(the_end_of_a_stolen_voice_may_play_without_end),
        call_test(nobody_makes_a_group_below_a_group_that_is_destroyed),
        call_test(the_end_of_a_group_may_close_the_mixer),
        call_test(no_run_begins_while_the_mixer_is_closed),
        call_test(enormous_samples_leave_nothing_in_a_filter_and_an_echo),
        call_test(a_clock_of_any_speed_is_no_fault),
        call_test(numbers_that_a_curve_brings_beyond_their_limits_are_clamped),
        call_test(voices_keep_the_loop_with_which_they_began),
        call_test(a_streamed_voice_that_is_sought_keeps_its_loop),
        call_test(a_streamed_voice_that_is_sought_sounds),
        call_test(a_stream_with_a_late_seek_is_read_until_the_fade_is_over),
        call_test(a_paused_stream_that_is_sought_reads_the_new_stream),
        call_test(the_numbers_of_groups_are_never_used_again),
        call_test(an_echo_is_not_freed_before_the_mixer_has_taken_its_removal),
        call_test(stopping_all_voices_also_stops_queued_music),
        call_test(a_piece_that_fails_while_the_next_takes_its_room_takes_no_piece_from_the_queue),
        call_test(a_piece_with_a_missing_file_is_left_out_of_the_queue),
        call_test(a_voice_may_be_sought_while_its_stream_is_opened),
    };
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
}
