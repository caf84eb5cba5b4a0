// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_bend.h"

#include <math.h>

#define SAMPLES 2048

double bend_eased(const ActionTree *tree, double t)
{
    for (; tree->kind == TREE_EASE || tree->kind == TREE_REVERSE; tree = tree->parts[0])
        if (tree->kind == TREE_EASE)
            t = tree->number != 0 ? coir_ease_at_with(tree->ease, tree->number, t) : coir_ease_at(tree->ease, t);
    return t;
}

bool bend_is_at_step(const ActionTree *tree, double t)
{
    for (; tree->kind == TREE_EASE || tree->kind == TREE_REVERSE; tree = tree->parts[0]) {
        if (tree->kind != TREE_EASE)
            continue;
        double steps = t * (tree->number != 0 ? tree->number : coir_ease_parameter(tree->ease));
        if (tree->ease == COIR_EASE_STEPS && t != 0 && fabs(steps - round(steps)) < 1e-6)
            return true;
        t = tree->number != 0 ? coir_ease_at_with(tree->ease, tree->number, t) : coir_ease_at(tree->ease, t);
    }
    return false;
}

int64_t bend_time(const ActionTree *tree, int64_t elapsed)
{
    int64_t length = tree->parts[0]->length;
    if (elapsed >= tree->length)
        return tree->kind == TREE_REVERSE_TIME || tree->kind == TREE_YOYO ? 0 : length;
    if (tree->kind == TREE_REVERSE_TIME)
        return length - elapsed;
    if (tree->kind == TREE_YOYO)
        return elapsed <= length ? elapsed : 2 * length - elapsed;
    int64_t inner = tree->kind == TREE_SPEED
                        ? llround((double)elapsed * tree->number)
                        : llround(bend_eased(tree, (double)elapsed / (double)length) * (double)length);
    return inner < 0 ? 0 : inner > length ? length : inner;
}

// Returns the time between `low` and `high` at which an ease is highest. The ease must rise up to the peak, and fall
// after the peak.
static int64_t peak_between(const ActionTree *tree, int64_t low, int64_t high)
{
    double length = (double)tree->length;
    while (high - low > 2) {
        int64_t third = (high - low) / 3;
        if (bend_eased(tree, (double)(low + third) / length) < bend_eased(tree, (double)(high - third) / length))
            low += third;
        else
            high -= third;
    }
    int64_t best = low;
    for (int64_t time = low; time <= high; time++)
        if (bend_eased(tree, (double)time / length) > bend_eased(tree, (double)best / length))
            best = time;
    return best;
}

void bend_find_peaks(const ActionTree *tree, BendPeaks *peaks)
{
    if (tree->kind != TREE_EASE)
        return;
    int64_t length = tree->length, count = length < SAMPLES ? length : SAMPLES, times[3] = {0, 0, 0};
    for (int64_t i = 1; i < count && peaks->count < BEND_PEAKS - 1; i++) {
        double t[3];
        for (int k = 0; k < 3; k++) {
            times[k] = (int64_t)((double)length * (double)(i - 1 + k) / (double)count);
            t[k] = bend_eased(tree, (double)times[k] / (double)length);
        }
        if (t[1] > t[0] && t[1] >= t[2])
            peaks->times[peaks->count++] = peak_between(tree, times[0], times[2]);
    }
    peaks->times[peaks->count++] = length;
}

// Returns the least time since the start at which the inner time is `inner` or more. The inner time must rise from
// `low` to `high`.
static int64_t rise_between(const ActionTree *tree, int64_t inner, int64_t low, int64_t high)
{
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (bend_time(tree, middle) >= inner)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int64_t bend_first_time(const ActionTree *tree, const BendPeaks *peaks, int64_t inner)
{
    if (tree->kind == TREE_REVERSE_TIME || inner <= 0)
        return 0;
    if (tree->kind == TREE_YOYO)
        return inner;
    if (tree->kind == TREE_SPEED) {
        int64_t about = llround((double)inner / tree->number), low = about > 9 ? about - 9 : 0;
        return rise_between(tree, inner, low, tree->length < about + 9 ? tree->length : about + 9);
    }
    int64_t low = 0;
    for (int i = 0; i < peaks->count; low = peaks->times[i++])
        if (bend_time(tree, peaks->times[i]) >= inner)
            return rise_between(tree, inner, low, peaks->times[i]);
    return tree->length;
}
