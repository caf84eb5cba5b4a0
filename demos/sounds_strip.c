// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A strip of the mixing desk: a fader for the volume of a group, and switches that mute, muffle and echo the group.

#include <math.h>

#include "ink.h"
#include "sounds.h"

enum { MUTE, WATER, ECHO };

static const CoirNodeClass SoundsStrip_class;

static bool is_chosen(const SoundsStrip *strip)
{
    return *strip->chosen == strip->index;
}

static CoirRect track_of(const SoundsStrip *strip)
{
    return coir_rect(28 + 63.5f * (float)strip->index + 20, 262, 20, 62);
}

// Returns a switch as a button. The button has a key if the strip is chosen.
static SoundsButton switch_of(const SoundsStrip *strip, int index)
{
    static const CoirKey keys[] = {COIR_KEY_Z, COIR_KEY_X, COIR_KEY_C};
    static const char *const words[] = {"mute", "water", "echo"};
    CoirRect where = coir_rect(28 + 63.5f * (float)strip->index, 232 - 21 * (float)index, 60, 19);
    CoirKey key = is_chosen(strip) ? keys[index] : COIR_KEY_NONE;
    return (SoundsButton){where, key, words[index], ink_hue(0.5f * (float)index)};
}

// Effects of the controls --------------------------------------------------------------------------------------------

static void set_volume(SoundsStrip *strip, float volume)
{
    *strip->chosen = strip->index;
    coir_group_set_volume(strip->group, fminf(fmaxf(volume, 0), 1));
}

static void set_switch(SoundsStrip *strip, int index, bool on)
{
    strip->on[index] = on;
    if (index == MUTE)
        coir_group_set_muted(strip->group, on);
    if (index == WATER)
        coir_group_set_low_pass(strip->group, on ? 500 : 0);
    if (index == ECHO)
        coir_group_set_echo(strip->group, on ? &(CoirEcho){.delay = 0.25, .feedback = 0.45f, .mix = 0.5f} : NULL);
}

void sounds_strip_reset(SoundsStrip *strip)
{
    coir_group_set_volume(strip->group, 1);
    for (int i = 0; i < SOUNDS_SWITCHES; i++)
        set_switch(strip, i, false);
}

// Events -------------------------------------------------------------------------------------------------------------

static void turn(SoundsStrip *strip, int index)
{
    *strip->chosen = strip->index;
    set_switch(strip, index, !strip->on[index]);
    sounds_click(strip->kit);
}

static bool press_key(SoundsStrip *strip, CoirKey key)
{
    if (!is_chosen(strip) || (key != COIR_KEY_MINUS && key != COIR_KEY_EQUALS))
        return false;
    set_volume(strip, coir_group_volume(strip->group) + (key == COIR_KEY_MINUS ? -0.1f : 0.1f));
    return true;
}

// Moves the fader with a pointer, from a press near the track until the pointer goes up.
static bool move_fader(SoundsStrip *strip, const CoirEvent *event)
{
    CoirRect r = track_of(strip), handle = coir_rect(r.x - 20, r.y - 8, r.width + 40, r.height + 16);
    bool is_press = event->type == COIR_EVENT_POINTER_DOWN;
    if (is_press ? !coir_rect_contains(handle, event->position) : !strip->is_held || strip->finger != event->finger)
        return false;
    strip->is_held = is_press || event->type == COIR_EVENT_POINTER_MOVE;
    strip->finger = event->finger;
    if (strip->is_held)
        set_volume(strip, (event->position.y - r.y) / r.height);
    return true;
}

static bool strip_event(CoirNode *node, const CoirEvent *event)
{
    SoundsStrip *strip = COIR_AS(SoundsStrip, node);
    for (int i = 0; i < SOUNDS_SWITCHES; i++) {
        SoundsButton button = switch_of(strip, i);
        if (sounds_pressed(event, &button, 1) == 0)
            return turn(strip, i), true;
    }
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN: return press_key(strip, event->key);
    case COIR_EVENT_POINTER_DOWN:
    case COIR_EVENT_POINTER_MOVE:
    case COIR_EVENT_POINTER_UP:
    case COIR_EVENT_POINTER_CANCEL: return move_fader(strip, event);
    default: return false;
    }
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void strip_draw(CoirNode *node, CoirPainter *painter)
{
    const SoundsStrip *strip = COIR_AS(SoundsStrip, node);
    CoirRect r = track_of(strip);
    CoirColor hue = ink_hue((float)strip->index / (SOUNDS_STRIPS - 1));
    float top = r.height * coir_group_volume(strip->group);
    if (is_chosen(strip))
        ink_panel(painter, coir_rect(r.x - 21, 187, 62, 160), coir_rgb(33, 37, 60), ink_alpha(hue, 0.5f));
    sounds_text(painter, coir_rect(r.x - 20, 328, 60, 18), COIR_ALIGN_CENTER, is_chosen(strip) ? COIR_WHITE : INK_DIM,
                strip->words);
    coir_painter_rounded_rect(painter, coir_rect(r.x + 7, r.y, 6, r.height), 3, coir_rgb(16, 18, 32));
    coir_painter_rounded_rect(painter, coir_rect(r.x + 7, r.y, 6, top), 3, ink_alpha(hue, strip->on[MUTE] ? 0.3f : 1));
    coir_painter_rounded_rect(painter, coir_rect(r.x - 4, r.y + top - 5, 28, 10), 3, INK_TEXT);
    for (int i = 0; i < SOUNDS_SWITCHES; i++) {
        SoundsButton button = switch_of(strip, i);
        sounds_button(painter, &button, strip->on[i]);
    }
}

static COIR_NODE_CLASS(SoundsStrip, .draw = strip_draw, .event = strip_event);

SoundsStrip *sounds_strip_new(const SoundsKit *kit, const char *words, int index, int *chosen)
{
    SoundsStrip *strip = COIR_NEW(SoundsStrip);
    if (!strip)
        return NULL;
    strip->kit = kit;
    strip->words = words;
    strip->index = index;
    strip->chosen = chosen;
    return strip;
}
