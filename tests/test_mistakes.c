// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "coir/coir.h"

static CoirNode *scene;

static int setup(void **state)
{
    support_setup(state);
    scene = coir_node_new();
    return scene ? 0 : 1;
}

static int teardown(void **state)
{
    coir_node_destroy(scene);
    coir_nodes_sweep();
    coir_fonts_purge();
    coir_textures_purge();
    coir_nodes_sweep();
    return support_teardown(state);
}

#define test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

// Names --------------------------------------------------------------------------------------------------------------

// Returns the text after "file:line: ", or the whole message if the message does not begin with a position in this
// file.
static const char *without_position(const char *message)
{
    const char *end = strncmp(message, __FILE__, strlen(__FILE__)) == 0 ? strstr(message, ": ") : NULL;
    return end ? end + 2 : message;
}

// Checks that one mistake was logged since the last check, and that its message begins with the name of the function in
// `call`. Then clears the log and the error.
static void check_reported(const char *call, int line)
{
    size_t length = strcspn(call, "(");
    const char *message = without_position(support_last_message());
    bool is_named = strncmp(message, call, length) == 0 && (message[length] == ':' || message[length] == ' ');
    if (support_logged(COIR_LOG_MISTAKE) != 1 || !is_named) {
        fprintf(stderr, "%.*s: %d mistakes were logged, \"%s\"\n", (int)length, call, support_logged(COIR_LOG_MISTAKE),
                support_last_message());
        _fail(__FILE__, line);
    }
    support_forget_messages();
    coir_error_clear();
}

#define assert_reports(call) ((void)(call), check_reported(#call, __LINE__))

static CoirNode *const no_node = NULL;

static void tick(void *target, double elapsed, void *user)
{
    (void)target, (void)elapsed, (void)user;
}

static void call(CoirNode *node, void *user)
{
    (void)node, (void)user;
}

static CoirTimerDef bad_timer(void)
{
    return (CoirTimerDef){.tick = tick, .interval = -1};
}

static void each_function_of_nodes_reports_in_its_own_name(void **state)
{
    CoirTimerDef bad = bad_timer();
    (void)state;
    assert_reports(coir_node_add(no_node, scene));
    assert_reports(coir_node_add(scene, no_node));
    assert_reports(coir_node_add(scene, scene));
    assert_reports(coir_node_set_parent(no_node, scene));
    assert_reports(coir_node_set_parent(scene, scene));
    assert_reports(coir_node_detach(no_node));
    assert_reports(coir_node_listen(no_node, NULL, NULL));
    assert_reports(coir_node_validate(no_node));
    assert_reports(coir_node_every_frame(no_node, tick, NULL, 0));
    assert_reports(coir_node_every(no_node, 1, call, NULL));
    assert_reports(coir_node_every(scene, -1, call, NULL));
    assert_reports(coir_node_every(scene, 1, NULL, NULL));
    assert_reports(coir_node_once_after(no_node, 1, call, NULL));
    assert_reports(coir_node_once_after(scene, NAN, call, NULL));
    assert_reports(coir_node_once_after(scene, 1, NULL, NULL));
    assert_reports(coir_node_schedule(no_node, &bad));
    assert_reports(coir_node_schedule(scene, &bad));
    assert_reports(coir_node_schedule(scene, NULL));
    assert_reports(coir_node_unschedule(no_node, "key"));
    assert_reports(coir_node_unschedule_callback(no_node, COIR_CALLBACK(call)));
    assert_reports(coir_node_run(no_node, coir_delay(1)));
    assert_reports(coir_node_run(scene, NULL));
    assert_reports(coir_node_stop_tag(no_node, 1));
    assert_reports(coir_node_stop_all_tag(no_node, 1));
    assert_reports(coir_node_stop_flags(no_node, 1));
    assert_reports(coir_node_set_time_scale(no_node, 1));
    assert_reports(coir_node_set_time_scale(scene, -1));
    assert_reports(coir_node_pause_tree(no_node));
    assert_reports(coir_node_resume_tree(no_node));
    assert_reports(coir_node_destroy_children(no_node));
    assert_reports(coir_node_each_child(no_node, NULL, NULL));
    assert_reports(coir_node_unschedule_all(no_node));
    assert_reports(coir_node_stop_all(no_node));
    assert_reports(coir_node_pause(no_node));
    assert_reports(coir_node_resume(no_node));
}

static void each_maker_of_nodes_reports_in_the_name_of_its_macro(void **state)
{
    CoirTextStyle bad_style = {.scale = -1};
    CoirFrame no_texture = {.texture = NULL};
    (void)state;
    assert_reports(coir_sprite_new(NULL));
    assert_reports(coir_sprite_new(""));
    assert_reports(coir_sprite_add(no_node, "logo.png", 0, 0));
    assert_reports(coir_sprite_add(scene, NULL, 0, 0));
    assert_reports(coir_sprite_with_texture(NULL));
    assert_reports(coir_sprite_with_region(NULL, (CoirRect){0, 0, 8, 8}));
    assert_reports(coir_sprite_with_frame(NULL));
    assert_reports(coir_sprite_with_frame(&no_texture));
    assert_reports(coir_sprite_add_frame(no_node, &no_texture, 0, 0));
    assert_reports(coir_sprite_add_frame(scene, NULL, 0, 0));
    assert_reports(coir_tiled_new(NULL));
    assert_reports(coir_tiled_add(no_node, "logo.png", 0, 0));
    assert_reports(coir_tiled_add(scene, "", 0, 0));
    assert_reports(coir_tiled_with_texture(NULL));
    assert_reports(coir_tiled_with_frame(NULL));
    assert_reports(coir_nine_slice_new(NULL, (CoirInsets){0, 0, 0, 0}));
    assert_reports(coir_nine_slice_add(no_node, "logo.png", (CoirInsets){0, 0, 0, 0}, 0, 0));
    assert_reports(coir_nine_slice_with_texture(NULL, (CoirInsets){0, 0, 0, 0}));
    assert_reports(coir_nine_slice_with_frame(NULL, (CoirInsets){0, 0, 0, 0}));
    assert_reports(coir_label_new(NULL));
    assert_reports(coir_label_new_with_style("text", &bad_style));
    assert_reports(coir_label_add(no_node, "text", 0, 0));
    assert_reports(coir_label_add(scene, NULL, 0, 0));
    assert_reports(coir_label_add_with_style(scene, "text", &bad_style, 0, 0));
    assert_int_equal(coir_node_child_count(scene), 0);
}

static void each_function_of_sprites_and_labels_reports_in_its_own_name(void **state)
{
    CoirLabel *label = coir_label_add(scene, "text", 0, 0);
    CoirSprite *no_sprite = (CoirSprite *)(void *)scene;
    CoirTextStyle bad_style = {.width = NAN};
    (void)state;
    assert_non_null(label);
    assert_reports(coir_sprite_set_file(NULL, "logo.png"));
    assert_reports(coir_sprite_set_file(no_sprite, "logo.png"));
    assert_reports(coir_sprite_set_texture(NULL, NULL));
    assert_reports(coir_sprite_set_region(NULL, NULL, coir_rect(0, 0, 8, 8)));
    assert_reports(coir_sprite_set_frame(NULL, NULL));
    assert_reports(coir_label_set_text(NULL, "text"));
    assert_reports(coir_label_set_text(label, NULL));
    assert_reports(coir_label_set_format(NULL, "%d", 1));
    assert_reports(coir_label_set_format(label, NULL));
    assert_reports(coir_label_set_style(NULL, NULL));
    assert_reports(coir_label_set_style(label, &bad_style));
    assert_reports(coir_label_text(NULL));
    assert_reports(coir_label_line_count(NULL));
    assert_reports(coir_label_glyphs(NULL, NULL));
    assert_reports(coir_text_size(&bad_style, "text"));
    assert_reports(coir_text_size(NULL, NULL));
    assert_reports(coir_texture_load(NULL));
    assert_reports(coir_texture_set_filter(NULL, COIR_FILTER_LINEAR));
    assert_reports(coir_frames_grid(NULL, NULL, NULL, 0));
    assert_reports(coir_font_load(NULL));
    assert_reports(coir_font_load_truetype(NULL, 12));
    assert_reports(coir_sheet_load(NULL));
    assert_reports(coir_sheet_count(NULL));
    assert_reports(coir_sheet_frame(NULL, 0));
    assert_reports(coir_sheet_find(NULL, "frame"));
    assert_reports(coir_sheet_animation(NULL, "tag"));
}

static void setting_a_sprite_to_a_null_path_reports_in_the_name_of_the_call(void **state)
{
    CoirSprite *sprite = coir_sprite_new(COIR_ASSETS "/coconut.png");
    (void)state;
    assert_reports(coir_sprite_set_file(sprite, NULL));
    coir_node_destroy(&sprite->node);
}

static void each_function_of_stages_and_directors_reports_in_its_own_name(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
    CoirNode *child = coir_node_new();
    (void)state;
    assert_true(coir_node_add(scene, child));
    assert_reports(coir_stage_show(NULL, scene));
    assert_reports(coir_stage_show(stage, child));
    assert_reports(coir_stage_update(NULL, 1));
    assert_reports(coir_stage_update(stage, -1));
    assert_reports(coir_stage_event(NULL, NULL));
    assert_reports(coir_stage_draw(NULL, NULL));
    assert_reports(coir_director_create(NULL));
    assert_reports(coir_director_show(NULL, scene));
    assert_reports(coir_director_show(director, child));
    assert_reports(coir_director_run(NULL, scene));
    assert_reports(coir_director_run(director, NULL));
    assert_reports(coir_director_run(director, child));
    assert_reports(coir_director_frame(NULL, 1));
    assert_reports(coir_director_frame(director, NAN));
    assert_reports(coir_director_screenshot(NULL, "picture.png"));
    assert_reports(coir_director_set_time_scale(NULL, 1));
    assert_reports(coir_director_end(NULL));
    assert_reports(coir_director_pause(NULL));
    assert_reports(coir_director_resume(NULL));
    assert_reports(coir_director_next_dt_zero(NULL));
    coir_stage_destroy(stage);
    coir_node_destroy(scene); // before the director reports leaked nodes
    scene = NULL;
    coir_nodes_sweep();
    coir_director_destroy(director);
}

static void each_function_of_schedulers_reports_in_its_own_name(void **state)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    CoirTimerDef bad = bad_timer();
    (void)state;
    assert_reports(coir_scheduler_update(NULL, 1));
    assert_reports(coir_scheduler_update(scheduler, -1));
    assert_reports(coir_scheduler_schedule(NULL, scene, &bad));
    assert_reports(coir_scheduler_schedule(scheduler, scene, &bad));
    assert_reports(coir_scheduler_every(NULL, scene, 1, tick, NULL));
    assert_reports(coir_scheduler_every(scheduler, scene, -1, tick, NULL));
    assert_reports(coir_scheduler_once_after(NULL, scene, 1, tick, NULL));
    assert_reports(coir_scheduler_once_after(scheduler, scene, -1, tick, NULL));
    assert_reports(coir_scheduler_schedule_update(NULL, scene, tick, NULL, 0, false));
    assert_reports(coir_scheduler_unschedule(NULL, scene, "key"));
    assert_reports(coir_scheduler_unschedule_callback(NULL, scene, tick));
    assert_reports(coir_scheduler_unschedule_update(NULL, scene));
    assert_reports(coir_scheduler_unschedule_target(NULL, scene));
    assert_reports(coir_scheduler_unschedule_all(NULL, 0));
    assert_reports(coir_scheduler_pause_target(NULL, scene));
    assert_reports(coir_scheduler_resume_target(NULL, scene));
    assert_reports(coir_scheduler_pause_all(NULL, 0));
    assert_reports(coir_scheduler_resume_set(scheduler, NULL));
    assert_reports(coir_scheduler_post(scheduler, NULL, NULL));
    assert_reports(coir_scheduler_unpost_all(NULL));
    assert_reports(coir_timer_queue_advance(NULL, 1));
    assert_reports(coir_timer_queue_tick_one(NULL, 1));
    assert_reports(coir_timer_queue_pause(NULL));
    assert_reports(coir_timer_queue_resume(NULL));
    coir_scheduler_destroy(scheduler);
}

static void each_constructor_of_actions_reports_in_its_own_name(void **state)
{
    (void)state;
    assert_reports(coir_move_to(-1, 0, 0));
    assert_reports(coir_move_by(-1, 0, 0));
    assert_reports(coir_scale_to(NAN, 0, 0));
    assert_reports(coir_scale_by_uniform(1, NAN));
    assert_reports(coir_rotate_by(1, INFINITY));
    assert_reports(coir_fade_in(-1));
    assert_reports(coir_fade_out(-1));
    assert_reports(coir_delay(-1));
    assert_reports(coir_blink(-1, 1));
    assert_reports(coir_call(NULL, NULL));
    assert_reports(coir_sequence_of(NULL, 0));
    assert_reports(coir_spawn_of(NULL, 0));
    assert_reports(coir_timeline_of(NULL, 0));
    assert_reports(coir_repeat(-1, coir_delay(1)));
    assert_reports(coir_repeat(2, coir_delay(3e9)));
    assert_reports(coir_speed(-1, coir_delay(1)));
    assert_reports(coir_speed(1e-9, coir_delay(1e9)));
    assert_reports(coir_yoyo(coir_delay(3e9)));
    assert_reports(coir_yoyo(coir_repeat_forever(coir_delay(1))));
    assert_reports(coir_reverse_time(coir_repeat_forever(coir_delay(1))));
    assert_reports(coir_ease((CoirEase)99, coir_delay(1)));
    assert_reports(coir_ease_with((CoirEase)99, 1, coir_delay(1)));
    assert_reports(coir_ease_with(COIR_EASE_IN_ELASTIC, NAN, coir_delay(1)));
    assert_reports(coir_ease_bezier(2, 0, 2, 0, coir_delay(1)));
    assert_reports(coir_ease_function(NULL, NULL, coir_delay(1)));
    assert_reports(coir_targeted(no_node, coir_delay(1)));
    assert_reports(coir_with_mark("", coir_delay(1)));
    assert_reports(coir_mark(NULL));
    assert_reports(coir_at(NAN, coir_delay(1)));
    assert_reports(coir_after(NAN, coir_delay(1)));
    assert_reports(coir_stagger(NULL, 0, 1, COIR_FROM_START, coir_delay(1)));
    assert_reports(coir_stagger(&(CoirNode *){NULL}, 1, 1, COIR_FROM_START, coir_delay(1)));
    assert_reports(coir_stagger_with(NULL, 0, &(CoirStaggerDef){.each = 1, .action = coir_delay(1)}));
    assert_reports(coir_reverse(coir_move_to(1, 0, 0)));
    assert_reports(coir_animate(NULL));
    assert_reports(coir_set_frame(NULL));
    assert_reports(coir_sequence(coir_delay(3e9), coir_delay(3e9)));
    assert_reports(coir_spawn(coir_at(1, coir_delay(1))));
    assert_reports(coir_action_manager_update(NULL, 1));
    assert_reports(coir_action_manager_catch_up(NULL));
    assert_reports(coir_action_manager_pause_all(NULL));
    assert_reports(coir_action_manager_stop_all(NULL));
}

// How often a mistake is logged --------------------------------------------------------------------------------------

static void a_mistake_of_a_function_is_logged_once(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        coir_node_set_time_scale(scene, -1 - i);
        assert_non_null(strstr(coir_error(), "is not a finite number"));
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
}

static void a_maker_reports_once_for_each_place_of_the_caller(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        coir_sprite_add(scene, NULL, 0, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    for (int i = 0; i < 10; i++)
        coir_sprite_add(scene, NULL, 0, 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
}

static void a_wrong_cast_is_reported_once_for_each_place_of_the_caller(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        assert_null(COIR_AS(CoirSprite, scene));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
    assert_null(COIR_AS(CoirSprite, scene));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 2);
}

// Missing files, and messages that quote an older error --------------------------------------------------------------

static void assert_last_message(CoirLogLevel level, const char *text, const char *more)
{
    assert_int_equal(support_logged(level), 1);
    if (!strstr(support_last_message(), text) || !strstr(support_last_message(), more))
        fail_msg("\"%s\" does not tell \"%s\" and \"%s\"", support_last_message(), text, more);
    support_forget_messages();
}

static void a_sprite_without_its_picture_is_logged_with_the_place_of_the_caller(void **state)
{
    char place[300];
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_null(coir_sprite_add(scene, "no such logo.png", 0, 0));
        snprintf(place, sizeof place, "%s:%d: coir_sprite_add: the ", __FILE__, __LINE__ - 1);
    }
    assert_last_message(COIR_LOG_ERROR, place, "'no such logo.png' is missing");
    assert_null(coir_tiled_add(scene, "no such sky.png", 0, 0));
    assert_last_message(COIR_LOG_ERROR, "coir_tiled_add", "no such sky.png");
    assert_null(coir_nine_slice_new("no such panel.png", (CoirInsets){1, 1, 1, 1}));
    assert_last_message(COIR_LOG_ERROR, "coir_nine_slice_new", "no such panel.png");
    assert_int_equal(coir_nodes_count(), 1);
}

static void each_picture_that_is_missing_at_a_place_is_logged(void **state)
{
    const char *const paths[] = {"no a.png", "no b.png", "no a.png"};
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_null(coir_sprite_new(paths[i]));
    assert_int_equal(support_logged(COIR_LOG_ERROR), 2);
}

static void a_missing_texture_is_reported_with_the_null_that_follows(void **state)
{
    (void)state;
    CoirTexture *texture = coir_texture_load("no such texture.png");
    assert_string_equal(support_last_message(), ""); // not logged: the caller may test for NULL and read coir_error()
    assert_null(coir_sprite_with_texture(texture));
    assert_last_message(COIR_LOG_MISTAKE, "coir_sprite_with_texture: the texture is NULL", "no such texture.png");
}

static void a_null_after_a_null_still_reports_the_first_failure(void **state)
{
    (void)state;
    CoirNode *logo = (CoirNode *)coir_sprite_new("no such logo.png");
    support_forget_messages();
    coir_node_add(scene, logo);
    assert_last_message(COIR_LOG_MISTAKE,
                        "coir_node_add (child): the node is NULL. The last error was: ", "no such logo.png");
    coir_node_run(logo, coir_rotate_by(1, 360));
    assert_last_message(COIR_LOG_MISTAKE, "coir_node_run: the node is NULL. The last error was: ", "no such logo.png");
    const char *first = strstr(coir_error(), "The last error was");
    assert_null(strstr(first + 1, "The last error was"));
    coir_error_clear();
    coir_node_every(logo, 1, call, NULL);
    assert_string_equal(support_last_message(), "coir_node_every: the node is NULL");
}

static void check_no_quote(bool result, int line)
{
    const char *quote = strstr(coir_error(), "no such texture.png");
    if (result || quote || !strstr(coir_error(), "NULL"))
        _fail(__FILE__, line);
    coir_texture_load("no such texture.png");
}

#define quotes_nothing(call) check_no_quote((call), __LINE__)

static void do_nothing(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    (void)queue, (void)id, (void)user;
}

// A queue may be NULL because an earlier call failed. A NULL callback or a queue of the wrong kind has another cause,
// so the message must not quote the older error.
static void a_null_queue_quotes_an_older_error_and_another_mistake_with_a_queue_does_not(void **state)
{
    CoirTimerQueue *root = coir_timer_queue_new(NULL), *child = coir_timer_queue_new(root);
    CoirScheduler *scheduler = coir_scheduler_new();
    (void)state;
    coir_texture_load("no such texture.png");
    quotes_nothing(coir_timer_queue_insert(root, 0, 0, COIR_CATCH_UP_ALL, NULL, NULL).generation != 0);
    quotes_nothing(coir_scheduler_post(scheduler, NULL, NULL));
    assert_false(coir_timer_queue_advance(child, 1));
    assert_null(strstr(coir_error(), "The last error was"));
    assert_false(coir_timer_queue_tick_one(child, 1));
    assert_null(strstr(coir_error(), "The last error was"));
    assert_int_equal(coir_timer_queue_insert(NULL, 0, 0, COIR_CATCH_UP_ALL, do_nothing, NULL).generation, 0);
    assert_non_null(strstr(coir_error(), "The last error was"));
    bool (*const functions[])(CoirTimerQueue *) = {coir_timer_queue_pause, coir_timer_queue_resume};
    for (int i = 0; i < 2; i++) {
        coir_texture_load("no such texture.png");
        assert_false(functions[i](NULL));
        assert_non_null(strstr(coir_error(), "no such texture.png"));
    }
    assert_false(coir_timer_queue_set_scale(NULL, 1));
    assert_non_null(strstr(coir_error(), "no such texture.png"));
    coir_scheduler_destroy(scheduler);
    coir_timer_queue_destroy(root);
}

// A NULL text or a NULL event does not come from an earlier call that failed.
static void a_null_that_coir_never_returns_does_not_quote_an_older_error(void **state)
{
    CoirInput *input = coir_input_new();
    CoirStage *stage = coir_stage_new();
    (void)state;
    assert_true(input && stage && coir_input_bind(input, "jump", "Space"));
    coir_texture_load("no such texture.png");
    quotes_nothing(coir_input_bind(input, NULL, "A"));
    quotes_nothing(coir_input_bind(input, "jump", NULL));
    quotes_nothing(coir_input_pressed(input, NULL));
    quotes_nothing(coir_input_rebind(input, "jump", 0, NULL));
    quotes_nothing(coir_input_rebind(input, NULL, 0, "A"));
    quotes_nothing(coir_input_text(input, NULL));
    quotes_nothing(coir_input_event(input, NULL));
    quotes_nothing(coir_input_load_bindings(input, NULL));
    quotes_nothing(coir_input_save_bindings(input, NULL));
    quotes_nothing(coir_controllers_load_mappings(NULL));
    quotes_nothing(coir_stage_event(stage, NULL));
    quotes_nothing(coir_stage_send(stage, NULL, NULL));
    coir_error_clear();
    coir_stage_destroy(stage);
    coir_input_destroy(input);
}

// The smallest program of a beginner, without any check of a result.
static void a_program_without_checks_gets_the_name_of_the_missing_file_in_the_log(void **state)
{
    (void)state;
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 8, .height = 8});
    CoirSprite *logo = coir_sprite_add(scene, "no such logo.png", 4, 4);
    assert_last_message(COIR_LOG_ERROR, "coir_sprite_add", "no such logo.png");
    coir_node_run((CoirNode *)logo, coir_repeat_forever(coir_rotate_by(2, 360)));
    assert_last_message(COIR_LOG_MISTAKE, "coir_node_run", "no such logo.png");
    coir_node_destroy(scene);
    scene = NULL;
    coir_nodes_sweep();
    coir_director_destroy(director);
}

typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
} Comet;

static const char *comet_path;

static bool comet_made(CoirNode *node)
{
    return comet_path && coir_sprite_set_file((CoirSprite *)node, comet_path);
}

static COIR_NODE_CLASS(Comet, .super = &CoirSprite_class, .made = comet_made);

static void a_node_of_a_type_of_the_users_that_cannot_be_made_is_logged(void **state)
{
    (void)state;
    comet_path = "no such comet.png";
    assert_null(COIR_NEW(Comet));
    assert_last_message(COIR_LOG_ERROR, "COIR_NEW(Comet): the ", "no such comet.png");
    comet_path = NULL;
    assert_null(COIR_NEW(Comet)); // the hook sets no error, and the error of the earlier call is not quoted
    assert_last_message(COIR_LOG_ERROR, "COIR_NEW(Comet)", "hook of Comet returned false");
    coir_nodes_sweep();
}

static void a_font_that_is_missing_is_logged_since_null_means_the_builtin_one(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_null(coir_font_load("no such font.fnt"));
        assert_null(coir_font_load_truetype("no such font.ttf", 12));
    }
    assert_int_equal(support_logged(COIR_LOG_ERROR), 2);
    assert_non_null(strstr(support_last_message(), "no such font.ttf"));
}

static void a_mistake_is_logged_once_even_after_very_many_missing_files(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        char path[32];
        snprintf(path, sizeof path, "no such font %d.fnt", i);
        assert_null(coir_font_load(path));
    }
    for (int i = 0; i < 3; i++)
        coir_node_add(no_node, no_node);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 1);
}

TEST_FILE(mistakes)
{
    const struct CMUnitTest tests[] = {
        test(each_function_of_nodes_reports_in_its_own_name),
        test(each_maker_of_nodes_reports_in_the_name_of_its_macro),
        test(each_function_of_sprites_and_labels_reports_in_its_own_name),
        test(setting_a_sprite_to_a_null_path_reports_in_the_name_of_the_call),
        test(each_function_of_stages_and_directors_reports_in_its_own_name),
        test(each_function_of_schedulers_reports_in_its_own_name),
        test(each_constructor_of_actions_reports_in_its_own_name),
        test(a_mistake_of_a_function_is_logged_once),
        test(a_maker_reports_once_for_each_place_of_the_caller),
        test(a_wrong_cast_is_reported_once_for_each_place_of_the_caller),
        test(a_sprite_without_its_picture_is_logged_with_the_place_of_the_caller),
        test(each_picture_that_is_missing_at_a_place_is_logged),
        test(a_missing_texture_is_reported_with_the_null_that_follows),
        test(a_null_after_a_null_still_reports_the_first_failure),
        test(a_null_that_coir_never_returns_does_not_quote_an_older_error),
        test(a_null_queue_quotes_an_older_error_and_another_mistake_with_a_queue_does_not),
        test(a_program_without_checks_gets_the_name_of_the_missing_file_in_the_log),
        test(a_node_of_a_type_of_the_users_that_cannot_be_made_is_logged),
        test(a_font_that_is_missing_is_logged_since_null_means_the_builtin_one),
        test(a_mistake_is_logged_once_even_after_very_many_missing_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
