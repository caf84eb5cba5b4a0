// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Replaces vorbis.c in a build without libvorbisfile. All functions fail, and no decoder is ever made.

#include <SDL.h>

#include "base/fail.h"
#include "sound/decoder.h"

CoirDecoder *coir_vorbis_open(const char *path, SDL_RWops *stream, CoirSoundFormat *format)
{
    (void)format;
    SDL_RWclose(stream);
    FAIL("the sound '%s' is an Ogg file, and this build of Coir is without libvorbisfile; install libvorbisfile "
         "(Debian: libvorbis-dev), and configure Coir anew",
         path);
    return NULL;
}

int64_t coir_decoder_read(CoirDecoder *decoder, float *samples, int64_t count)
{
    (void)decoder, (void)samples, (void)count;
    return 0;
}

bool coir_decoder_seek(CoirDecoder *decoder, int64_t sample)
{
    (void)decoder, (void)sample;
    return false;
}

void coir_decoder_close(CoirDecoder *decoder)
{
    (void)decoder;
}
