// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Objects: leaves that do what their class says. Unlike channels they are told each time where they are, and may do
// anything; so whoever calls them looks afterwards whether the run goes on.

#include <string.h>

#include "action/held.h"
#include "action/run.h"
#include "action/scope.h"

// Copy 0 is the state as it is, 1 that of the first start at home, 2 that of the first of all.
static void *state_copy(const CoirItem *item, CoirObjectState *object, int copy)
{
    return (char *)coir_object_state(object) + (size_t)copy * COIR_STATE_ALIGNED(item->leaf->object->state_size);
}

// Where a leaf that holds textures keeps a copy of its state, the copy holds them, too.
static void copy_state(const CoirItem *item, void *to, const void *from)
{
    if (coir_action_holds(item->leaf)) {
        coir_state_hold(from);
        coir_state_let_go(to);
    }
    if (item->leaf->object->state_size > 0)
        memcpy(to, from, item->leaf->object->state_size);
}

static void clear_state(const CoirItem *item, void *state)
{
    if (coir_action_holds(item->leaf))
        coir_state_let_go(state);
    if (item->leaf->object->state_size > 0)
        memset(state, 0, item->leaf->object->state_size);
}

static uint64_t home_key(const CoirScope *scope)
{
    while (!coir_scope_is_home(scope))
        scope = scope->outer;
    return scope->key | 1; // not 0, which is that of none
}

static void start(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, CoirObjectState *object, CoirNode *node)
{
    const CoirActionClass *class = item->leaf->object;
    void *state = coir_object_state(object);
    bool is_first = !object->is_known, is_first_at_home = object->home_key != home_key(scope);
    if (is_first) {
        object->scope = scope;
        object->item = item;
        object->earlier = run->block->objects;
        run->block->objects = object;
    }
    object->is_known = true;
    object->home_key = home_key(scope);
    clear_state(item, state);
    if (class->start) {
        CoirRunCall call;
        coir_run_call_begin(run, &call);
        class->start(node, coir_action_parameters(item->leaf), state);
        coir_run_call_end(run, &call);
    }
    if (is_first_at_home)
        copy_state(item, state_copy(item, object, 1), state);
    if (is_first)
        copy_state(item, state_copy(item, object, 2), state);
}

static void update(CoirRunRecord *run, const CoirItem *item, CoirObjectState *object, CoirNode *node, double t)
{
    CoirRunCall call;
    coir_run_call_begin(run, &call);
    item->leaf->object->update(node, coir_action_parameters(item->leaf), coir_object_state(object), t);
    coir_run_call_end(run, &call);
}

void coir_object_begin(CoirRunRecord *run, CoirScope *scope, const CoirItem *item)
{
    CoirObjectState *object = coir_scope_state(scope, item);
    CoirNode *node = coir_run_target(run, item->target);
    if (!node)
        return;
    if (object->key != coir_scope_passing(scope)) {
        object->key = coir_scope_passing(scope);
        start(run, scope, item, object, node);
    }
    if (item->begin == item->end && !run->block->is_halted)
        coir_object_update(run, scope, item, 1);
}

void coir_object_update(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, double t)
{
    CoirObjectState *object = coir_scope_state(scope, item);
    CoirNode *node = coir_run_target(run, item->target);
    if (!node || !object->is_known || !coir_run_is_alive(run))
        return;
    object->is_touched = true;
    update(run, item, object, node, t);
}

void coir_objects_update(CoirRunRecord *run, CoirScope *scope)
{
    const CoirItem *items = scope->timeline->items;
    for (int i = scope->first, next; i >= 0 && coir_run_is_alive(run); i = next) {
        CoirOther *other = coir_scope_state(scope, &items[i]);
        next = other->next;
        if (items[i].inner)
            coir_objects_update(run, (CoirScope *)other);
        else
            coir_object_update(run, scope, &items[i], coir_leaf_fraction(scope, &items[i]));
    }
}

void coir_object_undo(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, bool is_first)
{
    CoirObjectState *object = coir_scope_state(scope, item);
    CoirNode *node = coir_run_target(run, item->target);
    if (!object->is_touched || !node || !coir_run_is_alive(run))
        return;
    copy_state(item, coir_object_state(object), state_copy(item, object, is_first ? 2 : 1));
    object->is_touched = false;
    if (!item->leaf->object->undo) {
        update(run, item, object, node, 0);
        return;
    }
    CoirRunCall call;
    coir_run_call_begin(run, &call);
    item->leaf->object->undo(node, coir_action_parameters(item->leaf), coir_object_state(object));
    coir_run_call_end(run, &call);
}

static bool is_object(const CoirItem *item)
{
    return item->leaf && item->leaf->kind == COIR_ACTION_OBJECT;
}

static bool is_inside(const CoirScope *inner, const CoirScope *scope)
{
    while (inner && inner != scope)
        inner = inner->outer;
    return inner != NULL;
}

void coir_objects_undo(CoirRunRecord *run, CoirScope *scope, bool instants)
{
    for (CoirObjectState *object = run->block->objects; object; object = object->earlier)
        if (is_inside(object->scope, scope) && (instants || object->item->end > object->item->begin))
            coir_object_undo(run, object->scope, object->item, instants);
}

void coir_objects_end(CoirRunRecord *run, CoirScope *scope, CoirNode *run_node, CoirRunEnd reason)
{
    for (int i = scope->first, next; i >= 0; i = next) {
        const CoirItem *item = &scope->timeline->items[i];
        CoirOther *other = coir_scope_state(scope, item);
        next = other->next;
        if (item->inner) {
            coir_objects_end(run, (CoirScope *)other, run_node, reason);
            continue;
        }
        CoirObjectState *object = (CoirObjectState *)other;
        CoirNode *node = item->target.generation ? coir_node_get(item->target) : run_node;
        if (node && object->is_known && item->leaf->object->end)
            item->leaf->object->end(node, coir_action_parameters(item->leaf), coir_object_state(object), reason);
    }
}

void coir_objects_let_go(CoirScope *scope)
{
    for (int i = 0; i < scope->timeline->count; i++) {
        const CoirItem *item = &scope->timeline->items[i];
        CoirScope *inner = item->inner && item->inner->holds ? coir_scope_state(scope, item) : NULL;
        if (inner && inner->timeline)
            coir_objects_let_go(inner);
        if (!is_object(item) || !coir_action_holds(item->leaf))
            continue;
        CoirObjectState *object = coir_scope_state(scope, item);
        for (int copy = 0; copy < 3; copy++)
            coir_state_let_go(state_copy(item, object, copy));
    }
}
