// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Names that examples in README.md use and do not declare. readme.sh includes this file before such an example.

#include <stdlib.h>

#include <coir/coir.h>

typedef struct Door Door;

extern CoirDirector *director;
extern CoirNode *scene, *world;
extern CoirSprite *hero, *engine;
extern CoirSound *forest, *fight;
extern CoirLabel *score;
extern CoirCircle *ball;
extern CoirVec2 velocity;
extern const CoirRect *bricks;
extern Door *door;
extern void *plan; // from malloc: an example releases `plan` with free
extern int count, points;
extern double dt;

CoirNode *make_game(void);
CoirNode *make_menu(void);
void open_door(CoirNode *node, void *user);
