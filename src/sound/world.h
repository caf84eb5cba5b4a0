// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The game's side of sound: models of voices, groups and music on the sound clock. The place, the loudness and the end
// of a voice are computed from times and numbers. The game's side sends changes to the mixer, each with the sample at
// which the change is due, and never asks the mixer where a voice is.

#ifndef COIR_SOUND_WORLD_H
#define COIR_SOUND_WORLD_H

#include "base/slots.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "sound/clock.h"
#include "sound/mixer.h"

#define COIR_SOUND_NEVER INT64_MAX
#define COIR_SOUND_FADE 5000000    // ns that a sudden change of volume or pan takes, so that no click is heard
#define COIR_SOUND_REUSE 100000000 // ns after which the slot of an ended voice may be used again
#define COIR_SLOTS_SPARE 128       // slots for voices that have ended

// A number that changes evenly from the time `begin` to the time `end` of the sound clock.
typedef struct CoirFade {
    float from, to;
    int64_t begin, end;
} CoirFade;

typedef enum CoirVoiceState {
    COIR_VOICE_FREE,
    COIR_VOICE_WAITS, // waits for its delay; -`place` is the rest of the delay, in seconds
    COIR_VOICE_PLAYS, // `place` is the number of samples that were played, loops included
    COIR_VOICE_ENDED, // ended at the time `since`; the mixer may still fade the voice out
} CoirVoiceState;

// A voice. From the time `since` on, the place goes on from `place` with a constant speed. A change of the speed sets
// `since` and `place` anew.
typedef struct CoirVoiceRecord {
    CoirSound *sound;
    CoirStream *stream; // NULL: the sound is in memory, or the voice has not begun
    CoirVoiceEndFn on_end;
    union {
        void *user;             // of `on_end`
        int64_t followed_until; // `follows`: the time up to which the run has set the place
    };
    CoirSlotId owner;   // the node that the voice belongs to, known to CoirSoundHooks only; {0, 0}: none
    CoirSlotId carrier; // the hidden node for actions on the voice, known to CoirSoundHooks only; {0, 0}: none
    double place;
    double slope; // speed of the voice's clock: its seconds in a second of the sound clock
    union {
        double begin; // while the voice waits: place of the sound at which the voice begins, in samples
        struct {
            int32_t loop_begin, loop_end; // while the voice plays: the loop that the sound had at its begin
        };
    };
    int64_t since;
    int64_t started_at; // `started_by`: the run's local time when the voice was started
    CoirFade volume;
    uint32_t started_by;         // hash of the run, and of the place in the run, that started the voice; 0: none
    float pitch, pan, owner_pan; // `owner_pan`: pan of the owner's place on the stage, added to `pan`
    uint32_t generation;         // number of the voice, in the order of starting; 0: the slot has had no voice
    int32_t loops;               // number of loops in all; COIR_FOREVER: no end
    CoirGroup group;
    uint8_t state, reason; // a CoirVoiceState; of an ended voice, a CoirVoiceEnd
    bool is_paused : 1;    // paused by the user
    bool stands : 1;       // the place stands still, for any reason
    bool stops_after_fade : 1;
    bool fades_in : 1;  // CoirPlay.fade_in: the fade begins with the sound
    bool is_prompt : 1; // on a device, the voice begins with the next buffer
    bool rings_out : 1, pans : 1, keeps_pitch : 1;
    bool follows : 1;      // a run sets the place (coir_play_whole), and ends the voice
    bool is_music : 1;     // CoirVoiceStart.is_music
    bool was_followed : 1; // the run has set the place in this step
    bool is_new : 1;       // no time has passed since the voice began to play
    bool is_left : 1;   // the run has left the sound in a seek: the voice stops unless the run comes back to the sound
    bool is_behind : 1; // while the voice is silent: the mixer has not been told of the place that the run has set
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

// Numbers of an owner that its voices need.
typedef struct CoirOwnerState {
    double slope; // see CoirVoiceRecord
    bool stands;  // the owner's clock stands still
    float pan;    // of the owner's place on the stage, for a voice that pans
} CoirOwnerState;

// Functions of the module of nodes (src/scene/node_sound.c): the module of sound must not include the headers of nodes.
// Set when a node first plays a sound, and when an action first runs on a voice or a group.
typedef struct CoirSoundHooks {
    // Stores the state of an owner. Returns false if the owner is destroyed.
    bool (*read_owner)(CoirSlotId owner, bool pans, CoirOwnerState *state);
    void (*step_runs)(double seconds);        // steps the actions that run on the sound clock
    void (*drop_carrier)(CoirSlotId carrier); // destroys the carrier of a voice or group that has ended
    bool (*has_runs)(void);                   // returns true while an action runs on the sound clock
    void (*close)(void);                      // called when the mixer is closed
} CoirSoundHooks;

// A sound, a stream or an echo that is no longer needed, but that the mixer may still read. Freed when two things have
// happened: the mixer has taken all changes that were sent before, and has mixed the sample `at`.
typedef struct CoirRetired {
    int64_t at;             // a sample, counted by the sound clock, or, if `is_sent`, by the mixer
    uint32_t timed, prompt; // how many changes of each ring the mixer has to take first
    int64_t last_change;    // number of the last of these changes, counted from the mixer's begin; -1: not known yet
    bool is_sent;           // these changes are in the rings
    bool is_taken;          // the mixer has taken these changes
    CoirSound *sound;       // one of these three is set
    CoirStream *stream;
    float *echo;
} CoirRetired;

typedef struct CoirSoundWorld {
    CoirMixer *mixer; // NULL: nothing has been played
    CoirMixerDef def;
    int slot_count;
    CoirVoiceRecord *voices;
    int active; // voices that wait or play
    int used;   // all slots that are not free have an index below
    int owned;  // voices that have an owner
    CoirGroupRecord groups[COIR_GROUPS_MAX];
    CoirChange *changes; // changes from `changes_sent` on are in no ring yet, changes up to `changes_sorted` are sorted
    int change_count, change_capacity, changes_sent, changes_sorted;
    int64_t changes_forgotten; // number of changes that were sent, and are no longer in `changes`
    CoirRetired *retired;
    int retired_count, retired_capacity;
    int retired_streams;         // of the retired things
    const CoirSoundHooks *hooks; // NULL: none
    int64_t now;                 // the sound clock
    int64_t until;               // in coir_sound_advance: the time to which the clock goes
    int64_t groups_time;         // time of the last change of a group that must keep the order of calls
    int64_t offset;              // sample of the mixer at time 0 of the sound clock; 0 without a device
    int64_t mixed;               // samples that the mixer has given, as last read
    int64_t stolen;              // number of voices that made room for others
    uint32_t generation;         // of the voice that was started last, also with an earlier mixer
    bool may_duck;               // a group has a duck
    bool is_stalled;             // the device stands still while the game goes on
    bool is_refusing;            // the mixer is being closed: nothing starts
    int busy;                    // see coir_sounds_busy_begin
    bool is_closing;             // coir_mixer_close was called while the world was busy
    bool has_lost;               // a change was lost for want of memory, which has not been logged yet
    bool has_device;
} CoirSoundWorld;

extern CoirSoundWorld coir_sounds;

// world.c ------------------------------------------------------------------------------------------------------------

// Called before and after code that uses a record while functions of the user may be called (ends of voices and runs,
// log hooks). Between the two calls no slot is freed, and the mixer is not closed: a coir_mixer_close takes effect in
// the last coir_sounds_busy_end. The voice of the record may end in between.
void coir_sounds_busy_begin(void);
void coir_sounds_busy_end(void);

// Makes the mixer, if there is none: with the rate of the settings, or with `rate`. Returns false without memory.
bool coir_sounds_need(void);
bool coir_sounds_need_at(int rate);

// Returns the settings of the mixer, or of the mixer to be made.
CoirMixerDef coir_mixer_settings(void);

// Returns the sample of a time of the sound clock.
int64_t coir_sample_of(int64_t time);

// Returns the number of samples from one time to another.
int32_t coir_samples_between(int64_t begin, int64_t end);

// Makes room for the changes that end a further voice or group, so that coir_send_end and coir_retire cannot fail.
// Returns false without memory.
bool coir_sounds_reserve(void);

// Send a change that is due at `time`: of a group, and of a voice. Without memory the change is lost, which is logged,
// and the functions return false.
bool coir_send(CoirChange change, int64_t time);
bool coir_send_voice(const CoirVoiceRecord *voice, CoirChange change, int64_t time);

// Send the last change of a group, and of a voice (COIR_CHANGE_CUT). They cannot fail: coir_sounds_reserve keeps room.
void coir_send_end(CoirChange change, int64_t time);
void coir_send_cut(const CoirVoiceRecord *voice, int64_t time);

// coir_retire takes over a sound, a stream or an echo that the mixer may read until `time`. coir_free_retired frees
// what the mixer no longer reads.
void coir_retire(CoirRetired retired, int64_t time);
void coir_free_retired(void);

// Reads how many samples a device has taken.
void coir_read_mixed(void);

// Makes all voices, and all changes that wait, timed ones. Called when a device opens: sounds that were started before
// are mixed in the order of their times.
void coir_end_all_promptness(void);

// Moves changes into the rings, as many as fit. Returns the sample of the first change that did not fit;
// COIR_SOUND_NEVER: all fit.
int64_t coir_push_changes(void);

// Returns the number that changes evenly, at a time.
float coir_fade_at(const CoirFade *fade, int64_t time);

// voices.c -----------------------------------------------------------------------------------------------------------

// Returns the record of a voice, NULL for a stale voice; and the voice of a record.
CoirVoiceRecord *coir_voice_find(CoirVoice voice);
CoirVoice coir_voice_name(const CoirVoiceRecord *record);

static inline bool coir_voice_lives(const CoirVoiceRecord *voice)
{
    return voice->state == COIR_VOICE_WAITS || voice->state == COIR_VOICE_PLAYS;
}

// How coir_voice_start plays a sound.
typedef struct CoirVoiceStart {
    const CoirPlay *play; // NULL: the defaults
    CoirSlotId owner;     // {0, 0}: none
    int64_t at;           // time of the sound clock; COIR_SOUND_NEVER: now
    bool follows;         // see CoirVoiceRecord
    bool is_music;        // a piece: the rules of its sound do not hold, and only another piece can steal the voice
} CoirVoiceStart;

// Plays a sound. Mistakes are reported in the name of `function`.
CoirVoice coir_voice_start(CoirSound *sound, const CoirVoiceStart *start, const char *function);

// Ends a voice at a time: lets the mixer fade the voice out. `on_end` is called, and the slot is freed, later.
void coir_voice_end(CoirVoiceRecord *record, CoirVoiceEnd reason, int64_t time);

// Returns the time of the next event of a voice (start, stop or end), if nothing changes; COIR_SOUND_NEVER: none.
int64_t coir_voice_next(const CoirVoiceRecord *record);

// Does the next event of a voice. `time` is coir_voice_next.
void coir_voice_do_next(CoirVoiceRecord *record, int64_t time);

// Returns the place at a time, in samples from the begin of the sound; while the voice waits, the place of its begin.
double coir_voice_place(const CoirVoiceRecord *record, int64_t time);

// Compute the speed and the pan anew, of one voice and of all voices, after a pause, a group or an owner has changed.
// The voices of destroyed owners end.
void coir_voice_refresh(CoirVoiceRecord *record, int64_t time);
void coir_voices_refresh(int64_t time);

// Called before the clock of an owner is paused, scaled or moved and before an owner is destroyed; after a change of
// the clock; and after an owner was destroyed, which ends the voices of the owner. The first function (see
// coir_sounds_catch_up) and the last may call functions of the user. Cost nothing while no voice has an owner.
void coir_voices_clock_changing(void);
void coir_voices_clock_changed(void);
void coir_voices_owner_gone(void);

// Goes to a place, in samples of the sound. Returns false if a stream cannot be opened.
bool coir_voice_go_to(CoirVoiceRecord *record, double place, int64_t time);

// Return and set the loops that are still to come.
int coir_voice_loops_left(const CoirVoiceRecord *record, int64_t time);
void coir_voice_change_loops(CoirVoiceRecord *record, int loops, int64_t time);

// Returns `place` (CoirVoiceRecord) at a time. coir_voice_note_place sets `place` and `since` anew, so that the speed
// may change at this time. A time before `since` counts as `since`.
double coir_voice_played_at(const CoirVoiceRecord *record, int64_t time);
void coir_voice_note_place(CoirVoiceRecord *record, int64_t time);

// Lets the place of a voice stand still, or go on. The place must have been noted at this time.
void coir_voice_set_standing(CoirVoiceRecord *record, bool stands, int64_t time);

// Returns true if a voice, or a group of the voice, is paused. A voice that follows a run is then silent, while the run
// goes on.
bool coir_voice_is_silent(const CoirVoiceRecord *record);

// Set a number of a voice. The volume and the pan change evenly from the time `begin` to the time `end`.
void coir_voice_change_volume(CoirVoiceRecord *record, float volume, int64_t begin, int64_t end);
void coir_voice_change_pan(CoirVoiceRecord *record, float pan, int64_t begin, int64_t end);
void coir_voice_change_pitch(CoirVoiceRecord *record, float pitch, int64_t time);

// clock.c: frees the slots of voices that ended long enough before `time`.
void coir_voices_free_slots(int64_t time);

// follow.c -----------------------------------------------------------------------------------------------------------

// Let a voice that follows a run come to `place` (samples) at the time `end`:
//
// 1. coir_voice_follow: with an even speed.
// 2. coir_voice_jump: at once, after a seek.
// 3. coir_voice_tell: as 1, but nothing happens if the voice would have to jump, so that no function of the user is
//    called.
//
// With `stands`, the place stands still afterwards. A voice that stands goes on with the next call of 1.
void coir_voice_follow(CoirVoiceRecord *record, double place, int64_t end);
void coir_voice_jump(CoirVoiceRecord *record, double place, int64_t end, bool stands);
void coir_voice_tell(CoirVoiceRecord *record, double place, int64_t end, bool stands);

// Lets the voices that follow a run stand if the run has not moved them in this step.
void coir_voices_stand(void);

// Return the begin and the end of a change that goes on evenly for the rest of this step.
int64_t coir_voice_step_begin(const CoirVoiceRecord *record);
int64_t coir_sound_step_end(void);

// rules.c ------------------------------------------------------------------------------------------------------------

// Returns true if the numbers of `play` are in their ranges; else reports a mistake in the name of `function`.
bool coir_play_check(const CoirPlay *play, const char *function);

// Applies the rules of `sound` and the limit of voices to a new voice that begins at `begin`: steals voices to make
// room. The rules do not count for music. Returns false if the new voice must not start. Calls functions of the user:
// the functions that are told of the end of a run on a stolen voice.
bool coir_voice_may_start(CoirSound *sound, bool is_music, int64_t now, int64_t begin);

// Returns true if the slot of an ended voice may be used again. coir_voice_free makes the slot free.
bool coir_voice_is_over(const CoirVoiceRecord *record, int64_t time);
void coir_voice_free(CoirVoiceRecord *record, int64_t time);

// Returns a free slot; NULL: all slots are of voices that play, or have ended a moment ago. Which slot is the first
// depends on times only, not on frames: the mixer adds up voices in the order of their slots.
CoirVoiceRecord *coir_voice_free_slot(int64_t time);

// groups.c -----------------------------------------------------------------------------------------------------------

// Returns the index of a group; below 0: no such group, which is a mistake in the name of `function` (NULL: not
// reported).
int coir_group_index(CoirGroup group, const char *function);

// In the functions below, a group is its index.

// Returns true if `group` or a group above is paused.
bool coir_group_stands(int group);

// Returns the product of the volumes of `group` and the groups above.
float coir_group_loudness(int group, int64_t time);

// Returns true if `group` is `above`, or is below `above`.
bool coir_group_is_below(int group, int above);

// Sets the four groups that are always there, for a new mixer.
void coir_groups_reset(void);

// Frees the names and the echoes of all groups.
void coir_groups_free(void);

// Changes the volume evenly from the time `begin` to the time `end`.
void coir_group_change_volume(int group, float volume, int64_t begin, int64_t end);

// Lowers and raises groups by the voices that play now.
void coir_groups_duck(int64_t time);

// check.c ------------------------------------------------------------------------------------------------------------

// For tests: returns a text that names a fault of voices, groups or changes; NULL: there is no fault.
const char *coir_sounds_fault(void);

// music.c ------------------------------------------------------------------------------------------------------------

// coir_music_next_change returns the time at which a piece begins or the music stops; coir_music_change does the
// change. coir_music_voice_ended is called when any voice has ended. coir_music_forget drops all pieces.
int64_t coir_music_next_change(void);
void coir_music_change(int64_t time);
void coir_music_voice_ended(CoirVoice voice, int64_t time);
void coir_music_forget(void);

// Drops the queue and the piece that waits, if the piece that plays is in `group` or below, or if no piece plays.
void coir_music_drop(int group);

// output.c -----------------------------------------------------------------------------------------------------------

// Called when the sound clock has gone on by `passed` ns: notices devices that come and go, and brings the clocks of
// the device and the game together.
void coir_output_step(int64_t passed);

// Opens the device. Returns false if there is none. coir_output_close closes the device for good.
bool coir_output_open(void);
void coir_output_close(void);

// clock.c, for an idle loop: returns the seconds until the sound clock must go on; INFINITY: nothing plays.
double coir_sound_quiet_for(void);

// For the Director: opens the device if a sound exists, once; stops and starts the device for the background.
void coir_sound_want_device(void);
void coir_sound_pause_device(bool paused);

#endif
