// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of interpolation: the nodes of a stage that are drawn between two steps.

#ifndef COIR_SCENE_INTERPOLATION_H
#define COIR_SCENE_INTERPOLATION_H

#include "coir/interpolation.h"

typedef struct CoirPose {
    CoirVec2 position, scale;
    float rotation;
} CoirPose;

typedef struct CoirInterpolated {
    CoirNode *node;
    CoirPose before;       // when the last step began
    CoirPose after, shown; // while the frame is drawn: of the last step, and in the node's fields
    bool is_new;           // placed anew since the last step began: not interpolated
    bool is_shown;         // the node's fields hold `shown`
} CoirInterpolated;

// All zero has no nodes and no memory.
typedef struct CoirInterpolation {
    CoirInterpolated *entries;
    int count, capacity;
    int *places; // by the index of a node's reference: the place of its entry, counted from 1; 0: none
    int place_capacity;
} CoirInterpolation;

// Called before each whole step. Takes the poses between which is drawn after the step.
void coir_interpolation_begin_step(CoirInterpolation *interpolation);

// Called before and after drawing: the nodes show their poses at `fraction` (0..1) of the last step, and get back the
// poses after that step.
void coir_interpolation_show(CoirInterpolation *interpolation, double fraction);
void coir_interpolation_hide(CoirInterpolation *interpolation);

// True while a node is not shown in the pose of the last step.
bool coir_interpolation_is_moving(const CoirInterpolation *interpolation);

void coir_interpolation_free(CoirInterpolation *interpolation);

#endif
