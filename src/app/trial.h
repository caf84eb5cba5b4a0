// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A trial: coir_director_run takes a fixed number of frames, keeps the last picture, and ends. With a trial, a script
// compares the pictures of one game on several systems, without a change of the game.
//
// The environment variable COIR_TRIAL asks for a trial: "FRAMES" or "FRAMES,FILE". The first frame counts as 0 seconds,
// each further frame as 1/60. FILE is a PNG file for the picture of the last frame. On a web page the picture stays on
// the page.

#ifndef COIR_APP_TRIAL_H
#define COIR_APP_TRIAL_H

#include <stdbool.h>

typedef struct CoirTrial {
    int frames;      // 0: no trial
    char file[1024]; // empty: none
} CoirTrial;

#define COIR_TRIAL_DT (1.0 / 60)

// Reads the environment variable. A value that cannot be read is logged, and is no trial.
CoirTrial coir_trial_wanted(void);

#endif
