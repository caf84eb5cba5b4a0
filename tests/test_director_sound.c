// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The Director and sound: the sound clock in frames, fixed steps, pauses and slow time.

#include "support/sounds.h"

#include "app/director.h"
#include "base/alloc.h"
#include "sound/advance.h"

static CoirDirector *director;

static void open(CoirDirectorDef def)
{
    coir_stage_destroy(stage);
    def.headless = true;
    def.width = 16;
    def.height = 9;
    director = coir_director_create(&def);
    stage = NULL;
    scene = coir_node_new();
    assert_true(director && coir_director_show(director, scene) && coir_director_frame(director, 0));
}

static void frames(double seconds, double frames_a_second)
{
    for (long i = lround(seconds * frames_a_second); i > 0; i--)
        assert_true(coir_director_frame(director, 1 / frames_a_second));
}

static void play_click(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_sound_play(click);
}

// Renders `seconds` of sound. Checks that there are `clicks` clicks, and that click n (from 1 up) is at sample
// llround(n * period).
static void check_clicks(double seconds, int clicks, double period)
{
    int64_t count = (int64_t)(seconds * RATE);
    float *samples = render(seconds);
    int found = 0;
    for (int64_t i = first_sound(samples, 0, count); i >= 0; i = first_sound(samples, i + 1, count))
        assert_int_equal(i, llround(++found * period));
    assert_int_equal(found, clicks);
    free(samples);
}

static void a_beat_is_exact_in_frames_and_in_whole_steps_at_any_frame_rate(void **state)
{
    (void)state;
    const double rates[] = {15, 30, 60, 144, 1000}, steps[] = {0, 0.01, 1.0 / 60, 0.003};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            open((CoirDirectorDef){.step = steps[s]});
            coir_node_every(scene, 0.11, play_click, NULL);
            frames(2, rates[r]);
            check_clicks(1.9, 17, 0.11 * RATE);
            coir_director_destroy(director);
        }
}

static void a_beat_is_exact_while_the_frame_rate_jumps(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    coir_node_every(scene, 0.125, play_click, NULL);
    double time = 0;
    for (unsigned i = 1; time < 4.2; i++) {
        double dt = 0.001 * (double)(1 + i * 7919 % 97);
        frames(dt, 1 / dt);
        time += dt;
    }
    check_clicks(4.1, 32, RATE / 8);
    coir_director_destroy(director);
}

static void slow_time_of_the_director_spreads_voices_started_by_timers(void **state)
{
    (void)state;
    const double steps[] = {0, 0.01};
    for (int i = 0; i < 2; i++) {
        open((CoirDirectorDef){.step = steps[i]});
        coir_director_set_time_scale(director, 0.5);
        coir_node_every(scene, 0.125, play_click, NULL);
        frames(2, 30);
        check_clicks(1.9, 7, RATE / 4);
        coir_director_destroy(director);
    }
}

static CoirVoice asked;

static void note_position(CoirNode *node, void *position)
{
    (void)node;
    coir_sound_play(click); // frees voices that ended before the timer; `asked` still plays
    *(double *)position = coir_voice_position(asked);
}

static void a_timer_reads_positions_of_voices_at_its_own_time(void **state)
{
    (void)state;
    double position = 0;
    open((CoirDirectorDef){0});
    CoirNode *panel = coir_node_new();
    coir_node_set_interface(panel, true);
    coir_node_add(scene, panel);
    CoirSound *tenth = constant_sound(RATE / 10, 0.5F);
    asked = coir_node_play(scene, tenth);
    frames(0.03125, 64);
    coir_director_set_time_scale(director, 0.125);
    coir_node_once_after(scene, 0.01, note_position, &position); // after 0.08 s of the sound clock
    frames(0.125, 8);
    assert_float_equal(position, 0.03125 + 0.01, 1e-6);
    coir_director_set_time_scale(director, 1);
    coir_scheduler_set_time_scale(coir_stage_scheduler(coir_director_stage(director)), 0.125);
    coir_node_once_after(scene, 0.01, note_position, &position);
    frames(0.125, 8);
    assert_float_equal(position, 0.03125 + 0.125 / 8 + 0.01, 1e-6);
    coir_director_hold(director, 1);
    coir_node_once_after(panel, 0.1, note_position, &position);
    frames(0.125, 8);
    assert_float_equal(position, 0.03125 + 0.25 / 8, 1e-6);
    coir_director_destroy(director);
    coir_sound_destroy(tenth);
}

static void the_sound_clock_continues_while_the_director_is_paused(void **state)
{
    (void)state;
    const double steps[] = {0, 0.01};
    for (int i = 0; i < 2; i++) {
        open((CoirDirectorDef){.step = steps[i]});
        frames(1, 64);
        CoirVoice music = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
        CoirVoice hero = coir_node_play(scene, level);
        frames(0.25, 64);
        coir_director_pause(director);
        frames(0.25, 64);
        assert_float_equal(coir_voice_position(music), 0.5, 0.011);
        assert_float_equal(coir_voice_position(hero), 0.25, 0.011);
        coir_director_resume(director);
        frames(0.25, 64);
        assert_float_equal(coir_voice_position(music), 0.75, 0.03);
        coir_director_set_time_scale(director, 0);
        frames(0.125, 64);
        assert_float_equal(coir_voice_position(music), 0.875, 0.03);
        assert_float_equal(coir_voice_position(hero), 0.5, 0.03);
        coir_director_destroy(director);
    }
}

static void the_last_director_ends_the_voices_and_the_sounds_of_files(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    CoirDirector *other = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 16, .height = 9});
    CoirVoice voice = coir_sound_play(level);
    coir_director_destroy(director);
    assert_true(coir_voice_is_playing(voice));
    coir_director_frame(other, 0.25); // the other director leads the sound clock now
    coir_director_frame(other, 0.25);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-6);
    coir_director_destroy(other);
    assert_false(coir_voice_is_playing(voice));
    assert_int_equal(coir_sounds_each(NULL, NULL), 0);
}

static void an_idle_loop_wakes_for_playing_sounds(void **state)
{
    (void)state;
    open((CoirDirectorDef){.idle = true});
    assert_true(isinf(coir_sound_quiet_for()));
    CoirVoice voice = coir_sound_play(level);
    assert_float_equal(coir_sound_quiet_for(), 0.25, 0);
    frames(0.875, 64);
    assert_float_equal(coir_sound_quiet_for(), 0.125, 1e-9);
    CoirRun run = coir_voice_run(voice, coir_volume_to(1, 0));
    assert_float_equal(coir_sound_quiet_for(), 0, 0);
    coir_run_stop(run);
    coir_voice_pause(voice);
    coir_sound_play_with(click, &(CoirPlay){.delay = 0.1});
    assert_float_equal(coir_sound_quiet_for(), 0.1, 1e-9);
    coir_voices_stop_all();
    frames(1, 64);
    assert_true(isinf(coir_sound_quiet_for()));
    coir_director_destroy(director);
}

static void the_sound_clock_counts_the_sleep_of_a_paused_loop(void **state)
{
    (void)state;
    open((CoirDirectorDef){.idle = true, .max_dt = 0.1});
    CoirVoice voice = coir_sound_play(level);
    coir_director_pause(director);
    director->quiet = 0.2; // as after a sleep of the loop
    frames(0.25, 4);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-6);
    director->quiet = 0;
    frames(0.25, 4);
    assert_float_equal(coir_voice_position(voice), 0.35, 1e-6);
    coir_director_destroy(director);
}

static void statistics_count_voices(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    coir_sound_play(level);
    coir_sound_play(level);
    CoirStatistics statistics = coir_director_statistics(director);
    assert_int_equal(statistics.voices, 2);
    assert_int_equal(statistics.underruns, 0);
    assert_true(coir_mixer_stats().sound_bytes >= RATE * sizeof(float));
    coir_director_destroy(director);
}

static void the_last_director_frees_actions_of_voices_and_groups(void **state)
{
    (void)state;
    open((CoirDirectorDef){0}); // destroys the stage that set_up_sound made
    coir_director_destroy(director);
    int64_t without_stage = coir_memory_blocks();
    open((CoirDirectorDef){0});
    coir_voice_run(coir_sound_play(level), coir_pitch_to(1, 2));
    coir_group_run(COIR_GROUP_MUSIC, coir_volume_to(1, 0.5F));
    frames(0.5, 64);
    coir_director_destroy(director);
    assert_int_equal(coir_memory_blocks(), without_stage);
}

static void end_director(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_director_destroy(director);
}

static void an_action_of_a_voice_that_destroys_the_last_director_at_its_end_causes_no_warning(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    CoirVoice voice = coir_sound_play(level);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0)), end_director, NULL);
    coir_voice_run(coir_sound_play(level), coir_volume_to(5, 0));
    frames(0.5, 64);
    assert_true(coir_voice_stop(voice));
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    coir_nodes_sweep();
    assert_int_equal(coir_nodes_count(), 0);
}

static void a_whole_sound_has_no_gaps_between_frames(void **state)
{
    (void)state;
    const double steps[] = {0, 0.01};
    for (int i = 0; i < 2; i++) {
        open((CoirDirectorDef){.step = steps[i]});
        coir_node_run(scene, coir_play_whole(level));
        frames(0.5, 60);
        float *samples = render(0.49);
        for (int k = 0; k < RATE * 49 / 100; k++)
            if (samples[k] != 0.5F)
                fail_msg("%g at sample %d", (double)samples[k], k);
        free(samples);
        coir_director_destroy(director);
    }
}

static void pause_director(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_director_pause(director);
}

static void a_pause_in_a_step_stops_voices_of_nodes_with_their_node(void **state)
{
    (void)state;
    open((CoirDirectorDef){.step = 0.01});
    CoirVoice voice = coir_node_play(scene, level);
    coir_node_once_after(scene, 0.015, pause_director, NULL);
    frames(0.1, 10);
    assert_float_equal(coir_voice_position(voice), 0.02, 1e-6);
    coir_director_resume(director);
    frames(0.1, 10);
    double lag = coir_sound_now() - coir_voice_position(voice);
    frames(0.1, 10);
    assert_float_equal(coir_sound_now() - coir_voice_position(voice), lag, 1e-6);
    coir_director_destroy(director);
}

// Checks that `level` is heard half way from the middle to the right.
static void assert_half_right(void)
{
    float pairs[2];
    free(render(0.2));
    assert_int_equal(coir_sound_render(1.0 / RATE, pairs), 1);
    assert_float_equal(pairs[0], 0.5 * sqrt(0.5), 1e-3);
    assert_float_equal(pairs[1], 0.5, 1e-3);
}

static void another_director_does_not_move_the_ear(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    CoirDirector *other = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 1600, .height = 900});
    scene->position.x = 12; // half way from the middle of 16 points to the side
    coir_node_play_with(scene, level, &(CoirPlay){.pans = true});
    for (int i = 0; i < 16; i++) {
        coir_director_frame(other, 1.0 / 64);
        coir_director_frame(director, 1.0 / 64);
    }
    assert_half_right();
    coir_director_destroy(other);
    coir_director_destroy(director);
}

static void a_new_size_of_the_stage_moves_the_ear(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    assert_true(coir_director_set_resolution(director, COIR_RESOLUTION_SHOW_ALL, 32, 0));
    scene->position.x = 24; // half way from the middle of 32 points to the side
    coir_node_play_with(scene, level, &(CoirPlay){.pans = true});
    for (int i = 0; i < 16; i++)
        coir_director_frame(director, 1.0 / 64);
    assert_half_right();
    coir_director_destroy(director);
}

static void a_sound_between_frames_is_panned_by_the_leading_directors_stage(void **state)
{
    (void)state;
    float pairs[64];
    open((CoirDirectorDef){0});
    CoirDirector *other = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 1600, .height = 900});
    CoirNode *second = coir_node_new();
    assert_true(coir_director_show(other, second) && coir_director_frame(other, 0));
    scene->position.x = 12;
    coir_director_frame(director, 0);
    coir_director_frame(other, 0);
    coir_node_play_with(scene, click, &(CoirPlay){.pans = true});
    coir_director_frame(director, 0.25);
    assert_int_equal(coir_sound_render(32.0 / RATE, pairs), 32);
    assert_float_equal(pairs[0], 0.5 * sqrt(0.5), 1e-3);
    coir_director_destroy(other);
    coir_director_destroy(director);
}

static void look_at_director(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)user;
    CoirVec2 size = coir_director_size(director); // the director is destroyed, but not freed yet
    note("%d %d", (int)reason, (int)size.x);
}

static void the_end_of_a_voice_finds_the_last_director(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    coir_sound_play_with(level, &(CoirPlay){.on_end = look_at_director});
    coir_director_destroy(director);
    assert_trace("3 16");
}

typedef struct Room {
    CoirNode node;
} Room;

static const CoirNodeClass Room_class;
static CoirGroup group;

static void mute_group(CoirNode *node)
{
    (void)node;
    assert_true(coir_group_set_muted(group, true));
}

static void destroy_group(CoirNode *node)
{
    (void)node;
    coir_group_destroy(group);
}

static COIR_NODE_CLASS(Room, .leave = mute_group, .destroy = destroy_group);

static void close_mixer_at_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice, (void)reason, (void)user;
    coir_mixer_close();
}

static void fade_music(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_true(coir_run_is_running(coir_group_run(COIR_GROUP_MUSIC, coir_volume_to(1, 0))));
}

static void close_mixer_and_fade_music(CoirNode *node, void *user)
{
    coir_mixer_close();
    fade_music(node, user);
}

static void check_music_fades_at(double time)
{
    assert_float_equal(coir_sound_now(), time, 1e-6);
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.5, 0.02);
    coir_director_destroy(director);
    assert_float_equal(coir_sound_now(), 0, 0);
}

static void the_clock_continues_when_the_mixer_is_closed_in_a_frame(void **state)
{
    (void)state;
    open((CoirDirectorDef){.step = 1.0 / 64});
    coir_node_once_after(scene, 1, close_mixer_and_fade_music, NULL);
    frames(1.5, 32);
    check_music_fades_at(1.5);
    open((CoirDirectorDef){.step = 1.0 / 64});
    coir_sound_play_with(level, &(CoirPlay){.delay = 0.01, .on_end = close_mixer_at_end});
    coir_node_once_after(scene, 1.02, fade_music, NULL); // in the second step of the frame
    frames(1.5, 32);
    check_music_fades_at(1.5);
}

static void the_last_hooks_of_a_scene_find_its_groups(void **state)
{
    (void)state;
    open((CoirDirectorDef){0});
    group = coir_group_new("room", COIR_GROUP_EFFECTS);
    Room *room = COIR_NEW(Room);
    assert_true(group != COIR_GROUP_NONE && coir_director_show(director, &room->node) &&
                coir_director_frame(director, 0));
    coir_director_destroy(director);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(director_sound)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_beat_is_exact_in_frames_and_in_whole_steps_at_any_frame_rate),
        sound_test(a_beat_is_exact_while_the_frame_rate_jumps),
        sound_test(slow_time_of_the_director_spreads_voices_started_by_timers),
        sound_test(a_timer_reads_positions_of_voices_at_its_own_time),
        sound_test(the_sound_clock_continues_while_the_director_is_paused),
        sound_test(an_idle_loop_wakes_for_playing_sounds),
        sound_test(the_sound_clock_counts_the_sleep_of_a_paused_loop),
        sound_test(statistics_count_voices),
        sound_test(the_last_director_frees_actions_of_voices_and_groups),
        sound_test(a_whole_sound_has_no_gaps_between_frames),
        sound_test(an_action_of_a_voice_that_destroys_the_last_director_at_its_end_causes_no_warning),
        sound_test(the_last_director_ends_the_voices_and_the_sounds_of_files),
        sound_test(a_pause_in_a_step_stops_voices_of_nodes_with_their_node),
        sound_test(another_director_does_not_move_the_ear),
        sound_test(a_new_size_of_the_stage_moves_the_ear),
        sound_test(a_sound_between_frames_is_panned_by_the_leading_directors_stage),
        sound_test(the_end_of_a_voice_finds_the_last_director),
        sound_test(the_clock_continues_when_the_mixer_is_closed_in_a_frame),
        sound_test(the_last_hooks_of_a_scene_find_its_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
