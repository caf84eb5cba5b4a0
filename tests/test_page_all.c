// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared pages under random changes: whichever textures come, go and move, each texture shows its own picture. A second
// test makes each allocation fail in turn: the failure must be reported, and later frames must be right.

#include "support/pages.h"

#include "coir/random.h"

// Random changes -----------------------------------------------------------------------------------------------------

#define SLOTS 40 // each texture is drawn to one column of the frame

typedef struct Crowd {
    Drawing drawings[2];
    CoirTexture *textures[SLOTS];
    CoirColor colors[SLOTS];
    bool is_retained[SLOTS]; // the texture is destroyed but retained, so that the texture can still be drawn
} Crowd;

static void drop(Crowd *crowd, int slot)
{
    if (!crowd->textures[slot])
        return;
    if (crowd->is_retained[slot])
        coir_texture_release(crowd->textures[slot]);
    else
        coir_texture_destroy(crowd->textures[slot]);
    crowd->textures[slot] = NULL;
}

static void make_another(Crowd *crowd, int slot, CoirRandom *random)
{
    int most = coir_random_int(random, 0, 9) ? 100 : 600;
    drop(crowd, slot);
    crowd->colors[slot] =
        coir_rgb((uint8_t)coir_random_int(random, 0, 255), (uint8_t)coir_random_int(random, 0, 255), 0);
    crowd->textures[slot] =
        plain(coir_random_int(random, 1, most), coir_random_int(random, 1, most), crowd->colors[slot]);
    crowd->is_retained[slot] = false;
}

static void change(Crowd *crowd, CoirRandom *random)
{
    int slot = coir_random_int(random, 0, SLOTS - 1);
    CoirFilter filter = (CoirFilter)coir_random_int(random, 0, 2);
    switch (coir_random_int(random, 0, 9)) {
    case 0: coir_renderer_reset(crowd->drawings[slot % 2].renderer); break;
    case 1: assert_true(coir_textures_set_filter(filter)); break;
    case 2: drop(crowd, slot); break;
    case 3:
    case 4:
        if (crowd->textures[slot])
            assert_true(coir_texture_set_filter(crowd->textures[slot], filter));
        break;
    case 5:
        if (crowd->textures[slot] && !crowd->is_retained[slot]) {
            coir_texture_retain(crowd->textures[slot]);
            coir_texture_destroy(crowd->textures[slot]);
            crowd->is_retained[slot] = true;
        }
        break;
    default: make_another(crowd, slot, random); break;
    }
}

// Draws all textures, and changes some textures before the frame ends. Checks that the frame shows the pixels from
// before the change.
static void draw_and_change(Crowd *crowd, CoirRandom *random)
{
    Drawing drawing = crowd->drawings[coir_random_int(random, 0, 1)];
    CoirColor expected[SLOTS];
    begin(drawing);
    for (int i = 0; i < SLOTS; i++) {
        expected[i] = crowd->textures[i] ? crowd->colors[i] : background;
        coir_painter_image(drawing.painter, crowd->textures[i], coir_rect((float)i, 0, 1, HEIGHT));
    }
    for (int i = coir_random_int(random, 0, 3); i > 0; i--)
        change(crowd, random);
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int x = 0; x < SLOTS; x++)
        assert_pixel(picture, x, 7, expected[x], 0);
    SDL_FreeSurface(picture);
    coir_textures_sweep();
}

static void each_texture_shows_its_own_picture_through_random_changes(void **state)
{
    static Crowd crowd;
    CoirRandom random = coir_random(4);
    (void)state;
    for (int i = 0; i < 2; i++)
        crowd.drawings[i] = open_drawing();
    for (int i = 0; i < 300; i++) {
        for (int k = coir_random_int(&random, 0, 5); k > 0; k--)
            change(&crowd, &random);
        draw_and_change(&crowd, &random);
    }
    for (int i = 0; i < SLOTS; i++)
        drop(&crowd, i);
    assert_true(coir_textures_set_filter(COIR_FILTER_LINEAR));
    for (int i = 0; i < 2; i++)
        close_drawing(crowd.drawings[i]);
    assert_int_equal(look().count, 0);
}

// Memory -------------------------------------------------------------------------------------------------------------

#define COUNT 3
#define SIDE 20

// Draws, moves textures to other pages, and draws again. Returns true if everything succeeded.
static bool play(Drawing drawing, CoirTexture *const *textures, int count)
{
    bool ok = count == COUNT;
    for (int frame = 0; frame < 2; frame++) {
        begin(drawing);
        for (int i = 0; i < count; i++)
            coir_painter_image(drawing.painter, textures[i], coir_rect((float)(3 * i), 0, 3, HEIGHT));
        quad(drawing.painter, textures[0], COIR_BLEND_MULTIPLY, coir_rect(0, 0, 1, 1), COIR_WHITE);
        quad(drawing.painter, textures[0], COIR_BLEND_PREMULTIPLIED, coir_rect(0, 0, 1, 1), COIR_WHITE);
        CoirFilter before = coir_texture_filter(textures[0]), filter = frame ? COIR_FILTER_LINEAR : COIR_FILTER_NEAREST;
        bool moved = coir_texture_set_filter(textures[0], filter);
        assert_int_equal(coir_texture_filter(textures[0]), moved ? filter : before);
        bool moved_all = coir_textures_set_filter(frame ? COIR_FILTER_DEFAULT : COIR_FILTER_NEAREST);
        bool drawn = coir_painter_end(drawing.painter);
        drawn = coir_renderer_begin(drawing.renderer, background) &&
                coir_renderer_draw(drawing.renderer, drawing.painter) && coir_renderer_end(drawing.renderer) && drawn;
        ok = ok && moved && moved_all && drawn;
        coir_textures_sweep();
    }
    return ok;
}

static void every_failing_allocation_is_survived_and_reported(void **state)
{
    static CoirColor pixels[SIDE * SIDE];
    long nth = 1;
    (void)state;
    for (bool failed = true; failed; nth++) {
        Drawing drawing = open_drawing();
        CoirTexture *textures[COUNT];
        int count = 0, missing = 0;
        for (int i = 0; i < SIDE * SIDE; i++)
            pixels[i] = coir_rgb(3, 4, 5);
        support_fail_allocation(nth);
        for (int i = 0; i < COUNT; i++) {
            textures[count] = coir_texture_from_pixels(SIDE, SIDE, &pixels->r);
            if (textures[count])
                count++;
            else
                missing++;
        }
        bool ok = play(drawing, textures, count);
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(ok, !failed);
        assert_true(missing <= 1);
        assert_int_equal(strstr(coir_error(), "out of memory") != NULL, failed);
        coir_error_clear();
        assert_true(coir_textures_set_filter(COIR_FILTER_DEFAULT)); // allocations succeed again
        assert_shows(drawing, textures[0], coir_rgb(3, 4, 5));
        assert_shows(drawing, textures[count - 1], coir_rgb(3, 4, 5));
        for (int i = 0; i < count; i++)
            destroy(textures[i]);
        close_drawing(drawing);
        assert_int_equal(look().count, 0);
    }
    assert_true(nth > 40);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

TEST_FILE(page_all)
{
    const struct CMUnitTest tests[] = {
        support_test(each_texture_shows_its_own_picture_through_random_changes),
        support_test(every_failing_allocation_is_survived_and_reported),
    };
    return cmocka_run_group_tests_name("page_all", tests, folder_setup, folder_teardown);
}
