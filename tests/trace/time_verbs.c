// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The operations on the Scheduler and on timer queues. In the trace, the line of `tick` or `advance` stands before the
// calls that the operation makes. So this line is written first, and taken back if the operation is refused: a refused
// operation has called nothing.

#include <string.h>

#include "trace/run.h"

// The Scheduler ------------------------------------------------------------------------------------------------------

static void do_update(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->update(run->engine, v[0].number, v[1].number, v[2].number));
}

static void do_unupdate(TraceRun *run, const TraceValue *v)
{
    run->class->unupdate(run->engine, v[0].number);
}

static void do_schedule(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->schedule(run->engine, v[0].number, v[1].word, v[2].seconds, v[3].number,
                                                  v[4].seconds, v[5].number, (CoirCatchUp)v[6].number));
}

static void do_unschedule(TraceRun *run, const TraceValue *v)
{
    run->class->unschedule(run->engine, v[0].number, v[1].word);
}

static void do_unscheduleall(TraceRun *run, const TraceValue *v)
{
    run->class->unschedule_target(run->engine, v[0].number);
}

static void do_unscheduleallmin(TraceRun *run, const TraceValue *v)
{
    run->class->unschedule_all(run->engine, v[0].number);
}

static void do_pause(TraceRun *run, const TraceValue *v)
{
    run->class->pause(run->engine, v[0].number);
}

static void do_resume(TraceRun *run, const TraceValue *v)
{
    run->class->resume(run->engine, v[0].number);
}

static void do_pauseallmin(TraceRun *run, const TraceValue *v)
{
    trace_text_add(run->output, "pauseall %d\n", run->class->pause_all(run->engine, v[0].number));
}

static void do_resumepaused(TraceRun *run, const TraceValue *v)
{
    (void)v;
    run->class->resume_paused(run->engine);
}

static void do_timescale(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->time_scale(run->engine, v[0].seconds));
}

static void do_isscheduled(TraceRun *run, const TraceValue *v)
{
    int target = v[0].number;
    bool scheduled = strcmp(v[1].word, "update") ? run->class->is_scheduled(run->engine, target, v[1].word)
                                                 : run->class->is_update_scheduled(run->engine, target);
    trace_text_add(run->output, "isscheduled %d %s %d\n", target, v[1].word, scheduled);
}

static void do_ispaused(TraceRun *run, const TraceValue *v)
{
    int target = v[0].number;
    trace_text_add(run->output, "ispaused %d %d\n", target, run->class->is_paused(run->engine, target));
}

static void do_post(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->post(run->engine, v[0].word));
}

static void do_tick(TraceRun *run, const TraceValue *v)
{
    size_t before = run->output->length;
    trace_text_add(run->output, "tick %.9g\n", v[0].seconds);
    bool done = run->class->tick(run->engine, v[0].seconds);
    if (!done)
        trace_text_cut(run->output, before);
    trace_refuse_unless(run, done);
}

// Timer queues -------------------------------------------------------------------------------------------------------

static void do_queue(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->queue(run->engine, v[0].word, v[1].word));
}

static void do_insert(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->insert(run->engine, v[0].word, v[1].word, v[2].seconds, v[3].seconds,
                                                (CoirCatchUp)v[4].number));
}

static void do_erase(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->erase(run->engine, v[0].word, v[1].word));
}

static void do_destroy(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->destroy_queue(run->engine, v[0].word));
}

static void do_scale(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->scale(run->engine, v[0].word, v[1].seconds));
}

static void do_halt(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->halt(run->engine, v[0].word));
}

static void do_go(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, run->class->go(run->engine, v[0].word));
}

static void do_advance(TraceRun *run, const TraceValue *v)
{
    size_t before = run->output->length;
    trace_text_add(run->output, "advance %s %.9g\n", v[0].word, v[1].seconds);
    bool done = run->class->advance(run->engine, v[0].word, v[1].seconds);
    if (!done)
        trace_text_cut(run->output, before);
    trace_refuse_unless(run, done);
}

static void do_tickone(TraceRun *run, const TraceValue *v)
{
    bool fired = false, done = run->class->tick_one(run->engine, v[0].word, v[1].seconds, &fired);
    if (done)
        trace_text_add(run->output, "tickone %s %d\n", v[0].word, fired);
    trace_refuse_unless(run, done);
}

const TraceVerb trace_time_verbs[] = {
    {"update", "iib", do_update},
    {"unupdate", "i", do_unupdate},
    {"schedule", "iksrsbc", do_schedule},
    {"unschedule", "iw", do_unschedule},
    {"unscheduleall", "i", do_unscheduleall},
    {"unscheduleallmin", "i", do_unscheduleallmin},
    {"pause", "i", do_pause},
    {"resume", "i", do_resume},
    {"pauseallmin", "i", do_pauseallmin},
    {"resumepaused", "", do_resumepaused},
    {"timescale", "s", do_timescale},
    {"isscheduled", "iw", do_isscheduled},
    {"ispaused", "i", do_ispaused},
    {"post", "w", do_post},
    {"tick", "s", do_tick},

    {"queue", "wo", do_queue},
    {"insert", "wwssc", do_insert},
    {"erase", "ww", do_erase},
    {"destroy", "w", do_destroy},
    {"scale", "ws", do_scale},
    {"halt", "w", do_halt},
    {"go", "w", do_go},
    {"advance", "ws", do_advance},
    {"tickone", "ws", do_tickone},
    {0},
};
