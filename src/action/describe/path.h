// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Ways of a leaf that are not straight.

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
    CoirVec2 points[]; // of a bezier the two controls and the end, of a jump the end
} CoirPath;

// Where it is at the fraction `t`. By: counted from the start. To: for one that began at `from`.
void coir_path_by(const CoirPath *path, double t, double *way);
void coir_path_to(const CoirPath *path, const double *from, double t, double *place);

// The way back of one that is counted from the start. NULL: no memory.
CoirPath *coir_path_turned(const CoirPath *path);

#endif
