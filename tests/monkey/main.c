// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Plays the demos: monkey [--seed N] [--frames N] [--round N] [--demo NAME] [--seconds N]
//
// Plays `--frames` frames of each demo, in rounds of `--round` frames. Begins no round after `--seconds` seconds. Each
// round has a new director and its own seed: the previous seed plus 1. The seed also chooses the kind of the round. To
// play a round again, give its seed, its demo and its `--round`. At the end of a round no block of memory and no node
// may be left. In steady rounds, the number of blocks and of nodes may not grow without bound. Warnings, mistakes and
// errors in the log are faults, except in rounds that destroy nodes of a demo, and while a director is destroyed.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <SDL.h>

#include "base/fail.h"
#include "breaker/breaker.h"
#include "media/texture.h"
#include "monkey/monkey.h"
#include "support/dying.h"
#include "support/folder.h"

#define DEMO(name) extern const CoirDemo demo_##name;
#include "demo_list.h"
#undef DEMO

// The game "breaker". breaker_begin shows a title scene, unless a change of scenes is in progress. The scene that
// make_breaker returns is a second title scene.
static Breaker breaker;

static CoirNode *make_breaker(CoirDirector *director, uint64_t seed)
{
    breaker_end(&breaker); // ends the previous game
    breaker_begin(&breaker, director, COIR_ASSETS "/breaker/levels.txt", seed);
    return make_title(&breaker);
}

static const CoirDemo demo_breaker = {"breaker", "", make_breaker};

#define DEMO(name) &demo_##name,
const CoirDemo *const monkey_demos[] = {
#include "demo_list.h"
    &demo_breaker,
};
#undef DEMO

const int monkey_demo_count = (int)(sizeof monkey_demos / sizeof *monkey_demos);

#define PARTS 5           // parts of the second half of a round
#define STEADY_LEAST 2000 // shorter rounds, in frames, are not checked for growth
#define HANGS_AFTER 120   // limit for a frame in seconds; sanitizers on a busy machine are slow
#define ENDS_MOST 20      // a fault: so many frames in a row return false; a QUIT event causes one such frame

typedef struct Options {
    uint64_t seed;
    int64_t frames, round;
    double seconds;
    const char *demo;
} Options;

static Monkey monkey;
static long blocks, faults, tolerated;
static int64_t frames_played, round_frames;
static const char *picture_path;

// Hooks ---------------------------------------------------------------------------------------------------------------

static void *count_blocks(void *block, size_t size, void *user)
{
    (void)user;
    if (size == 0) {
        blocks -= block != NULL;
        free(block);
        return NULL;
    }
    void *now = realloc(block, size);
    blocks += now && !block;
    return now;
}

void monkey_fault(const Monkey *where, const char *what)
{
    faults++;
    fprintf(stderr, "%s: --seed %llu --round %lld, frame %lld, kind %d: %s\n", where->demo->name,
            (unsigned long long)where->seed, (long long)round_frames, (long long)where->frame, (int)where->kind, what);
}

static void judge_message(CoirLogLevel level, const char *message, void *user)
{
    (void)user;
    if (level < COIR_LOG_WARNING)
        return;
    if (monkey.kind == ROUND_BREAKS || monkey.is_ending)
        tolerated++;
    else
        monkey_fault(&monkey, message);
}

const char *monkey_picture_path(void)
{
    return picture_path;
}

// Dying ---------------------------------------------------------------------------------------------------------------

static void print_place(void)
{
    monkey_fault(&monkey, "the program dies here");
}

// A round -------------------------------------------------------------------------------------------------------------

static CoirDirector *open_director(void)
{
    static const double steps[] = {0, 0, 1.0 / 60, 1.0 / 25, 1.0 / 200};
    CoirDirectorDef def = {.headless = true, .width = 960, .height = 540, .window_width = 96, .window_height = 54};
    def.resolution = (CoirResolution)below(&monkey, COIR_RESOLUTION_INTEGER_SCALE + 1);
    def.step = steps[below(&monkey, 5)];
    def.max_steps = below(&monkey, 4);
    def.max_dt = one_in(&monkey, 4) ? 1 : 0;
    def.in_background = (CoirBackground)below(&monkey, COIR_BACKGROUND_SLOW + 1);
    def.pixel_art = one_in(&monkey, 8);
    return coir_director_create(&def);
}

static double any_dt(void)
{
    static const double spikes[] = {0, 0, 1e-9, 0.1, 0.25, 1, 60, 1e6};
    return one_in(&monkey, 12) ? spikes[below(&monkey, 8)] : chance_between(&monkey.chance, 1, 20) / 600.0;
}

static bool show_demo(void)
{
    CoirNode *scene = monkey.demo->make_scene(monkey.director, monkey.seed);
    if (scene && coir_director_show(monkey.director, scene))
        return true;
    monkey_fault(&monkey, coir_error());
    return false;
}

static void play_frame(void)
{
    for (int count = one_in(&monkey, 2) ? below(&monkey, 4) : 0; count > 0 && monkey.director; count--)
        monkey_use_device(&monkey);
    if (monkey.director && one_in(&monkey, 15))
        monkey_change_window(&monkey);
    if (monkey.director && monkey.kind != ROUND_STEADY && one_in(&monkey, 10))
        monkey_meddle(&monkey);
}

// Growth --------------------------------------------------------------------------------------------------------------

// Counts of blocks or of nodes. A demo may need much more in a single frame, for a new page beside a destroyed page,
// but not in all frames of a part of the round.
typedef struct Growth {
    long most;         // maximum in the first half of the round
    long least[PARTS]; // minimum in each part of the second half
} Growth;

static void note_growth(Growth *growth, long count, int64_t frame, int64_t frames)
{
    int64_t half = frames / 2;
    if (frame < half) {
        growth->most = count > growth->most ? count : growth->most;
        return;
    }
    long *least = &growth->least[(frame - half) * PARTS / (frames - half)];
    if (*least == 0 || count < *least)
        *least = count;
}

static void judge_growth(const Growth *growth, const char *what)
{
    char text[100];
    long after = 0;
    for (int i = 0; i < PARTS; i++)
        after = growth->least[i] > after ? growth->least[i] : after;
    if (after <= growth->most + growth->most / 4 + 100)
        return;
    snprintf(text, sizeof text, "grows from at most %ld to at least %ld %s", growth->most, after, what);
    monkey_fault(&monkey, text);
}

// ---------------------------------------------------------------------------------------------------------------------

static void begin_round(const CoirDemo *demo, uint64_t seed)
{
    monkey = (Monkey){.demo = demo, .seed = seed, .chance = {seed}, .kind = (RoundKind)(seed % ROUND_KINDS)};
    for (int i = 0; i < DEVICE_KEYS; i++)
        monkey.held[i] = COIR_KEY_A;
    coir_log_forget();
    coir_error_clear();
}

// Empties the caches of sheets, fonts and textures. Destroying the last director empties the caches, too. But a
// callback that is running at that time may make a scene afterwards, whose pictures and fonts stay in the caches.
static void forget_caches(void)
{
    coir_sheets_purge();
    coir_fonts_purge();
    coir_textures_end();
}

// Ends a round. Returns false if memory is left: no further round is played, because it would report the same memory.
static bool end_round(long blocks_before)
{
    char text[100];
    monkey_end_meddling(&monkey);
    monkey.is_ending = true;
    breaker_end(&breaker);
    coir_director_destroy(monkey.director);
    monkey.director = NULL;
    coir_nodes_sweep();
    forget_caches();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    if (blocks == blocks_before && coir_nodes_count() == 0)
        return true;
    snprintf(text, sizeof text, "%ld blocks of memory and %d nodes are left", blocks - blocks_before,
             coir_nodes_count());
    monkey_fault(&monkey, text);
    coir_log_set_hook(NULL, NULL);
    coir_nodes_report();
    return false;
}

static bool play_round(const CoirDemo *demo, uint64_t seed, int64_t frames)
{
    Growth block_growth = {0}, node_growth = {0};
    long before = blocks;
    int ends = 0;
    round_frames = frames;
    begin_round(demo, seed);
    monkey.director = open_director();
    bool shown = monkey.director && show_demo();
    for (monkey.frame = 0; shown && monkey.director && monkey.frame < frames && ends < ENDS_MOST; monkey.frame++) {
        watch(HANGS_AFTER);
        monkey.is_last_frame = monkey.frame + 1 == frames;
        play_frame();
        ends = monkey.director && !coir_director_frame(monkey.director, any_dt()) ? ends + 1 : 0;
        if (ends && monkey.director)
            shown = show_demo(); // a loop that has ended goes on with a new scene
        note_growth(&block_growth, blocks, monkey.frame, frames);
        note_growth(&node_growth, coir_nodes_count(), monkey.frame, frames);
        frames_played++;
    }
    if (ends == ENDS_MOST)
        monkey_fault(&monkey, coir_error());
    if (monkey.kind == ROUND_STEADY && frames >= STEADY_LEAST) {
        judge_growth(&block_growth, "blocks");
        judge_growth(&node_growth, "nodes");
    }
    return end_round(before);
}

// The program ---------------------------------------------------------------------------------------------------------

static Options read_options(int count, char **words)
{
    Options options = {.seed = (uint64_t)time(NULL), .frames = 300, .round = 100};
    for (int i = 1; i < count; i += 2) {
        const char *name = words[i], *value = words[i + 1];
        if (!value)
            fprintf(stderr, "the option %s has no value\n", name), exit(2);
        if (strcmp(name, "--seed") == 0)
            options.seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--frames") == 0)
            options.frames = strtoll(value, NULL, 10);
        else if (strcmp(name, "--round") == 0)
            options.round = strtoll(value, NULL, 10);
        else if (strcmp(name, "--seconds") == 0)
            options.seconds = strtod(value, NULL);
        else if (strcmp(name, "--demo") == 0)
            options.demo = value;
        else
            fprintf(stderr, "there is no option %s\n", name), exit(2);
    }
    return options;
}

// Plays one round of each demo in turn, so that a limit of time does not leave demos out.
static void play(const Options *options)
{
    time_t start = time(NULL);
    uint64_t seed = options->seed;
    for (int64_t played = 0; played < options->frames; played += options->round)
        for (int i = 0; i < monkey_demo_count; i++) {
            if (options->demo && strcmp(options->demo, monkey_demos[i]->name) != 0)
                continue;
            if (options->seconds > 0 && difftime(time(NULL), start) >= options->seconds)
                return;
            if (!play_round(monkey_demos[i], seed++, options->round))
                return;
        }
}

int main(int count, char **words)
{
    Options options = read_options(count, words);
    coir_memory_set_hook(count_blocks, NULL);
    coir_log_set_hook(judge_message, NULL);
    coir_assets_set_folder(COIR_ASSETS);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // without the hint, SDL makes a QUIT event of SIGTERM and SIGINT
    if (SDL_InitSubSystem(SDL_INIT_EVENTS) != 0 || folder_setup(NULL) != 0)
        return 1;
    picture_path = folder_path("monkey.png");
    print_when_dying(print_place);
    printf("seed %llu\n", (unsigned long long)options.seed);
    fflush(stdout);
    play(&options);
    watch(0);
    folder_teardown(NULL);
    SDL_Quit();
    coir_assets_set_folder(NULL);
    printf("%lld frames, %ld faults; %ld messages in rounds that destroy nodes, and at the ends of rounds\n",
           (long long)frames_played, faults, tolerated);
    return faults == 0 && blocks == 0 && frames_played > 0 ? 0 : 1;
}
