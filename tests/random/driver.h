// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The random driver: calls every public function at random, with good and bad arguments, also inside every kind of
// callback, and waits for a crash, a sanitizer's report, a hang or memory that stays behind.
//
// main.c picks functions; random/drive_*.c have one `case` for each, which calls the function with arguments from
// values.c (numbers, texts) and from world.c (the objects that are there). callbacks.c and classes.c have a function
// for each kind of callback; each performs more random calls.
//
// The headers' contracts are kept: a pointer is not used once the object is gone. Destroyed nodes are used until they
// are freed, and so are stale runs, timers and references, and NULL.

#ifndef COIR_TESTS_RANDOM_DRIVER_H
#define COIR_TESTS_RANDOM_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "coir/coir.h"

// What is driven: the public functions, and some things that are no functions.
typedef enum Function {
#define FUNCTION(name) F_##name,
#define CALLBACK(name)
#include "random_functions.inc"
    F_write_node_fields,
    F_write_sprite_fields,
    F_write_label_fields,
    F_write_nine_slice_fields,
    F_write_tiled_fields,
    F_push_sdl_event,
    F_put_right,      // sets paused and hidden things going again
    F_show_new_scene, // one with some nodes in it
    FUNCTION_COUNT
} Function;
#undef FUNCTION
#undef CALLBACK

// The kinds of callbacks, as header_name.
typedef enum Callback {
#define FUNCTION(name)
#define CALLBACK(name) CB_##name,
#include "random_functions.inc"
    CALLBACK_COUNT
} Callback;
#undef FUNCTION
#undef CALLBACK

extern const char *const function_names[FUNCTION_COUNT], *const callback_names[CALLBACK_COUNT];

// One file of drivers each: performs a call of `function` and returns true, or false for a function of another file.
bool drive_action(Function function);
bool drive_app(Function function);
bool drive_draw(Function function);
bool drive_node(Function function);
bool drive_plain(Function function);
bool drive_scene(Function function);
bool drive_time(Function function);

// Performs random calls within a callback of this kind, a few at most. What the callback was given lives meanwhile.
void inside(Callback callback);

// The same for a callback of a node, which must not have been destroyed.
void inside_node(Callback callback, const CoirNode *node);

// The painters of the draw hooks that are under way; NULL outside of them.
void painter_begin(CoirPainter *painter);
void painter_end(void);
CoirPainter *any_painter(void);
bool is_painting(void);

// Chance -------------------------------------------------------------------------------------------------------------

// 0 .. count - 1; true once in `count` times; true in a call that may have bad arguments, once in four times.
int below(int count);
bool one_in(int count);
bool badly(void);

// Notes an argument, for --trace.
void note_number(double number);
void note_text(const char *text);
void note_pointer(const char *type, const void *pointer);

double any_number(void);
double any_seconds(void); // a duration, an interval
double any_dt(void);
float any_float(void); // a place, an angle
float any_scale(void);
float any_part(void); // 0..1
int any_int(void);
int any_count(int most); // of an array with `most` items
bool any_bool(void);
CoirVec2 any_vec2(void);
CoirRect any_rect(void);
CoirInsets any_insets(void);
CoirColor any_color(void);
CoirAffine any_affine(void);
const char *any_text(void);
const char *any_key(void);    // of few, so that some are there
const char *any_path(void);   // of a picture, or not
const char *any_output(void); // where a file may be written
CoirEase any_ease(void);
CoirBlend any_blend(void);
CoirFilter any_filter(void);
CoirCatchUp any_catch_up(void);

#define POINTS 8
const CoirVec2 *any_points(void); // POINTS of them

// Callbacks and classes ----------------------------------------------------------------------------------------------

CoirCallFn any_call(void);
CoirEachFn any_each(void);
CoirEaseFn any_ease_function(void);
CoirTickFn any_tick(void);
CoirTickFn any_node_tick(void);
CoirTimerFn any_timer_function(void);
CoirPostFn any_post_function(void);
CoirRunEndFn any_run_end(void);
CoirListener any_listener(void);
CoirRawDraw any_raw_draw(void);
void each_child(CoirNode *child, void *user);
void each_texture(const CoirTextureInfo *info, void *user);
void each_page(const CoirPageInfo *info, void *user);
void on_event(CoirNode *node, const char *event, void *user);
CoirAction *make_for_stagger(CoirNode *node, int index, void *user);

const CoirActionClass *any_action_class(void);
CoirField any_field(CoirFieldKind kind);
const CoirNodeClass *any_node_class(void);
bool has_destroy_hook(const CoirNode *node);

// The memory hook and the log hook.
void hooks_begin(void);
void hooks_end(void);
void fail_memory(int after); // lets allocations fail from the `after`th on, 0: no more
long blocks_held(void);

// The record ---------------------------------------------------------------------------------------------------------

#define DEPTHS 6 // of calls inside callbacks of calls

typedef struct Record {
    uint64_t seed;
    long long calls, most; // performed, and how many there may be in this round
    int depth;
    bool trace;
} Record;

extern Record record;

void record_begin(void); // sets what prints the last calls when the program dies
void record_call(Function function);
void record_callback(Callback callback);
void record_print(void);        // the last calls
bool record_print_counts(void); // false when something was never called

// Prints it and ends the program. CALLBACK_COUNT: outside of callbacks.
void record_fault(const char *what, Callback callback, const CoirNode *node);

void watch(int seconds); // the program ends unless it is called again within the time; 0: no more

#endif
