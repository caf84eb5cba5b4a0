// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Statistics: how long frames take, and how much there is in them. A panel shows them above everything:
//
//     static bool on_key(CoirNode *node, const CoirEvent *event, void *user)
//     {
//         if (event->type == COIR_EVENT_KEY_DOWN && event->key == COIR_KEY_F3)
//             coir_director_show_statistics(director, !coir_director_shows_statistics(director));
//         return false; // other listeners hear the key, too
//     }

#ifndef COIR_STATISTICS_H
#define COIR_STATISTICS_H

#include "coir/director.h"

// Times are in seconds, and 0 until they are measured.
typedef struct CoirStatistics {
    double frames_per_second;     // mean of the last 120 frames
    double median, percentile_99; // time from frame to frame, of the last 120 frames

    double events, update, actions, draw, present; // time of each stage of a frame, as a mean of the last frames.
                                                   // `update` is the time of updates and timers

    CoirPainterStats painter;             // what the last frame drew, without the panel
    int nodes;                            // in the program
    int runs, timers;                     // on this director's stage, paused timers, too
    int64_t blocks;                       // of memory that Coir holds; a number that only grows shows a leak
    int64_t texture_bytes;                // of the pixels of all textures and canvases, 4 a pixel; copies on the
                                          // graphics device are not counted
    int64_t frames, steps, dropped_steps; // in all
    int voices;                           // that play (coir/voice.h); the rest of coir_mixer_stats
    double sound_load;                    // part of the time that mixing takes, 0..1
    int64_t underruns;                    // times that samples came too late for the sound device
} CoirStatistics;

// Shows or hides the panel. Times are measured only while the panel is shown, or coir_director_measure asks for them.
// Returns false, and changes nothing, for NULL.
COIR_API bool coir_director_show_statistics(CoirDirector *director, bool shown);
COIR_API bool coir_director_shows_statistics(const CoirDirector *director);

// Measures without a panel, for a game that shows coir_director_statistics in its own way. Returns false for NULL.
COIR_API bool coir_director_measure(CoirDirector *director, bool measured);

// Returns the statistics as of the end of the last frame. The function counts the timers one by one. NULL: all 0.
COIR_API CoirStatistics coir_director_statistics(const CoirDirector *director);

#endif
