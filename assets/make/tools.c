// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The pictures of things for the demo `timers`: a lantern dark and lit, a clock and its hand, an hourglass, a note.
#include "canvas.h"

#include <math.h>

static const uint32_t brass_light = 0xffdc94ff, brass = 0xd8944aff, brass_dark = 0x7a3f3aff;

static void paint_brass(Canvas *c, float left, float right)
{
    Paint p = linear(left, 0, right, 0, brass, brass_dark);
    cv_fill(c, stop(stop(p, 0.22f, brass_light), 0.5f, brass));
    cv_inner(c, flat(0x5a2438a0), -0.8f, -1.4f, 1.2f);
    cv_inner(c, flat(0xfff2c8c0), 0.4f, 1, 0.6f);
}

// ---- the lantern -------------------------------------------------------------------------------------------------

static void globe(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 34, 42);
    cv_cubic(c, 16, 56, 14, 88, 31, 103);
    cv_line(c, 65, 103);
    cv_cubic(c, 82, 88, 80, 56, 62, 42);
}

static void flame(Canvas *c)
{
    cv_begin(c);
    cv_move(c, 48, 54);
    cv_cubic(c, 51, 66, 60, 72, 60, 83);
    cv_cubic(c, 60, 92, 54, 97, 48, 97);
    cv_cubic(c, 42, 97, 36, 92, 36, 83);
    cv_cubic(c, 36, 74, 46, 68, 48, 54);
    cv_shadow(c, flat(0xfff0b0ff), 0, 0, 5);
    cv_fill(c, linear(0, 56, 0, 97, 0xfff08aff, 0xff9a35ff));
    cv_begin(c);
    cv_move(c, 48.5f, 70);
    cv_cubic(c, 50, 78, 55, 80, 55, 87);
    cv_cubic(c, 55, 93, 52, 96, 48, 96);
    cv_cubic(c, 44, 96, 41, 93, 41, 87);
    cv_cubic(c, 41, 80, 48, 78, 48.5f, 70);
    cv_fill_soft(c, linear(0, 70, 0, 96, 0xffffe0ff, 0xfff0a0ff), 0.8f);
}

static void glass(Canvas *c, bool lit)
{
    globe(c);
    if (lit) {
        cv_fill(c, stop(radial(48, 82, 36, 42, 0xfff2b0ff, 0xd8602aff), 0.5f, 0xffb648ff));
        flame(c);
    } else {
        cv_fill(c, stop(linear(18, 50, 78, 96, 0x8fb4c4ff, 0x22304fff), 0.5f, 0x46627eff));
        // The wick is visible only in the dark lantern.
        cv_begin(c);
        cv_taper(c, (Taper){{48, 98}, {47.5f, 93}, {49, 87}, 3.4f, 3.4f, 2.4f});
        cv_fill(c, linear(0, 86, 0, 98, 0x14142aff, 0xd8c8a8ff));
        cv_begin(c);
        cv_round(c, 41, 94, 14, 9, 2);
        paint_brass(c, 41, 55);
    }
    globe(c);
    cv_inner(c, lit ? flat(0xc84a28a0) : flat(0x0d1430c0), -2, -1, 4);
    cv_push(c);
    cv_clip(c);
    cv_begin(c);
    cv_taper(c, (Taper){{31, 52}, {20, 70}, {29, 92}, 2, 5, 1.5f});
    cv_fill_soft(c, lit ? flat(0xffffffd0) : flat(0xe8f6ffc0), 0.8f);
    cv_begin(c);
    cv_taper(c, (Taper){{68, 60}, {74, 74}, {69, 90}, 0.5f, 2, 0.5f});
    cv_fill_soft(c, lit ? flat(0xfff4c0b0) : flat(0xbfe0f080), 0.7f);
    cv_pop(c);
}

static void lantern_frame(Canvas *c)
{
    // The guard wires in front of the glass.
    cv_begin(c);
    cv_taper(c, (Taper){{17, 106}, {4, 70}, {32, 38}, 3, 3, 3});
    cv_taper(c, (Taper){{79, 106}, {92, 70}, {64, 38}, 3, 3, 3});
    paint_brass(c, 8, 88);
    cv_begin(c);
    cv_round(c, 21, 99, 54, 8, 3.5f);
    paint_brass(c, 21, 75);
    cv_begin(c);
    cv_move(c, 20, 106);
    cv_line(c, 76, 106);
    cv_cubic(c, 77, 116, 80, 120, 84, 126);
    cv_line(c, 12, 126);
    cv_cubic(c, 16, 120, 19, 116, 20, 106);
    paint_brass(c, 12, 84);
    cv_begin(c);
    cv_round(c, 10, 121, 76, 5.5f, 2.5f);
    paint_brass(c, 10, 86);
    cv_begin(c);
    cv_round(c, 28, 37, 40, 7, 3);
    paint_brass(c, 28, 68);
    cv_begin(c);
    cv_move(c, 31, 38);
    cv_cubic(c, 33, 28, 38, 22, 41, 20);
    cv_line(c, 55, 20);
    cv_cubic(c, 58, 22, 63, 28, 65, 38);
    paint_brass(c, 30, 66);
    cv_begin(c);
    cv_round(c, 38, 16, 20, 6, 2.5f);
    paint_brass(c, 38, 58);
}

static void handle(Canvas *c)
{
    cv_begin(c);
    Point ring[25];
    for (int i = 0; i < 25; i++) {
        float a = TAU * (float)i / 24;
        ring[i] = (Point){48 + 7 * cosf(a), 10 + 7 * sinf(a)};
    }
    cv_strip(c, ring, 25, 2.8f);
    paint_brass(c, 40, 56);
}

static bool lantern(const char *folder, bool lit)
{
    Canvas *c = cv_new(96, 128);
    if (lit) {
        cv_begin(c);
        cv_ellipse(c, 48, 74, 47, 52);
        cv_fill(c, stop(stop(radial(48, 74, 46, 51, 0xffd890ff, 0xff902000), 0.55f, 0xffb450d0), 0.8f, 0xffa03c48));
    }
    handle(c);
    glass(c, lit);
    lantern_frame(c);
    if (lit) {
        // The light falls on the brass of the lantern.
        cv_fill_all(c, blended(faded(glow(48, 80, 50, 54, 0xffa040ff), 0.75f), BLEND_SCREEN));
    } else {
        cv_fill_all(c, blended(linear(0, 0, 96, 128, 0xe8e4f8ff, 0xa8a8c8ff), BLEND_MULTIPLY));
    }
    return cv_done(c, folder, lit ? "lantern_on.png" : "lantern_off.png", 0);
}

// ---- the clock ---------------------------------------------------------------------------------------------------

static void ticks(Canvas *c)
{
    for (int i = 0; i < 60; i++) {
        float a = TAU * (float)i / 60, k = sinf(a), s = -cosf(a);
        bool hour = i % 5 == 0, quarter = i % 15 == 0;
        float from = quarter ? 47 : hour ? 50 : 56, width = quarter ? 4.6f : hour ? 3.2f : 1.3f;
        Point p = {80 + from * k, 80 + from * s}, q = {80 + 58 * k, 80 + 58 * s};
        cv_begin(c);
        cv_taper(c, (Taper){p, {(p.x + q.x) / 2, (p.y + q.y) / 2}, q, width, width, width});
        cv_fill(c, quarter ? flat(0xe0604aff) : hour ? flat(0x35184aff) : flat(0x8a6f8aff));
    }
}

static void clock_rim(Canvas *c)
{
    cv_begin(c);
    cv_circle(c, 80, 80, 77);
    cv_fill(c, stop(linear(25, 20, 135, 140, 0xffc078ff, 0x6e3436ff), 0.5f, 0xc47744ff));
    cv_inner(c, flat(0x3f142cb0), -2, -3, 3);
    cv_inner(c, flat(0xffeabcd0), 1.2f, 1.6f, 1);
    cv_push(c);
    cv_clip(c);
    Dice d = {14};
    for (int i = 0; i < 70; i++) {
        float r = dice(&d, 66, 76), a = dice(&d, 0, TAU), len = dice(&d, 0.15f, 0.5f);
        Point p = {80 + r * cosf(a), 80 + r * sinf(a)}, q = {80 + r * cosf(a + len), 80 + r * sinf(a + len)};
        float out = r / cosf(len / 2);
        cv_begin(c);
        cv_taper(c, (Taper){p, {80 + out * cosf(a + len / 2), 80 + out * sinf(a + len / 2)}, q, 0, 1, 0});
        cv_fill(c, i % 3 ? flat(0x5c2a2c58) : flat(0xffd8a068));
    }
    cv_pop(c);
}

static bool clock_face(const char *folder)
{
    Canvas *c = cv_new(160, 160);
    clock_rim(c);
    cv_begin(c);
    cv_circle(c, 80, 80, 66);
    cv_fill(c, linear(40, 30, 120, 130, 0x5a2830ff, 0xffd090ff));
    cv_begin(c);
    cv_circle(c, 80, 80, 64);
    cv_fill(c, radial(70, 66, 92, 92, 0xfffdf4ff, 0xf0d8b4ff));
    cv_inner(c, flat(0x7a4a58b0), 3, 4, 4);
    cv_begin(c);
    cv_circle(c, 80, 80, 33);
    cv_outline(c, flat(0xd8b89470), 1.2f);
    cv_fill(c, flat(0xffffff50));
    ticks(c);
    cv_begin(c);
    cv_circle(c, 80, 80, 6);
    cv_shadow(c, flat(0x5a2a4080), 1, 2, 1.5f);
    cv_fill(c, radial(78, 78, 8, 8, 0xffdc94ff, 0xa8603cff));
    return cv_done(c, folder, "clock.png", 0);
}

static bool hand(const char *folder)
{
    Canvas *c = cv_new(12, 72);
    cv_begin(c);
    cv_taper(c, (Taper){{6, 65}, {6, 36}, {6, 5}, 6, 5.2f, 2.4f});
    cv_circle(c, 6, 64, 4.8f);
    cv_fill(c, linear(2, 0, 10, 0, 0x5a3278ff, 0x2a1240ff));
    cv_inner(c, flat(0xa87fd090), 0.8f, 0.6f, 0.6f);
    cv_begin(c);
    cv_circle(c, 6, 64, 2.1f);
    cv_fill(c, flat(0xffd48aff));
    return cv_done(c, folder, "hand.png", 0);
}

// ---- the hourglass -----------------------------------------------------------------------------------------------

static void bulbs(Canvas *c, float in)
{
    cv_begin(c);
    cv_move(c, 18 + in, 14);
    cv_cubic(c, 17 + in, 38, 36 + in * 0.4f, 46, 37 + in * 0.4f, 56);
    cv_cubic(c, 36 + in * 0.4f, 66, 17 + in, 74, 18 + in, 98);
    cv_line(c, 62 - in, 98);
    cv_cubic(c, 63 - in, 74, 44 - in * 0.4f, 66, 43 - in * 0.4f, 56);
    cv_cubic(c, 44 - in * 0.4f, 46, 63 - in, 38, 62 - in, 14);
}

static void sand(Canvas *c)
{
    cv_push(c);
    bulbs(c, 3);
    cv_clip(c);
    cv_begin(c);
    cv_move(c, 10, 32);
    cv_quad(c, 40, 38, 70, 32);
    cv_line(c, 70, 58);
    cv_line(c, 10, 58);
    cv_fill(c, linear(20, 30, 60, 56, 0xffd67aff, 0xe08a40ff));
    cv_begin(c);
    cv_ellipse(c, 40, 33, 19, 2.6f);
    cv_fill(c, linear(20, 0, 60, 0, 0xffedb0ff, 0xf2b45eff));
    cv_begin(c);
    cv_rect(c, 39.1f, 54, 1.8f, 34);
    cv_fill(c, flat(0xffd67aff));
    cv_begin(c);
    cv_move(c, 12, 100);
    cv_line(c, 12, 93);
    cv_cubic(c, 26, 91, 32, 78, 40, 76);
    cv_cubic(c, 48, 78, 54, 91, 68, 93);
    cv_line(c, 68, 100);
    cv_fill(c, linear(24, 78, 58, 98, 0xffe098ff, 0xdc823eff));
    cv_inner(c, flat(0xfff4c8c0), 0.8f, 1.2f, 0.8f);
    cv_pop(c);
}

static void plate(Canvas *c, float y)
{
    cv_begin(c);
    cv_round(c, 6, y, 68, 13, 5);
    cv_fill(c, stop(linear(6, 0, 74, 0, 0xe8a05cff, 0x6e3436ff), 0.3f, 0xf0b070ff));
    cv_inner(c, flat(0x4a1a30b0), -1.5f, -2.5f, 2.5f);
    cv_inner(c, flat(0xffe6b8c0), 0.8f, 1.2f, 0.8f);
    cv_begin(c);
    cv_taper(c, (Taper){{12, y + 7}, {36, y + 5.5f}, {62, y + 7}, 0, 1.2f, 0});
    cv_fill(c, flat(0x6e343680));
}

static void post(Canvas *c, float x)
{
    cv_begin(c);
    cv_taper(c, (Taper){{x, 12}, {x, 34}, {x, 56}, 5, 3, 5.5f});
    cv_taper(c, (Taper){{x, 56}, {x, 78}, {x, 100}, 5.5f, 3, 5});
    cv_ellipse(c, x, 56, 4, 3);
    cv_fill(c, linear(x - 3, 0, x + 3, 0, 0xe8a05cff, 0x7a3c36ff));
    cv_inner(c, flat(0xffe0a8a0), 0.8f, 0, 0.6f);
}

static bool hourglass(const char *folder)
{
    Canvas *c = cv_new(80, 112);
    bulbs(c, 0);
    cv_fill(c, linear(18, 0, 62, 0, 0xe6fbf870, 0x8ac8d070));
    sand(c);
    bulbs(c, 0);
    cv_inner(c, flat(0xe8ffffb0), 0, 0, 1.6f);
    cv_outline(c, flat(0xd8f6f4b0), 1.2f);
    cv_begin(c);
    cv_taper(c, (Taper){{23, 18}, {22, 30}, {29, 40}, 1.5f, 3, 0.5f});
    cv_taper(c, (Taper){{29, 73}, {22, 82}, {23, 93}, 0.5f, 3, 1.5f});
    cv_fill_soft(c, flat(0xffffffd8), 0.5f);
    post(c, 12);
    post(c, 68);
    plate(c, 2);
    plate(c, 97);
    return cv_done(c, folder, "hourglass.png", 0);
}

// ---- the note ----------------------------------------------------------------------------------------------------

static bool note(const char *folder)
{
    Canvas *c = cv_new(40, 40);
    cv_begin(c);
    cv_push(c);
    cv_move_by(c, 14, 31.5f);
    cv_turn(c, -0.35f);
    cv_ellipse(c, 0, 0, 7.6f, 5.6f);
    cv_pop(c);
    const Point stem[] = {{19.6f, 30}, {19.6f, 5}};
    cv_strip(c, stem, 2, 3.4f);
    cv_move(c, 18.4f, 4);
    cv_cubic(c, 21, 12, 34, 13, 31, 27);
    cv_cubic(c, 30, 20, 25, 17, 19, 16);
    cv_fill(c, flat(0xffffffff));
    return cv_done(c, folder, "note.png", 0);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    return lantern(folder, false) && lantern(folder, true) && clock_face(folder) && hand(folder) && hourglass(folder) &&
                   note(folder)
               ? 0
               : 1;
}
