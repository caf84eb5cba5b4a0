// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A voice of the mixer. A sample of the voice is interpolated from the four samples of the sound around the voice's
// position. As long as these four samples are contiguous in memory, a short loop computes many samples. At the ends
// of the sound, at the seam of a loop and at the end of a stream's ring, each of the four samples is looked up
// separately.

#include <stdlib.h>
#include <string.h>

#include "coir/scheduler.h"
#include "sound/mixer.h"

#define RING_MASK (COIR_STREAM_SAMPLES - 1)

// Positions from `first` to `last` for the short loop: the four samples around each of these positions are contiguous
// in memory.
typedef struct Stretch {
    const float *samples;
    int64_t position; // position of the voice in `samples`
    int64_t first, last;
} Stretch;

static bool loops(const CoirMixVoice *voice)
{
    return voice->loops > 0 && voice->speed >= 0;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t whole(int64_t samples)
{
    return samples * COIR_MIX_ONE;
}

// Sound in memory ----------------------------------------------------------------------------------------------------

// Returns the index of the sample that is heard at `index`, also if `index` is beyond the seam of a loop. A result
// below 0 means silence.
static int64_t heard_index(const CoirMixVoice *voice, int64_t index)
{
    int64_t length = voice->loop_end - voice->loop_begin;
    if (loops(voice) && index >= voice->loop_end)
        index -= smaller((index - voice->loop_end) / length + 1, voice->loops) * length;
    else if (voice->has_looped && index < voice->loop_begin)
        index += length; // the sample before the seam
    return index < voice->length ? index : -1;
}

static Stretch memory_stretch(const CoirMixVoice *voice)
{
    int64_t begin = voice->has_looped ? voice->loop_begin : 0, end = loops(voice) ? voice->loop_end : voice->length;
    return (Stretch){voice->samples, voice->position, whole(begin + 1), whole(end - 2) - 1};
}

// Moves a voice that has passed the end of its loop back into the loop. Returns false if the sound is over.
static bool loop_back(CoirMixVoice *voice)
{
    if (loops(voice) && voice->position >= whole(voice->loop_end)) {
        int64_t length = whole(voice->loop_end - voice->loop_begin);
        int64_t times = (voice->position - whole(voice->loop_end)) / length + 1;
        if (voice->loops != COIR_FOREVER) {
            times = times < voice->loops ? times : voice->loops;
            voice->loops -= (int32_t)times;
        }
        voice->position -= times * length;
        voice->has_looped = true;
    }
    return voice->speed >= 0 ? voice->position < whole(voice->length) : voice->position >= 0;
}

// Streams ------------------------------------------------------------------------------------------------------------

static uint32_t index_of(int64_t position)
{
    return (uint32_t)((uint64_t)position >> 32);
}

static uint32_t fraction_of(int64_t position)
{
    return (uint32_t)(uint64_t)position;
}

static int64_t advanced(int64_t position, int64_t speed, int64_t count)
{
    return (int64_t)((uint64_t)position + (uint64_t)speed * (uint64_t)count); // positions in streams wrap around
}

// Returns the number of samples in the ring of a stream from a position on.
static int32_t available(const CoirStream *stream, int64_t position)
{
    uint32_t written = (uint32_t)atomic_load_explicit(&stream->written, memory_order_acquire);
    return (int32_t)(written - index_of(position));
}

static Stretch stream_stretch(const CoirMixVoice *voice)
{
    int64_t index = index_of(voice->position) & RING_MASK, end = index + available(voice->stream, voice->position);
    return (Stretch){voice->stream->ring, whole(index) + fraction_of(voice->position), whole(1),
                     whole(smaller(end, COIR_STREAM_SAMPLES) - 2) - 1};
}

// Returns true if the gate is closing, and the voice will be moved to `next_position` when the gate has closed.
static bool comes_back(const CoirMixVoice *voice)
{
    return voice->gate_action == COIR_GATE_FREEZE || voice->gate_action == COIR_GATE_JUMP;
}

// Tells the game's side which samples the voice no longer needs. While the gate closes before a return to an earlier
// position of the same stream (`next_position`), the voice needs the samples from there on. Interpolation needs the
// sample before, too.
static void show_read(CoirMixVoice *voice)
{
    uint32_t index = index_of(comes_back(voice) && !voice->has_next_stream ? voice->next_position : voice->position);
    voice->has_begun |= index_of(voice->position) > 0;
    if (index > 0)
        atomic_store_explicit(&voice->stream->read, index - 1, memory_order_release);
}

typedef enum StreamState { STREAM_GOES_ON, STREAM_WAITS, STREAM_IS_OVER } StreamState;

// Returns the state of a stream. A stream waits if the game has not read the file far enough, and while the voice
// plays backwards.
static StreamState stream_state(const CoirMixVoice *voice)
{
    bool is_complete = atomic_load_explicit(&voice->stream->is_complete, memory_order_acquire);
    int32_t rest = available(voice->stream, voice->position);
    if (voice->speed < 0)
        return STREAM_WAITS;
    if (is_complete)
        return rest > 0 ? STREAM_GOES_ON : STREAM_IS_OVER;
    return rest > 2 ? STREAM_GOES_ON : STREAM_WAITS;
}

// Returns the position in a stream after `count` samples of the result, or the earlier position at which the stream
// must wait or is over. Stores in `steps` the number of samples of the result up to this position.
static int64_t stream_after(const CoirStream *stream, int64_t position, int64_t speed, int64_t count, int64_t *steps)
{
    bool is_complete = atomic_load_explicit(&stream->is_complete, memory_order_acquire);
    int64_t rest = available(stream, position) - (is_complete ? 0 : 2), most = 0;
    if (rest > 0 && speed > 0) // `rest` can be almost 2^31: the sum is more than an int64_t can hold
        most = (int64_t)(((uint64_t)whole(rest) - fraction_of(position) + (uint64_t)speed - 1) / (uint64_t)speed);
    else if (rest > 0 && speed == 0)
        most = count;
    *steps = smaller(most, count);
    return advanced(position, speed, *steps);
}

// One sample ---------------------------------------------------------------------------------------------------------

static float sample_at(const CoirMixVoice *voice, int offset, int channel)
{
    if (voice->is_stream) {
        bool is_there = offset < available(voice->stream, voice->position) &&
                        (offset >= 0 || voice->has_begun || index_of(voice->position) > 0);
        uint32_t index = (index_of(voice->position) + (uint32_t)offset) & RING_MASK;
        return is_there ? voice->stream->ring[index * voice->channels + (uint32_t)channel] : 0;
    }
    int64_t index = heard_index(voice, (voice->position >> 32) + offset);
    return index >= 0 ? voice->samples[index * voice->channels + channel] : 0;
}

static const float *weights_at(const CoirMixer *mixer, int64_t position)
{
    return mixer->weights[((uint64_t)position & (COIR_MIX_ONE - 1)) / (COIR_MIX_ONE / COIR_MIX_PHASES)];
}

static float looked_up(const CoirMixer *mixer, const CoirMixVoice *voice, int channel)
{
    const float *w = weights_at(mixer, voice->position);
    return (w[0] * sample_at(voice, -1, channel) + w[1] * sample_at(voice, 0, channel)) +
           (w[2] * sample_at(voice, 1, channel) + w[3] * sample_at(voice, 2, channel));
}

// Many samples -------------------------------------------------------------------------------------------------------

// Returns for how many samples a voice stays in a stretch, at most `count`.
static int stretch_count(const Stretch *stretch, int64_t speed, int count)
{
    if (stretch->position < stretch->first || stretch->position > stretch->last)
        return 0;
    int64_t steps = count;
    if (speed > 0)
        steps = (stretch->last - stretch->position) / speed + 1;
    else if (speed < 0)
        steps = (stretch->position - stretch->first) / -speed + 1;
    return steps < count ? (int)steps : count;
}

// Interpolate the samples of a voice with one channel, or with two channels.
static void play_one(const CoirMixer *mixer, const Stretch *stretch, int64_t speed, float *out, int count)
{
    int64_t position = stretch->position;
    for (int i = 0; i < count; i++, position += speed) {
        const float *w = weights_at(mixer, position), *s = &stretch->samples[(position >> 32) - 1];
        out[i] = (w[0] * s[0] + w[1] * s[1]) + (w[2] * s[2] + w[3] * s[3]);
    }
}

static void play_two(const CoirMixer *mixer, const Stretch *stretch, int64_t speed, float *left, float *right,
                     int count)
{
    int64_t position = stretch->position;
    for (int i = 0; i < count; i++, position += speed) {
        const float *w = weights_at(mixer, position), *s = &stretch->samples[2 * ((position >> 32) - 1)];
        left[i] = (w[0] * s[0] + w[1] * s[2]) + (w[2] * s[4] + w[3] * s[6]);
        right[i] = (w[0] * s[1] + w[1] * s[3]) + (w[2] * s[5] + w[3] * s[7]);
    }
}

// Copies samples. Used when the voice plays one sample of the sound per sample of the result, and the position has no
// fraction.
static void copy(const Stretch *stretch, int channels, float *left, float *right, int count)
{
    const float *s = &stretch->samples[(stretch->position >> 32) * channels];
    if (channels == 1) {
        memcpy(left, s, (size_t)count * sizeof *left);
        return;
    }
    for (int i = 0; i < count; i++) {
        left[i] = s[2 * i];
        right[i] = s[2 * i + 1];
    }
}

static void play_stretch(const CoirMixer *mixer, const CoirMixVoice *voice, const Stretch *stretch, float *left,
                         float *right, int count)
{
    bool is_copy = voice->speed == COIR_MIX_ONE && (stretch->position & (COIR_MIX_ONE - 1)) == 0;
    if (is_copy)
        copy(stretch, voice->channels, left, right, count);
    else if (voice->channels == 1)
        play_one(mixer, stretch, voice->speed, left, count);
    else
        play_two(mixer, stretch, voice->speed, left, right, count);
}

// For a sound in memory, moves a voice that has passed the end of its loop back into the loop. For a stream, writes to
// `*waits` whether the stream waits (stream_state). Returns false if the sound is over at the voice's position.
static bool reach_samples(CoirMixVoice *voice, bool *waits)
{
    if (!voice->is_stream)
        return loop_back(voice);
    StreamState state = stream_state(voice);
    *waits = state == STREAM_WAITS;
    return state != STREAM_IS_OVER;
}

// Stores the next samples of a voice. Returns their number, which is less than `count` at the end of the sound and if
// a stream waits.
static int play(CoirMixer *mixer, CoirMixVoice *voice, float *left, float *right, int count, bool *waits)
{
    int played = 0;
    *waits = false;
    while (played < count && reach_samples(voice, waits) && !*waits) {
        Stretch stretch = voice->is_stream ? stream_stretch(voice) : memory_stretch(voice);
        int part = stretch_count(&stretch, voice->speed, count - played);
        if (part > 0) {
            play_stretch(mixer, voice, &stretch, left + played, right + played, part);
        } else {
            part = 1;
            left[played] = looked_up(mixer, voice, 0);
            if (voice->channels == 2)
                right[played] = looked_up(mixer, voice, 1);
        }
        voice->position = advanced(voice->position, voice->speed, part);
        played += part;
    }
    return played;
}

// Loudness -----------------------------------------------------------------------------------------------------------

static bool is_steady(const CoirMixVoice *voice)
{
    return coir_ramp_is_over(&voice->volume) && coir_ramp_is_over(&voice->gate) && voice->pan_done >= voice->pan_length;
}

static void set_gains(CoirMixer *mixer, const CoirMixVoice *voice, int count)
{
    for (int i = 0; i < count; i++) {
        float gain = coir_ramp_at(&voice->volume, i) * coir_ramp_at(&voice->gate, i);
        mixer->gains[0][i] = gain * coir_mix_voice_pan(voice, voice->left_from, voice->left, i);
        mixer->gains[1][i] = gain * coir_mix_voice_pan(voice, voice->right_from, voice->right, i);
    }
}

static void add_steady(float *restrict bus, const float *restrict samples, float gain, int count)
{
    for (int i = 0; i < count; i++)
        bus[i] += samples[i] * gain;
}

static void add_changing(float *restrict bus, const float *restrict samples, const float *restrict gains, int count)
{
    for (int i = 0; i < count; i++)
        bus[i] += samples[i] * gains[i];
}

// Adds the samples in `scratch` to the bus of the voice's group, from `offset` on.
static void add_to_group(CoirMixer *mixer, const CoirMixVoice *voice, int offset, int count)
{
    CoirMixGroup *group = &mixer->groups[voice->group];
    float *left = mixer->bus[voice->group][0], *right = mixer->bus[voice->group][1];
    if (!group->is_sounding)
        memset(mixer->bus[voice->group], 0, sizeof mixer->bus[voice->group]);
    group->is_sounding = true;
    const float *one = mixer->scratch[0], *other = mixer->scratch[voice->channels - 1];
    if (is_steady(voice)) {
        float gain = voice->volume.to * voice->gate.to;
        add_steady(left + offset, one, gain * voice->left, count);
        add_steady(right + offset, other, gain * voice->right, count);
    } else {
        set_gains(mixer, voice, count);
        add_changing(left + offset, one, mixer->gains[0], count);
        add_changing(right + offset, other, mixer->gains[1], count);
    }
}

// While the gate closes, advances the position to which the voice will jump. So the jump loses no time.
static void pass_next_position(CoirMixVoice *voice, int count)
{
    int64_t steps;
    if (voice->is_stream)
        voice->next_position = stream_after(voice->has_next_stream ? voice->next_stream : voice->stream,
                                            voice->next_position, voice->speed, count, &steps);
    else
        voice->next_position = advanced(voice->next_position, voice->speed, count);
}

// Advances the ramps of a voice by `count` samples.
static void pass_time(CoirMixVoice *voice, int count)
{
    coir_ramp_pass(&voice->volume, count);
    coir_ramp_pass(&voice->gate, count);
    voice->pan_done =
        (uint16_t)(count < voice->pan_length - voice->pan_done ? voice->pan_done + count : voice->pan_length);
    if (voice->gate_action == COIR_GATE_JUMP)
        pass_next_position(voice, count);
}

// The gate -----------------------------------------------------------------------------------------------------------

// Executes the action of a gate that has closed. Returns false if the voice has ended.
static bool act_on_closed_gate(const CoirMixer *mixer, CoirMixVoice *voice)
{
    CoirGateAction action = (CoirGateAction)voice->gate_action;
    voice->gate_action = COIR_GATE_NONE;
    switch (action) {
    case COIR_GATE_END: return false;
    case COIR_GATE_FREEZE:
        coir_mix_voice_jump(voice);
        voice->is_frozen = true;
        break;
    case COIR_GATE_JUMP:
        coir_mix_voice_jump(voice);
        voice->gate = coir_ramp(0, 1, coir_mixer_fade(mixer));
        break;
    case COIR_GATE_NONE: break;
    }
    return true;
}

// Returns the number of samples until the gate's action is due, at most `count`.
static int samples_to_gate(const CoirMixVoice *voice, int count)
{
    int rest = voice->gate.length - voice->gate.done;
    return voice->gate_action != COIR_GATE_NONE && rest < count ? rest : count;
}

static bool gate_has_closed(const CoirMixVoice *voice)
{
    return voice->gate_action != COIR_GATE_NONE && coir_ramp_is_over(&voice->gate);
}

// Called when the voice has played `count` samples. Advances the ramps of the voice, and executes the action of a
// gate that has closed. Returns false if the voice has ended.
static bool end_part(const CoirMixer *mixer, CoirMixVoice *voice, int count)
{
    pass_time(voice, count);
    if (gate_has_closed(voice) && !act_on_closed_gate(mixer, voice))
        return false;
    if (voice->is_stream)
        show_read(voice);
    return true;
}

// Public -------------------------------------------------------------------------------------------------------------

// Counts an underrun when a stream starts to wait. A stream that plays backwards does not count.
static void count_underrun(CoirMixer *mixer, CoirMixVoice *voice, bool has_played, bool waits)
{
    if (waits && (has_played || !voice->waits) && voice->speed >= 0)
        atomic_fetch_add_explicit(&mixer->underruns, 1, memory_order_relaxed);
    voice->waits = waits;
}

bool coir_mix_voice(CoirMixer *mixer, CoirMixVoice *voice, int count)
{
    for (int done = 0, part; done < count && !voice->is_frozen; done += part) {
        bool waits;
        part = samples_to_gate(voice, count - done);
        int played = play(mixer, voice, mixer->scratch[0], mixer->scratch[1], part, &waits);
        if (played > 0)
            add_to_group(mixer, voice, done, played);
        count_underrun(mixer, voice, played > 0, waits);
        if (played < part && !waits && !comes_back(voice))
            return false;
        if (!end_part(mixer, voice, part))
            return false;
    }
    return true;
}

// Skips the next `count` samples of the result without mixing. Returns false if the sound ends before the last of these
// samples.
static bool skip(CoirMixVoice *voice, int count)
{
    int64_t steps;
    if (voice->is_stream) {
        voice->position = stream_after(voice->stream, voice->position, voice->speed, count, &steps);
        return steps == count || stream_state(voice) != STREAM_IS_OVER;
    }
    voice->position = advanced(voice->position, voice->speed, count - 1);
    if (!loop_back(voice))
        return false;
    voice->position = advanced(voice->position, voice->speed, 1);
    return true;
}

// Returns how many samples, at most `count`, may be skipped at once: the position must not overflow.
static int pass_most(const CoirMixVoice *voice, int count)
{
    int64_t room = INT64_MAX - (voice->is_stream ? 0 : llabs(voice->position)), speed = llabs(voice->speed);
    int64_t most = speed > 0 ? room / speed : count;
    return most < count ? most > 0 ? (int)most : 1 : count;
}

bool coir_mix_voice_pass(CoirMixer *mixer, CoirMixVoice *voice, int count)
{
    for (int done = 0, part; done < count && !voice->is_frozen; done += part) {
        part = samples_to_gate(voice, pass_most(voice, count - done));
        if (!skip(voice, part) && !comes_back(voice))
            return false;
        if (!end_part(mixer, voice, part))
            return false;
    }
    return true;
}
