// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sounds of nodes, and actions that play and change sounds.
//
//     coir_node_play(ball, bounce);
//     coir_node_run(hero, coir_sequence(coir_jump_by(0.5, 0, 0, 60, 1), coir_play(land), coir_delay(0.2)));
//
// A voice of a node runs on the node's clock. The voice is paused with the node (coir_node_pause,
// coir_node_pause_tree), and waits while the node is off stage. Slow motion slows the voice down and lowers its
// pitch, unless CoirPlay.keeps_pitch is set. The voice ends with the node, unless CoirPlay.rings_out is set.

#ifndef COIR_NODE_SOUND_H
#define COIR_NODE_SOUND_H

#include "coir/action.h"
#include "coir/node.h"
#include "coir/run.h"
#include "coir/voice.h"

// Play a sound as a voice of a node. Return {0, 0} for a NULL node, and in the same cases as coir_sound_play_with.
COIR_API CoirVoice coir_node_play(CoirNode *node, CoirSound *sound);
COIR_API CoirVoice coir_node_play_with(CoirNode *node, CoirSound *sound, const CoirPlay *play);

// Stops all voices of a node. Returns the number of stopped voices; 0 for a NULL node (a mistake).
COIR_API int coir_node_stop_voices(CoirNode *node);

// Sets the position from which voices with CoirPlay.pans are heard, in points of the stage along the x axis. A node at
// `center` is heard in the middle. A node `reach` points or more to the left of `center` is heard only on the left, and
// a node as far to the right only on the right. A `reach` of 0, the default, means the middle and the half width of the
// first Director's stage (coir_director_size, not coir_director_visible); `center` does not count then. Returns false,
// and changes nothing, for a number that is not finite, or a `reach` below 0.
COIR_API bool coir_sound_set_ear(float center, float reach);

// Actions ------------------------------------------------------------------------------------------------------------

// Plays a sound as a voice of the node: an instant, which takes no time in a sequence. `play` is copied; NULL: the
// defaults. The action holds the sound.
//
// The sound starts when the run's time passes the instant forwards. Seeks (even with COIR_SEEK_CALLS) and time that
// goes backwards start no sound. When the run's time goes back before the instant, the voice is stopped. If only the
// inner time of coir_yoyo, coir_reverse_time or an ease goes back, the voice plays on. Pausing or stopping the run does
// not pause or stop the voice. Timers are called before actions. So if a timer stops the run, instants since the last
// frame do not happen. If a timer pauses the node, these instants happen when the node is resumed.
COIR_API CoirAction *coir_play(CoirSound *sound);
COIR_API CoirAction *coir_play_with(CoirSound *sound, const CoirPlay *play);

// Plays a sound once, and lasts as long as the sound: in a sequence, the next part begins at the sound's end. The
// sound follows the run's time: it is paused, sought, slowed down and eased with the run, and sounds backwards while
// the run's time goes backwards (a streamed sound is silent then). The reverse of the action (coir_reverse) plays the
// sound backwards.
//
// The sound begins, turns, stops and ends on the exact sample at any frame rate, even when a timer reverses, pauses,
// slows or seeks the run in the middle of a frame. In the following cases, times are exact only to a frame:
//
// 1. Inside coir_yoyo, coir_reverse_time or an ease: the moment at which a sound begins to play backwards, when the
//    inner time comes back from a later part to the end of the sound.
// 2. In a run with coir_call, coir_ease_function or an action of the user: starts and ends of sounds in the frame in
//    which a timer pauses or seeks the run or changes the speed.
// 3. In all runs: starts and ends of sounds in the frame in which a timer calls coir_node_pause, coir_node_pause_tree
//    or coir_node_set_time_scale for the node.
// 4. When the run is changed by a function of coir_voice_on_end, or by a coir_call of another run that was started
//    after this run: starts and ends of sounds in this frame. Also, when a function of coir_voice_on_end starts a run:
//    starts and ends of sounds of the new run in this frame.
//
// Only the run counts: with coir_targeted, pausing the target does not pause the sound.
COIR_API CoirAction *coir_play_whole(CoirSound *sound);

// Change the volume, the pan or the pitch of a voice or a group. Run these actions with coir_voice_run or
// coir_group_run. With coir_node_run, an action changes all voices that the node has when the action begins; all
// voices start with the volume, pan or pitch of the oldest voice. The ranges are the same as for
// coir_voice_set_volume, coir_voice_set_pan and coir_voice_set_pitch. A group has only a volume.
COIR_API CoirAction *coir_volume_to(double duration, float volume);
COIR_API CoirAction *coir_pan_to(double duration, float pan);
COIR_API CoirAction *coir_pitch_to(double duration, float pitch);

// Run an action on a voice or a group, and take ownership of the action. Allowed are coir_volume_to, coir_delay,
// coir_call, for a voice also coir_pan_to and coir_pitch_to, coir_targeted with any action for another node, and
// compositions of these. The functions of calls get a node that shows nothing.
//
//     coir_voice_run(hum, coir_ease(COIR_EASE_OUT_SINE, coir_pitch_to(2, 0.5f)));
//
// The action runs on the clock of the voice's node. For other voices, and for groups, it runs on the sound clock. The
// run ends with the voice (COIR_END_GONE). coir_voice_fade_out overrides actions that change the volume. Return {0,
// 0} for a stale voice, a group that does not exist, a NULL action, an action with other parts, if there is no memory,
// and for a group while coir_mixer_close ends the voices.
COIR_API CoirRun coir_voice_run(CoirVoice voice, CoirAction *action);
COIR_API CoirRun coir_group_run(CoirGroup group, CoirAction *action);

#endif
