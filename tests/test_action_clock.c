// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions on the clock of a subtree (rule 4.1). The tests scale or pause `world`, which gives `world` a clock. `actor`
// is below `world`, and `hud` beside it.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "action/run/run.h"
#include "base/fail.h"
#include "coir/error.h"
#include "coir/node_time.h"
#include "coir/sprite.h"
#include "coir/tween.h"
#include "support/probe.h"
#include "time/queue/timer_queue.h"

static CoirStage *stage;
static CoirNode *world, *actor, *hud;

static CoirNode *add(CoirNode *parent)
{
    CoirNode *node = coir_node_new();
    assert_true(coir_node_add(parent, node));
    return node;
}

static int set_up_stage(void **state)
{
    support_setup(state);
    stage = coir_stage_new();
    CoirNode *scene = coir_node_new();
    world = add(scene);
    actor = add(world);
    hud = add(scene);
    show(stage, scene);
    return 0;
}

static int tear_down_stage(void **state)
{
    coir_stage_destroy(stage);
    return coir_nodes_report() > 0 ? 1 : support_teardown(state);
}

#define clock_test(function) cmocka_unit_test_setup_teardown(function, set_up_stage, tear_down_stage)

static void update(double dt)
{
    assert_true(coir_stage_update(stage, dt));
}

static void move(CoirNode *node)
{
    coir_node_run(node, coir_move_by(10, 100, 0));
}

#define assert_at(node, expected) assert_true(fabs((double)(node)->position.x - (expected)) < 1e-4)

static void a_scale_slows_the_nodes_below_and_no_others(void **state)
{
    (void)state;
    move(actor);
    move(hud);
    assert_true(coir_node_set_time_scale(world, 0.5));
    update(2);
    assert_at(actor, 10);
    assert_at(hud, 20);
    assert_true(coir_node_set_time_scale(world, 3));
    update(1);
    assert_at(actor, 40);
    assert_at(hud, 30);
}

// Between two events, the manager steps runs of several leaves (step_hot_leaves in manager.c) by other code than runs
// of one leaf.
static void several_leaves_of_a_run_follow_the_clock_and_the_speed(void **state)
{
    (void)state;
    CoirRun run =
        coir_node_run(actor, coir_spawn(coir_move_by(10, 100, 50), coir_rotate_by(10, 90), coir_scale_to(10, 11, 21)));
    update(1); // every leaf has begun
    assert_true(coir_node_set_time_scale(world, 0.5));
    double local = 1;
    for (int i = 0; i < 6; i++) {
        const double speeds[] = {0.5, 0.5, 0, 0, 1, 1}; // speed of the local time
        if (i == 2)
            assert_true(coir_node_pause_tree(world));
        if (i == 4) {
            assert_true(coir_node_resume_tree(world));
            assert_true(coir_run_set_speed(run, 2));
        }
        for (int k = 0; k < 4; k++) {
            update(0.25);
            local += 0.25 * speeds[i];
            assert_at(actor, 10 * local);
            assert_true(fabs((double)actor->position.y - 5 * local) < 1e-4);
            assert_true(fabs((double)actor->rotation - 9 * local) < 1e-4);
            assert_true(fabs((double)actor->scale.x - (1 + local)) < 1e-4);
            assert_true(fabs((double)actor->scale.y - (1 + 2 * local)) < 1e-4);
        }
    }
    update(100);
    assert_at(actor, 100);
    assert_false(coir_run_is_running(run));
}

static void a_paused_tree_does_not_move_and_resumes_where_it_was(void **state)
{
    (void)state;
    move(actor);
    update(1);
    assert_true(coir_node_pause_tree(world));
    update(5);
    assert_at(actor, 10);
    assert_true(coir_node_resume_tree(world));
    update(1);
    assert_at(actor, 20);
    assert_true(coir_node_set_time_scale(world, 0));
    update(5);
    assert_at(actor, 20);
}

static void a_nodes_own_pause_within_a_paused_tree_loses_nothing(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 1); // makes the clock of `world` before the run starts
    move(actor);
    update(1);
    coir_node_pause_tree(world);
    update(1);
    coir_node_pause(actor);
    coir_node_resume_tree(world);
    update(1);
    assert_at(actor, 10);
    coir_node_resume(actor);
    update(1);
    assert_at(actor, 20);
}

static void a_run_that_moves_to_another_clock_does_not_jump(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 2);
    move(actor);
    update(1);
    assert_at(actor, 20);
    assert_true(coir_node_set_parent(actor, coir_node_parent(hud)));
    assert_at(actor, 20);
    update(1);
    assert_at(actor, 30);
    assert_true(coir_node_set_parent(actor, world));
    update(1);
    assert_at(actor, 50);
}

// The new clock begins at 0, but the run was frozen at a later time of the stage.
static void a_run_continues_where_it_was_if_its_node_gets_a_clock_off_stage(void **state)
{
    (void)state;
    update(100);
    for (int i = 0; i < 4; i++) {
        CoirNode *node = add(world);
        if (i & 1)
            coir_node_run(node, coir_spawn(coir_move_by(10, 100, 0), coir_rotate_by(10, 90), coir_scale_by(10, 2, 3)));
        else
            move(node);
        update(1);
        update(1);
        assert_at(node, 20);
        coir_node_detach(node);
        if (i & 2)
            assert_true(coir_node_pause_tree(node));
        else
            assert_true(coir_node_set_time_scale(node, 0.5));
        assert_true(coir_node_add(world, node));
        update(2);
        assert_at(node, i & 2 ? 20 : 30);
        assert_true(coir_node_resume_tree(node));
        update(2);
        assert_at(node, 40);
        coir_node_destroy(node);
    }
}

static CoirRun stopping;

static void stop_the_clock_and_seek(CoirNode *node, void *user)
{
    (void)node, (void)user;
    assert_true(coir_node_set_time_scale(world, 0));
    assert_true(coir_run_seek(stopping, 3, COIR_SEEK_CALLS));
}

static void move_hud(CoirNode *node, void *user)
{
    (void)node, (void)user;
    move(hud);
}

// The first call stops the clock and then seeks, and the seek makes the second call. So no time of the stage
// corresponds to the instant of the second call.
static void a_run_started_by_a_seek_begins_now_if_the_clock_has_been_stopped(void **state)
{
    (void)state;
    assert_true(coir_node_set_time_scale(world, 1));
    stopping = coir_node_run(actor, coir_sequence(coir_delay(1), coir_call(stop_the_clock_and_seek, NULL),
                                                  coir_delay(1), coir_call(move_hud, NULL), coir_delay(9)));
    update(2);
    double before = (double)hud->position.x;
    assert_true(before >= 0 && before <= 10);
    update(1);
    assert_at(hud, before + 10);
}

static void off_stage_a_run_waits_also_without_its_clock(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 2);
    move(actor);
    update(1);
    CoirNode *kept = coir_node_detach(world);
    update(3);
    assert_ptr_equal(coir_node_detach(actor), actor);
    coir_node_destroy(kept);
    update(3);
    assert_at(actor, 20);
    assert_true(coir_node_add(coir_node_parent(hud), actor));
    update(1);
    assert_at(actor, 30);
}

static void say(CoirNode *node, void *user)
{
    (void)node;
    note("%s@%g ", (const char *)user, coir_scheduler_now(coir_stage_scheduler(stage)));
}

static void start_another(CoirNode *node, void *user)
{
    coir_node_run(node, coir_move_by(1, 0, 10));
    coir_node_run(hud, coir_move_by(1, 0, 10));
    say(node, user);
}

static void a_run_started_by_a_call_begins_at_the_calls_instant_on_its_own_clock(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 0.5);
    coir_node_run(actor, coir_sequence(coir_delay(1), coir_call(start_another, "call")));
    update(2.5); // the instant of the call is at 2 s
    assert_trace("call@2.5 ");
    update(0.25);
    assert_true(fabs((double)actor->position.y - 0.375 * 10) < 1e-4);
    assert_true(fabs((double)hud->position.y - 0.75 * 10) < 1e-4);
}

static void start_a_move(CoirNode *node, void *user)
{
    (void)user;
    move(node);
}

static void a_run_started_by_a_timer_begins_at_the_due_time_on_the_same_clock(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 0.5);
    coir_node_once_after(actor, 1, start_a_move, NULL);
    update(3); // due at 2 s
    assert_at(actor, 5);
}

static void a_run_begins_at_the_due_time_also_if_the_clock_passed_in_the_same_nanosecond(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 1e9);
    coir_node_once_after(actor, 0.25, start_a_move, NULL);
    update(1e-9); // the clock goes from 0 to 1 s
    assert_at(actor, 7.5);
}

static void pause_world(CoirNode *node, void *user)
{
    say(node, user);
    coir_node_pause_tree(world);
}

static void a_call_may_stop_its_own_clock(void **state)
{
    (void)state;
    coir_node_run(actor, coir_sequence(coir_delay(1), coir_call(pause_world, "stop"), coir_call(say, "later")));
    update(2);
    assert_trace("stop@2 ");
    update(2);
    assert_trace("");
    coir_node_resume_tree(world);
    update(1);
    assert_trace("later@5 ");
}

static double instants[2];

static void scale_world(CoirNode *node, void *user)
{
    (void)node;
    instants[0] = coir_action_manager_now(coir_stage_actions(stage));
    coir_node_set_time_scale(world, *(const double *)user);
}

static void note_instant(CoirNode *node, void *user)
{
    (void)node, (void)user;
    instants[1] = coir_action_manager_now(coir_stage_actions(stage));
}

// The instant of the second call is computed backwards from the end of the frame, with the new scale.
static void the_instants_of_a_step_stay_in_their_frame_when_a_call_scales_the_clock(void **state)
{
    static double scales[] = {1, 0.5, 1e-3, 1e-9, 2, 1e6};
    (void)state;
    for (int i = 0; i < (int)(sizeof scales / sizeof *scales); i++) {
        double begin = coir_scheduler_now(coir_stage_scheduler(stage));
        coir_node_set_time_scale(world, 1);
        coir_node_run(actor, coir_sequence(coir_delay(1), coir_call(scale_world, &scales[i]), coir_delay(0.5),
                                           coir_call(note_instant, NULL)));
        update(2);
        assert_true(instants[0] == begin + 1);
        assert_true(instants[1] >= begin && instants[1] <= begin + 2);
        assert_true(i > 0 || instants[1] == begin + 1.5);
    }
}

static CoirRun asleep;

static void catch_up(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    assert_true(coir_action_manager_catch_up(target));
    assert_int_equal(coir_run_state(coir_run_at(asleep.index)), COIR_RUN_ASLEEP);
}

static void another_manager_that_catches_up_wakes_no_run_of_the_stage(void **state)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    CoirActionManager *other = coir_action_manager_new_on(scheduler);
    CoirNode *alone = coir_node_new();
    (void)state;
    coir_action_manager_run(other, alone, coir_delay(10));
    asleep = coir_node_run(hud, coir_sequence(coir_delay(1), coir_call(say, "awake")));
    update(0.5);
    coir_scheduler_schedule_update(scheduler, other, catch_up, NULL, 0, false);
    update(1); // the alarm of the run is due in this frame
    assert_trace("awake@1.5 ");
    coir_action_manager_destroy(other);
    coir_scheduler_unschedule_update(scheduler, other);
    coir_node_destroy(alone);
}

static void slow(CoirNode *of, void *user)
{
    (void)of;
    (void)user;
    coir_node_set_time_scale(world, 0.25);
}

static void run_a_call(void *target, double elapsed, void *user)
{
    (void)elapsed;
    (void)user;
    coir_node_run(target, coir_call(say, "call"));
    coir_node_every_frame(target, NULL, NULL, 0);
}

static void a_new_run_has_no_time_below_0_when_its_clock_is_slowed_in_the_same_frame(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 1);
    coir_node_every_frame(actor, run_a_call, NULL, 0);
    coir_node_once_after(hud, 0.5, slow, NULL);
    update(1); // the run begins at 1 s of its clock, but the clock reads 0.625 s at the end of the frame
    assert_trace("call@1 ");
}

static void slow_once(void *target, double elapsed, void *user)
{
    coir_node_every_frame(target, NULL, NULL, 0);
    (void)elapsed;
    slow(target, user);
}

static void a_run_that_ends_in_a_frame_does_not_go_back_when_its_clock_slows_in_the_frame(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(actor, coir_move_by(1.25, 125, 0));
    update(1);
    coir_node_every_frame(hud, slow_once, NULL, 0);
    update(1); // the run gets a clock that reads 1 s while the stage reads 2 s
    assert_true(coir_run_is_running(run) ? coir_run_elapsed(run) >= 1 && actor->position.x >= 100
                                         : actor->position.x == 125);
    update(1);
    assert_at(actor, 125);
}

static CoirRun sped;

static void speed_up(void *target, double elapsed, void *user)
{
    (void)elapsed, (void)user;
    coir_node_every_frame(target, NULL, NULL, 0);
    coir_run_set_speed(sped, 4);
}

static void slow_down(CoirNode *node, void *user)
{
    (void)node, (void)user;
    coir_run_set_speed(sped, 0.5);
}

static void another_speed_in_a_frame_and_then_in_an_earlier_timer_does_not_turn_time_back(void **state)
{
    (void)state;
    sped = coir_node_run(actor, coir_move_by(10, 1000, 0));
    coir_node_once_after(hud, 1.5, slow_down, NULL);
    update(1);
    coir_node_every_frame(hud, speed_up, NULL, 0);
    update(1);
    assert_at(actor, 200);
    update(1);
    assert_at(actor, 250);
}

// Calls a function once, in a per-frame update, and then slows the clock of the world.
static void act_and_slow(void *target, double elapsed, void *user)
{
    (*(void (**)(void))user)();
    slow_once(target, elapsed, NULL);
}

// Runs an action whose last part is a long delay, and plays frames of 0.1 s. Calls a function in a per-frame update at
// the end of the last frame, and slows the clock. Checks that the run waits until the clock has caught up.
static void check_no_way_back(CoirAction *action, int frames, void (*function)(void), double expected)
{
    actor = add(world);
    coir_node_set_time_scale(world, 1);
    sped = coir_node_run(actor, action);
    for (int i = 0; i < frames; i++) {
        if (i == frames - 1)
            coir_node_every_frame(hud, act_and_slow, &function, 0);
        update(0.1);
    }
    assert_true(fabs(coir_run_elapsed(sped) - expected) < 1e-9);
    update(0.1);
    update(0.1);
    assert_true(fabs(coir_run_elapsed(sped) - expected) < 1e-9);
    update(0.1);
    assert_true(coir_run_elapsed(sped) >= expected);
    assert_trace("");
    coir_node_destroy(actor);
}

static void seek_beyond_the_call(void)
{
    assert_true(coir_run_seek(sped, 10.02, 0));
}

static void double_speed(void)
{
    assert_true(coir_run_set_speed(sped, 2));
}

static void turn_twice(void)
{
    assert_true(coir_run_reverse(sped) && coir_run_reverse(sped));
}

static void pause_and_resume(void)
{
    assert_true(coir_run_pause(sped) && coir_run_resume(sped));
}

static void a_run_that_is_changed_asleep_does_not_go_back_when_its_clock_slows_in_the_frame(void **state)
{
    void (*const changes[])(void) = {double_speed, turn_twice, pause_and_resume};
    (void)state;
    check_no_way_back(coir_sequence(coir_delay(10), coir_call(say, "late"), coir_delay(10)), 100, seek_beyond_the_call,
                      10.02);
    for (int i = 0; i < 3; i++)
        check_no_way_back(coir_sequence(coir_delay(20), coir_call(say, "late")), 50, changes[i], 5);
}

static void a_run_that_is_changed_before_its_sleep_does_not_go_back_when_its_clock_slows_in_the_frame(void **state)
{
    void (*const changes[])(void) = {double_speed, turn_twice, pause_and_resume};
    (void)state;
    check_no_way_back(coir_sequence(coir_move_by(1, 1, 1), coir_delay(9), coir_call(say, "late"), coir_delay(10)), 5,
                      seek_beyond_the_call, 10.02);
    for (int i = 0; i < 3; i++)
        check_no_way_back(coir_sequence(coir_move_by(0.95, 1, 1), coir_delay(9), coir_call(say, "late")), 10,
                          changes[i], 1);
}

static void pause_resume_and_slow(void *target, double elapsed, void *user)
{
    pause_and_resume();
    assert_at(actor, 100);
    slow_once(target, elapsed, user);
}

// The world has no clock before the change. The new clock reads an earlier time at the end of the frame than in the
// per-frame update.
static void a_run_that_goes_back_from_the_end_of_a_leaf_to_a_slow_clock_reaches_the_target_again(void **state)
{
    (void)state;
    sped = coir_node_run(actor, coir_sequence(coir_move_to(1, 100, 0), coir_delay(10)));
    update(0.75);
    coir_node_every_frame(hud, pause_resume_and_slow, NULL, 0);
    update(0.25);
    assert_true(coir_run_elapsed(sped) < 1);
    for (int i = 0; i < 10; i++)
        update(0.25);
    assert_true(coir_run_elapsed(sped) > 1);
    assert_true(actor->position.x == 100);
}

static void wait_then_move(CoirNode *node)
{
    coir_node_run(node, coir_sequence(coir_delay(10), coir_move_by(10, 100, 0)));
}

static void waiting_runs_sleep_by_the_clock_of_their_subtree(void **state)
{
    (void)state;
    assert_true(coir_node_set_time_scale(world, 0.5));
    wait_then_move(actor);
    wait_then_move(hud);
    update(4); // 2 of the 10 seconds are over
    assert_true(coir_node_set_time_scale(world, 2));
    update(4);
    assert_at(actor, 0);
    assert_at(hud, 0);
    update(1);
    assert_at(actor, 20);
    update(2);
    assert_at(actor, 60);
    assert_at(hud, 10);
}

static void a_run_asleep_in_a_paused_tree_sleeps_on_after_the_pause(void **state)
{
    (void)state;
    wait_then_move(actor);
    update(4);
    assert_true(coir_node_pause_tree(world));
    update(100);
    assert_true(coir_node_resume_tree(world));
    update(5);
    assert_at(actor, 0);
    update(2);
    assert_at(actor, 10);
}

static void a_sleeping_run_moves_to_another_clock(void **state)
{
    (void)state;
    assert_true(coir_node_set_time_scale(world, 4));
    wait_then_move(actor);
    update(1); // 4 seconds are over
    assert_true(coir_node_set_parent(actor, coir_node_parent(hud)));
    update(5); // 9 seconds are over
    assert_at(actor, 0);
    assert_true(coir_node_set_parent(actor, world));
    update(1); // 13 seconds are over
    assert_at(actor, 30);
    coir_node_destroy(world); // also destroys the clock by which the run slept
    update(1);
}

// Pausing in the middle of a frame -----------------------------------------------------------------------------------

static CoirRun stopped;
static int calls;

static void stop_run(void)
{
    assert_true(coir_run_stop(stopped));
}

static void pause_run(void)
{
    assert_true(coir_run_pause(stopped));
}

static void pause_node(void)
{
    coir_node_pause(actor);
}

static void pause_tree(void)
{
    assert_true(coir_node_pause_tree(world));
}

static void freeze_clock(void)
{
    assert_true(coir_node_set_time_scale(world, 0));
}

static void leave_stage(void)
{
    assert_ptr_equal(coir_node_detach(actor), actor);
}

static void (*const ways_to_stop[])(void) = {pause_run, pause_node, pause_tree, freeze_clock, leave_stage, stop_run};
#define WAYS 5        // number of ways that can be undone
#define STOP_RUN WAYS // index of the way that ends the run

static void stop_in_timer(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    ways_to_stop[*(const int *)user]();
}

static void count_call(CoirNode *of, void *user)
{
    (void)of, (void)user;
    calls++;
}

static void count_each(void *target, double value, void *user)
{
    (void)target, (void)value, (void)user;
    calls++;
}

// Runs an action for a second. Then stops the run in a timer, a quarter of a second into a frame of one second.
static void stop_in_mid_frame(CoirAction *action, int way, double speed, bool is_reversed)
{
    actor = add(world);
    stopped = coir_node_run(actor, action);
    if (is_reversed)
        assert_true(coir_run_seek(stopped, 2.5, 0) && coir_run_reverse(stopped));
    if (speed != 1)
        assert_true(coir_run_set_speed(stopped, speed));
    update(1);
    calls = 0;
    coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.25, stop_in_timer, &way);
    update(1);
}

// Lets the run go on and plays some seconds.
static void go_on(double seconds)
{
    assert_true(coir_run_resume(stopped));
    coir_node_resume(actor);
    coir_node_resume_tree(world);
    coir_node_set_time_scale(world, 1);
    assert_true(coir_node_set_parent(actor, world));
    update(seconds);
}

static void start_anew(void)
{
    coir_node_destroy(actor);
    coir_node_set_time_scale(world, 1);
    coir_node_resume_tree(world);
    update(0);
}

static CoirAction *move_by_100(void)
{
    return coir_move_by(10, 100, 0);
}

static void a_run_that_is_paused_in_mid_frame_shows_the_instant(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        stop_in_mid_frame(move_by_100(), way, 1, false);
        assert_at(actor, 12.5);
        update(1);
        assert_at(actor, 12.5);
        start_anew();
        stop_in_mid_frame(coir_sequence(coir_move_by(0.75, 7.5f, 0), move_by_100()), way, 1, false);
        assert_at(actor, 12.5);
        go_on(1);
        assert_at(actor, 22.5);
        start_anew();
        stop_in_mid_frame(coir_sequence(move_by_100(), move_by_100()), way, 0.5, false);
        assert_at(actor, 6.25);
        start_anew();
        stop_in_mid_frame(coir_spawn(move_by_100(), coir_rotate_by(10, 40)), way, 1, false);
        assert_at(actor, 12.5);
        assert_true(actor->rotation == 5);
        start_anew();
        stop_in_mid_frame(coir_spawn(move_by_100(), coir_rotate_by(10, 40)), way, 1, true);
        assert_at(actor, 12.5); // at 2.5 s - 1.25 s
        start_anew();
        stop_in_mid_frame(coir_sequence(coir_move_by(1.1, 11, 0), coir_move_to(9, 101, 0)), way, 1, false);
        assert_at(actor, 12.5);
        start_anew();
    }
}

static void stop_in_update(void *target, double dt, void *user)
{
    stop_in_timer(target, dt, user);
    coir_scheduler_unschedule_update(coir_stage_scheduler(stage), hud);
}

// The run sleeps until 1.5 s. The timer is due at the same time as the alarm of the run, and is called first. The
// update is called before the timers.
static void a_run_asleep_that_is_stopped_in_mid_frame_stops_at_the_same_time_as_a_moving_run(void **state)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    (void)state;
    for (int i = 0; i < 2 * WAYS; i++) {
        int way = i / 2;
        bool is_in_update = i % 2;
        actor = add(world);
        update(0);
        if (!is_in_update)
            coir_scheduler_once_after(scheduler, hud, 1.5, stop_in_timer, &way);
        stopped = coir_node_run(actor, coir_sequence(coir_delay(1.5), move_by_100()));
        update(0.5);
        update(0.5);
        assert_int_equal(coir_run_state(coir_run_at(stopped.index)), COIR_RUN_ASLEEP);
        if (is_in_update)
            coir_scheduler_schedule_update(scheduler, hud, stop_in_update, &way, 0, false);
        update(1);
        bool stops_clock = ways_to_stop[way] == pause_tree || ways_to_stop[way] == freeze_clock;
        assert_at(actor, is_in_update && !stops_clock ? 5 : 0);
        assert_true(fabs(coir_run_elapsed(stopped) - (!is_in_update ? 1.5 : stops_clock ? 1 : 2)) < 1e-9);
        go_on(1);
        update(1);
        start_anew();
    }
}

static void resume_in_update(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    coir_run_resume(*(CoirRun *)user);
}

static void pause_in_timer(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    coir_run_pause(*(CoirRun *)user);
}

static void a_run_that_is_resumed_in_an_update_and_paused_in_a_timer_of_the_frame_does_not_go_back(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
    update(1);
    coir_run_pause(run);
    coir_scheduler_schedule_update(coir_stage_scheduler(stage), hud, resume_in_update, &run, 0, false);
    coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.25, pause_in_timer, &run);
    update(1);
    assert_at(actor, 10);
    assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
}

static void leave_and_enter(CoirNode *of, void *user)
{
    (void)user;
    coir_node_detach(actor);
    coir_node_add(of, actor);
}

static void move_to_interface(CoirNode *of, void *user)
{
    (void)of, (void)user;
    coir_node_set_interface(actor, true);
}

// The actor's run has already been stepped when the call is made, although the instant of the call is earlier in the
// frame. The node that makes the call has a clock.
static void a_node_that_another_runs_call_moves_to_a_clock_passes_no_time_twice(void **state)
{
    static const CoirCallFn moves[] = {leave_and_enter, move_to_interface};
    (void)state;
    coir_node_set_time_scale(hud, 1);
    for (int i = 0; i < 2; i++) {
        actor = add(world);
        CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
        coir_node_run(hud, coir_sequence(coir_delay(0.5), coir_call(moves[i], NULL)));
        update(1);
        assert_at(actor, 10);
        assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
        update(0);
        assert_at(actor, 10);
        update(1);
        assert_at(actor, 20);
    }
}

static void move_below_world(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    coir_node_set_parent(user, world);
}

static void a_node_that_moves_under_a_frozen_clock_shows_the_instant(void **state)
{
    (void)state;
    for (int frames = 1; frames <= 10; frames += 9) {
        actor = add(hud);
        coir_node_set_time_scale(world, 0);
        CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
        coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.5, move_below_world, actor);
        for (int i = 0; i < frames; i++)
            update(1.0 / frames);
        assert_at(actor, 5);
        assert_true(fabs(coir_run_elapsed(run) - 0.5) < 1e-6);
    }
}

// The clock belongs to the node that moves, or to a node below.
static void a_clock_that_moves_under_a_frozen_clock_shows_the_instant(void **state)
{
    (void)state;
    coir_node_set_time_scale(world, 0);
    for (int i = 0; i < 4; i++) {
        int frames = i % 2 ? 10 : 1;
        CoirNode *moved = add(hud), *owner = i < 2 ? moved : add(moved);
        actor = add(owner);
        coir_node_set_time_scale(owner, 2);
        CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
        coir_node_run(owner, coir_rotate_by(10, 10));
        coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.5, move_below_world, moved);
        for (int frame = 0; frame < frames; frame++)
            update(1.0 / frames);
        assert_at(actor, 10);
        assert_true(fabs((double)owner->rotation - 1) < 1e-4);
        assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-6);
    }
}

static void move_in_call(CoirNode *of, void *user)
{
    (void)of;
    coir_node_set_parent(user, world);
}

// The clocks of both parents are frozen. The call is made before the turn of the actor's run.
static void a_clock_that_moves_from_one_frozen_clock_to_another_keeps_its_time(void **state)
{
    (void)state;
    CoirNode *caller = add(hud), *parent = add(hud);
    coir_node_set_parent(actor, parent);
    coir_node_set_time_scale(actor, 1);
    coir_node_run(caller, coir_sequence(coir_delay(1.25), coir_call(move_in_call, actor)));
    CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
    update(1);
    coir_node_set_time_scale(parent, 0);
    coir_node_set_time_scale(world, 0);
    update(1);
    assert_at(actor, 10);
    assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
}

static void unmark_interface(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    coir_node_set_interface(user, false);
}

// The clock belongs to the node that leaves the interface, or to a node below.
static void a_clock_that_leaves_the_interface_for_a_frozen_clock_shows_the_instant(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirNode *marked = add(world), *owner = i ? add(marked) : marked;
        actor = add(owner);
        coir_node_set_interface(marked, true);
        coir_node_set_time_scale(owner, 1);
        coir_node_set_time_scale(world, 0);
        CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
        update(1);
        coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.25, unmark_interface, marked);
        update(1);
        assert_at(actor, 12.5);
        assert_true(fabs(coir_run_elapsed(run) - 1.25) < 1e-9);
    }
}

static void a_run_that_is_paused_in_its_first_frame_shows_the_instant(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(actor, coir_spawn(coir_move_by(10, 100, 0), coir_rotate_by(1, 90)));
    coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.5, pause_in_timer, &run);
    update(1);
    assert_at(actor, 5);
    assert_true(fabs(coir_run_elapsed(run) - 0.5) < 1e-9);
    coir_run_resume(run);
    update(0.25);
    assert_at(actor, 7.5);
}

static void stop_world(CoirNode *of, void *user)
{
    (void)of;
    if (user)
        coir_node_pause_tree(world);
    else
        coir_node_set_time_scale(world, 0);
}

static void a_run_whose_own_call_stops_its_clock_resumes_at_the_instant_of_the_call(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        actor->position.x = 0;
        CoirAction *stop = coir_call(stop_world, i ? world : NULL);
        CoirRun run = coir_node_run(actor, coir_sequence(coir_move_by(0.25, 2.5f, 0), stop, coir_move_by(10, 100, 0)));
        update(1);
        assert_at(actor, 2.5);
        assert_true(fabs(coir_run_elapsed(run) - 0.25) < 1e-9);
        coir_node_resume_tree(world);
        coir_node_set_time_scale(world, 1);
        update(0.25);
        assert_at(actor, 5);
        assert_true(fabs(coir_run_elapsed(run) - 0.5) < 1e-9);
        coir_run_stop(run);
    }
}

// The call is made at an earlier time of the step, before the turn of the actor's run.
static void a_clock_that_another_runs_call_stops_shows_the_end_of_the_step(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        actor->position.x = 0;
        coir_node_run(hud, coir_sequence(coir_delay(0.25), coir_call(stop_world, i ? world : NULL)));
        CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
        update(1);
        assert_at(actor, 10);
        assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
        coir_node_resume_tree(world);
        coir_node_set_time_scale(world, 1);
        update(0.5);
        assert_at(actor, 15);
        coir_run_stop(run);
    }
}

static void stop_interface(void *target, double dt, void *user)
{
    (void)target, (void)dt;
    coir_node_set_time_scale(user, 0);
}

static void a_clock_of_the_interface_that_a_timer_of_the_game_stops_shows_the_start_of_the_step(void **state)
{
    (void)state;
    coir_node_set_interface(actor, true);
    CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
    update(1);
    coir_scheduler_once_after(coir_stage_scheduler(stage), hud, 0.25, stop_interface, actor);
    update(1);
    assert_at(actor, 10);
    assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
    coir_node_set_time_scale(actor, 1);
    update(0.5);
    assert_at(actor, 15);
}

static void leave_in_call(CoirNode *of, void *user)
{
    (void)of;
    coir_node_detach(user);
}

static void a_node_below_a_frozen_clock_that_leaves_in_a_call_keeps_its_position(void **state)
{
    (void)state;
    CoirRun run = coir_node_run(actor, coir_move_by(10, 100, 0));
    update(1);
    coir_node_set_time_scale(world, 0);
    coir_node_run(hud, coir_sequence(coir_delay(0.25), coir_call(leave_in_call, actor)));
    update(1);
    assert_at(actor, 10);
    assert_true(fabs(coir_run_elapsed(run) - 1) < 1e-9);
    coir_node_add(hud, actor);
    update(1);
    assert_at(actor, 20);
}

static void discrete_properties_show_the_instant_too(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        stop_in_mid_frame(coir_spawn(move_by_100(), coir_sequence(coir_delay(1.2), coir_hide())), way, 1, false);
        assert_at(actor, 12.5);
        assert_false(actor->visible);
        start_anew();
        stop_in_mid_frame(coir_spawn(move_by_100(), coir_sequence(coir_delay(1.3), coir_hide())), way, 1, false);
        assert_true(actor->visible);
        start_anew();
    }
}

static void user_code_is_not_called_by_a_pause_in_mid_frame(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        stop_in_mid_frame(coir_spawn(move_by_100(), coir_each(10, 0, 1, count_each, NULL)), way, 1, false);
        assert_at(actor, 12.5);
        assert_int_equal(calls, 0);
        start_anew();
        // If a call is due before the pause, the run shows the instant of the call. The call is made when the run
        // goes on.
        stop_in_mid_frame(coir_spawn(coir_sequence(coir_delay(1.125), coir_call(count_call, NULL)), move_by_100()), way,
                          1, false);
        assert_at(actor, 11.25);
        assert_int_equal(calls, 0);
        assert_true(coir_run_elapsed(stopped) == 1.25);
        go_on(1);
        assert_at(actor, 22.5);
        assert_int_equal(calls, 1);
        start_anew();
        stop_in_mid_frame(coir_repeat_forever(coir_sequence(coir_delay(0.375), coir_call(count_call, NULL))), way, 1,
                          false);
        assert_int_equal(calls, 0);
        go_on(1);
        assert_int_equal(calls, 4); // at 1.125, 1.5, 1.875 and 2.25 s
        start_anew();
    }
}

static void pause_in_call(CoirNode *of, void *user)
{
    (void)of, (void)user;
    pause_run();
}

// The call pauses the run at 1 s. In the next frame, a timer resumes the run, and half a second later a timer pauses
// the run again. So the run stops at 1.5 s.
static void pause_in_call_and_in_mid_frame(CoirAction *action)
{
    CoirScheduler *scheduler = coir_stage_scheduler(stage);
    actor = add(world);
    calls = 0;
    stopped = coir_node_run(actor, coir_spawn(move_by_100(), action));
    update(1.5);
    assert_at(actor, 10);
    calls = 0;
    coir_scheduler_once_after(scheduler, hud, 0.25, resume_in_update, &stopped);
    coir_scheduler_once_after(scheduler, world, 0.75, pause_in_timer, &stopped);
    update(1);
    assert_true(fabs(coir_run_elapsed(stopped) - 1.5) < 1e-9);
    assert_int_equal(calls, 0);
}

static void pause_at_1(void *target, double value, void *user)
{
    (void)target, (void)user;
    if (value == 1)
        pause_run();
}

static void a_run_paused_in_its_call_then_resumed_and_paused_in_mid_frame_shows_the_instant(void **state)
{
    (void)state;
    for (int has_each = 0; has_each < 2; has_each++) {
        CoirAction *pause = coir_sequence(coir_delay(1), coir_call(pause_in_call, NULL));
        pause_in_call_and_in_mid_frame(has_each ? coir_spawn(coir_each(10, 0, 1, count_each, NULL), pause) : pause);
        assert_at(actor, 15);
        go_on(1);
        assert_at(actor, 25);
        assert_int_equal(calls, has_each);
        start_anew();
    }
}

// A second function of the user is due when the first function has paused the run.
static void a_run_paused_in_its_call_then_resumed_and_paused_in_mid_frame_shows_the_next_call(void **state)
{
    (void)state;
    for (int has_each = 0; has_each < 2; has_each++) {
        CoirAction *both =
            has_each ? coir_spawn(coir_each(1, 0, 1, pause_at_1, NULL), coir_each(1, 0, 1, count_each, NULL))
                     : coir_sequence(coir_delay(1), coir_call(pause_in_call, NULL), coir_call(count_call, NULL));
        pause_in_call_and_in_mid_frame(both);
        assert_at(actor, 10);
        go_on(1);
        assert_at(actor, 25);
        assert_int_equal(calls, 1);
        start_anew();
    }
}

static void stop_on_mistake(CoirLogLevel level, const char *text, void *user)
{
    (void)text, (void)user;
    calls++;
    if (level == COIR_LOG_MISTAKE)
        coir_run_stop(stopped);
}

static void move_to_hud(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    assert_true(coir_node_set_parent(target, hud));
}

// Lets the run go on. Checks that the first step logs the mistake, and that the log hook stops the run.
static void assert_logged_by_next_step(void)
{
    assert_int_equal(calls, 0);
    assert_true(coir_run_is_running(stopped));
    go_on(0.25);
    assert_int_equal(calls, 1);
    assert_false(coir_run_is_running(stopped));
    coir_log_forget();
    start_anew();
}

// The log hook is user code, which may stop the run.
static void a_pause_in_mid_frame_leaves_mistakes_to_the_next_step(void **state)
{
    CoirNode *camera = add(world);
    (void)state;
    coir_log_set_hook(stop_on_mistake, NULL);
    for (int way = 0; way < WAYS; way++) {
        CoirAction *flip = coir_sequence(coir_delay(1.125), coir_flip_x(true)); // the actor is no sprite
        stop_in_mid_frame(coir_spawn(move_by_100(), flip), way, 1, false);
        assert_at(actor, 11.25);
        assert_logged_by_next_step();
        for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
            CoirNode *target = add(camera);
            CoirAction *follow = coir_follow(target, coir_vec2(9, 9), (CoirRect){0, 0, 0, 0});
            coir_scheduler_once_after(coir_stage_scheduler(stage), target, 1.125, move_to_hud, NULL);
            stop_in_mid_frame(coir_spawn(move_by_100(), coir_targeted(camera, follow)), way, 1, is_reversed);
            assert_at(actor, 12.5);
            assert_logged_by_next_step();
        }
    }
}

// On the way back, the yoyo plays its inner time again from the start, and so begins the flip again.
static void a_yoyo_with_a_mistake_that_is_paused_in_mid_frame_on_its_way_back_shows_the_instant(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        CoirAction *both = coir_spawn(coir_flip_x(true), coir_move_by(1.125, 112.5f, 0)); // the actor is no sprite
        stop_in_mid_frame(coir_yoyo(both), way, 1, false);
        assert_at(actor, 100);
        start_anew();
    }
}

// The step before the pause drops calls, since it has more than 1000 loops.
static void rule_4_5_a_pause_in_mid_frame_drops_no_calls(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        CoirAction *loop = coir_sequence(coir_call(count_call, NULL), coir_delay(0.0005));
        stop_in_mid_frame(coir_repeat_forever(loop), way, 1, false);
        assert_int_equal(support_logged(COIR_LOG_WARNING), way + 1);
        assert_int_equal(calls, 0);
        go_on(0.01);
        assert_int_equal(calls, 520); // from 1.0005 s to 1.26 s
        start_anew();
    }
}

static void a_run_that_is_stopped_in_mid_frame_changes_no_property(void **state)
{
    (void)state;
    stop_in_mid_frame(move_by_100(), STOP_RUN, 1, false);
    assert_at(actor, 10);
    start_anew();
}

// The run cannot show the instant without calling this function of the user.
static double half(double t, void *user)
{
    (void)user;
    calls++;
    return t / 2;
}

static void a_run_with_a_users_ease_function_shows_the_frame_before(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        stop_in_mid_frame(coir_ease_function(half, NULL, move_by_100()), way, 1, false);
        assert_at(actor, 5);
        assert_int_equal(calls, 0);
        start_anew();
    }
}

TEST_FILE(action_clock)
{
    const struct CMUnitTest tests[] = {
        clock_test(a_scale_slows_the_nodes_below_and_no_others),
        clock_test(waiting_runs_sleep_by_the_clock_of_their_subtree),
        clock_test(a_run_asleep_in_a_paused_tree_sleeps_on_after_the_pause),
        clock_test(a_sleeping_run_moves_to_another_clock),
        clock_test(several_leaves_of_a_run_follow_the_clock_and_the_speed),
        clock_test(a_paused_tree_does_not_move_and_resumes_where_it_was),
        clock_test(a_nodes_own_pause_within_a_paused_tree_loses_nothing),
        clock_test(a_run_that_moves_to_another_clock_does_not_jump),
        clock_test(a_run_continues_where_it_was_if_its_node_gets_a_clock_off_stage),
        clock_test(a_run_started_by_a_seek_begins_now_if_the_clock_has_been_stopped),
        clock_test(off_stage_a_run_waits_also_without_its_clock),
        clock_test(a_run_started_by_a_call_begins_at_the_calls_instant_on_its_own_clock),
        clock_test(a_run_started_by_a_timer_begins_at_the_due_time_on_the_same_clock),
        clock_test(a_call_may_stop_its_own_clock),
        clock_test(the_instants_of_a_step_stay_in_their_frame_when_a_call_scales_the_clock),
        clock_test(another_manager_that_catches_up_wakes_no_run_of_the_stage),
        clock_test(a_new_run_has_no_time_below_0_when_its_clock_is_slowed_in_the_same_frame),
        clock_test(a_run_that_ends_in_a_frame_does_not_go_back_when_its_clock_slows_in_the_frame),
        clock_test(another_speed_in_a_frame_and_then_in_an_earlier_timer_does_not_turn_time_back),
        clock_test(a_run_that_is_changed_asleep_does_not_go_back_when_its_clock_slows_in_the_frame),
        clock_test(a_run_that_is_changed_before_its_sleep_does_not_go_back_when_its_clock_slows_in_the_frame),
        clock_test(a_run_that_goes_back_from_the_end_of_a_leaf_to_a_slow_clock_reaches_the_target_again),
        clock_test(a_run_begins_at_the_due_time_also_if_the_clock_passed_in_the_same_nanosecond),
        clock_test(a_run_that_is_paused_in_mid_frame_shows_the_instant),
        clock_test(a_run_that_is_stopped_in_mid_frame_changes_no_property),
        clock_test(a_run_asleep_that_is_stopped_in_mid_frame_stops_at_the_same_time_as_a_moving_run),
        clock_test(discrete_properties_show_the_instant_too),
        clock_test(a_run_that_is_resumed_in_an_update_and_paused_in_a_timer_of_the_frame_does_not_go_back),
        clock_test(a_node_below_a_frozen_clock_that_leaves_in_a_call_keeps_its_position),
        clock_test(a_run_that_is_paused_in_its_first_frame_shows_the_instant),
        clock_test(a_node_that_another_runs_call_moves_to_a_clock_passes_no_time_twice),
        clock_test(a_node_that_moves_under_a_frozen_clock_shows_the_instant),
        clock_test(a_clock_that_moves_under_a_frozen_clock_shows_the_instant),
        clock_test(a_clock_that_moves_from_one_frozen_clock_to_another_keeps_its_time),
        clock_test(a_clock_that_leaves_the_interface_for_a_frozen_clock_shows_the_instant),
        clock_test(a_run_whose_own_call_stops_its_clock_resumes_at_the_instant_of_the_call),
        clock_test(a_clock_that_another_runs_call_stops_shows_the_end_of_the_step),
        clock_test(a_clock_of_the_interface_that_a_timer_of_the_game_stops_shows_the_start_of_the_step),
        clock_test(user_code_is_not_called_by_a_pause_in_mid_frame),
        clock_test(a_run_paused_in_its_call_then_resumed_and_paused_in_mid_frame_shows_the_instant),
        clock_test(a_run_paused_in_its_call_then_resumed_and_paused_in_mid_frame_shows_the_next_call),
        clock_test(a_pause_in_mid_frame_leaves_mistakes_to_the_next_step),
        clock_test(a_yoyo_with_a_mistake_that_is_paused_in_mid_frame_on_its_way_back_shows_the_instant),
        clock_test(rule_4_5_a_pause_in_mid_frame_drops_no_calls),
        clock_test(a_run_with_a_users_ease_function_shows_the_frame_before),
    };
    return cmocka_run_group_tests_name("action_clock", tests, NULL, NULL);
}
