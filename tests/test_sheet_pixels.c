// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A picture that a packer has cut out and turned gives the same pixels as the whole picture, mirrored or not.

#include "support/canvas.h"

#include <string.h>

#include "coir/sheet.h"
#include "coir/sprite.h"
#include "coir/stage.h"
#include "support/sheets.h"

#define CELL 3        // side of a cell of one colour, in pixels
#define FULL_WIDTH 12 // this size and the sizes below are in cells
#define FULL_HEIGHT 8
#define LEFT 4 // borders that are cut off: 4 at the left, 2 at the top, 3 at the right, 0 at the bottom
#define TOP 2
#define CUT_WIDTH 5
#define CUT_HEIGHT 6
#define SHEET 16
#define AT_X 3 // position of the part in the sheet
#define AT_Y 4
#define LEFT_EDGE 1 // position of the picture on the canvas, in pixels
#define TOP_EDGE 3

// Writes the colour of a cell. All cells differ, and some are half transparent. Cells outside of the part are
// transparent.
static void color_cell(int x, int y, uint8_t *pixel)
{
    bool inside = x >= LEFT && y >= TOP && x < LEFT + CUT_WIDTH && y < TOP + CUT_HEIGHT;
    pixel[0] = (uint8_t)(20 + 16 * x);
    pixel[1] = (uint8_t)(20 + 20 * y);
    pixel[2] = (uint8_t)(x * y);
    pixel[3] = !inside ? 0 : (x + y) % 5 ? 255 : 100;
}

static CoirTexture *make_full(void)
{
    static uint8_t pixels[FULL_WIDTH * FULL_HEIGHT * CELL * CELL * 4];
    for (int i = 0; i < FULL_WIDTH * FULL_HEIGHT * CELL * CELL; i++)
        color_cell(i % (FULL_WIDTH * CELL) / CELL, i / (FULL_WIDTH * CELL) / CELL, pixels + 4 * i);
    return coir_texture_from_pixels(FULL_WIDTH * CELL, FULL_HEIGHT * CELL, pixels);
}

// Draws the part on a white sheet: white pixels in a result show an error.
static void fill_sheet(uint8_t *pixels, bool rotated)
{
    for (int i = 0; i < SHEET * SHEET * CELL * CELL; i++) {
        int column = i % (SHEET * CELL) / CELL - AT_X, row = i / (SHEET * CELL) / CELL - AT_Y;
        int x = rotated ? row : column, y = rotated ? CUT_HEIGHT - 1 - column : row; // the part was turned clockwise
        if (x >= 0 && y >= 0 && x < CUT_WIDTH && y < CUT_HEIGHT)
            color_cell(LEFT + x, TOP + y, pixels + 4 * i);
        else
            memset(pixels + 4 * i, 255, 4);
    }
}

// Draws a sprite at LEFT_EDGE, TOP_EDGE. Destroys the sprite. Returns the picture.
static SDL_Surface *picture_with(Drawing drawing, CoirSprite *sprite, int flips)
{
    CoirStage *stage = coir_stage_new();
    CoirNode *root = coir_node_new();
    assert_true(stage && root && sprite && coir_node_add(root, &sprite->node));
    sprite->node.position = coir_vec2(LEFT_EDGE + FULL_WIDTH * CELL / 2, HEIGHT - TOP_EDGE - FULL_HEIGHT * CELL / 2);
    sprite->flip_x = flips & 1;
    sprite->flip_y = flips & 2;
    assert_true(coir_stage_show(stage, root) && coir_stage_update(stage, 0));
    assert_true(coir_painter_begin(drawing.painter, upwards, WIDTH, HEIGHT));
    coir_stage_draw(stage, drawing.painter);
    draw(drawing);
    coir_stage_destroy(stage);
    return picture_of(drawing.renderer);
}

// If a picture is turned by a quarter, SDL's software renderer may be one pixel off, and colours may differ by 1. Then
// only the middles of cells are compared.
static void assert_same(const SDL_Surface *picture, const SDL_Surface *expected, bool rotated)
{
    int drawn = 0, step = rotated ? CELL : 1, first = rotated ? 1 : 0;
    for (int y = TOP_EDGE % CELL + first; y < HEIGHT; y += step)
        for (int x = LEFT_EDGE % CELL + first; x < WIDTH; x += step) {
            Uint32 pixel = ((Uint32 *)expected->pixels)[y * expected->pitch / 4 + x];
            CoirColor color = coir_rgb((uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel);
            assert_pixel(picture, x, y, color, rotated);
            drawn += color.r != background.r || color.g != background.g || color.b != background.b;
        }
    assert_true(drawn >= CUT_WIDTH * CUT_HEIGHT * (rotated ? 1 : CELL * CELL));
}

static void assert_as_full(Drawing drawing, const CoirFrame *frame)
{
    CoirTexture *full = make_full();
    for (int flips = 0; flips < 4; flips++) {
        SDL_Surface *expected = picture_with(drawing, coir_sprite_with_texture(full), flips);
        SDL_Surface *picture = picture_with(drawing, coir_sprite_with_frame(frame), flips);
        assert_same(picture, expected, frame->rotated);
        SDL_FreeSurface(picture);
        SDL_FreeSurface(expected);
    }
    coir_texture_destroy(full);
}

static CoirFrame make_frame(bool rotated)
{
    static uint8_t pixels[SHEET * SHEET * CELL * CELL * 4];
    int width = rotated ? CUT_HEIGHT : CUT_WIDTH, height = rotated ? CUT_WIDTH : CUT_HEIGHT;
    fill_sheet(pixels, rotated);
    CoirFrame frame = {.texture = coir_texture_from_pixels(SHEET * CELL, SHEET * CELL, pixels),
                       .region = {AT_X * CELL, AT_Y * CELL, (float)width * CELL, (float)height * CELL},
                       .rotated = rotated,
                       .size = {FULL_WIDTH * CELL, FULL_HEIGHT * CELL},
                       .offset = {LEFT * CELL, TOP * CELL}};
    return frame;
}

static void a_frame_cut_out_and_turned_gives_the_same_pixels_in_all_flips(void **state)
{
    Drawing drawing = open_drawing();
    (void)state;
    for (int rotated = 0; rotated < 2; rotated++) {
        CoirFrame frame = make_frame(rotated);
        assert_as_full(drawing, &frame);
        coir_texture_destroy(frame.texture);
    }
    close_drawing(drawing);
}

static void a_sheet_gives_the_same_pixels_as_the_picture(void **state)
{
    static const char text[] =
        "{\"frames\": {\"it\": {\"frame\": {\"x\": 9, \"y\": 12, \"w\": 15, \"h\": 18}, \"rotated\": true, "
        "\"trimmed\": true, \"spriteSourceSize\": {\"x\": 12, \"y\": 6, \"w\": 15, \"h\": 18}, \"sourceSize\": "
        "{\"w\": 36, \"h\": 24}}}, \"meta\": {\"image\": \"turned.png\"}}";
    (void)state;
    if (!HAS_CJSON)
        skip();
    Drawing drawing = open_drawing();
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, SHEET * CELL, SHEET * CELL, 32, SDL_PIXELFORMAT_RGBA32);
    fill_sheet(surface->pixels, true);
    assert_int_equal(surface->pitch, SHEET * CELL * 4);
    assert_int_equal(IMG_SavePNG(surface, folder_path("turned.png")), 0);
    SDL_FreeSurface(surface);
    CoirSheet *sheet = coir_sheet_load(folder_write("turned.json", text, sizeof text - 1));
    if (!sheet)
        fail_msg("%s", coir_error());
    assert_as_full(drawing, coir_sheet_find(sheet, "it"));
    coir_sheets_purge();
    coir_textures_purge();
    close_drawing(drawing);
}

TEST_FILE(sheet_pixels)
{
    const struct CMUnitTest tests[] = {
        support_test(a_frame_cut_out_and_turned_gives_the_same_pixels_in_all_flips),
        support_test(a_sheet_gives_the_same_pixels_as_the_picture),
    };
    return cmocka_run_group_tests_name("sheet_pixels", tests, folder_setup, folder_teardown);
}
