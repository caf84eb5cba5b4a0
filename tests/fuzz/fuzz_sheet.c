// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as the file of a sheet with a picture of 64 * 64 pixels. Nothing may crash, hang, leak or be
// undefined. A refused file leaves an error with the file's name. A loaded sheet can be used.
//
// With clang's libFuzzer: build/tests/fuzz_sheet -dict=tests/fuzz/sheet.dict NEW_FOLDER tests/fuzz/corpus_sheet
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fuzz/target.h"
#include "media/frame.h"
#include "media/sheet.h"
#include "media/texture.h"

#define NAME "the file"

static CoirTexture *texture_64(void)
{
    static const uint8_t pixels[64 * 64 * 4];
    static CoirTexture *texture;
    if (!texture)
        texture = coir_texture_from_pixels(64, 64, pixels);
    return texture ? texture : (abort(), NULL);
}

// Reads a sheet. Returns NULL if the file is refused.
static CoirSheet *read(const uint8_t *data, size_t size)
{
    CoirSheet *sheet = coir_alloc(sizeof *sheet);
    char *text = malloc(size + 1); // exactly this size, so that sanitizers see reads beyond the end
    if (!sheet || !text)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    sheet->path = coir_copy_text(NAME);
    coir_error_clear();
    bool ok = coir_sheet_parse(sheet, text, size) && coir_sheet_fit(sheet, texture_64());
    free(text);
    if (ok)
        return sheet;
    coir_sheet_free(sheet);
    return NULL;
}

static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\nthe last error: %s\n", what, coir_error());
    abort();
}

static void use_frames(const CoirSheet *sheet)
{
    CoirFrame full;
    check(sheet->frame_names.count > 0 && sheet->image[0], "a sheet without frames or without a picture");
    for (int i = 0; i < sheet->frame_names.count; i++) {
        const CoirSheetName *name = coir_names_find(&sheet->frame_names, sheet->frame_names.items[i].text);
        check(name && name->index == i, "a name that does not lead to its frame");
        check(coir_frame_complete(&sheet->frames[i], "fuzz_sheet", &full), "a frame that cannot be shown");
    }
}

static void use_tags(const CoirSheet *sheet)
{
    for (int i = 0; i < sheet->tag_names.count; i++) {
        CoirSheetTag tag = sheet->tags[i];
        check(tag.count > 0 && tag.from >= 0 && tag.count <= sheet->frame_names.count - tag.from,
              "a tag with frames outside the sheet");
        CoirAnimation animation = {.frames = sheet->frames + tag.from,
                                   .count = tag.count,
                                   .loops = tag.loops,
                                   .order = tag.order,
                                   .delay = 0.1};
        coir_action_release(coir_animate(&animation)); // NULL if the loops of the animation are too long
    }
}

static bool is_good(const uint8_t *data, size_t size)
{
    CoirSheet *sheet = read(data, size);
    bool is_read = sheet != NULL;
    coir_sheet_free(sheet);
    return is_read;
}

const FuzzTarget fuzz_target = {is_good, 4000, " \t\r\n,:{}[]", '{', '}', .lines = 30, .forms = 20, .words = 40};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    coir_log_set_level(COIR_LOG_ERROR);
    CoirSheet *sheet = read(data, size);
    if (sheet) {
        use_frames(sheet);
        use_tags(sheet);
    } else {
        check(strstr(coir_error(), NAME), "a file is refused without an error that names the file");
    }
    coir_sheet_free(sheet);
    return 0;
}
