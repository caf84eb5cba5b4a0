// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Fills the page of the actions that are made of other actions. If a cell has several nodes, they are in a row.

#include "actors.h"

#define THREE 3
#define MANY 11

static CoirAction *hop(void)
{
    return coir_jump_by(0.6, 0, 0, 38, 1);
}

static CoirAction *dash(float distance)
{
    return coir_move_by(1.2, distance, 0);
}

// Fills a cell with a row: three actors if `count` is 3, otherwise `count` dots. Returns false if the page has failed.
static bool row_cell(Page *page, const char *name, int count, CoirNode **nodes)
{
    CoirNode *cell = page_cell(page, name);
    for (int i = 0; i < count; i++) {
        float x = ((float)i / (float)(count - 1) - 0.5f) * (count == THREE ? 88 : 110);
        if (count == THREE) {
            Actor *actor = page_actor(page, cell, x, -22);
            nodes[i] = COIR_NODE(actor);
        } else
            nodes[i] = page_dot(page, cell, x, -16, 9);
    }
    return !page->failed;
}

static void fill_orders(Page *page)
{
    CoirNode *row[THREE];
    CoirAction *turn = coir_rotate_by(1.2, 180);
    page_play(page, "sequence", -40, -20,
              coir_sequence(coir_move_by(0.5, 0, 40), coir_move_by(0.7, 80, 0), coir_move_by(0.5, 0, -40),
                            coir_move_by(0.7, -80, 0)));
    page_play(page, "spawn", -45, 0, coir_yoyo(coir_spawn(dash(90), turn, coir_jump_by(1.2, 0, 0, 20, 2))));
    page_play(
        page, "repeat", -45, -20,
        coir_sequence(coir_repeat(3, coir_jump_by(0.45, 30, 0, 30, 1)), coir_delay(0.2), dash(-90), coir_delay(0.3)));
    page_play(page, "repeat_forever", 0, 0,
              coir_spawn(coir_rotate_by(2, 360), coir_yoyo(coir_scale_to_uniform(1, 1.7f))));
    if (row_cell(page, "speed", THREE, row))
        for (int i = 0; i < THREE; i++)
            page_loop(page, row[i], coir_speed(0.5 * (1 << i), hop()));
    CoirAction *arc = coir_bezier_by(1.2, coir_vec2(0, 60), coir_vec2(90, 60), coir_vec2(90, 0));
    CoirAction *back = coir_reverse(coir_spawn(coir_action_retain(arc), coir_rotate_by(1.2, 360)));
    page_play(page, "reverse", -45, -20, coir_sequence(arc, coir_delay(0.3), back, coir_delay(0.3)));
}

// An ease that moves on and a little back, three times.
static double wave(double t, void *user)
{
    (void)user;
    return t + 0.16 * sin(t * 6 * COIR_PI);
}

static void fill_bent(Page *page)
{
    CoirNode *row[THREE];
    CoirAction *fall = coir_ease(COIR_EASE_OUT_BOUNCE, coir_move_by(1.4, 0, -44));
    page_play(page, "reverse_time", 0, 24, coir_sequence(coir_reverse_time(fall), coir_delay(0.5)));
    page_play(page, "yoyo", -45, 0, coir_yoyo(coir_ease(COIR_EASE_IN_OUT_BACK, dash(90))));
    if (row_cell(page, "targeted", THREE, row))
        page_loop(page, row[1], coir_sequence(hop(), coir_targeted(row[0], hop()), coir_targeted(row[2], hop())));
    page_play(page, "ease", -45, 0, coir_yoyo(coir_ease(COIR_EASE_OUT_BOUNCE, dash(90))));
    page_play(page, "ease_with", -40, 0, coir_yoyo(coir_ease_with(COIR_EASE_OUT_ELASTIC, 0.5, dash(80))));
    page_play(page, "ease_bezier", -45, 0, coir_yoyo(coir_ease_bezier(PAGE_BEZIER, dash(90))));
    page_play(page, "ease_function", -45, 0, coir_yoyo(coir_ease_function(wave, NULL, dash(90))));
}

// Timelines ----------------------------------------------------------------------------------------------------------

// Called every two seconds. Seeks the run to the mark at which the actor turns.
static void send_back(CoirNode *node, void *user)
{
    (void)user;
    coir_run_seek_mark(coir_node_find_run(node, 1), "turn", 0);
}

static void fill_mark(Page *page)
{
    Actor *actor = page_actor(page, page_cell(page, "with_mark"), -45, 0);
    CoirAction *way = coir_sequence(dash(45), coir_with_mark("turn", coir_rotate_by(1, 360)), dash(45));
    CoirRun run = coir_node_run(actor, way);
    if (!coir_run_set_tag(run, 1) || !coir_node_every(actor, 2, send_back, NULL))
        page->failed = true;
}

// Runs three hops in a timeline. `second` (coir_at, coir_after or coir_with) sets the times of the second hop and the
// third hop.
static void timeline_cell(Page *page, const char *name, CoirAction *(*second)(double, CoirAction *))
{
    CoirNode *row[THREE];
    if (!row_cell(page, name, THREE, row))
        return;
    page_loop(page, row[0],
              coir_timeline(hop(), second(0.3, coir_targeted(row[1], hop())), second(0.3, coir_targeted(row[2], hop())),
                            coir_after(0.5, coir_delay(0))));
}

static CoirAction *at_mark(double seconds, CoirAction *action)
{
    return coir_at_mark("landed", seconds, action);
}

static void fill_timelines(Page *page)
{
    CoirNode *row[THREE];
    fill_mark(page);
    timeline_cell(page, "timeline at", coir_at);
    timeline_cell(page, "timeline after", coir_after);
    timeline_cell(page, "timeline with", coir_with);
    if (row_cell(page, "mark at_mark", THREE, row))
        page_loop(page, row[0],
                  coir_timeline(hop(), coir_mark("landed"), at_mark(0, coir_targeted(row[1], hop())),
                                at_mark(0.2, coir_targeted(row[2], hop())), coir_after(0.5, coir_delay(0))));
}

// Staggers -----------------------------------------------------------------------------------------------------------

// Makes a jump whose height grows with the index.
static CoirAction *make_jump(CoirNode *node, int index, void *user)
{
    (void)node;
    (void)user;
    return coir_jump_by(0.8, 0, 0, 14 + 3.5f * (float)index, 1);
}

static void fill_staggers(Page *page)
{
    static const char *const names[] = {"stagger from_start", "stagger from_end",    "stagger from_center",
                                        "stagger from_edges", "stagger from_random", "stagger_with"};
    CoirNode *row[MANY];
    for (int i = 0; i < 6; i++) {
        CoirStaggerDef def = {.each = 0.09, .ease = COIR_EASE_IN_OUT_SINE, .make = make_jump};
        if (!row_cell(page, names[i], MANY, row))
            return;
        CoirAction *wave_of =
            i < 5 ? coir_stagger(row, MANY, 0.09, (CoirStaggerFrom)i, hop()) : coir_stagger_with(row, MANY, &def);
        page_loop(page, row[0], coir_sequence(wave_of, coir_delay(0.3)));
    }
}

void fill_compositions(Page *page)
{
    fill_orders(page);
    fill_bent(page);
    fill_timelines(page);
    fill_staggers(page);
}
