// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A stream is a ring of samples. The game's thread decodes samples into the ring, and the mixer reads samples from
// the ring. The threads do not wait for each other: each thread writes its own counter and reads the counter of the
// other thread.

#ifndef COIR_SOUND_STREAM_H
#define COIR_SOUND_STREAM_H

#include <stdatomic.h>

#include "sound/sound.h"

#define COIR_STREAM_SAMPLES (1u << 16) // size of the ring: more than a second at 48 kHz

typedef struct CoirStream {
    float *ring; // COIR_STREAM_SAMPLES * channels numbers
    int channels;
    atomic_uint_least32_t written; // number of samples that the game has ever put in or skipped; wraps around
    atomic_uint_least32_t read;    // number of samples that the mixer no longer needs; wraps around
    atomic_bool is_complete;       // no more samples will follow; set after `written`

    // Data of the game's side.
    struct CoirDecoder *decoder;
    const char *path; // path of the sound
    CoirSoundFormat format;
    int64_t from;        // sample of the sound at which the stream begins
    int all_loops;       // `loops` when the stream began
    int64_t at;          // sample of the sound that is put into the ring next
    int64_t decoder_at;  // sample of the sound that the decoder reads next
    int64_t put_in_from; // number of samples of the stream, loops included, before the end of the last skip; 0: no skip
    int64_t put_in;      // number of samples put into the ring after the last skip
    bool has_loop;       // the last samples in the ring are one whole loop
    int loops;           // loops to come; COIR_FOREVER: no end
    bool is_blank;       // `written` was moved without decoding: the ring has no samples
} CoirStream;

// The part of a sound that a stream plays, in samples of the sound. If `from` is at or after the loop's end, the stream
// plays to the end of the sound, without loops.
typedef struct CoirStreamPart {
    int64_t from;                 // first sample, 0 to the length
    int64_t loop_begin, loop_end; // the loop is [loop_begin, loop_end)
    int loops;                    // loops to come; COIR_FOREVER: no end
} CoirStreamPart;

// Opens the file of a streamed sound for one voice, and fills the ring. The sound must not be freed before the last
// call of coir_stream_fill. Returns NULL if there is no memory, if the file cannot be opened, or if the file no longer
// has the rate, the channels and the length of the sound.
CoirStream *coir_stream_open(const CoirSound *sound, CoirStreamPart part);

// Decodes until the ring is full or the sound is over, loops included. Called by the game's thread when the stream or
// the device opens, with a device after each step, and without a device only before coir_sound_render mixes samples. If
// the file cannot be read further, logs a warning once and completes the stream.
void coir_stream_fill(CoirStream *stream);

// Moves `written` nearly 2^31 samples ahead of the mixer's position, at most to the end of the stream, without
// decoding, so that the mixer may go on. Used while nothing is heard. The next coir_stream_fill decodes the samples
// from the mixer's position on.
void coir_stream_skip(CoirStream *stream);

// Closes the file and frees the ring. The mixer must not read the stream any more. NULL does nothing.
void coir_stream_close(CoirStream *stream);

#endif
