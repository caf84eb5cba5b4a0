// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rules of drawing: calls from draw hooks and from functions that call SDL (coir_painter_raw), changes of the tree
// during drawing, balanced clips, and when textures are freed.

#include "support/support.h"

#include "coir/coir.h"
#include "draw/painter.h"
#include "media/texture.h"

static const uint8_t pixel[4] = {255, 255, 255, 255};

typedef struct Pen {
    CoirNode node;
    void (*draw)(CoirPainter *painter);
} Pen;

static void pen_draw(CoirNode *node, CoirPainter *painter)
{
    ((Pen *)node)->draw(painter);
}

static COIR_NODE_CLASS(Pen, .draw = pen_draw);

static CoirNode *pen(CoirNode *parent, void (*function)(CoirPainter *painter))
{
    Pen *made = COIR_NEW(Pen);
    assert_non_null(made);
    made->draw = function;
    if (parent)
        assert_true(coir_node_add(parent, &made->node));
    return &made->node;
}

static CoirDirector *show(CoirNode *scene)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 64, .height = 64});
    assert_true(director && coir_director_show(director, scene));
    return director;
}

// Functions for SDL --------------------------------------------------------------------------------------------------

static bool in_hook;
static int calls;

static void note_call(struct SDL_Renderer *renderer, void *user)
{
    (void)renderer;
    (void)user;
    assert_false(in_hook);
    calls++;
}

static void draw_much(CoirPainter *painter)
{
    in_hook = true;
    coir_painter_raw(painter, note_call, NULL);
    for (int i = 0; i < 5000; i++) // the painter usually draws after 1024 quads, even within a hook
        coir_painter_rect(painter, coir_rect((float)(i % 60), 0, 3, 60), COIR_WHITE);
    in_hook = false;
}

static void a_function_for_sdl_waits_for_the_end_of_the_hook(void **state)
{
    CoirDirector *director = show(pen(NULL, draw_much));
    (void)state;
    assert_true(coir_director_frame(director, 0));
    assert_int_equal(calls, 1);
    coir_director_destroy(director);
}

static void check_transform(CoirPainter *painter)
{
    CoirVec2 at = coir_affine_apply(coir_painter_transform(painter), coir_vec2(2, 3));
    assert_true(at.x == 12 && at.y == 64 - 23); // 2 points to the right of 10, and 3 points above 20
    calls++;
}

static void a_hook_can_learn_where_its_pixels_are(void **state)
{
    CoirNode *scene = coir_node_new();
    CoirDirector *director = show(scene);
    (void)state;
    calls = 0;
    pen(scene, check_transform)->position = coir_vec2(10, 20);
    assert_true(coir_director_frame(director, 0));
    assert_int_equal(calls, 1);
    assert_true(coir_painter_transform(NULL).a == 1 && coir_painter_transform(NULL).ty == 0);
    coir_director_destroy(director);
}

static CoirPainter *kept;

static void misuse(struct SDL_Renderer *renderer, void *user)
{
    (void)renderer;
    (void)user;
    coir_painter_text(kept, NULL, "text", coir_vec2(0, 0), COIR_WHITE);
    assert_mistake("SDL alone");
    coir_painter_push_clip(kept, coir_rect(0, 0, 1, 1));
    assert_mistake("SDL alone");
    coir_painter_pop_clip(kept);
    coir_painter_push_blend(kept, COIR_BLEND_ADD);
    assert_mistake("SDL alone");
    coir_painter_pop_blend(kept);
    coir_painter_rect(kept, coir_rect(0, 0, 1, 1), COIR_WHITE);
    assert_mistake("SDL alone");
    calls++;
}

static void draw_with(CoirPainter *painter)
{
    kept = painter;
    coir_painter_raw(painter, misuse, NULL);
}

static void a_raw_function_cannot_use_the_painter_and_does_no_harm(void **state)
{
    CoirDirector *director = show(pen(NULL, draw_with));
    (void)state;
    calls = 0;
    assert_true(coir_director_frame(director, 0));
    assert_true(coir_director_frame(director, 0));
    assert_int_equal(calls, 2);
    coir_director_destroy(director);
}

// Moving -------------------------------------------------------------------------------------------------------------

static CoirNode *moved;

static void move_to_the_end(CoirPainter *painter)
{
    CoirNode *parent = coir_node_parent(moved);
    (void)painter;
    assert_ptr_equal(coir_node_detach(moved), moved);
    assert_true(coir_node_add(parent, moved));
}

static void a_sprite_that_moves_to_the_end_during_drawing_is_drawn_once(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirPainter *painter = coir_painter_new();
    CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
    CoirNode *scene = coir_node_new();
    CoirSprite *sprites[4];
    static const int order[4] = {2, 1, 3, 0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            pen(scene, move_to_the_end);
        sprites[i] = coir_sprite_with_texture(texture);
        assert_true(sprites[i] && coir_node_add(scene, &sprites[i]->node));
    }
    assert_true(coir_stage_show(stage, scene) && coir_stage_update(stage, 0));
    for (int i = 0; i < 4; i++) {
        moved = &sprites[order[i]]->node;
        assert_true(coir_painter_begin(painter, coir_affine_identity(), 64, 64));
        coir_stage_draw(stage, painter);
        assert_int_equal(coir_painter_counted(painter).quads, 4);
        assert_ptr_equal(scene->last_, moved);
    }
    coir_stage_destroy(stage);
    coir_texture_destroy(texture);
    coir_painter_destroy(painter);
    coir_textures_sweep();
}

// Clips --------------------------------------------------------------------------------------------------------------

static void pop_all(CoirPainter *painter)
{
    coir_painter_pop_clip(painter);
    assert_mistake("coir_painter_pop_clip: called without");
    coir_painter_pop_blend(painter);
    assert_mistake("coir_painter_pop_blend: called without");
    coir_painter_push_clip(painter, coir_rect(0, 0, 2, 2));
}

static void draw_outside(CoirPainter *painter)
{
    coir_painter_rect(painter, coir_rect(30, 30, 5, 5), COIR_WHITE);
}

static void a_hook_cannot_pop_clips_and_blend_modes_of_others(void **state)
{
    CoirStage *stage = coir_stage_new();
    CoirPainter *painter = coir_painter_new();
    CoirNode *scene = pen(NULL, pop_all);
    (void)state;
    pen(scene, draw_outside);
    assert_true(stage && painter && coir_stage_show(stage, scene) && coir_stage_update(stage, 0));
    assert_true(coir_painter_begin(painter, (CoirAffine){1, 0, 0, 1, 0, 0}, 64, 64));
    coir_painter_push_blend(painter, COIR_BLEND_ADD);
    coir_painter_push_clip(painter, coir_rect(0, 0, 20, 20));
    coir_stage_draw(stage, painter);
    assert_int_equal(painter->clip_count, 2);
    assert_int_equal(painter->blend_count, 2);
    assert_int_equal(coir_painter_counted(painter).culled, 1);
    int mistakes = support_logged(COIR_LOG_MISTAKE);
    coir_painter_pop_clip(painter);
    coir_painter_pop_blend(painter);
    assert_int_equal(painter->clip_count, 1);
    assert_int_equal(painter->blend_count, 1);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), mistakes);
    assert_true(coir_painter_end(painter));
    coir_stage_destroy(stage);
    coir_painter_destroy(painter);
}

// Textures -----------------------------------------------------------------------------------------------------------

static void without_a_director_destroyed_nodes_free_their_textures(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        CoirTexture *texture = coir_texture_from_pixels(1, 1, pixel);
        CoirSprite *sprite = coir_sprite_with_texture(texture);
        coir_texture_destroy(texture);
        coir_node_destroy(&sprite->node);
        coir_nodes_sweep();
        assert_int_equal(coir_pages_each(NULL, NULL), 0);
    }
}

static CoirTexture *two[2];

static void drop_one(const CoirPageInfo *info, void *user)
{
    int *count = user;
    (void)info;
    coir_texture_destroy(two[*count]);
    coir_textures_sweep();
    ++*count;
}

static void a_page_may_be_freed_while_pages_are_visited(void **state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < 2; i++)
        two[i] = coir_texture_from_pixels(1, 1, pixel);
    assert_true(coir_texture_set_filter(two[0], COIR_FILTER_NEAREST));
    coir_textures_sweep();
    assert_int_equal(coir_pages_each(NULL, NULL), 2);
    coir_pages_each(drop_one, &count);
    assert_in_range(count, 1, 2);
    coir_texture_destroy(count < 2 ? two[1] : NULL);
    coir_textures_sweep();
    assert_int_equal(coir_pages_each(NULL, NULL), 0);
}

static void destroy_director(const CoirTextureInfo *info, void *director)
{
    (void)info;
    coir_director_destroy(director);
}

static void the_last_director_may_go_while_textures_are_listed(void **state)
{
    CoirDirector *director = show(coir_node_new());
    (void)state;
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    assert_non_null(coir_texture_load("bead.png"));
    assert_int_equal(coir_textures_each(destroy_director, director), 1);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    coir_assets_set_folder(NULL);
}

// Text ---------------------------------------------------------------------------------------------------------------

static void fitting_into_almost_nothing_comes_to_an_end(void **state)
{
    CoirTextStyle style = {.width = 1e-44f, .fit = true};
    (void)state;
    coir_text_size(&style, "text");
    coir_fonts_purge();
    coir_textures_sweep();
}

TEST_FILE(draw_rules)
{
    const struct CMUnitTest tests[] = {
        support_test(a_function_for_sdl_waits_for_the_end_of_the_hook),
        support_test(a_raw_function_cannot_use_the_painter_and_does_no_harm),
        support_test(a_hook_can_learn_where_its_pixels_are),
        support_test(a_sprite_that_moves_to_the_end_during_drawing_is_drawn_once),
        support_test(a_hook_cannot_pop_clips_and_blend_modes_of_others),
        support_test(without_a_director_destroyed_nodes_free_their_textures),
        support_test(a_page_may_be_freed_while_pages_are_visited),
        support_test(the_last_director_may_go_while_textures_are_listed),
        support_test(fitting_into_almost_nothing_comes_to_an_end),
    };
    return cmocka_run_group_tests_name("draw_rules", tests, NULL, NULL);
}
