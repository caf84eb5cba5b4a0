// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sheets: files of each kind, names, tags and the cache. Without cJSON only the error is tested. test_sheet_files.c
// checks broken files, test_sheet_pixels.c the pixels.

#include "support/support.h"

#include <math.h>
#include <string.h>

#include <SDL_image.h>

#include "coir/director.h"
#include "coir/error.h"
#include "coir/sheet.h"
#include "coir/sprite.h"
#include "media/texture.h"
#include "support/folder.h"
#include "support/sheets.h"

// Writes the picture and the good files of the corpus into the folder of the test. This folder becomes the folder of
// assets.
static int make_files(void **state)
{
    static const char *const names[] = {"packer_hash.json", "packer_array.json", "aseprite_hash.json",
                                        "aseprite_array.json", "odd_names.json"};
    support_setup(state);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 64, 64, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_int_equal(IMG_SavePNG(surface, folder_path("sheet.png")), 0);
    SDL_FreeSurface(surface);
    for (int i = 0; i < COUNT(names); i++) {
        size_t size;
        char *text = corpus_read(names[i], &size);
        folder_write(names[i], text, size);
        free(text);
    }
    return coir_assets_set_folder(folder.path) ? 0 : 1;
}

static int free_files(void **state)
{
    coir_nodes_sweep();
    coir_sheets_purge();
    coir_textures_purge();
    coir_textures_sweep();
    coir_assets_set_folder(NULL);
    return support_teardown(state);
}

#define sheet_test(function) cmocka_unit_test_setup_teardown(function, make_files, free_files)

static void without_cjson_the_error_names_the_remedy(void **state)
{
    (void)state;
    assert_null(coir_sheet_load("packer_hash.json"));
    assert_non_null(strstr(coir_error(), "packer_hash.json"));
    assert_non_null(strstr(coir_error(), "-Dcjson=enabled"));
    assert_null(coir_frame_find("coin.png"));
    assert_int_equal(coir_sheets_purge(), 0);
}

static CoirSheet *load(const char *path)
{
    CoirSheet *sheet = coir_sheet_load(path);
    if (!sheet)
        fail_msg("%s", coir_error());
    return sheet;
}

// Checks the texture, the region, the size, the offset and the rotation of a frame.
static void assert_frame(const CoirSheet *sheet, const char *name, CoirRect part, CoirVec2 size, CoirVec2 offset,
                         bool rotated)
{
    const CoirFrame *frame = coir_sheet_find(sheet, name);
    assert_non_null(frame);
    assert_memory_equal(&frame->region, &part, sizeof part);
    assert_true(frame->size.x == size.x && frame->size.y == size.y);
    assert_true(frame->offset.x == offset.x && frame->offset.y == offset.y);
    assert_true(frame->rotated == rotated);
    assert_ptr_equal(frame->texture, coir_texture_load("sheet.png"));
}

static void assert_packed(const char *path)
{
    CoirSheet *sheet = load(path);
    assert_int_equal(coir_sheet_count(sheet), 3);
    assert_frame(sheet, "run 1.png", coir_rect(2, 2, 20, 30), coir_vec2(32, 32), coir_vec2(6, 1), false);
    assert_frame(sheet, "run 2.png", coir_rect(24, 2, 32, 16), coir_vec2(32, 32), coir_vec2(8, 0), true);
    const CoirFrame *coin = coir_sheet_find(sheet, "coin.png");
    assert_true(coin->region.x == 24 && coin->region.width == 8 && coin->delay == 0 && !coin->event);
    CoirSprite *sprite = coir_sprite_with_frame(coin);
    assert_true(sprite->node.size.x == 8 && sprite->node.size.y == 8);
    assert_string_equal(coir_sheet_name(sheet, 0), "run 1.png");
    assert_string_equal(coir_sheet_name(sheet, 2), "coin.png");
    assert_ptr_equal(coir_sheet_frame(sheet, 2), coin);
    assert_int_equal(coir_sheet_tag_count(sheet), 0);
    coir_node_destroy(&sprite->node);
}

static void both_forms_of_texturepacker_are_read(void **state)
{
    (void)state;
    assert_packed("packer_hash.json");
    assert_packed("packer_array.json");
}

static void both_forms_of_aseprite_are_read(void **state)
{
    CoirSheet *sheet = load("aseprite_hash.json");
    (void)state;
    assert_int_equal(coir_sheet_count(sheet), 4);
    assert_frame(sheet, "hero 2.aseprite", coir_rect(32, 0, 10, 12), coir_vec2(16, 16), coir_vec2(3, 4), false);
    assert_true(coir_sheet_frame(sheet, 0)->delay == 0.1 && coir_sheet_frame(sheet, 1)->delay == 0.25 &&
                coir_sheet_frame(sheet, 3)->delay == 0.033);
    sheet = load("aseprite_array.json");
    assert_int_equal(coir_sheet_count(sheet), 2);
    assert_int_equal(coir_sheet_tag_count(sheet), 0);
}

static void inner_padding_of_aseprite_is_left_out(void **state)
{
    CoirSheet *sheet = load("aseprite_array.json");
    (void)state;
    assert_frame(sheet, "hero 0.aseprite", coir_rect(1, 1, 16, 16), coir_vec2(16, 16), coir_vec2(0, 0), false);
    assert_frame(sheet, "hero 1.aseprite", coir_rect(19, 1, 10, 12), coir_vec2(16, 16), coir_vec2(3, 4), false);
}

static void names_may_be_any_bytes(void **state)
{
    CoirSheet *sheet = load("odd_names.json");
    (void)state;
    assert_non_null(coir_sheet_find(sheet, "\xff\xfe\xc3"));
    assert_non_null(coir_sheet_find(sheet, ""));
    assert_non_null(coir_sheet_find(sheet, "\xc3\xa4\xc3\xa4\xf0\x9f\x98\x80\n"));
    assert_null(coir_sheet_find(sheet, "\xff\xfe\xc3\xa4"));
}

// Animations ---------------------------------------------------------------------------------------------------------

static void assert_tag(const CoirSheet *sheet, const char *tag, int from, int count, int loops,
                       CoirAnimationOrder order)
{
    CoirAnimation animation = coir_sheet_animation(sheet, tag);
    assert_ptr_equal(animation.frames, coir_sheet_frame(sheet, from));
    assert_int_equal(animation.count, count);
    assert_int_equal(animation.loops, loops);
    assert_int_equal(animation.order, order);
    assert_true(animation.delay == 0 && !animation.restore && !animation.on_event);
}

static void tags_are_animations(void **state)
{
    CoirSheet *sheet = load("aseprite_hash.json");
    (void)state;
    assert_int_equal(coir_sheet_tag_count(sheet), 5);
    assert_string_equal(coir_sheet_tag_name(sheet, 0), "walk");
    assert_string_equal(coir_sheet_tag_name(sheet, 4), "there");
    assert_tag(sheet, "walk", 0, 3, 0, COIR_ANIMATION_FORWARD);
    assert_tag(sheet, "back", 1, 3, 3, COIR_ANIMATION_REVERSE);
    assert_tag(sheet, "sway", 0, 4, 2, COIR_ANIMATION_PING_PONG);
    assert_tag(sheet, "sway back", 2, 1, 2, COIR_ANIMATION_PING_PONG_REVERSE);
    assert_tag(sheet, "there", 0, 2, 1, COIR_ANIMATION_REVERSE);
    assert_tag(sheet, NULL, 0, 4, 0, COIR_ANIMATION_FORWARD);
    CoirAnimation sway = coir_sheet_animation(sheet, "sway");
    CoirAction *action = coir_animate(&sway);
    assert_true(fabs(coir_action_duration(action) - 2 * (0.1 + 0.25 + 0.1 + 0.033 + 0.1 + 0.25)) < 1e-9);
    coir_action_release(action);
}

static void frames_without_durations_take_the_delay_that_is_set(void **state)
{
    CoirAnimation all = coir_sheet_animation(load("packer_array.json"), NULL);
    (void)state;
    all.delay = 0.1;
    CoirAction *action = coir_animate(&all);
    assert_true(coir_action_duration(action) == 0.3);
    coir_action_release(action);
}

static void an_unknown_tag_is_a_mistake(void **state)
{
    CoirSheet *sheet = load("aseprite_hash.json");
    (void)state;
    CoirAnimation animation = coir_sheet_animation(sheet, "wlak");
    assert_mistake("has no tag 'wlak'; the first tag is walk");
    assert_int_equal(animation.count, 0);
    assert_null(coir_animate(&animation));
    assert_mistake("the animation's frames are NULL");
    assert_int_equal(coir_sheet_animation(load("packer_hash.json"), "walk").count, 0);
    assert_mistake("the sheet has no tags");
}

// Finding ------------------------------------------------------------------------------------------------------------

static void an_unknown_name_is_reported(void **state)
{
    CoirSheet *sheet = load("packer_hash.json");
    (void)state;
    coir_error_clear();
    assert_null(coir_sheet_find(sheet, "run 3.png"));
    assert_non_null(strstr(coir_error(), "has no frame 'run 3.png'; the first frame is 'run 1.png'"));
    assert_null(coir_frame_find("run 3.png"));
    assert_non_null(strstr(coir_error(), "no sheet that is loaded has a frame 'run 3.png'"));
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_null(coir_sprite_with_frame(coir_sheet_find(sheet, "run 3.png")));
    assert_mistake("the frame is NULL. The last error was: ");
}

static void a_frame_is_looked_for_in_all_sheets_the_last_loaded_first(void **state)
{
    (void)state;
    assert_null(coir_frame_find("coin.png"));
    assert_non_null(strstr(coir_error(), "coir_sheet_load"));
    CoirSheet *first = load("packer_hash.json");
    assert_ptr_equal(coir_frame_find("coin.png"), coir_sheet_find(first, "coin.png"));
    CoirSheet *second = load("packer_array.json");
    load("aseprite_hash.json");
    assert_ptr_equal(coir_frame_find("coin.png"), coir_sheet_find(second, "coin.png"));
    assert_ptr_equal(load("packer_hash.json"), first); // does not become the last loaded sheet
    assert_ptr_equal(coir_frame_find("coin.png"), coir_sheet_find(second, "coin.png"));
}

static void frames_names_and_paths_that_do_not_exist_are_mistakes(void **state)
{
    CoirSheet *sheet = load("aseprite_hash.json");
    (void)state;
    assert_null(coir_sheet_frame(sheet, 4));
    assert_mistake("has 4 frames, there is no number 4");
    assert_null(coir_sheet_frame(sheet, -1));
    assert_mistake("no number -1");
    assert_null(coir_sheet_name(sheet, 4));
    assert_mistake("coir_sheet_name");
    assert_null(coir_sheet_tag_name(sheet, 5));
    assert_mistake("coir_sheet_tag_name");
    assert_null(coir_sheet_find(sheet, NULL));
    assert_mistake("the name is NULL");
    assert_null(coir_frame_find(NULL));
    assert_mistake("the name is NULL");
    assert_null(coir_sheet_load(NULL));
    assert_mistake("the path is NULL");
    assert_null(coir_sheet_load(""));
    assert_mistake("the path is empty");
}

// Calls every function that takes a sheet, and checks that the mistake says `why`.
static void assert_no_sheet(const CoirSheet *sheet, const char *why)
{
    assert_int_equal(coir_sheet_count(sheet), 0);
    assert_mistake(why);
    assert_null(coir_sheet_frame(sheet, 0));
    assert_mistake(why);
    assert_null(coir_sheet_name(sheet, 0));
    assert_mistake(why);
    assert_null(coir_sheet_find(sheet, "coin.png"));
    assert_mistake(why);
    assert_int_equal(coir_sheet_tag_count(sheet), 0);
    assert_mistake(why);
    assert_null(coir_sheet_tag_name(sheet, 0));
    assert_mistake(why);
    assert_int_equal(coir_sheet_animation(sheet, NULL).count, 0);
    assert_mistake(why);
}

static void a_sheet_that_is_null_or_purged_is_a_mistake(void **state)
{
    CoirSheet *sheet = load("packer_hash.json");
    (void)state;
    assert_int_equal(coir_sheets_purge(), 1);
    assert_no_sheet(sheet, "this sheet has been purged");
    assert_no_sheet(NULL, "the sheet is NULL");
    assert_null(coir_sprite_with_frame(coir_sheet_find(coir_sheet_load("no such.json"), "coin.png")));
    assert_mistake("no such.json"); // the error still names the file
    coir_error_clear();
    assert_null(coir_sheet_find(coir_sheet_load("no such.json"), "coin.png"));
    assert_non_null(strstr(coir_error(), "no such.json' is missing"));
}

// The cache ----------------------------------------------------------------------------------------------------------

static void a_sheet_is_read_once(void **state)
{
    CoirSheet *sheet = load("packer_hash.json");
    (void)state;
    size_t blocks = support_blocks();
    assert_ptr_equal(load("packer_hash.json"), sheet);
    assert_ptr_equal(load(folder_path("packer_hash.json")), sheet);
    assert_int_equal(support_blocks(), blocks);
}

static void a_sheet_holds_its_picture(void **state)
{
    (void)state;
    load("packer_hash.json");
    load("packer_array.json");
    assert_int_equal(coir_textures_each(NULL, NULL), 1);
    assert_int_equal(coir_textures_purge(), 0);
    assert_int_equal(coir_sheets_purge(), 2);
    assert_int_equal(coir_textures_purge(), 1);
    assert_int_equal(coir_sheets_purge(), 0);
}

static void sprites_and_animations_outlive_the_sheet(void **state)
{
    CoirSheet *sheet = load("aseprite_hash.json");
    CoirAnimation walk = coir_sheet_animation(sheet, "walk");
    CoirAction *action = coir_animate(&walk);
    CoirSprite *sprite = coir_sprite_with_frame(coir_sheet_find(sheet, "hero 2.aseprite"));
    (void)state;
    coir_sheets_purge();
    assert_int_equal(coir_textures_purge(), 0);
    assert_true(coir_sprite_region(sprite).x == 32 && coir_texture_width(coir_sprite_texture(sprite)) == 64);
    coir_node_destroy(&sprite->node);
    coir_nodes_sweep();
    assert_int_equal(coir_textures_purge(), 0);
    coir_action_release(action);
    assert_int_equal(coir_textures_purge(), 1);
}

static void the_last_director_takes_the_sheets_along(void **state)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    (void)state;
    assert_non_null(director);
    load("packer_hash.json");
    coir_director_destroy(director);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    assert_int_equal(coir_sheets_purge(), 0);
}

static void a_picture_is_counted_from_the_folder_of_its_sheet(void **state)
{
    CoirRect all = {0, 0, 64, 64};
    char text[1024];
    (void)state;
    coir_assets_set_folder(system_temporary_folder());
    CoirSheet *sheet = load(folder_path("packer_hash.json") + strlen(system_temporary_folder()) + 1); // relative path
    assert_int_equal(coir_texture_width(coir_sheet_frame(sheet, 0)->texture), 64);
    coir_assets_set_folder("/no such folder");
    snprintf(text, sizeof text,
             "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":64,\"h\":64}}},"
             "\"meta\":{\"image\":\"%s\"}}",
             folder_path("sheet.png"));
    sheet = load(folder_write("absolute.json", text, strlen(text)));
    assert_memory_equal(&coir_sheet_find(sheet, "a")->region, &all, sizeof all);
}

static void the_error_of_a_missing_picture_names_the_sheet_and_the_picture(void **state)
{
    const char *text = "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":64,\"h\":64}}},"
                       "\"meta\":{\"image\":\"no such.png\"}}";
    (void)state;
    folder_write("lost.json", text, strlen(text));
    assert_null(coir_sheet_load("lost.json"));
    assert_non_null(strstr(coir_error(), "lost.json': meta.image: "));
    assert_non_null(strstr(coir_error(), "no such.png' is missing"));
}

// Memory -------------------------------------------------------------------------------------------------------------

static bool load_and_look(void)
{
    CoirSheet *sheet = coir_sheet_load("aseprite_hash.json");
    CoirAnimation walk = coir_sheet_animation(sheet, "walk");
    CoirAction *action = sheet ? coir_animate(&walk) : NULL;
    coir_action_release(action);
    return action;
}

static void each_allocation_may_fail(void **state)
{
    bool failed = true;
    long nth = 0;
    (void)state;
    while (failed) {
        size_t blocks = support_blocks();
        support_fail_allocation(++nth);
        coir_error_clear();
        bool done = load_and_look();
        failed = support_failed();
        support_fail_allocation(0);
        assert_true(done || failed);
        if (!done)
            assert_non_null(strstr(coir_error(), "out of memory"));
        coir_sheets_purge();
        coir_textures_purge();
        coir_textures_sweep();
        assert_int_equal(support_blocks(), blocks);
    }
    assert_true(nth > 100);
}

TEST_FILE(sheet)
{
    const struct CMUnitTest tests[] = {
        sheet_test(both_forms_of_texturepacker_are_read),
        sheet_test(both_forms_of_aseprite_are_read),
        sheet_test(inner_padding_of_aseprite_is_left_out),
        sheet_test(names_may_be_any_bytes),
        sheet_test(tags_are_animations),
        sheet_test(frames_without_durations_take_the_delay_that_is_set),
        sheet_test(an_unknown_tag_is_a_mistake),
        sheet_test(an_unknown_name_is_reported),
        sheet_test(a_frame_is_looked_for_in_all_sheets_the_last_loaded_first),
        sheet_test(frames_names_and_paths_that_do_not_exist_are_mistakes),
        sheet_test(a_sheet_that_is_null_or_purged_is_a_mistake),
        sheet_test(a_sheet_is_read_once),
        sheet_test(a_sheet_holds_its_picture),
        sheet_test(sprites_and_animations_outlive_the_sheet),
        sheet_test(the_last_director_takes_the_sheets_along),
        sheet_test(a_picture_is_counted_from_the_folder_of_its_sheet),
        sheet_test(the_error_of_a_missing_picture_names_the_sheet_and_the_picture),
        sheet_test(each_allocation_may_fail),
    };
    const struct CMUnitTest without[] = {sheet_test(without_cjson_the_error_names_the_remedy)};
    if (HAS_CJSON)
        return cmocka_run_group_tests_name("sheet", tests, folder_setup, folder_teardown);
    int failed = cmocka_run_group_tests_name("sheet", without, folder_setup, folder_teardown);
    return failed ? failed : SKIPPED;
}
