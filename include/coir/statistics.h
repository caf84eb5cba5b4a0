// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Statistics: the duration of frames, and the number of objects. A panel shows the statistics above everything:
//
//     static bool on_key(CoirNode *node, const CoirEvent *event, void *user)
//     {
//         if (event->type == COIR_EVENT_KEY_DOWN && event->key == COIR_KEY_F3)
//             coir_director_show_statistics(director, !coir_director_shows_statistics(director));
//         return false; // other listeners receive the key, too
//     }

#ifndef COIR_STATISTICS_H
#define COIR_STATISTICS_H

#include "coir/director.h"

// Times are in seconds. A time is 0 until it was measured.
typedef struct CoirStatistics {
    double frames_per_second;     // mean of the last 120 frames
    double median, percentile_99; // time from one frame to the next, in the last 120 frames

    double events, update, actions, draw, present; // time of each part of a frame, mean of the last frames. `update` is
                                                   // the time of updates and timers

    CoirPainterStats painter;             // counts of the last frame, without the panel
    int nodes;                            // nodes of the default world (coir/world.h)
    int runs, timers;                     // of this director's stage, including paused runs and timers
    int64_t blocks;                       // blocks of memory that Coir holds; a number that only grows shows a leak
    int64_t texture_bytes;                // bytes of the pixels of all textures and canvases, 4 a pixel; copies on the
                                          // graphics device are not counted
    int64_t frames, steps, dropped_steps; // since the director was made
    int voices;                           // voices that wait or play (coir/voice.h); see also coir_mixer_stats
    double sound_load;                    // mixing time divided by playing time; above 1, mixing is too slow
    int64_t underruns;                    // number of times that samples came too late for the sound device
} CoirStatistics;

// Shows or hides the panel. Times are measured only while the panel is shown, or after coir_director_measure. Returns
// false, and changes nothing, for NULL.
COIR_API bool coir_director_show_statistics(CoirDirector *director, bool shown);
COIR_API bool coir_director_shows_statistics(const CoirDirector *director);

// Turns measuring without a panel on or off, for a game that displays coir_director_statistics itself. Returns false
// for NULL.
COIR_API bool coir_director_measure(CoirDirector *director, bool measured);

// Returns the statistics: times up to the last measured frame, `painter` of the last frame, all other numbers of the
// present. The function counts the timers one by one. Returns all 0 for NULL.
COIR_API CoirStatistics coir_director_statistics(const CoirDirector *director);

#endif
