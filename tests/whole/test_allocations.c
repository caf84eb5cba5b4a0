// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plays a few seconds of a demo, of a scene of everything that is drawn, and of a push and a pop, again and again: in
// the nth round the nth allocation fails, until a round has fewer allocations. The game must not crash, must leave
// nothing behind, and must report the failure.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "coir/coir.h"
#include "demo.h"
#include "support/folder.h"

extern const CoirDemo demo_hello;

// The scene enters at the end of the first frame, and the first coconut comes half a second later. A coconut takes 2.6
// seconds, so the first coconut has gone when the last frame ends.
#define FRAMES 14
#define DT 0.25

// Everything that is drawn -------------------------------------------------------------------------------------------

static int events;

static void count_event(CoirNode *node, const char *event, void *user)
{
    (void)node;
    (void)event;
    (void)user;
    events++;
}

static bool add(CoirNode *scene, CoirSprite *sprite)
{
    if (sprite && coir_node_add(scene, &sprite->node))
        return true;
    coir_node_destroy(sprite ? &sprite->node : NULL);
    return false;
}

// Adds a sprite that plays an animation of a picture cut into a grid, with an event.
static bool add_animation(CoirNode *scene)
{
    CoirFrame frames[4];
    CoirTexture *texture = coir_texture_load("coconut.png");
    int count =
        texture ? coir_frames_grid(texture, &(CoirGrid){.width = 32, .height = 32, .delay = 0.3}, frames, 4) : 0;
    CoirSprite *sprite = count == 4 ? coir_sprite_with_frame(&frames[0]) : NULL;
    if (!add(scene, sprite))
        return false;
    frames[1].event = "hop";
    CoirAnimation animation = {.frames = frames, .count = 4, .loops = 3, .on_event = count_event};
    CoirRun run = coir_node_run(&sprite->node, coir_animate(&animation));
    return coir_run_is_running(run);
}

static const char *sheet_path, *font_path;

static bool add_sheet(CoirNode *scene)
{
#ifdef COIR_TESTS_CJSON
    CoirSheet *sheet = coir_sheet_load(sheet_path);
    CoirSprite *sprite = sheet ? coir_sprite_with_frame(coir_sheet_find(sheet, "left")) : NULL;
    if (!add(scene, sprite))
        return false;
    CoirAnimation all = coir_sheet_animation(sheet, NULL);
    all.delay = 0.5;
    return coir_run_is_running(coir_node_run(&sprite->node, coir_animate(&all)));
#else
    (void)scene;
    return true;
#endif
}

static void count_up(void *target, double dt, void *user)
{
    CoirNode *scene = target;
    CoirLabel *label = (CoirLabel *)coir_node_find(scene, "number");
    (void)dt;
    (void)user;
    int count;
    CoirGlyph *glyphs = coir_label_glyphs(label, &count);
    coir_label_set_format(label, "%lld\xff \xc3\xa9", (long long)1 << (count % 60));
    glyphs = coir_label_glyphs(label, &count);
    for (int i = 0; i < count; i++)
        glyphs[i].rotation = 20;
}

static bool add_labels(CoirNode *scene)
{
    CoirFont *font = coir_font_load(font_path);
    CoirLabel *number = coir_label_add(scene, "0", 50, 20);
    CoirTextStyle style = {.font = font, .width = 60, .height = 30, .fit = true, .align = COIR_ALIGN_CENTER};
    CoirLabel *wrapped = font ? coir_label_add_with_style(scene, "AB BA AB\nAAB", &style, 50, 40) : NULL;
    if (!number || !wrapped)
        return false;
    number->node.name = "number";
    return coir_node_every_frame(scene, count_up, NULL, 0);
}

typedef struct Board {
    CoirNode node;
} Board;

static void board_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    coir_painter_text(painter, NULL, "at once", coir_vec2(2, 2), COIR_WHITE);
    coir_painter_push_blend(painter, COIR_BLEND_ADD);
    coir_painter_circle(painter, coir_vec2(20, 20), 9, COIR_WHITE);
    coir_painter_pop_blend(painter);
    coir_painter_line(painter, coir_vec2(1, 1), coir_vec2(30, 9), 2, COIR_BLACK);
}

static COIR_NODE_CLASS(Board, .draw = board_draw);

static bool add_pictures(CoirNode *scene)
{
    CoirNineSlice *panel = coir_nine_slice_add(scene, "egg.png", coir_insets_all(20), 40, 30);
    CoirTiled *tiled = coir_tiled_add(scene, "bead.png", 40, 30);
    Board *board = COIR_NEW(Board);
    if (board && !coir_node_add(scene, &board->node))
        coir_node_destroy(&board->node);
    if (!panel || !tiled || !board)
        return false;
    panel->node.size = coir_vec2(50, 60);
    tiled->node.size = coir_vec2(60, 50);
    coir_node_run(&tiled->node, coir_spawn(coir_tint_to(1, COIR_BLACK), coir_rotate_by(2, 90)));
    return coir_texture_set_filter(coir_sprite_texture(&tiled->sprite), COIR_FILTER_NEAREST);
}

static CoirNode *make_everything(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new();
    (void)director;
    (void)seed;
    if (scene && add_animation(scene) && add_sheet(scene) && add_labels(scene) && add_pictures(scene))
        return scene;
    coir_node_destroy(scene);
    return NULL;
}

// A push and a pop with transitions. If a call fails, coir_director_end makes coir_director_frame return false.
static CoirDirector *director_of_scenes;

static void pop_scene(CoirNode *node, void *user)
{
    (void)node, (void)user;
    if (!coir_director_pop_with(director_of_scenes, coir_transition_split_rows(0.6, 4)))
        coir_director_end(director_of_scenes);
}

static void push_scene(CoirNode *node, void *user)
{
    CoirNode *scene = coir_node_new();
    (void)node, (void)user;
    if (scene && coir_sprite_add(scene, "coconut.png", 30, 20) && coir_node_once_after(scene, 0.7, pop_scene, NULL) &&
        coir_director_push_with(director_of_scenes, scene, coir_transition_mask(0.6, "blossom.png", 0.3f)))
        return;
    coir_node_destroy(scene);
    coir_director_end(director_of_scenes);
}

static CoirNode *make_pushing(CoirDirector *director, uint64_t seed)
{
    CoirNode *scene = coir_node_new(), *overlay = coir_node_new();
    (void)seed;
    director_of_scenes = director;
    bool done = overlay && coir_label_add(overlay, "above", 40, 40) && coir_director_set_overlay(director, overlay);
    if (done && scene && coir_label_add(scene, "below", 20, 20) && coir_node_once_after(scene, 0.5, push_scene, NULL))
        return scene;
    if (!done)
        coir_node_destroy(overlay);
    coir_node_destroy(scene);
    return NULL;
}

// Every allocation ---------------------------------------------------------------------------------------------------

static int page_count; // number of pages after the last frame that was played

// Plays a scene. Returns true if all calls succeeded.
static bool play(CoirNode *(*make_scene)(CoirDirector *director, uint64_t seed))
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 96, .height = 54});
    CoirNode *scene = director ? make_scene(director, 7) : NULL;
    bool done = scene && coir_director_show(director, scene);
    for (int i = 0; done && i < FRAMES; i++)
        done = coir_director_frame(director, DT);
    page_count = coir_pages_each(NULL, NULL);
    coir_director_destroy(director);
    coir_assets_set_folder(NULL);
    return done;
}

static void fail_each(CoirNode *(*make_scene)(CoirDirector *director, uint64_t seed))
{
    long nth = 0, failures = 0;
    size_t blocks = support_blocks();
    do {
        coir_error_clear();
        support_fail_allocation(0);
        assert_true(coir_assets_set_folder(COIR_ASSETS));
        support_fail_allocation(++nth);
        bool done = play(make_scene);
        failures += !done;
        if (support_failed() && !strstr(coir_error(), "out of memory"))
            fail_msg("allocation %ld failed, but coir_error() is \"%s\"", nth, coir_error());
        if (!support_failed() && (!done || coir_error()[0]))
            fail_msg("no allocation failed, but coir_error() is \"%s\"", coir_error());
        if (support_blocks() != blocks)
            fail_msg("allocation %ld failed, and %d blocks were left behind", nth, (int)(support_blocks() - blocks));
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 50);
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    assert_true(page_count >= 1); // in the last play, when nothing failed
    assert_int_equal(coir_pages_each(NULL, NULL), 0);
    printf("%ld allocations, each failed once; %ld times the demo could not go on\n", nth - 1, failures);
}

static void a_demo_survives_every_failing_allocation(void **state)
{
    (void)state;
    fail_each(demo_hello.make_scene);
}

static void pages_animations_and_labels_survive_every_failing_allocation(void **state)
{
    static const char sheet[] =
        "{\"frames\": {\"left\": {\"frame\": {\"x\": 0, \"y\": 0, \"w\": 20, \"h\": 30}, \"rotated\": true},"
        "\"right\": {\"frame\": {\"x\": 30, \"y\": 0, \"w\": 20, \"h\": 30}}},"
        "\"meta\": {\"image\": \"" COIR_ASSETS "/coconut.png\"}}";
    static const char font[] = "info face=\"x\" size=10\ncommon lineHeight=12 base=10 pages=1\n"
                               "page id=0 file=\"" COIR_ASSETS "/egg.png\"\n"
                               "char id=65 x=0 y=0 width=8 height=10 xoffset=0 yoffset=0 xadvance=9 page=0\n"
                               "char id=66 x=8 y=0 width=8 height=10 xoffset=0 yoffset=0 xadvance=9 page=0\n"
                               "kerning first=65 second=66 amount=-1\n";
    (void)state;
    sheet_path = folder_write("sheet.json", sheet, sizeof sheet - 1);
    font_path = folder_write("font.fnt", font, sizeof font - 1);
    fail_each(make_everything);
    assert_true(events > 0);
}

static void a_push_and_a_pop_with_transitions_survive_every_failing_allocation(void **state)
{
    (void)state;
    fail_each(make_pushing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(a_demo_survives_every_failing_allocation),
        support_test(pages_animations_and_labels_survive_every_failing_allocation),
        support_test(a_push_and_a_pop_with_transitions_survive_every_failing_allocation),
    };
    return cmocka_run_group_tests_name("allocations", tests, folder_setup, folder_teardown);
}
