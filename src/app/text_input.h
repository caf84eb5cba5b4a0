// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Starts and stops SDL's text input for the stage of a director.

#ifndef COIR_APP_TEXT_INPUT_H
#define COIR_APP_TEXT_INPUT_H

#include <stdbool.h>

#include "coir/geometry.h"

// State that was last sent to SDL. All zero: text input is stopped.
typedef struct CoirTextInput {
    bool started;
    int x, y, width, height;
} CoirTextInput;

// Sets the hints that text input needs. Must be called before a window is opened.
void coir_text_input_prepare(void);

// Stops the text input that SDL starts with its video subsystem. SDL has one text input for all windows: text input
// that another director has started stops, too.
void coir_text_input_stop_default(void);

// Starts or stops text input. `area`: rectangle of the text field, in window units from the upper left corner.
void coir_text_input_set(CoirTextInput *input, bool started, CoirRect area);

#endif
