// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares each blend mode with a formula. The tests emulate a graphics device: they apply the documented formulas of
// SDL's blend modes and factors to the vertices of the painter and to the pixels of the texture. The colours of the
// pixels are first multiplied or divided by alpha, if CoirDeviceBlend.form says so. SDL's software renderer is both
// emulated and called.

#include "support/canvas.h"

#include <math.h>

#include "coir/coir.h"
#include "draw/blend.h"
#include "support/probe.h"

// Formulas -----------------------------------------------------------------------------------------------------------

// One colour channel of the picture's pixel (`texel`), of the vertex (`color`) and of the picture below (`below`), and
// the alpha of pixel and vertex. All are from 0 to 1.
typedef struct Channels {
    double texel, texel_alpha, color, alpha, below;
} Channels;

static double color_of(Channels c)
{
    return c.texel * c.color;
}

static double alpha_of(Channels c)
{
    return c.texel_alpha * c.alpha;
}

static double over(Channels c)
{
    return color_of(c) * alpha_of(c) + c.below * (1 - alpha_of(c));
}

static double added(Channels c)
{
    return fmin(color_of(c) * alpha_of(c) + c.below, 1);
}

static double multiplied(Channels c)
{
    return c.below * (color_of(c) * alpha_of(c) + 1 - alpha_of(c));
}

static double replaced(Channels c)
{
    return color_of(c);
}

static double premultiplied(Channels c)
{
    return color_of(c) * c.alpha + c.below * (1 - alpha_of(c));
}

static const struct {
    CoirBlend blend;
    const char *name;
    double (*result)(Channels c);
} formulas[] = {{COIR_BLEND_ALPHA, "COIR_BLEND_ALPHA", over},
                {COIR_BLEND_ADD, "COIR_BLEND_ADD", added},
                {COIR_BLEND_MULTIPLY, "COIR_BLEND_MULTIPLY", multiplied},
                {COIR_BLEND_NONE, "COIR_BLEND_NONE", replaced},
                {COIR_BLEND_PREMULTIPLIED, "COIR_BLEND_PREMULTIPLIED", premultiplied}};
#define FORMULAS (int)(sizeof formulas / sizeof *formulas)

// Cases --------------------------------------------------------------------------------------------------------------

// Pixels with colours that are multiplied by alpha. Such pixels are valid in all modes.
static const CoirColor texels[] = {{255, 255, 255, 255}, {90, 255, 20, 255}, {100, 60, 40, 128},
                                   {0, 0, 0, 128},       {30, 60, 15, 60},   {0, 0, 0, 0}};
static const CoirColor colors[] = {
    {255, 255, 255, 255}, {255, 255, 255, 128}, {40, 180, 90, 255}, {180, 120, 60, 100}, {200, 10, 99, 0}};
#define CASES (int)(sizeof texels / sizeof *texels * sizeof colors / sizeof *colors)

static CoirColor texel_of(int i)
{
    return texels[(size_t)i / (sizeof colors / sizeof *colors)];
}

static CoirColor color_at(int i)
{
    return colors[(size_t)i % (sizeof colors / sizeof *colors)];
}

static double part(CoirColor color, int channel)
{
    return (channel == 0 ? color.r : channel == 1 ? color.g : channel == 2 ? color.b : color.a) / 255.0;
}

static Channels channels_of(CoirColor texel, CoirColor color, int channel)
{
    return (Channels){part(texel, channel), part(texel, 3), part(color, channel), part(color, 3),
                      part(background, channel)};
}

// Emulated device ----------------------------------------------------------------------------------------------------

static double factor(int which, double color, double alpha, double below)
{
    switch (which) {
    case SDL_BLENDFACTOR_ZERO: return 0;
    case SDL_BLENDFACTOR_ONE: return 1;
    case SDL_BLENDFACTOR_SRC_COLOR: return color;
    case SDL_BLENDFACTOR_ONE_MINUS_SRC_COLOR: return 1 - color;
    case SDL_BLENDFACTOR_SRC_ALPHA: return alpha;
    case SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA: return 1 - alpha;
    case SDL_BLENDFACTOR_DST_COLOR: return below;
    case SDL_BLENDFACTOR_ONE_MINUS_DST_COLOR: return 1 - below;
    default: fail_msg("%d is no factor", which); return 0;
    }
}

static double blended(const CoirDeviceBlend *blend, double color, double alpha, double below)
{
    switch (blend->mode) {
    case SDL_BLENDMODE_NONE: return color;
    case SDL_BLENDMODE_BLEND: return color * alpha + below * (1 - alpha);
    case SDL_BLENDMODE_ADD: return fmin(color * alpha + below, 1);
    case SDL_BLENDMODE_MUL: return color * below + below * (1 - alpha);
    case SDL_BLENDMODE_INVALID:
        return fmin(
            factor(blend->drawn, color, alpha, below) * color + factor(blend->below, color, alpha, below) * below, 1);
    default: fail_msg("%d is no blend mode of SDL", blend->mode); return 0;
    }
}

static double divided(double color, double alpha)
{
    return alpha > 0 ? fmin(color / alpha, 1) : color;
}

// Returns the colour channel that the emulated device draws. `c` has the vertex colour that the painter writes.
static double emulated(CoirBlend mode, bool software, Channels c)
{
    const CoirDeviceBlend *blend = coir_device_blend(mode, software);
    if (blend->form == COIR_TEXTURE_MULTIPLIED)
        c.texel *= c.texel_alpha;
    if (blend->form == COIR_TEXTURE_DIVIDED)
        c.texel = divided(c.texel, c.texel_alpha);
    if (software && coir_blends[mode].divides_colors)
        c.color = divided(c.color, c.alpha);
    return blended(blend, color_of(c), alpha_of(c), c.below);
}

// Returns the colour of vertices that the painter computes from `color`.
static CoirColor vertex_color(CoirBlend blend, CoirColor color)
{
    CoirPainter *painter = coir_painter_new();
    assert_true(painter && coir_painter_begin(painter, upwards, WIDTH, HEIGHT));
    quad(painter, NULL, blend, coir_rect(0, 0, 9, 9), color);
    CoirColor result = painter->vertices[0].color;
    coir_painter_destroy(painter);
    return result;
}

static void assert_near(double result, double expected, double tolerance, const char *name, int i)
{
    if (fabs(result - expected) > tolerance)
        fail_msg("%s, case %d: %.3f instead of %.3f", name, i, result, expected);
}

// Tests --------------------------------------------------------------------------------------------------------------

static void each_blend_mode_has_a_row_and_a_formula(void **state)
{
    (void)state;
    assert_int_equal(FORMULAS, COIR_BLEND_COUNT);
    for (int i = 0; i < FORMULAS; i++) {
        assert_true(coir_is_blend(formulas[i].blend));
        assert_string_equal(coir_blends[formulas[i].blend].name, formulas[i].name);
    }
    for (int blend = 0; blend < COIR_BLEND_COUNT; blend++)
        assert_non_null(coir_blends[blend].name);
}

static void other_numbers_are_no_blend_modes(void **state)
{
    (void)state;
    assert_false(coir_is_blend((CoirBlend)-1));
    assert_false(coir_is_blend(COIR_BLEND_COUNT));
    assert_false(coir_is_blend((CoirBlend)99));
}

static void both_kinds_of_devices_draw_by_the_formula(void **state)
{
    (void)state;
    for (int i = 0; i < FORMULAS * CASES * 3 * 2; i++) {
        int number = i / FORMULAS / 3 / 2 % CASES, channel = i / FORMULAS / 2 % 3, software = i / FORMULAS % 2;
        CoirBlend blend = formulas[i % FORMULAS].blend;
        Channels given = channels_of(texel_of(number), color_at(number), channel), c = given;
        CoirColor color = vertex_color(blend, color_at(number));
        c.color = part(color, channel);
        c.alpha = part(color, 3);
        assert_near(emulated(blend, software, c), formulas[i % FORMULAS].result(given), 0.01,
                    formulas[i % FORMULAS].name, number);
    }
}

static void a_device_gets_the_blend_mode_of_the_table(void **state)
{
    (void)state;
    for (int i = 0; i < COIR_BLEND_COUNT * 2; i++) {
        const CoirDeviceBlend *blend = coir_device_blend((CoirBlend)(i / 2), i % 2);
        const SDL_BlendFactor drawn = (SDL_BlendFactor)blend->drawn, below = (SDL_BlendFactor)blend->below;
        const SDL_BlendOperation add = SDL_BLENDOPERATION_ADD;
        bool composed = blend->mode == SDL_BLENDMODE_INVALID;
        assert_false(composed && i % 2); // the software renderer would refuse the mode
        assert_int_equal(coir_blend_mode(blend),
                         composed ? (int)SDL_ComposeCustomBlendMode(drawn, below, add, drawn, below, add)
                                  : blend->mode);
    }
}

static void pictures_are_drawn_by_the_formula(void **state)
{
    (void)state;
    for (int i = 0; i < FORMULAS * CASES; i++) {
        CoirColor texel = texel_of(i / FORMULAS), color = color_at(i / FORMULAS);
        CoirTexture *texture = coir_texture_from_pixels(1, 1, (const uint8_t[4]){texel.r, texel.g, texel.b, texel.a});
        Drawing drawing = open_drawing();
        uint8_t expected[3];
        for (int k = 0; k < 3; k++)
            expected[k] = (uint8_t)(formulas[i % FORMULAS].result(channels_of(texel, color, k)) * 255 + 0.5);
        quad(drawing.painter, texture, formulas[i % FORMULAS].blend, coir_rect(3, 5, 10, 7), color);
        assert_drawn(drawing, (SDL_Rect){3, HEIGHT - 12, 10, 7}, coir_rgb(expected[0], expected[1], expected[2]), 4);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void edges_are_sharp_where_transparent_pixels_change_the_picture(void **state)
{
    (void)state;
    for (int i = 0; i < FORMULAS; i++) {
        Channels clear = {.texel = 1, .texel_alpha = 1, .color = 0.25, .alpha = 0, .below = 0.5};
        bool changes = formulas[i].result(clear) != 0.5, soft = false;
        Drawing drawing = open_drawing();
        coir_painter_push_blend(drawing.painter, formulas[i].blend);
        coir_painter_circle(drawing.painter, coir_vec2(20, 15), 9, COIR_WHITE);
        coir_painter_pop_blend(drawing.painter);
        assert_true(drawing.painter->vertex_count > 0);
        for (int k = 0; k < drawing.painter->vertex_count; k++)
            soft |= drawing.painter->vertices[k].color.a == 0;
        assert_int_equal(soft, !changes);
        close_drawing(drawing);
    }
}

// Also checks opaque sprites, which the library draws by another code path, without a call of their hook.
static void sprites_have_the_colours_of_other_pictures(void **state)
{
    (void)state;
    for (int i = 0; i < COIR_BLEND_COUNT * 2; i++) {
        const CoirBlend blend = (CoirBlend)(i / 2);
        const CoirColor color = coir_rgba(200, 100, 50, 255), faded = coir_rgba(200, 100, 50, 102);
        CoirStage *stage = coir_stage_new();
        CoirNode *parent = coir_node_new();
        Drawing drawing = open_drawing();
        CoirSprite *sprite = coir_sprite_with_texture(drawing.texture);
        sprite->blend = blend;
        sprite->node.color = color;
        sprite->node.opacity = i % 2 ? 0.4f : 1;
        coir_node_add(parent, &sprite->node);
        show(stage, parent);
        coir_stage_draw(stage, drawing.painter);
        assert_int_equal(drawing.painter->calls[0].blend, blend);
        const CoirColor expected = vertex_color(blend, i % 2 ? faded : color);
        for (int k = 0; k < 4; k++)
            assert_memory_equal(&drawing.painter->vertices[k].color, &expected, sizeof expected);
        coir_stage_destroy(stage);
        coir_nodes_sweep();
        close_drawing(drawing);
    }
}

TEST_FILE(blend)
{
    const struct CMUnitTest tests[] = {
        support_test(each_blend_mode_has_a_row_and_a_formula),
        support_test(other_numbers_are_no_blend_modes),
        support_test(both_kinds_of_devices_draw_by_the_formula),
        support_test(a_device_gets_the_blend_mode_of_the_table),
        support_test(pictures_are_drawn_by_the_formula),
        support_test(edges_are_sharp_where_transparent_pixels_change_the_picture),
        support_test(sprites_have_the_colours_of_other_pictures),
    };
    return cmocka_run_group_tests_name("blend", tests, folder_setup, folder_teardown);
}
