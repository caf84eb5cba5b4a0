// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Labels. The positions of the glyphs are computed when the text or the style is set, not when the label is drawn. All
// memory is allocated first (for the text, for its glyphs, and for glyphs that the font has not drawn yet), so that
// nothing can fail afterwards. The buffers are kept for later texts that are not longer.

#include "coir/label.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/painter.h"
#include "draw/text.h"
#include "node/reference.h"
#include "node/store.h"
#include "scene/draw.h"

#define FORMAT_ROOM 512 // bytes of a buffer on the stack; a longer text is formatted in allocated memory

// Setting ------------------------------------------------------------------------------------------------------------

// Makes room for a text of `length` bytes and for its glyphs. The room for the text is made last: if there is no
// memory for the glyphs of the first text, `text_` must stay NULL.
static bool make_room(CoirLabel *label, int length)
{
    CoirTextGlyph *glyphs = coir_grow(label->glyphs_, &label->capacity_, length, sizeof *glyphs);
    if (!glyphs && length > 0)
        return false;
    label->glyphs_ = glyphs;
    char *text = coir_grow(label->text_, &label->text_capacity_, length + 1, 1);
    if (!text)
        return false;
    label->text_ = text;
    return true;
}

static const char *text_of(const CoirLabel *label)
{
    return label->text_ ? label->text_ : "";
}

// Computes the glyphs and the size from the label's text, style and font. Cannot fail.
static void set(CoirLabel *label)
{
    CoirTextStyle full;
    coir_text_style(&label->style_, "CoirLabel", &full);
    CoirTextSet result = coir_text_set(&full, label->font_, text_of(label), label->length_, label->glyphs_);
    label->count_ = result.count;
    label->line_count_ = result.lines;
    label->node.size = result.size;
    label->has_effects_ = false;
}

static bool set_style(CoirLabel *label, const CoirTextStyle *style, const char *function)
{
    static const CoirTextStyle none = {.font = NULL};
    CoirTextStyle full;
    CoirFont *font = coir_text_style(style, function, &full) ? coir_font_use(full.font, function) : NULL;
    if (!font || !coir_font_prepare(font, text_of(label), (size_t)label->length_))
        return false;
    coir_font_retain(font);
    coir_font_release(label->font_);
    label->font_ = font;
    label->style_ = style ? *style : none;
    set(label);
    return true;
}

// Sets another text. `text` may be a part of the label's own text.
static bool set_text(CoirLabel *label, const char *text, int length)
{
    if (label->text_ && length == label->length_ && memcmp(text, label->text_, (size_t)length) == 0)
        return true;
    CoirFont *font = label->font_ ? label->font_ : coir_font_use(NULL, "CoirLabel");
    if (!font || !coir_font_prepare(font, text, (size_t)length) || !make_room(label, length))
        return false;
    if (!label->font_) // the first text
        coir_font_retain(label->font_ = font);
    memmove(label->text_, text, (size_t)length);
    label->text_[length] = '\0';
    label->length_ = length;
    set(label);
    return true;
}

// The class ----------------------------------------------------------------------------------------------------------

static bool label_made(CoirNode *node)
{
    node->anchor = coir_vec2(0.5f, 0.5f);
    return true;
}

static CoirVec2 middle_of(CoirRect r)
{
    return coir_vec2(r.x + r.width / 2, r.y + r.height / 2);
}

// Draws a glyph turned about `middle`.
static void draw_turned(CoirPainter *painter, const CoirImage *image, CoirRect where, CoirVec2 middle, CoirBlend blend,
                        const CoirGlyph *effect)
{
    CoirAffine before = painter->transform;
    CoirVec2 x = coir_vec2_rotate(coir_vec2(1, 0), effect->rotation);
    CoirAffine turn = {x.x, x.y, -x.y, x.x, middle.x, middle.y};
    painter->transform = coir_affine_multiply(before, turn);
    where.x -= middle.x;
    where.y -= middle.y;
    coir_painter_put(painter, image, where, blend, effect->color);
    painter->transform = before;
}

// If a glyph is not finite, a mistake is logged, and the log hook may set another text. The label then has no effects,
// and the loop ends.
static void draw_with_effects(const CoirLabel *label, CoirPainter *painter, CoirBlend blend)
{
    for (int i = 0; label->has_effects_ && i < label->count_; i++) {
        const CoirGlyph *effect = &label->effects_[i];
        const CoirTextGlyph *glyph = &label->glyphs_[i];
        CoirVec2 middle = coir_vec2_add(middle_of(glyph->place), effect->offset);
        float width = glyph->place.width * effect->scale, height = glyph->place.height * effect->scale;
        CoirRect where = {middle.x - width / 2, middle.y - height / 2, width, height};
        CoirTextPicture picture = coir_text_picture(&painter->transform, glyph->glyph, where);
        CoirImage image = coir_image(picture.texture, picture.region, false);
        if (effect->rotation == 0)
            coir_painter_put(painter, &image, picture.where, blend, effect->color);
        else
            draw_turned(painter, &image, picture.where, middle, blend, effect);
    }
}

static void label_draw(CoirNode *node, CoirPainter *painter)
{
    const CoirLabel *label = (const CoirLabel *)node;
    if (label->count_ == 0)
        return;
    CoirBlend blend = coir_node_blend(node, label->blend);
    CoirAffine before = coir_text_align_to_pixels(painter, label->font_);
    if (label->has_effects_)
        draw_with_effects(label, painter, blend);
    else
        coir_text_draw(painter, label->glyphs_, label->count_, blend, COIR_WHITE);
    painter->transform = before;
}

static void label_destroy(CoirNode *node)
{
    CoirLabel *label = (CoirLabel *)node;
    coir_font_release(label->font_);
    coir_free(label->text_);
    coir_free(label->glyphs_);
    coir_free(label->effects_);
}

COIR_NODE_CLASS(CoirLabel, .made = label_made, .draw = label_draw, .destroy = label_destroy);

// Text and style -----------------------------------------------------------------------------------------------------

static bool usable(const CoirLabel *label, const char *function)
{
    if (!coir_node_check(label ? &label->node : NULL, function))
        return false;
    return coir_node_is(&label->node, &CoirLabel_class) ||
           MISTAKE("%s: this is a %s, no CoirLabel", function, label->node.class_->name);
}

bool coir_label_set_text(CoirLabel *label, const char *text)
{
    if (!usable(label, "coir_label_set_text"))
        return false;
    if (!text)
        return MISTAKE("coir_label_set_text: the text is NULL; \"\" shows nothing");
    int length = coir_text_length(text);
    return length >= 0 && set_text(label, text, length);
}

// Formats and sets a text of `length` bytes, for which the buffer on the stack is too small.
static bool set_long(CoirLabel *label, int length, const char *format, va_list arguments)
{
    char *text = coir_realloc(NULL, (size_t)length + 1);
    if (!text)
        return false;
    vsnprintf(text, (size_t)length + 1, format, arguments);
    bool done = coir_label_set_text(label, text);
    coir_free(text);
    return done;
}

bool coir_label_set_format(CoirLabel *label, const char *format, ...)
{
    char text[FORMAT_ROOM];
    va_list arguments, again;
    if (!usable(label, "coir_label_set_format"))
        return false;
    if (!format)
        return MISTAKE("coir_label_set_format: the format is NULL");
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(text, sizeof text, format, arguments);
    bool done = false;
    if (length < 0)
        FAIL("coir_label_set_format: the format \"%s\" cannot be written", format);
    else if (length < FORMAT_ROOM)
        done = set_text(label, text, (int)strlen(text)); // a %c of 0 ends the text
    else
        done = set_long(label, length, format, again);
    va_end(again);
    va_end(arguments);
    return done;
}

bool coir_label_set_style(CoirLabel *label, const CoirTextStyle *style)
{
    return usable(label, "coir_label_set_style") && set_style(label, style, "coir_label_set_style");
}

const char *coir_label_text(const CoirLabel *label)
{
    return usable(label, "coir_label_text") ? text_of(label) : "";
}

CoirTextStyle coir_label_style(const CoirLabel *label)
{
    static const CoirTextStyle none = {.font = NULL};
    return usable(label, "coir_label_style") ? label->style_ : none;
}

int coir_label_line_count(const CoirLabel *label)
{
    return usable(label, "coir_label_line_count") ? label->line_count_ : 0;
}

// Glyphs -------------------------------------------------------------------------------------------------------------

static bool make_effects(CoirLabel *label)
{
    CoirGlyph *effects = coir_grow(label->effects_, &label->effect_capacity_, label->count_, sizeof *effects);
    if (!effects)
        return false;
    label->effects_ = effects;
    for (int i = 0; i < label->count_; i++) {
        const CoirTextGlyph *glyph = &label->glyphs_[i];
        effects[i] = (CoirGlyph){.place = glyph->place,
                                 .codepoint = glyph->codepoint,
                                 .byte = glyph->byte,
                                 .line = glyph->line,
                                 .scale = 1,
                                 .color = COIR_WHITE};
    }
    return label->has_effects_ = true;
}

CoirGlyph *coir_label_glyphs(CoirLabel *label, int *count)
{
    bool there =
        usable(label, "coir_label_glyphs") && label->count_ > 0 && (label->has_effects_ || make_effects(label));
    if (count)
        *count = there ? label->count_ : 0;
    return there ? label->effects_ : NULL;
}

// Making -------------------------------------------------------------------------------------------------------------

static CoirLabel *make(const char *text, const CoirTextStyle *style, const char *file, int line)
{
    if (!text)
        return MISTAKE("coir_label_new: the text is NULL; \"\" shows nothing"), NULL;
    CoirLabel *label = (CoirLabel *)coir_node_make(&CoirLabel_class, file, line);
    if (!label)
        return NULL;
    if (set_style(label, style, "coir_label_new_with_style") && coir_label_set_text(label, text))
        return label;
    coir_node_discard(&label->node);
    return NULL;
}

CoirLabel *coir_label_make(const char *text, const CoirTextStyle *style, const char *file, int line)
{
    const char *macro = style ? "coir_label_new_with_style" : "coir_label_new";
    coir_making();
    return coir_made(make(text, style, file, line), macro, file, line);
}

CoirLabel *coir_label_make_in(CoirNode *parent, const char *text, const CoirTextStyle *style, float x, float y,
                              const char *file, int line)
{
    const char *macro = style ? "coir_label_add_with_style" : "coir_label_add";
    coir_making();
    CoirLabel *label = coir_node_check(parent, "coir_label_add (parent)") ? make(text, style, file, line) : NULL;
    return (CoirLabel *)coir_node_put_in(parent, (CoirNode *)label, x, y, macro, file, line);
}
