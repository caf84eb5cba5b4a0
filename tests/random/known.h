// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Defects that are known, and that the driver goes round until they are mended: 1 leaves them out.

#ifndef COIR_TESTS_RANDOM_KNOWN_H
#define COIR_TESTS_RANDOM_KNOWN_H

// A node as a target that is given to its stage's own scheduler.
#define KNOWN_NODE_AS_TARGET 1

// Many repeats of an action that takes no time.
#define KNOWN_REPEATED_INSTANTS 1

#endif
