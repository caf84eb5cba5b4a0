// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The ring is filled piece by piece. A piece ends at the end of the ring, of the ring's free room, of the loop, or of
// the sound.
//
// The decoder reads the file in order, and seeks in three cases: when a stream begins after the start of the sound,
// after samples were skipped (coir_stream_skip, skip_passed), and when the loop is repeated. A loop that is shorter
// than the ring is read from the file once. Further repetitions are copied from the ring, which still has the samples
// of the last repetition. So a loop of a few samples does not seek in the file thousands of times.

#include "sound/stream.h"

#include <string.h>

#include "base/fail.h"
#include "coir/scheduler.h"
#include "media/file.h"
#include "sound/decoder.h"

// Counters -----------------------------------------------------------------------------------------------------------

static uint32_t count_written(CoirStream *stream)
{
    return (uint32_t)atomic_load_explicit(&stream->written, memory_order_relaxed);
}

// Returns how many samples fit into the ring. One sample of the ring stays free: when a voice that has played comes
// back to the first sample of the stream, the mixer also reads the sample before, at the end of the ring. This sample
// must still be silent.
static int64_t free_room(CoirStream *stream)
{
    uint32_t read = (uint32_t)atomic_load_explicit(&stream->read, memory_order_acquire);
    return COIR_STREAM_SAMPLES - 1 - (int64_t)(uint32_t)(count_written(stream) - read);
}

static int64_t position_of(uint32_t number)
{
    return number % COIR_STREAM_SAMPLES;
}

// Counts `count` more samples in the ring, which the mixer may then read.
static void add_written(CoirStream *stream, int64_t count)
{
    stream->at += count;
    stream->put_in += count;
    atomic_store_explicit(&stream->written, count_written(stream) + (uint32_t)count, memory_order_release);
}

static void complete(CoirStream *stream)
{
    atomic_store_explicit(&stream->is_complete, true, memory_order_release);
}

// Filling ------------------------------------------------------------------------------------------------------------

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Copies up to `count` samples from the last repetition of the loop. Returns their number; 0: the samples must be
// decoded.
static int64_t copy_loop(CoirStream *stream, float *to, int64_t count)
{
    int64_t length = stream->format.loop_end - stream->format.loop_begin, rest = stream->format.loop_end - stream->at;
    if (!stream->has_loop || rest <= 0)
        return 0;
    int64_t from = position_of(count_written(stream) - (uint32_t)length);
    count = smaller(smaller(count, rest), COIR_STREAM_SAMPLES - from);
    memmove(to, stream->ring + from * stream->channels, (size_t)(count * stream->channels) * sizeof *to);
    return count;
}

// Decodes up to `count` samples. Returns their number, which is less than `count` if the rest of the file cannot be
// read.
static int64_t decode(CoirStream *stream, float *to, int64_t count)
{
    if (stream->decoder_at != stream->at && !coir_decoder_seek(stream->decoder, stream->at))
        return 0;
    int64_t got = coir_decoder_read(stream->decoder, to, count);
    stream->decoder_at = stream->at + got;
    return got;
}

// Moves `at` back to the start of the loop, if `at` is at the end of the loop and loops are left.
static void begin_loop(CoirStream *stream)
{
    int64_t length = stream->format.loop_end - stream->format.loop_begin;
    if (stream->at != stream->format.loop_end || stream->loops == 0)
        return;
    if (stream->loops != COIR_FOREVER)
        stream->loops--;
    stream->at = stream->format.loop_begin;
    stream->has_loop = length < COIR_STREAM_SAMPLES && stream->put_in >= length;
}

static void fail_to_read(CoirStream *stream)
{
    coir_log(COIR_LOG_WARNING, "the sound '%s' ends early: the file cannot be read after sample %lld", stream->path,
             (long long)stream->at);
    complete(stream);
}

// Puts up to `count` samples into the ring, from the index `position` on.
static void fill_piece(CoirStream *stream, int64_t position, int64_t count)
{
    float *to = stream->ring + position * stream->channels;
    int64_t done = copy_loop(stream, to, count);
    bool is_decoded = done == 0;
    if (is_decoded)
        done = decode(stream, to, count);
    add_written(stream, done);
    if (is_decoded && done < count)
        fail_to_read(stream);
}

static bool is_complete(CoirStream *stream)
{
    return atomic_load_explicit(&stream->is_complete, memory_order_relaxed);
}

// Returns the number of samples of the whole stream, loops included.
static int64_t count_all(const CoirStream *stream)
{
    int64_t length = stream->format.loop_end - stream->format.loop_begin;
    return stream->all_loops == COIR_FOREVER ? INT64_MAX
                                             : stream->format.length - stream->from + stream->all_loops * length;
}

// Returns the number of samples from the start of the stream to the last sample in the ring.
static int64_t count_done(const CoirStream *stream)
{
    return stream->put_in_from + stream->put_in;
}

// Moves to a sample. `number` is counted from the start of the stream, loops included.
static void go_to(CoirStream *stream, int64_t number)
{
    int64_t length = stream->format.loop_end - stream->format.loop_begin, loops = 0;
    if (stream->all_loops != 0 && stream->from + number >= stream->format.loop_end)
        loops = (stream->from + number - stream->format.loop_end) / length + 1;
    if (stream->all_loops != COIR_FOREVER)
        loops = smaller(loops, stream->all_loops);
    stream->at = stream->from + number - loops * length;
    stream->loops = stream->all_loops == COIR_FOREVER ? COIR_FOREVER : stream->all_loops - (int)loops;
    stream->has_loop = false;
    stream->put_in_from = number;
    stream->put_in = 0;
}

// Skips the samples that the mixer has passed before they were in the ring. A stream waits when at most two samples are
// left in the ring. A voice that plays more than four samples of the sound per sample of the result may then already be
// beyond the samples of the ring. At the end of a complete stream, a fast voice may be beyond the last sample.
static void skip_passed(CoirStream *stream)
{
    uint32_t read = (uint32_t)atomic_load_explicit(&stream->read, memory_order_acquire);
    int32_t passed = (int32_t)(read - count_written(stream));
    if (passed <= 0)
        return;
    go_to(stream, smaller(count_done(stream) + passed, count_all(stream)));
    atomic_store_explicit(&stream->written, read, memory_order_release);
    if (count_done(stream) == count_all(stream))
        complete(stream);
}

void coir_stream_skip(CoirStream *stream)
{
    skip_passed(stream);
    if (is_complete(stream))
        return;
    uint32_t read = (uint32_t)atomic_load_explicit(&stream->read, memory_order_acquire);
    int64_t count =
        smaller(INT32_MAX - (int64_t)(uint32_t)(count_written(stream) - read), count_all(stream) - count_done(stream));
    stream->is_blank = true;
    add_written(stream, count);
    if (count_done(stream) == count_all(stream))
        complete(stream);
}

// Removes the samples that coir_stream_skip has counted, except the samples that the mixer has read.
static void end_skip(CoirStream *stream)
{
    uint32_t read = (uint32_t)atomic_load_explicit(&stream->read, memory_order_acquire);
    go_to(stream, count_done(stream) - (int64_t)(uint32_t)(count_written(stream) - read));
    atomic_store_explicit(&stream->written, read, memory_order_release);
    atomic_store_explicit(&stream->is_complete, false, memory_order_release);
    stream->is_blank = false;
}

void coir_stream_fill(CoirStream *stream)
{
    skip_passed(stream);
    if (stream->is_blank)
        end_skip(stream);
    for (int64_t room = free_room(stream); room > 0 && !is_complete(stream); room = free_room(stream)) {
        begin_loop(stream);
        bool ends_in_loop = stream->at < stream->format.loop_end && stream->loops > 0;
        int64_t rest = (ends_in_loop ? stream->format.loop_end : stream->format.length) - stream->at,
                position = position_of(count_written(stream));
        if (rest > 0)
            fill_piece(stream, position, smaller(rest, smaller(room, COIR_STREAM_SAMPLES - position)));
        else
            complete(stream);
    }
}

// Opening ------------------------------------------------------------------------------------------------------------

// Opens the file again. Returns NULL on failure, and if the format of the file is no longer the format of the sound.
static CoirDecoder *open_decoder(const CoirSound *sound)
{
    CoirSoundFormat format;
    struct SDL_RWops *file = coir_file_open("sound", sound->path, "");
    CoirDecoder *decoder = file ? coir_vorbis_open(sound->path, file, &format) : NULL;
    if (!decoder || (format.channels == sound->format.channels && format.rate == sound->format.rate &&
                     format.length == sound->format.length))
        return decoder;
    coir_decoder_close(decoder);
    return FAIL("the sound '%s' cannot be played: the file was changed since it was loaded; call "
                "coir_sounds_purge and load it again",
                sound->path),
           NULL;
}

CoirStream *coir_stream_open(const CoirSound *sound, CoirStreamPart part)
{
    CoirDecoder *decoder = open_decoder(sound);
    CoirStream *stream = decoder ? coir_alloc(sizeof *stream) : NULL;
    float *ring = stream ? coir_alloc((size_t)sound->format.channels * COIR_STREAM_SAMPLES * sizeof *ring) : NULL;
    if (!ring) {
        coir_free(stream);
        coir_decoder_close(decoder);
        return NULL;
    }
    stream->ring = ring;
    stream->channels = sound->format.channels;
    stream->decoder = decoder;
    stream->path = sound->path;
    stream->format = sound->format;
    stream->format.loop_begin = part.loop_begin;
    stream->format.loop_end = part.loop_end;
    stream->at = stream->from = part.from;
    stream->loops = stream->all_loops = part.from < part.loop_end ? part.loops : 0;
    coir_stream_fill(stream);
    return stream;
}

void coir_stream_close(CoirStream *stream)
{
    if (!stream)
        return;
    coir_decoder_close(stream->decoder);
    coir_free(stream->ring);
    coir_free(stream);
}
