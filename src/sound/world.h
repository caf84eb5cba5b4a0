// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The game's side of sound: models of voices, groups and music on the sound clock. The position, the loudness and the
// end of a voice are computed from times and numbers. The game's side sends changes to the mixer, each with the
// sample at which the change is due, and never asks the mixer for the position of a voice.

#ifndef COIR_SOUND_WORLD_H
#define COIR_SOUND_WORLD_H

#include "base/slots.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "sound/clock.h"
#include "sound/mixer.h"

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
    COIR_VOICE_PLAYS, // `position` is the number of samples that were played, loops included
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
        int64_t followed_until; // `follows`: time up to which the run has set the position
    };
    CoirSlotId owner;   // node that the voice belongs to, used by CoirSoundHooks only; {0, 0}: none
    CoirSlotId carrier; // hidden node for actions on the voice, used by CoirSoundHooks only; {0, 0}: none
    double position;
    double slope; // speed of the voice's clock: seconds of this clock per second of the sound clock
    union {
        double begin; // while the voice waits: start position in the sound, in samples
        struct {
            int32_t loop_begin, loop_end; // while the voice plays: the sound's loop when the voice began
        };
    };
    int64_t since;
    int64_t started_at; // `started_by`: local time of the run when the run started the voice
    CoirFade volume;
    uint32_t started_by;         // hash of the run and of the action that started the voice; 0: none
    float pitch, pan, owner_pan; // `owner_pan`: pan for the owner's position on the stage, added to `pan`
    uint32_t generation;         // number of the voice, in the order of starting; 0: the slot has had no voice
    int32_t loops;               // number of loops in all; COIR_FOREVER: no end
    CoirGroup group;
    uint8_t state, reason; // a CoirVoiceState; a CoirVoiceEnd, for an ended voice
    bool is_paused : 1;    // paused by the user
    bool is_frozen : 1;    // frozen: the position does not move, for any reason
    bool stops_after_fade : 1;
    bool fades_in : 1;  // CoirPlay.fade_in: the fade begins with the sound
    bool is_prompt : 1; // on a device, the voice begins with the next buffer
    bool rings_out : 1, pans : 1, keeps_pitch : 1;
    bool follows : 1;      // a run sets the position (coir_play_whole), and ends the voice
    bool is_music : 1;     // CoirVoiceStart.is_music
    bool was_followed : 1; // the run has set the position in this step
    bool is_new : 1;       // no time has passed since the voice began to play
    bool is_left : 1;      // the run has left the sound in a seek: the voice stops unless the run returns
    bool is_behind : 1;    // the run has moved the silent voice, and the new position was not sent to the mixer
} CoirVoiceRecord;

typedef struct CoirGroupRecord {
    bool is_used;
    uint8_t parent; // index
    char *name;
    CoirFade volume;
    bool is_muted, is_paused;
    bool has_duck, is_ducked;
    CoirDuck duck;
    float *echo;        // pairs of samples, which the mixer reads and writes; NULL: none
    CoirSlotId carrier; // see CoirVoiceRecord
} CoirGroupRecord;

// State of an owner, as its voices need it.
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

// A sound, a stream or an echo that the game's side no longer needs, and that the mixer may still read. Freed when
// two conditions hold: the mixer has taken all changes that were sent before, and the mixer has mixed the sample
// `at`.
typedef struct CoirRetired {
    int64_t at;             // a sample, counted by the sound clock, or, if `is_sent`, by the mixer
    uint32_t timed, prompt; // number of changes of each ring that the mixer has to take first
    int64_t last_change;    // number of the last of these changes, counted since the mixer was made; -1: not known yet
    bool is_sent;           // these changes are in the rings
    bool is_taken;          // the mixer has taken these changes
    CoirSound *sound;       // exactly one of `sound`, `stream` and `echo` is set
    CoirStream *stream;
    float *echo;
} CoirRetired;

typedef struct CoirSoundWorld {
    CoirMixer *mixer; // NULL: nothing has been played
    CoirMixerDef def;
    int slot_count;
    CoirVoiceRecord *voices;
    int active; // number of voices that wait or play
    int used;   // upper bound: all slots in use have an index below `used`
    int owned;  // number of voices that have an owner
    CoirGroupRecord groups[COIR_GROUPS_MAX];
    CoirChange *changes; // changes from `changes_sent` on are in no ring yet, changes up to `changes_sorted` are sorted
    int change_count, change_capacity, changes_sent, changes_sorted;
    int64_t changes_forgotten; // number of changes that were sent and removed from `changes`
    CoirRetired *retired;
    int retired_count, retired_capacity;
    int retired_streams;         // number of streams in `retired`
    const CoirSoundHooks *hooks; // NULL: none
    int64_t now;                 // time of the sound clock
    int64_t until;               // in coir_sound_advance: time to which the clock is being advanced
    int64_t groups_time;         // time of the last change of a group that must keep the order of calls
    int64_t offset;              // sample of the mixer at time 0 of the sound clock; 0 without a device
    int64_t mixed;               // number of samples that the mixer has mixed, as last read
    int64_t stolen;              // number of voices that were stolen to make room for other voices
    uint32_t generation;         // of the voice that was started last, even by an earlier mixer
    bool may_duck;               // a group has had a duck
    bool is_stalled;             // the device takes no samples while the game continues
    bool is_refusing;            // the mixer is being closed: nothing starts
    int busy;                    // see coir_sounds_busy_begin
    bool is_closing;             // coir_mixer_close was called while `busy` was above 0
    bool has_lost;               // a change was lost for lack of memory, and the loss has not been logged yet
    bool has_device;
} CoirSoundWorld;

extern CoirSoundWorld coir_sounds;

// world.c ------------------------------------------------------------------------------------------------------------

// Called before and after code that uses a record while functions of the user may be called (ends of voices and runs,
// log hooks). Between the two calls, no slot is freed and the mixer is not closed: a coir_mixer_close takes effect in
// the last coir_sounds_busy_end. The voice of the record may end between the two calls.
void coir_sounds_busy_begin(void);
void coir_sounds_busy_end(void);

// Make the mixer if there is none: with the rate of the settings, or with `rate`. Return false if there is no memory.
bool coir_sounds_need(void);
bool coir_sounds_need_at(int rate);

// Returns the settings of the mixer. If there is no mixer, returns the settings that the mixer will have.
CoirMixerDef coir_mixer_settings(void);

// Returns the sample at a time of the sound clock.
int64_t coir_sample_of(int64_t time);

// Returns the number of samples from one time to another.
int32_t coir_samples_between(int64_t begin, int64_t end);

// Makes room for the changes that end one more voice or group. coir_send_end and coir_retire then cannot fail. Returns
// false if there is no memory.
bool coir_sounds_reserve(void);

// Send a change of a group or of a voice, due at `time`. If there is no memory, the change is lost, the loss is logged
// later, and the functions return false.
bool coir_send(CoirChange change, int64_t time);
bool coir_send_voice(const CoirVoiceRecord *voice, CoirChange change, int64_t time);

// Send the last change of a group or of a voice (COIR_CHANGE_CUT). Cannot fail: coir_sounds_reserve has made room.
void coir_send_end(CoirChange change, int64_t time);
void coir_send_cut(const CoirVoiceRecord *voice, int64_t time);

// coir_retire takes ownership of a sound, a stream or an echo that the mixer may read until `time`. coir_free_retired
// frees everything that the mixer no longer reads.
void coir_retire(CoirRetired retired, int64_t time);
void coir_free_retired(void);

// Updates `mixed`, the number of samples that the mixer has mixed for a device.
void coir_read_mixed(void);

// Makes all voices and all waiting changes timed. Called when a device opens: sounds that were started earlier are
// mixed in the order of their times.
void coir_end_all_promptness(void);

// Moves as many changes into the rings as fit. Returns the sample of the first change that did not fit;
// COIR_SOUND_NEVER: all changes fit.
int64_t coir_push_changes(void);

// Returns the value of a fade at a time.
float coir_fade_at(const CoirFade *fade, int64_t time);

// voices.c -----------------------------------------------------------------------------------------------------------

// coir_voice_find returns the record of a voice; NULL for a stale voice. coir_voice_name returns the voice of a
// record.
CoirVoiceRecord *coir_voice_find(CoirVoice voice);
CoirVoice coir_voice_name(const CoirVoiceRecord *record);

static inline bool coir_voice_lives(const CoirVoiceRecord *voice)
{
    return voice->state == COIR_VOICE_WAITS || voice->state == COIR_VOICE_PLAYS;
}

// Options of coir_voice_start.
typedef struct CoirVoiceStart {
    const CoirPlay *play; // NULL: the defaults
    CoirSlotId owner;     // {0, 0}: none
    int64_t at;           // time of the sound clock; COIR_SOUND_NEVER: now
    bool follows;         // see CoirVoiceRecord
    bool is_music;        // music: the rules of the sound are ignored, and only other music can steal the voice
} CoirVoiceStart;

// Plays a sound. Mistakes are reported in the name of `function`.
CoirVoice coir_voice_start(CoirSound *sound, const CoirVoiceStart *start, const char *function);

// Ends a voice at a time; the mixer then fades the voice out. `on_end` is called later, and the slot is freed later.
void coir_voice_end(CoirVoiceRecord *record, CoirVoiceEnd reason, int64_t time);

// Returns the time of the next event of a voice (start, stop or end), if nothing changes; COIR_SOUND_NEVER: none.
int64_t coir_voice_next(const CoirVoiceRecord *record);

// Processes the next event of a voice. `time` is coir_voice_next.
void coir_voice_do_next(CoirVoiceRecord *record, int64_t time);

// Returns the position at a time, in samples from the start of the sound. While the voice waits: the position at
// which the voice will begin.
double coir_voice_position_at(const CoirVoiceRecord *record, int64_t time);

// Update the speed and the pan of one voice or of all voices, after a change of a pause, a group or an owner. Voices
// of destroyed owners end.
void coir_voice_refresh(CoirVoiceRecord *record, int64_t time);
void coir_voices_refresh(int64_t time);

// Called when an owner changes. These functions cost nothing while no voice has an owner.
//
// 1. coir_voices_clock_changing: before the clock of an owner is paused, scaled or moved, and before an owner is
//    destroyed. May call functions of the user (see coir_sounds_bring_to_now).
// 2. coir_voices_clock_changed: after a change of the clock.
// 3. coir_voices_owner_gone: after an owner was destroyed. Ends the voices of the owner. May call functions of the
//    user.
void coir_voices_clock_changing(void);
void coir_voices_clock_changed(void);
void coir_voices_owner_gone(void);

// Moves a voice to a position, in samples of the sound. Returns false if a stream cannot be opened, or if there is no
// memory.
bool coir_voice_go_to(CoirVoiceRecord *record, double position, int64_t time);

// Return and set the number of loops that are still to come.
int coir_voice_loops_left(const CoirVoiceRecord *record, int64_t time);
void coir_voice_change_loops(CoirVoiceRecord *record, int loops, int64_t time);

// coir_voice_played_at returns the value that `position` (CoirVoiceRecord) has at a time. coir_voice_note_position
// stores this value in `position`, and the time in `since`, so that the speed may change at this time. A time before
// `since` counts as `since`.
double coir_voice_played_at(const CoirVoiceRecord *record, int64_t time);
void coir_voice_note_position(CoirVoiceRecord *record, int64_t time);

// Freezes or resumes a voice. coir_voice_note_position must have been called for this time.
void coir_voice_set_frozen(CoirVoiceRecord *record, bool is_frozen, int64_t time);

// Returns true if a voice or a group of the voice is paused. A voice that follows a run is then silent, while the run
// continues.
bool coir_voice_is_silent(const CoirVoiceRecord *record);

// Set a number of a voice. The volume and the pan change linearly from the time `begin` to the time `end`.
void coir_voice_change_volume(CoirVoiceRecord *record, float volume, int64_t begin, int64_t end);
void coir_voice_change_pan(CoirVoiceRecord *record, float pan, int64_t begin, int64_t end);
void coir_voice_change_pitch(CoirVoiceRecord *record, float pitch, int64_t time);

// clock.c: frees the slots of voices that ended at least COIR_SOUND_REUSE before `time`.
void coir_voices_free_slots(int64_t time);

// follow.c -----------------------------------------------------------------------------------------------------------

// Move a voice that follows a run to `position` (samples) at the time `end`:
//
// 1. coir_voice_follow: with a constant speed.
// 2. coir_voice_jump: at once, after a seek.
// 3. coir_voice_tell: as coir_voice_follow, but does nothing if the voice would have to jump. So no function of the
//    user is called.
//
// With `is_frozen`, the voice is frozen afterwards. The next coir_voice_follow resumes a frozen voice.
void coir_voice_follow(CoirVoiceRecord *record, double position, int64_t end);
void coir_voice_jump(CoirVoiceRecord *record, double position, int64_t end, bool is_frozen);
void coir_voice_tell(CoirVoiceRecord *record, double position, int64_t end, bool is_frozen);

// Freezes each voice that follows a run, if the run has not moved the voice in this step.
void coir_voices_freeze(void);

// Return the start time and the end time of a change that lasts for the rest of this step.
int64_t coir_voice_step_begin(const CoirVoiceRecord *record);
int64_t coir_sound_step_end(void);

// rules.c ------------------------------------------------------------------------------------------------------------

// Returns true if the numbers of `play` are in their ranges; otherwise reports a mistake in the name of `function`.
bool coir_play_check(const CoirPlay *play, const char *function);

// Applies the rules of `sound` and the limit of voices to a new voice that begins at `begin`. Steals voices to make
// room. Music ignores the rules. Returns false if the new voice must not start. Calls functions of the user: end
// callbacks of runs on stolen voices.
bool coir_voice_may_start(CoirSound *sound, bool is_music, int64_t now, int64_t begin);

// coir_voice_is_over returns true if the slot of an ended voice may be used again. coir_voice_free frees the slot.
bool coir_voice_is_over(const CoirVoiceRecord *record, int64_t time);
void coir_voice_free(CoirVoiceRecord *record, int64_t time);

// Returns the first free slot; NULL: each slot has a voice that waits, plays or has just ended. The result depends on
// times only, not on frames, because the mixer adds up voices in the order of their slots.
CoirVoiceRecord *coir_voice_free_slot(int64_t time);

// groups.c -----------------------------------------------------------------------------------------------------------

// Returns the index of a group. Below 0: there is no such group, which is reported as a mistake in the name of
// `function` (NULL: not reported).
int coir_group_index(CoirGroup group, const char *function);

// The functions below take the index of a group.

// Returns true if `group` or a group above is paused.
bool coir_group_is_frozen(int group);

// Returns the product of the volumes of `group` and the groups above.
float coir_group_loudness(int group, int64_t time);

// Returns true if `group` is `above`, or is below `above`.
bool coir_group_is_below(int group, int above);

// Makes the four groups that always exist, for a new mixer.
void coir_groups_reset(void);

// Frees the names and the echoes of all groups.
void coir_groups_free(void);

// Changes the volume linearly from the time `begin` to the time `end`.
void coir_group_change_volume(int group, float volume, int64_t begin, int64_t end);

// Lowers and raises groups that have a duck, according to the voices that play now.
void coir_groups_duck(int64_t time);

// check.c ------------------------------------------------------------------------------------------------------------

// Returns a text that names a fault of voices, groups or changes, for tests. NULL: there is no fault.
const char *coir_sounds_fault(void);

// music.c ------------------------------------------------------------------------------------------------------------

// coir_music_next_change returns the time at which the next piece begins or the music stops. coir_music_change makes
// this change. coir_music_voice_ended is called when any voice has ended. coir_music_forget drops all pieces.
int64_t coir_music_next_change(void);
void coir_music_change(int64_t time);
void coir_music_voice_ended(CoirVoice voice, int64_t time);
void coir_music_forget(void);

// Drops the queue and the waiting piece, if the piece that plays is in `group` or below, or if no piece plays.
void coir_music_drop(int group);

// output.c -----------------------------------------------------------------------------------------------------------

// Called when the sound clock has advanced by `passed` ns. Notices devices that were plugged in or removed, and keeps
// the clock of the device and the clock of the game together.
void coir_output_step(int64_t passed);

// coir_output_open opens the device, and returns false if there is none. coir_output_close closes the device for
// good.
bool coir_output_open(void);
void coir_output_close(void);

// clock.c, for an idle loop: returns the seconds until the sound clock must be advanced; INFINITY: nothing plays.
double coir_sound_quiet_for(void);

// For the Director. coir_sound_want_device tries to open the device as soon as a sound exists, once.
// coir_sound_pause_device pauses and resumes the device, for the background.
void coir_sound_want_device(void);
void coir_sound_pause_device(bool paused);

#endif
