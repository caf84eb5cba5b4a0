// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shows how many sprites a machine can draw before the frame rate falls: sprites are added while frames are in time.
// The sprites show eight pictures in random order. The pictures share a page, so one draw call draws all sprites.

#include "demo.h"
#include "ink.h"

#define FIRST 100
#define IN_TIME 0.020   // longest frame that is in time, in seconds: 1/60 and some more, as frames are uneven
#define UNMEASURED 2000 // limit of add_more while all frames are equally long, because a fixed step measures no time
#define MOST 50000      // each click adds a quarter; without a limit, clicks would fill the memory
#define HISTORY 100     // number of frames in the graph

// Flying sprites ------------------------------------------------------------------------------------------------------

typedef struct Flyer {
    COIR_INHERIT(CoirSprite, sprite);
    CoirVec2 velocity;
    float spin;
} Flyer;

static const CoirNodeClass Flyer_class;

// Returns the new speed on one axis. Sprites turn around a little outside the stage, where they are culled (not drawn).
static float turn_around(float place, float end, float speed)
{
    return place < -20 ? fabsf(speed) : place > end + 20 ? -fabsf(speed) : speed;
}

static void flyer_update(CoirNode *node, double dt)
{
    Flyer *flyer = COIR_AS(Flyer, node);
    node->position = coir_vec2_add(node->position, coir_vec2_scale(flyer->velocity, (float)dt));
    node->rotation += flyer->spin * (float)dt;
    flyer->velocity.x = turn_around(node->position.x, 960, flyer->velocity.x);
    flyer->velocity.y = turn_around(node->position.y, 540, flyer->velocity.y);
}

static COIR_NODE_CLASS(Flyer, .super = &CoirSprite_class, .update = flyer_update);

static bool add_flyer(CoirNode *swarm, CoirRandom *random)
{
    static const char *const files[] = {"coconut.png", "blossom.png", "bead.png", "crab.png",
                                        "chick.png",   "egg.png",     "leaf.png", "note.png"};
    static const float scales[] = {0.5f, 0.5f, 0.7f, 0.4f, 0.42f, 0.36f, 0.34f, 0.65f};
    int kind = coir_random_int(random, 0, 7);
    Flyer *flyer = COIR_NEW(Flyer);
    if (!flyer || !coir_sprite_set_file(&flyer->sprite, files[kind]) || !coir_node_add(swarm, flyer)) {
        coir_node_destroy(flyer);
        return false;
    }
    flyer->node.position = coir_vec2(480, 310);
    flyer->velocity.x = (float)coir_random_range(random, -240, 240);
    flyer->velocity.y = (float)coir_random_range(random, -150, 150);
    if (coir_random_int(random, 0, 1))
        flyer->spin = (float)coir_random_range(random, -240, 240);
    if (kind == 2 || kind == 7) // the bead and the note are grey
        flyer->node.color = ink_hue((float)coir_random_range(random, 0, 1));
    coir_node_set_scale(flyer, scales[kind]);
    return true;
}

// The swarm -----------------------------------------------------------------------------------------------------------

typedef enum Value { COUNT, MILLISECONDS, CALLS, QUADS, CULLED, PAGES, FILLED, VALUES } Value;

typedef struct Show {
    CoirNode node;
    CoirDirector *director;
    CoirRandom random;
    CoirNode *swarm;
    CoirLabel *values[VALUES], *state;
    int count;
    bool by_hand, measured; // `by_hand`: the player sets the count; `measured`: the last two frames differ in length
    double frame, last_dt;  // seconds; `frame` is smoothed
    float history[HISTORY]; // seconds of the last frames
    int newest;
} Show;

static const CoirNodeClass Show_class;

static void change_count(Show *show, int wanted)
{
    wanted = wanted < MOST ? wanted : MOST;
    while (show->count < wanted && add_flyer(show->swarm, &show->random))
        show->count++;
    for (; show->count > wanted; show->count--)
        coir_node_destroy(coir_node_first_child(show->swarm));
}

// Called four times a second. Adds a third more sprites if frames are in time, unless the player sets the count.
static void add_more(CoirNode *node, void *user)
{
    Show *show = COIR_AS(Show, node);
    (void)user;
    int wanted = show->count + show->count / 3;
    if (!show->measured && wanted > UNMEASURED)
        wanted = show->count > UNMEASURED ? show->count : UNMEASURED;
    if (!show->by_hand && show->frame < IN_TIME)
        change_count(show, wanted);
}

static bool show_event(CoirNode *node, const CoirEvent *event)
{
    Show *show = COIR_AS(Show, node);
    bool key = event->type == COIR_EVENT_KEY_DOWN, press = event->type == COIR_EVENT_POINTER_DOWN;
    bool more = (key && event->key == COIR_KEY_UP) || (press && event->button == 1);
    bool fewer = (key && event->key == COIR_KEY_DOWN) || (press && event->button == 3);
    bool space = key && event->key == COIR_KEY_SPACE;
    if (more || fewer)
        change_count(show, more ? show->count + show->count / 4 + 1 : show->count - show->count / 5);
    show->by_hand = more || fewer || (show->by_hand && !space);
    return more || fewer || space;
}

// The figures ---------------------------------------------------------------------------------------------------------

static void add_page(const CoirPageInfo *info, void *user)
{
    double *filled = user;
    *filled += info->fill;
}

static void say_figures(Show *show)
{
    CoirPainterStats stats = coir_director_painter_stats(show->director);
    double filled = 0;
    int pages = coir_pages_each(add_page, &filled);
    coir_label_set_format(show->values[COUNT], "%d", show->count);
    coir_label_set_format(show->values[MILLISECONDS], "%.1f", show->frame * 1000);
    coir_label_set_format(show->values[CALLS], "%d", stats.calls);
    coir_label_set_format(show->values[QUADS], "%d", stats.quads);
    coir_label_set_format(show->values[CULLED], "%d", stats.culled);
    coir_label_set_format(show->values[PAGES], "%d", pages);
    coir_label_set_format(show->values[FILLED], "%.1f%%", pages ? filled / pages * 100 : 0);
    bool late = show->frame >= IN_TIME;
    coir_label_set_text(show->state, show->by_hand              ? "by hand"
                                     : late                     ? "late: that is all"
                                     : show->measured           ? "in time: more"
                                     : show->count < UNMEASURED ? "more"
                                                                : "a fixed step: that is all");
    show->state->node.color = late ? ink_hue(0) : ink_hue(0.5f);
}

static void show_update(CoirNode *node, double dt)
{
    Show *show = COIR_AS(Show, node);
    show->measured = dt != show->last_dt;
    show->last_dt = dt;
    show->frame += (dt - show->frame) * (show->frame > 0 ? 0.1 : 1);
    show->newest = (show->newest + 1) % HISTORY;
    show->history[show->newest] = (float)dt;
    say_figures(show);
}

// Draws the strip at the bottom, with a graph of the last frames. The line in the graph is IN_TIME.
static void show_draw(CoirNode *node, CoirPainter *painter)
{
    const Show *show = COIR_AS(Show, node);
    coir_painter_rect(painter, coir_rect(0, 0, 960, 96), coir_rgba(14, 12, 34, 225));
    coir_painter_rect(painter, coir_rect(0, 96, 960, 1), ink_alpha(ink_hue(0.66f), 0.5f));
    for (int i = 0; i < HISTORY; i++) {
        float seconds = show->history[(show->newest + 1 + i) % HISTORY];
        float height = fminf(seconds * 1800, 76);
        CoirColor color = seconds < (float)IN_TIME ? ink_hue(0.5f) : ink_hue(0);
        coir_painter_rect(painter, coir_rect(736 + 2 * (float)i, 10, 2, height), ink_alpha(color, 0.75f));
    }
    coir_painter_rect(painter, coir_rect(736, 10 + (float)IN_TIME * 1800, 2 * HISTORY, 1), INK_DIM);
}

static COIR_NODE_CLASS(Show, .update = show_update, .draw = show_draw, .event = show_event);

// Making --------------------------------------------------------------------------------------------------------------

static CoirLabel *add_label(Show *show, const char *text, float x, float y, float scale, CoirColor color)
{
    CoirLabel *label = coir_label_add_with_style(show, text, &(CoirTextStyle){.scale = scale}, x, y);
    if (!label)
        return NULL;
    label->node.anchor = coir_vec2(0, 0);
    label->node.color = color;
    return label;
}

static bool furnish(Show *show)
{
    static const char *const names[VALUES] = {"sprites", "ms a frame", "draw calls", "quads",
                                              "culled",  "pages",      "filled"};
    static const float places[VALUES] = {24, 200, 300, 400, 500, 580, 650};
    CoirSprite *sky = coir_sprite_add(show, "dusk.png", 480, 270);
    show->swarm = coir_node_new();
    if (!sky || !show->swarm || !coir_node_add(show, show->swarm))
        return false;
    sky->node.z = -2;
    show->swarm->z = -1;
    bool ok = true;
    for (int i = 0; i < VALUES; i++) {
        show->values[i] = add_label(show, "", places[i], i ? 48 : 36, i ? 2 : 3, INK_TEXT);
        ok = add_label(show, names[i], places[i], i ? 32 : 20, 1, INK_DIM) && show->values[i] && ok;
    }
    show->state = add_label(show, "", 200, 8, 1, INK_TEXT);
    return ok && show->state && add_label(show, "up, down: more, fewer   space: by itself", 400, 8, 1, INK_DIM);
}

static CoirNode *make_sprites(CoirDirector *director, uint64_t seed)
{
    Show *show = COIR_NEW(Show);
    if (!show)
        return NULL;
    show->director = director;
    show->random = coir_random(seed);
    if (furnish(show) && coir_node_every(show, 0.25, add_more, NULL)) {
        change_count(show, FIRST);
        return COIR_NODE(show);
    }
    coir_node_destroy(show);
    return NULL;
}

const CoirDemo demo_sprites = {"sprites", "how many sprites can be drawn before the frame rate falls", make_sprites};
