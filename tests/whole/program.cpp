// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A small game in C++. cpp.sh compiles and runs the program in C++11 and, with a node type of the game, in C++20.

#include <cstdlib>

#include <coir/coir.h>

static int calls, frames, released;
static double counted;

static void expect(bool is_right, const char *what)
{
    if (is_right)
        return;
    coir_log(COIR_LOG_ERROR, "%s; %s", what, coir_error());
    std::exit(1);
}

static void count(CoirNode *, void *)
{
    calls++;
}

static void count_frame(void *target, double, void *)
{
    CoirNode *node = static_cast<CoirNode *>(target);
    node->tag = ++frames;
}

static void note_value(void *, double value, void *)
{
    counted = value;
}

static void release(void *user)
{
    ++*static_cast<int *>(user);
}

static void add_sprite(CoirNode *scene)
{
    CoirSprite *nut = coir_sprite_add(scene, "coconut.png", 100, 200);
    expect(nut != nullptr, "there is no sprite");
    CoirAction *move = coir_ease(COIR_EASE_OUT_SINE, coir_move_by(0.5, 60, 0));
    CoirAction *whole = coir_sequence(coir_spawn(move, coir_rotate_by(0.25, 90)), coir_call(count, nullptr),
                                      coir_each(0.25, 0, 8, note_value, nullptr));
    CoirRun run = coir_node_run(nut, coir_action_own(whole, &released, release));
    expect(coir_run_is_running(run), "the sequence does not run");
    expect(coir_node_parent(nut) == scene, "the sprite has no parent");
}

static void add_timers(CoirNode *scene)
{
    CoirTimerDef def = {};
    def.key = "once";
    def.call = count;
    def.delay = 0.5;
    expect(coir_node_every(scene, 0.25, count, nullptr), "there is no timer");
    expect(coir_node_schedule(scene, &def), "there is no timer with a key");
    expect(coir_node_every_frame(scene, count_frame, nullptr, 0), "there is no function for each frame");
    expect(coir_node_is_callback_scheduled(scene, count), "the timer is not found");
    expect(coir_node_own(scene, &released, release), "the scene owns nothing");
}

#if __cplusplus > 201703L
struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
    float heat;
    CoirVec2 drift;
    int updates;
};

extern const CoirNodeClass Comet_class;

static void comet_update(CoirNode *node, double)
{
    Comet *comet = COIR_AS(Comet, node);
    comet->updates++;
}

COIR_NODE_CLASS(Comet, .super = &CoirSprite_class, .update = comet_update);

struct Group {
    CoirNode node;
};

static COIR_NODE_CLASS(Group);

static Comet *add_comet(CoirNode *scene)
{
    Group *group = COIR_NEW(Group);
    Comet *comet = COIR_NEW(Comet);
    const Comet *fixed = comet;
    expect(coir_node_add(scene, group) && coir_node_add(group, comet), "the comet is not added");
    expect(COIR_NODE(fixed) == &comet->node && coir_node_is_on_stage(fixed) == coir_node_is_on_stage(scene),
           "a constant comet is another node");
    coir_node_run(comet, coir_tween_float(1, COIR_FIELD(Comet, heat), 0, 4));
    coir_node_run(comet, coir_tween_vec2(1, COIR_FIELD(Comet, drift), coir_vec2(0, 0), coir_vec2(2, 6)));
    return comet;
}
#endif

int main(int count_of_arguments, char **arguments)
{
    expect(count_of_arguments == 2 && coir_assets_set_folder(arguments[1]), "there is no folder of pictures");
    CoirDirectorDef def = {};
    def.title = "C++";
    def.headless = true;
    CoirDirector *director = coir_director_create(&def);
    CoirNode *scene = coir_node_new();
    expect(director && scene, "there is no director or no scene");
    add_sprite(scene);
    add_timers(scene);
    CoirLabel *label = coir_label_add(scene, "C++", 480, 270);
    coir_label_set_format(label, "C++ %ld", static_cast<long>(__cplusplus));
    CoirAction *fade = coir_timeline(coir_fade_out(0.25), coir_mark("dark"), coir_at(0.5, coir_fade_in(0.25)));
    coir_node_run(label, fade);
#if __cplusplus > 201703L
    Comet *comet = add_comet(scene);
#endif
    expect(coir_director_show(director, scene), "the scene is not shown");
    for (int i = 0; i < 9; i++)
        expect(coir_director_frame(director, i == 0 ? 0 : 0.125), "a frame failed");
    expect(calls == 4 + 1 + 1, "the timers and the action have not made 6 calls");
    expect(frames == 8 && scene->tag == 8, "the scene was not updated in each of 8 frames");
    expect(counted == 8 && released == 1, "the sequence has not ended");
    expect(label->node.opacity == 1, "the timeline has not ended");
#if __cplusplus > 201703L
    expect(comet->updates == 8 && comet->heat == 4 && comet->drift.y == 6,
           "the updates have given the comet wrong values");
#endif
    expect(coir_director_show(director, nullptr) && coir_director_show(director, NULL), "no scene is refused");
    coir_director_destroy(director);
    expect(released == 2, "the scene has not released what it owns");
    return 0;
}
