// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The bitmap font of the demo `text`: round strokes in warm colours with a dark edge, and the .fnt file that says where
// each character is.
//
// A character is a list of strokes, separated by spaces. A stroke is a list of points, each with two digits: x to the
// right, and y downwards. A y of 0 is the top of capitals, 3 the top of small letters, a (ten) the baseline, d the
// lowest line, and - is one unit above the top. A stroke that begins with ~ is a curve through its points, which is
// closed if the last point is the first.
#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 512, HEIGHT = 440, GAP = 2, LINE = 60, TOP = 8, PAD = 4, DROP = 3, SPACE = 14, POINTS = 32 };

static const float unit = 3.5f, pen = 8, edge = 2.6f;

typedef struct Letter {
    int code;
    const char *strokes;
} Letter;

#define BOWL "~234365684a2a080523"

static const Letter letters[] = {
    {'A', "0a408a 2767"},
    {'B', "40000a5a 0545 ~40626345 ~4577785a"},
    {'C', "~72503003073a5a78"},
    {'D', "30000a3a ~30617476693a"},
    {'E', "60000a6a 0555"},
    {'F', "60000a 0555"},
    {'G', "~72503003073a5a78 787646"},
    {'H', "000a 707a 0575"},
    {'I', "0040 202a 0a4a"},
    {'J', "5057 ~57492a08"},
    {'K', "000a 6006 247a"},
    {'L', "000a6a"},
    {'M', "0a0047808a"},
    {'N', "0a007a70"},
    {'O', "~305083875a3a070330"},
    {'P', "0a0040 ~40727446 4606"},
    {'Q', "~305083875a3a070330 579b"},
    {'R', "0a0040 ~40727446 4606 367a"},
    {'S', "~72502002144566785a2a08"},
    {'T', "0080 404a"},
    {'U', "0006 ~06194a7986 8680"},
    {'V', "004a80"},
    {'W', "002a538aa0"},
    {'X', "007a 700a"},
    {'Y', "004580 454a"},
    {'Z', "00700a7a"},
    {'a', "636a " BOWL},
    {'b', "000a " BOWL},
    {'c', "~65432305082a4a68"},
    {'d', "606a " BOWL},
    {'e', "0666 ~6665432305082a4a69"},
    {'f', "~503022 222a 0353"},
    {'g', BOWL " 636b ~6b4d2d0c"},
    {'h', "000a ~06234365 656a"},
    {'i', "030a 0-"},
    {'j', "333b ~3b2d0d 3-"},
    {'k', "000a 5308 266a"},
    {'l', "000a"},
    {'m', "030a ~06233355 555a ~567383a5 a5aa"},
    {'n', "030a ~06234365 656a"},
    {'o', BOWL},
    {'p', "030d " BOWL},
    {'q', "636d " BOWL},
    {'r', "030a ~06234354"},
    {'s', "~543313051647584a2a09"},
    {'t', "2028 ~283a4a59 0353"},
    {'u', "0308 ~082a4a67 636a"},
    {'v', "033a63"},
    {'w', "032a456a83"},
    {'x', "036a 630a"},
    {'y', "033a 632d"},
    {'z', "03630a6a"},
    {'0', "~205072785a2a080220"},
    {'1', "02303a"},
    {'2', "~02205072560a 0a7a"},
    {'3', "~012050625435 ~3555775a2a09"},
    {'4', "5a500777"},
    {'5', "601005 ~053465775a2a09"},
    {'6', "~61401206193a5a7876543406"},
    {'7', "00703a"},
    {'8', "~205062635525131220 ~255577785a2a080725"},
    {'9', "~193a68746140200204264674"},
    {'.', "0a"},
    {',', "1a0c"},
    {':', "04 0a"},
    {';', "14 1a0c"},
    {'!', "0006 0a"},
    {'?', "~022040625436 3a"},
    {'\'', "0002"},
    {'"', "0002 4042"},
    {'-', "0646"},
    {'+', "0666 3339"},
    {'=', "0464 0868"},
    {'_', "0b7b"},
    {'/', "600b"},
    {'(', "~2-03072b"},
    {')', "~0-23270b"},
    {'[', "3-0-0b3b"},
    {']', "0-3-3b0b"},
    {'<', "62066a"},
    {'>', "02660a"},
    {'*', "3137 0266 6206"},
    {'#', "302a 706a 0393 0888"},
    {'%', "800a 11 79"},
    {'&', "~7a2412305235072a5976"},
    {'$', "~72502002144566785a2a08 4-40 4a4b"},
    {-1, "00606a0a00"}, // for characters without a glyph
};

#define LETTERS ((int)(sizeof letters / sizeof letters[0]))

// Pairs of characters: each character of `second` is moved by `amount` pixels after each character of `first`.
static const struct {
    const char *first, *second;
    int amount;
} kernings[] = {{"A", "TVWY", -6},     {"TVWY", "A", -6},    {"T", "acegmnopqrsuvwxyz", -7},
                {"VWY", "aceoqs", -4}, {"FPTVWY", ",.", -8}, {"L", "TVWY", -7},
                {"FP", "A", -5},       {"r", ",.", -5},      {"vwy", ",.", -5},
                {"K", "OCGov", -3},    {"AOV", "'\"", -3},   {"L", "'\"", -7},
                {"fr", "aceo", -2},    {"o", "vwyx", -1},    {"kx", "oce", -2}};

#define KERNINGS ((int)(sizeof kernings / sizeof kernings[0]))

// ---- strokes -----------------------------------------------------------------------------------------------------

static float digit(char c)
{
    return c == '-' ? -1 : (float)(strchr("0123456789abcd", c) - "0123456789abcd");
}

// Reads the points of one stroke. Returns the start of the next stroke.
static const char *read_stroke(const char *text, Point *points, int *count)
{
    for (*count = 0; *text && *text != ' '; text += 2)
        points[(*count)++] = (Point){digit(text[0]) * unit, digit(text[1]) * unit};
    return *text ? text + 1 : text;
}

// Returns the point at `t` on the Catmull-Rom spline from b to c.
static Point between(Point a, Point b, Point c, Point d, float t)
{
    float wa = t * (-1 + t * (2 - t)) / 2, wb = (2 + t * t * (3 * t - 5)) / 2, wc = t * (1 + t * (4 - 3 * t)) / 2,
          wd = t * t * (t - 1) / 2;
    return (Point){wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y};
}

static void curve(Canvas *c, const Point *p, int n)
{
    enum { STEPS = 6 };
    Point fine[POINTS * STEPS + 1];
    int count = 0;
    bool closed = p[0].x == p[n - 1].x && p[0].y == p[n - 1].y;
    for (int i = 0; i + 1 < n; i++) {
        Point before = i > 0 ? p[i - 1] : closed ? p[n - 2] : p[0];
        Point after = i + 2 < n ? p[i + 2] : closed ? p[1] : p[n - 1];
        for (int k = 0; k < STEPS; k++)
            fine[count++] = between(before, p[i], p[i + 1], after, (float)k / STEPS);
    }
    fine[count++] = p[n - 1];
    cv_strip(c, fine, count, pen);
}

static void path_of(Canvas *c, const char *text)
{
    Point points[POINTS];
    cv_begin(c);
    for (int count; *text;) {
        bool curved = *text == '~';
        text = read_stroke(text + curved, points, &count);
        if (curved)
            curve(c, points, count);
        else
            cv_strip(c, points, count, pen);
    }
}

// Measures the points of a letter, without the width of the pen: the largest x, the least y and the largest y.
static void measure(const char *text, float *width, float *from, float *to)
{
    Point points[POINTS];
    *width = 0, *from = 100, *to = -100;
    for (int count; *text;) {
        text = read_stroke(text + (*text == '~'), points, &count);
        for (int i = 0; i < count; i++) {
            *width = fmaxf(*width, points[i].x);
            *from = fminf(*from, points[i].y);
            *to = fmaxf(*to, points[i].y);
        }
    }
}

// ---- the page ----------------------------------------------------------------------------------------------------

// Draws a letter. The top of its line is at y, and the left end of its strokes is at x.
static void draw(Canvas *c, const char *text, float x, float y)
{
    const float base = 10 * unit;
    cv_push(c);
    cv_move_by(c, x, y + TOP);
    path_of(c, text);
    for (int drop = DROP; drop >= 0; drop--) {
        cv_push(c);
        cv_move_by(c, 0, (float)drop);
        path_of(c, text);
        cv_outline(c, flat(0x35184aff), 2 * edge);
        cv_fill(c, flat(0x35184aff));
        cv_pop(c);
    }
    path_of(c, text);
    cv_fill(c, stop(linear(0, -pen, 0, base + pen, 0xfff6d8ff, 0xff7d5aff), 0.55f, 0xffc766ff));
    cv_inner(c, flat(0xc0425ac0), 0, -1.6f, 1);
    cv_inner(c, flat(0xffffffd0), 0, 1.2f, 0.6f);
    cv_pop(c);
}

typedef struct Box {
    int x, y, width, height, left, top, advance;
} Box;

// Returns the box of a letter on the page, and moves `next` behind the box: in the same row, or in the next row.
static Box place(const Letter *letter, Box *next)
{
    float width, from, to;
    measure(letter->strokes, &width, &from, &to);
    Box box = {.left = -PAD, .top = (int)floorf(TOP + from - pen / 2) - PAD};
    box.width = (int)ceilf(width + pen) + 2 * PAD;
    box.height = (int)ceilf(TOP + to + pen / 2) + PAD + DROP - box.top;
    box.advance = (int)lroundf(width + pen) + 3;
    if (next->x + box.width > WIDTH) {
        next->x = 0;
        next->y += next->height + GAP;
        next->height = 0;
    }
    box.x = next->x;
    box.y = next->y;
    next->x += box.width + GAP;
    next->height = box.height > next->height ? box.height : next->height;
    return box;
}

static void write_kernings(FILE *file)
{
    size_t count = 0;
    for (int i = 0; i < KERNINGS; i++)
        count += strlen(kernings[i].first) * strlen(kernings[i].second);
    fprintf(file, "kernings count=%zu\n", count);
    for (int i = 0; i < KERNINGS; i++)
        for (const char *a = kernings[i].first; *a; a++)
            for (const char *b = kernings[i].second; *b; b++)
                fprintf(file, "kerning first=%d second=%d amount=%d\n", *a, *b, kernings[i].amount);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    char name[512];
    snprintf(name, sizeof name, "%s/chunky.fnt", folder);
    FILE *file = fopen(name, "wb");
    Canvas *c = cv_new(WIDTH, HEIGHT);
    Box next = {0};
    if (!file) {
        perror(name);
        return 1;
    }
    fprintf(file, "info face=\"Coir Chunky\" size=%d unicode=1\n", LINE);
    fprintf(file, "common lineHeight=%d base=%d scaleW=%d scaleH=%d pages=1 packed=0\n", LINE,
            TOP + (int)(10 * unit + pen / 2), WIDTH, HEIGHT);
    fprintf(file, "page id=0 file=\"chunky.png\"\nchars count=%d\n", LETTERS + 1);
    fprintf(file, "char id=32 x=0 y=0 width=0 height=0 xoffset=0 yoffset=0 xadvance=%d page=0\n", SPACE);
    for (int i = 0; i < LETTERS; i++) {
        Box box = place(&letters[i], &next);
        draw(c, letters[i].strokes, (float)(box.x + PAD) + pen / 2, (float)(box.y - box.top));
        fprintf(file, "char id=%d x=%d y=%d width=%d height=%d xoffset=%d yoffset=%d xadvance=%d page=0\n",
                letters[i].code, box.x, box.y, box.width, box.height, box.left, box.top, box.advance);
    }
    write_kernings(file);
    bool whole = fclose(file) == 0 && next.y + next.height <= HEIGHT;
    if (!whole)
        fprintf(stderr, "%s: not written whole, or the picture is too small (%d rows)\n", name, next.y + next.height);
    return cv_done(c, folder, "chunky.png", 0) && whole ? 0 : 1;
}
