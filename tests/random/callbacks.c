// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Callbacks that are passed to the library as single functions, the memory hook and the log hook. classes.c has the
// callbacks of classes. This file also keeps the painters of the draw hooks that are running.

#include <math.h>
#include <stdlib.h>

#include <SDL.h>

#include "base/fail.h"
#include "random/values.h"
#include "random/world.h"

static CoirPainter *painters[DEPTHS];
static int painter_count;

void painter_begin(CoirPainter *painter)
{
    if (painter_count < DEPTHS)
        painters[painter_count] = painter;
    painter_count++;
}

void painter_end(void)
{
    painter_count--;
}

bool is_painting(void)
{
    return painter_count > 0;
}

CoirPainter *any_painter(void)
{
    int count = painter_count < DEPTHS ? painter_count : DEPTHS;
    return count == 0 || badly() ? NULL : painters[one_in(4) ? below(count) : count - 1];
}

// Callbacks of nodes -------------------------------------------------------------------------------------------------

static void call(CoirNode *node, void *user)
{
    (void)user;
    inside_node(CB_callback_CoirCallFn, node);
}

static void call_also(CoirNode *node, void *user)
{
    call(node, user);
}

CoirCallFn any_call(void)
{
    return badly() ? NULL : one_in(2) ? call : call_also;
}

static double curve(double t, void *user)
{
    (void)user;
    inside(CB_ease_CoirEaseFn);
    return t * t;
}

static double wild_curve(double t, void *user)
{
    static const double values[] = {0, 1, -1, 2, NAN, INFINITY, -INFINITY, 1e300};
    (void)t;
    (void)user;
    inside(CB_ease_CoirEaseFn);
    return values[below(8)];
}

CoirEaseFn any_ease_function(void)
{
    return badly() ? one_in(2) ? NULL : wild_curve : curve;
}

static void run_end(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node;
    (void)reason;
    (void)user;
    inside(CB_run_CoirRunEndFn);
}

CoirRunEndFn any_run_end(void)
{
    return badly() ? NULL : run_end;
}

static bool listen(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event;
    (void)user;
    inside_node(CB_listener_CoirListener, node);
    return one_in(4);
}

static bool listen_also(CoirNode *node, const CoirEvent *event, void *user)
{
    listen(node, event, user);
    return true;
}

CoirListener any_listener(void)
{
    return badly() ? NULL : one_in(3) ? listen_also : listen;
}

static bool listen_on_stage(CoirStage *stage, const CoirEvent *event, void *user)
{
    (void)stage;
    (void)event;
    (void)user;
    inside(CB_listener_CoirStageListener);
    return one_in(8);
}

CoirStageListener any_stage_listener(void)
{
    return badly() ? NULL : listen_on_stage;
}

static bool hit(CoirNode *node, CoirVec2 point, void *user)
{
    (void)point;
    (void)user;
    inside_node(CB_listener_CoirHitFn, node);
    return !one_in(4);
}

CoirHitFn any_hit(void)
{
    return one_in(4) ? NULL : hit;
}

static bool see_sdl_event(const SDL_Event *event, void *user)
{
    (void)event;
    (void)user;
    inside(CB_director_CoirSdlEventFn);
    return one_in(4);
}

CoirSdlEventFn any_sdl_hook(void)
{
    return one_in(4) ? NULL : see_sdl_event;
}

void on_event(CoirNode *node, const char *event, void *user)
{
    (void)event;
    (void)user;
    inside_node(CB_animation_on_event, node);
}

CoirAction *make_for_stagger(CoirNode *node, int index, void *user)
{
    (void)node;
    (void)index;
    (void)user;
    inside(CB_action_timeline_make);
    return take_action();
}

// Callbacks of time --------------------------------------------------------------------------------------------------

static void tick(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    (void)user;
    inside(CB_callback_CoirTickFn);
}

static void tick_also(void *target, double elapsed, void *user)
{
    tick(target, elapsed, user);
}

CoirTickFn any_tick(void)
{
    return badly() ? NULL : one_in(2) ? tick : tick_also;
}

static void node_tick(void *target, double elapsed, void *user)
{
    (void)elapsed;
    (void)user;
    inside_node(CB_callback_CoirTickFn, target);
}

static void node_tick_also(void *target, double elapsed, void *user)
{
    node_tick(target, elapsed, user);
}

CoirTickFn any_node_tick(void)
{
    return badly() ? NULL : one_in(2) ? node_tick : node_tick_also;
}

CoirAnyFn any_node_callback(void)
{
    return one_in(2) ? COIR_CALLBACK(any_call()) : COIR_CALLBACK(any_node_tick());
}

static void fire(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    (void)queue;
    (void)user;
    keep_timer(id);
    inside(CB_timer_queue_CoirTimerFn);
}

CoirTimerFn any_timer_function(void)
{
    return badly() ? NULL : fire;
}

static void posted(void *user)
{
    (void)user;
    inside(CB_callback_CoirUserFn);
}

static int owned_count; // pointers that the library owns

static void release_owned(void *user)
{
    (void)user;
    owned_count--;
    inside(CB_callback_CoirUserFn);
}

CoirUserFn any_release(void)
{
    return badly() ? NULL : release_owned;
}

void count_owned(bool is_owned)
{
    owned_count += is_owned;
}

int owned_left(void)
{
    return owned_count;
}

CoirUserFn any_post_function(void)
{
    return badly() ? NULL : posted;
}

// Callbacks of drawing -----------------------------------------------------------------------------------------------

static void raw_draw(struct SDL_Renderer *renderer, void *user)
{
    (void)user;
    SDL_SetRenderDrawColor(renderer, 255, 0, 0, 255);
    SDL_RenderDrawPoint(renderer, 1, 1);
    inside(CB_painter_CoirRawDraw);
}

CoirRawDraw any_raw_draw(void)
{
    return badly() ? NULL : raw_draw;
}

// coir_textures_each forbids loading and purging in its callback: such calls report a mistake.
void each_texture(const CoirTextureInfo *info, void *user)
{
    (void)info;
    (void)user;
    inside(CB_texture_function);
}

void each_page(const CoirPageInfo *info, void *user)
{
    (void)info;
    (void)user;
    inside(CB_texture_function);
}

// Memory and log -----------------------------------------------------------------------------------------------------

#define BYTES_MOST ((size_t)64 << 20) // largest block; larger allocations fail

static long blocks;
static int fail_after; // half of the allocations fail, from this number on; 1: from the next on; 0: none fail

long blocks_held(void)
{
    return blocks;
}

void fail_memory(int after)
{
    fail_after = after;
}

// Returns true if the present allocation must fail.
static bool fails(void)
{
    if (fail_after == 0 || (fail_after > 1 && --fail_after > 0))
        return false;
    return one_in(2);
}

static void *memory(void *block, size_t size, void *user)
{
    (void)user;
    record_callback(CB_memory_CoirMemoryHook);
    if (size == 0) {
        blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (size > BYTES_MOST || fails())
        return NULL;
    void *now = realloc(block, size);
    blocks += now && !block;
    return now;
}

static void log_hook(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    (void)level;
    note_text(message);
    if (one_in(4)) // otherwise most of the calls inside callbacks would be in this hook
        inside(CB_log_CoirLogHook);
}

void hooks_begin(void)
{
    coir_memory_set_hook(memory, NULL);
    coir_log_set_hook(log_hook, NULL);
    coir_log_set_level(COIR_LOG_DEBUG);
    coir_log_forget();
    coir_error_clear();
}

void hooks_end(void)
{
    coir_log_set_hook(NULL, NULL);
}
