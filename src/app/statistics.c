// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Statistics. The director marks the end of each phase of a frame in a meter. While the meter is off, a mark costs
// one comparison, and no clock is read. The panel is drawn in pixels, so that its size does not depend on the stage.

#include "app/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "coir/text.h"
#include "draw/painter.h"

#define FOLLOWING 0.1 // weight of a new value in a mean
#define MARGIN 8      // pixels, like all sizes below
#define LINE 16
#define PANEL_WIDTH 312
#define GRAPH_HEIGHT 48 // one pixel per millisecond
#define BAR 2
#define LINES 9
#define PANEL_HEIGHT (LINES * LINE + GRAPH_HEIGHT + 3 * MARGIN)
#define LARGER_FROM 1080.0 // pixels; in a picture of at least this height, the panel is drawn at twice its size

// Measuring ----------------------------------------------------------------------------------------------------------

static double seconds_since(uint64_t tick, uint64_t now)
{
    return (double)(now - tick) / (double)SDL_GetPerformanceFrequency();
}

static void add_interval(CoirMeter *meter, double seconds)
{
    meter->intervals[meter->interval_next] = (float)seconds;
    meter->interval_next = (meter->interval_next + 1) % COIR_METER_FRAMES;
    if (meter->interval_count < COIR_METER_FRAMES)
        meter->interval_count++;
}

// The first frame without the panel is measured, too. Otherwise callbacks of this frame would read the painter's own
// counts of the last frame, which include the panel.
void coir_meter_begin(CoirMeter *meter)
{
    bool was_measuring = meter->is_measuring;
    meter->is_measuring = meter->is_shown || meter->is_asked || meter->has_panel;
    if (!meter->is_measuring)
        return;
    uint64_t now = SDL_GetPerformanceCounter();
    if (was_measuring)
        add_interval(meter, seconds_since(meter->began, now));
    else
        *meter = (CoirMeter){
            .is_shown = meter->is_shown, .is_asked = meter->is_asked, .is_measuring = true, .painter = meter->painter};
    meter->began = meter->marked = now;
    memset(meter->phases, 0, sizeof meter->phases);
}

void coir_meter_mark_now(CoirMeter *meter, CoirFramePhase phase)
{
    uint64_t now = SDL_GetPerformanceCounter();
    meter->phases[phase] += seconds_since(meter->marked, now);
    meter->marked = now;
}

void coir_meter_end(CoirMeter *meter)
{
    if (!meter->is_measuring)
        return;
    for (int i = 0; i < COIR_FRAME_PHASES; i++) {
        double part = meter->means[i] == 0 ? 1 : FOLLOWING;
        meter->means[i] += (meter->phases[i] - meter->means[i]) * part;
    }
}

// Reading ------------------------------------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void read_intervals(const CoirMeter *meter, CoirStatistics *statistics)
{
    float sorted[COIR_METER_FRAMES];
    int count = meter->interval_count;
    double sum = 0;
    if (count == 0)
        return;
    memcpy(sorted, meter->intervals, sizeof sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int i = 0; i < count; i++)
        sum += (double)sorted[i];
    statistics->frames_per_second = sum > 0 ? count / sum : 0;
    statistics->median = (double)sorted[count / 2];
    statistics->percentile_99 = (double)sorted[count * 99 / 100];
}

void coir_meter_read(const CoirMeter *meter, CoirStatistics *statistics)
{
    read_intervals(meter, statistics);
    statistics->events = meter->means[COIR_FRAME_EVENTS];
    statistics->update = meter->means[COIR_FRAME_UPDATE];
    statistics->actions = meter->means[COIR_FRAME_ACTIONS];
    statistics->draw = meter->means[COIR_FRAME_DRAW];
    statistics->present = meter->means[COIR_FRAME_PRESENT];
    statistics->painter = meter->painter;
}

// The panel ----------------------------------------------------------------------------------------------------------

static void draw_line(CoirPainter *painter, int line, const char *text)
{
    float bottom = (float)(PANEL_HEIGHT - MARGIN - line * LINE - (line > 2 ? GRAPH_HEIGHT + MARGIN : 0));
    coir_painter_text(painter, NULL, text, coir_vec2(MARGIN, bottom), COIR_WHITE);
}

static void draw_times(const CoirStatistics *s, CoirPainter *painter)
{
    char text[100];
    snprintf(text, sizeof text, "%.1f frames a second", s->frames_per_second);
    draw_line(painter, 1, text);
    snprintf(text, sizeof text, "median %.2f ms, 99th percentile %.2f ms", s->median * 1e3, s->percentile_99 * 1e3);
    draw_line(painter, 2, text);
    snprintf(text, sizeof text, "events %.2f, update %.2f, actions %.2f ms", s->events * 1e3, s->update * 1e3,
             s->actions * 1e3);
    draw_line(painter, 3, text);
    snprintf(text, sizeof text, "draw %.2f, present %.2f ms", s->draw * 1e3, s->present * 1e3);
    draw_line(painter, 4, text);
}

static void draw_counts(const CoirStatistics *s, CoirPainter *painter)
{
    char text[100];
    snprintf(text, sizeof text, "calls %d, quads %d, culled %d", s->painter.calls, s->painter.quads, s->painter.culled);
    draw_line(painter, 5, text);
    snprintf(text, sizeof text, "nodes %d, runs %d, timers %d", s->nodes, s->runs, s->timers);
    draw_line(painter, 6, text);
    snprintf(text, sizeof text, "steps %lld, dropped %lld", (long long)s->steps, (long long)s->dropped_steps);
    draw_line(painter, 7, text);
    snprintf(text, sizeof text, "memory %lld blocks, textures %.1f MB", (long long)s->blocks,
             (double)s->texture_bytes / 1e6);
    draw_line(painter, 8, text);
    snprintf(text, sizeof text, "voices %d, sound %.1f %%, underruns %lld", s->voices, s->sound_load * 100,
             (long long)s->underruns);
    draw_line(painter, 9, text);
}

static float height_of(double seconds)
{
    double height = seconds * 1000;
    return height < GRAPH_HEIGHT ? (float)height : (float)GRAPH_HEIGHT;
}

static float graph_bottom(void)
{
    return (float)(PANEL_HEIGHT - 2 * LINE - GRAPH_HEIGHT - 2 * MARGIN);
}

// Draws the intervals of the last frames as bars. The last frame is the rightmost bar.
static void draw_graph(const CoirMeter *meter, const CoirStatistics *statistics, CoirPainter *painter)
{
    float bottom = graph_bottom(), width = COIR_METER_FRAMES * BAR;
    coir_painter_rect(painter, coir_rect(MARGIN, bottom, width, GRAPH_HEIGHT), coir_rgba(255, 255, 255, 24));
    for (int i = 0; i < meter->interval_count; i++) {
        int index = (meter->interval_next - 1 - i + 2 * COIR_METER_FRAMES) % COIR_METER_FRAMES;
        float left = MARGIN + width - (float)((i + 1) * BAR);
        float height = height_of((double)meter->intervals[index]);
        coir_painter_rect(painter, coir_rect(left, bottom, BAR, height), coir_rgb(90, 200, 120));
    }
    float median = bottom + height_of(statistics->median), most = bottom + height_of(statistics->percentile_99);
    coir_painter_rect(painter, coir_rect(MARGIN, median, width, 1), COIR_WHITE);
    coir_painter_rect(painter, coir_rect(MARGIN, most, width, 1), coir_rgb(255, 140, 60));
}

void coir_meter_draw(CoirMeter *meter, const CoirStatistics *statistics, CoirPainter *painter, int height)
{
    meter->painter = coir_painter_counted(painter);
    meter->has_panel = meter->is_shown;
    if (!meter->is_shown)
        return;
    float scale = height >= LARGER_FROM ? 2 : 1;
    painter->transform = (CoirAffine){scale, 0, 0, -scale, MARGIN, MARGIN + PANEL_HEIGHT * scale};
    painter->tint = COIR_WHITE;
    coir_painter_begin_hooks(painter);
    coir_painter_rect(painter, coir_rect(0, 0, PANEL_WIDTH, PANEL_HEIGHT), coir_rgba(0, 0, 0, 180));
    draw_graph(meter, statistics, painter);
    draw_times(statistics, painter);
    draw_counts(statistics, painter);
    coir_painter_end_hooks(painter);
}
