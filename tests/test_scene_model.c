// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Random changes of scenes, with and without transitions, requested between frames and in hooks. The changes are made
// on a stage and on a simple model of a stack. Both must call the same hooks in the same order, and agree about the
// scene on stage.
//
// Scenes have numbers. The operation of a hook is computed from the seed, the number of the scene and the hook, so
// that the stage and the model do the same.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"

#define FRAME (1.0 / 64)
#define SCENES 400
#define PROGRAMS 20000
#define STEPS 25
#define NONE (-1)

typedef enum Hook { ENTER, ENTERED, LEAVING, LEAVE, DESTROY, HOOKS } Hook;
static const char *const hook_names[HOOKS] = {"enter", "entered", "leaving", "leave", "destroy"};

typedef enum Verb { NOTHING, SHOW, SHOW_NOTHING, PUSH, POP, POP_TO, KILL, VERBS } Verb;

typedef struct Op {
    Verb verb;
    int number; // POP_TO: level; KILL: how many scenes ago the scene was made
    int frames; // length of the transition; 0: no transition
} Op;

static uint32_t seed;

static uint32_t mixed(uint32_t a, uint32_t b)
{
    uint32_t x = seed * 0x9e3779b1u ^ a * 0x85ebca77u ^ b * 0xc2b2ae3du;
    x = (x ^ x >> 15) * 0x2c1b3c6du;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return x ^ x >> 15;
}

// Returns the operation that belongs to two numbers. `often` of 16 pairs have an operation, the others have NOTHING.
static Op op_at(uint32_t a, uint32_t b, uint32_t often)
{
    uint32_t chance = mixed(a, b);
    Op op = {NOTHING, 0, 0};
    if (chance % 16 >= often)
        return op;
    op.verb = (Verb)(1 + chance / 16 % (VERBS - 1));
    op.number = (int)(chance / 256 % 5);
    op.frames = chance / 4096 % 2 ? (int)(chance / 8192 % 4) : 0;
    return op;
}

typedef struct Trace {
    char text[20000];
    int length;
} Trace;

static void add(Trace *trace, int scene, Hook hook)
{
    int room = (int)sizeof trace->text - trace->length;
    int count = snprintf(trace->text + trace->length, (size_t)room, "%d.%s ", scene, hook_names[hook]);
    if (count >= room)
        fail_msg("a trace is too long");
    trace->length += count;
}

// The model ----------------------------------------------------------------------------------------------------------

static struct {
    Trace trace;
    int made; // number of scenes made so far
    bool is_alive[SCENES], is_here[SCENES], has_done[SCENES][HOOKS];
    int dead[SCENES], dead_count; // the scene that died last is freed first
    int stack[SCENES], count, scene, going;
    bool is_settled, fades;
    int now, fade_start, fade_frames;
    struct {
        bool pending;
        int level, scene, frames;
    } change;
} model;

static void model_do(Op op);

static void model_call(int scene, Hook hook)
{
    add(&model.trace, scene, hook);
    if (model.has_done[scene][hook])
        return;
    model.has_done[scene][hook] = true;
    model_do(op_at(1000 + (uint32_t)scene, hook, 3));
}

static void model_uncover(void)
{
    if (model.scene != NONE || model.change.pending || model.count == 0)
        return;
    model.change.pending = true;
    model.change.level = model.count;
    model.change.scene = NONE;
    model.change.frames = 0;
}

static void model_kill(int scene)
{
    if (scene == NONE || !model.is_alive[scene])
        return;
    if (model.scene == scene && model.is_settled) {
        model.is_settled = false;
        model_call(scene, LEAVING);
        if (!model.is_alive[scene])
            return;
    }
    for (int i = 0; i < model.count; i++)
        if (model.stack[i] == scene) {
            memmove(model.stack + i, model.stack + i + 1, sizeof *model.stack * (size_t)(model.count - i - 1));
            model.count--;
            if (model.change.level > i)
                model.change.level--;
        }
    if (model.scene == scene)
        model.scene = NONE;
    if (model.going == scene)
        model.going = NONE;
    if (model.change.scene == scene) {
        model.change.scene = NONE;
        model.change.pending = false;
    }
    model_uncover();
    model.is_alive[scene] = false;
    if (model.is_here[scene]) {
        model.is_here[scene] = false;
        model_call(scene, LEAVE);
    }
    model.dead[model.dead_count++] = scene;
}

static void model_ask(int level, int scene, int frames)
{
    int before = model.change.scene;
    model.change.pending = scene != NONE || level < model.count;
    model.change.level = level;
    model.change.scene = scene;
    model.change.frames = frames;
    model_uncover();
    model_kill(before);
}

static int model_make(void)
{
    model.is_alive[model.made] = true;
    return model.made++;
}

static void model_do(Op op)
{
    int count = model.count;
    switch (op.verb) {
    case SHOW: model_ask(count > 0 ? count - 1 : 0, model_make(), op.frames); break;
    case SHOW_NOTHING: model_ask(0, NONE, op.frames); break;
    case PUSH: model_ask(count, model_make(), op.frames); break;
    case POP:
        if (count > 0)
            model_ask(count - 1, NONE, op.frames);
        break;
    case POP_TO:
        if (count > 0)
            model_ask(op.number, NONE, op.frames);
        break;
    case KILL: model_kill(model.made > op.number ? model.made - 1 - op.number : NONE); break;
    case NOTHING:
    case VERBS: break;
    }
}

static void model_leave(int scene)
{
    model.is_here[scene] = false;
    model_call(scene, LEAVE);
}

static void model_settle(void)
{
    if (model.scene == NONE || model.is_settled)
        return;
    model.is_settled = true;
    model_call(model.scene, ENTERED);
}

static void model_end_fade(void)
{
    int going = model.going;
    bool stays = false;
    for (int i = 0; i < model.count; i++)
        stays |= model.stack[i] == going;
    model.fades = false;
    model.going = NONE;
    if (going != NONE) {
        model_leave(going);
        model_kill(stays ? NONE : going);
    }
    model_settle();
}

// Prepares a change: calls the leaving hook of the scene on stage, takes this scene off stage if there is no
// transition, and destroys the scenes above the new level that are off stage. Begins again after each hook, since a
// hook may request another change.
static void model_prepare(void)
{
    while (model.change.pending) {
        int on_stage = model.scene != NONE;
        if (on_stage && model.is_settled) {
            model.is_settled = false;
            model_call(model.scene, LEAVING);
        } else if (on_stage && model.change.frames == 0) {
            int scene = model.scene;
            model.scene = NONE;
            model_leave(scene);
        } else if (model.count - on_stage > model.change.level) {
            model_kill(model.stack[model.count - on_stage - 1]);
        } else {
            return;
        }
    }
}

static void model_commit(void)
{
    int frames = model.change.frames;
    model.going = model.scene;
    if (model.count > model.change.level)
        model.count--;
    if (model.change.scene != NONE)
        model.stack[model.count++] = model.change.scene;
    model.change.scene = NONE;
    model.change.pending = false;
    int scene = model.scene = model.count > 0 ? model.stack[model.count - 1] : NONE;
    model.fades = frames > 0;
    model.fade_start = model.now;
    model.fade_frames = frames;
    if (scene == NONE)
        return;
    model.is_here[scene] = true;
    model_call(scene, ENTER);
    if (!model.fades && model.scene == scene)
        model_settle();
}

static void model_step(void)
{
    bool was_pending = model.change.pending;
    model.now++;
    if (model.fades && (was_pending || model.now - model.fade_start >= model.fade_frames))
        model_end_fade();
    if (was_pending) {
        model_prepare();
        if (model.change.pending)
            model_commit();
        else
            model_settle();
    }
    while (model.dead_count > 0) {
        int dead[SCENES], count = model.dead_count;
        memcpy(dead, model.dead, sizeof dead);
        model.dead_count = 0;
        while (count > 0)
            model_call(dead[--count], DESTROY);
    }
}

// The stage ----------------------------------------------------------------------------------------------------------

static struct {
    Trace trace;
    CoirStage *stage;
    bool is_over; // the stage is being destroyed: hooks do nothing
    int made;
    CoirNodeRef scenes[SCENES];
    bool has_done[SCENES][HOOKS];
} real;

typedef struct Actor {
    CoirNode node;
} Actor;

static void real_do(Op op);

static void real_call(CoirNode *node, Hook hook)
{
    int scene = node->tag;
    add(&real.trace, scene, hook);
    if (real.is_over || real.has_done[scene][hook])
        return;
    real.has_done[scene][hook] = true;
    real_do(op_at(1000 + (uint32_t)scene, hook, 3));
}

#define HOOK(name, hook)                     \
    static void actor_##name(CoirNode *node) \
    {                                        \
        real_call(node, hook);               \
    }
HOOK(enter, ENTER)
HOOK(entered, ENTERED)
HOOK(leaving, LEAVING)
HOOK(leave, LEAVE)
HOOK(destroy, DESTROY)

static COIR_NODE_CLASS(Actor, .enter = actor_enter, .entered = actor_entered, .leaving = actor_leaving,
                       .leave = actor_leave, .destroy = actor_destroy);

static CoirNode *real_make(void)
{
    CoirNode *node = &COIR_NEW(Actor)->node;
    node->tag = real.made;
    real.scenes[real.made++] = coir_node_ref(node);
    return node;
}

static void real_do(Op op)
{
    CoirTransition how = coir_transition_cross_fade(op.frames * FRAME); // 0: no transition
    switch (op.verb) {
    case SHOW: assert_true(coir_stage_show_with(real.stage, real_make(), how)); break;
    case SHOW_NOTHING: assert_true(coir_stage_show_with(real.stage, NULL, how)); break;
    case PUSH: assert_true(coir_stage_push_with(real.stage, real_make(), how)); break;
    case POP: coir_stage_pop_with(real.stage, how); break;
    case POP_TO: coir_stage_pop_to_level_with(real.stage, op.number, how); break;
    case KILL:
        if (real.made > op.number)
            coir_node_destroy(coir_node_get(real.scenes[real.made - 1 - op.number]));
        break;
    case NOTHING:
    case VERBS: break;
    }
}

// Comparing ----------------------------------------------------------------------------------------------------------

static int number_of(const CoirNode *scene)
{
    return scene ? scene->tag : NONE;
}

static int count_alive(void)
{
    int count = 0;
    for (int i = 0; i < model.made; i++)
        count += model.is_alive[i];
    return count;
}

static bool is_same(void)
{
    bool changes = model.change.pending || model.fades || (model.scene != NONE && !model.is_settled);
    return strcmp(model.trace.text, real.trace.text) == 0 && number_of(coir_stage_scene(real.stage)) == model.scene &&
           coir_stage_level(real.stage) == model.count && coir_stage_is_changing(real.stage) == changes &&
           coir_nodes_count() == count_alive();
}

static void play(void)
{
    memset(&model, 0, sizeof model);
    memset(&real, 0, sizeof real);
    model.scene = model.going = model.change.scene = NONE;
    real.stage = coir_stage_new();
    for (uint32_t i = 0; i < STEPS; i++) {
        for (uint32_t call = 0; call < 2; call++) {
            Op op = i == 0 ? (Op){PUSH, 0, 0} : op_at(i, 50 + call, 6);
            model_do(op);
            real_do(op);
        }
        model_step();
        assert_true(coir_stage_update(real.stage, FRAME));
        if (!is_same())
            fail_msg("seed %u, step %u: expected \"%s\" (scene %d, level %d, %d nodes), "
                     "called \"%s\" (scene %d, level %d, %d nodes)",
                     seed, i, model.trace.text, model.scene, model.count, count_alive(), real.trace.text,
                     number_of(coir_stage_scene(real.stage)), coir_stage_level(real.stage), coir_nodes_count());
    }
    real.is_over = true;
    coir_stage_destroy(real.stage);
    assert_int_equal(coir_nodes_count(), 0);
}

static void random_changes_call_the_hooks_that_the_model_calls(void **state)
{
    const char *first = getenv("COIR_SCENE_SEED");
    (void)state;
    uint32_t start = first ? (uint32_t)strtoul(first, NULL, 10) : 1;
    for (seed = start; seed < start + PROGRAMS; seed++)
        play();
}

TEST_FILE(scene_model)
{
    const struct CMUnitTest tests[] = {
        support_test(random_changes_call_the_hooks_that_the_model_calls),
    };
    return cmocka_run_group_tests_name("scene_model", tests, NULL, NULL);
}
