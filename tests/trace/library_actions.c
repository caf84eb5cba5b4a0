// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The library as an engine: nodes and runs. All nodes are sprites without a picture, because sprites can be mirrored.
// The nodes are below the scene of one stage, and the scheduler is the stage's scheduler. `step` and `frame` do the
// same here, since the actions use the scheduler's clock. But a script has either `step`, or `tick` and `frame`
// (script.h), so the engine refuses the other operations (Pace).

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "coir/action_manager.h"
#include "coir/node_time.h"
#include "coir/sprite.h"
#include "coir/stage.h"
#include "trace/library.h"
#include "trace/words.h"

typedef struct Node {
    int number;
    CoirNodeRef ref;
    UT_hash_handle hh;
} Node;

typedef struct Run { // the last run with this name
    char *name;
    TraceEngine *engine;
    CoirRun run;
    CoirRunEnd reason; // why the run has ended
    double end;        // local time at which the run is done
    UT_hash_handle hh;
} Run;

typedef enum Pace { PACE_UNKNOWN, PACE_STEPS, PACE_FRAMES } Pace;

typedef struct TraceActions {
    const TraceActionListener *calls;
    CoirStage *stage;
    CoirNode *scene;
    CoirNodeSet *paused;
    Node *nodes;
    Run *runs;
    Pace pace;
    bool is_closing; // true while the engine is being destroyed: the listener is not called any more
} TraceActions;

static CoirActionManager *manager(const TraceEngine *engine)
{
    return coir_stage_actions(engine->actions->stage);
}

// The clock ----------------------------------------------------------------------------------------------------------

static double now(TraceEngine *engine)
{
    return coir_action_manager_now(manager(engine));
}

// Updates the stage. A script has one pace, so an update with the other pace is refused.
static bool update_stage(TraceActions *actions, Pace pace, double dt)
{
    Pace before = actions->pace;
    if (before != PACE_UNKNOWN && before != pace)
        return false;
    actions->pace = pace; // set before the update, because callbacks must keep the pace, too
    bool done = coir_stage_update(actions->stage, dt);
    if (!done)
        actions->pace = before;
    return done;
}

static bool step(TraceEngine *engine, double dt)
{
    return update_stage(engine->actions, PACE_STEPS, dt);
}

static bool frame(TraceEngine *engine, double dt)
{
    return update_stage(engine->actions, PACE_FRAMES, dt);
}

static bool tick(TraceEngine *engine, double dt)
{
    Pace before = engine->actions->pace;
    if (before == PACE_STEPS)
        return false;
    engine->actions->pace = PACE_FRAMES;
    bool done = coir_scheduler_update(engine->scheduler, dt);
    if (!done)
        engine->actions->pace = before;
    return done;
}

// Nodes --------------------------------------------------------------------------------------------------------------
//
// A missing node is passed to the library as NULL, and the library does nothing then.

CoirNode *trace_find_node(TraceEngine *engine, int number)
{
    const Node *node;
    HASH_FIND_INT(engine->actions->nodes, &number, node);
    return node ? coir_node_get(node->ref) : NULL;
}

static Node *find_or_make_node(TraceEngine *engine, int number)
{
    Node *node;
    HASH_FIND_INT(engine->actions->nodes, &number, node);
    if (node)
        return node;
    node = trace_allocate(NULL, sizeof *node);
    *node = (Node){.number = number};
    HASH_ADD_INT(engine->actions->nodes, number, node);
    return node;
}

static bool make_node(TraceEngine *engine, int number)
{
    Node *node = find_or_make_node(engine, number);
    if (coir_node_get(node->ref))
        return false;
    CoirSprite *sprite = COIR_NEW(CoirSprite);
    node->ref = coir_node_ref(&sprite->node);
    return coir_node_add(engine->actions->scene, &sprite->node);
}

static bool is_colour(double number)
{
    return number >= 0 && number <= 255;
}

static bool are_good(TraceProperty property, const double *n)
{
    static const int counts[TRACE_PROPERTIES] = {
        [TRACE_POSITION] = 2, [TRACE_SCALE] = 2, [TRACE_ROTATION] = 1, [TRACE_SKEW] = 2};
    for (int i = 0; i < counts[property]; i++)
        if (!(fabs(n[i]) <= FLT_MAX))
            return false;
    if (property == TRACE_COLOR)
        return is_colour(n[0]) && is_colour(n[1]) && is_colour(n[2]);
    return property != TRACE_OPACITY || is_colour(n[0]);
}

static bool set(TraceEngine *engine, int number, TraceProperty property, const double *n)
{
    CoirNode *node = trace_find_node(engine, number);
    if (!node || !are_good(property, n))
        return !node;
    switch (property) {
    case TRACE_POSITION: node->position = coir_vec2((float)n[0], (float)n[1]); break;
    case TRACE_SCALE: node->scale = coir_vec2((float)n[0], (float)n[1]); break;
    case TRACE_ROTATION: node->rotation = (float)n[0]; break;
    case TRACE_SKEW: node->skew = coir_vec2((float)n[0], (float)n[1]); break;
    case TRACE_OPACITY: node->opacity = (float)(n[0] / 255); break;
    case TRACE_COLOR: node->color = (CoirColor){(uint8_t)n[0], (uint8_t)n[1], (uint8_t)n[2], 255}; break;
    case TRACE_VISIBLE: node->visible = n[0] != 0; break;
    case TRACE_PROPERTIES: break;
    }
    return true;
}

static void destroy_node(TraceEngine *engine, int number)
{
    coir_node_destroy(trace_find_node(engine, number));
}

static void offstage(TraceEngine *engine, int number)
{
    CoirNode *node = trace_find_node(engine, number);
    if (node && coir_node_parent(node))
        coir_node_detach(node);
}

static void onstage(TraceEngine *engine, int number)
{
    CoirNode *node = trace_find_node(engine, number);
    if (node && !coir_node_parent(node))
        coir_node_add(engine->actions->scene, node);
}

static void pause_node(TraceEngine *engine, int number)
{
    coir_node_pause(trace_find_node(engine, number));
}

static void resume_node(TraceEngine *engine, int number)
{
    coir_node_resume(trace_find_node(engine, number));
}

static bool props(TraceEngine *engine, int number, double values[TRACE_PROPS])
{
    const CoirNode *node = trace_find_node(engine, number);
    if (!node)
        return false;
    const CoirSprite *sprite = (const CoirSprite *)node;
    const double all[TRACE_PROPS] = {node->position.x, node->position.y, node->scale.x, node->scale.y,
                                     node->rotation,   node->skew.x,     node->skew.y,  node->opacity * 255.0f,
                                     node->color.r,    node->color.g,    node->color.b, node->visible,
                                     sprite->flip_x,   sprite->flip_y};
    memcpy(values, all, sizeof all);
    return true;
}

static bool running(TraceEngine *engine, int number, int *count)
{
    const CoirNode *node = trace_find_node(engine, number);
    *count = coir_node_run_count(node);
    return node != NULL;
}

// Runs ---------------------------------------------------------------------------------------------------------------

static Run *find_run(TraceEngine *engine, const char *name)
{
    Run *run;
    HASH_FIND_STR(engine->actions->runs, name, run);
    return run;
}

// Returns the library's run with this name. Returns {0, 0}, which counts as ended, if no run had this name.
static CoirRun run_of_name(TraceEngine *engine, const char *name)
{
    const Run *run = find_run(engine, name);
    return run ? run->run : (CoirRun){0, 0};
}

// Returns false for a mistake: the call failed although the run has not ended.
static bool done_or_not_there(CoirRun run, bool done)
{
    return done || !coir_run_is_running(run);
}

static Run *find_or_make_run(TraceEngine *engine, const char *name)
{
    Run *run = find_run(engine, name);
    if (run)
        return run;
    run = trace_allocate(NULL, sizeof *run);
    *run = (Run){.name = trace_copy(name, strlen(name)), .engine = engine, .reason = COIR_END_STOPPED};
    HASH_ADD_KEYPTR(hh, engine->actions->runs, run->name, strlen(run->name), run);
    return run;
}

static void ended(CoirNode *node, CoirRunEnd reason, void *user)
{
    Run *run = user;
    const TraceActions *actions = run->engine->actions;
    (void)node;
    run->reason = reason;
    if (!actions->is_closing)
        actions->calls->ended(run->engine->listener, run->name, reason);
}

static bool run_action(TraceEngine *engine, int number, const char *name, const TraceSpec *spec, bool paused)
{
    CoirNode *node = trace_find_node(engine, number);
    if (!node)
        return true;
    if (coir_run_is_running(run_of_name(engine, name)))
        return false;
    CoirAction *action = trace_make_action(engine, spec);
    double duration = coir_action_duration(action);
    CoirRun started = coir_node_run(node, action);
    if (!coir_run_is_running(started))
        return false;
    Run *run = find_or_make_run(engine, name);
    run->run = started;
    run->end = duration;
    coir_run_on_done(started, ended, run);
    if (paused)
        coir_run_pause(started);
    return true;
}

static void stop(TraceEngine *engine, const char *name)
{
    coir_run_stop(run_of_name(engine, name));
}

static void tag(TraceEngine *engine, const char *name, int number)
{
    coir_run_set_tag(run_of_name(engine, name), number);
}

static void flags(TraceEngine *engine, const char *name, uint32_t mask)
{
    coir_run_set_flags(run_of_name(engine, name), mask);
}

static void pause_run(TraceEngine *engine, const char *name)
{
    coir_run_pause(run_of_name(engine, name));
}

static void resume_run(TraceEngine *engine, const char *name)
{
    coir_run_resume(run_of_name(engine, name));
}

static bool seek(TraceEngine *engine, const char *name, double seconds, bool makes_calls)
{
    CoirRun run = run_of_name(engine, name);
    return done_or_not_there(run, coir_run_seek(run, seconds, makes_calls ? COIR_SEEK_CALLS : 0));
}

static void reverse(TraceEngine *engine, const char *name)
{
    Run *run = find_run(engine, name);
    if (run && coir_run_reverse(run->run))
        run->end = coir_run_is_reversed(run->run) ? 0 : coir_run_duration(run->run);
}

static bool set_speed(TraceEngine *engine, const char *name, double speed)
{
    CoirRun run = run_of_name(engine, name);
    return done_or_not_there(run, coir_run_set_speed(run, speed));
}

static bool progress(TraceEngine *engine, const char *name, double *time, bool *is_done)
{
    const Run *run = find_run(engine, name);
    if (!run)
        return false;
    bool is_running = coir_run_is_running(run->run);
    *is_done = !is_running && run->reason == COIR_END_DONE;
    *time = *is_done ? run->end : coir_run_elapsed(run->run);
    return true;
}

// Many runs ----------------------------------------------------------------------------------------------------------

static void stop_tag(TraceEngine *engine, int number, int tag_number)
{
    coir_node_stop_tag(trace_find_node(engine, number), tag_number);
}

static void stop_all_tag(TraceEngine *engine, int number, int tag_number)
{
    coir_node_stop_all_tag(trace_find_node(engine, number), tag_number);
}

static void stop_flags(TraceEngine *engine, int number, uint32_t mask)
{
    coir_node_stop_flags(trace_find_node(engine, number), mask);
}

static void stop_node(TraceEngine *engine, int number)
{
    coir_node_stop_all(trace_find_node(engine, number));
}

// Stops all runs. Each run is also stopped separately, because a run that started on a node off stage belongs to no
// manager until the node enters the stage.
static void stop_everything(TraceEngine *engine)
{
    coir_action_manager_stop_all(manager(engine));
    for (const Run *run = engine->actions->runs; run; run = run->hh.next)
        coir_run_stop(run->run);
}

static void pause_running(TraceEngine *engine)
{
    coir_node_set_destroy(engine->actions->paused);
    engine->actions->paused = coir_action_manager_pause_all(manager(engine));
}

static void resume_running(TraceEngine *engine)
{
    if (engine->actions->paused)
        coir_node_set_resume(engine->actions->paused);
    coir_node_set_destroy(engine->actions->paused);
    engine->actions->paused = NULL;
}

// The engine ---------------------------------------------------------------------------------------------------------

static void called(CoirNode *node, void *user)
{
    const TraceName *proc = user;
    (void)node;
    proc->engine->actions->calls->called(proc->engine->listener, proc->name);
}

CoirAction *trace_make_call(TraceEngine *engine, const char *name)
{
    return coir_call(called, trace_find_name(engine, name));
}

static void listen(TraceEngine *engine, const TraceActionListener *calls)
{
    engine->actions->calls = calls;
}

// Makes an engine with a stage and a scene. The update brings the scene on stage.
static TraceEngine *new_engine(const TraceListener *calls, void *listener)
{
    CoirStage *stage = coir_stage_new();
    TraceEngine *engine = trace_engine_new(calls, listener, coir_stage_scheduler(stage));
    engine->actions = trace_allocate(NULL, sizeof *engine->actions);
    *engine->actions = (TraceActions){.stage = stage, .scene = coir_node_new()};
    coir_stage_show(stage, engine->actions->scene);
    coir_stage_update(stage, 0);
    return engine;
}

// Destroys all nodes that are left. Nodes off stage have no other owner than the script.
static void free_nodes(TraceActions *actions)
{
    Node *node, *next;
    HASH_ITER(hh, actions->nodes, node, next)
    {
        HASH_DEL(actions->nodes, node);
        coir_node_destroy(coir_node_get(node->ref));
        free(node);
    }
}

static void free_runs(TraceActions *actions)
{
    Run *run, *next;
    HASH_ITER(hh, actions->runs, run, next)
    {
        HASH_DEL(actions->runs, run);
        free(run->name);
        free(run);
    }
}

static void destroy_engine(TraceEngine *engine)
{
    TraceActions *actions = engine->actions;
    actions->is_closing = true;
    coir_node_set_destroy(actions->paused);
    coir_stage_destroy(actions->stage);
    free_nodes(actions);
    coir_nodes_sweep();
    free_runs(actions);
    trace_engine_free(engine);
    free(actions);
}

static const TraceActionClass action_class = {
    .listen = listen,
    .now = now,
    .step = step,
    .frame = frame,
    .node = make_node,
    .set = set,
    .destroy_node = destroy_node,
    .offstage = offstage,
    .onstage = onstage,
    .pause_node = pause_node,
    .resume_node = resume_node,
    .props = props,
    .running = running,
    .run = run_action,
    .stop = stop,
    .tag = tag,
    .flags = flags,
    .pause_run = pause_run,
    .resume_run = resume_run,
    .seek = seek,
    .reverse = reverse,
    .speed = set_speed,
    .progress = progress,
    .stop_tag = stop_tag,
    .stop_all_tag = stop_all_tag,
    .stop_flags = stop_flags,
    .stop_node = stop_node,
    .stop_everything = stop_everything,
    .pause_running = pause_running,
    .resume_running = resume_running,
};

const TraceEngineClass *trace_whole(void)
{
    static TraceEngineClass whole;
    whole = trace_library;
    whole.new = new_engine;
    whole.destroy = destroy_engine;
    whole.tick = tick;
    whole.actions = &action_class;
    return &whole;
}
