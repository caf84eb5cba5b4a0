// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shows everything that a `draw` hook can draw: shapes, lines, blend modes, clips, meshes, panels, tiles, text, and
// calls of SDL.

#include <SDL.h>

#include <string.h>

#include "demo.h"
#include "ink.h"

typedef struct Board {
    CoirNode node;
    float time;
    CoirTexture *lagoon, *coconut, *frame, *glow; // the board owns `frame` and `glow`
} Board;

#define PANEL_WIDTH 220.0f
#define PANEL_HEIGHT 208.0f

// Each of the following functions draws a panel with its lower left corner at (0, 0).

static void draw_shapes(const Board *board, CoirPainter *painter)
{
    CoirVec2 hexagon[6];
    for (int i = 0; i < 6; i++)
        hexagon[i] =
            coir_vec2_add(coir_vec2(160, 60), coir_vec2_rotate(coir_vec2(0, 42), 60 * (float)i + board->time * 40));
    coir_painter_circle(painter, coir_vec2(62, 128), 44, ink_hue(0.1f));
    coir_painter_circle(painter, coir_vec2(62, 128), 30 + 8 * sinf(board->time * 3), ink_hue(0.25f));
    coir_painter_ring(painter, coir_vec2(160, 138), 36, 8, ink_hue(0.55f));
    coir_painter_ring(painter, coir_vec2(160, 138), 22, 3, ink_hue(0.7f));
    coir_painter_polygon(painter, hexagon, 6, ink_hue(0.85f));
    coir_painter_rect(painter, coir_rect(22, 24, 80, 36), ink_hue(0.4f));
    coir_painter_rect_outline(painter, coir_rect(16, 18, 92, 48), 2, COIR_WHITE);
}

static void draw_lines(const Board *board, CoirPainter *painter)
{
    CoirVec2 wave[40], zigzag[7];
    for (int i = 0; i < 40; i++)
        wave[i] = coir_vec2(14 + 5 * (float)i, 130 + 30 * sinf((float)i * 0.35f + board->time * 2));
    for (int i = 0; i < 7; i++)
        zigzag[i] = coir_vec2(24 + 28 * (float)i, i % 2 ? 84 : 56);
    coir_painter_polyline(painter, wave, 40, false, 7, ink_alpha(ink_hue(0.6f), 0.8f));
    coir_painter_polyline(painter, zigzag, 7, false, 5, ink_hue(0.15f));
    for (int i = 0; i < 9; i++)
        coir_painter_line(painter, coir_vec2(110, 14), coir_vec2(22 + 22 * (float)i, 42), 1 + 0.25f * (float)i,
                          INK_TEXT);
}

static void draw_blends(const Board *board, CoirPainter *painter)
{
    static const struct {
        CoirBlend blend;
        const char *name;
    } blends[] = {{COIR_BLEND_ALPHA, "alpha"},
                  {COIR_BLEND_ADD, "add"},
                  {COIR_BLEND_MULTIPLY, "multiply"},
                  {COIR_BLEND_NONE, "none"},
                  {COIR_BLEND_PREMULTIPLIED, "premult."}};
    coir_painter_image(painter, board->lagoon, coir_rect(10, 12, 200, 160));
    for (int i = 0; i < 5; i++) {
        float x = 22 + 62 * (float)(i % 3), y = i < 3 ? 100 : 26;
        coir_painter_push_blend(painter, blends[i].blend);
        CoirTexture *picture = blends[i].blend == COIR_BLEND_PREMULTIPLIED ? board->glow : board->coconut;
        coir_painter_image(painter, picture, coir_rect(x, y + 4 * sinf(board->time * 2 + (float)i), 52, 52));
        coir_painter_pop_blend(painter);
        coir_painter_text(painter, NULL, blends[i].name, coir_vec2(x, y - 10), COIR_WHITE);
    }
}

static void draw_clips(const Board *board, CoirPainter *painter)
{
    float sway = 30 * sinf(board->time);
    for (int i = 0; i < 3; i++) {
        float inset = 26 * (float)i;
        coir_painter_push_clip(
            painter, coir_rect(14 + inset + sway * 0.3f * (float)i, 14 + inset, 192 - 2 * inset, 150 - 2 * inset));
        for (int k = 0; k < 9; k++)
            coir_painter_line(painter, coir_vec2(-40 + 40 * (float)k + sway, 0),
                              coir_vec2(20 + 40 * (float)k + sway * (float)i, 200), 16,
                              ink_alpha(ink_hue(((float)k + 3 * (float)i) / 15), 0.8f));
    }
    for (int i = 0; i < 3; i++)
        coir_painter_pop_clip(painter);
}

#define COLUMNS 12
#define ROWS 6

static void draw_mesh(const Board *board, CoirPainter *painter)
{
    CoirVertex vertices[(COLUMNS + 1) * (ROWS + 1)];
    int indices[COLUMNS * ROWS * 6], count = 0;
    for (int i = 0; i < (COLUMNS + 1) * (ROWS + 1); i++) {
        float u = (float)(i % (COLUMNS + 1)) / COLUMNS, v = (float)(i / (COLUMNS + 1)) / ROWS;
        float wave = sinf(u * 7 - board->time * 4) * 14 * u;
        uint8_t light = (uint8_t)(215 + cosf(u * 7 - board->time * 4) * 40 * u);
        vertices[i] = (CoirVertex){14 + 192 * u, 150 - 110 * v + wave, coir_rgb(light, light, light), u, v};
    }
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int at = i % COLUMNS + i / COLUMNS * (COLUMNS + 1);
        const int cell[6] = {at, at + 1, at + COLUMNS + 2, at + COLUMNS + 2, at + COLUMNS + 1, at};
        for (int k = 0; k < 6; k++)
            indices[count++] = cell[k];
    }
    coir_painter_triangles(painter, board->lagoon, vertices, (COLUMNS + 1) * (ROWS + 1), indices, count);
}

static void draw_panels(const Board *board, CoirPainter *painter)
{
    CoirFrame frame = coir_frame_whole(board->frame);
    float grow = 20 * sinf(board->time * 1.5f);
    coir_painter_nine_slice(painter, &frame, coir_insets_all(8), coir_rect(14, 96, 130 + grow, 70));
    coir_painter_nine_slice(painter, &frame, coir_insets_all(8), coir_rect(164 + grow, 96, 42 - grow, 70));
    coir_painter_nine_slice(painter, &frame, coir_insets_all(8), coir_rect(14, 16, 192, 64 + grow * 0.5f));
    coir_painter_text(
        painter,
        &(CoirTextStyle){.width = 180, .height = 64, .align = COIR_ALIGN_CENTER, .vertical = COIR_ALIGN_MIDDLE},
        "Corners keep their size.", coir_vec2(20, 16), INK_PANEL);
}

static void draw_tiles(const Board *board, CoirPainter *painter)
{
    CoirFrame frame = coir_frame_whole(board->coconut);
    coir_painter_tiles(painter, &frame, coir_rect(14, 14, 192, 152), coir_vec2(40, 40),
                       coir_vec2(board->time * 20, board->time * 12));
}

// Draws with SDL. The clip of the renderer is the clip that draw_raw pushes, in pixels of the window.
static void draw_with_sdl(SDL_Renderer *renderer, void *user)
{
    const Board *board = user;
    SDL_Rect clip;
    SDL_RenderGetClipRect(renderer, &clip);
    SDL_SetRenderDrawColor(renderer, 120, 220, 255, 255);
    for (int i = 0; i < 16 * 12; i++) {
        float x = (float)(i % 16) - 7.5f, y = (float)(i / 16) - 5.5f;
        int side = (int)((1.2f + sinf(hypotf(x, y) - board->time * 4)) * (float)clip.w / 40);
        SDL_Rect dot = {clip.x + i % 16 * clip.w / 16 + clip.w / 32 - side / 2,
                        clip.y + i / 16 * clip.h / 12 + clip.h / 24 - side / 2, side, side};
        SDL_RenderFillRect(renderer, &dot);
    }
}

static void draw_raw(const Board *board, CoirPainter *painter)
{
    coir_painter_push_clip(painter, coir_rect(14, 14, 192, 152));
    coir_painter_raw(painter, draw_with_sdl, (void *)board);
    coir_painter_pop_clip(painter);
    coir_painter_image(painter, board->coconut, coir_rect(78, 58, 64, 64));
}

// The board ----------------------------------------------------------------------------------------------------------

static const struct {
    const char *title;
    void (*draw)(const Board *board, CoirPainter *painter);
} panels[8] = {{"shapes", draw_shapes}, {"lines", draw_lines},  {"blend modes", draw_blends},
               {"clips", draw_clips},   {"a mesh", draw_mesh},  {"nine-slices", draw_panels},
               {"tiles", draw_tiles},   {"SDL's own", draw_raw}};

typedef struct Panel { // a child of the board
    CoirNode node;
    int index;
} Panel;

static const CoirNodeClass Board_class, Panel_class;

static void panel_draw(CoirNode *node, CoirPainter *painter)
{
    int index = COIR_AS(Panel, node)->index;
    ink_panel(painter, coir_rect(0, 0, PANEL_WIDTH, PANEL_HEIGHT), INK_PANEL, INK_RULE);
    coir_painter_text(painter, NULL, panels[index].title, coir_vec2(12, PANEL_HEIGHT - 24), INK_TEXT);
    panels[index].draw(COIR_AS(Board, coir_node_parent(node)), painter);
}

static COIR_NODE_CLASS(Panel, .draw = panel_draw);

static void board_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    ink_backdrop(painter);
}

static void board_update(CoirNode *node, double dt)
{
    COIR_AS(Board, node)->time += (float)dt;
}

static void board_destroy(CoirNode *node)
{
    coir_texture_destroy(COIR_AS(Board, node)->frame);
    coir_texture_destroy(COIR_AS(Board, node)->glow);
}

static COIR_NODE_CLASS(Board, .draw = board_draw, .update = board_update, .destroy = board_destroy);

// A button of 24 x 24 pixels with round corners, a light edge and a soft shade.
static CoirTexture *make_frame(void)
{
    uint8_t pixels[24 * 24 * 4];
    for (int i = 0; i < 24 * 24; i++) {
        float x = fabsf((float)(i % 24) - 11.5f), y = fabsf((float)(i / 24) - 11.5f);
        float out = hypotf(fmaxf(x - 4.5f, 0), fmaxf(y - 4.5f, 0)) - 7, cover = fminf(fmaxf(0.5f - out, 0), 1);
        uint8_t light = out > -2.5f ? 255 : (uint8_t)(225 - i / 24 * 3);
        const uint8_t pixel[4] = {light, (uint8_t)(light * 0.93f), (uint8_t)(light * 0.8f), (uint8_t)(cover * 255)};
        memcpy(pixels + 4 * i, pixel, sizeof pixel);
    }
    return coir_texture_from_pixels(24, 24, pixels);
}

// A soft disc with a colour that is multiplied with alpha.
static CoirTexture *make_glow(void)
{
    uint8_t pixels[32 * 32 * 4];
    for (int i = 0; i < 32 * 32; i++) {
        float far = hypotf((float)(i % 32) - 15.5f, (float)(i / 32) - 15.5f) / 16, alpha = far < 1 ? 1 - far * far : 0;
        const uint8_t pixel[4] = {(uint8_t)(alpha * 120), (uint8_t)(alpha * 230), (uint8_t)(alpha * 255),
                                  (uint8_t)(alpha * 255)};
        memcpy(pixels + 4 * i, pixel, sizeof pixel);
    }
    return coir_texture_from_pixels(32, 32, pixels);
}

static CoirNode *make_painter(CoirDirector *director, uint64_t seed)
{
    Board *board = COIR_NEW(Board);
    (void)director, (void)seed;
    if (!board)
        return NULL;
    board->lagoon = coir_texture_load("background.png");
    board->coconut = coir_texture_load("coconut.png");
    board->frame = make_frame();
    board->glow = make_glow();
    bool made = board->lagoon && board->coconut && board->frame && board->glow;
    for (int i = 0; made && i < 8; i++) {
        Panel *panel = COIR_NEW(Panel);
        made = panel && coir_node_add(board, panel);
        if (!made)
            break;
        panel->index = i;
        panel->node.position = coir_vec2(22 + (PANEL_WIDTH + 12) * (float)(i % 4), i < 4 ? 292 : 40);
    }
    if (made)
        return COIR_NODE(board);
    coir_node_destroy(board);
    return NULL;
}

const CoirDemo demo_painter = {"painter", "what a node can draw by hand", make_painter};
