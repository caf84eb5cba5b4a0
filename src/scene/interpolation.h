// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of interpolation: the nodes of a stage that are drawn between two steps.

#ifndef COIR_SCENE_INTERPOLATION_H
#define COIR_SCENE_INTERPOLATION_H

#include "coir/interpolation.h"

typedef struct CoirPose {
    CoirVec2 position, scale;
    float rotation;
} CoirPose;

typedef struct CoirInterpolated {
    CoirNode *node;
    CoirPose before;       // pose at the start of the last step
    CoirPose after, shown; // while a frame is drawn: pose after the last step; pose in the node's fields
    bool is_new;           // added, teleported or given another parent since the last step began: not interpolated
    bool is_shown;         // the node's fields hold `shown`
} CoirInterpolated;

// All zero: no nodes, and no memory.
typedef struct CoirInterpolation {
    CoirInterpolated *entries;
    int count, capacity;
    int *entry_numbers; // by the index of a node's reference: index of the node's entry, plus 1; 0: no entry
    int number_capacity;
} CoirInterpolation;

// Called before each whole step. Stores the pose of each node at the start of the step.
void coir_interpolation_begin_step(CoirInterpolation *interpolation);

// coir_interpolation_show is called before drawing, and sets the nodes to their poses at `fraction` (0..1) of the
// last step. coir_interpolation_hide is called after drawing, and sets the nodes back to their poses after that step.
void coir_interpolation_show(CoirInterpolation *interpolation, double fraction);
void coir_interpolation_hide(CoirInterpolation *interpolation);

// Returns true if a node that is not new (`is_new`) has changed its pose since the last step began. Then each frame
// before the next step differs.
bool coir_interpolation_is_moving(const CoirInterpolation *interpolation);

void coir_interpolation_free(CoirInterpolation *interpolation);

#endif
