// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Defects that are known, and that the driver goes round until they are mended: 1 leaves them out.

#ifndef COIR_TESTS_RANDOM_KNOWN_H
#define COIR_TESTS_RANDOM_KNOWN_H

// A node as a target that is given to its stage's own scheduler.
#define KNOWN_NODE_AS_TARGET 1

// Many repeats of an action that takes no time.
#define KNOWN_REPEATED_INSTANTS 1

// coir_reverse_time(coir_yoyo(coir_repeat(1000000, ...))) plays each of the loops, at once. So does a long step over
// the turn of the coir_yoyo.
#define KNOWN_TURNED_LOOPS 1

#endif
