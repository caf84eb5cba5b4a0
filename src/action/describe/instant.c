// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Leaves that change discrete properties: instants, which set the visibility and `z` of a node, and coir_blink.
// Instants that flip a sprite are in scene/sprite_actions.c.

#include "action/describe/action.h"
#include "base/fail.h"

static CoirAction *make(CoirActionKind kind, CoirProperty property, double duration, CoirManner manner,
                        const char *function)
{
    CoirAction *action = coir_action_make_timed(kind, duration, function);
    if (!action)
        return NULL;
    action->property = (uint8_t)property;
    action->manner = (uint8_t)manner;
    return action;
}

CoirAction *coir_action_make_switch(CoirProperty property, bool value)
{
    CoirAction *action = make(COIR_ACTION_TO, property, 0, COIR_MANNER_OTHER, "");
    if (action)
        action->value[0] = value;
    return action;
}

CoirAction *coir_show(void)
{
    return coir_action_make_switch(COIR_PROPERTY_VISIBLE, true);
}

CoirAction *coir_hide(void)
{
    return coir_action_make_switch(COIR_PROPERTY_VISIBLE, false);
}

CoirAction *coir_toggle_visibility(void)
{
    return make(COIR_ACTION_TOGGLE, COIR_PROPERTY_VISIBLE, 0, COIR_MANNER_SAME, "");
}

CoirAction *coir_blink(double duration, int times)
{
    if (times < 1)
        return MISTAKE("coir_blink: %d times; at least once", times), NULL;
    CoirAction *action = make(COIR_ACTION_BLINK, COIR_PROPERTY_VISIBLE, duration, COIR_MANNER_SAME, "coir_blink");
    if (action)
        action->times = times;
    return action;
}

CoirAction *coir_set_z(int z)
{
    CoirAction *action = make(COIR_ACTION_TO, COIR_PROPERTY_Z, 0, COIR_MANNER_SAME, "");
    if (action)
        coir_property_split(z, action->value);
    return action;
}
