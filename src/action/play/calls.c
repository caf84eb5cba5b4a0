// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls of user code that a run makes in a step or a seek.

#include <math.h>

#include "action/run/time.h"

// Called before user code and functions of objects. Sets the time at which runs begin if the called code starts runs:
//
// 1. In a step forwards, and in a step backwards of a run with exact objects (CoirPass.is_exact), which play sounds:
//    the time of the calling run.
// 2. In seeks, and in other steps backwards, which are played as seeks: the manager's time, since no time passes. The
//    same holds when a run at a speed of 0 updates its exact objects.
void coir_run_call_begin(CoirRunRecord *run, CoirRunCall *call)
{
    CoirActionManager *manager = coir_run_manager(run);
    const CoirPass *pass = run->block->pass;
    bool is_seeking = pass && pass->is_seeking,
         is_timeless = pass && ((is_seeking && !pass->is_exact) || pass->is_timeless);
    CoirRunTable *runs = coir_runs();
    *call = (CoirRunCall){.caller = runs->caller, .was_seeking = runs->is_seeking};
    runs->caller = (CoirSlotId){run->index, run->generation};
    runs->is_seeking = pass && (is_seeking || pass->is_replaying);
    if (!manager)
        return;
    call->number = manager->number;
    call->instant = manager->instant;
    call->is_calling = manager->is_calling;
    manager->instant = is_timeless ? coir_manager_reads(manager) : coir_run_instant(run);
    manager->is_calling = manager->is_calling || !is_timeless;
}

void coir_run_call_after_pass(CoirRunRecord *run)
{
    void (*function)(void) = coir_runs()->after_pass;
    if (coir_runs()->is_seeking) // the end of the seek calls the function
        return;
    CoirRunCall call;
    coir_runs()->after_pass = NULL;
    coir_run_call_begin(run, &call);
    function();
    coir_run_call_end(run, &call);
}

void coir_run_call_end(CoirRunRecord *run, const CoirRunCall *call)
{
    CoirRunBlock *block = run->block;
    CoirActionManager *manager = coir_manager_find(call->number);
    coir_runs()->caller = call->caller;
    coir_runs()->is_seeking = call->was_seeking;
    if (manager) {
        manager->instant = call->instant;
        manager->is_calling = call->is_calling;
    }
    block->is_halted = block->is_halted || !coir_run_is_alive(run) || block->is_changed || block->is_seek_pending ||
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
