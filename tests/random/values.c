// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Arguments that are no objects: numbers, points, texts, paths, constants.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "model/chance.h"
#include "random/driver.h"
#include "random/values.h"
#include "support/folder.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

Chance chance;
bool careless;

static char long_text[2001];
static const char *missing_folder, *output, *text_file;

int below(int count)
{
    return chance_below(&chance, count);
}

bool one_in(int count)
{
    return chance_one_in(&chance, count);
}

bool badly(void)
{
    return careless && one_in(4);
}

void note_number(double number)
{
    if (record.trace)
        printf(" %.9g", number);
}

void note_text(const char *text)
{
    if (record.trace && text)
        printf(" \"%.40s\"", text);
    else if (record.trace)
        printf(" NULL");
}

void note_pointer(const char *type, const void *pointer)
{
    if (record.trace && pointer)
        printf(" %s:%p", type, (void *)(uintptr_t)pointer);
    else if (record.trace)
        printf(" no-%s", type);
}

static double noted(double number)
{
    note_number(number);
    return number;
}

static double bad_number(void)
{
    static const double numbers[] = {0,       -1,      NAN,   INFINITY, -INFINITY,    1e308,      -1e308,
                                     5e-324,  -5e-324, 1e-9,  1e9,      3155760000.0, 3155760001, INT_MAX,
                                     INT_MIN, 1e19,    -1e19, DBL_MIN,  -0.0,         4294967296};
    return numbers[below(COUNT(numbers))];
}

// Returns a multiple of 1/16, so that numbers of several calls, such as times in actions, are often equal.
static double fraction(int low, int high)
{
    return chance_between(&chance, low * 16, high * 16) / 16.0;
}

double any_number(void)
{
    return noted(badly() ? bad_number() : fraction(-4, 4));
}

double any_seconds(void)
{
    static const double usual[] = {0, 0, 0.0625, 0.1, 0.25, 0.5, 0.5, 1, 1, 2, 1e-9, 1e-3, 100};
    return noted(badly() ? bad_number() : usual[below(COUNT(usual))]);
}

double any_dt(void)
{
    static const double usual[] = {0, 1.0 / 60, 1.0 / 60, 0.0625, 0.1, 0.25, 0.5, 1, 3};
    static const double rare[] = {60, 3600, 1e5};
    if (one_in(200))
        return noted(rare[below(COUNT(rare))]);
    return noted(badly() && one_in(4) ? bad_number() : usual[below(COUNT(usual))]);
}

static float bad_float(void)
{
    static const float numbers[] = {0,      -1,         NAN,  INFINITY, -INFINITY,     FLT_MAX,        -FLT_MAX,
                                    1e-45f, FLT_MIN,    1e9f, -1e9f,    2147483648.0f, -2147483904.0f, 1e-9f,
                                    255,    16777217.0f};
    return numbers[below(COUNT(numbers))];
}

float any_float(void)
{
    return (float)noted(badly() ? (double)bad_float() : fraction(-20, 80));
}

float any_scale(void)
{
    static const float usual[] = {0, 0.25f, 0.5f, 1, 1, 1, 1.5f, 2, 3, -1};
    return (float)noted((double)(badly() ? bad_float() : usual[below(COUNT(usual))]));
}

float any_part(void)
{
    return (float)noted(badly() ? (double)bad_float() : fraction(0, 1));
}

int any_int(void)
{
    static const int bad[] = {0, -1, INT_MAX, INT_MIN, INT_MIN + 1, 65536, 1 << 24, -1000000};
    int value = badly() ? bad[below(COUNT(bad))] : chance_between(&chance, -2, 4);
    note_number(value);
    return value;
}

int any_count(int most)
{
    int value = badly() ? -below(3) : 1 + below(most);
    note_number(value);
    return value;
}

bool any_bool(void)
{
    bool value = one_in(2);
    note_number(value);
    return value;
}

CoirVec2 any_vec2(void)
{
    CoirVec2 v = {any_float(), any_float()};
    return v;
}

CoirRect any_rect(void)
{
    CoirRect r = {any_float(), any_float(), any_float(), any_float()};
    return r;
}

CoirInsets any_insets(void)
{
    CoirInsets insets = {(float)below(4), (float)below(4), (float)below(4), (float)below(4)};
    if (badly())
        insets.left = any_float();
    if (badly())
        insets.bottom = any_float();
    return insets;
}

CoirColor any_color(void)
{
    uint64_t bits = chance_bits(&chance);
    CoirColor color = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16),
                       one_in(2) ? 255 : (uint8_t)(bits >> 24)};
    return color;
}

CoirAffine any_affine(void)
{
    CoirAffine m = {any_scale(), any_scale(), any_scale(), any_scale(), any_float(), any_float()};
    return m;
}

const CoirVec2 *any_points(void)
{
    static CoirVec2 points[DEPTHS][POINTS];
    if (badly())
        return NULL;
    for (int i = 0; i < POINTS; i++)
        points[record.depth][i] = any_vec2();
    return points[record.depth];
}

// Texts --------------------------------------------------------------------------------------------------------------

const char *any_text(void)
{
    static const char *const texts[] = {"a",
                                        "Hello",
                                        "two words",
                                        "one\ntwo\r\nthree",
                                        "\t",
                                        "%s%n%d",
                                        "na\xc3\xafve \xe2\x82\xac",
                                        "wwww wwww wwwww ww w",
                                        "AAAA BBB"};
    static const char *const bad[] = {NULL, "", "\xff\xfe", "\xe2\x82", "\xf4\x90\x80\x80", "\n\n\n", long_text};
    const char *text = badly() ? bad[below(COUNT(bad))] : texts[below(COUNT(texts))];
    note_text(text);
    return text;
}

const char *any_key(void)
{
    static const char *const keys[] = {"a", "b", "c", "d"};
    if (badly())
        return any_text();
    const char *key = keys[below(COUNT(keys))];
    note_text(key);
    return key;
}

const char *any_path(void)
{
    static const char *const paths[] = {"spark.png", "note.png", "hand.png",   "puff.png",  "spark.png",
                                        "fish.json", "fish.png", "chunky.fnt", "bubble.png"};
    const char *const broken[] = {NULL,
                                  "",
                                  "missing.png",
                                  ".",
                                  COIR_ASSETS,
                                  text_file,
                                  long_text,
                                  "\xff",
                                  COIR_TESTS "/fuzz/corpus_picture/bad_cut_in_data.png",
                                  COIR_TESTS "/fuzz/corpus_sheet/packer_hash.json",
                                  COIR_TESTS "/fuzz/corpus_sheet/bad_truncated.json",
                                  COIR_TESTS "/fuzz/corpus_fnt/bad_page_missing.fnt",
                                  COIR_TESTS "/fuzz/corpus_fnt/good.fnt"};
    const char *path = badly() ? broken[below(COUNT(broken))] : paths[below(COUNT(paths))];
    note_text(path);
    return path;
}

const char *any_output(void)
{
    const char *path = badly() ? one_in(2) ? NULL : missing_folder : output;
    note_text(path);
    return path;
}

// Choices ------------------------------------------------------------------------------------------------------------

static int any_choice(int count)
{
    if (badly())
        return any_int();
    int value = below(count);
    note_number(value);
    return value;
}

CoirEase any_ease(void)
{
    return (CoirEase)any_choice(COIR_EASE_COUNT);
}

CoirBlend any_blend(void)
{
    return (CoirBlend)any_choice(COIR_BLEND_COUNT);
}

CoirFilter any_filter(void)
{
    return (CoirFilter)any_choice(COIR_FILTER_NEAREST + 1);
}

CoirCatchUp any_catch_up(void)
{
    return (CoirCatchUp)any_choice(COIR_CATCH_UP_RESTART + 1);
}

bool values_begin(void)
{
    if (folder_setup(NULL) != 0)
        return false;
    memset(long_text, 'm', sizeof long_text - 1);
    text_file = folder_write("text.png", "no picture", 10);
    missing_folder = folder_path("missing/shot.png");
    output = folder_path("shot.png");
    // The calls write files with these names, too. folder_teardown removes the files of all names that it knows.
    folder_path("best");
    folder_path("keys.txt");
    SDL_setenv("COIR_SAVES", folder.path, 1);
    return true;
}

void values_end(void)
{
    folder_teardown(NULL);
}
