// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Objects: leaves of a CoirActionClass. The functions of an object are user code, which may end the run. So callers
// check `is_halted` afterwards.

#include <string.h>

#include "action/play/playhead.h"
#include "action/run/run.h"

// Returns the copy of an object's state that was made at the object's first start: the first start since the run began,
// or since the whole run was last undone.
static void *first_state(const CoirItem *item, CoirObjectState *object)
{
    return (char *)coir_object_state(object) + COIR_STATE_ALIGNED(item->leaf->object->state_size);
}

static void start(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, CoirObjectState *object, CoirNode *node)
{
    const CoirActionClass *class = item->leaf->object;
    void *state = coir_object_state(object);
    bool is_first = !object->has_effect;
    if (!object->item) {
        object->playhead = playhead;
        object->item = item;
        object->earlier = pass->block->objects;
        pass->block->objects = object;
    }
    object->is_started = object->has_effect = true;
    object->shown = -1;
    memset(state, 0, class->state_size);
    if (class->start) {
        CoirRunCall call;
        coir_run_call_begin(pass->run, &call);
        class->start(node, coir_action_parameters(item->leaf), state);
        coir_run_call_end(pass->run, &call);
    }
    if (is_first)
        memcpy(first_state(item, object), state, class->state_size);
}

static void update(CoirPass *pass, const CoirItem *item, CoirObjectState *object, CoirNode *node, double t)
{
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    item->leaf->object->update(node, coir_action_parameters(item->leaf), coir_object_state(object), t);
    coir_run_call_end(pass->run, &call);
}

bool coir_object_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    CoirObjectState *object = coir_playhead_state(playhead, item);
    CoirNode *node = coir_run_target(pass->run, item->target);
    object->stage = COIR_OBJECT_ACTIVE;
    object->replay_order = pass->replayed++;
    if (!node || object->is_silent)
        return true;
    if (object->key != coir_playhead_occurrence(playhead)) {
        object->key = coir_playhead_occurrence(playhead);
        start(pass, playhead, item, object, node);
    }
    if (item->begin < item->end)
        return true;
    if (pass->block->is_halted)
        return false;
    coir_object_update(pass, playhead, item, 1);
    return true;
}

void coir_object_update(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, double t)
{
    CoirObjectState *object = coir_playhead_state(playhead, item);
    CoirNode *node = coir_run_target(pass->run, item->target);
    if (object->is_silent) {
        object->stage = COIR_OBJECT_LEFT;
        object->left_at = t;
        object->replay_order = pass->replayed++;
        return;
    }
    if (!node || !object->item || !coir_run_is_alive(pass->run))
        return;
    object->shown = t;
    object->is_started = object->has_effect = true;
    update(pass, item, object, node, t);
}

bool coir_object_is_silent(const CoirPlayhead *playhead, const CoirItem *item)
{
    return ((const CoirObjectState *)coir_playhead_state(playhead, item))->is_silent;
}

void coir_objects_update(CoirPass *pass, CoirPlayhead *playhead)
{
    const CoirItem *items = playhead->timeline->items;
    int first = playhead->timeline->has_objects ? playhead->first : -1;
    for (int i = first, next; i >= 0 && !pass->block->is_halted; i = next) {
        CoirItemState *state = coir_playhead_state(playhead, &items[i]);
        next = state->next;
        if (items[i].inner) {
            coir_objects_update(pass, (CoirPlayhead *)state);
        } else if (!((CoirObjectState *)state)->is_silent && (!pass->is_for_exact || items[i].leaf->is_exact) &&
                   !(pass->is_for_show && coir_item_calls_user(&items[i]))) {
            double t = coir_leaf_fraction(playhead, &items[i]);
            pass->is_timeless = pass->block->speed == 0 && items[i].leaf->is_exact;
            if (!pass->block->is_halted)
                coir_object_update(pass, playhead, &items[i], t);
            pass->is_timeless = false;
        }
    }
}

// Undoing ------------------------------------------------------------------------------------------------------------

static void undo(CoirPass *pass, CoirObjectState *object)
{
    const CoirItem *item = object->item;
    CoirNode *node = coir_run_target(pass->run, item->target);
    object->is_started = false;
    object->shown = -1;
    if (!node || !coir_run_is_alive(pass->run))
        return;
    if (!item->leaf->object->undo) {
        update(pass, item, object, node, 0);
        return;
    }
    object->key = 0;
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    item->leaf->object->undo(node, coir_action_parameters(item->leaf), coir_object_state(object));
    coir_run_call_end(pass->run, &call);
}

void coir_object_undo(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item)
{
    CoirObjectState *object = coir_playhead_state(playhead, item);
    object->stage = COIR_OBJECT_BEFORE;
    if (object->is_started && !object->is_silent)
        undo(pass, object);
}

void coir_objects_undo(CoirPass *pass)
{
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier) {
        if (!object->has_effect)
            continue;
        object->has_effect = false;
        memcpy(coir_object_state(object), first_state(object->item, object), object->item->leaf->object->state_size);
        undo(pass, object);
    }
}

// Replaying ----------------------------------------------------------------------------------------------------------

static bool is_inside(const CoirPlayhead *inner, const CoirPlayhead *playhead)
{
    while (inner && inner != playhead)
        inner = inner->outer;
    return inner != NULL;
}

void coir_objects_leave(CoirPass *pass, const CoirPlayhead *playhead)
{
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (is_inside(object->playhead, playhead))
            object->is_started = false;
}

void coir_objects_silence(CoirPass *pass, const CoirPlayhead *playhead)
{
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (object->item->end > object->item->begin && is_inside(object->playhead, playhead)) {
            object->is_silent = true;
            object->stage = COIR_OBJECT_BEFORE;
        }
}

// Returns true if an object must be called after a silent replay. There are two cases:
//
// 1. The replay has left the object at a fraction (`left_at`), and the object was last updated for another fraction.
// 2. The object is in progress, and was undone before the replay.
static bool is_to_be_called(const CoirObjectState *object)
{
    return object->is_silent && ((object->stage == COIR_OBJECT_LEFT && object->shown != object->left_at) ||
                                 (object->stage == COIR_OBJECT_ACTIVE && object->key == 0));
}

// Returns the object that must be called first; NULL: none.
static CoirObjectState *first_to_be_called(const CoirPass *pass)
{
    CoirObjectState *first = NULL;
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (is_to_be_called(object) && (!first || object->replay_order < first->replay_order))
            first = object;
    return first;
}

// Starts an object that was undone.
static void start_again(CoirPass *pass, CoirObjectState *object)
{
    object->key = coir_playhead_occurrence(object->playhead);
    coir_channels_write(pass, pass->block->playhead);
    CoirNode *node = coir_run_target(pass->run, object->item->target); // user code may have ended the run
    if (node)
        start(pass, object->playhead, object->item, object, node);
}

void coir_objects_end_silence(CoirPass *pass)
{
    CoirRunBlock *block = pass->block;
    for (CoirObjectState *object = block->objects; object; object = object->earlier)
        if (object->is_silent && object->stage == COIR_OBJECT_BEFORE) {
            object->is_silent = false;
            if (object->is_started)
                undo(pass, object);
        }
    for (CoirObjectState *object; (object = first_to_be_called(pass)) != NULL;) {
        object->is_silent = false;
        if (object->key == 0)
            start_again(pass, object);
        if (object->stage == COIR_OBJECT_LEFT)
            coir_object_update(pass, object->playhead, object->item, object->left_at);
    }
    for (CoirObjectState *object = block->objects; object; object = object->earlier)
        object->is_silent = false;
}

// Ending -------------------------------------------------------------------------------------------------------------

void coir_objects_end(CoirRunRecord *run, CoirPlayhead *playhead, CoirNode *run_node, CoirRunEnd reason)
{
    for (int i = playhead->first, next; i >= 0; i = next) {
        const CoirItem *item = &playhead->timeline->items[i];
        CoirItemState *state = coir_playhead_state(playhead, item);
        next = state->next;
        if (item->inner) {
            coir_objects_end(run, (CoirPlayhead *)state, run_node, reason);
            continue;
        }
        CoirObjectState *object = (CoirObjectState *)state;
        CoirNode *node = item->target.generation ? coir_node_get(item->target) : run_node;
        if (!node || !object->item || !item->leaf->object->end)
            continue;
        CoirSlotId caller = coir_runs()->caller;
        coir_runs()->caller = (CoirSlotId){run->index, run->generation - 1}; // coir_run_end has raised the generation
        item->leaf->object->end(node, coir_action_parameters(item->leaf), coir_object_state(object), reason);
        coir_runs()->caller = caller;
    }
}
