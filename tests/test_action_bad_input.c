// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Bad arguments of the constructors of actions. Each bad number or pointer is a mistake: the message names the
// function, and the function returns NULL. Parts that were handed over must be released; the teardown counts the
// blocks.

#include "support/actions.h"

#include <limits.h>

#include "coir/action_class.h"
#include "coir/action_timeline.h"
#include "coir/animation.h"
#include "coir/tween.h"

#define CENTURY 3155760000.0 // seconds

// Checks that an expression is NULL and that a mistake with the text `why` was reported.
#define assert_refused(expression, why) check_refused((expression), (why), __FILE__, __LINE__)
static void check_refused(CoirAction *action, const char *why, const char *file, int line)
{
    _assert_true(!action, "the action is NULL", file, line);
    support_assert_mistake(why, file, line);
}

// Constructors with a duration ---------------------------------------------------------------------------------------

static const CoirVec2 points[] = {{0, 0}, {10, 0}, {20, 30}};

static void each_step(void *of, double value, void *user)
{
    (void)of, (void)value, (void)user;
}

static void object_update(CoirNode *of, const void *parameters, void *object, double t)
{
    (void)of, (void)parameters, (void)object, (void)t;
}

static const CoirActionClass object_class = {"object", 0, 0, .update = object_update};

// X(name, number of values, expression with the duration `d` and the values `a` and `b`)
#define TIMED(X)                                                                               \
    X(coir_move_to, 2, coir_move_to(d, a, b))                                                  \
    X(coir_move_by, 2, coir_move_by(d, a, b))                                                  \
    X(coir_scale_to, 2, coir_scale_to(d, a, b))                                                \
    X(coir_scale_by, 2, coir_scale_by(d, a, b))                                                \
    X(coir_scale_to_uniform, 1, coir_scale_to_uniform(d, a))                                   \
    X(coir_scale_by_uniform, 1, coir_scale_by_uniform(d, a))                                   \
    X(coir_rotate_to, 1, coir_rotate_to(d, a))                                                 \
    X(coir_rotate_by, 1, coir_rotate_by(d, a))                                                 \
    X(coir_skew_to, 2, coir_skew_to(d, a, b))                                                  \
    X(coir_skew_by, 2, coir_skew_by(d, a, b))                                                  \
    X(coir_size_to, 2, coir_size_to(d, a, b))                                                  \
    X(coir_size_by, 2, coir_size_by(d, a, b))                                                  \
    X(coir_anchor_to, 2, coir_anchor_to(d, a, b))                                              \
    X(coir_jump_to, 2, coir_jump_to(d, a, b, 1, 1))                                            \
    X(coir_jump_by, 2, coir_jump_by(d, 1, a, b, 1))                                            \
    X(coir_bezier_to, 2, coir_bezier_to(d, coir_vec2(a, 0), coir_vec2(1, b), coir_vec2(2, 2))) \
    X(coir_bezier_by, 2, coir_bezier_by(d, coir_vec2(0, a), coir_vec2(1, 0), coir_vec2(b, 2))) \
    X(coir_cardinal_spline_to, 1, coir_cardinal_spline_to(d, a, points, 3))                    \
    X(coir_cardinal_spline_by, 1, coir_cardinal_spline_by(d, a, points, 3))                    \
    X(coir_catmull_rom_to, 2, coir_catmull_rom_to(d, (CoirVec2[]){{0, 0}, {a, 0}, {0, b}}, 3)) \
    X(coir_catmull_rom_by, 2, coir_catmull_rom_by(d, (CoirVec2[]){{a, 0}, {0, 0}, {0, b}}, 3)) \
    X(coir_polyline_to, 2, coir_polyline_to(d, (CoirVec2[]){{0, 0}, {a, 0}, {0, b}}, 3))       \
    X(coir_polyline_by, 2, coir_polyline_by(d, (CoirVec2[]){{a, b}}, 1))                       \
    X(coir_fade_to, 1, coir_fade_to(d, a))                                                     \
    X(coir_fade_in, 0, coir_fade_in(d))                                                        \
    X(coir_fade_out, 0, coir_fade_out(d))                                                      \
    X(coir_tint_to, 0, coir_tint_to(d, coir_rgb(1, 2, 3)))                                     \
    X(coir_tint_by, 2, coir_tint_by(d, a, 1, b))                                               \
    X(coir_blink, 0, coir_blink(d, 3))                                                         \
    X(coir_delay, 0, coir_delay(d))                                                            \
    X(coir_each, 2, coir_each(d, (double)a, (double)b, each_step, NULL))                       \
    X(coir_action_new, 0, coir_action_new(&object_class, d, NULL))

typedef CoirAction *(*MakeFn)(double d, float a, float b);

#define DEFINE_MAKER(name, numbers, expression)                \
    static CoirAction *make_##name(double d, float a, float b) \
    {                                                          \
        (void)d, (void)a, (void)b;                             \
        return expression;                                     \
    }
TIMED(DEFINE_MAKER)

#define LIST_MAKER(name, numbers, expression) {#name, numbers, make_##name},
static const struct {
    const char *name;
    int numbers;
    MakeFn make;
} makers[] = {TIMED(LIST_MAKER)};

static void a_bad_duration_is_a_mistake_of_every_constructor_that_takes_one(void **state)
{
    static const double bad[] = {-1, -1e-9, -1e-300, NAN, INFINITY, -INFINITY, CENTURY * 1.000001, 1e300};
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int k = 0; k < COUNT(bad); k++)
            assert_refused(makers[i].make(bad[k], 1, 1), makers[i].name);
}

static void each_constructor_takes_a_good_duration_unchanged(void **state)
{
    static const double good[] = {0, 1e-9, 0.5, 3600, CENTURY};
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int k = 0; k < COUNT(good); k++) {
            CoirAction *action = makers[i].make(good[k], 1, 1);
            assert_non_null(action);
            assert_true(coir_action_duration(action) == good[k]);
            coir_action_release(action);
        }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void a_number_that_is_not_finite_is_a_mistake_of_every_constructor(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int k = 0; k < COUNT(bad); k++)
            for (int n = 0; n < makers[i].numbers; n++)
                assert_refused(makers[i].make(1, n == 0 ? bad[k] : 1, n == 1 ? bad[k] : 1), makers[i].name);
}

// Other arguments ----------------------------------------------------------------------------------------------------

static void bad_counts_and_pointers_are_mistakes(void **state)
{
    (void)state;
    assert_refused(coir_jump_to(1, 1, 1, 9, 0), "coir_jump_to");
    assert_refused(coir_jump_by(1, 1, 1, 9, -1), "coir_jump_by");
    assert_refused(coir_jump_by(1, 1, 1, 9, INT_MIN), "coir_jump_by");
    assert_refused(coir_jump_to(1, 1, 1, NAN, 1), "coir_jump_to");
    assert_refused(coir_blink(1, 0), "coir_blink");
    assert_refused(coir_blink(1, -3), "coir_blink");
    assert_refused(coir_cardinal_spline_to(1, 0, NULL, 3), "coir_cardinal_spline_to");
    assert_refused(coir_cardinal_spline_by(1, 0, points, 0), "coir_cardinal_spline_by");
    assert_refused(coir_catmull_rom_to(1, points, -1), "coir_catmull_rom_to");
    assert_refused(coir_catmull_rom_by(1, points, INT_MAX), "coir_catmull_rom_by");
    assert_refused(coir_polyline_to(1, NULL, 1), "coir_polyline_to");
    assert_refused(coir_polyline_by(1, points, 0), "coir_polyline_by");
    assert_refused(coir_fade_to(1, -0.01f), "coir_fade_to");
    assert_refused(coir_fade_to(1, 1.01f), "coir_fade_to");
    assert_refused(coir_place(NAN, 0), "coir_place");
    assert_refused(coir_place(0, INFINITY), "coir_place");
    assert_refused(coir_call(NULL, NULL), "coir_call");
    assert_refused(coir_each(1, 0, 1, NULL, NULL), "coir_each");
    assert_refused(coir_action_new(NULL, 1, NULL), "coir_action_new");
    assert_refused(coir_action_new(&(CoirActionClass){.name = "x"}, 1, NULL), "coir_action_new");
    assert_refused(coir_action_new(&(CoirActionClass){"x", 8, 0, .update = object_update}, 1, NULL), "coir_action_new");
}

static void a_node_that_cannot_be_followed_is_a_mistake(void **state)
{
    static const CoirVec2 bad_views[] = {{0, 1}, {1, 0}, {-1, 1}, {1, NAN}, {INFINITY, 1}};
    static const CoirRect none = {0, 0, 0, 0},
                          bad_bounds[] = {{NAN, 0, 1, 1}, {0, INFINITY, 1, 1}, {0, 0, -1, 1},
                                          {0, 0, 1, -1},  {0, 0, NAN, 1},      {0, 0, 1, INFINITY}};
    CoirNode *gone = coir_node_new();
    (void)state;
    coir_node_destroy(gone);
    assert_refused(coir_follow(NULL, coir_vec2(1, 1), none), "coir_follow");
    assert_refused(coir_follow(gone, coir_vec2(1, 1), none), "coir_follow");
    for (int i = 0; i < COUNT(bad_views); i++)
        assert_refused(coir_follow(hero, bad_views[i], none), "coir_follow");
    for (int i = 0; i < COUNT(bad_bounds); i++)
        assert_refused(coir_follow(hero, coir_vec2(1, 1), bad_bounds[i]), "coir_follow");
}

static CoirAction *part(void)
{
    return coir_sequence(coir_delay(1), coir_move_by(1, 1, 1));
}

static void bad_arguments_of_compositions_release_the_part(void **state)
{
    static const double bad_speeds[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-300};
    CoirNode *gone = coir_node_new();
    (void)state;
    coir_node_destroy(gone);
    assert_refused(coir_repeat(-1, part()), "coir_repeat");
    for (int i = 0; i < COUNT(bad_speeds); i++)
        assert_refused(coir_speed(bad_speeds[i], part()), "coir_speed");
    assert_refused(coir_targeted(NULL, part()), "coir_targeted");
    assert_refused(coir_targeted(gone, part()), "coir_targeted");
    assert_refused(coir_with_mark(NULL, part()), "coir_with_mark");
    assert_refused(coir_with_mark("", part()), "coir_with_mark");
    assert_refused(coir_reverse(coir_sequence(part(), coir_move_to(1, 1, 1))), "coir_reverse");
    assert_refused(coir_repeat(2, coir_delay(CENTURY)), "coir_repeat");
    assert_refused(coir_yoyo(coir_delay(CENTURY)), "coir_yoyo");
    assert_refused(coir_speed(0.5, coir_delay(CENTURY)), "coir_speed");
}

static void bad_arguments_of_eases_release_the_part(void **state)
{
    (void)state;
    assert_refused(coir_ease(COIR_EASE_COUNT, part()), "coir_ease");
    assert_refused(coir_ease((CoirEase)-1, part()), "coir_ease");
    assert_refused(coir_ease_with(COIR_EASE_IN, 0, part()), "coir_ease");
    assert_refused(coir_ease_with(COIR_EASE_IN_BACK, -0.1, part()), "coir_ease");
    assert_refused(coir_ease_with(COIR_EASE_IN_ELASTIC, NAN, part()), "coir_ease");
    assert_refused(coir_ease_with(COIR_EASE_STEPS, 1.5, part()), "coir_ease");
    assert_refused(coir_ease_with(COIR_EASE_SPRING, 0, part()), "coir_ease");
    assert_refused(coir_ease_bezier(-0.1, 0, 1, 1, part()), "coir_ease_bezier");
    assert_refused(coir_ease_bezier(0, 0, 1.1, 1, part()), "coir_ease_bezier");
    assert_refused(coir_ease_bezier(0, NAN, 1, 1, part()), "coir_ease_bezier");
    assert_refused(coir_ease_bezier(0, 0, 1, INFINITY, part()), "coir_ease_bezier");
    assert_refused(coir_ease_function(NULL, NULL, part()), "coir_ease_function");
}

static double straight(double t, void *user)
{
    (void)user;
    return t;
}

static void rule_4_12_an_endless_action_may_be_sped_up_but_not_bent(void **state)
{
    CoirAction *endless[] = {coir_repeat_forever(part()), coir_sequence(part(), coir_repeat_forever(part())),
                             coir_spawn(part(), coir_targeted(hero, coir_repeat_forever(coir_delay(0)))),
                             coir_repeat(3, coir_speed(2, coir_repeat_forever(part())))};
    (void)state;
    for (int i = 0; i < COUNT(endless); i++) {
        assert_refused(coir_ease(COIR_EASE_LINEAR, coir_action_retain(endless[i])), "coir_ease");
        assert_refused(coir_ease_bezier(0, 0, 1, 1, coir_action_retain(endless[i])), "coir_ease_bezier");
        assert_refused(coir_ease_function(straight, NULL, coir_action_retain(endless[i])), "coir_ease_function");
        assert_refused(coir_reverse_time(coir_action_retain(endless[i])), "coir_reverse_time");
        assert_refused(coir_yoyo(coir_action_retain(endless[i])), "coir_yoyo");
        CoirAction *fast = coir_speed(3, endless[i]);
        assert_true(isinf(coir_action_duration(fast)));
        coir_action_release(fast);
    }
    assert_refused(coir_yoyo(coir_follow(hero, coir_vec2(1, 1), (CoirRect){0, 0, 0, 0})), "coir_yoyo");
}

// A NULL part --------------------------------------------------------------------------------------------------------

static int parts_made, null_part;

// Counts the parts of an expression, and returns NULL in place of part number `null_part`.
static CoirAction *nth(CoirAction *action)
{
    if (++parts_made != null_part)
        return action;
    coir_action_release(action);
    return NULL;
}

static CoirAction *make_one(CoirNode *of, int index, void *user)
{
    (void)of, (void)index, (void)user;
    return nth(coir_delay(0.1));
}

// Makes an expression with nearly every constructor that takes parts. Each part, also a composition, goes through
// `nth`.
static CoirAction *large_expression(void)
{
    CoirNode *nodes[] = {scene, hero};
    CoirAction *moves[] = {nth(coir_move_by(1, 1, 1)), nth(coir_rotate_by(1, 1)), nth(coir_delay(1))};
    CoirAction *sequence = nth(coir_sequence_of(moves, 3));
    CoirAction *fades[] = {nth(coir_fade_in(1)), nth(coir_blink(1, 1))};
    CoirAction *spawn = nth(coir_spawn_of(fades, 2));
    CoirAction *bent = nth(coir_yoyo(nth(coir_reverse_time(nth(coir_ease(COIR_EASE_IN_SINE, nth(coir_delay(1))))))));
    CoirAction *curved = nth(coir_ease_with(
        COIR_EASE_IN, 3, nth(coir_ease_bezier(0, 0, 1, 1, nth(coir_ease_function(straight, NULL, nth(walk())))))));
    CoirAction *placed = nth(
        coir_timeline(nth(coir_at(1, nth(coir_hide()))), nth(coir_after(1, nth(coir_show()))), nth(coir_mark("here")),
                      nth(coir_with(0.5, nth(coir_place(1, 1)))), nth(coir_at_mark("here", 1, nth(coir_set_z(1)))),
                      nth(coir_stagger(nodes, 2, 0.1, COIR_FROM_END, nth(coir_flip_x(true)))),
                      nth(coir_stagger_with(nodes, 2, &(CoirStaggerDef){.each = 1, .make = make_one}))));
    CoirAction *opposite = nth(coir_reverse(nth(coir_speed(2, nth(coir_with_mark("name", nth(walk())))))));
    CoirAction *all = nth(coir_repeat(3, nth(coir_targeted(hero, nth(coir_toggle_visibility())))));
    return coir_repeat_forever(nth(coir_spawn(sequence, spawn, bent, curved, placed, opposite, all)));
}

static void a_null_anywhere_in_a_large_expression_makes_the_expression_null(void **state)
{
    size_t blocks = support_blocks();
    (void)state;
    parts_made = null_part = 0;
    CoirAction *whole = large_expression();
    assert_non_null(whole);
    coir_action_release(whole);
    int count = parts_made;
    assert_true(count > 35);
    for (null_part = 1; null_part <= count; null_part++) {
        parts_made = 0;
        coir_error_clear();
        assert_null(large_expression());
        assert_true(parts_made <= count);
        assert_int_equal(support_blocks(), blocks);
        assert_true(coir_error()[0] != '\0');
    }
}

static void an_action_given_more_often_than_owned_is_a_mistake(void **state)
{
    size_t blocks = support_blocks();
    (void)state;
    CoirAction *once = walk(), *twice = coir_action_retain(walk()), *thrice = coir_action_retain(walk());
    assert_null(coir_sequence(once, once));
    assert_mistake("coir_action_retain");
    assert_null(coir_spawn(thrice, NULL, walk(), thrice, thrice));
    assert_mistake("coir_action_retain");
    CoirAction *whole = coir_spawn(twice, walk(), twice);
    assert_non_null(whole);
    coir_action_release(whole);
    assert_int_equal(support_blocks(), blocks);
}

static void the_first_error_is_kept_through_all_outer_constructors(void **state)
{
    CoirAction *bad = coir_jump_by(1, 1, 1, 1, 0);
    CoirNode *nodes[] = {hero};
    (void)state;
    support_forget_messages();
    assert_null(coir_timeline(coir_at(1, coir_delay(1)), coir_after(1, coir_yoyo(coir_reverse_time(bad)))));
    assert_null(coir_speed(-1, coir_targeted(NULL, coir_reverse(coir_ease_function(NULL, NULL, bad)))));
    assert_null(coir_stagger(nodes, 1, 1, COIR_FROM_START, coir_ease_bezier(7, 7, 7, 7, bad)));
    assert_null(coir_timeline(coir_with_mark("", bad), coir_at_mark(NULL, 1, bad)));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_mistake("coir_jump_by");
}

TEST_FILE(action_bad_input)
{
    const struct CMUnitTest tests[] = {
        action_test(a_bad_duration_is_a_mistake_of_every_constructor_that_takes_one),
        action_test(each_constructor_takes_a_good_duration_unchanged),
        action_test(a_number_that_is_not_finite_is_a_mistake_of_every_constructor),
        action_test(bad_counts_and_pointers_are_mistakes),
        action_test(a_node_that_cannot_be_followed_is_a_mistake),
        action_test(bad_arguments_of_compositions_release_the_part),
        action_test(bad_arguments_of_eases_release_the_part),
        action_test(rule_4_12_an_endless_action_may_be_sped_up_but_not_bent),
        action_test(a_null_anywhere_in_a_large_expression_makes_the_expression_null),
        action_test(an_action_given_more_often_than_owned_is_a_mistake),
        action_test(the_first_error_is_kept_through_all_outer_constructors),
    };
    return cmocka_run_group_tests_name("action_bad_input", tests, NULL, NULL);
}
