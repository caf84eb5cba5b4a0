// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of statistics: what a director measures, and the panel.

#ifndef COIR_APP_STATISTICS_H
#define COIR_APP_STATISTICS_H

#include "coir/statistics.h"

#define COIR_METER_FRAMES 120

// Stages of a frame, in their order.
typedef enum CoirFrameStage {
    COIR_FRAME_EVENTS,
    COIR_FRAME_UPDATE,
    COIR_FRAME_ACTIONS,
    COIR_FRAME_DRAW,
    COIR_FRAME_PRESENT,
    COIR_FRAME_STAGES
} CoirFrameStage;

// A meter that is all zero measures nothing.
typedef struct CoirMeter {
    bool is_shown, is_asked;          // the panel is shown; coir_director_measure asks for times
    bool is_measuring;                // in this frame
    uint64_t began;                   // tick at which this frame began; 0: no frame was measured
    uint64_t marked;                  // tick of the last mark
    double stages[COIR_FRAME_STAGES]; // seconds in this frame
    double means[COIR_FRAME_STAGES];
    float intervals[COIR_METER_FRAMES]; // seconds, a ring
    int interval_count, interval_next;
    CoirPainterStats painter; // of the last frame, without the panel
} CoirMeter;

// Called before and after a frame.
void coir_meter_begin(CoirMeter *meter);
void coir_meter_end(CoirMeter *meter);

// Adds the time since the last mark to a stage of the frame.
void coir_meter_mark_now(CoirMeter *meter, CoirFrameStage stage);

static inline void coir_meter_mark(CoirMeter *meter, CoirFrameStage stage)
{
    if (meter->is_measuring)
        coir_meter_mark_now(meter, stage);
}

// Fills in what the meter knows.
void coir_meter_read(const CoirMeter *meter, CoirStatistics *statistics);

// Called while drawing, after the stage. Draws the panel, if it is shown, in the upper left corner of a picture of
// `height` pixels.
void coir_meter_draw(CoirMeter *meter, const CoirStatistics *statistics, CoirPainter *painter, int height);

#endif
