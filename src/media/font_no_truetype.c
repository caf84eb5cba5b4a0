// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Replaces font_truetype.c where there is no SDL2_ttf. Checks the arguments as font_truetype.c does.

#include "base/fail.h"
#include "media/font.h"

static bool fill(CoirFont *font, const char *path)
{
    return FAIL("the font '%s' of %d pixels cannot be loaded: this build of Coir is without SDL2_ttf; install SDL2_ttf "
                "(Debian: libsdl2-ttf-dev), and configure Coir anew",
                path, font->size);
}

CoirFont *coir_font_load_truetype(const char *path, int pixels)
{
    if (pixels < 1 || pixels > COIR_FONT_SIZE_MAX)
        return MISTAKE("coir_font_load_truetype: a size of %d pixels; it must be 1 to %d", pixels, COIR_FONT_SIZE_MAX),
               NULL;
    return coir_font_load_with(path, pixels, "coir_font_load_truetype", fill);
}
