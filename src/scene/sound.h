// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How stages drive the sound clock (stage_sound.c), and how nodes (node_sound.c) and actions (play_actions.c) play
// sounds.

#ifndef COIR_SCENE_SOUND_H
#define COIR_SCENE_SOUND_H

#include "coir/node.h"
#include "coir/voice.h"
#include "sound/clock.h"

// Begins a step of the sound clock for a step of `stage`. Both steps end at `end` (ns of the sound clock). `speed`:
// stage seconds in a second of the sound clock.
void coir_stage_begin_sound(CoirStage *stage, CoirSoundStep *step, int64_t end, double speed);

// Called while the director is frozen (paused, or stopped in the background) or its time scale is 0: notes that no time
// passes for the nodes of the stage.
void coir_stage_freeze_sound(CoirStage *stage);

// Plays a sound as a voice of a node, as coir_node_play_with does. `follows`: a run sets the position of the voice in
// the sound. Messages begin with `function`.
CoirVoice coir_node_play_as(CoirNode *node, CoirSound *sound, const CoirPlay *options, bool follows,
                            const char *function);

// Returns the first voice of a node after `after`, in the order of slots; `after` NULL: the first voice. `started_by`:
// only voices of one action of one run (CoirVoiceRecord.started_by); 0: all voices of the node. Returns NULL after the
// last voice.
struct CoirVoiceRecord *coir_node_next_started(const CoirNode *node, uint32_t started_by,
                                               struct CoirVoiceRecord *after);

// Sets the x of the middle, and the half width, of the director's stage. Voices that pan are heard from there, unless
// coir_sound_set_ear has set other numbers.
void coir_sound_set_view(float center, float reach);

#endif
