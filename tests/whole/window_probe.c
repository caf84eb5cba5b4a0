// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A window for real_window.sh, which presses keys, clicks, and reads the lines that this program prints. A letter calls
// a function of coir/window.h, a digit sets the resolution policy. The line of a key has the key, and 1 if the function
// returned true, else 0; after 0 comes a line with the error.

#include <stdio.h>

#include <coir/coir.h>

#define WIDTH 200
#define HEIGHT 100

static CoirDirector *director;

static bool toggle(bool (*set)(CoirWindow *, bool), bool (*is)(const CoirWindow *))
{
    CoirWindow *window = coir_director_window(director);
    return set(window, !is(window));
}

static bool act(uint32_t key)
{
    CoirWindow *window = coir_director_window(director);
    switch (key) {
    case 'f': return toggle(coir_window_set_fullscreen, coir_window_is_fullscreen);
    case 'g': return toggle(coir_window_set_grabbed, coir_window_is_grabbed);
    case 'h': return toggle(coir_window_set_cursor_visible, coir_window_is_cursor_visible);
    case 'r': return toggle(coir_window_set_relative, coir_window_is_relative);
    case 'v': return toggle(coir_window_set_vsync, coir_window_has_vsync);
    case 'c': return coir_window_set_cursor(window, "hand.png", 5, 5);
    case 'd': return coir_window_set_display(window, coir_window_display(window));
    case 'i': return coir_window_set_icon(window, "coconut.png");
    case 'p': return coir_window_set_position(window, 50, 60);
    case 's': return coir_window_set_size(window, 400, 300);
    case 't': return coir_window_set_title(window, "K\xc3\xb6nig");
    default: break;
    }
    return key >= '0' && key <= '5' && coir_director_set_resolution(director, (CoirResolution)(key - '0'), 0, 0);
}

static void print_view(void)
{
    CoirRect seen = coir_director_visible(director);
    CoirVec2 size = coir_window_size(coir_director_window(director));
    printf("resized %g %g visible %.2f %.2f %.2f %.2f\n", (double)size.x, (double)size.y, (double)seen.x,
           (double)seen.y, (double)seen.width, (double)seen.height);
}

static bool probe_event(CoirNode *node, const CoirEvent *event)
{
    (void)node;
    if (event->type == COIR_EVENT_RESIZED)
        print_view();
    if (event->type == COIR_EVENT_KEY_DOWN && !event->repeated) {
        bool done = act(event->character);
        printf("key %c %d\n", (int)event->character, done);
        if (!done)
            printf("error %s\n", coir_error());
    }
    if (event->type == COIR_EVENT_POINTER_DOWN)
        printf("down %.2f %.2f\n", (double)event->position.x, (double)event->position.y);
    if (event->type == COIR_EVENT_POINTER_MOVE && coir_window_is_relative(coir_director_window(director)))
        printf("moved %g %g\n", (double)event->delta.x, (double)event->delta.y);
    return false;
}

typedef struct Probe {
    CoirNode node;
} Probe;

static COIR_NODE_CLASS(Probe, .event = probe_event);

int main(void)
{
    CoirDirectorDef def = {.title = "window_probe", .width = WIDTH, .height = HEIGHT, .resizable = true};
    setvbuf(stdout, NULL, _IOLBF, 0);
    coir_assets_set_folder(COIR_ASSETS);
    director = coir_director_create(&def);
    if (director)
        puts("created");
    Probe *probe = director ? COIR_NEW(Probe) : NULL;
    bool done = probe && coir_director_run(director, &probe->node);
    printf(done ? "ended\n" : "error %s\n", coir_error());
    coir_director_destroy(director);
    return done ? 0 : 1;
}
