// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Large pictures and meshes on SDL's software renderer, which computes in integers of 32 bits. Each pixel must show the
// right part of the right picture: in the first frame, which is drawn as triangles, and later, when a picture may be
// drawn as a cutout (src/draw/soft/cutouts.h).

#include "support/quads.h"

#define ACROSS 960
#define DOWN 540

typedef struct Theatre {
    CoirRenderer *renderer;
    CoirPainter *painter;
    CoirTexture *others[3], *texture; // small textures are on one page, `texture` to the right of `others`
} Theatre;

static const CoirColor quarters[4] = {{200, 0, 0, 255}, {0, 200, 0, 255}, {200, 200, 0, 255}, {200, 200, 200, 255}};
static const CoirColor other = {0, 0, 255, 255}; // the only colour without red and with blue

static CoirTexture *make(int size, const CoirColor colors[4])
{
    uint8_t *pixels = malloc((size_t)size * (size_t)size * 4);
    assert_non_null(pixels);
    for (int i = 0; i < size * size; i++)
        memcpy(pixels + 4 * i, &colors[i % size / (size / 2) + 2 * (i / size / (size / 2))], 4);
    CoirTexture *texture = coir_texture_from_pixels(size, size, pixels);
    free(pixels);
    assert_non_null(texture);
    return texture;
}

static Theatre open_theatre(int size)
{
    const CoirColor blue[4] = {other, other, other, other};
    Theatre theatre = {coir_renderer_for_memory(ACROSS, DOWN), coir_painter_new(), {NULL}, NULL};
    assert_true(theatre.renderer && theatre.painter);
    for (int i = 0; i < 3; i++)
        theatre.others[i] = make(size < 500 ? size : 500, blue);
    theatre.texture = make(size, quarters);
    return theatre;
}

static void close_theatre(Theatre theatre)
{
    coir_painter_destroy(theatre.painter);
    coir_texture_destroy(theatre.texture);
    for (int i = 0; i < 3; i++)
        coir_texture_destroy(theatre.others[i]);
    coir_textures_sweep();
    coir_renderer_destroy(theatre.renderer);
}

// Draws one frame with a quad or, if `indices` is not NULL, a mesh.
static void draw_frame(Theatre theatre, CoirTexture *texture, const CoirVertex *vertices, int count, const int *indices,
                       int index_count)
{
    assert_true(coir_painter_begin(theatre.painter, downwards, ACROSS, DOWN));
    if (indices)
        coir_painter_triangles(theatre.painter, texture, vertices, count, indices, index_count);
    else
        coir_painter_quad(theatre.painter, texture, vertices);
    assert_true(coir_painter_end(theatre.painter) && coir_renderer_begin(theatre.renderer, COIR_BLACK));
    if (!coir_renderer_draw(theatre.renderer, theatre.painter) || !coir_renderer_end(theatre.renderer))
        fail_msg("%s", coir_error());
}

// Returns the position of a pixel in the picture: from 0 to 1 inside the picture. `m` maps the picture to the target.
static CoirVec2 place_of(CoirAffine m, int x, int y)
{
    double dx = x + 0.5 - (double)m.tx, dy = y + 0.5 - (double)m.ty;
    double a = (double)m.a, b = (double)m.b, c = (double)m.c, d = (double)m.d, determinant = a * d - b * c;
    return coir_vec2((float)((d * dx - c * dy) / determinant), (float)((a * dy - b * dx) / determinant));
}

static bool is_near_line(float place, float margin)
{
    return fabsf(place) < margin || fabsf(place - 0.5f) < margin || fabsf(place - 1) < margin;
}

// Checks each pixel that is farther than `margin` from the edges of the quarters; in a slow build, of some rows only.
// `margin` is a part of the picture's size.
static void assert_quarters(Theatre theatre, CoirAffine m, float margin)
{
    SDL_Surface *picture = picture_of(theatre.renderer);
    for (int y = 0; y < DOWN; y += SUPPORT_STEP)
        for (int x = 0; x < ACROSS; x++) {
            CoirVec2 p = place_of(m, x, y);
            bool inside = p.x >= 0 && p.y >= 0 && p.x < 1 && p.y < 1;
            CoirColor seen = pixel_of(picture, x, y);
            assert_true(seen.b == 0 || seen.r > 0); // blue without red is another texture
            if (!is_near_line(p.x, margin) && !is_near_line(p.y, margin))
                assert_pixel(picture, x, y, inside ? quarters[(p.x >= 0.5f) + 2 * (p.y >= 0.5f)] : COIR_BLACK, 0);
        }
    SDL_FreeSurface(picture);
}

static CoirAffine placed(float x, float y, float size, float degrees)
{
    CoirAffine m = affine_of((Turn){x, y, degrees, false, size});
    CoirVec2 middle = coir_affine_apply(m, coir_vec2(0.5f, 0.5f));
    m.tx += x - middle.x;
    m.ty += y - middle.y;
    return m;
}

static void set_quad(CoirVertex q[4], CoirAffine m)
{
    for (int i = 0; i < 4; i++) {
        CoirVec2 p = coir_affine_apply(m, unit[i]);
        CoirVertex vertex = {p.x, p.y, COIR_WHITE, unit[i].x, unit[i].y};
        q[i] = vertex;
    }
}

// Checks the first frame and the third frame, in which the picture may be drawn as a cutout.
static void assert_shown(Theatre theatre, CoirAffine m, float margin)
{
    CoirVertex q[4];
    set_quad(q, m);
    for (int frame = 0; frame < 3; frame++) {
        draw_frame(theatre, theatre.texture, q, 4, NULL, 0);
        if (frame != 1)
            assert_quarters(theatre, m, margin);
    }
}

// A slow build draws only the largest pictures, with two of the six transforms.
static void large_rotated_pictures_have_the_right_pixels(void **state)
{
    static const int sizes[] = {2048, 1024, 512, 500};
    (void)state;
    for (int i = 0; i < 4; i += SUPPORT_STEP)
        for (int k = 0; k < 6; k += SUPPORT_STEP) {
            Theatre theatre = open_theatre(sizes[i]);
            float size = (float)sizes[i] * (k % 3 == 0 ? 1 : k % 3 == 1 ? 2 : 3);
            CoirAffine m = k < 3 ? placed(480, 270, size, 30) : placed(100, 500, size, 200);
            assert_shown(theatre, m, 1.5f / (float)sizes[i] + 1.5f / size); // 1.5 pixels of texture and target
            close_theatre(theatre);
        }
}

static void huge_upright_pictures_have_the_right_pixels(void **state)
{
    static const float sizes[] = {2900, 3000, 20000, 1e6f, 1e9f};
    (void)state;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            Theatre theatre = open_theatre(64);
            float off = k == 0 ? 0 : k == 1 ? 100 : 0.4f * sizes[i];
            assert_shown(theatre, placed(480 + off, 270 - off, sizes[i], 0), 1.5f / sizes[i] + 2e-7f);
            close_theatre(theatre);
        }
}

static void huge_rotated_pictures_have_the_right_pixels(void **state)
{
    static const float sizes[] = {3000, 12000, 1e6f};
    (void)state;
    for (int i = 0; i < 3; i++) {
        Theatre theatre = open_theatre(64);
        assert_shown(theatre, placed(480, 270, sizes[i], 30), (i == 2 ? 3 : 2) / sizes[i]);
        close_theatre(theatre);
    }
}

// Sets a mesh of 3 x 3 corners and eight triangles.
static void set_mesh(CoirVertex mesh[9], int indices[24], CoirAffine m)
{
    for (int i = 0; i < 9; i++) {
        CoirVec2 at = {(float)(i % 3) / 2, (float)(i / 3) / 2}, p = coir_affine_apply(m, at);
        CoirVertex vertex = {p.x, p.y, COIR_WHITE, at.x, at.y};
        mesh[i] = vertex;
    }
    for (int i = 0; i < 4; i++) {
        int from = i % 2 + 3 * (i / 2);
        const int corners[6] = {from, from + 1, from + 4, from + 4, from + 3, from};
        memcpy(indices + 6 * i, corners, sizeof corners);
    }
}

static void large_meshes_have_the_right_pixels(void **state)
{
    static const int sizes[] = {64, 512, 2048};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            Theatre theatre = open_theatre(sizes[i]);
            float size = k % 2 ? 3000 : 40000;
            CoirAffine m = placed(480, 270, size, k < 2 ? 0 : 40);
            CoirVertex mesh[9];
            int indices[24];
            set_mesh(mesh, indices, m);
            draw_frame(theatre, theatre.texture, mesh, 9, indices, 24);
            assert_quarters(theatre, m, 0.6f / (float)sizes[i] + 1 / size);
            close_theatre(theatre);
        }
}

// A large picture is drawn in pieces, and SDL truncates the texture positions at the corners of each piece to whole
// pixels. No pixel may be off by more than one pixel of the texture. The mean error in x must be less than 0.1 pixels:
// the truncation must not move the picture.
static void each_pixel_is_at_its_position(void **state)
{
    static uint8_t pixels[256 * 256 * 4];
    double sum = 0;
    (void)state;
    for (int i = 0; i < 256 * 256; i++) {
        const uint8_t pixel[4] = {(uint8_t)(i % 256), (uint8_t)(i / 256), 255, 255};
        memcpy(pixels + 4 * i, pixel, 4);
    }
    Theatre theatre = open_theatre(64);
    CoirTexture *texture = coir_texture_from_pixels(256, 256, pixels);
    CoirAffine m = placed(480, 270, 1800, 40);
    CoirVertex q[4];
    set_quad(q, m);
    draw_frame(theatre, texture, q, 4, NULL, 0);
    SDL_Surface *picture = picture_of(theatre.renderer);
    for (int y = 0; y < DOWN; y++)
        for (int x = 0; x < ACROSS; x++) {
            CoirVec2 p = place_of(m, x, y);
            CoirColor expected = coir_rgb((uint8_t)(256 * p.x), (uint8_t)(256 * p.y), 255);
            assert_pixel(picture, x, y, expected, 1);
            sum += pixel_of(picture, x, y).r - expected.r;
        }
    assert_true(fabs(sum) < 0.1 * ACROSS * DOWN);
    SDL_FreeSurface(picture);
    coir_texture_destroy(texture);
    close_theatre(theatre);
}

// The mesh is half transparent: a gap between two pieces would show, and so would a pixel that two pieces draw.
static void pieces_leave_no_seams(void **state)
{
    const CoirColor half = {255, 255, 255, 128};
    const CoirColor all[4] = {half, half, half, half};
    (void)state;
    for (int i = 0; i < 12; i++) {
        Theatre theatre = open_theatre(64);
        CoirTexture *texture = i % 2 ? make(1024, all) : make(64, all);
        CoirVertex mesh[9];
        int indices[24];
        set_mesh(mesh, indices, placed(470.3f, 260.7f, 3000 + 313 * (float)i, 7 + 31 * (float)i));
        draw_frame(theatre, texture, mesh, 9, indices, 24);
        SDL_Surface *picture = picture_of(theatre.renderer);
        for (int y = 0; y < DOWN; y += SUPPORT_STEP)
            for (int x = 0; x < ACROSS; x++)
                assert_pixel(picture, x, y, coir_rgb(128, 128, 128), 1);
        SDL_FreeSurface(picture);
        coir_texture_destroy(texture);
        close_theatre(theatre);
    }
}

static void a_sliver_as_long_as_numbers_go_is_drawn_in_time(void **state)
{
    static const float lengths[] = {1e5f, 1e9f, 2e12f, 1e30f};
    Theatre theatre = open_theatre(64);
    (void)state;
    for (int i = 0; i < 4 * 2; i++) {
        float size = lengths[i / 2];
        const CoirVertex sliver[3] = {{-size, 100, COIR_WHITE, 0, 0},
                                      {size, 100, COIR_BLACK, 1, 0},
                                      {size, i % 2 ? 103 : size, COIR_BLACK, 1, 1}};
        draw_frame(theatre, i < 4 ? theatre.texture : NULL, sliver, 3, (const int[3]){0, 1, 2}, 3);
    }
    close_theatre(theatre);
}

// The mesh goes from black at the left to white at the right.
static void a_large_mesh_of_colours_has_the_right_colours(void **state)
{
    Theatre theatre = open_theatre(64);
    (void)state;
    for (int i = 0; i < 2; i++) {
        float size = i ? 1e5f : 4000;
        CoirVertex corners[3] = {
            {0, -size, COIR_BLACK, 0, 0}, {ACROSS, 0, COIR_WHITE, 0, 0}, {0, size, COIR_BLACK, 0, 0}};
        draw_frame(theatre, NULL, corners, 3, (const int[3]){0, 1, 2}, 3);
        SDL_Surface *picture = picture_of(theatre.renderer);
        for (int x = 0; x < ACROSS - 200; x += 10) {
            uint8_t grey = (uint8_t)(255 * x / ACROSS);
            assert_pixel(picture, x, 20, coir_rgb(grey, grey, grey), 2);
        }
        SDL_FreeSurface(picture);
    }
    close_theatre(theatre);
}

// The picture is less than a pixel wide. The upper edge is level and the side edge is slanted, so the picture cannot be
// drawn as a picture that is turned about a point.
static void a_thin_sheared_picture_is_drawn(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = coir_texture_from_pixels(1, 1, (const uint8_t[4]){0, 0, 0, 255});
    (void)state;
    for (int i = 0; i < 2; i++) {
        float y = i ? 1e-7f : 0;
        const CoirVertex q[4] = {{10.2f, 5, COIR_WHITE, 0, 0},
                                 {10.7f, 5 + y, COIR_WHITE, 1, 0},
                                 {10.77f, 15 + y, COIR_WHITE, 1, 1},
                                 {10.27f, 15, COIR_WHITE, 0, 1}};
        SDL_Surface *first = picture_after(drawing, 1, texture, COIR_BLEND_ALPHA, q, 1);
        SDL_Surface *later = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        assert_pixel(first, 10, 8, COIR_BLACK, 0);
        assert_same(later, first, 0);
        SDL_FreeSurface(first);
        SDL_FreeSurface(later);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

TEST_FILE(triangles)
{
    const struct CMUnitTest tests[] = {
        support_test(large_rotated_pictures_have_the_right_pixels),
        support_test(huge_upright_pictures_have_the_right_pixels),
        support_test(huge_rotated_pictures_have_the_right_pixels),
        support_test(large_meshes_have_the_right_pixels),
        support_test(each_pixel_is_at_its_position),
        support_test(pieces_leave_no_seams),
        support_test(a_sliver_as_long_as_numbers_go_is_drawn_in_time),
        support_test(a_large_mesh_of_colours_has_the_right_colours),
        support_test(a_thin_sheared_picture_is_drawn),
    };
    return cmocka_run_group_tests_name("triangles", tests, folder_setup, folder_teardown);
}
