// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Groups of voices: the player sets the volume of a group in a menu, and the game pauses, fades or muffles a whole
// group.
//
//     coir_group_set_volume(COIR_GROUP_MUSIC, 0.4f);
//     coir_group_fade_to(COIR_GROUP_ALL, 0, 1);
//
// Groups form a tree. Volumes multiply. A pause or an effect of a group also applies to the groups below. Like
// changes of voices (coir/voice.h), changes of groups take effect at the exact sample. If the time of a call is
// earlier than the time of the previous call, and both calls change the volume, the muting, the ducking, the low-pass
// filter or the echo of the same group, the last call counts, at the later time. Groups keep their state when scenes
// change.

#ifndef COIR_GROUP_H
#define COIR_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"

// The number of a group. 0 is COIR_GROUP_EFFECTS.
typedef int32_t CoirGroup;

#define COIR_GROUP_EFFECTS 0
#define COIR_GROUP_MUSIC 1
#define COIR_GROUP_INTERFACE 2
#define COIR_GROUP_ALL 3 // root of all other groups
#define COIR_GROUP_NONE (-1)

#define COIR_GROUPS_MAX 32 // most groups at one time, including the four groups that always exist
#define COIR_VOLUME_MAX 16 // largest volume of groups and voices; 1 leaves the sound unchanged

// Makes a group below `parent`, with a volume of 1. `name` is copied; NULL: no name. Returns COIR_GROUP_NONE on
// error: for a parent that is no group, if there are COIR_GROUPS_MAX groups, or if there is no memory. Four groups
// always exist, and have the names "effects", "music", "interface" and "all".
COIR_API CoirGroup coir_group_new(const char *name, CoirGroup parent);

// Destroys a group and the groups below, and stops their voices. The number of a destroyed group is never used again.
// Destroying one of the four groups that always exist is a mistake.
COIR_API void coir_group_destroy(CoirGroup group);

// Return the first group with a name (COIR_GROUP_NONE: no such group), a group's name (NULL: no name, or no group), and
// its parent (COIR_GROUP_NONE for COIR_GROUP_ALL). A name is valid until the group is destroyed or the mixer is closed.
// coir_group_exists returns false for a destroyed group.
COIR_API CoirGroup coir_group_find(const char *name);
COIR_API const char *coir_group_name(CoirGroup group);
COIR_API CoirGroup coir_group_parent(CoirGroup group);
COIR_API bool coir_group_exists(CoirGroup group);

// All functions below return false or 0, and change nothing, for a number that is no group, and for a value out of
// range.

// Set the volume, 0..16: at once (in a few milliseconds, so that no click is heard), or gradually in `seconds`.
// coir_group_volume returns the group's own present volume, without the groups above.
COIR_API bool coir_group_set_volume(CoirGroup group, float volume);
COIR_API bool coir_group_fade_to(CoirGroup group, float volume, double seconds);
COIR_API float coir_group_volume(CoirGroup group);

// Silences a group, or ends the silence. The voices of a muted group go on, and its volume stays for later.
COIR_API bool coir_group_set_muted(CoirGroup group, bool muted);
COIR_API bool coir_group_is_muted(CoirGroup group);

// Pause and resume the voices of a group and of the groups below.
COIR_API bool coir_group_pause(CoirGroup group);
COIR_API bool coir_group_resume(CoirGroup group);
COIR_API bool coir_group_is_paused(CoirGroup group); // the group's own pause, without the groups above

// Stops all voices of a group and of the groups below. If the piece of music that plays is one of these voices, or if
// no piece plays, the queue of music is dropped, too.
COIR_API bool coir_group_stop_all(CoirGroup group);

// Weakens frequencies above `hertz` (20..20000), so that the group sounds muffled, as under water. 0: off, the
// default.
COIR_API bool coir_group_set_low_pass(CoirGroup group, double hertz);

// An echo repeats the sound of the group after `delay`, again and again, each time quieter.
typedef struct CoirEcho {
    double delay;   // seconds, 0.001 to 2
    float feedback; // 0..0.95: loudness of each repetition, relative to the repetition before
    float mix;      // 0..1: loudness of the first repetition, relative to the sound
} CoirEcho;

// Sets the echo of a group; `echo` is copied. NULL: no echo, the default. Also returns false if there is no memory.
COIR_API bool coir_group_set_echo(CoirGroup group, const CoirEcho *echo);

// Lowers a group while voices of another group play, for example music while somebody speaks. A paused voice does not
// count, a muted voice does.
typedef struct CoirDuck {
    CoirGroup by;   // group whose playing voices lower this group; voices of the groups below `by` count, too
    float volume;   // 0..1: factor of the group's volume while voices of `by` play
    double attack;  // seconds in which the group becomes quiet, 0..60; 0: 0.1
    double release; // seconds in which the group becomes loud again, 0..60; 0: 0.5
} CoirDuck;

// Sets the group that lowers a group; `duck` is copied. NULL: no ducking, the default. A group cannot be lowered by
// itself, or by a group above or below.
COIR_API bool coir_group_set_duck(CoirGroup group, const CoirDuck *duck);

#endif
