// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The sweep: frees everything that was destroyed in a frame.

#include "base/fail.h"
#include "media/texture.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/stage.h"

// Frees transitions that are over; their `destroy` functions may destroy nodes, and end other transitions. Returns true
// if there are destroyed nodes or ended transitions to free, or release functions of ended timers to call.
static bool is_any_dead(void)
{
    coir_transition_runs_sweep();
    return coir_nodes_any_dead() || coir_world()->retired_transitions;
}

static void report_endless(void)
{
    coir_nodes_busy_begin(); // so that the log hook cannot sweep
    MISTAKE(
        "coir_nodes_sweep: `destroy` hooks or release functions have destroyed further nodes, or ended further "
        "timers or transitions, %d times in a row; the next sweep goes on. Look for a function that destroys another "
        "node with the same function, or ends another timer or transition with the same function.",
        COIR_RELEASES_MAX);
    coir_nodes_busy_end();
}

int coir_nodes_sweep(void)
{
    if (coir_nodes_are_busy()) {
        MISTAKE("coir_nodes_sweep: called in a callback, which may still use destroyed nodes; destroyed nodes are "
                "freed at the end of the frame");
        return 0;
    }
    int count = 0, rounds = 0;
    while (is_any_dead() && rounds++ < COIR_RELEASES_MAX)
        count += coir_nodes_free_dead();
    if (rounds > COIR_RELEASES_MAX)
        report_endless();
    coir_stages_sweep();
    if (coir_world_is_default()) // textures belong to the default world
        coir_textures_sweep();   // no painter needs a released texture now, since no frame is being drawn
    return count;
}

void coir_nodes_sweep_if_safe(void)
{
    if (!coir_nodes_are_busy())
        coir_nodes_sweep();
}
