// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared pages: which pictures lie on a page, and which pixels are uploaded to the device.

#include "support/pages.h"

#include "coir/random.h"

// Places -------------------------------------------------------------------------------------------------------------

static void small_pictures_share_a_page_and_large_pictures_are_alone(void **state)
{
    static const int sizes[][3] = {{1, 1, 1}, {512, 512, 1}, {512, 3, 1}, {513, 1, 0}, {1, 513, 0}, {600, 600, 0}};
    CoirTexture *textures[6];
    (void)state;
    assert_int_equal(look().count, 0);
    for (int i = 0; i < 6; i++) {
        textures[i] = plain(sizes[i][0], sizes[i][1], COIR_WHITE);
        assert_int_equal(textures[i]->place.page->shared, sizes[i][2]);
    }
    assert_ptr_equal(textures[0]->place.page, textures[1]->place.page);
    assert_ptr_equal(textures[0]->place.page, textures[2]->place.page);
    assert_ptr_not_equal(textures[3]->place.page, textures[4]->place.page);
    Pages pages = look();
    assert_int_equal(pages.count, 1);
    assert_int_equal(pages.infos[0].images, 3);
    assert_int_equal(pages.infos[0].width, COIR_PAGE_SIZE);
    assert_int_equal(pages.infos[0].height, COIR_PAGE_SIZE);
    assert_int_equal(pages.infos[0].filter, COIR_FILTER_LINEAR);
    for (int i = 0; i < 6; i++)
        destroy(textures[i]);
    assert_int_equal(look().count, 0);
}

// Side of a picture. Nine such pictures fit onto one page.
#define LARGE 512

static void when_a_page_is_full_there_is_another_one(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *textures[20];
    (void)state;
    for (int i = 0; i < 20; i++)
        textures[i] = plain(LARGE, LARGE, coir_rgb((uint8_t)(10 * i), 7, 9));
    Pages pages = look();
    assert_int_equal(pages.count, 3);
    // 20 pictures, and the picture of the drawing.
    assert_int_equal(pages.infos[0].images + pages.infos[1].images + pages.infos[2].images, 20 + 1);
    begin(drawing);
    for (int i = 0; i < 20; i++)
        coir_painter_image(drawing.painter, textures[i], coir_rect((float)(2 * i), 0, 2, HEIGHT));
    draw(drawing);
    assert_int_equal(coir_painter_stats(drawing.painter).calls, 3);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int x = 0; x < WIDTH; x++)
        assert_pixel(picture, x, 5, coir_rgb((uint8_t)(x / 2 * 10), 7, 9), 0);
    SDL_FreeSurface(picture);
    for (int i = 0; i < 20; i++)
        destroy(textures[i]);
    assert_int_equal(look().count, 1);
    close_drawing(drawing);
    assert_int_equal(look().count, 0);
}

static void purged_pictures_make_room_and_empty_pages_are_freed(void **state)
{
    size_t blocks = support_blocks();
    CoirTexture *textures[30];
    (void)state;
    for (int i = 0; i < 30; i++)
        textures[i] = plain(20 + i, 50 - i, COIR_WHITE);
    size_t bytes = support_bytes();
    double fill = look().infos[0].fill, least = 29 * 24 * 54.0 / (COIR_PAGE_SIZE * COIR_PAGE_SIZE);
    assert_true(fill > least && fill < 2 * least);
    for (int i = 0; i < 29; i++) {
        coir_texture_destroy(textures[i]);
        assert_true(look().infos[0].fill == fill); // this frame may have drawn the texture
        coir_textures_sweep();
        assert_true(look().infos[0].fill < fill);
        fill = look().infos[0].fill;
        assert_int_equal(look().infos[0].images, 29 - i);
    }
    assert_true(support_bytes() < bytes);
    destroy(textures[29]);
    assert_int_equal(look().count, 0);
    assert_int_equal(support_blocks(), blocks);
}

static void adding_and_purging_needs_no_more_pages(void **state)
{
    CoirTexture *textures[200] = {NULL};
    CoirRandom random = coir_random(3);
    (void)state;
    for (int i = 0; i < 5000; i++) {
        int index = coir_random_int(&random, 0, 199);
        if (textures[index])
            destroy(textures[index]);
        textures[index] = plain(coir_random_int(&random, 1, 64), coir_random_int(&random, 1, 64), COIR_WHITE);
        assert_int_equal(look().count, 1);
    }
    for (int i = 0; i < 200; i++)
        if (textures[i])
            destroy(textures[i]);
    assert_int_equal(look().count, 0);
}

// Uploads to the device ----------------------------------------------------------------------------------------------

typedef struct Shown {
    SDL_Texture *copy;
    SDL_Rect from;
} Shown;

static void show_box(SDL_Renderer *device, void *user)
{
    const Shown *shown = user;
    const SDL_Rect to = {0, 0, shown->from.w, shown->from.h};
    assert_int_equal(SDL_SetTextureBlendMode(shown->copy, SDL_BLENDMODE_NONE), 0);
    assert_int_equal(SDL_RenderCopy(device, shown->copy, &shown->from, &to), 0);
}

// Returns the place of a texture as the device shows it, padding included.
static SDL_Surface *place_on_device(Drawing drawing, const CoirTexture *texture, CoirTextureForm form)
{
    const CoirPackedRect box = texture->place.box;
    Shown shown = {texture->place.page->copies[form], {box.x, box.y, box.width, box.height}};
    assert_non_null(shown.copy);
    begin(drawing);
    coir_painter_raw(drawing.painter, show_box, &shown);
    draw(drawing);
    return picture_of(drawing.renderer);
}

static int between(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void the_edges_are_repeated_in_the_padding(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *other = plain(4, 2, COIR_BLACK);
    (void)state;
    SDL_FreeSurface(picture_with(drawing, drawing.texture));
    SDL_FreeSurface(picture_with(drawing, other));
    assert_int_equal(drawing.texture->place.box.width, 4 + 2 * COIR_PAGE_PADDING);
    assert_int_equal(drawing.texture->place.box.height, 2 + 2 * COIR_PAGE_PADDING);
    SDL_Surface *picture = place_on_device(drawing, drawing.texture, COIR_TEXTURE_STRAIGHT);
    for (int y = 0; y < 2 + 2 * COIR_PAGE_PADDING; y++)
        for (int x = 0; x < 4 + 2 * COIR_PAGE_PADDING; x++) {
            int column = between(x - COIR_PAGE_PADDING, 0, 3), row = between(y - COIR_PAGE_PADDING, 0, 1);
            const uint8_t *p = eight_pixels + 4 * (4 * row + column);
            assert_pixel(picture, x, y, coir_rgb(p[0], p[1], p[2]), 0);
        }
    SDL_FreeSurface(picture);
    destroy(other);
    close_drawing(drawing);
}

static void no_foreign_colour_is_at_the_edges(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *textures[25];
    (void)state;
    for (int i = 0; i < 25; i++)
        textures[i] = plain(3, 3, i == 12 ? coir_rgb(0, 0, 255) : coir_rgb(255, 0, 0));
    for (int turned = 0; turned < 4; turned++) {
        begin(drawing);
        float a[] = {1, 0.6f, 0, -1}, b[] = {0, 0.8f, 1, 0};
        drawing.painter->transform = (CoirAffine){a[turned], b[turned], -b[turned], a[turned], WIDTH / 2, HEIGHT / 2};
        coir_painter_image(drawing.painter, textures[12], coir_rect(-50, -50, 100, 100));
        draw(drawing);
        SDL_Surface *picture = picture_of(drawing.renderer);
        assert_rectangle(picture, (SDL_Rect){0, 0, WIDTH, HEIGHT}, coir_rgb(0, 0, 255), 0);
        SDL_FreeSurface(picture);
    }
    for (int i = 0; i < 25; i++)
        destroy(textures[i]);
    close_drawing(drawing);
}

// All blend modes, which together need all forms of a page, and the colour that each blend mode draws from blue.
static const struct {
    CoirBlend blend;
    CoirColor expected;
} blends[5] = {{COIR_BLEND_ALPHA, {0, 0, 255, 255}},
               {COIR_BLEND_ADD, {200, 100, 255, 255}},
               {COIR_BLEND_MULTIPLY, {0, 0, 50, 255}},
               {COIR_BLEND_NONE, {0, 0, 255, 255}},
               {COIR_BLEND_PREMULTIPLIED, {0, 0, 255, 255}}};

static void draw_in_all_forms(Drawing drawing, CoirTexture *texture)
{
    begin(drawing);
    for (int i = 0; i < 5; i++)
        quad(drawing.painter, texture, blends[i].blend, coir_rect((float)(8 * i), 3, 6, 20), COIR_WHITE);
    draw(drawing);
}

static void a_place_that_is_used_again_shows_the_new_picture(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *keeper = plain(1, 1, COIR_WHITE), *old = plain(6, 5, coir_rgb(255, 0, 0));
    const CoirPackedRect box = old->place.box;
    (void)state;
    draw_in_all_forms(drawing, old);
    draw_in_all_forms(drawing, keeper);
    destroy(old);
    CoirTexture *texture = plain(6, 5, coir_rgb(0, 0, 255));
    assert_memory_equal(&texture->place.box, &box, sizeof box);
    draw_in_all_forms(drawing, texture);
    SDL_Surface *picture = picture_of(drawing.renderer);
    for (int i = 0; i < 5; i++)
        for (int x = 8 * i; x < 8 * i + 6; x++)
            assert_pixel(picture, x, 15, blends[i].expected, 1);
    SDL_FreeSurface(picture);
    for (CoirTextureForm form = 0; form < COIR_TEXTURE_FORMS; form++) {
        picture = place_on_device(drawing, texture, form);
        assert_rectangle(picture, (SDL_Rect){0, 0, box.width, box.height}, coir_rgb(0, 0, 255), 0);
        SDL_FreeSurface(picture);
    }
    destroy(texture);
    destroy(keeper);
    close_drawing(drawing);
}

// Multiplying by half transparent white must not change the background. If the page were uploaded without alpha
// multiplied into the colours, the background would become lighter.
static void a_page_with_one_picture_is_uploaded_in_all_forms(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = plain(600, 1, coir_rgba(255, 255, 255, 128));
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(drawing);
        quad(drawing.painter, texture, COIR_BLEND_MULTIPLY, coir_rect(0, 0, WIDTH, HEIGHT), COIR_WHITE);
        draw(drawing);
        SDL_Surface *picture = picture_of(drawing.renderer);
        assert_rectangle(picture, (SDL_Rect){0, 0, WIDTH, HEIGHT}, background, 1);
        SDL_FreeSurface(picture);
        coir_renderer_reset(drawing.renderer);
    }
    destroy(texture);
    close_drawing(drawing);
}

static void only_new_pictures_are_uploaded(void **state)
{
    static uint8_t white[COIR_PAGE_SIZE * COIR_PAGE_SIZE * 4];
    Drawing drawing = open_drawing();
    CoirTexture *old = plain(6, 5, coir_rgb(255, 0, 0));
    (void)state;
    memset(white, 255, sizeof white);
    assert_shows(drawing, old, coir_rgb(255, 0, 0));
    SDL_Texture *copy = old->place.page->copies[COIR_TEXTURE_STRAIGHT];
    assert_int_equal(SDL_UpdateTexture(copy, NULL, white, COIR_PAGE_SIZE * 4), 0);
    CoirTexture *texture = plain(6, 5, coir_rgb(0, 0, 255));
    assert_shows(drawing, texture, coir_rgb(0, 0, 255));
    assert_ptr_equal(texture->place.page->copies[COIR_TEXTURE_STRAIGHT], copy);
    assert_shows(drawing, old, COIR_WHITE); // the red pixels were not uploaded again
    coir_renderer_reset(drawing.renderer);
    assert_shows(drawing, old, coir_rgb(255, 0, 0));
    assert_shows(drawing, texture, coir_rgb(0, 0, 255));
    destroy(texture);
    destroy(old);
    close_drawing(drawing);
}

static void a_destroyed_texture_is_shown_as_before(void **state)
{
    Drawing drawing = open_drawing();
    CoirTexture *texture = plain(6, 5, coir_rgb(255, 0, 0));
    (void)state;
    coir_texture_retain(texture);
    destroy(texture);
    CoirTexture *other = plain(6, 5, coir_rgb(0, 0, 255));
    assert_shows(drawing, other, coir_rgb(0, 0, 255));
    assert_shows(drawing, texture, coir_rgb(255, 0, 0));
    coir_renderer_reset(drawing.renderer);
    assert_shows(drawing, texture, coir_rgb(255, 0, 0));
    begin(drawing);
    coir_painter_image(drawing.painter, texture, coir_rect(0, 0, WIDTH, HEIGHT));
    coir_texture_release(texture); // released after the draw call was recorded, but before the frame ends
    draw(drawing);
    SDL_Surface *picture = picture_of(drawing.renderer);
    assert_rectangle(picture, (SDL_Rect){0, 0, WIDTH, HEIGHT}, coir_rgb(255, 0, 0), 0);
    SDL_FreeSurface(picture);
    coir_textures_sweep();
    assert_int_equal(look().infos[0].images, 2);
    destroy(other);
    close_drawing(drawing);
}

// src/media/upload.c says why. Textures of other renderers are not tested, because these tests draw with the software
// renderer alone.
static void on_the_software_renderer_pages_are_streaming_textures(void **state)
{
    Drawing drawing = open_drawing();
    CoirPage *page = drawing.texture->place.page;
    int access = -1;
    (void)state;
    begin(drawing);
    coir_painter_image(drawing.painter, drawing.texture, coir_rect(0, 0, 4, 2));
    draw(drawing);
    assert_int_equal(SDL_QueryTexture(page->copies[COIR_TEXTURE_STRAIGHT], NULL, &access, NULL, NULL), 0);
    assert_int_equal(access, SDL_TEXTUREACCESS_STREAMING);
    close_drawing(drawing);
}

TEST_FILE(page)
{
    const struct CMUnitTest tests[] = {
        support_test(small_pictures_share_a_page_and_large_pictures_are_alone),
        support_test(when_a_page_is_full_there_is_another_one),
        support_test(purged_pictures_make_room_and_empty_pages_are_freed),
        support_test(adding_and_purging_needs_no_more_pages),
        support_test(the_edges_are_repeated_in_the_padding),
        support_test(no_foreign_colour_is_at_the_edges),
        support_test(a_place_that_is_used_again_shows_the_new_picture),
        support_test(a_page_with_one_picture_is_uploaded_in_all_forms),
        support_test(only_new_pictures_are_uploaded),
        support_test(a_destroyed_texture_is_shown_as_before),
        support_test(on_the_software_renderer_pages_are_streaming_textures),
    };
    return cmocka_run_group_tests_name("page", tests, folder_setup, folder_teardown);
}
