// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The gallery: shows the demos, in a window or headless. The scene of a demo is a child of the gallery's own scene
// (`Gallery.frame`), which receives the keys that the demo has not swallowed. An overlay counts the frames. A demo may
// show scenes of its own in place of the gallery's scene; meanwhile the overlay receives the keys.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "demo.h"
#include "options.h"

#define DEMO(name) extern const CoirDemo demo_##name;
#include "demo_list.h"
#undef DEMO

#define DEMO(name) &demo_##name,
static const CoirDemo *const demos[] = {
#include "demo_list.h"
};
#undef DEMO

#define DEMO_COUNT ((int)(sizeof demos / sizeof demos[0]))

typedef struct Gallery {
    Options options;
    CoirDirector *director;
    CoirNodeRef frame; // scene of the gallery, with the scene of the demo as its child
    int shown;         // index of the demo that is shown
    int64_t frames;
    bool failed;
} Gallery;

static int find_demo(const char *name)
{
    for (int i = 0; name && i < DEMO_COUNT; i++)
        if (!strcmp(demos[i]->name, name))
            return i;
    return name ? -1 : 0;
}

// Showing ------------------------------------------------------------------------------------------------------------

static bool show(Gallery *gallery, int index);

static bool on_event(CoirNode *node, const CoirEvent *event, void *user)
{
    Gallery *gallery = user;
    (void)node;
    if (event->type != COIR_EVENT_KEY_DOWN)
        return false;
    if (event->key == COIR_KEY_ESCAPE)
        coir_director_end(gallery->director);
    if (event->key == COIR_KEY_RIGHT)
        show(gallery, (gallery->shown + 1) % DEMO_COUNT);
    if (event->key == COIR_KEY_LEFT)
        show(gallery, (gallery->shown + DEMO_COUNT - 1) % DEMO_COUNT);
    return event->key != COIR_KEY_F3; // options.c listens for F3
}

static bool on_event_elsewhere(CoirNode *node, const CoirEvent *event, void *user)
{
    const Gallery *gallery = user;
    return !coir_node_is_on_stage(coir_node_get(gallery->frame)) && on_event(node, event, user);
}

static void count_frame(void *target, double dt, void *user)
{
    Gallery *gallery = user;
    (void)target;
    (void)dt;
    gallery->frames += coir_director_scene(gallery->director) ? 1 : 0; // before the first scene, frames draw nothing
    if (gallery->options.frames && gallery->frames >= gallery->options.frames)
        coir_director_end(gallery->director);
}

static bool show(Gallery *gallery, int index)
{
    CoirNode *frame = coir_node_new(), *scene = demos[index]->make_scene(gallery->director, gallery->options.seed);
    if (frame && scene && coir_node_add(frame, scene) && coir_node_listen(frame, on_event, gallery) &&
        coir_director_show(gallery->director, frame)) {
        gallery->frame = coir_node_ref(frame);
        gallery->shown = index;
        coir_log(COIR_LOG_INFO, "%s: %s", demos[index]->name, demos[index]->help);
        return true;
    }
    if (!(scene && coir_node_parent(scene)))
        coir_node_destroy(scene);
    coir_node_destroy(frame);
    gallery->failed = true;
    coir_director_end(gallery->director);
    return false;
}

// Running ------------------------------------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_bench(const Gallery *gallery, double *times, int64_t count)
{
    CoirPainterStats stats = coir_director_painter_stats(gallery->director);
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%s: %lld frames, median %.3f ms, 95%% below %.3f ms, %d quads in %d calls\n", demos[gallery->shown]->name,
           (long long)count, times[count / 2] * 1000, times[count * 95 / 100] * 1000, stats.quads, stats.calls);
}

// Plays frames one after the other without waiting. Each frame advances the game by --dt seconds, or by OPTIONS_DT.
static bool run_steps(Gallery *gallery)
{
    const Options *options = &gallery->options;
    double *times = options->bench ? malloc((size_t)options->frames * sizeof *times) : NULL;
    bool goes_on = true;
    int64_t count = 0;
    if (options->bench && !times) {
        fprintf(stderr, "gallery: there is no memory for the times of %lld frames\n", (long long)options->frames);
        return false;
    }
    for (; goes_on; count++) {
        Uint64 start = SDL_GetPerformanceCounter();
        coir_error_clear(); // so that an error after the loop comes from the last frame
        goes_on = coir_director_frame(gallery->director, options->dt ? options->dt : OPTIONS_DT);
        if (times && count < options->frames)
            times[count] = (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    }
    bool failed = coir_error()[0];
    if (times)
        print_bench(gallery, times, count < options->frames ? count : options->frames);
    free(times);
    return !failed;
}

static bool add_overlay(Gallery *gallery)
{
    CoirNode *overlay = coir_node_new();
    if (overlay && coir_node_listen(overlay, on_event_elsewhere, gallery) &&
        coir_node_every_frame(overlay, count_frame, gallery, COIR_PRIORITY_USER_MIN) &&
        coir_director_set_overlay(gallery->director, overlay))
        return true;
    coir_node_destroy(overlay);
    return false;
}

static bool run(Gallery *gallery, int index)
{
    const Options *options = &gallery->options;
    if (!add_overlay(gallery) || !show(gallery, index))
        return false;
    bool done = options->headless || options->dt ? run_steps(gallery) : coir_director_run(gallery->director, NULL);
    done = done && !gallery->failed && options_save(options, gallery->director);
    if (done && options->shot)
        coir_log(COIR_LOG_INFO, "the last frame is in %s", options->shot);
    return done;
}

static void print_help(void)
{
    puts("gallery [NAME] [OPTIONS]    shows the demo NAME, or the first; the arrow keys go to the others, F3 shows\n"
         "                            statistics, Escape ends\n"
         "  --list            prints the demos, one on each line\n"
         "  --bench           runs headless as fast as possible, and prints the time of a frame");
    options_print_help();
}

int main(int count, char **words)
{
    Gallery gallery = {0};
    CoirDirectorDef def = {.title = "Coir: demos", .resizable = true};
    if (!options_read(&gallery.options, count, words))
        return 2;
    if (gallery.options.help)
        print_help();
    for (int i = 0; gallery.options.list && i < DEMO_COUNT; i++)
        printf("%-10s %s\n", demos[i]->name, demos[i]->help);
    if (gallery.options.help || gallery.options.list)
        return 0;
    int index = find_demo(gallery.options.name);
    if (index < 0) {
        fprintf(stderr, "gallery: there is no demo \"%s\"; --list shows them\n", gallery.options.name);
        return 2;
    }
    gallery.director = options_open(&gallery.options, def, demos[index]->name);
    bool done = gallery.director && run(&gallery, index);
    return options_end(gallery.director, done);
}
