// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The voices that may start, the voices that make room, and the reuse of the slots of ended voices.

#include "support/sounds.h"

static void open_mixer(int voices)
{
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = voices}));
}

static bool plays(CoirVoice voice)
{
    return coir_voice_is_playing(voice);
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    note("%s %d %.6f; ", (const char *)user, (int)reason, coir_sound_now());
}

static CoirPlay told(const char *name)
{
    return (CoirPlay){.on_end = note_end, .user = (void *)name};
}

// Making room --------------------------------------------------------------------------------------------------------

// Starts three voices. Their order in the table is: middle, newest, oldest.
static void start_three(CoirVoice *oldest, CoirVoice *middle, CoirVoice *newest)
{
    CoirVoice gone = coir_sound_play(click), short_lived = coir_sound_play(level);
    *oldest = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    (void)gone;
    play_frames(0.25, 64); // the slot of the click is free
    *middle = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    coir_voice_stop(short_lived);
    play_frames(0.25, 64);
    *newest = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    assert_true(middle->index < newest->index && newest->index < oldest->index);
}

static void of_equal_voices_the_oldest_makes_room(void **state)
{
    (void)state;
    CoirVoice oldest, middle, newest;
    open_mixer(3);
    start_three(&oldest, &middle, &newest);
    coir_sound_play(level);
    assert_true(!plays(oldest) && plays(middle) && plays(newest));
    coir_sound_play(level);
    assert_true(!plays(middle) && plays(newest));
}

static void of_a_sound_with_a_limit_the_oldest_voice_stops(void **state)
{
    (void)state;
    CoirVoice oldest, middle, newest;
    start_three(&oldest, &middle, &newest);
    coir_sound_set_rules(level, &(CoirSoundRules){.voices = 3});
    coir_sound_play(level);
    assert_true(!plays(oldest) && plays(middle) && plays(newest));
}

static void the_oldest_is_known_after_four_billion_voices(void **state)
{
    (void)state;
    open_mixer(2);
    coir_sounds.generation = UINT32_MAX - 1;
    CoirVoice first = coir_sound_play(level), second = coir_sound_play(level);
    assert_true(plays(first) && plays(second));
    coir_sound_play(level);
    assert_true(!plays(first) && plays(second));
}

static void the_quietest_makes_room_as_its_groups_and_fades_are_now(void **state)
{
    (void)state;
    open_mixer(3);
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_INTERFACE);
    coir_group_set_volume(COIR_GROUP_INTERFACE, 0.125F);
    CoirVoice loud = coir_sound_play(level), quiet = coir_sound_play_with(level, &(CoirPlay){.volume = 0.25F});
    CoirVoice bird = coir_sound_play_with(level, &(CoirPlay){.group = birds});
    coir_sound_play_with(level, &(CoirPlay){.volume = 16});
    assert_true(plays(loud) && plays(quiet) && !plays(bird)); // 0.125 is less than 0.25
    coir_group_set_volume(COIR_GROUP_INTERFACE, 1);
    coir_group_set_muted(COIR_GROUP_INTERFACE, true);
    coir_voice_stop(loud);
    bird = coir_sound_play_with(level, &(CoirPlay){.group = birds, .volume = 16});
    coir_sound_play_with(level, &(CoirPlay){.volume = 16});
    assert_true(plays(quiet) && !plays(bird)); // the group is muted
    coir_voices_stop_all();
    CoirVoice fading = coir_sound_play(level), half = coir_sound_play_with(level, &(CoirPlay){.volume = 0.5F});
    CoirVoice beginning = coir_sound_play_with(level, &(CoirPlay){.fade_in = 1});
    coir_voice_fade_to(fading, 0.75F, 0.25);
    coir_sound_play_with(level, &(CoirPlay){.volume = 16});
    assert_true(plays(fading) && !plays(half) && plays(beginning)); // fading in counts as the full volume
    coir_voices_stop_all();
    fading = coir_sound_play(level);
    coir_sound_play(level);
    half = coir_sound_play_with(level, &(CoirPlay){.volume = 0.5F});
    coir_voice_fade_to(fading, 0, 1);
    play_frames(0.25, 64);
    coir_sound_play(level);
    assert_true(plays(fading) && !plays(half)); // the fade has reached 0.75
}

static void music_makes_room_for_music_only(void **state)
{
    (void)state;
    open_mixer(3);
    CoirVoice music = coir_music_play(level, NULL), one = coir_sound_play(level), two = coir_sound_play(level);
    coir_group_set_volume(COIR_GROUP_MUSIC, 0);
    coir_sound_play(level);
    coir_sound_play(level);
    assert_true(plays(music) && !plays(one) && !plays(two));
    CoirSound *important = constant_sound(RATE, 0.5F);
    coir_sound_set_rules(important, &(CoirSoundRules){.priority = 7});
    one = coir_sound_play(important);
    two = coir_sound_play(important);
    assert_true(plays(music) && plays(one) && plays(two));
    CoirVoice next = coir_music_play(level, &(CoirMusic){.fade = 1}); // needs a slot beside the old piece
    assert_true(plays(next) && plays(music) && plays(one) != plays(two));
    coir_mixer_close();
    coir_sound_destroy(important);
}

static void the_limit_of_a_sound_allows_its_music_to_crossfade(void **state)
{
    (void)state;
    coir_sound_set_rules(level, &(CoirSoundRules){.voices = 1, .gap = 10});
    CoirVoice old = coir_music_play(level, NULL);
    play_frames(0.25, 64);
    CoirVoice next = coir_music_play(level, &(CoirMusic){.fade = 1});
    assert_true(plays(old) && plays(next));
}

static void the_priority_of_a_sound_does_not_count_for_its_music(void **state)
{
    (void)state;
    open_mixer(2);
    coir_sound_set_rules(level, &(CoirSoundRules){.priority = 7});
    CoirVoice old = coir_music_play(level, &(CoirMusic){.volume = 0.5F});
    CoirVoice next = coir_music_play(click, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    coir_music_play(click, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_true(!plays(old) && !plays(next)); // the quieter piece makes room, and `next` is replaced
}

// Room in long frames ------------------------------------------------------------------------------------------------

static CoirVoice late;

static void play_late(CoirNode *node, void *user)
{
    (void)node;
    late = coir_sound_play_with(user, NULL);
}

static void a_voice_that_is_over_in_a_long_frame_makes_room_without_being_stolen(void **state)
{
    (void)state;
    const double rates[] = {64, 2};
    for (int i = 0; i < 2; i++) {
        open_mixer(1);
        CoirPlay play = told("a");
        play.pitch = 4; // lasts 0.25 s
        coir_sound_play_with(level, &play);
        coir_node_once_after(scene, 0.25 + 0.0625 * i, play_late, level); // at the end of the first voice, and later
        play_frames(0.5, rates[i]);
        assert_trace("a 0 0.250000; ");
        assert_int_equal(coir_mixer_stats().stolen, 0);
        assert_true(plays(late));
    }
}

static void a_voice_that_begins_in_a_long_frame_takes_its_room(void **state)
{
    (void)state;
    const double rates[] = {64, 2};
    for (int i = 0; i < 2; i++) {
        coir_mixer_close();
        coir_sound_set_rules(level, &(CoirSoundRules){.gap = 0.1});
        CoirVoice first = coir_sound_play_with(level, &(CoirPlay){.delay = 0.25});
        coir_node_once_after(scene, 0.3125, play_late, level);
        play_frames(0.5, rates[i]);
        assert_true(plays(first));
        assert_false(plays(late)); // in the gap after the first voice
    }
}

// The gap ------------------------------------------------------------------------------------------------------------

static void the_gap_of_a_sound_is_not_that_of_another(void **state)
{
    (void)state;
    coir_sound_set_rules(level, &(CoirSoundRules){.gap = 0.1});
    coir_sound_play_with(click, &(CoirPlay){.delay = 0.2});
    assert_true(plays(coir_sound_play_with(level, &(CoirPlay){.delay = 0.2})));
}

static void the_gap_holds_after_a_pause(void **state)
{
    (void)state;
    coir_sound_set_rules(click, &(CoirSoundRules){.gap = 0.1});
    coir_group_pause(COIR_GROUP_EFFECTS);
    for (int i = 0; i < 10; i++)
        coir_sound_play_with(click, &(CoirPlay){.delay = i * 0.05});
    play_frames(0.25, 64);
    assert_true(plays(coir_sound_play_with(click, &(CoirPlay){.group = COIR_GROUP_INTERFACE}))); // not paused
    play_frames(0.25, 64);
    coir_group_resume(COIR_GROUP_EFFECTS);
    play_frames(1, 64);
    float *samples = render(1.5);
    int64_t heard = first_sound(samples, RATE / 2, RATE);
    assert_int_equal(heard, RATE / 2);
    for (int i = 0; i < 5; i++, heard = first_sound(samples, heard + 1, RATE * 3 / 2)) {
        assert_float_equal(samples[heard], 0.5, 1e-6); // one voice
        assert_in_range(heard, RATE / 2 + i * RATE / 10 - 1, RATE / 2 + i * RATE / 10 + 1);
    }
    assert_int_equal(heard, -1);
    free(samples);
}

// Slots that are used again ------------------------------------------------------------------------------------------

static void a_handle_of_an_ended_voice_does_not_name_the_next_voice_in_its_slot(void **state)
{
    (void)state;
    CoirVoice old = coir_sound_play(click);
    play_frames(0.25, 64);
    CoirVoice next = coir_sound_play(level);
    assert_int_equal(next.index, old.index);
    assert_true(plays(next) && !plays(old) && !coir_voice_stop(old));
    coir_mixer_close();
    CoirVoice other = coir_sound_play(level);
    assert_int_equal(other.index, next.index);
    assert_true(plays(other) && !plays(next) && !plays(old));
}

static CoirVoice stopped;

static void stop_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_voice_stop(stopped);
}

static void an_end_is_reported_also_if_many_voices_start_in_the_same_frame(void **state)
{
    (void)state;
    CoirPlay play = told("a");
    stopped = coir_sound_play_with(level, &play);
    coir_node_once_after(scene, 0.0625, stop_now, NULL);
    for (int i = 0; i < 4; i++)
        coir_node_once_after(scene, 0.25 + 0.01 * i, play_late, level);
    play_frames(0.5, 2);
    assert_trace("a 1 0.062500; ");
}

// The mixer rounds a pitch to 32 binary digits after the point. So the mixer plays this sound more slowly than the
// voice reports.
static void a_voice_is_silent_after_its_end(void **state)
{
    (void)state;
    CoirSound *brief = constant_sound(2, 0.5F);
    CoirPlay play = told("slow");
    play.pitch = 1.5e-8F;
    coir_sound_play_with(brief, &play);
    play_frames(2790, 0.1);
    assert_trace("slow 0 2777.777877; ");
    assert_int_equal(coir_sound_render(2785, NULL), (int64_t)2785 * RATE);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), -1);
    free(samples);
    coir_mixer_close();
    coir_sound_destroy(brief);
}

// Callbacks of ends --------------------------------------------------------------------------------------------------

static void the_function_for_an_end_may_be_changed(void **state)
{
    (void)state;
    CoirPlay play = told("first");
    CoirVoice one = coir_sound_play_with(level, &play), two = coir_sound_play_with(level, &play);
    assert_true(coir_voice_on_end(one, note_end, "second"));
    assert_true(coir_voice_on_end(two, NULL, NULL));
    play_frames(1.25, 64);
    assert_trace("second 0 1.000000; ");
}

static void an_end_is_reported_in_a_step_of_no_time(void **state)
{
    (void)state;
    CoirPlay play = told("a");
    coir_voice_stop(coir_sound_play_with(level, &play));
    assert_true(coir_stage_update(stage, 0));
    assert_trace("a 1 0.000000; ");
}

static void open_in_callback(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason, (void)user;
    assert_false(coir_mixer_open(&(CoirMixerDef){.no_device = true}));
    assert_mistake("coir_mixer_open: called from a callback");
    assert_int_equal(coir_sound_render(0.1, NULL), -1);
    assert_mistake("coir_sound_render: called from the callback");
}

static void the_mixer_cannot_be_opened_or_rendered_in_an_end_function(void **state)
{
    (void)state;
    coir_voice_stop(coir_sound_play_with(level, &(CoirPlay){.on_end = open_in_callback}));
    play_frames(0.125, 64);
    assert_true(plays(coir_sound_play(level)));
}

static void a_voice_that_cannot_open_its_stream_reports_no_end(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_stereo.ogg");
    if (!streamed)
        skip();
    CoirPlay play = told("streamed");
    coir_sound_play(click); // opens the mixer
    int failed = 0;
    for (long nth = 1; nth < 40; nth++) {
        support_fail_allocation(nth);
        CoirVoice voice = coir_sound_play_with(streamed, &play);
        failed += support_failed() && voice.generation == 0;
        support_fail_allocation(0);
        if (voice.generation != 0)
            coir_voice_on_end(voice, NULL, NULL);
        coir_voice_stop(voice);
    }
    assert_true(failed > 0);
    play_frames(0.25, 64);
    assert_trace("");
}

// Random numbers -----------------------------------------------------------------------------------------------------

static void each_spread_takes_one_number_and_no_spread_none(void **state)
{
    (void)state;
    CoirRandom random = coir_random(3), wanted = random;
    coir_sounds_set_random(&random);
    coir_sound_play(level);
    assert_memory_equal(&random, &wanted, sizeof random);
    coir_sound_set_rules(level, &(CoirSoundRules){.volume_spread = 0.5F, .pitch_spread = 0.5F});
    int lower = 0;
    for (int i = 0; i < 20; i++) {
        CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.volume = 2});
        float volume = coir_voice_volume(voice);
        assert_true(volume > 1 && volume <= 2);
        lower += coir_voice_pitch(voice) < 1;
        coir_random_range(&wanted, 0, 1);
        coir_random_range(&wanted, 0, 1);
        assert_memory_equal(&random, &wanted, sizeof random);
    }
    assert_in_range(lower, 4, 16); // about half of the voices are lower
    coir_sounds_set_random(NULL);
}

// Limits -------------------------------------------------------------------------------------------------------------

static void numbers_may_be_at_their_limits_and_not_beyond(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.volume = 16, .pan = -1, .pitch = 64, .delay = 1});
    assert_true(plays(voice));
    assert_true(coir_voice_set_volume(voice, 0) && coir_voice_set_volume(voice, 16));
    assert_true(coir_voice_set_pan(voice, 1) && coir_voice_set_pan(voice, -1));
    assert_true(coir_voice_set_pitch(voice, 0) && coir_voice_set_pitch(voice, 64));
    assert_true(coir_voice_seek(voice, 0));
    assert_false(coir_voice_fade_to(voice, 1, INFINITY));
    assert_false(coir_voice_fade_out(voice, NAN));
    assert_false(coir_voice_seek(voice, INFINITY));
    assert_true(plays(voice));
    assert_false(plays(coir_sound_play_with(level, &(CoirPlay){.from = 1}))); // the sound lasts 1 s
    assert_mistake("coir_sound_play_with: from 1 s, but the sound has 1 s");
    const CoirMixerDef good[] = {{.rate = 8000}, {.rate = 192000}, {.buffer = 64},  {.buffer = 8192},
                                 {.voices = 1},  {.voices = 256},  {.lead = 0.005}, {.lead = 1}};
    const CoirMixerDef bad[] = {{.rate = 7999}, {.rate = 192001}, {.buffer = 32},   {.buffer = 16384},
                                {.buffer = 96}, {.voices = 257},  {.lead = 0.0049}, {.lead = 1.01}};
    for (int i = 0; i < 8; i++) {
        CoirMixerDef def = good[i];
        def.no_device = true;
        assert_true(coir_mixer_open(&def));
        assert_int_equal(coir_mixer_rate(), def.rate ? def.rate : 48000);
        assert_int_equal(coir_mixer_stats().buffer, def.buffer ? def.buffer : 512);
        assert_false(coir_mixer_open(&bad[i]));
        assert_mistake("coir_mixer_open: ");
        assert_int_equal(coir_mixer_rate(), def.rate ? def.rate : 48000);
    }
}

TEST_FILE(voice_room)
{
    const struct CMUnitTest tests[] = {
        sound_test(of_equal_voices_the_oldest_makes_room),
        sound_test(of_a_sound_with_a_limit_the_oldest_voice_stops),
        sound_test(the_oldest_is_known_after_four_billion_voices),
        sound_test(the_quietest_makes_room_as_its_groups_and_fades_are_now),
        sound_test(music_makes_room_for_music_only),
        sound_test(the_limit_of_a_sound_allows_its_music_to_crossfade),
        sound_test(the_priority_of_a_sound_does_not_count_for_its_music),
        sound_test(a_voice_that_is_over_in_a_long_frame_makes_room_without_being_stolen),
        sound_test(a_voice_that_begins_in_a_long_frame_takes_its_room),
        sound_test(the_gap_of_a_sound_is_not_that_of_another),
        sound_test(the_gap_holds_after_a_pause),
        sound_test(a_handle_of_an_ended_voice_does_not_name_the_next_voice_in_its_slot),
        sound_test(an_end_is_reported_also_if_many_voices_start_in_the_same_frame),
        sound_test(a_voice_is_silent_after_its_end),
        sound_test(the_function_for_an_end_may_be_changed),
        sound_test(an_end_is_reported_in_a_step_of_no_time),
        sound_test(the_mixer_cannot_be_opened_or_rendered_in_an_end_function),
        sound_test(a_voice_that_cannot_open_its_stream_reports_no_end),
        sound_test(each_spread_takes_one_number_and_no_spread_none),
        sound_test(numbers_may_be_at_their_limits_and_not_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
