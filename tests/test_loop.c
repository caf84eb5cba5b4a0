// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The run loop: the frame rate, the pacing of frames and of refreshes, and the background. A benchmark measures how
// exact the pacing is (tests/benchmarks/pacing.c).

#include "support/support.h"

#include <math.h>

#include <SDL.h>

#include "app/loop.h"
#include "coir/coir.h"

static SDL_Event window_event(SDL_WindowEventID id)
{
    return (SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = (Uint8)id}};
}

static void send_window_event(CoirLoop *loop, SDL_WindowEventID id)
{
    SDL_Event event = window_event(id);
    coir_loop_event(loop, &event);
}

// The rate -----------------------------------------------------------------------------------------------------------

static void the_rate_is_that_of_the_director_or_else_that_of_the_display(void **state)
{
    CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.frame_rate = 40});
    const CoirLoopState headless = {0}, plain = {.refresh_rate = 75}, synced = {.has_vsync = true, .refresh_rate = 75};
    (void)state;
    assert_true(coir_loop_rate(&loop, &headless) == 40);
    assert_true(coir_loop_rate(&loop, &synced) == 40);
    loop.frame_rate = 0;
    assert_true(coir_loop_rate(&loop, &headless) == 0);
    assert_true(coir_loop_rate(&loop, &plain) == 75);
    assert_true(coir_loop_rate(&loop, &synced) == 0); // vsync waits for the display
    assert_true(coir_loop_rate(&loop, &(CoirLoopState){.is_paused = true, .refresh_rate = 75}) == 15);
}

static void nothing_waits_for_the_display_of_a_hidden_window(void **state)
{
    CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.in_background = COIR_BACKGROUND_GO_ON});
    const CoirLoopState synced = {.has_vsync = true, .refresh_rate = 75};
    (void)state;
    send_window_event(&loop, SDL_WINDOWEVENT_MINIMIZED);
    assert_true(coir_loop_rate(&loop, &synced) == 75);
    send_window_event(&loop, SDL_WINDOWEVENT_RESTORED);
    assert_true(coir_loop_rate(&loop, &synced) == 0);
}

static void nothing_waits_for_the_display_of_a_window_that_starts_hidden(void **state)
{
    CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.hidden = true});
    const CoirLoopState synced = {.has_vsync = true, .refresh_rate = 75};
    (void)state;
    assert_true(coir_loop_rate(&loop, &synced) == 75);
    send_window_event(&loop, SDL_WINDOWEVENT_HIDDEN);
    assert_true(coir_loop_rate(&loop, &synced) == 75);
    send_window_event(&loop, SDL_WINDOWEVENT_SHOWN);
    assert_true(coir_loop_rate(&loop, &synced) == 0);
}

static void a_rate_may_change_while_frames_are_counted(void **state)
{
    CoirPacing pacing = coir_pacing_start(0);
    (void)state;
    assert_true(coir_pacing_wait(&pacing) >= 0);
    coir_pacing_set_rate(&pacing, 1000);
    for (int i = 0; i < 5; i++)
        assert_true(coir_pacing_wait(&pacing) >= 0);
    coir_pacing_set_rate(&pacing, 0);
    assert_true(coir_pacing_wait(&pacing) >= 0);
    assert_true(coir_pacing_begin_now(&pacing) >= 0);
}

static void frames_come_no_sooner_than_the_rate_allows(void **state)
{
    CoirPacing pacing = coir_pacing_start(200);
    double sum = 0;
    (void)state;
    for (int i = 0; i < 20; i++)
        sum += coir_pacing_wait(&pacing);
    assert_true(sum >= 20 / 200.0 - 1e-6);
}

static void a_directors_rate_may_be_set_at_any_time(void **state)
{
    const double bad[] = {-1, NAN, INFINITY, 1e5, 1e-9};
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .frame_rate = 30});
    (void)state;
    assert_true(coir_director_frame_rate(director) == 30);
    assert_true(coir_director_set_frame_rate(director, 144));
    assert_true(coir_director_frame_rate(director) == 144);
    for (int i = 0; i < 5; i++) {
        assert_false(coir_director_set_frame_rate(director, bad[i]));
        assert_mistake("coir_director_set_frame_rate");
    }
    assert_true(coir_director_frame_rate(director) == 144);
    assert_true(coir_director_set_frame_rate(director, 0));
    assert_false(coir_director_set_frame_rate(NULL, 60));
    assert_mistake("coir_director_set_frame_rate");
    assert_true(coir_director_frame_rate(NULL) == 0);
    coir_director_redraw(NULL);
    assert_mistake("coir_director_redraw");
    coir_director_destroy(director);
}

// Refreshes ----------------------------------------------------------------------------------------------------------

// Simulates a display with `display` refreshes a second during `seconds`, with frames at `rate`. Returns the number of
// frames after the first. Stores the shortest and the longest time between two frames.
static int frames_of(double display, double rate, double seconds, double *shortest, double *longest)
{
    CoirRefreshPacing pacing = {0};
    int frames = 0;
    *shortest = 1e9;
    *longest = 0;
    for (int i = 0; i <= (int)(seconds * display + 0.5); i++) {
        double now = 5 + i / display;
        if (!coir_refresh_is_due(&pacing, rate, now))
            continue;
        double elapsed = coir_refresh_begin(&pacing, now);
        if (frames++ == 0) {
            assert_true(elapsed == 0);
            continue;
        }
        *shortest = elapsed < *shortest ? elapsed : *shortest;
        *longest = elapsed > *longest ? elapsed : *longest;
    }
    return frames - 1;
}

static void refreshes_show_frames_of_the_rate_that_was_asked_for(void **state)
{
    double shortest, longest;
    (void)state;
    assert_int_equal(frames_of(60, 0, 10, &shortest, &longest), 600);
    assert_int_equal(frames_of(60, 60, 10, &shortest, &longest), 600); // no refresh is left out
    assert_int_equal(frames_of(59.94, 60, 10, &shortest, &longest), 599);
    assert_int_equal(frames_of(60, 30, 10, &shortest, &longest), 300);
    assert_true(longest - shortest < 1e-9);
    int uneven = frames_of(60, 50, 10, &shortest, &longest);
    assert_true(uneven >= 495 && uneven <= 505);
    assert_true(longest < 2.01 / 60);
    int paused = frames_of(144, 15, 10, &shortest, &longest);
    assert_true(paused >= 149 && paused <= 151);
    assert_int_equal(frames_of(60, 100, 10, &shortest, &longest), 600); // at most the rate of the display
}

static void after_a_gap_no_frames_are_made_up_for_and_a_new_rate_counts_from_the_last_frame(void **state)
{
    CoirRefreshPacing pacing = {0};
    (void)state;
    assert_true(coir_refresh_is_due(&pacing, 10, 1));
    coir_refresh_begin(&pacing, 1);
    assert_false(coir_refresh_is_due(&pacing, 10, 1.05));
    assert_true(coir_refresh_is_due(&pacing, 10, 60));
    assert_true(coir_refresh_begin(&pacing, 60) == 59);
    assert_false(coir_refresh_is_due(&pacing, 10, 60.05));
    assert_true(coir_refresh_is_due(&pacing, 20, 60.05));
    assert_false(coir_refresh_is_due(&pacing, 1, 60.9));
    assert_true(coir_refresh_is_due(&pacing, 0, 60.001));
    assert_true(coir_refresh_begin(&pacing, 59) == 0); // the clock went back
}

// The background -----------------------------------------------------------------------------------------------------

typedef struct Choice {
    CoirBackground choice;
    bool is_paused_hidden, is_paused_unfocused;
    double rate_unfocused;
} Choice;

static void the_background_is_as_chosen(void **state)
{
    const Choice choices[] = {{COIR_BACKGROUND_PAUSE_HIDDEN, true, false, 60},
                              {COIR_BACKGROUND_GO_ON, false, false, 60},
                              {COIR_BACKGROUND_PAUSE, true, true, 15},
                              {COIR_BACKGROUND_SLOW, false, false, 10}};
    const CoirLoopState plain = {.refresh_rate = 60};
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.in_background = choices[i].choice});
        assert_false(coir_loop_is_paused(&loop));
        send_window_event(&loop, SDL_WINDOWEVENT_FOCUS_LOST);
        assert_int_equal(coir_loop_is_paused(&loop), choices[i].is_paused_unfocused);
        assert_true(coir_loop_rate(&loop, &plain) == choices[i].rate_unfocused);
        send_window_event(&loop, SDL_WINDOWEVENT_FOCUS_GAINED);
        assert_false(coir_loop_is_paused(&loop));
        send_window_event(&loop, SDL_WINDOWEVENT_MINIMIZED);
        assert_int_equal(coir_loop_is_paused(&loop), choices[i].is_paused_hidden);
        send_window_event(&loop, SDL_WINDOWEVENT_RESTORED);
        send_window_event(&loop, SDL_WINDOWEVENT_HIDDEN);
        assert_int_equal(coir_loop_is_paused(&loop), choices[i].is_paused_hidden);
        send_window_event(&loop, SDL_WINDOWEVENT_SHOWN);
        assert_false(coir_loop_is_paused(&loop));
        assert_true(coir_loop_rate(&loop, &plain) == 60);
    }
}

static void no_pause_and_no_background_raises_the_rate(void **state)
{
    const CoirLoopState paused = {.is_paused = true, .refresh_rate = 60}, plain = {.refresh_rate = 60};
    (void)state;
    CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.frame_rate = 5, .in_background = COIR_BACKGROUND_SLOW});
    assert_true(coir_loop_rate(&loop, &paused) == 5);
    send_window_event(&loop, SDL_WINDOWEVENT_FOCUS_LOST);
    assert_true(coir_loop_rate(&loop, &plain) == 5);
}

static void a_window_that_starts_hidden_is_not_in_the_background(void **state)
{
    CoirLoop loop = coir_loop_make(&(CoirDirectorDef){.hidden = true});
    (void)state;
    send_window_event(&loop, SDL_WINDOWEVENT_HIDDEN);
    assert_false(coir_loop_is_paused(&loop));
    send_window_event(&loop, SDL_WINDOWEVENT_SHOWN);
    send_window_event(&loop, SDL_WINDOWEVENT_HIDDEN);
    assert_true(coir_loop_is_paused(&loop));
}

static void a_bad_background_is_refused(void **state)
{
    (void)state;
    assert_null(coir_director_create(&(CoirDirectorDef){.headless = true, .in_background = (CoirBackground)4}));
    assert_mistake("coir_director_create");
    assert_null(coir_director_create(&(CoirDirectorDef){.headless = true, .in_background = (CoirBackground)-1}));
    assert_mistake("coir_director_create");
}

static double last_dt;
static int updates, draws;

static void note_update(CoirNode *node, double dt)
{
    (void)node;
    updates++;
    last_dt = dt;
}

static void note_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    (void)painter;
    draws++;
}

typedef struct Probe {
    CoirNode node;
} Probe;

static COIR_NODE_CLASS(Probe, .update = note_update, .draw = note_draw);

static void push(SDL_WindowEventID id)
{
    SDL_Event event = window_event(id);
    assert_int_equal(SDL_PushEvent(&event), 1);
}

static void a_director_stops_in_the_background_and_resumes_with_0_seconds(void **state)
{
    (void)state;
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_EVENTS), 0);
    CoirDirectorDef def = {.headless = true, .width = 8, .height = 8, .in_background = COIR_BACKGROUND_PAUSE};
    CoirDirector *director = coir_director_create(&def);
    assert_true(coir_director_show(director, &COIR_NEW(Probe)->node));
    assert_true(coir_director_frame(director, 0));
    updates = draws = 0;
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(updates, 1);
    push(SDL_WINDOWEVENT_FOCUS_LOST);
    assert_true(coir_director_frame(director, 0.1));
    assert_true(coir_director_frame(director, 0.1));
    assert_int_equal(updates, 1);
    assert_int_equal(draws, 3); // drawing goes on
    assert_false(coir_director_is_paused(director));
    push(SDL_WINDOWEVENT_FOCUS_GAINED);
    assert_true(coir_director_frame(director, 0.2));
    assert_int_equal(updates, 2);
    assert_true(last_dt == 0);
    assert_true(coir_director_frame(director, 0.125));
    assert_true(last_dt == 0.125);
    coir_director_destroy(director);
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
}

TEST_FILE(loop)
{
    const struct CMUnitTest tests[] = {
        support_test(the_rate_is_that_of_the_director_or_else_that_of_the_display),
        support_test(nothing_waits_for_the_display_of_a_hidden_window),
        support_test(nothing_waits_for_the_display_of_a_window_that_starts_hidden),
        support_test(a_rate_may_change_while_frames_are_counted),
        support_test(frames_come_no_sooner_than_the_rate_allows),
        support_test(a_directors_rate_may_be_set_at_any_time),
        support_test(refreshes_show_frames_of_the_rate_that_was_asked_for),
        support_test(after_a_gap_no_frames_are_made_up_for_and_a_new_rate_counts_from_the_last_frame),
        support_test(the_background_is_as_chosen),
        support_test(no_pause_and_no_background_raises_the_rate),
        support_test(a_window_that_starts_hidden_is_not_in_the_background),
        support_test(a_bad_background_is_refused),
        support_test(a_director_stops_in_the_background_and_resumes_with_0_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
