// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Writes one picture of all transitions from a scene `A` to a scene `B`: each at a quarter, at the half and at three
// quarters. Each row has two transitions.
//
//   transition_sheet FILE [--window]
//
// Without a graphics device, a scaled picture is smooth only from its second frame on. So two frames are drawn for each
// time, and the sheet shows the second.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"

#define WIDTH 160
#define HEIGHT 90
#define TRANSITIONS_IN_ROW 2

#define EACH(T)                                    \
    T(fade(4, COIR_BLACK))                         \
    T(cross_fade(4))                               \
    T(move_in(4, COIR_FROM_LEFT))                  \
    T(move_in(4, COIR_FROM_RIGHT))                 \
    T(move_in(4, COIR_FROM_TOP))                   \
    T(move_in(4, COIR_FROM_BOTTOM))                \
    T(slide(4, COIR_FROM_LEFT))                    \
    T(slide(4, COIR_FROM_RIGHT))                   \
    T(slide(4, COIR_FROM_TOP))                     \
    T(slide(4, COIR_FROM_BOTTOM))                  \
    T(shrink_grow(4))                              \
    T(roto_zoom(4))                                \
    T(jump_zoom(4))                                \
    T(flip_x(4))                                   \
    T(flip_y(4))                                   \
    T(zoom_flip_x(4))                              \
    T(zoom_flip_y(4))                              \
    T(split_columns(4, 3))                         \
    T(split_rows(4, 3))                            \
    T(turn_off_tiles(4, 10, 7))                    \
    T(progress(4, COIR_PROGRESS_CLOCKWISE))        \
    T(progress(4, COIR_PROGRESS_COUNTERCLOCKWISE)) \
    T(progress(4, COIR_PROGRESS_HORIZONTAL))       \
    T(progress(4, COIR_PROGRESS_VERTICAL))         \
    T(progress(4, COIR_PROGRESS_IN_OUT))           \
    T(progress(4, COIR_PROGRESS_OUT_IN))           \
    T(mask(4, COIR_ASSETS "/blossom.png", 0.2f))   \
    T(with_ease(coir_transition_roto_zoom(4), COIR_EASE_IN_CUBIC))

#define MAKE(...) coir_transition_##__VA_ARGS__,
#define NAME(...) #__VA_ARGS__,

static void stop(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, coir_error()[0] ? coir_error() : SDL_GetError());
    exit(1);
}

// A scene ------------------------------------------------------------------------------------------------------------

typedef struct Card {
    CoirNode node;
    CoirColor color;
} Card;

// Draws an outline of two pixels, which shows a seam or a lost edge, and different marks in two corners, which show a
// wrong direction.
static void card_draw(CoirNode *node, CoirPainter *painter)
{
    CoirColor color = ((Card *)node)->color;
    coir_painter_rect(painter, coir_rect(0, 0, WIDTH, HEIGHT), color);
    coir_painter_rect(painter, coir_rect(4, 64, 30, 20), COIR_WHITE);
    coir_painter_circle(painter, coir_vec2(WIDTH - 20, 20), 12, coir_rgb(250, 230, 60));
    coir_painter_rect_outline(painter, coir_rect(0, 0, WIDTH, HEIGHT), 2, COIR_WHITE);
}

static COIR_NODE_CLASS(Card, .draw = card_draw);

static CoirNode *make_card(CoirColor color, const char *letter)
{
    Card *card = COIR_NEW(Card);
    if (!card || !coir_label_add_with_style(&card->node, letter, &(CoirTextStyle){.scale = 6}, WIDTH / 2, HEIGHT / 2))
        stop("no scene");
    card->color = color;
    return &card->node;
}

// The sheet ----------------------------------------------------------------------------------------------------------

static void frames(CoirDirector *director, double dt)
{
    if (!coir_director_frame(director, dt) || !coir_director_frame(director, 0))
        stop("no frame");
}

static const char *file; // contains each single picture in turn, then the sheet

static void paste(CoirDirector *director, SDL_Surface *sheet, int index, int quarter)
{
    SDL_Rect to = {(index % TRANSITIONS_IN_ROW * 3 + quarter) * WIDTH, index / TRANSITIONS_IN_ROW * HEIGHT, WIDTH,
                   HEIGHT};
    if (!coir_director_screenshot(director, file))
        stop("no screenshot");
    SDL_Surface *picture = IMG_Load(file);
    if (!picture || SDL_BlitSurface(picture, NULL, sheet, &to) != 0)
        stop("no picture");
    SDL_FreeSurface(picture);
}

static void play(CoirDirector *director, CoirTransition transition, SDL_Surface *sheet, int index)
{
    CoirNode *b = make_card(coir_rgb(200, 90, 40), "B");
    coir_director_show(director, make_card(coir_rgb(40, 90, 180), "A"));
    frames(director, 0);
    if (!coir_director_show_with(director, b, transition))
        stop("no transition");
    frames(director, 0);
    for (int quarter = 0; quarter < 3; quarter++) {
        frames(director, 1);
        paste(director, sheet, index, quarter);
    }
    frames(director, 1);
    if (coir_stage_is_changing(coir_director_stage(director)))
        stop("a transition does not end");
}

int main(int argc, char **argv)
{
    static const char *const names[] = {EACH(NAME)};
    const CoirTransition transitions[] = {EACH(MAKE)};
    int count = (int)(sizeof transitions / sizeof *transitions),
        rows = (count + TRANSITIONS_IN_ROW - 1) / TRANSITIONS_IN_ROW;
    bool in_window = argc > 2 && strcmp(argv[2], "--window") == 0;
    file = argc > 1 ? argv[1] : NULL;
    const CoirDirectorDef def = {.headless = !in_window, .width = WIDTH, .height = HEIGHT, .max_dt = 2};
    CoirDirector *director = file ? coir_director_create(&def) : NULL;
    SDL_Surface *sheet =
        SDL_CreateRGBSurfaceWithFormat(0, TRANSITIONS_IN_ROW * 3 * WIDTH, rows * HEIGHT, 24, SDL_PIXELFORMAT_RGB24);
    if (!director || !sheet)
        stop("transition_sheet FILE [--window]");
    for (int i = 0; i < count; i++) {
        printf("row %d, column %d: %s\n", i / TRANSITIONS_IN_ROW + 1, i % TRANSITIONS_IN_ROW + 1, names[i]);
        play(director, transitions[i], sheet, i);
    }
    coir_director_destroy(director);
    if (IMG_SavePNG(sheet, file) != 0)
        stop(file);
    SDL_FreeSurface(sheet);
    return 0;
}
