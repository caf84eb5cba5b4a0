// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The mixer works block by block: a block is up to COIR_MIX_BLOCK samples without a change. In a block, each voice
// adds its samples to the bus of its group. Then each group, deeper groups first, adds its bus to the bus of the
// group above.

#include "sound/mixer.h"

#include <string.h>

#include "base/alloc.h"
#include "coir/scheduler.h"

// Making -------------------------------------------------------------------------------------------------------------

// Sets the weights of the four samples around a position: a cubic Hermite spline with Catmull-Rom slopes. Phase 0
// gives exactly the sample itself.
static void set_weights(CoirMixer *mixer)
{
    for (int phase = 0; phase < COIR_MIX_PHASES; phase++) {
        double t = (double)phase / COIR_MIX_PHASES;
        float *weights = mixer->weights[phase];
        weights[0] = (float)(((-0.5 * t + 1) * t - 0.5) * t);
        weights[1] = (float)((1.5 * t - 2.5) * t * t + 1);
        weights[2] = (float)(((-1.5 * t + 2) * t + 0.5) * t);
        weights[3] = (float)((0.5 * t - 0.5) * t * t);
    }
}

static int depth_of(const CoirMixer *mixer, int group)
{
    int depth = 0;
    for (; group != COIR_GROUP_ALL && depth < COIR_GROUPS_MAX; depth++)
        group = mixer->groups[group].parent;
    return depth;
}

// Returns true if a group was removed, or was never made, and does not fade out.
static bool is_gone(const CoirMixGroup *group)
{
    return !group->is_used && coir_ramp_is_over(&group->mute);
}

// Sorts the groups: deeper groups first, groups of equal depth by index.
static void sort_groups(CoirMixer *mixer)
{
    mixer->group_count = 0;
    for (int depth = COIR_GROUPS_MAX; depth >= 0; depth--)
        for (int group = 0; group < COIR_GROUPS_MAX; group++)
            if (!is_gone(&mixer->groups[group]) && depth_of(mixer, group) == depth)
                mixer->order[mixer->group_count++] = (uint8_t)group;
}

// Removes the groups that have faded out.
static void drop_gone_groups(CoirMixer *mixer)
{
    int count = mixer->group_count;
    for (int i = 0; i < mixer->group_count; i++)
        if (is_gone(&mixer->groups[mixer->order[i]])) {
            mixer->groups[mixer->order[i]] = (CoirMixGroup){0};
            count--;
        }
    if (count < mixer->group_count)
        sort_groups(mixer);
}

static void add_group(CoirMixer *mixer, int group, int parent)
{
    mixer->groups[group] = (CoirMixGroup){
        .is_used = true,
        .parent = (uint8_t)parent,
        .volume = coir_ramp(1, 1, 0),
        .mute = coir_ramp(1, 1, 0),
        .duck = coir_ramp(1, 1, 0),
    };
    sort_groups(mixer);
}

CoirMixer *coir_mixer_new(int rate, int slots)
{
    CoirMixer *mixer = coir_alloc(sizeof *mixer);
    CoirMixVoice *voices = mixer ? coir_alloc((size_t)slots * sizeof *voices) : NULL;
    if (!voices)
        return coir_free(mixer), NULL;
    mixer->rate = rate;
    mixer->slots = slots;
    mixer->voices = voices;
    set_weights(mixer);
    for (int group = 0; group <= COIR_GROUP_ALL; group++)
        add_group(mixer, group, COIR_GROUP_ALL);
    return mixer;
}

void coir_mixer_free(CoirMixer *mixer)
{
    if (mixer)
        coir_free(mixer->voices);
    coir_free(mixer);
}

// Changes ------------------------------------------------------------------------------------------------------------

bool coir_change_add(CoirChangeRing *ring, const CoirChange *change)
{
    unsigned added = atomic_load_explicit(&ring->added, memory_order_relaxed);
    if (added - atomic_load_explicit(&ring->taken, memory_order_acquire) == COIR_MIX_RING)
        return false;
    ring->changes[added % COIR_MIX_RING] = *change;
    atomic_store_explicit(&ring->added, added + 1, memory_order_release);
    return true;
}

uint32_t coir_changes_added(const CoirChangeRing *ring)
{
    return (uint32_t)atomic_load_explicit(&ring->added, memory_order_relaxed);
}

bool coir_changes_taken(const CoirChangeRing *ring, uint32_t count)
{
    uint32_t taken = (uint32_t)atomic_load_explicit(&ring->taken, memory_order_acquire);
    return (int32_t)(taken - count) >= 0;
}

const CoirChange *coir_change_next(CoirChangeRing *ring)
{
    unsigned taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    bool is_empty = taken == atomic_load_explicit(&ring->added, memory_order_acquire);
    return is_empty ? NULL : &ring->changes[taken % COIR_MIX_RING];
}

static void take_change(CoirChangeRing *ring)
{
    atomic_fetch_add_explicit(&ring->taken, 1, memory_order_release);
}

// Starts to close or to open the gate of a voice, from the present value of the gate.
static void move_gate(const CoirMixer *mixer, CoirMixVoice *voice, float to, CoirGateAction action)
{
    voice->gate = coir_ramp(coir_ramp_at(&voice->gate, 0), to, coir_mixer_fade(mixer));
    voice->gate_action = (uint8_t)action;
}

static void stop(CoirMixer *mixer, CoirMixVoice *voice)
{
    if (voice->is_frozen)
        voice->is_active = false;
    else
        move_gate(mixer, voice, 0, COIR_GATE_END);
}

// Stores the present position, to which the voice jumps when the gate has closed. A seek replaces this position.
static void keep_position(CoirMixVoice *voice)
{
    voice->next_position = voice->position;
    voice->next_loops = voice->loops;
    voice->next_has_looped = voice->has_looped;
}

static void freeze(CoirMixer *mixer, CoirMixVoice *voice)
{
    if (voice->is_frozen || voice->gate_action == COIR_GATE_END || voice->gate_action == COIR_GATE_FREEZE)
        return;
    if (voice->gate_action == COIR_GATE_NONE)
        keep_position(voice);
    move_gate(mixer, voice, 0, COIR_GATE_FREEZE);
}

static void resume(CoirMixer *mixer, CoirMixVoice *voice)
{
    bool has_moved = voice->gate.done > 0 || voice->position != voice->next_position || voice->has_next_stream;
    if (voice->gate_action == COIR_GATE_FREEZE && !has_moved) { // FREEZE and RESUME at the same sample
        move_gate(mixer, voice, 1, COIR_GATE_NONE);
    } else if (voice->gate_action == COIR_GATE_FREEZE) {
        voice->gate_action = COIR_GATE_JUMP;
    } else if (voice->is_frozen) {
        voice->is_frozen = false;
        move_gate(mixer, voice, 1, COIR_GATE_NONE);
    }
}

static void seek(CoirMixer *mixer, CoirMixVoice *voice, const CoirChange *change)
{
    if (voice->gate_action == COIR_GATE_NONE)
        keep_position(voice);
    voice->has_next_stream = change->pointer;
    if (voice->has_next_stream)
        voice->next_stream = change->pointer;
    voice->next_position = change->pointer ? 0 : change->position;
    voice->next_has_looped = false;
    if (voice->is_frozen)
        coir_mix_voice_jump(voice);
    else if (voice->gate_action == COIR_GATE_NONE)
        move_gate(mixer, voice, 0, COIR_GATE_JUMP);
}

static void set_pan(CoirMixVoice *voice, float left, float right, int32_t samples)
{
    voice->left_from = coir_mix_voice_pan(voice, voice->left_from, voice->left, 0);
    voice->right_from = coir_mix_voice_pan(voice, voice->right_from, voice->right, 0);
    voice->left = left;
    voice->right = right;
    voice->pan_done = 0;
    voice->pan_length = (uint16_t)(samples < UINT16_MAX ? samples : UINT16_MAX);
}

static void move_ramp(CoirRamp *ramp, float to, int32_t samples)
{
    *ramp = coir_ramp(coir_ramp_at(ramp, 0), to, samples);
}

static int64_t limited(int64_t speed)
{
    return speed > COIR_MIX_SPEED_MAX ? COIR_MIX_SPEED_MAX : speed < -COIR_MIX_SPEED_MAX ? -COIR_MIX_SPEED_MAX : speed;
}

static void change_voice(CoirMixer *mixer, CoirMixVoice *voice, const CoirChange *change)
{
    switch ((CoirChangeKind)change->kind) {
    case COIR_CHANGE_STOP: stop(mixer, voice); break;
    case COIR_CHANGE_CUT: voice->is_active = false; break;
    case COIR_CHANGE_FREEZE: freeze(mixer, voice); break;
    case COIR_CHANGE_RESUME: resume(mixer, voice); break;
    case COIR_CHANGE_SPEED: voice->speed = limited(change->position); break;
    case COIR_CHANGE_VOLUME: move_ramp(&voice->volume, change->value, change->samples); break;
    case COIR_CHANGE_PAN: set_pan(voice, change->value, change->value2, change->samples); break;
    case COIR_CHANGE_SEEK: seek(mixer, voice, change); break;
    case COIR_CHANGE_LOOPS: voice->loops = voice->next_loops = change->samples; break;
    case COIR_CHANGE_VOICE_GROUP: voice->group = change->group; break;
    default: break;
    }
}

static void set_echo(CoirMixGroup *group, const CoirChange *change)
{
    group->echo = change->pointer;
    group->echo_length = change->samples;
    group->echo_at = 0;
    group->echo_silence = change->samples;
    group->echo_feedback = change->value;
    group->echo_mix = change->value2;
}

// Sets the filter of a group; `factor` 1: off. The filter fades in and out.
static void set_low_pass(const CoirMixer *mixer, CoirMixGroup *group, float factor)
{
    if (factor < 1) {
        if (coir_ramp_at(&group->filtered, 0) == 0)
            memset(group->low_state, 0, sizeof group->low_state);
        group->low_pass = factor;
    }
    move_ramp(&group->filtered, factor < 1 ? 1 : 0, coir_mixer_fade(mixer));
}

static void change_group(CoirMixer *mixer, CoirMixGroup *group, const CoirChange *change)
{
    if (!group->is_used && change->kind != COIR_CHANGE_GROUP)
        return;
    switch ((CoirChangeKind)change->kind) {
    case COIR_CHANGE_GROUP: add_group(mixer, change->group, change->slot); break;
    case COIR_CHANGE_GROUP_END:
        group->is_used = false;
        move_ramp(&group->mute, 0, coir_mixer_fade(mixer));
        break;
    case COIR_CHANGE_GROUP_VOLUME: move_ramp(&group->volume, change->value, change->samples); break;
    case COIR_CHANGE_GROUP_MUTE: move_ramp(&group->mute, change->value, change->samples); break;
    case COIR_CHANGE_GROUP_DUCK: move_ramp(&group->duck, change->value, change->samples); break;
    case COIR_CHANGE_LOW_PASS: set_low_pass(mixer, group, change->value); break;
    case COIR_CHANGE_ECHO: set_echo(group, change); break;
    default: break;
    }
}

static int late_by(const CoirMixer *mixer, const CoirChange *change)
{
    int64_t late = mixer->time - change->at;
    return late < INT32_MAX ? (int)late : INT32_MAX;
}

// Applies a change now. A voice that starts at most a tenth of a second late plays from its first sample. A voice that
// starts later skips the samples that are already overdue, unless the start is a prompt change (sound/mixer.h).
static void apply(CoirMixer *mixer, const CoirChange *change)
{
    if (change->kind >= COIR_CHANGE_GROUP) {
        change_group(mixer, &mixer->groups[change->group], change);
        return;
    }
    CoirMixVoice *voice = &mixer->voices[change->slot];
    if (change->kind == COIR_CHANGE_START) {
        *voice = change->voice;
        voice->speed = limited(voice->speed);
        if (change->at < mixer->time - mixer->rate / 10 && !change->is_prompt)
            voice->is_active = coir_mix_voice_pass(mixer, voice, late_by(mixer, change));
        mixer->limit = change->slot >= mixer->limit ? change->slot + 1 : mixer->limit;
    } else if (voice->is_active && voice->serial == change->serial) {
        change_voice(mixer, voice, change);
    }
}

static void apply_prompt(CoirMixer *mixer)
{
    for (const CoirChange *change; (change = coir_change_next(&mixer->prompt)) != NULL; take_change(&mixer->prompt))
        apply(mixer, change);
}

// Applies the timed changes that are due. Returns the number of samples to the next change, at most `count`.
static int apply_timed(CoirMixer *mixer, int count)
{
    for (const CoirChange *change; (change = coir_change_next(&mixer->timed)) != NULL; take_change(&mixer->timed)) {
        int64_t wait = change->at - mixer->time;
        if (wait > 0)
            return wait < count ? (int)wait : count;
        if (wait < 0)
            atomic_fetch_add_explicit(&mixer->late, 1, memory_order_relaxed);
        apply(mixer, change);
    }
    return count;
}

// Mixing -------------------------------------------------------------------------------------------------------------

static void mix_voices(CoirMixer *mixer, int count, bool is_heard)
{
    for (int slot = 0; slot < mixer->limit; slot++) {
        CoirMixVoice *voice = &mixer->voices[slot];
        if (voice->is_active)
            voice->is_active =
                is_heard ? coir_mix_voice(mixer, voice, count) : coir_mix_voice_pass(mixer, voice, count);
    }
    while (mixer->limit > 0 && !mixer->voices[mixer->limit - 1].is_active)
        mixer->limit--;
}

static float clamped(float value)
{
    return value > 1 ? 1 : value >= -1 ? value : value < -1 ? -1 : 0; // 0 for NaN
}

static void write_pairs(const CoirMixer *mixer, float *pairs, int count)
{
    const CoirMixGroup *all = &mixer->groups[COIR_GROUP_ALL];
    if (!all->is_sounding) {
        memset(pairs, 0, (size_t)count * 2 * sizeof *pairs);
        return;
    }
    const float *left = mixer->bus[COIR_GROUP_ALL][0], *right = mixer->bus[COIR_GROUP_ALL][1];
    for (int i = 0; i < count; i++) {
        pairs[2 * i] = clamped(left[i]);
        pairs[2 * i + 1] = clamped(right[i]);
    }
}

static void mix_block(CoirMixer *mixer, float *pairs, int count)
{
    for (int i = 0; i < mixer->group_count; i++)
        mixer->groups[mixer->order[i]].is_sounding = false;
    mix_voices(mixer, count, true);
    coir_mix_groups(mixer, count);
    write_pairs(mixer, pairs, count);
}

void coir_mixer_mix(CoirMixer *mixer, float *pairs, int count)
{
    apply_prompt(mixer);
    while (count > 0) {
        int part = apply_timed(mixer, count);
        if (pairs) {
            part = part < COIR_MIX_BLOCK ? part : COIR_MIX_BLOCK;
            mix_block(mixer, pairs, part);
            pairs += 2 * part;
        } else {
            mix_voices(mixer, part, false);
            coir_mix_groups_pass(mixer, part);
        }
        drop_gone_groups(mixer);
        mixer->time += part;
        count -= part;
        atomic_store_explicit(&mixer->time_shown, (uint_least32_t)mixer->time, memory_order_release);
    }
}
