// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The one instant whose effect depends on how often it came.

#ifndef COIR_ACTION_INSTANT_H
#define COIR_ACTION_INSTANT_H

#include "coir/action_class.h"

extern const CoirActionClass coir_toggle_class;

#endif
