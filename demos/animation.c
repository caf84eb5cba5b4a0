// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Frames from three sources, on a background of scrolling tiles:
//
// 1. The crab uses the cells of a grid, with an event where a foot comes down.
// 2. The fish use a packed sheet, whose frames are trimmed and turned.
// 3. The octopus uses a sheet with tags and durations.
//
// Nine-slices draw the boards and the speech bubble. Each board shows a whole picture, and marks the part that its
// sprite shows at the moment.

#include <string.h>

#include "demo.h"

#define CRAB_CELLS 8

// Boards --------------------------------------------------------------------------------------------------------------

// A node that shows the whole picture of a sprite, and marks the part that the sprite shows.
typedef struct Sheet {
    CoirNode node;
    const CoirSprite *sprite;
} Sheet;

static const CoirNodeClass Sheet_class;

static void sheet_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirSprite *sprite = COIR_AS(Sheet, node)->sprite;
    CoirTexture *texture = coir_sprite_texture(sprite);
    CoirRect part = coir_sprite_region(sprite);
    float k = node->size.y / (float)coir_texture_height(texture);
    coir_painter_image(painter, texture, coir_rect(0, 0, node->size.x, node->size.y));
    coir_painter_rect_outline(
        painter, coir_rect(part.x * k, node->size.y - (part.y + part.height) * k, part.width * k, part.height * k),
        1.5f, coir_rgb(255, 236, 130));
}

static COIR_NODE_CLASS(Sheet, .draw = sheet_draw);

static bool add_board(CoirNode *scene, const CoirSprite *sprite, const char *text, float x, float width)
{
    const CoirTexture *texture = coir_sprite_texture(sprite);
    CoirNineSlice *board = coir_nine_slice_add(scene, "board.png", coir_insets_all(14), x, 468);
    Sheet *sheet = COIR_NEW(Sheet);
    if (!board || !sheet || !coir_node_add(board, sheet)) {
        coir_node_destroy(sheet);
        return false;
    }
    board->node.size = coir_vec2(width, 112);
    board->node.z = 2;
    sheet->sprite = sprite;
    sheet->node.position = coir_vec2(14, 14);
    sheet->node.size = coir_vec2(84 * (float)coir_texture_width(texture) / (float)coir_texture_height(texture), 84);
    float left = 26 + sheet->node.size.x;
    CoirTextStyle style = {.width = width - left - 8, .height = 84, .vertical = COIR_ALIGN_MIDDLE};
    CoirLabel *label = coir_label_add_with_style(board, text, &style, left, 14);
    if (label)
        label->node.anchor = coir_vec2(0, 0);
    return label;
}

// The crab: a grid ----------------------------------------------------------------------------------------------------

static void puff_sand(CoirNode *crab, const char *event, void *user)
{
    float ahead = strcmp(event, "front foot") ? -4 : 44, way = COIR_AS(CoirSprite, crab)->flip_x ? -1 : 1;
    CoirVec2 foot = coir_vec2_add(crab->position, coir_vec2(ahead * way, 2));
    CoirSprite *puff = coir_sprite_add(coir_node_parent(crab), "puff.png", foot.x, foot.y);
    (void)user;
    if (!puff)
        return;
    puff->node.z = 2;
    coir_node_set_scale(puff, 0.5f);
    coir_node_run(puff, coir_sequence(coir_spawn(coir_scale_to_uniform(0.6, 1.6f), coir_move_by(0.6, -24 * way, 12),
                                                 coir_ease(COIR_EASE_IN_QUAD, coir_fade_out(0.6))),
                                      coir_remove_self()));
}

// Moves a sprite from `from` to `to` and back, forever, mirrored on the way back.
static CoirAction *go_about(double seconds, CoirEase ease, CoirVec2 from, CoirVec2 to)
{
    return coir_repeat_forever(coir_sequence(coir_flip_x(false), coir_ease(ease, coir_move_to(seconds, to.x, to.y)),
                                             coir_flip_x(true),
                                             coir_ease(ease, coir_move_to(seconds, from.x, from.y))));
}

static bool add_crab(CoirNode *scene)
{
    CoirFrame cells[CRAB_CELLS];
    CoirTexture *texture = coir_texture_load("hermit.png");
    CoirGrid grid = {.width = 104, .height = 84, .delay = 0.08};
    if (!texture || coir_frames_grid(texture, &grid, cells, CRAB_CELLS) != CRAB_CELLS)
        return false;
    CoirSprite *crab = coir_sprite_add_frame(scene, &cells[0], 70, 46);
    if (!crab)
        return false;
    cells[0].event = "front foot";
    cells[4].event = "hind foot";
    CoirAnimation walk = {.frames = cells, .count = CRAB_CELLS, .on_event = puff_sand};
    crab->node.anchor = coir_vec2(0.5f, 0.1f);
    crab->node.z = 2;
    coir_node_set_scale(crab, 1.2f);
    coir_node_run(crab, coir_repeat_forever(coir_animate(&walk)));
    coir_node_run(crab, go_about(12, COIR_EASE_LINEAR, coir_vec2(70, 46), coir_vec2(890, 46)));
    return add_board(scene, crab, "hermit.png: a grid, events at two cells", 185, 330);
}

// The fish: a sheet of TexturePacker ----------------------------------------------------------------------------------

static CoirSprite *add_fish(CoirNode *scene, const CoirSheet *sheet, int index)
{
    CoirAnimation swim = coir_sheet_animation(sheet, NULL);
    float y = 220 + (float)(index * 67 % 180), size = 1 - 0.08f * (float)index;
    CoirSprite *fish = coir_sprite_add_frame(scene, coir_sheet_frame(sheet, 0), 60, y);
    if (!fish)
        return NULL;
    swim.delay = 0.045;
    swim.order = COIR_ANIMATION_PING_PONG;
    fish->node.color = coir_color_lerp(coir_rgb(120, 190, 230), COIR_WHITE, (size - 0.2f) * 1.4f);
    coir_node_set_scale(fish, size);
    coir_node_run(fish, coir_repeat_forever(coir_animate(&swim)));
    double seconds = 7 + index * 5 % 7;
    CoirRun run =
        coir_node_run(fish, go_about(seconds, COIR_EASE_IN_OUT_SINE, coir_vec2(60, y), coir_vec2(900, y + 20)));
    coir_run_seek(run, index * 2.9, 0);
    return fish;
}

// The octopus: a sheet of Aseprite ------------------------------------------------------------------------------------

static const char *const tags[] = {"breathe", "blink", "wave"};
static const char *const words[] = {"\"breathe\", to and fro", "\"blink\"", "\"wave\", quickly!"};

// Shows the next text in the speech bubble. Fits the bubble to the text, and then makes the bubble swell and shrink.
// The member `tag` of the octopus's node counts the texts.
static void say(CoirNode *octopus, void *user)
{
    CoirLabel *label = user;
    CoirNode *bubble = coir_node_parent(label);
    coir_label_set_text(label, words[octopus->tag++ % 3]);
    CoirVec2 size = coir_vec2_add(label->node.size, coir_vec2(44, 50));
    coir_node_stop_all(bubble);
    coir_node_run(
        bubble, coir_sequence(coir_ease(COIR_EASE_OUT_BACK, coir_size_to(0.4, size.x, size.y)),
                              coir_repeat(99, coir_yoyo(coir_ease(COIR_EASE_IN_OUT_SINE, coir_size_by(0.7, 12, 8))))));
}

static bool add_octopus(CoirNode *scene, const CoirSheet *sheet)
{
    CoirSprite *octopus = coir_sprite_add_frame(scene, coir_sheet_frame(sheet, 0), 540, 146);
    CoirNineSlice *bubble = coir_nine_slice_add(scene, "speech.png", coir_insets(32, 18, 18, 30), 606, 204);
    CoirLabel *label = bubble ? coir_label_add(bubble, "", 22, 34) : NULL;
    if (!octopus || !label)
        return false;
    CoirAction *acts[6];
    for (int i = 0; i < 3; i++) {
        CoirAnimation animation = coir_sheet_animation(sheet, tags[i]);
        acts[2 * i] = coir_call(say, label);
        acts[2 * i + 1] = coir_animate(&animation);
    }
    octopus->node.z = bubble->node.z = 1;
    coir_node_set_scale(octopus, 1.3f);
    bubble->node.anchor = label->node.anchor = coir_vec2(0, 0);
    label->node.color = coir_rgb(20, 50, 90);
    coir_node_run(octopus, coir_repeat_forever(coir_sequence_of(acts, 6)));
    return add_board(scene, octopus, "octopus.json: Aseprite's tags, durations and repeats", 805, 270);
}

// The sea -------------------------------------------------------------------------------------------------------------

typedef struct Sea {
    CoirNode node;
    CoirTiled *water;
    CoirRandom random;
} Sea;

static const CoirNodeClass Sea_class;

static void sea_update(CoirNode *node, double dt)
{
    CoirTiled *water = COIR_AS(Sea, node)->water;
    water->offset = coir_vec2_add(water->offset, coir_vec2(-26 * (float)dt, 11 * (float)dt));
}

// Darkens the water, most at the bottom. The water has a z of -1, so it is drawn before this function is called.
static void sea_draw(CoirNode *node, CoirPainter *painter)
{
    static const CoirColor top = {150, 255, 230, 60}, low = {4, 22, 78, 170};
    (void)node;
    coir_painter_quad(
        painter, NULL,
        (CoirVertex[]){{0, 0, low, 0, 0}, {960, 0, low, 0, 0}, {960, 540, top, 0, 0}, {0, 540, top, 0, 0}});
}

static COIR_NODE_CLASS(Sea, .update = sea_update, .draw = sea_draw);

static void rise(CoirNode *node, void *user)
{
    Sea *sea = COIR_AS(Sea, node);
    float x = (float)coir_random_range(&sea->random, 20, 940), size = (float)coir_random_range(&sea->random, 0.4, 1.1);
    CoirSprite *bubble = coir_sprite_add(sea, "bubble.png", x, 90);
    (void)user;
    if (!bubble)
        return;
    coir_node_set_scale(bubble, size);
    coir_node_run(
        bubble, coir_sequence(coir_spawn(coir_move_by(6, 0, 480), coir_repeat(4, coir_yoyo(coir_skew_to(0.75, 14, 0)))),
                              coir_remove_self()));
}

static bool add_weed(CoirNode *scene, float x, float size)
{
    CoirSprite *weed = coir_sprite_add(scene, "weed.png", x, 84);
    if (!weed)
        return false;
    weed->node.anchor = coir_vec2(0.5f, 0);
    coir_node_set_scale(weed, size);
    weed->node.skew.x = -5;
    CoirAction *sway = coir_ease(COIR_EASE_IN_OUT_SINE, coir_skew_by(1.5 + size, 10, 0));
    return coir_node_run(weed, coir_repeat_forever(coir_yoyo(sway))).index;
}

// Adds the fish and the octopus, which need sheets. If the sheets cannot be loaded (a build without cJSON loads none),
// the scene shows the error instead.
static bool add_sheets(CoirNode *scene)
{
    const CoirSheet *fishes = coir_sheet_load("fish.json"), *octopus = coir_sheet_load("octopus.json");
    if (!fishes || !octopus) {
        CoirTextStyle style = {.width = 560, .align = COIR_ALIGN_CENTER};
        coir_label_add_with_style(scene, coir_error(), &style, 640, 468);
        coir_error_clear();
        return true;
    }
    CoirSprite *first = NULL;
    for (int i = 7; i >= 0; i--)
        if (!(first = add_fish(scene, fishes, i)))
            return false;
    return add_board(scene, first, "fish.json: packed by TexturePacker's rules, trimmed and turned", 510, 280) &&
           add_octopus(scene, octopus);
}

static bool furnish(Sea *sea)
{
    CoirNode *scene = COIR_NODE(sea);
    sea->water = coir_tiled_add(scene, "water.png", 480, 270);
    bool weeds = add_weed(scene, 90, 1) && add_weed(scene, 190, 0.7f) && add_weed(scene, 800, 1.1f) &&
                 add_weed(scene, 900, 0.8f);
    CoirTiled *sand = coir_tiled_add(scene, "sand.png", 480, 56);
    if (!sea->water || !weeds || !sand)
        return false;
    sea->water->node.size = coir_vec2(960, 540);
    sea->water->node.z = -1;
    sand->node.size.x = 960;
    sand->node.z = 1;
    return add_crab(scene) && add_sheets(scene) && coir_node_every(scene, 0.5, rise, NULL);
}

static CoirNode *make_animation(CoirDirector *director, uint64_t seed)
{
    Sea *sea = COIR_NEW(Sea);
    (void)director;
    if (!sea)
        return NULL;
    sea->random = coir_random(seed);
    if (furnish(sea))
        return COIR_NODE(sea);
    coir_node_destroy(sea);
    return NULL;
}

const CoirDemo demo_animation = {"animation", "frames of grids and sheets, tiles, and pictures in nine parts",
                                 make_animation};
