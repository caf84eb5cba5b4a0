// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Draws the panels and buttons of the demo "sounds", and finds the button that an event presses.

#include "ink.h"
#include "sounds.h"

#define CELL coir_rgb(40, 44, 70)

void sounds_text(CoirPainter *painter, CoirRect where, CoirAlign align, CoirColor color, const char *words)
{
    CoirTextStyle style = {.align = align, .vertical = COIR_ALIGN_MIDDLE, .width = where.width, .height = where.height};
    coir_painter_text(painter, &style, words, coir_vec2(where.x, where.y), color);
}

void sounds_panel(CoirPainter *painter, CoirRect where, const char *title, const char *help)
{
    CoirRect head = coir_rect(where.x + 12, where.y + where.height - 25, where.width - 24, 20);
    ink_panel(painter, where, INK_PANEL, INK_RULE);
    sounds_text(painter, head, COIR_ALIGN_LEFT, INK_TEXT, title);
    sounds_text(painter, head, COIR_ALIGN_RIGHT, INK_DIM, help);
}

void sounds_button(CoirPainter *painter, const SoundsButton *button, float light)
{
    CoirRect r = button->where;
    CoirColor ink = light > 0.5f ? INK_PANEL : INK_TEXT;
    const char *key = button->key == COIR_KEY_NONE ? NULL : coir_key_label(button->key);
    float room = key ? 4 + coir_text_size(NULL, key).x : 0;
    ink_panel(painter, r, coir_color_lerp(CELL, button->color, light), coir_color_lerp(CELL, button->color, 0.6f));
    if (key)
        sounds_text(painter, coir_rect(r.x + 5, r.y, room, r.height), COIR_ALIGN_LEFT,
                    light > 0.2f ? INK_PANEL : button->color, key);
    sounds_text(painter, coir_rect(r.x + room + 2, r.y, r.width - room - 4, r.height), COIR_ALIGN_CENTER, ink,
                button->words);
}

int sounds_pressed(const CoirEvent *event, const SoundsButton *buttons, int count)
{
    bool is_key = event->type == COIR_EVENT_KEY_DOWN && !event->repeated && event->key != COIR_KEY_NONE;
    for (int i = 0; i < count; i++)
        if ((is_key && buttons[i].key == event->key) ||
            (event->type == COIR_EVENT_POINTER_DOWN && coir_rect_contains(buttons[i].where, event->position)))
            return i;
    return -1;
}
