// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The output of samples: into memory (coir_sound_render), or to a device.
//
// With a device, sample n of the sound clock is sample n + `offset` of the mixer. Right after a step, the sound clock
// should be ahead of the samples that the device has asked for, by the *lead*. Then each change reaches the mixer
// before its sample is mixed. The sound clock counts the time of frames, and slowly drifts apart from the clock of the
// device. The lead is measured after each step:
//
// 1. Once a second, the mean of the lead is compared with the wanted lead. A small difference is corrected slowly: the
//    device gets buffers that are stretched or squeezed by one sample. In a buffer of 512 samples this changes the
//    speed by 0.2 %, which is not heard. After a large difference, `offset` is set to a new value.
// 2. If the lead is below 0 (the game was stopped), or too short for the changes of a step of the usual length,
//    `offset` is set to a new value at once. Voices that play are not changed.
// 3. If the device took no samples while the game continued, the mixer skips samples, so that the game is heard in
//    time.

#include "sound/output.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/world.h"
#include "sound/changes.h"
#include "sound/device.h"
#include "sound/setup.h"
#include "sound/voices.h"
#include "time/nanoseconds.h"

#define PASS_MOST (1 << 30) // samples that are mixed or skipped at once, at most
#define READ_MOST (1 << 15) // samples that a heard stream plays between two fillings, at most: half of the ring
#define SECONDS_KEPT 60     // seconds of sound that wait for coir_sound_render, at most
#define CHANGES_MAX 100000  // changes that wait for coir_sound_render, at most
#define STREAMS_MAX 32      // ended streams that wait for coir_sound_render, at most
#define SECONDS_MAX 3600    // seconds in one call of coir_sound_render, at most
#define LEAD_MAX 0.25       // seconds to which long frames let the lead grow, at most
#define MEASURE_TIME 1.0    // seconds between two corrections
#define FIRST_TIME 0.2      // seconds to the first correction, after `offset` was set
#define SMALL 0.004         // seconds; smaller differences are not corrected
#define LARGE 0.03          // seconds; after larger differences `offset` is set to a new value
#define STEPS 64            // number of last steps of the sound clock; the second longest step decides the lead
#define STALLED 0.2         // seconds; if the lead exceeds the wanted lead by more, the device has stalled
#define RETRY 2.0           // seconds to the first attempt to open a device again
#define RETRY_MAX 60.0      // seconds between two attempts, at most
#define BUFFER_MAX 8192

// Data shared by the threads, without locks.
static struct {
    atomic_int slip;                   // samples that the device is behind (below 0: ahead); each buffer corrects one
    atomic_int skip;                   // samples that the mixer skips before the next buffer
    atomic_uint_least32_t work, given; // microseconds of mixing, and of samples given; both wrap around
    atomic_uint_least32_t overloads;   // number of buffers that took longer to mix than to play
    CoirMixer *mixer;
    float pairs[2 * (BUFFER_MAX + 1)];
} shared;

// Data of the game's side.
static struct {
    bool is_wanted; // a device shall be opened, and opened again after a loss
    double retry;   // seconds between the attempts to open a device again; 0: no attempts
    double waited;  // seconds since the last attempt
    bool is_paused;
    bool is_new; // `offset` has not been corrected yet
    int buffer;
    double steps[STEPS]; // lengths of the last steps of the sound clock, in seconds; a ring
    unsigned step_at;
    double lead;   // last measured lead, in seconds
    double excess; // sum of measured minus wanted lead, of all steps since the last correction, in seconds
    int excess_count;
    int skip;               // samples that the device's thread was asked to skip
    double measured_for;    // seconds since the last correction
    double rendered;        // seconds rendered, in all
    int64_t rendered_count; // samples rendered, in all
    uint32_t work, given;   // values of `shared` at the last measurement
    double load;
} output;

// The device's thread ------------------------------------------------------------------------------------------------

// Takes one sample of the slip: returns 1, -1 or 0.
static int take_slip(void)
{
    int slip = atomic_load_explicit(&shared.slip, memory_order_relaxed);
    int step = slip > 0 ? 1 : slip < 0 ? -1 : 0;
    if (step != 0)
        atomic_fetch_sub_explicit(&shared.slip, step, memory_order_relaxed);
    return step;
}

// Mixes `count` + `slip` pairs, and interpolates `count` pairs from them.
static void give_stretched(float *pairs, int count, int slip)
{
    int mixed = count + slip;
    coir_mixer_mix(shared.mixer, shared.pairs, mixed);
    for (int i = 0; i < count; i++) {
        int at = (int)((int64_t)i * mixed / count), next = at + 1 < mixed ? at + 1 : at;
        float part = (float)((int64_t)i * mixed % count) / (float)count;
        for (int side = 0; side < 2; side++) {
            float here = shared.pairs[2 * at + side], there = shared.pairs[2 * next + side];
            pairs[2 * i + side] = here + (there - here) * part;
        }
    }
}

static void give(float *pairs, int count)
{
    int skip = atomic_exchange_explicit(&shared.skip, 0, memory_order_relaxed);
    if (skip > 0)
        coir_mixer_mix(shared.mixer, NULL, skip);
    int slip = count > 1 && count <= BUFFER_MAX ? take_slip() : 0;
    if (slip == 0)
        coir_mixer_mix(shared.mixer, pairs, count);
    else
        give_stretched(pairs, count, slip);
}

static void on_device(float *pairs, int count, void *user)
{
    (void)user;
    double begin = coir_device_seconds();
    give(pairs, count);
    double work = coir_device_seconds() - begin, length = (double)count / shared.mixer->rate;
    atomic_fetch_add_explicit(&shared.work, (uint_least32_t)(work * 1e6), memory_order_relaxed);
    atomic_fetch_add_explicit(&shared.given, (uint_least32_t)(length * 1e6), memory_order_relaxed);
    if (work > length)
        atomic_fetch_add_explicit(&shared.overloads, 1, memory_order_relaxed);
}

// Opening and closing ------------------------------------------------------------------------------------------------

// Calls `function` for all streams that the mixer may still read. Returns the number of streams.
static int do_streams(void (*function)(CoirStream *stream))
{
    int count = 0;
    for (int slot = 0; slot < coir_sounds.used; slot++)
        if (coir_sounds.voices[slot].stream)
            function(coir_sounds.voices[slot].stream), count++;
    for (int i = 0; i < coir_sounds.retired_count; i++)
        if (coir_sounds.retired[i].stream)
            function(coir_sounds.retired[i].stream), count++;
    return count;
}

static bool is_due(const CoirChange *change)
{
    return change && change->at <= coir_sounds.mixer->time;
}

// Returns an upper bound of the speed of streams until the next change.
static int64_t stream_speed(void)
{
    CoirMixer *mixer = coir_sounds.mixer;
    int64_t speed = 0;
    if (coir_change_next(&mixer->prompt) || is_due(coir_change_next(&mixer->timed)))
        return COIR_MIX_SPEED_MAX;
    for (int slot = 0; slot < mixer->limit; slot++)
        if (mixer->voices[slot].is_active && llabs(mixer->voices[slot].speed) > speed)
            speed = llabs(mixer->voices[slot].speed);
    return speed;
}

// Prepares all streams for mixing or, if nothing is heard, for skipping. Returns how many samples may be mixed until
// the streams must be prepared again.
static int64_t prepare_streams(bool is_heard)
{
    if (do_streams(is_heard ? coir_stream_fill : coir_stream_skip) == 0)
        return PASS_MOST;
    const CoirChange *next = coir_change_next(&coir_sounds.mixer->timed);
    int64_t most = (is_heard ? READ_MOST : PASS_MOST) / (stream_speed() / COIR_MIX_ONE + 1);
    int64_t wait = next && !is_due(next) ? next->at - coir_sounds.mixer->time : most;
    return wait < most ? wait : most;
}

// Mixes into `pairs`, up to the time `sample` of the mixer. `pairs` NULL: skips the samples.
static void mix_to(int64_t sample, float *pairs)
{
    CoirMixer *mixer = coir_sounds.mixer;
    while (mixer->time < sample) {
        int64_t full = coir_push_changes(), rest = sample - mixer->time, most = prepare_streams(pairs);
        rest = rest < most ? rest : most;
        if (full != COIR_SOUND_NEVER && full - mixer->time < rest)
            rest = full > mixer->time ? full - mixer->time : 1;
        coir_mixer_mix(mixer, pairs, (int)rest);
        pairs = pairs ? pairs + 2 * rest : NULL;
    }
    coir_sounds.mixed = mixer->time;
}

// Returns the length of the second longest of the last steps, so that a single long frame does not count.
static double usual_step(void)
{
    double longest = 0, second = 0;
    for (int i = 0; i < STEPS; i++) {
        double step = output.steps[i];
        second = step > longest ? longest : step > second ? step : second;
        longest = step > longest ? step : longest;
    }
    return second;
}

// Returns the wanted lead, in samples. A change at the start of a step is sent at the end of the step. The change
// must then still be ahead of the device, which takes whole buffers.
static int64_t lead_samples(void)
{
    double needed = usual_step() + 2.0 * output.buffer / coir_sounds.def.rate;
    double lead = needed > coir_sounds.def.lead ? needed : coir_sounds.def.lead;
    double most = coir_sounds.def.lead > LEAD_MAX ? coir_sounds.def.lead : LEAD_MAX;
    return (int64_t)((lead < most ? lead : most) * coir_sounds.def.rate);
}

// Sets `offset` so that the lead is the wanted lead, and starts a new measurement.
static void set_offset(void)
{
    coir_sounds.offset = coir_sounds.mixed + lead_samples() - coir_sample_of(coir_sounds.now);
    output.excess = output.measured_for = 0;
    output.excess_count = 0;
    output.is_new = true;
    atomic_store_explicit(&shared.slip, 0, memory_order_relaxed);
}

// Drops the request to skip samples, which was for an earlier device, and starts a new measurement of the load.
static void forget_device(void)
{
    atomic_store_explicit(&shared.skip, 0, memory_order_relaxed);
    coir_sounds.is_stalled = false;
    output.work = (uint32_t)atomic_load_explicit(&shared.work, memory_order_relaxed);
    output.given = (uint32_t)atomic_load_explicit(&shared.given, memory_order_relaxed);
}

// Starts to mix for a device that was just opened.
static void start_device(int buffer)
{
    coir_sounds_busy_begin(); // a stream that fails calls the log hook, which may call any function
    coir_end_all_promptness();
    mix_to(coir_sample_of(coir_sounds.now) + coir_sounds.offset, NULL); // with the `offset` of an earlier device
    forget_device();
    output.buffer = buffer;
    set_offset();
    coir_sounds.has_device = true;
    do_streams(coir_stream_fill);
    coir_push_changes();
    coir_device_pause(output.is_paused);
    coir_sounds_busy_end();
}

// Lets retry_is_due return true from time to time, until a device is open.
static void begin_retries(void)
{
    output.retry = RETRY;
    output.waited = 0;
}

bool coir_output_open(void)
{
    output.is_wanted = true;
    CoirMixerDef def = coir_mixer_settings();
    bool may_choose = !coir_sounds.mixer && coir_sounds.def.rate == 0;
    CoirDeviceFormat format = {may_choose ? 0 : def.rate, def.buffer};
    shared.mixer = NULL;
    if (!coir_device_open(&format, on_device, NULL)) {
        if (output.retry == 0 && !coir_device_is_started())
            begin_retries();
        return false;
    }
    if (!coir_sounds_need_at(format.rate)) {
        coir_device_close();
        return false;
    }
    shared.mixer = coir_sounds.mixer;
    start_device(format.buffer);
    return true;
}

static void close_device(void)
{
    if (!coir_sounds.has_device)
        return;
    coir_device_close();
    coir_sounds.has_device = false;
    coir_sounds.mixed = coir_sounds.mixer->time;
}

void coir_output_close(void)
{
    close_device();
    coir_device_stop();
    shared.mixer = NULL;
    atomic_store_explicit(&shared.overloads, 0, memory_order_relaxed);
    memset(&output, 0, sizeof output);
}

void coir_sound_request_device(void)
{
    if (output.is_wanted || coir_sounds.def.no_device || !coir_sounds_exist())
        return;
    if (!coir_output_open())
        coir_log_once(COIR_LOG_INFO, "%s; the game runs silently", coir_error());
}

void coir_sound_pause_device(bool paused)
{
    if (output.is_paused == paused)
        return;
    output.is_paused = paused;
    if (coir_sounds.has_device)
        coir_device_pause(paused);
}

// Correcting the lead ------------------------------------------------------------------------------------------------

// Called while the device is stalled. When the device asks for samples again, the mixer first skips `samples`
// samples.
static void ask_to_skip(int64_t samples)
{
    int wanted = (int)(samples < INT32_MAX ? samples : INT32_MAX), last = coir_sounds.is_stalled ? output.skip : 0;
    bool is_waiting = atomic_compare_exchange_strong_explicit(&shared.skip, &last, wanted, memory_order_relaxed,
                                                              memory_order_relaxed);
    coir_sounds.is_stalled |= is_waiting;
    if (is_waiting)
        output.skip = wanted;
}

// Returns true while the device is stalled. When the device resumes, reopens the streams at the positions of their
// voices.
static bool check_stall(void)
{
    if (coir_sounds.is_stalled && atomic_load_explicit(&shared.skip, memory_order_relaxed) == 0) {
        coir_sounds.is_stalled = false;
        for (int slot = 0; slot < coir_sounds.used; slot++) {
            CoirVoiceRecord *record = &coir_sounds.voices[slot];
            if (record->state == COIR_VOICE_PLAYS && record->stream &&
                !coir_voice_go_to(record, coir_voice_position_at(record, coir_sounds.now), coir_sounds.now))
                coir_log_failure();
        }
    }
    return coir_sounds.is_stalled;
}

// Corrects the lead after a measurement. The first correction after set_offset comes early, and changes `offset`
// directly: set_offset cannot tell how far in advance the device asks for samples.
static void correct(void)
{
    double rate = coir_sounds.def.rate, difference = output.excess / output.excess_count;
    output.excess = output.measured_for = 0;
    output.excess_count = 0;
    bool is_first = output.is_new;
    output.is_new = false;
    if (is_first)
        coir_sounds.offset -= (int64_t)(difference * rate);
    else if (fabs(difference) > LARGE)
        set_offset();
    else if (fabs(difference) > SMALL)
        atomic_store_explicit(&shared.slip, (int)(difference * rate), memory_order_relaxed);
}

// Measures the lead after a step of `passed` seconds, and corrects the lead (see the head of this file).
static void keep_lead(double passed)
{
    double rate = coir_sounds.def.rate;
    output.steps[output.step_at++ % STEPS] = passed;
    output.lead = (double)(coir_sample_of(coir_sounds.now) + coir_sounds.offset - coir_sounds.mixed) / rate;
    double wanted = (double)lead_samples() / rate;
    bool is_late = output.lead < passed && passed <= usual_step();
    if (output.lead < 0 || is_late) {
        set_offset();
        return;
    }
    bool was_stalled = coir_sounds.is_stalled, is_stalled = check_stall();
    if (is_stalled || (!was_stalled && output.lead > wanted + STALLED))
        ask_to_skip((int64_t)((output.lead - wanted) * rate));
    if (is_stalled || was_stalled || output.lead > wanted + STALLED)
        return; // if the device has just resumed, `mixed` may not count the skipped samples yet
    output.excess += output.lead - wanted;
    output.excess_count++;
    output.measured_for += passed;
    if (output.measured_for >= (output.is_new ? FIRST_TIME : MEASURE_TIME))
        correct();
}

static void measure_load(void)
{
    uint32_t work = (uint32_t)atomic_load_explicit(&shared.work, memory_order_relaxed);
    uint32_t given = (uint32_t)atomic_load_explicit(&shared.given, memory_order_relaxed);
    if (given - output.given < 500000)
        return;
    output.load = (double)(work - output.work) / (double)(given - output.given);
    output.work = work;
    output.given = given;
}

static void step_device(double passed)
{
    if (coir_device_is_gone()) {
        close_device();
        begin_retries();
        coir_log(COIR_LOG_WARNING, "the sound device is gone; the game goes on silently until there is a device");
        return;
    }
    coir_read_mixed();
    if (!output.is_paused)
        keep_lead(passed);
    do_streams(coir_stream_fill);
    coir_push_changes();
    measure_load();
}

// Returns true when SDL's audio subsystem should be restarted. This happens from time to time after the loss of a
// device, and after the subsystem could not start: SDL does not notice that a sound server has come back.
static bool retry_is_due(double passed)
{
    output.waited += passed;
    if (output.retry == 0 || output.waited < output.retry)
        return false;
    output.retry = fmin(2 * output.retry, RETRY_MAX);
    output.waited = 0;
    return true;
}

static void look_for_device(double passed)
{
    if (!output.is_wanted)
        return;
    bool is_due = retry_is_due(passed);
    if (is_due)
        coir_device_stop();
    if ((is_due || coir_device_was_added()) && coir_output_open())
        output.retry = 0;
}

// Called after a step without a device: the changes wait for coir_sound_render. Skips the oldest samples if too much
// waits.
static void step_memory(double passed)
{
    coir_push_changes();
    int waiting = coir_sounds.change_count - coir_sounds.changes_sent;
    int64_t kept = coir_sample_of(coir_sounds.now) - (int64_t)SECONDS_KEPT * coir_sounds.def.rate;
    if (waiting > CHANGES_MAX)
        kept = coir_sounds.changes[coir_sounds.changes_sent + waiting / 2].at;
    if (coir_sounds.retired_streams > STREAMS_MAX)
        kept = coir_sample_of(coir_sounds.now);
    mix_to(kept + coir_sounds.offset, NULL);
    look_for_device(passed);
}

void coir_output_step(int64_t passed)
{
    if (coir_sounds.has_device)
        step_device(coir_to_seconds(passed));
    else
        step_memory(coir_to_seconds(passed));
}

// Into memory --------------------------------------------------------------------------------------------------------

int64_t coir_sound_render(double seconds, float *samples)
{
    if (!coir_world_check("coir_sound_render"))
        return -1;
    if (!(seconds >= 0 && seconds <= SECONDS_MAX))
        return MISTAKE("coir_sound_render: %g s; it must be 0 to %d", seconds, SECONDS_MAX), -1;
    if (coir_sounds.has_device)
        return MISTAKE("coir_sound_render: the samples go to a device; set CoirMixerDef.no_device"), -1;
    if (coir_sounds.busy > 0)
        return MISTAKE("coir_sound_render: called from the callback for the end of a voice, or from a callback of a "
                       "run on a voice or group; render after the frame"),
               -1;
    if (!coir_sounds_need())
        return -1;
    output.rendered += seconds;
    int64_t count = (int64_t)llround(output.rendered * coir_sounds.def.rate) - output.rendered_count;
    output.rendered_count += count;
    coir_sounds_busy_begin(); // a stream that fails calls the log hook, which may call any function
    mix_to(coir_sounds.mixer->time + count, samples);
    coir_free_retired();
    coir_sounds_busy_end();
    return count;
}

bool coir_mixer_has_device(void)
{
    if (!coir_world_check("coir_mixer_has_device"))
        return false;
    return coir_sounds.has_device;
}

int coir_mixer_rate(void)
{
    if (!coir_world_check("coir_mixer_rate"))
        return 0;
    return coir_mixer_settings().rate;
}

CoirMixerStats coir_mixer_stats(void)
{
    if (!coir_world_check("coir_mixer_stats"))
        return (CoirMixerStats){0};
    CoirMixerStats stats = {.rate = coir_mixer_rate(), .sound_bytes = coir_sounds_bytes()};
    CoirMixer *mixer = coir_sounds.mixer;
    if (!mixer)
        return stats;
    stats.has_device = coir_sounds.has_device;
    stats.buffer = stats.has_device ? output.buffer : coir_sounds.def.buffer;
    stats.voices = coir_sounds.active;
    stats.load = stats.has_device ? output.load : 0;
    stats.lead = stats.has_device ? output.lead : 0;
    stats.underruns = (int64_t)atomic_load_explicit(&mixer->underruns, memory_order_relaxed) +
                      (int64_t)atomic_load_explicit(&shared.overloads, memory_order_relaxed);
    stats.late = (int64_t)atomic_load_explicit(&mixer->late, memory_order_relaxed);
    stats.stolen = coir_sounds.stolen;
    return stats;
}
