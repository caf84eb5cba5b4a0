// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stack of scenes of a stage, and the overlay.
//
// A call such as coir_stage_push only records a request (stage->change). coir_stage_change_scene makes the change at
// the next safe point, in two parts:
//
// 1. Preparing: the hook `leaving` of the scene on stage is called, and without a transition also `leave`. Popped and
//    replaced scenes are destroyed, except a scene that a transition shows. This happens one operation at a time. Each
//    operation may call hooks. A hook may request another change, or destroy any scene. Destroying a new scene cancels
//    the change; if the incoming scene of a pop is destroyed, the scene below this scene comes instead. So the state of
//    the stage is read again before each operation.
// 2. Committing: a new scene is put on the stack, and the incoming scene enters. From here on the change cannot be
//    replaced: a hook that requests a change requests the next change.
//
// With a transition, the outgoing scene stays on stage, as stage->outgoing. When the transition ends, the `leave` hook
// of this scene is called, a popped or replaced scene is destroyed, and the `entered` hook of the incoming scene is
// called. If a change is requested during a transition, the next safe point first ends the transition.

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/stage.h"
#include "node/class.h"
#include "node/reference.h"
#include "node/tree.h"
#include "scene/stage.h"

// The stack ----------------------------------------------------------------------------------------------------------

// Requests the scene on top of the stack, if no scene is on stage and no change is pending.
static void reveal_top(CoirStage *stage)
{
    if (!stage->scene && !stage->change.pending && stage->scene_count > 0)
        stage->change = (CoirSceneChange){.pending = true, .level = stage->scene_count};
}

// Replaces the pending change. Destroys the scene that the replaced change would have put on the stack, and retires
// the transition of the replaced change.
static void replace_change(CoirStage *stage, CoirSceneChange change)
{
    CoirSceneChange before = stage->change;
    stage->change = change; // first, so that hooks of the unwanted scene find the new change
    reveal_top(stage);
    coir_transition_run_retire(before.transition);
    coir_node_destroy(before.scene);
}

// Returns the index of a scene in the stack; the number of scenes if the scene is not in the stack.
static int find_in_stack(const CoirStage *stage, const CoirNode *scene)
{
    int index = 0;
    while (index < stage->scene_count && stage->scenes[index] != scene)
        index++;
    return index;
}

static void remove_from_stack(CoirStage *stage, const CoirNode *scene)
{
    int index = find_in_stack(stage, scene);
    if (index == stage->scene_count)
        return;
    stage->scene_count--;
    for (int i = index; i < stage->scene_count; i++)
        stage->scenes[i] = stage->scenes[i + 1];
    if (stage->change.level > index)
        stage->change.level--;
}

static void call_entered(CoirStage *stage)
{
    stage->has_entered = true;
    coir_node_call_entered(stage->scene);
}

static void call_leaving(CoirStage *stage)
{
    stage->has_entered = false;
    coir_node_call_leaving(stage->scene);
}

static void forget_scene(CoirStage *stage, const CoirNode *node)
{
    if (stage->scene == node && stage->has_entered)
        call_leaving(stage);
    remove_from_stack(stage, node);
    if (stage->scene == node) // false if the `leaving` hook has updated the stage, which brought another scene
        stage->scene = NULL;
    if (stage->outgoing == node)
        stage->outgoing = NULL;
    if (stage->change.scene == node) {
        stage->change.scene = NULL;
        replace_change(stage, (CoirSceneChange){.pending = false});
    }
    reveal_top(stage);
}

static void forget_overlay(CoirStage *stage, CoirNode *node)
{
    if (stage->base.overlay != node)
        return;
    bool had_entered = stage->overlay_has_entered;
    stage->overlay_has_entered = false;
    if (had_entered)
        coir_node_call_leaving(node);
    if (stage->base.overlay == node)
        stage->base.overlay = NULL;
}

static void own(CoirStage *stage, CoirNode *node)
{
    node->scene_ = true;
    node->scene_of_ = stage;
}

void coir_stage_forget(CoirNode *node)
{
    CoirStage *stage = node->scene_of_;
    forget_scene(stage, node);
    forget_overlay(stage, node);
    node->scene_ = false;
    node->scene_of_ = NULL;
}

void coir_stage_clear(CoirStage *stage)
{
    replace_change(stage, (CoirSceneChange){.pending = false});
    while (stage->scene_count > 0)
        coir_node_destroy(stage->scenes[stage->scene_count - 1]);
    coir_node_destroy(stage->outgoing);
    coir_transition_run_retire(stage->transition);
    stage->transition = NULL;
    coir_node_destroy(stage->base.overlay);
}

// Changing -----------------------------------------------------------------------------------------------------------

// Performs the next operation that prepares the change. Returns false if no operation is left.
static bool prepare(CoirStage *stage)
{
    int on_stage = stage->scene ? 1 : 0; // the scene on stage is the last scene in the stack
    if (stage->scene && stage->has_entered) {
        call_leaving(stage);
    } else if (stage->scene && !stage->change.transition) {
        CoirNode *scene = stage->scene;
        stage->scene = NULL;
        coir_node_leave(scene);
    } else if (stage->scene_count - on_stage > stage->change.level) {
        coir_node_destroy(stage->scenes[stage->scene_count - on_stage - 1]);
    } else {
        return false;
    }
    return true;
}

// Completes a change when the incoming scene is alone on stage: at once, or after the transition.
static void complete(CoirStage *stage)
{
    stage->over = stage->was_pop && stage->scene_count == 0 && !stage->change.pending;
    if (stage->scene && !stage->has_entered)
        call_entered(stage);
}

static void commit(CoirStage *stage)
{
    CoirSceneChange change = stage->change;
    stage->change = (CoirSceneChange){.pending = false};
    stage->outgoing = stage->scene; // NULL without a transition
    if (stage->scene_count > change.level)
        stage->scene_count--; // the outgoing scene is not kept
    if (change.scene)
        stage->scenes[stage->scene_count++] = change.scene;
    CoirNode *scene = coir_stage_scene_at(stage, stage->scene_count);
    stage->scene = scene;
    stage->was_pop = change.is_pop;
    stage->transition = change.transition;
    if (change.transition)
        coir_transition_run_start(change.transition, coir_scheduler_reads(stage->base.scheduler));
    if (scene)
        coir_node_enter(scene, stage);
    if (!stage->transition && stage->scene == scene) // false if hooks of the scene have destroyed the scene
        complete(stage);
}

static void end_transition(CoirStage *stage)
{
    CoirNode *outgoing = stage->outgoing;
    bool stays = find_in_stack(stage, outgoing) < stage->scene_count;
    CoirNodeRef unwanted = coir_node_ref(stays ? NULL : outgoing);
    coir_transition_run_retire(stage->transition);
    stage->transition = NULL;
    stage->outgoing = NULL;
    if (outgoing)
        coir_node_leave(outgoing);
    coir_node_destroy(coir_node_get(unwanted)); // NULL: the scene stays in the stack, or its hooks have destroyed it
    complete(stage);
}

void coir_stage_change_scene(CoirStage *stage)
{
    bool pending = stage->change.pending;
    if (stage->base.dead || (!pending && !stage->transition))
        return;
    int64_t now = coir_scheduler_reads(stage->base.scheduler);
    if (stage->transition && (pending || coir_transition_run_is_over(stage->transition, now)))
        end_transition(stage);
    if (!pending)
        return;
    while (!stage->base.dead && stage->change.pending && prepare(stage))
        continue;
    if (stage->base.dead)
        return;
    if (stage->change.pending)
        commit(stage);
    else if (stage->scene && !stage->has_entered) // the change was cancelled
        call_entered(stage);
}

// Requesting a change ------------------------------------------------------------------------------------------------

// Change that one of the functions below requests.
typedef struct Request {
    const char *function;
    const CoirTransition *transition; // NULL: none
    CoirNode *scene;                  // NULL: the change shows a scene of the stack, or no scene
    int level;                        // number of scenes that stay in the stack below `scene`; or ALL or ALL_BUT_ONE
    bool is_pop;
} Request;

#define ALL (-1)
#define ALL_BUT_ONE (-2)

static bool is_free(const CoirNode *node, const char *function)
{
    if (!coir_node_check(node, function))
        return false;
    if (node->parent_)
        return MISTAKE("%s: the node has a parent; detach the node first", function);
    if (node->scene_)
        return MISTAKE("%s: the node is already a scene or an overlay of a stage; make another node", function);
    return true;
}

// Makes room for one more scene in the stack, so that the change itself needs no memory.
static bool make_room(CoirStage *stage)
{
    CoirNode **scenes = coir_grow(stage->scenes, &stage->scene_capacity, stage->scene_count + 1, sizeof *scenes);
    if (scenes)
        stage->scenes = scenes;
    return scenes;
}

static bool is_valid_request(CoirStage *stage, const Request *request)
{
    if (!coir_stage_check(stage, request->function))
        return false;
    if (request->scene)
        return is_free(request->scene, request->function) && make_room(stage);
    if (request->is_pop && stage->scene_count == 0)
        return MISTAKE("%s: there is no scene to pop; coir_stage_level says how many there are", request->function);
    return true;
}

static void note_change(CoirStage *stage, const Request *request, CoirTransitionRun *run)
{
    int count = stage->scene_count, level = request->level;
    if (level == ALL || (level == ALL_BUT_ONE && count == 0))
        level = count;
    else if (level == ALL_BUT_ONE)
        level = count - 1;
    CoirSceneChange change = {true, request->is_pop, level, request->scene, run};
    if (request->scene) {
        own(stage, request->scene);
        stage->ended = false;
    }
    if (request->scene || level < count) {
        replace_change(stage, change);
    } else {
        replace_change(stage, (CoirSceneChange){.pending = false});
        coir_transition_run_retire(run);
    }
}

static bool ask(CoirStage *stage, Request request)
{
    CoirTransitionRun *run;
    if (!is_valid_request(stage, &request))
        return false;
    coir_nodes_busy_begin();
    bool done = coir_transition_run_new(request.transition, &run, request.function);
    if (run && !is_valid_request(
                   stage, &request)) { // again, because the transition's `made` function may have changed anything
        coir_transition_run_retire(run);
        done = false;
    }
    if (done)
        note_change(stage, &request, run);
    coir_nodes_busy_end();
    return done;
}

bool coir_stage_show_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function)
{
    return ask(stage, (Request){function, transition, scene, scene ? ALL_BUT_ONE : 0, false});
}

bool coir_stage_push_for(CoirStage *stage, CoirNode *scene, const CoirTransition *transition, const char *function)
{
    if (stage && !scene)
        return MISSING("%s: the scene is NULL", function);
    return ask(stage, (Request){function, transition, scene, ALL, false});
}

bool coir_stage_pop_for(CoirStage *stage, const CoirTransition *transition, const char *function)
{
    return ask(stage, (Request){function, transition, NULL, ALL_BUT_ONE, true});
}

bool coir_stage_pop_to_for(CoirStage *stage, int level, const CoirTransition *transition, const char *function)
{
    if (level < 0)
        return MISTAKE("%s: a level of %d; the lowest is 0, which pops all scenes", function, level);
    return ask(stage, (Request){function, transition, NULL, level, true});
}

bool coir_stage_show(CoirStage *stage, CoirNode *scene)
{
    return coir_stage_show_for(stage, scene, NULL, "coir_stage_show");
}

bool coir_stage_push(CoirStage *stage, CoirNode *scene)
{
    return coir_stage_push_for(stage, scene, NULL, "coir_stage_push");
}

bool coir_stage_pop(CoirStage *stage)
{
    return coir_stage_pop_for(stage, NULL, "coir_stage_pop");
}

bool coir_stage_pop_to_root(CoirStage *stage)
{
    return coir_stage_pop_to_for(stage, 1, NULL, "coir_stage_pop_to_root");
}

bool coir_stage_pop_to_level(CoirStage *stage, int level)
{
    return coir_stage_pop_to_for(stage, level, NULL, "coir_stage_pop_to_level");
}

bool coir_stage_show_with(CoirStage *stage, CoirNode *scene, CoirTransition transition)
{
    return coir_stage_show_for(stage, scene, &transition, "coir_stage_show_with");
}

bool coir_stage_push_with(CoirStage *stage, CoirNode *scene, CoirTransition transition)
{
    return coir_stage_push_for(stage, scene, &transition, "coir_stage_push_with");
}

bool coir_stage_pop_with(CoirStage *stage, CoirTransition transition)
{
    return coir_stage_pop_for(stage, &transition, "coir_stage_pop_with");
}

bool coir_stage_pop_to_level_with(CoirStage *stage, int level, CoirTransition transition)
{
    return coir_stage_pop_to_for(stage, level, &transition, "coir_stage_pop_to_level_with");
}

// Questions ----------------------------------------------------------------------------------------------------------

int coir_stage_level(const CoirStage *stage)
{
    return stage ? stage->scene_count : 0;
}

CoirNode *coir_stage_scene(const CoirStage *stage)
{
    return stage ? stage->scene : NULL;
}

CoirNode *coir_stage_scene_at(const CoirStage *stage, int level)
{
    return stage && level >= 1 && level <= stage->scene_count ? stage->scenes[level - 1] : NULL;
}

bool coir_stage_is_changing(const CoirStage *stage)
{
    return stage && (stage->change.pending || stage->transition || (stage->scene && !stage->has_entered));
}

CoirNode *coir_stage_next_scene(const CoirStage *stage)
{
    if (!stage || !stage->change.pending)
        return coir_stage_scene(stage);
    return stage->change.scene ? stage->change.scene : coir_stage_scene_at(stage, stage->change.level);
}

CoirNode *coir_stage_listening_scene(const CoirStage *stage)
{
    return stage->transition ? NULL : stage->scene;
}

// The overlay --------------------------------------------------------------------------------------------------------

static void put_on_overlay(CoirStage *stage, CoirNode *overlay)
{
    stage->base.overlay = overlay;
    coir_node_enter(overlay, stage);
    if (stage->base.dead || stage->base.overlay != overlay)
        return;
    stage->overlay_has_entered = true;
    coir_node_call_entered(overlay);
}

bool coir_stage_set_overlay_for(CoirStage *stage, CoirNode *overlay, const char *function)
{
    if (!coir_stage_check(stage, function) || (overlay && !is_free(overlay, function)))
        return false;
    CoirNodeRef ref = coir_node_ref(overlay);
    coir_nodes_busy_begin();
    if (overlay)
        own(stage, overlay);
    coir_node_destroy(stage->base.overlay);
    overlay = coir_node_get(ref); // NULL: hooks of the old overlay have destroyed the new overlay
    bool is_wanted = !stage->base.dead && !stage->base.overlay; // false if these hooks have set another overlay
    if (overlay && is_wanted)
        put_on_overlay(stage, overlay);
    else
        coir_node_destroy(overlay);
    coir_nodes_busy_end();
    return true;
}

bool coir_stage_set_overlay(CoirStage *stage, CoirNode *overlay)
{
    return coir_stage_set_overlay_for(stage, overlay, "coir_stage_set_overlay");
}

CoirNode *coir_stage_overlay(const CoirStage *stage)
{
    return stage ? stage->base.overlay : NULL;
}
