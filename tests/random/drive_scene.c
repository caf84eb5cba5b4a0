// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of sprite.h, box.h, circle.h, label.h, nine_slice.h, tiled.h, sheet.h and transition.h.

#include <stddef.h>

#include "random/world.h"

#define HERE "random", any_int()

static bool drive_sprites(Function function)
{
    switch (function) {
    case F_coir_sprite_make_from_file: keep_node(coir_sprite_make_from_file(any_path(), HERE)); return true;
    case F_coir_sprite_make_in:
        keep_node(coir_sprite_make_in(any_node(), any_path(), any_float(), any_float(), HERE));
        return true;
    case F_coir_sprite_make_frame_in:
        keep_node(coir_sprite_make_frame_in(any_node(), any_frame(), any_float(), any_float(), HERE));
        return true;
    case F_coir_sprite_make_from_texture: keep_node(coir_sprite_make_from_texture(any_texture(), HERE)); return true;
    case F_coir_sprite_make_from_region:
        keep_node(coir_sprite_make_from_region(any_texture(), any_rect(), HERE));
        return true;
    case F_coir_sprite_make_from_frame: keep_node(coir_sprite_make_from_frame(any_frame(), HERE)); return true;
    case F_coir_sprite_new: keep_node(coir_sprite_new(any_path())); return true;
    case F_coir_sprite_add: keep_node(coir_sprite_add(any_node(), any_path(), any_float(), any_float())); return true;
    case F_coir_sprite_add_frame:
        keep_node(coir_sprite_add_frame(any_node(), any_frame(), any_float(), any_float()));
        return true;
    case F_coir_sprite_with_texture: keep_node(coir_sprite_with_texture(any_texture())); return true;
    case F_coir_sprite_with_region: keep_node(coir_sprite_with_region(any_texture(), any_rect())); return true;
    case F_coir_sprite_with_frame: keep_node(coir_sprite_with_frame(any_frame())); return true;
    case F_coir_sprite_set_file: coir_sprite_set_file(any_sprite(), any_path()); return true;
    case F_coir_sprite_set_texture: coir_sprite_set_texture(any_sprite(), any_texture()); return true;
    case F_coir_sprite_set_region: coir_sprite_set_region(any_sprite(), any_texture(), any_rect()); return true;
    case F_coir_sprite_set_frame: coir_sprite_set_frame(any_sprite(), any_frame()); return true;
    case F_coir_sprite_texture: coir_sprite_texture(any_sprite()); return true;
    case F_coir_sprite_frame: coir_sprite_frame(any_sprite()); return true;
    case F_coir_sprite_region: coir_sprite_region(any_sprite()); return true;
    default: return false;
    }
}

static bool drive_slices(Function function)
{
    switch (function) {
    case F_coir_nine_slice_make_from_file:
        keep_node(coir_nine_slice_make_from_file(any_path(), any_insets(), HERE));
        return true;
    case F_coir_nine_slice_make_in:
        keep_node(coir_nine_slice_make_in(any_node(), any_path(), any_insets(), any_float(), any_float(), HERE));
        return true;
    case F_coir_nine_slice_make_from_texture:
        keep_node(coir_nine_slice_make_from_texture(any_texture(), any_insets(), HERE));
        return true;
    case F_coir_nine_slice_make_from_frame:
        keep_node(coir_nine_slice_make_from_frame(any_frame(), any_insets(), HERE));
        return true;
    case F_coir_nine_slice_new: keep_node(coir_nine_slice_new(any_path(), any_insets())); return true;
    case F_coir_nine_slice_add:
        keep_node(coir_nine_slice_add(any_node(), any_path(), any_insets(), any_float(), any_float()));
        return true;
    case F_coir_nine_slice_with_texture:
        keep_node(coir_nine_slice_with_texture(any_texture(), any_insets()));
        return true;
    case F_coir_nine_slice_with_frame: keep_node(coir_nine_slice_with_frame(any_frame(), any_insets())); return true;
    case F_coir_tiled_make_from_file: keep_node(coir_tiled_make_from_file(any_path(), HERE)); return true;
    case F_coir_tiled_make_in:
        keep_node(coir_tiled_make_in(any_node(), any_path(), any_float(), any_float(), HERE));
        return true;
    case F_coir_tiled_make_from_texture: keep_node(coir_tiled_make_from_texture(any_texture(), HERE)); return true;
    case F_coir_tiled_make_from_frame: keep_node(coir_tiled_make_from_frame(any_frame(), HERE)); return true;
    case F_coir_tiled_new: keep_node(coir_tiled_new(any_path())); return true;
    case F_coir_tiled_add: keep_node(coir_tiled_add(any_node(), any_path(), any_float(), any_float())); return true;
    case F_coir_tiled_with_texture: keep_node(coir_tiled_with_texture(any_texture())); return true;
    case F_coir_tiled_with_frame: keep_node(coir_tiled_with_frame(any_frame())); return true;
    default: return false;
    }
}

static bool drive_boxes(Function function)
{
    switch (function) {
    case F_coir_box_make: keep_node(coir_box_make(any_float(), any_float(), any_color(), HERE)); return true;
    case F_coir_box_make_in:
        keep_node(coir_box_make_in(any_node(), any_float(), any_float(), any_float(), any_float(), any_color(), HERE));
        return true;
    case F_coir_box_new: keep_node(coir_box_new(any_float(), any_float(), any_color())); return true;
    case F_coir_box_add:
        keep_node(coir_box_add(any_node(), any_float(), any_float(), any_float(), any_float(), any_color()));
        return true;
    case F_coir_circle_make: keep_node(coir_circle_make(any_float(), any_color(), HERE)); return true;
    case F_coir_circle_make_in:
        keep_node(coir_circle_make_in(any_node(), any_float(), any_float(), any_float(), any_color(), HERE));
        return true;
    case F_coir_circle_new: keep_node(coir_circle_new(any_float(), any_color())); return true;
    case F_coir_circle_add:
        keep_node(coir_circle_add(any_node(), any_float(), any_float(), any_float(), any_color()));
        return true;
    case F_coir_circle_contains: coir_circle_contains(any_circle(), any_vec2()); return true;
    default: return false;
    }
}

CoirTextStyle any_style(void)
{
    CoirTextStyle style = {.font = any_font(), .align = (CoirAlign)below(4), .vertical = (CoirAlignVertical)below(4)};
    if (one_in(2))
        style.scale = any_scale();
    if (one_in(2))
        style.width = any_float();
    if (one_in(2))
        style.height = any_float();
    style.fit = one_in(4);
    style.line_spacing = one_in(2) ? 0 : any_scale();
    return style;
}

const CoirTextStyle *any_style_pointer(void)
{
    static CoirTextStyle styles[DEPTHS];
    if (one_in(3))
        return NULL;
    styles[record.depth] = any_style();
    return &styles[record.depth];
}

static void change_glyphs(void)
{
    int count = 0;
    CoirGlyph *glyphs = coir_label_glyphs(any_label(), badly() ? NULL : &count);
    for (int i = 0; i < count; i++) {
        glyphs[i].offset = any_vec2();
        glyphs[i].scale = any_scale();
        glyphs[i].rotation = any_float();
        glyphs[i].color = any_color();
    }
}

static bool drive_labels(Function function)
{
    switch (function) {
    case F_coir_label_make: keep_node(coir_label_make(any_text(), any_style_pointer(), HERE)); return true;
    case F_coir_label_make_in:
        keep_node(coir_label_make_in(any_node(), any_text(), any_style_pointer(), any_float(), any_float(), HERE));
        return true;
    case F_coir_label_new: keep_node(coir_label_new(any_text())); return true;
    case F_coir_label_new_with_style:
        keep_node(coir_label_new_with_style(any_text(), any_style_pointer()));
        return true;
    case F_coir_label_add: keep_node(coir_label_add(any_node(), any_text(), any_float(), any_float())); return true;
    case F_coir_label_add_with_style:
        keep_node(coir_label_add_with_style(any_node(), any_text(), any_style_pointer(), any_float(), any_float()));
        return true;
    case F_coir_label_set_text: coir_label_set_text(any_label(), any_text()); return true;
    case F_coir_label_set_format:
        coir_label_set_format(any_label(), badly() ? NULL : "%s %d", coir_label_text(any_label()), any_int());
        return true;
    case F_coir_label_set_style: coir_label_set_style(any_label(), any_style_pointer()); return true;
    case F_coir_label_text: coir_label_text(any_label()); return true;
    case F_coir_label_style: coir_label_style(any_label()); return true;
    case F_coir_label_line_count: coir_label_line_count(any_label()); return true;
    case F_coir_label_glyphs: change_glyphs(); return true;
    default: return false;
    }
}

static const char *any_sheet_path(void)
{
    return one_in(8) ? "octopus.json" : one_in(2) ? "fish.json" : any_path();
}

static void sheet_frame(const CoirFrame *frame)
{
    if (frame)
        keep_action(coir_set_frame(frame));
}

static void sheet_animation(void)
{
    static const char *const tags[] = {NULL, "blink", "wave", "none"};
    CoirAnimation animation = coir_sheet_animation(any_sheet(), tags[below(4)]);
    animation.on_event = on_event;
    keep_action(coir_animate(&animation));
}

static bool drive_sheets(Function function)
{
    switch (function) {
    case F_coir_sheet_load: keep_sheet(coir_sheet_load(any_sheet_path())); return true;
    case F_coir_sheet_count: coir_sheet_count(any_sheet()); return true;
    case F_coir_sheet_frame: sheet_frame(coir_sheet_frame(any_sheet(), any_int())); return true;
    case F_coir_sheet_name: coir_sheet_name(any_sheet(), any_int()); return true;
    case F_coir_sheet_find:
        sheet_frame(coir_sheet_find(any_sheet(), one_in(2) ? "fish 2.png" : any_key()));
        return true;
    case F_coir_frame_find: sheet_frame(coir_frame_find(one_in(2) ? "fish 0.png" : any_key())); return true;
    case F_coir_sheet_animation: sheet_animation(); return true;
    case F_coir_sheet_tag_count: coir_sheet_tag_count(any_sheet()); return true;
    case F_coir_sheet_tag_name: coir_sheet_tag_name(any_sheet(), any_int()); return true;
    case F_coir_sheets_purge: coir_sheets_purge(); return true;
    default: return false;
    }
}

static CoirTransition last; // the transition that was made last

CoirTransition any_transition(void)
{
    if (one_in(8))
        last = (CoirTransition){.kind = NULL};
    if (one_in(2)) {
        CoirTransition transition = coir_transition_of(any_transition_class(), 0.1, NULL);
        transition.curve = one_in(4) ? any_ease_function() : NULL;
        return transition;
    }
    return one_in(2) ? coir_transition_cross_fade(0.1) : last;
}

static float any_tile(void)
{
    return badly() ? any_float() : (float)below(20);
}

static int any_strips(void)
{
    return badly() ? any_int() : 1 + below(20);
}

static bool drive_transitions(Function function)
{
    double seconds = any_seconds();
    switch (function) {
    case F_coir_transition_with_ease: last = coir_transition_with_ease(last, any_ease()); return true;
    case F_coir_transition_fade: last = coir_transition_fade(seconds, any_color()); return true;
    case F_coir_transition_cross_fade: last = coir_transition_cross_fade(seconds); return true;
    case F_coir_transition_move_in: last = coir_transition_move_in(seconds, (CoirSide)below(5)); return true;
    case F_coir_transition_slide: last = coir_transition_slide(seconds, (CoirSide)below(5)); return true;
    case F_coir_transition_shrink_grow: last = coir_transition_shrink_grow(seconds); return true;
    case F_coir_transition_roto_zoom: last = coir_transition_roto_zoom(seconds); return true;
    case F_coir_transition_jump_zoom: last = coir_transition_jump_zoom(seconds); return true;
    case F_coir_transition_flip_x: last = coir_transition_flip_x(seconds); return true;
    case F_coir_transition_flip_y: last = coir_transition_flip_y(seconds); return true;
    case F_coir_transition_zoom_flip_x: last = coir_transition_zoom_flip_x(seconds); return true;
    case F_coir_transition_zoom_flip_y: last = coir_transition_zoom_flip_y(seconds); return true;
    case F_coir_transition_split_columns: last = coir_transition_split_columns(seconds, any_strips()); return true;
    case F_coir_transition_split_rows: last = coir_transition_split_rows(seconds, any_strips()); return true;
    case F_coir_transition_turn_off_tiles:
        last = coir_transition_turn_off_tiles(seconds, any_tile(), (uint32_t)any_int());
        return true;
    case F_coir_transition_progress: last = coir_transition_progress(seconds, (CoirProgress)below(7)); return true;
    case F_coir_transition_mask: last = coir_transition_mask(seconds, any_path(), any_part()); return true;
    case F_coir_transition_of: last = coir_transition_of(any_transition_class(), seconds, NULL); return true;
    default: return false;
    }
}

bool drive_scene(Function function)
{
    return drive_transitions(function) || drive_sprites(function) || drive_boxes(function) || drive_slices(function) ||
           drive_labels(function) || drive_sheets(function);
}
