// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Input: shows the state of keyboard, mouse, fingers and controllers, and the names that are bound to keys and buttons.
// Click a binding, or press 1 to 6 for the first binding of a name, and then press the new key or button. A bot plays
// until the player presses a key or button.

#include "demo.h"
#include "ink.h"
#include "input_devices.h"

#include <stdio.h>
#include <string.h>

#define NAMES 6
#define SLOTS 3
#define LINES 7 // number of presses in the list of events
#define BOT "the bot"

typedef struct Board {
    CoirNode node;
    CoirInput *input;
    char lines[LINES][48];
    double time;
    float jump, fire; // 1 at a press, then fades to 0
    int turns;        // turns of the wheel: up minus down
    bool bot, in_bot; // `bot`: the bot plays; `in_bot`: the bot is sending its input
} Board;

static const CoirNodeClass Board_class;
static const char *const names[NAMES] = {"left", "right", "up", "down", "jump", "fire"};

static void draw_lines(const Board *board, CoirPainter *painter)
{
    devices_panel(painter, coir_rect(660, 290, 280, 230), "events");
    for (int i = 0; i < LINES; i++)
        devices_text(painter, 674, 464 - 25 * (float)i, ink_alpha(INK_TEXT, 1 - (float)i / LINES), board->lines[i]);
}

// Names ---------------------------------------------------------------------------------------------------------------

static CoirRect cell(int name, int slot)
{
    return coir_rect(310 + 108 * (float)slot, 218 - 36 * (float)name, 104, 30);
}

static void draw_cell(const Board *board, CoirPainter *painter, int name, int slot)
{
    const char *word = coir_input_describe(board->input, names[name], slot);
    CoirRect where = cell(name, slot);
    CoirColor frame = INK_RULE, ink = INK_TEXT;
    if (coir_input_conflict(board->input, names[name], slot))
        frame = ink = ink_hue(0);
    if (coir_input_is_listening(board->input) && board->node.tag == name * SLOTS + slot) {
        word = "press...";
        frame = COIR_WHITE;
    }
    ink_panel(painter, where, DEVICES_CELL, frame);
    devices_text(painter, where.x + 7, where.y + 8, ink, word ? word : "");
}

static void draw_names(const Board *board, CoirPainter *painter)
{
    devices_panel(painter, coir_rect(220, 20, 420, 256), "click a binding");
    for (int i = 0; i < NAMES; i++) {
        float y = cell(i, 0).y, value = coir_input_value(board->input, names[i]);
        devices_text(painter, 232, y + 8, coir_input_is_down(board->input, names[i]) ? COIR_WHITE : INK_DIM, names[i]);
        coir_painter_rect(painter, coir_rect(272, y + 10, 30 * value, 10), ink_hue((float)i / NAMES));
        for (int slot = 0; slot < SLOTS; slot++)
            draw_cell(board, painter, i, slot);
    }
}

static void draw_hero(const Board *board, CoirPainter *painter)
{
    CoirVec2 stick = coir_input_stick(board->input, "left", "right", "down", "up");
    CoirVec2 place = coir_vec2(800 + 80 * stick.x, 132 + 80 * stick.y);
    devices_panel(painter, coir_rect(660, 20, 280, 256), "the names at work");
    coir_painter_ring(painter, coir_vec2(800, 132), 106, 2, DEVICES_CELL);
    coir_painter_ring(painter, place, 18 + 60 * (1 - board->jump), 4, ink_alpha(ink_hue(0.7f), board->jump));
    coir_painter_circle(painter, place, 16 + 8 * board->jump, ink_hue(0.7f - 0.7f * board->fire));
}

static void draw_pointer(const Board *board, CoirPainter *painter)
{
    CoirVec2 at = coir_input_pointer_position(board->input);
    char words[32];
    for (int i = 0; i < 3; i++)
        coir_painter_circle(painter, coir_vec2(at.x + 12 * (float)(i - 1), at.y + 16), 5,
                            coir_input_is_pointer_down(board->input, i + 1) ? ink_hue(0.15f) : INK_DIM);
    coir_painter_ring(painter, at, 8, 2, COIR_WHITE);
    snprintf(words, sizeof words, "wheel %d", board->turns);
    devices_text(painter, at.x + 14, at.y - 6, INK_TEXT, words);
    for (int i = 0; i < coir_input_finger_count(board->input); i++)
        coir_painter_ring(painter, coir_input_finger(board->input, i).position, 30, 5, ink_hue(0.4f));
}

// The board -----------------------------------------------------------------------------------------------------------

static void board_draw(CoirNode *node, CoirPainter *painter)
{
    const Board *board = COIR_AS(Board, node);
    ink_backdrop(painter);
    devices_draw_keyboard(board->input, painter);
    draw_lines(board, painter);
    devices_draw_pad(board->input, painter, 1, 20, 154);
    devices_draw_pad(board->input, painter, 2, 20, 20);
    draw_names(board, painter);
    draw_hero(board, painter);
    draw_pointer(board, painter);
}

static void listen_for(Board *board, int name, int slot)
{
    board->node.tag = name * SLOTS + slot; // the cell that waits for a key or button
    coir_input_listen_for(board->input, names[name], slot, NULL, NULL);
}

// Returns true if controller number 1 is the bot's. If the player has a controller with this number, the bot has none.
static bool bot_has_controller(CoirInput *input)
{
    const char *name = coir_input_controller_name(input, 1);
    return name && strcmp(name, BOT) == 0;
}

static void play_controller(CoirInput *input, float angle, int beat)
{
    if (!coir_input_controller_name(input, 1))
        coir_input_connect(input, 1, BOT);
    if (!bot_has_controller(input))
        return;
    coir_input_axis(input, 1, COIR_AXIS_LEFT_X, 0.9f * cosf(angle));
    coir_input_axis(input, 1, COIR_AXIS_LEFT_Y, 0.9f * sinf(angle));
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_X, 0.4f * sinf(angle));
    coir_input_axis(input, 1, COIR_AXIS_RIGHT_TRIGGER, 0.5f + 0.5f * cosf(angle));
    for (int i = 0; i < 4; i++)
        if (coir_input_is_button_down(input, 1, (CoirButton)i) != (beat % 4 == i))
            coir_input_button(input, 1, (CoirButton)i, beat % 4 == i);
}

static void play(Board *board)
{
    static const CoirKey keys[] = {COIR_KEY_W, COIR_KEY_D, COIR_KEY_SPACE, COIR_KEY_S, COIR_KEY_LEFT_SHIFT, COIR_KEY_K};
    CoirInput *input = board->input;
    float angle = 2 * (float)board->time;
    int beat = (int)(board->time * 4), turn = (int)(board->time * 60) % 20;
    play_controller(input, angle, beat);
    coir_input_pointer_move(input, 470 + 260 * sinf(angle * 0.5f), 300 + 60 * cosf(angle * 0.35f));
    for (int i = 0; i < 6; i++)
        if (coir_input_is_key_down(input, keys[i]) != ((beat >> i) % 3 == 0))
            coir_input_key(input, keys[i], (beat >> i) % 3 == 0);
    if (coir_input_is_pointer_down(input, 3) != (beat % 5 == 3))
        coir_input_pointer(input, 3, beat % 5 == 3);
    if (turn == 0 && !coir_input_is_listening(input))
        coir_input_wheel(input, 0, 1);
    if (beat == 13 && turn == 15)
        listen_for(board, 4, 2);
}

static void board_update(CoirNode *node, double dt)
{
    Board *board = COIR_AS(Board, node);
    board->time += dt;
    board->in_bot = true;
    if (board->bot)
        play(board);
    board->in_bot = false;
    board->turns += coir_input_wheel_delta(board->input).y > 0;
    board->turns -= coir_input_wheel_delta(board->input).y < 0;
    board->jump = coir_input_pressed(board->input, "jump") ? 1 : fmaxf(board->jump - 1.5f * (float)dt, 0);
    board->fire = coir_input_pressed(board->input, "fire") ? 1 : fmaxf(board->fire - 1.5f * (float)dt, 0);
}

static void remember(Board *board, const char *name, const CoirEvent *event)
{
    char character[8] = "";
    if (event->character > ' ' && event->character < 127)
        snprintf(character, sizeof character, "  '%c'", (char)event->character);
    memmove(board->lines[1], board->lines[0], sizeof board->lines - sizeof board->lines[0]);
    snprintf(board->lines[0], sizeof board->lines[0], "%s%s%s", name ? name : "a key without a name", character,
             event->repeated ? " again" : "");
}

static bool board_event(CoirNode *node, const CoirEvent *event)
{
    Board *board = COIR_AS(Board, node);
    bool is_press = event->type == COIR_EVENT_KEY_DOWN || event->type == COIR_EVENT_POINTER_DOWN ||
                    event->type == COIR_EVENT_BUTTON_DOWN;
    if (!board->in_bot && board->bot && is_press) {
        board->bot = false;
        if (bot_has_controller(board->input))
            coir_input_disconnect(board->input, 1);
    }
    if (event->type == COIR_EVENT_KEY_DOWN)
        remember(board, coir_key_name(event->key), event);
    if (event->type == COIR_EVENT_BUTTON_DOWN)
        remember(board, coir_button_name((CoirButton)event->button), event);
    for (int i = 0; event->type == COIR_EVENT_POINTER_DOWN && i < NAMES * SLOTS; i++)
        if (coir_rect_contains(cell(i / SLOTS, i % SLOTS), event->position))
            listen_for(board, i / SLOTS, i % SLOTS);
    if (event->type == COIR_EVENT_KEY_DOWN && event->key >= COIR_KEY_1 && event->key < COIR_KEY_1 + NAMES)
        listen_for(board, (int)(event->key - COIR_KEY_1), 0);
    return false;
}

static COIR_NODE_CLASS(Board, .draw = board_draw, .update = board_update, .event = board_event);

static CoirNode *make_input(CoirDirector *director, uint64_t seed)
{
    static const char *const words[NAMES] = {"A, Left stick left", "D, Left stick right",
                                             "W, Left stick up",   "S, Left stick down",
                                             "Space, Pad south",   "K, Right trigger, Mouse right"};
    Board *board = COIR_NEW(Board);
    (void)seed;
    if (!board)
        return NULL;
    board->input = coir_director_input(director);
    board->bot = true;
    for (int i = 0; i < NAMES; i++)
        coir_input_bind(board->input, names[i], words[i]);
    return &board->node;
}

const CoirDemo demo_input = {"input", "keyboard, mouse and controllers live, and names bound to them", make_input};
