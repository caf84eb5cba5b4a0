// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Calls from callbacks. The monkey adds timers, per-frame functions, listeners and nodes of its own to random nodes of
// the demo. Each of these callbacks may ask for another scene, use a device, change the window or destroy a node.

#include <string.h>

#include "monkey/monkey.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define LEVELS_MOST 4 // maximum number of scenes on the stack
#define DEPTH_MOST 3  // maximum number of nested callbacks that act

static void act(Monkey *monkey);
static const CoirNodeClass Imp_class;

// Nodes ---------------------------------------------------------------------------------------------------------------

// Visits `node` and all nodes below. Each node replaces `found` with a chance of 1 in `seen`, so that all nodes are
// equally likely in the end.
static void pick_below(Monkey *monkey, CoirNode *node, int *seen, CoirNode **found)
{
    if (one_in(monkey, ++*seen))
        *found = node;
    for (CoirNode *child = coir_node_first_child(node); child; child = coir_node_next_sibling(child))
        pick_below(monkey, child, seen, found);
}

CoirNode *monkey_pick_node(Monkey *monkey)
{
    CoirNode *found = NULL, *scene = coir_director_scene(monkey->director);
    int seen = 0;
    if (scene)
        pick_below(monkey, scene, &seen, &found);
    return found;
}

CoirVec2 monkey_pick_place(Monkey *monkey)
{
    CoirNode *node = one_in(monkey, 12) ? monkey_pick_node(monkey) : NULL;
    if (node)
        return coir_node_to_world(node, coir_vec2(1, 1));
    if (one_in(monkey, 30))
        return coir_vec2((float)chance_between(&monkey->chance, -100000, 100000), -1e6f);
    return coir_vec2((float)below(monkey, 960), (float)below(monkey, 540));
}

// Scenes --------------------------------------------------------------------------------------------------------------

static CoirTransition any_transition(Monkey *monkey)
{
    double duration = below(monkey, 5) * 0.1;
    CoirSide side = (CoirSide)below(monkey, COIR_FROM_BOTTOM + 1);
    switch (below(monkey, 16)) {
    case 0: return coir_transition_fade(duration, COIR_WHITE);
    case 1: return coir_transition_cross_fade(duration);
    case 2: return coir_transition_move_in(duration, side);
    case 3: return coir_transition_slide(duration, side);
    case 4: return coir_transition_shrink_grow(duration);
    case 5: return coir_transition_roto_zoom(duration);
    case 6: return coir_transition_jump_zoom(duration);
    case 7: return coir_transition_flip_x(duration);
    case 8: return coir_transition_zoom_flip_y(duration);
    case 9: return coir_transition_split_columns(duration, 1 + below(monkey, 9));
    case 10: return coir_transition_split_rows(duration, 1 + below(monkey, 9));
    case 11: return coir_transition_turn_off_tiles(duration, 40, 1);
    case 12: return coir_transition_progress(duration, (CoirProgress)below(monkey, COIR_PROGRESS_OUT_IN + 1));
    case 13: return coir_transition_mask(duration, "dusk.png", 0.2f);
    case 14: return coir_transition_with_ease(coir_transition_flip_y(duration), COIR_EASE_OUT_BACK);
    default: return (CoirTransition){0};
    }
}

// A demo with nodes that may be destroyed, because the demo keeps no pointers to these nodes: all nodes, or all nodes
// of a class. Some of these nodes may not be detached and added elsewhere, because they find other nodes by their
// position in the tree.
typedef struct Loose {
    const char *demo, *class_name; // class_name NULL: all classes
    bool stays;                    // true: the nodes are destroyed, but not detached
} Loose;

static const Loose *loose_of(const CoirDemo *demo)
{
    static const Loose demos[] = {{"hello", NULL, false},           {"comets", NULL, false},
                                  {"shake", NULL, false},           {"tree", NULL, false},
                                  {"sprites", "Flyer", false},      {"transitions", "CoirSprite", false},
                                  {"breaker", "CoirSprite", false}, {"slowmo", "CoirSprite", true},
                                  {"painter", "Panel", true}};
    for (int i = 0; i < COUNT(demos); i++)
        if (strcmp(demo->name, demos[i].demo) == 0)
            return &demos[i];
    return NULL;
}

static CoirNode *make_scene(Monkey *monkey)
{
    bool alone = loose_of(monkey->demo) && monkey->kind == ROUND_BREAKS; // other demos may keep pointers to nodes
    const CoirDemo *demo = alone || one_in(monkey, 3) ? monkey->demo : monkey_demos[below(monkey, monkey_demo_count)];
    if (monkey->is_ending) // not breaker, which shows a title scene by itself: the director refuses all scenes
        demo = monkey_demos[0];
    CoirNode *scene = demo->make_scene(monkey->director, monkey->seed);
    if (!scene && !monkey->is_ending)
        monkey_fault(monkey, coir_error());
    return scene;
}

// Destroys a scene that was not taken. Only a director that is being destroyed may refuse a scene.
static void give(Monkey *monkey, CoirNode *scene, bool taken)
{
    if (taken)
        return;
    coir_node_destroy(scene);
    if (monkey->director && !monkey->is_ending)
        monkey_fault(monkey, coir_error());
}

static void change_scene(Monkey *monkey)
{
    CoirDirector *director = monkey->director;
    int level = coir_stage_level(coir_director_stage(director));
    CoirTransition transition = any_transition(monkey);
    CoirNode *scene = NULL;
    if (level < LEVELS_MOST && one_in(monkey, 3)) {
        scene = make_scene(monkey);
        give(monkey, scene, !scene || coir_director_push_with(director, scene, transition));
    } else if (level > 1 && one_in(monkey, 3)) {
        coir_director_pop_with(director, transition);
    } else if (level > 1 && one_in(monkey, 3)) {
        coir_director_pop_to_level_with(director, 1 + below(monkey, level), transition);
    } else {
        scene = make_scene(monkey);
        give(monkey, scene, !scene || coir_director_show_with(director, scene, transition));
    }
}

// Destroying ----------------------------------------------------------------------------------------------------------

static CoirNodeRef *any_place(Monkey *monkey)
{
    return &monkey->banished[below(monkey, BANISHED)];
}

static void detach(Monkey *monkey, CoirNode *node)
{
    CoirNodeRef *place = any_place(monkey);
    CoirNode *before = coir_node_get(*place), *parent = monkey_pick_node(monkey);
    if (!coir_node_parent(node) || !coir_node_detach(node))
        return;
    *place = coir_node_ref(node);
    if (!before)
        return;
    if (!coir_node_parent(before) && (!parent || !coir_node_add(parent, before)))
        coir_node_destroy(before);
}

// Detaches or destroys a random node, if the demo allows it (Loose). Whole scenes, and nodes that the monkey has made,
// may always be detached or destroyed.
static void destroy(Monkey *monkey)
{
    CoirNode *node = monkey_pick_node(monkey);
    if (!node)
        return;
    const Loose *loose = loose_of(monkey->demo);
    bool own = !coir_node_parent(node) || coir_node_is(node, &Imp_class);
    bool may_go = loose && (!loose->class_name || strcmp(loose->class_name, node->class_->name) == 0);
    if ((own || (may_go && !loose->stays)) && one_in(monkey, 2))
        detach(monkey, node);
    else if (own || may_go)
        coir_node_destroy(node);
}

void monkey_end_meddling(Monkey *monkey)
{
    for (int i = 0; i < BANISHED; i++) {
        CoirNode *node = coir_node_get(monkey->banished[i]);
        if (node && !coir_node_parent(node))
            coir_node_destroy(node);
        monkey->banished[i] = (CoirNodeRef){0};
    }
}

static void destroy_director(Monkey *monkey)
{
    if (!monkey->is_last_frame)
        return;
    monkey->is_ending = true;
    coir_director_destroy(monkey->director);
    monkey->director = NULL;
}

// Callbacks -----------------------------------------------------------------------------------------------------------

static void on_timer(CoirNode *node, void *user)
{
    (void)node;
    act(user);
}

static void on_frame(void *target, double dt, void *user)
{
    (void)dt;
    (void)target;
    if (one_in(user, 20))
        act(user);
}

static bool on_event(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)node;
    (void)event;
    if (one_in(user, 10))
        act(user);
    return one_in(user, 6);
}

// A node that the monkey adds, with hooks that act.
typedef struct Imp {
    CoirNode node;
    Monkey *monkey;
} Imp;

static void imp_acts(CoirNode *node)
{
    Monkey *monkey = COIR_AS(Imp, node)->monkey;
    if (monkey && one_in(monkey, 3))
        act(monkey);
}

static void imp_draw(CoirNode *node, CoirPainter *painter)
{
    Monkey *monkey = COIR_AS(Imp, node)->monkey;
    bool was_drawing = monkey->is_drawing;
    coir_painter_circle(painter, coir_vec2(0, 0), 10, COIR_WHITE);
    monkey->is_drawing = true;
    if (one_in(monkey, 10))
        act(monkey);
    monkey->is_drawing = was_drawing;
}

static void imp_update(CoirNode *node, double dt)
{
    (void)dt;
    if (one_in(COIR_AS(Imp, node)->monkey, 10))
        imp_acts(node);
}

static bool imp_event(CoirNode *node, const CoirEvent *event)
{
    return on_event(node, event, COIR_AS(Imp, node)->monkey);
}

static COIR_NODE_CLASS(Imp, .enter = imp_acts, .entered = imp_acts, .leaving = imp_acts, .leave = imp_acts,
                       .update = imp_update, .draw = imp_draw, .event = imp_event, .destroy = imp_acts);

static void add_imp(Monkey *monkey, CoirNode *parent)
{
    Imp *imp = COIR_NEW(Imp);
    imp->monkey = monkey;
    coir_node_once_after(imp, 1 + below(monkey, 3), on_timer, monkey);
    coir_node_run(imp, coir_sequence(coir_move_by(0.5, 20, 30), coir_call(on_timer, monkey), coir_remove_self()));
    if (!coir_node_add(parent, imp))
        coir_node_destroy(imp);
}

static void hang_callback(Monkey *monkey)
{
    CoirNode *node = monkey_pick_node(monkey);
    CoirEventType type = (CoirEventType)below(monkey, COIR_EVENT_COUNT);
    if (!node)
        return;
    switch (below(monkey, 6)) {
    case 0: coir_node_once_after(node, below(monkey, 60) / 60.0, on_timer, monkey); break;
    case 1: coir_node_every_frame(node, on_frame, monkey, below(monkey, 3) - 1); break;
    case 2: coir_node_on(node, type, on_event, monkey); break;
    case 3: coir_node_listen_with_priority(node, below(monkey, 3) - 1, on_event, monkey); break;
    default: add_imp(monkey, node); break;
    }
}

static void pause_node(Monkey *monkey)
{
    CoirNode *node = monkey_pick_node(monkey);
    if (node && !coir_node_is_paused(node) && one_in(monkey, 4))
        coir_node_pause(node);
    else if (node && coir_node_is_paused(node))
        coir_node_resume(node);
}

static void act(Monkey *monkey)
{
    if (!monkey->director || monkey->depth >= DEPTH_MOST)
        return;
    monkey->depth++;
    switch (below(monkey, 12)) {
    case 0:
    case 1: change_scene(monkey); break;
    case 2: monkey_change_window(monkey); break;
    case 3:
    case 4: monkey_use_device(monkey); break;
    case 5: pause_node(monkey); break;
    case 6: hang_callback(monkey); break;
    case 7:
        if (monkey->kind == ROUND_BREAKS)
            destroy(monkey);
        break;
    case 8: destroy_director(monkey); break;
    default: break;
    }
    monkey->depth--;
}

void monkey_meddle(Monkey *monkey)
{
    if (one_in(monkey, 3))
        act(monkey);
    else
        hang_callback(monkey);
}
