// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs: actions that run on a node.
//
//     CoirRun run = coir_node_run(node, action);
//     coir_run_set_speed(run, 2);
//     coir_run_seek(run, 1.5, 0);
//
// A run has a local time, which goes from 0 to the action's duration. Its properties are a matter of that time alone:
// seeking gives what playing would have given, forwards and backwards. Every function may be called from everywhere,
// the run's own calls included. A run that has ended is stale: changing it does nothing and returns false, asking for a
// number gives 0.

#ifndef COIR_RUN_H
#define COIR_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/node_class.h"

// A value; once the run has ended it names nothing, and using it is harmless. {0, 0} names none.
typedef struct CoirRun {
    uint32_t index, generation;
} CoirRun;

// Why a run has ended: its time was over (backwards: it was at its begin), somebody stopped it, or its node is gone.
typedef enum CoirRunEnd { COIR_END_DONE, COIR_END_STOPPED, COIR_END_GONE } CoirRunEnd;

// Stops it; what it has changed stays as it is.
COIR_API bool coir_run_stop(CoirRun run);

// True until the run has ended.
COIR_API bool coir_run_is_running(CoirRun run);

// Lets its time stand still, and go on. The pause of its node (coir_node_pause) is another: it moves when neither is.
// Paused in the middle of a frame it looks as in the frame before until it goes on, though its time stands at that
// instant; what it has to call before that is called when it goes on. A seek to where it is shows it.
COIR_API bool coir_run_pause(CoirRun run);
COIR_API bool coir_run_resume(CoirRun run);
COIR_API bool coir_run_is_paused(CoirRun run);

// How fast its time passes: 1 at first; 0 stands still. Below 0 or not finite is a mistake. False also for no memory.
COIR_API bool coir_run_set_speed(CoirRun run, double speed);
COIR_API double coir_run_speed(CoirRun run);

// Turns the direction of its time around. Backwards no calls are made, and it is done at its begin. Going back over the
// begin of a part, here or in a seek, costs about as much as all parts before it.
COIR_API bool coir_run_reverse(CoirRun run);
COIR_API bool coir_run_is_reversed(CoirRun run);

// Brings it to a local time at once: seconds, a mark (coir_with_mark, coir_mark; the first of that name, in its
// first loop), or a fraction of its duration (0..1; of one without end: a mistake). Beyond its ends it is the end.
// Properties are as if it had been played there; calls are not made, unless `flags` has COIR_SEEK_CALLS and it goes
// forward. It goes on from there, and ends when its time next passes, not before. False: a stale run, a bad number, no
// such mark, or no memory.
#define COIR_SEEK_CALLS 1u
COIR_API bool coir_run_seek(CoirRun run, double seconds, unsigned flags);
COIR_API bool coir_run_seek_mark(CoirRun run, const char *mark, unsigned flags);
COIR_API bool coir_run_seek_fraction(CoirRun run, double fraction, unsigned flags);

// Begins anew: at 0, forwards; speed and pause stay.
COIR_API bool coir_run_restart(CoirRun run);

// Its local time and its duration (infinity: without end) in seconds, and the one as a fraction of the other, 0..1 (0
// for one without end). In a call: that instant's.
COIR_API double coir_run_elapsed(CoirRun run);
COIR_API double coir_run_duration(CoirRun run);
COIR_API double coir_run_progress(CoirRun run);

// How many loops of the outermost repeat are behind it; 0 if its action is no repeat.
COIR_API int64_t coir_run_loops(CoirRun run);

// The node that it runs on; NULL for a stale one.
COIR_API CoirNode *coir_run_node(CoirRun run);

// Has `function` called when the run ends, once, with the reason; NULL takes that back. The run is stale by then. A run
// whose manager is destroyed, and one that never began to move, ends with it, too. False: a stale run, or no memory.
typedef void (*CoirRunEndFn)(CoirNode *node, CoirRunEnd reason, void *user);
COIR_API bool coir_run_on_done(CoirRun run, CoirRunEndFn function, void *user);

// A number and a set of bits to find and stop runs by (coir/node_time.h); 0 at first. False: a stale run, or no memory.
COIR_API bool coir_run_set_tag(CoirRun run, int tag);
COIR_API int coir_run_tag(CoirRun run);
COIR_API bool coir_run_set_flags(CoirRun run, uint32_t flags);
COIR_API uint32_t coir_run_flags(CoirRun run);

#endif
