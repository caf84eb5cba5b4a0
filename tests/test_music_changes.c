// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Music: beats and bars in pieces with loops, pitches and pauses; pieces that wait; and pieces that cannot begin.

#include "support/music.h"

#include "sound/advance.h"

static CoirSound *piece_now(void)
{
    return coir_voice_sound(coir_music_voice());
}

// Plays until shortly after `time`, and renders everything from time 0. Fails unless the piece `high` begins at the
// exact sample of `time`, and `low` was heard until then.
static void assert_begins(double time)
{
    play_to(time + 0.25);
    float *samples = render(coir_sound_now());
    int64_t at = llround(time * RATE);
    assert_float_equal(samples[at - 1], 0.25, 1e-6);
    if (!(samples[at] > 0.45F))
        fail_msg("the first sample after the start is %g, not about 0.5", (double)samples[at]);
    assert_float_equal(samples[at + RATE / 100], 0.5, 1e-6);
    free(samples);
}

// Beats and bars -----------------------------------------------------------------------------------------------------

static void a_lower_pitch_moves_the_beats_apart(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0.25); // beats at 0.25 s and 1.25 s of the sound
    CoirVoice voice = coir_music_play(low, NULL);
    coir_voice_set_pitch(voice, 0.5F);
    play_to(1);
    assert_float_equal(coir_music_beat(), 0.25, 1e-9);
    assert_float_equal(coir_music_next_beat(), 1.5, 1e-9);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT});
    assert_begins(2.5);
}

static void the_end_comes_later_with_a_lower_pitch(void **state)
{
    (void)state;
    coir_voice_set_pitch(coir_music_play(low, NULL), 0.5F);
    play_to(1);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_begins(4);
}

static void in_a_loop_the_grid_begins_again_with_each_loop(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 120, 4, 0); // a beat every 0.5 s
    coir_sound_set_loop(low, 0.3, 1);     // the beat at 1 s is not played
    coir_music_play(low, NULL);
    play_to(0.75);
    assert_float_equal(coir_music_next_beat(), 0.25 + 0.2, 1e-9);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT});
    assert_begins(1.2);
}

static void in_a_loop_the_grid_respects_the_offset_of_the_tempo(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 75, 2, 0.1); // bars of 1.6 s at 0.1 s and 1.7 s
    coir_sound_set_loop(low, 0.5, 1);
    coir_music_play(low, NULL);
    play_to(0.25);
    assert_float_equal(coir_music_next_beat(), 0.65, 1e-9);
    play_to(1.25);
    assert_float_equal(coir_music_beat(), (0.75 - 0.1) / 0.8, 1e-9);
}

static void a_piece_that_has_just_begun_fades_out_through_its_loops(void **state)
{
    (void)state;
    CoirVoice voice = coir_music_play(low, NULL);
    coir_music_stop(5);
    play_to(4.5); // longer than the piece
    assert_true(coir_voice_is_playing(voice));
    play_to(5.5);
    assert_false(coir_voice_is_playing(voice));
}

static void the_end_of_a_loop_without_a_bar_counts_as_a_bar(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 75, 2, 0.1); // bars of 1.6 s at 0.1 s and 1.7 s
    coir_sound_set_loop(low, 0.5, 1);
    coir_music_play(low, NULL);
    play_to(0.25);
    assert_float_equal(coir_music_next_bar(), 0.75, 1e-9);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    assert_begins(1);
}

static void the_end_of_a_loop_counts_as_long_as_the_piece_loops(void **state)
{
    (void)state;
    coir_sound_set_loop(low, 0.5, 1);
    coir_music_play(low, NULL);
    play_to(0.25);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_begins(1);
}

static void a_loop_that_is_set_later_moves_no_beat_and_no_end_of_a_piece_that_plays(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0.75);
    coir_sound_set_loop(low, 0.5, 1);
    coir_music_play(low, NULL);
    coir_sound_set_loop(low, 0, 2);
    play_to(0.875);
    assert_float_equal(coir_music_next_beat(), 0.125 + 0.25, 1e-9); // at 0.75 s of the sound, in the next loop
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_begins(1);
}

static void behind_the_last_loop_the_end_of_the_sound_counts(void **state)
{
    (void)state;
    coir_sound_set_loop(low, 0.5, 1);
    CoirVoice voice = coir_music_play(low, NULL);
    assert_true(coir_voice_set_loops(voice, 1));
    play_to(1.75); // after the loop
    assert_int_equal(coir_voice_loops(voice), 0);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_begins(2.5);
}

static void a_piece_that_plays_once_ends_with_the_sound(void **state)
{
    (void)state;
    coir_sound_set_loop(low, 0.5, 1);
    coir_music_play(low, &(CoirMusic){.once = true});
    play_to(0.25);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_begins(2);
}

typedef struct Beats {
    int count;
    double off;  // largest difference from a whole beat
    double next; // longest time to the next beat; 1 if a time was below 0
} Beats;

static void look_at_beat(CoirNode *node, void *user)
{
    (void)node;
    Beats *beats = user;
    beats->count++;
    beats->off = fmax(beats->off, fabs(coir_music_beat() - beats->count));
    double next = coir_music_next_beat();
    beats->next = fmax(beats->next, next < 0 ? 1 : next);
}

// The times of the timer are rounded, so that the timer may fire a little after the beat.
static void on_the_beat_the_next_beat_is_now(void **state)
{
    (void)state;
    const double tempos[] = {120, 140, 97, 600};
    for (int i = 0; i < 4; i++) {
        Beats beats = {0};
        CoirSound *minute = constant_sound(60 * RATE, 0.25F);
        coir_sound_set_tempo(minute, tempos[i], 4, 0);
        coir_music_play(minute, NULL);
        coir_node_every(scene, 60 / tempos[i], look_at_beat, &beats);
        play_frames(59.9, 10);
        coir_node_unschedule_all(scene);
        assert_int_equal(beats.count, (int)(59.9 * tempos[i] / 60));
        assert_true(beats.off < 1e-6 && beats.next < 1e-6);
        coir_mixer_close();
        coir_sound_destroy(minute);
    }
}

static void between_beats_the_next_beat_comes(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 120, 3, 0.25);
    coir_music_play(low, NULL);
    for (int i = 0; i < 64 + 32; i++) {
        double time = i / 64.0, beat = (time - 0.25) * 2;
        assert_float_equal(coir_music_beat(), beat, 1e-9);
        assert_float_equal(coir_music_next_beat(), (ceil(beat) - beat) / 2, 1e-9);
        assert_float_equal(coir_music_next_bar(), (ceil(beat / 3) - beat / 3) * 1.5, 1e-9);
        play_frames(1.0 / 64, 64);
    }
}

static void a_piece_without_a_tempo_has_no_beats(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    play_to(0.25);
    assert_float_equal(coir_music_beat(), 0, 0);
    assert_float_equal(coir_music_next_beat(), 0, 0);
    CoirVoice next = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    play_frames(1.0 / 64, 64);
    assert_true(is_same(coir_music_voice(), next)); // begins at once, as there is no bar to wait for
    play_to(0.5);
    float *samples = render(0.5);
    assert_float_equal(samples[RATE / 4 - 1], 0.25, 1e-6);
    assert_true(samples[RATE / 4] > 0.45F);
    free(samples);
}

// Pauses -------------------------------------------------------------------------------------------------------------

static void a_piece_that_is_paused_just_before_the_bar_keeps_the_next_one_waiting(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 120, 2, 0);
    CoirVoice voice = coir_music_play(low, NULL);
    play_to(0.984375); // 1/64 s before the bar
    CoirVoice next = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    coir_voice_pause(voice);
    assert_float_equal(coir_music_next_beat(), 0, 0);
    assert_float_equal(coir_music_next_bar(), 0, 0);
    assert_float_equal(coir_music_beat(), 1.96875, 1e-9);
    play_frames(0.5, 8);
    assert_true(is_same(coir_music_voice(), voice));
    coir_voice_resume(voice);
    play_frames(1.0 / 16, 16);
    assert_true(is_same(coir_music_voice(), next));
}

static void music_that_is_played_in_a_paused_group_begins_when_the_group_resumes(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0.25);
    coir_group_pause(COIR_GROUP_MUSIC);
    coir_music_play(high, NULL);
    CoirVoice voice = coir_music_play(low, NULL);
    assert_true(coir_voice_is_playing(voice));
    assert_float_equal(coir_music_beat(), 0, 0);
    play_to(0.5);
    assert_float_equal(coir_voice_position(voice), 0, 0);
    coir_group_resume(COIR_GROUP_MUSIC);
    play_to(1);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_float_equal(coir_music_beat(), 0.25, 1e-9);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), RATE / 2);
    free(samples);
}

static void a_piece_that_has_not_begun_in_a_paused_group_makes_way_at_once(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0.25);
    coir_group_pause(COIR_GROUP_MUSIC);
    coir_music_play(low, NULL);
    CoirVoice next = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    play_to(0.25);
    assert_true(is_same(coir_music_voice(), next));
}

static void a_queue_that_is_built_while_the_music_is_paused_loses_no_piece(void **state)
{
    (void)state;
    coir_group_pause(COIR_GROUP_MUSIC);
    coir_music_queue(low, NULL);
    coir_music_queue(high, NULL);
    coir_music_queue(level, NULL);
    play_to(0.5);
    assert_ptr_equal(piece_now(), low);
    coir_group_resume(COIR_GROUP_MUSIC);
    play_to(2.25);
    assert_ptr_equal(piece_now(), low);
    play_to(2.75);
    assert_ptr_equal(piece_now(), high);
    play_to(4.75);
    assert_ptr_equal(piece_now(), level);
    float *samples = render(4.75);
    assert_int_equal(first_sound(samples, 0, 5 * RATE / 2), RATE / 2);
    assert_float_equal(samples[5 * RATE / 2 - 1], 0.25, 1e-6);
    free(samples);
}

// Long frames --------------------------------------------------------------------------------------------------------

static void play_at_beat(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT});
}

static void queue_low(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_music_queue(low, NULL);
}

static void a_beat_of_a_long_frame_before_the_call_does_not_count(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 240, 4, 0); // a beat every 0.25 s
    coir_music_play(low, NULL);
    coir_node_once_after(scene, 0.3, play_at_beat, NULL);
    coir_node_once_after(scene, 0.6, queue_low, NULL); // must not make the change wait for the beat after 0.6 s
    play_frames(1, 1);
    assert_begins(0.5);
}

// In a long frame, the first piece has ended some time before the timer fires, but its end has not been reported yet.
static void after_the_end_of_a_piece_in_a_long_frame_the_next_begins_with_its_call(void **state)
{
    (void)state;
    const double rates[] = {64, 0.4};
    coir_sound_set_tempo(low, 240, 4, 0);
    for (int i = 0; i < 4; i++) {
        coir_mixer_close();
        coir_music_play(level, &(CoirMusic){.once = true}); // 1 s long
        coir_node_once_after(scene, 1.3, i < 2 ? queue_low : play_at_beat, NULL);
        play_frames(2.5, rates[i % 2]);
        float *samples = render(2.5);
        assert_float_equal(samples[RATE - 1], 0.5, 1e-6);
        assert_int_equal(first_sound(samples, RATE + RATE / 50, 5 * RATE / 2), RATE * 13 / 10);
        free(samples);
    }
}

static void queue_level_posted(void *user)
{
    (void)user;
    assert_true(coir_music_queue(level, NULL));
}

static void queue_high_and_post(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_true(coir_music_queue(high, NULL));
    assert_true(coir_scheduler_post(coir_stage_scheduler(stage), queue_level_posted, NULL));
}

static void a_piece_that_is_queued_later_does_not_put_off_the_first_piece_of_the_queue(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    coir_node_once_after(scene, 1.5, queue_high_and_post, NULL);
    play_frames(2.5, 0.4); // the posted function has the time of the end of the frame, after the end of the loop
    assert_ptr_equal(piece_now(), high);
    assert_begins(2);
}

static void queue_high_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_true(coir_music_queue(high, NULL));
}

static void queue_level_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_true(coir_music_queue(level, NULL));
}

// In a long frame, the timer runs before the action, although the time of the action is earlier.
static void the_first_piece_of_the_queue_begins_at_an_end_of_a_loop_after_its_call(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    coir_node_once_after(scene, 2.25, queue_high_now, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.5), coir_call(queue_level_now, NULL)));
    play_frames(2.5, 0.4);
    assert_begins(4);
}

// Options ------------------------------------------------------------------------------------------------------------

static void a_piece_that_waits_fades_over_and_begins_in_place(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0);
    coir_music_play(low, NULL);
    play_to(0.5);
    CoirMusic options = {.start = COIR_MUSIC_AT_BEAT, .fade = 0.5, .in_place = true, .volume = 0.5F};
    CoirVoice next = coir_music_play(high, &options);
    play_to(1.25);
    assert_float_equal(coir_voice_position(next), 1.25, 1e-9);
    assert_float_equal(coir_voice_volume(next), 0.25, 1e-6);
    play_to(1.75);
    assert_float_equal(coir_voice_volume(next), 0.5, 0);
    float *samples = render(1.75);
    assert_float_equal(samples[RATE - 1], 0.25, 1e-6);
    assert_float_equal(samples[RATE * 5 / 4], 0.25, 1e-3); // both pieces are half faded; the new piece has volume 0.5
    assert_float_equal(samples[RATE * 13 / 8], 0.25, 1e-6);
    free(samples);
}

static void a_position_is_a_time_at_all_rates(void **state)
{
    (void)state;
    static float samples[RATE];
    CoirSound *half_rate = coir_sound_from_samples(1, RATE / 2, RATE, samples);
    coir_music_play(half_rate, NULL);
    play_to(1.25);
    CoirVoice next = coir_music_play(low, &(CoirMusic){.in_place = true});
    assert_float_equal(coir_voice_position(next), 1.25, 1e-9);
    play_to(1.5);
    next = coir_music_play(half_rate, &(CoirMusic){.in_place = true});
    assert_float_equal(coir_voice_position(next), 1.5, 1e-9);
    next = coir_music_play(level, &(CoirMusic){.in_place = true}); // 1 s long
    assert_true(coir_voice_is_playing(next));
    assert_float_equal(coir_voice_position(next), 0, 0);
    coir_mixer_close();
    coir_sound_destroy(half_rate);
}

static void a_piece_that_fades_out_loops_on(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    play_to(1.5);
    coir_music_play(high, &(CoirMusic){.fade = 1});
    play_to(2.5);
    float *samples = render(2.5);
    assert_float_equal(samples[RATE * 9 / 4], 0.25 * 0.25 + 0.75 * 0.5, 1e-3);
    free(samples);
}

static void a_piece_of_the_queue_fades_over_from_the_end_of_the_loop(void **state)
{
    (void)state;
    coir_sound_set_loop(low, 0.5, 1); // during the fade the old piece goes on after the loop
    coir_music_play(low, NULL);
    coir_music_queue(high, &(CoirMusic){.fade = 0.5});
    play_to(2);
    float *samples = render(2);
    assert_float_equal(samples[RATE - 1], 0.25, 1e-6);
    assert_float_equal(samples[RATE * 5 / 4], 0.125 + 0.25, 1e-3);
    assert_float_equal(samples[RATE * 7 / 4], 0.5, 1e-6);
    free(samples);
}

// Ends ---------------------------------------------------------------------------------------------------------------

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    note("%s %d %.6f; ", (const char *)user, (int)reason, coir_sound_now());
}

static void a_piece_that_ends_by_itself_has_the_reason_done(void **state)
{
    (void)state;
    coir_voice_on_end(coir_music_play(low, &(CoirMusic){.once = true}), note_end, "once");
    coir_music_queue(high, NULL);
    play_to(1);
    assert_float_equal(coir_sound_quiet_for(), 0.25, 0);
    play_to(2.5);
    assert_trace("once 0 2.000000; ");
    assert_ptr_equal(piece_now(), high);
}

static void an_idle_loop_wakes_for_a_change_of_the_music(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0);
    coir_music_play(low, NULL);
    play_to(0.875);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_BEAT});
    assert_float_equal(coir_sound_quiet_for(), 0.125, 1e-9);
}

static void stopping_the_effects_leaves_the_queue(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    coir_music_queue(high, NULL);
    coir_group_stop_all(COIR_GROUP_EFFECTS);
    play_to(2.25);
    assert_ptr_equal(piece_now(), high);
}

static void stopping_the_music_drops_the_waiting_change(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        coir_music_play(low, NULL);
        coir_music_queue(high, NULL);
        CoirVoice waiting = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
        coir_music_queue(low, NULL);
        coir_music_stop(i * 0.25);
        assert_false(coir_voice_is_playing(waiting));
        play_frames(3, 8);
        assert_int_equal(coir_voices_count(NULL), 0);
        coir_music_play(low, NULL);
        coir_music_queue(high, NULL);
        coir_music_stop_at(COIR_MUSIC_AT_END, 0);
        play_frames(5, 8);
        assert_int_equal(coir_voices_count(NULL), 0);
    }
}

static void without_a_piece_changes_on_the_bar_happen_at_once(void **state)
{
    (void)state;
    coir_sound_set_tempo(low, 60, 4, 0);
    CoirVoice voice = coir_music_play(low, &(CoirMusic){.start = COIR_MUSIC_AT_BAR});
    assert_true(is_same(coir_music_voice(), voice));
    coir_music_stop(0);
    assert_true(is_same(coir_music_voice(), (CoirVoice){0}));
    coir_music_stop_at(COIR_MUSIC_AT_END, 0);
    assert_true(coir_music_queue(low, NULL));
    assert_ptr_equal(piece_now(), low);
}

static void a_closed_mixer_forgets_the_waiting_change(void **state)
{
    (void)state;
    coir_music_play(low, NULL);
    coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    coir_music_queue(low, NULL);
    coir_mixer_close();
    assert_true(is_same(coir_music_voice(), (CoirVoice){0}));
    assert_true(coir_music_queue(high, NULL));
    assert_ptr_equal(piece_now(), high);
    play_to(coir_sound_now() + 5);
    assert_ptr_equal(piece_now(), high);
}

static void music_that_takes_the_only_voice_does_not_begin_the_queue(void **state)
{
    (void)state;
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1}));
    coir_music_play(low, NULL);
    coir_music_queue(high, NULL);
    coir_music_queue(high, NULL);
    CoirVoice voice = coir_music_play(level, NULL);
    assert_true(is_same(coir_music_voice(), voice));
    play_to(5);
    assert_true(is_same(coir_music_voice(), voice));
    assert_int_equal(coir_mixer_stats().stolen, 1);
}

static void queue_high(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    assert_true(coir_music_queue(high, NULL));
}

static void the_end_of_a_run_on_the_old_piece_may_queue_a_piece(void **state)
{
    (void)state;
    CoirRun run = coir_voice_run(coir_music_play(low, NULL), coir_volume_to(10, 0.5F));
    coir_run_on_done(run, queue_high, NULL);
    assert_true(coir_music_queue(level, NULL)); // dropped by the next call
    coir_music_play(low, &(CoirMusic){.once = true});
    play_to(coir_sound_length(low) + 0.5);
    assert_ptr_equal(piece_now(), high);
}

static void play_level_at_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_music_play(level, &(CoirMusic){.start = COIR_MUSIC_AT_END, .once = true});
}

// Plays `low`, lets `high` wait for the end of `low`, and asks for `level` when `high` is dropped.
static void let_a_dropped_piece_ask_for_another(void)
{
    coir_music_play(low, NULL);
    CoirVoice waiting = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    coir_run_on_done(coir_voice_run(waiting, coir_delay(100)), play_level_at_end, NULL);
}

static void the_end_of_a_run_on_a_waiting_piece_may_play_a_piece(void **state)
{
    (void)state;
    let_a_dropped_piece_ask_for_another();
    coir_music_stop(0);
    assert_ptr_equal(piece_now(), level);
    assert_true(coir_music_queue(low, NULL));
    play_to(1.5);
    assert_ptr_equal(piece_now(), low);
    let_a_dropped_piece_ask_for_another();
    coir_music_stop_at(COIR_MUSIC_AT_END, 0);
    play_to(4);
    assert_ptr_equal(piece_now(), level);
    let_a_dropped_piece_ask_for_another();
    CoirVoice replaced = coir_music_play(high, &(CoirMusic){.start = COIR_MUSIC_AT_END});
    assert_false(coir_voice_is_playing(replaced)); // `level` was asked for later
    assert_int_equal(coir_voices_count(NULL), 2);
    let_a_dropped_piece_ask_for_another();
    CoirVoice last = coir_music_play(high, NULL);
    assert_true(is_same(coir_music_voice(), last));
    play_to(6.5);
    assert_ptr_equal(piece_now(), level);
    assert_int_equal(coir_voices_count(NULL), 1);
}

static void the_queue_loses_no_piece_if_a_piece_is_queued_while_the_next_takes_its_room(void **state)
{
    (void)state;
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1}));
    CoirRun run = coir_voice_run(coir_music_play(low, NULL), coir_volume_to(10, 0.5F));
    coir_run_on_done(run, queue_high, NULL);
    coir_music_queue(level, NULL);
    coir_music_queue(low, NULL);
    play_to(2.5);
    assert_ptr_equal(piece_now(), level);
    play_to(3.5);
    assert_ptr_equal(piece_now(), low);
}

// Pieces that cannot begin -------------------------------------------------------------------------------------------

static void without_memory_the_piece_and_the_queue_play_on(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_stereo.ogg");
    if (!streamed)
        skip();
    int failed = 0;
    for (long nth = 1; nth < 30; nth++) {
        coir_music_stop(0);
        play_frames(0.25, 8);
        CoirVoice old = coir_music_play(low, NULL);
        assert_true(coir_music_queue(high, NULL));
        support_fail_allocation(nth);
        CoirVoice next = coir_music_play(streamed, NULL);
        bool has_failed = support_failed();
        support_fail_allocation(0);
        assert_true(next.generation == 0 || is_same(coir_music_voice(), next));
        if (next.generation != 0 || !has_failed)
            continue;
        failed++;
        assert_true(is_same(coir_music_voice(), old));
        assert_int_equal(coir_voices_count(NULL), 1);
        play_frames(2.25, 8);
        assert_int_equal(coir_voices_count(high), 1); // began after the loop of the old piece
    }
    assert_true(failed > 0);
}

static void a_piece_that_took_the_only_voice_and_fails_is_followed_by_the_queue(void **state)
{
    (void)state;
    CoirSound *streamed = coir_sound_stream(COIR_TESTS "/fuzz/corpus_ogg/good_stereo.ogg");
    if (!streamed)
        skip();
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1}));
    int failed = 0;
    for (long nth = 1; nth < 30; nth++) {
        coir_music_stop(0);
        play_frames(0.25, 8);
        coir_music_play(low, NULL);
        assert_true(coir_music_queue(high, NULL));
        support_fail_allocation(nth);
        CoirVoice next = coir_music_play(streamed, NULL);
        support_fail_allocation(0);
        if (next.generation != 0)
            continue;
        failed++;
        play_frames(2.25, 8);
        assert_ptr_equal(piece_now(), high);
    }
    assert_true(failed > 0);
}

static void the_queue_holds_its_sounds(void **state)
{
    (void)state;
    CoirSound *cached = coir_sound_load(COIR_TESTS "/fuzz/corpus_wav/good_8.wav");
    if (!cached)
        fail_msg("%s", coir_error());
    coir_music_play(low, NULL);
    coir_music_queue(cached, NULL);
    assert_int_equal(coir_sounds_purge(), 0);
    coir_music_stop(0);
    assert_int_equal(coir_sounds_purge(), 1);
}

TEST_FILE(music_changes)
{
    const struct CMUnitTest tests[] = {
        music_test(a_lower_pitch_moves_the_beats_apart),
        music_test(the_end_comes_later_with_a_lower_pitch),
        music_test(in_a_loop_the_grid_begins_again_with_each_loop),
        music_test(in_a_loop_the_grid_respects_the_offset_of_the_tempo),
        music_test(a_piece_that_has_just_begun_fades_out_through_its_loops),
        music_test(the_end_of_a_loop_without_a_bar_counts_as_a_bar),
        music_test(the_end_of_a_loop_counts_as_long_as_the_piece_loops),
        music_test(a_loop_that_is_set_later_moves_no_beat_and_no_end_of_a_piece_that_plays),
        music_test(behind_the_last_loop_the_end_of_the_sound_counts),
        music_test(a_piece_that_plays_once_ends_with_the_sound),
        music_test(on_the_beat_the_next_beat_is_now),
        music_test(between_beats_the_next_beat_comes),
        music_test(a_piece_without_a_tempo_has_no_beats),
        music_test(a_piece_that_is_paused_just_before_the_bar_keeps_the_next_one_waiting),
        music_test(music_that_is_played_in_a_paused_group_begins_when_the_group_resumes),
        music_test(a_piece_that_has_not_begun_in_a_paused_group_makes_way_at_once),
        music_test(a_queue_that_is_built_while_the_music_is_paused_loses_no_piece),
        music_test(a_beat_of_a_long_frame_before_the_call_does_not_count),
        music_test(after_the_end_of_a_piece_in_a_long_frame_the_next_begins_with_its_call),
        music_test(a_piece_that_is_queued_later_does_not_put_off_the_first_piece_of_the_queue),
        music_test(the_first_piece_of_the_queue_begins_at_an_end_of_a_loop_after_its_call),
        music_test(a_piece_that_waits_fades_over_and_begins_in_place),
        music_test(a_position_is_a_time_at_all_rates),
        music_test(a_piece_that_fades_out_loops_on),
        music_test(a_piece_of_the_queue_fades_over_from_the_end_of_the_loop),
        music_test(a_piece_that_ends_by_itself_has_the_reason_done),
        music_test(an_idle_loop_wakes_for_a_change_of_the_music),
        music_test(stopping_the_effects_leaves_the_queue),
        music_test(stopping_the_music_drops_the_waiting_change),
        music_test(without_a_piece_changes_on_the_bar_happen_at_once),
        music_test(a_closed_mixer_forgets_the_waiting_change),
        music_test(music_that_takes_the_only_voice_does_not_begin_the_queue),
        music_test(the_end_of_a_run_on_the_old_piece_may_queue_a_piece),
        music_test(the_end_of_a_run_on_a_waiting_piece_may_play_a_piece),
        music_test(the_queue_loses_no_piece_if_a_piece_is_queued_while_the_next_takes_its_room),
        music_test(without_memory_the_piece_and_the_queue_play_on),
        music_test(a_piece_that_took_the_only_voice_and_fails_is_followed_by_the_queue),
        music_test(the_queue_holds_its_sounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
