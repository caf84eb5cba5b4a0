// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Lets the player choose the frame rate, or a rate that changes in each frame, and shows the numbers of the mixer. The
// beat of the beat machine stays exact at any rate.

#include <math.h>
#include <stdio.h>

#include "ink.h"
#include "sounds.h"

#define RATES 6
#define JUMPING (RATES - 1)
#define LEAST 27 // lowest rate while the rate jumps; in longer frames some sounds would begin late (coir/mixer.h)
#define MOST 144 // highest rate while the rate jumps
#define BARS 60

typedef struct Frames {
    CoirNode node;
    const SoundsKit *kit;
    CoirDirector *director;
    CoirRandom random;
    int rate;
    double lengths[BARS]; // seconds of the last frames
    int count;
} Frames;

static const CoirNodeClass Frames_class;
static const CoirRect panel = {670, 20, 270, 154};
static const double rates[RATES] = {0, 15, 30, 60, 144, 0};
static const char *const names[RATES] = {"display", "15", "30", "60", "144", "jumping"};

static SoundsButton make_button(const Frames *frames)
{
    return (SoundsButton){{784, 146, 146, 22}, COIR_KEY_M, names[frames->rate], ink_hue(0.9f)};
}

static bool frames_event(CoirNode *node, const CoirEvent *event)
{
    Frames *frames = COIR_AS(Frames, node);
    SoundsButton button = make_button(frames);
    if (sounds_pressed(event, &button, 1) < 0)
        return false;
    frames->rate = (frames->rate + 1) % RATES;
    coir_director_set_frame_rate(frames->director, rates[frames->rate]);
    sounds_click(frames->kit);
    return true;
}

static void frames_leave(CoirNode *node)
{
    coir_director_set_frame_rate(COIR_AS(Frames, node)->director, 0);
}

static void frames_update(CoirNode *node, double dt)
{
    Frames *frames = COIR_AS(Frames, node);
    frames->lengths[frames->count++ % BARS] = dt;
    if (frames->rate == JUMPING)
        coir_director_set_frame_rate(frames->director, coir_random_range(&frames->random, LEAST, MOST));
}

// Draws a bar for each frame. The height is the duration of the frame.
static void draw_bars(const Frames *frames, CoirPainter *painter)
{
    for (int i = 0; i < BARS && i < frames->count; i++) {
        double length = frames->lengths[(frames->count - 1 - i) % BARS];
        float high = (float)fmin(length / 0.08, 1) * 40;
        coir_painter_rect(painter, coir_rect(926 - 4.1f * (float)i, 98, 3, high), ink_hue(1 - high / 40));
    }
}

static void say(CoirPainter *painter, int place, const char *name, const char *value)
{
    CoirRect where = coir_rect(682 + 132 * (float)(place % 2), 72 - 21 * (float)(place / 2), 116, 20);
    sounds_text(painter, where, COIR_ALIGN_LEFT, INK_DIM, name);
    sounds_text(painter, where, COIR_ALIGN_RIGHT, INK_TEXT, value);
}

static void frames_draw(CoirNode *node, CoirPainter *painter)
{
    const Frames *frames = COIR_AS(Frames, node);
    CoirMixerStats stats = coir_mixer_stats();
    SoundsButton button = make_button(frames);
    char lead[24] = "in memory", load[24] = "-", voices[24], late[24], underruns[24], frame[24];
    if (stats.has_device) {
        snprintf(lead, sizeof lead, "%.0f ms", stats.lead * 1000);
        snprintf(load, sizeof load, "%.1f %%", stats.load * 100);
    }
    snprintf(frame, sizeof frame, "%.0f ms", frames->count ? frames->lengths[(frames->count - 1) % BARS] * 1000 : 0);
    snprintf(voices, sizeof voices, "%d", stats.voices);
    snprintf(late, sizeof late, "%lld", (long long)stats.late);
    snprintf(underruns, sizeof underruns, "%lld", (long long)stats.underruns);
    sounds_panel(painter, panel, "Frame rate", "");
    sounds_button(painter, &button, frames->rate == JUMPING);
    draw_bars(frames, painter);
    say(painter, 0, "frame", frame);
    say(painter, 1, "voices", voices);
    say(painter, 2, "lead", lead);
    say(painter, 3, "load", load);
    say(painter, 4, "late", late);
    say(painter, 5, "underruns", underruns);
}

static COIR_NODE_CLASS(Frames, .leave = frames_leave, .update = frames_update, .draw = frames_draw,
                       .event = frames_event);

CoirNode *sounds_frames_new(const SoundsKit *kit, CoirDirector *director)
{
    Frames *frames = COIR_NEW(Frames);
    if (!frames)
        return NULL;
    frames->kit = kit;
    frames->director = director;
    frames->random = coir_random(1);
    return &frames->node;
}
