// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Checks when the sounds of runs begin and fall silent, in most tests at three frame rates. Most runs are started or
// changed by timers, or by coir_call in other runs.

#include "support/ramp.h"

static const double rates[] = {20, 60, 144};

#define RATES (int)(sizeof rates / sizeof *rates)

static CoirNode *node;
static CoirRun run;

// A function that a timer calls.
typedef void (*Function)(void);

static void call_function(CoirNode *timer, void *user)
{
    (void)timer;
    (*(const Function *)user)();
}

static void at(double time, const Function *function)
{
    CoirNode *timer = coir_node_new();
    coir_node_add(scene, timer);
    coir_node_once_after(timer, time, call_function, (void *)function);
}

static void begin(void)
{
    coir_mixer_close();
    coir_node_destroy_children(scene);
    node = coir_node_new();
    coir_node_add(scene, node);
}

static float *hear(double seconds, double rate)
{
    play_frames(ceil(seconds * rate) / rate, rate);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    return render(seconds);
}

// Fails if a sample from `begin` to `end` is not `wanted`.
static void assert_heard(const float *samples, double begin, double end, double wanted)
{
    for (int i = (int)(begin * RATE); i < (int)(end * RATE); i++)
        if (fabs((double)samples[i] - wanted) > 1e-3)
            fail_msg("%g instead of %g at %g s", (double)samples[i], wanted, (double)i / RATE);
}

// Starting -----------------------------------------------------------------------------------------------------------

static CoirAction *program;

static void start(void)
{
    run = coir_node_run(node, coir_action_retain(program));
}

static void start_from_call(CoirNode *of_call, void *user)
{
    (void)of_call, (void)user;
    start();
}

static void a_run_that_a_call_starts_sounds_from_the_time_of_the_call_on(void **state)
{
    (void)state;
    CoirAction *all[] = {coir_play_whole(level), coir_play(level), coir_sequence(coir_play_whole(level)),
                         coir_repeat(2, coir_play_with(level, &(CoirPlay){.volume = 0.5F}))};
    for (int i = 0; i < RATES * 4; i++) {
        begin();
        program = all[i % 4];
        coir_node_run(scene, coir_sequence(coir_delay(0.205), coir_call(start_from_call, NULL)));
        float *samples = hear(0.5, rates[i / 4]);
        assert_heard(samples, 0, 0.2049, 0);
        assert_heard(samples, 0.205, 0.5, 0.5);
        free(samples);
    }
    for (int i = 0; i < 4; i++)
        coir_action_release(all[i]);
}

static void set_same_speed(void)
{
    coir_run_set_speed(run, 1);
}

static void reverse(void)
{
    coir_run_reverse(run);
}

static void a_change_in_the_frame_of_the_begin_loses_no_repeated_sound(void **state)
{
    static const Function start_first = start, then_change = set_same_speed;
    (void)state;
    CoirAction *play = coir_play_with(level, &(CoirPlay){.volume = 0.25F});
    program = coir_sequence(coir_repeat(4, play), coir_delay(1));
    for (int i = 0; i < RATES; i++) {
        begin();
        at(0.205, &start_first);
        at(0.213, &then_change);
        float *samples = hear(0.5, rates[i]);
        assert_heard(samples, 0, 0.2049, 0);
        assert_heard(samples, 0.205, 0.5, 0.5);
        free(samples);
    }
    coir_action_release(program);
}

static void a_turn_drops_no_earlier_repeated_sound(void **state)
{
    static const Function start_first = start, then_change = reverse;
    (void)state;
    CoirAction *play = coir_play_with(level, &(CoirPlay){.volume = 0.25F});
    program = coir_sequence(coir_repeat(4, play), coir_call(start_from_call, NULL), coir_delay(1));
    for (int i = 0; i < RATES; i++) {
        begin();
        at(0.205, &start_first);
        at(0.2051, &then_change); // the reversed run ends 0.0001 s later
        float *samples = hear(0.5, rates[i]);
        assert_heard(samples, 0.205, 0.5, 0.5);
        free(samples);
    }
    coir_action_release(program);
}

static void a_sound_backwards_beside_an_instant_begins_at_its_time(void **state)
{
    static const Function start_first = start;
    (void)state;
    program = coir_spawn(coir_reverse(coir_play_whole(level)), coir_play_with(level, &(CoirPlay){.volume = 0.5F}));
    for (int i = 0; i < RATES; i++) {
        begin();
        at(0.205, &start_first);
        float *samples = hear(0.5, rates[i]);
        assert_heard(samples, 0.215, 0.5, 0.75);
        free(samples);
    }
    coir_action_release(program);
}

static void a_later_whole_sound_in_reversed_time_is_silent_before_its_span(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; i++) {
        begin();
        CoirAction *inner = coir_sequence(coir_delay(0.1), coir_play_whole(level), coir_delay(0.3));
        coir_node_run(node, coir_reverse_time(inner));
        float *samples = hear(0.29, rates[i]);
        assert_heard(samples, 0, 0.29, 0);
        free(samples);
    }
}

// Stopping and going on ----------------------------------------------------------------------------------------------

static void stop_time(void)
{
    coir_run_set_speed(run, 0);
}

static void resume_time(void)
{
    coir_run_set_speed(run, 1);
}

static void with_a_speed_of_0_a_whole_sound_is_silent(void **state)
{
    static const Function pause = stop_time, resume = resume_time;
    (void)state;
    for (int i = 0; i < RATES; i++) {
        begin();
        run = coir_node_run(node, coir_play_whole(ramp));
        at(0.213, &pause);
        at(0.413, &resume);
        float *samples = hear(0.6, rates[i]);
        assert_heard(samples, 0.22, 0.413, 0);
        assert_float_equal(heard(samples, 0.21), 0.21, 1e-3);
        assert_float_equal(heard(samples, 0.43), 0.23, 1e-3);
        free(samples);
    }
}

static void a_whole_sound_at_a_hundred_times_its_speed_is_silent(void **state)
{
    (void)state;
    enum { MINUTE = 60 * 8000 };
    float *half = malloc(MINUTE * sizeof *half);
    for (int i = 0; i < MINUTE; i++)
        half[i] = 0.5F;
    CoirSound *minute = coir_sound_from_samples(1, 8000, MINUTE, half);
    free(half);
    begin();
    run = coir_node_run(node, coir_play_whole(minute));
    play_frames(0.25, 4);
    coir_run_set_speed(run, 100);
    play_frames(0.5, 4); // up to 50.25 s of the sound
    coir_run_set_speed(run, 1);
    play_frames(0.25, 4);
    float *samples = render(1);
    assert_heard(samples, 0.01, 0.25, 0.5);
    assert_heard(samples, 0.255, 0.75, 0);
    assert_heard(samples, 0.755, 1, 0.5);
    free(samples);
    coir_sound_destroy(minute);
}

static void between_the_jumps_of_an_ease_a_whole_sound_is_silent(void **state)
{
    (void)state;
    begin();
    coir_node_run(node, coir_ease_with(COIR_EASE_STEPS, 4, coir_play_whole(level)));
    float *samples = hear(0.9, 60);
    assert_heard(samples, 0.3, 0.48, 0);
    assert_heard(samples, 0.55, 0.73, 0);
    free(samples);
}

static void quicken(void)
{
    coir_node_set_time_scale(node, 2);
}

static void a_change_of_the_nodes_clock_does_not_interrupt_a_whole_sound(void **state)
{
    static const Function then_change = quicken;
    (void)state;
    for (int i = 0; i < RATES; i++) {
        begin();
        coir_node_run(node, coir_play_whole(level));
        at(0.213, &then_change);
        float *samples = hear(0.5, rates[i]);
        assert_heard(samples, 0, 0.5, 0.5);
        free(samples);
    }
}

static void sounds_and_calls_do_not_keep_a_run_in_a_paused_tree_from_being_sought(void **state)
{
    (void)state;
    begin();
    coir_node_pause_tree(node);
    run = coir_node_run(node, coir_sequence(coir_delay(0.2), coir_play_whole(level), coir_delay(1)));
    play_frames(0.25, 64);
    assert_true(coir_run_seek(run, 0.4, 0));
    assert_float_equal(coir_run_elapsed(run), 0.4, 1e-9);
    float *samples = render(0.25);
    assert_heard(samples, 0, 0.25, 0);
    free(samples);
}

static void pause_run(void)
{
    coir_run_pause(run);
}

static void resume_run(void)
{
    coir_run_resume(run);
}

// The first pause, in a call of the run, halts the run until its next step.
static void a_run_with_a_sound_that_is_paused_twice_before_its_next_step_shows_the_second_pause(void **state)
{
    static const Function pause = pause_run, resume = resume_run;
    (void)state;
    begin();
    run = coir_node_run(node, coir_spawn(coir_sequence(coir_delay(0.25), coir_call(call_function, (void *)&pause)),
                                         coir_move_by(1, 100, 0), coir_play_whole(level)));
    at(0.625, &resume);
    at(0.75, &pause);
    play_frames(1, 2);
    assert_float_equal(coir_run_elapsed(run), 0.375, 1e-9);
    assert_float_equal(node->position.x, 37.5, 1e-4);
}

// Pauses of groups ---------------------------------------------------------------------------------------------------

static void pause_group(void)
{
    coir_group_pause(COIR_GROUP_EFFECTS);
}

static void resume_group(void)
{
    coir_group_resume(COIR_GROUP_EFFECTS);
}

static void a_whole_sound_that_begins_in_a_paused_group_is_heard_after_the_pause(void **state)
{
    static const Function then_start = start, resume = resume_group;
    (void)state;
    program = coir_play_whole(ramp);
    for (int i = 0; i < RATES; i++) {
        begin();
        pause_group();
        at(0.105, &then_start);
        at(0.313, &resume);
        float *samples = hear(0.6, rates[i]);
        assert_heard(samples, 0, 0.313, 0);
        assert_float_equal(heard(samples, 0.32), 0.32 - 0.105, 1e-3);
        assert_float_equal(heard(samples, 0.59), 0.59 - 0.105, 1e-3);
        free(samples);
    }
    coir_action_release(program);
}

static void nothing(void)
{
}

// In half of the cases, the run has an event just before the resume, in the same frame.
static void a_whole_sound_is_resumed_at_the_time_of_the_timer_that_resumes_its_group(void **state)
{
    static const Function pause = pause_group, resume = resume_group, event = nothing;
    static const double resumes[] = {0.2231, 0.413}; // at 20 frames a second, the first is in the frame of the pause
    (void)state;
    for (int i = 0; i < RATES * 4; i++) {
        begin();
        double time = resumes[i % 2];
        CoirAction *call = coir_call(call_function, (void *)&event);
        CoirAction *beside = coir_sequence(coir_delay(i / 2 % 2 == 0 ? 0.9 : time - 0.001), call);
        run = coir_node_run(node, coir_spawn(coir_play_whole(ramp), beside));
        at(0.213, &pause);
        at(time, &resume);
        float *samples = hear(0.6, rates[i / 4]);
        assert_heard(samples, 0.2185, time, 0);
        for (double later = time + 0.006; later < 0.6; later += 0.001)
            assert_float_equal(heard(samples, later), later, 1e-3);
        free(samples);
    }
}

static void resume_group_from_call(CoirNode *of_call, void *user)
{
    (void)of_call, (void)user;
    resume_group();
}

static void a_whole_sound_that_is_reversed_in_a_pause_is_resumed_at_the_time_of_the_call(void **state)
{
    static const Function pause = pause_group, then_change = reverse;
    (void)state;
    for (int i = 0; i < RATES; i++) {
        begin();
        coir_node_run(scene, coir_sequence(coir_delay(0.421), coir_call(resume_group_from_call, NULL)));
        run = coir_node_run(node, coir_play_whole(ramp));
        at(0.213, &pause);
        at(0.417, &then_change);
        float *samples = hear(0.6, rates[i]);
        assert_heard(samples, 0.2185, 0.421, 0);
        for (double later = 0.427; later < 0.6; later += 0.001)
            assert_float_equal(heard(samples, later), 0.834 - later, 1e-3);
        free(samples);
    }
}

static void pause_node(void)
{
    coir_node_pause(node);
}

static void resume_node(void)
{
    coir_node_resume(node);
}

// At 20 frames a second, the node is paused in the frame in which the group is resumed.
static void after_a_pause_of_its_group_no_earlier_part_of_a_whole_sound_is_heard(void **state)
{
    static const Function pause = pause_group, resume = resume_group, hold = pause_node, release = resume_node;
    (void)state;
    for (int i = 0; i < RATES; i++) {
        begin();
        coir_node_run(node, coir_play_whole(ramp));
        at(0.213, &pause);
        at(0.413, &resume);
        at(0.443, &hold);
        at(0.513, &release);
        float *samples = hear(0.6, rates[i]);
        for (double time = 0.419; time < 0.443; time += 0.001)
            if (heard(samples, time) != 0)
                assert_float_equal(heard(samples, time), time, 1e-3);
        assert_heard(samples, 0.449, 0.513, 0);
        assert_float_equal(heard(samples, 0.53), 0.53 - 0.07, 1e-3);
        free(samples);
    }
}

TEST_FILE(sound_runs)
{
    const struct CMUnitTest tests[] = {
        ramp_test(a_run_that_a_call_starts_sounds_from_the_time_of_the_call_on),
        ramp_test(a_change_in_the_frame_of_the_begin_loses_no_repeated_sound),
        ramp_test(a_turn_drops_no_earlier_repeated_sound),
        ramp_test(a_sound_backwards_beside_an_instant_begins_at_its_time),
        ramp_test(a_later_whole_sound_in_reversed_time_is_silent_before_its_span),
        ramp_test(with_a_speed_of_0_a_whole_sound_is_silent),
        ramp_test(a_whole_sound_at_a_hundred_times_its_speed_is_silent),
        ramp_test(between_the_jumps_of_an_ease_a_whole_sound_is_silent),
        ramp_test(a_change_of_the_nodes_clock_does_not_interrupt_a_whole_sound),
        ramp_test(sounds_and_calls_do_not_keep_a_run_in_a_paused_tree_from_being_sought),
        ramp_test(a_run_with_a_sound_that_is_paused_twice_before_its_next_step_shows_the_second_pause),
        ramp_test(a_whole_sound_that_begins_in_a_paused_group_is_heard_after_the_pause),
        ramp_test(a_whole_sound_is_resumed_at_the_time_of_the_timer_that_resumes_its_group),
        ramp_test(a_whole_sound_that_is_reversed_in_a_pause_is_resumed_at_the_time_of_the_call),
        ramp_test(after_a_pause_of_its_group_no_earlier_part_of_a_whole_sound_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
