// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A demo without pictures: boxes, a ball and a runner. In the upper part, the ball breaks bricks, which come back after
// a while. In the lower part, the runner slides over tiles, and jumps when a tile is in the way. Sweeps move the ball
// and the runner, so that neither passes through a box, however long a frame is.

#include "demo.h"
#include "ink.h"

#define COLUMNS 10
#define BRICKS (COLUMNS * 4)
#define TILES 34
#define EDGES 4
#define RADIUS 10.0f
#define GRAVITY 1400.0f // points a second, added each second
#define JUMP 520.0f     // first speed of a jump, in points a second

typedef struct Court {
    CoirNode node;
    CoirBox *bricks[BRICKS], *paddle, *runner;
    CoirCircle *ball;
    double gone[BRICKS]; // seconds until the brick comes back; 0 or less: the brick is present
    CoirRect tiles[TILES];
    CoirVec2 speed, run; // velocity of the ball and of the runner, in points a second
} Court;

static const CoirNodeClass Court_class;

// The walls around the ball. Thin walls are enough, because a sweep never jumps over a wall.
static const CoirRect edges[EDGES] = {{20, 220, 4, 300}, {936, 220, 4, 300}, {20, 516, 920, 4}, {20, 216, 920, 4}};

// The ball ----------------------------------------------------------------------------------------------------------

// Collects the boxes that the ball can hit: the present bricks, the walls and the paddle. `owners` gets the index of
// each brick, and -1 for the other boxes. Returns the number of boxes.
static int solids_of(const Court *court, CoirRect *solids, int *owners)
{
    int count = 0;
    for (int i = 0; i < BRICKS; i++)
        if (court->gone[i] <= 0) {
            owners[count] = i;
            solids[count++] = coir_node_bounds(court->bricks[i]);
        }
    for (int i = 0; i < EDGES; i++) {
        owners[count] = -1;
        solids[count++] = edges[i];
    }
    owners[count] = -1;
    solids[count++] = coir_node_bounds(court->paddle);
    return count;
}

static void hit_brick(Court *court, int brick)
{
    court->gone[brick] = 5;
    coir_node_run(court->bricks[brick], coir_sequence(coir_spawn(coir_fade_out(0.3), coir_scale_to(0.3, 1.3f, 1.3f)),
                                                      coir_delay(4.4), coir_scale_to(0, 1, 1), coir_fade_in(0.3)));
}

static void move_ball(Court *court, float dt)
{
    CoirRect solids[BRICKS + EDGES + 1];
    int owners[BRICKS + EDGES + 1], count = solids_of(court, solids, owners);
    CoirNode *ball = &court->ball->node;
    CoirSweep sweep = coir_sweep_circle(ball->position, RADIUS, coir_vec2_scale(court->speed, dt), solids, count);
    ball->position = coir_vec2_add(ball->position, sweep.moved);
    if (!sweep.hit)
        return;
    court->speed = coir_vec2_reflect(court->speed, sweep.normal);
    if (owners[sweep.index] >= 0)
        hit_brick(court, owners[sweep.index]);
}

// The runner --------------------------------------------------------------------------------------------------------

static void move_runner(Court *court, float dt)
{
    CoirNode *runner = &court->runner->node;
    court->run.y -= GRAVITY * dt;
    CoirSlide slide = coir_sweep_slide(coir_node_bounds(runner), coir_vec2_scale(court->run, dt), court->tiles, TILES);
    runner->position = coir_vec2_add(runner->position, slide.moved);
    if (slide.below || slide.above)
        court->run.y = 0;
    if (!slide.left && !slide.right)
        return;
    bool high = court->tiles[slide.index_x].height > 150; // the first or the last tile
    if (high)
        court->run.x = -court->run.x;
    else if (slide.below)
        court->run.y = JUMP;
}

static void court_update(CoirNode *node, double dt)
{
    Court *court = COIR_AS(Court, node);
    for (int i = 0; i < BRICKS; i++)
        court->gone[i] -= court->gone[i] > 0 ? dt : 0;
    court->paddle->node.position.x = fmaxf(90, fminf(court->ball->node.position.x, 870));
    move_ball(court, (float)dt);
    move_runner(court, (float)dt);
}

static void court_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    ink_backdrop(painter);
    coir_painter_rounded_rect_outline(painter, coir_rect(20, 216, 920, 304), 6, 4, INK_RULE);
}

static COIR_NODE_CLASS(Court, .update = court_update, .draw = court_draw);

// Making ------------------------------------------------------------------------------------------------------------

static bool add_bricks(Court *court)
{
    for (int i = 0; i < BRICKS; i++) {
        int column = i % COLUMNS, row = i / COLUMNS;
        CoirColor hue = ink_hue((float)(column + row) / 12);
        CoirBox *brick = coir_box_add(court, 84 + 88 * (float)column, 480 - 34 * (float)row, 80, 26, hue);
        if (!brick)
            return false;
        brick->radius = row * 4.0f;
        brick->outline = ink_alpha(COIR_WHITE, 0.6f);
        brick->outline_width = row % 2 ? 2 : 0;
        court->bricks[i] = brick;
    }
    return true;
}

// Adds tiles of different heights side by side, between two high tiles.
static bool add_tiles(Court *court)
{
    static const int steps[] = {0, 0, 0, 1, 1, 2, 3, 3, 0, 0, 1, 0, 2, 2, 0, 0};
    for (int i = 0; i < TILES; i++) {
        bool end = i == 0 || i == TILES - 1;
        float height = end ? 180 : 30 + 24 * (float)steps[i % 16];
        court->tiles[i] = coir_rect(20 + 920.0f / TILES * (float)i, 16, 920.0f / TILES, height);
        CoirRect tile = court->tiles[i];
        if (!coir_box_add(court, tile.x + tile.width / 2, tile.y + tile.height / 2, tile.width, tile.height,
                          ink_hue(end ? 0.8f : 0.45f + 0.1f * (float)(i % 2))))
            return false;
    }
    return true;
}

static CoirNode *make_boxes(CoirDirector *director, uint64_t seed)
{
    Court *court = COIR_NEW(Court);
    CoirRandom random = coir_random(seed);
    (void)director;
    if (!court)
        return NULL;
    court->speed = coir_vec2((float)coir_random_range(&random, 200, 320), 380);
    court->run = coir_vec2(170, 0);
    court->paddle = coir_box_add(court, 480, 240, 120, 14, COIR_WHITE);
    court->ball = coir_circle_add(court, 480, 270, RADIUS, ink_hue(0.2f));
    court->runner = coir_box_add(court, 100, 150, 22, 34, ink_hue(0.1f));
    if (!court->paddle || !court->ball || !court->runner || !add_bricks(court) || !add_tiles(court)) {
        coir_node_destroy(court);
        return NULL;
    }
    court->paddle->radius = 7;
    court->ball->outline = COIR_WHITE;
    court->ball->outline_width = 3;
    court->runner->radius = 5;
    court->runner->node.z = 1;
    return COIR_NODE(court);
}

const CoirDemo demo_boxes = {"boxes", "boxes, a ball and a runner, moved by sweeps", make_boxes};
