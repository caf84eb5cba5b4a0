// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions: animations that replace one scene by another.
//
//     coir_director_show_with(director, make_game(), coir_transition_fade(0.5, COIR_BLACK));
//     coir_director_push_with(director, make_menu(), coir_transition_slide(0.4, COIR_FROM_TOP));
//
// A transition is a value: a function below makes the value, and a function of the stage or the director uses it.
// Durations are in seconds of the stage's scheduler; a duration of 0 changes the scene at once. During a transition
// both scenes are on stage and are updated, and neither scene gets the player's input, or dropped files and texts.
// Events of the window (COIR_EVENT_RESIZED to COIR_EVENT_QUIT), CONTROLLER_ADDED, CONTROLLER_REMOVED and events of the
// game (coir_stage_send) come to both scenes, first to the incoming scene. coir/stage.h has the order of hooks.
//
// Each frame draws both scenes into pictures of their own, and the transition draws with these pictures. On a graphics
// device that cannot draw into pictures, each frame of the transition shows only the incoming scene. With whole steps
// (CoirDirectorDef.step) a transition also moves between two steps, evenly at any frame rate.

#ifndef COIR_TRANSITION_H
#define COIR_TRANSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coir/api.h"
#include "coir/color.h"
#include "coir/ease.h"
#include "coir/painter.h"
#include "coir/texture.h"

typedef struct CoirTransitionClass CoirTransitionClass;

#define COIR_TRANSITION_BYTES 64 // greatest number of bytes of a transition's parameters

// The value that describes a transition. All zero changes the scene at once.
typedef struct CoirTransition {
    const CoirTransitionClass *kind; // NULL: none
    double duration;                 // seconds, at least 0
    CoirEase ease;
    double ease_parameter; // 0: the ease's default parameter; not finite: a mistake, even for eases without a parameter
    CoirEaseFn curve;      // instead of `ease`, if not NULL; may be called several times in a frame, or not at all
    void *curve_user;
    union {
        double number_;
        void *pointer_;
        unsigned char bytes_[COIR_TRANSITION_BYTES];
    } parameters_;
} CoirTransition;

// The side that a scene comes from.
typedef enum CoirSide { COIR_FROM_LEFT, COIR_FROM_RIGHT, COIR_FROM_TOP, COIR_FROM_BOTTOM } CoirSide;

// The direction in which the incoming scene is uncovered.
typedef enum CoirProgress {
    COIR_PROGRESS_CLOCKWISE,        // about the middle, from the top
    COIR_PROGRESS_COUNTERCLOCKWISE, // about the middle, from the top
    COIR_PROGRESS_HORIZONTAL,       // from left to right
    COIR_PROGRESS_VERTICAL,         // from bottom to top
    COIR_PROGRESS_IN_OUT,           // from the middle to the edges
    COIR_PROGRESS_OUT_IN,           // from the edges to the middle
} CoirProgress;

// Returns the same transition with another ease. For a parameter or a curve of your own, write the fields.
COIR_API CoirTransition coir_transition_with_ease(CoirTransition transition, CoirEase ease);

// Each of the functions below returns a transition; its comment describes the transition. Numbers are checked when
// the transition is used. With a duration of 0, only the duration and the ease are checked, and no file is read. The
// ease is COIR_EASE_LINEAR unless the comment names another ease.

// Fades the outgoing scene out to a colour, then fades the incoming scene in from the colour. The alpha of the colour
// is not used.
COIR_API CoirTransition coir_transition_fade(double duration, CoirColor color);

// Fades in the incoming scene over the outgoing scene.
COIR_API CoirTransition coir_transition_cross_fade(double duration);

// Moves the incoming scene over the outgoing scene. `slide` also pushes the outgoing scene out on the other side. The
// ease is COIR_EASE_OUT.
COIR_API CoirTransition coir_transition_move_in(double duration, CoirSide from);
COIR_API CoirTransition coir_transition_slide(double duration, CoirSide from);

// Shrinks the outgoing scene while the incoming scene grows beside it. The ease is COIR_EASE_OUT.
COIR_API CoirTransition coir_transition_shrink_grow(double duration);

// Shrinks the outgoing scene to nothing in two turns; then the incoming scene grows in two turns.
COIR_API CoirTransition coir_transition_roto_zoom(double duration);

// Shrinks the outgoing scene to half its size, and makes it jump out on the left; then the incoming scene jumps in
// from the right and grows.
COIR_API CoirTransition coir_transition_jump_zoom(double duration);

// Turns the picture over like a card that has the incoming scene on its back. `flip_x` turns the card about the
// vertical axis, so the width shrinks and grows; `flip_y` turns the card about the horizontal axis. `zoom` also shrinks
// the card to half its size on the way.
COIR_API CoirTransition coir_transition_flip_x(double duration);
COIR_API CoirTransition coir_transition_flip_y(double duration);
COIR_API CoirTransition coir_transition_zoom_flip_x(double duration);
COIR_API CoirTransition coir_transition_zoom_flip_y(double duration);

// Splits the outgoing scene into `count` columns or rows (1 to 1000), which move out on alternating sides; then the
// incoming scene is put together in the same way. The ease is COIR_EASE_IN_OUT.
COIR_API CoirTransition coir_transition_split_columns(double duration, int count);
COIR_API CoirTransition coir_transition_split_rows(double duration, int count);

// Turns off square tiles of the outgoing scene, one after the other, in an order that depends on `seed`. `side` is the
// side of a tile in points; 0: 40. At most 250 x 250 tiles are used.
COIR_API CoirTransition coir_transition_turn_off_tiles(double duration, float side, uint32_t seed);

// Uncovers the incoming scene behind the hand of a clock, or behind a moving edge.
COIR_API CoirTransition coir_transition_progress(double duration, CoirProgress kind);

// Uncovers the incoming scene in the order of brightness of a picture: dark parts first, bright parts last. The
// picture is in the file `path` (as for coir_texture_load), and is stretched over the visible part of the stage.
// `softness` is the width of the range of brightness that is fading at one time: 0 (a hard edge) to 1. The picture is
// read when the change is requested; `path` is not copied, and must be valid until then. If the picture cannot be read,
// the change is refused.
COIR_API CoirTransition coir_transition_mask(double duration, const char *path, float softness);

// Transitions of your own --------------------------------------------------------------------------------------------
//
//     typedef struct Blinds { int count; } Blinds;
//
//     static void blinds_draw(const CoirTransitionView *view, CoirPainter *painter)
//     {
//         const Blinds *blinds = view->parameters;
//         float height = view->size.y / (float)blinds->count;
//         coir_painter_image(painter, view->from, coir_rect(0, 0, view->size.x, view->size.y));
//         for (int i = 0; i < blinds->count; i++) {
//             coir_painter_push_clip(painter, coir_rect(0, (float)i * height, view->size.x, height * view->progress));
//             coir_painter_image(painter, view->to, coir_rect(0, 0, view->size.x, view->size.y));
//             coir_painter_pop_clip(painter);
//         }
//     }
//
//     static const CoirTransitionClass Blinds_class = {.name = "Blinds", .size = sizeof(Blinds), .draw = blinds_draw};
//
//     coir_director_show_with(director, scene, coir_transition_of(&Blinds_class, 1, &(Blinds){.count = 12}));

// The pictures and numbers with which a transition draws.
typedef struct CoirTransitionView {
    CoirTexture *from, *to; // pictures of the outgoing scene and of the incoming scene, drawn for this frame
    CoirVec2 size;          // size of the area to be drawn, in points; its lower left corner is (0, 0)
    float progress;         // 0 at the start, 1 at the end; some eases leave 0..1 on the way
    void *parameters;       // parameters of this transition
} CoirTransitionView;

// A kind of transition; `made` and `destroy` may be NULL.
struct CoirTransitionClass {
    const char *name;
    size_t size; // bytes of the parameters, at most COIR_TRANSITION_BYTES

    // Prepares a transition when a change with it is requested: loads or allocates the data that `draw` needs.
    // `parameters` is this transition's own copy, and may be changed. Returns false, with coir_error() set, to refuse
    // the change. With a duration of 0, neither `made` nor `destroy` is called.
    bool (*made)(void *parameters);

    // Draws the picture between the two scenes, once or several times in each frame.
    void (*draw)(const CoirTransitionView *view, CoirPainter *painter);

    // Frees the data of `made`, at the end of the frame in which the transition has ended or its change was replaced.
    // Also called if `made` has returned false.
    void (*destroy)(void *parameters);
};

// Returns a transition of a class with a copy of its parameters (`kind->size` bytes; NULL: all zero). The call that
// uses the transition reports a class without `draw`, and a class with more than COIR_TRANSITION_BYTES bytes.
COIR_API CoirTransition coir_transition_of(const CoirTransitionClass *kind, double duration, const void *parameters);

#endif
