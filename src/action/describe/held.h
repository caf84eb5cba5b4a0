// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What is to be known of animations: they hold textures, and let them go when descriptions and runs are freed; and one
// with events is reversed as a whole.

#ifndef COIR_ACTION_HELD_H
#define COIR_ACTION_HELD_H

#include <stdbool.h>

#include "coir/action.h"

// True for a leaf that holds something; then the second lets go what the description holds, and the others hold once
// more, or let go, what a state of it does.
bool coir_action_holds(const CoirAction *action);
void coir_action_let_go(const CoirAction *action);
void coir_state_hold(const void *state);
void coir_state_let_go(const void *state);

// True for the spawn of an animation's pictures and its calls; the opposite of its first part is that of all of it.
bool coir_action_is_animation(const CoirAction *action);

#endif
