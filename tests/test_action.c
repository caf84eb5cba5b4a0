// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions of actions: ownership, durations, mistakes in arguments, and the timelines into which descriptions are
// flattened.
//
// A test whose name begins with rule_4_2, for example, checks rule 4.2 of docs/rules.md. The tests of many rules are in
// other files.

#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "action/play/timeline.h"
#include "base/fail.h"
#include "coir/action_timeline.h"
#include "coir/error.h"
#include "coir/geometry.h"
#include "time/nanoseconds.h"

#define CENTURY COIR_SECONDS_MAX
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void do_nothing(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
}

// Checks the duration of an action and releases the action.
#define assert_lasts(action, seconds) check_duration((action), (seconds), __FILE__, __LINE__)
static void check_duration(CoirAction *action, double seconds, const char *file, int line)
{
    if (!action || coir_action_duration(action) != seconds)
        print_error("the action lasts %.10g s and not %.10g s\n", coir_action_duration(action), seconds);
    _assert_true(action && coir_action_duration(action) == seconds, "the duration", file, line);
    coir_action_release(action);
}

// Durations -----------------------------------------------------------------------------------------------------------

static void a_leaf_lasts_as_long_as_was_given(void **state)
{
    (void)state;
    assert_lasts(coir_move_to(2.5, 1, 2), 2.5);
    assert_lasts(coir_move_by(0.1, 1, 2), 0.1);
    assert_lasts(coir_scale_to(0, 1, 2), 0);
    assert_lasts(coir_scale_by(1e-9, 1, 2), 1e-9);
    assert_lasts(coir_rotate_to(3600, 90), 3600);
    assert_lasts(coir_rotate_by(1.0 / 3, 90), 0.333333333);
    assert_lasts(coir_fade_to(CENTURY, 0.5f), CENTURY);
    assert_lasts(coir_fade_in(4e-10), 0);
    assert_lasts(coir_fade_out(6e-10), 1e-9);
    assert_lasts(coir_delay(7), 7);
    assert_true(coir_action_duration(NULL) == 0);
}

static void instants_last_nothing(void **state)
{
    (void)state;
    assert_lasts(coir_call(do_nothing, NULL), 0);
    assert_lasts(coir_remove_self(), 0);
}

static void a_sequence_lasts_as_long_as_its_parts_together(void **state)
{
    (void)state;
    assert_lasts(coir_sequence(coir_delay(0.1)), 0.1);
    assert_lasts(coir_sequence(coir_delay(0.1), coir_move_by(0.2, 1, 1), coir_call(do_nothing, NULL)), 0.3);
    assert_lasts(coir_sequence(coir_delay(1), coir_repeat_forever(coir_delay(1)), coir_delay(1)), INFINITY);
}

static void a_spawn_lasts_as_long_as_its_longest_part(void **state)
{
    (void)state;
    assert_lasts(coir_spawn(coir_delay(0.1)), 0.1);
    assert_lasts(coir_spawn(coir_delay(0.1), coir_delay(0.3), coir_delay(0.2)), 0.3);
    assert_lasts(coir_spawn(coir_repeat_forever(coir_delay(1)), coir_delay(1)), INFINITY);
}

static void a_repeat_lasts_n_times_as_long(void **state)
{
    (void)state;
    assert_lasts(coir_repeat(0, coir_delay(2)), 0);
    assert_lasts(coir_repeat(1, coir_delay(2)), 2);
    assert_lasts(coir_repeat(36000, coir_delay(0.1)), 3600);
    assert_lasts(coir_repeat(INT_MAX, coir_delay(0)), 0);
    assert_lasts(coir_repeat(0, coir_repeat_forever(coir_delay(2))), 0);
    assert_lasts(coir_repeat(3, coir_repeat_forever(coir_delay(2))), INFINITY);
    assert_lasts(coir_repeat_forever(coir_delay(0)), INFINITY);
    assert_lasts(coir_repeat_forever(coir_repeat_forever(coir_delay(1))), INFINITY);
}

static void an_ease_lasts_as_long_as_the_eased_action(void **state)
{
    (void)state;
    assert_lasts(coir_ease(COIR_EASE_IN_SINE, coir_delay(2)), 2);
    assert_lasts(coir_ease(COIR_EASE_IN_SINE, coir_ease(COIR_EASE_LINEAR, coir_sequence(coir_delay(2), coir_delay(1)))),
                 3);
}

static void rule_4_2_durations_are_nanoseconds(void **state)
{
    (void)state;
    // Ten times a tenth of a second is exactly one second. The sum of ten doubles would not be.
    assert_lasts(coir_repeat(10, coir_sequence(coir_delay(0.05), coir_delay(0.05))), 1);
    assert_lasts(coir_sequence(coir_delay(4e-10), coir_delay(4e-10), coir_delay(4e-10)), 0);
}

static void a_hundred_years_are_allowed_and_no_more(void **state)
{
    (void)state;
    assert_lasts(coir_sequence(coir_delay(CENTURY / 2), coir_delay(CENTURY / 2)), CENTURY);
    assert_lasts(coir_repeat(4, coir_delay(CENTURY / 4)), CENTURY);
    assert_lasts(coir_spawn(coir_delay(CENTURY), coir_delay(CENTURY)), CENTURY);
    assert_lasts(coir_sequence(coir_delay(CENTURY), coir_repeat_forever(coir_delay(1)), coir_delay(CENTURY)), INFINITY);
    assert_null(coir_sequence(coir_delay(CENTURY), coir_delay(1e-9)));
    assert_mistake("coir_sequence: the whole would last more than a hundred years");
    assert_null(coir_sequence(coir_delay(CENTURY), coir_delay(CENTURY), coir_delay(CENTURY), coir_delay(CENTURY)));
    assert_mistake("hundred years");
    assert_null(coir_sequence(coir_delay(CENTURY), coir_delay(1), coir_repeat_forever(coir_delay(1))));
    assert_mistake("hundred years");
    assert_null(coir_repeat(5, coir_delay(CENTURY / 4)));
    assert_mistake("coir_repeat: the whole would last more than a hundred years");
    assert_null(coir_repeat(INT_MAX, coir_delay(CENTURY)));
    assert_mistake("hundred years");
}

// Bad numbers ---------------------------------------------------------------------------------------------------------

static CoirAction *make_move_to(double duration, float x, float y)
{
    return coir_move_to(duration, x, y);
}

static CoirAction *make_move_by(double duration, float x, float y)
{
    return coir_move_by(duration, x, y);
}

static CoirAction *make_scale_to(double duration, float x, float y)
{
    return coir_scale_to(duration, x, y);
}

static CoirAction *make_scale_by(double duration, float x, float y)
{
    return coir_scale_by(duration, x, y);
}

static CoirAction *make_rotate_to(double duration, float x, float y)
{
    (void)y;
    return coir_rotate_to(duration, x);
}

static CoirAction *make_rotate_by(double duration, float x, float y)
{
    (void)y;
    return coir_rotate_by(duration, x);
}

static CoirAction *make_fade_to(double duration, float x, float y)
{
    (void)y;
    return coir_fade_to(duration, x);
}

static CoirAction *make_fade_in(double duration, float x, float y)
{
    (void)x, (void)y;
    return coir_fade_in(duration);
}

static CoirAction *make_fade_out(double duration, float x, float y)
{
    (void)x, (void)y;
    return coir_fade_out(duration);
}

static CoirAction *make_delay(double duration, float x, float y)
{
    (void)x, (void)y;
    return coir_delay(duration);
}

typedef struct Maker {
    const char *name;
    CoirAction *(*make)(double duration, float x, float y);
    int numbers; // number of values after the duration
} Maker;

static const Maker makers[] = {
    {"coir_move_to", make_move_to, 2},   {"coir_move_by", make_move_by, 2},     {"coir_scale_to", make_scale_to, 2},
    {"coir_scale_by", make_scale_by, 2}, {"coir_rotate_to", make_rotate_to, 1}, {"coir_rotate_by", make_rotate_by, 1},
    {"coir_fade_to", make_fade_to, 1},   {"coir_fade_in", make_fade_in, 0},     {"coir_fade_out", make_fade_out, 0},
    {"coir_delay", make_delay, 0},
};

static void a_bad_duration_is_a_mistake_of_each_constructor(void **state)
{
    static const double bad[] = {-1, -1e-12, NAN, INFINITY, -INFINITY, CENTURY * 1.000001, 1e300};
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int k = 0; k < COUNT(bad); k++) {
            assert_null(makers[i].make(bad[k], 1, 1));
            assert_non_null(strstr(coir_error(), makers[i].name));
            assert_mistake("between 0 and a hundred years");
        }
}

static void bad_values_are_a_mistake_of_each_constructor(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int k = 0; k < COUNT(bad); k++)
            for (int n = 0; n < makers[i].numbers; n++) {
                assert_null(makers[i].make(1, n == 0 ? bad[k] : 1, n == 1 ? bad[k] : 1));
                assert_mistake(makers[i].name);
            }
}

static void an_opacity_beyond_0_to_1_is_a_mistake(void **state)
{
    static const float bad[] = {-0.001f, 1.001f, 255};
    (void)state;
    for (int i = 0; i < COUNT(bad); i++) {
        assert_null(coir_fade_to(1, bad[i]));
        assert_mistake("0 to 1");
    }
    assert_lasts(coir_fade_to(1, 0), 1);
    assert_lasts(coir_fade_to(1, 1), 1);
}

static void a_call_of_null_is_a_mistake(void **state)
{
    (void)state;
    assert_null(coir_call(NULL, NULL));
    assert_mistake("coir_call");
}

static void a_mistake_is_logged_once_for_each_place(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_null(coir_delay(-1));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
}

// Ownership -----------------------------------------------------------------------------------------------------------

static void the_last_owner_frees_a_description(void **state)
{
    CoirAction *action = coir_delay(1);
    size_t blocks = support_blocks();
    (void)state;
    assert_ptr_equal(coir_action_retain(action), action);
    assert_ptr_equal(coir_action_retain(action), action);
    coir_action_release(action);
    coir_action_release(action);
    assert_int_equal(support_blocks(), blocks);
    coir_action_release(action);
    assert_int_equal(support_blocks(), blocks - 1);
    assert_null(coir_action_retain(NULL));
    coir_action_release(NULL);
}

static void a_composition_owns_its_parts(void **state)
{
    size_t blocks = support_blocks();
    CoirAction *part = coir_delay(1);
    CoirAction *whole =
        coir_sequence(coir_spawn(coir_repeat(2, part), coir_delay(1)), coir_ease(COIR_EASE_IN_SINE, coir_delay(1)));
    (void)state;
    coir_action_retain(part);
    coir_action_release(whole);
    assert_int_equal(support_blocks(), blocks + 1);
    assert_lasts(part, 1);
    assert_int_equal(support_blocks(), blocks);
}

static void one_description_may_be_a_part_more_than_once(void **state)
{
    size_t blocks = support_blocks();
    CoirAction *part = coir_delay(1);
    CoirAction *whole = coir_sequence(part, coir_action_retain(part), coir_action_retain(part));
    (void)state;
    assert_int_equal(support_blocks(), blocks + 2);
    assert_lasts(whole, 3);
    assert_int_equal(support_blocks(), blocks);
}

static void an_array_stays_the_callers(void **state)
{
    CoirAction *parts[3] = {coir_delay(1), coir_delay(2), coir_delay(3)};
    CoirAction *sequence = coir_sequence_of(parts, 3), *spawn;
    (void)state;
    memset(parts, 0, sizeof parts);
    assert_lasts(sequence, 6);
    parts[0] = coir_delay(1);
    parts[1] = coir_delay(2);
    spawn = coir_spawn_of(parts, 2);
    memset(parts, 0, sizeof parts);
    assert_lasts(spawn, 2);
}

typedef CoirAction *(*ComposeFn)(CoirAction *const *parts, int count);

static void a_part_that_another_part_owns_is_refused_in_both_orders(void **state)
{
    static const ComposeFn compose[] = {coir_sequence_of, coir_spawn_of, coir_timeline_of};
    size_t blocks = support_blocks();
    (void)state;
    for (int i = 0; i < COUNT(compose); i++)
        for (int order = 0; order < 2; order++) {
            CoirAction *inner = coir_delay(1), *outer = coir_sequence(inner, coir_delay(1));
            CoirAction *parts[] = {order == 0 ? inner : outer, order == 0 ? outer : inner};
            assert_null(compose[i](parts, 2));
            assert_mistake("an action is given twice");
            assert_int_equal(support_blocks(), blocks); // each part was released once
        }
}

// NULL parts ----------------------------------------------------------------------------------------------------------

static void a_null_part_makes_the_whole_null_and_the_others_are_released(void **state)
{
    static const ComposeFn compose[] = {coir_sequence_of, coir_spawn_of};
    size_t blocks = support_blocks();
    (void)state;
    for (int i = 0; i < COUNT(compose); i++)
        for (unsigned nulls = 1; nulls < 1 << 4; nulls++) { // every set of NULL parts but the empty set
            CoirAction *kept[4], *parts[4];
            for (int k = 0; k < 4; k++) {
                kept[k] = coir_delay(1);
                parts[k] = nulls & 1u << k ? NULL : coir_action_retain(kept[k]);
            }
            assert_null(compose[i](parts, 4));
            assert_int_equal(support_blocks(), blocks + 4); // each part was released once
            for (int k = 0; k < 4; k++)
                assert_lasts(kept[k], 1);
            assert_int_equal(support_blocks(), blocks);
        }
}

static void the_first_error_is_kept(void **state)
{
    CoirAction *bad = coir_delay(-7);
    (void)state;
    coir_log_forget();
    support_forget_messages();
    assert_null(
        coir_sequence(coir_delay(1), coir_spawn(coir_delay(1), coir_repeat(3, coir_sequence(bad))), coir_delay(1)));
    assert_null(coir_repeat_forever(bad));
    assert_null(coir_repeat(-1, bad));
    assert_null(coir_ease(COIR_EASE_IN_SINE, bad));
    assert_null(coir_ease((CoirEase)-1, bad));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_mistake("coir_delay: a duration of -7 s");
}

static void no_parts_are_a_mistake(void **state)
{
    static const ComposeFn compose[] = {coir_sequence_of, coir_spawn_of};
    CoirAction *part = coir_delay(1);
    (void)state;
    for (int i = 0; i < COUNT(compose); i++) {
        assert_null(compose[i](NULL, 1));
        assert_mistake("no parts");
        assert_null(compose[i](&part, 0));
        assert_mistake("no parts");
        assert_null(compose[i](&part, -1));
        assert_mistake("no parts");
    }
    assert_lasts(part, 1); // the failed calls did not take the part
}

static void a_negative_repeat_is_a_mistake_and_releases_its_part(void **state)
{
    (void)state;
    assert_null(coir_repeat(-1, coir_delay(1)));
    assert_mistake("coir_repeat: -1 times");
    assert_null(coir_repeat(INT_MIN, coir_delay(1)));
    assert_mistake("coir_repeat");
}

static void rule_4_12_an_ease_of_an_endless_action_is_a_mistake(void **state)
{
    (void)state;
    assert_null(coir_ease(COIR_EASE_IN_SINE, coir_repeat_forever(coir_delay(1))));
    assert_mistake("has no end");
    assert_null(coir_ease(COIR_EASE_LINEAR, coir_sequence(coir_delay(1), coir_repeat_forever(coir_delay(1)))));
    assert_mistake("has no end");
    assert_null(coir_ease(COIR_EASE_LINEAR, coir_spawn(coir_delay(1), coir_repeat_forever(coir_delay(1)))));
    assert_mistake("has no end");
}

static void an_unknown_ease_is_a_mistake_and_releases_its_part(void **state)
{
    (void)state;
    assert_null(coir_ease(COIR_EASE_COUNT, coir_delay(1)));
    assert_mistake("is no CoirEase");
    assert_null(coir_ease((CoirEase)-1, coir_delay(1)));
    assert_mistake("is no CoirEase");
}

// Returns how often an action can be doubled before the description has too many parts.
static int count_doublings(CoirAction *whole)
{
    int doublings = -1;
    for (; whole && doublings < 40; doublings++)
        whole = coir_spawn(whole, coir_action_retain(whole));
    coir_action_release(whole);
    return doublings;
}

static void a_description_of_too_many_parts_is_a_mistake(void **state)
{
    (void)state;
    assert_int_equal(count_doublings(coir_move_by(0, 1, 0)), 24);
    assert_mistake("parts");
    assert_int_equal(count_doublings(coir_delay(0)), 24); // a delay is a part, too
    assert_mistake("parts");
    assert_int_equal(count_doublings(coir_repeat(0, coir_call(do_nothing, NULL))), 24);
    assert_mistake("parts");
}

static void a_repeat_of_too_many_instants_at_one_time_is_a_mistake(void **state)
{
    CoirAction *many = coir_repeat(INT_MAX, coir_call(do_nothing, NULL));
    CoirAction *more = coir_spawn(many, coir_action_retain(many)); // repeats no sum
    (void)state;
    assert_null(coir_repeat(2, coir_action_retain(many)));
    assert_mistake("coir_repeat: more than 2147483647 instants at one time");
    assert_null(coir_repeat(2, coir_action_retain(more)));
    assert_mistake("coir_repeat: more than 2147483647 instants at one time");
    assert_lasts(coir_repeat(2, coir_sequence(more, coir_delay(1))), 2); // each loop is at a time of its own
}

// Deep and wide -------------------------------------------------------------------------------------------------------

#define WIDE 100000
#define DEEP 2000

static CoirAction *make_deep(int levels)
{
    CoirAction *action = coir_move_by(1, 1, 0);
    for (int i = 0; i < levels; i++)
        switch (i % 5) {
        case 0: action = coir_sequence(action, coir_delay(0)); break;
        case 1: action = coir_spawn(coir_delay(0), action); break;
        case 2: action = coir_repeat(1, action); break;
        case 3: action = i % 100 == 3 ? coir_ease(COIR_EASE_LINEAR, action) : coir_spawn(action); break;
        default: action = coir_sequence(action); break;
        }
    return action;
}

static void two_thousand_levels_are_allowed_and_no_more(void **state)
{
    (void)state;
    assert_lasts(make_deep(DEEP), 1);
    assert_null(make_deep(DEEP + 1));
    assert_mistake("levels");
}

static void a_wide_description_is_made_and_freed(void **state)
{
    static CoirAction *parts[WIDE];
    (void)state;
    for (int i = 0; i < WIDE; i++)
        parts[i] = coir_delay(0.001);
    assert_lasts(coir_sequence_of(parts, WIDE), 100);
    for (int i = 0; i < WIDE; i++)
        parts[i] = coir_delay(0.001 * (i % 10));
    coir_action_release(parts[WIDE / 2]);
    parts[WIDE / 2] = NULL;
    assert_null(coir_spawn_of(parts, WIDE));
}

// No memory -----------------------------------------------------------------------------------------------------------

static CoirAction *make_whole(void)
{
    return coir_sequence(
        coir_spawn(coir_move_to(1, 1, 1), coir_move_by(1, 1, 1), coir_rotate_by(1, 90), coir_fade_out(1)),
        coir_repeat(3, coir_sequence(coir_call(do_nothing, NULL), coir_delay(1))),
        coir_ease(COIR_EASE_OUT_SINE, coir_scale_by(1, 2, 2)), coir_remove_self(),
        coir_repeat_forever(coir_rotate_to(1, 90)));
}

static void each_allocation_may_fail(void **state)
{
    size_t blocks = support_blocks();
    long nth = 0;
    (void)state;
    for (;;) {
        coir_error_clear();
        support_fail_allocation(++nth);
        CoirAction *whole = make_whole();
        if (!support_failed()) {
            assert_lasts(whole, INFINITY);
            break;
        }
        assert_null(whole);
        assert_non_null(strstr(coir_error(), "out of memory"));
        assert_int_equal(support_blocks(), blocks);
    }
    assert_int_equal(nth, 16); // make_whole allocates 15 blocks, one for each description
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

// Timelines -----------------------------------------------------------------------------------------------------------

// Notes the items of the timeline as "order:begin-end ", in milliseconds, and releases the action. An end of -1 means
// without end, and "*" an item with a timeline of its own.
static void note_timeline(CoirAction *action)
{
    const CoirTimeline *timeline = coir_action_timeline(action);
    assert_non_null(timeline);
    assert_ptr_equal(coir_action_timeline(action), timeline); // the timeline is made only once
    for (int i = 0; i < timeline->count; i++) {
        const CoirItem *item = &timeline->items[i];
        note("%d:%d-%d%s ", item->order, (int)(item->begin / 1000000),
             item->end == COIR_NEVER ? -1 : (int)(item->end / 1000000), item->inner ? "*" : "");
    }
    coir_action_release(action);
}

static void rule_4_2_a_part_covers_the_time_after_earlier_parts(void **state)
{
    (void)state;
    note_timeline(coir_sequence(coir_move_by(1, 1, 0), coir_delay(0.5), coir_fade_in(2), coir_call(do_nothing, NULL)));
    assert_trace("0:0-1000 1:1500-3500 2:3500-3500 ");
}

static void nested_sequences_and_spawns_are_flattened(void **state)
{
    (void)state;
    note_timeline(
        coir_sequence(coir_spawn(coir_move_by(1, 1, 0), coir_sequence(coir_delay(0.25), coir_rotate_by(0.5, 9))),
                      coir_spawn(coir_fade_in(0.1)), coir_sequence(coir_sequence(coir_fade_out(0.1)))));
    assert_trace("0:0-1000 1:250-750 2:1000-1100 3:1100-1200 ");
}

static void items_are_sorted_by_time_then_by_the_order_of_parts(void **state)
{
    CoirAction *late = coir_sequence(coir_delay(1), coir_fade_in(1)), *early = coir_move_by(1, 1, 0);
    (void)state;
    note_timeline(coir_spawn(late, early, coir_action_retain(late), coir_action_retain(early)));
    assert_trace("1:0-1000 3:0-1000 0:1000-2000 2:1000-2000 ");
}

static void repeats_and_eased_compositions_keep_timelines_of_their_own(void **state)
{
    (void)state;
    note_timeline(coir_sequence(coir_repeat(3, coir_move_by(0.5, 1, 0)), coir_ease(COIR_EASE_IN_SINE, coir_fade_in(1)),
                                coir_ease(COIR_EASE_IN_SINE, coir_sequence(coir_fade_in(1), coir_fade_out(1))),
                                coir_repeat_forever(coir_move_by(1, 1, 0)), coir_move_by(1, 1, 0)));
    assert_trace("0:0-1500* 1:1500-2500 2:2500-4500* 3:4500--1* ");
}

static void delays_have_no_items(void **state)
{
    (void)state;
    note_timeline(coir_sequence(coir_delay(1), coir_repeat(5, coir_delay(1)), coir_repeat(0, coir_fade_in(1)),
                                coir_ease(COIR_EASE_IN_SINE, coir_sequence(coir_delay(1), coir_delay(1))),
                                coir_fade_in(1)));
    assert_trace("0:8000-9000 ");
    note_timeline(coir_repeat_forever(coir_delay(1)));
    assert_trace("");
}

static void a_null_part_is_reported_with_its_number(void **state)
{
    (void)state;
    assert_null(coir_sequence(coir_delay(1), NULL, coir_delay(2)));
    assert_string_equal(coir_error(), "coir_sequence: part 2 of 3 is NULL");
}

static void assert_unreached(CoirAction *action, const char *text)
{
    assert_non_null(action);
    assert_mistake(text);
    assert_true(isinf(coir_action_duration(action)));
    coir_action_release(action);
}

static void a_part_after_an_endless_part_is_a_mistake_reported_with_advice(void **state)
{
    CoirAction *endless = coir_repeat_forever(coir_delay(1)), *two[] = {endless, coir_fade_out(1)};
    (void)state;
    assert_unreached(coir_sequence_of(two, 2), "part 1 of 2 has no end");
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_non_null(strstr(support_last_message(), "coir_spawn"));
    endless = coir_spawn(coir_delay(3), coir_speed(2, coir_repeat_forever(coir_move_by(1, 2, 3))));
    assert_unreached(coir_sequence(coir_delay(1), coir_with_mark("a", endless), coir_hide()), "part 2 of 3");
    endless = coir_sequence(coir_delay(1), coir_repeat_forever(coir_show()));
    assert_unreached(coir_reverse(endless), "coir_reverse: part 1 of 2");
    assert_unreached(coir_repeat(2, coir_repeat_forever(coir_delay(1))), "coir_repeat: 2 times an action without end");
}

static void without_end_at_the_end_is_no_mistake(void **state)
{
    (void)state;
    CoirAction *endless = coir_sequence(coir_delay(1), coir_repeat_forever(coir_delay(1)));
    coir_action_release(coir_repeat(1, coir_repeat_forever(coir_repeat_forever(endless))));
    coir_action_release(coir_repeat(0, coir_spawn(coir_repeat_forever(coir_hide()), coir_fade_out(1))));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(action)
{
    const struct CMUnitTest tests[] = {
        support_test(a_null_part_is_reported_with_its_number),
        support_test(a_leaf_lasts_as_long_as_was_given),
        support_test(instants_last_nothing),
        support_test(a_sequence_lasts_as_long_as_its_parts_together),
        support_test(a_spawn_lasts_as_long_as_its_longest_part),
        support_test(a_repeat_lasts_n_times_as_long),
        support_test(an_ease_lasts_as_long_as_the_eased_action),
        support_test(rule_4_2_durations_are_nanoseconds),
        support_test(a_hundred_years_are_allowed_and_no_more),
        support_test(a_bad_duration_is_a_mistake_of_each_constructor),
        support_test(bad_values_are_a_mistake_of_each_constructor),
        support_test(an_opacity_beyond_0_to_1_is_a_mistake),
        support_test(a_call_of_null_is_a_mistake),
        support_test(a_mistake_is_logged_once_for_each_place),
        support_test(the_last_owner_frees_a_description),
        support_test(a_composition_owns_its_parts),
        support_test(one_description_may_be_a_part_more_than_once),
        support_test(an_array_stays_the_callers),
        support_test(a_part_that_another_part_owns_is_refused_in_both_orders),
        support_test(a_null_part_makes_the_whole_null_and_the_others_are_released),
        support_test(the_first_error_is_kept),
        support_test(no_parts_are_a_mistake),
        support_test(a_negative_repeat_is_a_mistake_and_releases_its_part),
        support_test(rule_4_12_an_ease_of_an_endless_action_is_a_mistake),
        support_test(an_unknown_ease_is_a_mistake_and_releases_its_part),
        support_test(a_description_of_too_many_parts_is_a_mistake),
        support_test(a_repeat_of_too_many_instants_at_one_time_is_a_mistake),
        support_test(two_thousand_levels_are_allowed_and_no_more),
        support_test(a_wide_description_is_made_and_freed),
        support_test(each_allocation_may_fail),
        support_test(rule_4_2_a_part_covers_the_time_after_earlier_parts),
        support_test(nested_sequences_and_spawns_are_flattened),
        support_test(items_are_sorted_by_time_then_by_the_order_of_parts),
        support_test(repeats_and_eased_compositions_keep_timelines_of_their_own),
        support_test(delays_have_no_items),
        support_test(a_part_after_an_endless_part_is_a_mistake_reported_with_advice),
        support_test(without_end_at_the_end_is_no_mistake),
    };
    return cmocka_run_group_tests_name("action", tests, NULL, NULL);
}
