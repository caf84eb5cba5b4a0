// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Animations: frames that a sprite shows one after the other (coir/animation.h).

#include "support/animations.h"

#include <limits.h>
#include <math.h>

static CoirAction *animate(const CoirFrame *frames, int count, int loops, bool restore)
{
    return coir_animate(&(CoirAnimation){.frames = frames, .count = count, .loops = loops, .restore = restore});
}

static CoirAction *set_frame(CoirTexture *of, CoirRect region)
{
    const CoirFrame frame = {.texture = of, .region = region};
    return coir_set_frame(&frame);
}

// Makes an animation of picture 0 for 0.1 s, picture 1 for 0.2 s and picture 2 for 0.3 s, played `loops` times.
static CoirAction *three(int loops, bool restore)
{
    CoirFrame frames[] = {picture(0, 0.1), picture(1, 0.2), picture(2, 0.3)};
    CoirAction *action = animate(frames, 3, loops, restore);
    memset(frames, 0, sizeof frames); // coir_animate has copied the frames
    return action;
}

static void note_picture(void)
{
    note("%g ", (double)coir_sprite_region(sprite).x);
}

// Steps the stage once by `first` and then by tenths of a second, and notes the picture after each step.
static void watch(double first, int times)
{
    for (int i = 0; i < times; i++) {
        frame(i == 0 ? first : 0.1);
        note_picture();
    }
}

// Showing ------------------------------------------------------------------------------------------------------------

static void each_frame_is_shown_for_its_delay(void **state)
{
    (void)state;
    CoirRun run = act_on(&sprite->node, three(1, false));
    assert_true(coir_run_duration(run) == 0.6);
    watch(0.05, 8);
    assert_trace("0 1 1 2 2 2 2 2 ");
    assert_false(coir_run_is_running(run));
}

static void all_frames_are_shown_the_given_number_of_times(void **state)
{
    (void)state;
    CoirRun run = act_on(&sprite->node, three(2, false));
    assert_true(coir_run_duration(run) == 1.2);
    watch(0.05, 13);
    assert_trace("0 1 1 2 2 2 0 1 1 2 2 2 2 ");
}

static void restore_shows_the_picture_before_the_animation(void **state)
{
    (void)state;
    sprite->node.size = coir_vec2(33, 44);
    act_on(&sprite->node, three(1, true));
    watch(0.05, 7);
    assert_trace("0 1 1 2 2 2 7 ");
    assert_true(sprite->node.size.x == 33 && sprite->node.size.y == 44);
}

static void a_frame_of_another_texture_is_shown_with_its_size(void **state)
{
    static const uint8_t pixels[4 * 5 * 4];
    CoirTexture *other = coir_texture_from_pixels(4, 5, pixels);
    CoirFrame frames[] = {picture(1, 0.5), {.texture = other, .region = {1, 1, 3, 4}, .delay = 0.5}};
    (void)state;
    act_on(&sprite->node, animate(frames, 2, 1, true));
    frame(0.25);
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    frame(0.5);
    assert_ptr_equal(coir_sprite_texture(sprite), other);
    assert_true(coir_sprite_region(sprite).height == 4 && sprite->node.size.x == 3 && sprite->node.size.y == 4);
    frame(0.5);
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    coir_texture_destroy(other);
}

static void frames_without_delay_are_passed_over(void **state)
{
    CoirFrame frames[] = {picture(0, 0), picture(1, 0.5), picture(2, 0), picture(3, 0.5)};
    CoirFrame still[] = {picture(4, 0), picture(5, 0)};
    (void)state;
    act_on(&sprite->node, animate(frames, 4, 1, false));
    frame(0);
    note_picture();
    frame(0.75);
    note_picture();
    coir_node_stop_all(&sprite->node);
    act_on(&sprite->node, animate(still, 2, 3, false));
    frame(0);
    note_picture();
    assert_trace("1 3 5 ");
}

static void set_frame_shows_the_frame_at_once(void **state)
{
    (void)state;
    CoirRun run =
        act_on(&sprite->node, coir_sequence(coir_delay(1), set_frame(texture, (CoirRect){3, 0, 2, 1}), coir_delay(1)));
    frame(0.5);
    note_picture();
    frame(0.5);
    note_picture();
    assert_true(sprite->node.size.x == 2 && sprite->node.size.y == 1);
    seek(run, 0.5);
    note_picture();
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    assert_trace("7 3 7 ");
}

static void rule_4_8_a_seek_shows_the_frame_of_its_time_and_a_seek_before_the_animation_restores(void **state)
{
    static const double times[] = {1.05, 1.55, 1.15, 1.7, 0.5, 1.25, 0};
    (void)state;
    CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), three(1, false), coir_delay(1)));
    for (int i = 0; i < COUNT(times); i++) {
        seek(run, times[i]);
        note_picture();
    }
    assert_trace("0 2 1 2 7 1 7 ");
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
}

static void a_stopped_animation_leaves_its_frame(void **state)
{
    (void)state;
    act_on(&sprite->node, three(1, true));
    frame(0.15);
    coir_node_stop_all(&sprite->node);
    note_picture();
    assert_trace("1 ");
}

static void an_animation_may_be_eased_repeated_and_played_backwards(void **state)
{
    (void)state;
    CoirRun run = act_on(&sprite->node, coir_repeat_forever(three(1, false)));
    watch(0.05, 9);
    assert_trace("0 1 1 2 2 2 0 1 1 ");
    coir_run_reverse(run);
    watch(0.1, 4);
    assert_trace("1 0 2 2 ");
    coir_run_stop(run);
    act_on(&sprite->node, coir_yoyo(three(1, false)));
    watch(0.05, 12);
    assert_trace("0 1 1 2 2 2 2 2 2 1 1 0 ");
}

// Time benders --------------------------------------------------------------------------------------------------------

static CoirAction *bent(int number)
{
    CoirAction *parts = coir_sequence(three(1, false), set_frame(texture, (CoirRect){4, 0, 1, 2}), coir_delay(0.2),
                                      coir_repeat(2, three(1, true)), set_frame(texture, (CoirRect){5, 0, 1, 2}));
    switch (number) {
    case 0: return coir_yoyo(parts);
    case 1: return coir_ease(COIR_EASE_IN_OUT_ELASTIC, parts);
    case 2: return coir_ease(COIR_EASE_OUT_BACK, coir_spawn(parts, three(3, false)));
    case 3: return coir_reverse_time(parts);
    default: return coir_yoyo(coir_ease(COIR_EASE_OUT_BOUNCE, parts));
    }
}

static float shown_after(int number, double time, double step)
{
    coir_sprite_set_region(sprite, texture, (CoirRect){7, 0, 1, 2});
    CoirRun run = act_on(&sprite->node, coir_sequence(bent(number), coir_delay(9)));
    for (int i = 1; i * step < time; i++)
        frame(step);
    frame(time - floor(time / step) * step);
    float shown = coir_sprite_region(sprite).x;
    coir_run_stop(run);
    return shown;
}

static void in_a_time_bender_a_frame_depends_on_the_time_alone(void **state)
{
    (void)state;
    for (int number = 0; number < 5; number++)
        for (int i = 0; i < 40; i++) {
            double time = 0.0317 + 0.117 * i;
            float shown = shown_after(number, time, time * 2);
            assert_true(shown_after(number, time, 0.05) == shown);
            assert_true(shown_after(number, time, 0.013) == shown);
        }
}

static void a_yoyo_shows_all_frames_backwards_and_ends_with_the_first(void **state)
{
    (void)state;
    act_on(&sprite->node,
           coir_yoyo(coir_sequence(three(1, false), set_frame(texture, (CoirRect){4, 0, 1, 2}), coir_delay(0.1))));
    watch(0.05, 15);
    assert_trace("0 1 1 2 2 2 4 4 2 2 2 1 1 0 0 ");
}

// Delays and orders --------------------------------------------------------------------------------------------------

static void a_frame_without_a_delay_of_its_own_has_that_of_the_animation(void **state)
{
    CoirFrame frames[] = {picture(0, 0), picture(1, 0.2), picture(2, 0)};
    (void)state;
    CoirRun run = act_on(&sprite->node, coir_animate(&(CoirAnimation){.frames = frames, .count = 3, .delay = 0.1}));
    assert_true(coir_run_duration(run) == 0.4);
    watch(0.05, 5);
    assert_trace("0 1 1 2 2 ");
}

static void sixty_frames_of_a_sixtieth_are_one_second(void **state)
{
    CoirFrame frames[60];
    (void)state;
    for (int i = 0; i < 60; i++)
        frames[i] = picture((float)(i % 7), 0);
    CoirAnimation animation = {.frames = frames, .count = 60, .delay = 1.0 / 60};
    CoirRun run = act_on(&sprite->node, coir_animate(&animation));
    assert_true(coir_run_duration(run) == 1);
}

// Plays an animation of two loops, then its reverse, then the reverse of the reverse. Checks the frames that are shown,
// each for 0.1 s, up to one step after the end.
static void assert_order(CoirAnimationOrder order, int count, const char *expected, const char *backwards)
{
    CoirFrame frames[] = {picture(0, 0.1), picture(1, 0.1), picture(2, 0.1), picture(3, 0.1)};
    CoirAnimation animation = {.frames = frames, .count = count, .loops = 2, .order = order};
    CoirAction *one = coir_reverse(coir_animate(&animation));
    CoirRun run = act_on(&sprite->node, coir_animate(&animation));
    int steps = (int)lround(coir_run_duration(run) * 10) + 1;
    watch(0.05, steps);
    assert_trace(expected);
    coir_action_retain(one);
    act_on(&sprite->node, one);
    watch(0.05, steps);
    assert_trace(backwards);
    act_on(&sprite->node, coir_reverse(one));
    watch(0.05, steps);
    assert_trace(expected);
}

static void frames_are_shown_in_each_order(void **state)
{
    (void)state;
    assert_order(COIR_ANIMATION_FORWARD, 3, "0 1 2 0 1 2 2 ", "2 1 0 2 1 0 0 ");
    assert_order(COIR_ANIMATION_REVERSE, 3, "2 1 0 2 1 0 0 ", "0 1 2 0 1 2 2 ");
    assert_order(COIR_ANIMATION_PING_PONG, 4, "0 1 2 3 2 1 0 1 2 3 2 1 0 ", "1 2 3 2 1 0 1 2 3 2 1 0 0 ");
    assert_order(COIR_ANIMATION_PING_PONG_REVERSE, 3, "2 1 0 1 2 1 0 1 2 ", "1 0 1 2 1 0 1 2 2 ");
    assert_order(COIR_ANIMATION_PING_PONG, 2, "0 1 0 1 0 ", "1 0 1 0 0 ");
    assert_order(COIR_ANIMATION_PING_PONG, 1, "0 0 0 ", "0 0 0 ");
    assert_order(COIR_ANIMATION_PING_PONG_REVERSE, 1, "0 0 0 ", "0 0 0 ");
}

static void there_and_back_without_end_shows_each_end_once(void **state)
{
    CoirFrame frames[] = {picture(0, 0.1), picture(1, 0.1), picture(2, 0.1)};
    CoirAnimation animation = {.frames = frames, .count = 3, .order = COIR_ANIMATION_PING_PONG};
    (void)state;
    act_on(&sprite->node, coir_repeat_forever(coir_animate(&animation)));
    watch(0.05, 10);
    assert_trace("0 1 2 1 0 1 2 1 0 1 ");
}

// Where the ease goes beyond an end, the frame at this end must stay.
static void an_ease_that_overshoots_an_end_keeps_the_frame_of_this_end(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_ease(COIR_EASE_IN_OUT_BACK, three(1, false)));
    watch(0.05, 7);
    assert_trace("0 0 0 2 2 2 2 ");
}

static void the_right_frame_of_many_is_found(void **state)
{
    enum { FRAMES = 5000 };
    CoirFrame *frames = malloc(sizeof *frames * FRAMES);
    (void)state;
    for (int i = 0; i < FRAMES; i++)
        frames[i] = picture((float)(i % 7), 0.01 * (i % 3)); // every third frame has no delay and is never shown
    CoirRun run = act_on(&sprite->node, animate(frames, FRAMES, 3, false));
    double begin = 0;
    for (int i = 0; i < FRAMES; begin += frames[i++].delay) {
        if (frames[i].delay == 0)
            continue;
        seek(run, begin + coir_run_duration(run) / 3);
        assert_true(coir_sprite_region(sprite).x == (float)(i % 7));
        seek(run, begin + frames[i].delay - 1e-6);
        assert_true(coir_sprite_region(sprite).x == (float)(i % 7));
    }
    free(frames);
}

// Textures -----------------------------------------------------------------------------------------------------------

static void textures_given_up_or_purged_meanwhile_do_no_harm(void **state)
{
    (void)state;
    CoirAction *action = three(1, true), *one = set_frame(texture, (CoirRect){1, 0, 1, 2});
    coir_sprite_set_texture(sprite, NULL);
    coir_texture_destroy(texture);
    texture = NULL;
    frame(0);
    coir_textures_sweep(); // as at the end of each frame of a director
    act_on(&sprite->node, coir_sequence(action, one));
    watch(0.05, 3);
    assert_int_equal(coir_texture_width(coir_sprite_texture(sprite)), 8);
    frame(5);
    note_picture();
    assert_trace("0 1 1 1 ");
}

static void the_run_retains_the_picture_before_the_animation(void **state)
{
    CoirTexture *before = coir_texture_load("coconut.png");
    (void)state;
    assert_non_null(before);
    int in_cache = coir_textures_each(NULL, NULL);
    assert_true(coir_sprite_set_texture(sprite, before));
    CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), three(1, true), coir_delay(1)));
    seek(run, 1.2);
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    coir_textures_purge();
    assert_int_equal(coir_textures_each(NULL, NULL), in_cache);
    seek(run, 2);
    assert_ptr_equal(coir_sprite_texture(sprite), before);
    seek(run, 1.2);
    // The run must release the texture as often as the run has retained the texture.
    CoirSprite *other = coir_sprite_with_texture(before);
    coir_run_stop(run);
    assert_int_equal(coir_textures_purge(), 0);
    coir_node_destroy(&other->node);
    coir_nodes_sweep();
    assert_int_equal(coir_textures_purge(), 1);
}

static void a_frame_that_others_have_shown_meanwhile_is_shown_again(void **state)
{
    CoirTexture *other = coir_texture_load("coconut.png");
    (void)state;
    CoirRun run = act_on(&sprite->node,
                         coir_sequence(coir_delay(0.5), three(1, false), coir_delay(1), three(1, true), coir_delay(1)));
    frame(1.2);
    assert_true(coir_sprite_set_texture(sprite, other));
    sprite->node.size = coir_vec2(3, 4);
    frame(1);
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    assert_int_equal(coir_textures_purge(), 0); // the run retains the texture
    frame(0.6);
    assert_ptr_equal(coir_sprite_texture(sprite), other);
    assert_true(sprite->node.size.x == 3 && sprite->node.size.y == 4);
    seek(run, 0);
    note_picture();
    assert_trace("7 ");
    coir_run_stop(run);
    assert_int_equal(coir_textures_purge(), 1);
}

static void a_size_that_others_have_set_meanwhile_is_set_again(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_sequence(three(1, false), coir_delay(1), three(1, true), coir_delay(1)));
    frame(0.7);
    sprite->node.size = coir_vec2(3, 4);
    frame(1);
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    frame(0.6);
    assert_true(sprite->node.size.x == 3 && sprite->node.size.y == 4);
}

static void a_size_is_restored_also_if_the_last_frame_is_the_picture_before_the_animation(void **state)
{
    CoirFrame frames[] = {picture(0, 0.1), picture(7, 0.1)};
    (void)state;
    sprite->node.size = coir_vec2(30, 40);
    CoirRun run = act_on(&sprite->node, coir_sequence(animate(frames, 2, 1, true), coir_delay(9)));
    frame(0.05);
    frame(0.1);
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    frame(0.1);
    assert_true(sprite->node.size.x == 30 && sprite->node.size.y == 40);
    coir_run_stop(run);
}

static void a_frame_sets_the_size_also_if_the_sprite_shows_the_picture_already(void **state)
{
    CoirFrame frames[] = {picture(7, 0.1), picture(0, 0.1)};
    (void)state;
    sprite->node.size = coir_vec2(30, 40);
    CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), set_frame(texture, (CoirRect){7, 0, 1, 2})));
    frame(1);
    assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    coir_run_stop(run);
    sprite->node.size = coir_vec2(30, 40);
    run = act_on(&sprite->node, coir_sequence(animate(frames, 2, 2, true), coir_delay(9)));
    for (int i = 0; i < 4; i++) {
        frame(i == 0 ? 0.05 : 0.1);
        assert_true(sprite->node.size.x == 1 && sprite->node.size.y == 2);
    }
    frame(0.1);
    assert_true(sprite->node.size.x == 30 && sprite->node.size.y == 40);
    coir_run_stop(run);
}

static void two_animations_of_one_length_show_their_own_frames(void **state)
{
    CoirSprite *second = coir_sprite_with_region(texture, ((CoirRect){7, 0, 1, 2}));
    CoirFrame frames[] = {picture(4, 0.1), picture(5, 0.2), picture(6, 0.3)};
    (void)state;
    coir_node_add(scene, &second->node);
    act_on(&sprite->node, three(1, false));
    act_on(&second->node, animate(frames, 3, 1, false));
    for (int i = 0; i < 4; i++) {
        frame(0.2);
        note("%g/%g ", (double)coir_sprite_region(sprite).x, (double)coir_sprite_region(second).x);
    }
    assert_trace("1/5 2/6 2/6 2/6 ");
}

static void a_frame_that_others_show_in_an_animation_stays_until_the_next_frame(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_repeat_forever(three(1, false)));
    frame(0.125);
    coir_sprite_set_region(sprite, texture, (CoirRect){5, 0, 1, 2});
    for (int i = 0; i < 6; i++) { // the next frame is shown from 0.3 s on
        frame(0.0625);
        note_picture();
    }
    assert_trace("5 5 2 2 2 2 ");
    coir_node_stop_all(&sprite->node);
    CoirRun run = act_on(&sprite->node, coir_spawn(coir_repeat(9, three(1, false)), coir_move_by(9, 1, 1)));
    frame(0.8);
    coir_sprite_set_region(sprite, texture, (CoirRect){5, 0, 1, 2});
    frame(0.05);
    note_picture();
    coir_run_stop(run);
    run = act_on(&sprite->node, coir_spawn(three(1, false), coir_sequence(coir_delay(0.2), coir_move_by(9, 1, 1))));
    frame(0.25);
    coir_sprite_set_region(sprite, texture, (CoirRect){5, 0, 1, 2});
    seek(run, 0.15); // the run is played again from its start, so frame 1 replaces picture 5
    note_picture();
    assert_trace("5 1 ");
}

static void two_animations_at_once_and_one_at_another_speed_show_each_frame(void **state)
{
    CoirSprite *second = coir_sprite_with_region(texture, ((CoirRect){7, 0, 1, 2}));
    CoirFrame frames[] = {picture(4, 0.05), picture(5, 0.1), picture(6, 0.6)};
    (void)state;
    coir_node_add(scene, &second->node);
    act_on(&sprite->node, coir_spawn(coir_targeted(&second->node, animate(frames, 3, 1, false)), three(1, false)));
    for (int i = 0; i < 7; i++) {
        frame(0.0625);
        note("%g/%g ", (double)coir_sprite_region(sprite).x, (double)coir_sprite_region(second).x);
    }
    assert_trace("0/5 1/5 1/6 1/6 2/6 2/6 2/6 ");
    coir_node_stop_all(&sprite->node);
    act_on(&sprite->node, coir_speed(2, three(1, false)));
    for (int i = 0; i < 5; i++) {
        frame(0.03125);
        note_picture();
    }
    assert_trace("0 1 1 1 2 ");
}

static void a_frame_set_by_other_code_during_an_animation_is_replaced_at_its_end(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_sequence(three(1, false), three(1, true), coir_delay(1)));
    frame(0.5);
    coir_sprite_set_region(sprite, texture, (CoirRect){5, 0, 1, 2});
    frame(0.1);
    note_picture();
    frame(0.6);
    note_picture();
    assert_trace("0 2 ");
}

static void a_sprite_that_showed_nothing_shows_nothing_again(void **state)
{
    (void)state;
    coir_sprite_set_texture(sprite, NULL);
    act_on(&sprite->node, three(1, true));
    frame(0.05);
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    frame(1);
    assert_null(coir_sprite_texture(sprite));
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void animations_on_a_node_that_is_no_sprite_are_mistakes_reported_once(void **state)
{
    CoirAction *actions[] = {three(2, true), set_frame(texture, (CoirRect){0, 0, 1, 1})};
    (void)state;
    for (int i = 0; i < 2; i++) {
        Looks before = looks_of(hero);
        support_forget_messages();
        CoirRun run = act_on(hero, coir_sequence(actions[i], say("on"), coir_delay(9)));
        frame(0.25);
        frame(2);
        seek(run, 0.1);
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
        assert_mistake("no CoirSprite");
        assert_looks(hero, before);
        coir_run_stop(run);
    }
    assert_non_null(strstr(noted(), "on@1.2 on@2.25 "));
}

#define assert_refused(expression, why) \
    do {                                \
        assert_null(expression);        \
        assert_mistake(why);            \
    } while (0)

static void bad_counts_and_textures_are_mistakes(void **state)
{
    CoirFrame good = picture(0, 1), none = {.delay = 1};
    (void)state;
    assert_refused(animate(NULL, 1, 1, false), "coir_animate");
    assert_refused(animate(&good, 0, 1, false), "coir_animate");
    assert_refused(animate(&good, -1, 1, false), "coir_animate");
    assert_refused(animate(&good, INT_MAX, 1, false), "coir_animate");
    assert_refused(animate(&good, 1, -1, false), "coir_animate");
    assert_refused(coir_animate(NULL), "coir_animate");
    assert_refused(coir_animate(&(CoirAnimation){.frames = &good, .count = 1, .order = (CoirAnimationOrder)4}),
                   "there is no order 4");
    assert_refused(animate(&good, 1, INT_MIN, false), "coir_animate");
    assert_refused(animate(&none, 1, 1, false), "coir_animate");
    assert_refused(animate((CoirFrame[]){good, none}, 2, 1, false), "coir_animate: frame 1");
    assert_refused(set_frame(NULL, (CoirRect){0, 0, 1, 1}), "coir_set_frame");
    good.delay = 2e9;
    assert_refused(animate(&good, 1, 3, false), "coir_animate");
}

static void regions_outside_the_texture_and_bad_delays_are_mistakes(void **state)
{
    static const CoirRect bad[] = {{-1, 0, 1, 1},  {0, -1, 1, 1},       {8, 0, 1, 1},  {0, 2, 1, 1},
                                   {0, 0, 9, 1},   {0, 0, 1, 3},        {0, 0, 0, 1},  {0, 0, 1, -1},
                                   {NAN, 0, 1, 1}, {0, 0, INFINITY, 1}, {0, 0, 1, NAN}};
    static const double bad_delays[] = {-1, -1e-300, NAN, INFINITY, 1e12};
    (void)state;
    for (int i = 0; i < COUNT(bad); i++) {
        assert_refused(animate(&(CoirFrame){.texture = texture, .region = bad[i], .delay = 1}, 1, 1, false),
                       "coir_animate");
        assert_refused(set_frame(texture, bad[i]), "coir_set_frame");
    }
    for (int i = 0; i < COUNT(bad_delays); i++) {
        CoirFrame frame = {.texture = texture, .delay = bad_delays[i]}, good = {.texture = texture};
        assert_refused(animate(&frame, 1, 1, false), "coir_animate: frame 0");
        assert_refused(coir_animate(&(CoirAnimation){.frames = &good, .count = 1, .delay = bad_delays[i]}),
                       "coir_animate");
    }
}

TEST_FILE(animation)
{
    const struct CMUnitTest tests[] = {
        sprite_test(each_frame_is_shown_for_its_delay),
        sprite_test(all_frames_are_shown_the_given_number_of_times),
        sprite_test(restore_shows_the_picture_before_the_animation),
        sprite_test(a_frame_of_another_texture_is_shown_with_its_size),
        sprite_test(frames_without_delay_are_passed_over),
        sprite_test(set_frame_shows_the_frame_at_once),
        sprite_test(rule_4_8_a_seek_shows_the_frame_of_its_time_and_a_seek_before_the_animation_restores),
        sprite_test(a_stopped_animation_leaves_its_frame),
        sprite_test(an_animation_may_be_eased_repeated_and_played_backwards),
        sprite_test(in_a_time_bender_a_frame_depends_on_the_time_alone),
        sprite_test(a_yoyo_shows_all_frames_backwards_and_ends_with_the_first),
        sprite_test(a_frame_that_others_have_shown_meanwhile_is_shown_again),
        sprite_test(a_size_that_others_have_set_meanwhile_is_set_again),
        sprite_test(a_size_is_restored_also_if_the_last_frame_is_the_picture_before_the_animation),
        sprite_test(a_frame_sets_the_size_also_if_the_sprite_shows_the_picture_already),
        sprite_test(two_animations_of_one_length_show_their_own_frames),
        sprite_test(two_animations_at_once_and_one_at_another_speed_show_each_frame),
        sprite_test(a_frame_that_others_show_in_an_animation_stays_until_the_next_frame),
        sprite_test(a_frame_set_by_other_code_during_an_animation_is_replaced_at_its_end),
        sprite_test(a_frame_without_a_delay_of_its_own_has_that_of_the_animation),
        sprite_test(sixty_frames_of_a_sixtieth_are_one_second),
        sprite_test(frames_are_shown_in_each_order),
        sprite_test(there_and_back_without_end_shows_each_end_once),
        sprite_test(an_ease_that_overshoots_an_end_keeps_the_frame_of_this_end),
        sprite_test(the_right_frame_of_many_is_found),
        sprite_test(textures_given_up_or_purged_meanwhile_do_no_harm),
        sprite_test(the_run_retains_the_picture_before_the_animation),
        sprite_test(a_sprite_that_showed_nothing_shows_nothing_again),
        sprite_test(animations_on_a_node_that_is_no_sprite_are_mistakes_reported_once),
        sprite_test(bad_counts_and_textures_are_mistakes),
        sprite_test(regions_outside_the_texture_and_bad_delays_are_mistakes),
    };
    return cmocka_run_group_tests_name("animation", tests, NULL, NULL);
}
