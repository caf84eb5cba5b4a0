// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_item.h"

#include <math.h>
#include <string.h>

#include "model/action_bend.h"

static double part_of_jump(const ActionTree *leaf, double t)
{
    double x = t * (double)leaf->numbers[3], f = x - floor(x);
    return (double)leaf->numbers[2] * 4 * f * (1 - f);
}

static double bezier(double from, double control1, double control2, double end, double t)
{
    double s = 1 - t;
    return s * s * s * from + 3 * s * s * t * control1 + 3 * s * t * t * control2 + t * t * t * end;
}

// Returns the number `k` of a leaf: a target, an amount or a factor. For the opposite of a leaf, returns the number
// of the opposite, such as the negative amount.
static double number_of(const ModelItem *item, int k)
{
    const TreeLeaf *leaf = item->leaf->leaf;
    bool is_in = !strcmp(leaf->name, leaf->group == GROUP_OPACITY ? "fade_in" : "show");
    double number = (double)item->leaf->numbers[leaf->numbers == 1 ? 0 : k];
    if (leaf->numbers == 0)
        return is_in != item->is_opposite;
    if (!item->is_opposite)
        return number;
    if (leaf->group == GROUP_FLIP_X || leaf->group == GROUP_FLIP_Y)
        return 1 - number;
    return leaf->form == FORM_TIMES ? 1 / number : leaf->form == FORM_BY ? -number : number;
}

// The opposite of a Bezier curve goes back along the curve.
double model_item_moved(const ModelItem *item, int k, double t)
{
    const ActionTree *tree = item->leaf;
    const float *n = tree->numbers;
    if (tree->leaf->form == FORM_TIMES)
        return item->from[k] * (number_of(item, k) - 1) * t;
    if (tree->leaf->shape == SHAPE_BEZIER) {
        double end = (double)n[4 + k], s = item->is_opposite ? 1 - t : t;
        return bezier(0, (double)n[k], (double)n[2 + k], end, s) - (item->is_opposite ? end : 0);
    }
    double way = number_of(item, k) * t;
    return tree->leaf->shape == SHAPE_JUMP && k == 1 ? way + part_of_jump(tree, t) : way;
}

static double target_of(const ModelItem *item, int k)
{
    return item->leaf->leaf->shape == SHAPE_BEZIER ? (double)item->leaf->numbers[4 + k] : number_of(item, k);
}

static double value_of_to(const ModelItem *item, int k, double t)
{
    const ActionTree *tree = item->leaf;
    double from = item->from[k], target = target_of(item, k);
    if (t == 1 && tree->leaf->shape != SHAPE_TURN)
        return target;
    if (tree->leaf->shape == SHAPE_BEZIER)
        return bezier(from, (double)tree->numbers[k], (double)tree->numbers[2 + k], target, t);
    double way = tree->leaf->shape == SHAPE_TURN ? remainder(target - from, 360) : target - from;
    double value = from + way * t;
    return tree->leaf->shape == SHAPE_JUMP && k == 1 ? value + part_of_jump(tree, t) : value;
}

static double blinking(const ModelItem *item, double t)
{
    double slices = t * (double)item->leaf->numbers[0], f = slices - floor(slices);
    bool is_edge = fabs(f - 0.5) < 1e-5 || f < 1e-5 || f > 1 - 1e-5 || t < 0 || t >= 1;
    return is_edge && t != 0 ? NAN : f >= 0.5;
}

// Returns the number of the frame at `t`, which an ease may take below 0 or above 1. Returns NAN where rounding
// decides, and for the opposite of an animation without length: no rule says which frame the opposite shows.
static double frame_at(const ModelItem *item, double t)
{
    if (item->leaf->length == 0 && item->is_opposite)
        return NAN;
    double position = t * ANIMATE_FRAMES;
    bool is_first = t < 0.1;
    bool is_last = t > 0.9;
    if (!is_first && !is_last && fabs(position - round(position)) < 1e-5)
        return NAN;
    if (item->leaf->leaf->form == FORM_VISIT && fabs(t - 1) < 1e-5)
        return NAN;
    int number = is_first ? 0 : is_last ? ANIMATE_FRAMES - 1 : (int)position;
    if (item->is_opposite)
        number = ANIMATE_FRAMES - 1 - number;
    return ((int)item->leaf->numbers[0] + number) % TREE_FRAMES;
}

double model_item_fraction(const ModelItem *item, int64_t time)
{
    double t = (double)(time - item->begin) / (double)(item->end - item->begin);
    bool may_be_rounded = item->clock > 0;
    return time >= item->end ? 1 : may_be_rounded && bend_is_at_step(item->eased, t) ? NAN : bend_eased(item->eased, t);
}

bool model_item_moves(const ModelItem *item)
{
    return item->leaf->leaf->form == FORM_BY || item->leaf->leaf->form == FORM_TIMES;
}

bool model_item_is_instant(const ModelItem *item)
{
    TreeForm form = item->leaf->leaf->form;
    return form == FORM_SET || form == FORM_TOGGLE || form == FORM_CALL;
}

double model_item_left(const ModelItem *item, int k)
{
    TreeForm form = item->leaf->leaf->form;
    return form == FORM_ANIMATE || form == FORM_VISIT ? frame_at(item, 0) : item->from[k];
}

double model_item_after(const ModelItem *item, int k, double value)
{
    switch (item->leaf->leaf->form) {
    case FORM_TO: return target_of(item, k) - item->held[k];
    case FORM_SET: return number_of(item, k) - item->held[k];
    case FORM_TOGGLE: return 1 - item->from[k];
    case FORM_ANIMATE: return frame_at(item, 2);
    case FORM_VISIT:
    case FORM_BLINK: return item->from[k];
    default: return value;
    }
}

double model_item_during(const ModelItem *item, int k, double t, bool is_stopped, bool is_replayed)
{
    if (item->leaf->leaf->form == FORM_ANIMATE || item->leaf->leaf->form == FORM_VISIT)
        return frame_at(item, t);
    if (item->leaf->leaf->form != FORM_BLINK)
        return value_of_to(item, k, t);
    return !is_stopped ? blinking(item, t) : is_replayed ? NAN : item->from[k];
}

double model_shown(TreeGroup group, double value)
{
    if (isnan(value))
        return value;
    if (group == GROUP_OPACITY)
        return (double)(float)fmin(fmax(value, 0), 1);
    return group == GROUP_COLOR ? round(fmin(fmax(value, 0), 255)) : (double)(float)value;
}
