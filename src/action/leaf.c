// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What leaves do to a node's properties. A To writes the way from where it started; those that change a property by an
// amount put theirs into the run's sum for it.

#include <math.h>

#include "action/run.h"
#include "coir/node.h"

static float *numbers(CoirNode *node, CoirProperty property, int *count)
{
    *count = property == COIR_PROPERTY_POSITION || property == COIR_PROPERTY_SCALE ? 2 : 1;
    switch (property) {
    case COIR_PROPERTY_POSITION: return &node->position.x;
    case COIR_PROPERTY_SCALE: return &node->scale.x;
    case COIR_PROPERTY_ROTATION: return &node->rotation;
    case COIR_PROPERTY_OPACITY:
    case COIR_PROPERTY_COUNT: break;
    }
    return &node->opacity;
}

static float shown(CoirProperty property, double value)
{
    if (property == COIR_PROPERTY_OPACITY)
        return (float)(value < 0 ? 0 : value > 1 ? 1 : value);
    return (float)value;
}

CoirSum *coir_run_sum(const CoirRunRecord *run, CoirProperty property)
{
    unsigned before = run->timeline->by_mask & ((1u << property) - 1);
    int index = 0;
    for (; before; before &= before - 1)
        index++;
    return &run->sums[index];
}

// Takes what somebody else has written meanwhile into the start.
static void catch_up(CoirSum *sum, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!sum->known)
            sum->start[i] = values[i];
        else if (values[i] != sum->wrote[i])
            sum->start[i] += (double)values[i] - sum->wrote[i];
        sum->wrote[i] = values[i];
    }
    sum->known = true;
}

static void write_sum(CoirSum *sum, CoirProperty property, float *values, int count)
{
    for (int i = 0; i < count; i++) {
        double moved = sum->sum[i];
        for (const CoirLeafState *leaf = sum->going; leaf; leaf = leaf->next)
            moved += leaf->moved[i];
        values[i] = sum->wrote[i] = shown(property, sum->start[i] + moved);
    }
}

void coir_leaf_start(CoirRunRecord *run, const CoirAction *leaf, CoirLeafState *state)
{
    int count;
    const float *values = numbers(run->actor->node, leaf->property, &count);
    for (int i = 0; i < count; i++) {
        double value = values[i];
        state->from[i] = value;
        state->way[i] = leaf->value[i] - value;
        if (leaf->kind == COIR_ACTION_BY)
            state->way[i] = leaf->value[i];
        else if (leaf->kind == COIR_ACTION_TIMES)
            state->way[i] = value * ((double)leaf->value[i] - 1);
        state->moved[i] = 0;
    }
    if (leaf->kind == COIR_ACTION_TO && leaf->property == COIR_PROPERTY_ROTATION) {
        state->way[0] = remainder(state->way[0], 360); // the shorter way
        state->from[0] = leaf->value[0] - state->way[0];
    }
    if (leaf->kind != COIR_ACTION_TO) {
        CoirSum *sum = coir_run_sum(run, leaf->property);
        state->next = sum->going;
        sum->going = state;
    }
}

static void end_by(CoirSum *sum, const CoirLeafState *state, int count)
{
    CoirLeafState **link = &sum->going;
    while (*link != state)
        link = &(*link)->next;
    *link = state->next;
    for (int i = 0; i < count; i++)
        sum->sum[i] += state->way[i];
}

void coir_leaf_update(CoirRunRecord *run, const CoirAction *leaf, CoirLeafState *state, double t, bool is_end)
{
    int count;
    float *values = numbers(run->actor->node, leaf->property, &count);
    if (leaf->kind == COIR_ACTION_TO) {
        for (int i = 0; i < count; i++)
            values[i] = shown(leaf->property, t == 1 ? leaf->value[i] : state->from[i] + state->way[i] * t);
        return;
    }
    CoirSum *sum = coir_run_sum(run, leaf->property);
    catch_up(sum, values, count);
    for (int i = 0; i < count; i++)
        state->moved[i] = state->way[i] * t;
    if (is_end)
        end_by(sum, state, count);
    write_sum(sum, leaf->property, values, count);
}

void coir_run_write_sum(CoirRunRecord *run, CoirProperty property)
{
    int count;
    float *values = numbers(run->actor->node, property, &count);
    write_sum(coir_run_sum(run, property), property, values, count);
}
