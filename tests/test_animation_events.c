// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Events of animations: the times at which on_event is called, and user code inside on_event.

#include "support/animations.h"

// Notes "event:picture@time ".
static void note_event(CoirNode *of, const char *event, void *user)
{
    assert_ptr_equal(user, &sprite);
    note("%s:%g@%.10g ", event, coir_node_is(of, &CoirSprite_class) ? (double)((CoirSprite *)of)->region_.x : -1,
         time_of(of));
}

static const CoirAnimation *told(void (*on_event)(CoirNode *of, const char *event, void *user), int loops)
{
    static CoirFrame frames[4];
    static CoirAnimation animation;
    frames[0] = picture(0, 0.1);
    frames[1] = picture(1, 0.2);
    frames[2] = picture(2, 0);
    frames[3] = picture(3, 0.3);
    frames[0].event = "a";
    frames[2].event = "passed over";
    frames[3].event = "d";
    animation = (CoirAnimation){.frames = frames, .count = 4, .loops = loops, .on_event = on_event, .user = &sprite};
    return &animation;
}

static void each_event_is_reported_at_its_time_with_its_frame_shown(void **state)
{
    (void)state;
    CoirRun run = act_on(&sprite->node, coir_animate(told(note_event, 2)));
    assert_true(coir_run_duration(run) == 1.2);
    frame(0.05);
    assert_trace("a:0@0 ");
    for (int i = 0; i < 5; i++)
        frame(0.1);
    assert_trace("d:3@0.3 ");
    for (int i = 0; i < 8; i++)
        frame(0.1);
    assert_trace("a:0@0.6 d:3@0.9 ");
    assert_false(coir_run_is_running(run));
}

static void a_long_step_reports_all_events_in_order(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_sequence(coir_delay(1), coir_animate(told(note_event, 2)), say("end")));
    frame(5);
    assert_trace("a:0@1 d:3@1.3 a:0@1.6 d:3@1.9 end@2.2 ");
    act_on(&sprite->node, coir_repeat_forever(coir_animate(told(note_event, 0))));
    frame(1.3);
    assert_trace("a:0@5 d:3@5.3 a:0@5.6 d:3@5.9 a:0@6.2 ");
}

static void odd_delays_do_not_separate_events_from_their_frames(void **state)
{
    CoirFrame frames[7];
    CoirAnimation animation = {.frames = frames, .count = 7, .loops = 1000, .on_event = note_event, .user = &sprite};
    char expected[16];
    (void)state;
    for (int i = 0; i < 7; i++) {
        frames[i] = picture((float)i, 1 / (60.0 + 13 * i));
        frames[i].event = "e";
    }
    CoirRun run = act_on(&sprite->node, coir_animate(&animation));
    frame(0);
    for (int i = 0; i < 7 * 1000; i++) {
        snprintf(expected, sizeof expected, "e:%d@", i % 7);
        while (!noted()[0])
            frame(1.0 / 333);
        assert_memory_equal(noted(), expected, strlen(expected));
        forget_trace();
    }
    frame(1);
    assert_trace("");
    assert_false(coir_run_is_running(run));
}

static void backwards_events_come_with_the_begin_of_their_frames(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_reverse(coir_animate(told(note_event, 2))));
    frame(0);
    frame(2);
    assert_trace("d:3@0 a:0@0.5 d:3@0.6 a:0@1.1 ");
    act_on(&sprite->node, coir_reverse(coir_sequence(coir_reverse(coir_animate(told(note_event, 1))), say("end"))));
    frame(2);
    assert_trace("end@2 a:0@2 d:3@2.3 ");
}

static void rule_4_8_seeks_and_reversals_report_no_events_unless_asked(void **state)
{
    (void)state;
    CoirRun run = act_on(&sprite->node, coir_animate(told(note_event, 2)));
    frame(0.05);
    assert_trace("a:0@0 ");
    seek(run, 1);
    seek(run, 0.2);
    assert_trace("");
    assert_true(coir_run_seek(run, 0.7, COIR_SEEK_CALLS));
    assert_string_equal(coir_error(), "");
    assert_true(strncmp(noted(), "d:3@", 4) == 0 && strstr(noted(), " a:0@"));
    forget_trace();
    coir_run_reverse(run);
    frame(0.6);
    assert_trace("");
    assert_true(coir_sprite_region(sprite).x == 1);
}

static void events_in_eases_yoyos_and_targets_are_reported_once(void **state)
{
    (void)state;
    act_on(hero, coir_targeted(&sprite->node, coir_yoyo(coir_animate(told(note_event, 1)))));
    frame(2);
    assert_trace("a:0@0 d:3@0.3 ");
    act_on(&sprite->node, coir_ease(COIR_EASE_OUT_ELASTIC, coir_animate(told(note_event, 1))));
    for (int i = 0; i < 20; i++)
        frame(0.05);
    assert_true(strncmp(noted(), "a:0@2 d:3@", 10) == 0 && !strstr(noted() + 6, "a:") && !strstr(noted() + 9, "d:"));
    forget_trace();
}

static void events_of_a_still_animation_are_reported(void **state)
{
    CoirFrame frames[] = {picture(0, 0), picture(1, 0)};
    CoirAnimation animation = {.frames = frames, .count = 2, .loops = 2, .on_event = note_event, .user = &sprite};
    (void)state;
    frames[0].event = frames[1].event = "e";
    act_on(&sprite->node, coir_animate(&animation));
    frame(0);
    assert_trace("e:1@0 e:1@0 ");
}

static void without_on_event_or_events_an_animation_is_one_block(void **state)
{
    CoirFrame plain = picture(0, 1);
    (void)state;
    size_t blocks = support_blocks();
    CoirAction *one = coir_animate(told(NULL, 2));
    assert_int_equal(support_blocks(), blocks + 1);
    CoirAction *other = coir_animate(&(CoirAnimation){.frames = &plain, .count = 1, .on_event = note_event});
    assert_int_equal(support_blocks(), blocks + 2);
    coir_action_release(one);
    coir_action_release(other);
}

static void destroy_sprite(CoirNode *of, const char *event, void *user)
{
    note_event(of, event, user);
    coir_node_destroy(of);
}

static void the_event_function_may_destroy_the_sprite(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_repeat_forever(coir_animate(told(destroy_sprite, 1))));
    frame(3);
    assert_trace("a:0@0 ");
    sprite = COIR_NEW(CoirSprite);
    coir_node_add(scene, &sprite->node);
}

static void stop_all(CoirNode *of, const char *event, void *user)
{
    note_event(of, event, user);
    coir_node_stop_all(of); // frees the action that called this function
}

static void the_event_function_may_stop_the_animation(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_animate(told(stop_all, 2)));
    frame(0);
    frame(3);
    assert_trace("a:0@0 ");
}

static void play_with_events(void)
{
    CoirAction *action = coir_animate(told(note_event, 3));
    CoirRun run = coir_node_run(&sprite->node, action ? coir_reverse(action) : NULL);
    bool played = coir_run_is_running(run) && coir_stage_update(stage, 0.05) && coir_stage_update(stage, 5);
    if (!played)
        assert_non_null(strstr(coir_error(), "out of memory"));
    coir_node_stop_all(&sprite->node);
}

static void each_allocation_may_fail(void **state)
{
    bool failed = true;
    long nth = 0;
    (void)state;
    while (failed) {
        forget_trace();
        support_fail_allocation(++nth);
        coir_error_clear();
        play_with_events();
        failed = support_failed();
        support_fail_allocation(0);
    }
    assert_true(nth > 8);
    assert_non_null(strstr(noted(), "d:3@"));
    forget_trace();
}

TEST_FILE(animation_events)
{
    const struct CMUnitTest tests[] = {
        sprite_test(each_event_is_reported_at_its_time_with_its_frame_shown),
        sprite_test(a_long_step_reports_all_events_in_order),
        sprite_test(odd_delays_do_not_separate_events_from_their_frames),
        sprite_test(backwards_events_come_with_the_begin_of_their_frames),
        sprite_test(rule_4_8_seeks_and_reversals_report_no_events_unless_asked),
        sprite_test(events_in_eases_yoyos_and_targets_are_reported_once),
        sprite_test(events_of_a_still_animation_are_reported),
        sprite_test(without_on_event_or_events_an_animation_is_one_block),
        sprite_test(the_event_function_may_destroy_the_sprite),
        sprite_test(the_event_function_may_stop_the_animation),
        sprite_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("animation_events", tests, NULL, NULL);
}
