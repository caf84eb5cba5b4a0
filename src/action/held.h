// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What descriptions and runs hold of others, and let go when they are freed: the textures of animations.

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

#endif
