// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound files of the tests, in fuzz/corpus_wav and fuzz/corpus_ogg. The script fuzz/make_sounds.py makes the files.

#ifndef COIR_TESTS_SOUND_FILES_H
#define COIR_TESTS_SOUND_FILES_H

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "sound/sound.h"
#include "support/folder.h"

// Returns the path of a sound file, such as "good_long.ogg". The text is valid until the next call.
static inline const char *sound_file(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/fuzz/corpus_%s/%s", COIR_TESTS, strrchr(name, '.') + 1, name);
    return path;
}

static inline CoirSound *load_sound(const char *name)
{
    CoirSound *sound = coir_sound_load(sound_file(name));
    if (!sound)
        fail_msg("%s", coir_error());
    return sound;
}

static inline CoirSound *stream_sound(const char *name)
{
    CoirSound *sound = coir_sound_stream(sound_file(name));
    if (!sound)
        fail_msg("%s", coir_error());
    return sound;
}

// Copies a file of the corpus, unchanged, into the folder of the test. Returns the path of the copy.
static inline const char *copy_sound(const char *name, const char *as)
{
    static char bytes[1 << 16];
    FILE *file = system_open(sound_file(name), "rb");
    if (!file)
        abort();
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return folder_write(as, bytes, size);
}

// Empties the cache, and fails if a sound or another block of memory is left.
static inline int sounds_teardown(void **state)
{
    coir_sounds_purge();
    coir_sounds_set_random(NULL);
    return coir_sounds_each(NULL, NULL) || coir_sounds_bytes() ? -1 : support_teardown(state);
}

#define sound_test(function) cmocka_unit_test_setup_teardown(function, support_setup, sounds_teardown)

#endif
