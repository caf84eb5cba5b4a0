// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Labels: text, style, size, glyphs and drawn pixels. In some tests each allocation fails in turn.

#include "support/canvas.h"

#include <math.h>
#include <string.h>

#include "coir/coir.h"
#include "draw/text.h"
#include "media/builtin_font.h"
#include "media/font.h"

// Returns a glyph of a label, or NULL if there is no glyph with this index.
static CoirGlyph *glyph_of(CoirLabel *of, int index)
{
    int count;
    CoirGlyph *glyphs = coir_label_glyphs(of, &count);
    return index >= 0 && index < count ? &glyphs[index] : NULL;
}

static int count_of(CoirLabel *of)
{
    int count;
    coir_label_glyphs(of, &count);
    return count;
}

static int tear_down(void **state)
{
    coir_nodes_sweep();
    coir_fonts_purge();
    coir_textures_purge();
    coir_textures_sweep();
    if (coir_nodes_report() > 0)
        return 1;
    return support_teardown(state);
}

#define label_test(function) cmocka_unit_test_setup_teardown(function, support_setup, tear_down)

static CoirLabel *make(const char *text)
{
    CoirLabel *label = coir_label_new(text);
    if (!label)
        fail_msg("%s", coir_error());
    return label;
}

static void destroy(CoirLabel *label)
{
    coir_node_destroy(&label->node);
    coir_nodes_sweep();
}

static float width_of(const char *text)
{
    return coir_text_size(NULL, text).x;
}

static CoirPainter *draw_on_painter(CoirLabel *label, CoirPainter *painter)
{
    CoirStage *stage = coir_stage_new();
    assert_true(stage && coir_stage_show(stage, &label->node) && coir_stage_update(stage, 0));
    coir_stage_draw(stage, painter);
    coir_stage_destroy(stage);
    return painter;
}

// Returns a painter that has drawn the label. Destroys the label.
static CoirPainter *drawn(CoirLabel *label)
{
    CoirPainter *painter = coir_painter_new();
    assert_true(painter && coir_painter_begin(painter, (CoirAffine){1, 0, 0, -1, 0, 100}, 200, 100));
    draw_on_painter(label, painter);
    assert_true(coir_painter_end(painter));
    return painter;
}

// Text, style, size --------------------------------------------------------------------------------------------------

static void a_label_has_the_size_of_its_text(void **state)
{
    char words[] = "Score: 0";
    CoirLabel *label = make(words);
    (void)state;
    words[0] = 'X';
    assert_string_equal(coir_label_text(label), "Score: 0"); // the label has a copy of the text
    assert_true(label->node.size.x == width_of("Score: 0") && label->node.size.y == 16);
    assert_true(label->node.anchor.x == 0.5f && label->node.anchor.y == 0.5f);
    assert_int_equal(coir_label_line_count(label), 1);
    assert_int_equal(count_of(label), 7);
    assert_true(coir_label_set_text(label, "a\nb"));
    assert_true(label->node.size.y == 32);
    assert_int_equal(coir_label_line_count(label), 2);
    assert_true(coir_label_set_text(label, ""));
    assert_true(label->node.size.x == 0 && label->node.size.y == 16);
    assert_int_equal(count_of(label), 0);
    destroy(label);
}

static void a_label_can_be_made_in_its_place(void **state)
{
    CoirNode *parent = coir_node_new();
    CoirLabel *label = coir_label_add(parent, "one", 30, 40);
    (void)state;
    assert_non_null(label);
    assert_ptr_equal(coir_node_parent(&label->node), parent);
    assert_true(label->node.position.x == 30 && label->node.position.y == 40);
    label = coir_label_add_with_style(parent, "two", &(CoirTextStyle){.scale = 2, .width = 300, .height = 50}, 50, 60);
    assert_true(label->node.position.x == 50 && label->node.size.x == 300 && label->node.size.y == 50);
    assert_true(coir_label_style(label).scale == 2);
    assert_null(coir_label_add((CoirNode *)NULL, "three", 1, 2));
    assert_mistake("coir_label_add (parent)");
    assert_null(coir_label_add(parent, NULL, 1, 2));
    assert_mistake("the text is NULL");
    assert_int_equal(coir_node_child_count(parent), 2);
    coir_node_destroy(parent);
}

static void a_format_makes_the_text(void **state)
{
    CoirLabel *label = make("");
    char expected[2001];
    (void)state;
    assert_true(coir_label_set_format(label, "%s has %d of %g", "Ada", 7, 2.5));
    assert_string_equal(coir_label_text(label), "Ada has 7 of 2.5");
    assert_true(coir_label_set_format(label, "<%s>", coir_label_text(label))); // the text of the label itself
    assert_string_equal(coir_label_text(label), "<Ada has 7 of 2.5>");
    memset(expected, 'x', 2000);
    expected[2000] = '\0';
    for (int length = 500; length <= 2000; length += length == 520 ? 1480 : 1) {
        assert_true(coir_label_set_format(label, "%.*s", length, expected));
        assert_int_equal(strlen(coir_label_text(label)), length);
        assert_memory_equal(coir_label_text(label), expected, (size_t)length);
    }
    assert_true(coir_label_set_format(label, "%s", ""));
    assert_string_equal(coir_label_text(label), "");
    assert_true(coir_label_set_format(label, "a%cb", 0)); // the text ends at the character 0
    assert_string_equal(coir_label_text(label), "a");
    assert_int_equal(label->count_, 1);
    destroy(label);
}

static void a_label_can_be_set_to_a_part_of_its_own_text(void **state)
{
    CoirLabel *label = make("one two");
    (void)state;
    assert_true(coir_label_set_text(label, coir_label_text(label)));
    assert_string_equal(coir_label_text(label), "one two");
    assert_true(coir_label_set_text(label, coir_label_text(label) + 4));
    assert_string_equal(coir_label_text(label), "two");
    assert_true(label->node.size.x == width_of("two"));
    destroy(label);
}

static void a_style_lays_the_text_out_again(void **state)
{
    CoirLabel *label = make("aa bb cc");
    CoirTextStyle style = {.width = 40, .align = COIR_ALIGN_RIGHT};
    (void)state;
    assert_true(coir_label_set_style(label, &style));
    assert_true(label->node.size.x == 40 && label->node.size.y == 32);
    assert_int_equal(coir_label_line_count(label), 2);
    style.width = 7; // the label has a copy of the style
    assert_true(coir_label_style(label).width == 40 && coir_label_style(label).align == COIR_ALIGN_RIGHT);
    assert_true(coir_label_set_style(label, NULL));
    assert_int_equal(coir_label_line_count(label), 1);
    assert_true(coir_label_style(label).width == 0);
    destroy(label);
}

static void bad_calls_change_nothing(void **state)
{
    CoirLabel *label = make("abc");
    CoirNode *node = coir_node_new();
    CoirTextStyle bad = {.scale = -1};
    (void)state;
    assert_false(coir_label_set_style(label, &bad));
    assert_mistake("coir_label_set_style: the style's scale is -1");
    assert_null(coir_label_new_with_style("abc", &bad));
    assert_mistake("coir_label_new_with_style: the style's scale is -1");
    assert_false(coir_label_set_text(label, NULL));
    assert_mistake("the text is NULL");
    const char *no_format = NULL;
    assert_false(coir_label_set_format(label, no_format, 1));
    assert_mistake("the format is NULL");
    assert_false(coir_label_set_text(NULL, "x"));
    assert_mistake("coir_label_set_text");
    assert_false(coir_label_set_text((CoirLabel *)node, "x"));
    assert_mistake("this is a CoirNode, no CoirLabel");
    assert_string_equal(coir_label_text(NULL), "");
    assert_int_equal(coir_label_line_count(NULL) + count_of(NULL), 0);
    assert_true(coir_label_style(NULL).scale == 0);
    assert_null(glyph_of(NULL, 0));
    assert_string_equal(coir_label_text(label), "abc");
    assert_true(label->node.size.x == width_of("abc"));
    coir_node_destroy(node);
    destroy(label);
}

static void labels_have_the_file_and_line_of_their_maker(void **state)
{
    char place[80];
    const int line = __LINE__ + 1;
    CoirLabel *label = coir_label_new("abc");
    (void)state;
    snprintf(place, sizeof place, "CoirLabel made at %s:%d", __FILE__, line);
    assert_int_equal(coir_nodes_report(), 1);
    assert_non_null(strstr(support_last_message(), place));
    destroy(label);
}

typedef struct Sign {
    COIR_INHERIT(CoirLabel, label);
    int number;
} Sign;

static bool sign_made(CoirNode *node)
{
    return coir_label_set_text(&((Sign *)node)->label, "STOP");
}

static COIR_NODE_CLASS(Sign, .super = &CoirLabel_class, .made = sign_made);

static void types_can_build_on_the_label(void **state)
{
    Sign *sign = COIR_NEW(Sign);
    (void)state;
    assert_non_null(sign);
    assert_string_equal(coir_label_text(&sign->label), "STOP");
    assert_true(sign->node.size.x == width_of("STOP"));
    destroy(&sign->label);
}

static void a_label_without_a_text_is_empty(void **state)
{
    CoirLabel *label = COIR_NEW(CoirLabel);
    (void)state;
    assert_string_equal(coir_label_text(label), "");
    assert_int_equal(coir_label_line_count(label) + count_of(label), 0);
    assert_null(glyph_of(label, 0));
    assert_int_equal(coir_fonts_purge(), 0); // the label has loaded no font yet
    assert_true(coir_label_set_text(label, ""));
    assert_int_equal(coir_label_line_count(label), 1);
    assert_true(label->node.size.y == 16);
    label->node.position = coir_vec2(100, 50);
    CoirPainter *painter = drawn(label);
    assert_int_equal(coir_painter_stats(painter).quads, 0);
    coir_painter_destroy(painter);
}

static void labels_hold_their_fonts(void **state)
{
    CoirLabel *label = make("abc"), *other = make("def");
    (void)state;
    assert_int_equal(coir_font_builtin()->users, 2);
    assert_int_equal(coir_fonts_purge(), 0);
    assert_true(coir_label_set_style(label, NULL));
    assert_int_equal(coir_font_builtin()->users, 2);
    destroy(other);
    assert_int_equal(coir_font_builtin()->users, 1);
    destroy(label);
    assert_int_equal(coir_fonts_purge(), 1);
}

static void the_last_director_frees_the_fonts(void **state)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 64, .height = 64});
    CoirNode *scene = coir_node_new();
    (void)state;
    assert_true(director && scene && coir_label_add(scene, "abc", 32, 32));
    assert_true(coir_director_show(director, scene) && coir_director_frame(director, 0.1));
    assert_int_equal(coir_director_painter_stats(director).quads, 3);
    coir_director_destroy(director);
    assert_int_equal(coir_fonts_purge(), 0);
}

static void a_changing_number_allocates_no_memory(void **state)
{
    CoirLabel *label = make("Score: 999999");
    CoirTextStyle style = {.width = 50, .fit = true};
    (void)state;
    for (int i = 0; i < 100; i++) {
        support_fail_allocation(1);
        assert_true(coir_label_set_format(label, "Score: %d", i * 7919));
        assert_true(coir_label_set_style(label, i % 2 ? &style : NULL));
        assert_false(support_failed());
        support_fail_allocation(0);
    }
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    destroy(label);
}

// Glyphs -------------------------------------------------------------------------------------------------------------

static void glyphs_have_their_positions(void **state)
{
    CoirLabel *label = make("a b\nc");
    (void)state;
    CoirGlyph *a = glyph_of(label, 0), *c = glyph_of(label, 2);
    assert_true(a->codepoint == 'a' && a->byte == 0 && a->line == 0 && a->place.x == 0);
    assert_true(c->codepoint == 'c' && c->byte == 4 && c->line == 1 && c->place.x == 0);
    assert_true(a->place.y - c->place.y == 16);
    assert_true(c->scale == 1 && c->rotation == 0 && c->offset.x == 0 && c->offset.y == 0);
    assert_true(c->color.r == 255 && c->color.g == 255 && c->color.b == 255 && c->color.a == 255);
    assert_null(glyph_of(label, 3));
    assert_null(glyph_of(label, -1));
    destroy(label);
}

static void effects_stay_until_the_text_or_the_style_changes(void **state)
{
    CoirLabel *label = make("abc");
    (void)state;
    glyph_of(label, 1)->offset.y = 5;
    assert_true(coir_label_set_text(label, "abc")); // the same text again
    assert_true(glyph_of(label, 1)->offset.y == 5);
    assert_true(coir_label_set_text(label, "abcd"));
    assert_true(glyph_of(label, 1)->offset.y == 0);
    assert_int_equal(glyph_of(label, 3)->codepoint, 'd');
    glyph_of(label, 1)->offset.y = 5;
    assert_true(coir_label_set_style(label, NULL));
    assert_true(glyph_of(label, 1)->offset.y == 0);
    destroy(label);
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void glyphs_are_drawn_in_one_call(void **state)
{
    CoirLabel *label = make("Many words in one label");
    (void)state;
    label->node.position = coir_vec2(100, 50);
    CoirPainter *painter = drawn(label);
    assert_int_equal(coir_painter_stats(painter).quads, 19);
    assert_int_equal(coir_painter_stats(painter).calls, 1);
    coir_painter_destroy(painter);
}

static void a_label_is_tinted_as_its_node(void **state)
{
    CoirLabel *label = make("i");
    (void)state;
    label->node.position = coir_vec2(100, 50);
    label->node.color = coir_rgb(10, 20, 30);
    label->node.opacity = 0.5f;
    label->blend = COIR_BLEND_ADD;
    CoirPainter *painter = drawn(label);
    CoirColor expected = {10, 20, 30, 128};
    assert_memory_equal(&painter->vertices[0].color, &expected, sizeof expected);
    assert_int_equal(painter->calls[0].blend, COIR_BLEND_ADD);
    coir_painter_destroy(painter);
}

static void assert_corner(const CoirPainter *painter, int index, float x, float y)
{
    const CoirVertex *v = &painter->vertices[index];
    if (fabsf(v->x - x) > 0.001f || fabsf(v->y - y) > 0.001f)
        fail_msg("corner %d is at %g, %g instead of %g, %g", index, (double)v->x, (double)v->y, (double)x, (double)y);
}

static void effects_are_drawn(void **state)
{
    CoirLabel *label = make("HHH");
    (void)state;
    label->node.anchor = coir_vec2(0, 0);
    label->node.position = coir_vec2(50, 50);
    CoirRect r = glyph_of(label, 0)->place;
    float x = 50 + r.x, top = 50 - r.y - r.height;
    CoirGlyph *glyph = glyph_of(label, 0);
    glyph->offset = coir_vec2(3, 4);
    const CoirColor color = glyph->color = coir_rgba(1, 2, 3, 4);
    glyph = glyph_of(label, 1);
    glyph->scale = 2;
    glyph->rotation = 90;
    float middle_x = 50 + glyph->place.x + r.width / 2, middle_y = top + r.height / 2;
    glyph = glyph_of(label, 2);
    glyph->rotation = 180; // around the middle of this glyph, not of the previous glyph
    float last_x = 50 + glyph->place.x;
    CoirPainter *painter = drawn(label);
    assert_corner(painter, 0, x + 3, top - 4);
    assert_corner(painter, 2, x + 3 + r.width, top - 4 + r.height);
    assert_memory_equal(&painter->vertices[0].color, &color, sizeof color);
    assert_corner(painter, 4, middle_x + r.height, middle_y - r.width); // the upper left corner is now on the right
    assert_corner(painter, 6, middle_x - r.height, middle_y + r.width);
    assert_corner(painter, 8, last_x + r.width, top + r.height);
    assert_corner(painter, 10, last_x, top);
    coir_painter_destroy(painter);
}

static void turned_text_shows_the_same_glyphs(void **state)
{
    CoirLabel *upright = make("Ag1"), *turned = make("Ag1");
    (void)state;
    upright->node.anchor = turned->node.anchor = coir_vec2(0, 0);
    upright->node.position = turned->node.position = coir_vec2(100, 50);
    turned->node.rotation = 90;
    turned->node.color = coir_rgb(9, 8, 7);
    CoirPainter *first = drawn(upright), *second = drawn(turned);
    assert_true(first->vertex_count == 12 && second->vertex_count == 12);
    for (int i = 0; i < 12; i++) {
        const CoirVertex *a = &first->vertices[i], *b = &second->vertices[i];
        assert_true(a->u == b->u && a->v == b->v && b->color.r == 9);
        if (fabsf(b->x - 100 - (50 - a->y)) > 0.001f || fabsf(b->y - 50 - (a->x - 100)) > 0.001f)
            fail_msg("corner %d is at %g, %g and turned at %g, %g", i, (double)a->x, (double)a->y, (double)b->x,
                     (double)b->y);
    }
    coir_painter_destroy(first);
    coir_painter_destroy(second);
}

static void upright_text_is_drawn_at_whole_pixels(void **state)
{
    CoirLabel *label = make("i");
    (void)state;
    label->node.anchor = coir_vec2(0, 0);
    label->node.position = coir_vec2(20.4f, 30.6f);
    CoirRect r = glyph_of(label, 0)->place;
    CoirPainter *painter = drawn(label);
    assert_corner(painter, 0, 20 + r.x, 69 - r.y - r.height);
    coir_painter_destroy(painter);
}

// Checks all pixels of a picture. The text has its upper left corner at `left`, `top`. Each pixel of a glyph's shape is
// a white square of `scale` x `scale` pixels of the picture; all other pixels have the colour of the background.
static void assert_shapes(const SDL_Surface *picture, const char *text, int left, int top, int scale)
{
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            int pen = left;
            bool set = false;
            for (const char *c = text; *c; c++) {
                CoirBuiltinGlyph shape;
                assert_true(coir_builtin_glyph((uint32_t)*c, &shape));
                int column = x < pen ? -1 : (x - pen) / scale, row = y < top ? -1 : (y - top) / scale;
                if (column >= 0 && column < shape.width && row >= 0 && row < COIR_BUILTIN_FONT_HEIGHT)
                    set = set || (shape.rows[row] & (0x8000u >> column));
                pen += shape.advance * scale;
            }
            assert_pixel(picture, x, y, set ? COIR_WHITE : background, 0);
        }
}

static void assert_pixels(int scale, bool scaled_node)
{
    enum { W = 160, H = 60 };
    static const char text[] = "Ag@j#1";
    const CoirAffine view = {1, 0, 0, -1, 0, H};
    CoirRenderer *renderer = coir_renderer_for_memory(W, H);
    CoirPainter *painter = coir_painter_new();
    CoirTextStyle style = {.scale = scaled_node ? 1 : (float)scale};
    CoirLabel *label = coir_label_new_with_style(text, &style);
    assert_true(renderer && painter && label && coir_painter_begin(painter, view, W, H));
    if (scaled_node)
        coir_node_set_scale(&label->node, (float)scale);
    label->node.anchor = coir_vec2(0, 1);
    label->node.position = coir_vec2(5, H - 3);
    draw_on_painter(label, painter);
    assert_true(coir_painter_end(painter));
    if (!(coir_renderer_begin(renderer, background) && coir_renderer_draw(renderer, painter) &&
          coir_renderer_end(renderer)))
        fail_msg("%s", coir_error());
    SDL_Surface *picture = picture_of(renderer);
    assert_shapes(picture, text, 5, 3, scale);
    SDL_FreeSurface(picture);
    coir_painter_destroy(painter);
    coir_renderer_destroy(renderer);
}

static void the_builtin_font_is_drawn_pixel_for_pixel(void **state)
{
    (void)state;
    assert_pixels(1, false);
}

static void whole_multiples_of_the_font_size_are_crisp(void **state)
{
    (void)state;
    assert_pixels(3, false);
    assert_pixels(2, true);
    assert_pixels(3, true);
}

// Changes while drawing ----------------------------------------------------------------------------------------------

// A label, and the text that the log hook gives to the label.
typedef struct Change {
    CoirLabel *label;
    const char *text;
} Change;

static void change_text(CoirLogLevel level, const char *message, void *user)
{
    const Change *change = user;
    (void)level;
    (void)message;
    assert_true(coir_label_set_text(change->label, change->text));
}

static void a_log_hook_may_change_the_text_of_the_label_that_is_drawn(void **state)
{
    static const char *const texts[3] = {"i\ni\ni\ni", "a text that has more letters than the label has room for", ""};
    (void)state;
    for (int i = 0; i < 3; i++) {
        Change change = {make("H\nH\nH\nH"), texts[i]};
        CoirNode *node = &change.label->node;
        float width = change.label->glyphs_[3].place.width;
        node->anchor = coir_vec2(0, 0);
        node->position = coir_vec2(100, -3e37f);
        node->scale = coir_vec2(1, 4e36f); // the first line is too high for a float, the last line is visible
        coir_log_set_hook(change_text, &change);
        CoirPainter *painter = drawn(change.label);
        assert_mistake("not a finite number");
        assert_int_equal(coir_painter_stats(painter).quads, 1);
        assert_true(painter->vertices[1].x - painter->vertices[0].x == width);
        coir_painter_destroy(painter);
    }
}

static void a_log_hook_that_changes_the_text_ends_the_effects_that_are_drawn(void **state)
{
    Change change = {make("HHHHH"), "a text that has more letters than the label has effects"};
    (void)state;
    glyph_of(change.label, 0)->offset.x = NAN;
    change.label->node.position = coir_vec2(100, 50);
    coir_log_set_hook(change_text, &change);
    CoirPainter *painter = drawn(change.label);
    assert_mistake("not a finite number");
    assert_int_equal(coir_painter_stats(painter).quads, 0);
    coir_painter_destroy(painter);
}

// Memory -------------------------------------------------------------------------------------------------------------

// Makes, changes and draws a label. Returns true if every call succeeded.
static bool play(void)
{
    CoirTextStyle style = {.width = 60, .fit = true};
    CoirStage *stage = coir_stage_new();
    CoirPainter *painter = coir_painter_new();
    CoirNode *scene = coir_node_new();
    CoirLabel *label = scene ? coir_label_add(scene, "abc", 20, 20) : NULL;
    bool done = stage && painter && label && coir_label_set_format(label, "%0600d", 7) &&
                coir_label_set_style(label, &style) && glyph_of(label, 0) && coir_label_set_text(label, "short");
    if (!stage || !scene || !coir_stage_show(stage, scene))
        coir_node_destroy(scene);
    if (done)
        done = coir_stage_update(stage, 0) && coir_painter_begin(painter, upwards, WIDTH, HEIGHT);
    if (done) {
        coir_stage_draw(stage, painter);
        done = coir_painter_end(painter);
    }
    coir_stage_destroy(stage);
    coir_painter_destroy(painter);
    coir_nodes_sweep();
    coir_fonts_purge();
    coir_textures_sweep();
    return done;
}

static void every_failing_allocation_is_survived(void **state)
{
    long nth = 0;
    size_t blocks = support_blocks();
    (void)state;
    do {
        coir_error_clear();
        support_fail_allocation(++nth);
        bool done = play();
        assert_int_equal(done, !support_failed());
        if (!done)
            assert_non_null(strstr(coir_error(), "out of memory"));
        assert_int_equal(support_blocks(), blocks);
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 30);
}

static void a_failed_change_changes_nothing(void **state)
{
    static const char *const longer = "a text that is much longer than the one before it";
    CoirLabel *label = make("abc");
    float width = label->node.size.x;
    long nth = 0;
    (void)state;
    glyph_of(label, 1)->offset.y = 5;
    for (;; nth++) {
        support_fail_allocation(nth + 1);
        bool done = coir_label_set_text(label, longer);
        support_fail_allocation(0);
        if (done)
            break;
        assert_string_equal(coir_label_text(label), "abc");
        assert_true(label->node.size.x == width && count_of(label) == 3);
        assert_true(glyph_of(label, 1)->offset.y == 5);
        assert_int_equal(glyph_of(label, 2)->codepoint, 'c');
    }
    assert_int_equal(nth, 2);
    assert_string_equal(coir_label_text(label), longer);
    support_fail_allocation(1);
    assert_null(glyph_of(label, 0));
    support_fail_allocation(0);
    assert_non_null(glyph_of(label, 0));
    destroy(label);
}

static void a_first_text_that_fails_leaves_no_text(void **state)
{
    CoirLabel *other = make("so that the font is ready");
    (void)state;
    for (long nth = 1; nth <= 2; nth++) {
        CoirLabel *label = COIR_NEW(CoirLabel);
        support_fail_allocation(nth);
        assert_false(coir_label_set_text(label, "a text"));
        support_fail_allocation(0);
        assert_string_equal(coir_label_text(label), "");
        assert_true(coir_label_set_text(label, ""));
        assert_int_equal(coir_label_line_count(label), 1);
        destroy(label);
    }
    destroy(other);
}

TEST_FILE(label)
{
    const struct CMUnitTest tests[] = {
        label_test(a_label_has_the_size_of_its_text),
        label_test(a_label_can_be_made_in_its_place),
        label_test(a_format_makes_the_text),
        label_test(a_label_can_be_set_to_a_part_of_its_own_text),
        label_test(a_style_lays_the_text_out_again),
        label_test(bad_calls_change_nothing),
        label_test(labels_have_the_file_and_line_of_their_maker),
        label_test(types_can_build_on_the_label),
        label_test(a_label_without_a_text_is_empty),
        label_test(labels_hold_their_fonts),
        label_test(the_last_director_frees_the_fonts),
        label_test(a_changing_number_allocates_no_memory),
        label_test(glyphs_have_their_positions),
        label_test(effects_stay_until_the_text_or_the_style_changes),
        label_test(glyphs_are_drawn_in_one_call),
        label_test(a_label_is_tinted_as_its_node),
        label_test(effects_are_drawn),
        label_test(turned_text_shows_the_same_glyphs),
        label_test(upright_text_is_drawn_at_whole_pixels),
        label_test(the_builtin_font_is_drawn_pixel_for_pixel),
        label_test(whole_multiples_of_the_font_size_are_crisp),
        label_test(a_log_hook_may_change_the_text_of_the_label_that_is_drawn),
        label_test(a_log_hook_that_changes_the_text_ends_the_effects_that_are_drawn),
        label_test(every_failing_allocation_is_survived),
        label_test(a_failed_change_changes_nothing),
        label_test(a_first_text_that_fails_leaves_no_text),
    };
    return cmocka_run_group_tests_name("label", tests, folder_setup, folder_teardown);
}
