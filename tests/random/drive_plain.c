// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of api.h, color.h, ease.h, error.h, geometry.h, log.h, memory.h, overlap.h, random.h, save.h and sweep.h.

#include <stddef.h>

#include "base/fail.h"
#include "random/world.h"

static volatile float kept; // keeps the compiler from leaving out calls

static void keep_vec2(CoirVec2 v)
{
    kept = v.x + v.y;
}

static void keep_rect(CoirRect r)
{
    kept = r.x + r.y + r.width + r.height;
}

static bool drive_vectors(Function function)
{
    switch (function) {
    case F_coir_vec2: keep_vec2(coir_vec2(any_float(), any_float())); return true;
    case F_coir_vec2_add: keep_vec2(coir_vec2_add(any_vec2(), any_vec2())); return true;
    case F_coir_vec2_sub: keep_vec2(coir_vec2_sub(any_vec2(), any_vec2())); return true;
    case F_coir_vec2_scale: keep_vec2(coir_vec2_scale(any_vec2(), any_float())); return true;
    case F_coir_vec2_dot: kept = coir_vec2_dot(any_vec2(), any_vec2()); return true;
    case F_coir_vec2_length: kept = coir_vec2_length(any_vec2()); return true;
    case F_coir_vec2_distance: kept = coir_vec2_distance(any_vec2(), any_vec2()); return true;
    case F_coir_vec2_normalize: keep_vec2(coir_vec2_normalize(any_vec2())); return true;
    case F_coir_vec2_lerp: keep_vec2(coir_vec2_lerp(any_vec2(), any_vec2(), any_part())); return true;
    case F_coir_vec2_rotate: keep_vec2(coir_vec2_rotate(any_vec2(), any_float())); return true;
    case F_coir_vec2_reflect: keep_vec2(coir_vec2_reflect(any_vec2(), any_vec2())); return true;
    case F_coir_vec2_angle: kept = coir_vec2_angle(any_vec2()); return true;
    case F_coir_rect: keep_rect(coir_rect(any_float(), any_float(), any_float(), any_float())); return true;
    case F_coir_rect_contains: kept = coir_rect_contains(any_rect(), any_vec2()); return true;
    case F_coir_rect_overlaps: kept = coir_rect_overlaps(any_rect(), any_rect()); return true;
    case F_coir_rect_intersection: keep_rect(coir_rect_intersection(any_rect(), any_rect())); return true;
    case F_coir_rect_union: keep_rect(coir_rect_union(any_rect(), any_rect())); return true;
    case F_coir_insets: kept = coir_insets(any_float(), any_float(), any_float(), any_float()).top; return true;
    case F_coir_insets_all: kept = coir_insets_all(any_float()).top; return true;
    case F_coir_affine_identity: kept = coir_affine_identity().a; return true;
    case F_coir_affine_multiply: kept = coir_affine_multiply(any_affine(), any_affine()).a; return true;
    case F_coir_affine_apply: keep_vec2(coir_affine_apply(any_affine(), any_vec2())); return true;
    case F_coir_affine_inverse: kept = coir_affine_inverse(any_affine()).a; return true;
    case F_coir_affine_apply_rect: keep_rect(coir_affine_apply_rect(any_affine(), any_rect())); return true;
    default: return false;
    }
}

static const char *any_save(void)
{
    static const char *const good[] = {"best", "keys.txt"}, *const bad[] = {NULL, "", "..", "con", "a/b"};
    const char *name = badly() ? bad[below(5)] : good[below(2)];
    note_text(name);
    return name;
}

static bool drive_saves(Function function)
{
    static char bytes[100];
    size_t size = (size_t)below(sizeof bytes + 1);
    switch (function) {
    case F_coir_saves_open: coir_saves_open(badly() ? NULL : "Ann", badly() ? any_text() : "Random"); return true;
    case F_coir_save_write: coir_save_write(any_save(), badly() ? NULL : bytes, size); return true;
    case F_coir_save_read: coir_save_read(any_save(), badly() ? NULL : bytes, size); return true;
    case F_coir_save_remove: coir_save_remove(any_save()); return true;
    case F_coir_save_path: coir_save_path(any_save()); return true;
    default: return false;
    }
}

static bool drive_numbers(Function function)
{
    static CoirRandom random;
    switch (function) {
    case F_coir_rgb: kept = coir_rgb((uint8_t)below(256), 2, 3).r; return true;
    case F_coir_rgba: kept = coir_rgba((uint8_t)below(256), 2, 3, 4).r; return true;
    case F_coir_color_multiply: kept = coir_color_multiply(any_color(), any_color()).r; return true;
    case F_coir_color_lerp: kept = coir_color_lerp(any_color(), any_color(), any_part()).r; return true;
    case F_coir_random: random = coir_random((uint64_t)any_int()); return true;
    case F_coir_random_bits: kept = (float)coir_random_bits(&random); return true;
    case F_coir_random_int: kept = (float)coir_random_int(&random, any_int(), any_int()); return true;
    case F_coir_random_range: coir_random_range(&random, any_number(), any_number()); return true;
    case F_coir_ease_at: coir_ease_at(any_ease(), any_number()); return true;
    case F_coir_ease_at_with: coir_ease_at_with(any_ease(), any_number(), any_number()); return true;
    case F_coir_ease_bezier_at:
        coir_ease_bezier_at(any_number(), any_number(), any_number(), any_number(), any_number());
        return true;
    case F_coir_ease_parameter: coir_ease_parameter(any_ease()); return true;
    case F_coir_ease_takes: coir_ease_takes(any_ease(), any_number()); return true;
    case F_coir_ease_name: coir_ease_name(any_ease()); return true;
    default: return false;
    }
}

static CoirOverlap *any_overlap(void)
{
    static CoirOverlap overlap;
    return one_in(3) ? NULL : &overlap;
}

static bool drive_overlaps(Function function)
{
    switch (function) {
    case F_coir_overlap_rect_rect: coir_overlap_rect_rect(any_rect(), any_rect(), any_overlap()); return true;
    case F_coir_overlap_circle_circle:
        coir_overlap_circle_circle(any_vec2(), any_float(), any_vec2(), any_float(), any_overlap());
        return true;
    case F_coir_overlap_circle_rect:
        coir_overlap_circle_rect(any_vec2(), any_float(), any_rect(), any_overlap());
        return true;
    case F_coir_overlap_circle_polygon:
        coir_overlap_circle_polygon(any_vec2(), any_float(), any_points(), any_count(POINTS), any_overlap());
        return true;
    case F_coir_overlap_polygon_polygon: {
        const CoirVec2 *points = any_points(); // a second call of any_points would overwrite the first array
        coir_overlap_polygon_polygon(points, any_count(POINTS), points, any_count(POINTS), any_overlap());
        return true;
    }
    case F_coir_overlap_segment_segment:
        coir_overlap_segment_segment(any_vec2(), any_vec2(), any_vec2(), any_vec2(), any_overlap());
        return true;
    case F_coir_overlap_segment_circle:
        coir_overlap_segment_circle(any_vec2(), any_vec2(), any_vec2(), any_float(), any_overlap());
        return true;
    case F_coir_overlap_segment_rect:
        coir_overlap_segment_rect(any_vec2(), any_vec2(), any_rect(), any_overlap());
        return true;
    case F_coir_overlap_segment_polygon:
        coir_overlap_segment_polygon(any_vec2(), any_vec2(), any_points(), any_count(POINTS), any_overlap());
        return true;
    case F_coir_polygon_contains:
        kept = coir_polygon_contains(any_points(), any_count(POINTS), any_vec2());
        return true;
    case F_coir_polygon_is_convex: kept = coir_polygon_is_convex(any_points(), any_count(POINTS)); return true;
    default: return false;
    }
}

#define BOXES 4

static const CoirRect *any_boxes(void)
{
    static CoirRect boxes[BOXES];
    for (int i = 0; i < BOXES; i++)
        boxes[i] = any_rect();
    return badly() ? NULL : boxes;
}

static bool drive_sweeps(Function function)
{
    switch (function) {
    case F_coir_sweep_rect:
        keep_vec2(coir_sweep_rect(any_rect(), any_vec2(), any_boxes(), any_count(BOXES)).moved);
        return true;
    case F_coir_sweep_circle:
        keep_vec2(coir_sweep_circle(any_vec2(), any_float(), any_vec2(), any_boxes(), any_count(BOXES)).moved);
        return true;
    case F_coir_sweep_slide:
        keep_vec2(coir_sweep_slide(any_rect(), any_vec2(), any_boxes(), any_count(BOXES)).moved);
        return true;
    default: return false;
    }
}

// Clears the error, and lets mistakes be logged again, so that the log hook is called often.
static void clear_error(void)
{
    coir_error_clear();
    coir_log_forget();
}

static bool drive_base(Function function)
{
    switch (function) {
    case F_coir_version: kept = coir_version()[0]; return true;
    case F_coir_error: kept = coir_error()[0]; return true;
    case F_coir_error_clear: clear_error(); return true;
    case F_coir_log: coir_log((CoirLogLevel)any_int(), badly() ? NULL : "%s", any_key() ? "text" : ""); return true;
    case F_coir_log_set_level: coir_log_set_level((CoirLogLevel)below(COIR_LOG_ERROR + 1)); return true;
    case F_coir_memory_set_hook:
    case F_coir_log_set_hook: hooks_begin(); return true;
    default: return false;
    }
}

bool drive_plain(Function function)
{
    return drive_vectors(function) || drive_numbers(function) || drive_saves(function) || drive_overlaps(function) ||
           drive_sweeps(function) || drive_base(function);
}
