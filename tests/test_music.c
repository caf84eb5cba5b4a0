// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Music: changes on the beat, cross fades and the queue.

#include "support/music.h"

static float *render_all(void)
{
    return render(coir_sound_now());
}

static void a_piece_loops_until_another_is_played(void **state)
{
    (void)state;
    CoirVoice voice = coir_music_play(low, NULL);
    assert_true(is_same(coir_music_voice(), voice));
    assert_int_equal(coir_voice_group(voice), COIR_GROUP_MUSIC);
    play_to(5);
    assert_true(coir_voice_is_playing(voice));
    CoirVoice other = coir_music_play(high, &(CoirMusic){.volume = 0.5F});
    assert_false(coir_voice_is_playing(voice));
    assert_true(is_same(coir_music_voice(), other));
    assert_float_equal(coir_voice_volume(other), 0.5, 0);
}

static void a_cross_fade_goes_from_one_piece_to_the_other_evenly(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    play_to(1);
    coir_music_play(high, &(CoirMusic){.fade = 1});
    play_to(3);
    float *samples = render_all();
    for (int i = 0; i < 3 * RATE; i++) {
        double part = i < RATE ? 0 : i < 2 * RATE ? (double)(i - RATE) / RATE : 1;
        assert_float_equal(samples[i], 0.25 + 0.25 * part, 1e-4);
    }
    free(samples);
    assert_int_equal(coir_voices_count(NULL), 1);
}

static void a_piece_starts_at_the_next_bar_to_the_sample(void **state)
{
    (void)state;
    assert_true(coir_sound_set_tempo(low, 120, 3, 0.1)); // bars at 0.1 s and 1.6 s
    coir_music_play(low, NULL);
    play_to(0.5);
    assert_float_equal(coir_music_beat(), 0.8, 1e-6);
    assert_float_equal(coir_music_next_beat(), 0.1, 1e-6);
    assert_float_equal(coir_music_next_bar(), 1.1, 1e-6);
    CoirVoice next = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    assert_true(coir_voice_is_playing(next));
    assert_int_equal(coir_voices_count(NULL), 2);
    play_to(2);
    assert_true(is_same(coir_music_voice(), next));
    float *samples = render_all();
    int64_t bar = RATE * 16 / 10;
    assert_float_equal(samples[bar - 1], 0.25, 1e-6);
    assert_true(samples[bar] > 0.7F); // the old piece takes a few milliseconds to fade out
    assert_float_equal(samples[bar + 400], 0.5, 1e-6);
    free(samples);
}

static void a_pause_moves_the_bar_and_a_beat_is_found_behind_the_seam_of_a_loop(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 50, 4, 0); // beats at 0 and 1.2 s; the next loop begins at 2 s
    CoirVoice voice = coir_music_play(low, NULL);
    play_to(1.5);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT});
    coir_voice_pause(voice);
    play_to(2.5);
    coir_voice_resume(voice);
    play_to(3.5);
    float *samples = render_all();
    assert_float_equal(samples[3 * RATE - 1], 0.25, 1e-6);
    assert_float_equal(samples[3 * RATE], 0.5, 1e-6); // the old piece ended at the end of its loop
    free(samples);
}

static void a_queue_plays_piece_after_piece_without_a_gap(void **state)
{
    (void)state;
    assert_true(coir_music_queue(low, &(CoirMusic){.once = true}));
    assert_true(coir_music_queue(high, NULL)); // alone, this piece would loop for ever
    assert_true(coir_music_queue(low, &(CoirMusic){.once = true}));
    play_to(7);
    float *samples = render_all();
    assert_float_equal(samples[2 * RATE - 1], 0.25, 1e-6);
    for (int64_t i = 2 * RATE; i < 4 * RATE; i++)
        assert_float_equal(samples[i], 0.5, 1e-6);
    assert_float_equal(samples[4 * RATE + 400], 0.25, 1e-6);
    assert_float_equal(samples[6 * RATE - 1], 0.25, 1e-6);
    assert_float_equal(samples[6 * RATE + 1], 0, 0);
    free(samples);
    assert_int_equal(coir_voices_count(NULL), 0);
    assert_true(is_same(coir_music_voice(), (CoirVoice){0}));
}

static void playing_drops_the_queue_and_the_waiting_change(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 120, 4, 0);
    coir_music_play(low, NULL);
    coir_music_queue(low, NULL);
    CoirVoice waiting = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    CoirVoice now = coir_music_play(high, NULL);
    assert_false(coir_voice_is_playing(waiting));
    play_to(9);
    assert_true(is_same(coir_music_voice(), now));
    assert_int_equal(coir_voices_count(NULL), 1);
}

static void a_version_of_a_piece_may_begin_in_the_same_place(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    play_to(1.25);
    CoirVoice next = coir_music_play(high, &(CoirMusic){.in_place = true, .fade = 0.1});
    assert_float_equal(coir_voice_position(next), 1.25, 1e-6);
}

static void music_stops_after_a_fade_or_at_the_end(void **state)
{
    (void)state;
    CoirVoice voice = coir_music_play(low, NULL);
    play_to(1);
    assert_true(coir_music_stop(0.5));
    assert_true(coir_voice_is_playing(voice));
    play_to(2);
    assert_false(coir_voice_is_playing(voice));
    voice = coir_music_play(low, NULL);
    play_to(2.5);
    assert_true(coir_music_stop_at(COIR_MUSIC_AT_END, 0));
    play_to(3.9);
    assert_true(coir_voice_is_playing(voice));
    play_to(4.1);
    assert_false(coir_voice_is_playing(voice));
    assert_float_equal(coir_music_beat(), 0, 0);
}

static void a_user_may_stop_the_piece_or_the_piece_that_waits(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 120, 4, 0);
    CoirVoice voice = coir_music_play(low, NULL);
    play_to(0.1);
    CoirVoice waiting = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    coir_voice_stop(waiting);
    play_to(3);
    assert_true(is_same(coir_music_voice(), voice));
    waiting = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    coir_voice_stop(voice); // if no piece plays, the waiting piece begins at once
    assert_true(is_same(coir_music_voice(), waiting));
    assert_true(coir_music_queue(low, NULL));
    coir_voice_stop(waiting);
    assert_int_equal(coir_voices_count(low), 1);
    coir_voices_stop_all();
    play_to(4);
}

// Streams ------------------------------------------------------------------------------------------------------------

static void a_streamed_piece_loops_without_a_step_and_is_the_same_as_the_loaded_one(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_loop_start.ogg");
    CoirSound *loaded = coir_sound_load(COIR_TESTS "/fuzz/corpus_ogg/good_loop_start.ogg");
    if (!streamed)
        skip();
    coir_music_play(streamed, NULL);
    play_to(3);
    float *one = render(3);
    coir_mixer_close();
    coir_music_play(loaded, NULL);
    play_to(3);
    float *other = render(3);
    assert_memory_equal(one, other, sizeof *one * 3 * RATE);
    assert_true(first_sound(one, 2 * RATE, 3 * RATE) >= 0);
    free(one);
    free(other);
}

static void a_streamed_piece_continues_in_time_after_minutes_without_rendering(void **state)
{
    (void)state;
    float *samples[2];
    const char *path = COIR_TESTS "/fuzz/corpus_ogg/good_loop_start.ogg";
    CoirSound *sounds[] = {coir_sound_stream(path), coir_sound_load(path)};
    if (!sounds[0])
        skip();
    for (int i = 0; i < 2; i++) {
        coir_mixer_close();
        coir_voice_set_pitch(coir_music_play(sounds[i], NULL), 1.25F);
        play_to(coir_sound_now() + 100);
        coir_voice_set_pitch(coir_music_voice(), 0.75F);
        play_to(coir_sound_now() + 200);
        coir_music_stop(0);
        play_to(coir_sound_now() + 10);
        samples[i] = render(60);
    }
    assert_memory_equal(samples[0], samples[1], sizeof(float) * 60 * RATE);
    assert_true(first_sound(samples[0], 49 * RATE, 50 * RATE) >= 0);
    assert_int_equal(first_sound(samples[0], 51 * RATE, 60 * RATE), -1);
    free(samples[0]);
    free(samples[1]);
}

static void a_stream_that_plays_for_thirty_years_takes_no_time(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_stereo.ogg");
    if (!streamed)
        skip();
    CoirVoice voice = coir_music_play(streamed, NULL);
    coir_sound_play_with(low, &(CoirPlay){.loops = COIR_FOREVER});
    assert_true(coir_stage_update(stage, 1e9));
    assert_true(coir_voice_is_playing(voice));
}

static void without_rendering_ended_streams_do_not_pile_up(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_stereo.ogg");
    if (!streamed)
        skip();
    for (int i = 0; i < 200; i++) {
        coir_music_play(streamed, NULL);
        play_to(coir_sound_now() + 0.25);
        assert_in_range(coir_sounds.retired_streams, 0, 33);
    }
    assert_true(support_bytes() < 80 * 1000 * 1000);
    coir_music_stop(0);
    free(render(0.1));
}

static void bad_numbers_do_not_change_the_music(void **state)
{
    (void)state;
    CoirVoice voice = coir_music_play(low, NULL);
    assert_int_equal(coir_music_play(high, &(CoirMusic){.fade = NAN}).generation, 0);
    assert_mistake("coir_music_play: a fade of");
    assert_int_equal(coir_music_play(high, &(CoirMusic){.start = (CoirMusicStart)9}).generation, 0);
    assert_mistake("coir_music_play: start is 9");
    assert_int_equal(coir_music_play(NULL, NULL).generation, 0); // NULL: the result of loading a missing file
    assert_mistake("coir_music_play: the sound is NULL");
    assert_true(is_same(coir_music_voice(), voice));
    assert_false(coir_music_stop_at((CoirMusicStart)9, 0));
    assert_mistake("coir_music_stop_at: start is 9");
    assert_false(coir_music_queue(NULL, NULL));
    assert_mistake("coir_music_queue: the sound is NULL");
    assert_false(coir_music_stop(-1));
    assert_mistake("coir_music_stop: ");
    assert_false(coir_sound_set_tempo(low, 0.5, 4, 0));
    assert_false(coir_sound_set_tempo(low, 100, 0, 0));
    assert_true(is_same(coir_music_voice(), voice));
    for (int i = 0; i < 64; i++)
        assert_true(coir_music_queue(high, NULL));
    assert_false(coir_music_queue(high, NULL));
    assert_non_null(strstr(coir_error(), "64 pieces wait"));
}

static void stopping_all_voices_drops_the_queue(void **state)
{
    (void)state;
    coir_sound_play(click);
    coir_music_play(low, NULL);
    coir_music_queue(high, NULL);
    coir_music_queue(low, NULL);
    play_to(0.5); // frees the slot of the click, which is before the slot of the music
    coir_voices_stop_all();
    play_to(1);
    assert_int_equal(coir_voices_count(NULL), 0);
    coir_music_play(low, NULL);
    coir_music_queue(high, NULL);
    coir_group_stop_all(COIR_GROUP_ALL);
    play_to(2);
    assert_int_equal(coir_voices_count(NULL), 0);
    coir_music_play(low, NULL);
    coir_music_queue(high, NULL);
    coir_group_stop_all(COIR_GROUP_MUSIC);
    play_to(3);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void the_queue_continues_after_the_music_was_stopped_at_its_end(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    coir_music_stop_at(COIR_MUSIC_AT_END, 0);
    coir_music_queue(high, NULL);
    play_to(1.5);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), low);
    play_to(2.5);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), high);
}

static void music_makes_no_room_for_effects(void **state)
{
    (void)state;
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 4});
    CoirVoice voice = coir_music_play(low, NULL);
    coir_group_set_muted(COIR_GROUP_MUSIC, true);
    coir_music_queue(high, NULL);
    for (int i = 0; i < 10; i++)
        coir_sound_play(level);
    assert_true(is_same(coir_music_voice(), voice));
    assert_int_equal(coir_voices_count(NULL), 4);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    for (int i = 0; i < 10; i++)
        coir_sound_play(level);
    assert_int_equal(coir_voices_count(NULL), 4);
    play_to(2.5);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), high);
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1});
    coir_music_play(low, NULL);
    assert_int_equal(coir_sound_play(level).generation, 0);
    assert_int_not_equal(coir_music_play(high, NULL).generation, 0);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), high);
    coir_music_queue(low, NULL);
    coir_music_queue(high, NULL);
    play_to(coir_sound_now() + 3);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), low);
    assert_int_equal(coir_voices_count(NULL), 1);
}

static void the_rules_of_a_sound_do_not_hinder_its_queue(void **state)
{
    (void)state;
    coir_sound_set_rules(low, &(CoirSoundRules){.voices = 1, .gap = 10});
    coir_music_play(low, &(CoirMusic){.once = true});
    coir_music_queue(low, NULL);
    coir_music_queue(low, NULL);
    coir_music_queue(high, NULL);
    play_to(3);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), low);
    play_to(5);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), low);
    play_to(7);
    assert_ptr_equal(coir_voice_sound(coir_music_voice()), high);
}

static void voices_of_the_same_sound_do_not_stop_the_music(void **state)
{
    (void)state;
    coir_sound_set_rules(low, &(CoirSoundRules){.voices = 1});
    CoirVoice piece = coir_music_play(low, NULL), first = coir_sound_play(low);
    assert_true(coir_voice_is_playing(piece) && coir_voice_is_playing(first));
    assert_true(coir_voice_is_playing(coir_sound_play(low)));
    assert_true(coir_voice_is_playing(piece));
    assert_false(coir_voice_is_playing(first));
}

static void spreads_and_gaps_of_a_sound_do_not_count_for_music(void **state)
{
    (void)state;
    coir_sound_set_rules(low, &(CoirSoundRules){.volume_spread = 0.5F, .pitch_spread = 0.5F, .gap = 1});
    CoirVoice piece = coir_music_play(low, NULL);
    assert_true(coir_voice_pitch(piece) == 1 && coir_voice_volume(piece) == 1);
    play_to(0.1);
    CoirVoice voice = coir_sound_play(low); // the gap does not count from the start of the music
    assert_true(coir_voice_is_playing(voice) && coir_voice_pitch(voice) != 1);
    assert_false(coir_voice_is_playing(coir_sound_play(low)));
}

static void at_the_end_of_its_loop_a_piece_does_not_begin_again(void **state)
{
    (void)state;
    float samples[RATE] = {0};
    for (int i = 0; i < 480; i++)
        samples[i] = 0.5F; // a kick drum at the start
    CoirSound *kick = coir_sound_from_samples(1, RATE, RATE, samples), *silence = constant_sound(RATE, 0);
    coir_music_play(kick, NULL);
    play_to(0.5);
    coir_music_queue(silence, NULL);
    play_to(2);
    float *heard = render_all();
    assert_float_equal(heard[100], 0.5, 0);
    assert_int_equal(first_sound(heard, 480, 2 * RATE), -1);
    free(heard);
    coir_music_stop(0);
    coir_mixer_close();
    coir_sound_destroy(kick);
    coir_sound_destroy(silence);
}

TEST_FILE(music)
{
    const struct CMUnitTest tests[] = {
        music_test(a_piece_loops_until_another_is_played),
        music_test(a_cross_fade_goes_from_one_piece_to_the_other_evenly),
        music_test(a_piece_starts_at_the_next_bar_to_the_sample),
        music_test(a_pause_moves_the_bar_and_a_beat_is_found_behind_the_seam_of_a_loop),
        music_test(a_queue_plays_piece_after_piece_without_a_gap),
        music_test(playing_drops_the_queue_and_the_waiting_change),
        music_test(a_version_of_a_piece_may_begin_in_the_same_place),
        music_test(music_stops_after_a_fade_or_at_the_end),
        music_test(a_user_may_stop_the_piece_or_the_piece_that_waits),
        music_test(a_streamed_piece_loops_without_a_step_and_is_the_same_as_the_loaded_one),
        music_test(a_streamed_piece_continues_in_time_after_minutes_without_rendering),
        music_test(a_stream_that_plays_for_thirty_years_takes_no_time),
        music_test(without_rendering_ended_streams_do_not_pile_up),
        music_test(bad_numbers_do_not_change_the_music),
        music_test(stopping_all_voices_drops_the_queue),
        music_test(the_queue_continues_after_the_music_was_stopped_at_its_end),
        music_test(music_makes_no_room_for_effects),
        music_test(the_rules_of_a_sound_do_not_hinder_its_queue),
        music_test(voices_of_the_same_sound_do_not_stop_the_music),
        music_test(spreads_and_gaps_of_a_sound_do_not_count_for_music),
        music_test(at_the_end_of_its_loop_a_piece_does_not_begin_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
