// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of the game's side of sound: records of voices and groups, which are models on the sound clock. The
// position, the loudness and the end of a voice are computed from times and numbers. The game's side sends changes to
// the mixer, each with the sample at which the change is due, and never reads the position of a voice from the mixer.
//
// The files of the game's side, from the lowest to the highest. A file calls only functions of lower files. The
// three files of point 7 also call each other.
//
// 1. sound: the sounds, and the cache of files.
// 2. state: this header.
// 3. clock: the time of the sound clock.
// 4. changes: the changes for the mixer, and the memory that the mixer may still read.
// 5. groups: what happens inside of groups.
// 6. setup: makes and frees the mixer with the tables of voices and groups.
// 7. rules, voices and pieces: what happens inside of voices and music.
// 8. follow: voices that follow a run.
// 9. output: the device, or samples in memory.
// 10. advance: moves the sound clock on, and does the events of voices and music.
// 11. voice, group, music, sound_settings and open: functions of the public headers. Most of these functions first call
//     coir_sounds_bring_to_now (advance.h), which does events. So the code of events must not call these functions.
// 12. check: consistency checks, for tests.

#ifndef COIR_SOUND_STATE_H
#define COIR_SOUND_STATE_H

#include "base/slots.h"
#include "coir/group.h"
#include "coir/mixer.h"
#include "coir/voice.h"
#include "sound/mixer.h"
#include "sound/sound.h"
#include "sound/stream.h"

#define COIR_SOUND_NEVER INT64_MAX
#define COIR_SOUND_FADE 5000000    // ns; length of a sudden change of volume or pan, so that no click is heard
#define COIR_SOUND_REUSE 100000000 // ns after which the slot of an ended voice may be used again
#define COIR_SLOTS_SPARE 128       // additional slots, for voices that have ended

// Number that changes linearly from the time `begin` to the time `end` of the sound clock.
typedef struct CoirFade {
    float from, to;
    int64_t begin, end;
} CoirFade;

typedef enum CoirVoiceState {
    COIR_VOICE_FREE,
    COIR_VOICE_WAITS, // waits for its delay; -`position` is the rest of the delay, in seconds
    COIR_VOICE_PLAYS, // `position` is in samples from the start of the sound, plus the loops that are over
    COIR_VOICE_ENDED, // ended at the time `since`; the mixer may still fade the voice out
} CoirVoiceState;

// A voice. From the time `since` on, the position moves from `position` with a constant speed. Each change of the speed
// first stores a new `since` and `position`.
typedef struct CoirVoiceRecord {
    CoirSound *sound;
    CoirStream *stream; // NULL: the sound is in memory, or the voice has not begun
    CoirVoiceEndFn on_end;
    union {
        void *user;             // argument of `on_end`
        int64_t followed_until; // if `follows`: time up to which the run has set the position
    };
    CoirSlotId owner;   // node that the voice belongs to, looked up by scene/node_sound.c only; {0, 0}: none
    CoirSlotId carrier; // hidden node for actions on the voice, looked up by scene/node_sound.c only; {0, 0}: none
    double position;
    double slope; // speed of the voice's clock: seconds of this clock per second of the sound clock
    union {
        double begin; // while the voice waits: start position in the sound, in samples
        struct {
            int32_t loop_begin, loop_end; // while the voice plays: the sound's loop when the voice began
        };
    };
    int64_t since;
    int64_t started_at; // if `started_by` is not 0: local time of the run when the run started the voice
    CoirFade volume;
    uint32_t started_by;         // hash of the run and of the action that started the voice; 0: none
    float pitch, pan, owner_pan; // `owner_pan`: pan for the owner's position on the stage, added to `pan`
    uint32_t generation;         // number of the voice, in the order of starting; 0: the slot has had no voice
    int32_t loops;               // number of loops in all; COIR_FOREVER: no end
    CoirGroup group;
    uint8_t state, reason; // a CoirVoiceState; a CoirVoiceEnd, for an ended voice
    bool is_paused : 1;    // paused by the user
    bool is_frozen : 1;    // the position does not move, because of a pause, the owner's clock or the run
    bool stops_after_fade : 1;
    bool fades_in : 1;  // CoirPlay.fade_in or CoirMusic.fade: the fade begins with the sound
    bool is_prompt : 1; // changes of the voice are prompt (sound/mixer.h): made with the next buffer of the device
    bool rings_out : 1, pans : 1, keeps_pitch : 1;
    bool follows : 1;      // a run sets the position (coir_play_whole), and ends the voice
    bool is_music : 1;     // CoirVoiceStart.is_music
    bool was_followed : 1; // the run has set the position in this step
    bool is_new : 1;       // no time has passed since the voice began to play
    bool is_left : 1;      // the run has left the sound in a seek: the voice stops unless the run returns
    bool is_silenced : 1;  // if `follows`: the voice or a group of the voice is paused
    // If `follows`: the silent voice has moved in a pause, and the position was not sent to the mixer. `position` is
    // the position at the time `followed_until`, and the voice is not heard again before the time `since`.
    bool is_behind : 1;
} CoirVoiceRecord;

typedef struct CoirGroupRecord {
    bool is_used;
    bool is_dying;  // coir_group_destroy is ending the voices of the group, which may call user code
    uint8_t parent; // index
    char *name;
    CoirFade volume;
    bool is_muted, is_paused;
    bool has_duck, is_ducked;
    CoirDuck duck;
    int64_t made_at; // time at which the mixer makes the group
    // Time of the last change of each kind, for the volume, the mute, the duck and the low-pass filter (changes.c).
    int64_t changed_at[COIR_CHANGE_LOW_PASS - COIR_CHANGE_GROUP_VOLUME + 1];
    float *echo;        // pairs of samples, which the mixer reads and writes; NULL: none
    CoirSlotId carrier; // see CoirVoiceRecord
} CoirGroupRecord;

// State of the owner of a voice.
typedef struct CoirOwnerState {
    double slope;   // see CoirVoiceRecord
    bool is_frozen; // the owner's clock is frozen
    float pan;      // pan for the owner's position on the stage, for a voice that pans
} CoirOwnerState;

// Functions of the scene module (src/scene/node_sound.c): the sound module must not include the headers of nodes. Set
// when a node first plays a sound, and when an action first runs on a voice or a group.
typedef struct CoirSoundHooks {
    // Stores the state of an owner. Returns false if the owner is destroyed.
    bool (*read_owner)(CoirSlotId owner, bool pans, CoirOwnerState *state);
    void (*step_runs)(double seconds);        // steps the actions that run on the sound clock
    void (*drop_carrier)(CoirSlotId carrier); // destroys the carrier of a voice or group that has ended
    bool (*has_runs)(void);                   // returns true while an action runs on the sound clock
    void (*close)(void);                      // called when the mixer is closed
} CoirSoundHooks;

// A sound, a stream, a sound with its stream, an echo, or a destroyed group with its echo, that the game's side no
// longer needs, and that the mixer may still read. Freed when two conditions hold: the mixer has taken all changes that
// were sent before, and the mixer has mixed the sample `at`.
typedef struct CoirRetired {
    int64_t at;             // a sample, counted by the sound clock, or, if `is_sent`, by the mixer
    int64_t last_change;    // number of the last change to wait for, since the mixer was made; -1: not known yet
    bool is_sent;           // the changes up to `last_change` are in the rings
    uint32_t timed, prompt; // if `is_sent`: number of changes of each ring that the mixer has to take
    bool is_taken;          // the mixer has taken these changes
    CoirSound *sound;       // one of `sound`, `stream`, `group` and `echo` is set, or both `sound` and `stream`, or
                            // both `group` and `echo`
    CoirStream *stream;
    int group; // index of a destroyed group; a new group may already have this index; 0: none
    float *echo;
} CoirRetired;

typedef struct CoirSoundState {
    CoirMixer *mixer; // NULL: no function has needed the mixer yet
    CoirMixerDef def;
    int slot_count;
    CoirVoiceRecord *voices;
    int active; // number of voices that wait or play
    int used;   // upper bound: all slots in use have an index below `used`
    int owned;  // number of voices that have an owner
    CoirGroupRecord groups[COIR_GROUPS_MAX];
    int endings[COIR_GROUPS_MAX]; // number of old groups with this index whose end the mixer may not have taken yet
    CoirChange *changes; // from `changes_sent` on: not sent to the mixer yet; up to `changes_sorted`: sorted by time
    int change_count, change_capacity, changes_sent, changes_sorted;
    int64_t changes_forgotten; // number of changes that were sent and removed from `changes`
    CoirRetired *retired;
    int retired_count, retired_capacity;
    int retired_streams;          // number of streams in `retired`
    const CoirSoundHooks *hooks;  // NULL: none
    int64_t now;                  // time of the sound clock
    int64_t until;                // in coir_sound_advance: time to which the clock is being advanced
    int64_t groups_time;          // latest time of a change that makes or destroys a group or its echo (changes.c)
    int64_t offset;               // sample of the mixer at time 0 of the sound clock; 0 until a device is opened
    int64_t mixed;                // number of samples that the mixer has mixed, as last read
    int64_t stolen;               // number of voices that were stolen to make room for other voices
    uint32_t generation;          // of the voice that was started last, even by an earlier mixer
    bool may_duck;                // a group has had a duck
    bool is_stalled;              // the device takes no samples while the game continues
    bool is_refusing;             // the mixer is being closed: nothing starts
    int busy;                     // see coir_sounds_busy_begin
    bool is_advancing;            // coir_sound_advance is running
    void (*deferred_close)(void); // coir_mixer_close, if called while `busy` was above 0; otherwise NULL
    bool has_lost;                // a change was lost for lack of memory, and the loss has not been logged yet
    bool has_device;
} CoirSoundState;

extern CoirSoundState coir_sounds;

// Called before and after code that uses a record while functions of the user may be called (ends of voices and runs,
// log hooks). Between the two calls, coir_sound_advance and coir_sounds_bring_to_now do nothing, so that the slot of a
// voice that ends is not used again. The mixer is not closed: a coir_mixer_close takes effect in the last
// coir_sounds_busy_end. The voice of the record may end between the two calls.
void coir_sounds_busy_begin(void);
void coir_sounds_busy_end(void);

// Returns the value of a fade at a time.
float coir_fade_at(const CoirFade *fade, int64_t time);

#endif
