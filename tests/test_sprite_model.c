// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Compares random trees of sprites with a plain model: the positions of the corners, the part of the texture between
// the corners, and the colour.

#include "support/support.h"

#include <math.h>

#include "coir/coir.h"
#include "draw/painter.h"
#include "media/texture.h"
#include "support/probe.h"

#define TREES 3000
#define LEVELS 4
#define SIDE 100 // width and height of the drawn area, in pixels

typedef struct Corner {
    CoirVec2 at;
    double u, v; // position in the texture, in pixels
} Corner;

static CoirTexture *texture; // 16 * 12 pixels
static CoirPainter *painter;
static CoirRandom random_numbers;

static int set_up(void **state)
{
    static const uint8_t pixels[16 * 12 * 4];
    support_setup(state);
    texture = coir_texture_from_pixels(16, 12, pixels);
    painter = coir_painter_new();
    random_numbers = coir_random(5);
    return texture && painter ? 0 : 1;
}

static int tear_down(void **state)
{
    coir_nodes_sweep();
    coir_texture_destroy(texture);
    coir_painter_destroy(painter);
    coir_textures_sweep();
    return support_teardown(state);
}

// The trees ----------------------------------------------------------------------------------------------------------

static bool chance(int of)
{
    return coir_random_int(&random_numbers, 1, of) == 1;
}

static float number(double low, double high)
{
    return (float)coir_random_range(&random_numbers, low, high);
}

static uint8_t channel(void)
{
    return (uint8_t)coir_random_int(&random_numbers, 0, 255);
}

// Leaves most properties of most nodes at their defaults, so that drawing takes each of its special paths.
static void change(CoirNode *node)
{
    node->position = coir_vec2(number(0, SIDE / LEVELS), number(0, SIDE / LEVELS));
    if (chance(3))
        node->rotation = number(-400, 400);
    if (chance(3))
        node->scale = coir_vec2(number(-2, 2), number(-2, 2));
    if (chance(4))
        node->skew = coir_vec2(chance(2) ? number(-60, 60) : 0, chance(2) ? number(-60, 60) : 0);
    if (chance(3))
        node->anchor = coir_vec2(number(-0.5, 1.5), number(-0.5, 1.5));
    if (chance(3))
        node->color = coir_rgb(channel(), channel(), channel());
    if (chance(4))
        node->color.a = channel(); // drawing ignores the alpha of a node's colour
    if (chance(3))
        node->opacity = number(0.1, 1);
    node->cascade_color = chance(2);
}

static CoirFrame random_frame(void)
{
    CoirFrame frame = {.texture = texture, .rotated = chance(3)};
    int x = coir_random_int(&random_numbers, 0, 15), y = coir_random_int(&random_numbers, 0, 11);
    int width = coir_random_int(&random_numbers, 1, 16 - x), height = coir_random_int(&random_numbers, 1, 12 - y);
    frame.region = coir_rect((float)x, (float)y, (float)width, (float)height);
    if (chance(2))
        return frame;
    frame.offset = coir_vec2((float)coir_random_int(&random_numbers, 0, 5), number(0, 5));
    frame.size.x = frame.offset.x + (float)(frame.rotated ? height : width) + (chance(2) ? number(0, 5) : 0);
    frame.size.y = frame.offset.y + (float)(frame.rotated ? width : height) + (chance(2) ? number(0, 5) : 0);
    return frame;
}

static CoirSprite *random_sprite(void)
{
    CoirFrame frame = random_frame();
    CoirSprite *sprite = coir_sprite_with_frame(&frame);
    assert_non_null(sprite);
    change(&sprite->node);
    sprite->flip_x = chance(4);
    sprite->flip_y = chance(4);
    if (chance(3))
        sprite->blend = (CoirBlend)coir_random_int(&random_numbers, 0, COIR_BLEND_COUNT - 1);
    if (chance(3))
        sprite->node.size = coir_vec2(number(1, 30), number(1, 30));
    return sprite;
}

// The model ----------------------------------------------------------------------------------------------------------

// Maps a position in the uncut picture of a frame, in pixels, to a world point and to a position in the texture.
static Corner corner_at(const CoirSprite *sprite, double x, double y)
{
    CoirFrame frame = coir_sprite_frame(sprite);
    double in_x = x - (double)frame.offset.x, in_y = y - (double)frame.offset.y;
    CoirRect r = frame.region;
    Corner corner = {.u = frame.rotated ? (double)r.x + (double)r.width - in_y : (double)r.x + in_x,
                     .v = frame.rotated ? (double)r.y + in_x : (double)r.y + in_y};
    if (sprite->flip_x)
        x = (double)frame.size.x - x;
    if (!sprite->flip_y) // y points up in a node and down in a picture
        y = (double)frame.size.y - y;
    const CoirNode *node = &sprite->node;
    corner.at = coir_node_to_world(node, coir_vec2((float)(x / (double)frame.size.x * (double)node->size.x),
                                                   (float)(y / (double)frame.size.y * (double)node->size.y)));
    return corner;
}

static void find_corners(const CoirSprite *sprite, Corner corners[4])
{
    CoirFrame frame = coir_sprite_frame(sprite);
    double width = (double)(frame.rotated ? frame.region.height : frame.region.width);
    double height = (double)(frame.rotated ? frame.region.width : frame.region.height);
    for (int i = 0; i < 4; i++)
        corners[i] = corner_at(sprite, (double)frame.offset.x + (i & 1 ? width : 0),
                               (double)frame.offset.y + (i & 2 ? height : 0));
}

// Sets red, green, blue and alpha, each from 0 to 1.
static void find_color(const CoirSprite *sprite, double color[4])
{
    const CoirNode *node = &sprite->node;
    for (int i = 0; i < 4; i++)
        color[i] = 1;
    for (const CoirNode *at = node; at && (at == node || at->cascade_color); at = coir_node_parent(at)) {
        color[0] *= at->color.r / 255.0;
        color[1] *= at->color.g / 255.0;
        color[2] *= at->color.b / 255.0;
    }
    for (const CoirNode *at = node; at; at = coir_node_parent(at))
        color[3] *= (double)at->opacity;
    for (int i = 0; i < 3 && coir_blends[sprite->blend].multiplies_colors; i++)
        color[i] *= color[3];
}

// Returns how many pixels the bounds of the corners reach into the drawn area. A negative result means that the bounds
// are outside.
static double reach_of(const Corner corners[4])
{
    float left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; i++) {
        left = fminf(left, corners[i].at.x);
        right = fmaxf(right, corners[i].at.x);
        low = fminf(low, corners[i].at.y);
        high = fmaxf(high, corners[i].at.y);
    }
    return (double)fminf(fminf(right, SIDE - left), fminf(high, SIDE - low));
}

// Comparing ----------------------------------------------------------------------------------------------------------

static bool is_near(float a, float b)
{
    return fabsf(a - b) < 0.02f + 1e-4f * fabsf(b);
}

static bool is_at(const CoirVertex *vertex, const Corner *corner)
{
    double u = (double)vertex->u * COIR_PAGE_SIZE - (double)texture->place.x;
    double v = (double)vertex->v * COIR_PAGE_SIZE - (double)texture->place.y;
    return is_near(vertex->x, corner->at.x) && is_near(vertex->y, corner->at.y) && fabs(u - corner->u) < 0.01 &&
           fabs(v - corner->v) < 0.01;
}

// Checks that four vertices are the four corners, in any order, and have the colour of the sprite. Each corner matches
// exactly one vertex, because all corners show different points of the texture.
static void assert_sprite(int tree, const CoirSprite *sprite, const Corner corners[4], const CoirVertex *vertices)
{
    double color[4];
    find_color(sprite, color);
    for (int i = 0; i < 4; i++) {
        int found = 0;
        for (int k = 0; k < 4; k++)
            found += is_at(&vertices[k], &corners[i]);
        if (found != 1)
            fail_msg("tree %d: %d corners at %g, %g show %g, %g", tree, found, (double)corners[i].at.x,
                     (double)corners[i].at.y, corners[i].u, corners[i].v);
        const uint8_t drawn[4] = {vertices[i].color.r, vertices[i].color.g, vertices[i].color.b, vertices[i].color.a};
        for (int k = 0; k < 4; k++)
            if (fabs(drawn[k] - color[k] * 255) > 4)
                fail_msg("tree %d: channel %d is %d instead of %g", tree, k, drawn[k], color[k] * 255);
    }
}

// Compares the sprites, in drawing order, with the vertices. Sprites outside of the drawn area have no vertices.
// Returns the number of sprites inside, or -1 if a sprite is so close to the border that rounding decides.
static int compare_all(int tree, CoirSprite *const *sprites, int count)
{
    int inside = 0;
    for (int i = 0; i < count; i++) {
        Corner corners[4];
        find_corners(sprites[i], corners);
        double reach = reach_of(corners);
        if (fabs(reach) < 0.05)
            return -1;
        if (reach < 0)
            continue;
        assert_true(painter->vertex_count >= 4 * (inside + 1));
        assert_sprite(tree, sprites[i], corners, painter->vertices + (ptrdiff_t)4 * inside++);
    }
    CoirPainterStats counted = coir_painter_counted(painter);
    assert_int_equal(painter->vertex_count, 4 * inside);
    assert_int_equal(counted.quads, inside);
    assert_int_equal(counted.culled, count - inside);
    return inside;
}

static void sprites_are_drawn_at_the_positions_of_the_tree(void **state)
{
    int inside = 0, outside = 0;
    (void)state;
    for (int tree = 0; tree < TREES; tree++) {
        CoirStage *stage = coir_stage_new();
        CoirNode *parent = coir_node_new();
        CoirSprite *sprites[2 * LEVELS];
        int count = 0;
        show(stage, parent);
        for (int level = coir_random_int(&random_numbers, 1, LEVELS); level > 0; level--) {
            for (int i = 0; i < 2; i++) { // the last sprite is the parent of the next level
                sprites[count] = random_sprite();
                assert_true(coir_node_add(parent, &sprites[count++]->node));
            }
            parent = &sprites[count - 1]->node;
        }
        assert_true(coir_painter_begin(painter, coir_affine_identity(), SIDE, SIDE));
        coir_stage_draw(stage, painter);
        int drawn = compare_all(tree, sprites, count);
        inside += drawn > 0 ? drawn : 0;
        outside += drawn >= 0 ? count - drawn : 0;
        coir_stage_destroy(stage);
        coir_nodes_sweep();
    }
    assert_true(inside > 2 * TREES && outside > TREES / 2);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(sprite_model)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sprites_are_drawn_at_the_positions_of_the_tree, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("sprite_model", tests, NULL, NULL);
}
