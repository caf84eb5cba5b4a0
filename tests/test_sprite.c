// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sprites: the picture that a sprite shows, the quad that a sprite draws, and a small game in which each allocation
// fails in turn.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"
#include "draw/painter.h"
#include "media/texture.h"
#include "support/probe.h"

static CoirTexture *texture; // 8 * 4 pixels
static CoirPainter *painter;

static int set_up_texture(void **state)
{
    static const uint8_t pixels[8 * 4 * 4];
    support_setup(state);
    texture = coir_texture_from_pixels(8, 4, pixels);
    painter = coir_painter_new();
    return texture && painter && coir_assets_set_folder(COIR_ASSETS) ? 0 : 1;
}

static int tear_down_texture(void **state)
{
    coir_nodes_sweep();
    coir_texture_destroy(texture);
    coir_painter_destroy(painter);
    coir_textures_purge();
    coir_textures_sweep();
    coir_assets_set_folder(NULL);
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define sprite_test(function) cmocka_unit_test_setup_teardown(function, set_up_texture, tear_down_texture)

static CoirSprite *checked(CoirSprite *sprite)
{
    assert_non_null(sprite);
    return sprite;
}

static void assert_size(const CoirSprite *sprite, float width, float height)
{
    assert_true(sprite->node.size.x == width && sprite->node.size.y == height);
}

// The picture --------------------------------------------------------------------------------------------------------

static void a_sprite_shows_a_whole_picture_about_its_middle(void **state)
{
    CoirSprite *sprite = checked(coir_sprite_new("coconut.png"));
    CoirTexture *loaded = coir_sprite_texture(sprite);
    (void)state;
    assert_ptr_equal(loaded, coir_texture_load("coconut.png"));
    assert_size(sprite, (float)coir_texture_width(loaded), (float)coir_texture_height(loaded));
    assert_true(sprite->node.anchor.x == 0.5f && sprite->node.anchor.y == 0.5f);
    assert_true(sprite->blend == COIR_BLEND_ALPHA && !sprite->flip_x && !sprite->flip_y);
    assert_true(coir_sprite_region(sprite).width == sprite->node.size.x);
    assert_true(coir_node_is(&sprite->node, &CoirSprite_class));
    coir_node_destroy(&sprite->node);
}

static void a_sprite_can_be_made_in_its_place(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirSprite *sprite = checked(coir_sprite_add(parent, "coconut.png", 30, 40));
    (void)state;
    assert_ptr_equal(coir_node_parent(&sprite->node), parent);
    assert_true(sprite->node.position.x == 30 && sprite->node.position.y == 40);
    assert_null(coir_sprite_add(parent, "no such.png", 1, 2));
    assert_non_null(strstr(coir_error(), "no such.png"));
    assert_null(coir_sprite_add((CoirNode *)NULL, "coconut.png", 1, 2));
    assert_mistake("coir_sprite_add (parent)");
    const CoirFrame frame = {.texture = texture, .region = {1, 1, 3, 2}},
                    wrong = {.texture = texture, .region = {9, 9, 3, 2}};
    CoirSprite *part = checked(coir_sprite_add_frame(parent, &frame, 5, 6));
    assert_ptr_equal(coir_node_parent(&part->node), parent);
    assert_true(part->node.position.x == 5 && part->node.position.y == 6 && part->node.size.x == 3);
    assert_null(coir_sprite_add_frame(parent, &wrong, 1, 2));
    assert_mistake("not inside");
    assert_null(coir_sprite_add_frame((CoirNode *)NULL, &frame, 1, 2));
    assert_mistake("coir_sprite_add_frame (parent)");
    assert_int_equal(coir_node_child_count(parent), 2);
    coir_node_destroy(parent);
}

static void sprites_have_the_file_and_line_of_their_maker(void **state)
{
    char place[80];
    const int line = __LINE__ + 1;
    CoirSprite *sprite = checked(coir_sprite_with_texture(texture));
    (void)state;
    snprintf(place, sizeof place, "CoirSprite made at %s:%d", __FILE__, line);
    assert_int_equal(coir_nodes_report(), 1);
    assert_non_null(strstr(support_last_message(), place));
    coir_node_destroy(&sprite->node);
}

static void a_part_of_a_texture_is_counted_from_its_upper_left_corner(void **state)
{
    CoirSprite *sprite = checked(coir_sprite_with_region(texture, coir_rect(2, 1, 4, 2)));
    (void)state;
    assert_size(sprite, 4, 2);
    CoirRect region = coir_sprite_region(sprite);
    assert_true(region.x == 2 && region.y == 1 && region.width == 4 && region.height == 2);
    coir_node_destroy(&sprite->node);
}

static void parts_that_are_not_inside_change_nothing(void **state)
{
    const CoirRect bad[] = {{-1, 0, 4, 4},         {0, -1, 4, 4},        {5, 0, 4, 4},  {0, 1, 4, 4},
                            {0, 0, 0, 4},          {0, 0, 4, 0},         {4, 0, -4, 4}, {0, 0, INFINITY, 1},
                            {(float)NAN, 0, 1, 1}, {0, 0, 1, (float)NAN}};
    CoirSprite *sprite = checked(coir_sprite_with_region(texture, coir_rect(0, 0, 2, 2)));
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(coir_sprite_set_region(sprite, texture, bad[i]));
        assert_mistake("not inside");
        assert_null(coir_sprite_with_region(texture, bad[i]));
        assert_mistake("not inside");
        assert_null(coir_sprite_with_frame(&(CoirFrame){.texture = texture, .region = bad[i]}));
        assert_mistake("not inside");
    }
    const float sizes[] = {3, -8, INFINITY, -INFINITY, NAN}; // of the picture from which the frame was cut
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CoirFrame frame = {.texture = texture, .region = {0, 0, 4, 4}, .size = {sizes[i], 8}};
        assert_false(coir_sprite_set_frame(sprite, &frame));
        assert_mistake("not inside the picture");
    }
    assert_size(sprite, 2, 2);
    assert_int_equal(coir_nodes_count(), 1);
    assert_false(coir_sprite_set_file(sprite, "no such.png"));
    assert_non_null(strstr(coir_error(), "no such.png"));
    assert_ptr_equal(coir_sprite_texture(sprite), texture);
    coir_node_destroy(&sprite->node);
}

static void the_picture_of_a_sprite_can_be_changed_and_removed(void **state)
{
    CoirSprite *sprite = checked(coir_sprite_with_texture(texture));
    (void)state;
    assert_int_equal(texture->users, 1);
    assert_true(coir_sprite_set_file(sprite, "coconut.png"));
    assert_int_equal(texture->users, 0);
    CoirTexture *coconut = coir_sprite_texture(sprite);
    assert_int_equal(coconut->users, 1);
    assert_true(coir_sprite_set_file(sprite, "coconut.png"));
    assert_int_equal(coconut->users, 1);
    assert_true(coir_sprite_set_region(sprite, texture, coir_rect(0, 0, 1, 1)));
    assert_true(coir_sprite_set_texture(sprite, texture));
    assert_size(sprite, 8, 4);
    assert_true(coir_sprite_region(sprite).width == 8 && coir_sprite_region(sprite).height == 4);
    assert_true(coir_sprite_set_texture(sprite, NULL));
    assert_null(coir_sprite_texture(sprite));
    assert_size(sprite, 0, 0);
    assert_int_equal(texture->users + coconut->users, 0);
    coir_node_destroy(&sprite->node);
}

static void a_sprite_still_shows_a_destroyed_texture(void **state)
{
    static const uint8_t pixels[4];
    CoirTexture *given_up = coir_texture_from_pixels(1, 1, pixels);
    CoirSprite *sprite = checked(coir_sprite_with_texture(given_up));
    (void)state;
    coir_texture_destroy(given_up);
    coir_textures_sweep();
    assert_int_equal(coir_texture_width(coir_sprite_texture(sprite)), 1);
    coir_node_destroy(&sprite->node);
    coir_nodes_sweep();
    coir_textures_sweep();
}

static void null_and_other_nodes_are_reported(void **state)
{
    CoirNode *node = coir_node_new();
    CoirSprite *none = NULL, *other = (CoirSprite *)(void *)node;
    const CoirRect region = {0, 0, 1, 1};
    (void)state;
    assert_false(coir_sprite_set_file(none, "coconut.png"));
    assert_mistake("coir_sprite_set_file");
    assert_false(coir_sprite_set_texture(none, texture));
    assert_mistake("coir_sprite_set_texture");
    assert_false(coir_sprite_set_region(none, texture, region));
    assert_mistake("coir_sprite_set_region");
    assert_false(coir_sprite_set_texture(other, texture));
    assert_mistake("this is a CoirNode");
    assert_null(coir_sprite_with_texture(NULL));
    assert_mistake("texture is NULL");
    assert_null(coir_sprite_with_region(NULL, region));
    assert_mistake("texture is NULL");
    assert_null(coir_sprite_new(NULL));
    assert_mistake("NULL");
    assert_null(coir_sprite_texture(NULL));
    assert_true(coir_sprite_region(NULL).width == 0);
    CoirSprite *sprite = checked(coir_sprite_with_texture(texture));
    assert_false(coir_sprite_set_region(sprite, NULL, region));
    assert_mistake("texture is NULL");
    coir_node_destroy(&sprite->node);
    assert_false(coir_sprite_set_texture(sprite, texture));
    assert_mistake("destroyed already");
    coir_node_destroy(node);
}

// A class that inherits from the sprite.
typedef struct Coconut {
    COIR_INHERIT(CoirSprite, sprite);
    int falls;
} Coconut;

static const char *coconut_file = "coconut.png";

static bool coconut_made(CoirNode *node)
{
    return coir_sprite_set_file((CoirSprite *)node, coconut_file);
}

static void coconut_update(CoirNode *node, double dt)
{
    (void)dt;
    ((Coconut *)node)->falls++;
}

static void coconut_call(CoirNode *node, void *user)
{
    (void)user;
    ((Coconut *)node)->falls++;
}

static void coconut_timer(void *target, double elapsed, void *user)
{
    (void)elapsed;
    coconut_call(target, user);
}

static COIR_NODE_CLASS(Coconut, .super = &CoirSprite_class, .made = coconut_made, .update = coconut_update);

static void a_type_that_extends_the_sprite_loads_its_picture_in_its_made_hook(void **state)
{
    Coconut *coconut = COIR_NEW(Coconut);
    (void)state;
    assert_non_null(coconut);
    assert_non_null(coir_sprite_texture(&coconut->sprite));
    assert_true(coconut->node.size.x > 0 && coconut->node.anchor.x == 0.5f);
    coir_node_destroy(&coconut->node);
    coconut_file = "no such.png";
    assert_null(COIR_NEW(Coconut));
    assert_non_null(strstr(coir_error(), "no such.png"));
    coconut_file = "coconut.png";
    coir_nodes_sweep();
    assert_int_equal(coir_texture_load("coconut.png")->users, 0);
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void draw(CoirSprite *sprite)
{
    CoirStage *stage = coir_stage_new();
    show(stage, &sprite->node);
    assert_true(coir_painter_begin(painter, coir_affine_identity(), 100, 100));
    coir_stage_draw(stage, painter);
    coir_stage_destroy(stage);
}

static void assert_vertex(float x, float y, float u, float v)
{
    int found = 0;
    for (int i = 0; i < painter->vertex_count; i++) {
        const CoirVertex *vertex = &painter->vertices[i];
        if (vertex->x != x || vertex->y != y)
            continue;
        found++;
        const CoirPlace *place = &texture->place;
        assert_float_equal(vertex->u, (place->x + u * (float)texture->width) / COIR_PAGE_SIZE, 1e-5);
        assert_float_equal(vertex->v, (place->y + v * (float)texture->height) / COIR_PAGE_SIZE, 1e-5);
    }
    assert_int_equal(found, 1);
}

static void assert_corners(float left, float top, float right, float bottom)
{
    assert_int_equal(painter->vertex_count, 4);
    assert_vertex(16, 22, left, top);
    assert_vertex(24, 22, right, top);
    assert_vertex(16, 18, left, bottom);
    assert_vertex(24, 18, right, bottom);
}

static CoirSprite *sprite_at_20(void)
{
    CoirSprite *sprite = checked(coir_sprite_with_texture(texture));
    sprite->node.position = coir_vec2(20, 20);
    return sprite;
}

static void a_sprite_draws_its_picture_upright(void **state)
{
    (void)state;
    draw(sprite_at_20());
    assert_corners(0, 0, 1, 1); // y points up: the top row of the picture is at the upper edge
}

static void a_flipped_sprite_stays_in_its_place(void **state)
{
    CoirSprite *sprite = sprite_at_20();
    (void)state;
    sprite->flip_x = true;
    draw(sprite);
    assert_corners(1, 0, 0, 1);
    sprite = sprite_at_20();
    sprite->flip_y = true;
    draw(sprite);
    assert_corners(0, 1, 1, 0);
}

static void a_part_is_drawn_at_the_size_that_is_set(void **state)
{
    CoirSprite *sprite = checked(coir_sprite_with_region(texture, coir_rect(2, 1, 4, 2)));
    (void)state;
    sprite->node.position = coir_vec2(20, 20);
    sprite->node.size = coir_vec2(8, 4);
    draw(sprite);
    assert_corners(0.25f, 0.25f, 0.75f, 0.75f);
}

static void texture_coordinates_stay_inside_the_texture(void **state)
{
    // Too large for a shared page. In floats, 37 * (1 / 631) + 594 * (1 / 631) is more than 1.
    enum { ACROSS = 631, DOWN = 649 };
    uint8_t *pixels = calloc(4, ACROSS * DOWN);
    CoirTexture *large = coir_texture_from_pixels(ACROSS, DOWN, pixels);
    (void)state;
    assert_non_null(large);
    free(pixels);
    for (int i = 0; i < 500; i++) {
        CoirFrame frame = {.texture = large, .rotated = i & 4};
        frame.region = coir_rect((float)i, (float)i, (float)(ACROSS - i), (float)(DOWN - i));
        CoirSprite *sprite = checked(coir_sprite_with_frame(&frame));
        sprite->node.position = coir_vec2(50, 50);
        sprite->flip_x = i & 1;
        sprite->flip_y = i & 2;
        draw(sprite);
        assert_int_equal(painter->vertex_count, 4);
        for (int k = 0; k < 4; k++) {
            const CoirVertex *v = &painter->vertices[k];
            if (v->u < 0 || v->u > 1 || v->v < 0 || v->v > 1)
                fail_msg("part %d: u %.9g, v %.9g", i, (double)v->u, (double)v->v);
        }
    }
    coir_texture_destroy(large);
}

static void a_sprite_is_drawn_with_its_blend_mode(void **state)
{
    CoirSprite *sprite = sprite_at_20();
    (void)state;
    sprite->blend = COIR_BLEND_ADD;
    draw(sprite);
    assert_int_equal(painter->call_count, 1);
    assert_int_equal(painter->calls[0].blend, COIR_BLEND_ADD);
    assert_ptr_equal(painter->calls[0].page, texture->place.page);
}

// Returns a sprite of 8 * 4 points. `what` selects one property that differs from a plain sprite; 0 selects none.
static CoirSprite *special_sprite(int what)
{
    CoirFrame trimmed = {.texture = texture, .region = {0, 0, 4, 4}, .offset = {4, 0}, .size = {8, 4}};
    CoirSprite *sprite = sprite_at_20();
    sprite->flip_x = what == 1;
    sprite->blend = what == 2 ? COIR_BLEND_MULTIPLY : COIR_BLEND_ALPHA;
    sprite->node.rotation = what == 3 ? 45 : 0;
    sprite->node.skew.x = what == 4 ? 45 : 0;
    sprite->node.opacity = what == 5 ? 0.5f : 1;
    if (what == 6)
        assert_true(coir_sprite_set_frame(sprite, &trimmed));
    return sprite;
}

static void assert_seen_at(float x, float y, int what, bool seen)
{
    CoirNode *parent = coir_node_new();
    CoirStage *stage = coir_stage_new();
    for (int i = 0; i < 2; i++) { // the first child takes another code path than its siblings
        CoirSprite *sprite = special_sprite(what);
        sprite->node.position = coir_vec2(x, y);
        assert_true(coir_node_add(parent, &sprite->node));
    }
    show(stage, parent);
    assert_true(coir_painter_begin(painter, coir_affine_identity(), 100, 100));
    coir_stage_draw(stage, painter);
    CoirPainterStats counted = coir_painter_counted(painter);
    if (counted.quads != (seen ? 2 : 0) || counted.culled != (seen ? 0 : 2))
        fail_msg("sprite %d at %g, %g: %d quads, %d culled", what, (double)x, (double)y, counted.quads, counted.culled);
    coir_stage_destroy(stage);
}

static void sprites_outside_are_left_out_and_counted(void **state)
{
    (void)state;
    for (int what = 0; what <= 6; what++) {
        assert_seen_at(-20, 50, what, false);
        assert_seen_at(120, 50, what, false);
        assert_seen_at(50, -20, what, false);
        assert_seen_at(50, 120, what, false);
        assert_seen_at(50, 50, what, true);
        assert_seen_at(-0.5f, 50, what, true);
        assert_seen_at(50, 101.5f, what, true);
    }
    assert_seen_at(-4.5f, 50, 0, false); // just outside: the sprite has 8 * 4 points
    assert_seen_at(104.5f, 50, 0, false);
    assert_seen_at(50, -2.5f, 0, false);
    assert_seen_at(50, 102.5f, 0, false);
    assert_seen_at(100.5f, 50, 0, true);
    assert_seen_at(100.5f, 50, 6, false); // the left half of the trimmed frame is empty
    assert_seen_at(-0.5f, 50, 6, true);
}

static void a_sprite_without_a_texture_draws_nothing(void **state)
{
    CoirSprite *sprite = sprite_at_20();
    (void)state;
    coir_sprite_set_texture(sprite, NULL);
    draw(sprite);
    assert_int_equal(painter->vertex_count, 0);
}

// Each allocation fails once ------------------------------------------------------------------------------------------

static bool ignore_event(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node, (void)event, (void)user;
    return false;
}

// Fills the stage as a small game does. Leaves out objects that cannot be allocated. Returns true if none is missing.
static bool populate(CoirStage *stage)
{
    CoirNode *scene = coir_node_new();
    if (!scene)
        return false;
    bool all = coir_stage_show(stage, scene);
    for (int i = 0; i < 3; i++) {
        Coconut *coconut = COIR_NEW(Coconut);
        all = coconut && all;
        if (!coconut)
            continue;
        CoirNode *node = &coconut->node;
        assert_true(coir_node_add(scene, node));
        all = coir_sprite_add(node, "leaf.png", 3, 4) && all;
        all = coir_node_every(node, FRAME / 2, coconut_call, NULL) && all;
        all = coir_node_every_frame(node, coconut_timer, NULL, i) && all;
        CoirTimerDef def = {.tick = coconut_timer, .key = "once", .delay = FRAME};
        all = coir_node_schedule(node, &def) && all;
        CoirAction *hop = coir_sequence(coir_move_by(FRAME, 5, 5), coir_call(coconut_call, NULL), coir_fade_out(1));
        all = coir_node_run(node, coir_repeat_forever(hop)).generation && all;
        all = coir_node_listen(node, ignore_event, NULL) && all;
    }
    return all;
}

static bool play(void)
{
    const CoirEvent event = {.type = COIR_EVENT_POINTER_DOWN, .button = 1};
    CoirStage *stage = coir_stage_new();
    if (!stage)
        return false;
    bool all = populate(stage);
    for (int frame = 0; frame < 3; frame++) {
        step(stage);
        if (coir_stage_scene(stage))
            assert_valid(coir_stage_scene(stage));
        assert_false(coir_stage_event(stage, &event));
        bool began = coir_painter_begin(painter, coir_affine_identity(), 320, 200);
        if (began)
            coir_stage_draw(stage, painter);
        bool drawn = began && coir_painter_end(painter);
        all = drawn && all;
        coir_node_destroy(coir_node_first_child(coir_stage_scene(stage)));
    }
    coir_stage_destroy(stage);
    return all;
}

static void forget_pictures(void)
{
    coir_painter_destroy(painter);
    painter = NULL;
    coir_textures_sweep();
    coir_textures_purge();
    coir_textures_sweep();
}

static void each_allocation_may_fail(void **state)
{
    bool all, failed = true;
    long nth = 0;
    (void)state;
    forget_pictures();
    size_t blocks = support_blocks();
    while (failed) {
        support_fail_allocation(++nth);
        coir_error_clear();
        painter = coir_painter_new();
        all = painter && play();
        failed = support_failed();
        assert_true(all || failed); // some allocations have a fallback
        if (!all)
            assert_non_null(strstr(coir_error(), "out of memory"));
        forget_pictures();
        assert_int_equal(coir_nodes_sweep(), 0);
        assert_int_equal(coir_nodes_count(), 0);
        assert_int_equal(support_blocks(), blocks);
    }
    assert_true(nth > 50);
}

TEST_FILE(sprite)
{
    const struct CMUnitTest tests[] = {
        sprite_test(a_sprite_shows_a_whole_picture_about_its_middle),
        sprite_test(a_sprite_can_be_made_in_its_place),
        sprite_test(sprites_have_the_file_and_line_of_their_maker),
        sprite_test(a_part_of_a_texture_is_counted_from_its_upper_left_corner),
        sprite_test(parts_that_are_not_inside_change_nothing),
        sprite_test(the_picture_of_a_sprite_can_be_changed_and_removed),
        sprite_test(a_sprite_still_shows_a_destroyed_texture),
        sprite_test(null_and_other_nodes_are_reported),
        sprite_test(a_type_that_extends_the_sprite_loads_its_picture_in_its_made_hook),
        sprite_test(a_sprite_draws_its_picture_upright),
        sprite_test(a_flipped_sprite_stays_in_its_place),
        sprite_test(a_part_is_drawn_at_the_size_that_is_set),
        sprite_test(texture_coordinates_stay_inside_the_texture),
        sprite_test(a_sprite_is_drawn_with_its_blend_mode),
        sprite_test(sprites_outside_are_left_out_and_counted),
        sprite_test(a_sprite_without_a_texture_draws_nothing),
        sprite_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("sprite", tests, NULL, NULL);
}
