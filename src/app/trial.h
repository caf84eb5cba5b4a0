// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// In a trial, coir_director_run takes a fixed number of frames, saves the last picture, and ends. Trials let a script
// compare the pictures of a game on several systems, without a change of the game.
//
// The environment variable COIR_TRIAL asks for a trial: "FRAMES" or "FRAMES,FILE". The first frame counts as 0 seconds,
// all other frames as 1/60 s. FILE is a PNG file for the picture of the last frame. On a web page no file is written:
// the picture stays on the page.

#ifndef COIR_APP_TRIAL_H
#define COIR_APP_TRIAL_H

#include <stdbool.h>

typedef struct CoirTrial {
    int frames;      // number of frames; 0: no trial
    char file[1024]; // path for the picture; empty: no picture
} CoirTrial;

#define COIR_TRIAL_DT (1.0 / 60)

// Reads the environment variable. An invalid value is logged, and starts no trial.
CoirTrial coir_trial_from_environment(void);

#endif
