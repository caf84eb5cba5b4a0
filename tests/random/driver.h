// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The random driver calls every public function at random, with good and bad arguments, also inside every kind of
// callback. The driver fails on a crash, a sanitizer's report, a hang, or memory that is not freed.
//
// main.c picks functions. The files random/drive_*.c have a `case` for each function, which calls the function with
// arguments from values.c (numbers, texts) and from world.c (the existing objects). callbacks.c and classes.c have a
// function for each kind of callback. Each of these functions makes more random calls.
//
// The driver keeps the contracts of the headers: no pointer is used after its object is freed. The driver does use
// destroyed nodes that are not freed yet, stale runs, timers and references, and NULL.

#ifndef COIR_TESTS_RANDOM_DRIVER_H
#define COIR_TESTS_RANDOM_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/coir.h"

// The calls that main.c picks from: the public functions, and some operations that are no functions.
typedef enum Function {
#define FUNCTION(name) F_##name,
#define CALLBACK(name)
#include "random_functions.inc"
    F_write_node_fields,
    F_write_sprite_fields,
    F_write_label_fields,
    F_write_nine_slice_fields,
    F_write_tiled_fields,
    F_write_box_fields,
    F_write_circle_fields,
    F_push_sdl_event,
    F_put_right,      // resumes paused nodes and directors, shows hidden nodes
    F_show_new_scene, // shows a new scene with some nodes
    FUNCTION_COUNT
} Function;
#undef FUNCTION
#undef CALLBACK

// The kinds of callbacks. A constant has the name of the header, and then the name of the type or of the hook:
// CB_ease_CoirEaseFn, CB_node_class_draw.
typedef enum Callback {
#define FUNCTION(name)
#define CALLBACK(name) CB_##name,
#include "random_functions.inc"
    CALLBACK_COUNT
} Callback;
#undef FUNCTION
#undef CALLBACK

extern const char *const function_names[FUNCTION_COUNT], *const callback_names[CALLBACK_COUNT];

// One function for each file random/drive_*.c. Calls `function` and returns true, or returns false if the `case` of
// `function` is in another file.
bool drive_action(Function function);
bool drive_app(Function function);
bool drive_draw(Function function);
bool drive_input(Function function);
bool drive_node(Function function);
bool drive_plain(Function function);
bool drive_scene(Function function);
bool drive_sound(Function function);
bool drive_time(Function function);
bool drive_window(Function function);

// Performs a few random calls inside a callback of this kind.
void inside(Callback callback);

// Performs a few random calls inside a callback of a node. Ends the program if the node has been destroyed.
void inside_node(Callback callback, const CoirNode *node);

// Stops the run of the seek with COIR_SEEK_CALLS that is in progress, since such a seek may make calls for very long.
// Does nothing if there is no such seek.
void stop_seek(void);

// The painters of the draw hooks that are running. any_painter returns NULL outside of draw hooks.
void painter_begin(CoirPainter *painter);
void painter_end(void);
CoirPainter *any_painter(void);
bool is_painting(void);

// Chance -------------------------------------------------------------------------------------------------------------

// below returns 0 to count - 1. one_in returns true once in `count` times. badly returns true once in four times in a
// call that may have bad arguments, and false in other calls.
int below(int count);
bool one_in(int count);
bool badly(void);

// Print an argument for --trace.
void note_number(double number);
void note_text(const char *text);
void note_pointer(const char *type, const void *pointer);

double any_number(void);
double any_seconds(void); // a duration, an interval
double any_dt(void);
float any_float(void); // a coordinate, an angle
float any_scale(void);
float any_part(void); // 0..1
int any_int(void);
int any_count(int most); // a count for an array with `most` items
bool any_bool(void);
CoirVec2 any_vec2(void);
CoirRect any_rect(void);
CoirInsets any_insets(void);
CoirColor any_color(void);
CoirAffine any_affine(void);
const char *any_text(void);
const char *any_key(void);    // one of a few keys, so that some keys are in use
const char *any_path(void);   // path of an asset, or a bad path
const char *any_output(void); // path for a new file
CoirEase any_ease(void);
CoirBlend any_blend(void);
CoirFilter any_filter(void);
CoirCatchUp any_catch_up(void);

#define POINTS 8
const CoirVec2 *any_points(void); // POINTS points

// Callbacks and classes ----------------------------------------------------------------------------------------------

CoirCallFn any_call(void);
CoirEaseFn any_ease_function(void);
CoirTickFn any_tick(void);
CoirTickFn any_node_tick(void);
CoirAnyFn any_node_callback(void);
CoirTimerFn any_timer_function(void);
CoirUserFn any_post_function(void);
CoirUserFn any_release(void);

// count_owned counts a pointer that the library owns from now on; with `is_owned` false, the library has not taken the
// pointer, and nothing is counted. owned_left returns how many of these pointers have not been released.
void count_owned(bool is_owned);
int owned_left(void);
CoirRunEndFn any_run_end(void);
CoirListener any_listener(void);
CoirStageListener any_stage_listener(void);
CoirHitFn any_hit(void);
CoirSdlEventFn any_sdl_hook(void);
CoirRawDraw any_raw_draw(void);
void each_texture(const CoirTextureInfo *info, void *user);
void each_page(const CoirPageInfo *info, void *user);
void on_event(CoirNode *node, const char *event, void *user);
CoirAction *make_for_stagger(CoirNode *node, int index, void *user);

const CoirActionClass *any_action_class(void);
CoirField any_field(CoirFieldKind kind);
const CoirNodeClass *any_node_class(void);
const CoirTransitionClass *any_transition_class(void);
CoirTransition any_transition(void);
bool has_destroy_hook(const CoirNode *node);

// The memory hook and the log hook.
void hooks_begin(void);
void hooks_end(void);
void fail_memory(int after); // half of the allocations fail, from number `after` on; 0: none fail
long blocks_held(void);

// The record ---------------------------------------------------------------------------------------------------------

#define DEPTHS 6 // maximum nesting of calls inside callbacks

typedef struct Record {
    uint64_t seed;
    long long calls; // calls so far
    int depth;
    bool trace;
} Record;

extern Record record;

void record_begin(void); // installs the handlers that print the last calls when the program dies
void record_call(Function function);
void record_callback(Callback callback);
void record_print(void); // prints the last calls
void record_print_counts(void);
bool record_is_whole(void); // returns true if all functions were called and all kinds of callbacks entered

// Prints the fault and ends the program. CALLBACK_COUNT: the fault was found outside of callbacks.
void record_fault(const char *what, Callback callback, const CoirNode *node);

#endif
