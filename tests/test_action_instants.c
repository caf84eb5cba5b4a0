// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Instants: their effects, their order, and how a seek backwards undoes them (rule 4.8).

#include "support/actions.h"

#include <limits.h>

#include "base/fail.h"
#include "coir/sprite.h"
#include "draw/painter.h"

static CoirSprite *sprite; // on the stage, a child of the scene

static int make_sprite_world(void **state)
{
    int result = setup_stage_and_manager(state);
    sprite = COIR_NEW(CoirSprite);
    return result || !coir_node_add(scene, &sprite->node) ? 1 : 0;
}

#define sprite_test(function) cmocka_unit_test_setup_teardown(function, make_sprite_world, teardown_stage_and_manager)

// Effects ------------------------------------------------------------------------------------------------------------

static void show_hide_and_toggle(void **state)
{
    (void)state;
    play(coir_sequence(coir_hide(), coir_delay(1), coir_show(), coir_delay(1), coir_toggle_visibility(), coir_delay(1),
                       coir_toggle_visibility()));
    for (int i = 0; i < 4; i++) {
        step(i == 0 ? 0 : 1);
        note("%d", node->visible);
    }
    assert_trace("0101");
}

static void show_of_a_visible_node_and_hide_of_a_hidden_node_change_nothing(void **state)
{
    (void)state;
    play(coir_show());
    step(0);
    assert_true(node->visible);
    play(coir_repeat(3, coir_hide()));
    step(0);
    assert_false(node->visible);
}

static void place_and_set_z(void **state)
{
    (void)state;
    node->z = 9;
    play(coir_sequence(coir_place(3.5f, -4), coir_set_z(-2), coir_delay(1), coir_place(0, 0), coir_set_z(0)));
    step(0.5);
    assert_true(node->position.x == 3.5f && node->position.y == -4);
    assert_int_equal(node->z, -2);
    step(0.5);
    assert_true(node->position.x == 0 && node->position.y == 0);
    assert_int_equal(node->z, 0);
}

static void set_z_sets_and_restores_every_int(void **state)
{
    static const int orders[] = {INT_MIN, INT_MIN + 1, -65537, -65536, -65535,   -1,
                                 0,       1,           65535,  65536,  16777217, INT_MAX};
    (void)state;
    for (int i = 0; i < COUNT(orders); i++)
        for (int j = 0; j < COUNT(orders); j++) {
            node->z = orders[i];
            CoirRun run = play(coir_sequence(coir_delay(1), coir_set_z(orders[j]), coir_delay(1)));
            seek(run, 1.5);
            assert_int_equal(node->z, orders[j]);
            seek(run, 0.5);
            assert_int_equal(node->z, orders[i]);
            coir_run_stop(run);
        }
}

static void set_z_changes_the_order_among_the_siblings(void **state)
{
    CoirNode *second = child_of(scene);
    (void)state;
    act_on(hero, coir_set_z(1));
    frame(0);
    CoirPainter *painter = coir_painter_new();
    assert_true(coir_painter_begin(painter, (CoirAffine){1, 0, 0, 1, 0, 0}, 8, 8));
    coir_stage_draw(stage, painter);
    coir_painter_destroy(painter);
    assert_null(coir_node_next_sibling(hero));
    assert_true(second->z == 0 && hero->z == 1);
}

static void flips_mirror_a_sprite_each_its_own_way(void **state)
{
    (void)state;
    act_on(&sprite->node, coir_flip_x(true));
    frame(0);
    assert_true(sprite->flip_x && !sprite->flip_y);
    act_on(&sprite->node, coir_spawn(coir_flip_x(false), coir_flip_y(true)));
    frame(0);
    assert_true(!sprite->flip_x && sprite->flip_y);
    act_on(&sprite->node, coir_flip_y(false));
    frame(0);
    assert_true(!sprite->flip_x && !sprite->flip_y);
}

typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
} Comet;

static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class);

static void flips_mirror_types_that_extend_a_sprite(void **state)
{
    Comet *comet = COIR_NEW(Comet);
    (void)state;
    coir_node_add(scene, &comet->node);
    act_on(&comet->node, coir_flip_x(true));
    frame(0);
    assert_true(comet->sprite.flip_x);
}

static void a_flip_on_a_node_that_is_no_sprite_is_a_reported_mistake(void **state)
{
    CoirAction *flips[] = {coir_flip_x(true), coir_flip_y(true)};
    (void)state;
    for (int i = 0; i < COUNT(flips); i++) {
        CoirNode before = *hero;
        support_forget_messages();
        coir_log_forget();
        CoirRun run = act_on(hero, coir_sequence(flips[i], say("on"), coir_delay(1)));
        frame(0);
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
        assert_mistake(i == 0 ? "coir_flip_x" : "coir_flip_y");
        assert_looks(hero, looks_of(&before));
        seek(run, 0.5);
        seek(run, 0); // restores nothing, since the flip has changed nothing
        assert_looks(hero, looks_of(&before));
        coir_run_stop(run);
    }
    assert_trace("on@0 on@0 ");
}

static void note_user(CoirNode *of, void *user)
{
    assert_ptr_equal(of, node);
    note("%s ", (const char *)user);
}

static void call_gets_its_node_and_user(void **state)
{
    (void)state;
    play(coir_spawn(coir_call(note_user, "a"), coir_call(note_user, "b")));
    step(0);
    step(1);
    assert_trace("a b ");
}

static void note_target(CoirNode *of, void *user)
{
    assert_ptr_equal(of, user);
    note("target ");
}

static void a_call_gets_its_target_node(void **state)
{
    (void)state;
    act_on(scene, coir_targeted(hero, coir_call(note_target, hero)));
    frame(0);
    assert_trace("target ");
}

static void remove_self_destroys_the_node_and_ends_its_runs(void **state)
{
    CoirNodeRef ref = coir_node_ref(hero);
    (void)state;
    CoirRun run = act_on(hero, coir_sequence(coir_delay(1), say("a"), coir_remove_self(), say("b"), coir_delay(1)));
    CoirRun other = act_on(hero, walk());
    assert_true(coir_run_on_done(run, note_end, "one"));
    assert_true(coir_run_on_done(other, note_end, "other"));
    frame(0.5);
    assert_non_null(coir_node_get(ref));
    frame(0.75);
    assert_null(coir_node_get(ref));
    assert_false(coir_run_is_running(run) || coir_run_is_running(other));
    assert_trace("a@1 one:gone other:gone ");
}

static void remove_self_of_a_target_does_not_end_the_run(void **state)
{
    CoirNodeRef ref = coir_node_ref(hero);
    (void)state;
    CoirRun run =
        act_on(scene, coir_sequence(coir_targeted(hero, coir_sequence(coir_remove_self(), walk())), say("on")));
    frame(0.5);
    assert_null(coir_node_get(ref));
    assert_true(coir_run_is_running(run));
    frame(0.5);
    assert_trace("on@1 ");
}

static void instants_at_one_time_are_in_the_order_of_writing(void **state)
{
    (void)state;
    play(coir_spawn(coir_place(1, 1), coir_place(2, 2), coir_sequence(coir_hide(), coir_show()), coir_place(3, 3)));
    step(0);
    assert_true(node->position.x == 3);
    assert_true(node->visible);
}

// Shows the node, and runs an action to its end, in steps of `dt`.
static void run_to_the_end(CoirAction *action, double dt)
{
    node->visible = true;
    CoirRun run = play(action);
    while (coir_run_is_running(run))
        step(dt);
}

static void rule_4_12_inside_of_time_that_turns_back_each_instant_takes_effect_once(void **state)
{
    static const double steps[] = {0.125, 0.375, 9};
    (void)state;
    for (int i = 0; i < COUNT(steps); i++) {
        coir_action_manager_destroy(manager);
        manager = coir_action_manager_new();
        CoirAction *parts =
            coir_sequence(coir_delay(0.5), say("a"), coir_toggle_visibility(), coir_delay(0.5), say("b"));
        run_to_the_end(coir_yoyo(coir_action_retain(parts)), steps[i]);
        assert_trace("a@0.5 b@1 ");
        assert_false(node->visible);
        coir_action_manager_destroy(manager);
        manager = coir_action_manager_new();
        run_to_the_end(coir_reverse_time(parts), steps[i]);
        assert_trace("a@0 b@0 ");
        assert_false(node->visible);
    }
}

// The node must look the same after steps and after a seek, although the time inside the reverse_time goes back.
static void a_seek_plays_instants_and_blinks_of_a_reversed_loop_like_a_step(void **state)
{
    CoirAction *loop = coir_sequence(coir_blink(0.25, 2), coir_toggle_visibility());
    CoirAction *action = coir_reverse_time(coir_sequence(coir_repeat(3, loop), coir_delay(0.25)));
    (void)state;
    node->visible = true;
    CoirRun run = play(action);
    step(0.05);
    assert_false(node->visible);
    for (int i = 0; i < 3; i++) {
        seek(run, 0.2);
        assert_false(node->visible);
        seek(run, 0.05);
        assert_false(node->visible);
    }
    step(2);
    assert_false(node->visible);
}

static void after_a_dip_of_a_curve_the_last_instant_has_the_last_word(void **state)
{
    static const double steps[] = {1.0 / 256, 0.1, 2};
    (void)state;
    for (int i = 0; i < COUNT(steps); i++)
        for (CoirEase ease = 0; ease < COIR_EASE_COUNT; ease++) {
            coir_action_manager_destroy(manager);
            manager = coir_action_manager_new();
            run_to_the_end(coir_ease(ease, coir_sequence(coir_blink(0.9, 1), coir_hide(), coir_delay(0.1))), steps[i]);
            assert_false(node->visible);
        }
}

static void an_instant_after_a_time_bender_at_the_same_time_decides_the_value(void **state)
{
    static const double steps[] = {1.0 / 64, 0.375, 4};
    (void)state;
    for (int i = 0; i < COUNT(steps); i++)
        for (int form = 0; form < 4; form++) {
            CoirAction *bent = coir_sequence(coir_show(), coir_move_by(1, 1, 1));
            bent = form % 2 ? coir_yoyo(bent) : coir_ease(COIR_EASE_OUT_ELASTIC, bent);
            CoirAction *beside = coir_sequence(coir_delay(0.5), coir_hide());
            coir_action_manager_destroy(manager);
            manager = coir_action_manager_new();
            run_to_the_end(form < 2 ? coir_spawn(bent, beside) : coir_yoyo(coir_spawn(beside, bent)), steps[i]);
            assert_false(node->visible);
        }
}

// Like a hero that is hit again while still blinking. The two blinks are in one run, and then in two runs.
static void a_blink_that_begins_in_a_blink_leaves_the_node_as_found_before_both(void **state)
{
    static const double steps[] = {1.0 / 128, 0.1, 0.375, 2};
    (void)state;
    for (int i = 0; i < COUNT(steps); i++)
        for (int was_visible = 0; was_visible < 2; was_visible++) {
            node->visible = was_visible;
            play(coir_spawn(coir_blink(1, 2), coir_sequence(coir_delay(0.1), coir_blink(1.2, 4))));
            for (double time = 0; time < 2; time += steps[i])
                step(steps[i]);
            assert_int_equal(node->visible, was_visible);
            play(coir_blink(1, 2));
            step(0.1);
            CoirRun second = play(coir_blink(1.2, 4));
            for (double time = 0; time < 2; time += steps[i])
                step(steps[i]);
            assert_int_equal(node->visible, was_visible);
            assert_false(coir_run_is_running(second));
        }
}

// A repeat is in progress also in the delays between its blinks. There the node shows its own visibility.
static void between_the_blinks_of_a_repeat_another_run_starts_from_the_visibility_of_the_node(void **state)
{
    (void)state;
    for (int loops = 0; loops < 2; loops++)
        for (int is_visible = 0; is_visible < 2; is_visible++) {
            node->visible = true;
            CoirAction *pauses = coir_repeat_forever(coir_sequence(coir_delay(2), coir_blink(0.5, 2)));
            CoirRun run = play(coir_spawn(coir_move_by(10, 100, 0), pauses));
            step(loops * 2.5 + 0.5);
            node->visible = is_visible;
            play(coir_blink(0.5, 2));
            step(0.75);
            assert_int_equal(node->visible, is_visible);
            play(coir_toggle_visibility());
            step(0.25);
            assert_int_equal(node->visible, !is_visible);
            coir_run_stop(run);
        }
}

// Undo ---------------------------------------------------------------------------------------------------------------

// All properties that the instants of `makers` change on a sprite.
typedef struct Found {
    Looks looks;
    bool flip_x, flip_y;
} Found;

static Found found(void)
{
    return (Found){looks_of(&sprite->node), sprite->flip_x, sprite->flip_y};
}

#define assert_found(expected) check_found((expected), __FILE__, __LINE__)
static void check_found(Found expected, const char *file, int line)
{
    check_looks(&sprite->node, expected.looks, "", file, line);
    _assert_true(sprite->flip_x == expected.flip_x, "flip_x", file, line);
    _assert_true(sprite->flip_y == expected.flip_y, "flip_y", file, line);
}

static CoirAction *make_show(void)
{
    return coir_show();
}

static CoirAction *make_hide(void)
{
    return coir_hide();
}

static CoirAction *make_toggle(void)
{
    return coir_toggle_visibility();
}

static CoirAction *make_place(void)
{
    return coir_place(99.9f, -1.1f);
}

static CoirAction *make_flip_x(void)
{
    return coir_flip_x(true);
}

static CoirAction *make_flip_y(void)
{
    return coir_flip_y(true);
}

static CoirAction *make_no_flip(void)
{
    return coir_spawn(coir_flip_x(false), coir_flip_y(false));
}

static CoirAction *make_z(void)
{
    return coir_set_z(-77);
}

static CoirAction *(*const makers[])(void) = {make_show,   make_hide,   make_toggle,  make_place,
                                              make_flip_x, make_flip_y, make_no_flip, make_z};

static void set_up_sprite(int variant)
{
    dress(&sprite->node, odd_looks);
    sprite->node.visible = variant & 1;
    sprite->flip_x = variant & 2;
    sprite->flip_y = variant & 4;
}

static void rule_4_8_seeking_back_restores_the_values_before_each_instant(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(makers); i++)
        for (int variant = 0; variant < 8; variant++) {
            set_up_sprite(variant);
            Found before = found();
            CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), makers[i](), coir_delay(1)));
            seek(run, 1.5);
            Found after = found();
            for (int k = 0; k < 2; k++) {
                seek(run, 0.5);
                assert_found(before);
                seek(run, 1);
                assert_found(after);
            }
            seek(run, 0);
            assert_found(before);
            coir_run_stop(run);
        }
}

static void rule_4_8_playing_backwards_restores_the_values_before_each_instant(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(makers); i++) {
        set_up_sprite(i);
        Found before = found();
        CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), makers[i](), coir_delay(1)));
        frame(0.5);
        frame(1);
        Found after = found();
        coir_run_reverse(run);
        frame(0.25);
        assert_found(after);
        frame(0.5);
        assert_found(before);
        frame(1);
        assert_false(coir_run_is_running(run));
        assert_found(before);
    }
}

static void rule_4_8_many_are_taken_back_from_the_last_to_the_first(void **state)
{
    (void)state;
    set_up_sprite(1);
    CoirRun run = act_on(&sprite->node, coir_sequence(coir_delay(1), coir_place(1, 1), coir_hide(), coir_delay(1),
                                                      coir_place(2, 2), coir_toggle_visibility(), coir_delay(1),
                                                      coir_place(3, 3), coir_hide(), coir_delay(1)));
    Found at[8];
    for (int i = 0; i < 8; i++) {
        seek(run, i / 2.0);
        at[i] = found();
    }
    for (int i = 7; i >= 0; i--) {
        seek(run, i / 2.0);
        assert_found(at[i]);
    }
}

static void rule_4_8_also_inside_repeats_and_eases_and_on_other_nodes(void **state)
{
    (void)state;
    CoirAction *loop =
        coir_sequence(coir_delay(0.25), coir_toggle_visibility(), coir_place(5, 5), coir_delay(0.25), coir_place(6, 6));
    CoirAction *whole = coir_targeted(&sprite->node, coir_ease(COIR_EASE_LINEAR, coir_repeat(3, loop)));
    CoirRun run = act_on(scene, coir_sequence(whole, coir_delay(1)));
    Found at[16];
    for (int i = 0; i < 16; i++) {
        seek(run, i / 8.0);
        at[i] = found();
    }
    for (int i = 15; i >= 0; i--) {
        seek(run, i / 8.0);
        assert_found(at[i]);
    }
}

static void rule_4_8_the_restored_value_is_from_the_first_passing(void **state)
{
    (void)state;
    CoirRun run = act_on(hero, coir_sequence(coir_delay(1), coir_set_z(5), coir_delay(1)));
    hero->z = 3;
    seek(run, 1.5);
    seek(run, 0.5);
    assert_int_equal(hero->z, 3);
    seek(run, 1.5);
    assert_int_equal(hero->z, 5);
    seek(run, 0.5);
    assert_int_equal(hero->z, 3);
}

static void rule_4_8_a_seek_makes_no_calls_in_either_direction(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), say("a"), coir_delay(1), say("b"), coir_delay(1)));
    seek(run, 2.5);
    seek(run, 0);
    step(1.5);
    assert_trace("a@1 ");
    seek(run, 0.5);
    seek(run, 1.5);
    step(1);
    assert_trace("b@2 ");
}

static void rule_4_8_with_the_flag_calls_are_made_forward_only(void **state)
{
    (void)state;
    CoirRun run = play(coir_sequence(coir_delay(1), say("a"), coir_delay(1), say("b"), coir_delay(1)));
    step(0.5);
    assert_true(coir_run_seek(run, 2.5, COIR_SEEK_CALLS));
    assert_trace("a@0.5 b@0.5 ");
    assert_true(coir_run_seek(run, 1.5, COIR_SEEK_CALLS));
    assert_true(coir_run_seek(run, 0, COIR_SEEK_CALLS));
    assert_trace("");
    assert_true(coir_run_seek(run, 1, COIR_SEEK_CALLS));
    assert_trace("a@0.5 ");
}

static void remove_self_passed_by_a_seek_removes(void **state)
{
    CoirNodeRef ref = coir_node_ref(hero);
    (void)state;
    CoirRun run = act_on(hero, coir_sequence(coir_delay(1), coir_remove_self(), coir_hide(), coir_delay(1)));
    assert_true(coir_run_on_done(run, note_end, "end"));
    assert_true(coir_run_seek(run, 1.5, 0));
    assert_null(coir_node_get(ref));
    assert_false(coir_run_is_running(run));
    assert_trace("end:gone ");
}

static void a_passed_blink_leaves_the_node_as_found_and_so_does_a_stopped_one(void **state)
{
    (void)state;
    for (int visible = 0; visible < 2; visible++) {
        node->visible = visible != 0;
        CoirRun run = play(coir_sequence(coir_blink(1, 2), coir_delay(1)));
        seek(run, 0.6);
        assert_false(node->visible);
        seek(run, 0.8);
        assert_true(node->visible);
        seek(run, 1.5);
        assert_int_equal(node->visible, visible);
        seek(run, visible ? 0.1 : 0.4);
        assert_int_equal(node->visible, !visible);
        coir_run_stop(run);
        assert_int_equal(node->visible, visible);
    }
}

TEST_FILE(action_instants)
{
    const struct CMUnitTest tests[] = {
        sprite_test(show_hide_and_toggle),
        sprite_test(show_of_a_visible_node_and_hide_of_a_hidden_node_change_nothing),
        sprite_test(place_and_set_z),
        sprite_test(set_z_sets_and_restores_every_int),
        sprite_test(set_z_changes_the_order_among_the_siblings),
        sprite_test(flips_mirror_a_sprite_each_its_own_way),
        sprite_test(flips_mirror_types_that_extend_a_sprite),
        sprite_test(a_flip_on_a_node_that_is_no_sprite_is_a_reported_mistake),
        sprite_test(call_gets_its_node_and_user),
        sprite_test(a_call_gets_its_target_node),
        sprite_test(remove_self_destroys_the_node_and_ends_its_runs),
        sprite_test(remove_self_of_a_target_does_not_end_the_run),
        sprite_test(instants_at_one_time_are_in_the_order_of_writing),
        sprite_test(a_seek_plays_instants_and_blinks_of_a_reversed_loop_like_a_step),
        sprite_test(a_blink_that_begins_in_a_blink_leaves_the_node_as_found_before_both),
        sprite_test(between_the_blinks_of_a_repeat_another_run_starts_from_the_visibility_of_the_node),
        sprite_test(an_instant_after_a_time_bender_at_the_same_time_decides_the_value),
        sprite_test(after_a_dip_of_a_curve_the_last_instant_has_the_last_word),
        sprite_test(rule_4_12_inside_of_time_that_turns_back_each_instant_takes_effect_once),
        sprite_test(rule_4_8_seeking_back_restores_the_values_before_each_instant),
        sprite_test(rule_4_8_playing_backwards_restores_the_values_before_each_instant),
        sprite_test(rule_4_8_many_are_taken_back_from_the_last_to_the_first),
        sprite_test(rule_4_8_also_inside_repeats_and_eases_and_on_other_nodes),
        sprite_test(rule_4_8_the_restored_value_is_from_the_first_passing),
        sprite_test(rule_4_8_a_seek_makes_no_calls_in_either_direction),
        sprite_test(rule_4_8_with_the_flag_calls_are_made_forward_only),
        sprite_test(remove_self_passed_by_a_seek_removes),
        sprite_test(a_passed_blink_leaves_the_node_as_found_and_so_does_a_stopped_one),
    };
    return cmocka_run_group_tests_name("action_instants", tests, NULL, NULL);
}
