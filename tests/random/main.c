// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plays rounds of random calls:
//
//     random_calls [--seed N] [--calls N] [--seconds N] [--round N] [--trace] [--all] [--often TEXT]
//
// Each round has its own seed: the previous seed plus 1. At the end of a round everything is destroyed, and no block of
// memory, no node, and no pointer that the library owns may be left. `--round` sets the number of calls in a round.
// `--seconds` ends the program after N seconds, at the end of a round. `--trace` prints the calls with their arguments.
// `--all` continues after the number of calls until all functions were called and all kinds of callbacks were entered.
// The program fails if this takes more than MORE times as many calls. `--often` calls functions with TEXT in their
// names ten times as often. The same seed makes the same calls only in the same build, because compilers evaluate the
// arguments of a call in different orders.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <SDL.h>

#include "random/values.h"
#include "random/world.h"
#include "support/dying.h"

#define REPORT_EACH 1000000
#define MORE 10
#define CALLBACKS_MOST 100000 // callbacks in one call; then a seek is stopped, because the seek may play years
#define HANGS_AFTER 60        // seconds for one call; sanitizers on a busy machine are slow

typedef struct Options {
    uint64_t seed;
    long long calls, round;
    double seconds;
    bool all;
    const char *often; // NULL: none
} Options;

typedef struct Weight {
    Function function;
    int weight;
} Weight;

#define USUAL 20

// How often functions are called; other functions have the weight USUAL. Slow functions are called less often,
// functions that let time pass more often.
static const Weight weights[] = {
    {F_coir_director_create, 2},
    {F_coir_director_destroy, 1},
    {F_coir_director_screenshot, 1},
    {F_coir_director_run, 2},
    {F_coir_director_frame, 150},
    {F_coir_stage_update, 200},
    {F_coir_scheduler_update, 100},
    {F_coir_stage_new, 6},
    {F_coir_action_manager_update, 100},
    {F_coir_timer_queue_advance, 100},
    {F_coir_node_run, 300},
    {F_coir_action_manager_run, 80},
    {F_coir_sequence, 60},
    {F_coir_spawn, 60},
    {F_coir_yoyo, 40},
    {F_coir_repeat, 40},
    {F_coir_repeat_forever, 40},
    {F_coir_targeted, 40},
    {F_coir_remove_self, 5},
    {F_coir_node_make, 40},
    {F_coir_node_add, 150},
    {F_coir_stage_show, 5},
    {F_coir_director_show, 5},
    {F_coir_stage_event, 150},
    {F_coir_node_listen, 60},
    {F_coir_node_on, 60},
    {F_coir_stage_listen, 10},
    {F_coir_node_set_hit, 40},
    {F_coir_call, 80},
    {F_coir_each, 80},
    {F_coir_action_new, 100},
    {F_coir_ease_function, 80},
    {F_coir_animate, 60},
    {F_coir_tween_float, 60},
    {F_coir_tween_vec2, 60},
    {F_coir_run_on_done, 60},
    {F_coir_painter_raw, 60},
    {F_coir_action_release, 5},
    {F_coir_node_destroy, 10},
    {F_coir_node_detach, 10},
    {F_coir_node_stop_all, 5},
    {F_coir_run_stop, 10},
    {F_coir_node_pause, 10},
    {F_coir_node_pause_tree, 8},
    {F_coir_node_destroy_children, 5},
    {F_coir_scheduler_unschedule_all, 4},
    {F_coir_scheduler_pause_all, 5},
    {F_coir_action_manager_pause_all, 5},
    {F_coir_action_manager_stop_all, 4},
    {F_coir_action_manager_destroy, 5},
    {F_coir_scheduler_destroy, 5},
    {F_coir_stage_destroy, 2},
    {F_coir_director_pause, 4},
    {F_coir_sheet_load, 4},
    {F_coir_font_load, 4},
    {F_coir_font_load_truetype, 8},
    {F_coir_label_add, 40},
    {F_coir_label_add_with_style, 40},
    {F_coir_textures_purge, 4},
    {F_coir_sheets_purge, 3},
    {F_coir_fonts_purge, 3},
    {F_coir_textures_set_filter, 4},
    {F_coir_run_seek, 60},
    {F_coir_run_set_speed, 30},
    {F_coir_display_available, 1},
    {F_coir_display_count, 1},
    {F_coir_display_describe, 1},
    {F_coir_input_new, 6},
    {F_coir_input_destroy, 3},
    {F_coir_input_key, 60},
    {F_coir_input_connect, 40},
    {F_coir_input_bind, 60},
    {F_coir_input_listen_for, 60},
    {F_coir_input_save_bindings, 2},
    {F_coir_input_load_bindings, 4},
    {F_coir_controllers_load_mappings, 2},
    {F_coir_memory_set_hook, 2},
    {F_coir_log_set_hook, 2},
    {F_coir_log_set_level, 2},
    {F_coir_sound_load, 10},
    {F_coir_sound_stream, 10},
    {F_coir_sound_tone, 4},
    {F_coir_sound_destroy, 4},
    {F_coir_sounds_purge, 4},
    {F_coir_sound_play, 60},
    {F_coir_sound_play_with, 80},
    {F_coir_node_play_with, 80},
    {F_coir_play, 40},
    {F_coir_play_with, 40},
    {F_coir_play_whole, 60},
    {F_coir_sound_render, 60},
    {F_coir_voice_run, 60},
    {F_coir_group_run, 40},
    {F_coir_group_destroy, 10},
    {F_coir_voices_stop_all, 4},
    {F_coir_mixer_open, 3},
    {F_coir_mixer_close, 3},
    {F_write_node_fields, 100},
    {F_put_right, 150},
    {F_show_new_scene, 40},
};

static int sums[FUNCTION_COUNT];
static int budget;  // calls that callbacks may still make inside the present call
static int entered; // callbacks inside the present call

static bool (*const drivers[])(Function) = {drive_action, drive_app,   drive_draw,  drive_input, drive_node,
                                            drive_plain,  drive_scene, drive_sound, drive_time,  drive_window};

Record record;

static void make_sums(const char *often)
{
    int sum = 0;
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        int weight = USUAL;
        for (size_t k = 0; k < sizeof weights / sizeof *weights; k++)
            if (weights[k].function == (Function)i)
                weight = weights[k].weight;
        if (often && strstr(function_names[i], often))
            weight *= 10;
        sums[i] = sum += weight;
    }
}

static int find(int sum)
{
    int low = 0, high = FUNCTION_COUNT - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sums[middle] > sum)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Picks a function. In a draw hook, every second function is a function of the painter. These functions are neighbours
// in the enum, because functions.sh sorts the functions by name.
static Function pick(void)
{
    if (is_painting() && one_in(2))
        return (Function)(F_coir_painter_circle + below(F_coir_painter_triangles - F_coir_painter_circle + 1));
    return (Function)find(below(sums[FUNCTION_COUNT - 1]));
}

static bool drive_any(Function function)
{
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (drivers[i](function))
            return true;
    return false;
}

static void drive(Function function)
{
    Cost before = taken;
    taken = (Cost){0, 0};
    careless = one_in(3);
    record_call(function);
    if (!drive_any(function)) {
        fprintf(stderr, "%s is a public function, and no random/drive_*.c calls it\n", function_names[function]);
        exit(1);
    }
    taken = before;
}

void inside(Callback callback)
{
    record_callback(callback);
    if (++entered > CALLBACKS_MOST)
        stop_seek();
    if (record.depth + 1 >= DEPTHS)
        return;
    bool was_careless = careless;
    record.depth++;
    for (int count = below(4); count > 0 && budget > 0; count--) {
        budget--;
        drive(pick());
    }
    record.depth--;
    careless = was_careless;
}

void inside_node(Callback callback, const CoirNode *node)
{
    if (!is_alive(node))
        record_fault("a callback is called with a node that has been destroyed", callback, node);
    inside(callback);
}

// Performs one random call outside of callbacks. In one of ten such calls, some allocations fail.
static void call_one(void)
{
    entered = 0;
    budget = one_in(3) ? 0 : 1 + below(30);
    fail_memory(one_in(10) ? 1 + below(12) : 0);
    drive(pick());
    fail_memory(0);
    if (one_in(10))
        check_scenes();
    check_sounds();
}

// Makes two directors, a stage, scenes and some nodes.
static void begin_round(void)
{
    static const Function first[] = {F_coir_assets_set_folder, F_coir_director_create, F_coir_director_create,
                                     F_coir_stage_new,         F_show_new_scene,       F_show_new_scene,
                                     F_show_new_scene};
    static const Function next[] = {F_coir_node_make, F_coir_node_add,      F_coir_sprite_add, F_coir_node_run,
                                    F_coir_label_add, F_coir_director_show, F_coir_stage_show, F_coir_node_every};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        drive(first[i]);
    for (int i = 0; i < 60; i++)
        drive(next[below(sizeof next / sizeof *next)]);
}

static bool play_round(const Options *options)
{
    chance.state = record.seed;
    hooks_begin();
    fflush(stdout);
    begin_round();
    for (long long end = record.calls + options->round; record.calls < end;) {
        watch(HANGS_AFTER);
        call_one();
    }
    budget = 0;
    careless = false;
    watch(HANGS_AFTER);
    world_end();
    if (blocks_held() == 0 && coir_nodes_count() == 0 && owned_left() == 0)
        return true;
    fprintf(stderr,
            "seed %llu: %ld blocks of memory, %d nodes and %d owned pointers are left at the end of the round\n",
            (unsigned long long)record.seed, blocks_held(), coir_nodes_count(), owned_left());
    hooks_end();
    coir_nodes_report();
    return false;
}

static Options read_options(int count, char **arguments)
{
    Options options = {.seed = (uint64_t)time(NULL), .calls = 100000, .round = 3000};
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "0";
        if (strcmp(name, "--trace") == 0)
            record.trace = true;
        else if (strcmp(name, "--all") == 0)
            options.all = true;
        else if (strcmp(name, "--seed") == 0)
            options.seed = strtoull(value, NULL, 10), i++;
        else if (strcmp(name, "--calls") == 0)
            options.calls = strtoll(value, NULL, 10), i++;
        else if (strcmp(name, "--round") == 0)
            options.round = strtoll(value, NULL, 10), i++;
        else if (strcmp(name, "--often") == 0)
            options.often = value, i++;
        else if (strcmp(name, "--seconds") == 0)
            options.seconds = strtod(value, NULL), i++;
        else
            fprintf(stderr, "there is no option %s\n", name), exit(2);
    }
    return options;
}

static bool should_continue(const Options *options)
{
    return record.calls < options->calls ||
           (options->all && record.calls < options->calls * MORE && !record_is_whole());
}

int main(int count, char **arguments)
{
    Options options = read_options(count, arguments);
    time_t start = time(NULL);
    SDL_setenv("SDL_AUDIODRIVER", "dummy", 1); // a precaution: headless directors open no device
    bool good = values_begin() && SDL_InitSubSystem(SDL_INIT_EVENTS) == 0;
    make_sums(options.often);
    record_begin();
    record.seed = options.seed;
    printf("seed %llu\n", (unsigned long long)record.seed);
    while (good && should_continue(&options)) {
        good = play_round(&options);
        record.seed++;
        if (record.calls / REPORT_EACH > (record.calls - options.round) / REPORT_EACH)
            printf("%lld calls, next is seed %llu\n", record.calls, (unsigned long long)record.seed);
        if (options.seconds > 0 && difftime(time(NULL), start) >= options.seconds)
            break;
    }
    watch(0);
    hooks_end();
    SDL_Quit();
    values_end();
    record_print_counts();
    printf("%lld calls in %d seconds\n", record.calls, (int)difftime(time(NULL), start));
    return good && (!options.all || record_is_whole()) ? 0 : 1;
}
