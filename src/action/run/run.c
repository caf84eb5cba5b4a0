// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A run: how its local time passes, how it is brought to one, and how it ends.

#include "action/run/run.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "time/nanoseconds.h"
#include "time/scale.h"
#include "time/scheduler/scheduled.h"

#define NAP INT64_C(64000000) // to sleep less long is not worth it
#define REQUESTS_MAX 1000     // a call that seeks to where it is called again ends, too

// Time ---------------------------------------------------------------------------------------------------------------

static bool is_rated(const CoirRunRecord *run)
{
    return (run->flags & COIR_RUN_RATED) != 0;
}

static int64_t subtree_clock_at(const CoirTimerQueue *clock, const CoirActionManager *manager, int64_t time)
{
    bool is_detached = coir_timer_queue_root(clock) != &manager->scheduler->clock; // its node is leaving
    return is_detached ? coir_timer_queue_reads(clock) : coir_timer_queue_reads_at(clock, time);
}

static inline int64_t clock_at(const CoirNode *node, const CoirActionManager *manager, int64_t time)
{
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    return clock ? subtree_clock_at(clock, manager, time) : time;
}

static inline int64_t clock_now(const CoirNode *node, const CoirActionManager *manager)
{
    if (!manager)
        return 0;
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    if (clock && !manager->is_calling && manager->scheduler->phase == COIR_PHASE_TIMERS)
        return coir_timer_queue_reads(clock); // exactly, should a timer of this clock be firing
    int64_t time = coir_manager_reads(manager);
    return clock ? subtree_clock_at(clock, manager, time) : time;
}

int64_t coir_run_clock_at(const CoirRunRecord *run, int64_t time)
{
    return clock_at(coir_run_node_of(run), coir_run_manager(run), time);
}

int64_t coir_run_clock(const CoirRunRecord *run)
{
    return clock_now(coir_run_node_of(run), coir_run_manager(run));
}

static int64_t within(const CoirRunRecord *run, int64_t local)
{
    int64_t total = coir_run_timeline(run)->total;
    return local < 0 ? 0 : local > total ? total : local;
}

// Returns the local time, also before the begin and after the end: a change of clock or speed keeps this time.
static int64_t unbounded_local_at(const CoirRunRecord *run, int64_t clock)
{
    if (!coir_run_has_time(run))
        return run->base;
    int64_t since = clock - run->base;
    if (is_rated(run)) {
        int64_t way = coir_scaled_time(since < 0 ? -since : since, run->block->speed);
        way = way < COIR_TIME_MAX ? way : COIR_TIME_MAX;
        way = since < 0 ? -way : way;
        since = run->block->is_reversed ? run->block->from - way : run->block->from + way;
    }
    return since < -COIR_TIME_MAX ? -COIR_TIME_MAX : since > COIR_TIME_MAX ? COIR_TIME_MAX : since;
}

int64_t coir_run_local_at(const CoirRunRecord *run, int64_t clock)
{
    return within(run, unbounded_local_at(run, clock));
}

// Returns true if the run was stepped already in the update that is under way.
static bool is_stepped(const CoirRunRecord *run, const CoirActionManager *manager)
{
    return manager->is_updating && !(run->flags & COIR_RUN_LATE) && (int32_t)(run->order - manager->order) < 0;
}

// Returns a time of the clock that is not before the last change of the local time: the per-frame updates, in which the
// run may have been thawed or sought, come before the timers of the frame.
static inline int64_t not_before_change(const CoirRunRecord *run, int64_t clock)
{
    const CoirRunHot *hot = coir_run_hot(run);
    bool may_be_later = coir_run_state(run) == COIR_RUN_MOVING && !hot->leaf;
    return may_be_later && clock < hot->since ? hot->since : clock;
}

// A run that was stepped to the frame's time has this time, also when another run makes a call at an earlier time.
static inline int64_t now(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager,
                          int64_t *clock)
{
    *clock = clock_now(node, manager);
    if (run->flags & COIR_RUN_STEPPING && run->flags & COIR_RUN_BLOCK && run->block->scope)
        return run->block->scope->time;
    if (!manager || !coir_run_has_time(run))
        return run->base;
    *clock = not_before_change(run, *clock);
    int64_t local = unbounded_local_at(run, *clock);
    if (!is_stepped(run, manager))
        return local;
    int64_t reached_clock = clock_at(node, manager, manager->time), reached = unbounded_local_at(run, reached_clock);
    bool is_reversed = is_rated(run) && run->block->is_reversed;
    if (is_reversed ? reached >= local : reached <= local)
        return local;
    *clock = reached_clock;
    return reached;
}

int64_t coir_run_now(const CoirRunRecord *run, int64_t *clock)
{
    return now(run, coir_run_node_of(run), coir_run_manager(run), clock);
}

int64_t coir_run_local(const CoirRunRecord *run)
{
    int64_t clock;
    return within(run, coir_run_now(run, &clock));
}

// Returns the shortest time after which a run with another speed reaches a local time.
static int64_t least_passed(const CoirRunBlock *block, int64_t local)
{
    int64_t way = block->is_reversed ? block->from - local : local - block->from;
    int64_t time = way > 0 && block->speed > 0 ? coir_time_for_scaled(way, block->speed) : 0;
    return time < COIR_TIME_MAX ? time : COIR_TIME_MAX;
}

int64_t coir_run_instant(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    const CoirPass *pass = run->block->pass;
    int64_t reached = run->block->scope->time, goal = pass ? pass->goal : -1;
    int64_t local = reached > goal ? reached : goal, time = run->base + local; // a replay begins at 0
    if (!coir_run_has_time(run))
        return coir_manager_reads(manager);
    if (is_rated(run))
        time = run->base + least_passed(run->block, local);
    const CoirTimerQueue *clock = coir_node_runs_clock(coir_run_node_of(run), manager);
    if (!clock)
        return time;
    int64_t instant = coir_timer_queue_root_time(clock, time);
    if (instant == COIR_NEVER)
        return coir_manager_reads(manager); // user code has stopped the clock in this step
    // If user code has scaled the clock in this step, the instant is computed back from the frame's end, and may miss.
    return instant < manager->before ? manager->before : instant > manager->time ? manager->time : instant;
}

static inline bool may_move(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager)
{
    return !(run->flags & COIR_RUN_PAUSED) && coir_run_is_alive(run) && !node->paused_ && !node->suspended_ &&
           !node->dead_ && manager;
}

bool coir_run_moves(const CoirRunRecord *run)
{
    const CoirNode *node = coir_run_node_of(run);
    const CoirActionManager *manager = coir_run_manager(run);
    const CoirTimerQueue *clock = coir_node_runs_clock(node, manager);
    return may_move(run, node, manager) && !(clock && coir_timer_queue_is_frozen(clock));
}

#define BIT(STATE) (1u << COIR_RUN_##STATE)
const uint8_t coir_run_followers[] = {
    [COIR_RUN_FROZEN] = BIT(MOVING) | BIT(ENDED),
    [COIR_RUN_MOVING] = BIT(FROZEN) | BIT(ASLEEP) | BIT(ENDED),
    [COIR_RUN_ASLEEP] = BIT(MOVING), // first the alarm is taken back
    [COIR_RUN_ENDED] = 0,
};

// Returns true if a run shows an earlier time than its local time `local` at `clock`, in the middle of a frame. A run
// that was added in the update that is under way has a local time of 0.
static inline bool shows_earlier_time(const CoirRunRecord *run, const CoirNode *node, const CoirActionManager *manager,
                                      int64_t local, int64_t clock)
{
    if (!manager || run->flags & COIR_RUN_STEPPING)
        return false;
    if (!(run->flags & COIR_RUN_STEPPED))
        return local > 0 && !(manager->is_updating && (int32_t)(run->order - manager->born) >= 0);
    bool is_waiting = manager->is_updating && !is_stepped(run, manager);
    return clock != clock_at(node, manager, is_waiting ? manager->before : manager->time);
}

// Brings a run that is awake to a local time in the middle of a frame, and calls no user code.
static void show_time(CoirRunRecord *run, CoirRunHot *hot, int64_t local)
{
    local = within(run, local);
    coir_runs_busy_begin();
    run->flags |= COIR_RUN_STEPPING | COIR_RUN_STEPPED;
    coir_run_put_back(run, hot);
    if (run->flags & COIR_RUN_BLOCK && run->block->scope)
        coir_scope_show(run, local);
    else
        coir_run_seek_plain(run, local);
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    coir_runs_busy_end();
}

static void show_now(CoirRunRecord *run, CoirRunHot *hot, const CoirNode *node, const CoirActionManager *manager)
{
    int64_t clock;
    if (!coir_run_has_time(run))
        return;
    int64_t local = now(run, node, manager, &clock);
    if (!shows_earlier_time(run, node, manager, local, clock) || !coir_run_moves(run))
        return;
    coir_run_wake(run->index);
    show_time(run, hot, local);
}

void coir_run_show_now(CoirRunRecord *run)
{
    CoirRunHot *hot = coir_run_hot(run);
    const CoirActionManager *manager = coir_manager_of(hot->node);
    if (manager && coir_manager_is_mid_frame(manager))
        show_now(run, hot, hot->node, manager);
}

void coir_node_show_runs(const CoirNode *node)
{
    const CoirActionManager *manager = coir_manager_of(node);
    if (!manager || node->dead_ || !coir_manager_is_mid_frame(manager))
        return;
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        show_now(coir_run_at(i), coir_run_hot_at(i), node, manager);
}

// Freezes a run. `hot` is the hot part of the run, `node` the node of the run. The function does not read these two
// pointers from the run, since each read would wait for the read before.
static inline void freeze(CoirRunRecord *run, CoirRunHot *hot, const CoirNode *node)
{
    if (!coir_run_has_time(run))
        return;
    if (coir_run_has_exact(run))
        coir_run_tell_exact(run, true);
    int64_t clock, local = now(run, node, coir_manager_of(node), &clock);
    coir_run_put_back(run, hot);
    coir_run_wake_up(run);
    coir_run_set_state(run, COIR_RUN_FROZEN);
    run->base = local;
    hot->since = clock;
}

void coir_run_freeze(CoirRunRecord *run)
{
    CoirRunHot *hot = coir_run_hot(run);
    freeze(run, hot, hot->node);
}

void coir_node_freeze_runs(CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        freeze(coir_run_at(i), coir_run_hot_at(i), node);
}

// Lets a frozen run move, unless the run must stay frozen. The run never moves from a time before the time at which the
// run was frozen, unless the run has got another clock or manager since: the timers of a frame are called at earlier
// times than the per-frame updates.
static inline void thaw(uint32_t index, const CoirNode *node)
{
    CoirActionManager *manager = coir_manager_of(node);
    CoirRunRecord *run = coir_run_at(index);
    CoirRunHot *hot = coir_run_hot_at(index);
    if (coir_run_state(run) != COIR_RUN_FROZEN || !may_move(run, node, manager))
        return;
    int64_t clock = clock_now(node, manager);
    clock = clock < hot->since ? hot->since : clock;
    if (is_rated(run)) {
        run->block->from = run->base;
        run->base = clock;
    } else {
        run->base = clock - run->base;
    }
    hot->since = clock;
    coir_run_set_state(run, COIR_RUN_MOVING);
    if (is_stepped(run, manager))
        run->flags |= COIR_RUN_LATE;
    bool is_clocked = coir_node_runs_clock(node, manager) != NULL;
    if (hot->is_clocked != is_clocked) // a processor waits when a part of a word is written, and the word is read soon
        hot->is_clocked = is_clocked;
    if (!(run->flags & COIR_RUN_LISTED))
        coir_manager_list(manager, index);
    if (coir_run_has_exact(run))
        coir_run_tell_exact(run, false);
}

void coir_run_thaw(uint32_t index)
{
    thaw(index, coir_run_hot_at(index)->node);
}

void coir_node_thaw_runs(CoirNode *node)
{
    for (uint32_t i = node->runs_; i; i = coir_run_next_of(node, i))
        thaw(i, node);
}

// User code ----------------------------------------------------------------------------------------------------------

// Called before user code. Runs that user code starts in a step begin at the run's instant. No time passes in a seek:
// runs that user code starts there begin at the manager's time.
void coir_run_call_begin(CoirRunRecord *run, CoirRunCall *call)
{
    CoirActionManager *manager = coir_run_manager(run);
    const CoirPass *pass = run->block->pass;
    bool is_seeking = pass && pass->is_seeking,
         is_timeless = pass && ((is_seeking && !pass->is_exact) || pass->is_timeless);
    *call = (CoirRunCall){.caller = coir_runs.caller, .was_seeking = coir_runs.is_seeking};
    coir_runs.caller = (CoirRun){run->index, run->generation};
    coir_runs.is_seeking = pass && (is_seeking || pass->is_replaying);
    if (!manager)
        return;
    call->number = manager->number;
    call->instant = manager->instant;
    call->is_calling = manager->is_calling;
    manager->instant = is_timeless ? coir_manager_reads(manager) : coir_run_instant(run);
    manager->is_calling = manager->is_calling || !is_timeless;
}

void coir_run_settle(CoirRunRecord *run)
{
    void (*function)(void) = coir_runs.on_settled;
    if (coir_runs.is_seeking) // inside of a seek, the seek settles
        return;
    CoirRunCall call;
    coir_runs.on_settled = NULL;
    coir_run_call_begin(run, &call);
    function();
    coir_run_call_end(run, &call);
}

void coir_run_call_end(CoirRunRecord *run, const CoirRunCall *call)
{
    CoirRunBlock *block = run->block;
    CoirActionManager *manager = coir_manager_find(call->number);
    coir_runs.caller = call->caller;
    coir_runs.is_seeking = call->was_seeking;
    if (manager) {
        manager->instant = call->instant;
        manager->is_calling = call->is_calling;
    }
    block->is_halted = block->is_halted || !coir_run_is_alive(run) || block->is_changed || block->is_sought ||
                       coir_run_manager(run) != manager || (block->was_moving && !coir_run_moves(run));
}

static double ask_ease_function(CoirRunRecord *run, const CoirAction *ease, double t)
{
    if (t <= 0 || t >= 1 || !coir_run_is_alive(run))
        return t <= 0 ? 0 : t >= 1 ? 1 : t;
    CoirRunCall call;
    coir_run_call_begin(run, &call);
    double value = ease->curve(t, ease->curve_user);
    coir_run_call_end(run, &call);
    return isfinite(value) ? value : t;
}

double coir_run_eased(CoirRunRecord *run, const CoirAction *action, double t)
{
    for (; action->kind == COIR_ACTION_EASE; action = coir_action_parts(action)[0]) {
        bool is_function = action->bend == COIR_BEND_FUNCTION;
        t = is_function ? ask_ease_function(run, action, t) : coir_action_eased_once(action, t);
    }
    return t;
}

// Blocks -------------------------------------------------------------------------------------------------------------

// Copies the values that were written last into the channels.
static void put_back_hot(const CoirRunRecord *run, bool is_in_record)
{
    const CoirRunBlock *block = run->block;
    for (int i = 0; i < block->hot_count; i++) {
        const CoirItem *item = block->hot[i].item;
        const float *written = is_in_record ? coir_run_hot(run)->wrote : block->hot[i].wrote;
        const float *values = item->hot == COIR_HOT_BY ? written : coir_run_leaf_values(run, item);
        for (int k = 0; k < item->numbers; k++)
            coir_scope_channel(block->scope, block->hot[i].channel)->wrote[k] = values[k];
    }
}

void coir_run_put_back_leaves(CoirRunRecord *run, CoirRunHot *hot)
{
    const CoirItem *item = hot->leaf;
    hot->leaf = NULL;
    if (run->flags & COIR_RUN_BLOCK && run->block->scope)
        put_back_hot(run, item != NULL);
    else if (item)
        coir_run_put_back_plain(run, item);
    if (run->flags & COIR_RUN_BLOCK)
        run->block->hot_count = 0;
}

// Returns false if the node does not have a field that the timeline changes.
static bool fits(const CoirTimeline *timeline, const CoirNode *node)
{
    for (int i = 0; i < timeline->channel_count && timeline->has_fields; i++)
        if (!coir_property_fits(timeline->channels[i].property, node))
            return false;
    return true;
}

static CoirRunBlock *new_block(CoirRunRecord *run, CoirAction *action, const CoirTimeline *timeline, bool is_plain)
{
    size_t size = offsetof(CoirRunBlock, hot) + timeline->hot_count * sizeof(CoirHotLeaf);
    size_t scope_at = COIR_STATE_ALIGNED(size);
    CoirRunBlock *block = coir_alloc(is_plain ? size : scope_at + timeline->state_size);
    if (!block)
        return NULL;
    block->action = action;
    block->timeline = timeline;
    block->speed = 1;
    if (is_plain)
        return block;
    block->scope = (CoirScope *)((char *)block + scope_at);
    coir_scope_begin(run, block->scope, timeline, NULL, NULL);
    return block;
}

// Returns the local time up to which a run was stepped; an earlier time if the run began to move afterwards.
static int64_t stepped_local(const CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    if (!manager || !coir_run_has_time(run))
        return within(run, run->base);
    bool is_waiting = manager->is_updating && !is_stepped(run, manager);
    return coir_run_local_at(run, coir_run_clock_at(run, is_waiting ? manager->before : manager->time));
}

bool coir_run_expand(CoirRunRecord *run)
{
    if (run->flags & COIR_RUN_BLOCK)
        return true;
    CoirRunBlock *block = new_block(run, run->action, run->action->timeline, true);
    if (!block)
        return false;
    int64_t local = stepped_local(run);
    coir_run_put_back(run, coir_run_hot(run));
    coir_run_inherit_bare(run, block, local);
    run->block = block;
    run->flags |= COIR_RUN_BLOCK;
    return true;
}

bool coir_run_set_timeline(CoirRunRecord *run, const CoirNode *node, CoirAction *action, const CoirTimeline *timeline)
{
    bool is_plain = timeline->is_plain && fits(timeline, node);
    if (timeline->is_bare && is_plain) {
        run->action = action;
        return true;
    }
    run->block = new_block(run, action, timeline, is_plain);
    run->flags |= run->block ? COIR_RUN_BLOCK : 0;
    return run->block != NULL;
}

// Stepping -----------------------------------------------------------------------------------------------------------

// Lets a run that does nothing before a local time sleep until then, if that pays.
void coir_run_doze(uint32_t index, CoirRunRecord *run, int64_t local, int64_t until)
{
    int64_t total = coir_run_timeline(run)->total;
    until = until < total ? until : total;
    if (is_rated(run) || until - local < NAP)
        return;
    int64_t wake_time = run->base + (until < COIR_TIME_MAX ? until : COIR_TIME_MAX); // cannot overflow
    coir_run_sleep(index, until > COIR_TIME_MAX ? COIR_NEVER : wake_time);
}

// Finds the next event of a run with a block, and lets the run sleep, or be stepped by its hot part, until then.
static void look_ahead(uint32_t index, CoirRunRecord *run, int64_t local)
{
    CoirRunBlock *block = run->block;
    CoirScope *scope = block->scope;
    if (coir_scope_is_idle(scope)) {
        if (!is_rated(run))
            coir_run_doze(index, run, local, coir_scope_next_event(scope, local));
        return;
    }
    if (!block->is_reversed)
        block->hot_count = coir_scope_hot_leaves(scope, block->hot, block->timeline->hot_count);
    if (block->hot_count == 0)
        return;
    block->calm_until = coir_scope_next_event(scope, local);
    const CoirHotLeaf *only = block->hot;
    if (block->hot_count > 1 || is_rated(run) ||
        block->calm_until < only->since + (only->item->end - only->item->begin))
        return;
    CoirRunHot *hot = coir_run_hot(run);
    hot->leaf = only->item;
    hot->since = run->base + only->since;
    memcpy(hot->at, only->at, sizeof hot->at);
    memcpy(hot->wrote, only->wrote, sizeof hot->wrote);
}

void coir_run_do_seeks(CoirRunRecord *run)
{
    CoirRunBlock *block = run->block;
    for (int i = 0; i < REQUESTS_MAX && block->is_sought && coir_run_is_alive(run); i++) {
        block->is_sought = false;
        coir_run_seek_to(run, block->sought, block->sought_flags);
    }
    block->is_sought = false;
}

// Does what callbacks of the run itself have requested. Returns true if the time of the run goes on in this step.
static bool do_requests(CoirRunRecord *run)
{
    CoirRunBlock *block = run->block;
    bool goes_on = block->is_changed || block->is_sought;
    if (!coir_run_is_alive(run))
        return false;
    CoirRunCall call; // what its calls begin begins at the instant of the call that asked
    coir_run_call_begin(run, &call);
    coir_run_do_seeks(run);
    coir_run_call_end(run, &call);
    block->is_changed = false;
    return goes_on && coir_run_is_alive(run);
}

// Returns true if the local time has reached the end of the run.
static bool is_at_end(const CoirRunRecord *run, int64_t local)
{
    if (is_rated(run) && run->block->is_reversed)
        return local <= 0;
    return local >= coir_run_timeline(run)->total;
}

// If the run's own call has stopped the clock of the run, the clock stands at the frame's end, which may be a new
// clock's, and the run at the instant of the call.
static void stand_at_halt(CoirRunRecord *run)
{
    const CoirActionManager *manager = coir_run_manager(run);
    if (manager && coir_run_has_time(run) && run->block->is_halted && !coir_run_moves(run))
        coir_run_set_local(run, run->block->scope->time, coir_run_clock_at(run, manager->time));
}

// Returns false if the run has halted.
static bool step_block(CoirRunRecord *run, int64_t *local, int64_t clock)
{
    CoirRunBlock *block = run->block;
    uint32_t manager = coir_run_node_of(run)->manager_;
    for (int i = 0; i < REQUESTS_MAX; i++) {
        block->was_moving = true;
        *local = coir_run_local_at(run, clock);
        if (block->is_reversed || *local < block->scope->time) // the run was reversed twice
            coir_scope_play_back(run, *local);
        else
            coir_scope_play(run, *local, false);
        if (!block->is_halted && !block->is_sought && !block->is_changed)
            return true;
        bool goes_on = do_requests(run);
        stand_at_halt(run);
        if (!goes_on || !coir_run_moves(run) || coir_run_node_of(run)->manager_ != manager)
            return false;
    }
    return false;
}

// Called after a step of a run whose clock has not come to the last change of the local time: the clock was slowed
// after the per-frame update that made the change. The local time stands until then, so that no leaf may be stepped
// alone.
static void stand_until(CoirRunRecord *run, CoirRunHot *hot, int64_t change)
{
    if (coir_run_state(run) != COIR_RUN_MOVING)
        return;
    coir_run_put_back(run, hot);
    hot->since = change;
}

void coir_run_step(uint32_t index, int64_t clock)
{
    CoirRunRecord *run = coir_run_at(index);
    int64_t reached = not_before_change(run, clock), local = coir_run_local_at(run, reached);
    bool goes_on = true;
    if (run->flags & COIR_RUN_STEPPING)
        return;
    run->flags |= COIR_RUN_STEPPING | COIR_RUN_STEPPED;
    run->flags &= ~(uint32_t)COIR_RUN_LATE;
    coir_run_put_back(run, coir_run_hot(run));
    bool is_plain = !(run->flags & COIR_RUN_BLOCK) || !run->block->scope;
    if (is_plain)
        coir_run_step_plain(index, run, local);
    else
        goes_on = step_block(run, &local, reached);
    goes_on = goes_on && coir_run_has_time(run);
    bool is_done = goes_on && is_at_end(run, local);
    if (goes_on && !is_done && !is_plain)
        look_ahead(index, run, local);
    if (reached > clock)
        stand_until(run, coir_run_hot(run), reached);
    run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    if (!coir_run_is_alive(run))
        coir_run_dispose(index);
    else if (is_done)
        coir_run_end(index, COIR_END_DONE);
}

void coir_run_set_local(CoirRunRecord *run, int64_t local, int64_t clock)
{
    CoirRunHot *hot = coir_run_hot(run);
    if (coir_run_state(run) == COIR_RUN_MOVING && !hot->leaf)
        hot->since = clock;
    if (!coir_run_has_time(run))
        run->base = local;
    else if (!is_rated(run))
        run->base = clock - local;
    else {
        run->base = clock;
        run->block->from = local;
    }
}

// The clock is read after the seek, since user code may have advanced the clock. In a call of the run itself the clock
// reads the instant of the call.
void coir_run_seek_to(CoirRunRecord *run, int64_t local, unsigned flags)
{
    CoirRunBlock *block = run->block;
    bool was_stepping = run->flags & COIR_RUN_STEPPING;
    int64_t clock;
    coir_runs_busy_begin();
    run->flags |= COIR_RUN_STEPPING;
    coir_run_put_back(run, coir_run_hot(run));
    block->was_moving = coir_run_moves(run);
    local = within(run, local);
    if (!block->scope)
        coir_run_seek_plain(run, flags & COIR_SEEK_ANEW ? -1 : local);
    else if (flags & COIR_SEEK_ANEW)
        coir_scope_rewind(run);
    else
        coir_scope_seek(run, local, flags & COIR_SEEK_CALLS);
    coir_runs_busy_end();
    if (!was_stepping)
        run->flags &= ~(uint32_t)COIR_RUN_STEPPING;
    if (!coir_run_is_alive(run))
        return;
    coir_run_now(run, &clock);
    coir_run_set_local(run, block->is_halted ? block->scope->time : local, clock);
}

void coir_run_wake(uint32_t index)
{
    CoirRunRecord *run = coir_run_at(index);
    if (coir_run_state(run) != COIR_RUN_ASLEEP)
        return;
    coir_run_wake_up(run);
    coir_manager_list(coir_run_manager(run), index);
}
