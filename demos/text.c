// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Text: the built-in font and a font from a file, lines in boxes, a text that is fitted into a box, UTF-8, a number
// that changes in every frame, and effects on single glyphs.

#include "demo.h"
#include "ink.h"

// A node that draws the outline of a box. The label of the box is its child.
typedef struct Box {
    CoirNode node;
} Box;

static const CoirNodeClass Box_class;

static void box_draw(CoirNode *node, CoirPainter *painter)
{
    coir_painter_rect_outline(painter, coir_rect(-5, -4, node->size.x + 10, node->size.y + 8), 1, INK_DIM);
}

static COIR_NODE_CLASS(Box, .draw = box_draw);

// The scene ----------------------------------------------------------------------------------------------------------

typedef struct Text {
    CoirNode node;
    CoirFont *chunky;
    CoirLabel *wave, *rainbow, *typed, *counter, *fitted;
    double time;
    int64_t frames;
} Text;

static const CoirNodeClass Text_class;

// Sets effects on the glyphs of labels. The effects stay until the text or the style of the label changes.
static void set_effects(Text *text)
{
    float time = (float)text->time;
    int count;
    CoirGlyph *glyphs = coir_label_glyphs(text->wave, &count);
    for (int i = 0; i < count; i++) {
        glyphs[i].offset.y = 7 * sinf(time * 4 - (float)i * 0.6f);
        glyphs[i].rotation = 8 * cosf(time * 4 - (float)i * 0.6f);
    }
    glyphs = coir_label_glyphs(text->rainbow, &count);
    for (int i = 0; i < count; i++)
        glyphs[i].color = ink_hue(0.5f + 0.5f * sinf(time * 2 - (float)i * 0.25f));
    glyphs = coir_label_glyphs(text->typed, &count);
    for (int i = 0; i < count; i++)
        glyphs[i].color.a = i < (int)(time * 24) % (count + 20) ? 255 : 0;
}

static void text_update(CoirNode *node, double dt)
{
    Text *text = COIR_AS(Text, node);
    CoirTextStyle style = coir_label_style(text->fitted);
    text->time += dt;
    coir_label_set_format(text->counter, "%lld frames", (long long)++text->frames);
    style.width = 295 + 145 * (float)sin(text->time * 1.5);
    coir_label_set_style(text->fitted, &style);
    coir_node_parent(text->fitted)->size = text->fitted->node.size;
    set_effects(text);
}

static void text_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    ink_backdrop(painter);
}

static COIR_NODE_CLASS(Text, .update = text_update, .draw = text_draw);

// Texts --------------------------------------------------------------------------------------------------------------

static const struct {
    const char *text;
    float x, y, scale, hue, opacity;
} lines[] = {
    {"The built-in font at one pixel a point,", 24, 408, 1, 0.75f, 1},
    {"at two,", 24, 366, 2, 0.75f, 1},
    {"and at three.", 24, 312, 3, 0.75f, 1},
    {"Zwölf Boxkämpfer jagen Viktor quer über den großen Deich.", 24, 122, 1, 0.5f, 1},
    {"Dès Noël, où un zéphyr haï me vêt de glaçons würmiens.", 24, 98, 1, 0.5f, 1},
    {"¿El pingüino? ¡Exhausto, pidió kiwi y champaña añeja!", 24, 74, 1, 0.5f, 1},
    {"Kæmi ný öxi hér, ykist þjófum nú bæði víl og ádrepa.", 24, 50, 1, 0.5f, 1},
    {"Bad bytes: a lone \xfc, a cut off \xc3, one too many \xc3\xbc\xbc.", 24, 26, 1, 0, 1},
    {"Tint,", 640, 396, 2, 0, 1},
    {"tint,", 720, 396, 2, 0.33f, 1},
    {"tint,", 800, 396, 2, 0.66f, 1},
    {"tint", 880, 396, 2, 1, 1},
    {"and", 640, 352, 2, 0.2f, 1},
    {"opa", 720, 352, 2, 0.2f, 0.7f},
    {"city", 800, 352, 2, 0.2f, 0.4f},
};

static const struct {
    const char *text;
    CoirTextStyle style;
} boxes[] = {
    {"To the left, at the top. Lines are broken at spaces.", {.align = COIR_ALIGN_LEFT}},
    {"In the middle, both ways. Spaces at the end of a line do not count.",
     {.align = COIR_ALIGN_CENTER, .vertical = COIR_ALIGN_MIDDLE}},
    {"To the right, at the bottom. Also breaks awordthatistoolongforonelineofthisbox.",
     {.align = COIR_ALIGN_RIGHT, .vertical = COIR_ALIGN_BOTTOM}},
    {"One and a half\ntimes as far\nfrom line to line", {.line_spacing = 1.5f}},
};

#define COUNT(array) ((int)(sizeof array / sizeof array[0]))

static CoirLabel *write(CoirNode *parent, const char *words, const CoirTextStyle *style, float x, float y, float hue)
{
    CoirLabel *label = coir_label_add_with_style(parent, words, style, x, y);
    if (!label)
        return NULL;
    label->node.anchor = coir_vec2(0, 0);
    label->node.color = coir_color_lerp(ink_hue(hue), COIR_WHITE, 0.4f);
    return label;
}

static CoirLabel *write_in_box(CoirNode *parent, const char *words, const CoirTextStyle *style, float x, float y)
{
    Box *box = COIR_NEW(Box);
    if (!box || !coir_node_add(parent, box)) {
        coir_node_destroy(box);
        return NULL;
    }
    box->node.position = coir_vec2(x, y);
    box->node.size = coir_vec2(style->width, style->height);
    return write(COIR_NODE(box), words, style, 0, 0, 0.9f);
}

static bool write_all(Text *text)
{
    CoirNode *scene = COIR_NODE(text);
    CoirTextStyle large = {.font = text->chunky}, twice = {.scale = 2};
    CoirTextStyle fit = {.font = text->chunky, .width = 295, .height = 110, .fit = true};
    fit.align = COIR_ALIGN_CENTER;
    fit.vertical = COIR_ALIGN_MIDDLE;
    for (int i = 0; i < COUNT(lines); i++) {
        CoirTextStyle style = {.scale = lines[i].scale};
        CoirLabel *label = write(scene, lines[i].text, &style, lines[i].x, lines[i].y, lines[i].hue);
        if (!label)
            return false;
        label->node.opacity = lines[i].opacity;
    }
    for (int i = 0; i < COUNT(boxes); i++) {
        CoirTextStyle style = boxes[i].style;
        style.width = 205;
        style.height = 84;
        if (!write_in_box(scene, boxes[i].text, &style, 30 + 230 * (float)i, 190))
            return false;
    }
    text->wave = write(scene, "AVocado Toast, Wavy & LT.", &large, 24, 456, 0);
    text->rainbow = write(scene, "A rainbow goes by", &twice, 330, 396, 0);
    text->typed = write(scene, "What a typewriter writes\nis there before it is seen.", NULL, 330, 352, 0.2f);
    text->counter = write(scene, "", &twice, 936, 478, 0.4f);
    text->fitted = write_in_box(scene, "What does not fit gets smaller.", &fit, 480, 30);
    return text->wave && text->rainbow && text->typed && text->counter && text->fitted;
}

static CoirNode *make_text(CoirDirector *director, uint64_t seed)
{
    Text *text = COIR_NEW(Text);
    (void)director, (void)seed;
    if (!text)
        return NULL;
    text->chunky = coir_font_load("chunky.fnt");
    if (text->chunky && write_all(text)) {
        text->wave->node.color = text->rainbow->node.color = text->fitted->node.color = COIR_WHITE;
        text->counter->node.anchor.x = 1;
        return COIR_NODE(text);
    }
    coir_node_destroy(text);
    return NULL;
}

const CoirDemo demo_text = {"text", "fonts, lines in boxes, UTF-8, effects on glyphs", make_text};
