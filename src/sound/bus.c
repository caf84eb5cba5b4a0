// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The groups of the mixer: low-pass filter, echo and volume, in this order. A group costs nothing when no voice plays
// in the group and the group's effects have rung out.
//
// Numbers that are too small to be heard become 0. Otherwise effects would never ring out, and the processor would
// compute with slow subnormal numbers. Enormous samples would lead to infinite numbers and NaN, which stay in a filter
// or an echo for ever. So numbers from ENORMOUS on become 0, too.

#include <string.h>

#include "sound/mixer.h"

#define INAUDIBLE 1e-9f
#define ENORMOUS 1e30f

// Returns 0 for a number that is too small to be heard, for an enormous or infinite number, and for NaN.
static float without_dust(float value)
{
    bool is_sound = (value >= INAUDIBLE && value < ENORMOUS) || (value <= -INAUDIBLE && value > -ENORMOUS);
    return is_sound ? value : 0;
}

// Filters one channel by two filters of the first order, one after the other.
static void filter(const CoirMixGroup *group, float state[2], float *samples, int count)
{
    float first = state[0], second = state[1];
    bool fades = !coir_ramp_is_over(&group->filtered);
    for (int i = 0; i < count; i++) {
        float part = fades ? coir_ramp_at(&group->filtered, i) : 1;
        first = without_dust(first + group->low_pass * (samples[i] - first));
        second = without_dust(second + group->low_pass * (first - second));
        samples[i] = part < 1 ? samples[i] + (second - samples[i]) * part : second;
    }
    state[0] = first;
    state[1] = second;
}

// Adds the echo to the bus, and writes the bus into the echo.
static void add_echo(CoirMixGroup *group, float *left, float *right, int count)
{
    for (int i = 0; i < count; i++) {
        float *pair = &group->echo[2 * group->echo_at];
        float echo_left = pair[0], echo_right = pair[1];
        pair[0] = without_dust(left[i] + echo_left * group->echo_feedback);
        pair[1] = without_dust(right[i] + echo_right * group->echo_feedback);
        bool is_silent = pair[0] == 0 && pair[1] == 0;
        group->echo_silence = is_silent ? group->echo_silence + (group->echo_silence < group->echo_length) : 0;
        left[i] += echo_left * group->echo_mix;
        right[i] += echo_right * group->echo_mix;
        group->echo_at = group->echo_at + 1 < group->echo_length ? group->echo_at + 1 : 0;
    }
}

static bool has_filter(const CoirMixGroup *group)
{
    return group->filtered.to > 0 || !coir_ramp_is_over(&group->filtered);
}

// Returns true if the effects can still be heard when no voice plays.
static bool rings(const CoirMixGroup *group)
{
    const float(*state)[2] = group->low_state;
    bool filter_rings =
        has_filter(group) && (state[0][0] != 0 || state[0][1] != 0 || state[1][0] != 0 || state[1][1] != 0);
    return filter_rings || (group->echo && group->echo_silence < group->echo_length);
}

// Multiplies the samples by the volume, the muting and the ducking of a group.
static void apply_volume(const CoirMixGroup *group, float *left, float *right, int count)
{
    if (coir_ramp_is_over(&group->volume) && coir_ramp_is_over(&group->mute) && coir_ramp_is_over(&group->duck)) {
        float gain = group->volume.to * group->mute.to * group->duck.to;
        for (int i = 0; i < count; i++) {
            left[i] *= gain;
            right[i] *= gain;
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        float gain = coir_ramp_at(&group->volume, i) * coir_ramp_at(&group->mute, i) * coir_ramp_at(&group->duck, i);
        left[i] *= gain;
        right[i] *= gain;
    }
}

static void add_to_parent(CoirMixer *mixer, int index, int count)
{
    int parent = mixer->groups[index].parent;
    float(*from)[COIR_MIX_BLOCK] = mixer->bus[index], (*to)[COIR_MIX_BLOCK] = mixer->bus[parent];
    if (!mixer->groups[parent].is_sounding)
        memset(to, 0, sizeof mixer->bus[parent]);
    mixer->groups[parent].is_sounding = true;
    for (int channel = 0; channel < 2; channel++)
        for (int i = 0; i < count; i++)
            to[channel][i] += from[channel][i];
}

static void mix_group(CoirMixer *mixer, int index, int count)
{
    CoirMixGroup *group = &mixer->groups[index];
    float *left = mixer->bus[index][0], *right = mixer->bus[index][1];
    if (!group->is_sounding && !rings(group))
        return;
    if (!group->is_sounding)
        memset(mixer->bus[index], 0, sizeof mixer->bus[index]);
    group->is_sounding = true;
    if (has_filter(group)) {
        filter(group, group->low_state[0], left, count);
        filter(group, group->low_state[1], right, count);
    }
    if (group->echo)
        add_echo(group, left, right, count);
    apply_volume(group, left, right, count);
    if (index != COIR_GROUP_ALL)
        add_to_parent(mixer, index, count);
}

static void pass_time(CoirMixGroup *group, int count)
{
    coir_ramp_pass(&group->filtered, count);
    coir_ramp_pass(&group->volume, count);
    coir_ramp_pass(&group->mute, count);
    coir_ramp_pass(&group->duck, count);
}

void coir_mix_groups(CoirMixer *mixer, int count)
{
    for (int i = 0; i < mixer->group_count; i++) {
        mix_group(mixer, mixer->order[i], count);
        pass_time(&mixer->groups[mixer->order[i]], count);
    }
}

// Erases the echo of all earlier samples. Called when samples are skipped.
static void end_echo(CoirMixGroup *group)
{
    if (group->echo && group->echo_silence < group->echo_length)
        memset(group->echo, 0, (size_t)group->echo_length * 2 * sizeof *group->echo);
    group->echo_silence = group->echo_length;
}

void coir_mix_groups_pass(CoirMixer *mixer, int count)
{
    for (int i = 0; i < mixer->group_count; i++) {
        end_echo(&mixer->groups[mixer->order[i]]);
        pass_time(&mixer->groups[mixer->order[i]], count);
    }
}
