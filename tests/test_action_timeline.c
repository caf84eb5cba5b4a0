// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timelines and staggers (coir/action_timeline.h): the time at which each part begins, and mistakes in arguments.

#include "support/actions.h"

#include <limits.h>

#include "coir/action_timeline.h"

// Makes a part that notes when it begins and then lasts `duration`.
static CoirAction *part(const char *name, double duration)
{
    return coir_sequence(say(name), coir_delay(duration));
}

// Runs an action and checks its calls and its duration.
#define assert_plays(action, trace, duration) check_plays((action), (trace), (duration), __FILE__, __LINE__)
static void check_plays(CoirAction *action, const char *trace, double duration, const char *file, int line)
{
    coir_action_manager_destroy(manager);
    manager = coir_action_manager_new();
    CoirRun run = play(action);
    check_near(coir_run_duration(run), duration, "the duration", file, line);
    step(100);
    support_assert_trace(trace, file, line);
    _assert_true(!coir_run_is_running(run), "the run is done", file, line);
}

// Begin of a part ----------------------------------------------------------------------------------------------------

static void parts_without_a_placement_follow_each_other(void **state)
{
    (void)state;
    assert_plays(coir_timeline(part("a", 1)), "a@0 ", 1);
    assert_plays(coir_timeline(part("a", 1), part("b", 0.5), part("c", 0)), "a@0 b@1 c@1.5 ", 1.5);
}

static void at_counts_from_the_begin_of_the_timeline(void **state)
{
    (void)state;
    assert_plays(coir_timeline(coir_at(0.5, part("a", 1)), coir_at(0.25, part("b", 1)), coir_at(0, part("c", 9))),
                 "c@0 b@0.25 a@0.5 ", 9);
}

static void after_counts_from_the_end_of_the_part_before(void **state)
{
    (void)state;
    assert_plays(coir_timeline(coir_after(1, part("a", 1)), coir_after(0.5, part("b", 1)), coir_after(-2, part("c", 1)),
                               coir_after(0, part("d", 1))),
                 "a@1 c@1.5 b@2.5 d@2.5 ", 3.5);
}

static void with_counts_from_the_begin_of_the_part_before(void **state)
{
    (void)state;
    assert_plays(coir_timeline(coir_with(0.5, part("a", 2)), coir_with(0.25, part("b", 1)),
                               coir_with(-0.5, part("c", 1)), coir_with(0, part("d", 3)), part("e", 1)),
                 "c@0.25 d@0.25 a@0.5 b@0.75 e@3.25 ", 4.25);
}

static void at_mark_counts_from_a_mark_before(void **state)
{
    (void)state;
    assert_plays(coir_timeline(part("a", 1), coir_mark("one"), part("b", 1), coir_mark("two"),
                               coir_at_mark("one", 0.5, part("c", 1)), coir_at_mark("two", -0.25, part("d", 0.5)),
                               coir_at_mark("one", 0, part("e", 5)), coir_mark("three"),
                               coir_at_mark("three", 1, part("f", 0))),
                 "a@0 b@1 e@1 c@1.5 d@1.75 f@7 ", 7);
}

static void a_mark_is_a_part_without_length_at_the_end_of_the_part_before(void **state)
{
    (void)state;
    assert_plays(coir_timeline(coir_mark("zero"), part("a", 2), coir_mark("two"), part("b", 1),
                               coir_at_mark("zero", 0.5, part("c", 0)), coir_at_mark("two", 0, part("d", 0))),
                 "a@0 c@0.5 b@2 d@2 ", 3);
    assert_plays(coir_timeline(part("a", 2), coir_at(0.5, coir_mark("half")), coir_at_mark("half", 0, part("b", 1))),
                 "a@0 b@0.5 ", 2);
}

static void marks_inside_a_part_may_be_named_too(void **state)
{
    (void)state;
    CoirAction *deep = coir_sequence(coir_delay(0.5), coir_with_mark("deep", part("b", 1)));
    assert_plays(coir_timeline(coir_at(1, part("a", 1)), coir_at(2, deep), coir_at_mark("deep", 0.25, part("c", 0))),
                 "a@1 b@2.5 c@2.75 ", 3.5);
}

static void parts_of_a_timeline_may_overlap(void **state)
{
    (void)state;
    play(coir_timeline(coir_move_by(1, 100, 0), coir_after(-0.5, coir_move_by(1, 100, 0)),
                       coir_at(0, coir_move_by(2, 0, 100))));
    step(0.75);
    assert_near(node->position.x, 100);
    assert_near(node->position.y, 37.5);
    step(1.25);
    assert_near(node->position.x, 200);
    assert_near(node->position.y, 100);
}

static void parts_at_one_time_are_in_the_order_of_the_description(void **state)
{
    (void)state;
    assert_plays(coir_timeline(coir_at(1, part("a", 0)), coir_at(1, part("b", 1)), coir_at(1, part("c", 0)),
                               coir_at(0, part("d", 1)), part("e", 0)),
                 "d@0 a@1 b@1 c@1 e@1 ", 2);
}

static void a_timeline_is_a_part_as_any_other(void **state)
{
    (void)state;
    CoirAction *inner = coir_timeline(coir_at(0.25, part("a", 0.25)), coir_mark("inner"));
    assert_plays(coir_repeat(2, coir_timeline(coir_at(0.5, inner), coir_at_mark("inner", 0, part("b", 0)))),
                 "a@0.75 b@1 a@1.75 b@2 ", 2);
}

static void a_run_is_sought_by_the_marks_of_its_timeline(void **state)
{
    (void)state;
    CoirRun run = play(coir_timeline(coir_move_by(2, 200, 0), coir_at(0.5, coir_mark("half")), coir_at(3, part("a", 1)),
                                     coir_mark("end")));
    assert_true(coir_run_seek_mark(run, "half", 0));
    assert_near(node->position.x, 50);
    assert_true(coir_run_seek_mark(run, "end", 0));
    assert_near(coir_run_elapsed(run), 4);
}

static void any_part_without_later_parts_may_be_endless(void **state)
{
    (void)state;
    CoirRun run = play(coir_timeline(coir_at(1, coir_repeat_forever(part("a", 1))), coir_with(0.5, part("b", 1)),
                                     coir_at(0, part("c", 1))));
    step(2.25);
    assert_trace("c@0 a@1 b@1.5 a@2 ");
    assert_true(isinf(coir_run_duration(run)));
}

#define CENTURY 3155760000.0 // seconds

// No clock reaches a time after a hundred years. Times that are added up there would not fit into an integer.
static void marks_and_parts_after_a_hundred_years_are_never_reached(void **state)
{
    CoirAction *slow = coir_speed(1e-12, coir_repeat_forever(coir_sequence(coir_delay(5), coir_mark("slow"))));
    CoirAction *late = coir_repeat_forever(coir_sequence(part("late", 1), coir_mark("late")));
    (void)state;
    for (int i = 0; i < 4; i++)
        late = coir_sequence(say("a"), coir_yoyo(coir_move_by(CENTURY * 0.495, 1, 0)), late);
    assert_null(coir_timeline(coir_action_retain(slow), coir_at_mark("slow", 0, coir_delay(1))));
    assert_mistake("no earlier part has this mark");
    CoirRun run = play(coir_spawn(slow, late));
    assert_false(coir_run_seek_mark(run, "slow", 0));
    assert_mistake("no mark \"slow\"");
    assert_false(coir_run_seek_mark(run, "late", 0));
    assert_mistake("no mark \"late\"");
    assert_true(coir_run_seek(run, CENTURY, COIR_SEEK_CALLS));
    assert_trace("a@0 a@0 ");
    seek(run, 1);
}

// Errors -------------------------------------------------------------------------------------------------------------

#define assert_refused(expression, why) \
    do {                                \
        assert_null(expression);        \
        assert_mistake(why);            \
    } while (0)

static void a_part_before_the_begin_is_a_mistake(void **state)
{
    (void)state;
    assert_refused(coir_timeline(coir_at(-1e-9, part("a", 1))), "coir_timeline");
    assert_refused(coir_timeline(coir_after(-0.5, part("a", 1))), "coir_timeline");
    assert_refused(coir_timeline(part("a", 1), coir_after(-1.5, part("b", 1))), "coir_timeline");
    assert_refused(coir_timeline(coir_at(1, part("a", 1)), coir_with(-1.5, part("b", 1))), "coir_timeline");
    assert_refused(coir_timeline(coir_mark("a"), coir_at_mark("a", -1, part("b", 1))), "coir_timeline");
}

static void a_part_after_an_endless_part_is_a_mistake(void **state)
{
    (void)state;
    assert_refused(coir_timeline(coir_repeat_forever(coir_delay(1)), part("b", 1)), "without end");
    assert_refused(coir_timeline(coir_repeat_forever(coir_delay(1)), coir_after(-1, part("b", 1))), "without end");
    assert_refused(coir_timeline(coir_repeat_forever(coir_delay(1)), coir_mark("b")), "without end");
}

static void at_mark_with_a_mark_that_no_earlier_part_has_is_a_mistake(void **state)
{
    (void)state;
    assert_refused(coir_timeline(coir_at_mark("a", 0, part("b", 1)), coir_mark("a")), "\"a\"");
    assert_refused(coir_timeline(part("a", 1), coir_at_mark("b", 0, part("b", 1))), "\"b\"");
    CoirAction *unreached = coir_sequence(coir_repeat_forever(coir_delay(1)), coir_with_mark("a", coir_delay(1)));
    assert_refused(coir_timeline(unreached, coir_at_mark("a", 0, part("b", 1))), "\"a\"");
    CoirAction *never = coir_repeat(0, coir_sequence(coir_delay(5), coir_mark("a")));
    assert_refused(coir_timeline(coir_action_retain(never), coir_at_mark("a", 0, part("b", 1))), "\"a\"");
    assert_refused(coir_timeline(coir_reverse(never), coir_at_mark("a", 0, part("b", 1))), "\"a\"");
}

static void bad_numbers_and_names_are_mistakes_of_each_placement(void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 3155760001.0, -3155760001.0};
    (void)state;
    for (int i = 0; i < COUNT(bad); i++) {
        assert_refused(coir_at(bad[i], part("a", 1)), "coir_at:");
        assert_refused(coir_after(bad[i], part("a", 1)), "coir_after:");
        assert_refused(coir_with(bad[i], part("a", 1)), "coir_with:");
        assert_refused(coir_at_mark("a", bad[i], part("a", 1)), "coir_at_mark:");
    }
    assert_refused(coir_mark(NULL), "coir_mark");
    assert_refused(coir_mark(""), "coir_mark");
    assert_refused(coir_at_mark(NULL, 0, part("a", 1)), "coir_at_mark");
    assert_refused(coir_at_mark("", 0, part("a", 1)), "coir_at_mark");
    assert_refused(coir_timeline(coir_at(3155760000.0, coir_delay(1))), "");
    assert_refused(coir_timeline_of(NULL, 1), "coir_timeline");
    assert_refused(coir_timeline_of((CoirAction *[]){NULL}, 0), "coir_timeline");
}

static void a_placement_outside_a_timeline_is_a_mistake(void **state)
{
    (void)state;
    assert_refused(coir_sequence(coir_at(1, part("a", 1)), part("b", 1)), "");
    CoirRun run = coir_action_manager_run(manager, node, coir_at(1, part("a", 1)));
    assert_false(coir_run_is_running(run));
}

// Staggers -----------------------------------------------------------------------------------------------------------

#define NODES 5
static CoirNode *letters[NODES];

static void set_up_letters(void)
{
    for (int i = 0; i < NODES; i++)
        letters[i] = child_of(scene);
}

static void set_up_stage_of_letters(void)
{
    stage = coir_stage_new();
    scene = coir_node_new();
    set_up_letters();
    assert_true(coir_stage_show(stage, scene) && coir_stage_update(stage, 0));
}

static void note_letter(CoirNode *of, void *user)
{
    (void)user;
    for (int i = 0; i < NODES; i++)
        if (letters[i] == of)
            note("%d@%.10g ", i, time_of(of));
}

// Runs a stagger on a new stage, so that the stagger begins at 0, and checks the calls.
#define assert_staggers(count, def, trace) check_staggers((count), (def), (trace), __FILE__, __LINE__)
static void check_staggers(int count, CoirStaggerDef def, const char *trace, const char *file, int line)
{
    coir_stage_destroy(stage);
    set_up_stage_of_letters();
    if (!def.make)
        def.action = coir_call(note_letter, NULL);
    act_on(scene, coir_stagger_with(letters, count, &def));
    frame(9);
    support_assert_trace(trace, file, line);
}

static void a_stagger_begins_one_after_the_other_from_each_place(void **state)
{
    static const struct {
        CoirStaggerFrom from;
        int count;
        const char *trace;
    } cases[] = {
        {COIR_FROM_START, 4, "0@0 1@0.5 2@1 3@1.5 "},
        {COIR_FROM_END, 4, "3@0 2@0.5 1@1 0@1.5 "},
        {COIR_FROM_CENTER, 5, "2@0 1@0.5 3@0.5 0@1 4@1 "},
        {COIR_FROM_CENTER, 4, "1@0 2@0 0@0.5 3@0.5 "},
        {COIR_FROM_EDGES, 5, "0@0 4@0 1@0.5 3@0.5 2@1 "},
        {COIR_FROM_EDGES, 4, "0@0 3@0 1@0.5 2@0.5 "},
        {COIR_FROM_START, 1, "0@0 "},
        {COIR_FROM_CENTER, 1, "0@0 "},
        {COIR_FROM_EDGES, 2, "0@0 1@0 "},
        {COIR_FROM_RANDOM, 1, "0@0 "},
    };
    (void)state;
    for (int i = 0; i < COUNT(cases); i++)
        assert_staggers(cases[i].count, ((CoirStaggerDef){.each = 0.5, .from = cases[i].from}), cases[i].trace);
}

static CoirAction *make_first(CoirNode *made_for, int index, void *user)
{
    (void)made_for;
    return index == 0 ? coir_action_own(coir_delay(1), user, free) : NULL;
}

static void a_release_function_may_free_the_definition_of_a_stagger(void **state)
{
    (void)state;
    CoirStaggerDef *def = malloc(sizeof *def);
    *def = (CoirStaggerDef){.each = 1, .make = make_first, .user = def};
    assert_null(coir_stagger_with((CoirNode *[]){node, hero}, 2, def)); // there is no action for the second node
    support_forget_messages();
}

static void run_stagger(CoirStaggerDef def, char *trace)
{
    coir_stage_destroy(stage);
    set_up_stage_of_letters();
    def.action = coir_call(note_letter, NULL);
    act_on(scene, coir_stagger_with(letters, NODES, &def));
    frame(9);
    strcpy(trace, noted());
    forget_trace();
}

static void the_seed_of_a_random_stagger_gives_its_order(void **state)
{
    char traces[20][TRACE_SIZE], again[TRACE_SIZE];
    int others = 0;
    (void)state;
    for (int seed = 0; seed < 20; seed++) {
        CoirStaggerDef def = {.each = 1, .from = COIR_FROM_RANDOM, .seed = (uint64_t)seed};
        run_stagger(def, traces[seed]);
        run_stagger(def, again);
        assert_string_equal(traces[seed], again);
        for (int i = 0; i < NODES; i++) { // each node begins, and one node begins in each second
            assert_int_equal(traces[seed][4 * i + 2], '0' + i);
            assert_non_null(strstr(traces[seed], ((char[]){(char)('0' + i), '@', '\0'})));
        }
        others += strcmp(traces[seed], traces[0]) != 0;
    }
    assert_true(others > 10);
}

static void an_ease_spreads_the_begins_of_a_stagger(void **state)
{
    (void)state;
    assert_staggers(5, ((CoirStaggerDef){.each = 1, .ease = COIR_EASE_IN_QUAD}), "0@0 1@0.25 2@1 3@2.25 4@4 ");
}

static CoirAction *make_for(CoirNode *of, int index, void *user)
{
    assert_ptr_equal(of, letters[index]);
    return index == *(int *)user ? NULL : coir_sequence(coir_delay(index), coir_call(note_letter, NULL));
}

static void a_stagger_can_make_an_action_for_each_node(void **state)
{
    int none = -1;
    (void)state;
    assert_staggers(3, ((CoirStaggerDef){.each = 0.5, .make = make_for, .user = &none}), "0@0 1@1.5 2@3 ");
}

static void a_stagger_is_null_and_leaves_nothing_when_one_of_its_actions_cannot_be_made(void **state)
{
    (void)state;
    set_up_letters();
    for (int bad = 0; bad < NODES; bad++) {
        coir_error_clear();
        assert_null(coir_stagger_with(letters, NODES, &(CoirStaggerDef){.each = 1, .make = make_for, .user = &bad}));
        assert_true(coir_error()[0] != '\0');
        CoirNode *kept = letters[bad];
        letters[bad] = NULL;
        coir_error_clear();
        assert_refused(coir_stagger(letters, NODES, 1, COIR_FROM_START, coir_delay(1)), "NULL");
        letters[bad] = kept;
    }
}

static CoirAction *make_by_place(CoirNode *of, int index, void *user)
{
    ++*(int *)user;
    return coir_move_to(index, of->position.x, 0);
}

static void a_stagger_makes_no_action_for_a_node_that_is_null_or_destroyed(void **state)
{
    int count = 0;
    CoirStaggerDef def = {.each = 0.1, .make = make_by_place, .user = &count};
    (void)state;
    assert_refused(coir_stagger_with((CoirNode *[]){node, NULL}, 2, &def), "coir_stagger_with: the node is NULL");
    CoirNode *gone = coir_node_new();
    coir_node_destroy(gone);
    assert_refused(coir_stagger_with((CoirNode *[]){node, gone}, 2, &def), "has been destroyed already");
    assert_int_equal(count, 2); // one call for `node` in each stagger
}

static void bad_arguments_of_a_stagger_are_mistakes(void **state)
{
    static const double bad[] = {-0.1, NAN, INFINITY, 1e9};
    (void)state;
    set_up_letters();
    for (int i = 0; i < COUNT(bad); i++)
        assert_refused(coir_stagger(letters, NODES, bad[i], COIR_FROM_START, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(NULL, NODES, 1, COIR_FROM_START, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(letters, 0, 1, COIR_FROM_START, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(letters, INT_MIN, 1, COIR_FROM_START, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(letters, NODES, 1, (CoirStaggerFrom)5, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(letters, NODES, 1, (CoirStaggerFrom)-1, coir_delay(1)), "coir_stagger");
    assert_refused(coir_stagger(letters, NODES, 1, COIR_FROM_START, NULL), "coir_stagger");
    assert_refused(coir_stagger_with(letters, NODES, NULL), "coir_stagger");
    assert_refused(coir_stagger_with(letters, NODES, &(CoirStaggerDef){.each = 1}), "coir_stagger");
    CoirStaggerDef unknown = {.each = 1, .ease = COIR_EASE_COUNT, .action = coir_delay(1)};
    CoirAction *linear = coir_stagger_with(letters, NODES, &unknown);
    assert_true(!linear || coir_action_duration(linear) == 5); // an unknown ease is linear, or a mistake
    coir_action_release(linear);
}

static void a_destroyed_node_of_a_stagger_is_left_out(void **state)
{
    (void)state;
    set_up_letters();
    act_on(scene, coir_stagger(letters, NODES, 1, COIR_FROM_START, coir_call(note_letter, NULL)));
    coir_node_destroy(letters[2]);
    frame(9);
    assert_trace("0@0 1@1 3@3 4@4 ");
}

#define MANY 10000

static void a_timeline_of_ten_thousand_parts(void **state)
{
    static CoirAction *parts[MANY];
    int count = 0;
    (void)state;
    for (int i = 0; i < MANY; i++) // two of three parts begin before the previous part
        parts[i] = i % 3 == 0   ? coir_at(0.001 * (MANY - i), coir_spawn(counting(&count), coir_move_by(0.5, 1, 0)))
                   : i % 3 == 1 ? coir_with(0.25, counting(&count))
                                : coir_after(-0.125, counting(&count));
    CoirRun run = play(coir_timeline_of(parts, MANY));
    for (int i = 0; i < 20; i++)
        step(1);
    assert_int_equal(count, MANY);
    assert_near(node->position.x, (MANY + 2) / 3);
    assert_false(coir_run_is_running(run));
}

TEST_FILE(action_timeline)
{
    const struct CMUnitTest tests[] = {
        action_test(parts_without_a_placement_follow_each_other),
        action_test(at_counts_from_the_begin_of_the_timeline),
        action_test(after_counts_from_the_end_of_the_part_before),
        action_test(with_counts_from_the_begin_of_the_part_before),
        action_test(at_mark_counts_from_a_mark_before),
        action_test(a_mark_is_a_part_without_length_at_the_end_of_the_part_before),
        action_test(marks_inside_a_part_may_be_named_too),
        action_test(parts_of_a_timeline_may_overlap),
        action_test(parts_at_one_time_are_in_the_order_of_the_description),
        action_test(a_timeline_is_a_part_as_any_other),
        action_test(a_run_is_sought_by_the_marks_of_its_timeline),
        action_test(any_part_without_later_parts_may_be_endless),
        action_test(marks_and_parts_after_a_hundred_years_are_never_reached),
        action_test(a_part_before_the_begin_is_a_mistake),
        action_test(a_part_after_an_endless_part_is_a_mistake),
        action_test(at_mark_with_a_mark_that_no_earlier_part_has_is_a_mistake),
        action_test(bad_numbers_and_names_are_mistakes_of_each_placement),
        action_test(a_placement_outside_a_timeline_is_a_mistake),
        action_test(a_stagger_begins_one_after_the_other_from_each_place),
        action_test(the_seed_of_a_random_stagger_gives_its_order),
        action_test(a_release_function_may_free_the_definition_of_a_stagger),
        action_test(an_ease_spreads_the_begins_of_a_stagger),
        action_test(a_stagger_can_make_an_action_for_each_node),
        action_test(a_stagger_is_null_and_leaves_nothing_when_one_of_its_actions_cannot_be_made),
        action_test(a_stagger_makes_no_action_for_a_node_that_is_null_or_destroyed),
        action_test(bad_arguments_of_a_stagger_are_mistakes),
        action_test(a_destroyed_node_of_a_stagger_is_left_out),
        action_test(a_timeline_of_ten_thousand_parts),
    };
    return cmocka_run_group_tests_name("action_timeline", tests, NULL, NULL);
}
