// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reading files of sounds. WAV files are read whole, through SDL (wav.c). Ogg Vorbis files are read piece by piece,
// through libvorbisfile (vorbis.c; without the library no_vorbis.c, which refuses). sound_file.c chooses by the first
// bytes of the file.
//
// A failure sets coir_error(), which then names the path.

#ifndef COIR_SOUND_DECODER_H
#define COIR_SOUND_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sound/sound.h"

struct SDL_RWops;

typedef struct CoirDecoder CoirDecoder;

// Reads a sound file: stores the format, and the samples, which the caller frees. With `is_streamed`, `*samples` is
// NULL for a file that can be read while it plays. Returns false on failure; coir_error() ends with `advice` if the
// file is missing.
bool coir_sound_file_read(const char *path, const char *advice, bool is_streamed, CoirSoundFormat *format,
                          float **samples);

// Returns true if the format is within the limits of coir/sound.h. Otherwise reports the fault of the file.
bool coir_sound_file_check(const char *path, const CoirSoundFormat *format);

// Resizes an array of samples (NULL: a new one), as coir_realloc. `count` is the number of samples of each channel.
float *coir_samples_resize(float *samples, int channels, int64_t count);

// Decodes the bytes of a WAV file. Sizes in `bytes` that reach beyond the end are corrected in place. Returns the
// samples, which the caller frees, and stores the format. NULL on failure.
float *coir_wav_decode(const char *path, uint8_t *bytes, size_t size, CoirSoundFormat *format);

// Opens an Ogg Vorbis file and stores its format. The loop is that of the tags, or the whole sound. Takes `stream` over
// in any case. NULL on failure.
CoirDecoder *coir_vorbis_open(const char *path, struct SDL_RWops *stream, CoirSoundFormat *format);

// Reads the next samples, at most `count`, and never beyond the length of the format. Returns their number: less than
// `count` at the end of the file, and if the rest is damaged or missing. The samples have the channels of the format.
int64_t coir_decoder_read(CoirDecoder *decoder, float *samples, int64_t count);

// Goes to a sample of the file, exactly. Returns false if the file cannot be read.
bool coir_decoder_seek(CoirDecoder *decoder, int64_t sample);

// NULL does nothing.
void coir_decoder_close(CoirDecoder *decoder);

#endif
