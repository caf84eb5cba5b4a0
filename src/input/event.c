// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "input/event.h"

#include <math.h>

#include "base/fail.h"
#include "input/input.h"
#include "media/utf8.h"

static const char *const names[COIR_EVENT_COUNT] = {
    [COIR_EVENT_KEY_DOWN] = "COIR_EVENT_KEY_DOWN",
    [COIR_EVENT_KEY_UP] = "COIR_EVENT_KEY_UP",
    [COIR_EVENT_POINTER_DOWN] = "COIR_EVENT_POINTER_DOWN",
    [COIR_EVENT_POINTER_UP] = "COIR_EVENT_POINTER_UP",
    [COIR_EVENT_POINTER_MOVE] = "COIR_EVENT_POINTER_MOVE",
    [COIR_EVENT_POINTER_CANCEL] = "COIR_EVENT_POINTER_CANCEL",
    [COIR_EVENT_POINTER_ENTER] = "COIR_EVENT_POINTER_ENTER",
    [COIR_EVENT_POINTER_LEAVE] = "COIR_EVENT_POINTER_LEAVE",
    [COIR_EVENT_POINTER_AWAY] = "COIR_EVENT_POINTER_AWAY",
    [COIR_EVENT_WHEEL] = "COIR_EVENT_WHEEL",
    [COIR_EVENT_CLICK] = "COIR_EVENT_CLICK",
    [COIR_EVENT_DOUBLE_CLICK] = "COIR_EVENT_DOUBLE_CLICK",
    [COIR_EVENT_LONG_PRESS] = "COIR_EVENT_LONG_PRESS",
    [COIR_EVENT_DRAG_BEGIN] = "COIR_EVENT_DRAG_BEGIN",
    [COIR_EVENT_DRAG] = "COIR_EVENT_DRAG",
    [COIR_EVENT_DRAG_END] = "COIR_EVENT_DRAG_END",
    [COIR_EVENT_PINCH_BEGIN] = "COIR_EVENT_PINCH_BEGIN",
    [COIR_EVENT_PINCH] = "COIR_EVENT_PINCH",
    [COIR_EVENT_PINCH_END] = "COIR_EVENT_PINCH_END",
    [COIR_EVENT_TEXT] = "COIR_EVENT_TEXT",
    [COIR_EVENT_TEXT_EDITING] = "COIR_EVENT_TEXT_EDITING",
    [COIR_EVENT_BUTTON_DOWN] = "COIR_EVENT_BUTTON_DOWN",
    [COIR_EVENT_BUTTON_UP] = "COIR_EVENT_BUTTON_UP",
    [COIR_EVENT_AXIS] = "COIR_EVENT_AXIS",
    [COIR_EVENT_CONTROLLER_ADDED] = "COIR_EVENT_CONTROLLER_ADDED",
    [COIR_EVENT_CONTROLLER_REMOVED] = "COIR_EVENT_CONTROLLER_REMOVED",
    [COIR_EVENT_RESIZED] = "COIR_EVENT_RESIZED",
    [COIR_EVENT_FOCUS_GAINED] = "COIR_EVENT_FOCUS_GAINED",
    [COIR_EVENT_FOCUS_LOST] = "COIR_EVENT_FOCUS_LOST",
    [COIR_EVENT_MINIMIZED] = "COIR_EVENT_MINIMIZED",
    [COIR_EVENT_RESTORED] = "COIR_EVENT_RESTORED",
    [COIR_EVENT_SHOWN] = "COIR_EVENT_SHOWN",
    [COIR_EVENT_HIDDEN] = "COIR_EVENT_HIDDEN",
    [COIR_EVENT_DISPLAY_CHANGED] = "COIR_EVENT_DISPLAY_CHANGED",
    [COIR_EVENT_QUIT] = "COIR_EVENT_QUIT",
    [COIR_EVENT_DROP_BEGIN] = "COIR_EVENT_DROP_BEGIN",
    [COIR_EVENT_FILE_DROPPED] = "COIR_EVENT_FILE_DROPPED",
    [COIR_EVENT_TEXT_DROPPED] = "COIR_EVENT_TEXT_DROPPED",
    [COIR_EVENT_DROP_END] = "COIR_EVENT_DROP_END",
    [COIR_EVENT_CUSTOM] = "COIR_EVENT_CUSTOM",
};

const char *coir_event_name(CoirEventType type)
{
    return names[type];
}

bool coir_event_check_type(CoirEventType type, const char *function)
{
    if ((unsigned)type < COIR_EVENT_COUNT)
        return true;
    return MISTAKE("%s: there is no event type %d; give a CoirEventType below COIR_EVENT_COUNT", function, (int)type);
}

// Numbers ------------------------------------------------------------------------------------------------------------

static bool check_measures(const CoirEvent *event, const char *function)
{
    const struct {
        const char *field;
        float value;
    } measures[] = {
        {"position's x", event->position.x},
        {"position's y", event->position.y},
        {"start's x", event->start.x},
        {"start's y", event->start.y},
        {"delta's x", event->delta.x},
        {"delta's y", event->delta.y},
        {"size's x", event->size.x},
        {"size's y", event->size.y},
        {"value", event->value},
        {"scale", event->scale},
        {"rotation", event->rotation},
    };
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (!(fabsf(measures[i].value) <= COIR_EVENT_NUMBER_MOST))
            return MISTAKE("%s: the %s is %g; it must be a number from -1e12 to 1e12", function, measures[i].field,
                           (double)measures[i].value);
    return event->scale >= 0 ? true
                             : MISTAKE("%s: the scale is %g; it must be at least 0", function, (double)event->scale);
}

static bool check_counts(const CoirEvent *event, const char *function)
{
    if (event->clicks < 0)
        return MISTAKE("%s: clicks are %d; they must be at least 0, and 0 lets Coir count", function, event->clicks);
    if (event->cursor < 0 || event->selection < 0)
        return MISTAKE("%s: the %s is %d; it must be at least 0", function, event->cursor < 0 ? "cursor" : "selection",
                       event->cursor < 0 ? event->cursor : event->selection);
    return true;
}

// Keys and buttons ---------------------------------------------------------------------------------------------------

bool coir_event_is_key(int key)
{
    return (key >= COIR_KEY_A && key <= COIR_KEY_APPLICATION) ||
           (key >= COIR_KEY_KEYPAD_EQUALS && key <= COIR_KEY_F24) ||
           (key >= COIR_KEY_LEFT_CTRL && key <= COIR_KEY_RIGHT_GUI) || key == COIR_KEY_BACK;
}

static bool check_key(int key, const char *function)
{
    if (key == COIR_KEY_NONE || coir_event_is_key(key))
        return true;
    return MISTAKE("%s: there is no key %d; give a key of coir/key.h, such as COIR_KEY_SPACE", function, key);
}

static bool check_pointer_button(const CoirEvent *event, const char *function)
{
    if (event->finger != 0 && event->button != 1)
        return MISTAKE("%s: a finger with the button %d; the button of a finger is 1", function, event->button);
    if (event->button >= 1 && event->button <= POINTER_BUTTONS)
        return true;
    return MISTAKE("%s: there is no mouse button %d; give 1 (left), 2 (middle), 3 (right), 4 or 5 (at the side)",
                   function, event->button);
}

static bool check_pad_button(int button, const char *function)
{
    if (button >= 0 && button < COIR_BUTTON_COUNT)
        return true;
    return MISTAKE("%s: there is no controller button %d; give a CoirButton below COIR_BUTTON_COUNT", function, button);
}

static bool check_axis(int axis, const char *function)
{
    if (axis >= 0 && axis < COIR_AXIS_COUNT)
        return true;
    return MISTAKE("%s: there is no axis %d; give a CoirAxis below COIR_AXIS_COUNT", function, axis);
}

static bool check_device(const CoirEvent *event, const char *function)
{
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN:
    case COIR_EVENT_KEY_UP: return check_key((int)event->key, function);
    case COIR_EVENT_POINTER_DOWN:
    case COIR_EVENT_POINTER_UP: return check_pointer_button(event, function);
    case COIR_EVENT_POINTER_CANCEL: return event->button == 0 || check_pointer_button(event, function);
    case COIR_EVENT_BUTTON_DOWN:
    case COIR_EVENT_BUTTON_UP: return check_pad_button(event->button, function);
    case COIR_EVENT_AXIS: return check_axis(event->axis, function);
    default: return true;
    }
}

// Texts --------------------------------------------------------------------------------------------------------------

// Checks that an event has the text or the name that its type requires; COIR_EVENT_CONTROLLER_ADDED needs no text. Only
// typed text must be UTF-8: the path of a dropped file may be any bytes, and a dropped text comes from another program.
static bool check_text(const CoirEvent *event, const char *function)
{
    const char *typed = event->type == COIR_EVENT_TEXT           ? "the text of COIR_EVENT_TEXT"
                        : event->type == COIR_EVENT_TEXT_EDITING ? "the text of COIR_EVENT_TEXT_EDITING"
                                                                 : NULL;
    bool has_text = typed || event->type == COIR_EVENT_FILE_DROPPED || event->type == COIR_EVENT_TEXT_DROPPED;
    if (has_text && !event->text)
        return MISTAKE("%s: the text of %s is NULL; set the event's field text", function,
                       coir_event_name(event->type));
    if (typed && !coir_utf8_check(event->text, typed, function))
        return false;
    return event->type != COIR_EVENT_CUSTOM || event->name
               ? true
               : MISTAKE("%s: a custom event has no name; set the event's field name", function);
}

bool coir_event_check(const CoirEvent *event, const char *function)
{
    return coir_event_check_type(event->type, function) && check_measures(event, function) &&
           check_counts(event, function) && check_device(event, function) && check_text(event, function);
}

#define BIT(TYPE) (UINT64_C(1) << (TYPE))

bool coir_event_has_position(CoirEventType type)
{
    const uint64_t placed = BIT(COIR_EVENT_POINTER_DOWN) | BIT(COIR_EVENT_POINTER_UP) | BIT(COIR_EVENT_POINTER_MOVE) |
                            BIT(COIR_EVENT_WHEEL) | BIT(COIR_EVENT_CLICK) | BIT(COIR_EVENT_DOUBLE_CLICK) |
                            BIT(COIR_EVENT_LONG_PRESS) | BIT(COIR_EVENT_DRAG_BEGIN) | BIT(COIR_EVENT_DRAG) |
                            BIT(COIR_EVENT_DRAG_END) | BIT(COIR_EVENT_PINCH_BEGIN) | BIT(COIR_EVENT_PINCH) |
                            BIT(COIR_EVENT_PINCH_END);
    return (BIT(type) & placed) != 0;
}

bool coir_event_is_drag(CoirEventType type)
{
    return type >= COIR_EVENT_DRAG_BEGIN && type <= COIR_EVENT_DRAG_END;
}
