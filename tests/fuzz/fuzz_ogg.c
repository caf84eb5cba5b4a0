// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as an Ogg Vorbis file. Nothing may crash, hang, leak or be undefined. A refused file leaves an error
// with the file's name. A loaded file gives finite samples, also after a seek.
//
// Ogg has a checksum for each page, and the decoder skips a page with a wrong checksum. So that the decoder also reads
// pages that the fuzzer has changed, each file is loaded twice: with its own checksums, and with right checksums.
//
// With clang's libFuzzer:
//     build/tests/fuzz_ogg -max_len=20000 -dict=tests/fuzz/ogg.dict NEW_FOLDER tests/fuzz/corpus_ogg
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/error.h"
#include "coir/log.h"
#include "fuzz/target.h"
#include "sound/decoder.h"

#define NAME "the file"
#define SIZE_LIMIT 20000
#define READ 1000      // samples in one read
#define READS_MAX 1000 // maximum number of reads of a long sound

// Makes the leak sanitizer ignore leaks in libvorbis: libvorbisfile 1.3.7 loses memory when a chain (several streams
// one after the other) cannot be opened.
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libvorbis";
}

static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\nthe last error: %s\n", what, coir_error());
    abort();
}

// Checksums ----------------------------------------------------------------------------------------------------------

static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum ^= (uint32_t)bytes[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 0x80000000 ? sum << 1 ^ 0x04c11db7 : sum << 1;
    }
    return sum;
}

// Returns the size of the Ogg page that begins at `page`. 0: no page begins there, or the page is not complete.
static size_t page_size(const uint8_t *page, size_t size)
{
    if (size < 27 || memcmp(page, "OggS", 4) != 0 || size < 27u + page[26])
        return 0;
    size_t length = 27u + page[26];
    for (int i = 0; i < page[26]; i++)
        length += page[27 + i];
    return length <= size ? length : 0;
}

static void mend_checksums(uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        size_t length = page_size(bytes + at, size - at);
        if (length == 0)
            continue;
        memset(bytes + at + 22, 0, 4);
        uint32_t sum = checksum(bytes + at, length);
        for (int i = 0; i < 4; i++)
            bytes[at + 22 + (size_t)i] = (uint8_t)(sum >> 8 * i);
        at += length - 1;
    }
}

// Reading ------------------------------------------------------------------------------------------------------------

// Reads up to READ samples and adds their number to `*at`. Returns false at the end of the sound.
static bool read_some(CoirDecoder *decoder, const CoirSoundFormat *format, int64_t *at)
{
    float samples[2 * READ];
    int64_t count = coir_decoder_read(decoder, samples, READ);
    check(count >= 0 && count <= READ && *at + count <= format->length, "more samples than the length says");
    for (int64_t i = 0; i < count * format->channels; i++)
        check(isfinite(samples[i]), "a sample that is not finite");
    *at += count;
    return count == READ;
}

static void read_all(CoirDecoder *decoder, const CoirSoundFormat *format)
{
    const int64_t places[] = {format->loop_begin, format->length - 1, format->length / 2, format->length, 0};
    int64_t at = 0;
    for (int i = 0; i < READS_MAX && read_some(decoder, format, &at); i++)
        ;
    for (int i = 0; i < 5; i++) {
        at = places[i];
        if (coir_decoder_seek(decoder, at))
            read_some(decoder, format, &at);
    }
}

static bool read_file(const uint8_t *bytes, size_t size)
{
    CoirSoundFormat format;
    SDL_RWops *stream = SDL_RWFromConstMem(bytes, (int)size);
    if (!stream)
        return false;
    coir_error_clear();
    CoirDecoder *decoder = coir_vorbis_open(NAME, stream, &format);
    if (decoder) {
        check(coir_sound_format_is_good(&format), "a sound of an impossible format");
        read_all(decoder, &format);
    } else {
        check(strstr(coir_error(), NAME), "a file is refused without an error that names the file");
    }
    coir_decoder_close(decoder);
    return decoder;
}

static bool is_good(const uint8_t *data, size_t size)
{
    if (size == 0 || size > SIZE_LIMIT)
        return false;
    uint8_t *bytes = malloc(size); // exactly this size, so that sanitizers see reads beyond the end
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    bool good = read_file(bytes, size);
    mend_checksums(bytes, size);
    good = read_file(bytes, size) || good;
    free(bytes);
    return good;
}

const FuzzTarget fuzz_target = {is_good, SIZE_LIMIT, "", '(', ')', .lines = 0, .forms = 0, .words = 5};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    coir_log_set_level(COIR_LOG_ERROR);
    is_good(data, size);
    return 0;
}
