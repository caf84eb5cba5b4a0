// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads sound files. WAV files are read whole, through SDL (wav.c). Ogg Vorbis files are read piece by piece, through
// libvorbisfile (vorbis.c). A build without libvorbisfile has no_vorbis.c instead, which refuses Ogg Vorbis files.
// sound_file.c chooses the decoder by the first bytes of the file.
//
// On failure, the functions set coir_error(), with the path in the message unless there is no memory. Exceptions:
// coir_decoder_read and coir_decoder_seek set no error.

#ifndef COIR_SOUND_DECODER_H
#define COIR_SOUND_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sound/sound.h"

struct SDL_RWops;

typedef struct CoirDecoder CoirDecoder;

// Reads a sound file. Stores the format and the samples; the caller frees the samples. With `is_streamed`, `*samples`
// is NULL for a file that can be read while the sound plays. Returns false on failure; coir_error() ends with
// `advice` if the file is missing.
bool coir_sound_file_read(const char *path, const char *advice, bool is_streamed, CoirSoundFormat *format,
                          float **samples);

// Returns true if the rate and the length of the format are within the limits of coir/sound.h. Otherwise sets an error
// that names the limit, and returns false.
bool coir_sound_file_check(const char *path, const CoirSoundFormat *format);

// Resizes an array of samples, as coir_realloc. NULL: makes a new array. `count` is the number of samples of each
// channel.
float *coir_samples_resize(float *samples, int channels, int64_t count);

// Decodes the bytes of a WAV file. Corrects chunk sizes in `bytes` that reach beyond the end of the file. Stores the
// format. Returns the samples, which the caller frees; NULL on failure.
float *coir_wav_decode(const char *path, uint8_t *bytes, size_t size, CoirSoundFormat *format);

// Opens an Ogg Vorbis file and stores its format. The loop comes from the tags; without valid tags the loop is the
// whole sound. Takes ownership of `stream`, also on failure. Returns NULL on failure.
CoirDecoder *coir_vorbis_open(const char *path, struct SDL_RWops *stream, CoirSoundFormat *format);

// Reads the next samples, at most `count`, and never beyond the length of the format. The samples have the channels
// of the format. Returns their number, which is less than `count` at the end of the file, and if the rest of the file
// is damaged or missing.
int64_t coir_decoder_read(CoirDecoder *decoder, float *samples, int64_t count);

// Moves to exactly the given sample of the file. Returns false if the file cannot be read.
bool coir_decoder_seek(CoirDecoder *decoder, int64_t sample);

// Closes a decoder. NULL does nothing.
void coir_decoder_close(CoirDecoder *decoder);

#endif
