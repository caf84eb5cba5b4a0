// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The fish of the demo `animation`: a sheet of six frames as TexturePacker packs and describes it. The transparent
// borders of each frame are cut off, and some frames are turned by 90 degrees clockwise. Each frame was drawn on 112 x
// 80 pixels.
#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FULL_W = 112, FULL_H = 80, FRAMES = 6, SHEET_W = 304, SHEET_H = 224, GAP = 4 };

// ---- the fish ----------------------------------------------------------------------------------------------------

// Draws the tail. With a `wag` of 0 the tail is seen in its whole width; with 1 it points almost away from the viewer.
static void tail(Canvas *c, float wag)
{
    float reach = 28 * (1 - 0.72f * wag), lift = 5 * wag;
    cv_begin(c);
    cv_move(c, 36, 40);
    cv_cubic(c, 32 - reach * 0.4f, 34, 34 - reach, 24 - lift, 30 - reach, 14 + lift);
    cv_cubic(c, 38 - reach, 12, 38 - reach * 0.1f, 26, 36 - reach * 0.2f, 40);
    cv_cubic(c, 38 - reach * 0.1f, 54, 38 - reach, 68, 30 - reach, 66 - lift);
    cv_cubic(c, 34 - reach, 56 + lift, 32 - reach * 0.4f, 46, 36, 40);
    cv_fill(c, linear(36, 0, 30 - reach, 0, 0xff9a3cff, 0xffe890ff));
    cv_inner(c, flat(0xc8482cb0), -1.5f, -2, 2);
    cv_inner(c, flat(0xfff6d0c0), 0.8f, 1.2f, 1);
}

static void fins(Canvas *c, float wag)
{
    cv_begin(c);
    cv_move(c, 50, 24);
    cv_cubic(c, 52, 10 + 3 * wag, 64, 4 + 4 * wag, 78, 6 + 5 * wag);
    cv_cubic(c, 76, 12, 80, 18, 84, 24);
    cv_close(c);
    cv_move(c, 54, 56);
    cv_cubic(c, 54, 64, 48, 70 - 2 * wag, 44, 72 - 3 * wag);
    cv_cubic(c, 58, 74 - 2 * wag, 66, 66, 70, 58);
    cv_close(c);
    cv_fill(c, linear(0, 4, 0, 74, 0xffe890ff, 0xf0802cff));
    cv_inner(c, flat(0xc8482ca0), -1, -1.5f, 1.6f);
}

static void body_path(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 30, 40);
    cv_cubic(c, 40, 22, 58, 15, 76, 16);
    cv_cubic(c, 96, 17, 106, 32, 106, 41);
    cv_cubic(c, 106, 52, 94, 64, 76, 64);
    cv_cubic(c, 58, 65, 40, 58, 30, 40);
}

static void body(Canvas *c)
{
    body_path(c);
    cv_fill(c, stop(linear(0, 14, 0, 66, 0xffc23cff, 0xf0603cff), 0.55f, 0xff923cff));
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_taper(c, (Taper){{80, 8}, {70, 40}, {80, 72}, 11, 13, 11});
    cv_taper(c, (Taper){{48, 8}, {43, 40}, {48, 72}, 8, 10, 8});
    cv_shadow(c, flat(0xa0342c80), -1, 1, 1);
    cv_fill(c, linear(0, 14, 0, 66, 0xffffffff, 0xd8e4f0ff));
    cv_pop(c);
    body_path(c);
    cv_inner(c, flat(0xa0243ca0), -2, -5, 4.5f);
    cv_inner(c, flat(0xfff8d8d0), 1, 2.2f, 1.6f);
}

static void face(Canvas *c, float wag)
{
    cv_begin(c);
    cv_circle(c, 91, 34, 7.4f);
    cv_fill(c, flat(0xffffffff));
    cv_inner(c, flat(0x8a4a6070), -1, -1.4f, 1.4f);
    cv_begin(c);
    cv_ellipse(c, 92.6f, 34.6f, 4.4f, 5);
    cv_fill(c, flat(0x2a1438ff));
    cv_begin(c);
    cv_circle(c, 91, 32.2f, 1.8f);
    cv_circle(c, 94, 37, 0.9f);
    cv_fill(c, flat(0xffffffff));
    cv_begin(c);
    cv_ellipse(c, 92, 47, 4, 2.6f);
    cv_fill_soft(c, flat(0xff5a5ac0), 0.9f);
    cv_begin(c);
    cv_taper(c, (Taper){{98, 49}, {102, 50}, {104, 46}, 0.8f, 1.8f, 0.8f});
    cv_fill(c, flat(0x8a2034ff));
    // The fin at the side of the fish beats.
    cv_push(c);
    cv_move_by(c, 66, 45);
    cv_turn(c, -0.5f + 1.0f * wag);
    cv_begin(c);
    cv_move(c, 2, -5);
    cv_cubic(c, -8, -8, -18, -4, -20, 2);
    cv_cubic(c, -16, 8, -6, 8, 2, 5);
    cv_close(c);
    cv_shadow(c, flat(0xa0243c80), -1, 2, 1.2f);
    cv_fill(c, linear(2, 0, -20, 0, 0xffa83cff, 0xfff0a0ff));
    cv_inner(c, flat(0xc8482c90), 0, -1.4f, 1.4f);
    cv_pop(c);
}

// ---- packing -----------------------------------------------------------------------------------------------------

typedef struct Box {
    int x, y, w, h;
} Box;

static Box borders(const Canvas *c)
{
    int left = c->w, top = c->h, right = 0, low = 0;
    for (int y = 0; y < c->h; y++) {
        for (int x = 0; x < c->w; x++) {
            if (c->px[(y * c->w + x) * 4 + 3] * 255 >= 0.5f) {
                left = x < left ? x : left;
                right = x >= right ? x + 1 : right;
                top = y < top ? y : top;
                low = y + 1;
            }
        }
    }
    return (Box){left, top, right - left, low - top};
}

// Copies a part of a picture to `x`, `y` of the sheet.
static void put(Canvas *sheet, const Canvas *c, Box part, int x, int y, bool turned)
{
    for (int j = 0; j < part.h; j++) {
        for (int i = 0; i < part.w; i++) {
            int tx = turned ? x + part.h - 1 - j : x + i, ty = turned ? y + i : y + j;
            const float *from = c->px + ((part.y + j) * c->w + part.x + i) * 4;
            memcpy(sheet->px + (ty * sheet->w + tx) * 4, from, 4 * sizeof *from);
        }
    }
}

static void write_frame(FILE *f, int index, Box part, int x, int y, bool turned)
{
    fprintf(f,
            "%s\n\"fish %d.png\":\n{\n\t\"frame\": {\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d},\n\t\"rotated\": %s,\n"
            "\t\"trimmed\": true,\n\t\"spriteSourceSize\": {\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d},\n"
            "\t\"sourceSize\": {\"w\":%d,\"h\":%d}\n}",
            index ? "," : "", index, x, y, part.w, part.h, turned ? "true" : "false", part.x, part.y, part.w, part.h,
            FULL_W, FULL_H);
}

// Packs the frames into rows. Each third frame is turned.
static void pack(Canvas *sheet, FILE *f)
{
    int x = GAP, y = GAP, row = 0;
    for (int i = 0; i < FRAMES; i++) {
        Canvas *c = cv_new(FULL_W, FULL_H);
        float wag = 0.5f - 0.5f * cosf(PI * (float)i / (FRAMES - 1));
        tail(c, wag);
        fins(c, wag);
        body(c);
        face(c, wag);
        Box part = borders(c);
        bool turned = i % 3 == 2;
        int w = turned ? part.h : part.w, h = turned ? part.w : part.h;
        if (x + w + GAP > SHEET_W) {
            x = GAP;
            y += row + GAP;
            row = 0;
        }
        put(sheet, c, part, x, y, turned);
        write_frame(f, i, part, x, y, turned);
        x += w + GAP;
        row = h > row ? h : row;
        cv_free(c);
    }
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    char file[512];
    snprintf(file, sizeof file, "%s/fish.json", folder);
    FILE *f = fopen(file, "w");
    if (f == NULL) {
        perror(file);
        return 1;
    }
    Canvas *sheet = cv_new(SHEET_W, SHEET_H);
    fprintf(f, "{\"frames\": {");
    pack(sheet, f);
    fprintf(f,
            "},\n\"meta\": {\n\t\"image\": \"fish.png\",\n\t\"format\": \"RGBA8888\",\n"
            "\t\"size\": {\"w\":%d,\"h\":%d},\n\t\"scale\": \"1\"\n}\n}\n",
            SHEET_W, SHEET_H);
    bool ok = fclose(f) == 0;
    return cv_done(sheet, folder, "fish.png", 0) && ok ? 0 : 1;
}
