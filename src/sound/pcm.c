// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Integers are read byte by byte, so that the result is the same on every machine. Half of the range is added to each
// signed integer: of one byte, -128..127 becomes 0..255. Then silence is half of the range for both kinds of integers.
//
// More than two channels are mixed into two. Each channel belongs to a speaker, and each speaker has a share in the
// left and in the right channel:
//
//     speaker                          left    right
//     L  front left                    1       0
//     R  front right                   0       1
//     C  front centre                  0.7071  0.7071
//     l  side or back left             0.7071  0
//     r  side or back right            0       0.7071
//     b  back centre                   0.5     0.5
//     W  low frequencies (subwoofer)   0       0
//
// On each side, the shares are divided by their sum, so that loud channels together never exceed 1. With more than
// eight channels the speakers are not known: the channels go to the left and to the right in turn.

#include "sound/pcm.h"

#include <string.h>

#define NUMBER_LIMIT 1e30f // sums of numbers below this limit stay finite

// Numbers ------------------------------------------------------------------------------------------------------------

static uint32_t read_bits(CoirPcmFormat format, const uint8_t *bytes)
{
    uint32_t bits = 0;
    for (int i = 0; i < format.size; i++)
        bits = bits << 8 | bytes[format.is_big_endian ? i : format.size - 1 - i];
    return bits;
}

static float read_float(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

void coir_pcm_convert(CoirPcmFormat format, const uint8_t *bytes, size_t count, float *numbers)
{
    uint32_t middle = (uint32_t)1 << (8 * format.size - 1), sign = format.is_signed ? middle : 0;
    for (size_t i = 0; i < count; i++, bytes += format.size) {
        uint32_t bits = read_bits(format, bytes);
        numbers[i] =
            format.is_float ? read_float(bits) : (float)(((double)(bits ^ sign) - (double)middle) / (double)middle);
    }
}

// Channels -----------------------------------------------------------------------------------------------------------

// Returns the speakers of the channels, one character for each channel; "" for more than eight channels.
static const char *positions_of(CoirChannelOrder order, int channels)
{
    static const char *const orders[][9] = {
        [COIR_ORDER_WAV] = {"", "C", "LR", "LRC", "LRlr", "LRClr", "LRCWlr", "LRCWblr", "LRCWlrlr"},
        [COIR_ORDER_VORBIS] = {"", "C", "LR", "LCR", "LRlr", "LCRlr", "LCRlrW", "LCRlrbW", "LCRlrlrW"}};
    return channels <= 8 ? orders[order][channels] : "";
}

static float part_of_left(char position)
{
    switch (position) {
    case 'L': return 1;
    case 'C':
    case 'l': return 0.70710678f;
    case 'b': return 0.5f;
    default: return 0;
    }
}

static char mirrored(char position)
{
    return position == 'L' ? 'R' : position == 'R' ? 'L' : position == 'l' ? 'r' : position == 'r' ? 'l' : position;
}

// Divides the shares of all channels on one side by the sum of the shares.
static void divide(CoirDownmix *mix, int side)
{
    float sum = 0;
    for (int i = 0; i < mix->from; i++)
        sum += mix->factors[i][side];
    for (int i = 0; i < mix->from; i++)
        mix->factors[i][side] /= sum;
}

CoirDownmix coir_downmix(CoirChannelOrder order, int channels)
{
    CoirDownmix mix = {.from = channels, .to = channels == 1 ? 1 : 2};
    const char *positions = positions_of(order, channels);
    for (int i = 0; i < channels; i++) {
        char position = positions[0] ? positions[i] : i % 2 == 0 ? 'L' : 'R';
        mix.factors[i][0] = part_of_left(position);
        mix.factors[i][1] = part_of_left(mirrored(position));
    }
    divide(&mix, 0);
    divide(&mix, 1);
    return mix;
}

// Returns 0 for a number beyond the limit, and for NaN.
static float limited(float number)
{
    return number >= -NUMBER_LIMIT && number <= NUMBER_LIMIT ? number : 0;
}

void coir_downmix_add(const CoirDownmix *mix, int channel, const float *numbers, int stride, int64_t count,
                      float *samples)
{
    const float *factors = mix->factors[channel];
    for (int64_t i = 0; i < count; i++) {
        float number = limited(numbers[i * stride]);
        for (int side = 0; side < mix->to; side++)
            samples[i * mix->to + side] += factors[side] * number;
    }
}
