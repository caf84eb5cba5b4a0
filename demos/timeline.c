// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A title of 240 pieces, played by one action: a timeline of staggers with marks. Moving the pointer over the bar
// seeks, forwards and backwards. A click resumes, the right button or R reverses, space pauses or resumes.

#include <stdio.h>

#include "demo.h"
#include "ink.h"

#define PIECES 240
#define PITCH 20 // distance between pieces, in points
static const CoirRect bar = {60, 62, 840, 6};

static const char *const word[] = {
    ".#######...#######...#######..########..", "#########.#########..#######..#########.",
    "###...###.###...###....###....###...###.", "###.......###...###....###....###...###.",
    "###.......###...###....###....#########.", "###.......###...###....###....########..",
    "###.......###...###....###....###.###...", "###...###.###...###....###....###..###..",
    "#########.#########..#######..###...###.", ".#######...#######...#######..###...###.",
};

static const char *const marks[] = {"Enter", "Bounce", "Colours", "Spin", "Flower", "Return", "Leave"};
#define MARKS ((int)(sizeof marks / sizeof marks[0]))

// The data of a piece: its position outside the stage, in the word and in the flower, and its colour.
typedef struct Place {
    CoirVec2 outside, home, petal;
    CoirColor hue;
} Place;

typedef struct Title {
    CoirNode node;
    CoirTexture *shapes;
    CoirNode *pieces[PIECES];
    Place places[PIECES];
    CoirAction *timeline; // reference of the title, so that the timeline can run again
    CoirRun run;
    float label_at[MARKS]; // time of each mark, as a fraction of the duration
} Title;

static const CoirNodeClass Title_class;

// The timeline -------------------------------------------------------------------------------------------------------

static CoirAction *move(CoirEase ease, double duration, CoirVec2 to)
{
    return coir_ease(ease, coir_move_to(duration, to.x, to.y));
}

static CoirAction *enter(CoirNode *node, int index, void *user)
{
    const Place *place = &((Title *)user)->places[index];
    (void)node;
    return coir_spawn(coir_fade_in(0.4), move(COIR_EASE_OUT_BACK, 0.9, place->home),
                      coir_ease(COIR_EASE_OUT_CUBIC, coir_rotate_by(0.9, 360)));
}

static CoirAction *bounce(CoirNode *node, int index, void *user)
{
    (void)node;
    (void)index;
    (void)user;
    return coir_spawn(coir_jump_by(0.6, 0, 0, 70, 1), coir_yoyo(coir_scale_to(0.3, 0.7f, 1.2f)));
}

static CoirAction *colour(CoirNode *node, int index, void *user)
{
    const Place *place = &((Title *)user)->places[index];
    (void)node;
    return coir_tint_to(0.5, ink_hue(0.5f + place->home.y / 200));
}

static CoirAction *spin(CoirNode *node, int index, void *user)
{
    (void)node;
    (void)index;
    (void)user;
    return coir_spawn(coir_ease(COIR_EASE_IN_OUT_BACK, coir_rotate_by(0.8, 180)),
                      coir_yoyo(coir_scale_to_uniform(0.4, 0.45f)));
}

static CoirAction *bloom(CoirNode *node, int index, void *user)
{
    const Place *place = &((Title *)user)->places[index];
    (void)node;
    return coir_spawn(move(COIR_EASE_IN_OUT_CUBIC, 1, place->petal), coir_rotate_by(1, 180),
                      coir_tint_to(1, ink_hue(coir_vec2_length(place->petal) / 190)),
                      coir_scale_to_uniform(1, 0.4f + coir_vec2_length(place->petal) / 260));
}

static CoirAction *go_home(CoirNode *node, int index, void *user)
{
    const Place *place = &((Title *)user)->places[index];
    (void)node;
    return coir_spawn(coir_ease_with(COIR_EASE_OUT_ELASTIC, 0.5, coir_move_to(1.2, place->home.x, place->home.y)),
                      coir_tint_to(0.6, place->hue), coir_scale_to_uniform(0.6, 1));
}

static CoirAction *leave(CoirNode *node, int index, void *user)
{
    const Place *place = &((Title *)user)->places[index];
    (void)node;
    return coir_spawn(move(COIR_EASE_IN_BACK, 0.9, place->outside), coir_rotate_by(0.9, -720),
                      coir_sequence(coir_delay(0.6), coir_fade_out(0.3)));
}

typedef CoirAction *(*MakeFn)(CoirNode *node, int index, void *user);

static CoirAction *all(Title *title, double each, CoirStaggerFrom from, MakeFn make)
{
    CoirStaggerDef def = {.each = each, .from = from, .seed = 5, .make = make, .user = title};
    return coir_stagger_with(title->pieces, PIECES, &def);
}

// The pieces are ordered by columns, so that a stagger from the centre spreads to both sides.
static CoirAction *make_timeline(Title *title, CoirNode *middle)
{
    CoirAction *turn = coir_ease(COIR_EASE_IN_OUT_SINE, coir_rotate_by(2.4, 180));
    CoirAction *turn_back = coir_ease(COIR_EASE_OUT_CUBIC, coir_rotate_by(1, -180));
    return coir_timeline(
        coir_mark("Enter"), all(title, 0.0065, COIR_FROM_RANDOM, enter), coir_mark("Bounce"),
        all(title, 0.006, COIR_FROM_CENTER, bounce), coir_mark("Colours"), all(title, 0.003, COIR_FROM_EDGES, colour),
        coir_mark("Spin"), all(title, 0.004, COIR_FROM_START, spin), coir_mark("Flower"),
        all(title, 0.002, COIR_FROM_RANDOM, bloom), coir_with(0.2, coir_targeted(middle, turn)), coir_mark("Return"),
        all(title, 0.002, COIR_FROM_CENTER, go_home), coir_with(0, coir_targeted(middle, turn_back)), coir_delay(1),
        coir_mark("Leave"), all(title, 0.003, COIR_FROM_END, leave), coir_delay(0.2));
}

// Playing ------------------------------------------------------------------------------------------------------------

static void play(Title *title);

// Starts the timeline again. A run ends at the end or, backwards, at the start of the timeline. In both cases, all
// pieces look as they did before the first run.
static void on_done(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node;
    if (reason == COIR_END_DONE)
        play(user);
}

static void play(Title *title)
{
    title->run = coir_node_run(title, coir_action_retain(title->timeline));
    coir_run_on_done(title->run, on_done, title);
}

static bool title_event(CoirNode *node, const CoirEvent *event)
{
    Title *title = COIR_AS(Title, node);
    bool key = event->type == COIR_EVENT_KEY_DOWN, press = event->type == COIR_EVENT_POINTER_DOWN;
    bool over_bar = event->position.y < 100 && event->type == COIR_EVENT_POINTER_MOVE;
    float fraction = (event->position.x - bar.x) / bar.width;
    if (over_bar || (press && event->button == 1 && event->position.y < 100)) {
        coir_run_pause(title->run);
        coir_run_seek_fraction(title->run, fminf(fmaxf(fraction, 0), 1), 0);
    }
    if ((key && event->key == COIR_KEY_R) || (press && event->button == 3))
        coir_run_reverse(title->run);
    if (press || (key && event->key == COIR_KEY_SPACE && coir_run_is_paused(title->run)))
        coir_run_resume(title->run);
    else if (key && event->key == COIR_KEY_SPACE)
        coir_run_pause(title->run);
    return over_bar || press || (key && (event->key == COIR_KEY_R || event->key == COIR_KEY_SPACE));
}

// Drawing ------------------------------------------------------------------------------------------------------------

// Draws the sections of the bar between the marks, lit up to the progress of the run.
static void draw_bar(const Title *title, CoirPainter *painter, float progress)
{
    for (int i = 0; i < MARKS; i++) {
        float from = title->label_at[i], to = i + 1 < MARKS ? title->label_at[i + 1] : 1;
        float x = bar.x + bar.width * from, width = bar.width * (to - from) - 3;
        float lit = fminf(fmaxf((progress - from) / (to - from), 0), 1);
        CoirColor hue = ink_hue((float)i / (MARKS - 1));
        bool here = progress >= from && (progress < to || i + 1 == MARKS);
        coir_painter_rect(painter, coir_rect(x, bar.y, width, bar.height), ink_alpha(hue, 0.2f));
        coir_painter_rect(painter, coir_rect(x, bar.y, width * lit, bar.height), hue);
        coir_painter_rect(painter, coir_rect(x, bar.y - 8, 1, bar.height + 8), ink_alpha(hue, here ? 1 : 0.5f));
        coir_painter_text(painter, NULL, marks[i], coir_vec2(x, bar.y - 25), here ? INK_TEXT : INK_DIM);
    }
}

static void title_draw(CoirNode *node, CoirPainter *painter)
{
    static const char help[] = "Point at the bar to seek, click to play, right click to turn time around";
    static const CoirTextStyle to_the_right = {.width = 837, .align = COIR_ALIGN_RIGHT};
    const Title *title = COIR_AS(Title, node);
    float progress = (float)coir_run_progress(title->run), head = floorf(bar.x + bar.width * progress);
    const char *state = coir_run_is_paused(title->run)     ? "Halted"
                        : coir_run_is_reversed(title->run) ? "Backwards"
                                                           : "Playing";
    char time[32];
    ink_backdrop(painter);
    for (float x = 40; x < 940; x += 40)
        for (float y = 120; y < 540; y += 40)
            coir_painter_rect(painter, coir_rect(x, y, 1, 1), ink_alpha(INK_DIM, 0.5f));
    draw_bar(title, painter, progress);
    coir_painter_rect(painter, coir_rect(head - 2, bar.y - 5, 4, bar.height + 10), INK_TEXT);
    coir_painter_text(painter, NULL, state, coir_vec2(bar.x, bar.y + 13), INK_DIM);
    snprintf(time, sizeof time, "%.2f / %.2f", coir_run_elapsed(title->run), coir_run_duration(title->run));
    coir_painter_text(painter, &to_the_right, time, coir_vec2(bar.x, bar.y + 13), INK_DIM);
    coir_painter_text(painter, NULL, help, coir_vec2(bar.x, 10), ink_alpha(INK_DIM, 0.75f));
}

static void title_destroy(CoirNode *node)
{
    Title *title = COIR_AS(Title, node);
    coir_action_release(title->timeline);
    coir_texture_destroy(title->shapes);
}

static COIR_NODE_CLASS(Title, .event = title_event, .draw = title_draw, .destroy = title_destroy);

// Making -------------------------------------------------------------------------------------------------------------

static bool add_piece(Title *title, CoirNode *middle, int index, int column, int row, CoirRandom *random)
{
    CoirSprite *piece = coir_sprite_with_region(title->shapes, ink_region(INK_BODY));
    Place *place = &title->places[index];
    if (!piece || !coir_node_add(middle, piece)) {
        coir_node_destroy(piece);
        return false;
    }
    place->home = coir_vec2(((float)column - 19) * PITCH, (4.5f - (float)row) * PITCH);
    float distance = (float)coir_random_range(random, 560, 760), way = (float)coir_random_range(random, 0, 360);
    place->outside = coir_vec2_rotate(coir_vec2(distance, 0), way);
    place->petal = coir_vec2_rotate(coir_vec2(12.5f * sqrtf((float)index + 0.5f), 0), (float)index * 137.508f);
    place->hue = ink_hue((float)column / 38);
    piece->node.size = coir_vec2(22, 22);
    piece->node.position = place->outside;
    piece->node.color = place->hue;
    piece->node.opacity = 0;
    title->pieces[index] = COIR_NODE(piece);
    return true;
}

static bool build(Title *title, CoirNode *middle, CoirRandom random)
{
    int count = 0;
    for (int column = 0; word[0][column]; column++)
        for (int row = 0; row < 10; row++)
            if (word[row][column] == '#' && !add_piece(title, middle, count++, column, row, &random))
                return false;
    title->timeline = make_timeline(title, middle);
    play(title);
    for (int i = 0; i < MARKS; i++) {
        coir_run_seek_mark(title->run, marks[i], 0);
        title->label_at[i] = (float)coir_run_progress(title->run);
    }
    return coir_run_seek(title->run, 0, 0);
}

static CoirNode *make_title(CoirDirector *director, uint64_t seed)
{
    Title *title = COIR_NEW(Title);
    CoirNode *middle = coir_node_new();
    (void)director;
    if (!title || !coir_node_add(title, middle)) {
        coir_node_destroy(middle);
        coir_node_destroy(title);
        return NULL;
    }
    middle->position = coir_vec2(480, 318);
    title->shapes = ink_shapes();
    if (title->shapes && build(title, middle, coir_random(seed)))
        return COIR_NODE(title);
    coir_node_destroy(title);
    return NULL;
}

const CoirDemo demo_timeline = {"timeline", "a title of 240 pieces, sought and played by the pointer", make_title};
