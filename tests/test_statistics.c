// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Statistics: the counts, the measured times, and the panel, which changes nothing but the picture.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "app/statistics.h"
#include "base/alloc.h"
#include "coir/coir.h"
#include "draw/painter.h"
#include "media/texture.h"

#define PICTURE "statistics.png"
#define WIDTH 360 // so that there is room beside the panel
#define HEIGHT 240

static CoirDirector *director;
static CoirNode *scene;

static void draw_square(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    coir_painter_rect(painter, coir_rect(10, 10, WIDTH - 20, HEIGHT - 20), coir_rgb(200, 0, 0));
    coir_painter_rect(painter, coir_rect(-900, 10, 30, 30), COIR_WHITE); // outside
}

typedef struct Square {
    CoirNode node;
} Square;

static COIR_NODE_CLASS(Square, .draw = draw_square);

static void open(double step)
{
    CoirDirectorDef def = {.headless = true, .width = WIDTH, .height = HEIGHT, .step = step, .max_steps = 2};
    director = coir_director_create(&def);
    assert_non_null(director);
    scene = &COIR_NEW(Square)->node;
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
}

static void close(void)
{
    coir_director_destroy(director);
    director = NULL;
}

static void frame(void)
{
    assert_true(coir_director_frame(director, 0.01));
}

static void do_nothing(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
}

// Counts -------------------------------------------------------------------------------------------------------------

static void the_game_and_the_interface_are_counted(void **state)
{
    CoirNode *paused = coir_node_new(), *score = coir_node_new();
    (void)state;
    open(0);
    assert_true(coir_node_add(scene, paused) && coir_node_add(scene, score));
    assert_true(coir_node_set_interface(score, true));
    assert_true(coir_node_every(scene, 1, do_nothing, NULL));
    assert_true(coir_node_every(paused, 0, do_nothing, NULL));
    assert_true(coir_node_every(score, 1, do_nothing, NULL));
    coir_node_pause(paused);
    coir_node_run(scene, coir_delay(3));
    coir_node_run(score, coir_delay(3));
    frame();
    CoirStatistics statistics = coir_director_statistics(director);
    assert_int_equal(statistics.nodes, 3);
    assert_int_equal(statistics.timers, 3);
    assert_int_equal(statistics.runs, 2);
    assert_int_equal(statistics.frames, 2);
    assert_int_equal(statistics.steps, 2);
    assert_int_equal(statistics.painter.quads, 1);
    assert_int_equal(statistics.painter.culled, 1);
    close();
}

static void dropped_steps_are_counted(void **state)
{
    (void)state;
    open(0.01);
    assert_true(coir_director_frame(director, 0.05));
    CoirStatistics statistics = coir_director_statistics(director);
    assert_int_equal(statistics.steps, 2);
    assert_int_equal(statistics.dropped_steps, 3);
    close();
}

static void memory_is_counted_and_is_given_back(void **state)
{
    static const uint8_t pixels[4 * 30 * 20];
    int64_t blocks = coir_memory_blocks(), bytes = coir_textures_bytes();
    (void)state;
    open(0);
    CoirStatistics before = coir_director_statistics(director);
    assert_true(before.blocks > blocks);
    assert_int_equal(before.texture_bytes, bytes);
    CoirTexture *texture = coir_texture_from_pixels(30, 20, pixels);
    assert_int_equal(coir_director_statistics(director).texture_bytes, bytes + 4 * 30 * 20);
    assert_true(coir_director_statistics(director).blocks > before.blocks);
    coir_texture_destroy(texture);
    frame();
    assert_int_equal(coir_director_statistics(director).texture_bytes, bytes);
    assert_non_null(coir_label_add(scene, "letters of a font", 0, 0));
    assert_true(coir_director_show_statistics(director, true));
    assert_true(coir_director_show_with(director, coir_node_new(), coir_transition_cross_fade(1)));
    frame();
    frame();
    assert_true(coir_director_statistics(director).texture_bytes >= bytes + 2 * 4 * WIDTH * HEIGHT); // two canvases
    close();
    assert_int_equal(coir_memory_blocks(), blocks);
    assert_int_equal(coir_textures_bytes(), bytes);
}

// Times --------------------------------------------------------------------------------------------------------------

static void without_a_request_nothing_is_measured(void **state)
{
    (void)state;
    open(0);
    for (int i = 0; i < 5; i++)
        frame();
    CoirStatistics statistics = coir_director_statistics(director);
    assert_true(statistics.frames_per_second == 0 && statistics.median == 0 && statistics.draw == 0);
    close();
}

static int calls_of_last_frame;

static void read_calls(void *target, double dt, void *user)
{
    (void)target, (void)dt, (void)user;
    calls_of_last_frame = (int)coir_director_statistics(director).painter.calls;
}

static void the_counts_of_the_last_frame_are_there_when_measuring_begins(void **state)
{
    static int target;
    (void)state;
    open(0);
    frame();
    coir_scheduler_schedule_update(coir_stage_scheduler(coir_director_stage(director)), &target, read_calls, NULL, 0,
                                   false);
    for (int i = 0; i < 3; i++) {
        frame();
        assert_int_equal(calls_of_last_frame, 1);
        assert_true(coir_director_measure(director, true));
    }
    close();
}

static void frames_are_measured_on_request(void **state)
{
    (void)state;
    open(0);
    assert_true(coir_director_measure(director, true));
    for (int i = 0; i < 5; i++)
        frame();
    CoirStatistics statistics = coir_director_statistics(director);
    assert_true(statistics.frames_per_second > 0 && statistics.median > 0 && statistics.draw > 0);
    assert_true(statistics.percentile_99 >= statistics.median);
    assert_true(coir_director_measure(director, false));
    frame();
    assert_true(coir_director_measure(director, true));
    frame();
    assert_true(coir_director_statistics(director).median == 0); // measuring started again
    close();
}

static void a_phase_of_a_frame_gets_the_time_since_the_last_mark(void **state)
{
    CoirMeter meter = {.is_asked = true};
    (void)state;
    coir_meter_begin(&meter);
    SDL_Delay(2);
    coir_meter_mark(&meter, COIR_FRAME_EVENTS);
    coir_meter_mark(&meter, COIR_FRAME_UPDATE);
    SDL_Delay(2);
    coir_meter_mark(&meter, COIR_FRAME_ACTIONS);
    SDL_Delay(2);
    coir_meter_mark(&meter, COIR_FRAME_UPDATE); // the second update of the frame
    coir_meter_end(&meter);
    assert_true(meter.means[COIR_FRAME_EVENTS] >= 0.002);
    assert_true(meter.means[COIR_FRAME_UPDATE] >= 0.002);
    assert_true(meter.means[COIR_FRAME_ACTIONS] >= 0.002);
    assert_true(meter.means[COIR_FRAME_DRAW] == 0);
}

static void the_numbers_are_of_the_last_frames(void **state)
{
    CoirMeter meter = {.is_measuring = true};
    CoirStatistics statistics = {0};
    (void)state;
    for (int i = 0; i < COIR_METER_FRAMES; i++)
        meter.intervals[i] = 0.01f;
    meter.intervals[7] = 0.5f;
    meter.intervals[9] = 0.3f;
    meter.interval_count = COIR_METER_FRAMES;
    coir_meter_read(&meter, &statistics);
    assert_float_equal(statistics.median, 0.01, 1e-6);
    assert_float_equal(statistics.percentile_99, 0.3, 1e-6);
    assert_float_equal(statistics.frames_per_second, 120 / 1.98, 0.01);
}

// The panel ----------------------------------------------------------------------------------------------------------

// Takes a screenshot and returns the pixels. The caller frees the pixels.
static uint32_t *picture(void)
{
    assert_true(coir_director_screenshot(director, PICTURE));
    SDL_Surface *loaded = IMG_Load(PICTURE), *surface = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_non_null(surface);
    uint32_t *pixels = malloc(WIDTH * HEIGHT * sizeof *pixels);
    for (int y = 0; y < HEIGHT; y++)
        memcpy(pixels + WIDTH * y, (char *)surface->pixels + surface->pitch * y, WIDTH * sizeof *pixels);
    SDL_FreeSurface(loaded);
    SDL_FreeSurface(surface);
    remove(PICTURE);
    return pixels;
}

static bool is_same(const uint32_t *a, const uint32_t *b)
{
    return memcmp(a, b, WIDTH * HEIGHT * sizeof *a) == 0;
}

static void the_panel_is_drawn_above_the_scene_and_is_not_counted(void **state)
{
    (void)state;
    open(0);
    uint32_t *before = picture();
    assert_true(coir_director_show_statistics(director, true));
    assert_true(coir_director_shows_statistics(director));
    frame();
    frame();
    uint32_t *shown = picture();
    assert_false(is_same(before, shown));
    int beside = WIDTH - 15 + WIDTH * (HEIGHT - 15), inside = 300 + WIDTH * 200; // both red without the panel
    assert_int_equal(before[beside], before[inside]);
    assert_int_equal(shown[beside], before[beside]);
    assert_int_not_equal(shown[inside], before[inside]);
    CoirStatistics statistics = coir_director_statistics(director);
    assert_int_equal(statistics.painter.quads, 1);
    assert_true(statistics.median > 0);
    assert_true(coir_director_show_statistics(director, false));
    frame();
    uint32_t *after = picture();
    assert_true(is_same(before, after));
    free(before);
    free(shown);
    free(after);
    close();
}

static int quads_of_last_frame;

static void read_quads(void *target, double dt, void *user)
{
    (void)target, (void)dt, (void)user;
    quads_of_last_frame = coir_director_statistics(director).painter.quads;
}

static void a_hidden_panel_is_not_counted_in_the_next_frames(void **state)
{
    (void)state;
    open(0);
    assert_true(coir_node_every_frame(scene, read_quads, NULL, 0));
    assert_true(coir_director_show_statistics(director, true));
    frame();
    frame();
    assert_true(coir_director_painter_stats(director).quads > 1);
    assert_true(coir_director_show_statistics(director, false));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(coir_director_statistics(director).painter.quads, 1);
        frame();
        assert_int_equal(quads_of_last_frame, 1);
    }
    close();
}

// Returns the number of quads of a panel: one for each rectangle, and one for each character but the space.
static int quads_of_panel(const CoirStatistics *statistics)
{
    CoirPainter *painter = coir_painter_new();
    CoirMeter meter = {.is_shown = true};
    assert_true(painter && coir_painter_begin(painter, coir_affine_identity(), WIDTH, HEIGHT));
    coir_meter_draw(&meter, statistics, painter, HEIGHT);
    int quads = coir_painter_counted(painter).quads;
    coir_painter_destroy(painter);
    return quads;
}

static void the_panel_shows_blocks_and_megabytes(void **state)
{
    (void)state;
    open(0); // needed for the glyphs of the built-in font, which are freed when `close` destroys the last director
    int quads = quads_of_panel(&(CoirStatistics){.blocks = 1, .texture_bytes = 1});
    assert_int_equal(quads_of_panel(&(CoirStatistics){.blocks = 12345, .texture_bytes = 1}), quads + 4);
    assert_int_equal(quads_of_panel(&(CoirStatistics){.blocks = 1, .texture_bytes = 123400000}), quads + 2);
    close();
}

static void measuring_does_not_change_the_picture(void **state)
{
    (void)state;
    open(0);
    uint32_t *before = picture();
    assert_true(coir_director_measure(director, true));
    frame();
    uint32_t *after = picture();
    assert_true(is_same(before, after));
    free(before);
    free(after);
    close();
}

static void null_has_no_statistics(void **state)
{
    (void)state;
    assert_false(coir_director_show_statistics(NULL, true));
    assert_mistake("coir_director_show_statistics");
    assert_false(coir_director_measure(NULL, true));
    assert_mistake("coir_director_measure");
    assert_false(coir_director_shows_statistics(NULL));
    assert_int_equal(coir_director_statistics(NULL).nodes, 0);
}

TEST_FILE(statistics)
{
    const struct CMUnitTest tests[] = {
        support_test(the_game_and_the_interface_are_counted),
        support_test(the_counts_of_the_last_frame_are_there_when_measuring_begins),
        support_test(dropped_steps_are_counted),
        support_test(memory_is_counted_and_is_given_back),
        support_test(without_a_request_nothing_is_measured),
        support_test(frames_are_measured_on_request),
        support_test(a_phase_of_a_frame_gets_the_time_since_the_last_mark),
        support_test(the_numbers_are_of_the_last_frames),
        support_test(the_panel_is_drawn_above_the_scene_and_is_not_counted),
        support_test(a_hidden_panel_is_not_counted_in_the_next_frames),
        support_test(the_panel_shows_blocks_and_megabytes),
        support_test(measuring_does_not_change_the_picture),
        support_test(null_has_no_statistics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
