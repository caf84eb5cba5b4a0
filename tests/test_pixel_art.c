// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A director for pixel art: pictures are drawn with the nearest filter, at whole positions.

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "media/texture.h"
#include "support/folder.h"

#define WIDTH 64
#define HEIGHT 32
#define SIZE 10.0f // drawn size of a pixel of the texture

static const uint8_t black_and_white[8] = {0, 0, 0, 255, 255, 255, 255, 255};

static CoirDirector *open_director(bool pixel_art)
{
    CoirDirectorDef def = {.headless = true, .width = WIDTH, .height = HEIGHT, .pixel_art = pixel_art};
    def.background = coir_rgb(0, 0, 255);
    CoirDirector *director = coir_director_create(&def);
    if (!director)
        fail_msg("%s", coir_error());
    return director;
}

static CoirTexture *texture_of_two(void)
{
    CoirTexture *texture = coir_texture_from_pixels(2, 1, black_and_white);
    assert_non_null(texture);
    return texture;
}

// Shows a sprite of two pixels with its lower left corner at `x`, `y`.
static void show_at(CoirDirector *director, CoirTexture *texture, float x, float y)
{
    CoirNode *scene = coir_node_new();
    CoirSprite *sprite = coir_sprite_with_texture(texture);
    assert_true(scene && sprite && coir_node_add(scene, &sprite->node));
    coir_node_set_scale(&sprite->node, SIZE);
    sprite->node.anchor = coir_vec2(0, 0);
    sprite->node.position = coir_vec2(x, y);
    assert_true(coir_director_show(director, scene));
    assert_true(coir_director_frame(director, 0));
}

static SDL_Surface *look(CoirDirector *director)
{
    if (!coir_director_screenshot(director, folder_path("look.png")))
        fail_msg("%s", coir_error());
    SDL_Surface *loaded = IMG_Load(folder_path("look.png"));
    SDL_Surface *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_non_null(picture);
    SDL_FreeSurface(loaded);
    return picture;
}

static Uint32 pixel(const SDL_Surface *picture, int x, int y)
{
    return ((const Uint32 *)picture->pixels)[y * picture->pitch / 4 + x] & 0xffffff;
}

// Returns true if the frame shows nothing but the background and the two pixels of the sprite, with sharp edges: the
// black pixel on the left, the white pixel on the right. `x`, `y` is the lower left corner of the sprite.
static bool is_sharp_at(CoirDirector *director, int x, int y)
{
    SDL_Surface *picture = look(director);
    int wrong = 0;
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            int across = column - x, up = HEIGHT - 1 - row - y;
            bool inside = across >= 0 && across < 2 * (int)SIZE && up >= 0 && up < (int)SIZE;
            Uint32 expected = !inside ? 0x0000ff : across < (int)SIZE ? 0x000000 : 0xffffff;
            wrong += pixel(picture, column, row) != expected;
        }
    SDL_FreeSurface(picture);
    return wrong == 0;
}

static bool has_greys(CoirDirector *director)
{
    SDL_Surface *picture = look(director);
    int greys = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        Uint32 found = pixel(picture, i % WIDTH, i / WIDTH);
        greys += found != 0x0000ff && found != 0x000000 && found != 0xffffff;
    }
    SDL_FreeSurface(picture);
    return greys > 0;
}

static void close_director(CoirDirector *director, CoirTexture *texture)
{
    coir_texture_destroy(texture);
    coir_director_destroy(director);
    coir_textures_sweep();
    assert_int_equal(coir_pages_each(NULL, NULL), 0);
}

static void pictures_are_sharp_and_at_whole_positions(void **state)
{
    static const float xs[] = {10, 10.2f, 10.49f, 10.6f, 9.7f}, ys[] = {5, 5.3f, 4.8f, 5.4f, 5.2f};
    static const int columns[] = {10, 10, 10, 11, 10};
    CoirDirector *director = open_director(true);
    CoirTexture *texture = texture_of_two();
    (void)state;
    for (int i = 0; i < 5; i++) {
        show_at(director, texture, xs[i], ys[i]);
        assert_true(is_sharp_at(director, columns[i], 5));
    }
    close_director(director, texture);
}

static void without_pixel_art_positions_are_not_rounded(void **state)
{
    CoirDirector *director = open_director(false);
    CoirTexture *texture = texture_of_two();
    (void)state;
    show_at(director, texture, 10, 5);
    assert_true(has_greys(director));
    close_director(director, texture);
}

static void moving_nodes_are_drawn_at_whole_positions_in_each_frame(void **state)
{
    CoirDirector *director = open_director(true);
    CoirTexture *texture = texture_of_two();
    (void)state;
    show_at(director, texture, 10, 5);
    CoirNode *sprite = coir_node_first_child(coir_director_scene(director));
    for (int i = 0; i < 60; i++) {
        float x = 10.03f + (float)i * 0.17f;
        sprite->position.x = x;
        assert_true(coir_director_frame(director, 0.01));
        assert_true(is_sharp_at(director, (int)floorf(x + 0.5f), 5));
    }
    close_director(director, texture);
}

// A node with a draw hook that draws `texture`.
typedef struct Artist {
    CoirNode node;
    CoirTexture *texture;
} Artist;

static void artist_draw(CoirNode *node, CoirPainter *painter)
{
    Artist *self = (Artist *)node;
    coir_painter_image(painter, self->texture, coir_rect(10.3f, 4.6f, 2 * SIZE, SIZE));
}

static COIR_NODE_CLASS(Artist, .draw = artist_draw);

static void drawing_of_own_node_types_is_at_whole_positions(void **state)
{
    CoirDirector *director = open_director(true);
    CoirTexture *texture = texture_of_two();
    Artist *artist = COIR_NEW(Artist);
    (void)state;
    assert_non_null(artist);
    artist->texture = texture;
    assert_true(coir_director_show(director, &artist->node));
    assert_true(coir_director_frame(director, 0));
    assert_true(is_sharp_at(director, 10, 5));
    close_director(director, texture);
}

static void a_texture_may_have_another_filter(void **state)
{
    CoirDirector *director = open_director(true);
    CoirTexture *texture = texture_of_two();
    (void)state;
    assert_true(coir_texture_set_filter(texture, COIR_FILTER_LINEAR));
    show_at(director, texture, 10, 5);
    assert_true(has_greys(director));
    close_director(director, texture);
}

static void pixel_art_counts_for_all_directors_until_the_last_is_destroyed(void **state)
{
    CoirDirector *smooth = open_director(false);
    CoirTexture *texture = texture_of_two();
    (void)state;
    show_at(smooth, texture, 10, 5);
    assert_true(has_greys(smooth));
    CoirDirector *sharp = open_director(true);
    assert_true(coir_director_frame(smooth, 0));
    assert_true(is_sharp_at(smooth, 10, 5));
    coir_director_destroy(sharp);
    assert_true(coir_director_frame(smooth, 0));
    assert_true(is_sharp_at(smooth, 10, 5));
    coir_director_destroy(smooth);
    smooth = open_director(false);
    show_at(smooth, texture, 10, 5);
    assert_true(has_greys(smooth));
    close_director(smooth, texture);
}

static void without_memory_nothing_changes(void **state)
{
    CoirDirector *director = open_director(false);
    CoirTexture *texture = texture_of_two();
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        CoirDirectorDef def = {.headless = true, .width = WIDTH, .height = HEIGHT, .pixel_art = true};
        support_fail_allocation(nth);
        CoirDirector *sharp = coir_director_create(&def);
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(sharp == NULL, failed);
        assert_int_equal(strstr(coir_error(), "out of memory") != NULL, failed);
        assert_int_equal(texture->place.page->filter, failed ? COIR_FILTER_LINEAR : COIR_FILTER_NEAREST);
        coir_error_clear();
        coir_director_destroy(sharp);
    }
    assert_true(nth > 5);
    close_director(director, texture);
}

TEST_FILE(pixel_art)
{
    const struct CMUnitTest tests[] = {
        support_test(pictures_are_sharp_and_at_whole_positions),
        support_test(without_pixel_art_positions_are_not_rounded),
        support_test(moving_nodes_are_drawn_at_whole_positions_in_each_frame),
        support_test(drawing_of_own_node_types_is_at_whole_positions),
        support_test(a_texture_may_have_another_filter),
        support_test(pixel_art_counts_for_all_directors_until_the_last_is_destroyed),
        support_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests_name("pixel_art", tests, folder_setup, folder_teardown);
}
