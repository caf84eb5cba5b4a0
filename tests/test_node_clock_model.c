// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random tests of clocks for subtrees, checked against a simple model. The model consists of arrays of nodes and their
// timers. A timer stores its due time on its own clock; the same time on the clock of the stage is computed whenever
// needed. The model must expect each callback that the library calls, with its time. Inside the callback, the test
// makes the same random changes to the library and to the model, and may update the other of two stages. A second test
// makes random changes in every hook and callback without a model. The second test only checks that trees stay valid,
// that no frozen node is called, and that remaining times are possible.
//
// Environment: COIR_SEED  one more seed to run, COIR_STEPS  number of steps with this seed

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "coir/node_time.h"
#include "coir/stage.h"
#include "model/chance.h"

// A node is a number. 0 and 1 are the scenes of the stages 0 and 1, which always exist. A clock is the number of its
// node, or STAGE_CLOCK + the number of a stage.
enum { NODES = 18, STAGES = 2, TIMERS = 3, UPDATES = 2, OFF = -1, NOBODY = -1, STAGE_CLOCK = 1000 };

#define NEVER INT64_MAX

// The timer EACH is called in each update. The other timers have intervals.
enum { EACH = 2 };
static const char *const keys[TIMERS] = {"a", "b", "each"};

typedef struct Timer {
    bool on;
    // Times in ns. While the node is paused or off stage, `due` and `last` count from the time of the stop.
    int64_t interval, due, last;
    int repeat;
    uint64_t order;
} Timer;

typedef struct Update { // 0: the update of the class, 1: the update function of the node
    bool on;
    uint64_t order;
} Update;

typedef struct Model {
    bool used, has_clock, tree_paused, paused;
    int parent, stage;
    uint64_t linked; // order among siblings
    double scale;
    int64_t base, above_base; // a time of the node's clock, and the same moment on the clock above
    Timer timers[TIMERS];
    Update updates[UPDATES];
} Model;

typedef enum Phase { NO_PHASE, IN_UPDATES, IN_TIMERS, IN_EACH } Phase;

// A call that is planned for the current update.
typedef struct Turn {
    int node, index, priority;
    uint64_t order;
} Turn;

typedef struct ModelStage {
    int64_t now, until;
    Phase phase;
    Turn updates[NODES * UPDATES], each[NODES];
    int update_count, each_count, at;
    int reading; // clock of the timer that fired last; this clock shows the time `reads`
    int64_t reads;
} ModelStage;

static Model models[NODES];
static ModelStage model_stages[STAGES];
static uint64_t order_count;
static CoirNode *nodes[NODES];
static CoirStage *stages[STAGES];
static Chance chance;
static uint64_t seed_now;
static long step_now, calls_made;
static int depth; // number of nested callbacks

static void complain(const char *what, int node)
{
    fail_msg("COIR_SEED=%llu, step %ld: %s, node %d", (unsigned long long)seed_now, step_now, what, node);
}

// The model's clocks -------------------------------------------------------------------------------------------------

// Returns the clock of a node's timers and updates. If `node` is NOBODY, returns the clock of the stage.
static int clock_at(int node, int stage)
{
    while (node != NOBODY && !models[node].has_clock)
        node = models[node].parent;
    return node != NOBODY ? node : STAGE_CLOCK + stage;
}

static int clock_of(int node)
{
    return clock_at(node, models[node].stage);
}

static int clock_above(int clock)
{
    return clock_at(models[clock].parent, models[clock].stage);
}

static bool is_frozen_itself(int clock)
{
    return models[clock].tree_paused || models[clock].scale == 0 || models[clock].stage == OFF;
}

static int64_t reads_when_above_reads(int clock, int64_t above)
{
    const Model *model = &models[clock];
    if (is_frozen_itself(clock))
        return model->base;
    return model->base + llround((double)(above - model->above_base) * model->scale);
}

static int64_t reads(int clock)
{
    if (clock >= STAGE_CLOCK)
        return model_stages[clock - STAGE_CLOCK].now;
    int stage = models[clock].stage;
    if (stage != OFF && model_stages[stage].reading == clock)
        return model_stages[stage].reads;
    return stage == OFF ? models[clock].base : reads_when_above_reads(clock, reads(clock_above(clock)));
}

static int64_t reads_at(int clock, int64_t stage_time)
{
    if (clock >= STAGE_CLOCK)
        return stage_time;
    return reads_when_above_reads(clock, reads_at(clock_above(clock), stage_time));
}

static bool is_frozen(int clock)
{
    return clock < STAGE_CLOCK && (is_frozen_itself(clock) || is_frozen(clock_above(clock)));
}

// Returns the earliest time of the clock above at which `clock` reads `time` or more.
static int64_t above_time(int clock, int64_t time)
{
    int64_t above = models[clock].above_base + llround((double)(time - models[clock].base) / models[clock].scale);
    while (reads_when_above_reads(clock, above) >= time)
        above--;
    while (reads_when_above_reads(clock, above) < time)
        above++;
    return above;
}

static int64_t stage_time(int clock, int64_t time)
{
    for (; clock < STAGE_CLOCK; clock = clock_above(clock)) {
        if (is_frozen_itself(clock))
            return NEVER;
        time = above_time(clock, time);
    }
    return time;
}

// Changing the model -------------------------------------------------------------------------------------------------

static bool runs(int node)
{
    return models[node].stage != OFF && !models[node].paused;
}

static void shift(int node, int64_t by)
{
    for (int i = 0; i < TIMERS; i++) {
        models[node].timers[i].due += by;
        models[node].timers[i].last += by;
    }
}

// Returns the child of `parent` that comes next after `after` in the order of siblings.
static int next_child(int parent, uint64_t after)
{
    int next = NOBODY;
    for (int i = 0; i < NODES; i++)
        if (models[i].used && models[i].parent == parent && models[i].linked > after &&
            (next == NOBODY || models[i].linked < models[next].linked))
            next = i;
    return next;
}

#define each_child(child, parent) \
    (int child = next_child((parent), 0); child != NOBODY; child = next_child((parent), models[child].linked))

static void rebase(int clock)
{
    models[clock].base = reads(clock);
    models[clock].above_base = models[clock].stage == OFF ? 0 : reads(clock_above(clock));
}

// Move `node` and the nodes below to another clock. Before the move, stop_below subtracts the time of the old clock
// from the times of timers. After the move, go_on_below adds the time of the new clock. A node with a clock of its own
// keeps its times, because the whole clock moves. `also_clock` is false if the new clock belongs to `node` itself.
static void stop_below(int node, bool also_clock)
{
    if (models[node].has_clock && also_clock) {
        models[node].base = reads(node);
        return;
    }
    if (runs(node))
        shift(node, -reads(clock_of(node)));
    for
        each_child(child, node) stop_below(child, true);
}

static void go_on_below(int node, bool also_clock)
{
    if (models[node].has_clock && also_clock) {
        models[node].above_base = reads(clock_above(node));
        return;
    }
    if (runs(node))
        shift(node, reads(clock_of(node)));
    for
        each_child(child, node) go_on_below(child, true);
}

static void need_clock(int node)
{
    Model *model = &models[node];
    if (model->has_clock)
        return;
    if (model->stage != OFF)
        stop_below(node, false);
    model->has_clock = true;
    model->tree_paused = false;
    model->scale = 1;
    model->base = model->above_base = 0;
    if (model->stage == OFF)
        return;
    model->above_base = reads(clock_above(node));
    go_on_below(node, false);
}

static bool is_below(int node, int above)
{
    while (node != NOBODY && node != above)
        node = models[node].parent;
    return node != NOBODY;
}

static void leave(int node)
{
    Model *model = &models[node];
    if (runs(node))
        shift(node, -reads(clock_of(node)));
    for
        each_child(child, node) leave(child);
    if (model->has_clock)
        model->base = reads(node);
    ModelStage *stage = &model_stages[model->stage];
    if (stage->reading == node)
        stage->reading = NOBODY;
    model->stage = OFF;
}

static void enter(int node, int stage)
{
    Model *model = &models[node];
    model->stage = stage;
    if (model->has_clock)
        model->above_base = reads(clock_above(node));
    if (runs(node))
        shift(node, reads(clock_of(node)));
    for (int i = 0; i < UPDATES; i++)
        model->updates[i].order = ++order_count;
    for (uint64_t done = order_count; true;) { // keeps the order of the timers
        Timer *next = NULL;
        for (int i = 0; i < TIMERS; i++)
            if (model->timers[i].order <= done && (!next || model->timers[i].order < next->order))
                next = &model->timers[i];
        if (!next)
            break;
        next->order = ++order_count;
    }
    for
        each_child(child, node) enter(child, stage);
}

// Calls that the model expects ---------------------------------------------------------------------------------------

static int priority_of(int node, int index)
{
    return index == 0 ? 0 : node % 3 - 1;
}

static int compare_turns(const void *a, const void *b)
{
    const Turn *turn_a = a, *turn_b = b;
    if (turn_a->priority != turn_b->priority)
        return turn_a->priority - turn_b->priority;
    return turn_a->order < turn_b->order ? -1 : 1;
}

static void begin_update(ModelStage *stage, int64_t dt)
{
    int number = (int)(stage - model_stages);
    stage->until = stage->now + dt;
    stage->phase = IN_UPDATES;
    stage->update_count = stage->each_count = stage->at = 0;
    for (int i = 0; i < NODES; i++) {
        if (!models[i].used || models[i].stage != number)
            continue;
        for (int k = 0; k < UPDATES; k++)
            if (models[i].updates[k].on)
                stage->updates[stage->update_count++] = (Turn){i, k, priority_of(i, k), models[i].updates[k].order};
        if (models[i].timers[EACH].on)
            stage->each[stage->each_count++] = (Turn){i, EACH, 0, models[i].timers[EACH].order};
    }
    qsort(stage->updates, (size_t)stage->update_count, sizeof(Turn), compare_turns);
    qsort(stage->each, (size_t)stage->each_count, sizeof(Turn), compare_turns);
}

typedef struct Expected {
    int node, index; // `index` of an update, or UPDATES + index of a timer
    int64_t elapsed;
} Expected;

static const Expected nothing = {NOBODY, 0, 0};

static bool has_its_turn(const ModelStage *stage, const Turn *turn, bool on, uint64_t order)
{
    const Model *model = &models[turn->node];
    return model->used && model->stage == (int)(stage - model_stages) && on && order == turn->order && !model->paused &&
           !is_frozen(clock_of(turn->node));
}

static Expected next_update(ModelStage *stage)
{
    while (stage->at < stage->update_count) {
        const Turn *turn = &stage->updates[stage->at++];
        const Update *update = &models[turn->node].updates[turn->index];
        if (!has_its_turn(stage, turn, update->on, update->order))
            continue;
        int clock = clock_of(turn->node);
        return (Expected){turn->node, turn->index, reads_at(clock, stage->until) - reads(clock)};
    }
    return nothing;
}

// If a clock is slowed during the updates, its time may be before `last` of a timer that was scheduled in the
// updates.
static int64_t since(int clock, int64_t last, int64_t time)
{
    return time < last && clock < STAGE_CLOCK ? 0 : time - last;
}

static Expected fire(ModelStage *stage, int node, int index, int64_t due)
{
    Timer *timer = &models[node].timers[index];
    int clock = clock_of(node);
    int64_t before = reads(clock), time = timer->due > before ? timer->due : before,
            elapsed = since(clock, timer->last, time);
    if (due > stage->now)
        stage->now = due;
    stage->reading = clock;
    stage->reads = time;
    timer->due += timer->interval;
    timer->last = time;
    timer->on = timer->repeat != 0;
    timer->repeat -= timer->repeat != COIR_FOREVER;
    return (Expected){node, UPDATES + index, elapsed};
}

static Expected next_timer(ModelStage *stage)
{
    int64_t earliest = NEVER;
    uint64_t order = 0;
    int node = NOBODY, index = 0;
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < EACH; k++) {
            const Timer *timer = &models[i].timers[k];
            if (!models[i].used || !timer->on || models[i].stage != (int)(stage - model_stages) || models[i].paused)
                continue;
            int64_t due = stage_time(clock_of(i), timer->due);
            if (due > stage->until || due > earliest || (due == earliest && timer->order > order))
                continue;
            earliest = due, order = timer->order, node = i, index = k;
        }
    return node == NOBODY ? nothing : fire(stage, node, index, earliest);
}

static Expected next_each(ModelStage *stage)
{
    while (stage->at < stage->each_count) {
        const Turn *turn = &stage->each[stage->at++];
        Timer *timer = &models[turn->node].timers[EACH];
        if (!has_its_turn(stage, turn, timer->on, timer->order))
            continue;
        int clock = clock_of(turn->node);
        int64_t time = reads(clock), elapsed = since(clock, timer->last, time);
        timer->last = time;
        return (Expected){turn->node, UPDATES + EACH, elapsed};
    }
    return nothing;
}

static Expected next_call(ModelStage *stage)
{
    Expected expected = nothing;
    if (stage->phase == IN_UPDATES && (expected = next_update(stage)).node == NOBODY)
        stage->phase = IN_TIMERS;
    if (stage->phase == IN_TIMERS && (expected = next_timer(stage)).node == NOBODY) {
        stage->phase = IN_EACH;
        stage->now = stage->until;
        stage->reading = NOBODY;
        stage->at = 0;
    }
    if (stage->phase == IN_EACH)
        expected = next_each(stage);
    return expected;
}

// Changes to model and library ---------------------------------------------------------------------------------------

static void do_something(void);

static int number_of(const CoirNode *node)
{
    return node->tag;
}

static void check_planned_call(CoirNode *node, int index, double elapsed)
{
    int number = number_of(node);
    if (!models[number].used || models[number].stage == OFF)
        complain("called while off stage", number);
    int stage_number = models[number].stage;
    ModelStage *stage = &model_stages[stage_number];
    Expected expected = next_call(stage);
    if (expected.node != number || expected.index != index) {
        fprintf(stderr, "called: callback %d of node %d; expected: callback %d of node %d\n", index, number,
                expected.index, expected.node);
        complain("called although the model expects another call", number);
    }
    int64_t now = stage->phase == IN_UPDATES ? stage->until : stage->now;
    if (llround(coir_scheduler_now(coir_stage_scheduler(stages[stage_number])) * 1e9) != now)
        complain("called at a time that the model does not expect", number);
    if (llround(elapsed * 1e9) != expected.elapsed) {
        fprintf(stderr, "called: %d, %.9f s elapsed, expected %.9f\n", index, elapsed, (double)expected.elapsed / 1e9);
        complain("called with an elapsed time that the model does not expect", number);
    }
    calls_made++;
    depth++;
    for (int i = chance_below(&chance, 8) - 5; i > 0; i--)
        do_something();
    depth--;
}

typedef struct Beater {
    CoirNode node;
} Beater, WildNode;

static void beater_update(CoirNode *node, double dt)
{
    check_planned_call(node, 0, dt);
}

static COIR_NODE_CLASS(Beater, .update = beater_update);

static void frame_called(void *target, double dt, void *user)
{
    (void)user;
    check_planned_call(target, 1, dt);
}

static void timer_called(void *target, double elapsed, void *user)
{
    check_planned_call(target, UPDATES + (int)((const char *const *)user - keys), elapsed);
}

static void make(int number)
{
    Beater *beater = COIR_NEW(Beater);
    assert_non_null(beater);
    beater->node.tag = number;
    nodes[number] = &beater->node;
    models[number] = (Model){.used = true, .parent = NOBODY, .stage = OFF, .updates[0] = {true, ++order_count}};
}

static void link_below(int node, int parent)
{
    models[node].parent = parent;
    models[node].linked = ++order_count;
}

static void add(int parent, int node)
{
    if (models[node].parent != NOBODY || is_below(parent, node))
        return;
    link_below(node, parent);
    if (models[parent].stage != OFF)
        enter(node, models[parent].stage);
    assert_true(coir_node_add(nodes[parent], nodes[node]));
}

static void detach(int node)
{
    if (models[node].parent == NOBODY)
        return;
    if (models[node].stage != OFF)
        leave(node);
    models[node].parent = NOBODY;
    assert_ptr_equal(coir_node_detach(nodes[node]), nodes[node]);
}

static void set_parent(int node, int parent)
{
    if (is_below(parent, node))
        return;
    int from = models[node].stage, to = models[parent].stage;
    bool stays = from != OFF && from == to;
    bool changes_clock = stays && (clock_at(models[node].parent, from) < STAGE_CLOCK || clock_of(parent) < STAGE_CLOCK);
    if (changes_clock)
        stop_below(node, true);
    else if (from != OFF && from != to)
        leave(node);
    link_below(node, parent);
    if (changes_clock)
        go_on_below(node, true);
    else if (to != OFF && from != to)
        enter(node, to);
    assert_true(coir_node_set_parent(nodes[node], nodes[parent]));
}

static void forget(int node)
{
    for
        each_child(child, node) forget(child);
    models[node].used = false;
}

static void destroy(int node)
{
    if (models[node].stage != OFF)
        leave(node);
    forget(node);
    coir_node_destroy(nodes[node]);
}

static void set_scale(int node)
{
    static const double odd[] = {0, 0.25, 0.5, 1, 1.5, 2, 1.0 / 3, 0.7}, even[] = {0, 0.25, 0.5, 1, 1, 2, 2, 4};
    double scale = (seed_now % 2 ? odd : even)[chance_below(&chance, 8)];
    need_clock(node);
    if (models[node].scale != scale)
        rebase(node);
    models[node].scale = scale;
    assert_true(coir_node_set_time_scale(nodes[node], scale));
}

static void set_tree_paused(int node, bool paused)
{
    if (paused)
        need_clock(node);
    if (models[node].has_clock && models[node].tree_paused != paused) {
        rebase(node);
        models[node].tree_paused = paused;
    }
    assert_true(paused ? coir_node_pause_tree(nodes[node]) : coir_node_resume_tree(nodes[node]));
}

static void set_paused(int node, bool paused)
{
    bool ran = runs(node);
    models[node].paused = paused;
    if (ran != runs(node))
        shift(node, ran ? -reads(clock_of(node)) : reads(clock_of(node)));
    if (paused)
        coir_node_pause(nodes[node]);
    else
        coir_node_resume(nodes[node]);
}

static int64_t reading_for_scheduling(int node)
{
    if (!runs(node))
        return 0;
    const ModelStage *stage = &model_stages[models[node].stage];
    return stage->phase == IN_UPDATES ? reads_at(clock_of(node), stage->until) : reads(clock_of(node));
}

// With even seeds, several timers on fast clocks are often due in the same nanosecond of the stage.
static int64_t random_time(void)
{
    if (seed_now % 2)
        return chance_between(&chance, 50000000, 1500000000);
    return INT64_C(100000000) * chance_between(&chance, 1, 12) + chance_below(&chance, 4);
}

static void schedule(int node)
{
    int index = chance_below(&chance, TIMERS);
    int64_t interval = index == EACH ? 0 : random_time(), delay = 0;
    int repeat = index == EACH || chance_below(&chance, 3) ? COIR_FOREVER : chance_below(&chance, 3);
    if (index != EACH && chance_one_in(&chance, 3))
        delay = random_time();
    int64_t now = reading_for_scheduling(node);
    models[node].timers[index] = (Timer){true, interval, now + (delay ? delay : interval), now, repeat, ++order_count};
    CoirTimerDef def = {.tick = timer_called,
                        .user = (void *)&keys[index],
                        .key = keys[index],
                        .interval = (double)interval / 1e9,
                        .delay = (double)delay / 1e9,
                        .repeat = repeat};
    assert_true(coir_node_schedule(nodes[node], &def));
}

static void unschedule(int node)
{
    int index = chance_below(&chance, TIMERS);
    assert_true(coir_node_unschedule(nodes[node], keys[index]) == models[node].timers[index].on);
    models[node].timers[index].on = false;
}

static void toggle_function(int node)
{
    Update *update = &models[node].updates[1];
    update->on = !update->on;
    update->order = ++order_count;
    assert_true(coir_node_every_frame(nodes[node], update->on ? frame_called : NULL, NULL, priority_of(node, 1)));
}

static void update(int number)
{
    ModelStage *stage = &model_stages[number];
    int64_t dt = chance_one_in(&chance, 8) ? 0 : chance_between(&chance, 1000000, 60000000);
    if (seed_now % 2 == 0)
        dt = chance_below(&chance, 4) * INT64_C(25000000);
    if (chance_one_in(&chance, 50))
        dt *= 30;
    if (stage->phase != NO_PHASE)
        return;
    begin_update(stage, dt);
    assert_true(coir_stage_update(stages[number], (double)dt / 1e9));
    Expected expected = next_call(stage);
    if (expected.node != NOBODY)
        complain("not called although the model expects a call", expected.node);
    stage->phase = NO_PHASE;
}

// Comparing ----------------------------------------------------------------------------------------------------------

static void compare_timer(int node, int index)
{
    const Timer *timer = &models[node].timers[index];
    double seconds = 0;
    bool is_there = coir_node_remaining(nodes[node], keys[index], &seconds);
    if (is_there != timer->on)
        complain("the node and its model differ in whether a timer is scheduled", node);
    int64_t remains = index == EACH ? 0 : timer->due - (runs(node) ? reads(clock_of(node)) : 0);
    if (is_there && llround(seconds * 1e9) != (remains > 0 ? remains : 0)) {
        fprintf(stderr, "timer %d: %.9f s remain, expected %.9f\n", index, seconds, (double)remains / 1e9);
        complain("the node and its model differ in the remaining time of a timer", node);
    }
}

static void compare(int node)
{
    const Model *model = &models[node];
    if (!model->used)
        return;
    if (coir_node_is_on_stage(nodes[node]) != (model->stage != OFF))
        complain("the node and its model differ in being on stage", node);
    if (coir_node_time_scale(nodes[node]) != (model->has_clock ? model->scale : 1))
        complain("the node and its model differ in the time scale", node);
    if (coir_node_is_tree_paused(nodes[node]) != (model->has_clock && model->tree_paused))
        complain("the node and its model differ in the pause of the tree", node);
    if (coir_node_is_paused(nodes[node]) != model->paused)
        complain("the node and its model differ in the pause", node);
    for (int i = 0; i < TIMERS; i++)
        compare_timer(node, i);
}

// Random steps -------------------------------------------------------------------------------------------------------

typedef enum Deed {
    MAKE,
    ADD,
    DETACH,
    SET_PARENT,
    DESTROY,
    SET_SCALE,
    PAUSE_TREE,
    RESUME_TREE,
    PAUSE,
    RESUME,
    SCHEDULE,
    UNSCHEDULE,
    FUNCTION,
    UPDATE,
    DEEDS,
} Deed;

static Deed random_deed(void)
{
    static const int weights[DEEDS] = {10, 10, 4, 8, 2, 6, 2, 6, 2, 6, 8, 2, 4, 30};
    int sum = 0, deed = 0;
    for (int i = 0; i < DEEDS; i++)
        sum += weights[i];
    for (int left = chance_below(&chance, sum); left >= weights[deed]; deed++)
        left -= weights[deed];
    return (Deed)deed;
}

// Does nothing to the scenes, which stay on their stages.
static void do_to_the_tree(Deed deed, int node, int other)
{
    if (deed == MAKE && !models[node].used)
        make(node);
    if (node < STAGES || !models[node].used)
        return;
    if (deed == DETACH)
        detach(node);
    if (deed == DESTROY)
        destroy(node);
    if ((deed == ADD || deed == MAKE) && models[other].used)
        add(other, node);
    if (deed == SET_PARENT && models[other].used)
        set_parent(node, other);
}

static void do_to_time(Deed deed, int node)
{
    if (!models[node].used)
        return;
    if (deed == SET_SCALE)
        set_scale(node);
    if (deed == PAUSE_TREE || deed == RESUME_TREE)
        set_tree_paused(node, deed == PAUSE_TREE);
    if (deed == PAUSE || deed == RESUME)
        set_paused(node, deed == PAUSE);
    if (deed == SCHEDULE)
        schedule(node);
    if (deed == UNSCHEDULE)
        unschedule(node);
    if (deed == FUNCTION)
        toggle_function(node);
}

static void do_something(void)
{
    Deed deed = random_deed();
    int node = chance_below(&chance, NODES), other = chance_below(&chance, NODES);
    if (deed == UPDATE && depth < 2 && (depth == 0 || chance_one_in(&chance, 4)))
        update(chance_below(&chance, STAGES));
    do_to_the_tree(deed, node, other);
    do_to_time(deed, node);
    compare(chance_below(&chance, NODES));
}

static void open_stages(void)
{
    memset(models, 0, sizeof models);
    order_count = 0;
    depth = 0;
    calls_made = 0;
    for (int i = 0; i < STAGES; i++) {
        model_stages[i] = (ModelStage){.reading = NOBODY};
        stages[i] = coir_stage_new();
        make(i);
        assert_true(coir_stage_show(stages[i], nodes[i]));
        assert_true(coir_stage_update(stages[i], 0));
        enter(i, i);
    }
}

static void close_stages(void)
{
    for (int i = STAGES; i < NODES; i++)
        if (models[i].used && models[i].parent == NOBODY)
            coir_node_destroy(nodes[i]);
    for (int i = 0; i < STAGES; i++)
        coir_stage_destroy(stages[i]);
    coir_nodes_sweep();
    assert_int_equal(coir_nodes_count(), 0);
}

static void take_random_steps(uint64_t seed, long steps)
{
    chance = (Chance){seed_now = seed};
    open_stages();
    for (step_now = 0; step_now < steps; step_now++) {
        do_something();
        if (step_now % 16 == 0)
            for (int i = 0; i < NODES; i++)
                compare(i);
        if (step_now % 64 == 0 && !(coir_node_validate(nodes[0]) && coir_node_validate(nodes[1])))
            complain(coir_error(), 0);
    }
    close_stages();
    assert_string_equal(coir_error(), "");
    assert_true(calls_made > steps / 4);
}

static void a_million_random_steps_match_the_model(void **state)
{
    const char *seed = getenv("COIR_SEED"), *steps = getenv("COIR_STEPS");
    (void)state;
    for (uint64_t i = 1; i <= 40; i++)
        take_random_steps(i, 25000);
    if (seed)
        take_random_steps(strtoull(seed, NULL, 0), steps ? atol(steps) : 25000);
}

// Random changes in every hook and callback --------------------------------------------------------------------------

static CoirNodeRef wild_nodes[NODES];

static void do_something_wild(void);

static void do_wild_things(int one_in)
{
    if (depth > 3 || !chance_one_in(&chance, one_in))
        return;
    depth++;
    do_something_wild();
    do_something_wild();
    depth--;
}

static void wild_hook(CoirNode *node)
{
    (void)node;
    do_wild_things(3);
}

// Reports a fault if a node is called while the node or its clock is frozen. Inside hooks a parent may be on another
// stage than its child. The clocks of such a parent are not above the child's clock.
static void check_call(const CoirNode *node, double elapsed)
{
    const CoirStage *stage = node->stage_;
    if (!stage || coir_node_is_paused(node) || !isfinite(elapsed))
        complain("called while off stage or paused", node->tag);
    for (const CoirNode *above = node; above && above->stage_ == stage; above = coir_node_parent(above))
        if (coir_node_is_tree_paused(above) || coir_node_time_scale(above) == 0)
            complain("called on a frozen clock", node->tag);
    calls_made++;
}

static void wild_call(void *target, double elapsed, void *user)
{
    (void)user;
    check_call(target, elapsed);
    do_wild_things(4);
}

static void wild_update(CoirNode *node, double dt)
{
    check_call(node, dt);
    do_wild_things(6);
}

static COIR_NODE_CLASS(WildNode, .enter = wild_hook, .leave = wild_hook, .update = wild_update, .destroy = wild_hook);

static void make_wild(int number, CoirNode *parent)
{
    WildNode *made = coir_node_get(wild_nodes[number]) ? NULL : COIR_NEW(WildNode);
    if (!made)
        return;
    wild_nodes[number] = coir_node_ref(&made->node);
    made->node.tag = number;
    if (parent)
        coir_node_add(parent, &made->node);
}

static void schedule_wild(CoirNode *node)
{
    int index = chance_below(&chance, TIMERS);
    CoirTimerDef def = {.tick = wild_call,
                        .key = keys[index],
                        .interval = index == EACH ? 0 : chance_between(&chance, 5, 500) / 1e3,
                        .delay = chance_one_in(&chance, 3) ? chance_between(&chance, 5, 500) / 1e3 : 0,
                        .repeat = chance_one_in(&chance, 3) ? chance_below(&chance, 3) : COIR_FOREVER,
                        .catch_up = (CoirCatchUp)chance_below(&chance, 3)};
    coir_node_schedule(node, &def);
}

static void do_wild_time(Deed deed, CoirNode *node)
{
    static const double scales[] = {0, 0.25, 0.5, 1, 2, 1.0 / 3, 7};
    if (deed == SET_SCALE)
        coir_node_set_time_scale(node, scales[chance_below(&chance, 7)]);
    if (deed == PAUSE_TREE)
        coir_node_pause_tree(node);
    if (deed == RESUME_TREE)
        coir_node_resume_tree(node);
    if (deed == PAUSE)
        coir_node_pause(node);
    if (deed == RESUME)
        coir_node_resume(node);
    if (deed == SCHEDULE)
        schedule_wild(node);
    if (deed == UNSCHEDULE)
        coir_node_unschedule(node, keys[chance_below(&chance, TIMERS)]);
    if (deed == FUNCTION)
        coir_node_every_frame(node, chance_below(&chance, 2) ? wild_call : NULL, NULL, chance_below(&chance, 3) - 1);
}

static void do_something_wild(void)
{
    Deed deed = random_deed();
    int number = chance_below(&chance, NODES), stage = chance_below(&chance, STAGES);
    CoirNode *node = coir_node_get(wild_nodes[number]),
             *other = coir_node_get(wild_nodes[chance_below(&chance, NODES)]);
    if (chance_one_in(&chance, 40))
        support_fail_allocation(chance_between(&chance, 1, 4));
    if (deed == UPDATE && chance_below(&chance, 1 + 2 * depth) == 0)
        coir_stage_update(stages[stage], chance_below(&chance, 60) / 1e3);
    if (deed == MAKE)
        make_wild(number, other);
    if (!node)
        return;
    if (deed == MAKE && (!coir_stage_scene(stages[stage]) || chance_one_in(&chance, 40)))
        coir_stage_show(stages[stage], node);
    if (deed == ADD && other)
        coir_node_add(other, node);
    if (deed == DETACH)
        coir_node_detach(node);
    if (deed == SET_PARENT && other)
        coir_node_set_parent(node, other);
    if (deed == DESTROY)
        coir_node_destroy(node);
    do_wild_time(deed, node);
}

static void check_all(void)
{
    for (int i = 0; i < NODES; i++) {
        CoirNode *node = coir_node_get(wild_nodes[i]);
        double seconds = 0;
        if (!node)
            continue;
        if (!coir_node_parent(node) && !coir_node_validate(node))
            complain(coir_error(), i);
        for (int k = 0; k < TIMERS; k++)
            if (coir_node_remaining(node, keys[k], &seconds) && !(seconds >= 0 && seconds < 100))
                complain("the remaining time of a timer is negative, infinite or NaN", i);
    }
}

static void take_wild_steps(uint64_t seed, long steps)
{
    chance = (Chance){seed_now = seed};
    depth = 0;
    for (int i = 0; i < STAGES; i++)
        stages[i] = coir_stage_new();
    for (step_now = 0; step_now < steps; step_now++) {
        do_something_wild();
        check_all();
    }
    support_fail_allocation(0);
    depth = 10; // stops the wild hooks
    for (int i = 0; i < NODES; i++)
        coir_node_destroy(coir_node_get(wild_nodes[i]));
    for (int i = 0; i < STAGES; i++)
        coir_stage_destroy(stages[i]);
    coir_nodes_sweep();
    assert_int_equal(coir_nodes_count(), 0);
    coir_error_clear();
}

static void anything_in_any_hook_leaves_a_valid_tree_on_the_right_clocks(void **state)
{
    const char *seed = getenv("COIR_SEED"), *steps = getenv("COIR_STEPS");
    (void)state;
    calls_made = 0;
    for (uint64_t i = 1; i <= 40; i++)
        take_wild_steps(i, 10000);
    assert_true(calls_made > 10000);
    if (seed)
        take_wild_steps(strtoull(seed, NULL, 0), steps ? atol(steps) : 10000);
}

TEST_FILE(node_clock_model)
{
    const struct CMUnitTest tests[] = {
        support_test(a_million_random_steps_match_the_model),
        support_test(anything_in_any_hook_leaves_a_valid_tree_on_the_right_clocks),
    };
    return cmocka_run_group_tests_name("node_clock_model", tests, NULL, NULL);
}
