// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Consistency checks of the game's side of sound, for tests.

#ifndef COIR_SOUND_CHECK_H
#define COIR_SOUND_CHECK_H

// Returns a text that names a fault of the voices, of the groups, of the changes that wait for the mixer (changes.h),
// or, without a device, of the mixer; NULL: no fault.
const char *coir_sounds_fault(void);

#endif
