// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A trail records the transform of its actor 25 times a second, and draws the records, fainter and smaller with age.

#include "actors.h"

#include <stdio.h>
#include <string.h>

#define ECHOES 16
#define CELL_GAP 6
#define NAME_HEIGHT 20      // height of a cell's name
#define EASE_NAME_HEIGHT 31 // height of an ease's name, which may have two lines

// Panels -------------------------------------------------------------------------------------------------------------

typedef struct Panel {
    CoirNode node;
    CoirColor hue;
    bool curved; // true: shows the curve of an ease
    CoirEase ease;
} Panel;

static const CoirNodeClass Panel_class;

static double curve_at(CoirEase ease, double t)
{
    return ease < COIR_EASE_COUNT ? coir_ease_at(ease, t) : coir_ease_bezier_at(PAGE_BEZIER, t);
}

// Draws the curve in columns that are a point wide: a rectangle in each column goes from the value of the curve at the
// left of the column to the value at the right. Rectangles that are 2 points wide fill the area below the curve.
static void draw_curve(const Panel *panel, CoirPainter *painter)
{
    const float left = 8, bottom = 43, width = panel->node.size.x - 16, height = 46;
    CoirColor hue = panel->hue, shade = ink_alpha(hue, 0.16f);
    coir_painter_rect(painter, coir_rect(left, bottom - 1, width, 1), ink_alpha(hue, 0.35f));
    coir_painter_rect(painter, coir_rect(left, bottom + height, width, 1), ink_alpha(hue, 0.35f));
    for (float x = 0; x < width; x += 2) {
        float to = height * (float)curve_at(panel->ease, (x + 1) / width), wide = fminf(2, width - x);
        coir_painter_rect(painter, coir_rect(left + x, bottom + fminf(to, 0), wide, fabsf(to)), shade);
    }
    float from = bottom;
    for (float x = 0; x < width; x += 1) {
        float to = bottom + height * (float)curve_at(panel->ease, (x + 1) / width);
        coir_painter_rect(painter, coir_rect(left + x, fminf(from, to) - 0.9f, 1, fabsf(to - from) + 1.8f), hue);
        from = to;
    }
}

static void panel_draw(CoirNode *node, CoirPainter *painter)
{
    const Panel *panel = COIR_AS(Panel, node);
    CoirRect all = coir_rect(0, 0, node->size.x, node->size.y);
    ink_panel(painter, all, INK_PANEL, coir_color_lerp(INK_PANEL, panel->hue, 0.42f));
    for (float x = 10; x < all.width && !panel->curved; x += 16)
        coir_painter_rect(painter, coir_rect(x, 18, 1, all.height - 19), INK_RULE);
    for (float y = 18; y < all.height && !panel->curved; y += 16)
        coir_painter_rect(painter, coir_rect(1, y, all.width - 2, 1), INK_RULE);
    if (panel->curved)
        draw_curve(panel, painter);
}

static COIR_NODE_CLASS(Panel, .draw = panel_draw);

// Trails -------------------------------------------------------------------------------------------------------------

// A record of the actor at one time.
typedef struct Echo {
    CoirAffine place;
    CoirVec2 size;
    CoirColor color;
    float opacity;
} Echo;

typedef struct Trail {
    CoirNode node;
    CoirNodeRef actor;
    CoirTexture *shapes;
    Echo echoes[ECHOES]; // ring buffer
    int noted;           // number of echoes recorded so far
} Trail;

static const CoirNodeClass Trail_class;

static void note(CoirNode *node, void *user)
{
    Trail *trail = COIR_AS(Trail, node);
    const CoirNode *actor = coir_node_get(trail->actor);
    (void)user;
    Echo *echo = &trail->echoes[trail->noted++ % ECHOES];
    *echo = (Echo){.opacity = 0};
    if (actor)
        *echo = (Echo){coir_node_transform(actor), actor->size, actor->color, actor->visible ? actor->opacity : 0};
}

static bool is_same(CoirAffine p, CoirAffine q)
{
    return fabsf(p.tx - q.tx) + fabsf(p.ty - q.ty) < 0.5f && fabsf(p.a - q.a) + fabsf(p.b - q.b) < 0.02f &&
           fabsf(p.c - q.c) + fabsf(p.d - q.d) < 0.02f;
}

static void draw_echo(const Trail *trail, const Echo *echo, int age, CoirPainter *painter)
{
    float young = 1 - (float)age / (ECHOES + 1), width = echo->size.x * young, height = echo->size.y * young;
    CoirRect where = coir_rect((echo->size.x - width) / 2, (echo->size.y - height) / 2, width, height);
    CoirColor color = ink_alpha(echo->color, 0.3f * young * echo->opacity);
    ink_shape(painter, trail->shapes, INK_BODY, echo->place, where, color);
}

static void draw_halo(const Trail *trail, CoirNode *node, CoirPainter *painter)
{
    const Actor *actor = COIR_AS(Actor, node);
    CoirVec2 at = coir_vec2_add(coir_node_to_parent(node, coir_vec2_scale(node->size, 0.5f)), actor->light);
    float half = 36 * actor->halo;
    if (node->visible && half > 0)
        ink_shape(painter, trail->shapes, INK_GLOW, coir_affine_identity(),
                  coir_rect(at.x - half, at.y - half, 2 * half, 2 * half),
                  ink_alpha(actor->glow, 0.45f * node->opacity));
}

static void trail_draw(CoirNode *node, CoirPainter *painter)
{
    const Trail *trail = COIR_AS(Trail, node);
    CoirNode *actor = coir_node_get(trail->actor);
    if (actor)
        draw_halo(trail, actor, painter);
    for (int age = ECHOES; age > 0; age--) {
        const Echo *echo = &trail->echoes[(trail->noted + ECHOES - age) % ECHOES];
        if (age <= trail->noted && echo->opacity > 0 && !(actor && is_same(echo->place, coir_node_transform(actor))))
            draw_echo(trail, echo, age, painter);
    }
}

static COIR_NODE_CLASS(Trail, .draw = trail_draw);

static bool actor_made(CoirNode *node)
{
    COIR_AS(Actor, node)->halo = 1;
    return true;
}

COIR_NODE_CLASS(Actor, .super = &CoirSprite_class, .made = actor_made);

// Cells --------------------------------------------------------------------------------------------------------------

CoirNode *page_add(Page *page, CoirNode *parent, CoirNode *node)
{
    if (parent && coir_node_add(parent, node))
        return node;
    coir_node_destroy(node);
    page->failed = true;
    return NULL;
}

// Adds the name of the cell that was added last, in a box at the foot of the cell.
static CoirLabel *add_name(Page *page, const char *name, float height)
{
    const CoirNode *panel = page->cells[page->count - 1];
    CoirTextStyle style = {.width = panel->size.x,
                           .height = height,
                           .align = COIR_ALIGN_CENTER,
                           .vertical = COIR_ALIGN_MIDDLE,
                           .line_spacing = 0.8f};
    CoirLabel *label = coir_label_add_with_style(page->names, name, &style, panel->position.x, panel->position.y);
    if (!label) {
        page->failed = true;
        return NULL;
    }
    label->node.anchor = coir_vec2(0, 0);
    label->node.color = INK_TEXT;
    page->cell_names[page->count - 1] = COIR_NODE(label);
    return label;
}

static Panel *add_panel(Page *page)
{
    int column = page->count % page->columns, row = page->count / page->columns;
    float step = 924.0f / (float)page->columns;
    Panel *panel = COIR_NEW(Panel);
    if (!panel || !page_add(page, page->panels, COIR_NODE(panel))) {
        page->failed = true;
        return NULL;
    }
    panel->hue = ink_hue(((float)column / (float)(page->columns - 1)) * 0.86f + (float)row * 0.046f);
    panel->node.size = coir_vec2(step - CELL_GAP, 114);
    panel->node.position = coir_vec2(21 + step * (float)column, 378 - 120 * (float)row);
    page->cells[page->count++] = COIR_NODE(panel);
    return panel;
}

static CoirNode *add_place(Page *page, const Panel *panel)
{
    CoirNode *place = page_add(page, page->actors, coir_node_new());
    if (!place)
        return NULL;
    place->position = coir_vec2_add(panel->node.position, coir_vec2(panel->node.size.x / 2, 66));
    place->color = panel->hue;
    return place;
}

CoirNode *page_cell(Page *page, const char *name)
{
    Panel *panel = add_panel(page);
    return panel && add_name(page, name, NAME_HEIGHT) ? add_place(page, panel) : NULL;
}

static bool dim(CoirLabel *label, int count)
{
    CoirGlyph *glyphs = coir_label_glyphs(label, NULL);
    for (int i = 0; glyphs && i < count; i++)
        glyphs[i].color = coir_rgb(130, 138, 172);
    return glyphs;
}

// Puts the last part of an ease's name on a line of its own, and makes the other parts darker. The names in_out and
// out_in stay on one line.
CoirNode *page_ease_cell(Page *page, CoirEase ease)
{
    const char *name = ease < COIR_EASE_COUNT ? coir_ease_name(ease) : "ease_bezier", *cut = strrchr(name, '_');
    char lines[32];
    bool cuts = cut && strcmp(cut, "_in") != 0 && strcmp(cut, "_out") != 0;
    int first = cuts ? (int)(cut + 1 - name) : 0;
    snprintf(lines, sizeof lines, "%.*s%s%s", first, name, cuts ? "\n" : "", name + first);
    Panel *panel = add_panel(page);
    CoirLabel *label = panel ? add_name(page, lines, EASE_NAME_HEIGHT) : NULL;
    if (!label || !dim(label, first))
        return page->failed = true, NULL;
    panel->curved = true;
    panel->ease = ease;
    return add_place(page, panel);
}

static bool dress(Page *page, CoirSprite *sprite, CoirNode *place, int shape, CoirVec2 at)
{
    sprite->node.position = at;
    sprite->node.color = place->color;
    if (!coir_sprite_set_region(sprite, page->shapes, ink_region(shape)))
        return false;
    sprite->node.size = coir_vec2(32, 32);
    return page_add(page, place, COIR_NODE(sprite)) != NULL;
}

Actor *page_actor(Page *page, CoirNode *place, float x, float y)
{
    Trail *trail = place ? COIR_NEW(Trail) : NULL;
    Actor *actor = trail && page_add(page, place, COIR_NODE(trail)) ? COIR_NEW(Actor) : NULL;
    if (!actor || !dress(page, &actor->sprite, place, INK_FACE, coir_vec2(x, y)) ||
        !coir_node_every(trail, 0.04, note, NULL)) {
        page->failed = true;
        return NULL;
    }
    actor->glow = place->color;
    trail->shapes = page->shapes;
    trail->actor = coir_node_ref(actor);
    return actor;
}

CoirNode *page_dot(Page *page, CoirNode *place, float x, float y, float size)
{
    CoirSprite *dot = place ? coir_sprite_with_region(page->shapes, ink_region(INK_DOT)) : NULL;
    if (!dot || !dress(page, dot, place, INK_DOT, coir_vec2(x, y))) {
        page->failed = true;
        return NULL;
    }
    coir_node_set_scale(dot, size / 24);
    return COIR_NODE(dot);
}

void page_loop(Page *page, CoirNode *node, CoirAction *action)
{
    CoirRun run = coir_node_run(node, coir_repeat_forever(action));
    if (!coir_run_seek(run, 2.2 * (page->count % page->columns) / page->columns, 0))
        page->failed = true;
}

Actor *page_play(Page *page, const char *name, float x, float y, CoirAction *action)
{
    Actor *actor = page_actor(page, page_cell(page, name), x, y);
    page_loop(page, COIR_NODE(actor), action);
    return actor;
}
