// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Marks, coir_timeline and coir_stagger. The times at which parts begin are computed when the action is made. The
// result is a spawn, in which each part waits for its time in a sequence with a delay.

#include <math.h>
#include <string.h>

#include "action/describe/action.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "coir/action_timeline.h"
#include "coir/random.h"
#include "node/reference.h"
#include "time/nanoseconds.h"

// Marks --------------------------------------------------------------------------------------------------------------

static CoirAction *named(CoirAction *action, const char *mark)
{
    if (!action)
        return NULL;
    action->mark = coir_copy_text(mark);
    return action->mark ? action : coir_action_refuse(action);
}

static bool is_mark(const char *mark, const char *function)
{
    return (mark && mark[0]) || MISTAKE("%s: the mark is NULL or empty", function);
}

CoirAction *coir_with_mark(const char *mark, CoirAction *part)
{
    if (part && !is_mark(mark, "coir_with_mark"))
        return coir_action_refuse(part);
    CoirAction *action = coir_action_compose(COIR_ACTION_MARKED, &part, 1, "coir_with_mark");
    if (!action)
        return NULL;
    action->duration = part->duration;
    action->has_mark = true;
    return named(action, mark);
}

CoirAction *coir_mark(const char *mark)
{
    if (!is_mark(mark, "coir_mark"))
        return NULL;
    return coir_with_mark(mark, coir_delay(0));
}

// Returns the time of an action at which the time of its part is `time`, but at most two hundred years: no clock goes
// beyond a hundred years, and sums of times must not overflow.
static int64_t scaled(const CoirAction *action, int64_t time)
{
    if (action->kind != COIR_ACTION_SPEED)
        return time;
    return llround(fmin((double)time / action->speed, 2.0 * (double)COIR_TIME_MAX));
}

// Leaves out marks that are never reached: after an endless part, after a hundred years, and in a repeat of 0 times,
// for which `has_mark` is false.
bool coir_action_find_mark(const CoirAction *action, const char *mark, int64_t *time)
{
    int64_t begin = 0, inner;
    if (!action->has_mark)
        return false;
    if (action->kind == COIR_ACTION_MARKED && !strcmp(action->mark, mark))
        return *time = 0, true;
    for (int i = 0; i < action->part_count; i++) {
        const CoirAction *part = coir_action_parts(action)[i];
        bool is_found = coir_action_find_mark(part, mark, &inner);
        if (is_found && begin + scaled(action, inner) <= COIR_TIME_MAX)
            return *time = begin + scaled(action, inner), true;
        if (part->duration == COIR_NEVER && action->kind == COIR_ACTION_SEQUENCE)
            return false;
        if (action->kind == COIR_ACTION_SEQUENCE)
            begin += part->duration;
    }
    return false;
}

static CoirAction *spawn_timeline(CoirAction *const *parts, int count, const char *function)
{
    CoirAction *timeline = coir_action_spawn(parts, count, function);
    if (timeline)
        timeline->is_timeline = true;
    return timeline;
}

// Timelines ----------------------------------------------------------------------------------------------------------

static CoirAction *make_placed(CoirPlacedAt place, double seconds, CoirAction *part, const char *function)
{
    int64_t offset = 0;
    if (part && !coir_to_nanoseconds(seconds, &offset)) {
        MISTAKE("%s: %g s; it must be finite, and within a hundred years", function, seconds);
        return coir_action_refuse(part);
    }
    CoirAction *action = coir_action_compose(COIR_ACTION_PLACED, &part, 1, function);
    if (!action)
        return NULL;
    action->duration = part->duration;
    action->place = place;
    action->offset = offset;
    return action;
}

CoirAction *coir_at(double seconds, CoirAction *part)
{
    return make_placed(COIR_PLACED_AT, seconds, part, "coir_at");
}

CoirAction *coir_after(double seconds, CoirAction *part)
{
    return make_placed(COIR_PLACED_AFTER, seconds, part, "coir_after");
}

CoirAction *coir_with(double seconds, CoirAction *part)
{
    return make_placed(COIR_PLACED_WITH, seconds, part, "coir_with");
}

CoirAction *coir_at_mark(const char *mark, double seconds, CoirAction *part)
{
    if (part && !is_mark(mark, "coir_at_mark"))
        return coir_action_refuse(part);
    return named(make_placed(COIR_PLACED_MARK, seconds, part, "coir_at_mark"), mark);
}

static CoirAction *wait_for(int64_t begin, CoirAction *part, const char *function)
{
    if (begin <= 0)
        return part;
    CoirAction *parts[] = {coir_delay(coir_to_seconds(begin)), part};
    return coir_action_sequence(parts, 2, function);
}

typedef struct Placement { // state of coir_action_place, which adds part after part to a timeline
    const char *function;  // name of the public function, for messages
    CoirAction **placed;   // the parts so far, each with its delay; then the other parts
    int count;             // number of the parts so far
    int64_t begin, end;    // of the last part so far; end COIR_NEVER: without end
} Placement;

static bool find_before(const Placement *placement, const char *mark, int64_t *time)
{
    for (int i = 0; i < placement->count; i++)
        if (coir_action_find_mark(placement->placed[i], mark, time))
            return true;
    return MISTAKE("%s: a part begins at the mark \"%s\", but no earlier part has this mark", placement->function,
                   mark);
}

static bool begin_of(const Placement *placement, const CoirAction *part, int64_t *begin)
{
    int64_t from = placement->end;
    CoirPlacedAt place = part->kind == COIR_ACTION_PLACED ? part->place : COIR_PLACED_AFTER;
    int64_t offset = part->kind == COIR_ACTION_PLACED ? part->offset : 0;
    if (place == COIR_PLACED_AT)
        from = 0;
    else if (place == COIR_PLACED_WITH)
        from = placement->begin;
    else if (place == COIR_PLACED_MARK && !find_before(placement, part->mark, &from))
        return false;
    if (from == COIR_NEVER)
        return MISTAKE("%s: part %d comes after a part without end", placement->function, placement->count + 1);
    if (offset < -from || offset > COIR_TIME_MAX - from)
        return MISTAKE("%s: part %d would begin at %g s; a timeline goes from 0 to a hundred years",
                       placement->function, placement->count + 1, coir_to_seconds(from) + coir_to_seconds(offset));
    *begin = from + offset;
    return true;
}

// Puts the next part at its time. On error, releases the part and returns false.
static bool place_next(Placement *placement)
{
    CoirAction *part = placement->placed[placement->count];
    int64_t begin = 0;
    placement->placed[placement->count] = NULL;
    if (!begin_of(placement, part, &begin))
        return coir_action_drop(part), false;
    bool is_placed = part->kind == COIR_ACTION_PLACED;
    CoirAction *inside = coir_action_retain(is_placed ? coir_action_parts(part)[0] : part);
    coir_action_drop(part);
    placement->begin = begin;
    placement->end = inside->duration == COIR_NEVER ? COIR_NEVER : begin + inside->duration;
    CoirAction *waiting = wait_for(begin, inside, placement->function);
    if (!waiting)
        return false;
    placement->placed[placement->count++] = waiting;
    return true;
}

static CoirAction *release_all(CoirAction *const *parts, int count)
{
    for (int i = 0; i < count; i++)
        coir_action_drop(parts[i]);
    coir_actions_release_owned(); // called last: a release function may free the array `parts`
    return NULL;
}

CoirAction *coir_action_place(CoirAction *const *parts, int count, const char *function)
{
    if (!parts || count < 1)
        return MISTAKE("%s: there are no parts; give at least one action", function), NULL;
    if (!coir_action_may_take_all(parts, count, function))
        return NULL;
    for (int i = 0; i < count; i++)
        if (!parts[i]) {
            if (!coir_error()[0])
                FAIL("%s: part %d of %d is NULL", function, i + 1, count);
            return release_all(parts, count);
        }
    Placement placement = {.function = function, .placed = coir_alloc((size_t)count * sizeof(CoirAction *))};
    if (!placement.placed)
        return release_all(parts, count);
    memcpy(placement.placed, parts, (size_t)count * sizeof *parts); // a release function may free the array `parts`
    bool is_good = true;
    while (is_good && placement.count < count)
        is_good = place_next(&placement);
    CoirAction *timeline =
        is_good ? spawn_timeline(placement.placed, count, function) : release_all(placement.placed, count);
    coir_free(placement.placed);
    return timeline;
}

CoirAction *coir_timeline_of(CoirAction *const *parts, int count)
{
    return coir_action_place(parts, count, "coir_timeline_of");
}

// Staggers -----------------------------------------------------------------------------------------------------------

// Computes the rank of each node, from 0. Nodes of the same rank begin together.
static void count_ranks(const CoirStaggerDef *def, int count, double *ranks)
{
    CoirRandom random = coir_random(def->seed);
    double middle = (count - 1) / 2.0;
    for (int i = 0; i < count; i++) {
        double from_middle = fabs(i - middle);
        switch (def->from) {
        case COIR_FROM_START:
        case COIR_FROM_RANDOM: ranks[i] = i; break;
        case COIR_FROM_END: ranks[i] = count - 1 - i; break;
        case COIR_FROM_CENTER: ranks[i] = floor(from_middle); break;
        case COIR_FROM_EDGES: ranks[i] = floor(middle) - floor(from_middle); break;
        }
    }
    for (int i = count - 1; def->from == COIR_FROM_RANDOM && i > 0; i--) {
        int other = coir_random_int(&random, 0, i); // the shuffle of Fisher and Yates
        double rank = ranks[i];
        ranks[i] = ranks[other];
        ranks[other] = rank;
    }
}

static int64_t stagger_begin(const CoirStaggerDef *def, double rank, double last)
{
    double t = last > 0 ? rank / last : 0;
    return llround(coir_ease_at(def->ease, t) * last * def->each * 1e9);
}

static CoirAction *stagger_part(CoirNode *node, int index, int64_t begin, const CoirStaggerDef *def,
                                const char *function)
{
    if (!coir_node_check(node, function))
        return NULL;
    CoirAction *part = def->make ? def->make(node, index, def->user) : coir_action_retain(def->action);
    if (!part && !coir_error()[0])
        FAIL("%s: `make` gave NULL for node %d", function, index);
    return part ? wait_for(begin, coir_action_targeted(node, part, function), function) : NULL;
}

static bool is_stagger(CoirNode *const *nodes, int count, const CoirStaggerDef *def, const char *function)
{
    if (!def || (!def->make && !def->action)) {
        if (!def || !coir_error()[0])
            MISTAKE("%s: there is neither an action nor a function that makes actions", function);
        return false;
    }
    if (def->action && !coir_action_may_take(def->action, function))
        return false;
    if (!nodes || count < 1)
        return MISTAKE("%s: there are no nodes", function);
    if (!(def->each >= 0 && def->each * count <= COIR_SECONDS_MAX))
        return MISTAKE("%s: %g s each; each must be at least 0, and the sum at most a hundred years", function,
                       def->each);
    if ((unsigned)def->from > COIR_FROM_RANDOM)
        return MISTAKE("%s: %d is no CoirStaggerFrom", function, (int)def->from);
    return true;
}

static CoirAction *spawn_stagger(CoirNode *const *nodes, int count, const CoirStaggerDef *def, double *ranks,
                                 CoirAction **parts, const char *function)
{
    double last = 0;
    count_ranks(def, count, ranks);
    for (int i = 0; i < count; i++)
        last = ranks[i] > last ? ranks[i] : last;
    for (int i = 0; i < count; i++) {
        parts[i] = stagger_part(nodes[i], i, stagger_begin(def, ranks[i], last), def, function);
        if (!parts[i])
            return release_all(parts, i);
    }
    return spawn_timeline(parts, count, function);
}

static CoirAction *stagger(CoirNode *const *nodes, int count, const CoirStaggerDef *def, const char *function)
{
    if (!is_stagger(nodes, count, def, function))
        return coir_action_refuse(def ? def->action : NULL);
    double *ranks = coir_alloc((size_t)count * sizeof *ranks);
    CoirAction **parts = ranks ? coir_alloc((size_t)count * sizeof *parts) : NULL;
    CoirAction *made = parts ? spawn_stagger(nodes, count, def, ranks, parts, function) : NULL;
    coir_free(ranks);
    coir_free(parts);
    coir_action_release(def->action);
    return made;
}

CoirAction *coir_stagger_with(CoirNode *const *nodes, int count, const CoirStaggerDef *def)
{
    const CoirStaggerDef copy = def ? *def : (CoirStaggerDef){0}; // `make` may free `def`
    return stagger(nodes, count, def ? &copy : NULL, "coir_stagger_with");
}

CoirAction *coir_stagger(CoirNode *const *nodes, int count, double each, CoirStaggerFrom from, CoirAction *action)
{
    CoirStaggerDef def = {.each = each, .from = from, .action = action};
    return stagger(nodes, count, &def, "coir_stagger");
}
