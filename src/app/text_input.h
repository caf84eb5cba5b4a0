// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Starts and stops SDL's text input for the stage of a director. SDL has one text input for all windows. So the text
// input lasts until no director takes text any more.

#ifndef COIR_APP_TEXT_INPUT_H
#define COIR_APP_TEXT_INPUT_H

#include <stdbool.h>

#include "coir/geometry.h"

// State that a director last sent to SDL. All zero: the director takes no text.
typedef struct CoirTextInput {
    bool started;
    int x, y, width, height;
} CoirTextInput;

// Sets the hints that text input needs. Must be called before a window is opened.
void coir_text_input_prepare(void);

// Stops the text input that SDL starts with its video subsystem, unless a director takes text.
void coir_text_input_stop_default(void);

// Starts or stops text input for a director. `area`: rectangle of the text field, in window units from the upper left
// corner.
void coir_text_input_set(CoirTextInput *input, bool started, CoirRect area);

#endif
