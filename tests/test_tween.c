// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tweens of fields of a game's own class, and of functions (coir/tween.h).

#include "support/actions.h"

#include "coir/random.h"
#include "coir/sprite.h"
#include "coir/tween.h"

typedef struct Comet {
    CoirNode node;
    float heat;
    CoirVec2 tail;
    CoirColor glow;
    float after; // changes if a tween writes beyond the fields
    float hidden[4];
    int gets, sets;
} Comet;

static bool comet_made(CoirNode *made)
{
    Comet *self = (Comet *)made;
    self->heat = 5;
    self->tail = coir_vec2(6, 7);
    self->glow = coir_rgba(8, 9, 10, 11);
    self->after = 12;
    return true;
}

static COIR_NODE_CLASS(Comet, .made = comet_made);

typedef struct Ember {
    COIR_INHERIT(Comet, comet);
} Ember;

static COIR_NODE_CLASS(Ember, .super = &Comet_class);

static Comet *comet; // on the stage, a child of the scene

static int setup_with_comet(void **state)
{
    int result = setup_stage_and_manager(state);
    comet = COIR_NEW(Comet);
    return result || !coir_node_add(scene, &comet->node) ? 1 : 0;
}

#define tween_test(function) cmocka_unit_test_setup_teardown(function, setup_with_comet, teardown_stage_and_manager)

static void note_comet(void)
{
    note("%.7g | %.7g %.7g | %d %d %d %d | %.7g, ", (double)comet->heat, (double)comet->tail.x, (double)comet->tail.y,
         comet->glow.r, comet->glow.g, comet->glow.b, comet->glow.a, (double)comet->after);
}

#define BEFORE "5 | 6 7 | 8 9 10 11 | 12, "

// Fields -------------------------------------------------------------------------------------------------------------

static void a_float_goes_from_one_value_to_the_other(void **state)
{
    (void)state;
    act_on(&comet->node, coir_tween_float(1, COIR_FIELD(Comet, heat), 100, 200));
    note_comet();
    for (int i = 0; i < 4; i++) {
        frame(i == 0 ? 0 : 0.375);
        note_comet();
    }
    assert_trace(BEFORE "100 | 6 7 | 8 9 10 11 | 12, 137.5 | 6 7 | 8 9 10 11 | 12, 175 | 6 7 | 8 9 10 11 | 12, "
                        "200 | 6 7 | 8 9 10 11 | 12, ");
}

typedef struct Choir {
    CoirNode node;
    float voices[300];
} Choir;

static COIR_NODE_CLASS(Choir);

static void three_hundred_fields_change_at_the_same_time(void **state)
{
    (void)state;
    enum { VOICES = 300 };
    CoirAction *actions[VOICES];
    Choir *choir = COIR_NEW(Choir);
    assert_true(choir && coir_node_add(scene, &choir->node));
    for (int i = 0; i < VOICES; i++) {
        CoirField field = COIR_FIELD(Choir, voices[0]);
        field.offset += (size_t)i * sizeof(float);
        actions[i] = coir_tween_to_float(1, field, (float)i);
    }
    act_on(&choir->node, coir_spawn_of(actions, VOICES));
    for (int quarter = 1; quarter <= 4; quarter++) {
        frame(0.25);
        for (int i = 0; i < VOICES; i++)
            assert_float_equal(choir->voices[i], (float)(i * quarter) / 4, 1e-4);
    }
}

static void a_vec2_goes_both_ways(void **state)
{
    (void)state;
    act_on(&comet->node, coir_tween_vec2(1, COIR_FIELD(Comet, tail), coir_vec2(100, -100), coir_vec2(200, 100)));
    frame(0.25);
    note_comet();
    frame(1);
    note_comet();
    assert_trace("5 | 125 -50 | 8 9 10 11 | 12, 5 | 200 100 | 8 9 10 11 | 12, ");
}

static void a_color_goes_in_all_its_channels(void **state)
{
    (void)state;
    act_on(&comet->node,
           coir_tween_color(1, COIR_FIELD(Comet, glow), coir_rgba(0, 100, 255, 50), coir_rgba(100, 0, 254, 250)));
    frame(0.25);
    note_comet();
    frame(0.249);
    note_comet();
    frame(1);
    note_comet();
    assert_trace("5 | 6 7 | 25 75 255 100 | 12, 5 | 6 7 | 50 50 255 150 | 12, 5 | 6 7 | 100 0 254 250 | 12, ");
}

static void an_ease_that_goes_beyond_leaves_a_color_within_0_and_255(void **state)
{
    (void)state;
    act_on(&comet->node,
           coir_ease(COIR_EASE_IN_OUT_BACK, coir_tween_color(1, COIR_FIELD(Comet, glow), COIR_BLACK, COIR_WHITE)));
    frame(0.1);
    note("%d ", comet->glow.r);
    frame(0.8);
    note("%d ", comet->glow.r);
    assert_trace("0 255 ");
}

static void fields_of_the_library_are_fields_too(void **state)
{
    (void)state;
    play(coir_spawn(coir_tween_float(1, COIR_FIELD(CoirNode, rotation), 10, 20),
                    coir_tween_vec2(1, COIR_FIELD(CoirNode, anchor), coir_vec2(0, 0), coir_vec2(1, 0.5f)),
                    coir_tween_color(1, COIR_FIELD(CoirNode, color), COIR_WHITE, coir_rgba(1, 2, 3, 4))));
    step(0.5);
    assert_near(node->rotation, 15);
    assert_near(node->anchor.x, 0.5);
    step(0.5);
    assert_true(node->color.r == 1 && node->color.g == 2 && node->color.b == 3 && node->color.a == 4);
}

// A tween of a field of CoirNode and an action that changes the same property share a channel. The number of frames
// must not change the result.
static void a_field_of_the_library_adds_up_with_the_action_of_its_property(void **state)
{
    static const int steps[] = {1, 7, 64};
    CoirNode first = {0};
    (void)state;
    for (int i = 0; i < COUNT(steps); i++) {
        comet->node.position = coir_vec2(0, 0);
        comet->node.opacity = 1;
        CoirField position = COIR_FIELD(Comet, node.position), opacity = COIR_FIELD(Comet, node.opacity);
        CoirAction *way = coir_sequence(coir_move_to(0.5, 40, 40), coir_tween_to_vec2(0.5, position, coir_vec2(0, 50)),
                                        coir_move_by(0.5, 3, 3));
        CoirRun run = act_on(&comet->node, coir_spawn(way, coir_tween_by_vec2(1.5, position, coir_vec2(8, 0)),
                                                      coir_fade_out(2), coir_tween_to_float(0.5, opacity, 0.25f)));
        for (int k = 0; k < steps[i]; k++)
            frame(1.5 / steps[i]);
        first = i == 0 ? comet->node : first;
        assert_near(comet->node.position.x, first.position.x);
        assert_near(comet->node.position.y, first.position.y);
        assert_near(comet->node.opacity, first.opacity);
        assert_true(first.position.y == 53 && first.opacity == 0.25f);
        coir_run_stop(run);
    }
}

static void a_field_of_the_library_is_a_field_of_every_node(void **state)
{
    CoirField position = COIR_FIELD(Comet, node.position);
    (void)state;
    for (int is_first = 0; is_first < 2; is_first++) {
        hero->position = coir_vec2(0, 0);
        CoirAction *tween = coir_tween_by_vec2(1, position, coir_vec2(3, 4)), *move = coir_move_by(1, 10, 0);
        act_on(hero, is_first ? coir_sequence(tween, move) : coir_sequence(move, tween));
        frame(2);
        assert_true(hero->position.x == 13 && hero->position.y == 4);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void the_last_value_is_exactly_as_given(void **state)
{
    (void)state;
    act_on(&comet->node, coir_repeat(3, coir_tween_float(0.1, COIR_FIELD(Comet, heat), 0.1f, 1e-7f)));
    for (int i = 0; i < 9; i++)
        frame(1.0 / 30 + 1e-3);
    assert_true(comet->heat == 1e-7f);
    act_on(&comet->node, coir_tween_float(0, COIR_FIELD(Comet, heat), 1e30f, 0.7f));
    frame(0);
    assert_true(comet->heat == 0.7f);
}

static void a_type_that_extends_another_has_its_fields(void **state)
{
    Ember *ember = COIR_NEW(Ember);
    (void)state;
    assert_true(coir_node_add(scene, &ember->node));
    act_on(&ember->node, coir_tween_float(1, COIR_FIELD(Comet, heat), 0, 1));
    frame(1);
    assert_true(ember->comet.heat == 1);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void a_float_goes_from_the_value_that_is_found(void **state)
{
    (void)state;
    act_on(&comet->node, coir_sequence(coir_tween_to_float(1, COIR_FIELD(Comet, heat), 15),
                                       coir_tween_to_float(1, COIR_FIELD(Comet, heat), -15)));
    frame(0);
    frame(0.5);
    assert_true(comet->heat == 10);
    frame(1);
    assert_true(comet->heat == 0);
    frame(0.5);
    assert_true(comet->heat == -15);
}

static void two_tweens_by_an_amount_of_one_field_add_up(void **state)
{
    (void)state;
    act_on(&comet->node, coir_tween_by_float(1, COIR_FIELD(Comet, heat), 10));
    act_on(&comet->node, coir_tween_by_float(2, COIR_FIELD(Comet, heat), 100));
    act_on(&comet->node, coir_repeat(3, coir_tween_by_vec2(1, COIR_FIELD(Comet, tail), coir_vec2(1, 2))));
    frame(0);
    frame(0.5);
    assert_true(comet->heat == 35);
    comet->heat += 1;
    frame(1.5);
    assert_true(comet->heat == 116);
    frame(1);
    assert_true(comet->tail.x == 9 && comet->tail.y == 13);
}

static void a_change_of_a_field_by_an_amount_has_an_opposite(void **state)
{
    (void)state;
    CoirAction *there = coir_tween_by_float(1, COIR_FIELD(Comet, heat), 10);
    act_on(&comet->node, coir_repeat(2, coir_sequence(there, coir_reverse(coir_action_retain(there)))));
    frame(0);
    frame(1.5);
    assert_true(comet->heat == 10);
    frame(2.5);
    assert_true(comet->heat == 5);
    assert_null(coir_reverse(coir_tween_to_float(1, COIR_FIELD(Comet, heat), 1)));
    assert_mistake("a tween to a value has no opposite");
}

static void a_color_goes_from_the_value_that_is_found(void **state)
{
    (void)state;
    act_on(&comet->node, coir_tween_to_color(1, COIR_FIELD(Comet, glow), coir_rgba(18, 19, 20, 21)));
    frame(0);
    frame(0.5);
    note_comet();
    frame(0.5);
    note_comet();
    assert_trace("5 | 6 7 | 13 14 15 16 | 12, 5 | 6 7 | 18 19 20 21 | 12, ");
}

// Another class, with other numbers at the offsets of a comet's fields.
typedef struct Rock {
    CoirNode node;
    float weights[8];
} Rock;

static COIR_NODE_CLASS(Rock);

// The fast paths of a step must not write to a node without the field.
static void tweens_of_several_fields_write_nothing_to_a_node_of_another_type(void **state)
{
    (void)state;
    Rock *rock = COIR_NEW(Rock);
    CoirNode *other = &rock->node;
    assert_true(coir_node_add(scene, other));
    CoirAction *all = coir_spawn(coir_tween_by_float(1, COIR_FIELD(Comet, heat), 10),
                                 coir_tween_to_vec2(1, COIR_FIELD(Comet, tail), coir_vec2(1, 2)));
    CoirRun good = act_on(&comet->node, coir_action_retain(all)), bad = act_on(other, all);
    frame(0);
    frame(0.5);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1); // two equal messages are logged once
    assert_mistake("Comet");
    seek(good, 0.25);
    seek(bad, 0.25);
    assert_true(comet->heat == 7.5f && comet->tail.x == 4.75f);
    frame(1);
    assert_true(comet->heat == 15 && comet->tail.y == 2 && comet->after == 12);
    act_on(other, coir_sequence(say("call"), coir_tween_float(1, COIR_FIELD(Comet, heat), 100, 200)));
    for (int i = 0; i < 4; i++)
        frame(0.25);
    for (int i = 0; i < 8; i++)
        assert_true(rock->weights[i] == 0);
    assert_trace("call@1.5 ");
}

// Functions ----------------------------------------------------------------------------------------------------------

static void get_hidden(CoirNode *of, float *values)
{
    Comet *self = COIR_AS(Comet, of);
    memcpy(values, self->hidden, sizeof self->hidden);
    self->gets++;
}

static void set_hidden(CoirNode *of, const float *values)
{
    Comet *self = COIR_AS(Comet, of);
    memcpy(self->hidden, values, sizeof self->hidden);
    self->sets++;
}

static void a_field_is_read_and_written_by_its_functions(void **state)
{
    CoirField fields[] = {COIR_FIELD_FUNCTIONS(Comet, COIR_FIELD_FLOAT, get_hidden, set_hidden),
                          COIR_FIELD_FUNCTIONS(Comet, COIR_FIELD_VEC2, get_hidden, set_hidden),
                          COIR_FIELD_FUNCTIONS(Comet, COIR_FIELD_COLOR, get_hidden, set_hidden)};
    CoirAction *tweens[] = {coir_tween_float(1, fields[0], 10, 20),
                            coir_tween_vec2(1, fields[1], coir_vec2(1, 2), coir_vec2(3, 6)),
                            coir_tween_color(1, fields[2], coir_rgba(0, 0, 0, 0), coir_rgba(4, 8, 100, 200))};
    (void)state;
    for (int i = 0; i < 3; i++) {
        comet->gets = comet->sets = 0;
        act_on(&comet->node, tweens[i]);
        frame(0.5);
        for (int k = 0; k < (i == 2 ? 4 : i + 1); k++)
            note("%g ", (double)comet->hidden[k]);
        frame(0.5);
        assert_true(comet->gets == 2 && comet->sets == 2); // read at the start and at the end, written in each frame
    }
    assert_trace("15 2 4 2 4 50 100 ");
}

static void fields_of_two_types_with_the_same_functions_are_apart(void **state)
{
    CoirField good = COIR_FIELD_FUNCTIONS(Comet, COIR_FIELD_FLOAT, get_hidden, set_hidden),
              bad = COIR_FIELD_FUNCTIONS(Rock, COIR_FIELD_FLOAT, get_hidden, set_hidden);
    (void)state;
    for (int is_first = 0; is_first < 2; is_first++) {
        comet->hidden[0] = 0;
        CoirAction *tween = coir_tween_to_float(1, good, 7), *other = coir_tween_to_float(1, bad, 9);
        act_on(&comet->node, is_first ? coir_sequence(tween, other) : coir_sequence(other, tween));
        frame(2);
        assert_true(comet->hidden[0] == 7);
        assert_mistake("no Rock");
    }
}

static void rule_4_8_seeking_before_a_tween_restores_the_field(void **state)
{
    CoirField hidden = COIR_FIELD_FUNCTIONS(Comet, COIR_FIELD_COLOR, get_hidden, set_hidden);
    (void)state;
    for (int i = 0; i < 4; i++)
        comet->hidden[i] = 0.1f * (float)i;
    CoirAction *all = coir_spawn(coir_tween_float(1, COIR_FIELD(Comet, heat), 100, 200),
                                 coir_tween_vec2(1, COIR_FIELD(Comet, tail), coir_vec2(100, -100), coir_vec2(200, 100)),
                                 coir_tween_color(1, COIR_FIELD(Comet, glow), COIR_BLACK, COIR_WHITE),
                                 coir_tween_color(1, hidden, COIR_BLACK, COIR_WHITE));
    CoirRun run = act_on(&comet->node, coir_sequence(coir_delay(1), all, coir_delay(1)));
    for (int i = 0; i < 2; i++) {
        seek(run, i == 0 ? 1.5 : 2.5);
        assert_true(comet->heat == (i == 0 ? 150 : 200));
        seek(run, 0.5);
        note_comet();
        assert_true(comet->hidden[0] == 0 && comet->hidden[3] == 0.1f * 3);
    }
    assert_trace(BEFORE BEFORE);
}

// Each ---------------------------------------------------------------------------------------------------------------

static void note_value(void *of, double value, void *user)
{
    assert_ptr_equal(of, node);
    note("%s%.10g ", (const char *)user, value);
}

static void each_calls_a_function_in_each_step(void **state)
{
    (void)state;
    play(coir_each(1, 10, 20, note_value, ""));
    for (int i = 0; i < 5; i++)
        step(i == 0 ? 0 : 0.3);
    assert_trace("10 13 16 19 20 ");
}

static void coir_each_that_a_step_jumps_over_calls_with_its_last_value(void **state)
{
    (void)state;
    play(coir_sequence(coir_each(1, 0, 1e300, note_value, "a"), coir_each(0, 1e300, 2, note_value, "b")));
    step(5);
    assert_trace("a1e+300 b2 ");
}

static void each_is_eased_repeated_and_sought(void **state)
{
    (void)state;
    CoirRun run = play(coir_repeat(2, coir_ease(COIR_EASE_IN_QUAD, coir_each(1, 0, 100, note_value, ""))));
    step(0.5);
    step(0.75);
    assert_trace("25 100 6.25 ");
    seek(run, 0.5);
    note("| ");
    seek(run, 1.75);
    assert_non_null(strstr(noted(), "25 | "));
    assert_non_null(strstr(noted(), "| 100 56.25 "));
}

static void count_call(void *of, double value, void *user)
{
    (void)of, (void)value;
    ++*(int *)user;
}

static void a_seek_over_thousands_of_loops_calls_coir_each_only_for_the_first(void **state)
{
    int calls = 0;
    (void)state;
    CoirAction *scale = coir_scale_by(0.001, 1.0001f, 1); // a seek plays each loop of this action
    CoirRun run = play(coir_repeat(5000, coir_spawn(coir_each(0.001, 0, 1, count_call, &calls), scale)));
    seek(run, 4.9995);
    assert_in_range(calls, 1, 3);
}

// Mistakes -----------------------------------------------------------------------------------------------------------

static void a_tween_on_a_node_of_another_type_is_a_mistake_reported_once(void **state)
{
    (void)state;
    Looks before = looks_of(hero);
    CoirRun run = act_on(hero, coir_sequence(coir_tween_float(1, COIR_FIELD(Comet, heat), 100, 200), say("on")));
    frame(0.5);
    frame(0.25);
    seek(run, 0.1);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_mistake("Comet");
    frame(1);
    assert_trace("on@1.65 ");
    assert_looks(hero, before);
}

#define assert_refused(expression, why) \
    do {                                \
        assert_null(expression);        \
        assert_mistake(why);            \
    } while (0)

static void a_field_of_another_kind_is_a_mistake(void **state)
{
    CoirField heat = COIR_FIELD(Comet, heat), tail = COIR_FIELD(Comet, tail), glow = COIR_FIELD(Comet, glow);
    (void)state;
    assert_refused(coir_tween_float(1, tail, 0, 1), "coir_tween_float");
    assert_refused(coir_tween_float(1, glow, 0, 1), "coir_tween_float");
    assert_refused(coir_tween_vec2(1, heat, coir_vec2(0, 0), coir_vec2(1, 1)), "coir_tween_vec2");
    assert_refused(coir_tween_vec2(1, glow, coir_vec2(0, 0), coir_vec2(1, 1)), "coir_tween_vec2");
    assert_refused(coir_tween_color(1, heat, COIR_BLACK, COIR_WHITE), "coir_tween_color");
    assert_refused(coir_tween_color(1, tail, COIR_BLACK, COIR_WHITE), "coir_tween_color");
}

static void a_field_that_cannot_be_is_a_mistake(void **state)
{
    CoirField none = {0}, far = COIR_FIELD(Comet, heat), half = COIR_FIELD(Comet, heat);
    (void)state;
    far.offset = sizeof(Comet) - 2;
    half.get = get_hidden;
    assert_refused(coir_tween_float(1, none, 0, 1), "coir_tween_float");
    assert_refused(coir_tween_float(1, far, 0, 1), "coir_tween_float");
    far.offset = SIZE_MAX - 1;
    assert_refused(coir_tween_float(1, far, 0, 1), "coir_tween_float");
    assert_refused(coir_tween_float(1, half, 0, 1), "coir_tween_float");
    half.get = NULL;
    half.set = set_hidden;
    assert_refused(coir_tween_float(1, half, 0, 1), "coir_tween_float");
    half.kind = (CoirFieldKind)9;
    assert_refused(coir_tween_float(1, half, 0, 1), "coir_tween_float");
}

static void bad_numbers_are_mistakes(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    static const double bad_durations[] = {-1, NAN, INFINITY};
    CoirField heat = COIR_FIELD(Comet, heat), tail = COIR_FIELD(Comet, tail), glow = COIR_FIELD(Comet, glow);
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_refused(coir_tween_float(1, heat, bad[i], 1), "coir_tween_float");
        assert_refused(coir_tween_float(1, heat, 1, bad[i]), "coir_tween_float");
        assert_refused(coir_tween_vec2(1, tail, coir_vec2(1, bad[i]), coir_vec2(1, 1)), "coir_tween_vec2");
        assert_refused(coir_tween_vec2(1, tail, coir_vec2(1, 1), coir_vec2(bad[i], 1)), "coir_tween_vec2");
        assert_refused(coir_tween_float(bad_durations[i], heat, 0, 1), "coir_tween_float");
        assert_refused(coir_tween_vec2(bad_durations[i], tail, coir_vec2(1, 1), coir_vec2(1, 1)), "coir_tween_vec2");
        assert_refused(coir_tween_color(bad_durations[i], glow, COIR_BLACK, COIR_WHITE), "coir_tween_color");
    }
}

// Where time turns back ----------------------------------------------------------------------------------------------

static CoirAction *heat(float from, float to)
{
    return coir_tween_float(1, COIR_FIELD(Comet, heat), from, to);
}

static float heat_after(CoirAction *action, double time, double each)
{
    CoirRun run = act_on(&comet->node, action);
    comet->heat = 75;
    for (; time > 0; time -= each)
        frame(time < each ? time : each);
    coir_run_stop(run);
    return comet->heat;
}

static void at_the_end_of_yoyo_and_reverse_time_a_field_is_where_the_tween_begins(void **state)
{
    (void)state;
    for (double each = 0.125; each < 9; each *= 2.25) {
        assert_true(heat_after(coir_yoyo(heat(0, 100)), 3, each) == 0);
        assert_true(heat_after(coir_reverse_time(heat(10, 100)), 3, each) == 10);
        assert_true(heat_after(coir_repeat(2, coir_yoyo(heat(20, 100))), 5, each) == 20);
        assert_true(heat_after(coir_yoyo(coir_yoyo(heat(30, 100))), 5, each) == 30);
        assert_true(heat_after(coir_yoyo(coir_ease(COIR_EASE_IN_BACK, heat(40, 100))), 3, each) == 40);
        assert_true(heat_after(coir_yoyo(coir_sequence(heat(50, 100), heat(0, 60))), 5, each) == 50);
        assert_true(heat_after(coir_yoyo(coir_spawn(coir_delay(2), heat(9, 1), heat(60, 100))), 5, each) == 60);
    }
    CoirVec2 far = {9, 9};
    act_on(&comet->node, coir_yoyo(coir_tween_vec2(1, COIR_FIELD(Comet, tail), coir_vec2(1, 2), far)));
    act_on(&comet->node,
           coir_reverse_time(coir_tween_color(1, COIR_FIELD(Comet, glow), coir_rgb(3, 4, 5), COIR_WHITE)));
    frame(5);
    note_comet();
    assert_trace("60 | 1 2 | 3 4 5 255 | 12, ");
}

static void before_an_inner_tween_begins_its_field_has_the_old_value(void **state)
{
    (void)state;
    assert_true(heat_after(coir_yoyo(coir_sequence(coir_delay(1), heat(0, 100))), 5, 0.25) == 75);
    assert_true(heat_after(coir_reverse_time(coir_sequence(coir_delay(1), heat(0, 100))), 5, 5) == 75);
    CoirRun run = act_on(&comet->node, coir_sequence(coir_delay(1), coir_yoyo(heat(0, 100)), coir_delay(1)));
    frame(3.5);
    assert_true(comet->heat == 0);
    seek(run, 0.5);
    assert_true(comet->heat == 75);
}

// Actions around a tween of one second. BEFORE_IT and AFTER_IT: a delay of half a second before or after.
typedef enum Around { YOYO, REVERSE, SPEED, BEFORE_IT, AFTER_IT, AROUNDS } Around;

#define AROUNDS_MAX 4
#define FOUND 75
#define FROM 10
#define TO 138

typedef struct Wrapped {
    Around around[AROUNDS_MAX]; // from the inside to the outside
    int count;
} Wrapped;

static double length_around(const Wrapped *wrapped, int count)
{
    static const double factors[AROUNDS] = {2, 1, 0.5, 1, 1}, more[AROUNDS] = {0, 0, 0, 0.5, 0.5};
    double length = 1;
    for (int i = 0; i < count; i++)
        length = length * factors[wrapped->around[i]] + more[wrapped->around[i]];
    return length;
}

static CoirAction *make_wrapped(const Wrapped *wrapped)
{
    CoirAction *action = heat(FROM, TO);
    for (int i = 0; i < wrapped->count; i++)
        switch (wrapped->around[i]) {
        case YOYO: action = coir_yoyo(action); break;
        case REVERSE: action = coir_reverse_time(action); break;
        case SPEED: action = coir_speed(2, action); break;
        case BEFORE_IT: action = coir_sequence(coir_delay(0.5), action); break;
        default: action = coir_sequence(action, coir_delay(0.5)); break;
        }
    return action;
}

// Returns the expected value of the field at a time. Before the tween begins, this is the value that was found.
static double heat_at(const Wrapped *wrapped, double time)
{
    for (int i = wrapped->count - 1; i >= 0; i--) {
        double inner = length_around(wrapped, i);
        switch (wrapped->around[i]) {
        case YOYO: time = time > inner ? 2 * inner - time : time; break;
        case REVERSE: time = inner - time; break;
        case SPEED: time *= 2; break;
        case BEFORE_IT: time -= 0.5; break;
        default: time = time > inner ? inner : time; break;
        }
        if (time < 0)
            return FOUND;
    }
    return FROM + (TO - FROM) * time;
}

static void check_heat(const Wrapped *wrapped, double time, const char *how)
{
    double expected = heat_at(wrapped, time);
    if (fabs((double)comet->heat - expected) < 1e-3)
        return;
    for (int i = 0; i < wrapped->count; i++)
        print_error("%d ", (int)wrapped->around[i]);
    fail_msg("%s %g: %g, expected %g", how, time, (double)comet->heat, expected);
}

static void in_any_time_bender_a_field_has_the_value_of_the_tweens_time(void **state)
{
    CoirRandom random = coir_random(11);
    (void)state;
    for (int n = 0; n < 2000; n++) {
        Wrapped wrapped = {.count = coir_random_int(&random, 0, AROUNDS_MAX)};
        for (int i = 0; i < wrapped.count; i++)
            wrapped.around[i] = (Around)coir_random_int(&random, 0, AROUNDS - 1);
        double length = length_around(&wrapped, wrapped.count), time = 0;
        comet->heat = FOUND;
        CoirRun run = act_on(&comet->node, make_wrapped(&wrapped));
        while (time < length) {
            double each = coir_random_int(&random, 1, 32) / 64.0;
            time = time + each < length ? time + each : length;
            frame(each);
            check_heat(&wrapped, time, "played to");
        }
        comet->heat = FOUND;
        run = act_on(&comet->node, coir_sequence(make_wrapped(&wrapped), coir_delay(1)));
        for (int i = 0; i < 8; i++) {
            time = i == 3 ? length : floor(length * coir_random_int(&random, 0, 64)) / 64;
            seek(run, time);
            check_heat(&wrapped, time, "sought to");
        }
        coir_run_stop(run);
    }
}

TEST_FILE(tween)
{
    const struct CMUnitTest tests[] = {
        tween_test(a_float_goes_from_one_value_to_the_other),
        tween_test(three_hundred_fields_change_at_the_same_time),
        tween_test(a_vec2_goes_both_ways),
        tween_test(a_color_goes_in_all_its_channels),
        tween_test(an_ease_that_goes_beyond_leaves_a_color_within_0_and_255),
        tween_test(fields_of_the_library_are_fields_too),
        tween_test(a_field_of_the_library_adds_up_with_the_action_of_its_property),
        tween_test(a_field_of_the_library_is_a_field_of_every_node),
        tween_test(the_last_value_is_exactly_as_given),
        tween_test(a_type_that_extends_another_has_its_fields),
        tween_test(a_float_goes_from_the_value_that_is_found),
        tween_test(two_tweens_by_an_amount_of_one_field_add_up),
        tween_test(a_change_of_a_field_by_an_amount_has_an_opposite),
        tween_test(a_color_goes_from_the_value_that_is_found),
        tween_test(tweens_of_several_fields_write_nothing_to_a_node_of_another_type),
        tween_test(a_field_is_read_and_written_by_its_functions),
        tween_test(fields_of_two_types_with_the_same_functions_are_apart),
        tween_test(rule_4_8_seeking_before_a_tween_restores_the_field),
        tween_test(each_calls_a_function_in_each_step),
        tween_test(coir_each_that_a_step_jumps_over_calls_with_its_last_value),
        tween_test(each_is_eased_repeated_and_sought),
        tween_test(a_seek_over_thousands_of_loops_calls_coir_each_only_for_the_first),
        tween_test(a_tween_on_a_node_of_another_type_is_a_mistake_reported_once),
        tween_test(a_field_of_another_kind_is_a_mistake),
        tween_test(a_field_that_cannot_be_is_a_mistake),
        tween_test(bad_numbers_are_mistakes),
        tween_test(at_the_end_of_yoyo_and_reverse_time_a_field_is_where_the_tween_begins),
        tween_test(before_an_inner_tween_begins_its_field_has_the_old_value),
        tween_test(in_any_time_bender_a_field_has_the_value_of_the_tweens_time),
    };
    return cmocka_run_group_tests_name("tween", tests, NULL, NULL);
}
