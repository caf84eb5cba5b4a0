// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Worlds of several threads. Each thread plays a game in a world of its own, with scenes, timers, actions and nodes
// that come and go, and computes a number from everything that has happened. A game in a single thread must compute the
// same number. tests/meson.build also runs this file under the thread sanitizer. The tests here set no memory hook and
// no log hook: the hooks of other tests count without locks, and a memory hook would switch the pools off.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "coir/coir.h"

#ifdef COIR_TESTS_SLOW
#define STEPS 20000
#else
#define STEPS 1000000
#endif
#define SCENE_STEPS 500 // steps until the next scene

typedef struct Game {
    CoirWorld *world;
    int steps;
    uint64_t number; // hash of everything that has happened
    bool is_played;
    CoirStage *stage;
    CoirRandom random;
    int calls;
} Game;

static void mix(Game *game, uint64_t value)
{
    game->number = (game->number ^ value) * UINT64_C(1099511628211);
}

static void mix_float(Game *game, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    mix(game, bits);
}

// The node type ------------------------------------------------------------------------------------------------------

typedef struct Spark {
    CoirNode node;
    Game *game;
    float life; // changed by a tween
} Spark;

static void spark_update(CoirNode *node, double dt)
{
    node->rotation += (float)dt;
}

static void spark_destroy(CoirNode *node)
{
    const Spark *spark = (const Spark *)node;
    if (!spark->game)
        return;
    mix_float(spark->game, spark->life);
    mix_float(spark->game, spark->node.position.x);
}

static COIR_NODE_CLASS(Spark, .update = spark_update, .destroy = spark_destroy);

// The game -----------------------------------------------------------------------------------------------------------

static void called(CoirNode *node, void *user)
{
    Game *game = user;
    game->calls++;
    mix_float(game, node->position.x);
}

static void pulse(CoirNode *node, void *user)
{
    called(node, user);
    node->opacity = node->opacity > 0.5f ? 0.25f : 1;
}

static void add_spark(CoirNode *scene, void *user)
{
    Game *game = user;
    Spark *spark = COIR_NEW(Spark);
    spark->game = game;
    coir_node_add(scene, spark);
    float way = (float)coir_random_int(&game->random, -50, 50);
    coir_node_run(spark, coir_sequence(coir_spawn(coir_ease(COIR_EASE_OUT_BACK, coir_move_by(0.5, way, 20)),
                                                  coir_tween_to_float(0.5, COIR_FIELD(Spark, life), 1)),
                                       coir_call(called, game), coir_delay(0.3), coir_remove_self()));
    coir_node_once_after(spark, 0.25, pulse, game);
}

static bool receive(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event;
    called(node, user);
    return false;
}

static CoirNode *new_scene(Game *game)
{
    CoirNode *scene = coir_node_new();
    coir_node_every(scene, 0.5, add_spark, game);
    coir_node_run(scene, coir_repeat_forever(coir_sequence(coir_move_by(0.4, 10, 0), coir_move_by(0.4, -10, 0))));
    coir_node_on_custom(scene, "hello", receive, game);
    CoirSprite *sprite = COIR_NEW(CoirSprite);
    coir_node_add(scene, sprite);
    coir_node_run(sprite, coir_repeat_forever(
                              coir_sequence(coir_flip_x(true), coir_delay(0.1), coir_flip_x(false), coir_delay(0.1))));
    coir_node_set_time_scale(&sprite->node, 0.5);
    return scene;
}

static void *play(void *user)
{
    Game *game = user;
    if (!coir_world_use(game->world))
        return NULL;
    game->random = coir_random(5);
    game->stage = coir_stage_new();
    for (int i = 0; i < game->steps; i++) {
        if (i % SCENE_STEPS == 0)
            coir_stage_show_with(game->stage, new_scene(game), coir_transition_fade(0.2, COIR_BLACK));
        if (i % 100 == 0)
            coir_stage_send(game->stage, "hello", NULL);
        coir_stage_update(game->stage, 1.0 / 60);
    }
    mix(game, (uint64_t)coir_nodes_count());
    coir_stage_destroy(game->stage);
    coir_nodes_sweep();
    game->is_played = coir_nodes_count() == 0 && coir_world_use(NULL);
    return NULL;
}

static Game new_game(int steps)
{
    return (Game){.world = coir_world_new(), .steps = steps};
}

static void end_game(Game *game)
{
    assert_true(game->is_played);
    assert_true(game->calls > game->steps / 100);
    assert_true(coir_world_destroy(game->world));
}

// Tests --------------------------------------------------------------------------------------------------------------

// This test runs first, so that both threads prepare the node types at the same time.
static void two_threads_compute_the_same_as_one_thread(void **state)
{
    Game games[3] = {new_game(STEPS), new_game(STEPS), new_game(STEPS)};
    int64_t blocks = coir_memory_blocks();
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play, &games[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    play(&games[2]);
    for (int i = 0; i < 3; i++) {
        end_game(&games[i]);
        assert_true(games[i].number == games[2].number);
        assert_int_equal(games[i].calls, games[2].calls);
    }
    assert_int_equal(coir_memory_blocks(), blocks - 3);
}

// Another thread plays in a world of its own while this thread plays in the default world.
static void a_thread_does_not_disturb_the_default_world(void **state)
{
    Game other = new_game(STEPS / 20), game = {.steps = STEPS / 20};
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, play, &other), 0);
    play(&game);
    pthread_join(thread, NULL);
    assert_true(game.is_played && game.number == other.number);
    end_game(&other);
}

static atomic_int progress_of_test; // 0: start; 1: the thread uses the world; 2: the thread may end

static void wait_until(int value)
{
    while (atomic_load(&progress_of_test) < value)
        ;
}

static void *hold_world(void *world)
{
    coir_world_use(world);
    atomic_store(&progress_of_test, 1);
    wait_until(2);
    coir_world_use(NULL);
    return NULL;
}

static void one_thread_uses_a_world_at_a_time(void **state)
{
    CoirWorld *world = coir_world_new();
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, hold_world, world), 0);
    wait_until(1);
    assert_false(coir_world_use(world));
    assert_non_null(strstr(coir_error(), "coir_world_use: another thread uses this world"));
    assert_null(coir_world_used());
    assert_false(coir_world_destroy(world));
    assert_non_null(strstr(coir_error(), "coir_world_destroy: another thread uses this world"));
    atomic_store(&progress_of_test, 2);
    pthread_join(thread, NULL);
    assert_true(coir_world_use(world)); // the thread has given the world back
    assert_true(coir_world_destroy(world));
}

static CoirScheduler *receiver;

static void count(void *user)
{
    ++*(int *)user;
}

static void *send(void *user)
{
    CoirWorld *world = coir_world_new();
    coir_world_use(world);
    for (int i = 0; i < 1000; i++)
        coir_scheduler_post(receiver, count, user);
    coir_world_destroy(world);
    return NULL;
}

static void a_post_reaches_another_world(void **state)
{
    int received = 0;
    pthread_t thread;
    (void)state;
    receiver = coir_scheduler_new();
    assert_int_equal(pthread_create(&thread, NULL, send, &received), 0);
    for (int i = 0; i < 100; i++)
        coir_scheduler_update(receiver, 1);
    pthread_join(thread, NULL);
    coir_scheduler_update(receiver, 1);
    assert_int_equal(received, 1000);
    coir_scheduler_destroy(receiver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_compute_the_same_as_one_thread),
        cmocka_unit_test(a_thread_does_not_disturb_the_default_world),
        cmocka_unit_test(one_thread_uses_a_world_at_a_time),
        cmocka_unit_test(a_post_reaches_another_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
