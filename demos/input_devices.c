// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "input_devices.h"

#include <stdio.h>

#include "ink.h"

void devices_text(CoirPainter *painter, float x, float y, CoirColor color, const char *words)
{
    coir_painter_text(painter, NULL, words, coir_vec2(x, y), color);
}

void devices_panel(CoirPainter *painter, CoirRect where, const char *title)
{
    ink_panel(painter, where, INK_PANEL, INK_RULE);
    devices_text(painter, where.x + 12, where.y + where.height - 24, INK_DIM, title);
}

// Keyboard ------------------------------------------------------------------------------------------------------------

// The keys of each row: NAME, or NAME=WIDTH, where a usual key has the width 1. An underscore stands for a space.
static const char *const rows[] = {"Grave 1 2 3 4 5 6 7 8 9 0 Minus Equals Backspace=2",
                                   "Tab=1.5 Q W E R T Y U I O P Left_Bracket Right_Bracket Backslash=1.5",
                                   "Caps_Lock=1.75 A S D F G H J K L Semicolon Apostrophe Enter=2.25",
                                   "Left_Shift=2.25 Z X C V B N M Comma Period Slash Right_Shift=2.75",
                                   "Left_Ctrl=2 Left_Alt=2 Space=7 Right_Alt=2 Right_Ctrl=2"};

static void draw_key(const CoirInput *input, CoirPainter *painter, const char *name, CoirRect where)
{
    bool down = coir_input_is_key_down(input, coir_key_from_name(name));
    ink_panel(painter, where, down ? ink_hue(where.x / 620) : DEVICES_CELL, down ? COIR_WHITE : INK_RULE);
    name = coir_key_label(coir_key_from_name(name));
    CoirVec2 size = coir_text_size(NULL, name);
    if (size.x < where.width - 4)
        devices_text(painter, where.x + (where.width - size.x) / 2, where.y + 11, down ? INK_PANEL : INK_TEXT, name);
}

void devices_draw_keyboard(const CoirInput *input, CoirPainter *painter)
{
    devices_panel(painter, coir_rect(20, 290, 620, 230), "keyboard");
    for (int row = 0; row < 5; row++) {
        float x = 30;
        const char *at = rows[row];
        char name[24];
        for (int length; sscanf(at, " %23[^ =]%n", name, &length) == 1;) {
            float width = 1;
            at += length;
            if (sscanf(at, "=%f%n", &width, &length) == 1)
                at += length;
            for (char *space = name; *space; space++)
                *space = *space == '_' ? ' ' : *space;
            draw_key(input, painter, name, coir_rect(x, 456 - 39 * (float)row, 40 * width - 3, 36));
            x += 40 * width;
        }
    }
}

// Controllers ---------------------------------------------------------------------------------------------------------

static void draw_button(const CoirInput *input, CoirPainter *painter, int pad, CoirButton button, float x, float y)
{
    bool down = coir_input_is_button_down(input, pad, button);
    coir_painter_circle(painter, coir_vec2(x, y), 8, down ? ink_hue(0.15f) : DEVICES_CELL);
}

static void draw_stick(const CoirInput *input, CoirPainter *painter, int pad, CoirAxis axis, float x, float y)
{
    CoirVec2 value =
        coir_vec2(coir_input_axis_value(input, pad, axis), coir_input_axis_value(input, pad, (CoirAxis)(axis + 1)));
    coir_painter_ring(painter, coir_vec2(x, y), 24, 2, INK_DIM);
    coir_painter_circle(painter, coir_vec2(x + 15 * value.x, y + 15 * value.y), 10, ink_hue(0.66f));
}

void devices_draw_pad(const CoirInput *input, CoirPainter *painter, int pad, float x, float y)
{
    const char *name = coir_input_controller_name(input, pad);
    devices_panel(painter, coir_rect(x, y, 190, 122), name ? name : "no controller");
    if (!name)
        return;
    draw_stick(input, painter, pad, COIR_AXIS_LEFT_X, x + 34, y + 38);
    draw_stick(input, painter, pad, COIR_AXIS_RIGHT_X, x + 156, y + 38);
    for (int i = 0; i < 4; i++) { // the buttons at south, east, west and north, and the arrows
        static const CoirVec2 places[] = {{0, -14}, {14, 0}, {-14, 0}, {0, 14}};
        static const CoirButton arrows[] = {COIR_BUTTON_DOWN, COIR_BUTTON_RIGHT, COIR_BUTTON_LEFT, COIR_BUTTON_UP};
        draw_button(input, painter, pad, (CoirButton)i, x + 113 + places[i].x * 0.9f, y + 28 + places[i].y);
        draw_button(input, painter, pad, arrows[i], x + 77 + places[i].x * 0.9f, y + 54 + places[i].y);
    }
    for (int i = 0; i < 2; i++) { // triggers
        float value = coir_input_axis_value(input, pad, (CoirAxis)(COIR_AXIS_LEFT_TRIGGER + i));
        coir_painter_rect_outline(painter, coir_rect(x + 14 + 122 * (float)i, y + 76, 40, 8), 1, INK_DIM);
        coir_painter_rect(painter, coir_rect(x + 14 + 122 * (float)i, y + 76, 40 * value, 8), ink_hue(0.4f));
    }
}
