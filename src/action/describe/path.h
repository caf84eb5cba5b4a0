// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Paths: the curves along which leaves change a position, if the way is not a straight line.

#ifndef COIR_ACTION_PATH_H
#define COIR_ACTION_PATH_H

#include "coir/geometry.h"

typedef enum CoirPathKind { COIR_PATH_JUMP, COIR_PATH_BEZIER, COIR_PATH_SPLINE, COIR_PATH_POLYLINE } CoirPathKind;

typedef struct CoirPath {
    CoirPathKind kind;
    double height; // of a jump
    int jumps;
    double tension; // of a spline
    int count;
    CoirVec2 points[]; // of a Bezier curve: two controls and the end; of a jump: the end; otherwise: all points
} CoirPath;

// Compute the position at the fraction `t` of the leaf's time: coir_path_by relative to the start value of the leaf,
// coir_path_to in the coordinates of the node's parent, for a leaf with the start value `from`.
void coir_path_by(const CoirPath *path, double t, double *way);
void coir_path_to(const CoirPath *path, const double *from, double t, double *position);

// Returns the way back of a path whose points are relative to the start value (coir_path_by). NULL: no memory, or
// a point of the way back is not finite.
CoirPath *coir_path_turned(const CoirPath *path);

#endif
