// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shows every ease and every action, each in a panel with its name. The next page comes after 9 seconds, on a click, or
// on the right arrow key; the page before comes on a right click, or on the left arrow key. Beyond the first and the
// last page, the arrow keys go to the other demos.

#include "actors.h"
#include "demo.h"

#define PAGE_SECONDS 9.0

// Returns the ease of a cell. After the linear ease, CoirEase lists families of four eases. Each column shows one
// family; the last column shows the other eases. COIR_EASE_COUNT stands for a Bezier curve (PAGE_BEZIER).
static CoirEase ease_at_place(int column, int row)
{
    static const CoirEase rest[] = {COIR_EASE_LINEAR, COIR_EASE_STEPS, COIR_EASE_SPRING, COIR_EASE_COUNT};
    return column < 11 ? (CoirEase)(COIR_EASE_IN + column * 4 + row) : rest[row];
}

// Adds a cell for each ease, with a ball that runs along the curve. The ball moves across at a constant speed, and up
// with the ease. Both actions are `by` actions, so they add up.
static void fill_eases(Page *page)
{
    for (int place = 0; place < 48; place++) {
        CoirEase ease = ease_at_place(place % 12, place / 12);
        CoirNode *cell = page_ease_cell(page, ease);
        Actor *ball = page_actor(page, cell, -27, -23);
        CoirAction *across = coir_move_by(2, 55, 0), *up = coir_move_by(2, 0, 46);
        up = ease < COIR_EASE_COUNT ? coir_ease(ease, up) : coir_ease_bezier(PAGE_BEZIER, up);
        page_loop(page, COIR_NODE(ball), coir_sequence(coir_place(-27, -23), coir_spawn(across, up), coir_delay(0.7)));
        if (!ball)
            return;
        coir_sprite_set_region(&ball->sprite, page->shapes, ink_region(INK_DOT));
        coir_node_set_scale(ball, 0.34f);
        ball->halo = 0.4f;
        ball->node.color = coir_color_lerp(cell->color, COIR_WHITE, 0.75f);
    }
}

// The wall -----------------------------------------------------------------------------------------------------------

static const struct {
    const char *title, *subtitle;
    int columns;
    void (*fill)(Page *page);
} pages[] = {{"Eases", "coir/ease.h", 12, fill_eases},
             {"Places", "coir/action.h", 6, fill_places},
             {"Looks and instants", "coir/action.h animation.h tween.h action_class.h", 6, fill_looks},
             {"Compositions", "coir/action.h action_timeline.h", 6, fill_compositions}};

#define PAGES ((int)(sizeof pages / sizeof pages[0]))

typedef struct Wall {
    CoirNode node;
    CoirTexture *shapes;
    CoirLabel *title, *subtitle;
    CoirNode *shown; // root of the page that is shown
    int page;        // index of this page in `pages`
} Wall;

static const CoirNodeClass Wall_class;

static bool turn_to(Wall *wall, int index);

static void turn(CoirNode *node, void *user)
{
    Wall *wall = COIR_AS(Wall, node);
    (void)user;
    turn_to(wall, (wall->page + 1) % PAGES);
}

// Fades the nodes in, one after the other.
static void appear(CoirNode *layer, CoirNode *const *nodes, int count)
{
    for (int i = 0; i < count; i++)
        nodes[i]->opacity = 0;
    coir_node_run(layer, coir_stagger(nodes, count, 0.5 / count, COIR_FROM_START, coir_fade_in(0.3)));
}

// Makes the root of a page, and fills the page. Returns NULL if there is no memory.
static CoirNode *make_page(Wall *wall, int index)
{
    Page page = {.columns = pages[index].columns, .shapes = wall->shapes};
    CoirNode *root = coir_node_new();
    page.panels = page_add(&page, root, coir_node_new());
    page.names = page_add(&page, root, coir_node_new());
    page.actors = page_add(&page, root, coir_node_new());
    if (page.failed) {
        coir_node_destroy(root);
        return NULL;
    }
    pages[index].fill(&page);
    page.actors->opacity = 0;
    coir_node_run(page.actors, coir_sequence(coir_delay(0.4), coir_fade_in(0.4)));
    appear(page.panels, page.cells, page.count);
    appear(page.names, page.cell_names, page.count);
    if (!page.failed)
        return root;
    coir_node_destroy(root);
    return NULL;
}

// Sets the title, and the subtitle, which names the headers. The subtitle is to the right of the title, on the same
// baseline.
static bool set_title(Wall *wall, const char *title, const char *subtitle)
{
    bool done = coir_label_set_text(wall->title, title) && coir_label_set_text(wall->subtitle, subtitle);
    wall->subtitle->node.position.x = wall->title->node.position.x + wall->title->node.size.x + 16;
    return done;
}

static bool turn_to(Wall *wall, int index)
{
    CoirNode *page = make_page(wall, index);
    if (!page || !coir_node_add(wall, page))
        return false;
    CoirNode *before = wall->shown;
    wall->shown = page;
    wall->page = index;
    coir_node_destroy(before); // after the fields are set, because a hook of the old page may turn the page again
    return set_title(wall, pages[index].title, pages[index].subtitle) &&
           coir_node_every(wall, PAGE_SECONDS, turn, NULL);
}

static bool wall_event(CoirNode *node, const CoirEvent *event)
{
    Wall *wall = COIR_AS(Wall, node);
    if (event->type == COIR_EVENT_POINTER_DOWN)
        return turn_to(wall, (wall->page + (event->button == 3 ? PAGES - 1 : 1)) % PAGES);
    if (event->type != COIR_EVENT_KEY_DOWN)
        return false;
    if (event->key == COIR_KEY_RIGHT && wall->page + 1 < PAGES)
        return turn_to(wall, wall->page + 1);
    return event->key == COIR_KEY_LEFT && wall->page > 0 && turn_to(wall, wall->page - 1);
}

// Draws a mark for each page. The mark of the shown page fills up until the next page comes.
static void wall_draw(CoirNode *node, CoirPainter *painter)
{
    const Wall *wall = COIR_AS(Wall, node);
    double remaining = 0;
    ink_backdrop(painter);
    coir_node_callback_remaining(node, turn, &remaining);
    float x = 939, passed = 1 - (float)(remaining / PAGE_SECONDS);
    for (int i = PAGES - 1; i >= 0; i--) {
        float width = i == wall->page ? 60 : 10;
        x -= width;
        coir_painter_rect(painter, coir_rect(x, 510, width, 4), ink_alpha(INK_DIM, 0.45f));
        if (i == wall->page)
            coir_painter_rect(painter, coir_rect(x, 510, width * passed, 4), ink_hue((float)i / (PAGES - 1)));
        x -= 6;
    }
}

static void wall_destroy(CoirNode *node)
{
    coir_texture_destroy(COIR_AS(Wall, node)->shapes);
}

static COIR_NODE_CLASS(Wall, .draw = wall_draw, .event = wall_event, .destroy = wall_destroy);

static CoirLabel *add_line(Wall *wall, const CoirTextStyle *style, float y, CoirColor color)
{
    CoirLabel *label = coir_label_add_with_style(wall, "", style, 21, y);
    if (!label)
        return NULL;
    label->node.anchor = coir_vec2(0, 0);
    label->node.color = color;
    return label;
}

static CoirNode *make_actions(CoirDirector *director, uint64_t seed)
{
    Wall *wall = COIR_NEW(Wall);
    (void)director;
    (void)seed;
    if (!wall)
        return NULL;
    static const CoirTextStyle large = {.scale = 2};
    wall->shapes = ink_shapes();
    wall->title = add_line(wall, &large, 497, INK_TEXT);
    wall->subtitle = add_line(wall, NULL, 501, INK_DIM);
    if (wall->shapes && wall->title && wall->subtitle && turn_to(wall, 0))
        return COIR_NODE(wall);
    coir_node_destroy(wall);
    return NULL;
}

const CoirDemo demo_actions = {"actions", "every action and every ease, each with its name", make_actions};
