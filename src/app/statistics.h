// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The meter with which a director measures its frames, and the panel that shows the statistics.

#ifndef COIR_APP_STATISTICS_H
#define COIR_APP_STATISTICS_H

#include "coir/statistics.h"

#define COIR_METER_FRAMES 120

// Phases of a frame, in their order.
typedef enum CoirFramePhase {
    COIR_FRAME_EVENTS,
    COIR_FRAME_UPDATE,
    COIR_FRAME_ACTIONS,
    COIR_FRAME_DRAW,
    COIR_FRAME_PRESENT,
    COIR_FRAME_PHASES
} CoirFramePhase;

// Measured times. A meter that is all zero measures nothing.
typedef struct CoirMeter {
    bool is_shown, is_asked;          // the panel is shown; coir_director_measure has turned measuring on
    bool is_measuring;                // this frame is being measured
    bool has_panel;                   // the last picture has the panel: the next frame is measured, too
    uint64_t began;                   // tick at which this frame began; 0: no frame was measured
    uint64_t marked;                  // tick of the last mark
    double phases[COIR_FRAME_PHASES]; // seconds of the phases of this frame
    double means[COIR_FRAME_PHASES];
    float intervals[COIR_METER_FRAMES]; // seconds from frame to frame, a ring
    int interval_count, interval_next;
    CoirPainterStats painter; // counts of the last frame, without the panel
} CoirMeter;

// Begin and end the measurement of a frame.
void coir_meter_begin(CoirMeter *meter);
void coir_meter_end(CoirMeter *meter);

// Adds the time since the last mark to a phase of the frame.
void coir_meter_mark_now(CoirMeter *meter, CoirFramePhase phase);

static inline void coir_meter_mark(CoirMeter *meter, CoirFramePhase phase)
{
    if (meter->is_measuring)
        coir_meter_mark_now(meter, phase);
}

// Fills in the fields of `statistics` that the meter has measured.
void coir_meter_read(const CoirMeter *meter, CoirStatistics *statistics);

// Called while drawing, after the stage was drawn. Stores the counts of the painter. If the panel is shown, draws the
// panel in the upper left corner of a picture of `height` pixels.
void coir_meter_draw(CoirMeter *meter, const CoirStatistics *statistics, CoirPainter *painter, int height);

#endif
