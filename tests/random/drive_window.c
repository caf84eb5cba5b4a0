// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of window.h. All directors are headless.

#include "random/world.h"

static CoirWindow *any_window(void)
{
    return coir_director_window(any_director());
}

static int any_side(void)
{
    return badly() ? any_int() % 100 : 1 + below(80);
}

static bool drive_pictures(Function function)
{
    switch (function) {
    case F_coir_window_set_icon: coir_window_set_icon(any_window(), any_path()); return true;
    case F_coir_window_set_icon_texture: coir_window_set_icon_texture(any_window(), any_texture()); return true;
    case F_coir_window_set_cursor: coir_window_set_cursor(any_window(), any_path(), below(9), below(9)); return true;
    case F_coir_window_set_cursor_texture:
        coir_window_set_cursor_texture(any_window(), any_texture(), any_int(), any_int());
        return true;
    case F_coir_window_set_cursor_visible: coir_window_set_cursor_visible(any_window(), any_bool()); return true;
    case F_coir_window_is_cursor_visible: coir_window_is_cursor_visible(any_window()); return true;
    case F_coir_window_set_grabbed: coir_window_set_grabbed(any_window(), any_bool()); return true;
    case F_coir_window_is_grabbed: coir_window_is_grabbed(any_window()); return true;
    case F_coir_window_set_relative: coir_window_set_relative(any_window(), any_bool()); return true;
    case F_coir_window_is_relative: coir_window_is_relative(any_window()); return true;
    default: return false;
    }
}

static bool drive_display(Function function)
{
    CoirDisplay display;
    switch (function) {
    case F_coir_display_count: coir_display_count(); return true;
    case F_coir_display_describe: coir_display_describe(below(3) - 1, badly() ? NULL : &display); return true;
    case F_coir_window_set_display: coir_window_set_display(any_window(), below(3) - 1); return true;
    case F_coir_window_display: coir_window_display(any_window()); return true;
    case F_coir_window_set_position: coir_window_set_position(any_window(), any_int(), any_int()); return true;
    case F_coir_window_position: coir_window_position(any_window()); return true;
    default: return false;
    }
}

bool drive_window(Function function)
{
    switch (function) {
    case F_coir_director_window: coir_director_window(any_director()); return true;
    case F_coir_window_set_title: coir_window_set_title(any_window(), any_text()); return true;
    case F_coir_window_title: coir_window_title(any_window()); return true;
    case F_coir_window_set_size: coir_window_set_size(any_window(), any_side(), any_side()); return true;
    case F_coir_window_size: coir_window_size(any_window()); return true;
    case F_coir_window_pixel_size: coir_window_pixel_size(any_window()); return true;
    case F_coir_window_density: coir_window_density(any_window()); return true;
    case F_coir_window_set_fullscreen: coir_window_set_fullscreen(any_window(), any_bool()); return true;
    case F_coir_window_is_fullscreen: coir_window_is_fullscreen(any_window()); return true;
    case F_coir_window_set_vsync: coir_window_set_vsync(any_window(), any_bool()); return true;
    case F_coir_window_has_vsync: coir_window_has_vsync(any_window()); return true;
    case F_coir_window_to_points: coir_window_to_points(any_window(), any_vec2()); return true;
    case F_coir_window_from_points: coir_window_from_points(any_window(), any_vec2()); return true;
    case F_coir_window_sdl: coir_window_sdl(any_window()); return true;
    case F_coir_window_sdl_renderer: coir_window_sdl_renderer(any_window()); return true;
    default: return drive_pictures(function) || drive_display(function);
    }
}
