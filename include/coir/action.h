// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions: descriptions of changes to a node over time.
//
// A description is immutable, and may run on any number of nodes at once. Constructors take ownership of the
// descriptions that are passed to them. coir_node_run (coir/node_time.h) takes ownership of the description that it
// runs. So an expression leaks nothing:
//
//     CoirAction *there = coir_move_by(1, 100, 0), *back = coir_move_by(1, -100, 0);
//     coir_node_run(node, coir_repeat_forever(coir_sequence(there, coir_delay(0.5), back)));
//
// A description counts its owners, and is freed with the last owner. The caller of a constructor is the first owner.
// A run, or an expression that uses the description, becomes the owner in place of the caller. To run a description
// several times, add an owner before each run with coir_action_retain, and call coir_action_release at the end:
//
//     coir_node_run(node, coir_action_retain(hop)); // as often as you like
//     coir_action_release(hop);                     // once, at the end
//
// A constructor that gets a NULL part returns NULL and releases its other parts. So if one part could not be made, the
// whole expression is NULL, and coir_error() has the first reason: one check at the end is enough.
//
// Names: a function that makes an action has no type in its name (coir_move_by, coir_show). The name of every other
// function of Coir begins with its type or its module: coir_node_run, coir_stage_show, coir_log_set_hook.
//
// Further actions: coir/action_timeline.h (parts at given times, marks, many nodes one after the other), coir/tween.h
// (fields of your own), coir/animation.h (pictures of a sprite), coir/action_class.h (kinds of your own). To stop,
// pause or seek an action that runs: coir/run.h.

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

// Add an owner to a description (retain), and remove an owner (release). The description is freed with its last
// owner. Runs and compositions are owners, too. Releasing a description that only runs and compositions own is a
// reported mistake. When the last Director is destroyed, a warning gives the number of descriptions of which you are
// still an owner: these were never run, or were retained and not released. coir_action_retain returns `action`. NULL
// does nothing.
COIR_API CoirAction *coir_action_retain(CoirAction *action);
COIR_API void coir_action_release(CoirAction *action);

// Gives `user` to an action: `release(user)` is called once, when the description is freed. One call covers all
// callbacks of an expression, including the functions of coir_ease_function and of CoirAnimation.on_event:
//
//     coir_node_run(node, coir_action_own(coir_call(open_door, door), door, free));
//
// The function always takes ownership of `user`: if `action` is NULL because it could not be made, or if there is no
// memory, `release(user)` is called at once. The only exception is a NULL `release`, which is a mistake: `user` stays
// yours. `release` may do anything. If `release` frees further actions, their release functions are called after
// `release` has returned. Returns the action. On error, releases the action and returns NULL.
COIR_API CoirAction *coir_action_own(CoirAction *action, void *user, CoirUserFn release);

// Returns the duration in seconds: infinity for an action that repeats forever, 0 for NULL.
COIR_API double coir_action_duration(const CoirAction *action);

// All durations are in seconds, from 0 to a hundred years. Every constructor returns NULL on error, and releases its
// parts. Errors are: a NULL part, no memory, and a reported mistake (a number that is not finite or out of range; a
// function, points or a mark that are NULL). A description may have at most
//
// 1. 16 million parts, and 2000 levels of parts inside parts,
// 2. 1000 levels of repeats, and of actions that change time (speed, ease, reverse_time, yoyo), inside each other,
// 3. 12 levels, inside each other, of coir_reverse_time, coir_yoyo, and compositions whose ease is back, elastic,
//    bounce, steps, spring, a Bezier curve or a function of yours,
// 4. 2 147 483 647 instants in a coir_repeat of an action without length, in all loops, also of repeats inside.

// Position and shape -------------------------------------------------------------------------------------------------
//
// A `to` action starts from the value that the node has when the action begins. A `by` action adds to the value: two
// `by` actions at the same time add up, and end exactly at the sum. When a `to` and a `by` change a property at the
// same time, their order in the expression matters: a `by` after the `to` adds to the value of the `to`; a `by` before
// the `to` has no visible effect until the `to` has ended.

// Move to a position, or by a distance, in the parent's points.
COIR_API CoirAction *coir_move_to(double duration, float x, float y);
COIR_API CoirAction *coir_move_by(double duration, float x, float y);

// Scale to a scale, or by a factor (2, 2: twice as large). A factor adds (factor - 1) times the scale at the start: two
// actions by 2 at the same time end at three times the scale. The `_uniform` forms use one number for both axes.
COIR_API CoirAction *coir_scale_to(double duration, float x, float y);
COIR_API CoirAction *coir_scale_by(double duration, float x, float y);
COIR_API CoirAction *coir_scale_to_uniform(double duration, float scale);
COIR_API CoirAction *coir_scale_by_uniform(double duration, float factor);

// Rotate to an angle, the shorter way round, or by an angle, in degrees clockwise.
COIR_API CoirAction *coir_rotate_to(double duration, float degrees);
COIR_API CoirAction *coir_rotate_by(double duration, float degrees);

// Skew to angles, or by angles, in degrees (see CoirNode.skew).
COIR_API CoirAction *coir_skew_to(double duration, float x, float y);
COIR_API CoirAction *coir_skew_by(double duration, float x, float y);

// Change the node's size, in points, or the anchor, as a fraction of the size.
COIR_API CoirAction *coir_size_to(double duration, float width, float height);
COIR_API CoirAction *coir_size_by(double duration, float width, float height);
COIR_API CoirAction *coir_anchor_to(double duration, float x, float y);

// Move to a position, or by a distance, in `jumps` (>= 1) arcs, each `height` points high.
COIR_API CoirAction *coir_jump_to(double duration, float x, float y, float height, int jumps);
COIR_API CoirAction *coir_jump_by(double duration, float x, float y, float height, int jumps);

// Move along a cubic Bezier curve: from the node's position over two control points to the end, in the parent's
// points. In the `by` form, all three points are relative to the node's position at the start.
COIR_API CoirAction *coir_bezier_to(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end);
COIR_API CoirAction *coir_bezier_by(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end);

// Move along a cardinal spline through `count` (1 to 1 000 000) points, which are copied. Each section between two
// points takes the same time. A `tension` of 1 gives straight sections, 0 the roundest curve. coir_catmull_rom_to and
// _by have a tension of 0.5, as in cocos2d-x. Most other programs mean a tension of 0 by Catmull-Rom: call
// coir_cardinal_spline_to or _by with 0. In the `to` form, the path begins at the first point. In the `by` form, the
// points are relative to the node's position at the start; the first point is usually 0, 0.
COIR_API CoirAction *coir_cardinal_spline_to(double duration, float tension, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_cardinal_spline_by(double duration, float tension, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_catmull_rom_to(double duration, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_catmull_rom_by(double duration, const CoirVec2 *points, int count);

// Move straight from point to point at a constant speed. The points of `to` and `by` are as for the splines.
COIR_API CoirAction *coir_polyline_to(double duration, const CoirVec2 *points, int count);
COIR_API CoirAction *coir_polyline_by(double duration, const CoirVec2 *points, int count);

// Follows `target` as a camera does. Run the action on a node that contains the whole level: the action moves this node
// so that `target`, a node below it, is in the middle of the view, the rectangle from (0, 0) to `view` in the points of
// the node's parent. The view does not leave `bounds`, a rectangle in the node's own points. On an axis on which the
// bounds are shorter than the view, the middle of the bounds is in the middle of the view. A width of 0 means no
// bounds. The scale of the node is considered, its rotation is not. The action has no end. Runs are stepped in the
// order in which they began: if a run of the target began later, the view is one step behind. When the target is
// destroyed, the node stops. A NULL or destroyed target is a mistake.
COIR_API CoirAction *coir_follow(CoirNode *target, CoirVec2 view, CoirRect bounds);

// Looks --------------------------------------------------------------------------------------------------------------

// Fade to an opacity of 0..1; fade in, to 1; fade out, to 0.
COIR_API CoirAction *coir_fade_to(double duration, float opacity);
COIR_API CoirAction *coir_fade_in(double duration);
COIR_API CoirAction *coir_fade_out(double duration);

// Change the tint to a colour, or add amounts, which may be below 0, to red, green and blue. The sums are limited to
// 0..255.
COIR_API CoirAction *coir_tint_to(double duration, CoirColor color);
COIR_API CoirAction *coir_tint_by(double duration, float red, float green, float blue);

// Hides and shows the node `times` (>= 1) times. At the end the node is as visible as at the start. If a second blink
// begins during a blink, the node is as visible after both blinks as before both. Exception: if the first blink is in a
// run of another node, which blinks the node through coir_targeted, the second blink starts from the visibility that
// the first blink shows then.
COIR_API CoirAction *coir_blink(double duration, int times);

// Instants: actions without duration ---------------------------------------------------------------------------------

// Show the node, hide the node, and toggle between the two (CoirNode.visible).
COIR_API CoirAction *coir_show(void);
COIR_API CoirAction *coir_hide(void);
COIR_API CoirAction *coir_toggle_visibility(void);

// Sets the node's position, in the parent's points.
COIR_API CoirAction *coir_place(float x, float y);

// Mirror the picture of a sprite left to right (x), or turn the picture upside down (y). With `flipped` false, the
// picture is not mirrored. For a node that is no sprite, a mistake is reported and nothing changes.
COIR_API CoirAction *coir_flip_x(bool flipped);
COIR_API CoirAction *coir_flip_y(bool flipped);

// Sets the node's order among its siblings (CoirNode.z).
COIR_API CoirAction *coir_set_z(int z);

// Calls `function` with the node and `user`. `function` may do anything, and may even destroy the node. A NULL
// `function` is a mistake. coir_action_own lets the action own `user`.
COIR_API CoirAction *coir_call(CoirCallFn function, void *user);

// Destroys the node.
COIR_API CoirAction *coir_remove_self(void);

// Compositions -------------------------------------------------------------------------------------------------------

// Waits for a duration.
COIR_API CoirAction *coir_delay(double duration);

// Play parts one after the other (sequence), or all at the same time (spawn). At least one part is needed. The `_of`
// forms take an array of `count` parts: the parts are taken over, the array stays yours.
#if !defined(__cplusplus)
#define coir_sequence(...) coir_sequence_to_end_(COIR_PARTS_(__VA_ARGS__))
#define coir_spawn(...) coir_spawn_to_end_(COIR_PARTS_(__VA_ARGS__))
#endif
COIR_API CoirAction *coir_sequence_of(CoirAction *const *parts, int count);
COIR_API CoirAction *coir_spawn_of(CoirAction *const *parts, int count);

// Helpers of the macros. The macros append `&coir_parts_end_` to the array of parts, as its end. (A macro that counts
// the parts with sizeof has to write each part twice, and so writes the innermost part of ten levels a thousand times.)
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

// Repeat an action `times` times, or without end. With 0 `times` nothing happens; below 0 is a mistake. COIR_FOREVER
// as `times` is only a large number: use coir_repeat_forever.
//
// 1. An action without end may be run, may be a part of a spawn, or the last part of a sequence, and may be given to
//    coir_speed and coir_targeted. A part of a sequence after an action without end, and the second time of coir_repeat
//    with such an action, are never reached: a mistake is reported, and the action is made all the same.
// 2. At most 1000 loops of a repeat make their calls in one step, even if a loop has no length. Further loops make no
//    calls, with one warning, but change properties as usual. Exception: if a part scales or sets a property, the
//    effect of many loops together can sometimes not be computed. Then at most 10 000 of the further loops change
//    properties in one step.
// 3. An action without length that repeats forever has one loop in each step. These loops are not counted
//    (coir_run_loops), and the properties after a seek depend on the steps before.
COIR_API CoirAction *coir_repeat(int times, CoirAction *action);
COIR_API CoirAction *coir_repeat_forever(CoirAction *action);

// Plays an action `speed` (> 0) times as fast: the duration is divided by `speed`. An action without end stops when
// its own time has reached a hundred years.
COIR_API CoirAction *coir_speed(double speed, CoirAction *action);

// Makes the opposite of an action: a `by` goes back exactly, coir_fade_in becomes coir_fade_out, the parts of a
// sequence are reversed and play from last to first. The reversed parts of a spawn begin together; a timeline
// (coir/action_timeline.h) is mirrored. A `to` has no opposite: the function reports a mistake, and returns NULL.
COIR_API CoirAction *coir_reverse(CoirAction *action);

// Run the time of an action backwards (reverse_time), or forwards and then backwards (yoyo), which takes twice as
// long. Calls and other instants take effect once, when the action's time first reaches them. They stay in effect,
// even when the time goes back before them. coir_reverse_time starts at the end of the action's time, so there all
// instants take effect at the start. Only coir_place and coir_set_frame are undone when the time goes back, as moves
// and animations are. An action without end is a mistake.
COIR_API CoirAction *coir_reverse_time(CoirAction *action);
COIR_API CoirAction *coir_yoyo(CoirAction *action);

// Plays an action on another node, as a part of a run. The action does not own `node`; when `node` is destroyed, this
// part does nothing. The part runs on the clock of the node that runs the whole expression. A NULL or destroyed node
// is a mistake.
COIR_API CoirAction *coir_targeted(CoirNode *node, CoirAction *action);

// Run the time of an action along a curve: an ease with its default parameter, an ease with a parameter of your own, a
// cubic Bezier curve as in CSS, or a function of your own. The curve of a single action that changes a property may
// lead beyond the start and the end of the action. The time inside a composition stays between its start and its end.
// An action without end is a mistake, and so is a parameter out of range (coir/ease.h).
COIR_API CoirAction *coir_ease(CoirEase ease, CoirAction *action);
COIR_API CoirAction *coir_ease_with(CoirEase ease, double parameter, CoirAction *action);
COIR_API CoirAction *coir_ease_bezier(double x1, double y1, double x2, double y2, CoirAction *action);
COIR_API CoirAction *coir_ease_function(CoirEaseFn function, void *user, CoirAction *action);

// Names the time at which the action begins, for coir_run_seek_mark and coir_at_mark. The name is copied. Inside an
// ease, reverse_time or yoyo, this is the time at which the action would begin without them.
COIR_API CoirAction *coir_with_mark(const char *mark, CoirAction *action);

#endif
