// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The octopus of the demo `animation`: a picture of ten frames, and a JSON file as Aseprite writes it, with the
// duration of each frame and with tags. The octopus stands on y = 108 of a frame.
#include "canvas.h"

#include <math.h>
#include <stdio.h>

enum { CELL = 112, COLUMNS = 4, ROWS = 3, FRAMES = 10 };

typedef struct Pose {
    float squash;     // shape of the head: 0 is tall, 1 is broad
    float lids, wave; // 0 to 1: how far the eyes are closed, how far the front arms are raised
    float swing;      // sideways position of the raised arms, -1 to 1
    int milliseconds;
} Pose;

static const Pose poses[FRAMES] = {
    {0, 0, 0, 0, 220},      {0.3f, 0, 0, 0, 120}, {0.7f, 0, 0, 0, 120},   {1, 0, 0, 0, 260}, // breathe
    {0.2f, 0.6f, 0, 0, 50}, {0.4f, 1, 0, 0, 130}, {0.2f, 0.5f, 0, 0, 50},                    // blink
    {0.2f, 0, 1, -1, 140},  {0, 0, 1, 0, 90},     {0.2f, 0, 1, 1, 140},                      // wave
};

static const struct {
    const char *name;
    int from, to;
    const char *direction, *repeat;
} tags[] = {{"breathe", 0, 3, "pingpong", "4"}, {"blink", 4, 6, "forward", "2"}, {"wave", 7, 9, "pingpong", "8"}};

// ---- the picture -------------------------------------------------------------------------------------------------

static void arm(Canvas *c, Point root, Point bend, Point tip, bool far)
{
    cv_begin(c);
    cv_taper(c, (Taper){root, bend, tip, 16, 12, 5});
    cv_fill(c, far ? linear(0, 66, 0, 108, 0xb8468cff, 0x7a2a7cff) : linear(0, 60, 0, 110, 0xff8fb0ff, 0xd0549cff));
    if (far) {
        return;
    }
    cv_inner(c, flat(0x7a1e70a0), -1.5f, -2, 2);
    cv_inner(c, flat(0xffd8e4c0), 0.8f, 1.4f, 1);
    cv_begin(c);
    for (int i = 0; i < 4; i++) { // suckers
        Point p = quad_at(root, bend, tip, 0.5f + 0.14f * (float)i);
        cv_circle(c, p.x, p.y, 2.4f - 0.35f * (float)i);
    }
    cv_fill(c, flat(0xffdce8e0));
}

static void arms(Canvas *c, const Pose *p)
{
    float spread = 3 * p->squash;
    for (int side = -1; side <= 1; side += 2) {
        float s = (float)side;
        arm(c, (Point){56 + s * 12, 72}, (Point){56 + s * 30, 84}, (Point){56 + s * (32 + spread), 100}, true);
    }
    arm(c, (Point){56, 74}, (Point){54, 92}, (Point){62, 104}, true);
    for (int side = -1; side <= 1; side += 2) {
        float s = (float)side;
        arm(c, (Point){56 + s * 8, 74}, (Point){56 + s * 10, 98}, (Point){56 + s * (24 + spread), 105}, false);
        Point bend = {56 + s * 46, 76}, tip = {56 + s * (46 + spread), 104};
        if (p->wave > 0) {
            bend = (Point){56 + s * 50, 78};
            tip = (Point){56 + s * 42 + 8 * p->swing, 40 - 3 * fabsf(p->swing)};
        }
        arm(c, (Point){56 + s * 20, 72}, bend, tip, false);
    }
}

static void head(Canvas *c, float w, float h)
{
    const Point rim[] = {{56, 80 - h}, {56 + w * 0.8f, 86 - h}, {56 + w, 80 - h * 0.55f}, {56 + w * 0.72f, 70},
                         {56, 80},     {56 - w * 0.72f, 70},    {56 - w, 80 - h * 0.55f}, {56 - w * 0.8f, 86 - h}};
    cv_begin(c);
    cv_blob(c, rim, 8);
    cv_fill(c, stop(radial(46, 90 - h, 50, 64, 0xffc4d4ff, 0xb03a8cff), 0.5f, 0xff86acff));
    cv_inner(c, flat(0x7a1e70a0), -3, -5, 5);
    cv_inner(c, flat(0xfff0f4d0), 1.4f, 2.2f, 1.6f);
    cv_begin(c);
    cv_circle(c, 74, 92 - h, 3.4f);
    cv_circle(c, 81, 99 - h, 2.4f);
    cv_circle(c, 72, 100 - h, 1.7f);
    cv_fill(c, flat(0xe05a98a0));
    cv_push(c);
    cv_move_by(c, 41, 92 - h);
    cv_turn(c, -0.6f);
    cv_begin(c);
    cv_ellipse(c, 0, 0, 9, 4);
    cv_fill_soft(c, flat(0xffffffd0), 1.4f);
    cv_pop(c);
}

static void closed_eye(Canvas *c, float x, float y)
{
    cv_begin(c);
    cv_taper(c, (Taper){{x - 7, y}, {x, y + 7}, {x + 7, y}, 1.6f, 2.8f, 1.6f});
    cv_fill(c, flat(0x5a1448ff));
}

static void open_eye(Canvas *c, float x, float y, float open)
{
    cv_begin(c);
    cv_ellipse(c, x, y, 8.4f, 9.4f * open);
    cv_fill(c, flat(0xffffffff));
    cv_inner(c, flat(0x8a4a9070), -1, -1.5f, 1.5f);
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_ellipse(c, x, y + 1, 5.4f, 6.6f);
    cv_fill(c, flat(0x3a1450ff));
    cv_begin(c);
    cv_circle(c, x - 1.8f, y - 1.8f, 2.3f);
    cv_circle(c, x + 2, y + 3, 1.1f);
    cv_fill(c, flat(0xffffffff));
    cv_pop(c);
}

static void face(Canvas *c, const Pose *p, float y)
{
    for (int side = -1; side <= 1; side += 2) {
        float x = 56 + 14 * (float)side;
        if (p->lids >= 1) {
            closed_eye(c, x, y);
        } else {
            open_eye(c, x, y, 1 - 0.7f * p->lids);
        }
        cv_begin(c);
        cv_ellipse(c, 56 + 25 * (float)side, y + 11, 4.6f, 3);
        cv_fill_soft(c, flat(0xff5a8ad0), 1);
    }
    if (p->wave > 0) {
        cv_begin(c);
        cv_move(c, 49, y + 11);
        cv_quad(c, 56, y + 14, 63, y + 11);
        cv_quad(c, 62, y + 22, 56, y + 22);
        cv_quad(c, 50, y + 22, 49, y + 11);
        cv_fill(c, flat(0x6a1450ff));
        return;
    }
    cv_begin(c);
    cv_taper(c, (Taper){{50, y + 12}, {56, y + 18}, {62, y + 12}, 1, 2.2f, 1});
    cv_fill(c, flat(0x6a1450ff));
}

static void octopus(Canvas *c, const Pose *p)
{
    float w = 32 + 3.5f * p->squash, h = 72 - 7 * p->squash;
    arms(c, p);
    head(c, w, h);
    face(c, p, 80 - h * 0.42f);
}

// ---- the file beside it ------------------------------------------------------------------------------------------

static void write_frames(FILE *f)
{
    fprintf(f, "{ \"frames\": [\n");
    for (int i = 0; i < FRAMES; i++) {
        fprintf(f,
                "   {\n    \"filename\": \"octopus %d.aseprite\",\n"
                "    \"frame\": { \"x\": %d, \"y\": %d, \"w\": %d, \"h\": %d },\n"
                "    \"rotated\": false,\n    \"trimmed\": false,\n"
                "    \"spriteSourceSize\": { \"x\": 0, \"y\": 0, \"w\": %d, \"h\": %d },\n"
                "    \"sourceSize\": { \"w\": %d, \"h\": %d },\n    \"duration\": %d\n   }%s\n",
                i, i % COLUMNS * CELL, i / COLUMNS * CELL, CELL, CELL, CELL, CELL, CELL, CELL, poses[i].milliseconds,
                i + 1 < FRAMES ? "," : "");
    }
}

static bool write_json(const char *folder)
{
    char file[512];
    snprintf(file, sizeof file, "%s/octopus.json", folder);
    FILE *f = fopen(file, "w");
    if (f == NULL) {
        perror(file);
        return false;
    }
    write_frames(f);
    fprintf(f,
            " ],\n \"meta\": {\n  \"image\": \"octopus.png\",\n  \"format\": \"RGBA8888\",\n"
            "  \"size\": { \"w\": %d, \"h\": %d },\n  \"scale\": \"1\",\n  \"frameTags\": [\n",
            CELL * COLUMNS, CELL * ROWS);
    for (int i = 0; i < 3; i++) {
        fprintf(f, "   { \"name\": \"%s\", \"from\": %d, \"to\": %d, \"direction\": \"%s\", \"repeat\": \"%s\" }%s\n",
                tags[i].name, tags[i].from, tags[i].to, tags[i].direction, tags[i].repeat, i < 2 ? "," : "");
    }
    fprintf(f, "  ]\n }\n}\n");
    return fclose(f) == 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    Canvas *c = cv_new(CELL * COLUMNS, CELL * ROWS);
    for (int i = 0; i < FRAMES; i++) {
        cv_push(c);
        cv_move_by(c, (float)(i % COLUMNS * CELL), (float)(i / COLUMNS * CELL));
        octopus(c, &poses[i]);
        cv_pop(c);
    }
    return cv_done(c, folder, "octopus.png", 0) && write_json(folder) ? 0 : 1;
}
