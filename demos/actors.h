// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the pages of the demo of actions are made of: cells with names, and actors in them that leave trails.

#ifndef DEMO_ACTORS_H
#define DEMO_ACTORS_H

#include "ink.h"

// A page while it is being filled: panels lie in one layer, names in another and actors in a third, so that each is one
// batch.
typedef struct Page {
    CoirNode *panels, *names, *actors;
    CoirTexture *shapes;
    int columns, count;
    CoirNode *cells[48], *cell_names[48]; // the panels, and their labels
    bool failed;
} Page;

// Shows a shape and leaves a trail. The fields are for tweens.
typedef struct Actor {
    COIR_INHERIT(CoirSprite, sprite);
    float halo;     // of the light around it: how large
    CoirVec2 light; // and where, from its middle
    CoirColor glow; // and its colour
} Actor;

extern const CoirNodeClass Actor_class;

// Adds a node, or destroys it, gives back NULL, and the page has failed.
CoirNode *page_add(Page *page, CoirNode *parent, CoirNode *node);

// The bezier curve that COIR_EASE_COUNT stands for on a page.
#define PAGE_BEZIER 0.75, -0.6, 0.25, 1.6

// Fills the next panel of the page, with a name or with the curve of an ease. The place for its actors, whose middle is
// 0, 0: 148 x 90 points, or 71 x 90 with twelve columns. NULL: no memory, and the page has failed.
CoirNode *page_cell(Page *page, const char *name);
CoirNode *page_ease_cell(Page *page, CoirEase ease);

// An actor with a trail, and a small dot without one. NULL: no memory, or no place; the page has failed.
Actor *page_actor(Page *page, CoirNode *place, float x, float y);
CoirNode *page_dot(Page *page, CoirNode *place, float x, float y, float size);

// Runs an action over and over, each cell of a row further on than the one before.
void page_loop(Page *page, CoirNode *node, CoirAction *action);

// A cell with an actor that runs an action over and over. The actor, or NULL.
Actor *page_play(Page *page, const char *name, float x, float y, CoirAction *action);

// The pages of the catalogue.
void fill_places(Page *page);
void fill_looks(Page *page);
void fill_compositions(Page *page);

#endif
