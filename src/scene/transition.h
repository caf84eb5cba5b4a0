// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of transitions. A CoirTransitionRun is a transition that is pending or in progress.

#ifndef COIR_SCENE_TRANSITION_H
#define COIR_SCENE_TRANSITION_H

#include "coir/stage.h"
#include "coir/transition.h"

typedef struct CoirTransitionRun CoirTransitionRun;

// Makes a run of a transition. Sets `*run` to the new run, or to NULL if the scene changes at once: without a
// transition (`what` or its `kind` is NULL), or with a duration of 0. Calls the `made` function, which may do anything.
// Returns false, and reports the error, if the transition is wrong or cannot be made. Only a wrong transition is
// reported under the name of `function`.
bool coir_transition_run_new(const CoirTransition *what, CoirTransitionRun **run, const char *function);

// Retires a run: the next coir_transition_runs_sweep frees the run. NULL does nothing.
void coir_transition_run_retire(CoirTransitionRun *run);

// Frees the retired runs. Called while nothing is being drawn.
void coir_transition_runs_sweep(void);

// coir_transition_run_start starts a run at the time `now`, in ns. coir_transition_run_is_over returns true if the
// run has ended at the time `now`.
void coir_transition_run_start(CoirTransitionRun *run, int64_t now);
bool coir_transition_run_is_over(const CoirTransitionRun *run, int64_t now);

// Draws the stage's transition: first each scene into a canvas of its own, then the transition's picture of both
// canvases.
void coir_transition_draw(CoirStage *stage, CoirPainter *painter);

#endif
