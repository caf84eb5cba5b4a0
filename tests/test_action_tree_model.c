// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random descriptions, compared with a recursive model without timelines. The model lists all calls of a description
// with their times, and computes the position of the node at a time. Times are in nanoseconds.

#include "support/actions.h"

#include <stdlib.h>

#include "coir/random.h"
#include "time/nanoseconds.h"

typedef struct Tree {
    enum { MOVE, DELAY, CALL, SEQUENCE, SPAWN, REPEAT, FOREVER, EASE } kind;
    int64_t length; // COIR_NEVER: without end
    float way[2];
    int times, name, part_count;
    CoirEase ease;
    struct Tree *parts[4];
    CoirAction *action; // NULL until the description is made
} Tree;

typedef struct Call {
    int64_t time;
    int name, order;
    float x, y; // position of the node during the call
} Call;

typedef struct CallList {
    Call *calls;
    int count, capacity;
} CallList;

static Tree trees[400];
static int tree_count, call_names;
static bool with_instant_moves;
static CallList expected, made;

static void add_call(CallList *list, Call call)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1024;
        list->calls = realloc(list->calls, (size_t)list->capacity * sizeof *list->calls);
        assert_non_null(list->calls);
    }
    list->calls[list->count++] = call;
}

static void note_call(CoirNode *of, void *user)
{
    const Tree *tree = user;
    add_call(&made, (Call){coir_manager_of(of)->instant, tree->name, 0, of->position.x, of->position.y});
}

static int64_t random_length(CoirRandom *random)
{
    return coir_random_int(random, 0, 4) == 0 ? 0 : coir_random_int(random, 1, 30) * INT64_C(10000000);
}

static Tree *random_tree(CoirRandom *random, int depth, bool may_be_endless);

static void add_parts(Tree *tree, CoirRandom *random, int depth, bool may_be_endless)
{
    tree->part_count = coir_random_int(random, 1, 4);
    for (int i = 0; i < tree->part_count; i++) {
        bool again = i > 0 && coir_random_int(random, 0, 5) == 0; // uses the previous part once more
        Tree *part = again ? tree->parts[i - 1] : random_tree(random, depth - 1, may_be_endless);
        tree->parts[i] = part;
        if (part->length == COIR_NEVER || tree->length == COIR_NEVER)
            tree->length = COIR_NEVER;
        else if (tree->kind == SEQUENCE)
            tree->length += part->length;
        else if (part->length > tree->length)
            tree->length = part->length;
    }
}

static void make_inner(Tree *tree, CoirRandom *random, int depth, bool may_be_endless)
{
    static const CoirEase rising[] = {COIR_EASE_LINEAR, COIR_EASE_IN_SINE, COIR_EASE_OUT_SINE, COIR_EASE_IN_OUT_SINE,
                                      COIR_EASE_IN_OUT_QUAD};
    tree->part_count = 1;
    tree->parts[0] = random_tree(random, depth - 1, may_be_endless && tree->kind != EASE);
    int64_t length = tree->parts[0]->length;
    tree->times = coir_random_int(random, 0, 4);
    tree->ease = rising[coir_random_int(random, 0, 4)];
    if (tree->kind == FOREVER && length == 0)
        tree->kind = REPEAT; // without length, an endless repeat has one loop in each step; the model has no steps
    if (tree->kind == FOREVER || (length == COIR_NEVER && tree->times > 0))
        tree->length = COIR_NEVER;
    else if (tree->kind == REPEAT)
        tree->length = tree->times == 0 ? 0 : length * tree->times;
    else
        tree->length = length;
}

static Tree *random_tree(CoirRandom *random, int depth, bool may_be_endless)
{
    static const int leaves[] = {MOVE, MOVE, DELAY, CALL, CALL};
    static const int wholes[] = {SEQUENCE, SEQUENCE, SEQUENCE, SPAWN, SPAWN, REPEAT, REPEAT, EASE, FOREVER};
    bool is_leaf = depth == 0 || tree_count > 300 || (tree_count > 0 && coir_random_int(random, 0, 5) == 0);
    int kind =
        is_leaf ? leaves[coir_random_int(random, 0, 4)] : wholes[coir_random_int(random, 0, may_be_endless ? 8 : 7)];
    Tree *tree = &trees[tree_count++];
    *tree = (Tree){.kind = kind};
    switch (tree->kind) {
    case MOVE:
        tree->length = random_length(random);
        if (!with_instant_moves && tree->length == 0)
            tree->length = 10000000;
        tree->way[0] = (float)coir_random_int(random, -50, 50);
        tree->way[1] = (float)coir_random_int(random, -50, 50);
        break;
    case DELAY: tree->length = random_length(random); break;
    case CALL: tree->name = ++call_names; break;
    case SEQUENCE:
    case SPAWN: add_parts(tree, random, depth, may_be_endless); break;
    case REPEAT:
    case FOREVER:
    case EASE: make_inner(tree, random, depth, may_be_endless); break;
    }
    return tree;
}

static CoirAction *build(Tree *tree)
{
    CoirAction *parts[4];
    if (tree->action)
        return coir_action_retain(tree->action);
    for (int i = 0; i < tree->part_count; i++)
        parts[i] = build(tree->parts[i]);
    switch (tree->kind) {
    case MOVE: tree->action = coir_move_by(coir_to_seconds(tree->length), tree->way[0], tree->way[1]); break;
    case DELAY: tree->action = coir_delay(coir_to_seconds(tree->length)); break;
    case CALL: tree->action = coir_call(note_call, tree); break;
    case SEQUENCE: tree->action = coir_sequence_of(parts, tree->part_count); break;
    case SPAWN: tree->action = coir_spawn_of(parts, tree->part_count); break;
    case REPEAT: tree->action = coir_repeat(tree->times, parts[0]); break;
    case FOREVER: tree->action = coir_repeat_forever(parts[0]); break;
    case EASE: tree->action = coir_ease(tree->ease, parts[0]); break;
    }
    return tree->action;
}

// Returns the inner time of an ease. Nested eases bend the time one after the other; only the result is rounded to
// nanoseconds.
static int64_t bent(const Tree *tree, int64_t time)
{
    double length = (double)tree->length, t = (double)time / length;
    if (time >= tree->length)
        return tree->length;
    for (; tree->kind == EASE; tree = tree->parts[0])
        t = coir_ease_at(tree->ease, t);
    return llround(t * length);
}

static const Tree *eased_part(const Tree *tree)
{
    while (tree->kind == EASE)
        tree = tree->parts[0];
    return tree;
}

static int64_t first_time_of(const Tree *tree, int64_t inner)
{
    int64_t low = -1, high = tree->length; // bent(tree, low) < inner <= bent(tree, high)
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (bent(tree, middle) < inner)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// Adds the calls of a tree up to the time `until`, and all calls inside an ease that has begun. All times are counted
// from the start of the tree.
static void list_calls(const Tree *tree, int64_t until, CallList *list)
{
    int first = list->count;
    int64_t begin = 0;
    if (until < 0)
        return;
    if (tree->kind == CALL)
        add_call(list, (Call){.name = tree->name});
    if (tree->kind == EASE) {
        list_calls(eased_part(tree), tree->length, list);
        for (int i = first; i < list->count; i++)
            list->calls[i].time = first_time_of(tree, list->calls[i].time);
        return;
    }
    bool loops = tree->kind == REPEAT || tree->kind == FOREVER;
    for (int i = 0; loops ? tree->kind == FOREVER || i < tree->times : i < tree->part_count; i++) {
        const Tree *part = tree->parts[loops ? 0 : i];
        int from = list->count;
        list_calls(part, until - begin, list);
        for (int k = from; k < list->count; k++)
            list->calls[k].time += begin;
        if (tree->kind == SPAWN)
            continue;
        if (part->length == COIR_NEVER || part->length > until - begin)
            break;
        begin += part->length;
    }
}

// Returns how far a tree has moved the node along x (k = 0) or y (k = 1). `time` is counted from the start of the tree.
static double moved(const Tree *tree, int k, int64_t time)
{
    double way = 0;
    int64_t begin = 0;
    if (time < 0)
        return 0;
    if (tree->kind == MOVE)
        return time >= tree->length ? tree->way[k] : tree->way[k] * ((double)time / (double)tree->length);
    if (tree->kind == EASE) {
        return moved(eased_part(tree), k, bent(tree, time));
    }
    if (tree->kind == REPEAT || tree->kind == FOREVER) {
        const Tree *part = tree->parts[0];
        if (tree->kind == REPEAT && tree->times == 0)
            return 0;
        if (part->length == COIR_NEVER)
            return moved(part, k, time);
        int64_t loops = part->length == 0 ? tree->times : time / part->length;
        if (tree->kind == REPEAT && loops >= tree->times)
            return tree->times * moved(part, k, part->length);
        return (double)loops * moved(part, k, part->length) + moved(part, k, time - loops * part->length);
    }
    for (int i = 0; i < tree->part_count; i++) {
        way += moved(tree->parts[i], k, time - begin);
        if (tree->kind == SPAWN)
            continue;
        if (tree->parts[i]->length == COIR_NEVER)
            break;
        begin += tree->parts[i]->length;
    }
    return way;
}

static int compare_calls(const void *first, const void *second)
{
    const Call *one = first, *other = second;
    if (one->time != other->time)
        return one->time < other->time ? -1 : 1;
    return one->order - other->order;
}

static bool is_near(double one, double other)
{
    return fabs(one - other) < 1e-3 * (1 + fabs(other) / 100);
}

static bool is_where_expected(const Tree *tree, int64_t time, double x, double y)
{
    return is_near(x, moved(tree, 0, time)) && is_near(y, moved(tree, 1, time));
}

// Returns the first difference between the library and the model as a text; NULL: none.
static const char *compare(const Tree *tree, int64_t now, bool is_running, int *checked)
{
    for (; *checked < made.count; ++*checked) {
        const Call *call = &made.calls[*checked], *should = &expected.calls[*checked];
        if (*checked >= expected.count || should->time > now)
            return "a call too many";
        if (call->name != should->name || call->time != should->time)
            return "another call";
        if (!with_instant_moves && !is_where_expected(tree, call->time, (double)call->x, (double)call->y))
            return "the node is elsewhere in a call";
    }
    if (*checked < expected.count && expected.calls[*checked].time <= now)
        return "a call is missing";
    if (!is_where_expected(tree, now, (double)node->position.x, (double)node->position.y))
        return "the node is elsewhere";
    if (is_running != (now < tree->length))
        return is_running ? "the run is still running" : "the run has ended";
    return NULL;
}

static void play_random_tree(uint64_t seed)
{
    CoirRandom random = coir_random(seed);
    const int64_t horizon = INT64_C(4000000000);
    tree_count = call_names = expected.count = made.count = 0;
    with_instant_moves = seed % 2;
    Tree *tree = random_tree(&random, coir_random_int(&random, 1, 8), true);
    list_calls(tree, horizon, &expected);
    for (int i = 0; i < expected.count; i++)
        expected.calls[i].order = i;
    if (expected.count)
        qsort(expected.calls, (size_t)expected.count, sizeof *expected.calls, compare_calls);
    coir_action_manager_destroy(manager);
    manager = coir_action_manager_new();
    node->position = coir_vec2(0, 0);
    CoirRun run = play(build(tree));
    int64_t now = 0;
    int checked = 0;
    const char *difference = NULL;
    int longest = coir_random_int(&random, 0, 2) == 0 ? 2000 : 100;
    for (int i = 0; !difference && now < horizon - INT64_C(2000000000) && i < 60; i++) {
        int64_t length = coir_random_int(&random, 0, longest) * INT64_C(1000000);
        if (coir_random_int(&random, 0, 1))
            length = length / 10000000 * 10000000; // a multiple of 10 ms, like the lengths of leaves
        now += length;
        step(coir_to_seconds(length));
        difference = compare(tree, now, coir_run_is_running(run), &checked);
    }
    coir_run_stop(run);
    if (!difference)
        return;
    print_error("seed %llu, at %.9f s, after %d calls: %s\n", (unsigned long long)seed, coir_to_seconds(now), checked,
                difference);
    fail();
}

static void random_trees_match_a_simple_model(void **state)
{
    const char *seed = getenv("COIR_SEED"); // seed to play alone; NULL: plays the seeds 1 to 10000
    (void)state;
    for (uint64_t i = 1; i <= 10000 && !seed; i++)
        play_random_tree(i);
    if (seed)
        play_random_tree(strtoull(seed, NULL, 10));
    free(expected.calls);
    free(made.calls);
    expected = made = (CallList){NULL, 0, 0};
}

TEST_FILE(action_tree_model)
{
    const struct CMUnitTest tests[] = {
        action_test(random_trees_match_a_simple_model),
    };
    return cmocka_run_group_tests_name("action_tree_model", tests, NULL, NULL);
}
