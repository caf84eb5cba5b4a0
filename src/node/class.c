// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "node/class.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/pool.h"

// The classes that have a pool, so that the pools can be freed.
static const CoirNodeClass **classes;
static int class_count, class_capacity;

const CoirNodeClass CoirNode_class = {
    .name = "CoirNode", .size = sizeof(CoirNode), .state_ = &(CoirNodeClassState){.resolved_ = false}};

bool coir_class_check(const CoirNodeClass *node_class, const char *file, int line)
{
    if (!node_class || !node_class->state_)
        return MISTAKE("%s:%d: the node's class is NULL or was not defined with COIR_NODE_CLASS", file, line);
    size_t least = node_class->super ? node_class->super->size : sizeof(CoirNode);
    if (node_class->size < least)
        return MISTAKE("%s:%d: the class %s is smaller than its base; its struct must begin with it", file, line,
                       node_class->name);
    return true;
}

// Takes the draw hooks of a level, unless a nearer level has a draw hook.
static void resolve_draw(CoirNodeClassState *state, const CoirNodeClass *level)
{
    if (state->draw_)
        return;
    state->draw_ = level->draw;
    state->draw_row_ = level->draw && level->state_ ? level->state_->draw_row_ : NULL;
}

// Finds the hooks that the nearest level has.
static void resolve(const CoirNodeClass *node_class)
{
    CoirNodeClassState *state = node_class->state_;
    for (const CoirNodeClass *level = node_class; level; level = level->super) {
        resolve_draw(state, level);
        state->update_ = state->update_ ? state->update_ : level->update;
        state->event_ = state->event_ ? state->event_ : level->event;
        state->hit_ = state->hit_ ? state->hit_ : level->hit;
    }
    state->resolved_ = true;
}

bool coir_class_prepare(const CoirNodeClass *node_class)
{
    CoirNodeClassState *state = node_class->state_;
    if (!state->resolved_)
        resolve(node_class);
    const CoirNodeClass **grown = coir_grow(classes, &class_capacity, class_count + 1, sizeof *classes);
    if (!grown)
        return false;
    classes = grown;
    state->pool_ = coir_alloc(sizeof *state->pool_);
    if (!state->pool_)
        return false;
    *state->pool_ = (CoirPool){.block_size = node_class->size, .is_findable = true};
    classes[class_count++] = node_class;
    return true;
}

void coir_classes_free(void)
{
    for (int i = 0; i < class_count; i++) {
        coir_pool_clear_if_unused(classes[i]->state_->pool_);
        coir_free(classes[i]->state_->pool_);
        classes[i]->state_->pool_ = NULL;
    }
    coir_free(classes);
    classes = NULL;
    class_count = class_capacity = 0;
}

static void call_entered(const CoirNodeClass *level, CoirNode *node)
{
    if (level->super)
        call_entered(level->super, node);
    if (level->entered && !node->dead_)
        level->entered(node);
}

void coir_node_call_entered(CoirNode *node)
{
    call_entered(node->class_, node);
}

void coir_node_call_leaving(CoirNode *node)
{
    for (const CoirNodeClass *level = node->class_; level; level = level->super)
        if (level->leaving && !node->dead_)
            level->leaving(node);
}

void coir_node_call_destroy(CoirNode *node)
{
    for (const CoirNodeClass *level = node->class_; level; level = level->super)
        if (level->destroy)
            level->destroy(node);
}

static int count_levels(const CoirNodeClass *level)
{
    int count = 0;
    for (; level; level = level->super)
        count++;
    return count;
}

// A level of a class; 0 is the base.
static const CoirNodeClass *level_of(const CoirNodeClass *node_class, int from_base)
{
    for (int above = count_levels(node_class) - 1 - from_base; above > 0; above--)
        node_class = node_class->super;
    return node_class;
}

void coir_node_call_enter(CoirNode *node)
{
    int levels = count_levels(node->class_);
    while (node->stage_ && !node->dead_ && node->entered_ < levels) {
        const CoirNodeClass *level = level_of(node->class_, node->entered_++);
        if (level->enter)
            level->enter(node);
    }
}

void coir_node_call_leave(CoirNode *node)
{
    while (!node->stage_ && node->entered_ > 0) {
        const CoirNodeClass *level = level_of(node->class_, --node->entered_);
        if (level->leave)
            level->leave(node);
    }
}

static const CoirNodeClass *call_made(const CoirNodeClass *level, CoirNode *node)
{
    const CoirNodeClass *failed = level->super ? call_made(level->super, node) : NULL;
    if (failed || !level->made || level->made(node))
        return failed;
    return level;
}

const CoirNodeClass *coir_node_call_made(CoirNode *node)
{
    return call_made(node->class_, node);
}
