// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The simplest correct implementation of the rules of time, to compare with the library. The model has no heap of
// timers, and stores nothing that can be computed from the rules. The model is slow, and shares no line with the
// library.
//
// This file has the table of the model's functions, and functions that both halves need. queue_model.c implements timer
// queues (rules 1.1 to 2.10), and scheduler_model.c implements the Scheduler (rules 3.1 to 3.15).

#include "model/time_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double hundred_years = 3155760000.0;

static int64_t nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}

bool model_time(double seconds, bool may_be_negative, int64_t *time)
{
    if (!isfinite(seconds) || fabs(seconds) > hundred_years || (seconds < 0 && !may_be_negative))
        return false;
    *time = nanoseconds(seconds);
    return true;
}

bool model_time_after(int64_t time, int64_t step, int64_t *end)
{
    if (time > 0 && step > nanoseconds(hundred_years) - time)
        return false;
    *end = time + step;
    return true;
}

double model_seconds(int64_t time)
{
    return (double)time / 1e9;
}

static void *or_die(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void model_list_append(ModelList *list, void *item)
{
    list->items = or_die(realloc(list->items, (list->count + 1) * sizeof *list->items));
    list->items[list->count++] = item;
}

void *model_list_add(ModelList *list, size_t size)
{
    void *item = or_die(calloc(1, size));
    model_list_append(list, item);
    return item;
}

char *model_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(or_die(malloc(size)), text, size);
}

int64_t model_occurrence_after(int64_t start, int64_t interval, int64_t time)
{
    return time < start ? 0 : (time - start) / interval + 1;
}

static TraceEngine *new_model(const TraceListener *calls, void *listener)
{
    TraceEngine *engine = or_die(calloc(1, sizeof *engine));
    engine->calls = *calls;
    engine->listener = listener;
    engine->scale_of_time = 1;
    return engine;
}

static void free_list(ModelList *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
}

static void destroy_model(TraceEngine *engine)
{
    for (size_t i = 0; i < engine->queues.count; i++)
        free(((ModelQueue *)engine->queues.items[i])->name);
    for (size_t i = 0; i < engine->timers.count; i++)
        free(((ModelTimer *)engine->timers.items[i])->id);
    for (size_t i = 0; i < engine->jobs.count; i++)
        free(((ModelJob *)engine->jobs.items[i])->key);
    free(engine->paused_set.items);
    free_list(&engine->queues);
    free_list(&engine->timers);
    free_list(&engine->targets);
    free_list(&engine->updates);
    free_list(&engine->jobs);
    free_list(&engine->posted);
    free(engine);
}

const TraceEngineClass trace_model = {
    .new = new_model,
    .destroy = destroy_model,
    .now = model_now,
    .update = model_update,
    .unupdate = model_unupdate,
    .schedule = model_schedule,
    .unschedule = model_unschedule,
    .unschedule_target = model_unschedule_target,
    .unschedule_all = model_unschedule_all,
    .pause = model_pause,
    .resume = model_resume,
    .pause_all = model_pause_all,
    .resume_paused = model_resume_paused,
    .time_scale = model_time_scale,
    .is_update_scheduled = model_is_update_scheduled,
    .is_scheduled = model_is_scheduled,
    .is_paused = model_is_paused,
    .post = model_post,
    .tick = model_tick,
    .queue = model_queue,
    .insert = model_insert,
    .erase = model_erase,
    .destroy_queue = model_destroy_queue,
    .scale = model_scale,
    .halt = model_halt,
    .go = model_go,
    .advance = model_advance,
    .tick_one = model_tick_one,
    .queue_now = model_queue_now,
};
