// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each allocation of a scenario with sound fails in turn. Nothing may crash or leak, and an error must be set.

#include "base/fail.h"
#include "coir/action.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "coir/node_sound.h"
#include "coir/node_time.h"
#include "coir/scheduler.h"
#include "coir/stage.h"
#include "coir/tone.h"
#include "sound/advance.h"
#include "sound/check.h"
#include "sound/clock.h"
#include "support/sound_files.h"

#define SAMPLES 2000

static float samples[SAMPLES], pairs[2 * 48000];

static void check(void)
{
    const char *fault = coir_sounds_fault();
    if (fault)
        fail_msg("%s", fault);
}

static void go(CoirStage *stage, int frames)
{
    for (int i = 0; i < frames; i++) {
        if (stage)
            coir_stage_update(stage, 0.05);
        else
            coir_sound_advance(coir_sound_clock() + 50000000);
        check();
        coir_sound_render(0.05, pairs);
        check();
    }
}

static void play_tone_again(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason;
    coir_sound_play(user);
}

static void play_in_groups(CoirSound *made, CoirSound *streamed)
{
    CoirGroup group = coir_group_new("mine", COIR_GROUP_EFFECTS), inner = coir_group_new("inner", group);
    CoirEcho echo = {.delay = 0.02, .feedback = 0.5F, .mix = 0.5F};
    coir_group_set_echo(group, &echo);
    coir_group_set_low_pass(inner, 500);
    coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = COIR_GROUP_EFFECTS, .volume = 0.5F});
    coir_sound_play_with(made, &(CoirPlay){.group = inner, .loops = COIR_FOREVER});
    CoirVoice voice = coir_sound_play_with(streamed, &(CoirPlay){.group = inner, .loops = 2});
    go(NULL, 2);
    coir_group_set_echo(group, &echo);
    coir_voice_seek(voice, 0.1);
    coir_group_fade_to(group, 0.5F, 0.1);
    coir_group_run(group, coir_volume_to(0.1, 1));
    coir_voice_run(voice, coir_sequence(coir_pitch_to(0.1, 2), coir_pan_to(0.1, 1)));
    go(NULL, 2);
    coir_group_destroy(group);
    go(NULL, 4);
}

static void play_music(CoirSound *made, CoirSound *streamed)
{
    coir_sound_set_tempo(streamed, 120, 4, 0);
    coir_music_play(streamed, NULL);
    coir_music_queue(made, &(CoirMusic){.once = true});
    go(NULL, 4);
    coir_music_play(made, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT, .fade = 0.1});
    go(NULL, 4);
    coir_music_stop(0.1);
    go(NULL, 4);
}

static void play_of_nodes(CoirSound *made, CoirSound *streamed)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *scene = stage ? coir_node_new() : NULL;
    if (scene)
        coir_stage_show(stage, scene);
    CoirNode *node = scene ? coir_node_new() : NULL;
    if (node) {
        coir_node_add(scene, node);
        coir_node_play_with(node, made,
                            &(CoirPlay){.loops = 20, .pans = true, .on_end = play_tone_again, .user = made});
        coir_node_run(node, coir_sequence(coir_play(made), coir_delay(0.1), coir_play_whole(streamed)));
        coir_node_run(node, coir_yoyo(coir_spawn(coir_volume_to(0.2, 2), coir_play_whole(made))));
        go(stage, 4);
        coir_node_pause(node);
        go(stage, 1);
        coir_node_resume(node);
        go(stage, 6);
        coir_node_destroy(node);
        go(stage, 2);
    }
    coir_stage_destroy(stage);
}

static void play_all(void)
{
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 4});
    CoirSound *loaded = coir_sound_load(sound_file("good_mono16.wav"));
    CoirSound *streamed = coir_sound_stream(sound_file("good_loop_start.ogg"));
    CoirSound *made = coir_sound_from_samples(1, 8000, SAMPLES, samples);
    CoirSound *tone = coir_sound_tone(&(CoirTone){.pitch = 440, .decay = 0.05});
    if (loaded)
        coir_sound_play(loaded);
    if (tone)
        coir_sound_play_with(tone, &(CoirPlay){.delay = 0.06, .on_end = play_tone_again, .user = tone});
    if (made && streamed) {
        play_in_groups(made, streamed);
        play_music(made, streamed);
        play_of_nodes(made, streamed);
    }
    coir_sound_destroy(made);
    coir_sound_destroy(tone);
    coir_mixer_close();
    check();
    coir_nodes_sweep();
    coir_sounds_purge();
}

static void nothing_is_lost_whichever_allocation_fails(void **state)
{
    (void)state;
    play_all(); // fills the pools, which keep their memory
    size_t before = support_blocks();
    long nth = 1;
    for (bool failed = true; failed; nth++) {
        uint32_t errors = coir_error_number();
        support_fail_allocation(nth);
        play_all();
        failed = support_failed();
        support_fail_allocation(0);
        if (support_blocks() != before)
            fail_msg("allocation %ld failed: %zu blocks instead of %zu", nth, support_blocks(), before);
        if (failed == (coir_error_number() == errors))
            fail_msg("allocation %ld: %s", nth, failed ? "no error was told" : coir_error());
        assert_int_equal(coir_sounds_bytes(), 0);
        assert_false(coir_sounds_exist());
    }
    assert_true(nth > 80);
}

// One call ------------------------------------------------------------------------------------------------------------

static CoirSound *made, *streamed;
static CoirVoice piece, stream;
static CoirGroup group;

static bool play_made(void)
{
    return coir_sound_play(made).generation != 0;
}

static bool play_streamed(void)
{
    return coir_sound_play(streamed).generation != 0;
}

static bool seek_stream(void)
{
    return coir_voice_seek(stream, 0.1);
}

static bool play_next_piece(void)
{
    return coir_music_play(streamed, NULL).generation != 0;
}

static bool make_group(void)
{
    return coir_group_new("new", group) != COIR_GROUP_NONE;
}

static bool set_echo(void)
{
    return coir_group_set_echo(group, &(CoirEcho){.delay = 0.1, .mix = 1});
}

static bool run_on_voice(void)
{
    return coir_run_is_running(coir_voice_run(piece, coir_volume_to(1, 0.5F)));
}

static bool run_on_group(void)
{
    return coir_run_is_running(coir_group_run(group, coir_volume_to(1, 0.5F)));
}

static bool load_other(void)
{
    return coir_sound_load(sound_file("good_stereo.ogg")) != NULL;
}

static bool make_tone(void)
{
    CoirSound *tone = coir_sound_tone(&(CoirTone){.pitch = 300});
    coir_sound_destroy(tone);
    return tone != NULL;
}

static void begin_sound(void)
{
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 8});
    made = coir_sound_from_samples(1, 8000, SAMPLES, samples);
    streamed = coir_sound_stream(sound_file("good_long.ogg"));
    group = coir_group_new("mine", COIR_GROUP_ALL);
    piece = coir_music_play(made, NULL);
    stream = coir_sound_play(streamed);
    go(NULL, 1);
}

static void end_sound(void)
{
    coir_sound_destroy(made);
    coir_mixer_close();
    check();
    coir_nodes_sweep();
    coir_sounds_purge();
    assert_int_equal(coir_sounds_bytes(), 0);
}

static void assert_as_before(void)
{
    CoirVoice now = coir_music_voice();
    assert_int_equal(coir_voices_count(NULL), 2);
    assert_int_equal(now.index, piece.index);
    assert_int_equal(now.generation, piece.generation);
    assert_true(coir_voice_position(stream) > 0.049 && coir_voice_position(stream) < 0.051);
    assert_int_equal(coir_group_find("new"), COIR_GROUP_NONE);
    assert_int_equal(coir_sounds_each(NULL, NULL), 1);
    check();
}

// Calls `function` once for each allocation that the function makes, and lets this allocation fail. A call that fails
// must change nothing. Returns the number of allocations.
static int fail_each(bool (*function)(void))
{
    int count = 0;
    for (bool failed = true; failed; count += failed) {
        begin_sound();
        coir_error_clear();
        support_fail_allocation(count + 1);
        bool done = function();
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(done, !failed);
        if (failed) {
            assert_non_null(strstr(coir_error(), "memory"));
            assert_as_before();
        }
        go(NULL, 4);
        end_sound();
    }
    return count;
}

static void a_call_that_fails_changes_nothing(void **state)
{
    (void)state;
    assert_true(fail_each(play_streamed) > 0);
    assert_true(fail_each(seek_stream) > 0);
    assert_true(fail_each(play_next_piece) > 0);
    assert_true(fail_each(make_group) > 0);
    assert_true(fail_each(set_echo) > 0);
    assert_true(fail_each(run_on_voice) > 0);
    assert_true(fail_each(run_on_group) > 0);
    assert_true(fail_each(load_other) > 0);
    assert_true(fail_each(make_tone) > 0);
}

// Plays voices until the array of changes that wait for the mixer has to grow, and lets this allocation fail.
static void a_voice_for_which_the_mixer_has_no_room_does_not_start(void **state)
{
    (void)state;
    begin_sound();
    for (bool failed = false; !failed;) {
        support_fail_allocation(1);
        bool done = play_made();
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(done, !failed);
        if (coir_voices_count(made) > 2)
            coir_sound_advance(coir_sound_clock() + 500000000);
    }
    end_sound();
}

TEST_FILE(sound_memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost_whichever_allocation_fails, support_setup, sounds_teardown),
        cmocka_unit_test_setup_teardown(a_call_that_fails_changes_nothing, support_setup, sounds_teardown),
        cmocka_unit_test_setup_teardown(a_voice_for_which_the_mixer_has_no_room_does_not_start, support_setup,
                                        sounds_teardown),
    };
#if !defined(COIR_TESTS_VORBIS)
    (void)tests;
    puts("skipped: this build of Coir is without libvorbisfile (Debian: libvorbis-dev)");
    return 77;
#else
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
#endif
}
