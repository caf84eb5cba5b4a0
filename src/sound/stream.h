// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Streams: a ring of samples between the game's thread, which decodes into it, and the mixer, which reads from it.
// Neither thread waits for the other: each writes its own counter, and reads the counter of the other.

#ifndef COIR_SOUND_STREAM_H
#define COIR_SOUND_STREAM_H

#include <stdatomic.h>

#include "sound/sound.h"

#define COIR_STREAM_SAMPLES (1u << 16) // of the ring: more than a second at 48 kHz

typedef struct CoirStream {
    float *ring; // COIR_STREAM_SAMPLES * channels numbers
    int channels;
    atomic_uint_least32_t written; // samples that the game has put in, in all; wraps around
    atomic_uint_least32_t read;    // samples that the mixer no longer needs, in all; wraps around
    atomic_bool is_complete;       // no samples will follow; set after `written`

    // The game's side.
    struct CoirDecoder *decoder;
    const char *path; // of the sound
    CoirSoundFormat format;
    int64_t from;       // sample of the sound at which the stream begins
    int all_loops;      // loops at the begin
    int64_t at;         // next sample of the sound
    int64_t decoder_at; // next sample of the decoder
    int64_t skipped;    // samples of the stream before the first one in the ring
    int64_t put_in;     // samples put into the ring since then
    bool has_pass;      // the last samples in the ring are a whole pass through the loop
    int loops;          // loops to come; COIR_FOREVER: no end
    bool is_blank;      // the ring has no samples, only counters
} CoirStream;

// Opens the file of a streamed sound for one voice, at sample `from` (0 to the length), with `loops` loops to come
// (COIR_FOREVER: no end), and fills the ring. From a sample at or behind the loop's end the stream goes on to the end
// of the sound, without loops. The sound must live as long as the stream; a later coir_sound_set_loop does not change
// the stream. Returns NULL on failure: the file has gone or was changed since it was loaded, or there is no memory.
CoirStream *coir_stream_open(const CoirSound *sound, int64_t from, int loops);

// Decodes until the ring is full or the sound is over, loops included. Called by the game's thread in each frame. If
// the file fails in the middle, logs a warning once, and the stream is complete.
void coir_stream_fill(CoirStream *stream);

// Moves the counters as if the ring had room for 2^31 samples, and decodes nothing: for time that nobody hears. The
// next coir_stream_fill decodes what the mixer needs from its place on.
void coir_stream_pass(CoirStream *stream);

// Closes the file and frees the ring. The mixer must not read the stream any more. NULL does nothing.
void coir_stream_close(CoirStream *stream);

#endif
