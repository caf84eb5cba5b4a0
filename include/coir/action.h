// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions: descriptions of what happens to a node over time.
//
// A description does not change and may run on any number of nodes at once. Constructors take over the descriptions
// given to them, and coir_node_run (coir/node_time.h) takes over its own, so that a whole expression needs no names and
// leaks nothing:
//
//     CoirAction *there = coir_move_by(1, 100, 0), *back = coir_move_by(1, -100, 0);
//     coir_node_run(node, coir_repeat_forever(coir_sequence(there, coir_delay(0.5), back)));
//
// Each run and each use in an expression takes one owner away, and the description is freed with its last owner. To
// keep a description for later, call coir_action_retain before each run, and coir_action_release when you need it no
// more:
//
//     coir_node_run(node, coir_action_retain(hop)); // as often as you like
//     coir_action_release(hop);                     // once, at the end
//
// When a part is NULL because it could not be made, the whole becomes NULL, the other parts are released, and
// coir_error() keeps the first reason: one check at the end serves the expression.
//
// Names: a function that makes an action has no type in its name (coir_move_by, coir_show). Every other function of
// Coir begins with its type or its module: coir_node_run, coir_stage_show, coir_log_set_hook.
//
// More of them: coir/action_timeline.h (parts at given times, marks, many nodes one after the other), coir/tween.h
// (fields of your own), coir/animation.h (pictures of a sprite), coir/action_class.h (kinds of your own). What can be
// done with an action that runs: coir/run.h.

#ifndef COIR_ACTION_H
#define COIR_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/callback.h"
#include "coir/color.h"
#include "coir/ease.h"
#include "coir/geometry.h"
#include "coir/node_class.h"

typedef struct CoirAction CoirAction;

// When the last Director is destroyed, a warning counts the descriptions that still have an owner: they were never run,
// or were retained and not released.

// Adds an owner to a description, and removes an owner. The description is freed with its last owner. Runs and
// compositions are owners, too; releasing a description that only they own is a reported mistake. retain returns
// `action`. NULL does nothing.
COIR_API CoirAction *coir_action_retain(CoirAction *action);
COIR_API void coir_action_release(CoirAction *action);

// Gives `user` to an action: `release(user)` is called once, when the description is freed. One owner serves all that
// an expression keeps, also coir_ease_function and on_event of an animation:
//
//     coir_node_run(node, coir_action_own(coir_call(open_door, door), door, free));
//
// `user` is taken over in any case: if `action` is NULL because it could not be made, or if there is no memory,
// `release(user)` is called at once. `release` may do anything. If `release` frees further actions, their release
// functions are called after `release` has returned. Returns the action, or NULL on error; a NULL `release` is a
// mistake, and `user` stays yours.
COIR_API CoirAction *coir_action_own(CoirAction *action, void *user, CoirUserFn release);

// How long it takes in seconds, infinity for one that repeats forever; 0 for NULL.
COIR_API double coir_action_duration(const CoirAction *action);

// All durations are seconds, 0 to a hundred years. A description may have 10 000 levels, 1000 of repeats and of what
// bends time inside each other, 12 of those whose time turns back, and 16 million parts. Every constructor returns NULL
// on error: a number that is not finite or out of range (a reported mistake), or no memory.

// Places -------------------------------------------------------------------------------------------------------------
//
// A `to` goes from where the node is when its turn comes. A `by` adds to what the node does otherwise: two at once add
// up, and any number of them ends exactly where the sum says. Of a `to` and a `by` at the same time the one that is
// written later has the last word: a later `by` adds to where the `to` takes the node, of an earlier one nothing is
// seen until the `to` is over.

// Moves to a place, or by a distance, in the parent's points.
COIR_API CoirAction *coir_move_to(double duration, float x, float y);
COIR_API CoirAction *coir_move_by(double duration, float x, float y);

// Scales to a size, or by a factor (2, 2: twice as large); `_uniform`: both ways alike.
COIR_API CoirAction *coir_scale_to(double duration, float x, float y);
COIR_API CoirAction *coir_scale_by(double duration, float x, float y);
COIR_API CoirAction *coir_scale_to_uniform(double duration, float scale);
COIR_API CoirAction *coir_scale_by_uniform(double duration, float factor);

// Turns to an angle, the shorter way round, or by an angle, in degrees clockwise.
COIR_API CoirAction *coir_rotate_to(double duration, float degrees);
COIR_API CoirAction *coir_rotate_by(double duration, float degrees);

// Leans, in degrees.
COIR_API CoirAction *coir_skew_to(double duration, float x, float y);
COIR_API CoirAction *coir_skew_by(double duration, float x, float y);

// Changes the node's size, in points, and its anchor, as a part of the size.
COIR_API CoirAction *coir_size_to(double duration, float width, float height);
COIR_API CoirAction *coir_size_by(double duration, float width, float height);
COIR_API CoirAction *coir_anchor_to(double duration, float x, float y);

// Moves in `jumps` (>= 1) arcs of `height` points.
COIR_API CoirAction *coir_jump_to(double duration, float x, float y, float height, int jumps);
COIR_API CoirAction *coir_jump_by(double duration, float x, float y, float height, int jumps);

// Moves along a cubic bezier curve: from where the node is, two controls, the end. By: all counted from the start.
COIR_API CoirAction *coir_bezier_to(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end);
COIR_API CoirAction *coir_bezier_by(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end);

// Moves through `count` (>= 1) points, which are copied, each part in the same time: a cardinal spline, `tension` 1
// goes straight, 0 is roundest. coir_catmull_rom_... uses the tension of cocos2d-x, 0.5. Elsewhere the name Catmull-Rom
// means tension 0: call coir_cardinal_spline_... with 0. To: the path begins at the first point. By: the points are
// relative to the node's position at the start; the first point is usually 0, 0.
COIR_API CoirAction *coir_cardinal_spline_to(double duration, float tension, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_cardinal_spline_by(double duration, float tension, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_catmull_rom_to(double duration, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_catmull_rom_by(double duration, const CoirVec2 *points, int count);

// Moves straight from point to point at a constant speed. To and by as above.
COIR_API CoirAction *coir_polyline_to(double duration, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_polyline_by(double duration, const CoirVec2 *points, int count);

// Keeps the node (a world) so placed that `target`, a node in it, is in the middle of a view of `view` points, as a
// camera does. `bounds`, in the node's own points, is what the view never leaves; a width of 0: no bounds. Without end;
// it stands still once the target is destroyed. A scale of the node counts, a rotation does not.
COIR_API CoirAction *coir_follow(CoirNode *target, CoirVec2 view, CoirRect bounds);

// Looks --------------------------------------------------------------------------------------------------------------

// Fades to an opacity of 0..1; in: to 1; out: to 0.
COIR_API CoirAction *coir_fade_to(double duration, float opacity);
COIR_API CoirAction *coir_fade_in(double duration);
COIR_API CoirAction *coir_fade_out(double duration);

// Changes the tint to a colour, or by amounts of -255..255.
COIR_API CoirAction *coir_tint_to(double duration, CoirColor color);
COIR_API CoirAction *coir_tint_by(double duration, float red, float green, float blue);

// Disappears and appears `times` (>= 1) times; at the end it is as it was found.
COIR_API CoirAction *coir_blink(double duration, int times);

// Instants -----------------------------------------------------------------------------------------------------------

COIR_API CoirAction *coir_show(void);
COIR_API CoirAction *coir_hide(void);
COIR_API CoirAction *coir_toggle_visibility(void);

// Puts the node at a place, in the parent's points.
COIR_API CoirAction *coir_place(float x, float y);

// Mirrors a sprite, or does not; on another node it is a reported mistake that does nothing.
COIR_API CoirAction *coir_flip_x(bool flipped);
COIR_API CoirAction *coir_flip_y(bool flipped);

// Sets the order among the siblings.
COIR_API CoirAction *coir_set_z(int z);

// Calls `function` with the node and `user`. It may do anything, destroy the node included. NULL is a mistake.
COIR_API CoirAction *coir_call(CoirCallFn function, void *user);

// Destroys the node.
COIR_API CoirAction *coir_remove_self(void);

// Compositions -------------------------------------------------------------------------------------------------------

// Waits.
COIR_API CoirAction *coir_delay(double duration);

// One after the other, or all at once; from one part on. The second forms take an array of `count` parts, which stays
// the caller's while its parts are taken over.
#if !defined(__cplusplus)
#define coir_sequence(...) coir_sequence_to_end_(COIR_PARTS_(__VA_ARGS__))
#define coir_spawn(...) coir_spawn_to_end_(COIR_PARTS_(__VA_ARGS__))
#endif
COIR_API CoirAction *coir_sequence_of(CoirAction *const *parts, int count);
COIR_API CoirAction *coir_spawn_of(CoirAction *const *parts, int count);

// What the macros are made of: an array with a mark at its end. Counting the parts with sizeof would write each of them
// twice, and so a composition that is ten levels deep a thousand times.
#define COIR_PARTS_(...) ((CoirAction *[]){__VA_ARGS__, &coir_parts_end_})
COIR_API_DATA CoirAction coir_parts_end_;
COIR_API CoirAction *coir_sequence_to_end_(CoirAction *const *parts);
COIR_API CoirAction *coir_spawn_to_end_(CoirAction *const *parts);

#if defined(__cplusplus)
template <typename... Parts> inline CoirAction *coir_sequence(Parts... parts)
{
    CoirAction *const all[] = {parts..., &coir_parts_end_};
    return coir_sequence_to_end_(all);
}

template <typename... Parts> inline CoirAction *coir_spawn(Parts... parts)
{
    CoirAction *const all[] = {parts..., &coir_parts_end_};
    return coir_spawn_to_end_(all);
}
#endif

// `times` times (0: nothing; below 0 is a mistake; COIR_FOREVER is only a large number here), or without end. What
// repeats forever may only be run, be the last part of a sequence, a part of a spawn, or given to coir_speed and
// coir_targeted. A part behind it is never reached: a reported mistake, and the sequence is made all the same.
// At most 1000 loops of a repeat make their calls in one step, also if a loop has no length. The calls of further loops
// are dropped, with one warning; properties change as if these loops had run. A part without length that repeats
// forever has one loop in each step.
COIR_API CoirAction *coir_repeat(int times, CoirAction *action);
COIR_API CoirAction *coir_repeat_forever(CoirAction *action);

// `speed` (> 0) times as fast: it takes 1 / `speed` of its time.
COIR_API CoirAction *coir_speed(double speed, CoirAction *action);

// The opposite: a by goes back exactly, a sequence runs from its last part to its first, in becomes out; the parts of a
// spawn all begin with it, a timeline (coir/action_timeline.h) is mirrored. A mistake, and NULL, for what has no
// opposite: a `to`.
COIR_API CoirAction *coir_reverse(CoirAction *action);

// Its time passes backwards, or there and back, in twice the time. Calls and other instants take effect once, when its
// time first comes by: of reverse_time at its begin, as its time begins at the end. What repeats forever is a mistake.
COIR_API CoirAction *coir_reverse_time(CoirAction *action);
COIR_API CoirAction *coir_yoyo(CoirAction *action);

// Runs it on another node, which is remembered, not owned: once that is destroyed nothing happens to it. The time is
// that of the node on which the whole runs. A NULL or destroyed node is a mistake.
COIR_API CoirAction *coir_targeted(CoirNode *node, CoirAction *action);

// Lets an action's time pass along a curve: with its usual parameter, with one, along a cubic bezier as in CSS, or
// along a function of yours. One that repeats forever is a mistake, and so is a parameter out of range (coir/ease.h).
COIR_API CoirAction *coir_ease(CoirEase ease, CoirAction *action);
COIR_API CoirAction *coir_ease_with(CoirEase ease, double parameter, CoirAction *action);
COIR_API CoirAction *coir_ease_bezier(double x1, double y1, double x2, double y2, CoirAction *action);
COIR_API CoirAction *coir_ease_function(CoirEaseFn function, void *user, CoirAction *action);

// Names (the name is copied) the moment at which the action begins, for coir_run_seek_mark and coir_at_mark.
COIR_API CoirAction *coir_with_mark(const char *mark, CoirAction *action);

#endif
