// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A mixing desk: a fader for each group, and switches that mute, muffle and echo a group. The keys act on the strip
// that was chosen last.

#include <math.h>
#include <stdio.h>

#include "ink.h"
#include "sounds.h"

#define STRIPS 6
#define SWITCHES 3
enum { MUTE, WATER, ECHO };

typedef struct Strip {
    float volume;
    bool on[SWITCHES];
    bool is_held;
    int64_t finger; // finger that holds the fader
} Strip;

typedef struct Desk {
    CoirNode node;
    SoundsKit *kit;
    Strip strips[STRIPS];
    int chosen;
    bool ducks;
} Desk;

static const CoirNodeClass Desk_class;
static const CoirRect panel = {20, 184, 396, 192};
static const SoundsButton duck = {{284, 350, 124, 20}, COIR_KEY_V, "duck the music", {255, 176, 84, 255}};

static CoirRect track(int strip)
{
    return coir_rect(28 + 63.5f * (float)strip + 20, 262, 20, 62);
}

static SoundsButton make_switch(int strip, int index)
{
    static const CoirKey keys[] = {COIR_KEY_Z, COIR_KEY_X, COIR_KEY_C};
    static const char *const words[] = {"mute", "water", "echo"};
    CoirRect where = coir_rect(28 + 63.5f * (float)strip, 232 - 21 * (float)index, 60, 19);
    return (SoundsButton){where, keys[index], words[index], ink_hue(0.5f * (float)index)};
}

static CoirGroup group_of(const Desk *desk, int strip)
{
    const CoirGroup groups[STRIPS] = {COIR_GROUP_ALL,  COIR_GROUP_EFFECTS, COIR_GROUP_MUSIC,
                                      desk->kit->beat, desk->kit->ball,    COIR_GROUP_INTERFACE};
    return groups[strip];
}

// What the controls do -----------------------------------------------------------------------------------------------

static void set_volume(Desk *desk, int strip, float volume)
{
    desk->chosen = strip;
    desk->strips[strip].volume = fminf(fmaxf(volume, 0), 1);
    coir_group_set_volume(group_of(desk, strip), desk->strips[strip].volume);
}

static void set_switch(Desk *desk, int strip, int index, bool on)
{
    CoirGroup group = group_of(desk, strip);
    desk->strips[strip].on[index] = on;
    if (index == MUTE)
        coir_group_set_muted(group, on);
    if (index == WATER)
        coir_group_set_low_pass(group, on ? 500 : 0);
    if (index == ECHO)
        coir_group_set_echo(group, on ? &(CoirEcho){.delay = 0.25, .feedback = 0.45f, .mix = 0.5f} : NULL);
}

static void set_duck(Desk *desk, bool on)
{
    desk->ducks = on;
    coir_group_set_duck(COIR_GROUP_MUSIC, on ? &(CoirDuck){.by = COIR_GROUP_EFFECTS, .volume = 0.15f} : NULL);
}

static void turn(Desk *desk, int strip, int index)
{
    desk->chosen = strip;
    set_switch(desk, strip, index, !desk->strips[strip].on[index]);
    sounds_click(desk->kit);
}

static void turn_duck(Desk *desk)
{
    set_duck(desk, !desk->ducks);
    sounds_click(desk->kit);
}

static void reset(Desk *desk)
{
    for (int i = 0; i < STRIPS; i++) {
        set_volume(desk, i, 1);
        for (int j = 0; j < SWITCHES; j++)
            set_switch(desk, i, j, false);
    }
    set_duck(desk, false);
}

// Events -------------------------------------------------------------------------------------------------------------

static bool press_pointer(Desk *desk, const CoirEvent *event)
{
    for (int i = 0; i < STRIPS; i++) {
        CoirRect r = track(i);
        if (coir_rect_contains(coir_rect(r.x - 20, r.y - 8, r.width + 40, r.height + 16), event->position)) {
            desk->strips[i].is_held = true;
            desk->strips[i].finger = event->finger;
            set_volume(desk, i, (event->position.y - r.y) / r.height);
            return true;
        }
        for (int j = 0; j < SWITCHES; j++)
            if (coir_rect_contains(make_switch(i, j).where, event->position))
                return turn(desk, i, j), true;
    }
    return false;
}

// Moves the fader that the pointer holds.
static bool move_pointer(Desk *desk, const CoirEvent *event)
{
    bool is_over = event->type == COIR_EVENT_POINTER_UP || event->type == COIR_EVENT_POINTER_CANCEL;
    for (int i = 0; i < STRIPS; i++) {
        Strip *strip = &desk->strips[i];
        if (!strip->is_held || strip->finger != event->finger)
            continue;
        if (event->type == COIR_EVENT_POINTER_MOVE)
            set_volume(desk, i, (event->position.y - track(i).y) / track(i).height);
        strip->is_held = !is_over;
        return true;
    }
    return false;
}

static bool press_key(Desk *desk, const CoirEvent *event)
{
    if (event->key >= COIR_KEY_1 && event->key < COIR_KEY_1 + STRIPS)
        return desk->chosen = (int)(event->key - COIR_KEY_1), true;
    if (event->key == COIR_KEY_MINUS || event->key == COIR_KEY_EQUALS) {
        float step = event->key == COIR_KEY_MINUS ? -0.1f : 0.1f;
        return set_volume(desk, desk->chosen, desk->strips[desk->chosen].volume + step), true;
    }
    for (int i = 0; i < SWITCHES; i++)
        if (!event->repeated && event->key == make_switch(0, i).key)
            return turn(desk, desk->chosen, i), true;
    return false;
}

static bool desk_event(CoirNode *node, const CoirEvent *event)
{
    Desk *desk = COIR_AS(Desk, node);
    if (sounds_pressed(event, &duck, 1) == 0)
        return turn_duck(desk), true;
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN: return press_key(desk, event);
    case COIR_EVENT_POINTER_DOWN: return press_pointer(desk, event);
    case COIR_EVENT_POINTER_MOVE:
    case COIR_EVENT_POINTER_UP:
    case COIR_EVENT_POINTER_CANCEL: return move_pointer(desk, event);
    default: return false;
    }
}

static void desk_enter(CoirNode *node)
{
    SoundsKit *kit = COIR_AS(Desk, node)->kit;
    CoirGroup beat = coir_group_new("beat", COIR_GROUP_ALL), ball = coir_group_new("ball", COIR_GROUP_ALL);
    kit->beat = beat == COIR_GROUP_NONE ? COIR_GROUP_EFFECTS : beat;
    kit->ball = ball == COIR_GROUP_NONE ? COIR_GROUP_EFFECTS : ball;
}

// Resets the groups for the next demo.
static void desk_leave(CoirNode *node)
{
    Desk *desk = COIR_AS(Desk, node);
    reset(desk);
    if (desk->kit->beat != COIR_GROUP_EFFECTS)
        coir_group_destroy(desk->kit->beat);
    if (desk->kit->ball != COIR_GROUP_EFFECTS)
        coir_group_destroy(desk->kit->ball);
    desk->kit->beat = desk->kit->ball = COIR_GROUP_EFFECTS;
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void draw_strip(const Desk *desk, CoirPainter *painter, int index)
{
    static const char *const names[STRIPS] = {"all", "effects", "music", "beat", "ball", "interface"};
    const Strip *strip = &desk->strips[index];
    CoirRect r = track(index);
    CoirColor hue = ink_hue((float)index / (STRIPS - 1));
    float top = r.height * strip->volume;
    if (index == desk->chosen)
        ink_panel(painter, coir_rect(r.x - 21, 187, 62, 160), coir_rgb(33, 37, 60), ink_alpha(hue, 0.5f));
    sounds_text(painter, coir_rect(r.x - 20, 328, 60, 18), COIR_ALIGN_CENTER,
                index == desk->chosen ? COIR_WHITE : INK_DIM, names[index]);
    coir_painter_rounded_rect(painter, coir_rect(r.x + 7, r.y, 6, r.height), 3, coir_rgb(16, 18, 32));
    coir_painter_rounded_rect(painter, coir_rect(r.x + 7, r.y, 6, top), 3, ink_alpha(hue, strip->on[MUTE] ? 0.3f : 1));
    coir_painter_rounded_rect(painter, coir_rect(r.x - 4, r.y + top - 5, 28, 10), 3, INK_TEXT);
    for (int i = 0; i < SWITCHES; i++) {
        SoundsButton button = make_switch(index, i);
        button.key = index == desk->chosen ? button.key : COIR_KEY_NONE;
        sounds_button(painter, &button, strip->on[i]);
    }
}

static void desk_draw(CoirNode *node, CoirPainter *painter)
{
    const Desk *desk = COIR_AS(Desk, node);
    sounds_panel(painter, panel, "Groups: 1 to 6 choose, - = move", "");
    sounds_button(painter, &duck, desk->ducks);
    for (int i = 0; i < STRIPS; i++)
        draw_strip(desk, painter, i);
}

static COIR_NODE_CLASS(Desk, .enter = desk_enter, .leave = desk_leave, .draw = desk_draw, .event = desk_event);

CoirNode *sounds_desk_new(SoundsKit *kit)
{
    Desk *desk = COIR_NEW(Desk);
    if (!desk)
        return NULL;
    desk->kit = kit;
    for (int i = 0; i < STRIPS; i++)
        desk->strips[i].volume = 1;
    return &desk->node;
}
