// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The mixer with the tables of voices and groups, which are made together and freed together.

#ifndef COIR_SOUND_SETUP_H
#define COIR_SOUND_SETUP_H

#include "sound/state.h"

// Make the mixer if there is none: with the rate of the settings, or with `rate`. Return false if there is no memory.
bool coir_sounds_need(void);
bool coir_sounds_need_at(int rate);

// Frees the mixer and the tables, and resets the settings and the sound clock. Keeps the hooks, and the generation, so
// that old voices stay stale. During a step, also keeps the time of the sound clock, from which the end of the step was
// computed.
void coir_sounds_reset(void);

// Returns the settings of the mixer. If there is no mixer, returns the settings that the mixer will have. Exception: a
// rate that the user has not set may become the rate of the device.
CoirMixerDef coir_mixer_settings(void);

// Returns the index of a group. Makes the mixer if there is none, so the four groups that always exist are there.
// Returns -1 on failure, and reports a group that does not exist as a mistake under the name of `function`.
int coir_group_check(CoirGroup group, const char *function);

// Does the same. Also refuses a group that is being destroyed, or is below such a group: the group must get no voices.
int coir_group_check_living(CoirGroup group, const char *function);

#endif
