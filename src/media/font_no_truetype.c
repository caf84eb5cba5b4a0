// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Replaces font_truetype.c where there is no SDL2_ttf.

#include "base/fail.h"
#include "coir/font.h"

CoirFont *coir_font_load_truetype(const char *path, int pixels)
{
    if (!path)
        return MISTAKE("coir_font_load_truetype: the path is NULL; give the path of a file"), NULL;
    FAIL("the font '%s' of %d pixels cannot be loaded: this build of Coir is without SDL2_ttf; install that (Debian: "
         "libsdl2-ttf-dev), and configure Coir anew",
         path, pixels);
    coir_log_failure();
    return NULL;
}
