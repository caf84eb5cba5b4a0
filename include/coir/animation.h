// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Animations: frames that a sprite shows one after the other, played by an action.
//
//     CoirFrame run[8];
//     int count = coir_frames_grid(texture, &(CoirGrid){.width = 32, .height = 32, .delay = 0.08}, run, 8);
//     CoirAction *action = coir_animate(&(CoirAnimation){.frames = run, .count = count});
//     coir_node_run(hero, coir_repeat_forever(action));
//
// If the node is no sprite, no frame is shown, and a mistake is reported. The frame depends on the run's time alone,
// even inside an ease, yoyo or reverse_time, whose time may go back. A frame also sets the size of the sprite, unless
// the sprite keeps its size (tiled.h, nine_slice.h). So in a run that changes the size by other actions, too, the size
// is not certain after a seek, nor after an animation with `restore`. If your code shows another frame during an
// animation, this frame stays until the animation shows its next frame or ends. If your code shows several frames
// during a run, the run remembers only the last of them: where an animation with `restore` ends, or the time goes back,
// the sprite may show this last frame instead of an earlier one.

#ifndef COIR_ANIMATION_H
#define COIR_ANIMATION_H

#include "coir/action.h"
#include "coir/frame.h"

typedef enum CoirAnimationOrder {
    COIR_ANIMATION_FORWARD,
    COIR_ANIMATION_REVERSE,
    COIR_ANIMATION_PING_PONG,         // to the last frame and back to the first; see CoirAnimation.loops
    COIR_ANIMATION_PING_PONG_REVERSE, // from the last frame to the first and back
} CoirAnimationOrder;

// A field that you leave out is 0, and means the default.
typedef struct CoirAnimation {
    const CoirFrame *frames;
    int count;    // of frames, 1 to a million
    double delay; // seconds, for frames without a delay of their own; a frame whose delay is still 0 is left
                  // out; if all delays are 0, only the frame at the end is shown, with its event once in each loop
    int loops;    // number of times that the animation is played; 0: once. In a ping-pong, one loop is there and back:
                  // of the frames 0, 1, 2 a loop shows 0, 1, 2, 1. After the last loop of a ping-pong the sprite shows
                  // the first frame of the loop again, without its event.
    CoirAnimationOrder order;
    bool restore; // true: at the end the sprite shows the picture that it showed before

    // Called with the `event` of a frame each time the frame is shown, at the frame's exact time and in order, even
    // if a step passes several frames. Like the function of coir_call, it is not called while a run goes backwards,
    // and in a seek only with COIR_SEEK_CALLS. For many loops in one step see coir_repeat. The function may do
    // anything. NULL: no calls.
    void (*on_event)(CoirNode *node, const char *event, void *user);
    void *user; // passed to `on_event`
} CoirAnimation;

// Shows the frames one after the other. The frames are copied, but not the texts of their events. The action holds
// the textures of the frames. coir_reverse reverses the order of the frames; each event stays at the start of its
// frame. Returns NULL without frames, for a NULL texture, a region that is not inside the texture, a bad number, or
// if there is no memory.
COIR_API CoirAction *coir_animate(const CoirAnimation *animation);

// Shows a frame at once, as an action without duration. Returns NULL on the same errors as coir_animate.
COIR_API CoirAction *coir_set_frame(const CoirFrame *frame);

#endif
