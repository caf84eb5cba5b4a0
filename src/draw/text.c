// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A text is set in two passes, both in pixels of the font:
//
// 1. The first pass puts glyphs one after another and breaks lines. This pass needs no array of glyphs, and is also
//    used to measure a text.
// 2. The second pass aligns the lines in the box, and converts the glyphs to points with y upwards.
//
// A line is broken at the last space before the glyph that does not fit. The glyphs after the space move to the next
// line. A line without a space after a word is broken before the glyph.

#include "draw/text.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "draw/put.h"
#include "media/builtin_font.h"
#include "media/utf8.h"

#define SLACK 1.00001f // factor for limits, so that a text fits into its own measured size in spite of rounding
#define TAB 4          // spaces of a tab
#define PRECISION 0.001f
#define SCALE_LEAST 0.001f
#define FIT_LEAST 1e-20f // least scale of a fitted text, so that a division by the scale does not overflow
#define MOST 1e6f        // greatest number in a style, so that nothing overflows

// Styles -------------------------------------------------------------------------------------------------------------

static bool check_number(float value, float least, const char *name, const char *function)
{
    return value == 0 || (value >= least && value <= MOST) ||
           MISTAKE("%s: the style's %s is %g; it must be 0, for the default, or a number from %g to %g", function, name,
                   (double)value, (double)least, (double)MOST);
}

bool coir_text_style(const CoirTextStyle *style, const char *function, CoirTextStyle *full)
{
    static const CoirTextStyle none = {.font = NULL};
    *full = style ? *style : none;
    if (!check_number(full->scale, SCALE_LEAST, "scale", function) ||
        !check_number(full->width, 0, "width", function) || !check_number(full->height, 0, "height", function) ||
        !check_number(full->line_spacing, 0, "line_spacing", function))
        return false;
    if ((unsigned)full->align > COIR_ALIGN_RIGHT || (unsigned)full->vertical > COIR_ALIGN_BOTTOM)
        return MISTAKE("%s: the style's align is %d, and its vertical is %d; give constants of coir/text.h", function,
                       (int)full->align, (int)full->vertical);
    full->scale = full->scale > 0 ? full->scale : 1;
    full->line_spacing = full->line_spacing > 0 ? full->line_spacing : 1;
    return true;
}

int coir_text_length(const char *text)
{
    size_t length = strlen(text);
    if (length <= INT_MAX / 2)
        return (int)length;
    FAIL("a text of %zu bytes is too long to be shown", length);
    return -1;
}

// The first pass -----------------------------------------------------------------------------------------------------

typedef struct Pass {
    CoirFont *font;
    CoirTextGlyph *glyphs; // place.x gets the position of the pen; NULL: the pass only measures
    int count, line;
    float limit;    // greatest length of a line
    float pen, end; // `end`: end of the last glyph of the line that is not a space
    float widest;
    const CoirFontGlyph *previous; // previous glyph in this line
    bool inked, word_inked;        // true if the line (the word) has a glyph that is not a space
    bool broke_a_word;
    bool may_break;            // true if the line has a space after a word
    float break_end, word_pen; // end of the word before the last space; start of the present word, kerned to the space
    int word;                  // index of the first glyph of the present word
} Pass;

static void next_line(Pass *pass, float end)
{
    pass->widest = end > pass->widest ? end : pass->widest;
    pass->line++;
    pass->may_break = false;
}

static void end_line(Pass *pass)
{
    next_line(pass, pass->end);
    pass->pen = pass->end = 0;
    pass->previous = NULL;
    pass->inked = false;
}

// Returns the position of the next glyph: the pen, moved by the kerning with the previous glyph.
static inline float kerned_pen(Pass *pass, const CoirFontGlyph *glyph)
{
    if (pass->previous && pass->previous->kerned)
        return pass->pen + coir_font_kerning(pass->font, pass->previous, glyph);
    return pass->pen;
}

static void put_space(Pass *pass)
{
    const CoirFontGlyph *space = coir_font_glyph(pass->font, ' ');
    if (pass->inked) {
        pass->may_break = true;
        pass->break_end = pass->end;
    }
    pass->pen = kerned_pen(pass, space) + space->advance;
    pass->word = pass->count;
    pass->word_inked = false;
    pass->previous = space;
}

// Moves the present word to the next line.
static void move_word(Pass *pass)
{
    next_line(pass, pass->break_end);
    for (int i = pass->word; pass->glyphs && i < pass->count; i++) {
        pass->glyphs[i].place.x -= pass->word_pen;
        pass->glyphs[i].line = pass->line;
    }
    pass->end -= pass->word_pen;
    pass->inked = pass->word_inked;
}

// Breaks the line for a glyph that would end beyond the limit if placed at `x`. Returns the glyph's new position. A
// line that has only spaces is not broken: the glyph is placed at the start of the line.
static float wrap(Pass *pass, const CoirFontGlyph *glyph, float x)
{
    if (pass->may_break) {
        move_word(pass);
        x -= pass->word_pen;
        if (pass->inked && x + glyph->advance <= pass->limit)
            return x;
    }
    if (pass->inked) { // a single word is too long for the line
        next_line(pass, pass->end);
        pass->broke_a_word = true;
    }
    return 0;
}

static inline void put_glyph(Pass *pass, uint32_t codepoint, int byte)
{
    const CoirFontGlyph *glyph = coir_font_glyph(pass->font, codepoint);
    float x = kerned_pen(pass, glyph);
    if (!pass->word_inked)
        pass->word_pen = x;
    if (x + glyph->advance > pass->limit)
        x = wrap(pass, glyph, x);
    if (pass->glyphs && glyph->texture) {
        CoirTextGlyph *to = &pass->glyphs[pass->count++];
        to->glyph = glyph;
        to->place.x = x;
        to->codepoint = codepoint;
        to->byte = byte;
        to->line = pass->line;
    }
    pass->pen = pass->end = x + glyph->advance;
    pass->previous = glyph;
    pass->inked = pass->word_inked = true;
}

static void set_text(Pass *pass, const char *text, int length)
{
    const char *at = text, *end = text + length;
    while (at != end) {
        const char *from = at;
        unsigned char first = (unsigned char)*at;
        uint32_t codepoint = first < 0x80 ? (at++, first) : coir_utf8_next(&at, end);
        if (codepoint == ' ' || codepoint == '\t')
            for (int i = 0; i < (codepoint == ' ' ? 1 : TAB); i++)
                put_space(pass);
        else if (codepoint == '\n')
            end_line(pass);
        else if (codepoint != '\r' || at == end || *at != '\n')
            put_glyph(pass, codepoint, (int)(from - text));
    }
    pass->widest = pass->end > pass->widest ? pass->end : pass->widest;
}

// Does the first pass at a scale. `glyphs` NULL: only measures.
static Pass set_at(const CoirTextStyle *style, float scale, CoirFont *font, const char *text, int length,
                   CoirTextGlyph *glyphs)
{
    Pass pass = {.font = font, .glyphs = glyphs, .limit = style->width > 0 ? style->width / scale * SLACK : FLT_MAX};
    set_text(&pass, text, length);
    return pass;
}

// Sizes --------------------------------------------------------------------------------------------------------------

static float whole(float value)
{
    return floorf(value + 0.5f);
}

static float line_step(const CoirTextStyle *style, const CoirFont *font)
{
    return whole(font->line_height * style->line_spacing);
}

static CoirVec2 size_of(const CoirTextStyle *style, const Pass *pass)
{
    return coir_vec2(pass->widest, (float)pass->line * line_step(style, pass->font) + pass->font->line_height);
}

// Returns true if the text fits into the style's box at this scale, without breaking a word.
static bool fits(const CoirTextStyle *style, float scale, CoirFont *font, const char *text, int length)
{
    Pass pass = set_at(style, scale, font, text, length, NULL);
    CoirVec2 size = size_of(style, &pass);
    return !pass.broke_a_word && size.x <= pass.limit &&
           (!(style->height > 0) || size.y <= style->height / scale * SLACK);
}

// Returns the scale at which lines of this size touch the box: from FIT_LEAST to the scale of the style.
static float touching_scale(const CoirTextStyle *style, CoirVec2 size)
{
    float scale = style->scale;
    if (style->width > 0 && size.x * scale > style->width)
        scale = style->width / size.x;
    if (style->height > 0 && size.y * scale > style->height)
        scale = style->height / size.y;
    return fmaxf(scale, FIT_LEAST);
}

#define SEARCH_STEPS 64 // about 20 steps are enough for any visible box

// Finds the largest scale at which the text fits, to a thousandth, by bisection: a text that fits at a scale also fits
// at every smaller scale. Exception: a line that begins with spaces. wrap leaves out the spaces at a large scale, and
// keeps them at a smaller scale, where the word after the spaces may not fit. The result may then be too small. `low`
// begins at the scale at which the text fits without additional line breaks. At the end, the lines as broken at `low`
// may still fit at a slightly larger scale. Called for a text that does not fit at the style's scale: so the result is
// smaller than the style's scale.
static float search(const CoirTextStyle *style, CoirFont *font, const char *text, int length)
{
    CoirTextStyle endless = *style;
    endless.width = 0;
    Pass pass = set_at(&endless, 1, font, text, length, NULL);
    float low = touching_scale(style, size_of(style, &pass)), high = style->scale;
    for (int steps = 0; high - low > low * PRECISION && steps < SEARCH_STEPS; steps++) {
        float middle = (low + high) / 2;
        if (fits(style, middle, font, text, length))
            low = middle;
        else
            high = middle;
    }
    pass = set_at(style, low, font, text, length, NULL);
    float exact = touching_scale(style, size_of(style, &pass));
    return exact > low && fits(style, exact, font, text, length) ? exact : low;
}

// For a crisp font, rounds down to a whole scale. The search goes on below a whole scale at which the text does not
// fit, because of spaces at the start of a line (see search).
static float fitting_scale(const CoirTextStyle *style, CoirFont *font, const char *text, int length)
{
    CoirTextStyle limited = *style;
    while (style->fit && !fits(&limited, limited.scale, font, text, length)) {
        float scale = search(&limited, font, text, length);
        if (!font->crisp || scale < 1)
            return scale;
        limited.scale = floorf(scale);
    }
    return limited.scale;
}

// The second pass ----------------------------------------------------------------------------------------------------

typedef struct Box {
    float scale;
    float width, top; // width of the box, and distance of the first line from the top of the box, in pixels of the font
    float height;     // height of the box in points
    float step;       // distance from line to line, in pixels of the font
} Box;

static Box box_of(const CoirTextStyle *style, float scale, CoirFont *font, CoirVec2 size)
{
    static const float shares[] = {[COIR_ALIGN_TOP] = 0, [COIR_ALIGN_MIDDLE] = 0.5f, [COIR_ALIGN_BOTTOM] = 1};
    Box box = {.scale = scale, .step = line_step(style, font)};
    box.width = style->width > 0 ? style->width / scale : size.x;
    box.height = style->height > 0 ? style->height : size.y * scale;
    box.top = whole((box.height / scale - size.y) * shares[style->vertical]);
    return box;
}

// Computes the rectangles of the glyphs of a line.
static void align_line(const Box *box, CoirTextGlyph *glyphs, int count, float share)
{
    const CoirTextGlyph *last = &glyphs[count - 1];
    float shift = whole((box->width - last->place.x - last->glyph->advance) * share);
    float top = box->top + (float)last->line * box->step;
    for (int i = 0; i < count; i++) {
        const CoirFontGlyph *glyph = glyphs[i].glyph;
        float width = glyph->region.width, height = glyph->region.height;
        CoirRect *place = &glyphs[i].place;
        place->x = (place->x + shift + glyph->left) * box->scale;
        place->y = box->height - (top + glyph->top + height) * box->scale;
        place->width = width * box->scale;
        place->height = height * box->scale;
    }
}

static void align_all(const Box *box, CoirTextGlyph *glyphs, int count, CoirAlign align)
{
    static const float shares[] = {[COIR_ALIGN_LEFT] = 0, [COIR_ALIGN_CENTER] = 0.5f, [COIR_ALIGN_RIGHT] = 1};
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && glyphs[end].line == glyphs[first].line;)
            end++;
        align_line(box, glyphs + first, end - first, shares[align]);
    }
}

CoirTextSet coir_text_set(const CoirTextStyle *style, CoirFont *font, const char *text, int length,
                          CoirTextGlyph *glyphs)
{
    float scale = fitting_scale(style, font, text, length);
    Pass pass = set_at(style, scale, font, text, length, glyphs);
    Box box = box_of(style, scale, font, size_of(style, &pass));
    align_all(&box, glyphs, pass.count, style->align);
    float width = style->width > 0 ? style->width : pass.widest * scale;
    return (CoirTextSet){{width, box.height}, pass.count, pass.line + 1};
}

CoirVec2 coir_text_size(const CoirTextStyle *style, const char *text)
{
    CoirTextStyle full;
    CoirVec2 none = {0, 0};
    if (!text)
        return MISTAKE("coir_text_size: the text is NULL"), none;
    if (!coir_text_style(style, "coir_text_size", &full))
        return none;
    CoirFont *font = coir_font_use(full.font, "coir_text_size");
    int length = font ? coir_text_length(text) : -1;
    if (length < 0 || !coir_font_prepare(font, text, (size_t)length))
        return none;
    float scale = fitting_scale(&full, font, text, length);
    Pass pass = set_at(&full, scale, font, text, length, NULL);
    return coir_vec2_scale(size_of(&full, &pass), scale);
}

// Drawing ------------------------------------------------------------------------------------------------------------

CoirAffine coir_text_align_to_pixels(CoirPainter *painter, const CoirFont *font)
{
    CoirAffine before = painter->transform;
    if (font->crisp && before.b == 0 && before.c == 0) {
        painter->transform.tx = whole(before.tx);
        painter->transform.ty = whole(before.ty);
    }
    return before;
}

// Returns true if a side of a glyph has fewer pixels in the target than in the font. (x, y) is the vector of 1 point
// along the side, in pixels of the target.
static bool is_reduced(float x, float y, float points, float pixels)
{
    return (x * x + y * y) * points * points < 0.999f * pixels * pixels;
}

CoirTextPicture coir_text_picture(const CoirAffine *m, const CoirFontGlyph *glyph, CoirRect where)
{
    const CoirRect region = glyph->region;
    CoirTextPicture picture = {glyph->texture, region, where};
    if (!glyph->reduced ||
        !(is_reduced(m->a, m->b, where.width, region.width) || is_reduced(m->c, m->d, where.height, region.height)))
        return picture;
    float scale = where.height / region.height, top = where.y + where.height + glyph->top * scale;
    picture.texture = glyph->reduced;
    picture.region.height = COIR_BUILTIN_FONT_HEIGHT;
    picture.where.height = COIR_BUILTIN_FONT_HEIGHT * scale;
    picture.where.y = top - picture.where.height;
    return picture;
}

// The log hook may change the array of glyphs. So glyphs that are not finite are reported after the loop.
static COIR_INLINE void draw_glyphs(CoirPainter *painter, const CoirTextGlyph *glyphs, int count, CoirBlend blend,
                                    CoirColor color, bool is_upright)
{
    const CoirAffine m = painter->transform;
    bool refused = false;
    for (int i = 0; i < count; i++) {
        const CoirTextPicture picture = coir_text_picture(&m, glyphs[i].glyph, glyphs[i].place);
        const CoirPlace *place = &picture.texture->place;
        CoirQuad quad = coir_quad(&m, picture.where, is_upright);
        if (!is_upright)
            coir_quad_to_pixels(&quad, painter);
        const CoirSight sight = coir_quad_sight(painter, &quad, is_upright);
        if (sight == COIR_SIGHT_SEEN)
            coir_write_quad(painter, place->page, blend, &quad, coir_region_uv(place, picture.region), color);
        else if (sight == COIR_SIGHT_OUTSIDE)
            painter->counted.culled++;
        else
            refused = true;
    }
    if (refused)
        coir_painter_refuse();
}

void coir_text_draw(CoirPainter *painter, const CoirTextGlyph *glyphs, int count, CoirBlend blend, CoirColor color)
{
    bool upright = painter->transform.b == 0 && painter->transform.c == 0 && !painter->whole_positions;
    CoirColor tint = coir_tint(painter, color, blend);
    if (upright)
        draw_glyphs(painter, glyphs, count, blend, tint, true);
    else
        draw_glyphs(painter, glyphs, count, blend, tint, false);
}

// Sets and draws a text. Returns false on failure; coir_error() says why.
static bool draw_at(CoirPainter *painter, const CoirTextStyle *style, CoirFont *font, const char *text, CoirVec2 at,
                    CoirColor color)
{
    int length = coir_text_length(text);
    if (length < 0 || !coir_font_prepare(font, text, (size_t)length))
        return false;
    CoirTextGlyph *glyphs = coir_grow(painter->glyphs, &painter->glyph_capacity, length, sizeof *glyphs);
    if (!glyphs && length > 0)
        return false;
    painter->glyphs = glyphs;
    CoirTextSet set = coir_text_set(style, font, text, length, glyphs);
    CoirAffine before = painter->transform, to = {1, 0, 0, 1, at.x, at.y};
    painter->transform = coir_affine_multiply(before, to);
    coir_text_align_to_pixels(painter, font);
    coir_text_draw(painter, glyphs, set.count, coir_painter_blend(painter), color);
    painter->transform = before;
    return true;
}

void coir_painter_text(CoirPainter *painter, const CoirTextStyle *style, const char *text, CoirVec2 at, CoirColor color)
{
    CoirTextStyle full;
    if (!coir_painter_check(painter, "coir_painter_text"))
        return;
    if (!text) {
        MISTAKE("coir_painter_text: the text is NULL");
        return;
    }
    if (!coir_text_style(style, "coir_painter_text", &full))
        return;
    CoirFont *font = coir_font_use(full.font, "coir_painter_text");
    if (font ? !draw_at(painter, &full, font, text, at, color) : !full.font)
        coir_painter_keep_error(painter);
}
