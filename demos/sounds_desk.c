// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A mixing desk: a strip of controls for each group, and a switch that makes effects lower the music while they play.

#include "sounds.h"

typedef struct Desk {
    CoirNode node;
    SoundsKit *kit;
    SoundsStrip *strips[SOUNDS_STRIPS];
    int chosen; // strip on which the keys act
    bool ducks;
} Desk;

static const CoirNodeClass Desk_class;
static const CoirRect panel = {20, 184, 396, 192};
static const SoundsButton duck = {{284, 350, 124, 20}, COIR_KEY_V, "duck the music", {255, 176, 84, 255}};

static void set_duck(Desk *desk, bool on)
{
    desk->ducks = on;
    coir_group_set_duck(COIR_GROUP_MUSIC, on ? &(CoirDuck){.by = COIR_GROUP_EFFECTS, .volume = 0.15f} : NULL);
}

static bool desk_event(CoirNode *node, const CoirEvent *event)
{
    Desk *desk = COIR_AS(Desk, node);
    bool is_number =
        event->type == COIR_EVENT_KEY_DOWN && event->key >= COIR_KEY_1 && event->key < COIR_KEY_1 + SOUNDS_STRIPS;
    if (is_number)
        desk->chosen = (int)(event->key - COIR_KEY_1);
    if (is_number || sounds_pressed(event, &duck, 1) < 0)
        return is_number;
    set_duck(desk, !desk->ducks);
    sounds_click(desk->kit);
    return true;
}

// The groups of the demo ---------------------------------------------------------------------------------------------

static CoirGroup make_group(const char *name)
{
    CoirGroup group = coir_group_new(name, COIR_GROUP_ALL);
    return group == COIR_GROUP_NONE ? COIR_GROUP_EFFECTS : group;
}

static void desk_enter(CoirNode *node)
{
    Desk *desk = COIR_AS(Desk, node);
    desk->kit->beat = make_group("beat");
    desk->kit->ball = make_group("ball");
    const CoirGroup groups[SOUNDS_STRIPS] = {COIR_GROUP_ALL,  COIR_GROUP_EFFECTS, COIR_GROUP_MUSIC,
                                             desk->kit->beat, desk->kit->ball,    COIR_GROUP_INTERFACE};
    for (int i = 0; i < SOUNDS_STRIPS; i++)
        desk->strips[i]->group = groups[i];
}

// Destroys the groups of the demo, and sets the other groups back to their defaults, for the next demo.
static void desk_leave(CoirNode *node)
{
    Desk *desk = COIR_AS(Desk, node);
    desk->kit->beat = desk->kit->ball = COIR_GROUP_EFFECTS;
    set_duck(desk, false);
    for (int i = 0; i < SOUNDS_STRIPS; i++) {
        CoirGroup *group = &desk->strips[i]->group;
        sounds_strip_reset(desk->strips[i]);
        if (*group > COIR_GROUP_ALL)
            coir_group_destroy(*group);
        *group = COIR_GROUP_EFFECTS;
    }
}

static void desk_draw(CoirNode *node, CoirPainter *painter)
{
    sounds_panel(painter, panel, "Groups: 1 to 6 choose, - and = move", "");
    sounds_button(painter, &duck, COIR_AS(Desk, node)->ducks);
}

static COIR_NODE_CLASS(Desk, .enter = desk_enter, .leave = desk_leave, .draw = desk_draw, .event = desk_event);

CoirNode *sounds_desk_new(SoundsKit *kit)
{
    static const char *const words[SOUNDS_STRIPS] = {"all", "effects", "music", "beat", "ball", "interface"};
    Desk *desk = COIR_NEW(Desk);
    if (!desk)
        return NULL;
    desk->kit = kit;
    for (int i = 0; i < SOUNDS_STRIPS; i++) {
        desk->strips[i] = sounds_strip_new(kit, words[i], i, &desk->chosen);
        if (!desk->strips[i] || !coir_node_add(desk, desk->strips[i])) {
            coir_node_destroy(desk);
            return NULL;
        }
    }
    return &desk->node;
}
