// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sweeps: move a box or a ball among boxes until the first contact, at any speed.
//
//     CoirSweep sweep = coir_sweep_circle(ball, 8, coir_vec2_scale(velocity, (float)dt), bricks, count);
//     ball = coir_vec2_add(ball, sweep.moved);
//     if (sweep.hit)
//         velocity = coir_vec2_reflect(velocity, sweep.normal); // and bricks[sweep.index] breaks
//
//     CoirSlide slide = coir_sweep_slide(player, coir_vec2_scale(velocity, (float)dt), tiles, count);
//     player = slide.box;
//     if (slide.below)
//         velocity.y = 0; // the player stands on tiles[slide.index_y]
//
// - A motion jumps over no box, at any speed, and up to 1e16 points from 0: the whole way is tested, not only its
//   end.
// - A contact stops a motion that leads into a box. A motion along a box, or away from a box, is free. So a box
//   slides over a floor of tiles, and does not catch at the edges between tiles.
// - A box that is overlapped at the start stops a motion that leads deeper into the box, with a fraction of 0 and the
//   normal of coir_overlap_rect_rect or coir_overlap_circle_rect. A motion that leads out is free.
// - If several boxes are hit at the same time, a box that is hit on a side comes before a box that is hit on a
//   corner, then the lowest index.
// - Since floats are not exact, small overlaps count as contacts: up to a millionth of the coordinate of the touched
//   edge, plus a millionth of the size of the moving shape (0.001 points for a small shape at 1000 points).
// - `moved` is a float: after a way of 16 million points the box is up to a point beside the contact. A slide ends
//   exactly at the contact.
// - Boxes of width or height 0 are not hit, and boxes whose opposite edges round to the same float (0.03 points wide at
//   1 000 000 points).
// - A box with a number that is not finite, or with a negative size, is not hit, and is a reported mistake. With a
//   motion of (0, 0), coir_sweep_circle and coir_sweep_slide do not look at the boxes, and report nothing. A mistake in
//   another argument stops the motion: nothing moves, nothing is hit.

#ifndef COIR_SWEEP_H
#define COIR_SWEEP_H

#include <stdbool.h>

#include "coir/api.h"
#include "coir/geometry.h"

typedef struct CoirSweep {
    bool hit;
    int index;       // index of the box that was hit; -1: no box
    float fraction;  // part of the motion up to the contact, 0..1; 1 without a contact, 0 after a mistake
    CoirVec2 moved;  // motion up to the contact
    CoirVec2 normal; // normal of length 1 that points out of the box that was hit; (0, 0) without a contact
} CoirSweep;

// Moves a box by `motion` until a contact with one of `boxes`. `boxes` may be NULL if `count` is 0.
COIR_API CoirSweep coir_sweep_rect(CoirRect box, CoirVec2 motion, const CoirRect *boxes, int count);

// Moves a circle in the same way. With a radius of 0 the circle is a point, and the motion is a ray.
COIR_API CoirSweep coir_sweep_circle(CoirVec2 center, float radius, CoirVec2 motion, const CoirRect *boxes, int count);

typedef struct CoirSlide {
    CoirRect box;                   // the box after the motion
    CoirVec2 moved;                 // from the first to the last position of the box
    bool left, right, below, above; // sides of the box that hit another box; `below`: the box stands on another box
    int index_x, index_y;           // indexes of the boxes hit from the side, and from above or below; -1: no box
} CoirSlide;

// Moves a box by `motion` among `boxes`. Where the box hits another box, the rest of the motion goes on along that
// box. A box on the ground has `below` only if `motion` leads down: add gravity in each frame.
COIR_API CoirSlide coir_sweep_slide(CoirRect box, CoirVec2 motion, const CoirRect *boxes, int count);

#endif
