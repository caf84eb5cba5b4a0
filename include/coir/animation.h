// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Animations: frames that a sprite shows one after the other, played by an action.
//
//     CoirFrame run[8];
//     int count = coir_frames_grid(texture, &(CoirGrid){.width = 32, .height = 32, .delay = 0.08}, run, 8);
//     CoirAction *action = coir_animate(&(CoirAnimation){.frames = run, .count = count});
//     coir_node_run(hero, coir_repeat_forever(action));
//
// On a node that is no sprite they show nothing, which is a reported mistake.

#ifndef COIR_ANIMATION_H
#define COIR_ANIMATION_H

#include "coir/action.h"
#include "coir/frame.h"

typedef enum CoirAnimationOrder {
    COIR_ANIMATION_FORWARD,
    COIR_ANIMATION_REVERSE,
    COIR_ANIMATION_PING_PONG,         // to the last and back to the first, see CoirAnimation's loops
    COIR_ANIMATION_PING_PONG_REVERSE, // from the last to the first and back
} CoirAnimationOrder;

// What is left out is 0, and means the default.
typedef struct CoirAnimation {
    const CoirFrame *frames;
    int count;    // of frames, 1 to a million
    double delay; // seconds, for each frame that has no delay of its own; one that has none then either is passed over
    int loops;    // how often all of it is shown; 0: once. There and back is one loop; at its end the frame that it
                  // began with is seen again, but its delay and its event belong to the next loop.
    CoirAnimationOrder order;
    bool restore; // at the end the sprite shows again what it showed before

    // Told the event of each frame that has one when the frame comes up and is shown: once each time, in order, at its
    // exact time, even if a step passes several. As with coir_call, nobody is told in a seek, or while a run goes
    // backwards; where many loops fall into one step, see coir_repeat. It may do anything. NULL: nobody is told.
    void (*on_event)(CoirNode *node, const char *event, void *user);
    void *user;
} CoirAnimation;

// Shows the frames one after the other. They are copied, save for the texts of their events, and their textures are
// held. coir_reverse turns their order round, with each event at the begin of its frame again. NULL on error: no
// frames, a NULL texture, a part that is not inside it, a bad number, or no memory.
COIR_API CoirAction *coir_animate(const CoirAnimation *animation);

// Shows a frame, at once. NULL on error, as above.
COIR_API CoirAction *coir_set_frame(const CoirFrame *frame);

#endif
