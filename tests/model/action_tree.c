// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coir/animation.h"
#include "coir/color.h"
#include "media/texture.h"

// Frames -------------------------------------------------------------------------------------------------------------

static CoirTexture *frames_texture;

CoirFrame action_frame(int number)
{
    return (CoirFrame){.texture = frames_texture, .region = {(float)(number % TREE_FRAMES), 0, 1, 1}};
}

void action_frames_open(void)
{
    static const uint8_t pixels[TREE_FRAMES * 4];
    frames_texture = coir_texture_from_pixels(TREE_FRAMES, 1, pixels);
}

void action_frames_close(void)
{
    coir_texture_destroy(frames_texture);
    frames_texture = NULL;
    coir_textures_sweep();
}

static CoirAction *make_animation(double seconds, int first, bool restore)
{
    CoirFrame frames[ANIMATE_FRAMES];
    for (int i = 0; i < ANIMATE_FRAMES; i++)
        frames[i] = action_frame(first + i);
    return coir_animate(&(CoirAnimation){
        .frames = frames, .count = ANIMATE_FRAMES, .delay = seconds / ANIMATE_FRAMES, .restore = restore});
}

static CoirAction *make_set_frame(int number)
{
    CoirFrame frame = action_frame(number);
    return coir_set_frame(&frame);
}

// Leaves -------------------------------------------------------------------------------------------------------------

#define MAKE(name, expression)                                     \
    static CoirAction *make_##name(double seconds, const float *n) \
    {                                                              \
        (void)seconds, (void)n;                                    \
        return expression;                                         \
    }

MAKE(move_to, coir_move_to(seconds, n[0], n[1]))
MAKE(move_by, coir_move_by(seconds, n[0], n[1]))
MAKE(scale_to, coir_scale_to(seconds, n[0], n[1]))
MAKE(scale_by, coir_scale_by(seconds, n[0], n[1]))
MAKE(scale_to_uniform, coir_scale_to_uniform(seconds, n[0]))
MAKE(scale_by_uniform, coir_scale_by_uniform(seconds, n[0]))
MAKE(rotate_to, coir_rotate_to(seconds, n[0]))
MAKE(rotate_by, coir_rotate_by(seconds, n[0]))
MAKE(skew_to, coir_skew_to(seconds, n[0], n[1]))
MAKE(skew_by, coir_skew_by(seconds, n[0], n[1]))
MAKE(size_to, coir_size_to(seconds, n[0], n[1]))
MAKE(size_by, coir_size_by(seconds, n[0], n[1]))
MAKE(anchor_to, coir_anchor_to(seconds, n[0], n[1]))
MAKE(jump_to, coir_jump_to(seconds, n[0], n[1], n[2], (int)n[3]))
MAKE(jump_by, coir_jump_by(seconds, n[0], n[1], n[2], (int)n[3]))
MAKE(bezier_to, coir_bezier_to(seconds, coir_vec2(n[0], n[1]), coir_vec2(n[2], n[3]), coir_vec2(n[4], n[5])))
MAKE(bezier_by, coir_bezier_by(seconds, coir_vec2(n[0], n[1]), coir_vec2(n[2], n[3]), coir_vec2(n[4], n[5])))
MAKE(place, coir_place(n[0], n[1]))
MAKE(fade_to, coir_fade_to(seconds, n[0]))
MAKE(fade_in, coir_fade_in(seconds))
MAKE(fade_out, coir_fade_out(seconds))
MAKE(tint_to, coir_tint_to(seconds, coir_rgb((uint8_t)n[0], (uint8_t)n[1], (uint8_t)n[2])))
MAKE(tint_by, coir_tint_by(seconds, n[0], n[1], n[2]))
MAKE(blink, coir_blink(seconds, (int)n[0]))
MAKE(show, coir_show())
MAKE(hide, coir_hide())
MAKE(toggle_visibility, coir_toggle_visibility())
MAKE(flip_x, coir_flip_x(n[0] != 0))
MAKE(flip_y, coir_flip_y(n[0] != 0))
MAKE(set_z, coir_set_z((int)n[0]))
MAKE(frame, make_set_frame((int)n[0]))
MAKE(animate, make_animation(seconds, (int)n[0], false))
MAKE(visit, make_animation(seconds, (int)n[0], true))
MAKE(delay, coir_delay(seconds))

#define LEAF(name, group, form, shape, numbers, has_opposite)                                \
    {                                                                                        \
#name, GROUP_##group, FORM_##form, SHAPE_##shape, numbers, has_opposite, make_##name \
    }

static const TreeLeaf leaves[] = {
    LEAF(move_to, POSITION, TO, STRAIGHT, 2, false),
    LEAF(move_by, POSITION, BY, STRAIGHT, 2, true),
    LEAF(jump_to, POSITION, TO, JUMP, 4, false),
    LEAF(jump_by, POSITION, BY, JUMP, 4, true),
    LEAF(bezier_to, POSITION, TO, BEZIER, 6, false),
    LEAF(bezier_by, POSITION, BY, BEZIER, 6, true),
    LEAF(place, POSITION, SET, STRAIGHT, 2, true),
    LEAF(scale_to, SCALE, TO, STRAIGHT, 2, false),
    LEAF(scale_by, SCALE, TIMES, STRAIGHT, 2, true),
    LEAF(scale_to_uniform, SCALE, TO, STRAIGHT, 1, false),
    LEAF(scale_by_uniform, SCALE, TIMES, STRAIGHT, 1, true),
    LEAF(rotate_to, ROTATION, TO, TURN, 1, false),
    LEAF(rotate_by, ROTATION, BY, STRAIGHT, 1, true),
    LEAF(skew_to, SKEW, TO, STRAIGHT, 2, false),
    LEAF(skew_by, SKEW, BY, STRAIGHT, 2, true),
    LEAF(size_to, SIZE, TO, STRAIGHT, 2, false),
    LEAF(size_by, SIZE, BY, STRAIGHT, 2, true),
    LEAF(anchor_to, ANCHOR, TO, STRAIGHT, 2, false),
    LEAF(fade_to, OPACITY, TO, STRAIGHT, 1, false),
    LEAF(fade_in, OPACITY, TO, STRAIGHT, 0, true),
    LEAF(fade_out, OPACITY, TO, STRAIGHT, 0, true),
    LEAF(tint_to, COLOR, TO, STRAIGHT, 3, false),
    LEAF(tint_by, COLOR, BY, STRAIGHT, 3, true),
    LEAF(blink, VISIBLE, BLINK, STRAIGHT, 1, true),
    LEAF(show, VISIBLE, SET, STRAIGHT, 0, true),
    LEAF(hide, VISIBLE, SET, STRAIGHT, 0, true),
    LEAF(toggle_visibility, VISIBLE, TOGGLE, STRAIGHT, 0, true),
    LEAF(flip_x, FLIP_X, SET, STRAIGHT, 1, true),
    LEAF(flip_y, FLIP_Y, SET, STRAIGHT, 1, true),
    LEAF(set_z, Z, SET, STRAIGHT, 1, true),
    LEAF(frame, FRAME, SET, STRAIGHT, 1, true),
    LEAF(animate, FRAME, ANIMATE, STRAIGHT, 1, true),
    LEAF(visit, FRAME, VISIT, STRAIGHT, 1, true),
};
static const TreeLeaf delay_leaf = LEAF(delay, NONE, DELAY, STRAIGHT, 0, true);
static const TreeLeaf call_leaf = {"call", GROUP_NONE, FORM_CALL, SHAPE_STRAIGHT, 0, true, NULL};

int action_tree_width(TreeGroup group)
{
    if (group == GROUP_COLOR)
        return 3;
    return group <= GROUP_ANCHOR && group != GROUP_ROTATION ? 2 : 1;
}

// Lengths ------------------------------------------------------------------------------------------------------------

static int64_t whole_length(const ActionTree *tree)
{
    int64_t sum = 0, most = 0, length = tree->part_count ? tree->parts[0]->length : 0;
    for (int i = 0; i < tree->part_count; i++) {
        int64_t part = tree->parts[i]->length;
        sum = sum == TREE_NEVER || part == TREE_NEVER ? TREE_NEVER : sum + part;
        most = part > most ? part : most;
    }
    switch (tree->kind) {
    case TREE_SEQUENCE: return sum;
    case TREE_SPAWN: return most;
    case TREE_REPEAT: return length * tree->times;
    case TREE_FOREVER: return TREE_NEVER;
    case TREE_SPEED: return length == TREE_NEVER ? length : llround((double)length / tree->number);
    case TREE_YOYO: return 2 * length;
    default: return length;
    }
}

bool action_tree_measure(ActionTree *tree)
{
    if (tree->kind == TREE_LEAF)
        return true;
    for (int i = 0; i < tree->part_count; i++)
        if (!action_tree_measure(tree->parts[i]))
            return false;
    tree->length = whole_length(tree);
    return tree->kind != TREE_FOREVER || tree->parts[0]->length > 0;
}

// Random numbers -----------------------------------------------------------------------------------------------------

// Returns a multiple of a quarter plus a small random offset. The offset makes opposite angles rare: between opposite
// angles, rounding would decide which way round a leaf of SHAPE_TURN turns.
static float number_between(Chance *chance, int low, int high)
{
    return (float)chance_between(chance, low * 4, high * 4) / 4 + (float)chance_between(chance, 1, 99) / 4096;
}

static float random_number(Chance *chance, const TreeLeaf *leaf)
{
    bool is_way = leaf->form == FORM_BY;
    switch (leaf->group) {
    case GROUP_POSITION: return number_between(chance, -100, 100);
    case GROUP_SCALE: return number_between(chance, 0, 2) + 0.25f;
    case GROUP_ROTATION: return number_between(chance, -400, 400);
    case GROUP_SKEW: return number_between(chance, -60, 60);
    case GROUP_SIZE: return number_between(chance, is_way ? -50 : 0, 200);
    case GROUP_ANCHOR: return number_between(chance, 0, 1);
    case GROUP_OPACITY: return (float)chance_between(chance, 0, 16) / 16;
    case GROUP_COLOR: return (float)chance_between(chance, is_way ? -255 : 0, 255);
    case GROUP_VISIBLE: return (float)chance_between(chance, 1, 4);
    case GROUP_Z: return (float)chance_between(chance, -3, 3);
    case GROUP_FRAME: return (float)chance_below(chance, TREE_FRAMES);
    default: return (float)chance_between(chance, 0, 1);
    }
}

static int64_t random_length(const TreeWish *wish)
{
    return chance_one_in(wish->chance, 6) ? 0 : chance_between(wish->chance, 1, 30) * wish->unit;
}

// Random trees -------------------------------------------------------------------------------------------------------

// The options for the next subtree.
typedef struct Growth {
    TreeForest *forest;
    const TreeWish *wish;
    int depth, node;
    bool reversible, is_bent, may_be_endless;
} Growth;

static ActionTree *grow(Growth growth);

static bool fits(const Growth *growth, const TreeLeaf *leaf)
{
    if (!(growth->wish->groups[growth->node] & 1u << leaf->group))
        return false;
    bool is_place = leaf->make == make_place || leaf->make == make_frame;
    // While the time goes back and forth, no rule gives the result of coir_place or coir_set_frame beside other leaves.
    return (leaf->has_opposite || !growth->reversible) && !(growth->is_bent && is_place);
}

static const TreeLeaf *choose_leaf(const Growth *growth)
{
    Chance *chance = growth->wish->chance;
    int which = chance_below(chance, 10);
    if (which < 3)
        return which ? &call_leaf : &delay_leaf;
    const int count = (int)(sizeof leaves / sizeof *leaves);
    for (int tries = 0; tries < 200; tries++) {
        const TreeLeaf *leaf = &leaves[chance_below(chance, count)];
        if (fits(growth, leaf))
            return leaf;
    }
    return &delay_leaf;
}

static void grow_leaf(const Growth *growth, ActionTree *tree)
{
    tree->leaf = choose_leaf(growth);
    for (int i = 0; i < tree->leaf->numbers; i++)
        tree->numbers[i] = random_number(growth->wish->chance, tree->leaf);
    if (tree->leaf->shape == SHAPE_JUMP)
        tree->numbers[3] = (float)chance_between(growth->wish->chance, 1, 3);
    if (tree->leaf->form == FORM_CALL)
        tree->name = ++growth->forest->names;
    else if (tree->leaf->form != FORM_SET && tree->leaf->form != FORM_TOGGLE)
        tree->length = random_length(growth->wish);
}

static void grow_parts(Growth growth, ActionTree *tree)
{
    Chance *chance = growth.wish->chance;
    bool may_be_endless = growth.may_be_endless;
    tree->part_count = chance_between(chance, 1, TREE_PARTS);
    for (int i = 0; i < tree->part_count; i++) {
        growth.may_be_endless = may_be_endless && (tree->kind == TREE_SPAWN || i == tree->part_count - 1);
        bool again = i > 0 && !may_be_endless && chance_one_in(chance, 8);
        tree->parts[i] = again ? tree->parts[i - 1] : grow(growth);
    }
}

static double random_parameter(Chance *chance, CoirEase ease)
{
    double usual = coir_ease_parameter(ease);
    if (usual == 0 || chance_one_in(chance, 2))
        return 0;
    if (ease == COIR_EASE_STEPS)
        return chance_between(chance, 1, 7);
    return ease == COIR_EASE_SPRING ? chance_between(chance, 1, 20) / 20.0 : usual * chance_between(chance, 2, 16) / 8;
}

static void choose_numbers(Chance *chance, ActionTree *tree)
{
    if (tree->kind == TREE_REPEAT)
        tree->times = chance_between(chance, 0, 4);
    if (tree->kind == TREE_SPEED)
        tree->number = chance_between(chance, 1, 12) / (chance_one_in(chance, 2) ? 4.0 : 3.0);
    if (tree->kind != TREE_EASE)
        return;
    tree->ease = (CoirEase)chance_below(chance, COIR_EASE_COUNT);
    tree->number = random_parameter(chance, tree->ease);
}

static void grow_whole(Growth growth, ActionTree *tree)
{
    bool is_bent = tree->kind == TREE_EASE || tree->kind == TREE_REVERSE_TIME || tree->kind == TREE_YOYO;
    growth.reversible |= tree->kind == TREE_REVERSE;
    growth.is_bent |= is_bent;
    if (is_bent || tree->kind == TREE_FOREVER || tree->kind == TREE_REPEAT || tree->kind == TREE_REVERSE)
        growth.may_be_endless = false;
    if (tree->kind == TREE_TARGETED)
        growth.node = tree->node =
            (growth.wish->node + chance_between(growth.wish->chance, 1, TREE_NODES - 1)) % TREE_NODES;
    tree->part_count = 1;
    tree->parts[0] = grow(growth);
    choose_numbers(growth.wish->chance, tree);
}

static TreeKind choose_kind(const Growth *growth)
{
    static const TreeKind plain[] = {TREE_SEQUENCE, TREE_SEQUENCE, TREE_SEQUENCE, TREE_SPAWN,
                                     TREE_SPAWN,    TREE_REPEAT,   TREE_TARGETED, TREE_REVERSE};
    static const TreeKind bending[] = {TREE_EASE, TREE_EASE, TREE_SPEED, TREE_REVERSE_TIME, TREE_YOYO};
    Chance *chance = growth->wish->chance;
    int which = chance_below(chance, 12);
    if (which == 0 && growth->may_be_endless)
        return TREE_FOREVER;
    if (which > 3 || !growth->wish->may_bend)
        return plain[chance_below(chance, 8)];
    TreeKind kind = bending[chance_below(chance, 5)];
    return growth->reversible && kind != TREE_SPEED ? TREE_EASE : kind;
}

static ActionTree *grow(Growth growth)
{
    Chance *chance = growth.wish->chance;
    bool is_first = growth.forest->count == 0;
    bool is_leaf = growth.depth == 0 || growth.forest->count > TREE_MAX - 50 || (!is_first && chance_one_in(chance, 5));
    ActionTree *tree = &growth.forest->trees[growth.forest->count++];
    memset(tree, 0, sizeof *tree);
    tree->kind = is_leaf ? TREE_LEAF : choose_kind(&growth);
    growth.depth--;
    if (is_leaf)
        grow_leaf(&growth, tree);
    else if (tree->kind == TREE_SEQUENCE || tree->kind == TREE_SPAWN)
        grow_parts(growth, tree);
    else
        grow_whole(growth, tree);
    return tree;
}

static int times_until(const ActionTree *tree, int64_t horizon)
{
    int64_t length = tree->parts[0]->length;
    return tree->kind == TREE_REPEAT ? tree->times : (int)(horizon / length) + 2;
}

int action_tree_items(const ActionTree *tree, int64_t horizon)
{
    if (tree->kind == TREE_LEAF)
        return 1;
    int64_t inner = tree->kind == TREE_SPEED ? llround((double)horizon * tree->number) : horizon;
    long count = 0;
    for (int i = 0; i < tree->part_count && count <= TREE_ITEMS; i++)
        count += action_tree_items(tree->parts[i], inner);
    if (tree->kind == TREE_REPEAT || tree->kind == TREE_FOREVER)
        count *= times_until(tree, horizon);
    return count > TREE_ITEMS ? TREE_ITEMS + 1 : (int)count;
}

// The groups that a tree writes on a node, as bits 1 << TreeGroup.
typedef struct Use {
    unsigned all, not_by; // `not_by`: changed in another way than by amounts
    unsigned inside;      // in a repeat, speed, reverse_time or yoyo, or in an ease around a composition
    unsigned blinks;
} Use;

static void note_use(const ActionTree *tree, int node, bool is_inside, Use *uses)
{
    static const unsigned timelines =
        1u << TREE_REPEAT | 1u << TREE_FOREVER | 1u << TREE_SPEED | 1u << TREE_REVERSE_TIME | 1u << TREE_YOYO;
    if (tree->kind == TREE_LEAF) {
        unsigned bit = tree->leaf->group == GROUP_NONE ? 0 : 1u << tree->leaf->group;
        uses[node].all |= bit;
        uses[node].not_by |= tree->leaf->form == FORM_BY ? 0 : bit;
        uses[node].inside |= is_inside ? bit : 0;
        uses[node].blinks |= tree->leaf->form == FORM_BLINK ? bit : 0;
    }
    is_inside |=
        (timelines >> tree->kind & 1) || (tree->kind == TREE_EASE && action_tree_eased(tree)->kind != TREE_LEAF);
    for (int i = 0; i < tree->part_count; i++)
        note_use(tree->parts[i], tree->kind == TREE_TARGETED ? tree->node : node, is_inside, uses);
}

// Returns true if two trees change the same property and no rule gives the result. For example, no rule says which of
// two blinks wins if both end at the same time and one of the blinks is `inside`.
static bool meets(const Use *one, const Use *other)
{
    const unsigned discrete = 1u << GROUP_VISIBLE | 1u << GROUP_FLIP_X | 1u << GROUP_FLIP_Y | 1u << GROUP_Z;
    for (int i = 0; i < TREE_NODES; i++) {
        unsigned both = one[i].all & other[i].all & (one[i].not_by | other[i].not_by);
        unsigned without_rule = (both & ~discrete) | (one[i].blinks & other[i].blinks);
        if (without_rule & (one[i].inside | other[i].inside))
            return true;
    }
    return false;
}

static bool parts_meet(const ActionTree *tree, int node)
{
    for (int i = 0; tree->kind == TREE_SPAWN && i < tree->part_count; i++)
        for (int k = 0; k < i; k++) {
            Use one[TREE_NODES] = {{0}}, other[TREE_NODES] = {{0}};
            note_use(tree->parts[i], node, false, one);
            note_use(tree->parts[k], node, false, other);
            if (meets(one, other))
                return true;
        }
    return false;
}

bool action_tree_is_clear(const ActionTree *tree, int node)
{
    node = tree->kind == TREE_TARGETED ? tree->node : node;
    for (int i = 0; i < tree->part_count; i++)
        if (!action_tree_is_clear(tree->parts[i], node))
            return false;
    return !parts_meet(tree, node);
}

static void turn_unclear_spawns_into_sequences(ActionTree *tree, int node)
{
    node = tree->kind == TREE_TARGETED ? tree->node : node;
    for (int i = 0; i < tree->part_count; i++)
        turn_unclear_spawns_into_sequences(tree->parts[i], node);
    if (parts_meet(tree, node))
        tree->kind = TREE_SEQUENCE;
}

// Returns false if the tree is too long, has too many items, or repeats a part without length forever.
static bool is_fit(ActionTree *tree, const TreeWish *wish)
{
    if (!action_tree_measure(tree) || (tree->length != TREE_NEVER && tree->length > wish->horizon))
        return false;
    return action_tree_items(tree, wish->horizon) <= TREE_ITEMS;
}

ActionTree *action_tree_random(TreeForest *forest, const TreeWish *wish)
{
    ActionTree *tree;
    do {
        forest->count = forest->names = 0;
        Growth growth = {
            forest, wish, chance_between(wish->chance, 1, 6), wish->node, false, false, wish->may_be_endless};
        tree = grow(growth);
        turn_unclear_spawns_into_sequences(tree, wish->node);
    } while (!is_fit(tree, wish));
    return tree;
}

// Building -----------------------------------------------------------------------------------------------------------

// Skips reverses, too: the opposite of an ease is the ease of the opposite.
const ActionTree *action_tree_eased(const ActionTree *tree)
{
    while (tree->kind == TREE_EASE || tree->kind == TREE_REVERSE)
        tree = tree->parts[0];
    return tree;
}

static double seconds_of(int64_t length)
{
    return (double)length / 1e9;
}

static CoirAction *build(ActionTree *tree, CoirNode *const *nodes, TreeCallMaker make_call, void *user)
{
    CoirAction *parts[TREE_PARTS];
    for (int i = 0; i < tree->part_count; i++)
        parts[i] = action_tree_build(tree->parts[i], nodes, make_call, user);
    switch (tree->kind) {
    case TREE_LEAF: break;
    case TREE_SEQUENCE: return coir_sequence_of(parts, tree->part_count);
    case TREE_SPAWN: return coir_spawn_of(parts, tree->part_count);
    case TREE_REPEAT: return coir_repeat(tree->times, parts[0]);
    case TREE_FOREVER: return coir_repeat_forever(parts[0]);
    case TREE_EASE:
        return tree->number != 0 ? coir_ease_with(tree->ease, tree->number, parts[0]) : coir_ease(tree->ease, parts[0]);
    case TREE_SPEED: return coir_speed(tree->number, parts[0]);
    case TREE_REVERSE: return coir_reverse(parts[0]);
    case TREE_REVERSE_TIME: return coir_reverse_time(parts[0]);
    case TREE_YOYO: return coir_yoyo(parts[0]);
    case TREE_TARGETED: return coir_targeted(nodes[tree->node], parts[0]);
    }
    return tree->leaf->make ? tree->leaf->make(seconds_of(tree->length), tree->numbers) : make_call(tree, user);
}

CoirAction *action_tree_build(ActionTree *tree, CoirNode *const *nodes, TreeCallMaker make_call, void *user)
{
    if (tree->action)
        return coir_action_retain(tree->action);
    tree->action = build(tree, nodes, make_call, user);
    return tree->action;
}

// Printing -----------------------------------------------------------------------------------------------------------

static void print_leaf(const ActionTree *tree)
{
    const char *comma = "";
    printf("coir_%s(", tree->leaf->name);
    if (tree->leaf->form == FORM_CALL)
        printf("%d", tree->name);
    else if (tree->leaf->form != FORM_SET && tree->leaf->form != FORM_TOGGLE) {
        printf("%.9g", seconds_of(tree->length));
        comma = ", ";
    }
    for (int i = 0; i < tree->leaf->numbers; i++, comma = ", ")
        printf("%s%.9g", comma, (double)tree->numbers[i]);
    printf(")");
}

static void print_begin(const ActionTree *tree)
{
    static const char *const names[] = {
        [TREE_SEQUENCE] = "sequence",        [TREE_SPAWN] = "spawn", [TREE_REPEAT] = "repeat",
        [TREE_FOREVER] = "repeat_forever",   [TREE_EASE] = "ease",   [TREE_SPEED] = "speed",
        [TREE_REVERSE] = "reverse",          [TREE_YOYO] = "yoyo",   [TREE_TARGETED] = "targeted",
        [TREE_REVERSE_TIME] = "reverse_time"};
    bool has_parameter = tree->kind == TREE_EASE && tree->number != 0;
    printf("coir_%s%s(", names[tree->kind], has_parameter ? "_with" : "");
    if (tree->kind == TREE_REPEAT)
        printf("%d, ", tree->times);
    else if (tree->kind == TREE_EASE)
        printf("%s, ", coir_ease_name(tree->ease));
    else if (tree->kind == TREE_TARGETED)
        printf("nodes[%d], ", tree->node);
    if (has_parameter || tree->kind == TREE_SPEED)
        printf("%.17g, ", tree->number);
}

void action_tree_print(const ActionTree *tree)
{
    if (tree->kind == TREE_LEAF) {
        print_leaf(tree);
        return;
    }
    print_begin(tree);
    for (int i = 0; i < tree->part_count; i++) {
        printf(i ? ", " : "");
        action_tree_print(tree->parts[i]);
    }
    printf(")");
}
