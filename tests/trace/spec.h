// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Descriptions of actions, as the operation `run` has them: forms in brackets, nested to any depth.
//
//     (moveto D X Y) (moveby D X Y) (scaleto D X Y) (scaleby D X Y) (rotateto D A) (rotateby D A) (skewto D X Y)
//     (skewby D X Y) (jumpto D X Y H N) (jumpby D X Y H N) (bezierto D X1 Y1 X2 Y2 X Y) (bezierby D X1 Y1 X2 Y2 X Y)
//     (cardinalto D TENSION X Y ...) (cardinalby D TENSION X Y ...) (catmullto D X Y ...) (catmullby D X Y ...)
//     (fadein D) (fadeout D) (fadeto D O) (tintto D R G B) (tintby D R G B) (blink D N) (delay D)
//     (place X Y) (show) (hide) (togglevis) (flipx 0|1) (flipy 0|1) (call NAME) (removeself)
//     (sequence S ...) (spawn S ...) (repeat N S) (repeatforever S) (speed K S) (reverse S) (reversetime S)
//     (targeted N S) (yoyo S) (ease NAME S) (ease NAME PARAM S)
//
// S is a form; D is a duration in seconds. Opacities and colours are 0..255. R G B of tintto and all N are whole
// numbers. Eases have the names that coir_ease_name returns.

#ifndef COIR_TESTS_TRACE_SPEC_H
#define COIR_TESTS_TRACE_SPEC_H

#include <stddef.h>

#include "coir/ease.h"

typedef enum TraceKind {
    TRACE_MOVETO,
    TRACE_MOVEBY,
    TRACE_SCALETO,
    TRACE_SCALEBY,
    TRACE_ROTATETO,
    TRACE_ROTATEBY,
    TRACE_SKEWTO,
    TRACE_SKEWBY,
    TRACE_JUMPTO,
    TRACE_JUMPBY,
    TRACE_BEZIERTO,
    TRACE_BEZIERBY,
    TRACE_CARDINALTO,
    TRACE_CARDINALBY,
    TRACE_CATMULLTO,
    TRACE_CATMULLBY,
    TRACE_FADEIN,
    TRACE_FADEOUT,
    TRACE_FADETO,
    TRACE_TINTTO,
    TRACE_TINTBY,
    TRACE_BLINK,
    TRACE_DELAY,
    TRACE_PLACE,
    TRACE_SHOW,
    TRACE_HIDE,
    TRACE_TOGGLEVIS,
    TRACE_FLIPX,
    TRACE_FLIPY,
    TRACE_CALL,
    TRACE_REMOVESELF,
    TRACE_SEQUENCE,
    TRACE_SPAWN,
    TRACE_REPEAT,
    TRACE_REPEATFOREVER,
    TRACE_SPEED,
    TRACE_REVERSE,
    TRACE_REVERSETIME,
    TRACE_TARGETED,
    TRACE_YOYO,
    TRACE_EASE,
    TRACE_KINDS,
} TraceKind;

typedef struct TraceForm {
    TraceKind kind;
    CoirEase ease;    // only for an ease
    const char *name; // only for a call
    size_t numbers;   // index of the first number of the form in the numbers of the description
    int number_count, part_count;
} TraceForm;

// In the array of forms, a form comes after its parts. So one loop over the forms, with a stack of the actions that are
// made, makes the whole description, however deep the forms are nested.
typedef struct TraceSpec {
    char *text; // memory of the names
    double *numbers;
    TraceForm *forms;
    size_t form_count;
} TraceSpec;

// Reads one description. Returns NULL if the description cannot be read, or if more text follows.
TraceSpec *trace_read_spec(const char *text);
void trace_free_spec(TraceSpec *spec); // NULL does nothing

#endif
