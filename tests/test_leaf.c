// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The quick ways of stepping leaves give the same bits as the general way. Two nodes play the same random
// description. The run of the second node also has a coir_each action, so that the manager can step this run only in
// the general way.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include "action/run/run.h"
#include "coir/random.h"
#include "coir/tween.h"

#define DESCRIPTIONS 20000
#define STEPS 20
#define PROPERTIES 6

static float number(CoirRandom *random)
{
    return (float)coir_random_range(random, -1000, 1000);
}

// Returns a random tween of the anchor. The anchor is addressed as a field.
static CoirAction *random_tween(CoirRandom *random, double duration, float x, float y)
{
    CoirField field = COIR_FIELD(CoirNode, anchor);
    switch (coir_random_int(random, 0, 2)) {
    case 0: return coir_tween_vec2(duration, field, coir_vec2(y, x), coir_vec2(x, y));
    case 1: return coir_tween_to_vec2(duration, field, coir_vec2(x, y));
    default: return coir_tween_by_vec2(duration, field, coir_vec2(x, y));
    }
}

// True if the test seeks and restarts the runs, and also changes the positions of the nodes itself. Then only `by`
// actions may change the position: after the test has changed the position, a `to` action that begins again may find
// one start position in the quick way, and another in the general way.
static bool only_adds_to_position;

static CoirAction *random_leaf(CoirRandom *random, int property, double duration)
{
    float x = number(random), y = number(random), some = (float)coir_random_range(random, 0, 1);
    bool by = coir_random_int(random, 0, 1) || (property == 0 && only_adds_to_position);
    switch (property) {
    case 0: return by ? coir_move_by(duration, x, y) : coir_move_to(duration, x, y);
    case 1: return by ? coir_skew_by(duration, x, y) : coir_scale_to(duration, x, y);
    case 2: return by ? coir_rotate_by(duration, x) : coir_rotate_to(duration, x);
    case 3: return by ? coir_size_by(duration, x, y) : coir_size_to(duration, x, y);
    case 4: return coir_fade_to(duration, some);
    default: return random_tween(random, duration, x, y);
    }
}

static CoirAction *random_eased(CoirRandom *random, int property)
{
    double duration = coir_random_range(random, 0.01, 3);
    CoirAction *leaf = random_leaf(random, property, duration);
    int eases = coir_random_int(random, 0, 2);
    for (int i = 0; i < eases; i++)
        leaf = coir_ease((CoirEase)coir_random_int(random, 0, COIR_EASE_COUNT - 1), leaf);
    return leaf;
}

// Returns a sequence of leaves of one property, with some random delays.
static CoirAction *random_sequence(CoirRandom *random, int property)
{
    CoirAction *parts[6];
    int count = 0, leaves = coir_random_int(random, 1, 3);
    for (int i = 0; i < leaves; i++) {
        if (coir_random_int(random, 0, 3) == 0)
            parts[count++] = coir_delay(coir_random_range(random, 0, 1));
        parts[count++] = random_eased(random, property);
    }
    return coir_sequence_of(parts, count);
}

// Returns one leaf, or a spawn that has a leaf or a sequence for each of its properties. The spawn may be repeated.
static CoirAction *random_description(CoirRandom *random)
{
    int property = coir_random_int(random, 0, PROPERTIES - 1), form = coir_random_int(random, 0, 4), count = 0;
    CoirAction *parts[PROPERTIES];
    if (form == 0)
        return random_eased(random, property);
    for (int i = 0; i < PROPERTIES; i++)
        if ((form == 1 && i == property) || (form != 1 && (count == 0 || coir_random_int(random, 0, 1))))
            parts[count++] = form == 2 ? random_eased(random, i) : random_sequence(random, i);
    CoirAction *made = coir_spawn_of(parts, count);
    switch (coir_random_int(random, 0, 2)) {
    case 0: return coir_repeat_forever(made);
    case 1: return coir_repeat(coir_random_int(random, 1, 4), made);
    default: return made;
    }
}

static void prepare(CoirNode *node, CoirRandom random)
{
    node->position = coir_vec2(number(&random), number(&random));
    node->scale = coir_vec2(number(&random), number(&random));
    node->skew = coir_vec2(number(&random), number(&random));
    node->size = coir_vec2(number(&random), number(&random));
    node->rotation = number(&random);
    node->opacity = 0.5f;
}

// Returns true if the properties of both nodes are the same. With `only_adds_to_position`, position.x may differ by
// less than 0.01: the general way makes additions that the quick way does not make, and each sum is rounded.
static bool are_same(const CoirNode *a, const CoirNode *b)
{
    bool is_near = only_adds_to_position && fabsf(a->position.x - b->position.x) < 0.01f;
    return (is_near || a->position.x == b->position.x) && a->position.y == b->position.y &&
           !memcmp(&a->scale, &b->scale, sizeof a->scale) && !memcmp(&a->skew, &b->skew, sizeof a->skew) &&
           !memcmp(&a->size, &b->size, sizeof a->size) && !memcmp(&a->rotation, &b->rotation, sizeof a->rotation) &&
           !memcmp(&a->anchor, &b->anchor, sizeof a->anchor) && !memcmp(&a->opacity, &b->opacity, sizeof a->opacity);
}

static void do_nothing(void *target, double value, void *user)
{
    (void)target, (void)value, (void)user;
}

// Returns the number of leaves that the manager steps in a quick way.
static int quick_leaves(CoirRun run)
{
    const CoirRunRecord *record = coir_runs_find(run);
    if (!record)
        return 0;
    if (coir_run_hot(record)->leaf)
        return 1;
    int count = 0;
    for (int i = 0; record->flags & COIR_RUN_BLOCK && i < record->block->hot_count; i++)
        count += record->block->hot[i].item && !record->block->hot[i].is_over;
    return count;
}

// Seeks, reverses, restarts, pauses or resumes both runs, or changes their speed; or sets the tag of the quick run. The
// tag gives the quick run a block (action/run/run.h), and must not change how the run plays.
static void control(CoirRandom *random, CoirRun quick, CoirRun general)
{
    double duration = coir_run_duration(quick), speed = coir_random_range(random, 0, 3);
    double time = coir_random_range(random, 0, duration < 10 ? duration : 10);
    bool is_paused = coir_run_is_paused(quick);
    switch (coir_random_int(random, 0, 5)) {
    case 0:
        assert_true(coir_run_seek(quick, time, 0));
        assert_true(coir_run_seek(general, time, 0));
        return;
    case 1:
        assert_true(coir_run_reverse(quick));
        assert_true(coir_run_reverse(general));
        return;
    case 2:
        assert_true(coir_run_set_speed(quick, speed));
        assert_true(coir_run_set_speed(general, speed));
        return;
    case 3:
        assert_true(is_paused ? coir_run_resume(quick) : coir_run_pause(quick));
        assert_true(is_paused ? coir_run_resume(general) : coir_run_pause(general));
        return;
    case 4:
        assert_true(coir_run_restart(quick));
        assert_true(coir_run_restart(general));
        return;
    default: assert_true(coir_run_set_tag(quick, 5)); return;
    }
}

// Plays one description in both ways. Adds to `counts[n]` the number of steps that began with n quick leaves. Returns
// false if the nodes differ.
static bool play(CoirRandom *random, int counts[PROPERTIES + 1])
{
    CoirActionManager *manager = coir_action_manager_new();
    CoirNode *nodes[] = {coir_node_new(), coir_node_new()};
    bool is_same = true, is_controlled = coir_random_int(random, 0, 1), is_disturbed = coir_random_int(random, 0, 1);
    only_adds_to_position = is_controlled && is_disturbed;
    CoirAction *action = random_description(random);
    CoirRandom start = *random;
    prepare(nodes[0], start);
    prepare(nodes[1], start);
    CoirRun quick = coir_action_manager_run(manager, nodes[0], coir_action_retain(action));
    CoirRun general =
        coir_action_manager_run(manager, nodes[1], coir_spawn(action, coir_each(1000, 0, 1, do_nothing, NULL)));
    for (int i = 0; i < STEPS && is_same; i++) {
        counts[quick_leaves(quick)]++;
        assert_int_equal(quick_leaves(general), 0);
        if (is_disturbed && coir_random_int(random, 0, 5) == 0) { // a disturbance: others change the position
            float x = number(random);
            nodes[0]->position.x += x;
            nodes[1]->position.x += x;
        }
        if (is_controlled && coir_random_int(random, 0, 2) == 0)
            control(random, quick, general);
        is_same = are_same(nodes[0], nodes[1]);
        double most = coir_random_int(random, 0, 7) == 0 ? 10 : 0.5;
        assert_true(coir_action_manager_update(manager, coir_random_range(random, 0, most)));
        is_same = is_same && are_same(nodes[0], nodes[1]);
        if (!coir_run_is_running(quick))
            break;
    }
    coir_node_destroy(nodes[0]);
    coir_node_destroy(nodes[1]);
    coir_nodes_sweep();
    coir_action_manager_destroy(manager);
    return is_same;
}

static void quick_and_general_ways_give_the_same_bits(void **state)
{
    (void)state;
    int counts[PROPERTIES + 1] = {0};
    for (int seed = 1; seed <= DESCRIPTIONS; seed++) {
        CoirRandom random = coir_random((uint64_t)seed);
        if (!play(&random, counts))
            fail_msg("seed %d: the ways differ", seed);
    }
    for (int i = 0; i <= PROPERTIES; i++)
        assert_true(counts[i] > DESCRIPTIONS / 100);
}

TEST_FILE(leaf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(quick_and_general_ways_give_the_same_bits, support_setup, support_teardown),
    };
    return cmocka_run_group_tests_name("leaf", tests, NULL, NULL);
}
