// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Changes the window and the clock. Windows are small most of the time, so that frames are drawn fast.

#include "monkey/monkey.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static CoirWindow *window_of(Monkey *monkey)
{
    return coir_director_window(monkey->director);
}

static void resize(Monkey *monkey)
{
    int most = one_in(monkey, 30) ? 900 : 160;
    coir_window_set_size(window_of(monkey), 1 + below(monkey, most), 1 + below(monkey, most));
}

static void set_policy(Monkey *monkey)
{
    CoirResolution policy = (CoirResolution)below(monkey, COIR_RESOLUTION_INTEGER_SCALE + 1);
    bool sized = one_in(monkey, 2);
    coir_director_set_resolution(monkey->director, policy, sized ? 1 + below(monkey, 1200) : 960, sized ? 400 : 540);
}

static void toggle_fullscreen(Monkey *monkey)
{
    CoirWindow *window = window_of(monkey);
    coir_window_set_fullscreen(window, !coir_window_is_fullscreen(window));
}

static void change_focus(Monkey *monkey)
{
    static const CoirEventType types[] = {COIR_EVENT_FOCUS_LOST,   COIR_EVENT_FOCUS_GAINED, COIR_EVENT_MINIMIZED,
                                          COIR_EVENT_RESTORED,     COIR_EVENT_HIDDEN,       COIR_EVENT_SHOWN,
                                          COIR_EVENT_POINTER_AWAY, COIR_EVENT_FOCUS_LOST,   COIR_EVENT_DISPLAY_CHANGED};
    CoirEvent event = {.type = types[below(monkey, COUNT(types))]};
    coir_input_event(coir_director_input(monkey->director), &event);
}

static void quit(Monkey *monkey)
{
    CoirEvent event = {.type = COIR_EVENT_QUIT};
    if (one_in(monkey, 20))
        coir_input_event(coir_director_input(monkey->director), &event);
}

static void pause_or_resume(Monkey *monkey)
{
    if (one_in(monkey, 3))
        coir_director_pause(monkey->director);
    else
        coir_director_resume(monkey->director);
}

static void scale_time(Monkey *monkey)
{
    static const double scales[] = {1, 1, 1, 0, 0.25, 3, 20};
    coir_director_set_time_scale(monkey->director, scales[below(monkey, COUNT(scales))]);
}

static void hold(Monkey *monkey)
{
    coir_director_hold(monkey->director, below(monkey, 20) / 60.0);
}

static void toggle_statistics(Monkey *monkey)
{
    coir_director_show_statistics(monkey->director, !coir_director_shows_statistics(monkey->director));
}

static void take_picture(Monkey *monkey)
{
    if (!monkey->is_drawing && one_in(monkey, 10) && !coir_director_screenshot(monkey->director, monkey_picture_path()))
        monkey_fault(monkey, coir_error());
}

static void write_title(Monkey *monkey)
{
    coir_window_set_title(window_of(monkey), one_in(monkey, 2) ? NULL : "monkey");
    coir_window_set_cursor_visible(window_of(monkey), one_in(monkey, 2));
}

static void skip_time(Monkey *monkey)
{
    coir_director_next_dt_zero(monkey->director);
    coir_director_redraw(monkey->director);
}

static void set_gestures(Monkey *monkey)
{
    CoirGestureDef def = {.long_press = one_in(monkey, 2) ? 0.05 : 0, .drag_distance = one_in(monkey, 2) ? 1 : 0};
    coir_stage_set_gestures(coir_director_stage(monkey->director), &def);
}

void monkey_change_window(Monkey *monkey)
{
    static void (*const acts[])(Monkey *) = {
        resize, resize,       set_policy,  toggle_fullscreen, change_focus, change_focus, quit,      pause_or_resume,
        hold,   take_picture, write_title, toggle_statistics, skip_time,    set_gestures, scale_time};
    acts[below(monkey, COUNT(acts))](monkey);
}
