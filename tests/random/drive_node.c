// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of node.h, node_class.h, node_time.h, interpolation.h and listener.h, and writing to the fields of nodes.

#include <stddef.h>

#include "random/world.h"

#define TIMERS 3

// Detaches a node, and destroys the node in half of the cases. A detached node stays in the table.
static void detach(void)
{
    CoirNode *node = coir_node_detach(any_node());
    if (node && one_in(2))
        coir_node_destroy(node);
}

static void set_scale(void)
{
    CoirNode *node = live_node();
    if (node)
        coir_node_set_scale(node, any_scale());
}

static bool drive_tree(Function function)
{
    switch (function) {
    case F_coir_node_make: keep_node(coir_node_make(any_node_class(), "random", any_int())); return true;
    case F_coir_node_new: keep_node(coir_node_new()); return true;
    case F_coir_node_cast: coir_node_cast(any_node(), any_node_class(), "random", any_int()); return true;
    case F_coir_node_is: coir_node_is(any_node(), any_node_class()); return true;
    case F_coir_node_destroy: coir_node_destroy(any_node()); return true;
    case F_coir_node_destroy_children: coir_node_destroy_children(any_node()); return true;
    case F_coir_node_own: count_owned(coir_node_own(any_node(), NULL, any_release())); return true;
    case F_coir_node_ref: coir_node_ref(any_node()); return true;
    case F_coir_node_get: coir_node_get(any_ref()); return true;
    case F_coir_nodes_sweep: coir_nodes_sweep(); return true;
    case F_coir_nodes_count: coir_nodes_count(); return true;
    case F_coir_nodes_report: coir_nodes_report(); return true;
    case F_coir_node_add: coir_node_add(any_node(), any_node()); return true;
    case F_coir_node_detach: detach(); return true;
    case F_coir_node_set_parent: coir_node_set_parent(any_node(), any_node()); return true;
    case F_coir_node_parent: coir_node_parent(any_node()); return true;
    case F_coir_node_child_count: coir_node_child_count(any_node()); return true;
    case F_coir_node_first_child: coir_node_first_child(any_node()); return true;
    case F_coir_node_next_sibling: coir_node_next_sibling(any_node()); return true;
    case F_coir_node_each_child: coir_node_each_child(any_node(), any_call(), NULL); return true;
    case F_coir_node_find: coir_node_find(any_node(), any_key()); return true;
    case F_coir_node_find_tag: coir_node_find_tag(any_node(), any_int()); return true;
    case F_coir_node_is_on_stage: coir_node_is_on_stage(any_node()); return true;
    case F_coir_node_validate: coir_node_validate(any_node()); return true;
    default: return false;
    }
}

static CoirEventType any_event_type(void)
{
    return (CoirEventType)(badly() ? any_int() : below(COIR_EVENT_COUNT));
}

static bool drive_listeners(Function function)
{
    switch (function) {
    case F_coir_node_on: coir_node_on(any_node(), any_event_type(), any_listener(), NULL); return true;
    case F_coir_node_on_custom:
        coir_node_on_custom(any_node(), badly() ? NULL : any_key(), any_listener(), NULL);
        return true;
    case F_coir_node_listen: coir_node_listen(any_node(), any_listener(), NULL); return true;
    case F_coir_node_listen_with_priority:
        coir_node_listen_with_priority(any_node(), below(5) - 2, any_listener(), NULL);
        return true;
    case F_coir_node_unlisten: coir_node_unlisten(any_node(), any_listener(), NULL); return true;
    case F_coir_stage_listen: coir_stage_listen(any_stage(), below(5) - 2, any_stage_listener(), NULL); return true;
    case F_coir_stage_unlisten: coir_stage_unlisten(any_stage(), any_stage_listener(), NULL); return true;
    case F_coir_node_set_hit: coir_node_set_hit(any_node(), any_hit(), NULL); return true;
    case F_coir_node_is_hit: coir_node_is_hit(any_node(), any_vec2()); return true;
    case F_coir_node_capture: coir_node_capture(any_node(), below(4)); return true;
    case F_coir_stage_captor: coir_stage_captor(any_stage(), below(4)); return true;
    case F_coir_node_start_text: coir_node_start_text(any_node()); return true;
    case F_coir_stage_stop_text: coir_stage_stop_text(any_stage()); return true;
    case F_coir_stage_text_node: coir_stage_text_node(any_stage()); return true;
    case F_coir_stage_send: coir_stage_send(any_stage(), badly() ? NULL : any_key(), NULL); return true;
    default: return false;
    }
}

static bool drive_node_places(Function function)
{
    switch (function) {
    case F_coir_node_transform: coir_node_transform(any_node()); return true;
    case F_coir_node_world_transform: coir_node_world_transform(any_node()); return true;
    case F_coir_node_to_parent: coir_node_to_parent(any_node(), any_vec2()); return true;
    case F_coir_node_from_parent: coir_node_from_parent(any_node(), any_vec2()); return true;
    case F_coir_node_to_world: coir_node_to_world(any_node(), any_vec2()); return true;
    case F_coir_node_from_world: coir_node_from_world(any_node(), any_vec2()); return true;
    case F_coir_node_bounds: coir_node_bounds(any_node()); return true;
    case F_coir_node_world_bounds: coir_node_world_bounds(any_node()); return true;
    case F_coir_node_world_corners: {
        CoirVec2 corners[4];
        coir_node_world_corners(any_node(), badly() ? NULL : corners);
        return true;
    }
    case F_coir_node_contains: coir_node_contains(any_node(), any_vec2()); return true;
    case F_coir_node_set_scale: set_scale(); return true;
    case F_coir_node_set_interpolated: coir_node_set_interpolated(any_node(), !one_in(4)); return true;
    case F_coir_node_is_interpolated: coir_node_is_interpolated(any_node()); return true;
    case F_coir_node_teleport: coir_node_teleport(any_node(), any_float(), any_float()); return true;
    case F_coir_node_shown_opacity: coir_node_shown_opacity(any_node()); return true;
    case F_coir_node_shown_color: coir_node_shown_color(any_node()); return true;
    default: return false;
    }
}

static bool drive_node_time(Function function)
{
    double seconds;
    CoirTimerInfo timers[TIMERS];
    switch (function) {
    case F_coir_node_is_scheduled: coir_node_is_scheduled(any_node(), any_key()); return true;
    case F_coir_node_is_callback_scheduled:
        coir_node_is_callback_scheduled(any_node(), any_node_callback());
        return true;
    case F_coir_node_remaining: coir_node_remaining(any_node(), any_key(), badly() ? NULL : &seconds); return true;
    case F_coir_node_callback_remaining:
        coir_node_callback_remaining(any_node(), any_node_callback(), badly() ? NULL : &seconds);
        return true;
    case F_coir_node_timers: coir_node_timers(any_node(), badly() ? NULL : timers, any_count(TIMERS)); return true;
    case F_coir_node_pause: coir_node_pause(any_node()); return true;
    case F_coir_node_resume: coir_node_resume(any_node()); return true;
    case F_coir_node_is_paused: coir_node_is_paused(any_node()); return true;
    case F_coir_node_set_time_scale: coir_node_set_time_scale(any_node(), any_seconds()); return true;
    case F_coir_node_time_scale: coir_node_time_scale(any_node()); return true;
    case F_coir_node_pause_tree: coir_node_pause_tree(any_node()); return true;
    case F_coir_node_resume_tree: coir_node_resume_tree(any_node()); return true;
    case F_coir_node_is_tree_paused: coir_node_is_tree_paused(any_node()); return true;
    case F_coir_node_set_interface: coir_node_set_interface(any_node(), one_in(2)); return true;
    case F_coir_node_is_interface: coir_node_is_interface(any_node()); return true;
    case F_coir_node_run: keep_run(coir_node_run(any_node(), take_action())); return true;
    case F_coir_node_stop_all: coir_node_stop_all(any_node()); return true;
    case F_coir_node_stop_tag: coir_node_stop_tag(any_node(), any_int()); return true;
    case F_coir_node_stop_all_tag: coir_node_stop_all_tag(any_node(), any_int()); return true;
    case F_coir_node_stop_flags: coir_node_stop_flags(any_node(), (uint32_t)any_int()); return true;
    case F_coir_node_find_run: keep_run(coir_node_find_run(any_node(), any_int())); return true;
    case F_coir_node_run_count: coir_node_run_count(any_node()); return true;
    default: return false;
    }
}

// Writes a random field of a node, and its tag, name and user pointer. The node may have been destroyed.
static void write_node_fields(void)
{
    CoirNode *node = any_node();
    if (!node)
        return;
    switch (below(11)) {
    case 0: node->z = any_int(); break;
    case 1: node->opacity = any_part(); break;
    case 2: node->color = any_color(); break;
    case 3: node->visible = !one_in(6); break;
    case 4: node->cascade_color = any_bool(); break;
    case 5: node->rotation = one_in(2) ? 0 : any_float(); break;
    case 6: node->position = any_vec2(); break;
    case 7: node->scale = coir_vec2(any_scale(), any_scale()); break;
    case 8: node->anchor = coir_vec2(any_part(), any_part()); break;
    case 9: node->size = any_vec2(); break;
    default: node->skew = one_in(2) ? coir_vec2(0, 0) : any_vec2(); break;
    }
    node->tag = any_int();
    node->name = one_in(2) ? any_key() : NULL;
    node->user = node;
}

static void write_sprite_fields(void)
{
    CoirSprite *sprite = any_sprite();
    if (!coir_node_is((CoirNode *)sprite, &CoirSprite_class))
        return;
    sprite->flip_x = any_bool();
    sprite->flip_y = any_bool();
    sprite->blend = any_blend();
}

static void write_nine_slice_fields(void)
{
    CoirNineSlice *panel = any_nine_slice();
    if (panel)
        panel->insets = any_insets();
}

static void write_tiled_fields(void)
{
    CoirTiled *tiled = any_tiled();
    if (!tiled)
        return;
    tiled->tile = one_in(2) ? coir_vec2(0, 0) : coir_vec2((float)(2 + below(30)), (float)(2 + below(30)));
    tiled->offset = any_vec2();
}

static void write_box_fields(void)
{
    CoirBox *box = any_box();
    if (!box)
        return;
    box->fill = any_color();
    box->outline = any_color();
    box->outline_width = one_in(2) ? 0 : any_scale();
    box->radius = one_in(2) ? 0 : any_float();
    box->blend = any_blend();
}

static void write_circle_fields(void)
{
    CoirCircle *circle = any_circle();
    if (!circle)
        return;
    circle->fill = any_color();
    circle->outline = any_color();
    circle->outline_width = one_in(2) ? 0 : any_scale();
    circle->blend = any_blend();
}

// Resumes and shows a node, resumes a director, and sets time scales to 1. Otherwise more and more nodes would be
// paused or hidden.
static void put_right(void)
{
    CoirNode *node = live_node();
    CoirDirector *director = any_director();
    if (node) {
        coir_node_resume(node);
        coir_node_resume_tree(node);
        coir_node_set_time_scale(node, 1);
        node->visible = true;
        node->opacity = 1;
        node->scale = coir_vec2(1, 1);
        node->position = coir_vec2((float)below(30), (float)below(20));
    }
    coir_director_resume(director);
    coir_director_set_time_scale(director, 1);
    coir_scheduler_set_time_scale(coir_stage_scheduler(any_stage()), 1);
    coir_scheduler_set_time_scale(any_scheduler(), 1);
}

static bool drive_fields(Function function)
{
    CoirLabel *label;
    switch (function) {
    case F_write_node_fields: write_node_fields(); return true;
    case F_write_sprite_fields: write_sprite_fields(); return true;
    case F_write_nine_slice_fields: write_nine_slice_fields(); return true;
    case F_write_tiled_fields: write_tiled_fields(); return true;
    case F_write_box_fields: write_box_fields(); return true;
    case F_write_circle_fields: write_circle_fields(); return true;
    case F_put_right: put_right(); return true;
    case F_write_label_fields:
        label = any_label();
        if (coir_node_is((CoirNode *)label, &CoirLabel_class))
            label->blend = any_blend();
        return true;
    default: return false;
    }
}

bool drive_node(Function function)
{
    return drive_tree(function) || drive_listeners(function) || drive_node_places(function) ||
           drive_node_time(function) || drive_fields(function);
}
