// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// libvorbisfile reads through SDL's streams, which can open paths in UTF-8 and files inside packages.
//
// A file may be a chain of several pieces, which libvorbisfile plays one after another. A file with pieces of
// different rates or channels is refused when opened.
//
// Damaged parts of a file are skipped: the sound continues after the damaged part, and ends earlier. After any other
// failure the file is not read again, because libvorbis divides by zero when started twice with damaged headers.

#include <stdio.h>
#include <string.h>

#include <SDL.h>

#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/vorbisfile.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "sound/decoder.h"
#include "sound/pcm.h"

#define DIGITS_MAX 15 // digits of a number in a tag, at most
#define READ_MAX 4096 // samples that are read at once, at most

struct CoirDecoder {
    OggVorbis_File file;
    SDL_RWops *stream;
    CoirDownmix mix;
    int64_t at, length; // next sample, and length of the file in samples
    bool has_failed;
};

// The stream ---------------------------------------------------------------------------------------------------------

static size_t read_stream(void *bytes, size_t size, size_t count, void *user)
{
    return SDL_RWread((SDL_RWops *)user, bytes, size, count);
}

static int seek_stream(void *user, ogg_int64_t offset, int whence)
{
    int from = whence == SEEK_SET ? RW_SEEK_SET : whence == SEEK_CUR ? RW_SEEK_CUR : RW_SEEK_END;
    return SDL_RWseek(user, offset, from) < 0 ? -1 : 0;
}

static long tell_stream(void *user)
{
    return (long)SDL_RWtell((SDL_RWops *)user);
}

static const char *reason(int code)
{
    switch (code) {
    case OV_EREAD: return "it cannot be read";
    case OV_ENOTVORBIS: return "it is no Ogg Vorbis, or its first bytes are damaged";
    case OV_EVERSION: return "it is of an unknown version of Vorbis";
    case OV_EBADHEADER: return "its header is damaged";
    default: return "it is damaged";
    }
}

static bool open_file(CoirDecoder *decoder, const char *path)
{
    static const ov_callbacks callbacks = {read_stream, seek_stream, NULL, tell_stream};
    Sint64 size = SDL_RWsize(decoder->stream);
    if (size > INT32_MAX)
        return FAIL("the sound '%s' cannot be read: it is larger than %d MB", path, INT32_MAX >> 20);
    int code = ov_open_callbacks(decoder->stream, &decoder->file, NULL, 0, callbacks);
    if (code == 0 && ov_pcm_tell(&decoder->file) != 0) // libvorbisfile opens a short chain at its second piece
        code = ov_pcm_seek(&decoder->file, 0);
    return code == 0 || FAIL("the sound '%s' cannot be opened: %s", path, reason(code));
}

// Loop points --------------------------------------------------------------------------------------------------------

// Returns the text after "NAME=" of a tag; NULL: there is no such tag. Upper and lower case count as equal.
static const char *find_tag(const vorbis_comment *tags, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < tags->comments; i++) {
        const char *text = tags->user_comments[i];
        if (SDL_strncasecmp(text, name, length) == 0 && text[length] == '=')
            return text + length + 1;
    }
    return NULL;
}

// Returns the value of a text of 1 to DIGITS_MAX digits; -1 for any other text.
static int64_t read_number(const char *text)
{
    int64_t number = 0;
    size_t length = strlen(text);
    if (length < 1 || length > DIGITS_MAX)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        number = 10 * number + (*text - '0');
    }
    return number;
}

// Logs a wrong loop only once: each voice of a streamed sound opens the file again.
static void read_loop(const char *path, const vorbis_comment *tags, CoirSoundFormat *format)
{
    const char *start = find_tag(tags, "LOOPSTART"), *length = find_tag(tags, "LOOPLENGTH"),
               *end = find_tag(tags, "LOOPEND");
    if (!start && !length && !end)
        return;
    int64_t first = start ? read_number(start) : 0, count = length ? read_number(length) : 0,
            last = length ? first + count
                   : end  ? read_number(end)
                          : format->length;
    if (first >= 0 && count >= 0 && first < last && last <= format->length) {
        format->loop_begin = first;
        format->loop_end = last;
        return;
    }
    coir_log_once(
        COIR_LOG_WARNING,
        "the sound '%s': its loop is left out: LOOPSTART=%.20s, LOOPLENGTH=%.20s, LOOPEND=%.20s are no loop in a "
        "sound of %lld samples",
        path, start ? start : "", length ? length : "", end ? end : "", (long long)format->length);
}

// Opening ------------------------------------------------------------------------------------------------------------

static bool check_chain(OggVorbis_File *file, const char *path)
{
    const vorbis_info *first = ov_info(file, 0);
    if (!first || first->channels < 1 || first->channels > COIR_FILE_CHANNELS_MAX)
        return FAIL("the sound '%s' is damaged: it has %d channels", path, first ? first->channels : 0);
    if (first->rate < COIR_SOUND_RATE_MIN || first->rate > COIR_SOUND_RATE_MAX)
        return FAIL("the sound '%s' has %ld samples a second; it must be %d to %d", path, first->rate,
                    COIR_SOUND_RATE_MIN, COIR_SOUND_RATE_MAX);
    for (int i = 1; i < ov_streams(file); i++) {
        const vorbis_info *info = ov_info(file, i);
        if (!info || info->rate != first->rate || info->channels != first->channels)
            return FAIL(
                "the sound '%s' changes its rate or its channels in the middle; save the sound again as one piece",
                path);
    }
    return true;
}

static bool read_format(CoirDecoder *decoder, const char *path, CoirSoundFormat *format)
{
    if (!check_chain(&decoder->file, path))
        return false;
    ogg_int64_t length = ov_pcm_total(&decoder->file, -1);
    if (length < 0)
        return FAIL("the sound '%s' is damaged: its length is unknown", path);
    const vorbis_info *info = ov_info(&decoder->file, 0);
    decoder->mix = coir_downmix(COIR_ORDER_VORBIS, info->channels);
    decoder->length = length;
    *format = (CoirSoundFormat){decoder->mix.to, (int)info->rate, length, 0, length};
    if (!coir_sound_file_check(path, format))
        return false;
    const vorbis_comment *tags = ov_comment(&decoder->file, 0);
    if (tags)
        read_loop(path, tags, format);
    return true;
}

CoirDecoder *coir_vorbis_open(const char *path, SDL_RWops *stream, CoirSoundFormat *format)
{
    CoirDecoder *decoder = coir_alloc(sizeof *decoder);
    if (!decoder) {
        SDL_RWclose(stream);
        return NULL;
    }
    decoder->stream = stream;
    if (open_file(decoder, path) && read_format(decoder, path, format))
        return decoder;
    coir_decoder_close(decoder);
    return NULL;
}

void coir_decoder_close(CoirDecoder *decoder)
{
    if (!decoder)
        return;
    ov_clear(&decoder->file);
    SDL_RWclose(decoder->stream);
    coir_free(decoder);
}

// Reading ------------------------------------------------------------------------------------------------------------

// Reads some samples. Returns their number; 0 at the end, and if the file cannot be read further.
static int64_t read_some(CoirDecoder *decoder, float *samples, int64_t count)
{
    float **channels;
    int piece;
    long got = OV_HOLE;
    while (got == OV_HOLE)
        got = ov_read_float(&decoder->file, &channels, (int)SDL_min(count, READ_MAX), &piece);
    decoder->has_failed = got < 0;
    if (got <= 0)
        return 0;
    memset(samples, 0, (size_t)(got * decoder->mix.to) * sizeof *samples);
    for (int i = 0; i < decoder->mix.from; i++)
        coir_downmix_add(&decoder->mix, i, channels[i], 1, got, samples);
    return got;
}

int64_t coir_decoder_read(CoirDecoder *decoder, float *samples, int64_t count)
{
    int64_t done = 0, got = 1;
    count = SDL_min(count, decoder->length - decoder->at);
    while (done < count && got > 0 && !decoder->has_failed) {
        got = read_some(decoder, samples + done * decoder->mix.to, count - done);
        done += got;
        decoder->at += got;
    }
    return done;
}

bool coir_decoder_seek(CoirDecoder *decoder, int64_t sample)
{
    if (decoder->has_failed)
        return false;
    decoder->at = sample;
    decoder->has_failed = ov_pcm_seek(&decoder->file, sample) != 0;
    return !decoder->has_failed;
}
