// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of painter.h, text.h, font.h, frame.h and texture.h.

#include <stddef.h>

#include "random/world.h"

static CoirVertex any_vertex(void)
{
    CoirVertex vertex = {any_float(), any_float(), any_color(), any_part(), any_part()};
    return vertex;
}

static void quad(void)
{
    CoirVertex corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = any_vertex();
    coir_painter_quad(any_painter(), any_texture(), badly() ? NULL : corners);
}

static void triangles(void)
{
    CoirVertex vertices[5];
    int indices[6];
    for (int i = 0; i < 5; i++)
        vertices[i] = any_vertex();
    for (int i = 0; i < 6; i++)
        indices[i] = badly() ? any_int() : below(5);
    coir_painter_triangles(any_painter(), any_texture(), badly() ? NULL : vertices, any_count(5),
                           badly() ? NULL : indices, badly() ? any_count(6) : 6);
}

// Returns the size of a tile. Small sizes make many tiles.
static CoirVec2 any_tile(void)
{
    static const float sizes[] = {0, 0, 2, 3, 8, 20};
    return coir_vec2(badly() ? any_float() : sizes[below(6)], badly() ? any_float() : sizes[below(6)]);
}

static bool drive_painting(Function function)
{
    switch (function) {
    case F_coir_painter_image: coir_painter_image(any_painter(), any_texture(), any_rect()); return true;
    case F_coir_painter_rect: coir_painter_rect(any_painter(), any_rect(), any_color()); return true;
    case F_coir_painter_quad: quad(); return true;
    case F_coir_painter_triangles: triangles(); return true;
    case F_coir_painter_frame: coir_painter_frame(any_painter(), any_frame(), any_rect()); return true;
    case F_coir_painter_nine_slice:
        coir_painter_nine_slice(any_painter(), any_frame(), any_insets(), any_rect());
        return true;
    case F_coir_painter_tiles:
        coir_painter_tiles(any_painter(), any_frame(), any_rect(), any_tile(), any_vec2());
        return true;
    case F_coir_painter_rect_outline:
        coir_painter_rect_outline(any_painter(), any_rect(), any_scale(), any_color());
        return true;
    case F_coir_painter_rounded_rect:
        coir_painter_rounded_rect(any_painter(), any_rect(), any_scale(), any_color());
        return true;
    case F_coir_painter_rounded_rect_outline:
        coir_painter_rounded_rect_outline(any_painter(), any_rect(), any_scale(), any_scale(), any_color());
        return true;
    case F_coir_painter_line:
        coir_painter_line(any_painter(), any_vec2(), any_vec2(), any_scale(), any_color());
        return true;
    case F_coir_painter_polyline:
        coir_painter_polyline(any_painter(), any_points(), any_count(POINTS), any_bool(), any_scale(), any_color());
        return true;
    case F_coir_painter_polygon:
        coir_painter_polygon(any_painter(), any_points(), any_count(POINTS), any_color());
        return true;
    case F_coir_painter_circle: coir_painter_circle(any_painter(), any_vec2(), any_float(), any_color()); return true;
    case F_coir_painter_ring:
        coir_painter_ring(any_painter(), any_vec2(), any_float(), any_scale(), any_color());
        return true;
    default: return false;
    }
}

static bool drive_painter(Function function)
{
    switch (function) {
    case F_coir_painter_push_blend: coir_painter_push_blend(any_painter(), any_blend()); return true;
    case F_coir_painter_pop_blend: coir_painter_pop_blend(any_painter()); return true;
    case F_coir_painter_push_clip: coir_painter_push_clip(any_painter(), any_rect()); return true;
    case F_coir_painter_pop_clip: coir_painter_pop_clip(any_painter()); return true;
    case F_coir_painter_raw: coir_painter_raw(any_painter(), any_raw_draw(), NULL); return true;
    case F_coir_painter_transform: coir_painter_transform(any_painter()); return true;
    case F_coir_painter_stats: coir_painter_stats(any_painter()); return true;
    case F_coir_painter_text:
        coir_painter_text(any_painter(), any_style_pointer(), any_text(), any_vec2(), any_color());
        return true;
    case F_coir_text_size: coir_text_size(any_style_pointer(), any_text()); return true;
    default: return false;
    }
}

// Loads a TrueType font that the system may have, or another file, at random.
static void load_truetype(void)
{
    static const char *const paths[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"};
    const char *path = one_in(2) ? paths[0] : one_in(2) ? paths[1 + below(2)] : any_path();
    keep_font(coir_font_load_truetype(path, badly() ? any_int() : 8 + below(8)));
}

static bool drive_fonts(Function function)
{
    switch (function) {
    case F_coir_font_builtin: keep_font(coir_font_builtin()); return true;
    case F_coir_font_load: keep_font(coir_font_load(one_in(2) ? "chunky.fnt" : any_path())); return true;
    case F_coir_font_load_truetype: load_truetype(); return true;
    case F_coir_font_line_height: coir_font_line_height(any_font()); return true;
    case F_coir_font_base: coir_font_base(any_font()); return true;
    case F_coir_font_has: coir_font_has(any_font(), (uint32_t)(badly() ? any_int() : below(200))); return true;
    case F_coir_fonts_purge: coir_fonts_purge(); return true;
    default: return false;
    }
}

static void cut_grid(void)
{
    CoirFrame frames[6];
    CoirGrid grid = {any_float(), any_float(), badly() ? any_float() : 0, badly() ? any_float() : 0, 0, 0, 0};
    if (one_in(2)) {
        grid.first = any_int();
        grid.count = any_int();
        grid.delay = any_seconds();
    }
    coir_frames_grid(any_texture(), badly() ? NULL : &grid, one_in(3) ? NULL : frames, any_count(6));
}

static void from_pixels(void)
{
    static const int bad[] = {0, -1, COIR_TEXTURE_SIZE_MAX + 1, 1 << 30, 2147483647};
    static uint8_t pixels[64 * 64 * 4];
    int width = 1 + below(64), height = 1 + below(64);
    for (int i = 0; i < 64; i++)
        pixels[below((int)sizeof pixels)] = (uint8_t)below(256);
    if (badly())
        width = bad[below(5)];
    else if (badly())
        height = bad[below(5)];
    keep_texture(coir_texture_from_pixels(width, height, badly() ? NULL : pixels));
}

static void purge_textures(void)
{
    forget_cached_textures();
    coir_textures_purge();
}

static bool drive_textures(Function function)
{
    CoirTexture *texture;
    switch (function) {
    case F_coir_frame_whole: texture = any_texture(); return coir_frame_whole(texture).texture == texture;
    case F_coir_frames_grid: cut_grid(); return true;
    case F_coir_texture_load: keep_cached_texture(coir_texture_load(any_path())); return true;
    case F_coir_texture_from_pixels: from_pixels(); return true;
    case F_coir_texture_destroy: coir_texture_destroy(take_texture()); return true;
    case F_coir_texture_width: coir_texture_width(any_texture()); return true;
    case F_coir_texture_height: coir_texture_height(any_texture()); return true;
    case F_coir_texture_set_filter: coir_texture_set_filter(any_texture(), any_filter()); return true;
    case F_coir_texture_filter: coir_texture_filter(any_texture()); return true;
    case F_coir_textures_set_filter: coir_textures_set_filter(any_filter()); return true;
    case F_coir_texture_path: coir_texture_path(any_texture()); return true;
    case F_coir_assets_set_folder: coir_assets_set_folder(badly() ? any_path() : COIR_ASSETS); return true;
    case F_coir_assets_path: coir_assets_path(any_path()); return true;
    case F_coir_textures_purge: purge_textures(); return true;
    case F_coir_textures_each: coir_textures_each(badly() ? NULL : each_texture, NULL); return true;
    case F_coir_pages_each: coir_pages_each(badly() ? NULL : each_page, NULL); return true;
    default: return false;
    }
}

bool drive_draw(Function function)
{
    return drive_painting(function) || drive_painter(function) || drive_fonts(function) || drive_textures(function);
}
