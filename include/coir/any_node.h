// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Any node: lets each function that takes a node take a pointer to a node of any type, through COIR_NODE
// (coir/node_class.h, which also explains the errors of compilers):
//
//     CoirSprite *coconut = coir_sprite_add(scene, "coconut.png", 480, 220);
//     coir_node_run(coconut, coir_fade_out(2));
//
// A macro of the same name hides each of these functions, and passes the node through COIR_NODE. Write the name in
// parentheses to call the function itself, `(coir_node_destroy)(node)`; the address of the function is
// `coir_node_destroy`. Write a literal NULL as `(CoirNode *)NULL`. A plain NULL is allowed where NULL has a meaning: as
// the scene of coir_director_run, coir_director_show, coir_stage_show and their forms with a transition, and as an
// overlay.
//
// coir/coir.h includes this header last. Programs that include single headers may do the same, or call COIR_NODE.

#ifndef COIR_ANY_NODE_H
#define COIR_ANY_NODE_H

#include "coir/action.h"
#include "coir/action_manager.h"
#include "coir/director.h"
#include "coir/interpolation.h"
#include "coir/listener.h"
#include "coir/node.h"
#include "coir/node_class.h"
#include "coir/node_sound.h"
#include "coir/node_time.h"
#include "coir/stage.h"

// clang-format off

// coir/node_class.h, coir/node.h
#define coir_node_is(node, node_class) coir_node_is(COIR_NODE(node), node_class)
#define coir_node_destroy(node) coir_node_destroy(COIR_NODE(node))
#define coir_node_destroy_children(node) coir_node_destroy_children(COIR_NODE(node))
#define coir_node_own(node, user, release) coir_node_own(COIR_NODE(node), user, release)
#define coir_node_ref(node) coir_node_ref(COIR_NODE(node))
#define coir_node_add(parent, child) coir_node_add(COIR_NODE(parent), COIR_NODE(child))
#define coir_node_detach(node) coir_node_detach(COIR_NODE(node))
#define coir_node_set_parent(node, parent) coir_node_set_parent(COIR_NODE(node), COIR_NODE(parent))
#define coir_node_parent(node) coir_node_parent(COIR_NODE(node))
#define coir_node_child_count(node) coir_node_child_count(COIR_NODE(node))
#define coir_node_first_child(node) coir_node_first_child(COIR_NODE(node))
#define coir_node_next_sibling(node) coir_node_next_sibling(COIR_NODE(node))
#define coir_node_each_child(node, function, user) coir_node_each_child(COIR_NODE(node), function, user)
#define coir_node_find(root, name) coir_node_find(COIR_NODE(root), name)
#define coir_node_find_tag(root, tag) coir_node_find_tag(COIR_NODE(root), tag)
#define coir_node_is_on_stage(node) coir_node_is_on_stage(COIR_NODE(node))
#define coir_node_validate(root) coir_node_validate(COIR_NODE(root))
#define coir_node_transform(node) coir_node_transform(COIR_NODE(node))
#define coir_node_world_transform(node) coir_node_world_transform(COIR_NODE(node))
#define coir_node_to_parent(node, ... /* point */) coir_node_to_parent(COIR_NODE(node), __VA_ARGS__)
#define coir_node_from_parent(node, ... /* point */) coir_node_from_parent(COIR_NODE(node), __VA_ARGS__)
#define coir_node_to_world(node, ... /* point */) coir_node_to_world(COIR_NODE(node), __VA_ARGS__)
#define coir_node_from_world(node, ... /* point */) coir_node_from_world(COIR_NODE(node), __VA_ARGS__)
#define coir_node_bounds(node) coir_node_bounds(COIR_NODE(node))
#define coir_node_world_bounds(node) coir_node_world_bounds(COIR_NODE(node))
#define coir_node_world_corners(node, corners) coir_node_world_corners(COIR_NODE(node), corners)
#define coir_node_contains(node, ... /* point */) coir_node_contains(COIR_NODE(node), __VA_ARGS__)
#define coir_node_set_scale(node, scale) coir_node_set_scale(COIR_NODE(node), scale)
#define coir_node_shown_opacity(node) coir_node_shown_opacity(COIR_NODE(node))
#define coir_node_shown_color(node) coir_node_shown_color(COIR_NODE(node))

// coir/node_time.h
#define coir_node_every_frame(node, tick, user, priority) coir_node_every_frame(COIR_NODE(node), tick, user, priority)
#define coir_node_every(node, interval, call, user) coir_node_every(COIR_NODE(node), interval, call, user)
#define coir_node_once_after(node, delay, call, user) coir_node_once_after(COIR_NODE(node), delay, call, user)
#define coir_node_schedule(node, ... /* def */) coir_node_schedule(COIR_NODE(node), __VA_ARGS__)
#define coir_node_unschedule(node, key) coir_node_unschedule(COIR_NODE(node), key)
#define coir_node_unschedule_callback(node, callback) \
    coir_node_unschedule_callback(COIR_NODE(node), COIR_CALLBACK(callback))
#define coir_node_unschedule_all(node) coir_node_unschedule_all(COIR_NODE(node))
#define coir_node_is_scheduled(node, key) coir_node_is_scheduled(COIR_NODE(node), key)
#define coir_node_is_callback_scheduled(node, callback) \
    coir_node_is_callback_scheduled(COIR_NODE(node), COIR_CALLBACK(callback))
#define coir_node_remaining(node, key, seconds) coir_node_remaining(COIR_NODE(node), key, seconds)
#define coir_node_callback_remaining(node, callback, seconds) \
    coir_node_callback_remaining(COIR_NODE(node), COIR_CALLBACK(callback), seconds)
#define coir_node_timers(node, timers, capacity) coir_node_timers(COIR_NODE(node), timers, capacity)
#define coir_node_run(node, ... /* action */) coir_node_run(COIR_NODE(node), __VA_ARGS__)
#define coir_node_stop_all(node) coir_node_stop_all(COIR_NODE(node))
#define coir_node_stop_tag(node, tag) coir_node_stop_tag(COIR_NODE(node), tag)
#define coir_node_stop_all_tag(node, tag) coir_node_stop_all_tag(COIR_NODE(node), tag)
#define coir_node_stop_flags(node, mask) coir_node_stop_flags(COIR_NODE(node), mask)
#define coir_node_find_run(node, tag) coir_node_find_run(COIR_NODE(node), tag)
#define coir_node_run_count(node) coir_node_run_count(COIR_NODE(node))
#define coir_node_pause(node) coir_node_pause(COIR_NODE(node))
#define coir_node_resume(node) coir_node_resume(COIR_NODE(node))
#define coir_node_is_paused(node) coir_node_is_paused(COIR_NODE(node))
#define coir_node_set_time_scale(node, scale) coir_node_set_time_scale(COIR_NODE(node), scale)
#define coir_node_time_scale(node) coir_node_time_scale(COIR_NODE(node))
#define coir_node_pause_tree(node) coir_node_pause_tree(COIR_NODE(node))
#define coir_node_resume_tree(node) coir_node_resume_tree(COIR_NODE(node))
#define coir_node_is_tree_paused(node) coir_node_is_tree_paused(COIR_NODE(node))
#define coir_node_set_interface(node, is_interface) coir_node_set_interface(COIR_NODE(node), is_interface)
#define coir_node_is_interface(node) coir_node_is_interface(COIR_NODE(node))

// coir/node_sound.h
#define coir_node_play(node, sound) coir_node_play(COIR_NODE(node), sound)
#define coir_node_play_with(node, sound, ... /* play */) coir_node_play_with(COIR_NODE(node), sound, __VA_ARGS__)
#define coir_node_stop_voices(node) coir_node_stop_voices(COIR_NODE(node))

// coir/interpolation.h
#define coir_node_set_interpolated(node, interpolated) coir_node_set_interpolated(COIR_NODE(node), interpolated)
#define coir_node_is_interpolated(node) coir_node_is_interpolated(COIR_NODE(node))
#define coir_node_teleport(node, x, y) coir_node_teleport(COIR_NODE(node), x, y)

// coir/listener.h
#define coir_node_on(node, type, listener, user) coir_node_on(COIR_NODE(node), type, listener, user)
#define coir_node_on_custom(node, name, listener, user) coir_node_on_custom(COIR_NODE(node), name, listener, user)
#define coir_node_listen(node, listener, user) coir_node_listen(COIR_NODE(node), listener, user)
#define coir_node_listen_with_priority(node, priority, listener, user) \
    coir_node_listen_with_priority(COIR_NODE(node), priority, listener, user)
#define coir_node_unlisten(node, listener, user) coir_node_unlisten(COIR_NODE(node), listener, user)
#define coir_node_set_hit(node, function, user) coir_node_set_hit(COIR_NODE(node), function, user)
#define coir_node_is_hit(node, ... /* world_point */) coir_node_is_hit(COIR_NODE(node), __VA_ARGS__)
#define coir_node_capture(node, finger) coir_node_capture(COIR_NODE(node), finger)
#define coir_node_start_text(node) coir_node_start_text(COIR_NODE(node))

// coir/action.h, coir/action_manager.h
#define coir_follow(target, ... /* view, bounds */) coir_follow(COIR_NODE(target), __VA_ARGS__)
#define coir_targeted(node, ... /* action */) coir_targeted(COIR_NODE(node), __VA_ARGS__)
#define coir_action_manager_run(manager, node, ... /* action */) \
    coir_action_manager_run(manager, COIR_NODE(node), __VA_ARGS__)
#define coir_node_set_contains(set, node) coir_node_set_contains(set, COIR_NODE(node))

// coir/stage.h, coir/director.h
#define coir_stage_show(stage, scene) coir_stage_show(stage, COIR_NODE_OR_NULL(scene))
#define coir_stage_push(stage, scene) coir_stage_push(stage, COIR_NODE(scene))
#define coir_stage_set_overlay(stage, overlay) coir_stage_set_overlay(stage, COIR_NODE_OR_NULL(overlay))
#define coir_director_run(director, scene) coir_director_run(director, COIR_NODE_OR_NULL(scene))
#define coir_director_show(director, scene) coir_director_show(director, COIR_NODE_OR_NULL(scene))
#define coir_director_push(director, scene) coir_director_push(director, COIR_NODE(scene))
#define coir_stage_show_with(stage, scene, ... /* transition */) \
    coir_stage_show_with(stage, COIR_NODE_OR_NULL(scene), __VA_ARGS__)
#define coir_director_show_with(director, scene, ... /* transition */) \
    coir_director_show_with(director, COIR_NODE_OR_NULL(scene), __VA_ARGS__)
#define coir_stage_push_with(stage, scene, ... /* transition */) \
    coir_stage_push_with(stage, COIR_NODE(scene), __VA_ARGS__)
#define coir_director_push_with(director, scene, ... /* transition */) \
    coir_director_push_with(director, COIR_NODE(scene), __VA_ARGS__)
#define coir_director_set_overlay(director, overlay) coir_director_set_overlay(director, COIR_NODE_OR_NULL(overlay))

// clang-format on

#endif
