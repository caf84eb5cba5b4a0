// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Exactness and extremes of clocks for subtrees: no error adds up, and the calls are the same at every frame rate.

#include "support/clocked.h"

static void count_call(CoirNode *node, void *user)
{
    int *count = user;
    (void)node;
    ++*count;
}

static void a_clock_that_is_far_too_fast_skips_calls_and_reports_this_once(void **state)
{
    int count = 0;
    (void)state;
    set_scale(world, 1e7);
    assert_true(coir_node_every(world, 1, count_call, &count));
    update(0.001);
    assert_int_equal(count, 1000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    update(0.001);
    assert_int_equal(count, 2000);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
}

static void act_change(CoirNode *node, void *user)
{
    static const double scales[] = {0.25, 4, 1, 0.5, 2, 3};
    int *count = user;
    assert_true(coir_node_set_time_scale(node, scales[++*count % 6]));
}

// A timer of 12 s takes 12 / scale seconds of the stage. A round has six such calls, each at another scale.
static void many_changes_of_scale_add_up_no_error(void **state)
{
    int count = 0;
    (void)state;
    set_scale(world, 0.25);
    assert_true(coir_node_every(world, 12, act_change, &count));
    every(world, 12 * 6 * 1000);
    double round = 48 + 3 + 12 + 24 + 6 + 4;
    for (int i = 0; i < 1000; i++)
        update(round);
    assert_int_equal(count, 6000);
    assert_trace("world.timer 72000@97000 ");
}

#define LINES_MAX 1000

typedef struct Line {
    const void *who;
    int64_t at, elapsed;
} Line;

static Line lines[LINES_MAX], first_lines[LINES_MAX];
static int line_count;

static void log_call(void *target, double elapsed, void *user)
{
    (void)target;
    if (now() > 10)
        return;
    assert_true(line_count < LINES_MAX);
    lines[line_count++] = (Line){user, llround(now() * 1e9), llround(elapsed * 1e9)};
}

static void log_and_change(void *target, double elapsed, void *user)
{
    static const double scales[] = {0.25, 0.5, 2, 0, 1, 1.0 / 3, 1.7};
    log_call(target, elapsed, user);
    assert_true(coir_node_set_time_scale(world, scales[line_count % 7]));
}

static void log_and_move(void *target, double elapsed, void *user)
{
    log_call(target, elapsed, user);
    CoirNode *parent = coir_node_parent(target);
    assert_true(coir_node_set_parent(target, parent == world ? hud : parent == hud ? scene : world));
}

static void log_and_toggle(void *target, double elapsed, void *user)
{
    log_call(target, elapsed, user);
    assert_true(coir_node_is_tree_paused(hud) ? coir_node_resume_tree(hud) : coir_node_pause_tree(hud));
}

static void play_at(int frames_per_second)
{
    static const char names[6][2] = {"0", "1", "2", "3", "4", "5"};
    CoirNode *inner = plain_new(world, "inner"), *mover = plain_new(world, "mover");
    line_count = 0;
    set_scale(world, 0.5);
    set_scale(inner, 2);
    set_scale(hud, 2);
    schedule(scene, "change", 0.37, log_and_change);
    schedule(scene, "toggle", 0.61, log_and_toggle);
    schedule(mover, "move", 0.23, log_and_move);
    CoirNode *beating[] = {scene, world, inner, hud, mover};
    for (int i = 0; i < 5; i++)
        schedule(beating[i], names[i], 0.1 + 0.05 * i, log_call);
    for (int i = 0; i <= 10 * frames_per_second; i++)
        update(1.0 / frames_per_second);
}

static void the_calls_are_the_same_at_all_frame_rates(void **state)
{
    static const int rates[] = {30, 60, 144, 240, 1};
    int count = 0;
    for (int i = 0; i < 5; i++) {
        play_at(rates[i]);
        if (i == 0) {
            count = line_count;
            memcpy(first_lines, lines, sizeof lines);
            assert_true(count > 100);
        }
        assert_int_equal(line_count, count);
        for (int line = 0; line < count; line++)
            if (lines[line].at != first_lines[line].at || lines[line].elapsed != first_lines[line].elapsed ||
                lines[line].who != first_lines[line].who)
                fail_msg("at %d frames a second, call %d is another one", rates[i], line);
        assert_int_equal(tear_down_stages(state), 0);
        set_up_stages(state);
    }
}

static void count_target_call(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    ++*(int *)target;
}

// At 1 s and at 2 s, ten thousand timers are due, and among them the clocks of 50 nodes; at 1 s also the wake times of
// 50 runs.
static void clocks_and_sleeping_runs_are_due_among_ten_thousand_timers(void **state)
{
    enum { MANY = 10000, NODES = 50 };
    static int calls[MANY];
    int node_calls = 0, run_calls = 0;
    (void)state;
    memset(calls, 0, sizeof calls);
    for (int i = 0; i < MANY; i++) {
        coir_scheduler_every(coir_stage_scheduler(stage), &calls[i], 1, count_target_call, NULL);
        if (i % (MANY / NODES) > 0)
            continue;
        CoirNode *clocked = plain_new(world, "clocked"), *sleeping = plain_new(world, "sleeping");
        coir_node_set_time_scale(clocked, 0.5);
        coir_node_every(clocked, 0.5, count_call, &node_calls);
        coir_node_run(sleeping, coir_sequence(coir_delay(1), coir_call(count_call, &run_calls)));
    }
    for (int i = 0; i < 8; i++)
        coir_stage_update(stage, 0.25);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(calls[i], 2);
    assert_int_equal(node_calls, 2 * NODES);
    assert_int_equal(run_calls, NODES);
}

static void extreme_scales_neither_crash_nor_hang(void **state)
{
    static const double extreme[] = {1e-300, 5e-324, 1e-9, 1e12, 1e300, 0, -0.0};
    (void)state;
    CoirNode *inner = plain_new(world, "inner");
    schedule(inner, "never", 1e9, log_call);
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++) {
            line_count = 0;
            assert_true(coir_node_set_time_scale(world, extreme[i]));
            assert_true(coir_node_set_time_scale(inner, extreme[k]));
            update(0.001);
        }
    set_scale(world, 1);
    set_scale(inner, 1);
    update(1);
}

TEST_FILE(node_clock_exact)
{
    const struct CMUnitTest tests[] = {
        clock_test(a_clock_that_is_far_too_fast_skips_calls_and_reports_this_once),
        clock_test(many_changes_of_scale_add_up_no_error),
        clock_test(the_calls_are_the_same_at_all_frame_rates),
        clock_test(clocks_and_sleeping_runs_are_due_among_ten_thousand_timers),
        clock_test(extreme_scales_neither_crash_nor_hang),
    };
    return cmocka_run_group_tests_name("node_clock_exact", tests, NULL, NULL);
}
