// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Functions for all runs of a manager: stop, pause and resume, and write as text. Also the report about actions that
// the user still owns.

#include <stdlib.h>

#include "action/run/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/words.h"
#include "coir/node_time.h"
#include "node/clock.h"
#include "time/nanoseconds.h"

typedef struct Found {
    uint32_t key; // grows with the insertion number, also after these numbers have wrapped around
    CoirRun run;
} Found;

static int compare_found(const void *one, const void *other)
{
    uint32_t a = ((const Found *)one)->key, b = ((const Found *)other)->key;
    return a < b ? -1 : a > b;
}

// Returns all runs of a manager in insertion order. The caller frees the array. NULL: there are no runs; or there is no
// memory, and coir_error() is set.
static Found *find_all(const CoirActionManager *manager, int *count)
{
    *count = 0;
    if (manager->count == 0)
        return NULL;
    Found *found = coir_alloc((size_t)manager->count * sizeof *found);
    for (uint32_t i = 1; found && i <= coir_runs()->used && *count < manager->count; i++) {
        const CoirRunRecord *run = coir_run_at(i);
        if (coir_run_is_of(run, manager->number))
            found[(*count)++] = (Found){run->order - coir_runs()->last_order - 1, {i, run->generation}};
    }
    if (found)
        qsort(found, (size_t)*count, sizeof *found, compare_found);
    return found;
}

void coir_action_manager_stop_all(CoirActionManager *manager)
{
    int count;
    if (!manager) {
        MISSING("coir_action_manager_stop_all: the manager is NULL");
        return;
    }
    if (!coir_manager_check(manager, "coir_action_manager_stop_all"))
        return;
    uint32_t number = manager->number;
    Found *found = find_all(manager, &count);
    for (int i = 0; i < count; i++)
        coir_run_stop(found[i].run);
    if (!found && manager->count > 0)
        coir_manager_end_all(number, COIR_END_STOPPED); // not in insertion order, since there is no memory
    coir_free(found);
}

struct CoirNodeSet {
    const CoirWorld *world; // the world of the nodes; compared only, since the world may have been destroyed
    int count;
    CoirNodeRef nodes[];
};

CoirNodeSet *coir_action_manager_pause_all(CoirActionManager *manager)
{
    int count;
    if (!manager)
        return MISSING("coir_action_manager_pause_all: the manager is NULL"), NULL;
    if (!coir_manager_check(manager, "coir_action_manager_pause_all"))
        return NULL;
    uint32_t number = manager->number;
    coir_clocks_changing(); // may call user code, which may destroy the manager
    if (coir_manager_find(number) != manager)
        return MISTAKE("coir_action_manager_pause_all: the action manager has been destroyed in this call, by a "
                       "function at the end of a sound; nothing is paused"),
               NULL;
    CoirNodeSet *set = coir_alloc(sizeof *set + (size_t)manager->count * sizeof set->nodes[0]);
    Found *found = set ? find_all(manager, &count) : NULL;
    if (!found && manager->count > 0)
        return coir_free(set), NULL;
    if (set)
        set->world = coir_world();
    for (int i = 0; set && i < count; i++) {
        const CoirRunRecord *run = coir_runs_find(found[i].run);
        // A pause may call user code, which may stop other runs. A pause of a node also freezes the node's other runs.
        if (!run || !coir_run_moves(run))
            continue;
        set->nodes[set->count++] = coir_node_ref(coir_run_node_of(run));
        coir_node_pause(coir_run_node_of(run));
    }
    coir_free(found);
    return set;
}

bool coir_node_set_resume(const CoirNodeSet *set)
{
    if (!set)
        return MISSING("coir_node_set_resume: the set is NULL");
    if (set->world != coir_world())
        return MISTAKE("coir_node_set_resume: the set belongs to another world than this thread uses; call "
                       "coir_world_use first, with the world in which the set was made");
    for (int i = 0; i < set->count; i++) {
        CoirNode *node = coir_node_get(set->nodes[i]);
        if (node)
            coir_node_resume(node);
    }
    return true;
}

int coir_node_set_count(const CoirNodeSet *set)
{
    return set ? set->count : 0;
}

bool coir_node_set_contains(const CoirNodeSet *set, const CoirNode *node)
{
    for (int i = 0; set && node && i < set->count; i++)
        if (coir_node_get(set->nodes[i]) == node)
            return true;
    return false;
}

void coir_node_set_destroy(CoirNodeSet *set)
{
    coir_free(set);
}

// Text ---------------------------------------------------------------------------------------------------------------

static const char *kind_of(const CoirAction *action)
{
    if (action->kind == COIR_ACTION_TO && coir_leaf_property(action)->name)
        return coir_leaf_property(action)->name;
    bool is_named = action->kind == COIR_ACTION_OBJECT && action->object->name;
    return is_named ? action->object->name : coir_action_kinds[action->kind].name;
}

static const char *property_of(const CoirAction *action)
{
    return coir_action_kinds[action->kind].changes_property ? coir_leaf_property(action)->prefix : "";
}

static void say_node(CoirWords *words, const CoirNode *node)
{
    if (node->name)
        coir_words_append(words, "%s \"%s\"", node->class_->name, node->name);
    else
        coir_words_append(words, "the %s made at %s:%d", node->class_->name, node->made_file_, node->made_line_);
}

static const char *state_of(const CoirRunRecord *run)
{
    if (run->flags & COIR_RUN_PAUSED)
        return ", paused";
    if (coir_run_node_of(run)->paused_)
        return ", its node is paused";
    if (coir_run_node_of(run)->suspended_)
        return ", its node is off stage";
    return coir_run_moves(run) ? "" : ", its clock is frozen";
}

static void say_run(CoirWords *words, CoirRun id)
{
    const CoirRunRecord *run = coir_runs_find(id);
    const CoirAction *action = coir_run_action(run);
    say_node(words, coir_run_node_of(run));
    coir_words_append(words, ": %s%s, %g", property_of(action), kind_of(action), coir_run_elapsed(id));
    if (action->duration == COIR_NEVER)
        coir_words_append(words, " s without end");
    else
        coir_words_append(words, " of %g s (%.0f %%)", coir_run_duration(id), 100 * coir_run_progress(id));
    if (coir_run_loops(id) > 0)
        coir_words_append(words, ", %lld loops", (long long)coir_run_loops(id));
    if (coir_run_speed(id) != 1)
        coir_words_append(words, ", speed %g", coir_run_speed(id));
    if (coir_run_tag(id) != 0)
        coir_words_append(words, ", tag %d", coir_run_tag(id));
    coir_words_append(words, "%s%s\n", coir_run_is_reversed(id) ? ", backwards" : "", state_of(run));
}

void coir_actions_report(void)
{
    const CoirAction *oldest = NULL;
    int count = 0;
    for (const CoirAction *action = coir_world()->actions; action; action = action->next) {
        if (action->given >= action->references)
            continue; // only runs and other actions own this action
        oldest = action;
        count++;
    }
    if (count > 0)
        coir_log(COIR_LOG_WARNING,
                 "actions that were never run, or retained and not released: %d; the oldest is a %s%s of %g s", count,
                 property_of(oldest), kind_of(oldest), coir_action_duration(oldest));
}

size_t coir_action_manager_dump(const CoirActionManager *manager, char *text, size_t size)
{
    CoirWords words = coir_words(text, size);
    int count;
    if (!manager)
        return MISSING("coir_action_manager_dump: the manager is NULL"), 0;
    if (!coir_manager_check(manager, "coir_action_manager_dump"))
        return 0;
    Found *found = find_all(manager, &count);
    coir_words_append(&words, "%d runs at %g s\n", manager->count, coir_action_manager_now(manager));
    for (int i = 0; i < count; i++)
        say_run(&words, found[i].run);
    coir_free(found);
    return words.length;
}
