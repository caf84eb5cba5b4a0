// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions that are posted to a scheduler (rule 3.14). The first tests post from one thread; each called function
// notes its name and the time of the scheduler: "name@seconds". The later tests post from four threads at once, while
// the thread of the scheduler updates. In these tests each function has a number, which shows whether a function was
// lost, called twice or called out of the order of its thread. The threads count with relaxed atomics on purpose: a
// stronger order would synchronize the threads, and would hide errors of posting from a thread sanitizer.
//
// POSIX threads are preferred, since thread sanitizers do not support the threads of C11.

#include "support/support.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined COIR_TESTS_POSIX_THREADS
#include <pthread.h>
#elif defined COIR_TESTS_C11_THREADS
#include <threads.h>
#endif

#include "coir/error.h"
#include "coir/memory.h"
#include "coir/scheduler.h"

static CoirScheduler *scheduler;
static int targets[4];
static void *const a = &targets[0], *const b = &targets[1];

static int make_scheduler(void **state)
{
    support_setup(state);
    scheduler = coir_scheduler_new();
    return scheduler ? 0 : 1;
}

static int destroy_scheduler(void **state)
{
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    return support_teardown(state);
}

#define scheduler_test(function) cmocka_unit_test_setup_teardown(function, make_scheduler, destroy_scheduler)

// Functions to call ---------------------------------------------------------------------------------------------------

// A function that notes its call, calls `act`, and then posts another job.
typedef struct Job {
    const char *name;
    void (*act)(void);
    struct Job *posts;
    int calls;
} Job;

static void call(void *user);

static void post(Job *job)
{
    assert_true(coir_scheduler_post(scheduler, call, job));
}

static void call(void *user)
{
    Job *job = user;
    note("%s@%g ", job->name, coir_scheduler_now(scheduler));
    job->calls++;
    if (job->act)
        job->act();
    if (job->posts)
        post(job->posts);
}

static void tick(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    call(user);
}

static void update(double dt)
{
    assert_true(coir_scheduler_update(scheduler, dt));
}

static void each_frame(void *target, Job *job)
{
    assert_true(coir_scheduler_schedule_update(scheduler, target, tick, job, 0, false));
}

static void once(void *target, double delay, Job *job)
{
    assert_true(coir_scheduler_once_after(scheduler, target, delay, tick, job));
}

// When and in which order ---------------------------------------------------------------------------------------------

static void rule_3_14_a_posted_function_is_called_once_in_the_next_update(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    post(&job);
    assert_trace("");
    update(1);
    assert_trace("job@1 ");
    update(1);
    assert_trace("");
}

static void rule_3_14_in_order_of_arrival(void **state)
{
    Job jobs[] = {{.name = "1"}, {.name = "2"}, {.name = "3"}};
    (void)state;
    for (int i = 0; i < 3; i++)
        post(&jobs[i]);
    post(&jobs[0]);
    update(1);
    assert_trace("1@1 2@1 3@1 1@1 ");
    post(&jobs[2]);
    post(&jobs[1]);
    update(1);
    assert_trace("3@2 2@2 ");
}

static void rule_3_14_after_the_updates_and_all_timers(void **state)
{
    Job posted = {.name = "posted"}, frame = {.name = "frame"}, timer = {.name = "timer"}, each = {.name = "each"};
    (void)state;
    post(&posted);
    each_frame(a, &frame);
    assert_true(coir_scheduler_every(scheduler, a, 0, tick, &each));
    once(b, 0.5, &timer);
    update(1);
    assert_trace("frame@1 timer@0.5 each@1 posted@1 ");
}

static void rule_3_14_a_function_posted_by_a_posted_function_is_called_in_the_next_update(void **state)
{
    Job second = {.name = "second"}, first = {.name = "first", .posts = &second}, last = {.name = "last"};
    (void)state;
    post(&first);
    post(&last);
    update(1);
    assert_trace("first@1 last@1 ");
    post(&last);
    update(1);
    assert_trace("second@2 last@2 ");
}

static void rule_3_14_a_function_that_posts_itself_is_called_once_in_each_update(void **state)
{
    Job job = {.name = "job"};
    job.posts = &job;
    (void)state;
    post(&job);
    for (int i = 0; i < 3; i++)
        update(1);
    assert_trace("job@1 job@2 job@3 ");
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 1);
}

static void rule_3_14_a_function_posted_in_an_update_or_a_timer_is_called_in_the_same_update(void **state)
{
    Job by_frame = {.name = "by-frame"}, by_timer = {.name = "by-timer"}, by_each = {.name = "by-each"};
    Job frame = {.name = "frame", .posts = &by_frame}, timer = {.name = "timer", .posts = &by_timer};
    Job each = {.name = "each", .posts = &by_each};
    (void)state;
    each_frame(a, &frame);
    assert_true(coir_scheduler_every(scheduler, a, 0, tick, &each));
    once(b, 0.5, &timer);
    update(1);
    assert_trace("frame@1 timer@0.5 each@1 by-frame@1 by-timer@1 by-each@1 ");
}

static void rule_3_14_time_need_not_move(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    post(&job);
    update(0);
    assert_true(coir_scheduler_set_time_scale(scheduler, 0));
    post(&job);
    update(1);
    assert_trace("job@0 job@0 ");
}

static void rule_3_14_an_update_that_is_refused_calls_nothing(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    post(&job);
    assert_false(coir_scheduler_update(scheduler, -1));
    assert_trace("");
    update(0);
    assert_trace("job@0 ");
}

static void act_update(void)
{
    assert_false(coir_scheduler_update(scheduler, 1));
    assert_mistake("inside an update");
}

static void rule_3_1_update_inside_a_posted_function_is_refused(void **state)
{
    Job inside = {.name = "inside", .act = act_update}, after = {.name = "after"};
    (void)state;
    post(&inside);
    post(&after);
    update(1);
    assert_trace("inside@1 after@1 ");
    assert_true(coir_scheduler_now(scheduler) == 1);
}

static Job of_posted_frame = {.name = "frame"}, of_posted_timer = {.name = "timer"}, of_posted_each = {.name = "each"};

static void act_schedule(void)
{
    each_frame(a, &of_posted_frame);
    once(b, 0.5, &of_posted_timer);
    assert_true(coir_scheduler_every(scheduler, a, 0, tick, &of_posted_each));
}

static void a_timer_scheduled_by_a_posted_function_counts_from_the_updates_time(void **state)
{
    Job job = {.name = "job", .act = act_schedule};
    (void)state;
    update(1);
    post(&job);
    update(1);
    assert_trace("job@2 ");
    update(0.25);
    assert_trace("frame@2.25 each@2.25 ");
    update(0.25);
    assert_trace("frame@2.5 timer@2.5 each@2.5 ");
}

static void act_stop_everything(void)
{
    assert_true(coir_scheduler_unschedule_all(scheduler, COIR_PRIORITY_SYSTEM));
    coir_target_set_destroy(coir_scheduler_pause_all(scheduler, COIR_PRIORITY_SYSTEM));
}

static void unscheduling_or_pausing_everything_keeps_posted_functions(void **state)
{
    Job frame = {.name = "frame", .act = act_stop_everything}, posted = {.name = "posted", .act = act_stop_everything};
    Job last = {.name = "last"};
    (void)state;
    each_frame(a, &frame);
    post(&posted);
    post(&last);
    update(1);
    assert_trace("frame@1 posted@1 last@1 ");
}

// Dropping posted functions -------------------------------------------------------------------------------------------

static int dropped;

static void act_unpost_all(void)
{
    dropped = coir_scheduler_unpost_all(scheduler);
    note("(%d) ", dropped);
}

static void rule_3_14_unpost_all_drops_waiting_functions(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
    for (int i = 0; i < 5; i++)
        post(&job);
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 5);
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
    post(&job);
    update(1);
    assert_trace("job@1 ");
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
}

static void rule_3_14_unpost_all_in_an_update_or_a_timer(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame", .act = act_unpost_all, .posts = &job};
    Job timer = {.name = "timer", .act = act_unpost_all};
    (void)state;
    each_frame(a, &frame);
    post(&job);
    post(&job);
    update(1);
    assert_trace("frame@1 (2) job@1 ");
    once(b, 1, &timer);
    update(1);
    assert_trace("frame@2 (0) timer@2 (1) ");
}

static void rule_3_14_unpost_all_drops_functions_not_called_yet_and_functions_posted_in_this_update(void **state)
{
    Job job = {.name = "job"}, first = {.name = "first", .posts = &job};
    Job drop = {.name = "drop", .act = act_unpost_all, .posts = &job};
    (void)state;
    post(&first);
    post(&drop);
    for (int i = 0; i < 3; i++)
        post(&job);
    update(1);
    assert_trace("first@1 drop@1 (4) ");
    update(1);
    assert_trace("job@2 ");
}

static void rule_3_14_unpost_all_in_the_last_posted_function(void **state)
{
    Job drop = {.name = "drop", .act = act_unpost_all};
    (void)state;
    post(&drop);
    update(1);
    assert_trace("drop@1 (0) ");
}

// Destroying the scheduler --------------------------------------------------------------------------------------------

static void act_destroy(void)
{
    coir_scheduler_destroy(scheduler);
}

static void destroyed_with_functions_pending(void **state)
{
    Job job = {.name = "job"};
    (void)state;
    for (int i = 0; i < 100; i++)
        post(&job);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    assert_trace("");
}

static void destroyed_in_a_posted_function(void **state)
{
    Job job = {.name = "job"}, first = {.name = "first", .posts = &job};
    Job destroy = {.name = "destroy", .act = act_destroy, .posts = &job}; // then posts `job`, which is dropped
    (void)state;
    post(&first);
    post(&destroy);
    post(&job);
    update(1);
    scheduler = NULL;
    assert_trace("first@1 destroy@1 ");
}

static void destroyed_in_the_last_posted_function(void **state)
{
    Job destroy = {.name = "destroy", .act = act_destroy};
    (void)state;
    post(&destroy);
    update(1);
    scheduler = NULL;
    assert_trace("destroy@1 ");
}

static void destroyed_in_an_update_with_functions_pending(void **state)
{
    Job job = {.name = "job"}, frame = {.name = "frame", .act = act_destroy, .posts = &job};
    (void)state;
    each_frame(a, &frame);
    post(&job);
    update(1);
    scheduler = NULL;
    assert_trace("frame@1 ");
}

static void destroyed_in_a_timer_with_functions_pending(void **state)
{
    Job job = {.name = "job"}, timer = {.name = "timer", .act = act_destroy, .posts = &job};
    (void)state;
    once(a, 1, &timer);
    post(&job);
    update(1);
    scheduler = NULL;
    assert_trace("timer@1 ");
}

// One scheduler inside another ----------------------------------------------------------------------------------------

static CoirScheduler *outer;

static void drive(void *inner, double dt, void *user)
{
    (void)user;
    assert_true(coir_scheduler_update(inner, dt));
}

static void post_to_outer(void *user)
{
    note("inner ");
    assert_true(coir_scheduler_post(outer, call, user));
}

static void update_inner_and_post(void *user)
{
    assert_true(coir_scheduler_update(scheduler, 1));
    call(user);
}

static void an_inner_scheduler_calls_its_posted_functions_in_its_own_update(void **state)
{
    Job job = {.name = "job"}, last = {.name = "last"};
    (void)state;
    outer = coir_scheduler_new();
    assert_true(coir_scheduler_schedule_update(outer, scheduler, drive, NULL, 0, false));
    assert_true(coir_scheduler_post(outer, call, &last));
    assert_true(coir_scheduler_post(scheduler, post_to_outer, &job));
    assert_true(coir_scheduler_update(outer, 1)); // posted in the outer scheduler's updates: called in this update
    assert_trace("inner last@1 job@1 ");
    assert_true(coir_scheduler_unschedule_update(outer, scheduler));
    assert_true(coir_scheduler_post(scheduler, post_to_outer, &job));
    assert_true(coir_scheduler_post(outer, update_inner_and_post, &last));
    assert_true(coir_scheduler_update(outer, 1)); // posted while posted functions are called: called in the next update
    assert_trace("inner last@2 ");
    assert_true(coir_scheduler_update(outer, 1));
    assert_trace("job@2 ");
    coir_scheduler_destroy(outer);
}

// Mistakes and memory -------------------------------------------------------------------------------------------------

static void posting_with_null_is_reported(void **state)
{
    (void)state;
    assert_false(coir_scheduler_post(NULL, call, NULL));
    assert_mistake("coir_scheduler_post: the scheduler is NULL");
    assert_false(coir_scheduler_post(scheduler, NULL, NULL));
    assert_mistake("coir_scheduler_post: the function is NULL");
    assert_int_equal(coir_scheduler_unpost_all(NULL), 0);
    assert_mistake("coir_scheduler_unpost_all: the scheduler is NULL");
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
}

static void note_user(void *user)
{
    note("%s", user ? "something" : "nothing");
}

static void the_user_pointer_may_be_null(void **state)
{
    (void)state;
    assert_true(coir_scheduler_post(scheduler, note_user, NULL));
    update(1);
    assert_trace("nothing");
}

static void a_post_without_memory_reports_this_and_loses_nothing(void **state)
{
    Job first = {.name = "first"}, lost = {.name = "lost"}, last = {.name = "last"};
    (void)state;
    post(&first);
    support_fail_allocation(1);
    assert_false(coir_scheduler_post(scheduler, call, &lost));
    assert_non_null(strstr(coir_error(), "out of memory"));
    post(&last);
    update(1);
    assert_trace("first@1 last@1 ");
}

static void calling_and_dropping_take_no_memory(void **state)
{
    Job first = {.name = "first"}, drop = {.name = "drop", .act = act_unpost_all}, job = {.name = "job"};
    (void)state;
    post(&first);
    post(&drop);
    post(&job);
    support_fail_allocation(1);
    update(1);
    assert_false(support_failed());
    support_fail_allocation(0);
    assert_trace("first@1 drop@1 (1) ");
}

// Threads -------------------------------------------------------------------------------------------------------------

#define POSTERS 4
#define POSTS 250000 // by each thread

// The thread that posts the item writes the number. The thread of the scheduler sets the number back to 0.
typedef struct Item {
    int number;
} Item;

static Item items[POSTERS][POSTS];
static int next_number[POSTERS], called, wrong;
static atomic_int posting, refused, mistakes;
static atomic_long allocations, blocks_held;
static long failing; // every `failing`th allocation fails; 0: none fails

// An allocator that all threads may call.
static void *allocate(void *block, size_t size, void *user)
{
    (void)user;
    if (size == 0) {
        free(block);
        atomic_fetch_sub_explicit(&blocks_held, 1, memory_order_relaxed);
        return NULL;
    }
    if (failing && atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) % failing == 1)
        return NULL;
    if (!block)
        atomic_fetch_add_explicit(&blocks_held, 1, memory_order_relaxed);
    return realloc(block, size);
}

static void count_mistake(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    if (level == COIR_LOG_MISTAKE && strstr(message, "the function is NULL"))
        atomic_fetch_add_explicit(&mistakes, 1, memory_order_relaxed);
}

static int begin_threads(void **state)
{
    support_setup(state);
    coir_memory_set_hook(allocate, NULL);
    memset(items, 0, sizeof items);
    memset(next_number, 0, sizeof next_number);
    called = wrong = 0;
    failing = 0;
    atomic_store(&refused, 0);
    atomic_store(&mistakes, 0);
    coir_log_set_hook(count_mistake, NULL);
    scheduler = coir_scheduler_new();
    return scheduler ? 0 : 1;
}

static int end_threads(void **state)
{
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    int blocks = (int)atomic_load(&blocks_held), result = support_teardown(state);
    if (blocks != 0)
        fprintf(stderr, "%d blocks of the threads' memory were left behind\n", blocks);
    return blocks == 0 ? result : 1;
}

// Checks that the items of each thread are called in order, and once. An item is missing if its function was dropped,
// or if there was no memory to post the function.
static void take(void *user)
{
    Item *item = user;
    int at = (int)(item - &items[0][0]), poster = at / POSTS, number = at % POSTS;
    if (item->number != number + 1 || number < next_number[poster])
        wrong++;
    item->number = 0;
    next_number[poster] = number + 1;
    called++;
}

static void post_items(Item *own)
{
    if (coir_scheduler_post(scheduler, NULL, NULL) || !strstr(coir_error(), "the function is NULL"))
        atomic_fetch_add_explicit(&refused, 1, memory_order_relaxed);
    for (int i = 0; i < POSTS; i++) {
        own[i].number = i + 1;
        if (coir_scheduler_post(scheduler, take, &own[i]))
            continue;
        own[i].number = strstr(coir_error(), "out of memory") ? -1 : -2;
        atomic_fetch_add_explicit(&refused, 1, memory_order_relaxed);
    }
    atomic_fetch_sub_explicit(&posting, 1, memory_order_relaxed);
}

static int count_items(int number)
{
    int count = 0;
    for (int i = 0; i < POSTERS * POSTS; i++)
        count += items[i / POSTS][i % POSTS].number == number;
    return count;
}

#if defined COIR_TESTS_POSIX_THREADS

typedef pthread_t Thread;

static void *run_thread(void *own)
{
    post_items(own);
    return NULL;
}

static bool start(Thread *thread, Item *own)
{
    return pthread_create(thread, NULL, run_thread, own) == 0;
}

static void join(Thread thread)
{
    pthread_join(thread, NULL);
}

#elif defined COIR_TESTS_C11_THREADS

typedef thrd_t Thread;

static int run_thread(void *own)
{
    post_items(own);
    return 0;
}

static bool start(Thread *thread, Item *own)
{
    return thrd_create(thread, run_thread, own) == thrd_success;
}

static void join(Thread thread)
{
    thrd_join(thread, NULL);
}

#else

typedef int Thread;

static bool start(Thread *thread, Item *own)
{
    (void)thread;
    (void)own;
    (void)post_items;
    skip();
    return false;
}

static void join(Thread thread)
{
    (void)thread;
}

#endif

// Posts from all threads at once. Calls `meanwhile` until all threads have posted, and once more afterwards.
static void post_from_all_threads(void (*meanwhile)(void))
{
    Thread threads[POSTERS];
    int started = 0;
    atomic_store(&posting, POSTERS);
    while (started < POSTERS && start(&threads[started], items[started]))
        started++;
    while (started == POSTERS && atomic_load_explicit(&posting, memory_order_relaxed) > 0)
        meanwhile();
    for (int i = 0; i < started; i++)
        join(threads[i]);
    assert_int_equal(started, POSTERS);
    meanwhile();
}

static void act_update_only(void)
{
    wrong += !coir_scheduler_update(scheduler, 0.001);
}

static void a_million_functions_of_four_threads_are_each_called_once_and_in_order(void **state)
{
    (void)state;
    post_from_all_threads(act_update_only);
    assert_int_equal(wrong, 0);
    assert_int_equal(atomic_load(&refused), 0);
    assert_int_equal(atomic_load(&mistakes), 1); // each thread makes the same mistake, which is logged once
    assert_int_equal(called, POSTERS * POSTS);
    assert_int_equal(count_items(0), POSTERS * POSTS);
    assert_int_equal(coir_scheduler_unpost_all(scheduler), 0);
}

static int rounds;

static void act_update_drop_and_dump(void)
{
    int round = rounds++ % 4;
    if (round == 1)
        dropped += coir_scheduler_unpost_all(scheduler);
    else if (round == 3)
        wrong += coir_scheduler_dump(scheduler, NULL, 0) == 0;
    else
        act_update_only();
}

static void functions_posted_by_threads_are_either_called_or_dropped(void **state)
{
    (void)state;
    dropped = 0;
    rounds = 0;
    post_from_all_threads(act_update_drop_and_dump);
    dropped += coir_scheduler_unpost_all(scheduler);
    assert_int_equal(wrong, 0);
    assert_int_equal(called + dropped, POSTERS * POSTS);
    assert_int_equal(count_items(0), called);
}

static void each_thread_gets_its_own_error_without_memory(void **state)
{
    (void)state;
    failing = 10;
    post_from_all_threads(act_update_only);
    int not_posted = atomic_load(&refused);
    assert_int_equal(wrong, 0);
    assert_in_range(not_posted, POSTERS * POSTS / 10 - 10, POSTERS * POSTS / 10 + 10);
    assert_int_equal(called, POSTERS * POSTS - not_posted);
    assert_int_equal(count_items(-1), not_posted); // each thread that got no memory found this in its own coir_error()
}

static void act_nothing(void)
{
}

static void functions_posted_last_by_threads_are_dropped_with_the_scheduler(void **state)
{
    (void)state;
    post_from_all_threads(act_nothing);
    assert_int_equal(called, 0);
    coir_scheduler_destroy(scheduler);
    scheduler = NULL;
    assert_int_equal(atomic_load(&blocks_held), 0);
}

#define thread_test(function) cmocka_unit_test_setup_teardown(function, begin_threads, end_threads)

TEST_FILE(post)
{
    const struct CMUnitTest tests[] = {
        scheduler_test(rule_3_14_a_posted_function_is_called_once_in_the_next_update),
        scheduler_test(rule_3_14_in_order_of_arrival),
        scheduler_test(rule_3_14_after_the_updates_and_all_timers),
        scheduler_test(rule_3_14_a_function_posted_by_a_posted_function_is_called_in_the_next_update),
        scheduler_test(rule_3_14_a_function_that_posts_itself_is_called_once_in_each_update),
        scheduler_test(rule_3_14_a_function_posted_in_an_update_or_a_timer_is_called_in_the_same_update),
        scheduler_test(rule_3_14_time_need_not_move),
        scheduler_test(rule_3_14_an_update_that_is_refused_calls_nothing),
        scheduler_test(rule_3_1_update_inside_a_posted_function_is_refused),
        scheduler_test(a_timer_scheduled_by_a_posted_function_counts_from_the_updates_time),
        scheduler_test(unscheduling_or_pausing_everything_keeps_posted_functions),
        scheduler_test(rule_3_14_unpost_all_drops_waiting_functions),
        scheduler_test(rule_3_14_unpost_all_in_an_update_or_a_timer),
        scheduler_test(rule_3_14_unpost_all_drops_functions_not_called_yet_and_functions_posted_in_this_update),
        scheduler_test(rule_3_14_unpost_all_in_the_last_posted_function),
        scheduler_test(destroyed_with_functions_pending),
        scheduler_test(destroyed_in_a_posted_function),
        scheduler_test(destroyed_in_the_last_posted_function),
        scheduler_test(destroyed_in_an_update_with_functions_pending),
        scheduler_test(destroyed_in_a_timer_with_functions_pending),
        scheduler_test(an_inner_scheduler_calls_its_posted_functions_in_its_own_update),
        scheduler_test(posting_with_null_is_reported),
        scheduler_test(the_user_pointer_may_be_null),
        scheduler_test(a_post_without_memory_reports_this_and_loses_nothing),
        scheduler_test(calling_and_dropping_take_no_memory),
        thread_test(a_million_functions_of_four_threads_are_each_called_once_and_in_order),
        thread_test(functions_posted_by_threads_are_either_called_or_dropped),
        thread_test(each_thread_gets_its_own_error_without_memory),
        thread_test(functions_posted_last_by_threads_are_dropped_with_the_scheduler),
    };
    return cmocka_run_group_tests_name("post", tests, NULL, NULL);
}
