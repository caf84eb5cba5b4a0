// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs: each run plays an action on a node.
//
//     CoirRun run = coir_node_run(node, action);
//     coir_run_set_speed(run, 2);
//     coir_run_seek(run, 1.5, 0);
//
// A run has a local time, which goes from 0 to the action's duration. The properties that a run changes depend only
// on its local time: a seek shows the same as playing, forwards and backwards. Every function may be called from
// everywhere, even from the run's own calls. A run that has ended is stale: functions that change a stale run do
// nothing and return false, functions that read a number return 0.
//
// Runs are stepped at the end of a frame, after the timers. If a timer stops, reverses, seeks or restarts a run,
// calls that were due in this frame before the timer are not made; a seek forward with COIR_SEEK_CALLS makes them. If a
// timer changes the speed of a run or a time scale, such calls are made, but coir_action_manager_now does not read
// their exact times.

#ifndef COIR_RUN_H
#define COIR_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/node_class.h"

// The name of a run: a value. After the end of the run the value names no run, and using the value is harmless.
// {0, 0} names no run.
typedef struct CoirRun {
    uint32_t index, generation;
} CoirRun;

// The reason why a run has ended: its time has reached the end (backwards: the start), the run was stopped, or its
// node was destroyed.
typedef enum CoirRunEnd { COIR_END_DONE, COIR_END_STOPPED, COIR_END_GONE } CoirRunEnd;

// Stops a run. The properties of the node keep their present values. In the middle of a frame, these are the values of
// the frame before. A blink is an exception: the node becomes as visible as before the blink.
COIR_API bool coir_run_stop(CoirRun run);

// Returns true until the run has ended.
COIR_API bool coir_run_is_running(CoirRun run);

// Pause and resume the local time of a run. The pause of the node (coir_node_pause) is separate: a run moves while
// neither the run nor its node is paused.
//
// A run that is paused in the middle of a frame, for example in a timer, stops at this time and shows this time. The
// pause calls no code of the user. If a call of the run (coir_call) is due before this time, the run shows the time of
// the call, and the call is made when the run is resumed; coir_run_elapsed returns the time of the pause. Actions of a
// class of the user's own, and coir_each, still show the frame before. The same holds for a whole run with an ease
// function of the user, with a tween of a field that has functions, or with a call or such an action inside an eased
// composition, a yoyo or a reverse_time. A run that goes backwards and has a call or such an action also shows the
// frame before, if a part begins or ends on the way.
COIR_API bool coir_run_pause(CoirRun run);
COIR_API bool coir_run_resume(CoirRun run);
COIR_API bool coir_run_is_paused(CoirRun run);

// Sets the speed of the local time; the default is 1. With 0 the time stops; but a run that was sought to its end still
// ends in its next step. A speed below 0 or not finite is a mistake. Returns false for a stale run, a mistake, or if
// there is no memory.
COIR_API bool coir_run_set_speed(CoirRun run, double speed);
COIR_API double coir_run_speed(CoirRun run);

// Reverses the direction of the local time. A run that goes backwards makes no calls, and ends at time 0. Returns false
// for a stale run, or if there is no memory.
//
// The cost of going back over the start of a part, here or in a seek, depends on the action. An action is cheap if it
// has only calls, delays, and moves and the like in a straight line, each with or without an ease, and if no two of
// them change a property at the same time. Then the cost is the same for any number of parts. In other actions the cost
// is about the cost of playing all parts before this part.
COIR_API bool coir_run_reverse(CoirRun run);
COIR_API bool coir_run_is_reversed(CoirRun run);

// Bring a run to a local time at once. The time is in seconds, or a mark (coir_with_mark, coir_mark; the first mark of
// the name, in its first loop), or a fraction of the duration (0..1; a mistake for a run without end). A time before
// the start counts as the start, a time after the end as the end. Properties are then as if the run had been played to
// this time. Calls are made only if `flags` has COIR_SEEK_CALLS and the seek goes forward: then all calls of all loops,
// but of at most 1000 loops if the action has parts of a class of yours (coir/action_class.h). The run goes on from
// this time. A seek to the end does not end the run at once: the run ends in its next step, and not while it is paused.
// In a call of the run itself, a seek or restart is done when the call has returned, and the last request counts. If
// calls request more than 1000 seeks of their run in one step, a warning is logged, and the run goes on in the next
// step. Return false for a stale run, a bad number, no such mark, or if there is no memory.
//
// The cost of loops: in two cases, loops without calls are computed together, whatever their number. In the first case,
// the run only changes properties, and all parts that change the same property do so by an amount (coir_move_by, not
// coir_move_to). In the second case, no part outside of the loops begins or ends while the loops play. Other loops are
// played, some millions in a second: a seek over a day of loops that last a microsecond takes hours.
#define COIR_SEEK_CALLS 1u
COIR_API bool coir_run_seek(CoirRun run, double seconds, unsigned flags);
COIR_API bool coir_run_seek_mark(CoirRun run, const char *mark, unsigned flags);
COIR_API bool coir_run_seek_fraction(CoirRun run, double fraction, unsigned flags);

// Begins a run anew, at time 0 and forwards. Speed and pause stay. Returns false for a stale run, or if there is no
// memory.
COIR_API bool coir_run_restart(CoirRun run);

// Return the local time and the duration in seconds (infinity: the run has no end), and the local time as a fraction of
// the duration, 0..1 (0 for a run without end). Inside a call of the run, the local time is the time of this call.
// The first step of a run is at the end of the frame in which the run began; a run that began in a call of an action is
// first stepped in the next frame. But if an action of the game starts a run of the interface
// (coir_node_set_interface), the first step of this run is in the same frame. Before the first step the local time
// reads 0. There are three exceptions:
//
// 1. The run was sought.
// 2. In the middle of the frame, time stopped for the run: by a pause, by a time scale of 0, or because the node left
//    the stage.
// 3. In the middle of the frame, the speed or direction of a run with sounds was changed.
COIR_API double coir_run_elapsed(CoirRun run);
COIR_API double coir_run_duration(CoirRun run);
COIR_API double coir_run_progress(CoirRun run);

// Returns the number of finished loops of the outermost repeat (coir_repeat, coir_repeat_forever); 0 if the run's
// action is no repeat, or repeats an action without length.
COIR_API int64_t coir_run_loops(CoirRun run);

// Returns the node of a run; NULL for a stale run.
COIR_API CoirNode *coir_run_node(CoirRun run);

// Sets a function that is called once, when the run ends, with the reason; NULL removes the function. At the call, the
// run is stale. With COIR_END_DONE, coir_action_manager_now then reads the end of the step, not the exact end of the
// run. The function is also called for a run that has never begun to move, and for a run whose manager is destroyed.
// Returns false for a stale run, or if there is no memory.
typedef void (*CoirRunEndFn)(CoirNode *node, CoirRunEnd reason, void *user);
COIR_API bool coir_run_on_done(CoirRun run, CoirRunEndFn function, void *user);

// Set and return a number and a set of bits, by which runs are found and stopped (coir/node_time.h); the defaults are
// 0. The functions that set return false for a stale run, or if there is no memory.
COIR_API bool coir_run_set_tag(CoirRun run, int tag);
COIR_API int coir_run_tag(CoirRun run);
COIR_API bool coir_run_set_flags(CoirRun run, uint32_t flags);
COIR_API uint32_t coir_run_flags(CoirRun run);

#endif
