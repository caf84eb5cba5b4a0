// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A game server without a window. The server uses only the time core of Coir (coir_core), which needs no SDL.
//
// The queue `world` is the root of all clocks. Each player has two queues: a town, which goes on while the player is
// away, and a session, which is a child of the town. Logging out destroys the session, and takes the town with all its
// timers out of `world`. Logging in advances the town by the time away, and puts the town back into `world`. Moving a
// town costs the same for any number of timers.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "coir/random.h"
#include "coir/timer_queue.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { ADA, BEN, EVE }; // players with names in the output

// Kinds of events: up to SHIELD in a town, from GIFT on in a session, from LOG_IN on in `world`.
enum { ENERGY, GOLD, CROPS, SHOP, QUEST, MILL, SHIELD, GIFT, BREAK, LOG_OUT, LOG_IN, MAIL, KINDS };

static const struct {
    const char *name;
    double first, interval; // seconds. `first`: longest time until the first event. `interval` 0: only one event
    CoirCatchUp catch_up;
} kinds[KINDS] = {
    [ENERGY] = {"energy", 5 * MINUTE, 5 * MINUTE, COIR_CATCH_UP_ALL}, // each event counts, however late
    [GOLD] = {"gold", HOUR, HOUR, COIR_CATCH_UP_ALL},
    [CROPS] = {"crops", 4 * HOUR, 4 * HOUR, COIR_CATCH_UP_ALL},
    [SHOP] = {"new goods", 6 * HOUR, 6 * HOUR, COIR_CATCH_UP_RESTART}, // at the return, and 6 hours after the return
    [QUEST] = {"quests", DAY, DAY, COIR_CATCH_UP_ONE},                 // one for all missed events; the hour stays
    [MILL] = {"Ada's mill is finished", 2 * DAY, 0, COIR_CATCH_UP_ALL},
    [SHIELD] = {"Ada's shield runs out", DAY, 0, COIR_CATCH_UP_ALL},
    [GIFT] = {"Ada gets the gift of the day", DAY, DAY, COIR_CATCH_UP_ONE},
    [BREAK] = {"Ada is told to take a break", HOUR, HOUR, COIR_CATCH_UP_ALL},
    [LOG_OUT] = {"Ada logs out", 2 * HOUR, 0, COIR_CATCH_UP_ALL},
    [LOG_IN] = {"Ada logs in. Since the last time:", 36 * HOUR, 0, COIR_CATCH_UP_ALL},
    [MAIL] = {"mail", HOUR, HOUR, COIR_CATCH_UP_ALL},
};

typedef struct Player {
    CoirTimerQueue *town, *session; // `session` NULL: the player is away
    struct Event {                  // passed to the callback of a timer
        struct Player *player;
        int kind, times;
    } events[KINDS];
} Player;

static long player_count = 100000, hours = 72, seed = 1;
static CoirTimerQueue *world;
static CoirRandom dice;
static Player *players, everybody;
static long long calls, here, happened[KINDS]; // `here`: players who are logged in; `happened`: since the last report
static bool failed;                            // true if there was no memory; main checks after each step

static void happen(CoirTimerQueue *queue, CoirTimerId id, void *user);

static void add(Player *player, CoirTimerQueue *queue, int kind, double start)
{
    struct Event *event = &player->events[kind];
    *event = (struct Event){player, kind, 0};
    CoirTimerId id = {0, 0};
    if (queue)
        id = coir_timer_queue_insert(queue, start, kinds[kind].interval, kinds[kind].catch_up, happen, event);
    failed = failed || !id.generation;
}

static void log_out(Player *player)
{
    coir_timer_queue_destroy(player->session); // with its timers; allowed in a callback of the session
    player->session = NULL;
    coir_timer_queue_set_parent(player->town, NULL);
    add(player, world, LOG_IN, coir_timer_queue_now(world) + coir_random_range(&dice, HOUR, kinds[LOG_IN].first));
}

static void log_in(Player *player)
{
    double now = coir_timer_queue_now(world), left = coir_timer_queue_now(player->town); // time of the log-out
    for (int kind = 0; kind < GIFT; kind++)
        player->events[kind].times = 0;
    coir_timer_queue_advance(player->town, now - left); // a queue without a parent can be advanced alone
    for (int kind = 0; player == &players[ADA] && kind < MILL; kind++)
        printf("%s%d %s%s", kind ? ", " : "             ", player->events[kind].times, kinds[kind].name,
               kind == MILL - 1 ? "\n" : "");
    coir_timer_queue_set_parent(player->town, world);
    player->session = coir_timer_queue_new(player->town); // its clock begins at 0; times before now are below 0
    add(player, player->session, GIFT, DAY * (1 + (int)(left / DAY)) - now); // first midnight since the log-out
    add(player, player->session, BREAK, kinds[BREAK].first);
    if (player != &players[BEN] && player != &players[EVE])
        add(player, player->session, LOG_OUT, coir_random_range(&dice, HOUR / 6, kinds[LOG_OUT].first));
}

static void tell(double time, const char *what)
{
    int minutes = (int)(time / MINUTE);
    printf("day %d %02d:%02d  %s\n", minutes / 1440 + 1, minutes / 60 % 24, minutes % 60, what);
}

static void happen(CoirTimerQueue *queue, CoirTimerId id, void *user)
{
    struct Event *event = user;
    Player *player = event->player;
    (void)id;
    calls++, event->times++, happened[event->kind]++;
    // While Ada's town catches up, there is no session, `world` reads the time of the log-in, and `queue` the due time.
    if (player == &players[ADA] && event->kind >= MILL)
        tell(coir_timer_queue_now(player->session ? world : queue), kinds[event->kind].name);
    if (event->kind == LOG_OUT)
        log_out(player);
    if (event->kind == LOG_IN)
        log_in(player);
}

static void open_world(void)
{
    dice = coir_random((uint64_t)seed);
    world = coir_timer_queue_new(NULL);
    players = calloc((size_t)player_count, sizeof *players);
    failed = !players;
    add(&everybody, world, MAIL, HOUR);
    for (Player *player = players; !failed && player < players + player_count; player++) {
        player->town = coir_timer_queue_new(NULL);
        for (int kind = 0; kind < GIFT; kind++)
            add(player, player->town, kind, coir_random_range(&dice, 0, kinds[kind].first));
        add(player, world, LOG_IN, 0);
    }
}

static void report(void)
{
    char line[160];
    here += happened[LOG_IN] - happened[LOG_OUT];
    long long timers = coir_timer_queue_count(world);
    for (const Player *player = players; player < players + player_count; player++)
        if (player->session)
            timers += coir_timer_queue_count(player->town) + coir_timer_queue_count(player->session);
    snprintf(line, sizeof line,
             "%6lld log-ins, %6lld log-outs, %6lld here; %lld mails, %8lld energy, %5lld quests; %7lld timers wait",
             happened[LOG_IN], happened[LOG_OUT], here, happened[MAIL] * player_count, happened[ENERGY],
             happened[QUEST], timers);
    tell(coir_timer_queue_now(world), line);
    memset(happened, 0, sizeof happened);
}

static void pass_minute(long minute)
{
    coir_timer_queue_advance(world, MINUTE);
    if (minute == 10 * 60)
        coir_timer_queue_pause(players[BEN].town);
    if (minute == 14 * 60)
        coir_timer_queue_resume(players[BEN].town);
    if (minute == 24 * 60)
        coir_timer_queue_set_scale(players[EVE].town, 2);
    if (minute % 360 == 0 || minute == 1)
        report();
}

static bool read_option(const char *name, const char *word)
{
    long *value = !strcmp(name, "--players") ? &player_count : !strcmp(name, "--hours") ? &hours : &seed;
    char *end;
    if (!word || (value == &seed && strcmp(name, "--seed")))
        return false;
    *value = strtol(word, &end, 10);
    return !*end && *value >= (value == &player_count ? 3 : 1) && *value <= (value == &hours ? 1000 : 1000000);
}

int main(int count, char **words)
{
    for (int i = 1; i < count; i += 2)
        if (!read_option(words[i], words[i + 1])) {
            bool help = !strcmp(words[i], "--help");
            fputs("server [--players 3..1000000] [--hours 1..1000] [--seed 1..1000000]\n", help ? stdout : stderr);
            return help ? 0 : 1;
        }
    printf("%ld players get a town each, where %d timers wait, and log in\n", player_count, GIFT);
    clock_t start = clock();
    open_world();
    clock_t opened = clock();
    for (long minute = 1; minute <= hours * 60 && !failed; minute++)
        pass_minute(minute);
    double made = 1e3 * (double)(opened - start) / CLOCKS_PER_SEC;
    double took = 1e3 * (double)(clock() - opened + 1) / CLOCKS_PER_SEC; // + 1: never 0
    if (failed)
        fputs("server: there is not enough memory for so many players\n", stderr);
    else
        printf("Ben, paused on day 1 from 10:00 to 14:00, got %d energy; Eve, at double speed from day 2 on, %d\n"
               "Processor time: %.0f ms to make the towns, %.1f ms an hour, %.1f million callbacks a second\n",
               players[BEN].events[ENERGY].times, players[EVE].events[ENERGY].times, made, took / (double)hours,
               (double)calls / took / 1e3);
    for (long i = 0; players && i < player_count; i++)
        coir_timer_queue_destroy(players[i].town); // destroys the session, too
    coir_timer_queue_destroy(world);
    free(players);
    return failed ? 1 : 0;
}
