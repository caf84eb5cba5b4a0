// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The inside of descriptions, and the timelines that they are flattened into when they are first run.

#ifndef COIR_ACTION_ACTION_H
#define COIR_ACTION_ACTION_H

#include <stddef.h>
#include <stdint.h>

#include "coir/action.h"

// The properties of a node that actions change, each of one or two numbers.
typedef enum CoirProperty {
    COIR_PROPERTY_POSITION,
    COIR_PROPERTY_SCALE,
    COIR_PROPERTY_ROTATION,
    COIR_PROPERTY_OPACITY,
    COIR_PROPERTY_COUNT,
} CoirProperty;

typedef enum CoirActionKind {
    COIR_ACTION_TO,    // a property to `value`
    COIR_ACTION_BY,    // a property by `value`
    COIR_ACTION_TIMES, // a property by (`value` - 1) times what it is at the start
    COIR_ACTION_DELAY,
    COIR_ACTION_CALL,
    COIR_ACTION_SEQUENCE,
    COIR_ACTION_SPAWN,
    COIR_ACTION_REPEAT,
    COIR_ACTION_EASE,
} CoirActionKind;

typedef struct CoirTimeline CoirTimeline;

struct CoirAction {
    int references;
    CoirActionKind kind;
    int64_t duration; // COIR_NEVER: without end
    CoirProperty property;
    float value[2];
    CoirCallFn function;
    void *user;
    int times;           // -1: forever
    int items, parallel; // of its timeline: how many, and how many of them can be in progress at once
    int levels;          // no part below it is deeper
    CoirEase ease;
    CoirTimeline *timeline; // made when it is first run; of a repeat or an ease: of its part
    CoirAction *next_dead;
    int part_count;
    CoirAction *parts[];
};

// A leaf over [begin, end), an instant (begin == end), or a timeline inside (a repeat or an eased composition).
typedef struct CoirTimelineItem {
    int64_t begin, end;       // end COIR_NEVER: without end
    const CoirAction *action; // an ease around a leaf stands for the leaf
    const CoirTimeline *inner;
    size_t state; // where its state lies in the timeline's
    int order;    // of writing
} CoirTimelineItem;

struct CoirTimeline {
    int64_t duration;
    size_t state_size;    // of a run's state of it
    unsigned by_mask;     // the properties that something inside changes by an amount: 1 << CoirProperty
    unsigned uneven_mask; // those that something inside multiplies or sets, so that not all loops move them alike
    int count;
    CoirTimelineItem items[]; // in order of begin, then of writing
};

// The leaf that eases stand around; the action itself if it is no ease.
const CoirAction *coir_action_core(const CoirAction *action);

// The timeline of an action, made if need be. NULL: no memory.
const CoirTimeline *coir_action_timeline(CoirAction *action);

#endif
