// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Textures, frames, fonts and sheets. A cached texture is valid until the cache is purged or the last director is
// destroyed. The driver still uses purged fonts and sheets: each use is a reported mistake.

#include "random/world.h"
#include "random/world_parts.h"

static Table made = {"texture", .most = 6}, cached = {"cached texture", .most = 12};
static Table fonts = {"font", .most = 6}, sheets = {"sheet", .most = 4};

void keep_texture(CoirTexture *texture)
{
    if (table_is_full(&made))
        coir_texture_destroy(table_take(&made));
    if (!table_add(&made, texture))
        coir_texture_destroy(texture);
}

void keep_cached_texture(CoirTexture *texture)
{
    if (table_is_full(&cached))
        table_take(&cached);
    if (director_count() > 0)
        table_add(&cached, texture);
}

CoirTexture *any_texture(void)
{
    return table_any(one_in(2) ? &made : &cached);
}

CoirTexture *take_texture(void)
{
    return one_in(8) ? table_any(&cached) : table_take(&made);
}

void forget_cached_textures(void)
{
    cached.count = 0;
}

// Removes the cached textures from the table if there is no director: destroying the last director empties the cache.
void forget_caches_without_director(void)
{
    if (director_count() == 0)
        forget_cached_textures();
}

static float cell(int size)
{
    static const float cells[] = {0, 1, 2, 4, 8};
    return badly() ? any_float() : size > 8 ? cells[below(5)] : 1;
}

CoirFrame any_frame_value(void)
{
    static const char *const events[] = {NULL, "step", ""};
    CoirFrame frame = {.texture = any_texture()};
    int width = coir_texture_width(frame.texture);
    if (one_in(2))
        frame.region = coir_rect(cell(width), cell(width), 1 + cell(width), 1 + cell(width));
    if (badly())
        frame.region = any_rect();
    frame.delay = one_in(2) ? 0 : any_seconds();
    frame.rotated = one_in(4);
    if (one_in(4)) {
        frame.size = coir_vec2(cell(width) + 8, cell(width) + 8);
        frame.offset = coir_vec2(cell(width), cell(width));
    }
    frame.event = events[below(3)];
    return frame;
}

const CoirFrame *any_frame(void)
{
    static CoirFrame frames[DEPTHS];
    if (badly() && one_in(2))
        return NULL;
    frames[record.depth] = any_frame_value();
    return &frames[record.depth];
}

void keep_font(CoirFont *font)
{
    if (table_is_full(&fonts))
        table_take(&fonts);
    table_add(&fonts, font);
}

CoirFont *any_font(void)
{
    return one_in(2) ? NULL : table_any(&fonts);
}

void keep_sheet(CoirSheet *sheet)
{
    if (table_is_full(&sheets))
        table_take(&sheets);
    table_add(&sheets, sheet);
}

CoirSheet *any_sheet(void)
{
    return table_any(&sheets);
}

void world_end_pictures(void)
{
    while (made.count > 0)
        coir_texture_destroy(table_take(&made));
    cached.count = fonts.count = sheets.count = 0;
    coir_sheets_purge();
    coir_fonts_purge();
    coir_textures_purge();
    coir_textures_set_filter(COIR_FILTER_DEFAULT);
    coir_assets_set_folder(NULL);
}
