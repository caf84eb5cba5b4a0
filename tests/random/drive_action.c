// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of action.h, action_class.h, action_timeline.h, animation.h, run.h and tween.h.

#include <stddef.h>

#include "random/world.h"

static bool drive_places(Function function)
{
    switch (function) {
    case F_coir_move_to: keep_action(coir_move_to(any_seconds(), any_float(), any_float())); return true;
    case F_coir_move_by: keep_action(coir_move_by(any_seconds(), any_float(), any_float())); return true;
    case F_coir_scale_to: keep_action(coir_scale_to(any_seconds(), any_scale(), any_scale())); return true;
    case F_coir_scale_by: keep_action(coir_scale_by(any_seconds(), any_scale(), any_scale())); return true;
    case F_coir_scale_to_uniform: keep_action(coir_scale_to_uniform(any_seconds(), any_scale())); return true;
    case F_coir_scale_by_uniform: keep_action(coir_scale_by_uniform(any_seconds(), any_scale())); return true;
    case F_coir_rotate_to: keep_action(coir_rotate_to(any_seconds(), any_float())); return true;
    case F_coir_rotate_by: keep_action(coir_rotate_by(any_seconds(), any_float())); return true;
    case F_coir_skew_to: keep_action(coir_skew_to(any_seconds(), any_float(), any_float())); return true;
    case F_coir_skew_by: keep_action(coir_skew_by(any_seconds(), any_float(), any_float())); return true;
    case F_coir_size_to: keep_action(coir_size_to(any_seconds(), any_float(), any_float())); return true;
    case F_coir_size_by: keep_action(coir_size_by(any_seconds(), any_float(), any_float())); return true;
    case F_coir_anchor_to: keep_action(coir_anchor_to(any_seconds(), any_part(), any_part())); return true;
    case F_coir_jump_to:
        keep_action(coir_jump_to(any_seconds(), any_float(), any_float(), any_float(), any_int()));
        return true;
    case F_coir_jump_by:
        keep_action(coir_jump_by(any_seconds(), any_float(), any_float(), any_float(), any_int()));
        return true;
    case F_coir_follow: keep_action(coir_follow(any_node(), any_vec2(), any_rect())); return true;
    default: return false;
    }
}

static bool drive_paths(Function function)
{
    switch (function) {
    case F_coir_bezier_to: keep_action(coir_bezier_to(any_seconds(), any_vec2(), any_vec2(), any_vec2())); return true;
    case F_coir_bezier_by: keep_action(coir_bezier_by(any_seconds(), any_vec2(), any_vec2(), any_vec2())); return true;
    case F_coir_cardinal_spline_to:
        keep_action(coir_cardinal_spline_to(any_seconds(), any_part(), any_points(), any_count(POINTS)));
        return true;
    case F_coir_cardinal_spline_by:
        keep_action(coir_cardinal_spline_by(any_seconds(), any_part(), any_points(), any_count(POINTS)));
        return true;
    case F_coir_catmull_rom_to:
        keep_action(coir_catmull_rom_to(any_seconds(), any_points(), any_count(POINTS)));
        return true;
    case F_coir_catmull_rom_by:
        keep_action(coir_catmull_rom_by(any_seconds(), any_points(), any_count(POINTS)));
        return true;
    case F_coir_polyline_to: keep_action(coir_polyline_to(any_seconds(), any_points(), any_count(POINTS))); return true;
    case F_coir_polyline_by: keep_action(coir_polyline_by(any_seconds(), any_points(), any_count(POINTS))); return true;
    default: return false;
    }
}

static bool drive_looks(Function function)
{
    switch (function) {
    case F_coir_fade_to: keep_action(coir_fade_to(any_seconds(), any_part())); return true;
    case F_coir_fade_in: keep_action(coir_fade_in(any_seconds())); return true;
    case F_coir_fade_out: keep_action(coir_fade_out(any_seconds())); return true;
    case F_coir_tint_to: keep_action(coir_tint_to(any_seconds(), any_color())); return true;
    case F_coir_tint_by: keep_action(coir_tint_by(any_seconds(), any_float(), any_float(), any_float())); return true;
    case F_coir_blink: keep_action(coir_blink(any_seconds(), any_int())); return true;
    case F_coir_show: keep_action(coir_show()); return true;
    case F_coir_hide: keep_action(coir_hide()); return true;
    case F_coir_toggle_visibility: keep_action(coir_toggle_visibility()); return true;
    case F_coir_place: keep_action(coir_place(any_float(), any_float())); return true;
    case F_coir_flip_x: keep_action(coir_flip_x(any_bool())); return true;
    case F_coir_flip_y: keep_action(coir_flip_y(any_bool())); return true;
    case F_coir_set_z: keep_action(coir_set_z(any_int())); return true;
    case F_coir_call: keep_action(coir_call(any_call(), NULL)); return true;
    case F_coir_remove_self: keep_action(coir_remove_self()); return true;
    case F_coir_delay: keep_action(coir_delay(any_seconds())); return true;
    case F_coir_set_frame: keep_action(coir_set_frame(any_frame())); return true;
    default: return false;
    }
}

// Calls a function that takes ownership of the actions in an array, but not of the array.
static void drive_array(CoirAction *(*function)(CoirAction *const *parts, int count))
{
    int count = any_count(PARTS);
    Parts parts = take_parts(count);
    keep_action(function(badly() && count <= 0 ? NULL : parts.of, count));
}

static bool drive_compositions(Function function)
{
    switch (function) {
    case F_coir_sequence_of: drive_array(coir_sequence_of); return true;
    case F_coir_spawn_of: drive_array(coir_spawn_of); return true;
    case F_coir_timeline_of: drive_array(coir_timeline_of); return true;
    case F_coir_sequence_to_end_: keep_action(coir_sequence_to_end_(take_parts_to_end())); return true;
    case F_coir_spawn_to_end_: keep_action(coir_spawn_to_end_(take_parts_to_end())); return true;
    case F_coir_timeline_to_end_: keep_action(coir_timeline_to_end_(take_parts_to_end())); return true;
    case F_coir_sequence: keep_action(coir_sequence(take_action(), take_action())); return true;
    case F_coir_spawn: keep_action(coir_spawn(take_action(), take_action(), take_action())); return true;
    case F_coir_timeline: keep_action(coir_timeline(take_action(), coir_mark(any_key()), take_action())); return true;
    case F_coir_at: keep_action(coir_at(any_seconds(), take_action())); return true;
    case F_coir_after: keep_action(coir_after(any_number(), take_action())); return true;
    case F_coir_with: keep_action(coir_with(any_number(), take_action())); return true;
    case F_coir_at_mark: keep_action(coir_at_mark(any_key(), any_number(), take_action())); return true;
    case F_coir_mark: keep_action(coir_mark(any_key())); return true;
    case F_coir_with_mark: keep_action(coir_with_mark(any_key(), take_action())); return true;
    case F_coir_targeted: keep_action(coir_targeted(any_node(), take_action())); return true;
    default: return false;
    }
}

static void repeat(void)
{
    CoirAction *action = take_action();
    int times = any_times();
    keep_action_times(coir_repeat(times, action), times < 0 ? 0 : times > 1000 ? 1000 : times);
}

// A step makes the calls of at most 1000 loops, so endless loops cost as much as 1000 loops.
static void repeat_forever(void)
{
    CoirAction *action = take_action();
    keep_action_times(coir_repeat_forever(action), 1000);
}

static bool drive_time_benders(Function function)
{
    switch (function) {
    case F_coir_repeat: repeat(); return true;
    case F_coir_repeat_forever: repeat_forever(); return true;
    case F_coir_speed: keep_action(coir_speed(any_seconds(), take_action())); return true;
    case F_coir_reverse: keep_action(coir_reverse(take_action())); return true;
    case F_coir_reverse_time: keep_action(coir_reverse_time(take_action())); return true;
    case F_coir_yoyo: keep_action(coir_yoyo(take_action())); return true;
    case F_coir_ease: keep_action(coir_ease(any_ease(), take_action())); return true;
    case F_coir_ease_with: keep_action(coir_ease_with(any_ease(), any_number(), take_action())); return true;
    case F_coir_ease_bezier:
        keep_action(
            coir_ease_bezier((double)any_part(), any_number(), (double)any_part(), any_number(), take_action()));
        return true;
    case F_coir_ease_function: keep_action(coir_ease_function(any_ease_function(), NULL, take_action())); return true;
    default: return false;
    }
}

static void stagger(void)
{
    CoirAction *action = take_action();
    taken.calls *= NODES;
    keep_action(coir_stagger(any_nodes(), any_count(NODES), any_seconds(), (CoirStaggerFrom)below(6), action));
}

static void stagger_with(void)
{
    CoirStaggerDef def = {.each = any_seconds(), .from = (CoirStaggerFrom)below(6), .ease = any_ease()};
    if (one_in(2))
        def.action = take_action();
    if (!def.action || badly())
        def.make = make_for_stagger;
    taken.calls = taken.calls * NODES + 500; // 500: calls of the actions that `make` returns
    taken.parts += 10;
    keep_action(coir_stagger_with(any_nodes(), any_count(NODES), &def));
}

static void animate(void)
{
    CoirFrame frames[4];
    for (int i = 0; i < 4; i++)
        frames[i] = any_frame_value();
    CoirAnimation animation = {.frames = badly() ? NULL : frames,
                               .count = any_count(4),
                               .delay = any_seconds(),
                               .loops = below(3),
                               .order = (CoirAnimationOrder)below(5),
                               .restore = any_bool(),
                               .on_event = badly() ? NULL : on_event};
    keep_action(coir_animate(&animation));
}

static bool drive_others(Function function)
{
    int parameters = 7;
    switch (function) {
    case F_coir_stagger: stagger(); return true;
    case F_coir_stagger_with: stagger_with(); return true;
    case F_coir_animate: animate(); return true;
    case F_coir_action_new:
        keep_action(coir_action_new(any_action_class(), any_seconds(), badly() ? NULL : &parameters));
        return true;
    case F_coir_tween_float:
        keep_action(coir_tween_float(any_seconds(), any_field(COIR_FIELD_FLOAT), any_float(), any_float()));
        return true;
    case F_coir_tween_to_float:
        keep_action(coir_tween_to_float(any_seconds(), any_field(COIR_FIELD_FLOAT), any_float()));
        return true;
    case F_coir_tween_to_vec2:
        keep_action(coir_tween_to_vec2(any_seconds(), any_field(COIR_FIELD_VEC2), any_vec2()));
        return true;
    case F_coir_tween_to_color:
        keep_action(coir_tween_to_color(any_seconds(), any_field(COIR_FIELD_COLOR), any_color()));
        return true;
    case F_coir_tween_by_float:
        keep_action(coir_tween_by_float(any_seconds(), any_field(COIR_FIELD_FLOAT), any_float()));
        return true;
    case F_coir_tween_by_vec2:
        keep_action(coir_tween_by_vec2(any_seconds(), any_field(COIR_FIELD_VEC2), any_vec2()));
        return true;
    case F_coir_tween_vec2:
        keep_action(coir_tween_vec2(any_seconds(), any_field(COIR_FIELD_VEC2), any_vec2(), any_vec2()));
        return true;
    case F_coir_tween_color:
        keep_action(coir_tween_color(any_seconds(), any_field(COIR_FIELD_COLOR), any_color(), any_color()));
        return true;
    case F_coir_each:
        keep_action(coir_each(any_seconds(), any_number(), any_number(), any_node_tick(), NULL));
        return true;
    case F_coir_action_duration: coir_action_duration(any_action()); return true;
    case F_coir_action_release: coir_action_release(take_action()); return true;
    default: return false;
    }
}

static void own_by_action(void)
{
    CoirAction *action = take_action();
    CoirUserFn release = any_release();
    count_owned(release != NULL);
    keep_action(coir_action_own(action, NULL, release));
}

// Adds a second entry for a description to the table. Each of the two entries owns a reference.
static void retain(void)
{
    CoirAction *action = take_action();
    Cost cost = taken;
    coir_action_retain(action);
    keep_action(action);
    taken = cost;
    keep_action(action);
}

static CoirRun sought; // run of the seek in progress, if the seek makes calls

void stop_seek(void)
{
    coir_run_stop(sought);
}

// Calls `function`, one of the three functions that seek. Half of the seeks make calls.
static void seek(Function function)
{
    CoirRun before = sought, run = any_run();
    unsigned flags = one_in(2) ? COIR_SEEK_CALLS : 0;
    sought = flags ? run : before;
    if (function == F_coir_run_seek)
        coir_run_seek(run, any_seconds(), flags);
    else if (function == F_coir_run_seek_mark)
        coir_run_seek_mark(run, any_key(), flags);
    else
        coir_run_seek_fraction(run, (double)any_part(), flags);
    sought = before;
}

static bool drive_runs(Function function)
{
    switch (function) {
    case F_coir_action_retain: retain(); return true;
    case F_coir_action_own: own_by_action(); return true;
    case F_coir_run_stop: coir_run_stop(any_run()); return true;
    case F_coir_run_is_running: coir_run_is_running(any_run()); return true;
    case F_coir_run_pause: coir_run_pause(any_run()); return true;
    case F_coir_run_resume: coir_run_resume(any_run()); return true;
    case F_coir_run_is_paused: coir_run_is_paused(any_run()); return true;
    case F_coir_run_set_speed: coir_run_set_speed(any_run(), any_seconds()); return true;
    case F_coir_run_speed: coir_run_speed(any_run()); return true;
    case F_coir_run_reverse: coir_run_reverse(any_run()); return true;
    case F_coir_run_is_reversed: coir_run_is_reversed(any_run()); return true;
    case F_coir_run_seek:
    case F_coir_run_seek_mark:
    case F_coir_run_seek_fraction: seek(function); return true;
    case F_coir_run_restart: coir_run_restart(any_run()); return true;
    case F_coir_run_elapsed: coir_run_elapsed(any_run()); return true;
    case F_coir_run_duration: coir_run_duration(any_run()); return true;
    case F_coir_run_progress: coir_run_progress(any_run()); return true;
    case F_coir_run_loops: coir_run_loops(any_run()); return true;
    case F_coir_run_node: coir_run_node(any_run()); return true;
    case F_coir_run_on_done: coir_run_on_done(any_run(), any_run_end(), NULL); return true;
    case F_coir_run_set_tag: coir_run_set_tag(any_run(), any_int()); return true;
    case F_coir_run_tag: coir_run_tag(any_run()); return true;
    case F_coir_run_set_flags: coir_run_set_flags(any_run(), (uint32_t)any_int()); return true;
    case F_coir_run_flags: coir_run_flags(any_run()); return true;
    default: return false;
    }
}

bool drive_action(Function function)
{
    return drive_places(function) || drive_paths(function) || drive_looks(function) || drive_compositions(function) ||
           drive_time_benders(function) || drive_others(function) || drive_runs(function);
}
