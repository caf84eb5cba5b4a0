// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Schedulers, timer queues, action managers, stages and directors.

#include "random/world.h"
#include "random/world_parts.h"

#define QUEUES_MOST 10
#define TIMERS_MOST 32

static Table schedulers = {"scheduler", .most = 4}, target_sets = {"target set", .most = 4};
static Table node_sets = {"node set", .most = 4}, stages = {"stage", .most = 3}, directors = {"director", .most = 2};

typedef struct Manager {
    CoirActionManager *manager;
    CoirScheduler *on; // NULL: the manager has its own clock
} Manager;
static Manager managers[4];
static int manager_count;

typedef struct Queue {
    CoirTimerQueue *queue, *parent;
} Queue;
static Queue queues[QUEUES_MOST];
static int queue_count;

static CoirTimerId timers[TIMERS_MOST];
static int timer_count;

// Tables -------------------------------------------------------------------------------------------------------------

bool table_is_full(const Table *table)
{
    return table->count >= table->most;
}

bool table_has(const Table *table, const void *item)
{
    for (int i = 0; i < table->count; i++)
        if (table->of[i] == item)
            return true;
    return false;
}

bool table_add(Table *table, void *item)
{
    if (!item || table_has(table, item) || table_is_full(table))
        return false;
    table->of[table->count++] = item;
    return true;
}

void table_remove(Table *table, const void *item)
{
    for (int i = 0; i < table->count; i++)
        if (table->of[i] == item) {
            table->of[i] = table->of[--table->count];
            return;
        }
}

void *table_any(const Table *table)
{
    void *item = table->count > 0 && !badly() ? table->of[below(table->count)] : NULL;
    note_pointer(table->type, item);
    return item;
}

void *table_take(Table *table)
{
    void *item = table_any(table);
    table_remove(table, item);
    return item;
}

// Action managers ----------------------------------------------------------------------------------------------------

static CoirActionManager *remove_manager(int i)
{
    CoirActionManager *manager = managers[i].manager;
    managers[i] = managers[--manager_count];
    return manager;
}

void keep_manager(CoirActionManager *manager, CoirScheduler *on)
{
    if (!manager)
        return;
    while (manager_count == 4)
        coir_action_manager_destroy(remove_manager(below(4)));
    managers[manager_count++] = (Manager){manager, on};
}

CoirActionManager *take_manager(void)
{
    return manager_count == 0 || badly() ? NULL : remove_manager(below(manager_count));
}

CoirActionManager *any_manager(void)
{
    CoirActionManager *manager = NULL;
    if (one_in(3))
        manager = coir_stage_actions(any_stage());
    else if (manager_count > 0 && !badly())
        manager = managers[below(manager_count)].manager;
    note_pointer("manager", manager);
    return manager;
}

// Destroys the managers that run on a scheduler, because the scheduler must outlive the managers.
static void end_managers_on(const CoirScheduler *scheduler)
{
    for (int i = manager_count - 1; i >= 0; i--)
        if (scheduler && i < manager_count && managers[i].on == scheduler) {
            coir_action_manager_destroy(remove_manager(i));
            i = manager_count;
        }
}

void keep_node_set(CoirNodeSet *set)
{
    if (table_is_full(&node_sets))
        coir_node_set_destroy(table_take(&node_sets));
    if (!table_add(&node_sets, set))
        coir_node_set_destroy(set);
}

CoirNodeSet *any_node_set(void)
{
    return table_any(&node_sets);
}

CoirNodeSet *take_node_set(void)
{
    return table_take(&node_sets);
}

// Schedulers ---------------------------------------------------------------------------------------------------------

void keep_scheduler(CoirScheduler *scheduler)
{
    if (table_is_full(&schedulers))
        coir_scheduler_destroy(take_scheduler());
    if (!table_add(&schedulers, scheduler))
        coir_scheduler_destroy(scheduler);
}

CoirScheduler *any_scheduler(void)
{
    return one_in(3) ? coir_stage_scheduler(any_stage()) : table_any(&schedulers);
}

CoirScheduler *take_scheduler(void)
{
    CoirScheduler *scheduler = table_take(&schedulers);
    end_managers_on(scheduler);
    return scheduler;
}

static char targets[6];

void *any_target(const CoirScheduler *scheduler)
{
    if (!table_has(&schedulers, scheduler) && one_in(3))
        return any_node();
    return badly() ? NULL : &targets[below(6)];
}

CoirTickFn any_tick_of(const void *target)
{
    for (int i = 0; i < 6; i++)
        if (target == &targets[i])
            return any_tick();
    return any_node_tick();
}

const void *any_queried_target(void)
{
    return one_in(3) ? any_node() : (void *)&targets[below(6)];
}

void keep_target_set(CoirTargetSet *set)
{
    if (table_is_full(&target_sets))
        coir_target_set_destroy(table_take(&target_sets));
    if (!table_add(&target_sets, set))
        coir_target_set_destroy(set);
}

CoirTargetSet *any_target_set(void)
{
    return table_any(&target_sets);
}

CoirTargetSet *take_target_set(void)
{
    return table_take(&target_sets);
}

// Timer queues -------------------------------------------------------------------------------------------------------

static void forget_queue(const CoirTimerQueue *queue)
{
    for (int i = 0; i < queue_count; i++)
        if (queues[i].queue == queue) {
            queues[i] = queues[--queue_count];
            break;
        }
    for (int i = 0; i < queue_count; i++)
        if (queues[i].parent == queue) {
            forget_queue(queues[i].queue);
            i = -1;
        }
}

CoirTimerQueue *take_queue(void)
{
    CoirTimerQueue *queue = any_queue();
    if (queue)
        forget_queue(queue);
    return queue;
}

void keep_queue(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    if (!queue)
        return;
    if (queue_count == QUEUES_MOST) {
        coir_timer_queue_destroy(queue);
        coir_timer_queue_destroy(take_queue());
    } else {
        queues[queue_count++] = (Queue){queue, parent};
    }
}

void move_queue(CoirTimerQueue *queue, CoirTimerQueue *parent)
{
    for (int i = 0; i < queue_count; i++)
        if (queues[i].queue == queue)
            queues[i].parent = parent;
}

CoirTimerQueue *any_queue(void)
{
    CoirTimerQueue *queue = queue_count == 0 || badly() ? NULL : queues[below(queue_count)].queue;
    note_pointer("queue", queue);
    return queue;
}

void keep_timer(CoirTimerId id)
{
    timers[timer_count++ % TIMERS_MOST] = id;
}

CoirTimerId any_timer(void)
{
    CoirTimerId wild = {(uint32_t)below(100), (uint32_t)below(100)};
    if (badly() || timer_count == 0)
        return wild;
    return timers[below(timer_count < TIMERS_MOST ? timer_count : TIMERS_MOST)];
}

// Stages and directors -----------------------------------------------------------------------------------------------

void keep_stage(CoirStage *stage)
{
    if (table_is_full(&stages))
        coir_stage_destroy(take_stage());
    if (!table_add(&stages, stage))
        coir_stage_destroy(stage);
}

CoirStage *any_stage(void)
{
    return one_in(2) ? coir_director_stage(any_director()) : table_any(&stages);
}

CoirStage *take_stage(void)
{
    CoirStage *stage = table_take(&stages);
    end_managers_on(coir_stage_scheduler(stage));
    return stage;
}

void keep_director(CoirDirector *director)
{
    if (table_is_full(&directors))
        coir_director_destroy(take_director());
    if (!table_add(&directors, director))
        coir_director_destroy(director);
    forget_caches_without_director();
}

CoirDirector *any_director(void)
{
    return table_any(&directors);
}

CoirDirector *take_director(void)
{
    CoirDirector *director = table_take(&directors);
    forget_caches_without_director();
    end_managers_on(coir_stage_scheduler(coir_director_stage(director)));
    return director;
}

void check_scenes(void)
{
    for (int i = 0; i < stages.count + directors.count; i++) {
        CoirStage *stage = i < stages.count ? stages.of[i] : coir_director_stage(directors.of[i - stages.count]);
        const CoirNode *scene = coir_stage_scene(stage);
        if (scene && !coir_node_validate(scene))
            record_fault(coir_error(), CALLBACK_COUNT, scene);
    }
}

int director_count(void)
{
    return directors.count;
}

// ---------------------------------------------------------------------------------------------------------------------

void world_end_time(void)
{
    while (target_sets.count > 0)
        coir_target_set_destroy(take_target_set());
    while (node_sets.count > 0)
        coir_node_set_destroy(take_node_set());
    while (manager_count > 0)
        coir_action_manager_destroy(remove_manager(0));
    while (queue_count > 0)
        coir_timer_queue_destroy(take_queue());
    while (schedulers.count > 0)
        coir_scheduler_destroy(take_scheduler());
    while (stages.count > 0)
        coir_stage_destroy(take_stage());
    while (directors.count > 0)
        coir_director_destroy(take_director());
    timer_count = 0;
}
