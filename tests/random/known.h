// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Defects that are known, and that the driver goes round until they are mended: 1 leaves them out.

#ifndef COIR_TESTS_RANDOM_KNOWN_H
#define COIR_TESTS_RANDOM_KNOWN_H

// What a run calls while it is sought, and a user's curve, destroys the node, stops the run or updates the manager: no
// calls are made there.
#define KNOWN_STEPS_OF_A_RUN 1

// A node as a target that is given to its stage's own scheduler.
#define KNOWN_NODE_AS_TARGET 1

// Many repeats of an action that takes no time.
#define KNOWN_REPEATED_INSTANTS 1

#endif
