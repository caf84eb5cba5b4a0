// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A game that logs what happens, for tests/web/pages.py: keys, pointers and buttons that go down, the wheel, axes of
// controllers, changes of size, frames that are long, and each 60th frame. At the start, the game logs the number of
// its starts, which the save "runs" counts, and whether the save "second" exists. The keys are:
//
// 1. Escape ends the game, and F toggles full screen.
// 2. S writes the save "second", and R removes this save.
// 3. T logs the time of the game in milliseconds.
// 4. A, D and O crash: abort, a division by zero, and calls without an end.
//
// With the argument "hidden", the window is hidden; with the argument "headless", there is no window. With any other
// argument, the program fails before the loop.

#include <stdlib.h>
#include <string.h>

#include <coir/coir.h>

static CoirDirector *director;
static double game_time; // seconds
static bool time_wanted; // the next update logs game_time
static volatile int zero;

static int call_without_end(int depth)
{
    return depth < zero ? 0 : call_without_end(depth + 1) / (zero - 1);
}

static bool receive(CoirStage *stage, const CoirEvent *event, void *user)
{
    (void)stage, (void)user;
    int x = (int)(event->position.x + 0.5f), y = (int)(event->position.y + 0.5f);
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN:
        coir_log(COIR_LOG_INFO, "key %s", coir_key_name(event->key));
        if (event->key == COIR_KEY_ESCAPE)
            coir_director_end(director);
        if (event->key == COIR_KEY_S)
            coir_save_write("second", "", 0);
        if (event->key == COIR_KEY_A)
            abort();
        if (event->key == COIR_KEY_D)
            coir_log(COIR_LOG_INFO, "quotient %d", x / zero);
        if (event->key == COIR_KEY_O)
            coir_log(COIR_LOG_INFO, "result %d", call_without_end(1));
        if (event->key == COIR_KEY_R)
            coir_save_remove("second");
        if (event->key == COIR_KEY_T)
            time_wanted = true;
        if (event->key == COIR_KEY_F)
            coir_window_set_fullscreen(coir_director_window(director),
                                       !coir_window_is_fullscreen(coir_director_window(director)));
        break;
    case COIR_EVENT_POINTER_DOWN: coir_log(COIR_LOG_INFO, "down %d %d", x, y); break;
    case COIR_EVENT_WHEEL: coir_log(COIR_LOG_INFO, "wheel %s", event->delta.y > 0 ? "up" : "down"); break;
    case COIR_EVENT_BUTTON_DOWN: coir_log(COIR_LOG_INFO, "button %d", (int)event->button); break;
    case COIR_EVENT_AXIS: coir_log(COIR_LOG_INFO, "axis %d", (int)event->axis); break;
    case COIR_EVENT_RESIZED: coir_log(COIR_LOG_INFO, "resized %d %d", (int)event->size.x, (int)event->size.y); break;
    default: break;
    }
    return false;
}

static void watch_time(CoirNode *scene, double dt)
{
    static int frames;
    (void)scene;
    game_time += dt;
    if (time_wanted)
        coir_log(COIR_LOG_INFO, "time %.0f", game_time * 1000);
    time_wanted = false;
    if (dt > 0.2)
        coir_log(COIR_LOG_INFO, "long %.3f", dt);
    if (++frames % 60 == 0)
        coir_log(COIR_LOG_INFO, "frames %d", frames);
}

typedef struct Probe {
    CoirNode node;
} Probe;

static COIR_NODE_CLASS(Probe, .update = watch_time);

int main(int count, char **words)
{
    int runs = 0;
    bool is_hidden = count > 1 && strcmp(words[1], "hidden") == 0;
    bool is_headless = count > 1 && strcmp(words[1], "headless") == 0;
    if (count > 1 && !is_hidden && !is_headless) {
        coir_log(COIR_LOG_ERROR, "the argument %s", words[1]);
        return 3;
    }
    director = coir_director_create(
        &(CoirDirectorDef){.title = "Probe", .resizable = true, .hidden = is_hidden, .headless = is_headless});
    Probe *scene = COIR_NEW(Probe);
    if (!director || !scene || !coir_saves_open("The Coir authors", "Probe")) {
        coir_log(COIR_LOG_ERROR, "%s", coir_error());
        return 1;
    }
    coir_save_read("runs", &runs, sizeof runs);
    runs++;
    if (!coir_save_write("runs", &runs, sizeof runs))
        coir_log(COIR_LOG_ERROR, "%s", coir_error());
    coir_log(COIR_LOG_INFO, "run %d", runs);
    coir_log(COIR_LOG_INFO, "second save: %s", coir_save_read("second", NULL, 0) == 0 ? "there" : "missing");
    coir_stage_listen(coir_director_stage(director), 0, receive, NULL);
    coir_box_add(scene, 480, 270, 400, 200, coir_rgb(200, 80, 40));
    coir_circle_add(scene, 100, 440, 60, COIR_WHITE);
    CoirSound *tone = coir_sound_tone(&(CoirTone){.pitch = 440, .hold = 0.2});
    coir_sound_play(tone);
    bool done = coir_director_run(director, &scene->node);
    coir_log(COIR_LOG_INFO, "the end");
    coir_director_destroy(director);
    return done ? 0 : 1;
}
