// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How the painter joins quads into draw calls: pictures on one page, with plain colours between them. Also the stack
// of blend modes.

#include "support/pages.h"

#define RED coir_rgb(255, 0, 0)

static const int indices[6] = {0, 1, 2, 2, 3, 0};

static CoirPainterStats finish(Drawing drawing)
{
    assert_true(coir_painter_end(drawing.painter));
    return coir_painter_stats(drawing.painter);
}

static void rect(Drawing drawing)
{
    coir_painter_rect(drawing.painter, coir_rect(1, 1, 3, 3), RED);
}

static void image(Drawing drawing, CoirTexture *texture)
{
    coir_painter_image(drawing.painter, texture, coir_rect(1, 1, 3, 3));
}

// Draws a picture as sprites do.
static void put(Drawing drawing, CoirTexture *texture, CoirBlend blend)
{
    CoirImage whole = coir_image(texture, coir_rect(0, 0, 1, 1), false);
    coir_painter_put(drawing.painter, &whole, coir_rect(1, 1, 3, 3), blend, COIR_WHITE);
}

static void triangles(Drawing drawing, CoirTexture *texture)
{
    static const CoirVertex corners[4] = {{1, 1, {9, 9, 9, 255}, 0, 1},
                                          {5, 1, {9, 9, 9, 255}, 1, 1},
                                          {5, 5, {9, 9, 9, 255}, 1, 0},
                                          {1, 5, {9, 9, 9, 255}, 0, 0}};
    coir_painter_triangles(drawing.painter, texture, corners, 4, indices, 6);
}

// Returns true if a vertex shows the middle of the page's white spot.
static bool is_white(const CoirVertex *vertex, const CoirPage *page)
{
    return vertex->u * (float)page->width == (float)page->white.x + 0.5f &&
           vertex->v * (float)page->height == (float)page->white.y + 0.5f;
}

// Draw calls ---------------------------------------------------------------------------------------------------------

static void small_pictures_in_turn_are_one_call(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *textures[7];
    (void)state;
    for (int i = 0; i < 7; i++)
        textures[i] = plain(3 + i, 4, COIR_WHITE);
    for (int i = 0; i < 700; i++) {
        image(drawing, textures[i % 7]);
        put(drawing, textures[(i + 3) % 7], COIR_BLEND_ALPHA);
        quad(drawing.painter, textures[(i + 5) % 7], COIR_BLEND_ALPHA, coir_rect(1, 1, 3, 3), RED);
    }
    assert_int_equal(drawing.painter->call_count, 1);
    assert_ptr_equal(drawing.painter->calls[0].page, textures[0]->place.page);
    CoirPainterStats stats = finish(drawing);
    assert_int_equal(stats.calls, 1);
    assert_int_equal(stats.quads, 2100);
    assert_int_equal(stats.texture_switches, 0);
    for (int i = 0; i < 7; i++)
        destroy(textures[i]);
    close_drawing(drawing);
}

static void each_quad_shows_its_own_place(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *other = plain(7, 5, RED), *textures[] = {other, drawing.texture};
    (void)state;
    for (int i = 0; i < 6; i++) {
        CoirTexture *texture = textures[i % 2];
        if (i < 2)
            image(drawing, texture);
        else if (i < 4)
            coir_painter_put(drawing.painter, &(CoirImage){texture, {0, 0}, {(float)texture->width, 0}, {0, 2}},
                             coir_rect(1, 1, 3, 3), COIR_BLEND_ALPHA, COIR_WHITE);
        else
            quad(drawing.painter, texture, COIR_BLEND_ALPHA, coir_rect(1, 1, 3, 3), COIR_WHITE);
        const CoirVertex *vertices = &drawing.painter->vertices[4 * i];
        float left = 1, top = 1, right = 0, bottom = 0;
        for (int k = 0; k < 4; k++) {
            left = vertices[k].u < left ? vertices[k].u : left;
            right = vertices[k].u > right ? vertices[k].u : right;
            top = vertices[k].v < top ? vertices[k].v : top;
            bottom = vertices[k].v > bottom ? vertices[k].v : bottom;
        }
        assert_float_equal(left * COIR_PAGE_SIZE, texture->place.x, 1e-3);
        assert_float_equal(right * COIR_PAGE_SIZE, texture->place.x + texture->width, 1e-3);
        assert_float_equal(top * COIR_PAGE_SIZE, texture->place.y, 1e-3);
        int height = i == 2 ? 2 : texture->height;
        assert_float_equal(bottom * COIR_PAGE_SIZE, texture->place.y + height, 1e-3);
    }
    finish(drawing);
    destroy(other);
    close_drawing(drawing);
}

static void colours_among_pictures_do_not_split_their_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    const CoirPage *page = drawing.texture->place.page;
    (void)state;
    for (int i = 0; i < 5; i++) {
        image(drawing, drawing.texture);
        rect(drawing);
        put(drawing, drawing.texture, COIR_BLEND_ALPHA);
    }
    assert_int_equal(drawing.painter->call_count, 1);
    for (int i = 0; i < 60; i++)
        assert_int_equal(is_white(&drawing.painter->vertices[i], page), i / 4 % 3 == 1);
    assert_int_equal(finish(drawing).calls, 1);
    close_drawing(drawing);
}

static void colours_before_pictures_join_their_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    CoirPage *page = drawing.texture->place.page;
    (void)state;
    rect(drawing);
    rect(drawing);
    assert_null(drawing.painter->calls[0].page);
    put(drawing, drawing.texture, COIR_BLEND_ALPHA);
    assert_ptr_equal(drawing.painter->calls[0].page, page);
    for (int i = 0; i < 12; i++)
        assert_int_equal(is_white(&drawing.painter->vertices[i], page), i < 8);
    triangles(drawing, NULL);
    triangles(drawing, drawing.texture);
    triangles(drawing, NULL);
    assert_int_equal(drawing.painter->call_count, 2);
    assert_ptr_equal(drawing.painter->calls[1].page, page);
    for (int i = 12; i < 24; i++)
        assert_int_equal(is_white(&drawing.painter->vertices[i], page), i < 16 || i >= 20);
    CoirPainterStats stats = finish(drawing);
    assert_int_equal(stats.texture_switches, 0);
    assert_int_equal(stats.triangles, 6);
    close_drawing(drawing);
}

static void colours_do_not_join_calls_with_another_blend_or_clip_or_with_indices(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    rect(drawing);
    put(drawing, drawing.texture, COIR_BLEND_ADD); // another blend mode
    rect(drawing);
    coir_painter_push_clip(drawing.painter, coir_rect(0, 0, 5, 5)); // another clip
    image(drawing, drawing.texture);
    coir_painter_pop_clip(drawing.painter);
    rect(drawing);
    triangles(drawing, drawing.texture); // with indices
    rect(drawing);
    assert_int_equal(drawing.painter->call_count, 7);
    for (int i = 0; i < 7; i++)
        assert_int_equal(drawing.painter->calls[i].page != NULL, i % 2);
    assert_int_equal(finish(drawing).texture_switches, 6);
    close_drawing(drawing);
}

static void pictures_do_not_join_triangles(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int frame = 0; frame < 2; frame++) { // in the second frame all arrays have been allocated
        begin(drawing);
        for (int i = 0; i < 3; i++) {
            triangles(drawing, drawing.texture);
            put(drawing, drawing.texture, COIR_BLEND_ALPHA);
        }
        assert_int_equal(drawing.painter->call_count, 6);
        for (int i = 0; i < 6; i++)
            assert_int_equal(drawing.painter->calls[i].index_count, i % 2 ? 0 : 6);
        assert_int_equal(finish(drawing).texture_switches, 0);
    }
    close_drawing(drawing);
}

static void a_page_of_one_picture_has_no_white_spot(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *large = plain(600, 1, RED);
    (void)state;
    rect(drawing);
    image(drawing, large);
    rect(drawing);
    rect(drawing);
    image(drawing, large);
    assert_int_equal(drawing.painter->call_count, 4);
    assert_int_equal(finish(drawing).texture_switches, 3);
    destroy(large);
    close_drawing(drawing);
}

static void each_page_is_a_call_and_rectangles_join_the_call_before(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *sharp = plain(3, 3, RED);
    (void)state;
    assert_true(coir_texture_set_filter(sharp, COIR_FILTER_NEAREST));
    rect(drawing);
    for (int i = 0; i < 4; i++) {
        image(drawing, i % 2 ? sharp : drawing.texture);
        rect(drawing);
    }
    assert_int_equal(drawing.painter->call_count, 4);
    for (int i = 0; i < 4; i++)
        assert_ptr_equal(drawing.painter->calls[i].page, (i % 2 ? sharp : drawing.texture)->place.page);
    assert_int_equal(finish(drawing).texture_switches, 3);
    destroy(sharp);
    close_drawing(drawing);
}

// A rectangle of one colour must look the same, whether or not pictures are drawn before or after the rectangle.
static void colours_look_the_same_in_every_position_of_a_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int order = 0; order < 4; order++) {
        for (int i = 0; i < COIR_BLEND_COUNT; i++) {
            begin(drawing);
            coir_painter_push_blend(drawing.painter, (CoirBlend)i);
            if (order % 2)
                coir_painter_image(drawing.painter, drawing.texture, coir_rect(0, 0, 1, 1));
            coir_painter_rect(drawing.painter, coir_rect(3, 5, 10, 7), coir_rgba(255, 100, 50, 102));
            if (order / 2)
                coir_painter_image(drawing.painter, drawing.texture, coir_rect(0, 0, 1, 1));
            coir_painter_pop_blend(drawing.painter);
            coir_painter_push_blend(drawing.painter, COIR_BLEND_NONE);
            coir_painter_rect(drawing.painter, coir_rect(0, 0, 1, 1), background);
            coir_painter_pop_blend(drawing.painter);
            static const CoirColor expected[COIR_BLEND_COUNT] = {[COIR_BLEND_ALPHA] = {222, 100, 50, 255},
                                                                 [COIR_BLEND_ADD] = {255, 140, 70, 255},
                                                                 [COIR_BLEND_MULTIPLY] = {200, 76, 34, 255},
                                                                 [COIR_BLEND_NONE] = {255, 100, 50, 255},
                                                                 [COIR_BLEND_PREMULTIPLIED] = {222, 100, 50, 255}};
            assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, expected[i], 2);
        }
    }
    close_drawing(drawing);
}

static void shapes_outside_are_counted_and_begin_no_draw_call(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(-9, 0, 9, 9));
    coir_painter_rect(drawing.painter, coir_rect(WIDTH, 0, 9, 9), RED);
    quad(drawing.painter, drawing.texture, COIR_BLEND_ADD, coir_rect(0, HEIGHT, 9, 9), RED);
    assert_int_equal(drawing.painter->call_count + drawing.painter->vertex_count, 0);
    CoirPainterStats stats = finish(drawing);
    assert_int_equal(stats.culled, 3);
    assert_int_equal(stats.quads + stats.calls + stats.texture_switches, 0);
    close_drawing(drawing);
}

// Blend modes --------------------------------------------------------------------------------------------------------

static void blend_modes_nest(void **state)
{
    static const CoirBlend pushed[] = {COIR_BLEND_ADD, COIR_BLEND_ADD, COIR_BLEND_PREMULTIPLIED, COIR_BLEND_ALPHA};
    Drawing drawing = open_drawing();
    (void)state;
    assert_int_equal(coir_painter_blend(drawing.painter), COIR_BLEND_ALPHA);
    for (int i = 0; i < 4; i++) {
        coir_painter_push_blend(drawing.painter, pushed[i]);
        assert_int_equal(coir_painter_blend(drawing.painter), pushed[i]);
    }
    for (int i = 3; i >= 0; i--) {
        assert_int_equal(coir_painter_blend(drawing.painter), pushed[i]);
        coir_painter_pop_blend(drawing.painter);
    }
    assert_int_equal(coir_painter_blend(drawing.painter), COIR_BLEND_ALPHA);
    finish(drawing);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    close_drawing(drawing);
}

static void everything_is_drawn_in_the_mode_that_was_pushed(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_push_blend(drawing.painter, COIR_BLEND_ADD);
    rect(drawing);
    image(drawing, drawing.texture);
    triangles(drawing, drawing.texture);
    put(drawing, drawing.texture, COIR_BLEND_MULTIPLY); // names its own blend mode
    coir_painter_pop_blend(drawing.painter);
    rect(drawing);
    static const CoirBlend expected[] = {COIR_BLEND_ADD, COIR_BLEND_ADD, COIR_BLEND_MULTIPLY, COIR_BLEND_ALPHA};
    assert_int_equal(drawing.painter->call_count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(drawing.painter->calls[i].blend, expected[i]);
    finish(drawing);
    close_drawing(drawing);
}

static void a_push_without_pop_is_reported_and_ends_with_the_frame(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    coir_painter_push_blend(drawing.painter, COIR_BLEND_ADD);
    finish(drawing);
    assert_mistake("coir_painter_push_blend: in this frame, called more often");
    begin(drawing);
    assert_int_equal(coir_painter_blend(drawing.painter), COIR_BLEND_ALPHA);
    coir_painter_pop_blend(drawing.painter);
    assert_mistake("without a coir_painter_push_blend");
    assert_int_equal(coir_painter_blend(drawing.painter), COIR_BLEND_ALPHA);
    finish(drawing);
    close_drawing(drawing);
}

static void without_memory_pops_still_match_pushes(void **state)
{
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        Drawing drawing = open_drawing();
        support_fail_allocation(nth);
        for (int i = 0; i < 40; i++) {
            coir_painter_push_blend(drawing.painter, i % 2 ? COIR_BLEND_ADD : COIR_BLEND_NONE);
            coir_painter_push_clip(drawing.painter, coir_rect(0, 0, 5, 5));
        }
        for (int i = 0; i < 40; i++) {
            coir_painter_pop_blend(drawing.painter);
            coir_painter_pop_clip(drawing.painter);
        }
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(coir_painter_blend(drawing.painter), COIR_BLEND_ALPHA);
        assert_int_equal(drawing.painter->clips[drawing.painter->clip_count - 1].width, WIDTH);
        assert_int_equal(coir_painter_end(drawing.painter), !failed);
        close_drawing(drawing);
    }
    assert_true(nth > 4);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(painter_calls)
{
    const struct CMUnitTest tests[] = {
        support_test(small_pictures_in_turn_are_one_call),
        support_test(each_quad_shows_its_own_place),
        support_test(colours_among_pictures_do_not_split_their_draw_call),
        support_test(colours_before_pictures_join_their_draw_call),
        support_test(colours_do_not_join_calls_with_another_blend_or_clip_or_with_indices),
        support_test(pictures_do_not_join_triangles),
        support_test(a_page_of_one_picture_has_no_white_spot),
        support_test(each_page_is_a_call_and_rectangles_join_the_call_before),
        support_test(colours_look_the_same_in_every_position_of_a_draw_call),
        support_test(shapes_outside_are_counted_and_begin_no_draw_call),
        support_test(blend_modes_nest),
        support_test(everything_is_drawn_in_the_mode_that_was_pushed),
        support_test(a_push_without_pop_is_reported_and_ends_with_the_frame),
        support_test(without_memory_pops_still_match_pushes),
    };
    return cmocka_run_group_tests_name("painter_calls", tests, folder_setup, folder_teardown);
}
