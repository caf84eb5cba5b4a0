// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Internal functions of groups. The functions of coir/group.h are in group.c.

#ifndef COIR_SOUND_GROUPS_H
#define COIR_SOUND_GROUPS_H

#include "sound/state.h"

// coir_group_index returns the index of a group; -1: there is no such group, or no mixer. coir_group_number returns the
// CoirGroup of an index. See also coir_group_check (setup.h).
int coir_group_index(CoirGroup group);
CoirGroup coir_group_number(int index);

// The functions below take the index of a group.

// Returns true if `group` or a group above is paused.
bool coir_group_is_frozen(int group);

// Returns `time`, or the time at which the mixer makes `group` if this time is later.
int64_t coir_group_not_before(int group, int64_t time);

// Returns the product of the volumes of `group` and the groups above at `time`; 0 if one of these groups is muted.
float coir_group_loudness(int group, int64_t time);

// Returns true if coir_group_destroy is destroying `group` or a group above.
bool coir_group_is_dying(int group);

// Returns true if `group` and `above` are the same group, or `group` is below `above`.
bool coir_group_is_below(int group, int above);

// Makes the four groups that always exist, for a new mixer.
void coir_groups_reset(void);

// Frees the names and the echoes of all groups. Groups that a game has made no longer exist.
void coir_groups_free(void);

// Makes a group below the group `parent`, and returns its index. Returns -1 and sets the error on failure.
int coir_groups_add(const char *name, int parent, int64_t time);

// Removes a group and the groups below. No voice may play in these groups. Stores the carrier of each group, the hidden
// node for actions on the group, in `carriers`, at the index of the group; the caller destroys the carriers.
void coir_groups_remove(int group, CoirSlotId *carriers, int64_t time);

// Changes the volume linearly from the time `begin` to the time `end`.
void coir_group_change_volume(int group, float volume, int64_t begin, int64_t end);

// Mutes a group, or ends the muting, with a fade of COIR_SOUND_FADE. Changes of the volume go on under the mute.
void coir_group_change_muted(int group, bool is_muted, int64_t time);

// Sets the duck of a group; NULL: the group is no longer lowered.
void coir_group_change_duck(int group, const CoirDuck *duck, int64_t time);

// Lowers and raises groups that have a duck, according to the voices that play now.
void coir_groups_duck(int64_t time);

#endif
