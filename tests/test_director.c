// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The director: creation, the order and the time of a frame, screenshots, a lost device, reports about nodes and
// actions that are left behind, and the release functions of timers.

#include "support/directed.h"

// Creating -----------------------------------------------------------------------------------------------------------

static void omitted_settings_have_their_defaults(void **state)
{
    (void)state;
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    assert_non_null(director);
    assert_true(coir_director_size(director).x == 960 && coir_director_size(director).y == 540);
    assert_true(coir_director_time_scale(director) == 1);
    assert_false(coir_director_is_paused(director));
    assert_null(coir_director_scene(director));
    assert_int_equal(coir_director_frame_count(director), 0);
    assert_int_equal(coir_director_painter_stats(director).calls, 0);
    assert_true(coir_scheduler_now(coir_stage_scheduler(coir_director_stage(director))) == 0);
    assert_true(coir_director_frame(director, 0.1)); // starts no part of SDL
    assert_int_equal(SDL_WasInit(0), 0);
    coir_director_destroy(director);
    coir_director_destroy(NULL);
}

static void a_bad_description_is_refused(void **state)
{
    const CoirDirectorDef bad[] = {
        {.headless = true, .width = -1},        {.headless = true, .height = -1},
        {.headless = true, .width = 16385},     {.headless = true, .height = 16385},
        {.headless = true, .frame_rate = -1},   {.headless = true, .frame_rate = NAN},
        {.headless = true, .frame_rate = 1e5},  {.headless = true, .frame_rate = INFINITY},
        {.headless = true, .frame_rate = 1e-9}, {.headless = true, .frame_rate = 5e-324},
        {.headless = true, .max_dt = -0.1},     {.headless = true, .max_dt = NAN},
        {.headless = true, .max_dt = INFINITY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_null(coir_director_create(&bad[i]));
        assert_mistake("coir_director_create");
    }
    assert_null(coir_director_create(NULL));
    assert_mistake("coir_director_create: the description is NULL; give a CoirDirectorDef, {0} for the defaults");
}

static void null_is_no_director(void **state)
{
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_false(coir_director_run(NULL, scene));
    assert_mistake("coir_director_run");
    assert_false(coir_director_show(NULL, scene));
    assert_mistake("coir_director_show");
    assert_false(coir_director_frame(NULL, 0.1));
    assert_mistake("coir_director_frame");
    assert_false(coir_director_set_time_scale(NULL, 1));
    assert_mistake("coir_director_set_time_scale");
    assert_false(coir_director_screenshot(NULL, "x.png"));
    assert_mistake("coir_director_screenshot");
    coir_director_end(NULL);
    coir_director_pause(NULL);
    coir_director_resume(NULL);
    coir_director_next_dt_zero(NULL);
    assert_false(coir_director_is_paused(NULL));
    assert_true(coir_director_time_scale(NULL) == 0);
    assert_null(coir_director_stage(NULL));
    assert_null(coir_director_scene(NULL));
    assert_true(coir_director_size(NULL).x == 0);
    assert_int_equal(coir_director_frame_count(NULL), 0);
    assert_int_equal(coir_director_painter_stats(NULL).quads, 0);
    assert_true(coir_node_is(scene, &CoirNode_class)); // still belongs to the caller
    coir_node_destroy(scene);
    coir_nodes_sweep();
    coir_stage_destroy(coir_stage_new()); // frees the memory that is kept for the next node
}

static void creating_without_memory_is_reported(void **state)
{
    (void)state;
    for (long nth = 1;; nth++) {
        support_fail_allocation(nth);
        CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
        bool failed = support_failed();
        support_fail_allocation(0);
        coir_director_destroy(director);
        if (!failed)
            break;
        assert_null(director);
        assert_non_null(strstr(coir_error(), "out of memory"));
        assert_int_equal(support_blocks(), 0);
    }
}

// The frame ----------------------------------------------------------------------------------------------------------

static void show_second(void)
{
    assert_true(coir_director_show(at.director, probe("B")));
}

static void a_frame_has_its_order(void **state)
{
    CoirNode *scene = busy_probe("A"), *late = coir_node_new();
    (void)state;
    late->name = "late";
    assert_true(coir_node_add(scene, late));
    assert_true(coir_node_every_frame(late, on_tick, NULL, 1));
    CoirDirector *director = open_director(scene);
    push(key_down('x'));
    at.callback = UPDATE;
    at.act = show_second;
    assert_true(coir_director_frame(director, 0.1));
    assert_trace(
        "A.event A.tick A.update late.tick A.timer A.call A.leaving A.leave B.enter B.entered B.draw A.destroy");
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("B.update B.draw");
    assert_int_equal(coir_director_frame_count(director), 3);
    assert_string_equal(coir_director_scene(director)->name, "B");
    coir_director_destroy(director);
    assert_trace("B.leaving B.leave B.destroy");
}

static void the_last_scene_asked_for_in_a_frame_is_shown(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_true(coir_director_show(director, probe("B")));
    assert_true(coir_director_show(director, probe("C")));
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("A.update A.leaving A.leave C.enter C.entered C.draw A.destroy B.destroy");
    assert_true(coir_director_show(director, NULL));
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("C.update C.leaving C.leave C.destroy");
    assert_null(coir_director_scene(director));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

static void a_long_frame_counts_as_the_longest_allowed(void **state)
{
    const double allowed[][2] = {{0, 0.25}, {0.5, 0.5}, {0.01, 0.01}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true, .max_dt = allowed[i][0]});
        assert_true(coir_director_show(director, probe("A")) && coir_director_frame(director, 0));
        assert_true(coir_director_frame(director, 100));
        assert_true(at.dt == allowed[i][1]);
        assert_true(coir_director_frame(director, 0.008));
        assert_true(at.dt == 0.008);
        coir_director_destroy(director);
    }
}

static void time_may_run_faster_and_slower(void **state)
{
    const double bad[] = {-1, NAN, INFINITY};
    CoirDirector *director = open_director(busy_probe("A"));
    CoirScheduler *scheduler = coir_stage_scheduler(coir_director_stage(director));
    (void)state;
    assert_true(coir_director_set_time_scale(director, 2));
    assert_true(coir_director_frame(director, 0.25));
    assert_true(at.dt == 0.5 && coir_scheduler_now(scheduler) == 0.5);
    assert_int_equal(at.counts[TIMER], 5);
    assert_int_equal(at.counts[CALL], 5);
    assert_true(coir_director_set_time_scale(director, 0.5));
    assert_true(coir_director_frame(director, 1)); // max_dt applies before the scale
    assert_true(at.dt == 0.125 && coir_scheduler_now(scheduler) == 0.625);
    assert_true(coir_director_set_time_scale(director, 0));
    assert_true(coir_director_frame(director, 0.1));
    assert_true(at.dt == 0 && coir_scheduler_now(scheduler) == 0.625);
    for (int i = 0; i < 3; i++) {
        assert_false(coir_director_set_time_scale(director, bad[i]));
        assert_mistake("coir_director_set_time_scale");
        assert_true(coir_director_time_scale(director) == 0);
    }
    coir_director_destroy(director);
}

static void a_bad_dt_is_refused_and_nothing_happens(void **state)
{
    const double bad[] = {-0.1, NAN, INFINITY, -INFINITY};
    CoirDirector *director = open_director(busy_probe("A"));
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_false(coir_director_frame(director, bad[i]));
        assert_mistake("dt");
    }
    assert_trace("");
    assert_int_equal(coir_director_frame_count(director), 1);
    assert_true(coir_director_frame(director, 0));
    coir_director_destroy(director);
}

static void a_paused_director_draws_and_dispatches_events_without_steps(void **state)
{
    CoirDirector *director = open_director(busy_probe("A"));
    CoirScheduler *scheduler = coir_stage_scheduler(coir_director_stage(director));
    (void)state;
    coir_director_pause(director);
    coir_director_pause(director);
    assert_true(coir_director_is_paused(director));
    push(key_down('x'));
    assert_true(coir_director_frame(director, 0.2));
    assert_trace("A.event A.draw");
    assert_true(coir_director_show(director, busy_probe("B")));
    assert_true(coir_director_frame(director, 0.2));
    assert_trace("A.leaving A.leave B.enter B.entered B.draw A.destroy");
    coir_director_resume(director);
    coir_director_resume(director);
    assert_false(coir_director_is_paused(director));
    assert_true(coir_director_frame(director, 0.2)); // the first frame after a pause counts as 0 seconds
    assert_trace("B.tick B.update B.draw");
    assert_true(coir_scheduler_now(scheduler) == 0);
    assert_true(coir_director_frame(director, 0.1));
    assert_trace("B.tick B.update B.timer B.call B.draw");
    coir_director_destroy(director);
}

static void the_next_dt_may_be_zero(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_director_next_dt_zero(director);
    assert_true(coir_director_frame(director, 0.2));
    assert_true(at.dt == 0);
    assert_true(coir_director_frame(director, 0.2));
    assert_true(at.dt == 0.2);
    coir_director_destroy(director);
}

static void a_frame_that_cannot_be_drawn_reports_this(void **state)
{
    int refused = 0;
    (void)state;
    for (long nth = 1; nth < 100; nth++) {
        CoirDirector *director = create((CoirDirectorDef){.headless = true});
        assert_true(coir_director_show(director, probe("A")));
        support_fail_allocation(nth);
        bool done = coir_director_frame(director, 0.1), failed = support_failed();
        support_fail_allocation(0);
        if (!done) {
            refused++;
            assert_true(failed);
            assert_non_null(strstr(coir_error(), "out of memory"));
        }
        assert_true(coir_director_frame(director, 0.1)); // the next frame has memory again
        coir_director_destroy(director);
        if (!failed)
            break;
    }
    assert_true(refused > 0);
}

// Pictures -----------------------------------------------------------------------------------------------------------

static void a_screenshot_shows_the_present_scene(void **state)
{
    CoirDirector *director = open_director(scene_with_picture());
    (void)state;
    keep_picture(director, "first.png");
    assert_true(coir_director_frame(director, 0.1));
    assert_true(looks_as(director, "first.png"));
    coir_node_first_child(coir_director_scene(director))->position.x += 3; // without a frame after the change
    assert_false(looks_as(director, "first.png"));
    assert_int_equal(coir_director_frame_count(director), 2);
    close_director(director);
}

static void a_screenshot_that_cannot_be_written_reports_this(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    assert_false(coir_director_screenshot(director, "/no/such/folder/x.png"));
    assert_non_null(strstr(coir_error(), "/no/such/folder/x.png"));
    assert_false(coir_director_screenshot(director, NULL));
    assert_mistake("path is NULL");
    assert_false(coir_director_screenshot(director, ""));
    assert_true(coir_director_screenshot(director, folder_path("fine.png")));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
}

// Makes the device's copy of the picture black, as if the device had been lost.
static void spoil_the_texture(const CoirDirector *director)
{
    static const uint8_t black[COIR_PAGE_SIZE * COIR_PAGE_SIZE * 4];
    const CoirSprite *sprite = (const CoirSprite *)coir_node_first_child(coir_director_scene(director));
    SDL_Texture *copy = sprite->texture_->place.page->copies[COIR_TEXTURE_STRAIGHT];
    assert_non_null(copy);
    assert_int_equal(SDL_UpdateTexture(copy, NULL, black, COIR_PAGE_SIZE * 4), 0);
}

static bool take_all(const SDL_Event *event, void *user)
{
    (void)event, (void)user;
    return true;
}

static void a_lost_device_gets_its_textures_again(void **state)
{
    const Uint32 types[] = {SDL_RENDER_DEVICE_RESET, SDL_RENDER_TARGETS_RESET};
    CoirDirector *director = open_director(scene_with_picture());
    (void)state;
    keep_picture(director, "before.png");
    for (int i = 0; i < 4; i++) {
        coir_director_on_sdl_event(director, i < 2 ? NULL : take_all, NULL);
        spoil_the_texture(director);
        assert_true(coir_director_frame(director, 0.1));
        assert_false(looks_as(director, "before.png"));
        push((SDL_Event){.type = types[i % 2]});
        assert_true(coir_director_frame(director, 0.1));
        assert_true(looks_as(director, "before.png"));
    }
    close_director(director);
}

// The events have no window, and only one director takes them.
static void a_lost_device_gets_its_textures_again_when_another_director_takes_the_event(void **state)
{
    CoirDirector *director = open_director(scene_with_picture()), *taker = open_director(coir_node_new());
    (void)state;
    keep_picture(director, "before.png");
    spoil_the_texture(director);
    push((SDL_Event){.type = SDL_RENDER_DEVICE_RESET});
    assert_true(coir_director_frame(taker, 0.1));
    assert_true(looks_as(director, "before.png"));
    coir_director_destroy(taker);
    close_director(director);
}

static bool will_change_the_filter;

static void draw_red(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    if (will_change_the_filter)
        assert_true(coir_textures_set_filter(COIR_FILTER_NEAREST));
    will_change_the_filter = false;
    coir_painter_rect(painter, coir_rect(0, 0, 99, 99), coir_rgb(255, 0, 0));
}

typedef struct Red {
    CoirNode node;
} Red;

static COIR_NODE_CLASS(Red, .draw = draw_red);

static void the_filter_may_change_while_a_transition_is_drawn(void **state)
{
    (void)state;
    CoirDirector *director = open_director(&COIR_NEW(Red)->node);
    assert_true(coir_director_show_with(director, &COIR_NEW(Red)->node, coir_transition_cross_fade(1)));
    assert_true(coir_director_frame(director, 0.1) && coir_director_frame(director, 0.1));
    keep_picture(director, "red.png");
    will_change_the_filter = true;
    assert_true(looks_as(director, "red.png"));
    assert_false(will_change_the_filter);
    assert_true(coir_textures_set_filter(COIR_FILTER_DEFAULT));
    close_director(director);
}

static void two_directors_share_pictures(void **state)
{
    CoirDirector *first = open_director(scene_with_picture()), *second = open_director(scene_with_picture());
    (void)state;
    keep_picture(first, "shared.png");
    for (int i = 0; i < 3; i++) {
        assert_true(coir_director_frame(first, 0.1) && coir_director_frame(second, 0.1));
        assert_true(looks_as(first, "shared.png") && looks_as(second, "shared.png"));
    }
    coir_director_destroy(first);
    assert_int_equal(coir_textures_each(NULL, NULL), 1); // the other director shows the picture
    assert_true(coir_director_frame(second, 0.1) && looks_as(second, "shared.png"));
    close_director(second);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
}

// Left behind --------------------------------------------------------------------------------------------------------

static void the_stage_of_a_director_cannot_be_destroyed_by_the_program(void **state)
{
    CoirDirector *director = open_director(probe("A"));
    (void)state;
    coir_stage_destroy(coir_director_stage(director));
    assert_mistake("this stage belongs to a director");
    assert_true(coir_director_frame(director, 0.1));
    close_director(director);
}

static void nodes_that_outlive_the_last_director_are_reported_with_file_and_line(void **state)
{
    char position[200];
    CoirDirector *director = open_director(probe("A")), *other = create((CoirDirectorDef){.headless = true});
    (void)state;
    snprintf(position, sizeof position, "%s:%d", __FILE__, __LINE__ + 1);
    CoirNode *forgotten = coir_node_new();
    coir_director_destroy(other); // forgotten nodes are reported with the last director
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    coir_director_destroy(director);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), position));
    coir_node_destroy(forgotten);
    coir_nodes_sweep();
    coir_stage_destroy(coir_stage_new());
}

static void use_director(void *user)
{
    note("-timer ");
    assert_null(coir_director_scene(user));
    assert_false(coir_director_show(user, NULL));
    assert_non_null(coir_director_stage(user));
    support_forget_messages();
}

static void ignore_call(CoirNode *node, void *user)
{
    (void)node, (void)user;
}

static void timers_release_before_their_director_goes(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    CoirNode *scene = coir_node_new();
    CoirTimerDef def = {.call = ignore_call, .interval = 1, .user = director, .release = use_director};
    (void)state;
    assert_true(coir_node_schedule(scene, &def) && coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0.1));
    coir_director_destroy(director);
    assert_trace("-timer ");
}

static void actions_that_were_neither_run_nor_released_are_reported(void **state)
{
    CoirDirector *director = create((CoirDirectorDef){.headless = true});
    (void)state;
    CoirAction *lost = coir_sequence(coir_move_by(1, 10, 0), coir_delay(1)), *other = coir_fade_out(1);
    CoirNode *scene = coir_node_new();
    coir_node_run(scene, coir_sequence(coir_delay(1), coir_delay(2)));
    coir_director_show(director, scene);
    coir_director_destroy(director);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "retained and not released: 2; the oldest is a sequence of 2 s"));
    coir_action_release(lost);
    coir_action_release(other);
}

TEST_FILE(director)
{
    const struct CMUnitTest tests[] = {
        support_test(omitted_settings_have_their_defaults),
        director_test(a_bad_description_is_refused),
        director_test(null_is_no_director),
        director_test(creating_without_memory_is_reported),
        director_test(a_frame_has_its_order),
        director_test(the_last_scene_asked_for_in_a_frame_is_shown),
        director_test(a_long_frame_counts_as_the_longest_allowed),
        director_test(time_may_run_faster_and_slower),
        director_test(a_bad_dt_is_refused_and_nothing_happens),
        director_test(a_paused_director_draws_and_dispatches_events_without_steps),
        director_test(the_next_dt_may_be_zero),
        director_test(a_frame_that_cannot_be_drawn_reports_this),
        director_test(a_screenshot_shows_the_present_scene),
        director_test(a_screenshot_that_cannot_be_written_reports_this),
        director_test(a_lost_device_gets_its_textures_again),
        director_test(a_lost_device_gets_its_textures_again_when_another_director_takes_the_event),
        director_test(two_directors_share_pictures),
        director_test(the_filter_may_change_while_a_transition_is_drawn),
        director_test(the_stage_of_a_director_cannot_be_destroyed_by_the_program),
        director_test(nodes_that_outlive_the_last_director_are_reported_with_file_and_line),
        director_test(timers_release_before_their_director_goes),
        director_test(actions_that_were_neither_run_nor_released_are_reported),
    };
    return cmocka_run_group_tests_name("director", tests, folder_setup, folder_teardown);
}
