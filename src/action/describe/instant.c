// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Instants that change visibility, flipping and order of a node, and can be undone; and blinking.

#include <math.h>

#include "action/describe/action.h"
#include "action/describe/instant.h"
#include "base/fail.h"
#include "coir/sprite.h"

static CoirAction *make(const CoirActionClass *object, int value)
{
    return coir_action_make_object(object, 0, &value, sizeof value, "");
}

// Visibility ---------------------------------------------------------------------------------------------------------

static void note_visible(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    *(bool *)state = node->visible;
}

static void restore_visible(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    node->visible = *(const bool *)state;
}

static void set_visible(CoirNode *node, const void *parameters, void *state, double t)
{
    (void)state, (void)t;
    node->visible = *(const int *)parameters != 0;
}

static void toggle(CoirNode *node, const void *parameters, void *state, double t)
{
    (void)parameters, (void)t;
    node->visible = !*(const bool *)state;
}

static CoirAction *opposite_visible(const void *parameters, double duration)
{
    (void)duration;
    return *(const int *)parameters ? coir_hide() : coir_show();
}

static const CoirActionClass visible_class = {"show or hide",
                                              sizeof(int),
                                              sizeof(bool),
                                              note_visible,
                                              set_visible,
                                              .undo = restore_visible,
                                              .reverse = opposite_visible};

const CoirActionClass coir_toggle_class = {"toggle_visibility",
                                           0,
                                           sizeof(bool),
                                           note_visible,
                                           toggle,
                                           .undo = restore_visible,
                                           .reverse = coir_action_is_its_opposite};

CoirAction *coir_show(void)
{
    return make(&visible_class, true);
}

CoirAction *coir_hide(void)
{
    return make(&visible_class, false);
}

CoirAction *coir_toggle_visibility(void)
{
    return make(&coir_toggle_class, 0);
}

static void blink(CoirNode *node, const void *parameters, void *state, double t)
{
    double slice = t * *(const int *)parameters;
    node->visible = t == 1 ? *(const bool *)state : slice - floor(slice) >= 0.5;
}

static void end_blink(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason)
{
    (void)reason;
    restore_visible(node, parameters, state);
}

static const CoirActionClass blink_class = {"blink", sizeof(int), sizeof(bool),    note_visible,
                                            blink,   end_blink,   restore_visible, coir_action_is_its_opposite};

CoirAction *coir_blink(double duration, int times)
{
    if (times < 1)
        return MISTAKE("coir_blink: %d times; at least once", times), NULL;
    return coir_action_make_object(&blink_class, duration, &times, sizeof times, "coir_blink");
}

// Flipping -----------------------------------------------------------------------------------------------------------

typedef struct Flip {
    bool is_y, value;
} Flip;

// Returns the sprite's field; NULL for a node that is no sprite.
static bool *flipped(CoirNode *node, const Flip *flip)
{
    if (!coir_node_is(node, &CoirSprite_class)) {
        MISTAKE("coir_flip_%c: it runs on the %s made at %s:%d, which is no sprite; nothing is flipped",
                flip->is_y ? 'y' : 'x', node->class_->name, node->made_file_, (int)node->made_line_);
        return NULL;
    }
    CoirSprite *sprite = (CoirSprite *)node;
    return flip->is_y ? &sprite->flip_y : &sprite->flip_x;
}

static void note_flip(CoirNode *node, const void *parameters, void *state)
{
    const bool *value = flipped(node, parameters);
    *(bool *)state = value && *value;
}

static void set_flip(CoirNode *node, const void *parameters, void *state, double t)
{
    (void)state, (void)t;
    const Flip *flip = parameters;
    bool *value = flipped(node, flip);
    if (value)
        *value = flip->value;
}

static void restore_flip(CoirNode *node, const void *parameters, void *state)
{
    bool *value = flipped(node, parameters);
    if (value)
        *value = *(const bool *)state;
}

static CoirAction *opposite_flip(const void *parameters, double duration)
{
    const Flip *flip = parameters;
    (void)duration;
    return flip->is_y ? coir_flip_y(!flip->value) : coir_flip_x(!flip->value);
}

static const CoirActionClass flip_class = {
    "flip", sizeof(Flip), sizeof(bool), note_flip, set_flip, .undo = restore_flip, .reverse = opposite_flip};

CoirAction *coir_flip_x(bool is_flipped)
{
    return coir_action_make_object(&flip_class, 0, &(Flip){false, is_flipped}, sizeof(Flip), "coir_flip_x");
}

CoirAction *coir_flip_y(bool is_flipped)
{
    return coir_action_make_object(&flip_class, 0, &(Flip){true, is_flipped}, sizeof(Flip), "coir_flip_y");
}

// Order --------------------------------------------------------------------------------------------------------------

static void note_z(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    *(int *)state = node->z;
}

static void set_z(CoirNode *node, const void *parameters, void *state, double t)
{
    (void)state, (void)t;
    node->z = *(const int *)parameters;
}

static void restore_z(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    node->z = *(const int *)state;
}

static const CoirActionClass z_class = {
    "set_z", sizeof(int), sizeof(int), note_z, set_z, .undo = restore_z, .reverse = coir_action_is_its_opposite};

CoirAction *coir_set_z(int z)
{
    return make(&z_class, z);
}
