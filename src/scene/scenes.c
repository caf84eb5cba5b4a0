// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The stack of scenes of a stage, and the overlay.
//
// A call such as coir_stage_push only notes a change (stage->change). coir_stage_change_scene makes the change at the
// next safe point, in two parts:
//
// 1. Preparing: the scene on stage hears `leaving` and `leave`, and scenes that are popped are destroyed, one small
// step
//    at a time. Each step may call hooks, and a hook may ask for another change, call the change off by destroying the
//    scene that is to come, or destroy any scene. So each step looks at the stage anew.
// 2. Committing: the scene that comes is put on the stack and enters. From here on the change cannot be replaced; a
//    hook that asks for a change asks for the next change.

#include "base/alloc.h"
#include "base/fail.h"
#include "coir/stage.h"
#include "scene/node.h"

// The stack ----------------------------------------------------------------------------------------------------------

// Asks for the scene on top of the stack, if that scene is not on stage and no other change is pending.
static void reveal_top(CoirStage *stage)
{
    if (!stage->scene && !stage->change.pending && stage->scene_count > 0)
        stage->change = (CoirSceneChange){.pending = true, .level = stage->scene_count};
}

// Sets the pending change, and destroys the scene that only the change before would have shown.
static void replace_change(CoirStage *stage, CoirSceneChange change)
{
    CoirNode *unwanted = stage->change.scene;
    stage->change = change; // first: hooks of the unwanted scene find the new change
    reveal_top(stage);
    if (unwanted)
        coir_node_destroy(unwanted);
}

static void remove_from_stack(CoirStage *stage, const CoirNode *scene)
{
    int index = 0;
    while (index < stage->scene_count && stage->scenes[index] != scene)
        index++;
    if (index == stage->scene_count)
        return;
    stage->scene_count--;
    for (int i = index; i < stage->scene_count; i++)
        stage->scenes[i] = stage->scenes[i + 1];
    if (stage->change.level > index)
        stage->change.level--;
}

static void settle(CoirStage *stage)
{
    stage->settled = true;
    coir_node_call_hook(stage->scene, COIR_HOOK_ENTERED);
}

static void unsettle(CoirStage *stage)
{
    stage->settled = false;
    coir_node_call_hook(stage->scene, COIR_HOOK_LEAVING);
}

static void forget_scene(CoirStage *stage, const CoirNode *node)
{
    if (stage->scene == node && stage->settled)
        unsettle(stage);
    remove_from_stack(stage, node);
    if (stage->scene == node) // or the hook has brought another one
        stage->scene = NULL;
    if (stage->change.scene == node) {
        stage->change.scene = NULL;
        stage->change.pending = false;
    }
    reveal_top(stage);
}

static void forget_overlay(CoirStage *stage, CoirNode *node)
{
    if (stage->overlay != node)
        return;
    bool was_settled = stage->overlay_settled;
    stage->overlay_settled = false;
    if (was_settled)
        coir_node_call_hook(node, COIR_HOOK_LEAVING);
    if (stage->overlay == node)
        stage->overlay = NULL;
}

void coir_stages_forget(CoirNode *node)
{
    for (CoirStage *stage = coir_stages; stage; stage = stage->next) {
        forget_scene(stage, node);
        forget_overlay(stage, node);
    }
    node->scene_ = false;
}

void coir_stage_clear(CoirStage *stage)
{
    replace_change(stage, (CoirSceneChange){.pending = false});
    while (stage->scene_count > 0)
        coir_node_destroy(stage->scenes[stage->scene_count - 1]);
    coir_node_destroy(stage->overlay);
}

// Changing -----------------------------------------------------------------------------------------------------------

// Takes one step to where the change can be committed. False: no step is left.
static bool prepare(CoirStage *stage)
{
    int above = stage->scene_count - stage->change.level;
    if (stage->scene && stage->settled) {
        unsettle(stage);
    } else if (stage->scene) {
        CoirNode *scene = stage->scene;
        stage->scene = NULL;
        coir_node_leave(scene);
    } else if (above > 0) {
        coir_node_destroy(stage->scenes[stage->scene_count - 1]);
    } else {
        return false;
    }
    return true;
}

static void commit(CoirStage *stage)
{
    CoirSceneChange change = stage->change;
    stage->change = (CoirSceneChange){.pending = false};
    if (change.scene)
        stage->scenes[stage->scene_count++] = change.scene;
    CoirNode *scene = stage->scene_count > 0 ? stage->scenes[stage->scene_count - 1] : NULL;
    stage->scene = scene;
    stage->over = !scene && change.ends;
    if (!scene)
        return;
    coir_node_enter(scene, stage);
    if (!stage->dead && stage->scene == scene) // or its own hooks have destroyed it
        settle(stage);
}

void coir_stage_change_scene(CoirStage *stage)
{
    if (!stage->change.pending || stage->dead)
        return;
    while (!stage->dead && stage->change.pending && prepare(stage))
        continue;
    if (stage->dead)
        return;
    if (stage->change.pending)
        commit(stage);
    else if (stage->scene && !stage->settled) // the change was called off
        settle(stage);
}

// Asking for a change ------------------------------------------------------------------------------------------------

static bool is_usable(const CoirStage *stage, const char *function)
{
    if (stage && !stage->dead)
        return true;
    return MISSING("%s: the stage %s", function, stage ? "has been destroyed" : "is NULL");
}

static bool is_free(const CoirNode *node, const char *function)
{
    if (!coir_node_check(node, function))
        return false;
    if (node->parent_)
        return MISTAKE("%s: the scene has a parent; detach it first", function);
    return node->scene_ ? MISTAKE("%s: the scene is on a stage already", function) : true;
}

// Makes room in the stack, so that the change itself needs no memory.
static bool make_room(CoirStage *stage)
{
    CoirNode **scenes = coir_grow(stage->scenes, &stage->scene_capacity, stage->scene_count + 1, sizeof *stage->scenes);
    if (scenes)
        stage->scenes = scenes;
    return scenes;
}

static bool ask(CoirStage *stage, CoirNode *scene, int level, const char *function)
{
    if (scene && (!is_free(scene, function) || !make_room(stage)))
        return false;
    if (scene)
        scene->scene_ = true;
    replace_change(stage, (CoirSceneChange){.pending = true, .level = level, .scene = scene});
    return true;
}

bool coir_stage_show_for(CoirStage *stage, CoirNode *scene, const char *function)
{
    if (!is_usable(stage, function))
        return false;
    return ask(stage, scene, scene && stage->scene_count > 0 ? stage->scene_count - 1 : 0, function);
}

bool coir_stage_push_for(CoirStage *stage, CoirNode *scene, const char *function)
{
    if (!is_usable(stage, function))
        return false;
    return scene ? ask(stage, scene, stage->scene_count, function) : MISSING("%s: the scene is NULL", function);
}

bool coir_stage_pop_for(CoirStage *stage, int level, const char *function)
{
    if (!is_usable(stage, function))
        return false;
    if (stage->scene_count == 0)
        return MISTAKE("%s: there is no scene to pop", function);
    if (level < 0)
        return MISTAKE("%s: a level of %d; the lowest is 0, without scenes", function, level);
    bool is_pop = level < stage->scene_count;
    replace_change(stage, (CoirSceneChange){.pending = is_pop, .ends = is_pop, .level = level});
    return true;
}

bool coir_stage_show(CoirStage *stage, CoirNode *scene)
{
    return coir_stage_show_for(stage, scene, "coir_stage_show");
}

bool coir_stage_push(CoirStage *stage, CoirNode *scene)
{
    return coir_stage_push_for(stage, scene, "coir_stage_push");
}

bool coir_stage_pop(CoirStage *stage)
{
    return coir_stage_pop_for(stage, coir_stage_level(stage) - 1, "coir_stage_pop");
}

bool coir_stage_pop_to_root(CoirStage *stage)
{
    return coir_stage_pop_for(stage, 1, "coir_stage_pop_to_root");
}

bool coir_stage_pop_to_level(CoirStage *stage, int level)
{
    return coir_stage_pop_for(stage, level, "coir_stage_pop_to_level");
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
    return stage && (stage->change.pending || (stage->scene && !stage->settled));
}

CoirNode *coir_stage_next_scene(const CoirStage *stage)
{
    if (!stage || !stage->change.pending)
        return coir_stage_scene(stage);
    return stage->change.scene ? stage->change.scene : coir_stage_scene_at(stage, stage->change.level);
}

CoirNode *coir_stage_listening_scene(const CoirStage *stage)
{
    return stage->scene;
}

// The overlay --------------------------------------------------------------------------------------------------------

static void put_on_overlay(CoirStage *stage, CoirNode *overlay)
{
    stage->overlay = overlay;
    coir_node_enter(overlay, stage);
    if (stage->dead || stage->overlay != overlay)
        return;
    stage->overlay_settled = true;
    coir_node_call_hook(overlay, COIR_HOOK_ENTERED);
}

bool coir_stage_set_overlay_for(CoirStage *stage, CoirNode *overlay, const char *function)
{
    if (!is_usable(stage, function) || (overlay && !is_free(overlay, function)))
        return false;
    CoirNodeRef ref = coir_node_ref(overlay);
    coir_nodes_busy_begin();
    if (overlay)
        overlay->scene_ = true;
    coir_node_destroy(stage->overlay);
    overlay = coir_node_get(ref);                     // its hooks may have destroyed the new overlay
    bool is_wanted = !stage->dead && !stage->overlay; // or have set yet another one
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
    return stage ? stage->overlay : NULL;
}
