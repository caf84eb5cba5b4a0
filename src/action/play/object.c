// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Objects: leaves of a CoirActionClass. An object's functions are user code, which may end the run: callers check
// `is_halted` afterwards.

#include <string.h>

#include "action/play/playhead.h"
#include "action/run/run.h"

// Returns a copy of an object's state: 0 the current state, 1 the state after the first start in this passing of the
// home playhead, 2 the state after the very first start.
static void *state_copy(const CoirItem *item, CoirObjectState *object, int copy)
{
    return (char *)coir_object_state(object) + (size_t)copy * COIR_STATE_ALIGNED(item->leaf->object->state_size);
}

static uint64_t home_key(const CoirPlayhead *playhead)
{
    return coir_playhead_home(playhead)->key | 1; // 0 is the key of an object that was never started
}

static void start(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, CoirObjectState *object, CoirNode *node)
{
    const CoirActionClass *class = item->leaf->object;
    void *state = coir_object_state(object);
    bool is_first = !object->is_known, is_first_at_home = object->home_key != home_key(playhead);
    if (is_first) {
        object->playhead = playhead;
        object->item = item;
        object->earlier = pass->block->objects;
        pass->block->objects = object;
    }
    object->is_known = true;
    object->is_silent = false;
    object->told = -1;
    if (is_first_at_home)
        object->touched &= 1; // the effects of other passings are undone when the whole run goes back
    object->home_key = home_key(playhead);
    memset(state, 0, class->state_size);
    if (class->start) {
        CoirRunCall call;
        coir_run_call_begin(pass->run, &call);
        class->start(node, coir_action_parameters(item->leaf), state);
        coir_run_call_end(pass->run, &call);
    }
    if (is_first_at_home)
        memcpy(state_copy(item, object, 1), state, class->state_size);
    if (is_first)
        memcpy(state_copy(item, object, 2), state, class->state_size);
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
    if (!node)
        return true;
    if (object->key != coir_playhead_passing(playhead)) {
        object->key = coir_playhead_passing(playhead);
        start(pass, playhead, item, object, node);
    } else if (item->leaf->is_exact && item->begin < item->end && !object->is_silent) {
        coir_object_update(pass, playhead, item, 0); // `start` is called once only, although time may come back
    }
    object->stage = COIR_OBJECT_GOING;
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
        object->left_order = pass->left++;
        return;
    }
    if (!node || !object->is_known || !coir_run_is_alive(pass->run))
        return;
    object->touched = UINT32_MAX;
    object->told = t;
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
        CoirOther *other = coir_playhead_state(playhead, &items[i]);
        next = other->next;
        if (items[i].inner) {
            coir_objects_update(pass, (CoirPlayhead *)other);
        } else if (!((CoirObjectState *)other)->is_silent && (!pass->is_for_exact || items[i].leaf->is_exact) &&
                   !(pass->is_for_show && coir_item_calls_user(&items[i]))) {
            double t = coir_leaf_fraction(playhead, &items[i]);
            pass->is_timeless = pass->block->speed == 0 && items[i].leaf->is_exact;
            if (!pass->block->is_halted)
                coir_object_update(pass, playhead, &items[i], t);
            pass->is_timeless = false;
        }
    }
}

// Returns the bit of a home playhead at its nesting depth. Depths of 31 and more share the last bit.
static uint32_t bit_of(const CoirPlayhead *home)
{
    int depth = 0;
    for (const CoirPlayhead *playhead = home; playhead->outer && depth < 31; playhead = playhead->outer)
        depth += coir_playhead_is_home(playhead);
    return UINT32_C(1) << depth;
}

void coir_object_undo(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, const CoirPlayhead *home)
{
    CoirObjectState *object = coir_playhead_state(playhead, item);
    CoirNode *node = coir_run_target(pass->run, item->target);
    uint32_t bit = bit_of(home);
    object->stage = COIR_OBJECT_BEFORE;
    if (!(object->touched & bit) || object->is_silent || !node || !coir_run_is_alive(pass->run))
        return;
    object->touched &= bit - 1;
    object->told = -1;
    memcpy(coir_object_state(object), state_copy(item, object, home->outer ? 1 : 2), item->leaf->object->state_size);
    if (!item->leaf->object->undo) {
        update(pass, item, object, node, 0);
        return;
    }
    CoirRunCall call;
    coir_run_call_begin(pass->run, &call);
    item->leaf->object->undo(node, coir_action_parameters(item->leaf), coir_object_state(object));
    coir_run_call_end(pass->run, &call);
}

static bool is_inside(const CoirPlayhead *inner, const CoirPlayhead *playhead)
{
    while (inner && inner != playhead)
        inner = inner->outer;
    return inner != NULL;
}

void coir_objects_undo(CoirPass *pass, CoirPlayhead *playhead)
{
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (is_inside(object->playhead, playhead))
            coir_object_undo(pass, object->playhead, object->item, playhead);
}

// Replaying ----------------------------------------------------------------------------------------------------------

// Returns true if no repeat inside of `playhead` contains the object, which so begins once in each passing of the
// playhead.
static bool is_once(const CoirObjectState *object, const CoirPlayhead *playhead)
{
    for (const CoirPlayhead *at = object->playhead; at->timeline->times == 1; at = at->outer)
        if (at == playhead)
            return true;
    return false;
}

// Returns true if the object was started in the current passing of `playhead`.
static bool is_of_this_passing(const CoirObjectState *object, const CoirPlayhead *playhead)
{
    for (const CoirPlayhead *at = object->playhead; at != playhead; at = at->outer)
        if (at->key != coir_playhead_key(at->outer, at->item))
            return false;
    return object->key == coir_playhead_passing(object->playhead);
}

static bool is_in_replay(const CoirObjectState *object, const CoirPlayhead *playhead)
{
    return is_inside(object->playhead, playhead) && object->item->end > object->item->begin;
}

static bool are_all_once(const CoirPass *pass, const CoirPlayhead *playhead)
{
    for (const CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (is_in_replay(object, playhead) && !is_once(object, playhead))
            return false;
    return true;
}

void coir_objects_silence(CoirPass *pass, CoirPlayhead *playhead)
{
    bool is_outermost = !pass->is_replaying, is_silent = is_outermost && are_all_once(pass, playhead);
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier) {
        if (!is_in_replay(object, playhead))
            continue;
        bool is_known = !is_once(object, playhead) || is_of_this_passing(object, playhead);
        if (is_outermost)
            object->is_silent = is_silent && is_known;
        if (is_known)
            coir_object_undo(pass, object->playhead, object->item, playhead);
    }
    pass->left = is_outermost ? 0 : pass->left;
}

// Returns the outermost home playhead in which the object, or the item that contains it, has not begun.
static const CoirPlayhead *home_before(const CoirObjectState *object, const CoirPlayhead *playhead)
{
    const CoirPlayhead *found = object->playhead;
    for (const CoirPlayhead *at = object->playhead; at != playhead; at = at->outer)
        if (at->item - at->outer->timeline->items >= at->outer->next)
            found = at->outer;
    return coir_playhead_home(found);
}

// Returns the first object that a silent replay left at another fraction than the object was told last; NULL: none.
static CoirObjectState *first_left(CoirPass *pass)
{
    CoirObjectState *first = NULL;
    for (CoirObjectState *object = pass->block->objects; object; object = object->earlier)
        if (object->is_silent && object->stage == COIR_OBJECT_LEFT && object->told != object->left_at &&
            (!first || object->left_order < first->left_order))
            first = object;
    return first;
}

void coir_objects_settle(CoirPass *pass, const CoirPlayhead *playhead)
{
    CoirRunBlock *block = pass->block;
    for (CoirObjectState *object = block->objects; object; object = object->earlier)
        if (object->is_silent && object->stage == COIR_OBJECT_BEFORE) {
            object->is_silent = false;
            coir_object_undo(pass, object->playhead, object->item, home_before(object, playhead));
        }
    for (CoirObjectState *object; (object = first_left(pass)) != NULL;) {
        object->is_silent = false;
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
        CoirOther *other = coir_playhead_state(playhead, item);
        next = other->next;
        if (item->inner) {
            coir_objects_end(run, (CoirPlayhead *)other, run_node, reason);
            continue;
        }
        CoirObjectState *object = (CoirObjectState *)other;
        CoirNode *node = item->target.generation ? coir_node_get(item->target) : run_node;
        if (!node || !object->is_known || !item->leaf->object->end)
            continue;
        CoirRun caller = coir_runs.caller;
        coir_runs.caller = (CoirRun){run->index, run->generation - 1}; // the end has raised the generation
        item->leaf->object->end(node, coir_action_parameters(item->leaf), coir_object_state(object), reason);
        coir_runs.caller = caller;
    }
}
