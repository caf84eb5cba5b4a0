// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The comparison of golden pictures with pictures of an SDL that rounds differently (difference.h). Differences of
// rounding, at edges and in blending, are accepted. Shapes that are missing, moved or tinted are refused.

#include "support/support.h"

#include <string.h>

#include "difference.h"

#define WIDTH 400
#define HEIGHT 300

typedef struct Look {
    double shift;            // shift of the disc and the bar in pixels
    int sprite_x, sprite_y;  // position of a sprite of 40 x 40 pixels
    int line;                // length of a line in pixels
    int tint;                // added red in a rectangle
    int noise;               // added blue in every third pixel
    bool no_letter, a_speck; // true if the letter is missing; true for an additional pixel
} Look;

static const Look as_it_is = {.sprite_x = 300, .sprite_y = 40, .line = 200};

static Uint32 *pixel(SDL_Surface *picture, int x, int y)
{
    return (Uint32 *)picture->pixels + y * picture->pitch / 4 + x;
}

static void put(SDL_Surface *picture, int x, int y, int r, int g, int b)
{
    *pixel(picture, x, y) = SDL_MapRGBA(picture->format, (Uint8)r, (Uint8)g, (Uint8)b, 255);
}

static void fill(SDL_Surface *picture, SDL_Rect where, int r, int g, int b)
{
    SDL_FillRect(picture, &where, SDL_MapRGBA(picture->format, (Uint8)r, (Uint8)g, (Uint8)b, 255));
}

// Draws a disc and a turned bar, both without smooth edges.
static void draw_edges(SDL_Surface *picture, double shift)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double dx = x - 80 + shift, dy = y - 80 + shift, along = dx + dy - 100;
            if (dx * dx + dy * dy < 50 * 50)
                put(picture, x, y, 220, 160, 30);
            if (along * along < 64 && dx > 20 && dx < 180)
                put(picture, x, y, 30, 180, 200);
        }
}

static SDL_Surface *draw(Look look)
{
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGBA32);
    assert_non_null(picture);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            put(picture, x, y, 20 + y / 4, 30, 90 + x / 8 + ((x + y) % 3 ? 0 : look.noise));
    draw_edges(picture, look.shift);
    for (int i = 0; i < 40 * 40; i++)
        put(picture, look.sprite_x + i % 40, look.sprite_y + i / 40, i % 40 / 4 % 2 * 200, i / 160 % 2 * 200, 60);
    fill(picture, (SDL_Rect){20, 250, look.line, 1}, 230, 230, 230);
    fill(picture, (SDL_Rect){300, 200, 60, 60}, 100 + look.tint, 100, 100);
    if (!look.no_letter) {
        fill(picture, (SDL_Rect){200, 20, 3, 12}, 250, 250, 250);
        fill(picture, (SDL_Rect){200, 29, 10, 3}, 250, 250, 250);
    }
    if (look.a_speck)
        put(picture, 350, 150, 255, 255, 255);
    return picture;
}

// Returns true if only edges differ from `as_it_is`. Checks that swapping the pictures changes nothing.
static bool is_of_edges(Look look)
{
    SDL_Surface *a = draw(as_it_is), *b = draw(look);
    Difference there = difference_of(a, b, DIFFERENCE_OF_EDGES), back = difference_of(b, a, DIFFERENCE_OF_EDGES);
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
    assert_true(there.not_edges == back.not_edges && there.beyond == back.beyond && there.most == back.most);
    return difference_is_of_edges(&there);
}

static void equal_pictures_do_not_differ(void **state)
{
    SDL_Surface *a = draw(as_it_is), *b = draw(as_it_is);
    Difference none = difference_of(a, b, 0);
    (void)state;
    assert_int_equal(none.pixels, WIDTH * HEIGHT);
    assert_int_equal(none.differing + none.beyond + none.not_edges + none.most, 0);
    assert_true(difference_is_small(&none, 0) && difference_is_of_edges(&none));
    *pixel(b, 7, 9) ^= SDL_MapRGBA(b->format, 0, 64, 0, 0);
    Difference one = difference_of(a, b, 2);
    assert_true(one.differing == 1 && one.beyond == 1 && one.most == 64 && one.x == 7 && one.y == 9);
    assert_false(difference_is_small(&one, 0));
    assert_true(difference_is_small(&one, 0.001));
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
}

static void edges_that_are_rounded_differently_are_accepted(void **state)
{
    (void)state;
    for (double shift = -0.75; shift <= 0.75; shift += 0.25) {
        Look look = as_it_is;
        look.shift = shift;
        assert_true(is_of_edges(look));
    }
}

static void blending_that_is_rounded_differently_is_accepted(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.noise = 9;
    assert_true(is_of_edges(look));
    look.noise = 40;
    assert_false(is_of_edges(look));
}

static void single_pixels_are_accepted(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.a_speck = true;
    assert_true(is_of_edges(look));
}

static void a_missing_line_is_refused(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.line = 0;
    assert_false(is_of_edges(look));
    look.line = 150; // a quarter of the line is missing
    assert_false(is_of_edges(look));
}

static void a_missing_letter_is_refused(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.no_letter = true;
    assert_false(is_of_edges(look));
}

static void a_moved_picture_is_refused(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.sprite_x += 3;
    assert_false(is_of_edges(look));
    look = as_it_is;
    look.sprite_y -= 3;
    assert_false(is_of_edges(look));
    look = as_it_is;
    look.shift = 3;
    assert_false(is_of_edges(look));
}

static void another_tint_is_refused(void **state)
{
    Look look = as_it_is;
    (void)state;
    look.tint = 20;
    assert_false(is_of_edges(look));
    look.tint = -20;
    assert_false(is_of_edges(look));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        support_test(equal_pictures_do_not_differ),
        support_test(edges_that_are_rounded_differently_are_accepted),
        support_test(blending_that_is_rounded_differently_is_accepted),
        support_test(single_pixels_are_accepted),
        support_test(a_missing_line_is_refused),
        support_test(a_missing_letter_is_refused),
        support_test(a_moved_picture_is_refused),
        support_test(another_tint_is_refused),
    };
    return cmocka_run_group_tests_name("difference", tests, NULL, NULL);
}
