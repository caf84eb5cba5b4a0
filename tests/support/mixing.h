// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of the mixer: voices that play sounds in memory, and streams with samples from memory.

#ifndef COIR_TESTS_MIXING_H
#define COIR_TESTS_MIXING_H

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/memory.h"
#include "coir/scheduler.h"
#include "sound/mixer.h"

#define RATE 48000
#define FADE 240 // length of the mixer's short fades (COIR_MIX_FADE), in samples
#define PI 3.14159265358979323846
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// A stream with samples from memory. `at` is the index of the next sample to put into the ring, and `loops` the number
// of loops to come.
typedef struct MemoryStream {
    CoirStream stream;
    const float *samples;
    int64_t length, loop_begin, loop_end, at;
    int loops;
} MemoryStream;

static inline void memory_stream_begin(MemoryStream *source, int channels)
{
    source->stream.channels = channels;
    source->stream.ring = calloc((size_t)COIR_STREAM_SAMPLES * (size_t)channels, sizeof(float));
}

static inline bool memory_stream_is_over(MemoryStream *source)
{
    if (source->loops > 0 && source->at == source->loop_end) {
        source->loops -= source->loops != COIR_FOREVER;
        source->at = source->loop_begin;
    }
    return source->at == source->length;
}

// Puts up to `most` samples into the ring.
static inline void memory_stream_fill(MemoryStream *source, int64_t most)
{
    CoirStream *stream = &source->stream;
    uint32_t written = (uint32_t)stream->written;
    size_t size = (size_t)stream->channels * sizeof(float);
    for (; most > 0 && !memory_stream_is_over(source) && written - (uint32_t)stream->read < COIR_STREAM_SAMPLES;
         most--) {
        memcpy(stream->ring + written % COIR_STREAM_SAMPLES * (uint32_t)stream->channels,
               source->samples + source->at * stream->channels, size);
        source->at++;
        written++;
    }
    stream->written = written;
    stream->is_complete = memory_stream_is_over(source);
}

static inline void memory_stream_end(MemoryStream *source)
{
    free(source->stream.ring);
}

// Makes a voice at the mixer's rate, without loops, in the group of effects.
static inline CoirMixVoice voice_of(const float *samples, int channels, int length)
{
    return (CoirMixVoice){.samples = samples,
                          .speed = COIR_MIX_ONE,
                          .length = length,
                          .loop_end = length,
                          .volume = coir_ramp(1, 1, 0),
                          .gate = coir_ramp(1, 1, 0),
                          .left = 1,
                          .right = 1,
                          .left_from = 1,
                          .right_from = 1,
                          .serial = 1,
                          .channels = (uint8_t)channels,
                          .is_active = true};
}

static inline CoirMixVoice voice_of_stream(CoirStream *stream)
{
    CoirMixVoice voice = voice_of(NULL, stream->channels, 0);
    voice.is_stream = true;
    voice.stream = stream;
    return voice;
}

static inline int64_t speed_of(double speed)
{
    return (int64_t)llround(speed * (double)COIR_MIX_ONE);
}

static inline void add_change(CoirMixer *mixer, CoirChange change)
{
    assert_true(coir_change_add(&mixer->timed, &change));
}

static inline void start_voice(CoirMixer *mixer, int64_t at, int slot, CoirMixVoice voice)
{
    add_change(mixer, (CoirChange){.kind = COIR_CHANGE_START, .at = at, .slot = (uint16_t)slot, .voice = voice});
}

// Sends a change for the voice with the serial number 1. The slot is the slot of `change`, 0 by default.
static inline void change_voice(CoirMixer *mixer, int64_t at, CoirChange change)
{
    change.at = at;
    change.serial = 1;
    add_change(mixer, change);
}

static inline float *sine(int channels, int length, double period)
{
    float *samples = malloc((size_t)(length * channels) * sizeof *samples);
    for (int i = 0; i < length * channels; i++)
        samples[i] = (float)(0.5 * sin(2 * PI * (i / channels) / period + i % channels));
    return samples;
}

#endif
