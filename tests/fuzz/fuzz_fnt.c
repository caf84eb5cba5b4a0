// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as a .fnt file. Nothing may crash, hang, leak or be undefined. If a font can be read, the font draws
// the bytes themselves as a text.
//
// With clang's libFuzzer: build/tests/fuzz_fnt -dict=tests/fuzz/fnt.dict NEW_FOLDER tests/fuzz/corpus_fnt
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "coir/error.h"
#include "coir/log.h"
#include "draw/painter.h"
#include "draw/text.h"
#include "fuzz/target.h"
#include "media/font.h"
#include "media/font_bmfont.h"
#include "media/texture.h"

#define SIZE_LIMIT 16384

static void fail(const char *what)
{
    fprintf(stderr, "%s; coir_error() is \"%s\"\n", what, coir_error());
    abort();
}

// Returns one of three pages, chosen by the length of the name. For a quarter of the lengths, sets coir_error() by
// asking for a texture of 0 x 0 pixels, and returns NULL.
static CoirTexture *page_of(const char *name, void *user)
{
    static const uint8_t pixels[256 * 256 * 4];
    static const int sizes[] = {1, 64, 256};
    CoirTexture **made = user;
    size_t kind = strlen(name) % 4;
    if (kind == 3) {
        coir_texture_from_pixels(0, 0, pixels);
        return NULL;
    }
    if (!made[kind])
        made[kind] = coir_texture_from_pixels(sizes[kind], sizes[kind], pixels);
    return made[kind];
}

static void use(CoirFont *font, const char *text, size_t size)
{
    static const float widths[] = {0, 30, 1000};
    CoirPainter *painter = coir_painter_new();
    char *copy = coir_realloc(NULL, size + 1);
    if (!painter || !copy || !coir_painter_begin(painter, (CoirAffine){1, 0, 0, -1, 0, 100}, 100, 100))
        fail("no memory");
    memcpy(copy, text, size);
    copy[size] = '\0';
    for (int i = 0; i < 3; i++) {
        CoirTextStyle style = {.font = font, .width = widths[i], .height = 100, .align = COIR_ALIGN_CENTER};
        style.fit = i == 1;
        coir_painter_text(painter, &style, copy, coir_vec2(0, 0), COIR_WHITE);
    }
    if (!coir_painter_end(painter))
        fail("the text could not be drawn");
    coir_free(copy);
    coir_painter_destroy(painter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CoirTexture *made[3] = {NULL};
    CoirFont *font = coir_font_new();
    if (size > SIZE_LIMIT || !font)
        return coir_font_free(font), 0;
    coir_log_set_level(COIR_LOG_ERROR);
    coir_error_clear();
    font->path = coir_copy_text("x.fnt");
    if (coir_bmfont_read(font, font->path, (const char *)data, size, page_of, made)) {
        coir_font_cache(font);
        use(font, (const char *)data, size);
        if (coir_fonts_purge() != 1)
            fail("the font is still in use");
    } else {
        if (!strstr(coir_error(), "'x.fnt'"))
            fail("the error does not name the file");
        coir_font_free(font);
    }
    for (int i = 0; i < 3; i++)
        coir_texture_destroy(made[i]);
    coir_textures_sweep();
    return 0;
}

static bool begins_well(const uint8_t *data, size_t size)
{
    return size > 5 && memcmp(data, "info ", 5) == 0;
}

const FuzzTarget fuzz_target = {begins_well, SIZE_LIMIT, " =\n", '\0', '\0', 40, 0, 40};
