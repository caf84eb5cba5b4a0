// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Properties of the eases that do not depend on their formulas: ends, shapes, parameters, names. test_ease_values.c
// checks the values.

#include "support/near.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "coir/ease.h"
#include "coir/geometry.h"

#define POINTS 1000

// Good parameters of some eases: the ends of the range of parameters, and values between the ends.
typedef struct Good {
    CoirEase first, last;
    double parameters[4];
} Good;

static const Good goods[] = {
    {COIR_EASE_IN, COIR_EASE_OUT_IN, {0.01, 0.5, 3, DBL_MAX}},
    {COIR_EASE_IN_BACK, COIR_EASE_OUT_IN_BACK, {0, 0.5, 4, DBL_MAX}},
    {COIR_EASE_IN_ELASTIC, COIR_EASE_OUT_IN_ELASTIC, {0.01, 0.2, 1, DBL_MAX}},
    {COIR_EASE_STEPS, COIR_EASE_STEPS, {1, 3, 49, 1e6}},
    {COIR_EASE_SPRING, COIR_EASE_SPRING, {0.05, 0.5, 0.999, 1}},
};

#define GOODS (int)(sizeof goods / sizeof *goods)

static const Good *good_for(CoirEase ease)
{
    for (int i = 0; i < GOODS; i++)
        if (ease >= goods[i].first && ease <= goods[i].last)
            return &goods[i];
    return NULL;
}

// Calls `check` for each ease with its usual parameter and with four good parameters.
static void for_each_parameter(void (*check)(CoirEase ease, double parameter))
{
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        const Good *good = good_for(ease);
        check(ease, coir_ease_parameter(ease));
        for (int i = 0; good && i < 4; i++)
            check(ease, good->parameters[i]);
    }
}

// Returns the value of an ease in the family of `in`. `direction`: 0: in, 1: out, 2: in_out, 3: out_in.
static double of_family(CoirEase in, int direction, double t)
{
    return coir_ease_at((CoirEase)((int)in + direction), t);
}

static void check_ends(CoirEase ease, double parameter)
{
    assert_true(coir_ease_at_with(ease, parameter, 0) == 0);
    assert_true(coir_ease_at_with(ease, parameter, 1) == 1);
}

static void rule_4_12_each_ease_is_0_at_0_and_1_at_1_exactly(void **state)
{
    (void)state;
    for_each_parameter(check_ends);
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        assert_true(coir_ease_at(ease, 0) == 0);
        assert_true(coir_ease_at(ease, 1) == 1);
    }
}

static void check_clamped(CoirEase ease, double parameter)
{
    assert_true(coir_ease_at_with(ease, parameter, -0.25) == 0);
    assert_true(coir_ease_at_with(ease, parameter, -INFINITY) == 0);
    assert_true(coir_ease_at_with(ease, parameter, NAN) == 0);
    assert_true(coir_ease_at_with(ease, parameter, 1.25) == 1);
    assert_true(coir_ease_at_with(ease, parameter, INFINITY) == 1);
}

static void a_time_outside_of_0_to_1_is_clamped(void **state)
{
    (void)state;
    for_each_parameter(check_clamped);
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        assert_true(coir_ease_at(ease, -1) == 0);
        assert_true(coir_ease_at(ease, 2) == 1);
        assert_true(coir_ease_at(ease, NAN) == 0);
    }
}

static void check_finite(CoirEase ease, double parameter)
{
    for (int i = 1; i < POINTS; i++)
        assert_true(isfinite(coir_ease_at_with(ease, parameter, (double)i / POINTS)));
}

// Even DBL_MAX as the parameter must give finite values.
static void no_value_is_infinite_or_not_a_number(void **state)
{
    (void)state;
    for_each_parameter(check_finite);
}

static void default_parameters_match_the_header(void **state)
{
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        double expected = 0;
        if (ease >= COIR_EASE_IN && ease <= COIR_EASE_OUT_IN)
            expected = 2;
        if (ease >= COIR_EASE_IN_BACK && ease <= COIR_EASE_OUT_IN_BACK)
            expected = 1.70158;
        if (ease >= COIR_EASE_IN_ELASTIC && ease <= COIR_EASE_OUT_IN_ELASTIC)
            expected = 0.3;
        if (ease == COIR_EASE_STEPS)
            expected = 4;
        if (ease == COIR_EASE_SPRING)
            expected = 0.3;
        assert_true(coir_ease_parameter(ease) == expected);
    }
    assert_true(coir_ease_parameter(COIR_EASE_COUNT) == 0);
    assert_true(coir_ease_parameter((CoirEase)-1) == 0);
}

static void without_a_parameter_an_ease_has_its_usual_one(void **state)
{
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++)
        for (int i = 1; i < 100; i++)
            assert_true(coir_ease_at(ease, i / 100.0) == coir_ease_at_with(ease, coir_ease_parameter(ease), i / 100.0));
}

static void an_out_ease_is_the_in_ease_turned_round(void **state)
{
    (void)state;
    for (CoirEase in = COIR_EASE_IN; in < COIR_EASE_STEPS; in += 4)
        for (int i = 0; i <= POINTS; i++) {
            double t = (double)i / POINTS, turned = 1 - of_family(in, 0, 1 - t);
            if (in != COIR_EASE_IN && in != COIR_EASE_IN_EXPO)
                assert_near(of_family(in, 1, t), turned, 1e-15);
        }
}

// in_expo subtracts 0.001, and out_expo does not.
static void out_expo_is_in_expo_turned_round_but_for_a_thousandth(void **state)
{
    (void)state;
    for (int i = 1; i < POINTS - 5; i++) {
        double t = (double)i / POINTS, turned = 1 - coir_ease_at(COIR_EASE_IN_EXPO, 1 - t);
        assert_near(coir_ease_at(COIR_EASE_OUT_EXPO, t), turned - 0.001, 1e-15);
    }
}

static void the_out_ease_undoes_the_in_ease_of_the_same_rate(void **state)
{
    static const double rates[] = {0.5, 1, 2, 3.5};
    (void)state;
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
        for (int i = 0; i <= POINTS; i++) {
            double t = (double)i / POINTS, in = coir_ease_at_with(COIR_EASE_IN, rates[r], t);
            assert_near(coir_ease_at_with(COIR_EASE_OUT, rates[r], in), t, 1e-14);
        }
}

static void in_out_is_the_same_from_both_ends(void **state)
{
    (void)state;
    for (CoirEase in = COIR_EASE_IN; in < COIR_EASE_STEPS; in += 4)
        for (int i = 0; i <= POINTS; i++) {
            double t = (double)i / POINTS;
            assert_near(of_family(in, 2, t), 1 - of_family(in, 2, 1 - t), 1e-15);
        }
}

// The curves of expo and elastic are up to 0.001 off at an end, so each half is up to 0.0005 off in the middle.
static void the_halves_of_in_out_and_out_in_meet_in_the_middle(void **state)
{
    (void)state;
    for (CoirEase in = COIR_EASE_IN; in < COIR_EASE_STEPS; in += 4)
        for (int direction = 2; direction <= 3; direction++) {
            double gap = in == COIR_EASE_IN_EXPO || in == COIR_EASE_IN_ELASTIC ? 0.0006 : 0.0001;
            assert_near(of_family(in, direction, 0.5), 0.5, 1e-15);
            assert_near(of_family(in, direction, 0.5 + 1e-10), 0.5, gap);
        }
}

// The steepest ease, out_circ, rises by 0.0045 in the first step of 1e-5. The curves of expo and elastic are up to
// 0.001 off at an end. Both are below the limit of 0.005.
static void no_ease_but_steps_jumps(void **state)
{
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++)
        for (int i = 0; i < 100000 && ease != COIR_EASE_STEPS; i++)
            assert_near(coir_ease_at(ease, (i + 1) / 1e5), coir_ease_at(ease, i / 1e5), 0.005);
}

static bool is_monotone(CoirEase ease)
{
    return ease < COIR_EASE_IN_BACK || ease == COIR_EASE_STEPS;
}

static void eases_without_a_swing_never_go_back(void **state)
{
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++)
        for (int i = 0; i < 10000 && is_monotone(ease); i++)
            assert_true(coir_ease_at(ease, i / 1e4) <= coir_ease_at(ease, (i + 1) / 1e4));
}

static void in_begins_slowly_and_out_ends_slowly(void **state)
{
    (void)state;
    for (CoirEase in = COIR_EASE_IN; in < COIR_EASE_STEPS; in += 4)
        for (int i = 1; i < POINTS && is_monotone(in); i++) {
            double t = (double)i / POINTS, middle = t < 0.5 ? -1 : 1;
            assert_true(of_family(in, 0, t) < t);
            assert_true(of_family(in, 1, t) > t);
            assert_true(t == 0.5 || (of_family(in, 2, t) - t) * middle > 0);
            assert_true(t == 0.5 || (of_family(in, 3, t) - t) * middle < 0);
        }
}

static void least_and_most(CoirEase ease, double parameter, double *least, double *most)
{
    *least = 1;
    *most = 0;
    for (int i = 0; i <= 100000; i++) {
        double value = coir_ease_at_with(ease, parameter, i / 1e5);
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}

// Out_in_back and out_in_elastic swing, too, but in the middle, and do not leave 0 to 1.
static void only_back_elastic_and_spring_leave_0_to_1(void **state)
{
    double least, most;
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        bool leaves = (ease >= COIR_EASE_IN_BACK && ease <= COIR_EASE_OUT_IN_ELASTIC) || ease == COIR_EASE_SPRING;
        least_and_most(ease, coir_ease_parameter(ease), &least, &most);
        assert_true((least < 0 || most > 1) ==
                    (leaves && ease != COIR_EASE_OUT_IN_BACK && ease != COIR_EASE_OUT_IN_ELASTIC));
    }
}

static void back_goes_back_by_a_tenth(void **state)
{
    static const CoirEase going_back[] = {COIR_EASE_IN_BACK, COIR_EASE_IN_OUT_BACK};
    double least, most;
    (void)state;
    for (int i = 0; i < 2; i++) {
        least_and_most(going_back[i], 1.70158, &least, &most);
        assert_near(least, -0.1, 0.0005);
    }
    least_and_most(COIR_EASE_OUT_BACK, 1.70158, &least, &most);
    assert_near(most, 1.1, 0.0005);
    least_and_most(COIR_EASE_IN_BACK, 0, &least, &most);
    assert_true(least == 0 && most == 1);
}

static void each_ease_has_its_name(void **state)
{
    static const char *const families[] = {"",      "_sine", "_quad", "_cubic",   "_quart", "_quint",
                                           "_expo", "_circ", "_back", "_elastic", "_bounce"};
    static const char *const directions[] = {"in", "out", "in_out", "out_in"};
    char name[32];
    (void)state;
    assert_string_equal(coir_ease_name(COIR_EASE_LINEAR), "linear");
    assert_string_equal(coir_ease_name(COIR_EASE_STEPS), "steps");
    assert_string_equal(coir_ease_name(COIR_EASE_SPRING), "spring");
    assert_int_equal(COIR_EASE_STEPS - COIR_EASE_IN, 4 * 11);
    for (int i = 0; i < 4 * 11; i++) {
        strcpy(name, directions[i % 4]);
        strcat(name, families[i / 4]);
        assert_string_equal(coir_ease_name((CoirEase)(COIR_EASE_IN + i)), name);
    }
}

static void names_are_unique(void **state)
{
    (void)state;
    for (CoirEase one = COIR_EASE_LINEAR; one < COIR_EASE_COUNT; one++)
        for (CoirEase other = COIR_EASE_LINEAR; other < COIR_EASE_COUNT; other++)
            assert_int_equal(strcmp(coir_ease_name(one), coir_ease_name(other)) == 0, one == other);
}

static void an_unknown_ease_is_linear_and_has_no_name(void **state)
{
    static const int unknown[] = {COIR_EASE_COUNT, COIR_EASE_COUNT + 1, -1, 1000000};
    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CoirEase ease = (CoirEase)unknown[i];
        assert_null(coir_ease_name(ease));
        assert_false(coir_ease_takes(ease, 1));
        assert_true(coir_ease_at(ease, 0.3) == 0.3);
        assert_true(coir_ease_at_with(ease, 2, 0.3) == 0.3);
        assert_true(coir_ease_at(ease, 7) == 1);
    }
}

static void check_taken(CoirEase ease, double parameter)
{
    assert_true(coir_ease_takes(ease, parameter));
}

static void parameters_are_good_up_to_the_ends_of_their_range(void **state)
{
    (void)state;
    for_each_parameter(check_taken);
}

static void check_bad(CoirEase ease, double parameter)
{
    assert_false(coir_ease_takes(ease, parameter));
    for (int i = 1; i < 10; i++)
        assert_true(coir_ease_at_with(ease, parameter, i / 10.0) == i / 10.0);
}

static void a_bad_parameter_is_not_taken_and_makes_an_ease_linear(void **state)
{
    static const double no_numbers[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++) {
        const Good *good = good_for(ease);
        for (int i = 0; good && i < 3; i++)
            check_bad(ease, no_numbers[i]);
        if (good) {
            check_bad(ease, nextafter(good->parameters[0], -1));
            check_bad(ease, -1);
        }
    }
    check_bad(COIR_EASE_STEPS, 2.5);
    check_bad(COIR_EASE_STEPS, 0);
    check_bad(COIR_EASE_STEPS, 1e6 + 1);
    check_bad(COIR_EASE_SPRING, nextafter(1, 2));
}

static void an_ease_without_a_parameter_ignores_any_parameter(void **state)
{
    static const double any[] = {0, -1, 1e300, NAN, INFINITY};
    (void)state;
    for (CoirEase ease = COIR_EASE_LINEAR; ease < COIR_EASE_COUNT; ease++)
        for (int i = 0; i < 5 && !good_for(ease); i++) {
            assert_true(coir_ease_takes(ease, any[i]));
            assert_true(coir_ease_at_with(ease, any[i], 0.3) == coir_ease_at(ease, 0.3));
        }
}

static void check_step(int count, int step)
{
    double edge = (double)step / count, before = (double)(step - 1) / count;
    assert_true(coir_ease_at_with(COIR_EASE_STEPS, count, edge) == (double)step / count);
    assert_true(coir_ease_at_with(COIR_EASE_STEPS, count, nextafter(edge, 0)) == before);
}

// 1 / 49.0 * 49 is less than 1: a step must not miss its edge by a rounding error.
static void a_step_comes_exactly_at_the_end_of_its_share(void **state)
{
    (void)state;
    for (int count = 1; count <= 300; count++)
        for (int step = 1; step <= count; step++)
            check_step(count, step);
    for (int step = 1; step <= 1000000; step += 997)
        check_step(1000000, step);
    check_step(1000000, 1000000);
}

// The first swing of a damped oscillator exceeds the position of rest by exp(-pi z / sqrt(1 - z^2)).
static void a_spring_overshoots_as_far_as_its_damping_allows(void **state)
{
    static const double dampings[] = {0.05, 0.1, 0.3, 0.5, 0.7};
    double least, most;
    (void)state;
    for (int i = 0; i < 5; i++) {
        double z = dampings[i];
        least_and_most(COIR_EASE_SPRING, z, &least, &most);
        assert_near(most, 1 + exp(-COIR_PI * z / sqrt(1 - z * z)), 0.001);
        assert_true(least == 0);
    }
}

static void a_critically_damped_spring_does_not_swing(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++)
        assert_true(coir_ease_at_with(COIR_EASE_SPRING, 1, i / 1e4) <
                    coir_ease_at_with(COIR_EASE_SPRING, 1, (i + 1) / 1e4));
}

static void springs_of_nearly_critical_damping_are_nearly_the_same(void **state)
{
    (void)state;
    for (int i = 1; i < POINTS; i++) {
        double t = (double)i / POINTS, critical = coir_ease_at_with(COIR_EASE_SPRING, 1, t);
        assert_near(coir_ease_at_with(COIR_EASE_SPRING, nextafter(1, 0), t), critical, 1e-12);
        assert_near(coir_ease_at_with(COIR_EASE_SPRING, 1 - 1e-6, t), critical, 1e-5);
    }
}

static void a_spring_comes_to_rest_without_a_jump(void **state)
{
    (void)state;
    for (double damping = 0.05; damping <= 1; damping += 0.01) {
        for (int i = 900; i < POINTS; i++)
            assert_near(coir_ease_at_with(COIR_EASE_SPRING, damping, (double)i / POINTS), 1, 0.005);
        assert_near(coir_ease_at_with(COIR_EASE_SPRING, damping, 1 - 1e-9), 1, 1e-9);
    }
}

TEST_FILE(ease)
{
    const struct CMUnitTest tests[] = {
        support_test(rule_4_12_each_ease_is_0_at_0_and_1_at_1_exactly),
        support_test(a_time_outside_of_0_to_1_is_clamped),
        support_test(no_value_is_infinite_or_not_a_number),
        support_test(default_parameters_match_the_header),
        support_test(without_a_parameter_an_ease_has_its_usual_one),
        support_test(an_out_ease_is_the_in_ease_turned_round),
        support_test(out_expo_is_in_expo_turned_round_but_for_a_thousandth),
        support_test(the_out_ease_undoes_the_in_ease_of_the_same_rate),
        support_test(in_out_is_the_same_from_both_ends),
        support_test(the_halves_of_in_out_and_out_in_meet_in_the_middle),
        support_test(no_ease_but_steps_jumps),
        support_test(eases_without_a_swing_never_go_back),
        support_test(in_begins_slowly_and_out_ends_slowly),
        support_test(only_back_elastic_and_spring_leave_0_to_1),
        support_test(back_goes_back_by_a_tenth),
        support_test(each_ease_has_its_name),
        support_test(names_are_unique),
        support_test(an_unknown_ease_is_linear_and_has_no_name),
        support_test(parameters_are_good_up_to_the_ends_of_their_range),
        support_test(a_bad_parameter_is_not_taken_and_makes_an_ease_linear),
        support_test(an_ease_without_a_parameter_ignores_any_parameter),
        support_test(a_step_comes_exactly_at_the_end_of_its_share),
        support_test(a_spring_overshoots_as_far_as_its_damping_allows),
        support_test(a_critically_damped_spring_does_not_swing),
        support_test(springs_of_nearly_critical_damping_are_nearly_the_same),
        support_test(a_spring_comes_to_rest_without_a_jump),
    };
    return cmocka_run_group_tests_name("ease", tests, NULL, NULL);
}
