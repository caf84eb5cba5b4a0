// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Converts the numbers of a sound file to the samples of a sound: floats, one or two channels. Integers give samples
// from -1 to 1. The floats of a file may lie beyond this range, and are not clipped.

#ifndef COIR_SOUND_PCM_H
#define COIR_SOUND_PCM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COIR_FILE_CHANNELS_MAX 255

// Format of the numbers in a file.
typedef struct CoirPcmFormat {
    int size; // bytes of a number: 1 to 4
    bool is_float, is_signed, is_big_endian;
} CoirPcmFormat;

// Converts `count` numbers to floats. The range of integers becomes -1 to 1. Floats have 4 bytes, and are not
// changed.
void coir_pcm_convert(CoirPcmFormat format, const uint8_t *bytes, size_t count, float *numbers);

// Order in which a file stores its channels.
typedef enum CoirChannelOrder { COIR_ORDER_WAV, COIR_ORDER_VORBIS } CoirChannelOrder;

// Factors with which the channels of a file are mixed into the channels of a sound.
typedef struct CoirDownmix {
    int from, to;                             // number of channels of the file and of the sound
    float factors[COIR_FILE_CHANNELS_MAX][2]; // share of each channel of the file in the left and the right channel
} CoirDownmix;

// Returns the factors for `channels` (1 to COIR_FILE_CHANNELS_MAX) channels of a file. One or two channels are kept
// as separate channels.
CoirDownmix coir_downmix(CoirChannelOrder order, int channels);

// Adds `count` numbers of one channel of a file, which are `stride` floats apart, to the samples of a sound. Numbers
// that are not finite or beyond 1e30 count as 0.
void coir_downmix_add(const CoirDownmix *mix, int channel, const float *numbers, int stride, int64_t count,
                      float *samples);

#endif
