// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Turned pictures on SDL's software renderer: the position of their pixels, at any angle.

#include "support/quads.h"

// Returns true if a position is so near to the edge of a texel that rounding decides.
static bool is_on_edge(float coordinate)
{
    return fabsf(coordinate - floorf(coordinate + 0.5f)) < 0.02f;
}

static void assert_turned(const SDL_Surface *picture, CoirAffine m)
{
    float determinant = m.a * m.d - m.b * m.c;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float dx = (float)x + 0.5f - m.tx, dy = (float)y + 0.5f - m.ty;
            float u = (m.d * dx - m.c * dy) / determinant, v = (m.a * dy - m.b * dx) / determinant;
            bool inside = u > 0 && v > 0 && u < SIDE && v < SIDE;
            if (!is_on_edge(u) && !is_on_edge(v))
                assert_pixel(picture, x, y, inside ? texel((int)u, (int)v) : background, 0);
        }
}

// Returns the colour at a position in the texture, interpolated between the middles of texels. Texels at the edges
// repeat outwards.
static CoirColor mixed(float u, float v)
{
    float x = fminf(fmaxf(u - 0.5f, 0), SIDE - 1), y = fminf(fmaxf(v - 0.5f, 0), SIDE - 1);
    return coir_rgb((uint8_t)(x * 20 + 0.5f), (uint8_t)(y * 20 + 0.5f), 99);
}

// Like assert_turned, but for smooth pictures, which reach half a pixel beyond their edges.
static void assert_smooth(const SDL_Surface *picture, CoirAffine m)
{
    float determinant = m.a * m.d - m.b * m.c, out = 0.6f;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float dx = (float)x + 0.5f - m.tx, dy = (float)y + 0.5f - m.ty;
            float u = (m.d * dx - m.c * dy) / determinant, v = (m.a * dy - m.b * dx) / determinant;
            if (u > 0 && v > 0 && u < SIDE && v < SIDE)
                assert_pixel(picture, x, y, mixed(u, v), 2);
            else if (u < -out || v < -out || u > SIDE + out || v > SIDE + out)
                assert_pixel(picture, x, y, background, 0);
        }
}

static void a_turned_picture_is_smooth_between_pixels_too(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_LINEAR);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 200; i++) {
        CoirVertex q[4];
        float part = (float)(i % 10) / 10;
        CoirAffine m = affine_of((Turn){20 + part, 15 - part, (float)(i * 29) + 1.3f, i % 2, 1});
        set_turned(q, m, 0, 0);
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        assert_smooth(picture, m);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static void a_turned_picture_is_exact_between_pixels_too(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        float part = (float)(i % 10) / 10;
        CoirAffine m = affine_of((Turn){20 + part, 15 - part, (float)(i * 29) + 1.3f, i % 2, 1});
        set_turned(q, m, 0, 0);
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        assert_turned(picture, m);
        SDL_FreeSurface(picture);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

static void slightly_turned_is_exact_too(void **state)
{
    CoirTexture *texture = make_texture(255, COIR_FILTER_NEAREST);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = -20; i <= 20; i++) {
        CoirVertex q[4];
        CoirAffine m = affine_of((Turn){14.3f, 9.4f, 0.4f * (float)i + (i < 0 ? -0.1f : 0.1f), false, 1});
        set_turned(q, m, 0, 0);
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, q, 1);
        if (i)
            assert_turned(picture, m);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// All corners are on whole pixels.
static void sheared_pictures_and_meshes_are_exact(void **state)
{
    static const CoirAffine maps[] = {
        {1, 0, 0.5f, 1, 3, 2},     {2, 0, 0.5f, 2, 3, 2},   {2, 0.25f, 0, 1.5f, 3, 2},
        {2, 0.25f, 0.5f, 2, 3, 2}, {-2, 0, 0.5f, 2, 30, 2}, {0, 2, 2, 0.5f, 3, 2},
    };
    static const int indices[6] = {0, 1, 2, 2, 3, 0};
    (void)state;
    for (int i = 0; i < 6 * 2 * 2; i++) {
        CoirTexture *texture = make_texture(255, i % 2 ? COIR_FILTER_LINEAR : COIR_FILTER_NEAREST);
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        set_turned(q, maps[i / 4], 0, 0);
        assert_true(coir_painter_begin(drawing.painter, downwards, WIDTH, HEIGHT));
        if (i / 2 % 2)
            coir_painter_triangles(drawing.painter, texture, q, 4, indices, 6);
        else
            coir_painter_quad(drawing.painter, texture, q);
        draw(drawing);
        SDL_Surface *picture = picture_of(drawing.renderer);
        assert_turned(picture, maps[i / 4]);
        SDL_FreeSurface(picture);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

// The texture has two pixels, each of which covers half of the mesh.
static void an_enlarged_mesh_shows_the_last_pixels_too(void **state)
{
    static const int indices[6] = {0, 1, 2, 2, 3, 0};
    CoirTexture *texture = coir_texture_from_pixels(2, 1, (const uint8_t[8]){0, 0, 0, 255, 255, 255, 255, 255});
    Drawing drawing = open_drawing();
    CoirVertex q[4];
    (void)state;
    set_corners(q, 4, 3, 30, 20, COIR_WHITE);
    assert_true(coir_painter_begin(drawing.painter, downwards, WIDTH, HEIGHT));
    coir_painter_triangles(drawing.painter, texture, q, 4, indices, 6);
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int y = 3; y < 23; y++)
        for (int x = 4; x < 34; x++)
            assert_pixel(picture, x, y, x < 19 ? COIR_BLACK : COIR_WHITE, 0);
    SDL_FreeSurface(picture);
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

static void turned_neighbours_have_no_gap(void **state)
{
    uint8_t pixels[SIDE * SIDE * 4] = {0};
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[4 * i + 3] = 255;
    CoirTexture *texture = coir_texture_from_pixels(SIDE, SIDE, pixels);
    Drawing drawing = open_drawing();
    (void)state;
    for (int i = 0; i < 60; i++) {
        CoirVertex quads[9 * 4];
        CoirAffine m = affine_of((Turn){20, 15, 3 + 11 * (float)i, i % 2, 0.5f + 0.013f * (float)i});
        for (int k = 0; k < 9; k++)
            set_turned(quads + 4 * k, m, SIDE * ((float)(k % 3) - 1.5f), SIDE * ((float)(k / 3) - 1.5f));
        SDL_Surface *picture = picture_after(drawing, 3, texture, COIR_BLEND_ALPHA, quads, 9);
        float reach = 1.5f * SIDE * (0.5f + 0.013f * (float)i) - 1;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                if (hypotf((float)x - 19.5f, (float)y - 14.5f) < reach)
                    assert_pixel(picture, x, y, COIR_BLACK, 0);
        SDL_FreeSurface(picture);
    }
    coir_texture_destroy(texture);
    close_drawing(drawing);
}

// In its first frame the picture is drawn as geometry, from the second frame on by turning a cutout (soft/software.c).
// The two ways round differently at the edges of the picture, so only its inside is compared. The picture has one
// colour.
static void a_turned_picture_blends_as_geometry_does(void **state)
{
    uint8_t pixels[SIDE * SIDE * 4];
    for (int i = 0; i < SIDE * SIDE * 4; i++)
        pixels[i] = i % 4 == 3 ? 200 : (uint8_t)(40 + 60 * (i % 4));
    (void)state;
    for (int i = 0; i < COIR_BLEND_COUNT * 2; i++) {
        CoirTexture *texture = coir_texture_from_pixels(SIDE, SIDE, pixels);
        Drawing drawing = open_drawing();
        CoirVertex q[4];
        set_turned(q, affine_of((Turn){20, 3, 40, false, 1.5f}), 0, 0);
        for (int k = 0; k < 4 && i % 2; k++)
            q[k].color = coir_rgba(200, 100, 255, 90);
        SDL_Surface *first = picture_after(drawing, 1, texture, (CoirBlend)(i / 2), q, 1);
        SDL_Surface *later = picture_after(drawing, 2, texture, (CoirBlend)(i / 2), q, 1);
        for (int y = 15; y < 18; y++)
            for (int x = 18; x < 24; x++)
                assert_pixel(later, x, y, pixel_of(first, x, y), 3);
        for (int y = 0; y < HEIGHT; y += HEIGHT - 1)
            for (int x = 0; x < WIDTH; x++)
                assert_pixel(later, x, y, background, 0);
        SDL_FreeSurface(first);
        SDL_FreeSurface(later);
        coir_texture_destroy(texture);
        close_drawing(drawing);
    }
}

TEST_FILE(software_turned)
{
    const struct CMUnitTest tests[] = {
        support_test(a_turned_picture_is_smooth_between_pixels_too),
        support_test(a_turned_picture_is_exact_between_pixels_too),
        support_test(slightly_turned_is_exact_too),
        support_test(sheared_pictures_and_meshes_are_exact),
        support_test(an_enlarged_mesh_shows_the_last_pixels_too),
        support_test(turned_neighbours_have_no_gap),
        support_test(a_turned_picture_blends_as_geometry_does),
    };
    return cmocka_run_group_tests_name("software_turned", tests, folder_setup, folder_teardown);
}
