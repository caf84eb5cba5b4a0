// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rule 4.8 for many expressions. After a seek from any time to any other time, the nodes have the same properties, to
// the last bit, as after one step from the start to that time. The same holds for a run that is played backwards to
// that time.

#include "support/actions.h"

#include "coir/action_timeline.h"
#include "coir/random.h"
#include "coir/tween.h"

static const CoirVec2 points[] = {{1, 2}, {13.7f, -0.1f}, {7.3f, 99.9f}, {-5.5f, 3.3f}};

static CoirAction *fast(void)
{
    return coir_spawn(coir_move_by(0.7, 33.3f, 1.1f), coir_sequence(coir_delay(0.2), coir_rotate_to(0.4, 170)));
}

static CoirAction *mixed(void)
{
    return coir_sequence(fast(), coir_hide(), coir_scale_by(0.3, 1.3f, 0.7f), coir_toggle_visibility(),
                         coir_move_to(0.3, 5.5f, 6.6f), coir_set_z(9), coir_move_by(0.1, 7, 7));
}

static CoirAction *turn(float from, float to)
{
    return coir_tween_float(0.3, COIR_FIELD(CoirNode, rotation), from, to);
}

// X(name, expression of any duration)
#define EXPRESSIONS(X)                                                                                                 \
    X(move, coir_move_by(1.1, 33.3f, 44.4f))                                                                           \
    X(moves, coir_sequence(coir_move_by(0.3, 1.1f, 0), coir_move_to(0.5, 7.7f, 8.8f), coir_move_by(0.7, 3, 3)))        \
    X(tos, coir_spawn(coir_skew_to(1, 9.9f, 1), coir_size_to(0.7, 1, 2), coir_anchor_to(0.4, 1, 0),                    \
                      coir_tint_to(1.1, coir_rgb(1, 99, 3)), coir_fade_out(0.9)))                                      \
    X(bys, coir_spawn(coir_skew_by(1, 9.9f, 1), coir_size_by(0.7, 1, 2), coir_rotate_by(2, 777),                       \
                      coir_tint_by(1.1, 77, -99, 3), coir_scale_by_uniform(0.9, 0.3f)))                                \
    X(curves, coir_sequence(coir_jump_by(0.5, 9, 9, 30, 2), coir_bezier_to(0.5, points[1], points[2], points[3]),      \
                            coir_catmull_rom_by(0.5, points, 4), coir_polyline_to(0.5, points, 4)))                    \
    X(mixed, mixed())                                                                                                  \
    X(repeated, coir_repeat(4, mixed()))                                                                               \
    X(forever, coir_repeat_forever(coir_sequence(fast(), coir_scale_by(0.1, 0.9f, 1.1f))))                             \
    X(nested, coir_repeat(3, coir_sequence(coir_repeat(2, fast()), coir_move_to(0.2, 1, 1))))                          \
    X(sped, coir_speed(1.7, coir_repeat(2, coir_speed(0.6, mixed()))))                                                 \
    X(eased, coir_ease(COIR_EASE_IN_OUT_SINE, mixed()))                                                                \
    X(back, coir_ease(COIR_EASE_IN_OUT_BACK, coir_sequence(fast(), coir_hide(), fast())))                              \
    X(elastic, coir_ease(COIR_EASE_OUT_ELASTIC, coir_repeat(2, coir_sequence(fast(), coir_toggle_visibility()))))      \
    X(yoyo, coir_yoyo(coir_sequence(fast(), coir_skew_to(0.3, 1, 1), coir_hide())))                                    \
    X(reversed, coir_sequence(fast(), coir_reverse_time(coir_sequence(fast(), coir_show(), fast()))))                  \
    X(opposite, coir_sequence(fast(), coir_reverse(coir_sequence(coir_jump_by(0.5, 9, 9, 30, 2), coir_show(),          \
                                                                 coir_scale_by(0.4, 3, 3)))))                          \
    X(blinks, coir_sequence(coir_blink(0.7, 3), coir_toggle_visibility(), coir_repeat(2, coir_blink(0.4, 2))))         \
    X(placed, coir_timeline(coir_at(0.4, fast()), coir_after(-0.3, fast()), coir_at(0.1, coir_hide()),                 \
                            coir_at(0.9, coir_show()), coir_with(0.3, coir_place(3, 4))))                              \
    X(tweened, coir_sequence(coir_tween_float(0.7, COIR_FIELD(CoirNode, rotation), 7.7f, 99.9f),                       \
                             coir_yoyo(coir_tween_vec2(0.5, COIR_FIELD(CoirNode, size), points[0], points[1]))))       \
    X(over_in_reverse, coir_sequence(coir_delay(0.1), coir_reverse_time(coir_sequence(coir_blink(0.5, 1), coir_hide(), \
                                                                                      coir_rotate_by(1, 99)))))        \
    X(reversed_loops, coir_reverse_time(coir_repeat(3, coir_sequence(coir_delay(0.7), turn(5, 9)))))                   \
    X(meeting, coir_reverse_time(coir_spawn(turn(5, 9), coir_yoyo(turn(30, 40)), coir_delay(1))))                      \
    X(there_again, coir_reverse_time(coir_sequence(coir_repeat(2, turn(5, 9)), turn(-5, -9))))                         \
    X(double_turn, coir_reverse_time(coir_yoyo(coir_spawn(coir_blink(0.4, 1), coir_blink(0.1, 1), fast()))))           \
    X(set_and_added, coir_spawn(coir_sequence(coir_delay(0.3), coir_move_to(0.4, 9, 9), coir_place(1, 2)),             \
                                coir_repeat(3, coir_move_by(0.3, 5, 5)), coir_move_by(1, 7, 7)))                       \
    X(scaled_and_set, coir_spawn(coir_sequence(coir_delay(0.5), coir_scale_to(0.3, 2, 2)),                             \
                                 coir_repeat(2, coir_scale_by(0.5, 1.5f, 0.5f))))                                      \
    X(two_places, coir_spawn(coir_yoyo(coir_sequence(coir_place(3, 4), coir_delay(1))),                                \
                             coir_ease(COIR_EASE_IN_QUAD, coir_sequence(coir_place(5, 6), coir_delay(0.5)))))          \
    X(targeted, coir_spawn(coir_targeted(hero, mixed()), coir_targeted(node, fast())))                                 \
    X(thousands, coir_repeat(5000, coir_sequence(coir_move_by(0.001, 0.1f, 0), coir_toggle_visibility())))

#define DEFINE_MAKER(name, expression)   \
    static CoirAction *make_##name(void) \
    {                                    \
        return expression;               \
    }
EXPRESSIONS(DEFINE_MAKER)

#define LIST_MAKER(name, expression) {#name, make_##name},
static const struct {
    const char *name;
    CoirAction *(*make)(void);
} makers[] = {EXPRESSIONS(LIST_MAKER)};

typedef struct Both {
    Looks node, hero;
} Both;

static Both both_looks(void)
{
    return (Both){looks_of(node), looks_of(hero)};
}

static void dress_both(void)
{
    dress(node, odd_looks);
    dress(hero, odd_looks);
}

// Returns the properties of the nodes after one step from the start to `time`.
static Both played_to(CoirAction *(*make)(void), double time)
{
    dress_both();
    CoirRun run = play(make());
    step(time);
    Both looks = both_looks();
    coir_run_stop(run);
    return looks;
}

static void check_both(Both expected, const char *name, double time, const char *how)
{
    char what[128];
    snprintf(what, sizeof what, "%s, %s %.17g", name, how, time);
    check_looks(node, expected.node, what, __FILE__, __LINE__);
    check_looks(hero, expected.hero, what, __FILE__, __LINE__);
}

#define TIMES 24

static double length_of(CoirAction *(*make)(void))
{
    CoirAction *action = make();
    double duration = coir_action_duration(action);
    coir_action_release(action);
    return isinf(duration) ? 7 : duration;
}

static double round_to_ns(double time)
{
    return round(time * 1e9) / 1e9;
}

static void rule_4_8_a_seek_from_any_time_is_like_one_step_to_the_goal(void **state)
{
    CoirRandom random = coir_random(7);
    (void)state;
    for (int i = 0; i < COUNT(makers); i++) {
        double times[TIMES], length = length_of(makers[i].make);
        Both expected[TIMES];
        for (int k = 0; k < TIMES; k++) {
            times[k] = k < 2 ? k * length : round_to_ns(length * coir_random_int(&random, 0, 1000) / 1000);
            if (k > 1 && times[k] >= length)
                times[k] = length / 2;
            expected[k] = played_to(makers[i].make, times[k]);
        }
        dress_both();
        CoirRun run = play(makers[i].make());
        for (int n = 0; n < 5 * TIMES; n++) {
            int k = coir_random_int(&random, 0, TIMES - 1);
            seek(run, times[k]);
            check_both(expected[k], makers[i].name, times[k], "sought to");
        }
        coir_run_stop(run);
    }
}

static void any_number_of_steps_looks_like_one_step(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int count = 2; count < 20; count++) {
            double length = length_of(makers[i].make), each = round_to_ns(length / count);
            for (int last = 1; last <= count && last * each < length; last++) {
                Both expected = played_to(makers[i].make, round_to_ns(last * each));
                dress_both();
                CoirRun run = play(makers[i].make());
                for (int k = 0; k < last; k++)
                    step(each);
                check_both(expected, makers[i].name, last * each, "in steps to");
                coir_run_stop(run);
            }
        }
}

static void rule_4_8_played_backwards_too(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(makers); i++) {
        double length = length_of(makers[i].make), tenth = round_to_ns(length / 10);
        Both expected[10];
        for (int k = 0; k < 10; k++)
            expected[k] = played_to(makers[i].make, k * tenth);
        expected[0].node.visible = true; // the run ends at 0, and a blink that ends leaves the node as found
        dress_both();
        CoirRun run = play(makers[i].make());
        step(9.5 * tenth > length ? length / 2 : 9 * tenth);
        coir_run_reverse(run);
        for (int k = 8; k >= 0; k--) {
            step(tenth);
            if (fabs(coir_run_elapsed(run) - k * tenth) < 1e-12)
                check_both(expected[k], makers[i].name, k * tenth, "backwards to");
        }
        assert_true(coir_run_is_running(run) == (coir_run_elapsed(run) > 0));
        coir_run_stop(run);
    }
}

// The scale overflows. After a seek back, the run goes on as if the run had never reached the later time.
static void a_scale_that_has_grown_beyond_all_numbers_is_as_before_when_sought_back(void **state)
{
    (void)state;
    CoirRun run = play(coir_repeat_forever(coir_scale_by_uniform(1, 2)));
    for (int i = 0; i < 150; i++)
        step(10);
    seek(run, 3);
    assert_true(node->scale.x == 8);
    seek(run, 0);
    assert_true(node->scale.x == 1);
    step(1);
    assert_true(node->scale.x == 2);
}

// A step plays only some of very many loops. The properties must change as if all loops had been played, also if each
// loop begins with a value that another leaf in progress sets.
static void loops_of_a_to_beside_another_part_match_short_steps(void **state)
{
    static const double lengths[] = {1.0 / 2048, 1.0 / 8192, 1.0 / 65536};
    (void)state;
    for (int i = 0; i < COUNT(lengths); i++) {
        float expected = 0;
        for (int steps = 1; steps <= 64; steps *= 8) {
            node->position = coir_vec2(0, 0);
            CoirAction *loops = coir_repeat_forever(coir_move_to(lengths[i], -19, 4));
            CoirRun run = play(coir_spawn(coir_move_to(1, 15, 0), loops));
            for (int k = 0; k < steps; k++)
                step(0.5 / steps);
            expected = steps == 1 ? node->position.x : expected;
            assert_true(node->position.x == expected);
            coir_run_stop(run);
        }
    }
}

static void count_call(CoirNode *of, void *user)
{
    (void)of;
    ++*(int *)user;
}

static void with_calls_a_seek_makes_every_call_of_loops_without_length(void **state)
{
    int calls = 0;
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), coir_repeat(5000, coir_call(count_call, &calls)), coir_delay(1)));
    coir_run_seek(run, 2, COIR_SEEK_CALLS);
    assert_int_equal(calls, 5000);
}

static void rule_4_8_after_a_seek_the_run_continues_as_if_it_had_been_played(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(makers); i++) {
        double length = length_of(makers[i].make), third = round_to_ns(length / 3);
        Both expected = played_to(makers[i].make, round_to_ns(third + length / 4));
        dress_both();
        CoirRun run = play(makers[i].make());
        step(length / 7);
        seek(run, round_to_ns(length * 0.9));
        seek(run, third);
        step(round_to_ns(third + length / 4) - third);
        double off = fabs((double)node->position.x - (double)expected.node.position.x);
        assert_true(off < 1e-3);
        assert_int_equal(node->visible, expected.node.visible);
        assert_int_equal(hero->z, expected.hero.z);
        assert_true(fabs((double)node->rotation - (double)expected.node.rotation) < 1e-3);
        coir_run_stop(run);
    }
}

TEST_FILE(action_seek)
{
    const struct CMUnitTest tests[] = {
        action_test(rule_4_8_a_seek_from_any_time_is_like_one_step_to_the_goal),
        action_test(any_number_of_steps_looks_like_one_step),
        action_test(rule_4_8_played_backwards_too),
        action_test(a_scale_that_has_grown_beyond_all_numbers_is_as_before_when_sought_back),
        action_test(loops_of_a_to_beside_another_part_match_short_steps),
        action_test(with_calls_a_seek_makes_every_call_of_loops_without_length),
        action_test(rule_4_8_after_a_seek_the_run_continues_as_if_it_had_been_played),
    };
    return cmocka_run_group_tests_name("action_seek", tests, NULL, NULL);
}
