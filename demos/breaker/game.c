// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The scene of a game. The node `world` shakes and runs in slow motion; the labels keep the normal speed. In front of
// the labels is `curtain`, which is shown during a pause. The curtain is marked as interface, so that its per-frame
// function is called even while the scene's time scale is 0.

#include "../ink.h"
#include "breaker.h"

enum { RADIUS = 9, FIXED = 4 }; // radius of the ball; number of solids that are no bricks
#define SLOW 0.6                // time scale of a slow ball
#define TOP 430                 // y of the middle of the first row of bricks
#define HEIGHT 31               // height of a row

typedef struct Game {
    CoirNode node;
    Breaker *breaker;
    CoirNode *world, *solids; // `solids`: child of `world`, parent of the walls, the paddle and the bricks
    CoirBox *paddle, *curtain;
    CoirCircle *ball;
    CoirLabel *score, *status;
    CoirVec2 direction;              // direction of the ball, of length 1; (0, 0): the ball lies on the paddle
    int points, shown, lives, level; // `shown`: points that the score shows so far
} Game;

static void leave(CoirNode *scene)
{
    sounds_set_paused(false);
}

static COIR_NODE_CLASS(Game, .leave = leave);

static void play(Game *game, Tone tone, void *node)
{
    sounds_play_at(&game->breaker->sounds, tone, node, 0);
}

static void serve(Game *game)
{
    game->direction = coir_vec2(0, 0);
    coir_node_teleport(game->ball, game->paddle->node.position.x, 49 + RADIUS);
    coir_label_set_format(game->status, "%s    lives %d", game->breaker->names[game->level], game->lives);
}

// Adds a brick. The tag of a brick is its letter.
static void add_brick(Game *game, char letter, float column, float row)
{
    CoirColor color = letter < 'a' ? COIR_WHITE : ink_hue((letter - 'a') / 5.0f);
    CoirBox *brick = coir_box_add(game->solids, 67.5f + 75 * column, TOP - HEIGHT * row, 71, 27, color);
    if (!brick)
        return;
    brick->radius = 7;
    brick->node.tag = letter;
    add_text(&brick->node, letter == 'W' ? "wide" : letter == 'S' ? "slow" : "", 35, 14, 0.4f);
    coir_node_set_scale(brick, 0);
    coir_node_run(brick, coir_sequence(coir_delay(0.04 * (column + row)), coir_scale_to_uniform(0.2, 1)));
}

static void begin_level(Game *game)
{
    for (int row = 0; row < ROWS; row++)
        for (const char *letters = game->breaker->rows[game->level][row], *letter = letters; *letter; letter++)
            if (*letter != '.')
                add_brick(game, *letter, letter - letters, row);
    coir_node_set_time_scale(game->world, 1);
    serve(game);
}

static void end_level(CoirNode *scene, void *user)
{
    Game *game = user;
    Breaker *breaker = game->breaker;
    if (game->lives > 0 && ++game->level < breaker->level_count) {
        begin_level(game);
        return;
    }
    breaker->heading = game->lives > 0 ? "YOU WIN" : "GAME OVER";
    breaker->score = game->points;
    if (breaker->score > breaker->best) {
        breaker->best = breaker->score;
        breaker_save(breaker);
    }
    breaker_go(breaker, make_title);
}

static void burst(Game *game, CoirVec2 at, CoirColor color)
{
    CoirRandom *random = &game->breaker->random;
    for (int i = 0; i < 10; i++) {
        CoirSprite *spark = coir_sprite_add(game->world, "spark.png", at.x, at.y);
        float x = coir_random_range(random, -90, 90), y = coir_random_range(random, -90, 90);
        if (!spark)
            return;
        spark->blend = COIR_BLEND_ADD;
        spark->node.color = color;
        CoirAction *fly = coir_spawn(coir_ease(COIR_EASE_OUT_CUBIC, coir_move_by(0.6, x, y)), coir_fade_out(0.6));
        coir_node_run(spark, coir_sequence(fly, coir_remove_self()));
    }
}

static void end_wide(CoirNode *paddle, void *user)
{
    coir_node_run(paddle, coir_ease(COIR_EASE_OUT_BACK, coir_size_to(0.3, 130, 18)));
}

static void end_slow(CoirNode *ball, void *user)
{
    coir_node_set_time_scale(ball, 1);
    sounds_bend_music(1);
}

static void catch_brick(void *target, double dt, void *user)
{
    CoirNode *brick = target;
    Game *game = user;
    if (!coir_rect_overlaps(coir_node_bounds(brick), coir_node_bounds(game->paddle)))
        return;
    if (brick->tag == 'W') {
        coir_node_run(game->paddle, coir_ease(COIR_EASE_OUT_BACK, coir_size_to(0.3, 220, 18)));
        coir_node_schedule(game->paddle, &(CoirTimerDef){.key = "wide", .call = end_wide, .delay = 10});
    } else {
        coir_node_set_time_scale(game->ball, SLOW);
        sounds_bend_music(SLOW);
        coir_node_schedule(game->ball, &(CoirTimerDef){.key = "slow", .call = end_slow, .delay = 5});
    }
    play(game, TONE_POWER, game->paddle);
    burst(game, brick->position, COIR_WHITE);
    coir_node_destroy(brick);
}

static int row_of(const CoirNode *brick)
{
    return (int)lroundf((TOP - brick->position.y) / HEIGHT);
}

static void hit_brick(Game *game, CoirNode *brick)
{
    bool falls = brick->tag < 'a';
    game->points += 10;
    // The note runs on the ball's clock, so that a slow ball lowers the note as much as the music.
    sounds_play_at(&game->breaker->sounds, TONE_BRICK, &game->ball->node, sounds_brick_pitch(row_of(brick)));
    play(game, TONE_CRUMBLE, brick);
    coir_node_run(game->world, coir_yoyo(coir_move_by(0.04, 0, 3)));
    burst(game, brick->position, COIR_AS(CoirBox, brick)->fill);
    coir_node_set_parent(brick, game->world); // so that the brick is no longer solid
    CoirAction *way = falls ? coir_move_by(3, 0, -500) : coir_spawn(coir_scale_to(0.2, 2, 2), coir_fade_out(0.2));
    coir_node_run(brick, coir_sequence(way, coir_remove_self()));
    if (falls)
        coir_node_every_frame(brick, catch_brick, game, 0);
}

static void bounce(Game *game, CoirNode *solid, CoirVec2 normal)
{
    CoirVec2 direction = coir_vec2_reflect(game->direction, normal);
    if (solid == &game->paddle->node) // a hit far from the middle makes the ball fly flat
        direction = coir_vec2((game->ball->node.position.x - solid->position.x) / solid->size.x, 0.4f);
    direction.y = copysignf(fmaxf(fabsf(direction.y), 0.2f), direction.y); // never horizontal
    game->direction = coir_vec2_normalize(direction);
    if (solid->tag)
        hit_brick(game, solid);
    else
        play(game, solid == &game->paddle->node ? TONE_PADDLE : TONE_WALL, game->ball);
}

static void fly(Game *game, CoirVec2 motion)
{
    CoirNode *ball = &game->ball->node, *solids[FIXED + ROWS * COLUMNS];
    CoirRect boxes[FIXED + ROWS * COLUMNS];
    int count = 0;
    for (CoirNode *solid = coir_node_first_child(game->solids); solid; solid = coir_node_next_sibling(solid)) {
        solids[count] = solid;
        boxes[count++] = coir_node_bounds(solid);
    }
    CoirSweep sweep = coir_sweep_circle(ball->position, RADIUS, motion, boxes, count);
    ball->position = coir_vec2_add(ball->position, sweep.moved);
    if (sweep.hit)
        bounce(game, solids[sweep.index], sweep.normal);
}

static void move_paddle(void *target, double dt, void *user)
{
    CoirNode *paddle = target;
    CoirInput *input = user;
    float margin = 20 + paddle->size.x / 2;
    float x = paddle->position.x + 760 * dt * coir_input_direction(input, "left", "right");
    if (coir_input_pointer_delta(input).x != 0 || coir_input_finger_count(input) > 0)
        x = coir_input_pointer_position(input).x;
    paddle->position.x = fmaxf(margin, fminf(x, 960 - margin));
}

// Plays the sound of the end of a level. At the end of the game the music ends, too.
static void play_end(Game *game)
{
    bool is_last = game->lives == 0 || game->level + 1 == game->breaker->level_count;
    sounds_play_news(&game->breaker->sounds, !is_last ? TONE_POWER : game->lives > 0 ? TONE_WIN : TONE_LOSE);
    if (is_last)
        coir_music_stop(1);
}

static void check_end(Game *game)
{
    bool lost = game->ball->node.position.y < -20, won = coir_node_child_count(game->solids) == FIXED;
    if (lost) {
        game->lives--;
        sounds_play_news(&game->breaker->sounds, TONE_MISS);
        serve(game);
        coir_node_run(game->world, coir_repeat(4, coir_yoyo(coir_move_by(0.03, 12, 8))));
        coir_director_hold(game->breaker->director, 0.15);
    }
    if (won || game->lives == 0) {
        coir_node_set_time_scale(game->world, 0.2);
        coir_node_once_after(game, 1.4, end_level, game);
        play_end(game);
    }
}

static void move_ball(void *ball, double dt, void *user)
{
    Game *game = user;
    if (game->direction.y == 0)
        game->ball->node.position.x = game->paddle->node.position.x;
    if (game->direction.y == 0 && coir_input_pressed(game->breaker->input, "launch")) {
        game->direction = coir_vec2_normalize(coir_vec2(0.4f, 1));
        play(game, TONE_SERVE, ball);
    }
    fly(game, coir_vec2_scale(game->direction, (420 + 25 * game->level) * dt));
    if (coir_node_time_scale(game->world) == 1) // slow motion means that the level has already ended
        check_end(game);
}

static void watch_player(void *curtain, double dt, void *user)
{
    Game *game = user;
    if (game->shown < game->points)
        coir_label_set_format(game->score, "%d", ++game->shown);
    if (coir_input_pressed(game->breaker->input, "back"))
        breaker_go(game->breaker, make_title);
    if (coir_input_pressed(game->breaker->input, "pause")) {
        game->curtain->node.visible = !game->curtain->node.visible;
        sounds_set_paused(game->curtain->node.visible);
        sounds_play_blip(&game->breaker->sounds);
    }
    coir_node_set_time_scale(game, game->curtain->node.visible ? 0 : 1);
}

// Makes the five children of the scene, and their children. Returns false if something cannot be made.
static bool furnish(Game *game, Breaker *breaker)
{
    game->breaker = breaker;
    game->lives = 3;
    CoirSprite *night = coir_sprite_add(game, "night.png", 480, 270);
    coir_node_add(game, game->solids = coir_node_new());
    coir_node_add(game, game->world = coir_node_new());
    coir_node_set_parent(game->solids, game->world);
    coir_box_add(game->solids, 6, 230, 16, 540, coir_rgb(58, 66, 122));
    coir_box_add(game->solids, 954, 230, 16, 540, coir_rgb(58, 66, 122));
    coir_box_add(game->solids, 480, 492, 956, 16, coir_rgb(58, 66, 122));
    game->paddle = coir_box_add(game->solids, 480, 40, 130, 18, coir_rgb(204, 214, 255));
    game->ball = coir_circle_add(game->world, 480, 0, RADIUS, COIR_WHITE);
    game->score = add_text(&game->node, "0", 900, 520, 0.6f);
    game->status = add_text(&game->node, "", 230, 520, 0.6f);
    game->curtain = coir_box_add(game, 480, 270, 960, 540, coir_rgba(10, 12, 30, 190));
    if (coir_node_child_count(game) < 5 || coir_node_child_count(game->solids) < FIXED || !game->ball)
        return false;
    night->node.color = coir_rgb(120, 130, 175); // darker than the bricks
    game->paddle->radius = 9;
    game->paddle->node.name = "paddle";
    game->ball->node.name = "ball";
    add_text(&game->curtain->node, "Paused", 480, 290, 1.4f);
    add_volumes(&game->curtain->node, breaker);
    game->curtain->node.visible = false;
    coir_node_set_interface(game->curtain, true);
    coir_node_set_interpolated(game->paddle, true);
    coir_node_set_interpolated(game->ball, true);
    begin_level(game);
    return coir_node_every_frame(game->paddle, move_paddle, breaker->input, 0) &&
           coir_node_every_frame(game->ball, move_ball, game, 1) &&
           coir_node_every_frame(game->curtain, watch_player, game, 0);
}

CoirNode *make_game(Breaker *breaker)
{
    Game *game = COIR_NEW(Game);
    if (game && furnish(game, breaker))
        return &game->node;
    coir_node_destroy(game);
    return NULL;
}
