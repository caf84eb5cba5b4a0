// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Draws a keyboard and controllers, with the keys and buttons that are down, for the demo "input".

#ifndef DEMO_INPUT_DEVICES_H
#define DEMO_INPUT_DEVICES_H

#include <coir/coir.h>

#define DEVICES_CELL coir_rgb(40, 44, 70)

void devices_text(CoirPainter *painter, float x, float y, CoirColor color, const char *words);
void devices_panel(CoirPainter *painter, CoirRect where, const char *title);

void devices_draw_keyboard(const CoirInput *input, CoirPainter *painter);

// Draws controller number `pad` with its lower left corner at x, y.
void devices_draw_pad(const CoirInput *input, CoirPainter *painter, int pad, float x, float y);

#endif
