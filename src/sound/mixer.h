// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The mixer adds up voices. The mixer depends on no game, no clock and no device. The input of the mixer is changes,
// each with the sample at which the change is due. The output is samples.
//
// The game's thread sends changes through two rings without locks:
//
// 1. `timed` changes come in the order of their samples, and are applied at their samples. A change that comes too
//    late is applied at once, and counted.
// 2. `prompt` changes are applied in the next call of coir_mixer_mix.
//
// Another thread may call coir_mixer_mix, which allocates no memory and never waits.
//
// Without prompt and late changes, a sample of the result depends on the changes and their samples alone, not on how
// many samples one call mixes: positions are whole numbers, and ramps are functions of the number of samples since
// their start.

#ifndef COIR_SOUND_MIXER_H
#define COIR_SOUND_MIXER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "coir/group.h"
#include "sound/stream.h"

#define COIR_MIX_BLOCK 256              // samples of a block, at most
#define COIR_MIX_RING 1024              // changes in a ring, a power of 2
#define COIR_MIX_PHASES 1024            // fractions of a sample for which interpolation weights are stored
#define COIR_MIX_ONE (INT64_C(1) << 32) // one sample, as a position or a speed
#define COIR_MIX_FADE 0.005             // seconds in which a voice fades when stopped, frozen or moved by a seek
#define COIR_MIX_SPEED_MAX (COIR_MIX_ONE * 4096)

// Number that changes linearly from `from` to `to` in `length` samples. `done` of these samples have passed.
typedef struct CoirRamp {
    float from, to;
    int32_t done, length;
} CoirRamp;

static inline CoirRamp coir_ramp(float from, float to, int32_t length)
{
    return (CoirRamp){from, to, 0, length};
}

// Returns the value after `samples` more samples.
static inline float coir_ramp_at(const CoirRamp *ramp, int32_t samples)
{
    if (samples >= ramp->length - ramp->done) // without the sum, which may overflow
        return ramp->to;
    return ramp->from + (ramp->to - ramp->from) * ((float)(ramp->done + samples) / (float)ramp->length);
}

// Advances the ramp by a number of samples.
static inline void coir_ramp_pass(CoirRamp *ramp, int32_t samples)
{
    int32_t rest = ramp->length - ramp->done;
    ramp->done = samples < rest ? ramp->done + samples : ramp->length;
}

static inline bool coir_ramp_is_over(const CoirRamp *ramp)
{
    return ramp->done >= ramp->length;
}

// Action of a voice when the voice's gate has closed. The gate fades the voice out and in, independent of the volume.
typedef enum CoirGateAction { COIR_GATE_NONE, COIR_GATE_END, COIR_GATE_FREEZE, COIR_GATE_JUMP } CoirGateAction;

// A voice of the mixer. Positions are in samples of the sound, times COIR_MIX_ONE. The position in a stream is the
// number of samples that were read from the stream, and wraps around.
typedef struct CoirMixVoice {
    union {
        const float *samples; // sound in memory
        CoirStream *stream;   // if `is_stream`
    };
    int64_t position, speed; // position, and its change per sample of the result; below 0: backwards
    int64_t next_position;   // position to which COIR_GATE_FREEZE and COIR_GATE_JUMP move the voice
    union {
        struct {
            int32_t length, loop_begin; // samples
        };
        CoirStream *next_stream; // if `has_next_stream`: the stream of `next_position`
    };
    int32_t loop_end;          // samples
    int32_t loops, next_loops; // loops to come, and loops to come from `next_position` on; COIR_FOREVER: no end
    CoirRamp volume, gate;
    float left, right, left_from, right_from; // factors of the pan: at the end and at the start of a change
    uint16_t pan_done, pan_length;            // samples of the change of pan: passed, and in all
    uint32_t serial; // number of the voice; a change for an earlier voice of the slot is ignored
    uint8_t group, channels;
    uint8_t gate_action;
    // `has_looped`: the voice has jumped back to `loop_begin`, so the sample before `loop_begin` is the loop's last
    // sample. `next_has_looped`: `has_looped` from `next_position` on.
    bool is_stream : 1, has_next_stream : 1, is_active : 1, is_frozen : 1, has_looped : 1, next_has_looped : 1;
    bool has_begun : 1; // the ring of the voice's stream has the sample before the position
    bool waits : 1;     // the stream was not read in time, or the voice plays a stream backwards
} CoirMixVoice;

typedef struct CoirMixGroup {
    bool is_used; // false: no group, or a removed group that still fades out (`mute`)
    uint8_t parent;
    CoirRamp volume, mute, duck; // factors
    CoirRamp filtered;           // share of the filtered sound in the result; 0: the low-pass filter is off
    float low_pass;              // factor of the filter
    float low_state[2][2];       // state of the filter: left and right
    float *echo;                 // pairs of samples; NULL: none
    int32_t echo_length, echo_at;
    float echo_feedback, echo_mix;
    int32_t echo_silence; // number of consecutive silent pairs that were last written into the echo
    bool is_sounding;     // the bus has samples in this block
} CoirMixGroup;

typedef enum CoirChangeKind {
    COIR_CHANGE_START,        // starts `voice`
    COIR_CHANGE_STOP,         // fades the voice out and ends the voice
    COIR_CHANGE_CUT,          // ends the voice without a fade
    COIR_CHANGE_FREEZE,       // fades the voice out and freezes the voice
    COIR_CHANGE_RESUME,       // resumes from the position of COIR_CHANGE_FREEZE, or of a later COIR_CHANGE_SEEK
    COIR_CHANGE_SPEED,        // sets the speed to `position`
    COIR_CHANGE_VOLUME,       // moves the volume to `value`, in `samples` samples
    COIR_CHANGE_PAN,          // moves the pan to the factors `value`, `value2`, in `samples` samples, at most 65535
    COIR_CHANGE_SEEK,         // moves the voice to `position`, or to the start of the stream `pointer`
    COIR_CHANGE_LOOPS,        // sets the number of loops to come to `samples`
    COIR_CHANGE_VOICE_GROUP,  // moves the voice to `group`
    COIR_CHANGE_GROUP,        // makes `group`, below the group `slot`
    COIR_CHANGE_GROUP_END,    // fades `group` out and removes the group
    COIR_CHANGE_GROUP_VOLUME, // as VOLUME, for `group`
    COIR_CHANGE_GROUP_MUTE,   // as VOLUME, for the muting of `group`
    COIR_CHANGE_GROUP_DUCK,   // as VOLUME, for the ducking of `group`
    COIR_CHANGE_LOW_PASS,     // sets the factor of the filter to `value`; 1: off
    COIR_CHANGE_ECHO,         // sets the echo to the `samples` pairs of `pointer`, feedback `value`, mix `value2`
} CoirChangeKind;

typedef struct CoirChange {
    int64_t at; // sample at which the change is due
    uint8_t kind, group;
    uint16_t slot;
    uint32_t serial; // of the voice
    uint32_t order;  // number in the order of sending; for the game's side
    bool is_prompt;  // goes into the ring of prompt changes
    int32_t samples;
    float value, value2;
    int64_t position; // position or speed
    void *pointer;
    CoirMixVoice voice; // of COIR_CHANGE_START
} CoirChange;

// A ring of changes: the game's thread adds, the mixer takes.
typedef struct CoirChangeRing {
    CoirChange changes[COIR_MIX_RING];
    atomic_uint added, taken;
} CoirChangeRing;

typedef struct CoirMixer {
    int rate;
    int slots;                        // number of `voices`
    int64_t time;                     // number of the next sample; for the mixer's side
    atomic_uint_least32_t time_shown; // lower bits of `time`, for the game's side
    atomic_uint_least32_t late, underruns;
    CoirMixVoice *voices;
    int limit; // upper bound: all active voices are in slots below `limit`
    CoirMixGroup groups[COIR_GROUPS_MAX];
    uint8_t order[COIR_GROUPS_MAX]; // groups in use or fading out, each before the group above
    int group_count;
    CoirChangeRing timed, prompt;
    float weights[COIR_MIX_PHASES][4];
    float bus[COIR_GROUPS_MAX][2][COIR_MIX_BLOCK];
    float scratch[2][COIR_MIX_BLOCK], gains[2][COIR_MIX_BLOCK];
} CoirMixer;

// Makes a mixer with the four groups of coir/group.h. Returns NULL if there is no memory. Call coir_mixer_free only
// when no thread mixes any more.
CoirMixer *coir_mixer_new(int rate, int slots);
void coir_mixer_free(CoirMixer *mixer);

// Adds a change to a ring. Returns false if the ring is full.
bool coir_change_add(CoirChangeRing *ring, const CoirChange *change);

// Returns the change that the mixer takes next; NULL: the ring is empty. Called in the thread that mixes.
const CoirChange *coir_change_next(CoirChangeRing *ring);

// coir_changes_added returns the number of changes that were ever added to a ring; the number wraps around.
// coir_changes_taken returns true if the mixer has applied the first `count` changes.
uint32_t coir_changes_added(const CoirChangeRing *ring);
bool coir_changes_taken(const CoirChangeRing *ring, uint32_t count);

// Mixes the next `count` samples into pairs of left and right, from -1 to 1. NULL: skips the samples, which costs
// next to nothing.
void coir_mixer_mix(CoirMixer *mixer, float *pairs, int count);

// Moves a voice to the position at which the voice was frozen, or to which a seek moves the voice. Called when the
// voice is silent.
static inline void coir_mix_voice_jump(CoirMixVoice *voice)
{
    if (voice->has_next_stream) {
        voice->stream = voice->next_stream;
        voice->has_begun = false;
    }
    voice->has_next_stream = false;
    voice->position = voice->next_position;
    voice->loops = voice->next_loops;
    voice->has_looped = voice->next_has_looped;
}

// Returns a factor of the pan after `samples` more samples.
static inline float coir_mix_voice_pan(const CoirMixVoice *voice, float from, float to, int samples)
{
    int32_t at = voice->pan_done + samples;
    return at < voice->pan_length ? from + (to - from) * ((float)at / (float)voice->pan_length) : to;
}

// Returns the length of a fade of COIR_MIX_FADE, in samples.
static inline int32_t coir_mixer_fade(const CoirMixer *mixer)
{
    return (int32_t)(mixer->rate * COIR_MIX_FADE);
}

// mix_voice.c: coir_mix_voice adds the next `count` samples of a voice (at most COIR_MIX_BLOCK) to the bus of its
// group. coir_mix_voice_pass skips `count` samples of the voice. Both return false when the voice has ended.
bool coir_mix_voice(CoirMixer *mixer, CoirMixVoice *voice, int count);
bool coir_mix_voice_pass(CoirMixer *mixer, CoirMixVoice *voice, int count);

// bus.c: coir_mix_groups applies the effects and the volume of each group to the bus of the group, and adds the
// result to the bus of the group above. The bus of COIR_GROUP_ALL then has the sum of all voices.
// coir_mix_groups_pass skips `count` samples.
void coir_mix_groups(CoirMixer *mixer, int count);
void coir_mix_groups_pass(CoirMixer *mixer, int count);

#endif
