// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices: each voice plays a sound once, or in loops.
//
//     coir_sound_play(hit);
//
//     CoirVoice hum = coir_sound_play_with(engine, &(CoirPlay){.volume = 0.5f, .loops = COIR_FOREVER});
//     coir_voice_set_pitch(hum, 1.2f);
//     coir_voice_fade_out(hum, 0.5);
//
// The sound clock counts the time of frames. Time scales do not change the sound clock, and a pause of the director
// does not stop the clock. Voices start, end and change at exact times, to the sample. Which time a call uses depends
// on where the call is made:
//
// 1. A call in a timer or in an action (coir_call) takes effect at the due time, whatever the frame rate. Functions
//    that read voices and music return the state at this time. A voice that starts after CoirPlay.delay, or when
//    another voice ends (coir_voice_on_end), starts at its exact time, too.
// 2. Any other call takes effect at the end of the step (in updates and ends of runs), or at the time that the sound
//    clock has reached (in events and outside of frames). A device plays everything of case 1 later by
//    CoirMixerDef.lead, so that the times can be exact; a voice that starts in any other call does not wait for the
//    lead, and begins with the device's next buffer. If sounds must follow one another without a gap, start the first
//    sound in a timer, with a delay, or as music (coir/music.h).
//
// In a step, all timers are called before all actions, and all calls of one run before the calls of the next run. So
// the time of a call may be earlier than the time of the previous call. If both calls change the position, the pitch or
// the loops of the same voice, both changes take effect at the later time. Changes of the volume, the pan and the group
// are heard in the order of their times, but coir_voice_volume, coir_voice_pan and coir_voice_group return the values
// of the last call. Groups are made in the order of the calls, and a voice starts in a group when the group is made,
// not earlier.
//
// Voices of nodes: coir/node_sound.h. Mixing into memory, and the device: coir/mixer.h.
//
// Every function may be called from every callback. A voice that has ended is stale: functions that change a stale
// voice do nothing and return false, functions that read a number return 0.

#ifndef COIR_VOICE_H
#define COIR_VOICE_H

#include "coir/group.h"
#include "coir/scheduler.h" // COIR_FOREVER
#include "coir/sound.h"

#define COIR_PITCH_MAX 64

// The name of a voice: a value. {0, 0} names no voice.
typedef struct CoirVoice {
    uint32_t index, generation;
} CoirVoice;

// The reason why a voice has ended.
typedef enum CoirVoiceEnd {
    COIR_VOICE_DONE,    // the sound has ended
    COIR_VOICE_STOPPED, // the voice was stopped, its group was destroyed, or CoirSoundRules.gap forbade its late start
    COIR_VOICE_STOLEN,  // another voice needed room (CoirSoundRules, CoirMixerDef.voices)
    COIR_VOICE_GONE,    // the voice's node was destroyed, or the mixer was closed
} CoirVoiceEnd;

// Called once, when a voice has ended (coir_voice_on_end). `voice` is stale then, but may be compared.
typedef void (*CoirVoiceEndFn)(CoirVoice voice, CoirVoiceEnd reason, void *user);

// Settings of a voice. A field that you leave out is 0, and means the default.
typedef struct CoirPlay {
    CoirGroup group;       // 0: COIR_GROUP_EFFECTS
    float volume;          // up to 16; 0: 1. To begin in silence, set `fade_in`
    float pan;             // -1: left, 1: right; the other side becomes quieter
    float pitch;           // speed of the sound, up to 64; 0: 1
    int loops;             // number of repetitions of the loop (coir_sound_set_loop); COIR_FOREVER: no end
    double from;           // position in the sound at which the voice begins, in seconds
    double delay;          // seconds until the voice starts
    double fade_in;        // seconds in which the volume rises from 0
    CoirVoiceEndFn on_end; // as in coir_voice_on_end; NULL: none
    void *user;            // passed to `on_end`

    // For coir_node_play_with (coir/node_sound.h):
    bool rings_out;   // true: when its node is destroyed, the voice goes on with all its loops, on the sound clock
    bool pans;        // true: the last position of the node on the stage sets the pan; `pan` is added
    bool keeps_pitch; // true: slow motion slows only the delay, not the sound; a stopped clock still pauses the voice
} CoirPlay;

// Play a sound; coir_sound_play uses the defaults. `play` is copied; NULL: the defaults. Return {0, 0} for a NULL sound
// (because the sound could not be loaded: coir_error() gives the reason), a number out of range (a mistake), if the
// file of a streamed sound can no longer be read, and if there is no memory. Also return {0, 0}, without an error, if
// CoirSoundRules.gap refuses the voice; if there are already CoirMixerDef.voices voices, and all are music or have a
// higher priority; if more than a hundred voices have ended within the last tenth of a second; and while the mixer is
// being closed.
COIR_API CoirVoice coir_sound_play(CoirSound *sound);
COIR_API CoirVoice coir_sound_play_with(CoirSound *sound, const CoirPlay *play);

// Stops a voice. The sound fades out in a few milliseconds, so that no click is heard.
COIR_API bool coir_voice_stop(CoirVoice voice);

// Returns true until the voice has ended, even while the voice waits for its delay or is paused.
COIR_API bool coir_voice_is_playing(CoirVoice voice);

// Pause a voice, and resume the voice at the same position. coir_voice_is_paused returns the voice's own pause,
// without the pauses of its node and its group.
COIR_API bool coir_voice_pause(CoirVoice voice);
COIR_API bool coir_voice_resume(CoirVoice voice);
COIR_API bool coir_voice_is_paused(CoirVoice voice);

// Set the volume (0..16), the pan (-1..1) and the pitch (0..64; at 0 the voice stays at its position in the sound).
// Return false, and change nothing, for a stale voice, or a number out of range. A change of the volume or the pan
// takes a few milliseconds, so that no click is heard. A run that changes the number (coir_voice_run) goes on, and sets
// the number again in its next step.
// The last three functions return the present numbers, also during a fade; the pitch is the voice's own, without slow
// motion.
COIR_API bool coir_voice_set_volume(CoirVoice voice, float volume);
COIR_API bool coir_voice_set_pan(CoirVoice voice, float pan);
COIR_API bool coir_voice_set_pitch(CoirVoice voice, float pitch);
COIR_API float coir_voice_volume(CoirVoice voice);
COIR_API float coir_voice_pan(CoirVoice voice);
COIR_API float coir_voice_pitch(CoirVoice voice);

// Change the volume gradually to `volume` in `seconds`; coir_voice_fade_out fades to 0, and then stops the voice. A
// later change of the volume replaces the fade, and the voice is not stopped. For other curves see coir_voice_run
// (coir/node_sound.h). Return false for a stale voice, or a number out of range.
COIR_API bool coir_voice_fade_to(CoirVoice voice, float volume, double seconds);
COIR_API bool coir_voice_fade_out(CoirVoice voice, double seconds);

// Moves a voice to a position in the sound, in seconds from its start. From a position after the loop, the voice plays
// to the end of the sound. A position at or past the end stops the voice (COIR_VOICE_STOPPED). Returns false for a
// stale voice, a number below 0, beyond a hundred years or not finite, if the file of a streamed sound can no longer be
// read, or if there is no memory.
COIR_API bool coir_voice_seek(CoirVoice voice, double seconds);

// Return the position in the sound, in seconds from its start, and the number of loops that remain (COIR_FOREVER: no
// end).
COIR_API double coir_voice_position(CoirVoice voice);
COIR_API int coir_voice_loops(CoirVoice voice);

// Sets the number of loops that remain: with 0 the voice plays on after the loop to the sound's end. A voice that is
// already past the loop loops no more. Returns false for a stale voice, a voice of a streamed sound, or a number
// below 0.
COIR_API bool coir_voice_set_loops(CoirVoice voice, int loops);

// Moves a voice to another group. Returns false for a stale voice, or if there is no such group.
COIR_API bool coir_voice_set_group(CoirVoice voice, CoirGroup group);
COIR_API CoirGroup coir_voice_group(CoirVoice voice);

// Returns the sound of a voice; NULL for a stale voice.
COIR_API CoirSound *coir_voice_sound(CoirVoice voice);

// Sets the function that is called once, with the reason, when the voice has ended; NULL removes the function. At the
// call, the voice is stale. The call comes at the end of the step in which the voice ends. During the call the sound
// clock reads the time at which the voice ended: a sound that the function plays follows without a gap. Exception: when
// the mixer is closed, the calls come at once, and sounds are refused. `function` may do anything. Returns false for a
// stale voice.
COIR_API bool coir_voice_on_end(CoirVoice voice, CoirVoiceEndFn function, void *user);

// Stops all voices of all groups, and drops the queue of music.
COIR_API void coir_voices_stop_all(void);

// Returns the number of voices that play `sound`; NULL: the number of all voices.
COIR_API int coir_voices_count(const CoirSound *sound);

#endif
