// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Every call is legal in every callback. Each test has one kind of callback, and a round for each call of EACH_CALL. In
// a round, the callback makes the call once, on new stages. Then the hooks of all nodes must be paired, and the round
// must leave no memory behind.

#include "support/staged.h"

#include <stdio.h>
#include <string.h>

#include "coir/coir.h"

// The callback that makes the call. Up to IN_EACH_CHILD, this is a callback of `actor`. From IN_ENTERED on, this is a
// hook of the scene.
typedef enum Callback {
    IN_UPDATE,
    IN_EVERY_FRAME,
    IN_TIMER,
    IN_ACTION,
    IN_DRAW,
    IN_EVENT,
    IN_LISTENER,
    IN_ENTER_BELOW, // BELOW: hook of the base class
    IN_ENTER,
    IN_LEAVE,
    IN_LEAVE_BELOW,
    IN_LEAVE_FOR_EVER,        // `actor` is being destroyed
    IN_LEAVE_WITH_ITS_PARENT, // the parent is being destroyed
    IN_DESTROY,
    IN_EACH_CHILD, // function that coir_node_each_child calls for `actor`
    IN_ENTERED,
    IN_LEAVING,
} Callback;

// The nodes of a round, with children in parentheses. On `stage`: scene (root (before, actor (child, child2), after),
// elsewhere). On `other`: other_scene.
static struct Tree {
    CoirStage *other;
    CoirNodeRef scene, root, before, actor, after, child, child2, elsewhere, other_scene;
    Callback callback;
    void (*call)(void);
    const char *name;
    bool called;
} tree;

// Number of calls of the hooks `enter`, `leave` and `destroy` of each node. The index is the `id` of the node.
// check_all_nodes compares the numbers with the state of the node.
enum { CELLS_MAX = 64 };
static struct {
    CoirNodeRef ref;
    int enter_calls[2], leave_calls[2], destroy_calls[2]; // 0: hook of CellBase, 1: of Cell
} cells[CELLS_MAX];
static int cell_count;

#define check(condition)                                                                              \
    do {                                                                                              \
        if (!(condition)) {                                                                           \
            fprintf(stderr, "in callback %d, %s: %s\n", (int)tree.callback, tree.name, coir_error()); \
            assert_true(condition);                                                                   \
        }                                                                                             \
    } while (0)

static bool is_ref(const CoirNode *node, CoirNodeRef ref)
{
    return node->ref_.index == ref.index && node->ref_.generation == ref.generation;
}

static void visit(const CoirNode *node, Callback callback)
{
    bool is_actor = is_ref(node, tree.callback >= IN_ENTERED ? tree.scene : tree.actor);
    if (callback != tree.callback || tree.called || !is_actor)
        return;
    tree.called = true;
    tree.call();
}

typedef struct CellBase {
    CoirNode node;
    int id;
} CellBase;

typedef struct Cell {
    COIR_INHERIT(CellBase, base);
} Cell;

static int id_of(const CoirNode *node)
{
    return ((const CellBase *)node)->id;
}

static void cell_enters(CoirNode *node, int level, Callback callback)
{
    int id = id_of(node);
    check(!node->dead_ && coir_node_is_on_stage(node));
    check(cells[id].enter_calls[level] == cells[id].leave_calls[level]);
    cells[id].enter_calls[level]++;
    visit(node, callback);
}

static void cell_leaves(CoirNode *node, int level, Callback callback)
{
    int id = id_of(node);
    check(!coir_node_is_on_stage(node));
    check(cells[id].enter_calls[level] == cells[id].leave_calls[level] + 1);
    cells[id].leave_calls[level]++;
    visit(node, callback);
    if (level == 1) {
        visit(node, IN_LEAVE_FOR_EVER);
        visit(node, IN_LEAVE_WITH_ITS_PARENT);
    }
}

static void cell_is_destroyed(CoirNode *node, int level)
{
    int id = id_of(node);
    check(node->dead_ && !coir_node_get(cells[id].ref));
    check(cells[id].enter_calls[level] == cells[id].leave_calls[level]);
    check(cells[id].destroy_calls[level] == 0);
    cells[id].destroy_calls[level]++;
}

static void base_enter(CoirNode *node)
{
    cell_enters(node, 0, IN_ENTER_BELOW);
}

static void base_leave(CoirNode *node)
{
    cell_leaves(node, 0, IN_LEAVE_BELOW);
}

static void base_destroy(CoirNode *node)
{
    cell_is_destroyed(node, 0);
}

static void cell_enter(CoirNode *node)
{
    cell_enters(node, 1, IN_ENTER);
}

static void cell_leave(CoirNode *node)
{
    cell_leaves(node, 1, IN_LEAVE);
}

static void cell_destroy(CoirNode *node)
{
    cell_is_destroyed(node, 1);
    visit(node, IN_DESTROY);
}

static void cell_entered(CoirNode *node)
{
    check(cells[id_of(node)].enter_calls[1] == cells[id_of(node)].leave_calls[1] + 1);
    visit(node, IN_ENTERED);
}

static void cell_leaving(CoirNode *node)
{
    check(coir_node_is_on_stage(node));
    visit(node, IN_LEAVING);
}

// Checks that the node of a callback is on stage and alive. Makes the call of the round if `callback` is the callback
// of the round.
static void check_and_visit(CoirNode *node, Callback callback)
{
    check(!node->dead_ && coir_node_is_on_stage(node) && coir_node_get(cells[id_of(node)].ref) == node);
    visit(node, callback);
}

static void cell_update(CoirNode *node, double dt)
{
    (void)dt;
    check_and_visit(node, IN_UPDATE);
}

static void cell_draw(CoirNode *node, CoirPainter *on)
{
    (void)on;
    check_and_visit(node, IN_DRAW);
}

static bool cell_event(CoirNode *node, const CoirEvent *event)
{
    (void)event;
    check_and_visit(node, IN_EVENT);
    return false;
}

static void cell_every_frame(void *target, double dt, void *user)
{
    (void)dt, (void)user;
    check_and_visit(target, IN_EVERY_FRAME);
}

static void cell_timer(CoirNode *node, void *user)
{
    (void)user;
    check_and_visit(node, IN_TIMER);
}

static void cell_action(CoirNode *node, void *user)
{
    (void)user;
    check_and_visit(node, IN_ACTION);
}

static bool cell_listener(CoirNode *node, const CoirEvent *event, void *user)
{
    (void)event, (void)user;
    check_and_visit(node, IN_LISTENER);
    return false;
}

static COIR_NODE_CLASS(CellBase, .enter = base_enter, .leave = base_leave, .destroy = base_destroy);
static COIR_NODE_CLASS(Cell, .super = &CellBase_class, .enter = cell_enter, .entered = cell_entered,
                       .leaving = cell_leaving, .leave = cell_leave, .update = cell_update, .draw = cell_draw,
                       .event = cell_event, .destroy = cell_destroy);

static CoirNodeRef new_cell(CoirNodeRef parent, const char *name)
{
    Cell *cell = COIR_NEW(Cell);
    check(cell && cell_count < CELLS_MAX);
    CoirNode *node = &cell->node;
    CoirNodeRef ref = coir_node_ref(node);
    node->name = name;
    cell->base.id = cell_count;
    memset(&cells[cell_count], 0, sizeof *cells);
    cells[cell_count++].ref = ref;
    check(coir_node_every_frame(node, cell_every_frame, NULL, 1));
    check(coir_node_every(node, FRAME / 2, cell_timer, NULL));
    check(coir_node_listen(node, cell_listener, NULL));
    check(coir_node_run(node, coir_repeat_forever(coir_sequence(coir_delay(FRAME / 2), coir_call(cell_action, NULL))))
              .generation);
    if (parent.generation && coir_node_get(parent))
        check(coir_node_add(coir_node_get(parent), node));
    return ref;
}

// The calls. If the node of a call is destroyed already, the call must do no harm, and may report a mistake.
static void do_destroy(CoirNodeRef ref)
{
    coir_node_destroy(coir_node_get(ref));
    check(!coir_node_get(ref));
}

static void do_detach(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref);
    if (node && coir_node_parent(node))
        coir_node_detach(node);
}

static void do_move(CoirNodeRef ref, CoirNodeRef parent)
{
    coir_node_set_parent(coir_node_get(ref), coir_node_get(parent));
}

static void do_to_the_end(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref), *parent = coir_node_parent(node);
    if (!parent)
        return;
    coir_node_detach(node);
    coir_node_add(parent, node);
}

static void do_quiet(CoirNodeRef ref)
{
    CoirNode *node = coir_node_get(ref);
    coir_node_unschedule_all(node);
    coir_node_stop_all(node);
    coir_node_unlisten(node, cell_listener, NULL);
}

static void do_show(void)
{
    CoirNodeRef none = {0, 0}, scene = new_cell(none, "next");
    new_cell(scene, "next child");
    if (stage)
        check(coir_stage_show(stage, coir_node_get(scene)));
    else
        do_destroy(scene);
}

#define EACH_CALL(CALL)                                                                                     \
    CALL(nothing, (void)0)                                                                                  \
    CALL(destroy_self, do_destroy(tree.actor))                                                              \
    CALL(destroy_self_twice, do_destroy(tree.actor); do_destroy(tree.actor))                                \
    CALL(destroy_parent, do_destroy(tree.root))                                                             \
    CALL(destroy_earlier, do_destroy(tree.before))                                                          \
    CALL(destroy_later, do_destroy(tree.after))                                                             \
    CALL(destroy_child, do_destroy(tree.child))                                                             \
    CALL(destroy_scene, do_destroy(tree.scene))                                                             \
    CALL(destroy_elsewhere, do_destroy(tree.elsewhere))                                                     \
    CALL(destroy_upwards, do_destroy(tree.child); do_destroy(tree.actor); do_destroy(tree.root))            \
    CALL(destroy_children, coir_node_destroy_children(coir_node_get(tree.actor)))                           \
    CALL(destroy_siblings, coir_node_destroy_children(coir_node_get(tree.root)))                            \
    CALL(destroy_everything, coir_node_destroy_children(coir_node_get(tree.scene)))                         \
    CALL(add_child, new_cell(tree.actor, "new"))                                                            \
    CALL(add_sibling, new_cell(tree.root, "new"))                                                           \
    CALL(add_far, new_cell(new_cell(tree.elsewhere, "new"), "newer"))                                       \
    CALL(add_and_destroy, do_destroy(new_cell(tree.root, "new")))                                           \
    CALL(detach_self, do_detach(tree.actor))                                                                \
    CALL(detach_parent, do_detach(tree.root))                                                               \
    CALL(detach_earlier, do_detach(tree.before))                                                            \
    CALL(detach_later, do_detach(tree.after))                                                               \
    CALL(detach_child, do_detach(tree.child))                                                               \
    CALL(detach_and_destroy, do_detach(tree.actor); do_destroy(tree.actor))                                 \
    CALL(self_to_the_end, do_to_the_end(tree.actor))                                                        \
    CALL(parent_to_the_end, do_to_the_end(tree.root))                                                       \
    CALL(earlier_to_the_end, do_to_the_end(tree.before))                                                    \
    CALL(later_to_the_end, do_to_the_end(tree.after))                                                       \
    CALL(child_to_the_end, do_to_the_end(tree.child))                                                       \
    CALL(all_to_the_end, do_to_the_end(tree.before); do_to_the_end(tree.actor); do_to_the_end(tree.after))  \
    CALL(move_self, do_move(tree.actor, tree.elsewhere))                                                    \
    CALL(move_self_and_back, do_move(tree.actor, tree.elsewhere); do_move(tree.actor, tree.root))           \
    CALL(move_parent, do_move(tree.root, tree.elsewhere))                                                   \
    CALL(move_earlier_into_self, do_move(tree.before, tree.actor))                                          \
    CALL(move_later_into_self, do_move(tree.after, tree.actor))                                             \
    CALL(move_later_into_child, do_move(tree.after, tree.child))                                            \
    CALL(move_child_up, do_move(tree.child, tree.root))                                                     \
    CALL(move_elsewhere_here, do_move(tree.elsewhere, tree.actor))                                          \
    CALL(move_into_own_child, do_move(tree.actor, tree.child))                                              \
    CALL(self_to_other_stage, do_move(tree.actor, tree.other_scene))                                        \
    CALL(parent_to_other_stage, do_move(tree.root, tree.other_scene))                                       \
    CALL(there_and_back, do_move(tree.root, tree.other_scene); do_move(tree.root, tree.scene))              \
    CALL(other_here, new_cell(tree.other_scene, "new"); coir_stage_show(tree.other, NULL))                  \
    CALL(show, do_show())                                                                                   \
    CALL(show_twice, do_show(); do_show())                                                                  \
    CALL(show_and_destroy, do_show(); do_destroy(tree.scene))                                               \
    CALL(show_nothing, if (stage) coir_stage_show(stage, NULL))                                             \
    CALL(destroy_stage, coir_stage_destroy(stage); stage = NULL)                                            \
    CALL(destroy_stage_and_add, coir_stage_destroy(stage); stage = NULL; new_cell(tree.child2, "new"))      \
    CALL(destroy_other_stage, coir_stage_destroy(tree.other); tree.other = NULL)                            \
    CALL(self_to_other_and_destroy_stage, do_move(tree.actor, tree.other_scene); coir_stage_destroy(stage); \
         stage = NULL)                                                                                      \
    CALL(quiet_self, do_quiet(tree.actor))                                                                  \
    CALL(quiet_all, do_quiet(tree.before); do_quiet(tree.actor); do_quiet(tree.after); do_quiet(tree.root)) \
    CALL(pause_self, coir_node_pause(coir_node_get(tree.actor)))                                            \
    CALL(pause_later, coir_node_pause(coir_node_get(tree.after)))                                           \
    CALL(hide_parent, set_hidden(tree.root))                                                                \
    CALL(change_z, set_z(tree.actor, 3); set_z(tree.after, -3); set_z(tree.before, 9))                      \
    CALL(event_inside, if (stage) send_event())                                                             \
    CALL(update_inside, if (stage) coir_stage_update(stage, FRAME))                                         \
    CALL(update_other, if (tree.other) coir_stage_update(tree.other, FRAME))                                \
    CALL(draw_inside, draw_again())                                                                         \
    CALL(each_inside, coir_node_each_child(coir_node_get(tree.root), note_nothing, NULL))                   \
    CALL(sweep_inside, coir_nodes_sweep())

static void set_z(CoirNodeRef ref, int z)
{
    if (coir_node_get(ref))
        coir_node_get(ref)->z = z;
}

static void set_hidden(CoirNodeRef ref)
{
    if (coir_node_get(ref))
        coir_node_get(ref)->visible = false;
}

static void note_nothing(CoirNode *child, void *user)
{
    (void)user;
    check(!child->dead_);
}

static void draw_again(void)
{
    if (stage)
        coir_stage_draw(stage, stage_painter);
}

#define DEFINE_CALL(name, ...)    \
    static void call_##name(void) \
    {                             \
        __VA_ARGS__;              \
    }
EACH_CALL(DEFINE_CALL)

#define NAME_CALL(name, ...) {call_##name, #name},
static const struct {
    void (*call)(void);
    const char *name;
} calls[] = {EACH_CALL(NAME_CALL)};

// Checks all nodes between two steps.
static void check_all_nodes(void)
{
    for (int i = 0; i < cell_count; i++) {
        const CoirNode *node = coir_node_get(cells[i].ref);
        int on_stage = coir_node_is_on_stage(node);
        for (int level = 0; level < 2; level++) {
            check(cells[i].enter_calls[level] - cells[i].leave_calls[level] == on_stage);
            check(cells[i].destroy_calls[level] == (node ? 0 : 1));
        }
        if (node && !node->parent_)
            check(coir_node_validate(node));
        if (on_stage && !node->parent_)
            check(node == coir_stage_scene(stage) || node == coir_stage_scene(tree.other));
    }
}

static void make_tree(void)
{
    const CoirNodeRef none = {0, 0};
    cell_count = 0;
    tree.called = false;
    stage = coir_stage_new();
    tree.other = coir_stage_new();
    tree.scene = new_cell(none, "scene");
    tree.root = new_cell(tree.scene, "root");
    tree.before = new_cell(tree.root, "before");
    tree.actor = new_cell(tree.root, "actor");
    tree.child = new_cell(tree.actor, "child");
    tree.child2 = new_cell(tree.actor, "child2");
    tree.after = new_cell(tree.root, "after");
    tree.elsewhere = new_cell(tree.scene, "elsewhere");
    tree.other_scene = new_cell(none, "other");
    check(coir_stage_show(tree.other, coir_node_get(tree.other_scene)));
    check(coir_stage_update(tree.other, FRAME));
    check(coir_stage_show(stage, coir_node_get(tree.scene)));
}

static void visit_child(CoirNode *child, void *user)
{
    (void)user;
    visit(child, IN_EACH_CHILD);
}

// Causes the callbacks that frames alone do not cause.
static void provoke(void)
{
    switch (tree.callback) {
    case IN_LEAVE:
    case IN_LEAVE_BELOW: do_detach(tree.root); break;
    case IN_LEAVE_FOR_EVER: do_destroy(tree.actor); break;
    case IN_LEAVE_WITH_ITS_PARENT:
    case IN_DESTROY: do_destroy(tree.root); break;
    case IN_EACH_CHILD: coir_node_each_child(coir_node_get(tree.root), visit_child, NULL); break;
    case IN_LEAVING: coir_stage_show(stage, NULL); break;
    default: break;
    }
    coir_nodes_sweep();
}

static void run_frames(int count)
{
    for (int i = 0; i < count; i++) {
        if (stage)
            check(coir_stage_update(stage, FRAME));
        check_all_nodes();
        if (stage)
            send_event();
        coir_nodes_sweep();
        check_all_nodes();
        if (stage)
            draw_frame();
        coir_nodes_sweep();
        check_all_nodes();
    }
}

static void destroy_tree(void)
{
    coir_stage_destroy(stage);
    coir_stage_destroy(tree.other);
    stage = NULL;
    for (int i = 0; i < cell_count; i++) {
        CoirNode *node = coir_node_get(cells[i].ref);
        if (node && !coir_node_parent(node))
            coir_node_destroy(node);
    }
    coir_nodes_sweep();
    check(tree.called);
    check(coir_nodes_count() == 0);
    check_all_nodes();
}

static void make_every_call_in(Callback callback)
{
    coir_stage_destroy(stage);
    assert_true(coir_painter_begin(stage_painter, coir_affine_identity(), 640, 480));
    size_t blocks = support_blocks();
    tree.callback = callback;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        tree.call = calls[i].call;
        tree.name = calls[i].name;
        make_tree();
        run_frames(2);
        provoke();
        check_all_nodes();
        run_frames(2);
        destroy_tree();
        check(support_blocks() == blocks);
    }
}

#define EVERY_CALL_IN(name, callback)                       \
    static void every_call_is_legal_in_##name(void **state) \
    {                                                       \
        (void)state;                                        \
        make_every_call_in(callback);                       \
    }
EVERY_CALL_IN(an_update_hook, IN_UPDATE)
EVERY_CALL_IN(a_per_frame_function, IN_EVERY_FRAME)
EVERY_CALL_IN(a_timer, IN_TIMER)
EVERY_CALL_IN(an_action, IN_ACTION)
EVERY_CALL_IN(a_draw_hook, IN_DRAW)
EVERY_CALL_IN(an_event_hook, IN_EVENT)
EVERY_CALL_IN(a_listener, IN_LISTENER)
EVERY_CALL_IN(an_enter_hook, IN_ENTER)
EVERY_CALL_IN(an_enter_hook_of_the_base, IN_ENTER_BELOW)
EVERY_CALL_IN(a_leave_hook, IN_LEAVE)
EVERY_CALL_IN(a_leave_hook_of_the_base, IN_LEAVE_BELOW)
EVERY_CALL_IN(a_leave_hook_of_a_node_that_is_being_destroyed, IN_LEAVE_FOR_EVER)
EVERY_CALL_IN(a_leave_hook_of_a_node_whose_parent_is_being_destroyed, IN_LEAVE_WITH_ITS_PARENT)
EVERY_CALL_IN(a_destroy_hook, IN_DESTROY)
EVERY_CALL_IN(each_child, IN_EACH_CHILD)
EVERY_CALL_IN(an_entered_hook, IN_ENTERED)
EVERY_CALL_IN(a_leaving_hook, IN_LEAVING)

TEST_FILE(stage_calls)
{
    const struct CMUnitTest tests[] = {
        stage_test(every_call_is_legal_in_an_update_hook),
        stage_test(every_call_is_legal_in_a_per_frame_function),
        stage_test(every_call_is_legal_in_a_timer),
        stage_test(every_call_is_legal_in_an_action),
        stage_test(every_call_is_legal_in_a_draw_hook),
        stage_test(every_call_is_legal_in_an_event_hook),
        stage_test(every_call_is_legal_in_a_listener),
        stage_test(every_call_is_legal_in_an_enter_hook),
        stage_test(every_call_is_legal_in_an_enter_hook_of_the_base),
        stage_test(every_call_is_legal_in_a_leave_hook),
        stage_test(every_call_is_legal_in_a_leave_hook_of_the_base),
        stage_test(every_call_is_legal_in_a_leave_hook_of_a_node_that_is_being_destroyed),
        stage_test(every_call_is_legal_in_a_leave_hook_of_a_node_whose_parent_is_being_destroyed),
        stage_test(every_call_is_legal_in_a_destroy_hook),
        stage_test(every_call_is_legal_in_each_child),
        stage_test(every_call_is_legal_in_an_entered_hook),
        stage_test(every_call_is_legal_in_a_leaving_hook),
    };
    return cmocka_run_group_tests_name("stage_calls", tests, NULL, NULL);
}
