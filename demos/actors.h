// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The parts of the pages in the demo of actions: cells with names, and actors in the cells, which leave trails.

#ifndef DEMO_ACTORS_H
#define DEMO_ACTORS_H

#include "ink.h"

// A page that is being filled. The panels are in one layer, the names in a second layer and the actors in a third
// layer, so that each layer is one draw call.
typedef struct Page {
    CoirNode *panels, *names, *actors;
    CoirTexture *shapes;
    int columns, count;
    CoirNode *cells[48], *cell_names[48]; // the panels, and their labels
    bool failed;
} Page;

// A sprite that shows a shape and leaves a trail. The fields are for tweens.
typedef struct Actor {
    COIR_INHERIT(CoirSprite, sprite);
    float halo;     // size of the light around the actor
    CoirVec2 light; // position of the light, from the middle of the actor
    CoirColor glow; // colour of the light
} Actor;

extern const CoirNodeClass Actor_class;

// Adds a node to `parent`. On failure, destroys the node, marks the page as failed, and returns NULL.
CoirNode *page_add(Page *page, CoirNode *parent, CoirNode *node);

// The Bezier curve that page_ease_cell shows for COIR_EASE_COUNT, which is no ease.
#define PAGE_BEZIER 0.75, -0.6, 0.25, 1.6

// Add the next cell of the page: a panel with a name, or with the name and the curve of an ease. Return the node to
// which the actors of the cell are added. A cell has an area of 148 x 90 points for its actors, or of 71 x 90 points on
// a page of twelve columns; 0, 0 is the middle of this area. Return NULL if there is no memory; the page has failed
// then.
CoirNode *page_cell(Page *page, const char *name);
CoirNode *page_ease_cell(Page *page, CoirEase ease);

// Add an actor with a trail, or a small dot without a trail. Return NULL if there is no memory, or if `place` is NULL;
// the page has failed then.
Actor *page_actor(Page *page, CoirNode *place, float x, float y);
CoirNode *page_dot(Page *page, CoirNode *place, float x, float y, float size);

// Repeats an action forever. The cells of a row start at different times of the action, up to 2.2 seconds after its
// begin.
void page_loop(Page *page, CoirNode *node, CoirAction *action);

// Adds a cell with an actor that repeats an action forever. Returns the actor, or NULL if the actor cannot be made; the
// page has failed then.
Actor *page_play(Page *page, const char *name, float x, float y, CoirAction *action);

// Fill the pages of the demo.
void fill_places(Page *page);
void fill_looks(Page *page);
void fill_compositions(Page *page);

#endif
