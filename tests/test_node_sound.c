// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices of nodes run on the clock of their node. Sounds of actions start at the exact sample, and follow seeks and
// reverses.

#include "support/ramp.h"

// The node's clock ---------------------------------------------------------------------------------------------------

static void slow_down(CoirNode *node, void *user)
{
    coir_node_set_time_scale(node, *(double *)user);
}

static void slow_motion_slows_the_voice_from_the_exact_sample_on(void **state)
{
    (void)state;
    double half = 0.5;
    CoirVoice voice = coir_node_play(scene, ramp);
    coir_node_once_after(scene, 0.21, slow_down, &half);
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.21 + 0.29 / 2, 1e-7);
    play_frames(0.5, 60);
    float *samples = render(1);
    for (int i = 0; i < RATE; i++) {
        double at = (double)i / RATE, place = at <= 0.21 ? at : 0.21 + (at - 0.21) / 2;
        assert_float_equal(samples[i], place, 2e-5);
    }
    free(samples);
}

static CoirRun stopped;

static void stop_a_run(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_run_stop(stopped);
}

static void pause_all(void *target, double dt, void *user)
{
    (void)target, (void)dt, (void)user;
    coir_node_set_destroy(coir_action_manager_pause_all(coir_stage_actions(stage)));
}

static void the_end_of_a_voice_in_a_pause_of_all_may_stop_a_run(void **state)
{
    static int target;
    (void)state;
    CoirNode *nodes[3];
    for (int i = 0; i < 3; i++)
        coir_node_add(scene, nodes[i] = coir_node_new());
    coir_node_run(nodes[0], coir_move_by(10, 1, 1));
    stopped = coir_node_run(nodes[1], coir_move_by(10, 1, 1));
    CoirVoice voice = coir_node_play(nodes[2], ramp); // ends after a second
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0.5F)), stop_a_run, NULL);
    coir_scheduler_schedule(coir_stage_scheduler(stage), &target, &(CoirTimerDef){.tick = pause_all, .delay = 1.5});
    play_frames(2, 0.5); // one step
    assert_false(coir_run_is_running(stopped));
    assert_true(coir_node_is_paused(nodes[0]));
}

static void destroy_a_manager(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    coir_action_manager_destroy(user);
}

static void pause_all_of_a_manager(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    assert_null(coir_action_manager_pause_all(user));
    assert_mistake("coir_action_manager_pause_all: the action manager has been destroyed in this call");
}

static void the_end_of_a_voice_in_a_pause_of_all_may_destroy_the_manager(void **state)
{
    static int target;
    (void)state;
    CoirActionManager *manager = coir_action_manager_new();
    CoirNode *mover = coir_node_new();
    coir_action_manager_run(manager, mover, coir_move_by(10, 1, 1));
    CoirVoice voice = coir_node_play(scene, ramp); // ends after a second
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0.5F)), destroy_a_manager, manager);
    coir_scheduler_schedule(coir_stage_scheduler(stage), &target,
                            &(CoirTimerDef){.tick = pause_all_of_a_manager, .user = manager, .delay = 1.5});
    play_frames(2, 0.5); // one step
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_false(coir_node_is_paused(mover));
    coir_node_destroy(mover);
}

static void wait(CoirNode *node, void *user)
{
    (void)node, (void)user;
}

static void destroy_the_stage(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_stage_destroy(stage);
    stage = NULL;
}

static void pause_target_of_a_destroyed_stage(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    assert_false(coir_scheduler_pause_target(coir_stage_scheduler(stage), user));
    assert_null(stage);
}

static void pause_all_targets_of_a_destroyed_stage(void *target, double dt, void *user)
{
    (void)target, (void)dt, (void)user;
    CoirTargetSet *set = coir_scheduler_pause_all(coir_stage_scheduler(stage), 0);
    assert_non_null(set);
    assert_int_equal(coir_target_set_count(set), 0);
    assert_null(stage);
    coir_target_set_destroy(set);
}

static void pause_a_stage_that_a_voice_destroys(CoirTickFn pause)
{
    static int target;
    CoirNode *node = coir_node_new();
    coir_node_add(scene, node);
    coir_node_every(node, 10, wait, NULL);
    CoirVoice voice = coir_node_play(scene, ramp); // ends after a second
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0.5F)), destroy_the_stage, NULL);
    coir_scheduler_schedule(coir_stage_scheduler(stage), &target,
                            &(CoirTimerDef){.tick = pause, .user = node, .delay = 1.5});
    coir_stage_update(stage, 2);
    assert_null(stage);
}

static void the_end_of_a_voice_in_a_pause_of_a_target_may_destroy_the_stage(void **state)
{
    (void)state;
    pause_a_stage_that_a_voice_destroys(pause_target_of_a_destroyed_stage);
}

static void the_end_of_a_voice_in_a_pause_of_all_targets_may_destroy_the_stage(void **state)
{
    (void)state;
    pause_a_stage_that_a_voice_destroys(pause_all_targets_of_a_destroyed_stage);
}

static CoirTargetSet *paused_targets;

static void resume_targets(void *target, double dt, void *user)
{
    (void)target, (void)dt, (void)user;
    assert_true(coir_scheduler_resume_set(coir_stage_scheduler(stage), paused_targets));
}

static void destroy_targets(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_target_set_destroy(paused_targets);
    paused_targets = NULL;
    note("set destroyed; ");
}

static void the_end_of_a_voice_in_a_resume_of_a_set_may_destroy_the_set(void **state)
{
    static int target;
    (void)state;
    CoirNode *node = coir_node_new();
    coir_node_add(scene, node);
    coir_node_every(node, 10, wait, NULL);
    paused_targets = coir_scheduler_pause_all(coir_stage_scheduler(stage), 0);
    assert_true(coir_node_is_paused(node));
    CoirVoice voice = coir_node_play(scene, ramp); // ends after a second
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0.5F)), destroy_targets, NULL);
    coir_scheduler_schedule(coir_stage_scheduler(stage), &target,
                            &(CoirTimerDef){.tick = resume_targets, .delay = 1.5});
    coir_stage_update(stage, 2);
    assert_trace("set destroyed; ");
    assert_null(paused_targets);
    assert_false(coir_node_is_paused(node));
}

static void note_run_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    note("run ended; ");
}

static void fail_to_make(CoirNode *node, void *user)
{
    const CoirTextStyle bad_style = {.scale = -1};
    const CoirFrame no_texture = {.texture = NULL};
    switch (*(int *)user) {
    case 0: assert_null(coir_box_add(node, NAN, 0, 1, 1, COIR_WHITE)); break;
    case 1: assert_null(coir_label_new_with_style("text", &bad_style)); break;
    case 2: assert_null(coir_tiled_with_frame(&no_texture)); break;
    default: assert_null(coir_nine_slice_with_frame(&no_texture, (CoirInsets){0, 0, 0, 0})); break;
    }
    note("not made; ");
}

static void a_maker_that_fails_reports_no_end_of_a_voice(void **state)
{
    (void)state;
    for (int maker = 0; maker < 4; maker++) {
        CoirVoice voice = coir_node_play(scene, ramp); // ends after a second
        coir_run_on_done(coir_voice_run(voice, coir_volume_to(5, 0.5F)), note_run_end, NULL);
        coir_node_once_after(scene, 1.5, fail_to_make, &maker);
        play_frames(2, 0.5); // one step
        assert_trace("not made; run ended; ");
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), maker + 1);
    }
}

static void scales_of_all_clocks_above_multiply(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    coir_node_set_time_scale(scene, 0.5);
    coir_node_set_time_scale(child, 0.5);
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 2);
    CoirVoice voice = coir_node_play(child, ramp);
    play_frames(1, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-7);
}

static void with_keeps_pitch_a_voice_ignores_slow_motion_but_obeys_a_pause(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 0.25);
    CoirVoice voice = coir_node_play_with(scene, ramp, &(CoirPlay){.keeps_pitch = true});
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-7);
    coir_node_pause_tree(scene);
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-7);
}

static void a_paused_subtree_pauses_its_voices(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    CoirVoice voice = coir_node_play(child, ramp), other = coir_sound_play(ramp);
    play_frames(0.25, 60);
    coir_node_pause_tree(scene);
    play_frames(0.25, 60);
    coir_node_resume_tree(scene);
    coir_node_pause(child);
    play_frames(0.25, 60);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-7);
    assert_float_equal(coir_voice_position(other), 0.75, 1e-7);
    coir_node_resume(child);
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.75, 1e-7);
    float *samples = render(1.25);
    assert_float_equal(samples[RATE * 7 / 10], 0.7, 1e-4);        // the other voice
    assert_float_equal(samples[RATE * 11 / 10], 0.1 + 0.5, 1e-4); // the voice of the child
    free(samples);
}

static CoirVoice with_run;

static void pause_at_the_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    CoirNode *child = user;
    (void)node;
    (void)reason;
    coir_node_pause(child);
}

static void stop_with_run(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_voice_stop(with_run);
}

static void a_pause_at_the_end_of_a_run_on_a_voice_has_the_time_of_the_end(void **state)
{
    (void)state;
    for (int frames = 2; frames <= 64; frames *= 32) {
        CoirNode *child = coir_node_new();
        coir_node_add(scene, child);
        CoirVoice voice = coir_node_play(child, ramp);
        with_run = coir_sound_play(ramp);
        coir_run_on_done(coir_voice_run(with_run, coir_volume_to(9, 0)), pause_at_the_end, child);
        coir_node_once_after(scene, 0.3, stop_with_run, NULL);
        play_frames(0.5, frames);
        assert_float_equal(coir_voice_position(voice), 0.3, 1e-7);
        coir_node_destroy(child);
    }
}

static void off_stage_the_voice_waits(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    CoirVoice voice = coir_node_play(child, ramp);
    play_frames(0.25, 60);
    assert_true(coir_voice_is_playing(voice));
    assert_float_equal(coir_voice_position(voice), 0, 0);
    coir_node_add(scene, child);
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-7);
    coir_node_detach(child);
    play_frames(0.25, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-7);
    coir_node_destroy(child);
    assert_false(coir_voice_is_playing(voice));
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    note("%s %d %.4f; ", (const char *)user, (int)reason, coir_sound_now());
}

static void destroy(CoirNode *node, void *user)
{
    (void)user;
    coir_node_destroy(node);
}

static void a_voice_ends_with_its_node_or_rings_out(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    coir_node_set_time_scale(child, 0.5);
    coir_node_play_with(child, ramp, &(CoirPlay){.on_end = note_end, .user = "goes"});
    coir_node_play_with(child, ramp, &(CoirPlay){.on_end = note_end, .user = "rings", .rings_out = true});
    coir_node_once_after(child, 0.3, destroy, NULL); // at 0.6 s
    play_frames(2, 60);
    assert_trace("goes 3 0.6000; rings 0 1.3000; ");
    float *samples = render(2);
    assert_float_equal(samples[RATE / 2], 0.5, 1e-3);
    assert_float_equal(samples[RATE], 0.7, 1e-3);
    free(samples);
}

static void a_hold_pauses_voices_of_the_game_and_a_paused_director_all_voices_of_nodes(void **state)
{
    (void)state;
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 16, .height = 9});
    CoirNode *world = coir_node_new(), *score = coir_node_new();
    coir_node_set_interface(score, true);
    coir_node_add(world, score);
    coir_director_show(director, world);
    coir_director_frame(director, 0);
    CoirVoice voice = coir_node_play(world, ramp), ui = coir_node_play(score, ramp), music = coir_sound_play(ramp);
    coir_director_hold(director, 0.25);
    for (int i = 0; i < 24; i++)
        coir_director_frame(director, 1 / 64.0);
    assert_float_equal(coir_voice_position(voice), 0.125, 1e-7);
    assert_float_equal(coir_voice_position(ui), 0.375, 1e-7);
    coir_director_pause(director);
    for (int i = 0; i < 8; i++)
        coir_director_frame(director, 1 / 64.0);
    assert_float_equal(coir_voice_position(voice), 0.125, 1e-7);
    assert_float_equal(coir_voice_position(ui), 0.375, 1e-7);
    assert_float_equal(coir_voice_position(music), 0.5, 1e-7);
    coir_director_destroy(director);
    assert_false(coir_voice_is_playing(music));
}

static void a_voice_that_pans_follows_its_node(void **state)
{
    (void)state;
    float pairs[2];
    assert_true(coir_sound_set_ear(100, 50));
    scene->position.x = 100;
    coir_node_play_with(scene, level, &(CoirPlay){.pans = true});
    play_frames(0.1, 60);
    scene->position.x = 137.5F;
    play_frames(0.1, 60);
    free(render(0.19));
    assert_int_equal(coir_sound_render(1.0 / RATE, pairs), 1);
    assert_float_equal(pairs[0], 0.25, 1e-5);
    assert_float_equal(pairs[1], 0.5, 1e-5);
    assert_true(coir_sound_set_ear(0, 0));
    assert_false(coir_sound_set_ear(NAN, 1));
    assert_mistake("coir_sound_set_ear: ");
}

static void a_voice_that_pans_and_rings_out_keeps_the_last_pan_of_its_node(void **state)
{
    (void)state;
    static float pairs[RATE];
    coir_sound_set_ear(0, 100);
    CoirNode *parent = coir_node_new(), *child = coir_node_new();
    coir_node_add(scene, parent);
    coir_node_add(parent, child);
    parent->position.x = 100; // off stage, `child` is at 0
    CoirVoice voice = coir_node_play_with(child, level, &(CoirPlay){.pans = true, .rings_out = true});
    play_frames(0.25, 60);
    coir_node_detach(child);
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 1); // the clocks of voices are read
    coir_node_destroy(child);
    play_frames(0.25, 60);
    assert_true(coir_voice_is_playing(voice));
    assert_int_equal(coir_sound_render(0.5, pairs), RATE / 2);
    for (int i = 0; i < RATE / 2; i++) {
        assert_float_equal(pairs[2 * i], 0, 0);
        assert_float_equal(pairs[2 * i + 1], 0.5, 0);
    }
    assert_true(coir_sound_set_ear(0, 0));
}

static void a_voice_of_a_node_whose_position_is_nan_is_heard_in_the_middle(void **state)
{
    (void)state;
    float pairs[2];
    scene->position.x = NAN;
    coir_node_play_with(scene, level, &(CoirPlay){.pans = true});
    play_frames(0.1, 60);
    free(render(0.05));
    assert_int_equal(coir_sound_render(1.0 / RATE, pairs), 1);
    assert_float_equal(pairs[0], pairs[1], 1e-5);
    assert_float_equal(pairs[0], 0.5, 1e-5);
}

// Actions ------------------------------------------------------------------------------------------------------------

static void a_sequence_plays_each_sound_at_its_exact_sample(void **state)
{
    (void)state;
    coir_node_run(scene, coir_sequence(coir_play(click), coir_delay(0.0333), coir_play(click), coir_delay(0.1),
                                       coir_play(click)));
    play_frames(0.5, 30);
    float *samples = render(0.5);
    assert_int_equal(first_sound(samples, 0, RATE / 2), 0);
    assert_int_equal(first_sound(samples, 1, RATE / 2), 1598); // 0.0333 s * 48000 = 1598.4
    assert_int_equal(first_sound(samples, 1599, RATE / 2), 6398);
    assert_int_equal(first_sound(samples, 6399, RATE / 2), -1);
    free(samples);
}

static void a_seek_starts_no_sound_and_time_that_turns_back_stops_sounds(void **state)
{
    (void)state;
    CoirAction *timeline = coir_sequence(coir_delay(0.5), coir_play(level), coir_delay(1));
    CoirRun run = coir_node_run(scene, timeline);
    play_frames(0.25, 60);
    assert_true(coir_run_seek(run, 0.75, 0));
    assert_int_equal(coir_voices_count(NULL), 0);
    assert_true(coir_run_seek(run, 0.25, 0));
    assert_true(coir_run_seek(run, 0.75, COIR_SEEK_CALLS));
    assert_int_equal(coir_voices_count(NULL), 0);
    assert_true(coir_run_seek(run, 0.25, 0));
    play_frames(0.5, 60);
    assert_int_equal(coir_voices_count(NULL), 1);
    assert_true(coir_run_reverse(run));
    play_frames(0.2, 60);
    assert_int_equal(coir_voices_count(NULL), 1);
    play_frames(0.1, 60);
    assert_int_equal(coir_voices_count(NULL), 0); // before the instant of coir_play
    play_frames(1, 60);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static CoirRun sought;

static void seek(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_run_seek(sought, 0.75, COIR_SEEK_CALLS);
}

static void a_seek_inside_of_a_call_starts_no_sound_either(void **state)
{
    (void)state;
    sought = coir_node_run(scene, coir_sequence(coir_delay(0.5), coir_play(level), coir_delay(1)));
    coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_call(seek, NULL)));
    play_frames(0.25, 60);
    assert_float_equal(coir_run_elapsed(sought), 0.9, 0.01);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void a_whole_sound_follows_its_run(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_play_whole(ramp), coir_play(click)));
    assert_float_equal(coir_run_duration(run), 1.1, 1e-9);
    play_frames(0.5, 60); // at 0.4 s of the sound
    coir_run_set_speed(run, 0.5);
    play_frames(0.5, 60); // at 0.65 s
    coir_run_pause(run);
    play_frames(0.25, 60);
    coir_run_resume(run);
    coir_run_reverse(run);
    play_frames(0.5, 60); // at 0.4 s
    coir_run_seek(run, 0.3, 0);
    coir_run_reverse(run);
    coir_run_set_speed(run, 1);
    play_frames(1, 60);
    float *samples = render(2.75);
    assert_int_equal(first_sound(samples, 0, RATE), 4801); // the ramp begins with 0 at 4800
    assert_float_equal(heard(samples, 0.3), 0.2, 1e-3);
    assert_float_equal(heard(samples, 0.8), 0.55, 1e-3);
    assert_float_equal(heard(samples, 1.2), 0, 0);
    assert_float_equal(heard(samples, 1.45), 0.55, 1e-3);
    assert_float_equal(heard(samples, 1.65), 0.45, 1e-3);
    assert_float_equal(heard(samples, 2), 0.45, 1e-3);
    assert_float_equal(heard(samples, 2.5), 0.95, 1e-3);
    assert_int_equal(first_sound(samples, (int64_t)(2.57 * RATE), RATE * 2), -1);
    free(samples);
}

static void a_reversed_whole_sound_plays_backwards(void **state)
{
    (void)state;
    coir_node_run(scene, coir_reverse(coir_sequence(coir_play_whole(ramp), coir_delay(0.25))));
    play_frames(1.5, 60);
    float *samples = render(1.5);
    assert_float_equal(heard(samples, 0.2), 0, 0);
    assert_float_equal(heard(samples, 0.5), 0.75, 1e-3);
    assert_float_equal(heard(samples, 1), 0.25, 1e-3);
    assert_float_equal(heard(samples, 1.3), 0, 0);
    assert_int_equal(coir_voices_count(NULL), 0);
    free(samples);
}

static void a_whole_sound_is_eased_and_ends_with_its_node(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    coir_node_run(child, coir_ease_with(COIR_EASE_IN, 2, coir_play_whole(ramp)));
    play_frames(0.5, 120);
    coir_node_destroy(child);
    play_frames(0.5, 120);
    float *samples = render(1);
    assert_float_equal(heard(samples, 0.4), 0.16, 2e-3);
    assert_float_equal(heard(samples, 0.51), 0, 0);
    free(samples);
}

static void actions_change_the_numbers_of_a_voice_with_any_ease(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    CoirRun run = coir_voice_run(voice, coir_ease_with(COIR_EASE_IN, 2, coir_volume_to(0.5, 0)));
    assert_true(coir_run_is_running(run));
    coir_voice_run(voice, coir_spawn(coir_pan_to(0.5, 1), coir_pitch_to(0.5, 0.5F)));
    play_frames(0.25, 64);
    assert_float_equal(coir_voice_volume(voice), 0.75, 1e-5);
    assert_float_equal(coir_voice_pan(voice), 0.5, 1e-5);
    assert_float_equal(coir_voice_pitch(voice), 0.75, 1e-5);
    float *samples = render(0.25);
    assert_float_equal(samples[RATE / 4 - 1], 0.375 * sqrt(0.5), 2e-3);
    float most = 0;
    for (int i = 1; i < RATE / 4; i++)
        most = fmaxf(most, fabsf(samples[i] - samples[i - 1]));
    assert_true(most < 1e-3F); // smooth, although the action is stepped 64 times per second
    free(samples);
    play_frames(2, 64);
    assert_false(coir_run_is_running(run));
}

static void note_reason(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)user;
    note("%d ", (int)reason);
}

static void actions_of_a_voice_of_a_node_run_on_the_nodes_clock_and_end_with_the_voice(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play_with(scene, level, &(CoirPlay){.loops = COIR_FOREVER});
    CoirRun run = coir_voice_run(voice, coir_volume_to(1, 0));
    coir_run_on_done(run, note_reason, NULL);
    coir_node_set_time_scale(scene, 0.5);
    play_frames(1, 60);
    assert_float_equal(coir_voice_volume(voice), 0.5, 1e-5);
    coir_voice_stop(voice);
    play_frames(0.1, 60);
    assert_false(coir_run_is_running(run));
    note("%d ", COIR_END_GONE);
    assert_int_equal(noted()[0], noted()[2]);
    forget_trace();
}

// There is room for four runs. The fourth run is started while coir_voice_run starts the fifth: a sound of the fifth
// run steals a voice, whose run then ends.
static CoirVoice full_voice;

static void fill(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    assert_int_not_equal(coir_voice_run(full_voice, coir_volume_to(5, 0.5F)).generation, 0);
}

static void start_a_run_that_starts_a_run(CoirNode *node, void *user)
{
    CoirNode *other = user;
    (void)node;
    assert_int_not_equal(coir_voice_run(full_voice, coir_targeted(other, coir_play(level))).generation, 0);
}

static void a_run_on_a_voice_may_start_another_run_on_the_voice_as_it_begins(void **state)
{
    (void)state;
    CoirNode *other = coir_node_new();
    coir_node_add(scene, other);
    coir_mixer_close();
    assert_true(coir_mixer_open(&(CoirMixerDef){.voices = 2, .no_device = true}));
    CoirVoice stolen = coir_node_play(other, level);
    play_frames(0.1, 60);
    full_voice = coir_node_play(scene, level);
    coir_run_on_done(coir_voice_run(stolen, coir_volume_to(5, 0.2F)), fill, NULL);
    for (int i = 0; i < 3; i++)
        coir_voice_run(full_voice, coir_delay(50));
    coir_node_run(scene, coir_sequence(coir_delay(0.05), coir_call(start_a_run_that_starts_a_run, other)));
    play_frames(0.2, 60);
    assert_false(coir_voice_is_playing(stolen));
    coir_voice_stop(full_voice); // ends all five runs
    play_frames(0.1, 60);
    assert_int_equal(coir_node_run_count(scene), 0);
}

static void volume_to_on_a_node_changes_all_its_voices(void **state)
{
    (void)state;
    CoirVoice one = coir_node_play(scene, level), two = coir_node_play(scene, level), other = coir_sound_play(level);
    coir_node_run(scene, coir_volume_to(0.25, 0.5F));
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_volume(one), 0.5, 0);
    assert_float_equal(coir_voice_volume(two), 0.5, 0);
    assert_float_equal(coir_voice_volume(other), 1, 0);
    assert_int_equal(coir_node_stop_voices(scene), 2);
    assert_true(coir_voice_is_playing(other));
}

static void a_group_runs_actions_too(void **state)
{
    (void)state;
    CoirRun run = coir_group_run(COIR_GROUP_MUSIC, coir_volume_to(0.5, 0.2F));
    assert_true(coir_run_is_running(run));
    coir_sound_play_with(level, &(CoirPlay){.group = COIR_GROUP_MUSIC});
    play_frames(0.25, 60);
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.6, 1e-3);
    play_frames(0.5, 60);
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.2, 0);
    assert_int_equal(coir_group_run(99, coir_volume_to(1, 1)).generation, 0);
    assert_mistake("coir_group_run: there is no group 99");
    assert_int_equal(coir_voice_run((CoirVoice){0}, coir_volume_to(1, 1)).generation, 0);
}

static void check_refused(CoirRun run, const char *mistake)
{
    assert_int_equal(run.generation, 0);
    assert_mistake(mistake);
}

static void voices_and_groups_refuse_actions_of_nodes(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play(level);
    check_refused(coir_voice_run(voice, coir_move_by(1, 1, 1)), "coir_voice_run: the action has a part");
    check_refused(coir_voice_run(voice, coir_sequence(coir_volume_to(1, 0), coir_play(level))),
                  "coir_voice_run: the action has a part");
    check_refused(coir_voice_run(voice, coir_repeat(2, coir_ease(COIR_EASE_IN, coir_fade_to(1, 0)))),
                  "coir_voice_run: the action has a part");
    check_refused(coir_voice_run(voice, coir_remove_self()), "coir_voice_run: the action has a part");
    check_refused(coir_group_run(COIR_GROUP_MUSIC, coir_pitch_to(1, 1)), "coir_group_run: the action has a part");
    check_refused(coir_group_run(COIR_GROUP_MUSIC, coir_spawn(coir_volume_to(1, 1), coir_pan_to(1, 1))),
                  "coir_group_run: the action has a part");
    assert_int_equal(coir_voices_count(NULL), 1);
    CoirAction *fits = coir_sequence(coir_delay(0.1), coir_ease(COIR_EASE_IN, coir_volume_to(0.1, 0.5F)),
                                     coir_targeted(scene, coir_move_by(0.1, 1, 1)));
    assert_true(coir_run_is_running(coir_voice_run(voice, fits)));
}

static void two_runs_of_one_description_have_their_own_voices(void **state)
{
    (void)state;
    CoirAction *whole = coir_play_whole(ramp);
    CoirRun early = coir_node_run(scene, coir_action_retain(whole));
    play_frames(0.25, 60);
    coir_node_run(scene, whole);
    play_frames(0.25, 60);
    assert_int_equal(coir_voices_count(ramp), 2);
    coir_run_stop(early);
    assert_int_equal(coir_voices_count(ramp), 1);
    CoirAction *play = coir_sequence(coir_delay(0.1), coir_play(level), coir_delay(0.9));
    early = coir_node_run(scene, coir_action_retain(play));
    play_frames(0.25, 60);
    coir_node_run(scene, play);
    play_frames(0.25, 60);
    assert_int_equal(coir_voices_count(level), 2);
    assert_true(coir_run_seek(early, 0, 0));
    assert_int_equal(coir_voices_count(level), 1);
    float *samples = render(1);
    assert_float_equal(heard(samples, 0.45), 0.45 + 0.2, 1e-3); // the ramps of both runs
    free(samples);
}

static void actions_find_their_voices_when_the_node_has_moved(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    CoirRun whole = coir_node_run(child, coir_play_whole(ramp));
    CoirRun play = coir_node_run(child, coir_sequence(coir_delay(0.1), coir_play(level), coir_delay(0.9)));
    play_frames(0.25, 60);
    assert_int_equal(coir_voices_count(NULL), 2);
    coir_node_set_interface(child, true); // moves the runs to the interface's action manager
    play_frames(0.25, 60);
    assert_true(coir_run_seek(play, 0, 0));
    assert_int_equal(coir_voices_count(level), 0);
    coir_run_stop(whole);
    assert_int_equal(coir_voices_count(ramp), 0);
}

static void bad_actions_are_mistakes(void **state)
{
    (void)state;
    assert_null(coir_play(NULL));
    assert_mistake("coir_play: the sound is NULL");
    assert_null(coir_play_with(level, &(CoirPlay){.pitch = NAN}));
    assert_mistake("coir_play_with: a pitch of");
    assert_null(coir_play_whole(NULL));
    assert_mistake("coir_play_whole: ");
    assert_null(coir_volume_to(1, -1));
    assert_mistake("coir_volume_to: the second argument is -1");
    assert_null(coir_pan_to(1, NAN));
    assert_null(coir_pitch_to(-1, 1));
    assert_null(coir_node_play((CoirNode *)NULL, level).generation ? level : NULL);
    assert_mistake("coir_node_play: ");
}

static void an_enormous_time_scale_is_no_harm(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 1e18);
    CoirNode *child = coir_node_new();
    coir_node_add(scene, child);
    coir_node_set_time_scale(child, 1e300);
    coir_node_play_with(child, ramp, &(CoirPlay){.loops = COIR_FOREVER, .pitch = 64});
    CoirVoice voice = coir_node_play(child, ramp);
    play_frames(0.25, 64);
    assert_false(coir_voice_is_playing(voice));
    float *samples = render(0.25);
    for (int i = 0; i < RATE / 4; i++)
        assert_true(samples[i] >= -1 && samples[i] <= 1);
    free(samples);
}

static void a_step_too_long_by_an_enormous_time_scale_does_not_move_voices(void **state)
{
    (void)state;
    CoirVoice voice = coir_node_play_with(scene, ramp, &(CoirPlay){.pitch = 0.5f});
    play_frames(0.25, 64);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 1e308));
    assert_false(coir_stage_update(stage, 1.0 / 64));
    assert_float_equal(coir_voice_position(voice), 0.125, 1e-9);
    assert_true(coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 1));
    play_frames(0.25, 64);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    assert_null(coir_sounds_fault());
}

// Special cases ------------------------------------------------------------------------------------------------------

static void play_and_slow_all(CoirNode *node, void *user)
{
    *(CoirVoice *)user = coir_node_play(node, ramp);
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 0.5);
}

static void a_time_scale_set_in_a_step_slows_a_voice_of_that_step_from_the_next_step_on(void **state)
{
    (void)state;
    CoirVoice voice;
    coir_node_once_after(scene, 0.25, play_and_slow_all, &voice);
    assert_true(coir_stage_update(stage, 0.375));
    play_frames(0.5, 64);
    double place = coir_voice_position(voice);
    assert_float_equal(place, 0.125 + 0.25, 1e-9); // the scale holds for the voice and the node from the next step on
    play_frames(0.5, 64);
    assert_float_equal(coir_voice_position(voice), place + 0.25, 1e-9);
    float *samples = render(1.375);
    assert_float_equal(samples[RATE * 875 / 1000], place, 1e-3); // the mixer has the same position
    free(samples);
}

static void click_now(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_sound_play(click);
}

static void sounds_that_the_action_of_a_voice_starts_begin_at_their_instants(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(ramp, &(CoirPlay){.volume = 1e-9F});
    coir_voice_set_volume(voice, 0);
    coir_voice_run(voice, coir_sequence(coir_delay(0.1), coir_call(click_now, NULL)));
    play_frames(0.25, 60);
    float *samples = render(0.25);
    int64_t first = 0;
    while (first < RATE / 4 && samples[first] < 0.1F)
        first++;
    assert_int_equal(first, RATE / 10);
    free(samples);
}

static void an_action_on_all_voices_leaves_later_voices_alone(void **state)
{
    (void)state;
    CoirVoice one = coir_node_play(scene, level);
    coir_node_run(scene, coir_volume_to(0.5, 0.5F));
    play_frames(0.25, 64);
    CoirVoice later = coir_node_play(scene, level);
    play_frames(0.5, 64);
    assert_float_equal(coir_voice_volume(one), 0.5, 0);
    assert_float_equal(coir_voice_volume(later), 1, 0);
}

static double beyond(double t, void *user)
{
    (void)user;
    return t < 0.4 ? 50 : t < 0.6 ? -50 : t < 0.8 ? NAN : t;
}

static void an_ease_brings_no_number_out_of_its_range(void **state)
{
    (void)state;
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.loops = COIR_FOREVER});
    coir_voice_run(voice, coir_ease_function(beyond, NULL,
                                             coir_spawn(coir_volume_to(1, 2), coir_pan_to(1, 1), coir_pitch_to(1, 2))));
    for (int i = 0; i < 70; i++) {
        play_frames(1.0 / 64, 64);
        float volume = coir_voice_volume(voice), pan = coir_voice_pan(voice), pitch = coir_voice_pitch(voice);
        assert_true(volume >= 0 && volume <= 16);
        assert_true(pan >= -1 && pan <= 1);
        assert_true(pitch >= 0 && pitch <= 64);
    }
    float *samples = render(1);
    for (int i = 0; i < RATE; i++)
        assert_true(samples[i] >= -1 && samples[i] <= 1);
    free(samples);
}

static void a_paused_group_pauses_whole_sounds(void **state)
{
    (void)state;
    coir_node_run(scene, coir_play_whole(ramp));
    play_frames(0.25, 64);
    coir_group_pause(COIR_GROUP_EFFECTS);
    play_frames(0.25, 64);
    coir_group_resume(COIR_GROUP_EFFECTS);
    play_frames(0.5, 64);
    float *samples = render(1);
    assert_float_equal(heard(samples, 0.2), 0.2, 1e-3);
    assert_float_equal(heard(samples, 0.4), 0, 0);
    assert_float_equal(heard(samples, 0.75), 0.75, 1e-3); // the run went on during the pause
    free(samples);
}

static void a_sought_whole_sound_jumps(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(scene, coir_play_whole(ramp));
    play_frames(0.25, 64);
    coir_run_seek(run, 0.5, 0);
    play_frames(0.25, 64);
    float *samples = render(0.5);
    assert_float_equal(heard(samples, 0.2), 0.2, 1e-3);
    assert_float_equal(heard(samples, 0.262), 0.512, 1e-3); // the voice does not rush through the skipped part
    assert_float_equal(heard(samples, 0.4), 0.65, 1e-3);
    free(samples);
}

static void add_to_scene(CoirNode *node, void *user)
{
    coir_node_add(node, (CoirNode *)user);
}

static void a_voice_that_waited_for_its_node_is_not_prompt(void **state)
{
    (void)state;
    CoirNode *child = coir_node_new();
    CoirVoice voice = coir_node_play(child, ramp), at_once = coir_node_play(scene, ramp);
    coir_node_once_after(scene, 0.1, add_to_scene, child);
    play_frames(0.25, 64);
    assert_true(coir_voice_find(at_once)->is_prompt);
    assert_false(coir_voice_find(voice)->is_prompt);
    assert_float_equal(coir_voice_position(voice), 0.15, 1e-7);
}

static void timers_and_actions_of_the_interface_sound_at_their_instants(void **state)
{
    (void)state;
    CoirNode *panel = coir_node_new();
    coir_node_set_interface(panel, true);
    coir_node_add(scene, panel);
    coir_scheduler_set_time_scale(coir_stage_scheduler(stage), 0.25); // does not slow the interface down
    play_frames(0.5, 60);
    coir_node_once_after(panel, 0.105, click_now, NULL);
    coir_node_run(panel, coir_sequence(coir_delay(0.21), coir_call(click_now, NULL)));
    play_frames(0.5, 60);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), RATE * 605 / 1000);
    assert_int_equal(first_sound(samples, RATE * 605 / 1000 + 1, RATE), RATE * 71 / 100);
    free(samples);
}

static void pause_tree(CoirNode *node, void *user)
{
    (void)node;
    coir_node_pause_tree((CoirNode *)user);
}

static void pause_node(CoirNode *node, void *user)
{
    (void)node;
    coir_node_pause((CoirNode *)user);
}

static void a_pause_in_a_step_pauses_at_its_exact_time(void **state)
{
    (void)state;
    CoirNode *one = coir_node_new(), *two = coir_node_new();
    coir_node_add(scene, one);
    coir_node_add(scene, two);
    CoirVoice first = coir_node_play(one, ramp), second = coir_node_play(two, ramp);
    coir_node_once_after(scene, 0.11, pause_tree, one);
    coir_node_once_after(scene, 0.12, pause_node, two);
    play_frames(0.25, 8);
    assert_float_equal(coir_voice_position(first), 0.11, 1e-7);
    assert_float_equal(coir_voice_position(second), 0.12, 1e-7);
    float *samples = render(0.25);
    assert_float_equal(heard(samples, 0.119) - 0.119, 0, 1e-3); // the second voice
    assert_float_equal(heard(samples, 0.13), 0, 0);
    free(samples);
}

static void pause_target(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    assert_true(coir_scheduler_pause_target(coir_stage_scheduler(stage), user));
}

static void resume_target(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    assert_true(coir_scheduler_resume_target(coir_stage_scheduler(stage), user));
}

static void pause_targets_for_a_tenth(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    paused_targets = coir_scheduler_pause_all(scheduler, 0);
    coir_scheduler_schedule(scheduler, target, &(CoirTimerDef){.tick = resume_targets, .delay = 0.1});
}

static void a_pause_by_the_scheduler_pauses_voices_at_its_exact_time(void **state)
{
    static int targets[3];
    (void)state;
    CoirNode *nodes[2];
    CoirVoice voices[2];
    for (int i = 0; i < 2; i++) {
        coir_node_add(scene, nodes[i] = coir_node_new());
        coir_node_every(nodes[i], 10, wait, NULL);
        voices[i] = coir_node_play(nodes[i], ramp);
    }
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    coir_scheduler_once_after(scheduler, &targets[0], 0.1, pause_target, nodes[0]);
    coir_scheduler_once_after(scheduler, &targets[1], 0.2, resume_target, nodes[0]);
    coir_scheduler_once_after(scheduler, &targets[2], 0.3, pause_targets_for_a_tenth, NULL);
    play_frames(0.5, 2); // one step
    assert_float_equal(coir_voice_position(voices[0]), 0.3, 1e-7);
    assert_float_equal(coir_voice_position(voices[1]), 0.4, 1e-7);
    coir_target_set_destroy(paused_targets);
    float *samples = render(0.5);
    assert_float_equal(heard(samples, 0.15) - 0.15, 0, 1e-3); // the second voice alone
    assert_float_equal(heard(samples, 0.35), 0, 0);
    free(samples);
}

static void a_whole_sound_that_begins_again_leaves_no_voice(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(scene, coir_play_whole(ramp));
    for (int i = 0; i < 10; i++) {
        play_frames(0.5, 60);
        assert_int_equal(coir_voices_count(NULL), 1);
        assert_true(coir_run_restart(run));
    }
    coir_run_stop(run);
    assert_int_equal(coir_voices_count(NULL), 0);
    run = coir_node_run(scene, coir_repeat_forever(coir_yoyo(coir_play_whole(ramp))));
    for (int i = 0; i < 10; i++) {
        play_frames(0.75, 60);
        assert_true(coir_voices_count(NULL) <= 1);
    }
    coir_run_stop(run);
    assert_int_equal(coir_voices_count(NULL), 0);
    run = coir_node_run(scene, coir_sequence(coir_delay(0.1), coir_play_whole(ramp)));
    for (int i = 0; i < 5; i++) {
        play_frames(0.5, 60);
        assert_true(coir_run_seek(run, 0, 0));
    }
    coir_run_stop(run);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void with_keeps_pitch_the_delay_is_on_the_nodes_clock(void **state)
{
    (void)state;
    coir_node_set_time_scale(scene, 0.5);
    CoirVoice voice = coir_node_play_with(scene, ramp, &(CoirPlay){.keeps_pitch = true, .delay = 0.2});
    play_frames(0.5, 60);
    assert_float_equal(coir_voice_position(voice), 0.1, 1e-6); // 0.4 s of delay, then the normal pitch
    float *samples = render(0.5);
    assert_float_equal(heard(samples, 0.45), 0.05, 1e-3);
    free(samples);
}

TEST_FILE(node_sound)
{
    const struct CMUnitTest tests[] = {
        ramp_test(slow_motion_slows_the_voice_from_the_exact_sample_on),
        ramp_test(scales_of_all_clocks_above_multiply),
        ramp_test(the_end_of_a_voice_in_a_pause_of_all_may_stop_a_run),
        ramp_test(the_end_of_a_voice_in_a_pause_of_all_may_destroy_the_manager),
        ramp_test(the_end_of_a_voice_in_a_pause_of_a_target_may_destroy_the_stage),
        ramp_test(the_end_of_a_voice_in_a_pause_of_all_targets_may_destroy_the_stage),
        ramp_test(the_end_of_a_voice_in_a_resume_of_a_set_may_destroy_the_set),
        ramp_test(a_maker_that_fails_reports_no_end_of_a_voice),
        ramp_test(with_keeps_pitch_a_voice_ignores_slow_motion_but_obeys_a_pause),
        ramp_test(a_paused_subtree_pauses_its_voices),
        ramp_test(a_pause_at_the_end_of_a_run_on_a_voice_has_the_time_of_the_end),
        ramp_test(off_stage_the_voice_waits),
        ramp_test(a_voice_ends_with_its_node_or_rings_out),
        ramp_test(a_voice_that_pans_follows_its_node),
        ramp_test(a_voice_that_pans_and_rings_out_keeps_the_last_pan_of_its_node),
        ramp_test(a_voice_of_a_node_whose_position_is_nan_is_heard_in_the_middle),
        ramp_test(a_sequence_plays_each_sound_at_its_exact_sample),
        ramp_test(a_seek_starts_no_sound_and_time_that_turns_back_stops_sounds),
        ramp_test(a_seek_inside_of_a_call_starts_no_sound_either),
        ramp_test(a_whole_sound_follows_its_run),
        ramp_test(a_reversed_whole_sound_plays_backwards),
        ramp_test(a_whole_sound_is_eased_and_ends_with_its_node),
        ramp_test(actions_change_the_numbers_of_a_voice_with_any_ease),
        ramp_test(actions_of_a_voice_of_a_node_run_on_the_nodes_clock_and_end_with_the_voice),
        ramp_test(a_run_on_a_voice_may_start_another_run_on_the_voice_as_it_begins),
        ramp_test(volume_to_on_a_node_changes_all_its_voices),
        ramp_test(a_group_runs_actions_too),
        ramp_test(voices_and_groups_refuse_actions_of_nodes),
        ramp_test(two_runs_of_one_description_have_their_own_voices),
        ramp_test(actions_find_their_voices_when_the_node_has_moved),
        ramp_test(bad_actions_are_mistakes),
        ramp_test(a_hold_pauses_voices_of_the_game_and_a_paused_director_all_voices_of_nodes),
        ramp_test(an_enormous_time_scale_is_no_harm),
        ramp_test(a_step_too_long_by_an_enormous_time_scale_does_not_move_voices),
        ramp_test(a_time_scale_set_in_a_step_slows_a_voice_of_that_step_from_the_next_step_on),
        ramp_test(sounds_that_the_action_of_a_voice_starts_begin_at_their_instants),
        ramp_test(an_action_on_all_voices_leaves_later_voices_alone),
        ramp_test(an_ease_brings_no_number_out_of_its_range),
        ramp_test(a_paused_group_pauses_whole_sounds),
        ramp_test(a_sought_whole_sound_jumps),
        ramp_test(a_voice_that_waited_for_its_node_is_not_prompt),
        ramp_test(timers_and_actions_of_the_interface_sound_at_their_instants),
        ramp_test(a_pause_in_a_step_pauses_at_its_exact_time),
        ramp_test(a_pause_by_the_scheduler_pauses_voices_at_its_exact_time),
        ramp_test(a_whole_sound_that_begins_again_leaves_no_voice),
        ramp_test(with_keeps_pitch_the_delay_is_on_the_nodes_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
