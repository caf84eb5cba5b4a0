// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of transitions: one that is pending or under way.

#ifndef COIR_SCENE_TRANSITION_H
#define COIR_SCENE_TRANSITION_H

#include "coir/stage.h"
#include "coir/transition.h"

typedef struct CoirTransitionRun CoirTransitionRun;

// Makes a run of a transition: sets `*run` to the new run, or to NULL for a transition that changes the scene at once.
// `what` may be NULL. Calls the `made` function, which may do anything. Returns false, reported in the name of
// `function`, if the transition is wrong or cannot be made.
bool coir_transition_run_new(const CoirTransition *what, CoirTransitionRun **run, const char *function);

// Gives a run up; NULL does nothing. The run is freed by the next coir_transition_runs_sweep.
void coir_transition_run_retire(CoirTransitionRun *run);

// Frees the runs that were given up, while nothing is being drawn.
void coir_transition_runs_sweep(void);

// Starts at the time `now`, in nanoseconds.
void coir_transition_run_start(CoirTransitionRun *run, int64_t now);
bool coir_transition_run_is_over(const CoirTransitionRun *run, int64_t now);

// Draws the stage's transition with the pictures of both scenes.
void coir_transition_draw(CoirStage *stage, CoirPainter *painter);

#endif
